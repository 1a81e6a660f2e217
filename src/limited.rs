//! Work on threads that serve no requests. Only so much of it runs at the same time.
//!
//! A place belongs to the work, not to the request that asked for it: blocking work cannot be stopped from outside, so it
//! goes on when its client hangs up, and its place is free when it has ended. It can ask its [`Client`] whether anybody still
//! waits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::telemetry::WorkCounts;

/// How many requests of a user may wait for their turn, or have it.
const MOST_OF_USER: usize = 6;
/// How long a request waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Why work was not done.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The user has asked for too much of it, or it waited too long.
    #[error("too much work of this kind at once")]
    Busy,
    /// It ended without a result.
    #[error("{0}")]
    Failed(String),
}

/// Work of one kind. A user has one place at a time.
#[derive(Debug)]
pub struct Limited {
    places: Arc<Semaphore>,
    /// The turns of the users who wait or work.
    users: Mutex<BTreeMap<i64, Arc<Semaphore>>>,
    counts: WorkCounts,
}

impl Limited {
    /// `most` is how much of it is done at the same time, by everybody together.
    pub fn new(most: usize) -> Limited {
        let counts = WorkCounts::default();
        Limited { places: Arc::new(Semaphore::new(most)), users: Mutex::default(), counts }
    }

    /// What is counted of it.
    pub fn counts(&self) -> &WorkCounts {
        &self.counts
    }

    /// Waits for a place, for a user or for Bond itself.
    ///
    /// # Errors
    /// [`NotDone::Busy`].
    pub async fn place(&self, user: Option<i64>) -> Result<Place, NotDone> {
        let _waiting = self.counts.waiting();
        let wait = async {
            let turn = match user.map(|user| self.of_user(user)).transpose()? {
                Some(turns) => Some(turns.acquire_owned().await.map_err(|_| NotDone::Busy)?),
                None => None,
            };
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| NotDone::Busy)?;
            Ok(Place { _held: Arc::new((place, turn)), counts: self.counts.clone() })
        };
        tokio::time::timeout(LONGEST_WAIT, wait).await.unwrap_or(Err(NotDone::Busy))
    }

    /// Does work for a user, in a place that it waits for.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn block<T: Send + 'static>(
        &self,
        user: i64,
        work: impl FnOnce(&Client) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.place(Some(user)).await?.block(work).await
    }

    /// The turns of a user, unless too many requests have them.
    fn of_user(&self, user: i64) -> Result<Arc<Semaphore>, NotDone> {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever waits or works has a clone.
        users.retain(|_, turns| Arc::strong_count(turns) > 1);
        let turns = users.entry(user).or_insert_with(|| Arc::new(Semaphore::new(1)));
        if Arc::strong_count(turns) > MOST_OF_USER { Err(NotDone::Busy) } else { Ok(Arc::clone(turns)) }
    }
}

/// A place, which is free when all its clones are dropped.
#[derive(Clone, Debug)]
pub struct Place {
    _held: Arc<(OwnedSemaphorePermit, Option<OwnedSemaphorePermit>)>,
    counts: WorkCounts,
}

impl Place {
    /// Does work in this place, which it keeps to its end also where nobody waits for it any more.
    ///
    /// # Errors
    /// [`NotDone::Failed`] if it panics.
    pub async fn block<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Client) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let place = self.clone();
        let (client, waiting) = Client::waiting();
        let work = move || {
            // It may have waited for a thread.
            let result = (!client.is_gone()).then(|| {
                let _running = place.counts.running();
                work(&client)
            });
            drop(place);
            result
        };
        let done = tokio::task::spawn_blocking(work).await;
        drop(waiting);
        done.map_err(|error| NotDone::Failed(error.to_string()))?.ok_or(NotDone::Busy)
    }
}

/// See [`Client::waiting`].
#[derive(Debug)]
#[must_use]
pub struct Waiting(#[expect(dead_code, reason = "it is counted")] Arc<()>);

/// Whoever waits for work; by default somebody who always does.
#[derive(Clone, Debug, Default)]
pub struct Client(Option<Weak<()>>);

impl Client {
    /// Somebody who waits until the second value is dropped.
    pub fn waiting() -> (Client, Waiting) {
        let waiting = Arc::new(());
        (Client(Some(Arc::downgrade(&waiting))), Waiting(waiting))
    }

    /// Whether nobody waits any more.
    pub fn is_gone(&self) -> bool {
        self.0.as_ref().is_some_and(|waiting| waiting.strong_count() == 0)
    }
}

/// What is limited in a running Bond.
#[derive(Debug)]
pub struct LimitedWork {
    /// Files of what is shown, from the first call to the last byte: their answers take memory.
    pub files: Limited,
    /// Checks of the audit log, which read all of it.
    pub audit: Limited,
    /// Checks of the system, which read the audit log too.
    pub system: Limited,
    /// Previews of files to load: a Parquet file may take much memory.
    pub previews: Limited,
}

impl Default for LimitedWork {
    fn default() -> LimitedWork {
        let one = || Limited::new(1);
        LimitedWork { files: Limited::new(MOST_FILES), audit: one(), system: one(), previews: one() }
    }
}

/// How many files are made at the same time.
pub const MOST_FILES: usize = 3;

impl LimitedWork {
    /// All kinds, with their names.
    pub fn kinds(&self) -> [(&'static str, &Limited); 4] {
        let LimitedWork { files, audit, system, previews } = self;
        [("files", files), ("audit", audit), ("system", system), ("previews", previews)]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn work_keeps_its_place_when_nobody_waits_for_it() {
        let limited = Arc::new(Limited::new(1));
        let (begun, has_begun) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let (ended, has_ended) = mpsc::channel();
        let working = Arc::clone(&limited);
        let work = tokio::spawn(async move {
            let work = move |client: &Client| {
                let _ = begun.send(client.is_gone());
                let _ = may_go_on.recv();
                let _ = ended.send(client.is_gone());
            };
            working.block(1, work).await
        });
        while limited.counts().running_now() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(has_begun.recv(), Ok(false), "its client waits");
        work.abort();
        assert!(work.await.is_err(), "its client has gone");
        let other = limited.place(Some(2));
        assert!(tokio::time::timeout(Duration::from_millis(50), other).await.is_err(), "the work still has the place");
        assert_eq!(limited.counts().running_now(), 1);
        go_on.send(()).expect("it waits");
        assert_eq!(has_ended.recv(), Ok(true), "it can see that its client has gone");
        limited.place(Some(2)).await.expect("free");
        assert_eq!(limited.counts().running_now(), 0);
    }

    #[tokio::test]
    async fn a_user_has_one_place_and_a_few_requests_that_wait() {
        let limited = Arc::new(Limited::new(3));
        let first = limited.place(Some(1)).await.expect("free");
        let waiting: Vec<_> = (1..MOST_OF_USER)
            .map(|_| {
                let limited = Arc::clone(&limited);
                tokio::spawn(async move { limited.place(Some(1)).await.map(drop) })
            })
            .collect();
        while limited.counts().waiting_now() < MOST_OF_USER as i64 - 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(limited.place(Some(1)).await.err(), Some(NotDone::Busy), "one too many");
        let others = (limited.place(Some(2)).await, limited.place(None).await);
        assert!(others.0.is_ok() && others.1.is_ok(), "others have their places");
        drop((first, others));
        for wait in waiting {
            assert_eq!(wait.await.expect("ended"), Ok(()));
        }
        assert!(limited.place(Some(1)).await.is_ok());
    }
}
