//! The BOND Score, method `bond-1`: how close the program is to its targets (docs/metrics.md).
//!
//! Any change to a number in [`PARTS`] or to the formula needs a new method name.

mod formula;
mod parts;
mod wire;

use time::Date;

use self::formula::{Measured, from_tenths, largest_remainder, missing_reason, movement, round_to, scored, tenths};
use super::catalogue::{Catalogue, Selection};
use super::engine::Engine;
use super::filter::{Groups, iso};
use super::members::NEW_REGISTERED;
use super::model::{Formula, Sum, Term};
use super::period::{Window, month_earlier};
use super::quantity::Quantity;
use super::rollup::Levels;
use crate::warehouse::WarehouseError;

pub use parts::{PARTS, Part, PartKey, Pillar};
pub use wire::{Explain, PartState, ScoreAnswer, ScorePart, Tenure};

/// The method's name; every answer carries it.
pub const METHOD: &str = "bond-1";
/// The number of days the score is computed from; they end on its day, whatever the filter's start.
pub const WINDOW_DAYS: u16 = 90;

/// The score of the chosen members as of the earlier of `end` and the last day with logins.
pub async fn score(
    engine: &Engine,
    catalogue: &Catalogue,
    groups: &Groups,
    end: Date,
) -> Result<ScoreAnswer, WarehouseError> {
    let Some(as_of) = catalogue.through().map(|through| through.min(end)) else {
        let nothing = PARTS.each_ref().map(|_| Measured::never_loaded());
        return Ok(answer(None, &nothing, Some("No logins are loaded yet.".to_owned()), None));
    };
    let now = measured(engine, catalogue, groups, as_of).await?;
    // Values need at least one day with data, a score all of its days.
    let last_month = match month_earlier(as_of).filter(|day| covered_days(catalogue, *day) > 0) {
        Some(day) => Some(LastMonth {
            measured: before_few(&now, measured(engine, catalogue, groups, day).await?, engine.minimum_members()),
            is_scored: covered_days(catalogue, day) == i64::from(WINDOW_DAYS),
        }),
        None => None,
    };
    let covered = covered_days(catalogue, as_of);
    let missing = (covered < i64::from(WINDOW_DAYS))
        .then(|| format!("Logins cover {} of the {WINDOW_DAYS} days to {}.", covered.max(0), iso(as_of)));
    Ok(answer(Some(as_of), &now, missing, last_month.as_ref()))
}

/// How many of the score's days ending on `day` lie on or after the first day with logins.
fn covered_days(catalogue: &Catalogue, day: Date) -> i64 {
    catalogue.first_day().map_or(0, |first| ((day - first).whole_days() + 1).min(i64::from(WINDOW_DAYS)))
}

async fn measured(
    engine: &Engine,
    catalogue: &Catalogue,
    groups: &Groups,
    day: Date,
) -> Result<[Measured; 9], WarehouseError> {
    let metrics = PARTS.each_ref().map(|part| part.metric);
    let selection = Selection { groups: groups.clone(), ..Selection::default() };
    let windows = [Window { start: day, end: day }.trailing(WINDOW_DAYS)];
    let figures = engine.figures(catalogue, &metrics, &windows, &selection, Levels::default()).await?;
    Ok(PARTS.each_ref().map(|part| {
        let Formula::Ratio { of, by, .. } = part.metric.formula else { return Measured::never_loaded() };
        let (numerator, denominator) = (figures.sum(of, 0, 0), figures.sum(by, 0, 0));
        let loaded = part.tables.iter().all(|table| catalogue.loaded.contains_key(*table));
        Measured {
            numerator: numerator as f64 / part.numerator_scale,
            denominator: denominator as f64,
            value: (denominator != 0).then(|| figures.value(part.metric, 0, 0).to_f64()),
            state: match loaded {
                false => PartState::NotApplicable,
                true if figures.figure(part.metric, 0, 0).is_few => PartState::Hidden,
                // Its denominator and the registered members of other parts tell how many registered in its days.
                true if part.counts_members_before() && figures.figure(&NEW_REGISTERED, 0, 0).is_few => {
                    PartState::Hidden
                }
                true if denominator < part.least => PartState::Insufficient,
                true => PartState::Ok,
            },
        }
    }))
}

/// What was measured a month before `now`, without the parts that would tell of fewer than `minimum` members who came in
/// that month: a figure of everybody up to a day, at two days.
fn before_few(now: &[Measured; 9], mut before: [Measured; 9], minimum: u16) -> [Measured; 9] {
    let is_few = |now: f64, before: f64| (0.5..f64::from(minimum) - 0.5).contains(&(now - before).abs());
    for ((part, now), before) in PARTS.iter().zip(now).zip(&mut before) {
        let Formula::Ratio { of, by, .. } = part.metric.formula else { continue };
        let tells = (counts_as_of_a_day(of) && is_few(now.numerator, before.numerator))
            || (counts_as_of_a_day(by) && is_few(now.denominator, before.denominator));
        if tells {
            before.state = PartState::Hidden;
        }
    }
    before
}

fn counts_as_of_a_day(sum: Sum) -> bool {
    sum.iter().any(|(_, term)| matches!(term, Term::AsOf(_)))
}

/// What was measured a month earlier.
struct LastMonth {
    measured: [Measured; 9],
    /// Whether logins cover all days of a score.
    is_scored: bool,
}

/// Assembles the answer from what was measured.
///
/// `missing` says why there is no score, where that does not follow from the parts.
fn answer(as_of: Option<Date>, now: &[Measured; 9], missing: Option<String>, last: Option<&LastMonth>) -> ScoreAnswer {
    let today = scored(now);
    let before = last.filter(|last| last.is_scored).map(|last| scored(&last.measured));
    let score = today.score.filter(|_| missing.is_none()).map(tenths);
    let missing = missing.or_else(|| score.is_none().then(|| missing_reason(now, today.coverage)));
    let score_last_month = before.as_ref().and_then(|before| before.score).map(tenths);
    let mom = score.zip(score_last_month).map(|(now, before)| now - before);

    // Points in tenths, rounded so that they add up.
    let mut possible = [0; 9];
    let mut earned = [0; 9];
    if let Some(score) = score {
        let raw = |of: fn(&(f64, f64)) -> f64| {
            today.parts.each_ref().map(|part| part.as_ref().map_or(0.0, |part| 1000.0 * of(part) / today.weight))
        };
        possible = largest_remainder(&raw(|(weight, _)| *weight), 1000, &[i64::MAX; 9]);
        earned = largest_remainder(&raw(|(weight, share)| weight * share), score, &possible);
    }
    let (moved, coverage_effect) = match (mom, &before) {
        (Some(mom), Some(before)) => {
            let (moved, rest) = movement(&today, before, mom);
            (Some(moved), Some(rest))
        }
        _ => (None, None),
    };

    let parts: Vec<ScorePart> = PARTS
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let counts = today.parts[at].is_some() && score.is_some();
            let decimals = part.metric.unit.decimals() as i32;
            let shown = |measured: &Measured| measured.value.map(|value| round_to(value, decimals));
            let applicable = !matches!(now[at].state, PartState::NotApplicable | PartState::Hidden);
            let last = last.map(|last| &last.measured[at]).filter(|last| last.state != PartState::Hidden);
            ScorePart {
                key: part.key.name().to_owned(),
                label: part.label.to_owned(),
                pillar: part.pillar,
                numerator: applicable.then_some(now[at].numerator),
                denominator: applicable.then_some(now[at].denominator),
                value: shown(&now[at]).filter(|_| applicable),
                value_last_month: last.and_then(shown),
                unit: part.metric.unit,
                floor: part.floor,
                target: part.target,
                weight: part.weight,
                score: today.parts[at].map(|(_, share)| round_to(100.0 * share, 2)),
                points_possible: counts.then(|| possible[at] as f64 / 10.0),
                points_earned: counts.then(|| earned[at] as f64 / 10.0),
                points_moved: moved.filter(|_| counts).map(|moved| moved[at] as f64 / 10.0),
                state: now[at].state,
                definition: part.metric.definition.to_owned(),
            }
        })
        .collect();
    let value_of = |key: PartKey| {
        parts.iter().find(|part| part.key == key.name() && part.state == PartState::Ok).and_then(|part| part.value)
    };
    let tenure =
        PARTS.iter().zip(now).find(|(part, _)| part.key == PartKey::AverageTenure).and_then(|(part, measured)| {
            let (Formula::Ratio { scale, .. }, true) = (part.metric.formula, measured.counts()) else { return None };
            let of = |number: f64, times: i64| number as i128 * i128::from(times);
            Some(Tenure::of(Quantity::new(of(measured.numerator, scale.0), of(measured.denominator, scale.1))))
        });
    ScoreAnswer {
        score: score.map(from_tenths),
        score_last_month: score_last_month.map(from_tenths),
        enrolled2_eligible: value_of(PartKey::Enrolled2Eligible),
        clients_retention_rate: value_of(PartKey::ClientsRetentionRate),
        program_active_rate: value_of(PartKey::ProgramActiveRate),
        return_rate: value_of(PartKey::ReturnRate),
        redemption_rate: value_of(PartKey::RedemptionRate),
        engagement_rate: value_of(PartKey::EngagementRate),
        fa_activity_level: value_of(PartKey::FaActivityLevel),
        csat: value_of(PartKey::Csat),
        average_tenure: tenure,
        explain: Explain {
            method: METHOD.to_owned(),
            as_of: as_of.map(iso),
            window_days: WINDOW_DAYS,
            coverage: round_to(today.coverage, 4),
            mom: mom.map(from_tenths),
            coverage_effect: coverage_effect.map(from_tenths),
            missing,
            parts,
        },
    }
}

#[cfg(test)]
mod tests;
