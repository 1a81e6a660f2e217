//! The Ed25519 keys that sign receipts of figures. The first is made when it is first needed.
//!
//! A key that was replaced stays without its secret: what it signed until then is still this install's.

use std::fmt;

use ed25519_dalek::SigningKey;
use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, Entry};
use super::{Store, StoreError};
use crate::random::random_bytes;

/// The key that signs receipts.
#[derive(Clone, PartialEq, Eq)]
pub struct ReceiptKey {
    pub secret: [u8; 32],
    pub public: [u8; 32],
}

impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceiptKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// What everybody may know of a key that signs or signed receipts. Times are seconds since 1970-01-01 UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicReceiptKey {
    pub public: [u8; 32],
    pub created_at: i64,
    /// None for the key that signs.
    pub replaced_at: Option<i64>,
}

impl Store {
    /// The key that signs receipts, made at `at` if there is none.
    pub fn receipt_key(&self, at: i64) -> Result<ReceiptKey, StoreError> {
        if let Some(key) = signing(&self.reader())? {
            return Ok(key);
        }
        // Another process may have made one since.
        self.write(|transaction| match signing(transaction)? {
            Some(key) => Ok(key),
            None => add(transaction, at),
        })
    }

    /// Every key that signs or signed receipts, the one that signs first.
    pub fn receipt_keys(&self) -> Result<Vec<PublicReceiptKey>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select public, created_at, replaced_at from receipt_key
             order by replaced_at is not null, replaced_at desc, public",
        )?;
        let keys = statement.query_map([], |row| {
            Ok(PublicReceiptKey { public: row.get(0)?, created_at: row.get(1)?, replaced_at: row.get(2)? })
        })?;
        Ok(keys.collect::<Result<_, _>>()?)
    }

    /// Makes a new key and destroys the secret of the one that signed. Returns the new one.
    pub fn rotate_receipt_key(&self, at: i64) -> Result<ReceiptKey, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update receipt_key set secret = null, replaced_at = ?1 where replaced_at is null",
                params![at],
            )?;
            let key = add(transaction, at)?;
            audit::append(transaction, &Entry { at, event: "receipt_key_rotated", ..Entry::default() })?;
            Ok(key)
        })
    }
}

fn signing(connection: &Connection) -> Result<Option<ReceiptKey>, StoreError> {
    let mut statement =
        connection.prepare_cached("select secret, public from receipt_key where replaced_at is null")?;
    Ok(statement.query_row([], |row| Ok(ReceiptKey { secret: row.get(0)?, public: row.get(1)? })).optional()?)
}

fn add(connection: &Connection, at: i64) -> Result<ReceiptKey, StoreError> {
    let secret = random_bytes();
    let public = SigningKey::from_bytes(&secret).verifying_key().to_bytes();
    connection.execute(
        "insert into receipt_key (public, secret, created_at) values (?1, ?2, ?3)",
        params![public, secret, at],
    )?;
    Ok(ReceiptKey { secret, public })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_its_secret_ends_with_the_next() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        assert_eq!(store.receipt_keys().expect("read"), [], "nobody needed one");
        let first = store.receipt_key(5).expect("made");
        assert_eq!(Store::open(dir.path()).expect("opened").receipt_key(6).expect("read"), first);
        assert!(!format!("{first:?}").contains("secret: "));
        let second = store.rotate_receipt_key(9).expect("rotated");
        assert_ne!(first, second);
        assert_eq!(store.receipt_key(10).expect("read"), second);
        let known = |key: &ReceiptKey, created_at, replaced_at| PublicReceiptKey {
            public: key.public,
            created_at,
            replaced_at,
        };
        assert_eq!(store.receipt_keys().expect("read"), [known(&second, 9, None), known(&first, 5, Some(9))]);
        let kept: i64 = store
            .reader()
            .query_row("select count(*) from receipt_key where secret is not null", [], |row| row.get(0))
            .expect("read");
        assert_eq!(kept, 1);
        assert_eq!(store.last_audit_lines(1).expect("read")[0].event, "receipt_key_rotated");
    }
}
