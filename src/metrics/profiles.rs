//! Writes queries over profiles: sums of kept days, and of the rows between these and the windows' ends.

use super::model::{Measure, Source};
use super::plan::{Kept, KeptDays, Plan};
use super::span::Span;
use super::subset::Subset;
use crate::warehouse::Value;

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

/// The statement: columns as of the queries of rows. `kept` are the days for which the source has profiles.
pub(super) fn write(
    source: &Source,
    spans: &[Span],
    subset: Subset,
    kept: &KeptDays,
    values: &mut Vec<Value>,
) -> String {
    let sums = |sign: &str| {
        let counted = source.measures.iter().filter(|measure| !measure.people);
        let sum = |measure: &&Measure| match subset.has(measure, None) {
            true => format!("({sign}sum({0}))::bigint as {0}", measure.id),
            false => format!("0::bigint as {}", measure.id),
        };
        counted.map(sum).collect::<Vec<_>>().join(", ")
    };
    let source = source.id;
    let mut plans: Vec<(i64, Span, Plan)> =
        (0..).zip(spans).map(|(period, span)| (period, *span, Plan::of(*span, kept))).collect();
    if let [(_, span, Plan { kept: Some(kept @ Kept { days: Some(_), .. }), .. })] = plans.as_mut_slice() {
        // One scan of days takes less time than one of months and one of the days before them.
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
    let mut parts = Vec::new();
    for (column, windows) in [("month", months), ("day", days)] {
        match windows.as_slice() {
            [] => {}
            [[period, window @ ..]] => {
                values.extend(window.iter().map(|day| Value::Int(i64::from(*day))));
                parts.push(format!(
                    "select segment_id::bigint, {period}::bigint as period, {columns}\n\
                     from memory.main.{source}_{column}s(?::smallint, ?::smallint, ?::smallint) group by segment_id",
                    columns = sums(""),
                ));
            }
            windows => {
                let list = |index: usize| Value::Ints(windows.iter().map(|window| window[index]).collect());
                values.extend((0..4).map(list));
                parts.push(format!(
                    "select segment_id::bigint, period::bigint as period, {columns}\nfrom memory.main.{source}_kept_{column}s() join (\n  \
                     select unnest(?::integer[]) as period, unnest(?::smallint[]) as kept_day,\n    \
                     unnest(?::smallint[]) as first, unnest(?::smallint[]) as last)\n\
                     using (kept_day) where {column} between first and last group by segment_id, period",
                    columns = sums(""),
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
             ?::integer[], ?::smallint[], ?::smallint[], ?::smallint[], ?::tinyint[]) group by segment_id, period",
            columns = sums(""),
        ));
        return parts.join("\nunion all\n");
    }
    for Between { period, days, sign } in rows {
        values.extend(days.map(|day| Value::Int(i64::from(day))));
        parts.push(format!(
            "select segment_id::bigint, {period}::bigint as period, {columns}\n\
             from memory.main.{source}_rows(?::smallint, ?::smallint, ?::smallint) group by segment_id",
            columns = sums(if sign < 0 { "-" } else { "" }),
        ));
    }
    parts.join("\nunion all\n")
}
