//! Strict reading of feed files. [`csv`] and [`parquet`] split a file into rows of text; [`row`] turns a row into checked
//! values or faults, the same way for both.

mod cell;
mod csv;
mod fault;
mod parquet;
mod row;

use std::path::Path;

use super::feed::Table;
use row::{RowReader, Sink};

pub(super) use cell::Cell;
pub(super) use fault::excerpt;
pub use fault::{Fault, Faults};
pub(super) use row::ReadError;

/// Reads one file, passes every row without a fault to `sink` and records every fault.
pub(super) fn read_file(
    path: &Path,
    table: &'static Table,
    faults: &mut Faults,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut rows = RowReader::new(name, table, faults);
    if path.extension().is_some_and(|extension| extension == "parquet") {
        parquet::read(path, &mut rows, sink)
    } else {
        csv::read(std::fs::File::open(path)?, &mut rows, sink)
    }
}
