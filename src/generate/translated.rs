//! Labels and definitions in other languages, from `data/languages`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::language::Language;

/// The texts of one language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    /// By the English label.
    labels: BTreeMap<String, String>,
    /// By the id of the metric.
    definitions: BTreeMap<String, String>,
}

static GERMAN: LazyLock<Texts> = LazyLock::new(|| read(include_str!("../../data/languages/de.json")));
static SPANISH: LazyLock<Texts> = LazyLock::new(|| read(include_str!("../../data/languages/es.json")));

fn read(text: &str) -> Texts {
    serde_json::from_str(text).expect("the files of data/languages have labels and definitions")
}

fn texts_of(language: Language) -> Option<&'static Texts> {
    match language {
        Language::En => None,
        Language::De => Some(&GERMAN),
        Language::Es => Some(&SPANISH),
    }
}

/// A label in a language.
pub fn label(language: Language, english: &str) -> &str {
    let Some(texts) = texts_of(language) else { return english };
    let translated = texts.labels.get(english);
    translated.unwrap_or_else(|| panic!("data/languages/{}.json has no label \"{english}\"", language.code()))
}

/// The definition of a metric in a language.
pub fn definition<'a>(language: Language, id: &str, english: &'a str) -> &'a str {
    let Some(texts) = texts_of(language) else { return english };
    let translated = texts.definitions.get(id);
    translated.unwrap_or_else(|| panic!("data/languages/{}.json has no definition of {id}", language.code()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::generate::{blocks, metrics};

    /// The texts in quotes of all generated files with labels or definitions.
    fn used(language: Language) -> BTreeSet<String> {
        let files = [
            metrics::metrics(language),
            metrics::figure_labels(language),
            metrics::definitions(language),
            blocks::blocks(language),
        ];
        let texts = files.iter().flat_map(|file| file.split('"').skip(1).step_by(2));
        texts.map(str::to_owned).collect()
    }

    #[test]
    fn no_text_is_left_over() {
        let (english, ids) = (used(Language::En), metrics::Ids::new());
        let ids: BTreeSet<&str> = ids.all().collect();
        for language in [Language::De, Language::Es] {
            let texts = texts_of(language).expect("a language with texts");
            let labels: Vec<_> = texts.labels.keys().filter(|label| !english.contains(*label)).collect();
            assert!(labels.is_empty(), "{language:?}: no figure is called {labels:?}");
            let definitions: Vec<_> = texts.definitions.keys().filter(|id| !ids.contains(id.as_str())).collect();
            assert!(definitions.is_empty(), "{language:?}: no metric has the id {definitions:?}");
        }
    }

    #[test]
    fn generated_files_are_translated() {
        assert!(used(Language::De).contains("Anmeldungen im Zeitraum."));
        assert!(!used(Language::Es).contains("Total Logins"));
    }
}
