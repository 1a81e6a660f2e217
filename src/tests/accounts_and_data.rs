//! Accounts (`bond.sqlite`) that are gone, damaged, older or of another installation: maintenance with the command that
//! mends it, or a start that is right. `TEST_ROUNDS` sets the number of damaged files (8 unless given), `TEST_SEED` which.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::command_line::{PASSWORD, Serving, add_user, bond, captured, run};
use super::damage::copy_folder;
use super::random::Random;
use super::{Common, setting, takes_turn};

const STORE: &str = "bond.sqlite";
const LOG: &str = "bond.sqlite-wal";

/// A data directory with two loads, a backup after them and a third load, and copies of its accounts.
struct Loaded {
    parent: tempfile::TempDir,
    data: PathBuf,
    /// The accounts after the first load.
    older: PathBuf,
    backup: PathBuf,
    /// What the backup has, and what there is now.
    at_backup: Value,
    figures: Value,
}

impl Loaded {
    /// One whose directory no test changes; each changes copies.
    fn shared() -> Arc<Loaded> {
        static SHARED: Common<Loaded> = Common::new();
        SHARED.get(Loaded::new)
    }

    fn new() -> Loaded {
        let parent = tempfile::tempdir().expect("a directory");
        let data = parent.path().join("data");
        add_user(&data, "ann");
        let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
        let mut logins = "member_id,logged_in_at\n".to_owned();
        for member in 0..50 {
            members += &format!("M{member},1,1,1,2024-12-01,Email\n");
            logins += &format!("M{member},2026-01-{:02} 10:00:00\n", 1 + member % 28);
        }
        let groups = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
        load(&data, &[("user_groups.csv", groups), ("members.csv", &members), ("logins.csv", &logins)]);
        let older = parent.path().join("older.sqlite");
        fs::copy(data.join(STORE), &older).expect("copied");
        load(&data, &[("logins.csv", "member_id,logged_in_at\nM1,2026-02-01 10:00:00\n")]);
        let (code, text, error) = captured(&run(&data, &["backup"], ""));
        assert_eq!(code, 0, "{error}");
        let backup = PathBuf::from(text.lines().next().expect("its path"));
        let at_backup = served(&data);
        load(&data, &[("logins.csv", "member_id,logged_in_at\nM2,2026-02-02 10:00:00\n")]);
        let figures = served(&data);
        assert_ne!(at_backup, figures);
        Loaded { parent, data, older, backup, at_backup, figures }
    }

    fn copy(&self, name: &str) -> PathBuf {
        let to = self.parent.path().join(name);
        copy_folder(&self.data, &to);
        to
    }

    /// The backup in a copy.
    fn backup_in(&self, data: &Path) -> String {
        data.join("backups").join(self.backup.file_name().expect("a name")).display().to_string()
    }
}

fn load(data: &Path, files: &[(&str, &str)]) {
    let (code, _, error) = try_load(data, files);
    assert_eq!(code, 0, "{error}");
}

fn try_load(data: &Path, files: &[(&str, &str)]) -> (i32, String, String) {
    let feed = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        fs::write(feed.path().join(name), text).expect("written");
    }
    captured(&run(data, &["import", &feed.path().to_string_lossy()], ""))
}

fn figures(server: &Serving, login: &str) -> Option<Value> {
    let token = server.try_sign_in(login, PASSWORD)?;
    let body = json!({"startDate": "2026-01-01", "endDate": "2026-02-28"});
    server.try_post(&token, "api/v1/dashboard/users/logins/breakdowns", &body)
}

fn served(data: &Path) -> Value {
    let server = Serving::start(data);
    let answer = figures(&server, "ann").expect("figures");
    assert_eq!(server.stop().0, 0);
    answer
}

/// Puts a file in the place of the accounts, as somebody who knows that their log must go too.
fn replace_store(data: &Path, with: Option<&Path>) {
    for name in [STORE, LOG, "bond.sqlite-shm"] {
        let _ = fs::remove_file(data.join(name));
    }
    if let Some(with) = with {
        fs::copy(with, data.join(STORE)).expect("copied");
    }
}

#[test]
fn accounts_that_are_gone_older_damaged_or_of_others_are_refused_with_the_command_that_mends_it() {
    if !takes_turn(0) {
        return;
    }
    let loaded = Loaded::shared();
    let other = tempfile::tempdir().expect("a directory");
    let stranger = other.path().join("data");
    add_user(&stranger, "ann");
    let garbage = other.path().join("garbage");
    fs::write(&garbage, vec![7; 60_000]).expect("written");
    let empty = other.path().join("empty");
    fs::write(&empty, "").expect("written");
    let cases: [(&str, Option<&Path>, &str); 5] = [
        ("gone", None, "is gone or empty, and warehouse.duckdb has data version 3"),
        ("empty", Some(&empty), "is gone or empty"),
        ("garbage", Some(&garbage), "does not begin as SQLite writes it"),
        ("older", Some(&loaded.older), "is older than it was"),
        ("stranger", Some(&stranger.join(STORE)), "is of another installation"),
    ];
    for (case, with, what) in cases {
        let data = loaded.copy(case);
        replace_store(&data, with);
        // So that the accounts are found out by the data, and not by what is noted beside them.
        if case == "stranger" {
            fs::remove_file(data.join("bond.sqlite-seen")).expect("removed");
        }
        let backup = loaded.backup_in(&data);
        let command = format!("bond restore {backup} --data-dir {} --replace", data.display());
        let server = Serving::start(&data);
        assert_eq!((server.get("readyz").0, server.get("").0), (503, 503), "{case}");
        let (code, log) = server.stop();
        assert!(code == 0 && log.contains(what) && log.contains(&command), "{case}: {log}");
        let (code, _, error) = try_load(&data, &[("logins.csv", "member_id,logged_in_at\nM3,2026-02-03 10:00:00\n")]);
        assert!(code == 1 && error.contains(what) && error.contains(&command), "{case}: {error}");
        if with.is_none() {
            let words = ["user", "add", "--first-name", "Bob", "--role", "USERS", "--password-stdin", "bob"];
            let (code, _, error) = captured(&run(&data, &words, &format!("{PASSWORD}\n")));
            assert!(code == 1 && error.contains(&command), "{case}: {error}");
            assert!(!data.join(STORE).exists(), "no new accounts");
        }
        let (code, said, _) = captured(&run(&data, &["doctor"], ""));
        assert!(code == 4 && said.contains(what) && said.contains("bond restore"), "{case}: {said}");
        assert!(!said.contains("bond.sqlite is whole"), "{case}: {said}");

        let (code, _, error) = captured(&run(&data, &["restore", &backup, "--replace"], ""));
        assert_eq!(code, 0, "{case}: {error}");
        assert_eq!(served(&data), loaded.at_backup, "{case}");
    }
}

#[test]
fn an_older_copy_without_a_note_beside_it_is_known_by_its_loads() {
    if !crate::runs_today() {
        return;
    }
    let loaded = Loaded::shared();
    let data = loaded.copy("by-loads");
    replace_store(&data, Some(&loaded.older));
    fs::remove_file(data.join("bond.sqlite-seen")).expect("removed");
    let server = Serving::start(&data);
    assert_eq!(server.get("readyz").0, 503);
    let (_, log) = server.stop();
    assert!(log.contains("does not know 2 loads that warehouse.duckdb has, the first of them load 2"), "{log}");
}

#[test]
fn accounts_and_data_are_used_together_where_an_administrator_says_so() {
    if !crate::runs_today() {
        return;
    }
    let loaded = Loaded::new();
    let more = [("logins.csv", "member_id,logged_in_at\nM3,2026-02-03 10:00:00\n")];
    load(&loaded.data, &more);
    let after = served(&loaded.data);
    for (case, with) in [("new", None), ("earlier", Some(loaded.older.as_path()))] {
        let loaded_data = loaded.copy(case);
        replace_store(&loaded_data, with);
        let (code, said, error) = captured(&run(&loaded_data, &["keys", "adopt-data"], ""));
        assert_eq!((code, said.contains("belong together now, data version 4")), (0, true), "{case}: {said}{error}");
        if with.is_none() {
            add_user(&loaded_data, "ann");
        }
        assert_eq!(served(&loaded_data), after, "{case}");
        // A load goes in, is in the ledger as published, and is there after a start.
        let (code, said, error) =
            try_load(&loaded_data, &[("logins.csv", "member_id,logged_in_at\nM4,2026-02-04 10:00:00\n")]);
        assert_eq!(code, 0, "{case}: {said}{error}");
        let (_, list, _) = captured(&run(&loaded_data, &["loads", "list"], ""));
        assert!(!list.contains("failed"), "{case}: {list}");
        assert_ne!(served(&loaded_data), after, "{case}");
        // Backups that were noted in other accounts do not count.
        assert_eq!(captured(&run(&loaded_data, &["backup"], "")).0, 0, "{case}");
        let (code, said, _) = captured(&run(&loaded_data, &["doctor"], ""));
        assert_eq!(code, 0, "{case}: {said}");
    }
}

/// Waits for what the server says of itself.
fn wait_for(server: &Serving, what: &str) {
    let limit = Instant::now() + Duration::from_secs(300);
    while server.try_get("readyz").is_none_or(|(_, text)| text.trim() != what) {
        assert!(Instant::now() < limit, "{}", server.errors());
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn files_that_are_taken_away_while_the_server_runs_are_noticed() {
    if !crate::runs_today() {
        return;
    }
    let loaded = Loaded::shared();
    let data = loaded.copy("removed");
    let server = Serving::start(&data);
    fs::remove_file(data.join(STORE)).expect("removed");
    wait_for(&server, "maintenance");
    let (_, log) = server.stop();
    assert!(log.contains("bond.sqlite was removed") && log.contains("bond restore"), "{log}");

    // What only the log had is written into the file first.
    let data = loaded.copy("without-log");
    let server = Serving::start(&data);
    add_user(&data, "bob");
    fs::remove_file(data.join(LOG)).expect("removed");
    let limit = Instant::now() + Duration::from_secs(300);
    while !server.errors().contains("bond.sqlite-wal was removed") {
        assert!(Instant::now() < limit, "{}", server.errors());
        std::thread::sleep(Duration::from_millis(100));
    }
    wait_for(&server, "ready");
    assert_eq!(figures(&server, "bob").as_ref(), Some(&loaded.figures));
    assert_eq!(server.stop().0, 0);
}

#[test]
fn damage_that_a_call_meets_while_the_server_runs_ends_in_maintenance() {
    let loaded = Loaded::shared();
    let data = loaded.copy("overwritten");
    let server = Serving::start(&data);
    let mut file = fs::OpenOptions::new().write(true).open(data.join(STORE)).expect("opened");
    let pages = file.metadata().expect("there").len() / 4096;
    for page in 1..pages {
        file.seek(SeekFrom::Start(page * 4096)).and_then(|_| file.write_all(&[0x55; 4096])).expect("written");
    }
    assert_eq!(server.try_sign_in("ann", PASSWORD), None, "its accounts cannot be read");
    wait_for(&server, "maintenance");
    let (_, log) = server.stop();
    assert!(log.contains("the accounts have failed") && log.contains("bond restore"), "{log}");
}

/// What came of a start.
#[derive(Debug, PartialEq, Eq)]
enum Start {
    Ready,
    Maintenance,
    Refused,
}

#[test]
fn damaged_accounts_start_right_or_not_at_all() {
    if !crate::runs_today() {
        return;
    }
    let loaded = Loaded::shared();
    // Killed with a log that has the newest changes, a user among them.
    let killed = loaded.copy("killed");
    let mut server = Serving::start(&killed);
    add_user(&killed, "bob");
    assert_eq!(figures(&server, "bob").as_ref(), Some(&loaded.figures));
    server.kill();
    drop(server);
    assert!(fs::metadata(killed.join(LOG)).is_ok_and(|log| log.len() > 4_096), "there is a log");

    let mut random = Random(setting("TEST_SEED", 3));
    let rounds = setting("TEST_ROUNDS", 8);
    let mut counts = [0; 3];
    for round in 0..rounds {
        let data = loaded.parent.path().join(format!("damaged-{round}"));
        copy_folder(&killed, &data);
        // The log goes in some rounds, as where only the file was copied.
        let name = if round % 4 < 2 { STORE } else { LOG };
        let path = data.join(name);
        let mut bytes = fs::read(&path).expect("read");
        let at = random.below(bytes.len() as u64) as usize;
        let done = match round % 8 {
            0 | 2 | 4 => {
                for at in at..bytes.len().min(at + 1 + random.below(8) as usize) {
                    bytes[at] ^= 1 << random.below(8);
                }
                fs::write(&path, &bytes).expect("written");
                "flipped"
            }
            1 | 3 | 5 => {
                bytes.truncate(at);
                fs::write(&path, &bytes).expect("written");
                "cut"
            }
            _ => {
                fs::remove_file(&path).expect("removed");
                if random.below(2) == 0 && name == LOG {
                    fs::remove_file(data.join(STORE)).expect("removed");
                }
                "deleted"
            }
        };
        let context = format!("round {round}: {name} {done} at {at} of {}", bytes.len());
        let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
        command.stdin(Stdio::null());
        let outcome = match Serving::try_by(command) {
            Err(said) => {
                assert!(said.contains("bond: "), "{context}: {said}");
                Start::Refused
            }
            Ok(server) if server.get("readyz").1.trim() == "maintenance" => {
                let (_, log) = server.stop();
                assert!(log.contains("bond restore ") && log.contains(&loaded.backup_in(&data)), "{context}: {log}");
                Start::Maintenance
            }
            Ok(server) => {
                for login in ["ann", "bob"] {
                    let found = figures(&server, login);
                    // A changed letter of a login or of a hash cannot be found; that user is refused.
                    let is_refused = found.is_none() && name == STORE && done == "flipped";
                    assert!(found.as_ref() == Some(&loaded.figures) || is_refused, "{context}: {login}: {found:?}");
                }
                assert_eq!(server.stop().0, 0, "{context}");
                Start::Ready
            }
        };
        counts[outcome as usize] += 1;
        fs::remove_dir_all(&data).expect("removed");
    }
    println!("{rounds} damaged files: {} right, {} in maintenance, {} refused", counts[0], counts[1], counts[2]);
    assert!(counts[1] > 0);
}
