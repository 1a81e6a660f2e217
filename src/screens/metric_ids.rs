//! The ids of metrics: by them the page and the texts of other languages know labels and definitions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::figures::Metric;
use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::screens::declared::monitor::{INDICATORS, Indicator};
use crate::screens::declared::polls;
use crate::screens::model::Field;
use crate::screens::registry::{BREAKDOWNS, FIGURES, LIST_CALLS, TOTALS, TRENDS};

/// The fields of every card and trend by metric id.
pub fn fields_by_id() -> BTreeMap<String, &'static Field> {
    let cards = TOTALS.iter().flat_map(|totals| totals.cards).copied();
    let cards = cards.flat_map(|card| card.all_fields().map(move |field| (card.metric_id(field), field)));
    let trends = TRENDS.iter().flat_map(|trend| trend.fields().map(|field| (trend.card.metric_id(field), field)));
    cards.chain(trends).collect()
}

/// One id for each metric that the page shows: the first of its ids on cards and in trends or, where it has none, the
/// first block and field that shows it.
pub struct Ids {
    cards: Vec<(String, &'static Metric)>,
    blocks: Vec<(String, &'static Metric)>,
}

impl Ids {
    pub fn of_cards_and_blocks() -> Ids {
        let mut ids = Ids { cards: Vec::new(), blocks: Vec::new() };
        for (id, field) in fields_by_id() {
            if ids.find(field.metric).is_none() {
                ids.cards.push((id, field.metric));
            }
        }
        let of_breakdowns = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| {
            block.shape.fields().into_iter().map(move |field| (format!("{}.{}", block.id, field.name), field.metric))
        });
        let of_rows = LIST_CALLS.iter().flat_map(|rows| {
            rows.list.fields.iter().map(move |field| (format!("{}.{}", rows.path, field.name), field.metric))
        });
        let of_polls = [("pollAnswers", polls::OPTION_FIELDS), (polls::BLOCK, polls::TABLE_FIELDS)];
        let of_polls = of_polls.into_iter().flat_map(|(block, fields)| {
            fields.iter().map(move |field| (format!("{block}.{}", field.name), field.metric))
        });
        for (id, metric) in of_breakdowns.chain(of_rows).chain(of_polls) {
            if ids.find(metric).is_none() {
                ids.blocks.push((id, metric));
            }
        }
        ids
    }

    /// The id of a metric; None where no screen shows it.
    pub fn find(&self, metric: &Metric) -> Option<&str> {
        let mut all = self.cards.iter().chain(&self.blocks);
        all.find(|(_, other)| std::ptr::eq(*other, metric)).map(|(id, _)| id.as_str())
    }

    /// The id of a metric that the page shows.
    pub fn of(&self, metric: &Metric) -> &str {
        self.find(metric).unwrap_or_else(|| panic!("{} is not shown on any screen", metric.label))
    }

    /// All ids with their metrics: those of cards first.
    pub fn entries(&self) -> impl Iterator<Item = &(String, &'static Metric)> {
        self.cards.iter().chain(&self.blocks)
    }

    /// All ids.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().chain(&self.blocks).map(|(id, _)| id.as_str())
    }

    /// The metrics that no card shows.
    pub fn in_blocks_only(&self) -> &[(String, &'static Metric)] {
        &self.blocks
    }
}

static IDS: LazyLock<Ids> = LazyLock::new(Ids::of_cards_and_blocks);

/// The id of a metric that only the score or an indicator shows.
fn elsewhere(metric: &Metric) -> Option<String> {
    let is_it = |other: &Metric| std::ptr::eq(other, metric);
    let of_part = FIGURES.iter().find(|figure| is_it(figure.metric)).map(|figure| figure.id.clone());
    let of_share = || INDICATORS.iter().find(|indicator| is_it(indicator.share)).map(indicator_id);
    of_part.or_else(of_share)
}

/// The id of the share that an indicator has.
pub fn indicator_id(indicator: &Indicator) -> String {
    format!("indicators.{}", indicator.id)
}

/// The definition of a metric in a language.
pub fn definition(metric: &'static Metric, language: Language) -> &'static str {
    let english = metric.definition;
    let id = IDS.find(metric).map(str::to_owned).or_else(|| elsewhere(metric));
    id.map_or(english, |id| labels::definition(language, &id, english))
}
