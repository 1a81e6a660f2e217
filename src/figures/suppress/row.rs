//! What the figures of one row reveal about each other.

use super::forms::{Column, Form, LinearSpan, minus};
use crate::figures::table::{Entry, Table};
use crate::figures::{Contributors, Quantity, Term};

/// Hides figures of rows until the others do not reveal a hidden one.
pub fn hide(table: &mut Table) {
    let columns: Vec<Column> = table.metrics.iter().map(|metric| Column::of(metric)).collect();
    for row in 0..table.rows.len() {
        while let Some(column) = next(table, &columns, row) {
            table.hide_other(row, column);
        }
    }
}

/// Shows the rates that the shown figures of their row reveal anyway: a rate is the first to be hidden, and in vain if
/// another figure had to be hidden after it.
pub fn show_deducible_rates(table: &mut Table) {
    let columns: Vec<Column> = table.metrics.iter().map(|metric| Column::of(metric)).collect();
    for row in &mut table.rows {
        let is_hidden_rate =
            |(column, cell): &(&Column, &Entry)| matches!(column, Column::Ratio(..)) && cell.hidden.is_some();
        if !columns.iter().zip(&row.entries).any(|pair| is_hidden_rate(&pair)) {
            continue;
        }
        let known = known(&columns, &row.entries);
        for (column, cell) in columns.iter().zip(&mut row.entries) {
            if let Column::Ratio(of, by, _) = column
                && known.has(of)
                && known.has(by)
            {
                cell.hidden = None;
            }
        }
    }
}

/// A figure that reveals a hidden one.
fn next(table: &Table, columns: &[Column], row: usize) -> Option<usize> {
    let cells = &table.rows[row].entries;
    let is_protected = |cell: &Entry| cell.hidden.is_some() || cell.tells.contains(&true);
    if !cells.iter().any(is_protected) {
        return None;
    }
    let known = known(columns, cells);
    let protected = columns.iter().zip(cells).enumerate().filter(|(_, (_, cell))| is_protected(cell));
    let mut told = protected.flat_map(|(at, (column, cell))| hidden_forms(table, at, column, cell));
    let told = told.find(|form| known.has(form))?;
    let shown = || (0..columns.len()).filter(|at| cells[*at].hidden.is_none() && table.is_of_members(*at));
    let helps = |at: &usize| columns[*at].shares_a_term_with(&told);
    // A ratio first, as it is the smallest loss; among sums the smallest.
    let ratio = shown().filter(helps).find(|at| matches!(columns[*at], Column::Ratio(..)));
    let sum = || shown().filter(helps).min_by_key(|at| cells[*at].number().abs());
    ratio.or_else(sum).or_else(|| shown().next())
}

/// What the shown figures reveal: each sum, and one side of a ratio if the other is known.
fn known(columns: &[Column], cells: &[Entry]) -> LinearSpan {
    let mut known = LinearSpan::default();
    let shown = || columns.iter().zip(cells).filter(|(_, cell)| cell.hidden.is_none());
    for (column, cell) in shown() {
        match column {
            Column::Sum(form) => known.add(form),
            // Any other row reveals the sum of all: its figure and its share.
            Column::Ratio(_, by, _) if by.iter().all(|(_, term)| matches!(term, Term::Whole(_))) => known.add(by),
            // 0 % reveals that the numerator is 0.
            Column::Ratio(of, ..) if cell.value == Quantity::ZERO => known.add(of),
            Column::Ratio(..) => {}
        }
    }
    loop {
        let half_known = shown().find_map(|(column, _)| {
            let Column::Ratio(of, by, _) = column else { return None };
            match (known.has(of), known.has(by)) {
                (true, false) => Some(by),
                (false, true) => Some(of),
                _ => None,
            }
        });
        let Some(form) = half_known else { return known };
        known.add(form);
    }
}

/// The forms that nobody may learn because this figure is hidden, or tells too much with another.
fn hidden_forms(table: &Table, at: usize, column: &Column, cell: &Entry) -> Vec<Form> {
    match column {
        Column::Sum(form) => vec![form.clone()],
        Column::Ratio(of, by, scale) if matches!(table.metrics[at].contributors, Contributors::Members) => {
            let few = |members: i128| cell.hidden.is_some() && 0 < members && members < table.minimum;
            let (of_members, by_members) = (cell.value.numerator() / scale.0, cell.value.denominator() / scale.1);
            let rest = minus(by, of);
            let forms = [(of, of_members), (by, by_members), (&rest, by_members - of_members)];
            let told = forms.into_iter().zip(cell.tells).filter(|((_, members), tells)| *tells || few(*members));
            told.map(|((form, _), _)| form.clone()).collect()
        }
        // Its sides are figures of their own wherever they are shown.
        Column::Ratio(..) => Vec::new(),
    }
}
