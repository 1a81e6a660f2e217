//! The SQL of the sources: table macros over (start, stop), two SMALLINT days, both included. Each is in an SQL file of
//! its own and belongs to a feed table; the measures over them are declared in `metrics`.

use duckdb::Connection;

use super::error::WarehouseError;
use super::feed::TABLES;

/// Creates the macros in the in-memory database, so that no file contains outdated ones. A macro over a table that does
/// not exist fails here, at start.
pub(super) fn register(connection: &Connection) -> Result<(), WarehouseError> {
    for source in TABLES.iter().flat_map(|table| table.macros) {
        connection.execute_batch(source.sql)?;
    }
    Ok(())
}
