//! The requests to the provider: the only connections that Bond opens. They go to the addresses that the provider's
//! discovery document names, over TLS, follow no redirect, and have limits of time and size.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use openidconnect::url::Url;
use openidconnect::{HttpRequest, HttpResponse, SyncHttpClient};
use ureq::Agent;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use crate::config::is_this_machine;

/// How long one request may take.
const LIMIT: Duration = Duration::from_secs(8);
/// The largest answer; discovery documents and keys have a few kilobytes.
const LARGEST_ANSWER: u64 = 1 << 20;

/// Sends requests to the provider.
pub struct Http(Agent);

/// Why there was no answer.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is not one that Bond requests.
    #[error("{0} is not an https address")]
    Insecure(String),
    /// The provider failed.
    #[error("HTTP status {0}")]
    Status(u16),
    /// The connection or the certificate failed, or the answer was late or too large.
    #[error(transparent)]
    Failed(Box<ureq::Error>),
}

impl Http {
    /// Trusts the certificates of this machine and those of the file.
    ///
    /// # Errors
    /// The file cannot be read or has no certificates.
    pub fn new(ca_file: Option<&Path>) -> Result<Http, String> {
        let own = rustls_native_certs::load_native_certs();
        for error in &own.errors {
            tracing::warn!(%error, "a certificate of this machine cannot be read");
        }
        let mut trusted: Vec<Certificate<'static>> =
            own.certs.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
        if let Some(path) = ca_file {
            let fault = |reason: String| format!("oidc_ca_file {}: {reason}", path.display());
            let pem = fs::read(path).map_err(|error| fault(error.to_string()))?;
            let before = trusted.len();
            for item in parse_pem(&pem) {
                if let PemItem::Certificate(certificate) = item.map_err(|error| fault(error.to_string()))? {
                    trusted.push(certificate);
                }
            }
            if trusted.len() == before {
                return Err(fault("it has no certificate in PEM form".to_owned()));
            }
        }
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&trusted))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(LIMIT))
            .max_response_header_size(64 * 1024)
            .max_idle_connections(2)
            .user_agent("bond")
            .build();
        Ok(Http(config.new_agent()))
    }
}

impl SyncHttpClient for Http {
    type Error = HttpError;

    fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let address = request.uri().to_string();
        let is_allowed = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(url));
        if !Url::parse(&address).is_ok_and(|url| is_allowed(&url)) {
            return Err(HttpError::Insecure(address));
        }
        let failed = |error| HttpError::Failed(Box::new(error));
        let (head, mut body) = self.0.run(request).map_err(failed)?.into_parts();
        if head.status.is_server_error() {
            return Err(HttpError::Status(head.status.as_u16()));
        }
        let body = body.with_config().limit(LARGEST_ANSWER).read_to_vec().map_err(failed)?;
        Ok(HttpResponse::from_parts(head, body))
    }
}
