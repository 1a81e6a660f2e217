//! What is a candidate, compared with the plain way to find it, and how long a long list takes.

use std::time::Instant;

use proptest::collection::vec;
use proptest::prelude::*;
use time::macros::date;

use super::*;
use crate::figures::period::Window;
use crate::figures::{Figure, Metric, Quantity, members};

fn metrics() -> [&'static Metric; 3] {
    [&members::NEW_REGISTERED, &members::TOTAL_REGISTERED, &members::INITIATION_RATE]
}

fn window() -> Window {
    Window::new(date!(2026 - 01 - 01), date!(2026 - 01 - 31)).expect("a window")
}

/// A table of the members who are new, of all, and of the rate of these; of at least 5 members each.
fn table(rows: &[(i128, i128)]) -> Table<'static> {
    let few = |number: i128| (1..5).contains(&number);
    let mut table = Table::new(5, &metrics());
    for (new, more) in rows {
        let all = new + more;
        let count = |number| Figure::new(Quantity::new(number, 1), few(number));
        let rate = Figure::new(Quantity::new(100 * new, all.max(1)), [*new, all, *more].map(few).contains(&true));
        table.row(window(), [count(*new), count(all), rate].into_iter());
    }
    table
}

/// The candidates as they were found before: as lists, all at once.
fn plainly(relations: &Relations, table: &Table, sums: &[Sum], (row, form): Target) -> Vec<(usize, usize)> {
    let form = &relations.forms[form];
    let mut candidates = relations.related(table, row, form);
    for sum in sums.iter().filter(|sum| sum.rows().any(|other| other == row)) {
        for column in 0..relations.columns.len() {
            let Some(divisor) = table.divisor(column).filter(|_| table.is_of_members(column)) else { continue };
            if relations.columns[column].shares_a_term_with(form)
                && (!sum.over_time || adds_up_over_time(table.metrics[column]))
            {
                candidates.extend(next_part(table, column, divisor, &sum.parts).map(|row| (row, column)));
            }
        }
    }
    let mut near = vec![row];
    for _ in 0..2 {
        let with_them = |sum: &&Sum| sum.rows().any(|row| near.contains(&row));
        let more: Vec<usize> = sums.iter().filter(with_them).flat_map(Sum::rows).collect();
        near.extend(more);
    }
    near.iter().for_each(|row| candidates.extend(relations.related(table, *row, form)));
    for row in near {
        let columns = 0..relations.columns.len();
        candidates.extend(columns.filter(|column| is_shown(table, row, *column)).map(|column| (row, column)));
    }
    let mut distinct = Vec::new();
    for candidate in candidates {
        if !distinct.contains(&candidate) {
            distinct.push(candidate);
        }
    }
    distinct
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_candidates_are_those_of_the_plain_way_in_its_order(
        rows in vec((0i128..12, 0i128..12), 1..7),
        sums in vec(vec(any::<prop::sample::Index>(), 1..5), 0..4),
        hidden in vec((any::<prop::sample::Index>(), 0usize..3), 0..4),
    ) {
        let mut table = table(&rows);
        for (row, column) in hidden {
            table.hide_other(row.index(rows.len()), column);
        }
        for parts in sums {
            let mut parts: Vec<usize> = parts.iter().map(|part| part.index(rows.len())).collect();
            parts.sort_unstable();
            parts.dedup();
            table.sum(None, &parts);
        }
        let relations = Relations::new(&table);
        for row in 0..rows.len() {
            for form in 0..relations.forms.len() {
                let found: Vec<_> = relations.candidates(&table, &table.sums, (row, form)).collect();
                prop_assert_eq!(found, plainly(&relations, &table, &table.sums, (row, form)));
            }
        }
    }
}

/// Each took 4 (rows × columns)² comparisons, whether or not more than the first was looked at.
#[test]
fn candidates_among_ten_thousand_rows_are_found_at_once() {
    let rows: Vec<(i128, i128)> = (0..10_000).map(|row| (20 + row % 50, 40)).collect();
    let mut table = table(&rows);
    table.sum(None, &(0..rows.len()).collect::<Vec<_>>());
    let relations = Relations::new(&table);
    let begun = Instant::now();
    let all: HashSet<(usize, usize)> = relations.candidates(&table, &table.sums, (0, 0)).collect();
    assert_eq!(all.len(), 3 * rows.len(), "every figure is near");
    for row in 0..rows.len() {
        let first = relations.candidates(&table, &table.sums, (row, 0)).next();
        assert!(first.is_some_and(|(other, _)| other == row), "{first:?}");
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn a_list_of_ten_thousand_rows_is_protected() {
    let few = |row: usize| row % 1_000 == 7;
    let rows: Vec<(i128, i128)> =
        (0..10_000).map(|row| (if few(row) { 3 } else { 20 + row as i128 % 50 }, 40)).collect();
    let mut table = table(&rows);
    table.sum(None, &(0..rows.len()).collect::<Vec<_>>());
    super::super::hide(&mut table);
    for row in (0..rows.len()).filter(|row| few(*row)) {
        assert!(table.hidden(row, 0).is_some(), "3 members of row {row} are new");
        assert!(
            table.hidden(row, 1).is_some() || table.hidden(row, 2).is_some(),
            "row {row}: all and the rate tell them"
        );
    }
}
