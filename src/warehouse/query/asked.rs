//! A query to run: its SQL, its files and what it may take.

use std::path::Path;
use std::time::Duration;

use crate::warehouse::mapping::{Dialect, MappedFile, Mapping, Named, Query, Row, matches_name};
use crate::warehouse::progress::Progress;
use crate::warehouse::read::Decoder;

/// What a query may take.
#[derive(Clone, Copy, Debug)]
pub struct QueryLimits {
    /// From when it has the rows of its files to when it has given all of its own.
    pub time: Duration,
    /// Of DuckDB, in MiB.
    pub memory: u64,
    /// Of its result.
    pub rows: u64,
    /// Of the text of its result.
    pub bytes: u64,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits { time: Duration::from_secs(600), memory: 2_048, rows: 50_000_000, bytes: 4 << 30 }
    }
}

/// A query and what it is run with.
pub(in crate::warehouse) struct Run<'a> {
    /// The mapping's name, for faults.
    pub(in crate::warehouse) mapping: &'a str,
    pub(in crate::warehouse) query: &'a Query,
    /// Each table with the files that it has the rows of.
    pub(in crate::warehouse) tables: Vec<(&'a Named, Vec<Input<'a>>)>,
    pub(in crate::warehouse) decoder: &'a Decoder,
    pub(in crate::warehouse) limits: QueryLimits,
    /// Where the rows of the result are kept, in a file without a name.
    pub(in crate::warehouse) folder: &'a Path,
    pub(in crate::warehouse) progress: &'a dyn Progress,
}

/// A file that a query reads.
pub(in crate::warehouse) struct Input<'a> {
    pub(in crate::warehouse) path: &'a Path,
    pub(in crate::warehouse) name: &'a str,
    pub(in crate::warehouse) dialect: Dialect,
    pub(in crate::warehouse) row: Row<'a>,
}

impl<'a> Input<'a> {
    /// How a file is read for a table: as its `[[file]]` says, where there is one.
    pub(in crate::warehouse) fn of(mapping: &'a Mapping, named: &Named, path: &'a Path, name: &'a str) -> Input<'a> {
        let is_of_file = |entry: &&MappedFile| entry.names.iter().any(|known| matches_name(known, name));
        let entries: Vec<&MappedFile> = mapping.files.iter().filter(is_of_file).collect();
        let of_sheet = |sheet: Option<&str>| entries.iter().find(|entry| entry.dialect.sheet.as_deref() == sheet);
        let entry = match (&named.sheet, entries.as_slice()) {
            (Some(sheet), _) => of_sheet(Some(sheet)).or_else(|| of_sheet(None)),
            (None, [only]) => Some(only),
            (None, _) => of_sheet(None),
        };
        let mut dialect = entry.map_or(Dialect::FEED, |entry| entry.dialect.clone());
        dialect.sheet = named.sheet.clone().or(dialect.sheet);
        let row = entry.map_or(Row { trim: true, empty: &[] }, |entry| entry.row());
        Input { path, name, dialect, row }
    }
}

/// The columns of each table besides those of its files.
pub(super) const LINE: &str = "#line";
pub(super) const FILE: &str = "#file";
