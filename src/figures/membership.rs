//! The segments that members were in before now.

use std::collections::HashMap;

use super::filter::Choice;
use super::member_counts::Segments;
use crate::warehouse::question::PAIR;
use crate::warehouse::{Column, Rows};

/// The segments of members who have been in more than one, by first and last day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Membership {
    /// By member, then by first day.
    members: Vec<u32>,
    days: Vec<(i16, i16)>,
    segments: Vec<u32>,
    /// Where two days are compared ([`Membership::between`]): the segment of members who were in another segment on the
    /// one than on the other, by both.
    pairs: HashMap<(u32, u32), u32>,
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
            pairs: HashMap::new(),
        }
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
        let is_on = |first: i16, last: i16| day <= were.until && (i32::from(first)..=i32::from(last)).contains(&day);
        let spans = self.spans().filter(|(_, first, last, _)| is_on(*first, *last));
        now.with(spans.map(|(member, _, _, segment)| (member, segment)), &were.of)
    }

    /// The segments of members between two days, for all time: where a member was in one segment on both days, that one,
    /// otherwise a segment of its own for the two. These have the numbers from `count` on.
    pub fn between(&self, now: &Segments, days: (i32, i32), count: usize) -> Membership {
        let mut between = Membership::default();
        let spans: Vec<(u32, i16, i16, u32)> = self.spans().collect();
        for of_member in spans.chunk_by(|one, other| one.0 == other.0) {
            let member = of_member[0].0;
            let on = |day: i32| {
                let is_on =
                    |(_, first, last, _): &&(u32, i16, i16, u32)| (i32::from(*first)..=i32::from(*last)).contains(&day);
                of_member.iter().find(is_on).map_or(now.of(member) as u32, |(.., segment)| *segment)
            };
            let (one, other) = (on(days.0), on(days.1));
            let next = (count + between.pairs.len()) as u32;
            let segment = if one == other { one } else { *between.pairs.entry((one, other)).or_insert(next) };
            if segment as usize != now.of(member) {
                between.members.push(member);
                between.days.push((0, i16::MAX));
                between.segments.push(segment);
            }
        }
        between
    }

    /// The segments of two that [`Membership::between`] found, in order of their numbers.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(u32, (u32, u32))> = self.pairs.iter().map(|(pair, segment)| (*segment, *pair)).collect();
        pairs.sort_unstable();
        pairs.into_iter().map(|(_, (one, other))| (one as usize, other as usize)).collect()
    }

    /// Gives rows with two segments ([`PAIR`]) the segment of the two.
    pub fn number_pairs(&self, rows: &mut Rows) {
        let Some(Column::Int(segments)) = rows.columns.first_mut() else { return };
        for segment in segments.iter_mut().filter(|segment| **segment >= PAIR) {
            let pair = ((*segment / PAIR) as u32, (*segment % PAIR) as u32);
            *segment = self.pairs.get(&pair).map_or(0, |segment| i64::from(*segment));
        }
    }

    /// How often members who are now in some segments were in each segment.
    pub fn spans_in(&self, now: &Segments, of: &Choice) -> HashMap<usize, i64> {
        let mut spans = HashMap::new();
        for (member, _, _, segment) in self.spans() {
            if of.has(now.of(member) as i32) {
                *spans.entry(segment as usize).or_default() += 1;
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
}

impl AsTheyWere {
    /// What rows need of it: the segments that members were in where these make a difference (`moved`), and otherwise at
    /// most whose rows count.
    pub fn of_rows(&self, moved: bool) -> Option<AsTheyWere> {
        match (&self.of, moved) {
            (_, true) => Some(self.clone()),
            (Choice::All, false) => None,
            (of, false) => Some(AsTheyWere { of: of.clone(), until: 0, between: None }),
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
            let segments = membership.at(&now, day, &AsTheyWere { of: of.clone(), until: 40, between: None });
            [1, 2, 3].map(|member| segments.of(member))
        };
        assert_eq!(on(9, &Choice::All), [1, 2, 3]);
        assert_eq!(on(10, &Choice::All), [2, 2, 3]);
        assert_eq!(on(29, &Choice::All), [2, 2, 1]);
        assert_eq!(on(30, &Choice::All), [2, 2, 3]);
        assert_eq!(on(9, &Choice::Only(vec![2])), [1, 2, 0], "of those who are in segment 2 now");
        let spans = membership.spans_in(&now, &Choice::Only(vec![3]));
        assert_eq!(spans, HashMap::from([(3, 2), (1, 1)]));
    }

    #[test]
    fn members_who_were_elsewhere_on_one_of_two_days_have_a_segment_of_both() {
        let (membership, now) = membership();
        let on = |days: (i32, i32)| {
            let between = membership.between(&now, days, 4);
            let were = AsTheyWere { of: Choice::All, until: i32::MAX, between: Some(days) };
            let segments = between.at(&now, 100, &were);
            ([1, 2, 3].map(|member| segments.of(member)), between.pairs())
        };
        assert_eq!(on((9, 40)), ([4, 2, 3], vec![(1, 2)]));
        assert_eq!(on((9, 25)), ([4, 2, 5], vec![(1, 2), (3, 1)]));
        assert_eq!(on((8, 9)), ([1, 2, 3], vec![]), "both days are before the move");
        assert_eq!(on((30, 40)), ([2, 2, 3], vec![]));
        let mut rows = Rows { len: 2, columns: vec![Column::Int(vec![3, PAIR + 2])] };
        membership.between(&now, (9, 40), 4).number_pairs(&mut rows);
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
