//! The time zone by whose clocks the loaded days begin and end. The file says which it is, so that a load after a change of
//! the setting does not count a login on two days, or on none.

use duckdb::Connection;

use super::report::ImportError;
use super::settings;
use super::stage::Staging;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::mapping::time::{TimeZone, has_clocks_of};
use crate::warehouse::open::Warehouse;

/// The setting of the file with the name of the zone.
const ZONE: &str = "time_zone";

/// The statement that asks for it; null where the file does not say.
pub const TIME_ZONE: &str = "select any_value(value)::varchar from bond.main.setting where name = 'bond.time_zone'";

/// Whether a load of these tables in a zone has no other days than in that of the loaded ones.
pub(super) fn makes_no_difference(
    connection: &Connection,
    tables: &[&'static Table],
    zone: &TimeZone,
) -> Result<bool, WarehouseError> {
    Ok(!has_days(tables) || settings::read(connection, ZONE)?.is_none_or(|data| has_clocks_of(zone, &data)))
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
    let Some(data) = settings::read(staging.connection, ZONE)? else { return Ok(()) };
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

/// Writes the zone of a load of days.
pub(super) fn keep(staging: &Staging<'_>) -> Result<(), WarehouseError> {
    of(staging).map_or(Ok(()), |name| settings::change(staging.connection, ZONE, &name))
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
                    and not exists (from main.setting where name = 'bond.' || ?)",
            [ZONE],
            |row| row.get(0),
        )?;
        if is_unsaid {
            writer.execute_batch("begin")?;
            settings::write(&writer, ZONE, name)?;
            writer.execute_batch("commit")?;
        }
        Ok(())
    }
}
