//! The parts of the BOND Score: the metric, bounds and weight of each.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::metrics::model::{Metric, Term};
use crate::metrics::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL, LEVEL_SCALE};
use crate::metrics::{members, offers};

/// The smallest denominator that counts, where it is a number of members, pairs or answers.
const LEAST: i128 = 30;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// One part of the score.
#[derive(Debug)]
pub struct Part {
    pub key: PartKey,
    pub label: &'static str,
    pub pillar: Pillar,
    pub metric: &'static Metric,
    /// In the metric's unit: 0 points at or below the floor, all at or above the target.
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// The feed tables it needs; it is not applicable while one of them is empty.
    pub tables: &'static [&'static str],
    /// With a smaller denominator the part's data are insufficient.
    pub least: i128,
    /// The measure divided by this is the numerator of the answer.
    pub numerator_scale: f64,
}

/// The parts in the specification's order of fields.
pub static PARTS: [Part; 9] = [
    part(
        PartKey::Enrolled2Eligible,
        "Initiation Rate",
        Pillar::Reach,
        &members::INITIATION_RATE,
        (0.0, 60.0),
        15,
        &["logins"],
    ),
    part(
        PartKey::ClientsRetentionRate,
        "Retention Rate",
        Pillar::Loyalty,
        &members::RETENTION_RATE,
        (0.0, 70.0),
        15,
        &["logins"],
    ),
    part(
        PartKey::ProgramActiveRate,
        "Program Active Rate",
        Pillar::Habit,
        &members::PROGRAM_ACTIVE_RATE,
        (0.0, 40.0),
        15,
        &["logins", "offer_interactions"],
    ),
    part(PartKey::ReturnRate, "Return Rate", Pillar::Habit, &members::RETURN_RATE, (75.0, 97.0), 8, &["logins"]),
    part(
        PartKey::RedemptionRate,
        "Intent to Redeem",
        Pillar::Value,
        &offers::INTENT_TO_REDEEM_RATE,
        (0.0, 50.0),
        15,
        &["offer_interactions"],
    ),
    part(
        PartKey::EngagementRate,
        "Engagement Rate",
        Pillar::Habit,
        &members::PROGRAM_ENGAGEMENT_RATE,
        (0.0, 30.0),
        12,
        &["logins", "offer_interactions"],
    ),
    Part {
        // Its denominator counts months, so one is enough.
        least: 1,
        numerator_scale: LEVEL_SCALE as f64,
        ..part(
            PartKey::FaActivityLevel,
            "FA Activity Level",
            Pillar::Voice,
            &FA_ACTIVITY_LEVEL,
            (0.0, 100.0),
            5,
            &["fa_activity"],
        )
    },
    part(PartKey::Csat, "CSAT", Pillar::Voice, &CUSTOMER_SATISFACTION, (40.0, 90.0), 10, &["csat_responses"]),
    part(
        PartKey::AverageTenure,
        "Average Tenure",
        Pillar::Loyalty,
        &members::AVERAGE_TENURE,
        (0.0, 24.0),
        5,
        &["logins"],
    ),
];

impl Part {
    /// Whether its figures are of members registered before its days.
    pub fn counts_members_before(&self) -> bool {
        self.metric.terms().any(|term| matches!(term, Term::Before(_)))
    }
}

const fn part(
    key: PartKey,
    label: &'static str,
    pillar: Pillar,
    metric: &'static Metric,
    (floor, target): (f64, f64),
    weight: u32,
    tables: &'static [&'static str],
) -> Part {
    Part { key, label, pillar, metric, floor, target, weight, tables, least: LEAST, numerator_scale: 1.0 }
}
