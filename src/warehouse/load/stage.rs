//! Reads files into temporary tables, for the checks and the publication.

use std::cell::RefCell;
use std::collections::BTreeSet;

use duckdb::Connection;

use super::collect::{FeedFile, Mapped};
use super::names;
use super::report::{FileReport, ImportError, ImportOptions};
use super::rows::{Place, StagedRows};
use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table, Type};
use crate::warehouse::mapping::{Distinct, Mapping, Memory};
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::read::left_out::LINES;
use crate::warehouse::read::{Cell, Faults, LeftOut, MappedReading, ReadError, Reading, read_file};

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
        let mut is_first = true;
        for (index, file) in self.files.iter().enumerate().filter(|(_, file)| file.table.name == name) {
            // A name that a row of an earlier file has stands for the id of that row.
            if !std::mem::take(&mut is_first) && names_itself(file) {
                rows.flush()?;
                names::know(self.connection, table, true, &mut self.memory.borrow_mut().names)?;
            }
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
                left_out: file.mapped.is_some().then(|| LeftOut::sum(&left_out)),
                left_out_by: left_out,
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
        self.keep_earliest(table, reports)?;
        self.add_up(table, reports)
    }

    /// The numbers of the files of a table that say what becomes of rows with the same key, as a list of SQL.
    fn distinct(&self, table: &Table, distinct: Distinct) -> Option<String> {
        let is_it = |file: &FeedFile| {
            let mapped = file.mapped.as_ref().filter(|_| file.table.name == table.name);
            mapped.is_some_and(|mapped| mapped.table().distinct == Some(distinct))
        };
        let files = self.files.iter().enumerate().filter(|(_, file)| is_it(file)).map(|(index, _)| index.to_string());
        let files: Vec<String> = files.collect();
        (!files.is_empty()).then(|| files.join(", "))
    }

    /// Of the rows with the same key, the last one that was read has the earliest day.
    fn keep_earliest(&self, table: &Table, reports: &mut [FileReport]) -> Result<(), ImportError> {
        let Some(files) = self.distinct(table, Distinct::Earliest) else { return Ok(()) };
        let name = table.name;
        let key = quoted(table.key);
        let later = format!(
            "temp.stage_{name} where file in ({files}) and row_no not in (
               select max(row_no) from temp.stage_{name} where file in ({files}) group by {key})"
        );
        self.take_out(&later, LeftOut::REPEATED, reports)?;
        Ok(())
    }

    /// Makes one row of those with the same key.
    fn add_up(&self, table: &Table, reports: &mut [FileReport]) -> Result<(), ImportError> {
        let Some(files) = self.distinct(table, Distinct::Sum) else { return Ok(()) };
        let name = table.name;
        let key = quoted(table.key) + ", source_name";
        let counts = table.columns.iter().filter(|column| matches!(column.kind, Type::Count | Type::Money));
        let counts: Vec<&str> = counts.map(|column| column.name).collect();
        let of = |text: &dyn Fn(&str) -> String| counts.iter().map(|name| text(name)).collect::<Vec<_>>().join(", ");
        // More than a column takes is refused with the sum of all days.
        let sums = of(&|name| format!("least(sum(\"{name}\"), 9223372036854775807)::bigint as \"{name}\""));
        self.connection.execute_batch(&format!(
            "create or replace temp table summed as
             select min(row_no) as row_no, {sums} from temp.stage_{name} where file in ({files})
             group by {key} having count(*) > 1;
             update temp.stage_{name} s set {} from temp.summed t where s.row_no = t.row_no;
             drop table temp.summed",
            of(&|name| format!("\"{name}\" = t.\"{name}\""))
        ))?;
        let others = format!(
            "temp.stage_{name} where file in ({files}) and row_no not in (
               select min(row_no) from temp.stage_{name} where file in ({files}) group by {key})"
        );
        self.take_out(&others, "it is added to a row with the same key", reports)?;
        Ok(())
    }

    /// Takes rows out of a temporary table, given as what follows `from`, and says so in the reports of their files.
    /// Returns how many there were.
    pub(super) fn take_out(&self, rows: &str, why: &str, reports: &mut [FileReport]) -> Result<u64, ImportError> {
        let mut statement = self.connection.prepare(&format!(
            "select file, count(*), array_to_string(min(line, {LINES}), ',') from {rows} group by file order by file"
        ))?;
        let of_file =
            |row: &duckdb::Row<'_>| Ok((row.get::<_, i32>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?));
        let found: Vec<(i32, i64, String)> = statement.query_map([], of_file)?.collect::<Result<_, _>>()?;
        let mut all = 0;
        for (file, rows, lines) in found {
            let lines = lines.split(',').filter_map(|line| line.parse().ok()).collect();
            let left_out = LeftOut { why: why.to_owned(), rows: rows.unsigned_abs(), lines };
            all += left_out.rows;
            reports[file.unsigned_abs() as usize].leave_out(left_out);
        }
        if all > 0 {
            self.connection.execute_batch(&format!("delete from {rows}"))?;
        }
        Ok(all)
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

/// Names of columns for SQL.
fn quoted(columns: &[&str]) -> String {
    columns.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// Whether the rows of a file are called by names that stand for their ids.
fn names_itself(file: &FeedFile) -> bool {
    let id = file.table.columns.iter().position(|column| column.name == "id");
    let rule = |mapped: &Mapped| mapped.table().rules[id?].clone();
    file.mapped.as_ref().and_then(rule).is_some_and(|rule| rule.ids)
}

/// Adds the rows of one file to its temporary table, and returns why its mapping leaves rows out.
fn add_file(
    reading: Reading<'_>,
    file: &FeedFile,
    index: i32,
    row_no: &mut i32,
    rows: &mut StagedRows<'_>,
    faults: &mut Faults,
    progress: &dyn Progress,
) -> Result<Vec<LeftOut>, ImportError> {
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
