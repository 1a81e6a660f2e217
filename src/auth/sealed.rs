//! Values that only this install reads: sealed with AES-256-GCM, for a browser or the store to keep.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::random::random_bytes;

const NONCE_BYTES: usize = 12;

/// Seals values.
pub struct Seal(Aes256Gcm);

impl Seal {
    /// With a key that lasts as long as the process.
    pub fn of_process() -> Seal {
        Seal::with(&random_bytes())
    }

    /// With a key that is kept.
    pub fn with(key: &[u8; 32]) -> Seal {
        Seal(Aes256Gcm::new(key.into()))
    }

    /// Seals bytes. What they are for is not in them: they open for nothing else.
    pub fn close_bytes(&self, plain: &[u8], purpose: &str) -> Option<Vec<u8>> {
        let nonce = random_bytes::<NONCE_BYTES>();
        let sealed = self.0.encrypt(&Nonce::from(nonce), Payload { msg: plain, aad: purpose.as_bytes() }).ok()?;
        Some([&nonce[..], &sealed].concat())
    }

    /// What was sealed for a purpose.
    pub fn open_bytes(&self, sealed: &[u8], purpose: &str) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        self.0.decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: purpose.as_bytes() }).ok()
    }

    /// Seals a value as a text for a cookie or a call.
    pub fn close<T: Serialize>(&self, value: &T, purpose: &str) -> Option<String> {
        Some(URL_SAFE_NO_PAD.encode(self.close_bytes(&serde_json::to_vec(value).ok()?, purpose)?))
    }

    /// The value in a text, if it was sealed here for this purpose.
    pub fn open<T: DeserializeOwned>(&self, text: &str, purpose: &str) -> Option<T> {
        let plain = self.open_bytes(&URL_SAFE_NO_PAD.decode(text).ok()?, purpose)?;
        serde_json::from_slice(&plain).ok()
    }
}
