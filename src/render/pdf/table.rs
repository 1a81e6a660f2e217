//! A grid as a table over as many pages as it needs, with its header on each.

use std::ops::Range;

use super::flow::{CONTENT, Flow, MARGIN, Style};
use crate::render::drawing::typeface;
use crate::render::drawing::{Align, Ink, Shape, Weight};
use crate::render::format::Formats;
use crate::render::grid::{Cell, Grid, Level, Row, no_data};

/// The most rows of a table. A reader of paper turns 50 pages, and a document stays small in memory.
pub const MOST_ROWS: usize = 2_000;

const TEXT: Style = Style { size: 8.0, weight: Weight::Regular, ink: Ink::Text };
const FIGURE: Style = Style { size: 8.0, weight: Weight::Regular, ink: Ink::Strong };
const HEADER: Style = Style { size: 8.0, weight: Weight::Bold, ink: Ink::Strong };
const QUIET: Style = Style { size: 7.0, weight: Weight::Regular, ink: Ink::Quiet };
const LINE: f32 = 10.5;
const PADDING: f32 = 3.5;
const BESIDE: f32 = 5.0;
const INDENT: f32 = 10.0;
/// The lines of a name, and of a header.
const MOST_LINES: usize = 8;
const TEXT_WIDTHS: (f32, f32) = (64.0, 270.0);
const FIGURE_WIDTHS: (f32, f32) = (48.0, 110.0);
/// A line of several words may be wider than the words by themselves.
const SLACK: f32 = 2.0;
/// The share of the width that names take at most.
const TEXTS: f32 = 0.62;

/// Draws a table below what stands on the page. Columns that find no room beside the others follow below, with the names.
pub fn draw(flow: &mut Flow, grid: &Grid, formats: &Formats) {
    let table = Table::of(grid, formats);
    for (at, columns) in table.bands().into_iter().enumerate() {
        if at > 0 {
            flow.space(12.0);
        }
        table.draw(flow, columns);
    }
}

/// A table with the widths of its columns.
struct Table<'a> {
    grid: &'a Grid,
    formats: &'a Formats,
    rows: &'a [Row],
    /// The names of the columns with texts: a group and the group within it share one.
    texts: Vec<String>,
    text_widths: Vec<f32>,
    figure_widths: Vec<f32>,
}

impl<'a> Table<'a> {
    fn of(grid: &'a Grid, formats: &'a Formats) -> Table<'a> {
        let rows = &grid.rows[..grid.rows.len().min(MOST_ROWS)];
        let texts = if grid.is_nested { vec![grid.texts.join(" / ")] } else { grid.texts.clone() };
        let mut table = Table { grid, formats, rows, texts, text_widths: Vec::new(), figure_widths: Vec::new() };
        table.text_widths = (0..table.texts.len()).map(|column| table.text_width(column)).collect();
        // Names share what they may take; those that need less leave it to the others.
        let most = TEXTS * CONTENT / table.texts.len().max(1) as f32;
        if table.text_widths.iter().sum::<f32>() > TEXTS * CONTENT {
            table.text_widths.iter_mut().for_each(|width| *width = width.min(most));
        }
        let widths = |is_narrow| (0..grid.figures.len()).map(|column| table.figure_width(column, is_narrow)).collect();
        let wide: Vec<f32> = widths(false);
        let fits = table.text_widths.iter().chain(&wide).sum::<f32>() <= CONTENT;
        table.figure_widths = if fits { wide } else { widths(true) };
        table
    }

    /// The texts of a row, and how far the first is moved to the right.
    fn texts_of<'b>(&self, row: &'b Row) -> (&'b [String], f32) {
        match (self.grid.is_nested, row.level) {
            (false, _) => (&row.texts, 0.0),
            (true, Level::Within) => (row.texts.get(1..2).unwrap_or_default(), INDENT),
            (true, _) => (row.texts.get(..1).unwrap_or_default(), 0.0),
        }
    }

    fn text_width(&self, column: usize) -> f32 {
        let header = typeface::width(&self.texts[column], HEADER.size, HEADER.weight);
        let widths = self.rows.iter().filter_map(|row| {
            let (texts, indent) = self.texts_of(row);
            texts.get(column).map(|text| indent + typeface::width(text, TEXT.size, weight_of(row)))
        });
        let width = widths.fold(header, f32::max) + 2.0 * BESIDE + SLACK;
        width.clamp(TEXT_WIDTHS.0, TEXT_WIDTHS.1)
    }

    /// The width of a column. Its figures are never cut; its name has one line, or several in a narrow column.
    fn figure_width(&self, column: usize, is_narrow: bool) -> f32 {
        let widths = self.rows.iter().filter_map(|row| {
            let written = self.written(row.figures.get(column)?)?;
            Some(typeface::width(&written, FIGURE.size, weight_of(row)))
        });
        let figures = widths.fold(0.0, f32::max);
        let name = &self.grid.figures[column].name;
        let measured = |text: &str| typeface::width(text, HEADER.size, HEADER.weight) + SLACK;
        let longest = name.split_whitespace().map(measured).fold(0.0, f32::max);
        let header = if is_narrow { longest.max(measured(name) * 0.6) } else { measured(name) };
        figures.max(header.clamp(FIGURE_WIDTHS.0, FIGURE_WIDTHS.1)) + 2.0 * BESIDE
    }

    fn written(&self, cell: &Cell) -> Option<String> {
        match cell {
            Cell::Figure(value, unit) => Some(self.formats.cell(*value, *unit)),
            Cell::Hidden => Some(self.formats.language.texts().files.hidden.to_owned()),
            Cell::NoData(table) => Some(no_data(*table, &self.formats.language.texts().files)),
            Cell::None => None,
        }
    }

    /// The columns with figures that find room side by side. There is one band at least, for tables without figures.
    fn bands(&self) -> Vec<Range<usize>> {
        let room = CONTENT - self.text_widths.iter().sum::<f32>();
        let mut bands = Vec::new();
        let (mut start, mut used) = (0, 0.0);
        for (column, width) in self.figure_widths.iter().enumerate() {
            if column > start && used + width > room {
                bands.push(start..column);
                (start, used) = (column, 0.0);
            }
            used += width;
        }
        bands.push(start..self.figure_widths.len());
        bands
    }

    fn draw(&self, flow: &mut Flow, columns: Range<usize>) {
        let header = self.header(&columns);
        let header_height = LINE * header.iter().map(Vec::len).max().unwrap_or(1) as f32 + 2.0 * PADDING;
        let mut is_first = true;
        for row in self.rows {
            let (texts, indent) = self.texts_of(row);
            let weight = weight_of(row);
            let lines: Vec<Vec<String>> = texts
                .iter()
                .zip(&self.text_widths)
                .map(|(text, width)| {
                    typeface::wrapped(text, width - 2.0 * BESIDE - indent, TEXT.size, weight, MOST_LINES)
                })
                .collect();
            let height = LINE * lines.iter().map(Vec::len).max().unwrap_or(1) as f32 + 2.0 * PADDING;
            let is_next_page = flow.room() < height + if is_first { header_height } else { 0.0 };
            if is_next_page {
                flow.break_page();
            }
            if is_first || is_next_page {
                self.draw_header(flow, &columns, &header, header_height);
                is_first = false;
            }
            self.draw_row(flow, row, &columns, &lines, height);
        }
    }

    /// The lines of each name of a column.
    fn header(&self, columns: &Range<usize>) -> Vec<Vec<String>> {
        let texts = self.texts.iter().map(String::as_str).zip(self.text_widths.iter().copied());
        let figures = columns.clone().map(|at| (self.grid.figures[at].name.as_str(), self.figure_widths[at]));
        let wrap = |(name, width): (&str, f32)| {
            typeface::wrapped(name, width - 2.0 * BESIDE, HEADER.size, HEADER.weight, MOST_LINES)
        };
        texts.chain(figures).map(wrap).collect()
    }

    /// The width of what is drawn.
    fn width(&self, columns: &Range<usize>) -> f32 {
        self.text_widths.iter().sum::<f32>() + self.figure_widths[columns.clone()].iter().sum::<f32>()
    }

    fn draw_header(&self, flow: &mut Flow, columns: &Range<usize>, header: &[Vec<String>], height: f32) {
        let (y, width) = (flow.y, self.width(columns));
        flow.page().shapes.push(Shape::Rectangle { x: MARGIN, y, width, height, ink: Ink::Header });
        let widths = self.text_widths.iter().chain(&self.figure_widths[columns.clone()]);
        let mut x = 0.0;
        for (at, (lines, width)) in header.iter().zip(widths).enumerate() {
            let is_text = at < self.texts.len();
            for (number, line) in lines.iter().enumerate() {
                // Names stand on the last line.
                let base = height - PADDING - LINE * (lines.len() - 1 - number) as f32 - 2.0;
                let (x, align) = if is_text { (x + BESIDE, Align::Start) } else { (x + width - BESIDE, Align::End) };
                flow.write(line.clone(), x, base, HEADER, align);
            }
            x += width;
        }
        let below = y + height;
        flow.page().rule((MARGIN, below), (MARGIN + width, below), 0.75, Ink::Line);
        flow.y = below;
    }

    fn draw_row(&self, flow: &mut Flow, row: &Row, columns: &Range<usize>, lines: &[Vec<String>], height: f32) {
        let (_, indent) = self.texts_of(row);
        let weight = weight_of(row);
        let mut x = 0.0;
        for (lines, width) in lines.iter().zip(&self.text_widths) {
            for (number, line) in lines.iter().enumerate() {
                let base = PADDING + TEXT.size + LINE * number as f32 - 0.5;
                flow.write(line.clone(), x + BESIDE + indent, base, Style { weight, ..TEXT }, Align::Start);
            }
            x += width;
        }
        let mut x = self.text_widths.iter().sum::<f32>();
        for column in columns.clone() {
            let width = self.figure_widths[column];
            let cell = row.figures.get(column).unwrap_or(&Cell::None);
            if *cell == Cell::Hidden {
                let (x, y) = (MARGIN + x + 1.0, flow.y + 1.0);
                let (width, height) = (width - 2.0, height - 2.0);
                flow.page().shapes.push(Shape::Rectangle { x, y, width, height, ink: Ink::Hidden });
            }
            if let Some(text) = self.written(cell) {
                let style =
                    if matches!(cell, Cell::Hidden | Cell::NoData(_)) { QUIET } else { Style { weight, ..FIGURE } };
                flow.write(text, x + width - BESIDE, PADDING + FIGURE.size - 0.5, style, Align::End);
            }
            x += width;
        }
        flow.y += height;
        let (y, width) = (flow.y, self.width(columns));
        flow.page().rule((MARGIN, y), (MARGIN + width, y), 0.5, Ink::Grid);
    }
}

fn weight_of(row: &Row) -> Weight {
    if row.level == Level::Total { Weight::Bold } else { Weight::Regular }
}
