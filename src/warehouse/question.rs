//! Questions about the rows of a source, as data: an engine writes its own statements from them.

use super::aggregate::{Aggregate, Condition, Key};
use super::feed::{Each, ProfileKind};

/// Days, both included, counted from 2000-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub first: i32,
    pub last: i32,
}

/// Windows of one length, each of which begins on the day after the one before it: a row's window follows from its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first day of the first window.
    pub first: i32,
    /// The days of each.
    pub days: i32,
}

impl Steps {
    /// The steps that these windows form, if they do. A single window does, unless it has no days.
    pub fn of(windows: &[Span]) -> Option<Steps> {
        let Span { first, last } = *windows.first()?;
        let steps = Steps { first, days: last - first + 1 };
        let is_next = |two: &[Span]| two[1].first == two[0].last + 1 && two[1].last == two[0].last + steps.days;
        (steps.days > 0 && windows.windows(2).all(is_next)).then_some(steps)
    }
}

/// What is summed by segment and window over the parts that windows consist of.
///
/// The columns of the answer are segment, window, the value that rows are by where there is one, and `columns`. All are
/// whole numbers but for a value that is text. A segment may have several rows of a window, which add up.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The source's name.
    pub source: &'static str,
    pub items: Option<Items>,
    pub by: Option<Key>,
    pub columns: Vec<Computed>,
    pub parts: Vec<Piece>,
    /// Only rows of members whose first login is on one of these days: rows, and what rows change. All parts are of one
    /// window.
    pub newcomers: Option<Span>,
    /// Of members who moved, only those who are in these segments now; None for all.
    pub of_segments: Option<Vec<i32>>,
    /// Members who moved count in the segments of these two days together, in place of that of one day: where these
    /// differ, in [`PAIR`] times the one plus the other.
    pub between: Option<(i32, i32)>,
    /// Whether the segment of members who moved is that of the day and that of now in one number.
    pub pairs_segments: bool,
    /// Only rows of the members of a sample ([`super::member_sample`]), of windows each by itself.
    pub is_sampled: bool,
}

impl Question {
    /// Whether it is about members who moved.
    pub fn is_of_moved(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Piece::Moved { .. } | Piece::MovedSums { .. }))
    }
}

/// What the first of two segments is multiplied by, above all numbers of segments, before the other is added.
pub const PAIR: i64 = 1 << 32;

/// Only rows of these items.
#[derive(Clone, Debug, PartialEq)]
pub struct Items {
    /// The column with the id.
    pub column: &'static str,
    pub ids: Vec<i32>,
}

/// A column of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Computed {
    pub name: &'static str,
    /// None for a column of 0.
    pub output: Option<Output>,
}

/// How a column is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// From rows.
    pub rows: RowExpression,
    /// The column of sums and profiles that is summed instead.
    pub column: &'static str,
}

/// What is computed from rows. All columns of a question count members, or none does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowExpression {
    Aggregate(Aggregate),
    /// The number of distinct members of the rows that meet the condition.
    Members(Condition),
}

/// A part of one window or of several, given with the window's number.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// The rows of some days.
    Rows { relation: Relation, window: i64, days: Span },
    /// The rows of the days of several windows, of which no two share a day.
    RowsOfEach { relation: Relation, windows: Vec<(i64, Span)> },
    /// Sums by month, given by the first day of the month.
    Months(Vec<(i64, i32)>),
    /// What a profile has.
    Profile { table: OfProfile, windows: Vec<ProfileRange> },
    /// What rows change in what a profile has.
    Changes(Vec<Changed>),
    /// The rows of members who moved, counted in the segment of a day, and taken from the segment they are in now.
    Moved { rows: MovedRows, window: i64, of_profile: bool },
    /// The sums of the same, in days or in months from the first to the last of some days.
    MovedSums { window: i64, days: Span, moved: MovedOn },
}

/// Days on which members moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedOn {
    pub days: Span,
    /// What is summed: months, or the latest days of windows that end with a month.
    pub each: Each,
    /// Whether what they add is taken away.
    pub subtracts: bool,
}

/// Rows of members who are now in another segment than on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedRows {
    pub days: Span,
    /// The first day of the window in which they count.
    pub since: i32,
    /// The day whose segments count.
    pub at: i32,
    /// Whether they are taken from these segments and counted in those of now.
    pub subtracts: bool,
}

/// The rows of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Rows,
    /// Rows of a reference table, whose dates may lie outside the days that a fact can have.
    Reference,
    /// Sums by day.
    Sums,
}

/// What is read of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfProfile {
    Table(ProfileKind),
    /// The days by item, which no profile has: they are found in rows.
    ItemDays,
}

/// Days, or months by their first day, of the profile of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileRange {
    pub window: i64,
    pub day: i32,
    pub days: Span,
}

/// Rows between a checkpoint and a window's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    pub window: i64,
    pub days: Span,
    /// The window's first day.
    pub since: i32,
    /// Whether the window ends before the checkpoint.
    pub subtracts: bool,
}

/// Which members the sets of a source have: of all months, by item.
#[derive(Clone, Debug, PartialEq)]
pub struct SetsQuestion {
    pub source: &'static str,
    pub items: Option<Items>,
    pub by: Option<Key>,
}

/// The members of the rows of some windows.
#[derive(Clone, Debug, PartialEq)]
pub struct MembersQuestion {
    pub of: SetsQuestion,
    /// Only rows that meet all of these are read.
    pub only: Vec<Condition>,
    /// A row has one bit for each of these that it meets, the first the lowest.
    pub kinds: Vec<Condition>,
    pub windows: Vec<(i64, Span)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_one_length_that_follow_each_other_are_steps() {
        let of = |windows: &[(i32, i32)]| {
            let spans: Vec<Span> = windows.iter().map(|(first, last)| Span { first: *first, last: *last }).collect();
            Steps::of(&spans).map(|steps| (steps.first, steps.days))
        };
        assert_eq!(of(&[(10, 16), (17, 23), (24, 30)]), Some((10, 7)));
        assert_eq!(of(&[(10, 10), (11, 11)]), Some((10, 1)));
        assert_eq!(of(&[(10, 16)]), Some((10, 7)));
        assert_eq!(of(&[(10, 16), (18, 24)]), None, "a day in between");
        assert_eq!(of(&[(10, 16), (17, 24)]), None, "another length");
        assert_eq!(of(&[(10, 16), (16, 22)]), None, "a day twice");
        assert_eq!(of(&[(10, 9)]), None, "no day");
        assert_eq!(of(&[]), None);
    }
}
