//! Profiles: what windows that end on kept days count.
//!
//! A profile has two tables: by segment and day, and by segment and month for windows that begin with a month. Each
//! keeps half-month ends and the last two days, or fewer days where segments are many and rows are few. The one by month
//! has far fewer rows, and so keeps more days.

use duckdb::Connection;
use time::{Date, Duration, Month};

use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Count, Each, Profile, Since};

/// A table of a profile may have so many rows whatever the number of rows it counts.
const FEW_ROWS: i64 = 200_000;

/// The days that the tables of a profile keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub by_day: Vec<i16>,
    pub by_month: Vec<i16>,
}

impl Kept {
    /// The tables' days, with the table's name after `derived.<name>_`.
    fn tables(&self) -> [(Each, &'static str, &[i16]); 2] {
        [(Each::Day, "profile", &self.by_day), (Each::Month, "profile_month", &self.by_month)]
    }
}

/// Writes the profile of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, name: &str, profile: &Profile, day: i16) -> Result<(), WarehouseError> {
    let (wanted, found) = (wanted(connection, name)?, found(connection, name)?);
    for sql in statements(name, profile, &wanted, base(&wanted, &found, day)) {
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

/// The latest day before `day` that both tables have, with all days wanted up to it; 0 if there is none.
fn base(wanted: &Kept, found: &Kept, day: i16) -> i16 {
    let of_both = wanted.tables().into_iter().zip(found.tables());
    let used: Vec<_> =
        of_both.map(|((.., wanted), (.., found))| (wanted, found)).filter(|(w, _)| !w.is_empty()).collect();
    let missing = |(wanted, found): &(&[i16], &[i16])| wanted.iter().copied().find(|day| !found.contains(day));
    let before = used.iter().filter_map(missing).min().unwrap_or(i16::MAX).min(day);
    let is_in_all = |kept: &&i16| **kept < before && used.iter().all(|(_, found)| found.contains(kept));
    used.first().and_then(|(_, found)| found.iter().rev().find(is_in_all)).copied().unwrap_or(0)
}

/// The statements that bring the tables from what they keep up to the day `base` to the days `wanted`.
pub(super) fn statements(name: &str, profile: &Profile, wanted: &Kept, base: i16) -> Vec<String> {
    let of_table = |(each, table, wanted): (Each, &str, &[i16])| {
        let table = format!("derived.{name}_{table}");
        let mut statements = vec![format!("delete from {table} where kept_day > {base}")];
        let new = &wanted[wanted.partition_point(|kept| *kept <= base)..];
        if let (Some(first), Some(last)) = (new.first(), new.last()) {
            let known = format!(
                "select {first}::smallint as kept_day, segment_id, {column} as day, {names} from {table} where kept_day = {base}",
                column = each.column(),
                names = names(profile),
            );
            let rows = Rows { relation: &format!("derived.{name}"), sign: "", after: base };
            statements.push(new_kept(new, base, *last, each));
            statements.push(format!(
                "insert into {table} {sums} order by kept_day, day, segment_id",
                sums = at_kept_days(profile, &rows, each, &[known]),
            ));
            statements.push(DROP_NEW_KEPT.to_owned());
        }
        // The day at the base is read above even where it is no longer wanted.
        statements.push(format!("delete from {table} where kept_day not in (select unnest({}))", list(wanted)));
        statements
    };
    wanted.tables().into_iter().flat_map(of_table).collect()
}

/// Moves what members count from one segment to another. The temporary table member_moved has each member with the
/// segment it is in and the one it was in; the rows of the derived table have the new one.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, name: &str, profile: &Profile) -> Result<(), WarehouseError> {
    let columns = |of: &dyn Fn(&Count) -> String| profile.counts.iter().map(of).collect::<Vec<_>>();
    let rows = Rows { relation: "moved_row", sign: "sign * ", after: 0 };
    connection.execute_batch(&format!(
        "create or replace temp table moved_row as
           select r.* replace (m.segment_id as segment_id), 1 as sign
           from derived.{name} r join member_moved m using (member_key)
           union all
           select r.* replace (m.was as segment_id), -1 as sign
           from derived.{name} r join member_moved m using (member_key)"
    ))?;
    for (each, table, kept) in found(connection, name)?.tables() {
        let Some(last) = kept.last() else { continue };
        connection.execute_batch(&format!(
            "{new_kept};
             create or replace temp table change as {sums};
             update derived.{name}_{table} as p set {added} from change c
               where c.kept_day = p.kept_day and c.segment_id = p.segment_id and c.day = p.{column};
             insert into derived.{name}_{table} by name
               select * exclude (day), day as {column} from change c
               anti join derived.{name}_{table} p
                 on p.kept_day = c.kept_day and p.segment_id = c.segment_id and p.{column} = c.day;
             delete from derived.{name}_{table} where {nothing};
             drop table change;
             {DROP_NEW_KEPT}",
            new_kept = new_kept(kept, 0, *last, each),
            sums = at_kept_days(profile, &rows, each, &[]),
            added = columns(&|count| format!("{0} = p.{0} + c.{0}", count.name)).join(", "),
            column = each.column(),
            nothing = columns(&|count| format!("{} = 0", count.name)).join(" and "),
        ))?;
    }
    connection.execute_batch("drop table moved_row")?;
    Ok(())
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

/// The days that the tables of a profile have.
pub(super) fn found(connection: &Connection, name: &str) -> Result<Kept, WarehouseError> {
    let days = |table| days(connection, &format!("select distinct kept_day from derived.{name}_{table} order by 1"));
    Ok(Kept { by_day: days("profile")?, by_month: days("profile_month")? })
}

/// The days to keep for the rows of a derived table.
fn wanted(connection: &Connection, name: &str) -> Result<Kept, WarehouseError> {
    let sql = format!(
        "select coalesce(min(day), 0)::smallint, coalesce(max(day), 0)::smallint, count(*)::bigint,
           (select count(*) from derived.segment)::bigint
         from derived.{name}"
    );
    let (first, last, rows, segments): (i16, i16, i64, i64) =
        connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let Some((first, last)) = Day::from_number(first).zip(Day::from_number(last)) else {
        return Ok(Kept::default());
    };
    let kept = |each| kept(first, last, rows, segments, each);
    Ok(Kept { by_day: kept(Each::Day), by_month: kept(Each::Month) })
}

type IsKept = fn(Date) -> bool;

/// The days to keep from the first to the last day of so many rows, in the table by day or by month.
fn kept(first: Day, last: Day, rows: i64, segments: i64, each: Each) -> Vec<i16> {
    let days_until = |day: i16| i64::from(day - first.number()) + 1;
    // Each kept day has at most a row for each segment and each day or month until then. The table by month answers
    // most questions, and has few rows in any case but that of very many segments.
    let (of, most): (fn(i64) -> i64, i64) = match each {
        Each::Day => (|days| days, rows / 4),
        Each::Month => (|days| days / 30 + 1, rows / 16),
    };
    let most = most.max(FEW_ROWS);
    let size = |day: &i16| (of(days_until(*day)) * segments).min(rows * days_until(*day) / days_until(last.number()));
    let step = |(is_kept, last_days): (IsKept, i16)| -> Vec<i16> {
        let is_last = |day: i16| day > last.number() - last_days;
        (first.number()..=last.number())
            .filter(|day| is_last(*day) || Day::from_number(*day).is_some_and(|day| is_kept(day.to_date())))
            .collect()
    };
    // The day before the last one is kept for the next load: a day that is added changes the sessions of the day before.
    let steps: [(IsKept, i16); 6] = [
        (|date| date.day() == 15 || ends_month(date), 2),
        (ends_month, 2),
        (|date| ends_month(date) && u8::from(date.month()).is_multiple_of(3), 2),
        (|date| ends_month(date) && date.month() == Month::December, 2),
        (|_| false, 2),
        (|_| false, 1),
    ];
    let fits = |kept: &Vec<i16>| kept.iter().map(size).sum::<i64>() <= most;
    steps.into_iter().map(step).find(fits).unwrap_or_default()
}

fn ends_month(date: Date) -> bool {
    (date + Duration::DAY).day() == 1
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
fn at_kept_days(profile: &Profile, rows: &Rows<'_>, each: Each, known: &[String]) -> String {
    let columns = |of: &dyn Fn(&Count) -> String| profile.counts.iter().map(of).collect::<Vec<_>>().join(", ");
    let Rows { relation, sign, after } = rows;
    let of_day = |day: &str| {
        let sum = |count: &Count, since: Since| {
            (since.day == day).then(|| format!("coalesce(sum({sign}{}) filter ({}), 0)", count.amount, since.rows))
        };
        let change = columns(&|count| {
            let adds = sum(count, count.adds).unwrap_or_else(|| "0".to_owned());
            match count.takes.and_then(|takes| sum(count, takes)) {
                Some(takes) => format!("{adds} - {takes} as {}", count.name),
                None => format!("{adds} as {}", count.name),
            }
        });
        let (column, months, is_day) = match each {
            Each::Day => (format!("r.{day}"), String::new(), format!(" and r.{day} > 0")),
            Each::Month => ("m.month".to_owned(), format!("join month_of m on m.day = r.{day} "), String::new()),
        };
        format!(
            "select kept_day, segment_id, {column} as day, {change}
             from {relation} r join counted_on c on c.day = r.day {months}
             where r.day > {after}{is_day} group by kept_day, segment_id, {column}"
        )
    };
    let changes: Vec<String> = day_columns(profile).into_iter().map(of_day).chain(known.iter().cloned()).collect();
    format!(
        "with change as ({changes}),
         summed as (select kept_day, segment_id, day, {sums} from change group by all),
         -- A sum holds until the next kept day that changes it.
         running as (
           select kept_day, lead(kept_day, 1, 32767::smallint) over w as until, segment_id, day, {running}
           from summed window w as (partition by segment_id, day order by kept_day))
         select k.kept_day, segment_id, r.day, {names}
         from running r join new_kept k on k.kept_day >= r.kept_day and k.kept_day < r.until
         where {some}",
        changes = changes.join("\nunion all by name\n"),
        sums = sums(profile),
        running = columns(&|count| format!("(sum({0}) over w)::bigint as {0}", count.name)),
        names = names(profile),
        some = profile.counts.iter().map(|count| format!("{} <> 0", count.name)).collect::<Vec<_>>().join(" or "),
    )
}

fn names(profile: &Profile) -> String {
    profile.counts.iter().map(|count| count.name).collect::<Vec<_>>().join(", ")
}

fn sums(profile: &Profile) -> String {
    let sums = profile.counts.iter().map(|count| format!("sum({0})::bigint as {0}", count.name));
    sums.collect::<Vec<_>>().join(", ")
}

/// The columns with days that the counts use, each once.
fn day_columns(profile: &Profile) -> Vec<&'static str> {
    let mut columns = Vec::new();
    for since in profile.counts.iter().flat_map(|count| [Some(count.adds), count.takes]).flatten() {
        if !columns.contains(&since.day) {
            columns.push(since.day);
        }
    }
    columns
}

/// A list of days in SQL.
fn list(days: &[i16]) -> String {
    format!("[{}]::smallint[]", days.iter().map(i16::to_string).collect::<Vec<_>>().join(", "))
}

fn days(connection: &Connection, sql: &str) -> Result<Vec<i16>, WarehouseError> {
    let mut statement = connection.prepare(sql)?;
    let days = statement.query_map([], |row| row.get(0))?;
    Ok(days.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn day(date: Date) -> Day {
        Day::from_date(date).expect("a day")
    }

    #[test]
    fn the_density_of_kept_days_follows_from_rows_and_segments() {
        let (first, last) = (day(date!(2024 - 01 - 10)), day(date!(2026 - 11 - 20)));
        let kept = |rows, segments| [Each::Day, Each::Month].map(|each| kept(first, last, rows, segments, each).len());
        assert_eq!(kept(20_000_000, 40), [71, 71], "half months and the last two days");
        assert_eq!(kept(8_000_000, 80), [36, 71], "months and half months");
        assert_eq!(kept(8_000_000, 160), [13, 71], "quarters and half months");
        assert_eq!(kept(8_000_000, 800), [2, 13], "years and quarters");
        assert_eq!(kept(8_000_000, 1_900), [1, 4], "the last day and years");
        assert_eq!(kept(8_000_000, 10_000), [0, 1], "a table as large as what it counts");
        assert_eq!(kept(1_000, 10_000), [71, 71], "few rows");
    }

    #[test]
    fn the_last_days_are_kept_and_the_others_end_half_months() {
        let kept = kept(day(date!(2024 - 02 - 15)), day(date!(2024 - 04 - 02)), 100, 2, Each::Day);
        let dates: Vec<Date> = kept.iter().filter_map(|day| Day::from_number(*day)).map(Day::to_date).collect();
        let expected = [date!(2024 - 02 - 15), date!(2024 - 02 - 29), date!(2024 - 03 - 15), date!(2024 - 03 - 31)];
        assert_eq!(dates, [&expected[..], &[date!(2024 - 04 - 01), date!(2024 - 04 - 02)]].concat());
    }

    #[test]
    fn what_is_known_of_the_latest_day_before_a_change_remains() {
        let kept = |by_day: &[i16], by_month: &[i16]| Kept { by_day: by_day.into(), by_month: by_month.into() };
        let wanted = kept(&[30, 61], &[15, 30, 45, 61]);
        assert_eq!(base(&wanted, &kept(&[30, 60], &[15, 30, 45, 60]), 61), 60, "the last day before");
        assert_eq!(base(&wanted, &kept(&[30, 60], &[15, 30, 45, 60]), 60), 30, "a correction");
        assert_eq!(base(&wanted, &kept(&[30, 60], &[15, 30, 45, 60]), 30), 0);
        assert_eq!(base(&wanted, &kept(&[30, 60], &[30, 60]), 61), 0, "day 15 is missing");
        assert_eq!(base(&wanted, &kept(&[30, 60], &[15, 30, 60]), 61), 30, "day 45 is missing");
        assert_eq!(base(&wanted, &kept(&[15, 30, 45, 60], &[15, 30, 45, 60]), 61), 60, "fewer days are wanted");
        assert_eq!(base(&wanted, &Kept::default(), 61), 0, "from nothing");
        assert_eq!(base(&kept(&[], &[61]), &kept(&[], &[60]), 61), 60, "no profile by day");
        assert_eq!(base(&Kept::default(), &kept(&[60], &[60]), 61), 0, "no profile");
    }
}
