//! Which backups belong to the present state of a data directory.

use std::path::Path;

use super::error::BackupError;
use super::name::{Found, list};
use crate::store::Store;
use crate::store::notes::Note;

/// The backups in a folder that continue the history of this directory, newest first. After a restore, the numbers of
/// loads and data versions begin again where the restored backup ends; backups that were made between say something else
/// by them.
pub fn of_this_directory(folder: &Path, store: &Store) -> Result<Vec<Found>, BackupError> {
    let found = list(folder)?;
    let Some(restored) = store.noted(Note::RestoredAt)? else { return Ok(found) };
    let restored_backup = store.noted(Note::RestoredBackup)?;
    let continues = |found: &Found| found.name.at >= restored || Some(found.name.at) == restored_backup;
    Ok(found.into_iter().filter(continues).collect())
}
