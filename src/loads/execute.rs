//! Runs one load and writes down how it ended.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::files::{incoming_folder, kept_folder, partial_folder, remove};
use super::{LoadOptions, Parts, erase, summary};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::loads::{Ending, Kind, Load, LoadFault, LoadFile, State};
use crate::store::notes::Note;
use crate::warehouse::demo::DRAWING;
use crate::warehouse::load::{self, DERIVING, ImportError, ImportOptions, ImportReport, REPLACING};
use crate::warehouse::{Progress, WarehouseError};

/// How a load ended, for whoever waits for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub state: State,
    /// What it did, or why it did nothing.
    pub text: String,
    /// Whether the files or the options are at fault, rather than Bond or the machine.
    pub is_input_at_fault: bool,
}

/// Runs a load of the ledger: with the files at `inputs` or, without any, those in its folder. The ledger and the audit
/// log say how it ended.
///
/// A load that was cut off because the process ends (`is_stopping`) stays queued. Where the warehouse failed under a
/// load, the outcome is [`State::Queued`] and [`super::settle`] has to be asked how it ended.
///
/// # Errors
/// The ledger could not be written. The load may be published all the same; [`super::reconcile`] finds out.
pub fn execute(
    parts: Parts<'_>,
    load: &Load,
    inputs: Option<&[PathBuf]>,
    progress: &dyn Progress,
    is_stopping: &dyn Fn() -> bool,
) -> Result<Outcome, StoreError> {
    let Parts { store, clock, data_dir, .. } = parts;
    store.set_load_state(load.id, State::Checking, clock.now())?;
    let started = Instant::now();
    let progress = InLedger { parts, load: load.id, progress };
    let result = run(parts, load, inputs, parts.import_options(load.id)?, &progress);
    if matches!(result, Err(ImportError::Cancelled)) && is_stopping() {
        store.set_load_state(load.id, State::Queued, clock.now())?;
        let text = "Bond is stopping; the load goes on at the next start.".to_owned();
        return Ok(Outcome { state: State::Queued, text, is_input_at_fault: false });
    }
    if let Err(ImportError::Warehouse(WarehouseError::Unavailable(reason))) = &result {
        return Ok(undecided(load, reason));
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
            text: error.to_string(),
            is_input_at_fault: error.is_input_at_fault(),
        },
    };
    write_down(parts, load, &outcome, result)?;
    if let Some(folder) = &load.folder {
        remove(&incoming_folder(data_dir, folder));
    }
    Ok(outcome)
}

/// The outcome where the warehouse failed under the load. Whether it was published is found out, and written down, when
/// the warehouse can be read again ([`super::settle`]); if it was not, it is run again where its files are in the spool.
fn undecided(load: &Load, reason: &str) -> Outcome {
    let is_kept = !load.kind.needs_files() || load.folder.is_some();
    Outcome {
        state: if is_kept { State::Queued } else { State::Failed },
        text: if is_kept {
            format!("{reason}; the load goes on when it can be used again")
        } else {
            format!("{reason}; `bond loads show {}` says whether it was published once it can be used again", load.id)
        },
        is_input_at_fault: false,
    }
}

fn run(
    parts: Parts<'_>,
    load: &Load,
    inputs: Option<&[PathBuf]>,
    base: ImportOptions,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let complete = base.fact_days.yesterday();
    let LoadOptions { days, allow_shrink, mapping, before, demo, .. } = LoadOptions::of(load)?;
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
    let partial = partial_folder(parts.data_dir, load.id);
    let check = load.kind == Kind::Check;
    if !check {
        remove(&partial);
        create(&partial)?;
    }
    let options = ImportOptions {
        days: days.map(|days| (days.0, days.1)),
        allow_shrink,
        check,
        load: Some(load.id),
        keep_in: (!check).then(|| partial.clone()),
        mapping,
        ..base
    };
    let report = load::import(parts.warehouse, inputs, &options, progress);
    match &report {
        // The copies are on the disk already; at start the folder is renamed if the process ends here.
        Ok(report) if !check && !report.already_loaded => keep(parts.data_dir, load.id)?,
        _ => remove(&partial),
    }
    report
}

/// What a load may need besides its files: derived tables, the undo, the log.
const SPARE: u64 = 64 << 20;

/// About how many bytes of a feed a member of a demo would be: 180 rows of 50 bytes.
const DEMO_BYTES: u64 = 9_000;

/// Refuses a load before it begins, because a disk that is full in the middle hinders everything else.
fn require_room(parts: Parts<'_>, bytes: u64) -> Result<(), ImportError> {
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
pub(super) fn keep(data_dir: &Path, load: i64) -> Result<(), ImportError> {
    let (partial, kept) = (partial_folder(data_dir, load), kept_folder(data_dir, load));
    if partial.is_dir() {
        std::fs::rename(&partial, &kept).map_err(|source| ImportError::Io { path: kept, source })?;
    }
    Ok(())
}

fn write_down(
    parts: Parts<'_>,
    load: &Load,
    outcome: &Outcome,
    result: Result<ImportReport, ImportError>,
) -> Result<(), StoreError> {
    let mut ending = Ending::default();
    match result {
        Ok(report) => {
            let is_new = load.kind != Kind::Check && !report.already_loaded;
            ending.data_version = is_new.then_some(report.data_version);
            ending.rows = i64::try_from(report.rows).ok();
            ending.message = report.already_loaded.then(|| outcome.text.trim_end().to_owned());
            ending.report = serde_json::to_string(&report).ok();
            ending.files = report.files.iter().map(file).collect();
        }
        Err(ImportError::Faults(faults)) => {
            ending.message = Some(format!("{} faults; nothing was loaded", faults.count));
            ending.fault_count = i64::try_from(faults.count).unwrap_or(i64::MAX);
            ending.faults = faults.first.into_iter().map(fault).collect();
        }
        Err(error) => ending.message = Some(error.to_string()),
    }
    let Parts { store, clock, .. } = parts;
    let files: Vec<&str> = ending.files.iter().map(|file| file.name.as_str()).collect();
    let rows = ending.rows.unwrap_or_default();
    let detail = match (ending.data_version, load.kind) {
        (Some(version), Kind::Undo) => format!("data version {version}"),
        (Some(version), Kind::Demo) => format!("{rows} rows, data version {version}"),
        (Some(version), Kind::Erase | Kind::Expire) => {
            format!("{}; data version {version}", outcome.text.lines().next().unwrap_or_default())
        }
        (Some(version), _) => format!("{rows} rows, data version {version}: {}", files.join(", ")),
        (None, _) => files.join(", "),
    };
    let subject = format!("load {}", load.id);
    let entry = Entry {
        at: clock.now(),
        event: match ending.data_version {
            None if outcome.state == State::Published => "load_repeated",
            _ => event(load.kind, outcome.state),
        },
        actor: load.actor.as_deref(),
        subject: Some(&subject),
        detail: Some(&detail).filter(|detail| !detail.is_empty()).map(String::as_str),
        ..Entry::default()
    };
    store.end_load(load.id, outcome.state, &ending, &entry)?;
    match ending.data_version {
        Some(version) => store.note(Note::DataVersion, i64::from(version)),
        None => Ok(()),
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

/// Writes the state of the load to the ledger where a step begins it.
struct InLedger<'a> {
    parts: Parts<'a>,
    load: i64,
    progress: &'a dyn Progress,
}

impl Progress for InLedger<'_> {
    fn start(&self, what: &str, total: Option<u64>) {
        let state = match what {
            REPLACING | DRAWING => Some(State::Loading),
            DERIVING => Some(State::Deriving),
            _ => None,
        };
        if let Some(state) = state
            && let Err(error) = self.parts.store.set_load_state(self.load, state, self.parts.clock.now())
        {
            tracing::warn!(%error, load = self.load, "the ledger of loads could not be written");
        }
        self.progress.start(what, total);
    }

    fn advance(&self, done: u64) {
        self.progress.advance(done);
    }

    fn finish(&self) {
        self.progress.finish();
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}
