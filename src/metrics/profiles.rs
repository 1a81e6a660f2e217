//! Writes queries over profiles: sums of kept days, and of the rows between these and the windows' ends.

use super::filter::Choice;
use super::kept_rows::KeptRows;
use super::model::Measure;
use super::plan::{Kept, KeptDays, Plan};
use super::row_sums;
use super::rows_in_memory::Wanted;
use super::source_query::SourceQuery;
use super::span::Span;
use super::subset::of_each_item;
use super::whole_months::WholeMonths;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::feed::ProfileKind;
use crate::warehouse::{Column, Rows, Value};

/// The rows between kept days and windows' ends are scanned for each window where there are no more than these, and
/// otherwise once for all of them: planning a scan takes longer than reading the rows of a few days.
const MOST_SCANS: usize = 3;

/// The rows between a kept day and a window's end.
struct Between {
    period: i64,
    /// Their first and last day, and the window's first.
    days: [i32; 3],
    /// -1 where the window ends before the kept day.
    sign: i32,
}

/// The windows of a query, numbered, with what each is read from.
fn plans(query: &SourceQuery, kept: &KeptDays) -> Vec<(i64, Span, Plan)> {
    let plan = if query.profile_item().is_some() { Plan::by_item } else { Plan::of };
    (0..).zip(&query.spans).map(|(period, span)| (period, *span, plan(*span, kept))).collect()
}

/// The parts of a window that are in memory, and the days of each.
fn in_memory_of<'a>(query: &SourceQuery, kept: &'a KeptDays, window: &Kept) -> [Option<(&'a KeptRows, Span)>; 2] {
    let months = window.months_since.map(|first| (&kept.months, Span { first, last: window.day }));
    let days = window.days.map(|days| (&kept.days, days));
    [months, days].map(|part| part.filter(|(rows, _)| query.profile_item().is_none() && rows.has(window.day)))
}

/// The counts that the query sums, in the order of its measures; None for a measure that it does not compute.
fn counts(query: &SourceQuery) -> impl Iterator<Item = (&'static Measure, Option<&'static str>)> {
    query.source.measures.iter().copied().filter(|measure| !measure.people).map(|measure| {
        let counted = of_each_item(measure, query.by).unwrap_or(measure);
        (measure, query.subset.has(measure, query.by).then_some(counted.id))
    })
}

/// What a query reads from memory: rows as of its statement.
pub(super) fn in_memory(query: &SourceQuery, kept: &KeptDays) -> Rows {
    let counts: Vec<Option<&str>> = counts(query).map(|(_, count)| count).collect();
    // Rows by item are not in memory.
    let wanted = Wanted { items: &Choice::All, by_item: query.by.is_some(), counts: &counts };
    let mut columns = wanted.columns();
    for (period, _, plan) in plans(query, kept) {
        let Some(window) = plan.kept else { continue };
        for (rows, days) in in_memory_of(query, kept, &window).into_iter().flatten() {
            rows.append_to(&mut columns, window.day, days, period, &wanted);
        }
    }
    Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
}

/// The statement for what is not in memory: columns as of the queries of rows. It is empty where nothing is left.
pub(super) fn write(query: &SourceQuery, kept: &KeptDays, values: &mut Vec<Value>) -> String {
    let item = query.profile_item();
    let and_item = if query.by.is_some() { ", item" } else { "" };
    let sums = |sign: &str| {
        let sum = |(measure, count): (&Measure, Option<&str>)| match count {
            Some(count) => format!("({sign}sum({count}))::bigint as {}", measure.id),
            None => format!("0::bigint as {}", measure.id),
        };
        let value = query.by.map(|by| format!("{} as item", Dialect::DuckDb.key(&by)));
        value.into_iter().chain(counts(query).map(sum)).collect::<Vec<_>>().join(", ")
    };
    let source = query.source.id;
    let mut parts = Vec::new();
    // Few of the days that end months are kept by item.
    let has_months = item.is_some() && row_sums::have_one_month(query);
    let month = |span: &Span| WholeMonths::of(*span, i32::MAX).only_month().filter(|_| has_months);
    let (of_one_month, mut plans): (Vec<_>, Vec<_>) =
        plans(query, kept).into_iter().partition(|(_, span, _)| month(span).is_some());
    if !of_one_month.is_empty() {
        let months = of_one_month.iter().filter_map(|(period, span, _)| Some((*period, month(span)?)));
        parts.push(row_sums::of_months(query, &sums(""), months, values));
    }
    for (_, _, Plan { kept: window, .. }) in &mut plans {
        let Some(window) = window else { continue };
        let [months, days] = in_memory_of(query, kept, window).map(|part| part.is_some());
        window.months_since = window.months_since.filter(|_| !months);
        window.days = window.days.filter(|_| !days);
    }
    // One scan of days takes less time than one of months and one of the days before them.
    if item.is_none()
        && let [(_, span, Plan { kept: Some(kept @ Kept { months_since: Some(_), days: Some(_), .. }), .. })] =
            plans.as_mut_slice()
    {
        *kept = Kept { day: kept.day, months_since: None, days: Some(Span { first: span.first, last: kept.day }) };
    }
    let of_kept = |of: fn(&Kept) -> Option<[i32; 2]>| -> Vec<[i32; 4]> {
        let window = |(period, _, plan): &(i64, Span, Plan)| {
            let kept = plan.kept?;
            of(&kept).map(|[first, last]| [*period as i32, kept.day, first, last])
        };
        plans.iter().filter_map(window).collect()
    };
    let months = of_kept(|kept| Some([kept.months_since?, kept.day]));
    let days = of_kept(|kept| kept.days.map(|days| [days.first, days.last]));
    let (of_months, of_days) = match item {
        Some(_) => (ProfileKind::ItemMonths.macros(), "item_days"),
        None => (ProfileKind::Months.macros(), ProfileKind::Days.macros()),
    };
    // What later rows take away from days by item is found for one window at a time.
    let at_once = if item.is_some() { 1 } else { days.len().max(1) };
    let of_days = days.chunks(at_once).map(|windows| (of_days, "day", windows));
    for (macros, column, windows) in [(of_months, "month", months.as_slice())].into_iter().chain(of_days) {
        match windows {
            [] => {}
            [[period, window @ ..]] => {
                values.extend(window.iter().map(|day| Value::Int(i64::from(*day))));
                parts.push(format!(
                    "select segment_id::bigint, {period}::bigint as period, {columns}\n\
                     from memory.main.{source}_{macros}(?::smallint, ?::smallint, ?::smallint)\n\
                     {filter}group by segment_id{and_item}",
                    columns = sums(""),
                    filter = query.item_filter(values),
                ));
            }
            windows => {
                let list = |index: usize| Value::Ints(windows.iter().map(|window| window[index]).collect());
                values.extend((0..4).map(list));
                parts.push(format!(
                    "select segment_id::bigint, period::bigint as period, {columns}\n\
                     from (select * from memory.main.{source}_kept_{macros}() join (\n  \
                     select unnest(?::integer[]) as period, unnest(?::smallint[]) as kept_day,\n    \
                     unnest(?::smallint[]) as first, unnest(?::smallint[]) as last)\n\
                     using (kept_day) where {column} between first and last)\n\
                     {filter}group by segment_id, period{and_item}",
                    columns = sums(""),
                    filter = query.item_filter(values),
                ));
            }
        }
    }
    let between = |(period, span, Plan { rows, takes, .. }): &(i64, Span, Plan)| {
        let rows = (*rows)?;
        let sign = if *takes { -1 } else { 1 };
        Some(Between { period: *period, days: [rows.first, rows.last, span.first], sign })
    };
    let rows: Vec<Between> = plans.iter().filter_map(between).collect();
    if rows.len() > MOST_SCANS {
        let list = |of: &dyn Fn(&Between) -> i32| Value::Ints(rows.iter().map(of).collect());
        values.push(list(&|rows| rows.period as i32));
        values.extend([0, 1, 2].map(|index| list(&|rows| rows.days[index])));
        values.push(list(&|rows| rows.sign));
        parts.push(format!(
            "select segment_id::bigint, period::bigint as period, {columns}\n\
             from memory.main.{source}_rows_of_windows(\n  \
             ?::integer[], ?::smallint[], ?::smallint[], ?::smallint[], ?::tinyint[])\n\
             {filter}group by segment_id, period{and_item}",
            columns = sums(""),
            filter = query.item_filter(values),
        ));
        return parts.join("\nunion all\n");
    }
    for Between { period, days, sign } in rows {
        values.extend(days.map(|day| Value::Int(i64::from(day))));
        parts.push(format!(
            "select segment_id::bigint, {period}::bigint as period, {columns}\n\
             from memory.main.{source}_rows(?::smallint, ?::smallint, ?::smallint)\n\
             {filter}group by segment_id{and_item}",
            columns = sums(if sign < 0 { "-" } else { "" }),
            filter = query.item_filter(values),
        ));
    }
    parts.join("\nunion all\n")
}
