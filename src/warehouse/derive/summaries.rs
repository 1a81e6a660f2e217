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
