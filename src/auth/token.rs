//! Session tokens: JWT, HS256 only. A token only names a session, which is looked up on every request.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use super::hs256;
use crate::store::keys::Keys;

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
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

/// The token was not signed by this install.
#[derive(Debug, thiserror::Error)]
#[error("not a valid token: {0}")]
pub struct InvalidToken(#[from] jsonwebtoken::errors::Error);

impl Tokens {
    /// With the install's keys.
    pub fn new(keys: &Keys) -> Tokens {
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[&keys.install_id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.leeway = 0;
        // The caller compares exp with its own clock, which tests set.
        validation.validate_exp = false;
        Tokens {
            install_id: keys.install_id.clone(),
            encoding: EncodingKey::from_secret(&keys.token),
            decoding: DecodingKey::from_secret(&keys.token),
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
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)?)
    }

    /// Verifies a token and returns its claims. The caller checks whether it has expired.
    pub fn read(&self, token: &str) -> Result<TokenClaims, InvalidToken> {
        Ok(decode(token, &self.decoding, &self.validation)?.claims)
    }
}

#[cfg(test)]
mod tests {
    use super::super::hs256::HmacKey;
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    fn keys(token: u8, install_id: &str) -> Keys {
        Keys { install_id: install_id.to_owned(), token: [token; 32], csrf: [0; 32], member: [0; 32] }
    }

    /// Signed with HMAC-SHA256 whatever algorithm it names.
    fn signed(algorithm: &str, claims: &serde_json::Value) -> String {
        let text = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", text(&json!({"typ": "JWT", "alg": algorithm})), text(claims));
        let code = HmacKey::new(&[1; 32]).sign(message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(code))
    }

    /// A token that an earlier release made with the same key: sessions outlive an update.
    #[test]
    fn a_token_of_an_earlier_release_is_valid() {
        let earlier = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJib25kIiwiYXVkIjoiaGVyZSIsInN1YiI6IjUiLCJzaWQiOiJzIiwiaWF0IjoxMDAsImV4cCI6MjAwfQ.7Qx2Ip1CXHHS8mma_EUIeVCZUoE4kjYXPPq0lWmR23M";
        let tokens = Tokens::new(&keys(1, "here"));
        assert_eq!(tokens.read(earlier).expect("valid").sid, "s");
        assert_eq!(tokens.sign("s", 5, 100, 200).expect("signed"), earlier);
    }

    #[test]
    fn a_token_reads_back_what_was_signed() {
        let tokens = Tokens::new(&keys(1, "here"));
        let token = tokens.sign("s", 5, 100, 200).expect("signed");
        let claims = tokens.read(&token).expect("valid");
        assert_eq!((claims.sid.as_str(), claims.sub.as_str(), claims.iat, claims.exp), ("s", "5", 100, 200));
    }

    #[test]
    fn a_token_of_another_key_install_or_issuer_is_refused() {
        let tokens = Tokens::new(&keys(1, "here"));
        let other_key = Tokens::new(&keys(2, "here")).sign("s", 5, 100, 200).expect("signed");
        let other_install = Tokens::new(&keys(1, "there")).sign("s", 5, 100, 200).expect("signed");
        assert!(tokens.read(&other_key).is_err());
        assert!(tokens.read(&other_install).is_err());
        let complete = json!({"iss": "bond", "aud": "here", "sub": "5", "sid": "s", "iat": 1, "exp": 2});
        let sign = |claims: &serde_json::Value| signed("HS256", claims);
        assert!(tokens.read(&sign(&complete)).is_ok());
        assert!(tokens.read(&signed("HS512", &complete)).is_err());
        for field in ["iss", "aud", "sub", "sid", "exp"] {
            let mut claims = complete.clone();
            claims.as_object_mut().expect("an object").remove(field);
            assert!(tokens.read(&sign(&claims)).is_err(), "without {field}");
        }
    }

    #[test]
    fn unsigned_and_altered_tokens_are_refused() {
        let tokens = Tokens::new(&keys(1, "here"));
        let token = tokens.sign("s", 5, 100, 200).expect("signed");
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
        assert!(tokens.read(&format!("{none}.{claims}.")).is_err());
        let richer =
            URL_SAFE_NO_PAD.encode(r#"{"iss":"bond","aud":"here","sub":"1","sid":"s","iat":1,"exp":9999999999}"#);
        assert!(tokens.read(&format!("{header}.{richer}.{signature}")).is_err());
        for nonsense in ["", "a", "a.b.c", "...", "\u{1F511}"] {
            assert!(tokens.read(nonsense).is_err(), "{nonsense:?}");
        }
    }
}
