//! Profiles: what windows that end on kept days count.
//!
//! Half-month ends and the last day are kept, or fewer days where segments are many and rows are few: a profile has at
//! most a quarter of the rows that it counts.

use duckdb::Connection;
use time::{Date, Duration, Month};

use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Count, Profile, Since};

/// A profile may have so many rows whatever the number of rows it counts.
const FEW_ROWS: i64 = 200_000;

/// Writes the profile of a derived table from `day` on again.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, name: &str, profile: &Profile, day: i16) -> Result<(), WarehouseError> {
    let wanted = wanted(connection, name)?;
    let found = days(connection, &format!("select distinct kept_day from derived.{name}_profile order by 1"))?;
    let is_sound = |kept: &&i16| **kept < day && found.contains(kept);
    // Those that remain are the first of the wanted ones, or a day that was kept less densely would be missing.
    let remaining = wanted.iter().take_while(is_sound).count();
    let (remaining, new) =
        wanted.split_at(if wanted[remaining..].iter().any(|kept| *kept < day) { 0 } else { remaining });
    for sql in statements(name, profile, remaining, new) {
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

/// The statements that leave only the kept days `remaining`, and write the `new` ones, which are later.
pub(super) fn statements(name: &str, profile: &Profile, remaining: &[i16], new: &[i16]) -> Vec<String> {
    let delete = |table: &str| {
        format!("delete from derived.{name}_{table} where kept_day not in (select unnest({}))", list(remaining))
    };
    let mut statements = vec![delete("profile"), delete("profile_month")];
    let Some(last) = new.last() else { return statements };
    let base = remaining.last().copied().unwrap_or(0);
    let rows = Rows { relation: &format!("derived.{name}"), sign: "", after: base };
    let known = format!(
        "select {first}::smallint as kept_day, segment_id, day, {names} from derived.{name}_profile where kept_day = {base}",
        first = new[0],
        names = names(profile),
    );
    statements.push(new_kept(new, base, *last));
    statements.push(format!(
        "insert into derived.{name}_profile {sums} order by kept_day, day, segment_id",
        sums = at_kept_days(profile, &rows, &[known]),
    ));
    statements.push(format!(
        "insert into derived.{name}_profile_month
           {months} semi join new_kept using (kept_day) group by all order by kept_day, month, segment_id",
        months = by_month(profile, &format!("derived.{name}_profile")),
    ));
    statements.push(DROP_NEW_KEPT.to_owned());
    statements
}

/// Moves what members count from one segment to another. The temporary table member_moved has each member with the
/// segment it is in and the one it was in; the rows of the derived table have the new one.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn move_members(connection: &Connection, name: &str, profile: &Profile) -> Result<(), WarehouseError> {
    let kept = days(connection, &format!("select distinct kept_day from derived.{name}_profile order by 1"))?;
    let Some(last) = kept.last() else { return Ok(()) };
    let columns = |of: &dyn Fn(&Count) -> String| profile.counts.iter().map(of).collect::<Vec<_>>();
    let nothing = |of: &str| columns(&|count| format!("{of}{} = 0", count.name)).join(" and ");
    let apply = |table: &str, change: &str, day: &str| {
        format!(
            "update derived.{table} as p set {added} from {change} c
               where c.kept_day = p.kept_day and c.segment_id = p.segment_id and c.{day} = p.{day};
             insert into derived.{table} by name
               from {change} anti join derived.{table} using (kept_day, segment_id, {day});
             delete from derived.{table} where {nothing}",
            added = columns(&|count| format!("{0} = p.{0} + c.{0}", count.name)).join(", "),
            nothing = nothing(""),
        )
    };
    let rows = Rows { relation: "moved_row", sign: "sign * ", after: 0 };
    connection.execute_batch(&format!(
        "{new_kept};
         create or replace temp table moved_row as
           select r.* replace (m.segment_id as segment_id), 1 as sign
           from derived.{name} r join member_moved m using (member_key)
           union all
           select r.* replace (m.was as segment_id), -1 as sign
           from derived.{name} r join member_moved m using (member_key);
         create or replace temp table change as {sums};
         create or replace temp table change_of_month as {months} group by all having not ({no_sums});
         {days_applied};
         {months_applied};
         drop table moved_row; drop table change; drop table change_of_month;
         {done}",
        new_kept = new_kept(&kept, 0, *last),
        sums = at_kept_days(profile, &rows, &[]),
        months = by_month(profile, "change"),
        no_sums = columns(&|count| format!("sum({}) = 0", count.name)).join(" and "),
        days_applied = apply(&format!("{name}_profile"), "change", "day"),
        months_applied = apply(&format!("{name}_profile_month"), "change_of_month", "month"),
        done = DROP_NEW_KEPT,
    ))?;
    Ok(())
}

/// Creates the temporary tables of [`at_kept_days`]: the kept days, and for each day after `base` the first of them that
/// counts its rows.
fn new_kept(kept: &[i16], base: i16, last: i16) -> String {
    format!(
        "create or replace temp table new_kept as select unnest({kept}) as kept_day;
         create or replace temp table counted_on as
           select day, min(kept_day) as kept_day
           from (select unnest(range({base} + 1, {last} + 1))::smallint as day) join new_kept on kept_day >= day
           group by day",
        kept = list(kept),
    )
}

const DROP_NEW_KEPT: &str = "drop table new_kept; drop table counted_on";

/// Sums of a profile's rows by month, to be grouped.
fn by_month(profile: &Profile, table: &str) -> String {
    format!(
        "select kept_day, segment_id, (day - day(date '2000-01-01' + day::integer) + 1)::smallint as month, {sums}
         from {table}",
        sums = sums(profile),
    )
}

/// The days to keep for the rows of a derived table.
fn wanted(connection: &Connection, name: &str) -> Result<Vec<i16>, WarehouseError> {
    let sql = format!(
        "select coalesce(min(day), 0)::smallint, coalesce(max(day), 0)::smallint, count(*)::bigint,
           (select count(*) from derived.segment)::bigint
         from derived.{name}"
    );
    let (first, last, rows, segments): (i16, i16, i64, i64) =
        connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let Some((first, last)) = Day::from_number(first).zip(Day::from_number(last)) else { return Ok(Vec::new()) };
    Ok(kept(first, last, rows, segments))
}

/// The days to keep from the first to the last day of so many rows.
fn kept(first: Day, last: Day, rows: i64, segments: i64) -> Vec<i16> {
    let of = |day: i16| i64::from(day - first.number()) + 1;
    let all = of(last.number());
    // Each kept day has at most a row for each segment and day before it.
    let cells = (all * segments).min(rows);
    let most = (rows / 4).max(FEW_ROWS);
    let step = |is_kept: fn(Date) -> bool| -> Vec<i16> {
        (first.number()..=last.number())
            .filter(|day| *day == last.number() || Day::from_number(*day).is_some_and(|day| is_kept(day.to_date())))
            .collect()
    };
    let steps: [fn(Date) -> bool; 5] = [
        |date| date.day() == 15 || ends_month(date),
        ends_month,
        |date| ends_month(date) && u8::from(date.month()).is_multiple_of(3),
        |date| ends_month(date) && date.month() == Month::December,
        |_| false,
    ];
    let fits = |kept: &Vec<i16>| kept.iter().map(|day| of(*day) * cells / all).sum::<i64>() <= most;
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

/// The rows of a profile on the days of the temporary table new_kept: what the rows change, and the changes of `known`.
fn at_kept_days(profile: &Profile, rows: &Rows<'_>, known: &[String]) -> String {
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
        format!(
            "select kept_day, segment_id, r.{day} as day, {change}
             from {relation} r join counted_on c on c.day = r.day
             where r.day > {after} and r.{day} > 0 group by kept_day, segment_id, r.{day}"
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
        let kept = |rows: i64, segments: i64| kept(first, last, rows, segments).len();
        assert_eq!(kept(20_000_000, 40), 70, "half months and the last day");
        assert_eq!(kept(8_000_000, 80), 35, "months");
        assert_eq!(kept(8_000_000, 160), 12, "quarters");
        assert_eq!(kept(8_000_000, 800), 3, "years");
        assert_eq!(kept(8_000_000, 1_900), 1, "the last day");
        assert_eq!(kept(8_000_000, 10_000), 0, "a profile as large as what it counts");
        assert_eq!(kept(1_000, 10_000), 70, "few rows");
    }

    #[test]
    fn the_last_day_is_kept_and_the_others_end_half_months() {
        let kept = kept(day(date!(2024 - 02 - 15)), day(date!(2024 - 04 - 02)), 100, 2);
        let dates: Vec<Date> = kept.iter().filter_map(|day| Day::from_number(*day)).map(Day::to_date).collect();
        let expected = [date!(2024 - 02 - 15), date!(2024 - 02 - 29), date!(2024 - 03 - 15), date!(2024 - 03 - 31)];
        assert_eq!(dates, [&expected[..], &[date!(2024 - 04 - 02)]].concat());
    }
}
