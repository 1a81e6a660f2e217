//! A server that is asked to stop: in the middle of a load while people click, and soon after its start. `TEST_ROUNDS` sets
//! how often, `TEST_SEED` when.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::{Load, State};
use serde_json::json;

use super::clickers::p95;
use super::command_line::{PASSWORD, Serving, run};
use super::kills::{MEMBERS, begun, day, import, load, logins, wait_until_idle, write_day};
use super::random::Random;
use super::setting;

/// The first bytes of the answer to one request on its own connection; None where the server takes no more.
fn first_line(origin: &str, token: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(origin).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    let head = format!(
        "POST /api/v1/dashboard/users/userDashboardInfo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer.lines().next().unwrap_or_default().to_owned())
}

fn newest(data: &Path) -> Load {
    Store::open(data).expect("opened").loads(1).expect("read").remove(0)
}

#[test]
fn what_was_asked_before_it_stops_is_answered_and_the_next_start_needs_no_recovery() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    load(&data, &feed);
    let mut random = Random(setting("TEST_SEED", 17));
    let rounds = setting("TEST_ROUNDS", 3);
    let (mut stops, mut answered) = (Vec::new(), 0);
    for round in 0..rounds {
        let before_it = newest(&data).id;
        let server = Serving::with(&data, "info", &[]);
        let token = server.sign_in("ann", PASSWORD);
        let origin = server.base().trim_start_matches("http://").trim_end_matches('/').to_owned();
        write_day(&feed, round % 300);
        let mut client = import(&data, &feed).spawn().expect("started");
        let moment = Duration::from_millis(random.below(700));
        let asked: Mutex<Vec<(Instant, Option<String>)>> = Mutex::default();
        let begun = Instant::now();
        let (stopped_at, server) = std::thread::scope(|scope| {
            for person in 0..4_u64 {
                let (asked, origin, token) = (&asked, &origin, &token);
                scope.spawn(move || {
                    let mut random = Random(round * 10 + person + 1);
                    while begun.elapsed() < moment + Duration::from_millis(300) {
                        let start = format!("{}-01-{:02}", 1980 + random.below(40), 1 + random.below(28));
                        let body = json!({"startDate": start, "endDate": "2025-01-20"}).to_string();
                        let at = Instant::now();
                        let answer = first_line(origin, token, &body);
                        asked.lock().expect("whole").push((at, answer));
                    }
                });
            }
            std::thread::sleep(moment);
            crate::system::ask_to_stop(server.pid());
            (Instant::now(), server)
        });
        let (code, errors) = server.stop();
        stops.push(stopped_at.elapsed());
        assert_eq!(code, 0, "{errors}");
        client.wait().expect("ended");
        // The clock of the last ones is read before they connect.
        let before = stopped_at - Duration::from_millis(20);
        for (at, answer) in asked.into_inner().expect("whole") {
            let line = answer.unwrap_or_default();
            let is_answer = line.starts_with("HTTP/1.1 200") || line.starts_with("HTTP/1.1 503");
            assert!(is_answer || at > before, "{line:?} to a request from {:?} before the stop", stopped_at - at);
            answered += u64::from(is_answer);
        }
        let log = data.join("warehouse.duckdb.wal");
        assert!(!log.exists(), "{} bytes are left in the log", std::fs::metadata(&log).map_or(0, |found| found.len()));

        // A load that was accepted goes on; nothing has to be recovered.
        let server = Serving::with(&data, "info", &[]);
        wait_until_idle(&data);
        let newest = newest(&data);
        let token = server.sign_in("ann", PASSWORD);
        let found = logins(&server, &token, round % 300);
        // A line in the ledger is an acknowledgement.
        if newest.id > before_it {
            assert_eq!((newest.state, found), (State::Published, (2 * MEMBERS, MEMBERS)), "{}", day(round % 300));
        }
        let (code, errors) = server.stop();
        assert_eq!(code, 0, "{errors}");
        for word in ["quarantine", "recover", "damaged", "missing"] {
            assert!(!errors.contains(word), "{word}: {errors}");
        }
    }
    let longest = stops.iter().max().map_or(0.0, Duration::as_secs_f64);
    println!(
        "PASS stop during a load: {rounds} stops, {answered} requests answered, p95 of a stop {:.0} ms, longest {:.0} ms",
        p95(&mut stops),
        longest * 1e3
    );
}

/// What a server prepares after its start is under way on threads that no request has.
#[test]
fn a_server_that_stops_while_it_prepares_its_answers_ends_well() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    let made = run(&data, &["demo", "--members", "20000", "--no-serve"], "");
    assert!(made.status.success(), "{made:?}");
    let mut random = Random(setting("TEST_SEED", 17));
    for _ in 0..5 * setting("TEST_ROUNDS", 1) {
        let server = Serving::with(&data, "info", &[]);
        std::thread::sleep(Duration::from_millis(random.below(800)));
        let (code, errors) = server.stop();
        assert_eq!(code, 0, "{errors}");
    }
}
