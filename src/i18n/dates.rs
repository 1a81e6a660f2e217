//! Days and periods in texts. English ones have always been `yyyy-mm-dd` in files; the other languages write the month.

use time::{Date, Month, Weekday};

use crate::i18n::language::Language;

/// A day in a text: `2026-03-12`, `12. März 2026`, `12 de marzo de 2026`.
pub fn day(day: Date, language: Language) -> String {
    (language.texts().writing.day)(day)
}

/// A day in a sentence: `Mar 12, 2026`, `12. März 2026`, `12 de marzo de 2026`.
pub fn day_in_words(day: Date, language: Language) -> String {
    (language.texts().writing.day_in_words)(day)
}

/// From one day to another in a sentence: `Feb 12 to 14, 2026`, `12. Februar 2026 bis 14. Februar 2026`; one day as
/// [`day_in_words`] writes it.
pub fn days_in_words(first: Date, last: Date, language: Language) -> String {
    if first == last { day_in_words(last, language) } else { (language.texts().writing.days_in_words)(first, last) }
}

/// A day that is written as `yyyy-mm-dd`, as [`day`] writes it. What is no day stays as it is.
pub fn iso_day(text: &str, language: Language) -> String {
    parsed(text).map_or_else(|| text.to_owned(), |found| day(found, language))
}

/// From one day to another, both written as `yyyy-mm-dd`, as [`days_in_words`] writes them.
pub fn iso_days_in_words(first: &str, last: &str, language: Language) -> String {
    match (parsed(first), parsed(last)) {
        (Some(first), Some(last)) => days_in_words(first, last, language),
        _ => span(first, last, language),
    }
}

fn parsed(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let (year, month, number) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, number.parse().ok()?).ok()
}

/// From one day to another.
pub fn span(from: &str, to: &str, language: Language) -> String {
    (language.texts().writing.span)(from, to)
}

/// A day with its weekday, in little room: `Tue Mar 3`, `Di 3. März`, `mar 3 mar`.
pub fn short_day(day: Date, language: Language) -> String {
    (language.texts().writing.short_day)(day)
}

/// A weekday in a sentence.
pub fn weekday(day: Weekday, language: Language) -> &'static str {
    language.texts().writing.weekdays[usize::from(day.number_days_from_monday())]
}

/// The label of a period of an answer, which is `Jan 2026`, `Q1 2026`, `Nov 19`, `Nov 19, 2025` or a year. Answers keep
/// it in English in every language, because the specification gives it; files and sentences do not. Others stay as they are.
pub fn period(label: &str, language: Language) -> String {
    if language == Language::En {
        return label.to_owned();
    }
    translated(label, language).unwrap_or_else(|| label.to_owned())
}

fn translated(label: &str, language: Language) -> Option<String> {
    let writing = &language.texts().writing;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = label.split_once(' ')?;
    if let Some(quarter) = first.strip_prefix('Q').filter(|quarter| is_number(quarter) && is_number(rest)) {
        return Some(format!("{}{quarter} {rest}", writing.quarter));
    }
    let at = Language::En.texts().writing.months.iter().position(|name| *name == first)?;
    let month = writing.months[at];
    let of_day = |number: &str| (writing.day_of_month)(number, month);
    match rest.split_once(", ") {
        Some((number, year)) if is_number(number) && is_number(year) => Some(format!("{} {year}", of_day(number))),
        None if is_number(rest) && rest.len() == 4 => Some(format!("{month} {rest}")),
        None if is_number(rest) => Some(of_day(rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn days_are_written_by_the_language() {
        let of = |write: fn(Date, Language) -> String| {
            [Language::En, Language::De, Language::Es].map(|language| write(date!(2026 - 03 - 12), language))
        };
        assert_eq!(of(day), ["2026-03-12", "12. März 2026", "12 de marzo de 2026"]);
        assert_eq!(of(day_in_words), ["Mar 12, 2026", "12. März 2026", "12 de marzo de 2026"]);
        assert_eq!(of(short_day), ["Thu Mar 12", "Do 12. März", "jue 12 mar"]);
        assert_eq!(short_day(date!(2026 - 03 - 14), Language::Es), "sáb 14 mar");
        assert_eq!(iso_day("2026-12-01", Language::De), "1. Dezember 2026");
        assert_eq!(iso_day("no data", Language::De), "no data");
        assert_eq!(span("a", "b", Language::Es), "a a b");
    }

    #[test]
    fn days_in_words_say_what_they_share_once() {
        let of = |last, language| days_in_words(date!(2026 - 02 - 12), last, language);
        assert_eq!(of(date!(2026 - 02 - 12), Language::En), "Feb 12, 2026");
        assert_eq!(of(date!(2026 - 02 - 14), Language::En), "Feb 12 to 14, 2026");
        assert_eq!(of(date!(2026 - 03 - 14), Language::En), "Feb 12 to Mar 14, 2026");
        assert_eq!(of(date!(2027 - 02 - 14), Language::En), "Feb 12, 2026 to Feb 14, 2027");
        assert_eq!(of(date!(2026 - 02 - 14), Language::De), "12. Februar 2026 bis 14. Februar 2026");
    }

    #[test]
    fn labels_of_periods_are_written_as_on_the_page() {
        let of = |label| [Language::De, Language::Es].map(|language| period(label, language));
        assert_eq!(of("Mar 2026"), ["März 2026", "mar 2026"]);
        assert_eq!(of("Q3 2026"), ["Q3 2026", "T3 2026"]);
        assert_eq!(of("Nov 19"), ["19. Nov.", "19 nov"]);
        assert_eq!(of("Nov 19, 2025"), ["19. Nov. 2025", "19 nov 2025"]);
        assert_eq!(of("2026"), ["2026", "2026"]);
        assert_eq!(of("Mars x"), ["Mars x", "Mars x"]);
        assert_eq!(period("Mar 2026", Language::En), "Mar 2026");
    }
}
