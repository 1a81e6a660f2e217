//! Rows that a query makes of several: a message of its events, and an amount of an order that all of its lines repeat.

use std::collections::BTreeSet;

use super::{NOTHING, Planned, PlannedTable, Planner, Rule, rule};
use crate::warehouse::suggest::asked::Sure;
use crate::warehouse::suggest::events::{Event, event};
use crate::warehouse::suggest::log::Log;
use crate::warehouse::suggest::profile::{Contents, Kind};
use crate::warehouse::suggest::rules::quoted;

/// What each event of a message fills, and the column of the query with it.
const TIMES: &[(&str, Event)] =
    &[("opened_at", Event::Opened), ("clicked_at", Event::Clicked), ("unsubscribed_at", Event::Unsubscribed)];

impl Planner<'_> {
    /// A query with one row for each message of a log, and what it fills. None if SQL cannot say it.
    pub(super) fn messages(&self, source: usize, table: &mut PlannedTable, log: &Log) -> Option<String> {
        let at = |name: &str| table.table.columns.iter().position(|column| column.name == name);
        let contents = |name: &str| Some(self.contents(source, table.columns[at(name)?].from?));
        let (campaign, member, when) = (contents("campaign_id")?, contents("member_id")?, contents("sent_at")?);
        let what = self.contents(source, log.column);
        if campaign.template.is_some() || member.template.is_some() {
            return None;
        }
        let named = |wanted: &[Event]| -> Vec<String> {
            let is_it = |value: &&String| event(value).is_some_and(|event| wanted.contains(&event));
            what.values.iter().filter(is_it).map(|value| text(value)).collect()
        };
        let happened = |wanted: &[Event]| match named(wanted).as_slice() {
            [] => None,
            [value] => Some(format!("{} = {value}", name(&what.name))),
            values => Some(format!("{} in ({})", name(&what.name), values.join(", "))),
        };
        let time = first_of(when);
        let mut columns = vec![name(&campaign.name), of_member(member)];
        columns.push("min(\"#line\") as \"#line\", min(\"#file\") as \"#file\"".to_owned());
        columns.push(format!("{time} filter ({}) as sent_at", happened(&[Event::Sent, Event::Bounced])?));
        if let Some(bounced) = happened(&[Event::Bounced]) {
            columns.push(format!("if(bool_or({bounced}), 'BOUNCED', 'DELIVERED') as outcome"));
            *table.columns.get_mut(at("outcome")?)? = of_query(log.column, quoted("outcome"), "");
        }
        let form = |name: &str, column: usize| {
            let contents = Contents { name: name.to_owned(), template: None, ..when.clone() };
            rule(&table.table.columns[column], &contents, None)
        };
        let index = table.columns[at("sent_at")?].from?;
        let mut planned = vec![(
            at("sent_at")?,
            Planned {
                rule: Some(form("sent_at", at("sent_at")?)),
                from: Some(index),
                sure: Some(Sure::Likely),
                ..NOTHING
            },
        )];
        for (filled, event) in TIMES {
            if let Some(happened) = happened(&[*event]) {
                columns.push(format!("{time} filter ({happened}) as {filled}"));
                let Rule { toml, .. } = form(filled, at(filled)?);
                planned.push((at(filled)?, of_query(index, toml, "the first of them")));
            }
        }
        for (at, planned) in planned {
            table.columns[at] = planned;
        }
        let kept = [&campaign.name, &member.name];
        table.where_not.retain(|column, _| kept.contains(&column));
        table.of_query = true;
        let grouped = [name(&campaign.name), of_member(member).split(" as ").next().unwrap_or_default().to_owned()];
        Some(format!(
            "select {}\nfrom {}\ngroup by {}\nhaving sent_at is not null\norder by \"#line\"",
            columns.join(",\n       "),
            name(&self.sources[source].name()),
            grouped.join(", "),
        ))
    }

    /// A query that keeps the amounts of an order, which all of its lines repeat, on the first of them.
    pub(super) fn once_for_orders(&self, source: usize, table: &mut PlannedTable) -> Option<String> {
        let mut replaced: BTreeSet<String> = BTreeSet::new();
        for planned in &mut table.columns {
            let Some(contents) = planned.from.map(|from| self.contents(source, from)) else { continue };
            let (Some(order), Some(rule)) = (&contents.once_for, &mut planned.rule) else { continue };
            let (order, amount) = (name(order), name(&contents.name));
            let is_first =
                format!("{order} is null or row_number() over (partition by {order} order by \"#line\") = 1");
            replaced.insert(format!("if({is_first}, {amount}, '0') as {amount}"));
            let note = "the lines of an order repeat it: it counts once, on the first of them";
            rule.note = if rule.note.is_empty() { note.to_owned() } else { format!("{}; {note}", rule.note) };
        }
        if replaced.is_empty() {
            return None;
        }
        table.of_query = true;
        let replaced: Vec<String> = replaced.into_iter().collect();
        Some(format!(
            "select * replace (\n  {}\n), \"#line\", \"#file\"\nfrom {}\norder by \"#line\"",
            replaced.join(",\n  "),
            name(&self.sources[source].name()),
        ))
    }
}

/// A column that the query makes of one of the file.
fn of_query(from: usize, toml: String, note: &str) -> Planned {
    Planned { from: Some(from), rule: Some(Rule { toml, note: note.to_owned() }), sure: Some(Sure::Likely), ..NOTHING }
}

/// The member as the rows of a message have it: capitals of an address mean nothing.
fn of_member(member: &Contents) -> String {
    let name = name(&member.name);
    if member.addresses > 0.0 { format!("lower({name}) as {name}") } else { name }
}

/// The earliest of several times, as the file writes it.
fn first_of(when: &Contents) -> String {
    let value = match &when.template {
        None => name(&when.name),
        Some(template) => joined(template),
    };
    match when.kind {
        Kind::Time("unix" | "unix_ms" | "unix_us", _) => format!("arg_min({value}, {value}::bigint)"),
        // Such texts are in the order of their times.
        Kind::Time(form, _) if form == "iso8601" || form.starts_with("%Y-%m-%d %H") => format!("min({value})"),
        Kind::Time(form, _) => format!("arg_min({value}, try_strptime({value}, {}))", text(form)),
        _ => format!("min({value})"),
    }
}

/// Columns and texts of a template, as SQL joins them.
fn joined(template: &str) -> String {
    let mut parts = Vec::new();
    for (at, piece) in template.split(['{', '}']).enumerate().filter(|(_, piece)| !piece.is_empty()) {
        parts.push(if at % 2 == 1 { name(piece) } else { text(piece) });
    }
    format!("({})", parts.join(" || "))
}

/// A name in SQL.
fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in SQL.
fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
