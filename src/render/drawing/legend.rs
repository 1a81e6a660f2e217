//! The names of what is drawn, with their colours.

use super::shapes::{Align, Drawing, Ink, Shape, Text};
use super::typeface::{self, Weight};

const SIZE: f32 = 8.0;
const LINE: f32 = 13.0;
const MARK: f32 = 14.0;
const BETWEEN: f32 = 16.0;
const WIDEST_NAME: f32 = 180.0;

/// A name with its colour.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub ink: Ink,
    pub is_dashed: bool,
}

/// Draws names side by side in as many lines as they need, and returns the height.
pub fn draw(drawing: &mut Drawing, entries: &[Entry], left: f32, width: f32) -> f32 {
    let (mut x, mut y) = (left, 9.0);
    for Entry { name, ink, is_dashed } in entries {
        let name = typeface::fitted(name, WIDEST_NAME.min(width - MARK), SIZE, Weight::Regular);
        let wide = MARK + typeface::width(&name, SIZE, Weight::Regular);
        if x > left && x + wide > left + width {
            (x, y) = (left, y + LINE);
        }
        let middle = y - SIZE * 0.33;
        let points = vec![(x, middle), (x + MARK - 4.0, middle)];
        drawing.shapes.push(Shape::Line { points, width: 2.0, is_dashed: *is_dashed, ink: *ink });
        drawing.shapes.push(Shape::Text(Text {
            x: x + MARK,
            y,
            text: name,
            size: SIZE,
            weight: Weight::Regular,
            ink: Ink::Text,
            align: Align::Start,
        }));
        x += wide + BETWEEN;
    }
    if entries.is_empty() { 0.0 } else { y + 5.0 }
}
