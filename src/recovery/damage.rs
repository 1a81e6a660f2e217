//! Why the data cannot be served.

use std::io;
use std::path::PathBuf;

use crate::backup::BackupError;
use crate::store::StoreError;

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
    /// The accounts cannot be used, or are not those of the data.
    #[error("{what}; {advice}")]
    Accounts {
        /// What is wrong.
        what: String,
        /// The command to run.
        advice: String,
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
