//! Rows that a query makes of several, such as a message of its events, and values that it makes: an amount of an order that
//! all of its lines repeat, and the time of what the file only marks.

use std::collections::BTreeSet;

use super::{NOTHING, Planned, PlannedTable, Planner, Rule, rule};
use crate::warehouse::feed::Table;
use crate::warehouse::suggest::asked::Sure;
use crate::warehouse::suggest::events::{Event, EventFile, event};
use crate::warehouse::suggest::log::Log;
use crate::warehouse::suggest::profile::{Contents, Kind};
use crate::warehouse::suggest::rules::quoted;
use crate::warehouse::suggest::values::is_true;

/// What each event of a message fills, and the column of the query with it.
const TIMES: &[(&str, Event)] =
    &[("opened_at", Event::Opened), ("clicked_at", Event::Clicked), ("unsubscribed_at", Event::Unsubscribed)];

impl Planner<'_> {
    /// A query with one row for each message of a log, and what it fills. None if SQL cannot say it.
    pub(super) fn messages(&self, source: usize, table: &mut PlannedTable, log: &Log) -> Option<String> {
        let what = self.contents(source, log.column);
        let happened = |wanted: &[Event]| {
            let is_it = |value: &&String| event(value).is_some_and(|event| wanted.contains(&event));
            let named: Vec<String> = what.values.iter().filter(is_it).map(|value| text(value)).collect();
            match named.as_slice() {
                [] => None,
                [value] => Some(format!("{} = {value}", name(&what.name))),
                values => Some(format!("{} in ({})", name(&what.name), values.join(", "))),
            }
        };
        let (from, when) = (name(&self.sources[source].name()), self.time_sent(source, table)?.clone());
        self.of_events(source, table, &when, &from, log.column, &happened)
    }

    /// The same for messages whose events are in several files.
    pub(super) fn united(&self, source: usize, table: &mut PlannedTable, files: &[EventFile]) -> Option<String> {
        let (at, when) = (place(table, "sent_at")?, self.time_sent(source, table)?);
        let sent = EventFile { source, event: Event::Sent, when: table.columns[at].from? };
        let keys: Vec<&str> = ["campaign_id", "member_id"]
            .into_iter()
            .filter_map(|column| Some(&*self.contents(source, table.columns[place(table, column)?].from?).name))
            .collect();
        let keys = keys.iter().map(|key| name(key)).collect::<Vec<_>>().join(", ");
        let all: Vec<&EventFile> = std::iter::once(&sent).chain(files).collect();
        let parts = all.iter().map(|file| {
            let time = value(self.contents(file.source, file.when));
            let (word, from) = (text(word(file.event)), name(&self.sources[file.source].name()));
            // Faults name the rows of what was sent.
            let place = if file.event == Event::Sent { "" } else { "null as " };
            format!("select {keys}, {time} as happened, {word} as what, {place}\"#line\", {place}\"#file\" from {from}")
        });
        let from = format!("(\n  {}\n)", parts.collect::<Vec<_>>().join("\n  union all\n  "));
        let happened = |wanted: &[Event]| {
            let named: BTreeSet<&str> =
                all.iter().map(|file| file.event).filter(|event| wanted.contains(event)).map(word).collect();
            let named: Vec<String> = named.into_iter().map(text).collect();
            (!named.is_empty()).then(|| format!("what in ({})", named.join(", ")))
        };
        let when = Contents { name: "happened".to_owned(), template: None, ..when.clone() };
        self.of_events(source, table, &when, &from, sent.when, &happened)
    }

    /// The column with the time of a message, or of its event.
    fn time_sent(&self, source: usize, table: &PlannedTable) -> Option<&Contents> {
        Some(self.contents(source, table.columns[place(table, "sent_at")?].from?))
    }

    /// A query over events, with the time of each in `when`. `happened` is the condition of some of them, `what` the column of
    /// the file that says it.
    fn of_events(
        &self,
        source: usize,
        table: &mut PlannedTable,
        when: &Contents,
        from: &str,
        what: usize,
        happened: &dyn Fn(&[Event]) -> Option<String>,
    ) -> Option<String> {
        let at = |name: &str| place(table, name);
        let contents = |name: &str| Some(self.contents(source, table.columns[at(name)?].from?));
        let (campaign, member) = (contents("campaign_id")?, contents("member_id")?);
        if campaign.template.is_some() || member.template.is_some() {
            return None;
        }
        let (time, sent) = (first_of(when), happened(&[Event::Sent, Event::Bounced])?);
        let mut columns = vec![name(&campaign.name), of_member(member)];
        columns.push("min(\"#line\") as \"#line\", min(\"#file\") as \"#file\"".to_owned());
        columns.push(format!("{time} filter ({sent}) as sent_at"));
        let index = table.columns[at("sent_at")?].from?;
        let rule = time_of_query(table.table, when, "sent_at", at("sent_at")?);
        let of_sent = Planned { rule: Some(rule), from: Some(index), sure: Some(Sure::Likely), ..NOTHING };
        let mut planned = vec![(at("sent_at")?, of_sent)];
        if let Some(bounced) = happened(&[Event::Bounced]) {
            columns.push(format!("if(bool_or({bounced}), 'BOUNCED', 'DELIVERED') as outcome"));
            planned.push((at("outcome")?, of_query(what, quoted("outcome"), "")));
        }
        for (filled, event) in TIMES {
            if let Some(happened) = happened(&[*event]) {
                columns.push(format!("{time} filter ({happened}) as {filled}"));
                let Rule { toml, .. } = time_of_query(table.table, when, filled, at(filled)?);
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
            "select {}\nfrom {from}\ngroup by {}\nhaving sent_at is not null\norder by \"#line\"",
            columns.join(",\n       "),
            grouped.join(", "),
        ))
    }

    /// A query that gives messages a time where the file says only whether they were opened or clicked: when they were sent.
    pub(super) fn marks_of_messages(&self, source: usize, table: &mut PlannedTable) -> Option<String> {
        if table.table.name != "email_messages" {
            return None;
        }
        let columns = &self.sources[source].detected.columns;
        let when = self.time_sent(source, table)?;
        let sent = value(when);
        let (mut selected, mut planned) = (Vec::new(), Vec::new());
        for (filled, event) in TIMES {
            let column = place(table, filled)?;
            let is_taken = columns.iter().any(|contents| contents.name.eq_ignore_ascii_case(filled));
            if is_taken || table.columns[column].from.is_some() {
                continue;
            }
            let Some((mark, happened)) =
                columns.iter().enumerate().find_map(|(at, contents)| Some((at, marked(contents, *event)?)))
            else {
                continue;
            };
            selected.push(format!("if({happened}, {sent}, null) as {filled}"));
            let Rule { toml, .. } = time_of_query(table.table, when, filled, column);
            planned.push((column, of_query(mark, toml, "the file says only whether, so this is when it was sent")));
        }
        if planned.is_empty() {
            return None;
        }
        for (at, planned) in planned {
            table.columns[at] = planned;
        }
        table.of_query = true;
        Some(format!(
            "select *,\n       {},\n       \"#line\", \"#file\"\nfrom {}\norder by \"#line\"",
            selected.join(",\n       "),
            name(&self.sources[source].name()),
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

/// The condition in SQL under which a column says, by a word or a count, that an event happened to a message. None for any other
/// column.
fn marked(contents: &Contents, wanted: Event) -> Option<String> {
    let is_other = ["ID", "AVERAGE", "LINK"].iter().any(|thing| contents.spoken.has(thing));
    if is_other || contents.template.is_some() || event(&contents.name) != Some(wanted) {
        return None;
    }
    let named = name(&contents.name);
    match contents.kind {
        Kind::Whole => {
            contents.range.is_some_and(|(low, _)| low == 0.0).then(|| format!("try_cast({named} as bigint) > 0"))
        }
        Kind::Text if contents.distinct <= 3 => {
            let says = |value: &&String| is_true(value) || event(value) == Some(wanted);
            let values: Vec<String> = contents.values.iter().filter(says).map(|value| text(value)).collect();
            (values.len() == 1 && contents.values.len() > 1).then(|| format!("{named} = {}", values[0]))
        }
        _ => None,
    }
}

/// How a time that the query takes from another column is read.
fn time_of_query(table: &Table, when: &Contents, name: &str, column: usize) -> Rule {
    let contents = Contents { name: name.to_owned(), template: None, ..when.clone() };
    rule(&table.columns[column], &contents, None)
}

/// The place of a column in a table.
fn place(table: &PlannedTable, name: &str) -> Option<usize> {
    table.table.columns.iter().position(|column| column.name == name)
}

/// What an event is called in a query over several files.
fn word(event: Event) -> &'static str {
    match event {
        Event::Sent => "sent",
        Event::Bounced => "bounced",
        Event::Opened => "opened",
        Event::Clicked => "clicked",
        Event::Unsubscribed => "unsubscribed",
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
    let value = value(when);
    match when.kind {
        Kind::Time("unix" | "unix_ms" | "unix_us", _) => format!("arg_min({value}, {value}::bigint)"),
        // Such texts are in the order of their times.
        Kind::Time(form, _) if form == "iso8601" || form.starts_with("%Y-%m-%d %H") => format!("min({value})"),
        Kind::Time(form, _) => format!("arg_min({value}, try_strptime({value}, {}))", text(form)),
        _ => format!("min({value})"),
    }
}

/// The values of a column in SQL.
fn value(contents: &Contents) -> String {
    contents.template.as_ref().map_or_else(|| name(&contents.name), |template| joined(template))
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
