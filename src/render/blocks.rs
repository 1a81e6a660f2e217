//! The figures of a declared block as a grid.

use super::grid::{Cell, Chart, Column, Grid, Level, Periods, Row};
use super::{names, titles};
use crate::clock;
use crate::figures::chart::ChartPeriod;
use crate::figures::filter::BlockFilter;
use crate::figures::group_flows::Way;
use crate::figures::period::{Grain, Window};
use crate::figures::{self, Hidden, Metric};
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::i18n::{dates, labels};
use crate::screens::declared::emails;
use crate::screens::tables::{self, BlockTable, RowGroup};
use crate::screens::{Block, Breakdown, Field, List, Shape};

/// A pie with more slices than this is drawn as bars.
const MOST_SLICES: usize = 8;

/// A grid for each block of a breakdown. Columns of one list are one grid.
pub fn of_breakdown(breakdown: &Breakdown, blocks: &[BlockTable], language: Language) -> Vec<Grid> {
    let mut grids: Vec<Grid> = Vec::new();
    for table in blocks {
        if let (Shape::Column(list, name), Some(grid)) = (&table.block.shape, grids.last_mut())
            && !grid.blocks.is_empty()
        {
            add_column(grid, list, name, first(&table.parts), language);
            grid.blocks.push(table.block.id);
            continue;
        }
        grids.push(of_block(breakdown, table, language));
    }
    grids
}

/// The rows of a block that has no several parts.
fn first(parts: &[RowGroup]) -> &[tables::Row] {
    parts.first().map_or(&[], |part| &part.rows)
}

/// The grid of one block.
pub fn of_block(breakdown: &Breakdown, table: &BlockTable, language: Language) -> Grid {
    let texts = &language.texts().files;
    let of_grouping = |grouping| titles::of_grouping(grouping, language);
    let of_dimension = |dimension| titles::of_dimension(dimension, language);
    let BlockTable { block, filter, parts, periods, .. } = table;
    let mut grid = Grid { blocks: vec![block.id], ..Grid::default() };
    let shape = &block.shape;
    let period = || texts.period.to_owned();
    let by: Vec<String> = match shape {
        Shape::ByPeriod(fields) => {
            let grouping = filter.view_by.grouping();
            by_period(&mut grid, fields, grouping, table, language);
            std::iter::once(period()).chain(grouping.map(of_grouping)).collect()
        }
        Shape::ByPeriodTotals(fields) => {
            by_period(&mut grid, fields, None, table, language);
            vec![period()]
        }
        Shape::Series(grouping, field) => {
            by_period(&mut grid, std::slice::from_ref(field), Some(*grouping), table, language);
            vec![period(), of_grouping(*grouping)]
        }
        Shape::Table(fields) | Shape::InAndOut(fields) => {
            let levels = levels(filter, language);
            let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
            let columns = fields.iter().map(|field| column(field, language)).collect();
            groups(&mut grid, columns, &levels, first(parts), &metrics, language);
            levels
        }
        Shape::Flow(field) => {
            grid.texts = texts.flow.map(str::to_owned).to_vec();
            rows(&mut grid, std::slice::from_ref(field), first(parts), language);
            for row in &mut grid.rows {
                let [from, to, way] = &mut row.texts[..] else { continue };
                let empty = if way == Way::Joined.name() { texts.not_registered } else { texts.others };
                [from, to].into_iter().filter(|group| group.is_empty()).for_each(|group| empty.clone_into(group));
                if let Some(at) = Way::ALL.iter().position(|one| way == one.name()) {
                    texts.ways[at].clone_into(way);
                }
            }
            vec![of_grouping(filter.view_by_h1)]
        }
        Shape::Groups(grouping, field) => {
            let name = of_grouping(*grouping);
            grid.texts = vec![name.clone()];
            rows(&mut grid, std::slice::from_ref(field), first(parts), language);
            grid.chart = Some(Chart::Bars);
            vec![name]
        }
        Shape::Bars(of) | Shape::List(of) | Shape::Pairs(of) => {
            list(&mut grid, of, first(parts), language);
            grid.chart = matches!(shape, Shape::Bars(_)).then_some(Chart::Bars);
            vec![of_dimension(of.of)]
        }
        Shape::Lists(lists) => {
            for ((key, of), part) in lists.iter().zip(parts) {
                let before = grid.rows.len();
                list(&mut grid, of, &part.rows, language);
                grid.rows[before..].iter_mut().for_each(|row| row.texts.insert(0, titles::of_list(key, of, language)));
            }
            grid.texts.insert(0, texts.list.to_owned());
            Vec::new()
        }
        Shape::Months(fields) => {
            grid.texts = vec![texts.month.to_owned()];
            rows(&mut grid, fields, first(parts), language);
            let periods = periods.as_deref().unwrap_or_default();
            cover(&mut grid, periods, language);
            grid.periods = Some(of_periods(Grain::Month, periods, true));
            grid.chart = Some(Chart::Line);
            vec![texts.month.to_owned()]
        }
        Shape::Column(of, name) => {
            add_column(&mut grid, of, name, first(parts), language);
            grid.chart = Some(Chart::Pie);
            vec![of_dimension(of.of)]
        }
        Shape::Triples(of) => {
            triples(&mut grid, of, first(parts), periods.as_deref().unwrap_or_default(), language);
            vec![of_dimension(of.of)]
        }
        Shape::Card(fields) => {
            grid.texts = vec![texts.figure.to_owned()];
            grid.figures = vec![Column::new(texts.value, None)];
            let cells = first(parts).first().map_or(&[][..], |row| &row.cells);
            let row = |(field, value): (&Field, &figures::Cell)| Row {
                texts: vec![labels::label(language, field.full_label).to_owned()],
                figures: vec![cell(field.metric, *value)],
                level: Level::Plain,
            };
            grid.rows = fields.iter().zip(cells).map(row).collect();
            Vec::new()
        }
    };
    if grid.metrics.is_empty() {
        grid.metrics =
            shape.fields().into_iter().map(|field| (labels::label(language, field.full_label), field.metric)).collect();
    }
    name_columns(&mut grid, breakdown, block, language);
    grid.title = titles::of_block(breakdown, block, &by, language);
    if grid.chart == Some(Chart::Pie) && grid.rows.len() > MOST_SLICES {
        grid.chart = Some(Chart::Bars);
    }
    grid
}

/// Gives columns the names that they have on the page.
fn name_columns(grid: &mut Grid, breakdown: &Breakdown, block: &Block, language: Language) {
    let Some(names) = names::of_block(breakdown.path, block.id, language) else { return };
    let (texts, fields): (&[(&str, &str)], &[Field]) = match &block.shape {
        Shape::Table(fields) | Shape::InAndOut(fields) => (&[], fields),
        Shape::Bars(list) | Shape::List(list) | Shape::Pairs(list) => (list.texts, list.fields),
        _ => return,
    };
    for ((name, _), column) in texts.iter().zip(&mut grid.texts) {
        if let Some(own) = names.columns.get(*name) {
            own.clone_into(column);
        }
    }
    for (field, column) in fields.iter().zip(&mut grid.figures) {
        if let Some(own) = names.columns.get(field.name) {
            own.clone_into(&mut column.name);
        }
    }
}

/// A figure as it is shown, or that it is not.
pub fn cell(metric: &Metric, cell: figures::Cell) -> Cell {
    match cell {
        figures::Cell::Value(value) => Cell::Figure(metric.shown(value), metric.unit),
        figures::Cell::NoData(_, why) | figures::Cell::Suppressed(why) => missing(why),
    }
}

/// A cell without a figure that means anything.
pub fn missing(why: Hidden) -> Cell {
    match why {
        Hidden::NotLoaded(table) => Cell::NoData(Some(table)),
        Hidden::NoDays(_) => Cell::NoData(None),
        Hidden::Few | Hidden::Other => Cell::Hidden,
    }
}

fn cells<'a>(fields: &'a [Field], row: &'a tables::Row) -> impl Iterator<Item = Cell> + 'a {
    fields.iter().zip(&row.cells).map(|(field, value)| cell(field.metric, *value))
}

fn column(field: &Field, language: Language) -> Column {
    Column::new(labels::label(language, field.label), field.metric.unit)
}

pub(super) fn list(grid: &mut Grid, list: &List, items: &[tables::Row], language: Language) {
    grid.texts = titles::of_texts(list, language);
    rows(grid, list.fields, items, language);
}

/// The e-mail schedule, with weekdays of the language: its answer has them in English.
pub fn of_schedule(planned: &RowGroup, language: Language) -> Grid {
    let mut grid = Grid { title: titles::of_schedule(language), ..Grid::default() };
    list(&mut grid, &emails::SCHEDULE, &planned.rows, language);
    for row in &mut grid.rows {
        let [day, weekday, ..] = &mut row.texts[..] else { continue };
        if let Ok(day) = clock::day(day) {
            dates::weekday(day.weekday(), language).clone_into(weekday);
        }
    }
    grid
}

/// Adds rows of texts and figures.
fn rows(grid: &mut Grid, fields: &[Field], of: &[tables::Row], language: Language) {
    grid.figures = fields.iter().map(|field| column(field, language)).collect();
    grid.rows.extend(of.iter().map(|row| Row {
        texts: row.texts.iter().map(ToString::to_string).collect(),
        figures: cells(fields, row).collect(),
        level: Level::Plain,
    }));
}

/// Adds a column of a list to the rows, which begin with the first one.
fn add_column(grid: &mut Grid, list: &List, name: &str, of: &[tables::Row], language: Language) {
    let empty = || Row { texts: Vec::new(), figures: Vec::new(), level: Level::Plain };
    grid.rows.resize_with(of.len().max(grid.rows.len()), empty);
    let rows = grid.rows.iter_mut().zip(of);
    if let Some((at, field)) = list.fields.iter().enumerate().find(|(_, field)| field.name == name) {
        grid.figures.push(column(field, language));
        rows.for_each(|(row, item)| row.figures.push(cell(field.metric, item.cells[at])));
        grid.metrics.push((labels::label(language, field.full_label), field.metric));
    } else if let Some(at) = list.texts.iter().position(|(text, _)| *text == name) {
        grid.texts.extend(titles::of_texts(list, language).into_iter().nth(at));
        rows.for_each(|(row, item)| row.texts.push(item.texts[at].to_string()));
    }
}

fn triples(grid: &mut Grid, list: &List, of: &[tables::Row], months: &[ChartPeriod], language: Language) {
    let Some(Field { metric, .. }) = list.fields.first() else { return };
    grid.texts = titles::of_texts(list, language);
    grid.figures = list.fields.iter().take(1).map(|field| column(field, language)).collect();
    if !of.is_empty() {
        let month = |period: &ChartPeriod| {
            let month = period.start.get(..7).unwrap_or_default();
            Column::new(dates::period(month, language), metric.unit)
        };
        grid.figures.extend(months.iter().map(month));
    }
    grid.chart = Some(Chart::Pie);
    let row = |item: &tables::Row| Row {
        texts: item.texts.iter().map(ToString::to_string).collect(),
        figures: item.cells.iter().map(|value| cell(metric, *value)).collect(),
        level: Level::Plain,
    };
    grid.rows = of.iter().map(row).collect();
}

/// The groupings of a table.
pub(super) fn levels(filter: &BlockFilter, language: Language) -> Vec<String> {
    let levels = [Some(filter.view_by_h1), filter.view_by_h2.grouping()].into_iter().flatten();
    levels.map(|grouping| titles::of_grouping(grouping, language)).collect()
}

/// Adds a row for each group and each group within it, whose cells are figures of `metrics`.
pub(super) fn groups(
    grid: &mut Grid,
    columns: Vec<Column>,
    levels: &[String],
    of: &[tables::Row],
    metrics: &[&Metric],
    language: Language,
) {
    let total = language.texts().files.total;
    grid.texts = levels.to_vec();
    grid.is_nested = levels.len() > 1;
    grid.figures = columns;
    let mut group = String::new();
    for row in of {
        let name = row.texts.first().map(ToString::to_string).unwrap_or_default();
        let (texts, level) = match row.level {
            tables::Level::Part => (vec![group.clone(), name], Level::Within),
            tables::Level::Plain => (vec![name], Level::Plain),
            tables::Level::Divided => {
                group.clone_from(&name);
                (vec![name, total.to_owned()], Level::Total)
            }
            tables::Level::Total => (vec![total.to_owned()], Level::Total),
        };
        // The grand total has no groups within it.
        let within = levels.len().saturating_sub(texts.len());
        let texts = texts.into_iter().chain(std::iter::repeat_n(String::new(), within)).collect();
        let figures = metrics.iter().zip(&row.cells).map(|(metric, value)| cell(metric, *value)).collect();
        grid.rows.push(Row { texts, figures, level });
    }
}

/// One row per period: the figures of all, with those of a year before, or a column for each group.
fn by_period(grid: &mut Grid, fields: &[Field], grouping: Option<Grouping>, table: &BlockTable, language: Language) {
    let texts = &language.texts().files;
    let label_of = |field: &Field| labels::label(language, field.label);
    let periods = table.periods.as_deref().unwrap_or_default();
    // Without groups, what follows the first is of a year before.
    let of_groups = if grouping.is_some() { table.parts.len() } else { 1 };
    let (lines, earlier) = table.parts.split_at(of_groups.min(table.parts.len()));
    grid.texts = vec![texts.period.to_owned()];
    grid.chart = Some(Chart::Line);
    let longest = lines.iter().map(|line| &line.rows).max_by_key(|rows| rows.len());
    let row = |period: &tables::Row| Row {
        texts: period.texts.iter().map(|label| dates::period(&label.to_string(), language)).collect(),
        figures: Vec::new(),
        level: Level::Plain,
    };
    grid.rows = longest.into_iter().flatten().map(row).collect();
    for line in lines {
        for (at, field) in fields.iter().enumerate() {
            let name = match (grouping, fields.len()) {
                (None, _) => label_of(field).to_owned(),
                (Some(_), 1) => line.name.clone(),
                (Some(_), _) => format!("{}: {}", line.name, label_of(field)),
            };
            let colour = line.place.map(|place| place * fields.len() + at);
            grid.figures.push(Column { colour, ..Column::new(name, field.metric.unit) });
        }
        add_figures(&mut grid.rows, 0, &line.rows, fields);
    }
    // A period that is not complete is compared with as many days of the year before.
    if let Some(previous) = earlier.last() {
        for field in fields {
            let name = (texts.year_before)(label_of(field));
            grid.figures.push(Column { is_earlier: true, ..Column::new(name, field.metric.unit) });
        }
        // Each has the row of the same index, and none where the calendar does not go back that far.
        let missing = grid.rows.len().saturating_sub(previous.rows.len());
        add_figures(&mut grid.rows, missing, &previous.rows, fields);
        if let Some(days) = a_year_before(periods) {
            grid.notes.push((texts.year_before_is)(&dates::days_in_words(days.start, days.end, language)));
        }
    }
    cover(grid, periods, language);
    grid.periods = Some(of_periods(table.filter.time_scale, periods, grouping.is_none()));
}

/// The days that the figures of a year before are of, whatever the filter compares with.
fn a_year_before(periods: &[ChartPeriod]) -> Option<Window> {
    let (first, last) = (periods.first()?, periods.last()?);
    let end = last.through.as_ref().unwrap_or(&last.end);
    Window { start: clock::day(&first.start).ok()?, end: clock::day(end).ok()? }.year_before()
}

fn of_periods(scale: Grain, periods: &[ChartPeriod], of_all: bool) -> Periods {
    let end = |period: &ChartPeriod| period.through.as_ref().unwrap_or(&period.end).clone();
    let starts = periods.iter().map(|period| period.start.clone()).collect();
    Periods { of_all, scale, starts, ends: periods.iter().map(end).collect() }
}

/// Adds the figures of periods to rows, the first of which have none.
fn add_figures(rows: &mut [Row], missing: usize, of: &[tables::Row], fields: &[Field]) {
    for (at, row) in rows.iter_mut().enumerate() {
        match at.checked_sub(missing).and_then(|at| of.get(at)) {
            Some(period) => row.figures.extend(cells(fields, period)),
            None => row.figures.extend(fields.iter().map(|_| Cell::None)),
        }
    }
}

/// Empties figures of periods whose tables have no data, where a 0 is no figure, and says which period is not complete.
fn cover(grid: &mut Grid, periods: &[ChartPeriod], language: Language) {
    for (row, period) in grid.rows.iter_mut().zip(periods) {
        for (cell, column) in row.figures.iter_mut().zip(&grid.figures) {
            let is_covered = if column.is_earlier { period.previous_covered } else { period.covered };
            if !is_covered {
                *cell = Cell::None;
            }
        }
    }
    let last = grid.rows.iter().zip(periods).enumerate().rfind(|(_, (_, period))| period.covered);
    if let Some((at, (row, ChartPeriod { complete: false, through: Some(through), .. }))) = last {
        grid.unfinished = Some(at);
        let through = dates::iso_day(through, language);
        grid.notes.push((language.texts().files.not_complete)(&row.texts[0], &through));
    }
}
