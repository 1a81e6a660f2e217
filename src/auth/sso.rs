//! The format of single sign-on links: three texts, `aa`, `bb` and `cc`, with which another system that has a key of
//! this install signs a user in. docs/single-sign-on.md describes it for authors of such systems.
//!
//! `aa` names the key, `bb` is a nonce of 96 bits and `cc` the claims, sealed with AES-256-GCM under that key and
//! nonce. The additional data binds them to each other and to the install.

use std::fmt;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN, is_text};
use crate::store::sso::{SsoKey, SsoRejection};

/// Longest time between `iat` and `exp`, in seconds.
pub const LONGEST_LIFE: i64 = 120;
/// Seconds by which the issuer's clock may differ from this one.
pub(super) const SKEW: i64 = 60;
/// Longest `aa`; those that Bond makes have 22 characters.
pub(super) const LONGEST_KEY_ID: usize = 64;
/// Longest `cc`, far more than any claims take.
const LONGEST_SEALED: usize = 8192;
/// Longest `sub`, in characters.
pub const LONGEST_SUBJECT: usize = 255;

const VERSION: &str = "bond-sso-v1";
const NONCE_BYTES: usize = 12;

/// The three texts of a link.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// The id of the key.
    pub aa: String,
    /// The nonce, base64url without padding.
    pub bb: String,
    /// The sealed claims, base64url without padding.
    pub cc: String,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("aa", &self.aa).finish_non_exhaustive()
    }
}

/// The claims of a link about its user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinkClaims {
    /// The issuer of the key.
    pub iss: String,
    /// The install's id.
    pub aud: String,
    /// The issuer's own id of the user, which never changes: 1 to 255 characters.
    pub sub: String,
    /// The login, 1 to 320 characters.
    pub login: String,
    /// For the greeting, 1 to 100 characters.
    pub first_name: String,
    /// Names of the requested roles.
    pub roles: Vec<String>,
    /// When the link was made, in seconds since 1970-01-01 UTC.
    pub iat: i64,
    /// When it expires, in seconds since 1970-01-01 UTC; at most 120 later.
    pub exp: i64,
}

/// Why a link is not accepted. For the log and the audit log only: the user does not learn the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkFault {
    /// This install has no key `aa`.
    #[error("its key is not known")]
    UnknownKey,
    /// The key was replaced and its time is over.
    #[error("its key was replaced by another")]
    KeyEnded,
    /// `bb` has the wrong form.
    #[error("bb is not 12 bytes in base64url")]
    Nonce,
    /// `cc` has the wrong form.
    #[error("cc is not base64url of at most {LONGEST_SEALED} characters")]
    Sealed,
    /// Sealed with another key or nonce or for another install, or changed since.
    #[error("cc cannot be opened with this key, nonce and install id")]
    NotOpened,
    /// The sealed text is not a set of claims.
    #[error("the sealed text is not a set of claims: {0}")]
    Form(String),
    /// A claim breaks its rule.
    #[error("the claim {0} is not accepted")]
    Claim(&'static str),
    /// The store rejected the user of this login.
    #[error("{0}")]
    Rejected(SsoRejection, String),
}

/// Makes a link. `nonce` must never be used twice with a key.
///
/// # Errors
/// The claims are too large to be sealed.
pub fn seal(
    key: &[u8; 32],
    key_id: &str,
    nonce: [u8; NONCE_BYTES],
    claims: &LinkClaims,
) -> Result<Link, aes_gcm::Error> {
    let bb = URL_SAFE_NO_PAD.encode(nonce);
    let plain = serde_json::to_vec(claims).map_err(|_| aes_gcm::Error)?;
    let aad = additional_data(key_id, &bb, &claims.aud);
    let cipher = Aes256Gcm::new(key.into());
    let sealed = cipher.encrypt(&Nonce::from(nonce), Payload { msg: &plain, aad: aad.as_bytes() })?;
    Ok(Link { aa: key_id.to_owned(), cc: URL_SAFE_NO_PAD.encode(sealed), bb })
}

/// Opens a link with its key and checks everything that can be checked without the store. `now` is in seconds since
/// 1970-01-01 UTC. Returns the nonce, the claims, and those of the requested roles that the key allows.
pub(super) fn open<'k>(
    link: &Link,
    key: &'k SsoKey,
    install_id: &str,
    now: i64,
) -> Result<([u8; NONCE_BYTES], LinkClaims, Vec<&'k str>), LinkFault> {
    if key.ends_at.is_some_and(|ends_at| now >= ends_at) {
        return Err(LinkFault::KeyEnded);
    }
    let nonce = URL_SAFE_NO_PAD.decode(&link.bb).map_err(|_| LinkFault::Nonce)?;
    let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| LinkFault::Nonce)?;
    if link.cc.len() > LONGEST_SEALED {
        return Err(LinkFault::Sealed);
    }
    let sealed = URL_SAFE_NO_PAD.decode(&link.cc).map_err(|_| LinkFault::Sealed)?;
    let aad = additional_data(&key.id, &link.bb, install_id);
    let plain = Aes256Gcm::new((&key.key).into())
        .decrypt(&Nonce::from(nonce), Payload { msg: &sealed, aad: aad.as_bytes() })
        .map_err(|_| LinkFault::NotOpened)?;
    // The position of the fault, without the text itself.
    let form = |error: serde_json::Error| format!("line {}, column {}", error.line(), error.column());
    let claims: LinkClaims = serde_json::from_slice(&plain).map_err(|error| LinkFault::Form(form(error)))?;

    let life = claims.exp.checked_sub(claims.iat);
    let allowed: Vec<&str> = key
        .roles
        .iter()
        .map(String::as_str)
        .filter(|role| claims.roles.iter().any(|requested| requested == role))
        .collect();
    for (claim, holds) in [
        ("iss", claims.iss == key.issuer),
        ("aud", claims.aud == install_id),
        ("exp", life.is_some_and(|life| (1..=LONGEST_LIFE).contains(&life))),
        ("iat", claims.iat <= now.saturating_add(SKEW)),
        ("exp", now < claims.exp.saturating_add(SKEW)),
        ("sub", is_text(&claims.sub, LONGEST_SUBJECT)),
        ("login", is_text(&claims.login, LONGEST_LOGIN)),
        ("firstName", is_text(&claims.first_name, LONGEST_FIRST_NAME)),
        ("roles", !allowed.is_empty()),
    ] {
        if !holds {
            return Err(LinkFault::Claim(claim));
        }
    }
    Ok((nonce, claims, allowed))
}

fn additional_data(key_id: &str, nonce: &str, install_id: &str) -> String {
    [VERSION, key_id, nonce, install_id].join("\0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::roles::{ADMIN, USERS};

    const INSTALL: &str = "00112233445566778899aabbccddeeff";
    const NOW: i64 = 1_800_000_000;

    fn key() -> SsoKey {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(0..).for_each(|(byte, index)| *byte = index);
        SsoKey {
            id: "portal-2026".to_owned(),
            issuer: "portal".to_owned(),
            key: bytes,
            roles: vec![USERS.to_owned()],
            created_at: 0,
            ends_at: None,
        }
    }

    fn claims() -> LinkClaims {
        LinkClaims {
            iss: "portal".to_owned(),
            aud: INSTALL.to_owned(),
            sub: "17".to_owned(),
            login: "ann@example.com".to_owned(),
            first_name: "Ann".to_owned(),
            roles: vec![USERS.to_owned()],
            iat: NOW,
            exp: NOW + 60,
        }
    }

    fn link(claims: &LinkClaims) -> Link {
        let key = key();
        seal(&key.key, &key.id, *b"bond-nonce-1", claims).expect("sealed")
    }

    fn fault(link: &Link, now: i64) -> Option<LinkFault> {
        open(link, &key(), INSTALL, now).err()
    }

    #[test]
    fn a_link_opens_to_its_claims_and_the_roles_that_its_key_allows() {
        let requested = LinkClaims { roles: vec![ADMIN.to_owned(), "KING".to_owned(), USERS.to_owned()], ..claims() };
        let key = key();
        let (nonce, opened, roles) = open(&link(&requested), &key, INSTALL, NOW).expect("opened");
        assert_eq!((nonce, opened, roles), (*b"bond-nonce-1", requested, vec![USERS]));
    }

    /// The example of docs/single-sign-on.md, which was made with another implementation.
    #[test]
    fn the_test_vector_of_the_manual_is_right() {
        let manual = include_str!("../../docs/single-sign-on.md");
        let made = link(&claims());
        for text in [made.aa.as_str(), &made.bb, &made.cc, INSTALL] {
            assert!(manual.contains(text), "{text}");
        }
        assert!(manual.contains(&serde_json::to_string(&claims()).expect("JSON")));
        assert_eq!(fault(&made, NOW), None);
    }

    #[test]
    fn a_changed_link_cannot_be_opened() {
        let good = link(&claims());
        for (index, byte) in good.cc.bytes().enumerate() {
            let mut cc = good.cc.clone().into_bytes();
            cc[index] = if byte == b'A' { b'B' } else { b'A' };
            let changed = Link { cc: String::from_utf8(cc).expect("text"), ..good.clone() };
            // The last character's spare bits must be zero, which is a fault of the form.
            assert!(matches!(fault(&changed, NOW), Some(LinkFault::NotOpened | LinkFault::Sealed)), "{index}");
        }
        let other_nonce = Link { bb: URL_SAFE_NO_PAD.encode(b"bond-nonce-2"), ..good.clone() };
        assert_eq!(fault(&other_nonce, NOW), Some(LinkFault::NotOpened));
        let other_key = SsoKey { key: [9; 32], ..key() };
        assert_eq!(open(&good, &other_key, INSTALL, NOW).err(), Some(LinkFault::NotOpened));
        let other_id = SsoKey { id: "portal-2027".to_owned(), ..key() };
        assert_eq!(open(&good, &other_id, INSTALL, NOW).err(), Some(LinkFault::NotOpened));
        assert_eq!(open(&good, &key(), "another install", NOW).err(), Some(LinkFault::NotOpened));
    }

    #[test]
    fn a_replaced_key_is_accepted_until_its_time_is_over() {
        let replaced = SsoKey { ends_at: Some(NOW + 10), ..key() };
        let opened = |now| open(&link(&claims()), &replaced, INSTALL, now).err();
        assert_eq!((opened(NOW + 9), opened(NOW + 10)), (None, Some(LinkFault::KeyEnded)));
    }

    #[test]
    fn each_fault_of_the_form_is_named() {
        let good = link(&claims());
        for bb in ["", "short", "Ym9uZC1ub25jZS0x=", "Ym9uZC1ub25jZS0xMTE", "Ym9uZC1ub25jZS0!"] {
            assert_eq!(fault(&Link { bb: bb.to_owned(), ..good.clone() }, NOW), Some(LinkFault::Nonce), "{bb:?}");
        }
        for cc in ["*", &*"A".repeat(LONGEST_SEALED + 1)] {
            assert_eq!(fault(&Link { cc: cc.to_owned(), ..good.clone() }, NOW), Some(LinkFault::Sealed));
        }
        for cc in ["", "AAAA"] {
            assert_eq!(fault(&Link { cc: cc.to_owned(), ..good.clone() }, NOW), Some(LinkFault::NotOpened), "{cc:?}");
        }
        let sealed = |plain: &[u8]| {
            let aad = additional_data(&key().id, &good.bb, INSTALL);
            let cipher = Aes256Gcm::new((&key().key).into());
            let payload = Payload { msg: plain, aad: aad.as_bytes() };
            let sealed = cipher.encrypt(&Nonce::from(*b"bond-nonce-1"), payload).expect("sealed");
            Link { cc: URL_SAFE_NO_PAD.encode(sealed), ..good.clone() }
        };
        for plain in ["", "{}", "[]", "{\"iss\": 5}", "\u{fffd}"] {
            assert!(matches!(fault(&sealed(plain.as_bytes()), NOW), Some(LinkFault::Form(_))), "{plain:?}");
        }
    }

    #[test]
    fn each_claim_is_checked() {
        type Change<'a> = &'a dyn Fn(&mut LinkClaims);
        let of = |change: Change<'_>| {
            let mut changed = claims();
            change(&mut changed);
            fault(&link(&changed), NOW)
        };
        let long = |length: usize| "x".repeat(length);
        let faulty: [(&str, Change<'_>); 15] = [
            ("iss", &|claims| claims.iss = "Portal".to_owned()),
            ("exp", &|claims| claims.exp = claims.iat + LONGEST_LIFE + 1),
            ("exp", &|claims| claims.exp = claims.iat),
            ("exp", &|claims| (claims.iat, claims.exp) = (i64::MIN, i64::MAX)),
            ("iat", &|claims| (claims.iat, claims.exp) = (NOW + SKEW + 1, NOW + SKEW + 61)),
            ("exp", &|claims| (claims.iat, claims.exp) = (NOW - SKEW - 60, NOW - SKEW)),
            ("sub", &|claims| claims.sub = " ".to_owned()),
            ("sub", &|claims| claims.sub = long(256)),
            ("login", &|claims| claims.login = String::new()),
            ("login", &|claims| claims.login = long(321)),
            ("login", &|claims| claims.login = "a\nb".to_owned()),
            ("firstName", &|claims| claims.first_name = long(101)),
            ("firstName", &|claims| claims.first_name = String::new()),
            ("roles", &|claims| claims.roles = Vec::new()),
            ("roles", &|claims| claims.roles = vec![ADMIN.to_owned()]),
        ];
        for (claim, change) in faulty {
            assert_eq!(of(change), Some(LinkFault::Claim(claim)));
        }
        let sound: [Change<'_>; 4] = [
            &|claims| claims.exp = claims.iat + LONGEST_LIFE,
            &|claims| (claims.iat, claims.exp) = (NOW + SKEW, NOW + SKEW + 1),
            &|claims| (claims.iat, claims.exp) = (NOW - SKEW - 59, NOW - SKEW + 1),
            &|claims| (claims.sub, claims.login, claims.first_name) = (long(255), long(320), long(100)),
        ];
        for change in sound {
            assert_eq!(of(change), None);
        }
    }
}
