//! The figures of one table, chart or totals call, with the relations between them.
//!
//! Nothing reads the figures of a [`Table`] but [`suppress`](super::suppress::suppress), which returns them without those
//! that must not be shown.

use std::sync::Arc;

use super::coverage::Coverage;
use super::membership::Moves;
use super::model::{Contributors, Formula, Hidden, Metric};
use super::operands::Part;
use super::period::Window;
use super::quantity::Quantity;
use super::rollup::Figures;

/// One figure. Its value is read from a table whose small groups are suppressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub(super) value: Quantity,
    /// Whether members are behind it, but fewer than the minimum.
    pub(super) is_few: bool,
    pub(super) other: Option<OtherReading>,
}

/// What a figure as it was is as it is. Of a rate of members, it is said of numerator, denominator and their difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OtherReading {
    pub value: Quantity,
    /// Whether few members are behind the figure as it is.
    pub few: [bool; 3],
    /// Whether few members who stayed in the group, left it or came into it are behind the figure.
    pub tells: [bool; 3],
}

impl Figure {
    /// `is_few` says whether members are behind it, but fewer than the minimum.
    pub fn new(value: Quantity, is_few: bool) -> Figure {
        Figure { value, is_few, other: None }
    }

    /// The same with what it is in the other reading.
    pub(super) fn beside(self, other: OtherReading) -> Figure {
        Figure { other: Some(other), ..self }
    }

    /// The sum of counts of members, of whom nobody is counted twice.
    pub fn sum(counts: impl Iterator<Item = Figure>, minimum_members: u16) -> Figure {
        let few = |sum: i128| 0 < sum && sum < minimum_members.into();
        let counts: Vec<Figure> = counts.collect();
        let sum = counts.iter().map(|count| count.value.numerator()).sum();
        let own = Figure::new(Quantity::new(sum, 1), few(sum));
        let others: Vec<OtherReading> = counts.iter().filter_map(|count| count.other).collect();
        if others.is_empty() {
            return own;
        }
        let sum = others.iter().map(|other| other.value.numerator()).sum();
        let tells = std::array::from_fn(|form| others.iter().any(|other| other.tells[form]));
        own.beside(OtherReading { value: Quantity::new(sum, 1), few: [few(sum), false, false], tells })
    }

    /// The share of a figure in itself: 100 %.
    pub fn whole(self) -> Figure {
        let value = Quantity::new(100, 1);
        Figure { value, other: self.other.map(|other| OtherReading { value, ..other }), ..self }
    }

    /// The value, however few members are behind it: for tests and benchmarks alone (`tests/architecture`), which compare
    /// it with what they count themselves.
    pub fn unsuppressed(self) -> Quantity {
        self.value
    }

    /// Whether members are behind it, but fewer than the minimum, or it tells of few together with the other reading.
    pub fn is_few(self) -> bool {
        self.is_few || self.other.is_some_and(|other| other.few.contains(&true) || other.tells.contains(&true))
    }

    /// Whether there is nothing, and nobody, behind it: such figures are shown.
    pub fn is_zero(self) -> bool {
        self.value == Quantity::ZERO
    }
}

/// A figure that may be shown, with data or without, or why it is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    Value(Quantity),
    /// What is computed where there are no data, such as 0, and what is not loaded. It stands for nothing.
    NoData(Quantity, Hidden),
    Suppressed(Hidden),
}

/// Proof that a figure may be shown: it is in a [`Cell`] with a value, no figure of its program is hidden, or it is of
/// a part of the score that is shown. Numbers that are in no table are read with it.
#[derive(Clone, Copy, Debug)]
pub struct MayShow(());

impl MayShow {
    /// The proof for every figure, if nothing is hidden, however few members are behind it.
    pub(super) fn all(minimum_members: u16) -> Option<MayShow> {
        (minimum_members == 0).then_some(MayShow(()))
    }

    /// The proof for any figure, for an owner of the data directory, who can read all of it anyway. Only the command
    /// that checks receipts uses it (`tests/architecture`).
    pub fn to_owner_of_data() -> MayShow {
        MayShow(())
    }

    /// The proof for a part of the score.
    pub(super) fn told(is_told: bool) -> Option<MayShow> {
        is_told.then_some(MayShow(()))
    }
}

impl Cell {
    /// The proof that its figure may be shown; None if it is suppressed.
    pub fn may_show(self) -> Option<MayShow> {
        self.value().map(|_| MayShow(()))
    }

    /// The figure; None if it is suppressed.
    pub fn value(self) -> Option<Quantity> {
        match self {
            Cell::Value(value) | Cell::NoData(value, _) => Some(value),
            Cell::Suppressed(_) => None,
        }
    }

    /// Whether there is a figure that must not be shown.
    pub fn is_suppressed(self) -> bool {
        matches!(self, Cell::Suppressed(_))
    }

    /// Whether there are no data to compute the figure from.
    pub fn has_no_data(self) -> bool {
        matches!(self, Cell::NoData(..))
    }

    /// Why there is no figure, or none that means anything; None if there is one.
    pub fn why(self) -> Option<Hidden> {
        match self {
            Cell::Value(_) => None,
            Cell::NoData(_, why) | Cell::Suppressed(why) => Some(why),
        }
    }
}

/// A figure of a table, and why it is suppressed, so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub value: Quantity,
    pub hidden: Option<Hidden>,
    pub other: Option<OtherReading>,
    /// Which of numerator, denominator and their difference must not be told.
    pub tells: [bool; 3],
}

impl Entry {
    /// The numerator: for a sum of counts its value, for money its cents.
    pub(super) fn number(&self) -> i128 {
        self.value.numerator()
    }
}

/// The figures of one group, item or period.
#[derive(Debug)]
pub(super) struct Row {
    pub window: Window,
    pub entries: Vec<Entry>,
}

/// Rows that add up to a total.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// Its row. Without one the total is taken to be known from elsewhere.
    pub total: Option<usize>,
    pub parts: Vec<usize>,
    /// Whether the parts are periods: what is counted as of a day does not add up over them.
    pub over_time: bool,
}

impl Sum {
    /// The parts and the total.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().chain(&self.total).copied()
    }
}

/// The figures of one table, chart or totals call: a row for each group, item or period, a column for each metric.
#[derive(Debug)]
pub struct Table<'a> {
    /// 0 if everything is shown.
    pub(super) minimum: i128,
    pub(super) metrics: Vec<&'a Metric>,
    coverage: Option<Arc<Coverage>>,
    pub(super) rows: Vec<Row>,
    pub(super) sums: Vec<Sum>,
    /// Rows of one group at several times, the most important first.
    pub(super) timelines: Vec<Vec<usize>>,
    /// The groups of the timelines, by index.
    pub(super) groups_of_timelines: Vec<usize>,
    /// The rows of groups, by index, with who is behind their figures in both readings.
    pub(super) divided: Vec<(Vec<Option<usize>>, Vec<Part>)>,
    pub(super) moves: Option<Moves>,
    /// Rows of which all or none are hidden.
    pub(super) together: Vec<Vec<usize>>,
    /// Rows of which all figures or none are hidden.
    pub(super) wholly: Vec<Vec<usize>>,
}

impl<'a> Table<'a> {
    /// An empty table with a column for each metric. Figures with fewer than `minimum_members` members are suppressed.
    pub fn new(minimum_members: u16, metrics: &[&'a Metric]) -> Table<'a> {
        Table {
            minimum: minimum_members.into(),
            metrics: metrics.to_vec(),
            coverage: None,
            rows: Vec::new(),
            sums: Vec::new(),
            timelines: Vec::new(),
            groups_of_timelines: Vec::new(),
            divided: Vec::new(),
            moves: None,
            together: Vec::new(),
            wholly: Vec::new(),
        }
    }

    /// The same where figures without data say so, besides being 0.
    pub fn of_loaded(self, coverage: &Arc<Coverage>) -> Table<'a> {
        Table { coverage: Some(Arc::clone(coverage)), ..self }
    }

    /// Why a figure has no data; None if it has. That does not depend on its value.
    pub(super) fn lacks(&self, row: usize, column: usize) -> Option<Hidden> {
        self.coverage.as_ref()?.lacks(self.metrics[column], self.rows[row].window)
    }

    /// Adds a row with the figure of each metric, and returns its index.
    pub fn row(&mut self, window: Window, figures: impl Iterator<Item = Figure>) -> usize {
        let entry = |Figure { value, is_few, other }: Figure| {
            let hidden = is_few.then_some(Hidden::Few);
            Entry { value, hidden, other, tells: [false; 3] }
        };
        let entries: Vec<Entry> = figures.map(entry).collect();
        debug_assert_eq!(entries.len(), self.metrics.len(), "a figure for each metric");
        self.rows.push(Row { window, entries });
        self.rows.len() - 1
    }

    /// These rows add up to a total; without one, to a total that is known from elsewhere.
    pub fn sum(&mut self, total: Option<usize>, parts: &[usize]) {
        self.sums.push(Sum { total, parts: parts.to_vec(), over_time: false });
    }

    /// The same for rows that are periods of one time.
    pub fn periods(&mut self, total: Option<usize>, parts: &[usize]) {
        self.sums.push(Sum { total, parts: parts.to_vec(), over_time: true });
    }

    /// These rows are the same members at several times, the most important first.
    pub fn timeline(&mut self, rows: &[usize]) {
        self.timeline_of(0, rows);
    }

    /// The same of a group, by its index: 0 is the total.
    pub fn timeline_of(&mut self, group: usize, rows: &[usize]) {
        self.timelines.push(rows.to_vec());
        self.groups_of_timelines.push(group);
    }

    /// The same where it is known who moved between groups.
    pub fn with_moves(self, moves: Option<Moves>) -> Table<'a> {
        Table { moves, ..self }
    }

    /// These rows, by the index of their group, have the figures of an item and period.
    pub fn divided(&mut self, rows: Vec<Option<usize>>, figures: &Figures, (item, period): (usize, usize)) {
        let parts = figures.parts(&self.metrics, item, period);
        if !parts.is_empty() {
            self.divided.push((rows, parts));
        }
    }

    /// Whether it has figures as they were.
    pub(super) fn is_as_it_was(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.entries).any(|entry| entry.other.is_some())
    }

    /// If one of these rows is hidden, all are.
    pub fn together(&mut self, rows: &[usize]) {
        self.together.push(rows.to_vec());
    }

    /// If one figure of these rows is hidden, all figures of all of them are.
    pub fn wholly(&mut self, rows: &[usize]) {
        self.wholly.push(rows.to_vec());
    }

    /// The number of its figures.
    pub fn figures(&self) -> usize {
        self.rows.len() * self.metrics.len()
    }

    /// Whether nothing is suppressed, however few members are behind it.
    pub(super) fn shows_all(&self) -> bool {
        self.minimum == 0
    }

    /// Why a figure is suppressed, so far; None for one that is not.
    pub(super) fn hidden(&self, row: usize, column: usize) -> Option<Hidden> {
        self.rows[row].entries[column].hidden
    }

    /// How many figures are suppressed, so far.
    pub(super) fn count(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.entries).filter(|cell| cell.hidden.is_some()).count()
    }

    /// Hides a figure because of others. A hidden 0 gets the reason `Few`, which is true of it.
    pub(super) fn hide_other(&mut self, row: usize, column: usize) {
        let is_zero = self.rows[row].entries[column].value == Quantity::ZERO;
        self.rows[row].entries[column].hidden = Some(if is_zero { Hidden::Few } else { Hidden::Other });
    }

    pub(super) fn is_of_members(&self, column: usize) -> bool {
        !matches!(self.metrics[column].contributors, Contributors::Nobody)
    }

    /// The divisor of a metric that is a sum of terms; None for a ratio.
    pub(super) fn divisor(&self, column: usize) -> Option<i128> {
        match self.metrics[column].formula {
            Formula::Sum(_, divisor) => Some(divisor.into()),
            Formula::Ratio { .. } => None,
        }
    }
}
