//! Work that several requests wait for: it is done once, and goes on as long as one of them waits.

use std::collections::HashMap;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio_util::context::TokioContext;

use crate::warehouse::{Principals, Warehouse, WarehouseError};

type Answer<V> = Result<Arc<V>, WarehouseError>;
type Running<V> = Pin<Box<dyn Future<Output = Answer<V>> + Send>>;
type Work<V> = (WeakShared<Running<V>>, Arc<Principals>);

/// The runtime that such work uses. The runtime of the caller may end before the work does: a report, or what follows a
/// load, has one of its own.
static RUNTIME: OnceLock<(Handle, Mutex<Option<Runtime>>)> = OnceLock::new();

fn runtime() -> &'static Handle {
    let begin = || {
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name("shared work").enable_time().build();
        let runtime = runtime.expect("a thread");
        (runtime.handle().clone(), Mutex::new(Some(runtime)))
    };
    &RUNTIME.get_or_init(begin).0
}

/// The longest that the end of the process waits for a statement, which was interrupted when nobody waited for it any more.
const LONGEST_END: Duration = Duration::from_secs(10);

/// Ends the threads of shared work, before the process does: a statement that still runs while DuckDB is unloaded crashes.
pub fn end_shared_work() {
    let runtime = RUNTIME.get().and_then(|(_, runtime)| runtime.lock().unwrap_or_else(PoisonError::into_inner).take());
    if let Some(runtime) = runtime {
        runtime.shutdown_timeout(LONGEST_END);
    }
}

/// The work under way, by the key of its result. Clones share it.
pub(super) struct InFlight<K, V> {
    warehouse: Arc<Warehouse>,
    works: Arc<Mutex<HashMap<K, Work<V>>>>,
}

impl<K, V> Clone for InFlight<K, V> {
    fn clone(&self) -> InFlight<K, V> {
        InFlight { warehouse: Arc::clone(&self.warehouse), works: Arc::clone(&self.works) }
    }
}

/// How often a request tries again if there was no room for the work that it joined.
const RETRIES: usize = 3;

impl<K: Clone + Eq + Hash, V: Send + Sync + 'static> InFlight<K, V> {
    pub fn new(warehouse: Arc<Warehouse>) -> InFlight<K, V> {
        // If no thread can be started, the server does not start: otherwise the first request would fail.
        runtime();
        InFlight { warehouse, works: Arc::default() }
    }

    /// Waits for the work of this key that already runs; if there is none, for the work that `begin` returns. That
    /// should look for a result first: other work may have ended since the caller looked.
    pub async fn join<F>(&self, key: &K, begin: impl Fn() -> F) -> Answer<V>
    where
        F: Future<Output = Answer<V>> + Send + 'static,
    {
        let mine = Principals::current();
        let mut retries = 0;
        loop {
            let mut is_joined = true;
            let (running, _joined) = {
                let mut works = self.works.lock().unwrap_or_else(PoisonError::into_inner);
                let found =
                    works.get(key).and_then(|(running, principals)| Some((running.upgrade()?, Arc::clone(principals))));
                let found = found.filter(|(running, _)| running.peek().is_none());
                let (running, principals) = found.unwrap_or_else(|| {
                    is_joined = false;
                    let (running, principals) = shared(begin());
                    // Forgets work for which nobody waits any more.
                    works.retain(|_, (running, _)| running.upgrade().is_some());
                    works.extend(running.downgrade().map(|weak| (key.clone(), (weak, Arc::clone(&principals)))));
                    (running, principals)
                });
                (running, principals.join(&mine))
            };
            if is_joined {
                self.warehouse.joined();
            }
            match running.await {
                // There was no room in the queue of the user who asked first.
                Err(WarehouseError::Busy) if is_joined && retries < RETRIES => retries += 1,
                answer => return answer,
            }
        }
    }
}

fn shared<V: Send + Sync + 'static>(
    work: impl Future<Output = Answer<V>> + Send + 'static,
) -> (Shared<Running<V>>, Arc<Principals>) {
    let principals = Arc::<Principals>::default();
    let running: Running<V> = Box::pin(TokioContext::new(Arc::clone(&principals).ask(work), runtime().clone()));
    (running.shared(), principals)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::Notify;

    use super::*;
    use crate::warehouse::Limits;

    #[test]
    fn work_outlives_the_runtime_of_whoever_began_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let temp_dir = dir.path().join("tmp");
        let limits = Limits { memory: "60MB".into(), threads: 1, temp_dir, temp_bytes: None };
        let warehouse = Warehouse::open(dir.path(), &limits).expect("a fresh warehouse opens");
        let in_flight = InFlight::<i32, i32>::new(Arc::new(warehouse));
        let joined = Arc::new(Notify::new());
        let work = || {
            let joined = Arc::clone(&joined);
            async move {
                joined.notified().await;
                tokio::time::sleep(Duration::from_millis(20)).await;
                let seven = tokio::task::spawn_blocking(|| 7).await;
                let seven = seven.map_err(|error| WarehouseError::Worker(error.to_string()))?;
                Ok(Arc::new(seven))
            }
        };
        let runtime = || Builder::new_current_thread().enable_time().build().expect("a runtime");
        let first = runtime();
        let mut begun = Box::pin(in_flight.join(&1, work));
        assert!(first.block_on(async { futures_util::poll!(&mut begun) }).is_pending());
        let second = runtime();
        let mut other = Box::pin(in_flight.join(&1, || async { panic!("it is under way") }));
        assert!(second.block_on(async { futures_util::poll!(&mut other) }).is_pending());
        joined.notify_one();
        // As when a load is published while figures of the one before are issued.
        assert!(first.block_on(async { futures_util::poll!(&mut begun) }).is_pending());
        drop((begun, first));
        let answer = second.block_on(async { tokio::time::timeout(Duration::from_secs(20), other).await });
        assert_eq!(answer.expect("timers go on").expect("an answer"), Arc::new(7));
    }
}
