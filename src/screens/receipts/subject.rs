//! What a receipt can be of, and what of a filter and of the data it depends on.

use serde_json::{Value, json};

use crate::figures::filter::{Choice, Filter, iso};
use crate::figures::period::Window;
use crate::figures::score::{BOND_1, Method, MethodNumbers, PARTS, Part, PartMethod, WINDOW_DAYS};
use crate::figures::{Catalogue, ItemFilter, Metric, Selection, Source, Term};
use crate::groupings::Grouping;
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

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => &figure.id,
            Subject::Score => SCORE,
        }
    }

    /// What it is called, and its unit; the score's is points.
    pub fn described(self) -> ReceiptMetric {
        match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                ReceiptMetric { id: figure.id.clone(), label: figure.label.to_owned(), unit: Some(figure.metric.unit) }
            }
            Subject::Score => ReceiptMetric { id: SCORE.to_owned(), label: "BOND Score".to_owned(), unit: None },
        }
    }

    /// What it means, with the formula as data and the digest of both; the score by a method.
    pub fn definition(self, score: &Method) -> Result<ReceiptDefinition, serde_json::Error> {
        let (text, formula) = match self {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                (figure.metric.definition, figure.metric.formula_data())
            }
            Subject::Score => (SCORE_DEFINITION, method(score)),
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

    /// The tables of which the day after its last one matters, too: a session qualifies by what follows within a day.
    pub(in crate::screens) fn read_a_day_later(self) -> Vec<&'static str> {
        self.terms().filter_map(|term| term.measure()?.needs).collect()
    }

    /// Whether it counts rows of reference tables, such as eligible members or offers.
    pub(in crate::screens) fn reads_references(self) -> bool {
        let has_days = |source: &Source| source.table.and_then(feed::table).is_some_and(|of| of.day_column().is_some());
        self.sources().any(|source| !has_days(source))
    }

    /// Whether days before its window matter.
    pub(in crate::screens) fn reads_before_its_window(self) -> bool {
        self.terms().any(|term| !matches!(term, Term::In(_) | Term::Distinct(..)))
    }

    /// Whether the first day of the window matters.
    fn heeds_start(self) -> bool {
        let heeds = |term: Term| !matches!(term, Term::AsOf(_) | Term::Trailing(_));
        matches!(self, Subject::Figure(_)) && self.terms().any(heeds)
    }

    /// The filter without what makes no difference to it.
    pub(in crate::screens) fn heeded(self, catalogue: &Catalogue, filter: &Filter, dormant_days: u16) -> ReceiptFilter {
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
            // Of everybody, both readings are the same.
            groups_as_of: Some(filter.groups_as_of)
                .filter(|_| self.counts_members() && catalogue.counts_as_they_were()),
            groups,
            offers: list(offers, &filter.offers.own),
            offers_categories: list(offers, &filter.offers.kind),
            campaigns: list(campaigns, &filter.campaigns.own),
            campaigns_types: list(campaigns, &filter.campaigns.kind),
            dormant_days: is_trailing.then_some(dormant_days),
        }
    }

    /// The feed tables that it reads, in the order of the feed guide.
    pub(in crate::screens) fn tables(self, filter: &ReceiptFilter) -> Vec<&'static str> {
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

/// The name of what `bond-1` has 70 of: receipts leave it out there, as they did when there was no other method.
const LEAST_COVERAGE: &str = "leastCoverage";

/// A method of the score as data.
fn method(method: &Method) -> Value {
    let part = |(part, own): (&Part, &PartMethod)| {
        json!({
            "key": part.key.name(), "formula": part.metric.formula_data(), "floor": own.floor, "target": own.target,
            "weight": own.weight, "least": own.least, "tables": part.tables,
        })
    };
    let parts = PARTS.iter().zip(&method.parts).map(part).collect::<Value>();
    let mut data = json!({ "method": method.name, "windowDays": WINDOW_DAYS, "parts": parts });
    if method.least_coverage != BOND_1.least_coverage {
        data[LEAST_COVERAGE] = method.least_coverage.into();
    }
    data
}

/// The method of the score in the formula of a receipt; None where there is none that this version could compute by.
pub(super) fn read_method(formula: &Value) -> Option<Method> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let part = |value: &Value| {
        Some(PartMethod {
            part: serde_json::from_value(value["key"].clone()).ok()?,
            floor: value["floor"].as_f64()?,
            target: value["target"].as_f64()?,
            weight: number(&value["weight"])?,
            least: number(&value["least"])?,
        })
    };
    let parts = formula["parts"].as_array()?.iter().map(part).collect::<Option<Vec<_>>>()?;
    let least_coverage = formula.get(LEAST_COVERAGE).map_or(Some(BOND_1.least_coverage), number)?;
    MethodNumbers { parts, least_coverage }.named(formula["method"].as_str()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_as_it_was_written() {
        let other = Method { name: "ours".to_owned(), least_coverage: 80, ..BOND_1.clone() };
        for written in [&*BOND_1, &other] {
            assert_eq!(read_method(&method(written)).as_ref(), Some(written));
        }
        assert_eq!(method(&BOND_1).get(LEAST_COVERAGE), None);
        // Whatever else it may be, it is not a method of nine parts.
        for wrong in [json!({}), json!({ "method": "ours", "parts": [] }), json!(null)] {
            assert_eq!(read_method(&wrong), None, "{wrong}");
        }
    }
}
