//! Parquet files, read by a separate DuckDB instance. Every value is read as text, so that the checks are those of CSV.
//! Errors name the number of the row instead of a line.

use std::path::Path;

use duckdb::arrow::array::{Array, AsArray};
use duckdb::{Config, Connection};

use super::fault::excerpt;
use super::row::{ReadError, RowReader, Sink};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Type;

/// A limit for decompression: a hostile file must not exhaust the memory of the machine.
const MEMORY: &str = "1GB";

/// Reads a file: the columns' names and types, then every row.
pub(super) fn read(path: &Path, rows: &mut RowReader<'_>, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let Some(text) = path.to_str().filter(|text| !text.contains(['*', '?', '[', ']', '{', '}'])) else {
        rows.fault(
            None,
            None,
            "the path of a Parquet file must be UTF-8 without * ? [ ] { }; rename the file or its folder",
        );
        return Ok(());
    };
    std::fs::File::open(path)?;
    let relation = format!("read_parquet('{}', hive_partitioning = false)", text.replace('\'', "''"));
    let conn = Connection::open_in_memory_with_flags(
        Config::default()
            .max_memory(MEMORY)?
            .threads(1)?
            // Nothing is sorted or joined here, so running out of memory is an error and never spills to a file.
            .with("temp_directory", "")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?,
    )?;
    // From here on, errors of this instance are faults of the file or of its size.
    let unreadable = |error: duckdb::Error| {
        let message = error.to_string();
        format!("the file is not readable as Parquet; write it again: {}", message.lines().next().unwrap_or_default())
    };
    let described: Result<Vec<(String, String)>, _> = conn
        .prepare(&format!("describe select * from {relation}"))
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect());
    let columns = match described {
        Ok(columns) => columns,
        Err(error) => {
            rows.fault(None, None, unreadable(error));
            return Ok(());
        }
    };
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    if !rows.header(None, &names) {
        return Ok(());
    }
    let before = rows.faults.count;
    let mut selected = Vec::new();
    for (index, (name, stored)) in columns.iter().enumerate() {
        let kind = rows.table.column(name).map(|column| column.kind);
        match kind.and_then(|kind| as_text(kind, name, stored)) {
            Some(sql) => selected.push(sql),
            None => {
                let column = rows.column_at(index);
                let wanted = kind.map_or("something else", wanted);
                rows.fault(None, column, format!("the column has type {stored}; write it as {wanted}"));
            }
        }
    }
    if rows.faults.count > before {
        return Ok(());
    }
    let mut statement = conn.prepare(&format!("select {} from {relation}", selected.join(", ")))?;
    let stream = match statement.stream_arrow([]) {
        Ok(stream) => stream,
        Err(error) => {
            rows.fault(None, None, unreadable(error));
            return Ok(());
        }
    };
    let mut line = 0;
    for batch in stream {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                rows.fault(Some(line + 1), None, unreadable(error));
                return Ok(());
            }
        };
        let texts: Option<Vec<_>> = batch.columns().iter().map(|column| column.as_string_opt::<i32>()).collect();
        let texts = texts.ok_or_else(|| WarehouseError::Worker("Parquet values were not read as text".into()))?;
        for row in 0..batch.num_rows() {
            line += 1;
            let fields: Vec<&str> =
                texts.iter().map(|text| if text.is_null(row) { "" } else { text.value(row) }).collect();
            match fields.iter().position(|field| field.contains('\0')) {
                Some(index) => {
                    let column = rows.column_at(index);
                    let what = format!("{} contains a NUL byte; remove it", excerpt(fields[index]));
                    rows.fault(Some(line), column, what);
                }
                None => rows.row(line, &fields, sink)?,
            }
        }
    }
    Ok(())
}

const INTEGERS: &[&str] =
    &["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"];

/// The expression for a stored column as text, as CSV would contain it; None if the stored type does not fit.
fn as_text(kind: Type, name: &str, stored: &str) -> Option<String> {
    let name = format!("\"{}\"", name.replace('"', "\"\""));
    let integer = INTEGERS.contains(&stored);
    let number = integer || stored.starts_with("DECIMAL") || stored == "DOUBLE" || stored == "FLOAT";
    let fits = match kind {
        Type::Id | Type::Count | Type::Score => integer,
        Type::Money | Type::Level => number,
        Type::Date | Type::Month => stored == "DATE",
        Type::Time => matches!(stored, "TIMESTAMP" | "TIMESTAMP_S" | "TIMESTAMP_MS" | "TIMESTAMP_NS"),
        // Operators may use numeric ids.
        Type::MemberId => integer,
        Type::Groups => {
            if stored.strip_suffix("[]").is_some_and(|inner| INTEGERS.contains(&inner)) {
                return Some(format!(
                    "array_to_string(list_transform({name}, lambda x: coalesce(x::varchar, '')), '|')"
                ));
            }
            false
        }
        Type::Text(_) | Type::OneOf(_) | Type::Link => stored.starts_with("ENUM"),
    };
    (fits || stored == "VARCHAR").then(|| format!("{name}::varchar"))
}

fn wanted(kind: Type) -> &'static str {
    match kind {
        Type::Id | Type::Count | Type::Score => "an integer or text",
        Type::Money | Type::Level => "a decimal, an integer or text",
        Type::Date | Type::Month => "a date or text",
        Type::Time => "a timestamp without time zone or text",
        Type::MemberId => "text or an integer",
        Type::Groups => "a list of integers or text",
        Type::Text(_) | Type::OneOf(_) | Type::Link => "text",
    }
}
