//! Users who choose their password by a link, once.

use rusqlite::{Connection, params};

use super::audit::{self, By, Entry};
use super::users::{self, NewUser, User};
use super::{Store, StoreError, password_links, sessions};

/// The page on which a user chooses a password; the secret of a link is behind the `#`, which browsers do not send.
pub const PASSWORD_PAGE: &str = "/choose-password";
/// How long a link to choose a password is valid, in seconds: 72 hours.
pub const LINK_LIFE: i64 = 72 * 60 * 60;
/// How long one is valid that was mailed because the password was forgotten, in seconds.
pub const FORGOTTEN_LIFE: i64 = 60 * 60;
/// How soon another one is mailed, in seconds.
const MAILED_AGAIN_AFTER: i64 = 5 * 60;

impl Store {
    /// Adds a user without a password and with a link to choose one, and returns its id.
    pub fn invite_user(
        &self,
        user: &NewUser<'_>,
        secret: &str,
        expires_at: i64,
        by: By<'_>,
    ) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let id = users::insert(transaction, user, by)?;
            password_links::add(transaction, id, secret, expires_at, None)?;
            Ok(id)
        })
    }

    /// Makes a link for a user, in the place of an earlier one. Its present password stays valid until then.
    ///
    /// # Errors
    /// [`StoreError::SignsInElsewhere`].
    pub fn add_password_link<'u>(
        &self,
        user: impl Into<users::Who<'u>>,
        secret: &str,
        expires_at: i64,
        by: By<'_>,
    ) -> Result<(), StoreError> {
        let user = user.into();
        self.write(|transaction| {
            let user = users::required(transaction, user)?;
            users::person(&user)?;
            if user.sso_issuer.is_some() {
                return Err(StoreError::SignsInElsewhere(user.login));
            }
            password_links::add(transaction, user.id, secret, expires_at, None)?;
            audit::append(transaction, &Entry { subject: Some(&user.login), ..by.entry("password_link_made") })
        })
    }

    /// Makes a link for the user of a login who has forgotten the password, to be mailed. None, and no link, for whoever
    /// signs in elsewhere or is disabled, while one was mailed a moment ago, and while an invitation waits.
    pub fn forgotten_password_link(&self, login: &str, secret: &str, by: By<'_>) -> Result<Option<User>, StoreError> {
        self.write(|transaction| {
            let Some(user) = users::find(transaction, login)?.filter(|user| !user.disabled) else { return Ok(None) };
            let by_provider = "select exists (select 1 from oidc_identity where user_id = ?1)";
            let has_provider: bool = transaction.query_row(by_provider, params![user.id], |row| row.get(0))?;
            let has_password = !user.password_hash.is_empty();
            if user.sso_issuer.is_some() || (has_provider && !has_password) {
                return Ok(None);
            }
            match password_links::mailed_at(transaction, user.id, by.at)? {
                // A stranger takes no link away that an administrator made.
                Some(None) => return Ok(None),
                Some(Some(at)) if by.at - at < MAILED_AGAIN_AFTER => return Ok(None),
                _ => {}
            }
            password_links::add(transaction, user.id, secret, by.at + FORGOTTEN_LIFE, Some(by.at))?;
            audit::append(transaction, &Entry { subject: Some(&user.login), ..by.entry("password_forgotten") })?;
            Ok(Some(user))
        })
    }

    /// The user whose link has this secret, and when the link expires; None for a link that is unknown, used or expired,
    /// or whose user was disabled.
    pub fn user_of_password_link(&self, secret: &str, now: i64) -> Result<Option<(User, i64)>, StoreError> {
        find(&self.reader(), secret, now)
    }

    /// Sets the password of a link's user. The link is used up, and the user's sessions end. False for a link that is
    /// not valid.
    pub fn use_password_link(
        &self,
        secret: &str,
        password_hash: &str,
        address: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let Some((user, _)) = find(transaction, secret, at)? else { return Ok(false) };
            password_links::remove(transaction, user.id)?;
            transaction.execute("update user set password_hash = ?2 where id = ?1", params![user.id, password_hash])?;
            sessions::end_all_of_user(transaction, user.id, at, "password changed")?;
            let by = By { actor: Some(&user.login), address: Some(address), at };
            audit::append(transaction, &Entry { subject: Some(&user.login), ..by.entry("password_chosen") })?;
            Ok(true)
        })
    }
}

fn find(connection: &Connection, secret: &str, now: i64) -> Result<Option<(User, i64)>, StoreError> {
    let Some((user_id, expires_at)) = password_links::find(connection, secret, now)? else { return Ok(None) };
    Ok(users::by_id(connection, user_id)?.filter(|user| !user.disabled).map(|user| (user, expires_at)))
}
