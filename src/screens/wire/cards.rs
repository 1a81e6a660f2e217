//! The JSON of cards and polls.

use serde_json::{Map, Value};

use super::blocks::{self, NamedFigures};
use super::{BlockAnswer, figure, hidden_fields};
use crate::figures::Cell;
use crate::figures::content::POLL_ANSWERS;
use crate::figures::score::Tenure;
use crate::screens::declared::polls::{BLOCK, OPTION_FIELDS, POLLS};
use crate::screens::tables::{CardValue, CardsTable, PollGroups, PollTable, Row, RowGroup};

/// The figures of cards under the keys of their cards, and what they are compared with.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn cards(table: &CardsTable) -> Result<Map<String, Value>, serde_json::Error> {
    let mut answer = Map::new();
    let mut compare = Map::new();
    for CardValue { card, field, now, change } in &table.values {
        let figures = if table.totals.unwrapped {
            &mut answer
        } else {
            let of_card = answer.entry(card.key).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(of_card) = of_card else { continue };
            of_card
        };
        let is_tenure = field.name.is_empty();
        if is_tenure {
            let tenure = now.value().map(Tenure::of);
            figures.insert("years".to_owned(), tenure.map(|tenure| tenure.years).into());
            figures.insert("months".to_owned(), tenure.map(|tenure| tenure.months).into());
        } else {
            figures.insert(field.name.to_owned(), figure(field.metric, *now));
        }
        if let Some(why) = now.why() {
            let of_card = figures.entry("hidden").or_insert_with(|| Value::Object(Map::new()));
            of_card[if is_tenure { "years" } else { field.name }] = serde_json::to_value(why)?;
        }
        let mut change = change.clone();
        change.now = now.value().filter(|_| is_tenure).map(|value| field.metric.shown(value));
        compare.insert(card.metric_id(field), serde_json::to_value(change)?);
    }
    answer.insert("compare".to_owned(), Value::Object(compare));
    answer.insert("comparedWith".to_owned(), serde_json::to_value(&table.compared_with)?);
    if let (Some((key, breakdown)), false) = (table.totals.extra, table.extra.is_empty()) {
        answer.insert(key.to_owned(), Value::Object(blocks::breakdown(breakdown, &table.extra)?));
    }
    Ok(answer)
}

/// The card of polls, and the polls to choose from.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn polls(card: &CardsTable, polls: &RowGroup) -> Result<Map<String, Value>, serde_json::Error> {
    let mut answer = cards(card)?;
    answer.insert("pollList".to_owned(), blocks::list(&POLLS, &polls.rows));
    Ok(answer)
}

/// A poll's options with their answers, and the answers by user group.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn poll(table: &PollTable) -> Result<Map<String, Value>, serde_json::Error> {
    let options = blocks::objects(&["index", "name"], OPTION_FIELDS, &table.options);
    let by_group = serde_json::to_value(poll_groups(&table.by_group)?)?;
    Ok(Map::from_iter([("pollAnswers".to_owned(), options), (BLOCK.to_owned(), by_group)]))
}

/// The answers to a poll by user group: all of them, and each option's in the order of the options.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn poll_groups(groups: &PollGroups) -> Result<BlockAnswer, serde_json::Error> {
    let number = |cell: Cell| figure(&POLL_ANSWERS, cell);
    let figures = |row: &Row| -> NamedFigures {
        let all = row.cells.first().copied();
        let options = row.cells.get(1..).unwrap_or_default();
        let each: Value = options.iter().map(|cell| number(*cell)).collect();
        let figures = [("value".to_owned(), all.map(number).unwrap_or_default()), ("answers".to_owned(), each)];
        let hidden = [("value", all.and_then(Cell::why)), ("answers", options.iter().find_map(|cell| cell.why()))];
        (Map::from_iter(figures), hidden_fields(hidden))
    };
    let data = serde_json::to_value(blocks::table_rows(&groups.rows, figures))?;
    Ok(BlockAnswer { data, hidden: groups.hidden, ..BlockAnswer::new(BLOCK, groups.filter) })
}
