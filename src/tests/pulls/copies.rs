//! Backups that are copied elsewhere: to a folder, to OpenSSH, to a store that speaks S3.

use std::fs;
use std::path::Path;

use bond::backup::{self, Key, RequestedBackup};
use bond::config::{BackupPlace, Given, resolve};
use bond::copies::{self, CopyError, Job};
use bond::pull::Running;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::servers::{OpenSsh, Store};
use super::{GROUPS, MEMBERS};
use crate::TestApp;

/// The secret half is [`SECRET`].
const RECIPIENT: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
const SECRET: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

fn places(text: &str) -> Vec<BackupPlace> {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    fs::write(&file, text).expect("written");
    resolve(&Given { file: Some(file), ..Given::default() }).expect("sound").config.backup_to
}

/// A program of two members, whose backups go to these places.
fn program(text: &str, recipients: &[&str]) -> TestApp {
    let (places, recipients) = (places(text), recipients.iter().map(ToString::to_string).collect());
    let load = |app: &TestApp| {
        app.import(&[("members.csv", MEMBERS), ("user_groups.csv", GROUPS)]).expect("loaded");
    };
    TestApp::prepared(time::macros::date!(2026 - 03 - 15), "copies", &load, |config| {
        config.backup_to = places;
        config.backup_recipient = recipients;
    })
}

fn back_up(app: &TestApp) -> String {
    let made = app.app.back_up(RequestedBackup::default(), None, &()).expect("made");
    made.path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn work(app: &TestApp, name: &str, job: Job) -> Result<String, CopyError> {
    let app = &app.app;
    copies::run(app.copier(&|| false), &Running::default(), copies::named(&app.config.backup_to, name)?, job, None)
}

fn due(app: &TestApp) -> Option<Job> {
    copies::due(app.app.copier(&|| false), &app.app.config.backup_to[0]).expect("read")
}

fn events(app: &TestApp) -> Vec<String> {
    let lines = app.app.store.last_audit_lines(50).expect("read");
    lines.into_iter().map(|line| line.event).filter(|event| event.starts_with("backup_cop")).collect()
}

fn folder_place(folder: &Path, more: &str) -> String {
    format!("[backup_to.nas]\nkind = \"folder\"\npath = \"{}\"\n{more}", folder.display())
}

#[test]
fn the_newest_backup_is_sent_once_and_tried_and_a_bad_copy_is_found_and_replaced() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(&folder_place(folder.path(), "plain = true\n"), &[]);
    assert_eq!(due(&app), None, "there is no backup");
    assert!(matches!(work(&app, "nas", Job::Send), Err(CopyError::None)));
    app.app.store.end_copying("nas", None, 0, None).expect("noted");
    let name = back_up(&app);
    assert_eq!(due(&app), Some(Job::Send));
    let said = work(&app, "nas", Job::Send).expect("sent");
    let bytes = std::fs::metadata(folder.path().join(&name)).expect("there").len();
    let written = said.strip_prefix(&format!("{name}, ")).and_then(|rest| rest.strip_suffix(" bytes")).expect("bytes");
    assert!(bytes > 1000 && written.contains(',') && written.replace(',', "") == bytes.to_string(), "{said}");
    assert_eq!(work(&app, "nas", Job::Send).expect("sent"), format!("{name} is there"));
    let copy = folder.path().join(&name);
    backup::verify(&copy, &Key::None, folder.path(), &()).expect("a whole backup");
    assert_eq!(due(&app), Some(Job::Test));
    let said = work(&app, "nas", Job::Test).expect("tried");
    assert!(said.contains("restored and compared: data version 1, "), "{said}");
    assert_eq!(due(&app), None);
    // What is there already is not another copy: what its test found stays.
    assert_eq!(work(&app, "nas", Job::Send).expect("sent"), format!("{name} is there"));
    let copy_now = app.app.store.backup_copies("nas").expect("read").remove(0);
    assert!(copy_now.tested_at.is_some() && copy_now.found.is_some(), "{copy_now:?}");
    assert_eq!(due(&app), None);

    let mut bytes = fs::read(&copy).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&copy, &bytes).expect("written");
    let error = work(&app, "nas", Job::Test).expect_err("found").to_string();
    assert!(
        error.starts_with(&format!("the copy {name} cannot be used: ")) && error.contains("not those that were sent"),
        "{error}"
    );
    assert_eq!(due(&app), None, "not again at once");
    assert!(work(&app, "nas", Job::Send).expect("sent").ends_with("bytes"), "the bad one is replaced");
    backup::verify(&copy, &Key::None, folder.path(), &()).expect("a whole backup");
    assert!(fs::read_dir(app.app.data_dir().path().join("tmp")).map_or(true, |left| left.count() == 0));
    let mut said = events(&app);
    said.sort();
    said.dedup();
    assert_eq!(said, ["backup_copied", "backup_copy_failed", "backup_copy_tested"]);
}

#[test]
fn only_what_bond_sent_is_removed_by_the_rules() {
    let folder = tempfile::tempdir().expect("a directory");
    let rules = "plain = true\nkeep_days = 1\nkeep_weeks = 0\nkeep_months = 0\n";
    let app = program(&folder_place(folder.path(), rules), &[]);
    let other = folder.path().join("bond-20200101T000000Z-v1.tar.zst");
    fs::write(&other, "of another installation").expect("written");
    let first = back_up(&app);
    work(&app, "nas", Job::Send).expect("sent");
    let second = back_up(&app);
    assert_ne!(first, second);
    let said = work(&app, "nas", Job::Send).expect("sent");
    assert!(said.ends_with("; 1 older removed"), "{said}");
    let left = |name: &str| folder.path().join(name).exists();
    assert_eq!((left(&first), left(&second), other.exists()), (false, true, true));
    fs::remove_file(folder.path().join(&second)).expect("removed");
    let third = back_up(&app);
    work(&app, "nas", Job::Send).expect("sent");
    let copies = app.app.store.backup_copies("nas").expect("read");
    assert_eq!(copies.iter().map(|copy| copy.name.as_str()).collect::<Vec<_>>(), [third], "what is gone is forgotten");
}

#[test]
fn what_is_not_encrypted_stays_here_and_a_key_opens_what_is() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(&folder_place(folder.path(), ""), &[]);
    back_up(&app);
    let error = work(&app, "nas", Job::Send).expect_err("refused").to_string();
    assert!(error.contains("set backup_recipient, or plain = true in [backup_to.nas]"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 0);

    let app = program(&folder_place(folder.path(), ""), &[RECIPIENT]);
    let name = back_up(&app);
    work(&app, "nas", Job::Send).expect("sent");
    let said = work(&app, "nas", Job::Test).expect("tried");
    assert!(said.contains("every byte is as it was sent; it is encrypted"), "{said}");
    let mut bytes = fs::read(folder.path().join(&name)).expect("read");
    *bytes.last_mut().expect("bytes") ^= 1;
    fs::write(folder.path().join(&name), &bytes).expect("written");
    let error = work(&app, "nas", Job::Test).expect_err("found").to_string();
    assert!(error.contains("its bytes are not those that were sent"), "{error}");

    let keys = tempfile::tempdir().expect("a directory");
    let key = crate::certificates::write(keys.path(), "key.txt", &format!("{SECRET}\n"));
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(&folder_place(folder.path(), &format!("identity_file = \"{key}\"\n")), &[RECIPIENT]);
    back_up(&app);
    work(&app, "nas", Job::Send).expect("sent");
    let said = work(&app, "nas", Job::Test).expect("tried");
    assert!(said.contains("restored and compared"), "{said}");
}

/// Sends, tries, sends the next one, of which one stays.
fn tries(text: &str) -> TestApp {
    let app = program(&format!("{text}plain = true\nkeep_days = 1\nkeep_weeks = 0\nkeep_months = 0\n"), &[]);
    back_up(&app);
    work(&app, "far", Job::Send).expect("sent");
    let said = work(&app, "far", Job::Test).expect("tried");
    assert!(said.contains("restored and compared"), "{said}");
    back_up(&app);
    let said = work(&app, "far", Job::Send).expect("sent");
    assert!(said.ends_with("; 1 older removed"), "{said}");
    assert_eq!(app.app.store.backup_copies("far").expect("read").len(), 1);
    app
}

#[test]
fn a_server_with_ssh_takes_copies_and_gives_them_back() {
    let Some(server) = OpenSsh::start() else { return };
    let text = server.settings(&server.host_key, "key", "").replace("[pull.files]", "[backup_to.far]");
    tries(&text);
    let names: Vec<_> = fs::read_dir(server.folder.path().join("out")).expect("read").flatten().collect();
    assert_eq!(names.len(), 1, "nothing unfinished is left: {names:?}");
    let other = format!("SHA256:{}", "A".repeat(43));
    let app = program(&(text.replace(&server.host_key, &other) + "plain = true\n"), &[]);
    back_up(&app);
    let error = work(&app, "far", Job::Send).expect_err("refused").to_string();
    assert!(error.contains("Somebody may be in between"), "{error}");
}

#[test]
fn a_store_that_speaks_s3_takes_copies_and_gives_them_back() {
    let Some(store) = Store::start() else { return };
    let text = store.settings("exports", "S3RVER", "S3RVER").replace("[pull.lake]", "[backup_to.far]");
    let text = text.replace("files = \"logins*\"\n", "");
    tries(&text);
    let app = program(&(text.replace("bucket = \"exports\"", "bucket = \"gone\"") + "plain = true\n"), &[]);
    back_up(&app);
    let error = work(&app, "far", Job::Send).expect_err("refused").to_string();
    assert!(error.contains("has no bucket gone"), "{error}");
}

#[test]
fn the_page_sends_and_tries_and_says_how_it_went_to_administrators_alone() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(&folder_place(folder.path(), "plain = true\n"), &[]);
    let (ann, bob) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    let post = |token: &str, name: &str, test: bool| {
        let path = format!("/api/v1/admin/backups/places/{name}");
        app.post(&path).bearer(token).json(&json!({ "test": test })).send()
    };
    assert_eq!(post(&bob, "nas", false).status, 403);
    assert_eq!(post(&ann, "vault", false).status, 404);
    let place = || -> Value {
        let list = app.call("GET", "/api/v1/admin/backups").bearer(&ann).send().json();
        assert_eq!(list["places"].as_array().map(Vec::len), Some(1), "{list}");
        list["places"][0].clone()
    };
    assert_eq!(post(&ann, "nas", false).status, 202);
    crate::wait_until("it has failed", || place()["fault"].is_string());
    assert!(place()["fault"].as_str().expect("a text").contains("make one: bond backup"), "{}", place());
    back_up(&app);
    assert_eq!(post(&ann, "nas", false).status, 202);
    crate::wait_until("it is sent", || place()["copies"] == 1 && place()["isRunning"] == false);
    assert_eq!(post(&ann, "nas", true).status, 202);
    crate::wait_until("it is tried", || place()["testedAt"].is_i64() && place()["isRunning"] == false);
    let place = place();
    assert!(place["found"].as_str().expect("a text").starts_with("restored and compared"), "{place}");
    assert_eq!((&place["fault"], &place["kind"]), (&Value::Null, &json!("folder")));
    let metrics = app.call("GET", "/metrics").send().text;
    assert!(metrics.contains("bond_backup_copy_failed{place=\"nas\"} 0"), "{metrics}");
}
