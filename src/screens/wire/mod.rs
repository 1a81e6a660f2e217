//! The JSON of answers, as the specification has it: the types around it, whose TypeScript is generated, and the one place
//! that writes tables (`blocks`, `cards`).

mod blocks;
mod cards;
pub mod form;
pub mod schema;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Number, Value};
use ts_rs::TS;

use crate::config::{ChangeColours, CompareToDate, FirstWeekday};
use crate::figures::chart::ChartPeriod;
use crate::figures::filter::BlockFilter;
use crate::figures::{Cell, Hidden, Metric, Polarity};
use crate::groupings::{Grouping, GroupsAsOf};
use crate::modules::Module;

pub use blocks::{block, breakdown, list};
pub use cards::{cards, poll, poll_groups, polls};

/// A figure, rounded to its unit; whole numbers have no decimal point. Null where it is suppressed.
pub fn figure(metric: &Metric, cell: Cell) -> Value {
    let Some(value) = cell.value() else { return Value::Null };
    let shown = metric.shown(value);
    if shown.fract() == 0.0 && shown.abs() < 9e15 {
        return Value::from(shown as i64);
    }
    Number::from_f64(shown).map_or(Value::Null, Value::Number)
}

/// Why figures are hidden or have no data, by their names in the answer.
pub fn hidden_fields<'a>(hidden: impl IntoIterator<Item = (&'a str, Option<Hidden>)>) -> HiddenFields {
    hidden.into_iter().filter_map(|(name, hidden)| Some((name.to_owned(), hidden?))).collect()
}

/// One block of a breakdown screen. The block's shape says what `data` is.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "Block")]
#[schemars(rename = "Block")]
pub struct BlockAnswer {
    pub r#type: String,
    pub filter_params: BlockFilter,
    #[ts(type = "unknown")]
    pub data: Value,
    /// By period: the key and label of each figure of a row, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub series: Option<Vec<Series>>,
    /// By period: the rows of the same dates one year earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "PeriodRow[]")]
    pub previous: Option<Value>,
    /// By period: as `previous`, but if the data end within a period, its row ends on the same day a year earlier.
    /// Absent where it would be the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "PeriodRow[]")]
    pub previous_to_date: Option<Value>,
    /// By period: the dates and coverage of each period, in the order of the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub periods: Option<Vec<ChartPeriod>>,
    /// A capped list: its full number of rows; for several lists, that of the longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub total: Option<usize>,
    /// Several capped lists: the full number of rows of each, by its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub totals: Option<BTreeMap<String, usize>>,
    /// How many figures are null because too few members are behind them, or because they would tell such a figure; absent
    /// if none is. Where rows are objects, their `hidden` says which and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hidden: Option<usize>,
    /// A feed table that all figures of the block are computed from and that was never loaded; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub not_loaded: Option<&'static str>,
    /// A table by groups, or a list with figures: those whose data begin after the first day of the period, so that they
    /// count a part of it, or that have none in it; absent without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub partial: Vec<&'static str>,
}

/// Why each hidden figure of an object is null, or one without data is 0, by its field.
pub type HiddenFields = BTreeMap<String, Hidden>;

impl BlockAnswer {
    /// A block without data yet.
    pub fn new(id: &str, filter: BlockFilter) -> BlockAnswer {
        BlockAnswer {
            r#type: id.to_owned(),
            filter_params: filter,
            data: Value::Null,
            series: None,
            previous: None,
            previous_to_date: None,
            periods: None,
            total: None,
            totals: None,
            hidden: None,
            not_loaded: None,
            partial: Vec::new(),
        }
    }
}

/// A figure of a by-period block.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct Series {
    pub key: String,
    pub name: String,
}

/// A row of a table: the group's name, its figures by field, and its second level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableRow {
    pub name: String,
    pub is_total: bool,
    #[serde(flatten)]
    pub figures: Map<String, Value>,
    #[serde(skip_serializing_if = "HiddenFields::is_empty")]
    pub hidden: HiddenFields,
    pub records: Vec<TableRow>,
}

/// A row of the Program Monitor's table.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndicatorRow {
    #[ts(type = "\"TOTAL_ENROLLED_USERS\" | \"UNIQUE_LOGINS\" | \"TOTAL_ACTIVE_USERS\" | \"TOTAL_ENGAGED_USERS\"")]
    pub r#type: String,
    pub type_name: String,
    /// Of registered members; of eligible ones for TOTAL_ENROLLED_USERS.
    pub percent: Option<f64>,
    pub sum: Option<f64>,
    /// The figure minus the one it is compared with; null without a comparison, and where the calendar does not go back
    /// that far.
    pub pop_sum: Option<f64>,
    pub pop_percent: Option<f64>,
    /// Why there is no change; absent where the figure before was 0, and without a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// The figure of the first and last period of `trend`.
    pub trend_start: Option<f64>,
    pub trend_end: Option<f64>,
    #[ts(type = "Point[]")]
    pub trend: Vec<(String, Option<f64>)>,
    /// The last day that the last point counts, where that is not the end of its period; yyyy-mm-dd.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trend_through: Option<String>,
    /// The places of the points of `trend` that have no data, counted from 0: their 0 stands for nothing. Absent without
    /// any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    #[ts(optional, as = "Option<Vec<usize>>")]
    pub trend_gaps: Vec<usize>,
    /// Why `percent` or `sum` is null, or has no data; absent where both are shown. `popSum` says that the figure before has
    /// no data. Other figures are null where one they need is hidden.
    #[serde(skip_serializing_if = "HiddenFields::is_empty")]
    #[schemars(default)]
    #[ts(optional, type = "HiddenFields")]
    pub hidden: HiddenFields,
}

/// A figure compared with another window.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendRow {
    pub metric: String,
    pub type_name: String,
    pub pop_value: Option<f64>,
    pub filter_period_value: Option<f64>,
    pub is_percentage: bool,
    pub change_percent: Option<f64>,
    pub points: Option<f64>,
    pub polarity: Polarity,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// Why `popValue` or `filterPeriodValue` is hidden; absent where neither is.
    #[serde(skip_serializing_if = "HiddenFields::is_empty")]
    #[schemars(default)]
    #[ts(optional, type = "HiddenFields")]
    pub hidden: HiddenFields,
}

/// A card's figures against the window that the filter chooses (`pops`; none without a comparison) and the year before.
/// Dates are yyyy-mm-dd; a comparison the calendar does not go back to has empty dates.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendsAnswer {
    pub start_date: String,
    pub end_date: String,
    pub start_date_pop: String,
    pub end_date_pop: String,
    pub start_date_yoy: String,
    pub end_date_yoy: String,
    pub pops: Vec<TrendRow>,
    pub yoys: Vec<TrendRow>,
}

/// The program and the range of its data.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgramInfo {
    pub name: String,
    /// The digest of its logo, which `/logo.png` answers; null where it has none.
    pub logo: Option<String>,
    /// yyyy-mm-dd, in the program's time zone.
    pub today: String,
    /// Last and first day with logins; null while there are none.
    pub through: Option<String>,
    pub first_day: Option<String>,
    /// First and last day that any fact is loaded for; null while there are none.
    pub data_from: Option<String>,
    pub data_until: Option<String>,
    /// Whether nothing is loaded at all.
    pub is_empty: bool,
    /// The feed tables whose data are late by the setting `expected_by`, such as `web_sessions`.
    pub late_tables: Vec<String>,
    /// ISO 4217, for example USD.
    pub currency: String,
    /// Whether the data is made up by `bond demo`.
    pub demo: bool,
    pub change_colours: ChangeColours,
    /// Figures about fewer members than this are hidden; 0 where all are shown.
    pub minimum_members: u16,
    /// The month, 1 to 12, with which THIS_YEAR and PREVIOUS_YEAR begin.
    #[schemars(range(min = 1, max = 12))]
    pub fiscal_year_start: u8,
    /// The day that begins the week in calendars.
    pub first_weekday: FirstWeekday,
    /// What the page compares a month, quarter or year to date with at first. Calls compare with the previous period.
    pub compare_to_date: CompareToDate,
    /// The groups in which members count where a filter does not say.
    pub groups_as_of: GroupsAsOf,
    /// The first day whose groups of members are known, yyyy-mm-dd; null where nobody has been in other groups than now.
    /// Before it members count in the first groups that are known of them.
    pub groups_history_since: Option<String>,
    /// The modules that the program uses; the others are closed to everybody. ADMIN and DATA are always in use.
    pub modules: Vec<Module>,
    /// Whom to write to about the program's modules; null where the settings name no mail address.
    pub account_manager: Option<AccountManager>,
}

/// Who looks after the program at its vendor. Name and phone may be empty.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct AccountManager {
    pub name: String,
    pub mail: String,
    pub phone: String,
}

/// A group members can be in.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct UserGroup {
    pub id: i32,
    pub name: String,
    pub r#type: Grouping,
    /// Its place in the order of its type, from 0: lists have it, and colours follow it.
    pub place: usize,
}
