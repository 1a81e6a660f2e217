//! What is reported is what happened: each step after the commit of a load fails once, and ledger, log, exit code, answer,
//! audit log and data are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bond::data_dir::DataDir;
use bond::loads::{LoadOptions, Loads, NewRequest};
use bond::store::Store;
use bond::store::loads::{Kind, Load, Origin, State};
use rusqlite::Connection;

use super::command_line::{PASSWORD, Serving, add_user, bond, captured, run};
use super::kills::{MEMBERS, day, logins, wait_until_idle, write_base, write_day, write_days};
use super::{Folder, takes_turn, wait_until};

/// A statement of SQLite that makes a step fail, and the name of the step.
const TRIGGERS: [(&str, &str); 5] = [
    ("the ledger's end", "before update on load when new.ended_at is not null"),
    ("the files of the ledger", "before insert on load_file"),
    ("the line of the audit log", "before insert on audit when new.event = 'import'"),
    (
        "the note of the data version",
        "before insert on setting when new.name = 'data_version' and new.value <> (select value from setting where name = new.name)",
    ),
    ("the figures of closed days", "before insert on issued"),
];

/// A step fails from here on, until this is dropped.
pub(super) struct Failing(PathBuf);

impl Failing {
    pub fn new(data: &Path, when: &str) -> Failing {
        let file = Store::file(data);
        let sql = format!("create trigger failing {when} begin select raise(abort, 'the test refuses it'); end");
        changed(&file, &sql);
        Failing(file)
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        changed(&self.0, "drop trigger failing");
    }
}

fn changed(file: &Path, sql: &str) -> Connection {
    let connection = Connection::open(file).expect("opened");
    connection.busy_timeout(Duration::from_secs(20)).expect("set");
    connection.execute_batch(sql).expect(sql);
    connection
}

/// Nobody else can write to the store, until this is dropped.
pub(super) struct Held(Connection);

impl Held {
    pub fn new(data: &Path) -> Held {
        Held(changed(&Store::file(data), "begin immediate"))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.execute_batch("rollback").expect("ended");
    }
}

fn import(data: &Path, feed: &Path) -> Command {
    let mut command = bond(data, &["import", &feed.to_string_lossy()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, and all that was printed.
fn ended(child: Child) -> (i32, String) {
    let (code, said, error) = captured(&child.wait_with_output().expect("ended"));
    (code, said + &error)
}

fn newest(data: &Path) -> Load {
    Store::open(data).expect("opened").loads(1).expect("read").remove(0)
}

/// The days that are loaded first: enough for figures to be issued.
const FIRST: u64 = 100;

/// A directory with the members and the first days, and a folder for further days.
fn program(parent: &Path, name: &str) -> (PathBuf, PathBuf) {
    static MADE: Folder = Folder::new();
    let (data, feed) = (parent.join(name), parent.join(format!("{name}-feed")));
    MADE.write(&data, |data| {
        let feed = tempfile::tempdir().expect("a directory");
        add_user(data, "ann");
        write_base(feed.path());
        write_days(feed.path(), 0..FIRST, 20);
        assert_eq!(ended(import(data, feed.path()).spawn().expect("started")).0, 0);
    });
    (data, feed)
}

/// Asserts that everything says of a load that it is published.
fn assert_published(data: &Path, id: i64, context: &str) {
    let store = Store::open(data).expect("opened");
    let load = store.load(id).expect("read").expect("there");
    assert!(load.state == State::Published && load.data_version.is_some(), "{context}: {load:?}");
    let subject = format!("load {id}");
    let lines = store.last_audit_lines(200).expect("read").into_iter();
    let events: Vec<String> =
        lines.filter(|line| line.subject.as_deref() == Some(&subject)).map(|line| line.event).collect();
    assert_eq!(events, ["import"], "{context}");
}

#[test]
fn what_fails_once_after_the_commit_changes_nothing_of_what_is_reported() {
    if !takes_turn(3) {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    for is_served in [false, true] {
        let (data, feed) = program(parent.path(), if is_served { "served" } else { "alone" });
        let server = is_served.then(|| Serving::with(&data, "info", &[]));
        for (number, (step, when)) in (FIRST..).zip(TRIGGERS) {
            let context = format!("{step}, served: {is_served}");
            write_day(&feed, number);
            let failing = Failing::new(&data, when);
            let client = import(&data, &feed).spawn().expect("started");
            let before = number - FIRST + 1;
            wait_until(&context, || {
                newest(&data).id > before as i64 && ![State::Queued, State::Checking].contains(&newest(&data).state)
            });
            std::thread::sleep(Duration::from_millis(2_500));
            drop(failing);
            let (code, said) = ended(client);
            let context = format!("{context}: {said}");
            assert_eq!(code, 0, "{context}");
            // A log line may say what failed; it is a warning.
            assert!(!said.to_lowercase().contains("failed") || said.to_lowercase().contains("warn"), "{context}");
            let id = newest(&data).id;
            assert_published(&data, id, &context);
            let store = Store::open(&data).expect("opened");
            assert_eq!(store.load_files(id).expect("read").len(), 1, "{context}");
            assert!(store.load_report(id).expect("read").is_some(), "{context}");
            if let Some(server) = &server {
                let token = server.sign_in("ann", PASSWORD);
                assert_eq!(logins(server, &token, number), (2 * MEMBERS, MEMBERS), "{context}");
                let log = server.errors();
                assert!(log.contains(&format!("a load has ended load={id} state=\"published\"")), "{context}\n{log}");
                assert!(!log.contains("state=\"failed\""), "{context}\n{log}");
                // The figures of the day, too, are there in the end.
                let is_issued = || store.is_issued("logins.totalLogins", &day(number)).expect("read");
                wait_until(&context, is_issued);
            }
        }
        // What is refused is refused, also where that cannot be written down at once.
        fs::write(feed.join("logins.csv"), "member_id,logged_in_at\nNOBODY,2025-11-01 10:00:00\n").expect("written");
        let failing = Failing::new(&data, TRIGGERS[0].1);
        let before = newest(&data).id;
        let client = import(&data, &feed).spawn().expect("started");
        wait_until("the load begins", || newest(&data).id > before);
        std::thread::sleep(Duration::from_millis(2_500));
        drop(failing);
        let (code, said) = ended(client);
        assert_eq!((code, newest(&data).state), (2, State::Refused), "{said}");
        let server = server.unwrap_or_else(|| Serving::with(&data, "info", &[]));
        let token = server.sign_in("ann", PASSWORD);
        for number in FIRST..FIRST + TRIGGERS.len() as u64 {
            assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "day {number}, served: {is_served}");
        }
        assert_eq!(server.stop().0, 0);
    }
    println!("PASS steps after the commit: {} failed once, alone and served", TRIGGERS.len());
}

#[test]
fn what_cannot_be_written_down_is_published_all_the_same_and_written_at_the_next_start() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    for is_served in [false, true] {
        let (data, feed) = program(parent.path(), if is_served { "served" } else { "alone" });
        write_day(&feed, FIRST);
        let server = is_served.then(|| Serving::with(&data, "info", &[]));
        let failing = Failing::new(&data, TRIGGERS[0].1);
        let client = import(&data, &feed).spawn().expect("started");
        if let Some(server) = server {
            wait_until("the load is published", || server.errors().contains("could not be written down"));
            let (code, log) = server.stop();
            assert_eq!((code, log.contains("state=\"published\""), log.contains("state=\"failed\"")), (0, true, false));
        }
        let (code, said) = ended(client);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("Loaded 8,000 rows") && said.contains("the next start writes it down"), "{said}");
        let id = newest(&data).id;
        let (_, list, _) = captured(&run(&data, &["loads", "list"], ""));
        assert!(list.contains("cut off") && !list.contains("deriving"), "{list}");
        drop(failing);
        let server = Serving::with(&data, "info", &[]);
        assert_published(&data, id, &said);
        let token = server.sign_in("ann", PASSWORD);
        assert_eq!(logins(&server, &token, FIRST), (2 * MEMBERS, MEMBERS));
        assert_eq!(server.stop().0, 0);
    }
}

#[test]
fn a_load_whose_copies_cannot_be_renamed_is_published_and_keeps_them() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = program(parent.path(), "data");
    let mut serving = None;
    for number in FIRST..FIRST + 2 {
        write_day(&feed, number);
        let id = newest(&data).id + 1;
        // Something else has the name.
        let (kept, partial) = (data.join(format!("spool/loads/{id}")), data.join(format!("spool/loads/{id}.partial")));
        fs::create_dir_all(kept.join("x")).expect("made");
        let (code, said) = ended(import(&data, &feed).spawn().expect("started"));
        assert_eq!(code, 0, "{said}");
        assert!(said.contains(&format!("warning: the copies of the files stay in spool/loads/{id}.partial")), "{said}");
        assert_published(&data, id, &said);
        let (_, shown, _) = captured(&run(&data, &["loads", "show", &id.to_string()], ""));
        assert!(shown.contains("warning: the copies of the files stay in"), "{shown}");
        // A start without change leaves them where they are.
        drop(serving.take());
        serving = Some(Serving::with(&data, "info", &[]));
        assert!(partial.join("logins.csv.zst").is_file());
    }
    drop(serving);
    // The data are lost: both loads come back from their copies, one of them under its right name.
    fs::remove_dir_all(data.join("spool/loads/2")).expect("removed");
    drop(Serving::with(&data, "info", &[]));
    assert!(data.join("spool/loads/2/logins.csv.zst").is_file() && !data.join("spool/loads/2.partial").exists());
    for file in ["warehouse.duckdb", "warehouse.duckdb.wal"] {
        let _ = fs::remove_file(data.join(file));
    }
    let server = Serving::with(&data, "info", &[]);
    let token = server.sign_in("ann", PASSWORD);
    for number in FIRST..FIRST + 2 {
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "{}", server.errors());
    }
    assert_eq!(server.stop().0, 0);
}

#[test]
fn a_load_that_cannot_be_written_down_before_it_begins_goes_on_and_whoever_waits_goes_on_waiting() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = program(parent.path(), "data");
    write_day(&feed, FIRST);
    let server = Serving::with(&data, "info", &[]);
    let failing = Failing::new(&data, "before update on load when new.state = 'checking'");
    let client = import(&data, &feed).spawn().expect("started");
    wait_until("it is queued", || newest(&data).id == 2);
    std::thread::sleep(Duration::from_millis(500));
    drop(failing);
    let (code, said) = ended(client);
    assert_eq!((code, said.contains("Loaded 8,000 rows")), (0, true), "{said}");
    assert_published(&data, 2, &said);
    assert!(!server.errors().contains("state=\"failed\""), "{}", server.errors());
}

#[test]
fn a_client_says_what_was_acknowledged_and_no_more() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = program(parent.path(), "data");
    write_day(&feed, FIRST);
    let waiting = || fs::read_dir(data.join("spool/incoming")).map_or(0, Iterator::count);
    // The server is killed before it reads the request.
    let mut server = Serving::with(&data, "info", &[]);
    crate::system::freeze(server.pid());
    let client = import(&data, &feed).spawn().expect("started");
    wait_until("the files are handed over", || waiting() == 1);
    std::thread::sleep(Duration::from_millis(500));
    server.kill();
    let (code, said) = ended(client);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("before it acknowledged the load") && !said.contains("goes on"), "{said}");
    let mut server = Serving::with(&data, "info", &[]);
    assert_eq!((newest(&data).id, waiting()), (1, 0));

    // It is killed when the load is in the ledger.
    let failing = Failing::new(&data, TRIGGERS[0].1);
    let client = import(&data, &feed).spawn().expect("started");
    wait_until("it has the load", || newest(&data).id == 2);
    std::thread::sleep(Duration::from_millis(500));
    server.kill();
    let (code, said) = ended(client);
    assert_eq!((code, said.contains("load 2 did; it has the load, which goes on")), (1, true), "{said}");
    drop(failing);
    let server = Serving::with(&data, "info", &[]);
    wait_until_idle(&data);
    assert_published(&data, 2, &said);
    drop(server);
}

#[test]
fn an_import_that_begins_while_a_server_starts_waits_for_it() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = program(parent.path(), "data");
    write_day(&feed, FIRST);
    // As a server that has the lock and not yet the socket.
    let starting = DataDir::lock(&data).expect("locked");
    let mut commands = vec![import(&data, &feed).spawn().expect("started")];
    for words in [&["data"][..], &["backup"]] {
        let mut command = bond(&data, words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        commands.push(command.spawn().expect("started"));
    }
    std::thread::sleep(Duration::from_millis(1_500));
    drop(starting);
    for command in commands {
        let (code, said) = ended(command);
        assert_eq!(code, 0, "{said}");
    }
    assert_eq!((newest(&data).id, newest(&data).state), (2, State::Published));
}

#[test]
fn a_load_that_nobody_works_on_is_shown_as_cut_off() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    // As a command leaves it that is killed.
    let store = Store::open(&data).expect("opened");
    let queue = Loads::new(&store, &data);
    let options = LoadOptions::default();
    let request =
        NewRequest { kind: Kind::Import, origin: Origin::CommandLine, actor: None, options: &options, folder: None };
    let (id, _) = queue.enqueue(&request, 1).expect("queued");
    store.set_load_state(id, State::Loading, 2).expect("set");
    for words in [&["loads", "list"][..], &["loads", "show", "1"]] {
        let (code, said, _) = captured(&run(&data, words, ""));
        assert_eq!(code, 0);
        assert!(said.contains("cut off") && said.contains("Cut off: the process that ran it has ended."), "{said}");
    }
    let _running = DataDir::lock(&data).expect("locked");
    let (_, said, _) = captured(&run(&data, &["loads", "list"], ""));
    assert!(said.contains("loading") && !said.contains("cut off"), "{said}");
}

/// The examples of the manual, as an operator tries them: checked and loaded, alone and by a server.
#[test]
fn every_mapping_that_comes_with_bond_loads() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/mappings");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(examples).expect("listed").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    assert!(folders.len() >= 3, "{folders:?}");
    // One file fills one table three times.
    let twice = parent.path().join("twice");
    fs::create_dir(&twice).expect("made");
    fs::write(twice.join("people.csv"), "who,tier\nM1,1\nM2,2\n").expect("written");
    let table = |kind: &str, id: &str| {
        format!(
            "[[file.table]]\nname = \"user_groups\"\ndistinct = \"same\"\n[file.table.columns]\nid = {id}\n\
             type = {{ value = \"{kind}\" }}\nname = {id}\n"
        )
    };
    let mapping = "[[file]]\nname = \"people.csv\"\n".to_owned()
        + &table("TIER", "\"tier\"")
        + &table("LOB", "{ value = \"1\" }")
        + &table("AUDIENCE", "{ value = \"1\" }");
    fs::write(twice.join("mapping.toml"), mapping).expect("written");
    folders.push(twice);
    for folder in &folders {
        for is_served in [false, true] {
            let name = format!("{}-{is_served}", folder.file_name().expect("a name").to_string_lossy());
            let data = parent.path().join(&name);
            add_user(&data, "ann");
            let server = is_served.then(|| Serving::with(&data, "info", &[]));
            let path = folder.to_string_lossy();
            for (words, state) in
                [(&["import", "--check", &*path][..], State::Checked), (&["import", &*path], State::Published)]
            {
                let (code, said, error) = captured(&run(&data, words, ""));
                assert_eq!(code, 0, "{name} {words:?}: {said}{error}");
                let load = newest(&data);
                assert_eq!(load.state, state, "{name}: {load:?}");
                let store = Store::open(&data).expect("opened");
                let files = store.load_files(load.id).expect("read");
                let rows: i64 = files.iter().map(|file| file.rows).sum();
                assert_eq!(Some(rows), load.rows, "{name}: {files:?}");
                if name.starts_with("email") || name.starts_with("twice") {
                    let groups = files.iter().filter(|file| file.table == "user_groups").count();
                    assert_eq!(groups, 3, "{name}: {files:?}");
                }
            }
            if let Some(server) = server {
                let (code, log) = server.stop();
                assert_eq!((code, log.contains("state=\"failed\"")), (0, false), "{name}: {log}");
            }
        }
    }
}
