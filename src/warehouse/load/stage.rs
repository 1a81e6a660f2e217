//! Reads files into temporary tables, for the checks and the publication.

use std::cell::RefCell;
use std::collections::BTreeSet;

use duckdb::Connection;

use super::collect::FeedFile;
use super::names;
use super::report::{FileReport, ImportError, ImportOptions};
use super::rows::{Place, StagedRows};
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::mapping::{Mapping, Memory};
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::read::{Cell, Faults, MappedReading, ReadError, Reading, read_file};

/// The temporary tables of a load: `temp.stage_<table>` with the rows, each with its number in the load, its file and
/// its line, and `temp.days_<table>` with the days and sources that the load replaces. They are dropped however the load ends.
pub(super) struct Staging<'a> {
    pub(super) connection: &'a Connection,
    pub(super) files: &'a [FeedFile],
    /// In declared order.
    pub(super) tables: &'a [&'static Table],
    /// The requested days.
    pub(super) days: Option<(Day, Day)>,
    pub(super) options: &'a ImportOptions,
    /// What mapped files share.
    pub(super) memory: &'a RefCell<Memory>,
    /// That of the load's foreign files.
    pub(super) mapping: Option<&'a Mapping>,
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        for table in self.tables {
            let name = table.name;
            let drop = format!("drop table if exists temp.stage_{name}; drop table if exists temp.days_{name}");
            if let Err(error) = self.connection.execute_batch(&drop) {
                tracing::warn!(%error, table = name, "a temporary table of a load was not dropped");
            }
        }
    }
}

impl Staging<'_> {
    /// Whether the load has rows of this table.
    pub(super) fn has(&self, table: &str) -> bool {
        self.tables.iter().any(|staged| staged.name == table)
    }

    /// Reads every file into its temporary table, and works out which days of each fact table it replaces.
    pub(super) fn read(&self, faults: &mut Faults, progress: &dyn Progress) -> Result<Vec<FileReport>, ImportError> {
        let mut reports = Vec::new();
        if self.mapping.is_some() {
            for table in TABLES.iter().filter(|table| table.kind == Kind::Reference && !self.has(table.name)) {
                names::know(self.connection, table, false, &mut self.memory.borrow_mut().names)?;
            }
        }
        for table in self.tables {
            faults.are_of(table.name);
            self.read_table(table, &mut reports, faults, progress)?;
            if let Kind::Days { day } = table.kind {
                self.list_days(table, day)?;
            }
            if self.mapping.is_some() && table.kind == Kind::Reference {
                names::know(self.connection, table, true, &mut self.memory.borrow_mut().names)?;
            }
        }
        Ok(reports)
    }

    fn read_table(
        &self,
        table: &'static Table,
        reports: &mut Vec<FileReport>,
        faults: &mut Faults,
        progress: &dyn Progress,
    ) -> Result<(), ImportError> {
        let name = table.name;
        let columns: String =
            table.columns.iter().map(|column| format!(", \"{}\" {}", column.name, column.kind.sql())).collect();
        self.connection.execute_batch(&format!(
            "create or replace temp table stage_{name} (row_no integer, file integer, line bigint{columns})"
        ))?;
        let mut rows = StagedRows::new(self.connection, table)?;
        let mut row_no = 0;
        for (index, file) in self.files.iter().enumerate().filter(|(_, file)| file.table.name == name) {
            progress.start(Phase::Reading(&file.name), None);
            let before = row_no;
            let mut memory = self.memory.borrow_mut();
            let reading = Reading {
                path: &file.path,
                answer: file.made.as_ref().map(|made| &made.answer),
                table: file.table,
                mapped: file.mapped.as_ref().map(|mapped| MappedReading {
                    mapping: &mapped.mapping.name,
                    file: mapped.file(),
                    table: mapped.table(),
                    zone: &self.options.zone,
                    key: self.options.member_key.as_ref(),
                    memory: &mut memory,
                }),
                days: self.options.fact_days,
                decoder: &self.options.decoder,
            };
            let left_out = add_file(reading, file, index as i32, &mut row_no, &mut rows, faults, progress)?;
            reports.push(FileReport {
                file: file.name.clone(),
                table: name,
                source: file.source.clone(),
                rows: u64::from((row_no - before).unsigned_abs()),
                left_out: file.mapped.is_some().then_some(left_out),
                bytes: file.len,
                sha256: file.sha256.clone(),
            });
            progress.finish();
            let now = std::fs::metadata(&file.path);
            // The files of a query were looked at when it had read them.
            if file.made.is_none()
                && !now.is_ok_and(|now| now.len() == file.len && now.modified().ok() == file.modified)
            {
                return Err(ImportError::Changed(file.path.clone()));
            }
        }
        rows.finish()?;
        if table.has_sources() {
            self.name_sources(name)?;
        }
        Ok(())
    }

    /// Adds the source of each row. Most loads name none, and no row is written again.
    fn name_sources(&self, table: &str) -> Result<(), ImportError> {
        self.connection
            .execute_batch(&format!("alter table temp.stage_{table} add column source_name varchar default ''"))?;
        let named = |(_, file): &(usize, &FeedFile)| file.table.name == table && !file.source.is_empty();
        for (index, file) in self.files.iter().enumerate().filter(named) {
            let update = format!("update temp.stage_{table} set source_name = ? where file = {index}");
            self.connection.execute(&update, [&file.source])?;
        }
        Ok(())
    }

    /// The sources of the rows of a table: those of its files; none is named where the load makes the rows.
    pub(super) fn sources(&self, table: &Table) -> BTreeSet<&str> {
        let of_table = self.files.iter().filter(|file| file.table.name == table.name);
        let sources: BTreeSet<&str> = of_table.map(|file| file.source.as_str()).collect();
        if sources.is_empty() { BTreeSet::from([""]) } else { sources }
    }

    /// The same as a list of SQL.
    pub(super) fn sources_sql(&self, table: &Table) -> String {
        self.sources(table)
            .iter()
            .map(|source| format!("'{}'", source.replace('\'', "''")))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn list_days(&self, table: &Table, day: &str) -> Result<(), ImportError> {
        let name = table.name;
        let requested = self.days.map_or_else(String::new, |(first, last)| {
            format!(
                " union select day, source_name
                   from (select date '2000-01-01' + unnest(range({}, {} + 1))::integer as day),
                        (select unnest([{}]) as source_name)",
                first.number(),
                last.number(),
                self.sources_sql(table)
            )
        });
        self.connection.execute_batch(&format!(
            "create or replace temp table days_{name} as
             select distinct \"{day}\"::date as day, source_name from temp.stage_{name}{requested}"
        ))?;
        Ok(())
    }
}

/// Adds the rows of one file to its temporary table, and returns how many its mapping leaves out.
fn add_file(
    reading: Reading<'_>,
    file: &FeedFile,
    index: i32,
    row_no: &mut i32,
    rows: &mut StagedRows<'_>,
    faults: &mut Faults,
    progress: &dyn Progress,
) -> Result<u64, ImportError> {
    const STEP: u64 = 10_000;
    let mut not_reported = 0;
    let mut sink = |line: u64, cells: &[Cell<'_>]| {
        *row_no = row_no.checked_add(1).ok_or_else(|| {
            WarehouseError::Invalid(format!(
                "{}: a load takes at most {} rows per table; load the files one after another",
                file.name,
                i32::MAX
            ))
        })?;
        rows.add(Place { row_no: *row_no, file: index, line: line as i64 }, cells)?;
        not_reported += 1;
        if not_reported == STEP {
            progress.advance(STEP);
            not_reported = 0;
            if progress.is_cancelled() {
                return Err(WarehouseError::Cancelled);
            }
        }
        Ok(())
    };
    let read = read_file(reading, faults, &mut sink);
    progress.advance(not_reported);
    read.map_err(|error| match error {
        ReadError::Io(source) => ImportError::Io { path: file.path.clone(), source },
        ReadError::Warehouse(error) => error.into(),
    })
}
