//! Notices a server that accepts connections and says nothing, because it is frozen or its machine is.
//!
//! A question may take long, so that waiting for its answer says nothing about the server. Once it takes longer than
//! [`PATIENCE`] the servers are asked whether they are there, and from then on every question is refused at once while one
//! of them is silent: it would keep others waiting until its time is up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use futures_util::future::try_join_all;

use super::node::Node;
use crate::warehouse::error::WarehouseError;

/// How long to wait for an answer before each check whether the servers are alive.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a server may take to say so.
pub(super) const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// The pause between two checks while a server is silent.
const AGAIN: Duration = Duration::from_secs(1);

/// The silence of a server, while there is one: the message of the error.
#[derive(Clone, Default)]
pub(super) struct Silence(Arc<Mutex<Option<String>>>);

impl Silence {
    /// Checks that no server is known to be silent.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if one is.
    pub fn is_over(&self) -> Result<(), WarehouseError> {
        match &*self.lock() {
            Some(reason) => Err(WarehouseError::Cluster(reason.clone())),
            None => Ok(()),
        }
    }

    /// Waits until a server is silent; for ever if none is.
    pub async fn begins(&self, nodes: &[Node]) -> WarehouseError {
        loop {
            tokio::time::sleep(PATIENCE).await;
            let asked = nodes.iter().cloned().map(|node| async move {
                let answered = tokio::task::spawn_blocking(move || node.is_there(SIGN_OF_LIFE)).await;
                answered.map_err(|error| WarehouseError::Worker(error.to_string()))?
            });
            if let Err(error) = try_join_all(asked).await {
                self.note(&error, nodes);
                return error;
            }
        }
    }

    /// Remembers that a server is silent, until all answer.
    fn note(&self, error: &WarehouseError, nodes: &[Node]) {
        let WarehouseError::Cluster(reason) = error else { return };
        if self.lock().replace(reason.clone()).is_some() {
            return;
        }
        let (silence, nodes) = (self.clone(), nodes.to_vec());
        // Not a part of the question that noticed it, which ends before.
        let watch = move || {
            while !nodes.iter().all(|node| node.is_there(SIGN_OF_LIFE).is_ok()) {
                thread::sleep(AGAIN);
            }
            *silence.lock() = None;
        };
        if let Err(error) = thread::Builder::new().name("silent server".to_owned()).spawn(watch) {
            tracing::warn!(%error, "no thread can check a silent server; each query checks it itself");
            *self.lock() = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
