//! The arithmetic of the BOND Score, as pure functions.

use super::method::{Method, PartMethod};
use super::missing::Missing;
use super::parts::{PARTS, Pillar};
use super::wire::PartState;

/// A part measured as of one day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub numerator: f64,
    pub denominator: f64,
    /// In the metric's unit, unrounded; None if the denominator is 0.
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

/// The share of the points of a part that a value has, 0 to 1.
pub fn share(value: f64, floor: f64, target: f64) -> f64 {
    ((value - floor) / (target - floor)).clamp(0.0, 1.0)
}

impl Method {
    /// What was measured, with the parts marked that do not count by this method.
    pub(super) fn judged(&self, mut measured: [Measured; 9]) -> [Measured; 9] {
        for (own, measured) in self.parts.iter().zip(&mut measured) {
            measured.state = match measured.state {
                PartState::Ok if own.weight == 0 => PartState::LeftOut,
                PartState::Ok if measured.denominator < f64::from(own.least) => PartState::Insufficient,
                state => state,
            };
        }
        measured
    }

    /// The share of a part's points that a value has, 0 to 1.
    pub(super) fn share(&self, at: usize, value: f64) -> f64 {
        let PartMethod { floor, target, .. } = self.parts[at];
        share(value, floor, target)
    }
}

/// The score of what was measured, by a method.
pub fn scored(method: &Method, measured: &[Measured; 9]) -> Scored {
    let mut parts = [None; 9];
    let (mut weight, mut earned, mut habit) = (0.0, 0.0, false);
    for (at, (slot, measured)) in parts.iter_mut().zip(measured).enumerate() {
        if let Some(value) = measured.value.filter(|_| measured.counts()) {
            let share = method.share(at, value);
            let own = f64::from(method.parts[at].weight);
            *slot = Some((own, share));
            weight += own;
            earned += own * share;
            habit |= PARTS[at].pillar == Pillar::Habit;
        }
    }
    let coverage = weight / f64::from(method.weight());
    let enough = coverage * 100.0 >= f64::from(method.least_coverage) && habit;
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

/// Makes rounded points add up to the score if the rounded maximum of each part prevents that: a tenth of a maximum
/// goes from a part that does not reach its own to one that does.
pub fn reaching(score: i64, earned: &mut [i64; 9], possible: &mut [i64; 9], raw: &[f64; 9]) {
    while earned.iter().sum::<i64>() < score {
        // The one that was rounded down most.
        let full = (0..9).filter(|at| raw[*at] > 0.0 && earned[*at] == possible[*at]);
        let up = full.max_by(|one, other| {
            let rest = |at: &usize| raw[*at] - earned[*at] as f64;
            rest(one).total_cmp(&rest(other))
        });
        let down = (0..9).max_by_key(|at| possible[*at] - earned[*at]).filter(|at| possible[*at] > earned[*at]);
        let (Some(up), Some(down)) = (up, down) else { break };
        possible[down] -= 1;
        possible[up] += 1;
        earned[up] += 1;
    }
}

pub fn missing_reason(method: &Method, measured: &[Measured; 9], coverage: f64) -> Missing {
    let is_missing = |measured: &Measured| !measured.counts() && measured.state != PartState::LeftOut;
    let parts = PARTS.iter().zip(measured).filter(|(_, measured)| is_missing(measured)).map(|(part, _)| part.label);
    Missing::Weight { coverage, least: method.least_coverage.to_string(), parts: parts.collect() }
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
