//! What profiles count in windows equals what a scan counts.

use super::*;
use crate::warehouse::derive::checkpoint_days::ProfileRows;
use crate::warehouse::derive::profile::{Rewrite, Statements};
use crate::warehouse::feed::ProfileKind;

/// What every profile counts, from the rows of a window.
const COUNTED: [(&str, &str); 3] = [
    (
        "session",
        "select coalesce(sum(n), 0), count(*), count_if(later > 0), count_if(later > 2), count_if(n >= 4), count_if(n >= 8),
           count_if(n >= 11), count_if(q >= 1), count_if(q >= 2), count_if(q >= 3)
         from (select count(*) as n, count_if(qualifying) as q, count_if(not is_first) as later
               from derived.session where day between $1 and $2 group by member_key)",
    ),
    (
        "interaction",
        "select count_if(not is_click), count_if(is_click),
           count(distinct (member_key, offer_id)) filter (not is_click), count(distinct (member_key, offer_id)) filter (is_click),
           count(distinct member_key) filter (not is_click), count(distinct member_key) filter (is_click)
         from derived.interaction where day between $1 and $2",
    ),
    (
        "transaction",
        "select coalesce(sum(redemptions), 0), coalesce(sum(sales * 100), 0), coalesce(sum(savings * 100), 0),
           count(distinct member_key)
         from derived.transaction where day between $1 and $2",
    ),
];

/// A derived program of at least so many days, its last day, and the macros of profiles over it.
fn program(seed: u64, days: u64) -> (Connection, Random, u64) {
    let mut random = Random(seed);
    let conn = warehouse();
    for key in 1..=5 {
        conn.execute_batch(&member(&mut random, key)).expect("a member");
    }
    let last = days + random.below(20);
    fill(&conn, &mut random, 5, 1..=last);
    derive_from(&conn, None).expect("from nothing");
    for sql in sources::of_profiles() {
        conn.execute_batch(&sql.replace("bond.", "")).expect("a macro");
    }
    (conn, random, last)
}

#[test]
fn kept_days_and_rows_between_them_add_up_to_what_a_scan_counts_in_any_window() {
    let mut most = 0;
    for seed in of_today(300..303) {
        let (conn, mut random, last) = program(seed, 70);
        for (derived, profile) in profiles() {
            let (_, counted) = COUNTED.iter().find(|(table, _)| *table == derived.name).expect("a count");
            let sums: Vec<String> =
                profile.counts.iter().map(|count| format!("coalesce(sum({}), 0)", count.name)).collect();
            let numbers = |sql: &str, days: &[i64]| -> Vec<i64> {
                let read = |row: &duckdb::Row<'_>| (0..profile.counts.len()).map(|index| row.get(index)).collect();
                let sql = format!("select coalesce(columns(*), 0)::bigint from ({sql})");
                let mut statement = conn.prepare_cached(&sql).expect("a query");
                statement.query_row(duckdb::params_from_iter(days), read).expect("numbers")
            };
            let summed = |relation: &str, days: &[i64]| {
                numbers(&format!("select {} from {}_{relation}", sums.join(", "), derived.source), days)
            };
            let kept = |kind: ProfileKind| -> Vec<i64> {
                let table = profile.tables().find(|table| table.kind == kind).expect("a table");
                let found = profile::found(&conn, derived.name, &table).expect("kept days");
                found.into_iter().map(i64::from).collect()
            };
            let (by_day, by_month) = (kept(ProfileKind::Days), kept(ProfileKind::Months));
            assert!(by_day.len() > 4, "{by_day:?}");
            for _ in 0..20 {
                let since = 1 + random.below(last) as i64;
                for kept in by_day.iter().copied() {
                    let found = summed("days($1::smallint, $2::smallint, $1::smallint)", &[kept, since]);
                    let expected = numbers(counted, &[since, kept]);
                    assert_eq!(found, expected, "{} {kept} since {since}, seed {seed}", derived.name);
                    let found = summed("kept_days() where kept_day = $1 and day >= $2", &[kept, since]);
                    assert_eq!(found, expected, "{} {kept} since {since} of all, seed {seed}", derived.name);
                }
                for kept in by_month.iter().copied() {
                    let month = [0, 31, 60, 91][random.below(4) as usize];
                    let found = summed("months($1::smallint, $2::smallint, $1::smallint)", &[kept, month]);
                    let expected = numbers(counted, &[month, kept]);
                    assert_eq!(found, expected, "{} {kept} since month {month}, seed {seed}", derived.name);
                    let found = summed("kept_months() where kept_day = $1 and month >= $2", &[kept, month]);
                    assert_eq!(found, expected, "{} {kept} since month {month} of all, seed {seed}", derived.name);
                }
                let from = since + random.below(30) as i64;
                let until = from + random.below(30) as i64;
                let change = summed("rows($1::smallint, $2::smallint, $3::smallint)", &[from, until, since]);
                let (before, after) = (numbers(counted, &[since, from - 1]), numbers(counted, &[since, until]));
                let expected: Vec<i64> = after.iter().zip(before).map(|(after, before)| after - before).collect();
                assert_eq!(change, expected, "{} {from} to {until} since {since}, seed {seed}", derived.name);
                most = most.max(after[after.len() - 1]);
                let first = summed("rows($1::smallint, $1::smallint, $2::smallint)", &[from, since]);
                let windows = "rows_of_windows([1, 2], [$1, $1]::smallint[], [$2, $1]::smallint[], [$3, $3]::smallint[], [1, -1])";
                let both = summed(windows, &[from, until, since]);
                let expected: Vec<i64> = change.iter().zip(first).map(|(all, first)| all - first).collect();
                assert_eq!(both, expected, "{} {from} to {until} without {from}, seed {seed}", derived.name);
            }
        }
    }
    assert!(most > 0, "some members are engaged, and some have transactions");
}

#[test]
fn rows_that_are_read_at_once_count_as_those_of_one_period_after_another() {
    let (conn, ..) = program(310, 150);
    for (derived, profile) in profiles() {
        let name = derived.name;
        let found = ProfileRows::read(&conn, name, &profile).expect("rows").expect("some");
        let tables: Vec<Rewrite> = profile
            .tables()
            .map(|table| Rewrite { table, wanted: profile::found(&conn, name, &table).expect("kept days"), base: 0 })
            .collect();
        let written = [counting::FEW_ROWS, counting::FEW_ROWS + 1].map(|rows| {
            let mut of_rows = found;
            of_rows.rows = rows;
            profile::rewrite(&conn, name, &tables, Some(of_rows), &Statements::of(name, &profile, &tables))
                .expect("written");
            let table = |table: ProfileTable| {
                let sql = format!("select r::varchar from {} r order by 1", table.of(name));
                let mut statement = conn.prepare(&sql).expect("a query");
                let rows = statement.query_map([], |row| row.get::<_, String>(0)).expect("rows");
                rows.collect::<Result<Vec<_>, _>>().expect("rows")
            };
            profile.tables().map(table).collect::<Vec<_>>()
        });
        assert!(written[0].iter().all(|rows| !rows.is_empty()), "{name}");
        assert!(written[0] == written[1], "{name}");
    }
}

#[test]
fn the_latest_days_before_a_kept_day_add_up_to_what_a_scan_counts() {
    for seed in of_today(320..323) {
        let (conn, mut random, _) = program(seed, 150);
        for (derived, profile) in profiles() {
            let (_, counted) = COUNTED.iter().find(|(table, _)| *table == derived.name).expect("a count");
            let table = profile.tables().find(|table| table.kind == ProfileKind::LatestDays).expect("a table");
            let sums: Vec<String> = profile.counts.iter().map(|count| format!("sum({})", count.name)).collect();
            let numbers = |sql: &str, days: &[i64]| -> Vec<i64> {
                let read = |row: &duckdb::Row<'_>| (0..profile.counts.len()).map(|index| row.get(index)).collect();
                let sql = format!("select coalesce(columns(*), 0)::bigint from ({sql})");
                let mut statement = conn.prepare_cached(&sql).expect("a query");
                statement.query_row(duckdb::params_from_iter(days), read).expect("numbers")
            };
            let kept = profile::found(&conn, derived.name, &table).expect("kept days");
            assert!(kept.len() > 92, "{kept:?}");
            for kept in kept.into_iter().map(i64::from) {
                let since = (kept - random.below(92) as i64).max(1);
                let sql = format!(
                    "select {} from {}_latest_days($1::smallint, $2::smallint, $1::smallint)",
                    sums.join(", "),
                    derived.source
                );
                let expected = numbers(counted, &[since, kept]);
                assert_eq!(
                    numbers(&sql, &[kept, since]),
                    expected,
                    "{} {kept} since {since}, seed {seed}",
                    derived.name
                );
                let [earlier] = numbers_of::<1>(
                    &conn,
                    &format!(
                        "select count(*)::integer from {} where kept_day = {kept} and day <= {}",
                        table.of(derived.name),
                        kept - 92
                    ),
                )[0];
                assert_eq!(earlier, 0, "{} {kept} has its latest days alone", derived.name);
            }
        }
    }
}

#[test]
fn kept_days_of_items_and_rows_between_them_add_up_to_what_a_scan_counts_in_any_window() {
    for seed in of_today(310..313) {
        let (conn, mut random, last) = program(seed, 130);
        let mut compared = 0;
        for (derived, profile) in profiles() {
            let Some(table) = profile.tables().find(|table| table.kind == ProfileKind::ItemMonths) else { continue };
            let item = table.item.expect("an item");
            let (_, counted) = COUNTED.iter().find(|(table, _)| *table == derived.name).expect("a count");
            let counts: Vec<&str> = table.counts.iter().map(|count| count.name).collect();
            let sums: Vec<String> = counts.iter().map(|name| format!("coalesce(sum({name}), 0)::bigint")).collect();
            let numbers = |sql: &str, days: &[i64]| -> Vec<i64> {
                let read = |row: &duckdb::Row<'_>| (0..counts.len()).map(|index| row.get(index)).collect();
                let sql = format!("select coalesce(columns(*), 0)::bigint from ({sql})");
                let mut statement = conn.prepare_cached(&sql).expect("a query");
                statement.query_row(duckdb::params_from_iter(days), read).expect("numbers")
            };
            let kept = profile::found(&conn, derived.name, &table).expect("kept days");
            assert!(kept.len() >= 2, "the end of a quarter and of the last month: {kept:?}");
            let items: Vec<i64> =
                numbers_of::<1>(&conn, &format!("select distinct {item} from derived.{}", derived.name))
                    .into_iter()
                    .map(|[item]| i64::from(item))
                    .collect();
            for of in items {
                let expected =
                    |since: i64, until: i64| numbers(&format!("{counted} and {item} = {of}"), &[since, until]);
                let summed = |relation: &str, days: &[i64]| {
                    let sql = format!("select {} from {}_{relation} {item} = {of}", sums.join(", "), derived.source);
                    numbers(&sql, days)
                };
                for kept in kept.iter().copied().map(i64::from) {
                    for month in [0, 31, 60, 91] {
                        let found =
                            summed("item_months($1::smallint, $2::smallint, $1::smallint) where", &[kept, month]);
                        assert_eq!(found, expected(month, kept), "{of} to {kept} since month {month}, seed {seed}");
                        let all = "kept_item_months() where kept_day = $1 and month >= $2 and";
                        assert_eq!(summed(all, &[kept, month]), found, "{of} to {kept} since month {month} of all");
                        compared += found[0];
                    }
                    // The days before a whole month, as the rows have them.
                    let (first, next) =
                        [(2 + random.below(28) as i64, 31), (32, 60), (75, 91)][random.below(3) as usize];
                    let months = summed("item_months($1::smallint, $2::smallint, $1::smallint) where", &[kept, next]);
                    let days = "item_days($1::smallint, $2::smallint, $3::smallint) where";
                    let days = summed(days, &[kept, first, (next - 1).min(kept)]);
                    let all: Vec<i64> = months.iter().zip(days).map(|(months, days)| months + days).collect();
                    assert_eq!(all, expected(first, kept), "{of} to {kept} since {first}, seed {seed}");
                }
                let since = 1 + random.below(last) as i64;
                let from = since + random.below(30) as i64;
                let until = from + random.below(30) as i64;
                let change = summed("rows($1::smallint, $2::smallint, $3::smallint) where", &[from, until, since]);
                let before = expected(since, from - 1);
                let after: Vec<i64> = change.iter().zip(before).map(|(change, before)| change + before).collect();
                assert_eq!(after, expected(since, until), "{of}, {from} to {until} since {since}, seed {seed}");
                let windows = "rows_of_windows([1], [$1]::smallint[], [$2]::smallint[], [$3]::smallint[], [1]) where";
                assert_eq!(summed(windows, &[from, until, since]), change, "{of}, {from} to {until} since {since}");
            }
        }
        assert!(compared > 0, "some items have views");
    }
}
