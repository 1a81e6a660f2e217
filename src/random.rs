//! Random bytes from the operating system, for keys and for ids that must not be guessable.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Returns `LENGTH` random bytes.
pub fn random_bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).expect("the system's random source works");
    bytes
}

/// A random text of 128 bits, for ids that must not be guessable.
pub fn random_id() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<16>())
}

/// A random text of 256 bits, for secrets that somebody carries.
pub fn random_secret() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<32>())
}

/// Whether the text has the form of a [`random_id`].
pub fn is_random_id(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_differs_from_the_next_and_is_recognised() {
        let id = random_id();
        assert_ne!(id, random_id());
        assert!(is_random_id(&id));
        for other in ["", "short", "with spaces in between it", &format!("{id}A")] {
            assert!(!is_random_id(other), "{other:?}");
        }
    }
}
