//! An install's id and secret keys, created at random when they are first read.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreError};
use crate::random::random_bytes;

/// An install's id and secret keys.
#[derive(Clone)]
pub struct Keys {
    /// 32 hexadecimal digits that no other install has; not secret.
    pub install_id: String,
    /// Signs session tokens.
    pub token: [u8; 32],
    /// Binds request-forgery cookies to sessions.
    pub csrf: [u8; 32],
    /// Hashes ids that must not come in. With another key the same members would get other ids.
    pub member: [u8; 32],
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("install_id", &self.install_id).finish_non_exhaustive()
    }
}

impl Store {
    /// The install's keys.
    pub fn keys(&self) -> Result<Keys, StoreError> {
        self.write(|transaction| {
            let install_id: [u8; 16] = stored_or_random(transaction, "install_id")?;
            Ok(Keys {
                install_id: hexadecimal(install_id),
                token: stored_or_random(transaction, "token_key")?,
                csrf: stored_or_random(transaction, "csrf_key")?,
                member: stored_or_random(transaction, "member_key")?,
            })
        })
    }
}

/// The install's id; None if it has none yet.
pub(super) fn install_id(connection: &Connection) -> Result<Option<String>, StoreError> {
    Ok(stored(connection, "install_id")?.map(hexadecimal))
}

fn hexadecimal(id: [u8; 16]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Forgets the secret keys, so that new ones are created when they are next read and no earlier token is valid.
pub(super) fn forget(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("delete from setting where name in ('token_key', 'csrf_key')", [])?;
    Ok(())
}

fn stored<const LENGTH: usize>(connection: &Connection, name: &str) -> Result<Option<[u8; LENGTH]>, StoreError> {
    let sql = "select value from setting where name = ?1";
    Ok(connection.query_row(sql, params![name], |row| row.get(0)).optional()?)
}

fn stored_or_random<const LENGTH: usize>(connection: &Connection, name: &str) -> Result<[u8; LENGTH], StoreError> {
    if let Some(stored) = stored(connection, name)? {
        return Ok(stored);
    }
    let value = random_bytes::<LENGTH>();
    connection.execute("insert into setting (name, value) values (?1, ?2)", params![name, value])?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_created_once_differ_between_installs_and_are_not_printed() {
        let dir = tempfile::tempdir().expect("a directory");
        let first = Store::open(dir.path()).expect("opened").keys().expect("made");
        let second = Store::open(dir.path()).expect("opened").keys().expect("read");
        assert_eq!((&first.install_id, first.token, first.csrf), (&second.install_id, second.token, second.csrf));
        assert_eq!(first.member, second.member);
        assert_ne!(first.member, first.token);
        let other = tempfile::tempdir().expect("a directory");
        let other = Store::open(other.path()).expect("opened").keys().expect("made");
        assert_ne!(first.token, other.token);
        assert_ne!(first.token, first.csrf);
        assert_eq!(first.install_id.len(), 32);
        assert!(!format!("{first:?}").contains("token"));
    }
}
