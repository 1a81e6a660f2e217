//! Notes which derived rows of members were written again, for whoever keeps a copy of them.

use duckdb::{Connection, params};

use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;

/// Notes that the rows of a derived table were written again from a day on.
pub(in crate::warehouse) fn note(connection: &Connection, table: &str, day: i16) -> Result<(), WarehouseError> {
    connection.execute("delete from main.rewritten where table_name = ? and first_day > ?", params![table, day])?;
    connection.execute(
        "insert into main.rewritten select ?, ?
         where not exists (from main.rewritten where table_name = ?)",
        params![table, day, table],
    )?;
    Ok(())
}

/// Notes the members of the temporary table member_moved, whose rows before those that are written again only changed
/// their segment.
pub(super) fn note_moved(connection: &Connection) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch(
        "delete from main.moved where member_key in (select member_key from member_moved);
         insert into main.moved select member_key, segment_id from member_moved where exists (from main.edition)",
    )?)
}

/// Notes it for all derived tables and days.
pub(in crate::warehouse) fn note_all(connection: &Connection) -> Result<(), WarehouseError> {
    derived().try_for_each(|(_, derived)| note(connection, derived.name, 0))
}
