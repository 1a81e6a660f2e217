//! The answer about issued figures.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::figures::Unit;

/// A figure of the whole program as it was issued on each day, and as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedAnswer {
    pub metric: String,
    pub label: String,
    /// Null for the score, which is in points.
    pub unit: Option<Unit>,
    /// The days that are answered, yyyy-mm-dd: the last ones where the filter has more than are answered at once.
    pub start_date: String,
    pub end_date: String,
    /// Each figure is of so many days, the last of them the day that was closed.
    pub window_days: u16,
    /// The first day of which the figure was issued; null while there is none.
    pub first_day: Option<String>,
    /// Why there is nothing to show; null where there may be something.
    pub note: Option<String>,
    /// In order.
    pub days: Vec<IssuedDay>,
}

/// A figure as it was issued, and as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedDay {
    /// yyyy-mm-dd
    pub day: String,
    /// Such as `2026-03-15T08:30:00Z`.
    pub issued_at: String,
    /// The data version from which it was computed.
    pub data_version: i32,
    /// The name of the score's method; null for other figures.
    pub method: Option<String>,
    pub issued: f64,
    /// Computed from the data of now; null where there is no value any more, and where it was not computed.
    pub now: Option<f64>,
    /// Whether it differs from what was issued; a figure's exact value, the score as it is shown.
    pub differs: bool,
    /// False where it was not computed, because many days may differ: ask for fewer.
    pub is_compared: bool,
    /// What differs and why; null where nothing does.
    pub sentence: Option<String>,
    /// The loads that may have done it, the latest first; at most 10.
    pub loads: Vec<ChangingLoad>,
}

/// A load that changed what a figure is computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangingLoad {
    /// Its number; null for one that the ledger does not have.
    pub load: Option<i64>,
    pub data_version: i32,
    /// yyyy-mm-dd hh:mm, UTC.
    pub at: String,
    /// Such as import, undo or erase.
    pub origin: String,
    /// The feed tables of the figure that it changed.
    pub tables: Vec<String>,
    /// The first and last of the figure's days that it replaced; null where it is not known, or no day was replaced.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
}
