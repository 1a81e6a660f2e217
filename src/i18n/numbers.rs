//! Numbers in texts, as the page writes them.

use crate::i18n::language::Language;

/// Digits with a dot before decimals, such as `1234.5`, as they are written: `1,234.5`.
pub fn grouped(digits: &str, language: Language) -> String {
    let writing = &language.texts().writing;
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            written.push(writing.thousands);
        }
        written.push(digit);
    }
    if !rest.is_empty() {
        written.push(writing.decimal);
        written.push_str(rest);
    }
    written
}

/// With separators between thousands, without zeros at the end of decimals.
pub fn number(value: f64, decimals: u32, language: Language) -> String {
    number_with(value, decimals, 0, language)
}

/// The same with at least so many decimals.
pub fn number_with(value: f64, decimals: u32, least: usize, language: Language) -> String {
    let text = format!("{:.*}", decimals as usize, value.abs());
    let end = text.find('.').map_or(text.len(), |dot| match text.trim_end_matches('0').len() {
        kept if kept > dot + 1 + least => kept,
        _ if least == 0 => dot,
        _ => text.len().min(dot + 1 + least),
    });
    let kept = &text[..end];
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", grouped(kept, language))
}

/// With its sign, also above 0.
pub fn signed(value: f64, decimals: u32, language: Language) -> String {
    let text = number(value, decimals, language);
    if value > 0.0 { format!("+{text}") } else { text }
}

/// A number that is written already, in percent.
pub fn percent(number: &str, language: Language) -> String {
    (language.texts().writing.percent)(number)
}

/// An amount that is written already, with the sign of its currency.
pub fn money(amount: &str, sign: &str, language: Language) -> String {
    (language.texts().writing.money)(amount, sign)
}

/// Months that are written already.
pub fn months(number: &str, language: Language) -> String {
    counted(number, language.texts().writing.months_of)
}

/// Percentage points that are written already.
pub fn points(number: &str, language: Language) -> String {
    counted(number, language.texts().writing.points)
}

fn counted(number: &str, [one, more]: [&str; 2]) -> String {
    format!("{number} {}", if number == "1" { one } else { more })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String], language: Language) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {} {last}", first.join(", "), (language.texts().writing.and)(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [Language; 3] = [Language::En, Language::De, Language::Es];

    #[test]
    fn numbers_have_the_separators_of_the_language() {
        let of = |value, decimals| LANGUAGES.map(|language| number(value, decimals, language));
        assert_eq!(of(1_234_567.5, 2), ["1,234,567.5", "1.234.567,5", "1.234.567,5"]);
        assert_eq!(of(-1234.0, 0), ["−1,234", "−1.234", "−1.234"]);
        assert_eq!(of(100.0, 1), ["100", "100", "100"]);
        assert_eq!(signed(12.0, 1, Language::De), "+12");
        assert_eq!(percent("12,5", Language::Es), "12,5\u{a0}%");
        assert_eq!(LANGUAGES.map(|language| money("3", "$", language)), ["$3", "3\u{a0}$", "3\u{a0}$"]);
        assert_eq!(points("1", Language::De), "1 Punkt");
    }

    #[test]
    fn names_are_listed_with_the_word_of_the_language() {
        let names = ["Oro", "Plata", "Iris"].map(str::to_owned);
        assert_eq!(listed(&names[..2], Language::Es), "Oro y Plata");
        assert_eq!(listed(&names, Language::Es), "Oro, Plata e Iris");
        assert_eq!(listed(&names, Language::De), "Oro, Plata und Iris");
        assert_eq!(listed(&names[..1], Language::En), "Oro");
    }
}
