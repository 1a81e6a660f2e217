//! Loads while the server runs: one queue for every way in, one load at a time, and a ledger of all of them.
//!
//! A load is *acknowledged* when its files are on the disk in `spool/incoming/<folder>` and its line is in the ledger
//! ([`Loads::enqueue`]). From then on it is loaded or refused, whatever happens to the process: at start [`reconcile`]
//! compares the ledger with the batches of the warehouse, which say what is loaded, and queues again what was cut off.
//!
//! `bond import` without a server runs the same [`execute`] with the files where they are.

pub mod control;
pub mod drafts;
mod erase;
mod execute;
mod files;
pub mod held;
mod in_ledger;
pub mod inbox;
pub mod mappings;
mod other_files;
mod packed;
mod progress;
mod reconcile;
mod redaction;
mod reload;
mod request;
mod retention;
mod sample;
mod summary;
mod task;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use time::Date;

use crate::backup::FreeSpace;
use crate::child;
use crate::clock::Clock;
use crate::store::loads::{FINAL, Kind, Load, NewLoad, Origin, State as Ended};
use crate::store::{Store, StoreError};
use crate::telemetry::LoadCounts;
use crate::warehouse::Warehouse;
use crate::warehouse::day::FactDays;
use crate::warehouse::erased::ErasedMembers;
use crate::warehouse::load::{Decoder, ImportOptions};
use crate::warehouse::mapping::MemberKey;

pub use erase::erase_traces;
pub use execute::{Outcome, Unwritten, execute, require_room};
pub use files::{Incoming, IncomingError, Packed, incoming_folder, kept_folder, kept_root};
pub use progress::{Forward, LoadProgress, Step};
pub use reconcile::{ReconcileError, reconcile, settle};
pub use reload::{ReloadError, reload};
pub use request::{DayRange, DemoRequest, LoadOptions, effective_day};
pub use retention::{has_old_files, remove_old_files};
pub use sample::write_sample;
pub use task::{Task, TaskKind, Tasks, UntilStop};

/// The most loads that wait for their turn.
const MOST_WAITING: usize = 100;

/// What a load works with.
#[derive(Clone, Copy)]
pub struct LoadContext<'a> {
    pub warehouse: &'a Warehouse,
    pub store: &'a Store,
    pub clock: &'a Clock,
    /// The data directory, which this process owns.
    pub data_dir: &'a Path,
    /// The program's first possible day.
    pub first_day: Date,
    /// The free space of a folder. Tests give another one.
    pub free_space: FreeSpace,
    /// Days after today that facts may have.
    pub days_ahead: u16,
    /// Where backups are made, for an erasure, which ends with one.
    pub backups: Backups<'a>,
}

/// Where backups are made, and for whom.
#[derive(Clone, Copy)]
pub struct Backups<'a> {
    pub folder: &'a Path,
    /// Public keys of age; none for no encryption.
    pub recipients: &'a [String],
}

impl LoadContext<'_> {
    /// The options of a load of the ledger by the settings, the calendar and the keys of this program, and without the
    /// members that were erased before it.
    ///
    /// # Errors
    /// Where the keys cannot be read.
    pub fn import_options(&self, load: i64) -> Result<ImportOptions, StoreError> {
        let today = Some(self.clock.today());
        let key = MemberKey(self.store.keys()?.member);
        // A load that is repeated has the rows of members that were erased after it, until the erasure is repeated.
        let erased = self.store.erased()?.into_iter().filter(|member| member.load <= load);
        let erased = ErasedMembers::new(key.clone(), erased.map(|member| (member.digest, member.keep_counts)));
        Ok(ImportOptions {
            fact_days: FactDays { first: self.first_day, today, ahead: self.days_ahead },
            zone: self.clock.zone(),
            member_key: Some(key),
            erased,
            decoder: Decoder::Executable(child::executable()),
            ..ImportOptions::default()
        })
    }
}

/// The queue of a running process. The ledger holds the queued loads; this says what they are doing.
pub struct Loads {
    store: Store,
    data_dir: PathBuf,
    state: Mutex<State>,
    changed: Condvar,
    counts: LoadCounts,
}

#[derive(Default)]
struct State {
    /// Of loads that have not ended, by number.
    progress: BTreeMap<i64, Arc<LoadProgress>>,
    is_stopping: bool,
}

/// A load to ask for.
#[derive(Clone, Debug)]
pub struct NewRequest<'a> {
    pub kind: Kind,
    pub origin: Origin,
    /// The login of the user.
    pub actor: Option<&'a str>,
    pub options: &'a LoadOptions,
    /// The files, below `spool/incoming`; None for an undo and for files read in place.
    pub folder: Option<&'a str>,
}

impl Loads {
    pub fn new(store: &Store, data_dir: &Path) -> Loads {
        Loads {
            store: store.clone(),
            data_dir: data_dir.to_owned(),
            state: Mutex::default(),
            changed: Condvar::new(),
            counts: LoadCounts::new(&FINAL.map(Ended::text)),
        }
    }

    /// What is counted of loads that have ended in this process.
    pub fn counts(&self) -> &LoadCounts {
        &self.counts
    }

    /// The data directory whose loads these are.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Whether so many loads wait that no more are taken from an inbox or an upload: their files are in the spool.
    pub fn is_full(&self) -> Result<bool, StoreError> {
        Ok(self.store.unfinished_loads()?.len() >= MOST_WAITING)
    }

    /// Adds a load to the ledger and the queue, and returns its number. It is acknowledged when this returns.
    pub fn enqueue(&self, request: &NewRequest<'_>, at: i64) -> Result<(i64, Arc<LoadProgress>), StoreError> {
        let options = serde_json::to_string(request.options)?;
        let NewRequest { kind, origin, actor, folder, .. } = *request;
        let id = self.store.add_load(&NewLoad { kind, origin, actor, folder, options: &options, at })?;
        let progress = self.progress_of(id);
        self.changed.notify_all();
        Ok((id, progress))
    }

    /// Waits for the oldest queued load; None once [`Loads::stop`] was called.
    pub fn next(&self) -> Option<(Load, Arc<LoadProgress>)> {
        let mut state = self.state();
        loop {
            if state.is_stopping {
                return None;
            }
            match self.oldest_queued() {
                Ok(Some(load)) => {
                    drop(state);
                    let progress = self.progress_of(load.id);
                    return Some((load, progress));
                }
                Ok(None) => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Err(error) => {
                    tracing::error!(%error, "the ledger of loads cannot be read");
                    let pause = Duration::from_secs(5);
                    state = self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// The oldest load that waits and whose files are in the spool or that needs none.
    pub fn oldest_queued(&self) -> Result<Option<Load>, StoreError> {
        let waits = |load: &Load| !load.kind.needs_files() || load.folder.is_some();
        Ok(self.store.unfinished_loads()?.into_iter().find(waits))
    }

    /// Ends a load that [`Loads::next`] gave: those who wait for it receive the outcome.
    pub fn finish(&self, id: i64, outcome: Outcome) {
        if outcome.state.is_final() {
            self.counts.count(outcome.state.text());
        }
        let progress = self.state().progress.remove(&id);
        if let Some(progress) = progress {
            progress.end(outcome);
        }
        self.changed.notify_all();
    }

    /// Asks a load to stop. It stops if it has not begun to publish.
    pub fn cancel(&self, id: i64) {
        if let Some(progress) = self.state().progress.get(&id) {
            progress.cancel();
        }
    }

    /// The progress of a load that has not ended in this process.
    pub fn running(&self, id: i64) -> Option<Arc<LoadProgress>> {
        self.state().progress.get(&id).cloned()
    }

    /// Makes [`Loads::next`] return, and asks running loads to stop. They stay queued for the next start.
    pub fn stop(&self) {
        let mut state = self.state();
        state.is_stopping = true;
        for progress in state.progress.values() {
            progress.cancel();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until [`Loads::stop`] was called, at most this long; whether it was.
    pub fn wait_for_stop(&self, most: Duration) -> bool {
        let state = self.state();
        let waited = self.changed.wait_timeout_while(state, most, |state| !state.is_stopping);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_stopping
    }

    /// Waits until something is so that ends of loads change, at most this long. False if [`Loads::stop`] was called.
    pub fn wait_until(&self, most: Option<Duration>, is_so: impl Fn() -> bool) -> bool {
        let (mut state, started) = (self.state(), Instant::now());
        while !state.is_stopping && !is_so() {
            let left = most.map_or(Duration::MAX, |most| most.saturating_sub(started.elapsed()));
            if left.is_zero() {
                break;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        !state.is_stopping
    }

    /// The data changed without a load: whoever waits in [`Loads::wait_until`] looks again.
    pub fn data_changed(&self) {
        let _state = self.state();
        self.changed.notify_all();
    }

    /// Whether [`Loads::stop`] was called.
    pub fn is_stopping(&self) -> bool {
        self.state().is_stopping
    }

    fn progress_of(&self, id: i64) -> Arc<LoadProgress> {
        Arc::clone(self.state().progress.entry(id).or_default())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
