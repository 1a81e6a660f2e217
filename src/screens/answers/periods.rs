//! Which figures of a chart by period are suppressed.

use crate::figures::period::{Bucket, Window};
use crate::figures::{Figures, Metric, Suppressed, Table, suppress};

/// The table of a chart by period, line by line.
pub(super) struct Periods<'a> {
    table: Table<'a>,
    /// The rows of each line, and the windows of all rows.
    lines: Vec<Vec<usize>>,
    windows: Vec<(usize, Window)>,
}

impl<'a> Periods<'a> {
    pub fn new(table: Table<'a>) -> Periods<'a> {
        Periods { table, lines: Vec::new(), windows: Vec::new() }
    }

    /// Adds the line of a group. Lines of one group share the rows of their common windows, so that a period which is hidden
    /// in one is hidden in the other.
    pub fn add(&mut self, figures: &Figures, metrics: &[&Metric], group: usize, buckets: &[Bucket]) {
        let mut line = Vec::new();
        for (period, bucket) in buckets.iter().enumerate() {
            let known = self.windows.iter().position(|known| *known == (group, bucket.window));
            line.push(known.unwrap_or_else(|| {
                self.windows.push((group, bucket.window));
                self.table.row(bucket.window, metrics.iter().map(|metric| figures.figure(metric, group, period)))
            }));
        }
        self.table.periods(None, &line);
        self.lines.push(line);
    }

    /// The lines are of groups of some figures, which add up in each period.
    pub fn divide_groups(&mut self, figures: &Figures) {
        for period in 0..self.lines.iter().map(Vec::len).max().unwrap_or_default() {
            let rows: Vec<usize> = self.lines.iter().filter_map(|line| line.get(period).copied()).collect();
            self.table.sum(None, &rows);
            let mut by_group = vec![None; figures.groups.len()];
            rows.into_iter().for_each(|row| by_group[self.windows[row].0] = Some(row));
            self.table.divided(by_group, figures, (0, period));
        }
    }

    /// The figures that may be shown, and the rows of each line.
    pub fn suppressed(mut self) -> (Suppressed<'a>, Vec<Vec<usize>>) {
        let mut groups: Vec<usize> = self.windows.iter().map(|(group, _)| *group).collect();
        groups.dedup();
        for group in groups {
            let mut rows: Vec<usize> = Vec::new();
            // The last period first: it is the one that people look at.
            for row in self.lines.iter().flat_map(|line| line.iter().rev()) {
                if self.windows[*row].0 == group && !rows.contains(row) {
                    rows.push(*row);
                }
            }
            self.table.timeline_of(group, &rows);
        }
        (suppress(self.table), self.lines)
    }
}
