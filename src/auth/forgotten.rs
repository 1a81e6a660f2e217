//! How often links to choose a password may be asked for.

use std::net::IpAddr;

use super::Auth;
use super::sign_in::{SignInError, Whence};
use super::throttle::{CountsFor, address_name};
use crate::store::users::login_key;

impl Auth {
    /// Counts a request for mail to a login. False after too many for the login, or from the address; it counts as
    /// failed sign-ins do, of logins that nobody can have: none has a line break.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn may_ask_for_mail(&self, login: &str, address: IpAddr, now: i64) -> Result<bool, SignInError> {
        let from = Whence { address, counts: CountsFor::Login };
        // The address first: one that is blocked makes no counters, which would push out those of passwords.
        for of in [address_name(address), login_key(login)] {
            match self.attempt(&format!("{of}\nforgotten"), from, now).await {
                Ok(attempt) => drop(attempt.fail()),
                Err(SignInError::Blocked | SignInError::Busy(_)) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}
