//! The Emails Dashboard and its sub-screens; the schedule, which is no figure, is in `schedule`.

use super::{Breakdown, Card, Field, Heeds, List, Order, Rows, Shape, Totals, Trend, block, card, field, labelled};
use crate::metrics::{Metric, emails as metric};

pub static DELIVERY_STATUS: Card = card(
    "deliveryStatus",
    "Delivery Status",
    &[
        field("campaigns", &metric::CAMPAIGNS),
        field("sent", &metric::MESSAGES_SENT),
        field("delivered", &metric::MESSAGES_DELIVERED),
        field("bounced", &metric::MESSAGES_BOUNCED),
    ],
);
pub static PERFORMANCE: Card = card(
    "performanceDto",
    "Performance",
    &[field("avgOpen", &metric::AVERAGE_OPEN), field("avgClick", &metric::AVERAGE_CLICK)],
);
pub static REGISTRATION: Card = card(
    "enrollDto",
    "Register %",
    &[field("percent", &metric::REGISTER_RATE), field("enrollments", &metric::REGISTRATIONS)],
);
pub static UNSUBSCRIBED: Card = card(
    "unsubscribedDto",
    "% of Unsubscribed",
    &[field("percent", &metric::UNSUBSCRIBED_RATE), field("sum", &metric::UNSUBSCRIBERS)],
);
pub static LINKS: Card = card("linkDto", "Links Clicked", &[field("sum", &metric::LINKS_CLICKED)]);

pub static DASHBOARD: Totals = Totals {
    path: "api/v1/emails/dashboard/info",
    summary: "The cards of the Emails Dashboard.",
    cards: &[&DELIVERY_STATUS, &PERFORMANCE, &REGISTRATION, &UNSUBSCRIBED, &LINKS],
    bare: false,
    beside: None,
    types: &[],
};

pub static UNSUBSCRIBED_TOTALS: Totals = Totals {
    path: "api/v1/emails/dashboard/info/getUnsubscribedDto",
    summary: "The unsubscribed card by itself.",
    cards: &[&UNSUBSCRIBED],
    bare: true,
    beside: None,
    types: &[],
};

pub static DELIVERY_TREND: Trend = Trend { id: "E_DELIVERY_STATUS", card: &DELIVERY_STATUS, more: &[] };
pub static PERFORMANCE_TREND: Trend = Trend { id: "E_PERFORMANCE", card: &PERFORMANCE, more: &[] };
pub static REGISTRATION_TREND: Trend = Trend { id: "E_ENROLL", card: &REGISTRATION, more: &[] };
pub static UNSUBSCRIBED_TREND: Trend = Trend { id: "E_UNSUBSCRIBED", card: &UNSUBSCRIBED, more: &[] };
pub static LINKS_TREND: Trend = Trend { id: "E_LINKS", card: &LINKS, more: &[] };

/// Campaigns, those of which all figures are 0 left out, each with when it was sent.
const fn by_campaign(fields: &'static [Field]) -> Shape {
    Shape::List(List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("name", "name"), ("sentTime", "sent_at")],
        fields,
        counted: &[],
        order: Order::Name,
        heeds: Heeds::All,
    })
}
const WITH_A_MESSAGE: &[&Metric] = &[&metric::MESSAGES_SENT];

pub static LINKS_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/emails/dashboard/linksClicked",
    title: "Links Breakdown",
    bare: false,
    blocks: &[
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
                heeds: Heeds::All,
            }),
        ),
    ],
};

const DELIVERED: Field = field("delivered", &metric::MESSAGES_DELIVERED);
const SUCCESSFUL_DELIVERED: Field = labelled("totalDelivered", "Successful Delivered", &metric::MESSAGES_DELIVERED);

pub static UNSUBSCRIBED_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/emails/dashboard/unsubscribed",
    title: "Unsubscribed Breakdown",
    bare: false,
    blocks: &[
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
};

const SENT_DELIVERED_BOUNCED: &[Field] =
    &[field("sent", &metric::MESSAGES_SENT), DELIVERED, field("bounced", &metric::MESSAGES_BOUNCED)];

pub static DELIVERY_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/emails/dashboard/deliveryStatus",
    title: "Delivery Status Breakdown",
    bare: false,
    blocks: &[
        block("DELIVERY_STATUS_TABLE", Shape::Table(SENT_DELIVERED_BOUNCED)),
        block("DELIVERY_STATUS_BY_PERIOD", Shape::ByPeriod(SENT_DELIVERED_BOUNCED)),
        block("DELIVERY_STATUS_BY_CAMPAIGN_TABLE", by_campaign(SENT_DELIVERED_BOUNCED)),
    ],
};

pub static REGISTRATION_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/emails/dashboard/enroll",
    title: "Registration Breakdown",
    bare: false,
    blocks: &[
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
};

const UNIQUE_OPENS: Field = field("uniqueOpens", &metric::UNIQUE_OPENS);
const UNIQUE_CLICKS: Field = field("uniqueClicks", &metric::UNIQUE_CLICKS);
const AVERAGE_OPEN: Field = field("avgOpen", &metric::AVERAGE_OPEN);
const AVERAGE_CLICK: Field = field("avgClick", &metric::AVERAGE_CLICK);
const PERFORMANCE_FIELDS: &[Field] = &[UNIQUE_OPENS, AVERAGE_OPEN, UNIQUE_CLICKS, AVERAGE_CLICK, SUCCESSFUL_DELIVERED];

pub static PERFORMANCE_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/emails/dashboard/performance",
    title: "Performance Breakdown",
    bare: false,
    blocks: &[
        block("PERFORMANCE_TABLE", Shape::Table(PERFORMANCE_FIELDS)),
        block("PERFORMANCE_BY_PERIOD", Shape::ByPeriod(&[UNIQUE_OPENS, UNIQUE_CLICKS])),
        block("PERFORMANCE_BY_PERIOD_AVERAGE", Shape::ByPeriod(&[AVERAGE_OPEN, AVERAGE_CLICK])),
        block("PERFORMANCE_BY_CAMPAIGN_TABLE", by_campaign(PERFORMANCE_FIELDS)),
    ],
};

pub static SCREENS: Rows = Rows {
    path: "api/v1/emails/dashboard/screens",
    summary: "Campaigns with a message sent in the period, and where each can be looked at.",
    get: false,
    list: List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("campaign", "name"), ("name", "type"), ("subject", "subject"), ("ssl", "ssl"), ("link", "link")],
        fields: &[],
        counted: WITH_A_MESSAGE,
        order: Order::Name,
        heeds: Heeds::Items,
    },
};

pub static GET_CAMPAIGNS: Rows = Rows {
    path: "api/v1/emails/dashboard/getCampaigns",
    summary: "Campaigns with a message sent in the period, for the filter.",
    get: false,
    list: List {
        of: &metric::BY_CAMPAIGN,
        texts: &[("id", "id"), ("name", "name"), ("campaigntypeid", "type_id")],
        fields: &[],
        counted: WITH_A_MESSAGE,
        order: Order::Name,
        heeds: Heeds::Period,
    },
};

pub static GET_CAMPAIGN_TYPES: Rows = Rows {
    path: "api/v1/emails/dashboard/getCampaignsTypes",
    summary: "Campaign types, for the filter.",
    get: true,
    list: List {
        of: &metric::CAMPAIGN_TYPE,
        texts: &[("id", "id"), ("name", "name")],
        fields: &[],
        counted: &[],
        order: Order::Name,
        heeds: Heeds::Period,
    },
};
