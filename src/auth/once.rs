//! Secrets that work once and for a short time: the token with which the first administrator of an empty install is made,
//! and the link that signs the person of a demo in ([`crate::app::opening`]). Only this process has them, as digests.

use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::random::random_secret;

/// How long the token that makes the first administrator is valid, in seconds: half an hour. It is printed where the
/// server starts, so that whoever comes to the page first cannot take the install over.
pub const SETUP_LIFE: i64 = 30 * 60;

/// How long a link that opens a demo is valid, in seconds: as long as a browser takes to start.
pub const OPENING_LIFE: i64 = 2 * 60;

/// The secret of this process for one purpose, if there is one.
pub struct OnceSecret {
    life: i64,
    issued: Mutex<Option<Issued>>,
}

struct Issued {
    digest: [u8; 32],
    expires_at: i64,
}

impl Issued {
    /// Digests are compared, so that the time says nothing of the secret.
    fn is(&self, secret: &str, now: i64) -> bool {
        let digest: [u8; 32] = Sha256::digest(secret.trim()).into();
        now < self.expires_at && self.digest == digest
    }
}

impl OnceSecret {
    /// For secrets that are valid for so many seconds.
    pub(super) fn lasting(life: i64) -> OnceSecret {
        OnceSecret { life, issued: Mutex::default() }
    }

    /// Makes a secret, in the place of an earlier one. `now` is in seconds since 1970-01-01 UTC.
    pub fn issue(&self, now: i64) -> String {
        let secret = random_secret();
        let issued = Issued { digest: Sha256::digest(&secret).into(), expires_at: now + self.life };
        *self.issued.lock().unwrap_or_else(PoisonError::into_inner) = Some(issued);
        secret
    }

    /// Whether this is the secret and it is still valid.
    pub fn is_valid(&self, secret: &str, now: i64) -> bool {
        let issued = self.issued.lock().unwrap_or_else(PoisonError::into_inner);
        issued.as_ref().is_some_and(|issued| issued.is(secret, now))
    }

    /// Ends the secret, which works once.
    pub fn used(&self) {
        *self.issued.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// As [`OnceSecret::is_valid`], and ends the secret if it is: of two that have it, one gets true.
    pub fn take(&self, secret: &str, now: i64) -> bool {
        let mut issued = self.issued.lock().unwrap_or_else(PoisonError::into_inner);
        issued.take_if(|issued| issued.is(secret, now)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_valid_for_its_time_until_it_is_used_or_another_is_made() {
        let setup = OnceSecret::lasting(SETUP_LIFE);
        assert!(!setup.is_valid("", 0));
        let first = setup.issue(0);
        assert!(setup.is_valid(&first, SETUP_LIFE - 1) && setup.is_valid(&format!(" {first}\n"), 0));
        assert!(!setup.is_valid(&first, SETUP_LIFE) && !setup.is_valid(&first[1..], 0));
        let second = setup.issue(10);
        assert!(!setup.is_valid(&first, 11) && setup.is_valid(&second, 11));
        setup.used();
        assert!(!setup.is_valid(&second, 11));
    }

    #[test]
    fn a_secret_is_taken_once_and_a_guess_does_not_end_it() {
        let opening = OnceSecret::lasting(OPENING_LIFE);
        let secret = opening.issue(0);
        assert!(!opening.take("guess", 1) && !opening.take(&secret, OPENING_LIFE));
        assert!(opening.take(&secret, 1) && !opening.take(&secret, 1));
    }
}
