//! The audit log: who did what, and when. It is append-only and never contains passwords or tokens.

use std::sync::OnceLock;

use rusqlite::{Connection, ToSql, params};
use serde::Serialize;

use super::chain::{self, Content};
use super::{Store, StoreError};

/// Who runs the command that this process is.
static COMMAND_OF: OnceLock<String> = OnceLock::new();

/// Lines without an actor that this process appends are of whoever runs it: for commands, not for a server.
pub fn act_for(who: String) {
    let _ = COMMAND_OF.set(who);
}

/// Who runs the command that this process is; None in a server.
pub fn acts_for() -> Option<&'static str> {
    COMMAND_OF.get().map(String::as_str)
}

/// A line to append.
#[derive(Clone, Debug, Default)]
pub struct Entry<'a> {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened, for example `sign_in`.
    pub event: &'a str,
    /// The login of the user who did it; None for a command, which adds who runs it, and for unknown users.
    pub actor: Option<&'a str>,
    /// What it was done to, for example another login.
    pub subject: Option<&'a str>,
    /// The client's IP address.
    pub address: Option<&'a str>,
    /// Further details.
    pub detail: Option<&'a str>,
}

/// Who changes something, from where and when; a time alone is the command line.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// The login of the user who does it; None for the command line.
    pub actor: Option<&'a str>,
    /// The client's IP address.
    pub address: Option<&'a str>,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
}

impl From<i64> for By<'_> {
    fn from(at: i64) -> Self {
        By { actor: None, address: None, at }
    }
}

impl<'a> By<'a> {
    /// A line of the audit log, still without its subject.
    pub fn entry(&self, event: &'a str) -> Entry<'a> {
        Entry { at: self.at, event, actor: self.actor, address: self.address, ..Entry::default() }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AuditLine {
    /// Its number.
    pub line: i64,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened, for example `sign_in`.
    pub event: String,
    /// The login of the user who did it, or the user of the system who ran a command; null for the server itself and
    /// unknown users.
    pub actor: Option<String>,
    /// What it was done to.
    pub subject: Option<String>,
    /// The client's IP address.
    pub address: Option<String>,
    /// Further details.
    pub detail: Option<String>,
}

/// Which lines are asked for: those that meet every part that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// A part of the login of the user who did it, in any case.
    pub who: Option<String>,
    /// What happened.
    pub what: Option<String>,
    /// An event whose lines are left out.
    pub but: Option<String>,
    /// A part of the subject, the detail or the address, in any case.
    pub text: Option<String>,
    /// The first second.
    pub from: Option<i64>,
    /// The second after the last.
    pub until: Option<i64>,
    /// Only lines with a greater number, the oldest first.
    pub since: Option<i64>,
}

impl AuditFilter {
    /// The condition of SQL, and the values of its parameters. Parts that are not given are left out, so that an index on
    /// time or event is used.
    fn condition(&self) -> (String, Vec<&dyn ToSql>) {
        let AuditFilter { who, what, but, text, from, until, since } = self;
        let mut parts: Vec<&str> = Vec::new();
        let mut values: Vec<&dyn ToSql> = Vec::new();
        if let Some(who) = who {
            parts.push("instr(lower(actor), lower(?)) > 0");
            values.push(who);
        }
        if let Some(what) = what {
            parts.push("event = ?");
            values.push(what);
        }
        if let Some(but) = but {
            parts.push("event <> ?");
            values.push(but);
        }
        if let Some(text) = text {
            parts.push(
                "instr(lower(coalesce(subject, '') || char(10) || coalesce(detail, '') || char(10)
                   || coalesce(address, '')), lower(?)) > 0",
            );
            values.push(text);
        }
        if let Some(from) = from {
            parts.push("at >= ?");
            values.push(from);
        }
        if let Some(until) = until {
            parts.push("at < ?");
            values.push(until);
        }
        if let Some(since) = since {
            parts.push("id > ?");
            values.push(since);
        }
        (if parts.is_empty() { "true".to_owned() } else { parts.join(" and ") }, values)
    }
}

impl Store {
    /// Appends a line.
    pub fn record(&self, entry: &Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| append(transaction, entry))
    }

    /// The latest lines, newest first.
    pub fn last_audit_lines(&self, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        self.audit_lines(&AuditFilter::default(), 0, limit)
    }

    /// The lines that a filter lets through, newest first, or the oldest after a number, without the first `skipped` of them. Over a long log this takes
    /// longer than other reads: a server looks through a connection of its own ([`Store::look`]).
    pub fn audit_lines(&self, filter: &AuditFilter, skipped: u32, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let reader = self.reader();
        let (condition, mut values) = filter.condition();
        values.extend([&limit as &dyn ToSql, &skipped]);
        let mut statement = reader.prepare(&format!(
            "select id, at, event, actor, subject, address, detail from audit where {condition}
             order by id {} limit ? offset ?",
            if filter.since.is_some() { "asc" } else { "desc" }
        ))?;
        let lines = statement.query_map(values.as_slice(), |row| {
            Ok(AuditLine {
                line: row.get(0)?,
                at: row.get(1)?,
                event: row.get(2)?,
                actor: row.get(3)?,
                subject: row.get(4)?,
                address: row.get(5)?,
                detail: row.get(6)?,
            })
        })?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    /// How many lines a filter lets through.
    pub fn count_audit_lines(&self, filter: &AuditFilter) -> Result<i64, StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!("select count(*) from audit where {condition}");
        Ok(self.reader().query_row(&sql, values.as_slice(), |row| row.get(0))?)
    }

    /// All that ever happened, by name.
    pub fn audit_events(&self) -> Result<Vec<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select distinct event from audit order by event")?;
        let events = statement.query_map([], |row| row.get(0))?;
        Ok(events.collect::<Result<_, _>>()?)
    }
}

/// Appends a line in the transaction of the change that it records.
pub(crate) fn append(connection: &Connection, entry: &Entry<'_>) -> Result<(), StoreError> {
    let Entry { at, event, actor, subject, address, detail } = *entry;
    let actor = actor.or(acts_for());
    let line = connection
        .prepare_cached(
            "insert into audit (at, event, actor, subject, address, detail) values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .insert(params![at, event, actor, subject, address, detail])?;
    Ok(chain::seal(connection, &Content { line, at, event, texts: [actor, subject, address, detail] })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_appended_and_never_changed_or_deleted() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let entry = Entry { at: 7, event: "sign_in", actor: Some("ann"), ..Entry::default() };
        store.record(&entry).expect("written");
        for sql in ["update audit set event = 'x'", "delete from audit"] {
            let refused = store.write(|transaction| Ok(transaction.execute(sql, [])?));
            assert!(refused.expect_err("refused").to_string().contains("append only"), "{sql}");
        }
        let lines = store.last_audit_lines(10).expect("read");
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].actor.as_deref(), Some("ann"));
    }

    #[test]
    fn a_filter_lets_lines_through_that_meet_all_of_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        for (at, event, actor, detail) in [
            (1, "sign_in", Some("Ann@example.com"), None),
            (2, "import", None, Some("12 rows of LOGINS.csv")),
            (3, "sign_in", Some("bob@example.com"), Some("100%")),
        ] {
            store.record(&Entry { at, event, actor, detail, ..Entry::default() }).expect("recorded");
        }
        let some = |text: &str| Some(text.to_owned());
        let none = AuditFilter::default;
        for (filter, expected) in [
            (none(), &[3, 2, 1][..]),
            (AuditFilter { who: some("ANN"), ..none() }, &[1]),
            (AuditFilter { who: some("example"), ..none() }, &[3, 1]),
            (AuditFilter { what: some("sign_in"), from: Some(2), ..none() }, &[3]),
            (AuditFilter { but: some("sign_in"), ..none() }, &[2]),
            (AuditFilter { text: some("logins"), ..none() }, &[2]),
            (AuditFilter { text: some("%"), ..none() }, &[3]),
            (AuditFilter { until: Some(3), ..none() }, &[2, 1]),
            (AuditFilter { what: some("other"), ..none() }, &[]),
            (AuditFilter { since: Some(1), ..none() }, &[2, 3]),
            (AuditFilter { since: Some(3), ..none() }, &[]),
        ] {
            let lines: Vec<i64> =
                store.audit_lines(&filter, 0, 9).expect("read").iter().map(|line| line.line).collect();
            assert_eq!(lines, expected, "{filter:?}");
            assert_eq!(store.count_audit_lines(&filter).expect("read") as usize, expected.len());
        }
        assert_eq!(store.audit_lines(&none(), 1, 1).expect("read")[0].line, 2);
        assert_eq!(store.audit_events().expect("read"), ["import", "sign_in"]);
    }
}
