//! The audit log: who did what and when. Append only; never passwords or tokens.

use rusqlite::{Connection, params};

use super::{Store, StoreError};

/// One line to be written.
#[derive(Clone, Debug, Default)]
pub struct Entry<'a> {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened, such as `sign_in`.
    pub event: &'a str,
    /// The login that did it; None for the command line and for the unknown.
    pub actor: Option<&'a str>,
    /// What it was done to, such as another login.
    pub subject: Option<&'a str>,
    /// The client's IP address.
    pub address: Option<&'a str>,
    /// Anything more.
    pub detail: Option<&'a str>,
}

/// One line that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened.
    pub event: String,
    /// The login that did it.
    pub actor: Option<String>,
    /// What it was done to.
    pub subject: Option<String>,
    /// Anything more.
    pub detail: Option<String>,
}

impl Store {
    /// Appends a line.
    pub fn record(&self, entry: &Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| append(transaction, entry))
    }

    /// The last lines, newest first.
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

/// Appends a line within a transaction that does the thing it tells of.
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
    fn lines_are_kept_and_cannot_be_changed_or_erased() {
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
