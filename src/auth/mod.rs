//! Authentication and permissions: passwords, sign-in links, tokens, sessions, request forgery, throttling.

pub mod account;
pub mod csrf;
mod hs256;
pub mod oidc;
pub mod password;
pub mod permissions;
pub mod sessions;
pub mod sign_in;
pub mod sso;
pub mod throttle;
pub mod token;

use crate::config::Config;
use crate::store::{Store, StoreError};

use oidc::{Oidc, OidcSettingsError};
use password::Passwords;
use sessions::{Lifetimes, Sessions};
use throttle::Throttle;
use token::Tokens;

/// Authenticates users and requests.
pub struct Auth {
    /// Live sessions.
    pub sessions: Sessions,
    /// The key that binds request-forgery cookies to sessions.
    pub csrf: csrf::Key,
    /// The OpenID Connect provider, if one is configured.
    pub oidc: Option<Oidc>,
    /// Whether a link asks its user to confirm.
    sso_confirm: bool,
    install_id: String,
    store: Store,
    passwords: Passwords,
    throttle: Throttle,
}

/// Why nobody can be authenticated.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The settings of OpenID Connect are incomplete.
    #[error(transparent)]
    Oidc(#[from] OidcSettingsError),
}

impl Auth {
    /// With the keys of the store and the lifetimes of the settings.
    pub fn new(store: &Store, config: &Config) -> Result<Auth, AuthError> {
        let keys = store.keys()?;
        let lifetimes = Lifetimes {
            absolute: i64::from(config.session_hours) * 60 * 60,
            idle: i64::from(config.session_idle_minutes) * 60,
        };
        Ok(Auth {
            sessions: Sessions::new(store.clone(), Tokens::new(&keys), lifetimes),
            csrf: csrf::Key::new(keys.csrf),
            oidc: Oidc::of(&config.oidc)?,
            sso_confirm: config.sso_confirm,
            install_id: keys.install_id,
            store: store.clone(),
            passwords: Passwords::new(),
            throttle: Throttle::default(),
        })
    }
}
