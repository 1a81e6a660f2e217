//! A sign-in that is under way at the provider. Its state is in a cookie of the browser, sealed, so that the server
//! keeps nothing of it and nobody else can finish it.

use serde::{Deserialize, Serialize};

use super::super::sealed;

/// How long a user has to sign in at the provider, in seconds.
pub const LONGEST: i64 = 10 * 60;
/// Longest address to return to, in bytes: a cookie has room for 4 KB.
const LONGEST_RETURN_URL: usize = 1500;
const PURPOSE: &str = "bond-oidc-v1";

/// What the server must remember between sending a browser to the provider and its return.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The provider that was asked, by its issuer.
    pub issuer: String,
    /// Comes back with the code.
    pub state: String,
    /// Comes back in the ID token.
    pub nonce: String,
    /// Proves to the provider that the code is used by whoever asked for it.
    pub verifier: String,
    /// The address of the page to open afterwards.
    pub return_url: Option<String>,
    /// When it expires, in seconds since 1970-01-01 UTC.
    pub ends_at: i64,
}

/// Seals pending sign-ins. Its key lasts as long as the process.
pub struct Seal(sealed::Seal);

impl Seal {
    pub fn new() -> Seal {
        Seal(sealed::Seal::of_process())
    }

    /// The value of the cookie.
    pub fn close(&self, pending: &Pending) -> Option<String> {
        self.0.close(pending, PURPOSE)
    }

    /// What is in the cookie, if this process sealed it and it has not expired.
    pub fn open(&self, cookie: &str, now: i64) -> Option<Pending> {
        self.0.open(cookie, PURPOSE).filter(|pending: &Pending| now < pending.ends_at)
    }
}

/// The address if it is one of this server. The page checks again which of its screens it names.
pub fn own_address(address: &str) -> Option<String> {
    let is_path = address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\");
    let is_plain = !address.contains(|c: char| c == '\\' || c.is_control());
    (is_path && is_plain && address.len() <= LONGEST_RETURN_URL).then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending() -> Pending {
        Pending {
            issuer: "i".to_owned(),
            state: "s".to_owned(),
            nonce: "n".to_owned(),
            verifier: "v".to_owned(),
            return_url: None,
            ends_at: 100,
        }
    }

    #[test]
    fn only_the_process_that_sealed_it_opens_it_while_it_lasts() {
        let seal = Seal::new();
        let cookie = seal.close(&pending()).expect("sealed");
        assert_eq!(seal.open(&cookie, 99), Some(pending()));
        assert_eq!(seal.open(&cookie, 100), None);
        assert_eq!(Seal::new().open(&cookie, 99), None);
        for (index, byte) in cookie.bytes().enumerate() {
            let mut changed = cookie.clone().into_bytes();
            changed[index] = if byte == b'A' { b'B' } else { b'A' };
            assert_eq!(seal.open(&String::from_utf8(changed).expect("text"), 99), None, "{index}");
        }
        for other in ["", "AAAA", "*"] {
            assert_eq!(seal.open(other, 99), None, "{other}");
        }
        assert!(!cookie.contains("verifier") && cookie != seal.close(&pending()).expect("sealed"));
    }

    #[test]
    fn a_browser_returns_to_this_server_only() {
        assert_eq!(own_address("/user-dashboard?x=1").as_deref(), Some("/user-dashboard?x=1"));
        for other in ["", "//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\nb", "/a\\b"] {
            assert_eq!(own_address(other), None, "{other}");
        }
        assert_eq!(own_address(&format!("/{}", "x".repeat(LONGEST_RETURN_URL))), None);
    }
}
