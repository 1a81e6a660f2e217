//! The parts of the BOND Score: the metric of each, and what it needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::figures::model::{Metric, Term};
use crate::figures::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL, LEVEL_SCALE};
use crate::figures::{members, offers};

/// What a part of the score is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub enum Pillar {
    Reach,
    Habit,
    Value,
    Loyalty,
    Voice,
}

/// The field of [`super::ScoreAnswer`] that contains a part's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PartKey {
    Enrolled2Eligible,
    ClientsRetentionRate,
    ProgramActiveRate,
    ReturnRate,
    RedemptionRate,
    EngagementRate,
    FaActivityLevel,
    Csat,
    AverageTenure,
}

impl PartKey {
    /// The name of the field on the wire.
    pub fn name(self) -> &'static str {
        match self {
            PartKey::Enrolled2Eligible => "enrolled2Eligible",
            PartKey::ClientsRetentionRate => "clientsRetentionRate",
            PartKey::ProgramActiveRate => "programActiveRate",
            PartKey::ReturnRate => "returnRate",
            PartKey::RedemptionRate => "redemptionRate",
            PartKey::EngagementRate => "engagementRate",
            PartKey::FaActivityLevel => "faActivityLevel",
            PartKey::Csat => "csat",
            PartKey::AverageTenure => "averageTenure",
        }
    }
}

/// The unit of a part's numerator, in words: "212 more members with a second qualifying session".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumeratorUnit {
    /// One, and several of them.
    pub one: &'static str,
    pub many: &'static str,
    /// Whether a person does each of them, so that parts can be compared by the number of people.
    pub by_people: bool,
    /// Whether each is in the denominator, too.
    pub joins: bool,
    /// What else each of them changes, in addition to this part; empty if nothing.
    pub beside: &'static str,
}

/// One part of the score.
#[derive(Debug)]
pub struct Part {
    pub key: PartKey,
    pub label: &'static str,
    pub pillar: Pillar,
    pub metric: &'static Metric,
    /// The feed tables it needs; it is not applicable while one of them is empty.
    pub tables: &'static [&'static str],
    /// The measure divided by this is the numerator of the answer.
    pub numerator_scale: f64,
}

/// The parts in the specification's order of fields.
pub static PARTS: [Part; 9] = [
    part(PartKey::Enrolled2Eligible, "Initiation Rate", Pillar::Reach, &members::INITIATION_RATE, &["logins"]),
    part(PartKey::ClientsRetentionRate, "Retention Rate", Pillar::Loyalty, &members::RETENTION_RATE, &["logins"]),
    part(
        PartKey::ProgramActiveRate,
        "Program Active Rate",
        Pillar::Habit,
        &members::PROGRAM_ACTIVE_RATE,
        &["logins", "offer_interactions"],
    ),
    part(PartKey::ReturnRate, "Return Rate", Pillar::Habit, &members::RETURN_RATE, &["logins"]),
    part(
        PartKey::RedemptionRate,
        "Intent to Redeem",
        Pillar::Value,
        &offers::INTENT_TO_REDEEM_RATE,
        &["offer_interactions"],
    ),
    part(
        PartKey::EngagementRate,
        "Engagement Rate",
        Pillar::Habit,
        &members::PROGRAM_ENGAGEMENT_RATE,
        &["logins", "offer_interactions"],
    ),
    Part {
        numerator_scale: LEVEL_SCALE as f64,
        ..part(PartKey::FaActivityLevel, "FA Activity Level", Pillar::Voice, &FA_ACTIVITY_LEVEL, &["fa_activity"])
    },
    part(PartKey::Csat, "CSAT", Pillar::Voice, &CUSTOMER_SATISFACTION, &["csat_responses"]),
    part(PartKey::AverageTenure, "Average Tenure", Pillar::Loyalty, &members::AVERAGE_TENURE, &["logins"]),
];

impl Part {
    /// What its numerator counts.
    pub fn counted(&self) -> NumeratorUnit {
        let of = |one, many| NumeratorUnit { one, many, by_people: true, joins: false, beside: "" };
        match self.key {
            PartKey::Enrolled2Eligible => NumeratorUnit {
                beside: "Whoever registers also joins the members that the Active, Return and Engagement Rates and Average \
                         Tenure are of, and lowers these until more follows.",
                ..of("eligible member who registers", "eligible members who register")
            },
            PartKey::ClientsRetentionRate => NumeratorUnit {
                beside: "Whoever comes back also raises the Return Rate and Average Tenure.",
                ..of("earlier member who logs in again", "earlier members who log in again")
            },
            PartKey::ProgramActiveRate => {
                of("member with a second qualifying session", "members with a second qualifying session")
            }
            PartKey::ReturnRate => {
                of("member who comes back after the first login", "members who come back after the first login")
            }
            PartKey::RedemptionRate => {
                of("pair of member and offer with a redeem click", "pairs of member and offer with a redeem click")
            }
            PartKey::EngagementRate => {
                of("member with a third qualifying session", "members with a third qualifying session")
            }
            PartKey::FaActivityLevel => NumeratorUnit {
                by_people: false,
                ..of("point of activity in one month", "points of activity, added up over the months")
            },
            PartKey::Csat => NumeratorUnit { joins: true, ..of("answer of 4 or 5", "answers of 4 or 5") },
            PartKey::AverageTenure => NumeratorUnit {
                by_people: false,
                ..of("day from a first to a last login", "days from first to last logins, added up over the members")
            },
        }
    }

    /// Whether it counts members who registered before its days.
    pub fn counts_members_before(&self) -> bool {
        self.metric.terms().any(|term| matches!(term, Term::Before(_)))
    }
}

const fn part(
    key: PartKey,
    label: &'static str,
    pillar: Pillar,
    metric: &'static Metric,
    tables: &'static [&'static str],
) -> Part {
    Part { key, label, pillar, metric, tables, numerator_scale: 1.0 }
}
