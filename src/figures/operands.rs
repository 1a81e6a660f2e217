//! The numbers that a metric's formula divides and scales.

use super::model::{Contributors, Formula, Metric};
use super::quantity::Quantity;

/// The numbers of a metric, before its formula divides and scales them. Only `figures` reads them, because they do not
/// say whether few members are behind them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// The sum, or the numerator of a ratio.
    pub(super) numerator: i128,
    /// The denominator of a ratio; otherwise 0.
    pub(super) denominator: i128,
    /// The numbers of its contributors, apart from its own terms; empty if small groups are not protected.
    pub(super) contributors: Vec<i128>,
    /// How many of a number as of a day were added in the window, where both readings of groups are known.
    pub(super) added: i128,
}

impl Operands {
    /// The metric's value.
    pub(super) fn value(&self, metric: &Metric) -> Quantity {
        match metric.formula {
            Formula::Sum(_, divisor) => Quantity::new(self.numerator, i128::from(divisor)),
            Formula::Ratio { scale, .. } => {
                Quantity::new(self.numerator * i128::from(scale.0), self.denominator * i128::from(scale.1))
            }
        }
    }

    /// Whether fewer members than the minimum, but some, are behind it.
    pub(super) fn is_few(&self, metric: &Metric, minimum: i128) -> bool {
        self.few(metric, minimum).contains(&true)
    }

    /// The same of the sum or, where a rate of members is divided, of its numerator, its denominator and their difference.
    pub(super) fn few(&self, metric: &Metric, minimum: i128) -> [bool; 3] {
        let mut few = [false; 3];
        for (form, members) in self.behind(metric) {
            few[form] |= 0 < members && members < minimum;
        }
        few
    }

    /// The numbers of members behind it, each with what they are behind: the sum or, of a rate of members, its numerator, its
    /// denominator and their difference.
    pub(super) fn behind(&self, metric: &Metric) -> Vec<(usize, i128)> {
        match (metric.contributors, metric.formula) {
            (Contributors::Nobody, _) => Vec::new(),
            (Contributors::Of(_), _) => self.contributors.iter().map(|members| (0, *members)).collect(),
            // What was added in the window may be known, and so what was counted before it.
            (Contributors::Members, Formula::Sum(..)) => {
                [self.numerator, self.added, self.numerator - self.added].map(|members| (0, members)).to_vec()
            }
            // 98 of 100 reveals the other two.
            (Contributors::Members, Formula::Ratio { .. }) => {
                vec![(0, self.numerator), (1, self.denominator), (2, self.denominator - self.numerator)]
            }
        }
    }

    /// The largest of its numbers.
    pub(super) fn largest(&self) -> i128 {
        let numbers = [self.numerator, self.denominator].into_iter().chain(self.contributors.iter().copied());
        numbers.map(i128::abs).max().unwrap_or_default()
    }

    /// The operands without a part.
    pub(super) fn without(&self, part: &Operands) -> Operands {
        let contributors = self.contributors.iter().zip(&part.contributors).map(|(all, part)| all - part).collect();
        Operands {
            numerator: self.numerator - part.numerator,
            denominator: self.denominator - part.denominator,
            contributors,
            added: self.added - part.added,
        }
    }

    /// The sum of both.
    pub(super) fn with(&self, other: &Operands) -> Operands {
        let longest = self.contributors.len().max(other.contributors.len());
        let at = |of: &Operands, index: usize| of.contributors.get(index).copied().unwrap_or_default();
        let contributors = (0..longest).map(|index| at(self, index) + at(other, index)).collect();
        Operands {
            numerator: self.numerator + other.numerator,
            denominator: self.denominator + other.denominator,
            contributors,
            added: self.added + other.added,
        }
    }
}

/// Groups by index, as `Figures::groups`.
pub(super) type GroupIndexes = Vec<u32>;

/// The operands of the members who were in some groups and are in some now.
#[derive(Debug)]
pub(super) struct Part {
    pub then: GroupIndexes,
    pub now: GroupIndexes,
    /// By metric.
    pub counted: Vec<Operands>,
}
