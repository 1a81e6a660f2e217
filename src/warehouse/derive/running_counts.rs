//! What a table of a profile counts up to a day, while its rows are added in order of days.

use std::collections::HashMap;

use crate::warehouse::day::Day;
use crate::warehouse::feed::Each;

/// A segment and an item; the item is 0 in tables without items.
pub(super) type Group = (i32, i32);

/// Numbers by segment, item, and day or month. Their memory is that of the groups that occur times all days or months:
/// a row then finds its group once, however many numbers it changes.
pub(super) struct RunningCounts {
    width: usize,
    /// The days, or the first days of the months, in order. Position 0 stands for no day.
    days: Vec<i16>,
    /// By day number.
    position_of: Vec<usize>,
    index_of: HashMap<Group, usize>,
    /// By index: for each position so many numbers as the table has counts.
    numbers: Vec<Box<[i64]>>,
}

/// What a group has counted for a day or month.
pub(super) struct Counted<'a> {
    pub(super) day: i16,
    pub(super) group: Group,
    /// By count, not all 0.
    pub(super) numbers: &'a [i64],
}

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
        RunningCounts { width, days, position_of, index_of: HashMap::new(), numbers: Vec::new() }
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
                    self.numbers.push(vec![0; self.days.len() * self.width].into_boxed_slice());
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
            let position = self.position_of[day as usize];
            self.numbers[group][position * self.width + count] += amount;
        }
    }

    /// Adds amounts to a count, each to a group and to one of the days, or first days of months, that [`Self::counted`]
    /// names.
    pub(super) fn add_counted(&mut self, count: usize, rows: impl Iterator<Item = (usize, i16, i64)>) {
        for (group, day, amount) in rows {
            if let Ok(position) = self.days[1..].binary_search(&day) {
                self.numbers[group][(position + 1) * self.width + count] += amount;
            }
        }
    }

    /// What is counted, in order of day, segment and item.
    pub(super) fn counted(&self) -> impl Iterator<Item = Counted<'_>> {
        let mut groups: Vec<(Group, &[i64])> =
            self.index_of.iter().map(|(group, index)| (*group, &*self.numbers[*index])).collect();
        groups.sort_unstable_by_key(|(group, _)| *group);
        self.days.iter().enumerate().skip(1).flat_map(move |(position, day)| {
            let of_day = position * self.width..(position + 1) * self.width;
            let groups: Vec<_> = groups.iter().map(|(group, numbers)| (*group, &numbers[of_day.clone()])).collect();
            groups
                .into_iter()
                .filter(|(_, numbers)| numbers.iter().any(|number| *number != 0))
                .map(|(group, numbers)| Counted { day: *day, group, numbers })
        })
    }
}
