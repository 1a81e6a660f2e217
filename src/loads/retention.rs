//! Removing the files of loads that a backup has.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::LoadContext;
use super::files::{kept_folder, kept_root, remove};
use crate::backup::{self, BackupError};
use crate::store::StoreError;
use crate::store::loads::Load;

/// Whether files are kept of loads that ended before `limit`, in seconds since 1970-01-01 UTC.
pub fn has_old_files(parts: LoadContext<'_>, limit: i64) -> Result<bool, StoreError> {
    Ok(!old(parts, limit)?.is_empty())
}

/// The loads that ended before a time, and whose files are kept.
fn old(parts: LoadContext<'_>, limit: i64) -> Result<Vec<Load>, StoreError> {
    let mut loads = Vec::new();
    for entry in fs::read_dir(kept_root(parts.data_dir)).into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        loads.extend(parts.store.load(id)?.filter(|load| load.ended_at.is_some_and(|ended| ended <= limit)));
    }
    Ok(loads)
}

/// Removes the kept files of loads that ended before `limit` and whose rows a backup of this directory has, which is read
/// for that. Returns how many loads they were of.
pub fn remove_old_files(parts: LoadContext<'_>, limit: i64, now: i64) -> Result<usize, BackupError> {
    let LoadContext { store, data_dir, .. } = parts;
    backup::note_unknown(parts.backups.folder, store, now)?;
    let backups = backup::own(parts.backups.folder, store)?;
    // Each is read once.
    let mut looked_at: HashMap<&Path, bool> = HashMap::new();
    let mut removed = 0;
    for load in old(parts, limit)? {
        let (Some(ended), Some(version)) = (load.ended_at, load.data_version) else { continue };
        for found in backups.iter().filter(|found| found.name.data_version >= version && found.name.at >= ended) {
            let is_whole = match looked_at.get(found.path.as_path()) {
                Some(is_whole) => *is_whole,
                None => backup::is_unchanged(found, store)?,
            };
            if looked_at.insert(&found.path, is_whole).is_none() && !is_whole {
                tracing::error!(backup = %found.path.display(), "a backup is not what it was when it was made");
            }
            if is_whole {
                remove(&kept_folder(data_dir, load.id));
                removed += 1;
                break;
            }
        }
    }
    Ok(removed)
}
