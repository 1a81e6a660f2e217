//! Why a figure moved: its change as a tree of effects that add up at every level (docs/explain.md).
//!
//! - `effects` divides a change, as pure functions of exact fractions.
//! - `division` says by what a metric can be divided.
//! - `slices` reads the figure in each group, item or time.
//! - [`explain`] builds the tree: it divides the whole, and each slice that is opened by another division.

mod division;
mod effects;
mod slices;

use std::collections::BTreeMap;

use futures_util::future::{BoxFuture, FutureExt, try_join, try_join_all};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::model::{Formula, Metric, Unit};
use super::operands::Operands;
use super::standard_error::{Spread, binomial, standard_error};
use crate::warehouse::WarehouseError;

pub use division::Division;
pub use effects::{Effect, Effects, Pair, change, exact, rounded, share, shown, to_f64};
pub use slices::{Compared, Cut, Reader, Slice};

/// How many causes of a division are shown; the smallest others are one cause together.
const MOST_CAUSES: usize = 12;

/// Which slices of a tree are opened, and by what.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// None for the division that tells most.
    pub by: Option<Division>,
    /// By the key of the slice.
    pub inside: BTreeMap<String, Opening>,
}

/// A part of a program's change, divided.
#[derive(Debug)]
pub struct Opened {
    pub division: Division,
    /// Whether this division was asked for, and not chosen because it tells most.
    pub is_wanted: bool,
    /// The largest effects first; what is merged, of no group, or an effect of the mix comes last.
    pub causes: Vec<Cause>,
    /// The index of the cause that stands out, if one does.
    pub leading: Option<usize>,
    /// What this part of the change can be divided by.
    pub offered: Vec<Division>,
}

/// What a cause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Slice,
    /// So many slices with small effects.
    Others(usize),
    /// That the slice around it became a larger or smaller part of what is around that.
    Mix,
}

/// A slice with its effect on the change of the whole.
#[derive(Debug)]
pub struct Cause {
    pub kind: Kind,
    pub slice: Slice,
    /// In the unit of the tree's root.
    pub effect: Effect,
    /// What is within it, where it is opened.
    pub inside: Option<Opened>,
    /// Whether it can be opened.
    pub can_open: bool,
}

/// A division that is offered, and what it tells.
#[derive(Clone, Debug)]
pub struct Offer {
    pub division: Division,
    /// 0 where every slice changed like the whole, up to 1 where one did all of it and more. Times the division's worth, and
    /// half where no slice stands out.
    pub tells: f64,
    /// The slice that stands out, if one does.
    pub leading: Option<Slice>,
}

/// Why a figure moved.
#[derive(Debug)]
pub struct Explanation {
    pub whole: Pair,
    pub change: BigRational,
    /// The standard error of the change, in the metric's unit; None where it is not known.
    pub error: Option<f64>,
    /// The divisions, the one that tells most first.
    pub offers: Vec<Offer>,
    /// None where nothing divides the figure.
    pub tree: Option<Opened>,
}

/// A share of effects and deviations below which no slice stands out.
const LEAST_TOLD: f64 = 0.05;

/// By how much what a division tells counts if no slice stands out: one slice that can be named says more than many small
/// ones, as many offers that come and go.
const WITHOUT_LEADER: f64 = 0.5;

/// Explains the change of a figure.
///
/// # Errors
/// Errors of the warehouse.
pub async fn explain(
    reader: &Reader<'_>,
    compared: Compared,
    cut: Cut,
    opening: &Opening,
) -> Result<Explanation, WarehouseError> {
    explain_as(reader, compared, cut, opening, None).await
}

/// The same with effects that add up to what the change is worth, in place of the change: points of the score.
///
/// # Errors
/// Errors of the warehouse.
pub async fn explain_as(
    reader: &Reader<'_>,
    compared: Compared,
    cut: Cut,
    opening: &Opening,
    worth: Option<BigRational>,
) -> Result<Explanation, WarehouseError> {
    // Read at once with what the divisions need: none of them waits for the sample.
    let whole_and_spread = try_join(reader.whole(compared, &cut), reader.spread(compared, &cut));
    let all = divided(reader, compared, &cut, opening.by);
    let ((whole, spread), read) = try_join(whole_and_spread, all).await?;
    let change = change(compared.metric, &whole);
    let error = standard_error(compared.metric, &whole.now, &whole.before, spread.as_ref());
    if !effects::can_divide(compared.metric, &whole) || (worth.is_some() && change.is_zero()) {
        return Ok(Explanation { whole, change, error, offers: Vec::new(), tree: None });
    }
    let factor = worth.map_or_else(|| effects::whole(1), |worth| worth / &change);
    let node = Node { compared, cut, whole: whole.clone(), spread, factor };
    let mut divided = node.offers(read);
    let by = opening.by.filter(|by| divided.iter().any(|(offer, _)| offer.division == *by));
    if by.is_none()
        && let Some((_, estimated)) = divided.first_mut().filter(|(_, read)| read.is_estimated)
    {
        // What is shown is exact; another division may tell more then.
        estimated.slices = reader.slices(compared, &node.cut, estimated.division).await?;
        estimated.is_estimated = false;
        let read = divided.into_iter().map(|(_, read)| read).collect();
        divided = node.offers(read);
    }
    let offers: Vec<Offer> = divided.iter().map(|(offer, _)| offer.clone()).collect();
    let wanted = by.or_else(|| offers.first().map(|offer| offer.division));
    let read = divided.into_iter().map(|(_, read)| read).find(|read| Some(read.division) == wanted);
    let tree = match read {
        Some(Read { division, slices, .. }) => Some(node.opened(reader, division, slices, opening).await?),
        None => None,
    };
    Ok(Explanation { whole, change, error, offers, tree })
}

/// How a cut can be divided.
fn divisions(compared: Compared, cut: &Cut) -> impl Iterator<Item = Division> {
    let divisions = Division::of(compared.metric).into_iter();
    divisions.filter(move |division| cut.allows(*division) && compared.allows(*division))
}

/// The slices of a cut by a division.
struct Read {
    division: Division,
    slices: Vec<Slice>,
    /// Whether they are in the proportions of a sample, which tells what the division tells.
    is_estimated: bool,
}

/// The slices of a cut by every division, exactly by the one that is `wanted`.
async fn divided(
    reader: &Reader<'_>,
    compared: Compared,
    cut: &Cut,
    wanted: Option<Division>,
) -> Result<Vec<Read>, WarehouseError> {
    let read = divisions(compared, cut).map(|division| async move {
        if division == Division::Newcomers
            && wanted != Some(division)
            && let Some(slices) = reader.estimated_newcomers(compared, cut).await?
        {
            return Ok(Read { division, slices, is_estimated: true });
        }
        Ok(Read { division, slices: reader.slices(compared, cut, division).await?, is_estimated: false })
    });
    try_join_all(read).await
}

/// A part of a program whose change is divided.
struct Node {
    compared: Compared,
    cut: Cut,
    whole: Pair,
    /// How the metric varies from member to member, whatever the part of the program.
    spread: Option<Spread>,
    /// Its own effects times this are effects on the change of the tree's root.
    factor: BigRational,
}

impl Node {
    fn divisions(&self) -> impl Iterator<Item = Division> {
        divisions(self.compared, &self.cut)
    }

    /// Every division with its slices and what it tells, the one that tells most first.
    fn offers(&self, read: Vec<Read>) -> Vec<(Offer, Read)> {
        let offer = |read: Read| {
            let Read { division, slices, .. } = &read;
            let deviations = self.deviations(*division, slices);
            let leading = leading(&deviations).map(|at| slices[at].clone());
            let tells = tells(&deviations) * division.worth() * if leading.is_some() { 1.0 } else { WITHOUT_LEADER };
            (Offer { division: *division, tells, leading }, read)
        };
        let mut offers: Vec<(Offer, Read)> = read.into_iter().map(offer).collect();
        // One slice alone is the whole again.
        if offers.iter().any(|(_, read)| read.slices.len() > 1) {
            offers.retain(|(_, read)| read.slices.len() > 1);
        }
        offers.sort_by(|(one, _), (other, _)| other.tells.total_cmp(&one.tells));
        offers
    }

    /// How far each slice's effect is from what it would be if every slice had changed like the whole.
    fn deviations(&self, division: Division, slices: &[Slice]) -> Vec<Deviation> {
        let metric = self.compared.metric;
        let change = to_f64(&change(metric, &self.whole));
        let effects = Effects::on(metric, &self.whole);
        let mut deviations: Vec<Deviation> = slices
            .iter()
            .map(|slice| {
                let effect = effects.estimate(&slice.pair);
                let part = |of: fn(&Pair) -> &Operands| share(metric, of(&slice.pair), of(&self.whole));
                let shares = [part(|pair| &pair.now), part(|pair| &pair.before)];
                let share = (shares[0] + shares[1]) / 2.0;
                let spread = self.spread.map(|spread| match division {
                    Division::Grouping(_) | Division::Newcomers => spread,
                    Division::Items(_) | Division::Time => spread.of_part(shares),
                });
                let noise = noise(metric, &slice.pair, share, spread.as_ref());
                Deviation { effect, deviation: effect - change * share, noise, share }
            })
            .collect();
        if division == Division::Time {
            Deviation::of_times(&mut deviations, &days(slices));
        } else {
            Deviation::with_noise_of_others(&mut deviations);
        }
        deviations
    }

    /// The slices with their effects, and what is within those that are opened.
    fn opened<'a>(
        &'a self,
        reader: &'a Reader<'_>,
        division: Division,
        slices: Vec<Slice>,
        opening: &'a Opening,
    ) -> BoxFuture<'a, Result<Opened, WarehouseError>> {
        async move {
            let (metric, texts) = (self.compared.metric, &reader.language.texts().explain);
            let deviations = self.deviations(division, &slices);
            let leading = leading(&deviations).map(|at| slices[at].key.clone());
            let effects = Effects::on(metric, &self.whole);
            let opens = |slice: &Slice| {
                let has_divisions = |cut| divisions(self.compared, cut).next().is_some();
                effects::can_divide(metric, &slice.pair) && slice.cut.as_ref().is_some_and(has_divisions)
            };
            // Whoever names a slice that cannot be opened must not take it out of the others: the difference tells it.
            let is_kept = |slice: &Slice| {
                (opening.inside.contains_key(&slice.key) && opens(slice)) || Some(&slice.key) == leading.as_ref()
            };
            let (shown, others) = largest(slices, &effects, is_kept);
            let mut causes = Vec::with_capacity(shown.len() + 1);
            for slice in shown {
                let effect = effects.of(&slice.pair).times(&self.factor);
                let can_open = opens(&slice);
                let wanted = slice.cut.clone().filter(|_| can_open).zip(opening.inside.get(&slice.key));
                let weight = effects::weight(metric, &slice.pair, &self.whole);
                let inside = match wanted.zip(weight) {
                    Some(((cut, opening), weight)) => {
                        let (whole, factor) = (slice.pair.clone(), weight * &self.factor);
                        let node = Node { compared: self.compared, cut, whole, spread: self.spread, factor };
                        node.inside(reader, opening, &effect.mix).await?
                    }
                    None => None,
                };
                causes.push(Cause { kind: Kind::Slice, slice, effect, inside, can_open });
            }
            let leading = leading.and_then(|key| causes.iter().position(|cause| cause.slice.key == key));
            causes.extend(others.map(|(count, pair)| {
                let effect = effects.of(&pair).times(&self.factor);
                let slice =
                    Slice { key: "others".to_owned(), name: (texts.others)(count), pair, cut: None, windows: None };
                Cause { kind: Kind::Others(count), slice, effect, inside: None, can_open: false }
            }));
            let is_wanted = opening.by == Some(division);
            Ok(Opened { division, is_wanted, causes, leading, offered: self.divisions().collect() })
        }
        .boxed()
    }

    /// What is within a slice, by the division that is wanted or that tells most; with the effect of the mix, so that all
    /// adds up to the slice's own.
    async fn inside(
        &self,
        reader: &Reader<'_>,
        opening: &Opening,
        mix: &BigRational,
    ) -> Result<Option<Opened>, WarehouseError> {
        let wanted = opening.by.filter(|wanted| self.divisions().any(|division| division == *wanted));
        let chosen = match wanted {
            Some(division) => Some((division, reader.slices(self.compared, &self.cut, division).await?)),
            None => {
                // A part of the program is never estimated.
                let offers = self.offers(divided(reader, self.compared, &self.cut, None).await?);
                offers.into_iter().next().map(|(_, read)| (read.division, read.slices))
            }
        };
        let Some((division, slices)) = chosen else { return Ok(None) };
        let mut opened = self.opened(reader, division, slices, opening).await?;
        if !mix.is_zero() {
            opened.causes.push(Cause::of_mix(mix.clone(), reader.language.texts().explain.mix));
        }
        Ok(Some(opened))
    }
}

impl Cause {
    fn of_mix(mix: BigRational, name: &str) -> Cause {
        let slice =
            Slice { key: "mix".to_owned(), name: name.to_owned(), pair: Pair::default(), cut: None, windows: None };
        let effect = Effect { total: mix.clone(), mix };
        Cause { kind: Kind::Mix, slice, effect, inside: None, can_open: false }
    }
}

/// Slices in order of the size of their effects; if there are too many, the smallest of those that are not kept are given
/// as their number and their sum.
fn largest(
    slices: Vec<Slice>,
    effects: &Effects<'_>,
    is_kept: impl Fn(&Slice) -> bool,
) -> (Vec<Slice>, Option<(usize, Pair)>) {
    let mut sized: Vec<(BigInt, Slice)> =
        slices.into_iter().map(|slice| (effects.units(&slice.pair).abs(), slice)).collect();
    sized.sort_by(|(size, one), (of_other, other)| of_other.cmp(size).then_with(|| one.name.cmp(&other.name)));
    let slices = sized.into_iter().map(|(_, slice)| slice);
    if slices.len() <= MOST_CAUSES {
        return (slices.collect(), None);
    }
    let mut room = MOST_CAUSES - 1;
    let (shown, others): (Vec<Slice>, Vec<Slice>) = slices.partition(|slice| {
        let is_shown = room > 0 || is_kept(slice);
        room = room.saturating_sub(1);
        is_shown
    });
    let sum = others.iter().fold(Pair::default(), |sum, slice| Pair {
        now: sum.now.with(&slice.pair.now),
        before: sum.before.with(&slice.pair.before),
    });
    (shown, (!others.is_empty()).then_some((others.len(), sum)))
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
    /// From the standard errors of effects to those of deviations. What is expected of a slice is its share s of all
    /// effects, so that the variance is (1 − s)² of its own and s² of the others'.
    fn with_noise_of_others(slices: &mut [Deviation]) {
        let all: f64 = slices.iter().map(|one| one.noise.powi(2)).sum();
        for one in slices {
            let (own, share) = (one.noise.powi(2), one.share.clamp(0.0, 1.0));
            one.noise = ((1.0 - share).powi(2) * own + share.powi(2) * (all - own)).max(0.0).sqrt();
        }
    }

    /// Times are compared with the median effect of a day, so that the last days of a window, which make no week, are
    /// expected to have less than a week. A time that only one window has is compared with nothing: the calendar says it.
    /// Whole weeks and months vary more than chance makes single counts vary, by half of their robust standard deviation at
    /// least (1.4826 times the median distance from what is expected).
    fn of_times(times: &mut [Deviation], days: &[Option<f64>]) {
        let usual = median(times.iter().zip(days).filter_map(|(one, days)| Some(one.effect / (*days)?)));
        for (one, days) in times.iter_mut().zip(days) {
            one.deviation = days.map_or(0.0, |days| one.effect - usual * days);
        }
        let compared = times.iter().zip(days).filter(|(_, days)| days.is_some());
        let spread = 1.4826 * median(compared.map(|(one, _)| one.deviation.abs()));
        times.iter_mut().for_each(|one| one.noise = one.noise.max(spread / 2.0));
    }

    /// What is left of the distance beyond two standard errors.
    fn real(&self) -> f64 {
        (self.deviation.abs() - 2.0 * self.noise).max(0.0)
    }
}

/// How many days each time has, on average of both windows; None where only one has it.
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

/// How much a division tells, from 0 to 1.
fn tells(deviations: &[Deviation]) -> f64 {
    let all: f64 = deviations.iter().map(|one| one.effect.abs() + one.deviation.abs()).sum();
    if all == 0.0 { 0.0 } else { deviations.iter().map(Deviation::real).sum::<f64>() / all }
}

/// The slice that stands out most, if one does. Of slices that deviate equally, as two of two do, the one with the largest
/// effect.
fn leading(deviations: &[Deviation]) -> Option<usize> {
    let most = deviations.iter().map(Deviation::real).fold(0.0, f64::max);
    let all: f64 = deviations.iter().map(|one| one.effect.abs() + one.deviation.abs()).sum();
    if all == 0.0 || most <= LEAST_TOLD * all {
        return None;
    }
    let equal = deviations.iter().enumerate().filter(|(_, one)| one.real() >= most * (1.0 - 1e-9));
    equal.max_by(|(_, one), (_, other)| one.effect.abs().total_cmp(&other.effect.abs())).map(|(at, _)| at)
}

/// The standard error of the effect of a slice with this share of all, if its counts vary by chance: Poisson's for a sum; of
/// a rate or mean its own, or the binomial one where that is not known.
fn noise(metric: &Metric, part: &Pair, share: f64, spread: Option<&Spread>) -> f64 {
    match metric.formula {
        // The size of a single transaction is not known.
        Formula::Sum(..) if metric.unit == Unit::Money => 0.0,
        Formula::Sum(_, divisor) => ((part.now.of.abs() + part.before.of.abs()) as f64).sqrt() / divisor as f64,
        Formula::Ratio { scale, .. } => {
            let binomial = || {
                let of = |counted: &Operands| binomial(counted.of as f64 / counted.by as f64) / counted.by as f64;
                let is_share = metric.unit == Unit::Percent && part.now.by > 0 && part.before.by > 0;
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
    use time::macros::date;

    use super::*;
    use crate::groupings::Grouping;
    use crate::metrics::members::TOTAL_LOGINS;
    use crate::metrics::period::Window;

    fn deviations<const N: usize>(effects: [f64; N], days: [Option<f64>; N]) -> [f64; N] {
        let mut times = effects.map(|effect| Deviation { effect, deviation: 0.0, noise: 1.0, share: 0.2 });
        Deviation::of_times(&mut times, &days);
        times.map(|one| one.deviation)
    }

    /// Slices of logins that go from so many to so many more.
    fn slices(before: i128, more: impl Iterator<Item = i128>) -> Vec<Slice> {
        let logins = |of| Operands { of, ..Operands::default() };
        let slice = |(at, more): (usize, i128)| Slice {
            key: at.to_string(),
            name: format!("Group {at}"),
            pair: Pair { now: logins(before + more), before: logins(before) },
            cut: None,
            windows: None,
        };
        more.enumerate().map(slice).collect()
    }

    /// Sixty lines of business move by 100,000 each, half of them up; two tiers by `tiers`.
    fn first_of_tiers_and_lines(tiers: i128) -> (Division, bool) {
        let window = Window { start: date!(2026 - 03 - 01), end: date!(2026 - 03 - 31) };
        let all = Operands { of: 60_000_000, ..Operands::default() };
        let node = Node {
            compared: Compared { metric: &TOTAL_LOGINS, now: window, before: window },
            cut: Cut::default(),
            whole: Pair { now: all.clone(), before: all },
            spread: None,
            factor: effects::whole(1),
        };
        let read = [
            (Grouping::Lob, slices(1_000_000, [100_000, -100_000].into_iter().cycle().take(60))),
            (Grouping::Tier, slices(30_000_000, [tiers, -tiers].into_iter())),
        ];
        let read = read.map(|(by, slices)| Read { division: Division::Grouping(by), slices, is_estimated: false });
        let offers = node.offers(read.into());
        let (first, _) = &offers[0];
        (first.division, first.leading.is_some())
    }

    #[test]
    fn a_division_in_which_a_slice_stands_out_comes_before_one_that_tells_up_to_twice_as_much() {
        // One standard error is 5,477: the tiers tell 0.32 and 0.14, the lines 0.49.
        assert_eq!(first_of_tiers_and_lines(30_000), (Division::Grouping(Grouping::Tier), true));
        assert_eq!(first_of_tiers_and_lines(15_000), (Division::Grouping(Grouping::Lob), false));
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
