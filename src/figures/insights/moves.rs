//! Whether a figure changed by more than normal variation.
//!
//! A change is compared with the changes of the same figure between earlier windows of the same length. All is a pure
//! function of what was counted.

use time::Duration;

use super::chance::two_sided;
use super::spread::Prior;
use crate::figures::calendar::{Calendar, shifted_months};
use crate::figures::model::{Contributors, Formula, Metric, Unit};
use crate::figures::operands::Operands;
use crate::figures::period::{Comparison, Window};
use crate::figures::standard_error::{Spread, binomial};

/// How many earlier changes say what is usual, at most and at least.
const MOST_EARLIER: usize = 12;
pub const LEAST_EARLIER: usize = 6;

/// A sum with a smaller average over its windows is not tested: one more or less is a large part of it.
const LEAST_COUNT: f64 = 20.0;

/// A window and the one that it is compared with.
pub type Pair = (Window, Window);

/// Windows with at least this many days have nearly every day of a month, so that it does not matter on which they end.
const LEAST_ALIGNED: i64 = 28;

/// The window with its comparison, and up to `MOST_EARLIER` earlier ones, the latest first. Empty without a comparison.
/// `dates` are those of [`Comparison::SelectedDates`]: earlier windows are compared with others as far away, and there
/// are none if the lengths differ.
///
/// Earlier windows have the same length and do not overlap. Those of fewer than 28 days and of whole months follow each
/// other. Others end with a month, for whose last day the warehouse keeps sums (docs/speed.md), and are as many months
/// apart as they are long: what is usual does not depend on where exactly they lie.
pub fn pairs(window: Window, comparison: Comparison, dates: Option<Window>, calendar: Calendar) -> Vec<Pair> {
    let compared_with = |earlier: Window| match dates {
        Some(dates) if earlier == window => Some(dates),
        Some(dates) if dates.days() != window.days() => None,
        Some(dates) => earlier.earlier_by((window.start - dates.start).whole_days()),
        None => comparison.window(earlier, calendar),
    };
    let mut pairs: Vec<Pair> = Vec::new();
    let Some(before) = compared_with(window) else { return pairs };
    // A month to date comes again with the next month.
    let months =
        (comparison == Comparison::PreviousFullPeriod && before.is_whole_months()).then(|| before.months_touched());
    let is_aligned = months.is_none() && window.days() >= LEAST_ALIGNED && !window.is_whole_months();
    let is_chain = window.period_before() == Some(before);
    let step = Step::months_of(window);
    let (mut now, mut before) = (window, before);
    loop {
        let overlaps =
            |of: fn(&Pair) -> Window, window: Window| pairs.last().is_some_and(|last| of(last).start <= window.end);
        // A day of 29 February may be in two windows of the year before.
        if overlaps(|pair| pair.0, now) || overlaps(|pair| pair.1, before) {
            return pairs;
        }
        pairs.push((now, before));
        if pairs.len() > MOST_EARLIER {
            return pairs;
        }
        let is_first = pairs.len() == 1;
        let next = if is_first { Step::First } else { step };
        let earlier = match months {
            Some(months) => shifted_months(now.start, -months)
                .zip(shifted_months(now.end, -months))
                .and_then(|(start, end)| Window::new(start, end)),
            // The first comparison is not aligned: all earlier changes are between windows equally far apart.
            None if is_chain && is_aligned && is_first => aligned_before(before, Step::First),
            None if is_chain => Some(before),
            None if is_aligned => aligned_before(now, next),
            None => now.period_before(),
        };
        let Some(earlier) = earlier else { return pairs };
        let before_it = if is_chain && is_aligned { aligned_before(earlier, step) } else { compared_with(earlier) };
        let Some(before_it) = before_it else { return pairs };
        (now, before) = (earlier, before_it);
    }
}

/// How far an aligned window is from the next one.
#[derive(Clone, Copy)]
enum Step {
    First,
    Months(i32),
}

impl Step {
    /// As many months as the window has, even if up to three days are missing.
    fn months_of(window: Window) -> Step {
        Step::Months(((window.days() + 26) / 30) as i32)
    }
}

/// The window of the same length that ends with a month: some months before the one in which this window ends or, with
/// the first step, before the one in which it begins. It ends earlier if the two would overlap by some days.
fn aligned_before(window: Window, from: Step) -> Option<Window> {
    let end = match from {
        Step::First => window.start,
        Step::Months(months) => shifted_months(window.end.replace_day(1).ok()?, 1 - months)?,
    };
    let end = end.replace_day(1).ok()?.previous_day()?.min(window.start.previous_day()?);
    Some(Window { start: end.checked_sub(Duration::days(window.days() - 1))?, end })
}

/// A figure in a window and in the one that this is compared with.
pub type Counted = (Operands, Operands);

/// How a change compares with earlier ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// How far it is beyond what is usual.
    pub moved: f64,
    /// The variance of a next change that varies like the earlier ones, with its degrees of freedom.
    pub variance: f64,
    pub degrees: f64,
    /// The variance if what is counted were a sample; 0 if it is not known.
    pub sampling: f64,
}

impl Tested {
    /// With the sampling variance of members, which is larger if several rows of a member count in a percentage.
    pub fn of_members(self, spread: Option<&Spread>) -> Tested {
        Tested { sampling: self.sampling * spread.map_or(1.0, |spread| spread.design_effect().max(1.0)), ..self }
    }
}

/// How certain it is that a figure moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// In standard errors.
    pub errors: f64,
    /// The probability that normal variation makes as many.
    pub probability: f64,
}

/// Judges changes of figures that vary in the same way. Each variance is taken as a multiple of the sampling variance,
/// is drawn towards that of all figures, and counts as at least the sampling variance.
pub fn judged(all: &[Tested]) -> Vec<Judged> {
    let ratio = |one: &Tested| (one.variance / one.sampling, one.degrees);
    let sampled: Vec<(f64, f64)> = all.iter().filter(|one| one.sampling > 0.0).map(ratio).collect();
    let prior = Prior::of(&sampled);
    let judge = |one: &Tested| {
        let (variance, degrees) = if one.sampling > 0.0 {
            let (ratio, degrees) = prior.moderated(ratio(one));
            (ratio.max(1.0) * one.sampling, degrees)
        } else {
            (one.variance, one.degrees)
        };
        let errors = one.moved / variance.sqrt();
        Judged { errors, probability: two_sided(errors, degrees as u32) }
    };
    all.iter().map(judge).collect()
}

/// Tests the first of some changes against the others. For a group, the changes of everybody else (`rest`) are
/// subtracted, so that what moves all alike is not its own. None if it cannot be tested.
pub fn tested(metric: &Metric, group: &[Counted], rest: Option<&[Counted]>) -> Option<Tested> {
    let changes: Vec<f64> = match rest {
        None => group.iter().map_while(|pair| change(metric, pair)).collect(),
        Some(rest) => group
            .iter()
            .zip(rest)
            .map_while(|(pair, rest)| Some(change(metric, pair)? - change(metric, rest)?))
            .collect(),
    };
    let [now, earlier @ ..] = changes.as_slice() else { return None };
    if earlier.len() < LEAST_EARLIER || !has_enough(metric, group) || rest.is_some_and(|rest| !has_enough(metric, rest))
    {
        return None;
    }
    let count = earlier.len() as f64;
    let mean = earlier.iter().sum::<f64>() / count;
    let variance = earlier.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / (count - 1.0);
    // The variance of the distance between the next change and their mean.
    let variance = variance * (1.0 + 1.0 / count);
    let sampling = sampling(metric, &group[0]) + rest.map_or(0.0, |rest| sampling(metric, &rest[0]));
    if variance.max(sampling) <= 0.0 || !variance.is_finite() {
        return None;
    }
    // A figure that always grows has to grow by more than usual, and one that changes back has to change: the smaller of
    // the change and of its distance from the mean counts.
    let unusual = now - mean;
    let moved = if now * unusual > 0.0 { now.abs().min(unusual.abs()).copysign(*now) } else { 0.0 };
    // Neighbouring changes have a window in common, so that their variance is known less well than that of as many
    // independent ones: in a series without trend its own variance is 1.5 times as large.
    let degrees = 2.0 * (count - 1.0) / 3.0;
    Some(Tested { moved, variance, degrees, sampling })
}

/// A change on a scale on which figures of different size vary alike: the change of the logarithm for a sum, the change
/// itself for a rate or mean.
fn change(metric: &Metric, (now, before): &Counted) -> Option<f64> {
    let value = |counted: &Operands| match metric.formula {
        Formula::Sum(..) => (counted.numerator >= 0).then(|| libm::log(counted.numerator as f64 + 0.5)),
        Formula::Ratio { .. } => {
            (counted.denominator > 0).then(|| counted.numerator as f64 / counted.denominator as f64)
        }
    };
    Some(value(now)? - value(before)?)
}

/// The variance of a change if what is counted were a sample: Poisson's for a count, on the scale of logarithms; the
/// binomial one for a share. 0 if it is not known, as for money.
fn sampling(metric: &Metric, (now, before): &Counted) -> f64 {
    let of = |counted: &Operands| match metric.formula {
        Formula::Sum(..) if metric.unit == Unit::Count => 1.0 / (counted.numerator as f64 + 0.5),
        Formula::Ratio { .. }
            if metric.unit == Unit::Percent && !matches!(metric.contributors, Contributors::Nobody) =>
        {
            let by = counted.denominator as f64;
            // Even if the share is 0 or 1, another sample would have a little of the other.
            binomial(counted.numerator as f64 / by).max(0.25 / by) / by
        }
        _ => 0.0,
    };
    of(now) + of(before)
}

fn has_enough(metric: &Metric, pairs: &[Counted]) -> bool {
    let of = |counted: &Operands| match metric.formula {
        Formula::Sum(..) => counted.numerator as f64,
        Formula::Ratio { .. } => counted.denominator as f64,
    };
    let sum: f64 = pairs.iter().map(|(now, _)| of(now)).sum();
    sum >= LEAST_COUNT * pairs.len() as f64
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::figures::members::{PROGRAM_ACTIVE_RATE, TOTAL_LOGINS};

    fn window(start: time::Date, end: time::Date) -> Window {
        Window::new(start, end).expect("in order")
    }

    fn sums(values: &[i128]) -> Vec<Counted> {
        let of = |value: i128| Operands { numerator: value, ..Operands::default() };
        values.windows(2).map(|pair| (of(pair[0]), of(pair[1]))).collect()
    }

    #[test]
    fn earlier_windows_follow_each_other() {
        let march = window(date!(2026 - 03 - 01), date!(2026 - 03 - 31));
        let found = pairs(march, Comparison::PreviousPeriod, None, Calendar::default());
        assert_eq!(found.len(), 13);
        assert_eq!(found[1], (found[0].1, window(date!(2026 - 01 - 01), date!(2026 - 01 - 31))));
        // Part of a month against the whole one before.
        let begun = window(date!(2026 - 03 - 01), date!(2026 - 03 - 10));
        let found = pairs(begun, Comparison::PreviousFullPeriod, None, Calendar::default());
        assert_eq!(found[1].0, window(date!(2026 - 02 - 01), date!(2026 - 02 - 10)));
        assert_eq!(found[1].1, window(date!(2026 - 01 - 01), date!(2026 - 01 - 31)));
        let year = pairs(march, Comparison::SameDatesLastYear, None, Calendar::default());
        assert_eq!(year[2].1, window(date!(2025 - 01 - 01), date!(2025 - 01 - 31)));
        assert!(pairs(march, Comparison::None, None, Calendar::default()).is_empty());
        let chosen = |dates| pairs(march, Comparison::SelectedDates, Some(dates), Calendar::default());
        let found = chosen(window(date!(2025 - 03 - 02), date!(2025 - 04 - 01)));
        assert_eq!(found[0], (march, window(date!(2025 - 03 - 02), date!(2025 - 04 - 01))));
        assert_eq!(found[1].0, window(date!(2026 - 02 - 01), date!(2026 - 02 - 28)));
        assert_eq!(found[1].1, window(date!(2025 - 02 - 02), date!(2025 - 03 - 01)));
        assert_eq!(chosen(window(date!(2025 - 03 - 01), date!(2025 - 03 - 30))).len(), 1, "of another length");
        // 29 February is a day of the year before twice: the windows end before it.
        let days = window(date!(2024 - 03 - 01), date!(2024 - 03 - 01));
        for of in [days, march] {
            let found = pairs(of, Comparison::SameDatesLastYear, None, Calendar::default());
            assert!(found.windows(2).all(|two| two[1].0.end < two[0].0.start && two[1].1.end < two[0].1.start));
        }
    }

    #[test]
    fn earlier_windows_of_a_month_or_more_end_where_sums_are_kept() {
        let days = window(date!(2026 - 10 - 22), date!(2026 - 11 - 20));
        let found = pairs(days, Comparison::PreviousPeriod, None, Calendar::default());
        assert_eq!(found.len(), 13);
        assert_eq!(found[0].1, window(date!(2026 - 09 - 22), date!(2026 - 10 - 21)), "what is compared is not moved");
        let august = window(date!(2026 - 08 - 02), date!(2026 - 08 - 31));
        assert_eq!(found[1], (august, window(date!(2026 - 07 - 02), date!(2026 - 07 - 31))));
        assert_eq!(found[2].0, found[1].1);
        // Thirty days up to 28 February begin in January.
        let january = found.iter().find(|(now, _)| now.start == date!(2026 - 01 - 30)).expect("there");
        assert_eq!(january.1, window(date!(2025 - 12 - 31), date!(2026 - 01 - 29)));
        let year = pairs(days, Comparison::SameDatesLastYear, None, Calendar::default());
        assert_eq!(year[1].0, window(date!(2026 - 09 - 01), date!(2026 - 09 - 30)));
        assert_eq!(year[1].1, window(date!(2025 - 09 - 01), date!(2025 - 09 - 30)));
        for (comparison, length, months) in [
            (Comparison::PreviousPeriod, 45, 2),
            (Comparison::PreviousPeriod, 90, 3),
            (Comparison::SameDatesLastYear, 30, 1),
        ] {
            let days = days.trailing(length);
            let found = pairs(days, comparison, None, Calendar::default());
            for two in found[1..].windows(2) {
                let apart = (two[0].0.end - two[1].0.end).whole_days();
                assert!((30 * months - 3..=31 * months).contains(&apart), "{apart} days apart");
                assert_eq!(two[0].0.days(), i64::from(length));
            }
            assert!(found.windows(2).all(|two| two[1].0.end < two[0].0.start && two[1].1.end < two[0].1.start));
        }
        let week = pairs(days.trailing(7), Comparison::PreviousPeriod, None, Calendar::default());
        assert!(week.windows(2).all(|two| two[1].0 == two[0].1 && two[1].0.end.next_day() == Some(two[0].0.start)));
    }

    /// Worked by hand: changes of the logarithm of ±0.1 six times, and then −1.
    #[test]
    fn a_change_is_compared_with_earlier_ones() {
        let values: Vec<i128> = [4, 14, 13, 14, 13, 14, 13, 14]
            .iter()
            .map(|tenths| (1e6 * libm::exp(f64::from(*tenths) / 10.0)) as i128)
            .collect();
        let found = tested(&TOTAL_LOGINS, &sums(&values), None).expect("tested");
        // Mean 0, variance 6 · 0.01 / 5, times 7/6: the error is √0.014; 10/3 degrees of freedom.
        let alone = judged(&[found])[0];
        assert!((alone.errors + 1.0 / 0.014_f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert_eq!(alone.probability, two_sided(alone.errors, 3));
        // Beside many that vary half as much, it varies less than it seems to.
        let calm = Tested { moved: 0.0, variance: found.variance / 4.0, ..found };
        let beside = judged(&[vec![calm; 40], vec![found]].concat())[40];
        assert!(beside.errors < 1.4 * alone.errors && beside.probability < alone.probability, "{beside:?}");
        // One that grows by a tenth as always has not moved.
        let grows: Vec<i128> = (0..9).map(|at| (1e6 * libm::exp(-0.1 * f64::from(at))) as i128).collect();
        let found = tested(&TOTAL_LOGINS, &sums(&grows), None).expect("tested");
        assert!(found.moved.abs() < 1e-3, "{found:?}");
        assert!(tested(&TOTAL_LOGINS, &sums(&values[..7]), None).is_none(), "too few changes");
        assert!(tested(&TOTAL_LOGINS, &sums(&[3; 9]), None).is_none(), "too few logins");
        assert!(tested(&TOTAL_LOGINS, &sums(&[1_000; 9]), None).is_some_and(|found| found.moved == 0.0));
    }

    #[test]
    fn what_moves_all_alike_is_not_of_a_group() {
        let all = [500, 1_000, 1_010, 990, 1_000, 1_020, 1_000, 995, 1_005, 1_000].map(|value| value * 100);
        let half = all.map(|value| value / 2);
        let probability = |rest: Option<&[Counted]>| {
            judged(&[tested(&TOTAL_LOGINS, &sums(&half), rest).expect("tested")])[0].probability
        };
        assert!(probability(None) < 1e-4 && probability(Some(&sums(&half))) > 0.5);
    }

    #[test]
    fn a_rate_that_never_changed_is_a_sample_still() {
        let of = |numerator: i128| Operands { numerator, denominator: 1_000, ..Operands::default() };
        let mut pairs = vec![(of(400), of(400)); 9];
        pairs[0].0 = of(420);
        let found = tested(&PROGRAM_ACTIVE_RATE, &pairs, None).expect("tested");
        // 2 points, and √(0.42·0.58/1000 + 0.4·0.6/1000).
        let errors = judged(&[found])[0].errors;
        assert!((errors - 0.02 / (0.2436e-3_f64 + 0.24e-3).sqrt()).abs() < 1e-6, "{found:?}");
    }
}
