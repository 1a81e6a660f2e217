//! All declarations, in lists: the routes, the OpenAPI document and the generated files iterate over them.

use std::sync::LazyLock;

use super::declared::{content, emails, members, monitor, offers, website};
use super::model::{Breakdown, Card, Dashboard, Field, ListCall, Totals};
use crate::figures::Metric;
use crate::figures::score::PARTS;
use crate::warehouse::feed::TABLES;

/// Every dashboard.
pub static DASHBOARDS: &[&Dashboard] = &[
    &monitor::DASHBOARD,
    &members::DASHBOARD,
    &content::DASHBOARD,
    &emails::DASHBOARD,
    &website::DASHBOARD,
    &offers::DASHBOARD,
];

/// A trend with its card.
#[derive(Debug)]
pub struct CardTrend {
    pub id: &'static str,
    /// The card's own, which decides who may see it.
    pub dashboard: &'static Dashboard,
    pub card: &'static Card,
    /// Rows after the card's own.
    pub more: &'static [Field],
}

impl CardTrend {
    /// Every row of the trend.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        self.card.fields.iter().chain(self.more)
    }
}

/// A figure with an id of its own: of a card, of a trend, or of a part of the score.
#[derive(Debug)]
pub struct CardFigure {
    /// Such as `logins.totalLogins`, or `score.csat` for a part of the score.
    pub id: String,
    /// What it is called where no title says what is counted.
    pub label: &'static str,
    pub metric: &'static Metric,
    /// Whose permission shows it.
    pub dashboard: &'static Dashboard,
}

/// Every figure of cards and trends, each once, and those of the score's parts.
pub static FIGURES: LazyLock<Vec<CardFigure>> = LazyLock::new(|| {
    let mut figures: Vec<CardFigure> = Vec::new();
    let mut add = |id: String, label, metric, dashboard| {
        if !figures.iter().any(|known| known.id == id) {
            figures.push(CardFigure { id, label, metric, dashboard });
        }
    };
    for dashboard in DASHBOARDS {
        for card in dashboard.cards() {
            let more = card.trend.as_ref().map_or(&[][..], |trend| trend.more);
            for field in card.all_fields().chain(more) {
                add(card.metric_id(field), field.full_label, field.metric, dashboard);
            }
        }
    }
    for part in &PARTS {
        add(format!("score.{}", part.key.name()), part.label, part.metric, &monitor::DASHBOARD);
    }
    figures
});

/// The figure with an id.
pub fn figure(id: &str) -> Option<&'static CardFigure> {
    FIGURES.iter().find(|figure| figure.id == id)
}

/// The tables with days that are not among these, in declared order, with the labels of the figures that need their rows.
pub fn lacking(filled: &[&str]) -> Vec<(&'static str, Vec<&'static str>)> {
    let needing = |table: &'static str| {
        let mut labels: Vec<&'static str> = Vec::new();
        for figure in
            FIGURES.iter().filter(|figure| figure.metric.terms().any(|term| term.tables().any(|of| of == table)))
        {
            if !labels.contains(&figure.label) {
                labels.push(figure.label);
            }
        }
        (table, labels)
    };
    let lacks = TABLES.iter().filter(|table| table.day_column().is_some() && !filled.contains(&table.name));
    lacks.map(|table| needing(table.name)).collect()
}

/// Every call that answers cards.
pub static TOTALS: LazyLock<Vec<&'static Totals>> =
    LazyLock::new(|| DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_totals()).collect());

/// Every card, once.
pub static CARDS: LazyLock<Vec<&'static Card>> =
    LazyLock::new(|| DASHBOARDS.iter().flat_map(|dashboard| dashboard.cards()).collect());

/// Every trend.
pub static TRENDS: LazyLock<Vec<CardTrend>> = LazyLock::new(|| {
    let of_dashboard = |dashboard: &&'static Dashboard| {
        let dashboard: &'static Dashboard = dashboard;
        dashboard.cards().into_iter().filter_map(move |card| {
            let trend = card.trend.as_ref()?;
            Some(CardTrend { id: trend.id, dashboard, card, more: trend.more })
        })
    };
    DASHBOARDS.iter().flat_map(of_dashboard).collect()
});

/// Every breakdown.
pub static BREAKDOWNS: LazyLock<Vec<&'static Breakdown>> =
    LazyLock::new(|| DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_breakdowns()).collect());

/// Every call that answers the rows of a list.
pub static LIST_CALLS: LazyLock<Vec<&'static ListCall>> =
    LazyLock::new(|| DASHBOARDS.iter().flat_map(|dashboard| dashboard.lists).copied().collect());

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::figures::{Contributors, Formula, Term, content as content_metrics, offers as offer_metrics};
    use crate::screens::model::{Order, Shape};

    #[test]
    fn ids_are_unique_and_their_suffixes_match_the_shape() {
        let mut seen = HashSet::new();
        for breakdown in BREAKDOWNS.iter() {
            for block in breakdown.blocks {
                assert!(seen.insert(format!("{}/{}", breakdown.path, block.id)), "{} twice", block.id);
                match block.shape {
                    Shape::ByPeriod(_) | Shape::ByPeriodTotals(_) => {
                        assert!(block.id.contains("BY_PERIOD"), "{}", block.id)
                    }
                    Shape::Series(..) | Shape::Months(_) => assert!(block.id.ends_with("_BY_PERIOD"), "{}", block.id),
                    Shape::Flow(_) => assert!(block.id.ends_with("_FLOW"), "{}", block.id),
                    Shape::Table(_) | Shape::InAndOut(_) => assert!(block.id.ends_with("_TABLE"), "{}", block.id),
                    Shape::Groups(..) => assert!(block.id.ends_with("_BY_AUDIENCE"), "{}", block.id),
                    Shape::Bars(_) => assert!(block.id.ends_with("_BY_SOURCE"), "{}", block.id),
                    Shape::List(_) | Shape::Lists(_) => assert!(!breakdown.unwrapped, "{}", block.id),
                    Shape::Triples(ref list) => assert!(breakdown.unwrapped && list.fields.len() == 1, "{}", block.id),
                    Shape::Column(..) | Shape::Pairs(_) | Shape::Card(_) => {
                        assert!(breakdown.unwrapped, "{}", block.id)
                    }
                }
                let texts = block.shape.lists().iter().map(|list| list.texts.len()).sum::<usize>();
                assert!(block.shape.fields().len() + texts > 0, "{} answers something", block.id);
            }
        }
        for trend in TRENDS.iter() {
            assert!(seen.insert(trend.id.to_owned()), "{} twice", trend.id);
        }
        for call in LIST_CALLS.iter() {
            assert!(seen.insert(call.path.to_owned()), "{} twice", call.path);
        }
        for totals in TOTALS.iter() {
            assert!(seen.insert(totals.path.to_owned()), "{} twice", totals.path);
            assert!(!totals.unwrapped || totals.cards.len() == 1, "{} is unwrapped", totals.path);
        }
    }

    #[test]
    fn every_pinned_card_is_a_card_of_exactly_one_dashboard() {
        let pinned = DASHBOARDS.iter().flat_map(|dashboard| dashboard.pinned).flat_map(|totals| totals.cards);
        for card in CARDS.iter().chain(pinned) {
            let owners = CARDS.iter().filter(|owned| std::ptr::eq(**owned, *card)).count();
            assert_eq!(owners, 1, "{}", card.key);
        }
    }

    #[test]
    fn lists_use_attributes_of_their_dimension_and_order_by_one_of_their_fields() {
        let of_blocks = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| block.shape.lists());
        for list in of_blocks.chain(LIST_CALLS.iter().map(|call| &call.list)) {
            for (name, attribute) in list.texts {
                assert!(list.of.attributes.contains(attribute), "{name}: {} has no {attribute}", list.of.id);
            }
            if let Order::Most(field) = list.order {
                assert!(field < list.fields.len(), "{}", list.of.id);
            }
        }
    }

    #[test]
    fn figures_that_are_not_additive_over_offers_are_not_counted_in_categories() {
        let lists = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| block.shape.lists());
        for list in lists.filter(|list| [&offer_metrics::BY_CATEGORY, &content_metrics::BY_CATEGORY].contains(&list.of))
        {
            for term in list.fields.iter().flat_map(|field| field.metric.terms()) {
                let (Term::In(measure) | Term::Whole(measure)) = term else { panic!("{:?} in {}", term, list.of.id) };
                assert!(measure.members_with.is_none(), "{} in {}", measure.id, list.of.id);
            }
        }
    }

    /// A figure of several terms must count members: else nobody knows how many are behind it. A difference of what members did
    /// names the members behind it.
    #[test]
    fn a_figure_of_members_is_made_of_terms_that_count_members() {
        let of_cards = CARDS.iter().flat_map(|card| card.all_fields());
        let of_trends = TRENDS.iter().flat_map(|trend| trend.fields());
        let of_blocks =
            BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| block.shape.fields().into_iter());
        let mut count = 0;
        for metric in of_cards.chain(of_trends).chain(of_blocks).map(|field| field.metric) {
            count += 1;
            let counts_members = |term: Term| {
                let source = term.source().id;
                ["session", "registration", "eligibility", "group_move"].contains(&source)
                    || term.measure().is_some_and(|measure| measure.members_with.is_some())
            };
            match (metric.contributors, metric.formula) {
                (Contributors::Members, _) => assert!(metric.terms().all(counts_members), "{}", metric.label),
                (Contributors::Of(terms), _) => {
                    assert!(!terms.is_empty() && metric.contributor_terms().all(counts_members), "{}", metric.label);
                }
                (Contributors::Nobody, Formula::Sum(..) | Formula::Ratio { .. }) => {
                    let sources = ["poll", "offer", "web", "search", "activity"];
                    assert!(metric.terms().all(|term| sources.contains(&term.source().id)), "{}", metric.label);
                }
            }
        }
        assert!(count > 100, "{count}");
    }
}
