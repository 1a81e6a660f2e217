//! Rows by segment, and by item if there are items, in memory: ranges of them are summed without a statement.

mod checkpoints;
mod rows;
mod summaries;
mod sums;

use std::ops::Range;

pub(super) use checkpoints::CheckpointDays;
pub(super) use rows::ResidentRows;
pub(super) use summaries::Summaries;
pub(super) use sums::ResidentSums;

use super::filter::Choice;

/// The most rows of a table in memory by default; each takes 100 bytes at most.
pub(super) const MOST_ROWS: i64 = 1 << 18;

/// The counts of rows in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Resident {
    /// Each segment, or segment and item, once, in order. Without items the item is 0.
    keys: Vec<(i64, i64)>,
    /// The index in `keys` of each row.
    key_of_row: Vec<u32>,
    /// By name.
    counts: Vec<(&'static str, Vec<i64>)>,
}

/// The selection of what is summed.
pub(super) struct Wanted<'a> {
    /// Only these items.
    pub items: &'a Choice,
    /// Whether there is a column with the item after segment and period.
    pub by_item: bool,
    /// The names of the counts, in order of their columns; 0 for None.
    pub counts: &'a [Option<&'a str>],
}

impl Wanted<'_> {
    /// Columns without rows: segment, period, item if it is wanted, and the counts.
    pub fn columns(&self) -> Vec<Vec<i64>> {
        vec![Vec::new(); 2 + usize::from(self.by_item) + self.counts.len()]
    }
}

impl Resident {
    /// Rows of segments, and items if there are any, with their counts.
    pub fn new(segments: &[i64], items: Option<&[i64]>, counts: Vec<(&'static str, Vec<i64>)>) -> Resident {
        let item = |row: usize| items.and_then(|items| items.get(row)).copied().unwrap_or_default();
        let of_rows: Vec<(i64, i64)> =
            segments.iter().enumerate().map(|(row, segment)| (*segment, item(row))).collect();
        let mut keys = of_rows.clone();
        keys.sort_unstable();
        keys.dedup();
        let key_of_row = of_rows.iter().map(|key| keys.partition_point(|other| other < key) as u32).collect();
        Resident { keys, key_of_row, counts }
    }

    /// Appends the sums of some rows to `columns`, those of [`Wanted::columns`]. A segment without a row is left out.
    pub fn append_sums(&self, columns: &mut [Vec<i64>], rows: Range<usize>, period: i64, wanted: &Wanted<'_>) {
        let keys = &self.key_of_row[rows.clone()];
        if keys.is_empty() {
            return;
        }
        let mut has_row = vec![false; self.keys.len()];
        keys.iter().for_each(|key| has_row[*key as usize] = true);
        // The row of each key's sums; keys of one segment share it unless rows are by item.
        let (mut row_of_key, mut found) = (vec![None; self.keys.len()], Vec::new());
        for (index, key) in self.keys.iter().enumerate().filter(|(index, _)| has_row[*index]) {
            if !i32::try_from(key.1).is_ok_and(|item| wanted.items.has(item)) {
                continue;
            }
            let is_same = |before: &(i64, i64)| before.0 == key.0 && !wanted.by_item;
            if !found.last().is_some_and(is_same) {
                found.push(*key);
            }
            row_of_key[index] = Some(found.len() - 1);
        }
        let [of_segment, of_period, others @ ..] = columns else { return };
        of_segment.extend(found.iter().map(|(segment, _)| *segment));
        of_period.extend(found.iter().map(|_| period));
        let (of_item, of_counts) = others.split_at_mut(usize::from(wanted.by_item));
        of_item.iter_mut().for_each(|column| column.extend(found.iter().map(|(_, item)| *item)));
        for (column, name) in of_counts.iter_mut().zip(wanted.counts) {
            let first = column.len();
            column.resize(first + found.len(), 0);
            let count = self.counts.iter().find(|(count, _)| Some(*count) == *name);
            for (key, number) in keys.iter().zip(count.map_or(&[][..], |(_, numbers)| &numbers[rows.clone()])) {
                if let Some(row) = row_of_key[*key as usize] {
                    column[first + row] += number;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(rows: Range<usize>, items: &Choice, by_item: bool, counts: &[Option<&str>]) -> Vec<Vec<i64>> {
        let numbers = vec![("views", vec![1, 2, 4, 8, 16]), ("clicks", vec![10, 20, 40, 80, 160])];
        let all = Resident::new(&[7, 1, 7, 7, 1], Some(&[5, 5, 3, 5, 4]), numbers);
        let wanted = Wanted { items, by_item, counts };
        let mut columns = wanted.columns();
        all.append_sums(&mut columns, rows, 2, &wanted);
        columns
    }

    #[test]
    fn rows_are_summed_by_segment_or_by_segment_and_item() {
        let (all, views) = (Choice::All, [Some("views")]);
        assert_eq!(summed(0..5, &all, false, &views), [vec![1, 7], vec![2, 2], vec![18, 13]]);
        assert_eq!(summed(0..3, &all, false, &views), [vec![1, 7], vec![2, 2], vec![2, 5]]);
        let by_item = summed(0..4, &all, true, &[None, Some("clicks")]);
        assert_eq!(by_item, [vec![1, 7, 7], vec![2, 2, 2], vec![5, 3, 5], vec![0, 0, 0], vec![20, 40, 90]]);
        assert_eq!(summed(2..2, &all, true, &views), [const { Vec::<i64>::new() }; 4]);
    }

    #[test]
    fn only_chosen_items_are_summed() {
        let chosen = |items: &[i32]| Choice::Only(items.to_vec());
        let views = [Some("views")];
        assert_eq!(summed(0..5, &chosen(&[3, 4]), false, &views), [vec![1, 7], vec![2, 2], vec![16, 4]]);
        assert_eq!(summed(0..5, &chosen(&[4]), true, &views), [vec![1], vec![2], vec![4], vec![16]]);
        assert_eq!(summed(0..5, &chosen(&[9]), false, &views), [const { Vec::<i64>::new() }; 3]);
    }
}
