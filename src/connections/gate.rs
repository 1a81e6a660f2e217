//! How many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ipnet::IpNet;

use crate::telemetry::{Connections, Raised};

/// Lets connections in.
pub struct Gate {
    /// In all.
    most: usize,
    /// From one address; of IPv6, from one network of 64 bits.
    most_of_one: usize,
    /// Addresses without a limit of their own.
    free: Vec<IpNet>,
    counts: Connections,
    open: Mutex<Open>,
    refusing: AtomicUsize,
}

#[derive(Default)]
struct Open {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// Connections that are answered with 503 at the same time; more are closed without a word.
const MOST_REFUSING: usize = 64;

impl Gate {
    /// `free` are the addresses that may have as many as there are.
    pub fn new(most: usize, most_of_one: usize, free: Vec<IpNet>, counts: Connections) -> Gate {
        Gate { most, most_of_one, free, counts, open: Mutex::default(), refusing: AtomicUsize::new(0) }
    }

    /// A place for a connection of this client, which it has until the returned value is dropped.
    pub fn enter(self: &Arc<Gate>, client: IpAddr) -> Option<Place> {
        let client = network(client);
        let is_free = self.free.iter().any(|net| net.contains(&client));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.of.get(&client).copied().unwrap_or_default();
        if open.all >= self.most || (own >= self.most_of_one && !is_free) {
            drop(open);
            self.counts.refused();
            return None;
        }
        open.all += 1;
        open.of.insert(client, own + 1);
        drop(open);
        Some(Place { gate: Arc::clone(self), client, _open: self.counts.open() })
    }

    /// A place to answer one that is too many.
    pub fn refuse(self: &Arc<Gate>) -> Option<Refusing> {
        let before = self.refusing.fetch_add(1, Ordering::Relaxed);
        let refusing = Refusing(Arc::clone(self));
        (before < MOST_REFUSING).then_some(refusing)
    }
}

/// Clients of IPv6 have as many addresses as they like within a network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX)).into()
        }
        address => address,
    }
}

/// See [`Gate::enter`].
pub struct Place {
    gate: Arc<Gate>,
    client: IpAddr,
    _open: Raised,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.gate.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(own) = open.of.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.of.remove(&self.client);
            }
        }
    }
}

/// See [`Gate::refuse`].
pub struct Refusing(Arc<Gate>);

impl Drop for Refusing {
    fn drop(&mut self) {
        self.0.refusing.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_and_all_together_have_a_limit() {
        let free = vec!["127.0.0.0/8".parse().expect("a network")];
        let gate = Arc::new(Gate::new(4, 2, free, Connections::default()));
        let first = [gate.enter(ip("10.0.0.1")), gate.enter(ip("::ffff:10.0.0.1"))];
        assert!(first.iter().all(Option::is_some));
        assert!(gate.enter(ip("10.0.0.1")).is_none());
        let six = [gate.enter(ip("2001:db8::1")), gate.enter(ip("2001:db8::2"))];
        assert!(six.iter().all(Option::is_some) && gate.enter(ip("127.0.0.1")).is_none(), "there are four");
        drop(first);
        assert!(gate.enter(ip("2001:db8::3")).is_none(), "one network");
        let many: Vec<_> = (0..2).map(|_| gate.enter(ip("127.0.0.1"))).collect();
        assert!(many.iter().all(Option::is_some));
        drop((six, many));
        assert!(gate.open.lock().expect("whole").of.is_empty());
    }
}
