//! The Content Dashboard.

use super::{Card, Trend, field};
use crate::metrics::content as metric;

pub static ARTICLES: Card = Card {
    key: "article",
    title: "Articles",
    fields: &[field("amount", &metric::ARTICLES_VIEWED), field("views", &metric::ARTICLE_VIEWS)],
    beside: &[],
};
pub static POLLS: Card = Card {
    key: "pollDto",
    title: "Polls",
    fields: &[field("polls", &metric::POLLS), field("answers", &metric::POLL_ANSWERS)],
    beside: &[],
};

pub static ARTICLE_TREND: Trend = Trend { id: "C_ARTICLE", card: &ARTICLES, more: &[] };
pub static POLL_TREND: Trend = Trend { id: "C_POLL", card: &POLLS, more: &[] };
