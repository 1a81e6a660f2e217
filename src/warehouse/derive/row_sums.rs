//! Sums of rows by day or month.

use duckdb::Connection;

use super::change::adding;
use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Each, RowSums};

/// Writes the sums from `day` on again, those by month from its month on.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, sums: &RowSums, day: i16) -> Result<(), WarehouseError> {
    let RowSums { table, each, rows, .. } = sums;
    let since = match each {
        Each::Day => day,
        Each::Month => Day::from_number(day).unwrap_or(Day::FIRST).first_of_month(),
    };
    let column = each.column();
    connection.execute(&format!("delete from derived.{table} where {column} >= ?"), [since])?;
    connection.execute(
        &format!(
            "insert into derived.{table} select {} from {rows} where day >= ? group by all order by all",
            columns(sums)
        ),
        [since],
    )?;
    Ok(())
}

/// The columns of a row of sums, computed from rows.
fn columns(sums: &RowSums) -> String {
    let of_row = match sums.each {
        Each::Day => "day".to_owned(),
        Each::Month => Dialect::DuckDb.month_of("day"),
    };
    let counts = sums.columns().map(|(name, computed)| format!("{} as {name}", Dialect::DuckDb.aggregate(&computed)));
    let item = sums.item.map(str::to_owned);
    let columns: Vec<String> = item.into_iter().chain(counts).collect();
    format!("({of_row})::smallint as {}, segment_id, {}", sums.each.column(), columns.join(", "))
}

/// Adds what the rows of the temporary view moved_row add and take ([`super::summaries::move_members`]).
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, sums: &RowSums) -> Result<(), WarehouseError> {
    let target = format!("derived.{}", sums.table);
    let keys: Vec<&str> = [sums.each.column(), "segment_id"].into_iter().chain(sums.item).collect();
    let counts: Vec<&str> = sums.columns().map(|(name, _)| name).collect();
    let change = format!(
        "create or replace temp table change as
           with rows as (
             select * exclude (segment_id, was), unnest([segment_id, was]) as segment_id, unnest([1, -1]) as sign
             from moved_row)
           select {keys}, {added} from (select {columns}, sign from rows group by all) group by all order by all",
        keys = keys.join(", "),
        added = counts.iter().map(|name| format!("sum(sign * {name}) as {name}")).collect::<Vec<_>>().join(", "),
        columns = columns(sums),
    );
    connection.execute_batch(&change)?;
    Ok(adding("change", &target, &keys, &counts).iter().try_for_each(|sql| connection.execute_batch(sql))?)
}
