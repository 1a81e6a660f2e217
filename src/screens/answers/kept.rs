//! The answers that are kept in memory as JSON.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use moka::future::Cache;
use time::Date;

use crate::language::Language;
use crate::metrics::filter::Filter;
use crate::scope::Scope;
use crate::warehouse::Askers;

/// What identifies a call among all: its kind, its path, the card or block, and the number of a poll.
pub(super) type CallKey = (&'static str, &'static str, &'static str, i32);

/// Everything that an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    pub version: i32,
    /// The e-mail schedule begins today, and a chart tells whether its last period is complete.
    pub today: Date,
    /// The name of the method of the score. A published method never changes.
    pub method: String,
    pub scope: Scope,
    pub call: CallKey,
    /// English where the answer has the same texts in every language.
    pub language: Language,
    pub filter: Filter,
}

/// The answers that are kept, at most so many bytes of them; those that nobody asks for go first.
pub struct KeptAnswers {
    answers: Cache<Asked, Arc<[u8]>>,
    /// Everybody who waits for an answer that is being computed.
    waiting: Mutex<HashMap<Asked, Weak<Askers>>>,
}

impl KeptAnswers {
    /// Without bytes none is kept.
    pub fn new(most_bytes: u64) -> KeptAnswers {
        let weigh = |asked: &Asked, json: &Arc<[u8]>| {
            let lists = asked.scope.bytes() + asked.filter.bytes();
            u32::try_from(size_of::<Asked>() + lists + json.len()).unwrap_or(u32::MAX)
        };
        let answers = Cache::builder().max_capacity(most_bytes).weigher(weigh).build();
        KeptAnswers { answers, waiting: Mutex::default() }
    }

    pub(super) async fn get(&self, asked: &Asked) -> Option<Arc<[u8]>> {
        self.answers.get(asked).await
    }

    pub(super) async fn keep(&self, asked: Asked, json: Arc<[u8]>) {
        self.answers.insert(asked, json).await;
    }

    /// What `compute` results in, which is kept. While it is computed, others who ask for the same wait for it, and its
    /// queries run as soon as the turn of any of them comes; if whoever computes it leaves, another one begins anew.
    pub(super) async fn computed<E: Send + Sync + 'static>(
        &self,
        asked: &Asked,
        compute: impl Future<Output = Result<Arc<[u8]>, E>>,
    ) -> Result<Arc<[u8]>, Arc<E>> {
        let askers = self.askers_of(asked);
        let _joined = askers.join(&Askers::current());
        self.answers.try_get_with_by_ref(asked, askers.ask(compute)).await
    }

    fn askers_of(&self, asked: &Asked) -> Arc<Askers> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(askers) = waiting.get(asked).and_then(Weak::upgrade) {
            return askers;
        }
        waiting.retain(|_, askers| askers.strong_count() > 0);
        let askers = Arc::default();
        waiting.insert(asked.clone(), Arc::downgrade(&askers));
        askers
    }

    /// The bytes of what is kept.
    pub async fn bytes(&self) -> u64 {
        // The cache notes later what it has just taken.
        self.answers.run_pending_tasks().await;
        self.answers.weighted_size()
    }
}
