//! Whether Bond may do on a server what it has to.

use super::node::Node;
use super::row_binary::Answered;
use crate::random::random_bytes;
use crate::warehouse::error::WarehouseError;

/// Writes, reads and deletes a row in a table of its own, which it drops.
///
/// # Errors
/// [`WarehouseError::Cluster`] with what to do, where the server refuses something.
pub(super) fn try_out(node: &Node) -> Result<(), WarehouseError> {
    // Others may do the same at the same time.
    let table = format!("bond_doctor_{:016x}", u64::from_le_bytes(random_bytes()));
    let create = "(day Int16, edition Int32) engine = MergeTree partition by (day, edition) order by day";
    node.run(&format!("create table {table} {create}"))?;
    let used = use_table(node, &table);
    let dropped = node.run(&format!("drop table {table}"));
    used.and(dropped)
}

fn use_table(node: &Node, table: &str) -> Result<(), WarehouseError> {
    // Day 1 of edition 2 in the format RowBinary.
    node.insert(table, "day, edition", &mut &[1, 0, 2, 0, 0, 0][..])?;
    let counts = |sql: String| {
        let rows = node.rows(&sql, &[Answered::Int])?;
        Ok::<_, WarehouseError>(rows.columns.first().map_or(0, |column| column.ints().iter().sum()))
    };
    let found = counts(format!("select toInt64(count()) from {table} where day = 1 and edition = 2"))?;
    let listed = counts(format!(
        "select toInt64(sum(rows)) from system.parts where database = currentDatabase() and table = '{table}' and active"
    ))?;
    if (found, listed) != (1, 1) {
        return Err(WarehouseError::Cluster(format!(
            "the ClickHouse server {} took a row, and has {found} of it, {listed} in system.parts",
            node.name()
        )));
    }
    node.run(&format!("alter table {table} drop partition (1, 2)"))
}
