//! What the answers to calls consist of before they are written: rows of texts and figures, whose small groups are
//! suppressed. `wire` makes the specification's JSON of them, exports make files.

use std::fmt;

use super::model::{Block, Card, Field, Totals};
use crate::figures::Cell;
use crate::figures::chart::ChartPeriod;
use crate::figures::compare::{Change, ComparedWith};
use crate::figures::filter::BlockFilter;

/// What a row is of, besides its figures: a name, a label, a text or a number of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    Words(String),
    Number(i64),
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Text::Words(words) => formatter.write_str(words),
            Text::Number(number) => number.fmt(formatter),
        }
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::Words(words.to_owned())
    }
}

/// What a row of a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A group, an item or a period.
    Plain,
    /// A group that is divided; the rows of its parts follow.
    Divided,
    /// A part of the divided group before it.
    Part,
    /// Everybody.
    Total,
}

/// A row with a figure, or why there is none, for each field.
#[derive(Clone, Debug)]
pub struct Row {
    pub texts: Vec<Text>,
    pub level: Level,
    pub cells: Vec<Cell>,
}

impl Row {
    /// A row of a group, an item or a period.
    pub fn plain(texts: Vec<Text>, cells: Vec<Cell>) -> Row {
        Row { texts, level: Level::Plain, cells }
    }
}

/// Rows that belong together.
#[derive(Clone, Debug, Default)]
pub struct RowGroup {
    /// The group of a line in a chart, or the key of one of several lists; otherwise empty.
    pub name: String,
    /// The place of that group in the order of its grouping, whatever a filter leaves out: its colour follows it.
    pub place: Option<usize>,
    pub rows: Vec<Row>,
    /// How many rows there are; a filter may want only the first.
    pub count: usize,
}

impl RowGroup {
    /// A group that has all its rows.
    pub fn all(name: impl Into<String>, rows: Vec<Row>) -> RowGroup {
        RowGroup { name: name.into(), place: None, count: rows.len(), rows }
    }

    /// The same with only the first `most` rows; with all of them for None or 0.
    pub fn first(mut self, most: Option<u32>) -> RowGroup {
        if let Some(most @ 1..) = most {
            self.rows.truncate(most as usize);
        }
        self
    }
}

/// The figures of a block. Its shape says what the texts and cells of rows are:
///
/// - by period: rows of periods, with their label. Of all members first those of the window, then those of the same dates
///   a year earlier and, where they differ, those up to the same day; else the rows of each group;
/// - tables: rows of groups with the name of the group, the total last;
/// - months: one row for each, with its yyyy-mm;
/// - lists: rows of items with the texts of the list; of several lists the rows of each;
/// - triples: rows of items with the name, and the figure of the whole window and of each month;
/// - card: one row without texts.
#[derive(Clone, Debug)]
pub struct BlockTable {
    pub block: &'static Block,
    pub filter: BlockFilter,
    pub parts: Vec<RowGroup>,
    /// The dates and coverage of the periods; None where rows are none.
    pub periods: Option<Vec<ChartPeriod>>,
    /// The number of suppressed figures; None without any.
    pub hidden: Option<usize>,
    /// A feed table that all figures are computed from and that was never loaded.
    pub not_loaded: Option<&'static str>,
    /// Of groups or items: the names of the figures whose data begin after the window does, or that have none in it.
    pub partial: Vec<&'static str>,
}

/// A figure of a card.
#[derive(Clone, Debug)]
pub struct CardValue {
    pub card: &'static Card,
    pub field: &'static Field,
    pub now: Cell,
    pub change: Change,
}

/// The figures of cards, and the blocks that are answered with them.
#[derive(Clone, Debug)]
pub struct CardsTable {
    pub totals: &'static Totals,
    pub values: Vec<CardValue>,
    pub compared_with: ComparedWith,
    pub extra: Vec<BlockTable>,
}

/// The answers to a poll by user group.
#[derive(Clone, Debug)]
pub struct PollGroups {
    pub filter: BlockFilter,
    /// Rows of groups with the name of the group. Their cells are the number of all answers, and that of each option.
    pub rows: Vec<Row>,
    pub hidden: Option<usize>,
}

/// The answers to a poll.
#[derive(Clone, Debug)]
pub struct PollTable {
    /// Rows of options with their index and name.
    pub options: Vec<Row>,
    pub by_group: PollGroups,
}
