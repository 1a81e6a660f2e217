//! Interrupts queries that nobody waits for any more.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How far a query is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QueryState {
    /// Not begun, or about to begin again, or answered.
    Waiting,
    Running,
    /// Abandoned by the caller, and still running.
    Stopping,
    /// Abandoned by the caller, and not running.
    Over,
}

/// Interrupts a running query when the future that waits for it is dropped, and nothing else: an interrupted ROLLBACK
/// would leave the connection in a failed transaction, and a connection that is back in the pool runs another query.
pub(super) struct InterruptOnDrop {
    pub handle: Arc<duckdb::InterruptHandle>,
    pub state: Arc<Mutex<QueryState>>,
}

impl Drop for InterruptOnDrop {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state != QueryState::Running {
            *state = QueryState::Over;
            return;
        }
        *state = QueryState::Stopping;
        self.handle.interrupt();
        drop(state);
        // DuckDB forgets an interrupt that comes before a statement is executed, while it is planned. There are never
        // more of these threads than connections.
        let (handle, state) = (Arc::clone(&self.handle), Arc::clone(&self.state));
        let again = move || {
            loop {
                thread::sleep(AGAIN);
                let state = state.lock().unwrap_or_else(PoisonError::into_inner);
                if *state != QueryState::Stopping {
                    return;
                }
                handle.interrupt();
            }
        };
        if let Err(error) = thread::Builder::new().name("interrupt".to_owned()).spawn(again) {
            tracing::warn!(%error, "a query that nobody waits for may go on");
        }
    }
}

/// How often a query that nobody waits for is interrupted.
const AGAIN: Duration = Duration::from_millis(10);
