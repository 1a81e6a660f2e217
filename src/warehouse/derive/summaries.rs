//! What is summed from a derived table.

use duckdb::Connection;

use super::statements::run;
use super::{member_sets, profile};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Derived;

/// Writes the sums, the profile and the sets of members of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, derived: &Derived, day: i16) -> Result<(), WarehouseError> {
    refresh_by_segment(connection, derived, day)?;
    if let Some(sets) = &derived.members {
        member_sets::refresh(connection, derived.name, sets, day)?;
    }
    Ok(())
}

/// Writes what is summed by segment.
fn refresh_by_segment(connection: &Connection, derived: &Derived, day: i16) -> Result<(), WarehouseError> {
    if let Some(sql) = derived.sums {
        run(connection, sql, day)?;
    }
    if let Some(profile) = &derived.profile {
        profile::refresh(connection, derived.name, profile, day)?;
    }
    if let Some(sets) = &derived.members {
        member_sets::refresh_counts(connection, derived.name, sets, day)?;
    }
    Ok(())
}

/// Brings what is summed by segment of a derived table up to date after members of the temporary table member_moved have
/// moved to other segments. Where they are many, it is quicker to write all of it again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, derived: &Derived, are_few: bool) -> Result<(), WarehouseError> {
    match (&derived.profile, are_few) {
        (Some(profile), true) => profile::move_members(connection, derived.name, profile)?,
        _ => return refresh_by_segment(connection, derived, 0),
    }
    if let Some(sets) = &derived.members {
        member_sets::refresh_counts(connection, derived.name, sets, 0)?;
    }
    if let Some(sql) = derived.sums { run(connection, sql, 0) } else { Ok(()) }
}
