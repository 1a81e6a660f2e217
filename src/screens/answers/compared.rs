//! The figures of a card or indicator at several times, and which of them are hidden.

use crate::metrics::compare::{Change, Compared, Lines};
use crate::metrics::period::Window;
use crate::metrics::{Figure, Hidden, Metric};
use crate::screens::small_groups::{Sheet, hide};

/// Which figures are hidden: of the window, of the windows it is compared with, and of the points of sparklines.
pub(super) struct ComparedSheet<'a> {
    sheet: Sheet<'a>,
    windows: Vec<Window>,
    points: Vec<usize>,
}

/// The row of the filter's window.
const NOW: usize = 0;

impl<'a> ComparedSheet<'a> {
    /// `now` has a figure for each metric, and so has each of `others`.
    pub fn new(
        minimum_members: u16,
        metrics: &[&'a Metric],
        (window, now): (Window, &[Figure]),
        others: &[(Window, Vec<Figure>)],
        lines: Option<&Lines>,
    ) -> ComparedSheet<'a> {
        let mut compared =
            ComparedSheet { sheet: Sheet::new(minimum_members, metrics), windows: vec![], points: vec![] };
        compared.row(window, metrics, |at| now[at]);
        for (window, figures) in others {
            compared.row(*window, metrics, |at| figures[at]);
        }
        if let Some(lines) = lines {
            let points = lines.windows().enumerate();
            let row = |(point, window)| compared.row(window, metrics, |at| lines.figure(metrics[at], point));
            compared.points = points.map(row).collect();
            if lines.divide_the_window() && compared.points != [NOW] {
                compared.sheet.periods(Some(NOW), &compared.points);
            }
        }
        let rows = 0..compared.windows.len();
        // The window first, then what it is compared with, then the points from the last to the first.
        let first = rows.clone().filter(|row| !compared.points.contains(row));
        let mut order: Vec<usize> = vec![NOW];
        order.extend(first.chain(compared.points.iter().rev().copied()).filter(|row| *row != NOW));
        compared.sheet.timeline(&order);
        hide(&mut compared.sheet);
        compared
    }

    /// The row of a window, added if it is new.
    fn row(&mut self, window: Window, metrics: &[&Metric], figure: impl Fn(usize) -> Figure) -> usize {
        if let Some(row) = self.windows.iter().position(|known| *known == window) {
            return row;
        }
        self.windows.push(window);
        self.sheet.row(window, metrics.iter().enumerate().map(|(at, _)| figure(at)))
    }

    /// Why a metric of the filter's window is hidden.
    pub fn now(&self, metric: usize) -> Option<Hidden> {
        self.sheet.hidden(NOW, metric)
    }

    /// Why a metric of another window is hidden.
    pub fn other(&self, window: Option<Window>, metric: usize) -> Option<Hidden> {
        let row = self.windows.iter().position(|known| Some(*known) == window)?;
        self.sheet.hidden(row, metric)
    }

    /// Whether a metric is hidden at a point of its sparkline.
    pub fn point(&self, point: usize, metric: usize) -> bool {
        self.sheet.hidden(self.points[point], metric).is_some()
    }
}

impl ComparedSheet<'_> {
    /// What a card shows of a metric besides its figure.
    pub fn change(
        &self,
        (at, metric): (usize, &Metric),
        compared: &Compared,
        other: Option<Window>,
        lines: &Lines,
    ) -> Change {
        let before_hidden = self.other(other, at);
        let is_comparable = before_hidden.is_none() && self.now(at).is_none();
        let line = lines.points(at, |point| self.point(point, at));
        Change {
            now: None,
            before: compared.before.filter(|_| before_hidden.is_none()).map(|before| metric.shown(before.value)),
            before_hidden,
            change_percent: compared.change_percent.filter(|_| is_comparable),
            points: compared.points.filter(|_| is_comparable),
            within_chance: compared.within_chance.filter(|_| is_comparable),
            note: compared.note.clone(),
            line_through: lines.through(at, &line),
            line,
        }
    }
}
