//! The names of backups, and which of them a folder has.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::error::BackupError;

/// The end of the name of a backup that is being written.
pub(super) const UNFINISHED: &str = ".partial";
/// An unfinished backup that has not been written to for this long belongs to a process that was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

const TIME: &[BorrowedFormatItem<'_>] = format_description!("[year][month][day]T[hour][minute][second]Z");

/// What the name of a backup says: `bond-<UTC time>-v<data version>.tar.zst`, with `.age` at the end if it is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BackupName {
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub at: i64,
    /// The number of the last load in it.
    pub data_version: i32,
    /// Whether it is encrypted.
    pub encrypted: bool,
}

impl fmt::Display for BackupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = stamp(self.at);
        let end = if self.encrypted { ".age" } else { "" };
        write!(f, "bond-{at}-v{}.tar.zst{end}", self.data_version)
    }
}

impl BackupName {
    /// Reads a file's name; None if it is not the name of a backup.
    pub fn parse(name: &str) -> Option<BackupName> {
        let (name, encrypted) = name.strip_suffix(".age").map_or((name, false), |name| (name, true));
        let (at, version) = name.strip_prefix("bond-")?.strip_suffix(".tar.zst")?.split_once("-v")?;
        let at = PrimitiveDateTime::parse(at, TIME).ok()?.assume_utc().unix_timestamp();
        let parsed = BackupName { at, data_version: version.parse().ok().filter(|version| *version >= 0)?, encrypted };
        // Numbers may be written in several ways; only one of them is ours.
        (parsed.to_string().strip_suffix(".age").unwrap_or(&parsed.to_string()) == name).then_some(parsed)
    }
}

/// A time in seconds since 1970-01-01 UTC as names have it, such as `20260315T013000Z`.
pub(super) fn stamp(at: i64) -> String {
    OffsetDateTime::from_unix_timestamp(at).ok().and_then(|at| at.format(TIME).ok()).unwrap_or_default()
}

/// A backup in a folder.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What its name says.
    pub name: BackupName,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The backups in a folder, newest first, by their names; none if there is no folder.
pub fn list(folder: &Path) -> Result<Vec<Found>, BackupError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(BackupError::io("list", folder))?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(BackupError::io("list", folder))?;
        let Some(name) = entry.file_name().to_str().and_then(BackupName::parse) else { continue };
        let Ok(data) = entry.metadata() else { continue };
        if data.is_file() {
            found.push(Found { path: entry.path(), name, bytes: data.len() });
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.name));
    Ok(found)
}

/// Removes what killed processes left of backups that they were writing.
pub(super) fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().and_then(|name| name.strip_suffix(UNFINISHED)).and_then(BackupName::parse);
        let modified = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::now());
        let is_old = modified.elapsed().is_ok_and(|age| age > ABANDONED_AFTER);
        if is_ours.is_some() && is_old {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written_and_others_are_not_ours() {
        for (at, data_version, encrypted, text) in [
            (1_773_538_200, 7, false, "bond-20260315T013000Z-v7.tar.zst"),
            (0, 0, true, "bond-19700101T000000Z-v0.tar.zst.age"),
        ] {
            let name = BackupName { at, data_version, encrypted };
            assert_eq!(name.to_string(), text);
            assert_eq!(BackupName::parse(text), Some(name));
        }
        for other in [
            "bond-20260315T013000Z-v7.tar.zst.partial",
            "bond-20260315T013000Z-v07.tar.zst",
            "bond-20260315T013000Z-v-1.tar.zst",
            "bond-20261315T013000Z-v7.tar.zst",
            "bond-20260315T013000Z-v7.tar",
            "my-bond-20260315T013000Z-v7.tar.zst",
            "bond.sqlite",
        ] {
            assert_eq!(BackupName::parse(other), None, "{other}");
        }
    }

    #[test]
    fn only_abandoned_unfinished_backups_are_removed() {
        let dir = tempfile::tempdir().expect("a directory");
        let [old, new, other] =
            ["bond-20260301T000000Z-v1.tar.zst.partial", "bond-20260302T000000Z-v1.tar.zst.partial", "x.partial"]
                .map(|name| dir.path().join(name));
        for path in [&old, &new, &other] {
            fs::write(path, "x").expect("written");
        }
        let yesterday = SystemTime::now() - 2 * ABANDONED_AFTER;
        for path in [&old, &other] {
            fs::File::options().write(true).open(path).expect("open").set_modified(yesterday).expect("set");
        }
        remove_abandoned(dir.path());
        assert_eq!([&old, &new, &other].map(|path| path.exists()), [false, true, true]);
    }
}
