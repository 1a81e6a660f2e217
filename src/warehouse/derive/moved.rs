//! What members who moved add to the segments they were in, and take from others.
//!
//! A row counts in the segment that its member is in now. As of a day it counts in the segment of that day: on its own day
//! it goes from the segment of now to the one of that day, and on each later day on which its member moved, from one
//! segment to the next. A row of `derived.<name>_moved` has the sum of what goes on `at_day`, by month of what it counts
//! (`MovedSums`). The sum of the rows up to a day is then the difference between the two readings of groups as of that
//! day, and what a load adds to it is the rows of its own members.

use std::sync::Arc;

use duckdb::Connection;
use duckdb::arrow::array::{ArrayRef, AsArray, BooleanArray, RecordBatch};
use duckdb::arrow::compute::{binary, filter_record_batch};
use duckdb::arrow::datatypes::{Int16Type, Int32Type};
use duckdb::arrow::error::ArrowError;

use super::counting::{Counting, MOVED, RowsStatement};
use super::parts::{each_on_a_thread, in_parts};
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;
use crate::warehouse::feed::{Derived, Each, MovedSums, ProfileKind, ProfileTable, moved_sums};

/// The most numbers in memory, of 8 bytes: what is counted is written when there are more.
const MOST_NUMBERS: usize = 1 << 25;

/// The most rows that are read at once.
const ROWS_AT_ONCE: i64 = 1 << 20;

/// The column with the day on which rows go.
const AT_DAY: &str = "at_day";

/// Of which spans what goes is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spans {
    /// Those of all members who moved.
    All,
    /// Those that members of the temporary table span_change have now.
    Now,
    /// Those that they had before: what went is taken back.
    Before,
    /// The last two, where the rows are the same as before.
    Changed,
}

impl Spans {
    /// A relation like derived.membership, with 1 as factor, or -1 for what is taken back.
    fn relation(self) -> &'static str {
        match self {
            Spans::All => "(select *, 1 as factor from derived.membership)",
            Spans::Now => "(from span_change where factor = 1)",
            Spans::Before => "(from span_change where factor = -1)",
            Spans::Changed => "span_change",
        }
    }
}

/// The sums of rows of the same relation, which are read once for all of them.
pub(super) struct OfRelation(Vec<MovedSums>);

impl OfRelation {
    /// The tables with these sums.
    fn tables(&self) -> impl Iterator<Item = (&MovedSums, Each)> {
        self.0.iter().flat_map(|sums| sums.each().map(move |each| (sums, each)))
    }
}

/// The sums of a derived table's rows.
pub(super) fn of_rows(derived: &Derived) -> OfRelation {
    OfRelation(moved_sums().map(|(_, sums)| sums).filter(|sums| sums.rows == derived.relation()).collect())
}

/// Those of members.
pub(super) fn of_members() -> impl Iterator<Item = OfRelation> {
    let is_of_rows = |rows: &str| derived().any(|(_, derived)| derived.relation() == rows);
    moved_sums().map(|(_, sums)| sums).filter(move |sums| !is_of_rows(&sums.rows)).map(|sums| OfRelation(vec![sums]))
}

/// Writes what goes on `day` and later again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, of: &OfRelation, day: i16) -> Result<(), WarehouseError> {
    // The latest days are of whole months.
    let has_latest_days = of.0.iter().any(|sums| sums.has_latest_days);
    let since = Day::from_number(day).filter(|_| has_latest_days).map_or(day, Day::first_of_month);
    for (sums, each) in of.tables() {
        connection.execute(&format!("delete from derived.{} where at_day >= ?", sums.table(each)), [since])?;
    }
    of.0.first().map_or(Ok(()), |sums| add(connection, of, &sums.rows, Spans::All, since))
}

/// The same for all sums and days.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_all(connection: &Connection) -> Result<(), WarehouseError> {
    let of_rows = derived().map(|(_, derived)| of_rows(derived));
    of_rows.chain(of_members()).try_for_each(|of| refresh(connection, &of, 0))
}

/// Adds what other spans change, of the members' rows in a relation.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn change(connection: &Connection, of: &OfRelation, rows: &str) -> Result<(), WarehouseError> {
    add(connection, of, rows, Spans::Changed, 0)?;
    compact(connection, of)
}

/// Adds what goes, or went, of the rows of the members of the temporary table span_change.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn add_spans(connection: &Connection, of: &OfRelation, spans: Spans) -> Result<(), WarehouseError> {
    let rows = |sums: &MovedSums| format!("(from {} semi join span_change using (member_key))", sums.rows);
    of.0.first().map_or(Ok(()), |sums| add(connection, of, &rows(sums), spans, 0))
}

/// Adds up rows of the same segment, days and month where they are twice as many as they need be.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn compact(connection: &Connection, of: &OfRelation) -> Result<(), WarehouseError> {
    for (sums, each) in of.tables() {
        let (table, column) = (sums.table(each), each.column());
        let (rows, cells): (i64, i64) = connection.query_row(
            &format!("select count(*), approx_count_distinct(hash(segment_id, at_day, {column})) from derived.{table}"),
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        if rows < 2 * cells {
            continue;
        }
        connection.execute_batch(&format!(
            "create or replace temp table together as {};
             delete from derived.{table};
             insert into derived.{table} from together;
             drop table together",
            sums.added_up(each),
        ))?;
    }
    Ok(())
}

/// Adds what goes on `since` and later for some spans.
fn add(connection: &Connection, of: &OfRelation, rows: &str, spans: Spans, since: i16) -> Result<(), WarehouseError> {
    let spans = spans.relation();
    let has_spans: bool = connection.query_row(&format!("select exists (from {spans})"), [], |row| row.get(0))?;
    let (first, last, number): (Option<i16>, Option<i16>, i64) = connection.query_row(
        &format!("select min(day)::smallint, max(day)::smallint, count(*)::bigint from {rows}"),
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let days = [first, last].map(|day| day.and_then(Day::from_number));
    let (true, [Some(first), Some(last)]) = (has_spans, days) else { return Ok(()) };
    let counts = of.0.iter().flat_map(|sums| sums.counts);
    let statement = RowsStatement::by_item(AT_DAY, counts, &going(rows, spans, since), MOVED);
    let (mut counting, mut appenders) = (Vec::new(), Vec::new());
    for (sums, each) in of.tables() {
        let kind = if each == Each::Month { ProfileKind::Months } else { ProfileKind::LatestDays };
        let table = ProfileTable { kind, item: Some(AT_DAY), counts: sums.counts };
        counting.push((each, Counting::new(&table, &statement, (first, last), 0, &[])));
        appenders.push(connection.appender_to_db(&sums.table(each), "derived")?);
    }
    let mut write = |counted: Vec<Option<RecordBatch>>| -> Result<(), WarehouseError> {
        for (counted, appender) in counted.into_iter().zip(&mut appenders) {
            // The first column is the checkpoint, which these have not.
            let counted = counted.map(|counted| counted.project(&(1..counted.num_columns()).collect::<Vec<_>>()));
            counted.transpose()?.map_or(Ok(()), |counted| appender.append_record_batch(counted))?;
        }
        Ok(())
    };
    let all_days = i64::from(last.number() - first.number()) + 1;
    let at_once = (all_days * ROWS_AT_ONCE / number).clamp(1, all_days) as usize;
    let mut going = connection.prepare(&statement.sql)?;
    in_parts(
        (first.number() - 1..last.number()).step_by(at_once),
        |after| {
            let until = after.saturating_add(at_once as i16).min(last.number());
            Ok(going.query_arrow([after, until])?.collect::<Vec<_>>())
        },
        |rows| {
            let count = |(each, counting): &mut (Each, Counting<'_>)| {
                for rows in &rows {
                    match each {
                        Each::Month => counting.add(rows),
                        Each::Day => counting.add(&of_latest_days(rows)?),
                    }
                }
                counting.taken_above(MOST_NUMBERS)
            };
            each_on_a_thread(&mut counting, count)
        },
        &mut write,
    )?;
    write(counting.iter_mut().map(|(_, counting)| counting.taken_above(0)).collect::<Result<_, _>>()?)?;
    for appender in &mut appenders {
        appender.flush()?;
    }
    Ok(())
}

/// Of rows that go on some day (the column after the segments), those of the latest days up to the end of its month (the last
/// column is their own day), as if they went on that day. Earlier days are none.
fn of_latest_days(rows: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let last_of_month = |at_day: i32| {
        i16::try_from(at_day).ok().and_then(Day::from_number).map_or(at_day, |day| day.last_of_month().into())
    };
    let is_late = |day: i16, last: i32| i32::from(day) > last - i32::from(ProfileKind::LATEST_DAYS);
    let latest = |day: i16, last: i32| if is_late(day, last) { day } else { 0 };
    let mut columns = rows.columns().to_vec();
    let lasts = columns[MOVED.len()].as_primitive::<Int32Type>().unary::<_, Int32Type>(last_of_month);
    let late = BooleanArray::from_binary(columns[columns.len() - 1].as_primitive::<Int16Type>(), &lasts, is_late);
    columns[MOVED.len()] = Arc::new(lasts);
    let rows = filter_record_batch(&RecordBatch::try_new(rows.schema(), columns)?, &late)?;
    let lasts = rows.column(MOVED.len()).as_primitive::<Int32Type>();
    let columns = rows.columns().iter().map(|column| match column.as_primitive_opt::<Int16Type>() {
        Some(days) => binary::<_, _, _, Int16Type>(days, lasts, latest).map(|days| Arc::new(days) as ArrayRef),
        None => Ok(column.clone()),
    });
    RecordBatch::try_new(rows.schema(), columns.collect::<Result<_, _>>()?)
}

/// The rows of some members as often as they go from one segment to another on `since` or later, with both segments and
/// the day on which they go; what went and is taken back goes back. The parameters are those of [`RowsStatement`]: DuckDB
/// compares the days of all rows otherwise. Rows that go on the same day change the same numbers, which the processor has at
/// hand then; they are sorted before the amounts are computed, which would make them longer.
fn going(rows: &str, spans: &str, since: i16) -> String {
    format!(
        "(select *, if(factor = 1, comes, leaves) as segment_id, if(factor = 1, leaves, comes) as was
          from (
            select r.* exclude (segment_id), greatest(r.day, m.from_day)::integer as at_day, m.segment_id as comes,
              if(m.from_day <= r.day, m.now, m.before) as leaves, m.factor
            from {rows} r join {spans} m on m.member_key = r.member_key and m.until_day >= r.day
            where r.day > $1 and r.day <= $2 and (r.day >= {since} or m.from_day >= {since}))
          where comes <> leaves
          order by {AT_DAY})"
    )
}

#[cfg(test)]
mod tests {
    use duckdb::arrow::array::{Int16Array, Int32Array};
    use time::macros::date;

    use super::*;

    /// A row of a member who moved on 10 March is in the tables of the latest days from 30 December on: the 92 up to
    /// 31 March.
    #[test]
    fn rows_of_the_latest_days_go_on_the_last_day_of_their_month_and_earlier_days_are_none() {
        let number = |day| Day::clamped(day).number();
        let (moved, last) = (i32::from(number(date!(2025 - 03 - 10))), number(date!(2025 - 03 - 31)));
        let (early, late) = (number(date!(2024 - 12 - 29)), number(date!(2024 - 12 - 30)));
        let days = |days: [i16; 3]| Arc::new(Int16Array::from_iter_values(days)) as ArrayRef;
        let ids = |ids: [i32; 3]| Arc::new(Int32Array::from_iter_values(ids)) as ArrayRef;
        let rows = RecordBatch::try_from_iter([
            ("segment_id", ids([1, 2, 3])),
            ("was", ids([4, 5, 6])),
            (AT_DAY, ids([moved; 3])),
            ("first_day", days([early, early, last])),
            ("day", days([late, early, last])),
        ]);
        let found = of_latest_days(&rows.expect("columns of one length")).expect("days");
        let of = |column: usize| found.column(column).as_primitive::<Int16Type>().values().to_vec();
        assert_eq!((of(3), of(4)), (vec![0, last], vec![late, last]));
        assert_eq!(found.column(0).as_primitive::<Int32Type>().values().to_vec(), [1, 3]);
        assert_eq!(found.column(MOVED.len()).as_primitive::<Int32Type>().values().to_vec(), [i32::from(last); 2]);
    }
}
