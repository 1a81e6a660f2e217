//! Signing in and out.

use std::net::IpAddr;

use aws_lc_rs::digest;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::Auth;
use super::password::{Busy, LONGEST};
use super::sessions::random_id;
use super::sso::LinkFault;
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::sessions::NewSession;
use crate::store::users::{User, login_key};

/// Most characters of a login.
pub const LONGEST_LOGIN: usize = 320;
/// Most characters of a first name.
pub const LONGEST_FIRST_NAME: usize = 100;

/// May this be a login, a name or the like: something visible, no control characters, at most so many characters?
pub fn is_text(text: &str, longest: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= longest && !text.chars().any(char::is_control)
}

/// A try to sign in with a password.
#[derive(Clone, Copy)]
pub struct Attempt<'a> {
    /// As typed.
    pub login: &'a str,
    /// As typed.
    pub password: &'a str,
    /// Where it comes from.
    pub caller: Caller<'a>,
}

/// Where and when somebody tries to sign in.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// The client's.
    pub address: IpAddr,
    /// The browser's random cookie; its earlier session ends.
    pub browser: &'a str,
    /// A token the browser still held; its session ends too.
    pub earlier_token: Option<&'a str>,
    /// Seconds since 1970-01-01 UTC.
    pub now: i64,
}

/// A session that is about to start, held by itself so that it can go to another thread.
#[derive(Clone)]
pub(super) struct Starting {
    id: String,
    browser: String,
    at: i64,
    expires_at: i64,
    replaces: Option<String>,
    address: String,
}

impl Starting {
    /// As the store takes it; its user is nobody yet.
    pub(super) fn borrowed(&self) -> NewSession<'_> {
        NewSession {
            id: &self.id,
            user_id: 0,
            browser: &self.browser,
            at: self.at,
            expires_at: self.expires_at,
            replaces: self.replaces.as_deref(),
            address: &self.address,
        }
    }
}

/// A user who was let in.
#[derive(Clone, Debug)]
pub struct LetIn {
    /// The session token.
    pub token: String,
    /// The session's id.
    pub session_id: String,
    /// Who it is.
    pub user: User,
}

/// Why nobody was let in.
#[derive(Debug, thiserror::Error)]
pub enum NotLetIn {
    /// There is no such user, or the password is another.
    #[error("wrong login or password")]
    Wrong,
    /// The password is right, but the user was disabled.
    #[error("the user is disabled")]
    Disabled,
    /// Too many failures.
    #[error("too many failed tries")]
    Blocked,
    /// A single sign-on link that lets nobody in.
    #[error("the sign-in link is not accepted: {0}")]
    Link(#[from] LinkFault),
    /// Too many sign-ins at once.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The token could not be made, or a thread was lost.
    #[error("{0}")]
    Internal(String),
}

impl Auth {
    /// Lets a user in who gives the right password, and starts a session.
    ///
    /// An unknown login takes the same time and gets the same answer as a wrong password.
    pub async fn sign_in(&self, attempt: Attempt<'_>) -> Result<LetIn, NotLetIn> {
        let key = login_key(attempt.login);
        let turn = self.throttle.begin(&key, attempt.caller.address, attempt.caller.now).map_err(|_| {
            tracing::warn!(address = %attempt.caller.address, "a sign-in was blocked after too many failures");
            NotLetIn::Blocked
        })?;
        let user = if attempt.login.chars().count() <= LONGEST_LOGIN { self.store.user_by_login(&key)? } else { None };
        // No user has a longer password, so a longer one is hashed no further than this.
        let within: String = attempt.password.chars().take(LONGEST + 1).collect();
        // A user without a password is looked for as long as any other.
        let hash = user.as_ref().map(|user| user.password_hash.as_str()).filter(|hash| !hash.is_empty());
        let right = self.passwords.verify(&within, hash).await;
        let right = match right {
            Ok(right) => right,
            Err(busy) => {
                self.throttle.forgive(&turn, false);
                return Err(busy.into());
            }
        };
        let user = match user {
            Some(user) if right => user,
            user => {
                // What was typed for an unknown login may be a password in the wrong field: it is not kept.
                let subject = user.map(|user| user.login);
                self.record("sign_in_failed", subject, &attempt.caller, "wrong login or password".to_owned()).await?;
                return Err(NotLetIn::Wrong);
            }
        };
        if user.disabled {
            self.throttle.forgive(&turn, false);
            self.record("sign_in_failed", Some(user.login), &attempt.caller, "disabled".to_owned()).await?;
            return Err(NotLetIn::Disabled);
        }

        let session = self.new_session(&attempt.caller);
        let (store, new, user_id) = (self.store.clone(), session.clone(), user.id);
        if !blocking(move || store.start_session(&NewSession { user_id, ..new.borrowed() })).await? {
            return Err(NotLetIn::Disabled);
        }
        self.throttle.forgive(&turn, true);
        self.let_in(session, user)
    }

    /// A session that is about to start, whoever's it will be.
    pub(super) fn new_session(&self, caller: &Caller<'_>) -> Starting {
        Starting {
            id: random_id(),
            browser: URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, caller.browser.as_bytes())),
            at: caller.now,
            expires_at: caller.now + self.sessions.lifetimes().absolute,
            replaces: caller.earlier_token.and_then(|token| self.sessions.named_by(token)),
            address: caller.address.to_string(),
        }
    }

    /// The token of a session that has started.
    pub(super) fn let_in(&self, session: Starting, user: User) -> Result<LetIn, NotLetIn> {
        let token = self.sessions.token_of(&session.id, user.id, session.at);
        let token = token.map_err(|error| NotLetIn::Internal(error.to_string()))?;
        Ok(LetIn { token, session_id: session.id, user })
    }

    /// Ends a session. `now` is in seconds since 1970-01-01 UTC.
    pub async fn sign_out(&self, session_id: &str, address: IpAddr, now: i64) -> Result<(), NotLetIn> {
        let (store, id) = (self.store.clone(), session_id.to_owned());
        blocking(move || store.end_session(&id, now, &address.to_string())).await
    }

    /// Writes a line of the audit log.
    pub(super) async fn record(
        &self,
        event: &'static str,
        subject: Option<String>,
        caller: &Caller<'_>,
        detail: String,
    ) -> Result<(), NotLetIn> {
        let (store, address, at) = (self.store.clone(), caller.address.to_string(), caller.now);
        blocking(move || {
            store.record(&Entry {
                at,
                event,
                actor: None,
                subject: subject.as_deref(),
                address: Some(&address),
                detail: Some(&detail),
            })
        })
        .await
    }
}

/// A write waits for the disk, so it is made off the threads that serve requests.
pub(super) async fn blocking<T: Send + 'static>(
    write: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, NotLetIn> {
    match tokio::task::spawn_blocking(write).await {
        Ok(result) => Ok(result?),
        Err(lost) => Err(NotLetIn::Internal(lost.to_string())),
    }
}
