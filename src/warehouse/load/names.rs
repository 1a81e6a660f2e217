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

/// Keeps the names that got their ids in a load, inside its transaction.
pub(super) fn keep(connection: &Connection, names: &Names) -> Result<(), ImportError> {
    let mut statement = connection.prepare("insert into main.id_by_name values (?, ?, ?)")?;
    for (space, name, id) in names.added() {
        statement.execute(params![space, name, id])?;
    }
    Ok(())
}
