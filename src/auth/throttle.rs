//! Limits on failed sign-ins: by login and address, by login, and by address. Faulty sign-in links, which nobody can
//! guess, have a count of their own by address, and so has a login in a browser that has signed in with it before: while
//! others attack a login, its user keeps a way in. Passwords that are asked for again count by session and user, so that
//! nobody without a session blocks them.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::pin;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use crate::store::failures::{Failures, LONGEST_WINDOW};
use crate::store::{Store, StoreError};

/// After `failures` failures within `seconds` seconds, attempts are blocked until the oldest failure is that old.
#[derive(Clone, Copy, Debug)]
struct Limit {
    failures: usize,
    seconds: i64,
}

const BY_LOGIN_AND_ADDRESS: Limit = Limit { failures: 5, seconds: 5 * 60 };
const BY_LOGIN_AND_BROWSER: Limit = Limit { failures: 5, seconds: 5 * 60 };
/// One session cannot fill the count of all sessions of its user.
const BY_SESSION: Limit = Limit { failures: 5, seconds: 5 * 60 };
const BY_LOGIN: Limit = Limit { failures: 20, seconds: LONGEST_WINDOW };
const BY_ADDRESS: Limit = Limit { failures: 50, seconds: 10 * 60 };

/// The largest number of counters; beyond it, expired ones are dropped, then the oldest.
const MOST_COUNTERS: usize = 100_000;

/// A login or a browser in a counter. A digest, so that a long one takes no more memory than a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key([u8; 16]);

impl Key {
    fn of(text: &str) -> Key {
        let mut key = [0; 16];
        key.copy_from_slice(&Sha256::digest(text)[..16]);
        Key(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for Key {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Key, Self::Err> {
        Ok(Key(u128::from_str_radix(text, 16)?.to_be_bytes()))
    }
}

/// How a login is named in the store. `login_key` is the login in the form in which it is looked up.
pub fn login_name(login_key: &str) -> String {
    Key::of(login_key).to_string()
}

/// How an address is named in the store: an IPv6 address by its network of 64 bits.
pub fn address_name(address: IpAddr) -> String {
    Counter::Address(network(address)).to_string()
}

/// What is blocked for everybody, whoever attempts it: not a login from one address, which somebody may have forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    pub logins: usize,
    pub addresses: Vec<IpAddr>,
}

impl Blocked {
    /// By the failures that the store has.
    ///
    /// # Errors
    /// If the store fails.
    pub fn now(store: &Store, now: i64) -> Result<Blocked, StoreError> {
        let mut blocked = Blocked::default();
        for Failures { counter, times } in store.failures(now - LONGEST_WINDOW)? {
            let Some(counter) = Counter::parse(&counter) else { continue };
            let key = match counter {
                Counter::Login(login) => login.to_string(),
                Counter::Address(_) => counter.to_string(),
                _ => continue,
            };
            let (limit, unlocked) = (counter.limit(), store.unlocked_at(&key)?.unwrap_or(i64::MIN));
            let counts = times.iter().filter(|at| now - **at < limit.seconds && **at > unlocked).count();
            match counter {
                _ if counts < limit.failures => {}
                Counter::Address(address) => blocked.addresses.push(address),
                _ => blocked.logins += 1,
            }
        }
        blocked.addresses.sort_unstable();
        Ok(blocked)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counter {
    LoginAndAddress(Key, IpAddr),
    LoginAndBrowser(Key, Key),
    Login(Key),
    Address(IpAddr),
    Links(IpAddr),
    Session(Key),
    SessionsOf(Key),
}

impl Counter {
    fn limit(&self) -> Limit {
        match self {
            Counter::LoginAndAddress(..) => BY_LOGIN_AND_ADDRESS,
            Counter::LoginAndBrowser(..) => BY_LOGIN_AND_BROWSER,
            Counter::Session(_) => BY_SESSION,
            Counter::Login(_) | Counter::SessionsOf(_) => BY_LOGIN,
            Counter::Address(_) | Counter::Links(_) => BY_ADDRESS,
        }
    }

    /// The time up to which its failures no longer count.
    fn unlocked_at(&self, unlocked: Unlocked) -> i64 {
        let at = match self {
            Counter::LoginAndAddress(..) => unlocked.login.max(unlocked.address),
            Counter::LoginAndBrowser(..) | Counter::Login(_) | Counter::Session(_) | Counter::SessionsOf(_) => {
                unlocked.login
            }
            Counter::Address(_) | Counter::Links(_) => unlocked.address,
        };
        at.unwrap_or(i64::MIN)
    }

    /// How many attempts may still fail before its limit. Forgets the failures that no longer count.
    fn left(&self, counts: &mut HashMap<Counter, Count>, unlocked: Unlocked, now: i64) -> usize {
        let (limit, unlocked_at) = (self.limit(), self.unlocked_at(unlocked));
        let Some(count) = counts.get_mut(self) else { return limit.failures };
        count.failures.retain(|at| now - *at < limit.seconds && *at > unlocked_at);
        limit.failures.saturating_sub(count.failures.len())
    }

    /// What its limit blocks, for the audit log.
    fn blocks(&self) -> &'static str {
        match self {
            Counter::LoginAndAddress(..) => "the login from this address, for 5 minutes after 5 failures",
            Counter::LoginAndBrowser(..) => "the login in a browser that knows it, for 5 minutes after 5 failures",
            Counter::Login(_) => "the login in browsers that do not know it, for 15 minutes after 20 failures",
            Counter::Address(_) => "this address, for 10 minutes after 50 failures",
            Counter::Links(_) => "records of faulty links from this address, for 10 minutes after 50",
            Counter::Session(_) => "passwords asked for again in this session, for 5 minutes after 5 failures",
            Counter::SessionsOf(_) => {
                "passwords asked for again in any session of the user, for 15 minutes after 20 failures"
            }
        }
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counter::LoginAndAddress(login, address) => write!(f, "login {login} address {address}"),
            Counter::LoginAndBrowser(login, browser) => write!(f, "login {login} browser {browser}"),
            Counter::Login(login) => write!(f, "login {login}"),
            Counter::Address(address) => write!(f, "address {address}"),
            Counter::Links(address) => write!(f, "links {address}"),
            Counter::Session(session) => write!(f, "session {session}"),
            Counter::SessionsOf(login) => write!(f, "sessions {login}"),
        }
    }
}

impl Counter {
    /// The counter of a text that was displayed; None for any other.
    fn parse(text: &str) -> Option<Counter> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["login", login, "address", address] => {
                Some(Counter::LoginAndAddress(login.parse().ok()?, address.parse().ok()?))
            }
            ["login", login, "browser", browser] => {
                Some(Counter::LoginAndBrowser(login.parse().ok()?, browser.parse().ok()?))
            }
            ["login", login] => Some(Counter::Login(login.parse().ok()?)),
            ["address", address] => Some(Counter::Address(address.parse().ok()?)),
            ["links", address] => Some(Counter::Links(address.parse().ok()?)),
            ["session", session] => Some(Counter::Session(session.parse().ok()?)),
            ["sessions", login] => Some(Counter::SessionsOf(login.parse().ok()?)),
            _ => None,
        }
    }
}

/// How long an attempt waits for others that are in flight.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What has happened and what goes on at one counter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Count {
    /// When attempts failed, in seconds since 1970-01-01 UTC.
    failures: VecDeque<i64>,
    /// Attempts whose outcome is not known yet.
    in_flight: usize,
}

#[derive(Debug, Default)]
struct Counts {
    by_counter: Mutex<HashMap<Counter, Count>>,
    /// Told whenever an attempt has ended.
    ended: Notify,
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, HashMap<Counter, Count>> {
        self.by_counter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts failures in memory. The caller keeps them in the store too, so that a restart forgets none.
///
/// An attempt in flight is no failure, but it takes a place: no more attempts are in flight than may still fail, and the
/// others wait for their outcome. So concurrent guesses never exceed a limit, and right passwords are never refused
/// because many come at once.
#[derive(Debug, Default)]
pub struct Throttle(Arc<Counts>);

/// Who attempts to sign in, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Attempted<'a> {
    /// The login in the form in which it is looked up.
    pub login_key: &'a str,
    /// The client's address.
    pub address: IpAddr,
    pub counts: CountsFor<'a>,
    pub unlocked: Unlocked,
}

/// Whom a failure counts for.
#[derive(Clone, Copy, Debug)]
pub enum CountsFor<'a> {
    /// The login, and all who sign in from the address.
    Everybody,
    /// The login: others at the address are not to blame.
    Login,
    /// The login in a browser that has signed in with it before.
    Browser(&'a str),
    /// A session, by its id, and all sessions of its user.
    Session(&'a str),
}

/// Up to when failures no longer count because somebody unlocked the login or the address, in seconds since 1970-01-01
/// UTC.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlocked {
    pub login: Option<i64>,
    pub address: Option<i64>,
}

/// An attempt in flight. Dropped, it is no failure unless its password was being checked: whoever hangs up must not guess
/// for free.
#[derive(Debug)]
pub struct Attempt {
    counts: Arc<Counts>,
    /// Empty once it has ended.
    counters: Vec<Counter>,
    is_checked: bool,
    at: i64,
}

/// An attempt that failed.
#[derive(Debug)]
pub struct Failed {
    /// Those that it filled: the next attempt is blocked.
    filled: Vec<Counter>,
    /// The failures of its counters, to be kept.
    pub failures: Vec<Failures>,
}

impl Failed {
    /// What the failure blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &'static str> {
        self.filled.iter().map(Counter::blocks)
    }
}

/// Why an attempt may not proceed: its password must not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many failures.
    Blocked,
    /// As many attempts are in flight as may still fail.
    Busy,
}

impl Throttle {
    /// With the failures that were kept.
    pub fn new(kept: Vec<Failures>) -> Throttle {
        let counters = kept.into_iter().filter_map(|kept| {
            Some((Counter::parse(&kept.counter)?, Count { failures: VecDeque::from(kept.times), in_flight: 0 }))
        });
        Throttle(Arc::new(Counts { by_counter: Mutex::new(counters.collect()), ended: Notify::default() }))
    }

    /// Starts an attempt to sign in, after others in flight where it must wait for their outcome. `now` is in seconds
    /// since 1970-01-01 UTC.
    ///
    /// # Errors
    /// [`Refused::Busy`] after ten seconds.
    pub async fn begin(&self, attempted: &Attempted<'_>, now: i64) -> Result<Attempt, Refused> {
        let begun = async {
            loop {
                // Before the look, so that no outcome is missed.
                let mut ended = pin!(self.0.ended.notified());
                ended.as_mut().enable();
                match self.try_begin(attempted, now) {
                    Err(Refused::Busy) => ended.await,
                    begun => return begun,
                }
            }
        };
        tokio::time::timeout(LONGEST_WAIT, begun).await.unwrap_or(Err(Refused::Busy))
    }

    /// As [`Throttle::begin`], without waiting.
    fn try_begin(&self, attempted: &Attempted<'_>, now: i64) -> Result<Attempt, Refused> {
        let login = Key::of(attempted.login_key);
        let address = network(attempted.address);
        let at_address = Counter::LoginAndAddress(login, address);
        let of = match attempted.counts {
            CountsFor::Everybody => vec![at_address, Counter::Login(login), Counter::Address(address)],
            CountsFor::Login => vec![at_address, Counter::Login(login)],
            CountsFor::Browser(browser) => vec![Counter::LoginAndBrowser(login, Key::of(browser))],
            CountsFor::Session(id) => vec![Counter::Session(Key::of(id)), Counter::SessionsOf(login)],
        };
        let mut counters = self.0.lock();
        let mut is_busy = false;
        for counter in &of {
            let left = counter.left(&mut counters, attempted.unlocked, now);
            if left == 0 {
                return Err(Refused::Blocked);
            }
            is_busy |= counters.get(counter).is_some_and(|count| count.in_flight >= left);
        }
        if is_busy {
            return Err(Refused::Busy);
        }
        make_room(&mut counters, of.len(), now);
        for counter in &of {
            counters.entry(*counter).or_default().in_flight += 1;
        }
        Ok(Attempt { counts: Arc::clone(&self.0), counters: of, is_checked: false, at: now })
    }

    /// Counts a faulty sign-in link; None after too many. Links have separate counters: nobody can guess a link, and
    /// whoever sends many faulty ones must not block others.
    pub fn faulty_link(&self, address: IpAddr, unlocked_at: Option<i64>, now: i64) -> Option<Failed> {
        let counter = Counter::Links(network(address));
        let mut counters = self.0.lock();
        let unlocked = Unlocked { login: None, address: unlocked_at };
        if counter.left(&mut counters, unlocked, now) == 0 {
            return None;
        }
        make_room(&mut counters, 1, now);
        Some(fail(&mut counters, &[counter], now))
    }
}

impl Attempt {
    /// Its password is checked from now on, and a hang-up is a failure.
    pub fn checks(&mut self) {
        self.is_checked = true;
    }

    /// Its password is right: it is not a failure, whatever else may come.
    pub fn is_right(&mut self) {
        self.is_checked = false;
    }

    /// It was a failure.
    pub fn fail(mut self) -> Failed {
        self.failed()
    }

    /// It succeeded: earlier failures of that login from that address or browser are forgotten. Returns the counter that
    /// had any, so that it can be forgotten where it is kept.
    pub fn succeed(mut self) -> Option<String> {
        let mut forgotten = None;
        for counter in &self.counters {
            if matches!(counter, Counter::LoginAndAddress(..) | Counter::LoginAndBrowser(..))
                && let Some(count) = self.counts.lock().get_mut(counter)
                && !count.failures.is_empty()
            {
                count.failures.clear();
                forgotten = Some(counter.to_string());
            }
        }
        self.is_checked = false;
        forgotten
    }

    fn failed(&mut self) -> Failed {
        let counters = std::mem::take(&mut self.counters);
        let mut counts = self.counts.lock();
        let failed = fail(&mut counts, &counters, self.at);
        release(&mut counts, &counters);
        drop(counts);
        self.counts.ended.notify_waiters();
        failed
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if self.counters.is_empty() {
            return;
        }
        if self.is_checked {
            let _ = self.failed();
            return;
        }
        release(&mut self.counts.lock(), &self.counters);
        self.counts.ended.notify_waiters();
    }
}

/// Adds a failure to counters.
fn fail(counts: &mut HashMap<Counter, Count>, counters: &[Counter], at: i64) -> Failed {
    let mut failed = Failed { filled: Vec::new(), failures: Vec::new() };
    for counter in counters {
        let count = counts.entry(*counter).or_default();
        count.failures.push_back(at);
        if count.failures.len() == counter.limit().failures {
            failed.filled.push(*counter);
        }
        let times = count.failures.iter().copied().collect();
        failed.failures.push(Failures { counter: counter.to_string(), times });
    }
    failed
}

/// Gives back the places of an attempt that has ended.
fn release(counts: &mut HashMap<Counter, Count>, counters: &[Counter]) {
    for counter in counters {
        let Some(count) = counts.get_mut(counter) else { continue };
        count.in_flight = count.in_flight.saturating_sub(1);
        if *count == Count::default() {
            counts.remove(counter);
        }
    }
}

/// Drops counters where `more` would be too many: expired ones, then the oldest. Those of attempts in flight stay.
fn make_room(counts: &mut HashMap<Counter, Count>, more: usize, now: i64) {
    if counts.len() + more <= MOST_COUNTERS {
        return;
    }
    counts.retain(|counter, count| {
        count.in_flight > 0 || count.failures.back().is_some_and(|at| now - at < counter.limit().seconds)
    });
    // A tenth at a time, so that a flood of logins does not make every attempt search all counters.
    if counts.len() > MOST_COUNTERS * 9 / 10 {
        let mut last: Vec<i64> = counts.values().filter_map(|count| count.failures.back().copied()).collect();
        last.sort_unstable();
        let cutoff = last.get(last.len() / 10).copied().unwrap_or(i64::MIN);
        let mut surplus = counts.len() / 10;
        counts.retain(|_, count| {
            let keep = surplus == 0 || count.in_flight > 0 || count.failures.back().is_some_and(|at| *at > cutoff);
            surplus -= usize::from(!keep);
            keep
        });
    }
}

/// A household or company usually has one IPv4 address, but a whole /64 network of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests;
