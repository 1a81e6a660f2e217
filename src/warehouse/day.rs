//! The warehouse's calendar day.

use std::fmt;

use time::macros::date;
use time::{Date, Duration};

use super::counted::days;

/// A calendar day as the warehouse stores it: days since 2000-01-01, as a SMALLINT.
///
/// 0 (2000-01-01) means "none" in the recency columns, so no fact has that day. Facts are on [`Day::FIRST`] to
/// [`Day::LAST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i16);

const EPOCH: Date = date!(2000 - 01 - 01);

impl Day {
    /// 2000-01-02.
    pub const FIRST: Day = Day(1);
    /// 2089-09-17.
    pub const LAST: Day = Day(i16::MAX);

    /// The day of a date; None if it is outside [`Day::FIRST`] to [`Day::LAST`].
    pub fn from_date(date: Date) -> Option<Day> {
        i16::try_from(Day::count_to(date)).ok().filter(|days| *days >= 1).map(Day)
    }

    /// The day of a date, clamped to [`Day::FIRST`] and [`Day::LAST`].
    pub fn clamped(date: Date) -> Day {
        Day((date - EPOCH).whole_days().clamp(1, i64::from(i16::MAX)) as i16)
    }

    /// Days from 2000-01-01 to any date, for dates of reference tables.
    pub fn count_to(date: Date) -> i32 {
        const NUMBER: i32 = EPOCH.to_julian_day();
        date.to_julian_day() - NUMBER
    }

    /// The day of a number in the warehouse; None for 0, which means "none".
    pub fn from_number(number: i16) -> Option<Day> {
        (number >= 1).then_some(Day(number))
    }

    /// Days since 2000-01-01.
    pub fn number(self) -> i16 {
        self.0
    }

    /// The number of the first day of its month; 0 for the first month, which begins on 2000-01-01.
    pub fn first_of_month(self) -> i16 {
        self.0 - i16::from(self.to_date().day()) + 1
    }

    /// The number of the last day of its month, or of [`Day::LAST`].
    pub fn last_of_month(self) -> i16 {
        let date = self.to_date();
        self.0.saturating_add(i16::from(date.month().length(date.year()) - date.day()))
    }

    /// The calendar date.
    pub fn to_date(self) -> Date {
        EPOCH + Duration::days(i64::from(self.0))
    }
}

/// The days that facts may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactDays {
    /// The program's first possible day.
    pub first: Date,
    /// Today in the program's time zone; None accepts every later day.
    pub today: Option<Date>,
    /// Days after today that are accepted too.
    pub ahead: u16,
}

impl Default for FactDays {
    /// Every day that the warehouse can store.
    fn default() -> FactDays {
        FactDays { first: Day::FIRST.to_date(), today: None, ahead: 0 }
    }
}

impl FactDays {
    /// The last day that a fact may have.
    pub fn last(&self) -> Option<Date> {
        self.today.map(|today| today.saturating_add(Duration::days(i64::from(self.ahead))))
    }

    /// Whether the first day is the program's, rather than the first that can be stored.
    pub(in crate::warehouse) fn is_program_known(&self) -> bool {
        self.first > Day::FIRST.to_date()
    }

    /// The last day that is over.
    pub fn yesterday(&self) -> Option<Date> {
        self.today.and_then(Date::previous_day)
    }

    /// What is wrong with a day, as the text after the value; None if nothing is.
    pub(in crate::warehouse) fn doubt(&self, day: Date) -> Option<String> {
        if day < self.first {
            return Some(format!("is before {}, the first day that the setting first_day allows", self.first));
        }
        let (today, last) = (self.today?, self.last()?);
        match self.ahead {
            _ if day <= last => None,
            0 => Some(format!("is after today, {today}; correct it (the setting days_ahead allows days ahead)")),
            ahead => {
                Some(format!("is after {last}, more than {} ahead of today (setting days_ahead)", days(ahead.into())))
            }
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_date().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_range_are_the_documented_days() {
        assert_eq!(Day::FIRST.to_date(), date!(2000 - 01 - 02));
        assert_eq!(Day::LAST.to_date(), date!(2089 - 09 - 17));
        assert_eq!(Day::from_date(date!(2000 - 01 - 01)), None);
        assert_eq!(Day::from_date(date!(2089 - 09 - 18)), None);
        assert_eq!(Day::clamped(date!(1990 - 05 - 05)), Day::FIRST);
        assert_eq!(Day::clamped(date!(2999 - 12 - 31)), Day::LAST);
    }

    #[test]
    fn a_day_converts_to_a_date_and_back() {
        let date = date!(2024 - 02 - 29);
        assert_eq!(Day::from_date(date).map(Day::to_date), Some(date));
    }

    #[test]
    fn a_month_has_its_first_and_last_day() {
        let ends = |date: Date| Day::from_date(date).map(|day| (day.first_of_month(), day.last_of_month()));
        let number = |date: Date| (date - EPOCH).whole_days() as i16;
        for day in [date!(2024 - 02 - 01), date!(2024 - 02 - 14), date!(2024 - 02 - 29)] {
            assert_eq!(ends(day), Some((number(date!(2024 - 02 - 01)), number(date!(2024 - 02 - 29)))), "{day}");
        }
        assert_eq!(ends(Day::FIRST.to_date()), Some((0, 30)));
        assert_eq!(ends(Day::LAST.to_date()), Some((i16::MAX - 16, i16::MAX)));
    }
}
