//! Suppresses the figures of fewer than `minimum_members` members, and those from which they could be derived
//! (docs/small-groups.md).
//!
//! A [`Table`] has the figures of one table, chart or totals call. [`suppress`] marks figures until nobody can work out
//! a marked one from the others, and returns a [`Suppressed`], the only way to read figures of a table: code that
//! forgets small groups does not compile. Figures follow
//!
//! - in `row` from the other figures of their row, as bounced messages are sent minus delivered ones;
//! - in `sums` from a total and the other rows, exactly or nearly;
//! - in `days` from what a total of all time was at two dates;
//! - in `readings` from the figures of both readings of groups, as they were and as they are;
//! - in `ranges` from the limits that all of these, rounded rates and the reasons of suppressed figures set.
//!
//! Each suppresses more if it must. None shows a figure again, so they are repeated until none changes anything. At the
//! end, a rate is shown if its numerator and denominator are.

mod cuts;
mod days;
mod forms;
mod limits;
mod ranges;
mod readings;
mod row;
mod sums;

use super::model::Hidden;
use super::table::{Cell, Table};

/// The figures of a table that may be shown.
#[derive(Debug)]
pub struct Suppressed<'a>(Table<'a>);

impl Suppressed<'_> {
    /// A figure, or why it is not shown.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let entry = self.0.rows[row].entries[column];
        // What is suppressed does not depend on what is loaded, and stays so.
        match (entry.hidden, self.0.lacks(row, column)) {
            (Some(why), _) => Cell::Suppressed(self.said(why)),
            (None, Some(why)) => Cell::NoData(entry.value, why),
            (None, None) => Cell::Value(entry.value),
        }
    }

    /// The figures of a row, in the order of the columns.
    pub fn cells(&self, row: usize) -> Vec<Cell> {
        (0..self.0.metrics.len()).map(|column| self.cell(row, column)).collect()
    }

    /// Why a figure is not shown; None for one that is.
    pub fn why(&self, row: usize, column: usize) -> Option<Hidden> {
        self.0.hidden(row, column).map(|why| self.said(why))
    }

    /// Of figures as they were, the reasons of a figure that is few and of one that tells few would tell too much: beside the
    /// figure as it is, they say how many moved.
    fn said(&self, why: Hidden) -> Hidden {
        if why == Hidden::Few && self.0.is_as_it_was() { Hidden::Other } else { why }
    }

    /// The number of figures that are not shown; None without any.
    pub fn count(&self) -> Option<usize> {
        Some(self.0.count()).filter(|count| *count > 0)
    }
}

/// Suppresses the figures of a table that must not be shown.
pub fn suppress(mut table: Table) -> Suppressed {
    if !table.shows_all() && table.is_as_it_was() {
        readings::hide(&mut table, hide);
    }
    hide(&mut table);
    Suppressed(table)
}

fn hide(table: &mut Table) {
    if table.shows_all() {
        return;
    }
    loop {
        let before = table.count();
        row::hide(table);
        ranges::hide_in_rows(table);
        hide_together(table);
        sums::hide(table);
        days::hide(table);
        ranges::hide(table);
        if table.count() == before {
            // If both sides of a rate are shown in the end, hiding it protects nothing.
            row::show_deducible_rates(table);
            return;
        }
    }
}

/// Hides all rows of those that are hidden together.
///
/// In a table with totals on both sides, hiding rows and columns until each has two hidden figures is not enough: one
/// of them may still be the only link between two parts of the table. With whole rows hidden, there is no such figure.
fn hide_together(table: &mut Table) {
    for rows in table.together.clone() {
        for column in 0..table.metrics.len() {
            if rows.iter().any(|row| table.hidden(*row, column).is_some()) {
                let shown = rows.iter().filter(|row| table.hidden(**row, column).is_none()).copied();
                shown.collect::<Vec<usize>>().into_iter().for_each(|row| table.hide_other(row, column));
            }
        }
    }
    for rows in table.wholly.clone() {
        let all = || rows.iter().flat_map(|row| (0..table.metrics.len()).map(move |column| (*row, column)));
        if all().any(|(row, column)| table.hidden(row, column).is_some()) {
            let shown = all().filter(|(row, column)| table.hidden(*row, *column).is_none());
            shown.collect::<Vec<_>>().into_iter().for_each(|(row, column)| table.hide_other(row, column));
        }
    }
}

#[cfg(test)]
mod tests;
