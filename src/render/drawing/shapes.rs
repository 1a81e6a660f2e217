//! What can be drawn. Lengths are points, from the top left corner.

use super::typeface::Weight;

/// A colour, by its design token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Headings and figures.
    Strong,
    /// Texts.
    Text,
    /// Notes.
    Quiet,
    /// Lines below headings.
    Line,
    /// Lines between rows.
    Grid,
    /// Labels at axes.
    Axis,
    /// Figures of a year before.
    Earlier,
    /// Behind headers.
    Header,
    /// Behind hidden figures.
    Hidden,
    Surface,
    /// A change that is good, and one that is bad.
    Good,
    Bad,
    /// A colour of charts, by position.
    Series(usize),
    /// The colour of the program: red, green and blue on paper.
    Accent((u8, u8, u8)),
}

/// The number of colours that charts have.
pub const COLOURS: usize = 8;

impl Ink {
    /// Those that are no colours of charts.
    pub const NAMED: [Ink; 12] = [
        Ink::Strong,
        Ink::Text,
        Ink::Quiet,
        Ink::Line,
        Ink::Grid,
        Ink::Axis,
        Ink::Earlier,
        Ink::Header,
        Ink::Hidden,
        Ink::Surface,
        Ink::Good,
        Ink::Bad,
    ];

    /// The name of its token.
    pub fn token(self) -> &'static str {
        match self {
            Ink::Strong => "ink",
            Ink::Text => "ink-2",
            Ink::Quiet => "ink-3",
            Ink::Line => "line-2",
            Ink::Grid => "grid-line",
            Ink::Axis => "axis",
            Ink::Earlier => "prev",
            Ink::Header | Ink::Hidden => "surface-3",
            Ink::Surface => "surface",
            Ink::Good => "pos",
            Ink::Bad => "neg",
            Ink::Accent(_) => "accent",
            Ink::Series(at) => ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"][at % COLOURS],
        }
    }
}

/// Where a text stands against its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// A text on one line; `y` is its base line.
#[derive(Clone, Debug)]
pub struct Text {
    pub x: f32,
    pub y: f32,
    pub text: String,
    pub size: f32,
    pub weight: Weight,
    pub ink: Ink,
    pub align: Align,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Line {
        points: Vec<(f32, f32)>,
        width: f32,
        is_dashed: bool,
        ink: Ink,
    },
    Rectangle {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        ink: Ink,
    },
    Dot {
        x: f32,
        y: f32,
        radius: f32,
        ink: Ink,
    },
    /// A slice of a ring, by angles in turns from the top.
    Slice {
        x: f32,
        y: f32,
        radius: f32,
        hole: f32,
        from: f32,
        to: f32,
        ink: Ink,
    },
    Text(Text),
}

/// Shapes on an area.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<Shape>,
}

impl Drawing {
    pub fn new(width: f32, height: f32) -> Drawing {
        Drawing { width, height, shapes: Vec::new() }
    }

    /// A straight line.
    pub fn rule(&mut self, from: (f32, f32), to: (f32, f32), width: f32, ink: Ink) {
        self.shapes.push(Shape::Line { points: vec![from, to], width, is_dashed: false, ink });
    }

    /// Adds what another drawing has, moved.
    pub fn place(&mut self, other: Drawing, x: f32, y: f32) {
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(x, y)));
    }
}

impl Shape {
    fn moved(self, by_x: f32, by_y: f32) -> Shape {
        match self {
            Shape::Line { points, width, is_dashed, ink } => {
                let points = points.into_iter().map(|(x, y)| (x + by_x, y + by_y)).collect();
                Shape::Line { points, width, is_dashed, ink }
            }
            Shape::Rectangle { x, y, width, height, ink } => {
                Shape::Rectangle { x: x + by_x, y: y + by_y, width, height, ink }
            }
            Shape::Dot { x, y, radius, ink } => Shape::Dot { x: x + by_x, y: y + by_y, radius, ink },
            Shape::Slice { x, y, radius, hole, from, to, ink } => {
                Shape::Slice { x: x + by_x, y: y + by_y, radius, hole, from, to, ink }
            }
            Shape::Text(text) => Shape::Text(Text { x: text.x + by_x, y: text.y + by_y, ..text }),
        }
    }
}
