//! Sections of grids on pages.

use super::flow::{CONTENT, Flow, HEADING, Heading, PAGE, Picture, Style};
use super::table::{self, Place};
use super::{appendix, front};
use crate::figures::Metric;
use crate::i18n::language::Language;
use crate::render::about::About;
use crate::render::drawing::{Charted, Drawing, Ink, Weight, charted, typeface};
use crate::render::error::ExportError;
use crate::render::format::Formats;
use crate::render::gather::Gathered;
use crate::render::grid::Grid;

const NOTE: Style = Style { size: 8.0, weight: Weight::Regular, ink: Ink::Quiet };
/// What a table needs below its heading: its header and some rows.
const BEGINNING: f32 = 90.0;

/// A document as pages.
pub struct Pages {
    pub title: String,
    pub author: String,
    pub language: Language,
    pub pages: Vec<Drawing>,
    pub headings: Vec<Heading>,
    /// On the first of them.
    pub logo: Option<Picture>,
}

/// What is beside it where two blocks share a page.
const HALF: f32 = (CONTENT - table::BETWEEN) / 2.0;
/// A table with more rows stands in two panes where it is alone.
const SHORT: usize = 12;
const AFTER: f32 = 18.0;

/// The first page, then a chart and a table for each grid, then what the file is of and the definitions.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn pages(gathered: Gathered, about: &About) -> Result<Pages, ExportError> {
    let formats = Formats::in_language(&about.currency, about.language);
    let mut flow = Flow::new();
    let mut metrics: Vec<(&'static str, &'static Metric)> = Vec::new();
    front::draw(&mut flow, about, &gathered.front(&about.currency));
    // A few cards leave most of the page to the first blocks.
    if flow.room() < PAGE / 2.0 {
        flow.break_page();
    }
    let has_titles = gathered.has_several();
    for section in gathered.sections() {
        let section = section?;
        if section.grids.is_empty() {
            continue;
        }
        if let Some(title) = section.title.filter(|_| has_titles) {
            flow.space(22.0);
            flow.heading(&title, 1, BEGINNING + 40.0);
        }
        for (label, metric) in section.grids.iter().flat_map(|grid| &grid.metrics) {
            if !metrics.iter().any(|(known, other)| known == label && std::ptr::eq(*other, *metric)) {
                metrics.push((label, metric));
            }
        }
        let mut blocks = section.grids.iter().map(|grid| Block::of(grid, about, &formats)).peekable();
        while let Some(block) = blocks.next() {
            let beside = block.height().and_then(|_| blocks.peek()?.height());
            let beside = if block.fills(&flow, beside) { None } else { beside.and_then(|_| blocks.next()) };
            block.draw(&mut flow, beside, &formats);
        }
    }
    // The first page is for who reads one page alone.
    if flow.pages.len() == 1 {
        flow.break_page();
    }
    appendix::draw(&mut flow, about);
    appendix::letters(&mut flow, about);
    appendix::define(&mut flow, &metrics, about.language);
    let title = format!("{}: {}", about.program, about.screen);
    let texts = about.texts();
    flow.number(&(texts.foot)(&title, about.period(), &about.login, &about.at), texts.page);
    Ok(Pages {
        title,
        author: about.login.clone(),
        language: about.language,
        pages: flow.pages,
        headings: flow.headings,
        logo: front::logo(about),
    })
}

/// A grid with what is drawn of it in half the width.
struct Block<'a> {
    grid: &'a Grid,
    chart: Option<Charted>,
    notes: Vec<String>,
    /// The height of its table in half the width, where it finds room.
    table: Option<f32>,
}

impl<'a> Block<'a> {
    fn of(grid: &'a Grid, about: &About, formats: &Formats) -> Block<'a> {
        let chart = charted(grid, formats, HALF);
        let mut notes = grid.notes.clone();
        if grid.hidden() > 0 {
            notes.push(about.hidden(grid.hidden()));
        }
        if let Some(chart) = &chart {
            notes.extend(chart.notes.iter().cloned());
        }
        notes.extend(grid.left_out(table::MOST_ROWS, about.texts()));
        if grid.rows.is_empty() {
            notes.push(about.texts().empty.to_owned());
        }
        let table = if grid.rows.is_empty() { Some(0.0) } else { table::height(grid, formats, HALF) };
        Block { grid, chart, notes, table }
    }

    fn chart_height(&self) -> f32 {
        self.chart.as_ref().map_or(0.0, |chart| chart.drawing.height + 8.0)
    }

    /// The height of heading and notes.
    fn head(&self, width: f32) -> f32 {
        let lines = |text: &str, style: Style| {
            typeface::wrapped(text, width, style.size, style.weight, usize::MAX).len() as f32 * style.line()
        };
        let notes: f32 = self.notes.iter().map(|note| lines(note, NOTE)).sum();
        lines(&self.grid.title, HEADING) + 3.0 + notes + 4.0
    }

    /// Its height in half the width, where all of it finds room on a page.
    fn height(&self) -> Option<f32> {
        let height = self.head(HALF) + self.chart_height() + self.table?;
        (height <= PAGE).then_some(height)
    }

    /// Whether it fills what the cards leave of the first page, where with the next one beside it there is no room.
    fn fills(&self, flow: &Flow, beside: Option<f32>) -> bool {
        let room = flow.room() - AFTER;
        let pair = self.height().zip(beside).map(|(height, other)| height.max(other));
        let (Some(table), Some(pair), Some(_)) = (self.table, pair, &self.chart) else { return false };
        flow.pages.len() == 1 && pair > room && self.head(CONTENT) + table.max(self.chart_height()) <= room
    }

    fn draw_head(&self, flow: &mut Flow, left: f32, width: f32) {
        flow.heading_at(&self.grid.title, left, width);
        for note in &self.notes {
            flow.paragraph(note, left, width, NOTE);
        }
        flow.y += 4.0;
    }

    fn draw_chart(&mut self, flow: &mut Flow, left: f32) {
        if let Some(chart) = self.chart.take() {
            flow.place(chart.drawing, left);
            flow.y += 8.0;
        }
    }

    fn draw_table(&self, flow: &mut Flow, formats: &Formats, left: f32, width: f32, panes: usize) {
        if !self.grid.rows.is_empty() {
            table::draw(flow, self.grid, formats, Place { left, width, panes });
        }
    }

    /// All of it in half the width.
    fn draw_half(mut self, flow: &mut Flow, formats: &Formats, left: f32) {
        self.draw_head(flow, left, HALF);
        self.draw_chart(flow, left);
        self.draw_table(flow, formats, left, HALF, 1);
    }

    /// Draws it, with the next one beside it where both have room.
    fn draw(mut self, flow: &mut Flow, beside: Option<Block<'_>>, formats: &Formats) {
        flow.space(AFTER);
        if let Some(other) = beside {
            flow.ensure(self.height().unwrap_or_default().max(other.height().unwrap_or_default()));
            let top = flow.y;
            self.draw_half(flow, formats, 0.0);
            let bottom = flow.y;
            flow.y = top;
            other.draw_half(flow, formats, HALF + table::BETWEEN);
            flow.y = flow.y.max(bottom);
            return;
        }
        let head = self.head(CONTENT);
        match self.height().and(self.table) {
            // Alone, the table stands beside the chart.
            Some(height) if self.chart.is_some() => {
                flow.ensure(head + height.max(self.chart_height()));
                self.draw_head(flow, 0.0, CONTENT);
                let top = flow.y;
                self.draw_chart(flow, 0.0);
                let bottom = flow.y;
                flow.y = top;
                self.draw_table(flow, formats, HALF + table::BETWEEN, HALF, 1);
                flow.y = flow.y.max(bottom);
            }
            _ => {
                self.chart = charted(self.grid, formats, CONTENT);
                let panes = if self.table.is_some() && self.grid.rows.len() > SHORT { 2 } else { 1 };
                // What finds room on a page stands on one.
                let table = table::height(self.grid, formats, CONTENT)
                    .map(|height| height / panes as f32 + 20.0 * (panes - 1) as f32);
                let whole = head + self.chart_height() + table.unwrap_or(PAGE);
                let beginning = head + self.chart_height().max(BEGINNING);
                flow.ensure(if whole <= PAGE { whole } else { beginning.min(PAGE) });
                self.draw_head(flow, 0.0, CONTENT);
                self.draw_chart(flow, 0.0);
                self.draw_table(flow, formats, 0.0, CONTENT, panes);
            }
        }
    }
}
