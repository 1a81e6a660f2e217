//! Passwords: Argon2id with m = 19,456 KiB, t = 2, p = 1; 12 to 30 characters.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::random::random_bytes;

/// Shortest password, in characters.
pub const SHORTEST: usize = 12;
/// Longest password, in characters: the limit of the field on the sign-in page.
pub const LONGEST: usize = 30;

/// How many passwords are checked at the same time: each check takes 19 MiB and one core for about 30 ms.
const CHECKS_AT_ONCE: usize = 2;
/// How long a sign-in waits for a permit before it fails as busy.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Why a password cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum PasswordFault {
    /// Too short or too long.
    #[error("a password has {SHORTEST} to {LONGEST} characters, this one has {0}")]
    Length(usize),
    /// A control character, which nobody can type into the sign-in page.
    #[error("a password must not contain control characters")]
    Control,
    /// Argon2 failed.
    #[error("the password could not be hashed: {0}")]
    Hash(argon2::password_hash::Error),
}

/// Too many sign-ins wait for their password to be checked.
#[derive(Debug, thiserror::Error)]
#[error("too many sign-ins at once")]
pub struct Busy;

/// The Argon2id hash of a new password, as a PHC string. Takes about 30 ms.
pub fn hash(password: &str) -> Result<String, PasswordFault> {
    let length = password.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(PasswordFault::Length(length));
    }
    if password.chars().any(char::is_control) {
        return Err(PasswordFault::Control);
    }
    Ok(hasher().hash_password(password.as_bytes()).map_err(PasswordFault::Hash)?.to_string())
}

/// A random password such as `k7mq-x2hd-9vtn-r4bw`: 79 bits, without letters that look alike.
pub fn random() -> String {
    const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut password = String::new();
    while password.len() < 19 {
        let [byte] = random_bytes();
        // 248 is the largest multiple of 31 that fits a byte: larger bytes would make some letters more likely.
        if byte < 248 {
            password.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
            if matches!(password.len(), 4 | 9 | 14) {
                password.push('-');
            }
        }
    }
    password
}

/// Checks passwords, a few at a time and off the threads that serve requests.
pub struct Passwords {
    permits: Arc<Semaphore>,
    checks: AtomicU64,
    dummy_hash: Arc<str>,
}

impl Passwords {
    /// Prepares a hash for unknown logins. Takes about 30 ms.
    pub fn new() -> Passwords {
        let dummy_hash = hash(&random()).expect("a random password is valid");
        let permits = Arc::new(Semaphore::new(CHECKS_AT_ONCE));
        Passwords { permits, checks: AtomicU64::new(0), dummy_hash: dummy_hash.into() }
    }

    /// How many passwords were checked.
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// Whether the password matches the hash. With None, for an unknown login, it takes the same time and is false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Busy> {
        let permit = tokio::time::timeout(LONGEST_WAIT, Arc::clone(&self.permits).acquire_owned());
        let permit = permit.await.map_err(|_| Busy)?.map_err(|_| Busy)?;
        self.checks.fetch_add(1, Ordering::Relaxed);
        let password = password.to_owned();
        let known = hash.is_some();
        let hash: Arc<str> = hash.map_or_else(|| Arc::clone(&self.dummy_hash), Arc::from);
        let checked = tokio::task::spawn_blocking(move || {
            let right =
                PasswordHash::new(&hash).is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok());
            // Held until the work is done, so that dropped requests cannot pile up threads.
            drop(permit);
            right
        });
        Ok(checked.await.map_err(|_| Busy)? && known)
    }
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(19_456, 2, 1, None).expect("valid parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verify(passwords: &Passwords, password: &str, hash: Option<&str>) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(passwords.verify(password, hash)).expect("not busy")
    }

    #[test]
    fn a_hash_has_the_documented_parameters_and_its_own_salt() {
        let first = hash("correct horse 1").expect("hashed");
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert_ne!(first, hash("correct horse 1").expect("hashed"));
    }

    #[test]
    fn only_the_password_of_a_known_user_matches() {
        let passwords = Passwords::new();
        let stored = hash("correct horse 1").expect("hashed");
        assert!(verify(&passwords, "correct horse 1", Some(&stored)));
        assert!(!verify(&passwords, "correct horse 2", Some(&stored)));
        assert!(!verify(&passwords, "", Some(&stored)));
        assert!(!verify(&passwords, "correct horse 1", None));
        assert!(!verify(&passwords, "correct horse 1", Some("not a hash")));
    }

    #[test]
    fn an_unknown_login_costs_what_a_known_one_does() {
        let passwords = Passwords::new();
        let stored = hash("correct horse 1").expect("hashed");
        let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(parameters(&passwords.dummy_hash), parameters(&stored), "the same work");
        for (checks, hash) in (1..).zip([None, Some(stored.as_str())]) {
            assert!(!verify(&passwords, "a wrong password", hash));
            assert_eq!(passwords.checks(), checks);
        }
    }

    #[test]
    fn the_length_is_counted_in_characters() {
        assert!(matches!(hash("elevenchars"), Err(PasswordFault::Length(11))));
        assert!(matches!(hash(&"x".repeat(31)), Err(PasswordFault::Length(31))));
        assert!(matches!(hash("twelve\nchars"), Err(PasswordFault::Control)));
        hash(&"\u{e9}".repeat(30)).expect("30 characters of two bytes");
    }

    #[test]
    fn random_passwords_are_valid_and_differ() {
        let one = random();
        assert_eq!(one.len(), 19);
        assert_eq!(one.matches('-').count(), 3);
        assert_ne!(one, random());
        hash(&one).expect("valid");
    }
}
