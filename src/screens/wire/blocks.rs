//! The JSON of blocks: the specification's form of each shape.

use serde_json::{Map, Value, json};

use super::{BlockAnswer, Series, TableRow, figure, hidden_fields};
use crate::figures::{Cell, Hidden, Metric};
use crate::groupings::Grouping;
use crate::screens::model::{Breakdown, Field, List, Shape};
use crate::screens::tables::{BlockTable, Level, Row, RowGroup, Text};

/// The texts of a flow: the group on the day before the window and on its last day, and the way of members from one to the
/// other. A group without a name are those who had not registered, or members who are not chosen.
pub(super) const FLOW: [&str; 3] = ["from", "to", "way"];

/// All blocks of a breakdown by their ids; of one that is unwrapped their data alone, and once the periods and what is
/// partial.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn breakdown(breakdown: &Breakdown, tables: &[BlockTable]) -> Result<Map<String, Value>, serde_json::Error> {
    let mut blocks = Map::new();
    let (mut periods, mut partial) = (None, Vec::new());
    for table in tables {
        let answer = block(table)?;
        let id = table.block.id.to_owned();
        if breakdown.unwrapped {
            periods = answer.periods.or(periods);
            partial.extend(answer.partial);
            blocks.insert(id, answer.data);
        } else {
            blocks.insert(id, serde_json::to_value(answer)?);
        }
    }
    if let Some(periods) = periods {
        blocks.insert("periods".to_owned(), serde_json::to_value(periods)?);
    }
    if !partial.is_empty() {
        blocks.insert("partial".to_owned(), serde_json::to_value(partial)?);
    }
    Ok(blocks)
}

/// One block.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn block(table: &BlockTable) -> Result<BlockAnswer, serde_json::Error> {
    let BlockTable { block, filter, parts, periods, hidden, not_loaded, partial } = table;
    let mut answer = BlockAnswer {
        hidden: *hidden,
        not_loaded: *not_loaded,
        partial: partial.clone(),
        periods: periods.clone(),
        ..BlockAnswer::new(block.id, *filter)
    };
    let rows = parts.first().map_or(&[][..], |part| &part.rows);
    match &block.shape {
        Shape::ByPeriod(fields) => by_period(fields, filter.view_by.grouping(), parts, &mut answer),
        Shape::ByPeriodTotals(fields) => by_period(fields, None, parts, &mut answer),
        Shape::Series(grouping, field) => {
            by_period(std::slice::from_ref(field), Some(*grouping), parts, &mut answer);
            answer.series = None;
        }
        Shape::Table(fields) | Shape::InAndOut(fields) => {
            answer.data = serde_json::to_value(table_rows(rows, |row| named(fields, &row.cells)))?;
        }
        Shape::Flow(field) => answer.data = objects(&FLOW, std::slice::from_ref(field), rows),
        Shape::Groups(_, field) => answer.data = objects(&["name"], std::slice::from_ref(field), rows),
        Shape::Months(fields) => {
            // What is hidden of a month is null, and not said field by field.
            let months = rows.iter().map(|row| {
                let texts = [("date".to_owned(), text(&row.texts[0]))].into_iter();
                texts.chain(figures(fields, &row.cells)).collect::<Map<String, Value>>()
            });
            answer.data = months.map(Value::Object).collect();
        }
        Shape::Bars(of) => answer.data = list(of, rows),
        Shape::List(of) => {
            answer.data = list(of, rows);
            answer.total = filter.record_count.and_then(|_| parts.first()).map(|part| part.count);
        }
        Shape::Lists(lists) => {
            if filter.record_count.is_some() {
                answer.totals = Some(parts.iter().map(|part| (part.name.clone(), part.count)).collect());
                answer.total = parts.iter().map(|part| part.count).max();
            }
            let data = lists.iter().zip(parts).map(|((key, of), part)| ((*key).to_owned(), list(of, &part.rows)));
            answer.data = Value::Object(data.collect());
        }
        Shape::Column(of, name) => answer.data = rows.iter().map(|row| of_column(of, name, row)).collect(),
        Shape::Pairs(of) => {
            let pair = |row: &Row| {
                let cells = of.fields.iter().zip(&row.cells).map(|(field, cell)| figure(field.metric, *cell));
                row.texts.iter().map(text).chain(cells).collect::<Value>()
            };
            answer.data = rows.iter().map(pair).collect();
        }
        Shape::Triples(of) => {
            let months = periods.iter().flatten().map(|period| period.start.get(..7).unwrap_or_default());
            let months: Vec<&str> = months.collect();
            answer.data = of.fields.first().map_or(Value::Null, |field| triples(field.metric, &months, rows));
        }
        Shape::Card(fields) => {
            let cells = rows.first().map_or(&[][..], |row| &row.cells);
            answer.data = Value::Object(figures(fields, cells).collect());
        }
    }
    Ok(answer)
}

/// The rows of a list as objects.
pub fn list(list: &List, rows: &[Row]) -> Value {
    let names: Vec<&str> = list.texts.iter().map(|(name, _)| *name).collect();
    objects(&names, list.fields, rows)
}

/// Rows as objects: texts, figures, and why figures are hidden.
pub(super) fn objects(names: &[&str], fields: &[Field], rows: &[Row]) -> Value {
    let object = |row: &Row| {
        let texts = names.iter().zip(&row.texts).map(|(name, value)| ((*name).to_owned(), text(value)));
        let hidden = hidden_fields(suppressed(fields, &row.cells));
        let hidden = (!hidden.is_empty()).then(|| ("hidden".to_owned(), json!(hidden)));
        Value::Object(texts.chain(figures(fields, &row.cells)).chain(hidden).collect())
    };
    rows.iter().map(object).collect()
}

/// The rows of a table, those of the second level within their group. `figures` has those of a row by name, and why some
/// are hidden.
pub(super) fn table_rows(rows: &[Row], figures: impl Fn(&Row) -> NamedFigures) -> Vec<TableRow> {
    let mut table: Vec<TableRow> = Vec::new();
    for row in rows {
        let (figures, hidden) = figures(row);
        let name = row.texts.first().map(ToString::to_string).unwrap_or_default();
        let is_total = matches!(row.level, Level::Divided | Level::Total);
        let written = TableRow { name, is_total, figures, hidden, records: Vec::new() };
        match (row.level, table.last_mut()) {
            (Level::Part, Some(group)) => group.records.push(written),
            _ => table.push(written),
        }
    }
    table
}

/// Figures by name, and why some are hidden.
pub(super) type NamedFigures = (Map<String, Value>, super::HiddenFields);

fn named(fields: &[Field], cells: &[Cell]) -> NamedFigures {
    (figures(fields, cells).collect(), hidden_fields(suppressed(fields, cells)))
}

fn figures<'a>(fields: &'a [Field], cells: &'a [Cell]) -> impl Iterator<Item = (String, Value)> + 'a {
    fields.iter().zip(cells).map(|(field, cell)| (field.name.to_owned(), figure(field.metric, *cell)))
}

fn suppressed<'a>(fields: &'a [Field], cells: &'a [Cell]) -> impl Iterator<Item = (&'static str, Option<Hidden>)> + 'a {
    fields.iter().zip(cells).map(|(field, cell)| (field.name, cell.why()))
}

fn by_period(fields: &[Field], grouping: Option<Grouping>, parts: &[RowGroup], answer: &mut BlockAnswer) {
    let series = fields.iter().map(|field| Series { key: field.name.to_owned(), name: field.label.to_owned() });
    answer.series = Some(series.collect());
    let records = |part: &RowGroup| {
        let record = |row: &Row| {
            let cells = fields.iter().zip(&row.cells).map(|(field, cell)| figure(field.metric, *cell));
            row.texts.iter().map(text).chain(cells).collect::<Value>()
        };
        part.rows.iter().map(record).collect::<Value>()
    };
    if grouping.is_some() {
        answer.data = parts.iter().map(|part| json!({ "name": part.name, "records": records(part) })).collect();
        return;
    }
    let mut lines = parts.iter().map(records);
    answer.data = lines.next().unwrap_or_default();
    answer.previous = lines.next();
    answer.previous_to_date = lines.next();
}

/// One text or figure of a row, by its name.
fn of_column(list: &List, name: &str, row: &Row) -> Value {
    let texts = list.texts.iter().zip(&row.texts).find(|((of, _), _)| *of == name);
    let figure = || {
        let of = list.fields.iter().zip(&row.cells).find(|(field, _)| field.name == name);
        of.map(|(field, cell)| figure(field.metric, *cell)).unwrap_or_default()
    };
    texts.map_or_else(figure, |(_, value)| text(value))
}

fn triples(metric: &Metric, months: &[&str], rows: &[Row]) -> Value {
    let triple = |row: &Row| {
        let mut figures = row.cells.iter().map(|cell| figure(metric, *cell));
        let whole = figures.next().unwrap_or_default();
        let line = months.iter().zip(figures).map(|(month, figure)| json!([month, figure])).collect::<Value>();
        json!([row.texts.first().map(text), whole, line])
    };
    rows.iter().map(triple).collect()
}

fn text(text: &Text) -> Value {
    match text {
        Text::Words(words) => Value::from(words.as_str()),
        Text::Number(number) => Value::from(*number),
    }
}
