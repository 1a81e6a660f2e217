//! What totals of all time tell about the days between them.

use std::collections::BTreeMap;

use time::Date;

use super::sheet::Sheet;
use crate::metrics::period::Window;
use crate::metrics::{Behind, Formula, Measure, Metric, Scan, Term};

/// A number of members at two moments, the ends of days; None is before all time. The figure is how many were added
/// between them.
type Moment = Option<Date>;

/// Hides figures as of a day, and of the days of a window, until no two moments of which both numbers are known lie fewer
/// members apart than the minimum: 100 registered on Monday and 102 on Tuesday tell of two who came on Tuesday.
pub fn hide(sheet: &mut Sheet) {
    for timeline in 0..sheet.timelines.len() {
        let rows = sheet.timelines[timeline].clone();
        let mut measures: Vec<&'static Measure> = Vec::new();
        for measure in sheet.metrics.iter().filter_map(|metric| Some(count(metric)?.0)) {
            if !measures.iter().any(|known| std::ptr::eq(*known, measure)) {
                measures.push(measure);
            }
        }
        for measure in measures {
            let mut known = Known { minimum: sheet.minimum, parts: Vec::new() };
            for row in &rows {
                for column in 0..sheet.metrics.len() {
                    let Some((of, term)) = count(sheet.metrics[column]) else { continue };
                    if !std::ptr::eq(of, measure) || sheet.hidden(*row, column).is_some() {
                        continue;
                    }
                    let (from, to) = moments(term, sheet.rows[*row].window);
                    if !known.add(from, to, sheet.rows[*row].cells[column].number()) {
                        sheet.hide_other(*row, column);
                    }
                }
            }
        }
    }
}

/// The measure of a metric that counts members who are added and never leave.
fn count(metric: &Metric) -> Option<(&'static Measure, Term)> {
    let (Formula::Sum(&[(1, term)], 1), Behind::Members) = (metric.formula, metric.behind) else { return None };
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

/// What is known: moments in parts. Within one part the differences of all moments are known.
struct Known {
    minimum: i128,
    parts: Vec<BTreeMap<Moment, i128>>,
}

impl Known {
    /// Adds a figure, unless it would tell of fewer members than the minimum.
    fn add(&mut self, from: Moment, to: Moment, added: i128) -> bool {
        let [one, other] = [from, to].map(|moment| self.part(moment));
        if one == other {
            return true;
        }
        // The numbers of the other part, counted as those of the first.
        let shift = self.parts[one][&from] + added - self.parts[other][&to];
        let moved: Vec<(Moment, i128)> =
            self.parts[other].iter().map(|(moment, number)| (*moment, number + shift)).collect();
        let is_few = |number: i128| 0 < number && number < self.minimum;
        if moved.iter().any(|(_, number)| self.parts[one].values().any(|known| is_few((number - known).abs()))) {
            return false;
        }
        self.parts[one].extend(moved);
        self.parts.swap_remove(other);
        true
    }

    /// The index of the part with a moment.
    fn part(&mut self, moment: Moment) -> usize {
        if let Some(part) = self.parts.iter().position(|part| part.contains_key(&moment)) {
            return part;
        }
        self.parts.push(BTreeMap::from([(moment, 0)]));
        self.parts.len() - 1
    }
}
