//! Counts the rows of a profile, in order of days, for its tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use duckdb::arrow::array::{ArrayRef, AsArray, Int16Array, Int32Array, Int64Array, RecordBatch};
use duckdb::arrow::datatypes::{Int16Type, Int32Type, Int64Type};
use duckdb::arrow::error::ArrowError;
use duckdb::{Appender, Connection};

use super::parts::{each_on_a_thread, in_parts};
use super::running_counts::RunningCounts;
use crate::warehouse::aggregate::Amount;
use crate::warehouse::aggregate::Condition::Always;
use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Count, Profile, ProfileKind, ProfileTable, Since};

/// Reads the rows that a profile counts: those after one day (`$1`) and up to another (`$2`).
pub(super) struct RowsStatement {
    pub(super) sql: String,
    /// What it selects between the segment and the item and the row's day, as SQL: days (SMALLINT) and amounts (BIGINT).
    columns: Vec<String>,
    /// The columns with segments: that of the row, and the one from which it comes where rows move.
    segments: &'static [&'static str],
}

/// Rows count in their segment.
pub(super) const IN_SEGMENT: &[&str] = &["segment_id"];

/// Rows count in their segment, and no longer in the one of the column was.
pub(super) const MOVED: &[&str] = &["segment_id", "was"];

impl RowsStatement {
    /// Reads what a profile counts from a relation, with the columns of its segments.
    pub(super) fn of(profile: &Profile, relation: &str, segments: &'static [&'static str]) -> RowsStatement {
        let item = profile.of_items.map_or("0", |of| of.item);
        RowsStatement::by_item(item, profile.tables().flat_map(|table| table.counts), relation, segments)
    }

    /// Reads what some counts need, by a column with items.
    pub(super) fn by_item<'a>(
        item: &str,
        counts: impl Iterator<Item = &'a Count>,
        relation: &str,
        segments: &'static [&'static str],
    ) -> RowsStatement {
        let mut columns: Vec<String> = Vec::new();
        for count in counts {
            for (since, _) in count.changes() {
                for column in [Some(since.day.to_owned()), amount(count, since)].into_iter().flatten() {
                    if !columns.contains(&column) {
                        columns.push(column);
                    }
                }
            }
        }
        let sql = format!(
            "select {segments}, {item}, {columns}, day from {relation} where day > $1 and day <= $2",
            segments = segments.join(", "),
            columns = columns.join(", "),
        );
        RowsStatement { sql, columns, segments }
    }

    /// What a row changes in a table.
    fn changes_of(&self, table: &ProfileTable) -> Vec<Change> {
        let columns_of_group = self.segments.len() + 1;
        let position = |sql: &str| columns_of_group + self.columns.iter().position(|column| column == sql).unwrap_or(0);
        let of_count = |(index, count): (usize, &'static Count)| {
            count.changes().map(move |(since, factor)| Change {
                count: index,
                day: position(since.day),
                amount: amount(count, since).map(|sql| position(&sql)),
                factor,
            })
        };
        table.counts.iter().enumerate().flat_map(of_count).collect()
    }
}

/// What a row counts, in SQL; None where each row counts 1.
fn amount(count: &Count, since: Since) -> Option<String> {
    let amount = match (count.amount, since.rows) {
        (Amount::One, Always) => return None,
        (amount, Always) => Dialect::DuckDb.amount(amount),
        (amount, rows) => {
            let [amount, rows] = [Dialect::DuckDb.amount(amount), Dialect::DuckDb.condition(&rows)];
            format!("case when {rows} then {amount} else 0 end")
        }
    };
    Some(format!("({amount})::bigint"))
}

/// What a row changes in a count.
struct Change {
    /// The position of the count.
    count: usize,
    /// The position of the column with the day.
    day: usize,
    /// That of the column with the amount; None for 1.
    amount: Option<usize>,
    /// 1 or -1.
    factor: i64,
}

/// A table for which rows are counted.
pub(super) struct Counting<'a> {
    kind: ProfileKind,
    has_items: bool,
    segments: usize,
    changes: Vec<Change>,
    running: RunningCounts,
    /// Rows after this day count.
    after: i16,
    /// The days to write.
    kept: &'a [i16],
}

impl<'a> Counting<'a> {
    /// Nothing counted yet.
    pub(super) fn new(
        table: &ProfileTable,
        statement: &RowsStatement,
        (first, last): (Day, Day),
        after: i16,
        kept: &'a [i16],
    ) -> Counting<'a> {
        Counting {
            kind: table.kind,
            has_items: table.item.is_some(),
            segments: statement.segments.len(),
            changes: statement.changes_of(table),
            running: RunningCounts::new(table.kind.each(), first, last, table.counts.len()),
            after,
            kept,
        }
    }

    /// Adds what the table has of a day: rows without the column kept_day.
    pub(super) fn add_known(&mut self, rows: &RecordBatch) {
        let groups = self.groups(rows, 0, 1);
        let (_, columns) = rows.columns().split_at(1 + usize::from(self.has_items));
        let Some((days, counts)) = columns.split_first() else { return };
        for (count, amounts) in counts.iter().enumerate() {
            let rows = groups.iter().zip(days.as_primitive::<Int16Type>().values());
            let amounts = amounts.as_primitive::<Int64Type>().values();
            self.running.add_counted(count, rows.zip(amounts).map(|((group, day), amount)| (*group, *day, *amount)));
        }
    }

    /// Adds what rows change.
    pub(super) fn add(&mut self, rows: &RecordBatch) {
        for (segment, sign) in (0..self.segments).zip([1, -1]) {
            self.add_to(rows, segment, sign);
        }
    }

    /// Adds it to the segments of a column.
    fn add_to(&mut self, rows: &RecordBatch, segment: usize, sign: i64) {
        let groups = self.groups(rows, segment, self.segments);
        for Change { count, day, amount, factor } in &self.changes {
            let factor = sign * factor;
            let days = rows.column(*day).as_primitive::<Int16Type>().values();
            let changed = groups.iter().zip(days);
            match amount {
                None => self.running.add(*count, changed.map(|(group, day)| (*group, *day, factor))),
                Some(amount) => {
                    let amounts = rows.column(*amount).as_primitive::<Int64Type>().values();
                    let changed = changed.zip(amounts).map(|((group, day), amount)| (*group, *day, factor * amount));
                    self.running.add(*count, changed);
                }
            }
        }
    }

    fn groups(&mut self, rows: &RecordBatch, segment: usize, item: usize) -> Vec<usize> {
        let ids = |index: usize| rows.column(index).as_primitive::<Int32Type>().values().iter().copied();
        match self.has_items {
            true => self.running.groups(ids(segment).zip(ids(item))),
            false => self.running.groups(ids(segment).map(|segment| (segment, 0))),
        }
    }

    /// Adds the rows after one day up to another, and returns what is counted if this is one of the days to write.
    fn up_to(&mut self, after: i16, until: i16, rows: &[RecordBatch]) -> Result<Option<RecordBatch>, ArrowError> {
        if self.after <= after && self.kept.last().is_some_and(|last| *last >= until) {
            rows.iter().for_each(|rows| self.add(rows));
        }
        self.kept.contains(&until).then(|| self.counted(until)).transpose()
    }

    /// What is counted, if it is more than `most` numbers: then nothing is counted any more.
    pub(super) fn taken_above(&mut self, most: usize) -> Result<Option<RecordBatch>, ArrowError> {
        if self.running.len() <= most {
            return Ok(None);
        }
        let counted = self.counted(0)?;
        self.running.clear();
        Ok(Some(counted))
    }

    /// The rows of a checkpoint.
    fn counted(&self, kept_day: i16) -> Result<RecordBatch, ArrowError> {
        let (mut segments, mut items, mut days) = (Vec::new(), Vec::new(), Vec::new());
        let mut counts = vec![Vec::new(); self.running.width()];
        self.running.for_each_after(self.kind.after(kept_day), |day, (segment, item), numbers| {
            segments.push(segment);
            items.push(item);
            days.push(day);
            for (column, number) in counts.iter_mut().zip(numbers) {
                column.push(*number);
            }
        });
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(Int16Array::from(vec![kept_day; days.len()])), Arc::new(Int32Array::from(segments))];
        if self.has_items {
            columns.push(Arc::new(Int32Array::from(items)));
        }
        columns.push(Arc::new(Int16Array::from(days)));
        columns.extend(counts.into_iter().map(|column| Arc::new(Int64Array::from(column)) as ArrayRef));
        let names = (0..columns.len()).map(|index| index.to_string());
        RecordBatch::try_from_iter(names.zip(columns))
    }
}

/// Counts the rows of a statement, and appends what each table counts up to its days. The profile has so many rows.
///
/// # Errors
/// Errors of DuckDB.
pub(super) fn count(
    connection: &Connection,
    statement: &RowsStatement,
    rows: i64,
    tables: Vec<(Counting<'_>, Appender<'_>)>,
) -> Result<(), WarehouseError> {
    let (mut counting, mut appenders): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
    let periods = periods(&counting);
    let (at_once, order) = if rows <= FEW_ROWS { (periods.len().max(1), " order by day") } else { (1, "") };
    let mut rows = connection.prepare(&format!("{}{order}", statement.sql))?;
    in_parts(
        periods.chunks(at_once),
        |periods| {
            let ((after, _), (_, until)) = (periods[0], periods[periods.len() - 1]);
            Ok((periods, rows.query_arrow([after, until])?.collect::<Vec<_>>()))
        },
        |(periods, rows)| {
            let of_periods = split(rows, periods);
            let up_to = |table: &mut Counting<'_>| -> Result<Vec<_>, ArrowError> {
                let periods = periods.iter().zip(&of_periods);
                periods.map(|((after, until), rows)| table.up_to(*after, *until, rows)).collect()
            };
            each_on_a_thread(&mut counting, up_to)
        },
        |counted: Vec<Vec<Option<RecordBatch>>>| {
            for (into, counted) in appenders.iter_mut().zip(counted) {
                counted.into_iter().flatten().try_for_each(|counted| into.append_record_batch(counted))?;
            }
            Ok(())
        },
    )?;
    for into in &mut appenders {
        into.flush()?;
    }
    Ok(())
}

/// Up to so many rows are read at once: a statement for each period takes longer than that.
pub(super) const FEW_ROWS: i64 = 200_000;

/// The rows of each of the periods that were read at once. Those of several are in order of days, which are the last
/// column.
fn split(mut rows: Vec<RecordBatch>, periods: &[(i16, i16)]) -> Vec<Vec<RecordBatch>> {
    let mut of_periods = Vec::new();
    for (_, until) in periods.iter().take(periods.len() - 1) {
        let mut of_period = Vec::new();
        for batch in &mut rows {
            let days = batch.column(batch.num_columns() - 1).as_primitive::<Int16Type>().values();
            let stop = days.partition_point(|day| day <= until);
            of_period.push(batch.slice(0, stop));
            *batch = batch.slice(stop, batch.num_rows() - stop);
        }
        of_period.retain(|batch| batch.num_rows() > 0);
        rows.retain(|batch| batch.num_rows() > 0);
        of_periods.push(of_period);
    }
    of_periods.push(rows);
    of_periods
}

/// The days between which rows are read, each pair after one day up to another: those that tables begin after or write,
/// and others in between, so that the rows of one pair fit in memory.
fn periods(tables: &[Counting<'_>]) -> Vec<(i16, i16)> {
    let stops: BTreeSet<i16> =
        tables.iter().flat_map(|table| table.kept.iter().copied().chain([table.after])).collect();
    let mut periods = Vec::new();
    for (after, until) in stops.iter().zip(stops.iter().skip(1)) {
        let starts = (*after..*until).step_by(MOST_DAYS);
        periods.extend(starts.map(|start| (start, start.saturating_add(MOST_DAYS as i16).min(*until))));
    }
    periods
}

/// The most days whose rows are in memory at once.
const MOST_DAYS: usize = 31;
