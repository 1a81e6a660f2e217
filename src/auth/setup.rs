//! The token with which the first administrator of an empty install is made. It is printed where the server starts, so
//! that whoever comes to the page first cannot take the install over.

use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::random::random_secret;

/// How long a token is valid, in seconds: half an hour.
pub const LIFE: i64 = 30 * 60;

/// The token of this process, if there is one.
#[derive(Default)]
pub struct SetupToken(Mutex<Option<Issued>>);

struct Issued {
    digest: [u8; 32],
    expires_at: i64,
}

impl SetupToken {
    /// Makes a token, in the place of an earlier one. `now` is in seconds since 1970-01-01 UTC.
    pub fn issue(&self, now: i64) -> String {
        let token = random_secret();
        let issued = Issued { digest: Sha256::digest(&token).into(), expires_at: now + LIFE };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(issued);
        token
    }

    /// Whether this is the token and it is still valid. Digests are compared, so that the time says nothing of the token.
    pub fn is_valid(&self, token: &str, now: i64) -> bool {
        let issued = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let digest: [u8; 32] = Sha256::digest(token.trim()).into();
        issued.as_ref().is_some_and(|issued| now < issued.expires_at && issued.digest == digest)
    }

    /// Ends the token, which works once.
    pub fn used(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_for_half_an_hour_until_it_is_used_or_another_is_made() {
        let setup = SetupToken::default();
        assert!(!setup.is_valid("", 0));
        let first = setup.issue(0);
        assert!(setup.is_valid(&first, LIFE - 1) && setup.is_valid(&format!(" {first}\n"), 0));
        assert!(!setup.is_valid(&first, LIFE) && !setup.is_valid(&first[1..], 0));
        let second = setup.issue(10);
        assert!(!setup.is_valid(&first, 11) && setup.is_valid(&second, 11));
        setup.used();
        assert!(!setup.is_valid(&second, 11));
    }
}
