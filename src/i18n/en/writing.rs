//! How days and numbers are written. Files have always had English days as `yyyy-mm-dd`.

use crate::i18n::writing::{Writing, joined_days, month};

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

pub(super) const WRITING: Writing = Writing {
    months: MONTHS,
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    day: |day| format!("{:04}-{:02}-{:02}", day.year(), u8::from(day.month()), day.day()),
    day_in_words: |day| format!("{} {}, {}", MONTHS[month(day)], day.day(), day.year()),
    days_in_words: |first, last| {
        let without_year = format!("{} {}", MONTHS[month(first)], first.day());
        match first.year() == last.year() {
            true if first.month() == last.month() => format!("{without_year} to {}, {}", last.day(), last.year()),
            true => format!("{without_year} to {}", (WRITING.day_in_words)(last)),
            false => joined_days(&WRITING, first, last),
        }
    },
    short_day: |day| format!("{} {} {}", &day.weekday().to_string()[..3], MONTHS[month(day)], day.day()),
    day_of_month: |number, month| format!("{month} {number}"),
    quarter: 'Q',
    span: |from, to| format!("{from} to {to}"),
    thousands: ',',
    decimal: '.',
    percent: |number| format!("{number}%"),
    // A sign that ends with a letter stands apart.
    money: |amount, sign| match sign.ends_with(|last: char| last.is_ascii_alphabetic()) {
        true => format!("{sign}\u{a0}{amount}"),
        false => format!("{sign}{amount}"),
    },
    money_format: |number, sign| {
        let apart = if sign.ends_with(|last: char| last.is_ascii_alphabetic()) { "\u{a0}" } else { "" };
        format!("[${sign}{apart}]{number}")
    },
    letters: ["K", "M", "B", "T"],
    months_of: ["month", "months"],
    points: ["point", "points"],
    and: |_| "and",
};
