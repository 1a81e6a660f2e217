//! How days and numbers are written.

use crate::i18n::writing::{Writing, joined_days, month, weekday};

const MONTHS: [&str; 12] =
    ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."];
const IN_FULL: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

pub(super) const WRITING: Writing = Writing {
    months: MONTHS,
    weekdays: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    day: |day| format!("{}. {} {}", day.day(), IN_FULL[month(day)], day.year()),
    day_in_words: |day| (WRITING.day)(day),
    days_in_words: |first, last| joined_days(&WRITING, first, last),
    short_day: |day| format!("{} {}. {}", &weekday(&WRITING, day)[..2], day.day(), MONTHS[month(day)]),
    day_of_month: |number, month| format!("{number}. {month}"),
    quarter: 'Q',
    span: |from, to| format!("{from} bis {to}"),
    thousands: '.',
    decimal: ',',
    percent: |number| format!("{number}\u{a0}%"),
    money: |amount, sign| format!("{amount}\u{a0}{sign}"),
    money_format: |number, sign| format!("{number}\\ [${sign}]"),
    letters: ["\u{a0}Tsd.", "\u{a0}Mio.", "\u{a0}Mrd.", "\u{a0}Bio."],
    months_of: ["Monat", "Monate"],
    points: ["Punkt", "Punkte"],
    and: |_| "und",
};
