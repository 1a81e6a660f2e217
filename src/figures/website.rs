//! The website: sums supplied by the web analytics provider. They belong to no member, so user groups do not restrict
//! them.

use super::dimension::Dimension;
use super::model::{
    Contributors, Formula, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, count, measure,
    of_column,
};
use crate::warehouse::aggregate::Aggregate::Sum;
use crate::warehouse::aggregate::Condition::{Equals, EqualsInLowerCase};
use crate::warehouse::aggregate::{Key, sum};

/// Sessions, already summed by day, traffic source, platform and kind of visitor.
pub static WEB: Source = Source {
    id: "web",
    scan: Scan::Few,
    table: Some("web_sessions"),
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&SESSIONS, &PAGEVIEWS, &SECONDS, &DIRECT, &ORGANIC_SEARCH, &EMAIL, &NEW, &RETURNING],
};
static SESSIONS: Measure = measure(&WEB, "sessions", sum("sessions"));
static PAGEVIEWS: Measure = of_column("web_sessions.pageviews", &WEB, "pageviews", sum("pageviews"));
static SECONDS: Measure = of_column("web_sessions.duration_seconds", &WEB, "seconds", sum("duration_seconds"));
// The provider's own spelling may differ in case.
static DIRECT: Measure = measure(&WEB, "direct", Sum("sessions", EqualsInLowerCase("source", "direct")));
static ORGANIC_SEARCH: Measure =
    measure(&WEB, "organic_search", Sum("sessions", EqualsInLowerCase("source", "organic search")));
static EMAIL: Measure = measure(&WEB, "email", Sum("sessions", EqualsInLowerCase("source", "email")));
static NEW: Measure =
    of_column("web_sessions.visitor_type", &WEB, "new_sessions", Sum("sessions", Equals("visitor_type", "NEW")));
static RETURNING: Measure = of_column(
    "web_sessions.visitor_type",
    &WEB,
    "returning_sessions",
    Sum("sessions", Equals("visitor_type", "RETURNING")),
);

/// Searches on the site.
pub static SEARCH: Source = Source {
    id: "search",
    scan: Scan::Few,
    table: Some("site_searches"),
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&SEARCHES_MADE],
};
static SEARCHES_MADE: Measure = measure(&SEARCH, "searches", sum("searches"));

/// Traffic sources; those that differ only in case are one, under the first spelling.
pub static BY_TRAFFIC_SOURCE: Dimension = Dimension {
    id: "traffic_source",
    column: Some(Key::LowerCase("source")),
    names: Some(
        "select lower(source), lower(source), arg_min(source, (date, row_no)) from bond.feed.web_sessions group by lower(source)",
    ),
    attributes: &["name"],
};
pub static BY_DEVICE: Dimension =
    Dimension { id: "device_category", column: Some(Key::Text("device_category")), names: None, attributes: &["name"] };
pub static BY_BROWSER: Dimension =
    Dimension { id: "browser", column: Some(Key::Text("browser")), names: None, attributes: &["name"] };
pub static BY_OPERATING_SYSTEM: Dimension = Dimension {
    id: "operating_system",
    column: Some(Key::Text("operating_system")),
    names: None,
    attributes: &["name"],
};
pub static BY_RESOLUTION: Dimension = Dimension {
    id: "screen_resolution",
    column: Some(Key::Text("screen_resolution")),
    names: None,
    attributes: &["name"],
};
pub static BY_QUERY: Dimension =
    Dimension { id: "query", column: Some(Key::Text("query")), names: None, attributes: &["query"] };

pub static MEMBER_SESSIONS: Metric = Metric {
    label: "Member Sessions",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions on the website in the period, as the web analytics provider counts them. Also called Sessions.",
    formula: count(&[(1, Term::In(&SESSIONS))]),
    contributors: Contributors::Nobody,
};
pub static AVERAGE_SESSION_DURATION: Metric = Metric {
    label: "Avg. Session Duration",
    unit: Unit::Seconds,
    polarity: Polarity::Higher,
    definition: "Time on the website divided by the sessions in the period.",
    formula: Formula::Ratio { of: &[(1, Term::In(&SECONDS))], by: &[(1, Term::In(&SESSIONS))], scale: (1, 1) },
    contributors: Contributors::Nobody,
};
pub static PAGE_VIEWS: Metric = Metric {
    label: "Pageviews",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Pages viewed on the website in the period.",
    formula: count(&[(1, Term::In(&PAGEVIEWS))]),
    contributors: Contributors::Nobody,
};
pub static DIRECT_SESSIONS: Metric = Metric {
    label: "Direct",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Direct: visitors who typed the address or used a bookmark.",
    formula: count(&[(1, Term::In(&DIRECT))]),
    contributors: Contributors::Nobody,
};
pub static ORGANIC_SEARCH_SESSIONS: Metric = Metric {
    label: "Organic Search",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Organic Search: visitors from a search engine's results.",
    formula: count(&[(1, Term::In(&ORGANIC_SEARCH))]),
    contributors: Contributors::Nobody,
};
pub static EMAIL_SESSIONS: Metric = Metric {
    label: "Email",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Email: visitors from a link in a message.",
    formula: count(&[(1, Term::In(&EMAIL))]),
    contributors: Contributors::Nobody,
};
pub static NEW_VISITORS: Metric = Metric {
    label: "New Visitors",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period of visitors the web analytics provider had not seen before.",
    formula: count(&[(1, Term::In(&NEW))]),
    contributors: Contributors::Nobody,
};
pub static RETURNING_VISITORS: Metric = Metric {
    label: "Returning Visitors",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period of visitors the web analytics provider had seen before.",
    formula: count(&[(1, Term::In(&RETURNING))]),
    contributors: Contributors::Nobody,
};
pub static SEARCHES: Metric = Metric {
    label: "Total Searches",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Searches on the website in the period.",
    formula: count(&[(1, Term::In(&SEARCHES_MADE))]),
    contributors: Contributors::Nobody,
};
