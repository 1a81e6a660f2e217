//! Parquet, by DuckDB.

use std::io::Write;
use std::path::Path;

use duckdb::{Config, Connection};

use super::relation::relation;
use crate::warehouse::read::format::Format;
use crate::warehouse::read::frames::Stop;

/// A limit for decompression: a hostile file must not exhaust the memory of the machine.
const MEMORY: &str = "1GB";

impl From<duckdb::Error> for Stop {
    fn from(error: duckdb::Error) -> Stop {
        Stop::unreadable(Format::Parquet, &error)
    }
}

/// Writes the rows of a Parquet file.
pub(super) fn decode(path: &Path, output: &mut impl Write) -> Result<(), Stop> {
    let path = path.to_string_lossy().replace('\'', "''");
    let of_file = format!("read_parquet('{path}', hive_partitioning = false)");
    let conn = Connection::open_in_memory_with_flags(
        Config::default()
            .max_memory(MEMORY)?
            .threads(1)?
            // Nothing is sorted or joined here, so running out of memory is an error and never spills to a file.
            .with("temp_directory", "")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?,
    )?;
    conn.execute_batch(&format!(
        "set allowed_paths = ['{path}']; set enable_external_access = false; set lock_configuration = true"
    ))?;
    relation(&conn, &of_file, &|error| Stop::unreadable(Format::Parquet, error), output)
}
