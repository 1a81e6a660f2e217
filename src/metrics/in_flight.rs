//! Queries that several requests wait for: it goes on as long as one of them waits.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared};

use super::query::SourceQuery;
use crate::warehouse::{Askers, Rows, Warehouse, WarehouseError};

/// What is cached, each for one data version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum CacheKey {
    Rows(i32, SourceQuery),
    /// The sums of all days of a source, by its id.
    Days(i32, &'static str),
    /// The names of a dimension's values, by its id.
    Names(i32, &'static str),
}

impl CacheKey {
    /// Size in bytes: a filter may list very many items.
    pub fn bytes(&self) -> usize {
        size_of::<CacheKey>() + if let CacheKey::Rows(_, query) = self { query.bytes() } else { 0 }
    }
}

type Answer = Result<Arc<Rows>, WarehouseError>;
type Running = Pin<Box<dyn Future<Output = Answer> + Send>>;

type Query = (WeakShared<Running>, Arc<Askers>);

/// The queries that run or wait, by what they are cached as.
#[derive(Default)]
pub(super) struct InFlight(Mutex<HashMap<CacheKey, Query>>);

/// How often a request asks by itself after a query that it joined has had no room.
const RETRIES: usize = 3;

impl InFlight {
    /// Waits for the query of this key that others wait for; without one, for what `query` reads, which is cached then.
    pub async fn rows<F>(
        &self,
        warehouse: &Warehouse,
        cache: &moka::future::Cache<CacheKey, Arc<Rows>>,
        key: CacheKey,
        query: impl FnOnce() -> F + Clone,
    ) -> Answer
    where
        F: Future<Output = Result<Rows, WarehouseError>> + Send + 'static,
    {
        let mine = Askers::current();
        let mut retries = 0;
        loop {
            let mut is_joined = true;
            let (running, _joined) = {
                let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                let found = all.get(&key).and_then(|(running, askers)| Some((running.upgrade()?, Arc::clone(askers))));
                let found = found.filter(|(running, _)| running.peek().is_none());
                let (running, askers) = found.unwrap_or_else(|| {
                    is_joined = false;
                    let (running, askers) = begin(cache.clone(), key.clone(), query.clone()());
                    // Whoever has left without an end is found here.
                    all.retain(|_, (running, _)| running.upgrade().is_some());
                    all.extend(running.downgrade().map(|weak| (key.clone(), (weak, Arc::clone(&askers)))));
                    (running, askers)
                });
                (running, askers.join(&mine))
            };
            if is_joined {
                warehouse.joined();
            }
            match running.await {
                // That was the queue of whoever asked first.
                Err(WarehouseError::Busy) if is_joined && retries < RETRIES => retries += 1,
                answer => return answer,
            }
        }
    }
}

fn begin(
    cache: moka::future::Cache<CacheKey, Arc<Rows>>,
    key: CacheKey,
    query: impl Future<Output = Result<Rows, WarehouseError>> + Send + 'static,
) -> (Shared<Running>, Arc<Askers>) {
    let askers = Arc::<Askers>::default();
    let work = async move {
        // Another query may have ended since the cache was asked.
        if let Some(rows) = cache.get(&key).await {
            return Ok(rows);
        }
        let rows = Arc::new(query.await?);
        cache.insert(key, Arc::clone(&rows)).await;
        Ok(rows)
    };
    let running: Running = Box::pin(Arc::clone(&askers).ask(work));
    (running.shared(), askers)
}
