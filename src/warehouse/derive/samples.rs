//! The rows of a sample of the members, copied from the derived tables: a question about each member of the sample reads
//! some thousands of rows in place of millions.

use duckdb::{Connection, OptionalExt, params};

use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::registry::derived;
use crate::warehouse::member_sample::MemberSample;

/// The setting of the file that says of which sample the copied rows are.
const ONE_IN: &str = "sample.one_in";

/// Copies rows of the sample again, from the day on from which each derived table was written again. Where so many members
/// came or went that others are in the sample, all rows.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, written: &[(&str, i16)]) -> Result<(), WarehouseError> {
    let members: i64 = connection.query_row("select count(*) from derived.member", [], |row| row.get(0))?;
    let sample = MemberSample::of(usize::try_from(members).unwrap_or_default());
    let wanted = sample.map_or_else(|| "none".to_owned(), |sample| sample.one_in().to_string());
    let known: Option<String> =
        connection.query_row("select value from main.setting where name = ?", [ONE_IN], |row| row.get(0)).optional()?;
    if known.as_ref() == Some(&wanted) {
        return written.iter().try_for_each(|(name, day)| copy(connection, name, sample, *day));
    }
    connection.execute("delete from main.setting where name = ?", [ONE_IN])?;
    connection.execute("insert into main.setting values (?, ?)", params![ONE_IN, wanted])?;
    derived().try_for_each(|(_, derived)| copy(connection, derived.name, sample, 0))
}

fn copy(connection: &Connection, name: &str, sample: Option<MemberSample>, day: i16) -> Result<(), WarehouseError> {
    connection.execute_batch(&format!("delete from derived.{name}_sample where day >= {day}"))?;
    let Some(sample) = sample else { return Ok(()) };
    Ok(connection.execute_batch(&format!(
        "insert into derived.{name}_sample from derived.{name} where day >= {day} and {}",
        sample.condition()
    ))?)
}
