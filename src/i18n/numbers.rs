//! Numbers in texts, as the page writes them.

use crate::i18n::language::Language;

/// What stands between thousands, and before decimals.
fn separators(language: Language) -> (char, char) {
    match language {
        Language::En => (',', '.'),
        Language::De | Language::Es => ('.', ','),
    }
}

/// Digits with a dot before decimals, such as `1234.5`, as they are written: `1,234.5`.
pub fn grouped(digits: &str, language: Language) -> String {
    let (thousands, decimal) = separators(language);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            written.push(thousands);
        }
        written.push(digit);
    }
    if !rest.is_empty() {
        written.push(decimal);
        written.push_str(rest);
    }
    written
}

/// With separators between thousands, without zeros at the end of decimals.
pub fn number(value: f64, decimals: u32, language: Language) -> String {
    let text = format!("{:.*}", decimals as usize, value.abs());
    let kept = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
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
    match language {
        Language::En => format!("{number}%"),
        Language::De | Language::Es => format!("{number}\u{a0}%"),
    }
}

/// An amount that is written already, with the sign of its currency. A sign that ends with a letter stands apart.
pub fn money(amount: &str, sign: &str, language: Language) -> String {
    match language {
        Language::En if sign.ends_with(|last: char| last.is_ascii_alphabetic()) => format!("{sign}\u{a0}{amount}"),
        Language::En => format!("{sign}{amount}"),
        Language::De | Language::Es => format!("{amount}\u{a0}{sign}"),
    }
}

/// What stands behind a number in thousands, millions, billions and trillions.
pub const fn letters(language: Language) -> [&'static str; 4] {
    match language {
        Language::En => ["K", "M", "B", "T"],
        Language::De => ["\u{a0}Tsd.", "\u{a0}Mio.", "\u{a0}Mrd.", "\u{a0}Bio."],
        Language::Es => ["\u{a0}mil", "\u{a0}M", "\u{a0}mil\u{a0}M", "\u{a0}B"],
    }
}

/// Months that are written already.
pub fn months(number: &str, language: Language) -> String {
    match (language, number) {
        (Language::En, "1") => format!("{number} month"),
        (Language::En, _) => format!("{number} months"),
        (Language::De, "1") => format!("{number} Monat"),
        (Language::De, _) => format!("{number} Monate"),
        (Language::Es, "1") => format!("{number} mes"),
        (Language::Es, _) => format!("{number} meses"),
    }
}

/// Percentage points that are written already.
pub fn points(number: &str, language: Language) -> String {
    let is_one = number == "1";
    let word = match (language, is_one) {
        (Language::En, true) => "point",
        (Language::En, false) => "points",
        (Language::De, true) => "Punkt",
        (Language::De, false) => "Punkte",
        (Language::Es, true) => "punto",
        (Language::Es, false) => "puntos",
    };
    format!("{number} {word}")
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String], language: Language) -> String {
    let and = match language {
        Language::En => "and",
        Language::De => "und",
        Language::Es => "y",
    };
    match names {
        [] => String::new(),
        [one] => one.clone(),
        // Spanish does not say "y" before the sound of an i.
        [first @ .., last] => {
            let starts = last.to_lowercase();
            let is_i = starts.starts_with('i') || (starts.starts_with("hi") && !starts.starts_with("hie"));
            let and = if language == Language::Es && is_i { "e" } else { and };
            format!("{} {and} {last}", first.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_separators_of_the_language() {
        let of = |value, decimals| Language::ALL.map(|language| number(value, decimals, language));
        assert_eq!(of(1_234_567.5, 2), ["1,234,567.5", "1.234.567,5", "1.234.567,5"]);
        assert_eq!(of(-1234.0, 0), ["−1,234", "−1.234", "−1.234"]);
        assert_eq!(of(100.0, 1), ["100", "100", "100"]);
        assert_eq!(signed(12.0, 1, Language::De), "+12");
        assert_eq!(percent("12,5", Language::Es), "12,5\u{a0}%");
        assert_eq!(Language::ALL.map(|language| money("3", "$", language)), ["$3", "3\u{a0}$", "3\u{a0}$"]);
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
