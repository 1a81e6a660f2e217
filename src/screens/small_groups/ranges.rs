//! Which range the shown figures, and the reasons of hidden ones, leave a hidden figure.
//!
//! `row` and `sums` follow what figures tell exactly. Limits tell more: where 9 messages were sent, and at least 5 delivered, at
//! most 4 bounced; where a rate of 54.05 % is of 36 to 40 members, it is of 20 or 21. Here each figure has a range, and
//! every relation between figures narrows the ranges of those it has, until none gets narrower.

use std::collections::VecDeque;

use super::forms::{Column, Form, minus};
use super::sheet::{Sheet, Sum};
use super::sums::{adds_up_over_time, next_part};
use crate::metrics::{Behind, Hidden, Term, Unit};

/// How many ranges are computed, at most, to find the figure that is best hidden; afterwards the first that may help is.
const MOST_TRIED: usize = 200_000;
/// How often a relation narrows ranges. Two that feed each other may come closer to a limit in ever smaller steps.
const MOST_ROUNDS: usize = 50;

/// Hides figures of rows until the others of the row leave each hidden one enough.
pub fn hide_in_rows(sheet: &mut Sheet) {
    for row in 0..sheet.rows.len() {
        if sheet.rows[row].cells.iter().any(|cell| cell.hidden.is_some()) {
            hide_in(sheet, &[row], &[]);
        }
    }
}

/// Hides figures until all others of the sheet leave each hidden one enough.
pub fn hide(sheet: &mut Sheet) {
    let rows: Vec<usize> = (0..sheet.rows.len()).collect();
    let sums = sheet.sums.clone();
    hide_in(sheet, &rows, &sums);
}

fn hide_in(sheet: &mut Sheet, rows: &[usize], sums: &[Sum]) {
    if rows.iter().all(|row| sheet.rows[*row].cells.iter().all(|cell| cell.hidden.is_none())) {
        return;
    }
    let relations = Relations::new(sheet, rows);
    let mut tries = MOST_TRIED / (rows.len() * relations.forms.len());
    loop {
        let told = relations.told(sheet, sums);
        let before = sheet.count();
        for target in told {
            let mut is_safe = |sheet: &Sheet| {
                tries = tries.saturating_sub(1);
                tries > 0 && !relations.told(sheet, sums).contains(&target)
            };
            // What was hidden for another may do.
            if sheet.count() > before && is_safe(sheet) {
                continue;
            }
            let candidates = relations.candidates(sheet, sums, target);
            let mut helps = |(row, column): &&(usize, usize)| {
                sheet.hide_other(*row, *column);
                let helps = is_safe(sheet);
                sheet.rows[*row].cells[*column].hidden = None;
                helps
            };
            let best = candidates.iter().find(&mut helps).or(candidates.first());
            if let Some((row, column)) = best {
                sheet.hide_other(*row, *column);
            }
        }
        if sheet.count() == before {
            return;
        }
    }
}

/// A hidden figure, or a side of a hidden rate: its row and the form.
type Target = (usize, usize);

/// What the figures of a sheet have to do with each other, whichever are shown.
struct Relations {
    rows: Vec<usize>,
    columns: Vec<Column>,
    /// The forms of the columns, and the terms by themselves.
    forms: Vec<Form>,
    /// The index of a column's form, or of the forms of its sides and their difference.
    of_column: Vec<Sides>,
    /// Terms that may be negative.
    money: Vec<Term>,
}

#[derive(Clone, Copy)]
enum Sides {
    Sum(usize),
    Ratio { of: usize, by: usize, rest: usize },
}

impl Relations {
    fn new(sheet: &Sheet, rows: &[usize]) -> Relations {
        let columns: Vec<Column> = sheet.metrics.iter().map(|metric| Column::of(metric)).collect();
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
        for (column, metric) in columns.iter().zip(&sheet.metrics) {
            let (Column::Sum(of) | Column::Ratio(of, ..)) = column;
            let by = if let Column::Ratio(_, by, _) = column { by.as_slice() } else { &[] };
            for (_, term) in of.iter().chain(by) {
                index(&vec![(1, *term)]);
            }
            if metric.unit == Unit::Money {
                money.extend(of.iter().map(|(_, term)| *term));
            }
        }
        Relations { rows: rows.to_vec(), columns, forms, of_column, money }
    }

    /// The range of each form of each row, one row after the other.
    fn ranges(&self, sheet: &Sheet, sums: &[Sum]) -> Vec<Range> {
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
                self.of_cell(sheet, (*row, column), first, &mut ranges, &mut limits);
            }
        }
        for sum in sums {
            self.of_sum(sheet, sum, &mut limits);
        }
        narrow(&mut ranges, &limits);
        ranges
    }

    /// What one figure says: its value or, where it is hidden, the reason.
    fn of_cell(
        &self,
        sheet: &Sheet,
        (row, column): (usize, usize),
        first: usize,
        ranges: &mut [Range],
        limits: &mut Vec<Limit>,
    ) {
        let (cell, metric) = (&sheet.rows[row].cells[column], sheet.metrics[column]);
        match (self.of_column[column], &self.columns[column]) {
            (Sides::Sum(form), _) => {
                let range = &mut ranges[first + form];
                match cell.hidden {
                    None => *range = Range::exactly(cell.number()),
                    // Sums of money may be negative.
                    Some(_) if metric.unit == Unit::Money => {}
                    Some(Hidden::Few) => {
                        range.at_least(0);
                        if matches!(metric.behind, Behind::Members) {
                            range.at_most(sheet.minimum - 1);
                        }
                    }
                    // Of different things there may be fewer than of members.
                    Some(Hidden::Other) if metric.terms().any(|term| matches!(term, Term::Distinct(..))) => {
                        range.at_least(1);
                    }
                    Some(Hidden::Other) => range.at_least(sheet.minimum),
                }
            }
            (Sides::Ratio { of, by, .. }, Column::Ratio(_, by_form, scale)) => {
                if by_form.iter().all(|(_, term)| matches!(term, Term::Whole(_)))
                    && let Some(whole) = self.number(sheet, row, by)
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

    /// Parts are a total. Where members are in several groups, they are more by a number that is taken to be known.
    fn of_sum(&self, sheet: &Sheet, sum: &Sum, limits: &mut Vec<Limit>) {
        let place = |row: usize, form: usize| row * self.forms.len() + form;
        for (form, terms) in self.forms.iter().enumerate() {
            let adds_up = terms.iter().all(|(_, term)| !sum.over_time || matches!(term, Term::In(_)));
            let is_whole = terms.iter().any(|(_, term)| matches!(term, Term::Whole(_)));
            let is_column = self.of_column.iter().any(|sides| matches!(sides, Sides::Sum(of) if *of == form));
            if !adds_up || is_whole || !(is_column || sum.total.is_some()) {
                continue;
            }
            let number = |row: &usize| self.number(sheet, *row, form);
            let Some(parts) = sum.parts.iter().map(number).sum::<Option<i128>>() else { continue };
            let Some(total) = sum.total.map_or(Some(0), |row| number(&row)) else { continue };
            let mut terms: Vec<(i128, usize)> = sum.parts.iter().map(|row| (1, place(*row, form))).collect();
            terms.extend(sum.total.map(|row| (-1, place(row, form))));
            limits.push(Limit { parts: terms, range: Range::exactly(parts - total) });
        }
    }

    /// The true number of a form in a row; None where no figure has it.
    fn number(&self, sheet: &Sheet, row: usize, form: usize) -> Option<i128> {
        let cells = &sheet.rows[row].cells;
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
    fn told(&self, sheet: &Sheet, sums: &[Sum]) -> Vec<Target> {
        let ranges = self.ranges(sheet, sums);
        let mut told = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for column in 0..self.columns.len() {
                for (form, counts_members) in self.protected(sheet, *row, column) {
                    let range = ranges[at * self.forms.len() + form];
                    if !range.is_enough(sheet.minimum, counts_members) && !told.contains(&(*row, form)) {
                        told.push((*row, form));
                    }
                }
            }
        }
        told
    }

    /// The forms that nobody may learn because of a figure, and whether they count members.
    fn protected(&self, sheet: &Sheet, row: usize, column: usize) -> Vec<(usize, bool)> {
        let (cell, metric) = (&sheet.rows[row].cells[column], sheet.metrics[column]);
        let counts_members = matches!(metric.behind, Behind::Members);
        match self.of_column[column] {
            _ if cell.hidden.is_none() || metric.unit == Unit::Money => Vec::new(),
            Sides::Sum(form) if cell.hidden == Some(Hidden::Few) => vec![(form, counts_members)],
            Sides::Ratio { of, by, rest } if counts_members => {
                let few = |form: &usize| {
                    self.number(sheet, row, *form).is_some_and(|number| 0 < number && number < sheet.minimum)
                };
                [of, by, rest].into_iter().filter(few).map(|form| (form, true)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What could be hidden to widen a range, the least to lose first: rates of the row, its other figures that have to do with
    /// it, the same figure of the rows that it adds up with, and figures of those rows.
    fn candidates(&self, sheet: &Sheet, sums: &[Sum], (row, form): Target) -> Vec<(usize, usize)> {
        let is_shown = |row: usize, column: usize| sheet.hidden(row, column).is_none() && sheet.is_of_members(column);
        let form = &self.forms[form];
        let related = |row: usize| {
            let mut related: Vec<(usize, usize)> = (0..self.columns.len())
                .filter(|column| is_shown(row, *column) && self.columns[*column].shares_a_term_with(form))
                .map(|column| (row, column))
                .collect();
            related.sort_by_key(|(row, column)| match self.columns[*column] {
                Column::Ratio(..) => (0, 0),
                Column::Sum(_) => (1, sheet.rows[*row].cells[*column].number().abs()),
            });
            related
        };
        let mut candidates = related(row);
        let with_row = sums.iter().filter(|sum| sum.total == Some(row) || sum.parts.contains(&row));
        for sum in with_row.clone() {
            for column in 0..self.columns.len() {
                let Some(divisor) = sheet.divisor(column).filter(|_| sheet.is_of_members(column)) else { continue };
                if self.columns[column].shares_a_term_with(form)
                    && (!sum.over_time || adds_up_over_time(sheet.metrics[column]))
                {
                    candidates.extend(next_part(sheet, column, divisor, &sum.parts).map(|row| (row, column)));
                }
            }
        }
        for sum in with_row {
            sum.parts.iter().chain(&sum.total).for_each(|row| candidates.extend(related(*row)));
        }
        candidates.extend((0..self.columns.len()).filter(|column| is_shown(row, *column)).map(|column| (row, column)));
        let mut distinct = Vec::new();
        candidates.into_iter().for_each(|candidate| {
            if !distinct.contains(&candidate) {
                distinct.push(candidate);
            }
        });
        distinct
    }
}

/// The whole numbers that something may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Range {
    least: Option<i128>,
    most: Option<i128>,
}

impl Range {
    fn exactly(number: i128) -> Range {
        Range { least: Some(number), most: Some(number) }
    }

    fn at_least(&mut self, number: i128) {
        self.least = Some(self.least.map_or(number, |least| least.max(number)));
    }

    fn at_most(&mut self, number: i128) {
        self.most = Some(self.most.map_or(number, |most| most.min(number)));
    }

    /// Whether nobody learns more than that few members are behind a figure. Of members each number below the minimum is
    /// possible; of what they did, as many numbers follow each other as the minimum, and one more.
    fn is_enough(self, minimum: i128, counts_members: bool) -> bool {
        if counts_members {
            self.least.is_none_or(|least| least <= 1) && self.most.is_none_or(|most| most >= minimum - 1)
        } else {
            self.least.zip(self.most).is_none_or(|(least, most)| most - least >= minimum)
        }
    }
}

/// The range of a sum of figures, each with a factor.
struct Limit {
    parts: Vec<(i128, usize)>,
    range: Range,
}

/// Narrows ranges until the limits say no more.
fn narrow(ranges: &mut [Range], limits: &[Limit]) {
    let mut limits_of = vec![Vec::new(); ranges.len()];
    for (at, limit) in limits.iter().enumerate() {
        limit.parts.iter().for_each(|(_, part)| limits_of[*part].push(at));
    }
    let mut waits = vec![true; limits.len()];
    let mut queue: VecDeque<usize> = (0..limits.len()).collect();
    let mut rounds = MOST_ROUNDS * limits.len();
    while let Some(at) = queue.pop_front() {
        waits[at] = false;
        if rounds == 0 {
            return;
        }
        rounds -= 1;
        for part in narrow_by(ranges, &limits[at]) {
            for other in &limits_of[part] {
                if *other != at && !std::mem::replace(&mut waits[*other], true) {
                    queue.push_back(*other);
                }
            }
        }
    }
}

/// Narrows by one limit, and returns which ranges became narrower.
fn narrow_by(ranges: &mut [Range], limit: &Limit) -> Vec<usize> {
    // The least and most of a part with its factor.
    let ends = |range: Range, times: i128| {
        let [least, most] = [range.least, range.most].map(|end| end.map(|end| end * times));
        if times < 0 { (most, least) } else { (least, most) }
    };
    let (mut sums, mut open) = ([0; 2], [0; 2]);
    for (times, part) in &limit.parts {
        let (least, most) = ends(ranges[*part], *times);
        for (at, end) in [least, most].into_iter().enumerate() {
            match end {
                Some(end) => sums[at] += end,
                None => open[at] += 1,
            }
        }
    }
    let mut narrowed = Vec::new();
    for (times, part) in &limit.parts {
        let range = ranges[*part];
        let (least, most) = ends(range, *times);
        // What the others have at least and at most; None where it may be anything.
        let rest = |at: usize, own: Option<i128>| match (open[at], own) {
            (0, Some(own)) => Some(sums[at] - own),
            (1, None) => Some(sums[at]),
            _ => None,
        };
        let most_of_part = limit.range.most.zip(rest(0, least)).map(|(most, rest)| most - rest);
        let least_of_part = limit.range.least.zip(rest(1, most)).map(|(least, rest)| least - rest);
        let least_of_it = if *times > 0 { least_of_part } else { most_of_part.map(|most| -most) };
        let most_of_it = if *times > 0 { most_of_part } else { least_of_part.map(|least| -least) };
        let mut new = range;
        if let Some(most) = most_of_it {
            new.at_most(most.div_euclid(times.abs()));
        }
        if let Some(least) = least_of_it {
            new.at_least(-(-least).div_euclid(times.abs()));
        }
        let is_possible = new.least.zip(new.most).is_none_or(|(least, most)| least <= most);
        if new != range && is_possible {
            ranges[*part] = new;
            narrowed.push(*part);
        }
    }
    narrowed
}
