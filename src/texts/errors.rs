//! Errors of calls in other languages, by their English text (`data/languages/errors.json`), as gettext finds messages.
//!
//! Errors arise in every layer, also where no language is known, and programs read them in English. So they are translated
//! as they leave: `{}` in a text stands for what the error put there. What has no translation stays English.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::language::Language;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Translations {
    de: String,
    es: String,
}

/// An English text, cut at its gaps.
struct Known {
    parts: Vec<String>,
    translations: Translations,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let all: BTreeMap<String, Translations> =
        serde_json::from_str(include_str!("../../data/languages/errors.json")).expect("texts in German and Spanish");
    let parts = |english: String| english.split("{}").map(str::to_owned).collect();
    let mut known: Vec<Known> =
        all.into_iter().map(|(english, translations)| Known { parts: parts(english), translations }).collect();
    // The more of a text is fixed, the surer it is meant.
    known.sort_by_key(|known| std::cmp::Reverse(known.parts.iter().map(String::len).sum::<usize>()));
    known
});

impl Known {
    /// What an error put into the gaps; None where the text is another one.
    fn gaps<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.parts.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let Some((last, between)) = others.split_last() else { return rest.is_empty().then(Vec::new) };
        rest = rest.strip_suffix(last.as_str())?;
        let mut gaps = Vec::with_capacity(others.len());
        for part in between {
            let (gap, after) = rest.split_once(part.as_str())?;
            gaps.push(gap);
            rest = after;
        }
        gaps.push(rest);
        Some(gaps)
    }
}

/// An error in a language. The name of a field before it, as in `name: expected …`, stays.
pub fn translated(error: &str, language: Language) -> String {
    whole(error, language)
        .or_else(|| {
            let (field, fault) = error.split_once(": ").filter(|(field, _)| is_field(field))?;
            Some(format!("{field}: {}", whole(fault, language)?))
        })
        .unwrap_or_else(|| error.to_owned())
}

fn whole(error: &str, language: Language) -> Option<String> {
    KNOWN.iter().find_map(|known| {
        let text = match language {
            Language::En => return None,
            Language::De => &known.translations.de,
            Language::Es => &known.translations.es,
        };
        let gaps = known.gaps(error)?;
        let mut parts = text.split("{}");
        let first = parts.next().unwrap_or_default().to_owned();
        Some(parts.zip(gaps).fold(first, |said, (part, gap)| said + gap + part))
    })
}

/// Such as `name` or `parts[2]`.
fn is_field(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.[]".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_found_with_what_was_put_into_them() {
        let german = |text: &str| translated(text, Language::De);
        assert_eq!(german("You have no report 7."), "Sie haben keinen Bericht 7.");
        assert_eq!(
            german("recipients: ann@example.org: expected addresses of example.com"),
            "recipients: ann@example.org: Adressen von example.com"
        );
        assert_eq!(
            german("webhook: expected a host of a.example, b.example (setting webhook_hosts), not c.example"),
            "webhook: ein Host von a.example, b.example (Einstellung webhook_hosts), nicht c.example"
        );
        let days = translated("days: expected a number from 1 to 90", Language::Es);
        assert_eq!(days, "days: un número del 1 al 90");
        for same in ["You have no report", "", "x: ", "nobody translated this: {}"] {
            assert_eq!(german(same), same);
        }
        let english = "You have no report 7.";
        assert_eq!(translated(english, Language::En), english);
    }

    #[test]
    fn translations_have_the_gaps_of_the_english_text() {
        assert!(KNOWN.len() > 100);
        for Known { parts, translations } in KNOWN.iter() {
            for text in [&translations.de, &translations.es] {
                assert_eq!(text.split("{}").count(), parts.len(), "{text}");
            }
        }
    }
}
