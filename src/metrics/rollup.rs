//! From answers by segment to the figures of groups.
//!
//! A total is always summed from segments, never from the rows of a table: a member in two audiences counts in
//! both rows and once in the total.

use super::engine::{Catalogue, Segment};
use super::filter::{Grouping, Groups};
use super::query::gap_before;
use super::{Formula, Measure, Metric, Quantity, Sum, Term};
use crate::warehouse::Rows;

/// What the figures of a table or chart are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKey {
    /// All chosen members.
    Total,
    /// A group of the first level.
    One(i32),
    /// A group of the second level within one of the first.
    Two(i32, i32),
}

/// The groupings of a table or chart; none for totals alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub first: Option<Grouping>,
    pub second: Option<Grouping>,
}

/// Which segments count, and for which groups.
pub(super) struct Plan {
    pub groups: Vec<GroupKey>,
    /// By segment id; empty for a segment that is not chosen.
    of_segment: Vec<Vec<u32>>,
}

impl Plan {
    /// The groups that have members in the selection, the total first.
    pub fn new(catalogue: &Catalogue, chosen: &Groups, levels: Levels) -> Plan {
        let mut plan = Plan { groups: vec![GroupKey::Total], of_segment: Vec::new() };
        let mut places = std::collections::HashMap::from([(GroupKey::Total, 0u32)]);
        let mut place = |plan: &mut Plan, key: GroupKey| {
            *places.entry(key).or_insert_with(|| {
                plan.groups.push(key);
                (plan.groups.len() - 1) as u32
            })
        };
        for segment in &catalogue.segments {
            let mut groups = Vec::new();
            if segment.members > 0 && is_chosen(segment, chosen) {
                groups.push(0);
                for first in levels.first.map(|level| ids(segment, level, chosen)).unwrap_or_default() {
                    groups.push(place(&mut plan, GroupKey::One(first)));
                    for second in levels.second.map(|level| ids(segment, level, chosen)).unwrap_or_default() {
                        groups.push(place(&mut plan, GroupKey::Two(first, second)));
                    }
                }
            }
            plan.of_segment.push(groups);
        }
        plan
    }

    /// Rows of segment 0 belong to no member (a poll, a month of activity): they count in the total.
    fn groups_of(&self, segment: i64) -> &[u32] {
        match segment {
            0 => &[0],
            segment => usize::try_from(segment).ok().and_then(|at| self.of_segment.get(at)).map_or(&[], Vec::as_slice),
        }
    }
}

fn is_chosen(segment: &Segment, chosen: &Groups) -> bool {
    chosen.tiers.has(segment.tier)
        && chosen.lobs.has(segment.lob)
        && segment.audiences.iter().any(|id| chosen.audiences.has(*id))
}

/// The segment's groups of one kind, of those the filter chose.
fn ids(segment: &Segment, level: Grouping, chosen: &Groups) -> Vec<i32> {
    let all = match level {
        Grouping::Tier => std::slice::from_ref(&segment.tier),
        Grouping::Lob => std::slice::from_ref(&segment.lob),
        Grouping::Audience => &segment.audiences,
    };
    all.iter().copied().filter(|id| chosen.of(level).has(*id)).collect()
}

/// Which values of a dimension the rows of an answer count in.
pub(super) enum Places<'a> {
    /// There is no dimension.
    Whole,
    /// By row; None for a row that does not count.
    Items(&'a [Option<u32>]),
}

impl Places<'_> {
    fn of(&self, row: usize) -> Option<usize> {
        match self {
            Places::Whole => Some(0),
            Places::Items(places) => places.get(row).copied().flatten().map(|place| place as usize),
        }
    }
}

/// The figures of some metrics, for groups and periods; for the values of a dimension one after the other.
pub struct Figures {
    /// The total first, then groups as they were met.
    pub groups: Vec<GroupKey>,
    items: usize,
    pub periods: usize,
    terms: Vec<(Term, Vec<i64>)>,
}

impl Figures {
    pub(super) fn new(groups: Vec<GroupKey>, items: usize, periods: usize) -> Figures {
        Figures { groups, items, periods, terms: Vec::new() }
    }

    /// Adds a term's numbers out of the answer that holds it.
    pub(super) fn add(&mut self, plan: &Plan, term: Term, rows: &Rows, places: &Places) {
        let mut values = match term {
            Term::In(measure) | Term::Trailing(measure) => self.summed(plan, measure, rows, places).1,
            Term::Whole(measure) => {
                let mut values = self.summed(plan, measure, rows, places).1;
                let of_item = (self.groups.len() * self.periods).max(1);
                let mut whole = vec![0; of_item];
                for values in values.chunks(of_item) {
                    whole.iter_mut().zip(values).for_each(|(whole, value)| *whole += value);
                }
                values.chunks_mut(of_item).for_each(|values| values.copy_from_slice(&whole[..values.len()]));
                values
            }
            Term::AsOf(measure) => {
                let (gaps, mut values) = self.summed(plan, measure, rows, places);
                for (value, gap) in values.chunks_mut(self.periods.max(1)).zip(gaps.chunks(self.periods.max(1))) {
                    let mut sum = 0;
                    for (value, gap) in value.iter_mut().zip(gap) {
                        sum += gap + *value;
                        *value = sum;
                    }
                }
                values
            }
            Term::Before(measure) => {
                let (gaps, mut values) = self.summed(plan, measure, rows, places);
                for (value, gap) in values.chunks_mut(self.periods.max(1)).zip(gaps.chunks(self.periods.max(1))) {
                    let mut sum = 0;
                    for (value, gap) in value.iter_mut().zip(gap) {
                        sum += gap;
                        sum += std::mem::replace(value, sum);
                    }
                }
                values
            }
            Term::Distinct(..) => self.distinct(plan, rows),
        };
        values.shrink_to_fit();
        self.terms.push((term, values));
    }

    /// Sums by group and period, of the days between each period and the one before it, and of its own days.
    fn summed(&self, plan: &Plan, measure: &Measure, rows: &Rows, places: &Places) -> (Vec<i64>, Vec<i64>) {
        let mut gaps = vec![0; self.items * self.groups.len() * self.periods];
        let mut values = gaps.clone();
        let before_measures = if let Places::Items(_) = places { 3 } else { 2 };
        let place = measure.source.measures.iter().position(|other| std::ptr::eq(*other, measure));
        let column = place.and_then(|place| rows.columns.get(before_measures + place));
        let ([segments, periods, ..], Some(column)) = (rows.columns.as_slice(), column) else {
            return (gaps, values);
        };
        for (row, ((segment, period), number)) in
            segments.ints().iter().zip(periods.ints()).zip(column.ints()).enumerate()
        {
            let Some(item) = places.of(row) else { continue };
            for group in plan.groups_of(*segment) {
                let first = (item * self.groups.len() + *group as usize) * self.periods;
                if *period < 0 {
                    gaps[first + gap_before(*period) as usize] += number;
                } else {
                    values[first + *period as usize] += number;
                }
            }
        }
        (gaps, values)
    }

    fn distinct(&self, plan: &Plan, rows: &Rows) -> Vec<i64> {
        debug_assert!(self.items == 1, "how many different values there are is no figure of one of them");
        let mut values = vec![0; self.items * self.groups.len() * self.periods];
        let [segments, periods, items, ..] = rows.columns.as_slice() else { return values };
        let Some((different, items)) = items.codes() else { return values };
        // A bit a cell and item.
        let mut seen = vec![0_u64; (values.len() * different.len()).div_ceil(64)];
        for ((segment, period), item) in segments.ints().iter().zip(periods.ints()).zip(items) {
            for group in plan.groups_of(*segment) {
                let cell = *group as usize * self.periods + *period as usize;
                let place = cell * different.len() + *item as usize;
                let (word, bit) = (&mut seen[place / 64], 1 << (place % 64));
                values[cell] += i64::from(*word & bit == 0);
                *word |= bit;
            }
        }
        values
    }

    fn term(&self, wanted: Term, group: usize, period: usize) -> i128 {
        let cell = group * self.periods + period;
        self.terms.iter().find(|(term, _)| *term == wanted).map_or(0, |(_, values)| i128::from(values[cell]))
    }

    /// A sum of terms, as the formulas and the score write it.
    pub(super) fn sum(&self, sum: Sum, group: usize, period: usize) -> i128 {
        sum.iter().map(|(times, term)| i128::from(*times) * self.term(*term, group, period)).sum()
    }

    /// A metric of one group and period. 0 for what was not asked for.
    pub fn value(&self, metric: &Metric, group: usize, period: usize) -> Quantity {
        match metric.formula {
            Formula::Sum(sum, divisor) => Quantity::new(self.sum(sum, group, period), i128::from(divisor)),
            Formula::Ratio { of, by, scale } => Quantity::new(
                self.sum(of, group, period) * i128::from(scale.0),
                self.sum(by, group, period) * i128::from(scale.1),
            ),
        }
    }

    /// Where a group's figures stand.
    pub fn place(&self, key: GroupKey) -> Option<usize> {
        self.groups.iter().position(|group| *group == key)
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        use Term::{AsOf, Before, Distinct, In, Trailing, Whole};
        match (self, other) {
            (In(a), In(b))
            | (AsOf(a), AsOf(b))
            | (Before(a), Before(b))
            | (Trailing(a), Trailing(b))
            | (Whole(a), Whole(b)) => std::ptr::eq(*a, *b),
            (Distinct(a, x), Distinct(b, y)) => std::ptr::eq(*a, *b) && x == y,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::filter::Choice;
    use crate::metrics::{content, members};
    use crate::warehouse::Column;

    /// Gold Auto in audience 1; Gold Auto in 1 and 2; Silver Home in 2; Silver Auto in 1, without members.
    fn catalogue() -> Catalogue {
        let segment =
            |tier, lob, audiences: &[i32], members| Segment { tier, lob, audiences: audiences.to_vec(), members };
        Catalogue {
            segments: vec![
                segment(0, 0, &[], 0),
                segment(1, 1, &[1], 5),
                segment(1, 1, &[1, 2], 5),
                segment(2, 2, &[2], 5),
                segment(2, 1, &[1], 0),
            ],
            ..Catalogue::default()
        }
    }

    fn rows(rows: &[&[i64]]) -> Rows {
        let width = rows.first().map_or(0, |row| row.len());
        let columns = (0..width).map(|at| Column::Int(rows.iter().map(|row| row[at]).collect())).collect();
        Rows { columns, len: rows.len() }
    }

    fn logins(by_segment: &[(i64, i64, i64)]) -> Rows {
        let width = 2 + members::SESSION.measures.len();
        let full: Vec<Vec<i64>> = by_segment
            .iter()
            .map(|(segment, period, count)| {
                let mut row = vec![0; width];
                row[..3].copy_from_slice(&[*segment, *period, *count]);
                row
            })
            .collect();
        rows(&full.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    fn figures(chosen: &Groups, levels: Levels, answer: &Rows, term: Term, periods: usize) -> Figures {
        let plan = Plan::new(&catalogue(), chosen, levels);
        let mut figures = Figures::new(plan.groups.clone(), 1, periods);
        figures.add(&plan, term, answer, &Places::Whole);
        figures
    }

    #[test]
    fn a_member_in_two_audiences_counts_in_both_rows_and_once_in_the_total() {
        let Formula::Sum(sum, _) = members::TOTAL_LOGINS.formula else { panic!("a sum") };
        let levels = Levels { first: Some(Grouping::Audience), second: Some(Grouping::Tier) };
        let answer = logins(&[(1, 0, 10), (2, 0, 20), (3, 0, 40)]);
        let figures = figures(&Groups::default(), levels, &answer, sum[0].1, 1);
        let of = |key| figures.place(key).map(|at| figures.value(&members::TOTAL_LOGINS, at, 0).rounded(0));
        assert_eq!(of(GroupKey::Total), Some(70.0));
        assert_eq!(of(GroupKey::One(1)), Some(30.0));
        assert_eq!(of(GroupKey::One(2)), Some(60.0));
        assert_eq!(of(GroupKey::Two(2, 1)), Some(20.0));
        assert_eq!(of(GroupKey::Two(2, 2)), Some(40.0));
        assert_eq!(of(GroupKey::Two(1, 2)), None, "its only segment has no members");
    }

    #[test]
    fn a_filter_chooses_segments_and_the_groups_that_show() {
        let Formula::Sum(sum, _) = members::TOTAL_LOGINS.formula else { panic!("a sum") };
        let chosen = Groups { audiences: Choice::Only(vec![1]), ..Groups::default() };
        let levels = Levels { first: Some(Grouping::Audience), second: None };
        let figures = figures(&chosen, levels, &logins(&[(1, 0, 10), (2, 0, 20), (3, 0, 40)]), sum[0].1, 1);
        assert_eq!(figures.groups, [GroupKey::Total, GroupKey::One(1)]);
        assert_eq!(figures.value(&members::TOTAL_LOGINS, 0, 0).rounded(0), 30.0);
    }

    #[test]
    fn figures_as_of_an_end_carry_what_came_before() {
        let answer = rows(&[&[1, gap_before(0), 100], &[1, 0, 1], &[3, 2, 7]]);
        let Formula::Ratio { by, .. } = members::RETENTION_RATE.formula else { panic!("a ratio") };
        let Formula::Sum(as_of, _) = members::TOTAL_REGISTERED.formula else { panic!("a sum") };
        let registered = figures(&Groups::default(), Levels::default(), &answer, as_of[0].1, 3);
        assert_eq!((0..3).map(|p| registered.sum(as_of, 0, p)).collect::<Vec<_>>(), [101, 101, 108]);
        let before = figures(&Groups::default(), Levels::default(), &answer, by[0].1, 3);
        assert_eq!((0..3).map(|p| before.sum(by, 0, p)).collect::<Vec<_>>(), [100, 101, 101]);
        // Days between the first period and the second.
        let answer = rows(&[&[1, gap_before(0), 100], &[1, 0, 1], &[1, gap_before(1), 50], &[3, 2, 7]]);
        let registered = figures(&Groups::default(), Levels::default(), &answer, as_of[0].1, 3);
        assert_eq!((0..3).map(|p| registered.sum(as_of, 0, p)).collect::<Vec<_>>(), [101, 151, 158]);
        let before = figures(&Groups::default(), Levels::default(), &answer, by[0].1, 3);
        assert_eq!((0..3).map(|p| before.sum(by, 0, p)).collect::<Vec<_>>(), [100, 151, 151]);
    }

    #[test]
    fn an_item_two_segments_touched_counts_once() {
        let Formula::Sum(sum, _) = content::ARTICLES_VIEWED.formula else { panic!("a sum") };
        let mut answer = rows(&[&[1, 0, 7], &[2, 0, 7], &[3, 0, 7], &[3, 0, 8], &[3, 1, 8]]);
        answer.columns[2] = answer.columns[2].clone().coded();
        let levels = Levels { first: Some(Grouping::Tier), second: None };
        let figures = figures(&Groups::default(), levels, &answer, sum[0].1, 2);
        let of = |group, period| figures.value(&content::ARTICLES_VIEWED, group, period).rounded(0);
        assert_eq!((of(0, 0), of(0, 1)), (2.0, 1.0));
        assert_eq!(figures.place(GroupKey::One(1)).map(|at| of(at, 0)), Some(1.0));
    }
}
