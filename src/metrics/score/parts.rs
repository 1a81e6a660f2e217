//! The parts of the BOND Score: what each measures, between which bounds, with which weight.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::metrics::model::Metric;
use crate::metrics::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL, LEVEL_SCALE};
use crate::metrics::{members, offers};

/// A denominator that counts members, pairs or answers must be at least this.
const LEAST: i128 = 30;
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub enum Pillar {
    Reach,
    Habit,
    Value,
    Loyalty,
    Voice,
}

/// One part of the score.
#[derive(Debug)]
pub struct Part {
    /// The answer's field.
    pub key: &'static str,
    pub label: &'static str,
    pub pillar: Pillar,
    pub metric: &'static Metric,
    /// In the metric's unit: 0 points at or below the floor, all at or above the target.
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// Feed tables it needs; it is not applicable while one holds no row.
    pub tables: &'static [&'static str],
    /// The smallest denominator that counts.
    pub least: i128,
    /// The measure's units in 1 of the numerator that is shown.
    pub numerator_scale: f64,
}

/// The parts in the specification's order of fields.
pub static PARTS: [Part; 9] = [
    part(
        "enrolled2Eligible",
        "Initiation Rate",
        Pillar::Reach,
        &members::INITIATION_RATE,
        (0.0, 60.0),
        15,
        &["logins"],
    ),
    part(
        "clientsRetentionRate",
        "Retention Rate",
        Pillar::Loyalty,
        &members::RETENTION_RATE,
        (0.0, 70.0),
        15,
        &["logins"],
    ),
    part(
        "programActiveRate",
        "Program Active Rate",
        Pillar::Habit,
        &members::PROGRAM_ACTIVE_RATE,
        (0.0, 40.0),
        15,
        &["logins", "offer_interactions"],
    ),
    part("returnRate", "Return Rate", Pillar::Habit, &members::RETURN_RATE, (75.0, 97.0), 8, &["logins"]),
    part(
        "redemptionRate",
        "Intent to Redeem",
        Pillar::Value,
        &offers::INTENT_TO_REDEEM_RATE,
        (0.0, 50.0),
        15,
        &["offer_interactions"],
    ),
    part(
        "engagementRate",
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
            "faActivityLevel",
            "FA Activity Level",
            Pillar::Voice,
            &FA_ACTIVITY_LEVEL,
            (0.0, 100.0),
            5,
            &["fa_activity"],
        )
    },
    part("csat", "CSAT", Pillar::Voice, &CUSTOMER_SATISFACTION, (40.0, 90.0), 10, &["csat_responses"]),
    part("averageTenure", "Average Tenure", Pillar::Loyalty, &members::AVERAGE_TENURE, (0.0, 24.0), 5, &["logins"]),
];

const fn part(
    key: &'static str,
    label: &'static str,
    pillar: Pillar,
    metric: &'static Metric,
    (floor, target): (f64, f64),
    weight: u32,
    tables: &'static [&'static str],
) -> Part {
    Part { key, label, pillar, metric, floor, target, weight, tables, least: LEAST, numerator_scale: 1.0 }
}
