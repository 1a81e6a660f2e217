//! `blocks.ts`: the figures of every block, for the screens that load later.

use std::fmt::Write;

use super::literals::json;
use super::metrics::info;
use super::translated;
use crate::i18n::language::Language;
use crate::screens::declared::polls;
use crate::screens::metric_ids::{Ids, fields_by_id};
use crate::screens::wire::form::form;
use crate::screens::{BREAKDOWNS, Field};

pub fn blocks(language: Language) -> String {
    let ids = Ids::of_cards_and_blocks();
    let mut text = String::from(
        "// Generated from the declared screens by `make generate`. Do not edit.\n\
         import type { Figure, Screens, Shape } from \"../../../generated/calls\";\n\
         import type { MetricId, MetricInfo } from \"../../en/generated/metrics\";\n\n\
         /** The metrics that no card shows, by the first block and field that do. */\n\
         export const blockMetrics = {\n",
    );
    for (id, metric) in ids.in_blocks_only() {
        let _ = writeln!(text, "  {}: {},", json(id), info(language, metric.label, metric));
    }
    text.push_str(
        "} as const satisfies Record<string, MetricInfo>;\n\n\
         /** The id of a metric on a card, in trends or in a block. */\n\
         export type FigureId = MetricId | keyof typeof blockMetrics;\n\n\
         /** A figure of a block: its metric, and its label if the screen has another. */\n\
         export type FigureEntry = { readonly metric: FigureId; readonly label?: string };\n\n\
         /** What a block answers: its shape, and its figures in the order of its rows. */\n\
         export type BlockInfo<S extends Shape = Shape> = {\n  \
           readonly shape: S[\"shape\"];\n  \
           readonly figures: Readonly<Record<Figure<S>, FigureEntry>>;\n\
         };\n\n\
         type Infos = { readonly [P in keyof Screens]: { readonly [B in keyof Screens[P]]: BlockInfo<Screens[P][B] & Shape> } };\n\n\
         /** By call and block id. */\n\
         export const screenBlocks: Infos = {\n",
    );
    let labels = fields_by_id();
    let block = |text: &mut String, id: &str, shape: &str, fields: &[&Field]| {
        let figures: Vec<String> = fields
            .iter()
            .map(|field| {
                let metric = ids.of(field.metric);
                let known = labels.get(metric).map_or(field.metric.label, |card| card.label);
                let label = if known == field.label {
                    String::new()
                } else {
                    format!(", label: {}", json(translated::label(language, field.label)))
                };
                format!("{}: {{ metric: {}{label} }}", json(field.name), json(metric))
            })
            .collect();
        let _ = write!(text, "    {}: {{\n      shape: {},\n      figures: {{", json(id), json(shape));
        for figure in &figures {
            let _ = write!(text, "\n        {figure},");
        }
        text.push_str(if figures.is_empty() { "},\n    },\n" } else { "\n      },\n    },\n" });
    };
    for breakdown in BREAKDOWNS.iter() {
        let _ = writeln!(text, "  {}: {{", json(breakdown.path));
        for declared in breakdown.blocks {
            block(&mut text, declared.id, form(&declared.shape).name, &declared.shape.fields());
        }
        text.push_str("  },\n");
    }
    let _ = writeln!(text, "  {}: {{", json(polls::PATH));
    block(&mut text, "pollAnswers", "list", &polls::OPTION_FIELDS.iter().collect::<Vec<_>>());
    block(&mut text, polls::BLOCK, "pollTable", &polls::TABLE_FIELDS.iter().collect::<Vec<_>>());
    text.push_str("  },\n};\n");
    text
}
