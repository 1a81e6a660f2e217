//! Compressed sets of member keys.

use std::ops::Range;

use roaring::RoaringBitmap;

use super::error::WarehouseError;

/// Members, as a compressed bitmap of their keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemberSet(RoaringBitmap);

impl MemberSet {
    /// The set of these members, in any order and each any number of times.
    pub fn of(mut members: Vec<u32>) -> MemberSet {
        // Several times as fast as inserting one after the other.
        members.sort_unstable();
        members.dedup();
        // This fails only where members are not in order.
        MemberSet(
            RoaringBitmap::from_sorted_iter(members.iter().copied()).unwrap_or_else(|_| members.into_iter().collect()),
        )
    }

    /// The set in the portable format of Roaring bitmaps.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.serialized_size());
        // Writing to memory does not fail.
        let _ = self.0.serialize_into(&mut bytes);
        bytes
    }

    /// The set that [`MemberSet::to_bytes`] wrote.
    ///
    /// # Errors
    /// [`WarehouseError::Invalid`] if the bytes are not of a set.
    pub fn from_bytes(bytes: &[u8]) -> Result<MemberSet, WarehouseError> {
        let invalid = |error| WarehouseError::Invalid(format!("a set of members is damaged: {error}"));
        Ok(MemberSet(RoaringBitmap::deserialize_from(bytes).map_err(invalid)?))
    }

    /// Calls `each` with every member in a range of keys, in order.
    #[inline]
    pub fn for_each_in(&self, keys: &Range<u32>, mut each: impl FnMut(u32)) {
        let (mut rest, mut some) = (self.0.range(keys.clone()), [0; 256]);
        loop {
            let next = rest.next_many(&mut some);
            if next.is_empty() {
                return;
            }
            next.iter().for_each(|member| each(*member));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_each_member_once_and_survives_its_bytes() {
        let set = MemberSet::of(vec![70_000, 3, 3, 0, 2_000_000_000]);
        let read = MemberSet::from_bytes(&set.to_bytes()).expect("a set");
        assert_eq!(read, set);
        let mut members = Vec::new();
        read.for_each_in(&(0..u32::MAX), |member| members.push(member));
        assert_eq!(members, [0, 3, 70_000, 2_000_000_000]);
        let all = MemberSet::of((0..10_000).collect());
        let mut number = 0;
        all.for_each_in(&(10..9_000), |_| number += 1);
        assert_eq!(number, 8_990, "more than one buffer");
        assert!(matches!(MemberSet::from_bytes(&[1, 2, 3]), Err(WarehouseError::Invalid(_))));
    }
}
