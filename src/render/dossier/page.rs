//! The page of a dossier.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::contents::Chapter;
use super::svg;
use crate::config::{Accent, AccentTokens, accent_declarations};
use crate::figures::Metric;
use crate::i18n::Files;
use crate::i18n::language::Language;
use crate::render::about::About;
use crate::render::drawing::tokens::{DARK, LIGHT};
use crate::render::drawing::{Weight, charted};
use crate::render::error::ExportError;
use crate::render::evidence::{Evidence, SignedReceipt};
use crate::render::format::Formats;
use crate::render::front::{FrontCard, Tone};
use crate::render::grid::{Cell, Grid, Level, Row, no_data};
use crate::screens::metric_ids::definition;

const SCRIPT: &str = include_str!("sort.js");
/// The width that charts are drawn for; the page scales them.
const CHART_WIDTH: f32 = 860.0;
/// Browsers become slow with more rows in a page.
const MOST_ROWS: usize = 10_000;

/// What the sections of the page need.
struct Writer<'a> {
    about: &'a About,
    formats: Formats,
    metrics: Vec<(&'static str, &'static Metric)>,
    /// The sections of the list of contents: level, anchor and title.
    contents: Vec<(usize, String, String)>,
}

/// The whole page.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn page(chapters: Vec<Chapter>, evidence: &[Evidence], about: &About) -> Result<String, ExportError> {
    let texts = about.texts();
    let formats = Formats::in_language(&about.currency, about.language);
    let mut writer = Writer { about, formats, metrics: Vec::new(), contents: Vec::new() };
    let mut body = Vec::new();
    for chapter in chapters {
        body.push(writer.chapter(chapter)?);
    }
    let Writer { metrics, contents, .. } = writer;
    let style = style(about.accent);
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; font-src data:;{} base-uri 'none'; form-action 'none'",
        digest(&style),
        digest(SCRIPT),
        if about.logo.is_some() { " img-src data:;" } else { "" },
    );
    let logo = about.logo.as_ref().map(|logo| format!("data:image/png;base64,{}", STANDARD.encode(&logo.image)));
    let title = format!("{}: {}", about.program, about.screen);
    let page = html! {
        (DOCTYPE)
        html lang=(about.language.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="Bond";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body.beside[contents.len() > 1] {
                header {
                    // The program's name stands beside it.
                    @if let Some(logo) = logo { img.logo src=(logo) alt=""; }
                    h1 { span.program { (about.program) } span.sep { ": " } (about.screen) }
                    p { (about.in_one_line()) }
                    @for (label, text) in about.remarks() { p { (label) ": " (text) } }
                }
                @if contents.len() > 1 {
                    nav aria-label=(texts.contents) {
                        p aria-hidden="true" { (about.program) }
                        ul { @for (level, anchor, title) in &contents {
                            li.below[*level > 0] { a href={ "#" (anchor) } { (title) } }
                        } }
                    }
                }
                main {
                    @for section in body { (section) }
                    (definitions(&metrics, about.language))
                    (receipts(evidence, texts))
                }
                footer {
                    dl { @for (label, text) in about.lines() { dt { (label) } dd { (text) } } }
                    p { (texts.made_with) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

/// The style sheet, with the themes of the page and the font of charts.
fn style(accent: Option<Accent>) -> String {
    let own = |theme: fn(Accent) -> AccentTokens| {
        accent.map(|accent| accent_declarations(&theme(accent))).unwrap_or_default()
    };
    let font = |weight: Weight, name: u16| {
        let data = STANDARD.encode(weight.bytes());
        format!(
            "@font-face{{font-family:\"Bond\";font-weight:{name};src:url(data:font/ttf;base64,{data}) format(\"truetype\")}}"
        )
    };
    [
        font(Weight::Regular, 400),
        font(Weight::Bold, 600),
        format!(":root{{color-scheme:light dark;{}{}}}", LIGHT.declarations(), own(Accent::light)),
        format!(
            "@media not print{{@media (prefers-color-scheme:dark){{:root{{{}{}}}}}}}",
            DARK.declarations(),
            own(Accent::dark)
        ),
        include_str!("page.css").to_owned(),
        svg::rules(),
    ]
    .concat()
}

/// A text as a policy names it.
fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

impl Writer<'_> {
    fn chapter(&mut self, Chapter { title, gathered }: Chapter) -> Result<Markup, ExportError> {
        let anchor = self.anchor(0, &title);
        let cards = gathered.front(&self.about.currency).cards;
        let has_titles = gathered.has_several();
        let mut sections = Vec::new();
        for section in gathered.sections() {
            let section = section?;
            let heading = section.title.filter(|_| has_titles).map(|title| (self.anchor(1, &title), title));
            let blocks: Vec<Markup> = {
                let is_in_section = heading.is_some();
                section.grids.into_iter().map(|grid| self.block(grid, is_in_section)).collect()
            };
            sections.push(html! {
                @if let Some((anchor, title)) = &heading { h3 id=(anchor) { (title) } }
                @for block in blocks { (block) }
            });
        }
        Ok(html! {
            h2 id=(anchor) { (title) }
            @if !cards.is_empty() { ul.cards { @for card in &cards { li { (front_card(card)) } } } }
            @for section in sections { (section) }
        })
    }

    fn anchor(&mut self, level: usize, title: &str) -> String {
        let anchor = format!("s{}", self.contents.len() + 1);
        self.contents.push((level, anchor.clone(), title.to_owned()));
        anchor
    }

    /// A chart and a table; its heading is one level below the one above.
    fn block(&mut self, grid: Grid, is_in_section: bool) -> Markup {
        let chart = charted(&grid, &self.formats, CHART_WIDTH);
        let mut notes = grid.notes.clone();
        if grid.hidden() > 0 {
            notes.push(self.about.hidden(grid.hidden()));
        }
        if let Some(chart) = &chart {
            notes.extend(chart.notes.iter().cloned());
        }
        if grid.rows.is_empty() {
            notes.push(self.about.texts().empty.to_owned());
        }
        notes.extend(grid.left_out(MOST_ROWS, self.about.texts()));
        for (label, metric) in &grid.metrics {
            if !self.metrics.iter().any(|(known, other)| known == label && std::ptr::eq(*other, *metric)) {
                self.metrics.push((label, metric));
            }
        }
        html! {
            section.block {
                @if is_in_section { h4 { (grid.title) } } @else { h3 { (grid.title) } }
                @for note in &notes { p.note { (note) } }
                @if let Some(chart) = &chart { (svg::svg(&chart.drawing, &(self.about.texts().chart)(&grid.title))) }
                @if !grid.rows.is_empty() { (self.table(&grid)) }
            }
        }
    }

    fn table(&self, grid: &Grid) -> Markup {
        // A group and the group within it share a column; their order says which belong together.
        let texts = if grid.is_nested { vec![grid.texts.join(" / ")] } else { grid.texts.clone() };
        let is_sortable = (!grid.is_nested).then_some("");
        html! {
            div.scroll role="group" tabindex="0" aria-label=(grid.title) {
                table data-sortable=[is_sortable] {
                    caption { (grid.title) }
                    thead { tr {
                        @for name in &texts { th scope="col" { (name) } }
                        @for column in &grid.figures { th.figure scope="col" { (column.name) } }
                    } }
                    tbody { @for row in grid.rows.iter().take(MOST_ROWS) { (self.row(grid, row)) } }
                }
            }
        }
    }

    fn row(&self, grid: &Grid, row: &Row) -> Markup {
        let class = match row.level {
            Level::Plain => None,
            Level::Within => Some("within"),
            Level::Total => Some("total"),
        };
        let texts = match (grid.is_nested, row.level) {
            (false, _) => &row.texts[..],
            (true, Level::Within) => row.texts.get(1..2).unwrap_or_default(),
            (true, _) => row.texts.get(..1).unwrap_or_default(),
        };
        html! {
            tr class=[class] {
                @for (at, text) in texts.iter().enumerate() {
                    @if at == 0 { th scope="row" { (text) } } @else { td { (text) } }
                }
                @for cell in &row.figures { (self.cell(cell)) }
            }
        }
    }

    fn cell(&self, cell: &Cell) -> Markup {
        match cell {
            Cell::Figure(value, unit) => html! { td.figure data-value=(value) { (self.formats.cell(*value, *unit)) } },
            Cell::None => html! { td.figure {} },
            Cell::NoData(table) => html! { td.figure.hidden { (no_data(*table, self.about.texts())) } },
            Cell::Hidden => html! { td.figure.hidden { (self.about.texts().hidden) } },
        }
    }
}

/// A card as the dashboard has it: its figure, the change, and a small line.
fn front_card(card: &FrontCard) -> Markup {
    let tone = match card.tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Quiet => "quiet",
    };
    html! {
        p.title { (card.title) }
        @if !card.label.is_empty() { p.label { (card.label) } }
        p.now { (card.now) @if !card.change.is_empty() { " " span class=(tone) { (card.change) } } }
        @if let Some(spark) = card.spark() { (svg::hidden(&spark)) }
        @for (name, value) in &card.others { p.label { (name) " " (value) } }
    }
}

fn definitions(metrics: &[(&'static str, &'static Metric)], language: Language) -> Markup {
    html! {
        @if !metrics.is_empty() {
            h2 id="definitions" { (language.texts().files.definitions) }
            dl { @for (label, metric) in metrics { dt { (label) } dd { (definition(metric, language)) } } }
        }
    }
}

fn receipts(evidence: &[Evidence], texts: &Files) -> Markup {
    html! {
        @if !evidence.is_empty() {
            h2 id="receipts" { (texts.receipts) }
            p { (texts.about_receipts[0]) code { "bond verify-receipt" } (texts.about_receipts[1]) }
            @for Evidence { label, receipt } in evidence {
                @match receipt {
                    Ok(SignedReceipt { json, sha256 }) => {
                        details {
                            summary { (label) }
                            p { (texts.signed_digest) code { (sha256) } }
                            pre tabindex="0" { (json) }
                        }
                    }
                    Err(reason) => { details { summary { (label) } p { (reason) } } }
                }
            }
        }
    }
}
