//! Parts of a whole as a ring.

use super::charted::Charted;
use super::names;
use super::shapes::{Align, Drawing, Ink, Shape, Text};
use super::typeface::{self, Weight};
use crate::figures::Unit;
use crate::render::format::Formats;
use crate::render::grid::{Cell, Grid};

const RADIUS: f32 = 56.0;
const HOLE: f32 = 32.0;
const SIZE: f32 = 8.5;
const LINE: f32 = 15.0;
const MARK: f32 = 8.0;
const LEFT: f32 = 2.0 * RADIUS + 28.0;
const WIDEST_NAME: f32 = 260.0;

/// A ring of the first figure of each row, with a list of names, figures and shares.
pub fn draw(grid: &Grid, formats: &Formats, width: f32) -> Option<Charted> {
    let parts: Vec<(&str, f64, Unit)> = grid
        .rows
        .iter()
        .filter_map(|row| match row.figures.first() {
            Some(Cell::Figure(value, unit)) if *value >= 0.0 => {
                Some((row.texts.first().map_or("", String::as_str), *value, *unit))
            }
            _ => None,
        })
        .collect();
    let colours = names::of(&parts.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    let whole: f64 = parts.iter().map(|(_, value, _)| value).sum();
    if whole <= 0.0 {
        return None;
    }
    let height = (2.0 * RADIUS).max(LINE * parts.len() as f32) + 8.0;
    let mut drawing = Drawing::new(width, height);
    let share = |value: f64| (value / whole) as f32;
    let mut from = 0.0;
    for ((_, value, _), colour) in parts.iter().zip(&colours) {
        let to = from + share(*value);
        if to > from {
            let (x, y) = (RADIUS + 4.0, height / 2.0);
            let ink = Ink::Series(*colour);
            drawing.shapes.push(Shape::Slice { x, y, radius: RADIUS, hole: HOLE, from, to, ink });
        }
        from = to;
    }
    let written: Vec<String> =
        parts.iter().map(|(name, ..)| typeface::fitted(name, WIDEST_NAME, SIZE, Weight::Regular)).collect();
    let figures: Vec<String> = parts.iter().map(|(_, value, unit)| formats.cell(*value, *unit)).collect();
    let widest =
        |texts: &[String]| texts.iter().map(|text| typeface::width(text, SIZE, Weight::Regular)).fold(0.0, f32::max);
    let figures_end = LEFT + MARK + 6.0 + widest(&written) + 24.0 + widest(&figures);
    let top = (height - LINE * parts.len() as f32) / 2.0;
    for (at, ((name, figure), (_, value, _))) in written.into_iter().zip(figures).zip(&parts).enumerate() {
        let base = top + LINE * (at as f32 + 0.5) + SIZE * 0.35;
        let text = |x: f32, text: String, ink: Ink, align: Align| {
            Shape::Text(Text { x, y: base, text, size: SIZE, weight: Weight::Regular, ink, align })
        };
        drawing.shapes.push(Shape::Rectangle {
            x: LEFT,
            y: base - MARK + 1.0,
            width: MARK,
            height: MARK,
            ink: Ink::Series(colours[at]),
        });
        drawing.shapes.push(text(LEFT + MARK + 6.0, name, Ink::Text, Align::Start));
        drawing.shapes.push(text(figures_end, figure, Ink::Strong, Align::End));
        let percent = formats.cell(100.0 * value / whole, Unit::Percent);
        drawing.shapes.push(text(figures_end + 50.0, percent, Ink::Quiet, Align::End));
    }
    Some(Charted { drawing, notes: Vec::new() })
}
