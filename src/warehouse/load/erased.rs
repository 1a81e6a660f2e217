//! Leaving out the rows of erased members, and erasing members.

use duckdb::{Connection, params};
use time::Date;

use super::batch::{NewBatch, publish_change};
use super::report::{Erased, ImportError, ImportReport};
use super::stage::Staging;
use crate::warehouse::derive;
use crate::warehouse::erased::ErasedMembers;
use crate::warehouse::feed::{Kind, TABLES, Table, Type};
use crate::warehouse::open::Warehouse;
use crate::warehouse::progress::{Phase, Progress};

/// The tables whose rows belong to members.
fn of_members() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(|table| has_members(table))
}

/// The tables of the schema `feed` that an erasure takes a member's rows from, beside `member_keys`, which has the id.
pub fn tables_of_members() -> impl Iterator<Item = &'static str> {
    of_members().map(|table| table.name).chain([HISTORY])
}

/// The groups of members over time, which is no table of the feed.
const HISTORY: &str = "member_history";

fn has_members(table: &Table) -> bool {
    table.columns.iter().any(|column| column.kind == Type::MemberId)
}

/// Deletes the staged rows of erased members, and returns how many there were. Only ids that are not loaded can be those
/// of erased members.
pub(super) fn leave_out(staging: &Staging<'_>, erased: &ErasedMembers) -> Result<u64, ImportError> {
    let connection = staging.connection;
    let mut left_out = 0;
    if erased.is_empty() {
        return Ok(left_out);
    }
    for table in staging.tables.iter().filter(|table| has_members(table)) {
        let name = table.name;
        let ids = texts(
            connection,
            &format!("select distinct member_id from temp.stage_{name} anti join feed.member_keys using (member_id)"),
        )?;
        connection.execute_batch("create or replace temp table left_out (member_id varchar)")?;
        let mut appender = connection.appender_to_catalog_and_db("left_out", "temp", "main")?;
        for id in ids.iter().filter(|id| erased.find(id).is_some()) {
            appender.append_row([id])?;
        }
        appender.flush()?;
        drop(appender);
        let delete = format!("delete from temp.stage_{name} where member_id in (select member_id from temp.left_out)");
        left_out += connection.execute(&delete, [])? as u64;
        connection.execute_batch("drop table temp.left_out")?;
    }
    Ok(left_out)
}

fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>, ImportError> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Erases every loaded member that is on the list: with all rows, or with the rows under another id and another key.
/// What could be undone is forgotten. `load` is the number of the erasure in the ledger, `complete` the last day that is
/// over.
///
/// The blocks of the file that the rows were in still have their bytes until [`Warehouse::compact`].
pub fn erase(
    warehouse: &Warehouse,
    erased: &ErasedMembers,
    complete: Option<Date>,
    load: Option<i64>,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let writer = warehouse.writer()?;
    publish_change(&writer, Phase::Erasing, load, progress, |report| {
        let found = find(&writer, erased)?;
        if found.removed + found.anonymous > 0 {
            report.rows = remove(&writer)?;
            derive::refresh_loaded(&writer, complete)?;
            derive::derive_from(&writer, None)?;
        }
        report.erased = Some(found);
        let tables = of_members().map(|table| table.name).collect();
        Ok(NewBatch { origin: "erase", tables, digest: String::new(), can_be_undone: false })
    })
}

/// Makes `temp.erased` of the loaded members that are on the list. One that stays gets an id and a key of its own.
fn find(connection: &Connection, erased: &ErasedMembers) -> Result<Erased, ImportError> {
    let mut members: Vec<(i32, bool)> = Vec::new();
    let mut statement = connection.prepare("select member_key, member_id from feed.member_keys")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(1)?;
        if let Some(stays) = erased.find(&id) {
            members.push((row.get(0)?, stays));
        }
    }
    connection.execute_batch("create or replace temp table found (member_key integer, stays boolean)")?;
    let mut appender = connection.appender_to_catalog_and_db("found", "temp", "main")?;
    for (key, stays) in &members {
        appender.append_row(params![key, stays])?;
    }
    appender.flush()?;
    drop(appender);
    let anonymous = members.iter().filter(|(_, stays)| *stays).count() as u64;
    let found = Erased { removed: members.len() as u64 - anonymous, anonymous };
    connection.execute_batch(
        "create or replace temp table erased as
           select member_key, stays,
             ((select max(member_key) from feed.member_keys) + row_number() over (order by place))::integer as new_key,
             'erased-' || replace(uuid()::varchar, '-', '') as new_id
           from (select *, random() as place from temp.found);
         drop table temp.found",
    )?;
    Ok(found)
}

/// Keeps the days on which all rows of a table are about to be deleted: they were loaded, and stay so without rows.
fn keep_days(connection: &Connection, table: &Table) -> Result<(), ImportError> {
    let Kind::Days { day } = table.kind else { return Ok(()) };
    let name = table.name;
    connection.execute_batch(&format!(
        "insert into main.empty_day
           select '{name}', day
           from (select \"{day}\"::date as day,
                        member_key in (select member_key from temp.erased where not stays) as is_erased
                 from feed.{name})
           group by day having bool_and(is_erased)"
    ))?;
    Ok(())
}

/// Deletes or renames the rows of `temp.erased`, and returns how many facts and members were deleted.
fn remove(connection: &Connection) -> Result<u64, ImportError> {
    let mut removed = 0;
    let delete = |name: &str| {
        format!("delete from feed.{name} where member_key in (select member_key from temp.erased where not stays)")
    };
    let rename = |name: &str| {
        format!(
            "update feed.{name} as t set member_key = e.new_key from temp.erased e
             where e.stays and e.member_key = t.member_key"
        )
    };
    for table in of_members() {
        keep_days(connection, table)?;
    }
    for name in tables_of_members() {
        let rows = connection.execute(&delete(name), [])? as u64;
        // They are no facts.
        removed += if name == HISTORY { 0 } else { rows };
        connection.execute_batch(&rename(name))?;
    }
    connection.execute_batch(
        "delete from feed.member_keys where member_key in (select member_key from temp.erased where not stays);
         update feed.member_keys as t set member_key = e.new_key, member_id = e.new_id from temp.erased e
           where e.member_key = t.member_key;
         drop table temp.erased",
    )?;
    Ok(removed)
}
