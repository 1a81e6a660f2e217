//! The backups that were copied elsewhere, and how copying went. Times are seconds since 1970-01-01 UTC.

use rusqlite::{OptionalExtension, params};

use super::audit::{self, Entry};
use super::backups::NotedBackup;
use super::{Store, StoreError};

/// A backup that lies elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupCopy {
    /// Of the file.
    pub name: String,
    pub sent_at: i64,
    /// When it was last fetched and tried; None if it never was.
    pub tested_at: Option<i64>,
    /// What the test found.
    pub found: Option<String>,
}

/// How the last attempt at a place went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyAttempt {
    pub at: i64,
    /// One after the other, up to this one.
    pub failures: i64,
    /// None if it went well.
    pub fault: Option<String>,
}

impl Store {
    /// The backups that were copied to a place and not removed since, the last one sent first.
    pub fn backup_copies(&self, place: &str) -> Result<Vec<BackupCopy>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select name, sent_at, tested_at, found from backup_copy where place = ?1 order by sent_at desc, name desc",
        )?;
        let copies = statement.query_map([place], |row| {
            Ok(BackupCopy { name: row.get(0)?, sent_at: row.get(1)?, tested_at: row.get(2)?, found: row.get(3)? })
        })?;
        Ok(copies.collect::<Result<_, _>>()?)
    }

    /// The places that have copies, with their number.
    pub fn copied_backups(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select place, count(*) from backup_copy group by place order by place")?;
        let places = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(places.collect::<Result<_, _>>()?)
    }

    /// Notes that a backup was copied to a place.
    pub fn note_copy(&self, place: &str, backup: &NotedBackup, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into backup_copy (place, name, bytes, sent_at) values (?1, ?2, ?3, ?4)
                 on conflict (place, name) do update set sent_at = excluded.sent_at, tested_at = null, found = null",
                params![place, backup.name, i64::try_from(backup.bytes).unwrap_or(i64::MAX), at],
            )?;
            Ok(())
        })
    }

    /// Notes that a copy was removed, or is gone.
    pub fn forget_copy(&self, place: &str, name: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("delete from backup_copy where place = ?1 and name = ?2", params![place, name])?;
            Ok(())
        })
    }

    /// Notes what the test of a copy found.
    pub fn note_copy_test(&self, place: &str, name: &str, found: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update backup_copy set tested_at = ?3, found = ?4 where place = ?1 and name = ?2",
                params![place, name, at, found],
            )?;
            Ok(())
        })
    }

    /// Notes how an attempt went, with its line of the audit log, if there is something to say.
    pub fn end_copying(
        &self,
        place: &str,
        fault: Option<&str>,
        at: i64,
        said: Option<&Entry<'_>>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into backup_place (place, at, failures, fault) values (?1, ?2, ?3 is not null, ?3)
                 on conflict (place) do update set at = excluded.at, fault = excluded.fault,
                   failures = case when excluded.fault is null then 0 else failures + 1 end",
                params![place, at, fault],
            )?;
            said.map_or(Ok(()), |entry| audit::append(transaction, entry))
        })
    }

    /// How the last attempt at a place went.
    pub fn last_copying(&self, place: &str) -> Result<Option<CopyAttempt>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select at, failures, fault from backup_place where place = ?1")?;
        let found = statement
            .query_row([place], |row| Ok(CopyAttempt { at: row.get(0)?, failures: row.get(1)?, fault: row.get(2)? }));
        Ok(found.optional()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_attempts_are_noted_by_place() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let backup = |name: &str| NotedBackup { name: name.to_owned(), bytes: 7, sha256: [1; 32], made_at: 1 };
        store.note_copy("nas", &backup("a"), 10).expect("noted");
        store.note_copy("nas", &backup("b"), 20).expect("noted");
        store.note_copy("vault", &backup("a"), 30).expect("noted");
        store.note_copy_test("nas", "a", "good", 40).expect("noted");
        let names = |place: &str| -> Vec<String> {
            store.backup_copies(place).expect("read").into_iter().map(|copy| copy.name).collect()
        };
        assert_eq!((names("nas"), names("vault")), (vec!["b".to_owned(), "a".to_owned()], vec!["a".to_owned()]));
        assert_eq!(store.backup_copies("nas").expect("read")[1].tested_at, Some(40));
        store.forget_copy("nas", "b").expect("forgotten");
        assert_eq!(names("nas"), ["a"]);
        assert_eq!(store.last_copying("nas").expect("read"), None);
        for (fault, failures) in [(Some("away"), 1), (Some("away"), 2), (None, 0), (Some("full"), 1)] {
            store.end_copying("nas", fault, 50, None).expect("noted");
            let last = store.last_copying("nas").expect("read").expect("one");
            assert_eq!((last.failures, last.fault.as_deref()), (failures, fault));
        }
    }
}
