//! The rows of something that DuckDB reads.

use std::io::Write;

use duckdb::Connection;
use duckdb::arrow::array::{Array, AsArray};

use crate::warehouse::read::frames::{self, Block, Stop, plain, require_short};
use crate::warehouse::read::stored::Stored;

/// Writes the rows of a table function as text. `failed` says what an error of DuckDB means.
pub(in crate::warehouse) fn relation(
    conn: &Connection,
    function: &str,
    failed: &dyn Fn(&duckdb::Error) -> Stop,
    output: &mut impl Write,
) -> Result<(), Stop> {
    let columns: Vec<(String, String)> = conn
        .prepare(&format!("describe select * from {function}"))
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .map_err(|error| failed(&error))?;
    let named: Vec<(&str, &str)> = columns.iter().map(|(name, stored)| (&**name, &**stored)).collect();
    frames::columns(output, &named)?;
    let binary: Vec<bool> = columns.iter().map(|(_, stored)| Stored(stored).is_binary()).collect();
    // Two columns may have the same name.
    let numbers: Vec<String> = (0..columns.len()).map(|index| format!("column{index}")).collect();
    let as_text = |(number, (_, stored)): (&String, &(String, String))| {
        Stored(stored).as_text(number).unwrap_or_else(|| "null::varchar".to_owned())
    };
    let selected: Vec<String> = numbers.iter().zip(&columns).map(as_text).collect();
    let sql =
        format!("select {} from (select * from {function}) as answer({})", selected.join(", "), numbers.join(", "));
    let mut statement = conn.prepare(&sql).map_err(|error| failed(&error))?;
    let mut block = Block::default();
    let mut write_rows = |block: &mut Block| {
        for batch in statement.stream_arrow([]).map_err(|error| failed(&error))? {
            let batch = batch.map_err(|error| failed(&error))?;
            let texts: Option<Vec<_>> = batch.columns().iter().map(|column| column.as_string_opt::<i32>()).collect();
            let texts = texts.ok_or_else(|| Stop::Fault("the values of the file were not read as text".to_owned()))?;
            for row in 0..batch.num_rows() {
                for (texts, (name, _)) in texts.iter().zip(&columns) {
                    require_short(name, texts.value(row))?;
                }
                for (texts, binary) in texts.iter().zip(&binary) {
                    match (texts.is_null(row), binary) {
                        (true, _) => block.add(""),
                        (false, true) => block.add(&plain(texts.value(row))),
                        (false, false) => block.add(texts.value(row)),
                    }
                }
                block.write_if_full(output)?;
            }
        }
        Ok(())
    };
    let written = write_rows(&mut block);
    // What is wrong is after these rows.
    block.write(output)?;
    written
}
