//! Asks other systems for data at their times.

use std::thread;
use std::time::Duration;

use crate::app::App;
use crate::pull::Schedule;

/// How often it is looked which of them are due.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Asks until the queue of loads is stopped.
pub(super) fn watch(app: &App) {
    let (schedule, is_stopping) = (Schedule::default(), || app.loads.is_stopping());
    thread::scope(|scope| {
        while !app.loads.wait_for_stop(POLL_INTERVAL) {
            schedule.look(scope, app.puller(), &app.pulls, &app.settings().pulls, &is_stopping);
        }
    });
}
