//! What follows a load: the figures of the days that it closed are issued, and the default screens are asked once. No load
//! waits for this. Where the next one is published meanwhile, it starts anew.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use crate::app::App;

/// How often the work asks whether it is over.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The work after one load.
pub(super) struct Following<'a> {
    pub(super) app: &'a Arc<App>,
    /// The data version that the load made.
    version: i32,
}

impl<'a> Following<'a> {
    /// What follows the load that was published last.
    pub(super) fn new(app: &'a Arc<App>) -> Following<'a> {
        Following { app, version: app.warehouse.data_version() }
    }

    /// Waits until another load is published. False if the queue of loads was stopped.
    pub(super) fn wait(&self) -> bool {
        self.app.loads.wait_until(None, || self.has_moved())
    }

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
                tokio::time::sleep(POLL_INTERVAL).await;
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
