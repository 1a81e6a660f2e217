//! The members that were erased. Bond keeps a keyed hash of each id, so that it knows the id when a feed brings it again,
//! and nobody can read it.

use std::collections::HashMap;
use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::mapping::MemberKey;

/// The keyed hash of a member's id.
pub type Digest = [u8; 32];

/// The members that were erased.
#[derive(Clone)]
pub struct ErasedMembers {
    key: MemberKey,
    /// Whether the facts of the member stay, under another id.
    keeps_counts: HashMap<Digest, bool>,
}

impl fmt::Debug for ErasedMembers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErasedMembers({})", self.keeps_counts.len())
    }
}

impl ErasedMembers {
    /// The members with these digests, each with whether its facts stay.
    pub fn new(key: MemberKey, members: impl IntoIterator<Item = (Digest, bool)>) -> ErasedMembers {
        ErasedMembers { key, keeps_counts: members.into_iter().collect() }
    }

    /// Nobody.
    pub fn none() -> ErasedMembers {
        ErasedMembers::new(MemberKey([0; 32]), [])
    }

    pub fn is_empty(&self) -> bool {
        self.keeps_counts.is_empty()
    }

    /// Whether a member was erased, and if so, whether the facts stay.
    pub fn find(&self, id: &str) -> Option<bool> {
        self.keeps_counts.get(&digest(&self.key, id)).copied()
    }
}

/// The keyed hash of an id. Another message than [`MemberKey::hash`], which feeds may contain.
pub fn digest(key: &MemberKey, id: &str) -> Digest {
    let mac = Hmac::<Sha256>::new_from_slice(&key.0).map(|mut mac| {
        mac.update(b"erased member\0");
        mac.update(id.as_bytes());
        mac.finalize().into_bytes().into()
    });
    // A key of any length is valid.
    mac.unwrap_or([0; 32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_found_by_id_with_the_same_key_only() {
        let (key, other) = (MemberKey([1; 32]), MemberKey([2; 32]));
        let erased = ErasedMembers::new(key.clone(), [(digest(&key, "M1"), true), (digest(&key, "M2"), false)]);
        assert_eq!((erased.find("M1"), erased.find("M2"), erased.find("M3")), (Some(true), Some(false), None));
        let elsewhere = ErasedMembers::new(other, [(digest(&key, "M1"), true)]);
        assert_eq!(elsewhere.find("M1"), None);
        assert_eq!(format!("{erased:?}"), "ErasedMembers(2)");
    }
}
