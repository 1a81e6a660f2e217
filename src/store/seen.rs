//! How far a store was, noted beside it: each change of the store raises a number in it, and the file beside it has the
//! number of the last change. A store with a smaller number is an older copy, or has lost its write-ahead log.
//!
//! The note follows the commit, so it is never ahead of a store that lost nothing. It is not synced: after a power cut it
//! may be behind, which says nothing.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use crate::platform::files;

/// The name of the note in a data directory.
const FILE: &str = "bond.sqlite-seen";
/// The name of the number in the store.
const CHANGES: &str = "changes";

/// The number of the last change of the store in a data directory; None where it is not known.
pub fn seen(data_dir: &Path) -> Option<i64> {
    fs::read_to_string(data_dir.join(FILE)).ok()?.trim().parse().ok()
}

/// Whether a store was ever changed here.
pub fn was_here(data_dir: &Path) -> bool {
    data_dir.join(FILE).exists()
}

/// Forgets it: the store that is there now is the right one.
pub fn forget(data_dir: &Path) -> std::io::Result<()> {
    match fs::remove_file(data_dir.join(FILE)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn changes(connection: &Connection) -> rusqlite::Result<i64> {
    let sql = "select value from setting where name = ?1";
    let found: Option<[u8; 8]> = connection.prepare_cached(sql)?.query_row([CHANGES], |row| row.get(0)).optional()?;
    Ok(found.map_or(0, i64::from_le_bytes))
}

/// Raises the number in the caller's transaction, and returns it.
pub(super) fn raise(connection: &Connection) -> rusqlite::Result<i64> {
    let next = changes(connection)?.saturating_add(1);
    let sql = "insert into setting (name, value) values (?1, ?2)
               on conflict (name) do update set value = excluded.value";
    connection.prepare_cached(sql)?.execute(params![CHANGES, next.to_le_bytes()])?;
    Ok(next)
}

/// Notes the number after the commit.
pub(super) fn note(store: &Path, number: i64) {
    let path = store.with_file_name(FILE);
    // In place and at once: a file that is cut first could be read empty.
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let written = opened.and_then(|mut file| file.write_all(format!("{number:020}\n").as_bytes()));
    if let Err(error) = written {
        tracing::debug!(%error, path = %path.display(), "not noted");
    }
}

/// The files of an open store, by which it is known whether they are still those in the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Files {
    pub(super) main: Option<(u64, u64)>,
    log: Option<(u64, u64)>,
}

impl Files {
    pub(super) fn of(store: &Path) -> Files {
        let id = |path: &Path| files::identity(path).ok();
        let mut log = store.as_os_str().to_owned();
        log.push("-wal");
        Files { main: id(store), log: id(Path::new(&log)) }
    }
}
