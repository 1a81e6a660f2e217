//! What a receipt can be of, and what of a filter and of the data it depends on.

use serde_json::{Value, json};

use crate::groupings::Grouping;
use crate::metrics::filter::{Choice, Filter, iso};
use crate::metrics::period::Window;
use crate::metrics::score::{METHOD, PARTS, Part, WINDOW_DAYS};
use crate::metrics::{Catalogue, ItemFilter, Metric, Selection, Source, Term};
use crate::screens::registry::{CardFigure, figure};
use crate::warehouse::feed::{self, TABLES, Table};

use super::canonical::digest;
use super::named::groups_of;
use super::wire::{NamedGroups, ReceiptDefinition, ReceiptFilter, ReceiptMetric};

/// The id of the score.
pub const SCORE: &str = "score";

const SCORE_DEFINITION: &str = "How close the program is to its targets: the weighted mean of what its parts reach between \
                                floor and target, over the 90 days that end on the score's day.";

/// What a receipt is of.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    Figure(&'static CardFigure),
    /// A figure that is a part of the score: it is of the score's days.
    Part(&'static CardFigure, &'static Part),
    Score,
}

impl Subject {
    /// The subject with an id of [`crate::screens::FIGURES`], or of the score.
    pub fn named(id: &str) -> Option<Subject> {
        if id == SCORE {
            return Some(Subject::Score);
        }
        let figure = figure(id)?;
        let part = id.strip_prefix("score.").and_then(|key| PARTS.iter().find(|part| part.key.name() == key));
        Some(part.map_or(Subject::Figure(figure), |part| Subject::Part(figure, part)))
    }

    /// Its metric; for the score, those of all parts.
    pub fn metrics(self) -> Vec<&'static Metric> {
        match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => vec![figure.metric],
            Subject::Score => PARTS.iter().map(|part| part.metric).collect(),
        }
    }

    pub(super) fn described(self) -> ReceiptMetric {
        match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                ReceiptMetric { id: figure.id.clone(), label: figure.label.to_owned(), unit: Some(figure.metric.unit) }
            }
            Subject::Score => ReceiptMetric { id: SCORE.to_owned(), label: "BOND Score".to_owned(), unit: None },
        }
    }

    /// What it means, with the formula as data and the digest of both.
    pub fn definition(self) -> Result<ReceiptDefinition, serde_json::Error> {
        let (text, formula) = match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                (figure.metric.definition, figure.metric.formula_data())
            }
            Subject::Score => (SCORE_DEFINITION, method()),
        };
        let sha256 = digest(&json!({ "text": text, "formula": formula }))?;
        Ok(ReceiptDefinition { text: text.to_owned(), formula, sha256 })
    }

    /// The days that it is of. The score's end on the last day with logins, if the filter ends later; None while there are
    /// no logins.
    pub(super) fn window(self, catalogue: &Catalogue, filter: &Filter) -> Option<Window> {
        match self {
            Subject::Figure(_) => Some(filter.window),
            Subject::Part(..) | Subject::Score => {
                let end = catalogue.through()?.min(filter.window.end);
                Some(Window { start: end, end }.trailing(WINDOW_DAYS))
            }
        }
    }

    /// What it counts of the chosen groups and items.
    pub(super) fn selection(self, filter: &Filter) -> Selection {
        let selection = Selection::from(filter);
        match self {
            Subject::Figure(_) => selection,
            Subject::Part(..) | Subject::Score => Selection { groups: selection.groups, ..Selection::default() },
        }
    }

    fn terms(self) -> impl Iterator<Item = Term> {
        self.metrics().into_iter().flat_map(Metric::terms)
    }

    fn sources(self) -> impl Iterator<Item = &'static Source> {
        self.terms().map(Term::source)
    }

    fn counts_members(self) -> bool {
        let is_of_members = |name: &str| feed::table(name).is_some_and(Table::has_members);
        self.sources().filter_map(|source| source.table).any(is_of_members)
    }

    fn heeds(self, items: ItemFilter) -> bool {
        matches!(self, Subject::Figure(_)) && self.sources().any(|source| source.items == items)
    }

    /// Whether the first day of the window matters.
    fn heeds_start(self) -> bool {
        let heeds = |term: Term| !matches!(term, Term::AsOf(_) | Term::Trailing(_));
        matches!(self, Subject::Figure(_)) && self.terms().any(heeds)
    }

    /// The filter without what makes no difference to it.
    pub(super) fn heeded(self, catalogue: &Catalogue, filter: &Filter, dormant_days: u16) -> ReceiptFilter {
        let list = |heeds: bool, choice: &Choice| match choice {
            Choice::Only(ids) if heeds => Some(ids.clone()),
            _ => None,
        };
        let [offers, campaigns] = [ItemFilter::Offers, ItemFilter::Campaigns].map(|items| self.heeds(items));
        let mut groups = NamedGroups::new();
        for grouping in Grouping::all().filter(|_| self.counts_members()) {
            if let Choice::Only(ids) = &filter.groups[grouping] {
                groups.insert(grouping.info().name.to_owned(), groups_of(catalogue, grouping, ids));
            }
        }
        let is_trailing = self.terms().any(|term| matches!(term, Term::Trailing(_)));
        ReceiptFilter {
            start_date: self.heeds_start().then(|| iso(filter.window.start)),
            end_date: iso(filter.window.end),
            groups,
            offers: list(offers, &filter.offers.own),
            offers_categories: list(offers, &filter.offers.kind),
            campaigns: list(campaigns, &filter.campaigns.own),
            campaigns_types: list(campaigns, &filter.campaigns.kind),
            dormant_days: is_trailing.then_some(dormant_days),
        }
    }

    /// The feed tables that it reads, in the order of the feed guide.
    pub(super) fn tables(self, filter: &ReceiptFilter) -> Vec<&'static str> {
        let mut read: Vec<&str> = self.terms().flat_map(Term::tables).collect();
        if self.counts_members() {
            read.push("members");
        }
        // The category of an offer and the type of a campaign are columns of these.
        read.extend(filter.offers_categories.as_ref().map(|_| "offers"));
        read.extend(filter.campaigns_types.as_ref().map(|_| "campaigns"));
        // Reference tables.
        for source in self.sources() {
            let reads = |table: &&Table| table.macros.iter().any(|of_source| of_source.name == source.id);
            read.extend(TABLES.iter().filter(reads).map(|table| table.name));
        }
        TABLES.iter().map(|table| table.name).filter(|name| read.contains(name)).collect()
    }
}

/// The method of the score as data.
fn method() -> Value {
    let part = |part: &Part| {
        json!({
            "key": part.key.name(), "formula": part.metric.formula_data(), "floor": part.floor, "target": part.target,
            "weight": part.weight, "least": part.least as i64, "tables": part.tables,
        })
    };
    json!({ "method": METHOD, "windowDays": WINDOW_DAYS, "parts": PARTS.iter().map(part).collect::<Value>() })
}
