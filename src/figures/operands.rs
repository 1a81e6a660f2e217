//! The numbers that a metric's formula divides and scales.

use super::model::{Behind, Formula, Metric};
use super::quantity::Quantity;

/// What a metric is computed from, before its formula divides and scales it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// Of a sum, the sum; of a ratio, the numerator.
    pub of: i128,
    /// The denominator of a ratio; otherwise 0.
    pub by: i128,
    /// The members behind it, apart from its own terms; empty where small groups are not protected.
    pub people: Vec<i128>,
}

impl Operands {
    /// The metric's value.
    pub fn value(&self, metric: &Metric) -> Quantity {
        match metric.formula {
            Formula::Sum(_, divisor) => Quantity::new(self.of, i128::from(divisor)),
            Formula::Ratio { scale, .. } => Quantity::new(self.of * i128::from(scale.0), self.by * i128::from(scale.1)),
        }
    }

    /// Whether fewer members than the minimum, but some, are behind it.
    pub fn is_few(&self, metric: &Metric, minimum: i128) -> bool {
        let few = |members: i128| 0 < members && members < minimum;
        match (metric.behind, metric.formula) {
            (Behind::Nobody, _) => false,
            (Behind::Of(_), _) => self.people.iter().any(|members| few(*members)),
            (Behind::Members, Formula::Sum(..)) => few(self.of),
            // 98 of 100 tells of the other two.
            (Behind::Members, Formula::Ratio { .. }) => few(self.of) || few(self.by) || few(self.by - self.of),
        }
    }

    /// What is left of it without a part.
    pub fn without(&self, part: &Operands) -> Operands {
        let people = self.people.iter().zip(&part.people).map(|(all, part)| all - part).collect();
        Operands { of: self.of - part.of, by: self.by - part.by, people }
    }

    /// The sum of both.
    pub fn with(&self, other: &Operands) -> Operands {
        let longest = self.people.len().max(other.people.len());
        let at = |of: &Operands, index: usize| of.people.get(index).copied().unwrap_or_default();
        let people = (0..longest).map(|index| at(self, index) + at(other, index)).collect();
        Operands { of: self.of + other.of, by: self.by + other.by, people }
    }
}
