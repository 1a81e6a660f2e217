//! Targets: which figures can have them, and which of them fit a filter and what somebody sees.
//!
//! A target is of all members, or of those of one group. It fits where the filter and what the user sees leave exactly
//! these members, by segments: nobody is compared with what others should reach too.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Serialize;
use time::{Date, Month};
use ts_rs::TS;

use super::answers::{AnswerError, Answers};
use super::model::Dashboard;
use super::receipts::SCORE;
use super::registry::{DASHBOARDS, FIGURES};
use crate::figures::filter::{Choice, Filter, FilterParams, Groups, Items, iso};
use crate::figures::period::{Grain, Window};
use crate::figures::target::{Course, Fitting, Planned, TargetGrain, at_point, fitting};
use crate::figures::{Catalogue, ItemFilter, Metric, Polarity, Segment, Unit, chart};
use crate::groupings::Grouping;
use crate::scope::Scope;
use crate::screens::declared::monitor;
use crate::warehouse::feed;

/// The years of targets.
const YEARS: RangeInclusive<i32> = 1970..=2999;

/// A target of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The id of an [`Aim`].
    pub metric: String,
    pub grain: TargetGrain,
    pub start: TargetStart,
    /// Whether it is also of each month or year after it.
    pub repeats: bool,
    pub value: f64,
    /// None for all members.
    pub group: Option<(Grouping, i32)>,
}

/// The month, or the calendar year in which a year of the program begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetStart {
    pub year: i32,
    /// None of a year.
    pub month: Option<Month>,
}

/// What can have a target: a figure of a card, or the score.
#[derive(Debug)]
pub struct Aim {
    pub id: String,
    pub label: &'static str,
    /// None of the score.
    pub metric: Option<&'static Metric>,
    /// Whose permission shows it, and lets its targets be set.
    pub dashboard: &'static Dashboard,
    /// The dashboards with a card that has it.
    shown_on: Vec<&'static Dashboard>,
}

/// Every aim, in the order of the figures.
pub static AIMS: LazyLock<Vec<Aim>> = LazyLock::new(|| {
    let score = Aim {
        id: SCORE.to_owned(),
        label: "BOND Score",
        metric: None,
        dashboard: &monitor::DASHBOARD,
        shown_on: vec![&monitor::DASHBOARD],
    };
    let aims = FIGURES.iter().filter_map(|figure| {
        let has = |dashboard: &&&'static Dashboard| {
            let cards = dashboard.all_totals().flat_map(|totals| totals.cards);
            cards.into_iter().any(|card| card.all_fields().any(|field| card.metric_id(field) == figure.id))
        };
        let shown_on: Vec<&'static Dashboard> = DASHBOARDS.iter().filter(has).copied().collect();
        (!shown_on.is_empty()).then(|| Aim {
            id: figure.id.clone(),
            label: figure.label,
            metric: Some(figure.metric),
            dashboard: figure.dashboard,
            shown_on,
        })
    });
    std::iter::once(score).chain(aims).collect()
});

/// The aim with an id.
pub fn aim(id: &str) -> Option<&'static Aim> {
    AIMS.iter().find(|aim| aim.id == id)
}

impl Aim {
    /// Whether two are the same figure under two ids: what is a target of one is a target of the other.
    fn is(&self, other: &Aim) -> bool {
        let same_metric = match (self.metric, other.metric) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        same_metric && std::ptr::eq(self.dashboard, other.dashboard)
    }

    /// The id under which its targets are kept: that of the first aim with the same figure.
    pub fn kept_as(&self) -> &'static str {
        AIMS.iter().find(|first| first.is(self)).map_or("", |first| &first.id)
    }

    /// The decimals that its targets may have.
    pub fn decimals(&self) -> u32 {
        self.metric.map_or(1, |metric| metric.unit.decimals())
    }

    /// The largest target.
    pub fn most(&self) -> f64 {
        match self.metric {
            None => 100.0,
            Some(metric) if metric.unit == Unit::Percent => 1000.0,
            Some(_) => 1e12,
        }
    }

    /// Whether the value of a target of it has no more decimals than the figure.
    pub fn takes(&self, value: f64) -> bool {
        let scale = 10_f64.powi(self.decimals() as i32);
        value > 0.0 && value <= self.most() && ((value * scale).round() - value * scale).abs() < 1e-6
    }

    /// Which direction is good.
    pub fn polarity(&self) -> Polarity {
        self.metric.map_or(Polarity::Higher, |metric| metric.polarity)
    }

    /// Whether groups of members have figures of their own. The website and the offers themselves belong to nobody.
    pub fn has_members(&self) -> bool {
        let Some(metric) = self.metric else { return true };
        let is_of_members = |name| feed::table(name).is_some_and(feed::Table::has_members);
        metric.terms().filter_map(|term| term.source().table).any(is_of_members)
    }

    fn course(&self) -> Course {
        self.metric.map_or(Course::Level, Course::of)
    }

    /// Whether the chosen offers and campaigns leave it as it is.
    fn is_of_all_items(&self, filter: &Filter) -> bool {
        let all = Items::default();
        self.metric.into_iter().flat_map(Metric::terms).all(|term| match term.source().items {
            ItemFilter::None => true,
            ItemFilter::Offers => filter.offers == all,
            ItemFilter::Campaigns => filter.campaigns == all,
        })
    }

    fn through(&self, catalogue: &Catalogue) -> Option<Date> {
        self.metric.map_or(catalogue.through(), |metric| catalogue.last_day_of(metric))
    }
}

impl TargetStart {
    /// yyyy-mm of a month, yyyy of a year.
    pub fn read(grain: TargetGrain, text: &str) -> Option<TargetStart> {
        let number = |text: &str, digits| {
            let is_written = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_digit());
            is_written.then(|| text.parse::<i32>().ok())?
        };
        let (year, month) = match grain {
            TargetGrain::Year => (text, None),
            TargetGrain::Month => {
                let (year, month) = text.split_once('-')?;
                (year, Some(Month::try_from(u8::try_from(number(month, 2)?).ok()?).ok()?))
            }
        };
        number(year, 4).filter(|year| YEARS.contains(year)).map(|year| TargetStart { year, month })
    }

    /// The first day of its month, or of the year of the program that begins in its year.
    fn first_day(self, year_start: Month) -> Option<Date> {
        Date::from_calendar_date(self.year, self.month.unwrap_or(year_start), 1).ok()
    }
}

/// What somebody sees of the figures of a screen.
pub struct Seen<'a> {
    /// The members whose figures are shown on each dashboard that is open; None of one that is not.
    pub on: &'a dyn Fn(&Dashboard) -> Option<Scope>,
}

impl Seen<'_> {
    /// What is seen of an aim, on every dashboard that shows it and is open. Empty where none is.
    pub fn of(&self, aim: &Aim) -> Vec<Scope> {
        aim.shown_on.iter().filter_map(|dashboard| (self.on)(dashboard)).collect()
    }
}

/// The targets that fit a filter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS, JsonSchema)]
pub struct FittingTargets {
    /// For the figures of the filter's period.
    pub targets: Vec<FittingTarget>,
    /// For charts by period.
    pub lines: Vec<TargetLine>,
}

/// What a figure of the filter's period is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FittingTarget {
    /// The id of the figure.
    pub metric: String,
    /// The target of the one period or, of a figure that adds up, the sum of those of several.
    pub value: f64,
    pub grain: TargetGrain,
    pub periods: u32,
    /// The first day and the last of these periods: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    /// How much of these days the figure has counted, in percent; null where it has counted all of them.
    pub counted: Option<f64>,
    /// Whether the figure grows in the course of a period, so that less of it is expected before the end.
    pub grows: bool,
    /// The direction that is good.
    pub polarity: Polarity,
    /// The group that it is of; null for all members.
    pub group: Option<GroupOfTarget>,
}

/// A group of members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub struct GroupOfTarget {
    pub r#type: Grouping,
    pub id: i32,
    /// Null where there is no such group any more.
    pub name: Option<String>,
}

/// The targets of a figure by period.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TargetLine {
    /// The id of the figure.
    pub metric: String,
    pub time_scale: Grain,
    /// The periods of a chart that have a target.
    pub points: Vec<TargetPoint>,
}

/// The target of a period.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct TargetPoint {
    /// The first day of the chart's period: yyyy-mm-dd.
    pub start: String,
    pub value: f64,
}

/// The segments of the chosen groups with members whom a scope shows.
fn segments(catalogue: &Catalogue, scope: &Scope, groups: &Groups) -> Vec<usize> {
    let is_chosen = |(_, segment): &(usize, &Segment)| {
        let in_groups = |grouping: Grouping| match &groups[grouping] {
            Choice::All => true,
            chosen => segment.groups[grouping].iter().any(|id| chosen.has(*id)),
        };
        segment.members > 0 && scope.has(&segment.groups) && Grouping::all().all(in_groups)
    };
    catalogue.segments.iter().enumerate().filter(is_chosen).map(|(index, _)| index).collect()
}

fn of_group(group: Option<(Grouping, i32)>) -> Groups {
    let mut groups = Groups::default();
    if let Some((grouping, id)) = group {
        groups[grouping] = Choice::Only(vec![id]);
    }
    groups
}

/// The one group that a filter names; None where it names none or several.
fn named_group(groups: &Groups) -> Option<(Grouping, i32)> {
    let mut chosen = Grouping::all().filter(|grouping| groups[*grouping] != Choice::All);
    match (chosen.next(), chosen.next()) {
        (Some(grouping), None) => match &groups[grouping] {
            Choice::Only(ids) if ids.len() == 1 => Some((grouping, ids[0])),
            _ => None,
        },
        _ => None,
    }
}

/// Whether somebody sees everybody whom a target is of.
pub fn sees_all_of(catalogue: &Catalogue, scopes: &[Scope], aim: &Aim, group: Option<(Grouping, i32)>) -> bool {
    if scopes.is_empty() {
        return false;
    }
    if !aim.has_members() {
        return scopes.iter().all(Scope::has_what_has_no_members);
    }
    let groups = of_group(group);
    let all = segments(catalogue, &Scope::All, &groups);
    // Of a group without members only whoever sees everybody may know.
    scopes.iter().all(|scope| *scope == Scope::All || (!all.is_empty() && segments(catalogue, scope, &groups) == all))
}

fn named(catalogue: &Catalogue, (grouping, id): (Grouping, i32)) -> GroupOfTarget {
    let name = catalogue.groups(grouping).iter().find(|group| group.id == id).map(|group| group.name.clone());
    GroupOfTarget { r#type: grouping, id, name }
}

impl Answers<'_> {
    /// The names of the groups of targets, and for each target whether somebody sees everybody whom it is of.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn seen_targets(
        &self,
        seen: &Seen<'_>,
        targets: &[Target],
    ) -> Result<Vec<(Option<GroupOfTarget>, bool)>, AnswerError> {
        let catalogue = self.engine.catalogue().await?;
        let of = |target: &Target| {
            let sees = aim(&target.metric).is_some_and(|aim| sees_all_of(&catalogue, &seen.of(aim), aim, target.group));
            (target.group.map(|group| named(&catalogue, group)), sees)
        };
        Ok(targets.iter().map(of).collect())
    }

    /// The targets that fit a filter, of the figures that somebody sees.
    ///
    /// # Errors
    /// If the filter is wrong or the warehouse gives no answer.
    pub async fn fitting_targets(
        &self,
        params: &FilterParams,
        targets: &[Target],
        seen: &Seen<'_>,
    ) -> Result<FittingTargets, AnswerError> {
        let filter = self.filter_of(params)?;
        let mut found = FittingTargets::default();
        if targets.is_empty() {
            return Ok(found);
        }
        let catalogue = self.engine.catalogue().await?;
        for aim in AIMS.iter() {
            let own: Vec<&Target> = targets.iter().filter(|target| target.metric == aim.kept_as()).collect();
            if own.is_empty() || !aim.is_of_all_items(&filter) {
                continue;
            }
            let choices = fitting_groups(&catalogue, &seen.of(aim), &filter, aim, &own);
            let planned = |group: &Option<(Grouping, i32)>| -> Vec<Planned> {
                own.iter()
                    .filter(|target| target.group == *group)
                    .filter_map(|one| one.planned(self.calendar.year_start))
                    .collect()
            };
            self.fit(&catalogue, &filter, aim, choices.iter().map(|group| (*group, planned(group))), &mut found);
        }
        Ok(found)
    }

    /// Adds what fits a figure: the first choice of members with a target.
    fn fit(
        &self,
        catalogue: &Catalogue,
        filter: &Filter,
        aim: &Aim,
        choices: impl Iterator<Item = (Option<(Grouping, i32)>, Vec<Planned>)> + Clone,
        found: &mut FittingTargets,
    ) {
        let (course, through) = (aim.course(), aim.through(catalogue));
        let round = |value: f64| {
            let scale = 10_f64.powi(aim.decimals() as i32);
            (value * scale).round() / scale
        };
        // The score is of the last day with logins, where the filter ends later.
        let window = match (aim.metric, through) {
            (None, Some(last)) if last < filter.window.end => {
                Window { start: last.min(filter.window.start), end: last }
            }
            _ => filter.window,
        };
        let mut fits = choices.clone().filter_map(|(group, planned)| {
            Some((group, fitting(course, window, through, self.calendar.year_start, &planned)?))
        });
        if let Some((group, Fitting { grain, value, whole, periods, counted })) = fits.next() {
            found.targets.push(FittingTarget {
                metric: aim.id.clone(),
                value: round(value),
                grain,
                periods,
                starts: iso(whole.start),
                ends: iso(whole.end),
                counted: counted.map(|percent| (percent * 10.0).round() / 10.0),
                grows: course.grows(),
                polarity: aim.polarity(),
                group: group.map(|group| named(catalogue, group)),
            });
        }
        let Some(metric) = aim.metric else { return };
        for scale in [Grain::Month, Grain::Quarter, Grain::Year] {
            let starts = chart::buckets(catalogue, &[metric], filter.window, scale, self.today);
            let mut lines = choices.clone().map(|(_, planned)| {
                let point = |start: Date| {
                    let value = at_point(course, start, scale, self.calendar.year_start, &planned)?;
                    Some(TargetPoint { start: iso(start), value: round(value) })
                };
                starts.iter().filter_map(|bucket| point(bucket.window.start)).collect::<Vec<TargetPoint>>()
            });
            if let Some(points) = lines.find(|points| !points.is_empty()) {
                found.lines.push(TargetLine { metric: aim.id.clone(), time_scale: scale, points });
            }
        }
    }
}

/// The members whose targets fit: exactly those that the filter and the scopes leave. The group that the filter names goes
/// first, then all members.
fn fitting_groups(
    catalogue: &Catalogue,
    scopes: &[Scope],
    filter: &Filter,
    aim: &Aim,
    targets: &[&Target],
) -> Vec<Option<(Grouping, i32)>> {
    if scopes.is_empty() {
        return Vec::new();
    }
    if !aim.has_members() {
        let sees = scopes.iter().all(Scope::has_what_has_no_members);
        return if sees { vec![None] } else { Vec::new() };
    }
    // The same figure may be of other members on another dashboard: a target must fit wherever it is shown.
    let shown: Vec<Vec<usize>> = scopes.iter().map(|scope| segments(catalogue, scope, &filter.groups)).collect();
    // Without members there is nothing to reach.
    if shown.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut groups: Vec<Option<(Grouping, i32)>> = Vec::new();
    let first = named_group(&filter.groups);
    for group in first.into_iter().map(Some).chain([None]).chain(targets.iter().map(|target| target.group)) {
        let all = segments(catalogue, &Scope::All, &of_group(group));
        if !groups.contains(&group) && shown.iter().all(|shown| *shown == all) {
            groups.push(group);
        }
    }
    groups
}

impl Target {
    fn planned(&self, year_start: Month) -> Option<Planned> {
        let Target { grain, start, repeats, value, .. } = *self;
        Some(Planned { grain, first: start.first_day(year_start)?, repeats, value })
    }
}
