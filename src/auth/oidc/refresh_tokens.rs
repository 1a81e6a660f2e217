//! Refresh tokens are kept sealed, with a key in a file of its own: neither a copy of the store nor a backup opens them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};

use crate::platform::files;
use crate::random::random_bytes;

/// The file in the data directory. Backups do not have it.
const FILE: &str = "oidc.key";
const VERSION: &str = "bond-refresh-v1";
const NONCE_BYTES: usize = 12;

/// Seals refresh tokens. The key is made with the first one.
pub struct RefreshSeal(PathBuf);

impl RefreshSeal {
    pub fn of(data_dir: &Path) -> RefreshSeal {
        RefreshSeal(data_dir.join(FILE))
    }

    /// Seals the token of an identity.
    ///
    /// # Errors
    /// Why the key cannot be read or made.
    pub fn close(&self, token: &str, issuer: &str, subject: &str) -> Result<Vec<u8>, String> {
        let key = match self.key() {
            Some(key) => key,
            None => self.make().map_err(|error| format!("{}: {error}", self.0.display()))?,
        };
        let (nonce, aad) = (random_bytes::<NONCE_BYTES>(), bound(issuer, subject));
        let payload = Payload { msg: token.as_bytes(), aad: aad.as_bytes() };
        let sealed = Aes256Gcm::new((&key).into()).encrypt(&Nonce::from(nonce), payload);
        Ok([&nonce[..], &sealed.map_err(|error| error.to_string())?].concat())
    }

    /// The token of an identity; None if it was sealed with another key, as after a restore.
    pub fn open(&self, sealed: &[u8], issuer: &str, subject: &str) -> Option<String> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let aad = bound(issuer, subject);
        let payload = Payload { msg: sealed, aad: aad.as_bytes() };
        let plain = Aes256Gcm::new((&self.key()?).into()).decrypt(&Nonce::from(*nonce), payload).ok()?;
        String::from_utf8(plain).ok()
    }

    fn key(&self) -> Option<[u8; 32]> {
        fs::read(&self.0).ok()?.try_into().ok()
    }

    /// Makes a key, in place of a damaged one.
    fn make(&self) -> std::io::Result<[u8; 32]> {
        let (key, part) = (random_bytes::<32>(), self.0.with_extension("part"));
        let mut file = files::private_file().write(true).create(true).truncate(true).open(&part)?;
        file.write_all(&key)?;
        file.sync_all()?;
        drop(file);
        files::rename(&part, &self.0)?;
        Ok(key)
    }
}

fn bound(issuer: &str, subject: &str) -> String {
    [VERSION, issuer, subject].join("\0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_with_the_key_of_the_install_and_for_its_identity_only() {
        let (here, there) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
        let seal = RefreshSeal::of(here.path());
        assert_eq!(seal.open(b"a sealed text of some length", "i", "s"), None, "there is no key yet");
        let sealed = seal.close("secret", "i", "s").expect("sealed");
        assert!(!sealed.windows(6).any(|bytes| bytes == b"secret"));
        assert_eq!(RefreshSeal::of(here.path()).open(&sealed, "i", "s").as_deref(), Some("secret"), "after a restart");
        assert_eq!((seal.open(&sealed, "i", "t"), seal.open(&sealed, "j", "s")), (None, None));
        let other = RefreshSeal::of(there.path());
        other.close("x", "i", "s").expect("sealed");
        assert_eq!(other.open(&sealed, "i", "s"), None);
        assert!(!files::is_readable_by_all(&here.path().join(FILE)));
        fs::write(here.path().join(FILE), "damaged").expect("written");
        assert_eq!(seal.open(&sealed, "i", "s"), None);
        let again = seal.close("secret", "i", "s").expect("sealed with a new key");
        assert_eq!(seal.open(&again, "i", "s").as_deref(), Some("secret"));
    }
}
