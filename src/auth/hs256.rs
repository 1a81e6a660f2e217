//! HMAC-SHA256 for session tokens and request-forgery cookies.
//!
//! jsonwebtoken takes its cryptography from a provider. Its own providers bring every algorithm of JWT along, RSA and
//! elliptic curves among them; this one signs and verifies HS256 and refuses the rest.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use sha2::Sha256;

/// A key of HMAC-SHA256.
#[derive(Clone)]
pub struct HmacKey(Hmac<Sha256>);

impl HmacKey {
    /// A key of any length.
    pub fn new(key: &[u8]) -> HmacKey {
        HmacKey(Hmac::new_from_slice(key).expect("HMAC takes a key of any length"))
    }

    /// Computes the authentication code of a message.
    pub fn sign(&self, message: &[u8]) -> [u8; 32] {
        self.0.clone().chain_update(message).finalize().into_bytes().into()
    }

    /// Whether this is the authentication code of a message, in constant time.
    pub fn verify(&self, message: &[u8], code: &[u8]) -> bool {
        self.0.clone().chain_update(message).verify_slice(code).is_ok()
    }
}

impl Signer<Vec<u8>> for HmacKey {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.sign(message).to_vec())
    }
}

impl Verifier<Vec<u8>> for HmacKey {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        if HmacKey::verify(self, message, signature) { Ok(()) } else { Err(Error::new()) }
    }
}

impl JwtSigner for HmacKey {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for HmacKey {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    // For published keys, which these are not.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes jsonwebtoken use this provider.
pub fn install() {
    // Installed once per process; a second call has no effect.
    let _ = PROVIDER.install_default();
}

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    match algorithm {
        Algorithm::HS256 => Ok(Box::new(HmacKey::new(key.as_bytes()))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    match algorithm {
        Algorithm::HS256 => Ok(Box::new(HmacKey::new(key.try_get_as_bytes()?))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test case 2 of RFC 4231.
    #[test]
    fn codes_match_the_standard() {
        let key = HmacKey::new(b"Jefe");
        let message = b"what do ya want for nothing?";
        let hex: String = key.sign(message).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert!(key.verify(message, &key.sign(message)));
        assert!(!key.verify(message, &key.sign(message)[..31]));
        assert!(!key.verify(b"something else", &key.sign(message)));
    }
}
