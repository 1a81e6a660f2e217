//! The names that the page gives blocks, columns and cards. `ui/names.mjs` writes them from the page's declarations.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::i18n::language::Language;

/// The names of the page in one language.
#[derive(Debug, Default, Deserialize)]
struct Names {
    blocks: HashMap<String, HashMap<String, BlockNames>>,
    cards: HashMap<String, CardNames>,
    orders: Vec<Vec<String>>,
}

/// What a block is called.
#[derive(Debug, Deserialize)]
pub struct BlockNames {
    pub title: String,
    /// The names of columns that differ from those of their figures, by field.
    #[serde(default)]
    pub columns: HashMap<String, String>,
}

/// What a card is called, and its figures by their ids.
#[derive(Debug, Deserialize)]
pub struct CardNames {
    pub title: String,
    pub figures: HashMap<String, String>,
}

fn of(language: Language) -> &'static Names {
    static NAMES: LazyLock<[Names; 3]> = LazyLock::new(|| {
        let read = |text| serde_json::from_str(text).unwrap_or_default();
        let [en, de, es] =
            [include_str!("names/en.json"), include_str!("names/de.json"), include_str!("names/es.json")];
        [read(en), read(de), read(es)]
    });
    let [en, de, es] = &*NAMES;
    match language {
        Language::En => en,
        Language::De => de,
        Language::Es => es,
    }
}

/// A block of a breakdown, where the page shows it once.
pub fn of_block(path: &str, block: &str, language: Language) -> Option<&'static BlockNames> {
    of(language).blocks.get(path)?.get(block)
}

/// A card, by the id of its large figure.
pub fn of_card(figure: &str, language: Language) -> Option<&'static CardNames> {
    of(language).cards.get(figure)
}

/// The order in which a dashboard of the page shows cards, all of which it has; each is the id of a large figure. None where
/// no dashboard has all of them.
pub fn order_of(figures: &[String]) -> Option<&'static [String]> {
    let orders = of(Language::En).orders.iter();
    orders.map(Vec::as_slice).find(|order| figures.iter().all(|figure| order.contains(figure)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::{BREAKDOWNS, DASHBOARDS};

    #[test]
    fn names_are_of_blocks_and_cards_that_there_are() {
        let cards = || DASHBOARDS.iter().flat_map(|dashboard| dashboard.cards());
        let ids: Vec<String> = cards().flat_map(|card| card.all_fields().map(|field| card.metric_id(field))).collect();
        for language in [Language::En, Language::De, Language::Es] {
            let Names { blocks, cards, .. } = of(language);
            let known = |path: &String, id: &String| {
                let of_path = |breakdown: &&&crate::screens::Breakdown| breakdown.path == path;
                BREAKDOWNS.iter().find(of_path).is_some_and(|of| of.blocks.iter().any(|block| block.id == id))
            };
            let named = blocks.iter().flat_map(|(path, blocks)| blocks.keys().filter(move |id| known(path, id)));
            assert!(named.count() > 40, "{language:?}");
            assert!(cards.len() > 15 && cards.keys().all(|id| ids.contains(id)), "{language:?}");
        }
        let figures = ["logins.totalLogins", "averageTenure", "dormantRate.percent"].map(str::to_owned);
        assert_eq!(
            order_of(&figures).and_then(<[String]>::first).map(String::as_str),
            Some("enrollments.totalNewEnrolled")
        );
        assert_eq!(order_of(&["averageTenure".to_owned(), "visitors.sessions".to_owned()]), None, "of two dashboards");
        let german = of_block("api/v1/dashboard/users/enrollments", "ENROLLED_TIERS_BY_PERIOD", Language::De);
        assert_eq!(german.map(|names| names.title.as_str()), Some("Registrierungen nach Stufe"));
    }
}
