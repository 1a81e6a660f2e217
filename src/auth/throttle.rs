//! Slows down guessing: counts failed sign-ins by login and address, by login, and by address. Faulty sign-in links,
//! which nobody can guess, have a count of their own by address.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// After `failures` failures within `seconds` seconds, attempts are blocked until the oldest failure is that old.
#[derive(Clone, Copy, Debug)]
struct Limit {
    failures: usize,
    seconds: i64,
}

const BY_LOGIN_AND_ADDRESS: Limit = Limit { failures: 5, seconds: 5 * 60 };
const BY_LOGIN: Limit = Limit { failures: 20, seconds: 15 * 60 };
const BY_ADDRESS: Limit = Limit { failures: 50, seconds: 10 * 60 };

/// The largest number of counters; beyond it, expired ones are dropped, then the oldest.
const MOST_COUNTERS: usize = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counter {
    LoginAndAddress([u8; 16], IpAddr),
    Login([u8; 16]),
    Address(IpAddr),
    Links(IpAddr),
}

impl Counter {
    fn limit(&self) -> Limit {
        match self {
            Counter::LoginAndAddress(..) => BY_LOGIN_AND_ADDRESS,
            Counter::Login(_) => BY_LOGIN,
            Counter::Address(_) | Counter::Links(_) => BY_ADDRESS,
        }
    }
}

/// Counts failures in memory; a restart forgets them.
#[derive(Debug, Default)]
pub struct Throttle {
    counters: Mutex<HashMap<Counter, VecDeque<i64>>>,
}

/// An attempt that may proceed. It counts as a failure until [`Throttle::forgive`], so that concurrent attempts cannot
/// exceed the limit.
#[derive(Debug)]
pub struct Attempt {
    counters: Vec<Counter>,
    at: i64,
}

/// Too many failures: the password must not be checked.
#[derive(Debug, PartialEq, Eq)]
pub struct Blocked;

impl Throttle {
    /// Starts an attempt to sign in. `login_key` is the login in the form in which it is looked up; `now` is in seconds.
    pub fn begin(&self, login_key: &str, address: IpAddr, now: i64) -> Result<Attempt, Blocked> {
        // A digest, so that a long login takes no more memory than a short one.
        let mut login = [0; 16];
        login.copy_from_slice(&Sha256::digest(login_key)[..16]);
        let address = network(address);
        let counters = vec![Counter::LoginAndAddress(login, address), Counter::Login(login), Counter::Address(address)];
        self.admit(Attempt { counters, at: now })
    }

    /// Starts an attempt to sign in by a link. Links have separate counters: nobody can guess a link, and whoever sends
    /// many faulty ones must not block others.
    pub fn begin_link(&self, address: IpAddr, now: i64) -> Result<Attempt, Blocked> {
        self.admit(Attempt { counters: vec![Counter::Links(network(address))], at: now })
    }

    fn admit(&self, attempt: Attempt) -> Result<Attempt, Blocked> {
        let now = attempt.at;
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        for counter in &attempt.counters {
            let limit = counter.limit();
            if let Some(failures) = counters.get_mut(counter) {
                failures.retain(|at| now - *at < limit.seconds);
                if failures.len() >= limit.failures {
                    return Err(Blocked);
                }
            }
        }
        if counters.len() + attempt.counters.len() > MOST_COUNTERS {
            make_room(&mut counters, now);
        }
        for counter in &attempt.counters {
            counters.entry(*counter).or_default().push_back(now);
        }
        Ok(attempt)
    }

    /// The attempt was not a failure. If it succeeded, earlier failures of that login from that address are
    /// forgotten too.
    pub fn forgive(&self, attempt: &Attempt, succeeded: bool) {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        for counter in &attempt.counters {
            let Some(failures) = counters.get_mut(counter) else { continue };
            if let Some(index) = failures.iter().rposition(|at| *at == attempt.at) {
                failures.remove(index);
            }
            if failures.is_empty() || (succeeded && matches!(counter, Counter::LoginAndAddress(..))) {
                counters.remove(counter);
            }
        }
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
        throttle.begin(login, address, now).is_ok()
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
        let attempt = throttle.begin("ann", address(1), 1).expect("the fifth may try");
        throttle.forgive(&attempt, true);
        for _ in 0..5 {
            assert!(fail(&throttle, "ann", address(1), 2));
        }
        assert!(!fail(&throttle, "ann", address(1), 2));
    }

    #[test]
    fn a_forgiven_attempt_leaves_no_counter() {
        let throttle = Throttle::default();
        for second in 0..100 {
            let attempt = throttle.begin("ann", address(1), second).expect("never blocked");
            throttle.forgive(&attempt, false);
        }
        assert!(throttle.counters.lock().expect("whole").is_empty());
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
            let _ = throttle.begin(&format!("login{number}"), IpAddr::from([a, b, c, 1]), 0);
        }
        assert!(throttle.counters.lock().expect("whole").len() <= MOST_COUNTERS);
    }
}
