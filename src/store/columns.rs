//! Writes rows whose columns are named beside their values.

use rusqlite::types::Value;
use rusqlite::{Transaction, params_from_iter};

/// Names of columns with their values.
pub type Columns = Vec<(&'static str, Value)>;

/// Adds a row to a table. Returns its id.
pub(super) fn insert(transaction: &Transaction<'_>, table: &str, columns: Columns) -> rusqlite::Result<i64> {
    let (names, values): (Vec<&str>, Vec<Value>) = columns.into_iter().unzip();
    let marks = vec!["?"; names.len()].join(", ");
    let insert = format!("insert into {table} ({}) values ({marks})", names.join(", "));
    transaction.execute(&insert, params_from_iter(values))?;
    Ok(transaction.last_insert_rowid())
}

/// Changes columns of the rows that `condition` finds, whose parameters follow. Returns whether there was one.
pub(super) fn update(
    transaction: &Transaction<'_>,
    table: &str,
    columns: Columns,
    (condition, parameters): (&str, &[i64]),
) -> rusqlite::Result<bool> {
    let (names, values): (Vec<&str>, Vec<Value>) = columns.into_iter().unzip();
    let set: Vec<String> = names.into_iter().map(|name| format!("{name} = ?")).collect();
    let update = format!("update {table} set {} where {condition}", set.join(", "));
    let parameters = parameters.iter().map(|number| Value::from(*number));
    Ok(transaction.execute(&update, params_from_iter(values.into_iter().chain(parameters)))? > 0)
}
