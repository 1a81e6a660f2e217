//! Bond's own authority: for networks without one, it issues the server's certificate. Browsers trust it once its file is
//! installed there.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest, Sha256};

use super::{TlsError, certificates};
use crate::platform::{files, machine};

/// An authority in a folder: `authority.pem`, its certificate, and `authority.key`.
#[derive(Debug)]
pub struct Authority {
    certificate: CertificateDer<'static>,
    pem: String,
    key: PathBuf,
    names: Vec<String>,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Authority {
    /// Opens the authority in a folder, and makes it where there is none. It issues certificates for `names` (host names
    /// and addresses) and for this machine.
    pub fn open(folder: &Path, mut names: Vec<String>) -> Result<Authority, TlsError> {
        let (path, key) = (folder.join("authority.pem"), folder.join("authority.key"));
        if !path.exists() {
            make(folder, &path, &key)?;
        }
        names.extend(names_of_machine());
        names.sort();
        names.dedup();
        let pem = String::from_utf8_lossy(&super::read(&path)?).into_owned();
        let certificate = certificates(&path)?.swap_remove(0);
        Ok(Authority { certificate, pem, key, names })
    }

    /// Its certificate, in PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// The SHA-256 of its certificate, as browsers show it.
    pub fn fingerprint(&self) -> String {
        Sha256::digest(&self.certificate).iter().enumerate().fold(String::new(), |mut text, (at, byte)| {
            let _ = write!(text, "{}{byte:02X}", if at == 0 { "" } else { ":" });
            text
        })
    }

    /// A new certificate of the server with its key.
    pub(super) fn issue(&self) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), TlsError> {
        let text = String::from_utf8_lossy(&super::read(&self.key)?).into_owned();
        let issuer = Issuer::new(params(), KeyPair::from_pem(&text).map_err(failed)?);
        let mut params = CertificateParams::new(self.names.clone()).map_err(failed)?;
        params.distinguished_name.push(DnType::CommonName, "Bond");
        params.use_authority_key_identifier_extension = true;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        // Longer ones are refused by some browsers.
        (params.not_before, params.not_after) = valid(DAY * 397);
        let key = KeyPair::generate().map_err(failed)?;
        let issued = params.signed_by(&key, &issuer).map_err(failed)?;
        let der = PrivatePkcs8KeyDer::from(key.serialize_der());
        Ok((vec![issued.der().clone(), self.certificate.clone()], der.into()))
    }
}

fn failed(error: rcgen::Error) -> TlsError {
    TlsError::Made(error.to_string())
}

fn valid(time: Duration) -> (time::OffsetDateTime, time::OffsetDateTime) {
    let now = SystemTime::now();
    // The clocks of clients may be behind.
    ((now - DAY).into(), (now - DAY + time).into())
}

/// What certificates say of the authority that issued them: always the same, so that its key is all there is to keep.
fn params() -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Bond's own authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn make(folder: &Path, certificate: &Path, key: &Path) -> Result<(), TlsError> {
    let pair = KeyPair::generate().map_err(failed)?;
    let mut params = params();
    (params.not_before, params.not_after) = valid(DAY * 3650);
    let made = params.self_signed(&pair).map_err(failed)?;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source: io::Error| TlsError::File { path, source }
    };
    files::make_folders(folder).map_err(at(folder))?;
    // The certificate last: where there is one, there is its key.
    for (path, text) in [(key, pair.serialize_pem()), (certificate, made.pem())] {
        let file = files::private_file().write(true).create(true).truncate(true).open(path);
        file.and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .map_err(at(path))?;
    }
    Ok(())
}

/// Under what names and addresses others may reach this machine.
fn names_of_machine() -> Vec<String> {
    let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
    let hostname = machine::host_name().to_ascii_lowercase();
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
    if !hostname.is_empty() && is_name(&hostname) {
        names.push(format!("{hostname}.local"));
        names.push(hostname);
    }
    names.extend(machine::addresses());
    names
}

#[cfg(test)]
mod tests {
    use rustls::pki_types::pem::PemObject;

    use super::*;

    #[test]
    fn the_authority_stays_and_nobody_else_may_read_its_key() {
        let dir = tempfile::tempdir().expect("a directory");
        let folder = dir.path().join("tls");
        let first = Authority::open(&folder, vec!["bond.example".to_owned()]).expect("made");
        let again = Authority::open(&folder, vec![]).expect("opened");
        assert_eq!(first.fingerprint(), again.fingerprint());
        assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
        assert!(first.names.contains(&"bond.example".to_owned()) && first.names.contains(&"127.0.0.1".to_owned()));
        for name in ["authority.pem", "authority.key"] {
            let rights = files::rights(&std::fs::metadata(folder.join(name)).expect("there"));
            assert!(rights.is_none_or(|rights| rights.mode == 0o600), "{name}: {rights:?}");
        }
        let (certificates, _) = first.issue().expect("issued");
        assert_eq!((certificates.len(), &certificates[1]), (2, &first.certificate));
        assert!(CertificateDer::from_pem_slice(first.pem().as_bytes()).is_ok());
    }
}
