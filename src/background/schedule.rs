//! What a server does by itself at set times: backups, and once a day what retention asks for.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::retention;
use crate::app::App;
use crate::backup::{self, BackupError, Made, RequestedBackup};
use crate::clock::{Clock, TimeOfDay};
use crate::store::audit::Entry;

const DAY: i64 = 24 * 60 * 60;
/// After how many seconds a backup that failed is tried again.
const AGAIN: i64 = 60 * 60;
/// How often the clock is looked at. A wait until the time itself would be wrong when the clock is set.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// The thread that does it. It ends when this is dropped: a backup in the making does when loads are stopped.
pub struct Schedule {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Schedule {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Schedule {
    /// Starts it.
    pub fn start(app: &Arc<App>) -> io::Result<Schedule> {
        let (stop, stopped) = mpsc::channel();
        let app = Arc::clone(app);
        let work = move || {
            let mut backup_at = app.settings().backup_at;
            let mut backup_due = backup_at.map(|at| first(&app.clock, at, newest(&app)));
            let mut retention_due = app.clock.now();
            loop {
                let chosen = app.settings().backup_at;
                if chosen != backup_at {
                    (backup_at, backup_due) = (chosen, chosen.map(|at| app.clock.next(at)));
                }
                if let (Some(at), Some(due)) = (backup_at, backup_due)
                    && app.clock.now() >= due
                {
                    backup_due = Some(make_backup(&app, at));
                }
                // What somebody allows goes at once.
                if app.clock.now() >= retention_due || app.store.has_allowed().unwrap_or(false) {
                    retention::apply(&app);
                    retention_due = app.clock.now() + DAY;
                }
                match stopped.recv_timeout(POLL_INTERVAL) {
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
        };
        let thread = thread::Builder::new().name("schedule".to_owned()).spawn(work)?;
        Ok(Schedule { stop: Some(stop), thread: Some(thread) })
    }
}

/// Makes the backup of a time of day, and returns when the next one is due.
fn make_backup(app: &App, at: TimeOfDay) -> i64 {
    match scheduled(app) {
        Ok(made) => {
            tracing::info!(file = %made.path.display(), bytes = made.bytes, "a backup was made");
            app.clock.next(at)
        }
        // It is made up for after the next start.
        Err(BackupError::Stopped) => app.clock.next(at),
        Err(error) => {
            tracing::error!(%error, "the scheduled backup failed; it is tried again in an hour");
            record_failure(app, &error);
            app.clock.next(at).min(app.clock.now() + AGAIN)
        }
    }
}

/// When the first backup is due: at once if there is none of the last day, so that one was missed.
fn first(clock: &Clock, at: TimeOfDay, newest: Option<i64>) -> i64 {
    if newest.is_none_or(|newest| newest < clock.machine() - DAY) { clock.now() } else { clock.next(at) }
}

/// When the newest backup that counts was made.
fn newest(app: &App) -> Option<i64> {
    let now = app.clock.machine();
    // Those of an earlier release are not noted yet.
    if let Err(error) = backup::note_unknown(&app.backups, &app.store, now) {
        tracing::error!(%error, "the backups cannot be looked at");
    }
    backup::newest(&app.backups, &app.store, now).ok()?.map(|found| found.name.at)
}

/// Makes the backup that the settings ask for.
fn scheduled(app: &App) -> Result<Made, BackupError> {
    app.back_up(RequestedBackup { keep: Some(app.settings().backup_keep), ..RequestedBackup::default() }, None, &())
}

fn record_failure(app: &App, error: &BackupError) {
    let detail = error.to_string();
    let entry = Entry { at: app.clock.now(), event: "backup_failed", detail: Some(&detail), ..Entry::default() };
    if let Err(error) = app.store.record(&entry) {
        tracing::error!(%error, "the failed backup could not be recorded");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_missed_backup_is_made_up_for_at_start_and_a_recent_one_is_not_repeated() {
        let clock = Clock::fixed(date!(2026 - 03 - 15));
        let at = TimeOfDay { hour: 2, minute: 30 };
        let now = clock.now();
        assert!(first(&clock, at, None) <= now + 1);
        assert!(first(&clock, at, Some(now - DAY - 60)) <= now + 1);
        assert_eq!(first(&clock, at, Some(now - DAY + 60)), clock.next(at));
    }
}
