//! The calls and their expected answers, written from the definitions (what every figure means, which call has which
//! blocks and fields), not from the declarations they check.

use bond::groupings::Grouping;
use serde_json::{Map, Value, json};

use super::plain::{Count, Item};
use super::world::{BROWSERS, CAMPAIGN_TYPES, CATEGORIES, CHANNELS, DEVICES, PARTNERS, QUERIES, RESOLUTIONS, SYSTEMS};
use super::world::{World, preview, written};

/// The denominator of a figure.
#[derive(Clone, Copy, Debug)]
pub enum Denominator {
    One,
    /// For the same members, days and item.
    Same(Count),
    /// For all items of the list (all options of the poll).
    Whole(Count),
}

/// The definition of a figure.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub of: Count,
    pub by: Denominator,
    pub scale: (i128, i128),
    pub decimals: u32,
    pub is_percentage: bool,
    pub polarity: &'static str,
    /// The tables whose first loaded day limits how far back it can be compared.
    pub tables: &'static [&'static str],
}

const fn count(of: Count, tables: &'static [&'static str]) -> Figure {
    let (by, scale) = (Denominator::One, (1, 1));
    Figure { of, by, scale, decimals: 0, is_percentage: false, polarity: "higher", tables }
}

const fn percent(of: Count, by: Count, tables: &'static [&'static str]) -> Figure {
    Figure { by: Denominator::Same(by), scale: (100, 1), decimals: 2, is_percentage: true, ..count(of, tables) }
}

const fn share(of: Count, tables: &'static [&'static str]) -> Figure {
    Figure { by: Denominator::Whole(of), ..percent(of, of, tables) }
}

const fn money(of: Count) -> Figure {
    Figure { scale: (1, 100), decimals: 2, ..count(of, PURCHASES) }
}

const fn lower(figure: Figure) -> Figure {
    Figure { polarity: "lower", ..figure }
}

const LOGINS: &[&str] = &["logins"];
/// Offer interactions qualify a login, so both tables count.
const QUALIFYING: &[&str] = &["logins", "offer_interactions"];
const INTERACTIONS: &[&str] = &["offer_interactions"];
const PURCHASES: &[&str] = &["partner_transactions"];
const MESSAGES: &[&str] = &["email_messages"];
const WEB_SESSIONS: &[&str] = &["web_sessions"];

const NEW: Figure = count(Count::New, LOGINS);
pub const REGISTERED: Figure = count(Count::Registered, LOGINS);
const REGISTERED_BEFORE: Figure = count(Count::RegisteredBefore, LOGINS);
pub const ELIGIBLE: Figure = count(Count::Eligible, LOGINS);
pub const INITIATION: Figure = percent(Count::Registered, Count::Eligible, LOGINS);
pub const ACTIVE: Figure = count(Count::Active, QUALIFYING);
pub const ACTIVE_RATE: Figure = percent(Count::Active, Count::Registered, QUALIFYING);
pub const ENGAGED: Figure = count(Count::Engaged, QUALIFYING);
pub const ENGAGEMENT_RATE: Figure = percent(Count::Engaged, Count::Registered, QUALIFYING);
const RETENTION: Figure = percent(Count::Retained, Count::RegisteredBefore, LOGINS);
const TOTAL_LOGINS: Figure = count(Count::Logins, LOGINS);
pub const UNIQUE_LOGINS: Figure = count(Count::UniqueLogins, LOGINS);
pub const UNIQUE_LOGINS_RATE: Figure = percent(Count::UniqueLogins, Count::Registered, LOGINS);
const AVERAGE_LOGINS: Figure =
    Figure { by: Denominator::Same(Count::UniqueLogins), decimals: 2, ..count(Count::Logins, LOGINS) };
const RETURNED: Figure = count(Count::Returned, LOGINS);
const RETURNED_MORE: Figure = count(Count::ReturnedMoreThanTwice, LOGINS);
const DORMANT: Figure = lower(count(Count::Dormant, LOGINS));
const DORMANT_RATE: Figure = lower(percent(Count::Dormant, Count::Registered, LOGINS));
/// Days in months of 30.4375 days.
pub const TENURE: Figure = Figure {
    by: Denominator::Same(Count::Registered),
    scale: (10_000, 304_375),
    decimals: 1,
    ..count(Count::TenureDays, LOGINS)
};

const SENT: Figure = count(Count::Sent, MESSAGES);
const DELIVERED: Figure = count(Count::Delivered, MESSAGES);
const BOUNCED: Figure = lower(count(Count::Bounced, MESSAGES));
const CAMPAIGNS: Figure = count(Count::Campaigns, MESSAGES);
const OPENS: Figure = count(Count::Opened, MESSAGES);
const OPEN_RATE: Figure = percent(Count::Opened, Count::Delivered, MESSAGES);
const CLICKED: Figure = count(Count::ClickedMessages, MESSAGES);
const CLICK_RATE: Figure = percent(Count::ClickedMessages, Count::Delivered, MESSAGES);
const MAIL_REGISTERED: Figure = count(Count::RegisteredByMessage, MESSAGES);
const REGISTER_RATE: Figure = percent(Count::RegisteredByMessage, Count::Delivered, MESSAGES);
const UNSUBSCRIBED: Figure = lower(count(Count::Unsubscribed, MESSAGES));
const UNSUBSCRIBED_RATE: Figure = lower(percent(Count::Unsubscribed, Count::Delivered, MESSAGES));
const LINK_CLICKS: Figure = count(Count::LinkClicks, &["email_link_clicks"]);

const VIEWS: Figure = count(Count::Views, INTERACTIONS);
const CLICKS: Figure = count(Count::Clicks, INTERACTIONS);
const UNIQUE_VIEWS: Figure = count(Count::UniqueViews, INTERACTIONS);
const UNIQUE_CLICKS: Figure = count(Count::UniqueClicks, INTERACTIONS);
const REDEEM_RATE: Figure = percent(Count::UniqueClicks, Count::UniqueViews, INTERACTIONS);
const MEMBER_VIEWS: Figure = count(Count::MembersWithView, INTERACTIONS);
const MEMBER_CLICKS: Figure = count(Count::MembersWithClick, INTERACTIONS);
const REDEMPTIONS: Figure = count(Count::Redemptions, PURCHASES);
const SALES: Figure = money(Count::SalesCents);
const SAVINGS: Figure = money(Count::SavingsCents);
const SAVINGS_PER_MEMBER: Figure = Figure { by: Denominator::Same(Count::Buyers), ..money(Count::SavingsCents) };
pub const ACTIVE_OFFERS: Figure = count(Count::ActiveOffers, &[]);
pub const NEW_OFFERS: Figure = count(Count::NewOffers, &[]);
const OFFBOARDED: Figure = lower(count(Count::OffboardedOffers, &[]));

const ARTICLES: Figure = count(Count::Articles, &["article_views"]);
const ARTICLE_VIEWS: Figure = count(Count::ArticleViews, &["article_views"]);
const SHARES: Figure = count(Count::Shares, &["content_actions"]);
const PRINTS: Figure = count(Count::Prints, &["content_actions"]);
const POLLS: Figure = count(Count::OpenPolls, &[]);
pub const ANSWERS: Figure = count(Count::PollAnswers, &["poll_answers"]);
pub const SHARE_OF_ANSWERS: Figure = share(Count::PollAnswers, &["poll_answers"]);

pub const SESSIONS: Figure = count(Count::Sessions, WEB_SESSIONS);
pub const PAGEVIEWS: Figure = count(Count::Pageviews, WEB_SESSIONS);
const DURATION: Figure = Figure { by: Denominator::Same(Count::Sessions), ..count(Count::Seconds, WEB_SESSIONS) };
pub const SEARCHES: Figure = count(Count::Searches, &["site_searches"]);

pub type Fields = &'static [(&'static str, Figure)];

/// A card's key, its figures, and extra figures that appear in totals only.
#[derive(Clone, Copy)]
pub struct Card {
    pub key: &'static str,
    pub fields: Fields,
    pub extra: Fields,
}

const fn card(key: &'static str, fields: Fields) -> Card {
    Card { key, fields, extra: &[] }
}

const ENROLLMENTS_CARD: Card = card("enrollments", &[("totalNewEnrolled", NEW), ("totalEnrolled", REGISTERED)]);
const ACTIVE_CARD: Card = card("programActiveRate", &[("percent", ACTIVE_RATE), ("activeUsers", ACTIVE)]);
const ENGAGEMENT_CARD: Card = card("engagementRate", &[("percent", ENGAGEMENT_RATE), ("engagedUsers", ENGAGED)]);
const RETENTION_CARD: Card = Card {
    key: "programRetentionRate",
    fields: &[("percent", RETENTION), ("newEnrollments", NEW), ("uniqueLoginCount", UNIQUE_LOGINS)],
    extra: &[("base", REGISTERED_BEFORE)],
};
const DORMANT_CARD: Card = card("dormantRate", &[("percent", DORMANT_RATE), ("dormantUsers", DORMANT)]);
const LOGINS_CARD: Card = card("logins", &[("totalLogins", TOTAL_LOGINS), ("uniqueLogins", UNIQUE_LOGINS)]);
const RETURN_CARD: Card = card(
    "returnRate",
    &[("avgLoginUser", AVERAGE_LOGINS), ("uniqueReturnLogins", RETURNED), ("returnLogins2More", RETURNED_MORE)],
);
/// Returned as {years, months}.
const TENURE_CARD: Card = card("averageTenure", &[("", TENURE)]);
const ARTICLE_CARD: Card = card("article", &[("amount", ARTICLES), ("views", ARTICLE_VIEWS)]);
const SHARES_CARD: Card = card("shares", &[("shares", SHARES), ("prints", PRINTS)]);
pub const POLL_CARD: Card = card("pollDto", &[("polls", POLLS), ("answers", ANSWERS)]);
const DELIVERY_CARD: Card =
    card("deliveryStatus", &[("campaigns", CAMPAIGNS), ("sent", SENT), ("delivered", DELIVERED), ("bounced", BOUNCED)]);
const PERFORMANCE_CARD: Card = card("performanceDto", &[("avgOpen", OPEN_RATE), ("avgClick", CLICK_RATE)]);
const ENROLL_CARD: Card = card("enrollDto", &[("percent", REGISTER_RATE), ("enrollments", MAIL_REGISTERED)]);
const UNSUBSCRIBED_CARD: Card = card("unsubscribedDto", &[("percent", UNSUBSCRIBED_RATE), ("sum", UNSUBSCRIBED)]);
const LINKS_CARD: Card = card("linkDto", &[("sum", LINK_CLICKS)]);
const VISITORS_CARD: Card =
    card("visitors", &[("sessions", SESSIONS), ("durations", DURATION), ("pageViews", PAGEVIEWS)]);
const TRAFFIC_CARD: Card = card(
    "sourceOfTraffic",
    &[
        ("direct", count(Count::Direct, WEB_SESSIONS)),
        ("searches", count(Count::OrganicSearch, WEB_SESSIONS)),
        ("emails", count(Count::EmailSessions, WEB_SESSIONS)),
    ],
);
const NEW_RETURNING_CARD: Card = card(
    "newReturnVisitors",
    &[("news", count(Count::NewVisitors, WEB_SESSIONS)), ("returns", count(Count::ReturningVisitors, WEB_SESSIONS))],
);
const SEARCH_CARD: Card = card("searchDto", &[("count", SEARCHES)]);
const PARTNER_CARD: Card = card("partnerDto", PARTNER_FIELDS);
const OFFER_CARD: Card = card("offerDto", OFFER_FIELDS);
const TOTAL_CARD: Card = card("totalInteractionDto", TOTAL_FIELDS);
const UNIQUE_CARD: Card = card("uniqueInteractionDto", UNIQUE_FIELDS);
const MEMBER_CARD: Card = card("memberUniqueInteractionDto", MEMBER_FIELDS);

const PARTNER_FIELDS: Fields =
    &[("redemptions", REDEMPTIONS), ("sales", SALES), ("savings", SAVINGS), ("savingsPerUser", SAVINGS_PER_MEMBER)];
const OFFER_FIELDS: Fields =
    &[("totalActiveOffers", ACTIVE_OFFERS), ("newOffers", NEW_OFFERS), ("offBoarded", OFFBOARDED)];
const TOTAL_FIELDS: Fields = &[("totalViews", VIEWS), ("totalIntentToRedeem", CLICKS)];
const UNIQUE_FIELDS: Fields =
    &[("uniqueViews", UNIQUE_VIEWS), ("uniqueIntentToRedeem", UNIQUE_CLICKS), ("percent", REDEEM_RATE)];
const MEMBER_FIELDS: Fields = &[("uniqueViews", MEMBER_VIEWS), ("uniqueIntentToRedeem", MEMBER_CLICKS)];

/// Totals calls: cards under their keys. Unwrapped calls return the figures of their single card directly.
pub const TOTALS: &[(&str, bool, &[Card])] = &[
    (
        "program/monitor/info",
        false,
        &[PARTNER_CARD, ENROLLMENTS_CARD, ENGAGEMENT_CARD, LOGINS_CARD, RETURN_CARD, UNSUBSCRIBED_CARD],
    ),
    (
        "dashboard/users/userDashboardInfo",
        false,
        &[
            ENROLLMENTS_CARD,
            ACTIVE_CARD,
            ENGAGEMENT_CARD,
            RETENTION_CARD,
            DORMANT_CARD,
            LOGINS_CARD,
            RETURN_CARD,
            TENURE_CARD,
        ],
    ),
    ("dashboard/users/userDashboardInfo/AVERAGE_TENURE", false, &[TENURE_CARD]),
    ("dashboard/users/userDashboardInfo/PROGRAM_RETENTION_RATE", false, &[RETENTION_CARD]),
    ("dashboard/users/programActiveRate", true, &[ACTIVE_CARD]),
    ("content/dashboard/info", false, &[ARTICLE_CARD, SHARES_CARD, POLL_CARD]),
    ("emails/dashboard/info", false, &[DELIVERY_CARD, PERFORMANCE_CARD, ENROLL_CARD, UNSUBSCRIBED_CARD, LINKS_CARD]),
    ("emails/dashboard/info/getUnsubscribedDto", true, &[UNSUBSCRIBED_CARD]),
    (WEBSITE_INFO, false, &[VISITORS_CARD, TRAFFIC_CARD, NEW_RETURNING_CARD, SEARCH_CARD]),
    ("offer/dashboard/info", false, &[PARTNER_CARD, OFFER_CARD, TOTAL_CARD, UNIQUE_CARD, MEMBER_CARD]),
];
/// This call also returns the platforms.
pub const WEBSITE_INFO: &str = "website/dashboard/info";

/// Trends by id: a card, and the rows that follow the card's own.
pub const TRENDS: &[(&str, Card, Fields)] = &[
    ("U_NEW_ENROLLMENTS", ENROLLMENTS_CARD, &[("eligible", ELIGIBLE), ("initiationRate", INITIATION)]),
    ("U_ACTIVE_RATE", ACTIVE_CARD, &[]),
    ("U_ENGAGEMENT_RATE", ENGAGEMENT_CARD, &[]),
    ("U_RETENTION_RATE", RETENTION_CARD, &[]),
    ("U_LOGINS", LOGINS_CARD, &[]),
    ("U_RETURN_LOGINS_AND_FREQUENCY", RETURN_CARD, &[]),
    ("U_AVERAGE_TENURE", TENURE_CARD, &[]),
    ("U_DORMANT_RATE", DORMANT_CARD, &[]),
    ("C_ARTICLE", ARTICLE_CARD, &[]),
    ("C_SHARES", SHARES_CARD, &[]),
    ("C_POLL", POLL_CARD, &[]),
    ("E_DELIVERY_STATUS", DELIVERY_CARD, &[]),
    ("E_PERFORMANCE", PERFORMANCE_CARD, &[]),
    ("E_ENROLL", ENROLL_CARD, &[]),
    ("E_UNSUBSCRIBED", UNSUBSCRIBED_CARD, &[]),
    ("E_LINKS", LINKS_CARD, &[]),
    ("W_VISITORS", VISITORS_CARD, &[]),
    ("W_SOURCE_OF_TRAFFIC", TRAFFIC_CARD, &[]),
    ("W_NEW_RETURNING", NEW_RETURNING_CARD, &[]),
    ("W_SEARCHES", SEARCH_CARD, &[]),
    ("O_PARTNERS", PARTNER_CARD, &[]),
    ("O_OFFERS", OFFER_CARD, &[]),
    ("O_TOTAL_INTERACTIONS", TOTAL_CARD, &[]),
    ("O_UNIQUE_INTERACTIONS", UNIQUE_CARD, &[]),
    ("O_MEMBER_UNIQUE_INTERACTIONS", MEMBER_CARD, &[]),
];

/// The indicators, each with the figure it is a share of.
pub const INDICATORS: [(&str, Figure, Figure); 4] = [
    ("TOTAL_ENROLLED_USERS", REGISTERED, INITIATION),
    ("UNIQUE_LOGINS", UNIQUE_LOGINS, UNIQUE_LOGINS_RATE),
    ("TOTAL_ACTIVE_USERS", ACTIVE, ACTIVE_RATE),
    ("TOTAL_ENGAGED_USERS", ENGAGED, ENGAGEMENT_RATE),
];

#[derive(Clone, Copy)]
pub enum Shape {
    /// With viewBy.
    ByPeriod(Fields),
    /// Without it.
    ByPeriodTotals(Fields),
    /// One line per tier.
    Tiers(Figure),
    /// A table, by line of business by default.
    Table(Fields),
    /// A table, by audience by default.
    AudienceTable(Fields),
    /// One value per audience.
    Audiences(Figure),
    /// Name and value, largest first.
    Bars(Dimension, Fields),
    List(List),
    OffersTable,
    Months(Fields),
}

#[derive(Clone, Copy)]
pub struct List {
    pub of: Dimension,
    pub fields: Fields,
    /// Ordered by this field, largest first; by name if absent.
    pub most: Option<usize>,
}

/// The rows that can appear in a list.
pub type Dimension = fn(&World) -> Vec<Row>;

pub struct Row {
    pub item: Item,
    pub name: String,
    /// Distinguishes rows with the same name.
    pub id: (i32, String),
    pub texts: Map<String, Value>,
}

fn row(item: Item, name: &str, id: i32, texts: Value) -> Row {
    let Value::Object(texts) = texts else { panic!("an object") };
    Row { item, name: name.to_owned(), id: (id, name.to_owned()), texts }
}

fn named(item: Item, name: &str, id: i32) -> Row {
    row(item, name, id, json!({"name": name}))
}

fn campaigns(world: &World) -> Vec<Row> {
    let rows = world.campaigns.iter().map(|campaign| {
        let sent = written(campaign.sent)[..16].to_owned();
        let texts = json!({"name": campaign.name, "sentTime": sent});
        row(Item::Campaign(campaign.id), campaign.name, campaign.id, texts)
    });
    rows.collect()
}

/// The links that occur in the rows.
fn links(world: &World) -> Vec<Row> {
    let clicks = world.members.iter().flat_map(|member| &member.link_clicks);
    let links: std::collections::BTreeSet<&str> = clicks.map(|row| row.link).collect();
    links.into_iter().map(|link| row(Item::Link(link.to_owned()), link, 0, json!({"link": link}))).collect()
}

pub fn offers(world: &World) -> Vec<Row> {
    world.offers.iter().map(|offer| named(Item::Offer(offer.id), offer.name, offer.id)).collect()
}

fn categories(_: &World) -> Vec<Row> {
    CATEGORIES.iter().map(|(id, name)| named(Item::OfferCategory(*id), name, *id)).collect()
}

fn partners(_: &World) -> Vec<Row> {
    PARTNERS.iter().map(|(id, name)| named(Item::Partner(*id), name, *id)).collect()
}

fn articles(world: &World) -> Vec<Row> {
    world.articles.iter().map(|article| named(Item::Article(article.id), article.title, article.id)).collect()
}

fn article_categories(world: &World) -> Vec<Row> {
    let categories: std::collections::BTreeSet<&str> = world.articles.iter().map(|article| article.category).collect();
    categories.into_iter().map(|name| named(Item::ArticleCategory(name.to_owned()), name, 0)).collect()
}

fn pages(world: &World) -> Vec<Row> {
    let actions = world.members.iter().flat_map(|member| &member.actions);
    let pages: std::collections::BTreeSet<(&str, &str)> = actions.map(|row| (row.kind, row.page)).collect();
    let rows = pages.into_iter().map(|(kind, page)| {
        let item = Item::Page(kind.to_owned(), page.to_owned());
        // Named by type, then page.
        row(item, &format!("{kind}\t{page}"), 0, json!({"type": kind, "page": page}))
    });
    rows.collect()
}

fn channels(_: &World) -> Vec<Row> {
    CHANNELS.iter().map(|name| named(Item::Channel((*name).to_owned()), name, 0)).collect()
}

/// Traffic sources that differ only in case are merged under the spelling of the first row.
pub fn traffic_sources(world: &World) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut sessions: Vec<_> = world.web_sessions.iter().collect();
    // Stable sort: within a day, rows keep the order of the file.
    sessions.sort_by_key(|row| row.day);
    for row in sessions {
        let small = row.source.to_lowercase();
        if !rows.iter().any(|row| row.item == Item::TrafficSource(small.clone())) {
            rows.push(named(Item::TrafficSource(small), row.source, 0));
        }
    }
    rows
}

/// The platforms' keys and values.
pub const PLATFORMS: [(&str, Dimension); 4] = [
    ("DeviceCategory", |_| texts(DEVICES, Item::Device)),
    ("Browser", |_| texts(BROWSERS, Item::Browser)),
    ("OperatingSystem", |_| texts(SYSTEMS, Item::System)),
    ("ScreenResolution", |_| texts(RESOLUTIONS, Item::Resolution)),
];

pub fn queries(_: &World) -> Vec<Row> {
    texts(QUERIES, Item::Query)
}

fn texts(values: &[&str], item: fn(String) -> Item) -> Vec<Row> {
    values.iter().map(|value| named(item((*value).to_owned()), value, 0)).collect()
}

const fn by_name(of: Dimension, fields: Fields) -> Shape {
    Shape::List(List { of, fields, most: None })
}

const fn by_most(of: Dimension, fields: Fields, most: usize) -> Shape {
    Shape::List(List { of, fields, most: Some(most) })
}

const PERFORMANCE_FIELDS: Fields = &[
    ("uniqueOpens", OPENS),
    ("avgOpen", OPEN_RATE),
    ("uniqueClicks", CLICKED),
    ("avgClick", CLICK_RATE),
    ("totalDelivered", DELIVERED),
];
const DELIVERY_FIELDS: Fields = &[("sent", SENT), ("delivered", DELIVERED), ("bounced", BOUNCED)];

/// The blocks of each breakdown, by path.
pub const BLOCKS: &[(&str, &[(&str, Shape)])] = &[
    (
        "dashboard/users/enrollments",
        &[
            ("ENROLLMENTS_TABLE", Shape::Table(&[("value", NEW), ("value2", REGISTERED)])),
            ("NEW_ENROLLMENTS_BY_PERIOD", Shape::ByPeriod(&[("value", NEW)])),
            ("ENROLLMENTS_BY_PERIOD", Shape::ByPeriod(&[("value", REGISTERED)])),
            ("ELIGIBLE_BY_PERIOD", Shape::ByPeriod(&[("value", ELIGIBLE)])),
            ("ENROLLED_TIERS_BY_PERIOD", Shape::Tiers(REGISTERED)),
            ("ELIGIBLE_TIERS_BY_PERIOD", Shape::Tiers(ELIGIBLE)),
            ("NEW_ENROLLMENTS_BY_SOURCE", Shape::Bars(channels, &[("value", NEW)])),
        ],
    ),
    (
        "dashboard/users/programActiveRate",
        &[
            (
                "ACTIVE_USERS_TABLE",
                Shape::Table(&[("activeUsers", ACTIVE), ("enrolled", REGISTERED), ("percent", ACTIVE_RATE)]),
            ),
            ("ACTIVE_USERS_BY_PERIOD", Shape::ByPeriod(&[("activeUsers", ACTIVE)])),
        ],
    ),
    (
        "dashboard/users/engagementRate",
        &[
            (
                "ENGAGED_USERS_TABLE",
                Shape::Table(&[("engagedUsers", ENGAGED), ("enrolled", REGISTERED), ("percent", ENGAGEMENT_RATE)]),
            ),
            ("ENGAGED_USERS_BY_PERIOD", Shape::ByPeriod(&[("engagedUsers", ENGAGED)])),
        ],
    ),
    (
        "dashboard/users/averageTenure",
        &[
            ("AVERAGE_TENURE_TABLE", Shape::Table(&[("percent", TENURE)])),
            ("AVERAGE_TENURE_BY_PERIOD", Shape::ByPeriod(&[("percent", TENURE)])),
        ],
    ),
    (
        "dashboard/users/programRetentionRate",
        &[
            (
                "RETENTION_RATE_TABLE",
                Shape::Table(&[
                    ("percent", RETENTION),
                    ("value2", NEW),
                    ("value", UNIQUE_LOGINS),
                    ("base", REGISTERED_BEFORE),
                ]),
            ),
            ("RETENTION_RATE_BY_PERIOD", Shape::ByPeriod(&[("percent", RETENTION)])),
        ],
    ),
    (
        "dashboard/users/dormantRate",
        &[
            (
                "DORMANT_RATE_TABLE",
                Shape::AudienceTable(&[
                    ("dormantUsers", DORMANT),
                    ("enrolledUsers", REGISTERED),
                    ("percent", DORMANT_RATE),
                ]),
            ),
            ("DORMANT_USERS_BY_PERIOD", Shape::ByPeriod(&[("dormantUsers", DORMANT)])),
            ("DORMANT_RATE_BY_PERIOD", Shape::ByPeriod(&[("percent", DORMANT_RATE)])),
            ("DORMANT_USERS_BY_AUDIENCE", Shape::Audiences(DORMANT)),
            ("DORMANT_RATE_BY_AUDIENCE", Shape::Audiences(DORMANT_RATE)),
        ],
    ),
    (
        "dashboard/users/logins",
        &[
            ("LOGINS_TABLE", Shape::Table(&[("total", TOTAL_LOGINS), ("unique", UNIQUE_LOGINS)])),
            ("LOGINS_BY_PERIOD", Shape::ByPeriod(&[("total", TOTAL_LOGINS)])),
            ("UNIQUE_LOGINS_BY_PERIOD", Shape::ByPeriod(&[("unique", UNIQUE_LOGINS)])),
        ],
    ),
    (
        "dashboard/users/returnRateFrequency",
        &[
            ("RETURN_LOGINS_TABLE", Shape::Table(&[("uniqueReturnLogins", RETURNED), ("avgLogins", AVERAGE_LOGINS)])),
            (
                "RETURN_FREQUENCY_TABLE",
                Shape::Table(&[
                    ("logins1_3", count(Count::Logins1To3, LOGINS)),
                    ("logins4_7", count(Count::Logins4To7, LOGINS)),
                    ("logins8_10", count(Count::Logins8To10, LOGINS)),
                    ("logins10", count(Count::LoginsOver10, LOGINS)),
                ]),
            ),
        ],
    ),
    (
        "content/dashboard/articles",
        &[
            ("ARTICLE_VISITS_BY_AUDIENCE_TABLE", Shape::Table(&[("value", ARTICLE_VIEWS)])),
            ("ARTICLE_VISITS_BY_CATEGORY", by_most(article_categories, &[("visits", ARTICLE_VIEWS)], 0)),
            ("ARTICLES_VISITED", by_most(articles, &[("visits", ARTICLE_VIEWS)], 0)),
        ],
    ),
    (
        "content/dashboard/sharesAndPrints",
        &[("SHARES", by_most(pages, &[("count", SHARES)], 0)), ("PRINTS", by_most(pages, &[("count", PRINTS)], 0))],
    ),
    (
        "emails/dashboard/linksClicked",
        &[
            ("CLICKS_TABLE", Shape::Table(&[("value", LINK_CLICKS)])),
            ("CLICKS_BY_PERIOD", Shape::ByPeriod(&[("value", LINK_CLICKS)])),
            (
                "CLICKED_LINKS",
                by_most(
                    links,
                    &[("total", LINK_CLICKS), ("percent", share(Count::LinkClicks, &["email_link_clicks"]))],
                    0,
                ),
            ),
        ],
    ),
    (
        "emails/dashboard/unsubscribed",
        &[
            (
                "UNSUBSCRIBED_TABLE",
                Shape::Table(&[("sum", UNSUBSCRIBED), ("delivered", DELIVERED), ("percent", UNSUBSCRIBED_RATE)]),
            ),
            ("UNSUBSCRIBED_BY_PERIOD", Shape::ByPeriod(&[("sum", UNSUBSCRIBED)])),
            (
                "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
                by_name(
                    campaigns,
                    &[("totalDelivered", DELIVERED), ("unsubscribed", UNSUBSCRIBED), ("percent", UNSUBSCRIBED_RATE)],
                ),
            ),
        ],
    ),
    (
        "emails/dashboard/deliveryStatus",
        &[
            ("DELIVERY_STATUS_TABLE", Shape::Table(DELIVERY_FIELDS)),
            ("DELIVERY_STATUS_BY_PERIOD", Shape::ByPeriod(DELIVERY_FIELDS)),
            ("DELIVERY_STATUS_BY_CAMPAIGN_TABLE", by_name(campaigns, DELIVERY_FIELDS)),
        ],
    ),
    (
        "emails/dashboard/enroll",
        &[
            (
                "ENROLL_TABLE",
                Shape::Table(&[("enrollments", MAIL_REGISTERED), ("delivered", DELIVERED), ("percent", REGISTER_RATE)]),
            ),
            ("ENROLL_BY_PERIOD", Shape::ByPeriod(&[("enrollments", MAIL_REGISTERED)])),
            (
                "ENROLL_BY_CAMPAIGN_TABLE",
                by_name(
                    campaigns,
                    &[("totalDelivered", DELIVERED), ("enroll", MAIL_REGISTERED), ("percent", REGISTER_RATE)],
                ),
            ),
        ],
    ),
    (
        "emails/dashboard/performance",
        &[
            ("PERFORMANCE_TABLE", Shape::Table(PERFORMANCE_FIELDS)),
            ("PERFORMANCE_BY_PERIOD", Shape::ByPeriod(&[("uniqueOpens", OPENS), ("uniqueClicks", CLICKED)])),
            ("PERFORMANCE_BY_PERIOD_AVERAGE", Shape::ByPeriod(&[("avgOpen", OPEN_RATE), ("avgClick", CLICK_RATE)])),
            ("PERFORMANCE_BY_CAMPAIGN_TABLE", by_name(campaigns, PERFORMANCE_FIELDS)),
        ],
    ),
    (
        "website/dashboard/siteVisitors",
        &[(
            "VISITORS_BY_PERIOD",
            Shape::Months(&[("sessions", SESSIONS), ("pageViews", PAGEVIEWS), ("durations", DURATION)]),
        )],
    ),
    (
        "offer/dashboard/offers",
        &[
            ("CATEGORIES", by_name(categories, OFFER_FIELDS)),
            (
                "OFFERS_BY_PERIOD",
                Shape::ByPeriodTotals(&[("totalActiveOffers", ACTIVE_OFFERS), ("newOffers", NEW_OFFERS)]),
            ),
            ("OFFERS_TABLE", Shape::OffersTable),
        ],
    ),
    (
        "offer/dashboard/partners",
        &[("BY_PERIOD", Shape::ByPeriod(PARTNER_FIELDS)), ("PARTNERS", by_most(partners, PARTNER_FIELDS, 1))],
    ),
    (
        "offer/dashboard/totalInteraction",
        &[
            ("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(TOTAL_FIELDS)),
            ("VISITS_BY_PERIOD", Shape::ByPeriod(TOTAL_FIELDS)),
            ("CATEGORIES", by_name(categories, TOTAL_FIELDS)),
            ("OFFERS", by_name(offers, TOTAL_FIELDS)),
        ],
    ),
    (
        "offer/dashboard/uniqueInteraction",
        &[
            ("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(UNIQUE_FIELDS)),
            (
                "VISITS_BY_PERIOD",
                Shape::ByPeriod(&[("uniqueViews", UNIQUE_VIEWS), ("uniqueIntentToRedeem", UNIQUE_CLICKS)]),
            ),
            ("CATEGORIES", by_name(categories, UNIQUE_FIELDS)),
            ("OFFERS", by_name(offers, UNIQUE_FIELDS)),
        ],
    ),
    (
        "offer/dashboard/memberUniqueInteraction",
        &[
            ("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(MEMBER_FIELDS)),
            ("VISITS_BY_PERIOD", Shape::ByPeriod(MEMBER_FIELDS)),
        ],
    ),
];

/// Which filters, apart from the period, restrict a list of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FilterScope {
    /// Campaigns and types, not user groups.
    Items,
    Nothing,
}

/// Calls that return unwrapped rows: items whose figure is not 0, by name.
pub const ROWS: &[(&str, Dimension, Figure, FilterScope)] = &[
    ("emails/dashboard/screens", screens, SENT, FilterScope::Items),
    ("emails/dashboard/getCampaigns", filter_campaigns, SENT, FilterScope::Nothing),
    ("offer/dashboard/getOffers", filter_offers, ACTIVE_OFFERS, FilterScope::Nothing),
];

fn screens(world: &World) -> Vec<Row> {
    let rows = world.campaigns.iter().map(|campaign| {
        let kind = CAMPAIGN_TYPES.iter().find(|(id, _)| *id == campaign.kind).expect("a type").1;
        let texts = json!({
            "campaign": campaign.name, "name": kind, "subject": campaign.subject, "ssl": campaign.second_subject,
            "link": preview(campaign.id)
        });
        row(Item::Campaign(campaign.id), campaign.name, campaign.id, texts)
    });
    rows.collect()
}

fn filter_campaigns(world: &World) -> Vec<Row> {
    let rows = world.campaigns.iter().map(|campaign| {
        let texts = json!({"id": campaign.id, "name": campaign.name, "campaigntypeid": campaign.kind});
        row(Item::Campaign(campaign.id), campaign.name, campaign.id, texts)
    });
    rows.collect()
}

fn filter_offers(world: &World) -> Vec<Row> {
    let rows = world.offers.iter().map(|offer| {
        let texts = json!({"id": offer.id, "name": offer.name, "categoryPrimary": offer.category});
        row(Item::Offer(offer.id), offer.name, offer.id, texts)
    });
    rows.collect()
}

/// The default first level of a table.
pub fn first_grouping(shape: &Shape) -> Grouping {
    match shape {
        Shape::AudienceTable(_) => Grouping::Audience,
        _ => Grouping::Lob,
    }
}
