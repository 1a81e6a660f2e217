//! The score by another method: now, at the ends of months, by group, and how much it depends on each weight.
//!
//! What is measured does not depend on the method, so each part is measured once and both methods are applied to it.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;
use time::Date;
use ts_rs::TS;

use super::formula::{Measured, from_tenths, scored, tenths};
use super::method::Method;
use super::missing::Missing;
use super::parts::{PARTS, PartKey, Pillar};
use super::wire::{PartState, ScoreAnswer};
use super::{WINDOW_DAYS, answer, covered_days, measured, missing_days};
use crate::figures::calendar::{last_of_month, month_earlier};
use crate::figures::catalogue::Catalogue;
use crate::figures::engine::Engine;
use crate::figures::filter::{Choice, Groups, iso};
use crate::figures::model::Unit;
use crate::groupings::Grouping;
use crate::warehouse::WarehouseError;

/// The ends of months that are looked at.
const MONTHS: usize = 24;
/// Windows that are read together must not overlap: those of ends of months with this distance do not.
const APART: usize = 4;

/// The score by the published method and by a draft.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodEffect {
    /// yyyy-mm-dd; null when nothing is loaded.
    pub as_of: Option<String>,
    /// The name of the published method.
    pub method: String,
    pub published: Option<f64>,
    pub drafted: Option<f64>,
    /// Why there is no score by the draft; null when there is one.
    pub missing: Option<String>,
    #[serde(skip)]
    #[ts(skip)]
    pub why_missing: Option<Missing>,
    pub parts: Vec<PartEffect>,
    /// The ends of the last 24 months, in order.
    pub months: Vec<MonthEffect>,
    /// Every group of tier, line of business and audience, those that move most first.
    pub groups: Vec<GroupEffect>,
}

/// A part by both methods, and the score by the draft with another weight of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartEffect {
    pub part: PartKey,
    pub label: String,
    pub pillar: Pillar,
    pub unit: Unit,
    /// In the part's own unit.
    pub value: Option<f64>,
    /// By the draft.
    pub state: PartState,
    /// The points that it brings.
    pub published_points: Option<f64>,
    pub drafted_points: Option<f64>,
    /// The points that it can bring by the draft.
    pub possible_points: Option<f64>,
    /// The score with a quarter less of its weight, a quarter more, and without it; null where there is none.
    pub less: Option<f64>,
    pub more: Option<f64>,
    pub without: Option<f64>,
}

/// The score at the end of a month.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct MonthEffect {
    /// yyyy-mm-dd.
    pub day: String,
    pub published: Option<f64>,
    pub drafted: Option<f64>,
}

/// The score of a group.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct GroupEffect {
    pub grouping: Grouping,
    pub id: i32,
    pub name: String,
    pub published: Option<f64>,
    pub drafted: Option<f64>,
    /// Drafted less published, in points; null if either is.
    pub difference: Option<f64>,
}

/// The score by a draft, as of the earlier of `end` and the last day with logins.
pub async fn effect(
    engine: &Engine,
    catalogue: &Catalogue,
    published: &Method,
    drafted: &Method,
    end: Date,
) -> Result<MethodEffect, WarehouseError> {
    let Some(as_of) = catalogue.through().map(|through| through.min(end)) else {
        let nothing = [Measured::never_loaded(); 9];
        let missing = || Some(Missing::Logins);
        let of = |method| answer(method, None, &nothing, missing(), None);
        return Ok(of_today((published, &of(published)), (drafted, &of(drafted)), None));
    };
    let is_scored = |day| covered_days(catalogue, day) == i64::from(WINDOW_DAYS);
    let both = |measured: &[Measured; 9], day: Date| {
        [published, drafted].map(|method| shown(method, measured).filter(|_| is_scored(day)))
    };
    let all = Groups::default();
    let ends = month_ends(as_of);
    let mut by_month = [[Measured::never_loaded(); 9]; MONTHS];
    for first in 0..APART {
        let at = |number: usize| first + APART * number;
        let days: [Date; MONTHS / APART] = std::array::from_fn(|number| ends[at(number)]);
        for (number, measured) in measured(engine, catalogue, &all, days).await?.into_iter().enumerate() {
            by_month[at(number)] = measured;
        }
    }
    let [now] = measured(engine, catalogue, &all, [as_of]).await?;
    let missing = missing_days(catalogue, as_of);
    let of = |method: &Method| answer(method, Some(as_of), &method.judged(now), missing.clone(), None);
    let weighed = missing.is_none().then_some(&now);
    let mut effect = of_today((published, &of(published)), (drafted, &of(drafted)), weighed);
    for (day, measured) in ends.into_iter().zip(&by_month) {
        let [published, drafted] = both(measured, day).map(|score| score.map(from_tenths));
        effect.months.push(MonthEffect { day: iso(day), published, drafted });
    }
    let mut moved = Vec::new();
    for grouping in Grouping::all() {
        for group in catalogue.groups(grouping) {
            let mut only = Groups::default();
            only[grouping] = Choice::Only(vec![group.id]);
            let [measured] = measured(engine, catalogue, &only, [as_of]).await?;
            let [published, drafted] = both(&measured, as_of);
            let difference = published.zip(drafted).map(|(published, drafted)| drafted - published);
            let group = GroupEffect {
                grouping,
                id: group.id,
                name: group.name.clone(),
                published: published.map(from_tenths),
                drafted: drafted.map(from_tenths),
                difference: difference.map(from_tenths),
            };
            moved.push((difference.map(i64::abs), group));
        }
    }
    // A stable sort: groups that move as far stay in their order.
    moved.sort_by_key(|(by, _)| Reverse(*by));
    effect.groups = moved.into_iter().map(|(_, group)| group).collect();
    Ok(effect)
}

/// The score by a method in tenths, as it is shown.
fn shown(method: &Method, measured: &[Measured; 9]) -> Option<i64> {
    scored(method, &method.judged(*measured)).score.map(tenths)
}

/// The effect without months and groups. Weights are changed if what was `measured` gives a score.
fn of_today(
    (published, before): (&Method, &ScoreAnswer),
    (drafted, after): (&Method, &ScoreAnswer),
    measured: Option<&[Measured; 9]>,
) -> MethodEffect {
    let parts = before.explain.parts.iter().zip(&after.explain.parts).enumerate();
    let part = |(at, (before, after)): (usize, (&super::ScorePart, &super::ScorePart))| {
        let with = |times: u32, of: u32| {
            let measured = measured.filter(|_| drafted.parts[at].weight > 0)?;
            shown(&drafted.with_weight(at, times, of), measured).map(from_tenths)
        };
        PartEffect {
            part: PARTS[at].key,
            label: after.label.clone(),
            pillar: after.pillar,
            unit: after.unit,
            value: after.value,
            state: after.state,
            published_points: before.points_earned,
            drafted_points: after.points_earned,
            possible_points: after.points_possible,
            less: with(3, 4),
            more: with(5, 4),
            without: with(0, 1),
        }
    };
    MethodEffect {
        as_of: after.explain.as_of.clone(),
        method: published.name.clone(),
        published: before.score,
        drafted: after.score,
        missing: after.explain.missing.clone(),
        why_missing: after.explain.why_missing.clone(),
        parts: parts.map(part).collect(),
        months: Vec::new(),
        groups: Vec::new(),
    }
}

/// The ends of the last months up to a day, in order.
fn month_ends(day: Date) -> [Date; MONTHS] {
    let mut end = if day == last_of_month(day) { Some(day) } else { month_earlier(day).map(last_of_month) };
    let mut ends = [day; MONTHS];
    for slot in ends.iter_mut().rev() {
        *slot = end.unwrap_or(Date::MIN);
        end = end.and_then(month_earlier);
    }
    ends
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::figures::score::BOND_1;

    #[test]
    fn months_end_on_their_last_day() {
        let ends = month_ends(date!(2026 - 03 - 30));
        assert_eq!((ends[23], ends[22]), (date!(2026 - 02 - 28), date!(2026 - 01 - 31)));
        assert_eq!((ends[0], ends[11]), (date!(2024 - 03 - 31), date!(2025 - 02 - 28)));
        assert_eq!(month_ends(date!(2024 - 02 - 29))[23], date!(2024 - 02 - 29));
        assert!(ends.windows(APART + 1).all(|ends| (ends[APART] - ends[0]).whole_days() >= i64::from(WINDOW_DAYS)));
    }

    #[test]
    fn weights_are_changed_one_at_a_time() {
        let ok = |value| Measured { numerator: value, denominator: 100.0, value: Some(value), state: PartState::Ok };
        // All at their targets, apart from the Initiation Rate with nothing.
        let mut now = [60.0, 70.0, 40.0, 97.0, 50.0, 30.0, 100.0, 90.0, 24.0].map(ok);
        now[0] = ok(0.0);
        let of = answer(&BOND_1, Some(date!(2026 - 03 - 31)), &BOND_1.judged(now), None, None);
        let effect = of_today((&BOND_1, &of), (&BOND_1, &of), Some(&now));
        assert_eq!((effect.published, effect.drafted), (Some(85.0), Some(85.0)));
        // 85 of 96.25, of 103.75, and of 85.
        let first = &effect.parts[0];
        assert_eq!((first.less, first.more, first.without), (Some(88.3), Some(81.9), Some(100.0)));
        // 71.25 + 11.25 of 96.25.
        assert_eq!(effect.parts[1].less, Some(84.4));
    }
}
