//! Every operator of the macros of profiles, and of the statements that refresh these, matters: a change of one makes a
//! statement fail or changes a figure. What the unchanged SQL counts is compared with scans by the other tests.

use std::collections::BTreeMap;

use super::*;
use crate::turns::{of_turn, takes_turn};
use crate::warehouse::derive::checkpoint_days::ProfileRows;
use crate::warehouse::derive::profile::{Moves, Rewrite, Statements, moves, rewrite};
use crate::warehouse::feed::{Count, Profile, ProfileKind};

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
fn has_no_effect(counts: &[Count], before: &str, after: &str) -> bool {
    let once = || counts.iter().filter(|count| count.leaves_on.is_none()).map(|count| count.name);
    let is_count = |end: &str| once().any(|name| after.starts_with(&format!("{name}){end}")));
    let is_first_of_range = before.rsplit_once("range(").is_some_and(|(_, number)| number.parse::<i16>().is_ok());
    let is_in_changes = before.contains("summed as") && !before.contains("running as");
    // Rows that are all 0 only take space, and only moved members leave any.
    before.contains("k.kept_day < r.until")
        // Days up to the last one that remains are excluded twice, so that few rows are read.
        || is_first_of_range || before.ends_with("r.day") || after.starts_with("r.day > 0")
        // Who has logged in four times has logged in three times.
        || before.ends_with("r.prev2") || after.starts_with("r.prev2 > 0")
        // What is never taken away is added once, on one checkpoint: the sum of one number.
        || is_in_changes && is_count("::bigint") || is_count(" over w)")
}

/// A statement with one operator changed.
struct Mutant {
    sql: String,
    what: String,
}

/// The statement with each operator changed in turn.
fn mutants(counts: &[Count], sql: &str) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (from, to) in CHANGES {
        for (at, _) in sql.match_indices(from) {
            let (before, after) = (&sql[..at], &sql[at + from.len()..]);
            if has_no_effect(counts, before, after) {
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
    of_turn(all).collect()
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
    fill(&conn, &mut random, 4, 1..=last);
    derive_from(&conn, None).expect("from nothing");
    (conn, random, last as i64)
}

/// A macro of a profile.
struct Relation {
    /// Its name after the source's.
    name: String,
    counts: &'static [Count],
    /// The table that it reads, with the days that this keeps; None for macros of rows.
    table: Option<(ProfileTable, Vec<i16>)>,
}

fn relations(conn: &Connection, derived: &Derived, profile: &Profile) -> Vec<Relation> {
    let of_rows = ["rows", "rows_of_windows"]
        .map(|name| Relation { name: name.to_owned(), counts: profile.counts, table: None })
        .into_iter();
    let of_tables = profile.tables().flat_map(|table| {
        let kept = profile::found(conn, derived.name, &table).expect("kept days");
        let macros = table.kind.macros();
        [macros.to_owned(), format!("kept_{macros}")].map(|name| Relation {
            name,
            counts: table.counts,
            table: Some((table, kept.clone())),
        })
    });
    let of_items = profile.tables().find(|table| table.kind == ProfileKind::ItemMonths).map(|table| {
        let kept = profile::found(conn, derived.name, &table).expect("kept days");
        Relation { name: "item_days".to_owned(), counts: table.counts, table: Some((table, kept)) }
    });
    of_rows.chain(of_tables).chain(of_items).collect()
}

/// Queries of a macro of a profile: of its checkpoints, and of windows around them.
fn queries(relation: &Relation, source: &str, last: i64, random: &mut Random) -> Vec<String> {
    let sums: Vec<String> =
        relation.counts.iter().map(|count| format!("coalesce(sum({}), 0)::bigint", count.name)).collect();
    let name = relation.name.as_str();
    let query = |end: String| format!("select {} from {source}_{name}{end}", sums.join(", "));
    let mut all = Vec::new();
    // Every day as the first of a window, and windows that begin and end in between.
    for since in 1..=last {
        match name {
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
        match name {
            "rows" => all.push(query(format!("({from}, {until}, {since})"))),
            "rows_of_windows" => {
                for period in [1, 2] {
                    all.push(query(format!(
                        "([1, 2], [{from}, {since}], [{until}, {from}], [{since}, {since}], [1, -1]) where period = {period}"
                    )));
                }
            }
            _ => {
                let (table, kept) = relation.table.as_ref().expect("a table");
                let column = table.kind.each().column();
                let of_kept = |kept: &i16| match name.starts_with("kept_") {
                    true => query(format!("() where kept_day = {kept} and {column} >= {since}")),
                    _ if name == "item_days" => query(format!("({kept}, {since}, {})", since + round as i64)),
                    false => query(format!("({kept}, {since}, {kept})")),
                };
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
    if !takes_turn(0) {
        return;
    }
    let (conn, mut random, last) = program(400);
    let macros: Vec<String> = sources::of_profiles().map(|sql| sql.replace("bond.", "")).collect();
    for sql in &macros {
        conn.execute_batch(sql).expect("a macro");
    }
    let mut survivors = Vec::new();
    for (derived, profile) in profiles() {
        for relation in relations(&conn, derived, &profile) {
            let width = relation.counts.len();
            let head = format!("create macro memory.main.{}_{}(", derived.source, relation.name);
            let sql = macros.iter().find(|sql| sql.starts_with(&head)).expect("a macro");
            let queries = queries(&relation, derived.source, last, &mut random);
            let right: Vec<Vec<i64>> =
                queries.iter().map(|query| numbers(&conn, query, width).expect("numbers")).collect();
            let replace = |sql: &str| conn.execute_batch(&sql.replacen("create macro", "create or replace macro", 1));
            for mutant in mutants(relation.counts, sql) {
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

/// The tables of a profile, to be written again from the day that `base` finds among those that each keeps.
fn rewrites(conn: &Connection, name: &str, profile: &Profile, base: fn(&[i16]) -> i16) -> Vec<Rewrite> {
    let rewrite = |table: ProfileTable| {
        let wanted = profile::found(conn, name, &table).expect("kept days");
        Rewrite { table, base: base(&wanted), wanted }
    };
    profile.tables().map(rewrite).collect()
}

/// The statements that write a profile, so that they can be changed.
fn texts_of(statements: &mut Statements) -> Vec<&mut String> {
    let of_tables = statements.of_tables.iter_mut().flat_map(|of| [&mut of.delete, &mut of.known, &mut of.prune]);
    std::iter::once(&mut statements.rows.sql).chain(of_tables).collect()
}

/// The statements that move members, so that they can be changed.
fn texts_of_moves(moves: &mut Moves) -> Vec<&mut String> {
    let of_tables = moves.of_tables.iter_mut().flat_map(|of| [&mut of.before].into_iter().chain(&mut of.after));
    std::iter::once(&mut moves.rows.sql).chain(of_tables).collect()
}

/// The number of rows that only one of two tables has.
fn differences(conn: &Connection, one: &str, other: &str) -> duckdb::Result<i64> {
    let sql = format!(
        "select (select count(*) from (from {one} except all from {other}))
              + (select count(*) from (from {other} except all from {one}))"
    );
    conn.query_row(&sql, [], |row| row.get(0))
}

#[test]
fn an_operator_that_is_wrong_in_a_statement_that_writes_profiles_changes_a_row() {
    if !takes_turn(2) {
        return;
    }
    let (conn, ..) = program(401);
    // By source, statement and change.
    let mut survivors: Option<BTreeMap<(&str, usize, usize), String>> = None;
    // Everything from nothing, and the later half after a correction: what one of them does not notice, the other does.
    let bases: [fn(&[i16]) -> i16; 2] = [|_| 0, |kept| kept[(kept.len() - 1) / 2]];
    for base in bases {
        let mut unnoticed = BTreeMap::new();
        for (derived, profile) in profiles() {
            let name = derived.name;
            let mut rows = ProfileRows::read(&conn, name, &profile).expect("rows").expect("some");
            // Each period by itself: the statement then has many first and last days.
            rows.rows = counting::FEW_ROWS + 1;
            let rows = Some(rows);
            // A table of so few months keeps one day: with another one, it can be continued from a day.
            let mut tables = rewrites(&conn, name, &profile, |_| 0);
            for Rewrite { wanted, .. } in tables.iter_mut().filter(|rewrite| rewrite.wanted.len() == 1) {
                wanted.insert(0, wanted[0] / 2);
            }
            rewrite(&conn, name, &tables, rows, &Statements::of(name, &profile, &tables)).expect("from nothing");
            let tables = rewrites(&conn, name, &profile, base);
            for table in profile.tables() {
                let (target, copy) = (table.of(name), table.name(name));
                conn.execute_batch(&format!("create or replace temp table right_{copy} as from {target}"))
                    .expect("a copy");
            }
            let is_right = |change: &dyn Fn(&mut Statements)| {
                conn.execute_batch("begin").expect("begin");
                let mut statements = Statements::of(name, &profile, &tables);
                change(&mut statements);
                let is_run = rewrite(&conn, name, &tables, rows, &statements).is_ok();
                let is_same = |table: ProfileTable| {
                    differences(&conn, &format!("right_{}", table.name(name)), &table.of(name)) == Ok(0)
                };
                let is_right = is_run && profile.tables().all(is_same);
                conn.execute_batch("rollback").expect("rollback");
                is_right
            };
            assert!(is_right(&|_| {}), "{name} without a change");
            let mut original = Statements::of(name, &profile, &tables);
            for (index, sql) in texts_of(&mut original).into_iter().enumerate() {
                for (nth, mutant) in mutants(profile.counts, sql).into_iter().enumerate() {
                    if is_right(&|statements| *texts_of(statements)[index] = mutant.sql.clone()) {
                        unnoticed.insert((name, index, nth), mutant.what);
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

#[test]
fn an_operator_that_is_wrong_in_a_statement_that_moves_members_changes_a_row() {
    if !takes_turn(4) {
        return;
    }
    let (conn, ..) = program(402);
    // One segment has few rows: of one offer in one month, and of the last days only on the last. Some amounts are 0.
    let day = |day: u8| format!("date '2000-01-01' + {day}");
    for (table, time, more) in [
        ("logins", "logged_in_at", "row_no % 5 <> 0".to_owned()),
        ("offer_interactions", "occurred_at", format!("offer_id = 2 or occurred_at >= {}", day(31))),
        ("partner_transactions", "transacted_on", "row_no % 5 <> 0".to_owned()),
    ] {
        conn.execute_batch(&format!(
            "delete from feed.{table} where member_key in (3, 4) and ({more} or {time} >= {}) and {time} < {}",
            day(60),
            day(65)
        ))
        .expect("fewer rows");
    }
    conn.execute_batch(&format!(
        "insert into feed.logins (row_no, member_key, logged_in_at) values (90, 3, {})",
        day(65)
    ))
    .expect("a login");
    conn.execute_batch("update feed.partner_transactions set sales = 0, savings = 0 where member_key < 3").expect("0");
    derive_from(&conn, None).expect("from nothing");
    // By source, statement and change.
    let mut survivors: Option<BTreeMap<(&str, usize, usize), String>> = None;
    // Members who move, and to which segment: to one with members, all of theirs, or one that had none. What one of them
    // does not notice, another does.
    for (who, to) in [("1", "of 3"), ("1, 2", "of 3"), ("1", "new"), ("3", "of 1")] {
        let mut unnoticed = BTreeMap::new();
        let segment = match to.strip_prefix("of ") {
            Some(member) => format!("(select segment_id from derived.member where member_key = {member})"),
            None => "99".to_owned(),
        };
        conn.execute_batch(&format!(
            "create or replace temp table member_moved as
               select member_key, {segment} as segment_id, segment_id as was from derived.member where member_key in ({who})"
        ))
        .expect("moved members");
        for (derived, profile) in profiles() {
            let rows = format!("derived.{}", derived.name);
            conn.execute_batch(&format!(
                "create or replace temp table rows_before as from {rows};
                 update {rows} as r set segment_id = m.segment_id from member_moved m where m.member_key = r.member_key;
                 create or replace temp view moved_row as {}",
                summaries::moved_rows(&rows)
            ))
            .expect("rows of other segments");
            let found = ProfileRows::read(&conn, derived.name, &profile).expect("rows");
            let tables = rewrites(&conn, derived.name, &profile, |_| 0);
            let copy = |table: &ProfileTable, name: &str| {
                let (target, copy) = (table.of(derived.name), table.name(derived.name));
                let sql = format!("create or replace temp table {name}_{copy} as from {target}");
                conn.execute_batch(&sql).expect("a copy");
            };
            profile.tables().for_each(|table| copy(&table, "before"));
            let statements = Statements::of(derived.name, &profile, &tables);
            rewrite(&conn, derived.name, &tables, found, &statements).expect("from nothing");
            profile.tables().for_each(|table| copy(&table, "expected"));
            let back = profile.tables().map(|table| {
                let (target, name) = (table.of(derived.name), table.name(derived.name));
                format!("delete from {target}; insert into {target} from before_{name};")
            });
            let back = back.collect::<String>();
            let found = found.expect("rows");
            let kept: Vec<_> = tables.into_iter().map(|rewrite| (rewrite.table, rewrite.wanted)).collect();
            let is_right = |change: &dyn Fn(&mut Moves)| {
                conn.execute_batch(&format!("begin; {back}")).expect("begin");
                let mut statements = Moves::of(derived.name, &profile);
                change(&mut statements);
                let is_run = moves(&conn, &kept, found, &statements).is_ok();
                let is_same = |table: ProfileTable| {
                    let name = table.name(derived.name);
                    differences(&conn, &format!("expected_{name}"), &table.of(derived.name)) == Ok(0)
                };
                let is_right = is_run && profile.tables().all(is_same);
                conn.execute_batch("rollback").expect("rollback");
                is_right
            };
            assert!(is_right(&|_| {}), "{rows} without a change");
            let mut original = Moves::of(derived.name, &profile);
            let of_rows = original.rows.sql.clone();
            for (index, sql) in texts_of_moves(&mut original).into_iter().enumerate() {
                // The test above changes the statement that reads rows.
                if *sql == of_rows {
                    continue;
                }
                for (nth, mutant) in mutants(profile.counts, sql).into_iter().enumerate() {
                    if is_right(&|statements| *texts_of_moves(statements)[index] = mutant.sql.clone()) {
                        unnoticed.insert((derived.name, index, nth), mutant.what);
                    }
                }
            }
            conn.execute_batch(&back).expect("back");
            conn.execute_batch(&format!("delete from {rows}; insert into {rows} from rows_before")).expect("back");
        }
        survivors = Some(match survivors {
            Some(before) => before.into_iter().filter(|(change, _)| unnoticed.contains_key(change)).collect(),
            None => unnoticed,
        });
    }
    assert_eq!(survivors, Some(BTreeMap::new()));
}
