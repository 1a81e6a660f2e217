//! How the parts of a score stand, and how they would stand with more.

use crate::figures::model::{Formula, Unit};
use crate::figures::quantity::Quantity;
use crate::figures::score::formula::{Measured, round_to, scored, tenths};
use crate::figures::score::{Method, PARTS, Part, PartKey, PartMethod, PartState, ScoreAnswer};

/// How the parts of a score by a method stand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlanState<'a> {
    method: &'a Method,
    /// Numerator and denominator of each part that counts, in the order of [`PARTS`]; none if there is no score.
    parts: [Option<(i128, i128)>; 9],
}

/// The most that anything is searched for.
const MOST: i128 = 1_000_000_000_000;

impl<'a> PlanState<'a> {
    pub fn of(answer: &ScoreAnswer, method: &'a Method) -> PlanState<'a> {
        let mut all = [None; 9];
        for ((standing, part), shown) in all.iter_mut().zip(&PARTS).zip(&answer.explain.parts) {
            let counts = shown.state == PartState::Ok && shown.value.is_some() && answer.score.is_some();
            *standing = shown.numerator.zip(shown.denominator).filter(|_| counts).map(|(of, by)| {
                // Whole numbers that the answer has as doubles.
                ((of * part.numerator_scale).round() as i128, by.round() as i128)
            });
        }
        PlanState { method, parts: all }
    }

    /// What a part is measured against.
    pub fn method(&self, at: usize) -> PartMethod {
        self.method.parts[at]
    }

    /// The state with `more` more in the numerator of a part.
    pub fn with(&self, at: usize, more: i128) -> PlanState<'a> {
        let mut changed = self.clone();
        if let Some((of, by)) = &mut changed.parts[at] {
            *of += more * step(&PARTS[at]);
            *by += if PARTS[at].counted().joins { more } else { 0 };
        }
        changed
    }

    /// The score in tenths, as it is shown.
    pub fn score(&self) -> Option<i64> {
        let measured = std::array::from_fn(|at| match self.parts[at] {
            None => Measured::never_loaded(),
            // The formula looks at the value alone.
            Some(_) => Measured { numerator: 0.0, denominator: 0.0, value: self.value(at), state: PartState::Ok },
        });
        scored(self.method, &measured).score.map(tenths)
    }

    /// The value of a part, unrounded.
    pub fn value(&self, at: usize) -> Option<f64> {
        let (of, by) = self.parts[at]?;
        Some(value(&PARTS[at], of, by).to_f64())
    }

    /// The value of a part as it is shown; 0 for one that does not count.
    pub fn shown(&self, at: usize) -> f64 {
        round_to(self.value(at).unwrap_or_default(), PARTS[at].metric.unit.decimals() as i32)
    }

    /// The count in the numerator.
    pub fn counted(&self, at: usize) -> Option<i128> {
        self.parts[at].map(|(of, _)| of / step(&PARTS[at]))
    }

    /// The fewest more with which a part is at its target; 0 for one that is. None for a part that does not count.
    pub fn to_target(&self, at: usize) -> Option<i128> {
        self.to_value(at, self.method(at).target)
    }

    /// The fewest more with which the unrounded value of a part is at least this one.
    pub fn to_value(&self, at: usize, wanted: f64) -> Option<i128> {
        let (_, most) = self.bounds(at)?;
        smallest(most, |more| self.with(at, more).value(at) >= Some(wanted))
    }

    /// How many fewer and more of a part there may be.
    pub fn bounds(&self, at: usize) -> Option<(i128, i128)> {
        let (of, by) = self.parts[at]?;
        let part = &PARTS[at];
        // A click without a view can lift the one over 100 %, and months have no limit. New answers join the others.
        let is_open = part.key == PartKey::RedemptionRate || part.metric.unit != Unit::Percent || part.counted().joins;
        // A fraction of one more is rounded up.
        let to_100 = |step: i128| ((at_100(part, by) - of).max(0) + step - 1) / step;
        let most = if is_open { MOST } else { to_100(step(part)) };
        Some((-of / step(part), most))
    }

    /// The share of a part's points that it has with `more` more, as an exact fraction from 0 to 1.
    pub fn share(&self, at: usize, more: i128) -> Quantity {
        let Some((of, by)) = self.with(at, more).parts[at] else { return Quantity::ZERO };
        let part = &PARTS[at];
        let value = value(part, of, by);
        // Floors and targets have at most two decimals.
        let PartMethod { floor, target, .. } = self.method(at);
        let [floor, target] = [floor, target].map(|bound| (bound * 100.0).round() as i128);
        let share = Quantity::new(
            100 * value.numerator() - floor * value.denominator(),
            (target - floor) * value.denominator(),
        );
        share.max(Quantity::ZERO).min(Quantity::new(1, 1))
    }
}

/// The amount that one more adds to the numerator.
fn step(part: &Part) -> i128 {
    part.numerator_scale as i128
}

fn value(part: &Part, of: i128, by: i128) -> Quantity {
    let Formula::Ratio { scale, .. } = part.metric.formula else { return Quantity::ZERO };
    Quantity::new(of * i128::from(scale.0), by * i128::from(scale.1))
}

/// The numerator with which a percentage is 100.
fn at_100(part: &Part, by: i128) -> i128 {
    let Formula::Ratio { scale, .. } = part.metric.formula else { return 0 };
    100 * by * i128::from(scale.1) / i128::from(scale.0)
}

/// The smallest number from 0 to `limit` that suffices, if every larger one does, too; None if none does.
pub(super) fn smallest(limit: i128, suffices: impl Fn(i128) -> bool) -> Option<i128> {
    let (mut too_few, mut enough) = (-1, limit);
    if limit < 0 || !suffices(limit) {
        return None;
    }
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if suffices(middle) { enough = middle } else { too_few = middle }
    }
    Some(enough)
}
