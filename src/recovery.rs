//! Before the warehouse is opened: whether it can be, and whether it holds what the ledger says.
//!
//! A child process looks at the file. If it cannot be read with its write-ahead log, the log goes to `quarantine/`, and
//! what only the log had is loaded again from the spool. A log or a warehouse that is gone is noticed because the ledger
//! knows of loads that the file lacks. Nothing is deleted, and nothing older is shown in silence.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::Signal;

use crate::child;
use crate::loads::kept_folder;
use crate::store::loads::{Load, State};
use crate::store::{Store, StoreError};
use crate::warehouse::{Batch, Warehouse};

/// The hidden command that prints the batches of a warehouse file as JSON.
pub const PROBE: &str = "probe-warehouse";

/// Why the data cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The warehouse cannot be read, with and without its log.
    #[error("the warehouse cannot be read: {reason}; restore a backup with `bond restore`")]
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
        "the warehouse lacks {} published loads, the first of them load {first}, and the spool has no copy of load {lost}; \
         restore a backup with `bond restore`", .count
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
    /// The ledger could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be moved.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What the warehouse holds.
#[derive(Debug, Default)]
pub struct Examined {
    batches: Vec<Batch>,
}

/// Looks at the warehouse of a data directory that this process owns, and puts an unreadable log aside.
///
/// # Errors
/// There is no way back but a backup.
pub fn examine(data_dir: &Path, now: i64) -> Result<Examined, Damage> {
    let file = data_dir.join(Warehouse::FILE);
    if !file.exists() {
        return Ok(Examined::default());
    }
    let reason = match probe(&file)? {
        Ok(batches) => return Ok(Examined { batches }),
        Err(reason) => reason,
    };
    let aside = Quarantine::of(data_dir, now)?;
    if aside.moved.is_empty() {
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
    /// The files of one of them are not in the spool.
    pub fn missing(&self, data_dir: &Path, store: &Store) -> Result<Vec<Load>, Damage> {
        let missing = missing(&store.published_loads()?, &self.batches);
        if let Some(first) = missing.first() {
            let has_files = |load: &&Load| !load.kind.has_files() || kept_folder(data_dir, load.id).is_dir();
            if let Some(lost) = missing.iter().find(|load| !has_files(load)) {
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

/// Files put aside.
struct Quarantine {
    folder: PathBuf,
    /// From where to where.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Quarantine {
    /// Moves the write-ahead log and what checkpoints leave beside it.
    fn of(data_dir: &Path, now: i64) -> Result<Quarantine, Damage> {
        let mut aside = Quarantine { folder: data_dir.join("quarantine").join(now.to_string()), moved: Vec::new() };
        let made = fs::create_dir_all(&aside.folder);
        made.map_err(|source| Damage::Io { path: aside.folder.clone(), source })?;
        for end in [".wal", ".wal.checkpoint", ".wal.recovery"] {
            let from = data_dir.join(format!("{}{end}", Warehouse::FILE));
            if from.exists() {
                let to = aside.folder.join(from.file_name().unwrap_or_default());
                fs::rename(&from, &to).map_err(|source| Damage::Io { path: from.clone(), source })?;
                aside.moved.push((from, to));
            }
        }
        if aside.moved.is_empty() {
            let _ = fs::remove_dir(&aside.folder);
        }
        Ok(aside)
    }

    fn put_back(&self) -> Result<(), Damage> {
        for (from, to) in &self.moved {
            fs::rename(to, from).map_err(|source| Damage::Io { path: to.clone(), source })?;
        }
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}
