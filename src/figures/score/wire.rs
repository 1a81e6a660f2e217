//! The answer of the score call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::missing::Missing;
use super::parts::Pillar;
use crate::figures::model::Unit;
use crate::figures::quantity::Quantity;
use crate::figures::table::MayShow;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PartState {
    Ok,
    /// A table it needs is empty.
    NotApplicable,
    /// Its denominator is too small to be meaningful.
    Insufficient,
    /// Fewer than `minimum_members` members are behind it. It counts as little as one with too small a denominator, so that
    /// the score does not tell it.
    Hidden,
    /// The method gives it no weight.
    LeftOut,
}

impl PartState {
    /// The proof that the part's numbers may be shown; None if they are hidden or missing.
    pub fn may_show(self) -> Option<MayShow> {
        MayShow::told(!matches!(self, PartState::Hidden | PartState::NotApplicable))
    }
}

/// Years and months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Tenure {
    pub years: i64,
    pub months: i64,
}

impl Tenure {
    /// Rounded to whole months, then split.
    pub fn of(months: Quantity) -> Tenure {
        let whole = months.rounded(0) as i64;
        Tenure { years: whole / 12, months: whole % 12 }
    }
}

/// The score and its parts. A part that does not count is null.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreAnswer {
    pub score: Option<f64>,
    pub score_last_month: Option<f64>,
    #[serde(rename = "enrolled2Eligible")]
    #[ts(rename = "enrolled2Eligible")]
    pub enrolled2_eligible: Option<f64>,
    pub clients_retention_rate: Option<f64>,
    pub program_active_rate: Option<f64>,
    pub return_rate: Option<f64>,
    pub redemption_rate: Option<f64>,
    pub engagement_rate: Option<f64>,
    pub fa_activity_level: Option<f64>,
    pub csat: Option<f64>,
    pub average_tenure: Option<Tenure>,
    pub explain: Explain,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explain {
    /// The name of the method.
    pub method: String,
    /// yyyy-mm-dd; null when nothing is loaded.
    pub as_of: Option<String>,
    pub window_days: u16,
    /// Share of the weight that counts, 0 to 1.
    pub coverage: f64,
    /// The rounded score minus the rounded score of last month, in points.
    pub mom: Option<f64>,
    /// Whether `mom` is at most two standard errors (docs/explain.md); absent where there is none or its error is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub within_chance: Option<bool>,
    /// How much of `mom` is due to parts that count in only one of the two months, in points.
    pub coverage_effect: Option<f64>,
    /// Why there is no score; null when there is one.
    pub missing: Option<String>,
    /// The same before it is put into words.
    #[serde(skip)]
    #[ts(skip)]
    pub why_missing: Option<Missing>,
    pub parts: Vec<ScorePart>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    pub key: String,
    pub label: String,
    pub pillar: Pillar,
    pub numerator: Option<f64>,
    pub denominator: Option<f64>,
    /// In the part's own unit: percent, or months for averageTenure.
    pub value: Option<f64>,
    pub value_last_month: Option<f64>,
    pub unit: Unit,
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// 0 to 100.
    pub score: Option<f64>,
    pub points_possible: Option<f64>,
    pub points_earned: Option<f64>,
    pub points_moved: Option<f64>,
    pub state: PartState,
    pub definition: String,
}
