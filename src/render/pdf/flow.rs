//! Pages that are filled from top to bottom.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::render::about::Logo;
use crate::render::drawing::typeface;
use crate::render::drawing::{Align, Drawing, Ink, Shape, Text, Weight};

/// A4, across.
pub const WIDTH: f32 = 842.0;
pub const HEIGHT: f32 = 595.0;
pub const MARGIN: f32 = 36.0;
/// What is between the margins.
pub const CONTENT: f32 = WIDTH - 2.0 * MARGIN;
/// The first and the last line that content has.
pub const TOP: f32 = 40.0;
const BOTTOM: f32 = HEIGHT - 46.0;
/// The height of a page's content.
pub const PAGE: f32 = BOTTOM - TOP;

/// A heading of a block.
pub const HEADING: Style = Style { size: 11.0, weight: Weight::Bold, ink: Ink::Strong };

/// A heading, for the outline of the document.
#[derive(Clone, Debug)]
pub struct Heading {
    pub text: String,
    /// 0 for the largest.
    pub level: usize,
    pub page: usize,
    pub y: f32,
}

/// A logo at its place.
pub struct Picture {
    pub logo: Arc<Logo>,
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// A run of text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub size: f32,
    pub weight: Weight,
    pub ink: Ink,
}

impl Style {
    /// From one base line to the next.
    pub fn line(&self) -> f32 {
        self.size * 1.35
    }
}

/// Pages in the making.
#[derive(Debug)]
pub struct Flow {
    pub pages: Vec<Drawing>,
    pub headings: Vec<Heading>,
    pub y: f32,
}

impl Flow {
    pub fn new() -> Flow {
        Flow { pages: vec![Drawing::new(WIDTH, HEIGHT)], headings: Vec::new(), y: TOP }
    }

    pub fn page(&mut self) -> &mut Drawing {
        if self.pages.is_empty() {
            self.pages.push(Drawing::new(WIDTH, HEIGHT));
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// The letters of what is written so far that no font has.
    pub fn missing(&self) -> BTreeSet<char> {
        let shapes = self.pages.iter().flat_map(|page| &page.shapes);
        typeface::missing(shapes.filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.as_str()),
            _ => None,
        }))
    }

    pub fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    pub fn break_page(&mut self) {
        self.pages.push(Drawing::new(WIDTH, HEIGHT));
        self.y = TOP;
    }

    /// Begins a new page where this one has less room, unless that would not help.
    pub fn ensure(&mut self, height: f32) {
        if self.room() < height && self.y > TOP {
            self.break_page();
        }
    }

    /// Leaves room below what stands above; none at the top of a page.
    pub fn space(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    /// Adds a drawing, so far from the left margin.
    pub fn place(&mut self, drawing: Drawing, x: f32) {
        let (y, height) = (self.y, drawing.height);
        self.page().place(drawing, MARGIN + x, y);
        self.y += height;
    }

    /// Writes one line; `x` is from the left margin and `base` from the current line.
    pub fn write(&mut self, text: String, x: f32, base: f32, style: Style, align: Align) {
        let Style { size, weight, ink } = style;
        let text = Text { x: MARGIN + x, y: self.y + base, text, size, weight, ink, align };
        self.page().shapes.push(Shape::Text(text));
    }

    /// Writes a text in as many lines as it needs.
    pub fn paragraph(&mut self, text: &str, x: f32, width: f32, style: Style) {
        for line in typeface::wrapped(text, width, style.size, style.weight, usize::MAX) {
            self.ensure(style.line());
            self.write(line, x, style.size, style, Align::Start);
            self.y += style.line();
        }
    }

    /// Writes a heading of a block beside others.
    pub fn heading_at(&mut self, text: &str, left: f32, width: f32) {
        let style = HEADING;
        self.headings.push(Heading { text: text.to_owned(), level: 2, page: self.pages.len() - 1, y: self.y });
        for line in typeface::wrapped(text, width, style.size, style.weight, 2) {
            self.write(line, left, style.size, style, Align::Start);
            self.y += style.line();
        }
        self.y += 3.0;
    }

    /// Writes a heading, and below it leaves as much room on the page as is named.
    pub fn heading(&mut self, text: &str, level: usize, below: f32) {
        let size = [18.0, 14.0, 11.0][level.min(2)];
        let style = Style { size, weight: Weight::Bold, ink: Ink::Strong };
        let lines = typeface::wrapped(text, CONTENT, size, Weight::Bold, 3);
        self.ensure(style.line() * lines.len() as f32 + below);
        self.headings.push(Heading { text: text.to_owned(), level, page: self.pages.len() - 1, y: self.y });
        for line in lines {
            self.write(line, 0.0, size, style, Align::Start);
            self.y += style.line();
        }
        self.y += 3.0;
    }

    /// Writes a line at the foot of every page, with its number.
    pub fn number(&mut self, line: &str, page_of: fn(usize, usize) -> String) {
        let (size, ink, weight) = (7.5, Ink::Quiet, Weight::Regular);
        let count = self.pages.len();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let number = page_of(at + 1, count);
            let room = CONTENT - typeface::width(&number, size, weight) - 20.0;
            let y = HEIGHT - 24.0;
            page.rule((MARGIN, y - 12.0), (WIDTH - MARGIN, y - 12.0), 0.5, Ink::Grid);
            let mut write = |text: String, x: f32, align: Align| {
                page.shapes.push(Shape::Text(Text { x, y, text, size, weight, ink, align }));
            };
            write(typeface::fitted(line, room, size, weight), MARGIN, Align::Start);
            write(number, WIDTH - MARGIN, Align::End);
        }
    }
}
