//! The store: users, sessions, roles, keys and the audit log in SQLite, which no other module uses.
//!
//! Calls block for the duration of a small SQLite statement. Calls that write wait for the disk, so handlers make them on
//! blocking threads. `bond user` opens the same file while the server runs: the write-ahead log allows it, and
//! [`Store::version`] shows the server that something has changed.

pub mod api_tokens;
pub mod audit;
pub mod backups;
pub mod chain;
mod columns;
pub mod copies;
pub mod copy;
pub mod destinations;
mod displaced;
pub mod ended;
pub mod erased;
mod error;
pub mod failures;
pub mod faults;
pub mod invitations;
pub mod issued;
pub mod keys;
pub mod loads;
pub mod logo;
pub mod look;
pub mod mappings;
pub mod notes;
pub mod oidc;
mod oidc_roles;
pub mod oidc_sessions;
pub mod oidc_standing;
pub mod opened;
pub mod openings;
pub mod overrides;
mod password_links;
pub mod preferences;
pub mod pulls;
pub mod receipt_keys;
pub mod reserve;
pub mod retention;
pub mod roles;
pub mod saved;
pub mod score_methods;
pub mod second_factors;
pub mod seen;
pub mod sessions;
pub mod sso;
pub mod told;
pub mod users;
pub mod verified;

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tokio::sync::Notify;

pub use error::StoreError;

/// The migrations in order: the files of `data/store`, which build.rs lists. Each brings the file from the version that
/// equals its index to the next.
const MIGRATIONS: &[&str] = include!(concat!(env!("OUT_DIR"), "/store.rs"));

/// How many connections read beside the first.
const MORE_READERS: usize = 2;

/// The open store. Clones share the connections.
#[derive(Clone)]
pub struct Store(Arc<Connections>);

struct Connections {
    writer: Mutex<Connection>,
    // Separate from the writer, so that a lookup never waits for a commit to reach the disk; several, so that it does not
    // wait for a read of many rows either.
    reader: Mutex<Connection>,
    more_readers: Vec<Mutex<Connection>>,
    // Separate from the writer, so that data_version, which ignores commits of its own connection, includes those of it;
    // and always the same one.
    versions: Mutex<Connection>,
    /// The file that is given up when the disk is full.
    reserve: PathBuf,
    /// The main file, and which files were there when it was opened.
    path: PathBuf,
    files: seen::Files,
    /// Why it can no longer be used.
    failure: Mutex<Option<String>>,
    failed: Notify,
}

impl Store {
    /// The path of the store's file in a data directory.
    pub fn file(data_dir: &Path) -> PathBuf {
        data_dir.join("bond.sqlite")
    }

    /// Opens the file, creates it if it is missing, and checks it. A file of another release is refused: a server of
    /// that release may be running.
    pub fn open(data_dir: &Path) -> Result<Store, StoreError> {
        Store::open_as(data_dir, Older::Refuse)
    }

    /// As [`Store::open`], and migrates a file of an older release. Only for the process that holds the lock of the data
    /// directory, and for copies that nobody else has.
    pub fn open_and_migrate(data_dir: &Path) -> Result<Store, StoreError> {
        Store::open_as(data_dir, Older::Migrate)
    }

    fn open_as(data_dir: &Path, older: Older) -> Result<Store, StoreError> {
        let reserve = data_dir.join(reserve::FILE);
        with_reserve(&reserve, || Store::try_open(data_dir, &reserve, older))
    }

    fn try_open(data_dir: &Path, reserve: &Path, older: Older) -> Result<Store, StoreError> {
        let path = Store::file(data_dir);
        let mut writer = connect(&path)?;
        let finding: String = writer.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
        if finding != "ok" {
            return Err(StoreError::Damaged { path, finding });
        }
        migrate(&mut writer, &path, MIGRATIONS, older)?;
        let reader = || {
            let reader = connect(&path)?;
            reader.pragma_update(None, "query_only", true)?;
            Ok::<_, StoreError>(reader)
        };
        let more_readers = (0..MORE_READERS).map(|_| reader()).collect::<Result<_, _>>()?;
        Ok(Store::of([writer, reader()?, reader()?], more_readers, data_dir, reserve))
    }

    fn of(
        [writer, reader, versions]: [Connection; 3],
        more_readers: Vec<Connection>,
        data_dir: &Path,
        reserve: &Path,
    ) -> Store {
        let path = Store::file(data_dir);
        Store(Arc::new(Connections {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            more_readers: more_readers.into_iter().map(Mutex::new).collect(),
            versions: Mutex::new(versions),
            reserve: reserve.to_owned(),
            files: seen::Files::of(&path),
            path,
            failure: Mutex::default(),
            failed: Notify::new(),
        }))
    }

    /// Says that it can no longer be used, to whoever waits for [`Store::failed`].
    pub fn fail(&self, reason: String) {
        *self.0.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
        self.0.failed.notify_waiters();
    }

    /// Returns once it can no longer be used and has to be opened anew, with the reason.
    pub async fn failed(&self) -> String {
        loop {
            let notified = self.0.failed.notified();
            if let Some(reason) = &*self.0.failure.lock().unwrap_or_else(PoisonError::into_inner) {
                return reason.clone();
            }
            notified.await;
        }
    }

    /// A number that changes with every change to the file, by this process or another.
    ///
    /// It takes about a microsecond, so every request can read it.
    pub fn version(&self) -> Result<i64, StoreError> {
        let versions = self.0.versions.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(versions.prepare_cached("pragma data_version")?.query_row([], |row| row.get(0))?)
    }

    /// A connection that only reads.
    pub(crate) fn reader(&self) -> MutexGuard<'_, Connection> {
        // A panic does not damage a connection: SQLite rolls back what was not committed.
        for reader in iter::once(&self.0.reader).chain(&self.0.more_readers) {
            match reader.try_lock() {
                Ok(reader) => return reader,
                Err(TryLockError::Poisoned(reader)) => return reader.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        self.0.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `change` in a transaction and commits it if `change` succeeds. Where the disk is full, it gives up a part of
    /// the reserve and begins again.
    pub(crate) fn write<T>(
        &self,
        change: impl Fn(&rusqlite::Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        with_reserve(&self.0.reserve, || self.write_if_room(&change))
    }

    /// As [`Store::write`], for what is not worth the reserve.
    pub(crate) fn write_if_room<T>(
        &self,
        change: impl Fn(&rusqlite::Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let before = transaction.total_changes();
        let result = change(&transaction)?;
        let number = (transaction.total_changes() > before).then(|| seen::raise(&transaction)).transpose()?;
        transaction.commit()?;
        if let Some(number) = number {
            seen::note(&self.0.path, number);
        }
        Ok(result)
    }
}

/// Runs `work` again and again while the disk is too full for it and there is a reserve to give up.
fn with_reserve<T>(reserve: &Path, mut work: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    loop {
        match work() {
            Err(error) if error.is_full() && reserve::give_up(reserve, reserve::PIECE) => {}
            result => return result,
        }
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// What to do with a file of an older release.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Older {
    Refuse,
    Migrate,
}

fn migrate(connection: &mut Connection, path: &Path, migrations: &[&str], older: Older) -> Result<(), StoreError> {
    // Exclusive: if two processes start at the same time, one waits and finds the migrations applied.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    let found: u32 = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    let known = migrations.len() as u32;
    if found > known {
        return Err(StoreError::TooNew { path: path.to_owned(), found, known });
    }
    // A new file has no tables, so nobody can be using it.
    if 0 < found && found < known && older == Older::Refuse {
        return Err(StoreError::TooOld { path: path.to_owned(), found, known });
    }
    for migration in &migrations[found as usize..] {
        transaction.execute_batch(migration)?;
    }
    if found < known {
        chain::seal_older(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_migrated_once() {
        let dir = tempfile::tempdir().expect("a directory");
        for _ in 0..2 {
            let store = Store::open(dir.path()).expect("opened");
            let version: u32 = store.reader().query_row("pragma user_version", [], |row| row.get(0)).expect("read");
            assert_eq!(version as usize, MIGRATIONS.len());
            let sync: i64 = store.reader().query_row("pragma synchronous", [], |row| row.get(0)).expect("read");
            assert_eq!(sync, 2, "2 is FULL");
        }
    }

    /// All that was noted in Insights before notes could be private is for everybody.
    #[test]
    fn older_notes_are_for_everybody() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = Store::file(dir.path());
        let mut old = connect(&path).expect("opened");
        migrate(&mut old, &path, &MIGRATIONS[..14], Older::Migrate).expect("as it was");
        old.execute_batch(
            "insert into user (id, login, login_key, first_name, password_hash, created_at)
             values (3, 'ann', 'ann', 'Ann', 'x', 1);
             insert into insight values ('a', 3, 7, 1, 'a sale')",
        )
        .expect("noted");
        drop(old);
        let store = Store::open_and_migrate(dir.path()).expect("migrated");
        let all =
            "select group_concat(key || ' ' || user_id || ' ' || at || ' ' || shared || ' ' || note) from insight_note";
        let noted: String = store.reader().query_row(all, [], |row| row.get(0)).expect("read");
        assert_eq!(noted, "a 3 7 1 a sale");
    }

    /// The ledger was made anew twice; what it had stays.
    #[test]
    fn a_ledger_of_an_older_release_keeps_its_loads_files_and_faults() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = Store::file(dir.path());
        let mut old = connect(&path).expect("opened");
        migrate(&mut old, &path, &MIGRATIONS[..3], Older::Migrate).expect("as it was");
        old.execute_batch(
            "insert into load (id, kind, origin, options, state, queued_at) values (7, 'import', 'page', '{}', 'refused', 1);
             insert into load_file values (7, 'logins.csv', 'logins', 3, 'ab', 2);
             insert into load_fault values (7, 1, 'logins.csv', 2, 'member_id', 'wrong')",
        )
        .expect("written");
        drop(old);
        let refused = Store::open(dir.path()).err().expect("refused").to_string();
        assert!(refused.contains("older version of Bond (schema 3") && refused.contains("stop it"), "{refused}");
        assert_eq!(copy::schema_of(&path).expect("read"), 3, "nothing has changed");
        let store = Store::open_and_migrate(dir.path()).expect("migrated");
        assert_eq!(store.load(7).expect("read").map(|load| load.queued_at), Some(1));
        let files = store.load_files(7).expect("read");
        assert_eq!(files.iter().map(|file| (&*file.name, &*file.source)).collect::<Vec<_>>(), [("logins.csv", "")]);
        assert_eq!(store.load_faults(7).expect("read").len(), 1);
        let new = loads::NewLoad {
            kind: loads::Kind::Demo,
            origin: loads::Origin::Page,
            actor: None,
            folder: None,
            options: "{}",
            at: 2,
        };
        assert_eq!(store.add_load(&new).expect("added"), 8);
        assert!(store.mappings().expect("read").is_empty());
    }

    /// The table was made anew; its alerts stay as they stand and are checked again.
    #[test]
    fn older_alerts_stay_and_new_ones_may_be_in_the_page() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = Store::file(dir.path());
        let mut old = connect(&path).expect("opened");
        migrate(&mut old, &path, &MIGRATIONS[..25], Older::Migrate).expect("as it was");
        let insert = |channel: &str| {
            format!(
                "insert into alert (user_id, name, saved_at, metric, filters, rule, direction, amount, feed_table, channel,
                                    recipients, folder, webhook, state, state_text, checked_at, checked_data, is_begun,
                                    begun_at, is_owed, tries, again_at, last_at, last_state, last_text)
                 values (3, 'Logins', 1, 'logins.totalLogins', '{{}}', 'below', 'any', 12.5, '', '{channel}',
                         '', '', 'https://a.example', 'holds', 'It is 12.', 5, 7, 1, 5, 1, 2, 99, 6, 'failed', 'away')"
            )
        };
        old.execute_batch(
            "insert into user (id, login, login_key, first_name, password_hash, created_at)
             values (3, 'ann', 'ann', 'Ann', 'x', 1)",
        )
        .expect("added");
        old.execute_batch(&insert("webhook")).expect("added");
        assert!(old.execute_batch(&insert("page")).is_err());
        drop(old);
        let store = Store::open_and_migrate(dir.path()).expect("migrated");
        let all = "select concat_ws(' ', user_id, name, saved_at, revision, metric, filters, rule, direction, amount, feed_table,
                                    channel, recipients, folder, webhook, state, state_text, checked_at,
                                    ifnull(checked_data, '-'), is_begun, begun_at, ended_at, is_owed, tries, again_at, last_at,
                                    last_state, last_text)
                   from alert";
        let kept: String = store.reader().query_row(all, [], |row| row.get(0)).expect("read");
        let expected = "3 Logins 1 1 logins.totalLogins {} below any 12.5  webhook   https://a.example holds It is 12. 5 - 1 5 1 \
                        2 99 6 failed away";
        assert_eq!(kept, expected);
        store.write(|transaction| Ok(transaction.execute_batch(&insert("page"))?)).expect("in the page");
    }

    #[test]
    fn a_read_that_lasts_does_not_hold_up_the_others() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let lasting = store.reader();
        assert!(store.mappings().expect("read").is_empty());
        let before = store.version().expect("read");
        store.record(&audit::Entry { at: 1, event: "import", ..audit::Entry::default() }).expect("written");
        assert_ne!(store.version().expect("read"), before);
        assert_eq!(store.last_audit_lines(9).expect("read").len(), 1, "it sees what was written");
        drop(lasting);
    }

    #[test]
    fn a_failed_migration_leaves_the_file_as_it_was() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = Store::file(dir.path());
        let mut connection = connect(&path).expect("opened");
        let steps =
            ["create table a (x); insert into a values (1);", "create table b (x); insert into nowhere values (1);"];
        migrate(&mut connection, &path, &steps[..1], Older::Migrate).expect("the first");
        migrate(&mut connection, &path, &steps, Older::Migrate).expect_err("the second fails");
        let version: u32 = connection.query_row("pragma user_version", [], |row| row.get(0)).expect("read");
        let tables: u32 = connection
            .query_row("select count(*) from sqlite_schema where name in ('a', 'b')", [], |row| row.get(0))
            .expect("read");
        assert_eq!((version, tables), (1, 1));
    }

    #[test]
    fn a_file_of_a_newer_version_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        drop(Store::open(dir.path()).expect("opened"));
        let connection = connect(&Store::file(dir.path())).expect("opened");
        connection.pragma_update(None, "user_version", 99).expect("set");
        drop(connection);
        assert!(matches!(Store::open(dir.path()), Err(StoreError::TooNew { found: 99, .. })));
    }

    #[test]
    fn the_version_changes_with_a_change_of_this_or_another_process() {
        let dir = tempfile::tempdir().expect("a directory");
        let here = Store::open(dir.path()).expect("opened");
        let there = Store::open(dir.path()).expect("opened again");
        let start = here.version().expect("read");
        assert_eq!(here.version().expect("read"), start);
        there.record(&audit::Entry { at: 1, event: "import", ..audit::Entry::default() }).expect("written");
        let after_there = here.version().expect("read");
        assert_ne!(after_there, start);
        here.record(&audit::Entry { at: 2, event: "import", ..audit::Entry::default() }).expect("written");
        assert_ne!(here.version().expect("read"), after_there);
    }
}
