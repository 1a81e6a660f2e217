//! Polls as grids. Their answers have a figure for each option, so that no declaration fits them.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::{Grouped, figure, levels, list, table};
use super::cards;
use super::error::ExportError;
use super::grid::{Cell, Chart, Column, Grid, Level, Row};
use super::titles;
use crate::language::Language;
use crate::metrics::Unit;
use crate::metrics::content::BY_OPTION;
use crate::screens::Field;
use crate::screens::declared::polls::{BLOCK, OPTION_FIELDS, POLLS, TABLE_FIELDS, TOTALS};
use crate::texts::labels;

/// The names of the blocks of the two answers beside [`BLOCK`], as they have them.
pub const OPTIONS: &str = "pollAnswers";
pub const LIST: &str = "pollList";

/// What is read of the answer to a poll.
#[derive(Deserialize)]
struct Answered {
    #[serde(rename = "pollAnswers")]
    options: Vec<Map<String, Value>>,
    #[serde(flatten)]
    blocks: Map<String, Value>,
}

/// What is read of its answers by user group.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ByGroup {
    filter_params: Value,
    data: Vec<Grouped>,
}

/// The card, and the polls to choose from.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_polls(json: &[u8], language: Language) -> Result<Vec<Grid>, ExportError> {
    let mut answer: Map<String, Value> = serde_json::from_slice(json)?;
    let polls: Vec<Map<String, Value>> = serde_json::from_value(answer.remove(LIST).unwrap_or_default())?;
    let mut grids = cards::of_totals(&TOTALS, &serde_json::to_vec(&answer)?, language)?;
    let mut grid = Grid { blocks: vec![LIST], title: titles::of_polls(language), ..Grid::default() };
    list(&mut grid, &POLLS, polls, language);
    grids.push(grid);
    Ok(grids)
}

/// The options of a poll with their answers, and the answers by user group.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_poll(json: &[u8], language: Language) -> Result<Vec<Grid>, ExportError> {
    let Answered { options, mut blocks } = serde_json::from_slice(json)?;
    let label = |field: &'static Field| labels::label(language, field.full_label);
    let column = |field: &'static Field| Column::new(labels::label(language, field.label), field.metric.unit);
    let name = |option: &Map<String, Value>| option.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let by = [titles::of_dimension(&BY_OPTION, language)];
    let answers = label(&TABLE_FIELDS[0]);
    let title = |by: &[String]| (language.texts().files.by)(answers, by);
    let first = Grid {
        blocks: vec![OPTIONS],
        title: title(&by),
        texts: by.to_vec(),
        figures: OPTION_FIELDS.iter().map(column).collect(),
        rows: options
            .iter()
            .map(|option| Row {
                texts: vec![name(option)],
                figures: OPTION_FIELDS.iter().map(|field| figure(option.get(field.name), field.metric.unit)).collect(),
                level: Level::Plain,
            })
            .collect(),
        chart: Some(Chart::Bars),
        metrics: OPTION_FIELDS.iter().map(|field| (label(field), field.metric)).collect(),
        ..Grid::default()
    };
    let ByGroup { filter_params, data } = serde_json::from_value(blocks.remove(BLOCK).unwrap_or_default())?;
    let levels = levels(filter_params, language)?;
    let mut second = Grid {
        blocks: vec![BLOCK],
        title: title(&levels),
        metrics: TABLE_FIELDS.iter().map(|field| (label(field), field.metric)).collect(),
        ..Grid::default()
    };
    let columns = TABLE_FIELDS.iter().map(column);
    let columns = columns.chain(options.iter().map(|option| Column::new(name(option), Unit::Count))).collect();
    let figures = |row: &Map<String, Value>| -> Vec<Cell> {
        let all = TABLE_FIELDS.iter().map(|field| figure(row.get(field.name), field.metric.unit));
        let each = row.get("answers").and_then(Value::as_array).into_iter().flatten();
        all.chain(each.map(|count| figure(Some(count), Unit::Count))).collect()
    };
    table(&mut second, columns, &levels, data, figures, language);
    Ok(vec![first, second])
}
