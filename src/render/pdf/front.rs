//! The first page: the program, the score, what changed, and the cards.

use std::sync::Arc;

use super::flow::{CONTENT, Flow, MARGIN, Picture, Style, TOP, WIDTH};
use crate::render::about::{About, Logo};
use crate::render::drawing::{Align, Ink, Shape, Weight, typeface};
use crate::render::front::{Front, FrontCard, FrontScore, SPARK, Tone};

const NAME: Style = Style { size: 20.0, weight: Weight::Bold, ink: Ink::Strong };
const LINE: Style = Style { size: 8.5, weight: Weight::Regular, ink: Ink::Quiet };
const SENTENCE: Style = Style { size: 11.5, weight: Weight::Regular, ink: Ink::Strong };
const TITLE: Style = Style { size: 9.0, weight: Weight::Bold, ink: Ink::Strong };
const LABEL: Style = Style { size: 8.0, weight: Weight::Regular, ink: Ink::Quiet };
const VALUE: Style = Style { size: 17.0, weight: Weight::Bold, ink: Ink::Strong };
const CHANGE: Style = Style { size: 9.0, weight: Weight::Bold, ink: Ink::Quiet };
const SCORE: Style = Style { size: 24.0, weight: Weight::Bold, ink: Ink::Strong };

/// Of the gauge: its radius, its hole, and what it takes from the left.
const RADIUS: f32 = 58.0;
const HOLE: f32 = 45.0;
const GAUGE: f32 = 160.0;
/// Between cards, and around what is in one.
const BETWEEN: f32 = 12.0;
const PADDING: f32 = 9.0;
/// The most width and height of a logo, which leaves the heading of a screen its line.
const LOGO: (f32, f32) = (160.0, 44.0);
/// With more cards, four stand in a row.
const MANY: usize = 9;
/// The lines of the other figures of a card.
const MOST_LINES: usize = 3;

/// Draws the first page.
pub fn draw(flow: &mut Flow, about: &About, front: &Front) {
    let beside = about.logo.as_deref().map_or(0.0, |logo| logo_size(logo).0 + BETWEEN);
    flow.paragraph(&about.program, 0.0, CONTENT - beside, NAME);
    flow.heading(&about.screen, 0, 0.0);
    let line = typeface::fitted(&about.in_one_line(), CONTENT, LINE.size, LINE.weight);
    flow.write(line, 0.0, LINE.size, LINE, Align::Start);
    flow.y += LINE.line() + 6.0;
    let y = flow.y;
    flow.page().rule((MARGIN, y), (MARGIN + CONTENT, y), 0.75, Ink::Line);
    flow.y += 14.0;
    summary(flow, front, about);
    cards(flow, &front.cards);
    for (label, text) in about.remarks() {
        flow.space(3.0);
        flow.paragraph(&format!("{label}: {text}"), 0.0, CONTENT, LINE);
    }
    if let Some(receipts) = about.receipts_in_short() {
        flow.space(4.0);
        flow.paragraph(&receipts, 0.0, CONTENT, LINE);
    }
}

/// Width and height of the logo, which stands at the top right.
fn logo_size(Logo { width, height, .. }: &Logo) -> (f32, f32) {
    let (width, height) = (*width as f32, *height as f32);
    let scale = (LOGO.0 / width).min(LOGO.1 / height);
    (width * scale, height * scale)
}

/// The logo and its place on the first page.
pub fn logo(about: &About) -> Option<Picture> {
    let logo = Arc::clone(about.logo.as_ref()?);
    let (width, height) = logo_size(&logo);
    Some(Picture { logo, x: WIDTH - MARGIN - width, y: TOP, width, height })
}

fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Good => Ink::Good,
        Tone::Bad => Ink::Bad,
        Tone::Quiet => Ink::Quiet,
    }
}

/// The score as a gauge, and beside it what changed.
fn summary(flow: &mut Flow, front: &Front, about: &About) {
    let top = flow.y;
    let mut left = 0.0;
    let mut bottom = top;
    if let Some(score) = &front.score {
        gauge(flow, score, about.texts().since_last_month);
        (left, bottom) = (GAUGE, top + RADIUS + 26.0);
    }
    flow.y = top + if front.score.is_some() { 8.0 } else { 0.0 };
    for sentence in &front.sentences {
        flow.paragraph(sentence, left, CONTENT - left, SENTENCE);
        flow.y += 5.0;
    }
    flow.y = flow.y.max(bottom) + if front.sentences.is_empty() && front.score.is_none() { 0.0 } else { 8.0 };
}

fn gauge(flow: &mut Flow, FrontScore { score, written, change, tone }: &FrontScore, since: &str) {
    let (x, y) = (MARGIN + RADIUS + 6.0, flow.y + RADIUS);
    let end = -0.25 + 0.5 * (*score as f32 / 100.0).clamp(0.0, 1.0);
    let slice = |from, to, ink| Shape::Slice { x, y, radius: RADIUS, hole: HOLE, from, to, ink };
    let page = flow.page();
    page.shapes.push(slice(-0.25, 0.25, Ink::Header));
    if end > -0.25 {
        page.shapes.push(slice(-0.25, end, Ink::Series(0)));
    }
    flow.write(written.clone(), x - MARGIN, RADIUS - 8.0, SCORE, Align::Middle);
    flow.write("BOND Score".to_owned(), x - MARGIN, RADIUS + 5.0, LABEL, Align::Middle);
    if !change.is_empty() {
        let style = Style { ink: ink(*tone), ..CHANGE };
        flow.write(format!("{change} {since}"), x - MARGIN, RADIUS + 19.0, style, Align::Middle);
    }
}

fn cards(flow: &mut Flow, cards: &[FrontCard]) {
    let per_row = if cards.len() > MANY { 4 } else { 3 };
    let width = (CONTENT - BETWEEN * (per_row - 1) as f32) / per_row as f32;
    for row in cards.chunks(per_row) {
        let others: Vec<Vec<String>> = row.iter().map(|card| other_figures(card, width)).collect();
        let lines = others.iter().map(Vec::len).max().unwrap_or_default();
        // Beside the small line of a narrow card there is room for the figure alone.
        let is_narrow = per_row > 3;
        let change = if is_narrow { CHANGE.line() } else { 0.0 };
        let height = 2.0 * PADDING + 48.0 + change + lines as f32 * LABEL.line();
        flow.ensure(height);
        let top = flow.y;
        for (at, (card, others)) in row.iter().zip(others).enumerate() {
            flow.y = top;
            draw_card(flow, card, (&others, is_narrow), at as f32 * (width + BETWEEN), (width, height));
        }
        flow.y = top + height + BETWEEN;
    }
}

fn other_figures(card: &FrontCard, width: f32) -> Vec<String> {
    let all: Vec<String> = card.others.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if all.is_empty() {
        return Vec::new();
    }
    typeface::wrapped(&all.join("  ·  "), width - 2.0 * PADDING, LABEL.size, LABEL.weight, MOST_LINES)
}

fn draw_card(
    flow: &mut Flow,
    card: &FrontCard,
    (others, is_narrow): (&[String], bool),
    x: f32,
    (width, height): (f32, f32),
) {
    let (left, y) = (MARGIN + x, flow.y);
    let corners = vec![(left, y), (left + width, y), (left + width, y + height), (left, y + height), (left, y)];
    flow.page().shapes.push(Shape::Line { points: corners, width: 0.75, is_dashed: false, ink: Ink::Line });
    let inner = width - 2.0 * PADDING;
    let x = x + PADDING;
    let fitted = |text: &str, widest: f32, style: Style| typeface::fitted(text, widest, style.size, style.weight);
    let mut base = PADDING + TITLE.size;
    flow.write(fitted(&card.title, inner, TITLE), x, base, TITLE, Align::Start);
    base += 12.0;
    flow.write(fitted(&card.label, inner, LABEL), x, base, LABEL, Align::Start);
    base += 20.0;
    flow.write(card.now.clone(), x, base, VALUE, Align::Start);
    let mut used = 0.0;
    if is_narrow {
        base += CHANGE.line();
    } else {
        used = typeface::width(&card.now, VALUE.size, VALUE.weight) + 7.0;
    }
    if !card.change.is_empty() {
        let style = Style { ink: ink(card.tone), ..CHANGE };
        flow.write(fitted(&card.change, inner - used, style), x + used, base, style, Align::Start);
    }
    if let Some(spark) = card.spark() {
        // Beside a long title there is no room above.
        flow.page().place(spark, left + width - PADDING - SPARK.0, y + PADDING + 13.0);
    }
    for line in others {
        base += LABEL.line();
        flow.write(line.clone(), x, base + 2.0, LABEL, Align::Start);
    }
}
