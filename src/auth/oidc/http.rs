//! The requests to the provider. They go to the addresses that the provider's discovery document names, over TLS, follow
//! no redirect, and have limits of time and size.

use std::time::Duration;

use openidconnect::url::Url;
use openidconnect::{HttpRequest, HttpResponse, SyncHttpClient};
use ureq::Agent;

use crate::config::{OidcProvider, is_this_machine};
use crate::egress::{Egress, Purpose};
use crate::trust::{Peer, Trust};

const PROVIDER: Peer = Peer {
    name: "the provider",
    ca_file: "oidc_ca_file",
    address: "oidc_issuer",
    trusts_machine: true,
    reads_file_again: false,
};
const PROVIDER_OF_TABLE: Peer = Peer { ca_file: "ca_file", address: "issuer", ..PROVIDER };

/// How long one request may take.
const LIMIT: Duration = Duration::from_secs(8);
/// The largest answer; discovery documents and keys have a few kilobytes.
const LARGEST_ANSWER: u64 = 1 << 20;

/// Sends requests to the provider.
pub struct Http {
    agent: Agent,
    trust: Trust,
}

/// Why there was no answer.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is not one that Bond requests.
    #[error("{0} is not an https address")]
    Insecure(String),
    /// The provider failed.
    #[error("HTTP status {0}")]
    Status(u16),
    /// Its certificate is refused.
    #[error("the certificate of {host} is not trusted: {advice}")]
    Untrusted { host: String, advice: String },
    /// The connection failed, or the answer was late or too large.
    #[error(transparent)]
    Failed(Box<ureq::Error>),
}

impl Http {
    /// Trusts the certificates of this machine and those of the file.
    ///
    /// # Errors
    /// The file cannot be read or has no certificate, or a damaged one.
    pub fn new(one: &OidcProvider, egress: &Egress) -> Result<Http, String> {
        let ca_file = one.settings.oidc_ca_file.as_deref();
        let trust = match &one.name {
            None => Trust::new(&PROVIDER, ca_file)?,
            Some(_) => Trust::new(&PROVIDER_OF_TABLE, ca_file).map_err(|fault| one.setting(&fault))?,
        };
        let config = trust.http().timeout_global(Some(LIMIT)).max_idle_connections(2).build();
        Ok(Http { agent: egress.agent(Purpose::OpenIdConnect, config), trust })
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
        let host = request.uri().host().unwrap_or_default().to_owned();
        let failed = |error| match self.trust.advice(&error) {
            Some(advice) => HttpError::Untrusted { host: host.clone(), advice },
            None => HttpError::Failed(Box::new(error)),
        };
        let (head, mut body) = self.agent.run(request).map_err(failed)?.into_parts();
        if head.status.is_server_error() {
            return Err(HttpError::Status(head.status.as_u16()));
        }
        let body = body.with_config().limit(LARGEST_ANSWER).read_to_vec().map_err(failed)?;
        Ok(HttpResponse::from_parts(head, body))
    }
}
