//! The BOND Score: how close the program is to its targets (docs/metrics.md).
//!
//! Its numbers are those of a [`Method`], which every answer names. Any change to a number of [`BOND_1`] or to the
//! formula needs a new name.

mod certainty;
mod effect;
pub(super) mod formula;
mod method;
mod missing;
mod parts;
mod wire;

use time::Date;

use self::formula::{
    Measured, from_tenths, largest_remainder, missing_reason, movement, reaching, round_to, scored, tenths,
};
use self::missing::Missing;
use super::calendar::month_earlier;
use super::catalogue::{Catalogue, Selection};
use super::engine::Engine;
use super::filter::{Groups, iso};
use super::members::NEW_REGISTERED;
use super::model::{Formula, Sum, Term};
use super::period::Window;
use super::quantity::Quantity;
use super::rollup::Figures;
use super::segment_groups::Levels;
use crate::i18n::language::Language;
use crate::warehouse::WarehouseError;

pub use certainty::{Certainty, certainty};
pub use effect::{GroupEffect, MethodEffect, MonthEffect, PartEffect, effect};
pub use method::{BOND_1, Method, MethodNumbers, PartMethod, index_of};
pub use parts::{NumeratorUnit, PARTS, Part, PartKey, Pillar};
pub use wire::{Explain, PartState, ScoreAnswer, ScorePart, Tenure};

/// The number of days the score is computed from; they end on its day, whatever the filter's start.
pub const WINDOW_DAYS: u16 = 90;

/// The score of the chosen members by a method, as of the earlier of `end` and the last day with logins. The score of a
/// month earlier, with which it is compared, is by the same method.
pub async fn score(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    groups: &Groups,
    end: Date,
) -> Result<ScoreAnswer, WarehouseError> {
    let Some(Months { as_of, now, last, .. }) = months(engine, catalogue, method, groups, end).await? else {
        let nothing = PARTS.each_ref().map(|_| Measured::never_loaded());
        return Ok(answer(method, None, &nothing, Some(Missing::Logins), None));
    };
    Ok(answer(method, Some(as_of), &now, missing_days(catalogue, as_of), last.as_ref()))
}

/// The scores of some days with logins, which ascend, each as in [`score`] but without a comparison.
///
/// # Errors
/// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
pub async fn standings(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    groups: &Groups,
    days: &[Date],
) -> Result<Vec<ScoreAnswer>, WarehouseError> {
    let metrics = PARTS.each_ref().map(|part| part.metric);
    let selection = Selection { groups: groups.clone(), ..Selection::default() };
    let figures = engine.rolling_figures(catalogue, &metrics, (days, WINDOW_DAYS), &selection).await?;
    let standing = |(at, day): (usize, &Date)| {
        let measured = method.judged(measured_in(&figures, catalogue, at));
        answer(method, Some(*day), &measured, missing_days(catalogue, *day), None)
    };
    Ok(days.iter().enumerate().map(standing).collect())
}

/// The measured parts on a day and a month earlier.
struct Months {
    as_of: Date,
    now: [Measured; 9],
    last: Option<LastMonth>,
    /// The days of both, now first, if logins cover all of them.
    windows: Option<[Window; 2]>,
}

/// None if no logins are loaded.
async fn months(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    groups: &Groups,
    end: Date,
) -> Result<Option<Months>, WarehouseError> {
    let Some(as_of) = catalogue.through().map(|through| through.min(end)) else { return Ok(None) };
    let measured = async |day| {
        let [measured] = measured(engine, catalogue, groups, [day]).await?;
        Ok::<_, WarehouseError>(method.judged(measured))
    };
    let now = measured(as_of).await?;
    let is_covered = |day| covered_days(catalogue, day) == i64::from(WINDOW_DAYS);
    // Values need at least one day with data, a score all of its days.
    let day_before = month_earlier(as_of).filter(|day| covered_days(catalogue, *day) > 0);
    // What is known as of a day is shown as it was on one day alone.
    let moves = catalogue.moves(groups, Levels::default());
    let moved = |one, other| moves.as_ref().is_some_and(|moves| moves.any(0, [one, other]));
    let last = match day_before {
        Some(day) => Some(LastMonth {
            measured: before_few(
                &now,
                measured(day).await?,
                engine.minimum_members(),
                moved(as_of, Date::MAX) && moved(day, Date::MAX),
            ),
            is_scored: is_covered(day),
        }),
        None => None,
    };
    let days_of = |day| Window { start: day, end: day }.trailing(WINDOW_DAYS);
    let windows = day_before.filter(|day| is_covered(*day)).map(|day| [days_of(as_of), days_of(day)]);
    Ok(Some(Months { as_of, now, last, windows }))
}

/// Why there is no score on a day if logins do not reach far enough back from it; None if they do.
fn missing_days(catalogue: &Catalogue, as_of: Date) -> Option<Missing> {
    let covered = covered_days(catalogue, as_of);
    (covered < i64::from(WINDOW_DAYS)).then(|| Missing::Days { covered: covered.max(0), of: WINDOW_DAYS, as_of })
}

/// How many of the score's days ending on `day` lie on or after the first day with logins.
fn covered_days(catalogue: &Catalogue, day: Date) -> i64 {
    catalogue.first_day().map_or(0, |first| ((day - first).whole_days() + 1).min(i64::from(WINDOW_DAYS)))
}

/// The measured parts on some days, which are in order and at least [`WINDOW_DAYS`] apart. A method decides which parts
/// count ([`Method::judged`]).
async fn measured<const DAYS: usize>(
    engine: &Engine,
    catalogue: &Catalogue,
    groups: &Groups,
    days: [Date; DAYS],
) -> Result<[[Measured; 9]; DAYS], WarehouseError> {
    let metrics = PARTS.each_ref().map(|part| part.metric);
    let selection = Selection { groups: groups.clone(), ..Selection::default() };
    let windows = days.map(|day| Window { start: day, end: day }.trailing(WINDOW_DAYS));
    let figures = engine.figures(catalogue, &metrics, &windows, &selection, Levels::default()).await?;
    Ok(std::array::from_fn(|day| measured_in(&figures, catalogue, day)))
}

/// The measured parts in a period of figures.
fn measured_in(figures: &Figures, catalogue: &Catalogue, period: usize) -> [Measured; 9] {
    PARTS.each_ref().map(|part| {
        let Formula::Ratio { of, by, .. } = part.metric.formula else { return Measured::never_loaded() };
        let (numerator, denominator) = (figures.sum(of, 0, period), figures.sum(by, 0, period));
        let loaded = part.tables.iter().all(|table| catalogue.loaded.contains_key(*table));
        Measured {
            numerator: numerator as f64 / part.numerator_scale,
            denominator: denominator as f64,
            value: (denominator != 0).then(|| figures.value(part.metric, 0, period).to_f64()),
            state: match loaded {
                false => PartState::NotApplicable,
                true if figures.figure(part.metric, 0, period).is_few() => PartState::Hidden,
                // Its denominator and the registered members of other parts reveal how many registered in its days.
                true if part.counts_members_before() && figures.figure(&NEW_REGISTERED, 0, period).is_few() => {
                    PartState::Hidden
                }
                true => PartState::Ok,
            },
        }
    })
}

/// What was measured a month before `now`, without the parts that would reveal that fewer than `minimum` members came
/// in that month: parts that count everybody up to a day, which is known for two days. So does who moved.
fn before_few(now: &[Measured; 9], mut before: [Measured; 9], minimum: u16, has_moved: bool) -> [Measured; 9] {
    let is_few = |now: f64, before: f64| (0.5..f64::from(minimum) - 0.5).contains(&(now - before).abs());
    for ((part, now), before) in PARTS.iter().zip(now).zip(&mut before) {
        let Formula::Ratio { of, by, .. } = part.metric.formula else { continue };
        let tells = (counts_as_of_a_day(of) && (has_moved || is_few(now.numerator, before.numerator)))
            || (counts_as_of_a_day(by) && (has_moved || is_few(now.denominator, before.denominator)));
        if tells {
            before.state = PartState::Hidden;
        }
    }
    before
}

fn counts_as_of_a_day(sum: Sum) -> bool {
    sum.iter().any(|(_, term)| matches!(term, Term::AsOf(_)))
}

/// The measured parts a month earlier.
struct LastMonth {
    measured: [Measured; 9],
    /// Whether logins cover all days of a score.
    is_scored: bool,
}

/// Assembles the answer from what was measured.
///
/// `missing` says why there is no score, if that does not follow from the parts.
fn answer(
    method: &Method,
    as_of: Option<Date>,
    now: &[Measured; 9],
    missing: Option<Missing>,
    last: Option<&LastMonth>,
) -> ScoreAnswer {
    let today = scored(method, now);
    let before = last.filter(|last| last.is_scored).map(|last| scored(method, &last.measured));
    let score = today.score.filter(|_| missing.is_none()).map(tenths);
    let missing = missing.or_else(|| score.is_none().then(|| missing_reason(method, now, today.coverage)));
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
        let raw_earned = raw(|(weight, share)| weight * share);
        earned = largest_remainder(&raw_earned, score, &possible);
        reaching(score, &mut earned, &mut possible, &raw_earned);
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
                floor: method.parts[at].floor,
                target: method.parts[at].target,
                weight: method.parts[at].weight,
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
            method: method.name.clone(),
            as_of: as_of.map(iso),
            window_days: WINDOW_DAYS,
            coverage: round_to(today.coverage, 4),
            mom: mom.map(from_tenths),
            within_chance: None,
            coverage_effect: coverage_effect.map(from_tenths),
            missing: missing.as_ref().map(|missing| missing.text(Language::En)),
            why_missing: missing,
            parts,
        },
    }
}

#[cfg(test)]
mod tests;
