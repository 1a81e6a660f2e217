//! Signing in, with a password or by a single sign-on link, and signing out.

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Auth;
use super::account::LONGEST_LOGIN;
use super::known;
use super::password::{Busy, LONGEST};
use super::sso::{self, LONGEST_KEY_ID, Link, LinkFault};
use super::throttle::{Attempt, Attempted, CountsFor, Refused, Unlocked, address_name, login_name};
use crate::random::random_id;
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::sessions::NewSession;
use crate::store::sso::SsoIdentity;
use crate::store::users::{User, login_key};

/// What a user types to sign in.
#[derive(Clone, Copy)]
pub struct Credentials<'a> {
    /// The login.
    pub login: &'a str,
    /// The password.
    pub password: &'a str,
}

/// The client that signs in, and when.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// The client's address.
    pub address: IpAddr,
    /// The random cookie of the browser, whose earlier session ends.
    pub browser: &'a str,
    /// The cookie with the logins that have signed in there; empty if there is none.
    pub known: &'a str,
    /// The browser and its system, such as Firefox on Linux.
    pub device: &'a str,
    /// A token that the browser still has; its session ends too.
    pub earlier_token: Option<&'a str>,
    /// Seconds since 1970-01-01 UTC.
    pub now: i64,
}

/// Where a password comes from.
#[derive(Clone, Copy)]
pub(super) struct Whence<'a> {
    /// The client's address.
    pub address: IpAddr,
    /// Whom a wrong one counts for.
    pub counts: CountsFor<'a>,
}

/// A session to start. It owns its texts so that another thread can write it.
#[derive(Clone)]
pub(super) struct PendingSession {
    id: String,
    browser: String,
    device: String,
    at: i64,
    expires_at: i64,
    replaces: Option<String>,
    address: String,
}

impl PendingSession {
    pub(super) fn of_user(&self, user_id: i64) -> NewSession<'_> {
        NewSession {
            id: &self.id,
            user_id,
            browser: &self.browser,
            device: &self.device,
            at: self.at,
            expires_at: self.expires_at,
            replaces: self.replaces.as_deref(),
            address: &self.address,
        }
    }
}

/// A session that has just started.
#[derive(Clone, Debug)]
pub struct StartedSession {
    /// The token that names it.
    pub token: String,
    /// Its id.
    pub session_id: String,
    /// Its user.
    pub user: User,
    /// The cookie with the logins that have signed in there, after a sign-in with a password.
    pub known: Option<String>,
}

/// What a user owes after the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SecondStep {
    /// A code of its device, or a recovery code.
    Code,
    /// To set a device up: the setting require_second_factor demands one.
    SetUp,
}

/// What a right password leads to.
#[derive(Debug)]
pub enum PasswordOutcome {
    /// A session has started.
    Started(Box<StartedSession>),
    /// There is a second factor, or there must be. The browser keeps `cookie`, which is no session.
    Owes { step: SecondStep, cookie: String },
}

/// What a valid link leads to.
#[derive(Clone, Debug)]
pub enum LinkOutcome {
    /// A session has started.
    Started(StartedSession),
    /// The user has to confirm first. The link is not used up.
    Ask {
        /// Whom the link signs in.
        login: String,
        /// The name of that user.
        first_name: String,
    },
}

/// Why no session started.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// There is no such user, or the password is wrong.
    #[error("wrong login or password")]
    WrongCredentials,
    /// The password is right, but the user has been disabled.
    #[error("the user has been disabled")]
    Disabled,
    /// Too many failed attempts.
    #[error("too many failed attempts")]
    Blocked,
    /// The single sign-on link is not accepted.
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

/// By what a browser is known in the store.
pub(super) fn browser_digest(browser: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(browser))
}

impl Auth {
    /// Starts a session for the user with these credentials, or says what the user owes first.
    ///
    /// An unknown login takes the same time and gets the same answer as a wrong password.
    pub async fn sign_in(
        &self,
        credentials: Credentials<'_>,
        caller: Caller<'_>,
    ) -> Result<PasswordOutcome, SignInError> {
        let key = login_key(credentials.login);
        let ring = self.keyring.ring()?;
        let is_known = known::knows(&ring, caller.known, caller.browser, &key, caller.now);
        let counts = if is_known { CountsFor::Browser(caller.browser) } else { CountsFor::Everybody };
        let from = Whence { address: caller.address, counts };
        let mut attempt = self.attempt(&key, from, caller.now).await?;
        let user =
            if credentials.login.chars().count() <= LONGEST_LOGIN { self.store.user_by_login(&key)? } else { None };
        let is_right = self.is_right(&mut attempt, credentials.password, user.as_ref()).await?;
        let user = match user {
            Some(user) if is_right => user,
            user => {
                // An unknown login may be a password typed into the wrong field: it is not recorded.
                let subject = user.map(|user| user.login);
                self.fail(attempt, "sign_in_failed", None, subject, &caller, "wrong login or password").await?;
                return Err(SignInError::WrongCredentials);
            }
        };
        if user.disabled {
            // It counts as a failure: whoever has the password must not try it without end.
            self.fail(attempt, "sign_in_failed", None, Some(user.login), &caller, "disabled").await?;
            return Err(SignInError::Disabled);
        }
        if let Some(step) = self.owes(&user)? {
            self.succeed(attempt).await?;
            return Ok(PasswordOutcome::Owes { step, cookie: self.owed(&user, step, &caller)? });
        }

        let session = self.new_session(&caller);
        let (store, pending, user_id) = (self.store.clone(), session.clone(), user.id);
        if !blocking(move || store.start_session(&pending.of_user(user_id))).await? {
            return Err(SignInError::Disabled);
        }
        self.succeed(attempt).await?;
        let known = known::with_login(&ring, caller.known, caller.browser, &key);
        Ok(PasswordOutcome::Started(Box::new(StartedSession { known: Some(known), ..self.started(session, user)? })))
    }

    /// Begins an attempt with a password, after others in flight.
    pub(super) async fn attempt(&self, login_key: &str, from: Whence<'_>, now: i64) -> Result<Attempt, SignInError> {
        let Whence { address, counts } = from;
        let unlocked = Unlocked {
            login: self.store.unlocked_at(&login_name(login_key))?,
            address: self.store.unlocked_at(&address_name(address))?,
        };
        let attempted = Attempted { login_key, address, counts, unlocked };
        self.throttle.begin(&attempted, now).await.map_err(|refused| match refused {
            Refused::Busy => SignInError::Busy(Busy),
            Refused::Blocked => {
                tracing::warn!(%address, "a password was not checked, after too many wrong ones");
                SignInError::Blocked
            }
        })
    }

    /// Whether the password is the user's. For nobody, and for a user without a password, it takes as long.
    pub(super) async fn is_right(
        &self,
        attempt: &mut Attempt,
        password: &str,
        user: Option<&User>,
    ) -> Result<bool, Busy> {
        let hash = user.map(|user| user.password_hash.as_str()).filter(|hash| !hash.is_empty());
        self.matches(attempt, password, hash).await
    }

    /// Whether the password of an attempt matches a hash.
    pub(super) async fn matches(
        &self,
        attempt: &mut Attempt,
        password: &str,
        hash: Option<&str>,
    ) -> Result<bool, Busy> {
        // No password is longer, so the rest is not hashed.
        let password: String = password.chars().take(LONGEST + 1).collect();
        let turn = self.passwords.turn().await?;
        attempt.checks();
        let is_right = turn.verify(&password, hash).await?;
        if is_right {
            attempt.is_right();
        }
        Ok(is_right)
    }

    /// Records that an attempt failed, and what that blocks.
    pub(super) async fn fail(
        &self,
        attempt: Attempt,
        event: &'static str,
        actor: Option<String>,
        subject: Option<String>,
        caller: &Caller<'_>,
        detail: &'static str,
    ) -> Result<(), SignInError> {
        let failed = attempt.fail();
        let (store, address, at) = (self.store.clone(), caller.address.to_string(), caller.now);
        blocking(move || {
            let line = |event, detail| Entry {
                at,
                event,
                actor: actor.as_deref(),
                subject: subject.as_deref(),
                address: Some(&address),
                detail: Some(detail),
            };
            let blocked = failed.blocks().map(|what| line("sign_in_blocked", what));
            let lines: Vec<Entry<'_>> = std::iter::once(line(event, detail)).chain(blocked).collect();
            store.record_failures(&lines, &failed.failures, at)
        })
        .await
    }

    /// Forgets the failures before an attempt that succeeded.
    pub(super) async fn succeed(&self, attempt: Attempt) -> Result<(), SignInError> {
        let Some(counter) = attempt.succeed() else { return Ok(()) };
        let store = self.store.clone();
        blocking(move || store.forget_failures(&counter)).await
    }

    /// Starts a session for the user a link names. A link works once. By the setting `sso_confirm`, the user has to
    /// confirm first.
    pub async fn sign_in_by_link(
        &self,
        link: &Link,
        is_confirmed: bool,
        caller: Caller<'_>,
    ) -> Result<LinkOutcome, SignInError> {
        // Links cannot be guessed, so every link is checked.
        let done = self.follow(link, is_confirmed || !self.sso_confirm, &caller).await;
        let Err(SignInError::Link(fault)) = &done else { return done };
        let subject = match fault {
            LinkFault::Rejected(_, login) => Some(login.clone()),
            _ => None,
        };
        // An unknown aa may be anything, so it is not recorded; a key's own id is no secret.
        let key = (*fault != LinkFault::UnknownKey).then_some(link.aa.as_str());
        let detail = format!("single sign-on with key {}: {fault}", key.unwrap_or("unknown"));
        self.record_faulty_link(subject, &caller, detail).await?;
        done
    }

    /// Starts a session for the person of a demo by the link that `bond demo --open` made last, which works once.
    /// None where the secret is another, was used or is too old, or the user may not sign in.
    pub async fn sign_in_by_opening(
        &self,
        secret: &str,
        login: &str,
        caller: Caller<'_>,
    ) -> Result<Option<StartedSession>, SignInError> {
        const HOW: &str = "link of bond demo --open";
        // Before anything else, so that it is not used again whatever happens.
        let user =
            if self.opening.take(secret, caller.now) { self.store.user_by_login(&login_key(login))? } else { None };
        if let Some(user) = user {
            let session = self.new_session(&caller);
            let (store, pending, user_id) = (self.store.clone(), session.clone(), user.id);
            if blocking(move || store.start_session_by(&pending.of_user(user_id), HOW)).await? {
                return Ok(Some(self.started(session, user)?));
            }
        }
        self.record_faulty_link(None, &caller, format!("{HOW}: not valid")).await?;
        Ok(None)
    }

    /// Records a sign-in that failed without a password, but not too many of one address.
    pub(super) async fn record_faulty_link(
        &self,
        subject: Option<String>,
        caller: &Caller<'_>,
        detail: String,
    ) -> Result<(), SignInError> {
        self.record_fault("sign_in_failed", subject, caller, detail).await
    }

    /// As [`Auth::record_faulty_link`], for another event.
    pub(super) async fn record_fault(
        &self,
        event: &'static str,
        subject: Option<String>,
        caller: &Caller<'_>,
        detail: String,
    ) -> Result<(), SignInError> {
        let unlocked_at = self.store.unlocked_at(&address_name(caller.address))?;
        let Some(failed) = self.throttle.faulty_link(caller.address, unlocked_at, caller.now) else {
            tracing::warn!(address = %caller.address, event, "not recorded after too many");
            return Ok(());
        };
        let (store, address, at) = (self.store.clone(), caller.address.to_string(), caller.now);
        blocking(move || {
            let entry = Entry {
                at,
                event,
                actor: None,
                subject: subject.as_deref(),
                address: Some(&address),
                detail: Some(&detail),
            };
            store.record_failures(&[entry], &failed.failures, at)
        })
        .await
    }

    async fn follow(&self, link: &Link, is_confirmed: bool, caller: &Caller<'_>) -> Result<LinkOutcome, SignInError> {
        let key = if link.aa.len() <= LONGEST_KEY_ID { self.store.sso_key(&link.aa)? } else { None };
        let key = key.ok_or(LinkFault::UnknownKey)?;
        let (nonce, claims, roles) = sso::open(link, &key, self.keyring.install_id(), caller.now)?;
        let roles: Vec<String> = roles.into_iter().map(str::to_owned).collect();
        let session = self.new_session(caller);
        let (store, pending, key_id) = (self.store.clone(), session.clone(), key.id);
        let (login, first_name) = (claims.login.clone(), claims.first_name.trim().to_owned());
        let user = blocking(move || {
            let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
            let identity = SsoIdentity {
                key_id: &key_id,
                nonce,
                link_ends_at: claims.exp.saturating_add(sso::SKEW),
                subject: &claims.sub,
                login: &claims.login,
                first_name: claims.first_name.trim(),
                roles: &roles,
            };
            if !is_confirmed {
                return Ok(store.check_sso_link(&identity)?.map_or(Ok(None), Err));
            }
            // The store finds the user, or adds one.
            Ok(store.start_sso_session(&identity, &pending.of_user(0))?.map(Some))
        });
        match user.await? {
            Ok(Some(user)) => Ok(LinkOutcome::Started(self.started(session, user)?)),
            Ok(None) => Ok(LinkOutcome::Ask { login, first_name }),
            Err(rejection) => Err(LinkFault::Rejected(rejection, login).into()),
        }
    }

    pub(super) fn new_session(&self, caller: &Caller<'_>) -> PendingSession {
        PendingSession {
            id: random_id(),
            browser: browser_digest(caller.browser),
            device: caller.device.to_owned(),
            at: caller.now,
            expires_at: caller.now + self.sessions.lifetimes().absolute,
            replaces: caller.earlier_token.and_then(|token| self.sessions.named_by(token, caller.now)),
            address: caller.address.to_string(),
        }
    }

    pub(super) fn started(&self, session: PendingSession, user: User) -> Result<StartedSession, SignInError> {
        let token = self.sessions.token_of(&session.id, user.id, session.at);
        let token = token.map_err(|error| SignInError::Internal(error.to_string()))?;
        Ok(StartedSession { token, session_id: session.id, user, known: None })
    }

    /// Ends a session. `now` is in seconds since 1970-01-01 UTC.
    pub async fn sign_out(&self, session_id: &str, address: IpAddr, now: i64) -> Result<(), SignInError> {
        let (store, id) = (self.store.clone(), session_id.to_owned());
        blocking(move || store.end_session(&id, now, &address.to_string())).await
    }
}

/// Runs a write, which waits for the disk, off the threads that serve requests.
pub(super) async fn blocking<T: Send + 'static>(
    write: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, SignInError> {
    match tokio::task::spawn_blocking(write).await {
        Ok(result) => Ok(result?),
        Err(lost) => Err(SignInError::Internal(lost.to_string())),
    }
}
