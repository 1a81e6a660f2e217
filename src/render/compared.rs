//! The figures of the compared period beside those of tables and lists, as the page shows them
//! (`ui/src/figures/blocks/table/compared.ts`).

use std::collections::HashMap;

use super::blocks;
use super::error::ExportError;
use super::grid::{Cell, Column, Grid};
use super::screen::{Screen, ScreenCall};
use super::titles;
use crate::figures::filter::{Filter, FilterParams, iso};
use crate::figures::period::{Comparison, Period, Window};
use crate::figures::target::Course;
use crate::figures::{self, Quantity, Unit};
use crate::i18n::dates;
use crate::i18n::language::Language;
use crate::screens::tables::{BlockTable, Level, Row, Text};
use crate::screens::{Answered, Answers, Block, Breakdown, Call, Field, Shape};

/// Which blocks of a screen have the figures of the compared period beside their own; none without a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    blocks: Vec<(&'static Breakdown, &'static Block)>,
    window: Option<Window>,
}

impl Compared {
    /// Blocks of a screen by their ids.
    ///
    /// # Errors
    /// The ids that there are, if one is none of a table or list with figures.
    pub fn of(screen: &Screen, ids: &[String], filter: &Filter) -> Result<Compared, String> {
        let blocks = Compared::blocks(screen, ids)?;
        Ok(Compared { blocks, window: filter.compared_with(filter.comparison) })
    }

    /// Says which blocks there are if one of these ids is none.
    ///
    /// # Errors
    /// As [`Compared::of`].
    pub fn check(screen: &Screen, ids: &[String]) -> Result<(), String> {
        Compared::blocks(screen, ids).map(|_| ())
    }

    fn blocks(screen: &Screen, ids: &[String]) -> Result<Vec<(&'static Breakdown, &'static Block)>, String> {
        let all: Vec<(&'static Breakdown, &'static Block)> = screen
            .breakdown()
            .into_iter()
            .flat_map(|breakdown| breakdown.blocks.iter().map(move |block| (breakdown, block)))
            .filter(|(_, block)| !figures_of(block).is_empty())
            .collect();
        let found = |id: &String| all.iter().find(|(_, block)| block.id == id).copied();
        match ids.iter().map(found).collect() {
            Some(blocks) => Ok(blocks),
            None if all.is_empty() => Err("nothing: this screen has no tables to compare".to_owned()),
            None => Err(format!("some of {}", all.iter().map(|(_, block)| block.id).collect::<Vec<_>>().join(", "))),
        }
    }

    /// What the parameters of a file say of it: the tables by their names.
    pub fn in_words(&self, language: Language) -> Option<(String, String)> {
        self.window.filter(|_| !self.blocks.is_empty())?;
        let titles = self.blocks.iter().map(|(breakdown, block)| titles::of_block(breakdown, block, &[], language));
        let label = language.texts().files.compared_tables.to_owned();
        Some((label, titles.collect::<Vec<String>>().join(", ")))
    }

    /// The answers of the compared period that belong to a part of a file.
    pub(super) async fn answered(
        &self,
        answers: &Answers<'_>,
        part: &ScreenCall,
        params: &FilterParams,
    ) -> Result<Before, ExportError> {
        let Some(window) = self.window else { return Ok(Before::default()) };
        // All rows: what is not among the first now may have been then.
        let params = FilterParams {
            period: Some(Period::SelectedDate),
            start_date: Some(iso(window.start)),
            end_date: Some(iso(window.end)),
            comparison: Some(Comparison::None),
            record_count: None,
            ..params.clone()
        };
        let mut tables = Vec::new();
        for (breakdown, block) in &self.blocks {
            let belongs = match part {
                ScreenCall::Breakdown(of) => std::ptr::eq(*of, *breakdown),
                ScreenCall::Block(of, one) => std::ptr::eq(*of, *breakdown) && one.id == block.id,
                _ => false,
            };
            if !belongs {
                continue;
            }
            if let Answered::Block(table) = answers.answered(Call::Block(breakdown, block), &params).await? {
                tables.push(*table);
            }
        }
        Ok(Before { tables, window: Some(window) })
    }
}

/// Tables of the compared period.
#[derive(Debug, Default)]
pub(super) struct Before {
    tables: Vec<BlockTable>,
    window: Option<Window>,
}

impl Before {
    /// Adds the figures to the grids of an answer.
    pub(super) fn add(&self, grids: &mut [Grid], answered: &Answered, language: Language) {
        let Some(window) = self.window else { return };
        let now: Vec<&BlockTable> = match answered {
            Answered::Breakdown(_, tables) => tables.iter().collect(),
            Answered::Block(table) => vec![table],
            _ => return,
        };
        for before in &self.tables {
            let now = now.iter().find(|table| table.block.id == before.block.id);
            let grid = grids.iter_mut().find(|grid| grid.blocks == [before.block.id]);
            if let (Some(now), Some(grid)) = (now, grid) {
                add(grid, now, before, language);
                let days = dates::days_in_words(window.start, window.end, language);
                grid.notes.push(format!("{} {days}", language.texts().files.compared_with));
            }
        }
    }
}

/// The figures of a table by groups or of a list that can be compared.
fn figures_of(block: &Block) -> &[Field] {
    match &block.shape {
        Shape::Table(fields) => fields,
        Shape::List(list) | Shape::Pairs(list) => list.fields,
        _ => &[],
    }
}

fn is_list(block: &Block) -> bool {
    !matches!(block.shape, Shape::Table(_))
}

/// A row of the period before.
enum Then<'a> {
    Row(&'a Row),
    /// There was none.
    Absent,
    /// It cannot be told which of several it was.
    Unknown,
}

fn add(grid: &mut Grid, now: &BlockTable, before: &BlockTable, language: Language) {
    let texts = &language.texts().files;
    let fields = figures_of(now.block);
    let columns = |column: Column| {
        let before = Column::new((texts.figure_before)(&column.name), column.unit);
        let change = Column::of_changes((texts.figure_change)(&column.name), Unit::Percent);
        [column, before, change]
    };
    grid.figures = std::mem::take(&mut grid.figures).into_iter().flat_map(columns).collect();
    let rows: Vec<&Row> = now.parts.iter().flat_map(|part| &part.rows).collect();
    for (row, (now, then)) in grid.rows.iter_mut().zip(rows.iter().zip(earlier(&rows, now.block, before))) {
        let cells = fields.iter().zip(&now.cells).enumerate().zip(std::mem::take(&mut row.figures));
        row.figures = cells
            .flat_map(|((at, (field, now)), shown)| {
                let is_known = !before.partial.contains(&field.name);
                let adds_up = !matches!(Course::of(field.metric), Course::Rate);
                let before = match then {
                    Then::Row(row) => row.cells.get(at).copied(),
                    // An item is listed while it has a figure.
                    Then::Absent if is_list(before.block) && is_known && adds_up => {
                        Some(figures::Cell::Value(Quantity::ZERO))
                    }
                    Then::Absent | Then::Unknown => None,
                };
                [
                    shown,
                    before.map_or(Cell::None, |before| blocks::cell(field.metric, before)),
                    change(*now, before, is_known),
                ]
            })
            .collect();
    }
}

fn change(now: figures::Cell, before: Option<figures::Cell>, is_known: bool) -> Cell {
    match (now, before) {
        (figures::Cell::Suppressed(_), _) | (_, Some(figures::Cell::Suppressed(_))) => Cell::Hidden,
        (figures::Cell::Value(now), Some(figures::Cell::Value(before))) if is_known => {
            now.change_percent(before).map_or(Cell::None, |change| Cell::Figure(change, Unit::Percent))
        }
        _ => Cell::None,
    }
}

/// The same rows of the period before: groups by their names at both levels, items by all their texts.
fn earlier<'a>(rows: &[&Row], block: &Block, before: &'a BlockTable) -> Vec<Then<'a>> {
    let earlier: Vec<&'a Row> = before.parts.iter().flat_map(|part| &part.rows).collect();
    let mut found: HashMap<Vec<String>, Vec<&'a Row>> = HashMap::new();
    for (key, row) in keys(&earlier, block).into_iter().zip(&earlier) {
        found.entry(key).or_default().push(row);
    }
    let keys = keys(rows, block);
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    for key in &keys {
        *counts.entry(key).or_default() += 1;
    }
    let then = |key: &Vec<String>| match (counts.get(key.as_slice()), found.get(key).map(Vec::as_slice)) {
        (Some(1), Some([row])) => Then::Row(row),
        (Some(1), None) => Then::Absent,
        _ => Then::Unknown,
    };
    keys.iter().map(then).collect()
}

fn keys(rows: &[&Row], block: &Block) -> Vec<Vec<String>> {
    let texts = |row: &Row| row.texts.iter().map(Text::to_string).collect::<Vec<String>>();
    if is_list(block) {
        return rows.iter().map(|row| texts(row)).collect();
    }
    let mut group = Vec::new();
    let key = |row: &&Row| match row.level {
        Level::Part => [group.clone(), texts(row)].concat(),
        Level::Total => Vec::new(),
        Level::Plain | Level::Divided => {
            group = texts(row);
            group.clone()
        }
    };
    rows.iter().map(key).collect()
}
