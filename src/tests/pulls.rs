//! Systems that Bond asks for data, against real ones: PostgreSQL, MariaDB, OpenSSH, a store that speaks S3, HTTP, a folder.

mod copies;
mod databases;
mod files;
mod interrupted;
mod secrets;
mod servers;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bond::config::{Given, PullSettings, resolve};
use bond::pull::{self, PullError, Pulled, Wish};
use bond::store::loads::{Kind, Load, Origin, State};
use bond::store::roles::ADMIN;
use serde_json::{Value, json};

use crate::TestApp;

pub(super) const MEMBERS: &str =
    "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,1,1,1,2023-12-01,Email\nB,1,1,1,2024-01-10,Website\n";
pub(super) const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";

/// The systems of a settings file.
pub(super) fn pulls(text: &str) -> Vec<PullSettings> {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    fs::write(&file, text).expect("written");
    resolve(&Given { file: Some(file), ..Given::default() }).expect("sound").config.pulls
}

/// A program of two members, without logins, which asks these systems.
pub(super) fn asking(text: &str) -> TestApp {
    let pulls = pulls(text);
    let load = |app: &TestApp| {
        app.import(&[("members.csv", MEMBERS), ("user_groups.csv", GROUPS)]).expect("loaded");
    };
    TestApp::prepared(time::macros::date!(2026 - 03 - 15), "pulls", &load, |config| config.pulls = pulls)
}

/// Asks a system as the schedule does.
pub(super) fn ask(app: &TestApp, name: &str) -> Result<Option<Load>, PullError> {
    ask_as(app, name, None)
}

/// Asks, and waits until what came of it has ended.
pub(super) fn ask_as(app: &TestApp, name: &str, actor: Option<&str>) -> Result<Option<Load>, PullError> {
    let app = &app.app;
    let pull = pull::named(&app.config.pulls, name)?;
    let origin = if actor.is_some() { Origin::Page } else { Origin::Schedule };
    let wish = Wish { kind: Kind::Import, days: None, new_time_zone: false, actor, origin };
    let Pulled::Queued(id) = pull::run(app.puller(), &app.pulls, pull, wish, &|| false)? else { return Ok(None) };
    let read = || app.store.load(id).expect("read").expect("there");
    crate::wait_until("the load has ended", || read().state.is_final());
    Ok(Some(read()))
}

/// The failure of a system, as it is shown.
#[track_caller]
pub(super) fn fails(app: &TestApp, name: &str) -> String {
    let before = spool(app);
    let error = ask(app, name).expect_err("refused").to_string();
    assert_eq!(spool(app), before, "nothing is left in the spool");
    let runs = app.app.store.pull_runs(name, 1).expect("read");
    assert_eq!((runs[0].fault.as_deref(), runs[0].load), (Some(error.as_str()), None));
    let tried = pull::try_connection(app.app.puller(), pull::named(&app.app.config.pulls, name).expect("known"));
    println!("{name}: {error}");
    drop(tried);
    error
}

fn spool(app: &TestApp) -> usize {
    fs::read_dir(app.app.data_dir().path().join("spool/incoming")).map_or(0, |entries| entries.count())
}

/// How many rows of a table are loaded.
pub(super) fn rows(app: &TestApp, table: &str) -> u64 {
    let loaded = crate::wait(app.app.loaded()).expect("read");
    loaded.tables.iter().find(|loaded| loaded.table == table).map_or(0, |loaded| loaded.rows)
}

/// While somebody writes a file nothing of it is loaded, and all of it afterwards.
pub(super) fn waits_for_a_writer(app: &TestApp, name: &str, file: &Path) {
    let is_over = AtomicBool::new(false);
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut writer = fs::OpenOptions::new().append(true).open(file).expect("opened");
            let mut second = 0;
            while !is_over.load(Ordering::SeqCst) {
                second += 1;
                let line = format!("A,2026-03-02 10:{:02}:{:02}\n", second / 60 % 60, second % 60);
                writer.write_all(line.as_bytes()).expect("written");
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let error = fails(app, name);
        is_over.store(true, Ordering::SeqCst);
        error
    });
    assert!(error.starts_with("logins.csv changed while it was read, and nothing was loaded"), "{error}");
    assert_eq!(rows(app, "logins"), 0);
    let lines = fs::read_to_string(file).expect("read").lines().count() as u64;
    assert_eq!(ask(app, name).expect("asked").expect("a load").state, State::Published);
    assert_eq!(rows(app, "logins"), lines - 1);
}

/// The example that the manual has for a kind.
pub(super) fn example(kind: &str) -> String {
    let manual = include_str!("../../docs/pull.md");
    let mut examples = manual.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let is_it = |example: &&str| example.contains(&format!("kind = \"{kind}\""));
    examples.find(is_it).unwrap_or_else(|| panic!("an example of {kind}")).to_owned()
}

#[test]
fn the_examples_of_the_manual_are_sound() {
    let kinds = ["postgresql", "mysql", "sftp", "https", "s3", "folder"];
    // Side by side, as somebody has them who asks them all.
    let all = kinds.map(|kind| example(kind).replace("SHA256:AbCd...", &format!("SHA256:{}", "A".repeat(43)))).concat();
    let found: Vec<_> = pulls(&all).iter().map(|pull| (pull.name.clone(), pull.kind())).collect();
    for kind in kinds {
        assert_eq!(found.iter().filter(|(_, known)| *known == kind).count(), 1, "{kind}: {found:?}");
    }
}

fn folder_pull(folder: &Path, more: &str) -> String {
    format!("[pull.feed]\nkind = \"folder\"\npath = \"{}\"\n{more}", folder.display())
}

#[test]
fn new_files_of_a_folder_are_taken_once_and_changed_ones_again() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), "files = \"logins*\"\n"));
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    assert!(ask(&app, "feed").expect("asked").is_none(), "an empty folder");
    write("logins-1.csv", "member_id,logged_in_at\nA,2026-03-01 09:00:00\n");
    write("notes.txt", "not of the pattern");
    let first = ask(&app, "feed").expect("asked").expect("a load");
    assert_eq!((first.state, first.origin, rows(&app, "logins")), (State::Published, Origin::Schedule, 1));
    assert!(ask(&app, "feed").expect("asked").is_none(), "nothing is new");
    write("logins-1.csv", "member_id,logged_in_at\nA,2026-03-01 09:00:00\nB,2026-03-01 10:00:00\n");
    write("logins-2.csv", "member_id,logged_in_at\nA,2026-03-02 09:00:00\n");
    let second = ask(&app, "feed").expect("asked").expect("a load");
    assert_eq!((second.state, rows(&app, "logins")), (State::Published, 3));
    let runs = app.app.store.pull_runs("feed", 10).expect("read");
    let shown: Vec<_> = runs.iter().map(|run| (run.files, run.load)).collect();
    assert_eq!(shown, [(Some(2), Some(second.id)), (Some(0), None), (Some(1), Some(first.id)), (Some(0), None)]);
}

#[test]
fn a_refused_file_waits_until_it_changes_or_somebody_asks() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), ""));
    fs::write(folder.path().join("logins.csv"), "member_id,logged_in_at\nNOBODY,2026-03-01 09:00:00\n")
        .expect("written");
    assert_eq!(ask(&app, "feed").expect("asked").expect("a load").state, State::Refused);
    assert!(ask(&app, "feed").expect("asked").is_none(), "the schedule does not load it again and again");
    assert_eq!(ask_as(&app, "feed", Some("ann")).expect("asked").expect("a load").state, State::Refused);
    fs::write(folder.path().join("logins.csv"), "member_id,logged_in_at\nA,2026-03-01 09:00:00\n").expect("written");
    assert_eq!(ask(&app, "feed").expect("asked").expect("a load").state, State::Published);
}

#[test]
fn what_was_undone_is_asked_for_again() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), ""));
    fs::write(folder.path().join("logins.csv"), "member_id,logged_in_at\nA,2026-03-01 09:00:00\n").expect("written");
    ask(&app, "feed").expect("asked").expect("a load");
    let token = app.signed_in("ann", ADMIN);
    let confirmed = json!({ "password": "correct horse 1" });
    let undo = app.post("/api/v1/admin/loads/undo").bearer(&token).json(&confirmed).send();
    assert_eq!(undo.status, 202, "{}", undo.text);
    crate::wait_until("it is undone", || rows(&app, "logins") == 0);
    assert!(ask(&app, "feed").expect("asked").is_some());
    assert_eq!(rows(&app, "logins"), 1);
}

#[test]
fn a_file_that_somebody_is_writing_loads_nothing_until_it_is_whole() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), ""));
    let file = folder.path().join("logins.csv");
    fs::write(&file, "member_id,logged_in_at\n").expect("written");
    waits_for_a_writer(&app, "feed", &file);
}

/// Also while it is being tried again, which may take long.
#[test]
fn administrators_are_told_of_a_system_from_its_fourth_failure_until_it_answers() {
    let folder = tempfile::tempdir().expect("a directory");
    let gone = folder.path().join("gone");
    let app = asking(&folder_pull(&gone, ""));
    let told = || {
        bond::features::notices::look(&app.app).expect("looked");
        let told = app.app.store.told().expect("read");
        told.into_iter().any(|told| told.condition == "pulls")
    };
    let metric = |name: &str| {
        let page = app.get("/metrics").send().text;
        let series = format!("{name}{{pull=\"feed\"}} ");
        let line = page.lines().find_map(|line| line.strip_prefix(&series)).expect("known");
        line.parse::<f64>().expect("a number")
    };
    for _ in 0..3 {
        fails(&app, "feed");
        assert!(!told());
    }
    fails(&app, "feed");
    assert!(told());
    let (failed, succeeded) = ("bond_pull_failed", "bond_pull_last_success_timestamp_seconds");
    assert_eq!((metric(failed), metric(succeeded)), (1.0, 0.0));
    app.app.store.begin_pull("feed", None, None, app.app.clock.now()).expect("begun");
    assert!(told());
    assert_eq!(metric(failed), 1.0);

    fs::create_dir(&gone).expect("made");
    assert!(ask(&app, "feed").expect("asked").is_none());
    assert!(!told());
    let at = metric(succeeded);
    assert!(metric(failed) == 0.0 && at > 0.0);
    app.app.store.begin_pull("feed", None, None, app.app.clock.now()).expect("begun");
    assert_eq!((metric(failed), metric(succeeded)), (0.0, at));
}

#[test]
fn a_name_that_cannot_be_taken_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), "files = \"logins*\"\n"));
    let mut names: Vec<std::ffi::OsString> = vec![format!("logins{}", "x".repeat(220)).into()];
    if cfg!(unix) {
        names.extend(["logins\\2.csv".into(), "logins\n2.csv".into()]);
    }
    #[cfg(unix)]
    names.push(std::os::unix::ffi::OsStringExt::from_vec(b"logins-\xff.csv".to_vec()));
    for name in names {
        let path = folder.path().join(&name);
        fs::write(&path, "member_id,logged_in_at\nA,2026-03-01 09:00:00\n").expect("written");
        let error = fails(&app, "feed");
        assert!(error.contains("logins") && error.contains("rename"), "{name:?}: {error}");
        fs::remove_file(&path).expect("removed");
    }
    // What no pattern names is in nobody's way.
    fs::write(folder.path().join("notes\u{1}.txt"), "of somebody else").expect("written");
    assert!(ask(&app, "feed").expect("asked").is_none());
}

#[test]
fn days_that_somebody_asked_for_do_not_hide_those_before_them() {
    let port = servers::http(|lines| {
        // A login on each day of March that is asked for.
        let day = |key: &str| {
            let (_, rest) = lines[0].split_once(key).expect("asked for days");
            rest[8..10].parse::<u8>().expect("a day")
        };
        let logins = (day("from=")..=day("to=")).map(|day| format!("A,2026-03-{day:02} 09:00:00\n"));
        let body = format!("member_id,logged_in_at\n{}", logins.collect::<String>());
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    });
    let app = asking(&format!(
        "[pull.web]\nkind = \"https\"\nfrom = \"2026-03-01\"\n[pull.web.files]\n\
         \"logins.csv\" = \"http://127.0.0.1:{port}/?from={{since}}&to={{until}}\"\n"
    ));
    let asked = |days: Option<(time::Date, time::Date)>| {
        let days = days.map(|(since, until)| pull::Days { since, until });
        let wish = Wish { kind: Kind::Import, days, new_time_zone: false, actor: None, origin: Origin::CommandLine };
        let pull = pull::named(&app.app.config.pulls, "web").expect("known");
        let Pulled::Queued(id) = pull::run(app.app.puller(), &app.app.pulls, pull, wish, &|| false).expect("asked")
        else {
            panic!("nothing new")
        };
        let read = || app.app.store.load(id).expect("read").expect("there");
        crate::wait_until("the load has ended", || read().state.is_final());
        assert_eq!(read().state, State::Published);
        let run = app.app.store.pull_runs("web", 1).expect("read").remove(0);
        (run.since.expect("days"), run.until.expect("days"))
    };
    let days = |since: &str, until: &str| (format!("2026-03-{since}"), format!("2026-03-{until}"));
    let march = |day| time::Date::from_calendar_date(2026, time::Month::March, day).expect("a day");
    assert_eq!(asked(Some((march(10), march(12)))), days("10", "12"));
    assert_eq!(asked(None), days("01", "14"));
    assert_eq!(asked(None), days("14", "14"));
}

#[test]
fn a_folder_that_is_not_there_says_so_and_a_pull_without_its_mapping_too() {
    let folder = tempfile::tempdir().expect("a directory");
    let gone = folder.path().join("gone");
    let app = asking(&folder_pull(&gone, ""));
    let error = fails(&app, "feed");
    assert!(error.contains("gone") && error.contains("must be able to read it"), "{error}");
    let app = asking(&folder_pull(folder.path(), "mapping = \"shop\"\n"));
    let error = fails(&app, "feed");
    assert!(error.contains("[pull.feed] mapping: there is no mapping \"shop\""), "{error}");
}

/// The page: the list, *Try the connection*, *Run now*, and what the audit log says.
#[test]
fn an_administrator_sees_tries_and_asks() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = asking(&folder_pull(folder.path(), "every = \"6h\"\n"));
    let token = app.signed_in("ann", ADMIN);
    crate::wait_until("the schedule has asked", || !app.app.store.pull_runs("feed", 1).expect("read").is_empty());
    let list = || app.get("/api/v1/admin/pulls").bearer(&token).send().json()["pulls"][0].clone();
    let shown = list();
    assert_eq!(
        (&shown["name"], &shown["kind"], &shown["everyMinutes"]),
        (&json!("feed"), &json!("folder"), &json!(360))
    );
    assert!(shown["nextAt"].as_i64() > shown["runs"][0]["beganAt"].as_i64(), "{shown}");
    let tried = app.post("/api/v1/admin/pulls/feed/try").bearer(&token).send().json();
    assert_eq!(tried, json!({ "said": "It can be reached. It has no file like * now.", "fault": null }));
    fs::write(folder.path().join("logins.csv"), "member_id,logged_in_at\nA,2026-03-01 09:00:00\n").expect("written");
    let asked = app.post("/api/v1/admin/pulls/feed/run").bearer(&token).json(&json!({})).send();
    assert_eq!((asked.status, asked.json()), (202, json!({ "name": "feed" })));
    crate::wait_until("it is loaded", || list()["runs"][0]["state"] == "published");
    assert_eq!(list()["runs"][0]["actor"], "ann");
    assert_eq!(app.post("/api/v1/admin/pulls/other/run").bearer(&token).json(&json!({})).send().status, 404);
    let lines = app.app.store.last_audit_lines(20).expect("read");
    let has = |event: &str, who: Option<&str>| {
        lines.iter().any(|line| {
            line.event == event && line.actor.as_deref() == who && line.subject.as_deref() == Some("pull feed")
        })
    };
    assert!(has("pull_tried", Some("ann")) && has("pulled", Some("ann")) && has("pulled", None), "{lines:?}");
    // Whoever may not see the data of operators sees none of it.
    let other = app.signed_in("bob", "USERS");
    assert_eq!(app.get("/api/v1/admin/pulls").bearer(&other).send().status, 403);
    assert_eq!(app.post("/api/v1/admin/pulls/feed/run").bearer(&other).json(&json!({})).send().status, 403);
    let _: Value = shown;
}
