//! `metrics.ts` and `definitions.ts`: labels, units and definitions of metrics. The first screen needs labels and units;
//! definitions are long and rarely read, so they are in a file of their own that loads later.

use std::fmt::Write;

use super::literals::json;
use super::translated;
use crate::figures::Metric;
use crate::figures::target::{Course, is_growing_rate};
use crate::i18n::language::Language;
use crate::screens::FIGURES;
use crate::screens::issued::HEADLINES;
use crate::screens::metric_ids::{Ids, fields_by_id};
use crate::screens::pages::pages;

/// The label, unit, polarity and course of a metric as a TypeScript object.
pub fn info(language: Language, label: &str, metric: &Metric) -> String {
    let label = translated::label(language, label);
    let (unit, polarity, course) = (json(&metric.unit), json(&metric.polarity), course(metric));
    format!("{{ label: {}, unit: {unit}, polarity: {polarity}, course: \"{course}\" }}", json(label))
}

/// How a metric changes in the course of a period.
fn course(metric: &Metric) -> &'static str {
    match Course::of(metric) {
        Course::Sum | Course::Count => "flow",
        Course::Level => "level",
        Course::Rate if is_growing_rate(metric) => "growing",
        Course::Rate => "rate",
    }
}

pub fn metrics(language: Language) -> String {
    let mut text = String::from(
        "// Generated from the declared metrics by `make generate`. Do not edit.\n\
         import type { Polarity, Unit } from \"../../../generated/wire\";\n\n\
         /**\n\
         \x20* How a figure changes in the course of a period: `flow` counts what happens in it, `level` is of its last day, `growing`\n\
         \x20* is a share of members that grows with its length, `rate` is any other.\n\
         \x20*/\n\
         export type Course = \"flow\" | \"level\" | \"growing\" | \"rate\";\n\n\
         /** What is known of a metric at first. Definitions are in a file of their own, which loads later. */\n\
         export type MetricInfo = {\n\
         \x20 readonly label: string;\n\
         \x20 readonly unit: Unit;\n\
         \x20 readonly polarity: Polarity;\n\
         \x20 readonly course: Course;\n\
         };\n\n\
         /** By metric id: the path of the field in a totals answer or in trends. */\n\
         export const metrics = {\n",
    );
    for (id, field) in fields_by_id() {
        let _ = writeln!(text, "  {}: {},", json(&id), info(language, field.label, field.metric));
    }
    text.push_str(
        "} as const satisfies Record<string, MetricInfo>;\n\n\
         /** The id of a metric on a card or in trends. */\n\
         export type MetricId = keyof typeof metrics;\n",
    );
    text
}

/// The module of each figure that can be explained.
pub fn modules() -> String {
    let mut text = String::from(
        "// Generated from the declared figures by `make generate`. Do not edit.\n\
         import type { ModuleCode } from \"./wire\";\n\n\
         /** The module whose permission shows each figure. */\n\
         export const figureModules: Readonly<Record<string, ModuleCode>> = {\n",
    );
    for figure in FIGURES.iter() {
        let _ = writeln!(text, "  {}: {},", json(&figure.id), json(&figure.dashboard.module));
    }
    text.push_str("};\n\n/** The figures that are issued when their day is closed. */\nexport const issuedFigures: readonly string[] = [\n");
    for subject in HEADLINES.iter() {
        let _ = writeln!(text, "  {},", json(&subject.id()));
    }
    text.push_str("];\n\n/** The module whose permission opens the screens of the first level, by their routes. */\nexport const pageModules = {\n");
    for page in pages() {
        let _ = writeln!(text, "  {}: {},", json(page.route), json(&page.module));
    }
    text.push_str("} as const satisfies Readonly<Record<string, ModuleCode>>;\n");
    text
}

/// What each figure is called where nothing around it says what is counted. A metric that cards show under several ids has
/// one; the parts of the score are figures of their own.
pub fn figure_labels(language: Language) -> String {
    let ids = Ids::of_cards_and_blocks();
    let mut text = String::from(
        "// Generated from the declared figures by `make generate`. Do not edit.\n\
         /** What each figure is called where no title says what is counted. It loads later than the labels of metrics. */\n\
         export const figureLabels: Readonly<Record<string, string>> = {\n",
    );
    let is_part = |id: &str| id.starts_with("score.");
    for figure in FIGURES.iter().filter(|figure| is_part(&figure.id) || ids.of(figure.metric) == figure.id) {
        let _ = writeln!(text, "  {}: {},", json(&figure.id), json(translated::label(language, figure.label)));
    }
    text.push_str("};\n");
    text
}

pub fn definitions(language: Language) -> String {
    let ids = Ids::of_cards_and_blocks();
    let mut text = String::from(
        "// Generated from the declared metrics by `make generate`. Do not edit.\n\
         import type { FigureId } from \"../../en/generated/blocks\";\n\n\
         /** The other ids of a metric that cards show under several. */\n\
         const SAME = {\n",
    );
    for (id, field) in fields_by_id() {
        let first = ids.of(field.metric);
        if first != id {
            let _ = writeln!(text, "  {}: {},", json(&id), json(first));
        }
    }
    text.push_str(
        "} as const satisfies Partial<Record<FigureId, FigureId>>;\n\n\
         /** What each metric means. */\n\
         const DEFINITIONS: Readonly<Record<Exclude<FigureId, keyof typeof SAME>, string>> = {\n",
    );
    for (id, metric) in ids.entries() {
        let definition = translated::definition(language, id, metric.definition);
        let _ = writeln!(text, "  {}: {},", json(id), json(definition));
    }
    text.push_str(
        "};\n\n\
         const isOther = (id: FigureId): id is keyof typeof SAME => Object.hasOwn(SAME, id);\n\n\
         /** What a metric means. */\n\
         export const definitionOf = (id: FigureId): string => DEFINITIONS[isOther(id) ? SAME[id] : id];\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;
    use crate::screens::{Field, TRENDS};

    #[test]
    fn one_id_is_one_metric() {
        let mut seen: BTreeMap<String, &Field> = BTreeMap::new();
        for trend in TRENDS.iter() {
            for field in trend.fields() {
                let id = trend.card.metric_id(field);
                if let Some(other) = seen.insert(id.clone(), field) {
                    assert!(std::ptr::eq(other.metric, field.metric) && other.label == field.label, "{id}");
                }
            }
        }
        for (id, field) in fields_by_id() {
            if let Some(other) = seen.get(&id) {
                assert!(std::ptr::eq(other.metric, field.metric) && other.label == field.label, "{id}");
            }
        }
        let ids = Ids::of_cards_and_blocks();
        let mut seen = HashSet::new();
        for (id, _) in ids.entries() {
            assert!(seen.insert(id), "{id} names two metrics");
        }
    }
}
