//! The bodies and answers of the planner's calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::figures::model::Unit;
use crate::figures::score::{PartKey, PartState};

/// What is wished of the score; with neither, the parts as they stand.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct Wish {
    pub target: Option<Target>,
    /// How many more of each part there would be, or fewer: then the answer has the score that this would give.
    pub changes: Option<Vec<PartChange>>,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The part whose value it is; without it, the value is the score.
    #[serde(default)]
    #[ts(optional)]
    pub part: Option<PartKey>,
    /// The score in points, or the value in the unit of the part. It is compared with what is shown, which is rounded.
    pub value: f64,
}

/// More in the numerator of a part, or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartChange {
    pub part: PartKey,
    pub more: i64,
}

/// The parts of the score with what it would take.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannerAnswer {
    /// The score's method.
    pub method: String,
    /// The score's day, yyyy-mm-dd; null when nothing is loaded.
    pub as_of: Option<String>,
    pub window_days: u16,
    pub score: Option<f64>,
    /// Why there is no score, and so nothing to plan; null when there is one.
    pub missing: Option<String>,
    pub parts: Vec<PlannedPart>,
    /// The parts together that reach a target score with the fewest people; null without such a target, and where the parts
    /// that people can move do not reach it at their targets.
    pub mixture: Option<Mixture>,
    /// Null where no changes were asked about.
    pub what_if: Option<WhatIf>,
}

/// A part of the score. One that does not count, or is hidden, is not planned.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedPart {
    pub key: PartKey,
    pub label: String,
    pub unit: Unit,
    pub state: PartState,
    pub value: Option<f64>,
    /// The value with which the part has all its points.
    pub target: f64,
    pub points_earned: Option<f64>,
    pub points_possible: Option<f64>,
    /// What its numerator counts: one, and several.
    pub one: String,
    pub many: String,
    /// Whether somebody does each of them; days and points of activity are nobody's.
    pub by_people: bool,
    /// What else each of them would change, which the figures leave out.
    pub beside: Option<String>,
    /// How many are counted.
    pub counted: Option<i64>,
    /// How many fewer, below 0, and how many more can be asked about.
    pub least: Option<i64>,
    pub most: Option<i64>,
    /// How many more bring the part to its target.
    pub to_target: Option<i64>,
    /// The score with this part at its target and all others as they are.
    pub score_at_target: Option<f64>,
    /// What it would take of this part alone; null without a target, and where it cannot be reached in this way.
    pub needed: Option<Needed>,
    /// Whether no other part alone takes fewer people.
    pub is_cheapest: bool,
}

/// What it takes of one part.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Needed {
    pub more: i64,
    /// What the part would be then, and by how much more than now.
    pub value: f64,
    pub by: f64,
    /// The score that this gives.
    pub score: Option<f64>,
}

/// Several parts together.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mixture {
    pub people: i64,
    pub score: Option<f64>,
    pub parts: Vec<MixturePart>,
}

/// A part with more in its numerator.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MixturePart {
    pub key: PartKey,
    pub more: i64,
    pub value: f64,
}

/// The score that changes would give.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhatIf {
    pub score: Option<f64>,
    pub parts: Vec<MixturePart>,
}
