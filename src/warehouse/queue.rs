//! The queue of queries: how many run at the same time, and whose is next.
//!
//! Users take turns, whoever has waited longest for one first. One user runs a few queries at a time, and has a share of
//! the queue. One connection more than there are threads is for somebody who has nothing running while all others are
//! busy, so that the long queries of some do not keep out everybody else. Bond's own queries, which warm the cache,
//! take turns like those of a user, but one at a time. Loads have their own connection and do not queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::principals::{Principal, Principals};

/// How queries are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryLimits {
    /// Queries of one user that run at the same time.
    pub of_user: usize,
    /// Queries that wait, in all.
    pub waiting: usize,
    /// Queries of one user that wait.
    pub waiting_of_user: usize,
    /// How long a query for a user may run.
    pub time: Duration,
}

impl QueryLimits {
    /// How many times as long as it may run a query may wait: many people who ask at the same time are answered in turn.
    const PATIENCE: u32 = 3;

    /// How long a query for a user may wait.
    pub fn wait(&self) -> Duration {
        self.time * QueryLimits::PATIENCE
    }
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits { of_user: 2, waiting: 4_000, waiting_of_user: 1_000, time: Duration::from_secs(15) }
    }
}

/// No more may wait.
#[derive(Debug)]
pub(super) struct Full;

pub(super) struct Queue {
    threads: usize,
    limits: QueryLimits,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    running_of: HashMap<Principal, usize>,
    /// In the order of arrival.
    waiting: Vec<Waiting>,
    /// When each had a turn, counted in turns.
    turn_of: HashMap<Principal, u64>,
    turns: u64,
    tickets: u64,
    /// How long a query had its turn, as an average in which each counts for a tenth of what came before it.
    usual: Duration,
}

struct Waiting {
    ticket: u64,
    /// Whose share of the queue it takes.
    of: Principal,
    principals: Arc<Principals>,
    grant: oneshot::Sender<Turn>,
}

/// The right to run one query, until it is dropped.
pub(super) struct Turn {
    queue: Arc<Queue>,
    of: Principal,
    begun: Instant,
}

impl Queue {
    /// The connections that it needs for so many threads.
    pub fn connections(threads: usize) -> usize {
        threads + 1
    }

    pub fn new(connections: usize, limits: QueryLimits) -> Queue {
        Queue { threads: connections.saturating_sub(1).max(1), limits, state: Mutex::default() }
    }

    pub fn limits(&self) -> QueryLimits {
        self.limits
    }

    /// Waits for a turn of any of `principals`. Dropping the future leaves the queue.
    pub async fn turn(self: &Arc<Queue>, principals: &Arc<Principals>) -> Result<Turn, Full> {
        let (grant, granted) = oneshot::channel();
        let mut of = Principal::Bond;
        principals.each(|asker| of = asker);
        let ticket = {
            let mut state = self.lock();
            let mine = state.waiting.iter().filter(|waiting| waiting.of == of).count();
            let is_full = state.waiting.len() >= self.limits.waiting || mine >= self.limits.waiting_of_user;
            // One that begins at once does not wait.
            if is_full && of != Principal::Bond && !state.may_run(self, of) {
                return Err(Full);
            }
            state.tickets += 1;
            let ticket = state.tickets;
            state.waiting.push(Waiting { ticket, of, principals: Arc::clone(principals), grant });
            ticket
        };
        let _leaves = Leaves { queue: self, ticket };
        self.advance();
        granted.await.map_err(|_| Full)
    }

    /// Gives turns to all who may have one now. To be called when somebody joins a query that may be waiting.
    pub fn advance(self: &Arc<Queue>) {
        loop {
            let (grant, turn) = {
                let mut state = self.lock();
                let Some((at, of)) = state.next(self) else { return };
                let waiting = state.waiting.remove(at);
                state.running += 1;
                *state.running_of.entry(of).or_default() += 1;
                state.turns += 1;
                let turn = state.turns;
                state.turn_of.insert(of, turn);
                (waiting.grant, Turn { queue: Arc::clone(self), of, begun: Instant::now() })
            };
            // Whoever has left meanwhile drops it, which may give a turn to another: not while the state is locked.
            let _ = grant.send(turn);
        }
    }

    /// About how long a query waits that comes now, if those that wait take as long as others did.
    pub fn expected_wait(&self) -> Duration {
        let state = self.lock();
        state.usual * u32::try_from(state.waiting.len()).unwrap_or(u32::MAX) / u32::try_from(self.threads).unwrap_or(1)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn may_run(&self, queue: &Queue, asker: Principal) -> bool {
        let own = self.running_of.get(&asker).copied().unwrap_or_default();
        match asker {
            Principal::User(_) | Principal::Link(_) if self.running < queue.threads => own < queue.limits.of_user,
            Principal::User(_) | Principal::Link(_) | Principal::Bond => own == 0 && self.running <= queue.threads,
        }
    }

    /// The index of the query that is next, and whose turn it is.
    fn next(&self, queue: &Queue) -> Option<(usize, Principal)> {
        if self.running > queue.threads {
            return None;
        }
        let mut best: Option<(u64, usize, Principal)> = None;
        for (at, waiting) in self.waiting.iter().enumerate() {
            waiting.principals.each(|asker| {
                let last = self.turn_of.get(&asker).copied().unwrap_or_default();
                if best.is_none_or(|(earliest, _, _)| last < earliest) && self.may_run(queue, asker) {
                    best = Some((last, at, asker));
                }
            });
        }
        best.map(|(_, at, asker)| (at, asker))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let mut state = self.queue.lock();
            state.running -= 1;
            state.usual = (state.usual * 9 + self.begun.elapsed()) / 10;
            if let Some(own) = state.running_of.get_mut(&self.of) {
                *own -= 1;
            }
        }
        self.queue.advance();
    }
}

struct Leaves<'a> {
    queue: &'a Queue,
    ticket: u64,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        let left = state.waiting.iter().position(|waiting| waiting.ticket == self.ticket);
        let left = left.map(|at| state.waiting.remove(at));
        drop(state);
        drop(left);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Asking = Pin<Box<dyn Future<Output = Result<Turn, Full>>>>;

    fn user(id: i64) -> Arc<Principals> {
        let principals = Arc::<Principals>::default();
        add(&principals, id);
        principals
    }

    fn add(principals: &Arc<Principals>, id: i64) {
        let noted = Arc::clone(principals).ask(async { Principals::note_user(id) });
        assert!(Box::pin(noted).as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
    }

    fn ask(queue: &Arc<Queue>, principals: &Arc<Principals>) -> Asking {
        let (queue, principals) = (Arc::clone(queue), Arc::clone(principals));
        let mut asking: Asking = Box::pin(async move { queue.turn(&principals).await });
        // As a request does, it queues when it is polled first.
        if let Poll::Ready(answer) = look(&mut asking) {
            asking = Box::pin(std::future::ready(answer));
        }
        asking
    }

    fn look(asking: &mut Asking) -> Poll<Result<Turn, Full>> {
        asking.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn turn(asking: &mut Asking) -> Option<Turn> {
        match look(asking) {
            Poll::Ready(answer) => Some(answer.expect("room")),
            Poll::Pending => None,
        }
    }

    fn queue(threads: usize, limits: QueryLimits) -> Arc<Queue> {
        Arc::new(Queue::new(Queue::connections(threads), limits))
    }

    #[test]
    fn a_user_runs_a_few_and_one_without_any_runs_beside_them() {
        let queue = queue(2, QueryLimits::default());
        let (ann, bob, eve) = (user(1), user(2), user(3));
        let mut of_ann: Vec<Asking> = (0..4).map(|_| ask(&queue, &ann)).collect();
        let turns: Vec<_> = of_ann.iter_mut().map(turn).collect();
        assert_eq!(turns.iter().filter(|turn| turn.is_some()).count(), 2);
        let mut of_bob = [ask(&queue, &bob), ask(&queue, &bob)];
        let first = turn(&mut of_bob[0]).expect("nothing of hers runs");
        assert!(turn(&mut of_bob[1]).is_none());
        let mut of_eve = ask(&queue, &eve);
        assert!(turn(&mut of_eve).is_none(), "all connections are in use");
        drop(first);
        assert!(turn(&mut of_eve).is_some(), "she has not had a turn");
    }

    #[test]
    fn who_comes_now_waits_for_those_before_them_by_the_usual_time() {
        let queue = queue(2, QueryLimits::default());
        let ann = user(1);
        let mut of_ann: Vec<Asking> = (0..8).map(|_| ask(&queue, &ann)).collect();
        let running: Vec<_> = of_ann.iter_mut().filter_map(turn).collect();
        assert_eq!((running.len(), queue.expected_wait()), (2, Duration::ZERO), "nothing has ended yet");
        queue.lock().usual = Duration::from_secs(2);
        assert_eq!(queue.expected_wait(), Duration::from_secs(6), "six wait for two threads");
        drop((of_ann, running));
        assert_eq!(queue.expected_wait(), Duration::ZERO, "nobody waits");
        assert!(queue.lock().usual < Duration::from_secs(2), "shorter ones bring it down");
    }

    #[test]
    fn users_take_turns_whatever_they_ask() {
        let queue = queue(1, QueryLimits { of_user: 1, ..QueryLimits::default() });
        let (ann, bob) = (user(1), user(2));
        let mut of_ann: Vec<Asking> = (0..50).map(|_| ask(&queue, &ann)).collect();
        let running = turn(&mut of_ann[0]);
        let mut of_bob: Vec<Asking> = (0..3).map(|_| ask(&queue, &bob)).collect();
        let mut bob_running = turn(&mut of_bob[0]);
        assert!(bob_running.is_some());
        drop(running);
        for at in 1..3 {
            let running = turn(&mut of_ann[at]);
            assert!(running.is_some() && turn(&mut of_ann[at + 1]).is_none());
            drop(bob_running.take());
            bob_running = turn(&mut of_bob[at]);
            assert!(bob_running.is_some(), "{at}");
        }
    }

    #[test]
    fn a_full_queue_refuses_and_a_user_has_a_share_of_it() {
        let queue = queue(1, QueryLimits { waiting: 3, waiting_of_user: 2, ..QueryLimits::default() });
        let (ann, bob, eve) = (user(1), user(2), user(3));
        let _running = turn(&mut ask(&queue, &ann)).expect("a turn");
        let of_ann = [ask(&queue, &ann), ask(&queue, &ann)];
        assert!(matches!(look(&mut ask(&queue, &ann)), Poll::Ready(Err(Full))));
        let _beside = turn(&mut ask(&queue, &bob)).expect("a turn");
        let mut of_bob = ask(&queue, &bob);
        assert!(matches!(look(&mut ask(&queue, &eve)), Poll::Ready(Err(Full))), "the queue is full");
        drop(of_ann);
        assert!(turn(&mut of_bob).is_none());
        assert!(look(&mut ask(&queue, &ann)).is_pending(), "whoever has left takes no room");
    }

    #[test]
    fn a_turn_that_nobody_takes_goes_to_the_next() {
        let queue = queue(1, QueryLimits { of_user: 1, ..QueryLimits::default() });
        let (ann, bob, eve) = (user(1), user(2), user(3));
        let running = turn(&mut ask(&queue, &ann));
        let beside = turn(&mut ask(&queue, &bob));
        let gone = ask(&queue, &eve);
        let mut next = ask(&queue, &eve);
        drop(running);
        // The turn of the first was given, but not yet seen.
        drop(gone);
        assert!(turn(&mut next).is_some());
        drop(beside);
        assert_eq!(queue.lock().running, 0);
    }

    #[test]
    fn a_shared_query_runs_when_the_turn_of_any_of_its_askers_comes() {
        let queue = queue(1, QueryLimits { of_user: 1, ..QueryLimits::default() });
        let (ann, bob) = (user(1), user(2));
        let mut of_ann: Vec<Asking> = (0..4).map(|_| ask(&queue, &ann)).collect();
        let _running = turn(&mut of_ann[0]);
        let shared = user(1);
        let mut asking = ask(&queue, &shared);
        assert!(turn(&mut asking).is_none());
        let joined = shared.join(&bob);
        queue.advance();
        assert!(turn(&mut asking).is_some(), "it is the turn of bob, who has nothing running");
        drop(joined);
    }

    #[test]
    fn what_bond_asks_for_itself_runs_one_at_a_time_and_leaves_room() {
        let queue = queue(2, QueryLimits { waiting: 0, ..QueryLimits::default() });
        let bond = Arc::<Principals>::default();
        let mut own = [ask(&queue, &bond), ask(&queue, &bond)];
        let running = turn(&mut own[0]);
        assert!(running.is_some() && turn(&mut own[1]).is_none());
        let ann = turn(&mut ask(&queue, &user(1)));
        assert!(ann.is_some(), "one that begins at once needs no room in the queue");
        drop(running);
        assert!(turn(&mut own[1]).is_some());
    }
}
