//! Sums of rows by day or month.

use duckdb::Connection;

use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Each, RowSums};

/// Writes the sums from `day` on again, those by month from its month on.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, sums: &RowSums, day: i16) -> Result<(), WarehouseError> {
    let RowSums { table, each, rows, item, .. } = sums;
    let (since, of_row) = match each {
        Each::Day => (day, "day".to_owned()),
        Each::Month => (Day::from_number(day).unwrap_or(Day::FIRST).first_of_month(), Dialect::DuckDb.month_of("day")),
    };
    let column = each.column();
    connection.execute(&format!("delete from derived.{table} where {column} >= ?"), [since])?;
    let counts = sums.columns().map(|(name, computed)| format!("{} as {name}", Dialect::DuckDb.aggregate(&computed)));
    let columns: Vec<String> = item.iter().map(|column| (*column).to_owned()).chain(counts).collect();
    connection.execute(
        &format!(
            "insert into derived.{table}
             select ({of_row})::smallint as {column}, segment_id, {columns} from {rows} where day >= ? group by all order by all",
            columns = columns.join(", "),
        ),
        [since],
    )?;
    Ok(())
}
