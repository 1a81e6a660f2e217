//! What a table of a profile counts up to a day, while its rows are added in order of days.

use rustc_hash::FxHashMap;

use crate::warehouse::day::Day;
use crate::warehouse::feed::Each;

/// A segment and an item; the item is 0 in tables without items.
pub(super) type Group = (i32, i32);

/// Numbers by segment, item, and day or month. Their memory is that of the groups that occur times the spans of days or
/// months in which they do: a row then finds its group once, however many numbers it changes.
pub(super) struct RunningCounts {
    width: usize,
    /// The days, or the first days of the months, in order. Position 0 stands for no day.
    days: Vec<i16>,
    /// By day number.
    position_of: Vec<usize>,
    index_of: FxHashMap<Group, usize>,
    /// By index, the numbers of each [`SPAN`] of positions, for each position so many as the table has counts; none where
    /// nothing is counted in the span.
    numbers: Vec<Box<[Box<[i64]>]>>,
    /// How many numbers are in memory.
    len: usize,
}

/// So many days or months have their numbers together.
const SPAN: usize = 16;

impl RunningCounts {
    /// Nothing counted yet. Rows have days from `first` to `last` only, or 0 for no day.
    pub(super) fn new(each: Each, first: Day, last: Day, width: usize) -> RunningCounts {
        let mut days = vec![0];
        let mut position_of = vec![0; last.number() as usize + 1];
        for day in (first.number()..=last.number()).filter_map(Day::from_number) {
            let start = match each {
                Each::Day => day.number(),
                Each::Month => day.first_of_month(),
            };
            if days.len() == 1 || days.last() != Some(&start) {
                days.push(start);
            }
            position_of[day.number() as usize] = days.len() - 1;
        }
        RunningCounts { width, days, position_of, index_of: FxHashMap::default(), numbers: Vec::new(), len: 0 }
    }

    /// How many numbers are in memory.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Forgets what is counted.
    pub(super) fn clear(&mut self) {
        self.index_of.clear();
        self.numbers.clear();
        self.len = 0;
    }

    /// How many counts there are.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The positions of groups in memory, by row.
    pub(super) fn groups(&mut self, rows: impl Iterator<Item = Group>) -> Vec<usize> {
        let mut latest = None;
        rows.map(|group| match latest {
            // Rows of one day are often in order of segments.
            Some((same, index)) if same == group => index,
            _ => {
                let index = *self.index_of.entry(group).or_insert_with(|| {
                    self.numbers.push(vec![Box::default(); self.days.len().div_ceil(SPAN)].into_boxed_slice());
                    self.numbers.len() - 1
                });
                latest = Some((group, index));
                index
            }
        })
        .collect()
    }

    /// Adds amounts to a count: each to a group, by its position, and to the day or month of a day. Day 0 is no day.
    pub(super) fn add(&mut self, count: usize, rows: impl Iterator<Item = (usize, i16, i64)>) {
        for (group, day, amount) in rows {
            if amount == 0 {
                continue;
            }
            *self.number(group, self.position_of[day as usize], count) += amount;
        }
    }

    /// Adds amounts to a count, each to a group and to one of the days, or first days of months, that
    /// [`Self::for_each_after`] names.
    pub(super) fn add_counted(&mut self, count: usize, rows: impl Iterator<Item = (usize, i16, i64)>) {
        for (group, day, amount) in rows {
            if let Ok(position) = self.days[1..].binary_search(&day) {
                *self.number(group, position + 1, count) += amount;
            }
        }
    }

    fn number(&mut self, group: usize, position: usize, count: usize) -> &mut i64 {
        let of_span = &mut self.numbers[group][position / SPAN];
        if of_span.is_empty() {
            *of_span = vec![0; SPAN * self.width].into_boxed_slice();
            self.len += SPAN * self.width;
        }
        &mut of_span[position % SPAN * self.width + count]
    }

    /// Calls `then` with each day or month after that number, group and its numbers that are not all 0, in order of day, segment
    /// and item.
    pub(super) fn for_each_after(&self, after: i16, mut then: impl FnMut(i16, Group, &[i64])) {
        let mut groups: Vec<(Group, &[Box<[i64]>])> =
            self.index_of.iter().map(|(group, index)| (*group, &*self.numbers[*index])).collect();
        groups.sort_unstable_by_key(|(group, _)| *group);
        // Position 0 is no day.
        let first = self.days.partition_point(|day| *day <= after).max(1);
        for (span, days) in self.days.chunks(SPAN).enumerate().skip(first / SPAN) {
            let unwanted = first.saturating_sub(span * SPAN);
            let mut of_days = vec![Vec::new(); days.len()];
            // All numbers of a span are read once, as they are in memory.
            for (group, spans) in &groups {
                for (rows, numbers) in of_days.iter_mut().zip(spans[span].chunks_exact(self.width)).skip(unwanted) {
                    if numbers.iter().any(|number| *number != 0) {
                        rows.push((*group, numbers));
                    }
                }
            }
            for (day, rows) in days.iter().zip(of_days) {
                rows.into_iter().for_each(|(group, numbers)| then(*day, group, numbers));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is counted.
    fn all(counts: &RunningCounts) -> Vec<(i16, Group, Vec<i64>)> {
        let mut all = Vec::new();
        counts.for_each_after(i16::MIN, |day, group, numbers| all.push((day, group, numbers.to_vec())));
        all
    }

    /// Days 40 to 100: from 10 February to 10 April 2000.
    fn counts(each: Each) -> RunningCounts {
        let day = |number| Day::from_number(number).expect("a day");
        RunningCounts::new(each, day(40), day(100), 2)
    }

    #[test]
    fn amounts_are_added_by_day_and_group() {
        let mut counts = counts(Each::Day);
        let groups = counts.groups([(2, 0), (1, 0), (1, 0), (2, 0)].into_iter());
        assert_eq!(groups, [0, 1, 1, 0]);
        counts.add(0, [(groups[0], 100, 1), (groups[1], 40, 5), (groups[2], 0, 9)].into_iter());
        counts.add(1, [(groups[0], 100, -1), (groups[3], 40, 3), (groups[3], 40, -3)].into_iter());
        assert_eq!(all(&counts), [(40, (1, 0), vec![5, 0]), (100, (2, 0), vec![1, -1])]);
        let mut later = Vec::new();
        counts.for_each_after(40, |day, _, _| later.push(day));
        assert_eq!(later, [100]);
    }

    #[test]
    fn months_have_the_number_of_their_first_day() {
        let mut counts = counts(Each::Month);
        let groups = counts.groups([(1, 7), (1, 5)].into_iter());
        // The last two days of February, the first of March, and the last day of all.
        counts.add(0, [(groups[0], 58, 1), (groups[0], 59, 2), (groups[1], 60, 4), (groups[1], 100, 8)].into_iter());
        let expected = [(31, (1, 7), vec![3, 0]), (60, (1, 5), vec![4, 0]), (91, (1, 5), vec![8, 0])];
        assert_eq!(all(&counts), expected);
        let mut again = super::tests::counts(Each::Month);
        for (month, group, numbers) in expected {
            let groups = again.groups([group].into_iter());
            again.add_counted(0, [(groups[0], month, numbers[0])].into_iter());
        }
        assert_eq!(all(&again), all(&counts));
    }
}
