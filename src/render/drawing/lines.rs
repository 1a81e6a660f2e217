//! Figures by period as lines.

use super::axis::{self, Area, GAP, LABEL, Scale};
use super::charted::Charted;
use super::legend::{self, Entry};
use super::shapes::{Align, Drawing, Ink, Shape, Text};
use super::typeface::{self, Weight};
use crate::figures::Unit;
use crate::render::format::Formats;
use crate::render::grid::{Cell, Column, Grid};

/// The height of what is drawn between legend and labels.
const HEIGHT: f32 = 130.0;
/// Between two charts side by side.
const BETWEEN: f32 = 28.0;
/// Of more lines nobody reads one.
const MOST_LINES: usize = 12;
const MOST_EARLIER: usize = 4;
const WIDTH: f32 = 1.75;
const WIDTH_EARLIER: f32 = 1.25;
const DOT: f32 = 2.25;
/// Below the axis.
const LABELS: f32 = 15.0;

/// A line: a column of the grid.
struct Line {
    column: usize,
    ink: Ink,
    /// Whether it is of the year before, or of targets.
    is_dashed: bool,
}

/// Lines by period. Figures of different units have a chart each, side by side.
pub fn draw(grid: &Grid, formats: &Formats, width: f32) -> Option<Charted> {
    let mut units: Vec<Unit> = Vec::new();
    for unit in grid.figures.iter().filter_map(|column| column.unit) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let (lines, left_out) = lines(grid);
    let panels: Vec<Drawing> = {
        let wide = (width - BETWEEN * units.len().saturating_sub(1) as f32) / units.len().max(1) as f32;
        let of = |unit: &Unit| panel(grid, formats, *unit, &lines, wide);
        units.iter().filter_map(of).collect()
    };
    let height = panels.iter().map(|panel| panel.height).reduce(f32::max)?;
    let mut drawing = Drawing::new(width, height);
    let mut x = 0.0;
    for panel in panels {
        let wide = panel.width;
        // Axes stand on one line.
        let y = height - panel.height;
        drawing.place(panel, x, y);
        x += wide + BETWEEN;
    }
    let notes = match left_out {
        0 => Vec::new(),
        _ => vec![(formats.language.texts().files.lines_left_out)(MOST_LINES, MOST_LINES + left_out)],
    };
    Some(Charted { drawing, notes })
}

/// The colours of the columns as lines.
pub fn inks(grid: &Grid) -> Vec<Ink> {
    let mut places = 0..;
    let ink = |column: &Column| match column {
        Column { is_target: true, .. } => Ink::Quiet,
        Column { is_earlier: true, .. } => Ink::Earlier,
        _ => {
            let place = places.next().unwrap_or_default();
            Ink::Series(column.colour.unwrap_or(place))
        }
    };
    grid.figures.iter().map(ink).collect()
}

/// The lines that are drawn, and how many are not.
fn lines(grid: &Grid) -> (Vec<Line>, usize) {
    let of =
        |is_dashed: bool| grid.figures.iter().enumerate().filter(move |(_, column)| column.is_dashed() == is_dashed);
    let inks = inks(grid);
    let line = |column: usize, is_dashed: bool| Line { column, ink: inks[column], is_dashed };
    let now = of(false).map(|(column, _)| line(column, false));
    let dashed = |is_target: bool| of(true).filter(move |(_, column)| column.is_target == is_target);
    let earlier = dashed(false).map(|(column, _)| line(column, true));
    let targets = dashed(true).map(|(column, _)| line(column, true));
    let count = of(false).count();
    // What figures are compared with is drawn first, so that it lies below.
    let compared = earlier.take(MOST_EARLIER).chain(targets.take(MOST_EARLIER));
    let lines = compared.chain(now.take(MOST_LINES)).collect();
    (lines, count.saturating_sub(MOST_LINES))
}

fn panel(grid: &Grid, formats: &Formats, unit: Unit, lines: &[Line], width: f32) -> Option<Drawing> {
    let lines: Vec<&Line> = lines.iter().filter(|line| grid.figures[line.column].unit == Some(unit)).collect();
    let figure = |row: usize, line: &Line| match grid.rows[row].figures.get(line.column) {
        Some(Cell::Figure(value, _)) => Some(*value),
        _ => None,
    };
    let rows = grid.rows.len();
    let figures = (0..rows).flat_map(|row| lines.iter().filter_map(move |line| figure(row, line)));
    let scale = Scale::of(figures, Some(unit))?;
    let mut drawing = Drawing::new(width, 0.0);
    let entries: Vec<Entry> = lines
        .iter()
        .filter(|line| !line.is_dashed)
        .chain(lines.iter().filter(|line| line.is_dashed))
        .map(|line| Entry { name: grid.figures[line.column].name.clone(), ink: line.ink, is_dashed: line.is_dashed })
        .collect();
    let top = legend::draw(&mut drawing, &entries, 0.0, width) + 6.0;
    let left = axis::label_width(&scale, unit, formats);
    let area = Area { left, top, right: width - 4.0, bottom: top + HEIGHT };
    drawing.height = area.bottom + LABELS;
    axis::draw(&mut drawing, area, &scale, unit, formats);
    let step = (area.right - area.left) / rows as f32;
    let x = |row: usize| area.left + step * (row as f32 + 0.5);
    label(&mut drawing, grid, area, step, &x);
    for line in &lines {
        let points: Vec<Option<(f32, f32)>> =
            (0..rows).map(|row| figure(row, line).map(|value| (x(row), area.y(&scale, value)))).collect();
        draw_line(&mut drawing, &points, line, grid.unfinished);
    }
    Some(drawing)
}

/// The names of periods: as many as have room.
fn label(drawing: &mut Drawing, grid: &Grid, area: Area, step: f32, x: &impl Fn(usize) -> f32) {
    let names: Vec<String> = grid
        .rows
        .iter()
        .map(|row| typeface::fitted(row.texts.first().map_or("", String::as_str), 90.0, LABEL, Weight::Regular))
        .collect();
    let widest = names.iter().map(|name| typeface::width(name, LABEL, Weight::Regular)).fold(1.0, f32::max);
    let every = ((widest + 2.0 * GAP) / step).ceil().max(1.0) as usize;
    for (row, name) in names.into_iter().enumerate().step_by(every) {
        let half = typeface::width(&name, LABEL, Weight::Regular) / 2.0;
        drawing.shapes.push(Shape::Text(Text {
            x: x(row).clamp(half, (drawing.width - half).max(half)),
            y: area.bottom + 11.0,
            text: name,
            size: LABEL,
            weight: Weight::Regular,
            ink: Ink::Axis,
            align: Align::Middle,
        }));
    }
}

/// A line with gaps where there are no figures, dashed to a period that is not complete.
fn draw_line(drawing: &mut Drawing, points: &[Option<(f32, f32)>], line: &Line, unfinished: Option<usize>) {
    let mut run: Vec<(f32, f32)> = Vec::new();
    for (at, point) in points.iter().enumerate() {
        match point {
            Some(point) if Some(at) == unfinished && !line.is_dashed => {
                let before = run.last().copied();
                draw_run(drawing, &mut run, line);
                if let Some(before) = before {
                    let points = vec![before, *point];
                    drawing.shapes.push(Shape::Line { points, width: WIDTH, is_dashed: true, ink: line.ink });
                }
            }
            Some(point) => run.push(*point),
            None => draw_run(drawing, &mut run, line),
        }
    }
    draw_run(drawing, &mut run, line);
    let last = points.iter().rev().flatten().next();
    if let Some((x, y)) = last.filter(|_| !line.is_dashed) {
        drawing.shapes.push(Shape::Dot { x: *x, y: *y, radius: DOT, ink: line.ink });
    }
}

/// Draws a stretch without gaps. One point alone is a dot.
fn draw_run(drawing: &mut Drawing, run: &mut Vec<(f32, f32)>, line: &Line) {
    let points = std::mem::take(run);
    let (width, ink) = (if line.is_dashed { WIDTH_EARLIER } else { WIDTH }, line.ink);
    match points.as_slice() {
        [] => {}
        [(x, y)] => drawing.shapes.push(Shape::Dot { x: *x, y: *y, radius: DOT, ink }),
        _ => drawing.shapes.push(Shape::Line { points, width, is_dashed: line.is_dashed, ink }),
    }
}
