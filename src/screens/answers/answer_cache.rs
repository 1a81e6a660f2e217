//! The answers that are kept in memory as JSON.

use std::sync::Arc;

use moka::future::Cache;
use time::Date;

use crate::figures::filter::Filter;
use crate::i18n::language::Language;
use crate::scope::Scope;

/// What identifies a call among all: its kind, its path, the card or block, and the number of a poll.
pub(super) type CallKey = (&'static str, &'static str, &'static str, i32);

/// Everything that an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AnswerKey {
    pub version: i32,
    /// The e-mail schedule begins today, and a chart tells whether its last period is complete.
    pub today: Date,
    /// Of amounts in sentences.
    pub currency: String,
    /// The name of the method of the score. A published method never changes.
    pub method: String,
    pub scope: Scope,
    pub call: CallKey,
    /// English where the answer has the same texts in every language.
    pub language: Language,
    pub filter: Filter,
}

/// The answers that are kept, at most so many bytes of them; those that nobody asks for go first.
pub struct AnswerCache(Cache<AnswerKey, Arc<[u8]>>);

impl AnswerCache {
    /// Without bytes none is kept.
    pub fn new(most_bytes: u64) -> AnswerCache {
        let weigh = |key: &AnswerKey, json: &Arc<[u8]>| {
            let lists = key.scope.bytes() + key.filter.bytes();
            u32::try_from(size_of::<AnswerKey>() + lists + json.len()).unwrap_or(u32::MAX)
        };
        AnswerCache(Cache::builder().max_capacity(most_bytes).weigher(weigh).build())
    }

    pub(super) async fn get(&self, key: &AnswerKey) -> Option<Arc<[u8]>> {
        self.0.get(key).await
    }

    pub(super) async fn keep(&self, key: AnswerKey, json: Arc<[u8]>) {
        self.0.insert(key, json).await;
    }

    /// The bytes of what is kept.
    pub async fn bytes(&self) -> u64 {
        // The cache notes later what it has just taken.
        self.0.run_pending_tasks().await;
        self.0.weighted_size()
    }
}
