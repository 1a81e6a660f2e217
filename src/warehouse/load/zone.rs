//! The time zone by whose clocks the loaded days begin and end. The file says which it is, so that a load after a change of
//! the setting does not count a login on two days, or on none.

use duckdb::{Connection, OptionalExt, params};

use super::report::ImportError;
use super::stage::Staging;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::mapping::time::{TimeZone, has_clocks_of};
use crate::warehouse::open::Warehouse;
use crate::warehouse::undo_tables::ZONE_BEFORE;

/// The setting of the file with the name of the zone.
const ZONE: &str = "bond.time_zone";

/// The statement that asks for it; null where the file does not say.
pub const TIME_ZONE: &str = "select any_value(value)::varchar from bond.main.setting where name = 'bond.time_zone'";

/// The zone that the file names.
fn known(connection: &Connection) -> Result<Option<String>, WarehouseError> {
    Ok(connection.query_row(TIME_ZONE, [], |row| row.get(0))?)
}

/// Whether a load of these tables in a zone has no other days than in that of the loaded ones.
pub(super) fn makes_no_difference(
    connection: &Connection,
    tables: &[&'static Table],
    zone: &TimeZone,
) -> Result<bool, WarehouseError> {
    Ok(!has_days(tables) || known(connection)?.is_none_or(|data| has_clocks_of(zone, &data)))
}

fn has_days(tables: &[&'static Table]) -> bool {
    tables.iter().any(|table| matches!(table.kind, Kind::Days { .. }))
}

/// The zone of the days of a load; None for a load without days.
pub(super) fn of(staging: &Staging<'_>) -> Option<String> {
    staging.options.zone.iana_name().filter(|_| has_days(staging.tables)).map(str::to_owned)
}

/// Refuses a load of days in another zone than that of the days that stay beside them.
///
/// # Errors
/// [`ImportError::TimeZone`]
pub(super) fn require(staging: &Staging<'_>) -> Result<(), ImportError> {
    if staging.options.new_time_zone || !has_days(staging.tables) {
        return Ok(());
    }
    let Some(data) = known(staging.connection)? else { return Ok(()) };
    let zone = &staging.options.zone;
    if has_clocks_of(zone, &data) || !are_days_left(staging)? {
        return Ok(());
    }
    let now = zone.iana_name().unwrap_or("a zone without a name").to_owned();
    Err(ImportError::TimeZone { data, now })
}

/// Whether a fact table keeps days that the load does not replace.
fn are_days_left(staging: &Staging<'_>) -> Result<bool, ImportError> {
    for table in TABLES {
        let Kind::Days { day } = table.kind else { continue };
        let name = table.name;
        let others = if staging.has(name) {
            format!("where \"{day}\"::date not in (select day from temp.days_{name})")
        } else {
            String::new()
        };
        let sql = format!("select exists (select 1 from feed.{name} {others})");
        if staging.connection.query_row(&sql, [], |row| row.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes the zone of a load of days, and keeps for an undo what was written before.
pub(super) fn keep(staging: &Staging<'_>) -> Result<(), WarehouseError> {
    let Some(name) = of(staging) else { return Ok(()) };
    let before = known(staging.connection)?;
    if before.as_ref() != Some(&name) {
        set(staging.connection, ZONE_BEFORE, before.as_deref().unwrap_or_default())?;
        set(staging.connection, ZONE, &name)?;
    }
    Ok(())
}

/// Takes back what [`keep`] wrote for the load that is undone.
pub(super) fn take_back(connection: &Connection) -> Result<(), WarehouseError> {
    let sql = "select value from main.setting where name = ?";
    let before: Option<String> = connection.query_row(sql, [ZONE_BEFORE], |row| row.get(0)).optional()?;
    match before.as_deref() {
        None => {}
        Some("") => {
            connection.execute("delete from main.setting where name = ?", [ZONE])?;
        }
        Some(name) => set(connection, ZONE, name)?,
    }
    Ok(())
}

fn set(connection: &Connection, name: &str, value: &str) -> Result<(), WarehouseError> {
    connection.execute("delete from main.setting where name = ?", [name])?;
    connection.execute("insert into main.setting values (?, ?)", params![name, value])?;
    Ok(())
}

impl Warehouse {
    /// Takes a zone for that of the loaded days where the file does not say which it is: an older release loaded them.
    ///
    /// # Errors
    /// Errors of DuckDB.
    pub fn take_time_zone(&self, zone: &TimeZone) -> Result<(), WarehouseError> {
        let Some(name) = zone.iana_name() else { return Ok(()) };
        let writer = self.writer()?;
        let is_unsaid: bool = writer.query_row(
            "select exists (from main.loaded) and exists (from main.batch where origin = 'import')
                    and not exists (from main.setting where name = ?)",
            [ZONE],
            |row| row.get(0),
        )?;
        if is_unsaid {
            writer.execute_batch("begin")?;
            set(&writer, ZONE, name)?;
            writer.execute_batch("commit")?;
        }
        Ok(())
    }
}
