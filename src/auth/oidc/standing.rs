//! Between sign-ins: checks with each provider whether its users may still sign in, and what they may do.

use super::Oidc;
use super::claims::{has_login, is_complete, person};
use super::token::{Checked, NotVouched, ask_again, complete};
use crate::auth::Auth;
use crate::auth::sessions::Refusal;
use crate::store::StoreError;
use crate::store::oidc::OidcIdentity;
use crate::store::oidc_standing::AskedAbout;

const DAY: i64 = 24 * 60 * 60;

impl Auth {
    /// Asks each provider about all users of whom it is time. Goes on to the next where one does not answer, and ends early
    /// where `is_over` says so.
    ///
    /// # Errors
    /// The store failed.
    pub async fn ask_about_users(&self, now: impl Fn() -> i64, is_over: &dyn Fn() -> bool) -> Result<(), StoreError> {
        for oidc in self.oidc.all() {
            let (pause, start) = (i64::from(oidc.settings.oidc_check_minutes) * 60, now());
            if pause == 0 {
                continue;
            }
            let idle = self.sessions.lifetimes().idle;
            for about in self.store.identities_to_ask(oidc.issuer(), start - pause, start, idle)? {
                if is_over() || !self.ask_about(&oidc, &about, now()).await? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Asks about a user. Returns whether the provider answered.
    async fn ask_about(&self, oidc: &Oidc, about: &AskedAbout, now: i64) -> Result<bool, StoreError> {
        let Some(token) = oidc.refresh_seal.open(&about.refresh, &about.issuer, &about.subject) else {
            // Sealed with another key: only the next sign-in brings one that can be used.
            self.store.forget_refresh(about)?;
            return Ok(true);
        };
        let asked = ask_again(&oidc.provider, &oidc.registration, token, &about.subject, now).await;
        let mut refresh = about.refresh.clone();
        let asked = match asked {
            Ok((mut checked, mut right)) => {
                // The one before may work no longer, whatever else comes of it.
                refresh = oidc.sealed(checked.refresh_token.as_ref(), &about.subject).unwrap_or(refresh);
                if right.is_ok() && !is_complete(&checked.claims, &oidc.settings) {
                    let completed = complete(&oidc.provider, &oidc.registration, &mut checked, now).await;
                    right = completed.map_err(|fault| fault.to_string());
                }
                right.map(|()| checked).map_err(NotVouched::Unanswered)
            }
            Err(fault) => Err(fault),
        };
        match asked {
            Ok(checked) => self.follow_provider(oidc, about, &checked, &refresh, now).map(|()| true),
            Err(NotVouched::Refused) => {
                // Without offline access it says only that the provider's own session is over.
                let why = "it no longer vouches for the user";
                self.store.end_identity(about, why, oidc.settings.is_offline(), now)?;
                Ok(true)
            }
            Err(NotVouched::Unanswered(reason)) => {
                let issuer = about.issuer.as_str();
                tracing::warn!(issuer, reason, "the OpenID Connect provider cannot be asked about a user");
                self.store.note_unanswered(about, Some(&refresh), &reason, now)?;
                Ok(false)
            }
        }
    }

    /// Follows what the provider says of a user, as a sign-in would.
    fn follow_provider(
        &self,
        oidc: &Oidc,
        about: &AskedAbout,
        checked: &Checked,
        refresh: &[u8],
        now: i64,
    ) -> Result<(), StoreError> {
        let person = person(&checked.claims, &about.subject, &oidc.settings);
        let says_something = !checked.claims.is_empty();
        if says_something && person.roles.as_ref().is_some_and(Vec::is_empty) {
            return self.store.end_identity(about, "none of the user's groups has a role here", true, now);
        }
        // Nobody is renamed because the provider says less than at the sign-in.
        let is_named = has_login(&checked.claims, &oidc.settings);
        let (login, first_name) = if is_named { (&*person.login, &*person.first_name) } else { ("", "") };
        let identity = OidcIdentity {
            issuer: &about.issuer,
            subject: &about.subject,
            nonce: "",
            nonce_ends_at: 0,
            login,
            first_name,
            roles: person.roles.as_deref(),
            sid: None,
            refresh: None,
        };
        let rejection = self.store.vouch(about, says_something.then_some(&identity), refresh, now)?;
        if let Some(rejection) = rejection {
            let (issuer, subject) = (about.issuer.as_str(), about.subject.as_str());
            tracing::warn!(issuer, subject, %rejection, "what the OpenID Connect provider says is not followed");
        }
        Ok(())
    }

    /// Whether the API tokens of a user are accepted: not after a provider took its word back, and not long after the last
    /// word of every provider where there is no other way in.
    ///
    /// # Errors
    /// The store failed.
    pub fn standing(&self, user_id: i64, now: i64) -> Result<Result<(), Refusal>, StoreError> {
        let Some(standing) = self.store.oidc_standing(user_id)? else { return Ok(Ok(())) };
        if standing.is_gone {
            return Ok(Err(Refusal::SessionRevoked));
        }
        // A provider that the settings no longer have is no way in: what the first of the others has counts for it. Where
        // there is no other, nobody can vouch.
        let is_past = |(issuer, at): &(String, i64)| {
            let Some(oidc) = self.oidc.of_issuer(issuer).or_else(|| self.oidc.named(None)) else { return true };
            let days = i64::from(oidc.settings.oidc_token_days);
            days > 0 && now >= at.saturating_add(days * DAY)
        };
        let is_old = !standing.has_other_way && standing.vouched.iter().all(is_past);
        Ok(if is_old { Err(Refusal::SessionExpired) } else { Ok(()) })
    }
}
