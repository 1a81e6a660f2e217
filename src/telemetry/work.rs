//! What one request caused: time in the database, look-ups in the cache. It is collected for the task that answers the
//! request; work without a request is not collected.

use std::cell::{Cell, RefCell};
use std::ops::AddAssign;
use std::time::{Duration, Instant};

tokio::task_local! {
    static CURRENT: Collecting;
}

#[derive(Debug, Default)]
struct Collecting {
    /// Queries of this request that have not ended, and since when there is one.
    open: RefCell<(u32, Option<Instant>)>,
    done: Cell<Work>,
}

/// What a request caused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How long at least one query waited or ran. Queries of a request run side by side.
    pub database: Duration,
    /// The parts of it, added up over all queries.
    pub stages: Stages,
    /// Look-ups that the cache answered.
    pub hits: u32,
    /// Look-ups that it did not answer.
    pub misses: u32,
}

/// Where the time of queries goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Waiting for a turn and a connection.
    pub waiting: Duration,
    /// Planning the statement; next to nothing where the connection has it prepared.
    pub planning: Duration,
    /// Running it and reading its rows.
    pub scanning: Duration,
    /// Counting members of compressed sets.
    pub counting: Duration,
}

impl AddAssign for Stages {
    fn add_assign(&mut self, other: Stages) {
        self.waiting += other.waiting;
        self.planning += other.planning;
        self.scanning += other.scanning;
        self.counting += other.counting;
    }
}

/// Adds a query to the current request.
pub fn queried(stages: Stages) {
    change(|work| work.stages += stages);
}

/// Runs the work of one request, and says what it caused.
pub async fn collected<T>(work: impl Future<Output = T>) -> (T, Work) {
    CURRENT
        .scope(Collecting::default(), async {
            let output = work.await;
            (output, CURRENT.with(|current| current.done.get()))
        })
        .await
}

fn change(change: impl FnOnce(&mut Work)) {
    // Outside a request nobody asks.
    let _ = CURRENT.try_with(|current| {
        let mut done = current.done.get();
        change(&mut done);
        current.done.set(done);
    });
}

/// Counts a look-up in the cache for the current request.
pub fn cache_used(is_hit: bool) {
    change(|work| if is_hit { work.hits += 1 } else { work.misses += 1 });
}

/// The current request waits for the database until the returned value is dropped.
pub fn querying() -> Querying {
    let _ = CURRENT.try_with(|current| {
        let (count, since) = &mut *current.open.borrow_mut();
        *count += 1;
        since.get_or_insert_with(Instant::now);
    });
    Querying
}

/// See [`querying`].
#[derive(Debug)]
#[must_use]
pub struct Querying;

impl Drop for Querying {
    fn drop(&mut self) {
        let ended = CURRENT.try_with(|current| {
            let (count, since) = &mut *current.open.borrow_mut();
            *count = count.saturating_sub(1);
            if *count == 0 { since.take() } else { None }
        });
        if let Ok(Some(since)) = ended {
            change(|work| work.database += since.elapsed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_belongs_to_its_request() {
        cache_used(true);
        drop(querying());
        let (other, work) = collected(async {
            cache_used(true);
            cache_used(false);
            let outer = querying();
            drop(querying());
            assert_eq!(CURRENT.with(|current| current.done.get().database), Duration::ZERO, "one is still open");
            std::thread::sleep(Duration::from_millis(2));
            drop(outer);
            collected(async { cache_used(true) }).await.1
        })
        .await;
        assert_eq!((work.hits, work.misses), (1, 1));
        assert!(work.database >= Duration::from_millis(2));
        assert_eq!(other, Work { hits: 1, ..Work::default() });
    }
}
