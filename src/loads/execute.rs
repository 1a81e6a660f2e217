//! Runs one load and writes down how it ended.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::files::{complete_folder, incoming_folder, partial_folder, remove};
use super::in_ledger::InLedger;
use super::packed::archives;
use super::{LoadContext, LoadOptions, erase, other_files, summary};
use crate::platform::files;
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::loads::{Ending, Kind, Load, LoadFault, LoadFile, State};
use crate::store::notes::Note;
use crate::warehouse::load::{self, ImportError, ImportOptions, ImportReport};
use crate::warehouse::{Progress, WarehouseError, counted};

/// How a load ended, for whoever waits for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub state: State,
    /// What it did, or why it did nothing.
    pub text: String,
    /// Whether the files or the options are at fault, rather than Bond or the machine.
    pub is_input_at_fault: bool,
}

/// A load has ended, and the ledger could not be told.
#[derive(Debug, thiserror::Error)]
#[error("the end of load {} could not be written down: {error}", .end.load.id)]
pub struct Unwritten {
    end: Box<End>,
    error: StoreError,
}

impl Unwritten {
    /// How the load ended, for whoever waits. What is published stays so, and the next start writes it down; any other
    /// load is run again there if it can be repeated.
    pub fn outcome(&self) -> Outcome {
        let End { load, outcome, .. } = &*self.end;
        let mut outcome = match outcome.state {
            State::Published => outcome.clone(),
            _ if is_kept(load) => return undecided(load, &self.error.to_string()),
            // The files were read in place: nobody can repeat it.
            State::Checked => Outcome { state: State::Failed, ..outcome.clone() },
            _ => outcome.clone(),
        };
        let _ = write!(outcome.text, "\nwarning: {self}; the next start writes it down");
        outcome
    }

    /// Tries to write it down again.
    ///
    /// # Errors
    /// As before.
    pub fn write_again(self, parts: LoadContext<'_>) -> Result<Outcome, Unwritten> {
        self.end.write(parts)
    }
}

/// Runs a load of the ledger: with the files at `inputs` or, without any, those in its folder. The ledger and the audit
/// log say how it ended.
///
/// A load that was cut off because the process ends (`is_stopping`) stays queued. Where the warehouse failed under a
/// load, or the ledger could not be written before it began, the outcome is [`State::Queued`] and [`super::settle`] has
/// to be asked how it ended.
///
/// # Errors
/// The ledger could not be written after the load had ended. It may be published.
pub fn execute(
    parts: LoadContext<'_>,
    load: &Load,
    inputs: Option<&[PathBuf]>,
    progress: &dyn Progress,
    is_stopping: &dyn Fn() -> bool,
) -> Result<Outcome, Unwritten> {
    let LoadContext { store, clock, .. } = parts;
    let begun = store.set_load_state(load.id, State::Checking, clock.now());
    let options = match begun.and_then(|()| parts.import_options(load.id)) {
        Ok(options) => options,
        Err(error) => return Ok(undecided(load, &error.to_string())),
    };
    let started = Instant::now();
    let progress = InLedger { parts, load: load.id, progress };
    let mut result = kept(parts, load, certain(parts, load, run(parts, load, inputs, options, &progress)));
    if matches!(result, Err(ImportError::Cancelled)) && is_stopping() {
        // Where this fails, the next start finds out the same.
        if let Err(error) = store.set_load_state(load.id, State::Queued, clock.now()) {
            tracing::warn!(%error, load = load.id, "the ledger of loads could not be written");
        }
        let text = "Bond is stopping; the load goes on at the next start.".to_owned();
        return Ok(Outcome { state: State::Queued, text, is_input_at_fault: false });
    }
    if let Err(ImportError::Warehouse(WarehouseError::Unavailable(reason))) = &result {
        return Ok(undecided(load, &without_path(parts.data_dir, reason)));
    }
    if load.kind.loads_files()
        && let Ok(report) = &mut result
    {
        match other_files::warnings(store, report) {
            Ok(warnings) => report.warnings.extend(warnings),
            Err(error) => tracing::warn!(%error, load = load.id, "the ledger of loads could not be read"),
        }
    }
    let outcome = match &result {
        Ok(report) => Outcome {
            state: if load.kind == Kind::Check { State::Checked } else { State::Published },
            text: summary::text(load.kind, report, started.elapsed().as_secs_f64()),
            is_input_at_fault: false,
        },
        Err(error) => Outcome {
            state: match error {
                ImportError::Cancelled => State::Cancelled,
                error if error.is_input_at_fault() => State::Refused,
                _ => State::Failed,
            },
            text: without_path(parts.data_dir, &error.to_string()),
            is_input_at_fault: error.is_input_at_fault(),
        },
    };
    End::of(load, outcome, result).write(parts)
}

/// The outcome where something failed under the load and it is not known yet what became of it. Whether it was published is
/// found out, and written down, when all can be read again ([`super::settle`]); if it was not, it is run again where its
/// files are in the spool.
fn undecided(load: &Load, reason: &str) -> Outcome {
    Outcome {
        state: State::Queued,
        text: if is_kept(load) {
            format!("{reason}; the load goes on when it can be used again")
        } else {
            format!("{reason}; `bond loads show {}` says whether it was published once it can be used again", load.id)
        },
        is_input_at_fault: false,
    }
}

/// Whether a load can be repeated: its files are in the spool, or it needs none.
fn is_kept(load: &Load) -> bool {
    !load.kind.needs_files() || load.folder.is_some()
}

/// What became of a load whose end is an error. After a commit the warehouse has its batch, and the load is published
/// whatever failed then.
fn certain(
    parts: LoadContext<'_>,
    load: &Load,
    result: Result<ImportReport, ImportError>,
) -> Result<ImportReport, ImportError> {
    let error = match result {
        // Each step of an erasure can be repeated, and the batch is the first of them.
        Err(error) if may_follow_a_commit(&error) && !matches!(load.kind, Kind::Check | Kind::Erase) => error,
        decided => return decided,
    };
    match parts.warehouse.batch_of_load(load.id) {
        Ok(None) => Err(error),
        Ok(Some((data_version, rows))) => {
            tracing::warn!(%error, load = load.id, "a load was published and reported an error");
            let warnings = vec![format!("the load is published, although it ended with an error: {error}")];
            Ok(ImportReport { data_version, rows: rows.unsigned_abs(), warnings, ..ImportReport::default() })
        }
        Err(unreadable) => Err(ImportError::Warehouse(WarehouseError::Unavailable(format!("{error}; {unreadable}")))),
    }
}

/// Whether an error leaves open whether the load was published.
fn may_follow_a_commit(error: &ImportError) -> bool {
    match error {
        ImportError::Warehouse(WarehouseError::Unavailable(_)) | ImportError::Cancelled => false,
        error => !error.is_input_at_fault(),
    }
}

fn run(
    parts: LoadContext<'_>,
    load: &Load,
    inputs: Option<&[PathBuf]>,
    base: ImportOptions,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let complete = base.fact_days.yesterday();
    let LoadOptions { days, allow_shrink, new_time_zone, mapping, source, effective, before, demo, .. } =
        LoadOptions::of(load)?;
    let waiting = load.folder.as_deref().map(|folder| incoming_folder(parts.data_dir, folder));
    let inputs = inputs.or(waiting.as_ref().map(std::slice::from_ref)).unwrap_or_default();
    let missing = |what: &str| Err(ImportError::Unfinished(format!("no {what} is given")));
    match load.kind {
        Kind::Undo => return load::undo(parts.warehouse, Some(load.id), complete, progress),
        Kind::Erase => return erase::run(parts, load, inputs, progress),
        Kind::Expire => {
            let Some(before) = before else { return missing("day") };
            return load::expire(parts.warehouse, before, complete, Some(load.id), progress);
        }
        Kind::Demo => {
            let Some(demo) = demo else { return missing("demo") };
            require_room(parts, DEMO_BYTES * u64::from(demo.members))?;
            return demo.make(parts.warehouse, load.id, progress);
        }
        Kind::Import | Kind::Check => {}
    }
    require_room(parts, inputs.iter().map(|input| size(input)).sum())?;
    let check = load.kind == Kind::Check;
    let partial = (!check).then(|| partial_folder(parts.data_dir, load.id));
    if let Some(partial) = &partial {
        remove(partial);
        create(partial)?;
    }
    let options = ImportOptions {
        days: days.map(|days| (days.0, days.1)),
        allow_shrink,
        new_time_zone,
        check,
        load: Some(load.id),
        keep_in: partial,
        mapping,
        source,
        effective,
        ..base
    };
    load::import(parts.warehouse, inputs, &options, progress).map_err(|error| with_archives(error, inputs))
}

/// An error with the archives of the files that it names.
fn with_archives(error: ImportError, inputs: &[PathBuf]) -> ImportError {
    match error {
        ImportError::Faults(mut faults) => {
            let of: HashMap<String, String> = inputs.iter().flat_map(|input| archives(input)).collect();
            faults.rename(|file| {
                // The name of a workbook stands before that of its sheet.
                let name = file.split(" (").next().unwrap_or_default();
                of.get(file).or_else(|| of.get(name)).map(|archive| format!("{archive}/{file}"))
            });
            ImportError::Faults(faults)
        }
        other => other,
    }
}

/// A message without the path of the data directory: whoever sends files is not told where the server keeps them.
fn without_path(data_dir: &Path, text: &str) -> String {
    text.replace(&format!("{}/", data_dir.display()), "")
}

/// Keeps the copies of a published load's files, which are on the disk already, and removes those of any other. That they
/// cannot be kept under their name changes nothing of what is published.
fn kept(
    parts: LoadContext<'_>,
    load: &Load,
    mut result: Result<ImportReport, ImportError>,
) -> Result<ImportReport, ImportError> {
    if load.kind != Kind::Import {
        return result;
    }
    match &mut result {
        Ok(report) if !report.already_loaded => {
            if let Err(error) = keep(parts.data_dir, load.id) {
                report.warnings.push(not_kept(load.id, &error));
            }
        }
        // It may be published.
        Err(ImportError::Warehouse(WarehouseError::Unavailable(_))) => {}
        _ => remove(&partial_folder(parts.data_dir, load.id)),
    }
    result
}

/// What is said where the copies of a published load's files are not under their name. The next start tries again.
pub(super) fn not_kept(load: i64, error: &io::Error) -> String {
    tracing::warn!(%error, load, "the copies of a load's files stay in their first folder");
    format!(
        "the copies of the files stay in spool/loads/{load}.partial, because they could not be moved to spool/loads/{load}: \
         {error}"
    )
}

/// What a load may need besides its files: derived tables, the undo, the log.
const SPARE: u64 = 64 << 20;

/// About how many bytes of a feed a member of a demo would be: 180 rows of 50 bytes.
const DEMO_BYTES: u64 = 9_000;

/// Refuses a load of so many bytes before it begins, because a disk that is full in the middle hinders everything else.
///
/// # Errors
/// [`ImportError::NoRoom`]
pub fn require_room(parts: LoadContext<'_>, bytes: u64) -> Result<(), ImportError> {
    let needed = (bytes / 2).saturating_mul(5).saturating_add(SPARE);
    let path = parts.data_dir.to_owned();
    let free = (parts.free_space)(&path).map_err(|source| ImportError::Io { path: path.clone(), source })?;
    if free < needed { Err(ImportError::NoRoom { needed, free }) } else { Ok(()) }
}

/// The bytes of a file or of the files of a folder; 0 for what cannot be read, which the load reports.
fn size(input: &Path) -> u64 {
    let of = |path: &Path| std::fs::metadata(path).map_or(0, |data| if data.is_file() { data.len() } else { 0 });
    match std::fs::read_dir(input) {
        Ok(entries) => entries.flatten().map(|entry| of(&entry.path())).sum(),
        Err(_) => of(input),
    }
}

fn create(folder: &Path) -> Result<(), ImportError> {
    std::fs::create_dir_all(folder).map_err(|source| ImportError::Io { path: folder.to_owned(), source })
}

/// Marks the copies of a published load's files as complete.
pub(super) fn keep(data_dir: &Path, load: i64) -> io::Result<()> {
    let partial = partial_folder(data_dir, load);
    if partial.is_dir() { files::rename(&partial, &complete_folder(data_dir, load)) } else { Ok(()) }
}

/// How a load ended, as the ledger and the audit log have it.
#[derive(Debug)]
struct End {
    load: Load,
    outcome: Outcome,
    ending: Ending,
    event: &'static str,
    detail: String,
}

impl End {
    fn of(load: &Load, outcome: Outcome, result: Result<ImportReport, ImportError>) -> Box<End> {
        let mut ending = Ending::default();
        match result {
            Ok(report) => {
                let is_new = load.kind != Kind::Check && !report.already_loaded;
                ending.data_version = is_new.then_some(report.data_version);
                ending.rows = i64::try_from(report.rows).ok();
                ending.message = report.already_loaded.then(|| outcome.text.trim_end().to_owned());
                match serde_json::to_string(&report) {
                    Ok(report) => ending.report = Some(report),
                    Err(error) => ending.message = Some(format!("the report cannot be written: {error}")),
                }
                ending.files = report.files.iter().map(file).collect();
            }
            Err(ImportError::Faults(faults)) => {
                ending.message = Some(format!("{}; nothing was loaded", counted::faults(faults.count)));
                ending.fault_count = i64::try_from(faults.count).unwrap_or(i64::MAX);
                ending.faults = faults.listed().into_iter().map(fault).collect();
            }
            Err(_) => ending.message = Some(outcome.text.clone()),
        }
        let mut files: Vec<&str> = Vec::new();
        for file in &ending.files {
            if !files.contains(&file.name.as_str()) {
                files.push(&file.name);
            }
        }
        let rows = counted::rows(ending.rows.unwrap_or_default().unsigned_abs());
        let detail = match (ending.data_version, load.kind) {
            (Some(version), Kind::Undo) => format!("data version {version}"),
            (Some(version), Kind::Demo) => format!("{rows}, data version {version}"),
            (Some(version), Kind::Erase | Kind::Expire) => {
                format!("{}; data version {version}", outcome.text.lines().next().unwrap_or_default())
            }
            (Some(version), _) => format!("{rows}, data version {version}: {}", files.join(", ")),
            (None, _) => files.join(", "),
        };
        let event = match ending.data_version {
            None if outcome.state == State::Published => "load_repeated",
            _ => event(load.kind, outcome.state),
        };
        Box::new(End { load: load.clone(), outcome, ending, event, detail })
    }

    /// Writes it to the ledger and the audit log, in one transaction; the files in the spool are not needed then.
    fn write(self: Box<End>, parts: LoadContext<'_>) -> Result<Outcome, Unwritten> {
        let LoadContext { store, clock, data_dir, .. } = parts;
        let End { load, outcome, ending, event, detail } = &*self;
        let subject = format!("load {}", load.id);
        let entry = Entry {
            at: clock.now(),
            event,
            actor: load.actor.as_deref(),
            subject: Some(&subject),
            detail: Some(detail.as_str()).filter(|detail| !detail.is_empty()),
            ..Entry::default()
        };
        if let Err(error) = store.end_load(load.id, outcome.state, ending, &entry) {
            return Err(Unwritten { end: self, error });
        }
        // The next start notes it again.
        if let Some(version) = ending.data_version
            && let Err(error) = store.note(Note::DataVersion, i64::from(version))
        {
            tracing::warn!(%error, version, "the data version was not noted");
        }
        if let Some(folder) = &load.folder {
            remove(&incoming_folder(data_dir, folder));
        }
        Ok(self.outcome)
    }
}

/// What the audit log calls the end of a load.
pub(super) fn event(kind: Kind, state: State) -> &'static str {
    match (state, kind) {
        (State::Published, Kind::Import | Kind::Check) => "import",
        (State::Published, Kind::Undo) => "load_undone",
        (State::Published, Kind::Erase) => "members_erased",
        (State::Published, Kind::Expire) => "facts_expired",
        (State::Published, Kind::Demo) => "demo_made",
        (State::Checked, _) => "load_checked",
        (State::Refused, _) => "load_refused",
        (State::Cancelled, _) => "load_cancelled",
        _ => "load_failed",
    }
}

fn file(file: &load::FileReport) -> LoadFile {
    LoadFile {
        name: file.file.clone(),
        table: file.table.to_owned(),
        source: file.source.clone(),
        bytes: i64::try_from(file.bytes).unwrap_or(i64::MAX),
        sha256: file.sha256.clone(),
        rows: i64::try_from(file.rows).unwrap_or(i64::MAX),
    }
}

fn fault(fault: load::Fault) -> LoadFault {
    LoadFault {
        file: fault.file,
        line: fault.line.and_then(|line| i64::try_from(line).ok()),
        column: fault.column,
        text: fault.what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::load::{Fault, Faults};

    #[test]
    fn messages_name_archives_and_no_folder_of_the_server() {
        let told = without_path(Path::new("/srv/bond"), "cannot write /srv/bond/tmp/a.tmp beside /srv/bond/b");
        assert_eq!(told, "cannot write tmp/a.tmp beside b");
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::write(dir.path().join(".archives"), "p.xlsx\tfeed.zip\nlogins.csv\tfeed.zip\n").expect("written");
        for (file, wanted) in [
            ("logins.csv", "feed.zip/logins.csv: wrong\n"),
            ("p.xlsx (Sales)", "feed.zip/p.xlsx (Sales): wrong\n"),
            ("members.csv", "members.csv: wrong\n"),
        ] {
            let fault = Fault { file: file.to_owned(), line: None, column: None, what: "wrong".to_owned() };
            let error = with_archives(ImportError::Faults(Faults::one(fault)), &[dir.path().to_owned()]);
            assert!(error.to_string().starts_with(wanted), "{error}");
        }
    }
}
