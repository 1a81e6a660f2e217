//! What the page shows, declared: cards, trends, breakdown blocks. The routes, the answers, the OpenAPI document
//! and the page's generated tables all come of these declarations.
//!
//! To add a breakdown, declare its [`Breakdown`] in the file of its dashboard and list it in [`BREAKDOWNS`]; to
//! add a card, list it in the [`Totals`] it belongs to, and its [`Trend`] in [`TRENDS`]. Nothing else on this side
//! changes. What fits no declaration stands by itself: the indicators (`monitor`), polls (`polls`), the e-mail
//! schedule (`schedule`).

mod answer;
mod blocks;
pub mod content;
pub mod emails;
mod lists;
pub mod members;
pub mod monitor;
pub mod offers;
pub mod polls;
pub mod schedule;
pub mod website;
pub mod wire;

pub use answer::{AnswerError, Answers};

use crate::metrics::filter::Grouping;
use crate::metrics::{Dimension, Metric};

/// A named figure of a card or block.
#[derive(Debug)]
pub struct Field {
    /// The name in the answer. Empty on a tenure card, whose answer is {years, months}.
    pub name: &'static str,
    /// How the screen calls it.
    pub label: &'static str,
    pub metric: &'static Metric,
}

/// A field under the metric's own label.
pub const fn field(name: &'static str, metric: &'static Metric) -> Field {
    Field { name, label: metric.label, metric }
}

/// A field the screen calls otherwise.
pub const fn labelled(name: &'static str, label: &'static str, metric: &'static Metric) -> Field {
    Field { name, label, metric }
}

/// Headline figures under one key of a totals answer.
#[derive(Debug)]
pub struct Card {
    pub key: &'static str,
    pub title: &'static str,
    /// Its figures, in order; they are also its trend's rows.
    pub fields: &'static [Field],
    /// Figures that stand beside the others in the answer only.
    pub beside: &'static [Field],
}

/// A card of which every figure is shown.
pub const fn card(key: &'static str, title: &'static str, fields: &'static [Field]) -> Card {
    Card { key, title, fields, beside: &[] }
}

impl Card {
    /// Every figure of the answer.
    pub fn all_fields(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(self.beside)
    }

    /// The id of a field in `compare`, in trends and in the page's table of metrics: its path in the answer.
    pub fn metric_id(&self, field: &Field) -> String {
        if field.name.is_empty() { self.key.to_owned() } else { format!("{}.{}", self.key, field.name) }
    }
}

/// A card's figures for the window, the period before and the year before.
#[derive(Debug)]
pub struct Trend {
    /// The path's {type}.
    pub id: &'static str,
    pub card: &'static Card,
    /// Rows after the card's own.
    pub more: &'static [Field],
}

/// A call that answers cards.
#[derive(Debug)]
pub struct Totals {
    pub path: &'static str,
    pub summary: &'static str,
    pub cards: &'static [&'static Card],
    /// Whether the one card's figures stand in the answer itself rather than under its key.
    pub bare: bool,
    /// The {type} of `path/{type}` for each card that can be asked for alone.
    pub types: &'static [(&'static str, &'static Card)],
    /// Blocks that stand beside the cards, under a key of their own, as bare data.
    pub beside: Option<(&'static str, &'static Breakdown)>,
}

/// One answer on a breakdown screen.
#[derive(Debug)]
pub struct Block {
    pub id: &'static str,
    pub shape: Shape,
    /// Its viewByH1 where the request gives none.
    pub first_grouping: Grouping,
}

/// A block of a shape, grouped by line of business at first.
pub const fn block(id: &'static str, shape: Shape) -> Block {
    Block { id, shape, first_grouping: Grouping::Lob }
}

/// What a block's data looks like; what is around it is [`wire::Block`].
#[derive(Debug)]
pub enum Shape {
    /// A row a period, with `previous`, or one list a group.
    ByPeriod(&'static [Field]),
    /// The same without viewBy.
    ByPeriodTotals(&'static [Field]),
    /// One line a group, always of the same grouping.
    Series(Grouping, Field),
    /// A row a group, one or two levels, the total last.
    Table(&'static [Field]),
    /// A value a group.
    Groups(Grouping, Field),
    /// A value each item.
    Bars(List),
    /// A row an item.
    List(List),
    /// Lists under their keys.
    Lists(&'static [(&'static str, List)]),
    /// An object a month, dated yyyy-mm.
    Months(&'static [Field]),
    /// Bare: one column of a list, a text or a figure by its name in the answer.
    Column(List, &'static str),
    /// Bare: a list's texts and figures, without their names.
    Pairs(List),
    /// Bare: name, the list's one figure, and that of each month, a triple a row.
    Slices(List),
    /// Bare: the figures of a card.
    Card(&'static Card),
}

impl Shape {
    /// Its figures.
    pub fn fields(&self) -> Vec<&Field> {
        match self {
            Shape::ByPeriod(fields) | Shape::ByPeriodTotals(fields) | Shape::Table(fields) | Shape::Months(fields) => {
                fields.iter().collect()
            }
            Shape::Series(_, field) | Shape::Groups(_, field) => vec![field],
            Shape::Bars(list) | Shape::List(list) | Shape::Pairs(list) | Shape::Slices(list) => {
                list.fields.iter().collect()
            }
            Shape::Column(list, name) => list.fields.iter().filter(|field| field.name == *name).collect(),
            Shape::Lists(lists) => lists.iter().flat_map(|(_, list)| list.fields).collect(),
            Shape::Card(card) => card.all_fields().collect(),
        }
    }

    /// The lists it is made of.
    pub fn lists(&self) -> Vec<&List> {
        match self {
            Shape::Bars(list)
            | Shape::List(list)
            | Shape::Column(list, _)
            | Shape::Pairs(list)
            | Shape::Slices(list) => vec![list],
            Shape::Lists(lists) => lists.iter().map(|(_, list)| list).collect(),
            _ => Vec::new(),
        }
    }
}

/// Rows of items, each with texts and figures.
#[derive(Clone, Copy, Debug)]
pub struct List {
    pub of: &'static Dimension,
    /// (name in the answer, attribute of the dimension)
    pub texts: &'static [(&'static str, &'static str)],
    pub fields: &'static [Field],
    /// Rows where all of these are 0 are left out; where there are none, those of which all fields are. A list of
    /// neither has every item there is.
    pub counted: &'static [&'static Metric],
    pub order: Order,
    pub heeds: Heeds,
}

/// How a list is ordered; rows alike go by name, then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the first attribute of its dimension.
    Name,
    /// By one of its fields, the largest first.
    Most(usize),
}

/// Which parts of a filter restrict a list, besides the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heeds {
    All,
    /// Offers and campaigns, but not user groups.
    Items,
    Period,
}

/// A breakdown screen's calls: `path/breakdowns` and `path/breakdown/{block}`.
#[derive(Debug)]
pub struct Breakdown {
    pub path: &'static str,
    pub title: &'static str,
    /// Answers the bare data of each block, and no block by itself.
    pub bare: bool,
    pub blocks: &'static [Block],
}

/// A call that answers the rows of a list.
#[derive(Debug)]
pub struct Rows {
    pub path: &'static str,
    pub summary: &'static str,
    /// Whether it is asked with GET, without a filter.
    pub get: bool,
    pub list: List,
}

pub static TOTALS: &[&Totals] = &[
    &monitor::INFO,
    &members::DASHBOARD,
    &members::ACTIVE_RATE_TOTALS,
    &content::DASHBOARD,
    &emails::DASHBOARD,
    &emails::UNSUBSCRIBED_TOTALS,
    &website::DASHBOARD,
    &offers::DASHBOARD,
];

pub static BREAKDOWNS: &[&Breakdown] = &[
    &members::REGISTRATIONS,
    &members::ACTIVE,
    &members::ENGAGEMENT,
    &members::TENURE,
    &members::RETENTION,
    &members::DORMANT,
    &members::LOGINS,
    &members::RETURN,
    &content::ARTICLES_BREAKDOWN,
    &content::SHARES_BREAKDOWN,
    &emails::LINKS_BREAKDOWN,
    &emails::UNSUBSCRIBED_BREAKDOWN,
    &emails::DELIVERY_BREAKDOWN,
    &emails::REGISTRATION_BREAKDOWN,
    &emails::PERFORMANCE_BREAKDOWN,
    &website::VISITORS_BREAKDOWN,
    &website::SOURCE_BREAKDOWN,
    &website::PLATFORMS_BREAKDOWN,
    &website::SEARCHES_BREAKDOWN,
    &offers::OFFERS_BREAKDOWN,
    &offers::PARTNERS_BREAKDOWN,
    &offers::TOTAL_BREAKDOWN,
    &offers::UNIQUE_BREAKDOWN,
    &offers::MEMBER_UNIQUE_BREAKDOWN,
];

pub static ROWS: &[&Rows] = &[
    &emails::SCREENS,
    &emails::GET_CAMPAIGNS,
    &emails::GET_CAMPAIGN_TYPES,
    &offers::GET_OFFERS,
    &offers::GET_OFFER_CATEGORIES,
];

pub static TRENDS: &[&Trend] = &[
    &members::ENROLLMENTS_TREND,
    &members::ACTIVE_RATE_TREND,
    &members::ENGAGEMENT_RATE_TREND,
    &members::RETENTION_RATE_TREND,
    &members::LOGINS_TREND,
    &members::RETURN_LOGINS_TREND,
    &members::AVERAGE_TENURE_TREND,
    &members::DORMANT_RATE_TREND,
    &content::ARTICLE_TREND,
    &content::SHARES_TREND,
    &content::POLL_TREND,
    &emails::DELIVERY_TREND,
    &emails::PERFORMANCE_TREND,
    &emails::REGISTRATION_TREND,
    &emails::UNSUBSCRIBED_TREND,
    &emails::LINKS_TREND,
    &website::VISITORS_TREND,
    &website::SOURCE_TREND,
    &website::NEW_RETURNING_TREND,
    &website::SEARCHES_TREND,
    &offers::PARTNERS_TREND,
    &offers::OFFERS_TREND,
    &offers::TOTAL_INTERACTIONS_TREND,
    &offers::UNIQUE_INTERACTIONS_TREND,
    &offers::MEMBER_UNIQUE_INTERACTIONS_TREND,
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::metrics::{Term, content as content_metrics, offers as offer_metrics};

    #[test]
    fn ids_are_unique_and_suffixes_say_the_shape() {
        let mut seen = HashSet::new();
        for breakdown in BREAKDOWNS {
            for block in breakdown.blocks {
                assert!(seen.insert(format!("{}/{}", breakdown.path, block.id)), "{} twice", block.id);
                match block.shape {
                    Shape::ByPeriod(_) | Shape::ByPeriodTotals(_) => {
                        assert!(block.id.contains("BY_PERIOD"), "{}", block.id)
                    }
                    Shape::Series(..) | Shape::Months(_) => assert!(block.id.ends_with("_BY_PERIOD"), "{}", block.id),
                    Shape::Table(_) => assert!(block.id.ends_with("_TABLE"), "{}", block.id),
                    Shape::Groups(..) => assert!(block.id.ends_with("_BY_AUDIENCE"), "{}", block.id),
                    Shape::Bars(_) => assert!(block.id.ends_with("_BY_SOURCE"), "{}", block.id),
                    Shape::List(_) | Shape::Lists(_) => assert!(!breakdown.bare, "{}", block.id),
                    Shape::Slices(ref list) => assert!(breakdown.bare && list.fields.len() == 1, "{}", block.id),
                    Shape::Column(..) | Shape::Pairs(_) | Shape::Card(_) => assert!(breakdown.bare, "{}", block.id),
                }
                let texts = block.shape.lists().iter().map(|list| list.texts.len()).sum::<usize>();
                assert!(block.shape.fields().len() + texts > 0, "{} answers something", block.id);
            }
        }
        for trend in TRENDS {
            assert!(seen.insert(trend.id.to_owned()), "{} twice", trend.id);
        }
        for rows in ROWS {
            assert!(seen.insert(rows.path.to_owned()), "{} twice", rows.path);
        }
        for totals in TOTALS {
            assert!(seen.insert(totals.path.to_owned()), "{} twice", totals.path);
            assert!(!totals.bare || totals.cards.len() == 1, "{} is bare", totals.path);
        }
    }

    #[test]
    fn lists_name_attributes_of_their_dimension_and_order_by_what_they_have() {
        let of_blocks = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| block.shape.lists());
        for list in of_blocks.chain(ROWS.iter().map(|rows| &rows.list)) {
            for (name, attribute) in list.texts {
                assert!(list.of.attributes.contains(attribute), "{name}: {} has no {attribute}", list.of.id);
            }
            if let Order::Most(field) = list.order {
                assert!(field < list.fields.len(), "{}", list.of.id);
            }
        }
    }

    #[test]
    fn what_does_not_add_up_over_offers_is_not_counted_in_categories() {
        let lists = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks).flat_map(|block| block.shape.lists());
        for list in lists.filter(|list| [&offer_metrics::BY_CATEGORY, &content_metrics::BY_CATEGORY].contains(&list.of))
        {
            for term in list.fields.iter().flat_map(|field| field.metric.terms()) {
                let (Term::In(measure) | Term::Whole(measure)) = term else { panic!("{:?} in {}", term, list.of.id) };
                assert!(measure.members_with.is_none(), "{} in {}", measure.id, list.of.id);
            }
        }
    }
}
