//! The causes of a change, as they are answered.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::figures::model::{Hidden, Unit};
use crate::figures::standard_error::is_within_chance;

/// How a change of a rate or mean, or of the score, compares with normal variation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chance {
    /// One standard error of the change, in its unit; of a percentage, in points (docs/explain.md).
    pub standard_error: f64,
    /// Whether the change is within two of them.
    pub is_within: bool,
}

/// Something that a change can be divided by.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DivisionOffer {
    pub by: String,
    pub label: String,
    /// 0 where every part changed like the whole, up to 1 where one did all of it and more; half where none stands out. In
    /// tenths where small groups are protected. Of new and established members, and of moves between groups, it is
    /// estimated, unless they are asked for.
    pub tells: f64,
    /// The name of the part that stands out; null where none does.
    pub leading: Option<String>,
}

/// A change divided: the effects of the causes add up to it.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CauseTree {
    pub by: String,
    pub label: String,
    /// None within a cause whose figures would tell what few members are behind.
    pub causes: Vec<CauseNode>,
    /// The key of the cause that stands out; null where none does.
    pub leading: Option<String>,
    /// What this part can be divided by.
    pub divisions: Vec<String>,
}

/// What a cause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CauseKind {
    /// A group, item or time.
    Slice,
    /// Several with small effects.
    Others,
    /// That what is divided became a larger or smaller part of all.
    Mix,
    /// A part of the score.
    Part,
    /// That parts of the score count in only one of the months.
    Coverage,
}

/// A part of a change.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CauseNode {
    /// Unique among its siblings.
    pub key: String,
    pub name: String,
    pub kind: CauseKind,
    /// The figure in it; null where it is hidden or has none.
    pub now: Option<f64>,
    pub before: Option<f64>,
    /// The unit of both: of the explained figure, or of the part of the score; null for a cause without figures.
    pub unit: Option<Unit>,
    /// Its part of all, in percent: of the sum, or of the denominator of a ratio.
    pub share: Option<f64>,
    pub share_before: Option<f64>,
    /// What it contributes, in the unit of the whole change; null where it is hidden.
    pub effect: Option<f64>,
    /// Of the effect, what is because the figure in it changed, and what because its part of all did; null for a sum.
    pub rate_effect: Option<f64>,
    pub mix_effect: Option<f64>,
    pub hidden: Option<Hidden>,
    pub can_open: bool,
    pub inside: Option<CauseTree>,
}

impl Chance {
    /// Compares a change with its standard error, both in its unit.
    pub fn of(change: f64, standard_error: f64) -> Chance {
        let is_within = is_within_chance(change, standard_error);
        Chance { standard_error: rounded_to(standard_error, 4), is_within }
    }
}

/// A number rounded to `decimals` decimals.
pub(super) fn rounded_to(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}
