//! Chooses what a window of a source with profiles is read from.
//!
//! A checkpoint is a day for which a profile is kept: what windows that end on it count, by day and by whole month. If
//! a window ends later, rows after the checkpoint add the difference; if it ends earlier, rows up to the checkpoint
//! subtract it. Without a checkpoint nearby, the window's own rows are read. More checkpoints are kept by month than by
//! day, for windows that begin with a month, and many more with only their latest days, for short windows. By item,
//! profiles have only months; the days before them are read from rows.

use super::whole_months::{begins_month, month_of, next_month_of};
use crate::figures::resident::{CheckpointDays, ResidentRows};
use crate::warehouse::feed::ProfileKind;
use crate::warehouse::question::Span;

/// A window by item that begins within a month is read from rows if it is not longer. To find what later rows subtract
/// from the days before the first whole month takes as long as to read the rows of this many days.
const FEW_DAYS: i32 = 120;

/// How the figures of one window are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WindowReads {
    pub checkpoint: Option<Checkpoint>,
    /// The days whose rows are read.
    pub rows: Option<Span>,
    /// Whether these rows subtract.
    pub subtracts: bool,
}

/// The reads of a checkpoint's profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub day: i32,
    /// The first day of the first whole month.
    pub months_since: Option<i32>,
    /// The days before it.
    pub days: Option<Span>,
    /// All days, if they are read from [`ProfileKind::LatestDays`] instead.
    pub latest: Option<Span>,
}

impl WindowReads {
    /// The reads with the fewest days of rows. If two have as few, the reads in memory.
    pub fn of(window: Span, checkpoints: &CheckpointDays) -> WindowReads {
        let through = checkpoints.through();
        let days = if begins_month(window.first) { &checkpoints.by_month } else { &checkpoints.by_day };
        let any = WindowReads::from(window, days, through);
        let is_in_memory = any.checkpoint.is_some_and(|any| any.is_resident(checkpoints));
        let latest = WindowReads::of_latest_days(window, &checkpoints.by_latest_day, through);
        match latest.checkpoint {
            Some(_) if latest.days_of_rows() < any.days_of_rows() + i32::from(!is_in_memory) => latest,
            _ => any,
        }
    }

    /// The reads with a checkpoint that has only the latest days ([`ProfileKind::LatestDays`]).
    fn of_latest_days(window: Span, checkpoints: &[i32], through: Option<i32>) -> WindowReads {
        let last = window.first + i32::from(ProfileKind::LATEST_DAYS) - 1;
        let reach_back = &checkpoints[..checkpoints.partition_point(|day| *day <= last)];
        let reads = WindowReads::from(window, if window.last <= last { reach_back } else { &[] }, through);
        let of_latest = |Checkpoint { day, .. }| {
            let days = Span { first: window.first, last: day };
            Checkpoint { day, months_since: None, days: None, latest: Some(days) }
        };
        WindowReads { checkpoint: reads.checkpoint.map(of_latest), ..reads }
    }

    /// How many days of rows are read.
    fn days_of_rows(&self) -> i32 {
        self.rows.map_or(0, |days| days.last - days.first + 1)
    }

    /// The same as [`WindowReads::of`] for rows by item.
    pub fn by_item(window: Span, checkpoints: &CheckpointDays) -> WindowReads {
        let is_long = window.last - window.first > FEW_DAYS;
        WindowReads::from(
            window,
            if begins_month(window.first) || is_long { &checkpoints.by_item_month } else { &[] },
            checkpoints.through(),
        )
    }

    /// The reads with the nearest of the checkpoints. There are no rows after the day `through`.
    fn from(window: Span, checkpoints: &[i32], through: Option<i32>) -> WindowReads {
        let first = window.first;
        let last = through.map_or(window.last, |day| window.last.min(day));
        let (earlier, later) = checkpoints.split_at(checkpoints.partition_point(|day| *day <= last));
        let inside = earlier.last().copied().filter(|day| *day >= first);
        let days = inside.map_or(last - first + 1, |day| last - day);
        let at = |day| Some(Checkpoint::of(first, day));
        match (inside, later.first()) {
            (_, Some(after)) if after - last < days => WindowReads {
                checkpoint: at(*after),
                rows: Some(Span { first: last + 1, last: *after }),
                subtracts: true,
            },
            (Some(day), _) if day == last => WindowReads { checkpoint: at(day), rows: None, subtracts: false },
            (Some(day), _) => {
                WindowReads { checkpoint: at(day), rows: Some(Span { first: day + 1, last }), subtracts: false }
            }
            (None, _) => WindowReads { checkpoint: None, rows: Some(window), subtracts: false },
        }
    }
}

impl Checkpoint {
    /// Whether all that is read of it is in memory.
    fn is_resident(&self, checkpoints: &CheckpointDays) -> bool {
        let has = |rows: &ResidentRows, is_read: bool| !is_read || rows.has(self.day);
        has(&checkpoints.months, self.months_since.is_some()) && has(&checkpoints.days, self.days.is_some())
    }

    /// The reads of the checkpoint `day` for a window that begins on `first`.
    fn of(first: i32, day: i32) -> Checkpoint {
        let (month, next) = (month_of(first), next_month_of(first));
        if begins_month(first) {
            Checkpoint { day, months_since: Some(month), days: None, latest: None }
        } else if next > day {
            Checkpoint { day, months_since: None, days: Some(Span { first, last: day }), latest: None }
        } else {
            Checkpoint { day, months_since: Some(next), days: Some(Span { first, last: next - 1 }), latest: None }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// March, half of April, April, and rows until 7 May 2000; by month also half of March.
    fn checkpoints() -> CheckpointDays {
        CheckpointDays {
            by_day: vec![90, 105, 120, 127],
            by_month: vec![74, 90, 105, 120, 127],
            by_item_month: vec![90, 120],
            ..CheckpointDays::default()
        }
    }

    /// The checkpoint, the days of rows and whether they subtract.
    fn rows(first: i32, last: i32) -> (Option<i32>, Option<(i32, i32)>, bool) {
        let WindowReads { checkpoint, rows, subtracts } = WindowReads::of(Span { first, last }, &checkpoints());
        (checkpoint.map(|checkpoint| checkpoint.day), rows.map(|span| (span.first, span.last)), subtracts)
    }

    /// The first whole month and the days of a checkpoint's profile.
    fn profile(first: i32, last: i32) -> (Option<i32>, Option<(i32, i32)>) {
        let reads = WindowReads::of(Span { first, last }, &checkpoints());
        let checkpoint = reads.checkpoint.expect("a checkpoint");
        (checkpoint.months_since, checkpoint.days.map(|span| (span.first, span.last)))
    }

    #[test]
    fn a_window_that_ends_on_a_kept_day_reads_no_rows() {
        assert_eq!(rows(40, 105), (Some(105), None, false));
        assert_eq!(rows(105, 105), (Some(105), None, false));
        assert_eq!(rows(40, 127), (Some(127), None, false));
        assert_eq!(rows(40, 900), (Some(127), None, false), "there is nothing after the last kept day");
    }

    #[test]
    fn the_nearest_kept_day_before_or_after_the_end_serves() {
        assert_eq!(rows(40, 97), (Some(90), Some((91, 97)), false));
        assert_eq!(rows(40, 98), (Some(105), Some((99, 105)), true));
        assert_eq!(rows(2, 80), (Some(90), Some((81, 90)), true), "before the first kept day");
    }

    #[test]
    fn a_window_that_begins_with_a_month_has_more_kept_days() {
        assert_eq!(rows(60, 74), (Some(74), None, false));
        assert_eq!(rows(61, 74), (None, Some((61, 74)), false), "not kept by day");
        assert_eq!(rows(1, 76), (Some(74), Some((75, 76)), false), "since the first day that a fact can have");
    }

    #[test]
    fn by_item_windows_that_begin_with_a_month_and_long_ones_are_kept() {
        let rows = |first, last| {
            let WindowReads { checkpoint, rows, subtracts } =
                WindowReads::by_item(Span { first, last }, &checkpoints());
            (checkpoint.map(|checkpoint| checkpoint.day), rows.map(|span| (span.first, span.last)), subtracts)
        };
        assert_eq!(rows(60, 90), (Some(90), None, false));
        assert_eq!(rows(60, 95), (Some(90), Some((91, 95)), false));
        assert_eq!(rows(60, 127), (Some(120), Some((121, 127)), false), "the days since the last kept one");
        assert_eq!(
            rows(60, 900),
            (Some(120), Some((121, 127)), false),
            "there is nothing after the last day with rows"
        );
        assert_eq!(rows(60, 80), (Some(90), Some((81, 90)), true));
        assert_eq!(rows(61, 90), (None, Some((61, 90)), false));
        assert_eq!(rows(2, 127), (Some(120), Some((121, 127)), false));
        let WindowReads { checkpoint: Some(read), .. } =
            WindowReads::by_item(Span { first: 2, last: 127 }, &checkpoints())
        else {
            panic!()
        };
        assert_eq!((read.months_since, read.days), (Some(31), Some(Span { first: 2, last: 30 })));
        assert_eq!(rows(121, 900), (None, Some((121, 900)), false));
    }

    #[test]
    fn a_window_without_a_kept_day_nearby_reads_its_own_rows() {
        assert_eq!(rows(91, 94), (None, Some((91, 94)), false));
        assert_eq!(rows(103, 104), (Some(105), Some((105, 105)), true), "one day is less than two");
        assert_eq!(rows(1, 20), (None, Some((1, 20)), false));
        assert_eq!(rows(200, 300), (None, Some((200, 300)), false));
        let none = WindowReads::of(Span { first: 5, last: 900 }, &CheckpointDays::default());
        assert_eq!(none, WindowReads { checkpoint: None, rows: Some(Span { first: 5, last: 900 }), subtracts: false });
    }

    #[test]
    fn short_windows_read_the_latest_days_before_a_kept_day() {
        let checkpoints = CheckpointDays { by_latest_day: vec![110, 124, 125, 126, 127], ..checkpoints() };
        let plan = |first, last| {
            let WindowReads { checkpoint, rows, .. } = WindowReads::of(Span { first, last }, &checkpoints);
            let read = checkpoint.map(|Checkpoint { day, days, latest, .. }| {
                (day, days.or(latest).map(|days| days.first), latest.is_some())
            });
            (read, rows.map(|rows| (rows.first, rows.last)))
        };
        assert_eq!(plan(119, 125), (Some((125, Some(119), true)), None));
        assert_eq!(plan(34, 125), (Some((125, Some(34), true)), None), "92 days");
        assert_eq!(plan(33, 125), (Some((127, Some(33), false)), Some((126, 127))), "days that it does not have");
        assert_eq!(plan(33, 124), (Some((124, Some(33), true)), None));
        assert_eq!(plan(33, 123), (Some((124, Some(33), true)), Some((124, 124))), "a day is taken away");
        assert_eq!(plan(32, 123), (Some((120, Some(32), false)), Some((121, 123))), "which it cannot be here");
        assert_eq!(plan(100, 105), (Some((105, Some(100), false)), None));
        assert_eq!(plan(60, 90), (Some((90, None, false)), None), "by month");
        assert_eq!(plan(120, 900), (Some((127, Some(120), false)), None), "long after the last day");
    }

    #[test]
    fn whole_months_and_the_days_before_them_are_read_of_a_profile() {
        assert_eq!(profile(60, 90), (Some(60), None), "March");
        assert_eq!(profile(59, 90), (Some(60), Some((59, 59))), "a day of February and March");
        assert_eq!(profile(61, 90), (None, Some((61, 90))), "March without its first day");
        assert_eq!(profile(61, 120), (Some(91), Some((61, 90))));
        assert_eq!(profile(1, 90), (Some(0), None), "the first day that a fact can have is the second of a month");
    }
}
