//! Begins and finishes a sign-in by the provider: the checks, the session, the audit log.

use serde_json::Value;

use super::claims::{is_complete, person};
use super::token::{complete, redeem};
use super::{Begun, Oidc, OidcFault};
use crate::auth::Auth;
use crate::auth::account::is_text;
use crate::auth::sign_in::{Caller, SignInError, StartedSession, blocking};
use crate::auth::sso::LONGEST_SUBJECT;
use crate::store::oidc::{NewcomerPolicy, OidcIdentity};

/// Longest error code of a provider that is recorded.
const LONGEST_ERROR: usize = 64;

/// A finished sign-in.
pub struct Finished {
    pub session: StartedSession,
    /// The address of this server to open, as the browser gave it when it began.
    pub return_url: Option<String>,
}

impl From<SignInError> for OidcFault {
    fn from(error: SignInError) -> OidcFault {
        OidcFault::Failed(error.to_string())
    }
}

impl Auth {
    /// Begins a sign-in, at whose end the browser goes to `return_url`, if it is an address of this server.
    pub async fn begin_oidc(&self, return_url: Option<&str>, caller: Caller<'_>) -> Result<Begun, OidcFault> {
        let oidc = self.oidc.as_ref().ok_or(OidcFault::NotConfigured)?;
        match oidc.begin(return_url, caller.now).await {
            Err(fault) => Err(self.record_oidc_fault(oidc, fault, &caller).await),
            begun => begun,
        }
    }

    /// Signs in the user whom the provider sent back with this code and state. `cookie` is that of [`Auth::begin_oidc`].
    pub async fn finish_oidc(
        &self,
        cookie: Option<&str>,
        code: &str,
        state: &str,
        caller: Caller<'_>,
    ) -> Result<Finished, OidcFault> {
        let oidc = self.oidc.as_ref().ok_or(OidcFault::NotConfigured)?;
        let done = self.redeem_oidc(oidc, cookie, code, state, &caller).await;
        match done {
            Err(fault) => Err(self.record_oidc_fault(oidc, fault, &caller).await),
            done => done,
        }
    }

    /// Records that the provider sent a browser back with an error.
    pub async fn refuse_oidc(&self, cookie: Option<&str>, error: &str, state: &str, caller: Caller<'_>) -> OidcFault {
        let Some(oidc) = self.oidc.as_ref() else { return OidcFault::NotConfigured };
        let is_code =
            error.len() <= LONGEST_ERROR && error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        let error = if is_code { error } else { "an error with another form" };
        let fault = match oidc.under_way(cookie, state, caller.now) {
            Ok(_) => OidcFault::Denied(error.to_owned()),
            Err(fault) => fault,
        };
        self.record_oidc_fault(oidc, fault, &caller).await
    }

    async fn redeem_oidc(
        &self,
        oidc: &Oidc,
        cookie: Option<&str>,
        code: &str,
        state: &str,
        caller: &Caller<'_>,
    ) -> Result<Finished, OidcFault> {
        let pending = oidc.under_way(cookie, state, caller.now)?;
        let permit = oidc.permit().await?;
        let mut checked = redeem(&oidc.provider, &oidc.registration, code.to_owned(), &pending, caller.now).await?;
        if !is_text(&checked.subject, LONGEST_SUBJECT) {
            return Err(OidcFault::Token("its subject has another form".to_owned()));
        }
        if !is_complete(&checked.claims, &oidc.settings) {
            complete(&oidc.provider, &oidc.registration, &mut checked, caller.now).await?;
        }
        drop(permit);
        let sid = checked.claims.get("sid").and_then(Value::as_str).filter(|sid| is_text(sid, LONGEST_SUBJECT));
        let sid = sid.map(str::to_owned);
        let person = person(&checked.claims, &checked.subject, &oidc.settings);
        if person.roles.as_ref().is_some_and(Vec::is_empty) {
            return Err(OidcFault::NoRole { subject: checked.subject, login: person.login });
        }
        let session = self.new_session(caller);
        let (store, started, login) = (self.store.clone(), session.clone(), person.login.clone());
        let issuer = oidc.provider.issuer().to_string();
        let refresh = oidc.sealed(checked.refresh_token.as_ref(), &checked.subject);
        let newcomers = if oidc.settings.oidc_add_users {
            NewcomerPolicy::Add { role: oidc.settings.oidc_new_user_role.clone() }
        } else {
            NewcomerPolicy::Refuse
        };
        let (nonce, nonce_ends_at, return_url) = (pending.nonce, pending.ends_at, pending.return_url);
        let user = blocking(move || {
            let identity = OidcIdentity {
                issuer: &issuer,
                subject: &checked.subject,
                nonce: &nonce,
                nonce_ends_at,
                login: &person.login,
                first_name: &person.first_name,
                roles: person.roles.as_deref(),
                sid: sid.as_deref(),
                refresh: refresh.as_deref(),
            };
            store.start_oidc_session(&identity, &newcomers, &started.of_user(0))
        });
        let user = user.await?.map_err(|rejection| OidcFault::Rejected { rejection, login })?;
        Ok(Finished { session: self.started(session, user)?, return_url })
    }

    /// Writes a failed sign-in to the audit log, but not too many of one address. Nobody can guess a code, so none is
    /// blocked.
    async fn record_oidc_fault(&self, oidc: &Oidc, fault: OidcFault, caller: &Caller<'_>) -> OidcFault {
        // What Bond or the provider lacks says nothing about who signs in.
        if matches!(fault, OidcFault::Failed(_) | OidcFault::Busy | OidcFault::NotConfigured) {
            return fault;
        }
        let subject = match &fault {
            OidcFault::NoRole { login, .. } | OidcFault::Rejected { login, .. } => Some(login.clone()),
            _ => None,
        };
        let detail = format!("OpenID Connect by {}: {fault}", oidc.provider.issuer().as_str());
        match self.record_faulty_link(subject, caller, detail).await {
            Ok(()) => fault,
            Err(error) => error.into(),
        }
    }
}
