//! What is summed from a derived table.

use duckdb::Connection;

use super::profile;
use super::statements::run;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Derived;

/// Writes the sums and the profile of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, derived: &Derived, day: i16) -> Result<(), WarehouseError> {
    if let Some(sql) = derived.sums {
        run(connection, sql, day)?;
    }
    if let Some(profile) = &derived.profile {
        profile::refresh(connection, derived.name, profile, day)?;
    }
    Ok(())
}

/// Brings the sums and the profile of a derived table up to date after members of the temporary table member_moved have
/// moved to other segments. Where they are many, it is quicker to write all of it again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, derived: &Derived, are_few: bool) -> Result<(), WarehouseError> {
    match (&derived.profile, are_few) {
        (Some(profile), true) => profile::move_members(connection, derived.name, profile)?,
        _ => return refresh(connection, derived, 0),
    }
    if let Some(sql) = derived.sums { run(connection, sql, 0) } else { Ok(()) }
}
