//! TLS: the certificate in use, and how another takes its place while the server runs.

mod authority;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use x509_cert::Certificate;
use x509_cert::der::Decode;

use crate::telemetry::Connections;

pub use authority::Authority;

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read, or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It holds no certificate, or no key.
    #[error("{}: {reason}; expected {expected} in PEM", path.display())]
    Pem {
        /// The file.
        path: PathBuf,
        /// What is expected.
        expected: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// They do not fit together.
    #[error("the certificate {} and the key {} cannot be used together: {reason}", cert.display(), key.display())]
    Pair {
        /// The certificate's file.
        cert: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// Why.
        reason: String,
    },
    /// Bond's own authority could not issue a certificate.
    #[error("the certificate could not be made: {0}")]
    Made(String),
}

/// Where the certificate comes from.
#[derive(Debug)]
pub enum Source {
    /// Files in PEM: the certificate with those between it and its authority, and its key.
    Files {
        /// The certificates.
        cert: PathBuf,
        /// The key.
        key: PathBuf,
    },
    /// Bond's own authority, which issues it.
    Own(Authority),
}

/// The certificate of the server.
#[derive(Debug)]
pub struct Tls {
    source: Source,
    current: RwLock<Arc<ServerConfig>>,
    /// Of what was read last, whether it could be used or not.
    read: Mutex<Stamp>,
    counts: Connections,
}

/// By which a change of the files is noticed, or that a certificate will end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stamp {
    Files([Option<(SystemTime, u64)>; 2]),
    Issued(SystemTime),
}

/// A certificate that Bond issues is renewed after this time, which is less than half of its life.
const RENEWED: Duration = Duration::from_secs(90 * 24 * 60 * 60);

impl Tls {
    /// With the certificate as it is now.
    pub fn new(source: Source, counts: Connections) -> Result<Tls, TlsError> {
        let (stamp, (current, ends)) = (source.stamp(), source.read()?);
        counts.certificate_ends(ends);
        Ok(Tls { source, current: RwLock::new(current), read: Mutex::new(stamp), counts })
    }

    /// Accepts connections with the certificate of this moment.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Uses what the files have now. What cannot be used is logged, and the certificate in use stays.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn reload(&self) -> Result<(), TlsError> {
        *self.read.lock().unwrap_or_else(PoisonError::into_inner) = self.source.stamp();
        let (new, ends) = self
            .source
            .read()
            .inspect_err(|error| tracing::error!(%error, "the new TLS certificate is refused; the one in use stays"))?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = new;
        self.counts.certificate_ends(ends);
        tracing::info!("the TLS certificate was read anew");
        Ok(())
    }

    /// As [`Tls::reload`], if the files have changed or the certificate will end.
    pub fn tend(&self) {
        let is_due = match &*self.read.lock().unwrap_or_else(PoisonError::into_inner) {
            Stamp::Issued(at) => at.elapsed().is_ok_and(|age| age > RENEWED),
            files @ Stamp::Files(_) => *files != self.source.stamp(),
        };
        if is_due {
            // What is wrong is in the log.
            let _ = self.reload();
        }
    }
}

impl Source {
    fn stamp(&self) -> Stamp {
        let of_file = |path: &Path| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len()))
        };
        match self {
            Source::Files { cert, key } => Stamp::Files([of_file(cert), of_file(key)]),
            Source::Own(_) => Stamp::Issued(SystemTime::now()),
        }
    }

    /// With when the certificate ends, in seconds since 1970-01-01 UTC; 0 where that cannot be read.
    fn read(&self) -> Result<(Arc<ServerConfig>, i64), TlsError> {
        match self {
            Source::Own(authority) => {
                let (certificates, key) = authority.issue()?;
                let ends = ends(&certificates);
                Ok((config(certificates, key).map_err(|error| TlsError::Made(error.to_string()))?, ends))
            }
            Source::Files { cert, key } => {
                let certificates = certificates(cert)?;
                let text = read(key)?;
                let pem = |reason: String| TlsError::Pem { path: key.clone(), expected: "a private key", reason };
                let parsed = PrivateKeyDer::from_pem_slice(&text).map_err(|error| pem(error.to_string()))?;
                let pair = |reason| TlsError::Pair { cert: cert.clone(), key: key.clone(), reason };
                let ends = ends(&certificates);
                Ok((config(certificates, parsed).map_err(|error| pair(error.to_string()))?, ends))
            }
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|source| TlsError::File { path: path.to_owned(), source })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let pem = |reason: String| TlsError::Pem { path: path.to_owned(), expected: "certificates", reason };
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&read(path)?).collect();
    let found = found.map_err(|error| pem(error.to_string()))?;
    if found.is_empty() { Err(pem("there is none".to_owned())) } else { Ok(found) }
}

/// When the first of the certificates to end does.
fn ends(certificates: &[CertificateDer<'static>]) -> i64 {
    let end = |der: &CertificateDer<'_>| {
        let validity = Certificate::from_der(der).ok()?.tbs_certificate.validity;
        i64::try_from(validity.not_after.to_unix_duration().as_secs()).ok()
    };
    certificates.iter().filter_map(end).min().unwrap_or(0)
}

fn config(
    certificates: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<Arc<ServerConfig>, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, key)?;
    // Not HTTP/2: see the module above.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
        let key = rcgen::KeyPair::generate().expect("a key");
        let certificate = rcgen::CertificateParams::new(vec![name.to_owned()]).expect("a name").self_signed(&key);
        let (cert, file) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&cert, certificate.expect("signed").pem()).expect("written");
        fs::write(&file, key.serialize_pem()).expect("written");
        (cert, file)
    }

    #[test]
    fn a_new_certificate_takes_its_place_and_a_bad_one_does_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let (cert, key) = made(dir.path(), "one.example");
        let tls =
            Tls::new(Source::Files { cert: cert.clone(), key: key.clone() }, Connections::default()).expect("TLS");
        let current = |tls: &Tls| Arc::as_ptr(&tls.current.read().expect("whole"));
        let first = current(&tls);
        tls.tend();
        assert_eq!(current(&tls), first, "nothing has changed");
        made(dir.path(), "two.example.with.a.longer.name");
        tls.tend();
        let second = current(&tls);
        assert_ne!(second, first);
        fs::write(&key, "no key at all").expect("written");
        tls.tend();
        assert_eq!(current(&tls), second);
        let refused = Tls::new(Source::Files { cert: cert.clone(), key: key.clone() }, Connections::default())
            .expect_err("no key")
            .to_string();
        assert!(refused.contains("key.pem") && refused.contains("a private key"), "{refused}");
        fs::write(&key, rcgen::KeyPair::generate().expect("a key").serialize_pem()).expect("written");
        let refused =
            Tls::new(Source::Files { cert, key }, Connections::default()).expect_err("another key").to_string();
        assert!(refused.contains("cannot be used together"), "{refused}");
    }
}
