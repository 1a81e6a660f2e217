//! Questions about the rows of a source, as data: an engine writes its own statements from them.

use super::aggregate::{Aggregate, Condition, Key};
use super::feed::ProfileKind;

/// Days, both included, counted from 2000-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub first: i32,
    pub last: i32,
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
    pub parts: Vec<Part>,
    /// Only rows of members whose first login is on this day or later: rows, and what rows change. All parts are of one
    /// window.
    pub newcomers_since: Option<i32>,
}

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
    pub asked: Option<Asked>,
}

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Of rows.
    pub rows: OfRows,
    /// The column of sums and profiles that is summed instead.
    pub column: &'static str,
}

/// What is computed of rows. All columns of a question count members, or none does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfRows {
    Aggregate(Aggregate),
    /// The number of distinct members of the rows that meet the condition.
    Members(Condition),
}

/// A part of one window or of several, given with the window's number.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The rows of some days.
    Rows { relation: Relation, window: i64, days: Span },
    /// The rows of the days of several windows, of which no two share a day.
    RowsOfEach { relation: Relation, windows: Vec<(i64, Span)> },
    /// Sums by month, given by the first day of the month.
    Months(Vec<(i64, i32)>),
    /// What a profile has.
    Profile { table: OfProfile, windows: Vec<Kept> },
    /// What rows change in what a profile has.
    Changes(Vec<Changed>),
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

/// Days, or months by their first day, of the profile of a kept day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    pub window: i64,
    pub day: i32,
    pub days: Span,
}

/// Rows between a kept day and a window's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    pub window: i64,
    pub days: Span,
    /// The window's first day.
    pub since: i32,
    /// Whether the window ends before the kept day.
    pub takes: bool,
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
    /// A row has one bit for each of these that it meets, the first the lowest.
    pub kinds: Vec<Condition>,
    pub windows: Vec<(i64, Span)>,
}
