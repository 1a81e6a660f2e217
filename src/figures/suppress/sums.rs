//! What a total reveals about its parts.

use crate::figures::table::{Sum, Table};
use crate::figures::{Contributors, Formula, Hidden, Metric, Term, Unit};

/// Hides further parts, or the total, until every hidden part could have any value that few members have, and more.
///
/// Groups that members may be in several of (audiences) are treated as if they added up: an attacker may know that they do.
pub fn hide(table: &mut Table) {
    for column in 0..table.metrics.len() {
        let Some(divisor) = table.divisor(column).filter(|_| table.is_of_members(column)) else { continue };
        for at in 0..table.sums.len() {
            let Sum { total, over_time, .. } = table.sums[at];
            if over_time && !adds_up_over_time(table.metrics[column]) {
                continue;
            }
            let parts = table.sums[at].parts.clone();
            while !is_safe(table, column, divisor, total, &parts) {
                let Some(row) =
                    next_part(table, column, divisor, &parts).or(total.filter(|row| is_shown(table, *row, column)))
                else {
                    break;
                };
                table.hide_other(row, column);
            }
        }
    }
}

/// Distinct members do not add up over periods, but are treated as if they did: the other periods and the window's
/// figure would reveal one hidden period if nobody came twice.
pub fn adds_up_over_time(metric: &Metric) -> bool {
    matches!(metric.formula, Formula::Sum(sum, _) if sum.iter().all(|(_, term)| matches!(term, Term::In(_))))
}

fn is_shown(table: &Table, row: usize, column: usize) -> bool {
    table.hidden(row, column).is_none()
}

/// Whether total and shown parts leave enough open.
fn is_safe(table: &Table, column: usize, divisor: i128, total: Option<usize>, parts: &[usize]) -> bool {
    let hidden: Vec<(Hidden, i128)> = parts
        .iter()
        .filter_map(|row| Some((table.hidden(*row, column)?, table.rows[*row].entries[column].number())))
        .collect();
    let total_is_known = total.is_none_or(|row| is_shown(table, row, column));
    if !total_is_known {
        // The parts must not add up to it.
        return !hidden.is_empty();
    }
    match hidden.len() {
        0 => return true,
        1 => return false,
        _ => {}
    }
    let metric = table.metrics[column];
    if metric.unit == Unit::Money {
        // Sums of money may be negative, so that two hidden ones can be anything.
        return true;
    }
    let sum: i128 = hidden.iter().map(|(_, number)| number).sum();
    let least: i128 = hidden.iter().filter(|(why, _)| *why == Hidden::Other).map(|_| table.minimum * divisor).sum();
    if sum - least < table.minimum * divisor {
        return false;
    }
    // If all are few, each can be small only if the others can be large enough.
    let is_bounded = matches!(metric.contributors, Contributors::Members);
    let all_few = hidden.iter().all(|(why, _)| *why == Hidden::Few);
    !(is_bounded && all_few) || sum - 1 <= (hidden.len() as i128 - 1) * (table.minimum - 1)
}

/// The part to hide next: the smallest that leaves enough open, else the largest, else one that is 0.
pub fn next_part(table: &Table, column: usize, divisor: i128, parts: &[usize]) -> Option<usize> {
    let number = |row: &usize| table.rows[*row].entries[column].number().abs();
    let shown = || parts.iter().copied().filter(|row| is_shown(table, *row, column));
    let enough = 2 * table.minimum * divisor;
    let smallest = shown().filter(|row| number(row) >= enough).min_by_key(number);
    smallest.or_else(|| shown().filter(|row| number(row) > 0).max_by_key(number)).or_else(|| shown().next())
}
