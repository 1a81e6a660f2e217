//! The provider's discovery document and its keys, fetched when they are needed and cached.

use std::error::Error;
use std::sync::Arc;

use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode,
    CoreResponseType, CoreSubjectIdentifierType,
};
use openidconnect::url::Url;
use openidconnect::{AdditionalProviderMetadata, IssuerUrl, LogoutProviderMetadata, ProviderMetadata};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::fault::OidcFault;
use super::http::Http;
use crate::config::is_this_machine;

/// Seconds after which the document and the keys are fetched again.
const FRESH: i64 = 60 * 60;
/// Seconds between two attempts to fetch the document while the provider does not answer.
const PAUSE: i64 = 5;
/// Seconds between two fetches of the keys because of a token with an unknown one.
const KEY_PAUSE: i64 = 60;
/// Longest text of an error that is logged, in characters.
const LONGEST_REASON: usize = 600;

/// The discovery document with the keys.
pub type Document = ProviderMetadata<
    LogoutProviderMetadata<Announced>,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// What the document has of RFC 9207.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Announced {
    /// Whether the provider names itself where it sends a browser back.
    authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for Announced {}

/// One provider.
pub struct Provider {
    issuer: IssuerUrl,
    http: Arc<Http>,
    // Held during a fetch, so that requests that come meanwhile wait for its result.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    document: Option<Arc<Document>>,
    /// The next fetch of the document, in seconds since 1970-01-01 UTC.
    due_at: i64,
    /// Why the last fetch failed.
    reason: String,
    /// The last fetch of the keys because of an unknown one.
    keys_at: Option<i64>,
}

impl Provider {
    pub fn new(issuer: IssuerUrl, http: Arc<Http>) -> Provider {
        Provider { issuer, http, known: Mutex::default() }
    }

    pub fn issuer(&self) -> &IssuerUrl {
        &self.issuer
    }

    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Whether it answers.
    pub fn probe(&self) -> Result<(), String> {
        fetch(&self.issuer, &self.http).map(drop)
    }

    /// Whether it says that it names itself where it sends a browser back.
    pub async fn names_itself(&self, now: i64) -> Result<bool, OidcFault> {
        let document = self.document(now).await.map_err(OidcFault::Unavailable)?;
        let announced = &document.additional_metadata().additional_metadata;
        Ok(announced.authorization_response_iss_parameter_supported == Some(true))
    }

    /// The discovery document with the keys, at most an hour old while the provider answers.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub async fn document(&self, now: i64) -> Result<Arc<Document>, String> {
        let mut known = self.known.lock().await;
        // Also where the clock was put back.
        if now >= known.due_at || known.due_at - now > FRESH {
            let (issuer, http) = (self.issuer.clone(), Arc::clone(&self.http));
            match off_thread(move || fetch(&issuer, &http)).await {
                Ok(document) => {
                    *known = Known { document: Some(Arc::new(document)), due_at: now + FRESH, ..Known::default() }
                }
                Err(reason) => {
                    tracing::warn!(issuer = self.issuer.as_str(), reason, "the OpenID Connect provider cannot be used");
                    (known.due_at, known.reason) = (now + PAUSE, reason);
                }
            }
        }
        known.document.clone().ok_or_else(|| known.reason.clone())
    }

    /// The document with the present keys, for a token whose key is not among those of `document`. They are fetched once
    /// a minute at most.
    pub async fn with_present_keys(&self, document: &Arc<Document>, now: i64) -> Arc<Document> {
        let mut known = self.known.lock().await;
        let is_newest = known.document.as_ref().is_none_or(|newest| Arc::ptr_eq(newest, document));
        if is_newest && known.keys_at.is_none_or(|at| (now - at).abs() >= KEY_PAUSE) {
            known.keys_at = Some(now);
            let (url, http) = (document.jwks_uri().clone(), Arc::clone(&self.http));
            match off_thread(move || CoreJsonWebKeySet::fetch(&url, &*http).map_err(|error| reason(&error))).await {
                Ok(keys) => known.document = Some(Arc::new(Document::clone(document).set_jwks(keys))),
                Err(reason) => tracing::warn!(reason, "the keys of the OpenID Connect provider cannot be fetched"),
            }
        }
        known.document.clone().unwrap_or_else(|| Arc::clone(document))
    }
}

fn fetch(issuer: &IssuerUrl, http: &Http) -> Result<Document, String> {
    let document = Document::discover(issuer, http).map_err(|error| reason(&error))?;
    if document.token_endpoint().is_none() {
        return Err("its discovery document has no token_endpoint".to_owned());
    }
    if !is_safe(document.authorization_endpoint().url()) {
        return Err("its authorization_endpoint is not an https address".to_owned());
    }
    Ok(document)
}

/// Whether a browser may be sent there.
pub fn is_safe(url: &Url) -> bool {
    url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(url))
}

/// An error with its causes in one line, for the log.
pub fn reason(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_REASON).collect()
}

/// Runs a request, which blocks, on a thread of its own.
pub async fn off_thread<T: Send + 'static>(
    request: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    tokio::task::spawn_blocking(request).await.unwrap_or_else(|lost| Err(lost.to_string()))
}
