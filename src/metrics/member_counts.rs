//! Counts the members of sets by segment.

use std::ops::Range;

use crate::warehouse::MemberSet;

/// So many members are counted at a time.
const BLOCK: usize = 1 << 16;

/// The segment of each member.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Segments {
    /// By member key; 0 where there is no such member.
    of_members: Vec<u32>,
    /// One more than the largest of them.
    count: usize,
}

impl Segments {
    /// `members` and `segments` are of the same length.
    pub fn new(members: &[i64], segments: &[i64]) -> Segments {
        let mut all = Segments { of_members: Vec::new(), count: 1 };
        all.of_members.resize(members.iter().max().map_or(0, |most| *most as usize + 1), 0);
        for (member, segment) in members.iter().zip(segments) {
            all.of_members[*member as usize] = *segment as u32;
            all.count = all.count.max(*segment as usize + 1);
        }
        all
    }

    #[inline]
    pub fn of(&self, member: u32) -> usize {
        self.of_members.get(member as usize).map_or(0, |segment| *segment as usize)
    }
}

/// Members with rows of a kind and an item, in one month or in days around whole months.
pub(super) struct Part {
    /// What the answer's rows are by, if they are by something.
    pub key: Option<i64>,
    pub kind: usize,
    pub item: i64,
    /// The windows that contain the month or the days.
    pub windows: Vec<usize>,
    pub members: MemberSet,
}

/// The sets of one kind and item that a window has.
struct Group<'a> {
    kind: usize,
    window: usize,
    sets: Vec<&'a MemberSet>,
}

/// The places of the measures that count the members of one kind of rows.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub members: usize,
    /// Of pairs of member and item.
    pub pairs: Option<usize>,
}

/// Numbers by window, segment and measure.
pub(super) struct Table<'a> {
    segments: &'a Segments,
    measures: usize,
    numbers: Vec<i64>,
    /// The members that are counted already, by window.
    met: Vec<Members>,
    /// The members of one window and item.
    met_item: Members,
}

impl Table<'_> {
    pub fn new(windows: usize, measures: usize, segments: &Segments) -> Table<'_> {
        Table {
            segments,
            measures,
            numbers: vec![0; windows * segments.count * measures],
            met: (0..windows).map(|_| Members::default()).collect(),
            met_item: Members::default(),
        }
    }

    #[inline]
    fn at(&self, window: usize, segment: usize, measure: usize) -> usize {
        (window * self.segments.count + segment) * self.measures + measure
    }

    /// Adds to a measure. A segment without members has no rows.
    pub fn add(&mut self, window: usize, segment: usize, measure: usize, number: i64) {
        if segment < self.segments.count {
            let at = self.at(window, segment, measure);
            self.numbers[at] += number;
        }
    }

    /// Counts members, each once in a window, and pairs of member and item, for each kind.
    pub fn count(&mut self, parts: &mut [Part], kinds: &[Places]) {
        parts.sort_unstable_by_key(|part| (part.kind, part.item));
        let mut groups = Vec::new();
        for of_item in parts.chunk_by(|one, other| (one.kind, one.item) == (other.kind, other.item)) {
            for window in 0..self.met.len() {
                let sets = of_item.iter().filter(|part| part.windows.contains(&window)).map(|part| &part.members);
                groups.push(Group { kind: of_item[0].kind, window, sets: sets.collect() });
            }
        }
        // Members are counted some at a time, so that what is looked up of them remains in the processor's cache.
        for block in 0..self.segments.of_members.len().div_ceil(BLOCK) {
            let block = (block * BLOCK) as u32..((block + 1) * BLOCK) as u32;
            for of_kind in groups.chunk_by(|one, other| one.kind == other.kind) {
                for group in of_kind {
                    self.count_group(group, &block, kinds[group.kind]);
                }
                self.met.iter_mut().for_each(Members::clear);
            }
        }
    }

    /// Counts the members that are in a block.
    fn count_group(&mut self, Group { window, sets, .. }: &Group<'_>, block: &Range<u32>, places: Places) {
        let (measures, segments) = (self.measures, self.segments);
        let first = self.at(*window, 0, 0);
        let (numbers, met) = (&mut self.numbers[first..], &mut self.met[*window]);
        // No branches in these loops: whether a member is met for the first time cannot be predicted.
        let mut add = |segment: usize, measure: usize, is_new: bool| {
            numbers[segment * measures + measure] += i64::from(is_new);
        };
        for set in sets {
            match places.pairs {
                None => set.for_each_in(block, |member| add(segments.of(member), places.members, met.insert(member))),
                // One set has each member once.
                Some(pairs) if sets.len() == 1 => set.for_each_in(block, |member| {
                    let segment = segments.of(member);
                    add(segment, pairs, true);
                    add(segment, places.members, met.insert(member));
                }),
                Some(pairs) => set.for_each_in(block, |member| {
                    let segment = segments.of(member);
                    add(segment, pairs, self.met_item.insert(member));
                    add(segment, places.members, met.insert(member));
                }),
            }
        }
        if sets.len() > 1 {
            self.met_item.clear();
        }
    }

    /// Moves the numbers to rows: segment, window, `key` if there is one, and the measures.
    pub fn take(&mut self, key: Option<i64>, columns: &mut [Vec<i64>]) {
        for (place, numbers) in self.numbers.chunks_exact(self.measures).enumerate() {
            if numbers.iter().any(|number| *number != 0) {
                let (window, segment) = (place / self.segments.count, place % self.segments.count);
                let head = [segment as i64, window as i64].into_iter().chain(key);
                let row = head.chain(numbers.iter().copied());
                columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
            }
        }
        self.numbers.fill(0);
    }
}

/// A set of members that is filled and cleared many times: one bit for each member.
#[derive(Default)]
struct Members {
    words: Vec<u64>,
    /// Which blocks of words have a member.
    used: Vec<bool>,
}

/// Words that are cleared together.
const CLEARED: usize = 64;

impl Members {
    /// Whether the member was not in the set.
    #[inline]
    fn insert(&mut self, member: u32) -> bool {
        let (word, bit) = (member as usize / 64, 1 << (member % 64));
        if word >= self.words.len() {
            self.used.resize(word / CLEARED + 1, false);
            self.words.resize(self.used.len() * CLEARED, 0);
        }
        self.used[word / CLEARED] = true;
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    fn clear(&mut self) {
        for (words, is_used) in self.words.chunks_mut(CLEARED).zip(&mut self.used) {
            if std::mem::take(is_used) {
                words.fill(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_set_is_empty_and_remains_usable() {
        let mut set = Members::default();
        let members = [0, 63, 64, 4_095, 4_096, 100_000];
        assert!(members.iter().all(|member| set.insert(*member)));
        assert!(!members.iter().any(|member| set.insert(*member)));
        set.clear();
        assert!(members.iter().all(|member| set.insert(*member)), "the members of each block are gone");
        assert!(set.insert(1));
    }

    /// Members 1, 2 and 3 are of segments 1, 2 and 2; member 4 of none.
    #[test]
    fn members_count_once_in_a_window_and_pairs_once_for_each_item() {
        let segments = Segments::new(&[1, 2, 3], &[1, 2, 2]);
        let part = |kind, item, windows: &[usize], members: &[u32]| Part {
            key: None,
            kind,
            item,
            windows: windows.to_vec(),
            members: MemberSet::of(members.to_vec()),
        };
        let mut parts = [
            part(0, 10, &[0], &[1, 2]),
            part(0, 10, &[0, 1], &[2, 3]),
            part(0, 20, &[0, 1], &[2, 4]),
            part(1, 10, &[1], &[1]),
        ];
        // The measures: rows, members of kind 0, pairs of kind 0, members of kind 1.
        let kinds = [Places { members: 1, pairs: Some(2) }, Places { members: 3, pairs: None }];
        let mut table = Table::new(2, 4, &segments);
        table.add(1, 2, 0, 5);
        table.count(&mut parts, &kinds);
        let mut columns = vec![Vec::new(); 6];
        table.take(None, &mut columns);
        let rows: Vec<Vec<i64>> = (0..columns[0].len()).map(|row| columns.iter().map(|of| of[row]).collect()).collect();
        assert_eq!(
            rows,
            [
                // segment, window, rows, members, pairs, members of kind 1
                [0, 0, 0, 1, 1, 0],
                [1, 0, 0, 1, 1, 0],
                [2, 0, 0, 2, 3, 0],
                [0, 1, 0, 1, 1, 0],
                [1, 1, 0, 0, 0, 1],
                [2, 1, 5, 2, 3, 0],
            ]
        );
        let mut again = vec![Vec::new(); 6];
        table.take(None, &mut again);
        assert!(again[0].is_empty(), "taken numbers are gone");
    }
}
