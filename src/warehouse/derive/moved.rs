//! What members who moved add to the segments they were in, and take from others.
//!
//! A row counts in the segment that its member is in now. As of a day it counts in the segment of that day: on its own day
//! it goes from the segment of now to the one of that day, and on each later day on which its member moved, from one
//! segment to the next. A row of `derived.<name>_moved` has the sum of what goes on `at_day`, by month of what it counts
//! (`MovedSums`). The sum of the rows up to a day is then the difference between the two readings of groups as of that
//! day, and what a load adds to it is the rows of its own members.

use duckdb::Connection;
use duckdb::arrow::array::RecordBatch;

use super::counting::{Counting, FEW_ROWS, MOST_DAYS, RowsStatement};
use super::parts::in_parts;
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{MovedSums, OfItems, Profile, ProfileKind, ProfileTable, Table, moved_sums};

/// The most numbers in memory, of 8 bytes: what is counted is written when there are more.
const MOST_NUMBERS: usize = 1 << 25;

/// The spans of membership, with the segment before each and the one of now.
const SPANS: &str = "(select *, lag(segment_id) over of_member as before, last_value(segment_id) over all_of_member as now,
     1 as factor
   from derived.membership
   window of_member as (partition by member_key order by from_day),
          all_of_member as (partition by member_key order by from_day rows between unbounded preceding and unbounded following))";

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
    connection.execute(&format!("delete from derived.{} where at_day >= ?", sums.table()), [day])?;
    add(connection, sums, SPANS, day)
}

/// The same for all sums and days.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_all(connection: &Connection) -> Result<(), WarehouseError> {
    moved_sums().try_for_each(|(_, sums)| refresh(connection, &sums, 0))
}

/// Adds what other spans change. The temporary table span_change has those that members have now with the factor 1, and
/// those they had before with -1.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn change(connection: &Connection, sums: &MovedSums) -> Result<(), WarehouseError> {
    add(connection, sums, "span_change", 0)?;
    let table = sums.table();
    let (rows, cells): (i64, i64) = connection.query_row(
        &format!("select count(*), count(distinct (segment_id, at_day, month)) from derived.{table}"),
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if rows < 2 * cells {
        return Ok(());
    }
    let all = |of: &dyn Fn(&str) -> String, between| {
        sums.counts.iter().map(|count| of(count.name)).collect::<Vec<_>>().join(between)
    };
    Ok(connection.execute_batch(&format!(
        "create or replace temp table together as
           select segment_id, at_day, month, {sums} from derived.{table} group by all having {any} order by at_day, month;
         delete from derived.{table};
         insert into derived.{table} from together;
         drop table together",
        sums = all(&|name| format!("sum({name})::bigint as {name}"), ", "),
        any = all(&|name| format!("sum({name}) <> 0"), " or "),
    ))?)
}

/// Adds what goes on `since` and later for some spans.
fn add(connection: &Connection, sums: &MovedSums, spans: &str, since: i16) -> Result<(), WarehouseError> {
    let has_spans: bool = connection.query_row(&format!("select exists (from {spans})"), [], |row| row.get(0))?;
    let (first, last, rows): (Option<i16>, Option<i16>, i64) = connection.query_row(
        &format!("select min(day)::smallint, max(day)::smallint, count(*)::bigint from {}", sums.rows),
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let days = [first, last].map(|day| day.and_then(Day::from_number));
    let (true, [Some(first), Some(last)]) = (has_spans, days) else { return Ok(()) };
    let of_days = OfItems { item: "at_day", items: "", counts: &[] };
    let profile = Profile { counts: sums.counts, of_items: Some(of_days) };
    let statement = RowsStatement::of(&profile, &going(&sums.rows, spans, since), Some("sign"));
    let table = ProfileTable { kind: ProfileKind::Months, item: Some(of_days.item), counts: sums.counts };
    let mut counting = Counting::new(&table, &statement, (first, last), 0, &[]);
    let mut appender = connection.appender_to_db(&sums.table(), "derived")?;
    let mut write = |counted: Option<RecordBatch>| -> Result<(), WarehouseError> {
        // The first column is the checkpoint, which these have not.
        let counted = counted.map(|counted| counted.project(&(1..counted.num_columns()).collect::<Vec<_>>()));
        Ok(counted.transpose()?.map_or(Ok(()), |counted| appender.append_record_batch(counted))?)
    };
    let at_once = if rows <= FEW_ROWS { usize::from(last.number().unsigned_abs()) } else { MOST_DAYS };
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
    Ok(appender.flush()?)
}

/// The rows of some members as often as they go from one segment to another on `since` or later: with the segment and
/// the day on which they go, and 1 as sign where they come and -1 where they leave.
fn going(rows: &str, spans: &str, since: i16) -> String {
    format!(
        "(select * exclude (comes, leaves, factor), unnest([comes, leaves]) as segment_id, unnest([factor, -factor]) as sign
          from (
            select r.* exclude (segment_id), greatest(r.day, m.from_day)::integer as at_day, m.segment_id as comes,
              if(m.from_day <= r.day, m.now, m.before) as leaves, m.factor
            from {rows} r join {spans} m on m.member_key = r.member_key and m.until_day >= r.day
            where r.day >= {since} or m.from_day >= {since})
          where comes <> leaves)"
    )
}
