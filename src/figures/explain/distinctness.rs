//! How much a division tells of a change, and which slice stands out (docs/explain.md, "Telling").

use super::division::Division;
use super::effects::{self, Effects, Pair, change, share, to_f64};
use super::moves;
use super::slices::Slice;
use crate::figures::model::{Formula, Metric, Unit};
use crate::figures::operands::Operands;
use crate::figures::standard_error::{Spread, binomial, standard_error};

/// The share of all effects and deviations that a slice needs to stand out.
const LEAST_TOLD: f64 = 0.05;

/// The factor for a division in which no slice stands out: one slice with a name says more than many small ones, such
/// as offers that come and go.
const WITHOUT_LEADER: f64 = 0.5;

/// What a division tells.
pub(super) struct Distinctness {
    /// 0 if every slice changed like the whole, up to 1 if one did all of it and more. It is multiplied by the
    /// division's worth, and halved if no slice stands out.
    pub tells: f64,
    /// The index of the slice that stands out, if one does.
    pub leading: Option<usize>,
}

impl Distinctness {
    /// Judges the slices of a division. `spread` is how the metric varies from member to member, if that is known.
    pub fn of(
        metric: &Metric,
        whole: &Pair,
        spread: Option<&Spread>,
        division: Division,
        slices: &[Slice],
    ) -> Distinctness {
        let deviations = deviations(metric, whole, spread, division, slices);
        let leading = leading(&deviations);
        let worth = division.worth() * if leading.is_some() { 1.0 } else { WITHOUT_LEADER };
        Distinctness { tells: real_part(&deviations) * worth, leading }
    }
}

/// How far each slice's effect is from what it would be if every slice had changed like the whole.
fn deviations(
    metric: &Metric,
    whole: &Pair,
    spread: Option<&Spread>,
    division: Division,
    slices: &[Slice],
) -> Vec<Deviation> {
    let change = to_f64(&change(metric, whole));
    let effects = Effects::on(metric, whole);
    let deviation = |slice: &Slice| {
        let effect = effects.estimate(&slice.pair);
        let part = |of: fn(&Pair) -> &Operands| share(metric, of(&slice.pair), of(whole));
        let shares = [part(|pair| &pair.now), part(|pair| &pair.before)];
        let share = (shares[0] + shares[1]) / 2.0;
        let spread = spread.map(|spread| match division {
            Division::Grouping(_) | Division::Moves | Division::Newcomers => *spread,
            Division::Items(_) | Division::Time => spread.of_part(shares),
        });
        let noise = match in_one_window(metric, &slice.pair).filter(|_| division == Division::Moves) {
            // The effect is that of one window with all of its share, and not a difference of two with half of it.
            Some(one) => noise(metric, &one, share * std::f64::consts::SQRT_2, spread.as_ref()),
            None => noise(metric, &slice.pair, share, spread.as_ref()),
        };
        Deviation { effect, deviation: effect - change * share, noise, share }
    };
    let mut deviations: Vec<Deviation> = slices.iter().map(deviation).collect();
    match division {
        Division::Time => Deviation::of_times(&mut deviations, &days(slices)),
        Division::Moves => Deviation::of_moves(&mut deviations, slices),
        _ => Deviation::with_noise_of_others(&mut deviations),
    }
    deviations
}

/// What a slice has in the only window in which it has a denominator, for both windows.
fn in_one_window(metric: &Metric, Pair { now, before }: &Pair) -> Option<Pair> {
    let one = match (metric.formula, now.denominator, before.denominator) {
        (Formula::Ratio { .. }, 0, 1..) => before,
        (Formula::Ratio { .. }, 1.., 0) => now,
        _ => return None,
    };
    Some(Pair { now: one.clone(), before: one.clone() })
}

/// A slice's effect and its distance from the expected one, in the figure's unit.
struct Deviation {
    effect: f64,
    deviation: f64,
    /// One standard error of the effect, or of the deviation, by chance.
    noise: f64,
    /// Its part of all, on average of both windows.
    share: f64,
}

impl Deviation {
    /// Turns standard errors of effects into those of deviations. A slice is expected to have its share s of all
    /// effects, so the variance is (1 − s)² of its own and s² of the others'.
    fn with_noise_of_others(slices: &mut [Deviation]) {
        let all: f64 = slices.iter().map(|one| one.noise.powi(2)).sum();
        for one in slices {
            let (own, share) = (one.noise.powi(2), one.share.clamp(0.0, 1.0));
            one.noise = ((1.0 - share).powi(2) * own + share.powi(2) * (all - own)).max(0.0).sqrt();
        }
    }

    /// Times are compared with the median effect of a day, so that the last days of a window, which make no week, are
    /// expected to have less than a week. A time that only one window has is not compared: the calendar explains it.
    /// Whole weeks and months vary more than single counts do by chance: by at least half of their robust standard
    /// deviation (1.4826 times the median distance from what is expected).
    fn of_times(times: &mut [Deviation], days: &[Option<f64>]) {
        let usual = median(times.iter().zip(days).filter_map(|(one, days)| Some(one.effect / (*days)?)));
        for (one, days) in times.iter_mut().zip(days) {
            one.deviation = days.map_or(0.0, |days| one.effect - usual * days);
        }
        let compared = times.iter().zip(days).filter(|(_, days)| days.is_some());
        let spread = 1.4826 * median(compared.map(|(one, _)| one.deviation.abs()));
        times.iter_mut().for_each(|one| one.noise = one.noise.max(spread / 2.0));
    }

    /// Without moves nobody would have come or left: their effects are the distances from that, and those who stayed are
    /// what is expected.
    fn of_moves(moves: &mut [Deviation], slices: &[Slice]) {
        for (one, slice) in moves.iter_mut().zip(slices) {
            one.deviation = if slice.key == moves::STAYED { 0.0 } else { one.effect };
        }
    }

    /// What is left of the distance beyond two standard errors.
    fn real(&self) -> f64 {
        (self.deviation.abs() - 2.0 * self.noise).max(0.0)
    }
}

/// How many days each time has, on average of both windows; None if only one window has it.
fn days(times: &[Slice]) -> Vec<Option<f64>> {
    let of = |time: &Slice| time.windows.map(|(now, before)| (now.days() + before.days()) as f64 / 2.0);
    times.iter().map(of).collect()
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => 0.0,
        len if len % 2 == 0 => (numbers[middle - 1] + numbers[middle]) / 2.0,
        _ => numbers[middle],
    }
}

/// The sum of the distances beyond chance, as a share of all effects and deviations.
fn real_part(deviations: &[Deviation]) -> f64 {
    let all: f64 = deviations.iter().map(|one| one.effect.abs() + one.deviation.abs()).sum();
    if all == 0.0 { 0.0 } else { deviations.iter().map(Deviation::real).sum::<f64>() / all }
}

/// The slice that stands out most, if one does. If several deviate equally, as two slices always do, it is the one with
/// the largest effect.
fn leading(deviations: &[Deviation]) -> Option<usize> {
    let most = deviations.iter().map(Deviation::real).fold(0.0, f64::max);
    let all: f64 = deviations.iter().map(|one| one.effect.abs() + one.deviation.abs()).sum();
    if all == 0.0 || most <= LEAST_TOLD * all {
        return None;
    }
    let equal = deviations.iter().enumerate().filter(|(_, one)| one.real() >= most * (1.0 - 1e-9));
    equal.max_by(|(_, one), (_, other)| one.effect.abs().total_cmp(&other.effect.abs())).map(|(at, _)| at)
}

/// The standard error of the effect of a slice with this share of all, if its counts vary by chance: Poisson's for a
/// sum, its own for a rate or mean, or the binomial one if that is not known.
fn noise(metric: &Metric, part: &Pair, share: f64, spread: Option<&Spread>) -> f64 {
    match metric.formula {
        // The size of a single transaction is not known.
        Formula::Sum(..) if metric.unit == Unit::Money => 0.0,
        Formula::Sum(_, divisor) => {
            ((part.now.numerator.abs() + part.before.numerator.abs()) as f64).sqrt() / divisor as f64
        }
        Formula::Ratio { scale, .. } => {
            let binomial = || {
                let of = |counted: &Operands| {
                    binomial(counted.numerator as f64 / counted.denominator as f64) / counted.denominator as f64
                };
                let is_share = metric.unit == Unit::Percent && part.now.denominator > 0 && part.before.denominator > 0;
                let scale = scale.0 as f64 / scale.1 as f64;
                is_share.then(|| scale * (of(&part.now) + of(&part.before)).sqrt())
            };
            let error = standard_error(metric, &part.now, &part.before, spread).or_else(binomial);
            // Without a denominator in one of the windows there is no error.
            share * error.filter(|_| effects::can_divide(metric, part)).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::members::TOTAL_LOGINS;
    use crate::groupings::Grouping;

    fn deviations<const N: usize>(effects: [f64; N], days: [Option<f64>; N]) -> [f64; N] {
        let mut times = effects.map(|effect| Deviation { effect, deviation: 0.0, noise: 1.0, share: 0.2 });
        Deviation::of_times(&mut times, &days);
        times.map(|one| one.deviation)
    }

    /// What a division tells of slices with `before` logins each that change by `moves`; the whole stays as it was.
    fn telling(by: Grouping, before: i128, moves: impl Iterator<Item = i128>) -> Distinctness {
        let logins = |numerator| Operands { numerator, ..Operands::default() };
        let slice = |(at, more): (usize, i128)| Slice {
            key: at.to_string(),
            name: format!("Group {at}"),
            pair: Pair { now: logins(before + more), before: logins(before) },
            cut: None,
            windows: None,
        };
        let slices: Vec<Slice> = moves.enumerate().map(slice).collect();
        let all = logins(before * slices.len() as i128);
        let whole = Pair { now: all.clone(), before: all };
        Distinctness::of(&TOTAL_LOGINS, &whole, None, Division::Grouping(by), &slices)
    }

    /// One standard error of a tier is 5,477 logins: two tell 0.32 and 0.13. The lines of business tell 0.49.
    #[test]
    fn a_division_without_a_leader_counts_half() {
        let lines = telling(Grouping::Lob, 1_000_000, [100_000, -100_000].into_iter().cycle().take(60));
        let tiers = |moved: i128| telling(Grouping::Tier, 30_000_000, [moved, -moved].into_iter());
        assert_eq!((lines.leading, tiers(30_000).leading.is_some()), (None, true));
        assert!((lines.tells - 0.243).abs() < 0.001, "{}", lines.tells);
        assert!((tiers(30_000).tells - 0.317).abs() < 0.001, "{}", tiers(30_000).tells);
        assert!((tiers(15_000).tells - 0.135).abs() < 0.001, "{}", tiers(15_000).tells);
    }

    #[test]
    fn the_last_days_of_a_window_are_expected_to_have_less_than_a_week() {
        let weeks = [7.0, 7.0, 7.0, 7.0, 3.0].map(Some);
        assert_eq!(deviations([-70.0, -70.0, -70.0, -70.0, -30.0], weeks), [0.0; 5]);
        assert_eq!(deviations([-70.0, -140.0, -70.0, -70.0, -60.0], weeks), [0.0, -70.0, 0.0, 0.0, -30.0]);
    }

    #[test]
    fn days_that_the_other_month_lacks_are_left_to_the_calendar() {
        let weeks = [Some(7.0), Some(7.0), Some(7.0), None];
        assert_eq!(deviations([-7.0, -7.0, 14.0, -600.0], weeks), [0.0, 0.0, 21.0, 0.0]);
    }
}
