//! A declared block and its answer as a grid.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::ExportError;
use super::grid::{Cell, Chart, Column, Grid, Level, Periods, Row};
use super::titles;
use crate::groupings::{Grouping, ViewBy, ViewByH2};
use crate::metrics::Unit;
use crate::metrics::period::Grain;
use crate::screens::{Block, Breakdown, Field, List, Shape};

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
struct Grouped {
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
pub fn of_breakdown(breakdown: &Breakdown, mut answer: Map<String, Value>) -> Result<Vec<Grid>, ExportError> {
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
            add_column(grid, list, name, answered.data)?;
            grid.blocks.push(block.id);
            continue;
        }
        grids.push(of_block(breakdown, block, answered)?);
    }
    Ok(grids)
}

/// The grid of one block.
///
/// # Errors
/// If the answer does not have the declared shape.
pub fn of_block(breakdown: &Breakdown, block: &'static Block, answered: Answered) -> Result<Grid, ExportError> {
    let mut grid = Grid { blocks: vec![block.id], ..Grid::default() };
    let shape = &block.shape;
    let Choices { view_by, view_by_h1, view_by_h2, .. } = answered.filter_params;
    let period = || "Period".to_owned();
    let by: Vec<String> = match shape {
        Shape::ByPeriod(fields) => {
            let grouping = view_by.grouping();
            by_period(&mut grid, fields, grouping, answered)?;
            std::iter::once(period()).chain(grouping.map(|of| titles::of_grouping(of).to_owned())).collect()
        }
        Shape::ByPeriodTotals(fields) => {
            by_period(&mut grid, fields, None, answered)?;
            vec![period()]
        }
        Shape::Series(grouping, field) => {
            by_period(&mut grid, std::slice::from_ref(field), Some(*grouping), answered)?;
            vec![period(), titles::of_grouping(*grouping).to_owned()]
        }
        Shape::Table(fields) => {
            let levels: Vec<String> = [Some(view_by_h1), view_by_h2.grouping()]
                .into_iter()
                .flatten()
                .map(|grouping| titles::of_grouping(grouping).to_owned())
                .collect();
            table(&mut grid, fields, &levels, serde_json::from_value(answered.data)?);
            levels
        }
        Shape::Groups(grouping, field) => {
            let name = titles::of_grouping(*grouping).to_owned();
            grid.texts = vec![name.clone()];
            rows(&mut grid, &["name"], std::slice::from_ref(field), serde_json::from_value(answered.data)?);
            grid.chart = Some(Chart::Bars);
            vec![name]
        }
        Shape::Bars(of) | Shape::List(of) => {
            list(&mut grid, of, serde_json::from_value(answered.data)?);
            grid.chart = matches!(shape, Shape::Bars(_)).then_some(Chart::Bars);
            vec![titles::of_dimension(of.of)]
        }
        Shape::Lists(lists) => {
            let mut data: Map<String, Value> = serde_json::from_value(answered.data)?;
            for (key, of) in *lists {
                let before = grid.rows.len();
                list(&mut grid, of, serde_json::from_value(data.remove(*key).unwrap_or_default())?);
                grid.rows[before..].iter_mut().for_each(|row| row.texts.insert(0, titles::of_list(key, of)));
            }
            grid.texts.insert(0, "List".to_owned());
            Vec::new()
        }
        Shape::Months(fields) => {
            grid.texts = vec!["Month".to_owned()];
            rows(&mut grid, &["date"], fields, serde_json::from_value(answered.data)?);
            let periods = answered.periods.unwrap_or_default();
            cover(&mut grid, &periods);
            grid.periods = Some(of_periods(Grain::Month, &periods));
            grid.chart = Some(Chart::Line);
            vec!["Month".to_owned()]
        }
        Shape::Column(of, name) => {
            add_column(&mut grid, of, name, answered.data)?;
            grid.chart = Some(Chart::Pie);
            vec![titles::of_dimension(of.of)]
        }
        Shape::Pairs(of) => {
            let names: Vec<&str> = names(of).collect();
            let pairs: Vec<Vec<Value>> = serde_json::from_value(answered.data)?;
            let object = |pair: Vec<Value>| names.iter().map(|name| (*name).to_owned()).zip(pair).collect();
            list(&mut grid, of, pairs.into_iter().map(object).collect());
            vec![titles::of_dimension(of.of)]
        }
        Shape::Triples(of) => {
            triples(&mut grid, of, serde_json::from_value(answered.data)?);
            vec![titles::of_dimension(of.of)]
        }
        Shape::Card(fields) => {
            let data: Map<String, Value> = serde_json::from_value(answered.data)?;
            grid.texts = vec!["Figure".to_owned()];
            grid.figures = vec![Column::new("Value", None)];
            grid.rows = fields
                .iter()
                .map(|field| Row {
                    texts: vec![field.full_label.to_owned()],
                    figures: vec![figure(data.get(field.name), field.metric.unit)],
                    level: Level::Plain,
                })
                .collect();
            Vec::new()
        }
    };
    if grid.metrics.is_empty() {
        grid.metrics = shape.fields().into_iter().map(|field| (field.full_label, field.metric)).collect();
    }
    grid.title = titles::of_block(breakdown, shape, &by);
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

fn column(field: &Field) -> Column {
    Column::new(field.label, field.metric.unit)
}

/// The names of a list's values in the answer, texts first.
fn names(list: &List) -> impl Iterator<Item = &'static str> {
    list.texts.iter().map(|(name, _)| *name).chain(list.fields.iter().map(|field| field.name))
}

fn list(grid: &mut Grid, list: &List, objects: Vec<Map<String, Value>>) {
    let texts: Vec<&str> = list.texts.iter().map(|(name, _)| *name).collect();
    grid.texts = titles::of_texts(list);
    rows(grid, &texts, list.fields, objects);
}

/// Adds a row for each object.
fn rows(grid: &mut Grid, texts: &[&str], fields: &[Field], objects: Vec<Map<String, Value>>) {
    grid.figures = fields.iter().map(column).collect();
    grid.rows.extend(objects.into_iter().map(|object| Row {
        texts: texts.iter().map(|name| text(object.get(*name))).collect(),
        figures: fields.iter().map(|field| figure(object.get(field.name), field.metric.unit)).collect(),
        level: Level::Plain,
    }));
}

/// Adds a column of a list to the rows, which begin with the first one.
fn add_column(grid: &mut Grid, list: &List, name: &str, data: Value) -> Result<(), ExportError> {
    let values: Vec<Value> = serde_json::from_value(data)?;
    let empty = || Row { texts: Vec::new(), figures: Vec::new(), level: Level::Plain };
    grid.rows.resize_with(values.len().max(grid.rows.len()), empty);
    let values = grid.rows.iter_mut().zip(values);
    if let Some(field) = list.fields.iter().find(|field| field.name == name) {
        grid.figures.push(column(field));
        values.for_each(|(row, value)| row.figures.push(figure(Some(&value), field.metric.unit)));
        grid.metrics.push((field.full_label, field.metric));
    } else {
        let titles = list.texts.iter().zip(titles::of_texts(list));
        grid.texts.extend(titles.filter(|((text, _), _)| *text == name).map(|(_, title)| title));
        values.for_each(|(row, value)| row.texts.push(text(Some(&value))));
    }
    Ok(())
}

/// A name with its figure in the whole window and in each month.
type Triple = (String, Value, Vec<(String, Value)>);

fn triples(grid: &mut Grid, list: &List, data: Vec<Triple>) {
    let Some(field) = list.fields.first() else { return };
    let unit = field.metric.unit;
    grid.texts = titles::of_texts(list);
    grid.figures = vec![column(field)];
    if let Some((_, _, months)) = data.first() {
        grid.figures.extend(months.iter().map(|(month, _)| Column::new(month.as_str(), unit)));
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

fn table(grid: &mut Grid, fields: &[Field], levels: &[String], groups: Vec<Grouped>) {
    grid.texts = levels.to_vec();
    grid.is_nested = levels.len() > 1;
    grid.figures = fields.iter().map(column).collect();
    let figures =
        |group: &Grouped| fields.iter().map(|field| figure(group.figures.get(field.name), field.metric.unit)).collect();
    let last = groups.len().saturating_sub(1);
    for (at, group) in groups.into_iter().enumerate() {
        let mut texts = vec![group.name.clone()];
        if grid.is_nested {
            // The grand total has no groups within it.
            let is_grand = at == last && group.is_total && group.records.is_empty();
            texts.push(if is_grand { String::new() } else { "Total".to_owned() });
        }
        let level = if group.is_total { Level::Total } else { Level::Plain };
        grid.rows.push(Row { texts, figures: figures(&group), level });
        grid.rows.extend(group.records.iter().map(|within| Row {
            texts: vec![group.name.clone(), within.name.clone()],
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
) -> Result<(), ExportError> {
    let Answered { data, previous, previous_to_date, periods, filter_params } = answered;
    let periods = periods.unwrap_or_default();
    let lines: Vec<Line> = match grouping {
        Some(_) => serde_json::from_value(data)?,
        None => vec![Line { name: String::new(), records: serde_json::from_value(data)? }],
    };
    grid.texts = vec!["Period".to_owned()];
    grid.chart = Some(Chart::Line);
    let rows = lines.iter().map(|line| line.records.len()).max().unwrap_or_default();
    let label = |at: usize| lines.iter().find_map(|line| line.records.get(at)).and_then(|row| row.first());
    grid.rows =
        (0..rows).map(|at| Row { texts: vec![text(label(at))], figures: Vec::new(), level: Level::Plain }).collect();
    for line in &lines {
        for field in fields {
            let name = match (grouping, fields.len()) {
                (None, _) => field.label.to_owned(),
                (Some(_), 1) => line.name.clone(),
                (Some(_), _) => format!("{}: {}", line.name, field.label),
            };
            grid.figures.push(Column::new(name, field.metric.unit));
        }
        add_figures(&mut grid.rows, &line.records, fields);
    }
    // A period that is not complete is compared with as many days of the year before.
    if let Some(previous) = previous_to_date.or(previous) {
        for field in fields {
            let name = format!("{}, year before", field.label);
            grid.figures.push(Column { is_earlier: true, ..Column::new(name, field.metric.unit) });
        }
        // Each has the row of the same index, and none where the calendar does not go back that far.
        let missing = rows.saturating_sub(previous.len());
        let aligned: Vec<Vec<Value>> = std::iter::repeat_n(Vec::new(), missing).chain(previous).collect();
        add_figures(&mut grid.rows, &aligned, fields);
    }
    cover(grid, &periods);
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
fn cover(grid: &mut Grid, periods: &[Period]) {
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
        grid.notes.push(format!("{} is not complete: it counts days through {through}.", row.texts[0]));
    }
}
