//! Dropping facts that are older than they are kept.

use duckdb::Connection;
use time::Date;

use super::batch::{NewBatch, publish_change};
use super::report::{ImportError, ImportReport, Replaced};
use super::stored::on_days;
use super::{dated, memberships};
use crate::warehouse::day::Day;
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::open::Warehouse;
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::undo_tables::forget;

/// The tables of facts, each with the column of its day.
fn facts() -> impl Iterator<Item = (&'static Table, &'static str)> {
    TABLES.iter().filter_map(|table| match table.kind {
        Kind::Reference | Kind::PerMember { .. } => None,
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

/// What [`expire`] would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// The facts that it would drop.
    pub rows: u64,
    /// All facts.
    pub of: u64,
}

/// How many facts before a day are loaded that [`expire`] would drop.
pub fn count_expired(warehouse: &Warehouse, before: Date) -> Result<Expired, WarehouseError> {
    let writer = warehouse.writer()?;
    let mut found = Expired::default();
    for (table, day) in facts() {
        found.rows += count(&writer, table, &expired(table, day, before))?;
        found.of += count(&writer, table, "true")?;
    }
    Ok(found)
}

/// The last day with logins.
pub fn last_day(warehouse: &Warehouse) -> Result<Option<Date>, WarehouseError> {
    let sql = "select max(last_day)::bigint from main.loaded where table_name = 'logins'";
    let day: Option<i64> = warehouse.writer()?.query_row(sql, [], |row| row.get(0))?;
    Ok(day.and_then(|day| Day::from_number(i16::try_from(day).ok()?)).map(Day::to_date))
}

fn count(connection: &Connection, table: &Table, condition: &str) -> Result<u64, WarehouseError> {
    let sql = format!("select count(*) from feed.{} where {condition}", table.name);
    let rows: i64 = connection.query_row(&sql, [], |row| row.get(0))?;
    Ok(rows.unsigned_abs())
}

/// Drops the facts before a day, but for the first login of each member, and computes everything derived again. They are
/// kept for an undo, in the place of what the last load replaced. `load` is the number in the ledger, `complete` the last day that is over.
pub fn expire(
    warehouse: &Warehouse,
    before: Date,
    complete: Option<Date>,
    load: Option<i64>,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let writer = warehouse.writer()?;
    publish_change(&writer, Phase::Expiring, load, progress, |report| {
        forget(&writer)?;
        let mut tables = drop_facts(&writer, before, report)?;
        dated::expire(&writer, before)?;
        for table in TABLES.iter().filter(|table| matches!(table.kind, Kind::PerMember { .. })) {
            let gone = memberships::expire(&writer, table, before)?;
            tables.extend(gone.iter().map(|gone| gone.table));
            report.replaced.extend(gone);
        }
        let names: Vec<String> = tables.iter().map(|name| format!("'{name}'")).collect();
        let names = names.join(", ");
        // An undo puts back what belongs to its tables.
        let expired = format!("day < date '{before}' and list_contains([{names}]::varchar[], table_name)");
        writer.execute_batch(&format!(
            "insert into undo.load select coalesce(max(batch_id), 0) + 1, [{names}] from main.batch;
             insert into undo.empty_day select table_name, day from main.empty_day where {expired};
             delete from main.empty_day where {expired}"
        ))?;
        derive::refresh_loaded(&writer, complete)?;
        derive::derive_from(&writer, None)?;
        Ok(NewBatch { origin: "expire", tables, digest: String::new(), can_be_undone: true })
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
        let condition = expired(table, day, before);
        if count(connection, table, &condition)? == 0 {
            continue;
        }
        let rows = count(connection, table, "true")?;
        keep(connection, table, day, &condition)?;
        let dropped = connection.execute(&format!("delete from feed.{name} where {condition}"), [])?;
        if dropped > 0 {
            let dropped = dropped as u64;
            tables.push(name);
            report.rows += dropped;
            report.replaced.push(Replaced {
                table: name,
                source: String::new(),
                day: None,
                before: rows,
                after: rows - dropped,
            });
        }
    }
    Ok(tables)
}

/// Keeps all rows of the days that have a row to drop: an undo puts whole days back.
fn keep(connection: &Connection, table: &Table, day: &str, condition: &str) -> Result<(), ImportError> {
    let name = table.name;
    let kept = match table.kind {
        Kind::Days { .. } => {
            connection.execute_batch(&format!(
                "insert into undo.day select distinct '{name}', \"{day}\"::date, source_name from feed.{name} where {condition}"
            ))?;
            on_days(day, &format!("(select day, source_name from undo.day where table_name = '{name}')"))
        }
        Kind::Reference | Kind::PerMember { .. } | Kind::Whole { .. } => String::new(),
    };
    connection.execute_batch(&format!("insert into undo.{name} select *, true from feed.{name} {kept}"))?;
    Ok(())
}
