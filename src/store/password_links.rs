//! The links with which users choose a password. The store has the digest of a link's secret.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::StoreError;

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Adds the link of a user, in the place of an earlier one. `mailed_at` where its user had forgotten the password.
pub(super) fn add(
    connection: &Connection,
    user_id: i64,
    secret: &str,
    expires_at: i64,
    mailed_at: Option<i64>,
) -> Result<(), StoreError> {
    connection.execute(
        "insert or replace into password_link (user_id, digest, expires_at, mailed_at) values (?1, ?2, ?3, ?4)",
        params![user_id, digest(secret), expires_at, mailed_at],
    )?;
    Ok(())
}

/// When the link of a user that is still valid was mailed; None without a link, and None within it for one of an
/// administrator.
pub(super) fn mailed_at(connection: &Connection, user_id: i64, now: i64) -> Result<Option<Option<i64>>, StoreError> {
    Ok(connection
        .prepare_cached("select mailed_at from password_link where user_id = ?1 and expires_at > ?2")?
        .query_row(params![user_id, now], |row| row.get(0))
        .optional()?)
}

/// Ends the link of a user that was mailed to its login, which is now another.
pub(super) fn remove_mailed(connection: &Connection, user_id: i64) -> Result<(), StoreError> {
    connection.execute("delete from password_link where user_id = ?1 and mailed_at is not null", params![user_id])?;
    Ok(())
}

/// Ends the link of a user whose password was set or who was disabled.
pub(super) fn remove(connection: &Connection, user_id: i64) -> Result<(), StoreError> {
    connection.execute("delete from password_link where user_id = ?1", params![user_id])?;
    Ok(())
}

/// The id of the user whose link has this secret, and when the link expires; None for one that is unknown or expired.
pub(super) fn find(connection: &Connection, secret: &str, now: i64) -> Result<Option<(i64, i64)>, StoreError> {
    Ok(connection
        .prepare_cached("select user_id, expires_at from password_link where digest = ?1 and expires_at > ?2")?
        .query_row(params![digest(secret), now], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}
