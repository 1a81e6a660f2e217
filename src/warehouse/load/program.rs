//! What a mapping says of a whole program: members that facts name and nobody loads, and the groups of all members.

use std::path::Path;

use duckdb::params;

use super::collect::{FeedFile, Mapped};
use super::named::Named;
use super::report::{FileReport, ImportError};
use super::rows::{Place, StagedRows};
use super::stage::Staging;
use crate::groupings::GROUPINGS;
use crate::warehouse::counted::counted;
use crate::warehouse::feed::{Kind, Refers, TABLES, Table, Type};
use crate::warehouse::mapping::{MappedTable, Mapping, Unknown};
use crate::warehouse::read::{Cell, Faults, MappedReading, Reading, read_made};

/// The tables of a load, in declared order: those of its files, and those that its mapping adds rows to.
pub(super) fn tables(files: &[FeedFile], mapping: Option<&Mapping>) -> Vec<&'static Table> {
    let has_file = |name: &str| files.iter().any(|file| file.table.name == name);
    let adds = mapping.is_some_and(|mapping| mapping.unknown == Unknown::Add);
    let added = mapping.and_then(|mapping| mapping.added.as_ref()).into_iter().flat_map(|file| &file.tables);
    let mapped = files.iter().filter_map(|file| file.mapped.as_ref()).map(Mapped::table);
    let names_groups = mapped.chain(added).any(MappedTable::names_groups);
    let is_filled = |table: &&Table| match table.name {
        "members" => adds || has_file("members"),
        "user_groups" => names_groups || has_file("user_groups"),
        name => has_file(name),
    };
    TABLES.iter().filter(is_filled).collect()
}

/// Leaves out the rows of unknown members, or adds their members, as the mapping says; and adds the groups that rows
/// name. Returns what was done, for people.
pub(super) fn settle(
    staging: &Staging<'_>,
    files: &mut [FileReport],
    faults: &mut Faults,
) -> Result<Vec<String>, ImportError> {
    let done = match staging.mapping.map(|mapping| mapping.unknown).unwrap_or_default() {
        Unknown::Error => Vec::new(),
        Unknown::Drop => drop_rows(staging, files)?,
        Unknown::Add => add_members(staging, faults)?,
    };
    add_groups(staging)?;
    Ok(done)
}

/// The tables whose rows refer to members, with the columns that do and that have their days, or first days.
fn of_members<'a>(staging: &'a Staging<'_>) -> impl Iterator<Item = (&'static Table, &'static str, &'static str)> + 'a {
    staging.tables.iter().filter_map(|table| {
        let column = table.columns.iter().find(|column| column.refers == Some(Refers::Member))?;
        let day = match table.kind {
            Kind::Days { day } | Kind::Whole { day } | Kind::PerMember { from: day } => day,
            Kind::Reference => return None,
        };
        Some((*table, column.name, day))
    })
}

/// A query over the ids of the members that are loaded or part of the load.
fn known(staging: &Staging<'_>) -> &'static str {
    match staging.has("members") {
        true => "select member_id from feed.member_keys union all select member_id from temp.stage_members",
        false => "select member_id from feed.member_keys",
    }
}

fn drop_rows(staging: &Staging<'_>, files: &mut [FileReport]) -> Result<Vec<String>, ImportError> {
    let mut done = Vec::new();
    let mut named = Named::default();
    for (table, column, _) in of_members(staging) {
        let name = table.name;
        let unknown = format!("temp.stage_{name} where \"{column}\" not in ({})", known(staging));
        named.take(staging, table, &unknown)?;
        let rows = staging.take_out(&unknown, "the member is unknown", files)?;
        if rows == 0 {
            continue;
        }
        if let Kind::Days { day } = table.kind {
            staging.list_days(table, day)?;
        }
        let left_out = counted(rows, ["row of unknown members was left out", "rows of unknown members were left out"]);
        done.push(format!("{name}: {left_out}, as the mapping says"));
    }
    named.drop_rows(staging, files)?;
    Ok(done)
}

/// A member that facts name: the id, the first day, and the file and line of the first row.
type NamedMember = (String, String, i32, i64);

fn add_members(staging: &Staging<'_>, faults: &mut Faults) -> Result<Vec<String>, ImportError> {
    let Some((mapping, file)) = staging.mapping.and_then(|mapping| Some((mapping, mapping.added.as_ref()?))) else {
        return Ok(Vec::new());
    };
    let rows: Vec<String> = of_members(staging)
        .map(|(table, column, day)| {
            let name = table.name;
            format!("select \"{column}\" as member_id, \"{day}\"::date as day, file, line from temp.stage_{name}")
        })
        .collect();
    let [mapped] = file.tables.as_slice() else { return Ok(Vec::new()) };
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement = staging.connection.prepare(&format!(
        "select member_id, min(day)::varchar, min(file), arg_min(line, file::hugeint * 4611686018427387904 + line)
         from ({}) anti join ({}) using (member_id) group by member_id order by 3, 4",
        rows.join(" union all "),
        known(staging)
    ))?;
    let named = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let named: Vec<NamedMember> = named.collect::<Result<_, _>>()?;
    let mut row_no: i32 =
        staging
            .connection
            .query_row("select coalesce(max(row_no), 0) from temp.stage_members", [], |row| row.get(0))?;
    let mut rows = StagedRows::new(staging.connection, mapped.table)?;
    let mut memory = staging.memory.borrow_mut();
    let mut of_rows = named.iter();
    let mut sink = |_: u64, cells: &[Cell<'_>]| {
        let Some((_, _, file, line)) = of_rows.next() else { return Ok(()) };
        row_no += 1;
        rows.add(Place { row_no, file: *file, line: *line }, cells)
    };
    let reading = Reading {
        path: Path::new(&mapping.name),
        answer: None,
        table: mapped.table,
        mapped: Some(MappedReading {
            mapping: &mapping.name,
            file,
            table: mapped,
            zone: &staging.options.zone,
            key: None,
            memory: &mut memory,
        }),
        days: staging.options.fact_days,
        decoder: &staging.options.decoder,
    };
    let made = named.iter().map(|(id, day, ..)| [id.as_str(), day.as_str()]);
    read_made(reading, &["member_id", "eligible_on"], made, faults, &mut sink)?;
    rows.finish()?;
    Ok(match named.len() {
        0 => Vec::new(),
        many => {
            let added = ["unknown member was added", "unknown members were added"];
            vec![format!("{}, as the mapping says", counted(many as u64, added))]
        }
    })
}

/// Adds the groups that rows of the load name, where nobody has.
fn add_groups(staging: &Staging<'_>) -> Result<(), ImportError> {
    if !staging.has("user_groups") {
        return Ok(());
    }
    for table in staging.tables {
        for column in table.columns {
            match column.refers {
                Some(Refers::Group(kind)) if column.kind == Type::Groups => {
                    add_groups_of(staging, table, kind, &format!("unnest(\"{}\")", column.name), "true")?;
                }
                Some(Refers::Group(kind)) => {
                    add_groups_of(staging, table, kind, &format!("\"{}\"", column.name), "true")?;
                }
                Some(Refers::GroupOfType) => {
                    for info in &GROUPINGS {
                        let condition = format!("\"type\" = '{}'", info.name);
                        add_groups_of(staging, table, info.name, &format!("\"{}\"", column.name), &condition)?;
                    }
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The same for groups of a type, by the expression of their ids and the condition for the rows of a table.
fn add_groups_of(
    staging: &Staging<'_>,
    table: &Table,
    kind: &str,
    id: &str,
    condition: &str,
) -> Result<(), ImportError> {
    let name = table.name;
    let mut statement = staging.connection.prepare(&format!(
        "select id, min(row_no) from (select {id} as id, row_no from temp.stage_{name} where {condition})
         where id not in (select id from temp.stage_user_groups where \"type\" = $1)
           and id not in (select id from feed.user_groups where \"type\" = $1)
         group by id order by 2, 1"
    ))?;
    let rows = statement.query_map(params![kind], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let lacking: Vec<(i32, i32)> = rows.collect::<Result<_, _>>()?;
    let memory = staging.memory.borrow();
    for (id, row) in lacking {
        let Some(group) = memory.names.name(&format!("user_groups {kind}"), id) else { continue };
        staging.connection.execute(
            &format!(
                "insert into temp.stage_user_groups (row_no, file, line, id, \"type\", name)
                 select coalesce((select max(row_no) from temp.stage_user_groups), 0) + 1, file, line, $1, $2, $3
                 from temp.stage_{name} where row_no = $4"
            ),
            params![id, kind, group, row],
        )?;
    }
    Ok(())
}
