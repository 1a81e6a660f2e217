//! What the calls for files take.

use schemars::JsonSchema;
use serde::Deserialize;
use ts_rs::TS;

use crate::figures::filter::FilterParams;
use crate::render::Separator;

/// What a workbook or a PDF is of.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreensParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// Whether it has the dashboard of the screen with all its breakdowns.
    #[serde(default)]
    pub whole: bool,
    /// The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
    #[serde(default)]
    pub compared: Vec<String>,
}

/// How much a dossier has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// The screen alone.
    Screen,
    /// The dashboard of the screen with all its breakdowns.
    Dashboard,
    /// All dashboards that are open to the user, with all their breakdowns.
    Everything,
}

/// What a dossier is of.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DossierParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    pub extent: Extent,
    /// The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
    #[serde(default)]
    pub compared: Vec<String>,
}

/// What a zip of tables is of, and how these are written.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TablesParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// Whether it has the dashboard of the screen with all its breakdowns.
    #[serde(default)]
    pub whole: bool,
    /// The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
    #[serde(default)]
    pub compared: Vec<String>,
    #[serde(default)]
    pub separator: Separator,
    /// Whether each table begins with a byte order mark, without which some spreadsheets misread accented names.
    #[serde(default = "yes")]
    pub bom: bool,
}

/// What a table is of, and how it is written.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// The id of one of its blocks; without it, the figures of the dashboard's cards.
    pub block: Option<String>,
    /// The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
    #[serde(default)]
    pub compared: Vec<String>,
    #[serde(default)]
    pub separator: Separator,
    /// Whether it begins with a byte order mark, without which some spreadsheets misread accented names.
    #[serde(default = "yes")]
    pub bom: bool,
}

// Each body is a filter and one of these, read from the same object.
macro_rules! bodies {
    ($($body:ident $params:ident)*) => {
        $(
            /// A filter, and what a file is of.
            #[derive(TS, JsonSchema)]
            pub struct $body {
                #[serde(flatten)]
                pub filter: FilterParams,
                #[serde(flatten)]
                pub of: $params,
            }
        )*
    };
}

bodies! {
    ScreensBody ScreensParams
    DossierBody DossierParams
    TablesBody TablesParams
    TableBody TableParams
}

fn yes() -> bool {
    true
}
