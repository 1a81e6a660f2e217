//! Moves the staged rows into the feed tables, inside one transaction.

use duckdb::Connection;

use super::names;
use super::report::{ImportError, ImportReport, ReferenceReport, Replaced};
use super::stage::Staging;
use super::stored::{Key, Stored, on_days, replaced_days};
use super::{dated, memberships, undo, unfilled, zone};
use crate::warehouse::day::Day;
use crate::warehouse::derive;
use crate::warehouse::feed::{Kind, Table, Type};
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::read::{Fault, Faults, excerpt};
use crate::warehouse::undo_tables::forget;

/// Replaces the rows and brings the derived tables up to date, inside the open transaction.
pub(super) fn publish(
    staging: &Staging<'_>,
    report: &mut ImportReport,
    progress: &dyn Progress,
) -> Result<(), ImportError> {
    let connection = staging.connection;
    progress.start(Phase::Replacing, None);
    forget(connection)?;
    undo::keep(staging)?;
    zone::keep(staging)?;
    unfilled::keep(connection, &report.unfilled)?;
    let mut changed = Vec::new();
    for table in staging.tables {
        match table.kind {
            Kind::Reference => report.references.push(upsert(connection, table)?),
            Kind::PerMember { .. } => report.replaced.push(memberships::replace(connection, table)?),
            Kind::Whole { .. } => report.replaced.extend(replace_whole(staging, table)?),
            Kind::Days { day } => {
                let replaced = count_days(connection, table, day)?;
                if let Some(first) = replaced.first().and_then(|first| first.day).and_then(Day::from_date) {
                    changed.push((table.name, first.number()));
                }
                report.replaced.extend(replaced);
            }
        }
    }
    refuse_shrinking(staging, &report.replaced)?;
    for table in staging.tables {
        if let Kind::Days { day } = table.kind {
            replace_days(connection, table, day)?;
            check_sums(staging, table)?;
        }
    }
    progress.finish();
    progress.start(Phase::Deriving, None);
    let last_day = derive::last_day(connection)?;
    derive::refresh_loaded(connection, staging.options.fact_days.yesterday())?;
    let [has_members, has_memberships] = ["members", "memberships"].map(|table| staging.has(table));
    if has_members {
        report.moves = dated::keep(staging)?;
    }
    if let Some(members) = memberships::changed_members(connection, last_day)? {
        let pasts = ["past_before", "past_after"];
        if has_memberships {
            memberships::note_pasts(connection, pasts[0])?;
        }
        report.warnings.extend(derive::refresh_membership(connection, &members)?.warning());
        if has_memberships {
            memberships::note_pasts(connection, pasts[1])?;
            report.other_pasts = Some(memberships::count_differing(connection, pasts)?);
        }
    }
    derive::derive_changed(connection, &changed)?;
    names::keep(connection, &staging.memory.borrow().names)?;
    progress.finish();
    Ok(())
}

/// Refuses a load by which a day would lose more than half of its rows, unless that is allowed.
pub(super) fn require_rows(staging: &Staging<'_>) -> Result<(), ImportError> {
    let mut replaced = Vec::new();
    for table in staging.tables {
        if let Kind::Days { day } = table.kind {
            replaced.extend(count_days(staging.connection, table, day)?);
        }
    }
    refuse_shrinking(staging, &replaced)
}

fn refuse_shrinking(staging: &Staging<'_>, replaced: &[Replaced]) -> Result<(), ImportError> {
    let shrinks = |day: &&Replaced| day.day.is_some() && day.after * 2 < day.before;
    let shrinking: Vec<Replaced> = replaced.iter().filter(shrinks).cloned().collect();
    match shrinking.is_empty() || staging.options.allow_shrink {
        true => Ok(()),
        false => Err(ImportError::Shrink(shrinking)),
    }
}

/// Figures are whole numbers of 64 bits, money in cents. A sum over all rows of a column must fit, or every answer
/// that contains it would fail.
fn check_sums(staging: &Staging<'_>, table: &Table) -> Result<(), ImportError> {
    let name = table.name;
    let mut faults = Faults::default();
    for column in table.columns {
        let most = match column.kind {
            Type::Count => "9223372036854775807",
            Type::Money => "92233720368547758.07",
            _ => continue,
        };
        let mut statement = staging.connection.prepare(&format!(
            "select file, line, \"{0}\"::varchar from temp.stage_{name}
             where (select sum(abs(\"{0}\")) > {most} from feed.{name})
             order by abs(\"{0}\") desc, file, line limit 1",
            column.name
        ))?;
        let mut rows = statement.query([])?;
        if let Some(row) = rows.next()? {
            let value: String = row.get(2)?;
            let file = &staging.files[row.get::<_, i32>(0)?.unsigned_abs() as usize];
            faults.push(Fault {
                file: file.name.clone(),
                line: Some(row.get::<_, i64>(1)?.unsigned_abs()),
                column: Some(file.label(column.name)),
                what: format!(
                    "with {} the sum of all loaded values would exceed {most}; correct the largest values",
                    excerpt(&value)
                ),
            });
        }
    }
    if faults.count == 0 { Ok(()) } else { Err(ImportError::Faults(faults)) }
}

/// A row replaces the row with the same key; only rows that differ are written.
fn upsert(connection: &Connection, table: &'static Table) -> Result<ReferenceReport, ImportError> {
    let name = table.name;
    if name == "members" {
        connection.execute_batch(
            "insert into feed.member_keys
             select (select coalesce(max(member_key), 0) from feed.member_keys)
                    + row_number() over (order by row_no), member_id
             from temp.stage_members anti join feed.member_keys using (member_id)
             order by row_no",
        )?;
    }
    let Stored { names, values, join } = Stored::of(table);
    let Key { using, same } = Key::of(table);
    connection.execute_batch(&format!(
        "create or replace temp table differing as
         select {values} from temp.stage_{name} s {join} except select {names} from feed.{name}"
    ))?;
    let (all, differing, changed): (i64, i64, i64) = connection.query_row(
        &format!(
            "select (select count(*) from temp.stage_{name}), (select count(*) from differing),
                    (select count(*) from differing semi join feed.{name} using ({using}))"
        ),
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    connection.execute_batch(&format!(
        "insert into undo.{name} ({names}, existed) select {names}, true from feed.{name} semi join differing using ({using});
         insert into undo.{name} ({using}, existed)
           select {using}, false from differing anti join feed.{name} using ({using});
         delete from feed.{name} as t using differing c where {same};
         insert into feed.{name} ({names}) select * from differing order by {using};
         drop table differing"
    ))?;
    Ok(ReferenceReport {
        table: name,
        added: (differing - changed).unsigned_abs(),
        changed: changed.unsigned_abs(),
        same: (all - differing).unsigned_abs(),
    })
}

/// Replaces the rows of the sources that the load has files of.
fn replace_whole(staging: &Staging<'_>, table: &'static Table) -> Result<Vec<Replaced>, ImportError> {
    let (connection, name) = (staging.connection, table.name);
    let of_load = format!("(select unnest([{}]) as source_name)", staging.sources_sql(table));
    let per_source = |of: &str| format!("(select source_name, count(*) as n from {of} group by 1)");
    let mut statement = connection.prepare(&format!(
        "select coalesce(b.n, 0), coalesce(a.n, 0), source_name
         from {of_load} left join {} b using (source_name) left join {} a using (source_name) order by 3",
        per_source(&format!("feed.{name}")),
        per_source(&format!("temp.stage_{name}")),
    ))?;
    let replaced = statement.query_map([], |row| {
        let rows = |index| row.get::<_, i64>(index).map(i64::unsigned_abs);
        Ok(Replaced { table: name, day: None, before: rows(0)?, after: rows(1)?, source: row.get(2)? })
    })?;
    let replaced = replaced.collect::<Result<_, _>>()?;
    let Stored { names, values, join } = Stored::of(table);
    connection.execute_batch(&format!(
        "delete from feed.{name} where source_name in {of_load};
         insert into feed.{name} ({names}) select {values} from temp.stage_{name} s {join} order by s.row_no"
    ))?;
    Ok(replaced)
}

/// Each day and source that the load replaces, in order, with its rows before and after.
fn count_days(connection: &Connection, table: &'static Table, day: &str) -> Result<Vec<Replaced>, ImportError> {
    let name = table.name;
    let sql = format!(
        "with before as (select \"{day}\"::date as day, source_name, count(*) as n from feed.{name} {} group by 1, 2),
              after as (select \"{day}\"::date as day, source_name, count(*) as n from temp.stage_{name} group by 1, 2)
         select (day - date '2000-01-01')::integer, coalesce(before.n, 0), coalesce(after.n, 0), source_name
         from temp.days_{name} left join before using (day, source_name) left join after using (day, source_name) order by 1, 4",
        on_days(day, &format!("temp.days_{name}"))
    );
    replaced_days(connection, name, &sql)
}

fn replace_days(connection: &Connection, table: &Table, day: &str) -> Result<(), ImportError> {
    let name = table.name;
    let Stored { names, values, join } = Stored::of(table);
    connection.execute_batch(&format!(
        "delete from feed.{name} {};
         insert into feed.{name} ({names}) select {values} from temp.stage_{name} s {join}
         order by s.\"{day}\"::date, s.row_no;
         delete from main.empty_day where table_name = '{name}' and day in (select day from temp.days_{name});
         insert into main.empty_day
           select distinct '{name}', day from temp.days_{name}
           where day not in (select \"{day}\"::date from temp.stage_{name})",
        on_days(day, &format!("temp.days_{name}"))
    ))?;
    Ok(())
}
