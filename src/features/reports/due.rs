//! When a report is due.

use time::{Date, Duration};

use crate::store::destinations::Every;

/// Whether a report is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The next day that it is due on.
    Next(Date),
    /// It is due, and the data of the day before are not there yet.
    Waits { day: Date, data_of: Date },
    /// It is due.
    Now(Date),
}

/// Whether a report is due today. `done` is the last day that it was due on and is over, `through` the last day with
/// data. Of several days that were missed only the latest is made up for.
pub fn due(every: Every, on_day: u8, done: Date, today: Date, through: Option<Date>) -> Due {
    let latest = latest_day(every, on_day, today);
    if latest <= done {
        return Due::Next(next_day(every, on_day, today.max(done)));
    }
    let data_of = latest.previous_day().unwrap_or(latest);
    match through {
        Some(through) if through >= data_of => Due::Now(latest),
        _ => Due::Waits { day: latest, data_of },
    }
}

/// The last scheduled day up to a day. In a month that has no such day, it is the last one.
fn latest_day(every: Every, on_day: u8, day: Date) -> Date {
    match every {
        Every::Day => day,
        Every::Week => {
            let back = (7 + day.weekday().number_from_monday() - on_day.clamp(1, 7)) % 7;
            day.saturating_sub(Duration::days(i64::from(back)))
        }
        Every::Month => match in_month(on_day, day) {
            this if this <= day => this,
            _ => in_month(on_day, day.replace_day(1).ok().and_then(Date::previous_day).unwrap_or(day)),
        },
    }
}

/// The first scheduled day after a day.
fn next_day(every: Every, on_day: u8, day: Date) -> Date {
    let mut next = day;
    // A scheduled day is at most 31 days away.
    for _ in 0..=31 {
        next = next.saturating_add(Duration::DAY);
        if latest_day(every, on_day, next) == next {
            break;
        }
    }
    next
}

/// The scheduled day of a day's month.
fn in_month(on_day: u8, day: Date) -> Date {
    let last = day.month().length(day.year());
    day.replace_day(on_day.clamp(1, last)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_report_is_due_on_its_day_once_the_data_of_the_day_before_are_there() {
        let (done, today) = (date!(2026 - 03 - 09), date!(2026 - 03 - 16));
        let weekly = |today, through| due(Every::Week, 1, done, today, through);
        assert_eq!(weekly(today, Some(date!(2026 - 03 - 15))), Due::Now(today));
        let waits = Due::Waits { day: today, data_of: date!(2026 - 03 - 15) };
        assert_eq!((weekly(today, Some(date!(2026 - 03 - 14))), weekly(today, None)), (waits, waits));
        // It is made up for when the data come.
        assert_eq!(weekly(date!(2026 - 03 - 18), Some(date!(2026 - 03 - 17))), Due::Now(today));
        assert_eq!(weekly(date!(2026 - 03 - 15), Some(date!(2026 - 03 - 14))), Due::Next(today));
    }

    #[test]
    fn what_was_missed_is_made_up_for_once() {
        let through = Some(date!(2026 - 03 - 20));
        let daily = |done| due(Every::Day, 0, done, date!(2026 - 03 - 16), through);
        assert_eq!(daily(date!(2026 - 03 - 01)), Due::Now(date!(2026 - 03 - 16)));
        assert_eq!(daily(date!(2026 - 03 - 16)), Due::Next(date!(2026 - 03 - 17)));
        // The clock was put back.
        assert_eq!(daily(date!(2026 - 04 - 01)), Due::Next(date!(2026 - 04 - 02)));
    }

    #[test]
    fn months_without_the_day_have_their_last_one() {
        let through = Some(date!(2027 - 01 - 01));
        let monthly = |today| due(Every::Month, 31, date!(2026 - 01 - 31), today, through);
        assert_eq!(monthly(date!(2026 - 02 - 27)), Due::Next(date!(2026 - 02 - 28)));
        assert_eq!(monthly(date!(2026 - 02 - 28)), Due::Now(date!(2026 - 02 - 28)));
        assert_eq!(monthly(date!(2026 - 04 - 03)), Due::Now(date!(2026 - 03 - 31)));
        let first = due(Every::Month, 1, date!(2026 - 03 - 01), date!(2026 - 03 - 31), through);
        assert_eq!(first, Due::Next(date!(2026 - 04 - 01)));
    }
}
