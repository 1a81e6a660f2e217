//! Deleting what is older than it is kept.

use rusqlite::params;

use super::{Store, StoreError};

impl Store {
    /// Deletes the lines of the audit log before a time (seconds since 1970-01-01 UTC), and the faults of loads that ended
    /// before it. Returns how many audit lines there were.
    pub fn delete_audit_before(&self, at: i64) -> Result<usize, StoreError> {
        self.write(|transaction| {
            transaction
                .execute("delete from load_fault where load_id in (select id from load where ended_at < ?1)", [at])?;
            transaction.execute("insert or ignore into audit_kept_from (at) values (?1)", params![at])?;
            let deleted = transaction.execute("delete from audit where at < ?1", [at])?;
            transaction.execute("delete from audit_kept_from", [])?;
            Ok(deleted)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
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
        assert_eq!(store.delete_audit_before(20).expect("deleted"), 1);
        let left: Vec<i64> = store.last_audit_lines(9).expect("read").iter().map(|line| line.at).collect();
        assert_eq!(left, [30, 20]);
        assert!(store.write(|transaction| Ok(transaction.execute("delete from audit", [])?)).is_err());
        assert_eq!(store.delete_audit_before(20).expect("nothing to do"), 0);
    }
}
