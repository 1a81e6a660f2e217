//! Checks the unpacked files of a backup. A child process opens them, because DuckDB may end a process that opens a
//! damaged file.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::error::BackupError;
use super::manifest::{MANIFEST, Manifest};
use crate::child;
use crate::store::{Store, copy as store};
use crate::warehouse::copy as warehouse;
use crate::warehouse::{Progress, Warehouse};

/// The hidden command of the child; its argument is the folder.
pub const COMMAND: &str = "check-copy";
/// How often it is looked whether the child has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// What the child prints last. Without it, something else than Bond was started.
const WHOLE: &str = "the copy is whole";

/// Compares the files in `folder` with the manifest there: in the child process. The error is a sentence.
pub fn check_copy(folder: &Path) -> Result<&'static str, String> {
    let text = fs::read(folder.join(MANIFEST)).map_err(|error| format!("cannot read its manifest: {error}"))?;
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let has = |name: &str| manifest.members.iter().any(|member| member.name == name);
    let store = store::check(&Store::file(folder)).map_err(|error| error.to_string())?;
    if store != manifest.store_schema {
        return Err(format!("the account store has schema {store} instead of {}", manifest.store_schema));
    }
    if has(Warehouse::FILE) {
        let found = warehouse::inspect(&folder.join(Warehouse::FILE)).map_err(|error| error.to_string())?;
        if let Some(difference) = difference(&manifest.warehouse, &found) {
            return Err(difference);
        }
    }
    Ok(WHOLE)
}

/// Runs [`check_copy`] in a child process.
pub(super) fn check_in_child(folder: &Path, manifest: &Manifest, progress: &dyn Progress) -> Result<(), BackupError> {
    let path = folder.join(MANIFEST);
    let text = serde_json::to_vec(manifest).unwrap_or_default();
    fs::write(&path, text).map_err(BackupError::io("write", &path))?;
    let failed = || BackupError::io("start a process that checks", folder);
    let mut command = child::command(COMMAND);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed())?;
    // It prints a line or two, which its pipes have room for.
    while child.try_wait().map_err(failed())?.is_none() {
        if progress.is_cancelled() {
            child.kill().and_then(|()| child.wait()).map_err(failed())?;
            return Err(BackupError::Stopped);
        }
        thread::sleep(POLL_INTERVAL);
    }
    let output = child.wait_with_output().map_err(failed())?;
    fs::remove_file(&path).map_err(BackupError::io("remove", &path))?;
    let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() && printed(&output.stdout) == WHOLE {
        return Ok(());
    }
    let said = printed(&output.stderr);
    let said = said.lines().last().unwrap_or_default();
    let said = said.strip_prefix("bond: ").unwrap_or(said);
    Err(BackupError::BadCopy(match output.status.code() {
        Some(_) if !said.is_empty() => said.to_owned(),
        _ => format!("the process that opened it ended with {}", output.status),
    }))
}

fn difference(wanted: &warehouse::Contents, found: &warehouse::Contents) -> Option<String> {
    let version = |contents: &warehouse::Contents| (contents.schema, contents.data_version, contents.batches);
    if version(wanted) != version(found) {
        return Some(format!(
            "the warehouse has schema {}, data version {} and {} loads instead of {}, {} and {}",
            found.schema, found.data_version, found.batches, wanted.schema, wanted.data_version, wanted.batches
        ));
    }
    if wanted.tables.len() != found.tables.len() {
        return Some(format!("the warehouse has {} tables instead of {}", found.tables.len(), wanted.tables.len()));
    }
    // Another version of DuckDB may compute other hashes; the SHA-256 of the file was compared in any case.
    let comparable = wanted.duckdb == found.duckdb;
    wanted.tables.iter().zip(&found.tables).find_map(|(wanted, found)| {
        if wanted.name != found.name {
            Some(format!("the warehouse has a table {} instead of {}", found.name, wanted.name))
        } else if wanted.rows != found.rows {
            Some(format!("{} has {} rows instead of {}", wanted.name, found.rows, wanted.rows))
        } else if comparable && wanted.hash != found.hash {
            Some(format!("the rows of {} have changed", wanted.name))
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::copy::{Contents, TableContents};

    #[test]
    fn every_difference_is_named_and_hashes_of_another_version_are_not_compared() {
        let table = |name: &str, rows, hash: &str| TableContents { name: name.into(), rows, hash: hash.into() };
        let wanted = Contents {
            schema: 3,
            data_version: 7,
            batches: 7,
            duckdb: "v2".into(),
            tables: vec![table("feed.logins", 10, "a"), table("feed.members", 5, "b")],
        };
        assert_eq!(difference(&wanted, &wanted.clone()), None);
        let changed = |change: fn(&mut Contents)| {
            let mut found = wanted.clone();
            change(&mut found);
            difference(&wanted, &found).unwrap_or_default()
        };
        assert!(changed(|found| found.data_version = 6).contains("data version 6"));
        assert!(changed(|found| found.tables.truncate(1)).contains("1 tables instead of 2"));
        assert!(
            changed(|found| found.tables[1].name = "feed.polls".into()).contains("feed.polls instead of feed.members")
        );
        assert!(changed(|found| found.tables[0].rows = 9).contains("feed.logins has 9 rows instead of 10"));
        assert!(changed(|found| found.tables[1].hash = "c".into()).contains("rows of feed.members have changed"));
        let other = |found: &mut Contents| {
            found.duckdb = "v3".into();
            found.tables[0].hash = "x".into();
        };
        assert_eq!(changed(other), "");
    }
}
