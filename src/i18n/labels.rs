//! Labels, names and definitions in other languages, from `data/languages`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::translated::files;
use crate::i18n::language::Language;

/// The texts of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// Of figures, by the English label.
    pub labels: BTreeMap<String, String>,
    /// Of screens, lists and columns of files, by the English name.
    pub names: BTreeMap<String, String>,
    /// By the id of the metric.
    pub definitions: BTreeMap<String, String>,
}

static LABELS: LazyLock<BTreeMap<&str, Labels>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("labels.json has labels, names and definitions");
    let of = |language: &Language| Some((language.code(), read(files(*language)?.labels)));
    Language::ALL.iter().filter_map(of).collect()
});

/// The texts of a language; None for English, in which they are declared.
pub fn of(language: Language) -> Option<&'static Labels> {
    LABELS.get(language.code())
}

/// The label of a figure. Tests find one that is missing; it would stay English.
pub fn label(language: Language, english: &str) -> &str {
    of(language).and_then(|texts| texts.labels.get(english)).map_or(english, String::as_str)
}

/// The name of a screen, list or column.
pub fn name(language: Language, english: &str) -> String {
    of(language).and_then(|texts| texts.names.get(english)).map_or_else(|| english.to_owned(), Clone::clone)
}

/// The definition of a metric.
pub fn definition<'a>(language: Language, id: &str, english: &'a str) -> &'a str {
    of(language).and_then(|texts| texts.definitions.get(id)).map_or(english, String::as_str)
}
