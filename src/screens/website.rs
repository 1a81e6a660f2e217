//! The Website Dashboard and its breakdowns. Some of its calls answer bare data.

use super::{Breakdown, Card, Field, Heeds, List, Order, Shape, Totals, Trend, block, card, field};
use crate::metrics::{Dimension, website as metric};

pub static VISITORS: Card = card(
    "visitors",
    "Website Visitors",
    &[SESSIONS, field("durations", &metric::AVERAGE_SESSION_DURATION), field("pageViews", &metric::PAGE_VIEWS)],
);
pub static SOURCE: Card = card(
    "sourceOfTraffic",
    "Source of Traffic",
    &[
        field("direct", &metric::DIRECT_SESSIONS),
        field("searches", &metric::ORGANIC_SEARCH_SESSIONS),
        field("emails", &metric::EMAIL_SESSIONS),
    ],
);
pub static NEW_RETURNING: Card = card(
    "newReturnVisitors",
    "New / Returning Visitors",
    &[field("news", &metric::NEW_VISITORS), field("returns", &metric::RETURNING_VISITORS)],
);
pub static SEARCHES: Card = card("searchDto", "On-site Search", &[field("count", &metric::SEARCHES)]);

pub static DASHBOARD: Totals = Totals {
    path: "api/v1/website/dashboard/info",
    summary: "The cards of the Website Dashboard, and the sessions by platform.",
    cards: &[&VISITORS, &SOURCE, &NEW_RETURNING, &SEARCHES],
    bare: false,
    beside: Some(("platforms", &PLATFORMS_BREAKDOWN)),
    types: &[],
};

pub static VISITORS_TREND: Trend = Trend { id: "W_VISITORS", card: &VISITORS, more: &[] };
pub static SOURCE_TREND: Trend = Trend { id: "W_SOURCE_OF_TRAFFIC", card: &SOURCE, more: &[] };
pub static NEW_RETURNING_TREND: Trend = Trend { id: "W_NEW_RETURNING", card: &NEW_RETURNING, more: &[] };
pub static SEARCHES_TREND: Trend = Trend { id: "W_SEARCHES", card: &SEARCHES, more: &[] };

const SESSIONS: Field = field("sessions", &metric::MEMBER_SESSIONS);

pub static VISITORS_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/website/dashboard/siteVisitors",
    title: "Visitors Breakdown",
    bare: false,
    blocks: &[block(
        "VISITORS_BY_PERIOD",
        Shape::Months(&[
            SESSIONS,
            field("pageViews", &metric::PAGE_VIEWS),
            field("durations", &metric::AVERAGE_SESSION_DURATION),
        ]),
    )],
};

const SESSIONS_AND_PAGEVIEWS: &[Field] = &[SESSIONS, field("pageviews", &metric::PAGE_VIEWS)];

/// The values of a dimension by sessions.
const fn by_sessions(of: &'static Dimension) -> List {
    List {
        of,
        texts: &[("name", "name")],
        fields: SESSIONS_AND_PAGEVIEWS,
        counted: &[],
        order: Order::Most(0),
        heeds: Heeds::Period,
    }
}

pub static SOURCE_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/website/dashboard/sourceOfTraffic",
    title: "Source Breakdown",
    bare: true,
    blocks: &[
        block("names", Shape::Column(by_sessions(&metric::BY_SOURCE), "name")),
        block("sessions", Shape::Column(by_sessions(&metric::BY_SOURCE), "sessions")),
        block("pageviews", Shape::Column(by_sessions(&metric::BY_SOURCE), "pageviews")),
    ],
};

/// A platform's values by sessions, with the sessions of each month.
const fn platform(of: &'static Dimension) -> Shape {
    Shape::Slices(List {
        of,
        texts: &[("name", "name")],
        fields: &[SESSIONS],
        counted: &[],
        order: Order::Most(0),
        heeds: Heeds::Period,
    })
}

pub static PLATFORMS_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/website/dashboard/platforms",
    title: "Platforms Breakdown",
    bare: true,
    blocks: &[
        block("DeviceCategory", platform(&metric::BY_DEVICE)),
        block("Browser", platform(&metric::BY_BROWSER)),
        block("OperatingSystem", platform(&metric::BY_OPERATING_SYSTEM)),
        block("ScreenResolution", platform(&metric::BY_RESOLUTION)),
    ],
};

pub static SEARCHES_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/website/dashboard/onSiteSearches",
    title: "On-site Search Breakdown",
    bare: true,
    blocks: &[
        block("searchDto", Shape::Card(&SEARCHES)),
        block(
            "searchTerms",
            Shape::Pairs(List {
                of: &metric::BY_QUERY,
                texts: &[("query", "query")],
                fields: &[field("count", &metric::SEARCHES)],
                counted: &[],
                order: Order::Name,
                heeds: Heeds::Period,
            }),
        ),
    ],
};
