//! Hides the figures that fewer than `minimum_members` members are behind, and those that would tell them
//! (docs/small-groups.md).
//!
//! A [`Sheet`] holds the figures of one table, chart or totals call before they become JSON: a row for each group, item
//! or period, a column for each metric. [`hide`] marks figures until nobody can work out a marked one from the
//! others:
//!
//! - `row`: from the other figures of its row, as bounced messages are sent minus delivered ones;
//! - `sums`: from a total and the other rows, exactly or nearly;
//! - `days`: from what a total of all time was at two dates;
//! - `ranges`: from the limits that all of these, rounded rates and the reasons of hidden figures set.
//!
//! Each hides more where it must and shows nothing again, so that they are repeated until none hides anything. At last rates
//! are shown whose sides are.

mod days;
mod forms;
mod limits;
mod ranges;
mod row;
mod sheet;
mod sums;

pub use sheet::Sheet;

/// Marks the figures of a sheet that must not be shown, and returns their number; None without any.
pub fn hide(sheet: &mut Sheet) -> Option<usize> {
    if sheet.shows_all() {
        return None;
    }
    loop {
        let before = sheet.count();
        row::hide(sheet);
        ranges::hide_in_rows(sheet);
        hide_together(sheet);
        sums::hide(sheet);
        days::hide(sheet);
        ranges::hide(sheet);
        if sheet.count() == before {
            // Where both sides of a rate are shown in the end, hiding it protects nothing.
            row::show_told_rates(sheet);
            return sheet.hidden_count();
        }
    }
}

/// Hides all rows of those that are hidden together.
///
/// In a table with totals on both sides, hiding rows and columns until each has two hidden figures is not enough: one of them
/// may still be the only link between two parts of the table. Where each row is hidden whole there is no such figure.
fn hide_together(sheet: &mut Sheet) {
    for rows in sheet.together.clone() {
        for column in 0..sheet.metrics.len() {
            if rows.iter().any(|row| sheet.hidden(*row, column).is_some()) {
                let shown = rows.iter().filter(|row| sheet.hidden(**row, column).is_none()).copied();
                shown.collect::<Vec<usize>>().into_iter().for_each(|row| sheet.hide_other(row, column));
            }
        }
    }
    for rows in sheet.wholly.clone() {
        let all = || rows.iter().flat_map(|row| (0..sheet.metrics.len()).map(move |column| (*row, column)));
        if all().any(|(row, column)| sheet.hidden(row, column).is_some()) {
            let shown = all().filter(|(row, column)| sheet.hidden(*row, *column).is_none());
            shown.collect::<Vec<_>>().into_iter().for_each(|(row, column)| sheet.hide_other(row, column));
        }
    }
}

#[cfg(test)]
mod tests;
