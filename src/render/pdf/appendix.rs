//! What stands last: what the document is of, its receipts, and what the figures mean.

use super::flow::{CONTENT, Flow, Style};
use crate::figures::Metric;
use crate::i18n::language::Language;
use crate::render::about::About;
use crate::render::drawing::{Align, Ink, Weight, typeface};
use crate::screens::metric_ids::definition;

const SMALL: Style = Style { size: 8.5, weight: Weight::Regular, ink: Ink::Text };
const LABEL: Style = Style { size: 8.5, weight: Weight::Regular, ink: Ink::Quiet };
const NAME: Style = Style { size: 8.5, weight: Weight::Bold, ink: Ink::Strong };
/// The width of labels, and of the names of figures.
const LABELS: f32 = 110.0;
const NAMES: f32 = 190.0;
/// The most letters without a font that are named.
const MOST_LETTERS: usize = 12;

/// The lines about program, filter and origin, and the receipts.
pub fn draw(flow: &mut Flow, about: &About) {
    flow.space(18.0);
    flow.heading(about.texts().about, 1, 60.0);
    for (label, text) in about.lines() {
        pair(flow, (&label, LABEL, LABELS), &text);
    }
    if !about.receipts.is_empty() {
        flow.space(18.0);
        flow.heading(about.texts().receipts, 1, 60.0);
        flow.paragraph(about.texts().receipts_of_cover, 0.0, CONTENT, LABEL);
        for (label, sha256) in &about.receipts {
            pair(flow, (label, LABEL, NAMES), sha256);
        }
    }
}

/// The letters of the document that no font has.
pub fn letters(flow: &mut Flow, about: &About) {
    let missing = flow.missing();
    if missing.is_empty() {
        return;
    }
    let named: Vec<String> =
        missing.iter().take(MOST_LETTERS).map(|letter| format!("U+{:04X}", u32::from(*letter))).collect();
    flow.space(12.0);
    flow.paragraph(&(about.texts().letters_missing)(missing.len(), &named.join(", ")), 0.0, CONTENT, SMALL);
}

/// What the figures mean.
pub fn define(flow: &mut Flow, metrics: &[(&'static str, &'static Metric)], language: Language) {
    if metrics.is_empty() {
        return;
    }
    flow.space(18.0);
    flow.heading(language.texts().files.definitions, 1, 40.0);
    for (label, metric) in metrics {
        pair(flow, (label, NAME, NAMES), definition(metric, language));
        flow.space(2.0);
    }
}

/// A label and a text beside it.
fn pair(flow: &mut Flow, (label, style, width): (&str, Style, f32), text: &str) {
    let labels = typeface::wrapped(label, width - 8.0, style.size, style.weight, 3);
    let lines = typeface::wrapped(text, CONTENT - width, SMALL.size, SMALL.weight, usize::MAX);
    flow.ensure(SMALL.line() * labels.len().max(lines.len().min(6)) as f32);
    for at in 0..labels.len().max(lines.len()) {
        flow.ensure(SMALL.line());
        if let Some(label) = labels.get(at) {
            flow.write(label.clone(), 0.0, style.size, style, Align::Start);
        }
        if let Some(line) = lines.get(at) {
            flow.write(line.clone(), width, SMALL.size, SMALL, Align::Start);
        }
        flow.y += SMALL.line();
    }
}
