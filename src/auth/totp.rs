//! Codes that change with the time (RFC 6238): six digits, HMAC-SHA-1, 30 seconds, which every authenticator app takes.

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use sha1::Sha1;

/// How long a code lasts, in seconds.
const PERIOD: i64 = 30;
/// How many steps of time a device's clock may be off.
const DRIFT: i64 = 1;
/// Digits of a code.
pub const DIGITS: usize = 6;

/// The secret of a device.
pub type Secret = [u8; 20];

/// A QR code as a path of squares.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct Qr {
    /// Squares in a row and a column, with the empty ones around them.
    pub size: i32,
    /// The dark squares, as the `d` of an SVG path.
    pub path: String,
}

/// The step of time of a code, if it is one of now; the clock of the device may be a step off. `now` is in seconds since
/// 1970-01-01 UTC.
pub fn step_of(secret: &Secret, code: &str, now: i64) -> Option<i64> {
    let step = now.div_euclid(PERIOD);
    // All are computed, so that the time says nothing.
    let found: Vec<i64> = (step - DRIFT..=step + DRIFT).filter(|step| self::code(secret, *step) == code).collect();
    // The latest, so that the code is not taken again in its own step.
    found.last().copied()
}

/// The code of a step of time (RFC 4226).
pub fn code(secret: &Secret, step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let offset = usize::from(hash[hash.len() - 1] & 0xf);
    let number = hash[offset..offset + 4].iter().fold(0, |number: u32, byte| number << 8 | u32::from(*byte));
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// A secret as people type it (RFC 4648, base 32).
pub fn base32(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in bytes {
        bits = (bits << 8 | u32::from(*byte)) & 0xfff;
        count += 8;
        while count >= 5 {
            count -= 5;
            text.push(char::from(LETTERS[(bits >> count & 31) as usize]));
        }
    }
    if count > 0 {
        text.push(char::from(LETTERS[(bits << (5 - count) & 31) as usize]));
    }
    text
}

/// The address that an authenticator app reads.
pub fn address(issuer: &str, login: &str, secret: &Secret) -> String {
    let (issuer, login) = (escaped(issuer), escaped(login));
    format!("otpauth://totp/{issuer}:{login}?secret={}&issuer={issuer}", base32(secret))
}

/// A text as a part of an address. A colon would end the issuer.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
        escaped
    })
}

/// A text as a QR code; None for one that is too long.
pub fn qr(text: &str) -> Option<Qr> {
    const QUIET: i32 = 4;
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(Qr { size: code.size() + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &Secret = b"12345678901234567890";

    /// RFC 6238, appendix B, the last six of eight digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (at, wanted) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(SECRET, at / PERIOD), wanted, "{at}");
        }
    }

    #[test]
    fn a_code_is_taken_one_step_early_or_late() {
        let at = 1_111_111_111;
        let of = code(SECRET, at / PERIOD);
        let step = at / PERIOD;
        for (now, wanted) in [
            (at - 2 * PERIOD, None),
            (at - PERIOD, Some(step)),
            (at, Some(step)),
            (at + PERIOD, Some(step)),
            (at + 2 * PERIOD, None),
        ] {
            assert_eq!(step_of(SECRET, &of, now), wanted, "{now}");
        }
        for other in ["", "05047", "0504711", "050472", "０５０４７１"] {
            assert_eq!(step_of(SECRET, other, at), None, "{other}");
        }
    }

    /// RFC 4648, section 10, without padding.
    #[test]
    fn secrets_are_written_in_base_32() {
        for (plain, wanted) in
            [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("foobar", "MZXW6YTBOI")]
        {
            assert_eq!(base32(plain.as_bytes()), wanted, "{plain}");
        }
    }

    #[test]
    fn an_app_reads_issuer_and_login_whatever_they_are() {
        let address = address("Harbor: Rewards", "ann+b@example.com", SECRET);
        assert_eq!(
            address,
            "otpauth://totp/Harbor%3A%20Rewards:ann%2Bb@example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Harbor%3A%20Rewards"
        );
        let code = qr(&address).expect("short enough");
        assert!(code.size > 40 && code.path.starts_with("M4 4h1v1h-1z"), "{code:?}");
        assert!(qr(&"x".repeat(4000)).is_none());
    }
}
