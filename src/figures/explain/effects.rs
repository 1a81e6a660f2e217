//! The change of a figure as a sum of the effects of groups, in exact fractions.
//!
//! - The change of a sum is the sum of the changes of its groups.
//! - The change of a ratio is divided by the method of Kitagawa (1955, "Components of a Difference Between Two Rates",
//!   Journal of the American Statistical Association 50): for a group with the share p of the denominator and the rate r,
//!   before p' and r', the rate effect is (p + p')/2 · (r − r') and the mix effect is
//!   ((r + r')/2 − (R + R')/2) · (p − p'), where R is the rate of all.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::figures::model::{Formula, Metric};
use crate::figures::operands::Operands;

/// The contribution of a group to the change of a figure, in the figure's unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    pub total: BigRational,
    /// The part that comes from a larger or smaller share of the group in all; 0 for a sum.
    pub mix: BigRational,
}

impl Effect {
    /// The part that comes from a change of the group itself.
    pub fn rate(&self) -> BigRational {
        &self.total - &self.mix
    }

    /// The effect times a factor.
    pub fn times(self, factor: &BigRational) -> Effect {
        if factor.is_one() {
            return self;
        }
        Effect { total: self.total * factor, mix: self.mix * factor }
    }
}

/// A group now and before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    pub now: Operands,
    pub before: Operands,
}

/// A whole number as a fraction.
pub fn whole(number: i128) -> BigRational {
    BigRational::from_integer(BigInt::from(number))
}

/// `of / by`; 0 if `by` is 0.
fn ratio(of: i128, by: i128) -> BigRational {
    if by == 0 { BigRational::zero() } else { BigRational::new(of.into(), by.into()) }
}

/// The change of the figure of a metric.
pub fn change(metric: &Metric, all: &Pair) -> BigRational {
    exact(metric, &all.now) - exact(metric, &all.before)
}

/// A metric's value, exactly.
pub fn exact(metric: &Metric, counted: &Operands) -> BigRational {
    match metric.formula {
        Formula::Sum(_, divisor) => ratio(counted.numerator, divisor.into()),
        Formula::Ratio { scale, .. } => {
            ratio(counted.numerator, counted.denominator) * ratio(scale.0.into(), scale.1.into())
        }
    }
}

/// A group's share of the denominator, or of the sum. 0 if there is nothing.
pub fn share(metric: &Metric, part: &Operands, all: &Operands) -> f64 {
    let (part, all) = match metric.formula {
        Formula::Sum(..) => (part.numerator, all.numerator),
        Formula::Ratio { .. } => (part.denominator, all.denominator),
    };
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// The effects of groups on the change of all.
///
/// The rate and mix effects of a group add up to
/// `(of·B − of'·A) / AB − (R + R')/2 · (by·B − by'·A) / AB` times the metric's scale, where A and B are the denominators
/// of all now and before: effects are linear in the counts of a group, and fractions of one denominator. So those of a
/// thousand groups are compared as whole numbers, without reducing a fraction for each.
pub struct Effects<'a> {
    metric: &'a Metric,
    all: &'a Pair,
    /// The factors of `of` now and before, and of `by` now and before.
    factors: [BigInt; 4],
    denominator: BigInt,
}

impl<'a> Effects<'a> {
    /// The effects on the change of `all`. A ratio without a denominator in one of the windows has no change to divide:
    /// every effect is 0.
    pub fn on(metric: &'a Metric, all: &'a Pair) -> Effects<'a> {
        let (now, before) = ([all.now.numerator, all.now.denominator], [all.before.numerator, all.before.denominator]);
        let ([of, by], [of_before, by_before]) = (now.map(BigInt::from), before.map(BigInt::from));
        let (factors, denominator) = match metric.formula {
            Formula::Sum(_, divisor) => ([1, -1, 0, 0].map(BigInt::from), BigInt::from(divisor)),
            Formula::Ratio { .. } if all.now.denominator == 0 || all.before.denominator == 0 => {
                (<[BigInt; 4]>::default(), BigInt::one())
            }
            Formula::Ratio { scale: (times, divided_by), .. } => {
                let both = &by * &by_before;
                // (R + R')/2 · 2AB
                let rates = of * &by_before + of_before * &by;
                let factors = [&both * &by_before * 2, &both * &by * -2, -(&rates * &by_before), rates * by];
                (factors.map(|factor| factor * times), &both * &both * 2 * divided_by)
            }
        };
        Effects { metric, all, factors, denominator }
    }

    /// The effect of a group in units of one denominator, to compare it with others.
    pub fn units(&self, part: &Pair) -> BigInt {
        let counts = [part.now.numerator, part.before.numerator, part.now.denominator, part.before.denominator];
        self.factors.iter().zip(counts).map(|(factor, count)| factor * count).sum()
    }

    /// The effect of a group in double precision.
    pub fn estimate(&self, part: &Pair) -> f64 {
        let (units, denominator) = (self.units(part).to_f64(), self.denominator.to_f64());
        units.zip(denominator).map_or(0.0, |(units, denominator)| units / denominator)
    }

    /// The effect of a group. The effects of groups that together are all add up to [`change`].
    pub fn of(&self, part: &Pair) -> Effect {
        let total = BigRational::new(self.units(part), self.denominator.clone());
        let Formula::Ratio { scale, .. } = self.metric.formula else {
            return Effect { total, mix: BigRational::zero() };
        };
        let own = |counted: &Operands| ratio(counted.numerator, counted.denominator);
        // A group without a denominator in one window is taken to have the rate of the other window there.
        let (now, before) = (part.now.denominator != 0, part.before.denominator != 0);
        let r = own(if now || !before { &part.now } else { &part.before });
        let s = own(if before || !now { &part.before } else { &part.now });
        let Pair { now, before } = self.all;
        let moved = ratio(part.now.denominator, now.denominator) - ratio(part.before.denominator, before.denominator);
        let half = BigRational::new(scale.0.into(), BigInt::from(scale.1) * 2);
        let mix = (r + s - own(now) - own(before)) * moved * half;
        Effect { total, mix }
    }
}

/// The factor with which the effects within a group add up to its rate effect; None if it cannot be divided further,
/// because it has no denominator in one of the windows.
pub fn weight(metric: &Metric, part: &Pair, all: &Pair) -> Option<BigRational> {
    can_divide(metric, part).then(|| match metric.formula {
        Formula::Sum(..) => whole(1),
        Formula::Ratio { .. } => {
            (ratio(part.now.denominator, all.now.denominator) + ratio(part.before.denominator, all.before.denominator))
                / whole(2)
        }
    })
}

/// Whether a group has a change that can be divided: a ratio needs a denominator in both windows.
pub fn can_divide(metric: &Metric, part: &Pair) -> bool {
    matches!(metric.formula, Formula::Sum(..)) || (part.now.denominator != 0 && part.before.denominator != 0)
}

/// The nearest double.
pub fn to_f64(number: &BigRational) -> f64 {
    number.to_f64().unwrap_or_default()
}

/// Rounds numbers to `decimals` decimals so that they add up to the shown total: the largest remainders are rounded up
/// (Hamilton's method).
pub fn rounded(numbers: &[BigRational], shown: f64, decimals: u32) -> Vec<f64> {
    let scale = whole(10_i128.pow(decimals));
    let scaled: Vec<BigRational> = numbers.iter().map(|number| number * &scale).collect();
    let mut units: Vec<BigInt> = scaled.iter().map(|number| number.floor().to_integer()).collect();
    let wanted = half_away(&(BigRational::from_float(shown).unwrap_or_else(BigRational::zero) * &scale));
    // What is 0 stays 0, unless there is nothing else.
    let mut order: Vec<usize> = (0..units.len()).filter(|at| !scaled[*at].is_integer()).collect();
    if order.is_empty() {
        order = (0..units.len()).filter(|at| !scaled[*at].is_zero()).collect();
    }
    let rest = |at: usize| &scaled[at] - scaled[at].floor();
    order.sort_by(|one, other| rest(*other).cmp(&rest(*one)).then(one.cmp(other)));
    let missing = (wanted - units.iter().sum::<BigInt>()).to_i64().unwrap_or_default();
    if missing < 0 {
        order.reverse();
    }
    for at in order.iter().cycle().take(missing.unsigned_abs() as usize) {
        units[*at] += missing.signum();
    }
    units.into_iter().map(|unit| to_f64(&(BigRational::from_integer(unit) / &scale))).collect()
}

/// A figure rounded to `decimals` decimals, half away from zero.
pub fn shown(number: &BigRational, decimals: u32) -> f64 {
    let scale = whole(10_i128.pow(decimals));
    to_f64(&(BigRational::from_integer(half_away(&(number * &scale))) / scale))
}

/// Rounded half away from zero, as figures are.
fn half_away(number: &BigRational) -> BigInt {
    let half = BigRational::new(1.into(), 2.into());
    let away = (number.abs() + half).floor().to_integer();
    if number.is_negative() { -away } else { away }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::figures::members::{PROGRAM_ACTIVE_RATE, TOTAL_LOGINS};

    fn pair(now: (i128, i128), before: (i128, i128)) -> Pair {
        let counted = |(numerator, denominator)| Operands { numerator, denominator, ..Operands::default() };
        Pair { now: counted(now), before: counted(before) }
    }

    fn all(groups: &[Pair]) -> Pair {
        groups.iter().fold(Pair::default(), |all, group| Pair {
            now: all.now.with(&group.now),
            before: all.before.with(&group.before),
        })
    }

    fn effect(metric: &Metric, part: &Pair, all: &Pair) -> Effect {
        Effects::on(metric, all).of(part)
    }

    fn fraction(of: i128, by: i128) -> BigRational {
        BigRational::new(of.into(), by.into())
    }

    /// Worked out by hand. Gold: 40 of 100, before 30 of 50. Silver: 10 of 100, before 15 of 150. All: 50 of 200, before 45
    /// of 200: 25 % and 22.5 %. Gold's share was 1/4 and is 1/2, its rate 60 % and is 40 %.
    #[test]
    fn the_change_of_a_rate_is_divided_as_by_hand() {
        let groups = [pair((40, 100), (30, 50)), pair((10, 100), (15, 150))];
        let of = all(&groups);
        assert_eq!(change(&PROGRAM_ACTIVE_RATE, &of), fraction(5, 2));
        let [gold, silver] = groups.each_ref().map(|group| effect(&PROGRAM_ACTIVE_RATE, group, &of));
        // (1/2 + 1/4)/2 · (40 − 60); (50 − 23.75) · (1/2 − 1/4)
        assert_eq!((gold.rate(), gold.mix), (fraction(-15, 2), fraction(105, 16)));
        // (1/2 + 3/4)/2 · (10 − 10); (10 − 23.75) · (1/2 − 3/4)
        assert_eq!((silver.rate(), silver.mix), (fraction(0, 1), fraction(55, 16)));
        assert_eq!(weight(&PROGRAM_ACTIVE_RATE, &groups[0], &of), Some(fraction(3, 8)));
    }

    #[test]
    fn a_group_that_is_new_changes_the_mix_alone() {
        let groups = [pair((5, 50), (0, 0)), pair((30, 50), (30, 50))];
        let of = all(&groups);
        let new = effect(&PROGRAM_ACTIVE_RATE, &groups[0], &of);
        assert_eq!(new.rate(), fraction(0, 1));
        // 35 % now, 60 % before: (10 − 47.5) · 1/2
        assert_eq!(new.mix, fraction(-75, 4));
        assert_eq!(weight(&PROGRAM_ACTIVE_RATE, &groups[0], &of), None);
    }

    #[test]
    fn shown_effects_add_up_to_the_shown_change() {
        let thirds = [fraction(1, 3), fraction(1, 3), fraction(1, 3)];
        assert_eq!(rounded(&thirds, 1.0, 0), [1.0, 0.0, 0.0]);
        assert_eq!(rounded(&thirds, 1.0, 2), [0.34, 0.33, 0.33]);
        let signs = [fraction(-5, 3), fraction(1, 3), fraction(2, 3)];
        assert_eq!(rounded(&signs, -1.0, 0), [-2.0, 0.0, 1.0]);
        assert_eq!(rounded(&signs, 0.0, 0), [-1.0, 0.0, 1.0], "the level above was rounded up");
        assert_eq!(rounded(&signs, -2.0, 0), [-2.0, 0.0, 0.0], "the level above was rounded down");
        assert_eq!(rounded(&[], 0.0, 2), Vec::<f64>::new());
        assert_eq!(rounded(&[fraction(2, 1), fraction(0, 1)], 2.0, 0), [2.0, 0.0], "0 stays 0");
    }

    fn groups() -> impl Strategy<Value = Vec<Pair>> {
        // Numerators may exceed denominators, as clicks exceed views.
        let counted = || (0_i128..2_000, prop_oneof![Just(0_i128), 1_i128..1_000]);
        let one = (counted(), counted()).prop_map(|(now, before)| pair(now, before));
        prop::collection::vec(one, 1..12).prop_filter("a denominator in both windows", |groups| {
            let all = all(groups);
            all.now.denominator > 0 && all.before.denominator > 0
        })
    }

    proptest! {
        #[test]
        fn effects_add_up_to_the_change(groups in groups()) {
            let of = all(&groups);
            for metric in [&PROGRAM_ACTIVE_RATE, &TOTAL_LOGINS] {
                let effects: Vec<Effect> = groups.iter().map(|group| effect(metric, group, &of)).collect();
                let sum = effects.iter().fold(BigRational::zero(), |sum, effect| sum + &effect.total);
                prop_assert_eq!(&sum, &change(metric, &of));
                let totals: Vec<BigRational> = effects.into_iter().map(|effect| effect.total).collect();
                let of_all = shown(&sum, 2);
                let of_groups: f64 = rounded(&totals, of_all, 2).iter().sum();
                prop_assert!((of_groups - of_all).abs() < 1e-6, "{of_groups} {of_all}");
            }
        }

        #[test]
        fn effects_are_those_of_the_published_formula(groups in groups()) {
            let of = all(&groups);
            let half = fraction(1, 2);
            let rate = |counted: &Operands| ratio(counted.numerator, counted.denominator);
            for group in groups.iter().filter(|group| group.now.denominator > 0 && group.before.denominator > 0) {
                let (p, q) = (ratio(group.now.denominator, of.now.denominator), ratio(group.before.denominator, of.before.denominator));
                let (r, s) = (rate(&group.now), rate(&group.before));
                let of_rate = (&p + &q) * &half * (&r - &s) * whole(100);
                let of_mix = ((r + s) - rate(&of.now) - rate(&of.before)) * &half * (p - q) * whole(100);
                let found = effect(&PROGRAM_ACTIVE_RATE, group, &of);
                prop_assert_eq!((found.rate(), &found.mix), (of_rate, &of_mix));
                let estimate = Effects::on(&PROGRAM_ACTIVE_RATE, &of).estimate(group);
                prop_assert!((estimate - to_f64(&found.total)).abs() <= 1e-12 * estimate.abs());
            }
        }

        #[test]
        fn reversing_the_windows_reverses_the_signs(groups in groups()) {
            let of = all(&groups);
            let reversed = |pair: &Pair| Pair { now: pair.before.clone(), before: pair.now.clone() };
            for group in &groups {
                let forth = effect(&PROGRAM_ACTIVE_RATE, group, &of);
                let back = effect(&PROGRAM_ACTIVE_RATE, &reversed(group), &reversed(&of));
                prop_assert_eq!((forth.rate(), forth.mix), (-back.rate(), -back.mix));
            }
        }

        #[test]
        fn two_equal_halves_have_the_effect_of_the_whole(groups in groups()) {
            let of = all(&groups);
            let twice = |counted: &Operands| counted.with(counted);
            let doubled = Pair { now: twice(&of.now), before: twice(&of.before) };
            for group in &groups {
                let whole_group = Pair { now: twice(&group.now), before: twice(&group.before) };
                let (half, both) = (effect(&PROGRAM_ACTIVE_RATE, group, &doubled), effect(&PROGRAM_ACTIVE_RATE, &whole_group, &doubled));
                prop_assert_eq!((half.rate() + half.rate(), &half.mix + &half.mix), (both.rate(), both.mix));
            }
        }

        #[test]
        fn effects_within_a_group_add_up_to_its_own(outer in groups(), inner in groups()) {
            let group = all(&inner);
            let mut groups = outer;
            groups.push(group.clone());
            let of = all(&groups);
            let weight = weight(&PROGRAM_ACTIVE_RATE, &group, &of).expect("denominators");
            let within: BigRational = inner
                .iter()
                .map(|part| effect(&PROGRAM_ACTIVE_RATE, part, &group).total * &weight)
                .fold(BigRational::zero(), |sum, part| sum + part);
            prop_assert_eq!(within, effect(&PROGRAM_ACTIVE_RATE, &group, &of).rate());
        }
    }
}
