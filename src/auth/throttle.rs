//! Limits on failed sign-ins: by login and address, by login, and by address. Faulty sign-in links, which nobody can
//! guess, have a count of their own by address, and so has a login in a browser that has signed in with it before: while
//! others attack a login, its user keeps a way in.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::store::failures::{Failures, LONGEST_WINDOW};

/// After `failures` failures within `seconds` seconds, attempts are blocked until the oldest failure is that old.
#[derive(Clone, Copy, Debug)]
struct Limit {
    failures: usize,
    seconds: i64,
}

const BY_LOGIN_AND_ADDRESS: Limit = Limit { failures: 5, seconds: 5 * 60 };
const BY_LOGIN_AND_BROWSER: Limit = Limit { failures: 5, seconds: 5 * 60 };
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counter {
    LoginAndAddress(Key, IpAddr),
    LoginAndBrowser(Key, Key),
    Login(Key),
    Address(IpAddr),
    Links(IpAddr),
}

impl Counter {
    fn limit(&self) -> Limit {
        match self {
            Counter::LoginAndAddress(..) => BY_LOGIN_AND_ADDRESS,
            Counter::LoginAndBrowser(..) => BY_LOGIN_AND_BROWSER,
            Counter::Login(_) => BY_LOGIN,
            Counter::Address(_) | Counter::Links(_) => BY_ADDRESS,
        }
    }

    fn is_of_login(&self) -> bool {
        matches!(self, Counter::LoginAndAddress(..) | Counter::LoginAndBrowser(..) | Counter::Login(_))
    }

    /// What its limit blocks, for the audit log.
    fn blocks(&self) -> &'static str {
        match self {
            Counter::LoginAndAddress(..) => "the login from this address, for 5 minutes after 5 failures",
            Counter::LoginAndBrowser(..) => "the login in a browser that knows it, for 5 minutes after 5 failures",
            Counter::Login(_) => "the login in browsers that do not know it, for 15 minutes after 20 failures",
            Counter::Address(_) => "this address, for 10 minutes after 50 failures",
            Counter::Links(_) => "records of faulty links from this address, for 10 minutes after 50",
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
            _ => None,
        }
    }
}

/// Counts failures in memory. The caller keeps them in the store too, so that a restart forgets none.
#[derive(Debug, Default)]
pub struct Throttle {
    counters: Mutex<HashMap<Counter, VecDeque<i64>>>,
}

/// Who attempts to sign in, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Attempted<'a> {
    /// The login in the form in which it is looked up.
    pub login_key: &'a str,
    /// The client's address.
    pub address: IpAddr,
    /// The browser, if it has signed in with this login before.
    pub known_browser: Option<&'a str>,
    /// Failures of the login up to then do not count; in seconds since 1970-01-01 UTC.
    pub unlocked_at: Option<i64>,
}

/// An attempt that may proceed. It counts as a failure until [`Throttle::forgive`], so that concurrent attempts cannot
/// exceed the limit.
#[derive(Debug)]
pub struct Attempt {
    counters: Vec<Counter>,
    /// Those that this attempt fills: if it fails, the next one is blocked.
    filled: Vec<Counter>,
    at: i64,
}

impl Attempt {
    /// What a failure of this attempt blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &'static str> {
        self.filled.iter().map(Counter::blocks)
    }
}

/// Too many failures: the password must not be checked.
#[derive(Debug, PartialEq, Eq)]
pub struct Blocked;

impl Throttle {
    /// With the failures that were kept.
    pub fn new(kept: Vec<Failures>) -> Throttle {
        let counters = kept
            .into_iter()
            .filter_map(|kept| Some((Counter::parse(&kept.counter)?, VecDeque::from(kept.times))))
            .collect();
        Throttle { counters: Mutex::new(counters) }
    }

    /// Starts an attempt to sign in. `now` is in seconds since 1970-01-01 UTC.
    pub fn begin(&self, attempted: &Attempted<'_>, now: i64) -> Result<Attempt, Blocked> {
        let login = Key::of(attempted.login_key);
        let counters = match attempted.known_browser {
            Some(browser) => vec![Counter::LoginAndBrowser(login, Key::of(browser))],
            None => {
                let address = network(attempted.address);
                vec![Counter::LoginAndAddress(login, address), Counter::Login(login), Counter::Address(address)]
            }
        };
        self.admit(counters, attempted.unlocked_at, now)
    }

    /// Starts an attempt to sign in by a link. Links have separate counters: nobody can guess a link, and whoever sends
    /// many faulty ones must not block others.
    pub fn begin_link(&self, address: IpAddr, now: i64) -> Result<Attempt, Blocked> {
        self.admit(vec![Counter::Links(network(address))], None, now)
    }

    fn admit(&self, of: Vec<Counter>, unlocked_at: Option<i64>, now: i64) -> Result<Attempt, Blocked> {
        let mut counters = self.counters();
        for counter in &of {
            let limit = counter.limit();
            let unlocked_at = unlocked_at.filter(|_| counter.is_of_login()).unwrap_or(i64::MIN);
            if let Some(failures) = counters.get_mut(counter) {
                failures.retain(|at| now - *at < limit.seconds && *at > unlocked_at);
                if failures.len() >= limit.failures {
                    return Err(Blocked);
                }
            }
        }
        if counters.len() + of.len() > MOST_COUNTERS {
            make_room(&mut counters, now);
        }
        let mut filled = Vec::new();
        for counter in &of {
            let failures = counters.entry(*counter).or_default();
            failures.push_back(now);
            if failures.len() == counter.limit().failures {
                filled.push(*counter);
            }
        }
        Ok(Attempt { counters: of, filled, at: now })
    }

    /// The failures of the counters of an attempt that failed, to be kept.
    pub fn failures(&self, attempt: &Attempt) -> Vec<Failures> {
        let counters = self.counters();
        let kept = |counter: &Counter| {
            let times = counters.get(counter)?.iter().copied().collect();
            Some(Failures { counter: counter.to_string(), times })
        };
        attempt.counters.iter().filter_map(kept).collect()
    }

    /// The attempt was not a failure. If it succeeded, earlier failures of that login from that address or browser are
    /// forgotten too; returns the counter that had any, so that it can be forgotten where it is kept.
    pub fn forgive(&self, attempt: &Attempt, succeeded: bool) -> Option<String> {
        let mut counters = self.counters();
        let mut forgotten = None;
        for counter in &attempt.counters {
            let Some(failures) = counters.get_mut(counter) else { continue };
            if let Some(index) = failures.iter().rposition(|at| *at == attempt.at) {
                failures.remove(index);
            }
            let is_own = matches!(counter, Counter::LoginAndAddress(..) | Counter::LoginAndBrowser(..));
            if succeeded && is_own && !failures.is_empty() {
                forgotten = Some(counter.to_string());
            }
            if failures.is_empty() || (succeeded && is_own) {
                counters.remove(counter);
            }
        }
        forgotten
    }

    fn counters(&self) -> MutexGuard<'_, HashMap<Counter, VecDeque<i64>>> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room(counters: &mut HashMap<Counter, VecDeque<i64>>, now: i64) {
    counters.retain(|counter, failures| failures.back().is_some_and(|at| now - at < counter.limit().seconds));
    // A tenth at a time, so that a flood of logins does not make every attempt search all counters.
    if counters.len() > MOST_COUNTERS * 9 / 10 {
        let mut last: Vec<i64> = counters.values().filter_map(|failures| failures.back().copied()).collect();
        last.sort_unstable();
        let cutoff = last[last.len() / 10];
        let mut surplus = counters.len() / 10;
        counters.retain(|_, failures| {
            let keep = surplus == 0 || failures.back().is_some_and(|at| *at > cutoff);
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
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    fn fail(throttle: &Throttle, login: &str, address: IpAddr, now: i64) -> bool {
        throttle.begin(&from(login, address), now).is_ok()
    }

    fn from(login: &str, address: IpAddr) -> Attempted<'_> {
        Attempted { login_key: login, address, known_browser: None, unlocked_at: None }
    }

    #[test]
    fn five_failures_of_a_login_from_an_address_block_it_there_for_five_minutes() {
        let throttle = Throttle::default();
        for second in 0..5 {
            assert!(fail(&throttle, "ann", address(1), second));
        }
        assert!(!fail(&throttle, "ann", address(1), 5));
        assert!(!fail(&throttle, "ann", address(1), 299));
        assert!(fail(&throttle, "ann", address(2), 5), "another address may try");
        assert!(fail(&throttle, "bob", address(1), 5), "another login may try");
        assert!(fail(&throttle, "ann", address(1), 300), "the first failure is over");
    }

    #[test]
    fn twenty_failures_of_a_login_block_it_everywhere_for_fifteen_minutes() {
        let throttle = Throttle::default();
        for number in 0..20 {
            assert!(fail(&throttle, "ann", address(number), 0));
        }
        assert!(!fail(&throttle, "ann", address(99), 899));
        assert!(fail(&throttle, "ann", address(99), 900));
    }

    #[test]
    fn fifty_failures_from_an_address_block_it_for_ten_minutes() {
        let throttle = Throttle::default();
        for number in 0..50 {
            assert!(fail(&throttle, &format!("login{number}"), address(1), 0));
        }
        assert!(!fail(&throttle, "new", address(1), 599));
        assert!(fail(&throttle, "new", address(1), 600));
    }

    #[test]
    fn success_forgets_the_failures_of_that_login_from_that_address() {
        let throttle = Throttle::default();
        for _ in 0..4 {
            assert!(fail(&throttle, "ann", address(1), 0));
        }
        let attempt = throttle.begin(&from("ann", address(1)), 1).expect("the fifth may try");
        assert!(throttle.forgive(&attempt, true).is_some_and(|counter| counter.ends_with("address 10.0.0.1")));
        for _ in 0..5 {
            assert!(fail(&throttle, "ann", address(1), 2));
        }
        assert!(!fail(&throttle, "ann", address(1), 2));
    }

    #[test]
    fn a_forgiven_attempt_leaves_no_counter() {
        let throttle = Throttle::default();
        for second in 0..100 {
            let attempt = throttle.begin(&from("ann", address(1)), second).expect("never blocked");
            assert_eq!(throttle.forgive(&attempt, false), None);
        }
        assert!(throttle.counters.lock().expect("whole").is_empty());
    }

    #[test]
    fn a_browser_that_knows_the_login_has_a_count_of_its_own() {
        let throttle = Throttle::default();
        for number in 0..20 {
            assert!(fail(&throttle, "ann", address(number), 0));
        }
        let at_home = |login| Attempted { known_browser: Some("laptop"), ..from(login, address(1)) };
        assert!(!fail(&throttle, "ann", address(99), 1));
        for _ in 0..5 {
            assert!(throttle.begin(&at_home("ann"), 1).is_ok(), "under attack");
        }
        assert!(throttle.begin(&at_home("ann"), 1).is_err(), "five of its own");
        assert!(throttle.begin(&at_home("bob"), 1).is_ok(), "another login");
        assert!(throttle.begin(&at_home("ann"), 301).is_ok());
    }

    #[test]
    fn an_unlocked_login_starts_from_nothing_but_its_address_does_not() {
        let throttle = Throttle::default();
        for number in 0..20 {
            assert!(fail(&throttle, "ann", address(number), 10));
        }
        let unlocked = |address, at| Attempted { unlocked_at: Some(at), ..from("ann", address) };
        assert!(throttle.begin(&unlocked(address(1), 9), 11).is_err(), "failures after that count");
        let attempt = throttle.begin(&unlocked(address(1), 10), 11).expect("unlocked");
        assert_eq!(attempt.blocks().count(), 0);
        for number in 0..48 {
            assert!(fail(&throttle, &format!("login{number}"), address(1), 11));
        }
        assert!(throttle.begin(&unlocked(address(1), 10), 12).is_err(), "50 from the address");
    }

    #[test]
    fn kept_failures_block_as_before_and_say_so_once() {
        let throttle = Throttle::default();
        let mut blocks = Vec::new();
        for _ in 0..5 {
            let attempt = throttle.begin(&from("ann", address(1)), 10).expect("may try");
            blocks.extend(attempt.blocks());
            let kept = throttle.failures(&attempt);
            assert_eq!(kept.len(), 3);
            let restarted = Throttle::new(kept);
            assert_eq!(*restarted.counters(), *throttle.counters());
        }
        assert_eq!(blocks.len(), 1, "{blocks:?}");
        let texts = ["login 1 address x", "login zz", "address", "links 1.2.3", "", "browser 5"];
        assert!(texts.iter().all(|text| Counter::parse(text).is_none()));
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_together() {
        let throttle = Throttle::default();
        for host in 0..5 {
            let one = IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 9, 9, 9, host));
            assert!(fail(&throttle, "ann", one, 0));
        }
        assert!(!fail(&throttle, "ann", IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 7, 7, 7, 7)), 0));
        assert!(fail(&throttle, "ann", IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 3, 7, 7, 7, 7)), 0));
    }

    #[test]
    fn memory_is_bounded_under_a_flood_of_logins() {
        let throttle = Throttle::default();
        for number in 0..120_000_u32 {
            let [_, a, b, c] = number.to_be_bytes();
            let _ = throttle.begin(&from(&format!("login{number}"), IpAddr::from([a, b, c, 1])), 0);
        }
        assert!(throttle.counters.lock().expect("whole").len() <= MOST_COUNTERS);
    }
}
