//! Reads a figure of two windows, divided into slices.

use std::collections::BTreeMap;

use futures_util::future::try_join;
use time::Duration;

use super::division::{self, Division};
use super::effects::Pair;
use crate::figures::catalogue::{Catalogue, Segment, Selection};
use crate::figures::dimension::Dimension;
use crate::figures::engine::{Engine, ItemQuery};
use crate::figures::filter::Choice;
use crate::figures::model::Metric;
use crate::figures::operands::Operands;
use crate::figures::period::{Bucket, Grain, Window};
use crate::figures::program::ACTIVITY;
use crate::figures::segment_groups::{GroupKey, Levels, SegmentGroups};
use crate::figures::standard_error::Spread;
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::i18n::{Explain, dates};
use crate::warehouse::WarehouseError;

/// A figure in the windows that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    pub metric: &'static Metric,
    pub now: Window,
    pub before: Window,
}

impl Compared {
    /// Whether the windows can be divided in this way. Figures that are supplied by month are divided into months only.
    pub fn allows(self, division: Division) -> bool {
        let is_by_month = || self.metric.terms().any(|term| term.source().id == ACTIVITY.id);
        division != Division::Time || self.longest() > LONGEST_IN_WEEKS || !is_by_month()
    }

    /// The days of the longer window.
    fn longest(self) -> i64 {
        self.now.days().max(self.before.days())
    }
}

/// The most days of a window that is divided into days.
const LONGEST_IN_DAYS: i64 = 14;

/// The most days of a window that is divided into weeks; longer ones are divided into months.
const LONGEST_IN_WEEKS: i64 = 70;

/// The part of a program that a node of the tree is about.
#[derive(Clone, Debug, Default)]
pub struct NodeScope {
    pub selection: Selection,
    /// Only members of exactly these groups of a grouping.
    combinations: Vec<(Grouping, Vec<i32>)>,
    /// Only newcomers, or only others.
    newcomers: Option<bool>,
    /// Only these values of a dimension; nothing can be read within them.
    is_item: bool,
}

/// A group, item or time, and the figure in it.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Unique in its division.
    pub key: String,
    pub name: String,
    pub pair: Pair,
    /// The part of the program in it; None if it cannot be divided further.
    pub cut: Option<NodeScope>,
    /// The slice's own windows, if it is a time.
    pub windows: Option<(Window, Window)>,
}

/// The key of what belongs to no group or item.
const REST: &str = "rest";

impl NodeScope {
    /// Everything that a selection chooses.
    pub fn of(selection: Selection) -> NodeScope {
        NodeScope { selection, ..NodeScope::default() }
    }

    /// Whether it can be divided in this way: what is fixed already is not divided again.
    pub fn allows(&self, division: Division) -> bool {
        match division {
            Division::Grouping(grouping) => self.combinations.iter().all(|(fixed, _)| *fixed != grouping),
            Division::Moves => self.newcomers.is_none() && !self.is_item && self.is_of_groups(),
            Division::Newcomers => self.newcomers.is_none() && !self.is_item,
            Division::Items(_) => self.newcomers.is_none() && !self.is_item,
            Division::Time => self.newcomers.is_none() && !self.is_item,
        }
    }

    /// Whether only members of some groups are in it.
    fn is_of_groups(&self) -> bool {
        self.groupings().next().is_some()
    }

    /// The groupings of which only some groups are in it.
    pub(super) fn groupings(&self) -> impl Iterator<Item = Grouping> {
        let is_fixed = |grouping: &Grouping| self.combinations.iter().any(|(fixed, _)| fixed == grouping);
        Grouping::all().filter(move |grouping| is_fixed(grouping) || self.selection.groups[*grouping] != Choice::All)
    }

    fn has(&self, segment: &Segment) -> bool {
        self.combinations.iter().all(|(grouping, groups)| segment.groups[*grouping] == *groups)
    }

    fn is_everybody(&self) -> bool {
        self.combinations.is_empty() && self.newcomers.is_none()
    }

    /// The segments in it, divided by `group_of`.
    pub(super) fn segments(
        &self,
        catalogue: &Catalogue,
        group_of: impl Fn(usize, &Segment) -> Option<i32>,
    ) -> SegmentGroups {
        let divided = SegmentGroups::divided(catalogue, &self.selection.groups, |segment| self.has(segment), group_of);
        if self.is_everybody() { divided } else { divided.with_facts_of_members_only() }
    }
}

/// Reads slices.
pub struct Reader<'a> {
    pub engine: &'a Engine,
    pub catalogue: &'a Catalogue,
    /// The language of the names of causes.
    pub language: Language,
}

impl Reader<'_> {
    pub(super) fn texts(&self) -> &'static Explain {
        &self.language.texts().explain
    }

    /// The figure in a cut as a whole.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn whole(&self, compared: Compared, cut: &NodeScope) -> Result<Pair, WarehouseError> {
        let segments = cut.segments(self.catalogue, |_, _| None);
        let (now, before) = self.both(compared, cut, &segments).await?;
        Ok(Pair { now: total(now), before: total(before) })
    }

    /// How the figure varies from member to member, if a sample says it.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn spread(&self, compared: Compared, cut: &NodeScope) -> Result<Option<Spread>, WarehouseError> {
        let Compared { metric, now, before } = compared;
        let spreads = self.engine.spreads(self.catalogue, &[metric], [now, before], &cut.selection).await?;
        Ok(spreads.of(metric).copied())
    }

    pub(super) async fn by_grouping(
        &self,
        compared: Compared,
        cut: &NodeScope,
        grouping: Grouping,
    ) -> Result<Vec<Slice>, WarehouseError> {
        let mut combinations: Vec<&[i32]> =
            self.catalogue.segments.iter().map(|segment| segment.groups[grouping].as_slice()).collect();
        combinations.sort_unstable();
        combinations.dedup();
        let index_of = |_, segment: &Segment| {
            let index = combinations.binary_search(&segment.groups[grouping].as_slice()).ok()?;
            i32::try_from(index).ok()
        };
        let segments = cut.segments(self.catalogue, index_of);
        let (now, before) = self.both(compared, cut, &segments).await?;
        let mut pairs: BTreeMap<i32, Pair> = BTreeMap::new();
        let mut rest = Pair::default();
        for (of, is_now) in [(now, true), (before, false)] {
            let place = |pair: &mut Pair, counted| if is_now { pair.now = counted } else { pair.before = counted };
            let mut left = Operands::default();
            for (key, counted) in of {
                match key {
                    GroupKey::One(index) => {
                        left = if left == Operands::default() { left } else { left.without(&counted) };
                        place(pairs.entry(index).or_default(), counted);
                    }
                    _ => left = counted,
                }
            }
            place(&mut rest, left);
        }
        let mut pairs: Vec<(i32, Pair)> = pairs.into_iter().collect();
        pairs.sort_by_cached_key(|(index, _)| self.in_order(grouping, combinations[*index as usize]));
        let mut slices: Vec<Slice> = pairs
            .into_iter()
            .map(|(index, pair)| {
                let groups = combinations[index as usize];
                let mut inside = cut.clone();
                inside.combinations.push((grouping, groups.to_vec()));
                Slice {
                    key: groups.iter().map(i32::to_string).collect::<Vec<_>>().join("."),
                    name: self.names(grouping, groups),
                    pair,
                    cut: Some(inside),
                    windows: None,
                }
            })
            .collect();
        slices.extend(self.rest(rest, self.texts().of_no_member));
        Ok(slices)
    }

    /// The rest that belongs to none of the slices, if there is one.
    pub(super) fn rest(&self, pair: Pair, name: &str) -> Option<Slice> {
        let is_nothing = |counted: &Operands| counted.numerator == 0 && counted.denominator == 0;
        let is_there = !is_nothing(&pair.now) || !is_nothing(&pair.before);
        is_there.then(|| Slice { key: REST.to_owned(), name: name.to_owned(), pair, cut: None, windows: None })
    }

    /// The places of groups, the first first.
    fn in_order(&self, grouping: Grouping, groups: &[i32]) -> Vec<usize> {
        let mut places: Vec<usize> = groups.iter().map(|id| self.catalogue.place(grouping, *id)).collect();
        places.sort_unstable();
        places
    }

    /// The names of groups, as `Families + Students`.
    pub(super) fn names(&self, grouping: Grouping, groups: &[i32]) -> String {
        let known = self.catalogue.groups(grouping);
        let places = self.in_order(grouping, groups).into_iter();
        let names: Vec<&str> = places.filter_map(|place| Some(known.get(place)?.name.as_str())).collect();
        if names.is_empty() { self.texts().none_of_them.to_owned() } else { names.join(" + ") }
    }

    pub(super) async fn by_newcomers(&self, compared: Compared, cut: &NodeScope) -> Result<Vec<Slice>, WarehouseError> {
        let slice = async |newcomers: bool| {
            let inside = NodeScope { newcomers: Some(newcomers), ..cut.clone() };
            Ok::<_, WarehouseError>(self.newcomers_slice(cut, newcomers, self.whole(compared, &inside).await?))
        };
        let (new, others) = try_join(slice(true), slice(false)).await?;
        let (pair, slices) = (self.whole(compared, cut).await?, vec![new, others]);
        let without = |of: fn(&Pair) -> &Operands| {
            slices.iter().fold(of(&pair).clone(), |left, slice| left.without(of(&slice.pair)))
        };
        let rest = self.rest(
            Pair { now: without(|pair| &pair.now), before: without(|pair| &pair.before) },
            self.texts().of_no_member,
        );
        Ok(slices.into_iter().chain(rest).collect())
    }

    /// New and established members of a cut, in the proportions of a sample: they say how much this division tells
    /// without a scan of all rows. None if no sample says it.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn estimated_newcomers(
        &self,
        compared: Compared,
        cut: &NodeScope,
    ) -> Result<Option<Vec<Slice>>, WarehouseError> {
        if !cut.is_everybody() {
            return Ok(None);
        }
        let Compared { metric, now, before } = compared;
        let sampled = self.engine.sampled_newcomers(self.catalogue, metric, [now, before], &cut.selection);
        let (whole, Some([of_now, of_before])) = try_join(self.whole(compared, cut), sampled).await? else {
            return Ok(None);
        };
        let new = Pair { now: part(&whole.now, of_now.parts()), before: part(&whole.before, of_before.parts()) };
        let others = Pair { now: whole.now.without(&new.now), before: whole.before.without(&new.before) };
        Ok(Some(
            [(true, new), (false, others)].map(|(newcomers, pair)| self.newcomers_slice(cut, newcomers, pair)).into(),
        ))
    }

    /// The newcomers of a cut, or the others.
    fn newcomers_slice(&self, cut: &NodeScope, newcomers: bool, pair: Pair) -> Slice {
        let texts = self.texts();
        let (key, name) =
            if newcomers { ("new", texts.new_members) } else { ("established", texts.established_members) };
        let cut = Some(NodeScope { newcomers: Some(newcomers), ..cut.clone() });
        Slice { key: key.to_owned(), name: name.to_owned(), pair, cut, windows: None }
    }

    pub(super) async fn by_items(
        &self,
        compared: Compared,
        cut: &NodeScope,
        dimension: &'static Dimension,
    ) -> Result<Vec<Slice>, WarehouseError> {
        let segments = cut.segments(self.catalogue, |_, _| None);
        // In a count of different items, each item that occurs counts as one.
        let listing = division::listing(compared.metric);
        let metric = listing.unwrap_or(compared.metric);
        let read = async |window: Window| {
            let query = ItemQuery {
                dimension,
                metrics: &[metric],
                windows: &[window],
                selection: &cut.selection,
                levels: Levels::default(),
                with: None,
            };
            self.engine.by_item_of_groups(self.catalogue, &query, &segments).await
        };
        let (now, before) = try_join(read(compared.now), read(compared.before)).await?;
        let mut left = self.whole(compared, cut).await?;
        let mut slices: BTreeMap<String, Slice> = BTreeMap::new();
        for (items, is_now) in [(&now, true), (&before, false)] {
            for item in 0..items.len {
                let mut counted = items.counted(metric, item, 0);
                if counted.numerator == 0 && counted.denominator == 0 {
                    continue;
                }
                if listing.is_some() {
                    counted.numerator = 1;
                }
                let left = if is_now { &mut left.now } else { &mut left.before };
                *left = left.without(&counted);
                let key = items.key(item);
                let slice = slices.entry(key.clone()).or_insert_with(|| Slice {
                    name: items.full_name(item),
                    key,
                    pair: Pair::default(),
                    cut: None,
                    windows: None,
                });
                if is_now {
                    slice.pair.now = counted;
                } else {
                    slice.pair.before = counted;
                }
            }
        }
        let mut slices: Vec<Slice> = slices.into_values().collect();
        slices.sort_by(|one, other| one.name.cmp(&other.name));
        slices.extend(self.rest(left, self.texts().of_no_item));
        Ok(slices)
    }

    pub(super) async fn by_time(&self, compared: Compared, cut: &NodeScope) -> Result<Vec<Slice>, WarehouseError> {
        let [now, before] = times(compared, self.language);
        let segments = cut.segments(self.catalogue, |_, _| None);
        let read = async |buckets: &[Bucket]| {
            let windows: Vec<Window> = buckets.iter().map(|bucket| bucket.window).collect();
            let groups = (&segments, None);
            self.engine.figures_of_groups(self.catalogue, &[compared.metric], &windows, &cut.selection, groups).await
        };
        let (of_now, of_before) = try_join(read(&now), read(&before)).await?;
        let slice = |at: usize| {
            let (now, before) = (now.get(at), before.get(at));
            let counted = |figures: &crate::figures::Figures, bucket: Option<&Bucket>| {
                bucket.map_or_else(Operands::default, |_| figures.counted(compared.metric, 0, at))
            };
            let pair = Pair { now: counted(&of_now, now), before: counted(&of_before, before) };
            let label = match (now, before) {
                // Each is compared with another time.
                (Some(now), Some(before)) if now.label != before.label => {
                    (self.texts().against_time)(&now.label, &before.label)
                }
                (now, before) => now.or(before).map(|bucket| bucket.label.clone()).unwrap_or_default(),
            };
            let windows = now.zip(before).map(|(now, before)| (now.window, before.window));
            Slice { key: at.to_string(), name: label, pair, cut: None, windows }
        };
        Ok((0..now.len().max(before.len())).map(slice).collect())
    }

    /// The operands of the metric in each group of segments, now and before.
    async fn both(
        &self,
        compared: Compared,
        cut: &NodeScope,
        segments: &SegmentGroups,
    ) -> Result<(Groups, Groups), WarehouseError> {
        let read = async |window: Window| {
            let of = async |newcomers: Option<Window>| {
                let groups = (segments, newcomers);
                let metrics = [compared.metric];
                self.engine.figures_of_groups(self.catalogue, &metrics, &[window], &cut.selection, groups).await
            };
            let counted = |figures: crate::figures::Figures| -> Groups {
                let groups = figures.groups.iter().enumerate();
                groups.map(|(at, key)| (*key, figures.counted(compared.metric, at, 0))).collect()
            };
            match cut.newcomers {
                None => of(None).await.map(counted),
                Some(true) => of(Some(window)).await.map(counted),
                Some(false) => {
                    let (all, new) = try_join(of(None), of(Some(window))).await?;
                    let pairs = counted(all).into_iter().zip(counted(new));
                    Ok(pairs.map(|((key, all), (_, new))| (key, all.without(&new))).collect())
                }
            }
        };
        try_join(read(compared.now), read(compared.before)).await
    }
}

/// These shares of numerator and denominator.
fn part(whole: &Operands, (of, by): (f64, f64)) -> Operands {
    let part = |whole: i128, share: f64| (whole as f64 * share).round() as i128;
    Operands { numerator: part(whole.numerator, of), denominator: part(whole.denominator, by), ..Operands::default() }
}

/// Each group of segments, with the operands of the metric in it.
type Groups = Vec<(GroupKey, Operands)>;

fn total(groups: Groups) -> Operands {
    groups.into_iter().find(|(key, _)| *key == GroupKey::Total).map(|(_, counted)| counted).unwrap_or_default()
}

fn times(compared: Compared, language: Language) -> [Vec<Bucket>; 2] {
    [compared.now, compared.before].map(|window| match compared.longest() {
        days if days <= LONGEST_IN_DAYS => pieces(window, 1, language),
        days if days <= LONGEST_IN_WEEKS => pieces(window, 7, language),
        _ => {
            let months = window.buckets(Grain::Month).into_iter();
            // A part of a month is not named like the whole.
            let label = |month: &Bucket| match month.window.is_whole_months() {
                true => dates::period(&month.label, language),
                false => dates::days_in_words(month.window.start, month.window.end, language),
            };
            months.map(|month| Bucket { label: label(&month), ..month }).collect()
        }
    })
}

/// The window in pieces of `days` days; the last one may be shorter.
fn pieces(window: Window, days: i64, language: Language) -> Vec<Bucket> {
    let mut pieces = Vec::new();
    let mut start = window.start;
    while start <= window.end {
        let end = start.saturating_add(Duration::days(days - 1)).min(window.end);
        let day = |day| dates::short_day(day, language);
        let label = if start == end { day(start) } else { dates::span(&day(start), &day(end), language) };
        pieces.push(Bucket { label, window: Window { start, end } });
        let Some(next) = end.next_day() else { break };
        start = next;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::figures::members::TOTAL_LOGINS;
    use crate::figures::program::FA_ACTIVITY_LEVEL;

    #[test]
    fn a_window_is_divided_into_days_weeks_or_months() {
        let window = |start, end| Window { start, end };
        let labels = |now, before| {
            let compared = Compared { metric: &FA_ACTIVITY_LEVEL, now, before };
            times(compared, Language::En).map(|buckets| buckets.into_iter().map(|one| one.label).collect::<Vec<_>>())
        };
        let days = window(date!(2026 - 03 - 03), date!(2026 - 03 - 05));
        let other = window(date!(2026 - 02 - 28), date!(2026 - 03 - 02));
        assert_eq!(
            labels(days, other),
            [["Tue Mar 3", "Wed Mar 4", "Thu Mar 5"], ["Sat Feb 28", "Sun Mar 1", "Mon Mar 2"]]
        );
        let month = window(date!(2026 - 03 - 01), date!(2026 - 03 - 31));
        let [now, before] = labels(month, window(date!(2026 - 02 - 01), date!(2026 - 02 - 28)));
        assert_eq!((now.len(), before.len()), (5, 4));
        assert_eq!(now[4], "Sun Mar 29 to Tue Mar 31");
        let year = window(date!(2026 - 01 - 01), date!(2026 - 03 - 31));
        assert_eq!(labels(year, year)[0], ["Jan 2026", "Feb 2026", "Mar 2026"]);
        let cut = window(date!(2026 - 01 - 30), date!(2026 - 06 - 01));
        assert_eq!(labels(cut, cut)[0][..2], ["Jan 30 to 31, 2026", "Feb 2026"]);
        assert_eq!(labels(cut, cut)[0][5], "Jun 1, 2026");
        let of = |metric, now| Compared { metric, now, before: month };
        let allowed = [&FA_ACTIVITY_LEVEL, &TOTAL_LOGINS]
            .map(|metric| [days, month, year].map(|now| of(metric, now).allows(Division::Time)));
        assert_eq!(allowed, [[false, false, true], [true, true, true]], "a month's activity has no weeks");
    }
}
