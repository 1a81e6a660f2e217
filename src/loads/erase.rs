//! Erasing members: from the warehouse, from what is kept of loads, from the ledger's texts; and the list by which a feed
//! does not bring them back.
//!
//! Every step can be repeated, and the list is written first: an erasure that was cut off runs again.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::files::kept_root;
use super::redaction::{self, LONGEST};
use super::reload::ReloadError;
use super::{Load, LoadContext, LoadOptions};
use crate::backup::{self, BackupError, Made, RequestedBackup, Site};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::erased::ErasedMember;
use crate::warehouse::copy::Source;
use crate::warehouse::counted::counted;
use crate::warehouse::erased::{ErasedMembers, digest};
use crate::warehouse::load::{self, Fault, Faults, ImportError, ImportReport};
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::{Phase, Progress};

/// The most ids of one erasure.
const MOST: usize = 100_000;
/// The most bytes of all files of ids.
const MOST_BYTES: u64 = (MOST * (LONGEST * 4 + 2)) as u64;

/// Erases the members whose ids are in the files.
///
/// # Errors
/// The ids are not such, the warehouse or the backup failed. [`ImportError::Unfinished`] says what is left to do; the
/// members stay on the list in any case.
pub(super) fn run(
    parts: LoadContext<'_>,
    load: &Load,
    inputs: &[PathBuf],
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let LoadContext { warehouse, store, data_dir, .. } = parts;
    let LoadOptions { keep_counts, only_loaded, .. } = LoadOptions::of(load)?;
    let ids = read(inputs)?;
    let key = MemberKey(store.keys().map_err(unfinished)?.member);
    let given = ids.len() as u64;
    let ids = with_hashed(&key, ids);
    let member = |id: &String| ErasedMember { digest: digest(&key, id), load: load.id, keep_counts };
    let listed: Vec<ErasedMember> = ids.iter().map(member).collect();
    store.add_erased(&listed).map_err(unfinished)?;

    let options = parts.import_options(load.id).map_err(unfinished)?;
    let mut report = load::erase(warehouse, &options.erased, options.fact_days.yesterday(), Some(load.id), progress)?;
    progress.start(Phase::Compacting, None);
    let compacted = warehouse.compact(data_dir, &data_dir.join("tmp"));
    progress.finish();
    compacted.map_err(unfinished)?;

    let found = report.erased.unwrap_or_default();
    let unknown = given.saturating_sub(found.removed + found.anonymous);
    let leaves_texts = only_loaded && unknown > 0;
    if leaves_texts {
        report.warnings.push(
            "Texts were left as they are, because not every id is loaded and an API token asked: erase the ids again on \
             the page or by the command."
                .to_owned(),
        );
    } else {
        // Before the backup, which has the texts too.
        store.redact(parts.clock.now(), &redaction::of_ids(&ids)).map_err(unfinished)?;
    }
    // What is kept of the files of loads has the ids too. A backup has the rows of all of them, without the members.
    let made = back_up(parts, progress).map_err(unfinished)?;
    remove_kept(data_dir).map_err(unfinished)?;

    if unknown > 0 {
        report.warnings.push(match (unknown, given) {
            (_, 1) => "The id is not loaded. A feed does not bring it in either.".to_owned(),
            (1, given) => format!("1 of {given} ids is not loaded. A feed does not bring it in either."),
            _ => format!("{unknown} of {given} ids are not loaded. A feed does not bring them in either."),
        });
    }
    report.warnings.push(format!("The backup {} was made without them.", made.path.display()));
    // Also one that was made meanwhile.
    for found in backup::list(parts.backups.folder).map_err(unfinished)?.iter().filter(|found| found.path != made.path)
    {
        report.warnings.push(format!("The backup {} still has them: delete it when you can.", found.path.display()));
    }
    for (place, copies) in store.copied_backups().map_err(unfinished)? {
        let copies = counted(copies.unsigned_abs(), ["copy", "copies"]);
        report
            .warnings
            .push(format!("{place} has {copies} of backups with them, which go with their days, weeks and months."));
    }
    for path in aside(data_dir).map_err(unfinished)? {
        report.warnings.push(format!("{} may still have them: delete it when you can.", path.display()));
    }
    Ok(report)
}

/// Ids, and what a mapping may have made of them.
pub(super) fn with_hashed(key: &MemberKey, ids: Vec<String>) -> Vec<String> {
    let hashed: Vec<String> = ids.iter().filter_map(|id| key.hash(id)).collect();
    [ids, hashed].concat()
}

/// Removes what is left of the members of erasures that were repeated after a restore or a recovery: the bytes of their
/// rows in the file, and their ids in texts. Can be repeated.
///
/// # Errors
/// Something is left; the next start tries again.
pub fn erase_traces(parts: LoadContext<'_>) -> Result<(), ReloadError> {
    let LoadContext { warehouse, store, data_dir, clock, .. } = parts;
    let failed = |error: io::Error| ImportError::Io { path: data_dir.to_owned(), source: error };
    warehouse.compact(data_dir, &data_dir.join("tmp")).map_err(ImportError::from)?;
    let key = MemberKey(store.keys()?.member);
    let erased = store.erased()?.into_iter().map(|member| (member.digest, member.keep_counts));
    let texts = store.redact(clock.now(), &redaction::of_hashes(ErasedMembers::new(key, erased)))?;
    let mut left: Vec<String> =
        aside(data_dir).map_err(failed)?.iter().map(|path| path.display().to_string()).collect();
    let version = i64::from(store.last_erasure()?.unwrap_or_default());
    let backups = backup::list(parts.backups.folder).unwrap_or_default();
    let older = backups.iter().filter(|found| i64::from(found.name.data_version) < version);
    left.extend(older.map(|found| found.path.display().to_string()));
    let mut detail = format!("{texts} texts");
    if !left.is_empty() {
        tracing::warn!(?left, "these may still have the erased members: delete them when you can");
        detail += &format!("; delete when you can: {}", left.join(", "));
    }
    Ok(store.record(&Entry {
        at: clock.now(),
        event: "members_erased_again",
        detail: Some(&detail),
        ..Entry::default()
    })?)
}

/// What was put aside and may have members that are erased: in quarantine, and whole directories beside this one.
pub(super) fn aside(data_dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = entries(&data_dir.join("quarantine"))?;
    paths.extend(backup::moved_aside(data_dir));
    Ok(paths)
}

/// Removes the kept files of all loads. Where one is left, the erasure is not complete.
fn remove_kept(data_dir: &Path) -> io::Result<()> {
    // One by one, because the folder may be a link to another disk.
    for path in entries(&kept_root(data_dir))? {
        if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }
            .map_err(|error| io::Error::new(error.kind(), format!("{} cannot be removed: {error}", path.display())))?;
    }
    Ok(())
}

/// What is in a folder, in order; nothing if there is none.
pub(super) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let found = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        found => found?,
    };
    let mut paths = found.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

fn unfinished(error: impl std::fmt::Display) -> ImportError {
    ImportError::Unfinished(format!("the erasure is not complete: {error}; mend this and erase the members again"))
}

fn back_up(parts: LoadContext<'_>, progress: &dyn Progress) -> Result<Made, BackupError> {
    let now = parts.clock.now();
    let (folder, recipients) = (parts.backups.folder.to_owned(), parts.backups.recipients);
    let request = RequestedBackup::default().request(folder, recipients, parts.clock.machine())?;
    let site = Site { data_dir: parts.data_dir.to_owned(), free_space: parts.free_space };
    let made = backup::make(&site, Source::Open(parts.warehouse), &request, parts.store, progress)?;
    let detail = format!("after an erasure: {}", made.detail());
    let entry = Entry { at: now, event: "backup", detail: Some(&detail), ..Entry::default() };
    parts.store.record(&entry).map_err(|error: StoreError| BackupError::from(error))?;
    Ok(made)
}

/// The ids in files or in the files of folders: one in each line. A first line `member_id` is a title.
fn read(inputs: &[PathBuf]) -> Result<Vec<String>, ImportError> {
    let mut ids = Vec::new();
    let mut faults = Faults::default();
    let mut left = MOST_BYTES;
    for path in files(inputs)? {
        let io = |source| ImportError::Io { path: path.clone(), source };
        let mut text = Vec::new();
        File::open(&path).map_err(io)?.take(left + 1).read_to_end(&mut text).map_err(io)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(rest) = left.checked_sub(text.len() as u64) else {
            let what = format!("the ids have more than {MOST_BYTES} bytes; give at most {MOST} ids at a time");
            return Err(ImportError::Faults(Faults::one(Fault { file: name, line: None, column: None, what })));
        };
        left = rest;
        let text = String::from_utf8_lossy(&text);
        for (line, id) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if id.is_empty() || (line == 1 && id == "member_id") {
                continue;
            }
            // The id is not shown: the ledger keeps faults.
            let what = if id.chars().count() > LONGEST {
                "an id has at most 64 characters; write one id in each line"
            } else if id.chars().any(|c| c.is_control() || c == '\u{fffd}') {
                "the id has a control character or is not UTF-8; write one id in each line"
            } else {
                ids.push(id.to_owned());
                continue;
            };
            faults.of_row(Fault { file: name.clone(), line: Some(line), column: None, what: what.to_owned() });
        }
    }
    if faults.count > 0 {
        return Err(ImportError::Faults(faults));
    }
    if ids.is_empty() || ids.len() > MOST {
        let what = format!("there are {} ids; give 1 to {MOST}, one in each line", ids.len());
        let fault = Fault { file: "ids".to_owned(), line: None, column: None, what };
        return Err(ImportError::Faults(Faults::one(fault)));
    }
    Ok(ids)
}

fn files(inputs: &[PathBuf]) -> Result<Vec<PathBuf>, ImportError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| ImportError::Io { path, source }
    };
    let mut files = Vec::new();
    for input in inputs {
        if fs::metadata(input).map_err(io(input))?.is_dir() {
            files.extend(entries(input).map_err(io(input))?);
        } else {
            files.push(input.clone());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_one_in_each_line() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("ids.csv");
        fs::write(&path, "\u{feff}member_id\r\nM1\r\n\r\n a b\nmember_id\n").expect("written");
        // Spaces belong to an id, as in the feed.
        assert_eq!(read(&[dir.path().to_owned()]).expect("read"), ["M1", " a b", "member_id"]);
        fs::write(&path, format!("M1\n{}\na\tb\n", "m".repeat(65))).expect("written");
        let Err(ImportError::Faults(faults)) = read(std::slice::from_ref(&path)) else { panic!("refused") };
        assert_eq!(faults.listed().iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(2), Some(3)]);
        fs::write(&path, "\n").expect("written");
        assert!(read(&[path]).is_err());
    }
}
