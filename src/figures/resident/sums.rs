//! Sums of rows in memory: windows of these days or months are summed without a statement.

use super::{Resident, Wanted};
use crate::figures::model::{Measure, Source};
use crate::warehouse::dialect::Dialect;
use crate::warehouse::feed::{Each, RowSums};
use crate::warehouse::question::Span;
use crate::warehouse::{Column, Rows, Value, Warehouse, WarehouseError};

const DUCKDB: Dialect = Dialect::DuckDb;

/// A source's sums by day or month: those of its latest days or months are in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct ResidentSums {
    /// The first day or month in memory; all later ones are too.
    pub since: i32,
    /// The last day with rows; sums and sets of members by month have rows up to it.
    pub through: i32,
    /// The day, or the first day of the month, in order.
    days: Vec<i32>,
    rows: Resident,
}

impl Default for ResidentSums {
    fn default() -> ResidentSums {
        ResidentSums { since: i32::MAX, through: i32::MAX, days: Vec::new(), rows: Resident::default() }
    }
}

impl ResidentSums {
    /// Reads the sums of the latest days or months of a feed table that have at most `most_rows` rows.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(
        warehouse: &Warehouse,
        version: i32,
        table: &str,
        sums: &RowSums,
        most_rows: i64,
    ) -> Result<ResidentSums, WarehouseError> {
        let RowSums { source, each, item, counts, .. } = sums;
        let column = each.column();
        let last = "select last_day::bigint from bond.main.loaded where table_name = ?";
        let loaded = warehouse.query(version, last.to_owned(), vec![Value::Text(table.to_owned())]).await?;
        let through = first_of(&loaded).unwrap_or_default() as i32;
        let names: Vec<&'static str> = counts.iter().map(|count| count.name).collect();
        let all = format!("memory.main.{source}_sums(0, {})", i16::MAX);
        let found = ResidentSums::of(warehouse, version, (&all, column), (*item, &names), most_rows).await?;
        Ok(ResidentSums { through, ..found })
    }

    /// Reads the same of a source whose rows are sums by day, with what its measures compute.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn of_history(
        warehouse: &Warehouse,
        version: i32,
        source: &Source,
        most_rows: i64,
    ) -> Result<ResidentSums, WarehouseError> {
        let names: Vec<&'static str> = source.measures.iter().map(|measure| measure.id).collect();
        let computed = |measure: &&Measure| format!("{} as {}", DUCKDB.aggregate(&measure.aggregate), measure.id);
        let all = format!(
            "(select day, segment_id, {sums} from memory.main.{id}_window(0, {last}) group by day, segment_id)",
            sums = source.measures.iter().map(computed).collect::<Vec<_>>().join(", "),
            id = source.id,
            last = i16::MAX,
        );
        ResidentSums::of(warehouse, version, (&all, Each::Day.column()), (None, &names), most_rows).await
    }

    /// Reads the latest rows of `all`, a relation with the day or month in `column`.
    async fn of(
        warehouse: &Warehouse,
        version: i32,
        (all, column): (&str, &str),
        (item, names): (Option<&'static str>, &[&'static str]),
        most_rows: i64,
    ) -> Result<ResidentSums, WarehouseError> {
        let columns = item.iter().chain(names).map(|column| format!(", {column}::bigint")).collect::<String>();
        let sql = format!(
            "select {column}::bigint, segment_id::bigint{columns} from {all} order by {column} desc limit ?::bigint"
        );
        let rows = warehouse.query(version, sql, vec![Value::Int(most_rows + 1)]).await?;
        let (has_items, names) = (item.is_some(), names.to_vec());
        // Large tables take long to sort: not on a thread that serves requests.
        let found = warehouse.compute(move || {
            let (since, rows) = complete(rows, most_rows);
            ResidentSums { since, ..ResidentSums::new(has_items, &names, rows) }
        });
        found.await
    }

    /// From rows of day or month, segment, item if there is one, and the counts of these names: all that there are.
    pub fn new(has_items: bool, names: &[&'static str], rows: Rows) -> ResidentSums {
        let mut columns = rows.columns.into_iter().map(Column::into_ints);
        let mut column = || columns.next().unwrap_or_default();
        let (days, segments) = (column(), column());
        let items = has_items.then(&mut column);
        let counts = names.iter().map(|name| (*name, column())).collect();
        ResidentSums {
            since: i32::MIN,
            through: i32::MAX,
            days: days.into_iter().map(|day| day as i32).collect(),
            rows: Resident::new(&segments, items.as_deref(), counts),
        }
    }

    /// The days of a window that are not in memory, and those that are.
    pub fn split(&self, days: Span) -> (Option<Span>, Option<Span>) {
        let rest = Span { first: days.first, last: days.last.min(self.since.saturating_sub(1)) };
        let resident = Span { first: days.first.max(self.since), last: days.last };
        let some = |days: Span| (days.first <= days.last).then_some(days);
        (some(rest), some(resident))
    }

    /// Appends the sums in memory of days, or of months by their first days, as [`Resident::append_sums`].
    pub fn append_to(&self, columns: &mut [Vec<i64>], window: Span, period: i64, wanted: &Wanted<'_>) {
        let rows =
            self.days.partition_point(|day| *day < window.first)..self.days.partition_point(|day| *day <= window.last);
        self.rows.append_sums(columns, rows, period, wanted);
    }
}

/// The first day of which no row is missing, and the rows since then in ascending order. `rows` are in descending order
/// of days, and were read up to one more than `most_rows`.
fn complete(rows: Rows, most_rows: i64) -> (i32, Rows) {
    let days = rows.columns.first().map(Column::ints).unwrap_or_default();
    let (since, len) = match days.last() {
        Some(earliest) if rows.len as i64 > most_rows => {
            let len = days.partition_point(|day| day > earliest);
            (days[..len].last().map_or(i32::MAX, |day| *day as i32), len)
        }
        _ => (i32::MIN, rows.len),
    };
    let ascending = |column: Column| {
        let mut numbers = column.into_ints();
        numbers.truncate(len);
        numbers.reverse();
        Column::Int(numbers)
    };
    (since, Rows { len, columns: rows.columns.into_iter().map(ascending).collect() })
}

/// The first number of the first column.
pub(super) fn first_of(rows: &Rows) -> Option<i64> {
    rows.columns.first()?.ints().first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::filter::Choice;

    #[test]
    fn days_with_more_rows_than_fit_are_left_to_statements() {
        let days = [15, 15, 11, 10, 10];
        let rows = || Rows { len: 5, columns: [days.to_vec(), vec![1, 2, 3, 4, 5]].map(Column::Int).into() };
        let found = |most_rows| {
            let (since, rows) = complete(rows(), most_rows);
            (since, rows.len, rows.columns[0].ints().to_vec(), rows.columns[1].ints().to_vec())
        };
        assert_eq!(found(5), (i32::MIN, 5, vec![10, 10, 11, 15, 15], vec![5, 4, 3, 2, 1]));
        assert_eq!(found(4), (11, 3, vec![11, 15, 15], vec![3, 2, 1]), "day 10 may have more rows");
        let (since, rest) = complete(Rows { len: 1, columns: vec![Column::Int(vec![15])] }, 0);
        assert_eq!((since, rest.len), (i32::MAX, 0));
        assert_eq!(complete(Rows { len: 0, columns: vec![Column::Int(vec![])] }, 0).0, i32::MIN);
    }

    #[test]
    fn a_window_is_summed_as_far_as_it_is_in_memory() {
        let columns = [vec![10, 11, 15], vec![0; 3], vec![1, 2, 4]].map(Column::Int).into();
        let sums = ResidentSums { since: 10, ..ResidentSums::new(false, &["searches"], Rows { len: 3, columns }) };
        let wanted = Wanted { items: &Choice::All, by_item: false, counts: &[Some("searches")] };
        let found = |first, last| {
            let mut columns = wanted.columns();
            sums.append_to(&mut columns, Span { first, last }, 0, &wanted);
            (columns[2].first().copied(), sums.split(Span { first, last }).0.map(|rest| (rest.first, rest.last)))
        };
        assert_eq!(found(10, 10), (Some(1), None));
        assert_eq!(found(10, 14), (Some(3), None));
        assert_eq!(found(11, 40), (Some(6), None));
        assert_eq!(found(12, 14), (None, None));
        assert_eq!(found(1, 10), (Some(1), Some((1, 9))));
        assert_eq!(found(1, 8), (None, Some((1, 8))));
    }
}
