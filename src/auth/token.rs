//! Session tokens: JWT, HS256 only. A token only names a session, which is looked up on every request.

use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};

use super::hs256;
use crate::store::keys::SigningKey;

const ISSUER: &str = "bond";

/// The claims of a session token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenClaims {
    /// Always `bond`.
    pub iss: String,
    /// The install's id, so that another install's token is not valid here.
    pub aud: String,
    /// The user's id.
    pub sub: String,
    /// The session's id.
    pub sid: String,
    /// When it was issued, in seconds since 1970-01-01 UTC.
    pub iat: i64,
    /// When it expires, in seconds since 1970-01-01 UTC.
    pub exp: i64,
}

/// Signs and reads the tokens of one install.
pub struct Tokens {
    install_id: String,
    kid: String,
    encoding: EncodingKey,
    accepted: Vec<Accepted>,
    validation: Validation,
}

struct Accepted {
    kid: String,
    key: DecodingKey,
    /// Seconds since 1970-01-01 UTC; None for the key that signs.
    until: Option<i64>,
}

/// The token was not signed by this install.
#[derive(Debug, thiserror::Error)]
#[error("not a valid token: {0}")]
pub struct InvalidToken(#[from] Error);

impl Tokens {
    /// With the install's signing keys, of which the first one signs.
    ///
    /// # Panics
    /// There is no key.
    pub fn new(install_id: &str, keys: &[SigningKey]) -> Tokens {
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[install_id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.leeway = 0;
        // The caller compares exp with its own clock, which tests set.
        validation.validate_exp = false;
        let accepted = keys.iter().map(|key| Accepted {
            kid: key.id.clone(),
            key: DecodingKey::from_secret(&key.token),
            until: key.accepted_until,
        });
        Tokens {
            install_id: install_id.to_owned(),
            kid: keys[0].id.clone(),
            encoding: EncodingKey::from_secret(&keys[0].token),
            accepted: accepted.collect(),
            validation,
        }
    }

    /// A token for a session that ends at `exp` (seconds since 1970-01-01 UTC).
    pub fn sign(&self, sid: &str, user_id: i64, iat: i64, exp: i64) -> Result<String, InvalidToken> {
        let claims = TokenClaims {
            iss: ISSUER.to_owned(),
            aud: self.install_id.clone(),
            sub: user_id.to_string(),
            sid: sid.to_owned(),
            iat,
            exp,
        };
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::HS256) };
        Ok(encode(&header, &claims, &self.encoding)?)
    }

    /// Verifies a token and returns its claims. `now`, in seconds since 1970-01-01 UTC, decides which keys are still
    /// accepted; the caller checks whether the token itself has expired.
    pub fn read(&self, token: &str, now: i64) -> Result<TokenClaims, InvalidToken> {
        let kid = decode_header(token)?.kid;
        let key = self.accepted.iter().find(|one| kid.as_deref() == Some(&one.kid));
        let key = key.filter(|one| one.until.is_none_or(|until| now < until));
        let key = key.ok_or_else(|| Error::from(ErrorKind::InvalidSignature))?;
        Ok(decode(token, &key.key, &self.validation)?.claims)
    }
}

#[cfg(test)]
mod tests {
    use super::super::hs256::HmacKey;
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    const NOW: i64 = 150;

    fn key(byte: u8, accepted_until: Option<i64>) -> SigningKey {
        SigningKey { id: format!("k{byte}"), token: [byte; 32], csrf: [0; 32], created_at: 0, accepted_until }
    }

    fn tokens_of(byte: u8, install_id: &str) -> Tokens {
        Tokens::new(install_id, &[key(byte, None)])
    }

    /// Signed with HMAC-SHA256 whatever algorithm it names.
    fn signed(algorithm: &str, claims: &serde_json::Value) -> String {
        let text = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", text(&json!({"typ": "JWT", "alg": algorithm, "kid": "k1"})), text(claims));
        let code = HmacKey::new(&[1; 32]).sign(message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(code))
    }

    /// Fixed, so that sessions outlive an update.
    #[test]
    fn a_token_of_this_release_stays_valid() {
        let token = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJib25kIiwiYXVkIjoiaGVyZSIsInN1YiI6IjUiLCJzaWQiOiJzIiwiaWF0IjoxMDAsImV4cCI6MjAwfQ.E5hTE0ipGGN4Ep3jGf3E0L_i8OEIzMILeVQtgfIC5Nk";
        let tokens = tokens_of(1, "here");
        assert_eq!(tokens.read(token, NOW).expect("valid").sid, "s");
        assert_eq!(tokens.sign("s", 5, 100, 200).expect("signed"), token);
    }

    #[test]
    fn the_token_of_an_earlier_key_is_valid_until_the_time_of_the_key_is_over() {
        let old = tokens_of(1, "here").sign("s", 5, 100, 200).expect("signed");
        let rotated = Tokens::new("here", &[key(2, None), key(1, Some(180))]);
        assert_eq!(rotated.read(&old, 179).expect("valid").sid, "s");
        assert!(rotated.read(&old, 180).is_err());
        assert!(tokens_of(2, "here").read(&old, 100).is_err());
        let new = rotated.sign("s", 5, 100, 200).expect("signed");
        assert!(tokens_of(2, "here").read(&new, 100).is_ok());
        // A key's id does not make another key's signature valid.
        let [_, claims, signature] = old.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
        let header = new.split('.').next().expect("a header");
        assert!(rotated.read(&format!("{header}.{claims}.{signature}"), 100).is_err());
    }

    #[test]
    fn a_token_reads_back_what_was_signed() {
        let tokens = tokens_of(1, "here");
        let token = tokens.sign("s", 5, 100, 200).expect("signed");
        let claims = tokens.read(&token, NOW).expect("valid");
        assert_eq!((claims.sid.as_str(), claims.sub.as_str(), claims.iat, claims.exp), ("s", "5", 100, 200));
    }

    #[test]
    fn a_token_of_another_key_install_or_issuer_is_refused() {
        let tokens = tokens_of(1, "here");
        let other_key = tokens_of(2, "here").sign("s", 5, 100, 200).expect("signed");
        let other_install = tokens_of(1, "there").sign("s", 5, 100, 200).expect("signed");
        assert!(tokens.read(&other_key, NOW).is_err());
        assert!(tokens.read(&other_install, NOW).is_err());
        let complete = json!({"iss": "bond", "aud": "here", "sub": "5", "sid": "s", "iat": 1, "exp": 2});
        let sign = |claims: &serde_json::Value| signed("HS256", claims);
        assert!(tokens.read(&sign(&complete), NOW).is_ok());
        assert!(tokens.read(&signed("HS512", &complete), NOW).is_err());
        for field in ["iss", "aud", "sub", "sid", "exp"] {
            let mut claims = complete.clone();
            claims.as_object_mut().expect("an object").remove(field);
            assert!(tokens.read(&sign(&claims), NOW).is_err(), "without {field}");
        }
    }

    #[test]
    fn unsigned_and_altered_tokens_are_refused() {
        let tokens = tokens_of(1, "here");
        let token = tokens.sign("s", 5, 100, 200).expect("signed");
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
        assert!(tokens.read(&format!("{none}.{claims}."), NOW).is_err());
        let richer =
            URL_SAFE_NO_PAD.encode(r#"{"iss":"bond","aud":"here","sub":"1","sid":"s","iat":1,"exp":9999999999}"#);
        assert!(tokens.read(&format!("{header}.{richer}.{signature}"), NOW).is_err());
        for nonsense in ["", "a", "a.b.c", "...", "\u{1F511}"] {
            assert!(tokens.read(nonsense, NOW).is_err(), "{nonsense:?}");
        }
    }
}
