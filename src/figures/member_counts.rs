//! Counts the members of sets by segment.

use std::sync::Arc;

use super::filter::Choice;
use crate::warehouse::MemberSet;

/// The number of members that are counted at a time: the size of a container of a compressed bitmap.
const BLOCK: usize = 1 << 16;
/// The size of a word of a block, in bits. Each bit is a member.
const WORD: usize = u64::BITS as usize;

/// The segment of each member.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Segments {
    /// The segment by member key; 0 if there is no such member.
    of_members: Vec<u32>,
    /// One more than the largest of them.
    count: usize,
    members: usize,
}

impl Segments {
    /// `members` and `segments` are of the same length.
    pub fn new(members: &[i64], segments: &[i64]) -> Segments {
        let mut all = Segments { of_members: Vec::new(), count: 1, members: members.len() };
        all.of_members.resize(members.iter().max().map_or(0, |most| *most as usize + 1), 0);
        for (member, segment) in members.iter().zip(segments) {
            all.of_members[*member as usize] = *segment as u32;
            all.count = all.count.max(*segment as usize + 1);
        }
        all
    }

    /// The same with other segments of some members, of those alone who are in some segments now; the others have none.
    pub fn with(&self, others: impl Iterator<Item = (u32, u32)>, of: &Choice) -> Segments {
        let mut all = Segments { of_members: self.of_members.clone(), ..*self };
        for (member, segment) in others {
            if let Some(own) = all.of_members.get_mut(member as usize) {
                *own = segment;
                all.count = all.count.max(segment as usize + 1);
            }
        }
        if let Choice::Only(_) = of {
            let is_of = |segment: u32| of.has(segment as i32);
            let left = all.of_members.iter_mut().zip(&self.of_members).filter(|(_, now)| !is_of(**now));
            left.for_each(|(own, _)| *own = 0);
        }
        all
    }

    /// How many members there are.
    pub fn members(&self) -> usize {
        self.members
    }

    /// One more than the largest key of a member.
    pub fn keys(&self) -> usize {
        self.of_members.len()
    }

    #[inline]
    pub fn of(&self, member: u32) -> usize {
        self.of_members.get(member as usize).map_or(0, |segment| *segment as usize)
    }
}

/// Members with rows of a kind, in one month or in days around whole months.
pub(super) struct MemberPart {
    /// The key by which the answer's rows are grouped, if they are.
    pub key: Option<i64>,
    pub kind: usize,
    /// The windows that contain the month or the days.
    pub windows: Vec<usize>,
    pub members: MemberSet,
}

/// The sets of one kind that a window has.
struct Group<'a> {
    kind: usize,
    window: usize,
    sets: Vec<&'a MemberSet>,
}

/// Numbers by window, segment and measure.
pub(super) struct Table<'a> {
    /// By window.
    segments: &'a [Arc<Segments>],
    /// One more than the largest segment.
    count: usize,
    measures: usize,
    numbers: Vec<i64>,
}

impl Table<'_> {
    /// `segments` are those of each window.
    pub fn new(measures: usize, segments: &[Arc<Segments>]) -> Table<'_> {
        let count = segments.iter().map(|segments| segments.count).max().unwrap_or(1);
        Table { segments, count, measures, numbers: vec![0; segments.len() * count * measures] }
    }

    /// Counts members, each once in a window, for each kind; `columns` are the indexes of the measures, by kind.
    pub fn count(&mut self, parts: &mut [MemberPart], columns: &[usize]) {
        let windows = self.segments.len();
        parts.sort_by_key(|part| part.kind);
        let mut groups = Vec::new();
        for of_kind in parts.chunk_by(|one, other| one.kind == other.kind) {
            for window in 0..windows {
                let sets = of_kind.iter().filter(|part| part.windows.contains(&window)).map(|part| &part.members);
                groups.push(Group { kind: of_kind[0].kind, window, sets: sets.collect() });
            }
        }
        // Members are counted in blocks, so that their segments remain in the processor's cache.
        let mut met = vec![0_u64; BLOCK / WORD];
        let keys = self.segments.first().map_or(0, |segments| segments.keys());
        for first in (0..keys).step_by(BLOCK) {
            let block = first as u32..(first + BLOCK) as u32;
            for Group { kind, window, sets } in &groups {
                for set in sets {
                    set.for_each_in(&block, |member| {
                        let at = (member - block.start) as usize;
                        met[at / WORD] |= 1 << (at % WORD);
                    });
                }
                self.take_block(&mut met, block.start, *window, columns[*kind]);
            }
        }
    }

    /// Adds the members of a block, which begins with `first`, and removes them from it.
    fn take_block(&mut self, met: &mut [u64], first: u32, window: usize, column: usize) {
        let segments = &self.segments[window];
        let numbers = &mut self.numbers[window * self.count * self.measures..];
        for (members, first) in met.iter_mut().zip((first..).step_by(WORD)) {
            let mut rest = std::mem::take(members);
            while rest != 0 {
                let segment = segments.of(first + rest.trailing_zeros());
                numbers[segment * self.measures + column] += 1;
                rest &= rest - 1;
            }
        }
    }

    /// Moves the numbers to rows: segment, window, `key` if there is one, and the measures. Members of no segment are not
    /// counted: segment 0 stands for facts of no member.
    pub fn take(&mut self, key: Option<i64>, columns: &mut [Vec<i64>]) {
        for (place, numbers) in self.numbers.chunks_exact(self.measures).enumerate() {
            let (window, segment) = (place / self.count, place % self.count);
            if segment != 0 && numbers.iter().any(|number| *number != 0) {
                let head = [segment as i64, window as i64].into_iter().chain(key);
                let row = head.chain(numbers.iter().copied());
                columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
            }
        }
        self.numbers.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Members 1, 2 and 3 are of segments 1, 2 and 2; member 70,000 of segment 1; member 4 of none.
    #[test]
    fn members_count_once_in_a_window() {
        let segments = Arc::new(Segments::new(&[1, 2, 3, 70_000], &[1, 2, 2, 1]));
        let part = |kind, windows: &[usize], members: &[u32]| MemberPart {
            key: None,
            kind,
            windows: windows.to_vec(),
            members: MemberSet::of(members.to_vec()),
        };
        let mut parts = [
            part(0, &[0], &[1, 2, 70_000]),
            part(0, &[0, 1], &[2, 3, 70_000]),
            part(1, &[1], &[1]),
            part(0, &[0, 1], &[2, 4]),
        ];
        let segments = [Arc::clone(&segments), segments];
        let mut table = Table::new(3, &segments);
        table.count(&mut parts, &[1, 2]);
        let mut columns = vec![Vec::new(); 5];
        table.take(None, &mut columns);
        let rows: Vec<Vec<i64>> = (0..columns[0].len()).map(|row| columns.iter().map(|of| of[row]).collect()).collect();
        // segment, window, a measure that is not counted, members of kind 0 and of kind 1
        let expected = [[1, 0, 0, 2, 0], [2, 0, 0, 2, 0], [1, 1, 0, 1, 1], [2, 1, 0, 2, 0]];
        assert_eq!(rows, expected);
        let mut again = vec![Vec::new(); 5];
        table.take(None, &mut again);
        assert!(again[0].is_empty(), "taken numbers are gone");
    }
}
