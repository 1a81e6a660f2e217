//! The body and the answer of the calls that explain a change.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::figures::explain::{CauseTree, Chance, DivisionOffer};
use crate::figures::filter::FilterParams;
use crate::figures::{Polarity, Unit};

/// What an explanation needs besides a filter.
#[derive(Clone, Debug, Default, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct ExplainParams {
    /// Which causes are opened; without it the whole is divided by what tells most.
    pub open: Option<OpenedCauses>,
}

/// The body of a call that explains: a filter, and what is opened. Both are read from the same object.
#[derive(TS, JsonSchema)]
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

/// How the two windows differ as calendars.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Calendar {
    /// The days of the period that have data.
    pub days: i64,
    pub days_before: i64,
    /// The figure for each day; null where it does not add up over days.
    pub per_day: Option<f64>,
    pub per_day_before: Option<f64>,
    /// In words.
    pub text: String,
}
