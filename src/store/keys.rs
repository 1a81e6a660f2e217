//! An install's id and secret keys, created at random when they are first read.
//!
//! A session begins with a secret that the store has only by its digest ([`super::sessions`]). So a copy of the store
//! opens no session, although it has the keys that sign tokens.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, By, Entry};
use super::{Store, StoreError, sessions};
use crate::random::{random_bytes, random_id};

/// The name of the webhooks' secret in the store.
const WEBHOOK_SECRET: &str = "webhook_secret";

/// An install's id and secret keys.
#[derive(Clone)]
pub struct Keys {
    /// 32 hexadecimal digits that no other install has; not secret.
    pub install_id: String,
    /// Hashes ids that must not come in. With another key the same members would get other ids.
    pub member: [u8; 32],
    /// The key that signs, then those that are still accepted.
    pub signing: Vec<SigningKey>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("install_id", &self.install_id).finish_non_exhaustive()
    }
}

/// Keys for tokens and cookies that change together.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The `kid` of its tokens.
    pub id: String,
    /// Signs session tokens.
    pub token: [u8; 32],
    /// Binds request-forgery cookies to sessions, and browsers to logins.
    pub csrf: [u8; 32],
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub created_at: i64,
    /// When what it signed is no longer accepted, in seconds since 1970-01-01 UTC; None for the key that signs.
    pub accepted_until: Option<i64>,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Store {
    /// The install's keys.
    pub fn keys(&self) -> Result<Keys, StoreError> {
        self.write(|transaction| {
            let install_id: [u8; 16] = stored_or_random(transaction, "install_id")?;
            let mut signing = signing_keys(transaction)?;
            if signing.is_empty() {
                signing.push(add_signing_key(transaction, 0)?);
            }
            let member = stored_or_random(transaction, "member_key")?;
            Ok(Keys { install_id: hexadecimal(install_id), member, signing })
        })
    }

    /// The install's id and the key that hashes ids; None before [`Store::keys`] was called.
    pub fn identity(&self) -> Result<Option<(String, [u8; 32])>, StoreError> {
        let reader = self.reader();
        Ok(install_id(&reader)?.zip(stored(&reader, "member_key")?))
    }

    /// The key that signs, then those that are still accepted. Empty before [`Store::keys`] was called.
    pub fn signing_keys(&self) -> Result<Vec<SigningKey>, StoreError> {
        signing_keys(&self.reader())
    }

    /// The key that seals the secrets of second factors.
    pub fn second_factor_key(&self) -> Result<[u8; 32], StoreError> {
        self.write(|transaction| stored_or_random(transaction, "second_factor_key"))
    }

    /// The secret that signs what is sent to webhooks, as the text that receivers have.
    pub fn webhook_secret(&self) -> Result<String, StoreError> {
        self.write(|transaction| Ok(hexadecimal(stored_or_random::<32>(transaction, WEBHOOK_SECRET)?)))
    }

    /// Makes another one; the earlier signs nothing more.
    pub fn renew_webhook_secret(&self, by: By<'_>) -> Result<String, StoreError> {
        self.write(|transaction| {
            transaction.execute("delete from setting where name = ?1", params![WEBHOOK_SECRET])?;
            audit::append(transaction, &by.entry("webhook_secret_renewed"))?;
            Ok(hexadecimal(stored_or_random::<32>(transaction, WEBHOOK_SECRET)?))
        })
    }

    /// Makes a new signing key. The earlier one is accepted until the last session that it may have signed expires, or
    /// no longer where `end_sessions` ends them all. Returns until when.
    pub fn rotate_signing_key(&self, at: i64, end_sessions: bool) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let until = if end_sessions {
                sessions::end_all(transaction, at, "keys rotated")?;
                transaction.execute("delete from signing_key", [])?;
                at
            } else {
                let last = "select coalesce(max(expires_at), ?1) from session where ended_at is null";
                let until: i64 = transaction.query_row(last, params![at], |row| row.get(0))?;
                transaction.execute("delete from signing_key where accepted_until <= ?1", params![at])?;
                transaction.execute(
                    "update signing_key set accepted_until = ?1 where accepted_until is null",
                    params![until],
                )?;
                until
            };
            let new = add_signing_key(transaction, at)?;
            let detail = format!("{}{}", new.id, if end_sessions { "; all sessions end" } else { "" });
            audit::append(
                transaction,
                &Entry { at, event: "keys_rotated", detail: Some(&detail), ..Entry::default() },
            )?;
            Ok(until)
        })
    }
}

fn add_signing_key(connection: &Connection, created_at: i64) -> Result<SigningKey, StoreError> {
    let (token, csrf) = (random_bytes(), random_bytes());
    let key = SigningKey { id: random_id(), token, csrf, created_at, accepted_until: None };
    connection.execute(
        "insert into signing_key (id, token, csrf, created_at) values (?1, ?2, ?3, ?4)",
        params![key.id, key.token, key.csrf, key.created_at],
    )?;
    Ok(key)
}

fn signing_keys(connection: &Connection) -> Result<Vec<SigningKey>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select id, token, csrf, created_at, accepted_until from signing_key
         order by accepted_until is not null, accepted_until desc, id",
    )?;
    let keys = statement.query_map([], |row| {
        Ok(SigningKey {
            id: row.get(0)?,
            token: row.get(1)?,
            csrf: row.get(2)?,
            created_at: row.get(3)?,
            accepted_until: row.get(4)?,
        })
    })?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// The install's id; None if it has none yet.
pub(super) fn install_id(connection: &Connection) -> Result<Option<String>, StoreError> {
    Ok(stored::<16>(connection, "install_id")?.map(hexadecimal))
}

fn hexadecimal<const LENGTH: usize>(bytes: [u8; LENGTH]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Forgets the signing keys, so that new ones are created when they are next read and no earlier token is valid.
pub(super) fn forget(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("delete from signing_key", [])?;
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
        assert_eq!((&first.install_id, &first.signing), (&second.install_id, &second.signing));
        assert_eq!((first.member, first.signing.len()), (second.member, 1));
        assert_ne!(first.member, first.signing[0].token);
        let other = tempfile::tempdir().expect("a directory");
        let other = Store::open(other.path()).expect("opened").keys().expect("made");
        assert_ne!(first.signing[0].token, other.signing[0].token);
        assert_ne!(first.signing[0].token, first.signing[0].csrf);
        assert_eq!(first.install_id.len(), 32);
        assert!(!format!("{first:?} {:?}", first.signing).contains("token"));
    }

    #[test]
    fn the_secret_of_webhooks_stays_until_it_is_renewed() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let first = store.webhook_secret().expect("made");
        assert_eq!((first.len(), store.webhook_secret().expect("read")), (64, first.clone()));
        let second = store.renew_webhook_secret(By::from(2)).expect("renewed");
        assert_ne!(first, second);
        assert_eq!(store.webhook_secret().expect("read"), second);
    }

    #[test]
    fn a_rotated_key_is_accepted_until_the_last_session_expires() {
        use super::super::sessions::NewSession;
        use super::super::users::NewUser;

        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let first = store.keys().expect("made").signing.remove(0);
        assert_eq!(store.rotate_signing_key(10, false).expect("rotated"), 10, "there are no sessions");
        let ann = NewUser { login: "ann", first_name: "Ann", password_hash: "h", roles: &["USERS"] };
        let user_id = store.add_user(&ann, 10).expect("added");
        let session = NewSession { user_id, at: 11, expires_at: 500, ..NewSession::of("one") };
        assert!(store.start_session(&session).expect("started"));
        assert_eq!(store.rotate_signing_key(20, false).expect("rotated"), 500);
        let keys = store.signing_keys().expect("read");
        assert_eq!(keys.iter().map(|key| key.accepted_until).collect::<Vec<_>>(), [None, Some(500)]);
        assert!(keys.iter().all(|key| key.id != first.id), "its time was over");
        store.rotate_signing_key(30, true).expect("rotated");
        assert_eq!(store.signing_keys().expect("read").len(), 1);
        assert!(store.session("one").expect("read").expect("there").ended);
    }
}
