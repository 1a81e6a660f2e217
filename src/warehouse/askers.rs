//! For whom a query runs. It is noted for the task that answers a request; work outside a request is Bond's own.

use std::sync::{Arc, Mutex, PoisonError};

tokio::task_local! {
    static CURRENT: Arc<Askers>;
}

/// Somebody who asks: a user, the visitors of a link that was shared, or Bond itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asker {
    Bond,
    User(i64),
    Link(i64),
}

/// All who wait for a query, without Bond itself. Requests for the same rows share one, which then runs as soon as the turn of any of
/// them comes.
#[derive(Debug, Default)]
pub struct Askers(Mutex<Vec<Asker>>);

impl Askers {
    /// Those for whom the current task works.
    pub fn current() -> Arc<Askers> {
        CURRENT.try_with(Arc::clone).unwrap_or_default()
    }

    /// Runs `work` on their behalf.
    pub async fn ask<T>(self: Arc<Askers>, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// The user for whom the current task works is known now.
    pub fn note_user(user: i64) {
        note(Asker::User(user));
    }

    /// The current task works for a visitor of this link.
    pub fn note_link(link: i64) {
        note(Asker::Link(link));
    }

    /// Adds others until the returned value is dropped.
    pub fn join(self: &Arc<Askers>, others: &Askers) -> Joined {
        let others = others.lock().clone();
        self.lock().extend(&others);
        Joined { askers: Arc::clone(self), others }
    }

    /// Whether nobody but Bond itself waits.
    pub(super) fn is_bond(&self) -> bool {
        self.lock().is_empty()
    }

    pub(super) fn each(&self, mut then: impl FnMut(Asker)) {
        let all = self.lock();
        if all.is_empty() {
            then(Asker::Bond);
        }
        all.iter().for_each(|asker| then(*asker));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Asker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn note(asker: Asker) {
    let _ = CURRENT.try_with(|current| current.lock().push(asker));
}

/// See [`Askers::join`].
#[derive(Debug)]
#[must_use]
pub struct Joined {
    askers: Arc<Askers>,
    others: Vec<Asker>,
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut all = self.askers.lock();
        for asker in &self.others {
            if let Some(at) = all.iter().position(|other| other == asker) {
                all.swap_remove(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(askers: &Askers) -> Vec<Asker> {
        let mut all = Vec::new();
        askers.each(|asker| all.push(asker));
        all
    }

    #[tokio::test]
    async fn whoever_joins_is_among_the_askers_until_they_leave() {
        let shared = Arc::<Askers>::default();
        assert_eq!(all(&shared), [Asker::Bond]);
        let request = Arc::<Askers>::default();
        let own = Arc::clone(&request).ask(async {
            Askers::note_user(7);
            Askers::current()
        });
        let own = own.await;
        assert_eq!(all(&own), [Asker::User(7)]);
        let (first, second) = (shared.join(&own), shared.join(&own));
        drop(first);
        assert_eq!(all(&shared), [Asker::User(7)]);
        drop(second);
        assert!(shared.is_bond());
        let visit = Arc::<Askers>::default();
        Arc::clone(&visit).ask(async { Askers::note_link(7) }).await;
        assert_eq!(all(&visit), [Asker::Link(7)], "not the user with this number");
        Askers::note_user(8);
        assert!(Askers::current().is_bond(), "outside a request nobody is noted");
    }
}
