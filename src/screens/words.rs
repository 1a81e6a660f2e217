//! Figures in sentences.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::figures::Unit;
use crate::i18n::language::Language;
use crate::i18n::numbers::{self, number_with};

/// Figures in a sentence.
pub struct Words<'a> {
    pub unit: Unit,
    /// The ISO 4217 code of the program's currency.
    pub currency: &'a str,
    pub language: Language,
    /// How many decimals are written even where they are 0.
    least_decimals: usize,
}

impl<'a> Words<'a> {
    pub fn new(unit: Unit, currency: &'a str, language: Language) -> Words<'a> {
        Words { unit, currency, language, least_decimals: 0 }
    }

    /// Points of the score have 1 decimal everywhere.
    pub fn of_score(language: Language) -> Words<'a> {
        Words { least_decimals: 1, ..Words::new(Unit::Decimal, "", language) }
    }

    /// A figure with its unit.
    pub fn figure(&self, value: f64) -> String {
        match self.unit {
            Unit::Money => self.money(value),
            Unit::Percent => numbers::percent(&self.number(value, 2), self.language),
            Unit::Seconds => format!("{} s", self.number(value, 0)),
            Unit::Months => numbers::months(&self.number(value, 1), self.language),
            unit => self.number(value, unit.decimals()),
        }
    }

    /// As the page writes it: cents below 1,000, whole units above.
    fn money(&self, value: f64) -> String {
        let sign = if value < 0.0 { "−" } else { "" };
        let magnitude = value.abs();
        let amount = match magnitude < 999.995 {
            true => numbers::grouped(&format!("{magnitude:.2}"), self.language),
            false => self.number(magnitude, 0),
        };
        format!("{sign}{}", numbers::money(&amount, currency_sign(self.currency), self.language))
    }

    fn number(&self, value: f64, decimals: u32) -> String {
        number_with(value, decimals, self.least_decimals, self.language)
    }

    /// A change in percent with its sign.
    pub fn percent_change(&self, value: f64, decimals: u32) -> String {
        numbers::percent(&numbers::signed(value, decimals, self.language), self.language)
    }

    /// A difference of figures, above 0.
    pub fn amount(&self, value: f64) -> String {
        match self.unit {
            Unit::Percent => numbers::points(&self.number(value, 2), self.language),
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

/// `$` for USD, `€` for EUR; the code itself where there is no sign.
pub fn currency_sign(code: &str) -> &str {
    CURRENCY_SIGNS.get(code).copied().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_score_have_a_decimal() {
        let of = |value| Words::of_score(Language::De).signed(value);
        assert_eq!([1.0, -0.5, 10.25].map(of), ["+1,0", "−0,5", "+10,25"]);
        assert_eq!(Words::of_score(Language::En).figure(75.0), "75.0");
    }

    #[test]
    fn money_has_its_sign_and_cents_below_a_thousand() {
        let of = |currency, value| Words::new(Unit::Money, currency, Language::En).figure(value);
        assert_eq!(of("USD", 1_234_567.4), "$1,234,567");
        assert_eq!(of("EUR", -12.5), "−€12.50");
        assert_eq!(of("GBP", 999.996), "£1,000");
        assert_eq!(of("CHF", 3.0), "CHF\u{a0}3.00");
        assert_eq!(of("SEK", 3.0), "kr\u{a0}3.00");
        assert_eq!(of("XYZ", 3.0), "XYZ\u{a0}3.00");
        let of = |language| Words::new(Unit::Money, "USD", language).signed(-1234.25);
        assert_eq!([Language::En, Language::De, Language::Es].map(of), ["−$1,234", "−1.234\u{a0}$", "−1.234\u{a0}$"]);
    }
}
