//! The Member Dashboard and its breakdowns.

use crate::figures::{group_moves as moves, members as metric, program};
use crate::groupings::Grouping;
use crate::modules::Module;
use crate::screens::model::{
    Block, Breakdown, Card, Dashboard, Field, FilterScope, List, Order, Shape, Totals, Trend, block, field, labelled,
};

pub static ENROLLMENTS: Card = Card {
    key: "enrollments",
    fields: &[field("totalNewEnrolled", &metric::NEW_REGISTERED), field("totalEnrolled", &metric::TOTAL_REGISTERED)],
    type_name: Some("ENROLLMENTS"),
    trend: Some(Trend {
        id: "U_NEW_ENROLLMENTS",
        more: &[field("eligible", &metric::ELIGIBLE_MEMBERS), field("initiationRate", &metric::INITIATION_RATE)],
    }),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/enrollments",
        "Registrations.",
        &[
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
                    of: &metric::REGISTRATION_CHANNEL,
                    texts: &[("name", "name")],
                    fields: &[field("value", &metric::NEW_REGISTERED)],
                    counted: &[],
                    order: Order::Most(0),
                    scope: FilterScope::All,
                }),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static ACTIVE_RATE: Card = Card {
    key: "programActiveRate",
    fields: &[field("percent", &metric::PROGRAM_ACTIVE_RATE), field("activeUsers", &metric::ACTIVE_MEMBERS)],
    type_name: Some("PROGRAM_ACTIVE_RATE"),
    trend: Trend::new("U_ACTIVE_RATE"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/programActiveRate",
        "Program Active Rate.",
        &[
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
    )),
    ..Card::EMPTY
};

pub static ENGAGEMENT_RATE: Card = Card {
    key: "engagementRate",
    fields: &[field("percent", &metric::PROGRAM_ENGAGEMENT_RATE), field("engagedUsers", &metric::ENGAGED_MEMBERS)],
    type_name: Some("ENGAGEMENT_RATE"),
    trend: Trend::new("U_ENGAGEMENT_RATE"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/engagementRate",
        "Engagement Rate.",
        &[
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
    )),
    ..Card::EMPTY
};

pub static RETENTION_RATE: Card = Card {
    key: "programRetentionRate",
    fields: &[
        field("percent", &metric::RETENTION_RATE),
        field("newEnrollments", &metric::NEW_REGISTERED),
        // The specification's label.
        labelled("uniqueLoginCount", "Total Enrolled", &metric::UNIQUE_LOGINS).called("Unique Logins"),
    ],
    extra: &[field("base", &metric::REGISTERED_BEFORE).called("Members Registered Before")],
    type_name: Some("PROGRAM_RETENTION_RATE"),
    trend: Trend::new("U_RETENTION_RATE"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/programRetentionRate",
        "Program Retention Rate.",
        &[
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
    )),
};

pub static DORMANT_RATE: Card = Card {
    key: "dormantRate",
    fields: &[field("percent", &metric::DORMANT_RATE), field("dormantUsers", &metric::DORMANT_MEMBERS)],
    type_name: Some("DORMANT_RATE"),
    trend: Trend::new("U_DORMANT_RATE"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/dormantRate",
        "Dormant Rate.",
        &[
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
            block(
                "DORMANT_USERS_BY_AUDIENCE",
                Shape::Groups(Grouping::Audience, field("value", &metric::DORMANT_MEMBERS)),
            ),
            block("DORMANT_RATE_BY_AUDIENCE", Shape::Groups(Grouping::Audience, field("value", &metric::DORMANT_RATE))),
        ],
    )),
    ..Card::EMPTY
};

pub static LOGINS_CARD: Card = Card {
    key: "logins",
    fields: &[field("totalLogins", &metric::TOTAL_LOGINS), field("uniqueLogins", &metric::UNIQUE_LOGINS)],
    type_name: Some("LOGINS"),
    trend: Trend::new("U_LOGINS"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/logins",
        "Logins.",
        &[
            block("LOGINS_BY_PERIOD", Shape::ByPeriod(&[field("total", &metric::TOTAL_LOGINS)])),
            block("UNIQUE_LOGINS_BY_PERIOD", Shape::ByPeriod(&[field("unique", &metric::UNIQUE_LOGINS)])),
            block(
                "LOGINS_TABLE",
                Shape::Table(&[field("total", &metric::TOTAL_LOGINS), field("unique", &metric::UNIQUE_LOGINS)]),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static RETURN_LOGINS: Card = Card {
    key: "returnRate",
    fields: &[
        field("avgLoginUser", &metric::AVERAGE_LOGINS),
        field("uniqueReturnLogins", &metric::UNIQUE_RETURN_LOGINS),
        field("returnLogins2More", &metric::RETURN_LOGINS_OVER_2).called("Members with >2 Return Logins"),
    ],
    type_name: Some("RETURN_RATE"),
    trend: Trend::new("U_RETURN_LOGINS_AND_FREQUENCY"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/returnRateFrequency",
        "Return Rate Frequency.",
        &[
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
                    field("logins10", &metric::LOGINS_OVER_10),
                ]),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static AVERAGE_TENURE: Card = Card {
    key: "averageTenure",
    fields: &[field("", &metric::AVERAGE_TENURE)],
    type_name: Some("AVERAGE_TENURE"),
    trend: Trend::new("U_AVERAGE_TENURE"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/averageTenure",
        "Average Tenure.",
        &[
            block("AVERAGE_TENURE_TABLE", Shape::Table(&[TENURE_MONTHS])),
            block("AVERAGE_TENURE_BY_PERIOD", Shape::ByPeriod(&[TENURE_MONTHS])),
        ],
    )),
    ..Card::EMPTY
};

pub static SATISFACTION: Card = Card {
    key: "satisfaction",
    fields: &[
        field("percent", &program::CUSTOMER_SATISFACTION),
        field("answers", &program::SURVEY_ANSWERS).called("Satisfaction Survey Answers"),
    ],
    type_name: Some("SATISFACTION"),
    trend: Trend::new("U_SATISFACTION"),
    ..Card::EMPTY
};

/// Members who moved from tier to tier. Where nobody has, or small groups are protected, it has no data.
pub static GROUP_MOVES: Card = Card {
    key: "groupMoves",
    fields: &[
        field("movedUp", &moves::MOVED_UP).called("Members Moved Up"),
        field("movedDown", &moves::MOVED_DOWN).called("Members Moved Down"),
        field("stayed", &moves::STAYED_RATE),
    ],
    type_name: Some("GROUP_MOVES"),
    trend: Trend::new("U_GROUP_MOVES"),
    breakdown: Some(Breakdown::new(
        "api/v1/dashboard/users/groupMoves",
        "Moves between Groups.",
        &[
            block("GROUP_MOVES_FLOW", Shape::Flow(field("value", &moves::MEMBERS_AFTER))),
            block(
                "GROUP_MOVES_IN_AND_OUT_TABLE",
                Shape::InAndOut(&[
                    field("before", &moves::MEMBERS_BEFORE),
                    field("joined", &moves::NEWLY_JOINED),
                    field("movedIn", &moves::MOVED_IN),
                    field("movedOut", &moves::MOVED_OUT),
                    field("after", &moves::MEMBERS_AFTER),
                ]),
            ),
            block(
                "GROUP_MOVES_TABLE",
                Shape::Table(&[
                    field("before", &moves::MEMBERS_BEFORE),
                    field("movedUp", &moves::MOVED_UP),
                    field("movedDown", &moves::MOVED_DOWN),
                    field("stayed", &moves::STAYED_RATE),
                ]),
            ),
            block(
                "GROUP_MOVES_BY_PERIOD",
                Shape::ByPeriod(&[field("movedUp", &moves::MOVED_UP), field("movedDown", &moves::MOVED_DOWN)]),
            ),
        ],
    )),
    ..Card::EMPTY
};

static INFO: Totals = Totals {
    by_type: true,
    ..Totals::new(
        "api/v1/dashboard/users/userDashboardInfo",
        "The cards of the Member Dashboard.",
        &[
            &ENROLLMENTS,
            &ACTIVE_RATE,
            &ENGAGEMENT_RATE,
            &RETENTION_RATE,
            &DORMANT_RATE,
            &LOGINS_CARD,
            &RETURN_LOGINS,
            &AVERAGE_TENURE,
            &SATISFACTION,
            &GROUP_MOVES,
        ],
    )
};

/// The program active rate by itself.
static ACTIVE_RATE_TOTALS: Totals = Totals {
    unwrapped: true,
    ..Totals::new("api/v1/dashboard/users/programActiveRate", "The program active rate by itself.", &[&ACTIVE_RATE])
};

const REGISTERED: Field = labelled("enrolled", "Registered", &metric::TOTAL_REGISTERED);

const TENURE_MONTHS: Field = labelled("percent", "Average Tenure(Months)", &metric::AVERAGE_TENURE);

const DORMANT_USERS: Field = field("dormantUsers", &metric::DORMANT_MEMBERS);
const DORMANT_PERCENT: Field = field("percent", &metric::DORMANT_RATE);

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Member Dashboard",
    page: "user-dashboard",
    module: Module::Members,
    has_members: true,
    totals: &[&INFO, &ACTIVE_RATE_TOTALS],
    pinned: &[],
    breakdowns: &[],
    lists: &[],
};
