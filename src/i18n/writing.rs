//! How a language writes days and numbers.

use time::Date;

/// How a language writes days and numbers. Texts that it takes are written already.
#[derive(Debug)]
pub struct Writing {
    /// In short.
    pub months: [&'static str; 12],
    /// In a sentence, from Monday.
    pub weekdays: [&'static str; 7],
    /// A day in a file.
    pub day: fn(Date) -> String,
    /// A day in a sentence.
    pub day_in_words: fn(Date) -> String,
    /// From one day to another one in a sentence.
    pub days_in_words: fn(Date, Date) -> String,
    /// A day with its weekday, in little room.
    pub short_day: fn(Date) -> String,
    /// A number and a month in short.
    pub day_of_month: fn(&str, &str) -> String,
    /// What stands before the number of a quarter.
    pub quarter: char,
    /// From one time to another.
    pub span: fn(&str, &str) -> String,
    pub thousands: char,
    pub decimal: char,
    pub percent: fn(&str) -> String,
    /// An amount and the sign of its currency.
    pub money: fn(&str, &str) -> String,
    /// The format of an amount in a workbook: that of a number, and the sign of its currency.
    pub money_format: fn(&str, &str) -> String,
    /// What stands behind a number in thousands, millions, billions and trillions.
    pub letters: [&'static str; 4],
    /// One month, and more than one.
    pub months_of: [&'static str; 2],
    /// One percentage point, and more than one.
    pub points: [&'static str; 2],
    /// The word before the last name of a list.
    pub and: fn(&str) -> &'static str,
}

/// The index of a day's month.
pub(super) fn month(day: Date) -> usize {
    usize::from(u8::from(day.month())) - 1
}

/// The weekday of a day, in a sentence.
pub(super) fn weekday(writing: &Writing, day: Date) -> &'static str {
    writing.weekdays[usize::from(day.weekday().number_days_from_monday())]
}

/// From one day to another, both in full.
pub(super) fn joined_days(writing: &Writing, first: Date, last: Date) -> String {
    (writing.span)(&(writing.day_in_words)(first), &(writing.day_in_words)(last))
}
