//! Runs the statements of an SQL file.

use duckdb::Connection;

use crate::warehouse::error::WarehouseError;

/// Runs the statements with the day in place of `$1`. As a parameter, DuckDB would plan them without knowing it.
pub(super) fn run(connection: &Connection, sql: &str, day: i16) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch(&sql.replace("$1", &day.to_string()))?)
}
