//! The axis of figures: round steps from zero.

use super::shapes::{Align, Drawing, Ink, Shape, Text};
use super::typeface::{self, Weight};
use crate::figures::Unit;
use crate::render::format::Formats;

/// The size of labels.
pub const LABEL: f32 = 7.5;
/// How many steps an axis has, about.
const STEPS: f64 = 4.0;
/// Between labels and what they are of.
pub const GAP: f32 = 5.0;

/// Round steps that span the figures and zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub from: f64,
    pub to: f64,
    step: f64,
}

impl Scale {
    /// Of figures with a unit; None without figures.
    pub fn of(figures: impl Iterator<Item = f64>, unit: Option<Unit>) -> Option<Scale> {
        let (least, most) = figures
            .filter(|figure| figure.is_finite())
            .map(|figure| (figure, figure))
            .reduce(|(least, most), (figure, _)| (least.min(figure), most.max(figure)))?;
        let (least, most) = (least.min(0.0), most.max(0.0));
        let span = if most > least { most - least } else { 1.0 };
        let size = 10_f64.powi(libm::log10(span / STEPS).floor() as i32);
        let times = [1.0, 2.0, 2.5, 5.0].into_iter().find(|times| span / (times * size) <= STEPS).unwrap_or(10.0);
        let step = times * size;
        // There is no half of a member.
        let step = if matches!(unit, Some(Unit::Count | Unit::Seconds)) { step.ceil() } else { step };
        let to = (most / step).ceil() * step;
        let from = (least / step).floor() * step;
        Some(Scale { from, to: if to > from { to } else { from + step }, step })
    }

    /// Where a figure lies, as a share of the axis.
    pub fn share(&self, figure: f64) -> f32 {
        ((figure - self.from) / (self.to - self.from)) as f32
    }

    /// The figures with a label.
    pub fn labelled(&self) -> impl Iterator<Item = f64> {
        let steps = ((self.to - self.from) / self.step).round() as i32;
        (0..=steps).map(|at| self.from + f64::from(at) * self.step)
    }
}

/// An area with an upright axis at its left.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Area {
    /// Where a figure lies.
    pub fn y(&self, scale: &Scale, figure: f64) -> f32 {
        self.bottom - scale.share(figure) * (self.bottom - self.top)
    }
}

/// The width that the labels of an axis take.
pub fn label_width(scale: &Scale, unit: Unit, formats: &Formats) -> f32 {
    let widths = scale.labelled().map(|figure| typeface::width(&formats.axis(figure, unit), LABEL, Weight::Regular));
    widths.fold(0.0, f32::max) + GAP
}

/// Draws an axis with its lines.
pub fn draw(drawing: &mut Drawing, area: Area, scale: &Scale, unit: Unit, formats: &Formats) {
    for figure in scale.labelled() {
        let y = area.y(scale, figure);
        let ink = if figure == 0.0 { Ink::Line } else { Ink::Grid };
        drawing.rule((area.left, y), (area.right, y), 0.75, ink);
        drawing.shapes.push(Shape::Text(Text {
            x: area.left - GAP,
            y: y + LABEL * 0.35,
            text: formats.axis(figure, unit),
            size: LABEL,
            weight: Weight::Regular,
            ink: Ink::Axis,
            align: Align::End,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_span_the_figures() {
        let labels = |figures: &[f64], unit| -> Vec<f64> {
            Scale::of(figures.iter().copied(), Some(unit)).expect("figures").labelled().collect()
        };
        assert_eq!(labels(&[3.0, 380.0], Unit::Count), [0.0, 100.0, 200.0, 300.0, 400.0]);
        assert_eq!(labels(&[1.0], Unit::Count), [0.0, 1.0]);
        assert_eq!(labels(&[0.0, 0.0], Unit::Count), [0.0, 1.0]);
        assert_eq!(labels(&[12.0, 60.0], Unit::Percent), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(labels(&[-30.0, 45.0], Unit::Decimal), [-40.0, -20.0, 0.0, 20.0, 40.0, 60.0]);
        assert_eq!(Scale::of(std::iter::empty(), None), None);
    }
}
