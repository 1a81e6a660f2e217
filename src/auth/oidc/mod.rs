//! Sign-in by OpenID Connect providers: the authorization code flow with PKCE, state and nonce.
//!
//! `Auth::begin_oidc` seals what must be remembered into a cookie and sends the browser to the provider. The browser comes
//! back with a code, which the page posts; `Auth::finish_oidc` redeems it. The server keeps nothing in between.

mod claims;
mod fault;
mod http;
mod logout;
mod pending;
mod provider;
mod providers;
mod refresh_tokens;
mod sign_in;
mod standing;
mod token;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::CoreAuthenticationFlow;
use openidconnect::url::Url;
use openidconnect::{
    ClientId, ClientSecret, CsrfToken, IssuerUrl, LogoutRequest, Nonce, PkceCodeChallenge, PkceCodeVerifier,
    PostLogoutRedirectUrl, RedirectUrl, RefreshToken, Scope,
};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::config::{OidcProvider, OidcSettings, first_line};
use crate::egress::Egress;
use crate::random::{random_bytes, random_id};
use http::Http;
use pending::{Pending, Seal};
use provider::{Provider, is_safe};
use refresh_tokens::RefreshSeal;
use token::Registration;

pub use fault::OidcFault;
pub use pending::LONGEST as LONGEST_SIGN_IN;
pub use providers::Providers;

/// Codes that are redeemed at once: each takes a thread while the provider works.
const REDEEMED_AT_ONCE: usize = 8;
/// How long others wait for one of these.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// One of the providers.
pub struct Oidc {
    name: Option<String>,
    settings: OidcSettings,
    provider: Provider,
    registration: Registration,
    /// Under which browsers reach Bond; ends with a slash.
    base: Url,
    refresh_seal: RefreshSeal,
    permits: Semaphore,
}

/// A sign-in that begins.
pub struct Begun {
    /// The address of the provider to which the browser goes.
    pub location: String,
    /// The value of its cookie.
    pub cookie: String,
    /// As [`Oidc::cookie_scope`].
    pub scope: (String, bool),
}

/// The settings are incomplete, or a file that they name cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("OpenID Connect: {0}")]
pub struct OidcSettingsError(String);

impl Oidc {
    /// A provider of the settings. It is not asked for anything yet.
    fn of(one: &OidcProvider, data_dir: &Path, egress: &Egress) -> Result<Oidc, OidcSettingsError> {
        let settings = &one.settings;
        let missing =
            |name: &str| OidcSettingsError(format!("{} is set, so {name} must be set, too", one.setting("issuer")));
        let issuer = settings.oidc_issuer.clone().ok_or_else(|| missing("issuer"))?;
        let client_id = settings.oidc_client_id.clone().ok_or_else(|| missing("oidc_client_id"))?;
        let public = settings.public_url.clone().ok_or_else(|| missing("public_url"))?;
        let parse = |text: &str| Url::parse(text).map_err(|error| OidcSettingsError(format!("{text}: {error}")));
        let base = parse(&format!("{}/", public.trim_end_matches('/')))?;
        let redirect = base.join("api/auth/oidc/callback").map_err(|error| OidcSettingsError(error.to_string()))?;
        let registration = Registration {
            client_id: ClientId::new(client_id),
            client_secret: secret(one)?.map(ClientSecret::new),
            redirect_url: RedirectUrl::from_url(redirect),
        };
        let http = Http::new(one, egress).map_err(OidcSettingsError)?;
        let issuer =
            IssuerUrl::new(issuer).map_err(|error| OidcSettingsError(format!("{}: {error}", one.setting("issuer"))))?;
        Ok(Oidc {
            name: one.name.clone(),
            settings: settings.clone(),
            provider: Provider::new(issuer, Arc::new(http)),
            registration,
            base,
            refresh_seal: RefreshSeal::of(data_dir),
            permits: Semaphore::new(REDEEMED_AT_ONCE),
        })
    }

    /// The name of its table in the settings; None for the provider of the settings without a table.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The roles that a sign-in gives.
    pub fn given_roles(&self) -> Vec<&str> {
        self.settings.given_roles()
    }

    /// Whether it answers: fetches its discovery document and its keys, on this thread.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn probe(&self) -> Result<(), String> {
        self.provider.probe()
    }

    /// Text of the button.
    pub fn label(&self) -> &str {
        &self.settings.oidc_label
    }

    /// The issuer of the provider, which identities are of.
    pub fn issuer(&self) -> &str {
        self.provider.issuer().as_str()
    }

    /// The path of Bond's calls as browsers see them, for cookies, and whether they come by TLS.
    fn cookie_scope(&self) -> (String, bool) {
        (format!("{}api/auth/oidc", self.base.path()), self.base.scheme() == "https")
    }

    /// Begins a sign-in. `return_url` is dropped unless it is an address of this server; `now` is in seconds since
    /// 1970-01-01 UTC.
    async fn begin(&self, seal: &Seal, return_url: Option<&str>, now: i64) -> Result<Begun, OidcFault> {
        let document = self.provider.document(now).await.map_err(OidcFault::Unavailable)?;
        let pending = Pending {
            issuer: self.issuer().to_owned(),
            state: random_id(),
            nonce: random_id(),
            verifier: URL_SAFE_NO_PAD.encode(random_bytes::<32>()),
            return_url: return_url.and_then(pending::own_address),
            ends_at: now + LONGEST_SIGN_IN,
        };
        let bond = token::client(&document, &self.registration);
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(pending.verifier.clone()));
        let (state, nonce) = (pending.state.clone(), pending.nonce.clone());
        let request = bond
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || CsrfToken::new(state), || Nonce::new(nonce))
            .set_pkce_challenge(challenge);
        let scopes = self.settings.oidc_scopes.split_whitespace().filter(|scope| *scope != "openid");
        let request = scopes.fold(request, |request, scope| request.add_scope(Scope::new(scope.to_owned())));
        let (location, _, _) = request.url();
        let cookie = seal.close(&pending).ok_or(OidcFault::NotUnderWay)?;
        Ok(Begun { location: location.into(), cookie, scope: self.cookie_scope() })
    }

    /// The address at which a browser ends its session with the provider and comes back; None if the provider has none.
    pub async fn sign_out_address(&self, now: i64) -> Option<String> {
        let document = self.provider.document(now).await.ok()?;
        let end = document.additional_metadata().end_session_endpoint.clone()?;
        let back = self.base.join("sign-out").ok()?;
        let request = LogoutRequest::from(end)
            .set_client_id(self.registration.client_id.clone())
            .set_post_logout_redirect_uri(PostLogoutRedirectUrl::from_url(back));
        Some(request.http_get_url()).filter(is_safe).map(Into::into)
    }

    /// A refresh token as it is kept; None where the provider is not to be asked again.
    fn sealed(&self, token: Option<&RefreshToken>, subject: &str) -> Option<Vec<u8>> {
        let token = token.filter(|_| self.settings.oidc_check_minutes > 0)?;
        match self.refresh_seal.close(token.secret(), self.issuer(), subject) {
            Ok(sealed) => Some(sealed),
            Err(error) => {
                tracing::error!(error, "a refresh token cannot be kept");
                None
            }
        }
    }

    /// Whether what came back is of this provider, which was asked (RFC 9207): it may name no other, and where it announces
    /// that it names itself it must, unless it is alone. The code of another provider is not for it to see.
    async fn is_answer(&self, issuer: Option<&str>, is_alone: bool, now: i64) -> Result<(), OidcFault> {
        match issuer {
            Some(issuer) if issuer == self.issuer() => Ok(()),
            Some(_) => Err(OidcFault::Mixed("another provider gave it")),
            None if !is_alone && self.provider.names_itself(now).await? => {
                Err(OidcFault::Mixed("it does not say who gave it"))
            }
            None => Ok(()),
        }
    }

    async fn permit(&self) -> Result<SemaphorePermit<'_>, OidcFault> {
        let permit = tokio::time::timeout(LONGEST_WAIT, self.permits.acquire()).await;
        permit.ok().and_then(Result::ok).ok_or(OidcFault::Busy)
    }
}

fn secret(one: &OidcProvider) -> Result<Option<String>, OidcSettingsError> {
    let settings = &one.settings;
    let Some(path) = &settings.oidc_client_secret_file else {
        return Ok(settings.oidc_client_secret.reveal().map(str::to_owned));
    };
    let name = one.setting("client_secret_file");
    if settings.oidc_client_secret.reveal().is_some() {
        return Err(OidcSettingsError(format!("{name} and client_secret are both set; remove one")));
    }
    first_line(&name, path).map(Some).map_err(OidcSettingsError)
}
