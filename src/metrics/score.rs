//! The BOND Score, method `bond-1`: how far the program stands from its own targets (docs/metrics.md).
//!
//! Any change of a number in [`PARTS`] or of the formula is a new method name.

use schemars::JsonSchema;
use serde::Serialize;
use time::Date;
use ts_rs::TS;

use super::catalogue::{Catalogue, Selection};
use super::engine::Engine;
use super::filter::{Groups, iso};
use super::model::{Formula, Metric, Unit};
use super::period::{Window, month_earlier};
use super::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL, LEVEL_SCALE};
use super::quantity::Quantity;
use super::rollup::Levels;
use super::{members, offers};
use crate::warehouse::WarehouseError;

/// The method's name; every answer carries it.
pub const METHOD: &str = "bond-1";
/// The score looks at this many days ending on its day, whatever the filter's start.
pub const WINDOW_DAYS: u16 = 90;
/// A denominator that counts members, pairs or answers must be at least this.
const LEAST: i128 = 30;
/// Weight that must count, of all, for there to be a score, in percent.
const LEAST_COVERAGE: u32 = 70;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub enum Pillar {
    Reach,
    Habit,
    Value,
    Loyalty,
    Voice,
}

/// One part of the score.
#[derive(Debug)]
pub struct Part {
    /// The answer's field.
    pub key: &'static str,
    pub label: &'static str,
    pub pillar: Pillar,
    pub metric: &'static Metric,
    /// In the metric's unit: 0 points at or below the floor, all at or above the target.
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// Feed tables it needs; it is not applicable while one holds no row.
    tables: &'static [&'static str],
    /// The smallest denominator that counts.
    least: i128,
    /// The measure's units in 1 of the numerator that is shown.
    numerator_scale: f64,
}

/// The parts in the specification's order of fields.
pub static PARTS: [Part; 9] = [
    part(
        "enrolled2Eligible",
        "Initiation Rate",
        Pillar::Reach,
        &members::INITIATION_RATE,
        (0.0, 60.0),
        15,
        &["logins"],
    ),
    part(
        "clientsRetentionRate",
        "Retention Rate",
        Pillar::Loyalty,
        &members::RETENTION_RATE,
        (0.0, 70.0),
        15,
        &["logins"],
    ),
    part(
        "programActiveRate",
        "Program Active Rate",
        Pillar::Habit,
        &members::PROGRAM_ACTIVE_RATE,
        (0.0, 40.0),
        15,
        &["logins", "offer_interactions"],
    ),
    part("returnRate", "Return Rate", Pillar::Habit, &members::RETURN_RATE, (75.0, 97.0), 8, &["logins"]),
    part(
        "redemptionRate",
        "Intent to Redeem",
        Pillar::Value,
        &offers::INTENT_TO_REDEEM_RATE,
        (0.0, 50.0),
        15,
        &["offer_interactions"],
    ),
    part(
        "engagementRate",
        "Engagement Rate",
        Pillar::Habit,
        &members::PROGRAM_ENGAGEMENT_RATE,
        (0.0, 30.0),
        12,
        &["logins", "offer_interactions"],
    ),
    Part {
        // Its denominator counts months, so one is enough.
        least: 1,
        numerator_scale: LEVEL_SCALE as f64,
        ..part(
            "faActivityLevel",
            "FA Activity Level",
            Pillar::Voice,
            &FA_ACTIVITY_LEVEL,
            (0.0, 100.0),
            5,
            &["fa_activity"],
        )
    },
    part("csat", "CSAT", Pillar::Voice, &CUSTOMER_SATISFACTION, (40.0, 90.0), 10, &["csat_responses"]),
    part("averageTenure", "Average Tenure", Pillar::Loyalty, &members::AVERAGE_TENURE, (0.0, 24.0), 5, &["logins"]),
];

const fn part(
    key: &'static str,
    label: &'static str,
    pillar: Pillar,
    metric: &'static Metric,
    (floor, target): (f64, f64),
    weight: u32,
    tables: &'static [&'static str],
) -> Part {
    Part { key, label, pillar, metric, floor, target, weight, tables, least: LEAST, numerator_scale: 1.0 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PartState {
    Ok,
    /// A table it needs was never loaded, or holds no row any more.
    NotApplicable,
    /// Its denominator is too small to say anything.
    Insufficient,
}

/// A part as it was measured on one day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub numerator: f64,
    pub denominator: f64,
    /// In the metric's unit, unrounded; None where the denominator is 0.
    pub value: Option<f64>,
    pub state: PartState,
}

/// Years and months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub struct Tenure {
    pub years: i64,
    pub months: i64,
}

impl Tenure {
    /// Rounded to whole months, then split.
    pub fn of(months: Quantity) -> Tenure {
        let whole = months.rounded(0) as i64;
        Tenure { years: whole / 12, months: whole % 12 }
    }
}

/// The score and what it is made of. A part that does not count is null.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreAnswer {
    pub score: Option<f64>,
    pub score_last_month: Option<f64>,
    #[serde(rename = "enrolled2Eligible")]
    #[ts(rename = "enrolled2Eligible")]
    pub enrolled2_eligible: Option<f64>,
    pub clients_retention_rate: Option<f64>,
    pub program_active_rate: Option<f64>,
    pub return_rate: Option<f64>,
    pub redemption_rate: Option<f64>,
    pub engagement_rate: Option<f64>,
    pub fa_activity_level: Option<f64>,
    pub csat: Option<f64>,
    pub average_tenure: Option<Tenure>,
    pub explain: Explain,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explain {
    pub method: String,
    /// yyyy-mm-dd; null when nothing is loaded.
    pub as_of: Option<String>,
    pub window_days: u16,
    /// Share of the weight that counts, 0 to 1.
    pub coverage: f64,
    /// Shown score less shown score of last month, in points.
    pub mom: Option<f64>,
    /// The share of it that is due to parts that count in only one of the months.
    pub coverage_effect: Option<f64>,
    /// Why there is no score; null when there is one.
    pub missing: Option<String>,
    pub parts: Vec<ScorePart>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    pub key: String,
    pub label: String,
    pub pillar: Pillar,
    pub numerator: Option<f64>,
    pub denominator: Option<f64>,
    /// In the part's own unit: percent, or months for averageTenure.
    pub value: Option<f64>,
    pub value_last_month: Option<f64>,
    pub unit: Unit,
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// 0 to 100.
    pub score: Option<f64>,
    pub points_possible: Option<f64>,
    pub points_earned: Option<f64>,
    pub points_moved: Option<f64>,
    pub state: PartState,
    pub definition: String,
}

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
    let last_month = match month_earlier(as_of).filter(|day| covered_days(catalogue, *day) == i64::from(WINDOW_DAYS)) {
        Some(day) => Some(measured(engine, catalogue, groups, day).await?),
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
                true if denominator < part.least => PartState::Insufficient,
                true => PartState::Ok,
            },
        }
    }))
}

impl Measured {
    fn never_loaded() -> Measured {
        Measured { numerator: 0.0, denominator: 0.0, value: None, state: PartState::NotApplicable }
    }

    fn counts(&self) -> bool {
        self.state == PartState::Ok && self.value.is_some()
    }
}

/// A score with its parts: weight and part score (0 to 1) of those that count.
struct Scored {
    /// By part; None for one that does not count.
    parts: [Option<(f64, f64)>; 9],
    weight: f64,
    coverage: f64,
    /// Unrounded.
    score: Option<f64>,
}

fn scored(measured: &[Measured; 9]) -> Scored {
    let mut parts = [None; 9];
    let (mut weight, mut earned, mut habit) = (0.0, 0.0, false);
    for ((slot, part), measured) in parts.iter_mut().zip(&PARTS).zip(measured) {
        if let Some(value) = measured.value.filter(|_| measured.counts()) {
            let share = ((value - part.floor) / (part.target - part.floor)).clamp(0.0, 1.0);
            let own = f64::from(part.weight);
            *slot = Some((own, share));
            weight += own;
            earned += own * share;
            habit |= part.pillar == Pillar::Habit;
        }
    }
    let all: u32 = PARTS.iter().map(|part| part.weight).sum();
    let coverage = weight / f64::from(all);
    let enough = coverage * 100.0 >= f64::from(LEAST_COVERAGE) && habit;
    Scored { parts, weight, coverage, score: enough.then(|| 100.0 * earned / weight) }
}

/// Puts the answer together. Pure: everything that was measured is handed in.
///
/// `missing` is a reason for no score that the parts do not tell; `last` is what was measured a month earlier,
/// where logins cover its days.
fn answer(
    as_of: Option<Date>,
    now: &[Measured; 9],
    missing: Option<String>,
    last: Option<&[Measured; 9]>,
) -> ScoreAnswer {
    let today = scored(now);
    let before = last.map(scored);
    let score = today.score.filter(|_| missing.is_none()).map(tenths);
    let missing = missing.or_else(|| score.is_none().then(|| lacking(now, today.coverage)));
    let score_last_month = before.as_ref().and_then(|before| before.score).map(tenths);
    let mom = score.zip(score_last_month).map(|(now, before)| now - before);

    // Shown points: tenths that add up.
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
            let applicable = now[at].state != PartState::NotApplicable;
            ScorePart {
                key: part.key.to_owned(),
                label: part.label.to_owned(),
                pillar: part.pillar,
                numerator: applicable.then_some(now[at].numerator),
                denominator: applicable.then_some(now[at].denominator),
                value: shown(&now[at]).filter(|_| applicable),
                value_last_month: last.and_then(|last| shown(&last[at])),
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
    let field = |key: &str| {
        parts.iter().find(|part| part.key == key && part.state == PartState::Ok).and_then(|part| part.value)
    };
    let tenure = PARTS.iter().zip(now).find(|(part, _)| part.key == "averageTenure").and_then(|(part, measured)| {
        let (Formula::Ratio { scale, .. }, true) = (part.metric.formula, measured.counts()) else { return None };
        let of = |number: f64, times: i64| number as i128 * i128::from(times);
        Some(Tenure::of(Quantity::new(of(measured.numerator, scale.0), of(measured.denominator, scale.1))))
    });
    ScoreAnswer {
        score: score.map(from_tenths),
        score_last_month: score_last_month.map(from_tenths),
        enrolled2_eligible: field("enrolled2Eligible"),
        clients_retention_rate: field("clientsRetentionRate"),
        program_active_rate: field("programActiveRate"),
        return_rate: field("returnRate"),
        redemption_rate: field("redemptionRate"),
        engagement_rate: field("engagementRate"),
        fa_activity_level: field("faActivityLevel"),
        csat: field("csat"),
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

/// What each part moved the score since last month, in tenths, and what is left for the change of coverage.
fn movement(now: &Scored, before: &Scored, mom: i64) -> ([i64; 9], i64) {
    let common = |at: usize| now.parts[at].zip(before.parts[at]);
    let weight: f64 = (0..9).filter_map(common).map(|((weight, _), _)| weight).sum();
    let mut effects = [0.0; 9];
    for (at, effect) in effects.iter_mut().enumerate() {
        if let Some(((own, share), (_, share_before))) = common(at) {
            *effect = 1000.0 * own * (share - share_before) / weight;
        }
    }
    let same = (0..9).all(|at| now.parts[at].is_some() == before.parts[at].is_some());
    let target = if same { mom } else { effects.iter().sum::<f64>().round() as i64 };
    let moved = largest_remainder(&effects, target, &[i64::MAX; 9]);
    (moved, mom - moved.iter().sum::<i64>())
}

/// Whole numbers that are near `raw`, add up to `total` and do not exceed `most`: the largest remainders go up.
/// Only parts that are not 0 take part in what is left over.
fn largest_remainder(raw: &[f64; 9], total: i64, most: &[i64; 9]) -> [i64; 9] {
    // A hair above, so that what is whole but for the last bits of the arithmetic stays whole.
    let mut units = raw.map(|value| (value + 1e-9).floor() as i64);
    let mut order: Vec<usize> = (0..9).filter(|at| raw[*at] != 0.0).collect();
    order.sort_by(|a, b| {
        let rest = |at: usize| raw[at] - units[at] as f64;
        rest(*b).total_cmp(&rest(*a)).then(a.cmp(b))
    });
    let mut left = total - units.iter().sum::<i64>();
    while left != 0 && !order.is_empty() {
        let before = left;
        if left > 0 {
            for at in &order {
                if left > 0 && units[*at] < most[*at] {
                    units[*at] += 1;
                    left -= 1;
                }
            }
        } else {
            for at in order.iter().rev() {
                if left < 0 {
                    units[*at] -= 1;
                    left += 1;
                }
            }
        }
        if left == before {
            break;
        }
    }
    units
}

fn lacking(measured: &[Measured; 9], coverage: f64) -> String {
    let names: Vec<&str> =
        PARTS.iter().zip(measured).filter(|(_, measured)| !measured.counts()).map(|(part, _)| part.label).collect();
    format!(
        "Only {:.0} % of the score's weight can be worked out ({LEAST_COVERAGE} % is needed, with at least one Habit part). Missing: {}.",
        100.0 * coverage,
        names.join(", ")
    )
}

fn tenths(score: f64) -> i64 {
    (score * 10.0).round() as i64
}

fn from_tenths(tenths: i64) -> f64 {
    tenths as f64 / 10.0
}

fn round_to(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;

    fn ok(value: f64) -> Measured {
        Measured { numerator: value, denominator: 100.0, value: Some(value), state: PartState::Ok }
    }

    fn gone(state: PartState) -> Measured {
        Measured { numerator: 0.0, denominator: 0.0, value: None, state }
    }

    /// Values in the order of PARTS, all counting.
    fn all(values: [f64; 9]) -> [Measured; 9] {
        values.map(ok)
    }

    fn of(now: &[Measured; 9], last: Option<&[Measured; 9]>) -> ScoreAnswer {
        answer(Some(date!(2026 - 11 - 19)), now, None, last)
    }

    const TARGETS: [f64; 9] = [60.0, 70.0, 40.0, 97.0, 50.0, 30.0, 100.0, 90.0, 24.0];

    #[test]
    fn every_target_met_is_100_and_every_floor_is_0() {
        assert_eq!(of(&all(TARGETS), None).score, Some(100.0));
        assert_eq!(of(&all(TARGETS.map(|target| target * 2.0)), None).score, Some(100.0));
        assert_eq!(of(&all([0.0, 0.0, 0.0, 75.0, 0.0, 0.0, 0.0, 40.0, 0.0]), None).score, Some(0.0));
    }

    #[test]
    fn a_score_worked_out_by_hand() {
        // 30/60·15 + 35/70·15 + 20/40·15 + (86−75)/22·8 + 25/50·15 + 15/30·12 + 50/100·5 + (65−40)/50·10 + 12/24·5
        // = half of everything.
        let half = all([30.0, 35.0, 20.0, 86.0, 25.0, 15.0, 50.0, 65.0, 12.0]);
        let answer = of(&half, None);
        assert_eq!(answer.score, Some(50.0));
        let earned: Vec<f64> = answer.explain.parts.iter().filter_map(|part| part.points_earned).collect();
        assert_eq!(earned.iter().sum::<f64>(), 50.0);
        assert_eq!(answer.explain.parts[0].points_possible, Some(15.0));
        assert_eq!(answer.explain.coverage, 1.0);
    }

    #[test]
    fn a_part_that_does_not_count_takes_its_weight_along() {
        let mut now = all(TARGETS);
        now[7] = gone(PartState::NotApplicable);
        let answer = of(&now, None);
        assert_eq!(answer.score, Some(100.0));
        assert_eq!(answer.csat, None);
        assert_eq!(answer.explain.coverage, 0.9);
        assert_eq!(answer.explain.parts[7].points_possible, None);
        let possible: f64 = answer.explain.parts.iter().filter_map(|part| part.points_possible).sum();
        assert!((possible - 100.0).abs() < 1e-9, "{possible}");
    }

    #[test]
    fn below_70_percent_or_without_habit_there_is_no_score() {
        let mut now = all(TARGETS);
        // 15 + 10 + 5 = 30 gone: 70 % is enough.
        for at in [4, 6, 7] {
            now[at] = gone(PartState::Insufficient);
        }
        assert!(of(&now, None).score.is_some());
        now[8] = gone(PartState::Insufficient);
        let answer = of(&now, None);
        assert_eq!(answer.score, None);
        let missing = answer.explain.missing.expect("a reason");
        assert!(missing.contains("65 %") && missing.contains("CSAT"), "{missing}");

        let mut no_habit = all(TARGETS);
        for at in [2, 3, 5] {
            no_habit[at] = gone(PartState::NotApplicable);
        }
        assert_eq!(of(&no_habit, None).score, None);
    }

    #[test]
    fn what_moved_it_adds_up_also_where_the_parts_differ() {
        let before = all([30.0, 35.0, 20.0, 86.0, 25.0, 15.0, 50.0, 65.0, 12.0]);
        let mut now = before;
        now[0] = ok(33.0);
        let answer = of(&now, Some(&before));
        assert_eq!(answer.explain.mom, Some(0.8));
        assert_eq!(answer.explain.parts[0].points_moved, Some(0.8));
        assert_eq!(answer.explain.coverage_effect, Some(0.0));
        now[7] = gone(PartState::Insufficient);
        let answer = of(&now, Some(&before));
        let moved: f64 = answer.explain.parts.iter().filter_map(|part| part.points_moved).sum();
        let explained = moved + answer.explain.coverage_effect.expect("both months have a score");
        assert!((explained - answer.explain.mom.expect("a move")).abs() < 1e-9);
    }

    #[test]
    fn without_a_month_before_nothing_moved() {
        let answer = of(&all(TARGETS), None);
        assert_eq!((answer.score_last_month, answer.explain.mom, answer.explain.coverage_effect), (None, None, None));
        assert!(answer.explain.parts.iter().all(|part| part.points_moved.is_none()));
    }

    #[test]
    fn tenure_is_split_from_whole_months() {
        assert_eq!(Tenure::of(Quantity::new(239, 10)), Tenure { years: 2, months: 0 });
        assert_eq!(Tenure::of(Quantity::new(274, 10)), Tenure { years: 2, months: 3 });
    }

    fn values() -> impl Strategy<Value = [f64; 9]> {
        prop::array::uniform9(0.0..120.0f64)
    }

    proptest! {
        #[test]
        fn the_score_lies_between_0_and_100_and_its_parts_add_up(values in values(), gone_at in 0usize..9) {
            let mut now = all(values);
            now[gone_at] = gone(PartState::Insufficient);
            let answer = of(&now, None);
            let score = answer.score.expect("enough counts");
            prop_assert!((0.0..=100.0).contains(&score));
            let sum = |of: fn(&ScorePart) -> Option<f64>| {
                answer.explain.parts.iter().filter_map(of).map(|points| (points * 10.0).round() as i64).sum::<i64>()
            };
            prop_assert_eq!(sum(|part| part.points_possible), 1000);
            prop_assert_eq!(sum(|part| part.points_earned), (score * 10.0).round() as i64);
            for part in &answer.explain.parts {
                prop_assert!(part.points_earned <= part.points_possible);
            }
        }

        #[test]
        fn a_part_that_rises_never_lowers_the_score(values in values(), at in 0usize..9, more in 0.0..50.0f64) {
            let before = of(&all(values), None).score;
            let mut higher = values;
            higher[at] += more;
            prop_assert!(of(&all(higher), None).score >= before);
        }

        #[test]
        fn only_the_proportion_of_weights_matters(values in values(), times in 1u32..50) {
            let weighted = |scale: f64| {
                let shares = PARTS.each_ref().map(|part| f64::from(part.weight) * scale);
                let total: f64 = shares.iter().sum();
                let measured = all(values);
                let earned: f64 = scored(&measured).parts.iter().zip(shares).filter_map(|(part, w)| part.map(|(_, s)| w * s)).sum();
                100.0 * earned / total
            };
            let score = scored(&all(values)).score.expect("all count");
            prop_assert!((weighted(f64::from(times)) - score).abs() < 1e-9);
        }

        #[test]
        fn effects_sum_to_the_move(now in values(), before in values(), at in 0usize..9) {
            let mut last = all(before);
            last[at] = gone(PartState::NotApplicable);
            for last in [all(before), last] {
                let answer = of(&all(now), Some(&last));
                let moved: f64 = answer.explain.parts.iter().filter_map(|part| part.points_moved).sum();
                let explained = moved + answer.explain.coverage_effect.expect("both have a score");
                prop_assert!((explained - answer.explain.mom.expect("a move")).abs() < 1e-6);
            }
        }
    }
}
