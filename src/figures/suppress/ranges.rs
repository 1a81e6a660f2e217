//! Which range the shown figures, and the reasons of hidden ones, leave a hidden figure.
//!
//! `row` and `sums` follow what figures reveal exactly. Limits reveal more: if 9 messages were sent and at least 5
//! delivered, at most 4 bounced; 54.05 % of 36 to 40 members are 20 or 21 members. Here each figure has a range, and
//! every relation between figures narrows the ranges of those it has, until none gets narrower.

use std::collections::{BTreeMap, HashSet};
use std::iter;

use time::Date;

use super::forms::{Column, Form, minus};
use super::limits::{Limit, Range, narrow};
use super::sums::{adds_up_over_time, next_part};
use crate::figures::table::{Sum, Table};
use crate::figures::{Contributors, Hidden, Scan, Term, Unit};

/// The most ranges that are computed to find the best figure to hide; afterwards the first that may help is hidden.
const MOST_TRIED: usize = 200_000;

/// Hides figures of rows until the others of the row leave each hidden one enough.
pub fn hide_in_rows(table: &mut Table) {
    let mut relations = Relations::new(table);
    for row in 0..table.rows.len() {
        relations.rows = vec![row];
        relations.hide(table, &[]);
    }
}

/// Hides figures until all others of the table leave each hidden one enough.
pub fn hide(table: &mut Table) {
    let mut relations = Relations::new(table);
    relations.rows = (0..table.rows.len()).collect();
    relations.timelines = table.timelines.clone();
    let sums = table.sums.clone();
    relations.hide(table, &sums);
}

/// A hidden figure, or a side of a hidden rate: its row and the form.
type Target = (usize, usize);

/// The relations between the figures of a table, whichever are shown.
struct Relations {
    /// The rows that are looked at together.
    rows: Vec<usize>,
    /// Those of them that are the same members at several times.
    timelines: Vec<Vec<usize>>,
    columns: Vec<Column>,
    /// The forms of the columns, and the terms by themselves.
    forms: Vec<Form>,
    /// The index of a column's form, or of the forms of its sides and their difference.
    of_column: Vec<Sides>,
    /// Terms that may be negative.
    money: Vec<Term>,
    /// Forms of which the first is never more than the second: members and what they did, a part and what it is a part of; and
    /// of a part, what it leaves of the whole.
    nested: Vec<(usize, usize, Option<usize>)>,
    /// What was counted before a window, and in it, of members who are added and never leave.
    counted: Vec<[usize; 2]>,
}

#[derive(Clone, Copy)]
enum Sides {
    Sum(usize),
    Ratio { of: usize, by: usize, rest: usize },
}

impl Relations {
    fn new(table: &Table) -> Relations {
        let columns: Vec<Column> = table.metrics.iter().map(|metric| Column::of(metric)).collect();
        let mut forms: Vec<Form> = Vec::new();
        let mut index = |form: &Form| {
            forms.iter().position(|known| known == form).unwrap_or_else(|| {
                forms.push(form.clone());
                forms.len() - 1
            })
        };
        let mut of_column = Vec::new();
        for column in &columns {
            of_column.push(match column {
                Column::Sum(form) => Sides::Sum(index(form)),
                Column::Ratio(of, by, _) => Sides::Ratio { of: index(of), by: index(by), rest: index(&minus(by, of)) },
            });
        }
        let mut money = Vec::new();
        for (column, metric) in columns.iter().zip(&table.metrics) {
            let (Column::Sum(of) | Column::Ratio(of, ..)) = column;
            let by = if let Column::Ratio(_, by, _) = column { by.as_slice() } else { &[] };
            for (_, term) in of.iter().chain(by) {
                index(&vec![(1, *term)]);
            }
            if metric.unit == Unit::Money {
                money.extend(of.iter().map(|(_, term)| *term));
            }
        }
        let mut counted = Vec::new();
        let of_members = table.metrics.iter().filter(|metric| matches!(metric.contributors, Contributors::Members));
        for measure in of_members.flat_map(|metric| metric.terms()).filter_map(Term::measure) {
            if measure.source.scan == Scan::History {
                let both = [Term::Before(measure), Term::In(measure)].map(|term| index(&vec![(1, term)]));
                if !counted.contains(&both) {
                    counted.push(both);
                }
            }
        }
        let mut nested = Vec::new();
        for (sides, metric) in of_column.iter().zip(&table.metrics) {
            match (sides, metric.contributors) {
                (Sides::Sum(events), Contributors::Of([members @ Term::In(_)])) => {
                    let members = forms.iter().position(|form| *form == [(1, *members)]);
                    nested.extend(members.map(|members| (members, *events, None)));
                }
                (Sides::Ratio { of, by, rest }, Contributors::Members) => nested.push((*of, *by, Some(*rest))),
                _ => {}
            }
        }
        Relations { rows: Vec::new(), timelines: Vec::new(), columns, forms, of_column, money, nested, counted }
    }

    /// Hides figures of the rows until the others, and the sums, leave each hidden one enough.
    fn hide(&self, table: &mut Table, sums: &[Sum]) {
        let is_hidden = |row: &usize| (0..self.columns.len()).any(|column| table.hidden(*row, column).is_some());
        if !self.rows.iter().any(is_hidden) {
            return;
        }
        let mut tries = MOST_TRIED / (self.rows.len() * self.forms.len());
        loop {
            let mut has_hidden = false;
            for target in self.told(table, sums) {
                // A figure that was hidden for another may be enough.
                if has_hidden && self.is_safe(table, sums, target, &mut tries) {
                    continue;
                }
                // If no tries are left, the first candidate is taken.
                let most = if tries > 0 { usize::MAX } else { 1 };
                let candidates: Vec<(usize, usize)> = self.candidates(table, sums, target).take(most).collect();
                let mut helps = |(row, column): &&(usize, usize)| {
                    table.hide_other(*row, *column);
                    let helps = self.is_safe(table, sums, target, &mut tries);
                    table.rows[*row].entries[*column].hidden = None;
                    helps
                };
                let best = candidates.iter().find(&mut helps).or(candidates.first());
                if let Some((row, column)) = best {
                    table.hide_other(*row, *column);
                    has_hidden = true;
                }
            }
            if !has_hidden {
                return;
            }
        }
    }

    /// Whether a hidden figure is no longer revealed; false if no tries are left.
    fn is_safe(&self, table: &Table, sums: &[Sum], target: Target, tries: &mut usize) -> bool {
        *tries = tries.saturating_sub(1);
        *tries > 0 && !self.told(table, sums).contains(&target)
    }

    /// The range of each form of each row, one row after the other.
    fn ranges(&self, table: &Table, sums: &[Sum]) -> Vec<Range> {
        let mut ranges = vec![Range::default(); self.rows.len() * self.forms.len()];
        let mut limits = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let first = at * self.forms.len();
            for (form, terms) in self.forms.iter().enumerate() {
                match terms.as_slice() {
                    [(1, term)] if !self.money.contains(term) => ranges[first + form].at_least(0),
                    [(1, _)] => {}
                    terms => {
                        let of_term = |(times, term): &(i128, Term)| {
                            let alone = self.forms.iter().position(|form| *form == [(1, *term)]);
                            alone.map(|term| (*times, first + term))
                        };
                        let mut parts: Vec<(i128, usize)> = terms.iter().filter_map(of_term).collect();
                        parts.push((-1, first + form));
                        limits.push(Limit { parts, range: Range::exactly(0) });
                    }
                }
            }
            for column in 0..self.columns.len() {
                self.of_cell(table, (*row, column), first, &mut ranges, &mut limits);
            }
            for (part, whole, rest) in &self.nested {
                // Members may log in before they are eligible: a relation that does not hold reveals nothing.
                let numbers = self.number(table, *row, *part).zip(self.number(table, *row, *whole));
                if numbers.is_some_and(|(part, whole)| part <= whole) {
                    let parts = vec![(1, first + whole), (-1, first + part)];
                    limits.push(Limit { parts, range: Range { least: Some(0), most: None } });
                    rest.iter().for_each(|rest| ranges[first + rest].at_least(0));
                }
                // A rounded rate may tell both sides where it tells none of their terms.
                if let Some(rest) = rest {
                    let parts = vec![(1, first + whole), (-1, first + part), (-1, first + rest)];
                    limits.push(Limit { parts, range: Range::exactly(0) });
                }
            }
        }
        for sum in sums {
            self.of_sum(table, sum, &mut limits);
        }
        for timeline in &self.timelines {
            self.of_timeline(table, timeline, &mut ranges, &mut limits);
        }
        narrow(&mut ranges, &limits);
        ranges
    }

    /// What one figure says: its value or, if it is hidden, the reason.
    fn of_cell(
        &self,
        table: &Table,
        (row, column): (usize, usize),
        first: usize,
        ranges: &mut [Range],
        limits: &mut Vec<Limit>,
    ) {
        let (cell, metric) = (&table.rows[row].entries[column], table.metrics[column]);
        match (self.of_column[column], &self.columns[column]) {
            (Sides::Sum(form), _) => {
                let range = &mut ranges[first + form];
                match cell.hidden {
                    None => *range = Range::exactly(cell.number()),
                    // Sums of money may be negative.
                    Some(_) if metric.unit == Unit::Money => {}
                    Some(Hidden::NotLoaded(_) | Hidden::NoDays(_)) => {}
                    Some(Hidden::Few) => {
                        range.at_least(0);
                        if matches!(metric.contributors, Contributors::Members) {
                            range.at_most(table.minimum - 1);
                        }
                    }
                    // There may be fewer different things than members.
                    Some(Hidden::Other) if metric.terms().any(|term| matches!(term, Term::Distinct(..))) => {
                        range.at_least(1);
                    }
                    Some(Hidden::Other) => range.at_least(table.minimum),
                }
            }
            (Sides::Ratio { of, by, .. }, Column::Ratio(_, by_form, scale)) => {
                if by_form.iter().all(|(_, term)| matches!(term, Term::Whole(_)))
                    && let Some(whole) = self.number(table, row, by)
                {
                    ranges[first + by] = Range::exactly(whole);
                }
                if cell.hidden.is_none() && metric.unit != Unit::Money {
                    let units = 10i128.pow(metric.unit.decimals());
                    let shown = (metric.shown(cell.value) * units as f64).round() as i128;
                    // shown − ½ ≤ units · of · scale.0 / (by · scale.1) ≤ shown + ½
                    for (half, range) in
                        [(-1, Range { least: Some(0), most: None }), (1, Range { least: None, most: Some(0) })]
                    {
                        let parts =
                            vec![(2 * units * scale.0, first + of), (-scale.1 * (2 * shown + half), first + by)];
                        limits.push(Limit { parts, range });
                    }
                }
            }
            (Sides::Ratio { .. }, Column::Sum(_)) => {}
        }
    }

    /// What was counted by the end of a day is the same in every window, and not less than by an earlier day.
    fn of_timeline(&self, table: &Table, timeline: &[usize], ranges: &mut Vec<Range>, limits: &mut Vec<Limit>) {
        for [before, during] in &self.counted {
            let mut days: BTreeMap<Option<Date>, usize> = BTreeMap::new();
            for row in timeline {
                let window = table.rows[*row].window;
                let first = row * self.forms.len();
                let started = vec![(1, first + before)];
                let ended = vec![(1, first + before), (1, first + during)];
                for (day, mut parts) in [(window.start.previous_day(), started), (Some(window.end), ended)] {
                    let total = *days.entry(day).or_insert_with(|| {
                        ranges.push(Range { least: Some(0), most: None });
                        ranges.len() - 1
                    });
                    parts.push((-1, total));
                    limits.push(Limit { parts, range: Range::exactly(0) });
                }
            }
            let totals: Vec<usize> = days.into_values().collect();
            limits.extend(totals.windows(2).map(|pair| Limit {
                parts: vec![(1, pair[1]), (-1, pair[0])],
                range: Range { least: Some(0), most: None },
            }));
        }
    }

    /// Parts add up to a total. If members are in several groups, they are more by a number that is taken to be known.
    fn of_sum(&self, table: &Table, sum: &Sum, limits: &mut Vec<Limit>) {
        let place = |row: usize, form: usize| row * self.forms.len() + form;
        for (form, terms) in self.forms.iter().enumerate() {
            let adds_up = terms.iter().all(|(_, term)| !sum.over_time || matches!(term, Term::In(_)));
            let is_whole = terms.iter().any(|(_, term)| matches!(term, Term::Whole(_)));
            let is_column = self.of_column.iter().any(|sides| matches!(sides, Sides::Sum(of) if *of == form));
            if !adds_up || is_whole || !(is_column || sum.total.is_some()) {
                continue;
            }
            let number = |row: &usize| self.number(table, *row, form);
            let Some(parts) = sum.parts.iter().map(number).sum::<Option<i128>>() else { continue };
            let Some(total) = sum.total.map_or(Some(0), |row| number(&row)) else { continue };
            let mut terms: Vec<(i128, usize)> = sum.parts.iter().map(|row| (1, place(*row, form))).collect();
            terms.extend(sum.total.map(|row| (-1, place(row, form))));
            limits.push(Limit { parts: terms, range: Range::exactly(parts - total) });
            // Each group has at most as many as all have, even if members are in several.
            let Some(whole) = sum.total else { continue };
            for row in sum.parts.iter().filter(|row| number(row).is_some_and(|part| part <= total)) {
                let parts = vec![(1, place(whole, form)), (-1, place(*row, form))];
                limits.push(Limit { parts, range: Range { least: Some(0), most: None } });
            }
        }
    }

    /// The true number of a form in a row; None if no figure has it.
    fn number(&self, table: &Table, row: usize, form: usize) -> Option<i128> {
        let cells = &table.rows[row].entries;
        self.of_column.iter().zip(&self.columns).zip(cells).find_map(|((sides, column), cell)| {
            let (of, by) = (cell.value.numerator(), cell.value.denominator());
            match (sides, column) {
                (Sides::Sum(sum), _) => (*sum == form).then_some(of),
                (Sides::Ratio { of: one, by: other, rest }, Column::Ratio(_, _, scale)) => {
                    // 0 of 1, or of 0.
                    let (of, by) = (of / scale.0, (by > 1).then_some(by / scale.1));
                    let of_rest = || by.filter(|_| *rest == form).map(|by| by - of);
                    (*one == form).then_some(of).or_else(|| by.filter(|_| *other == form)).or_else(of_rest)
                }
                (Sides::Ratio { .. }, Column::Sum(_)) => None,
            }
        })
    }

    /// The hidden figures whose range is too narrow.
    fn told(&self, table: &Table, sums: &[Sum]) -> Vec<Target> {
        let ranges = self.ranges(table, sums);
        let (mut told, mut known) = (Vec::new(), HashSet::new());
        for (at, row) in self.rows.iter().enumerate() {
            for column in 0..self.columns.len() {
                for (form, counts_members) in self.protected(table, *row, column) {
                    let range = ranges[at * self.forms.len() + form];
                    if !range.is_enough(table.minimum, counts_members) && known.insert((*row, form)) {
                        told.push((*row, form));
                    }
                }
            }
        }
        told
    }

    /// The forms that nobody may learn because of a figure, and whether they count members.
    fn protected(&self, table: &Table, row: usize, column: usize) -> Vec<(usize, bool)> {
        let (cell, metric) = (&table.rows[row].entries[column], table.metrics[column]);
        let counts_members = matches!(metric.contributors, Contributors::Members);
        match self.of_column[column] {
            _ if cell.hidden.is_none() || metric.unit == Unit::Money => Vec::new(),
            Sides::Sum(form) if cell.hidden == Some(Hidden::Few) => vec![(form, counts_members)],
            Sides::Ratio { of, by, rest } if counts_members => {
                let few = |form: &usize| {
                    self.number(table, row, *form).is_some_and(|number| 0 < number && number < table.minimum)
                };
                [of, by, rest].into_iter().filter(few).map(|form| (form, true)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What could be hidden to widen a range, the smallest loss first: rates of the row, its other figures that share a
    /// term with it, the same figure of the rows that it adds up with, figures of those rows, and others near it. They
    /// are found one by one: mostly the first is enough, and a list has thousands of rows near each other.
    fn candidates<'s>(
        &'s self,
        table: &'s Table,
        sums: &'s [Sum],
        (row, form): Target,
    ) -> impl Iterator<Item = (usize, usize)> + 's {
        let form = &self.forms[form];
        let of_row = iter::once_with(move || self.related(table, row, form));
        let of_parts = sums.iter().filter(move |sum| sum.rows().any(|other| other == row)).map(move |sum| {
            let column = |column: usize| {
                let divisor = table.divisor(column).filter(|_| table.is_of_members(column))?;
                let adds_up = !sum.over_time || adds_up_over_time(table.metrics[column]);
                let is_part = adds_up && self.columns[column].shares_a_term_with(form);
                is_part.then(|| next_part(table, column, divisor, &sum.parts).map(move |row| (row, column)))
            };
            (0..self.columns.len()).filter_map(column).flatten().collect()
        });
        let of_others = iter::once_with(move || {
            let near = near(row, sums);
            let related = near.iter().flat_map(|row| self.related(table, *row, form));
            // A figure that has no term of the form may have one of another figure that has: all sent messages, if
            // delivered and bounced ones are hidden.
            let all = near.iter().flat_map(|row| (0..self.columns.len()).map(move |column| (*row, column)));
            related.chain(all.filter(|(row, column)| is_shown(table, *row, *column))).collect::<Vec<_>>()
        });
        let mut known = HashSet::new();
        of_row.chain(of_parts).chain(of_others).flatten().filter(move |candidate| known.insert(*candidate))
    }

    /// The shown figures of a row that share a term with a form.
    fn related(&self, table: &Table, row: usize, form: &Form) -> Vec<(usize, usize)> {
        let mut related: Vec<(usize, usize)> = (0..self.columns.len())
            .filter(|column| is_shown(table, row, *column) && self.columns[*column].shares_a_term_with(form))
            .map(|column| (row, column))
            .collect();
        related.sort_by_key(|(row, column)| match self.columns[*column] {
            Column::Ratio(..) => (0, 0),
            Column::Sum(_) => (1, table.rows[*row].entries[*column].number().abs()),
        });
        related
    }
}

fn is_shown(table: &Table, row: usize, column: usize) -> bool {
    table.hidden(row, column).is_none() && table.is_of_members(column)
}

/// The rows that a row adds up with, and those that these add up with; each once.
fn near(row: usize, sums: &[Sum]) -> Vec<usize> {
    let (mut near, mut known) = (vec![row], HashSet::from([row]));
    for _ in 0..2 {
        let with_them: Vec<&Sum> = sums.iter().filter(|sum| sum.rows().any(|row| known.contains(&row))).collect();
        for row in with_them.into_iter().flat_map(Sum::rows) {
            if known.insert(row) {
                near.push(row);
            }
        }
    }
    near
}

#[cfg(test)]
mod tests;
