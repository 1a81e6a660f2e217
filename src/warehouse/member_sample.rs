//! The members of a sample, by whom it is measured how much figures vary from member to member.

/// As many members are in the sample at least, and fewer than twice as many.
const LEAST: usize = 16_384;

/// 2³² divided by the golden ratio, odd (Knuth 1998, *The Art of Computer Programming* 3, section 6.4).
const FACTOR: u64 = 2_654_435_769;

/// Members chosen by their numbers: those whose number times [`FACTOR`], modulo 2³², is below a part of 2³². So the
/// chosen are as good as evenly spread over the numbers.
///
/// Every load copies their derived rows to tables of their own (`derived.<name>_sample`). Which members they are follows
/// from how many there are, and changes only where that doubles or halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberSample {
    /// A power of two above 1.
    one_in: u32,
}

impl MemberSample {
    /// The sample of a program with so many members; None where it has so few that all are looked at.
    pub fn of(members: usize) -> Option<MemberSample> {
        let one_in = (members / LEAST).checked_ilog2().map_or(1, |log| 1 << log.min(31));
        (one_in > 1).then_some(MemberSample { one_in })
    }

    /// One in so many members is in the sample.
    pub fn one_in(self) -> u32 {
        self.one_in
    }

    /// The condition on the `member_key` of a row, in DuckDB's SQL. A key has 31 bits, so that the product has 63 at most.
    pub fn condition(self) -> String {
        let below = (1_u64 << 32) / u64::from(self.one_in);
        format!("((member_key::bigint * {FACTOR}) & {}) < {below}", u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_as_many_members_are_sampled_of_any_program() {
        for (members, one_in) in [(32_768, 2), (65_535, 2), (100_000, 4), (1_000_003, 32), (5_000_000, 256)] {
            let sample = MemberSample::of(members).expect("a sample");
            assert_eq!(sample.one_in(), one_in);
            let below = (1_u64 << 32) / u64::from(one_in);
            let found = (1..=members as u64).filter(|member| (member * FACTOR) % (1 << 32) < below).count();
            let wanted = members / one_in as usize;
            assert!((LEAST..2 * LEAST).contains(&wanted) && found.abs_diff(wanted) < 40, "{found} of {members}");
        }
        assert_eq!([0, 16_384, 32_767].map(MemberSample::of), [None; 3]);
    }
}
