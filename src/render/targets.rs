//! What figures are compared with, in grids: columns beside the figures of cards, a column of a chart by period.

use super::grid::{Cell, Chart, Column, Grid};
use super::screen::ScreenCall;
use crate::figures::target::TargetGrain;
use crate::figures::{Polarity, Unit};
use crate::i18n::dates;
use crate::i18n::language::Language;
use crate::i18n::numbers::{self, number};
use crate::screens::receipts::SCORE;
use crate::screens::targets::{FittingTarget, FittingTargets, aim};

/// How a figure stands against its target. The page judges alike (`ui/src/figures/targets/state.ts`); both are held to
/// `target_vectors.json`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    /// Whole percents: below 100 where the figure is under its target, above where it is over.
    percent: f64,
    side: Side,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Under,
    On,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Reached,
    Missed,
    /// The period is not over, or no direction is good.
    Open,
}

/// The state of a figure. A period that is not over is judged only where its end cannot change it.
fn state(value: f64, target: f64, polarity: Polarity, grows: bool, is_over: bool) -> State {
    let percent = 100.0 * value / target;
    let (percent, side) = if value < target {
        ((percent + 1e-9).floor().min(99.0), Side::Under)
    } else if value > target {
        ((percent - 1e-9).ceil().max(101.0), Side::Over)
    } else {
        (100.0, Side::On)
    };
    let verdict = match (polarity, side) {
        (Polarity::None, _) => Verdict::Open,
        (Polarity::Higher, Side::Under) | (Polarity::Lower, Side::Over) => Verdict::Missed,
        (Polarity::Higher | Polarity::Lower, _) => Verdict::Reached,
    };
    let is_certain = is_over || (grows && (side == Side::Over || (side == Side::On && polarity == Polarity::Higher)));
    State { percent, side, verdict: if is_certain { verdict } else { Verdict::Open } }
}

/// Adds the targets to the grids of a part of a screen.
pub fn add_targets(grids: &mut [Grid], part: &ScreenCall, targets: &FittingTargets, language: Language) {
    if let Some(grid) = grids.first_mut() {
        match part {
            ScreenCall::Cards(totals) => {
                let cards = totals.cards.iter();
                let ids = cards.flat_map(|card| card.all_fields().map(|field| card.metric_id(field)));
                to_figures(grid, &ids.collect::<Vec<String>>(), &targets.targets, language);
            }
            ScreenCall::Score => to_score(grid, &targets.targets, language),
            _ => {}
        }
    }
    for grid in grids {
        to_chart(grid, targets, language);
    }
}

/// Columns for the target of each figure, what it reaches of it, and what that means.
fn to_figures(grid: &mut Grid, ids: &[String], targets: &[FittingTarget], language: Language) {
    let texts = &language.texts().targets;
    let found: Vec<Option<&FittingTarget>> =
        ids.iter().map(|id| targets.iter().find(|target| target.metric == *id)).collect();
    if found.iter().all(Option::is_none) {
        return;
    }
    grid.texts.push(texts.target_note.to_owned());
    grid.figures.push(Column::new(texts.target, None));
    grid.figures.push(Column::new(texts.of_target, Unit::Percent));
    for (row, target) in grid.rows.iter_mut().zip(found) {
        let now = row.figures.first().copied();
        let cells = match (target, now) {
            (Some(target), Some(Cell::Figure(value, unit))) => {
                let state = of_target(value, target);
                (
                    note(target, Some(state), language),
                    Cell::Figure(target.value, unit),
                    Cell::Figure(state.percent, Unit::Percent),
                )
            }
            (Some(target), hidden) => {
                let unit = aim(&target.metric).and_then(|aim| aim.metric).map_or(Unit::Decimal, |metric| metric.unit);
                (note(target, None, language), Cell::Figure(target.value, unit), hidden.unwrap_or(Cell::None))
            }
            (None, _) => (String::new(), Cell::None, Cell::None),
        };
        row.texts.push(cells.0);
        row.figures.extend([cells.1, cells.2]);
    }
}

fn to_score(grid: &mut Grid, targets: &[FittingTarget], language: Language) {
    let Some(target) = targets.iter().find(|target| target.metric == SCORE) else { return };
    let score = grid.rows.first().and_then(|row| row.figures.first());
    let state = match score {
        Some(Cell::Figure(score, _)) => Some(of_target(*score, target)),
        _ => None,
    };
    let written = number(target.value, 1, language);
    grid.notes.push((language.texts().targets.of_score)(&written, &note(target, state, language)));
}

fn of_target(value: f64, target: &FittingTarget) -> State {
    state(value, target.value, target.polarity, target.grows, target.counted.is_none())
}

/// Such as `2026-03: under target, not reached`, `2026: after 80% of its days`.
fn note(target: &FittingTarget, state: Option<State>, language: Language) -> String {
    let texts = &language.texts().targets;
    let FittingTarget { grain, periods, starts, ends, counted, grows, .. } = target;
    let period = match (grain, periods) {
        (TargetGrain::Month, 1) => starts.get(..7).unwrap_or(starts).to_owned(),
        (TargetGrain::Year, 1) if starts.ends_with("-01-01") => starts.get(..4).unwrap_or(starts).to_owned(),
        _ => dates::span(&dates::iso_day(starts, language), &dates::iso_day(ends, language), language),
    };
    let Some(State { side, verdict, .. }) = state else { return period };
    let side = match side {
        Side::Under => texts.under,
        Side::On => texts.on,
        Side::Over => texts.over,
    };
    let verdict = match verdict {
        Verdict::Reached => format!(", {}", texts.reached),
        Verdict::Missed => format!(", {}", texts.not_reached),
        Verdict::Open => String::new(),
    };
    match counted {
        None => format!("{period}: {side}{verdict}"),
        Some(percent) if *grows => {
            let percent = numbers::percent(&number(percent.round(), 0, language), language);
            format!("{period}: {side}{verdict}, {}", (texts.after)(&percent))
        }
        Some(_) => format!("{period}: {side}, {}", texts.so_far),
    }
}

/// A column with the targets of each figure of a chart by period.
fn to_chart(grid: &mut Grid, targets: &FittingTargets, language: Language) {
    let texts = &language.texts().targets;
    let (Some(Chart::Line), Some(periods)) = (grid.chart, &grid.periods) else { return };
    if !periods.of_all {
        return;
    }
    let mut columns = Vec::new();
    let several = grid.metrics.len() > 1;
    for (column, (_, metric)) in grid.figures.iter().zip(&grid.metrics) {
        let is_of = |id: &str| aim(id).and_then(|aim| aim.metric).is_some_and(|of| std::ptr::eq(of, *metric));
        let Some(line) = targets.lines.iter().find(|line| line.time_scale == periods.scale && is_of(&line.metric))
        else {
            continue;
        };
        let at = |start: &String| line.points.iter().find(|point| point.start == *start);
        let cell = |start| at(start).map_or(Cell::None, |point| Cell::Figure(point.value, metric.unit));
        let cells: Vec<Cell> = periods.starts.iter().map(cell).collect();
        if cells.iter().all(|cell| *cell == Cell::None) {
            continue;
        }
        let name = if several { (texts.target_of)(&column.name) } else { texts.target.to_owned() };
        columns.push((Column { is_target: true, ..Column::new(name, metric.unit) }, cells));
    }
    for (column, cells) in columns {
        grid.figures.push(column);
        for (at, row) in grid.rows.iter_mut().enumerate() {
            row.figures.push(cells.get(at).copied().unwrap_or(Cell::None));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Vector {
        value: f64,
        target: f64,
        polarity: String,
        grows: bool,
        is_over: bool,
        percent: f64,
        side: String,
        verdict: String,
    }

    #[test]
    fn states_are_those_of_the_shared_vectors() {
        let vectors: Vec<Vector> = serde_json::from_str(include_str!("target_vectors.json")).expect("vectors");
        assert!(vectors.len() > 12);
        for Vector { value, target, polarity, grows, is_over, percent, side, verdict } in vectors {
            let of = match polarity.as_str() {
                "higher" => Polarity::Higher,
                "lower" => Polarity::Lower,
                _ => Polarity::None,
            };
            let found = state(value, target, of, grows, is_over);
            let words = (format!("{:?}", found.side).to_lowercase(), format!("{:?}", found.verdict).to_lowercase());
            let case = format!("{value} of {target}, {polarity}, grows {grows}, over {is_over}");
            assert_eq!((found.percent, words), (percent, (side, verdict)), "{case}");
        }
    }

    fn target(counted: Option<f64>, grows: bool) -> FittingTarget {
        FittingTarget {
            metric: "logins.totalLogins".to_owned(),
            value: 100.0,
            grain: TargetGrain::Month,
            periods: 1,
            starts: "2026-03-01".to_owned(),
            ends: "2026-03-31".to_owned(),
            counted,
            grows,
            polarity: Polarity::Higher,
            group: None,
        }
    }

    #[test]
    fn notes_say_what_is_compared_and_a_hidden_figure_has_no_state() {
        let of = |value: f64, target: &FittingTarget| note(target, Some(of_target(value, target)), Language::En);
        assert_eq!(of(94.0, &target(None, true)), "2026-03: under target, not reached");
        assert_eq!(of(62.0, &target(Some(80.4), true)), "2026-03: under target, after 80% of the days");
        assert_eq!(of(120.0, &target(Some(80.4), true)), "2026-03: over target, reached, after 80% of the days");
        assert_eq!(of(94.0, &target(Some(80.4), false)), "2026-03: under target, so far");
        assert_eq!(note(&target(None, true), None, Language::En), "2026-03");
        let german = note(&target(Some(80.4), true), Some(of_target(62.0, &target(Some(80.4), true))), Language::De);
        assert_eq!(german, "2026-03: unter dem Ziel, nach 80\u{a0}% der Tage");
    }
}
