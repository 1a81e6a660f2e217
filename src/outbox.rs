//! What is being sent. A report or alert is under way once at a time, whoever asks for it: the schedule or its user.
//!
//! Mail servers and webhooks may be slow. What waits for one has a thread of its own and holds no lock and no data: neither
//! sign-in nor settings nor other reports wait for it, and the data directory can be closed meanwhile.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::limited::{Client, Waiting};
use crate::store::destinations::Channel;

/// How many reports, and how many alerts, are sent at the same time by each way.
const MOST_BY_WAY: usize = 4;
/// How many reports and alerts of a user are sent out of turn at the same time.
pub const MOST_OF_USER: usize = 3;
/// How many a user may have sent out of turn within [`WHILE`].
pub const MOST_ASKED: usize = 30;
const WHILE: Duration = Duration::from_secs(10 * 60);
/// Bytes of the stack of a thread that makes reports or alerts: the futures that make one are large.
pub const STACK: usize = 16 << 20;

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// The report with this number.
    Report(i64),
    /// The alert with this number.
    Alert(i64),
    /// What administrators are told by this channel.
    Notices(Channel),
}

/// Why something is not sent now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is being sent.
    UnderWay,
    /// As many of the user's are.
    TooMany,
    /// The user has had many sent; after so many seconds another one may be.
    TooOften(u32),
}

/// What is under way. Clones share it, so that it outlives the data that are opened anew.
#[derive(Clone, Debug, Default)]
pub struct Outbox(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Told when something has ended.
    ended: Condvar,
    ways: BTreeMap<Way, Arc<Semaphore>>,
}

#[derive(Debug, Default)]
struct State {
    /// With the user who asked; None for the schedule.
    under_way: BTreeMap<Item, Option<i64>>,
    /// When users asked.
    asked: BTreeMap<i64, VecDeque<Instant>>,
}

/// A channel, for alerts or for reports: neither waits for the other.
type Way = (bool, Channel);

fn way(item: Item, channel: Channel) -> Way {
    (matches!(item, Item::Alert(_) | Item::Notices(_)), channel)
}

impl Outbox {
    /// An empty one.
    pub fn new() -> Outbox {
        let all = [Channel::Mail, Channel::Folder, Channel::Webhook];
        let ways = all.into_iter().flat_map(|channel| [(true, channel), (false, channel)]);
        let ways = ways.map(|way| (way, Arc::new(Semaphore::new(MOST_BY_WAY)))).collect();
        Outbox(Arc::new(Shared { ways, ..Shared::default() }))
    }

    /// Enters something, for a user who asks for it out of turn or for the schedule. It is under way until the entry is
    /// dropped.
    ///
    /// # Errors
    /// Why it is not sent now.
    pub fn enter(&self, item: Item, user: Option<i64>) -> Result<Entry, Refused> {
        let mut state = self.0.lock();
        if state.under_way.contains_key(&item) {
            return Err(Refused::UnderWay);
        }
        if let Some(user) = user {
            if state.under_way.values().filter(|of| **of == Some(user)).count() >= MOST_OF_USER {
                return Err(Refused::TooMany);
            }
            let now = Instant::now();
            state.asked.retain(|_, asked| {
                asked.retain(|at| now.duration_since(*at) < WHILE);
                !asked.is_empty()
            });
            let asked = state.asked.entry(user).or_default();
            if let Some(first) = asked.front().filter(|_| asked.len() >= MOST_ASKED) {
                let seconds = WHILE.saturating_sub(now.duration_since(*first)).as_secs() + 1;
                return Err(Refused::TooOften(u32::try_from(seconds).unwrap_or(u32::MAX)));
            }
            asked.push_back(now);
        }
        state.under_way.insert(item, user);
        Ok(Entry { outbox: self.clone(), item })
    }

    /// How much is under way.
    pub fn under_way(&self) -> usize {
        self.0.lock().under_way.len()
    }

    /// Waits until nothing is under way, but not longer than `most`. Returns whether nothing is.
    pub fn settle(&self, most: Duration) -> bool {
        let wait = self.0.ended.wait_timeout_while(self.0.lock(), most, |state| !state.under_way.is_empty());
        wait.unwrap_or_else(PoisonError::into_inner).0.under_way.is_empty()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that is under way until this is dropped.
#[derive(Debug)]
pub struct Entry {
    outbox: Outbox,
    item: Item,
}

impl Entry {
    /// Waits for a turn by a channel. Whoever no longer waits gives up the entry.
    pub async fn turn(self, channel: Channel) -> Option<Turn> {
        let permit = Arc::clone(self.outbox.0.ways.get(&way(self.item, channel))?).acquire_owned().await.ok()?;
        Some(Turn { entry: self, permit })
    }

    /// A turn by a channel, where there is one now.
    pub fn turn_now(self, channel: Channel) -> Option<Turn> {
        let permit = Arc::clone(self.outbox.0.ways.get(&way(self.item, channel))?).try_acquire_owned().ok()?;
        Some(Turn { entry: self, permit })
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.outbox.0.lock().under_way.remove(&self.item);
        self.outbox.0.ended.notify_all();
    }
}

/// The turn of something to be sent.
#[derive(Debug)]
pub struct Turn {
    entry: Entry,
    permit: OwnedSemaphorePermit,
}

impl Turn {
    /// Runs `work` on a thread of its own, and ends the turn after it. `work` can ask whether somebody waits for what it
    /// results in.
    ///
    /// # Errors
    /// If the machine gives no thread.
    pub fn run<T: Send + 'static>(self, work: impl FnOnce(&Client) -> T + Send + 'static) -> io::Result<Sending<T>> {
        let (sender, result) = oneshot::channel();
        let (client, waiting) = Client::waiting();
        let run = move || {
            let result = work(&client);
            let Turn { entry, permit } = self;
            drop((entry, permit));
            // Nobody may wait for it.
            let _ = sender.send(result);
        };
        thread::Builder::new().name("sending".to_owned()).stack_size(STACK).spawn(run)?;
        Ok(Sending { result, _waiting: waiting })
    }
}

/// Something that is being sent.
#[derive(Debug)]
pub struct Sending<T> {
    result: oneshot::Receiver<T>,
    _waiting: Waiting,
}

impl<T> Sending<T> {
    /// Waits for its end; None if it panicked.
    pub async fn end(self) -> Option<T> {
        self.result.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn something_is_under_way_once_until_it_has_ended() {
        let outbox = Outbox::new();
        let entry = outbox.enter(Item::Report(1), Some(7)).expect("entered");
        assert_eq!(outbox.enter(Item::Report(1), None).err(), Some(Refused::UnderWay));
        let turn = entry.turn(Channel::Mail).await.expect("a turn");
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let work = move |client: &Client| {
            let _ = may_go_on.recv();
            client.is_gone()
        };
        let sending = turn.run(work).expect("a thread");
        assert!(!outbox.settle(Duration::from_millis(20)));
        assert_eq!(outbox.enter(Item::Report(1), None).err(), Some(Refused::UnderWay));
        // Alerts do not wait for reports, and the same number is another thing.
        drop(outbox.enter(Item::Alert(1), None).expect("entered").turn_now(Channel::Mail).expect("a turn"));
        go_on.send(()).expect("it waits");
        assert_eq!(sending.end().await, Some(false));
        assert!(outbox.settle(Duration::from_secs(5)));
        outbox.enter(Item::Report(1), None).expect("it has ended");
    }

    #[tokio::test]
    async fn whoever_leaves_before_the_turn_gives_up_the_entry() {
        let outbox = Outbox::new();
        let turn = |id| outbox.enter(Item::Report(id), None).expect("entered").turn_now(Channel::Mail);
        let mut turns: Vec<Turn> = (0..MOST_BY_WAY as i64).map(|id| turn(id).expect("a turn")).collect();
        assert!(turn(10).is_none(), "all turns by mail are taken");
        assert!(outbox.enter(Item::Report(11), None).expect("entered").turn_now(Channel::Webhook).is_some());
        let waiting = outbox.enter(Item::Report(12), Some(7)).expect("entered").turn(Channel::Mail);
        assert!(tokio::time::timeout(Duration::from_millis(20), waiting).await.is_err());
        outbox.enter(Item::Report(12), Some(7)).expect("whoever waited has left");
        turns.pop();
        assert!(turn(10).is_some());
    }

    #[test]
    fn a_user_has_few_things_sent_at_a_time_and_not_too_often() {
        let outbox = Outbox::new();
        let enter = |id| outbox.enter(Item::Report(id), Some(7));
        let first: Vec<_> = (0..MOST_OF_USER as i64).map(|id| enter(id).expect("entered")).collect();
        assert_eq!(enter(10).err(), Some(Refused::TooMany));
        outbox.enter(Item::Report(10), Some(8)).expect("another user");
        outbox.enter(Item::Report(11), None).expect("the schedule");
        drop(first);
        for _ in MOST_OF_USER..MOST_ASKED {
            enter(1).expect("entered");
        }
        let Err(Refused::TooOften(seconds)) = enter(1) else { panic!("too often") };
        assert!(0 < seconds && u64::from(seconds) <= WHILE.as_secs(), "{seconds}");
        outbox.enter(Item::Report(1), None).expect("the schedule");
    }
}
