//! The body and the answer of the calls that explain a change.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::figures::filter::FilterParams;
use crate::figures::{Hidden, Polarity, Unit};

/// What an explanation needs besides a filter.
#[derive(Clone, Debug, Default, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct ExplainParams {
    /// Which causes are opened; without it the whole is divided by what tells most.
    pub open: Option<OpenedCauses>,
}

/// The body of a call that explains: a filter, and what is opened. Both are read from the same object.
#[derive(JsonSchema)]
pub struct ExplainBody {
    #[serde(flatten)]
    pub filter: FilterParams,
    #[serde(flatten)]
    pub explain: ExplainParams,
}

/// How a part of the change is divided further.
#[derive(Clone, Debug, Default, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OpenedCauses {
    /// Such as TIER, NEWCOMERS, TIME or OFFER: one of the answer's divisions. Without it, and where the whole has one part
    /// only by it, the one that tells most.
    pub by: Option<String>,
    /// By the key of a cause, how that is divided. A key that no cause has is ignored, so that a link can be kept for other
    /// filters.
    pub inside: Option<BTreeMap<String, OpenedCauses>>,
}

/// Why a figure moved.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    pub metric: String,
    pub label: String,
    pub unit: Unit,
    pub polarity: Polarity,
    /// yyyy-mm-dd
    pub start_date: String,
    pub end_date: String,
    /// What it is compared with; null without a comparison.
    pub start_date_before: Option<String>,
    pub end_date_before: Option<String>,
    /// Null where it is hidden.
    pub now: Option<f64>,
    pub before: Option<f64>,
    /// In the figure's unit; of a percentage, in points.
    pub change: Option<f64>,
    /// 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less.
    pub change_percent: Option<f64>,
    /// Why there is no explanation; null where there is one.
    pub note: Option<String>,
    pub chance: Option<Chance>,
    pub calendar: Option<Calendar>,
    /// What the change can be divided by, the division that tells most first.
    pub divisions: Vec<DivisionOffer>,
    pub tree: Option<CauseTree>,
    /// The change, and its largest causes.
    pub sentences: Vec<String>,
}

/// How a change of a rate or mean, or of the score, compares with normal variation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chance {
    /// One standard error of the change, in its unit; of a percentage, in points (docs/explain.md).
    pub standard_error: f64,
    /// Whether the change is within two of them.
    pub is_within: bool,
}

/// How the two windows differ as calendars.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Calendar {
    pub days: i64,
    pub days_before: i64,
    /// The figure for each day; null where it does not add up over days.
    pub per_day: Option<f64>,
    pub per_day_before: Option<f64>,
    /// In words.
    pub text: String,
}

/// Something that a change can be divided by.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DivisionOffer {
    pub by: String,
    pub label: String,
    /// 0 where every part changed like the whole, up to 1 where one did all of it and more; half where none stands out. In
    /// tenths where small groups are protected. Of new and established members it is estimated from a sample, unless they
    /// are asked for.
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
