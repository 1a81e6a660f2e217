//! Looks at a warehouse file without opening it for use.

use std::path::Path;

use duckdb::{Config, Connection};
use serde::{Deserialize, Serialize};

use super::copy::{inspect, schema_of};
use super::error::WarehouseError;
use super::load::TIME_ZONE;
use super::pair::{self, Pair};

/// A batch of a warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The data version that it made.
    pub version: i32,
    /// The load of the ledger that made it.
    pub load: Option<i64>,
}

/// What a warehouse file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    /// The number of its last migration; 0 for a file without any.
    pub schema: i32,
    /// In the order of their versions.
    pub batches: Vec<Batch>,
    /// The last day with logins, in days since 2000-01-01.
    pub last_day: Option<i16>,
    /// Whose data these are; None where it was never written.
    pub pair: Option<Pair>,
    /// The time zone of the loaded days; None where it was never written.
    #[serde(default)]
    pub time_zone: Option<String>,
}

/// What a warehouse file and its write-ahead log hold. They stay as they are. DuckDB may end the process over a damaged
/// file, so this runs in a child process. `thoroughly` reads every row.
///
/// # Errors
/// The file or its log cannot be read.
pub fn probe(file: &Path, thoroughly: bool) -> Result<Probed, WarehouseError> {
    if thoroughly {
        inspect(file)?;
    }
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
        return Ok(Probed::default());
    }
    let load = if has("table_name = 'batch' and column_name = 'load_id'")? { "load_id" } else { "null::bigint" };
    let mut statement = connection.prepare(&format!("select batch_id, {load} from bond.main.batch order by 1"))?;
    let batches = statement.query_map([], |row| Ok(Batch { version: row.get(0)?, load: row.get(1)? }))?;
    let batches = batches.collect::<Result<_, _>>()?;
    let last_day = if has("table_name = 'loaded'")? {
        let sql = "select max(last_day) from bond.main.loaded where table_name = 'logins'";
        connection.query_row(sql, [], |row| row.get(0))?
    } else {
        None
    };
    let has_settings = has("table_name = 'setting'")?;
    let pair = if has_settings { pair::read(&connection)? } else { None };
    let time_zone = if has_settings { connection.query_row(TIME_ZONE, [], |row| row.get(0))? } else { None };
    Ok(Probed { schema: schema_of(file)?, batches, last_day, pair, time_zone })
}
