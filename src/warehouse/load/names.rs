//! The ids that mappings gave to names, in the warehouse: `main.id_by_name`.

use duckdb::{Connection, params};

use super::report::ImportError;
use crate::warehouse::mapping::{Group, Names};

/// The names that have ids.
pub(super) fn known(connection: &Connection) -> Result<Names, ImportError> {
    let mut statement = connection.prepare("select space, name, id from main.id_by_name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Names::new(rows.collect::<Result<Vec<_>, _>>()?))
}

/// Has the names of groups stand for the ids that they have, in the load or in the warehouse. Called when the groups of the
/// load are read, before its members.
pub(super) fn know_groups(connection: &Connection, groups: &[Group], names: &mut Names) -> Result<(), ImportError> {
    for Group { kind, name, .. } in groups {
        let mut statement = connection.prepare(
            "select id from (
               select id, name, \"type\", 1 as place from temp.stage_user_groups union all
               select id, name, \"type\", 2 from feed.user_groups anti join temp.stage_user_groups using (\"type\", id))
             where \"type\" = ? and name = ? order by place, id limit 1",
        )?;
        let mut rows = statement.query(params![kind, name])?;
        if let Some(row) = rows.next()? {
            names.fix(format!("user_groups {kind}"), name.clone(), row.get(0)?);
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
