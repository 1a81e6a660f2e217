//! Checks the text of a row and converts it to values.

use std::io;

use super::cell::{self, Cell};
use super::fault::{Fault, Faults, excerpt};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Table;

/// Why a file could not be read to its end.
#[derive(Debug)]
pub(in crate::warehouse) enum ReadError {
    Io(io::Error),
    /// From the sink that receives the rows.
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

/// Receives one row: its line and its values in the order of the table's columns.
pub(in crate::warehouse) type Sink<'a> = dyn FnMut(u64, &[Cell<'_>]) -> Result<(), WarehouseError> + 'a;

/// Turns the text of a row into checked values, the same way for both formats, and records faults.
pub(super) struct RowReader<'a> {
    file: String,
    pub(super) table: &'static Table,
    /// For each column of the table, its index in the file. Empty until the header is read.
    order: Vec<usize>,
    pub(super) faults: &'a mut Faults,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(file: String, table: &'static Table, faults: &'a mut Faults) -> RowReader<'a> {
        RowReader { file, table, order: Vec::new(), faults }
    }

    pub(super) fn fault(&mut self, line: Option<u64>, column: Option<&str>, what: impl Into<String>) {
        self.faults.push(Fault { file: self.file.clone(), line, column: column.map(str::to_owned), what: what.into() });
    }

    /// Takes the names of the file's columns. False if they are not those of the table; its rows are then not read.
    pub(super) fn header(&mut self, line: Option<u64>, names: &[&str]) -> bool {
        let before = self.faults.count;
        let columns = self.table.columns;
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                self.fault(line, Some(&excerpt(name)), "the column appears twice; remove one of the two");
            } else if self.table.column(name).is_none() {
                let known: Vec<_> = columns.iter().map(|column| column.name).collect();
                let what = format!("{} has no such column; its columns are {}", self.table.name, known.join(", "));
                self.fault(line, Some(&excerpt(name)), what);
            }
        }
        self.order.clear();
        for column in columns {
            match names.iter().position(|name| *name == column.name) {
                Some(index) => self.order.push(index),
                None => {
                    self.fault(line, Some(column.name), "the column is missing; add it to the header and every row")
                }
            }
        }
        self.faults.count == before
    }

    /// The column at an index in the file.
    pub(super) fn column_at(&self, index: usize) -> Option<&'static str> {
        let column = self.order.iter().position(|in_file| *in_file == index)?;
        Some(self.table.columns[column].name)
    }

    /// Checks one row, given as text in the order of the file, and passes it to the sink if it has no fault.
    pub(super) fn row(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        let mut cells = Vec::with_capacity(fields.len());
        for (column, index) in self.table.columns.iter().zip(&self.order) {
            let text = fields[*index];
            let checked = if !text.is_empty() {
                cell::check(column.kind, self.table.day_column() == Some(column.name), text)
            } else if column.may_be_empty {
                Ok(cell::empty(column.kind))
            } else {
                Err("the value is missing; this column may not be empty".to_owned())
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
