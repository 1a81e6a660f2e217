//! The queue of queries: a request that hangs up, takes too long or finds the queue full leaves the others unharmed.
//! `TEST_ROUNDS` sets how many requests hang up (20 unless given).

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::config::Config;
use bond::figures::filter::GroupsAsOf;
use bond::groupings::Grouping;
use bond::scope::{GroupLimit, Scope};
use bond::store::roles::USERS;
use bond::warehouse::day::Day;
use serde_json::{Value, json};
use time::macros::date;

use super::clickers::p95;
use super::{Program, TestApp, setting, wait};

const PATH: &str = "/api/v1/dashboard/users/logins/breakdown/LOGINS_TABLE";

/// A question over the days since this one is answered as slowly as [`slow`] says; its day before and year before are
/// not.
fn question(end: u8) -> Value {
    json!({"startDate": "2025-02-03", "endDate": format!("2025-02-{end:02}")})
}

/// A program in which [`question`] takes as long as counting so many numbers.
fn slow(numbers: u64, change: impl FnOnce(&mut Config)) -> Program {
    let app = TestApp::open(date!(2025 - 03 - 11), |config| {
        config.query_seconds = 600;
        change(config);
    });
    let program = Program { token: app.signed_in("ann", USERS), app };
    program
        .app
        .import_folder(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture"))
        .expect("loaded");
    let since = Day::clamped(date!(2025 - 02 - 03)).number();
    let writer = program.app.app.warehouse.writer().expect("a writer");
    for (name, parameters, first) in [
        ("session_days", "kept, start, stop", "start"),
        ("session_latest_days", "kept, start, stop", "start"),
        ("session_rows", "start, stop, since", "since"),
    ] {
        let definition = format!("select macro_definition from duckdb_functions() where function_name = '{name}'");
        let definition: String = writer.query_row(&definition, [], |row| row.get(0)).expect("a macro");
        writer
            .execute_batch(&format!(
                "create macro memory.main.quick_{name}({parameters}) as table {definition};
                 create or replace macro memory.main.{name}({parameters}) as table
                 select * from memory.main.quick_{name}({parameters})
                 where (select count(*) from range(case when {first} = {since} then {numbers} else 1 end) n
                        where (n.range * 7919) % 1000003 = 1000004) = 0"
            ))
            .expect("other macros");
    }
    drop(writer);
    // The catalogue is read once.
    program.post(PATH, &json!({}));
    if let Some(database) = &program.app.database {
        database.slow_down("session", numbers);
    }
    program
}

/// Questions are quick again. On a cluster all were slow.
fn quick(program: &Program) {
    if let Some(database) = &program.app.database {
        until("the servers have stopped", || database.is_idle("session"));
        database.quicken("session");
    }
}

/// Longer than any test waits.
const ENDLESS: u64 = 1_000_000_000_000;

/// A series of the page of figures.
fn figure(program: &Program, series: &str) -> f64 {
    let page = program.app.get("/metrics").send().text;
    let line = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{series} is not in {page}")).parse().expect("a number")
}

fn ended(program: &Program, outcome: &str) -> f64 {
    figure(program, &format!("bond_queries_total{{outcome=\"{outcome}\"}}"))
}

fn running(program: &Program) -> f64 {
    figure(program, "bond_queries_running")
}

fn until(what: &str, holds: impl Fn() -> bool) -> Duration {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
    started.elapsed()
}

/// A request that was sent; nobody reads its answer yet.
fn sent(program: &Program, token: &str, body: &Value) -> TcpStream {
    let origin = program.app.origin();
    let mut stream = TcpStream::connect(origin.trim_start_matches("http://")).expect("connected");
    let body = body.to_string();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).expect("sent");
    stream
}

/// Status, head and body of its answer.
fn received(mut stream: TcpStream) -> (u16, String, String) {
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_ascii_lowercase(), body.to_owned())
}

#[test]
fn a_request_that_hangs_up_ends_its_query_at_once() {
    let rounds = setting("TEST_ROUNDS", 20);
    let program = slow(ENDLESS, |_| {});
    let mut times = Vec::new();
    for round in 0..rounds {
        let stream = sent(&program, &program.token, &question(4 + (round % 20) as u8));
        until("its query runs", || running(&program) > 0.0);
        let started = Instant::now();
        // Half of them are closed, of the others only the direction in which requests are sent.
        if round % 2 == 0 {
            drop(stream);
        } else {
            stream.shutdown(Shutdown::Write).expect("shut down");
        }
        until("its query has ended", || running(&program) == 0.0);
        times.push(started.elapsed());
    }
    assert!(ended(&program, "abandoned") >= rounds as f64);
    assert_eq!(ended(&program, "failed"), 0.0);
    quick(&program);
    // The connections are whole.
    program.post(PATH, &json!({"startDate": "2025-02-04", "endDate": "2025-02-20"}));
    println!("PASS hang-ups: {rounds} queries interrupted; p95 in ms {:.1}, longest {:.1}", p95(&mut times), {
        times.last().map_or(0.0, |time| time.as_secs_f64() * 1e3)
    });
}

#[test]
fn a_query_ends_after_its_time_and_the_answer_says_so() {
    let program = slow(ENDLESS, |config| config.query_seconds = 1);
    let answer = program.call(PATH, &question(10));
    assert_eq!(answer.status, 503, "{}", answer.text);
    assert_eq!(answer.json()["error"], "timeout");
    assert!(answer.json()["message"].as_str().expect("text").contains("longer than 1 s"), "{}", answer.text);
    assert_eq!(answer.header("retry-after"), "", "trying again does not help");
    until("its query has ended", || running(&program) == 0.0);
    assert!(ended(&program, "cut") >= 1.0);
    quick(&program);
    program.post(PATH, &json!({}));
}

#[test]
fn whoever_asks_much_is_refused_and_leaves_room_for_others() {
    let program = slow(ENDLESS, |config| config.waiting_queries = 40);
    let bob = program.app.signed_in("bob", USERS);
    let users = 20;
    let eager: Vec<_> = (4..4 + users).map(|end| sent(&program, &program.token, &question(end))).collect();
    until("some are refused", || ended(&program, "refused") >= 1.0);
    assert!(running(&program) <= 3.0);
    // Those that are refused are answered at once; the others wait.
    let (mut refused, mut waiting) = (0, Vec::new());
    for stream in eager {
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("set");
        if stream.peek(&mut [0]).is_err() {
            waiting.push(stream);
            continue;
        }
        let (status, head, body) = received(stream);
        assert_eq!((status, head.contains("retry-after: 5")), (503, true), "{head} {body}");
        assert!(body.contains("\"busy\""), "{body}");
        refused += 1;
    }
    assert!(refused > 0 && !waiting.is_empty());
    // Her two run, hers wait, and his begins at once beside them.
    let answer = program.app.post(PATH).bearer(&bob).json(&json!({"startDate": "2025-02-04", "endDate": "2025-02-20"}));
    assert_eq!(answer.send().status, 200);
    drop(waiting);
    until("all have ended", || running(&program) == 0.0 && figure(&program, "bond_queries_queued") == 0.0);
}

#[test]
fn a_query_that_waits_too_long_for_its_turn_is_refused() {
    let program = slow(ENDLESS, |config| config.query_seconds = 2);
    // Three connections: two of Ann's run beside one of another, all of them for two seconds. What waits behind them
    // waits as long.
    let first = [sent(&program, &program.token, &question(10)), sent(&program, &program.token, &question(11))];
    until("they run", || running(&program) >= 2.0);
    let behind: Vec<_> = (12..20).map(|end| sent(&program, &program.token, &question(end))).collect();
    for stream in first {
        assert_eq!(received(stream).0, 503);
    }
    let late: Vec<_> = behind.into_iter().map(received).collect();
    assert!(late.iter().all(|(status, _, _)| *status == 503));
    let refused = late.iter().filter(|(_, head, body)| head.contains("retry-after: 5") && body.contains("busy"));
    assert!(refused.count() > 0, "{late:?}");
    assert!(ended(&program, "refused") >= 1.0);
}

#[test]
fn a_shared_query_goes_on_while_one_of_its_askers_waits() {
    let program = slow(300_000_000, |_| {});
    let bob = program.app.signed_in("bob", USERS);
    let first = sent(&program, &program.token, &question(10));
    until("its query runs", || running(&program) > 0.0);
    let misses = figure(&program, "bond_cache_misses_total");
    let second = sent(&program, &bob, &question(10));
    until("the second asks", || figure(&program, "bond_cache_misses_total") > misses);
    drop(first);
    let (status, _, body) = received(second);
    assert_eq!(status, 200, "{body}");
    assert_eq!((ended(&program, "abandoned"), running(&program)), (0.0, 0.0));
}

#[test]
fn what_others_ask_waits_for_nobodys_long_queries() {
    let program = slow(ENDLESS, |_| {});
    let [bob, eve] = ["bob", "eve"].map(|login| program.app.signed_in(login, USERS));
    let quick = json!({"startDate": "2025-02-04", "endDate": "2025-02-20"});
    let hogs: Vec<_> = (4..8).map(|end| sent(&program, &program.token, &question(end))).collect();
    until("two run and others wait", || running(&program) == 2.0 && figure(&program, "bond_queries_queued") > 0.0);
    assert_eq!(program.app.post(PATH).bearer(&bob).json(&quick).send().status, 200);
    let more = sent(&program, &eve, &question(8));
    until("all connections are in use", || running(&program) == 3.0);
    let waiting = sent(&program, &bob, &json!({"startDate": "2025-02-04", "endDate": "2025-02-21"}));
    drop(more);
    assert_eq!(received(waiting).0, 200);
    drop(hogs);
    until("all have ended", || running(&program) == 0.0);
}

#[test]
fn what_is_computed_once_for_a_version_or_a_scope_is_computed_once() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let engine = &program.app.app.engine;
    let limits = vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }];
    let gold = Scope::Some { any_of: vec![limits], without_members: false };
    for name in ["Ann's Books", "Bob's Books"] {
        program.app.import(&[("partners.csv", &format!("id,name\n900001,{name}\n"))]).expect("loaded");
        let (all, within) = wait(async {
            let all = futures_util::future::join_all((0..20).map(|_| engine.catalogue())).await;
            let within =
                futures_util::future::join_all((0..20).map(|_| engine.catalogue_within(&gold, GroupsAsOf::Now))).await;
            (all, within)
        });
        for read in [all, within] {
            let read: Vec<_> = read.into_iter().map(|catalogue| catalogue.expect("read")).collect();
            assert!(read.iter().all(|other| Arc::ptr_eq(&read[0], other)), "read more than once");
        }
    }
}
