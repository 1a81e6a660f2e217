//! `main.loaded`: which days of each fact table are loaded.

use duckdb::Connection;
use time::Date;

use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES};

/// Brings `main.loaded` up to date: first day, last day and row count of each fact table that has rows. Runs inside
/// the caller's transaction. A last day after `complete`, the last day that is over, is not complete and counts as that
/// day; a table that begins later has no complete day and counts as empty.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_loaded(
    connection: &Connection,
    complete: Option<Date>,
) -> Result<(), WarehouseError> {
    let tables: Vec<String> = TABLES
        .iter()
        .filter_map(|table| {
            let (name, day) = (table.name, table.day_column()?);
            let last = match complete {
                Some(complete) if matches!(table.kind, Kind::Days { .. }) => {
                    format!("least(max(\"{day}\")::date, date '{complete}')")
                }
                _ => format!("max(\"{day}\")::date"),
            };
            Some(format!(
                "select '{name}' as table_name, min(\"{day}\")::date as first_date, {last} as last_date, \
                 count(*) as n from feed.{name}"
            ))
        })
        .collect();
    connection.execute_batch(&format!(
        "delete from main.loaded;
         insert into main.loaded
         select table_name, (first_date - date '2000-01-01')::smallint, (last_date - date '2000-01-01')::smallint, n
         from ({}) where n > 0 and first_date <= last_date",
        tables.join(" union all ")
    ))?;
    Ok(())
}
