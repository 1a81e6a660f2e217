//! Copies of the store, for backups.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::audit::{self, Entry};
use super::notes::Note;
use super::{MIGRATIONS, Store, StoreError, faults, keys, sessions};

/// The setting that has the schema of the warehouse.
const WAREHOUSE_SCHEMA: &str = "warehouse_schema";

impl Store {
    /// The schema of this release: the number of its last migration.
    pub const SCHEMA: u32 = MIGRATIONS.len() as u32;

    /// Prepares a restored store for use: ends all sessions, forgets the keys of tokens and cookies, so that new ones
    /// are made, cancels what waited to be undone, notes when the backup was made, and records `entry`.
    pub fn start_anew(&self, entry: &Entry<'_>, backup_of: i64) -> Result<(), StoreError> {
        self.note(Note::RestoredAt, entry.at)?;
        self.note(Note::RestoredBackup, backup_of)?;
        self.write(|transaction| {
            sessions::end_all(transaction, entry.at, "restored")?;
            keys::forget(transaction)?;
            // What was given since the backup may have taken its place at the provider.
            transaction.execute("update oidc_identity set refresh = null, fault = null", [])?;
            // A load that waited has no files here and fails; this would take the last restored load back.
            transaction.execute(
                "update load set state = 'cancelled', ended_at = ?1, message = 'a backup was restored'
                 where kind = 'undo' and state = 'queued' and ended_at is null",
                params![entry.at],
            )?;
            audit::append(transaction, entry)
        })
    }

    /// Notes the schema of the warehouse, for [`noted_warehouse_schema`].
    pub fn note_warehouse_schema(&self, schema: i32) -> Result<(), StoreError> {
        let value = schema.to_le_bytes();
        self.write(|transaction| {
            transaction.execute(
                "insert into setting (name, value) values (?1, ?2)
                 on conflict (name) do update set value = excluded.value where value <> excluded.value",
                params![WAREHOUSE_SCHEMA, value],
            )?;
            Ok(())
        })
    }

    /// Writes all changes into the main file, so that it can be used without its log.
    pub fn close(self) -> Result<(), StoreError> {
        let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(writer.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
    }
}

/// Copies a store into a new file, compacted and without a log, whatever its schema and whether or not it is in use.
///
/// # Errors
/// [`StoreError::Damaged`]: a copy would not have the fault, because it is written anew from what can be read.
pub fn copy_file(file: &Path, target: &Path) -> Result<(), StoreError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    require_whole(&connection, file)?;
    connection.execute("vacuum into ?1", params![target.to_string_lossy()])?;
    Ok(())
}

/// The schema of a store's file: the number of its last migration, 0 for an empty file.
pub fn schema_of(file: &Path) -> Result<u32, StoreError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection.query_row("pragma user_version", [], |row| row.get(0))?)
}

/// The id of the install whose store this is, as [`keys::Keys`] has it; None while it has none.
pub fn install_of(file: &Path) -> Result<Option<String>, StoreError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    keys::install_id(&connection)
}

/// The schema that the warehouse had when it was last opened; None if none was noted. While a server runs, no other
/// process can read it from the warehouse.
pub fn noted_warehouse_schema(file: &Path) -> Result<Option<i32>, StoreError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let sql = "select value from setting where name = ?1";
    let noted: Option<[u8; 4]> = connection.query_row(sql, params![WAREHOUSE_SCHEMA], |row| row.get(0)).optional()?;
    Ok(noted.map(i32::from_le_bytes))
}

/// Checks a copy thoroughly, without changing it, and returns its schema.
///
/// # Errors
/// [`StoreError::Damaged`] with what SQLite found.
pub fn check(file: &Path) -> Result<u32, StoreError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    require_whole(&connection, file)?;
    Ok(connection.query_row("pragma user_version", [], |row| row.get(0))?)
}

fn require_whole(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    match faults::found(connection)? {
        Some(finding) => Err(StoreError::Damaged { path: file.to_owned(), finding }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::roles;
    use super::super::sessions::NewSession;
    use super::super::users::NewUser;
    use super::*;

    #[test]
    fn a_copy_is_whole_and_starts_anew_without_sessions_and_keys() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let ann = NewUser { login: "ann", first_name: "Ann", password_hash: "h", roles: &[roles::USERS] };
        let user_id = store.add_user(&ann, 1).expect("added");
        let session = NewSession { user_id, at: 2, ..NewSession::of("one") };
        store.start_session(&session).expect("started");
        let keys = store.keys().expect("made");
        let receipts = store.receipt_key(2).expect("made");

        let elsewhere = tempfile::tempdir().expect("a directory");
        let target = Store::file(elsewhere.path());
        copy_file(&Store::file(dir.path()), &target).expect("copied");
        assert_eq!(check(&target).expect("whole"), Store::SCHEMA);
        assert_eq!(schema_of(&target).expect("read"), Store::SCHEMA);
        let copy = Store::open(elsewhere.path()).expect("opened");
        assert!(!copy.session("one").expect("read").expect("there").ended);
        assert_eq!(copy.signing_keys().expect("read"), keys.signing);

        copy.start_anew(&Entry { at: 5, event: "restore", ..Entry::default() }, 3).expect("done");
        let new = copy.keys().expect("made");
        assert!(new.signing.len() == 1 && new.signing != keys.signing);
        assert_eq!(new.install_id, keys.install_id);
        assert_eq!(copy.receipt_key(6).expect("read"), receipts, "receipts are known for longer than sessions");
        assert!(copy.session("one").expect("read").expect("there").ended);
        assert_eq!(copy.noted(Note::RestoredBackup).expect("read"), Some(3));
        assert_eq!(copy.last_audit_lines(1).expect("read")[0].event, "restore");
        copy.close().expect("closed");
        assert_eq!(store.signing_keys().expect("read"), keys.signing, "the original stays as it is");
    }

    #[test]
    fn damage_is_found() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        for at in 0..200 {
            store.record(&Entry { at, event: "import", detail: Some("x"), ..Entry::default() }).expect("written");
        }
        let target = dir.path().join("copy.sqlite");
        copy_file(&Store::file(dir.path()), &target).expect("copied");
        let mut bytes = std::fs::read(&target).expect("read");
        // The head of the last page, which says how many cells it has.
        let page = bytes.len() - 4096;
        bytes[page + 3] ^= 0x55;
        std::fs::write(&target, bytes).expect("written");
        assert!(check(&target).is_err());
    }
}
