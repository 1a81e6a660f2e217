//! The files of `data/languages`, built into the executable.

use super::language::{Language, languages};

/// The files of a language, as JSON.
pub(super) struct Files {
    /// Labels, names and definitions of figures.
    pub labels: &'static str,
    /// Messages by their English text: errors of calls, faults of files, findings, systems that are asked, meanings of settings.
    pub messages: [&'static str; 6],
    /// Parts of the details of the audit log, by their English text.
    pub audit: &'static str,
}

macro_rules! files {
    ($english:ident $english_code:literal $english_module:ident, $($language:ident $code:literal $module:ident),*) => {
        /// The files of a language; None for English, in which the texts are declared.
        pub(super) const fn files(language: Language) -> Option<Files> {
            match language {
                Language::$english => None,
                $(Language::$language => Some(Files {
                    labels: include_str!(concat!("../../data/languages/", $code, "/labels.json")),
                    messages: [
                        include_str!(concat!("../../data/languages/", $code, "/errors.json")),
                        include_str!(concat!("../../data/languages/", $code, "/feed.json")),
                        include_str!(concat!("../../data/languages/", $code, "/findings.json")),
                        include_str!(concat!("../../data/languages/", $code, "/copies.json")),
                        include_str!(concat!("../../data/languages/", $code, "/pulls.json")),
                        include_str!(concat!("../../data/languages/", $code, "/settings.json")),
                    ],
                    audit: include_str!(concat!("../../data/languages/", $code, "/audit.json")),
                }),)*
            }
        }
    };
}

languages!(files);
