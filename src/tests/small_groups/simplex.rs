//! A small solver of linear programs, for the attack.

const EPSILON: f64 = 1e-7;

/// The largest value of `objective · x` for x ≥ 0 and `row · x ≤ bound` for each (row, bound); infinite where there is none.
/// None where no x fulfils all.
pub fn maximum(rows: &[(Vec<f64>, f64)], objective: &[f64]) -> Option<f64> {
    let (m, n) = (rows.len(), objective.len());
    // Columns: the variables, one artificial variable, the bound. Rows: the constraints, the objective, that of phase 1.
    let mut table = vec![vec![0.0; n + 2]; m + 2];
    let mut basis: Vec<usize> = (0..m).map(|row| n + row).collect();
    let mut columns: Vec<usize> = (0..n).collect();
    // The artificial variable has the largest number, so that ties prefer the others.
    columns.push(usize::MAX);
    for (at, (row, bound)) in rows.iter().enumerate() {
        table[at][..n].copy_from_slice(row);
        table[at][n] = -1.0;
        table[at][n + 1] = *bound;
    }
    for (at, factor) in objective.iter().enumerate() {
        table[m][at] = -factor;
    }
    table[m + 1][n] = 1.0;
    let lowest = (0..m).min_by(|one, other| table[*one][n + 1].total_cmp(&table[*other][n + 1]));
    if let Some(lowest) = lowest.filter(|lowest| table[*lowest][n + 1] < -EPSILON) {
        pivot(&mut table, &mut basis, &mut columns, lowest, n);
        if !improve(&mut table, &mut basis, &mut columns, m + 1, true) || table[m + 1][n + 1] < -EPSILON {
            return None;
        }
        if let Some(row) = basis.iter().position(|variable| *variable == usize::MAX) {
            let column = (0..=n).max_by(|one, other| table[row][*one].abs().total_cmp(&table[row][*other].abs()))?;
            pivot(&mut table, &mut basis, &mut columns, row, column);
        }
    }
    if improve(&mut table, &mut basis, &mut columns, m, false) { Some(table[m][n + 1]) } else { Some(f64::INFINITY) }
}

fn pivot(table: &mut [Vec<f64>], basis: &mut [usize], columns: &mut [usize], row: usize, column: usize) {
    let inverse = 1.0 / table[row][column];
    let of_row = table[row].clone();
    // Most are 0. Slices and places, not iterators: quick without optimizations, too.
    let of_row = of_row.as_slice();
    let places: Vec<usize> = (0..of_row.len()).filter(|at| of_row[*at] != 0.0).collect();
    for (at, other) in table.iter_mut().enumerate() {
        if at == row || other[column].abs() < 1e-12 {
            continue;
        }
        let factor = other[column] * inverse;
        let other = other.as_mut_slice();
        for at in &places {
            other[*at] -= of_row[*at] * factor;
        }
        other[column] = -factor;
    }
    table[row].iter_mut().for_each(|value| *value *= inverse);
    table[row][column] = inverse;
    std::mem::swap(&mut basis[row], &mut columns[column]);
}

/// Whether there is an optimum. Chooses the variable with the smallest number, so that it never goes in circles.
fn improve(
    table: &mut [Vec<f64>],
    basis: &mut [usize],
    columns: &mut [usize],
    objective: usize,
    is_first_phase: bool,
) -> bool {
    let bound = columns.len();
    loop {
        let may_enter = |column: &usize| is_first_phase || columns[*column] != usize::MAX;
        let entering = (0..bound).filter(may_enter).filter(|column| table[objective][*column] < -EPSILON);
        let Some(column) = entering.min_by_key(|column| columns[*column]) else { return true };
        let mut leaving: Option<(f64, usize, usize)> = None;
        for (row, variable) in basis.iter().enumerate() {
            if table[row][column] > EPSILON {
                let ratio = table[row][bound] / table[row][column];
                if leaving.is_none_or(|(least, number, _)| {
                    ratio < least - 1e-9 || (ratio < least + 1e-9 && *variable < number)
                }) {
                    leaving = Some((ratio, *variable, row));
                }
            }
        }
        let Some((_, _, row)) = leaving else { return false };
        pivot(table, basis, columns, row, column);
    }
}

#[test]
fn linear_programs_with_known_answers() {
    // x + y ≤ 4, x ≤ 3, x ≥ 1.
    let rows = [(vec![1.0, 1.0], 4.0), (vec![1.0, 0.0], 3.0), (vec![-1.0, 0.0], -1.0)];
    assert_eq!(maximum(&rows, &[2.0, 1.0]), Some(7.0));
    assert_eq!(maximum(&rows, &[-1.0, 0.0]), Some(-1.0));
    assert_eq!(maximum(&rows[1..], &[0.0, 1.0]), Some(f64::INFINITY));
    assert_eq!(maximum(&[(vec![1.0], 1.0), (vec![-1.0], -2.0)], &[1.0]), None);
    assert_eq!((maximum(&[], &[1.0]), maximum(&[], &[-1.0])), (Some(f64::INFINITY), Some(0.0)), "nothing is known");
}
