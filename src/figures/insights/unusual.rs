//! Whether a day is unlike the same weekdays of the weeks before it. A pure function of what was counted.

use super::chance::{median, two_sided};

/// The number of weeks that say what is usual.
pub const WEEKS: usize = 8;

/// The days that are counted: those of the weeks, and the day itself.
pub const DAYS: usize = 7 * WEEKS + 1;

/// The degrees of freedom of a spread that is the median distance from medians: 37 % (the efficiency of the median
/// distance for normal numbers) of 56 numbers less 7 medians.
const DEGREES: u32 = 18;

/// The variance of a median of eight days: 1.57/8 of the variance of one day, for normal numbers.
const OF_MEDIAN: f64 = 1.57 / 8.0;

/// A figure whose median is smaller is not compared.
const LEAST: f64 = 10.0;

/// How a day compares with the same weekdays before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unusual {
    /// The median of the same weekdays.
    pub median: f64,
    /// How far the day is from it, in robust standard deviations.
    pub deviations: f64,
    pub probability: f64,
}

/// Compares the last of [`DAYS`] days with the same weekdays before it. None if there are fewer days or too little was
/// counted.
///
/// How much days vary is taken from all weekdays, because eight days say too little: from the distances of the
/// logarithms of 56 days to the medians of their weekdays. 1.4826 times their median is the standard deviation of
/// normal numbers; the deviation of a count is at least Poisson's.
pub fn unusual(days: &[i128]) -> Option<Unusual> {
    if days.len() != DAYS || days.iter().any(|count| *count < 0) {
        return None;
    }
    let log = |count: i128| libm::log(count as f64 + 0.5);
    let same: Vec<f64> = days[..DAYS - 1].iter().step_by(7).map(|count| *count as f64).collect();
    let usual = median(&same);
    if usual < LEAST {
        return None;
    }
    let mut distances = Vec::with_capacity(7 * WEEKS);
    for weekday in 0..7 {
        let logs: Vec<f64> = days[weekday..DAYS - 1].iter().step_by(7).map(|count| log(*count)).collect();
        let middle = median(&logs);
        distances.extend(logs.iter().map(|one| (one - middle).abs()));
    }
    // Distances from a median of eight are a little smaller than from the true middle.
    let spread = 1.4826 * median(&distances) * (8.0_f64 / 7.0).sqrt();
    let variance = (spread * spread).max(1.0 / usual);
    let logs: Vec<f64> = same.iter().map(|count| libm::log(count + 0.5)).collect();
    let deviations = (log(days[DAYS - 1]) - median(&logs)) / (variance * (1.0 + OF_MEDIAN)).sqrt();
    Some(Unusual { median: usual, deviations, probability: two_sided(deviations, DEGREES) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight weeks of 1,000 on working days and 400 on weekends, the n-th week a percent more or less.
    fn weeks(last: i128) -> Vec<i128> {
        let mut days: Vec<i128> = (0..56)
            .map(|day| {
                let base = if day % 7 < 5 { 1_000 } else { 400 };
                base * [97, 98, 99, 100, 100, 101, 102, 103][day / 7] / 100
            })
            .collect();
        days.push(last);
        days
    }

    /// Worked by hand: distances from a median of 1,000 are 3, 2, 1, 0, 0, 1, 2 and 3 %; their median is 1.5 %. Poisson's
    /// deviation, 1/√1000 = 3.16 %, is larger than 1.4826 · 1.5 % · 1.069.
    #[test]
    fn a_day_is_compared_with_the_same_weekdays() {
        let found = unusual(&weeks(1_300)).expect("compared");
        assert_eq!(found.median, 1_000.0);
        let error = (1.0 / 1_000.0 * (1.0 + OF_MEDIAN)).sqrt();
        assert!((found.deviations - libm::log(1_300.5 / 1_000.5) / error).abs() < 1e-3, "{found:?}");
        assert!(found.probability < 1e-5, "{found:?}");
        assert!(unusual(&weeks(1_000)).expect("compared").deviations.abs() < 0.01);
        // The number of a Sunday is small for a Monday.
        assert!(unusual(&weeks(400)).expect("compared").deviations < -10.0);
        // One extreme week changes little.
        let mut wild = weeks(1_300);
        wild[28..35].iter_mut().for_each(|day| *day *= 3);
        let beside = unusual(&wild).expect("compared");
        assert!(beside.deviations > 0.8 * found.deviations, "{beside:?}");
    }

    #[test]
    fn few_days_or_few_events_are_not_compared() {
        assert_eq!(unusual(&weeks(1_000)[1..]), None);
        assert_eq!(unusual(&[3; DAYS]), None);
    }
}
