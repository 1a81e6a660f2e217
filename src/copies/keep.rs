//! Which copies stay.

use std::collections::BTreeSet;

use time::{Date, Duration, OffsetDateTime};

use crate::config::Kept;

/// Of times in seconds since 1970-01-01 UTC, the newest first, those that stay: the newest, and the newest of each of the
/// last days, weeks and months (of UTC) that have one.
pub(super) fn kept(made: &[i64], keep: Kept) -> BTreeSet<i64> {
    let day = |at: i64| OffsetDateTime::from_unix_timestamp(at).map_or(Date::MIN, OffsetDateTime::date);
    let monday =
        |at: i64| day(at).saturating_sub(Duration::days(i64::from(day(at).weekday().number_days_from_monday())));
    let first = |at: i64| day(at).replace_day(1).unwrap_or(Date::MIN);
    let mut kept: BTreeSet<i64> = made.first().copied().into_iter().collect();
    kept.extend(newest_of(made, keep.days, day));
    kept.extend(newest_of(made, keep.weeks, monday));
    kept.extend(newest_of(made, keep.months, first));
    kept
}

/// The newest of each of the last periods.
fn newest_of(made: &[i64], periods: u16, period: impl Fn(i64) -> Date) -> Vec<i64> {
    let mut seen = BTreeSet::new();
    made.iter().copied().filter(|at| seen.insert(period(*at))).take(usize::from(periods)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    fn at(day: Date, hour: u8) -> i64 {
        day.with_hms(hour, 0, 0).expect("a time").assume_utc().unix_timestamp()
    }

    #[test]
    fn the_newest_of_each_day_week_and_month_stays() {
        // A backup a day at two o'clock for a hundred days, and one more in the evening of the last.
        let last = date!(2026 - 11 - 30);
        let mut made: Vec<i64> = (0..100).map(|back| at(last - Duration::days(back), 2)).collect();
        made.insert(0, at(last, 20));
        let days = |keep: Kept| -> Vec<String> {
            let mut kept: Vec<String> = kept(&made, keep)
                .iter()
                .map(|at| OffsetDateTime::from_unix_timestamp(*at).expect("a time").date().to_string())
                .collect();
            kept.reverse();
            kept
        };
        let none = Kept { days: 0, weeks: 0, months: 0 };
        assert_eq!(days(none), ["2026-11-30"], "the newest always stays");
        assert_eq!(kept(&made, none).first(), Some(&at(last, 20)), "that of the evening");
        assert_eq!(days(Kept { days: 3, ..none }), ["2026-11-30", "2026-11-29", "2026-11-28"]);
        // The 30th is a Monday.
        assert_eq!(days(Kept { weeks: 3, ..none }), ["2026-11-30", "2026-11-29", "2026-11-22"]);
        assert_eq!(days(Kept { months: 9, ..none }), ["2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31"]);
        assert_eq!(days(Kept { days: 2, weeks: 2, months: 2 }), ["2026-11-30", "2026-11-29", "2026-10-31"]);
        assert!(kept(&[], Kept { days: 7, weeks: 4, months: 12 }).is_empty());
    }
}
