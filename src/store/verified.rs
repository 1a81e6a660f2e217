//! Verifies the hash chain of the audit log ([`super::chain`]).

use std::collections::HashMap;

use rusqlite::OptionalExtension;

use super::chain::{Content, Hash, Link, REDACTED, START, Stored, TRIMMED, anchor, hash};
use super::{Store, StoreError};

/// What the log is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of lines.
    pub lines: u64,
    /// How many of them were redacted.
    pub redacted: u64,
    /// The newest line; None while there is none.
    pub head: Option<Link>,
}

/// Where the chain is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    #[error("line {0} of the audit log was changed, or a line before it was removed or added")]
    Changed(i64),
    #[error("the last lines of the audit log are missing: it ends with line {found} and once had line {last}")]
    Cut { found: i64, last: i64 },
    #[error("line {0} of the audit log was redacted, and no later line records it")]
    NotRecorded(i64),
    #[error("line {0} of the audit log was redacted, and its texts were replaced afterwards")]
    Replaced(i64),
    #[error(
        "the first lines of the audit log, up to line {0}, are missing, and no line records that they were deleted"
    )]
    Trimmed(i64),
    #[error("line {0} of the audit log is not the one that is expected: the log was written anew")]
    OtherHead(i64),
    #[error("line {0} of the audit log is no longer there, so it cannot be compared")]
    HeadGone(i64),
}

impl Store {
    /// Follows the chain from the anchor to the newest line. `expected` is a line as an earlier call returned it: it must
    /// still be the same. The outer error is that the file cannot be read.
    pub fn verify_audit(&self, expected: Option<Link>) -> Result<Result<Verified, Broken>, StoreError> {
        let reader = self.reader();
        let anchor = anchor(&reader)?;
        let mut verified = Verified { lines: 0, redacted: 0, head: None };
        let mut before = anchor.map_or(START, |anchor| anchor.hash);
        // Redacted lines, and what the latest line about each recorded.
        let (mut redacted, mut recorded) = (Vec::new(), HashMap::<i64, String>::new());
        let mut trimmed = anchor.map(|anchor| anchor.line);
        let mut is_expected_found = expected.is_none();
        let mut statement = reader.prepare(
            "select id, at, event, actor, subject, address, detail, salt, digest, hash from audit order by id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let stored = Stored::read(row)?;
            let found: Option<Hash> = row.get(9)?;
            let content = Content { line: stored.line, at: stored.at, event: &stored.event, texts: [None; 4] };
            match stored.digest().map(|digest| hash(&before, &content, &digest)) {
                Some(expected) if Some(expected) == found => before = expected,
                _ => return Ok(Err(Broken::Changed(stored.line))),
            }
            let line = stored.line;
            verified.lines += 1;
            verified.head = Some(Link { line, hash: before });
            if stored.digest.is_some() {
                verified.redacted += 1;
                redacted.push(stored);
            } else if let [_, Some(subject), _, detail] = stored.texts
                && let Some(of) = subject.strip_prefix("line ").and_then(|line| line.parse().ok())
            {
                match stored.event.as_str() {
                    REDACTED => drop(recorded.insert(of, detail.unwrap_or_default())),
                    TRIMMED if trimmed == Some(of) => trimmed = None,
                    _ => {}
                }
            }
            if let Some(expected) = expected
                && expected.line == line
            {
                is_expected_found = true;
                if expected.hash != before {
                    return Ok(Err(Broken::OtherHead(line)));
                }
            }
        }
        let last = reader
            .query_row("select seq from sqlite_sequence where name = 'audit'", [], |row| row.get::<_, i64>(0))
            .optional()?
            .unwrap_or_default();
        let found = verified.head.or(anchor).map_or(0, |link| link.line);
        let unbound = redacted.iter().find_map(|stored| match recorded.get(&stored.line) {
            None => Some(Broken::NotRecorded(stored.line)),
            Some(detail) if !stored.is_bound_by(detail) => Some(Broken::Replaced(stored.line)),
            Some(_) => None,
        });
        Ok(if found < last {
            Err(Broken::Cut { found, last })
        } else if let Some(broken) = unbound {
            Err(broken)
        } else if let Some(line) = trimmed {
            Err(Broken::Trimmed(line))
        } else if let (Some(expected), false) = (expected, is_expected_found) {
            Err(Broken::HeadGone(expected.line))
        } else {
            Ok(verified)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use super::*;

    fn store_with(lines: i64) -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        for at in 1..=lines {
            let detail = format!("detail {at}");
            let entry = Entry { at, event: "import", actor: Some("ann"), detail: Some(&detail), ..Entry::default() };
            store.record(&entry).expect("recorded");
        }
        (dir, store)
    }

    fn verified(store: &Store) -> Result<Verified, Broken> {
        store.verify_audit(None).expect("read")
    }

    /// Changes the file as somebody would who has it, past the triggers.
    fn tamper(store: &Store, sql: &str) {
        let writer = store.0.writer.lock().expect("unlocked");
        writer
            .execute_batch(&format!("drop trigger audit_is_not_changed; drop trigger audit_is_not_erased; {sql}"))
            .expect("changed");
    }

    #[test]
    fn a_chain_without_changes_holds_and_its_head_can_be_compared() {
        let (_dir, store) = store_with(0);
        assert_eq!(verified(&store), Ok(Verified { lines: 0, redacted: 0, head: None }));
        let (_dir, store) = store_with(3);
        let head = verified(&store).expect("whole").head.expect("a head");
        assert_eq!(head.line, 3);
        assert_eq!(head.to_string().parse::<Link>(), Ok(head));
        store.record(&Entry { at: 4, event: "import", ..Entry::default() }).expect("recorded");
        assert_eq!(store.verify_audit(Some(head)).expect("read").map(|verified| verified.lines), Ok(4));
        let other = Link { hash: [7; 32], ..head };
        assert_eq!(store.verify_audit(Some(other)).expect("read"), Err(Broken::OtherHead(3)));
        let gone = Link { line: 9, ..head };
        assert_eq!(store.verify_audit(Some(gone)).expect("read"), Err(Broken::HeadGone(9)));
        for wrong in ["", "3", "3:ab", "x:00", &format!("0:{}", "0".repeat(64)), &format!("3:{}", "é".repeat(32))] {
            assert!(wrong.parse::<Link>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_kind_of_change_is_found() {
        for (sql, expected) in [
            ("update audit set detail = 'other' where id = 2", Broken::Changed(2)),
            ("update audit set at = 9 where id = 2", Broken::Changed(2)),
            ("update audit set actor = null where id = 2", Broken::Changed(2)),
            ("update audit set subject = detail, detail = null where id = 2", Broken::Changed(2)),
            ("update audit set hash = zeroblob(32) where id = 2", Broken::Changed(2)),
            ("update audit set salt = null where id = 2", Broken::Changed(2)),
            ("delete from audit where id = 2", Broken::Changed(3)),
            ("delete from audit where id = 1", Broken::Changed(2)),
            ("delete from audit where id = 4", Broken::Cut { found: 3, last: 4 }),
            ("delete from audit", Broken::Cut { found: 0, last: 4 }),
            (
                "insert into audit (id, at, event, salt, hash) select 5, at, event, salt, hash from audit where id = 4",
                Broken::Changed(5),
            ),
            (
                "insert into audit_anchor select id, hash from audit where id = 2; delete from audit where id <= 2",
                Broken::Trimmed(2),
            ),
        ] {
            let (_dir, store) = store_with(4);
            tamper(&store, sql);
            assert_eq!(verified(&store), Err(expected), "{sql}");
        }
    }

    #[test]
    fn a_redaction_keeps_the_chain_and_must_be_recorded() {
        let (_dir, store) = store_with(3);
        let before = verified(&store).expect("whole").head.expect("a head");
        let secret = |text: &str| text.contains("detail 2").then(|| text.replace("detail 2", "[erased]"));
        store.redact(4, &|text, _| secret(text)).expect("redacted");
        let found = store.verify_audit(Some(before)).expect("read").expect("whole");
        assert_eq!((found.lines, found.redacted), (4, 1), "the redaction is a line of its own");
        let details: Vec<_> = store.last_audit_lines(9).expect("read").into_iter().map(|line| line.detail).collect();
        assert_eq!(details[2].as_deref(), Some("[erased]"));
        // Nothing is left to redact.
        store.redact(5, &|text, _| secret(text)).expect("redacted");
        assert_eq!(verified(&store).expect("whole").lines, 4);
        tamper(
            &store,
            "update audit set detail = 'x', digest = (select digest from audit where id = 2), salt = null where id = 1",
        );
        assert_eq!(verified(&store), Err(Broken::Changed(1)));
    }

    /// The chain has no hash over the texts of a redacted line. The line about the redaction has.
    #[test]
    fn a_text_that_is_replaced_after_a_redaction_is_found() {
        let secret = |text: &str| text.contains("detail 2").then(|| text.replace("detail 2", "[erased]"));
        for sql in [
            "update audit set detail = 'x' where id = 2",
            "update audit set detail = '[erased] by ann' where id = 2",
            "update audit set actor = 'bob' where id = 2",
            "update audit set actor = null where id = 2",
            "update audit set subject = 'x' where id = 2",
            "update audit set salt = null where id = 2",
            "update audit set salt = zeroblob(16) where id = 2",
        ] {
            let (_dir, store) = store_with(3);
            store.redact(4, &|text, _| secret(text)).expect("redacted");
            let head = verified(&store).expect("whole").head;
            tamper(&store, sql);
            assert_eq!(verified(&store), Err(Broken::Replaced(2)), "{sql}");
            assert_eq!(store.verify_audit(head).expect("read"), Err(Broken::Replaced(2)), "{sql}");
        }
    }

    /// Whoever writes the digest that is right for a line can write any text beside it, and a line that calls it redacted.
    #[test]
    fn a_text_without_the_mark_is_no_redaction() {
        let (_dir, store) = store_with(3);
        let stored = store
            .reader()
            .query_row(
                "select id, at, event, actor, subject, address, detail, salt, digest from audit where id = 2",
                [],
                Stored::read,
            )
            .expect("read");
        let hex: String = stored.digest().expect("a digest").iter().map(|byte| format!("{byte:02x}")).collect();
        tamper(&store, &format!("update audit set detail = 'x', salt = zeroblob(16), digest = x'{hex}' where id = 2"));
        assert_eq!(verified(&store), Err(Broken::NotRecorded(2)));
        let old = Entry { at: 4, event: REDACTED, subject: Some("line 2"), ..Entry::default() };
        store.record(&old).expect("recorded");
        assert_eq!(verified(&store), Err(Broken::Replaced(2)), "as older releases recorded a redaction");
    }

    /// Ids are often numbers, as those of lines are.
    #[test]
    fn lines_about_lines_are_not_redacted() {
        let (_dir, store) = store_with(3);
        let secret = |what: &'static str| move |text: &str| text.contains(what).then(|| text.replace(what, "[erased]"));
        store.redact(4, &|text, _| secret("detail 2")(text)).expect("redacted");
        store.delete_audit_before(2, 5).expect("deleted");
        store.redact(6, &|text, _| secret("2")(text)).expect("redacted");
        store.redact(7, &|text, _| secret("1")(text)).expect("redacted");
        let found = verified(&store).expect("whole");
        assert_eq!((found.lines, found.redacted), (4, 1));
    }

    #[test]
    fn lines_that_an_older_release_redacted_are_bound_when_the_file_is_migrated() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = Store::file(dir.path());
        let mut old = super::super::connect(&path).expect("opened");
        let migrations = &super::super::MIGRATIONS[..21];
        super::super::migrate(&mut old, &path, migrations, super::super::Older::Migrate).expect("as it was");
        for detail in ["M1 and M2", "another"] {
            let entry = Entry { at: 1, event: "import", detail: Some(detail), ..Entry::default() };
            super::super::audit::append(&old, &entry).expect("recorded");
        }
        let read = "select id, at, event, actor, subject, address, detail, salt, digest from audit where id = 1";
        let digest = old.query_row(read, [], Stored::read).expect("read").digest().expect("a digest");
        let sql = "update audit set detail = '[erased] and M2', salt = null, digest = ?1 where id = 1";
        old.execute(sql, [digest]).expect("redacted");
        let entry = Entry { at: 2, event: REDACTED, subject: Some("line 1"), ..Entry::default() };
        super::super::audit::append(&old, &entry).expect("recorded");
        drop(old);
        let store = Store::open_and_migrate(dir.path()).expect("migrated");
        let found = verified(&store).expect("whole");
        assert_eq!((found.lines, found.redacted), (4, 1), "one line more");
        let secret = |text: &str| text.contains("M2").then(|| text.replace("M2", "[erased]"));
        store.redact(3, &|text, _| secret(text)).expect("redacted again");
        assert_eq!(verified(&store).expect("whole").redacted, 1);
        tamper(&store, "update audit set detail = '[erased]' where id = 1");
        assert_eq!(verified(&store), Err(Broken::Replaced(1)));
    }

    /// Two members that one line names may be erased at different times.
    #[test]
    fn a_line_is_redacted_more_than_once() {
        let (_dir, store) = store_with(0);
        let entry = Entry { at: 1, event: "import", detail: Some("M1 and M2"), ..Entry::default() };
        store.record(&entry).expect("recorded");
        for member in ["M1", "M2"] {
            let secret = |text: &str| text.contains(member).then(|| text.replace(member, "[erased]"));
            store.redact(2, &|text, _| secret(text)).expect("redacted");
        }
        let lines = store.last_audit_lines(9).expect("read");
        assert_eq!(lines[2].detail.as_deref(), Some("[erased] and [erased]"));
        assert_eq!(verified(&store).map(|verified| (verified.lines, verified.redacted)), Ok((3, 1)));
    }

    #[test]
    fn a_redaction_that_no_line_records_is_found() {
        let (_dir, store) = store_with(3);
        store.redact(4, &|text, _| (text == "detail 1").then(|| "x".to_owned())).expect("redacted");
        assert_eq!(store.last_audit_lines(9).expect("read")[3].detail.as_deref(), Some("[erased]"), "with the mark");
        tamper(&store, "delete from audit where id = 4; update sqlite_sequence set seq = 3 where name = 'audit'");
        assert_eq!(verified(&store), Err(Broken::NotRecorded(1)));
    }

    #[test]
    fn lines_that_retention_deletes_leave_a_chain_that_holds() {
        let (_dir, store) = store_with(6);
        assert_eq!(store.delete_audit_before(3, 7).expect("deleted"), 2);
        assert_eq!(verified(&store).map(|verified| verified.lines), Ok(5), "four lines, and the one about it");
        assert_eq!(store.delete_audit_before(6, 8).expect("deleted"), 3);
        assert_eq!(verified(&store).map(|verified| verified.lines), Ok(3));
        // All lines but the one about it.
        assert_eq!(store.delete_audit_before(9, 9).expect("deleted"), 3);
        assert_eq!(verified(&store).map(|verified| verified.lines), Ok(1));
        store.record(&Entry { at: 10, event: "import", ..Entry::default() }).expect("recorded");
        assert_eq!(verified(&store).map(|verified| verified.lines), Ok(2));
    }

    /// A clock that was put back leaves lines that look older than those before them.
    #[test]
    fn only_the_beginning_of_the_log_is_deleted() {
        let (_dir, store) = store_with(3);
        store.record(&Entry { at: 1, event: "import", ..Entry::default() }).expect("recorded");
        assert_eq!(store.delete_audit_before(3, 5).expect("deleted"), 2);
        assert_eq!(verified(&store).map(|verified| verified.lines), Ok(3));
    }
}
