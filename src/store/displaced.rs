//! Whether the files of an open store are still those in the directory.

use super::seen::{Files, changes};
use super::{Store, StoreError};

impl Store {
    /// The number of its last change.
    pub fn changes(&self) -> Result<i64, StoreError> {
        Ok(changes(&self.reader())?)
    }

    /// Why the files of the directory are not those that are open any more; None if they are. Where only the log was taken
    /// away, everything it had is written into the file first.
    pub fn displaced(&self) -> Option<&'static str> {
        let (opened, now) = (self.0.files, Files::of(&self.0.path));
        if opened == now {
            return None;
        }
        if opened.main != now.main {
            return Some("bond.sqlite was removed, or another file has taken its place");
        }
        if let Err(error) = self.clone().close() {
            tracing::error!(%error, "what the log had could not be written into bond.sqlite");
        }
        Some("bond.sqlite-wal was removed, or another file has taken its place")
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use std::fs;

    use super::super::seen::{forget, seen, was_here};
    use super::*;

    #[test]
    fn each_change_is_noted_beside_the_store_and_a_call_that_changes_nothing_is_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        assert_eq!((seen(dir.path()), store.changes().expect("read")), (None, 0));
        let entry = Entry { at: 1, event: "import", ..Entry::default() };
        for number in 1..=3 {
            store.record(&entry).expect("written");
            assert_eq!((seen(dir.path()), store.changes().expect("read")), (Some(number), number));
        }
        store.keys().expect("made");
        let (version, number) = (store.version().expect("read"), store.changes().expect("read"));
        store.keys().expect("read");
        assert_eq!((store.version().expect("read"), store.changes().expect("read")), (version, number));
        forget(dir.path()).and_then(|()| forget(dir.path())).expect("forgotten");
        assert!(!was_here(dir.path()));
    }

    #[test]
    fn files_that_are_taken_away_are_noticed_and_what_a_log_had_is_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        store.record(&Entry { at: 1, event: "import", ..Entry::default() }).expect("written");
        assert_eq!(store.displaced(), None);
        fs::remove_file(dir.path().join("bond.sqlite-wal")).expect("removed");
        assert!(store.displaced().is_some_and(|why| why.contains("-wal")));
        drop(store);
        let store = Store::open(dir.path()).expect("opened");
        assert_eq!(store.last_audit_lines(5).expect("read").len(), 1);
        fs::rename(Store::file(dir.path()), dir.path().join("aside")).expect("moved");
        assert!(store.displaced().is_some_and(|why| why.contains("bond.sqlite was removed")));
    }
}
