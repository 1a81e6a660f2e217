//! The course of a plan: the days on which it is looked at, and the score that it is to have by then.

use time::{Date, Duration};

use crate::figures::score::formula::round_to;

/// The most month ends between the first day and the last, the latest ones.
const MOST_MONTHS: usize = 6;

/// The first day of a plan, the ends of months after it, the day up to which data are loaded, and the plan's last day.
pub fn days(starts: Date, ends: Date, through: Date) -> Vec<Date> {
    let now = through.clamp(starts, ends);
    let month_ends = std::iter::successors(end_of_month(starts), |day| end_of_month(*day + Duration::days(1)));
    let between: Vec<Date> = month_ends.take_while(|day| *day < now).filter(|day| *day > starts).collect();
    let mut days = vec![starts];
    days.extend(between.iter().skip(between.len().saturating_sub(MOST_MONTHS)));
    days.extend([now, ends]);
    days.dedup();
    days
}

/// The score on a day, on the straight line from the first day to the last.
pub fn planned((starts, score): (Date, f64), (ends, target): (Date, f64), day: Date) -> f64 {
    let days = |from: Date, to: Date| (to - from).whole_days() as f64;
    round_to(score + (target - score) * days(starts, day) / days(starts, ends).max(1.0), 1)
}

fn end_of_month(day: Date) -> Option<Date> {
    day.replace_day(day.month().length(day.year())).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_plan_is_looked_at_when_it_begins_at_month_ends_now_and_at_its_end() {
        let of = |through| days(date!(2026 - 01 - 15), date!(2026 - 06 - 30), through);
        assert_eq!(of(date!(2026 - 01 - 15)), [date!(2026 - 01 - 15), date!(2026 - 06 - 30)]);
        assert_eq!(of(date!(2025 - 12 - 01)), [date!(2026 - 01 - 15), date!(2026 - 06 - 30)], "data were taken back");
        let in_march = [
            date!(2026 - 01 - 15),
            date!(2026 - 01 - 31),
            date!(2026 - 02 - 28),
            date!(2026 - 03 - 09),
            date!(2026 - 06 - 30),
        ];
        assert_eq!(of(date!(2026 - 03 - 09)), in_march);
        let over = of(date!(2027 - 03 - 09));
        assert_eq!((over.len(), over[5]), (7, date!(2026 - 05 - 31)), "{over:?}");
        let long = days(date!(2025 - 01 - 31), date!(2026 - 12 - 31), date!(2026 - 09 - 30));
        assert_eq!(long[..2], [date!(2025 - 01 - 31), date!(2026 - 03 - 31)], "the latest six");
        assert_eq!(long.len(), 9);
    }

    #[test]
    fn the_planned_line_is_straight() {
        let (from, to) = ((date!(2026 - 01 - 01), 60.0), (date!(2026 - 01 - 11), 65.0));
        assert_eq!(planned(from, to, date!(2026 - 01 - 01)), 60.0);
        assert_eq!(planned(from, to, date!(2026 - 01 - 05)), 62.0);
        assert_eq!(planned(from, to, date!(2026 - 01 - 11)), 65.0);
    }
}
