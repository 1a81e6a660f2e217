//! What is summed from the rows of a feed table.

use duckdb::Connection;

use super::{member_sets, moved, profile, row_sums};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Derived, RowSums, SUMS_OF_LOGINS, Table};

/// Writes the sums, the profile and the sets of members of a feed table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, table: &Table, day: i16) -> Result<(), WarehouseError> {
    refresh_by_segment(connection, table, day)?;
    if let Some(derived) = &table.derived {
        moved::refresh(connection, &moved::of_rows(derived), day)?;
    }
    if let Some((derived, sets)) = table.derived.and_then(|derived| Some((derived, derived.members?))) {
        member_sets::refresh(connection, derived.name, &sets, day)?;
    }
    Ok(())
}

/// Writes what is summed by segment.
fn refresh_by_segment(connection: &Connection, table: &Table, day: i16) -> Result<(), WarehouseError> {
    if let Some((derived, profile)) = table.derived.and_then(|derived| Some((derived, derived.profile?))) {
        profile::refresh(connection, derived.name, &profile, day)?;
    }
    row_sums(table).try_for_each(|sums| row_sums::refresh(connection, sums, day))
}

/// The sums of its rows, and the logins of each day, which figures of all history read.
fn row_sums(table: &Table) -> impl Iterator<Item = &RowSums> {
    table.sums.iter().chain((table.name == "logins").then_some(&SUMS_OF_LOGINS))
}

/// Brings what is summed of a feed table up to date after the members of the temporary table touched have other segments,
/// now (member_moved) or on earlier days (span_change). The rows of the derived table have those of now. Where members are
/// many, it is quicker to write all of it again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(
    connection: &Connection,
    table: &Table,
    derived: &Derived,
    Touched { have_moved, are_few }: Touched,
) -> Result<(), WarehouseError> {
    if !are_few {
        if have_moved {
            refresh_by_segment(connection, table, 0)?;
        }
        return moved::refresh(connection, &moved::of_rows(derived), 0);
    }
    connection.execute_batch(&format!(
        "create or replace temp table own_row as from derived.{} semi join touched using (member_key);
         create or replace temp view moved_row as {}",
        derived.name,
        moved_rows("own_row")
    ))?;
    let rows = connection.query_row("select count(*) from moved_row", [], |row| row.get(0))?;
    if rows > 0 {
        if let Some(profile) = derived.profile {
            profile::move_members(connection, derived.name, &profile, rows)?;
        }
        row_sums(table).try_for_each(|sums| row_sums::move_members(connection, sums))?;
    }
    moved::change(connection, &moved::of_rows(derived), "own_row")?;
    Ok(connection.execute_batch("drop view moved_row; drop table own_row")?)
}

/// The rows of members of the table member_moved, with the segment before.
pub(super) fn moved_rows(rows: &str) -> String {
    format!("select r.*, m.was from {rows} r join member_moved m using (member_key)")
}

/// Members whose rows count in other segments.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    /// Whether some have another segment now.
    pub(super) have_moved: bool,
    pub(super) are_few: bool,
}
