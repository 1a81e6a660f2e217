//! Reading feed files strictly: CSV ([`csv`]) and Parquet ([`parquet`]) give text by column, and one path turns
//! the text of a row into checked values, or says what is wrong with it and where.

mod cell;
mod csv;
mod parquet;

use std::fmt;
use std::io;
use std::path::Path;

pub(super) use cell::Cell;

use super::WarehouseError;
use super::feed::Table;

/// One thing wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file's name, without its folder.
    pub file: String,
    /// From 1; in a Parquet file the number of the row. None where the file as a whole is at fault.
    pub line: Option<u64>,
    pub column: Option<String>,
    /// What is wrong, with an excerpt of the value.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        if let Some(column) = &self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.what)
    }
}

/// What is wrong with the files of a load: the first [`Faults::SHOWN`] and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    pub first: Vec<Fault>,
    pub count: u64,
}

impl Faults {
    /// How many are kept in full.
    pub const SHOWN: usize = 1_000;

    pub(super) fn push(&mut self, fault: Fault) {
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(fault);
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.first {
            writeln!(f, "{fault}")?;
        }
        match self.count - self.first.len() as u64 {
            0 => write!(f, "{} {}; nothing was loaded", self.count, if self.count == 1 { "fault" } else { "faults" }),
            more => write!(f, "and {more} more, {} faults in all; nothing was loaded", self.count),
        }
    }
}

/// Why a file could not be read to its end.
#[derive(Debug)]
pub(super) enum ReadError {
    Io(io::Error),
    /// Of whoever takes the rows.
    Warehouse(WarehouseError),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

impl From<WarehouseError> for ReadError {
    fn from(error: WarehouseError) -> Self {
        ReadError::Warehouse(error)
    }
}

impl From<duckdb::Error> for ReadError {
    fn from(error: duckdb::Error) -> Self {
        ReadError::Warehouse(error.into())
    }
}

/// Takes one row: its line and its values in the order of the table's columns.
pub(super) type Sink<'a> = dyn FnMut(u64, &[Cell<'_>]) -> Result<(), WarehouseError> + 'a;

/// Reads one file, gives every good row to `sink` and notes every fault.
pub(super) fn read_file(
    path: &Path,
    table: &'static Table,
    faults: &mut Faults,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut rows = Rows { file: name, table, order: Vec::new(), faults };
    if path.extension().is_some_and(|extension| extension == "parquet") {
        parquet::read(path, &mut rows, sink)
    } else {
        csv::read(std::fs::File::open(path)?, &mut rows, sink)
    }
}

/// The way from text to checked values, the same for both formats.
struct Rows<'a> {
    file: String,
    table: &'static Table,
    /// For each column of the table, its place in the file.
    order: Vec<usize>,
    faults: &'a mut Faults,
}

impl Rows<'_> {
    fn fault(&mut self, line: Option<u64>, column: Option<&str>, what: impl Into<String>) {
        self.faults.push(Fault { file: self.file.clone(), line, column: column.map(str::to_owned), what: what.into() });
    }

    /// Takes the names of the file's columns. False where they are not the table's: the rows then say nothing.
    fn header(&mut self, line: Option<u64>, names: &[&str]) -> bool {
        let before = self.faults.count;
        let columns = self.table.columns;
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                self.fault(line, Some(&excerpt(name)), "the column is there twice");
            } else if !columns.iter().any(|column| column.name == *name) {
                let known: Vec<_> = columns.iter().map(|column| column.name).collect();
                let what = format!("{} has no such column; it has {}", self.table.name, known.join(", "));
                self.fault(line, Some(&excerpt(name)), what);
            }
        }
        self.order.clear();
        for column in columns {
            match names.iter().position(|name| *name == column.name) {
                Some(place) => self.order.push(place),
                None => self.fault(line, Some(column.name), "the column is missing"),
            }
        }
        self.faults.count == before
    }

    /// The column at a place of the file.
    fn column_at(&self, place: usize) -> Option<&'static str> {
        let index = self.order.iter().position(|at| *at == place)?;
        Some(self.table.columns[index].name)
    }

    /// Checks one row, given as text in the file's order, and hands it on where nothing is wrong with it.
    fn row(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        let mut cells = Vec::with_capacity(fields.len());
        for (column, place) in self.table.columns.iter().zip(&self.order) {
            let text = fields[*place];
            let checked = if !text.is_empty() {
                cell::check(column.kind, self.table.day_column() == Some(column.name), text)
            } else if column.may_be_empty {
                Ok(cell::empty(column.kind))
            } else {
                Err("the value is missing".to_owned())
            };
            match checked {
                Ok(cell) => cells.push(cell),
                Err(what) => self.faults.push(Fault {
                    file: self.file.clone(),
                    line: Some(line),
                    column: Some(column.name.to_owned()),
                    what,
                }),
            }
        }
        if cells.len() == self.table.columns.len() {
            sink(line, &cells)?;
        }
        Ok(())
    }
}

/// The start of a value as it is shown in an error: quoted, with what does not print escaped.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start:?}...") } else { format!("{start:?}") }
}
