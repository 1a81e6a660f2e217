//! The languages of the page.

use serde::{Deserialize, Serialize};

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    En,
    De,
    Es,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::En, Language::De, Language::Es];

    /// Its code of ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::De => "de",
            Language::Es => "es",
        }
    }

    /// The language with this code; None if the page is not in it.
    pub fn of_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_what_preferences_have() {
        for language in Language::ALL {
            assert_eq!(serde_json::to_value(language).ok(), Some(language.code().into()));
            assert_eq!(Language::of_code(language.code()), Some(language));
        }
        assert_eq!(Language::of_code("DE"), Some(Language::De));
        assert_eq!(Language::of_code("fr"), None);
    }
}
