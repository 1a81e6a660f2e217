//! What the calls of the planner take and answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::wire::HiddenFields;
use crate::figures::close::CloseTo;
use crate::figures::filter::FilterParams;
use crate::figures::planner::Wish;
use crate::groupings::Grouping;

/// A filter and what is wished of the score. Of the filter, the end of the period and the user groups matter, as for the
/// score.
#[derive(Clone, Debug, Default, TS, JsonSchema)]
pub struct PlannerParams {
    #[serde(flatten)]
    pub filter: FilterParams,
    #[serde(flatten)]
    pub wish: Wish,
}

/// A filter and one of the lists of members. The list says who they are.
#[derive(Clone, Debug, TS, JsonSchema)]
pub struct MemberListParams {
    #[serde(flatten)]
    pub filter: FilterParams,
    #[serde(flatten)]
    pub list: MemberList,
}

/// Which members are listed.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberList {
    pub close_to: CloseTo,
}

/// How many members are close to a threshold, by group.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseAnswer {
    /// The day that dormancy is said as of: the last of the period that is loaded; null where none is. yyyy-mm-dd.
    pub as_of: Option<String>,
    /// The first day of the period, whose qualifying sessions are counted.
    pub start_date: Option<String>,
    #[serde(rename = "viewByH1")]
    #[ts(rename = "viewByH1")]
    pub view_by_h1: Grouping,
    /// Who has not logged in for so many days is dormant.
    pub dormant_days: u16,
    /// Within so many days those of `dormant` become so without a login.
    pub notice_days: u16,
    /// In the order of the groups, the total last; without groups none.
    pub rows: Vec<ClosePeople>,
    /// How many numbers are null because too few members are behind them, or because they would tell such a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hidden: Option<usize>,
}

/// The members of a group who are close to a threshold.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosePeople {
    /// The group's id; null for the total.
    pub id: Option<i32>,
    pub name: String,
    pub is_total: bool,
    /// With one more qualifying session in the period they are active.
    pub active: Option<i64>,
    /// With one more they are engaged.
    pub engaged: Option<i64>,
    /// They become dormant within the days of notice unless they log in.
    pub dormant: Option<i64>,
    /// Why numbers are null.
    #[serde(skip_serializing_if = "HiddenFields::is_empty")]
    #[schemars(default)]
    #[ts(optional, type = "HiddenFields")]
    pub hidden: HiddenFields,
}
