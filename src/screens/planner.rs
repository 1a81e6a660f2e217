//! What the calls of the planner take and answer.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::wire::HiddenFields;
use crate::groupings::Grouping;
use crate::metrics::close::CloseTo;
use crate::metrics::filter::FilterParams;
use crate::metrics::planner::Wish;

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

// Not derived: in flattened fields, an error does not say where it is.
impl<'de> Deserialize<'de> for PlannerParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlannerParams, D::Error> {
        let (filter, wish) = both(deserializer)?;
        Ok(PlannerParams { filter, wish })
    }
}

impl<'de> Deserialize<'de> for MemberListParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MemberListParams, D::Error> {
        let (filter, list) = both(deserializer)?;
        Ok(MemberListParams { filter, list })
    }
}

/// Two values whose fields are in one object.
fn both<'de, D, A, B>(deserializer: D) -> Result<(A, B), D::Error>
where
    D: Deserializer<'de>,
    A: DeserializeOwned,
    B: DeserializeOwned,
{
    let body = Value::deserialize(deserializer)?;
    Ok((part(&body)?, part(&body)?))
}

fn part<T: DeserializeOwned, E: serde::de::Error>(body: &Value) -> Result<T, E> {
    serde_path_to_error::deserialize(body).map_err(|fault| {
        let path = fault.path().to_string();
        let field = if path == "." { String::new() } else { format!("{path}: ") };
        E::custom(format!("{field}{}", fault.inner()))
    })
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
    /// By name, the total last; without groups none.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::score::PartKey;

    #[test]
    fn a_body_has_the_fields_of_both_and_errors_name_them() {
        let read = |text: &str| serde_json::from_str::<PlannerParams>(text).map_err(|error| error.to_string());
        let body = r#"{"endDate": "2026-01-31", "target": {"part": "csat", "value": 80}, "other": 1}"#;
        let PlannerParams { filter, wish } = read(body).expect("valid");
        assert_eq!(filter.end_date.as_deref(), Some("2026-01-31"));
        assert_eq!(wish.target.map(|target| (target.part, target.value)), Some((Some(PartKey::Csat), 80.0)));
        for (wrong, start) in [
            (r#"{"recordCount": -1}"#, "recordCount: "),
            (r#"{"target": {"value": "x"}}"#, "target.value: "),
            (r#"{"changes": [{"part": "csat"}]}"#, "changes[0]: missing field `more`"),
            (r#"{"changes": [{"part": "x", "more": 1}]}"#, "changes[0].part: unknown variant"),
            (r"3", "invalid type"),
        ] {
            let error = read(wrong).expect_err(wrong);
            assert!(error.starts_with(start), "{wrong}: {error}");
        }
        let list = serde_json::from_str::<MemberListParams>(r#"{"closeTo": "dormant"}"#).expect("valid");
        assert_eq!(list.list.close_to, CloseTo::Dormant);
    }
}
