//! Counts the rows of a profile, in order of days, for its tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use duckdb::arrow::array::{ArrayRef, AsArray, Int16Array, Int32Array, Int64Array, RecordBatch};
use duckdb::arrow::datatypes::{Int16Type, Int32Type, Int64Type};
use duckdb::{Appender, Connection};

use super::kept_days::ProfileRows;
use super::running_counts::RunningCounts;
use crate::warehouse::aggregate::Amount;
use crate::warehouse::aggregate::Condition::Always;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Count, Profile, ProfileTable, Since};

/// Reads the rows that a profile counts: those after one day (`?`) and up to another (`?`).
pub(super) struct RowsStatement {
    pub(super) sql: String,
    /// What it selects after the segment and the item, as SQL: days (SMALLINT) and amounts (BIGINT).
    columns: Vec<String>,
    sign: Option<&'static str>,
}

impl RowsStatement {
    /// Reads them from a relation; where it has a column with a sign, amounts are multiplied by it.
    pub(super) fn of(profile: &Profile, relation: &str, sign: Option<&'static str>) -> RowsStatement {
        let mut columns: Vec<String> = Vec::new();
        for count in profile.tables().flat_map(|table| table.counts) {
            for (since, _) in count.changes() {
                for column in [Some(since.day.to_owned()), amount(count, since, sign)].into_iter().flatten() {
                    if !columns.contains(&column) {
                        columns.push(column);
                    }
                }
            }
        }
        let item = profile.of_items.map_or("0".to_owned(), |of| of.item.to_owned());
        let sql = format!(
            "select segment_id, {item}, {columns} from {relation} where day > ? and day <= ?",
            columns = columns.join(", "),
        );
        RowsStatement { sql, columns, sign }
    }

    /// What a row changes in a table.
    fn changes_of(&self, table: &ProfileTable) -> Vec<Change> {
        let position = |sql: &str| COLUMNS_OF_GROUP + self.columns.iter().position(|column| column == sql).unwrap_or(0);
        let of_count = |(index, count): (usize, &'static Count)| {
            count.changes().map(move |(since, factor)| Change {
                count: index,
                day: position(since.day),
                amount: amount(count, since, self.sign).map(|sql| position(&sql)),
                factor,
            })
        };
        table.counts.iter().enumerate().flat_map(of_count).collect()
    }
}

/// The columns with the segment and the item come first.
const COLUMNS_OF_GROUP: usize = 2;

/// What a row counts, in SQL; None where each row counts 1.
fn amount(count: &Count, since: Since, sign: Option<&str>) -> Option<String> {
    let amount = match (count.amount, since.rows) {
        (Amount::One, Always) => None,
        (amount, Always) => Some(Dialect::DuckDb.amount(amount)),
        (amount, rows) => {
            let [amount, rows] = [Dialect::DuckDb.amount(amount), Dialect::DuckDb.condition(&rows)];
            Some(format!("case when {rows} then {amount} else 0 end"))
        }
    };
    match (amount, sign) {
        (None, None) => None,
        (None, Some(sign)) => Some(format!("{sign}::bigint")),
        (Some(amount), None) => Some(format!("({amount})::bigint")),
        (Some(amount), Some(sign)) => Some(format!("({sign} * {amount})::bigint")),
    }
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
    has_items: bool,
    changes: Vec<Change>,
    running: RunningCounts,
    /// Rows after this day count.
    after: i16,
    /// The days to write.
    kept: &'a [i16],
    into: Appender<'a>,
}

impl Counting<'_> {
    /// Nothing counted yet.
    pub(super) fn new<'a>(
        table: &ProfileTable,
        statement: &RowsStatement,
        rows: ProfileRows,
        after: i16,
        kept: &'a [i16],
        into: Appender<'a>,
    ) -> Counting<'a> {
        Counting {
            has_items: table.item.is_some(),
            changes: statement.changes_of(table),
            running: RunningCounts::new(table.kind.each(), rows.first, rows.last, table.counts.len()),
            after,
            kept,
            into,
        }
    }

    /// Adds what the table has of a day: rows without the column kept_day.
    pub(super) fn add_known(&mut self, rows: &RecordBatch) {
        let groups = self.groups(rows);
        let (_, columns) = rows.columns().split_at(1 + usize::from(self.has_items));
        let Some((days, counts)) = columns.split_first() else { return };
        for (count, amounts) in counts.iter().enumerate() {
            let rows = groups.iter().zip(days.as_primitive::<Int16Type>().values());
            let amounts = amounts.as_primitive::<Int64Type>().values();
            self.running.add_counted(count, rows.zip(amounts).map(|((group, day), amount)| (*group, *day, *amount)));
        }
    }

    /// Adds what rows change.
    fn add(&mut self, rows: &RecordBatch) {
        let groups = self.groups(rows);
        for Change { count, day, amount, factor } in &self.changes {
            let days = rows.column(*day).as_primitive::<Int16Type>().values();
            let changed = groups.iter().zip(days);
            match amount {
                None => self.running.add(*count, changed.map(|(group, day)| (*group, *day, *factor))),
                Some(amount) => {
                    let amounts = rows.column(*amount).as_primitive::<Int64Type>().values();
                    let changed = changed.zip(amounts).map(|((group, day), amount)| (*group, *day, factor * amount));
                    self.running.add(*count, changed);
                }
            }
        }
    }

    fn groups(&mut self, rows: &RecordBatch) -> Vec<usize> {
        let ids = |index: usize| rows.column(index).as_primitive::<Int32Type>().values().iter().copied();
        match self.has_items {
            true => self.running.groups(ids(0).zip(ids(1))),
            false => self.running.groups(ids(0).map(|segment| (segment, 0))),
        }
    }

    /// Writes what is counted up to a day.
    fn write(&mut self, kept_day: i16) -> Result<(), WarehouseError> {
        let (mut segments, mut items, mut days) = (Vec::new(), Vec::new(), Vec::new());
        let mut counts = vec![Vec::new(); self.running.width()];
        for counted in self.running.counted() {
            segments.push(counted.group.0);
            items.push(counted.group.1);
            days.push(counted.day);
            for (column, number) in counts.iter_mut().zip(counted.numbers) {
                column.push(*number);
            }
        }
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(Int16Array::from(vec![kept_day; days.len()])), Arc::new(Int32Array::from(segments))];
        if self.has_items {
            columns.push(Arc::new(Int32Array::from(items)));
        }
        columns.push(Arc::new(Int16Array::from(days)));
        columns.extend(counts.into_iter().map(|column| Arc::new(Int64Array::from(column)) as ArrayRef));
        let names = (0..columns.len()).map(|index| index.to_string());
        let batch = RecordBatch::try_from_iter(names.zip(columns))
            .map_err(|error| WarehouseError::Worker(error.to_string()))?;
        Ok(self.into.append_record_batch(batch)?)
    }
}

/// Counts the rows of a statement and writes the tables.
///
/// # Errors
/// Errors of DuckDB.
pub(super) fn count(
    connection: &Connection,
    statement: &RowsStatement,
    mut tables: Vec<Counting<'_>>,
) -> Result<(), WarehouseError> {
    let Some(mut after) = tables.iter().map(|table| table.after).min() else { return Ok(()) };
    let stops: BTreeSet<i16> =
        tables.iter().flat_map(|table| table.kept.iter().copied().chain([table.after])).collect();
    let mut rows = connection.prepare(&statement.sql)?;
    for until in stops.into_iter().filter(|stop| *stop > after).collect::<Vec<_>>() {
        let is_wanted =
            |table: &Counting<'_>| table.after <= after && table.kept.last().is_some_and(|last| *last >= until);
        for batch in rows.query_arrow([after, until])? {
            tables.iter_mut().filter(|table| is_wanted(table)).for_each(|table| table.add(&batch));
        }
        for table in tables.iter_mut().filter(|table| table.kept.contains(&until)) {
            table.write(until)?;
        }
        after = until;
    }
    for table in &mut tables {
        table.into.flush()?;
    }
    Ok(())
}
