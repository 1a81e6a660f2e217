//! Erasing members: from the warehouse, from what is kept of loads, from the ledger's texts; and the list by which a feed
//! does not bring them back.
//!
//! Every step can be repeated, and the list is written first: an erasure that was cut off runs again.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use aho_corasick::{AhoCorasick, MatchKind};

use super::files::kept_root;
use super::{Load, LoadOptions, Parts};
use crate::backup::{self, BackupError, Made, Site, Wish};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::chain::MARK;
use crate::store::erased::ErasedMember;
use crate::warehouse::Progress;
use crate::warehouse::copy::Source;
use crate::warehouse::erased::digest;
use crate::warehouse::load::{self, Fault, Faults, ImportError, ImportReport};
use crate::warehouse::mapping::MemberKey;

/// The most ids of one erasure.
const MOST: usize = 100_000;
/// The most characters of an id, as the feed has it.
const LONGEST: usize = 64;
/// The most bytes of all files of ids.
const MOST_BYTES: u64 = (MOST * (LONGEST * 4 + 2)) as u64;

/// Erases the members whose ids are in the files.
///
/// # Errors
/// The ids are not such, the warehouse or the backup failed. [`ImportError::Unfinished`] says what is left to do; the
/// members stay on the list in any case.
pub(super) fn run(
    parts: Parts<'_>,
    load: &Load,
    inputs: &[PathBuf],
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let Parts { warehouse, store, data_dir, .. } = parts;
    let keep_counts = LoadOptions::of(load)?.keep_counts;
    let ids = read(inputs)?;
    let key = MemberKey(store.keys().map_err(unfinished)?.member);
    // A mapping may have hashed them.
    let hashed: Vec<String> = ids.iter().filter_map(|id| key.hash(id)).collect();
    let given = ids.len() as u64;
    let ids = [ids, hashed].concat();
    let member = |id: &String| ErasedMember { digest: digest(&key, id), load: load.id, keep_counts };
    let listed: Vec<ErasedMember> = ids.iter().map(member).collect();
    store.add_erased(&listed).map_err(unfinished)?;

    let options = parts.import_options(load.id).map_err(unfinished)?;
    let mut report = load::erase(warehouse, &options.erased, options.fact_days.yesterday(), Some(load.id), progress)?;
    progress.start("compacting the data", None);
    let compacted = warehouse.compact(data_dir, &data_dir.join("tmp"));
    progress.finish();
    compacted.map_err(unfinished)?;

    // What is kept of the files of loads has the ids too. A backup has the rows of all of them, without the members.
    let older = backup::list(parts.backups.folder).map_err(unfinished)?;
    let made = back_up(parts, progress).map_err(unfinished)?;
    remove_kept(data_dir).map_err(unfinished)?;
    store.redact_loads(parts.clock.now(), &redaction(&ids)).map_err(unfinished)?;

    let found = report.erased.unwrap_or_default();
    let unknown = given.saturating_sub(found.removed + found.anonymous);
    if unknown > 0 {
        report.warnings.push(format!("{unknown} of {given} ids are not loaded. A feed does not bring them in either."));
    }
    report.warnings.push(format!("The backup {} was made without them.", made.path.display()));
    for found in older.iter().filter(|found| !made.removed.contains(&found.path)) {
        report.warnings.push(format!("The backup {} still has them: delete it when you can.", found.path.display()));
    }
    for path in entries(&data_dir.join("quarantine")).map_err(unfinished)? {
        report.warnings.push(format!("{} may still have them: delete it when you can.", path.display()));
    }
    Ok(report)
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
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
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

fn back_up(parts: Parts<'_>, progress: &dyn Progress) -> Result<Made, BackupError> {
    let now = parts.clock.now();
    let request = Wish::default().request(parts.backups.folder.to_owned(), parts.backups.recipients, now)?;
    let site = Site { data_dir: parts.data_dir.to_owned(), free_space: parts.free_space };
    let made = backup::create(&site, Source::Open(parts.warehouse), &request, progress)?;
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
            faults.push(Fault { file: name.clone(), line: Some(line), column: None, what: what.to_owned() });
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

/// What stands in place of an id.
const REDACTED: &str = MARK;
/// How much of a value messages quote, in characters.
const QUOTED: usize = 40;

/// Replaces the ids in a text, and their beginnings as messages quote long ones. An id within a longer word is another.
fn redaction(ids: &[String]) -> impl Fn(&str) -> Option<String> + use<> {
    let mut patterns: Vec<String> = ids.to_vec();
    patterns.extend(ids.iter().filter(|id| id.chars().count() > QUOTED).map(|id| id.chars().take(QUOTED).collect()));
    // As they are in JSON and in messages.
    patterns.extend(ids.iter().map(|id| id.escape_debug().to_string()).filter(|escaped| !ids.contains(escaped)));
    let searcher = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&patterns).ok();
    move |text: &str| {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let (mut new, mut end) = (String::new(), 0);
        for found in searcher.as_ref()?.find_iter(text) {
            let inside =
                is_word(text[..found.start()].chars().next_back()) || is_word(text[found.end()..].chars().next());
            if !inside {
                new.push_str(&text[end..found.start()]);
                new.push_str(REDACTED);
                end = found.end();
            }
        }
        (end > 0).then(|| new + &text[end..])
    }
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
        assert_eq!(faults.first.iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(2), Some(3)]);
        fs::write(&path, "\n").expect("written");
        assert!(read(&[path]).is_err());
    }

    #[test]
    fn ids_are_replaced_where_they_are_words_of_their_own() {
        let long = "L".repeat(50);
        let redact = redaction(&["M1".to_owned(), "M11".to_owned(), "a\"b".to_owned(), long.clone()]);
        let quoted = format!("{:?} is not in members", "L".repeat(40) + "...");
        for (text, expected) in [
            ("\"M1\" is not in members", Some("\"[erased]\" is not in members")),
            ("M11, M1", Some("[erased], [erased]")),
            ("M12 and XM1", None),
            (r#"{"what":"a\"b"}"#, Some(r#"{"what":"[erased]"}"#)),
            (quoted.as_str(), Some("\"[erased]...\" is not in members")),
            ("", None),
        ] {
            assert_eq!(redact(text).as_deref(), expected, "{text}");
        }
    }
}
