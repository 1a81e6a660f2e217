//! The segments that members were in before now.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use time::Date;

use super::filter::Choice;
use super::member_counts::Segments;
use super::operands::GroupIndexes;
use crate::warehouse::day::Day;
use crate::warehouse::question::PAIR;
use crate::warehouse::{Column, Rows};

/// The segments of members who have been in more than one, by first and last day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Membership {
    /// By member, then by first day.
    members: Vec<u32>,
    days: Vec<(i16, i16)>,
    segments: Vec<u32>,
    /// Where two segments of a member count together.
    pairs: SegmentPairs,
}

/// Pairs of segments that members were in on two days, or on one day and now. Each is a segment of its own, after all
/// others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SegmentPairs {
    /// The id of the first.
    first: usize,
    /// In order.
    pairs: Vec<(u32, u32)>,
}

impl SegmentPairs {
    fn new(first: usize, pairs: impl Iterator<Item = (u32, u32)>) -> SegmentPairs {
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        SegmentPairs { first, pairs }
    }

    /// The id of two segments, or of the one that they are.
    fn id(&self, one: u32, other: u32) -> u32 {
        self.pairs.binary_search(&(one, other)).map_or(one, |at| (self.first + at) as u32)
    }
}

impl Membership {
    /// Reads the rows of [`Membership::SQL`].
    pub fn of(rows: &Rows) -> Membership {
        let [members, first, last, segments] = rows.columns.as_slice() else { return Membership::default() };
        let days = first.ints().iter().zip(last.ints()).map(|(first, last)| (*first as i16, *last as i16));
        Membership {
            members: members.ints().iter().map(|member| *member as u32).collect(),
            days: days.collect(),
            segments: segments.ints().iter().map(|segment| *segment as u32).collect(),
            pairs: SegmentPairs::default(),
        }
    }

    /// The same with the pairs of segments, whose ids follow those of all `segments`.
    pub fn with_pairs(mut self, now: &Segments, segments: usize) -> Membership {
        let pair = |(member, _, _, then): (u32, i16, i16, u32)| (then, now.of(member) as u32);
        self.pairs = SegmentPairs::new(segments, self.spans().map(pair).filter(|(then, now)| then != now));
        self
    }

    /// The pairs of segments in the order of their ids, which follow those of all segments.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs.pairs
    }

    /// The segment that the members of a segment or pair are in now.
    pub fn now(&self, id: usize) -> usize {
        let pair = id.checked_sub(self.pairs.first).and_then(|at| self.pairs.pairs.get(at));
        pair.map_or(id, |(_, now)| *now as usize)
    }

    /// Rows with the ids of pairs in place of two segments in one number ([`PAIR`]).
    pub fn paired(&self, mut rows: Rows) -> Rows {
        if let Some(Column::Int(segments)) = rows.columns.first_mut() {
            for segment in segments.iter_mut().filter(|segment| **segment >= PAIR) {
                *segment = self.pairs.id((*segment / PAIR) as u32, (*segment % PAIR) as u32).into();
            }
        }
        rows
    }

    /// The spans of each member who has been in more than one segment.
    pub fn members(&self) -> impl Iterator<Item = (u32, Range<usize>)> {
        let mut first = 0;
        self.members.chunk_by(|one, other| one == other).map(move |spans| {
            let own = first..first + spans.len();
            first = own.end;
            (spans[0], own)
        })
    }

    /// The segment on a day of each member who has been in more than one, in order of members.
    pub fn on(&self, day: i32) -> impl Iterator<Item = (u32, u32)> {
        let is_on = move |first: i16, last: i16| (i32::from(first)..=i32::from(last)).contains(&day);
        self.spans()
            .filter(move |(_, first, last, _)| is_on(*first, *last))
            .map(|(member, _, _, segment)| (member, segment))
    }

    /// Whether somebody who counts was in one of some segments on one of two days alone.
    pub fn moved_between(
        &self,
        now: &Segments,
        days: [i32; 2],
        were: &AsTheyWere,
        is_in: impl Fn(usize) -> bool,
    ) -> bool {
        self.members().any(|(member, spans)| {
            let own = now.of(member);
            let on = |day: i32| {
                let is_on = |at: &usize| (i32::from(self.days[*at].0)..=i32::from(self.days[*at].1)).contains(&day);
                let at = spans.clone().find(is_on).filter(|_| day <= were.until);
                is_in(at.map_or(own, |at| self.segments[at] as usize))
            };
            were.of.has(own as i32) && on(days[0]) != on(days[1])
        })
    }

    /// The query of the rows.
    pub const SQL: &str = "select member_key::bigint, from_day::bigint, until_day::bigint, segment_id::bigint \
                           from bond.derived.membership order by 1, 2";

    /// Whether nobody has moved.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Member, first day, last day and segment of each span.
    pub fn spans(&self) -> impl Iterator<Item = (u32, i16, i16, u32)> {
        let days = self.members.iter().zip(&self.days).zip(&self.segments);
        days.map(|((member, (first, last)), segment)| (*member, *first, *last, *segment))
    }

    /// The segment of each member on a day, of those who count.
    pub fn at(&self, now: &Segments, day: i32, were: &AsTheyWere) -> Segments {
        let spans = self.on(day).filter(|_| day <= were.until);
        let id = |member: u32, then: u32| match now.of(member) as u32 {
            now if were.by_pair && now != then => self.pairs.id(then, now),
            _ => then,
        };
        now.with(spans.map(|(member, segment)| (member, id(member, segment))), &were.of)
    }

    /// The segments of members between two days, for all time: where a member was in one segment on both days, that one,
    /// otherwise a segment of its own for the two. These follow all `segments`.
    pub fn between(&self, now: &Segments, days: (i32, i32), segments: usize) -> Membership {
        let on_both = self.members().map(|(member, spans)| {
            let on = |day: i32| {
                let is_on = |at: &usize| (i32::from(self.days[*at].0)..=i32::from(self.days[*at].1)).contains(&day);
                spans.clone().find(is_on).map_or(now.of(member) as u32, |at| self.segments[at])
            };
            (member, on(days.0), on(days.1))
        });
        let on_both: Vec<(u32, u32, u32)> = on_both.collect();
        let pairs = on_both.iter().map(|(_, one, other)| (*one, *other)).filter(|(one, other)| one != other);
        let mut between = Membership { pairs: SegmentPairs::new(segments, pairs), ..Membership::default() };
        for (member, one, other) in on_both {
            let segment = between.pairs.id(one, other);
            if segment as usize != now.of(member) {
                between.members.push(member);
                between.days.push((0, i16::MAX));
                between.segments.push(segment);
            }
        }
        between
    }

    /// How often members who are now in some segments were in each of so many segments.
    pub fn spans_in(&self, segments: usize, now: &Segments, of: &Choice) -> Vec<i64> {
        let mut spans = vec![0; segments];
        for (member, _, _, segment) in self.spans() {
            if *of == Choice::All || of.has(now.of(member) as i32) {
                spans[segment as usize] += 1;
            }
        }
        spans
    }
}

/// The groups of members as they were.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AsTheyWere {
    /// The segments of now whose members count.
    pub of: Choice,
    /// The last day on which groups may differ from those of now: the day before the last loaded one.
    pub until: i32,
    /// Two days whose segments count together ([`Membership::between`]), in place of those of each window's last day.
    pub between: Option<(i32, i32)>,
    /// Whether they count by pair of the segment they were in and that of now.
    pub by_pair: bool,
}

impl AsTheyWere {
    /// What rows need of it: the segments that members were in where these make a difference (`moved`), and otherwise at
    /// most whose rows count.
    pub fn of_rows(&self, moved: bool) -> Option<AsTheyWere> {
        match (&self.of, moved) {
            (_, true) => Some(self.clone()),
            (Choice::All, false) => None,
            (of, false) => Some(AsTheyWere { of: of.clone(), until: 0, between: None, by_pair: false }),
        }
    }
}

/// Only the rows of some segments, and those of no member.
pub(super) fn of_segments(rows: Rows, of: &Choice) -> Rows {
    let Choice::Only(_) = of else { return rows };
    let Some(segments) = rows.columns.first().map(Column::ints) else { return rows };
    let is_of = |row: &usize| segments[*row] == 0 || of.has(segments[*row] as i32);
    let kept: Vec<usize> = (0..rows.len).filter(is_of).collect();
    Rows { columns: rows.columns.iter().map(|column| column.picked(&kept)).collect(), len: kept.len() }
}

/// The rows with the same segment, window and key added up, without those of which nothing is left. The key is coded.
pub(super) fn added_up(rows: Rows) -> Rows {
    let [segments, periods, keys, measures @ ..] = rows.columns.as_slice() else { return rows };
    let Some((_, codes)) = keys.codes() else { return rows };
    let mut place_of: HashMap<(i64, i64, u32), usize> = HashMap::new();
    let mut first_rows = Vec::new();
    let ids = segments.ints().iter().zip(periods.ints()).zip(codes).enumerate();
    let places: Vec<usize> = ids
        .map(|(row, ((segment, period), code))| {
            *place_of.entry((*segment, *period, *code)).or_insert_with(|| {
                first_rows.push(row);
                first_rows.len() - 1
            })
        })
        .collect();
    let sums: Vec<Vec<i64>> = measures
        .iter()
        .map(|column| {
            let mut sums = vec![0; first_rows.len()];
            places.iter().zip(column.ints()).for_each(|(place, number)| sums[*place] += number);
            sums
        })
        .collect();
    let left: Vec<usize> = (0..first_rows.len()).filter(|place| sums.iter().any(|sums| sums[*place] != 0)).collect();
    let rows_left: Vec<usize> = left.iter().map(|place| first_rows[*place]).collect();
    let ids = rows.columns[..3].iter().map(|column| column.picked(&rows_left));
    let sums = sums.iter().map(|sums| Column::Int(left.iter().map(|place| sums[*place]).collect()));
    Rows { columns: ids.chain(sums).collect(), len: left.len() }
}

/// Who moved between which groups from one day to another, where small groups are protected and members count in the groups
/// that they were in.
#[derive(Debug)]
pub struct Moves {
    pub(super) membership: Arc<Membership>,
    pub(super) now: Arc<Segments>,
    pub(super) were: AsTheyWere,
    /// The groups of each segment.
    pub(super) groups: Vec<GroupIndexes>,
}

impl Moves {
    /// Whether somebody was in a group on one of two days and not on the other.
    pub fn any(&self, group: usize, days: [Date; 2]) -> bool {
        let is_in = |segment: usize| self.groups.get(segment).is_some_and(|groups| groups.contains(&(group as u32)));
        self.membership.moved_between(&self.now, days.map(Day::count_to), &self.were, is_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Member 1 was in segment 1 until day 9, then in 2; member 2 is in 2; member 3 was in 3, then in 1, then in 3.
    fn membership() -> (Membership, Segments) {
        let columns = [[1, 1, 3, 3, 3], [0, 10, 0, 20, 30], [9, 32767, 19, 29, 32767], [1, 2, 3, 1, 3]];
        let columns = columns.map(|column| Column::Int(column.to_vec())).to_vec();
        (Membership::of(&Rows { len: 5, columns }), Segments::new(&[1, 2, 3], &[2, 2, 3]))
    }

    #[test]
    fn members_are_in_one_segment_each_day() {
        let (membership, now) = membership();
        let on = |day: i32, of: &Choice| {
            let were = AsTheyWere { of: of.clone(), until: 40, between: None, by_pair: false };
            let segments = membership.at(&now, day, &were);
            [1, 2, 3].map(|member| segments.of(member))
        };
        assert_eq!(on(9, &Choice::All), [1, 2, 3]);
        assert_eq!(on(10, &Choice::All), [2, 2, 3]);
        assert_eq!(on(29, &Choice::All), [2, 2, 1]);
        assert_eq!(on(30, &Choice::All), [2, 2, 3]);
        assert_eq!(on(9, &Choice::Only(vec![2])), [1, 2, 0], "of those who are in segment 2 now");
        assert_eq!(membership.spans_in(4, &now, &Choice::Only(vec![3])), [0, 1, 0, 2]);
        assert_eq!(membership.spans_in(4, &now, &Choice::All), [0, 2, 1, 2]);
    }

    #[test]
    fn members_who_were_elsewhere_on_one_of_two_days_have_a_segment_of_both() {
        let (membership, now) = membership();
        let on = |days: (i32, i32)| {
            let between = membership.between(&now, days, 4);
            let were = AsTheyWere { of: Choice::All, until: i32::MAX, between: Some(days), by_pair: false };
            let segments = between.at(&now, 100, &were);
            ([1, 2, 3].map(|member| segments.of(member)), between.pairs().to_vec())
        };
        assert_eq!(on((9, 40)), ([4, 2, 3], vec![(1, 2)]));
        assert_eq!(on((9, 25)), ([4, 2, 5], vec![(1, 2), (3, 1)]));
        assert_eq!(on((8, 9)), ([1, 2, 3], vec![]), "both days are before the move");
        assert_eq!(on((30, 40)), ([2, 2, 3], vec![]));
        let rows = Rows { len: 2, columns: vec![Column::Int(vec![3, PAIR + 2])] };
        let rows = membership.between(&now, (9, 40), 4).paired(rows);
        assert_eq!(rows.columns[0].ints(), [3, 4]);
    }

    #[test]
    fn what_moves_away_leaves_no_row() {
        let columns = [vec![1, 1, 2], vec![0, 0, 0], vec![7, 7, 7], vec![5, -5, 5], vec![2, -2, 2]];
        let mut columns: Vec<Column> = columns.into_iter().map(Column::Int).collect();
        columns[2] = columns[2].clone().coded();
        let found = added_up(Rows { len: 3, columns });
        assert_eq!((found.len, found.columns[0].ints(), found.columns[3].ints()), (1, &[2][..], &[5][..]));
        assert_eq!(found.columns[2].codes().map(|(_, codes)| codes.len()), Some(1));
    }
}
