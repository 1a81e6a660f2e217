//! Begins and finishes a sign-in by a provider: the checks, the session, the audit log.

use std::sync::Arc;

use serde_json::Value;

use super::claims::{is_complete, person};
use super::pending::Pending;
use super::token::{complete, redeem};
use super::{Begun, Oidc, OidcFault};
use crate::auth::Auth;
use crate::auth::account::is_text;
use crate::auth::sign_in::{Caller, SignInError, StartedSession, blocking, browser_digest};
use crate::auth::sso::LONGEST_SUBJECT;
use crate::store::StoreError;
use crate::store::oidc::{NewcomerPolicy, OidcIdentity};

/// Longest error code of a provider that is recorded.
const LONGEST_ERROR: usize = 64;

/// A finished sign-in.
pub struct Finished {
    pub session: StartedSession,
    /// The address of this server to open, as the browser gave it when it began.
    pub return_url: Option<String>,
    /// Where its cookie holds, as [`Begun::scope`].
    pub scope: (String, bool),
}

impl From<SignInError> for OidcFault {
    fn from(error: SignInError) -> OidcFault {
        OidcFault::Failed(error.to_string())
    }
}

impl Auth {
    /// Notes by which providers users can sign in, and says which of the roles that they give do not exist.
    ///
    /// # Errors
    /// The store failed.
    pub fn note_providers(&self) -> Result<(), StoreError> {
        let all = self.oidc.all();
        self.store.note_oidc_issuers(&all.iter().map(|one| one.issuer()).collect::<Vec<_>>())?;
        for one in &all {
            let unknown = self.store.unknown_roles(&one.settings.given_roles())?;
            if !unknown.is_empty() {
                let (issuer, roles) = (one.issuer(), unknown.join(", "));
                tracing::warn!(issuer, roles, "single sign-on gives roles that do not exist (bond role list)");
            }
        }
        Ok(())
    }

    /// Ends the sessions of providers that the settings no longer have. For a server alone: the settings of a command may
    /// be others.
    ///
    /// # Errors
    /// The store failed.
    pub fn end_of_other_providers(&self, now: i64) -> Result<(), StoreError> {
        let all = self.oidc.all();
        self.store.end_of_other_providers(&all.iter().map(|one| one.issuer()).collect::<Vec<_>>(), now)
    }

    /// The provider out of which a browser may sign, too: the one with which somebody last signed in there. Where that is not
    /// known, the only one that offers it.
    ///
    /// # Errors
    /// The store failed.
    pub fn provider_to_leave(&self, browser: &str) -> Result<Option<Arc<Oidc>>, StoreError> {
        let mut all = self.oidc.all();
        all.retain(|one| one.settings.oidc_sign_out);
        let issuer = if all.is_empty() { None } else { self.store.oidc_issuer_of_browser(&browser_digest(browser))? };
        if let Some(issuer) = issuer {
            all.retain(|one| one.issuer() == issuer);
        }
        Ok(if all.len() == 1 { all.pop() } else { None })
    }

    /// Begins a sign-in with the provider of this table, at whose end the browser goes to `return_url`, if it is an address of
    /// this server.
    pub async fn begin_oidc(
        &self,
        name: Option<&str>,
        return_url: Option<&str>,
        caller: Caller<'_>,
    ) -> Result<Begun, OidcFault> {
        let oidc = self.oidc.named(name).ok_or(OidcFault::NotConfigured)?;
        match oidc.begin(&self.oidc.seal, return_url, caller.now).await {
            Err(fault) => Err(self.record_oidc_fault(Some(&oidc), fault, &caller).await),
            begun => begun,
        }
    }

    /// Signs in the user whom a provider sent back with this code and state, and who it says to be. `cookie` is that of
    /// [`Auth::begin_oidc`]: what comes back is for the provider that it names.
    pub async fn finish_oidc(
        &self,
        cookie: Option<&str>,
        code: &str,
        state: &str,
        issuer: Option<&str>,
        caller: Caller<'_>,
    ) -> Result<Finished, OidcFault> {
        self.oidc.named(None).ok_or(OidcFault::NotConfigured)?;
        let (oidc, pending) = match self.oidc.under_way(cookie, state, caller.now) {
            Ok(under_way) => under_way,
            Err(fault) => return Err(self.record_oidc_fault(None, fault, &caller).await),
        };
        match self.redeem_oidc(&oidc, pending, code, issuer, &caller).await {
            Err(fault) => Err(self.record_oidc_fault(Some(&oidc), fault, &caller).await),
            done => done,
        }
    }

    /// Records that a provider sent a browser back with an error.
    pub async fn refuse_oidc(&self, cookie: Option<&str>, error: &str, state: &str, caller: Caller<'_>) -> OidcFault {
        if self.oidc.named(None).is_none() {
            return OidcFault::NotConfigured;
        }
        let is_code =
            error.len() <= LONGEST_ERROR && error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        let error = if is_code { error } else { "an error with another form" };
        let (oidc, fault) = match self.oidc.under_way(cookie, state, caller.now) {
            Ok((oidc, _)) => (Some(oidc), OidcFault::Denied(error.to_owned())),
            Err(fault) => (None, fault),
        };
        self.record_oidc_fault(oidc.as_deref(), fault, &caller).await
    }

    async fn redeem_oidc(
        &self,
        oidc: &Oidc,
        pending: Pending,
        code: &str,
        issuer: Option<&str>,
        caller: &Caller<'_>,
    ) -> Result<Finished, OidcFault> {
        oidc.is_answer(issuer, self.oidc.all().len() == 1, caller.now).await?;
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
            let (store, issuer, subject, at) =
                (self.store.clone(), oidc.issuer().to_owned(), checked.subject.clone(), caller.now);
            blocking(move || store.take_given_roles(&issuer, &subject, at)).await?;
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
        Ok(Finished { session: self.started(session, user)?, return_url, scope: oidc.cookie_scope() })
    }

    /// Writes a failed sign-in to the audit log, but not too many of one address. Nobody can guess a code, so none is
    /// blocked.
    async fn record_oidc_fault(&self, oidc: Option<&Oidc>, fault: OidcFault, caller: &Caller<'_>) -> OidcFault {
        // What Bond or the provider lacks says nothing about who signs in.
        if matches!(fault, OidcFault::Failed(_) | OidcFault::Busy | OidcFault::NotConfigured) {
            return fault;
        }
        let subject = match &fault {
            OidcFault::NoRole { login, .. } | OidcFault::Rejected { login, .. } => Some(login.clone()),
            _ => None,
        };
        let by = oidc.map_or_else(String::new, |oidc| format!(" by {}", oidc.issuer()));
        let detail = format!("OpenID Connect{by}: {fault}");
        match self.record_faulty_link(subject, caller, detail).await {
            Ok(()) => fault,
            Err(error) => error.into(),
        }
    }
}
