//! Sends the reports that are due, and checks the alerts.

use std::error::Error;
use std::time::Duration;

use crate::app::App;

/// How often it looks which are.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// Looks until the queue of loads is stopped. What goes wrong is logged once, until it works again.
pub(super) fn watch(app: &App, what: &'static str, look: fn(&App) -> Result<(), Box<dyn Error>>) {
    let mut said = None;
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        let failed = look(app).err().map(|error| error.to_string());
        if failed != said
            && let Some(error) = &failed
        {
            tracing::error!(error, what, "what is due cannot be sent");
        }
        said = failed;
    }
}
