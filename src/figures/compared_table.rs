//! The figures of cards or indicators at several times, without those that are suppressed.

use std::sync::Arc;

use super::compare::{Change, Compared, Lines};
use super::coverage::Coverage;
use super::membership::Moves;
use super::model::Metric;
use super::period::Window;
use super::suppress::{Suppressed, suppress};
use super::table::{Cell, Figure, Table};

/// The figures of a window, of the windows it is compared with, and of the points of sparklines.
pub struct ComparedTable<'a> {
    table: Suppressed<'a>,
    windows: Vec<Window>,
    points: Vec<usize>,
}

/// The row of the filter's window.
const NOW: usize = 0;

impl<'a> ComparedTable<'a> {
    /// `now` has a figure for each metric, and so has each of `others`.
    pub fn new(
        (minimum_members, coverage, moves): (u16, &Arc<Coverage>, Option<Moves>),
        metrics: &[&'a Metric],
        (window, now): (Window, &[Figure]),
        others: &[(Window, Vec<Figure>)],
        lines: Option<&Lines>,
    ) -> ComparedTable<'a> {
        let mut windows: Vec<Window> = Vec::new();
        let mut table = Table::new(minimum_members, metrics).of_loaded(coverage).with_moves(moves);
        // The row of a window, added if it is new.
        let mut row = |table: &mut Table, window: Window, figure: &dyn Fn(usize) -> Figure| {
            windows.iter().position(|known| *known == window).unwrap_or_else(|| {
                windows.push(window);
                table.row(window, (0..metrics.len()).map(figure))
            })
        };
        row(&mut table, window, &|at| now[at]);
        for (window, figures) in others {
            row(&mut table, *window, &|at| figures[at]);
        }
        let mut points = Vec::new();
        if let Some(lines) = lines {
            for (point, window) in lines.windows().enumerate() {
                points.push(row(&mut table, window, &|at| lines.figure(metrics[at], point)));
            }
            if lines.divide_the_window() && points != [NOW] {
                table.periods(Some(NOW), &points);
            }
        }
        // The window first, then what it is compared with, then the points from the last to the first.
        let first = (0..windows.len()).filter(|row| !points.contains(row));
        let mut order: Vec<usize> = vec![NOW];
        order.extend(first.chain(points.iter().rev().copied()).filter(|row| *row != NOW));
        table.timeline(&order);
        ComparedTable { table: suppress(table), windows, points }
    }

    /// A metric in the filter's window.
    pub fn now(&self, metric: usize) -> Cell {
        self.table.cell(NOW, metric)
    }

    /// A metric in another window; None for a window that it is not compared with.
    pub fn other(&self, window: Option<Window>, metric: usize) -> Option<Cell> {
        let row = self.windows.iter().position(|known| Some(*known) == window)?;
        Some(self.table.cell(row, metric))
    }

    /// The change that is shown beside a metric's figure, without a line.
    pub fn change(&self, (at, metric): (usize, &Metric), compared: &Compared, other: Option<Window>) -> Change {
        let before = self.other(other, at);
        let now = self.now(at);
        let is_comparable = !now.is_suppressed() && !before.is_some_and(Cell::is_suppressed);
        Change {
            now: None,
            before: before.and_then(Cell::value).map(|value| metric.shown(value)),
            before_hidden: before.and_then(Cell::why),
            change_percent: compared.change_percent.filter(|_| is_comparable),
            points: compared.points.filter(|_| is_comparable),
            within_chance: compared.within_chance.filter(|_| is_comparable),
            note: compared.note.clone(),
            line: Vec::new(),
            line_through: None,
            line_gaps: Vec::new(),
        }
    }

    /// The same with the line of the metric.
    pub fn change_with_line(
        &self,
        (at, metric): (usize, &Metric),
        compared: &Compared,
        other: Option<Window>,
        lines: &Lines,
    ) -> Change {
        let (line, line_gaps) = lines.points(at, |point| self.table.cell(self.points[point], at));
        let line_through = lines.through(at, &line);
        Change { line, line_through, line_gaps, ..self.change((at, metric), compared, other) }
    }
}
