//! The tests of answers again, with the rows of members on real servers.
//!
//! This executable runs itself with the addresses in `TEST_CLUSTER`. Then every [`crate::TestApp`] has a database of its own on
//! the servers, and its data directory has no rows of members ([`crate::TestApp::with_rows`]): what a test reads of them, the
//! servers have answered.
//!
//! `make test` runs a part of them on one kind of server, another one each day or with another `TEST_SEED`; with `TEST_ROUNDS`
//! above 1, as in `make soak`, all of them are run on both.

use std::process::Command;
use std::time::Instant;

use bond::warehouse::feed::TABLES;
use serde_json::json;
use time::macros::date;

use crate::clickhouse::{CLUSTER, Servers};
use crate::{Program, takes_turn};

/// Tests whose names contain one of the texts, with settings of [`crate::brute_force`]: as much as there is time for.
struct Again {
    tests: &'static [&'static str],
    /// Without those whose names contain one of these.
    but: &'static [&'static str],
    rounds: u32,
    chance: u32,
}

const FIGURES: Again = Again {
    tests: &["brute_force::figures_equal", "brute_force::close::who_is_close"],
    but: &[],
    rounds: 2,
    chance: 30,
};

/// Forty filters, and some of the calls with each.
const FILTERS: Again = Again { tests: &["brute_force::every_call_equals"], but: &[], rounds: 40, chance: 10 };

const CALLS: Again = Again {
    tests: &[
        "engines::rows_are_read",
        "queries::a_request_that_hangs_up",
        "queries::a_query",
        "data_calls::",
        "figures::",
        "invariants::",
    ],
    // These are refused before a question, have no rows of members, or repeat a request.
    but: &["bodies_that_are", "invalid_filter", "unknown_ids", "lists::schedule", "the_same_request", "concurrent_req"],
    rounds: 1,
    chance: 30,
};

/// `make test` runs one of so many parts of the tests of [`CALLS`].
const PARTS: u64 = 6;

#[test]
fn clickhouse_servers_answer_as_the_data_directory_does() {
    if !takes_turn(4) {
        return;
    }
    let (is_whole, seed) = (crate::is_whole(), crate::todays_number());
    let kinds: [fn() -> Option<Servers>; 2] = [|| Servers::start(2), Servers::present];
    for (number, start) in (0..).zip(kinds) {
        if (is_whole || seed % 2 == number)
            && let Some(servers) = start()
        {
            again_on(&servers, is_whole, seed / 2);
        }
    }
}

/// All of the tests, or those of this turn: of one kind, and of [`CALLS`] a part.
fn again_on(servers: &Servers, is_whole: bool, turn: u64) {
    let (kind, part) = (turn % 3, turn / 3 % PARTS);
    for (number, Again { tests, but, rounds, chance }) in (0..).zip([FIGURES, FILTERS, CALLS]) {
        if !is_whole && number != kind {
            continue;
        }
        // Fewer filters, and as many calls with each: of few calls, one more or less would decide how much is compared.
        let rounds = if is_whole { rounds } else { rounds.div_ceil(8) };
        let begun = Instant::now();
        // For the folders of programs that stay until the process ends.
        let folder = tempfile::tempdir().expect("a folder");
        let run = |words: &[&str]| {
            let mut command = Command::new(std::env::current_exe().expect("this executable"));
            command.args(["--include-ignored"]).args(words).env("TMPDIR", folder.path());
            command.args(but.iter().flat_map(|name| ["--skip", name]));
            command.env(CLUSTER, servers.urls()).env("TEST_ROUNDS", rounds.to_string());
            command.env("TEST_CHANCE", chance.to_string());
            let output = command.output().expect("run");
            let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            assert!(output.status.success(), "on {}:\n{}{}", servers.urls(), text[0], text[1]);
            text[0].clone()
        };
        let listed = run(&[tests, &["--list"][..]].concat());
        let names: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
        for test in tests {
            assert!(names.iter().any(|name| name.contains(test)), "no test is named {test}");
        }
        let is_in_part = |(place, name): &(usize, &str)| {
            is_whole || name.starts_with("engines::") || *place as u64 % PARTS == part || names.len() < 10
        };
        let names: Vec<&str> = names.iter().copied().enumerate().filter(is_in_part).map(|(_, name)| name).collect();
        let text = run(&[&names, &["--exact", "--test-threads", "2"][..]].concat());
        let passed = format!("test result: ok. {} passed; 0 failed; 0 ignored;", names.len());
        assert!(text.contains(&passed), "not {passed}\n{text}");
        println!("PASS {} tests of {tests:?} on {} in {:?}", names.len(), servers.urls(), begun.elapsed());
    }
}

/// Proves that the tests beside it read from the servers.
#[test]
#[ignore = "run by the test above, which starts servers"]
fn rows_are_read_from_the_servers_only() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let database = program.app.database.as_ref().expect("run by the test above");
    let writer = program.app.app.warehouse.writer().expect("a writer");
    for derived in TABLES.iter().filter_map(|table| table.derived) {
        let count = format!("select count(*) from derived.{}", derived.name);
        let rows: i64 = writer.query_row(&count, [], |row| row.get(0)).expect("counted");
        assert_eq!(rows, 0, "{} in the data directory", derived.name);
    }
    drop(writer);
    for node in database.nodes() {
        node.run("select throwIf(count() = 0) from session").expect("rows of some members on each server");
    }
    let path = "/api/v1/dashboard/users/userDashboardInfo";
    let body = |end: &str| json!({"startDate": "2025-02-03", "endDate": end});
    assert_eq!(program.post(path, &body("2025-02-08"))["logins"]["totalLogins"], 6);
    database.nodes().for_each(|node| node.run("drop table session").expect("dropped"));
    assert_eq!(program.call(path, &body("2025-02-09")).status, 503);
}
