//! A declared block and its answer as a grid.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::ExportError;
use super::grid::{Cell, Chart, Column, Grid, Level, Periods, Row};
use super::titles;
use crate::clock;
use crate::groupings::{Grouping, ViewBy, ViewByH2};
use crate::language::Language;
use crate::metrics::Unit;
use crate::metrics::period::Grain;
use crate::screens::declared::emails;
use crate::screens::{Block, Breakdown, Field, List, Shape};
use crate::texts::{dates, labels};

/// What answers call the group of everybody.
const TOTAL: &str = "Total";
/// A pie with more slices than this is drawn as bars.
const MOST_SLICES: usize = 8;

/// What is read of the answer to a block.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Answered {
    filter_params: Choices,
    data: Value,
    previous: Option<Vec<Vec<Value>>>,
    previous_to_date: Option<Vec<Vec<Value>>>,
    periods: Option<Vec<Period>>,
}

/// What a block's own filter chose. The defaults are of blocks that are answered without one and do not read it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Choices {
    time_scale: Grain,
    view_by: ViewBy,
    #[serde(rename = "viewByH1")]
    view_by_h1: Grouping,
    #[serde(rename = "viewByH2")]
    view_by_h2: ViewByH2,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            time_scale: Grain::Month,
            view_by: ViewBy::Totals,
            view_by_h1: Grouping::Lob,
            view_by_h2: ViewByH2::None,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Period {
    start: String,
    through: Option<String>,
    complete: bool,
    covered: bool,
    previous_covered: bool,
}

/// A line of a chart by period.
#[derive(Deserialize)]
struct Line {
    name: String,
    records: Vec<Vec<Value>>,
}

/// A row of a table.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Grouped {
    name: String,
    is_total: bool,
    #[serde(default)]
    records: Vec<Grouped>,
    #[serde(flatten)]
    figures: Map<String, Value>,
}

/// A grid for each block of a breakdown. Columns of one list are one grid.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_breakdown(
    breakdown: &Breakdown,
    mut answer: Map<String, Value>,
    language: Language,
) -> Result<Vec<Grid>, ExportError> {
    let periods = answer.remove("periods");
    let mut grids: Vec<Grid> = Vec::new();
    for block in breakdown.blocks {
        let value = answer.remove(block.id).unwrap_or_default();
        let mut answered = if breakdown.unwrapped {
            Answered { data: value, ..Answered::default() }
        } else {
            serde_json::from_value(value)?
        };
        if breakdown.unwrapped {
            answered.periods = periods.clone().map(serde_json::from_value).transpose()?;
        }
        if let (Shape::Column(list, name), Some(grid)) = (&block.shape, grids.last_mut())
            && !grid.blocks.is_empty()
        {
            add_column(grid, list, name, answered.data, language)?;
            grid.blocks.push(block.id);
            continue;
        }
        grids.push(of_block(breakdown, block, answered, language)?);
    }
    Ok(grids)
}

/// The grid of one block.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_block(
    breakdown: &Breakdown,
    block: &'static Block,
    answered: Answered,
    language: Language,
) -> Result<Grid, ExportError> {
    let texts = &language.texts().files;
    let of_grouping = |grouping| titles::of_grouping(grouping, language);
    let of_dimension = |dimension| titles::of_dimension(dimension, language);
    let mut grid = Grid { blocks: vec![block.id], ..Grid::default() };
    let shape = &block.shape;
    let Choices { view_by, view_by_h1, view_by_h2, .. } = answered.filter_params;
    let period = || texts.period.to_owned();
    let by: Vec<String> = match shape {
        Shape::ByPeriod(fields) => {
            let grouping = view_by.grouping();
            by_period(&mut grid, fields, grouping, answered, language)?;
            std::iter::once(period()).chain(grouping.map(of_grouping)).collect()
        }
        Shape::ByPeriodTotals(fields) => {
            by_period(&mut grid, fields, None, answered, language)?;
            vec![period()]
        }
        Shape::Series(grouping, field) => {
            by_period(&mut grid, std::slice::from_ref(field), Some(*grouping), answered, language)?;
            vec![period(), of_grouping(*grouping)]
        }
        Shape::Table(fields) => {
            let levels = levels_of(view_by_h1, view_by_h2, language);
            let figures = |row: &Map<String, Value>| {
                fields.iter().map(|field| figure(row.get(field.name), field.metric.unit)).collect()
            };
            let columns = fields.iter().map(|field| column(field, language)).collect();
            table(&mut grid, columns, &levels, serde_json::from_value(answered.data)?, figures, language);
            levels
        }
        Shape::Groups(grouping, field) => {
            let name = of_grouping(*grouping);
            grid.texts = vec![name.clone()];
            rows(&mut grid, &["name"], std::slice::from_ref(field), serde_json::from_value(answered.data)?, language);
            grid.chart = Some(Chart::Bars);
            vec![name]
        }
        Shape::Bars(of) | Shape::List(of) => {
            list(&mut grid, of, serde_json::from_value(answered.data)?, language);
            grid.chart = matches!(shape, Shape::Bars(_)).then_some(Chart::Bars);
            vec![of_dimension(of.of)]
        }
        Shape::Lists(lists) => {
            let mut data: Map<String, Value> = serde_json::from_value(answered.data)?;
            for (key, of) in *lists {
                let before = grid.rows.len();
                list(&mut grid, of, serde_json::from_value(data.remove(*key).unwrap_or_default())?, language);
                grid.rows[before..].iter_mut().for_each(|row| row.texts.insert(0, titles::of_list(key, of, language)));
            }
            grid.texts.insert(0, texts.list.to_owned());
            Vec::new()
        }
        Shape::Months(fields) => {
            grid.texts = vec![texts.month.to_owned()];
            rows(&mut grid, &["date"], fields, serde_json::from_value(answered.data)?, language);
            let periods = answered.periods.unwrap_or_default();
            cover(&mut grid, &periods, language);
            grid.periods = Some(of_periods(Grain::Month, &periods));
            grid.chart = Some(Chart::Line);
            vec![texts.month.to_owned()]
        }
        Shape::Column(of, name) => {
            add_column(&mut grid, of, name, answered.data, language)?;
            grid.chart = Some(Chart::Pie);
            vec![of_dimension(of.of)]
        }
        Shape::Pairs(of) => {
            let names: Vec<&str> = names(of).collect();
            let pairs: Vec<Vec<Value>> = serde_json::from_value(answered.data)?;
            let object = |pair: Vec<Value>| names.iter().map(|name| (*name).to_owned()).zip(pair).collect();
            list(&mut grid, of, pairs.into_iter().map(object).collect(), language);
            vec![of_dimension(of.of)]
        }
        Shape::Triples(of) => {
            triples(&mut grid, of, serde_json::from_value(answered.data)?, language);
            vec![of_dimension(of.of)]
        }
        Shape::Card(fields) => {
            let data: Map<String, Value> = serde_json::from_value(answered.data)?;
            grid.texts = vec![texts.figure.to_owned()];
            grid.figures = vec![Column::new(texts.value, None)];
            grid.rows = fields
                .iter()
                .map(|field| Row {
                    texts: vec![labels::label(language, field.full_label).to_owned()],
                    figures: vec![figure(data.get(field.name), field.metric.unit)],
                    level: Level::Plain,
                })
                .collect();
            Vec::new()
        }
    };
    if grid.metrics.is_empty() {
        grid.metrics =
            shape.fields().into_iter().map(|field| (labels::label(language, field.full_label), field.metric)).collect();
    }
    grid.title = titles::of_block(breakdown, shape, &by, language);
    if grid.chart == Some(Chart::Pie) && grid.rows.len() > MOST_SLICES {
        grid.chart = Some(Chart::Bars);
    }
    Ok(grid)
}

/// A figure of an answer. What is null is hidden.
pub fn figure(value: Option<&Value>, unit: Unit) -> Cell {
    match value {
        Some(Value::Null) => Cell::Hidden,
        value => value.and_then(Value::as_f64).map_or(Cell::None, |value| Cell::Figure(value, unit)),
    }
}

/// A text of an answer; numbers, such as ids, as they are.
fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn column(field: &Field, language: Language) -> Column {
    Column::new(labels::label(language, field.label), field.metric.unit)
}

/// The names of a list's values in the answer, texts first.
fn names(list: &List) -> impl Iterator<Item = &'static str> {
    list.texts.iter().map(|(name, _)| *name).chain(list.fields.iter().map(|field| field.name))
}

pub(super) fn list(grid: &mut Grid, list: &List, objects: Vec<Map<String, Value>>, language: Language) {
    let texts: Vec<&str> = list.texts.iter().map(|(name, _)| *name).collect();
    grid.texts = titles::of_texts(list, language);
    rows(grid, &texts, list.fields, objects, language);
}

/// The grid of a list by itself.
///
/// # Errors
/// If the answer is no list of objects.
fn of_rows(of: &List, title: String, json: &[u8], language: Language) -> Result<Grid, ExportError> {
    let mut grid = Grid { title, ..Grid::default() };
    list(&mut grid, of, serde_json::from_slice(json)?, language);
    Ok(grid)
}

/// The e-mail schedule, with weekdays of the language: its answer has them in English.
pub fn of_schedule(json: &[u8], language: Language) -> Result<Grid, ExportError> {
    let mut grid = of_rows(&emails::SCHEDULE, titles::of_schedule(language), json, language)?;
    for row in &mut grid.rows {
        let [day, weekday, ..] = &mut row.texts[..] else { continue };
        if let Ok(day) = clock::day(day) {
            dates::weekday(day.weekday(), language).clone_into(weekday);
        }
    }
    Ok(grid)
}

/// Adds a row for each object.
fn rows(grid: &mut Grid, texts: &[&str], fields: &[Field], objects: Vec<Map<String, Value>>, language: Language) {
    grid.figures = fields.iter().map(|field| column(field, language)).collect();
    grid.rows.extend(objects.into_iter().map(|object| Row {
        texts: texts.iter().map(|name| text(object.get(*name))).collect(),
        figures: fields.iter().map(|field| figure(object.get(field.name), field.metric.unit)).collect(),
        level: Level::Plain,
    }));
}

/// Adds a column of a list to the rows, which begin with the first one.
fn add_column(grid: &mut Grid, list: &List, name: &str, data: Value, language: Language) -> Result<(), ExportError> {
    let values: Vec<Value> = serde_json::from_value(data)?;
    let empty = || Row { texts: Vec::new(), figures: Vec::new(), level: Level::Plain };
    grid.rows.resize_with(values.len().max(grid.rows.len()), empty);
    let values = grid.rows.iter_mut().zip(values);
    if let Some(field) = list.fields.iter().find(|field| field.name == name) {
        grid.figures.push(column(field, language));
        values.for_each(|(row, value)| row.figures.push(figure(Some(&value), field.metric.unit)));
        grid.metrics.push((labels::label(language, field.full_label), field.metric));
    } else {
        let titles = list.texts.iter().zip(titles::of_texts(list, language));
        grid.texts.extend(titles.filter(|((text, _), _)| *text == name).map(|(_, title)| title));
        values.for_each(|(row, value)| row.texts.push(text(Some(&value))));
    }
    Ok(())
}

/// A name with its figure in the whole window and in each month.
type Triple = (String, Value, Vec<(String, Value)>);

fn triples(grid: &mut Grid, list: &List, data: Vec<Triple>, language: Language) {
    let Some(field) = list.fields.first() else { return };
    let unit = field.metric.unit;
    grid.texts = titles::of_texts(list, language);
    grid.figures = vec![column(field, language)];
    if let Some((_, _, months)) = data.first() {
        grid.figures.extend(months.iter().map(|(month, _)| Column::new(dates::period(month, language), unit)));
    }
    grid.chart = Some(Chart::Pie);
    grid.rows = data
        .into_iter()
        .map(|(name, whole, months)| {
            let months = months.iter().map(|(_, value)| figure(Some(value), unit));
            let figures = std::iter::once(figure(Some(&whole), unit)).chain(months).collect();
            Row { texts: vec![name], figures, level: Level::Plain }
        })
        .collect();
}

/// The groupings of a table, from what its answer says of its own filter.
pub(super) fn levels(filter_params: Value, language: Language) -> Result<Vec<String>, ExportError> {
    let Choices { view_by_h1, view_by_h2, .. } = serde_json::from_value(filter_params)?;
    Ok(levels_of(view_by_h1, view_by_h2, language))
}

fn levels_of(first: Grouping, second: ViewByH2, language: Language) -> Vec<String> {
    let levels = [Some(first), second.grouping()].into_iter().flatten();
    levels.map(|grouping| titles::of_grouping(grouping, language)).collect()
}

/// Adds a row for each group and each group within it. `figures_of` reads the figures of a row.
pub(super) fn table(
    grid: &mut Grid,
    columns: Vec<Column>,
    levels: &[String],
    groups: Vec<Grouped>,
    figures_of: impl Fn(&Map<String, Value>) -> Vec<Cell>,
    language: Language,
) {
    let total = language.texts().files.total;
    grid.texts = levels.to_vec();
    grid.is_nested = levels.len() > 1;
    grid.figures = columns;
    let figures = |group: &Grouped| figures_of(&group.figures);
    let last = groups.len().saturating_sub(1);
    for (at, group) in groups.into_iter().enumerate() {
        let name = if group.is_total && group.name == TOTAL { total.to_owned() } else { group.name.clone() };
        let mut texts = vec![name.clone()];
        if grid.is_nested {
            // The grand total has no groups within it.
            let is_grand = at == last && group.is_total && group.records.is_empty();
            texts.push(if is_grand { String::new() } else { total.to_owned() });
        }
        let level = if group.is_total { Level::Total } else { Level::Plain };
        grid.rows.push(Row { texts, figures: figures(&group), level });
        grid.rows.extend(group.records.iter().map(|within| Row {
            texts: vec![name.clone(), within.name.clone()],
            figures: figures(within),
            level: Level::Within,
        }));
    }
}

/// One row per period: the figures of all, with those of a year before, or a column for each group.
fn by_period(
    grid: &mut Grid,
    fields: &[Field],
    grouping: Option<Grouping>,
    answered: Answered,
    language: Language,
) -> Result<(), ExportError> {
    let texts = &language.texts().files;
    let label_of = |field: &Field| labels::label(language, field.label);
    let Answered { data, previous, previous_to_date, periods, filter_params } = answered;
    let periods = periods.unwrap_or_default();
    let lines: Vec<Line> = match grouping {
        Some(_) => serde_json::from_value(data)?,
        None => vec![Line { name: String::new(), records: serde_json::from_value(data)? }],
    };
    grid.texts = vec![texts.period.to_owned()];
    grid.chart = Some(Chart::Line);
    let rows = lines.iter().map(|line| line.records.len()).max().unwrap_or_default();
    let label = |at: usize| lines.iter().find_map(|line| line.records.get(at)).and_then(|row| row.first());
    grid.rows = (0..rows)
        .map(|at| Row {
            texts: vec![dates::period(&text(label(at)), language)],
            figures: Vec::new(),
            level: Level::Plain,
        })
        .collect();
    for line in &lines {
        for field in fields {
            let name = match (grouping, fields.len()) {
                (None, _) => label_of(field).to_owned(),
                (Some(_), 1) => line.name.clone(),
                (Some(_), _) => format!("{}: {}", line.name, label_of(field)),
            };
            grid.figures.push(Column::new(name, field.metric.unit));
        }
        add_figures(&mut grid.rows, &line.records, fields);
    }
    // A period that is not complete is compared with as many days of the year before.
    if let Some(previous) = previous_to_date.or(previous) {
        for field in fields {
            let name = (texts.year_before)(label_of(field));
            grid.figures.push(Column { is_earlier: true, ..Column::new(name, field.metric.unit) });
        }
        // Each has the row of the same index, and none where the calendar does not go back that far.
        let missing = rows.saturating_sub(previous.len());
        let aligned: Vec<Vec<Value>> = std::iter::repeat_n(Vec::new(), missing).chain(previous).collect();
        add_figures(&mut grid.rows, &aligned, fields);
    }
    cover(grid, &periods, language);
    grid.periods = grouping.is_none().then(|| of_periods(filter_params.time_scale, &periods));
    Ok(())
}

fn of_periods(scale: Grain, periods: &[Period]) -> Periods {
    Periods { scale, starts: periods.iter().map(|period| period.start.clone()).collect() }
}

fn add_figures(rows: &mut [Row], records: &[Vec<Value>], fields: &[Field]) {
    for (at, row) in rows.iter_mut().enumerate() {
        let value = |index: usize| records.get(at).and_then(|record| record.get(index + 1));
        row.figures.extend(fields.iter().enumerate().map(|(index, field)| figure(value(index), field.metric.unit)));
    }
}

/// Empties figures of periods whose tables have no data, where a 0 is no figure, and says which period is not complete.
fn cover(grid: &mut Grid, periods: &[Period], language: Language) {
    for (row, period) in grid.rows.iter_mut().zip(periods) {
        for (cell, column) in row.figures.iter_mut().zip(&grid.figures) {
            let is_covered = if column.is_earlier { period.previous_covered } else { period.covered };
            if !is_covered {
                *cell = Cell::None;
            }
        }
    }
    let last = grid.rows.iter().zip(periods).enumerate().rfind(|(_, (_, period))| period.covered);
    if let Some((at, (row, Period { complete: false, through: Some(through), .. }))) = last {
        grid.unfinished = Some(at);
        let through = dates::iso_day(through, language);
        grid.notes.push((language.texts().files.not_complete)(&row.texts[0], &through));
    }
}
