//! Looks at a store without changing it, for `bond doctor`.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::{Store, StoreError, reserve};

/// What a store's file is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes of the file.
    pub bytes: u64,
    /// Of these, bytes that new rows will use.
    pub free: u64,
}

impl Store {
    /// Opens a store that exists, neither checked nor migrated. Nothing can be written through it, and its calls work
    /// only if it has the schema of this release.
    pub fn look(data_dir: &Path) -> Result<Store, StoreError> {
        let open = || -> Result<Connection, StoreError> {
            let connection = Connection::open_with_flags(Store::file(data_dir), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            connection.busy_timeout(Duration::from_secs(10))?;
            Ok(connection)
        };
        Ok(Store::of([open()?, open()?, open()?], Vec::new(), data_dir, &data_dir.join(reserve::FILE)))
    }

    /// As [`Store::look`]; its calls fail once `is_wanted` says no, also in the middle of a long one.
    pub fn look_while(data_dir: &Path, is_wanted: impl Fn() -> bool + Send + 'static) -> Result<Store, StoreError> {
        /// Steps of SQLite's virtual machine between two questions: far less than a millisecond.
        const STEPS: i32 = 10_000;
        let store = Store::look(data_dir)?;
        store.reader().progress_handler(STEPS, Some(move || !is_wanted()))?;
        Ok(store)
    }

    /// The number of its last migration.
    pub fn schema(&self) -> Result<u32, StoreError> {
        Ok(self.reader().query_row("pragma user_version", [], |row| row.get(0))?)
    }

    /// The size of its file.
    pub fn size(&self) -> Result<Size, StoreError> {
        let reader = self.reader();
        let number = |pragma: &str| reader.query_row(pragma, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
        let page = number("pragma page_size")?;
        Ok(Size { bytes: number("pragma page_count")? * page, free: number("pragma freelist_count")? * page })
    }

    /// The latest time in the audit log, in seconds since 1970-01-01 UTC.
    pub fn latest_audit_time(&self) -> Result<Option<i64>, StoreError> {
        Ok(self.reader().query_row("select max(at) from audit", [], |row| row.get(0))?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use super::*;

    #[test]
    fn a_look_reads_what_another_process_writes_and_changes_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(Store::look(dir.path()).is_err(), "it does not create a file");
        let store = Store::open(dir.path()).expect("opened");
        let look = Store::look(dir.path()).expect("opened");
        assert_eq!((look.schema().expect("read"), look.latest_audit_time().expect("read")), (Store::SCHEMA, None));
        for at in [7, 9, 8] {
            store.record(&Entry { at, event: "import", ..Entry::default() }).expect("written");
        }
        assert_eq!(look.latest_audit_time().expect("read"), Some(9));
        let size = look.size().expect("read");
        assert!(size.bytes > size.free && size.bytes.is_multiple_of(4096), "{size:?}");
        assert_eq!(look.first_fault().expect("checked"), None);
        let written = look.record(&Entry { at: 1, event: "import", ..Entry::default() });
        assert!(written.expect_err("refused").to_string().contains("readonly"));
    }
}
