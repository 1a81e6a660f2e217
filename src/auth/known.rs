//! The cookie of a browser that has signed in before: it names, by a code that only this install can make, the logins that
//! have signed in there. While others attack a login, its user keeps a way in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::keyring::Ring;

/// The largest number of logins that a browser keeps.
const MOST: usize = 5;

/// Whether a browser has signed in with a login before. `cookie` is the value of its cookie, `now` in seconds since
/// 1970-01-01 UTC.
pub fn knows(ring: &Ring, cookie: &str, browser: &str, login_key: &str, now: i64) -> bool {
    codes(cookie).any(|(_, code)| ring.accepted_csrf(now).any(|key| key.is_code_of_browser(&code, browser, login_key)))
}

/// The value of the cookie after a sign-in.
pub fn with_login(ring: &Ring, cookie: &str, browser: &str, login_key: &str) -> String {
    let new = ring.csrf().code_of_browser(browser, login_key);
    let others = codes(cookie).filter(|(_, code)| *code != new).map(|(text, _)| text.to_owned());
    let all: Vec<String> = std::iter::once(URL_SAFE_NO_PAD.encode(new)).chain(others).take(MOST).collect();
    all.join(".")
}

fn codes(cookie: &str) -> impl Iterator<Item = (&str, [u8; 32])> {
    let code = |text| URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok();
    cookie.split('.').take(MOST).filter_map(move |text| Some((text, code(text)?)))
}

#[cfg(test)]
mod tests {
    use super::super::keyring::Keyring;
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_browser_knows_the_last_five_logins_that_signed_in_there() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let keyring = Keyring::new(&store).expect("keys");
        let ring = keyring.ring().expect("read");
        let mut cookie = String::new();
        for login in ["a", "b", "c", "b", "d", "e", "f"] {
            cookie = with_login(&ring, &cookie, "laptop", login);
        }
        let known = |login: &str| knows(&ring, &cookie, "laptop", login, 0);
        assert_eq!(["a", "b", "c", "d", "e", "f"].map(known), [false, true, true, true, true, true]);
        assert!(!knows(&ring, &cookie, "another browser", "b", 0));
        for cookie in ["", ".", "....", "b", &"A".repeat(43), &"x.".repeat(1000)] {
            assert!(!knows(&ring, cookie, "laptop", "b", 0), "{cookie}");
        }
        store.rotate_signing_key(0, true).expect("rotated");
        assert!(!knows(&keyring.ring().expect("read"), &cookie, "laptop", "b", 0), "with another key");
    }
}
