//! Runs the statements of an SQL file.

use duckdb::Connection;

use crate::warehouse::error::WarehouseError;

/// Runs the statements one after another and binds `$1` to the day where a statement uses it.
pub(super) fn run(connection: &Connection, sql: &str, day: i16) -> Result<(), WarehouseError> {
    // DuckDB runs several statements at once only without parameters.
    for statement in sql.split(";\n").filter(|statement| !statement.trim().is_empty()) {
        let mut prepared = connection.prepare(statement)?;
        if prepared.parameter_count() == 0 {
            prepared.execute([])?;
        } else {
            prepared.execute([day])?;
        }
    }
    Ok(())
}
