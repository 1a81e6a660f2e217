//! Checks the text of a row and converts it to values.

use std::io;

use time::macros::date;
use time::{Date, Duration};

use super::cell::{self, Cell};
use super::fault::{Fault, Faults, excerpt, of_sheets};
use super::stored::{Stored, wanted};
use crate::warehouse::day::FactDays;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Column, Kind, Table, Type};

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

/// What a file is split into: a header and rows of text.
pub(in crate::warehouse) trait Rows {
    /// Takes the names of the file's columns, in their order. False if they do not fit; no row is then read.
    fn header(&mut self, line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError>;

    /// Takes one row, as text in the order of the header.
    fn row(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<(), WarehouseError>;

    /// Whether a column of the file may be stored as `stored`, a type of Parquet, and if not, what to write instead.
    fn stored(&self, index: usize, stored: Stored<'_>) -> Result<(), &'static str>;

    /// Records a fault, in the column at an index of the file if there is one.
    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String);

    /// Records that a row has another number of fields than the header, unless it is left out anyway.
    fn misshapen(&mut self, line: u64, _fields: &[&str], what: String) {
        self.fault(Some(line), None, what);
    }

    /// Says that a workbook has several sheets, and the mapping does not say which is read.
    fn sheets(&mut self, names: &[String]) {
        self.fault(None, None, of_sheets(names));
    }

    /// Says that the rows are those of a sheet, where a time at midnight is written as its date alone.
    fn is_of_a_sheet(&mut self) {}

    /// Whether a mapping says how the file is read: then lines without any character are left out.
    fn is_mapped(&self) -> bool;

    /// The start of the fields, for a message; None if they may contain what must not be shown.
    fn shown(&self, fields: &[&str]) -> Option<String>;
}

/// Checks the values of a table, the same way for every file.
pub(super) struct Checks {
    pub(super) table: &'static Table,
    days: FactDays,
    /// The first and last day that a date may have, in days since 1970-01-01.
    first: i32,
    last: i32,
    /// Whether a date alone stands for its midnight.
    pub(super) takes_dates_as_times: bool,
}

impl Checks {
    pub(super) fn new(table: &'static Table, days: FactDays) -> Checks {
        let since_1970 = |date: Date| (date - date!(1970 - 01 - 01)).whole_days() as i32;
        let are_facts = matches!(table.kind, Kind::Days { .. });
        // What is planned may lie ahead. It can be as old as it likes unless the program says when it began.
        let first = if are_facts || days.is_program_known() { since_1970(days.first) } else { i32::MIN };
        let last = days.last().filter(|_| are_facts).map_or(i32::MAX, since_1970);
        Checks { table, days, first, last, takes_dates_as_times: false }
    }

    /// The value of a column.
    ///
    /// # Errors
    /// What is wrong, as the text after `file:line:column:`.
    pub(super) fn value<'t>(&self, column: &Column, text: &'t str) -> Result<Cell<'t>, String> {
        if text.is_empty() {
            return if column.may_be_empty {
                Ok(cell::empty(column.kind))
            } else {
                Err("the value is missing; this column may not be empty".to_owned())
            };
        }
        let has_days = matches!(column.kind, Type::Date | Type::Month | Type::Time);
        let is_day = has_days && self.table.day_column() == Some(column.name);
        if self.takes_dates_as_times && column.kind == Type::Time && text.len() == "2026-03-01".len() {
            let midnight = format!("{text} 00:00:00");
            return match self.value(column, &midnight)? {
                Cell::Time(micros) => Ok(Cell::Time(micros)),
                _ => Err(format!("{} is not a time", excerpt(text))),
            };
        }
        let cell = cell::check(column.kind, is_day, text);
        let cell = match (cell, (self.table.name, column.name)) {
            (Err(what), ("partner_transactions", "redemptions")) if text.starts_with(['-', '\u{2212}']) => {
                return Err(format!("{what}; a return is a row with 0 redemptions and negative sales and savings"));
            }
            (cell, _) => cell?,
        };
        let day = match cell {
            Cell::Date(day) => day,
            Cell::Time(micros) => micros.div_euclid(86_400_000_000) as i32,
            _ => return Ok(cell),
        };
        if day < self.first || day > self.last {
            let date = date!(1970 - 01 - 01).checked_add(Duration::days(i64::from(day)));
            if let Some(doubt) = date.and_then(|date| self.days.doubt(date)) {
                return Err(format!("{} {doubt}", excerpt(text)));
            }
        }
        Ok(cell)
    }
}

/// The rows of a feed file, whose columns are those of its table.
pub(super) struct RowReader<'a> {
    file: String,
    checks: Checks,
    /// For each column of the table, its index in the file, if the file has it. Empty until the header is read.
    order: Vec<Option<usize>>,
    faults: &'a mut Faults,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(file: String, table: &'static Table, days: FactDays, faults: &'a mut Faults) -> RowReader<'a> {
        RowReader { file, checks: Checks::new(table, days), order: Vec::new(), faults }
    }

    fn add(&mut self, line: Option<u64>, column: Option<&str>, what: impl Into<String>) {
        self.faults.of_row(Fault {
            file: self.file.clone(),
            line,
            column: column.map(str::to_owned),
            what: what.into(),
        });
    }

    /// The column at an index in the file.
    fn column_at(&self, index: usize) -> Option<&'static Column> {
        let column = self.order.iter().position(|in_file| *in_file == Some(index))?;
        self.checks.table.columns.get(column)
    }
}

impl Rows for RowReader<'_> {
    fn header(&mut self, line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        let before = self.faults.count;
        let table = self.checks.table;
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                self.add(line, Some(&excerpt(name)), "the column appears twice; remove one of the two");
            } else if table.column(name).is_none() {
                let known: Vec<_> = table.columns.iter().map(|column| column.name).collect();
                let what = format!("{} has no such column; its columns are {}", table.name, known.join(", "));
                self.add(line, Some(&excerpt(name)), what);
            }
        }
        self.order.clear();
        for column in table.columns {
            let index = names.iter().position(|name| *name == column.name);
            if index.is_none() && !column.may_be_missing {
                self.add(line, Some(column.name), "the column is missing; add it to the header and every row");
            }
            self.order.push(index);
        }
        Ok(self.faults.count == before)
    }

    fn row(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        let columns = self.checks.table.columns;
        let mut cells = Vec::with_capacity(fields.len());
        for (column, index) in columns.iter().zip(&self.order) {
            match self.checks.value(column, index.map_or("", |index| fields[index])) {
                Ok(cell) => cells.push(cell),
                Err(what) => self.faults.of_row(Fault {
                    file: self.file.clone(),
                    line: Some(line),
                    column: Some(column.name.to_owned()),
                    what,
                }),
            }
        }
        if cells.len() == columns.len() {
            sink(line, &cells)?;
        }
        Ok(())
    }

    fn stored(&self, index: usize, stored: Stored<'_>) -> Result<(), &'static str> {
        match self.column_at(index) {
            Some(column) if !stored.fits(column.kind) => Err(wanted(column.kind)),
            _ => Ok(()),
        }
    }

    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String) {
        let column = index.and_then(|index| self.column_at(index)).map(|column| column.name);
        self.add(line, column, what);
    }

    fn is_of_a_sheet(&mut self) {
        self.checks.takes_dates_as_times = true;
    }

    fn is_mapped(&self) -> bool {
        false
    }

    fn shown(&self, fields: &[&str]) -> Option<String> {
        Some(excerpt(&fields.join(",")))
    }
}
