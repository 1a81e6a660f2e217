//! The Emails Dashboard and its sub-screens.

use crate::figures::{Metric, emails as metric};
use crate::modules::Module;
use crate::screens::model::{
    Breakdown, Card, Dashboard, Field, FilterScope, List, ListCall, Order, Shape, Totals, Trend, block, field, labelled,
};

pub static DELIVERY_STATUS: Card = Card {
    key: "deliveryStatus",
    fields: &[
        field("campaigns", &metric::CAMPAIGNS).called("Email Campaigns"),
        field("sent", &metric::MESSAGES_SENT).called("Emails Sent"),
        field("delivered", &metric::MESSAGES_DELIVERED).called("Emails Delivered"),
        field("bounced", &metric::MESSAGES_BOUNCED).called("Emails Bounced"),
    ],
    trend: Trend::new("E_DELIVERY_STATUS"),
    breakdown: Some(Breakdown::new(
        "api/v1/emails/dashboard/deliveryStatus",
        "Delivery Status.",
        &[
            block("DELIVERY_STATUS_TABLE", Shape::Table(SENT_DELIVERED_BOUNCED)),
            block("DELIVERY_STATUS_BY_PERIOD", Shape::ByPeriod(SENT_DELIVERED_BOUNCED)),
            block("DELIVERY_STATUS_BY_CAMPAIGN_TABLE", by_campaign(SENT_DELIVERED_BOUNCED)),
        ],
    )),
    ..Card::EMPTY
};

pub static PERFORMANCE: Card = Card {
    key: "performanceDto",
    fields: &[
        field("avgOpen", &metric::AVERAGE_OPEN).called("Emails Opened %"),
        field("avgClick", &metric::AVERAGE_CLICK).called("Emails Clicked %"),
    ],
    trend: Trend::new("E_PERFORMANCE"),
    breakdown: Some(Breakdown::new(
        "api/v1/emails/dashboard/performance",
        "Performance.",
        &[
            block("PERFORMANCE_TABLE", Shape::Table(PERFORMANCE_FIELDS)),
            block("PERFORMANCE_BY_PERIOD", Shape::ByPeriod(&[UNIQUE_OPENS, UNIQUE_CLICKS])),
            block("PERFORMANCE_BY_PERIOD_AVERAGE", Shape::ByPeriod(&[AVERAGE_OPEN, AVERAGE_CLICK])),
            block("PERFORMANCE_BY_CAMPAIGN_TABLE", by_campaign(PERFORMANCE_FIELDS)),
        ],
    )),
    ..Card::EMPTY
};

pub static REGISTRATION: Card = Card {
    key: "enrollDto",
    fields: &[
        field("percent", &metric::REGISTER_RATE).called("Email Register %"),
        field("enrollments", &metric::REGISTRATIONS).called("Registrations by Email"),
    ],
    trend: Trend::new("E_ENROLL"),
    breakdown: Some(Breakdown::new(
        "api/v1/emails/dashboard/enroll",
        "Registration.",
        &[
            block(
                "ENROLL_TABLE",
                Shape::Table(&[
                    field("enrollments", &metric::REGISTRATIONS),
                    DELIVERED,
                    labelled("percent", "%", &metric::REGISTER_RATE),
                ]),
            ),
            block("ENROLL_BY_PERIOD", Shape::ByPeriod(&[field("enrollments", &metric::REGISTRATIONS)])),
            block(
                "ENROLL_BY_CAMPAIGN_TABLE",
                by_campaign(&[
                    SUCCESSFUL_DELIVERED,
                    labelled("enroll", "Registrations", &metric::REGISTRATIONS),
                    labelled("percent", "%", &metric::REGISTER_RATE),
                ]),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static UNSUBSCRIBED: Card = Card {
    key: "unsubscribedDto",
    fields: &[
        field("percent", &metric::UNSUBSCRIBED_RATE).called("Emails Unsubscribed %"),
        field("sum", &metric::UNSUBSCRIBERS).called("Email Unsubscribers"),
    ],
    trend: Trend::new("E_UNSUBSCRIBED"),
    breakdown: Some(Breakdown::new(
        "api/v1/emails/dashboard/unsubscribed",
        "Unsubscribed.",
        &[
            block(
                "UNSUBSCRIBED_TABLE",
                Shape::Table(&[
                    labelled("sum", "Unsubscribed", &metric::UNSUBSCRIBERS),
                    DELIVERED,
                    labelled("percent", "% of Unsubscribed", &metric::UNSUBSCRIBED_RATE),
                ]),
            ),
            block("UNSUBSCRIBED_BY_PERIOD", Shape::ByPeriod(&[field("sum", &metric::UNSUBSCRIBERS)])),
            block(
                "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
                by_campaign(&[
                    SUCCESSFUL_DELIVERED,
                    labelled("unsubscribed", "Unsubscribed", &metric::UNSUBSCRIBERS),
                    labelled("percent", "Unsubscribe Rate %", &metric::UNSUBSCRIBED_RATE),
                ]),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static LINKS: Card = Card {
    key: "linkDto",
    fields: &[field("sum", &metric::LINKS_CLICKED).called("Email Links Clicked")],
    trend: Trend::new("E_LINKS"),
    breakdown: Some(Breakdown::new(
        "api/v1/emails/dashboard/linksClicked",
        "Links.",
        &[
            block("CLICKS_TABLE", Shape::Table(&[labelled("value", "Clicks", &metric::LINKS_CLICKED)])),
            block("CLICKS_BY_PERIOD", Shape::ByPeriod(&[labelled("value", "Clicks", &metric::LINKS_CLICKED)])),
            block(
                "CLICKED_LINKS",
                Shape::List(List {
                    of: &metric::BY_LINK,
                    texts: &[("link", "link")],
                    fields: &[
                        labelled("total", "Total Clicks", &metric::LINKS_CLICKED),
                        labelled("percent", "%", &metric::SHARE_OF_CLICKS),
                    ],
                    counted: &[],
                    order: Order::Most(0),
                    scope: FilterScope::All,
                }),
            ),
        ],
    )),
    ..Card::EMPTY
};

static INFO: Totals = Totals::new(
    "api/v1/emails/dashboard/info",
    "The cards of the Emails Dashboard.",
    &[&DELIVERY_STATUS, &PERFORMANCE, &REGISTRATION, &UNSUBSCRIBED, &LINKS],
);

static UNSUBSCRIBED_TOTALS: Totals = Totals {
    unwrapped: true,
    ..Totals::new(
        "api/v1/emails/dashboard/info/getUnsubscribedDto",
        "The unsubscribed card by itself.",
        &[&UNSUBSCRIBED],
    )
};

/// Campaigns with a figure other than 0, each with the time it was sent.
const fn by_campaign(fields: &'static [Field]) -> Shape {
    Shape::List(List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("name", "name"), ("sentTime", "sent_at")],
        fields,
        counted: &[],
        order: Order::Name,
        scope: FilterScope::All,
    })
}
const WITH_A_MESSAGE: &[&Metric] = &[&metric::MESSAGES_SENT];

const DELIVERED: Field = field("delivered", &metric::MESSAGES_DELIVERED);
const SUCCESSFUL_DELIVERED: Field = labelled("totalDelivered", "Successful Delivered", &metric::MESSAGES_DELIVERED);

const SENT_DELIVERED_BOUNCED: &[Field] =
    &[field("sent", &metric::MESSAGES_SENT), DELIVERED, field("bounced", &metric::MESSAGES_BOUNCED)];

const UNIQUE_OPENS: Field = field("uniqueOpens", &metric::UNIQUE_OPENS);
const UNIQUE_CLICKS: Field = field("uniqueClicks", &metric::UNIQUE_CLICKS);
const AVERAGE_OPEN: Field = field("avgOpen", &metric::AVERAGE_OPEN);
const AVERAGE_CLICK: Field = field("avgClick", &metric::AVERAGE_CLICK);
const PERFORMANCE_FIELDS: &[Field] = &[UNIQUE_OPENS, AVERAGE_OPEN, UNIQUE_CLICKS, AVERAGE_CLICK, SUCCESSFUL_DELIVERED];

static SCREENS: ListCall = ListCall {
    path: "api/v1/emails/dashboard/screens",
    summary: "Campaigns with a message sent in the period, each with a link to its preview.",
    get: false,
    list: List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("campaign", "name"), ("name", "type"), ("subject", "subject"), ("ssl", "ssl"), ("link", "link")],
        fields: &[],
        counted: WITH_A_MESSAGE,
        order: Order::Name,
        scope: FilterScope::Items,
    },
};

static GET_CAMPAIGNS: ListCall = ListCall {
    path: "api/v1/emails/dashboard/getCampaigns",
    summary: "Campaigns with a message sent in the period, for the filter.",
    get: false,
    list: List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("id", "id"), ("name", "name"), ("campaigntypeid", "type_id")],
        fields: &[],
        counted: WITH_A_MESSAGE,
        order: Order::Name,
        scope: FilterScope::Period,
    },
};

static GET_CAMPAIGN_TYPES: ListCall = ListCall {
    path: "api/v1/emails/dashboard/getCampaignsTypes",
    summary: "Campaign types, for the filter.",
    get: true,
    list: List {
        of: &metric::CAMPAIGN_TYPE,
        texts: &[("id", "id"), ("name", "name")],
        fields: &[],
        counted: &[],
        order: Order::Name,
        scope: FilterScope::Period,
    },
};

/// The path of the schedule, which has no figures and its own code (`answers/schedule.rs`).
pub const SCHEDULE_PATH: &str = "api/v1/emails/dashboard/schedules";

/// Planned e-mails, by date.
pub static SCHEDULE: List = List {
    of: &metric::PLANNED,
    texts: &[
        ("date", "date"),
        ("dayOfWeek", "day_of_week"),
        ("audience", "audience"),
        ("enrollmentStatus", "enrollment_status"),
        ("notes", "notes"),
    ],
    fields: &[],
    counted: &[],
    order: Order::Name,
    scope: FilterScope::Period,
};

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Emails Dashboard",
    page: "emails-dashboard",
    module: Module::Emails,
    has_members: true,
    totals: &[&INFO, &UNSUBSCRIBED_TOTALS],
    pinned: &[],
    breakdowns: &[],
    lists: &[&SCREENS, &GET_CAMPAIGNS, &GET_CAMPAIGN_TYPES],
};
