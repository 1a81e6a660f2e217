//! Authorities and certificates for servers that tests run.

use std::path::Path;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;

/// An authority with a name of its own.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pub pem: String,
}

/// A certificate with its key.
pub(crate) struct Issued {
    certificate: rcgen::Certificate,
    key: KeyPair,
}

impl Authority {
    pub fn new(name: &str) -> Authority {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        let key = KeyPair::generate().expect("a key");
        let pem = params.self_signed(&key).expect("signed").pem();
        Authority { issuer: Issuer::new(params, key), pem }
    }

    pub fn issue(&self, name: &str, change: impl FnOnce(&mut CertificateParams)) -> Issued {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        Issued { certificate: params.signed_by(&key, &self.issuer).expect("signed"), key }
    }

    /// What a server on this machine presents.
    pub fn good(&self) -> Arc<ServerConfig> {
        self.issue("127.0.0.1", |_| ()).server()
    }

    /// Its certificate in a file of this folder.
    pub fn file(&self, folder: &Path, name: &str) -> String {
        write(folder, name, &self.pem)
    }
}

impl Issued {
    pub fn server(&self) -> Arc<ServerConfig> {
        let key = PrivatePkcs8KeyDer::from(self.key.serialize_der()).into();
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ServerConfig::builder_with_provider(ring).with_safe_default_protocol_versions();
        let config = versions.expect("versions").with_no_client_auth();
        Arc::new(config.with_single_cert(vec![self.certificate.der().clone()], key).expect("a pair"))
    }

    /// The certificate and its key, in two files of this folder.
    pub fn files(&self, folder: &Path) -> [String; 2] {
        [write(folder, "server.pem", &self.certificate.pem()), write(folder, "server.key", &self.key.serialize_pem())]
    }
}

/// The path of a new file with this text.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("text").to_owned()
}
