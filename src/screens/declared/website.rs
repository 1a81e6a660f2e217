//! The Website Dashboard and its breakdowns. Some of its calls answer data without blocks around them.

use crate::figures::{Dimension, website as metric};
use crate::modules::Module;
use crate::screens::model::{
    Breakdown, Card, Dashboard, Field, FilterScope, List, Order, Shape, Totals, Trend, block, field,
};

pub static VISITORS: Card = Card {
    key: "visitors",
    fields: &[
        SESSIONS,
        field("durations", &metric::AVERAGE_SESSION_DURATION).called("Avg. Website Session Duration"),
        field("pageViews", &metric::PAGE_VIEWS).called("Website Pageviews"),
    ],
    trend: Trend::new("W_VISITORS"),
    breakdown: Some(Breakdown::new(
        "api/v1/website/dashboard/siteVisitors",
        "Visitors.",
        &[block(
            "VISITORS_BY_PERIOD",
            Shape::Months(&[
                SESSIONS,
                field("pageViews", &metric::PAGE_VIEWS),
                field("durations", &metric::AVERAGE_SESSION_DURATION),
            ]),
        )],
    )),
    ..Card::EMPTY
};

pub static TRAFFIC_SOURCES: Card = Card {
    key: "sourceOfTraffic",
    fields: &[
        field("direct", &metric::DIRECT_SESSIONS).called("Direct Website Sessions"),
        field("searches", &metric::ORGANIC_SEARCH_SESSIONS).called("Website Sessions from Organic Search"),
        field("emails", &metric::EMAIL_SESSIONS).called("Website Sessions from Email"),
    ],
    trend: Trend::new("W_SOURCE_OF_TRAFFIC"),
    breakdown: Some(Breakdown::unwrapped(
        "api/v1/website/dashboard/sourceOfTraffic",
        "Source.",
        &[
            block("names", Shape::Column(by_sessions(&metric::BY_TRAFFIC_SOURCE), "name")),
            block("sessions", Shape::Column(by_sessions(&metric::BY_TRAFFIC_SOURCE), "sessions")),
            block("pageviews", Shape::Column(by_sessions(&metric::BY_TRAFFIC_SOURCE), "pageviews")),
        ],
    )),
    ..Card::EMPTY
};

pub static NEW_RETURNING: Card = Card {
    key: "newReturnVisitors",
    fields: &[
        field("news", &metric::NEW_VISITORS).called("New Website Visitors"),
        field("returns", &metric::RETURNING_VISITORS).called("Returning Website Visitors"),
    ],
    trend: Trend::new("W_NEW_RETURNING"),
    ..Card::EMPTY
};

const SEARCH_FIELDS: &[Field] = &[field("count", &metric::SEARCHES).called("Website Searches")];

pub static SEARCHES: Card = Card {
    key: "searchDto",
    fields: SEARCH_FIELDS,
    trend: Trend::new("W_SEARCHES"),
    breakdown: Some(Breakdown::unwrapped(
        "api/v1/website/dashboard/onSiteSearches",
        "On-site Search.",
        &[
            block("searchDto", Shape::Card(SEARCH_FIELDS)),
            block(
                "searchTerms",
                Shape::Pairs(List {
                    of: &metric::BY_QUERY,
                    texts: &[("query", "query")],
                    fields: &[field("count", &metric::SEARCHES)],
                    counted: &[],
                    order: Order::Name,
                    scope: FilterScope::Period,
                }),
            ),
        ],
    )),
    ..Card::EMPTY
};

static INFO: Totals = Totals {
    extra: Some(("platforms", &PLATFORMS_BREAKDOWN)),
    ..Totals::new(
        "api/v1/website/dashboard/info",
        "The cards of the Website Dashboard, and the sessions by platform.",
        &[&VISITORS, &TRAFFIC_SOURCES, &NEW_RETURNING, &SEARCHES],
    )
};

const SESSIONS: Field = field("sessions", &metric::MEMBER_SESSIONS).called("Website Sessions");

const SESSIONS_AND_PAGEVIEWS: &[Field] = &[SESSIONS, field("pageviews", &metric::PAGE_VIEWS)];

/// The values of a dimension by sessions.
const fn by_sessions(of: &'static Dimension) -> List {
    List {
        of,
        texts: &[("name", "name")],
        fields: SESSIONS_AND_PAGEVIEWS,
        counted: &[],
        order: Order::Most(0),
        scope: FilterScope::Period,
    }
}

/// A platform's values by sessions, with the sessions of each month.
const fn platform(of: &'static Dimension) -> Shape {
    Shape::Triples(List {
        of,
        texts: &[("name", "name")],
        fields: &[SESSIONS],
        counted: &[],
        order: Order::Most(0),
        scope: FilterScope::Period,
    })
}

static PLATFORMS_BREAKDOWN: Breakdown = Breakdown::unwrapped(
    "api/v1/website/dashboard/platforms",
    "Platforms.",
    &[
        block("DeviceCategory", platform(&metric::BY_DEVICE)),
        block("Browser", platform(&metric::BY_BROWSER)),
        block("OperatingSystem", platform(&metric::BY_OPERATING_SYSTEM)),
        block("ScreenResolution", platform(&metric::BY_RESOLUTION)),
    ],
);

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Website Dashboard",
    page: "website-dashboard",
    module: Module::Website,
    has_members: false,
    totals: &[&INFO],
    pinned: &[],
    breakdowns: &[&PLATFORMS_BREAKDOWN],
    lists: &[],
};
