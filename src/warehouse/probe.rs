//! Looks at a warehouse file without opening it for use.

use std::path::Path;

use duckdb::{Config, Connection};
use serde::{Deserialize, Serialize};

use super::error::WarehouseError;

/// A batch of a warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The data version that it made.
    pub version: i32,
    /// The load of the ledger that made it.
    pub load: Option<i64>,
}

/// The batches of a warehouse file and its write-ahead log, which stay as they are. DuckDB may end the process over a
/// damaged file, so this runs in a child process.
///
/// # Errors
/// The file or its log cannot be read.
pub fn batches(file: &Path) -> Result<Vec<Batch>, WarehouseError> {
    let config =
        Config::default().with("autoinstall_known_extensions", "false")?.with("autoload_known_extensions", "false")?;
    let connection = Connection::open_in_memory_with_flags(config)?;
    let path = file.to_string_lossy().replace('\'', "''");
    connection.execute_batch(&format!("attach '{path}' as bond (read_only)"))?;
    let has = |what: &str| -> Result<bool, duckdb::Error> {
        let sql = format!("select count(*) > 0 from duckdb_columns() where database_name = 'bond' and {what}");
        connection.query_row(&sql, [], |row| row.get(0))
    };
    // A file that was just created has no tables, one of an older release no load_id.
    if !has("table_name = 'batch'")? {
        return Ok(Vec::new());
    }
    let load = if has("table_name = 'batch' and column_name = 'load_id'")? { "load_id" } else { "null::bigint" };
    let mut statement = connection.prepare(&format!("select batch_id, {load} from bond.main.batch order by 1"))?;
    let batches = statement.query_map([], |row| Ok(Batch { version: row.get(0)?, load: row.get(1)? }))?;
    Ok(batches.collect::<Result<_, _>>()?)
}
