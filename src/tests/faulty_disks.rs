//! A disk that answers with input/output errors for a while, in the middle of loads, figures and sign-ins. `TEST_ROUNDS` sets
//! how often (6 unless given), `TEST_SEED` which calls fail, and from which on.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;
use serde_json::json;

use super::checkpoints::Tracing;
use super::command_line::{PASSWORD, Serving};
use super::kills::{MEMBERS, begun, day, import, load, logins, wait_until_idle, write_day};
use super::random::Random;
use super::{setting, takes_turn};

/// What fails: calls, and the files that they are for.
const FILES: [[&str; 2]; 2] = [["warehouse.duckdb", "warehouse.duckdb.wal"], ["bond.sqlite", "bond.sqlite-wal"]];
const CALLS: [&str; 3] = ["read,pread64", "write,pwrite64,ftruncate", "fsync,fdatasync"];

/// How long a client is waited for while the disk fails.
const PATIENCE: Duration = Duration::from_secs(20);

fn ends_within(child: &mut Child, time: Duration) -> Option<bool> {
    let limit = Instant::now() + time;
    while Instant::now() < limit {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status.success());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

#[test]
fn what_a_failing_disk_does_to_a_load_is_said_and_nothing_else_is_lost() {
    if !takes_turn(2) {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    load(&data, &feed);
    write_day(&feed, 299);
    assert!(import(&data, &feed).status().expect("run").success());
    let data = data.canonicalize().expect("there");

    let mut random = Random(setting("TEST_SEED", 7));
    let rounds = setting("TEST_ROUNDS", 6);
    let whole = (2 * MEMBERS, MEMBERS);
    let (mut published, mut failed, mut refused, mut errors) = (0, 0, 0, 0);
    for round in 0..rounds {
        let files = FILES[round as usize % 2];
        let calls = CALLS[round as usize / 2 % 3];
        let first = 1 + random.below(5);
        let number = round % 298;
        let context = format!("round {round}: {calls} of {files:?} from call {first} on");
        let mut server = Serving::with(&data, "info", &[]);
        let token = server.sign_in("ann", PASSWORD);
        write_day(&feed, number);
        let inject = format!("inject={calls}:error=EIO:when={first}+");
        let paths = files.map(|file| data.join(file).to_string_lossy().into_owned());
        let words = ["-P", &paths[0], "-P", &paths[1], "-e", &format!("trace={calls}"), "-e", &inject];
        let Some(tracing) = Tracing::start(server.pid(), &words) else { return };
        let before = Store::open(&data).expect("opened").loads(1).expect("read").remove(0).id;
        let mut client = import(&data, &feed).stderr(Stdio::null()).spawn().expect("started");
        for _ in 0..4 {
            let since = random.below(number + 1);
            let body = json!({"period": "SELECTED_DATE", "startDate": day(since), "endDate": day(299)});
            let (status, answer) = server.answer(Some(&token), "api/v1/dashboard/users/userDashboardInfo", &body);
            assert!(status == 200 || status >= 500, "{context}: {status} {answer}");
            errors += u32::from(status != 200);
            if status == 200 {
                // The day of the load may be in it, or not.
                let total = answer["logins"]["totalLogins"].as_u64().expect("a figure") / (2 * MEMBERS);
                let days = 1 + number - since;
                assert!([days, days + 1].contains(&total), "{context}: {total} days since {since}");
            }
            let (status, _) = server.sign_in_status("ann", PASSWORD);
            assert!(status == 200 || status >= 500, "{context}: sign-in {status}");
        }
        let while_failing = ends_within(&mut client, PATIENCE);
        drop(tracing);
        assert!(server.is_alive(), "{context}: it has ended\n{}", server.errors());
        let says_published = while_failing.unwrap_or_else(|| client.wait().expect("ended").success());

        let limit = Instant::now() + Duration::from_secs(60);
        while server.get("readyz").0 != 200 || server.try_sign_in("ann", PASSWORD).is_none() {
            assert!(Instant::now() < limit, "{context}: {}", server.errors());
            std::thread::sleep(Duration::from_millis(100));
        }
        wait_until_idle(&data);
        let newest = Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
        let token = server.sign_in("ann", PASSWORD);
        let found = logins(&server, &token, number);
        let context =
            format!("{context}: {newest:?}, published: {says_published}, found {found:?}\n{}", server.errors());
        if newest.id == before {
            refused += 1;
            assert_eq!((says_published, found), (false, (0, 0)), "{context}");
        } else if newest.state == State::Published {
            published += 1;
            assert_eq!(found, whole, "{context}");
        } else {
            failed += 1;
            assert!(!says_published && found == (0, 0) && newest.message.is_some(), "{context}");
        }
        assert!(import(&data, &feed).status().expect("run").success(), "{context}");
        for number in (0..=number).chain([299]) {
            assert_eq!(logins(&server, &token, number), whole, "{}: {context}", day(number));
        }
        assert_eq!(server.stop().0, 0, "{context}");
        let server = Serving::start(&data);
        let token = server.sign_in("ann", PASSWORD);
        for number in (0..=number).chain([299]) {
            assert_eq!(logins(&server, &token, number), whole, "{} after a start: {context}", day(number));
        }
        assert_eq!(server.stop().0, 0);
    }
    println!(
        "PASS failing disk: {rounds} times; {published} loads published, {failed} failed, {refused} refused, {errors} figures not answered, nothing lost"
    );
}
