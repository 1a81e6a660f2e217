//! Parquet, by DuckDB.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use duckdb::arrow::array::{Array, AsArray};
use duckdb::{Config, Connection};

use crate::warehouse::read::format::Format;
use crate::warehouse::read::frames::{self, ROW, Stop, plain, require_short, text};
use crate::warehouse::read::stored::Stored;

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
    let relation = format!("read_parquet('{path}', hive_partitioning = false)");
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
    let columns: Vec<(String, String)> = conn
        .prepare(&format!("describe select * from {relation}"))
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())?;
    let named: Vec<(&str, &str)> = columns.iter().map(|(name, stored)| (&**name, &**stored)).collect();
    frames::columns(output, &named)?;
    let binary: Vec<bool> = columns.iter().map(|(_, stored)| Stored(stored).is_binary()).collect();
    let as_text =
        |(name, stored): &(&str, &str)| Stored(stored).as_text(name).unwrap_or_else(|| "null::varchar".to_owned());
    let selected: Vec<String> = named.iter().map(as_text).collect();
    let mut statement = conn.prepare(&format!("select {} from {relation}", selected.join(", ")))?;
    for batch in statement.stream_arrow([])? {
        let batch = batch?;
        let texts: Option<Vec<_>> = batch.columns().iter().map(|column| column.as_string_opt::<i32>()).collect();
        let texts = texts.ok_or_else(|| Stop::Fault("the values of the file were not read as text".to_owned()))?;
        for row in 0..batch.num_rows() {
            let value = |index: usize| match texts[index].is_null(row) {
                true => Cow::Borrowed(""),
                false if binary[index] => plain(texts[index].value(row)),
                false => Cow::Borrowed(texts[index].value(row)),
            };
            for (index, (name, _)) in columns.iter().enumerate() {
                require_short(name, &value(index))?;
            }
            output.write_all(&[ROW])?;
            for index in 0..texts.len() {
                text(output, &value(index))?;
            }
        }
    }
    Ok(())
}
