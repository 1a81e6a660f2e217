//! What totals of all time reveal about the days between them.

use std::collections::BTreeSet;

use time::Date;

use super::forms::{Column, Form};
use crate::figures::period::Window;
use crate::figures::table::Table;
use crate::figures::{Contributors, Formula, Hidden, Measure, Metric, Scan, Term};

/// A moment at which members are counted, the end of a day; None is before all time. A figure is how many were added between
/// two moments.
type Moment = Option<Date>;

/// A figure of the table: how many members were added between two moments, by their indices.
struct Added {
    row: usize,
    column: usize,
    from: usize,
    to: usize,
}

/// Hides figures as of a day, and of the days of a window, until the others reveal
///
/// - no two moments that lie fewer members apart than the minimum: 100 registered on Monday and 102 on Tuesday reveal
///   that two came on Tuesday;
/// - nothing more about a figure with few members than that they are few: 100 registered in May and 106 in July reveal
///   that June and July had 2 to 4 each, if both had fewer than 5.
pub fn hide(table: &mut Table) {
    for timeline in 0..table.timelines.len() {
        let rows = table.timelines[timeline].clone();
        let mut measures: Vec<&'static Measure> = Vec::new();
        for measure in table.metrics.iter().filter_map(|metric| Some(count(metric)?.0)) {
            if !measures.iter().any(|known| std::ptr::eq(*known, measure)) {
                measures.push(measure);
            }
        }
        for measure in measures {
            hide_of(table, &rows, measure);
            hide_rates_of(table, &rows, measure);
        }
    }
}

/// Hides rates of a total of all time before and after a period whose number of new members is hidden, unless the total
/// is shown too. Two such rates, 40.01 % and 40.31 % of numbers that hardly differ, nearly reveal that number.
fn hide_rates_of(table: &mut Table, rows: &[usize], measure: &'static Measure) {
    let columns: Vec<Column> = table.metrics.iter().map(|metric| Column::of(metric)).collect();
    let added =
        |column: &usize| matches!(count(table.metrics[*column]), Some((of, Term::In(_))) if std::ptr::eq(of, measure));
    let added: Vec<usize> = (0..columns.len()).filter(added).collect();
    let ends = |row: usize| [table.rows[row].window.start.previous_day(), Some(table.rows[row].window.end)];
    let is_hidden = |row: &&usize| added.iter().any(|column| table.hidden(**row, *column).is_some());
    let days: Vec<Moment> = rows.iter().filter(is_hidden).flat_map(|row| ends(*row)).collect();
    for row in rows.iter().copied().filter(|row| ends(*row).iter().any(|day| days.contains(day))).collect::<Vec<_>>() {
        let is_shown = |side: &Form| {
            let is_it = |at: &usize| matches!(&columns[*at], Column::Sum(form) if form == side);
            (0..columns.len()).filter(is_it).any(|at| table.hidden(row, at).is_none())
        };
        let is_of_measure =
            |side: &Form| side.iter().any(|(_, term)| term.measure().is_some_and(|of| std::ptr::eq(of, measure)));
        let tells = |at: &usize| match &columns[*at] {
            Column::Ratio(of, by, _) => [of, by].iter().any(|side| is_of_measure(side) && !is_shown(side)),
            Column::Sum(_) => false,
        };
        let told = (0..columns.len()).filter(|at| table.hidden(row, *at).is_none() && table.is_of_members(*at));
        for column in told.filter(tells).collect::<Vec<_>>() {
            table.hide_other(row, column);
        }
    }
}

/// Hides figures of one measure.
fn hide_of(table: &mut Table, rows: &[usize], measure: &'static Measure) {
    let columns: Vec<(usize, Term)> = (0..table.metrics.len())
        .filter_map(|column| Some((column, count(table.metrics[column])?)))
        .filter(|(_, (of, _))| std::ptr::eq(*of, measure))
        .map(|(column, (_, term))| (column, term))
        .collect();
    let ends = |row: usize, term: Term| moments(term, table.rows[row].window);
    let all = rows.iter().flat_map(|row| columns.iter().map(|(_, term)| ends(*row, *term)));
    let days: BTreeSet<Moment> = all.flat_map(|(from, to)| [from, to]).collect();
    let days: Vec<Moment> = days.into_iter().collect();
    let index = |day: Moment| days.partition_point(|known| *known < day);
    let mut figures = Vec::new();
    for row in rows.iter().copied() {
        for (column, term) in columns.iter().copied() {
            let (from, to) = ends(row, term);
            figures.push(Added { row, column, from: index(from), to: index(to) });
        }
    }
    let mut known = Known::new(table.minimum, days.len());
    for figure in &figures {
        if let Some(why) = table.hidden(figure.row, figure.column) {
            known.hidden(figure, why);
        }
    }
    for figure in figures.iter().filter(|figure| table.hidden(figure.row, figure.column).is_none()).collect::<Vec<_>>()
    {
        if !known.add(figure, table.rows[figure.row].entries[figure.column].number()) {
            table.hide_other(figure.row, figure.column);
        }
    }
}

/// The measure of a metric that counts members who are added and never leave.
fn count(metric: &Metric) -> Option<(&'static Measure, Term)> {
    let (Formula::Sum(&[(1, term)], 1), Contributors::Members) = (metric.formula, metric.contributors) else {
        return None;
    };
    let measure = term.measure().filter(|measure| measure.source.scan == Scan::History)?;
    Some((measure, term))
}

fn moments(term: Term, window: Window) -> (Moment, Moment) {
    let before = window.start.previous_day();
    match term {
        Term::Before(_) => (None, before),
        Term::In(_) => (before, Some(window.end)),
        _ => (None, Some(window.end)),
    }
}

/// The known limits of the numbers of members at some moments.
struct Known {
    minimum: i128,
    /// The most members that may have been added from one moment to another; None if it may be any number. Backwards it
    /// is minus the fewest.
    most: Vec<Vec<Option<i128>>>,
    /// Between which moments a hidden figure counts few members.
    few: Vec<(usize, usize)>,
}

impl Known {
    /// Moments in their order: nobody leaves.
    fn new(minimum: i128, moments: usize) -> Known {
        let most = |from: usize| (0..moments).map(|to| (to <= from).then_some(0)).collect();
        Known { minimum, most: (0..moments).map(most).collect(), few: Vec::new() }
    }

    /// Takes in that a figure is hidden, and why.
    fn hidden(&mut self, figure: &Added, why: Hidden) {
        match why {
            Hidden::Few => {
                self.few.push((figure.from, figure.to));
                self.at_most(figure.from, figure.to, self.minimum - 1);
            }
            Hidden::Other => self.at_most(figure.to, figure.from, -self.minimum),
            Hidden::NotLoaded(_) | Hidden::NoDays(_) => {}
        }
    }

    /// Takes in a figure, unless it would reveal what nobody may learn.
    fn add(&mut self, figure: &Added, number: i128) -> bool {
        let (told, most) = (self.told(), self.most.clone());
        self.at_most(figure.from, figure.to, number);
        self.at_most(figure.to, figure.from, -number);
        let is_safe = self.told() == told;
        if !is_safe {
            self.most = most;
        }
        is_safe
    }

    /// Takes in a limit. The limits over this one change with it.
    fn at_most(&mut self, from: usize, to: usize, most: i128) {
        let onwards = self.most[to].clone();
        for limits in &mut self.most {
            let Some(until) = limits[from].map(|until| until + most) else { continue };
            for (limit, rest) in limits.iter_mut().zip(&onwards) {
                if let Some(new) = rest.map(|rest| until + rest) {
                    *limit = Some(limit.map_or(new, |limit| limit.min(new)));
                }
            }
        }
    }

    /// The number of figures that are revealed. It never falls when more is known.
    fn told(&self) -> usize {
        let range = |from: usize, to: usize| (self.most[to][from].map(|most| -most), self.most[from][to]);
        let is_told = |(from, to): &(usize, usize)| {
            let (fewest, most) = range(*from, *to);
            fewest.is_some_and(|fewest| fewest > 1) || most.is_some_and(|most| most < self.minimum - 1)
        };
        let is_known_as_few = |(from, to): &(usize, usize)| {
            let (fewest, most) = range(*from, *to);
            fewest == most && most.is_some_and(|most| 0 < most && most < self.minimum)
        };
        let pairs = (0..self.most.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
        self.few.iter().filter(|few| is_told(few)).count() + pairs.filter(is_known_as_few).count()
    }
}
