//! Every operator of the macros of profiles, and of the statements that refresh these, matters: a change of one makes a
//! statement fail or changes a figure. What the unchanged SQL counts is compared with scans by the other tests.

use std::collections::BTreeMap;

use super::*;
use crate::warehouse::derive::profile::{Kept, statements};
use crate::warehouse::feed::Profile;

const CHANGES: [(&str, &str); 14] = [
    (" >= ", " > "),
    (" > ", " >= "),
    (" < ", " <= "),
    (" = ", " <> "),
    (" <> ", " = "),
    (" and ", " or "),
    (" or ", " and "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " + "),
    ("not ", ""),
    ("min(", "max("),
    ("sum(", "max("),
    ("semi join", "anti join"),
];

/// Whether a change has no effect, by what comes before and after the operator.
fn has_no_effect(profile: &Profile, before: &str, after: &str) -> bool {
    let once = || profile.counts.iter().filter(|count| count.takes.is_none()).map(|count| count.name);
    let is_count = |end: &str| once().any(|name| after.starts_with(&format!("{name}){end}")));
    let is_first_of_range = before.rsplit_once("range(").is_some_and(|(_, number)| number.parse::<i16>().is_ok());
    let is_in_changes = before.contains("summed as") && !before.contains("running as");
    // Rows that are all 0 only take space, and only moved members leave any.
    before.contains("k.kept_day < r.until")
        // Days up to the last one that remains are excluded twice, so that few rows are read.
        || is_first_of_range || before.ends_with("r.day") || after.starts_with("r.day > 0")
        // Who has logged in four times has logged in three times.
        || before.ends_with("r.prev2") || after.starts_with("r.prev2 > 0")
        // What is never taken away is added once, on one kept day: the sum of one number.
        || is_in_changes && is_count("::bigint") || is_count(" over w)")
}

/// A statement with one operator changed.
struct Mutant {
    sql: String,
    what: String,
}

/// The statement with each operator changed in turn.
fn mutants(profile: &Profile, sql: &str) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (from, to) in CHANGES {
        for (at, _) in sql.match_indices(from) {
            let (before, after) = (&sql[..at], &sql[at + from.len()..]);
            if has_no_effect(profile, before, after) {
                continue;
            }
            let near = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let what = format!(
                "{}[{from}→{to}]{}",
                near(&before[before.len().saturating_sub(60)..]),
                near(&after[..after.len().min(60)])
            );
            all.push(Mutant { sql: format!("{before}{to}{after}"), what });
        }
    }
    all
}

/// A program with profiles over several months. Two segments have two members each, who do much.
fn program(seed: u64) -> (Connection, Random, i64) {
    let mut random = Random(seed);
    let conn = warehouse();
    conn.execute_batch(
        "insert into feed.members values (1, 1, 1, [1], '2000-01-01', 'a'), (2, 1, 1, [1], '2000-01-01', 'a'),
                                         (3, 2, 1, [1], '2000-01-01', 'a'), (4, 2, 1, [1], '2000-01-01', 'a')",
    )
    .expect("members");
    let last = 65;
    for day in 1..=last {
        fill(&conn, &mut random, 4, day);
    }
    derive_from(&conn, None).expect("from nothing");
    (conn, random, last as i64)
}

fn kept_days(conn: &Connection, name: &str) -> Kept {
    profile::found(conn, name).expect("kept days")
}

/// Queries of a macro of a profile: of its kept days, and of windows around them.
fn queries(relation: &str, profile: &Profile, kept: &Kept, last: i64, random: &mut Random) -> Vec<String> {
    let sums: Vec<String> =
        profile.counts.iter().map(|count| format!("coalesce(sum({}), 0)::bigint", count.name)).collect();
    let query = |end: String| format!("select {} from {}_{relation}{end}", sums.join(", "), profile.source);
    let mut all = Vec::new();
    // Every day as the first of a window, and windows that begin and end in between.
    for since in 1..=last {
        match relation {
            "rows" => all.push(query(format!("({since}, {last}, {since})"))),
            "rows_of_windows" => all.push(query(format!("([1], [{since}], [{last}], [{since}], [1])"))),
            _ => {}
        }
    }
    for round in 0..15 {
        // Also from the first days on, on which nobody did anything before, and with rows before and on the first day.
        let since = 1 + random.below(if round % 3 == 0 { 5 } else { last as u64 }) as i64;
        let from = (since + [0, -2, random.below(20) as i64][round % 3]).max(0);
        let until = from + random.below(20) as i64;
        match relation {
            "rows" => all.push(query(format!("({from}, {until}, {since})"))),
            "rows_of_windows" => {
                for period in [1, 2] {
                    all.push(query(format!(
                        "([1, 2], [{from}, {since}], [{until}, {from}], [{since}, {since}], [1, -1]) where period = {period}"
                    )));
                }
            }
            "days" => all.extend(kept.by_day.iter().map(|kept| query(format!("({kept}, {since}, {kept})")))),
            "months" => all.extend(kept.by_month.iter().map(|kept| query(format!("({kept}, {since}, {kept})")))),
            of_all => {
                let (column, kept) =
                    if of_all == "kept_months" { ("month", &kept.by_month) } else { ("day", &kept.by_day) };
                let of_kept = |kept| query(format!("() where kept_day = {kept} and {column} >= {since}"));
                all.extend(kept.iter().map(of_kept));
            }
        }
    }
    all
}

fn numbers(conn: &Connection, sql: &str, width: usize) -> duckdb::Result<Vec<i64>> {
    conn.query_row(sql, [], |row| (0..width).map(|index| row.get(index)).collect())
}

#[test]
fn an_operator_that_is_wrong_in_a_query_of_profiles_changes_a_figure() {
    let (conn, mut random, last) = program(400);
    let macros: Vec<String> = sources::of_profiles().map(|sql| sql.replace("bond.", "")).collect();
    for sql in &macros {
        conn.execute_batch(sql).expect("a macro");
    }
    let mut survivors = Vec::new();
    for (derived, profile) in profiles() {
        let width = profile.counts.len();
        let kept = kept_days(&conn, derived.name);
        for relation in ["days", "kept_days", "months", "kept_months", "rows", "rows_of_windows"] {
            let head = format!("create macro memory.main.{}_{relation}(", profile.source);
            let sql = macros.iter().find(|sql| sql.starts_with(&head)).expect("a macro");
            let queries = queries(relation, &profile, &kept, last, &mut random);
            let right: Vec<Vec<i64>> =
                queries.iter().map(|query| numbers(&conn, query, width).expect("numbers")).collect();
            let replace = |sql: &str| conn.execute_batch(&sql.replacen("create macro", "create or replace macro", 1));
            for mutant in mutants(&profile, sql) {
                let is_found = replace(&mutant.sql).is_err()
                    || queries
                        .iter()
                        .zip(&right)
                        .any(|(query, right)| numbers(&conn, query, width).map_or(true, |found| found != *right));
                if !is_found {
                    survivors.push(mutant.what);
                }
            }
            replace(sql).expect("the macro again");
        }
    }
    assert_eq!(survivors, Vec::<String>::new());
}

#[test]
fn an_operator_that_is_wrong_in_a_statement_that_writes_profiles_changes_a_row() {
    let (conn, ..) = program(401);
    // By derived table, statement and change.
    let mut survivors: Option<BTreeMap<(&str, usize, usize), String>> = None;
    // Everything from nothing, and the later half after a correction: what one of them does not notice, the other does.
    for halves_that_remain in [0, 1] {
        let mut unnoticed = BTreeMap::new();
        for (derived, profile) in profiles() {
            let tables = ["profile", "profile_month"].map(|table| format!("{}_{table}", derived.name));
            for table in &tables {
                let copy = format!("create or replace temp table right_{table} as from derived.{table}");
                conn.execute_batch(&copy).expect("a copy");
            }
            let kept = kept_days(&conn, derived.name);
            let base = if halves_that_remain == 0 { 0 } else { kept.by_month[kept.by_month.len() / 2] };
            let all = statements(derived.name, &profile, &kept, base);
            let is_right = |changed: usize, sql: &str| {
                conn.execute_batch("begin").expect("begin");
                let is_run = all
                    .iter()
                    .enumerate()
                    .all(|(index, original)| conn.execute_batch(if index == changed { sql } else { original }).is_ok());
                let is_same = |table: &String| {
                    let sql = format!(
                        "select (select count(*) from (from right_{table} except all from derived.{table}))
                              + (select count(*) from (from derived.{table} except all from right_{table}))"
                    );
                    numbers(&conn, &sql, 1).is_ok_and(|found| found == [0])
                };
                let is_right = is_run && tables.iter().all(is_same);
                conn.execute_batch("rollback").expect("rollback");
                is_right
            };
            assert!(is_right(0, &all[0]), "{} without a change", derived.name);
            for (index, sql) in all.iter().enumerate() {
                for (nth, mutant) in mutants(&profile, sql).into_iter().enumerate() {
                    if is_right(index, &mutant.sql) {
                        unnoticed.insert((derived.name, index, nth), mutant.what);
                    }
                }
            }
        }
        survivors = Some(match survivors {
            Some(before) => before.into_iter().filter(|(change, _)| unnoticed.contains_key(change)).collect(),
            None => unnoticed,
        });
    }
    assert_eq!(survivors, Some(BTreeMap::new()));
}
