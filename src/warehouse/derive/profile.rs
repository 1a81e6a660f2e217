//! Profiles: what windows that end on kept days count.
//!
//! A profile has a table by segment and day, one by segment and month for windows that begin with a month, and where it is
//! of items one by segment, item and month. The first two keep half-month ends, the last day and one shortly before it, the third ends of
//! quarters and of the last month, or fewer days where segments or items are many and rows are few.

use duckdb::Connection;
use time::{Date, Duration, Month};

use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Count, Each, Profile, ProfileKind, ProfileTable, Since};

/// A table of a profile may have so many rows whatever the number of rows it counts.
const FEW_ROWS: i64 = 200_000;

/// The days that a table keeps.
pub(super) type KeptDays = Vec<i16>;

/// Writes the profile of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, name: &str, profile: &Profile, day: i16) -> Result<(), WarehouseError> {
    let counted = Counted::read(connection, name, profile)?;
    for table in profile.tables() {
        let wanted = counted.map_or(Vec::new(), |counted| counted.kept(table.kind));
        let base = base(&wanted, &found(connection, name, &table)?, day);
        for sql in statements(name, &table, &wanted, base) {
            connection.execute_batch(&sql)?;
        }
    }
    Ok(())
}

/// The latest day before `day` that a table has, with all days wanted up to it; 0 if there is none.
fn base(wanted: &[i16], found: &[i16], day: i16) -> i16 {
    let missing = wanted.iter().copied().find(|day| !found.contains(day));
    let before = missing.unwrap_or(i16::MAX).min(day);
    found.iter().copied().rev().find(|kept| *kept < before && !wanted.is_empty()).unwrap_or(0)
}

/// The statements that bring a table from what it keeps up to the day `base` to the days `wanted`.
pub(super) fn statements(name: &str, table: &ProfileTable, wanted: &[i16], base: i16) -> Vec<String> {
    let target = table.of(name);
    let mut statements = vec![format!("delete from {target} where kept_day > {base}")];
    let new = &wanted[wanted.partition_point(|kept| *kept <= base)..];
    if let (Some(first), Some(last)) = (new.first(), new.last()) {
        let known = format!(
            "select {first}::smallint as kept_day, segment_id{item}, {column} as day, {names} from {target} where kept_day = {base}",
            item = and_item(table),
            column = table.kind.each().column(),
            names = names(table),
        );
        let rows = Rows { relation: &format!("derived.{name}"), sign: "", after: base };
        statements.push(new_kept(new, base, *last, table.kind.each()));
        statements.push(format!(
            "insert into {target} {sums} order by kept_day, day, segment_id{item}",
            sums = at_kept_days(table, &rows, &[known]),
            item = and_item(table),
        ));
        statements.push(DROP_NEW_KEPT.to_owned());
    }
    // The day at the base is read above even where it is no longer wanted.
    statements.push(format!("delete from {target} where kept_day not in (select unnest({}))", list(wanted)));
    statements
}

/// Moves what members count from one segment to another. The temporary table member_moved has each member with the
/// segment it is in and the one it was in; the rows of the derived table have the new one.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, name: &str, profile: &Profile) -> Result<(), WarehouseError> {
    for table in profile.tables() {
        for sql in moves(name, &table, &found(connection, name, &table)?) {
            connection.execute_batch(&sql)?;
        }
    }
    Ok(())
}

/// The statements that move what members count in a table that keeps these days.
pub(super) fn moves(name: &str, table: &ProfileTable, kept: &[i16]) -> Vec<String> {
    let Some(last) = kept.last() else { return Vec::new() };
    let target = table.of(name);
    let columns = |of: &dyn Fn(&Count) -> String| table.counts.iter().map(of).collect::<Vec<_>>();
    let rows = Rows { relation: "moved_row", sign: "sign * ", after: 0 };
    let column = table.kind.each().column();
    let is_same_row = format!(
        "c.kept_day = p.kept_day and c.segment_id = p.segment_id and c.day = p.{column}{item}",
        item = table.item.map_or(String::new(), |item| format!(" and c.{item} = p.{item}")),
    );
    vec![
        format!(
            "create or replace temp table moved_row as
               select r.* replace (m.segment_id as segment_id), 1 as sign
               from derived.{name} r join member_moved m using (member_key)
               union all
               select r.* replace (m.was as segment_id), -1 as sign
               from derived.{name} r join member_moved m using (member_key)"
        ),
        new_kept(kept, 0, *last, table.kind.each()),
        format!("create or replace temp table change as {}", at_kept_days(table, &rows, &[])),
        format!(
            "update {target} as p set {added} from change c where {is_same_row}",
            added = columns(&|count| format!("{0} = p.{0} + c.{0}", count.name)).join(", "),
        ),
        format!(
            "insert into {target} by name
               select * exclude (day), day as {column} from change c anti join {target} p on {is_same_row}"
        ),
        format!(
            "delete from {target} where {nothing}",
            nothing = columns(&|count| format!("{} = 0", count.name)).join(" and "),
        ),
        format!("drop table change; drop table moved_row; {DROP_NEW_KEPT}"),
    ]
}

/// Creates the temporary tables of [`at_kept_days`]: the kept days, for each day after `base` the first of them that
/// counts its rows, and for sums by month the first day of each day's month.
fn new_kept(kept: &[i16], base: i16, last: i16, each: Each) -> String {
    let days = format!(
        "create or replace temp table new_kept as select unnest({kept}) as kept_day;
         create or replace temp table counted_on as
           select day, min(kept_day) as kept_day
           from (select unnest(range({base} + 1, {last} + 1))::smallint as day) join new_kept on kept_day >= day
           group by day",
        kept = list(kept),
    );
    match each {
        Each::Day => days,
        Each::Month => format!(
            "{days};
             create or replace temp table month_of as
               select day::smallint as day, (day - day(date '2000-01-01' + day) + 1)::smallint as month
               from (select unnest(range(1, {last} + 1))::integer as day)"
        ),
    }
}

const DROP_NEW_KEPT: &str = "drop table new_kept; drop table counted_on; drop table if exists month_of";

/// The days that a table has.
pub(super) fn found(connection: &Connection, name: &str, table: &ProfileTable) -> Result<KeptDays, WarehouseError> {
    let mut statement = connection.prepare(&format!("select distinct kept_day from {} order by 1", table.of(name)))?;
    let days = statement.query_map([], |row| row.get(0))?;
    Ok(days.collect::<Result<_, _>>()?)
}

/// The rows that a profile counts.
#[derive(Clone, Copy)]
struct Counted {
    first: Day,
    last: Day,
    rows: i64,
    segments: i64,
    items: i64,
}

impl Counted {
    /// Those of a derived table; None if it is empty.
    fn read(connection: &Connection, name: &str, profile: &Profile) -> Result<Option<Counted>, WarehouseError> {
        let items = profile.of_items.map_or("1".to_owned(), |of| format!("(select count(*) from feed.{})", of.items));
        let sql = format!(
            "select coalesce(min(day), 0)::smallint, coalesce(max(day), 0)::smallint, count(*)::bigint,
               (select count(*) from derived.segment)::bigint, {items}::bigint
             from derived.{name}"
        );
        let read = |row: &duckdb::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        let (first, last, rows, segments, items) = connection.query_row(&sql, [], read)?;
        let days = Day::from_number(first).zip(Day::from_number(last));
        Ok(days.map(|(first, last)| Counted { first, last, rows, segments, items }))
    }

    /// The days that a table keeps.
    fn kept(self, kind: ProfileKind) -> KeptDays {
        let Counted { first, last, rows, segments, items } = self;
        let days_until = |day: i16| i64::from(day - first.number()) + 1;
        let months = |days: i64| days / 30 + 1;
        // Each kept day has at most a row for each segment, item and day or month until then. The table by month answers
        // most questions, and has few rows in any case but that of very many segments. Few members of a segment use all
        // items, so that the table by item has a third of the rows that it may have.
        let [at_most, most]: [i64; 2] = match kind {
            ProfileKind::Days => [segments, rows / 4],
            ProfileKind::Months => [segments, rows / 16],
            ProfileKind::ItemMonths => [segments * items, rows / 2],
        };
        let parts = |days: i64| if kind.each() == Each::Day { days } else { months(days) };
        let size =
            |day: &i16| (parts(days_until(*day)) * at_most).min(rows * days_until(*day) / days_until(last.number()));
        let most = most.max(FEW_ROWS);
        let fits = |kept: &KeptDays| kept.iter().map(size).sum::<i64>() <= most;
        let before_last = last.number() - 1 - (last.number() - 1) % DAYS_TO_NEXT;
        let step = |(is_kept, last_days): (IsKept, LastDays)| -> KeptDays {
            let is_last = |day: i16| match last_days {
                LastDays::ForNextLoad => day == last.number() || day == before_last,
                LastDays::Alone => day == last.number(),
                LastDays::Month => day == last.first_of_month() - 1,
            };
            (first.number()..=last.number())
                .filter(|day| is_last(*day) || Day::from_number(*day).is_some_and(|day| is_kept(day.to_date())))
                .collect()
        };
        let steps = if kind == ProfileKind::ItemMonths { OF_ITEMS } else { OF_SEGMENTS };
        steps.iter().copied().map(step).find(fits).unwrap_or_default()
    }
}

/// The last days that are kept besides those that the calendar names.
#[derive(Clone, Copy)]
enum LastDays {
    /// The last day and one before it, with which the next load begins.
    ForNextLoad,
    Alone,
    /// The end of the month before the last day's.
    Month,
}

type IsKept = fn(Date) -> bool;

/// A day that is added changes the sessions of the day before, so that the next load cannot begin with the last day. The
/// day that it begins with changes once in so many days: to write another one takes longer than to read a few days.
const DAYS_TO_NEXT: i16 = 4;

const OF_SEGMENTS: &[(IsKept, LastDays)] = &[
    (|date| date.day() == 15 || ends_month(date), LastDays::ForNextLoad),
    (ends_month, LastDays::ForNextLoad),
    (ends_quarter, LastDays::ForNextLoad),
    (ends_year, LastDays::ForNextLoad),
    (|_| false, LastDays::ForNextLoad),
    (|_| false, LastDays::Alone),
];

/// The last days themselves are not kept: a load of one more day leaves this table as it is, and the rows since the last
/// month are few.
const OF_ITEMS: &[(IsKept, LastDays)] =
    &[(ends_quarter, LastDays::Month), (ends_year, LastDays::Month), (|_| false, LastDays::Month)];

fn ends_month(date: Date) -> bool {
    (date + Duration::DAY).day() == 1
}

fn ends_quarter(date: Date) -> bool {
    ends_month(date) && u8::from(date.month()).is_multiple_of(3)
}

fn ends_year(date: Date) -> bool {
    ends_month(date) && date.month() == Month::December
}

/// Rows that a profile counts.
struct Rows<'a> {
    relation: &'a str,
    /// SQL before each amount.
    sign: &'a str,
    /// Only those after this day.
    after: i16,
}

/// The rows of a profile's table on the days of the temporary table new_kept: what the rows change, and the changes of
/// `known`. The column day has the day, or the first day of the month.
fn at_kept_days(table: &ProfileTable, rows: &Rows<'_>, known: &[String]) -> String {
    let item = and_item(table);
    let columns = |of: &dyn Fn(&Count) -> String| table.counts.iter().map(of).collect::<Vec<_>>().join(", ");
    let Rows { relation, sign, after } = rows;
    let of_day = |day: &str| {
        let sum = |count: &Count, since: Since| {
            (since.day == day).then(|| {
                let (amount, rows) = (Dialect::DuckDb.amount(count.amount), Dialect::DuckDb.condition(&since.rows));
                format!("coalesce(sum({sign}{amount}) filter ({rows}), 0)")
            })
        };
        let change = columns(&|count| {
            let adds = sum(count, count.adds).unwrap_or_else(|| "0".to_owned());
            match count.takes.and_then(|takes| sum(count, takes)) {
                Some(takes) => format!("{adds} - {takes} as {}", count.name),
                None => format!("{adds} as {}", count.name),
            }
        });
        let (column, months, is_day) = match table.kind.each() {
            Each::Day => (format!("r.{day}"), String::new(), format!(" and r.{day} > 0")),
            Each::Month => ("m.month".to_owned(), format!("join month_of m on m.day = r.{day} "), String::new()),
        };
        format!(
            "select kept_day, segment_id{item}, {column} as day, {change}
             from {relation} r join counted_on c on c.day = r.day {months}
             where r.day > {after}{is_day} group by kept_day, segment_id{item}, {column}"
        )
    };
    let changes: Vec<String> = Count::days(table.counts).into_iter().map(of_day).chain(known.iter().cloned()).collect();
    format!(
        "with change as ({changes}),
         summed as (select kept_day, segment_id{item}, day, {sums} from change group by all),
         -- A sum holds until the next kept day that changes it.
         running as (
           select kept_day, lead(kept_day, 1, 32767::smallint) over w as until, segment_id{item}, day, {running}
           from summed window w as (partition by segment_id{item}, day order by kept_day))
         select k.kept_day, segment_id{item}, r.day, {names}
         from running r join new_kept k on k.kept_day >= r.kept_day and k.kept_day < r.until
         where {some}",
        changes = changes.join("\nunion all by name\n"),
        sums = sums(table),
        running = columns(&|count| format!("(sum({0}) over w)::bigint as {0}", count.name)),
        names = names(table),
        some = table.counts.iter().map(|count| format!("{} <> 0", count.name)).collect::<Vec<_>>().join(" or "),
    )
}

/// The column with the item after others, where there is one.
fn and_item(table: &ProfileTable) -> String {
    table.item.map_or(String::new(), |item| format!(", {item}"))
}

fn names(table: &ProfileTable) -> String {
    table.counts.iter().map(|count| count.name).collect::<Vec<_>>().join(", ")
}

fn sums(table: &ProfileTable) -> String {
    let sums = table.counts.iter().map(|count| format!("sum({0})::bigint as {0}", count.name));
    sums.collect::<Vec<_>>().join(", ")
}

/// A list of days in SQL.
fn list(days: &[i16]) -> String {
    format!("[{}]::smallint[]", days.iter().map(i16::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn day(date: Date) -> Day {
        Day::from_date(date).expect("a day")
    }

    /// Rows of so many members' groups and items over nearly three years.
    fn counted(rows: i64, segments: i64, items: i64) -> Counted {
        let (first, last) = (day(date!(2024 - 01 - 10)), day(date!(2026 - 11 - 20)));
        Counted { first, last, rows, segments, items }
    }

    #[test]
    fn the_density_of_kept_days_follows_from_rows_and_segments() {
        let kept = |rows, segments| {
            [ProfileKind::Days, ProfileKind::Months].map(|kind| counted(rows, segments, 1).kept(kind).len())
        };
        assert_eq!(kept(20_000_000, 40), [71, 71], "half months, the last day and one before it");
        assert_eq!(kept(8_000_000, 80), [36, 71], "months and half months");
        assert_eq!(kept(8_000_000, 160), [13, 71], "quarters and half months");
        assert_eq!(kept(8_000_000, 800), [2, 13], "years and quarters");
        assert_eq!(kept(8_000_000, 1_900), [1, 4], "the last day and years");
        assert_eq!(kept(8_000_000, 10_000), [0, 1], "a table as large as what it counts");
        assert_eq!(kept(1_000, 10_000), [71, 71], "few rows");
    }

    #[test]
    fn the_density_of_kept_days_of_items_follows_from_their_number() {
        let kept = |rows, segments, items| counted(rows, segments, items).kept(ProfileKind::ItemMonths).len();
        assert_eq!(kept(28_000_000, 160, 300), 12, "quarters and October");
        assert_eq!(kept(28_000_000, 160, 800), 3, "years and October");
        assert_eq!(kept(28_000_000, 160, 2_000), 1, "October");
        assert_eq!(kept(28_000_000, 1_000, 10_000), 0, "a table as large as what it counts");
    }

    #[test]
    fn the_last_days_are_kept_and_the_others_end_half_months() {
        let counted = Counted {
            first: day(date!(2024 - 02 - 15)),
            last: day(date!(2024 - 04 - 02)),
            rows: 100,
            segments: 2,
            items: 3,
        };
        let dates = |kind| -> Vec<Date> {
            let kept = counted.kept(kind);
            kept.into_iter().filter_map(Day::from_number).map(Day::to_date).collect()
        };
        let expected = [date!(2024 - 02 - 15), date!(2024 - 02 - 29), date!(2024 - 03 - 15), date!(2024 - 03 - 31)];
        // 31 March is also the day with which a load of 3 April begins.
        let last = [date!(2024 - 04 - 02)];
        assert_eq!(dates(ProfileKind::Days), [&expected[..], &last].concat());
        assert_eq!(dates(ProfileKind::ItemMonths), [date!(2024 - 03 - 31)]);
    }

    #[test]
    fn what_is_known_of_the_latest_day_before_a_change_remains() {
        let wanted = [15, 30, 45, 61];
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 61), 60, "the last day before");
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 60), 45, "a correction");
        assert_eq!(base(&wanted, &[15, 30, 45, 60], 15), 0);
        assert_eq!(base(&wanted, &[30, 60], 61), 0, "day 15 is missing");
        assert_eq!(base(&wanted, &[15, 30, 60], 61), 30, "day 45 is missing");
        assert_eq!(base(&[30, 61], &[15, 30, 45, 60], 61), 60, "fewer days are wanted");
        assert_eq!(base(&wanted, &[], 61), 0, "from nothing");
        assert_eq!(base(&[], &[60], 61), 0, "no profile");
    }
}
