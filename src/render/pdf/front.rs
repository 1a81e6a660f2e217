//! The first page: the program, the score, what changed, and the cards.

use std::sync::Arc;

use super::flow::{CONTENT, Flow, MARGIN, Picture, Style, TOP, WIDTH};
use crate::render::about::{About, Logo};
use crate::render::drawing::{Align, Drawing, Ink, Shape, Weight, typeface};
use crate::render::front::{Front, FrontCard, FrontScore, SPARK, Tone};

const NAME: Style = Style { size: 20.0, weight: Weight::Bold, ink: Ink::Strong };
const LINE: Style = Style { size: 8.5, weight: Weight::Regular, ink: Ink::Quiet };
const SENTENCE: Style = Style { size: 11.5, weight: Weight::Regular, ink: Ink::Strong };
const TITLE: Style = Style { size: 9.0, weight: Weight::Bold, ink: Ink::Strong };
const LABEL: Style = Style { size: 8.0, weight: Weight::Regular, ink: Ink::Quiet };
const VALUE: Style = Style { size: 17.0, weight: Weight::Bold, ink: Ink::Strong };
/// The smallest size of a figure that is made to fit.
const LEAST_VALUE: f32 = 11.0;
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
    let (width, rule) = about.accent.map_or((0.75, Ink::Line), |accent| (1.5, Ink::Accent(accent.rgb())));
    flow.page().rule((MARGIN, y), (MARGIN + CONTENT, y), width, rule);
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
        let ink = about.accent.map_or(Ink::Series(0), |accent| Ink::Accent(accent.rgb()));
        gauge(flow, score, about.texts().since_last_month, ink);
        (left, bottom) = (GAUGE, top + RADIUS + 26.0);
    }
    flow.y = top + if front.score.is_some() { 8.0 } else { 0.0 };
    for sentence in &front.sentences {
        flow.paragraph(sentence, left, CONTENT - left, SENTENCE);
        flow.y += 5.0;
    }
    flow.y = flow.y.max(bottom) + if front.sentences.is_empty() && front.score.is_none() { 0.0 } else { 8.0 };
}

fn gauge(flow: &mut Flow, FrontScore { score, written, change, tone }: &FrontScore, since: &str, filled: Ink) {
    let (x, y) = (MARGIN + RADIUS + 6.0, flow.y + RADIUS);
    let end = -0.25 + 0.5 * (*score as f32 / 100.0).clamp(0.0, 1.0);
    let slice = |from, to, ink| Shape::Slice { x, y, radius: RADIUS, hole: HOLE, from, to, ink };
    let page = flow.page();
    page.shapes.push(slice(-0.25, 0.25, Ink::Header));
    if end > -0.25 {
        page.shapes.push(slice(-0.25, end, filled));
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
        let heads: Vec<Head> = row.iter().map(|card| Head::of(card, width - 2.0 * PADDING)).collect();
        // Beside the small line of a narrow card there is room for the figure alone.
        let is_below = heads.iter().any(|head| !head.has_room_for_change);
        let change = if is_below { CHANGE.line() } else { 0.0 };
        let height = 2.0 * PADDING + 48.0 + change + lines as f32 * LABEL.line();
        flow.ensure(height);
        let top = flow.y;
        for (at, ((card, others), head)) in row.iter().zip(others).zip(heads).enumerate() {
            flow.y = top;
            draw_card(flow, card, (&others, head, is_below), at as f32 * (width + BETWEEN), (width, height));
        }
        flow.y = top + height + BETWEEN;
    }
}

/// The large figure of a card and its small line, which stands to the right of it.
struct Head {
    value: Style,
    spark: Option<Drawing>,
    /// The width of the figure with what separates it from the next.
    used: f32,
    has_room_for_change: bool,
}

impl Head {
    fn of(card: &FrontCard, inner: f32) -> Head {
        let room = inner - SPARK.0 - 4.0;
        let wide = typeface::width(&card.now, VALUE.size, VALUE.weight);
        // What is made to fit is as wide as the room but for rounding.
        let fits = |style: Style| typeface::width(&card.now, style.size, style.weight) <= room + 0.1;
        let smaller = Style { size: (VALUE.size * room / wide).clamp(LEAST_VALUE, VALUE.size), ..VALUE };
        // A figure that is too long for both has the card to itself.
        let spark = card.spark().filter(|_| fits(smaller));
        let (value, room) = if spark.is_some() { (smaller, room) } else { (VALUE, inner) };
        let used = typeface::width(&card.now, value.size, value.weight) + 7.0;
        let change = typeface::width(&card.change, CHANGE.size, CHANGE.weight);
        Head { value, spark, used, has_room_for_change: card.change.is_empty() || used + change <= room }
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
    (others, head, is_below): (&[String], Head, bool),
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
    flow.write(fitted(&card.now, inner, head.value), x, base, head.value, Align::Start);
    let used = if is_below { 0.0 } else { head.used };
    base += if is_below { CHANGE.line() } else { 0.0 };
    if !card.change.is_empty() {
        let style = Style { ink: ink(card.tone), ..CHANGE };
        flow.write(fitted(&card.change, inner - used, style), x + used, base, style, Align::Start);
    }
    if let Some(spark) = head.spark {
        // Beside a long title there is no room above.
        flow.page().place(spark, left + width - PADDING - SPARK.0, y + PADDING + 17.0);
    }
    for line in others {
        base += LABEL.line();
        flow.write(line.clone(), x, base + 2.0, LABEL, Align::Start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_never_runs_into_the_small_line_of_its_card() {
        let inner = 165.5;
        let card = |now: &str| FrontCard {
            title: "Tenure".to_owned(),
            label: String::new(),
            now: now.to_owned(),
            change: "+0.4 months".to_owned(),
            tone: Tone::Quiet,
            line: vec![1.0, 2.0, 3.0],
            is_unfinished: false,
            others: Vec::new(),
        };
        for (now, has_spark) in
            [("8", true), ("14.5 months", true), ("8,9 Monate", true), ("2 years 3 months and 14 days", false)]
        {
            let head = Head::of(&card(now), inner);
            let wide = typeface::width(now, head.value.size, head.value.weight);
            assert_eq!(head.spark.is_some(), has_spark, "{now}");
            let room = if has_spark { inner - SPARK.0 } else { f32::MAX };
            assert!(wide < room && head.value.size >= LEAST_VALUE, "{now}: {wide} of {room}");
        }
        assert!(Head::of(&card("14.5 months"), inner).value.size < VALUE.size, "it is smaller to fit");
    }
}
