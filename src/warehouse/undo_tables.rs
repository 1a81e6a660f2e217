//! The tables with what the last load replaced.
//!
//! `undo.<table>` has the columns of `feed.<table>` and `existed`: a row that was replaced or removed has true; a row
//! that was added has false and its key only. `undo.day` has the days that the load replaced, `undo.load` its batch.

use duckdb::Connection;

use super::error::WarehouseError;
use super::feed::TABLES;

/// Makes the tables of the schema `undo` agree with the feed tables. Called when the warehouse is opened, because no
/// load may change the schema. A table whose feed table has changed is made again, empty.
pub(super) fn prepare(connection: &Connection) -> Result<(), WarehouseError> {
    let columns = |schema: &str, of: &str| {
        format!(
            "select table_name, string_agg(column_name || ' ' || data_type, ', ' order by column_index) as columns
             from duckdb_columns() where database_name = 'bond' and schema_name = '{schema}' and {of} group by 1"
        )
    };
    let mut statement = connection.prepare(&format!(
        "select f.table_name from ({}) f left join ({}) u using (table_name)
         where u.columns is distinct from f.columns || ', existed BOOLEAN'",
        columns("feed", "table_name <> 'member_keys'"),
        columns("undo", "true"),
    ))?;
    let stale: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    if stale.is_empty() {
        return Ok(());
    }
    let mut sql = String::from("begin; delete from undo.load; delete from undo.day; delete from undo.empty_day;");
    for name in stale {
        sql += &format!(
            "drop table if exists undo.{name};
             create table undo.{name} as select *, true as existed from feed.{name} limit 0;"
        );
    }
    connection.execute_batch(&format!("{sql} commit; checkpoint bond"))?;
    Ok(())
}

/// Forgets what could be undone. Runs inside the caller's transaction.
pub(super) fn forget(connection: &Connection) -> Result<(), WarehouseError> {
    let names = TABLES.iter().map(|table| table.name).chain(["member_history"]);
    let tables: String = names.map(|name| format!("delete from undo.{name}; ")).collect();
    connection.execute_batch(&format!(
        "delete from undo.load; delete from undo.day; delete from undo.empty_day;
         delete from main.setting where name like 'undo.%'; {tables}"
    ))?;
    Ok(())
}
