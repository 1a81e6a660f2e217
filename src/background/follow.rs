//! What follows a load: the figures of the days that it closed are issued, and the default screens are asked once. No load
//! waits for this. Where the next one is published meanwhile, it starts anew.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::{issue, warm};
use crate::app::App;

/// How often the work asks whether it is over.
const LOOK: Duration = Duration::from_millis(100);

/// The work after one load.
pub(super) struct Following<'a> {
    pub(super) app: &'a Arc<App>,
    /// The data version that the load made.
    version: i32,
}

/// Follows the loads until their queue is stopped. It begins with what a process that ended, or a load without a server,
/// has left.
pub(super) fn follow(app: &Arc<App>) {
    loop {
        let version = app.warehouse.data_version();
        let following = Following { app, version };
        issue::closed_days(&following);
        warm::default_screens(&following);
        if !app.loads.wait_until(None, || app.warehouse.data_version() != version) {
            return;
        }
    }
}

impl Following<'_> {
    /// The data version that it is about; None where nothing is loaded.
    pub(super) fn version(&self) -> Option<i32> {
        Some(self.version).filter(|version| *version > 0)
    }

    /// Whether another load was published, or the server stops.
    pub(super) fn is_over(&self) -> bool {
        self.app.loads.is_stopping() || self.has_moved()
    }

    /// Waits until it is over, at most this long.
    pub(super) fn pause(&self, most: Duration) {
        self.app.loads.wait_until(Some(most), || self.has_moved());
    }

    /// The result of some work; None where it was over before. Its queries are interrupted then.
    pub(super) async fn unless_over<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let over = async {
            while !self.is_over() {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            biased;
            () = over => None,
            done = work => Some(done),
        }
    }

    fn has_moved(&self) -> bool {
        self.app.warehouse.data_version() != self.version
    }
}
