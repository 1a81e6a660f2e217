//! The providers of the settings, which are read anew while the server runs, and which of them is meant.

use std::sync::{Arc, PoisonError, RwLock};

use super::pending::{Pending, Seal};
use super::{Oidc, OidcFault, OidcSettingsError};
use crate::config::{Config, OidcProvider};
use crate::egress::Egress;

/// The providers with which people may sign in, in the order of their buttons.
pub struct Providers {
    all: RwLock<Vec<Arc<Oidc>>>,
    /// Seals sign-ins that are under way, for as long as the process lasts.
    pub(super) seal: Seal,
}

impl Providers {
    /// Those of the settings. None is asked for anything yet.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn of(config: &Config, egress: &Egress) -> Result<Providers, OidcSettingsError> {
        Ok(Providers { all: RwLock::new(Providers::read(config, egress)?), seal: Seal::new() })
    }

    /// Those of the settings, for [`Providers::replace`].
    ///
    /// # Errors
    /// As [`Providers::of`].
    pub fn read(config: &Config, egress: &Egress) -> Result<Vec<Arc<Oidc>>, OidcSettingsError> {
        let settings = config.oidc_providers();
        for (index, one) in settings.iter().enumerate() {
            let (issuer, label) = (&one.settings.oidc_issuer, &one.settings.oidc_label);
            for OidcProvider { name, settings: other, .. } in &settings[..index] {
                // People are known by the issuer, and they know a provider by its button.
                let same = [("issuer", *issuer == other.oidc_issuer), ("label", *label == other.oidc_label)];
                if let Some((key, _)) = same.iter().find(|(_, is_same)| *is_same) {
                    let other =
                        name.as_ref().map_or_else(|| format!("oidc_{key}"), |name| format!("oidc.{name}.{key}"));
                    return Err(OidcSettingsError(format!("{} is the same as {other}", one.setting(key))));
                }
            }
        }
        let all = settings.iter().map(|one| Oidc::of(one, &config.data_dir, egress).map(Arc::new));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        // A code that one provider gave could be sent to another, who would need nothing else to use it.
        match all.iter().position(|one| one.registration.client_secret.is_none()) {
            Some(index) if all.len() > 1 => Err(OidcSettingsError(format!(
                "{} is missing: of several providers each needs a secret of its own",
                settings[index].setting("client_secret_file")
            ))),
            _ => Ok(all),
        }
    }

    /// Uses others from now on. A sign-in under way goes on if its provider is among them.
    pub fn replace(&self, all: Vec<Arc<Oidc>>) {
        *self.all.write().unwrap_or_else(PoisonError::into_inner) = all;
    }

    /// All, in the order of their buttons.
    pub fn all(&self) -> Vec<Arc<Oidc>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The provider of a table; the first one for a caller who names none.
    pub(super) fn named(&self, name: Option<&str>) -> Option<Arc<Oidc>> {
        self.all().into_iter().find(|one| name.is_none() || one.name() == name)
    }

    pub(super) fn of_issuer(&self, issuer: &str) -> Option<Arc<Oidc>> {
        self.all().into_iter().find(|one| one.issuer() == issuer)
    }

    /// The sign-in that a browser has under way, if it was sent back with this state, and the provider that it was sent to.
    pub(super) fn under_way(
        &self,
        cookie: Option<&str>,
        state: &str,
        now: i64,
    ) -> Result<(Arc<Oidc>, Pending), OidcFault> {
        cookie
            .and_then(|cookie| self.seal.open(cookie, now))
            // Both texts are known to the browser, so comparing them reveals nothing.
            .filter(|pending| pending.state == state)
            .and_then(|pending| Some((self.of_issuer(&pending.issuer)?, pending)))
            .ok_or(OidcFault::NotUnderWay)
    }
}
