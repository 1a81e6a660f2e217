//! The website: sums supplied by the web analytics provider. They belong to no member, so user groups do not restrict
//! them.

use super::dimension::Dimension;
use super::model::{Behind, Formula, ItemFilter, Measure, Metric, Polarity, Scan, Source, Term, Unit, count, measure};

/// Sessions, already summed by day, traffic source, platform and kind of visitor.
pub static WEB: Source = Source {
    id: "web",
    scan: Scan::Few,
    table: Some("web_sessions"),
    items: ItemFilter::None,
    measures: &[&SESSIONS, &PAGEVIEWS, &SECONDS, &DIRECT, &ORGANIC_SEARCH, &EMAIL, &NEW, &RETURNING],
};
static SESSIONS: Measure = measure(&WEB, "sessions", "sum(sessions)");
static PAGEVIEWS: Measure = measure(&WEB, "pageviews", "sum(pageviews)");
static SECONDS: Measure = measure(&WEB, "seconds", "sum(duration_seconds)");
// The provider's own spelling may differ in case.
static DIRECT: Measure = measure(&WEB, "direct", "sum(case when lower(source) = 'direct' then sessions else 0 end)");
static ORGANIC_SEARCH: Measure =
    measure(&WEB, "organic_search", "sum(case when lower(source) = 'organic search' then sessions else 0 end)");
static EMAIL: Measure = measure(&WEB, "email", "sum(case when lower(source) = 'email' then sessions else 0 end)");
static NEW: Measure = measure(&WEB, "new_sessions", "sum(case when visitor_type = 'NEW' then sessions else 0 end)");
static RETURNING: Measure =
    measure(&WEB, "returning_sessions", "sum(case when visitor_type = 'RETURNING' then sessions else 0 end)");

/// Searches on the site.
pub static SEARCH: Source = Source {
    id: "search",
    scan: Scan::Few,
    table: Some("site_searches"),
    items: ItemFilter::None,
    measures: &[&SEARCHES_MADE],
};
static SEARCHES_MADE: Measure = measure(&SEARCH, "searches", "sum(searches)");

/// Traffic sources; those that differ only in case are one, under the first spelling.
pub static BY_TRAFFIC_SOURCE: Dimension = Dimension {
    id: "traffic_source",
    column: Some("lower(source)"),
    names: Some(
        "select lower(source), lower(source), arg_min(source, (date, row_no)) from bond.feed.web_sessions group by lower(source)",
    ),
    attributes: &["name"],
};
pub static BY_DEVICE: Dimension =
    Dimension { id: "device_category", column: Some("device_category"), names: None, attributes: &["name"] };
pub static BY_BROWSER: Dimension =
    Dimension { id: "browser", column: Some("browser"), names: None, attributes: &["name"] };
pub static BY_OPERATING_SYSTEM: Dimension =
    Dimension { id: "operating_system", column: Some("operating_system"), names: None, attributes: &["name"] };
pub static BY_RESOLUTION: Dimension =
    Dimension { id: "screen_resolution", column: Some("screen_resolution"), names: None, attributes: &["name"] };
pub static BY_QUERY: Dimension = Dimension { id: "query", column: Some("query"), names: None, attributes: &["query"] };

pub static MEMBER_SESSIONS: Metric = Metric {
    label: "Member Sessions",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions on the website in the period, as the web analytics provider counts them. Also called Sessions.",
    formula: count(&[(1, Term::In(&SESSIONS))]),
    behind: Behind::Nobody,
};
pub static AVERAGE_SESSION_DURATION: Metric = Metric {
    label: "Avg. Session Duration",
    unit: Unit::Seconds,
    polarity: Polarity::Higher,
    definition: "Time on the website divided by the sessions in the period.",
    formula: Formula::Ratio { of: &[(1, Term::In(&SECONDS))], by: &[(1, Term::In(&SESSIONS))], scale: (1, 1) },
    behind: Behind::Nobody,
};
pub static PAGE_VIEWS: Metric = Metric {
    label: "Pageviews",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Pages viewed on the website in the period.",
    formula: count(&[(1, Term::In(&PAGEVIEWS))]),
    behind: Behind::Nobody,
};
pub static DIRECT_SESSIONS: Metric = Metric {
    label: "Direct",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Direct: visitors who typed the address or used a bookmark.",
    formula: count(&[(1, Term::In(&DIRECT))]),
    behind: Behind::Nobody,
};
pub static ORGANIC_SEARCH_SESSIONS: Metric = Metric {
    label: "Organic Search",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Organic Search: visitors from a search engine's results.",
    formula: count(&[(1, Term::In(&ORGANIC_SEARCH))]),
    behind: Behind::Nobody,
};
pub static EMAIL_SESSIONS: Metric = Metric {
    label: "Email",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period whose source is Email: visitors from a link in a message.",
    formula: count(&[(1, Term::In(&EMAIL))]),
    behind: Behind::Nobody,
};
pub static NEW_VISITORS: Metric = Metric {
    label: "New Visitors",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period of visitors the web analytics provider had not seen before.",
    formula: count(&[(1, Term::In(&NEW))]),
    behind: Behind::Nobody,
};
pub static RETURNING_VISITORS: Metric = Metric {
    label: "Returning Visitors",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Sessions in the period of visitors the web analytics provider had seen before.",
    formula: count(&[(1, Term::In(&RETURNING))]),
    behind: Behind::Nobody,
};
pub static SEARCHES: Metric = Metric {
    label: "Total Searches",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Searches on the website in the period.",
    formula: count(&[(1, Term::In(&SEARCHES_MADE))]),
    behind: Behind::Nobody,
};
