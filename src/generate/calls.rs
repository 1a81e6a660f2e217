//! `calls.ts`: the calls and their answers, as types only: a misspelt path, block, field or trend in a declaration of the
//! page does not compile.

use std::fmt::Write;

use super::literals::json;
use crate::screens::declared::{emails, polls};
use crate::screens::wire::form::{fields, form, list_type, union};
use crate::screens::{BREAKDOWNS, Breakdown, Card, LIST_CALLS, List, TOTALS, TRENDS, Totals};

/// The types of the shapes, and what follows from the lists of calls.
const SHAPES: &str = include_str!("../screens/wire/shapes.ts");

pub fn calls() -> String {
    let mut text = String::from(
        "// Generated from the declared screens by `make generate`. Do not edit.\n\
         import type { Block, Change, ChartPeriod, ComparedWith, GroupRows, Hidden, PeriodRow, Tenure } from \"./wire\";\n\n",
    );
    let _ = write!(text, "/** The trends, one per card. */\nexport type TrendId =");
    for trend in TRENDS.iter() {
        let _ = write!(text, "\n  | {}", json(trend.id));
    }
    text.push_str(";\n\n");
    metrics_of_totals(&mut text);
    let of = |unwrapped: bool| BREAKDOWNS.iter().filter(move |breakdown| breakdown.unwrapped == unwrapped).copied();
    breakdowns(&mut text, "The blocks of each breakdown, by its path without `/breakdowns`.", "Breakdowns", of(false));
    breakdowns(
        &mut text,
        "The data of each breakdown that answers without blocks around them.",
        "UnwrappedBreakdowns",
        of(true),
    );
    text.push_str("/** The calls that answer a list. */\nexport type RowsCalls = {\n");
    for (path, list) in
        LIST_CALLS.iter().map(|call| (call.path, &call.list)).chain([(emails::SCHEDULE_PATH, &emails::SCHEDULE)])
    {
        let _ = writeln!(text, "  {}: {};", json(path), list_type(list));
    }
    let option =
        List { texts: &[("name", "name"), ("index", "poll_id")], fields: polls::OPTION_FIELDS, ..polls::POLLS };
    let _ = write!(
        text,
        "}};\n\n/** What the call of one poll answers. */\nexport type Polls = {{\n  {}: {{\n    pollAnswers: {};\n    {}: PollTable<{}>;\n  }};\n}};\n\n",
        json(polls::PATH),
        list_type(&option),
        polls::BLOCK,
        fields(polls::TABLE_FIELDS),
    );
    text.push_str(SHAPES);
    text
}

/// The metrics of every totals call that is not unwrapped.
fn metrics_of_totals(text: &mut String) {
    text.push_str("/** The metrics of each call that answers cards. */\nexport type TotalsMetrics = {\n");
    let mut call = |path: &str, cards: &[&'static Card]| {
        let ids: Vec<String> =
            cards.iter().flat_map(|card| card.all_fields().map(|field| card.metric_id(field))).collect();
        let _ = writeln!(text, "  {}: {};", json(path), union(ids.iter().map(String::as_str)));
    };
    let with_types = |totals: &Totals, call: &mut dyn FnMut(&str, &[&'static Card])| {
        call(totals.path, totals.cards);
        for (id, card) in totals.types() {
            call(&format!("{}/{id}", totals.path), &[card]);
        }
    };
    for totals in TOTALS.iter().filter(|totals| !totals.unwrapped) {
        with_types(totals, &mut call);
    }
    let of_polls = format!("{}/info", polls::PATH);
    call(&of_polls, polls::TOTALS.cards);
    text.push_str(
        "};\n\n/** What some of these calls answer in addition to the cards. */\nexport type TotalsExtra = {\n",
    );
    for (totals, (key, breakdown)) in TOTALS.iter().filter_map(|totals| Some((totals, totals.extra?))) {
        let _ = writeln!(text, "  {}: {{ {key}: UnwrappedAnswer<{}> }};", json(totals.path), json(breakdown.path));
    }
    let _ = writeln!(text, "  {}: {{ pollList: Data<{}> }};", json(&of_polls), list_type(&polls::POLLS));
    text.push_str("};\n\n");
}

fn breakdowns<'a>(text: &mut String, about: &str, name: &str, all: impl Iterator<Item = &'a Breakdown>) {
    let _ = writeln!(text, "/** {about} */\nexport type {name} = {{");
    for breakdown in all {
        let _ = writeln!(text, "  {}: {{", json(breakdown.path));
        for block in breakdown.blocks {
            let _ = writeln!(text, "    {}: {};", block.id, form(&block.shape).typescript);
        }
        text.push_str("  };\n");
    }
    text.push_str("};\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::Shape;

    #[test]
    fn the_lists_of_a_block_have_the_same_columns() {
        for block in BREAKDOWNS.iter().flat_map(|breakdown| breakdown.blocks) {
            if let Shape::Lists(lists) = &block.shape {
                for (_, list) in *lists {
                    assert_eq!(list_type(list), list_type(&lists[0].1), "{}", block.id);
                }
            }
        }
    }
}
