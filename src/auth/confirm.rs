//! The present password of a user who has a session, asked for again before what matters most.

use super::Auth;
use super::sign_in::{Caller, SignInError, Whence};
use super::throttle::CountsFor;
use crate::store::sessions::Session;
use crate::store::users::login_key;

/// A user without a password confirms by having signed in within this time, in seconds: ten minutes.
const FRESH: i64 = 10 * 60;

/// Why a user is not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// The password is wrong.
    #[error("The password is wrong.")]
    Wrong,
    /// Too many wrong passwords.
    #[error("Too many wrong passwords. Please try again in a few minutes.")]
    Blocked,
    /// A user without a password, who signed in too long ago.
    #[error("Please sign in again first: you have no password, so you must have signed in within the last 10 minutes.")]
    NotFresh,
    /// It could not be checked.
    #[error(transparent)]
    Failed(#[from] SignInError),
}

impl Auth {
    /// Checks the present password of a session's user. Wrong ones count for the session and for all of its user.
    pub async fn confirm(&self, session: &Session, password: &str, caller: Caller<'_>) -> Result<(), ConfirmError> {
        // By its id: the login that the session had may be somebody else's by now.
        let user = self.store.user_by_id(session.user_id).map_err(SignInError::from)?;
        let key = login_key(user.as_ref().map_or(&session.login, |user| &user.login));
        if user.as_ref().is_some_and(|user| user.password_hash.is_empty()) {
            return if caller.now - session.created_at < FRESH { Ok(()) } else { Err(ConfirmError::NotFresh) };
        }
        // Apart from sign-ins: whoever has no session must not keep others from confirming, and whoever has taken one over
        // blocks neither its user's other sessions nor an office behind one address.
        let from = Whence { address: caller.address, counts: CountsFor::Session(&session.id) };
        let mut attempt = match self.attempt(&key, from, caller.now).await {
            Err(SignInError::Blocked) => return Err(ConfirmError::Blocked),
            begun => begun?,
        };
        match self.is_right(&mut attempt, password, user.as_ref()).await {
            Ok(true) => Ok(()),
            Ok(false) => {
                let (actor, subject) = (Some(session.login.clone()), None);
                self.fail(attempt, "password_check_failed", actor, subject, &caller, "wrong password").await?;
                Err(ConfirmError::Wrong)
            }
            Err(busy) => Err(SignInError::from(busy).into()),
        }
    }
}
