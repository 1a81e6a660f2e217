//! Live sessions, cached for as long as the store has not changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::keyring::Keyring;
use super::token::InvalidToken;
use crate::store::sessions::Session;
use crate::store::{Store, StoreError};

/// Seconds between two writes of the last use of a session.
const WRITE_EVERY: i64 = 60;
/// The largest number of cached sessions; others are read again.
const MOST_CACHED: usize = 10_000;

/// How long sessions last, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Lifetimes {
    /// From signing in, whatever happens.
    pub absolute: i64,
    /// From the last request.
    pub idle: i64,
}

/// Why a token is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no token.
    NoToken,
    /// This install did not sign it.
    TokenInvalid,
    /// The session expired, or was not used for too long.
    SessionExpired,
    /// The session was ended: signed out, replaced, user disabled, or password reset.
    SessionRevoked,
}

impl Refusal {
    /// The `code` of the 401 answer.
    pub fn code(self) -> &'static str {
        match self {
            Refusal::NoToken => "no_token",
            Refusal::TokenInvalid => "token_invalid",
            Refusal::SessionExpired => "session_expired",
            Refusal::SessionRevoked => "session_revoked",
        }
    }
}

/// Why a token could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It could not be signed.
    #[error(transparent)]
    Sign(#[from] InvalidToken),
    /// The keys could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The sessions of one install.
pub struct Sessions {
    store: Store,
    keyring: Arc<Keyring>,
    lifetimes: Lifetimes,
    cached: Mutex<HashMap<String, Cached>>,
}

struct Cached {
    session: Arc<Session>,
    /// The store's version at which `session` was read.
    version: i64,
    last_seen_at: i64,
    written_at: i64,
}

impl Sessions {
    /// Over a store.
    pub fn new(store: Store, keyring: Arc<Keyring>, lifetimes: Lifetimes) -> Sessions {
        Sessions { store, keyring, lifetimes, cached: Mutex::new(HashMap::new()) }
    }

    /// How long sessions last.
    pub fn lifetimes(&self) -> Lifetimes {
        self.lifetimes
    }

    /// The token of a session.
    pub fn token_of(&self, session_id: &str, user_id: i64, at: i64) -> Result<String, TokenError> {
        let ring = self.keyring.ring()?;
        Ok(ring.tokens.sign(session_id, user_id, at, at + self.lifetimes.absolute)?)
    }

    /// The session id a token names, whether or not that session is live. `now` is in seconds since 1970-01-01 UTC.
    pub fn named_by(&self, token: &str, now: i64) -> Option<String> {
        Some(self.keyring.ring().ok()?.tokens.read(token, now).ok()?.sid)
    }

    /// The live session a token names, as it is at this moment. `now` is in seconds since 1970-01-01 UTC.
    ///
    /// The store is read only where it has changed since this session was last read, by whatever process; so
    /// a sign-out, a disabled user and a change of roles take effect at the next request.
    pub fn check(&self, token: Option<&str>, now: i64) -> Result<Result<Arc<Session>, Refusal>, StoreError> {
        self.checked(token, now, true)
    }

    /// As [`Sessions::check`], for a request that nobody made: an open page that looks for news does not use the session,
    /// which ends as if the page were closed.
    pub fn look(&self, token: Option<&str>, now: i64) -> Result<Result<Arc<Session>, Refusal>, StoreError> {
        self.checked(token, now, false)
    }

    fn checked(
        &self,
        token: Option<&str>,
        now: i64,
        is_use: bool,
    ) -> Result<Result<Arc<Session>, Refusal>, StoreError> {
        let Some(token) = token else { return Ok(Err(Refusal::NoToken)) };
        let Ok(claims) = self.keyring.ring()?.tokens.read(token, now) else { return Ok(Err(Refusal::TokenInvalid)) };
        if now >= claims.exp {
            self.cached().remove(&claims.sid);
            return Ok(Err(Refusal::SessionExpired));
        }
        // Read before the row: if the row changes in between, the next request reads it again.
        let version = self.store.version()?;
        let fresh = {
            let mut cached = self.cached();
            match cached.get_mut(&claims.sid) {
                Some(entry) if entry.version == version => Some(self.use_cached(entry, now, is_use)),
                _ => None,
            }
        };
        let answer = match fresh {
            Some(answer) => answer,
            None => match self.store.session(&claims.sid)? {
                None => Err(Refusal::SessionRevoked),
                Some(session) => self.cache(session, version, now, is_use),
            },
        };
        match answer {
            Ok(session) if session.user_id.to_string() == claims.sub => Ok(Ok(session)),
            Ok(_) => Ok(Err(Refusal::TokenInvalid)),
            Err(refusal) => {
                self.cached().remove(&claims.sid);
                Ok(Err(refusal))
            }
        }
    }

    fn cache(&self, session: Session, version: i64, now: i64, is_use: bool) -> Result<Arc<Session>, Refusal> {
        let mut cached = self.cached();
        if cached.len() >= MOST_CACHED {
            let idle = self.lifetimes.idle.min(WRITE_EVERY);
            cached.retain(|_, entry| now - entry.last_seen_at < idle);
        }
        // What this process saw may be up to a minute ahead of the row.
        let seen_here = cached.get(&session.id).map_or(0, |entry| entry.last_seen_at);
        let entry = Cached {
            version,
            last_seen_at: session.last_seen_at.max(seen_here),
            written_at: session.last_seen_at,
            session: Arc::new(session),
        };
        let entry = cached.entry(entry.session.id.clone()).insert_entry(entry).into_mut();
        self.use_cached(entry, now, is_use)
    }

    fn use_cached(&self, entry: &mut Cached, now: i64, is_use: bool) -> Result<Arc<Session>, Refusal> {
        if entry.session.ended {
            return Err(Refusal::SessionRevoked);
        }
        if now >= entry.session.expires_at || now - entry.last_seen_at >= self.lifetimes.idle {
            return Err(Refusal::SessionExpired);
        }
        if !is_use {
            return Ok(Arc::clone(&entry.session));
        }
        entry.last_seen_at = entry.last_seen_at.max(now);
        if now - entry.written_at >= WRITE_EVERY.min(self.lifetimes.idle / 2) {
            entry.written_at = now;
            self.write_last_use(entry.session.id.clone(), now);
        }
        Ok(Arc::clone(&entry.session))
    }

    /// Writes when a session was used, off the thread that serves its request: a write waits for the disk.
    fn write_last_use(&self, session_id: String, now: i64) {
        let store = self.store.clone();
        self.write_later(move || store.touch_session(&session_id, now));
    }

    /// Writes when something was used, off the thread that serves its request.
    pub(super) fn write_later(&self, write: impl FnOnce() -> Result<(), StoreError> + Send + 'static) {
        let write = move || {
            if let Err(error) = write() {
                tracing::warn!(%error, "a last use could not be written");
            }
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(write)),
            Err(_) => write(),
        }
    }

    fn cached(&self) -> MutexGuard<'_, HashMap<String, Cached>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::roles;
    use crate::store::sessions::NewSession;
    use crate::store::users::NewUser;

    struct Harness {
        _dir: tempfile::TempDir,
        store: Store,
        /// Opened a second time, as `bond user` does while a server runs.
        elsewhere: Store,
        sessions: Sessions,
        user_id: i64,
    }

    const START: i64 = 1_000_000;

    fn harness() -> Harness {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let elsewhere = Store::open(dir.path()).expect("opened");
        let ann = NewUser { login: "ann", first_name: "Ann", password_hash: "h", roles: &[roles::ADMIN] };
        let user_id = store.add_user(&ann, START).expect("added");
        store.add_user(&NewUser { login: "root", ..ann }, START).expect("added");
        let keyring = Arc::new(Keyring::new(&store).expect("keys"));
        let sessions = Sessions::new(store.clone(), keyring, Lifetimes { absolute: 8 * 3600, idle: 3600 });
        Harness { _dir: dir, store, elsewhere, sessions, user_id }
    }

    impl Harness {
        fn start(&self, id: &str) -> String {
            let session =
                NewSession { user_id: self.user_id, at: START, expires_at: START + 8 * 3600, ..NewSession::of(id) };
            assert!(self.store.start_session(&session).expect("started"));
            self.sessions.token_of(id, self.user_id, START).expect("signed")
        }

        fn check(&self, token: &str, now: i64) -> Result<Arc<Session>, Refusal> {
            self.sessions.check(Some(token), now).expect("the store works")
        }

        fn refusal(&self, token: &str, now: i64) -> Option<Refusal> {
            self.check(token, now).err()
        }
    }

    #[test]
    fn a_live_session_is_found_and_each_refusal_has_its_reason() {
        let harness = harness();
        let token = harness.start("one");
        assert_eq!(harness.check(&token, START).expect("live").first_name, "Ann");
        assert_eq!(harness.sessions.check(None, START).expect("works").err(), Some(Refusal::NoToken));
        assert_eq!(harness.refusal("nonsense", START), Some(Refusal::TokenInvalid));
        let unknown = harness.sessions.token_of("two", harness.user_id, START).expect("signed");
        assert_eq!(harness.refusal(&unknown, START), Some(Refusal::SessionRevoked));
        let borrowed = harness.sessions.token_of("one", 99, START).expect("signed");
        assert_eq!(harness.refusal(&borrowed, START), Some(Refusal::TokenInvalid));
    }

    #[test]
    fn it_ends_after_eight_hours_and_after_an_idle_hour() {
        let harness = harness();
        let (used, idle) = (harness.start("used"), harness.start("idle"));
        for step in 1..16 {
            harness.check(&used, START + step * 1800).expect("in use");
        }
        assert_eq!(harness.refusal(&used, START + 8 * 3600), Some(Refusal::SessionExpired));
        harness.check(&idle, START + 3599).expect("not yet");
        harness.check(&idle, START + 3599 + 3599).expect("counted from the last use");
        assert_eq!(harness.refusal(&idle, START + 3599 + 3599 + 3600), Some(Refusal::SessionExpired));
    }

    #[test]
    fn looking_for_news_does_not_use_it() {
        let harness = harness();
        let (open, closed) = (harness.start("open"), harness.start("closed"));
        for second in (60..3600).step_by(60) {
            let looked = harness.sessions.look(Some(&open), START + second).expect("the store works");
            assert!(looked.is_ok(), "after {second} s");
        }
        let looked = harness.sessions.look(Some(&open), START + 3600).expect("the store works");
        assert_eq!(looked.err(), Some(Refusal::SessionExpired));
        assert_eq!(harness.refusal(&closed, START + 3600), Some(Refusal::SessionExpired), "as without an open page");
    }

    #[test]
    fn a_restart_loses_at_most_a_minute_of_idle_time() {
        let harness = harness();
        let token = harness.start("one");
        harness.check(&token, START + 3000).expect("in use");
        let keyring = Arc::new(Keyring::new(&harness.store).expect("keys"));
        let restarted = Sessions::new(harness.store.clone(), keyring, harness.sessions.lifetimes());
        restarted.check(Some(&token), START + 6000).expect("works").expect("was used at 3000");
    }

    #[test]
    fn a_change_by_another_process_takes_effect_at_once() {
        let harness = harness();
        let (one, two) = (harness.start("one"), harness.start("two"));
        harness.check(&one, START + 1).expect("live");
        harness.check(&two, START + 1).expect("live");

        harness.elsewhere.set_roles("ann", &[roles::USERS], START + 2).expect("changed");
        assert_eq!(harness.check(&one, START + 2).expect("live").roles[0].name, roles::USERS);

        harness.elsewhere.end_session("one", START + 3, "127.0.0.1").expect("ended");
        assert_eq!(harness.refusal(&one, START + 3), Some(Refusal::SessionRevoked));

        harness.elsewhere.disable_user("ann", START + 4).expect("disabled");
        assert_eq!(harness.refusal(&two, START + 4), Some(Refusal::SessionRevoked));
        harness.elsewhere.enable_user("ann", START + 5).expect("enabled");
        assert_eq!(harness.refusal(&two, START + 5), Some(Refusal::SessionRevoked), "signing in again is needed");
    }
}
