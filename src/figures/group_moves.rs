//! Members who moved from group to group: where they were on the day before a window, and on its last day.
//!
//! They are the registered members, so that both ends are "Total Registered" of the groups as they were on these days.
//! Whoever registers within the window joins; nobody leaves, because who has registered stays registered. Up and down are by
//! the order of tiers. With groups as they were, a member counts in the groups of the day before: these figures say what
//! became of the members of a group. With groups as they are, in the groups of now.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::membership::{AsTheyWere, Membership};
use super::model::{Contributors, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit};
use super::model::{count, measure, percent};
use super::source_query::SourceQuery;
use crate::warehouse::aggregate::{Aggregate, Condition};
use crate::warehouse::question::Span;
use crate::warehouse::{Column, Rows};

/// Registered members by what became of them. It has no rows in the warehouse: it is counted in memory.
pub static GROUP_MOVES: Source = Source {
    id: "group_move",
    scan: Scan::Moves,
    table: Some("memberships"),
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&BEFORE, &JOINED, &UP, &DOWN, &MOVED],
};

static BEFORE: Measure = counted("before");
static JOINED: Measure = counted("joined");
static UP: Measure = counted("up");
static DOWN: Measure = counted("down");
static MOVED: Measure = counted("moved");

const fn counted(id: &'static str) -> Measure {
    measure(&GROUP_MOVES, id, Aggregate::Count(Condition::Always))
}

pub static MEMBERS_BEFORE: Metric = Metric {
    label: "Members on the Day Before",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members registered by the day before the period. With groups as they were, by the groups of that day.",
    formula: count(&[(1, Term::In(&BEFORE))]),
    contributors: Contributors::Members,
};
pub static NEWLY_JOINED: Metric = Metric {
    label: "Joined",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members whose first login is in the period. With groups as they were, by the groups of its last day.",
    formula: count(&[(1, Term::In(&JOINED))]),
    contributors: Contributors::Members,
};
pub static MEMBERS_AFTER: Metric = Metric {
    label: "Members on the Last Day",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members registered by the last day of the period: those of the day before it and those who joined.",
    formula: count(&[(1, Term::In(&BEFORE)), (1, Term::In(&JOINED))]),
    contributors: Contributors::Members,
};
pub static MOVED_UP: Metric = Metric {
    label: "Moved Up",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members registered before the period who are in a higher tier on its last day than on the day before it. With groups as they were, by the groups of the day before.",
    formula: count(&[(1, Term::In(&UP))]),
    contributors: Contributors::Members,
};
pub static MOVED_DOWN: Metric = Metric {
    label: "Moved Down",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Members registered before the period who are in a lower tier on its last day than on the day before it. With groups as they were, by the groups of the day before.",
    formula: count(&[(1, Term::In(&DOWN))]),
    contributors: Contributors::Members,
};
pub static STAYED_RATE: Metric = Metric {
    label: "Stayed in Their Tier",
    unit: Unit::Percent,
    polarity: Polarity::None,
    definition: "Of the members registered before the period, the share who are in the same tier on its last day as on the day before it.",
    formula: percent(&[(1, Term::In(&BEFORE)), (-1, Term::In(&UP)), (-1, Term::In(&DOWN))], &[(1, Term::In(&BEFORE))]),
    contributors: Contributors::Members,
};
// How many came into a group and went out of it does not add up over groups: one who goes from a tier to another comes and
// goes by tier, and does neither by line of business. `group_flows` counts them.
pub static MOVED_IN: Metric = Metric {
    label: "Moved In",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members registered before the period who are in the group on its last day and were not on the day before it.",
    formula: count(&[(1, Term::In(&MOVED))]),
    contributors: Contributors::Members,
};
pub static MOVED_OUT: Metric = Metric {
    label: "Moved Out",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members registered before the period who were in the group on the day before it and are not on its last day.",
    formula: count(&[(1, Term::In(&MOVED))]),
    contributors: Contributors::Members,
};

/// A member who has been in more than one segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mover {
    first_login: i16,
    now: u32,
    /// Where the member's spans begin and end.
    spans: (usize, usize),
}

/// Where registered members have been.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GroupMoves {
    /// The days of the first logins of members who never moved, in order, by segment.
    settled: Vec<Vec<i16>>,
    movers: Vec<Mover>,
    /// First day, last day and segment of the movers' spans.
    spans: Vec<(i16, i16, u32)>,
    /// The place of its tier, by segment.
    tiers: Vec<usize>,
    /// The day before the last loaded one: later, members are where they are now.
    until: i32,
}

/// The segments of registered members: on the day before a window (0 for those who had not registered), on its last day, and
/// now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Path {
    pub from: u32,
    pub to: u32,
    pub now: u32,
}

impl GroupMoves {
    /// `members` has rows of [`GroupMoves::SQL`]; `tiers` the place of the tier of each segment.
    pub fn of(members: &Rows, membership: &Membership, tiers: Vec<usize>, until: i32) -> GroupMoves {
        let [keys, segments, days] = members.columns.as_slice() else { return GroupMoves::default() };
        let mut moves = GroupMoves { settled: vec![Vec::new(); tiers.len()], tiers, until, ..GroupMoves::default() };
        let mut spans_of: HashMap<u32, (usize, usize)> = HashMap::new();
        for (at, (member, first, last, segment)) in membership.spans().enumerate() {
            moves.spans.push((first, last, segment));
            spans_of.entry(member).and_modify(|spans| spans.1 = at + 1).or_insert((at, at + 1));
        }
        for ((member, segment), day) in keys.ints().iter().zip(segments.ints()).zip(days.ints()) {
            let (now, first_login) = (*segment as u32, *day as i16);
            match (spans_of.get(&(*member as u32)), moves.settled.get_mut(now as usize)) {
                (Some(spans), _) => moves.movers.push(Mover { first_login, now, spans: *spans }),
                (None, Some(days)) => days.push(first_login),
                (None, None) => {}
            }
        }
        moves.settled.iter_mut().for_each(|days| days.sort_unstable());
        moves
    }

    /// The query of registered members.
    pub const SQL: &str =
        "select member_key::bigint, segment_id::bigint, first_day::bigint from bond.derived.member where first_day > 0";

    /// How many members went each way.
    pub fn paths(&self, days: Span) -> HashMap<Path, i64> {
        let mut paths = HashMap::new();
        let mut add = |path: Path, members: usize| {
            if members > 0 {
                *paths.entry(path).or_default() += members as i64;
            }
        };
        for (now, logins) in (0..).zip(&self.settled) {
            let [before, all] =
                [days.first, days.last + 1].map(|day| logins.partition_point(|login| i32::from(*login) < day));
            add(Path { from: now, to: now, now }, before);
            add(Path { from: 0, to: now, now }, all.saturating_sub(before));
        }
        for mover in self.movers.iter().filter(|mover| i32::from(mover.first_login) <= days.last) {
            let was_registered = i32::from(mover.first_login) < days.first;
            let from = if was_registered { self.on(mover, days.first - 1) } else { 0 };
            add(Path { from, to: self.on(mover, days.last), now: mover.now }, 1);
        }
        paths
    }

    /// The segment of a member on a day.
    fn on(&self, mover: &Mover, day: i32) -> u32 {
        if day > self.until {
            return mover.now;
        }
        let (first, last) = mover.spans;
        let spans = self.spans[first..last].iter();
        let mut on_day = spans.filter(|(first, last, _)| (i32::from(*first)..=i32::from(*last)).contains(&day));
        on_day.next().map_or(mover.now, |(.., segment)| *segment)
    }

    /// Whether the tier is higher, lower or the same.
    pub fn way(&self, path: Path) -> Ordering {
        let tier = |segment: u32| self.tiers.get(segment as usize);
        tier(path.to).cmp(&tier(path.from))
    }

    /// The rows that answer a query: segment, window, and each measure.
    pub fn rows(&self, query: &SourceQuery) -> Rows {
        let mut columns = vec![Vec::new(); 2 + GROUP_MOVES.measures.len()];
        for (window, days) in (0..).zip(&query.spans) {
            let mut of_segments: HashMap<u32, [i64; 5]> = HashMap::new();
            for (path, members) in self.paths(*days) {
                let joined = path.from == 0;
                let segment = match &query.were {
                    Some(AsTheyWere { of, .. }) if !of.has(path.now as i32) => continue,
                    Some(_) if joined => path.to,
                    Some(_) => path.from,
                    None => path.now,
                };
                let way = if joined { Ordering::Equal } else { self.way(path) };
                let is = [!joined, joined, way.is_gt(), way.is_lt(), !joined && path.from != path.to];
                let sums = of_segments.entry(segment).or_default();
                sums.iter_mut().zip(is).filter(|(_, is)| *is).for_each(|(sum, _)| *sum += members);
            }
            for (segment, sums) in of_segments {
                let row = [i64::from(segment), window].into_iter().chain(sums);
                columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
            }
        }
        Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
    }
}
