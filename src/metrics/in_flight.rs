//! Work that several requests wait for: it is done once, and goes on as long as one of them waits.

use std::collections::HashMap;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared};

use crate::warehouse::{Askers, Warehouse, WarehouseError};

type Answer<V> = Result<Arc<V>, WarehouseError>;
type Running<V> = Pin<Box<dyn Future<Output = Answer<V>> + Send>>;
type Work<V> = (WeakShared<Running<V>>, Arc<Askers>);

/// The work under way, by what it results in. Clones share it.
pub(super) struct InFlight<K, V> {
    warehouse: Arc<Warehouse>,
    works: Arc<Mutex<HashMap<K, Work<V>>>>,
}

impl<K, V> Clone for InFlight<K, V> {
    fn clone(&self) -> InFlight<K, V> {
        InFlight { warehouse: Arc::clone(&self.warehouse), works: Arc::clone(&self.works) }
    }
}

/// How often a request asks by itself after work that it joined has had no room.
const RETRIES: usize = 3;

impl<K: Clone + Eq + Hash, V: Send + Sync + 'static> InFlight<K, V> {
    pub fn new(warehouse: Arc<Warehouse>) -> InFlight<K, V> {
        InFlight { warehouse, works: Arc::default() }
    }

    /// Waits for the work of this key that others wait for; without one, for that which `begin` returns. It should look
    /// for a result first: other work may have ended since the caller has looked.
    pub async fn join<F>(&self, key: &K, begin: impl Fn() -> F) -> Answer<V>
    where
        F: Future<Output = Answer<V>> + Send + 'static,
    {
        let mine = Askers::current();
        let mut retries = 0;
        loop {
            let mut is_joined = true;
            let (running, _joined) = {
                let mut works = self.works.lock().unwrap_or_else(PoisonError::into_inner);
                let found = works.get(key).and_then(|(running, askers)| Some((running.upgrade()?, Arc::clone(askers))));
                let found = found.filter(|(running, _)| running.peek().is_none());
                let (running, askers) = found.unwrap_or_else(|| {
                    is_joined = false;
                    let (running, askers) = shared(begin());
                    // Whoever has left without an end is found here.
                    works.retain(|_, (running, _)| running.upgrade().is_some());
                    works.extend(running.downgrade().map(|weak| (key.clone(), (weak, Arc::clone(&askers)))));
                    (running, askers)
                });
                (running, askers.join(&mine))
            };
            if is_joined {
                self.warehouse.joined();
            }
            match running.await {
                // That was the queue of whoever asked first.
                Err(WarehouseError::Busy) if is_joined && retries < RETRIES => retries += 1,
                answer => return answer,
            }
        }
    }
}

fn shared<V: Send + Sync + 'static>(
    work: impl Future<Output = Answer<V>> + Send + 'static,
) -> (Shared<Running<V>>, Arc<Askers>) {
    let askers = Arc::<Askers>::default();
    let running: Running<V> = Box::pin(Arc::clone(&askers).ask(work));
    (running.shared(), askers)
}
