//! Processes killed in the middle of loads. `TEST_ROUNDS` sets how many (6 unless given), `TEST_SEED` which.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;
use serde_json::{Value, json};

use super::clickhouse::Servers;
use super::command_line::{PASSWORD, Serving, add_user, bond};
use super::random::Random;
use super::{runs_today, setting};

pub(super) const MEMBERS: u64 = 4_000;

/// The logins of a day, two for each member.
pub(super) fn day(number: u64) -> String {
    format!("2025-{:02}-{:02}", 1 + number / 28, 1 + number % 28)
}

/// The data directory of a program that has a user, and a folder with its members and their groups, which it is to load.
pub(super) fn begun(parent: &Path) -> (PathBuf, PathBuf) {
    let (data, feed) = (parent.join("data"), parent.join("feed"));
    add_user(&data, "ann");
    write_base(&feed);
    (data, feed)
}

/// Loads a folder and removes it.
pub(super) fn load(data: &Path, feed: &Path) {
    assert!(import(data, feed).status().expect("run").success());
    std::fs::remove_dir_all(feed).expect("removed");
}

pub(super) fn write_base(folder: &Path) {
    std::fs::create_dir_all(folder).expect("made");
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    for member in 0..MEMBERS {
        members += &format!("M{member},1,1,1,2024-12-01,Email\n");
    }
    std::fs::write(folder.join("user_groups.csv"), groups).expect("written");
    std::fs::write(folder.join("members.csv"), members).expect("written");
}

/// An import that says nothing.
pub(super) fn import(data: &Path, feed: &Path) -> Command {
    let mut command = bond(data, &["import", &feed.to_string_lossy()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

pub(super) fn write_day(folder: &Path, number: u64) {
    write_days(folder, number..number + 1, MEMBERS);
}

/// Two logins of each of the first members on each of some days.
pub(super) fn write_days(folder: &Path, numbers: Range<u64>, members: u64) {
    std::fs::create_dir_all(folder).expect("made");
    let mut logins = "member_id,logged_in_at\n".to_owned();
    for day in numbers.map(day) {
        for member in 0..members {
            logins += &format!("M{member},{day} 08:00:00\nM{member},{day} 19:30:00\n");
        }
    }
    std::fs::write(folder.join("logins.csv"), logins).expect("written");
}

/// Total and unique logins of a day, as the page would show them. A cluster whose server was killed answers nothing until
/// it is known that all rows are there.
pub(super) fn logins(server: &Serving, token: &str, number: u64) -> (u64, u64) {
    let body = json!({"period": "SELECTED_DATE", "startDate": day(number), "endDate": day(number)});
    let limit = Instant::now() + Duration::from_secs(60);
    let answer = loop {
        match server.answer(Some(token), "api/v1/dashboard/users/userDashboardInfo", &body) {
            (200, answer) => break answer,
            (503, _) if Instant::now() < limit => std::thread::sleep(Duration::from_millis(100)),
            (status, answer) => panic!("{status}: {answer}\n{}", server.errors()),
        }
    };
    let figure = |name: &str| answer["logins"][name].as_u64().unwrap_or_else(|| panic!("{name} in {answer}"));
    (figure("totalLogins"), figure("uniqueLogins"))
}

pub(super) fn wait_until_idle(data_dir: &Path) {
    let store = Store::open(data_dir).expect("opened");
    let limit = Instant::now() + Duration::from_secs(60);
    while !store.unfinished_loads().expect("read").is_empty() {
        assert!(Instant::now() < limit, "{:?}", store.unfinished_loads());
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The server or the client is killed at a random moment of a load. What was acknowledged is loaded whole after a
/// restart; what was not is loaded whole or not at all; the ledger says which.
#[test]
fn no_acknowledged_load_is_lost_and_none_is_half_there() {
    if !crate::takes_turn(5) {
        return;
    }
    loads_with_kills(None, setting("TEST_ROUNDS", 4));
}

/// The same where the rows of members are on two ClickHouse servers, one of which may be killed in place of Bond. While
/// it is away, no figure is shown.
#[test]
fn no_load_is_half_there_where_a_server_of_a_cluster_is_killed() {
    if runs_today()
        && let Some(servers) = Servers::start(2)
    {
        loads_with_kills(Some(servers), setting("TEST_ROUNDS", 6));
    }
}

fn loads_with_kills(mut servers: Option<Servers>, rounds: u64) {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    let variables = servers.as_ref().map_or_else(Vec::new, |servers| servers.settings(parent.path()));
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
    let serve = || Serving::with(&data, "debug", &variables);
    let mut server = serve();
    let import = || import(&data, &feed);
    assert!(import().status().expect("run").success());
    std::fs::remove_dir_all(&feed).expect("removed");

    let mut random = Random(setting("TEST_SEED", 1));
    let (mut slowest, mut counts) = (Duration::ZERO, [0; 4]);
    let newest = || Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
    for round in 0..rounds {
        let number = round % 300;
        write_day(&feed, number);
        let before = newest().id;
        let mut client = import().spawn().expect("started");
        std::thread::sleep(Duration::from_millis(random.below(1_200)));
        let killed = match random.below(if servers.is_some() { 8 } else { 4 }) {
            0 => Killed::Client,
            1..4 => Killed::Bond,
            number => Killed::Server(number as usize % 2),
        };
        counts[match killed {
            Killed::Client => 0,
            Killed::Bond => 1,
            Killed::Server(_) => 2,
        }] += 1;
        match killed {
            Killed::Client => client.kill().expect("killed"),
            Killed::Bond => server.kill(),
            Killed::Server(index) => servers.as_mut().expect("servers").running[index].kill(),
        }
        let says_published = client.wait().expect("ended").success();
        match killed {
            Killed::Client => {}
            Killed::Bond => {
                let started = Instant::now();
                server = serve();
                slowest = slowest.max(started.elapsed());
            }
            Killed::Server(index) => {
                wait_until_idle(&data);
                let token = server.sign_in("ann", PASSWORD);
                let body = json!({"period": "SELECTED_DATE", "startDate": day(number), "endDate": day(number)});
                let path = "api/v1/content/dashboard/info";
                let (status, answer) = server.answer(Some(&token), path, &body);
                assert_eq!(status, 503, "round {round}: {answer}");
                servers.as_mut().expect("servers").running[index].start();
            }
        }
        wait_until_idle(&data);
        let newest = newest();
        // A line in the ledger is an acknowledgement.
        let is_acknowledged = newest.id > before;
        let token = server.sign_in("ann", PASSWORD);
        let found = logins(&server, &token, number);
        let context = format!("round {round}, killed: {killed:?}, {newest:?}, found {found:?}");
        assert!(is_acknowledged || !says_published, "{context}");
        if matches!(killed, Killed::Server(_)) && newest.state == State::Failed {
            counts[3] += 1;
            assert!(!says_published && found == (0, 0), "{context}");
        } else if is_acknowledged {
            assert_eq!((newest.state, found), (State::Published, (2 * MEMBERS, MEMBERS)), "{context}");
        } else if round < 300 {
            assert_eq!(found, (0, 0), "{context}");
        }
        assert!(import().status().expect("run").success(), "{context}");
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "{context}");
    }
    // Every day is there, whole.
    let token = server.sign_in("ann", PASSWORD);
    for number in 0..rounds.min(300) {
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "{}", day(number));
    }
    let [clients, bonds, servers, failed] = counts;
    println!(
        "PASS kill during a load: {clients} clients, Bond {bonds} times, {servers} servers, after which {failed} loads had \
         failed; nothing lost, slowest start {slowest:?}"
    );
    assert_eq!(server.stop().0, 0);
}

/// What is killed.
#[derive(Clone, Copy, Debug)]
enum Killed {
    Client,
    Bond,
    /// A server of the cluster, by its index.
    Server(usize),
}

/// The server is killed when it has published a load and has not yet issued the figures of the day that the load closes. The
/// next start issues them, and records it, once.
#[test]
fn a_day_is_issued_once_though_the_server_was_killed_before() {
    if !crate::runs_today() {
        return;
    }
    const METRIC: &str = "logins.totalLogins";
    // Figures are issued of 90 days.
    const HISTORY: u64 = 100;
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    write_days(&feed, 0..HISTORY, 40);
    load(&data, &feed);
    let store = Store::open(&data).expect("opened");
    let wait_until = |what: &str, is_so: &dyn Fn() -> bool| {
        let limit = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < limit, "{what}");
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let is_issued = |day: &str| store.is_issued(METRIC, day).expect("read");
    let lines_of = |day: &str| {
        let lines = store.last_audit_lines(10_000).expect("read");
        lines.iter().filter(|line| line.event == "figures_issued" && line.subject.as_deref() == Some(day)).count()
    };
    let mut server = Serving::start(&data);
    wait_until("the history is issued", &|| is_issued(&day(HISTORY - 1)));

    let (rounds, mut between) = (setting("TEST_ROUNDS", 3).min(100), 0);
    let mut number = HISTORY;
    while between < rounds {
        assert!(number < HISTORY + 2 * rounds + 10, "issued before it could be killed: {between} of {rounds} were not");
        let today = day(number);
        write_days(&feed, number..number + 1, 40);
        let newest = || store.loads(1).expect("read").remove(0);
        let before = newest().id;
        let mut client = import(&data, &feed).spawn().expect("started");
        wait_until("published", &|| newest().id > before && newest().state == State::Published);
        server.kill();
        client.wait().expect("ended");
        between += u64::from(!is_issued(&today));
        server = Serving::start(&data);
        wait_until("issued", &|| is_issued(&today));
        assert_eq!(lines_of(&today), 1, "{}", server.errors());
        let token = server.sign_in("ann", PASSWORD);
        let of_today = json!({"period": "SELECTED_DATE", "startDate": today, "endDate": today});
        let answer = server.post_as(&token, &format!("api/v1/issued/{METRIC}"), &of_today);
        let is_as_now = |issued: &Value| issued["issued"] == issued["now"] && issued["differs"] == json!(false);
        assert!(answer["days"].as_array().is_some_and(|days| days.len() == 1 && is_as_now(&days[0])), "{answer}");
        number += 1;
    }
    // A start without a new day issues nothing.
    assert_eq!(server.stop().0, 0);
    assert_eq!(Serving::start(&data).stop().0, 0);
    for number in HISTORY..number {
        assert_eq!(lines_of(&day(number)), 1, "{}", day(number));
    }
    println!("PASS kill between a load and its issued figures: {between} times, {} days", number - HISTORY);
}

/// The memory of a killed process is gone: what is left in `tmp/` and the socket do not hinder the next start.
#[test]
fn a_killed_server_leaves_a_directory_that_starts() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let mut server = Serving::start(&data);
    server.kill();
    assert!(data.join("control.sock").exists());
    // No server answers on the socket that is left: the command owns the directory itself.
    let listed = Command::new(crate::executable()).args(["loads", "undo"]).env("BOND_DATA_DIR", &data).output();
    let text = String::from_utf8_lossy(&listed.expect("run").stderr).into_owned();
    assert!(text.contains("nothing to undo"), "{text}");
    assert_eq!(Serving::start(&data).stop().0, 0);
}
