//! Figures by name as lying bars.

use super::axis::Scale;
use super::charted::Charted;
use super::shapes::{Align, Drawing, Ink, Shape, Text};
use super::typeface::{self, Weight};
use crate::render::format::Formats;
use crate::render::grid::{Cell, Grid};

const MOST_BARS: usize = 30;
const SIZE: f32 = 8.0;
const LINE: f32 = 15.0;
const THICK: f32 = 9.0;
const GAP: f32 = 6.0;
/// The most of the width that names take.
const NAMES: f32 = 0.35;

/// Bars of the first figure of each row.
pub fn draw(grid: &Grid, formats: &Formats, width: f32) -> Option<Charted> {
    let bars: Vec<(&str, f64, String)> = grid
        .rows
        .iter()
        .filter_map(|row| match row.figures.first() {
            Some(Cell::Figure(value, unit)) => {
                Some((row.texts.first().map_or("", String::as_str), *value, formats.cell(*value, *unit)))
            }
            _ => None,
        })
        .collect();
    let shown = &bars[..bars.len().min(MOST_BARS)];
    let unit = grid.figures.first().and_then(|column| column.unit);
    let scale = Scale::of(shown.iter().map(|(_, value, _)| *value), unit)?;
    let names: Vec<String> =
        shown.iter().map(|(name, ..)| typeface::fitted(name, width * NAMES, SIZE, Weight::Regular)).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| typeface::width(text, SIZE, Weight::Regular)).fold(0.0, f32::max)
    };
    let left = widest(&mut names.iter()) + GAP;
    let right = width - widest(&mut shown.iter().map(|(.., figure)| figure)) - GAP;
    let mut drawing = Drawing::new(width, LINE * shown.len() as f32 + 4.0);
    let x = |value: f64| left + scale.share(value) * (right - left).max(1.0);
    for (at, ((_, value, figure), name)) in shown.iter().zip(names).enumerate() {
        let top = 2.0 + LINE * at as f32;
        let base = top + (LINE + SIZE) / 2.0 - 1.2;
        let text = |x: f32, text: String, ink: Ink, align: Align| {
            Shape::Text(Text { x, y: base, text, size: SIZE, weight: Weight::Regular, ink, align })
        };
        let (zero, end) = (x(0.0), x(*value));
        drawing.shapes.push(text(left - GAP, name, Ink::Text, Align::End));
        drawing.shapes.push(Shape::Rectangle {
            x: zero.min(end),
            y: top + (LINE - THICK) / 2.0,
            width: (end - zero).abs().max(0.5),
            height: THICK,
            ink: Ink::Series(0),
        });
        drawing.shapes.push(text(zero.max(end) + GAP - 1.0, figure.clone(), Ink::Strong, Align::Start));
    }
    let zero = x(0.0);
    drawing.rule((zero, 0.0), (zero, drawing.height), 0.75, Ink::Line);
    let notes = match bars.len() > MOST_BARS {
        true => vec![(formats.language.texts().files.bars_left_out)(MOST_BARS, bars.len())],
        false => Vec::new(),
    };
    Some(Charted { drawing, notes })
}
