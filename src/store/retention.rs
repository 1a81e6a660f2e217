//! Deleting what is older than it is kept.

use rusqlite::{OptionalExtension, Row, params};

use super::audit::{self, By, Entry};
use super::chain::{self, TRIMMED};
use super::{Store, StoreError};

/// What is deleted when it is older than it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retained {
    Facts,
    Audit,
    LoadFiles,
    Undo,
}

impl Retained {
    pub const ALL: [Retained; 4] = [Retained::Facts, Retained::Audit, Retained::LoadFiles, Retained::Undo];

    /// As it is stored and as commands name it.
    pub fn word(self) -> &'static str {
        match self {
            Retained::Facts => "facts",
            Retained::Audit => "audit",
            Retained::LoadFiles => "load-files",
            Retained::Undo => "undo",
        }
    }

    /// What it is.
    pub fn about(self) -> &'static str {
        match self {
            Retained::Facts => "old facts",
            Retained::Audit => "old lines of the audit log",
            Retained::LoadFiles => "the files of old loads",
            Retained::Undo => "what the last load replaced",
        }
    }
}

/// Something that is older than it is kept, and is not deleted until somebody says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub what: Retained,
    pub since: i64,
    pub why: String,
    /// What is older goes. Times are in seconds since 1970-01-01 UTC.
    pub before: i64,
    /// What somebody allowed to go; None until then.
    pub allowed_to: Option<i64>,
}

/// How much longer than what was allowed the server may take to do it: what is older grows by a day each day.
const LATER: i64 = 7 * 24 * 60 * 60;

fn from_row(row: &Row<'_>) -> rusqlite::Result<Option<Held>> {
    let word: String = row.get("what")?;
    let what = Retained::ALL.into_iter().find(|what| what.word() == word);
    let (since, why, before, allowed_to) =
        (row.get("since")?, row.get("why")?, row.get("before")?, row.get("allowed_to")?);
    Ok(what.map(|what| Held { what, since, why, before, allowed_to }))
}

/// The lines at the beginning of the audit log that are of before a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldLines {
    pub lines: i64,
    /// When the first was written.
    pub first: i64,
}

impl Store {
    /// What is held, in the order of their names.
    pub fn held(&self) -> Result<Vec<Held>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select * from retention_held order by what")?;
        let found = statement.query_map([], from_row)?;
        Ok(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Whether somebody allowed what is held.
    pub fn has_allowed(&self) -> Result<bool, StoreError> {
        Ok(self.held()?.iter().any(|held| held.allowed_to.is_some()))
    }

    /// Whether somebody allowed that what is of before a time goes.
    pub fn is_allowed(&self, what: Retained, before: i64) -> Result<bool, StoreError> {
        let is_it = |held: &Held| held.what == what && held.allowed_to.is_some_and(|to| before <= to + LATER);
        Ok(self.held()?.iter().any(is_it))
    }

    /// Holds something, and records it if it was not held before. Returns whether it was not.
    pub fn hold(&self, what: Retained, why: &str, before: i64, now: i64) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let updated = transaction.execute(
                "update retention_held set why = ?2, before = ?3 where what = ?1",
                params![what.word(), why, before],
            )?;
            if updated > 0 {
                return Ok(false);
            }
            transaction.execute(
                "insert into retention_held (what, since, why, before) values (?1, ?2, ?3, ?4)",
                params![what.word(), now, why, before],
            )?;
            let entry = Entry {
                at: now,
                event: "retention_held",
                subject: Some(what.about()),
                detail: Some(why),
                ..Entry::default()
            };
            audit::append(transaction, &entry)?;
            Ok(true)
        })
    }

    /// Holds something no longer.
    pub fn release(&self, what: Retained) -> Result<(), StoreError> {
        if self.held()?.iter().all(|held| held.what != what) {
            return Ok(());
        }
        self.write(|transaction| {
            transaction.execute("delete from retention_held where what = ?1", [what.word()])?;
            Ok(())
        })
    }

    /// Allows that what is held goes. None where it is not held.
    pub fn allow(&self, what: Retained, by: By<'_>) -> Result<Option<Held>, StoreError> {
        self.write(|transaction| {
            let held = transaction
                .query_row(
                    "update retention_held set allowed_to = before where what = ?1 returning *",
                    [what.word()],
                    from_row,
                )
                .optional()?
                .flatten();
            if let Some(held) = &held {
                let entry =
                    Entry { subject: Some(what.about()), detail: Some(&held.why), ..by.entry("retention_allowed") };
                audit::append(transaction, &entry)?;
            }
            Ok(held)
        })
    }

    /// The lines that [`Store::delete_audit_before`] would delete; None if there are none.
    pub fn old_audit_lines(&self, at: i64) -> Result<Option<OldLines>, StoreError> {
        let found = self.reader().query_row(
            "select count(*), min(at) from audit where id <
               (select coalesce(min(id), 9223372036854775807) from audit where at >= ?1)",
            [at],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        Ok(match found {
            (lines, Some(first)) => Some(OldLines { lines, first }),
            (_, None) => None,
        })
    }

    /// When the last line of the audit log was written that is of before a time.
    pub fn last_audit_time_before(&self, at: i64) -> Result<Option<i64>, StoreError> {
        Ok(self.reader().query_row("select max(at) from audit where at < ?1", [at], |row| row.get(0))?)
    }

    /// Deletes the lines at the beginning of the audit log that are of before a time (seconds since 1970-01-01 UTC), and
    /// the faults of loads that ended before it; records it as of `now`. Returns how many audit lines there were.
    pub fn delete_audit_before(&self, at: i64, now: i64) -> Result<usize, StoreError> {
        self.write(|transaction| {
            transaction
                .execute("delete from load_fault where load_id in (select id from load where ended_at < ?1)", [at])?;
            // Only the beginning: the chain goes on after the last line that is deleted.
            let last: Option<i64> = transaction.query_row(
                "select max(id) from audit where id < (select coalesce(min(id), 9223372036854775807) from audit where at >= ?1)",
                [at],
                |row| row.get(0),
            )?;
            let Some(last) = last else { return Ok(0) };
            chain::move_anchor(transaction, last)?;
            transaction.execute("insert or ignore into audit_kept_from (at) values (?1)", params![at])?;
            let deleted = transaction.execute("delete from audit where id <= ?1", [last])?;
            transaction.execute("delete from audit_kept_from", [])?;
            let (subject, detail) = (format!("line {last}"), format!("{deleted} lines were older than they are kept"));
            let entry = Entry { at: now, event: TRIMMED, subject: Some(&subject), detail: Some(&detail), ..Entry::default() };
            audit::append(transaction, &entry)?;
            Ok(deleted)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_goes_only_as_far_as_somebody_allowed() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let by = By::from(9);
        assert_eq!(store.allow(Retained::Audit, by).expect("asked"), None);
        assert!(store.hold(Retained::Audit, "too much", 100, 5).expect("held"));
        assert!(!store.hold(Retained::Audit, "still too much", 200, 6).expect("held"));
        assert!(!store.is_allowed(Retained::Audit, 100).expect("read") && !store.has_allowed().expect("read"));
        let held = store.allow(Retained::Audit, by).expect("allowed").expect("held");
        assert_eq!((held.since, held.why.as_str(), held.allowed_to), (5, "still too much", Some(200)));
        let allowed = |before| store.is_allowed(Retained::Audit, before).expect("read");
        assert!(allowed(200) && allowed(200 + LATER) && !allowed(201 + LATER));
        assert!(!store.is_allowed(Retained::Facts, 100).expect("read"), "of something else");
        store.release(Retained::Audit).expect("released");
        assert!(store.held().expect("read").is_empty());
        let lines = store.last_audit_lines(9).expect("read");
        let events: Vec<&str> = lines.iter().map(|line| line.event.as_str()).collect();
        assert_eq!(events, ["retention_allowed", "retention_held"], "once");
    }

    #[test]
    fn only_old_lines_of_the_audit_log_can_be_deleted() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        for at in [10, 20, 30] {
            store.record(&Entry { at, event: "sign_in", ..Entry::default() }).expect("recorded");
        }
        let refused = store.write(|transaction| Ok(transaction.execute("delete from audit where at < 15", [])?));
        assert!(refused.is_err(), "the log is append only");
        assert_eq!(store.delete_audit_before(20, 40).expect("deleted"), 1);
        let left: Vec<i64> = store.last_audit_lines(9).expect("read").iter().map(|line| line.at).collect();
        assert_eq!(left, [40, 30, 20]);
        assert!(store.write(|transaction| Ok(transaction.execute("delete from audit", [])?)).is_err());
        assert_eq!(store.delete_audit_before(20, 50).expect("nothing to do"), 0);
    }
}
