//! Rows of profiles in memory: a window from a day or month to a checkpoint is summed without a statement.

use std::ops::Range;

use super::{Resident, Wanted};
use crate::warehouse::feed::{Each, MovedSums, ProfileTable};
use crate::warehouse::question::Span;
use crate::warehouse::{Column, Rows, Value, Warehouse, WarehouseError};

/// The rows of a table's latest checkpoints, in order of checkpoint and of day or month.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct ResidentRows {
    /// Each checkpoint with its rows.
    kept: Vec<(i32, Range<usize>)>,
    /// The day, or the first day of the month.
    days: Vec<i32>,
    rows: Resident,
}

impl ResidentRows {
    /// Reads the latest of `kept`, checkpoints with their numbers of rows: at most `most_days`, and `most_rows` rows.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(
        warehouse: &Warehouse,
        version: i32,
        source: &str,
        table: &ProfileTable,
        kept: &[(i32, i64)],
        (most_days, most_rows): (usize, i64),
    ) -> Result<ResidentRows, WarehouseError> {
        let mut rows = 0;
        let fits = |(_, of_day): &&(i32, i64)| {
            rows += of_day;
            rows <= most_rows
        };
        let Some((since, _)) = kept.iter().rev().take(most_days).take_while(fits).last() else {
            return Ok(ResidentRows::default());
        };
        let names: Vec<&'static str> = table.counts.iter().map(|count| count.name).collect();
        let sql = format!(
            "select kept_day::bigint, {column}::bigint, segment_id::bigint, {names} \
             from memory.main.{source}_kept_{macros}() where kept_day >= ?::smallint order by kept_day, {column}",
            column = table.kind.each().column(),
            macros = table.kind.macros(),
            names = names.join(", "),
        );
        let rows = warehouse.query(version, sql, vec![Value::Int(i64::from(*since))]).await?;
        // Large tables take long to sort: not on a thread that serves requests.
        warehouse.compute(move || ResidentRows::new(&names, rows)).await
    }

    /// Reads the sums of members who moved, and adds them up to the end of each month. None if these are more rows than
    /// `most_rows`, or twice as many with one count.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn of_moved(
        warehouse: &Warehouse,
        version: i32,
        moved: &MovedSums,
        most_rows: i64,
    ) -> Result<ResidentRows, WarehouseError> {
        let names: Vec<&'static str> = moved.counts.iter().map(|count| count.name).collect();
        let most_rows = if names.len() == 1 { 2 * most_rows } else { most_rows };
        let sums = names.iter().map(|name| format!("sum({name})::bigint")).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "select at_month::bigint, month::bigint, segment_id::bigint, {sums}
             from (select *, last_day(date '2000-01-01' + at_day) - date '2000-01-01' as at_month from bond.derived.{table})
             group by at_month, month, segment_id order by at_month limit ?::bigint",
            table = moved.table(Each::Month),
        );
        let rows = warehouse.query(version, sql, vec![Value::Int(most_rows + 1)]).await?;
        if rows.len as i64 > most_rows {
            return Ok(ResidentRows::default());
        }
        // Large tables take long to sort: not on a thread that serves requests.
        warehouse.compute(move || ResidentRows::new(&names, up_to_each(&rows, most_rows))).await
    }

    /// The latest checkpoint of those in memory up to a day.
    pub fn latest(&self, day: i32) -> Option<i32> {
        let after = self.kept.partition_point(|(kept, _)| *kept <= day);
        Some(self.kept[..after].last()?.0)
    }

    /// From rows of checkpoint, day or month, segment, and the counts of these names, in this order.
    pub fn new(names: &[&'static str], rows: Rows) -> ResidentRows {
        let mut columns = rows.columns.into_iter().map(Column::into_ints);
        let mut column = || columns.next().unwrap_or_default();
        let (kept_days, days, segments) = (column(), column(), column());
        let mut found = ResidentRows {
            kept: Vec::new(),
            days: days.into_iter().map(|day| day as i32).collect(),
            rows: Resident::new(&segments, None, names.iter().map(|name| (*name, column())).collect()),
        };
        for rows in kept_days.chunk_by(|one, other| one == other) {
            let first = found.kept.last().map_or(0, |(_, rows)| rows.end);
            found.kept.push((rows[0] as i32, first..first + rows.len()));
        }
        found
    }

    /// Whether it has the rows of a checkpoint.
    pub fn has(&self, kept_day: i32) -> bool {
        self.rows_of(kept_day).is_some()
    }

    /// Appends the sums of a checkpoint's rows from the first to the last of some days, as [`Resident::append_sums`].
    pub fn append_to(&self, columns: &mut [Vec<i64>], kept_day: i32, days: Span, period: i64, wanted: &Wanted<'_>) {
        let Some(rows) = self.rows_of(kept_day) else { return };
        let of_day = &self.days[rows.clone()];
        let rows = rows.start + of_day.partition_point(|day| *day < days.first)
            ..rows.start + of_day.partition_point(|day| *day <= days.last);
        self.rows.append_sums(columns, rows, period, wanted);
    }

    fn rows_of(&self, kept_day: i32) -> Option<Range<usize>> {
        let index = self.kept.binary_search_by_key(&kept_day, |(day, _)| *day).ok()?;
        Some(self.kept[index].1.clone())
    }
}

/// For each end of a month in the first column, the sums of the rows up to it by the next two columns: month and
/// segment. Nothing if they are more than `most_rows`. A month that changes nothing has no rows.
fn up_to_each(rows: &Rows, most_rows: i64) -> Rows {
    let [at, months, segments, counts @ ..] = rows.columns.as_slice() else { return Rows::default() };
    let of_rows: Vec<(i64, i64)> = months.ints().iter().zip(segments.ints()).map(|(month, of)| (*month, *of)).collect();
    let mut keys = of_rows.clone();
    keys.sort_unstable();
    keys.dedup();
    // By key: a number for each count.
    let mut sums = vec![0; keys.len() * counts.len()];
    let mut columns = vec![Vec::new(); rows.columns.len()];
    let mut row = 0;
    for of_month in at.ints().chunk_by(|one, other| one == other) {
        let end = of_month[0];
        for key in &of_rows[row..row + of_month.len()] {
            let first = keys.partition_point(|other| other < key) * counts.len();
            sums[first..].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count.ints()[row]);
            row += 1;
        }
        for (key, sums) in keys.iter().zip(sums.chunks_exact(counts.len().max(1))) {
            if sums.iter().any(|sum| *sum != 0) {
                let numbers = [end, key.0, key.1].into_iter().chain(sums.iter().copied());
                columns.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            }
        }
        if columns[0].len() as i64 > most_rows {
            return Rows::default();
        }
    }
    Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::filter::Choice;

    #[test]
    fn a_window_is_summed_from_its_first_to_its_last_day() {
        let columns = [
            vec![59, 90, 90, 90, 90],
            vec![31, 0, 31, 31, 60],
            vec![1, 7, 7, 1, 7],
            vec![1, 2, 4, 8, 16],
            vec![10, 20, 40, 80, 160],
        ];
        let rows = Rows { len: 5, columns: columns.map(Column::Int).into() };
        let kept = ResidentRows::new(&["views", "clicks"], rows);
        let summed = |day, first, last, counts: &[Option<&str>]| {
            let wanted = Wanted { items: &Choice::All, by_item: false, counts };
            let mut columns = wanted.columns();
            kept.append_to(&mut columns, day, Span { first, last }, 3, &wanted);
            columns
        };
        let none = [const { Vec::<i64>::new() }; 3];
        assert_eq!(summed(90, 0, 90, &[Some("views")]), [vec![1, 7], vec![3, 3], vec![8, 22]]);
        assert_eq!(summed(90, 0, 59, &[Some("views")]), [vec![1, 7], vec![3, 3], vec![8, 6]]);
        let clicks = summed(90, 31, 90, &[None, Some("clicks")]);
        assert_eq!(clicks, [vec![1, 7], vec![3, 3], vec![0, 0], vec![80, 200]]);
        assert_eq!(summed(90, 60, 90, &[Some("clicks")]), [vec![7], vec![3], vec![160]]);
        assert_eq!(summed(59, 31, 59, &[Some("views")]), [vec![1], vec![3], vec![1]]);
        assert_eq!(summed(90, 61, 90, &[Some("views")]), none, "nothing in these days");
        assert!(kept.has(59) && !kept.has(74));
        assert_eq!(summed(74, 60, 74, &[Some("views")]), none, "not in memory");
    }

    #[test]
    fn what_members_who_moved_add_is_summed_up_to_the_end_of_each_month() {
        // The end of a month, the month that is counted, the segment and two counts.
        let columns = [
            vec![30, 30, 58, 58, 90],
            vec![0, 0, 0, 31, 31],
            vec![1, 2, 1, 2, 2],
            vec![5, -5, -5, 7, -7],
            vec![1, -1, -1, 2, -2],
        ];
        let rows = Rows { len: 5, columns: columns.map(Column::Int).into() };
        let kept = ResidentRows::new(&["views", "clicks"], up_to_each(&rows, 100));
        let summed = |day, first, last| {
            let wanted = Wanted { items: &Choice::All, by_item: false, counts: &[Some("views"), Some("clicks")] };
            let mut columns = wanted.columns();
            kept.append_to(&mut columns, day, Span { first, last }, 3, &wanted);
            columns
        };
        assert_eq!(summed(30, 0, 30), [vec![1, 2], vec![3, 3], vec![5, -5], vec![1, -1]]);
        assert_eq!(summed(58, 0, 58), [vec![2], vec![3], vec![2], vec![1]], "what goes back is gone");
        assert_eq!(summed(58, 31, 58), [vec![2], vec![3], vec![7], vec![2]]);
        assert_eq!(kept.latest(29), None);
        assert_eq!([57, 58, 89, 90, 400].map(|day| kept.latest(day)), [30, 58, 58, 90, 90].map(Some));
        assert_eq!(summed(90, 0, 90), [vec![2], vec![3], vec![-5], vec![-1]]);
        assert_eq!(up_to_each(&rows, 3).len, 0, "too many rows");
    }
}
