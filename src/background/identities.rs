//! Asks the OpenID Connect providers whether users with a session or an API token may still sign in. A reload may add
//! providers.

use std::time::Duration;

use crate::app::App;

/// How often it is looked about whom.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// Asks until the queue of loads is stopped.
pub(super) fn watch(app: &App) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => return tracing::error!(%error, "users cannot be checked with their providers"),
    };
    while !app.loads.wait_for_stop(POLL_INTERVAL) {
        let is_over = || app.loads.is_stopping();
        if let Err(error) = runtime.block_on(app.auth.ask_about_users(|| app.clock.now(), &is_over)) {
            tracing::error!(%error, "users cannot be checked with their providers");
        }
    }
}
