//! The figures of cards and indicators as a grid.

use super::blocks::{self, of_breakdown};
use super::grid::{Cell, Column, Grid, Level, Row, no_data};
use crate::figures::score::{PARTS, PartState, ScoreAnswer, ScorePart};
use crate::figures::{Hidden, Metric, Unit};
use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::screens::declared::monitor::INDICATORS;
use crate::screens::tables::{CardValue, CardsTable};
use crate::screens::wire::IndicatorRow;

/// The figures of all cards, and the grids of the blocks that are answered with them.
pub fn of_totals(table: &CardsTable, language: Language) -> Vec<Grid> {
    let texts = &language.texts().files;
    let named = |value: &CardValue| (labels::label(language, value.field.full_label), value.field.metric);
    let grid = Grid {
        title: texts.key_figures.to_owned(),
        texts: vec![texts.figure.to_owned(), texts.note.to_owned()],
        figures: vec![
            Column::new(texts.value, None),
            Column::new(texts.before, None),
            Column::of_changes(texts.change, Unit::Percent),
            Column::of_changes(texts.change_in_points, Unit::Decimal),
        ],
        rows: table.values.iter().map(|value| row(value, language)).collect(),
        metrics: table.values.iter().map(named).collect(),
        ..Grid::default()
    };
    let extra = table.totals.extra.into_iter().flat_map(|(_, of)| of_breakdown(of, &table.extra, language));
    std::iter::once(grid).chain(extra).collect()
}

/// The row of a figure.
pub fn row(CardValue { field, now, change, .. }: &CardValue, language: Language) -> Row {
    let unit = field.metric.unit;
    let now = blocks::cell(field.metric, *now);
    let before = change.before_hidden.map_or_else(|| cell(change.before, unit), blocks::missing);
    let is_hidden = [now, before].contains(&Cell::Hidden);
    // A change from or to nothing is none.
    let has_no_data = [now, before].iter().any(|cell| matches!(cell, Cell::NoData(_)));
    let of_change = |value: Option<f64>, unit| match (is_hidden, has_no_data) {
        (true, _) => Cell::Hidden,
        (_, true) => Cell::None,
        _ => cell(value, unit),
    };
    let points = match unit {
        Unit::Percent => of_change(change.points, Unit::Decimal),
        _ => Cell::None,
    };
    let note = match now {
        Cell::NoData(table) => no_data(table, &language.texts().files),
        _ => change.note.clone().unwrap_or_default(),
    };
    Row {
        texts: vec![labels::label(language, field.full_label).to_owned(), note],
        figures: vec![now, before, of_change(change.change_percent, Unit::Percent), points],
        level: Level::Plain,
    }
}

/// The table of the Program Monitor.
pub fn of_indicators(answer: &[IndicatorRow], language: Language) -> Grid {
    let texts = &language.texts().files;
    let mut grid = Grid {
        title: texts.indicators.to_owned(),
        texts: vec![texts.indicator.to_owned(), texts.note.to_owned()],
        figures: vec![
            Column::new(texts.members, Unit::Count),
            Column::new(texts.share, Unit::Percent),
            Column::of_changes(texts.difference, Unit::Count),
            Column::of_changes(texts.change, Unit::Percent),
        ],
        ..Grid::default()
    };
    for indicator in &INDICATORS {
        let Some(figures) = answer.iter().find(|figures| figures.r#type == indicator.id) else { continue };
        let why = |name: &str| figures.hidden.get(name).copied();
        let shown = |why: Option<Hidden>, value: Option<f64>, unit| match why {
            Some(why) => blocks::missing(why),
            None => cell(value, unit),
        };
        let of_change = why("sum").or_else(|| why("popSum"));
        grid.rows.push(Row {
            texts: vec![
                labels::label(language, indicator.metric.label).to_owned(),
                figures.note.clone().unwrap_or_default(),
            ],
            figures: vec![
                shown(why("sum"), figures.sum, Unit::Count),
                shown(why("percent"), figures.percent, Unit::Percent),
                shown(of_change, figures.pop_sum, Unit::Count),
                shown(of_change, figures.pop_percent, Unit::Percent),
            ],
            level: Level::Plain,
        });
        let named = |metric: &'static Metric| (labels::label(language, metric.label), metric);
        grid.metrics.extend([named(indicator.metric), named(indicator.share)]);
    }
    grid
}

/// The score with its parts. A part that does not count says why.
pub fn of_score(answer: &ScoreAnswer, language: Language) -> Grid {
    let texts = &language.texts().files;
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
        texts: vec!["BOND Score".to_owned(), answer.explain.missing.clone().unwrap_or_default()],
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
    for part in &answer.explain.parts {
        let ScorePart { label, value, value_last_month, unit, floor, target, weight, points_earned, state, .. } = part;
        let of_value = |value| if *state == PartState::Hidden { Cell::Hidden } else { cell(value, *unit) };
        let note = match state {
            PartState::Ok => "",
            PartState::NotApplicable => texts.not_applicable,
            PartState::Insufficient => texts.insufficient,
            PartState::Hidden => texts.part_hidden,
            PartState::LeftOut => texts.part_left_out,
        };
        let figures = vec![
            of_value(*value),
            of_value(*value_last_month),
            Cell::Figure(*floor, *unit),
            Cell::Figure(*target, *unit),
            Cell::Figure((*weight).into(), Unit::Count),
            points(*points_earned),
        ];
        grid.rows.push(Row {
            texts: vec![labels::label(language, label).to_owned(), note.to_owned()],
            figures,
            level: Level::Plain,
        });
    }
    grid.metrics = PARTS.iter().map(|part| (labels::label(language, part.label), part.metric)).collect();
    grid
}

fn cell(value: Option<f64>, unit: Unit) -> Cell {
    value.map_or(Cell::None, |value| Cell::Figure(value, unit))
}
