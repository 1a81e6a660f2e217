//! The links with which users choose a password. The store has the digest of a link's secret.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::StoreError;

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Adds the link of a user, in the place of an earlier one.
pub(super) fn add(connection: &Connection, user_id: i64, secret: &str, expires_at: i64) -> Result<(), StoreError> {
    connection.execute(
        "insert into password_link (user_id, digest, expires_at) values (?1, ?2, ?3)
         on conflict (user_id) do update set digest = excluded.digest, expires_at = excluded.expires_at",
        params![user_id, digest(secret), expires_at],
    )?;
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
