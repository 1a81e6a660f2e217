//! `docs/metrics.md`: what every figure means, for readers.

use std::fmt::Write;

use super::literals::json;
use crate::figures::score::{BOND_1, PARTS, WINDOW_DAYS};
use crate::figures::{Metric, Polarity, Unit};
use crate::screens::BREAKDOWNS;
use crate::screens::declared::{monitor, polls};
use crate::screens::metric_ids::fields_by_id;

/// What a method is; the table before it has the numbers of one.
const METHODS: &str = include_str!("methods.md");

pub fn glossary() -> String {
    let mut text = String::from(include_str!("glossary.md"));
    text.push_str("\n## Metrics\n\n| figure | unit | good is | definition | in answers as |\n|---|---|---|---|---|\n");
    let mut by_metric: Vec<(&'static Metric, Vec<String>)> = Vec::new();
    let blocks = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks.iter().map(move |block| (breakdown, block)));
    let blocks = blocks.flat_map(|(breakdown, block)| {
        // Block ids repeat from call to call. Unwrapped data have no field names.
        let call = breakdown.path.rsplit('/').next().unwrap_or_default();
        block.shape.fields().into_iter().map(move |field| {
            let field_name = if breakdown.unwrapped { String::new() } else { format!(".{}", field.name) };
            (format!("{call}/{}{field_name}", block.id), field.metric)
        })
    });
    let indicators = monitor::INDICATORS.iter().flat_map(|indicator| {
        [(format!("{} sum", indicator.id), indicator.metric), (format!("{} percent", indicator.id), indicator.share)]
    });
    let cards = fields_by_id().into_iter().map(|(id, field)| (id, field.metric));
    let of_polls = polls::OPTION_FIELDS.iter().map(|field| (format!("pollAnswers.{}", field.name), field.metric));
    let of_polls = of_polls
        .chain(polls::TABLE_FIELDS.iter().map(|field| (format!("{}.{}", polls::BLOCK, field.name), field.metric)));
    for (id, metric) in cards.chain(blocks).chain(of_polls).chain(indicators) {
        match by_metric.iter_mut().find(|(known, _)| std::ptr::eq(*known, metric)) {
            Some((_, ids)) if ids.contains(&id) => {}
            Some((_, ids)) => ids.push(id),
            None => by_metric.push((metric, vec![id])),
        }
    }
    by_metric.sort_by_key(|(metric, _)| metric.label.to_lowercase());
    for (metric, ids) in by_metric {
        let good = match metric.polarity {
            Polarity::Higher => "higher",
            Polarity::Lower => "lower",
            Polarity::None => "–",
        };
        let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
        let unit = json(&metric.unit);
        let _ = writeln!(
            text,
            "| {} | {} | {good} | {} | {} |",
            metric.label,
            unit.trim_matches('"'),
            metric.definition,
            ids.join(" ")
        );
    }
    let _ = write!(
        text,
        "\n## BOND Score\n\nMethod `{}`: parts over the {WINDOW_DAYS} days that end on the score's day.\n\n\
         | part | pillar | floor → target | weight | definition |\n|---|---|---|---|---|\n",
        BOND_1.name
    );
    for (part, own) in PARTS.iter().zip(&BOND_1.parts) {
        let unit = if part.metric.unit == Unit::Months { "months" } else { "%" };
        let _ = writeln!(
            text,
            "| {} (`{}`) | {} | {} → {} {unit} | {} | {} |",
            part.label,
            part.key.name(),
            json(&part.pillar).trim_matches('"'),
            own.floor,
            own.target,
            own.weight,
            part.metric.definition
        );
    }
    text.push_str(METHODS);
    text.push_str(
        "\n[planner.md](planner.md) says how the page finds what it would take of each part to reach a score.\n",
    );
    text
}
