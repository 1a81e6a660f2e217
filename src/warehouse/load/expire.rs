//! Dropping facts that are older than they are kept.

use duckdb::Connection;
use time::Date;

use super::batch::{NewBatch, publish_change};
use super::report::{ImportError, ImportReport, Replaced};
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::open::Warehouse;
use crate::warehouse::progress::{Phase, Progress};

/// The tables of facts, each with the column of its day.
fn facts() -> impl Iterator<Item = (&'static Table, &'static str)> {
    TABLES.iter().filter_map(|table| match table.kind {
        Kind::Reference => None,
        Kind::Whole { day } | Kind::Days { day } => Some((table, day)),
    })
}

/// The condition for the rows to drop. The first login of a member stays: it is the registration.
fn expired(table: &Table, day: &str, before: Date) -> String {
    let is_old = format!("\"{day}\" < date '{before}'");
    if table.name == "logins" {
        format!(
            "{is_old} and rowid not in (
               select arg_min(rowid, (logged_in_at, row_no)) from feed.logins group by member_key)"
        )
    } else {
        is_old
    }
}

/// How many facts before a day are loaded that [`expire`] would drop.
pub fn count_expired(warehouse: &Warehouse, before: Date) -> Result<u64, WarehouseError> {
    let writer = warehouse.writer()?;
    let mut all = 0;
    for (table, day) in facts() {
        all += count(&writer, table, &expired(table, day, before))?;
    }
    Ok(all)
}

fn count(connection: &Connection, table: &Table, condition: &str) -> Result<u64, WarehouseError> {
    let sql = format!("select count(*) from feed.{} where {condition}", table.name);
    let rows: i64 = connection.query_row(&sql, [], |row| row.get(0))?;
    Ok(rows.unsigned_abs())
}

/// Drops the facts before a day, but for the first login of each member, and computes everything derived again. What could
/// be undone is forgotten. `load` is the number in the ledger, `complete` the last day that is over.
pub fn expire(
    warehouse: &Warehouse,
    before: Date,
    complete: Option<Date>,
    load: Option<i64>,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let writer = warehouse.writer()?;
    publish_change(&writer, Phase::Expiring, load, progress, |report| {
        let tables = drop_facts(&writer, before, report)?;
        derive::derive_from(&writer, None)?;
        derive::refresh_loaded(&writer, complete)?;
        Ok(NewBatch { origin: "expire", tables, digest: String::new() })
    })
}

/// Deletes the rows, and returns the tables that had some.
fn drop_facts(
    connection: &Connection,
    before: Date,
    report: &mut ImportReport,
) -> Result<Vec<&'static str>, ImportError> {
    let mut tables = Vec::new();
    for (table, day) in facts() {
        let name = table.name;
        let rows = count(connection, table, "true")?;
        let dropped =
            connection.execute(&format!("delete from feed.{name} where {}", expired(table, day, before)), [])?;
        if dropped > 0 {
            let dropped = dropped as u64;
            tables.push(name);
            report.rows += dropped;
            report.replaced.push(Replaced { table: name, day: None, before: rows, after: rows - dropped });
        }
    }
    Ok(tables)
}
