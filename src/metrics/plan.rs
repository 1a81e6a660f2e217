//! Chooses what a window of a source with profiles is read from.
//!
//! A profile has what windows that end on its kept day count. For a window that ends later, the rows after the kept day
//! add the difference; for one that ends earlier, the rows up to the kept day take it away. Without a kept day nearby
//! the window's own rows are the whole answer.

use super::query::Span;

/// How the figures of one window are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The kept day whose profile counts.
    pub kept: Option<i32>,
    /// The days whose rows are read.
    pub rows: Option<Span>,
    /// Whether these rows take away rather than add.
    pub takes: bool,
}

impl Plan {
    /// The plan that reads the fewest days of rows. `kept` is in order; its last is the last day with rows.
    pub fn of(window: Span, kept: &[i32]) -> Plan {
        let Span { first, last } = window;
        let (earlier, later) = kept.split_at(kept.partition_point(|day| *day <= last));
        let inside = earlier.last().copied().filter(|day| *day >= first);
        let days = inside.map_or(last - first + 1, |day| last - day);
        match (inside, later.first()) {
            (_, Some(after)) if after - last < days => {
                Plan { kept: Some(*after), rows: Some(Span { first: last + 1, last: *after }), takes: true }
            }
            // There are no rows after the last kept day.
            (Some(day), after) if day == last || after.is_none() => Plan { kept: Some(day), rows: None, takes: false },
            (Some(day), _) => Plan { kept: Some(day), rows: Some(Span { first: day + 1, last }), takes: false },
            (None, _) => Plan { kept: None, rows: Some(window), takes: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(first: i32, last: i32) -> (Option<i32>, Option<(i32, i32)>, bool) {
        let Plan { kept, rows, takes } = Plan::of(Span { first, last }, &[100, 115, 130, 137]);
        (kept, rows.map(|span| (span.first, span.last)), takes)
    }

    #[test]
    fn a_window_that_ends_on_a_kept_day_reads_no_rows() {
        assert_eq!(plan(40, 115), (Some(115), None, false));
        assert_eq!(plan(115, 115), (Some(115), None, false));
        assert_eq!(plan(40, 137), (Some(137), None, false));
        assert_eq!(plan(40, 900), (Some(137), None, false), "there is nothing after the last kept day");
    }

    #[test]
    fn the_nearest_kept_day_before_or_after_the_end_serves() {
        assert_eq!(plan(40, 107), (Some(100), Some((101, 107)), false));
        assert_eq!(plan(40, 108), (Some(115), Some((109, 115)), true));
        assert_eq!(plan(1, 90), (Some(100), Some((91, 100)), true), "before the first kept day");
    }

    #[test]
    fn a_window_without_a_kept_day_nearby_reads_its_own_rows() {
        assert_eq!(plan(101, 104), (None, Some((101, 104)), false));
        assert_eq!(plan(113, 114), (Some(115), Some((115, 115)), true), "one day is less than two");
        assert_eq!(plan(1, 20), (None, Some((1, 20)), false));
        assert_eq!(plan(200, 300), (None, Some((200, 300)), false));
        let none = Plan::of(Span { first: 5, last: 900 }, &[]);
        assert_eq!(none, Plan { kept: None, rows: Some(Span { first: 5, last: 900 }), takes: false });
    }
}
