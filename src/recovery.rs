//! Before the warehouse is opened: whether it can be, and whether it holds what the ledger says.
//!
//! A child process looks at the file. If it cannot be read with its write-ahead log, the log goes to `quarantine/`, and
//! what only the log had is loaded again from the spool. A log or a warehouse that is gone is noticed because the ledger
//! knows of loads that the file lacks. Where the spool does not have them all, the newest backup is put in place of the
//! warehouse, and the loads after it are loaded again. Nothing is deleted, and nothing older is shown in silence.

mod from_backup;
mod quarantine;

use std::collections::HashSet;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::Signal;

use crate::backup::{BackupError, upgrade};
use crate::child;
use crate::loads::kept_folder;
use crate::store::loads::{Load, State};
use crate::store::notes::Note;
use crate::store::{Store, StoreError};
use crate::warehouse::{Batch, Warehouse};
use quarantine::Quarantine;

pub use from_backup::restore_warehouse;

/// The hidden command that prints the batches of a warehouse file as JSON.
pub const PROBE: &str = "probe-warehouse";

/// Why the data cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The warehouse cannot be read, with and without its log.
    #[error("the warehouse cannot be read: {reason}")]
    Unreadable {
        /// What the database says.
        reason: String,
    },
    /// The examination itself failed, which says nothing about the data.
    #[error("the warehouse could not be examined: {reason}; start Bond again")]
    NotExamined {
        /// Why.
        reason: String,
    },
    /// Published loads are missing, and so are their files.
    #[error(
        "the warehouse lacks {} published loads, the first of them load {first}, and the spool has no copy of load {lost}",
        .count
    )]
    Lost {
        /// How many loads the warehouse lacks.
        count: usize,
        /// The number of the first.
        first: i64,
        /// The number of the first without files.
        lost: i64,
    },
    /// A missing load could not be loaded again.
    #[error("load {load} is missing and could not be loaded again from the spool: {reason}")]
    NotReloaded {
        /// Its number.
        load: i64,
        /// Why.
        reason: String,
    },
    /// The warehouse is older than it was, and the ledger does not know the loads that are missing: those of a demo, or
    /// of releases without a ledger.
    #[error("the warehouse had data version {had} and has {has}; the loads between are not in the ledger")]
    Older {
        /// The latest that it had.
        had: i64,
        /// The one it has.
        has: i64,
    },
    /// What is wrong, and what a person can do.
    #[error("{damage}; {advice}")]
    Beyond {
        /// What is wrong.
        damage: Box<Damage>,
        /// The command to run.
        advice: String,
    },
    /// The ledger could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A backup could not be used.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// A file could not be moved.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Where to look.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The data directory. This process owns it.
    pub data_dir: &'a Path,
    /// The folder of its backups.
    pub backups: &'a Path,
    /// Now, in seconds since 1970-01-01 UTC.
    pub now: i64,
}

/// What the warehouse holds.
#[derive(Debug, Default)]
pub struct Examined {
    batches: Vec<Batch>,
}

/// Looks at the warehouse, puts an unreadable log aside, and where the spool lacks something that the warehouse lacks
/// too, puts the newest backup in place of the warehouse.
///
/// # Errors
/// There is no way back that needs no person.
pub fn examine(place: Place<'_>) -> Result<Examined, Damage> {
    let looked = look(place);
    // A store of an older release is migrated later, after a backup.
    let is_readable = Store::file(place.data_dir).is_file() && upgrade::is_current(place.data_dir)?;
    if !is_readable || matches!(looked, Err(Damage::NotExamined { .. } | Damage::Io { .. })) {
        return looked;
    }
    let store = Store::open(place.data_dir)?;
    let complete = looked.and_then(|examined| examined.missing(place.data_dir, &store).map(|_| examined));
    match complete {
        Err(damage @ (Damage::Unreadable { .. } | Damage::Lost { .. } | Damage::Older { .. })) => {
            from_backup::recover(place, &store, damage)
        }
        complete => complete,
    }
}

fn look(place: Place<'_>) -> Result<Examined, Damage> {
    let file = place.data_dir.join(Warehouse::FILE);
    if !file.exists() {
        return Ok(Examined::default());
    }
    let reason = match probe(&file)? {
        Ok(batches) => return Ok(Examined { batches }),
        Err(reason) => reason,
    };
    let aside = Quarantine::of_log(place.data_dir, place.now)?;
    if aside.is_empty() {
        return Err(Damage::Unreadable { reason });
    }
    let without_log = probe(&file);
    let Ok(Ok(batches)) = without_log else {
        // The log is not to blame: it stays with its file.
        aside.put_back()?;
        return Err(without_log.err().unwrap_or(Damage::Unreadable { reason }));
    };
    tracing::error!(%reason, folder = %aside.folder.display(), "the write-ahead log is in quarantine");
    Ok(Examined { batches })
}

impl Examined {
    /// The published loads that the warehouse lacks, in order, to be loaded again.
    ///
    /// # Errors
    /// The files of one of them are not in the spool, or the ledger does not explain what is missing.
    pub fn missing(&self, data_dir: &Path, store: &Store) -> Result<Vec<Load>, Damage> {
        let missing = missing(&store.published_loads()?, &self.batches);
        let has = self.batches.iter().map(|batch| i64::from(batch.version)).max().unwrap_or_default();
        let had = store.noted(Note::DataVersion)?.unwrap_or_default();
        if had > has + i64::try_from(missing.len()).unwrap_or(i64::MAX) {
            return Err(Damage::Older { had, has });
        }
        if let Some(first) = missing.first() {
            let can_be_repeated = |load: &&Load| !load.kind.loads_files() || kept_folder(data_dir, load.id).is_dir();
            if let Some(lost) = missing.iter().find(|load| !can_be_repeated(load)) {
                return Err(Damage::Lost { count: missing.len(), first: first.id, lost: lost.id });
            }
            tracing::error!(loads = missing.len(), "the warehouse lacks published loads; they are loaded again");
        }
        Ok(missing)
    }
}

/// The loads that the ledger has as published and the warehouse lacks.
fn missing(published: &[Load], batches: &[Batch]) -> Vec<Load> {
    let there: HashSet<i64> = batches.iter().filter_map(|batch| batch.load).collect();
    let is_missing =
        |load: &&Load| load.state == State::Published && load.data_version.is_some() && !there.contains(&load.id);
    published.iter().filter(is_missing).cloned().collect()
}

/// Asks a child for the batches of a file; an inner error says why the file cannot be read.
fn probe(file: &Path) -> Result<Result<Vec<Batch>, String>, Damage> {
    let not_examined = |reason: String| Damage::NotExamined { reason };
    let output = child::command(PROBE)
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_examined(error.to_string()))?;
    if output.status.success() {
        let batches = serde_json::from_slice(&output.stdout);
        return batches.map(Ok).map_err(|error| not_examined(error.to_string()));
    }
    // The system does this where memory is short. A log must not go to quarantine for it.
    if output.status.signal() == Some(Signal::KILL.as_raw()) {
        return Err(not_examined("its process was killed".to_owned()));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.strip_prefix("bond: ").unwrap_or(line);
    Ok(Err(if line.is_empty() { format!("the database ended with {}", output.status) } else { line.to_owned() }))
}
