//! Notices a server that accepts connections and says nothing, because it is frozen or its machine is.
//!
//! A question may take long, so that waiting for its answer says nothing about the server. Once it takes longer than
//! [`PATIENCE`] the servers are asked whether they are there, and from then on every question is refused at once while one
//! of them is silent: it would keep others waiting until its time is up.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;

use super::node::Node;
use crate::warehouse::error::WarehouseError;

/// How long a question takes before the servers are asked whether they are there, and how long until they are asked again.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a server may take to say so.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// How often a server that was silent is asked again, at most.
const AGAIN: Duration = Duration::from_secs(1);

/// The silence of a server, while there is one.
#[derive(Default)]
pub(super) struct Silence(Mutex<Option<Noticed>>);

struct Noticed {
    /// The message of the error.
    reason: String,
    /// When a question last asked the servers whether they are there.
    asked: Instant,
}

impl Silence {
    /// Asks again, where a server was silent, whether all are there.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if one is silent still, or was so a moment ago.
    pub async fn is_over(&self, nodes: &[Node]) -> Result<(), WarehouseError> {
        {
            let mut noticed = self.lock();
            let Some(noticed) = noticed.as_mut() else { return Ok(()) };
            if noticed.asked.elapsed() < AGAIN {
                return Err(WarehouseError::Cluster(noticed.reason.clone()));
            }
            // Others do not wait for this one.
            noticed.asked = Instant::now();
        }
        let found = are_there(nodes).await;
        self.note(found.as_ref().err());
        found
    }

    /// Waits until a server is silent; for ever if none is.
    pub async fn begins(&self, nodes: &[Node]) -> WarehouseError {
        loop {
            tokio::time::sleep(PATIENCE).await;
            if let Err(error) = are_there(nodes).await {
                self.note(Some(&error));
                return error;
            }
        }
    }

    fn note(&self, error: Option<&WarehouseError>) {
        let reason = error.map(|error| match error {
            WarehouseError::Cluster(reason) => reason.clone(),
            other => other.to_string(),
        });
        *self.lock() = reason.map(|reason| Noticed { reason, asked: Instant::now() });
    }

    fn lock(&self) -> MutexGuard<'_, Option<Noticed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether all servers answer something.
async fn are_there(nodes: &[Node]) -> Result<(), WarehouseError> {
    let asked = nodes.iter().cloned().map(|node| async move {
        let answered = tokio::task::spawn_blocking(move || node.is_there(SIGN_OF_LIFE)).await;
        answered.map_err(|error| WarehouseError::Worker(error.to_string()))?
    });
    try_join_all(asked).await.map(drop)
}
