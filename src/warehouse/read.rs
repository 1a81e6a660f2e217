//! Strict reading of feed files. [`csv`] splits text into rows, and [`decoder`] has a child process do so for Parquet, workbooks
//! and JSON; [`row`] turns a row into checked values or faults, the same way for all, and [`mapped`] does so for a foreign
//! file.

mod answer;
mod cell;
mod csv;
mod decode;
mod decoder;
mod fault;
mod format;
pub(super) mod frames;
pub(super) mod left_out;
mod mapped;
mod row;
mod sample;
mod shape;
mod stored;

use std::io::Seek;
use std::path::Path;

use super::day::FactDays;
use super::error::WarehouseError;
use super::feed::Table;
use super::mapping::time::TimeZone;
use super::mapping::{Context, Dialect, MappedFile, MappedTable, MemberKey, Memory};
use super::path::file_name;
use mapped::{Given, MappedRows};
use row::RowReader;

pub(super) use answer::{Answer, Most};
pub(super) use cell::Cell;
pub(super) use csv::{Width, widths};
pub use decode::decode;
pub(super) use decode::relation;
pub use decoder::Decoder;
pub(super) use decoder::Killed;
pub(super) use fault::excerpt;
pub use fault::{Fault, Faults};
pub(super) use format::{ENDS, Format};
pub use left_out::LeftOut;
pub(super) use row::{ReadError, Rows, Sink};
pub(super) use sample::{Sample, count_rows, first_bytes, mapped_sample, sample, sample_of, survey};
pub(super) use stored::Stored;

/// A file to read.
pub(super) struct Reading<'a> {
    pub(super) path: &'a Path,
    /// The rows, where a query made them.
    pub(super) answer: Option<&'a Answer>,
    pub(super) table: &'static Table,
    /// None for a feed file.
    pub(super) mapped: Option<MappedReading<'a>>,
    pub(super) days: FactDays,
    pub(super) decoder: &'a Decoder,
}

/// What a foreign file is read by.
pub(super) struct MappedReading<'a> {
    /// The mapping's name.
    pub(super) mapping: &'a str,
    pub(super) file: &'a MappedFile,
    pub(super) table: &'a MappedTable,
    pub(super) zone: &'a TimeZone,
    pub(super) key: Option<&'a MemberKey>,
    pub(super) memory: &'a mut Memory,
}

/// Reads one file, passes every row without a fault to `sink` and records every fault. Returns why its mapping leaves rows
/// out.
pub(super) fn read_file(
    reading: Reading<'_>,
    faults: &mut Faults,
    sink: &mut Sink<'_>,
) -> Result<Vec<LeftOut>, ReadError> {
    let Reading { path, answer, table, mapped, days, decoder } = reading;
    let name = file_name(path);
    match mapped {
        None => {
            let mut rows = RowReader::new(name, table, days, faults);
            read_rows(path, &Dialect::FEED, decoder, &mut rows, sink)?;
            Ok(Vec::new())
        }
        Some(MappedReading { mapping, file, table: mapped, zone, key, memory }) => {
            let context = Context { zone, key, row: file.row() };
            let before = file.before(mapped);
            let given = Given { file: file.called(&name), mapping, mapped, context, memory, faults, before };
            let mut rows = MappedRows::new(given, days);
            match answer {
                Some(answer) => {
                    // A sheet that the query read has midnight as a date alone.
                    rows.is_of_a_sheet();
                    answer.read(&mut rows, sink)?;
                }
                None => read_rows(path, &file.dialect, decoder, &mut rows, sink)?,
            }
            Ok(rows.left_out())
        }
    }
}

/// Checks rows that are in no file as those of a foreign file with these columns.
pub(super) fn read_made<'t, const N: usize>(
    reading: Reading<'_>,
    names: &[&str; N],
    made: impl Iterator<Item = [&'t str; N]>,
    faults: &mut Faults,
    sink: &mut Sink<'_>,
) -> Result<(), WarehouseError> {
    let Some(MappedReading { mapping, file, table: mapped, zone, key, memory }) = reading.mapped else { return Ok(()) };
    let context = Context { zone, key, row: file.row() };
    let given = Given { file: mapping.to_owned(), mapping, mapped, context, memory, faults, before: Vec::new() };
    let mut rows = MappedRows::new(given, reading.days);
    if rows.header(None, names)? {
        for fields in made {
            rows.row(mapped.line as u64, &fields, sink)?;
        }
    }
    Ok(())
}

/// Whether a file of this name is read as text, so that its first lines can be read without the others.
pub fn is_text(name: &Path) -> bool {
    Format::of(name) == Format::Csv
}

/// Reads the rows of a file as text.
pub(super) fn read_rows(
    path: &Path,
    dialect: &Dialect,
    decoder: &Decoder,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    if Format::of(path) != Format::Csv {
        return decoder::read(path, dialect, decoder, rows, sink);
    }
    let mut file = std::fs::File::open(path)?;
    if let Some(what) = format::not_text(&mut file)? {
        rows.fault(None, None, what.to_owned());
        return Ok(());
    }
    file.rewind()?;
    csv::read(file, dialect, rows, sink)
}
