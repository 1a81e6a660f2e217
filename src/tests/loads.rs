//! Loads while the server runs: uploads, the queue, undo, and commands that reach the server through its socket.

use std::path::Path;
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::command_line::{PASSWORD, Serving, add_user, captured, run};
use super::kills::{self, begun, import, load, logins, wait_until_idle, write_day};
use super::random::Random;
use super::{Answer, TestApp, wait_until};

const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-12-01,Email\n";
const LOGINS: &str = "member_id,logged_in_at\nM1,2026-03-01 10:00:00\nM1,2026-03-02 10:00:00\n";
pub(super) const BASE: &[(&str, &str)] =
    &[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("logins.csv", LOGINS)];

/// Uploads files with fields as a form.
pub(super) fn upload(app: &TestApp, token: &str, fields: &[(&str, &str)], files: &[(&str, &str)]) -> Answer {
    send(app, token, "/api/v1/admin/loads", fields, files)
}

/// Sends files with fields as a form.
pub(super) fn send(app: &TestApp, token: &str, path: &str, fields: &[(&str, &str)], files: &[(&str, &str)]) -> Answer {
    let mut body = String::new();
    for (name, value) in fields {
        body += &format!("--frontier\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    for (name, text) in files {
        body += &format!(
            "--frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             content-type: text/csv\r\n\r\n{text}\r\n"
        );
    }
    body += "--frontier--\r\n";
    let call = app.post(path).bearer(token);
    call.body("multipart/form-data; boundary=frontier", &body).send()
}

/// The details of a load that must have been accepted, once it has ended.
pub(super) fn ended(app: &TestApp, token: &str, accepted: &Answer) -> Value {
    assert_eq!(accepted.status, 202, "{}", accepted.text);
    let path = format!("/api/v1/admin/loads/{}", accepted.json()["id"]);
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let details = app.get(&path).bearer(token).send().json();
        if !details["load"]["endedAt"].is_null() {
            return details;
        }
        assert!(Instant::now() < limit, "{details}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn uploaded_files_are_loaded_while_the_server_answers() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let done = ended(&app, &token, &upload(&app, &token, &[], BASE));
    let load = &done["load"];
    assert_eq!(
        (&load["state"], &load["rows"], &load["actor"]),
        (&json!("published"), &json!(6), &json!("ann")),
        "{done}"
    );
    assert_eq!((&load["origin"], &load["dataVersion"]), (&json!("page"), &json!(1)));
    assert_eq!(done["files"].as_array().expect("files").len(), 3);
    assert_eq!(done["files"][0]["name"], "logins.csv");
    let program = app.get("/api/v1/program").bearer(&token).send().json();
    assert_eq!(program["through"], "2026-03-02");
    let lines = app.app.store.last_audit_lines(1).expect("read");
    assert_eq!((lines[0].event.as_str(), lines[0].actor.as_deref()), ("import", Some("ann")));
    let list = app.get("/api/v1/admin/loads").bearer(&token).send().json();
    assert_eq!(list["loads"].as_array().expect("loads").len(), 1);
    assert_eq!(list["loads"][0], *load);

    // The same files again, and nothing waits in the spool.
    let again = ended(&app, &token, &upload(&app, &token, &[], BASE));
    assert!(again["load"]["message"].as_str().expect("a message").starts_with("Already loaded"), "{again}");
    assert_spool_empties(&app, "incoming");
}

/// Asserts that a folder of the spool becomes empty: the loader tidies up after it has written down the end of a load.
fn assert_spool_empties(app: &TestApp, folder: &str) {
    let folder = app.app.data_dir().path().join("spool").join(folder);
    let limit = Instant::now() + Duration::from_secs(10);
    while std::fs::read_dir(&folder).map_or(0, Iterator::count) > 0 {
        assert!(Instant::now() < limit, "{} is not empty", folder.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn faults_are_kept_with_their_lines_and_nothing_is_loaded() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let wrong = [BASE[0], BASE[1], ("logins.csv", "member_id,logged_in_at\nM1,yesterday\nM1,2026-03-02\n")];
    let done = ended(&app, &token, &upload(&app, &token, &[], &wrong));
    assert_eq!((&done["load"]["state"], &done["load"]["faultCount"]), (&json!("refused"), &json!(2)), "{done}");
    let fault = &done["faults"][0];
    assert_eq!(
        (&fault["file"], &fault["line"], &fault["column"]),
        (&json!("logins.csv"), &json!(2), &json!("logged_in_at"))
    );
    assert_eq!(app.app.warehouse.data_version(), 0);
}

/// Asks to take the last load back.
pub(super) fn undo(app: &TestApp, token: &str) -> Answer {
    app.post("/api/v1/admin/loads/undo").bearer(token).json(&json!({"password": "correct horse 1"})).send()
}

#[test]
fn what_was_taken_back_leaves_room_for_the_sample_and_a_demo() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let made_up = |path: &str| {
        app.post(&format!("/api/v1/admin/loads/{path}")).bearer(&token).json(&json!({ "members": 200 })).send()
    };
    let program = || app.get("/api/v1/program").bearer(&token).send().json();
    ended(&app, &token, &upload(&app, &token, &[], BASE));
    assert_eq!(made_up("demo").status, 409);
    for path in ["sample", "demo"] {
        ended(&app, &token, &undo(&app, &token));
        assert_eq!(program()["isEmpty"], json!(true), "{path}");
        let done = ended(&app, &token, &made_up(path));
        assert_eq!(done["load"]["state"], "published", "{done}");
        assert_eq!(program()["demo"], json!(path == "demo"));
    }
}

#[test]
fn a_check_changes_nothing_and_an_undo_takes_the_last_load_back() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    ended(&app, &token, &upload(&app, &token, &[], BASE));
    let more = [("logins.csv", "member_id,logged_in_at\nM1,2026-03-05 10:00:00\n")];
    let checked = ended(&app, &token, &upload(&app, &token, &[("check", "true")], &more));
    assert_eq!(checked["load"]["state"], "checked");
    let headline = &checked["report"]["headlines"][2];
    assert_eq!((&headline["before"], &headline["after"]), (&json!("2026-03-02"), &json!("2026-03-05")), "{checked}");
    assert_eq!(app.app.warehouse.data_version(), 1);

    ended(&app, &token, &upload(&app, &token, &[], &more));
    let through = || app.get("/api/v1/program").bearer(&token).send().json()["through"].clone();
    assert_eq!(through(), "2026-03-05");
    let undone = ended(&app, &token, &undo(&app, &token));
    assert_eq!((&undone["load"]["state"], &undone["load"]["kind"]), (&json!("published"), &json!("undo")));
    assert_eq!(through(), "2026-03-02");
    let again = ended(&app, &token, &undo(&app, &token));
    assert_eq!(again["load"]["state"], "refused", "{again}");
}

/// An open page learns from any answer that its figures are those of an earlier version.
#[test]
fn answers_say_the_version_of_the_data_to_those_who_are_signed_in() {
    let app = TestApp::new();
    let (admin, reader) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    let program = || app.get("/api/v1/program").bearer(&reader).send();
    let version = || program().header("bond-data-version").to_owned();
    assert_eq!(version(), "0");
    ended(&app, &admin, &upload(&app, &admin, &[], BASE));
    assert_eq!(version(), "1");
    ended(&app, &admin, &undo(&app, &admin));
    assert_eq!(version(), "2");
    let refused = app.get("/api/v1/program").send();
    assert_eq!((refused.status, refused.header("bond-data-version")), (401, ""));
    assert_eq!(app.get("/").send().header("bond-data-version"), "");

    // An open page asks every minute. The session of who has left it ends all the same.
    let looked = || app.get("/api/v1/program").bearer(&reader).header("bond-news", "1").send().status;
    app.app.clock.advance(30 * 60);
    assert_eq!(looked(), 200);
    app.app.clock.advance(31 * 60);
    assert_eq!((looked(), program().status), (401, 401));
}

#[test]
fn wrong_uploads_are_refused_and_leave_nothing() {
    let app = TestApp::with(|config| config.upload_bytes = 1_000);
    let token = app.signed_in("ann", ADMIN);
    let big = "x".repeat(2_000);
    for (fields, files, status, wanted) in [
        (&[][..], &[][..], 400, "at least one file"),
        (&[], &[("../logins.csv", LOGINS)], 400, "is not a file name"),
        (&[], &[("logins.csv", LOGINS), ("logins.csv", LOGINS)], 400, "two files are called logins.csv"),
        (&[("days", "2026-03-02..2026-03-01")], BASE, 400, "days: 2026-03-02 is after 2026-03-01"),
        (&[("check", "yes")], BASE, 400, "check: expected true or false"),
        (&[("force", "true")], BASE, 400, "force: there is no such field"),
        (&[], &[("logins.csv", big.as_str())], 413, "too large"),
    ] {
        let answer = upload(&app, &token, fields, files);
        assert_eq!((answer.status, answer.text.contains(wanted)), (status, true), "{wanted}: {}", answer.text);
    }
    let plain = app.post("/api/v1/admin/loads").bearer(&token).json(&json!({})).send();
    assert_eq!(plain.status, 415, "{}", plain.text);
    let incoming = std::fs::read_dir(app.app.data_dir().path().join("spool/incoming")).expect("a folder");
    assert_eq!(incoming.count(), 0);
    assert_eq!(app.app.store.loads(10).expect("read"), []);
    for path in ["/api/v1/admin/loads/7", "/api/v1/admin/loads/x"] {
        assert_eq!(app.get(path).bearer(&token).send().status, 404, "{path}");
    }
    let user = app.signed_in("bob", USERS);
    assert_eq!(upload(&app, &user, &[], BASE).status, 403);
}

/// The answer reaches a client that goes on sending.
#[test]
fn an_upload_that_says_that_it_is_too_large_is_answered_before_it_arrives() {
    use std::io::{Read, Write};
    let app = TestApp::with(|config| config.upload_bytes = 1_000);
    let token = app.signed_in("ann", ADMIN);
    let origin = app.origin();
    let mut stream = std::net::TcpStream::connect(origin.trim_start_matches("http://")).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
    let head = format!(
        "POST /api/v1/admin/loads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary=frontier\r\nContent-Length: 2000000000\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let chunk = vec![b'x'; 64 << 10];
    for _ in 0..256 {
        stream.write_all(&chunk).expect("taken");
    }
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 413");
    assert_spool_empties(&app, "incoming");
}

#[test]
fn two_loads_at_once_are_loaded_one_after_the_other() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let first = upload(&app, &token, &[], BASE);
    let second = upload(&app, &token, &[], &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-07 10:00:00\n")]);
    let third = upload(&app, &token, &[], &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-08 10:00:00\n")]);
    let versions: Vec<Value> =
        [first, second, third].iter().map(|load| ended(&app, &token, load)["load"]["dataVersion"].clone()).collect();
    assert_eq!(versions, [json!(1), json!(2), json!(3)]);
}

/// A folder of feed files.
pub(super) fn folder(parent: &Path, files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir_in(parent).expect("a directory").keep();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("written");
    }
    folder.to_string_lossy().into_owned()
}

#[test]
fn import_says_the_same_with_and_without_a_server() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let base = folder(parent.path(), BASE);
    let wrong = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\nM9,2026-03-02 10:00:00\n")]);
    let more = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-02 11:00:00\n")]);
    let steps: &[&[&str]] = &[
        &["import", "--check", &base],
        &["import", &base],
        &["import", &base],
        &["import", &wrong],
        &["import", &more],
        &["loads", "undo"],
        &["loads", "undo"],
    ];
    let plain = |text: &str| {
        let lines = text.lines().map(|line| {
            line.split_once(" in ")
                .filter(|(_, after)| after.starts_with(|c: char| c.is_ascii_digit()))
                .map(|(before, _)| before)
                .unwrap_or(line)
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let said = |dir: &Path| -> Vec<(i32, String, String)> {
        let all = steps.iter().map(|words| captured(&run(dir, words, "")));
        all.map(|(code, output, error)| (code, plain(&output), plain(&error))).collect()
    };
    let (alone, served) = (parent.path().join("alone"), parent.path().join("served"));
    add_user(&alone, "ann");
    add_user(&served, "ann");
    let without = said(&alone);
    let server = Serving::start(&served);
    let with = said(&served);
    assert_eq!(server.stop().0, 0);
    assert_eq!(with, without);
    assert_eq!(with.iter().map(|(code, ..)| *code).collect::<Vec<_>>(), [0, 0, 0, 2, 0, 0, 2], "{with:#?}");
    assert!(with[3].2.contains("logins.csv:2:member_id:"), "{}", with[3].2);
    let (code, list, _) = captured(&run(&served, &["loads", "list"], ""));
    assert_eq!((code, list.lines().count()), (0, 8), "{list}");
    let (_, shown, _) = captured(&run(&served, &["loads", "show", "4"], ""));
    assert!(shown.contains("refused") && shown.contains("logins.csv:2:member_id:"), "{shown}");
    let (code, _, error) = captured(&run(&served, &["loads", "show", "99"], ""));
    assert_eq!((code, error.contains("there is no load 99")), (2, true), "{error}");
}

#[test]
fn a_load_that_was_acknowledged_is_loaded_after_a_kill() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    // As a server leaves it that is killed after the acknowledgement: files in the spool, a line in the ledger.
    let store = bond::store::Store::open(&dir).expect("opened");
    let incoming = bond::loads::Incoming::create(&dir).expect("made");
    incoming.copy(&[folder(parent.path(), BASE).into()]).expect("copied");
    let queue = bond::loads::Loads::new(&store, &dir);
    let request = bond::loads::NewRequest {
        kind: bond::store::loads::Kind::Import,
        origin: bond::store::loads::Origin::Page,
        actor: Some("ann"),
        options: &bond::loads::LoadOptions::default(),
        folder: Some(&incoming.keep().expect("kept")),
    };
    let (id, _) = queue.enqueue(&request, 1).expect("queued");
    store.set_load_state(id, bond::store::loads::State::Loading, 2).expect("set");
    // A load of a command that read its files in place cannot go on.
    let lost = queue.enqueue(&bond::loads::NewRequest { folder: None, ..request }, 3).expect("queued").0;
    drop((queue, store));

    let more = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-09 11:00:00\n")]);
    let (code, said, error) = captured(&run(&dir, &["import", &more], ""));
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains(&format!("Load {id} was waiting")), "{said}");
    let store = bond::store::Store::open(&dir).expect("opened");
    let state = |id| store.load(id).expect("read").expect("there").state.text();
    assert_eq!((state(id), state(lost), state(lost + 1)), ("published", "failed", "published"));
}

/// A load of the command line that reads its files where they are.
fn in_place(options: &bond::loads::LoadOptions) -> bond::loads::NewRequest<'_> {
    bond::loads::NewRequest {
        kind: bond::store::loads::Kind::Import,
        origin: bond::store::loads::Origin::CommandLine,
        actor: None,
        options,
        folder: None,
    }
}

#[test]
fn a_cancelled_load_changes_nothing_and_leaves_nothing() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    // The load cannot go on while somebody else writes.
    let writer = app.app.warehouse.writer().expect("a writer");
    let accepted = upload(&app, &token, &[], BASE);
    let cancel = format!("/api/v1/admin/loads/{}/cancel", accepted.json()["id"]);
    assert_eq!(app.post(&cancel).bearer(&token).send().status, 202);
    drop(writer);
    let done = ended(&app, &token, &accepted);
    assert_eq!(done["load"]["state"], "cancelled", "{done}");
    assert_eq!(app.app.warehouse.data_version(), 0);
    for folder in ["incoming", "loads"] {
        assert_spool_empties(&app, folder);
    }
}

#[test]
fn options_of_a_newer_release_are_refused_and_not_left_out() {
    let app = TestApp::new();
    let (id, _) = app.app.loads.enqueue(&in_place(&bond::loads::LoadOptions::default()), 1).expect("queued");
    let mut load = app.app.store.load(id).expect("read").expect("there");
    load.options = r#"{"days":"2026-03-01..2026-03-02","fancy":true}"#.to_owned();
    let outcome = bond::loads::execute(app.app.load_parts(), &load, Some(&[]), &(), &|| false).expect("written down");
    assert_eq!(outcome.state.text(), "refused");
    assert!(outcome.text.contains("options of load 1 are not understood"), "{outcome:?}");
}

#[test]
fn a_load_without_room_is_refused_before_it_begins() {
    let app = TestApp::new();
    let parts = bond::loads::LoadContext { free_space: |_| Ok(60_000_000), ..app.app.load_parts() };
    let folder = tempfile::tempdir().expect("a directory");
    std::fs::write(folder.path().join("logins.csv"), LOGINS).expect("written");
    let options = bond::loads::LoadOptions::default();
    let request = in_place(&options);
    let (id, _) = app.app.loads.enqueue(&request, 1).expect("queued");
    let load = app.app.store.load(id).expect("read").expect("there");
    let inputs = [folder.path().to_path_buf()];
    let outcome = bond::loads::execute(parts, &load, Some(&inputs), &(), &|| false).expect("written down");
    assert_eq!((outcome.state.text(), outcome.is_input_at_fault), ("failed", false));
    assert!(
        outcome.text.contains("needs about 68 MB of free space") && outcome.text.contains("there is 60 MB"),
        "{outcome:?}"
    );
    assert!(!app.app.data_dir().path().join("spool/loads").join(format!("{id}.partial")).exists());
}

/// The process is killed when it has committed a load to the warehouse and has not yet written that into the ledger.
/// `TEST_ROUNDS` sets how many were killed there (3 unless given).
#[test]
fn a_load_that_was_committed_but_not_written_down_is_published_once() {
    if !crate::takes_turn(6) {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    load(&data, &feed);
    let modified = || {
        let found = std::fs::metadata(data.join("warehouse.duckdb")).expect("there");
        (found.len(), found.modified().expect("a time"))
    };
    let newest = || Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
    let mut random = Random(super::setting("TEST_SEED", 9));
    let wanted = super::setting("TEST_ROUNDS", 3);
    let (mut between, mut round) = (0, 0);
    while between < wanted {
        assert!(round < 20 * wanted, "of {round} only {between} were killed between commit and record");
        let number = round % 300;
        round += 1;
        write_day(&feed, number);
        let (before, known) = (modified(), newest().id);
        let mut process = import(&data, &feed).spawn().expect("started");
        // A checkpoint follows the commit, and the record the checkpoint.
        while modified() == before && process.try_wait().expect("a child").is_none() {}
        std::thread::sleep(Duration::from_micros(random.below(3_000)));
        process.kill().expect("killed");
        process.wait().expect("ended");
        let killed = newest();
        assert!(killed.id > known, "{killed:?}");
        let was_written_down = killed.state == State::Published;
        let server = Serving::start(&data);
        wait_until_idle(&data);
        let load = newest();
        let token = server.sign_in("ann", PASSWORD);
        let context = format!("round {round}: {killed:?}, after the start {load:?}\n{}", server.errors());
        assert_eq!(logins(&server, &token, number), (2 * kills::MEMBERS, kills::MEMBERS), "{context}");
        assert_eq!(
            (load.id, load.state, load.data_version),
            (killed.id, State::Published, Some(round as i32 + 1)),
            "{context}"
        );
        // It was committed before, and not loaded once more by the start.
        between += u64::from(!was_written_down && !server.errors().contains("loaded again"));
        let lines = Store::open(&data).expect("opened").last_audit_lines(10_000).expect("read");
        assert_eq!(lines.iter().filter(|line| line.event == "import").count() as u64, round + 1, "{context}");
        assert_eq!(server.stop().0, 0);
        let (code, said, error) = captured(&run(&data, &["import", &feed.to_string_lossy()], ""));
        assert!(code == 0 && said.contains("lready loaded"), "{said}{error}{context}");
    }
    println!("PASS kill between commit and record: {between} of {round} kills were between, each written down once");
}

#[test]
fn an_administrator_erases_members_by_a_call() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    ended(&app, &token, &upload(&app, &token, &[], BASE));
    let path = "/api/v1/admin/members/erase";
    for (body, wrong) in [
        (json!({"ids": [], "password": "x"}), "ids: expected at least one id"),
        (json!({"ids": ["M1", ""], "password": "x"}), "ids[1]: expected 1 to 64 characters"),
        (json!({"ids": ["a\nb"], "password": "x"}), "ids[0]"),
        (json!({"ids": ["M1"], "all": true}), "all"),
        (json!({"ids": ["M1"]}), "password"),
    ] {
        let answer = app.post(path).bearer(&token).json(&body).send();
        assert_eq!((answer.status, answer.text.contains(wrong)), (400, true), "{}", answer.text);
    }
    let ask = |password: &str| {
        let body = json!({"ids": ["M1", "M7"], "password": password});
        app.post(path).bearer(&token).json(&body).send()
    };
    assert_eq!(ask("a wrong password").json()["error"], "not_confirmed");
    assert_spool_empties(&app, "incoming");
    let accepted = ask("correct horse 1");
    let done = ended(&app, &token, &accepted);
    assert_eq!((&done["load"]["kind"], &done["load"]["state"]), (&json!("erase"), &json!("published")), "{done}");
    assert_eq!(done["report"]["erased"], json!({"removed": 1, "anonymous": 0}));
    let warning = done["report"]["warnings"][0].as_str().expect("a warning");
    assert!(warning.starts_with("1 of 2 ids is not loaded."), "{warning}");
    assert!(!done.to_string().contains("M7") && !done.to_string().contains("\"M1"), "{done}");
    let lines = app.app.store.last_audit_lines(1).expect("read");
    assert_eq!((lines[0].event.as_str(), lines[0].actor.as_deref()), ("members_erased", Some("ann")));
    assert!(!format!("{lines:?}").contains("M1"), "{lines:?}");
    assert_spool_empties(&app, "incoming");
}

/// Writes files into a new folder of an inbox, and says that it is complete.
fn put(inbox: &Path, name: &str, files: &[(&str, &str)]) {
    let folder = inbox.join(name);
    std::fs::create_dir_all(&folder).expect("made");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("written");
    }
    std::fs::write(folder.join("READY"), "").expect("written");
}

#[test]
fn an_inbox_follows_no_link_and_one_entry_does_not_hold_up_the_others() {
    let parent = tempfile::tempdir().expect("a directory");
    let inbox = parent.path().join("inbox");
    let secret = parent.path().join("secret.csv");
    std::fs::write(&secret, "member_id,logged_in_at\nthe-secret,the-secret\n").expect("written");
    let archive = parent.path().join("archive.zip");
    std::fs::write(&archive, "PK").expect("written");
    std::fs::create_dir(&inbox).expect("made");
    std::fs::write(inbox.join("broken.zip"), "PK").expect("written");
    let link = |to: &Path, name: &str| crate::system::link(to, &inbox.join(name));
    // A link in a folder, a folder that is a link, archives that are links, one of them to nothing.
    put(&inbox, "a-link", &[]);
    link(&secret, "a-link/logins.csv");
    put(parent.path(), "elsewhere", BASE);
    link(&parent.path().join("elsewhere"), "b-folder");
    link(&archive, "c.zip");
    link(&parent.path().join("nothing"), "d.zip");
    // What a process left that ended while it took it.
    put(&inbox, "taken/.taking/e-base", BASE);
    let app = TestApp::with(|config| config.inbox = Some(inbox.clone()));
    wait_until("the base is loaded", || app.app.warehouse.data_version() == 1);
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(inbox.join(folder)).expect("listed");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    wait_until("the base is put away", || names("done").len() == 2);
    // What is being put away has another name until all of it is there.
    let has_report = |entry: &str| names("refused").iter().any(|name| name.ends_with(&format!("{entry}.report.txt")));
    wait_until("the folder with the link and the broken archive are refused", || {
        names("refused").len() == 4 && has_report("a-link") && has_report("broken.zip")
    });
    for (entry, wanted) in [
        ("a-link", "\"logins.csv\" is a link, which is not followed; send the file itself\n"),
        ("broken.zip", "broken.zip cannot be unpacked: "),
    ] {
        let reports = names("refused");
        let report = reports.iter().find(|name| name.ends_with(&format!("{entry}.report.txt"))).expect("a report");
        let report = std::fs::read_to_string(inbox.join("refused").join(report)).expect("read");
        assert!(report.starts_with(wanted), "{report}");
    }
    assert_eq!(app.app.store.loads(10).expect("read").len(), 1, "nothing else became a load");
    assert!(names("").contains(&"b-folder".to_owned()) && names("").contains(&"c.zip".to_owned()), "{:?}", names(""));
    assert_eq!((names("taken"), names("taken/.taking").len()), (vec![".taking".to_owned()], 0));
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    names
}

#[test]
fn an_inbox_takes_a_compressed_file_alone() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let inbox = parent.path().join("inbox");
    std::fs::create_dir(&inbox).expect("made");
    let (name, text) = BASE[0];
    let packed = zstd::encode_all(text.as_bytes(), 1).expect("compressed");
    std::fs::write(inbox.join(format!("{name}.zst")), packed).expect("written");
    std::fs::write(inbox.join("notes.csv"), "not taken alone").expect("written");
    let _app = TestApp::with(|config| config.inbox = Some(inbox.clone()));
    let report = inbox.join(format!("done/1-{name}.zst.report.txt"));
    wait_until("it is loaded", || report.is_file());
    let said = std::fs::read_to_string(&report).expect("read");
    assert!(said.starts_with(&format!("load 1: published\n{name}: ")), "{said}");
    assert!(inbox.join("notes.csv").is_file());
}

#[test]
fn an_inbox_writes_through_no_link_and_moves_nothing_out() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let [inbox, secret, elsewhere] = ["inbox", "secret", "elsewhere"].map(|name| parent.path().join(name));
    for folder in [&inbox.join("done"), &inbox.join("refused"), &elsewhere] {
        std::fs::create_dir_all(folder).expect("made");
    }
    std::fs::write(&secret, "the store").expect("written");
    // Where the reports of the next loads will be, and in the place of a folder.
    for load in 1..20 {
        crate::system::link(&secret, &inbox.join(format!("done/{load}-feed.report.txt")));
    }
    crate::system::link(&elsewhere, &inbox.join("taken"));
    put(&inbox, "feed", BASE);
    let app = TestApp::with(|config| config.inbox = Some(inbox.clone()));
    std::thread::sleep(Duration::from_secs(3));
    assert!(inbox.join("feed/READY").exists() && names(&elsewhere).is_empty(), "it is no folder of Bond");
    std::fs::remove_file(inbox.join("taken")).expect("removed");
    wait_until("it is loaded", || inbox.join("done/1-feed").is_dir());
    let report = inbox.join("done/1-feed.report.txt");
    let is_file = || std::fs::symlink_metadata(&report).is_ok_and(|data| data.is_file());
    wait_until("its report is a file", is_file);
    assert!(std::fs::read_to_string(&report).expect("read").starts_with("load 1: published\n"));
    assert_eq!(std::fs::read_to_string(&secret).expect("read"), "the store");
    assert_eq!(app.app.store.loads(10).expect("read").len(), 1);
}

// Names that are no text, a FIFO.
#[cfg(unix)]
#[test]
fn an_inbox_takes_entries_of_any_name_once_and_none_that_the_disk_has_no_room_for() {
    if !crate::runs_today() {
        return;
    }
    use std::os::unix::ffi::OsStrExt;

    let parent = tempfile::tempdir().expect("a directory");
    let inbox = parent.path().join("inbox");
    std::fs::create_dir(&inbox).expect("made");
    let long = ["a".repeat(254), "b".repeat(245), "字".repeat(80)];
    let mut all: Vec<&[u8]> = long.iter().map(String::as_bytes).collect();
    all.extend([&b"line\nbreak"[..], b"not \xff\xfe text", b"plain"]);
    for name in &all {
        put(&inbox, "entry", BASE);
        std::fs::rename(inbox.join("entry"), inbox.join(std::ffi::OsStr::from_bytes(name))).expect("renamed");
    }
    put(&inbox, "sparse", &[]);
    let file = std::fs::File::create(inbox.join("sparse/logins.csv")).expect("made");
    file.set_len(10 << 40).expect("10 TB that are not there");
    let fifo = inbox.join("pipe.zip");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .expect("made");
    let app = TestApp::with(|config| config.inbox = Some(inbox.clone()));
    wait_until("all are put away", || names(&inbox.join("done")).len() == 2 * all.len());
    wait_until("the sparse file is refused", || names(&inbox.join("refused")).len() == 2);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(app.app.store.loads(100).expect("read").len(), all.len(), "each once");
    let refused = names(&inbox.join("refused"));
    let report = refused.iter().find(|name| name.to_string_lossy().ends_with(".report.txt")).expect("a report");
    let report = std::fs::read_to_string(inbox.join("refused").join(report)).expect("read");
    assert!(report.starts_with("logins.csv needs 10995116277760 bytes"), "{report}");
    assert!(names(&inbox.join("done")).iter().all(|name| !name.to_string_lossy().contains('\n')));
    assert!(fifo.exists());
}

/// Only root has processes of other users.
#[cfg(unix)]
#[test]
fn whoever_delivers_to_an_inbox_reads_the_reports() {
    use std::os::unix::fs::{PermissionsExt, chown};

    const SUPPLIER: u32 = 12_346;
    if !rustix::process::geteuid().is_root() {
        return super::skipped("only root has processes of other users");
    }
    let parent = tempfile::tempdir().expect("a directory");
    std::fs::set_permissions(parent.path(), std::fs::Permissions::from_mode(0o755)).expect("set");
    let inbox = parent.path().join("inbox");
    std::fs::create_dir(&inbox).expect("made");
    // As the manual says: of Bond's user and the group of those who deliver.
    chown(&inbox, None, Some(SUPPLIER)).expect("given");
    std::fs::set_permissions(&inbox, std::fs::Permissions::from_mode(0o2770)).expect("set");
    let by_supplier = |script: &str| {
        let user = format!("--reuid={SUPPLIER}");
        let group = format!("--regid={SUPPLIER}");
        let output = std::process::Command::new("setpriv")
            .args([&user, &group, "--clear-groups", "sh", "-c", script])
            .current_dir(&inbox)
            .output()
            .expect("setpriv");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text + &String::from_utf8_lossy(&output.stderr))
    };
    let (is_done, text) = by_supplier("umask 007; mkdir feed && echo x > feed/logins.csv && : > feed/READY");
    assert!(is_done, "{text}");
    let _app = TestApp::with(|config| config.inbox = Some(inbox.clone()));
    // A report that is being written has another name.
    let refused = ["1-feed", "1-feed.report.txt"].map(|name| inbox.join("refused").join(name));
    wait_until("it is refused", || refused.iter().all(|path| path.exists()));
    let (is_read, text) = by_supplier("cat refused/1-feed.report.txt");
    assert!(is_read && text.starts_with("load 1: refused\n"), "{text}");
    let (is_removed, text) = by_supplier("rm -r refused/1-feed refused/1-feed.report.txt");
    assert!(is_removed, "{text}");
    let (is_entered, _) = by_supplier("ls taken");
    assert!(!is_entered, "what is taken is Bond's alone");
}

#[test]
fn a_mapping_that_is_no_text_or_too_large_is_refused_with_its_name() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    for (text, wanted) in
        [("#".repeat(1 << 20) + "\n", "a mapping has at most 1048576 bytes"), ("\u{0}".to_owned(), "mapping.toml")]
    {
        let accepted = upload(&app, &token, &[], &[("mapping.toml", &text), BASE[0], BASE[1], BASE[2]]);
        let done = ended(&app, &token, &accepted);
        assert_eq!(done["load"]["state"], "refused", "{done}");
        assert!(done["faults"].to_string().contains(wanted), "{done}");
    }
}
