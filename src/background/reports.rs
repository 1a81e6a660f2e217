//! Sends the reports that are due, and checks the alerts and what administrators are told.

use std::error::Error;
use std::time::Duration;

use crate::app::App;

/// How often it looks which are.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(20);
/// How often it looks whether there is something to tell administrators.
pub(super) const NOTICES: Duration = Duration::from_secs(60);

/// Looks until the queue of loads is stopped. What goes wrong is logged once, until it works again.
pub(super) fn watch(app: &App, what: &'static str, every: Duration, look: fn(&App) -> Result<(), Box<dyn Error>>) {
    let mut said = None;
    while !app.loads.wait_for_stop(every) {
        let failed = look(app).err().map(|error| error.to_string());
        if failed != said
            && let Some(error) = &failed
        {
            tracing::error!(error, what, "what is due cannot be sent");
        }
        said = failed;
    }
}
