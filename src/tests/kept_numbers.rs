//! Numbers of answers that were sent: they are known after the server was killed, and none is sent that a full disk keeps
//! from being kept. `TEST_ROUNDS` sets how often it is killed (2 unless given), `TEST_SEED` when.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::command_line::{Serving, captured, run};
use super::kills::{begun, day, load, write_days};
use super::random::Random;
use super::setting;
use super::small_disks::{DISK, fill, in_a_namespace, mount};

const DAYS: u64 = 60;

/// A server that allows agents, with data of some days, and the token of an agent.
fn begin(parent: &Path) -> (PathBuf, String) {
    let (data, feed) = begun(parent);
    write_days(&feed, 0..DAYS, 50);
    load(&data, &feed);
    let words = ["token", "add", "--name", "x", "--days", "9", "--ability", "agents", "ann"];
    let (code, said, error) = captured(&run(&data, &words, ""));
    assert_eq!(code, 0, "{error}");
    let token = said.split_whitespace().find(|word| word.starts_with("bond_")).expect("a token");
    (data, token.to_owned())
}

fn serve(data: &Path) -> Serving {
    Serving::with(data, "info", &[("BOND_ALLOW_AGENTS", "true")])
}

/// The status of a question, and the fields of its answer; None where the server is gone.
fn ask(base: &str, token: &str, tool: &str, arguments: &Value) -> Option<(u16, Value)> {
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let params = json!({ "name": tool, "arguments": arguments });
    let sent = agent
        .post(format!("{base}mcp"))
        .header("authorization", format!("Bearer {token}"))
        .header("mcp-protocol-version", "2025-11-25")
        .header("content-type", "application/json")
        .send(json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string());
    let mut answer = sent.ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    let body: Value = serde_json::from_str(&text).ok()?;
    let said = body["result"]["structuredContent"].clone();
    Some((answer.status().as_u16(), if said.is_null() { body } else { said }))
}

/// A question that was not asked before.
fn question(random: &mut Random) -> (&'static str, Value) {
    let last = random.below(DAYS);
    let (from, to) = (day(random.below(last + 1)), day(last));
    let figure = random.one_of(&["logins.totalLogins", "logins.uniqueLogins", "enrollments.totalEnrolled"]);
    match random.below(3) {
        0 => ("breakdown", json!({ "figure": "logins.totalLogins", "by": "TIER", "from": from, "to": to })),
        1 => ("series", json!({ "figure": "logins.totalLogins", "every": "MONTHS", "from": from, "to": to })),
        _ => ("figure", json!({ "figure": figure, "from": from, "to": to })),
    }
}

fn all_are_known(server: &Serving, token: &str, numbers: &[String]) {
    for some in numbers.chunks(40) {
        let (status, said) =
            ask(server.base(), token, "verify", &json!({ "text": some.join("\n") })).expect("answered");
        let notes = said["notes"].as_array().unwrap_or_else(|| panic!("{status} {said}"));
        let genuine = notes.iter().filter(|note| note.as_str().is_some_and(|note| note.starts_with("Genuine"))).count();
        assert_eq!(genuine, some.len(), "{said}");
    }
}

#[test]
fn a_number_that_was_sent_is_known_after_a_kill() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, token) = begin(parent.path());
    let mut random = Random(setting("TEST_SEED", 50));
    let rounds = setting("TEST_ROUNDS", 2);
    let mut server = serve(&data);
    let mut sent: Vec<String> = Vec::new();
    for _ in 0..rounds {
        let got = Mutex::new(Vec::new());
        let (base, seeds) = (server.base().to_owned(), [random.below(1 << 40), random.below(1 << 40)]);
        let pause = Duration::from_millis(random.below(1_500));
        std::thread::scope(|scope| {
            for seed in seeds {
                let (got, base, token) = (&got, &base, &token);
                scope.spawn(move || {
                    let mut random = Random(seed);
                    loop {
                        let (tool, arguments) = question(&mut random);
                        let Some((_, said)) = ask(base, token, tool, &arguments) else { return };
                        if let Some(number) = said["receipt"].as_str() {
                            got.lock().expect("whole").push(number.to_owned());
                        }
                    }
                });
            }
            crate::wait_until("a number is sent", || !got.lock().expect("whole").is_empty());
            std::thread::sleep(pause);
            server.kill();
        });
        server = serve(&data);
        let mut new = got.into_inner().expect("whole");
        new.sort_unstable();
        new.dedup();
        all_are_known(&server, &token, &new);
        sent.append(&mut new);
    }
    sent.sort_unstable();
    sent.dedup();
    all_are_known(&server, &token, &sent);
    println!("PASS numbers: killed {rounds} times, all {} numbers that were sent are known", sent.len());
    assert_eq!(server.stop().0, 0);
}

#[test]
fn a_full_disk_refuses_the_answer_and_sends_no_number() {
    in_a_namespace("kept_numbers::full_in_a_namespace");
}

#[test]
#[ignore = "run by the test above, in a mount namespace"]
fn full_in_a_namespace() {
    let disk = PathBuf::from(std::env::var_os(DISK).expect("run by the test above"));
    mount(&disk, 140);
    let (data, token) = begin(&disk);
    let server = serve(&data);
    let mut random = Random(setting("TEST_SEED", 51));
    let (mut sent, mut refused) = (Vec::new(), 0);
    fill(&disk, 0);
    // There may be room in the store's own files.
    for _ in 0..5_000 {
        let (tool, arguments) = question(&mut random);
        let (status, said) = ask(server.base(), &token, tool, &arguments).expect("answered");
        match said["receipt"].as_str() {
            Some(number) => sent.push(number.to_owned()),
            None => {
                assert_eq!((status, &said["error"]), (507, &json!("no_room")), "{said}");
                assert!(
                    said["message"].as_str().is_some_and(|text| text.contains("disk of the server is full")),
                    "{said}"
                );
                refused += 1;
            }
        }
        if refused == 5 {
            break;
        }
        fill(&disk, 0);
    }
    assert_eq!(refused, 5, "after {} answers", sent.len());
    std::fs::remove_file(disk.join("ballast")).expect("removed");
    sent.sort_unstable();
    sent.dedup();
    all_are_known(&server, &token, &sent);
    let (_, said) =
        ask(server.base(), &token, "figure", &json!({ "figure": "logins.totalLogins", "from": day(1), "to": day(2) }))
            .expect("answered");
    assert!(said["receipt"].is_string(), "{said}");
    println!("PASS numbers: {} answers before the disk was full, then {refused} refused; all are known", sent.len());
    assert_eq!(server.stop().0, 0);
    assert!(Command::new("umount").arg(&disk).status().expect("run").success());
}
