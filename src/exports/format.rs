//! Figures as the page writes them. `format_vectors.json` holds both to the same texts.

use crate::metrics::Unit;
use crate::screens::{currency_sign, number};

/// From here on a figure is no text.
const TOO_LARGE: f64 = 1e15;
/// Figures below this have all their digits; larger ones are shortened.
const SHORTENED_FROM: f64 = 1e7;
/// Amounts of money below this have cents.
const WITH_CENTS: f64 = 999.995;

const STEPS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")];

/// How the figures of a program are written.
#[derive(Clone, Debug)]
pub struct Formats {
    currency: String,
}

impl Formats {
    /// With the ISO 4217 code of the program's currency.
    pub fn new(currency: &str) -> Formats {
        Formats { currency: currency_sign(currency) }
    }

    /// A figure in a table, whose header names its unit.
    pub fn cell(&self, value: f64, unit: Unit) -> String {
        match unit {
            Unit::Percent => with_unit(signed(value, |size| plain(size, 0, 2)), "%"),
            Unit::Months => signed(value, |size| plain(size, 1, 1)),
            Unit::Seconds => signed(value, duration),
            Unit::Money => signed(value, |size| {
                let cents = if size < WITH_CENTS { 2 } else { 0 };
                let amount = shortened(size).unwrap_or_else(|| plain(size, cents, cents));
                format!("{}{amount}", self.currency)
            }),
            Unit::Count | Unit::Decimal => signed(value, |size| shortened(size).unwrap_or_else(|| plain(size, 0, 2))),
        }
    }

    /// A figure at an axis, where there is little room.
    pub fn axis(&self, value: f64, unit: Unit) -> String {
        let round = |size: f64| lettered(size, 1e3, |scaled| plain(scaled, 0, 2)).unwrap_or_else(|| plain(size, 0, 2));
        match unit {
            Unit::Percent | Unit::Seconds => self.cell(value, unit),
            Unit::Money => signed(value, |size| format!("{}{}", self.currency, round(size))),
            Unit::Months => signed(value, |size| plain(size, 0, 1)),
            Unit::Count | Unit::Decimal => signed(value, round),
        }
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

fn with_unit(text: String, unit: &str) -> String {
    if text.is_empty() { text } else { text + unit }
}

/// With a comma between thousands and so many decimals, rounded half up as written.
fn plain(magnitude: f64, least: usize, most: usize) -> String {
    let text = magnitude.to_string();
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let kept: String = rest.chars().chain(std::iter::repeat('0')).take(most).collect();
    let is_up = rest.as_bytes().get(most).is_some_and(|digit| *digit >= b'5');
    let scaled = format!("{whole}{kept}").parse::<u128>().unwrap_or_default() + u128::from(is_up);
    let one = 10_u128.pow(u32::try_from(most).unwrap_or_default());
    let (whole, rest) = (number((scaled / one) as f64, 0), scaled % one);
    let mut decimals = if most == 0 { String::new() } else { format!("{rest:0most$}") };
    while decimals.len() > least && decimals.ends_with('0') {
        decimals.pop();
    }
    if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") }
}

/// With M, B or T and two decimals, from ten million on.
fn shortened(magnitude: f64) -> Option<String> {
    let cents = (magnitude * 100.0).round() / 100.0;
    if cents < SHORTENED_FROM { None } else { lettered(magnitude, 1e6, |scaled| format!("{scaled:.2}")) }
}

/// Scaled to K, M, B or T from the smallest on. The letter is chosen after rounding: 999,999,999 is 1.00B.
fn lettered(magnitude: f64, smallest: f64, write: impl Fn(f64) -> String) -> Option<String> {
    let mut larger: Option<(f64, &str)> = None;
    for (from, letter) in STEPS {
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
}
