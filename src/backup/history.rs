//! Which backups count: those that this installation made and read back, or verified, and that belong to the present state
//! of its data directory. The names of files say nothing.

use std::path::{Path, PathBuf};

use super::archive::{self, digest_of};
use super::create::{Made, Request, Site, create};
use super::error::BackupError;
use super::manifest::Manifest;
use super::name::{Found, list};
use super::protection::Key;
use crate::store::Store;
use crate::store::backups::NotedBackup;
use crate::store::notes::Note;
use crate::warehouse::Progress;
use crate::warehouse::copy::Source;
use crate::warehouse::file_name;

/// How far ahead of the clock, in seconds, a backup may be that was not made in the future.
const AHEAD: i64 = 60 * 60;

/// Makes a backup, notes it, and removes older ones of this installation where the request says so.
pub fn make(
    site: &Site,
    source: Source<'_>,
    request: &Request,
    store: &Store,
    progress: &dyn Progress,
) -> Result<Made, BackupError> {
    let mut made = create(site, source, request, progress)?;
    note_made(store, &made)?;
    if let Some(keep) = request.keep {
        note_unknown(&request.to, store, request.at)?;
        made.removed = remove_older(&request.to, keep, &made.path, store)?;
    }
    Ok(made)
}

/// Notes a backup that was made.
pub fn note_made(store: &Store, made: &Made) -> Result<(), BackupError> {
    let name = file_name(&made.path);
    let (made_at, sha256) = (made.manifest.made_at, made.sha256);
    Ok(store.note_backup(&NotedBackup { name, bytes: made.bytes, sha256, made_at }, made_at)?)
}

/// The backups in a folder that count, the last one made first, whatever the clock showed.
pub fn own(folder: &Path, store: &Store) -> Result<Vec<Found>, BackupError> {
    let mut found = list(folder)?;
    let mut own = Vec::new();
    for noted in store.noted_backups()? {
        if let Some(at) = found.iter().position(|found| is_noted(found, &noted)) {
            own.push(found.remove(at));
        }
    }
    Ok(own)
}

/// The newest backup that counts, at a time in seconds since 1970-01-01 UTC. One that is dated in the future says nothing
/// about its age.
pub fn newest(folder: &Path, store: &Store, now: i64) -> Result<Option<Found>, BackupError> {
    Ok(own(folder, store)?.into_iter().find(|found| !is_ahead(found, now)))
}

/// Whether a backup is dated in the future.
pub fn is_ahead(found: &Found, now: i64) -> bool {
    found.name.at > now + AHEAD
}

fn is_noted(found: &Found, noted: &NotedBackup) -> bool {
    noted.bytes == found.bytes && found.path.file_name().is_some_and(|name| name == noted.name.as_str())
}

/// Whether every byte of a backup is as it was when it was made or verified. Reads all of it.
pub fn is_unchanged(found: &Found, store: &Store) -> Result<bool, BackupError> {
    let (_, sha256) = digest_of(&found.path, &())?;
    Ok(store.noted_backups()?.iter().any(|noted| is_noted(found, noted) && noted.sha256 == sha256))
}

/// Reads the backups of a folder that are not noted, and notes those of this installation that are whole: an older release
/// made them, or somebody copied them back. Encrypted ones are noted when `bond verify` has opened them.
pub fn note_unknown(folder: &Path, store: &Store, now: i64) -> Result<(), BackupError> {
    let noted = store.noted_backups()?;
    let unknown = list(folder)?.into_iter().filter(|found| !noted.iter().any(|noted| is_noted(found, noted)));
    // Oldest first, as they were made.
    let unknown: Vec<Found> = unknown.filter(|found| !found.name.encrypted).collect();
    for found in unknown.iter().rev() {
        let install = &store.keys()?.install_id;
        let read = archive::unpack(
            &found.path,
            &Key::None,
            None,
            |manifest| match manifest.install.as_ref() == Some(install) {
                true => Ok(()),
                false => Err(BackupError::OtherInstall { path: found.path.clone() }),
            },
            &(),
        );
        match read.and_then(|manifest| note_verified(found, &manifest, store, now)) {
            Ok(true) => tracing::info!(backup = %found.path.display(), "a backup was verified"),
            Ok(false) => tracing::debug!(backup = %found.path.display(), "a backup is of another state of the data"),
            Err(error) => tracing::warn!(%error, "a file does not count as a backup"),
        }
    }
    Ok(())
}

/// Notes a backup whose every byte was verified, if it belongs to the present state of this data directory. Returns whether
/// it does. After a restore, the numbers of loads and data versions begin again where the restored backup ends; backups that
/// were made between say something else by them.
pub fn note_verified(found: &Found, manifest: &Manifest, store: &Store, now: i64) -> Result<bool, BackupError> {
    let name = found.name;
    let is_named = (manifest.made_at, manifest.warehouse.data_version) == (name.at, name.data_version);
    let is_of_this_install = manifest.install.as_ref() == Some(&store.keys()?.install_id);
    let continues = match store.noted(Note::RestoredAt)? {
        None => true,
        Some(restored) => name.at >= restored || Some(name.at) == store.noted(Note::RestoredBackup)?,
    };
    if !is_named || !is_of_this_install || !continues || is_ahead(found, now) {
        return Ok(false);
    }
    note_file(found.path.clone(), manifest, store, now)?;
    Ok(true)
}

/// Notes a backup whatever its name.
pub(super) fn note_file(path: PathBuf, manifest: &Manifest, store: &Store, now: i64) -> Result<(), BackupError> {
    let (bytes, sha256) = digest_of(&path, &())?;
    let name = file_name(&path);
    Ok(store.note_backup(&NotedBackup { name, bytes, sha256, made_at: manifest.made_at }, now)?)
}

/// Removes all backups of a folder that count but the last `keep` that were made, and never `made`. Returns those that were
/// removed. What does not count stays: it may be another installation's.
fn remove_older(folder: &Path, keep: u16, made: &Path, store: &Store) -> Result<Vec<PathBuf>, BackupError> {
    let mut removed = Vec::new();
    let others = own(folder, store)?.into_iter().filter(|found| found.path != made);
    for found in others.skip(usize::from(keep.max(1)) - 1) {
        std::fs::remove_file(&found.path).map_err(BackupError::io("remove", &found.path))?;
        removed.push(found.path);
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_what_was_made_here_counts_and_the_order_of_the_clock_does_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let folder = dir.path().join("backups");
        fs::create_dir(&folder).expect("made");
        let put = |name: &str| {
            let path = folder.join(name);
            fs::write(&path, name).expect("written");
            let (bytes, sha256) = digest_of(&path, &()).expect("read");
            NotedBackup { name: name.to_owned(), bytes, sha256, made_at: 1 }
        };
        // The second was made while the clock was years ahead.
        let names = [1, 2, 3, 4, 5].map(|n| match n {
            2 => "bond-20450101T000000Z-v2.tar.zst".to_owned(),
            n => format!("bond-2026030{n}T000000Z-v{n}.tar.zst"),
        });
        for name in &names {
            store.note_backup(&put(name), 1).expect("noted");
        }
        let foreign = put("bond-20260306T000000Z-v6.tar.zst");
        put("bond-20990101T000000Z-v999999.tar.zst");
        put("notes.txt");
        let own_names = || -> Vec<String> {
            own(&folder, &store).expect("read").iter().map(|found| found.name.to_string()).collect()
        };
        let mut wanted = names.to_vec();
        wanted.reverse();
        assert_eq!(own_names(), wanted);
        let now = 1_780_000_000;
        let newest_at = |now| newest(&folder, &store, now).expect("read").map(|found| found.name.data_version);
        assert_eq!(newest_at(now), Some(5));
        note_unknown(&folder, &store, now).expect("looked at");
        assert_eq!(own_names(), wanted, "what is no backup is not noted");

        let removed = remove_older(&folder, 2, &folder.join(&names[4]), &store).expect("removed");
        assert_eq!(removed.len(), 3, "that of the future too");
        assert_eq!(own_names(), [names[4].clone(), names[3].clone()]);
        assert!(folder.join(&foreign.name).exists() && folder.join("notes.txt").exists());
        assert_eq!(fs::read_dir(&folder).expect("listed").count(), 5);

        let first = own(&folder, &store).expect("read").remove(0);
        assert!(is_unchanged(&first, &store).expect("read"));
        let mut bytes = fs::read(&first.path).expect("read");
        bytes[3] ^= 1;
        fs::write(&first.path, &bytes).expect("written");
        assert!(!is_unchanged(&first, &store).expect("read"), "one bit of it");
        fs::write(&first.path, &bytes[1..]).expect("written");
        assert_eq!(own_names(), [names[3].clone()], "it has another size");
    }
}
