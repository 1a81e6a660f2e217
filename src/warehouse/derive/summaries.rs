//! What is summed from the rows of a feed table.

use duckdb::Connection;

use super::{member_sets, moved, profile, row_sums};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Table;

/// Writes the sums, the profile and the sets of members of a feed table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, table: &Table, day: i16) -> Result<(), WarehouseError> {
    refresh_by_segment(connection, table, day)?;
    for sums in moved::of_rows().filter(|sums| table.derived.is_some_and(|derived| derived.name == sums.name)) {
        moved::refresh(connection, &sums, day)?;
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
    refresh_sums(connection, table, day)
}

fn refresh_sums(connection: &Connection, table: &Table, day: i16) -> Result<(), WarehouseError> {
    if let Some(sums) = &table.sums { row_sums::refresh(connection, sums, day) } else { Ok(()) }
}

/// Brings what is summed by segment of a feed table up to date after members of the temporary table member_moved have
/// moved to other segments. Where they are many, it is quicker to write all of it again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, table: &Table, are_few: bool) -> Result<(), WarehouseError> {
    match table.derived.and_then(|derived| Some((derived, derived.profile?))) {
        Some((derived, profile)) if are_few => {
            profile::move_members(connection, derived.name, &profile)?;
            refresh_sums(connection, table, 0)
        }
        _ => refresh_by_segment(connection, table, 0),
    }
}
