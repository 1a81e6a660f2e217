//! The Member Dashboard and its breakdowns.

use super::{Block, Breakdown, Card, Shape, Totals, Trend, field, labelled};
use crate::metrics::filter::Grouping;
use crate::metrics::members as metric;

pub static ENROLLMENTS: Card = Card {
    key: "enrollments",
    title: "Registrations",
    fields: &[field("totalNewEnrolled", &metric::NEW_REGISTERED), field("totalEnrolled", &metric::TOTAL_REGISTERED)],
    beside: &[],
};
pub static ACTIVE_RATE: Card = Card {
    key: "programActiveRate",
    title: "Program Active Rate",
    fields: &[field("percent", &metric::PROGRAM_ACTIVE_RATE), field("activeUsers", &metric::ACTIVE_MEMBERS)],
    beside: &[],
};
pub static ENGAGEMENT_RATE: Card = Card {
    key: "engagementRate",
    title: "Program Engagement Rate",
    fields: &[field("percent", &metric::PROGRAM_ENGAGEMENT_RATE), field("engagedUsers", &metric::ENGAGED_MEMBERS)],
    beside: &[],
};
pub static RETENTION_RATE: Card = Card {
    key: "programRetentionRate",
    title: "Program Retention Rate",
    fields: &[
        field("percent", &metric::RETENTION_RATE),
        field("newEnrollments", &metric::NEW_REGISTERED),
        labelled("uniqueLoginCount", "Total Enrolled", &metric::UNIQUE_LOGINS),
    ],
    beside: &[field("base", &metric::REGISTERED_BEFORE)],
};
pub static DORMANT_RATE: Card = Card {
    key: "dormantRate",
    title: "Dormant Rate",
    fields: &[field("percent", &metric::DORMANT_RATE), field("dormantUsers", &metric::DORMANT_MEMBERS)],
    beside: &[],
};
pub static LOGINS_CARD: Card = Card {
    key: "logins",
    title: "Logins",
    fields: &[field("totalLogins", &metric::TOTAL_LOGINS), field("uniqueLogins", &metric::UNIQUE_LOGINS)],
    beside: &[],
};
pub static RETURN_LOGINS: Card = Card {
    key: "returnRate",
    title: "Return Logins and Frequency",
    fields: &[
        field("avgLoginUser", &metric::AVERAGE_LOGINS),
        field("uniqueReturnLogins", &metric::UNIQUE_RETURN_LOGINS),
        field("returnLogins2More", &metric::RETURN_LOGINS_2_MORE),
    ],
    beside: &[],
};
pub static AVERAGE_TENURE: Card = Card {
    key: "averageTenure",
    title: "Program Lifetime Metrics",
    fields: &[field("", &metric::AVERAGE_TENURE)],
    beside: &[],
};

pub static DASHBOARD: Totals = Totals {
    path: "api/v1/dashboard/users/userDashboardInfo",
    summary: "The cards of the Member Dashboard.",
    cards: &[
        &ENROLLMENTS,
        &ACTIVE_RATE,
        &ENGAGEMENT_RATE,
        &RETENTION_RATE,
        &DORMANT_RATE,
        &LOGINS_CARD,
        &RETURN_LOGINS,
        &AVERAGE_TENURE,
    ],
    bare: false,
    types: &[
        ("ENROLLMENTS", &ENROLLMENTS),
        ("PROGRAM_ACTIVE_RATE", &ACTIVE_RATE),
        ("ENGAGEMENT_RATE", &ENGAGEMENT_RATE),
        ("PROGRAM_RETENTION_RATE", &RETENTION_RATE),
        ("DORMANT_RATE", &DORMANT_RATE),
        ("LOGINS", &LOGINS_CARD),
        ("RETURN_RATE", &RETURN_LOGINS),
        ("AVERAGE_TENURE", &AVERAGE_TENURE),
    ],
};

pub static ENROLLMENTS_TREND: Trend = Trend {
    id: "U_NEW_ENROLLMENTS",
    card: &ENROLLMENTS,
    more: &[field("eligible", &metric::ELIGIBLE_MEMBERS), field("initiationRate", &metric::INITIATION_RATE)],
};
pub static ACTIVE_RATE_TREND: Trend = Trend { id: "U_ACTIVE_RATE", card: &ACTIVE_RATE, more: &[] };
pub static ENGAGEMENT_RATE_TREND: Trend = Trend { id: "U_ENGAGEMENT_RATE", card: &ENGAGEMENT_RATE, more: &[] };
pub static RETENTION_RATE_TREND: Trend = Trend { id: "U_RETENTION_RATE", card: &RETENTION_RATE, more: &[] };
pub static LOGINS_TREND: Trend = Trend { id: "U_LOGINS", card: &LOGINS_CARD, more: &[] };
pub static RETURN_LOGINS_TREND: Trend = Trend { id: "U_RETURN_LOGINS_AND_FREQUENCY", card: &RETURN_LOGINS, more: &[] };
pub static AVERAGE_TENURE_TREND: Trend = Trend { id: "U_AVERAGE_TENURE", card: &AVERAGE_TENURE, more: &[] };
pub static DORMANT_RATE_TREND: Trend = Trend { id: "U_DORMANT_RATE", card: &DORMANT_RATE, more: &[] };

pub static LOGINS: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/logins",
    title: "Logins Breakdown",
    blocks: &[
        Block {
            id: "LOGINS_BY_PERIOD",
            shape: Shape::ByPeriod(&[field("total", &metric::TOTAL_LOGINS)]),
            first_grouping: Grouping::Lob,
        },
        Block {
            id: "UNIQUE_LOGINS_BY_PERIOD",
            shape: Shape::ByPeriod(&[field("unique", &metric::UNIQUE_LOGINS)]),
            first_grouping: Grouping::Lob,
        },
        Block {
            id: "LOGINS_TABLE",
            shape: Shape::Table(&[field("total", &metric::TOTAL_LOGINS), field("unique", &metric::UNIQUE_LOGINS)]),
            first_grouping: Grouping::Lob,
        },
    ],
};
