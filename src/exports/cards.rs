//! The figures of cards and indicators as a grid.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::{figure, of_breakdown};
use super::error::ExportError;
use super::grid::{Cell, Column, Grid, Level, Row};
use crate::language::Language;
use crate::metrics::score::{PARTS, PartState};
use crate::metrics::{Metric, Unit};
use crate::screens::declared::monitor::INDICATORS;
use crate::screens::{Field, Totals};
use crate::texts::labels;

/// What is read of a change.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Changed {
    now: Option<f64>,
    before: Option<f64>,
    before_hidden: Option<Value>,
    change_percent: Option<f64>,
    points: Option<f64>,
    note: Option<String>,
}

/// What is read of an indicator.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IndicatorFigures {
    r#type: String,
    percent: Option<f64>,
    sum: Option<f64>,
    pop_sum: Option<f64>,
    pop_percent: Option<f64>,
    note: Option<String>,
    #[serde(default)]
    hidden: Map<String, Value>,
}

/// What is read of the score.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScoreFigures {
    score: Option<f64>,
    score_last_month: Option<f64>,
    explain: ScoreParts,
}

#[derive(Deserialize)]
struct ScoreParts {
    missing: Option<String>,
    parts: Vec<PartFigures>,
}

/// What is read of a part of the score.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PartFigures {
    label: String,
    value: Option<f64>,
    value_last_month: Option<f64>,
    unit: Unit,
    floor: f64,
    target: f64,
    weight: f64,
    points_earned: Option<f64>,
    state: PartState,
}

/// The figures of all cards, and the grids of the blocks that are answered with them.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_totals(totals: &'static Totals, json: &[u8], language: Language) -> Result<Vec<Grid>, ExportError> {
    let texts = &language.texts().files;
    let mut answer: Map<String, Value> = serde_json::from_slice(json)?;
    let compare = answer.remove("compare").unwrap_or_default();
    let mut compare: BTreeMap<String, Changed> = serde_json::from_value(compare)?;
    let mut grid = Grid {
        title: texts.key_figures.to_owned(),
        texts: vec![texts.figure.to_owned(), texts.note.to_owned()],
        figures: vec![
            Column::new(texts.value, None),
            Column::new(texts.before, None),
            Column::new(texts.change, Unit::Percent),
            Column::new(texts.change_in_points, Unit::Decimal),
        ],
        ..Grid::default()
    };
    for card in totals.cards {
        let figures = answer.get(card.key).and_then(Value::as_object);
        for field in card.all_fields() {
            let change = compare.remove(&card.metric_id(field)).unwrap_or_default();
            grid.rows.push(row(field, figures, change, language));
            grid.metrics.push((labels::label(language, field.full_label), field.metric));
        }
    }
    let mut grids = vec![grid];
    if let Some((key, breakdown)) = totals.extra {
        let blocks: Map<String, Value> = serde_json::from_value(answer.remove(key).unwrap_or_default())?;
        grids.extend(of_breakdown(breakdown, blocks, language)?);
    }
    Ok(grids)
}

fn row(field: &Field, figures: Option<&Map<String, Value>>, change: Changed, language: Language) -> Row {
    let unit = field.metric.unit;
    let of_card = |name: &str| figure(figures.and_then(|figures| figures.get(name)), unit);
    let now = match field.name {
        // The card has a tenure in whole years and months.
        "" => change.now.map_or(Cell::Hidden, |months| Cell::Figure(months, unit)),
        name => of_card(name),
    };
    let before = match change.before_hidden {
        Some(_) => Cell::Hidden,
        None => cell(change.before, unit),
    };
    let is_hidden = [now, before].contains(&Cell::Hidden);
    let of_change = |value: Option<f64>, unit| if is_hidden { Cell::Hidden } else { cell(value, unit) };
    let points = match unit {
        Unit::Percent => of_change(change.points, Unit::Decimal),
        _ => Cell::None,
    };
    Row {
        texts: vec![labels::label(language, field.full_label).to_owned(), change.note.unwrap_or_default()],
        figures: vec![now, before, of_change(change.change_percent, Unit::Percent), points],
        level: Level::Plain,
    }
}

/// The table of the Program Monitor.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_indicators(json: &[u8], language: Language) -> Result<Grid, ExportError> {
    let texts = &language.texts().files;
    let answer: Vec<IndicatorFigures> = serde_json::from_slice(json)?;
    let mut grid = Grid {
        title: texts.indicators.to_owned(),
        texts: vec![texts.indicator.to_owned(), texts.note.to_owned()],
        figures: vec![
            Column::new(texts.members, Unit::Count),
            Column::new(texts.share, Unit::Percent),
            Column::new(texts.difference, Unit::Count),
            Column::new(texts.change, Unit::Percent),
        ],
        ..Grid::default()
    };
    for indicator in &INDICATORS {
        let Some(figures) = answer.iter().find(|figures| figures.r#type == indicator.id) else { continue };
        let is_hidden = |name: &str| figures.hidden.contains_key(name);
        let shown = |name: &str, value: Option<f64>, unit| match is_hidden(name) {
            true => Cell::Hidden,
            false => cell(value, unit),
        };
        grid.rows.push(Row {
            texts: vec![
                labels::label(language, indicator.metric.label).to_owned(),
                figures.note.clone().unwrap_or_default(),
            ],
            figures: vec![
                shown("sum", figures.sum, Unit::Count),
                shown("percent", figures.percent, Unit::Percent),
                shown("sum", figures.pop_sum, Unit::Count),
                shown("sum", figures.pop_percent, Unit::Percent),
            ],
            level: Level::Plain,
        });
        let named = |metric: &'static Metric| (labels::label(language, metric.label), metric);
        grid.metrics.extend([named(indicator.metric), named(indicator.share)]);
    }
    Ok(grid)
}

/// The score with its parts. A part that does not count says why.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_score(json: &[u8], language: Language) -> Result<Grid, ExportError> {
    let texts = &language.texts().files;
    let answer: ScoreFigures = serde_json::from_slice(json)?;
    let mut grid = Grid {
        title: "BOND Score".to_owned(),
        texts: vec![texts.part.to_owned(), texts.note.to_owned()],
        figures: vec![
            Column::new(texts.value, None),
            Column::new(texts.last_month, None),
            Column::new(texts.floor, None),
            Column::new(texts.target, None),
            Column::new(texts.weight, Unit::Count),
            Column::new(texts.points, Unit::Decimal),
        ],
        ..Grid::default()
    };
    let points = |value: Option<f64>| cell(value, Unit::Decimal);
    grid.rows.push(Row {
        texts: vec!["BOND Score".to_owned(), answer.explain.missing.unwrap_or_default()],
        figures: vec![
            points(answer.score),
            points(answer.score_last_month),
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
        ],
        level: Level::Total,
    });
    for part in answer.explain.parts {
        let PartFigures { label, value, value_last_month, unit, floor, target, weight, points_earned, state } = part;
        let of_value = |value| if state == PartState::Hidden { Cell::Hidden } else { cell(value, unit) };
        let note = match state {
            PartState::Ok => "",
            PartState::NotApplicable => texts.not_applicable,
            PartState::Insufficient => texts.insufficient,
            PartState::Hidden => texts.part_hidden,
            PartState::LeftOut => texts.part_left_out,
        };
        let figures = vec![
            of_value(value),
            of_value(value_last_month),
            Cell::Figure(floor, unit),
            Cell::Figure(target, unit),
            Cell::Figure(weight, Unit::Count),
            points(points_earned),
        ];
        grid.rows.push(Row {
            texts: vec![labels::label(language, &label).to_owned(), note.to_owned()],
            figures,
            level: Level::Plain,
        });
    }
    grid.metrics = PARTS.iter().map(|part| (labels::label(language, part.label), part.metric)).collect();
    Ok(grid)
}

fn cell(value: Option<f64>, unit: Unit) -> Cell {
    value.map_or(Cell::None, |value| Cell::Figure(value, unit))
}
