//! Passwords: Argon2id with m = 19,456 KiB, t = 2, p = 1; 12 to 128 characters.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::common_passwords::{is_common, is_of};
use crate::random::random_bytes;

/// Shortest password, in characters.
pub const SHORTEST: usize = 12;
/// Longest password, in characters: the limit of the field on the sign-in page.
pub const LONGEST: usize = 128;
/// What the specification's field for a password takes.
const FIELD: usize = 30;

/// What Argon2 takes for each password: memory in KiB, passes over it, lanes.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How many passwords are checked or hashed at the same time: each takes 19 MiB and one core for about 30 ms.
const CHECKS_AT_ONCE: usize = 2;
/// How long a password waits for its turn.
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
    /// It is guessed first.
    #[error("this password is among those that are guessed first; choose another")]
    Common,
    /// Its login or the program's name, and little more.
    #[error("this password is little more than the login or the name of the program; choose another")]
    Own,
    /// Argon2 failed.
    #[error("the password could not be hashed: {0}")]
    Hash(argon2::password_hash::Error),
}

/// Too many sign-ins wait for their password to be checked.
#[derive(Debug, thiserror::Error)]
#[error("too many sign-ins at once")]
pub struct Busy;

/// The Argon2id hash of a new password, as a PHC string. Takes about 30 ms.
///
/// A server hashes by [`Passwords::hash`].
pub fn hash(password: &str) -> Result<String, PasswordFault> {
    check_rules(password, &[])?;
    Ok(hasher().hash_password(password.as_bytes()).map_err(PasswordFault::Hash)?.to_string())
}

/// Whether a password may be set. `words` are those that it must have more than, such as its login.
///
/// # Errors
/// The rule that it breaks.
pub fn check_rules(password: &str, words: &[&str]) -> Result<(), PasswordFault> {
    let length = password.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(PasswordFault::Length(length));
    }
    if password.chars().any(char::is_control) {
        return Err(PasswordFault::Control);
    }
    if is_of(password, words) || is_of(password, &["Bond"]) {
        return Err(PasswordFault::Own);
    }
    if is_common(password) {
        return Err(PasswordFault::Common);
    }
    Ok(())
}

/// Whether a password has more characters than the specification's field takes. The field is longer where somebody has
/// such a one ([`Note::LongPasswords`](crate::store::notes::Note)).
pub fn is_long(password: &str) -> bool {
    password.chars().count() > FIELD
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

/// Checks and hashes passwords, a few at a time and off the threads that serve requests.
pub struct Passwords {
    permits: Arc<Semaphore>,
    checks: AtomicU64,
    dummy_hash: Arc<str>,
}

impl Passwords {
    /// Nothing checked yet.
    pub fn new() -> Passwords {
        let permits = Arc::new(Semaphore::new(CHECKS_AT_ONCE));
        Passwords { permits, checks: AtomicU64::new(0), dummy_hash: dummy_hash().into() }
    }

    /// How many passwords were checked.
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// Waits for a turn to check or hash a password.
    ///
    /// # Errors
    /// [`Busy`] after ten seconds.
    pub async fn turn(&self) -> Result<Turn<'_>, Busy> {
        let permit = tokio::time::timeout(LONGEST_WAIT, Arc::clone(&self.permits).acquire_owned());
        Ok(Turn { passwords: self, permit: permit.await.map_err(|_| Busy)?.map_err(|_| Busy)? })
    }

    /// The hash of a new password, in its turn. `words` as in [`check_rules`].
    ///
    /// # Errors
    /// [`Busy`]; the inner one says that it breaks a rule.
    pub async fn hash(&self, password: String, words: &[&str]) -> Result<Result<String, PasswordFault>, Busy> {
        if let Err(fault) = check_rules(&password, words) {
            return Ok(Err(fault));
        }
        self.turn().await?.run(move || hash(&password)).await
    }
}

/// The permission to use Argon2 once.
pub struct Turn<'a> {
    passwords: &'a Passwords,
    permit: OwnedSemaphorePermit,
}

impl Turn<'_> {
    /// Whether the password matches the hash. With None, for an unknown login, it takes the same time and is false.
    pub async fn verify(self, password: &str, hash: Option<&str>) -> Result<bool, Busy> {
        self.passwords.checks.fetch_add(1, Ordering::Relaxed);
        let password = password.to_owned();
        let known = hash.is_some();
        let hash: Arc<str> = hash.map_or_else(|| Arc::clone(&self.passwords.dummy_hash), Arc::from);
        let check = move || {
            PasswordHash::new(&hash).is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok())
        };
        Ok(self.run(check).await? && known)
    }

    async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
        let Turn { permit, .. } = self;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            // Held until the work is done, so that dropped requests cannot pile up threads.
            drop(permit);
            result
        });
        done.await.map_err(|_| Busy)
    }
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

/// What unknown logins are checked against: random bytes, which are the hash of no password that anybody knows.
fn dummy_hash() -> String {
    let [salt, hash] = [&random_bytes::<16>()[..], &random_bytes::<32>()].map(|bytes| STANDARD_NO_PAD.encode(bytes));
    format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${salt}${hash}")
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("valid parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verify(passwords: &Passwords, password: &str, hash: Option<&str>) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async { passwords.turn().await?.verify(password, hash).await }).expect("not busy")
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
        // Salt and hash are as long as those of a password, and others in each process.
        let lengths = |hash: &str| hash.split('$').map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(&passwords.dummy_hash), lengths(&stored));
        assert!(PasswordHash::new(&passwords.dummy_hash).is_ok());
        assert_ne!(passwords.dummy_hash, Passwords::new().dummy_hash);
        for (checks, hash) in (1..).zip([None, Some(stored.as_str())]) {
            assert!(!verify(&passwords, "a wrong password", hash));
            assert_eq!(passwords.checks(), checks);
        }
    }

    #[test]
    fn the_length_is_counted_in_characters() {
        assert!(matches!(hash("elevenchars"), Err(PasswordFault::Length(11))));
        assert!(matches!(hash(&"x".repeat(129)), Err(PasswordFault::Length(129))));
        assert!(matches!(hash("twelve\nchars"), Err(PasswordFault::Control)));
        hash(&"\u{e9}l\u{e8}ve".repeat(25)).expect("125 characters, of two bytes some of them");
        assert!(matches!(hash("password1234"), Err(PasswordFault::Common)));
        assert!(matches!(check_rules("ann@example.com", &["Ann@example.com"]), Err(PasswordFault::Own)));
    }

    #[test]
    fn a_new_password_waits_for_its_turn_and_a_faulty_one_does_not() {
        let passwords = Passwords::new();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let turns = [passwords.turn().await, passwords.turn().await];
            assert!(matches!(passwords.hash("short".to_owned(), &[]).await, Ok(Err(PasswordFault::Length(5)))));
            let new = || passwords.hash("correct horse 1".to_owned(), &[]);
            let waiting = tokio::time::timeout(Duration::from_millis(200), new());
            assert!(waiting.await.is_err(), "as long as two others have their turn");
            drop(turns);
            assert!(matches!(new().await, Ok(Ok(_))));
        });
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
