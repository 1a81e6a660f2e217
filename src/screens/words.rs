//! Figures in sentences.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::metrics::Unit;

/// Figures in a sentence.
pub struct Words<'a> {
    pub unit: Unit,
    /// The ISO 4217 code of the program's currency.
    pub currency: &'a str,
}

impl Words<'_> {
    /// A figure with its unit.
    pub fn figure(&self, value: f64) -> String {
        match self.unit {
            Unit::Money => self.money(value),
            Unit::Percent => format!("{}%", number(value, 2)),
            Unit::Seconds => format!("{} s", number(value, 0)),
            Unit::Months => format!("{} months", number(value, 1)),
            unit => number(value, unit.decimals()),
        }
    }

    /// As the page writes it: cents below 1,000, whole units above.
    fn money(&self, value: f64) -> String {
        let sign = if value < 0.0 { "−" } else { "" };
        let currency = currency_sign(self.currency);
        let magnitude = value.abs();
        let amount = if magnitude < 999.995 { format!("{magnitude:.2}") } else { number(magnitude, 0) };
        format!("{sign}{currency}{amount}")
    }

    /// A difference of figures, above 0.
    pub fn amount(&self, value: f64) -> String {
        match self.unit {
            Unit::Percent => {
                let points = number(value, 2);
                format!("{points} {}", if points == "1" { "point" } else { "points" })
            }
            _ => self.figure(value),
        }
    }

    /// A difference with its sign.
    pub fn signed(&self, value: f64) -> String {
        let sign = if value < 0.0 { "−" } else { "+" };
        format!("{sign}{}", self.amount(value.abs()))
    }
}

/// The narrow signs of currencies by code, as the page has them from the browser (Unicode CLDR). Those without a sign are left
/// out.
static CURRENCY_SIGNS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/currency_signs.json")).unwrap_or_default());

/// `$` for USD, `€` for EUR; the code itself where there is no sign. One that ends with a letter stands apart.
pub fn currency_sign(code: &str) -> String {
    let mut sign = CURRENCY_SIGNS.get(code).copied().unwrap_or(code).to_owned();
    if sign.ends_with(|last: char| last.is_ascii_alphabetic()) {
        sign.push('\u{a0}');
    }
    sign
}

/// With a comma between thousands, without zeros at the end of decimals.
pub fn number(value: f64, decimals: u32) -> String {
    let text = format!("{:.*}", decimals as usize, value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let rest = rest.trim_end_matches('0');
    let sign = if value < 0.0 { "−" } else { "" };
    if rest.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{rest}") }
}

/// With its sign, also above 0.
pub fn signed(value: f64, decimals: u32) -> String {
    if value > 0.0 { format!("+{}", number(value, decimals)) } else { number(value, decimals) }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_its_sign_and_cents_below_a_thousand() {
        let of = |currency, value| Words { unit: Unit::Money, currency }.figure(value);
        assert_eq!(of("USD", 1_234_567.4), "$1,234,567");
        assert_eq!(of("EUR", -12.5), "−€12.50");
        assert_eq!(of("GBP", 999.996), "£1,000");
        assert_eq!(of("CHF", 3.0), "CHF\u{a0}3.00");
        assert_eq!(of("SEK", 3.0), "kr\u{a0}3.00");
        assert_eq!(of("XYZ", 3.0), "XYZ\u{a0}3.00");
        assert_eq!(Words { unit: Unit::Money, currency: "USD" }.signed(-4.25), "−$4.25");
    }
}
