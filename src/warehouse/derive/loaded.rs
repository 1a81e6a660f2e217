//! `main.loaded` and `main.gap`: which days of each fact table are loaded.

use duckdb::Connection;
use time::Date;

use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Kind, TABLES, Type};

/// Brings `main.loaded` up to date: first day, last day and row count of each fact table that is loaded, with or without
/// rows. Runs inside the caller's transaction. A last day after `complete`, the last day that is over, is not complete and
/// counts as that day; a table that begins later has no complete day and counts as empty.
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
                    format!("least(max(day), date '{complete}')")
                }
                _ => "max(day)".to_owned(),
            };
            Some(format!(
                "select '{name}' as table_name, min(day) as first_date, {last} as last_date, sum(n)::bigint as n
                 from (select min(\"{day}\")::date as day, count(*) as n from feed.{name}
                       union all select max(\"{day}\")::date, 0 from feed.{name}
                       union all select day, 0 from main.empty_day where table_name = '{name}')"
            ))
        })
        .collect();
    connection.execute_batch(&format!(
        "delete from main.loaded;
         insert into main.loaded
         select table_name, (first_date - date '2000-01-01')::smallint, (last_date - date '2000-01-01')::smallint, n
         from ({}) where first_date <= last_date",
        tables.join(" union all ")
    ))?;
    refresh_gaps(connection)
}

/// The last loaded day: the last one with logins, or with other facts where there are none. Groups of members without
/// another day are those of this day.
///
/// # Errors
/// Errors of DuckDB.
pub(in crate::warehouse) fn last_day(connection: &Connection) -> Result<Date, WarehouseError> {
    let facts = TABLES.iter().filter(|table| matches!(table.kind, Kind::Days { .. }));
    let facts = facts.map(|table| format!("'{}'", table.name)).collect::<Vec<_>>().join(", ");
    let found: Option<i16> = connection.query_row(
        &format!(
            "select coalesce(max(last_day) filter (table_name = 'logins'), max(last_day)) from main.loaded
             where table_name in ({facts})"
        ),
        [],
        |row| row.get(0),
    )?;
    Ok(found.and_then(Day::from_number).unwrap_or(Day::FIRST).to_date())
}

/// Brings `main.gap` up to date: the days of each table of days that no row and no load without rows has. A month has
/// data where its first day has.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(in crate::warehouse) fn refresh_gaps(connection: &Connection) -> Result<(), WarehouseError> {
    let tables: Vec<String> = TABLES
        .iter()
        .filter_map(|table| {
            let Kind::Days { day } = table.kind else { return None };
            let name = table.name;
            let is_month = table.columns.iter().any(|column| column.kind == Type::Month);
            let next = if is_month { "(day + interval 1 month)::date" } else { "day + 1" };
            Some(format!(
                "select '{name}' as table_name, (day - date '2000-01-01')::integer as day,
                        ({next} - date '2000-01-01')::integer as next
                 from (select distinct \"{day}\"::date as day from feed.{name}
                       union select day from main.empty_day where table_name = '{name}')"
            ))
        })
        .collect();
    connection.execute_batch(&format!(
        "delete from main.gap;
         insert into main.gap
         with loaded as ({}),
              ends as (select table_name, 0 as first, min(day) as until from loaded group by 1
                       union all
                       select table_name, next, lead(day, 1, 32768) over (partition by table_name order by day) from loaded)
         select table_name, first::smallint, (until - 1)::smallint from ends where first < until",
        tables.join(" union all ")
    ))?;
    Ok(())
}
