//! The groups that members were in, as the table `memberships` gives them. A load's rows of a member replace all that the
//! member had. What they say of which day is computed with the segments (`derive/membership.sql`).

use duckdb::Connection;
use time::Date;

use super::report::{ImportError, Replaced};
use super::stored::{Key, Stored};
use crate::groupings::{GROUPINGS, Membership};
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::Table;

/// Replaces the rows of the members of the load, and keeps them for an undo. A member who had none is kept with the key
/// alone.
pub(super) fn replace(connection: &Connection, table: &'static Table) -> Result<Replaced, ImportError> {
    let (name, Stored { names, values, join }, Key { using, .. }) = (table.name, Stored::of(table), Key::of(table));
    connection.execute_batch(&format!(
        "create or replace temp table replaced as
           select distinct member_key from temp.stage_{name} join feed.member_keys using (member_id);
         insert into undo.{name} select t.*, true from feed.{name} t semi join replaced using (member_key);
         insert into undo.{name} (member_key, existed)
           select member_key, false from replaced anti join feed.{name} using (member_key)"
    ))?;
    let replaced = exchange(
        connection,
        table,
        "replaced",
        &format!("select {values} from temp.stage_{name} s {join} order by {using}"),
        &names,
    )?;
    connection.execute_batch("drop table replaced")?;
    Ok(replaced)
}

/// Puts back what a load replaced, or what a drop of old facts took away.
pub(super) fn take_back(connection: &Connection, table: &'static Table) -> Result<Replaced, ImportError> {
    let (name, names, Key { using, .. }) = (table.name, Stored::of(table).names, Key::of(table));
    let rows = format!("select {names} from undo.{name} where existed order by {using}");
    exchange(connection, table, &format!("undo.{name}"), &rows, &names)
}

/// Deletes the rows of the members of a relation, and inserts others.
fn exchange(
    connection: &Connection,
    table: &'static Table,
    members: &str,
    rows: &str,
    columns: &str,
) -> Result<Replaced, ImportError> {
    let name = table.name;
    let delete = format!("delete from feed.{name} where member_key in (select member_key from {members})");
    let before = connection.execute(&delete, [])? as u64;
    let after = connection.execute(&format!("insert into feed.{name} ({columns}) {rows}"), [])? as u64;
    Ok(Replaced { table: name, source: String::new(), day: None, before, after })
}

/// The members whose groups a load or its undo may have changed, on any day, as a relation; None if there are none. What
/// the table says depends on the last loaded day, which was another one before if it is not `was`.
pub(super) fn changed_members(connection: &Connection, was: Date) -> Result<Option<String>, WarehouseError> {
    let mut keys = vec!["undo.members", "undo.member_history", "undo.memberships"];
    if derive::last_day(connection)? != was {
        keys.push("feed.memberships");
    }
    let keys: Vec<String> = keys.iter().map(|table| format!("select member_key from {table}")).collect();
    let members = format!("({})", keys.join(" union "));
    let are_there: bool = connection.query_row(&format!("select exists (from {members})"), [], |row| row.get(0))?;
    Ok(are_there.then_some(members))
}

/// Makes a temporary table of the groups that the members of the load had from each day on, before the last loaded day.
pub(super) fn note_pasts(connection: &Connection, table: &str) -> Result<(), WarehouseError> {
    let columns = GROUPINGS.iter().map(|info| info.column).collect::<Vec<_>>().join(", ");
    connection.execute_batch(&format!(
        "create or replace temp table {table} as
         select member_key, coalesce(p.from_day, 0) as day, {columns}
         from (select distinct member_key from temp.stage_memberships join feed.member_keys using (member_id))
         join derived.member m using (member_key) left join derived.membership p using (member_key)
         join derived.segment s on s.segment_id = coalesce(p.segment_id, m.segment_id)
         where date '2000-01-01' + coalesce(p.from_day, 0)::integer < date '{}'",
        derive::last_day(connection)?
    ))?;
    Ok(())
}

/// How many members who were there before the load have another past after it, by two tables of [`note_pasts`], which it
/// drops.
pub(super) fn count_differing(connection: &Connection, [before, after]: [&str; 2]) -> Result<u64, WarehouseError> {
    let members: i64 = connection.query_row(
        &format!(
            "select count(distinct member_key)
             from ((from {before} except from {after}) union all (from {after} except from {before}))
             semi join {before} using (member_key)"
        ),
        [],
        |row| row.get(0),
    )?;
    connection.execute_batch(&format!("drop table {before}; drop table {after}"))?;
    Ok(members.unsigned_abs())
}

/// Forgets rows that ended before a day, in a drop of old facts. What holds on that day and later stays the same: of
/// groups of which a member has one at a time, the last row that began stays; of others the last ones that ended stay
/// until others have begun after them. Returns what went, if something did.
pub(super) fn expire(
    connection: &Connection,
    table: &'static Table,
    before: Date,
) -> Result<Option<Replaced>, ImportError> {
    let (name, names, same) = (table.name, Stored::of(table).names, Key::of(table).same);
    let many = GROUPINGS.iter().filter(|info| info.membership == Membership::Many);
    let many = many.map(|info| format!("'{}'", info.name)).collect::<Vec<_>>().join(", ");
    connection.execute_batch(&format!(
        "create or replace temp table outdated as
         with ended as (
           select *, \"type\" in ({many}) as is_many, lead(\"from\") over of_type as next,
                  max(if(\"until\" < date '{before}', \"until\", null)) over of_all as last_end,
                  max(if(\"from\" <= date '{before}' and coalesce(\"until\" >= date '{before}', true), \"from\", null))
                    over of_all as last_begin
           from feed.{name}
           window of_type as (partition by member_key, \"type\" order by \"from\"),
                  of_all as (partition by member_key, \"type\"))
         select {names} from ended
         where if(is_many, \"until\" < date '{before}' and (\"until\" < last_end or coalesce(\"until\" < last_begin, false)),
                  next <= date '{before}');
         insert into undo.{name} select t.*, true from feed.{name} t semi join outdated using (member_key)"
    ))?;
    let rows: i64 = connection.query_row(&format!("select count(*) from feed.{name}"), [], |row| row.get(0))?;
    let gone = connection.execute(&format!("delete from feed.{name} as t using outdated c where {same}"), [])? as u64;
    connection.execute_batch("drop table outdated")?;
    let (before, source) = (rows.unsigned_abs(), String::new());
    Ok((gone > 0).then(|| Replaced { table: name, source, day: None, before, after: before - gone }))
}
