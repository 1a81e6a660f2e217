//! What members who moved add to the segments they were in, and take from others.
//!
//! A row counts in the segment that its member is in now. As of a day it counts in the segment of that day: on its own day
//! it goes from the segment of now to the one of that day, and on each later day on which its member moved, from one
//! segment to the next. A row of `derived.<name>_moved` has the sum of what goes on `at_day`, by month of what it counts
//! (`MovedSums`). The sum of the rows up to a day is then the difference between the two readings of groups as of that
//! day, and what a load adds to it is the rows of its own members.

use duckdb::Connection;
use duckdb::arrow::array::RecordBatch;

use super::counting::{Counting, RowsStatement};
use super::parts::in_parts;
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Each, MovedSums, OfItems, Profile, ProfileKind, ProfileTable, Table, moved_sums};

/// The most numbers in memory, of 8 bytes: what is counted is written when there are more.
const MOST_NUMBERS: usize = 1 << 25;

/// The most rows that are read at once.
const ROWS_AT_ONCE: i64 = 1 << 20;

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

/// The sums of derived rows.
pub(super) fn of_rows() -> impl Iterator<Item = MovedSums> {
    let is_of_rows = |table: &Table, sums: &MovedSums| table.derived.is_some_and(|derived| derived.name == sums.name);
    moved_sums().filter(move |(table, sums)| is_of_rows(table, sums)).map(|(_, sums)| sums)
}

/// Those of what needs all history.
pub(super) fn of_history() -> impl Iterator<Item = MovedSums> {
    moved_sums().map(|(_, sums)| sums).filter(|sums| of_rows().all(|of_rows| of_rows.name != sums.name))
}

/// Writes what goes on `day` and later again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, sums: &MovedSums, day: i16) -> Result<(), WarehouseError> {
    for each in sums.each() {
        let since = match each {
            Each::Day => Day::from_number(day).map_or(day, Day::first_of_month),
            Each::Month => day,
        };
        connection.execute(&format!("delete from derived.{} where at_day >= ?", sums.table(each)), [since])?;
        add(connection, sums, each, &sums.rows, Spans::All, since)?;
    }
    Ok(())
}

/// The same for all sums and days.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_all(connection: &Connection) -> Result<(), WarehouseError> {
    moved_sums().try_for_each(|(_, sums)| refresh(connection, &sums, 0))
}

/// Adds what other spans change, of the members' rows in a relation.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn change(connection: &Connection, sums: &MovedSums, rows: &str) -> Result<(), WarehouseError> {
    sums.each().try_for_each(|each| add(connection, sums, each, rows, Spans::Changed, 0))?;
    compact(connection, sums)
}

/// Adds what goes, or went, of the rows of the members of the temporary table span_change.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn add_spans(connection: &Connection, sums: &MovedSums, spans: Spans) -> Result<(), WarehouseError> {
    let rows = format!("(from {} semi join span_change using (member_key))", sums.rows);
    sums.each().try_for_each(|each| add(connection, sums, each, &rows, spans, 0))
}

/// Adds up rows of the same segment, days and month where they are twice as many as they need be.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn compact(connection: &Connection, sums: &MovedSums) -> Result<(), WarehouseError> {
    for each in sums.each() {
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
fn add(
    connection: &Connection,
    sums: &MovedSums,
    each: Each,
    rows: &str,
    spans: Spans,
    since: i16,
) -> Result<(), WarehouseError> {
    let spans = spans.relation();
    let has_spans: bool = connection.query_row(&format!("select exists (from {spans})"), [], |row| row.get(0))?;
    let (first, last, number): (Option<i16>, Option<i16>, i64) = connection.query_row(
        &format!("select min(day)::smallint, max(day)::smallint, count(*)::bigint from {rows}"),
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let days = [first, last].map(|day| day.and_then(Day::from_number));
    let (true, [Some(first), Some(last)]) = (has_spans, days) else { return Ok(()) };
    let of_days = OfItems { item: "at_day", items: "", counts: &[] };
    let profile = Profile { counts: sums.counts, of_items: Some(of_days) };
    let statement = RowsStatement::of(&profile, &going(rows, each, spans, since), Some("sign"));
    let kind = if each == Each::Month { ProfileKind::Months } else { ProfileKind::LatestDays };
    let table = ProfileTable { kind, item: Some(of_days.item), counts: sums.counts };
    let mut counting = Counting::new(&table, &statement, (first, last), 0, &[]);
    let mut appender = connection.appender_to_db(&sums.table(each), "derived")?;
    let mut write = |counted: Option<RecordBatch>| -> Result<(), WarehouseError> {
        // The first column is the checkpoint, which these have not.
        let counted = counted.map(|counted| counted.project(&(1..counted.num_columns()).collect::<Vec<_>>()));
        Ok(counted.transpose()?.map_or(Ok(()), |counted| appender.append_record_batch(counted))?)
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
            rows.iter().for_each(|rows| counting.add(rows));
            counting.taken_above(MOST_NUMBERS)
        },
        &mut write,
    )?;
    write(counting.taken_above(0)?)?;
    appender.flush()?;
    if each == Each::Day {
        let table = sums.table(each);
        let earlier = format!("delete from derived.{table} where day <= at_day - {}", ProfileKind::LATEST_DAYS);
        connection.execute_batch(&earlier)?;
    }
    Ok(())
}

/// The rows of some members as often as they go from one segment to another on `since` or later: with the segment and
/// the day on which they go, and 1 as sign where they come and -1 where they leave. Of the latest days, the day is the
/// last one of the month, and rows of earlier days than these count nothing. The parameters are those of
/// [`RowsStatement`]: DuckDB compares the days of all rows otherwise.
fn going(rows: &str, each: Each, spans: &str, since: i16) -> String {
    let at_day = "greatest(r.day, m.from_day)::integer";
    let (at_day, only) = match each {
        Each::Day => (
            format!("(last_day(date '2000-01-01' + {at_day}) - date '2000-01-01')::integer"),
            format!(" and r.day > m.from_day - {}", ProfileKind::LATEST_DAYS),
        ),
        Each::Month => (at_day.to_owned(), String::new()),
    };
    format!(
        "(select * exclude (comes, leaves, factor), unnest([comes, leaves]) as segment_id, unnest([factor, -factor]) as sign
          from (
            select r.* exclude (segment_id), {at_day} as at_day, m.segment_id as comes,
              if(m.from_day <= r.day, m.now, m.before) as leaves, m.factor
            from {rows} r join {spans} m on m.member_key = r.member_key and m.until_day >= r.day
            where r.day > $1 and r.day <= $2 and (r.day >= {since} or m.from_day >= {since}){only})
          where comes <> leaves)"
    )
}
