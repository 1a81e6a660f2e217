//! The warehouse file as DuckDB has it attached, and how it is attached again after a failed checkpoint.
//!
//! DuckDB invalidates a database whose checkpoint failed: every statement on it fails until it is detached and attached.
//! What was committed is in the write-ahead log. That is why the file is attached to a database in memory, which stays
//! valid. A failed sync is worse: it invalidates the whole instance, and only opening everything anew helps.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, Instant};

use duckdb::Connection;
use tokio::sync::Notify;

use super::error::WarehouseError;
use super::path::quoted;
use crate::platform::files;

/// How long to wait for what still holds the detached file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The attached file.
pub(super) struct Attachment {
    /// Its current database is the one in memory, so that it can detach the file.
    control: Mutex<Connection>,
    file: PathBuf,
    /// The statement that attaches it.
    attach: String,
    /// Where damage is noted for the next start.
    damaged: PathBuf,
    /// Queries hold it shared. A file can only be attached again when no transaction uses it.
    gate: RwLock<()>,
    state: Mutex<State>,
    failed: Notify,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Attached,
    /// A query failed as if the database were invalid.
    Suspected,
    /// It could not be attached again, and is tried again.
    Lost(String),
    /// Only opening the warehouse anew helps.
    Failed(String),
}

impl Attachment {
    /// `connection` is one whose current database is in memory.
    pub(super) fn new(control: Connection, file: &Path, damaged: PathBuf) -> Attachment {
        Attachment {
            control: Mutex::new(control),
            attach: format!("attach '{}' as bond", quoted(file)),
            file: file.to_owned(),
            damaged,
            gate: RwLock::default(),
            state: Mutex::new(State::Attached),
            failed: Notify::new(),
        }
    }

    /// Attaches the file for the first time.
    pub(super) fn attach(&self) -> Result<(), WarehouseError> {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(control.execute_batch(&self.attach)?)
    }

    /// Syncs the folder: DuckDB syncs what it writes to its files, but not that a new log is there.
    pub(super) fn sync_folder(&self) {
        let folder = self.file.parent().map_or(Ok(()), files::sync_folder);
        if let Err(error) = folder {
            tracing::warn!(%error, "the data directory could not be synced");
        }
    }

    /// Waits while the file is being attached again, and keeps it attached until the guard is dropped.
    pub(super) fn enter(&self) -> Result<RwLockReadGuard<'_, ()>, WarehouseError> {
        let gate = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        match &*self.state() {
            State::Attached | State::Suspected => Ok(gate),
            State::Lost(reason) | State::Failed(reason) => Err(WarehouseError::Unavailable(reason.clone())),
        }
    }

    /// Notes that the database may be invalid, so that [`Attachment::renew`] is called by someone who may.
    pub(super) fn suspect(&self) {
        let mut state = self.state();
        if *state == State::Attached {
            *state = State::Suspected;
        }
    }

    /// Whether an error says that bytes of the file are not those that were written, or are missing. DuckDB has no code
    /// for it.
    pub(super) fn is_damage(&self, error: &WarehouseError) -> bool {
        let WarehouseError::Duckdb(error) = error else { return false };
        let text = error.to_string();
        // Operators that exceed the memory write files too.
        let is_short = text.contains("Could not read enough bytes") && text.contains(&*self.file.to_string_lossy());
        is_short || text.contains("Corrupt database file")
    }

    /// Notes that the file has bytes that are not those that were written, so that the next start brings the data back from
    /// elsewhere; the first time, this asks for that start. If it did not help, the rest of the file is still of use.
    pub(super) fn note_damage(&self, error: &WarehouseError) {
        let is_known = self.damaged.exists();
        tracing::error!(%error, "the warehouse file is damaged");
        if is_known {
            return;
        }
        let reason = error.to_string();
        match std::fs::write(&self.damaged, &reason) {
            Ok(()) => {
                *self.state() = State::Failed(reason);
                self.failed.notify_waiters();
            }
            Err(error) => tracing::error!(%error, "the damage could not be noted"),
        }
    }

    /// Whether nothing is known to be wrong.
    pub(super) fn is_sound(&self) -> bool {
        *self.state() == State::Attached
    }

    /// Returns once only opening the warehouse anew helps, with the reason.
    pub(super) async fn failed(&self) -> String {
        loop {
            let notified = self.failed.notified();
            if let State::Failed(reason) = &*self.state() {
                return reason.clone();
            }
            notified.await;
        }
    }

    /// Attaches the file again if the database is invalid. The caller is the writer and has no open transaction.
    /// `least` is the data version that the file must have.
    ///
    /// # Errors
    /// [`WarehouseError::Unavailable`] if it cannot be attached, or has lost loads.
    pub(super) fn renew(&self, least: i32) -> Result<(), WarehouseError> {
        if let State::Failed(reason) = &*self.state() {
            return Err(WarehouseError::Unavailable(reason.clone()));
        }
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let Err(invalid) = version_of(&control) else {
            *self.state() = State::Attached;
            return Ok(());
        };
        // From here on queries wait.
        let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        tracing::error!(error = %invalid, "the database of the warehouse is invalid; attaching the file again");
        let attached = control.execute_batch("detach database if exists bond").and_then(|()| {
            self.attach_again(&control)?;
            version_of(&control)
        });
        let state = match attached {
            Ok(version) if version >= least => State::Attached,
            Ok(version) => State::Failed(format!("the file has data version {version}, and had {least}")),
            Err(error) if control.execute_batch("select 1").is_err() => State::Failed(error.to_string()),
            Err(error) => State::Lost(error.to_string()),
        };
        *self.state() = state.clone();
        match state {
            State::Attached | State::Suspected => {
                tracing::info!("the warehouse is attached again");
                Ok(())
            }
            State::Lost(reason) => {
                tracing::error!(%reason, "the warehouse cannot be attached; trying again");
                Err(WarehouseError::Unavailable(reason))
            }
            State::Failed(reason) => {
                tracing::error!(%reason, "the warehouse has failed and has to be opened anew");
                self.failed.notify_waiters();
                Err(WarehouseError::Unavailable(reason))
            }
        }
    }

    /// Detaches the file, has `exchange` put another in its place, and attaches that one. Queries wait. The caller is the
    /// writer and has no open transaction.
    ///
    /// # Errors
    /// [`WarehouseError::Unavailable`] if the file cannot be attached again. An error of `exchange` leaves the file that
    /// was there attached.
    pub(super) fn exchange(&self, exchange: impl FnOnce() -> io::Result<()>) -> Result<(), WarehouseError> {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        control.execute_batch("checkpoint bond; detach database bond")?;
        let exchanged = exchange();
        if let Err(error) = self.attach_again(&control) {
            let reason = error.to_string();
            *self.state() = State::Lost(reason.clone());
            return Err(WarehouseError::Unavailable(reason));
        }
        exchanged.map_err(|error| WarehouseError::NotExchanged(error.to_string()))
    }

    /// Attaches the file after it was detached. Whatever has just used it may hold it for a moment longer.
    fn attach_again(&self, control: &Connection) -> Result<(), duckdb::Error> {
        let limit = Instant::now() + PATIENCE;
        loop {
            match control.execute_batch(&self.attach) {
                Err(error) if is_held(&error) && Instant::now() < limit => thread::sleep(Duration::from_millis(10)),
                attached => return attached,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an error says that the database, or the whole instance, is invalid. DuckDB has no code for it.
pub(super) fn is_invalidation(error: &WarehouseError) -> bool {
    matches!(error, WarehouseError::Duckdb(error) if error.to_string().contains("has been invalidated"))
}

/// Whether an error says that the detached file is still in use. DuckDB has no code for it.
fn is_held(error: &duckdb::Error) -> bool {
    error.to_string().contains("Unique file handle conflict")
}

fn version_of(control: &Connection) -> Result<i32, duckdb::Error> {
    control.query_row("select coalesce(max(batch_id), 0) from bond.main.batch", [], |row| row.get(0))
}
