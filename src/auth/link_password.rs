//! Passwords of links that were shared: checked and throttled as those of accounts.

use std::net::IpAddr;

use super::Auth;
use super::sign_in::{Caller, SignInError, Whence};
use super::throttle::CountsFor;

/// Why the password of a link was not accepted.
#[derive(Debug)]
pub enum LinkPasswordError {
    /// None was given.
    Missing,
    Wrong,
    /// Too many wrong ones.
    Blocked,
    Failed(SignInError),
}

/// A link that may have a password.
#[derive(Clone, Copy, Debug)]
pub struct LinkLock<'a> {
    pub id: i64,
    /// For the audit log.
    pub name: &'a str,
    /// None without a password.
    pub password_hash: Option<&'a str>,
}

impl From<SignInError> for LinkPasswordError {
    fn from(error: SignInError) -> LinkPasswordError {
        LinkPasswordError::Failed(error)
    }
}

impl Auth {
    /// Checks the password of a link; one without a password accepts any. Wrong ones count as failed sign-ins of a login
    /// that nobody can have.
    ///
    /// # Errors
    /// [`LinkPasswordError`].
    pub async fn check_link_password(
        &self,
        link: LinkLock<'_>,
        password: Option<&str>,
        address: IpAddr,
        now: i64,
    ) -> Result<(), LinkPasswordError> {
        let Some(hash) = link.password_hash else { return Ok(()) };
        let password = password.ok_or(LinkPasswordError::Missing)?;
        // No login has a line break.
        let key = format!("link\n{}", link.id);
        // Only for this link: others who sign in from the address are not to blame.
        let from = Whence { address, counts: CountsFor::Login };
        let mut attempt = match self.attempt(&key, from, now).await {
            Err(SignInError::Blocked) => return Err(LinkPasswordError::Blocked),
            begun => begun?,
        };
        match self.matches(&mut attempt, password, Some(hash)).await {
            Ok(true) => Ok(self.succeed(attempt).await?),
            Ok(false) => {
                let caller = Caller { address, browser: "", known: "", device: "", earlier_token: None, now };
                let subject = Some(link.name.to_owned());
                self.fail(attempt, "link_refused", None, subject, &caller, "wrong password").await?;
                Err(LinkPasswordError::Wrong)
            }
            Err(busy) => Err(SignInError::from(busy).into()),
        }
    }
}
