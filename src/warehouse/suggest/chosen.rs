//! Proposals where somebody has chosen the table, or the column of the file.

use std::path::Path;

use super::detect::{Detected, READ};
use super::guess::Guess;
use super::{name_of, unreadable, write};
use crate::warehouse::feed::{Column, Table};
use crate::warehouse::load::{ImportError, ImportOptions};
use crate::warehouse::mapping::Dialect;
use crate::warehouse::read::sample;

/// The mapping of one file, or of one of its sheets, for a table. None if the file is no table.
///
/// # Errors
/// [`ImportError::Io`] for a file that cannot be read.
pub fn suggest_as(
    path: &Path,
    sheet: Option<&str>,
    table: &'static Table,
    options: &ImportOptions,
) -> Result<Option<String>, ImportError> {
    let found = Detected::of(path, &options.decoder).map_err(|error| unreadable(path, error))?;
    let is_it = |detected: &Detected| sheet.is_none() || detected.dialect.sheet.as_deref() == sheet;
    let detected = found.ok().and_then(|tables| tables.into_iter().find(is_it));
    Ok(detected.map(|detected| {
        let guess = Guess::of_table(table, &detected);
        write::mapping(&[(name_of(path), guess, detected)])
    }))
}

/// How a column of a table is filled from a column of a file, as TOML writes it. None if the file has no such column.
pub(in crate::warehouse) fn suggest_rule(
    path: &Path,
    dialect: &Dialect,
    column: &Column,
    from: &str,
    options: &ImportOptions,
) -> Result<Option<String>, ImportError> {
    let read = sample(path, dialect, &options.decoder, READ).map_err(|error| unreadable(path, error))?;
    let detected = Detected::new(dialect.clone(), &read);
    let contents = detected.columns.iter().find(|contents| contents.name == from);
    Ok(contents.map(|contents| write::rule(column, contents).0))
}
