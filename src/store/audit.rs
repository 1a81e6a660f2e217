//! The audit log: who did what, and when. It is append-only and never contains passwords or tokens.

use rusqlite::{Connection, params};

use super::{Store, StoreError};

/// A line to append.
#[derive(Clone, Debug, Default)]
pub struct Entry<'a> {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened, for example `sign_in`.
    pub event: &'a str,
    /// The login of the user who did it; None for the command line and for unknown users.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened.
    pub event: String,
    /// The login of the user who did it.
    pub actor: Option<String>,
    /// What it was done to.
    pub subject: Option<String>,
    /// Further details.
    pub detail: Option<String>,
}

impl Store {
    /// Appends a line.
    pub fn record(&self, entry: &Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| append(transaction, entry))
    }

    /// The latest lines, newest first.
    pub fn last_audit_lines(&self, limit: u32) -> Result<Vec<Line>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select at, event, actor, subject, detail from audit order by id desc limit ?1")?;
        let lines = statement.query_map(params![limit], |row| {
            Ok(Line {
                at: row.get(0)?,
                event: row.get(1)?,
                actor: row.get(2)?,
                subject: row.get(3)?,
                detail: row.get(4)?,
            })
        })?;
        Ok(lines.collect::<Result<_, _>>()?)
    }
}

/// Appends a line in the transaction of the change that it records.
pub(super) fn append(connection: &Connection, entry: &Entry<'_>) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "insert into audit (at, event, actor, subject, address, detail) values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![entry.at, entry.event, entry.actor, entry.subject, entry.address, entry.detail])?;
    Ok(())
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
}
