//! Session tokens: JWT, HS256 only. A token proves nothing but which session it names; the session itself is
//! looked up on every request.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

use crate::store::settings::Keys;

const ISSUER: &str = "bond";

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Always `bond`.
    pub iss: String,
    /// The install's id, so that another install's token is none here.
    pub aud: String,
    /// The user's id.
    pub sub: String,
    /// The session's id.
    pub sid: String,
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub iat: i64,
    /// From when it is void, in seconds since 1970-01-01 UTC.
    pub exp: i64,
}

/// Makes and reads the tokens of one install.
pub struct Tokens {
    install_id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

/// The text is not a token of this install's.
#[derive(Debug, thiserror::Error)]
#[error("not a valid token: {0}")]
pub struct InvalidToken(#[from] jsonwebtoken::errors::Error);

impl Tokens {
    /// With the install's keys.
    pub fn new(keys: &Keys) -> Tokens {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[&keys.install_id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.leeway = 0;
        // The caller compares exp with the clock it was given, so that what expires can be tested.
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
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: self.install_id.clone(),
            sub: user_id.to_string(),
            sid: sid.to_owned(),
            iat,
            exp,
        };
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)?)
    }

    /// What a token says, if it was made here; whether its time is over is for the caller to see.
    pub fn read(&self, token: &str) -> Result<Claims, InvalidToken> {
        Ok(decode(token, &self.decoding, &self.validation)?.claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    fn keys(token: u8, install_id: &str) -> Keys {
        Keys { install_id: install_id.to_owned(), token: [token; 32], csrf: [0; 32] }
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
        let sign = |claims: &serde_json::Value, algorithm| {
            encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(&[1; 32])).expect("signed")
        };
        assert!(tokens.read(&sign(&complete, Algorithm::HS256)).is_ok());
        assert!(tokens.read(&sign(&complete, Algorithm::HS512)).is_err());
        for field in ["iss", "aud", "sub", "sid", "exp"] {
            let mut claims = complete.clone();
            claims.as_object_mut().expect("an object").remove(field);
            assert!(tokens.read(&sign(&claims, Algorithm::HS256)).is_err(), "without {field}");
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
