//! Copies of a load's rows as feed files, where its own files have rows that must not be kept.

use std::fs::File;
use std::path::Path;

use duckdb::Connection;

use super::copies::{KeptCopy, io, sync};
use super::report::ImportError;
use super::stage::Staging;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Table, Type};
use crate::warehouse::mapping::FILE_NAME;

/// A file in a folder of copies that are feed files, whatever the files of the load were.
pub const AS_FEED: &str = "as-feed";

/// Replaces the copies by feed files of the staged rows, which no longer have everything that the files had.
pub(super) fn replace(staging: &Staging<'_>, folder: &Path) -> Result<(), ImportError> {
    for entry in std::fs::read_dir(folder).map_err(io(folder))? {
        let path = entry.map_err(io(folder))?.path();
        std::fs::remove_file(&path).map_err(io(&path))?;
    }
    let mut sources: Vec<String> = Vec::new();
    for table in staging.tables {
        for source in staging.sources(table) {
            let suffix = if source.is_empty() { String::new() } else { format!("-{}", sources.len() + 1) };
            let file = format!("{}{suffix}.csv", table.name);
            let mut copy = KeptCopy::create(folder, &file)?;
            write_staged(staging.connection, table, source, &mut copy)?;
            copy.finish()?;
            if !source.is_empty() {
                sources.push(format!(
                    "[[file]]\nname = \"{file}\"\nsource = \"{source}\"\ntrim = false\n[[file.table]]\nname = \"{}\"\n",
                    table.name
                ));
            }
        }
    }
    if !sources.is_empty() {
        let mut copy = KeptCopy::create(folder, FILE_NAME)?;
        copy.write(sources.join("\n").as_bytes())?;
        copy.finish()?;
    }
    let marker = folder.join(AS_FEED);
    File::create(&marker).and_then(|file| file.sync_all()).map_err(io(&marker))?;
    sync(folder)
}

/// Writes the staged rows of a table and source as its feed file has them.
fn write_staged(connection: &Connection, table: &Table, source: &str, copy: &mut KeptCopy) -> Result<(), ImportError> {
    let text = |name: &str, kind: Type| match kind {
        Type::Groups => format!("array_to_string(\"{name}\", '|')"),
        Type::Time => format!("strftime(\"{name}\", '%Y-%m-%d %H:%M:%S')"),
        // Written by Rust, which uses no exponents.
        Type::Level => format!("\"{name}\""),
        _ => format!("\"{name}\"::varchar"),
    };
    let columns: Vec<String> = table.columns.iter().map(|column| text(column.name, column.kind)).collect();
    let of = if table.has_sources() { "source_name = ?" } else { "? = ''" };
    let sql = format!("select {} from temp.stage_{} where {of} order by row_no", columns.join(", "), table.name);
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([source])?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| WarehouseError::Invalid(error.to_string());
    writer.write_record(table.columns.iter().map(|column| column.name)).map_err(failed)?;
    while let Some(row) = rows.next()? {
        let mut cells = Vec::with_capacity(table.columns.len());
        for (index, column) in table.columns.iter().enumerate() {
            let cell = match column.kind {
                Type::Level => row.get::<_, Option<f64>>(index)?.map(|level| level.to_string()),
                _ => row.get(index)?,
            };
            cells.push(cell.unwrap_or_default());
        }
        writer.write_record(&cells).map_err(failed)?;
        if writer.get_ref().len() > 1 << 20 {
            writer.flush().map_err(io(Path::new(table.name)))?;
            let bytes = writer.into_inner().map_err(|error| WarehouseError::Invalid(error.to_string()))?;
            copy.write(&bytes)?;
            writer = csv::Writer::from_writer(Vec::new());
        }
    }
    let bytes = writer.into_inner().map_err(|error| WarehouseError::Invalid(error.to_string()))?;
    copy.write(&bytes)
}
