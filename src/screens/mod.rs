//! What the page shows, declared: cards, trends, breakdown blocks. The routes, the answers, the OpenAPI document
//! and the page's generated tables all come of these declarations.
//!
//! To add a breakdown, declare its [`Breakdown`] in the file of its dashboard and list it in [`BREAKDOWNS`]; to
//! add a card, list it in the [`Totals`] it belongs to. Nothing else on this side changes.

mod answer;
pub mod content;
pub mod emails;
pub mod generate;

pub mod members;
pub mod monitor;
pub mod offers;
pub mod wire;

pub use answer::{AnswerError, Answers};

use crate::metrics::Metric;
use crate::metrics::filter::Grouping;

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
}

/// One answer on a breakdown screen.
#[derive(Debug)]
pub struct Block {
    pub id: &'static str,
    pub shape: Shape,
    /// Its viewByH1 where the request gives none.
    pub first_grouping: Grouping,
}

/// What a block's data looks like; what is around it is [`wire::Block`].
#[derive(Debug)]
pub enum Shape {
    /// A row a period, with `previous`, or one list a group.
    ByPeriod(&'static [Field]),
    /// A row a group, one or two levels, the total last.
    Table(&'static [Field]),
}

impl Shape {
    /// Its figures.
    pub fn fields(&self) -> &'static [Field] {
        match self {
            Shape::ByPeriod(fields) | Shape::Table(fields) => fields,
        }
    }
}

/// A breakdown screen's calls: `path/breakdowns` and `path/breakdown/{block}`.
#[derive(Debug)]
pub struct Breakdown {
    pub path: &'static str,
    pub title: &'static str,
    pub blocks: &'static [Block],
}

pub static TOTALS: &[&Totals] = &[&monitor::INFO, &members::DASHBOARD, &emails::UNSUBSCRIBED_TOTALS];

pub static BREAKDOWNS: &[&Breakdown] = &[&members::LOGINS];

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
    &content::POLL_TREND,
    &emails::UNSUBSCRIBED_TREND,
    &offers::PARTNERS_TREND,
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_suffixes_say_the_shape() {
        let mut seen = HashSet::new();
        for breakdown in BREAKDOWNS {
            for block in breakdown.blocks {
                assert!(seen.insert(format!("{}/{}", breakdown.path, block.id)), "{} twice", block.id);
                match block.shape {
                    Shape::ByPeriod(_) => assert!(block.id.ends_with("_BY_PERIOD"), "{}", block.id),
                    Shape::Table(_) => assert!(block.id.ends_with("_TABLE"), "{}", block.id),
                }
                assert!(!block.shape.fields().is_empty(), "{} has figures", block.id);
            }
        }
        for trend in TRENDS {
            assert!(seen.insert(trend.id.to_owned()), "{} twice", trend.id);
        }
        for totals in TOTALS {
            assert!(seen.insert(totals.path.to_owned()), "{} twice", totals.path);
            assert!(!totals.bare || totals.cards.len() == 1, "{} is bare", totals.path);
        }
    }
}
