//! The second factor of users with a password: a code of a device, or a recovery code in its place.
//!
//! After the right password, a browser gets a sealed cookie in place of a session. It says who owes what, opens no call
//! but those here, and lasts minutes.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::permissions::Permissions;
use super::sign_in::{Caller, SecondStep, SignInError, StartedSession, Whence, blocking};
use super::throttle::{Attempt, CountsFor, login_name};
use super::totp::{self, DIGITS, Qr, Secret};
use super::{Auth, known, password};
use crate::config::RequireSecondFactor;
use crate::random::random_bytes;
use crate::store::StoreError;
use crate::store::audit::By;
use crate::store::second_factors::{NewSecondFactor, Proof, SecondFactor};
use crate::store::sessions::Session;
use crate::store::users::{User, login_key};

/// How long somebody has to give a code after the password, in seconds.
pub const LONGEST_SECOND_STEP: i64 = 5 * 60;
/// How long somebody has to set a device up, in seconds.
const LONGEST_SET_UP: i64 = 15 * 60;
/// How many recovery codes there are.
const RECOVERY_CODES: usize = 10;

const OF_COOKIE: &str = "bond second step v1";
const OF_TICKET: &str = "bond second factor set-up v1";

/// Who owes what, in a cookie of the browser.
#[derive(Serialize, Deserialize)]
struct Owed {
    user_id: i64,
    step: SecondStep,
    /// The browser that gave the password.
    browser: String,
    /// The password that it gave, by the digest of its hash: with another, it counts no more.
    password: [u8; 32],
    ends_at: i64,
}

/// A device that is being set up. The page has it until a code confirms it.
#[derive(Serialize, Deserialize)]
struct Ticket {
    user_id: i64,
    /// The session or the browser that asked.
    of: String,
    secret: Secret,
    /// When the second factor was set up that it replaces.
    replaces: Option<i64>,
    ends_at: i64,
}

/// What a device needs to be set up.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SetUp {
    /// To be sent back with a code of the device.
    pub ticket: String,
    /// To be typed where no picture can be taken.
    pub secret: String,
    /// What the QR code says.
    pub address: String,
    /// The QR code.
    pub qr: Qr,
}

/// Why a code or a set-up was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum FactorError {
    /// The code is wrong, or was used before.
    #[error("The code is wrong, or was used already.")]
    Wrong,
    /// Too many wrong ones.
    #[error("Too many wrong codes. Please try again in a few minutes.")]
    Blocked,
    /// It took too long, began elsewhere, or something has changed since.
    #[error("This took too long, or something has changed. Please begin again.")]
    Over,
    #[error(transparent)]
    Failed(SignInError),
}

impl From<SignInError> for FactorError {
    fn from(error: SignInError) -> FactorError {
        match error {
            SignInError::Blocked => FactorError::Blocked,
            error => FactorError::Failed(error),
        }
    }
}

impl From<StoreError> for FactorError {
    fn from(error: StoreError) -> FactorError {
        FactorError::Failed(error.into())
    }
}

/// Where wrong codes of a user count: apart from its wrong passwords, which a right one forgives. No login has a line
/// break.
fn counted_as(login_key: &str) -> String {
    format!("{login_key}\nsecond factor")
}

/// How the store names a login in counters of wrong passwords and of wrong codes.
pub fn counters_of(login: &str) -> [String; 2] {
    let key = login_key(login);
    [login_name(&key), login_name(&counted_as(&key))]
}

impl Auth {
    /// Whether the setting demands a second factor of a user.
    pub fn requires_second_factor(&self, user: &User) -> bool {
        match self.require_second_factor {
            RequireSecondFactor::Off => false,
            RequireSecondFactor::Administrators => Permissions::of(&user.roles, &[]).is_admin(),
            RequireSecondFactor::All => true,
        }
    }

    /// What a user owes after the right password; None for nothing.
    pub(super) fn owes(&self, user: &User) -> Result<Option<SecondStep>, StoreError> {
        if self.store.second_factor(user.id)?.is_some() {
            return Ok(Some(SecondStep::Code));
        }
        Ok(self.requires_second_factor(user).then_some(SecondStep::SetUp))
    }

    /// The cookie of a browser whose user owes something.
    pub(super) fn owed(&self, user: &User, step: SecondStep, caller: &Caller<'_>) -> Result<String, SignInError> {
        let owed = Owed {
            user_id: user.id,
            step,
            browser: caller.browser.to_owned(),
            password: digest(&user.password_hash),
            ends_at: caller.now + LONGEST_SECOND_STEP,
        };
        self.seal.close(&owed, OF_COOKIE).ok_or_else(cannot_seal)
    }

    /// The user who owes a step in this browser.
    fn owing(&self, cookie: &str, step: SecondStep, caller: &Caller<'_>) -> Result<User, FactorError> {
        let owed: Owed = self.seal.open(cookie, OF_COOKIE).ok_or(FactorError::Over)?;
        let user = self.store.user_by_id(owed.user_id)?.ok_or(FactorError::Over)?;
        let is_same = owed.step == step
            && owed.browser == caller.browser
            && owed.password == digest(&user.password_hash)
            && caller.now < owed.ends_at
            && !user.disabled;
        if is_same { Ok(user) } else { Err(FactorError::Over) }
    }

    /// Starts the session of a user who gave the password and now gives a code.
    ///
    /// # Errors
    /// [`FactorError`].
    pub async fn sign_in_by_code(
        &self,
        cookie: &str,
        code: &str,
        caller: Caller<'_>,
    ) -> Result<StartedSession, FactorError> {
        let user = self.owing(cookie, SecondStep::Code, &caller)?;
        let factor = self.store.second_factor(user.id)?.ok_or(FactorError::Over)?;
        let mut attempt = self.attempt_with_code(&user.login, &caller, CountsFor::Everybody).await?;
        let started = match self.proof(user.id, &factor, code, caller.now) {
            Some(proof) => {
                let (store, session, user_id) = (self.store.clone(), self.new_session(&caller), user.id);
                let pending = session.clone();
                let started = blocking(move || store.start_proved_session(&pending.of_user(user_id), &proof)).await?;
                started.map(|is_started| (is_started, session))
            }
            None => None,
        };
        let Some((is_started, session)) = started else {
            self.fail(attempt, "second_factor_failed", None, Some(user.login), &caller, "wrong or used code").await?;
            return Err(FactorError::Wrong);
        };
        attempt.is_right();
        self.succeed(attempt).await?;
        if !is_started {
            return Err(FactorError::Over);
        }
        self.known_after(self.started(session, user)?, &caller)
    }

    /// Begins to set a device up for a user who gave the password and must have one.
    ///
    /// # Errors
    /// [`FactorError::Over`].
    pub fn begin_owed_set_up(&self, cookie: &str, issuer: &str, caller: Caller<'_>) -> Result<SetUp, FactorError> {
        let user = self.owing(cookie, SecondStep::SetUp, &caller)?;
        self.set_up(&user, issuer, caller.browser, None, caller.now)
    }

    /// Sets a device up for a user who gave the password, and starts its session. Returns the recovery codes, too.
    ///
    /// # Errors
    /// [`FactorError`].
    pub async fn finish_owed_set_up(
        &self,
        cookie: &str,
        ticket: &str,
        code: &str,
        caller: Caller<'_>,
    ) -> Result<(StartedSession, Vec<String>), FactorError> {
        let user = self.owing(cookie, SecondStep::SetUp, &caller)?;
        let codes = self.confirmed_set_up(&user, (ticket, caller.browser), code, None, &caller).await?;
        let (store, session, user_id) = (self.store.clone(), self.new_session(&caller), user.id);
        let pending = session.clone();
        let detail = "password and code";
        if !blocking(move || store.start_session_by(&pending.of_user(user_id), detail)).await? {
            return Err(FactorError::Over);
        }
        Ok((self.known_after(self.started(session, user)?, &caller)?, codes))
    }

    /// Begins to set a device up for the user of a session, whose password was confirmed. Who has one gives a code of it.
    ///
    /// # Errors
    /// [`FactorError`].
    pub async fn begin_set_up(
        &self,
        session: &Session,
        issuer: &str,
        code: Option<&str>,
        caller: Caller<'_>,
    ) -> Result<SetUp, FactorError> {
        let user = self.store.user_by_id(session.user_id)?.ok_or(FactorError::Over)?;
        let present = self.store.second_factor(user.id)?;
        if present.is_some() {
            self.confirm_code(session, code.unwrap_or_default(), caller).await?;
        }
        self.set_up(&user, issuer, &session.id, present.map(|present| present.since), caller.now)
    }

    /// Sets a device up for the user of a session. Returns the recovery codes.
    ///
    /// # Errors
    /// [`FactorError`].
    pub async fn finish_set_up(
        &self,
        session: &Session,
        ticket: &str,
        code: &str,
        caller: Caller<'_>,
    ) -> Result<Vec<String>, FactorError> {
        let user = self.store.user_by_id(session.user_id)?.ok_or(FactorError::Over)?;
        self.confirmed_set_up(&user, (ticket, &session.id), code, Some(session.number), &caller).await
    }

    /// Uses up a code of the user of a session: before its second factor is changed. Wrong ones count as at sign-in.
    ///
    /// # Errors
    /// [`FactorError`]; [`FactorError::Over`] where it has none.
    pub async fn confirm_code(&self, session: &Session, code: &str, caller: Caller<'_>) -> Result<(), FactorError> {
        let factor = self.store.second_factor(session.user_id)?.ok_or(FactorError::Over)?;
        let mut attempt = self.attempt_with_code(&session.login, &caller, CountsFor::Login).await?;
        let is_right = match self.proof(session.user_id, &factor, code, caller.now) {
            Some(proof) => {
                let (store, user_id, address) = (self.store.clone(), session.user_id, caller.address.to_string());
                let (login, at) = (session.login.clone(), caller.now);
                blocking(move || {
                    store.use_proof(user_id, &proof, By { actor: Some(&login), address: Some(&address), at })
                })
                .await?
            }
            None => false,
        };
        if !is_right {
            let actor = Some(session.login.clone());
            self.fail(attempt, "second_factor_failed", actor, None, &caller, "wrong or used code").await?;
            return Err(FactorError::Wrong);
        }
        attempt.is_right();
        Ok(self.succeed(attempt).await?)
    }

    /// New recovery codes of the user of a session, whose password and code were confirmed.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn renew_recovery_codes(
        &self,
        session: &Session,
        caller: Caller<'_>,
    ) -> Result<Vec<String>, FactorError> {
        let (codes, kept) = recovery_codes();
        let (store, user_id, login) = (self.store.clone(), session.user_id, session.login.clone());
        let (address, at) = (caller.address.to_string(), caller.now);
        blocking(move || {
            store.renew_recovery_codes(user_id, &kept, By { actor: Some(&login), address: Some(&address), at })
        })
        .await?;
        Ok(codes)
    }

    async fn attempt_with_code(
        &self,
        login: &str,
        caller: &Caller<'_>,
        elsewhere: CountsFor<'_>,
    ) -> Result<Attempt, FactorError> {
        let key = login_key(login);
        let is_known = known::knows(&*self.keyring.ring()?, caller.known, caller.browser, &key, caller.now);
        let counts = if is_known { CountsFor::Browser(caller.browser) } else { elsewhere };
        let from = Whence { address: caller.address, counts };
        let mut attempt = self.attempt(&counted_as(&key), from, caller.now).await?;
        attempt.checks();
        Ok(attempt)
    }

    /// What a code proves; None for a wrong one. Whether it was used is known when it is used up.
    fn proof(&self, user_id: i64, factor: &SecondFactor, code: &str, now: i64) -> Option<Proof> {
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).take(40).collect();
        if code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
            let secret = self.kept_seal.open_bytes(&factor.secret, &of_user(user_id))?;
            return totp::step_of(&secret.try_into().ok()?, &code, now).map(Proof::Step);
        }
        let plain: String = code.to_lowercase().chars().filter(|letter| *letter != '-').collect();
        (!plain.is_empty()).then_some(Proof::Recovery(plain))
    }

    fn set_up(
        &self,
        user: &User,
        issuer: &str,
        of: &str,
        replaces: Option<i64>,
        now: i64,
    ) -> Result<SetUp, FactorError> {
        let secret: Secret = random_bytes();
        let ticket = Ticket { user_id: user.id, of: of.to_owned(), secret, replaces, ends_at: now + LONGEST_SET_UP };
        let ticket = self.seal.close(&ticket, OF_TICKET).ok_or_else(cannot_seal)?;
        let address = totp::address(issuer, &user.login, &secret);
        // The longest login may not fit.
        let qr = totp::qr(&address).or_else(|| totp::qr(&totp::address(issuer, "", &secret)));
        let qr = qr.ok_or_else(|| SignInError::Internal("the QR code is too large".to_owned()))?;
        Ok(SetUp { ticket, secret: totp::base32(&secret), address, qr })
    }

    async fn confirmed_set_up(
        &self,
        user: &User,
        (ticket, of): (&str, &str),
        code: &str,
        session: Option<i64>,
        caller: &Caller<'_>,
    ) -> Result<Vec<String>, FactorError> {
        let ticket: Ticket = self.seal.open(ticket, OF_TICKET).ok_or(FactorError::Over)?;
        if ticket.user_id != user.id || ticket.of != of || caller.now >= ticket.ends_at {
            return Err(FactorError::Over);
        }
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).take(40).collect();
        // Whoever has the ticket has its secret, so that nothing is to be guessed.
        let step = totp::step_of(&ticket.secret, &code, caller.now).ok_or(FactorError::Wrong)?;
        let secret = self.kept_seal.close_bytes(&ticket.secret, &of_user(user.id)).ok_or_else(cannot_seal)?;
        let (codes, kept) = recovery_codes();
        let (store, user_id, replaces) = (self.store.clone(), user.id, ticket.replaces);
        let (login, address, at) = (user.login.clone(), caller.address.to_string(), caller.now);
        let is_set = blocking(move || {
            let factor = NewSecondFactor { secret: &secret, step, replaces, recovery_codes: &kept };
            store.set_second_factor(user_id, &factor, session, By { actor: Some(&login), address: Some(&address), at })
        });
        if is_set.await? { Ok(codes) } else { Err(FactorError::Over) }
    }

    /// A session that began with a password, with the cookie of a browser that has signed in.
    fn known_after(&self, session: StartedSession, caller: &Caller<'_>) -> Result<StartedSession, FactorError> {
        let key = login_key(&session.user.login);
        let known = known::with_login(&*self.keyring.ring()?, caller.known, caller.browser, &key);
        Ok(StartedSession { known: Some(known), ..session })
    }
}

/// What the secret of a user is sealed for: in another user's row it does not open.
fn of_user(user_id: i64) -> String {
    format!("bond second factor of user {user_id}")
}

/// New recovery codes: as they are shown, and as they are kept.
fn recovery_codes() -> (Vec<String>, Vec<String>) {
    (0..RECOVERY_CODES)
        .map(|_| {
            let code = password::random();
            let kept = code.replace('-', "");
            (code, kept)
        })
        .unzip()
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

fn cannot_seal() -> SignInError {
    SignInError::Internal("a value could not be sealed".to_owned())
}
