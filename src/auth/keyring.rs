//! The install's signing keys, read again when the store has changed: `bond keys rotate` changes them while a server
//! runs.

use std::sync::{Arc, Mutex, PoisonError};

use super::csrf;
use super::token::Tokens;
use crate::store::keys::SigningKey;
use crate::store::{Store, StoreError};

/// The keys of one install.
pub struct Keyring {
    store: Store,
    install_id: String,
    /// With the version of the store at which they were read.
    cached: Mutex<(i64, Arc<Ring>)>,
}

/// The keys at one moment.
pub struct Ring {
    /// Signs and reads tokens.
    pub tokens: Tokens,
    csrf: Vec<(csrf::Key, Option<i64>)>,
    keys: Vec<SigningKey>,
}

impl Ring {
    fn new(install_id: &str, keys: Vec<SigningKey>) -> Ring {
        let csrf = keys.iter().map(|key| (csrf::Key::new(key.csrf), key.accepted_until)).collect();
        Ring { tokens: Tokens::new(install_id, &keys), csrf, keys }
    }

    /// The key of new cookies.
    pub fn csrf(&self) -> &csrf::Key {
        &self.csrf[0].0
    }

    /// The keys whose cookies are accepted. `now` is in seconds since 1970-01-01 UTC.
    pub fn accepted_csrf(&self, now: i64) -> impl Iterator<Item = &csrf::Key> {
        self.csrf.iter().filter(move |(_, until)| until.is_none_or(|until| now < until)).map(|(key, _)| key)
    }
}

impl Keyring {
    /// The keys of a store, which are made if there are none.
    pub fn new(store: &Store) -> Result<Keyring, StoreError> {
        let keys = store.keys()?;
        let ring = Ring::new(&keys.install_id, keys.signing);
        let cached = Mutex::new((store.version()?, Arc::new(ring)));
        Ok(Keyring { store: store.clone(), install_id: keys.install_id, cached })
    }

    /// The id of the install.
    pub fn install_id(&self) -> &str {
        &self.install_id
    }

    /// The keys as they are now.
    pub fn ring(&self) -> Result<Arc<Ring>, StoreError> {
        let version = self.store.version()?;
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.0 != version {
            let keys = self.store.signing_keys()?;
            if !keys.is_empty() && keys != cached.1.keys {
                cached.1 = Arc::new(Ring::new(&self.install_id, keys));
            }
            cached.0 = version;
        }
        Ok(Arc::clone(&cached.1))
    }
}
