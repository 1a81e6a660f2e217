//! Counts the logins of members who moved, in memory.
//!
//! The rows of members who moved lie among those of all others, and a statement that counts them reads them all, with a
//! column for each earlier login. What a window counts of a member's logins follows from their days alone: two bytes each.

use rustc_hash::FxHashMap;

use super::cover::{Read, ReadFrom};
use super::member_counts::Segments;
use super::membership::Membership;
use super::source_query::SourceQuery;
use crate::warehouse::aggregate::{Amount, Condition};
use crate::warehouse::feed::{self, Count};
use crate::warehouse::question::PAIR;
use crate::warehouse::{Column, Rows, Value, Warehouse, WarehouseError};

/// The most logins that are read at once.
const AT_ONCE: i64 = 1 << 21;

/// The logins of members who have been in more than one segment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MovedLogins {
    /// In order.
    members: Vec<u32>,
    /// Where the logins of each member begin, and where those of the last one end.
    firsts: Vec<usize>,
    /// By member in order of days: twice the day, and one more if the login qualifies.
    logins: Vec<u16>,
}

impl MovedLogins {
    /// Reads the logins of some members, in order.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(warehouse: &Warehouse, version: i32, members: Vec<u32>) -> Result<MovedLogins, WarehouseError> {
        let sql = format!("select min(day)::bigint, max(day)::bigint, count(*)::bigint from bond.{LOGINS}");
        let all = warehouse.query(version, sql, Vec::new()).await?;
        let [first, last, count] = all.columns.as_slice() else { return Ok(MovedLogins::default()) };
        let [first, last, count] = [first, last, count].map(|column| column.ints().first().copied().unwrap_or(0));
        let step = ((last - first + 1) * AT_ONCE / count.max(1)).max(1);
        let mut parts = Vec::new();
        for from in (first..=last).step_by(step as usize) {
            // Both numbers in one column: half of what is handed over.
            let sql = format!(
                "select (member_key::bigint << 16) + 2 * day::bigint + qualifying::bigint
                 from bond.{LOGINS} semi join bond.derived.membership using (member_key)
                 where day between ?::smallint and ?::smallint"
            );
            let days = [from, (from + step - 1).min(last)].map(Value::Int);
            let rows = warehouse.query(version, sql, days.to_vec()).await?;
            parts.extend(rows.columns.into_iter().map(Column::into_ints));
        }
        warehouse.compute(move || MovedLogins::of(members, &parts)).await
    }

    /// Of numbers with the member in all but the last 16 bits, which have the login.
    fn of(members: Vec<u32>, logins: &[Vec<i64>]) -> MovedLogins {
        let mut place_of = vec![None; members.last().map_or(0, |last| *last as usize + 1)];
        (0..).zip(&members).for_each(|(place, member)| place_of[*member as usize] = Some(place));
        let all = logins.iter().flatten().filter_map(|login| {
            let place: u32 = (*place_of.get((login >> 16) as usize)?)?;
            Some((place as usize, *login as u16))
        });
        let mut firsts = vec![0; members.len() + 1];
        all.clone().for_each(|(place, _)| firsts[place + 1] += 1);
        let mut end = 0;
        for first in &mut firsts {
            end += *first;
            *first = end;
        }
        let (mut next, mut found) = (firsts.clone(), vec![0; end]);
        for (place, login) in all {
            found[next[place]] = login;
            next[place] += 1;
        }
        firsts.windows(2).for_each(|ends| found[ends[0]..ends[1]].sort_unstable());
        MovedLogins { members, firsts, logins: found }
    }

    /// What the members who were in another segment on some day add to it and take from that of now, for the reads that
    /// are in memory: segment, window and the counts of the query, as the answers to questions about them.
    pub fn counted(&self, query: &SourceQuery, reads: &[Read], membership: &Membership, now: &Segments) -> Rows {
        let (Some(counts), Some(were)) = (logins_counted(query), &query.were) else { return Rows::default() };
        let mut columns = vec![Vec::new(); 2 + counts.len()];
        for Read { window, days, from } in reads {
            let ReadFrom::Moved { at, subtracts, is_resident: true, .. } = from else { continue };
            let mut sums: FxHashMap<(u32, u32), Vec<i64>> = FxHashMap::default();
            let mut place = 0;
            for (member, then) in membership.on(*at) {
                place += self.members[place..].iter().take_while(|other| **other < member).count();
                let own = now.of(member) as u32;
                if then == own || !were.of.has(own as i32) || self.members.get(place) != Some(&member) {
                    continue;
                }
                let logins = &self.logins[self.firsts[place]..self.firsts[place + 1]];
                let end = logins.partition_point(|login| i32::from(login >> 1) <= days.last);
                let of_window = logins[..end].partition_point(|login| i32::from(login >> 1) < days.first)..end;
                if of_window.is_empty() {
                    continue;
                }
                let qualifying = logins[of_window.clone()].iter().filter(|login| **login & 1 == 1).count();
                let sums = sums.entry((then, own)).or_insert_with(|| vec![0; counts.len()]);
                for (sum, count) in sums.iter_mut().zip(&counts) {
                    *sum += count.map_or(0, |count| count.of(of_window.start, end, qualifying));
                }
            }
            for ((then, own), sums) in sums {
                let segment = |segment: u32| i64::from(segment);
                let paired = |one: u32| if were.by_pair { PAIR * segment(one) + segment(own) } else { segment(one) };
                let sign = if *subtracts { -1 } else { 1 };
                for (segment, sign) in [(paired(then), sign), (paired(own), -sign)] {
                    let numbers = [segment, *window].into_iter().chain(sums.iter().map(|sum| sign * sum));
                    columns.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
                }
            }
        }
        match columns[0].len() {
            0 => Rows::default(),
            len => Rows { len, columns: columns.into_iter().map(Column::Int).collect() },
        }
    }
}

impl SourceQuery {
    /// Whether the days of members' logins answer it.
    pub(super) fn counts_logins(&self) -> bool {
        let is_between = self.were.as_ref().is_some_and(|were| were.between.is_some());
        let is_plain = self.reads_profiles() && self.by.is_none() && self.newcomers.is_none() && !is_between;
        is_plain && logins_counted(self).is_some()
    }
}

/// What each measure of a query counts of a member's logins, None for what it does not ask; None if something else is counted.
fn logins_counted(query: &SourceQuery) -> Option<Vec<Option<OfLogins>>> {
    let (derived, profile) = feed::profiles().find(|(derived, _)| derived.source == query.source.id)?;
    if derived.relation() != LOGINS {
        return None;
    }
    let listed = query.source.measures.iter().copied().filter(|measure| query.subset.lists(measure));
    let of_measure = |id: &str| profile.counts.iter().find(|count| count.name == id).and_then(OfLogins::new);
    let counted = |id, has: bool| if has { of_measure(id).map(Some) } else { Some(None) };
    listed.map(|measure| counted(measure.id, query.subset.has(measure, None))).collect()
}

/// The table with a row for each login.
const LOGINS: &str = "derived.session";

/// What is counted of a member's logins in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OfLogins {
    Each,
    /// 1 if the window has at least `logins` logins, else 0. `qualifying` counts only logins that qualify. `returned` also
    /// requires that the earliest of the latest `logins` logins is not the member's first one ever.
    AtLeast {
        logins: usize,
        qualifying: bool,
        returned: bool,
    },
}

impl OfLogins {
    /// None if a count is of something else.
    fn new(count: &Count) -> Option<OfLogins> {
        let Some(leaves) = count.leaves_on else {
            let counts_each = count.amount == Amount::One && count.enters_on.rows == Condition::Always;
            return (counts_each && count.enters_on.day == "day").then_some(OfLogins::Each);
        };
        let enters = count.enters_on;
        let qualifying = enters.rows == Condition::Is("qualifying");
        let before = |day: &str| match (day, day.strip_prefix(if qualifying { "qprev" } else { "prev" })) {
            ("day", _) => Some(0),
            (_, number) => number?.parse::<usize>().ok(),
        };
        let (nth, next) = (before(enters.day)?, before(leaves.day)?);
        let is_known = |rows: Condition, earlier: usize| match rows {
            Condition::AtLeast(day, 1) => before(day) == Some(earlier),
            rows => rows == enters.rows && (qualifying || rows == Condition::Always),
        };
        let is_of_logins = count.amount == Amount::One && next == nth + 1;
        let returned = matches!(enters.rows, Condition::AtLeast(..));
        (is_of_logins && is_known(enters.rows, nth + 1) && is_known(leaves.rows, next + 1))
            .then_some(OfLogins::AtLeast { logins: nth + 1, qualifying, returned })
    }

    /// What a member counts whose logins in the window are those at `start..end` of all of the member's logins. `qualify` is
    /// the number of these that qualify.
    fn of(self, start: usize, end: usize, qualify: usize) -> i64 {
        match self {
            OfLogins::Each => (end - start) as i64,
            OfLogins::AtLeast { logins, qualifying: true, .. } => i64::from(qualify >= logins),
            OfLogins::AtLeast { logins, returned, .. } => {
                i64::from(end - start >= logins && (!returned || end > logins))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::filter::Choice;
    use crate::figures::members;
    use crate::figures::membership::AsTheyWere;
    use crate::figures::subset::Subset;
    use crate::warehouse::question::Span;

    #[test]
    fn every_count_of_the_profile_of_logins_follows_from_their_days() {
        let (_, profile) = feed::profiles().find(|(derived, _)| derived.relation() == LOGINS).expect("a profile");
        let found: Vec<(&str, Option<OfLogins>)> =
            profile.counts.iter().map(|count| (count.name, OfLogins::new(count))).collect();
        let of = |logins, qualifying, returned| Some(OfLogins::AtLeast { logins, qualifying, returned });
        let expected = [
            ("logins", Some(OfLogins::Each)),
            ("unique_members", of(1, false, false)),
            ("returned", of(1, false, true)),
            ("returned_more_than_twice", of(3, false, true)),
            ("at_least_4", of(4, false, false)),
            ("at_least_8", of(8, false, false)),
            ("at_least_11", of(11, false, false)),
            ("qualified", of(1, true, false)),
            ("active", of(2, true, false)),
            ("engaged", of(3, true, false)),
        ];
        assert_eq!(found, expected);
        let others = feed::profiles().filter(|(derived, _)| derived.relation() != LOGINS);
        assert!(others.flat_map(|(_, profile)| profile.counts).any(|count| OfLogins::new(count).is_none()));
    }

    #[test]
    fn a_member_who_was_elsewhere_is_taken_from_the_segment_of_now() {
        // Member 5 was in segment 1 until day 19 and is in 2; member 9 was in 2 until day 29 and is in 3.
        let columns = [[5, 5, 9, 9], [0, 20, 0, 30], [19, 32767, 29, 32767], [1, 2, 2, 3]];
        let columns = columns.map(|column| Column::Int(column.to_vec())).to_vec();
        let membership = Membership::of(&Rows { len: 4, columns });
        let now = Segments::new(&[5, 7, 9], &[2, 2, 3]);
        // On day 3, twice on day 12, the second time qualifying, and on day 18; on days 11 and 14, both qualifying.
        let row = |member: i64, day: i64, qualifying: i64| (member << 16) + 2 * day + qualifying;
        let later = vec![row(9, 14, 1), row(5, 18, 0), row(7, 12, 0), row(9, 11, 1)];
        let logins = MovedLogins::of(vec![5, 9], &[vec![row(5, 3, 0), row(5, 12, 1), row(5, 12, 0)], later]);
        assert_eq!((&*logins.firsts, &*logins.logins), (&[0, 4, 6][..], &[6, 24, 25, 36, 23, 29][..]));
        let found = |at: i32, by_pair: bool, of: Choice| {
            let query = SourceQuery {
                source: &members::SESSION,
                spans: Vec::new(),
                items: Choice::All,
                by: None,
                subset: Subset::ALL,
                newcomers: None,
                were: Some(AsTheyWere { of, until: 40, between: None, by_pair }),
            };
            assert!(query.counts_logins());
            let from = ReadFrom::Moved { since: 10, at, subtracts: false, is_resident: true };
            let reads = [Read { window: 7, days: Span { first: 10, last: at }, from }];
            let rows = logins.counted(&query, &reads, &membership, &now);
            let row = |row: usize| rows.columns.iter().map(|column| column.ints()[row]).collect::<Vec<_>>();
            let mut rows: Vec<Vec<i64>> = (0..rows.len).map(row).collect();
            rows.sort();
            rows
        };
        let counts = |names: [i64; 10], segment: i64, sign: i64| {
            [vec![segment, 7], names.map(|number| sign * number).to_vec()].concat()
        };
        // Member 5: three logins after the first ever, one of which qualifies. Member 9: the first two ever.
        let (five, nine) = ([3, 1, 1, 1, 0, 0, 0, 1, 0, 0], [2, 1, 1, 0, 0, 0, 0, 1, 1, 0]);
        let both = [counts(five, 1, 1), counts(five, 2, -1), counts(nine, 2, 1), counts(nine, 3, -1)];
        let mut sorted = both.to_vec();
        sorted.sort();
        assert_eq!(found(18, false, Choice::All), sorted);
        assert_eq!(found(18, false, Choice::Only(vec![3])), [counts(nine, 2, 1), counts(nine, 3, -1)]);
        assert_eq!(
            found(25, false, Choice::All),
            [counts(nine, 2, 1), counts(nine, 3, -1)],
            "back in the segment of now"
        );
        let pairs = [counts(nine, 2 * PAIR + 3, 1), counts(nine, 3 * PAIR + 3, -1)];
        assert_eq!(found(25, true, Choice::All), pairs);
        assert_eq!(found(10, false, Choice::All), Vec::<Vec<i64>>::new(), "no login on the day");
    }
}
