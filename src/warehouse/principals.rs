//! For whom a query runs. It is noted for the task that answers a request; work outside a request is Bond's own.

use std::sync::{Arc, Mutex, PoisonError};

tokio::task_local! {
    static CURRENT: Arc<Principals>;
}

/// Somebody who asks: a user, the visitors of a link that was shared, or Bond itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Principal {
    Bond,
    User(i64),
    Link(i64),
}

/// All who wait for a query, without Bond itself. Requests for the same rows share one, which then runs as soon as the turn of any of
/// them comes.
#[derive(Debug, Default)]
pub struct Principals(Mutex<Vec<Principal>>);

impl Principals {
    /// Those for whom the current task works.
    pub fn current() -> Arc<Principals> {
        CURRENT.try_with(Arc::clone).unwrap_or_default()
    }

    /// Runs `work` on their behalf.
    pub async fn ask<T>(self: Arc<Principals>, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// The user for whom the current task works is known now.
    pub fn note_user(user: i64) {
        note(Principal::User(user));
    }

    /// The current task works for a visitor of this link.
    pub fn note_link(link: i64) {
        note(Principal::Link(link));
    }

    /// Adds others until the returned value is dropped.
    pub fn join(self: &Arc<Principals>, others: &Principals) -> Joined {
        let others = others.lock().clone();
        self.lock().extend(&others);
        Joined { principals: Arc::clone(self), others }
    }

    /// Whether nobody but Bond itself waits.
    pub(super) fn is_bond(&self) -> bool {
        self.lock().is_empty()
    }

    pub(super) fn each(&self, mut then: impl FnMut(Principal)) {
        let all = self.lock();
        if all.is_empty() {
            then(Principal::Bond);
        }
        all.iter().for_each(|asker| then(*asker));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Principal>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn note(asker: Principal) {
    let _ = CURRENT.try_with(|current| current.lock().push(asker));
}

/// See [`Principals::join`].
#[derive(Debug)]
#[must_use]
pub struct Joined {
    principals: Arc<Principals>,
    others: Vec<Principal>,
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut all = self.principals.lock();
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

    fn all(principals: &Principals) -> Vec<Principal> {
        let mut all = Vec::new();
        principals.each(|asker| all.push(asker));
        all
    }

    #[tokio::test]
    async fn whoever_joins_is_among_the_askers_until_they_leave() {
        let shared = Arc::<Principals>::default();
        assert_eq!(all(&shared), [Principal::Bond]);
        let request = Arc::<Principals>::default();
        let own = Arc::clone(&request).ask(async {
            Principals::note_user(7);
            Principals::current()
        });
        let own = own.await;
        assert_eq!(all(&own), [Principal::User(7)]);
        let (first, second) = (shared.join(&own), shared.join(&own));
        drop(first);
        assert_eq!(all(&shared), [Principal::User(7)]);
        drop(second);
        assert!(shared.is_bond());
        let visit = Arc::<Principals>::default();
        Arc::clone(&visit).ask(async { Principals::note_link(7) }).await;
        assert_eq!(all(&visit), [Principal::Link(7)], "not the user with this number");
        Principals::note_user(8);
        assert!(Principals::current().is_bond(), "outside a request nobody is noted");
    }
}
