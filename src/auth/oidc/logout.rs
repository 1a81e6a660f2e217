//! Back-channel logout: the provider tells Bond that somebody has signed out there, or was signed out (OpenID Connect
//! Back-Channel Logout 1.0). What it sends is a token that it signed; nothing else proves who sends it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreJsonWebKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKey, JsonWebKeyAlgorithm, JsonWebKeyId, JsonWebKeyUse, JwsSigningAlgorithm};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::provider::Document;
use super::token::{SIGNATURES, SKEW};
use super::{Oidc, OidcFault};
use crate::auth::Auth;
use crate::auth::account::is_text;
use crate::auth::sign_in::{Caller, blocking};
use crate::auth::sso::LONGEST_SUBJECT;
use crate::store::oidc_sessions::ProviderSignOut;

/// The member of `events` that makes a token one of this kind.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// What the type of a token may be, if it has one.
const TYPES: [&str; 3] = ["logout+jwt", "application/logout+jwt", "jwt"];

/// A token whose claims are accepted if its signature is.
struct LogoutToken<'t> {
    algorithm: CoreJwsSigningAlgorithm,
    key_id: Option<JsonWebKeyId>,
    signed: &'t str,
    signature: Vec<u8>,
    claims: LogoutClaims,
}

#[derive(Debug, PartialEq, Eq)]
struct LogoutClaims {
    subject: Option<String>,
    sid: Option<String>,
    id: String,
    ends_at: i64,
}

impl Auth {
    /// Ends the sessions that a logout token names.
    pub async fn end_by_provider(&self, token: &str, caller: Caller<'_>) -> Result<(), OidcFault> {
        // That of another provider, or of none, is refused by the first.
        let named = issuer_of(token).and_then(|issuer| self.oidc.of_issuer(&issuer));
        let oidc = named.or_else(|| self.oidc.named(None)).ok_or(OidcFault::NotConfigured)?;
        let done = self.take_logout(&oidc, token, &caller).await;
        let Err(fault) = done else { return Ok(()) };
        if !matches!(fault, OidcFault::Failed(_)) {
            let detail = format!("OpenID Connect by {}: {fault}", oidc.issuer());
            self.record_fault("provider_sign_out_failed", None, &caller, detail).await?;
        }
        Err(fault)
    }

    async fn take_logout(&self, oidc: &Oidc, token: &str, caller: &Caller<'_>) -> Result<(), OidcFault> {
        let refused = |reason: &str| OidcFault::LogoutToken(reason.to_owned());
        // The claims first: what is not for Bond causes no request to the provider.
        let token = read(token, oidc.issuer(), &oidc.registration.client_id, caller.now).map_err(refused)?;
        oidc.check_signature(&token, caller.now).await?;
        let (store, issuer) = (self.store.clone(), oidc.issuer().to_owned());
        let (at, address, claims) = (caller.now, caller.address.to_string(), token.claims);
        let is_first = blocking(move || {
            let out = ProviderSignOut {
                issuer: &issuer,
                subject: claims.subject.as_deref(),
                sid: claims.sid.as_deref(),
                once: &once(&issuer, &claims.id),
                ends_at: claims.ends_at.saturating_add(SKEW),
            };
            store.end_by_provider(&out, at, &address)
        });
        if is_first.await? { Ok(()) } else { Err(refused("it was used before")) }
    }
}

impl Oidc {
    async fn check_signature(&self, token: &LogoutToken<'_>, now: i64) -> Result<(), OidcFault> {
        let mut document = self.provider.document(now).await.map_err(OidcFault::Unavailable)?;
        if keys(&document, token).is_empty() {
            document = self.provider.with_present_keys(&document, now).await;
        }
        let is_signed = match keys(&document, token)[..] {
            [key] => key.verify_signature(&token.algorithm, token.signed.as_bytes(), &token.signature).is_ok(),
            _ => false,
        };
        if is_signed { Ok(()) } else { Err(OidcFault::LogoutToken("no key of the provider signed it".to_owned())) }
    }
}

/// The keys of the provider that may have signed it.
fn keys<'d>(document: &'d Document, token: &LogoutToken<'_>) -> Vec<&'d CoreJsonWebKey> {
    let may_sign = |key: &&CoreJsonWebKey| {
        let is_named = token.key_id.is_none() || token.key_id.as_ref() == key.key_id();
        let is_for_signing = key.key_use().is_none_or(JsonWebKeyUse::allows_signature);
        let is_for_this = match key.signing_alg() {
            JsonWebKeyAlgorithm::Algorithm(algorithm) => *algorithm == token.algorithm,
            JsonWebKeyAlgorithm::Unspecified => true,
            JsonWebKeyAlgorithm::Unsupported => false,
        };
        is_named && is_for_signing && is_for_this && token.algorithm.key_type().as_ref() == Some(key.key_type())
    };
    document.jwks().keys().iter().filter(may_sign).collect()
}

/// Whose token it says to be.
fn issuer_of(token: &str) -> Option<String> {
    object(token.split('.').nth(1)?).ok()?.get("iss")?.as_str().map(str::to_owned)
}

/// Reads a token and checks all but its signature.
fn read<'t>(token: &'t str, issuer: &str, client: &str, now: i64) -> Result<LogoutToken<'t>, &'static str> {
    let (signed, signature) = token.rsplit_once('.').ok_or("it is no token")?;
    let (header, claims) = signed.split_once('.').ok_or("it is no token")?;
    let (header, claims) = (object(header)?, object(claims)?);
    let algorithm = header.get("alg").cloned().and_then(|name| serde_json::from_value(name).ok());
    let algorithm = algorithm.filter(|known| SIGNATURES.contains(known)).ok_or("its signature is of another kind")?;
    let kind = header.get("typ").map(|kind| kind.as_str().unwrap_or_default().to_ascii_lowercase());
    if kind.is_some_and(|kind| !TYPES.contains(&kind.as_str())) || header.contains_key("crit") {
        return Err("it is a token of another type");
    }
    let key_id = header.get("kid").and_then(Value::as_str).map(|id| JsonWebKeyId::new(id.to_owned()));
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| "its signature has another form")?;
    let claims = checked(&claims, issuer, client, now)?;
    Ok(LogoutToken { algorithm, key_id, signed, signature, claims })
}

fn object(part: &str) -> Result<Map<String, Value>, &'static str> {
    let bytes = URL_SAFE_NO_PAD.decode(part).map_err(|_| "it is no token")?;
    serde_json::from_slice(&bytes).map_err(|_| "it is no token")
}

/// What section 2.6 of the standard asks for.
fn checked(claims: &Map<String, Value>, issuer: &str, client: &str, now: i64) -> Result<LogoutClaims, &'static str> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let time = |name: &str| claims.get(name).and_then(|time| time.as_i64().or(time.as_f64().map(|time| time as i64)));
    if text("iss") != Some(issuer) {
        return Err("its issuer is another");
    }
    let audience = match claims.get("aud") {
        Some(Value::Array(all)) if all.len() == 1 => all[0].as_str(),
        Some(Value::String(one)) => Some(one.as_str()),
        _ => None,
    };
    if audience != Some(client) {
        return Err("it is not for Bond alone");
    }
    if !claims.get("events").and_then(|events| events.get(EVENT)).is_some_and(Value::is_object) {
        return Err("it is not about signing out");
    }
    if claims.contains_key("nonce") {
        return Err("it has a nonce");
    }
    if time("iat").is_none_or(|issued| issued > now + SKEW) {
        return Err("it was issued later than now");
    }
    let ends_at = time("exp").filter(|end| now < end.saturating_add(SKEW)).ok_or("it has expired")?;
    let named = |name: &str| match claims.get(name) {
        None => Ok(None),
        Some(Value::String(text)) if is_text(text, LONGEST_SUBJECT) => Ok(Some(text.clone())),
        Some(_) => Err("what it names has another form"),
    };
    let (subject, sid) = (named("sub")?, named("sid")?);
    if subject.is_none() && sid.is_none() {
        return Err("it names neither a user nor a session");
    }
    let id = named("jti")?.ok_or("it has no jti")?;
    Ok(LogoutClaims { subject, sid, id, ends_at })
}

/// Under what it is noted that a token was used; no nonce of a sign-in begins so.
fn once(issuer: &str, id: &str) -> String {
    format!("logout {}", URL_SAFE_NO_PAD.encode(Sha256::digest([issuer, "\0", id].concat())))
}
