//! How much figures vary, learned from all of them together.
//!
//! Twelve earlier changes say little about how much a figure varies. Hundreds of figures together say more: each
//! variance is drawn towards the common one (Smyth 2004, "Linear Models and Empirical Bayes Methods for Assessing
//! Differential Expression", Statistical Applications in Genetics and Molecular Biology 3, sections 6.1 and 6.2).

/// The most degrees of freedom: the normal distribution, nearly.
pub const MOST_DEGREES: f64 = 200.0;

/// With fewer figures, nothing is learned from all of them together.
const LEAST_FIGURES: usize = 20;

/// What is known of variances before any is seen: they vary around `middle`, each with `degrees` degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    pub middle: f64,
    pub degrees: f64,
}

impl Prior {
    /// Knows nothing.
    const NONE: Prior = Prior { middle: 1.0, degrees: 0.0 };

    /// Fits the distribution of variances, each with its degrees of freedom, by the moments of their logarithms.
    pub fn of(variances: &[(f64, f64)]) -> Prior {
        let known: Vec<(f64, f64)> =
            variances.iter().copied().filter(|(one, degrees)| *one > 0.0 && *degrees > 0.0).collect();
        if known.len() < LEAST_FIGURES {
            return Prior::NONE;
        }
        let count = known.len() as f64;
        let log = |(one, degrees): &(f64, f64)| libm::log(*one) - digamma(degrees / 2.0) + libm::log(degrees / 2.0);
        let mean = known.iter().map(log).sum::<f64>() / count;
        let spread = known.iter().map(|one| (log(one) - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let by_chance = known.iter().map(|(_, degrees)| trigamma(degrees / 2.0)).sum::<f64>() / count;
        let degrees = if spread > by_chance {
            (2.0 * inverse_trigamma(spread - by_chance)).min(MOST_DEGREES)
        } else {
            MOST_DEGREES
        };
        Prior { middle: libm::exp(mean + digamma(degrees / 2.0) - libm::log(degrees / 2.0)), degrees }
    }

    /// A variance drawn towards the common one, with its degrees of freedom.
    pub fn moderated(&self, (variance, degrees): (f64, f64)) -> (f64, f64) {
        let all = self.degrees + degrees;
        ((self.degrees * self.middle + degrees * variance) / all, all.min(MOST_DEGREES))
    }
}

/// The derivative of the logarithm of the gamma function, of a number above 0.
fn digamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x, 0.0);
    while x < 8.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    sum + libm::log(x) - 0.5 / x - y * (1.0 / 12.0 - y * (1.0 / 120.0 - y * (1.0 / 252.0 - y / 240.0)))
}

/// The derivative of that.
fn trigamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x, 0.0);
    while x < 8.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    sum + 1.0 / x + y / 2.0 + y / x * (1.0 / 6.0 - y * (1.0 / 30.0 - y * (1.0 / 42.0 - y / 30.0)))
}

/// The number whose trigamma is this, from 0.01 to a million.
fn inverse_trigamma(value: f64) -> f64 {
    let (mut low, mut high) = (1e-2_f64, 1e6_f64);
    for _ in 0..100 {
        let middle = (low * high).sqrt();
        if trigamma(middle) > value { low = middle } else { high = middle }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    #[test]
    fn known_values_of_the_gamma_functions() {
        for (x, expected) in
            [(1.0, -0.577_215_664_901_532_9), (0.5, -1.963_510_026_021_423_5), (10.0, 2.251_752_589_066_721)]
        {
            assert!((digamma(x) - expected).abs() < 1e-9, "{x}: {}", digamma(x));
        }
        for (x, expected) in [(1.0, PI * PI / 6.0), (0.5, PI * PI / 2.0), (3.0, PI * PI / 6.0 - 1.25)] {
            assert!((trigamma(x) - expected).abs() < 1e-9, "{x}: {}", trigamma(x));
            assert!((inverse_trigamma(expected) - x).abs() < 1e-6);
        }
    }

    #[test]
    fn alike_variances_are_one_and_different_ones_their_own() {
        // All 1: the logarithm of a variance of 7 degrees is too low by ln 3.5 − ψ(3.5) on average.
        let alike = Prior::of(&[(1.0, 7.0); 40]);
        assert_eq!(alike.degrees, MOST_DEGREES);
        let expected = 3.5 / libm::exp(digamma(3.5)) / (100.0 / libm::exp(digamma(100.0)));
        assert!((alike.middle - expected).abs() < 1e-9, "{alike:?}");
        let different: Vec<(f64, f64)> = (0..40).map(|at| (10_f64.powi(at % 8 - 4), 7.0)).collect();
        let prior = Prior::of(&different);
        assert!(prior.degrees < 1.0, "{prior:?}");
        let (own, degrees) = prior.moderated((5.0, 7.0));
        assert!((own - 5.0).abs() < 0.6 && (degrees - 7.0).abs() < 1.0);
        assert_eq!(Prior::of(&[(1.0, 7.0); 5]).moderated((3.0, 7.0)), (3.0, 7.0), "too few to learn from");
    }
}
