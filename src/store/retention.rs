//! Deleting what is older than it is kept.

use rusqlite::params;

use super::audit::{self, Entry};
use super::chain::{self, TRIMMED};
use super::{Store, StoreError};

impl Store {
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
