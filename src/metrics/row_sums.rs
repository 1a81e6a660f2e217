//! Finds the sums of rows that a query can read in place of the rows.

use super::filter::Choice;
use super::model::{Measure, Source};
use super::source_query::SourceQuery;
use super::span::Span;
use super::subset::{Subset, is_id, of_each_item};
use crate::warehouse::feed::{self, Each, RowSums, Table};
use crate::warehouse::{Column, Rows, Value};

/// The sums by day or month that answer a query: they have its measures, its items and what its rows are by.
pub(super) fn of(
    source: &Source,
    each: Each,
    items: &Choice,
    by: Option<&str>,
    subset: Subset,
) -> Option<&'static RowSums> {
    let (_, sums) = of_source(source, each)?;
    let has_column = |column: &str| sums.by.contains(&column);
    let has_items = *items == Choice::All || source.items.column().is_some_and(has_column);
    let has_value = by.is_none_or(|by| sums.by.iter().any(|column| is_id(by, column)));
    let mut computed = source.measures.iter().filter(|measure| subset.has(measure, by));
    let has_measures = computed.all(|measure| sums.counts.iter().any(|(id, _)| *id == measure.id));
    (has_items && has_value && has_measures).then_some(sums)
}

/// Whether sums by month have what a query computes of one whole month.
pub(super) fn have_one_month(query: &SourceQuery) -> bool {
    let Some((_, sums)) = of_source(query.source, Each::Month) else { return false };
    let computed = query.source.measures.iter().filter(|measure| query.subset.has(measure, query.by));
    let mut computed = computed.map(|measure| of_each_item(measure, query.by).unwrap_or(measure));
    computed.all(|measure| sums.columns().any(|(id, _)| id == measure.id))
}

/// The statement that sums months, each for a window: the windows' numbers and the first days of the months. `columns` are
/// those after segment and period.
pub(super) fn of_months(
    query: &SourceQuery,
    columns: &str,
    months: impl Iterator<Item = (i64, i32)>,
    values: &mut Vec<Value>,
) -> String {
    let (periods, months): (Vec<i32>, Vec<i32>) = months.map(|(period, month)| (period as i32, month)).unzip();
    let ends = months.iter().min().zip(months.iter().max());
    let ends = ends.map_or([1, 0], |(first, last)| [*first, *last]).map(|day| Value::Int(i64::from(day)));
    values.extend(ends);
    values.extend([periods, months].map(Value::Ints));
    format!(
        "select segment_id::bigint, period::bigint as period, {columns}\n\
         from memory.main.{source}_sums(?::smallint, ?::smallint) join (\n  \
           select unnest(?::integer[]) as period, unnest(?::smallint[]) as month) using (month)\n\
         {filter}group by segment_id, period{by}",
        source = query.source.id,
        filter = query.item_filter(values),
        by = if query.by.is_some() { ", item" } else { "" },
    )
}

fn of_source(source: &Source, each: Each) -> Option<(&'static Table, &'static RowSums)> {
    feed::row_sums().find(|(_, sums)| sums.source == source.id && sums.each == each)
}

/// The statement that reads a source's sums of all days, day and measures, where there is one row a day: then windows
/// are summed in memory, in less time than a statement takes.
pub(super) fn all_days(source: &Source) -> Option<String> {
    // Tables with members have a row for each segment.
    let (_, sums) =
        of_source(source, Each::Day).filter(|(table, sums)| sums.by.is_empty() && table.derived.is_none())?;
    let measures: Vec<String> = measures(source).map(|measure| format!("{}::bigint", measure.id)).collect();
    Some(format!(
        "select day::bigint, {measures} from memory.main.{source}_sums(0, {last}) order by day",
        measures = measures.join(", "),
        source = sums.source,
        last = i16::MAX,
    ))
}

/// The rows of a query from what [`all_days`] reads: segment, window and the measures in declared order.
pub(super) fn of_windows(days: &Rows, spans: &[Span]) -> Rows {
    let [day, measures @ ..] = days.columns.as_slice() else { return Rows::default() };
    let before = |day_after: i32| day.ints().partition_point(|day| *day < i64::from(day_after));
    let mut columns = vec![Vec::new(); 2 + measures.len()];
    for (period, span) in (0..).zip(spans) {
        let rows = before(span.first)..before(span.last + 1);
        if rows.is_empty() {
            continue;
        }
        let sums = measures.iter().map(|measure| measure.ints()[rows.clone()].iter().sum());
        for (column, value) in columns.iter_mut().zip([0, period].into_iter().chain(sums)) {
            column.push(value);
        }
    }
    Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
}

fn measures(source: &Source) -> impl Iterator<Item = &'static Measure> {
    source.measures.iter().copied().filter(|measure| !measure.people)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::{SOURCES, website};

    #[test]
    fn the_website_is_summed_in_memory_unless_it_is_by_something() {
        let is_in_memory = |source: &&&Source| all_days(source).is_some();
        let in_memory: Vec<&str> = SOURCES.iter().filter(is_in_memory).map(|source| source.id).collect();
        assert_eq!(in_memory, ["web", "search"]);
        let by = website::BY_DEVICE.column;
        assert!(of(&website::WEB, Each::Day, &Choice::All, None, Subset::All).is_some());
        assert!(of(&website::WEB, Each::Day, &Choice::All, by, Subset::Additive).is_none());
    }

    #[test]
    fn windows_sum_the_days_from_their_first_to_their_last() {
        let days = Rows { len: 3, columns: [vec![10, 11, 15], vec![1, 2, 4]].map(Column::Int).into() };
        let spans = [(1, 9), (10, 10), (10, 11), (11, 15), (12, 14), (15, 40)];
        let rows = of_windows(&days, &spans.map(|(first, last)| Span { first, last }));
        let expected = [vec![0; 4], vec![1, 2, 3, 5], vec![1, 3, 6, 4]].map(Column::Int);
        assert_eq!((rows.len, rows.columns), (4, expected.into()));
        assert_eq!(of_windows(&Rows::default(), &[Span { first: 1, last: 2 }]), Rows::default());
    }
}
