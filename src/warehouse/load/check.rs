//! Checks that need all files of a load: references, keys, requested days and the rules of each table.

use super::report::ImportError;
use super::stage::Staging;
use crate::groupings::{GROUPINGS, Membership};
use crate::warehouse::counted::counted;
use crate::warehouse::feed::{Column, Kind, Refers, Rule, Table, Type};
use crate::warehouse::mapping::time::repeated_hours;
use crate::warehouse::mapping::{FIRST, space};
use crate::warehouse::read::{Fault, Faults, excerpt};

/// Adds the faults of every staged table.
pub(super) fn check(staging: &Staging<'_>, faults: &mut Faults) -> Result<(), ImportError> {
    let mut checks = Checks { staging, faults };
    for table in staging.tables {
        checks.faults.are_of(table.name);
        for column in table.columns {
            if let Some(refers) = column.refers {
                checks.reference(table, column, refers)?;
            }
        }
        if !table.key.is_empty() {
            checks.key_in_load(table)?;
            checks.key_in_other_days(table)?;
        }
        checks.requested_days(table)?;
    }
    for table in staging.tables {
        checks.faults.are_of(table.name);
        for rule in table.rules {
            match *rule {
                Rule::Ordered { first, last } => checks.ordered(table, first, last)?,
                Rule::OncePerMember { column } => checks.once_per_member(table, column)?,
                Rule::OneAtATime { from } => checks.one_at_a_time(table, from)?,
            }
        }
    }
    Ok(())
}

/// What is loaded and may yet be a mistake.
pub(super) fn doubtful(staging: &Staging<'_>) -> Result<Vec<String>, ImportError> {
    let mut warnings = Vec::new();
    let mut warn = |sql: &str, what: [&str; 2]| -> Result<(), ImportError> {
        let rows: i64 = staging.connection.query_row(&format!("select count(*) from {sql}"), [], |row| row.get(0))?;
        if rows > 0 {
            warnings.push(counted(rows.unsigned_abs(), what));
        }
        Ok(())
    };
    if staging.has("members") {
        warn(
            "temp.stage_members semi join (
               select lower(nfc_normalize(member_id)) as written
               from (select member_id from temp.stage_members union select member_id from feed.member_keys)
               group by written having count(*) > 1) on written = lower(nfc_normalize(stage_members.member_id))",
            [
                "member id differs from another in capitals or composed letters only; if they are the same member, write them alike, or add case = \"lower\" in a mapping",
                "member ids differ from another in capitals or composed letters only; if they are the same members, write them alike, or add case = \"lower\" in a mapping",
            ],
        )?;
    }
    if staging.has("email_messages") {
        warn(
            "temp.stage_email_messages where outcome = 'BOUNCED'
               and coalesce(opened_at, clicked_at, unsubscribed_at, registered_at) is not null",
            [
                "message bounced, and yet was opened, clicked or answered; that does not count",
                "messages bounced, and yet were opened, clicked or answered; that does not count",
            ],
        )?;
    }
    if staging.has("email_link_clicks") {
        let [messages, campaigns] = ["email_messages", "campaigns"].map(|table| staging.has(table));
        let staged = |has: bool, sql: &'static str| if has { sql } else { "" };
        let sent = format!(
            "select campaign_id, member_id, sent_at from feed.email_messages join feed.member_keys using (member_key) {}",
            staged(
                messages,
                "where sent_at::date not in (select day from temp.days_email_messages)
                 union all select campaign_id, member_id, sent_at from temp.stage_email_messages"
            )
        );
        let planned = format!(
            "select id, sent_at from feed.campaigns {}",
            staged(
                campaigns,
                "anti join temp.stage_campaigns using (id) union all select id, sent_at from temp.stage_campaigns"
            )
        );
        warn(
            &format!(
                "temp.stage_email_link_clicks c left join ({sent}) m using (campaign_id, member_id)
                 left join ({planned}) k on k.id = c.campaign_id where c.clicked_at < coalesce(m.sent_at, k.sent_at)"
            ),
            [
                "click on a link is before the message, or the campaign, was sent; check the time and its zone",
                "clicks on links are before the message, or the campaign, was sent; check the times and their zones",
            ],
        )?;
    }
    Ok(warnings)
}

struct Checks<'a> {
    staging: &'a Staging<'a>,
    faults: &'a mut Faults,
}

impl Checks<'_> {
    /// Adds a fault for each row of a query over (file, line, text...). `what` turns the texts into a message.
    fn add(
        &mut self,
        column: &str,
        sql: &str,
        texts: usize,
        what: impl Fn(&[String]) -> String,
    ) -> Result<(), ImportError> {
        let named: String = (0..texts).map(|index| format!(", text_{index}")).collect();
        let mut statement = self.staging.connection.prepare(&format!(
            "select (sum(n) over ())::bigint, file, n, array_to_string(lines, ','){named} from (
               select file, count(*) as n, min(line, {LINES}) as lines{named}
               from ({sql}) as faulty(file, line{named}) group by all)
             order by n > {LINES} desc, file, lines[1] limit {}",
            Faults::SHOWN
        ))?;
        let mut rows = statement.query([])?;
        let (mut all, mut added, mut last) = (0, 0, Vec::new());
        while let Some(row) = rows.next()? {
            all = row.get::<_, i64>(0)?.unsigned_abs();
            let values = (4..4 + texts).map(|index| row.get(index)).collect::<Result<Vec<String>, _>>()?;
            let file = &self.staging.files[row.get::<_, i32>(1)?.unsigned_abs() as usize];
            let rows = row.get::<_, i64>(2)?.unsigned_abs();
            let (lines, what) = (row.get::<_, String>(3)?, what(&values));
            let fault = |line: &str| Fault {
                file: file.name.clone(),
                line: line.parse().ok(),
                column: Some(file.label(column)),
                what: what.clone(),
            };
            last = lines.split(',').map(fault).collect();
            self.faults.of_rows(&last, rows);
            added += rows;
        }
        // Those of more values than are read.
        self.faults.of_others(&last, all - added);
        Ok(())
    }

    /// Every value of the column refers to a row that is loaded or part of this load.
    fn reference(&mut self, table: &Table, column: &Column, refers: Refers) -> Result<(), ImportError> {
        let name = column.name;
        let (target, keys, loaded, condition) = match refers {
            Refers::Member => ("members", "member_id", "feed.member_keys".to_owned(), String::new()),
            Refers::Group(kind) => {
                ("user_groups", "id", "feed.user_groups".to_owned(), format!(" where \"type\" = '{kind}'"))
            }
            Refers::GroupOfType => ("user_groups", "\"type\", id", "feed.user_groups".to_owned(), String::new()),
            Refers::Id(target) => (target, "id", format!("feed.{target}"), String::new()),
            Refers::PollOption => {
                ("poll_options", "poll_id, option_index", "feed.poll_options".to_owned(), String::new())
            }
        };
        let mut known = format!("select {keys} from {loaded}{condition}");
        if self.staging.has(target) {
            known += &format!(" union all select {keys} from temp.stage_{target}{condition}");
        }
        let value = if column.kind == Type::Groups { format!("unnest(\"{name}\")") } else { format!("\"{name}\"") };
        let (own, text, matches) = match refers {
            Refers::PollOption => (
                "poll_id, option_index".to_owned(),
                "option_index || ' of poll ' || poll_id",
                "k.poll_id = s.poll_id and k.option_index = s.option_index".to_owned(),
            ),
            Refers::GroupOfType => (
                "\"type\", id".to_owned(),
                "id::varchar, \"type\"",
                "k.\"type\" = s.\"type\" and k.id = s.id".to_owned(),
            ),
            _ => (format!("{value} as value"), "value::varchar", format!("k.{keys} = s.value")),
        };
        let sql = format!(
            "select file, line, {text} from (select file, line, {own} from temp.stage_{}) s
             anti join ({known}) k on {matches}",
            table.name
        );
        let texts = if refers == Refers::GroupOfType { 2 } else { 1 };
        let remedy = match refers {
            Refers::Member if self.staging.files.iter().any(|file| file.mapped.is_some()) => {
                "load members first, or say in the mapping what becomes of unknown_members, under [program]"
            }
            _ => "load it before or together with this file",
        };
        self.add(name, &sql, texts, |values| {
            let kind = match refers {
                Refers::Group(kind) => kind,
                _ => values.get(1).map_or("", String::as_str),
            };
            let group = if kind.is_empty() { String::new() } else { format!(" with type {kind}") };
            let id = values[0].parse().ok().filter(|id| *id >= FIRST);
            let memory = self.staging.memory.borrow();
            let named = space(table, column, kind).zip(id).and_then(|(space, id)| memory.names.name(&space, id));
            let value = match named {
                Some(name) => excerpt(name),
                None if column.kind == Type::MemberId => excerpt(&values[0]),
                None => values[0].clone(),
            };
            format!("{value} is not in {target}{group}; {remedy}")
        })
    }

    fn key_in_load(&mut self, table: &Table) -> Result<(), ImportError> {
        let name = table.name;
        let key = table.key.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let text = table.key.iter().map(|name| format!("\"{name}\"::varchar")).collect::<Vec<_>>().join(", ");
        let key = if table.adds_up() { key + ", source_name" } else { key };
        // Most loads repeat no key; only the repeated ones are sorted.
        let sql = format!(
            "select file, line, first_file::varchar, first_line::varchar, concat_ws(', ', {text}) from (
               select *, first_value(file) over w as first_file, first_value(line) over w as first_line,
                      row_number() over w as nth
               from temp.stage_{name} semi join (
                 select {key} from temp.stage_{name} group by {key} having count(*) > 1) using ({key})
               window w as (partition by {key} order by row_no))
             where nth > 1"
        );
        let (files, apart) = (self.staging.files, sent_again(name));
        self.add(&table.key.join(", "), &sql, 3, |values| {
            let file = values[0].parse().ok().and_then(|index: usize| files.get(index));
            let file = file.map_or("?".to_owned(), |file| format!("{}{}", file.name, of_source(&file.source)));
            format!(
                "{} is already in {file} on line {}; keep one of the two rows{apart}",
                excerpt(&values[2]),
                values[1]
            )
        })
    }

    /// A key must not repeat a row that the load does not replace: one of another day, or of another source.
    fn key_in_other_days(&mut self, table: &Table) -> Result<(), ImportError> {
        let Kind::Days { day } = table.kind else {
            return Ok(());
        };
        if table.adds_up() {
            return Ok(());
        }
        let name = table.name;
        let apart = sent_again(name);
        let same: String = table
            .key
            .iter()
            .filter(|name| **name != "member_id")
            .map(|name| format!(" and f.\"{name}\" = s.\"{name}\""))
            .collect();
        let (keys, member) = if table.key.contains(&"member_id") {
            ("join feed.member_keys k using (member_id)", "f.member_key = k.member_key")
        } else {
            ("", "true")
        };
        let text = table.key.iter().map(|name| format!("s.\"{name}\"::varchar")).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "select s.file, s.line, f.\"{day}\"::varchar, s.\"{day}\"::varchar, f.\"{day}\"::date::varchar, concat_ws(', ', {text}),
                    f.source_name
             from temp.stage_{name} s {keys} join feed.{name} f on {member}{same}
             where (f.\"{day}\"::date, f.source_name) not in (select (day, source_name) from temp.days_{name})"
        );
        self.add(&table.key.join(", "), &sql, 5, |values| {
            format!(
                "{} is already loaded with {day} {}{}, and has {} here; leave this row out{apart}, or load {}{} again without \
                 its row, together with this file",
                excerpt(&values[3]),
                values[0],
                of_source(&values[4]),
                values[1],
                values[2],
                if values[4].is_empty() { String::new() } else { format!(" of source {}", values[4]) }
            )
        })
    }

    fn requested_days(&mut self, table: &Table) -> Result<(), ImportError> {
        let (Some((first, last)), Kind::Days { day }) = (self.staging.days, table.kind) else {
            return Ok(());
        };
        let sql = format!(
            "select file, line, \"{day}\"::date::varchar from temp.stage_{}
             where \"{day}\"::date not between date '{first}' and date '{last}'",
            table.name
        );
        self.add(day, &sql, 1, |values| {
            format!("{} is outside the requested days {first}..{last}; remove the row or widen --days", values[0])
        })
    }

    fn ordered(&mut self, table: &Table, first: &str, last: &str) -> Result<(), ImportError> {
        let is_time = table.column(last).is_some_and(|column| column.kind == Type::Time);
        let repeated = if is_time { self.not_repeated(first, last)? } else { String::new() };
        let sql = format!(
            "select file, line, \"{last}\"::varchar, \"{first}\"::varchar from temp.stage_{}
             where \"{last}\" < \"{first}\"{repeated}",
            table.name
        );
        self.add(last, &sql, 2, |values| match is_time {
            false => format!("{} is before {first}, {}; correct one of the two dates", values[0], values[1]),
            true => format!(
                "{} is before {first}, {}; correct the times or their zones, or leave {last} empty",
                values[0], values[1]
            ),
        })
    }

    /// The condition that `later` is before `first` in fact, and not because the clocks repeated the hour between them.
    fn not_repeated(&self, first: &str, later: &str) -> Result<String, ImportError> {
        let hours = repeated_hours(&self.staging.options.zone);
        if hours.is_empty() {
            return Ok(String::new());
        }
        let listed: Vec<String> = hours.iter().map(|[from, to]| format!("('{from}', '{to}')")).collect();
        Ok(format!(
            " and not exists (select 1 from (values {}) as repeated(began, ended)
               where \"{later}\" >= began::timestamp and \"{first}\" < ended::timestamp)",
            listed.join(", ")
        ))
    }

    fn one_at_a_time(&mut self, table: &Table, from: &str) -> Result<(), ImportError> {
        let sql = format!(
            "select file, line, member_id, \"type\", \"{from}\"::varchar, first_line::varchar from (
               select *, first_value(id) over w as first_id, first_value(line) over w as first_line
               from temp.stage_{} where \"type\" in ({})
               window w as (partition by member_id, \"type\", \"{from}\" order by row_no))
             where id <> first_id",
            table.name,
            single_types()
        );
        self.add("id", &sql, 4, |values| {
            format!(
                "member {} has another {} {from} {} already, on line {}, and can have one at a time; keep one of the two rows",
                excerpt(&values[0]),
                values[1],
                values[2],
                values[3]
            )
        })
    }

    fn once_per_member(&mut self, table: &Table, column: &str) -> Result<(), ImportError> {
        let (name, key) = (table.name, "member_id");
        let within = format!(
            "select file, line, {key} from (
               select *, row_number() over (partition by {key} order by row_no) as nth
               from temp.stage_{name} where \"{column}\" is not null)
             where nth > 1"
        );
        let mut queries = vec![within];
        if let Kind::Days { day } = table.kind {
            queries.push(format!(
                "select s.file, s.line, s.{key} from temp.stage_{name} s join feed.member_keys k using ({key})
                 join feed.{name} f on f.member_key = k.member_key
                 where s.\"{column}\" is not null and f.\"{column}\" is not null
                   and (f.\"{day}\"::date, f.source_name) not in (select (day, source_name) from temp.days_{name})"
            ));
        }
        for sql in queries {
            self.add(column, &sql, 1, |values| {
                format!(
                    "another row of member {} has a {column} already; at most one may, so leave it empty here",
                    excerpt(&values[0])
                )
            })?;
        }
        Ok(())
    }
}

/// The types of groups of which a member has one at a time, as a list of SQL.
fn single_types() -> String {
    let single = GROUPINGS.iter().filter(|info| info.membership == Membership::One);
    single.map(|info| format!("'{}'", info.name)).collect::<Vec<_>>().join(", ")
}

/// The source of a row, for messages; nothing where none is named.
fn of_source(source: &str) -> String {
    if source.is_empty() { String::new() } else { format!(" (source {source})") }
}

/// How many lines are read of the rows with one fault.
const LINES: usize = 3;

/// What else to do about a second row of a key: a member gets one message of a campaign.
fn sent_again(table: &str) -> &'static str {
    if table == "email_messages" { ", or give what was sent again a campaign of its own" } else { "" }
}
