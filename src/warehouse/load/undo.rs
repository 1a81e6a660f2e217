//! Undoing the last load: what it replaced is kept in the tables of [`crate::warehouse::undo_tables`] until the next
//! load.

use duckdb::Connection;
use time::Date;

use super::batch::{NewBatch, publish_change};
use super::report::{ImportError, ImportReport, Replaced};
use super::stage::Staging;
use super::stored::{Key, Stored, on_days, replaced_days};
use super::{dated, memberships, settings};
use crate::warehouse::day::Day;
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Table};
use crate::warehouse::open::Warehouse;
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::undo_tables::forget;

/// Keeps the rows that a load is about to replace in tables of facts. [`super::publish`] keeps those of other tables
/// where it replaces them.
pub(super) fn keep(staging: &Staging<'_>) -> Result<(), ImportError> {
    let connection = staging.connection;
    for table in staging.tables {
        let name = table.name;
        match table.kind {
            Kind::Reference | Kind::PerMember { .. } => {}
            Kind::Whole { .. } => {
                connection.execute_batch(&format!("insert into undo.{name} select *, true from feed.{name}"))?;
            }
            Kind::Days { day } => connection.execute_batch(&format!(
                "insert into undo.day select '{name}', day, source_name from temp.days_{name};
                 insert into undo.empty_day
                   select table_name, day from main.empty_day
                   where table_name = '{name}' and day in (select day from temp.days_{name});
                 insert into undo.{name} select *, true from feed.{name} {}",
                on_days(day, &format!("temp.days_{name}"))
            ))?,
        }
    }
    let names: Vec<String> = staging.tables.iter().map(|table| format!("'{}'", table.name)).collect();
    connection.execute_batch(&format!(
        "insert into undo.load select coalesce(max(batch_id), 0) + 1, [{}] from main.batch",
        names.join(", ")
    ))?;
    Ok(())
}

/// Takes the last load back: its days, tables and reference rows are as before it, and so is everything derived.
///
/// # Errors
/// [`ImportError::NothingToUndo`] unless the newest batch is a load that has not been undone.
pub fn undo(
    warehouse: &Warehouse,
    load: Option<i64>,
    complete: Option<Date>,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let writer = warehouse.writer()?;
    let (batch, tables) = undoable(&writer)?;
    publish_change(&writer, Phase::Undoing, load, progress, |report| {
        take_back(&writer, &tables, complete, report)?;
        let names = tables.iter().map(|table| table.name).collect();
        Ok(NewBatch { origin: "undo", tables: names, digest: format!("undo of {batch}"), can_be_undone: false })
    })
}

/// Whether the load that can be undone was published before `before`, in seconds since 1970-01-01 UTC.
pub fn has_old_undo(warehouse: &Warehouse, before: i64) -> Result<bool, WarehouseError> {
    is_old(&*warehouse.writer()?, before)
}

fn is_old(connection: &Connection, before: i64) -> Result<bool, WarehouseError> {
    let sql = "select count(*) > 0 from undo.load join main.batch using (batch_id) where epoch(loaded_at) < ?";
    Ok(connection.query_row(sql, [before], |row| row.get(0))?)
}

/// Forgets what the last load replaced if [`has_old_undo`]. Returns whether it had.
pub fn forget_undo(warehouse: &Warehouse, before: i64) -> Result<bool, WarehouseError> {
    let writer = warehouse.writer()?;
    let is_old = is_old(&writer, before)?;
    if is_old {
        writer.execute_batch("begin")?;
        forget(&writer)?;
        writer.execute_batch("commit; checkpoint bond")?;
    }
    Ok(is_old)
}

/// The batch that can be undone, and the tables that it loaded.
fn undoable(connection: &Connection) -> Result<(i32, Vec<&'static Table>), ImportError> {
    let mut statement = connection.prepare(
        "select batch_id, array_to_string(tables, ','), (select max(batch_id) from main.batch) from undo.load",
    )?;
    let mut rows = statement.query([])?;
    let Some(row) = rows.next()? else {
        return Err(ImportError::NothingToUndo("nothing was loaded since the last undo"));
    };
    let (batch, names, newest): (i32, String, i32) = (row.get(0)?, row.get(1)?, row.get(2)?);
    if batch != newest {
        return Err(ImportError::NothingToUndo("the data changed since the last load"));
    }
    let loaded: Vec<&str> = names.split(',').collect();
    Ok((batch, TABLES.iter().filter(|table| loaded.contains(&table.name)).collect()))
}

fn take_back(
    connection: &Connection,
    tables: &[&'static Table],
    complete: Option<Date>,
    report: &mut ImportReport,
) -> Result<(), ImportError> {
    let mut changed = Vec::new();
    let last_day = derive::last_day(connection)?;
    for table in tables {
        let name = table.name;
        let names = Stored::of(table).names;
        match table.kind {
            Kind::Days { day } => {
                let days = format!("(select day, source_name from undo.day where table_name = '{name}')");
                let replaced = count(connection, table, day, &days)?;
                if let Some(first) = replaced.first().and_then(|first| first.day).and_then(Day::from_date) {
                    changed.push((name, first.number()));
                }
                report.replaced.extend(replaced);
                let within_day = if table.numbered { ", row_no" } else { "" };
                connection.execute_batch(&format!(
                    "delete from feed.{name} {};
                     insert into feed.{name} ({names}) select {names} from undo.{name}
                     order by \"{day}\"::date{within_day};
                     delete from main.empty_day where table_name = '{name}' and day in (select day from undo.day where table_name = '{name}');
                     insert into main.empty_day select table_name, day from undo.empty_day where table_name = '{name}'",
                    on_days(day, &days)
                ))?;
            }
            Kind::Whole { .. } => {
                let (before, after): (i64, i64) = connection.query_row(
                    &format!("select (select count(*) from feed.{name}), (select count(*) from undo.{name})"),
                    [],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )?;
                report.replaced.push(Replaced {
                    table: name,
                    source: String::new(),
                    day: None,
                    before: before.unsigned_abs(),
                    after: after.unsigned_abs(),
                });
                connection.execute_batch(&format!(
                    "delete from feed.{name}; insert into feed.{name} ({names}) select {names} from undo.{name}"
                ))?;
            }
            Kind::PerMember { .. } => report.replaced.push(memberships::take_back(connection, table)?),
            Kind::Reference => {
                let Key { using, same } = Key::of(table);
                if name == "members" {
                    connection.execute_batch(
                        "delete from feed.member_keys
                         where member_key in (select member_key from undo.members where not existed)",
                    )?;
                }
                connection.execute_batch(&format!(
                    "delete from feed.{name} as t using undo.{name} c where {same};
                     insert into feed.{name} ({names}) select {names} from undo.{name} where existed order by {using}"
                ))?;
            }
        }
    }
    derive::refresh_loaded(connection, complete)?;
    dated::take_back(connection)?;
    if let Some(members) = memberships::changed_members(connection, last_day)? {
        report.warnings.extend(derive::refresh_membership(connection, &members)?.warning());
    }
    derive::derive_changed(connection, &changed)?;
    settings::take_back(connection)?;
    Ok(())
}

/// The rows of each day of the load, now and before it.
fn count(connection: &Connection, table: &'static Table, day: &str, days: &str) -> Result<Vec<Replaced>, ImportError> {
    let name = table.name;
    let per_day = |of: &str, on: &str| {
        format!("select \"{day}\"::date as day, source_name, count(*) as n from {of} {on} group by 1, 2")
    };
    let sql = format!(
        "select (day - date '2000-01-01')::integer, coalesce(b.n, 0), coalesce(a.n, 0), source_name
         from {days} left join ({}) b using (day, source_name) left join ({}) a using (day, source_name) order by 1, 4",
        per_day(&format!("feed.{name}"), &on_days(day, days)),
        per_day(&format!("undo.{name}"), ""),
    );
    replaced_days(connection, name, &sql)
}
