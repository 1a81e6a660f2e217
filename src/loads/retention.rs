//! Removing the files of loads that a backup has.

use std::fs;

use super::Parts;
use super::files::{kept_folder, kept_root, remove};
use crate::backup::{self, BackupError};

const DAY: i64 = 24 * 60 * 60;

/// Removes the kept files of loads that ended at least `days` ago and whose rows a backup of this directory has. Returns
/// how many loads they were of.
pub fn remove_kept_files(parts: Parts<'_>, days: u16) -> Result<usize, BackupError> {
    let Parts { store, data_dir, .. } = parts;
    let backups = backup::of_this_directory(parts.backups.folder, store)?;
    let limit = parts.clock.now() - i64::from(days) * DAY;
    let mut removed = 0;
    for entry in fs::read_dir(kept_root(data_dir)).into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Some(load) = store.load(id)? else { continue };
        let (Some(ended), Some(version)) = (load.ended_at, load.data_version) else { continue };
        let is_in = |found: &backup::Found| found.name.data_version >= version && found.name.at >= ended;
        if ended <= limit && backups.iter().any(is_in) {
            remove(&kept_folder(data_dir, id));
            removed += 1;
        }
    }
    Ok(removed)
}
