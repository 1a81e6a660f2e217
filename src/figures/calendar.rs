//! The program's calendar: when its weeks, quarters and years begin, and arithmetic with months.

use time::{Date, Duration, Month, Weekday};

/// When the program's weeks and years begin. Its quarters are those of its years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Calendar {
    /// The month with which years begin.
    pub year_start: Month,
    pub first_weekday: Weekday,
}

impl Default for Calendar {
    fn default() -> Calendar {
        Calendar { year_start: Month::January, first_weekday: Weekday::Sunday }
    }
}

impl Calendar {
    /// The first day of the week that holds a date. None before the calendar of dates begins.
    pub fn first_of_week(self, date: Date) -> Option<Date> {
        let days = date.weekday().number_days_from_monday() + 7 - self.first_weekday.number_days_from_monday();
        date.checked_sub(Duration::days(i64::from(days % 7)))
    }

    /// The first day of the quarter that holds a date.
    pub fn first_of_quarter(self, date: Date) -> Option<Date> {
        let months = u8::from(date.month()) + 12 - u8::from(self.year_start);
        shifted_months(first_of_month(date), -i32::from(months % 3))
    }

    /// The first day of the year that holds a date.
    pub fn first_of_year(self, date: Date) -> Option<Date> {
        first_of_year(date, self.year_start)
    }
}

/// The same day `months` later (earlier if negative); a day the month does not have becomes its last.
pub fn shifted_months(date: Date, months: i32) -> Option<Date> {
    let index = date.year() * 12 + i32::from(u8::from(date.month())) - 1 + months;
    let month = Month::try_from(index.rem_euclid(12) as u8 + 1).ok()?;
    let year = index.div_euclid(12);
    Date::from_calendar_date(year, month, date.day().min(month.length(year))).ok()
}

/// The same day one month earlier; the last day of a month becomes the last day of the month before.
pub fn month_earlier(date: Date) -> Option<Date> {
    let earlier = shifted_months(date, -1)?;
    Some(if date == last_of_month(date) { last_of_month(earlier) } else { earlier })
}

/// The first day of the date's month.
pub fn first_of_month(date: Date) -> Date {
    date.replace_day(1).unwrap_or(date)
}

/// The last day of the date's month.
pub fn last_of_month(date: Date) -> Date {
    date.replace_day(date.month().length(date.year())).unwrap_or(date)
}

/// The first day of the year that holds a date; years begin with the month `year_start`.
pub fn first_of_year(date: Date, year_start: Month) -> Option<Date> {
    let is_before = u8::from(date.month()) < u8::from(year_start);
    Date::from_calendar_date(date.year() - i32::from(is_before), year_start, 1).ok()
}

/// The last day of the year that begins with a date.
pub fn last_of_year(start: Date) -> Option<Date> {
    shifted_months(start, 12)?.previous_day()
}

/// How many months the month of `to` is after that of `from`; negative if it is before.
pub fn months_between(from: Date, to: Date) -> i32 {
    (to.year() - from.year()) * 12 + i32::from(u8::from(to.month())) - i32::from(u8::from(from.month()))
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_month_earlier_keeps_month_ends() {
        assert_eq!(month_earlier(date!(2024 - 03 - 31)), Some(date!(2024 - 02 - 29)));
        assert_eq!(month_earlier(date!(2024 - 02 - 29)), Some(date!(2024 - 01 - 31)));
        assert_eq!(month_earlier(date!(2026 - 03 - 30)), Some(date!(2026 - 02 - 28)));
        assert_eq!(month_earlier(date!(2026 - 11 - 19)), Some(date!(2026 - 10 - 19)));
    }

    #[test]
    fn weeks_and_quarters_begin_as_the_program_says() {
        let calendar = |year_start, first_weekday| Calendar { year_start, first_weekday };
        let april = calendar(Month::April, Weekday::Monday);
        let february = calendar(Month::February, Weekday::Sunday);
        // 22 November 2026 is a Sunday.
        for (day, monday, sunday) in [
            (date!(2026 - 11 - 21), date!(2026 - 11 - 16), date!(2026 - 11 - 15)),
            (date!(2026 - 11 - 22), date!(2026 - 11 - 16), date!(2026 - 11 - 22)),
            (date!(2026 - 11 - 23), date!(2026 - 11 - 23), date!(2026 - 11 - 22)),
        ] {
            assert_eq!([april, february].map(|one| one.first_of_week(day)), [Some(monday), Some(sunday)]);
        }
        for (day, of_april, of_february) in [
            (date!(2026 - 01 - 31), date!(2026 - 01 - 01), date!(2025 - 11 - 01)),
            (date!(2026 - 02 - 01), date!(2026 - 01 - 01), date!(2026 - 02 - 01)),
            (date!(2026 - 04 - 30), date!(2026 - 04 - 01), date!(2026 - 02 - 01)),
            (date!(2026 - 12 - 31), date!(2026 - 10 - 01), date!(2026 - 11 - 01)),
        ] {
            assert_eq!([april, february].map(|one| one.first_of_quarter(day)), [Some(of_april), Some(of_february)]);
        }
        // It is a Monday.
        assert_eq!([april, february].map(|one| one.first_of_week(Date::MIN)), [Some(Date::MIN), None]);
    }
}
