//! Figures as the page writes them. `format_vectors.json` holds both to the same texts.

use crate::figures::Unit;
use crate::i18n::language::Language;
use crate::i18n::numbers;
use crate::screens::currency_sign;

/// From here on a figure is no text.
const TOO_LARGE: f64 = 1e15;
/// Figures below this have all their digits; larger ones are shortened.
const SHORTENED_FROM: f64 = 1e7;
/// Amounts of money below this have cents.
const WITH_CENTS: f64 = 999.995;

/// Trillions first; the letters of a language begin with thousands.
const STEPS: [f64; 4] = [1e12, 1e9, 1e6, 1e3];

/// How the figures of a program are written.
#[derive(Clone, Debug)]
pub struct Formats {
    /// The sign.
    currency: String,
    pub language: Language,
}

impl Formats {
    /// In English, with the ISO 4217 code of the program's currency.
    pub fn new(currency: &str) -> Formats {
        Formats::in_language(currency, Language::En)
    }

    /// The same in a language.
    pub fn in_language(currency: &str, language: Language) -> Formats {
        Formats { currency: currency_sign(currency).to_owned(), language }
    }

    /// A figure in a table, whose header names its unit.
    pub fn cell(&self, value: f64, unit: Unit) -> String {
        self.aligned(value, unit, 0)
    }

    /// The same with so many decimals at least, where a column has figures with as many.
    pub fn aligned(&self, value: f64, unit: Unit, least: usize) -> String {
        match unit {
            Unit::Percent => self.percent(signed(value, |size| self.plain(size, least, 2))),
            Unit::Months => signed(value, |size| self.plain(size, 1, 1)),
            Unit::Seconds => signed(value, duration),
            Unit::Money => signed(value, |size| {
                let cents = if size < WITH_CENTS { 2 } else { 0 };
                self.money(&self.shortened(size).unwrap_or_else(|| self.plain(size, cents, cents)))
            }),
            Unit::Count | Unit::Decimal => {
                signed(value, |size| self.shortened(size).unwrap_or_else(|| self.plain(size, least, 2)))
            }
        }
    }

    /// How many decimals a figure has.
    pub fn decimals(value: f64, unit: Unit) -> usize {
        match unit {
            Unit::Percent | Unit::Decimal => {
                let text = plain(value.abs().min(TOO_LARGE), 0, 2);
                text.split_once('.').map_or(0, |(_, decimals)| decimals.len())
            }
            _ => 0,
        }
    }

    /// A figure at an axis, where there is little room.
    pub fn axis(&self, value: f64, unit: Unit) -> String {
        let round = |size: f64| {
            let plain = |size| self.plain(size, 0, 2);
            self.lettered(size, 1e3, plain).unwrap_or_else(|| plain(size))
        };
        match unit {
            Unit::Percent | Unit::Seconds => self.cell(value, unit),
            Unit::Money => signed(value, |size| self.money(&round(size))),
            Unit::Months => signed(value, |size| self.plain(size, 0, 1)),
            Unit::Count | Unit::Decimal => signed(value, round),
        }
    }

    fn money(&self, amount: &str) -> String {
        numbers::money(amount, &self.currency, self.language)
    }

    fn percent(&self, number: String) -> String {
        if number.is_empty() { number } else { numbers::percent(&number, self.language) }
    }

    fn plain(&self, magnitude: f64, least: usize, most: usize) -> String {
        numbers::grouped(&plain(magnitude, least, most), self.language)
    }

    /// In millions, billions or trillions and with two decimals, from ten million on.
    fn shortened(&self, magnitude: f64) -> Option<String> {
        let cents = (magnitude * 100.0).round() / 100.0;
        let write = |scaled: f64| numbers::grouped(&format!("{scaled:.2}"), self.language);
        if cents < SHORTENED_FROM { None } else { self.lettered(magnitude, 1e6, write) }
    }

    /// Scaled to thousands, millions, billions or trillions from the smallest on. The letter is chosen after rounding:
    /// 999,999,999 is 1.00B.
    fn lettered(&self, magnitude: f64, smallest: f64, write: impl Fn(f64) -> String) -> Option<String> {
        let letters = self.language.texts().writing.letters.into_iter().rev();
        let mut larger: Option<(f64, &str)> = None;
        for (from, letter) in STEPS.into_iter().zip(letters) {
            if magnitude >= from && from >= smallest {
                let rounded = (magnitude / from * 100.0).round() / 100.0;
                return Some(match larger {
                    Some((from, letter)) if rounded >= 1000.0 => write(magnitude / from) + letter,
                    _ => write(rounded) + letter,
                });
            }
            larger = Some((from, letter));
        }
        None
    }
}

/// The text of a magnitude with the sign of its value; none before a written zero.
fn signed(value: f64, write: impl Fn(f64) -> String) -> String {
    if value.is_nan() || value.abs() >= TOO_LARGE {
        return String::new();
    }
    let text = write(value.abs());
    let is_zero = !text.contains(|letter: char| ('1'..='9').contains(&letter));
    if value < 0.0 && !is_zero { format!("−{text}") } else { text }
}

/// Digits with so many decimals after a dot, rounded half up as written.
fn plain(magnitude: f64, least: usize, most: usize) -> String {
    let text = magnitude.to_string();
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let kept: String = rest.chars().chain(std::iter::repeat('0')).take(most).collect();
    let is_up = rest.as_bytes().get(most).is_some_and(|digit| *digit >= b'5');
    let scaled = format!("{whole}{kept}").parse::<u128>().unwrap_or_default() + u128::from(is_up);
    let one = 10_u128.pow(u32::try_from(most).unwrap_or_default());
    let (whole, rest) = ((scaled / one).to_string(), scaled % one);
    let mut decimals = if most == 0 { String::new() } else { format!("{rest:0most$}") };
    while decimals.len() > least && decimals.ends_with('0') {
        decimals.pop();
    }
    if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") }
}

/// Minutes and seconds.
fn duration(seconds: f64) -> String {
    let total = seconds.round() as u64;
    format!("{:02}:{:02}", total / 60, total % 60)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Vector {
        unit: Unit,
        value: f64,
        cell: String,
        axis: String,
    }

    #[test]
    fn figures_are_written_as_on_the_page() {
        let vectors: Vec<Vector> = serde_json::from_str(include_str!("format_vectors.json")).expect("vectors");
        assert!(vectors.len() > 30);
        let formats = Formats::new("USD");
        for Vector { unit, value, cell, axis } in vectors {
            assert_eq!((formats.cell(value, unit), formats.axis(value, unit)), (cell, axis), "{value} as {unit:?}");
        }
    }

    #[test]
    fn figures_are_written_by_the_language() {
        let of = |language| {
            let formats = Formats::in_language("EUR", language);
            let cell = |value, unit| formats.cell(value, unit);
            [
                cell(1234.5, Unit::Count),
                cell(12.5, Unit::Percent),
                cell(-12.5, Unit::Money),
                cell(12_345_678.0, Unit::Count),
                formats.axis(40_000.0, Unit::Count),
            ]
        };
        let german = ["1.234,5", "12,5\u{a0}%", "−12,50\u{a0}€", "12,35\u{a0}Mio.", "40\u{a0}Tsd."];
        assert_eq!(of(Language::De), german);
        let spanish = ["1.234,5", "12,5\u{a0}%", "−12,50\u{a0}€", "12,35\u{a0}M", "40\u{a0}mil"];
        assert_eq!(of(Language::Es), spanish);
    }
}
