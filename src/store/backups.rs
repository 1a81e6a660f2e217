//! The backups that were made and read back, or verified.

use rusqlite::{Row, params};

use super::{Store, StoreError};

/// A backup that was made or verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedBackup {
    /// The name of the file.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Of the whole file.
    pub sha256: [u8; 32],
    /// As its name says, in seconds since 1970-01-01 UTC.
    pub made_at: i64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<NotedBackup> {
    let bytes: i64 = row.get("bytes")?;
    Ok(NotedBackup {
        name: row.get("name")?,
        bytes: bytes.unsigned_abs(),
        sha256: row.get("sha256")?,
        made_at: row.get("made_at")?,
    })
}

impl Store {
    /// Notes a backup, at a time in seconds since 1970-01-01 UTC. One that is noted already stays where it is in the order.
    pub fn note_backup(&self, backup: &NotedBackup, at: i64) -> Result<(), StoreError> {
        let NotedBackup { name, bytes, sha256, made_at } = backup;
        let bytes = i64::try_from(*bytes).unwrap_or(i64::MAX);
        self.write(|transaction| {
            transaction.execute(
                "insert or ignore into backup (name, bytes, sha256, made_at, noted_at) values (?1, ?2, ?3, ?4, ?5)",
                params![name, bytes, sha256, made_at, at],
            )?;
            Ok(())
        })
    }

    /// The backups that were made or verified, the last one first. They may be gone since.
    pub fn noted_backups(&self) -> Result<Vec<NotedBackup>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select * from backup order by id desc")?;
        let found = statement.query_map([], from_row)?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_kept_in_the_order_in_which_they_were_made() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let of = |name: &str, made_at| NotedBackup { name: name.to_owned(), bytes: 7, sha256: [1; 32], made_at };
        // The clock was ahead when the first was made.
        for backup in [of("a", 900), of("b", 100), of("a", 900)] {
            store.note_backup(&backup, 1).expect("noted");
        }
        assert_eq!(store.noted_backups().expect("read"), [of("b", 100), of("a", 900)]);
    }
}
