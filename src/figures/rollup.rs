//! Sums rows by segment into the figures of groups.
//!
//! A total is always summed from segments, never from the rows of a table: a member in two audiences counts in
//! both rows and once in the total.

use super::cover::gap_before;
use super::model::{Formula, Measure, Metric, Source, Sum, Term};
use super::operands::{GroupIndexes, Operands};
use super::quantity::Quantity;
use super::segment_groups::{GroupKey, SegmentGroups};
use crate::warehouse::{Column, Rows};

/// The item that each row counts in.
pub(super) enum RowItems<'a> {
    /// All rows count in one item: there is no dimension.
    One,
    /// By row; None for a row that does not count.
    Each(&'a [Option<u32>]),
}

impl RowItems<'_> {
    fn of(&self, row: usize) -> Option<usize> {
        match self {
            RowItems::One => Some(0),
            RowItems::Each(items) => items.get(row).copied().flatten().map(|item| item as usize),
        }
    }
}

/// The figures of some metrics by item, group and period.
pub struct Figures {
    /// The total first, then groups in order of first appearance.
    pub groups: Vec<GroupKey>,
    pub(super) items: usize,
    pub periods: usize,
    /// Fewer members than this are few.
    pub(super) minimum_members: i128,
    pub(super) terms: Vec<(Term, Vec<i64>)>,
    /// What they tell together with those of the other reading.
    pub(super) readings: Option<Box<Readings>>,
}

/// The figures of the same members in the groups of now, and by the groups of both.
pub(super) struct Readings {
    pub(super) now: (SegmentGroups, Figures),
    /// The first group has what belongs to no member; the others are the parts.
    pub(super) by_part: (SegmentGroups, Figures),
    /// The groups that the members of each part were in, and those that they are in now.
    pub(super) parts: Vec<[GroupIndexes; 2]>,
}

impl Readings {
    /// Does something with the figures and groups of each reading.
    pub fn each(&mut self, work: impl Fn(&mut Figures, &SegmentGroups)) {
        for (groups, figures) in [&mut self.now, &mut self.by_part] {
            work(figures, groups);
        }
    }
}

impl Figures {
    pub(super) fn new(groups: Vec<GroupKey>, items: usize, periods: usize, minimum_members: u16) -> Figures {
        Figures { groups, items, periods, minimum_members: minimum_members.into(), terms: Vec::new(), readings: None }
    }

    /// Adds a term's numbers from the rows that contain it.
    pub(super) fn add(&mut self, groups: &SegmentGroups, term: Term, rows: &Rows, items: &RowItems) {
        if let Some(readings) = &mut self.readings {
            readings.each(|figures, groups| figures.add(groups, term, rows, items));
        }
        let mut values = match term {
            Term::In(measure) | Term::Trailing(measure) | Term::TrailingToNotice(measure) => {
                self.summed(groups, measure, rows, items).1
            }
            Term::Whole(measure) => {
                let mut values = self.summed(groups, measure, rows, items).1;
                let of_item = (self.groups.len() * self.periods).max(1);
                let mut whole = vec![0; of_item];
                for values in values.chunks(of_item) {
                    whole.iter_mut().zip(values).for_each(|(whole, value)| *whole += value);
                }
                values.chunks_mut(of_item).for_each(|values| values.copy_from_slice(&whole[..values.len()]));
                values
            }
            Term::AsOf(measure) => {
                let (gaps, mut values) = self.summed(groups, measure, rows, items);
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
                let (gaps, mut values) = self.summed(groups, measure, rows, items);
                for (value, gap) in values.chunks_mut(self.periods.max(1)).zip(gaps.chunks(self.periods.max(1))) {
                    let mut sum = 0;
                    for (value, gap) in value.iter_mut().zip(gap) {
                        sum += gap;
                        sum += std::mem::replace(value, sum);
                    }
                }
                values
            }
            Term::Distinct(source, _) => self.distinct(groups, source, rows),
        };
        values.shrink_to_fit();
        self.terms.push((term, values));
    }

    /// The sums up to the end of each period, of the first group, from the rows that contain a measure.
    pub(super) fn up_to(&self, groups: &SegmentGroups, measure: &'static Measure, rows: &Rows) -> Vec<i64> {
        let mut own = Figures::new(self.groups.clone(), 1, self.periods, 0);
        own.add(groups, Term::AsOf(measure), rows, &RowItems::One);
        own.terms.pop().map(|(_, values)| values).unwrap_or_default()
    }

    /// A term's number in the only window of some rows, of the first group.
    pub(super) fn of_window(&self, groups: &SegmentGroups, term: Term, rows: &Rows) -> i64 {
        let mut own = Figures::new(self.groups.clone(), 1, 1, 0);
        own.add(groups, term, rows, &RowItems::One);
        own.terms.first().and_then(|(_, values)| values.first()).copied().unwrap_or_default()
    }

    /// Adds a term's numbers by period, of the first group alone.
    pub(super) fn add_numbers(&mut self, term: Term, numbers: Vec<i64>) {
        self.terms.push((term, numbers));
    }

    /// Adds a term that counts distinct members, if several keys count in one item: the largest number that a key has.
    /// The sum would count members twice; there are at least as many as the largest number.
    pub(super) fn add_most(&mut self, groups: &SegmentGroups, term: Term, rows: &Rows, items: &[Option<u32>]) {
        if let Some(readings) = &mut self.readings {
            readings.each(|figures, groups| figures.add_most(groups, term, rows, items));
        }
        let of_item = self.groups.len() * self.periods;
        let mut most = vec![0; self.items * of_item];
        if let (Some((keys, codes)), Some(measure)) = (rows.columns.get(2).and_then(Column::codes), term.measure()) {
            let each: Vec<Option<u32>> = codes.iter().map(|code| Some(*code)).collect();
            let mut item_of_key = vec![None; keys.len()];
            codes.iter().zip(items).for_each(|(code, item)| item_of_key[*code as usize] = *item);
            let by_key = Figures::new(self.groups.clone(), keys.len(), self.periods, 0);
            let (_, values) = by_key.summed(groups, measure, rows, &RowItems::Each(&each));
            for (values, item) in values.chunks(of_item.max(1)).zip(item_of_key) {
                let Some(item) = item else { continue };
                let of_item = &mut most[item as usize * of_item..];
                of_item.iter_mut().zip(values).for_each(|(most, value)| *most = (*most).max(*value));
            }
        }
        self.terms.push((term, most));
    }

    /// Sums by group and period: first those of the days between each period and the one before it, then those of its
    /// own days.
    fn summed(&self, groups: &SegmentGroups, measure: &Measure, rows: &Rows, items: &RowItems) -> (Vec<i64>, Vec<i64>) {
        let mut gaps = vec![0; self.items * self.groups.len() * self.periods];
        let mut values = gaps.clone();
        let before_measures = if let RowItems::Each(_) = items { 3 } else { 2 };
        let mut columns =
            measure.source.measures.iter().filter(|other| other.counts_contributors == measure.counts_contributors);
        let index = columns.position(|other| std::ptr::eq(*other, measure));
        let column = index.and_then(|index| rows.columns.get(before_measures + index));
        let ([segments, periods, ..], Some(column)) = (rows.columns.as_slice(), column) else {
            return (gaps, values);
        };
        if let (RowItems::Each(items), [_]) = (items, self.groups.as_slice()) {
            // Lists have very many rows, and no groups but the total.
            let is_counted = groups.counted(measure.source);
            let rows = segments.ints().iter().zip(periods.ints()).zip(column.ints()).zip(*items);
            for (((segment, period), number), item) in rows {
                let Some(item) = item.filter(|_| is_counted(*segment)) else { continue };
                let first = item as usize * self.periods;
                match usize::try_from(*period) {
                    Ok(period) => values[first + period] += number,
                    Err(_) => gaps[first + gap_before(*period) as usize] += number,
                }
            }
            return (gaps, values);
        }
        for (row, ((segment, period), number)) in
            segments.ints().iter().zip(periods.ints()).zip(column.ints()).enumerate()
        {
            let Some(item) = items.of(row) else { continue };
            for group in groups.of(*segment, measure.source) {
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

    fn distinct(&self, groups: &SegmentGroups, source: &Source, rows: &Rows) -> Vec<i64> {
        debug_assert!(self.items == 1, "a count of distinct values has no figure per value");
        let mut values = vec![0; self.items * self.groups.len() * self.periods];
        let [segments, periods, items, ..] = rows.columns.as_slice() else { return values };
        let Some((different, items)) = items.codes() else { return values };
        // One bit per cell and item.
        let mut seen = vec![0_u64; (values.len() * different.len()).div_ceil(64)];
        let mut see = |group: usize, period: i64, item: u32| {
            let cell = group * self.periods + period as usize;
            let index = cell * different.len() + item as usize;
            let (word, bit) = (&mut seen[index / 64], 1 << (index % 64));
            values[cell] += i64::from(*word & bit == 0);
            *word |= bit;
        };
        let rows = segments.ints().iter().zip(periods.ints()).zip(items);
        if let [_] = self.groups.as_slice() {
            let is_counted = groups.counted(source);
            rows.filter(|((segment, _), _)| is_counted(**segment))
                .for_each(|((_, period), item)| see(0, *period, *item));
        } else {
            for ((segment, period), item) in rows {
                groups.of(*segment, source).iter().for_each(|group| see(*group as usize, *period, *item));
            }
        }
        values
    }

    pub(super) fn term(&self, wanted: Term, group: usize, period: usize) -> i128 {
        let cell = group * self.periods + period;
        self.terms.iter().find(|(term, _)| *term == wanted).map_or(0, |(_, values)| i128::from(values[cell]))
    }

    /// A sum of terms, as formulas declare it.
    pub(super) fn sum(&self, sum: Sum, group: usize, period: usize) -> i128 {
        sum.iter().map(|(times, term)| i128::from(*times) * self.term(*term, group, period)).sum()
    }

    /// A metric of one group and period; 0 for a metric that was not computed.
    pub(super) fn value(&self, metric: &Metric, group: usize, period: usize) -> Quantity {
        match metric.formula {
            Formula::Sum(sum, divisor) => Quantity::new(self.sum(sum, group, period), i128::from(divisor)),
            Formula::Ratio { of, by, scale } => Quantity::new(
                self.sum(of, group, period) * i128::from(scale.0),
                self.sum(by, group, period) * i128::from(scale.1),
            ),
        }
    }

    /// The operands of a metric of one group and period.
    pub(super) fn counted(&self, metric: &Metric, group: usize, period: usize) -> Operands {
        let (of, by): (Sum, Sum) = match metric.formula {
            Formula::Sum(of, _) => (of, &[]),
            Formula::Ratio { of, by, .. } => (of, by),
        };
        let terms = metric.contributor_terms().filter(|_| self.minimum_members > 0);
        Operands {
            numerator: self.sum(of, group, period),
            denominator: self.sum(by, group, period),
            contributors: terms.map(|term| self.term(term, group, period)).collect(),
            added: 0,
        }
    }

    /// The index of a group's figures.
    pub fn index_of(&self, key: GroupKey) -> Option<usize> {
        self.groups.iter().position(|group| *group == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::catalogue::{Catalogue, Segment};
    use crate::figures::filter::{Choice, Groups};
    use crate::figures::segment_groups::Levels;
    use crate::figures::{content, members};
    use crate::groupings::{ByGrouping, Grouping};

    /// Gold Auto in audience 1; Gold Auto in 1 and 2; Silver Home in 2; Silver Auto in 1, without members.
    fn catalogue() -> Catalogue {
        let segment = |tier, lob, audiences: &[i32], members| Segment {
            groups: ByGrouping([vec![tier], vec![lob], audiences.to_vec()]),
            members,
        };
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
        let groups = SegmentGroups::new(&catalogue(), chosen, levels);
        let mut figures = Figures::new(groups.keys.clone(), 1, periods, 0);
        figures.add(&groups, term, answer, &RowItems::One);
        figures
    }

    #[test]
    fn a_member_in_two_audiences_counts_in_both_rows_and_once_in_the_total() {
        let Formula::Sum(sum, _) = members::TOTAL_LOGINS.formula else { panic!("a sum") };
        let levels = Levels { first: Some(Grouping::Audience), second: Some(Grouping::Tier) };
        let answer = logins(&[(1, 0, 10), (2, 0, 20), (3, 0, 40)]);
        let figures = figures(&Groups::default(), levels, &answer, sum[0].1, 1);
        let of = |key| figures.index_of(key).map(|at| figures.value(&members::TOTAL_LOGINS, at, 0).rounded(0));
        assert_eq!(of(GroupKey::Total), Some(70.0));
        assert_eq!(of(GroupKey::One(1)), Some(30.0));
        assert_eq!(of(GroupKey::One(2)), Some(60.0));
        assert_eq!(of(GroupKey::Two(2, 1)), Some(20.0));
        assert_eq!(of(GroupKey::Two(2, 2)), Some(40.0));
        assert_eq!(of(GroupKey::Two(1, 2)), None, "its only segment has no members");
    }

    #[test]
    fn a_filter_restricts_segments_and_groups() {
        let Formula::Sum(sum, _) = members::TOTAL_LOGINS.formula else { panic!("a sum") };
        let chosen = ByGrouping([Choice::All, Choice::All, Choice::Only(vec![1])]);
        let levels = Levels { first: Some(Grouping::Audience), second: None };
        let figures = figures(&chosen, levels, &logins(&[(1, 0, 10), (2, 0, 20), (3, 0, 40)]), sum[0].1, 1);
        assert_eq!(figures.groups, [GroupKey::Total, GroupKey::One(1)]);
        assert_eq!(figures.value(&members::TOTAL_LOGINS, 0, 0).rounded(0), 30.0);
    }

    #[test]
    fn figures_as_of_an_end_include_earlier_days() {
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
    fn an_item_of_two_segments_counts_once() {
        let Formula::Sum(sum, _) = content::ARTICLES_VIEWED.formula else { panic!("a sum") };
        let mut answer = rows(&[&[1, 0, 7], &[2, 0, 7], &[3, 0, 7], &[3, 0, 8], &[3, 1, 8]]);
        answer.columns[2] = answer.columns[2].clone().coded();
        let levels = Levels { first: Some(Grouping::Tier), second: None };
        let figures = figures(&Groups::default(), levels, &answer, sum[0].1, 2);
        let of = |group, period| figures.value(&content::ARTICLES_VIEWED, group, period).rounded(0);
        assert_eq!((of(0, 0), of(0, 1)), (2.0, 1.0));
        assert_eq!(figures.index_of(GroupKey::One(1)).map(|at| of(at, 0)), Some(1.0));
    }
}
