//! Dating the groups of members: each load of `members` says from which day on its members have their groups, and what they
//! had before stays known in `feed.member_history`.

use duckdb::Connection;
use time::Date;

use super::report::{GroupMove, ImportError};
use super::stage::Staging;
use crate::groupings::{GROUPINGS, GroupingInfo, Membership};
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;

/// Writes the groups of the staged members into the history, from the load's day on: what the history has for later days
/// no longer holds. Returns how many members moved from where to where.
pub(super) fn keep(staging: &Staging<'_>) -> Result<Vec<GroupMove>, ImportError> {
    let connection = staging.connection;
    let day = match staging.options.effective {
        Some(day) => day,
        None => derive::last_day(connection)?,
    };
    let columns = columns();
    let groups = |alias: &str| {
        let texts = GROUPINGS.iter().map(|info| format!("{alias}.{}::varchar", info.column));
        format!("[{}]", texts.collect::<Vec<_>>().join(", "))
    };
    connection.execute_batch(&format!(
        "create or replace temp table dated as
         with given as (
           select k.member_key, date '{day}' as since, {given}
           from temp.stage_members s join feed.member_keys k using (member_id)),
         known as (
           select g.member_key, arg_max(h, h.since) filter (h.since < g.since) as before,
                  count(*) filter (h.since >= g.since) as later,
                  bool_or(h.since = g.since and {of_h} = {of_g}) as is_same
           from given g join feed.member_history h using (member_key) group by g.member_key)
         select g.*, k.before, k.before is null or {of_before} <> {of_g} as is_new
         from given g left join known k using (member_key)
         -- Nothing changes where the history says the same already.
         where not (coalesce(k.later, 0) = if(is_new, 1, 0) and coalesce(k.is_same, false) = is_new
                    and k.member_key is not null);
         insert into undo.member_history
           select h.*, true from feed.member_history h semi join dated using (member_key);
         insert into undo.member_history (member_key, existed)
           select member_key, false from dated anti join feed.member_history using (member_key);
         delete from feed.member_history as h using dated d where h.member_key = d.member_key and h.since >= d.since;
         insert into feed.member_history (member_key, since, {columns})
           select member_key, since, {columns} from dated where is_new order by member_key",
        given = GROUPINGS.iter().map(|info| format!("s.{}", info.column)).collect::<Vec<_>>().join(", "),
        of_h = groups("h"),
        of_g = groups("g"),
        of_before = groups("k.before"),
    ))?;
    let mut moves = Vec::new();
    for info in &GROUPINGS {
        moves.extend(moves_of(connection, info)?);
    }
    connection.execute_batch("drop table dated")?;
    Ok(moves)
}

/// The columns with groups.
fn columns() -> String {
    GROUPINGS.iter().map(|info| info.column).collect::<Vec<_>>().join(", ")
}

/// The members of `temp.dated` who had other groups of a grouping before, by what they left and what they joined.
fn moves_of(connection: &Connection, info: &GroupingInfo) -> Result<Vec<GroupMove>, ImportError> {
    let (column, name) = (info.column, info.name);
    let moved =
        format!("select d.{column} as joined, d.before.{column} as lost from dated d where d.before is not null");
    let pairs = match info.membership {
        Membership::One => format!("select lost, joined from ({moved}) where lost <> joined"),
        Membership::Many => format!(
            "select unnest(list_filter(lost, lambda id: not list_contains(joined, id))) as lost, null as joined from ({moved})
             union all
             select null, unnest(list_filter(joined, lambda id: not list_contains(lost, id))) from ({moved})"
        ),
    };
    let mut statement = connection.prepare(&format!(
        "select a.name, b.name, count(*) from ({pairs}) p
         left join feed.user_groups a on a.type = '{name}' and a.id = p.lost
         left join feed.user_groups b on b.type = '{name}' and b.id = p.joined
         group by 1, 2 order by 3 desc, 1, 2"
    ))?;
    let moves = statement.query_map([], |row| {
        let members: i64 = row.get(2)?;
        Ok(GroupMove { grouping: info.grouping, from: row.get(0)?, to: row.get(1)?, members: members.unsigned_abs() })
    })?;
    Ok(moves.collect::<Result<_, _>>()?)
}

/// Forgets the groups that members had before their last ones on a day, in a drop of old facts.
pub(super) fn expire(connection: &Connection, before: Date) -> Result<(), WarehouseError> {
    connection.execute_batch(&format!(
        "create or replace temp table outdated as
         select member_key, since from (
           select member_key, since, lead(since) over (partition by member_key order by since) as next
           from feed.member_history)
         where next <= date '{before}';
         insert into undo.member_history
           select h.*, true from feed.member_history h semi join outdated using (member_key);
         delete from feed.member_history as h using outdated o where h.member_key = o.member_key and h.since = o.since;
         drop table outdated"
    ))?;
    Ok(())
}

/// Puts back what a load or a drop of old facts changed.
pub(super) fn take_back(connection: &Connection) -> Result<(), WarehouseError> {
    let columns = columns();
    connection.execute_batch(
        "delete from feed.member_history where member_key in (select member_key from undo.member_history)",
    )?;
    let put_back = format!(
        "insert into feed.member_history (member_key, since, {columns})
         select member_key, since, {columns} from undo.member_history where existed order by 1, 2"
    );
    connection.execute(&put_back, [])?;
    Ok(())
}
