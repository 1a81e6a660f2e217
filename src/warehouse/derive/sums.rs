//! Daily sums by segment for figures that need all history.

use duckdb::Connection;

use super::moved;
use super::statements::run;
use crate::warehouse::error::WarehouseError;

const SUMS: &str = include_str!("sums.sql");

/// Writes the sums from `day` on again, from `derived.member` and `derived.session`.
pub(super) fn refresh(connection: &Connection, day: i16) -> Result<(), WarehouseError> {
    run(connection, SUMS, day)?;
    moved::of_history().try_for_each(|sums| moved::refresh(connection, &sums, day))
}
