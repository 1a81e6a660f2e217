//! Polls as grids. Their answers have a figure for each option, so that no declaration fits them.

use super::blocks::{self, groups, levels, list};
use super::cards;
use super::grid::{Chart, Column, Grid, Level, Row};
use super::titles;
use crate::figures::content::{BY_OPTION, POLL_ANSWERS};
use crate::figures::{Metric, Unit};
use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::screens::Field;
use crate::screens::declared::polls::{BLOCK, OPTION_FIELDS, POLLS, TABLE_FIELDS};
use crate::screens::tables::{self, CardsTable, PollTable, RowGroup};

/// The names of the blocks of the two answers beside [`BLOCK`], as they have them.
pub const OPTIONS: &str = "pollAnswers";
pub const LIST: &str = "pollList";

/// The card, and the polls to choose from.
pub fn of_polls(card: &CardsTable, polls: &RowGroup, language: Language) -> Vec<Grid> {
    let mut grids = cards::of_totals(card, language);
    let mut grid = Grid { blocks: vec![LIST], title: titles::of_polls(language), ..Grid::default() };
    list(&mut grid, &POLLS, &polls.rows, language);
    grids.push(grid);
    grids
}

/// The options of a poll with their answers, and the answers by user group.
pub fn of_poll(PollTable { options, by_group }: &PollTable, language: Language) -> Vec<Grid> {
    let label = |field: &'static Field| labels::label(language, field.full_label);
    let column = |field: &'static Field| Column::new(labels::label(language, field.label), field.metric.unit);
    let name = |option: &tables::Row| option.texts.last().map(ToString::to_string).unwrap_or_default();
    let by = [titles::of_dimension(&BY_OPTION, language)];
    let answers = label(&TABLE_FIELDS[0]);
    let title = |by: &[String]| (language.texts().files.by)(answers, by);
    let row = |option: &tables::Row| Row {
        texts: vec![name(option)],
        figures: OPTION_FIELDS
            .iter()
            .zip(&option.cells)
            .map(|(field, value)| blocks::cell(field.metric, *value))
            .collect(),
        level: Level::Plain,
    };
    let first = Grid {
        blocks: vec![OPTIONS],
        title: title(&by),
        texts: by.to_vec(),
        figures: OPTION_FIELDS.iter().map(column).collect(),
        rows: options.iter().map(row).collect(),
        chart: Some(Chart::Bars),
        metrics: OPTION_FIELDS.iter().map(|field| (label(field), field.metric)).collect(),
        ..Grid::default()
    };
    let levels = levels(&by_group.filter, language);
    let mut second = Grid {
        blocks: vec![BLOCK],
        title: title(&levels),
        metrics: TABLE_FIELDS.iter().map(|field| (label(field), field.metric)).collect(),
        ..Grid::default()
    };
    let columns = TABLE_FIELDS.iter().map(column);
    let columns: Vec<Column> =
        columns.chain(options.iter().map(|option| Column::new(name(option), Unit::Count))).collect();
    let metrics: Vec<&Metric> = columns.iter().map(|_| &POLL_ANSWERS).collect();
    groups(&mut second, columns, &levels, &by_group.rows, &metrics, language);
    vec![first, second]
}
