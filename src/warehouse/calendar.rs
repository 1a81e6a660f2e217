//! The rows of each feed table by day.

use super::day::Day;
use super::error::WarehouseError;
use super::feed::TABLES;
use super::open::Warehouse;

/// A feed table with its rows by day, in order; a reference table has no days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRows {
    pub table: &'static str,
    pub rows: u64,
    pub days: Vec<(Day, u64)>,
}

/// The rows of every feed table, as of a data version.
///
/// # Errors
/// [`WarehouseError::VersionMoved`] where `version` is no longer the newest.
pub async fn rows_by_day(warehouse: &Warehouse, version: i32) -> Result<Vec<TableRows>, WarehouseError> {
    let counts: Vec<String> = (TABLES.iter().enumerate())
        .map(|(index, table)| {
            let day = table.day_column().map_or("0".to_owned(), |day| format!("\"{day}\"::date - date '2000-01-01'"));
            format!(
                "select {index}::bigint, ({day})::bigint, count(*)::bigint from bond.feed.{} group by 2",
                table.name
            )
        })
        .collect();
    let rows = warehouse.query(version, format!("{} order by 1, 2", counts.join(" union all ")), Vec::new()).await?;
    let mut all: Vec<TableRows> =
        TABLES.iter().map(|table| TableRows { table: table.name, rows: 0, days: Vec::new() }).collect();
    if let [tables, days, counts] = rows.columns.as_slice() {
        for ((table, day), count) in tables.ints().iter().zip(days.ints()).zip(counts.ints()) {
            let Some(of) = usize::try_from(*table).ok().and_then(|index| all.get_mut(index)) else { continue };
            of.rows += count.unsigned_abs();
            of.days.extend(i16::try_from(*day).ok().and_then(Day::from_number).map(|day| (day, count.unsigned_abs())));
        }
    }
    Ok(all)
}
