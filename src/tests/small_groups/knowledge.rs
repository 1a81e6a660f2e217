//! What an answer tells: linear equations and inequalities over what its figures are computed from.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bond::figures::period::Window;
use bond::figures::{Contributors, Formula, Metric, Scan, Sum, Term, Unit};
use serde_json::Value;
use time::Date;

use super::simplex::maximum;
use crate::random::Random;

/// A part of an answer, and of the one that shows everything.
#[derive(Clone, Copy)]
pub struct Answer<'a> {
    pub shown: &'a Value,
    pub truth: &'a Value,
}

impl<'a> Answer<'a> {
    pub fn at(self, key: &str) -> Answer<'a> {
        Answer { shown: &self.shown[key], truth: &self.truth[key] }
    }

    pub fn index(self, at: usize) -> Answer<'a> {
        Answer { shown: &self.shown[at], truth: &self.truth[at] }
    }

    pub fn rows(self) -> impl Iterator<Item = Answer<'a>> {
        let rows = [self.shown, self.truth].map(|rows| rows.as_array().into_iter().flatten());
        let [shown, truth] = rows;
        shown.zip(truth).map(|(shown, truth)| Answer { shown, truth })
    }
}

/// A count by its group, its window and its metric.
pub type Named<'a> = (&'a str, Window, &'static Metric);

/// The windows of a line of a chart.
pub struct Line<'a> {
    pub group: &'a str,
    pub windows: &'a [Window],
}

type Form = BTreeMap<usize, f64>;

/// What is known, and what is to be worked out.
pub struct Knowledge {
    minimum: f64,
    reveals: bool,
    variables: HashMap<String, usize>,
    /// Days of a count that only grows, by count and group.
    growing: BTreeMap<String, BTreeMap<Option<Date>, usize>>,
    /// form ≤ bound
    bounds: Vec<(Form, f64)>,
    targets: Vec<(Form, Target)>,
    pub hidden: u64,
}

#[derive(Clone, Debug)]
struct Target {
    /// Whether it is said to be few.
    is_told: bool,
    counts_members: bool,
    truth: f64,
    name: String,
}

/// Measures that add up over time.
const EVENTS: [&str; 13] = [
    "logins",
    "views",
    "clicks",
    "sent",
    "delivered",
    "opened",
    "clicked",
    "registered",
    "unsubscribed",
    "shares",
    "prints",
    "answers",
    "redemptions",
];

impl Knowledge {
    pub fn new(minimum: u16, reveals: bool) -> Knowledge {
        Knowledge {
            minimum: minimum.into(),
            reveals,
            variables: HashMap::new(),
            growing: BTreeMap::new(),
            bounds: Vec::new(),
            targets: Vec::new(),
            hidden: 0,
        }
    }

    fn variable(&mut self, name: String) -> usize {
        let next = self.variables.len();
        *self.variables.entry(name).or_insert(next)
    }

    fn moment(&mut self, of: &str, day: Option<Date>) -> usize {
        let variable = self.variable(format!("{of} {day:?}"));
        self.growing.entry(of.to_owned()).or_default().insert(day, variable);
        variable
    }

    fn term(&mut self, group: &str, window: Window, term: Term) -> Form {
        let before = window.start.previous_day();
        let measure = term.measure().map_or("different", |measure| measure.id);
        let of = format!("{}.{measure} of {group}", term.source().id);
        let grows = term.source().scan == Scan::History || EVENTS.contains(&measure);
        match term {
            Term::Whole(_) => Form::from([(self.variable(format!("whole {measure}")), 1.0)]),
            Term::AsOf(_) => Form::from([(self.moment(&of, Some(window.end)), 1.0)]),
            Term::Before(_) => Form::from([(self.moment(&of, before), 1.0)]),
            Term::In(_) if grows => {
                Form::from([(self.moment(&of, Some(window.end)), 1.0), (self.moment(&of, before), -1.0)])
            }
            Term::In(_) | Term::Trailing(_) | Term::TrailingToNotice(_) | Term::Distinct(..) => {
                let (is_trailing, is_late) =
                    (matches!(term, Term::Trailing(_)), matches!(term, Term::TrailingToNotice(_)));
                Form::from([(self.variable(format!("{of} {window:?} {is_trailing} {is_late}")), 1.0)])
            }
        }
    }

    fn sum(&mut self, group: &str, window: Window, sum: Sum) -> Form {
        let mut form = Form::new();
        for (times, term) in sum {
            add(&mut form, &self.term(group, window, *term), *times as f64);
        }
        form
    }

    fn at_most(&mut self, form: &Form, bound: f64) {
        self.bounds.push((form.clone(), bound));
    }

    fn equal(&mut self, form: &Form, value: f64) {
        self.at_most(form, value);
        self.at_most(&scaled(form, -1.0), -value);
    }

    /// One figure of an answer; `why` it is hidden, where the answer says so.
    pub fn figure(&mut self, group: &str, window: Window, metric: &Metric, answer: Answer, why: Option<&str>) {
        // Sums of money may be negative, and are not bounded by anything else.
        let is_money = |sum: Sum| sum.iter().any(|(_, term)| term.measure().is_some_and(|m| m.id.ends_with("cents")));
        let is_hidden = answer.shown.is_null();
        let Some(truth) = answer.truth.as_f64() else { return };
        self.hidden += u64::from(is_hidden);
        let few = |number: f64| 0.0 < number && number < self.minimum;
        let is_few = match why {
            Some(why) => why == "few",
            None => is_hidden && few(truth),
        };
        let value = if self.reveals && is_hidden && !is_few { Some(truth) } else { answer.shown.as_f64() };
        match metric.formula {
            Formula::Sum(sum, _) if !is_money(sum) => {
                let form = self.sum(group, window, sum);
                let counts_members = matches!(metric.contributors, Contributors::Members);
                self.at_most(&scaled(&form, -1.0), 0.0);
                match value {
                    Some(value) => self.equal(&form, value),
                    None if is_few => {
                        if counts_members {
                            self.at_most(&form, self.minimum - 1.0);
                        }
                        let name = format!("{} of {group:?} {window:?}, {truth}", metric.label);
                        self.targets.push((form, Target { is_told: true, counts_members, truth, name }));
                    }
                    // It has at least as many members behind it. Of different things there may be fewer.
                    None if why.is_some() => {
                        let is_distinct = sum.iter().any(|(_, term)| matches!(term, Term::Distinct(..)));
                        self.at_most(&scaled(&form, -1.0), if is_distinct { -1.0 } else { -self.minimum });
                    }
                    None => {}
                }
            }
            Formula::Ratio { of, by, scale } if !is_money(of) => {
                let Some(value) = value else { return };
                let rounding = 0.5 * 10f64.powi(-(metric.unit.decimals() as i32)) + 1e-9;
                let (of, by) = (self.sum(group, window, of), self.sum(group, window, by));
                for (sign, bound) in [(1.0, value + rounding), (-1.0, value - rounding)] {
                    let mut form = scaled(&of, sign * scale.0 as f64);
                    add(&mut form, &by, -sign * bound * scale.1 as f64);
                    self.at_most(&form, 0.0);
                }
            }
            Formula::Sum(..) | Formula::Ratio { .. } => assert_eq!(metric.unit, Unit::Money),
        }
    }

    /// Members are no more than what they did, and a part of members no more than all.
    fn nested(
        &mut self,
        group: &str,
        window: Window,
        metric: &Metric,
        answer: Answer,
        metrics: &[(&str, &'static Metric)],
    ) {
        let mut rest = match (metric.formula, metric.contributors) {
            (Formula::Sum(events, 1), Contributors::Of([members])) => {
                let is_known = metrics.iter().any(|(_, other)| other.terms().any(|term| term == *members));
                if !is_known {
                    return;
                }
                let mut rest = self.term(group, window, *members);
                add(&mut rest, &self.sum(group, window, events), -1.0);
                rest
            }
            // Members may log in before they are eligible.
            (Formula::Ratio { of, by, .. }, Contributors::Members)
                if answer.truth.as_f64().is_some_and(|rate| rate < 100.0) =>
            {
                let mut rest = self.sum(group, window, of);
                add(&mut rest, &self.sum(group, window, by), -1.0);
                rest
            }
            _ => return,
        };
        rest.retain(|_, factor| *factor != 0.0);
        self.at_most(&rest, 0.0);
    }

    /// The form of a count.
    fn named(&mut self, (group, window, metric): Named) -> Form {
        let Formula::Sum(sum, 1) = metric.formula else { panic!("{} is no count", metric.label) };
        self.sum(group, window, sum)
    }

    /// Counts that add up to another.
    pub fn add_up(&mut self, parts: &[Named], whole: Named) {
        let mut rest = scaled(&self.named(whole), -1.0);
        for part in parts {
            let part = self.named(*part);
            add(&mut rest, &part, 1.0);
        }
        self.equal(&rest, 0.0);
    }

    /// One count as a share of another, in percent with so many digits.
    pub fn share(&mut self, of: Named, by: Named, percent: f64, digits: i32) {
        let rounding = 0.5 * 10f64.powi(-digits) + 1e-9;
        let (of, by) = (self.named(of), self.named(by));
        for (sign, bound) in [(1.0, percent + rounding), (-1.0, percent - rounding)] {
            let mut form = scaled(&of, 100.0 * sign);
            add(&mut form, &by, -sign * bound);
            self.at_most(&form, 0.0);
        }
    }

    /// How a count of a group, or of all without one, changed between two windows: by so many, and in percent with two digits.
    pub fn changed(
        &mut self,
        metric: &Metric,
        sides: [Window; 2],
        (group, without): (&str, Option<&str>),
        change: Option<f64>,
        percent: Option<f64>,
    ) {
        let Formula::Sum(sum, 1) = metric.formula else { return };
        let [before, now] = sides.map(|window| {
            let mut form = self.sum(group, window, sum);
            if let Some(part) = without {
                let part = self.sum(part, window, sum);
                add(&mut form, &part, -1.0);
            }
            form
        });
        let mut difference = now;
        add(&mut difference, &before, -1.0);
        if let Some(change) = change {
            self.equal(&difference, change);
        }
        let rounding = 0.005 + 1e-9;
        for (sign, bound) in percent.into_iter().flat_map(|it| [(1.0, it + rounding), (-1.0, it - rounding)]) {
            let mut form = scaled(&difference, 100.0 * sign);
            add(&mut form, &before, -sign * bound);
            self.at_most(&form, 0.0);
        }
    }

    pub fn row(&mut self, group: &str, window: Window, metrics: &[(&str, &'static Metric)], row: Answer) {
        for (name, metric) in metrics {
            self.figure(group, window, metric, row.at(name), row.shown["hidden"][*name].as_str());
            self.nested(group, window, metric, row.at(name), metrics);
        }
    }

    /// A table by groups, in one or two levels, the total last.
    pub fn table(&mut self, rows: Answer, metrics: &[(&str, &'static Metric)], window: Window, levels: [&Value; 2]) {
        let mut names = Vec::new();
        for row in rows.rows() {
            let is_total = row.shown["isTotal"] == true && row.shown["records"].as_array().is_none_or(Vec::is_empty);
            let name =
                if is_total && row.shown["name"] == "Total" { String::new() } else { row.shown["name"].to_string() };
            self.row(&name, window, metrics, row);
            let mut inner = Vec::new();
            for child in row.at("records").rows() {
                let child_name = format!("{name} {}", child.shown["name"]);
                self.row(&child_name, window, metrics, child);
                inner.push(child_name);
            }
            if !inner.is_empty() {
                self.adds_up(&name, &inner, window, metrics, levels[1] != "AUDIENCE");
            }
            if !name.is_empty() {
                names.push(name);
            }
        }
        self.adds_up("", &names, window, metrics, levels[0] != "AUDIENCE");
    }

    /// A hidden count of members of which the answer does not say that it is few, although it is: it may be any number below
    /// the minimum, or any of as many numbers.
    pub fn untold(&mut self, (group, window, metric): Named, truth: f64) {
        self.hidden += 1;
        let form = self.named((group, window, metric));
        self.at_most(&scaled(&form, -1.0), 0.0);
        if 0.0 < truth && truth < self.minimum {
            let name = format!("{} of {group:?} {window:?}, an untold {truth}", metric.label);
            self.targets.push((form, Target { is_told: false, counts_members: true, truth, name }));
        }
    }

    /// One side of a rate, shown or hidden with it. Of a hidden rate of members, the side is attacked where few are behind it.
    pub fn side(&mut self, group: &str, window: Window, sum: Sum, side: Answer, is_hidden: bool, metric: &Metric) {
        let form = self.sum(group, window, sum);
        if let Some(value) = side.shown.as_f64() {
            self.equal(&form, value);
            return;
        }
        let Some(truth) = side.truth.as_f64().filter(|_| is_hidden) else { return };
        self.hidden += 1;
        if matches!(metric.contributors, Contributors::Members) && 0.0 < truth && truth < self.minimum {
            let name = format!("{} of {group:?} {window:?}, a side of {truth}", metric.label);
            self.targets.push((form, Target { is_told: true, counts_members: true, truth, name }));
        }
    }

    /// Items add up to what their shares are of.
    pub fn whole(&mut self, metric: &'static Metric, items: &[String], window: Window) {
        for term in metric.terms() {
            let Term::Whole(measure) = term else { continue };
            let mut rest = scaled(&self.term("", window, term), -1.0);
            for name in items {
                let own = self.term(name, window, Term::In(measure));
                add(&mut rest, &own, 1.0);
            }
            self.equal(&rest, 0.0);
        }
    }

    /// Groups add up to their total, unless members may be in several: then each has at most as many.
    pub fn adds_up(
        &mut self,
        total: &str,
        parts: &[String],
        window: Window,
        metrics: &[(&str, &'static Metric)],
        is_partition: bool,
    ) {
        for term in metrics.iter().flat_map(|(_, metric)| metric.terms()) {
            let whole = self.term(total, window, term);
            let mut rest = scaled(&whole, -1.0);
            for part in parts {
                let part = self.term(part, window, term);
                add(&mut rest, &part, 1.0);
                if !is_partition {
                    let mut more = part;
                    add(&mut more, &whole, -1.0);
                    self.at_most(&more, 0.0);
                }
            }
            if is_partition {
                self.equal(&rest, 0.0);
            }
        }
    }

    /// Rows of items: hidden ones are last, so that the two answers have them in another order.
    pub fn list(&mut self, answer: Answer, metrics: &[(&str, &'static Metric)], window: Window) {
        let key = |row: &Value| -> String {
            let fields = row.as_object().into_iter().flatten();
            fields.filter(|(_, value)| value.is_string()).map(|(name, value)| format!("{name} {value}")).collect()
        };
        let [shown, truth] = [answer.shown, answer.truth].map(|rows| rows.as_array().cloned().unwrap_or_default());
        let distinct: BTreeSet<String> = truth.iter().map(key).collect();
        if distinct.len() < truth.len() {
            return;
        }
        let mut names = Vec::new();
        for row in &shown {
            let name = key(row);
            let truth = truth.iter().find(|truth| key(truth) == name).expect("the same row");
            self.row(&name, window, metrics, Answer { shown: row, truth });
            names.push(name);
        }
        metrics.iter().for_each(|(_, metric)| self.whole(metric, &names, window));
    }

    /// Rows by period: a label and the figures.
    pub fn periods(&mut self, line: &Line, rows: Answer, metrics: &[(&str, &'static Metric)]) {
        for (row, window) in rows.rows().zip(line.windows) {
            for (at, (_, metric)) in metrics.iter().enumerate() {
                self.figure(line.group, *window, metric, row.index(at + 1), None);
            }
        }
    }

    /// Tries to work out some of the hidden figures of `answer`: for each whether it was attacked, and what was found.
    pub fn attack(mut self, answer: &str, random: &mut Random, most: usize) -> Vec<(u64, Option<String>)> {
        for days in std::mem::take(&mut self.growing).into_values() {
            let days: Vec<usize> = days.into_values().collect();
            for pair in days.windows(2) {
                self.at_most(&Form::from([(pair[0], 1.0), (pair[1], -1.0)]), 0.0);
            }
        }
        let mut found = Vec::new();
        for _ in 0..most.min(self.targets.len()) {
            let (form, target) = self.targets.swap_remove(random.below(self.targets.len() as u64) as usize);
            let (rows, objective) = self.around(&form);
            let negative: Vec<f64> = objective.iter().map(|factor| -factor).collect();
            let (Some(high), Some(low)) = (maximum(&rows, &objective), maximum(&rows, &negative)) else {
                panic!("{answer}: what is known contradicts itself: {target:?}");
            };
            let (low, high) = (-low, high);
            let slack = 0.01;
            assert!(
                low - slack <= target.truth && target.truth <= high + slack,
                "{answer}: {low} to {high}: {target:?}"
            );
            let narrows = low > 1.0 + slack || high < self.minimum - 1.0 - slack;
            let is_narrow = high - low < self.minimum - slack;
            let is_worked_out = match (target.counts_members, target.is_told) {
                (true, true) => narrows,
                (true, false) => narrows && is_narrow,
                (false, _) => is_narrow,
            };
            found.push((1, is_worked_out.then(|| format!("{} lies from {low} to {high}", target.name))));
        }
        found
    }

    /// What bears on a form, over as few variables as possible.
    fn around(&self, form: &Form) -> (Vec<(Vec<f64>, f64)>, Vec<f64>) {
        let mut reached: BTreeSet<usize> = form.keys().copied().collect();
        let mut used = vec![false; self.bounds.len()];
        loop {
            let before = reached.len();
            for ((bound, _), used) in self.bounds.iter().zip(&mut used) {
                if !*used && bound.keys().any(|variable| reached.contains(variable)) {
                    *used = true;
                    reached.extend(bound.keys());
                }
            }
            if reached.len() == before {
                break;
            }
        }
        let index: HashMap<usize, usize> = reached.iter().enumerate().map(|(at, variable)| (*variable, at)).collect();
        let dense = |form: &Form| {
            let mut row = vec![0.0; index.len()];
            form.iter().for_each(|(variable, factor)| row[index[variable]] = *factor);
            row
        };
        let bounds = self.bounds.iter().zip(used).filter(|(_, used)| *used);
        (bounds.map(|((bound, value), _)| (dense(bound), *value)).collect(), dense(form))
    }
}

fn add(form: &mut Form, other: &Form, times: f64) {
    for (variable, factor) in other {
        *form.entry(*variable).or_default() += times * factor;
    }
}

fn scaled(form: &Form, times: f64) -> Form {
    form.iter().map(|(variable, factor)| (*variable, times * factor)).collect()
}
