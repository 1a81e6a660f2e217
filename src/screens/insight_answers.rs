//! What the calls of Insights answer.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::figures::insights::MovedGroup;
use crate::figures::period::Comparison;
use crate::figures::{Hidden, Polarity, Unit};
use crate::screens::planner::CloseAnswer;

/// The largest changes of figures in a period, with whether they are beyond normal variation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovesAnswer {
    /// The period that was judged, yyyy-mm-dd: the filter's up to the last loaded day, or that which `insteadOf` says; null where
    /// none could be.
    pub start_date: Option<String>,
    pub end_date: Option<String>,
    /// What it is compared with.
    pub start_date_before: Option<String>,
    pub end_date_before: Option<String>,
    /// What was asked for, where that cannot be judged; null where it was.
    pub instead_of: Option<InsteadOf>,
    /// How many changes were tested.
    pub tests: usize,
    /// How many of them are beyond normal variation.
    pub real: usize,
    /// The most earlier changes that one was compared with.
    pub earlier: usize,
    /// Why nothing could be tested; null where something was.
    pub note: Option<String>,
    /// The unusual ones, at most 30, and as many of the usual ones as make ten: of each those with most points of the score first,
    /// then the others by standard errors.
    pub moves: Vec<Move>,
}

/// A period that was asked for and cannot be judged.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsteadOf {
    /// yyyy-mm-dd.
    pub start_date: String,
    pub end_date: String,
    /// What the period that was judged is compared by.
    pub comparison: Comparison,
    /// Why, and which period was judged: a sentence or two.
    pub why: String,
}

/// A channel, a partner, an offer, an article, a source of visitors or a search term that moved.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct MovedItem {
    /// The division of the explanation that has it, such as `OFFER_PARTNER`, and its name.
    pub by: String,
    pub label: String,
    pub key: String,
    pub name: String,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// Unique among the moves of all periods and choices of members, for notes.
    pub key: String,
    /// The id of its explanation.
    pub metric: String,
    pub label: String,
    pub unit: Unit,
    pub polarity: Polarity,
    /// Whether it is beyond normal variation.
    pub unusual: bool,
    /// Null for the whole program and for an item.
    pub group: Option<MovedGroup>,
    /// Null for the whole program and for a group.
    pub item: Option<MovedItem>,
    pub now: f64,
    pub before: f64,
    /// In the figure's unit; of a percentage, in points.
    pub change: f64,
    /// 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less.
    pub change_percent: Option<f64>,
    /// Of a group or item, how all others changed: of a sum in percent, of a rate or mean in its unit.
    pub rest_change: Option<f64>,
    /// What it is worth in points of the score, were it computed over this period; null where it is no part of it.
    pub points: Option<f64>,
    /// Of the change, or of its distance to that of the others: in standard errors.
    pub errors: f64,
    /// How likely normal variation is to do as much.
    pub probability: f64,
    pub sentence: String,
    /// Other figures of the same group or item, and table, that moved the same way.
    pub also: Vec<AlsoMoved>,
}

/// A figure that moved with another.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlsoMoved {
    pub metric: String,
    pub label: String,
    pub change: f64,
    pub change_percent: Option<f64>,
    pub unit: Unit,
}

/// What is unusual on the last loaded day.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnusualAnswer {
    /// yyyy-mm-dd; null where nothing is loaded.
    pub day: Option<String>,
    pub weeks: usize,
    /// How many figures were compared.
    pub tests: usize,
    pub items: Vec<UnusualItem>,
}

/// A figure that is unusual.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnusualItem {
    pub key: String,
    pub metric: String,
    pub label: String,
    pub unit: Unit,
    pub polarity: Polarity,
    pub value: f64,
    /// Of the same weekdays.
    pub median: f64,
    /// In robust standard deviations.
    pub deviations: f64,
    pub probability: f64,
    pub sentence: String,
}

/// What happened, in a few sentences.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct NewsAnswer {
    pub score: ScoreNews,
    /// Null where the roles do not open Insights of the same members.
    pub insights: Option<InsightNews>,
}

/// What the score did since a month before.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct ScoreNews {
    /// In points; null without a score now and then.
    pub change: Option<f64>,
    /// That, and its main causes.
    pub sentences: Vec<String>,
    /// Why there is no change; null where there is.
    pub note: Option<String>,
}

/// What Insights says of a period and of the last loaded day.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
pub struct InsightNews {
    /// With the three largest of those that are unusual or, if none is, of the others.
    pub moves: MovesAnswer,
    /// With the two most unusual figures.
    pub unusual: UnusualAnswer,
}

/// What ends soon.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiringAnswer {
    /// The last loaded day, yyyy-mm-dd; null where nothing is loaded.
    pub as_of: Option<String>,
    /// Within so many days after it.
    pub days: i64,
    /// The offers that end, the first first; null where the roles do not open the Offers Dashboard.
    pub offers: Option<Vec<EndingOffer>>,
    /// How many offers end; the list has at most 50.
    pub offers_total: Option<usize>,
    /// Members who are soon dormant after the last loaded day, by group; the filter's period does not matter.
    pub close: CloseAnswer,
}

/// An offer that ends.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingOffer {
    pub id: i64,
    pub name: String,
    pub partner: String,
    /// yyyy-mm-dd.
    pub ends: String,
    /// Redeem clicks of the 30 days up to the last loaded one.
    pub clicks: Option<i64>,
    pub hidden: Option<Hidden>,
}
