//! The numbers of some metrics for each member of a sample: the same questions, by member.
//!
//! A program with many members has a sample ([`MemberSample`]), the same for all figures of a data version. Groups do
//! not restrict it, but the scope does: a figure reveals nothing about other members.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::{try_join, try_join_all};

use super::variance::{Residuals, Spread, is_by_day, is_of_members, is_sampled};
use crate::figures::cached_rows::CacheKey;
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::{Engine, terms_of};
use crate::figures::member_counts::Segments;
use crate::figures::members::{ELIGIBILITY, SESSION};
use crate::figures::model::{Formula, Measure, Metric, Sum, Term};
use crate::figures::period::Window;
use crate::figures::query::of_members;
use crate::figures::segment_groups::{Levels, SegmentGroups};
use crate::figures::source_query::SourceQuery;
use crate::figures::subset::Subset;
use crate::warehouse::day::Day;
use crate::warehouse::member_sample::MemberSample;
use crate::warehouse::question::Span;
use crate::warehouse::{Column, Rows, WarehouseError};

/// The members of a sample, with what each has of some metrics now and before.
#[derive(Debug, Default)]
pub struct Sample {
    /// The member keys; empty if they were not asked for.
    keys: Vec<i64>,
    /// Numerator and denominator in both windows, by member and metric.
    members: Vec<Vec<[(f64, f64); 2]>>,
}

impl Sample {
    /// Takes the numbers of each member for each metric.
    pub fn new(members: Vec<Vec<[(f64, f64); 2]>>) -> Sample {
        Sample { keys: Vec::new(), members }
    }

    /// How far the members are from a metric of a window: 0 for now, 1 for before.
    pub fn residuals(&self, metric: usize, window: usize) -> Option<Residuals> {
        Residuals::of(self.members.iter().map(|of_metrics| of_metrics[metric][window]))
    }

    fn spread(&self, metric: usize) -> Option<Spread> {
        Some(Spread::of(&self.residuals(metric, 0)?, &self.residuals(metric, 1)?))
    }
}

/// With fewer sampled members, nothing is said about the newcomers among them.
const LEAST_CHOSEN: usize = 4096;

/// Numerator and denominator of a metric in a window: of everybody in the sample, and of newcomers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Divided {
    pub all: (f64, f64),
    pub newcomers: (f64, f64),
}

impl Divided {
    fn add(&mut self, (of, by): (f64, f64), is_newcomer: bool) {
        self.all = (self.all.0 + of, self.all.1 + by);
        if is_newcomer {
            self.newcomers = (self.newcomers.0 + of, self.newcomers.1 + by);
        }
    }

    /// The newcomers' parts of numerator and denominator, from 0 to 1.
    pub fn parts(&self) -> (f64, f64) {
        let part = |of: f64, all: f64| if all == 0.0 { 0.0 } else { (of / all).clamp(0.0, 1.0) };
        (part(self.newcomers.0, self.all.0), part(self.newcomers.1, self.all.1))
    }
}

/// How some metrics vary from member to member between two windows.
#[derive(Debug, Default)]
pub struct Spreads<'a>(Vec<(&'a Metric, Spread)>);

impl Spreads<'_> {
    /// None if the sample does not say it.
    pub fn of(&self, metric: &Metric) -> Option<&Spread> {
        self.0.iter().find(|(known, _)| std::ptr::eq(*known, metric)).map(|(_, spread)| spread)
    }
}

impl Engine {
    /// How the sampled ones of some metrics vary, between a window and the one before.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn spreads<'a>(
        &self,
        catalogue: &Catalogue,
        metrics: &[&'a Metric],
        windows: [Window; 2],
        selection: &Selection,
    ) -> Result<Spreads<'a>, WarehouseError> {
        let sampled: Vec<&Metric> = metrics.iter().copied().filter(|metric| is_sampled(metric)).collect();
        let sample = self.sampled(catalogue, &sampled, windows, selection).await?;
        let spreads = sampled.into_iter().enumerate();
        Ok(Spreads(spreads.filter_map(|(at, metric)| Some((metric, sample.spread(at)?))).collect()))
    }

    /// The numbers of each member of the sample for some metrics.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn sampled(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        windows: [Window; 2],
        selection: &Selection,
    ) -> Result<Sample, WarehouseError> {
        let terms = terms_of(metrics, false);
        let read = terms.iter().map(|term| self.of_members(catalogue, *term, &terms, windows, selection));
        let read = try_join_all(read).await?;
        let mut numbers = Numbers::of(terms.len());
        for (at, (term, (rows, days))) in terms.iter().zip(&read).enumerate() {
            numbers.add((at, *term), rows, days);
        }
        let is_in_scope = |member: i64| {
            let segment = segment_of(&catalogue.member_segments, member);
            segment > 0 && catalogue.counts_segment(segment)
        };
        let mut members: Vec<(i64, &[[f64; 2]])> = numbers.members().collect();
        members.retain(|(member, _)| is_in_scope(*member));
        // Sums of fractions depend on their order.
        members.sort_unstable_by_key(|(member, _)| *member);
        let ratios: Vec<Ratio> = metrics.iter().map(|metric| Ratio::of(metric, &terms)).collect();
        let of_ratios = |(_, numbers): &(i64, &[[f64; 2]])| -> Vec<[(f64, f64); 2]> {
            ratios.iter().map(|ratio| ratio.both(numbers)).collect()
        };
        let keys = members.iter().map(|(member, _)| *member).collect();
        Ok(Sample { keys, members: members.iter().map(of_ratios).collect() })
    }

    /// Numerator and denominator of a metric, now and before: of the sampled members of the chosen groups, and of those
    /// whose first login is in the window. None if the sample does not say it, or has too few of them.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn sampled_newcomers(
        &self,
        catalogue: &Catalogue,
        metric: &Metric,
        windows: [Window; 2],
        selection: &Selection,
    ) -> Result<Option<[Divided; 2]>, WarehouseError> {
        let sample = MemberSample::of(catalogue.member_segments.members());
        if sample.is_none() || !divides(metric) {
            return Ok(None);
        }
        let (sampled, days) =
            try_join(self.sampled(catalogue, &[metric], windows, selection), self.days(catalogue, sample)).await?;
        let [members, first_days, ..] = days.columns.as_slice() else { return Ok(None) };
        let first_days: HashMap<i64, i64> =
            members.ints().iter().copied().zip(first_days.ints().iter().copied()).collect();
        let is_counted = SegmentGroups::new(catalogue, &selection.groups, Levels::default()).counted(&SESSION);
        let segments = windows.map(|window| catalogue.segments_on(window.end));
        let is_chosen = |member: i64, window: usize| is_counted(segment_of(&segments[window], member) as i64);
        let number = |date| i64::from(Day::clamped(date).number());
        let days = windows.map(|window| number(window.start)..=number(window.end));
        let mut divided = [Divided::default(); 2];
        let mut chosen = 0;
        for (member, numbers) in sampled.keys.iter().zip(&sampled.members) {
            chosen += usize::from(is_chosen(*member, 0));
            let first_day = first_days.get(member).copied().unwrap_or_default();
            for (window, divided) in divided.iter_mut().enumerate().filter(|(window, _)| is_chosen(*member, *window)) {
                divided.add(numbers[0][window], days[window].contains(&first_day));
            }
        }
        Ok((chosen >= LEAST_CHOSEN).then_some(divided))
    }

    /// Each member of the sample, with the days of the first login and of eligibility.
    async fn days(&self, catalogue: &Catalogue, sample: Option<MemberSample>) -> Result<Arc<Rows>, WarehouseError> {
        let (warehouse, version) = (self.shared_warehouse(), catalogue.version);
        let sql = days_of_members(sample);
        let read = async move || warehouse.query(version, sql, Vec::new()).await;
        self.cached(CacheKey::DaysOfMembers(version), read).await
    }

    /// The rows that a term is counted from by member, and their days.
    async fn of_members(
        &self,
        catalogue: &Catalogue,
        term: Term,
        terms: &[Term],
        windows: [Window; 2],
        selection: &Selection,
    ) -> Result<(Arc<Rows>, Vec<Days>), WarehouseError> {
        let (source, days) = (term.source(), days_of(term, windows));
        if days.is_empty() {
            return Ok((Arc::default(), days));
        }
        let sample = MemberSample::of(catalogue.member_segments.members());
        if is_by_day(source) {
            return Ok((self.days(catalogue, sample).await?, days));
        }
        let (warehouse, version) = (self.shared_warehouse(), catalogue.version);
        let items = catalogue.chosen(source.items, selection);
        let subset = |term: Term| Subset::of(term.measure(), &items, None);
        let is_beside = |other: &&Term| other.source() == source && subset(**other) == subset(term);
        let measures: Vec<&'static str> =
            terms.iter().filter(is_beside).filter_map(|term| Some(term.measure()?.id)).collect();
        let spans = days.iter().map(|days| days.span).collect();
        let subset = subset(term);
        let query = SourceQuery { source, spans, items, by: None, subset, newcomers: None, were: None };
        let question = of_members(&query, &measures, sample.is_some());
        let key = CacheKey::OfMembers(version, query, measures);
        let rows = self.cached(key, async move || warehouse.answer(version, &question).await).await?;
        Ok((rows, days))
    }
}

/// Whether a sample says which part of a metric comes from newcomers: if the metric is sampled anyway, or sums what
/// each member has.
fn divides(metric: &Metric) -> bool {
    // Distinct members of chosen items are counted, not summed.
    let is_summed = |term: Term| matches!(term, Term::In(Measure { members_with: None, .. })) && is_of_members(term);
    is_sampled(metric) || metric.terms().all(is_summed)
}

/// The segment of a member; 0 if there is none.
fn segment_of(segments: &Segments, member: i64) -> usize {
    u32::try_from(member).map_or(0, |member| segments.of(member))
}

/// All members (with a sample, its members), with the days of the first login (0 without one) and of eligibility.
fn days_of_members(sample: Option<MemberSample>) -> String {
    let restricted = sample.map_or_else(String::new, |sample| format!(" where {}", sample.condition()));
    format!("select member_key::bigint, first_day::bigint, eligible_day::bigint from bond.derived.member{restricted}")
}

/// Days whose rows count in some of the windows.
#[derive(Debug, PartialEq)]
struct Days {
    span: Span,
    counts_in: [bool; 2],
}

/// The days that a term counts in both windows, in order. The parts of a count up to a day do not overlap.
fn days_of(term: Term, windows: [Window; 2]) -> Vec<Days> {
    let number = |date| i32::from(Day::clamped(date).number());
    let first = i32::from(Day::FIRST.number());
    let mut days: Vec<Days> = Vec::new();
    let in_time = windows.iter().enumerate().filter(|(_, window)| window.end >= Day::FIRST.to_date());
    for (at, window) in in_time {
        let mut counts_in = [false; 2];
        counts_in[at] = true;
        let span = match term {
            Term::AsOf(_) => Span { first, last: number(window.end) },
            Term::Before(_) => Span { first, last: number(window.start) - 1 },
            _ => Span { first: number(window.start), last: number(window.end) },
        };
        days.push(Days { span, counts_in });
    }
    days.sort_by_key(|days| (days.span.first, days.span.last));
    // Both begin with the first day: the later one begins after the end of the earlier one.
    if let (Term::AsOf(_), [earlier, later]) = (term, days.as_mut_slice()) {
        earlier.counts_in = [true; 2];
        later.span.first = earlier.span.last + 1;
    }
    days.retain(|days| days.span.first <= days.span.last);
    days
}

/// The numbers of each member, by term and window.
#[derive(Default)]
struct Numbers {
    terms: usize,
    places: HashMap<i64, usize>,
    /// By place, then by term.
    numbers: Vec<[f64; 2]>,
    /// By place: whether a row of the member counts in a window.
    has_any: Vec<bool>,
    /// The places of the members of the rows that were added last: terms of a source share their rows.
    last: (Vec<i64>, Vec<usize>),
}

impl Numbers {
    fn of(terms: usize) -> Numbers {
        Numbers { terms, ..Numbers::default() }
    }

    /// Each member with something that counts, with the numbers of all terms.
    fn members(&self) -> impl Iterator<Item = (i64, &[[f64; 2]])> {
        let of_place = |place: usize| &self.numbers[place * self.terms..][..self.terms];
        let counted = self.places.iter().filter(|(_, place)| self.has_any[**place]);
        counted.map(move |(member, place)| (*member, of_place(*place)))
    }

    fn add(&mut self, (at, term): (usize, Term), rows: &Rows, days: &[Days]) {
        if is_by_day(term.source()) {
            self.add_days((at, term), rows, days);
            return;
        }
        let index = term.measure().and_then(index_of);
        let [_, parts, members, numbers @ ..] = rows.columns.as_slice() else { return };
        let Some(numbers) = index.and_then(|index| numbers.get(index)).map(Column::ints) else { return };
        let places = self.places_of(members.ints());
        for ((part, place), number) in parts.ints().iter().zip(&places).zip(numbers) {
            let Some(days) = usize::try_from(*part).ok().and_then(|part| days.get(part)) else { continue };
            self.count((at, *place), *number as f64, days.counts_in);
        }
        self.last.1 = places;
    }

    /// Adds the days of members: those of the first login, or of eligibility.
    fn add_days(&mut self, (at, term): (usize, Term), rows: &Rows, days: &[Days]) {
        let [members, first_days, eligible_days] = rows.columns.as_slice() else { return };
        let of_members = if *term.source() == ELIGIBILITY { eligible_days } else { first_days };
        let places = self.places_of(members.ints());
        for (place, day) in places.iter().zip(of_members.ints()) {
            for Days { span, counts_in } in days {
                // A member without a login has day 0, which is no day.
                if (i64::from(span.first)..=i64::from(span.last)).contains(day) {
                    self.count((at, *place), 1.0, *counts_in);
                }
            }
        }
        self.last.1 = places;
    }

    fn places_of(&mut self, members: &[i64]) -> Vec<usize> {
        if self.last.0 == members {
            return std::mem::take(&mut self.last.1);
        }
        self.places.reserve(members.len());
        let terms = self.terms;
        let mut place = |member: &i64| {
            let next = self.places.len();
            let place = *self.places.entry(*member).or_insert(next);
            if place == next {
                self.numbers.resize((next + 1) * terms, [0.0; 2]);
                self.has_any.push(false);
            }
            place
        };
        let places = members.iter().map(&mut place).collect();
        members.clone_into(&mut self.last.0);
        places
    }

    fn count(&mut self, (at, place): (usize, usize), number: f64, counts_in: [bool; 2]) {
        self.has_any[place] = true;
        let of_term = &mut self.numbers[place * self.terms + at];
        for (sum, _) in of_term.iter_mut().zip(counts_in).filter(|(_, counts)| *counts) {
            *sum += number;
        }
    }
}

/// The place of a measure among the columns of its source's rows.
fn index_of(measure: &Measure) -> Option<usize> {
    measure
        .source
        .measures
        .iter()
        .filter(|other| !other.counts_contributors)
        .position(|other| std::ptr::eq(*other, measure))
}

/// The formula of a metric over numbers of terms.
struct Ratio {
    of: Vec<(f64, usize)>,
    by: Vec<(f64, usize)>,
}

impl Ratio {
    fn of(metric: &Metric, terms: &[Term]) -> Ratio {
        let (of, by): (Sum, Sum) = match metric.formula {
            Formula::Sum(of, _) => (of, &[]),
            Formula::Ratio { of, by, .. } => (of, by),
        };
        let place = |term: &Term| terms.iter().position(|known| known == term);
        let sum = |sum: Sum| sum.iter().filter_map(|(times, term)| Some((*times as f64, place(term)?))).collect();
        Ratio { of: sum(of), by: sum(by) }
    }

    /// Numerator and denominator, now and before.
    fn both(&self, numbers: &[[f64; 2]]) -> [(f64, f64); 2] {
        let sum = |of: &[(f64, usize)], window: usize| -> f64 {
            of.iter().map(|(times, at)| times * numbers[*at][window]).sum()
        };
        [0, 1].map(|window| (sum(&self.of, window), sum(&self.by, window)))
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::figures::members::{AVERAGE_TENURE, RETENTION_RATE};

    #[test]
    fn days_up_to_an_end_are_read_once() {
        let window = |start, end| Window { start, end };
        let now = window(date!(2000 - 02 - 01), date!(2000 - 02 - 10));
        let before = window(date!(2000 - 01 - 20), date!(2000 - 01 - 31));
        let of = |days: Vec<Days>| {
            days.into_iter().map(|days| (days.span.first, days.span.last, days.counts_in)).collect::<Vec<_>>()
        };
        let tenure = AVERAGE_TENURE.terms().next().expect("a term");
        assert_eq!(of(days_of(tenure, [now, before])), [(1, 30, [true, true]), (31, 40, [true, false])]);
        assert_eq!(of(days_of(tenure, [before, now])), [(1, 30, [true, true]), (31, 40, [false, true])]);
        assert_eq!(of(days_of(tenure, [now, now])), [(1, 40, [true, true])]);
        let terms: Vec<Term> = RETENTION_RATE.terms().collect();
        assert_eq!(of(days_of(terms[0], [now, before])), [(19, 30, [false, true]), (31, 40, [true, false])]);
        assert_eq!(of(days_of(terms[2], [now, before])), [(1, 18, [false, true]), (1, 30, [true, false])]);
        let early = window(date!(1999 - 12 - 01), date!(1999 - 12 - 31));
        assert_eq!(of(days_of(tenure, [now, early])), [(1, 40, [true, false])]);
    }
}
