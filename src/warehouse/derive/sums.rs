//! Daily sums by segment for figures that need all history.

use duckdb::Connection;

use super::moved;
use super::statements::run;
use crate::warehouse::error::WarehouseError;

const OF_MEMBERS: &str = include_str!("member_day.sql");
const OF_LOGINS: &str = include_str!("login_day.sql");

/// Writes the sums from `day` on again, from `derived.member` and `derived.session`.
pub(super) fn refresh(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    refresh_members(connection, day)?;
    refresh_logins(connection, day)?;
    moved::of_history().try_for_each(|sums| moved::refresh(connection, &sums, day))
}

/// The same for the sums of members.
pub(super) fn refresh_members(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    run(connection, OF_MEMBERS, day)
}

/// The same for those of logins.
pub(super) fn refresh_logins(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    run(connection, OF_LOGINS, day)
}
