//! What every file has: grids of rows with texts and figures.

use crate::figures::period::Grain;
use crate::figures::{Metric, Unit};
use crate::i18n::Files;

/// The figures of one block, or of the cards of a dashboard.
#[derive(Debug, Default)]
pub struct Grid {
    /// The ids of the blocks that it shows; none for cards.
    pub blocks: Vec<&'static str>,
    pub title: String,
    /// What a reader must know of its figures.
    pub notes: Vec<String>,
    /// The names of the columns with texts, which come first.
    pub texts: Vec<String>,
    /// Whether the two columns with texts are a group and a group within it.
    pub is_nested: bool,
    pub figures: Vec<Column>,
    pub rows: Vec<Row>,
    pub chart: Option<Chart>,
    /// What periods the rows are.
    pub periods: Option<Periods>,
    /// The index of a row whose period is not complete.
    pub unfinished: Option<usize>,
    /// The metrics of its figures, with their names here.
    pub metrics: Vec<(&'static str, &'static Metric)>,
}

/// Periods of a chart.
#[derive(Debug)]
pub struct Periods {
    /// Whether they are of all members together.
    pub of_all: bool,
    pub scale: Grain,
    /// The first day of each: yyyy-mm-dd.
    pub starts: Vec<String>,
    /// The last day that its figures count.
    pub ends: Vec<String>,
}

/// A column with figures.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    /// None where it differs by row.
    pub unit: Option<Unit>,
    /// The index of its colour, where that is not its place among the columns.
    pub colour: Option<usize>,
    /// Whether it has the figures of a year before.
    pub is_earlier: bool,
    /// Whether it has targets.
    pub is_target: bool,
    /// Whether its figures are changes, which have a sign on paper.
    pub is_change: bool,
}

impl Column {
    pub fn new(name: impl Into<String>, unit: impl Into<Option<Unit>>) -> Column {
        Column {
            name: name.into(),
            unit: unit.into(),
            colour: None,
            is_earlier: false,
            is_target: false,
            is_change: false,
        }
    }

    /// The same with changes.
    pub fn of_changes(name: impl Into<String>, unit: impl Into<Option<Unit>>) -> Column {
        Column { is_change: true, ..Column::new(name, unit) }
    }

    /// Whether its line is dashed.
    pub fn is_dashed(&self) -> bool {
        self.is_earlier || self.is_target
    }
}

/// A row: as many texts and figures as its grid has columns of them.
#[derive(Clone, Debug)]
pub struct Row {
    pub texts: Vec<String>,
    pub figures: Vec<Cell>,
    pub level: Level,
}

/// What a row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Plain,
    /// A group within a group.
    Within,
    Total,
}

/// A figure, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    Figure(f64, Unit),
    /// There is none, such as a change since a period without data.
    None,
    /// Few members are behind it, or it would tell such a figure.
    Hidden,
    /// There are no data: of the period, or of the feed table that is named.
    NoData(Option<&'static str>),
}

/// How the figures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    Line,
    Bars,
    Pie,
}

/// What a cell says of a figure without data: the feed table that was never loaded, or that the period has no data.
pub fn no_data(table: Option<&str>, texts: &Files) -> String {
    table.map_or_else(|| texts.no_data.to_owned(), |table| format!("{}: {table}", texts.no_data))
}

impl Grid {
    /// What is said where a file has fewer rows than there are.
    pub fn left_out(&self, most: usize, texts: &Files) -> Option<String> {
        (self.rows.len() > most).then(|| (texts.left_out)(self.rows.len(), most))
    }

    /// How many figures are hidden.
    pub fn hidden(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.figures).filter(|cell| **cell == Cell::Hidden).count()
    }
}
