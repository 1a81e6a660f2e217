//! Authentication and permissions: passwords, sign-in links, tokens, sessions, request forgery, throttling.

pub mod account;
pub mod api_tokens;
mod common_passwords;
pub mod confirm;
pub mod csrf;
mod forgotten;
pub mod hs256;
pub mod keyring;
pub mod known;
pub mod link_password;
pub mod oidc;
pub mod once;
pub mod password;
pub mod permissions;
pub mod roles;
pub mod sealed;
pub mod second_factor;
pub mod sessions;
pub mod sign_in;
pub mod sso;
pub mod throttle;
pub mod token;
pub mod totp;
pub mod visits;

use std::sync::Arc;

use crate::config::{Config, RequireSecondFactor};
use crate::egress::Egress;
use crate::store::{Store, StoreError};

use keyring::Keyring;
use oidc::{OidcSettingsError, Providers};
use once::{OPENING_LIFE, OnceSecret, SETUP_LIFE};
use password::Passwords;
use sealed::Seal;
use sessions::{Lifetimes, Sessions};
use throttle::Throttle;
use visits::Visits;

/// Authenticates users and requests.
pub struct Auth {
    /// Live sessions.
    pub sessions: Sessions,
    /// The keys that sign tokens and cookies.
    pub keyring: Arc<Keyring>,
    /// The token with which the first administrator is made.
    pub setup: OnceSecret,
    /// The secret of the link that opens a demo.
    pub opening: OnceSecret,
    /// The OpenID Connect providers.
    pub oidc: Providers,
    /// Whether a link asks its user to confirm.
    sso_confirm: bool,
    require_second_factor: RequireSecondFactor,
    /// Seals what browsers keep while somebody signs in.
    seal: Seal,
    /// Seals the secrets of second factors in the store.
    kept_seal: Seal,
    store: Store,
    /// Checks passwords.
    pub passwords: Passwords,
    throttle: Throttle,
    /// Visits of links that were shared.
    pub visits: Visits,
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
    /// With the keys of the store and the lifetimes of the settings. Requests to providers go through `egress`.
    pub fn new(store: &Store, config: &Config, egress: &Egress) -> Result<Auth, AuthError> {
        let keyring = Arc::new(Keyring::new(store)?);
        let lifetimes = Lifetimes {
            absolute: i64::from(config.session_hours) * 60 * 60,
            idle: i64::from(config.session_idle_minutes) * 60,
        };
        Ok(Auth {
            sessions: Sessions::new(store.clone(), Arc::clone(&keyring), lifetimes),
            keyring,
            setup: OnceSecret::lasting(SETUP_LIFE),
            opening: OnceSecret::lasting(OPENING_LIFE),
            oidc: Providers::of(config, egress)?,
            sso_confirm: config.sign_in.sso_confirm,
            require_second_factor: config.sign_in.require_second_factor,
            seal: Seal::of_process(),
            kept_seal: Seal::with(&store.second_factor_key()?),
            store: store.clone(),
            passwords: Passwords::new(),
            throttle: Throttle::new(store.failures(i64::MIN)?),
            visits: Visits::new(),
        })
    }
}
