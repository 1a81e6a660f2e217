//! Normal variation: Student's t, and the control of false discoveries.

use std::f64::consts::FRAC_2_PI;

/// The share of real moves that may be false: Benjamini and Hochberg's q.
pub const FALSE_DISCOVERIES: f64 = 0.05;

/// The probability that Student's t with `degrees` degrees of freedom is at least this far from 0, on either side.
///
/// The finite sums for whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4). What is left of 1 has an
/// error of about 1e-15.
pub fn two_sided(t: f64, degrees: u32) -> f64 {
    if t.is_nan() || degrees == 0 {
        return 1.0;
    }
    // Not the C library's functions: they differ in the last digit from one system to another.
    let theta = libm::atan(t.abs() / f64::from(degrees).sqrt());
    let (sin, cos) = libm::sincos(theta);
    let within = if degrees % 2 == 1 {
        let (mut term, mut sum) = (cos, 0.0);
        for k in (1..degrees).step_by(2) {
            sum += term;
            let k = f64::from(k);
            term *= cos * cos * (k + 1.0) / (k + 2.0);
        }
        FRAC_2_PI * (theta + sin * sum)
    } else {
        let (mut term, mut sum) = (1.0, 0.0);
        for k in (0..degrees).step_by(2) {
            sum += term;
            let k = f64::from(k);
            term *= cos * cos * (k + 1.0) / (k + 2.0);
        }
        sin * sum
    };
    (1.0 - within).clamp(0.0, 1.0)
}

/// Which of some tests are discoveries, by their probabilities: at most a share `q` of them is false on average, if the
/// tests are independent or positively related (Benjamini and Hochberg 1995, "Controlling the False Discovery Rate",
/// Journal of the Royal Statistical Society B 57).
pub fn discoveries(probabilities: &[f64], q: f64) -> Vec<bool> {
    let mut order: Vec<f64> = probabilities.to_vec();
    order.sort_by(f64::total_cmp);
    let count = order.len() as f64;
    let passes = |(at, p): &(usize, &f64)| **p <= (*at as f64 + 1.0) / count * q;
    let most = order.iter().enumerate().filter(passes).map(|(_, p)| *p).next_back();
    probabilities.iter().map(|p| most.is_some_and(|most| *p <= most)).collect()
}

/// The median; 0 of nothing.
pub fn median(numbers: &[f64]) -> f64 {
    let mut numbers = numbers.to_vec();
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => 0.0,
        len if len % 2 == 0 => (numbers[middle - 1] + numbers[middle]) / 2.0,
        _ => numbers[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values of the usual tables: two-sided probabilities of 0.05, 0.01 and 0.001.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (degrees, points) in [
            (1, [12.706, 63.657, 636.619]),
            (2, [4.303, 9.925, 31.599]),
            (3, [3.182, 5.841, 12.924]),
            (5, [2.571, 4.032, 6.869]),
            (6, [2.447, 3.707, 5.959]),
            (7, [2.365, 3.499, 5.408]),
            (10, [2.228, 3.169, 4.587]),
            (30, [2.042, 2.750, 3.646]),
        ] {
            for (point, expected) in points.into_iter().zip([0.05, 0.01, 0.001]) {
                let found = two_sided(point, degrees);
                assert!((found / expected - 1.0).abs() < 2e-3, "{point} with {degrees}: {found}");
                assert_eq!(found, two_sided(-point, degrees));
            }
        }
        assert_eq!(two_sided(0.0, 7), 1.0);
        assert_eq!(two_sided(f64::NAN, 7), 1.0);
        assert!(two_sided(f64::INFINITY, 7) < 1e-12);
        // With one degree of freedom it is Cauchy's distribution: beyond 1 lies half.
        assert!((two_sided(1.0, 1) - 0.5).abs() < 1e-12);
    }

    /// The example of the paper, section 4.1: 15 comparisons in a study of thrombolysis. At 0.05 the procedure rejects four,
    /// Bonferroni's three.
    #[test]
    fn the_example_of_benjamini_and_hochberg() {
        let paper = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0000,
        ];
        let found = discoveries(&paper, 0.05);
        assert_eq!(found.iter().filter(|is| **is).count(), 4);
        assert!(found[..4].iter().all(|is| *is));
        // The order does not matter.
        let mut reversed = paper;
        reversed.reverse();
        let found = discoveries(&reversed, 0.05);
        assert!(found[11..].iter().all(|is| *is) && !found[..11].iter().any(|is| *is));
        assert!(discoveries(&[], 0.05).is_empty());
        // A larger one passes if it is small for its place, and takes the smaller ones with it.
        assert_eq!(discoveries(&[0.04, 0.045], 0.05), [true, true]);
        assert_eq!(discoveries(&[0.04, 0.06], 0.05), [false, false]);
    }
}
