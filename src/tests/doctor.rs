//! `bond doctor`, beside a server and without one.

use std::fs;
use std::path::Path;

use bond::recovery;
use serde_json::Value;

use crate::command_line::{Serving, add_user, captured, run};
use crate::system::{link, mode, set_mode};

/// The exit code, and the level and text of each check.
struct Report {
    code: i32,
    checks: Vec<Value>,
}

impl Report {
    fn of(data_dir: &Path, words: &[&str]) -> Report {
        let words: Vec<&str> = ["doctor", "--json"].iter().chain(words).copied().collect();
        let (code, text, error) = captured(&run(data_dir, &words, ""));
        let report: Value = serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}: {text}{error}"));
        let checks = report["checks"].as_array().expect("checks").clone();
        let problems = checks.iter().filter(|check| check["level"] == "problem").count();
        assert_eq!(report["problems"], problems);
        assert_eq!(code, if problems > 0 { 4 } else { 0 }, "{text}");
        Report { code, checks }
    }

    /// The level of a check, and what it says.
    fn check(&self, name: &str) -> (&str, String) {
        let check = self.checks.iter().find(|check| check["check"] == name).expect(name);
        let text = |field: &str| check[field].as_str().expect("text");
        (text("level"), format!("{} -> {}", text("text"), text("todo")))
    }

    #[track_caller]
    fn assert(&self, name: &str, level: &str, words: &[&str]) {
        let (found, text) = self.check(name);
        assert!(found == level && words.iter().all(|word| text.contains(word)), "{name}: {found}: {text}");
    }
}

/// A data directory with an account and the fixture.
fn filled() -> (tempfile::TempDir, std::path::PathBuf) {
    let parent = tempfile::tempdir().expect("a directory");
    let data_dir = parent.path().join("data");
    add_user(&data_dir, "ann");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture");
    let (code, _, error) = captured(&run(&data_dir, &["import", fixture.to_str().expect("text")], ""));
    assert_eq!(code, 0, "{error}");
    (parent, data_dir)
}

#[test]
fn data_keep_the_time_zone_of_their_first_load() {
    if !crate::runs_today() {
        return;
    }
    let (parent, data_dir) = filled();
    let feed = parent.path().join("logins.csv");
    fs::write(&feed, "member_id,logged_in_at\nA,2025-03-09 10:00:00\n").expect("written");
    let import = |zone: &str, more: &[&str]| {
        let words = ["import", "--allow-shrink", "--time-zone", zone, feed.to_str().expect("text")];
        let words = [&words[..], more].concat();
        captured(&run(&data_dir, &words, ""))
    };
    Report::of(&data_dir, &["--time-zone", "Etc/UTC"]).assert("clock", "ok", &["days are those of Etc/UTC"]);
    let paris = ["--time-zone", "Europe/Paris"];
    let wanted = ["the loaded days are those of UTC", "set time_zone to that"];
    Report::of(&data_dir, &paris).assert("clock", "problem", &wanted);
    let (code, _, error) = import("Europe/Paris", &[]);
    assert!(code == 2 && error.contains("time_zone is now that of Europe/Paris"), "{error}");
    let (code, _, error) = import("Europe/Paris", &["--new-time-zone"]);
    assert_eq!(code, 0, "{error}");
    Report::of(&data_dir, &paris).assert("clock", "ok", &["days are those of Europe/Paris"]);
    let (_, shown, _) = captured(&run(&data_dir, &["loads", "show", "3"], ""));
    assert!(shown.contains("days of the time zone Europe/Paris"), "{shown}");
    // Lost data are loaded again as they were, whatever the setting is now.
    for file in ["warehouse.duckdb", "warehouse.duckdb.wal"] {
        let _ = fs::remove_file(data_dir.join(file));
    }
    assert_eq!(captured(&run(&data_dir, &["data", "--time-zone", "UTC"], "")).0, 0);
    Report::of(&data_dir, &paris).assert("clock", "ok", &["days are those of Europe/Paris"]);
    // What a system gives is refused and accepted alike.
    let settings = parent.path().join("bond.toml");
    let table = format!("[pull.feed]\nkind = \"folder\"\npath = {:?}\nfiles = \"logins*\"\n", parent.path());
    fs::write(&settings, table).expect("written");
    let pull = |more: &[&str]| {
        let words = ["pull", "feed", "--time-zone", "UTC", "--config", settings.to_str().expect("text")];
        captured(&run(&data_dir, &[&words[..], more].concat(), ""))
    };
    let (code, _, error) = pull(&[]);
    assert!(code == 2 && error.contains("go on with --new-time-zone"), "{error}");
    let (code, _, error) = pull(&["--new-time-zone"]);
    assert_eq!(code, 0, "{error}");
    Report::of(&data_dir, &["--time-zone", "UTC"]).assert("clock", "ok", &["days are those of UTC"]);
}

#[test]
fn every_check_speaks_with_and_without_a_server() {
    if !crate::runs_today() {
        return;
    }
    let (_parent, data_dir) = filled();
    let alone = Report::of(&data_dir, &[]);
    alone.assert("server", "note", &["no server runs"]);
    alone.assert("warehouse", "ok", &["data version 1", "all 1 published load"]);
    alone.assert("freshness", "note", &["data through 2025-03-10", "bond loads list"]);
    alone.assert("backups", "problem", &["there is none"]);
    for name in [
        "settings",
        "permissions",
        "file system",
        "versions",
        "accounts",
        "single sign-on",
        "loads",
        "quarantine",
        "retention",
        "inbox",
        "reports",
    ] {
        alone.assert(name, "ok", &[]);
    }

    let (code, _, error) = captured(&run(&data_dir, &["backup"], ""));
    assert_eq!(code, 0, "{error}");
    let full = Report::of(&data_dir, &["--full"]);
    full.assert("warehouse", "ok", &["every row"]);
    full.assert("backups", "note", &["every byte and row is good", "set backup_at"]);
    assert_eq!(full.code, 0, "notes are no problems");

    let serving = Serving::start(&data_dir);
    let beside = Report::of(&data_dir, &["--full"]);
    beside.assert("server", "ok", &[&format!("process {}", serving.pid())]);
    beside.assert("warehouse", "note", &["the server reads it, data version 1", "bond backup"]);
    beside.assert("freshness", "note", &["2025-03-10"]);
    assert!(beside.check("memory").1.contains("are in use"), "the server's: {:?}", beside.check("memory"));
    assert_eq!(serving.get("/readyz").0, 200);
    drop(serving);

    fs::write(data_dir.join("bond.toml"), "expected_by = { logins = \"1d 08:00\" }\n").expect("written");
    let serving = Serving::start(&data_dir);
    Report::of(&data_dir, &[]).assert("freshness", "problem", &["the data of logins are late", "bond data"]);
    assert_eq!(serving.get("/readyz").0, 200);
    assert_eq!(serving.stop().0, 0);
    // The lines for people say the same.
    let (code, text, _) = captured(&run(&data_dir, &["doctor"], ""));
    assert_eq!((code, text.lines().count()), (0, full.checks.len()));
    assert!(text.lines().any(|line| line.starts_with("note     server       no server runs") && line.contains(" -> ")));
}

#[test]
fn what_is_wrong_is_found_and_nothing_is_changed() {
    if !crate::runs_today() {
        return;
    }
    let (_parent, data_dir) = filled();
    let (code, _, error) = captured(&run(&data_dir, &["backup"], ""));
    assert_eq!(code, 0, "{error}");
    let backup = fs::read_dir(data_dir.join("backups")).expect("listed").next().expect("one").expect("read").path();
    let bytes = fs::read(&backup).expect("read");
    fs::write(&backup, &bytes[..bytes.len() - 1]).expect("written");
    set_mode(&data_dir, 0o755);
    fs::create_dir_all(data_dir.join("quarantine/1")).expect("made");
    fs::create_dir_all(data_dir.join("spool/incoming/f00")).expect("made");
    fs::rename(data_dir.join("warehouse.duckdb"), data_dir.join("aside")).expect("moved");
    fs::write(data_dir.join("bond.toml"), "listne = \"x\"\n").expect("written");

    let report = Report::of(&data_dir, &[]);
    report.assert("settings", "problem", &["bond.toml:1: listne is not a setting"]);
    report.assert("permissions", "problem", &["mode 755", "chmod -R go="]);
    report.assert("quarantine", "note", &["1 folder"]);
    report.assert("loads", "note", &["1 folder of no load"]);
    report.assert("warehouse", "problem", &["is gone", "1 published load"]);
    report.assert("backups", "problem", &["it ends too early"]);
    assert_eq!(mode(&data_dir) & 0o777, 0o755, "it only says so");
    assert!(!data_dir.join("warehouse.duckdb").exists() && data_dir.join("spool/incoming/f00").is_dir());

    // A damaged warehouse ends the child that looks at it, not the check.
    let mut damaged = fs::read(data_dir.join("aside")).expect("read");
    damaged[..16384].fill(0x55);
    fs::write(data_dir.join("warehouse.duckdb"), damaged).expect("written");
    Report::of(&data_dir, &[]).assert("warehouse", "problem", &["cannot be read", "start the server"]);
    // What a server noted when a query met damage.
    fs::write(data_dir.join("warehouse.damaged"), "block 7\n").expect("written");
    Report::of(&data_dir, &[]).assert("warehouse", "problem", &["a part", "damaged: block 7 ->", "restart the server"]);
}

#[test]
fn a_role_of_single_sign_on_that_does_not_exist_is_named() {
    let (_parent, data_dir) = filled();
    let settings = "public_url = \"https://bond.example.com\"\noidc_issuer = \"https://login.example.com\"\n\
                    oidc_client_id = \"bond\"\noidc_roles = \"staff=USERS,kings=KING\"\n";
    fs::write(data_dir.join("bond.toml"), settings).expect("written");
    Report::of(&data_dir, &[]).assert("single sign-on", "problem", &["do not exist: KING;", "bond role add"]);
    let serving = Serving::start(&data_dir);
    assert!(serving.errors().contains("KING"), "{}", serving.errors());
    assert_eq!(serving.stop().0, 0);
}

#[test]
fn folders_that_others_use_too_are_looked_at() {
    let (parent, data_dir) = filled();
    let [inbox, reports] = ["inbox", "reports"].map(|name| parent.path().join(name));
    let settings = format!("inbox = {inbox:?}\nreports_dir = {reports:?}\n");
    fs::write(data_dir.join("bond.toml"), settings).expect("written");
    let report = Report::of(&data_dir, &[]);
    report.assert("inbox", "problem", &["there is no folder", "correct the setting inbox"]);
    report.assert("reports", "problem", &["there is no folder", "correct the setting reports_dir"]);
    // A server says so too, and makes none.
    let serving = Serving::start(&data_dir);
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !serving.errors().contains("make it, or correct the setting inbox") {
        assert!(std::time::Instant::now() < limit, "{}", serving.errors());
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(!inbox.exists() && serving.stop().0 == 0);

    let elsewhere = parent.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("made");
    link(&elsewhere, &inbox);
    fs::create_dir(&reports).expect("made");
    set_mode(&reports, 0o777);
    let report = Report::of(&data_dir, &[]);
    report.assert("inbox", "problem", &["it is a link"]);
    report.assert("reports", "problem", &["everybody may write to it", "chmod o-w"]);
    fs::remove_file(&inbox).expect("removed");
    fs::create_dir(&inbox).expect("made");
    for path in [&inbox, &reports] {
        set_mode(path, 0o2770);
    }
    link(&elsewhere, &inbox.join("done"));
    let report = Report::of(&data_dir, &[]);
    report.assert("inbox", "problem", &["done", "it is a link", "remove it"]);
    report.assert("reports", "ok", &["mode 2770"]);
}

#[test]
fn damage_inside_is_found_by_who_reads_every_row() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data_dir = parent.path().join("data");
    let (code, _, error) = captured(&run(&data_dir, &["demo", "--members", "1000", "--no-serve"], ""));
    assert_eq!(code, 0, "{error}");
    let file = data_dir.join("warehouse.duckdb");
    let whole = fs::read(&file).expect("read");
    bond::child::use_executable(crate::executable());
    let is_good = |thoroughly| recovery::probe(&file, thoroughly).expect("examined").is_ok();
    // Not every block of the file is in use, and some are needed to open it.
    let block = (0..whole.len() - (1 << 18)).step_by(1 << 18).skip(whole.len() >> 19).find(|block| {
        let mut damaged = whole.clone();
        damaged[block + (1 << 17)] ^= 1;
        fs::write(&file, damaged).expect("written");
        is_good(false) && !is_good(true)
    });
    assert!(block.is_some(), "no block has rows");
    Report::of(&data_dir, &[]).assert("warehouse", "ok", &["--full reads every row"]);
    let (code, text, _) = captured(&run(&data_dir, &["doctor", "--full"], ""));
    let line = text.lines().find(|line| line.contains(" warehouse ")).expect("a line");
    assert!(code == 4 && line.starts_with("problem  warehouse    not all of"), "{text}");
    assert!(line.contains("bond restore") && line.contains("--keep-accounts"), "{text}");
}

#[test]
fn a_directory_that_is_not_there_is_wrong_usage() {
    let parent = tempfile::tempdir().expect("a directory");
    let data_dir = parent.path().join("none");
    let (code, _, error) = captured(&run(&data_dir, &["doctor"], ""));
    assert!(code == 2 && error.contains("there is no data directory"), "{code}: {error}");
    assert!(!data_dir.exists(), "it is not made");
}
