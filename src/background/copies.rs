//! Copies backups elsewhere as soon as there are new ones, and tries the copies.

use std::time::Duration;

use crate::app::App;
use crate::copies::{self, CopyError};

/// How often it is looked what is due.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// Copies until the queue of loads is stopped.
pub(super) fn watch(app: &App) {
    let is_stopping = || app.loads.is_stopping();
    let copier = app.copier(&is_stopping);
    // What was said of faults of the store or the folder, which is said once.
    let mut said = String::new();
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        for to in &app.config.backup_to {
            let done = copies::due(copier, to).and_then(|job| match job {
                Some(job) if !app.copying.has(&to.name) => match copies::run(copier, &app.copying, to, job, None) {
                    // Written down and logged.
                    Err(error @ CopyError::Store(_)) => Err(error),
                    _ => Ok(()),
                },
                _ => Ok(()),
            });
            if let Err(error) = done.map_err(|error| error.to_string())
                && error != said
            {
                tracing::error!(error, place = to.name, "what is copied cannot be written down");
                said = error;
            }
        }
    }
}
