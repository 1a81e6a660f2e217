//! Files that cannot be used, put aside. Bond never deletes them.

use std::fs;
use std::path::{Path, PathBuf};

use super::damage::Damage;
use crate::platform::files;
use crate::warehouse::Warehouse;

/// The ends of the names of the write-ahead log and what checkpoints leave beside it.
const LOGS: [&str; 3] = [".wal", ".wal.checkpoint", ".wal.recovery"];

/// Files put aside.
pub(super) struct Quarantine {
    pub(super) folder: PathBuf,
    /// From where to where.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Quarantine {
    /// Moves the write-ahead log and what checkpoints leave beside it.
    pub(super) fn of_log(data_dir: &Path, now: i64) -> Result<Quarantine, Damage> {
        Quarantine::of(data_dir, now, &LOGS)
    }

    /// Moves the warehouse with its log.
    pub(super) fn of_warehouse(data_dir: &Path, now: i64) -> Result<Quarantine, Damage> {
        let [wal, checkpoint, recovery] = LOGS;
        let aside = Quarantine::of(data_dir, now, &[wal, checkpoint, recovery, ""])?;
        let _ = fs::remove_file(data_dir.join(Warehouse::DAMAGED));
        Ok(aside)
    }

    fn of(data_dir: &Path, now: i64, ends: &[&str]) -> Result<Quarantine, Damage> {
        let mut aside = Quarantine { folder: free_folder(data_dir, now), moved: Vec::new() };
        let made = fs::create_dir_all(&aside.folder);
        made.map_err(|source| Damage::Io { path: aside.folder.clone(), source })?;
        for end in ends {
            let from = data_dir.join(format!("{}{end}", Warehouse::FILE));
            if from.exists() {
                let to = aside.folder.join(from.file_name().unwrap_or_default());
                files::rename(&from, &to).map_err(|source| Damage::Io { path: from.clone(), source })?;
                aside.moved.push((from, to));
            }
        }
        if aside.moved.is_empty() {
            let _ = fs::remove_dir(&aside.folder);
        }
        Ok(aside)
    }

    /// Whether there was nothing to put aside.
    pub(super) fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    pub(super) fn put_back(&self) -> Result<(), Damage> {
        for (from, to) in &self.moved {
            files::rename(to, from).map_err(|source| Damage::Io { path: to.clone(), source })?;
        }
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// `quarantine/<seconds since 1970-01-01 UTC>`, or a later second if that one is taken.
pub(super) fn free_folder(data_dir: &Path, now: i64) -> PathBuf {
    let with = |at: i64| data_dir.join("quarantine").join(at.to_string());
    let mut at = now;
    while with(at).exists() {
        at += 1;
    }
    with(at)
}
