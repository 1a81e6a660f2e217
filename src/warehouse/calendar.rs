//! The rows of each feed table by day, and by the system that reports them.

use std::collections::BTreeMap;

use super::day::Day;
use super::error::WarehouseError;
use super::feed::{TABLES, Table};
use super::open::Warehouse;

/// A feed table with its rows by day, in order; a reference table has no days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRows {
    pub table: &'static str,
    pub rows: u64,
    pub days: Vec<(Day, u64)>,
    /// By name, which is empty for rows of loads that named none. A reference table has none.
    pub sources: BTreeMap<String, SourceRows>,
}

/// What one system reports of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRows {
    /// The first and the last day with rows.
    pub first: Day,
    pub last: Day,
    /// The days with rows.
    pub days: u64,
    pub rows: u64,
}

impl TableRows {
    /// Adds the rows of a source on a day. Days come in order.
    fn add(&mut self, day: Option<Day>, source: &str, rows: u64) {
        self.rows += rows;
        let Some(day) = day else { return };
        match self.days.last_mut() {
            Some((last, of_day)) if *last == day => *of_day += rows,
            _ => self.days.push((day, rows)),
        }
        if let Some(of) = self.sources.get_mut(source) {
            *of = SourceRows { last: day, days: of.days + 1, rows: of.rows + rows, ..*of };
        } else {
            self.sources.insert(source.to_owned(), SourceRows { first: day, last: day, days: 1, rows });
        }
    }
}

/// The rows of every feed table, as of a data version.
///
/// # Errors
/// [`WarehouseError::VersionMoved`] where `version` is no longer the newest.
pub async fn rows_by_day(warehouse: &Warehouse, version: i32) -> Result<Vec<TableRows>, WarehouseError> {
    let counts: Vec<String> = (TABLES.iter().enumerate())
        .map(|(index, table)| {
            let (day, source) = match table.day_column() {
                Some(day) => (format!("\"{day}\"::date - date '2000-01-01'"), "source_name"),
                None => ("0".to_owned(), "''"),
            };
            format!(
                "select {index}::bigint, ({day})::bigint, {source}::varchar, count(*)::bigint from bond.feed.{} group by 2, 3",
                table.name
            )
        })
        .collect();
    let rows = warehouse.query(version, format!("{} order by 1, 2, 3", counts.join(" union all ")), Vec::new()).await?;
    let none = |table: &Table| TableRows { table: table.name, rows: 0, days: Vec::new(), sources: BTreeMap::new() };
    let mut all: Vec<TableRows> = TABLES.iter().map(none).collect();
    if let [tables, days, sources, counts] = rows.columns.as_slice() {
        for (((table, day), source), count) in
            tables.ints().iter().zip(days.ints()).zip(sources.texts()).zip(counts.ints())
        {
            let Some(of) = usize::try_from(*table).ok().and_then(|index| all.get_mut(index)) else { continue };
            of.add(i16::try_from(*day).ok().and_then(Day::from_number), source, count.unsigned_abs());
        }
    }
    Ok(all)
}
