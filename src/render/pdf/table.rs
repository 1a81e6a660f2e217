//! A grid as a table over as many pages as it needs, with its header on each.

use std::ops::Range;

use super::flow::{Flow, MARGIN, Style};
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

/// Between panes.
pub const BETWEEN: f32 = 22.0;

/// Where a table stands, from the left margin. Its rows may go on in a second pane beside the first.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub left: f32,
    pub width: f32,
    pub panes: usize,
}

/// Draws a table below what stands on the page. Columns that find no room beside the others follow below, with the names.
pub fn draw(flow: &mut Flow, grid: &Grid, formats: &Formats, Place { left, width, panes }: Place) {
    let pane = (width - BETWEEN * (panes - 1) as f32) / panes as f32;
    let table = Table::of(grid, formats, pane);
    let lefts: Vec<f32> = (0..panes).map(|at| left + (pane + BETWEEN) * at as f32).collect();
    for (at, columns) in table.bands().into_iter().enumerate() {
        if at > 0 {
            flow.space(12.0);
        }
        table.draw(flow, columns, &lefts);
    }
}

/// The height of a table in a width where its columns and names find room; None where they do not.
pub fn height(grid: &Grid, formats: &Formats, width: f32) -> Option<f32> {
    let table = Table::of(grid, formats, width);
    let bands = table.bands();
    let [columns] = &bands[..] else { return None };
    let room = TEXT_WIDTHS.0 * table.texts.len() as f32;
    let is_cut = table.is_wrapped && table.text_widths.iter().sum::<f32>() < room;
    let rows = table.rows.iter().map(|row| table.row_height(&table.lines(row)));
    (!is_cut).then(|| table.header_height(&table.header(columns)) + rows.sum::<f32>())
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
    /// The texts of a row that are columns: of more than one, those that are not all empty.
    shown: Vec<usize>,
    /// The decimals that all figures of a column have; those of several units have their own.
    decimals: Vec<usize>,
    width: f32,
    /// Whether names have less room than they would take.
    is_wrapped: bool,
}

impl<'a> Table<'a> {
    fn of(grid: &'a Grid, formats: &'a Formats, width: f32) -> Table<'a> {
        let rows = &grid.rows[..grid.rows.len().min(MOST_ROWS)];
        let is_shown = |at: &usize| {
            *at == 0 || grid.is_nested || rows.iter().any(|row| row.texts.get(*at).is_some_and(|text| !text.is_empty()))
        };
        let shown: Vec<usize> = (0..grid.texts.len()).filter(is_shown).collect();
        let texts = match grid.is_nested {
            true => vec![grid.texts.join(" / ")],
            false => shown.iter().map(|at| grid.texts[*at].clone()).collect(),
        };
        let decimals_of = |at: usize| {
            let figures = rows.iter().filter_map(move |row| match row.figures.get(at) {
                Some(Cell::Figure(value, unit)) => Some(Formats::decimals(*value, *unit)),
                _ => None,
            });
            figures.max().unwrap_or_default()
        };
        let has_unit = |at: &usize| grid.figures[*at].unit.is_some();
        let decimals = (0..grid.figures.len()).map(|at| if has_unit(&at) { decimals_of(at) } else { 0 }).collect();
        let mut table = Table {
            grid,
            formats,
            rows,
            texts,
            text_widths: Vec::new(),
            figure_widths: Vec::new(),
            shown,
            decimals,
            width,
            is_wrapped: false,
        };
        table.text_widths = (0..table.texts.len()).map(|column| table.text_width(column)).collect();
        // Names share what they may take; those that need less leave it to the others.
        let most = TEXTS * width / table.texts.len().max(1) as f32;
        if table.text_widths.iter().sum::<f32>() > TEXTS * width {
            table.is_wrapped = true;
            table.text_widths.iter_mut().for_each(|width| *width = width.min(most));
        }
        let widths = |is_narrow| (0..grid.figures.len()).map(|column| table.figure_width(column, is_narrow)).collect();
        let wide: Vec<f32> = widths(false);
        let fits = table.text_widths.iter().chain(&wide).sum::<f32>() <= width;
        table.figure_widths = if fits { wide } else { widths(true) };
        table.spread();
        table
    }

    /// Gives columns what is left of the width: names first what they lack, then all the same.
    fn spread(&mut self) {
        let used = self.text_widths.iter().chain(&self.figure_widths).sum::<f32>();
        let columns = self.text_widths.len() + self.figure_widths.len();
        let left = self.width - used;
        if left > 0.0 && columns > 0 {
            let each = left / columns as f32;
            self.text_widths.iter_mut().chain(&mut self.figure_widths).for_each(|width| *width += each);
        }
    }

    /// The texts of a row, and how far the first is moved to the right.
    fn texts_of<'b>(&self, row: &'b Row) -> (Vec<&'b str>, f32) {
        let text = |at: usize| row.texts.get(at).map(String::as_str);
        match (self.grid.is_nested, row.level) {
            (false, _) => (self.shown.iter().filter_map(|at| text(*at)).collect(), 0.0),
            (true, Level::Within) => (text(1).into_iter().collect(), INDENT),
            (true, _) => (text(0).into_iter().collect(), 0.0),
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
            let written = self.written(column, row.figures.get(column)?)?;
            Some(typeface::width(&written, FIGURE.size, weight_of(row)))
        });
        let figures = widths.fold(0.0, f32::max);
        let name = &self.grid.figures[column].name;
        let measured = |text: &str| typeface::width(text, HEADER.size, HEADER.weight) + SLACK;
        let longest = name.split_whitespace().map(measured).fold(0.0, f32::max);
        let header = if is_narrow { longest.max(measured(name) * 0.6) } else { measured(name) };
        figures.max(header.clamp(FIGURE_WIDTHS.0, FIGURE_WIDTHS.1)) + 2.0 * BESIDE
    }

    fn written(&self, column: usize, cell: &Cell) -> Option<String> {
        let is_change = self.grid.figures.get(column).is_some_and(|column| column.is_change);
        match cell {
            Cell::Figure(value, unit) => {
                let least = self.decimals.get(column).copied().unwrap_or_default();
                let text = self.formats.aligned(*value, *unit, least);
                Some(if is_change && *value > 0.0 { format!("+{text}") } else { text })
            }
            Cell::Hidden => Some(self.formats.language.texts().files.hidden.to_owned()),
            Cell::NoData(table) => Some(no_data(*table, &self.formats.language.texts().files)),
            Cell::None => None,
        }
    }

    /// The columns with figures that find room side by side. There is one band at least, for tables without figures.
    fn bands(&self) -> Vec<Range<usize>> {
        let room = self.width + 0.5 - self.text_widths.iter().sum::<f32>();
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

    /// The lines of the texts of a row.
    fn lines(&self, row: &Row) -> Vec<Vec<String>> {
        let (texts, indent) = self.texts_of(row);
        let wrap = |(text, width): (&str, &f32)| {
            typeface::wrapped(text, width - 2.0 * BESIDE - indent, TEXT.size, weight_of(row), MOST_LINES)
        };
        texts.into_iter().zip(&self.text_widths).map(wrap).collect()
    }

    fn row_height(&self, lines: &[Vec<String>]) -> f32 {
        LINE * lines.iter().map(Vec::len).max().unwrap_or(1) as f32 + 2.0 * PADDING
    }

    fn header_height(&self, header: &[Vec<String>]) -> f32 {
        LINE * header.iter().map(Vec::len).max().unwrap_or(1) as f32 + 2.0 * PADDING
    }

    /// Draws rows in panes side by side, with the header in each. The last rows are shared evenly.
    fn draw(&self, flow: &mut Flow, columns: Range<usize>, lefts: &[f32]) {
        let header = self.header(&columns);
        let header_height = self.header_height(&header);
        let lines: Vec<Vec<Vec<String>>> = self.rows.iter().map(|row| self.lines(row)).collect();
        let heights: Vec<f32> = lines.iter().map(|lines| self.row_height(lines)).collect();
        let mut left_over: f32 = heights.iter().sum();
        let (mut row, mut is_first) = (0, true);
        while row < self.rows.len() {
            if !is_first || flow.room() < header_height + heights[row] {
                flow.break_page();
            }
            is_first = false;
            let (top, room) = (flow.y, flow.room() - header_height);
            let even = left_over / lefts.len() as f32 + heights.iter().copied().fold(0.0, f32::max);
            let most = room.min(even);
            let mut bottom = top;
            for left in lefts {
                flow.y = top;
                let mut used = 0.0;
                while row < self.rows.len() && (used == 0.0 || used + heights[row] <= most) {
                    if used == 0.0 {
                        self.draw_header(flow, &columns, &header, (*left, header_height));
                    }
                    self.draw_row(flow, row, &columns, &lines[row], (*left, heights[row]));
                    used += heights[row];
                    row += 1;
                }
                left_over -= used;
                bottom = bottom.max(flow.y);
            }
            flow.y = bottom;
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

    fn draw_header(&self, flow: &mut Flow, columns: &Range<usize>, header: &[Vec<String>], (left, height): (f32, f32)) {
        let (y, width) = (flow.y, self.width(columns));
        flow.page().shapes.push(Shape::Rectangle { x: MARGIN + left, y, width, height, ink: Ink::Header });
        let widths = self.text_widths.iter().chain(&self.figure_widths[columns.clone()]);
        let mut x = left;
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
        flow.page().rule((MARGIN + left, below), (MARGIN + left + width, below), 0.75, Ink::Line);
        flow.y = below;
    }

    fn draw_row(
        &self,
        flow: &mut Flow,
        at: usize,
        columns: &Range<usize>,
        lines: &[Vec<String>],
        (left, height): (f32, f32),
    ) {
        let row = &self.rows[at];
        let (_, indent) = self.texts_of(row);
        let weight = weight_of(row);
        let mut x = left;
        for (lines, width) in lines.iter().zip(&self.text_widths) {
            for (number, line) in lines.iter().enumerate() {
                let base = PADDING + TEXT.size + LINE * number as f32 - 0.5;
                flow.write(line.clone(), x + BESIDE + indent, base, Style { weight, ..TEXT }, Align::Start);
            }
            x += width;
        }
        let mut x = left + self.text_widths.iter().sum::<f32>();
        for column in columns.clone() {
            let width = self.figure_widths[column];
            let cell = row.figures.get(column).unwrap_or(&Cell::None);
            if *cell == Cell::Hidden {
                let (x, y) = (MARGIN + x + 1.0, flow.y + 1.0);
                let (width, height) = (width - 2.0, height - 2.0);
                flow.page().shapes.push(Shape::Rectangle { x, y, width, height, ink: Ink::Hidden });
            }
            if let Some(text) = self.written(column, cell) {
                let style =
                    if matches!(cell, Cell::Hidden | Cell::NoData(_)) { QUIET } else { Style { weight, ..FIGURE } };
                flow.write(text, x + width - BESIDE, PADDING + FIGURE.size - 0.5, style, Align::End);
            }
            x += width;
        }
        flow.y += height;
        let (y, width) = (flow.y, self.width(columns));
        flow.page().rule((MARGIN + left, y), (MARGIN + left + width, y), 0.5, Ink::Grid);
    }
}

fn weight_of(row: &Row) -> Weight {
    if row.level == Level::Total { Weight::Bold } else { Weight::Regular }
}
