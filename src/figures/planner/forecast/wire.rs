//! The answer of a forecast.

use schemars::JsonSchema;
use serde::Serialize;
use time::Date;
use ts_rs::TS;

use crate::figures::filter::iso;
use crate::figures::model::Unit;
use crate::figures::score::formula::round_to;
use crate::figures::score::{PARTS, PartKey, ScoreAnswer};
use crate::i18n::language::Language;

/// Where the score would be, and how well earlier forecasts did.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastAnswer {
    /// The score's method.
    pub method: String,
    /// The score's day, yyyy-mm-dd; null when nothing is loaded.
    pub as_of: Option<String>,
    pub score: Option<f64>,
    /// Why there is no forecast; null where there is one.
    pub missing: Option<String>,
    /// One of so many members is read to know what their habits lead to; 1 where all are.
    pub one_in: u32,
    pub points: Vec<ForecastPoint>,
    /// The score as of earlier days (yyyy-mm-dd) and the last one.
    pub past: Vec<(String, f64)>,
    /// What would have been forecast on earlier days, and what came.
    pub tries: Vec<ForecastTry>,
}

/// The score after some days.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastPoint {
    pub days: u16,
    /// yyyy-mm-dd
    pub day: String,
    pub score: f64,
    /// Two typical errors below and above the score; null where nothing was tried.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The root of the mean square of the errors of the tries, in points.
    pub typical_error: Option<f64>,
    /// How much of the change that habits lead to is believed, 0 to 1: as much as proved right in the tries.
    pub believed: f64,
    /// How many tries there are.
    pub tried: u32,
    pub parts: Vec<ForecastPart>,
}

/// A part of the score after some days. Those that do not count are left out.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastPart {
    pub key: PartKey,
    pub label: String,
    pub unit: Unit,
    pub value: f64,
    /// Whether it is forecast; other parts stay as they are.
    pub is_forecast: bool,
}

/// A forecast for a day whose score is known, from what was known before.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastTry {
    /// The day it was forecast from, yyyy-mm-dd.
    pub from: String,
    /// The day it was forecast for, yyyy-mm-dd.
    pub day: String,
    pub days: u16,
    pub forecast: f64,
    /// The score that came.
    pub score: f64,
}

impl ForecastAnswer {
    pub(super) fn of(score: &ScoreAnswer, language: Language) -> ForecastAnswer {
        ForecastAnswer {
            method: score.explain.method.clone(),
            as_of: score.explain.as_of.clone(),
            score: score.score,
            missing: score.explain.why_missing.as_ref().map(|missing| missing.text(language)),
            one_in: 1,
            points: Vec::new(),
            past: Vec::new(),
            tries: Vec::new(),
        }
    }
}

impl ForecastPoint {
    pub(super) fn new(days: u16, day: Date, score: f64, values: &[Option<f64>; 9]) -> ForecastPoint {
        let parts = PARTS.iter().zip(values).filter_map(|(part, value)| {
            let stays = matches!(part.key, PartKey::RedemptionRate | PartKey::FaActivityLevel | PartKey::Csat);
            Some(ForecastPart {
                key: part.key,
                label: part.label.to_owned(),
                unit: part.metric.unit,
                value: round_to((*value)?, part.metric.unit.decimals() as i32),
                is_forecast: !stays,
            })
        });
        ForecastPoint {
            days,
            day: iso(day),
            score,
            low: None,
            high: None,
            typical_error: None,
            believed: 1.0,
            tried: 0,
            parts: parts.collect(),
        }
    }

    /// Says how sure it is, from the tries with as many days.
    pub(super) fn judge(&mut self, tries: &[ForecastTry]) {
        let tries = tries.iter().filter(|tried| tried.days == self.days);
        let squares: Vec<f64> = tries.map(|tried| (tried.forecast - tried.score).powi(2)).collect();
        self.tried = squares.len() as u32;
        if squares.is_empty() {
            return;
        }
        let error = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        self.typical_error = Some(round_to(error, 2));
        self.low = Some(round_to((self.score - 2.0 * error).max(0.0), 1));
        self.high = Some(round_to((self.score + 2.0 * error).min(100.0), 1));
    }
}
