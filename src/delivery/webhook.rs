//! Posts JSON to a webhook, signed so that the receiver knows that this install sent it.
//!
//! Which addresses are allowed is decided before, by the names of their hosts (`webhook_hosts`). What a name resolves to is
//! not looked at: whoever lists a name trusts whoever says where it leads.

use std::time::Duration;

use crate::auth::hs256::HmacKey;
use crate::egress::{Egress, Purpose};
use crate::store::destinations::host_of;
use crate::trust::Trust;

/// How long the connection, and all of it, may take.
const CONNECT: Duration = Duration::from_secs(5);
const LIMIT: Duration = Duration::from_secs(15);
/// The longest text of a failure that is repeated, in characters.
const LONGEST_REASON: usize = 300;

/// The header that has the time and the signature.
pub const SIGNATURE: &str = "bond-signature";

/// The time of a signature, and the authentication code of `<time>.<body>` (HMAC-SHA256) as hexadecimal digits.
pub fn signature(secret: &str, at: i64, body: &str) -> String {
    let code = HmacKey::new(secret.as_bytes()).sign(format!("{at}.{body}").as_bytes());
    let code: String = code.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={at},v1={code}")
}

/// Posts a body. Any answer but 2xx is a failure; redirects are not followed, and what an answer says is not read.
///
/// # Errors
/// What went wrong, without the path of the address.
pub fn post(
    egress: &Egress,
    trust: &Trust,
    address: &str,
    (secret, at): (&str, i64),
    body: &str,
) -> Result<(), String> {
    let limits = trust.http().timeout_connect(Some(CONNECT)).timeout_global(Some(LIMIT));
    let config = limits.max_idle_connections(0).build();
    let request = egress
        .agent(Purpose::Webhook, config)
        .post(address)
        .header("content-type", "application/json")
        .header(SIGNATURE, signature(secret, at, body));
    let host = host_of(address);
    let answer = request.send(body).map_err(|error| match trust.advice(&error) {
        Some(advice) => format!("the certificate of {host} is not trusted: {advice}"),
        None => {
            let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
            let said: String = error.to_string().chars().map(plain).take(LONGEST_REASON).collect();
            format!("{host}: {said}")
        }
    })?;
    match answer.status().as_u16() {
        200..=299 => Ok(()),
        status @ 300..=399 => {
            Err(format!("{host} answered {status}: redirects are not followed; give the address itself"))
        }
        status => Err(format!("{host} answered {status}; look at what the receiver says about it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code was computed with Python's hmac.
    #[test]
    fn a_signature_has_the_time_and_the_code_of_time_and_body() {
        let signed = signature("secret", 1_700_000_000, "{\"a\":1}");
        assert_eq!(signed, "t=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686");
        assert_ne!(signed, signature("secret", 1_700_000_001, "{\"a\":1}"));
        assert_ne!(signed, signature("other", 1_700_000_000, "{\"a\":1}"));
    }
}
