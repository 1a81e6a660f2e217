//! Labels and definitions in other languages, for files that are generated: a text that is missing stops it.

use crate::i18n::labels;
use crate::i18n::language::Language;

/// A label in a language.
pub fn label(language: Language, english: &str) -> &str {
    let Some(texts) = labels::of(language) else { return english };
    let translated = texts.labels.get(english);
    translated.unwrap_or_else(|| panic!("data/languages/{}/labels.json has no label \"{english}\"", language.code()))
}

/// The definition of a metric in a language.
pub fn definition<'a>(language: Language, id: &str, english: &'a str) -> &'a str {
    let Some(texts) = labels::of(language) else { return english };
    let translated = texts.definitions.get(id);
    translated.unwrap_or_else(|| panic!("data/languages/{}/labels.json has no definition of {id}", language.code()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::generate::{blocks, metrics};
    use crate::screens::FIGURES;
    use crate::screens::declared::monitor::INDICATORS;
    use crate::screens::metric_ids::{Ids, indicator_id};

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
        let (english, ids) = (used(Language::En), Ids::of_cards_and_blocks());
        let ids: BTreeSet<&str> = ids.all().collect();
        for language in Language::translated() {
            let texts = labels::of(language).expect("a language with texts");
            let is_of_share = |label: &str| INDICATORS.iter().any(|indicator| indicator.share.label == label);
            let is_left = |label: &&String| !english.contains(*label) && !is_of_share(label);
            let labels: Vec<_> = texts.labels.keys().filter(is_left).collect();
            assert!(labels.is_empty(), "{language:?}: no figure is called {labels:?}");
            let is_known = |id: &str| {
                ids.contains(id)
                    || FIGURES.iter().any(|figure| figure.id == id)
                    || INDICATORS.iter().any(|indicator| indicator_id(indicator) == id)
            };
            let definitions: Vec<_> = texts.definitions.keys().filter(|id| !is_known(id)).collect();
            assert!(definitions.is_empty(), "{language:?}: no metric has the id {definitions:?}");
            // What only the score and indicators show is in no generated file, and missing there would stop nothing.
            let metrics = Ids::of_cards_and_blocks();
            let of_parts = FIGURES.iter().map(|figure| (figure.id.clone(), figure.metric));
            let of_shares = INDICATORS.iter().map(|indicator| (indicator_id(indicator), indicator.share));
            for (id, metric) in of_parts.chain(of_shares).filter(|(_, metric)| metrics.find(metric).is_none()) {
                assert!(
                    texts.definitions.contains_key(&id),
                    "{language:?}: {} has no definition as {id}",
                    metric.label
                );
            }
        }
    }

    #[test]
    fn generated_files_are_translated() {
        assert!(used(Language::De).contains("Logins im Zeitraum."));
        assert!(!used(Language::Es).contains("Total Logins"));
    }
}
