//! Authentication and permissions: passwords, sign-in links, tokens, sessions, request forgery, throttling.

pub mod account;
pub mod csrf;
mod hs256;
pub mod keyring;
pub mod known;
pub mod password;
pub mod permissions;
pub mod sessions;
pub mod sign_in;
pub mod sso;
pub mod throttle;
pub mod token;

use std::sync::Arc;

use crate::config::Config;
use crate::store::{Store, StoreError};

use keyring::Keyring;
use password::Passwords;
use sessions::{Lifetimes, Sessions};
use throttle::Throttle;

/// Authenticates users and requests.
pub struct Auth {
    /// Live sessions.
    pub sessions: Sessions,
    /// The keys that sign tokens and cookies.
    pub keyring: Arc<Keyring>,
    store: Store,
    /// Checks passwords.
    pub passwords: Passwords,
    throttle: Throttle,
}

impl Auth {
    /// With the keys of the store and the lifetimes of the settings.
    pub fn new(store: &Store, config: &Config) -> Result<Auth, StoreError> {
        let keyring = Arc::new(Keyring::new(store)?);
        let lifetimes = Lifetimes {
            absolute: i64::from(config.session_hours) * 60 * 60,
            idle: i64::from(config.session_idle_minutes) * 60,
        };
        Ok(Auth {
            sessions: Sessions::new(store.clone(), Arc::clone(&keyring), lifetimes),
            keyring,
            store: store.clone(),
            passwords: Passwords::new(),
            throttle: Throttle::new(store.failures(i64::MIN)?),
        })
    }
}
