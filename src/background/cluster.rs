//! Mends the cluster of a running server.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::store::audit::Entry;
use crate::store::notes::Note;

/// How often it is asked whether something was wrong.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Writes again what servers of the cluster have lost, until the queue of loads is stopped. Why that is not possible is
/// logged once, until it is.
pub fn mend(app: &Arc<App>) {
    let mut said = None;
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        match app.warehouse.mend_cluster() {
            Ok(None) => said = None,
            Ok(Some(detail)) => {
                said = None;
                record(app, &detail);
                app.loads.data_changed();
            }
            Err(error) => {
                let text = error.to_string();
                if said.as_ref() != Some(&text) {
                    tracing::error!(%error, "what the cluster has cannot be looked at or written again");
                }
                said = Some(text);
            }
        }
    }
}

fn record(app: &App, detail: &str) {
    let at = app.clock.now();
    let entry = Entry { at, event: "cluster_filled", detail: Some(detail), ..Entry::default() };
    let version = i64::from(app.warehouse.data_version());
    let written = app.store.record(&entry).and_then(|()| app.store.note(Note::DataVersion, version));
    if let Err(error) = written {
        tracing::error!(%error, "that the cluster was filled again is not in the audit log");
    }
}
