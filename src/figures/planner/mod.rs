//! What it would take: how many people bring the score, or one of its parts, to a target (docs/planner.md).
//!
//! Pure arithmetic over the answer of the score call: a part that it does not show is not planned. A number of people is
//! found by trying numbers with the score's own formula, so that it is exact for the score as it is shown.

pub mod forecast;
mod mixture;
mod state;
pub mod trajectory;
mod wire;

use crate::error::FieldFault;
use std::collections::BTreeMap;

use self::state::{PlanState, smallest};
use super::score::formula::{from_tenths, round_to, tenths};
use super::score::{Method, PARTS, PartKey, ScoreAnswer, ScorePart, index_of};

pub use wire::{Mixture, MixturePart, Needed, PartChange, PlannedPart, PlannerAnswer, Target, WhatIf, Wish};

/// The largest change of a part that is worked out.
const MOST: i64 = 1_000_000_000_000;

/// A score in tenths of a point.
pub fn tenths_of(score: f64) -> i64 {
    tenths(score)
}

/// The answer to a wish. The score is by this method.
///
/// # Errors
/// A message for every field that is wrong.
pub fn plan(score: &ScoreAnswer, method: &Method, wish: &Wish) -> Result<PlannerAnswer, Vec<FieldFault>> {
    let standing = PlanState::of(score, method);
    let target = wish.target.as_ref().map(checked).transpose().map_err(|fault| vec![fault])?;
    let changes = wish.changes.as_deref().map(|changes| Changes::of(changes, &standing)).transpose()?;
    let needed = PARTS.each_ref().map(|part| {
        let at = index_of(part.key);
        match target? {
            Wanted::Score(tenths) => standing.for_score(at, tenths),
            Wanted::Value(key, value) => (key == part.key).then(|| standing.for_value(at, value))?,
        }
    });
    let possible = || (0..PARTS.len()).filter(|at| PARTS[*at].counted().by_people);
    let cheapest = possible().filter_map(|at| needed[at]).min();
    let mixture = match target {
        Some(Wanted::Score(wanted)) => {
            let mixed = mixture::cheapest(&standing, wanted);
            // A part below its floor can be cheaper alone.
            let alone = possible().filter_map(|at| Some(BTreeMap::from([(at, needed[at]?)])));
            let fewest = mixed.into_iter().chain(alone).min_by_key(|more| more.values().sum::<i128>());
            fewest.map(|more| mixture_of(&standing, more))
        }
        _ => None,
    };
    let parts = score.explain.parts.iter().zip(PARTS.iter().zip(needed)).enumerate();
    Ok(PlannerAnswer {
        as_of: score.explain.as_of.clone(),
        window_days: score.explain.window_days,
        method: score.explain.method.clone(),
        score: score.score,
        missing: score.explain.missing.clone(),
        parts: parts
            .map(|(at, (shown, (part, more)))| PlannedPart {
                is_cheapest: part.counted().by_people
                    && more.is_some_and(|more| more > 0 && Some(more) == cheapest)
                    && matches!(target, Some(Wanted::Score(_))),
                needed: more.map(|more| needed_of(&standing, at, more)),
                ..planned(&standing, at, shown)
            })
            .collect(),
        mixture,
        what_if: changes.map(|Changes(changes)| {
            let changed = changes.iter().fold(standing.clone(), |standing, (at, more)| standing.with(*at, *more));
            WhatIf {
                score: changed.score().map(from_tenths),
                parts: changes.iter().map(|(at, more)| part_of(&standing, *at, *more)).collect(),
            }
        }),
    })
}

/// A part as it stands, without what is needed of it.
fn planned(standing: &PlanState<'_>, at: usize, shown: &ScorePart) -> PlannedPart {
    let (part, counted) = (&PARTS[at], PARTS[at].counted());
    let (bounds, to_target) = (standing.bounds(at), standing.to_target(at));
    PlannedPart {
        key: part.key,
        label: shown.label.clone(),
        unit: shown.unit,
        state: shown.state,
        value: shown.value,
        target: shown.target,
        points_earned: shown.points_earned,
        points_possible: shown.points_possible,
        one: counted.one.to_owned(),
        many: counted.many.to_owned(),
        by_people: counted.by_people,
        beside: Some(counted.beside.to_owned()).filter(|text| !text.is_empty()),
        counted: standing.counted(at).map(whole),
        least: bounds.map(|(least, _)| whole(least)),
        most: bounds.map(|(_, most)| whole(most)),
        to_target: to_target.map(whole),
        score_at_target: to_target.and_then(|more| standing.with(at, more).score()).map(from_tenths),
        needed: None,
        is_cheapest: false,
    }
}

fn needed_of(standing: &PlanState<'_>, at: usize, more: i128) -> Needed {
    let changed = standing.with(at, more);
    let (before, after) = (standing.shown(at), changed.shown(at));
    let decimals = PARTS[at].metric.unit.decimals() as i32;
    Needed {
        more: whole(more),
        value: after,
        by: round_to(after - before, decimals),
        score: changed.score().map(from_tenths),
    }
}

fn part_of(standing: &PlanState<'_>, at: usize, more: i128) -> MixturePart {
    MixturePart { key: PARTS[at].key, more: whole(more), value: standing.with(at, more).shown(at) }
}

fn mixture_of(standing: &PlanState<'_>, more: BTreeMap<usize, i128>) -> Mixture {
    let changed = more.iter().fold(standing.clone(), |standing, (at, more)| standing.with(*at, *more));
    Mixture {
        people: whole(more.values().sum()),
        score: changed.score().map(from_tenths),
        parts: more.into_iter().map(|(at, more)| part_of(standing, at, more)).collect(),
    }
}

/// A target, checked.
#[derive(Clone, Copy)]
enum Wanted {
    /// Tenths of a point.
    Score(i64),
    Value(PartKey, f64),
}

fn checked(target: &Target) -> Result<Wanted, FieldFault> {
    let Target { part, value } = *target;
    match part {
        None if (0.0..=100.0).contains(&value) => Ok(Wanted::Score(tenths(value))),
        None => Err(FieldFault::of("target.value", "a score is 0 to 100")),
        Some(key) => match possible(key, value) {
            Ok(()) => Ok(Wanted::Value(key, value)),
            Err(expected) => Err(FieldFault::of("target.value", expected)),
        },
    }
}

/// Whether a part can have a value.
///
/// # Errors
/// What is expected.
pub fn possible(part: PartKey, value: f64) -> Result<(), &'static str> {
    let (most, expected) = match part {
        PartKey::AverageTenure => (1200.0, "expected a number from 0 to 1200"),
        _ => (100.0, "expected a number from 0 to 100"),
    };
    if (0.0..=most).contains(&value) { Ok(()) } else { Err(expected) }
}

/// How many more of each part, by its index.
struct Changes(BTreeMap<usize, i128>);

impl Changes {
    fn of(changes: &[PartChange], standing: &PlanState<'_>) -> Result<Changes, Vec<FieldFault>> {
        let (mut all, mut faults) = (BTreeMap::new(), Vec::new());
        for (number, PartChange { part, more }) in changes.iter().enumerate() {
            let at = index_of(*part);
            let fault = match standing.bounds(at) {
                None => Some("this part does not count in the score".to_owned()),
                Some((least, most)) => {
                    let is_possible = more.abs() <= MOST && (least..=most).contains(&i128::from(*more));
                    (!is_possible).then(|| format!("expected {least} to {}", most.min(MOST.into())))
                }
            };
            let is_twice = all.insert(at, i128::from(*more)).is_some();
            let fault = fault.or_else(|| is_twice.then(|| "this part is there twice".to_owned()));
            faults.extend(fault.map(|fault| FieldFault::of(format!("changes[{number}]"), fault)));
        }
        if faults.is_empty() { Ok(Changes(all)) } else { Err(faults) }
    }
}

fn whole(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl PlanState<'_> {
    /// The fewest more of a part with which the score is at least `wanted` tenths; None if the part's target is not
    /// enough.
    fn for_score(&self, at: usize, wanted: i64) -> Option<i128> {
        smallest(self.to_target(at)?, |more| self.with(at, more).score() >= Some(wanted))
    }

    /// The fewest more of a part with which its value, as it is shown, is at least this one.
    fn for_value(&self, at: usize, wanted: f64) -> Option<i128> {
        let suffices = |more: i128| self.with(at, more).shown(at) >= wanted;
        let (_, most) = self.bounds(at)?;
        let limit = (0..).map(|bit| 1_i128 << bit).take_while(|limit| *limit < most).find(|limit| suffices(*limit));
        smallest(limit.unwrap_or(most), suffices)
    }
}

#[cfg(test)]
mod tests;
