//! Daily sums of members by segment for figures that need all history.

use duckdb::Connection;

use super::moved;
use super::statements::run;
use crate::warehouse::error::WarehouseError;

const OF_MEMBERS: &str = include_str!("member_day.sql");

/// Writes the sums from `day` on again, from `derived.member`.
pub(super) fn refresh(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    refresh_members(connection, day)?;
    moved::of_members().try_for_each(|of| moved::refresh(connection, &of, day))
}

/// The same for the groups of now.
pub(super) fn refresh_members(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    run(connection, OF_MEMBERS, day)
}
