//! The columns of loaded tables that no load has filled. What they would count is unknown, and not 0.
//!
//! A file of the feed fills all columns of its table. A mapping may leave a column empty, or give all rows a value that says
//! nothing. A column counts as filled as long as rows of a load that filled it stay.

use std::collections::BTreeSet;

use duckdb::Connection;

use super::collect::FeedFile;
use super::report::ImportError;
use super::settings;
use super::stage::Staging;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Column, Kind, Table, Type};

/// The setting of the file with these columns, such as `email_messages.opened_at`, with commas between them.
const SETTING: &str = "unfilled";

/// The statement that asks for them, one in each row.
pub const UNFILLED: &str =
    "select unnest(string_split(value, ','))::varchar from bond.main.setting where name = 'bond.unfilled'";

/// Writes which columns are without values after a load.
pub(super) fn keep(connection: &Connection, unfilled: &[String]) -> Result<(), WarehouseError> {
    settings::change(connection, SETTING, &unfilled.join(","))
}

/// The columns that are without values after the load, as `table.column`. Its rows are not published yet.
///
/// # Errors
/// Errors of DuckDB.
pub(super) fn of(staging: &Staging<'_>) -> Result<Vec<String>, ImportError> {
    let known = settings::read(staging.connection, SETTING)?.unwrap_or_default();
    let mut all: BTreeSet<String> = known.split(',').filter(|column| !column.is_empty()).map(str::to_owned).collect();
    for table in staging.tables {
        let Kind::Days { day } = table.kind else { continue };
        let mut rows_stay = None;
        for column in table.columns {
            let named = format!("{}.{}", table.name, column.name);
            let is_empty = is_unfilled(staging, table, column)?;
            if is_empty && rows_stay.is_none() {
                rows_stay = Some(do_rows_stay(staging, table, day)?);
            }
            match (is_empty, rows_stay) {
                (true, Some(false)) => all.insert(named),
                (true, _) => false,
                (false, _) => all.remove(&named),
            };
        }
    }
    Ok(all.into_iter().collect())
}

/// Whether a table keeps rows beside those of the load.
fn do_rows_stay(staging: &Staging<'_>, table: &Table, day: &str) -> Result<bool, ImportError> {
    let sql = format!(
        "select exists (from feed.{0}
         where (\"{day}\"::date, source_name) not in (select (day, source_name) from temp.days_{0}))",
        table.name
    );
    Ok(staging.connection.query_row(&sql, [], |row| row.get(0))?)
}

/// Whether no file of the load fills a column.
fn is_unfilled(staging: &Staging<'_>, table: &Table, column: &Column) -> Result<bool, ImportError> {
    let files: Vec<(usize, &FeedFile)> =
        staging.files.iter().enumerate().filter(|(_, file)| file.table.name == table.name).collect();
    for (index, file) in &files {
        let is_filled = match filling(file, table, column) {
            Filling::Values => true,
            Filling::Nothing => false,
            // The file may have the column under the same name.
            Filling::Unknown => staging.connection.query_row(
                &format!(
                    "select exists (from temp.stage_{} where file = {index} and \"{}\" is not null)",
                    table.name, column.name
                ),
                [],
                |row| row.get(0),
            )?,
        };
        if is_filled {
            return Ok(false);
        }
    }
    Ok(!files.is_empty())
}

/// What a file gives a column.
enum Filling {
    Values,
    Nothing,
    Unknown,
}

fn filling(file: &FeedFile, table: &Table, column: &Column) -> Filling {
    let Some(mapped) = file.mapped.as_ref().map(|mapped| mapped.table()) else { return Filling::Values };
    let at = table.columns.iter().position(|other| other.name == column.name);
    let rule = at.and_then(|at| mapped.rules[at].as_ref().or(mapped.common[at].as_ref()));
    match rule.map(|rule| rule.source.constant()) {
        None if column.may_be_empty => Filling::Unknown,
        None | Some(None) => Filling::Values,
        // One of a few words for all rows tells none from another.
        Some(Some(_)) if matches!(column.kind, Type::OneOf(_)) => Filling::Nothing,
        Some(Some(value)) if value.chars().any(|letter| letter.is_alphabetic() || ('1'..='9').contains(&letter)) => {
            Filling::Values
        }
        Some(Some(_)) => Filling::Nothing,
    }
}
