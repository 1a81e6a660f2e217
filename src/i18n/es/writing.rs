//! How days and numbers are written.

use crate::i18n::writing::{Writing, joined_days, month, weekday};

const MONTHS: [&str; 12] = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"];
const IN_FULL: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

pub(super) const WRITING: Writing = Writing {
    months: MONTHS,
    weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    day: |day| format!("{} de {} de {}", day.day(), IN_FULL[month(day)], day.year()),
    day_in_words: |day| (WRITING.day)(day),
    days_in_words: |first, last| joined_days(&WRITING, first, last),
    short_day: |day| {
        let weekday: String = weekday(&WRITING, day).chars().take(3).collect();
        format!("{weekday} {} {}", day.day(), MONTHS[month(day)])
    },
    day_of_month: |number, month| format!("{number} {month}"),
    quarter: 'T',
    span: |from, to| format!("{from} a {to}"),
    thousands: '.',
    decimal: ',',
    percent: |number| format!("{number}\u{a0}%"),
    money: |amount, sign| format!("{amount}\u{a0}{sign}"),
    money_format: |number, sign| format!("{number}\\ [${sign}]"),
    letters: ["\u{a0}mil", "\u{a0}M", "\u{a0}mil\u{a0}M", "\u{a0}B"],
    months_of: ["mes", "meses"],
    points: ["punto", "puntos"],
    // Before the sound of an i.
    and: |last| {
        let starts = last.to_lowercase();
        let is_i = starts.starts_with('i') || (starts.starts_with("hi") && !starts.starts_with("hie"));
        if is_i { "e" } else { "y" }
    },
};
