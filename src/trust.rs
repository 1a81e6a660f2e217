//! The authorities whose certificates are trusted for the servers that Bond connects to, and what to do where a
//! certificate is not trusted.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use rustls::pki_types::CertificateDer;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use ureq::Agent;
use ureq::config::ConfigBuilder;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::typestate::AgentScope;

/// Servers that Bond connects to, for messages.
#[derive(Debug)]
pub struct Peer {
    /// What each of them is called.
    pub name: &'static str,
    /// The setting that names a file of authorities.
    pub ca_file: &'static str,
    /// The setting that has their address.
    pub address: &'static str,
    /// Whether the authorities of this machine are trusted beside those of the file.
    pub trusts_machine: bool,
    /// Whether the file is read for each connection, so that a change needs no restart.
    pub reads_file_again: bool,
}

/// The authorities that are trusted for some servers.
#[derive(Debug)]
pub struct Trust {
    peer: &'static Peer,
    ca_file: Option<PathBuf>,
    roots: Vec<Certificate<'static>>,
}

impl Trust {
    /// The authorities of this machine, of the file, or both.
    ///
    /// # Errors
    /// The file cannot be read, has no certificate, or a damaged one.
    pub fn new(peer: &'static Peer, ca_file: Option<&Path>) -> Result<Trust, String> {
        let mut roots = Vec::new();
        if let Some(path) = ca_file {
            roots = read(path).map_err(|reason| {
                let expected = "expected the certificates of authorities in PEM, each from BEGIN to END CERTIFICATE";
                format!("{} {}: {reason}; {expected}", peer.ca_file, path.display())
            })?;
        }
        if ca_file.is_none() || peer.trusts_machine {
            roots.extend(of_machine());
        }
        Ok(Trust { peer, ca_file: ca_file.map(Path::to_owned), roots })
    }

    /// TLS that trusts them.
    pub fn tls(&self) -> TlsConfig {
        TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&self.roots))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build()
    }

    /// HTTP with such TLS. It follows no redirect, which could carry a secret elsewhere, and every status is an answer.
    pub fn http(&self) -> ConfigBuilder<AgentScope> {
        Agent::config_builder()
            .tls_config(self.tls())
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(64 * 1024)
            .user_agent("bond")
    }

    /// TLS for a client that speaks no HTTP.
    pub fn client(&self) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.authorities().map(CertificateDer::from));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring speaks the versions that are safe")
            .with_root_certificates(roots)
            .with_no_client_auth()
    }

    /// What is wrong with a server's certificate, and what to do; None if the request failed for another reason.
    pub fn advice(&self, error: &ureq::Error) -> Option<String> {
        match fault(error)? {
            rustls::Error::InvalidCertificate(refusal) => Some(self.todo(refusal)),
            _ => None,
        }
    }

    /// As [`Trust::advice`], of an error of another client that has the refusal among its causes.
    pub fn advice_of(&self, error: &(dyn Error + 'static)) -> Option<String> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(rustls::Error::InvalidCertificate(refusal)) = error.downcast_ref() {
                return Some(self.todo(refusal));
            }
            // What an error of the system has inside is none of its sources.
            let inside = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            cause = inside.map(|inside| inside as &(dyn Error + 'static)).or_else(|| error.source());
        }
        None
    }

    /// The certificates of the authorities (DER), for a client that makes its own TLS.
    pub fn authorities(&self) -> impl Iterator<Item = Vec<u8>> {
        self.roots.iter().map(|root| root.der().to_vec())
    }

    fn todo(&self, refusal: &CertificateError) -> String {
        let Peer { name, ca_file, address, reads_file_again, .. } = self.peer;
        match refusal {
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                let todo = match &self.ca_file {
                    Some(path) => {
                        format!("add the certificate (PEM) of its authority to {ca_file} {}", path.display())
                    }
                    None => format!("set {ca_file} to a file with the certificate (PEM) of its authority"),
                };
                let then = if *reads_file_again { "" } else { " and restart Bond" };
                format!("no authority that Bond trusts has issued it; {todo}{then}")
            }
            CertificateError::NotValidForNameContext { presented, .. } => {
                format!("it is for {}; {address} must have a name of the certificate", names(presented))
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                format!("it has expired; {name} needs a new one")
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                format!("it is not valid yet; compare the clocks of this machine and of {name}")
            }
            // The TLS library has this one only as a text.
            CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
                format!("it is one of an authority; {name} needs one of its own, issued by that authority")
            }
            other => other.to_string(),
        }
    }
}

fn of_machine() -> impl Iterator<Item = Certificate<'static>> {
    let own = rustls_native_certs::load_native_certs();
    for error in &own.errors {
        tracing::warn!(%error, "a certificate of this machine cannot be read");
    }
    own.certs.into_iter().map(|one| Certificate::from_der(&one).to_owned())
}

fn read(path: &Path) -> Result<Vec<Certificate<'static>>, String> {
    let pem = fs::read(path).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for item in parse_pem(&pem) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| format!("it is damaged ({error})"))? {
            found.push(certificate);
            // Left to itself, the TLS client ignores those that it cannot read.
            RootCertStore::empty()
                .add(CertificateDer::from(found[found.len() - 1].der()))
                .map_err(|error| format!("its certificate {} is damaged ({error})", found.len()))?;
        }
    }
    if found.is_empty() { Err("it has no certificate".to_owned()) } else { Ok(found) }
}

/// Whether a request failed because of TLS.
pub fn is_of_tls(error: &ureq::Error) -> bool {
    fault(error).is_some()
}

fn fault(error: &ureq::Error) -> Option<&rustls::Error> {
    match error {
        ureq::Error::Rustls(error) => Some(error),
        ureq::Error::Io(error) => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}

/// `DnsName("login.example.com")` and `IpAddress(127.0.0.1)` without their kinds.
fn names(presented: &[String]) -> String {
    let plain = |name: &String| {
        let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        inner.unwrap_or(name).trim_matches('"').to_owned()
    };
    if presented.is_empty() { "no name".to_owned() } else { presented.iter().map(plain).collect::<Vec<_>>().join(", ") }
}
