//! Exact figures.

use std::cmp::Ordering;

/// A figure as a fraction, so that rounding and changes are exact whatever the counts.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    numerator: i128,
    /// Above 0.
    denominator: i128,
}

impl Quantity {
    pub const ZERO: Quantity = Quantity { numerator: 0, denominator: 1 };

    /// The fraction; 0 if the denominator is 0, as the definitions of the rates say.
    pub fn new(numerator: i128, denominator: i128) -> Quantity {
        match denominator {
            0 => Quantity::ZERO,
            below if below < 0 => Quantity { numerator: -numerator, denominator: -denominator },
            _ => Quantity { numerator, denominator },
        }
    }

    /// The numerator as it was given, with the sign of the fraction.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, above 0: 1 if the fraction was made with 0.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// Rounded half away from zero.
    pub fn rounded(self, decimals: u32) -> f64 {
        let scale = 10i128.pow(decimals);
        let Some(scaled) = self.numerator.checked_mul(scale * 2) else {
            let scale = scale as f64;
            return (self.to_f64() * scale).round() / scale;
        };
        // |n|·2·scale / d, plus one, halved: half goes up, that is away from zero once the sign is back.
        let units = (scaled.abs() / self.denominator + 1) / 2;
        let value = units as f64 / scale as f64;
        if scaled < 0 && units != 0 { -value } else { value }
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// 100 × (self − before) / before in percent, 2 decimals: 0 if both are the same, otherwise None if before is 0 or
    /// less. From −12 to 24 would be −300 %.
    pub fn change_percent(self, before: Quantity) -> Option<f64> {
        if before.numerator <= 0 {
            return (self == before).then_some(0.0);
        }
        let exact = || {
            let now = self.numerator.checked_mul(before.denominator)?;
            let then = before.numerator.checked_mul(self.denominator)?;
            Some(Quantity::new(now.checked_sub(then)?.checked_mul(100)?, then).rounded(2))
        };
        exact().or_else(|| {
            let change = 100.0 * (self.to_f64() - before.to_f64()) / before.to_f64();
            Some((change * 100.0).round() / 100.0)
        })
    }

    /// self − before, exactly; None if the numbers are too large for that.
    pub fn minus(self, before: Quantity) -> Option<Quantity> {
        let now = self.numerator.checked_mul(before.denominator)?;
        let then = before.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(before.denominator)?;
        Some(Quantity::new(now.checked_sub(then)?, denominator))
    }

    /// self − before, 2 decimals.
    pub fn difference(self, before: Quantity) -> f64 {
        let exact = self.minus(before).map(|difference| difference.rounded(2));
        exact.unwrap_or_else(|| ((self.to_f64() - before.to_f64()) * 100.0).round() / 100.0)
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Quantity) -> Ordering {
        let products = self.numerator.checked_mul(other.denominator).zip(other.numerator.checked_mul(self.denominator));
        products.map_or_else(|| self.to_f64().total_cmp(&other.to_f64()), |(one, two)| one.cmp(&two))
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Quantity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Quantity) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quantity {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(Quantity::new(1, 8).rounded(2), 0.13);
        assert_eq!(Quantity::new(-1, 8).rounded(2), -0.13);
        assert_eq!(Quantity::new(5, 1000).rounded(2), 0.01);
        assert_eq!(Quantity::new(4, 1000).rounded(2), 0.0);
        assert!(Quantity::new(-4, 1000).rounded(2).is_sign_positive(), "no minus zero reaches the page");
        assert_eq!(Quantity::new(200, 3).rounded(2), 66.67);
        assert_eq!(Quantity::new(1005, 1000).rounded(2), 1.01);
        assert_eq!(Quantity::new(7, 0).rounded(2), 0.0);
    }

    #[test]
    fn changes_are_computed_from_exact_figures() {
        let of = |now: (i128, i128), before: (i128, i128)| {
            Quantity::new(now.0, now.1).change_percent(Quantity::new(before.0, before.1))
        };
        assert_eq!(of((110, 1), (100, 1)), Some(10.0));
        assert_eq!(of((0, 1), (0, 5)), Some(0.0));
        assert_eq!(of((3, 1), (0, 1)), None);
        assert_eq!(of((24, 1), (-12, 1)), None);
        assert_eq!(of((-5, 1), (-10, 1)), None);
        assert_eq!(of((-10, 2), (-5, 1)), Some(0.0));
        assert_eq!(of((-12, 1), (24, 1)), Some(-150.0));
        // 33.333…% against 33.333…%: equal before rounding, so no change.
        assert_eq!(of((100, 3), (200, 6)), Some(0.0));
        assert_eq!(Quantity::new(100, 3).difference(Quantity::new(25, 1)), 8.33);
    }

    #[test]
    fn fractions_are_ordered_by_value() {
        assert_eq!(Quantity::new(1, 3), Quantity::new(2, 6));
        assert!(Quantity::new(1, 3) < Quantity::new(34, 100));
        assert!(Quantity::new(-1, 3) < Quantity::ZERO);
    }

    #[test]
    fn figures_too_large_to_be_exact_are_still_answered() {
        let huge = Quantity::new(i128::MAX / 2, 3);
        assert!(huge.rounded(2) > 1e37);
        assert_eq!(huge.change_percent(huge), Some(0.0));
    }
}
