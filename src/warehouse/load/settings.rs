//! What the file says of the loaded days besides their rows: settings whose names begin with `bond.`. What the last load
//! changed is kept under the same name with `undo.`, until it is undone or forgotten.

use duckdb::{Connection, OptionalExt, params};

use crate::warehouse::error::WarehouseError;

/// The value of a setting; None where the file does not have it.
pub(super) fn read(connection: &Connection, name: &str) -> Result<Option<String>, WarehouseError> {
    let sql = "select value from main.setting where name = 'bond.' || ?";
    Ok(connection.query_row(sql, [name], |row| row.get(0)).optional()?)
}

/// Writes a setting, or removes it where the value is empty.
pub(super) fn write(connection: &Connection, name: &str, value: &str) -> Result<(), WarehouseError> {
    connection.execute("delete from main.setting where name = 'bond.' || ?", [name])?;
    if !value.is_empty() {
        connection.execute("insert into main.setting values ('bond.' || ?, ?)", params![name, value])?;
    }
    Ok(())
}

/// Writes a setting for a load, and keeps the one of before.
pub(super) fn change(connection: &Connection, name: &str, value: &str) -> Result<(), WarehouseError> {
    let before = read(connection, name)?.unwrap_or_default();
    if before != value {
        connection.execute("insert into main.setting values ('undo.' || ?, ?)", params![name, before])?;
        write(connection, name, value)?;
    }
    Ok(())
}

/// Takes back what [`change`] wrote for the load that is undone.
pub(super) fn take_back(connection: &Connection) -> Result<(), WarehouseError> {
    let mut statement =
        connection.prepare("select substr(name, 6), value from main.setting where name like 'undo.%'")?;
    let kept: Vec<(String, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    kept.iter().try_for_each(|(name, before)| write(connection, name, before))
}
