//! The ids that mappings gave to names, in the warehouse: `main.id_by_name`.

use duckdb::{Connection, params};

use super::report::ImportError;
use crate::warehouse::mapping::Names;

/// The names that have ids.
pub(super) fn known(connection: &Connection) -> Result<Names, ImportError> {
    let mut statement = connection.prepare("select space, name, id from main.id_by_name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Names::new(rows.collect::<Result<Vec<_>, _>>()?))
}

/// Has the names of groups stand for the ids that they have, in the load or in the warehouse, unless a group has the id that
/// was given to its name. Called when the groups of the load are read, before its members.
pub(super) fn know_groups(connection: &Connection, names: &mut Names) -> Result<(), ImportError> {
    let mut statement = connection.prepare(
        "select \"type\", name, id from (
           select id, name, \"type\", 1 as place from temp.stage_user_groups union all
           select id, name, \"type\", 2 from feed.user_groups anti join temp.stage_user_groups using (\"type\", id))
         order by \"type\", name, place, id",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let groups: Vec<(String, String, i32)> = rows.collect::<Result<_, _>>()?;
    for same in groups.chunk_by(|one, other| (&one.0, &one.1) == (&other.0, &other.1)) {
        let (kind, name, first) = &same[0];
        let space = format!("user_groups {kind}");
        if names.known(&space, name).is_none_or(|own| same.iter().all(|(.., id)| *id != own)) {
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
