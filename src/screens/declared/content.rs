//! The Content Dashboard and its breakdowns; the calls of single polls are in `polls`.

use crate::figures::content as metric;
use crate::modules::Module;
use crate::screens::model::{
    Breakdown, Card, Dashboard, Field, FilterScope, List, Order, Shape, Totals, Trend, block, field, labelled,
};

pub static ARTICLES: Card = Card {
    key: "article",
    fields: &[
        field("amount", &metric::ARTICLES_VIEWED).called("Articles Viewed"),
        field("views", &metric::ARTICLE_VIEWS).called("Article Views"),
    ],
    trend: Trend::new("C_ARTICLE"),
    breakdown: Some(Breakdown::new(
        "api/v1/content/dashboard/articles",
        "Articles.",
        &[
            block(
                "ARTICLE_VISITS_BY_AUDIENCE_TABLE",
                Shape::Table(&[labelled("value", "Visits", &metric::ARTICLE_VIEWS)]),
            ),
            block("ARTICLE_VISITS_BY_CATEGORY", Shape::List(visited(&metric::BY_CATEGORY))),
            block("ARTICLES_VISITED", Shape::List(visited(&metric::BY_ARTICLE))),
        ],
    )),
    ..Card::EMPTY
};

pub static SHARES: Card = Card {
    key: "shares",
    fields: &[
        field("shares", &metric::SHARES).called("Page Shares"),
        field("prints", &metric::PRINTS).called("Page Prints"),
    ],
    trend: Trend::new("C_SHARES"),
    breakdown: Some(Breakdown::new(
        "api/v1/content/dashboard/sharesAndPrints",
        "Shares And Prints.",
        &[
            block(
                "SHARES",
                Shape::List(List {
                    of: &metric::BY_PAGE,
                    texts: &[("type", "type"), ("page", "page")],
                    fields: &[labelled("count", "Share Clicks", &metric::SHARES)],
                    counted: &[],
                    order: Order::Most(0),
                    scope: FilterScope::All,
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
                    scope: FilterScope::All,
                }),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static POLLS: Card = Card {
    key: "pollDto",
    fields: &[
        field("polls", &metric::POLLS).called("Open Polls"),
        field("answers", &metric::POLL_ANSWERS).called("Poll Answers"),
    ],
    trend: Trend::new("C_POLL"),
    ..Card::EMPTY
};

static INFO: Totals =
    Totals::new("api/v1/content/dashboard/info", "The cards of the Content Dashboard.", &[&ARTICLES, &SHARES, &POLLS]);

const VISITS: Field = labelled("visits", "Visits", &metric::ARTICLE_VIEWS);

/// Articles, or their categories, by visits.
const fn visited(of: &'static crate::figures::Dimension) -> List {
    List {
        of,
        texts: &[("name", "name")],
        fields: &[VISITS],
        counted: &[],
        order: Order::Most(0),
        scope: FilterScope::All,
    }
}

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Content Dashboard",
    page: "content-dashboard",
    module: Module::Content,
    has_members: true,
    totals: &[&INFO],
    pinned: &[],
    breakdowns: &[],
    lists: &[],
};
