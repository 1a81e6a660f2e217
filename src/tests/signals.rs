//! What signals do: SIGHUP ends nothing, and a server that stops says so to everybody who connects.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bond::data_dir::owner;
use bond::store::Store;
use bond::store::loads::{Load, State};

use super::command_line::{PASSWORD, Serving, add_user, bond};
use super::kills::{MEMBERS, begun, logins, write_days};
use super::reported::Held;
use super::system::{ask_to_stop, hang_up};
use super::wait_until;

#[test]
fn a_server_goes_on_after_sighup_also_while_it_starts() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let is_ready = AtomicBool::new(false);
    let mut server = std::thread::scope(|scope| {
        let (is_ready, data) = (&is_ready, &data);
        let sent = scope.spawn(move || {
            let (mut sent, limit) = (0, Instant::now() + Duration::from_secs(60));
            while !is_ready.load(Ordering::Acquire) && Instant::now() < limit {
                if let Some(pid) = owner(data).expect("read").and_then(|owner| owner.pid) {
                    hang_up(pid);
                    sent += 1;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            sent
        });
        let server = Serving::with(data, "info", &[]);
        is_ready.store(true, Ordering::Release);
        assert!(sent.join().expect("sent") > 0, "it started too fast");
        server
    });
    for _ in 0..3 {
        hang_up(server.pid());
        std::thread::sleep(Duration::from_millis(100));
        assert!(server.is_alive(), "{}", server.errors());
        assert_eq!(server.get("readyz").0, 200);
    }
    let (code, log) = server.stop();
    assert_eq!(
        (code, log.contains("the settings were read anew; in use now: none; after a restart: none")),
        (0, true),
        "{log}"
    );
}

fn newest(data: &Path) -> Option<Load> {
    Store::open(data).expect("opened").loads(1).expect("read").pop()
}

/// The terminal is closed in the middle of the load, as `script` is killed that has its other end.
#[test]
fn an_import_without_a_server_survives_a_closed_terminal() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    write_days(&feed, 0..8, MEMBERS);
    let import = bond(&data, &["import", &feed.to_string_lossy()]);
    let words: Vec<_> = std::iter::once(import.get_program()).chain(import.get_args()).collect();
    let line = words.iter().map(|word| format!("'{}'", word.to_string_lossy())).collect::<Vec<_>>().join(" ");
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &line, "/dev/null"]);
    script.envs(import.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let script = script.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(mut script) = script else {
        return super::skipped("a closed terminal: there is no program `script`");
    };
    wait_until("the load begins", || newest(&data).is_some_and(|load| load.started_at.is_some()));
    let store = Store::open(&data).expect("opened");
    // It has to wait for the ledger, so that it is in the middle when the terminal is closed.
    let held = Held::new(&data);
    let before = store.loads(1).expect("read").remove(0);
    script.kill().expect("killed");
    script.wait().expect("ended");
    std::thread::sleep(Duration::from_millis(700));
    let is_there = owner(&data).expect("read").is_some();
    drop(held);
    assert!(is_there && !before.state.is_final(), "the import has ended: {before:?}");
    wait_until("the load is published", || newest(&data).is_some_and(|load| load.state.is_final()));
    assert_eq!(newest(&data).map(|load| load.state), Some(State::Published));
    wait_until("the process ends", || owner(&data).expect("read").is_none());
    let server = Serving::start(&data);
    let token = server.sign_in("ann", PASSWORD);
    assert_eq!(logins(&server, &token, 0), (2 * MEMBERS, MEMBERS));
}

/// The answer to a request without a body on a new connection; None where it is refused. A connection that is neither
/// answered nor refused fails the test.
fn asked(origin: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(origin).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(3))).expect("set");
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("{path} is not answered"),
        _ => {}
    }
    Some(String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn while_it_stops_a_server_turns_new_clients_away_and_answers_the_others() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let server = Serving::with(&data, "info", &[]);
    let origin = server.base().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(asked(&origin, "/readyz").expect("an answer").starts_with("HTTP/1.1 200"));
    let body = format!(r#"{{"grant_type":"password","username":"ann","password":"{PASSWORD}"}}"#);
    let (first, rest) = body.split_at(10);
    let mut under_way = TcpStream::connect(&origin).expect("connected");
    under_way.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    under_way.write_all((head + first).as_bytes()).expect("sent");
    std::thread::sleep(Duration::from_millis(500));
    ask_to_stop(server.pid());
    // Some are still answered as before, in the moment of the signal.
    let mut turned_away = 0;
    for _ in 0..10 {
        match asked(&origin, "/readyz") {
            Some(answer) if answer.starts_with("HTTP/1.1 503") => turned_away += 1,
            Some(answer) => assert!(answer.starts_with("HTTP/1.1 200") || answer.is_empty(), "{answer}"),
            None => turned_away += 1,
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(turned_away >= 6, "{turned_away} of 10");
    under_way.write_all(rest.as_bytes()).expect("sent");
    let mut answer = vec![0; 12];
    under_way.read_exact(&mut answer).expect("an answer");
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 200");
    let (code, log) = server.stop();
    assert_eq!(code, 0, "{log}");
}
