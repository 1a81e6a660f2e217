//! The ids that mappings gave to names, in the warehouse: `main.id_by_name`.

use duckdb::{Connection, params};

use super::report::ImportError;
use crate::warehouse::feed::Table;
use crate::warehouse::mapping::Names;

/// The names that have ids.
pub(super) fn known(connection: &Connection) -> Result<Names, ImportError> {
    let mut statement = connection.prepare("select space, name, id from main.id_by_name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Names::new(rows.collect::<Result<Vec<_>, _>>()?))
}

/// What a table calls its rows, such as the title of an article; None where it has no names.
fn name_column(table: &Table) -> Option<&'static str> {
    table.column("id")?;
    let names = ["name", "title", "question"];
    table.columns.iter().map(|column| column.name).find(|column| names.contains(column))
}

/// Makes each name of a reference table stand for the id of its row: of rows in the warehouse and, if the table `is_staged`,
/// in the load. A name keeps the id that Bond gave to it if a row has that id. A name of several rows stands for none of
/// them; a name of several groups stands for the first. To be called before the tables that refer to this one are read.
pub(super) fn know(
    connection: &Connection,
    table: &Table,
    is_staged: bool,
    names: &mut Names,
) -> Result<(), ImportError> {
    let Some(column) = name_column(table) else { return Ok(()) };
    let is_group = table.name == "user_groups";
    let of = |schema: &str, place: u8| {
        let kind = if is_group { "\"type\"" } else { "''" };
        format!("select {kind} as kind, \"{column}\" as name, id, {place} as place from {schema}{}", table.name)
    };
    let (staged, feed) = (of("temp.stage_", 1), of("feed.", 2));
    let rows = match is_staged {
        true => format!("{staged} union all select * from ({feed}) anti join ({staged}) using (kind, id)"),
        false => feed,
    };
    let mut statement =
        connection.prepare(&format!("select distinct kind, name, id, place from ({rows}) order by 1, 2, 4, 3"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let rows: Vec<(String, String, i32)> = rows.collect::<Result<_, _>>()?;
    for same in rows.chunk_by(|one, other| (&one.0, &one.1) == (&other.0, &other.1)) {
        let (kind, name, first) = &same[0];
        let space = if is_group { format!("user_groups {kind}") } else { table.name.to_owned() };
        let is_given = names.known(&space, name).is_some_and(|own| same.iter().any(|(.., id)| *id == own));
        if !is_given && (is_group || same.len() == 1) {
            names.fix(space, name.clone(), *first);
        }
    }
    Ok(())
}

/// Keeps the names that got their ids in a load, inside its transaction.
pub(super) fn keep(connection: &Connection, names: &Names) -> Result<(), ImportError> {
    let mut statement = connection.prepare("insert into main.id_by_name values (?, ?, ?)")?;
    for (space, name, id) in names.added() {
        statement.execute(params![space, name, id])?;
    }
    Ok(())
}
