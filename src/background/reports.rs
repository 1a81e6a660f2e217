//! Sends the reports that are due, and checks the alerts.

use std::time::Duration;

use crate::app::App;
use crate::{alerts, reports};

/// How often it looks which are.
const LOOK: Duration = Duration::from_secs(20);

/// Looks until the queue of loads is stopped. What goes wrong is logged once, until it works again.
pub(super) fn watch(app: &App) {
    let mut said = [None, None];
    while !app.loads.wait_for_stop(LOOK) {
        let failed = [
            reports::look(app).err().map(|error| error.to_string()),
            alerts::look(app).err().map(|error| error.to_string()),
        ];
        for ((failed, said), what) in failed.into_iter().zip(&mut said).zip(["reports", "alerts"]) {
            if failed != *said
                && let Some(error) = &failed
            {
                tracing::error!(error, what, "what is due cannot be sent");
            }
            *said = failed;
        }
    }
}
