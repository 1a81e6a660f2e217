//! How often links were opened, as far as it is not written down yet.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Openings of links that are not written down yet. Anybody may open a link as often as they like, and a write waits for
/// the disk: of each link one is written at once, and the others together, once a minute.
#[derive(Debug, Default)]
pub struct Openings(Mutex<BTreeMap<i64, Pending>>);

/// Of one link.
#[derive(Debug)]
struct Pending {
    written_at: i64,
    count: i64,
    /// Of all of them; None where they are of several.
    address: Option<String>,
}

/// Openings to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub link: i64,
    pub count: i64,
    /// Where all came from one.
    pub address: Option<String>,
}

/// For so many seconds the openings of a link are written down together.
const TOGETHER: i64 = 60;

impl Openings {
    /// Counts an opening. Returns whether it is to be written down at once; [`Openings::due`] gives the others.
    pub fn add(&self, link: i64, address: &str, now: i64) -> bool {
        let mut all = self.lock();
        let Some(pending) = all.get_mut(&link) else {
            all.insert(link, Pending { written_at: now, count: 0, address: None });
            return true;
        };
        let is_same = pending.count == 0 || pending.address.as_deref() == Some(address);
        pending.address = is_same.then(|| address.to_owned());
        pending.count += 1;
        false
    }

    /// How many openings of a link are not written down.
    pub fn pending(&self, link: i64) -> i64 {
        self.lock().get(&link).map_or(0, |pending| pending.count)
    }

    /// Takes what is to be written down now; at the end of time everything.
    pub fn due(&self, now: i64) -> Vec<Opened> {
        let mut due = Vec::new();
        self.lock().retain(|link, pending| {
            if now.abs_diff(pending.written_at) < TOGETHER.unsigned_abs() {
                return true;
            }
            if pending.count == 0 {
                return false;
            }
            due.push(Opened { link: *link, count: pending.count, address: pending.address.take() });
            (pending.written_at, pending.count) = (now, 0);
            true
        });
        due
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, Pending>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_openings_of_a_link_are_written_down_once_a_minute() {
        let openings = Openings::default();
        assert!(openings.add(1, "10.0.0.1", 100) && openings.add(2, "10.0.0.1", 100), "the first of each at once");
        for at in 0..1_000 {
            assert!(!openings.add(1, "10.0.0.1", 100 + at % TOGETHER));
        }
        assert_eq!((openings.due(159), openings.pending(1)), (Vec::new(), 1_000));
        let opened = Opened { link: 1, count: 1_000, address: Some("10.0.0.1".to_owned()) };
        assert_eq!((openings.due(160), openings.pending(1)), (vec![opened], 0));
        assert!(openings.add(2, "10.0.0.1", 160), "nobody had opened it for a minute");
        for address in ["10.0.0.1", "10.0.0.2", "10.0.0.1"] {
            assert!(!openings.add(1, address, 170));
        }
        let all = openings.due(i64::MAX);
        assert_eq!(all, [Opened { link: 1, count: 3, address: None }], "when the server stops");
    }
}
