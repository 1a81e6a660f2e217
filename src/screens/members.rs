//! The Member Dashboard and its breakdowns.

use super::{Block, Breakdown, Card, Field, Heeds, List, Order, Shape, Totals, Trend, block, card, field, labelled};
use crate::metrics::filter::Grouping;
use crate::metrics::members as metric;

pub static ENROLLMENTS: Card = card(
    "enrollments",
    "Registrations",
    &[field("totalNewEnrolled", &metric::NEW_REGISTERED), field("totalEnrolled", &metric::TOTAL_REGISTERED)],
);
pub static ACTIVE_RATE: Card = card(
    "programActiveRate",
    "Program Active Rate",
    &[field("percent", &metric::PROGRAM_ACTIVE_RATE), field("activeUsers", &metric::ACTIVE_MEMBERS)],
);
pub static ENGAGEMENT_RATE: Card = card(
    "engagementRate",
    "Program Engagement Rate",
    &[field("percent", &metric::PROGRAM_ENGAGEMENT_RATE), field("engagedUsers", &metric::ENGAGED_MEMBERS)],
);
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
pub static DORMANT_RATE: Card = card(
    "dormantRate",
    "Dormant Rate",
    &[field("percent", &metric::DORMANT_RATE), field("dormantUsers", &metric::DORMANT_MEMBERS)],
);
pub static LOGINS_CARD: Card = card(
    "logins",
    "Logins",
    &[field("totalLogins", &metric::TOTAL_LOGINS), field("uniqueLogins", &metric::UNIQUE_LOGINS)],
);
pub static RETURN_LOGINS: Card = card(
    "returnRate",
    "Return Logins and Frequency",
    &[
        field("avgLoginUser", &metric::AVERAGE_LOGINS),
        field("uniqueReturnLogins", &metric::UNIQUE_RETURN_LOGINS),
        field("returnLogins2More", &metric::RETURN_LOGINS_2_MORE),
    ],
);
pub static AVERAGE_TENURE: Card =
    card("averageTenure", "Program Average Tenure", &[field("", &metric::AVERAGE_TENURE)]);

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
    beside: None,
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

/// The program active rate by itself.
pub static ACTIVE_RATE_TOTALS: Totals = Totals {
    path: "api/v1/dashboard/users/programActiveRate",
    summary: "The program active rate by itself.",
    cards: &[&ACTIVE_RATE],
    bare: true,
    beside: None,
    types: &[],
};

const REGISTERED: Field = labelled("enrolled", "Registered", &metric::TOTAL_REGISTERED);

pub static REGISTRATIONS: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/enrollments",
    title: "Registrations Breakdown",
    bare: false,
    blocks: &[
        block(
            "ENROLLMENTS_TABLE",
            Shape::Table(&[field("value", &metric::NEW_REGISTERED), field("value2", &metric::TOTAL_REGISTERED)]),
        ),
        block("NEW_ENROLLMENTS_BY_PERIOD", Shape::ByPeriod(&[field("value", &metric::NEW_REGISTERED)])),
        block("ENROLLMENTS_BY_PERIOD", Shape::ByPeriod(&[field("value", &metric::TOTAL_REGISTERED)])),
        block("ELIGIBLE_BY_PERIOD", Shape::ByPeriod(&[field("value", &metric::ELIGIBLE_MEMBERS)])),
        block("ENROLLED_TIERS_BY_PERIOD", Shape::Series(Grouping::Tier, field("value", &metric::TOTAL_REGISTERED))),
        block("ELIGIBLE_TIERS_BY_PERIOD", Shape::Series(Grouping::Tier, field("value", &metric::ELIGIBLE_MEMBERS))),
        block(
            "NEW_ENROLLMENTS_BY_SOURCE",
            Shape::Bars(List {
                of: &metric::REGISTRATION_SOURCE,
                texts: &[("name", "name")],
                fields: &[field("value", &metric::NEW_REGISTERED)],
                counted: &[],
                order: Order::Most(0),
                heeds: Heeds::All,
            }),
        ),
    ],
};

pub static ACTIVE: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/programActiveRate",
    title: "Program Active Rate Breakdown",
    bare: false,
    blocks: &[
        block(
            "ACTIVE_USERS_TABLE",
            Shape::Table(&[
                field("activeUsers", &metric::ACTIVE_MEMBERS),
                REGISTERED,
                labelled("percent", "%", &metric::PROGRAM_ACTIVE_RATE),
            ]),
        ),
        block("ACTIVE_USERS_BY_PERIOD", Shape::ByPeriod(&[field("activeUsers", &metric::ACTIVE_MEMBERS)])),
    ],
};

pub static ENGAGEMENT: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/engagementRate",
    title: "Engagement Rate Breakdown",
    bare: false,
    blocks: &[
        block(
            "ENGAGED_USERS_TABLE",
            Shape::Table(&[
                field("engagedUsers", &metric::ENGAGED_MEMBERS),
                REGISTERED,
                labelled("percent", "%", &metric::PROGRAM_ENGAGEMENT_RATE),
            ]),
        ),
        block("ENGAGED_USERS_BY_PERIOD", Shape::ByPeriod(&[field("engagedUsers", &metric::ENGAGED_MEMBERS)])),
    ],
};

const TENURE_MONTHS: Field = labelled("percent", "Average Tenure(Months)", &metric::AVERAGE_TENURE);

pub static TENURE: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/averageTenure",
    title: "Average Tenure Breakdown",
    bare: false,
    blocks: &[
        block("AVERAGE_TENURE_TABLE", Shape::Table(&[TENURE_MONTHS])),
        block("AVERAGE_TENURE_BY_PERIOD", Shape::ByPeriod(&[TENURE_MONTHS])),
    ],
};

pub static RETENTION: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/programRetentionRate",
    title: "Program Retention Rate Breakdown",
    bare: false,
    blocks: &[
        block(
            "RETENTION_RATE_TABLE",
            Shape::Table(&[
                labelled("percent", "Retention Rate", &metric::RETENTION_RATE),
                field("value2", &metric::NEW_REGISTERED),
                labelled("value", "Total Enrolled", &metric::UNIQUE_LOGINS),
                field("base", &metric::REGISTERED_BEFORE),
            ]),
        ),
        block(
            "RETENTION_RATE_BY_PERIOD",
            Shape::ByPeriod(&[labelled("percent", "Retention Rate", &metric::RETENTION_RATE)]),
        ),
    ],
};

const DORMANT_USERS: Field = field("dormantUsers", &metric::DORMANT_MEMBERS);
const DORMANT_PERCENT: Field = field("percent", &metric::DORMANT_RATE);

pub static DORMANT: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/dormantRate",
    title: "Dormant Rate Breakdown",
    bare: false,
    blocks: &[
        Block {
            id: "DORMANT_RATE_TABLE",
            shape: Shape::Table(&[
                DORMANT_USERS,
                labelled("enrolledUsers", "Registered", &metric::TOTAL_REGISTERED),
                labelled("percent", "%", &metric::DORMANT_RATE),
            ]),
            first_grouping: Grouping::Audience,
        },
        block("DORMANT_USERS_BY_PERIOD", Shape::ByPeriod(&[DORMANT_USERS])),
        block("DORMANT_RATE_BY_PERIOD", Shape::ByPeriod(&[DORMANT_PERCENT])),
        block("DORMANT_USERS_BY_AUDIENCE", Shape::Groups(Grouping::Audience, field("value", &metric::DORMANT_MEMBERS))),
        block("DORMANT_RATE_BY_AUDIENCE", Shape::Groups(Grouping::Audience, field("value", &metric::DORMANT_RATE))),
    ],
};

pub static LOGINS: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/logins",
    title: "Logins Breakdown",
    bare: false,
    blocks: &[
        block("LOGINS_BY_PERIOD", Shape::ByPeriod(&[field("total", &metric::TOTAL_LOGINS)])),
        block("UNIQUE_LOGINS_BY_PERIOD", Shape::ByPeriod(&[field("unique", &metric::UNIQUE_LOGINS)])),
        block(
            "LOGINS_TABLE",
            Shape::Table(&[field("total", &metric::TOTAL_LOGINS), field("unique", &metric::UNIQUE_LOGINS)]),
        ),
    ],
};

pub static RETURN: Breakdown = Breakdown {
    path: "api/v1/dashboard/users/returnRateFrequency",
    title: "Return Rate Frequency Breakdown",
    bare: false,
    blocks: &[
        block(
            "RETURN_LOGINS_TABLE",
            Shape::Table(&[
                field("uniqueReturnLogins", &metric::UNIQUE_RETURN_LOGINS),
                labelled("avgLogins", "Avg. Login/Member", &metric::AVERAGE_LOGINS),
            ]),
        ),
        block(
            "RETURN_FREQUENCY_TABLE",
            Shape::Table(&[
                field("logins1_3", &metric::LOGINS_1_3),
                field("logins4_7", &metric::LOGINS_4_7),
                field("logins8_10", &metric::LOGINS_8_10),
                field("logins10", &metric::LOGINS_10),
            ]),
        ),
    ],
};
