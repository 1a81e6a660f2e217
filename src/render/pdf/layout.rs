//! Sections of grids on pages.

use super::cover;
use super::flow::{CONTENT, Flow, Heading, Style};
use super::table;
use crate::figures::Metric;
use crate::i18n::language::Language;
use crate::render::about::About;
use crate::render::drawing::{Drawing, Ink, Weight, charted};
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
}

/// A cover, then a chart and a table for each grid, then the definitions.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn pages(gathered: Gathered, about: &About) -> Result<Pages, ExportError> {
    let formats = Formats::in_language(&about.currency, about.language);
    let mut flow = Flow::new();
    let mut metrics: Vec<(&'static str, &'static Metric)> = Vec::new();
    cover::draw(&mut flow, about);
    let has_titles = gathered.has_several();
    for section in gathered.sections() {
        let section = section?;
        if let Some(title) = section.title.filter(|_| has_titles) {
            flow.space(22.0);
            flow.heading(&title, 1, BEGINNING + 40.0);
        }
        for grid in section.grids {
            place(&mut flow, &grid, about, &formats);
            for (label, metric) in grid.metrics {
                if !metrics.iter().any(|(known, other)| *known == label && std::ptr::eq(*other, metric)) {
                    metrics.push((label, metric));
                }
            }
        }
    }
    cover::define(&mut flow, &metrics, about.language);
    let title = format!("{}: {}", about.program, about.screen);
    let texts = about.texts();
    flow.number(&(texts.foot)(&title, about.period(), &about.login, &about.at), texts.page);
    Ok(Pages {
        title,
        author: about.login.clone(),
        language: about.language,
        pages: flow.pages,
        headings: flow.headings,
    })
}

fn place(flow: &mut Flow, grid: &Grid, about: &About, formats: &Formats) {
    let chart = charted(grid, formats, CONTENT);
    let mut notes = grid.notes.clone();
    if grid.hidden() > 0 {
        notes.push(about.hidden(grid.hidden()));
    }
    if let Some(chart) = &chart {
        notes.extend(chart.notes.iter().cloned());
    }
    notes.extend(grid.left_out(table::MOST_ROWS, about.texts()));
    let chart_height = chart.as_ref().map_or(0.0, |chart| chart.drawing.height + 8.0);
    flow.space(18.0);
    flow.heading(&grid.title, 2, NOTE.line() * notes.len() as f32 + chart_height.max(BEGINNING));
    for note in &notes {
        flow.paragraph(note, 0.0, CONTENT, NOTE);
    }
    if grid.rows.is_empty() {
        flow.paragraph(about.texts().empty, 0.0, CONTENT, NOTE);
        return;
    }
    flow.y += 4.0;
    if let Some(chart) = chart {
        flow.place(chart.drawing);
        flow.y += 8.0;
    }
    table::draw(flow, grid, formats);
}
