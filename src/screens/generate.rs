//! What is generated from the declarations and committed: the page's wire types, its tables of metrics and
//! blocks, and the glossary. `make generate` writes the files; a test holds that they are current.

use std::collections::BTreeMap;
use std::fmt::Write;

use ts_rs::{Config, TS};

use super::wire::{Block, IndicatorRow, ProgramInfo, Series, TrendRow, TrendsAnswer, UserGroup};
use super::{BREAKDOWNS, Field, ROWS, TOTALS, TRENDS, monitor, polls};
use crate::error::ErrorBody;
use crate::metrics::compare::Change;
use crate::metrics::filter::{BlockFilter, FilterParams, Grouping, ViewBy, ViewByH2};
use crate::metrics::period::{Grain, Period};
use crate::metrics::score::{Explain, METHOD, PARTS, PartState, Pillar, ScoreAnswer, ScorePart, Tenure, WINDOW_DAYS};
use crate::metrics::{Metric, Polarity, Unit};
use crate::routes::session::{LoginAnswer, LoginRequest, SsoAnswer, SsoRequest};
use crate::routes::signed_in::SessionUser;
use crate::store::roles::{Module, Permission, Role};

/// A file: its path from the project's root, and what belongs in it.
pub struct Generated {
    pub path: &'static str,
    pub content: String,
}

/// All of them.
pub fn files() -> Vec<Generated> {
    vec![
        Generated { path: "ui/src/api/generated/wire.ts", content: wire() },
        Generated { path: "ui/src/api/generated/metrics.ts", content: metrics() },
        Generated { path: "ui/src/api/generated/definitions.ts", content: definitions() },
        Generated { path: "ui/src/api/generated/blocks.ts", content: blocks() },
        Generated { path: "docs/metrics.md", content: glossary() },
    ]
}

/// Shapes that depend on a declaration, as far as types can tell them.
const ALIASES: &str = r#"/** A label and a figure. */
export type Point = [label: string, value: number];
/** A period's label and its figures, in the order of the block's series. */
export type PeriodRow = [label: string, ...values: number[]];
/** The rows of one group. */
export type GroupRows = { name: string, records: PeriodRow[] };
/** A row of a table: the group's name, its figures by field, its second level. */
export type TableRow = { name: string, isTotal: boolean, records: TableRow[] } & { [field: string]: number | string | boolean | TableRow[] };
/** By metric id: the field's path in the answer, for example "logins.totalLogins". */
export type Compare = Record<string, Change>;
/** A totals answer: one object a card, and compare. */
export type Totals = { compare: Compare } & { [card: string]: Record<string, number | null> | Compare };
/** The first grouping of a table. */
export type ViewByH1 = GroupType;
"#;

fn wire() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from("// Generated from the Rust types by `make generate`. Do not edit.\n\n");
    let mut declare = |docs: Option<String>, declaration: String| {
        text.push_str(&docs.unwrap_or_default());
        text.push_str("export ");
        text.push_str(&declaration);
        text.push_str("\n\n");
    };
    macro_rules! declare_all {
        ($($wire:ty),* $(,)?) => { $(declare(<$wire as TS>::docs(), <$wire as TS>::decl(&config));)* };
    }
    declare_all!(
        Period,
        Grain,
        ViewBy,
        ViewByH2,
        Grouping,
        Unit,
        Polarity,
        FilterParams,
        BlockFilter,
        Block,
        Series,
        Change,
        IndicatorRow,
        TrendRow,
        TrendsAnswer,
        Tenure,
        PartState,
        Pillar,
        ScorePart,
        Explain,
        ScoreAnswer,
        ProgramInfo,
        UserGroup,
        Module,
        Permission,
        Role,
        SessionUser,
        LoginRequest,
        LoginAnswer,
        SsoRequest,
        SsoAnswer,
        ErrorBody,
    );
    text.push_str(ALIASES);
    text
}

fn metrics() -> String {
    let mut text = String::from(
        "// Generated from the declared metrics by `make generate`. Do not edit.\n\
         import type { Polarity, Unit } from \"./wire\";\n\n\
         /** What the page says of a metric; what it means is in `definitions`, which is loaded when it is asked for. */\n\
         export type MetricInfo = { label: string; unit: Unit; polarity: Polarity };\n\n\
         /** By metric id: the path of the field in a totals answer or in trends. */\n\
         export const metrics = {\n",
    );
    for (id, field) in fields_by_id() {
        let _ = writeln!(
            text,
            "  {}: {{ label: {}, unit: {}, polarity: {} }},",
            json(&id),
            json(field.label),
            json(&field.metric.unit),
            json(&field.metric.polarity),
        );
    }
    text.push_str(
        "} as const satisfies Record<string, MetricInfo>;\n\n\
         /** A key of the table. */\n\
         export type MetricId = keyof typeof metrics;\n",
    );
    text
}

fn definitions() -> String {
    let mut text = String::from(
        "// Generated from the declared metrics by `make generate`. Do not edit.\n\
         import type { MetricId } from \"./metrics\";\n\n\
         /** What each metric means, by metric id. */\n\
         export const definitions: Readonly<Record<MetricId, string>> = {\n",
    );
    for (id, field) in fields_by_id() {
        let _ = writeln!(text, "  {}: {},", json(&id), json(field.metric.definition));
    }
    text.push_str("};\n");
    text
}

/// Every card's and trend's fields under their metric ids.
fn fields_by_id() -> BTreeMap<String, &'static Field> {
    let cards = TOTALS.iter().flat_map(|totals| totals.cards).copied();
    let cards = cards.flat_map(|card| card.all_fields().map(move |field| (card.metric_id(field), field)));
    let trends = TRENDS
        .iter()
        .flat_map(|trend| trend.card.fields.iter().chain(trend.more).map(|field| (trend.card.metric_id(field), field)));
    cards.chain(trends).collect()
}

fn blocks() -> String {
    let mut text = String::from(
        "// Generated from the declared screens by `make generate`. Do not edit.\n\
         import type { MetricId } from \"./metrics\";\n\
         import type { Polarity, Unit } from \"./wire\";\n\n\
         /** A figure of a block: its name in the answer, and what the page says of it. */\n\
         export type FieldInfo = {\n  \
           readonly field: string;\n  \
           readonly label: string;\n  \
           readonly unit: Unit;\n  \
           readonly polarity: Polarity;\n  \
           readonly definition: string;\n  \
           /** The figure of a card that is the same, where there is one. */\n  \
           readonly metric: MetricId | null;\n\
         };\n\n\
         /** What a block answers: figures, and the texts beside them in its rows. */\n\
         export type BlockInfo = { readonly fields: readonly FieldInfo[]; readonly attributes: readonly string[] };\n\n\
         /** By call and block id. */\n\
         export const screenBlocks: Readonly<Record<string, Readonly<Record<string, BlockInfo>>>> = {\n",
    );
    let ids = fields_by_id();
    let block = |text: &mut String, id: &str, fields: &[&Field], attributes: &[&str]| {
        let _ = writeln!(text, "    {}: {{\n      attributes: {},\n      fields: [", json(id), json(attributes));
        for field in fields {
            let same = ids.iter().find(|(_, other)| std::ptr::eq(other.metric, field.metric)).map(|(id, _)| id);
            let _ = writeln!(
                text,
                "        {{ field: {}, label: {}, unit: {}, polarity: {}, metric: {}, definition: {} }},",
                json(field.name),
                json(field.label),
                json(&field.metric.unit),
                json(&field.metric.polarity),
                json(&same),
                json(field.metric.definition),
            );
        }
        text.push_str("      ],\n    },\n");
    };
    for breakdown in BREAKDOWNS {
        let _ = writeln!(text, "  {}: {{", json(breakdown.path));
        for declared in breakdown.blocks {
            let lists = declared.shape.lists();
            let mut attributes: Vec<&str> = lists.iter().flat_map(|list| list.texts).map(|(name, _)| *name).collect();
            attributes.dedup();
            block(&mut text, declared.id, &declared.shape.fields(), &attributes);
        }
        text.push_str("  },\n");
    }
    for rows in ROWS {
        let _ = writeln!(text, "  {}: {{", json(rows.path));
        let attributes: Vec<&str> = rows.list.texts.iter().map(|(name, _)| *name).collect();
        block(&mut text, "rows", &rows.list.fields.iter().collect::<Vec<_>>(), &attributes);
        text.push_str("  },\n");
    }
    let _ = writeln!(text, "  {}: {{", json(polls::PATH));
    let option_fields = polls::OPTION_FIELDS.iter().collect::<Vec<_>>();
    block(&mut text, "pollAnswers", &option_fields, &["index", "name"]);
    block(&mut text, polls::BLOCK, &polls::TABLE_FIELDS.iter().collect::<Vec<_>>(), &["answers"]);
    text.push_str("  },\n");
    text.push_str("};\n");
    text
}

fn glossary() -> String {
    let mut text = String::from(include_str!("glossary.md"));
    text.push_str("\n## Metrics\n\n| figure | unit | good is | definition | in answers as |\n|---|---|---|---|---|\n");
    let mut by_metric: Vec<(&'static Metric, Vec<String>)> = Vec::new();
    let blocks = BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks.iter().map(move |block| (breakdown, block)));
    let blocks = blocks.flat_map(|(breakdown, block)| {
        // Ids of blocks repeat from call to call; a bare answer has no fields under them.
        let call = breakdown.path.rsplit('/').next().unwrap_or_default();
        block.shape.fields().into_iter().map(move |field| {
            let place = if breakdown.bare { String::new() } else { format!(".{}", field.name) };
            (format!("{call}/{}{place}", block.id), field.metric)
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
        "\n## BOND Score\n\nMethod `{METHOD}`: parts over the {WINDOW_DAYS} days that end on the score's day.\n\n\
         | part | pillar | floor → target | weight | definition |\n|---|---|---|---|---|\n"
    );
    for part in &PARTS {
        let unit = if part.metric.unit == Unit::Months { "months" } else { "%" };
        let _ = writeln!(
            text,
            "| {} (`{}`) | {} | {} → {} {unit} | {} | {} |",
            part.label,
            part.key,
            json(&part.pillar).trim_matches('"'),
            part.floor,
            part.target,
            part.weight,
            part.metric.definition
        );
    }
    text
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_committed_files_are_current() {
        for file in files() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path);
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == file.content, "{} is not current: run `make generate`", file.path);
        }
    }

    #[test]
    fn one_id_is_one_metric() {
        let mut seen: BTreeMap<String, &Field> = BTreeMap::new();
        for trend in TRENDS {
            for field in trend.card.fields.iter().chain(trend.more) {
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
    }
}
