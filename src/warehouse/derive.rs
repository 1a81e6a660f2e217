//! The derived tables: computed from the feed tables, inside the transaction of the load that changed them.
//!
//! `data/warehouse/*.sql` says what each table contains, `derive/*.sql` how it is computed. Rows are written in day order,
//! so that a window reads only its own row groups.

mod change;
mod checkpoint_days;
mod counting;
mod loaded;
mod member_sets;
mod membership;
mod moved;
mod parts;
mod profile;
pub(super) mod rewritten;
mod row_sums;
mod running_counts;
mod samples;
mod sessions;
mod statements;
mod summaries;
mod sums;

use duckdb::Connection;

use super::error::WarehouseError;
use super::feed::registry::derived;
use super::feed::{Derived, DerivedRows, TABLES, Table};
use statements::run;

pub(super) use loaded::{last_day, refresh_gaps, refresh_loaded};
pub(super) use membership::{ALL_MEMBERS, refresh_membership};
pub(super) use moved::refresh_all as refresh_moved;

/// Computes the derived tables: from nothing, or again from a day on.
///
/// `None` deletes everything derived. `Some(day)` (days since 2000-01-01) deletes the derived rows of that day and
/// later and writes them again; older rows are read only to seed the recency columns. An interaction may belong to a
/// login of the day before, so a change of facts on day d needs `Some(d - 1)`. In both cases membership is as of now.
/// Runs inside the caller's transaction.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn derive_from(connection: &Connection, from_day: Option<i16>) -> Result<(), WarehouseError> {
    let day = match from_day {
        Some(day) => day,
        None => {
            for (_, derived) in derived() {
                connection.execute_batch(&format!("delete from derived.{}", derived.name))?;
            }
            connection.execute_batch(
                "delete from derived.member; delete from derived.segment; delete from derived.source;
                 delete from derived.registration_day; delete from derived.eligible_day; delete from derived.login_day",
            )?;
            0
        }
    };
    refresh_membership(connection, ALL_MEMBERS)?;
    for table in TABLES {
        write_rows(connection, table, day)?;
        summaries::refresh(connection, table, day)?;
    }
    let written: Vec<(&str, i16)> = derived().map(|(_, derived)| (derived.name, day)).collect();
    samples::refresh(connection, &written)?;
    sums::refresh(connection, day)
}

/// Computes again what depends on the given feed tables, each with the earliest day (days since 2000-01-01) on which
/// its rows changed. Membership must be up to date. Runs inside the caller's transaction.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn derive_changed(connection: &Connection, changed: &[(&str, i16)]) -> Result<(), WarehouseError> {
    let mut written = Vec::new();
    for table in TABLES {
        let also_reads = table.derived.map_or(&[][..], |derived| derived.also_reads);
        let reads = |name: &str| name == table.name || also_reads.contains(&name);
        let earliest = changed.iter().filter(|(name, _)| reads(name)).map(|(_, day)| *day).min();
        if let Some(day) = earliest {
            // An interaction may belong to a login of the day before.
            let from = day.saturating_sub(1).max(0);
            write_rows(connection, table, from)?;
            written.extend(table.derived.map(|derived| (derived.name, from)));
            summaries::refresh(connection, table, from)?;
            if table.name == "logins" {
                sums::refresh(connection, from)?;
            }
        }
    }
    samples::refresh(connection, &written)
}

/// Writes the derived table of a feed table from `day` on again.
fn write_rows(connection: &Connection, table: &Table, day: i16) -> Result<(), WarehouseError> {
    let Some(Derived { name, rows, sql, .. }) = table.derived else { return Ok(()) };
    match rows {
        DerivedRows::InSql => run(connection, sql, day)?,
        DerivedRows::Sessions => sessions::refresh(connection, sql, day)?,
    }
    rewritten::note(connection, name, day)
}

#[cfg(test)]
mod tests;
