//! A ClickHouse server whose disk is full in the middle of a load. `TEST_ROUNDS` sets how many (1 unless given),
//! `TEST_SEED` how much room is left and when.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use bond::store::Store;
use bond::store::loads::State;

use super::clickhouse::Servers;
use super::command_line::{PASSWORD, Serving, add_user, bond, captured};
use super::kills::{MEMBERS, logins, wait_until_idle, write_base, write_day};
use super::random::Random;
use super::small_disks::{DISK, fill, in_a_namespace, mount};
use super::{setting, takes_turn};

#[test]
fn a_load_that_fills_a_server_is_not_published() {
    if !takes_turn(3) {
        return;
    }
    if Servers::are_installed() {
        in_a_namespace("full_servers::rounds_in_a_namespace");
    }
}

#[test]
#[ignore = "run by the test above, in a mount namespace"]
fn rounds_in_a_namespace() {
    let disk = PathBuf::from(std::env::var_os(DISK).expect("run by the test above"));
    let mut random = Random(setting("TEST_SEED", 4));
    let rounds = setting("TEST_ROUNDS", 1);
    let mut published = 0;
    for round in 0..rounds {
        mount(&disk, 64);
        // In the first round the disk is full before the load ends, in the others perhaps.
        let (left, later) = match round {
            0 => (100_000, 0),
            _ => (random.below(400_000), random.below(800)),
        };
        published += u32::from(full_once(&disk, left, later));
        assert!(Command::new("umount").arg(&disk).status().expect("run").success(), "something still uses the disk");
    }
    println!("PASS full servers: {rounds} disks, {published} loads published, the others failed and were loaded later");
}

/// The days of the load, one in each of ten months, so that the disk has room for some of its parts.
fn days() -> Vec<u64> {
    (1..11).map(|month| 28 * month + 9).collect()
}

/// Three days that are loaded before. The figures of the second need rows.
const BEFORE: [u64; 3] = [8, 9, 10];

fn write_days(folder: &Path, days: &[u64]) {
    let file = folder.join("logins.csv");
    let mut all = String::new();
    for day in days {
        write_day(folder, *day);
        let rows = std::fs::read_to_string(&file).expect("read");
        all += if all.is_empty() { &rows } else { rows.split_once('\n').expect("a head").1 };
    }
    std::fs::write(file, all).expect("written");
}

/// Whether a message says what to do with the full disk of a server: its data or its log could not be written.
fn says_full(message: &str, url: &str) -> bool {
    let full = format!("the disk of the ClickHouse server {url} is full; free some of it");
    let log = format!("the ClickHouse server {url} cannot write its log, as if its disk were full; free some of it");
    message.contains(&full) || message.contains(&log)
}

/// Returns whether the load was published although the disk was full for a while.
fn full_once(disk: &Path, left: u64, later: u64) -> bool {
    let elsewhere = tempfile::Builder::new().prefix("bond").tempdir_in("/tmp").expect("a directory");
    let (data, feed) = (elsewhere.path().join("data"), elsewhere.path().join("feed"));
    let folders = [disk.to_path_buf(), elsewhere.path().to_path_buf()];
    let servers = Servers::start_in(&folders).expect("they are installed");
    let url = servers.running[0].url();
    let variables = servers.settings(elsewhere.path());
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
    add_user(&data, "ann");
    let server = Serving::with(&data, "info", &variables);
    let import = || {
        let mut command = bond(&data, &["import", &feed.to_string_lossy()]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    write_base(&feed);
    write_days(&feed, &BEFORE);
    let (code, _, error) = captured(&import().output().expect("run"));
    assert_eq!(code, 0, "{error}");
    std::fs::remove_dir_all(&feed).expect("removed");
    let token = server.sign_in("ann", PASSWORD);
    let whole = (2 * MEMBERS, MEMBERS);
    assert_eq!(logins(&server, &token, BEFORE[1]), whole);

    let assert_days = |logged_in: (u64, u64), context: &str| {
        for day in days() {
            assert_eq!(logins(&server, &token, day), logged_in, "day {day}: {context}");
        }
    };
    write_days(&feed, &days());
    if later == 0 {
        fill(disk, left);
    }
    let client = import().spawn().expect("started");
    if later > 0 {
        std::thread::sleep(Duration::from_millis(later));
        fill(disk, left);
    }
    let (code, said, error) = captured(&client.wait_with_output().expect("ended"));
    wait_until_idle(&data);
    let load = Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
    let context = format!("{left} bytes left after {later} ms: {load:?}\n{said}{error}\n{}", server.errors());
    let is_published = load.state == State::Published;
    assert_eq!(code == 0, is_published, "{context}");
    assert!(later > 0 || !is_published, "{context}");
    if is_published {
        assert_days(whole, &context);
    } else {
        assert!(says_full(&error, &url), "{context}");
        assert!(load.message.as_ref().is_some_and(|message| says_full(message, &url)), "{context}");
        // Some of it was written, at least to the other server; nobody reads it.
        let written = "select throwIf(count() <= 12000) from session";
        servers.running[1].own().run(written).unwrap_or_else(|error| panic!("{error}: {context}"));
        assert_days((0, 0), &context);
    }
    // Figures of the day before are read from the full server.
    assert_eq!(logins(&server, &token, BEFORE[1]), whole, "{context}");
    // The server deletes what failed when it likes, which frees a little.
    let mut said_last = String::new();
    let finds_it_full = (0..20).any(|_| {
        fill(disk, 0);
        let mut doctor = bond(&data, &["doctor"]);
        let (code, text, _) = captured(&doctor.envs(variables.iter().copied()).output().expect("run"));
        said_last.clone_from(&text);
        let line = text.lines().find(|line| line.contains(&url)).unwrap_or_default();
        code != 0 && line.starts_with("problem  cluster") && says_full(line, &url)
    });
    assert!(finds_it_full, "{said_last}{context}");
    assert_eq!(logins(&server, &token, BEFORE[1]), whole, "{context}");

    std::fs::remove_file(disk.join("ballast")).expect("removed");
    let (code, _, error) = captured(&import().output().expect("run"));
    assert_eq!(code, 0, "{error}{context}");
    assert_days(whole, &context);
    assert_eq!(logins(&server, &token, BEFORE[1]), whole, "{context}");
    let rows: u64 = 2 * MEMBERS * (days().len() + BEFORE.len()) as u64 / 2;
    for server in &servers.running {
        // What failed is deleted.
        server.own().run(&format!("select throwIf(count() <> {rows}) from session")).unwrap_or_else(|error| {
            panic!("not {rows} rows on {}: {error}", server.url());
        });
    }
    assert_eq!(server.stop().0, 0);
    drop(servers);
    is_published
}
