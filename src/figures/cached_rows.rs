//! Cached rows. Requests for the same rows share one query.

use std::sync::Arc;

use super::in_flight::InFlight;
use super::source_query::SourceQuery;
use crate::warehouse::question::SetsQuestion;
use crate::warehouse::{Rows, Warehouse, WarehouseError};

/// The keys of the cache, each for one data version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum CacheKey {
    Rows(i32, SourceQuery),
    /// The sets of members of all months; the query has no windows.
    Members(i32, SourceQuery),
    /// The rows of a query by member, of a sample, with only these measures.
    OfMembers(i32, SourceQuery, Vec<&'static str>),
    /// The days of registration and eligibility of a sample's members.
    DaysOfMembers(i32),
    /// The names of a dimension's values, by its id.
    Names(i32, &'static str),
}

impl CacheKey {
    /// Size in bytes: a filter may list very many items.
    pub fn bytes(&self) -> usize {
        let query = match self {
            CacheKey::Rows(_, query) | CacheKey::Members(_, query) => query.bytes(),
            CacheKey::OfMembers(_, query, measures) => query.bytes() + size_of_val(measures.as_slice()),
            CacheKey::DaysOfMembers(_) | CacheKey::Names(..) => 0,
        };
        size_of::<CacheKey>() + query
    }
}

type Answer = Result<Arc<Rows>, WarehouseError>;

type Cache = moka::future::Cache<CacheKey, Arc<Rows>>;

/// The cached rows of a warehouse. Clones share them.
#[derive(Clone)]
pub(super) struct CachedRows {
    warehouse: Arc<Warehouse>,
    cache: Cache,
    /// The queries that run or wait, by the key of their rows.
    in_flight: InFlight<CacheKey, Rows>,
}

impl CachedRows {
    pub fn new(warehouse: Arc<Warehouse>, cache_bytes: u64) -> CachedRows {
        let cache = Cache::builder()
            .max_capacity(cache_bytes)
            .weigher(|key: &CacheKey, rows: &Arc<Rows>| u32::try_from(rows.bytes() + key.bytes()).unwrap_or(u32::MAX))
            .build();
        CachedRows { in_flight: InFlight::new(Arc::clone(&warehouse)), warehouse, cache }
    }

    pub async fn get(&self, key: &CacheKey) -> Option<Arc<Rows>> {
        self.cache.get(key).await
    }

    /// Bytes of what is cached.
    pub async fn bytes(&self) -> u64 {
        self.cache.run_pending_tasks().await;
        self.cache.weighted_size()
    }

    /// The members of sets of one data version.
    pub async fn of_sets(&self, version: i32, key: CacheKey, sets: SetsQuestion) -> Answer {
        if let Some(rows) = self.get(&key).await {
            return Ok(rows);
        }
        let warehouse = Arc::clone(&self.warehouse);
        self.rows(key, async move || warehouse.member_sets(version, &sets).await).await
    }

    /// Waits for the query of this key that already runs. If there is none, runs `query` and caches its rows.
    pub async fn rows<F>(&self, key: CacheKey, query: impl FnOnce() -> F + Clone) -> Answer
    where
        F: Future<Output = Result<Rows, WarehouseError>> + Send + 'static,
    {
        let begin = || {
            let (cache, key, query) = (self.cache.clone(), key.clone(), query.clone()());
            async move {
                // Another query may have ended since the cache was asked.
                if let Some(rows) = cache.get(&key).await {
                    return Ok(rows);
                }
                let rows = Arc::new(query.await?);
                cache.insert(key, Arc::clone(&rows)).await;
                Ok(rows)
            }
        };
        self.in_flight.join(&key, begin).await
    }
}
