//! The arithmetic of the BOND Score, as pure functions.

use super::parts::{PARTS, Pillar};
use super::wire::PartState;

/// The share of the total weight that must count for there to be a score, in percent.
const LEAST_COVERAGE: u32 = 70;

/// A part measured as of one day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub numerator: f64,
    pub denominator: f64,
    /// In the metric's unit, unrounded; None where the denominator is 0.
    pub value: Option<f64>,
    pub state: PartState,
}

impl Measured {
    pub fn never_loaded() -> Measured {
        Measured { numerator: 0.0, denominator: 0.0, value: None, state: PartState::NotApplicable }
    }

    pub fn counts(&self) -> bool {
        self.state == PartState::Ok && self.value.is_some()
    }
}

/// A score with the weight and the part score (0 to 1) of each part that counts.
pub struct Scored {
    /// In the order of [`PARTS`]; None for a part that does not count.
    pub parts: [Option<(f64, f64)>; 9],
    pub weight: f64,
    pub coverage: f64,
    /// Unrounded.
    pub score: Option<f64>,
}

pub fn scored(measured: &[Measured; 9]) -> Scored {
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

/// By how much each part moved the score since last month, and the rest, which the change of coverage explains; in
/// tenths of a point.
pub fn movement(now: &Scored, before: &Scored, mom: i64) -> ([i64; 9], i64) {
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

/// Rounds `raw` to whole numbers that add up to `total` and do not exceed `most`: the largest remainders are rounded
/// up. Parts that are 0 stay 0.
pub fn largest_remainder(raw: &[f64; 9], total: i64, most: &[i64; 9]) -> [i64; 9] {
    // Slightly increased, so that a whole number with a floating-point error stays whole.
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

pub fn missing_reason(measured: &[Measured; 9], coverage: f64) -> String {
    let names: Vec<&str> =
        PARTS.iter().zip(measured).filter(|(_, measured)| !measured.counts()).map(|(part, _)| part.label).collect();
    format!(
        "Only {:.0} % of the score's weight can be worked out ({LEAST_COVERAGE} % is needed, with at least one Habit part). Missing: {}.",
        100.0 * coverage,
        names.join(", ")
    )
}

pub fn tenths(score: f64) -> i64 {
    (score * 10.0).round() as i64
}

pub fn from_tenths(tenths: i64) -> f64 {
    tenths as f64 / 10.0
}

pub fn round_to(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}
