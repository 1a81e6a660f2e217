//! The languages of the page.

use serde::{Deserialize, Serialize};

/// The languages: the variant, the code of ISO 639, and the module with its texts. All but the first have a folder of
/// `data/languages`, too.
macro_rules! languages {
    ($of:ident) => {
        $of! { En "en" en, De "de" de, Es "es" es }
    };
}
pub(super) use languages;

macro_rules! declare {
    ($($language:ident $code:literal $module:ident),*) => {
        /// A language of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum Language {
            $($language,)*
        }

        impl Language {
            pub const ALL: &[Language] = &[$(Language::$language),*];

            /// Its code of ISO 639.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Language::$language => $code,)*
                }
            }
        }
    };
}

languages!(declare);

impl Language {
    /// All but English.
    pub fn translated() -> impl Iterator<Item = Language> {
        Language::ALL.iter().copied().filter(|language| *language != Language::En)
    }

    /// What stands before the extension of a file in this language, such as `.de`.
    pub fn suffix(self) -> String {
        if self == Language::En { String::new() } else { format!(".{}", self.code()) }
    }

    /// The language with this code; None if the page is not in it.
    pub fn of_code(code: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_what_preferences_have() {
        for &language in Language::ALL {
            assert_eq!(serde_json::to_value(language).ok(), Some(language.code().into()));
            assert_eq!(Language::of_code(language.code()), Some(language));
        }
        assert_eq!(Language::of_code("DE"), Some(Language::De));
        assert_eq!(Language::of_code("xx"), None);
    }
}
