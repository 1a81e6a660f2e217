//! The Content Dashboard and its breakdowns; polls, which are asked for one by one, are in `polls`.

use super::{Breakdown, Card, Field, Heeds, List, Order, Shape, Totals, Trend, block, card, field, labelled};
use crate::metrics::content as metric;

pub static ARTICLES: Card =
    card("article", "Articles", &[field("amount", &metric::ARTICLES_VIEWED), field("views", &metric::ARTICLE_VIEWS)]);
pub static SHARES: Card =
    card("shares", "Shares and Prints", &[field("shares", &metric::SHARES), field("prints", &metric::PRINTS)]);
pub static POLLS: Card =
    card("pollDto", "Polls", &[field("polls", &metric::POLLS), field("answers", &metric::POLL_ANSWERS)]);

pub static DASHBOARD: Totals = Totals {
    path: "api/v1/content/dashboard/info",
    summary: "The cards of the Content Dashboard.",
    cards: &[&ARTICLES, &SHARES, &POLLS],
    bare: false,
    beside: None,
    types: &[],
};

pub static ARTICLE_TREND: Trend = Trend { id: "C_ARTICLE", card: &ARTICLES, more: &[] };
pub static SHARES_TREND: Trend = Trend { id: "C_SHARES", card: &SHARES, more: &[] };
pub static POLL_TREND: Trend = Trend { id: "C_POLL", card: &POLLS, more: &[] };

const VISITS: Field = labelled("visits", "Visits", &metric::ARTICLE_VIEWS);

/// Articles, or their categories, by visits.
const fn visited(of: &'static crate::metrics::Dimension) -> List {
    List { of, texts: &[("name", "name")], fields: &[VISITS], counted: &[], order: Order::Most(0), heeds: Heeds::All }
}

pub static ARTICLES_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/content/dashboard/articles",
    title: "Articles Breakdown",
    bare: false,
    blocks: &[
        block("ARTICLE_VISITS_BY_AUDIENCE_TABLE", Shape::Table(&[labelled("value", "Visits", &metric::ARTICLE_VIEWS)])),
        block("ARTICLE_VISITS_BY_CATEGORY", Shape::List(visited(&metric::BY_CATEGORY))),
        block("ARTICLES_VISITED", Shape::List(visited(&metric::BY_ARTICLE))),
    ],
};

pub static SHARES_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/content/dashboard/sharesAndPrints",
    title: "Shares And Prints Breakdown",
    bare: false,
    blocks: &[
        block(
            "SHARES",
            Shape::List(List {
                of: &metric::BY_PAGE,
                texts: &[("type", "type"), ("page", "page")],
                fields: &[labelled("count", "Share Clicks", &metric::SHARES)],
                counted: &[],
                order: Order::Most(0),
                heeds: Heeds::All,
            }),
        ),
        block(
            "PRINTS",
            Shape::List(List {
                of: &metric::BY_PAGE,
                texts: &[("type", "type"), ("page", "page")],
                fields: &[labelled("count", "Prints", &metric::PRINTS)],
                counted: &[],
                order: Order::Most(0),
                heeds: Heeds::All,
            }),
        ),
    ],
};
