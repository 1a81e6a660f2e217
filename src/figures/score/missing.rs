//! Why there is no score.

use time::Date;

use crate::i18n::language::Language;
use crate::i18n::{dates, labels};

/// Why there is no score.
#[derive(Clone, Debug, PartialEq)]
pub enum Missing {
    /// None are loaded.
    Logins,
    /// Logins do not reach back far enough.
    Days { covered: i64, of: u16, as_of: Date },
    /// Too little of the weight counts.
    Weight {
        /// 0 to 1.
        coverage: f64,
        /// In percent.
        least: String,
        /// The labels of the parts that do not count.
        parts: Vec<&'static str>,
    },
}

impl Missing {
    /// In words.
    pub fn text(&self, language: Language) -> String {
        let texts = &language.texts().explain;
        match self {
            Missing::Logins => texts.no_logins.to_owned(),
            Missing::Days { covered, of, as_of } => {
                (texts.days_covered)(*covered, *of, &dates::day_in_words(*as_of, language))
            }
            Missing::Weight { coverage, least, parts } => {
                let parts: Vec<&str> = parts.iter().map(|part| labels::label(language, part)).collect();
                (texts.weight_covered)(&format!("{:.0}", 100.0 * coverage), least, &parts.join(", "))
            }
        }
    }
}
