//! The authorities whose certificates are trusted for the provider, and what to do where its certificate is not.

use std::fs;
use std::path::Path;

use rustls::pki_types::CertificateDer;
use rustls::{CertificateError, RootCertStore};
use ureq::tls::{Certificate, PemItem, parse_pem};

/// The certificates of this machine and those of the file.
///
/// # Errors
/// The file cannot be read, has no certificate, or a damaged one.
pub fn authorities(ca_file: Option<&Path>) -> Result<Vec<Certificate<'static>>, String> {
    let own = rustls_native_certs::load_native_certs();
    for error in &own.errors {
        tracing::warn!(%error, "a certificate of this machine cannot be read");
    }
    let mut all: Vec<_> = own.certs.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    if let Some(path) = ca_file {
        let further = read(path).map_err(|reason| {
            let expected = "expected the certificates of authorities in PEM, each from BEGIN to END CERTIFICATE";
            format!("oidc_ca_file {}: {reason}; {expected}", path.display())
        })?;
        all.extend(further);
    }
    Ok(all)
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

/// Why the certificate of the provider is refused; None if the request failed for another reason.
pub fn refusal(error: &ureq::Error) -> Option<&CertificateError> {
    let error = match error {
        ureq::Error::Rustls(error) => error,
        ureq::Error::Io(error) => error.get_ref()?.downcast_ref()?,
        _ => return None,
    };
    if let rustls::Error::InvalidCertificate(refusal) = error { Some(refusal) } else { None }
}

/// What is wrong with a certificate, and what to do.
pub fn advice(refusal: &CertificateError, ca_file: Option<&Path>) -> String {
    match refusal {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            let todo = match ca_file {
                Some(path) => {
                    format!("add the certificate (PEM) of its authority to oidc_ca_file {}", path.display())
                }
                None => "set oidc_ca_file to a file with the certificate (PEM) of its authority".to_owned(),
            };
            format!("no authority that Bond trusts has issued it; {todo} and restart Bond")
        }
        CertificateError::NotValidForNameContext { presented, .. } => {
            format!("it is for {}; oidc_issuer must have a name of the certificate", names(presented))
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "it has expired; the provider needs a new one".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet; compare the clocks of this machine and of the provider".to_owned()
        }
        // The TLS library has this one only as a text.
        CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            "it is one of an authority; the provider needs one of its own, issued by that authority".to_owned()
        }
        other => other.to_string(),
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
