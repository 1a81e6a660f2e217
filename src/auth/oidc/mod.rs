//! Sign-in by an OpenID Connect provider: the authorization code flow with PKCE, state and nonce.
//!
//! `Auth::begin_oidc` seals what must be remembered into a cookie and sends the browser to the provider. The browser comes
//! back with a code, which the page posts; `Auth::finish_oidc` redeems it. The server keeps nothing in between.

mod claims;
mod fault;
mod http;
mod logout;
mod pending;
mod provider;
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

use crate::config::{OidcSettings, first_line};
use crate::egress::Egress;
use crate::random::{random_bytes, random_id};
use http::Http;
use pending::{Pending, Seal};
use provider::{Provider, is_safe};
use refresh_tokens::RefreshSeal;
use token::Registration;

pub use fault::OidcFault;
pub use pending::LONGEST as LONGEST_SIGN_IN;

/// Codes that are redeemed at once: each takes a thread while the provider works.
const REDEEMED_AT_ONCE: usize = 8;
/// How long others wait for one of these.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The configured provider.
pub struct Oidc {
    settings: OidcSettings,
    provider: Provider,
    registration: Registration,
    /// Under which browsers reach Bond; ends with a slash.
    base: Url,
    seal: Seal,
    refresh_seal: RefreshSeal,
    permits: Semaphore,
}

/// A sign-in that begins.
pub struct Begun {
    /// The address of the provider to which the browser goes.
    pub location: String,
    /// The value of its cookie.
    pub cookie: String,
}

/// The settings are incomplete, or a file that they name cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("OpenID Connect: {0}")]
pub struct OidcSettingsError(String);

impl Oidc {
    /// The provider of the settings; None if they name none. It is not asked for anything yet.
    pub fn of(settings: &OidcSettings, data_dir: &Path, egress: &Egress) -> Result<Option<Oidc>, OidcSettingsError> {
        let Some(issuer) = settings.oidc_issuer.clone() else { return Ok(None) };
        let missing = |name: &str| OidcSettingsError(format!("oidc_issuer is set, so {name} must be set, too"));
        let client_id = settings.oidc_client_id.clone().ok_or_else(|| missing("oidc_client_id"))?;
        let public = settings.public_url.clone().ok_or_else(|| missing("public_url"))?;
        let parse = |text: &str| Url::parse(text).map_err(|error| OidcSettingsError(format!("{text}: {error}")));
        let base = parse(&format!("{}/", public.trim_end_matches('/')))?;
        let redirect = base.join("api/auth/oidc/callback").map_err(|error| OidcSettingsError(error.to_string()))?;
        let registration = Registration {
            client_id: ClientId::new(client_id),
            client_secret: secret(settings)?.map(ClientSecret::new),
            redirect_url: RedirectUrl::from_url(redirect),
        };
        let http = Http::new(settings.oidc_ca_file.as_deref(), egress).map_err(OidcSettingsError)?;
        let issuer = IssuerUrl::new(issuer).map_err(|error| OidcSettingsError(format!("oidc_issuer: {error}")))?;
        Ok(Some(Oidc {
            settings: settings.clone(),
            provider: Provider::new(issuer, Arc::new(http)),
            registration,
            base,
            seal: Seal::new(),
            refresh_seal: RefreshSeal::of(data_dir),
            permits: Semaphore::new(REDEEMED_AT_ONCE),
        }))
    }

    /// Text of the button.
    pub fn label(&self) -> &str {
        &self.settings.oidc_label
    }

    /// Whether to offer to sign out of the provider, too.
    pub fn offers_sign_out(&self) -> bool {
        self.settings.oidc_sign_out
    }

    /// The issuer of the provider, which identities are of.
    pub fn issuer(&self) -> &str {
        self.provider.issuer().as_str()
    }

    /// The path of Bond's calls as browsers see them, for cookies, and whether they come by TLS.
    pub fn cookie_scope(&self) -> (String, bool) {
        (format!("{}api/auth/oidc", self.base.path()), self.base.scheme() == "https")
    }

    /// Begins a sign-in. `return_url` is dropped unless it is an address of this server; `now` is in seconds since
    /// 1970-01-01 UTC.
    async fn begin(&self, return_url: Option<&str>, now: i64) -> Result<Begun, OidcFault> {
        let document = self.provider.document(now).await.map_err(OidcFault::Unavailable)?;
        let pending = Pending {
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
        let cookie = self.seal.close(&pending).ok_or(OidcFault::NotUnderWay)?;
        Ok(Begun { location: location.into(), cookie })
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

    /// The sign-in that a browser has under way, if the provider sent it back with this state.
    fn under_way(&self, cookie: Option<&str>, state: &str, now: i64) -> Result<Pending, OidcFault> {
        cookie
            .and_then(|cookie| self.seal.open(cookie, now))
            // Both texts are known to the browser, so comparing them reveals nothing.
            .filter(|pending| pending.state == state)
            .ok_or(OidcFault::NotUnderWay)
    }

    async fn permit(&self) -> Result<SemaphorePermit<'_>, OidcFault> {
        let permit = tokio::time::timeout(LONGEST_WAIT, self.permits.acquire()).await;
        permit.ok().and_then(Result::ok).ok_or(OidcFault::Busy)
    }
}

fn secret(settings: &OidcSettings) -> Result<Option<String>, OidcSettingsError> {
    let Some(path) = &settings.oidc_client_secret_file else {
        return Ok(settings.oidc_client_secret.reveal().map(str::to_owned));
    };
    if settings.oidc_client_secret.reveal().is_some() {
        let text = "oidc_client_secret and oidc_client_secret_file are both set; remove one".to_owned();
        return Err(OidcSettingsError(text));
    }
    first_line("oidc_client_secret_file", path).map(Some).map_err(OidcSettingsError)
}
