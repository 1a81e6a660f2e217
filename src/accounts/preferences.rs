//! What users set for themselves. It reaches the page with the user of its session.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::i18n::language::Language;
use crate::render::Separator;
use crate::store::StoreError;

/// What a user has set for itself. A field that is left out is not set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preferences {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub theme: Option<Theme>,
    /// Whether changed filters apply by themselves after a countdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub countdown: Option<bool>,
    /// Whether single keys without a modifier are shortcuts; they are unless this is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub shortcuts: Option<bool>,
    /// The filters with which dashboards open, as the page has them in its address: a JSON object of at most 2,000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub filters: Option<String>,
    /// The language of the page; without it, that of each browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub language: Option<Language>,
    /// When the newest alert that the user has seen in the header began, in seconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub alerts_seen_at: Option<i64>,
    /// What stands between the values of exported tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub separator: Option<Separator>,
    /// The cards of the Program Monitor in their order, by the names that the page has for them; without it those of every
    /// program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pinned: Option<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    Light,
    Dark,
    /// As the browser is set.
    System,
}

impl Preferences {
    /// Those of a user. Another release may have known others, which are then not set.
    pub fn of_user(app: &App, user_id: i64) -> Result<Preferences, StoreError> {
        let stored = app.store.preferences(user_id)?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}
