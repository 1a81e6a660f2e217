//! The sampling variance of rates and means, if the members of a program are a sample of such members.
//!
//! - A share of members is binomial: each member counts once.
//! - Other rates and means divide sums over rows of which several are of the same member: messages, pairs of member and
//!   offer, answers. They are ratio estimators of members as clusters. Linearised, the variance of R = Y/X is
//!   Σ (y − R x)² / X² over the members (Cochran 1977, *Sampling Techniques*, 3rd edition, sections 6.3 and 9A.2). Divided
//!   by the binomial variance it is the design effect (Kish 1965, *Survey Sampling*, section 8.2), which is measured on a
//!   sample of all members and holds for every group.

use crate::figures::members::{ELIGIBILITY, REGISTRATION, TENURE};
use crate::figures::model::{Contributors, Formula, Measure, Metric, Source, Term, Unit};
use crate::figures::operands::Operands;
use crate::warehouse::feed;

/// Fewer members say too little about how members vary.
const LEAST_MEMBERS: usize = 30;

/// How many standard errors a change has to exceed, not to be within chance.
const SURE: f64 = 2.0;

/// How far each member of a sample is from the ratio of all.
#[derive(Clone, Debug, PartialEq)]
pub struct Residuals {
    /// The ratio of all members of the sample.
    ratio: f64,
    /// The denominator of this ratio.
    by: f64,
    /// y − R x of each member.
    of_members: Vec<f64>,
}

/// How a ratio varies from member to member in two windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Now and before.
    pub windows: [OfWindow; 2],
    /// The correlation of the members' distances from the ratio in both windows.
    pub correlation: f64,
}

/// How a ratio varies from member to member in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfWindow {
    /// The ratio of the sample.
    pub ratio: f64,
    /// The variance of the ratio for each unit of the denominator: Σ (y − R x)² / X.
    pub unit: f64,
}

impl Residuals {
    /// From what each member has: numerator and denominator. None if few members have any.
    pub fn of(members: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Residuals> {
        let (of, by) = members.clone().fold((0.0, 0.0), |(of, by), (y, x)| (of + y, by + x));
        let count = members.clone().filter(|(_, x)| *x > 0.0).count();
        if count < LEAST_MEMBERS || by <= 0.0 {
            return None;
        }
        let ratio = of / by;
        Some(Residuals { ratio, by, of_members: members.map(|(y, x)| y - ratio * x).collect() })
    }

    /// The residuals, divided by their common length; None if nobody differs from the ratio.
    pub fn normed(&self) -> Option<Vec<f64>> {
        let length = self.product(self).sqrt();
        (length > 0.0).then(|| self.of_members.iter().map(|residual| residual / length).collect())
    }

    fn product(&self, other: &Residuals) -> f64 {
        self.of_members.iter().zip(&other.of_members).map(|(one, other)| one * other).sum()
    }

    /// How the ratio varies in the window.
    pub fn of_window(&self) -> OfWindow {
        OfWindow { ratio: self.ratio, unit: self.product(self) / self.by }
    }
}

impl Spread {
    /// From the same members now and before.
    pub fn of(now: &Residuals, before: &Residuals) -> Spread {
        let lengths = (now.product(now) * before.product(before)).sqrt();
        let correlation = if lengths > 0.0 { (now.product(before) / lengths).clamp(-1.0, 1.0) } else { 0.0 };
        Spread { windows: [now.of_window(), before.of_window()], correlation }
    }

    /// The variance of a percentage, divided by what it would be if each row were of another member, on average of both
    /// windows.
    pub fn design_effect(&self) -> f64 {
        let of = |window: &OfWindow| match binomial(window.ratio) {
            alone if alone > 0.0 => window.unit / alone,
            _ => 1.0,
        };
        (of(&self.windows[0]) + of(&self.windows[1])) / 2.0
    }

    /// The spread of items or times with these shares of a percentage's denominator, now and before. A member has fewer
    /// rows in them in the same proportion, so that what these have in common counts less. Nothing says that an item
    /// has the same members in both windows.
    pub fn of_part(&self, shares: [f64; 2]) -> Spread {
        let mut part = Spread { correlation: 0.0, ..*self };
        for (window, share) in part.windows.iter_mut().zip(shares) {
            let alone = binomial(window.ratio);
            window.unit = alone + (window.unit - alone) * share.clamp(0.0, 1.0);
        }
        part
    }
}

/// Whether a sample says how a metric varies: a ratio of sums over rows of members, or of members as of a day, who are
/// nearly the same in both windows. Other shares of members are binomial without a sample.
pub fn is_sampled(metric: &Metric) -> bool {
    let is_ratio = matches!(metric.formula, Formula::Ratio { .. });
    let has_rows = matches!(metric.contributors, Contributors::Of(_));
    let is_of_a_day = |term: Term| matches!(term, Term::AsOf(Measure { source, .. }) if is_by_day(source));
    is_ratio && ((has_rows && metric.terms().all(is_of_members)) || metric.terms().all(is_of_a_day))
}

/// Whether a source counts each member on one day: that of the first login, or of eligibility.
pub(super) fn is_by_day(source: &Source) -> bool {
    [&REGISTRATION, &ELIGIBILITY].contains(&source)
}

/// Whether a term can be counted of each member.
pub(super) fn is_of_members(term: Term) -> bool {
    let derived = || feed::TABLES.iter().filter_map(|table| table.derived);
    let has_rows = |source: &Source| derived().any(|derived| derived.source == source.id);
    match term {
        Term::In(measure) => has_rows(measure.source) || measure.source == &REGISTRATION,
        Term::AsOf(measure) => is_by_day(measure.source) || measure.source == &TENURE,
        Term::Before(measure) => measure.source == &REGISTRATION,
        Term::Trailing(_) | Term::TrailingToNotice(_) | Term::Distinct(..) | Term::Whole(_) => false,
    }
}

/// The variance of one row that counts or does not.
pub fn binomial(rate: f64) -> f64 {
    let rate = rate.clamp(0.0, 1.0);
    rate * (1.0 - rate)
}

/// The sampling variance of a ratio, without its scale. None if it is not known: for what belongs to no member, and,
/// without a spread, for ratios in which several rows of a member count.
///
/// The design effect is that of the sample. A group with a different rate has a binomial variance of its own.
pub fn variance(metric: &Metric, (of, by): (f64, f64), spread: Option<&OfWindow>) -> Option<f64> {
    if by <= 0.0 || !matches!(metric.formula, Formula::Ratio { .. }) {
        return None;
    }
    match metric.contributors {
        Contributors::Members => Some(binomial(of / by) / by),
        Contributors::Of(_) => {
            let OfWindow { ratio, unit } = *spread?;
            let (own, all) = (binomial(of / by), binomial(ratio));
            let is_share = metric.unit == Unit::Percent && own > 0.0 && all > 0.0;
            let unit = if is_share { unit * own / all } else { unit };
            (unit > 0.0).then(|| unit / by)
        }
        Contributors::Nobody => None,
    }
}

/// The standard error of the change of a ratio, in the metric's unit; None if it is not known.
///
/// Members of a sample say how much both windows vary together; without one the windows are independent samples.
pub fn standard_error(metric: &Metric, now: &Operands, before: &Operands, spread: Option<&Spread>) -> Option<f64> {
    let Formula::Ratio { scale, .. } = metric.formula else { return None };
    let of = |counted: &Operands, at: usize| {
        let window = spread.map(|spread| &spread.windows[at]);
        variance(metric, (counted.numerator as f64, counted.denominator as f64), window)
    };
    let (now, before) = (of(now, 0)?, of(before, 1)?);
    let together = spread.map_or(0.0, |spread| spread.correlation) * (now * before).sqrt();
    Some(scale.0 as f64 / scale.1 as f64 * (now + before - 2.0 * together).max(0.0).sqrt())
}

/// Whether a change, in the metric's unit, is within chance: at most two standard errors.
pub fn is_within_chance(change: f64, standard_error: f64) -> bool {
    change.abs() <= SURE * standard_error
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::figures::emails::AVERAGE_OPEN;
    use crate::figures::members::{AVERAGE_LOGINS, AVERAGE_TENURE, INITIATION_RATE, PROGRAM_ACTIVE_RATE, TOTAL_LOGINS};
    use crate::figures::offers::{INTENT_TO_REDEEM_RATE, SAVINGS_PER_MEMBER};
    use crate::figures::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL};
    use crate::figures::website::AVERAGE_SESSION_DURATION;

    type Member = (f64, f64);

    fn sums(members: &[Member]) -> Member {
        members.iter().fold((0.0, 0.0), |(of, by), (y, x)| (of + y, by + x))
    }

    /// The variance of the open rate of all members of a program that is its own sample.
    fn of_opens(members: &[Member]) -> Option<f64> {
        let window = Residuals::of(members.iter().copied())?.of_window();
        variance(&AVERAGE_OPEN, sums(members), Some(&window))
    }

    /// Cochran's formula, row by row.
    fn linearised(members: &[Member]) -> f64 {
        let (of, by) = sums(members);
        members.iter().map(|(y, x)| (y - of / by * x).powi(2)).sum::<f64>() / by.powi(2)
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-9 * other.abs().max(1e-12)
    }

    #[test]
    fn a_sample_is_read_for_what_several_rows_of_a_member_count_in() {
        for metric in [
            &AVERAGE_OPEN,
            &INTENT_TO_REDEEM_RATE,
            &CUSTOMER_SATISFACTION,
            &SAVINGS_PER_MEMBER,
            &AVERAGE_LOGINS,
            &AVERAGE_TENURE,
            &INITIATION_RATE,
        ] {
            assert!(is_sampled(metric), "{}", metric.label);
        }
        for metric in [&PROGRAM_ACTIVE_RATE, &TOTAL_LOGINS, &FA_ACTIVITY_LEVEL, &AVERAGE_SESSION_DURATION] {
            assert!(!is_sampled(metric), "{}", metric.label);
        }
    }

    #[test]
    fn what_belongs_to_no_member_has_no_error_and_a_share_of_members_is_binomial() {
        assert_eq!(variance(&FA_ACTIVITY_LEVEL, (50.0, 2.0), None), None);
        assert_eq!(variance(&PROGRAM_ACTIVE_RATE, (40.0, 100.0), None), Some(0.4 * 0.6 / 100.0));
        assert_eq!(variance(&PROGRAM_ACTIVE_RATE, (0.0, 0.0), None), None);
        assert_eq!(variance(&AVERAGE_OPEN, (40.0, 100.0), None), None, "nothing says how members vary");
    }

    /// Worked by hand: 20 members open both of two messages, 20 open none. The rate is 1/2, each member is 1 from it, and
    /// 40/80² is twice the binomial 1/4/80: the design effect of two equal rows.
    #[test]
    fn two_messages_of_a_member_that_are_always_alike_count_as_one() {
        let members: Vec<Member> = (0..40).map(|at| (if at < 20 { 2.0 } else { 0.0 }, 2.0)).collect();
        assert_eq!(of_opens(&members), Some(1.0 / 160.0));
        // A group of 10 messages of which 2 are opened: twice 0.2 · 0.8 / 10.
        let window = Residuals::of(members.iter().copied()).expect("enough members").of_window();
        let of_group = variance(&AVERAGE_OPEN, (2.0, 10.0), Some(&window)).expect("a variance");
        assert!(is_near(of_group, 2.0 * 0.016), "{of_group}");
        // A campaign with half of the messages has one of each member.
        let part = Spread { windows: [window; 2], correlation: 0.5 }.of_part([0.5, 1.0]);
        let [now, before] = part.windows.map(|window| variance(&AVERAGE_OPEN, (20.0, 40.0), Some(&window)));
        assert!(is_near(now.expect("known"), 1.5 * 0.25 / 40.0) && is_near(before.expect("known"), 2.0 * 0.25 / 40.0));
        assert_eq!((part.correlation, part.design_effect()), (0.0, 1.75));
        assert_eq!(of_opens(&members[..29]), None, "too few members");
        let silent: Vec<Member> = (0..40).map(|_| (0.0, 0.0)).collect();
        assert_eq!(of_opens(&silent), None, "nobody got a message");
    }

    #[test]
    fn the_same_members_in_both_windows_make_a_change_more_certain() {
        let now: Vec<Member> = (0..60).map(|at| (f64::from(at % 3), 2.0)).collect();
        let error = |before: &[Member]| {
            let residuals = [&now, before].map(|members| Residuals::of(members.iter().copied()).expect("enough"));
            let spread = Spread::of(&residuals[0], &residuals[1]);
            let [now, before] = [&now, before].map(|members| {
                let (of, by) = sums(members);
                Operands { numerator: of as i128, denominator: by as i128, ..Operands::default() }
            });
            standard_error(&AVERAGE_OPEN, &now, &before, Some(&spread)).expect("an error")
        };
        assert!(error(&now) < 1e-6, "whoever opens as before says nothing new");
        let others: Vec<Member> = (0..60).map(|at| (f64::from((at + at / 3) % 3), 2.0)).collect();
        let independent = 100.0 * (2.0 * linearised(&now)).sqrt();
        assert!(error(&others) > 0.5 * independent, "{} {independent}", error(&others));
    }

    fn members() -> impl Strategy<Value = Vec<Member>> {
        let one = (0u32..8).prop_flat_map(|x| (0..=x, Just(x))).prop_map(|(y, x)| (f64::from(y), f64::from(x)));
        prop::collection::vec(one, 40..120).prop_filter("a rate between 0 and 1", |members| {
            let (of, by) = sums(members);
            of > 0.0 && of < by && members.iter().filter(|(_, x)| *x > 0.0).count() >= LEAST_MEMBERS
        })
    }

    proptest! {
        #[test]
        fn all_members_as_their_own_sample_have_the_linearised_variance(members in members()) {
            let found = of_opens(&members);
            prop_assume!(found.is_some());
            prop_assert!(is_near(found.unwrap_or_default(), linearised(&members)));
        }

        #[test]
        fn one_row_of_each_member_is_binomial(members in members()) {
            let single: Vec<Member> = members.iter().map(|(y, x)| (f64::from(*y * 2.0 > *x), 1.0)).collect();
            let (of, by) = sums(&single);
            prop_assume!(of > 0.0 && of < by);
            prop_assert!(is_near(of_opens(&single).unwrap_or_default(), binomial(of / by) / by));
        }

        /// Rows that repeat others say nothing more.
        #[test]
        fn doubled_rows_of_each_member_leave_the_error_as_it_is(members in members()) {
            let doubled: Vec<Member> = members.iter().map(|(y, x)| (2.0 * y, 2.0 * x)).collect();
            let (one, other) = (of_opens(&members), of_opens(&doubled));
            prop_assume!(one.is_some());
            prop_assert!(is_near(other.unwrap_or_default(), one.unwrap_or_default()));
        }

        /// Twice as many members who vary as much, relatively, have half the variance.
        #[test]
        fn two_halves_of_each_member_have_half_the_variance(members in members()) {
            let halves: Vec<Member> = members.iter().flat_map(|(y, x)| [(y / 2.0, x / 2.0); 2]).collect();
            let (one, other) = (of_opens(&members), of_opens(&halves));
            prop_assume!(one.is_some());
            prop_assert!(is_near(other.unwrap_or_default(), one.unwrap_or_default() / 2.0));
        }

        /// A mean has the linearised variance too, in its unit.
        #[test]
        fn a_mean_has_its_variance_in_its_unit(members in members()) {
            let residuals = Residuals::of(members.iter().copied()).expect("enough members");
            let window = residuals.of_window();
            prop_assume!(window.unit > 0.0);
            let found = variance(&AVERAGE_LOGINS, sums(&members), Some(&window)).unwrap_or_default();
            prop_assert!(is_near(found, linearised(&members)));
            let normed = residuals.normed().expect("members vary");
            prop_assert!(is_near(normed.iter().map(|one| one * one).sum(), 1.0));
        }
    }
}
