//! Damaged and missing files: what was loaded comes back from the spool, or the maintenance page is served, and no figure
//! is ever wrong. `TEST_ROUNDS` sets the number of flipped bytes and truncations (4 unless given), `TEST_SEED` which.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::warehouse::probe;
use serde_json::{Value, json};

use super::command_line::{PASSWORD, Serving, add_user, bond, captured, run};
use super::random::Random;
use super::{Common, setting, takes_turn};

const WAREHOUSE: &str = "warehouse.duckdb";
const CALLS: [&str; 3] = [
    "api/v1/dashboard/users/userDashboardInfo",
    "api/v1/dashboard/users/logins/breakdowns",
    "api/v1/program/monitor/getIndicatorList",
];

/// A data directory with four loads, an undo among them, and a copy of the warehouse after the first.
struct Loaded {
    parent: tempfile::TempDir,
    data: PathBuf,
    after_first: PathBuf,
    /// Backups after the first, one of them encrypted.
    backups: [PathBuf; 2],
    /// The answers to [`CALLS`].
    figures: Vec<Value>,
}

impl Loaded {
    /// One whose directory no test changes; each damages copies.
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
        for member in 0..500 {
            members += &format!("M{member},1,1,1,2024-12-01,Email\n");
            logins += &format!("M{member},2026-01-{:02} 10:00:00\n", 1 + member % 28);
        }
        let groups = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
        let second = "member_id,logged_in_at\nM1,2026-02-01 10:00:00\nM2,2026-02-01 10:00:00\n";
        let third = "member_id,logged_in_at\nM3,2026-02-02 10:00:00\n";
        let load = |files: &[(&str, &str)]| {
            let feed = parent.path().join("feed");
            fs::create_dir_all(&feed).expect("made");
            for (name, text) in files {
                fs::write(feed.join(name), text).expect("written");
            }
            let (code, _, error) = captured(&run(&data, &["import", &feed.to_string_lossy()], ""));
            assert_eq!(code, 0, "{error}");
            fs::remove_dir_all(&feed).expect("removed");
        };
        load(&[("user_groups.csv", groups), ("members.csv", &members), ("logins.csv", &logins)]);
        let after_first = parent.path().join("after-first");
        fs::copy(data.join(WAREHOUSE), &after_first).expect("copied");
        let passphrase = parent.path().join("passphrase");
        fs::write(&passphrase, "a long passphrase").expect("written");
        let folder = parent.path().join("backups").to_string_lossy().into_owned();
        let back_up = |words: &[&str]| {
            let (code, text, error) = captured(&run(&data, &[&["backup", "--to", &folder], words].concat(), ""));
            assert_eq!(code, 0, "{error}");
            PathBuf::from(text.lines().next().expect("its path"))
        };
        let backups = [back_up(&[]), back_up(&["--passphrase-file", &passphrase.to_string_lossy()])];
        load(&[("logins.csv", third)]);
        assert_eq!(captured(&run(&data, &["loads", "undo"], "")).0, 0);
        load(&[("logins.csv", second)]);
        let server = Serving::start(&data);
        let figures = figures(&server).expect("figures");
        assert_eq!(server.stop().0, 0);
        Loaded { parent, data, after_first, backups, figures }
    }

    /// A copy of the data directory, to be damaged.
    fn copy(&self, name: &str) -> PathBuf {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let to = self.parent.path().join(format!("{name}-{}", COPIES.fetch_add(1, Ordering::Relaxed)));
        copy_folder(&self.data, &to);
        to
    }
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else if path.is_file() && !path.ends_with("reserve.bin") {
            // The reserve is made again.
            fs::copy(&path, &target).expect("copied");
        }
    }
}

/// The answers to [`CALLS`]; None if one of them is an error.
fn figures(server: &Serving) -> Option<Vec<Value>> {
    let token = server.try_sign_in("ann", PASSWORD)?;
    let body = json!({"startDate": "2026-01-01", "endDate": "2026-02-28"});
    CALLS.iter().map(|path| server.try_post(&token, path, &body)).collect()
}

fn audit_events(data: &Path) -> Vec<String> {
    let lines = Store::open(data).expect("opened").last_audit_lines(20).expect("read");
    lines.into_iter().map(|line| line.event).collect()
}

#[test]
fn loads_that_the_warehouse_lacks_come_back_from_the_spool() {
    if !takes_turn(1) {
        return;
    }
    let loaded = Loaded::shared();
    // As after a write-ahead log was deleted: the file is as old as its last checkpoint.
    let older = loaded.copy("older");
    fs::copy(&loaded.after_first, older.join(WAREHOUSE)).expect("copied");
    // The warehouse is gone.
    let gone = loaded.copy("gone");
    fs::remove_file(gone.join(WAREHOUSE)).expect("removed");
    for (data, recovered) in [(older, 3), (gone, 4)] {
        let server = Serving::start(&data);
        assert_eq!(figures(&server).as_ref(), Some(&loaded.figures), "{}", data.display());
        assert_eq!(server.stop().0, 0);
        let events = audit_events(&data);
        assert_eq!(events.iter().filter(|event| *event == "load_recovered").count(), recovered, "{events:?}");
        // It happens once.
        let server = Serving::start(&data);
        assert_eq!(figures(&server).as_ref(), Some(&loaded.figures));
        assert_eq!(server.stop().0, 0);
        assert_eq!(audit_events(&data).iter().filter(|event| *event == "load_recovered").count(), recovered);
    }
}

#[test]
fn a_warehouse_that_is_gone_or_unreadable_comes_back_from_a_backup_and_the_spool() {
    if !takes_turn(2) {
        return;
    }
    let loaded = Loaded::shared();
    // As after retention: the first load is only in the backup, the others are only in the spool.
    let [backup, encrypted] = &loaded.backups;
    let copy_to = |data: &Path, backup: &Path| {
        fs::copy(backup, data.join("backups").join(backup.file_name().expect("a name"))).expect("copied");
    };

    for (case, warehouse) in [("gone", None), ("unreadable", Some(vec![7; 100_000]))] {
        let data = loaded.copy(case);
        fs::remove_dir_all(data.join("spool/loads/1")).expect("removed");
        copy_to(&data, backup);
        match &warehouse {
            None => fs::remove_file(data.join(WAREHOUSE)).expect("removed"),
            Some(bytes) => fs::write(data.join(WAREHOUSE), bytes).expect("written"),
        }
        let server = Serving::start(&data);
        assert_eq!(figures(&server).as_ref(), Some(&loaded.figures), "{case}");
        assert_eq!(server.stop().0, 0);
        let events = audit_events(&data);
        assert!(events.contains(&"warehouse_restored".to_owned()), "{events:?}");
        assert_eq!(events.iter().filter(|event| *event == "load_recovered").count(), 3, "{events:?}");
        let aside: Vec<PathBuf> = fs::read_dir(data.join("quarantine"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path().join(WAREHOUSE))
            .collect();
        assert_eq!(aside.iter().filter_map(|path| fs::read(path).ok()).next(), warehouse, "nothing is deleted");
    }

    // An encrypted backup, and one of another directory, need a person.
    let data = loaded.copy("by-hand");
    fs::remove_dir_all(data.join("spool/loads/1")).expect("removed");
    fs::remove_file(data.join(WAREHOUSE)).expect("removed");
    copy_to(&data, encrypted);
    let server = Serving::start(&data);
    assert_eq!(server.get("readyz").0, 503);
    let (_, log) = server.stop();
    assert!(log.contains("--keep-accounts --identity-file KEY"), "{log}");
    let passphrase = loaded.parent.path().join("passphrase").to_string_lossy().into_owned();
    let words = ["restore", &encrypted.to_string_lossy(), "--keep-accounts", "--passphrase-file", &passphrase];
    let (code, text, error) = captured(&run(&data, &words, ""));
    assert_eq!((code, text.contains("3 later loads")), (0, true), "{text}{error}");
    let server = Serving::start(&data);
    assert_eq!(figures(&server).as_ref(), Some(&loaded.figures));
    assert_eq!(server.stop().0, 0);

    let other = Loaded::new();
    let words = ["restore", &backup.to_string_lossy(), "--keep-accounts"];
    let (code, _, error) = captured(&run(&other.data, &words, ""));
    assert_eq!((code, error.contains("another install")), (2, true), "{error}");
}

#[test]
fn a_warehouse_without_a_ledger_that_is_gone_is_noticed() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    let words = ["demo", "--members", "500", "--no-serve"];
    let (code, _, error) = captured(&run(&data, &words, ""));
    assert_eq!(code, 0, "{error}");
    drop(Serving::start(&data));
    fs::remove_file(data.join(WAREHOUSE)).expect("removed");
    let server = Serving::start(&data);
    assert_eq!(server.get("readyz").0, 503);
    let (_, log) = server.stop();
    assert!(log.contains("the loads between are not in the ledger"), "{log}");
}

/// A process killed between the commit of a load and its checkpoint, so that only the log has the load.
fn killed_with_a_log(loaded: &Loaded) -> PathBuf {
    let feed = loaded.parent.path().join("more");
    fs::create_dir_all(&feed).expect("made");
    fs::write(feed.join("logins.csv"), "member_id,logged_in_at\nM5,2026-02-05 10:00:00\n").expect("written");
    let batches = |data: &Path| probe(&data.join(WAREHOUSE), false).map(|probed| probed.batches.len()).ok();
    let before = batches(&loaded.data);
    for attempt in 0..100 {
        let data = loaded.copy(&format!("killed-{attempt}"));
        let log = data.join("warehouse.duckdb.wal");
        let mut child =
            bond(&data, &["import", &feed.to_string_lossy()]).stdin(Stdio::null()).spawn().expect("started");
        // The log grows while the load commits and is gone after the checkpoint. Each attempt waits a little longer.
        while child.try_wait().expect("a child").is_none() {
            if fs::metadata(&log).is_ok_and(|log| log.len() > 1_000) {
                std::thread::sleep(Duration::from_micros(500 * attempt));
                let _ = child.kill();
            }
        }
        // A process that was killed while it wrote the log has committed nothing.
        if fs::metadata(&log).is_ok_and(|log| log.len() > 1_000) && batches(&data) > before {
            return data;
        }
    }
    panic!("no process was killed before its checkpoint");
}

#[test]
fn a_damaged_log_loses_nothing_that_was_published() {
    if !takes_turn(3) {
        return;
    }
    let loaded = Loaded::shared();
    let killed = killed_with_a_log(&loaded);
    // The ledger learns at the next start that the load was published.
    let known = loaded.parent.path().join("known");
    copy_folder(&killed, &known);
    let server = Serving::start(&known);
    let after = figures(&server).expect("figures");
    assert_eq!(server.stop().0, 0);
    assert_ne!(after, loaded.figures, "the log had the load");

    let mut random = Random(setting("TEST_SEED", 2));
    let rounds = setting("TEST_ROUNDS", 4);
    let (mut quarantined, mut reloaded) = (0, 0);
    for round in 0..rounds {
        let data = loaded.parent.path().join(format!("log-{round}"));
        copy_folder(&known, &data);
        fs::copy(killed.join(WAREHOUSE), data.join(WAREHOUSE)).expect("copied");
        let mut log = fs::read(killed.join("warehouse.duckdb.wal")).expect("read");
        let at = random.below(log.len() as u64) as usize;
        match round % 4 {
            0 => log.truncate(at),
            3 => log.clear(),
            _ => log[at] ^= 1 << random.below(8),
        }
        let context = format!("round {round}, byte {at} of {}", log.len());
        fs::write(data.join("warehouse.duckdb.wal"), &log).expect("written");
        let server = Serving::start(&data);
        assert_eq!(figures(&server).as_ref(), Some(&after), "{context}");
        assert_eq!(server.stop().0, 0, "{context}");
        quarantined += u64::from(fs::read_dir(data.join("quarantine")).expect("a folder").next().is_some());
        reloaded += u64::from(audit_events(&data).iter().filter(|event| *event == "load_recovered").count() > 0);
        fs::remove_dir_all(&data).expect("removed");
    }
    println!("{rounds} damaged logs: {quarantined} in quarantine, {reloaded} loaded again");
    assert!(reloaded > 0);
}

#[test]
fn without_a_way_back_the_maintenance_page_is_served_and_nothing_is_changed() {
    if !crate::runs_today() {
        return;
    }
    let loaded = Loaded::shared();
    let lost = loaded.copy("lost");
    fs::remove_file(lost.join(WAREHOUSE)).expect("removed");
    fs::remove_dir_all(lost.join("spool/loads/1")).expect("removed");
    let unreadable = loaded.copy("unreadable");
    fs::write(unreadable.join(WAREHOUSE), vec![7; 100_000]).expect("written");
    fs::remove_dir_all(unreadable.join("spool/loads/4")).expect("removed");
    for (data, reason) in [(&lost, "no copy of load 1"), (&unreadable, "cannot be read")] {
        let server = Serving::start(data);
        for (path, status, text) in [
            ("healthz", 200, "ok"),
            ("readyz", 503, "maintenance"),
            ("", 503, "Bond is being maintained"),
            ("executive-summary", 503, "Bond is being maintained"),
            ("api/v1/program", 503, "data_unavailable"),
        ] {
            let (found, body) = server.get(path);
            assert_eq!((found, body.contains(text)), (status, true), "{path}: {body}");
        }
        let (code, log) = server.stop();
        assert_eq!((code, log.contains(reason), log.contains("there is no backup in")), (0, true, true), "{log}");
        let (code, _, error) = captured(&run(data, &["loads", "undo"], ""));
        assert_eq!((code, error.contains(reason)), (1, true), "{error}");
        let (code, list, _) = captured(&run(data, &["loads", "list"], ""));
        assert_eq!((code, list.lines().count()), (0, 5), "{list}");
    }
    assert_eq!(fs::read(unreadable.join(WAREHOUSE)).expect("there"), vec![7; 100_000]);
}

#[test]
fn the_data_of_a_damaged_warehouse_come_back_and_no_figure_is_wrong() {
    if !crate::takes_turn(5) {
        return;
    }
    let loaded = Loaded::shared();
    let mut random = Random(setting("TEST_SEED", 1));
    let rounds = setting("TEST_ROUNDS", 4);
    let whole = fs::read(loaded.data.join(WAREHOUSE)).expect("read");
    let (mut recovered, mut again) = (0, 0);
    for round in 0..rounds {
        let data = loaded.copy(&format!("round-{round}"));
        let mut bytes = whole.clone();
        let at = random.below(bytes.len() as u64) as usize;
        if round % 2 == 0 {
            bytes[at] ^= 1 << random.below(8);
        } else {
            bytes.truncate(at);
        }
        fs::write(data.join(WAREHOUSE), &bytes).expect("written");
        let server = Serving::start(&data);
        let context = format!("round {round}, byte {at} of {}", whole.len());
        // Damage that is met while the server runs makes it open everything anew.
        let limit = Instant::now() + Duration::from_secs(30);
        while server.try_get("readyz").is_none_or(|(status, _)| status != 200) || figures(&server).is_none() {
            if Instant::now() > limit {
                panic!("{context}: {}", server.stop().1);
            }
            std::thread::sleep(Duration::from_millis(100));
            again += 1;
        }
        assert_eq!(figures(&server).as_ref(), Some(&loaded.figures), "{context}");
        assert_eq!(server.stop().0, 0, "{context}");
        recovered += u64::from(fs::read_dir(data.join("quarantine")).expect("a folder").next().is_some());
        fs::remove_dir_all(&data).expect("removed");
    }
    println!(
        "{rounds} damaged files: {recovered} in quarantine, the data from the spool; {again} answers were refused"
    );
}
