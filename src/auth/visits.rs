//! Visits: what somebody has who opened a link that was shared. A visit is no session: it names a link, ends within an
//! hour and is read by the calls of links alone (`http/guard.rs`).
//!
//! Its bearer goes with a header, not in a cookie: browsers keep cookies from pages that are framed by another site. It is
//! signed with a key that only this process has, so that neither the store nor a copy of it can make one.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::hs256::HmacKey;
use crate::random::random_bytes;

/// The longest time that a visit lasts, in seconds: an hour.
const LONGEST: i64 = 60 * 60;

/// What a bearer begins with: never what an API token or a session's token begins with.
const PREFIX: &str = "visit_";

/// Signs visits.
pub struct Visits(HmacKey);

/// Why a bearer opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoVisit {
    Invalid,
    Over,
}

impl Visits {
    /// With a new key.
    pub(super) fn new() -> Visits {
        Visits(HmacKey::new(&random_bytes::<32>()))
    }

    /// The bearer of a visit to a link, and when it ends.
    pub fn begin(&self, link: i64, link_ends: i64, now: i64) -> (String, i64) {
        let ends = link_ends.min(now + LONGEST);
        let said = said(link, ends);
        let code = self.0.sign(&said);
        (format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode([&said[..], &code[..]].concat())), ends)
    }

    /// The number of the link that a bearer is of.
    ///
    /// # Errors
    /// If it was made up, by another process, or is over.
    pub fn link(&self, bearer: &str, now: i64) -> Result<i64, NoVisit> {
        let bytes = bearer.strip_prefix(PREFIX).and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        let bytes = bytes.filter(|bytes| bytes.len() == 48).ok_or(NoVisit::Invalid)?;
        let (said, code) = bytes.split_at(16);
        if !self.0.verify(said, code) {
            return Err(NoVisit::Invalid);
        }
        let number = |at: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&said[at..at + 8]);
            i64::from_be_bytes(eight)
        };
        if now >= number(8) { Err(NoVisit::Over) } else { Ok(number(0)) }
    }
}

fn said(link: i64, ends: i64) -> [u8; 16] {
    let mut said = [0; 16];
    said[..8].copy_from_slice(&link.to_be_bytes());
    said[8..].copy_from_slice(&ends.to_be_bytes());
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bearer_is_of_one_link_until_it_ends_and_of_one_process() {
        let visits = Visits::new();
        let (bearer, ends) = visits.begin(7, 1_000_000, 100);
        assert_eq!(ends, 100 + LONGEST);
        assert_eq!((visits.link(&bearer, ends - 1), visits.link(&bearer, ends)), (Ok(7), Err(NoVisit::Over)));
        assert_eq!(visits.begin(7, 200, 100).1, 200, "no longer than its link");
        assert_eq!(Visits::new().link(&bearer, 100), Err(NoVisit::Invalid));
        let tail = &bearer[PREFIX.len()..];
        let mut bytes = URL_SAFE_NO_PAD.decode(tail).expect("base64");
        for at in 0..bytes.len() {
            bytes[at] ^= 1;
            let forged = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(&bytes));
            assert_eq!(visits.link(&forged, 100), Err(NoVisit::Invalid), "byte {at}");
            bytes[at] ^= 1;
        }
        for other in ["", "x", PREFIX, tail, &format!("{bearer}A"), &format!("bond_{tail}")] {
            assert_eq!(visits.link(other, 100), Err(NoVisit::Invalid), "{other}");
        }
    }
}
