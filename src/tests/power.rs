//! The power goes. What a server and its clients say to the disk is recorded with strace; for some moments the directory is
//! then made as a disk may have it after the power went: with all that was synced, and of the rest nothing, everything, or
//! some blocks. `TEST_ROUNDS` sets how many moments (3 unless given), `TEST_SEED` which.

mod disk;

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;

use self::disk::{Crash, Survives, recorded, traced};
use super::command_line::{PASSWORD, Serving, add_user, bond};
use super::kills::{MEMBERS, day, import, logins, wait_until_idle, write_base, write_day};
use super::random::Random;
use super::setting;

/// The days that are loaded while everything is recorded.
const DAYS: u64 = 3;

/// What somebody was told, and when.
enum Told {
    /// The load of a day was published.
    Published(u64),
    /// This token is that of a session.
    SignedIn(String),
    /// There is such a user.
    Added(String),
}

#[test]
fn what_was_acknowledged_is_there_after_the_power_went() {
    if !crate::takes_turn(5) {
        return;
    }
    let Some(strace) = disk::strace() else { return super::skipped("power loss: strace may not trace here") };
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed, traces) = (parent.path().join("data"), parent.path().join("feed"), parent.path().join("traces"));
    std::fs::create_dir(&traces).expect("made");
    add_user(&data, "ann");
    write_base(&feed);
    assert!(import(&data, &feed).status().expect("run").success());
    let data = data.canonicalize().expect("there");
    let before = disk::files(&data);

    let mut command = traced(&strace, &traces.join("server"), &bond(&data, &["serve", "--listen", "127.0.0.1:0"]));
    command.env("BOND_RESERVE_BYTES", "1MB");
    let mut server = Serving::by(command);
    let mut told = Vec::new();
    let mut tell = |what: Told| told.push((disk::now(), what));
    let begun = disk::now();
    for number in 0..DAYS {
        std::fs::remove_dir_all(&feed).expect("removed");
        write_day(&feed, number);
        let mut client = traced(&strace, &traces.join(format!("import-{number}")), &import(&data, &feed));
        client.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(client.status().expect("run").success());
        tell(Told::Published(number));
        tell(Told::SignedIn(server.sign_in("ann", PASSWORD)));
        let login = format!("bob{number}");
        let words = ["user", "add", "--first-name", "Bob", "--role", "USERS", "--password-stdin", &login];
        let mut add = traced(&strace, &traces.join(format!("add-{number}")), &bond(&data, &words));
        let mut child = add.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
        std::io::Write::write_all(&mut child.stdin.take().expect("piped"), format!("{PASSWORD}\n").as_bytes())
            .expect("written");
        assert!(child.wait().expect("ended").success());
        tell(Told::Added(login));
    }
    let ended = disk::now();
    server.kill();
    // The tracer writes what it knows a moment later.
    let recorded = disk::settled(|| recorded(&traces, &data, &before));
    recorded.assert_is_complete(&disk::files(&data));

    let mut random = Random(setting("TEST_SEED", 5));
    let rounds = setting("TEST_ROUNDS", 3);
    let (mut kept, mut slowest) = (0, Duration::ZERO);
    for round in 0..rounds {
        let survives = [Survives::Nothing, Survives::Everything, Survives::Some][round as usize % 3];
        let at = match random.below(2) {
            0 => begun + random.below(ended - begun),
            // Around a sync or a rename.
            _ => recorded.some_moment(&mut random),
        };
        let restored = parent.path().join(format!("after-{round}"));
        recorded.after(Crash { at, survives }, &mut random, &restored);
        let acknowledged: Vec<&Told> = told.iter().filter(|(when, _)| *when <= at).map(|(_, what)| what).collect();
        let context = format!(
            "round {round}: {} ms after the start, {survives:?} of what was not synced, {} acknowledged",
            at.saturating_sub(begun) / 1000,
            acknowledged.len()
        );
        println!("{context}");
        let started = Instant::now();
        check(&restored, &acknowledged, &context);
        slowest = slowest.max(started.elapsed());
        kept += acknowledged.len();
        std::fs::remove_dir_all(&restored).expect("removed");
    }
    println!(
        "PASS power loss: {rounds} moments, {kept} acknowledgements kept, {} calls recorded, slowest round {slowest:?}",
        recorded.len()
    );
}

fn check(data: &Path, acknowledged: &[&Told], context: &str) {
    let server = Serving::start(data);
    assert_eq!(server.get("readyz").0, 200, "{context}: {}", server.errors());
    wait_until_idle(data);
    let token = server.sign_in("ann", PASSWORD);
    for told in acknowledged {
        match told {
            Told::Published(number) => {
                assert_eq!(logins(&server, &token, *number), (2 * MEMBERS, MEMBERS), "{context}: {}", day(*number))
            }
            Told::SignedIn(token) => {
                logins(&server, token, 0);
            }
            Told::Added(login) => {
                server.sign_in(login, PASSWORD);
            }
        }
    }
    // What was not acknowledged is there whole or not at all, as the ledger says.
    let loads = Store::open(data).expect("opened").loads(100).expect("read");
    let published = loads.iter().filter(|load| load.state == State::Published).count();
    let found: Vec<(u64, u64)> = (0..DAYS).map(|number| logins(&server, &token, number)).collect();
    let whole = found.iter().filter(|found| **found == (2 * MEMBERS, MEMBERS)).count();
    assert!(found.iter().all(|found| [(0, 0), (2 * MEMBERS, MEMBERS)].contains(found)), "{context}: {found:?}");
    assert_eq!(published, 1 + whole, "{context}: {loads:?} {found:?}");
    let (_, log) = server.stop();
    assert!(!log.contains("ERROR"), "{context}: {log}");
}
