//! Servers that go away in the middle or fall silent, each behind something that lets a part of their answers through.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bond::pull::{self, PullError, Wish};
use bond::store::Store as Saved;
use bond::store::loads::{Kind, Origin, State};
use bond::store::roles::ADMIN;
use serde_json::json;

use super::servers::{MariaDb, OpenSsh, PostgreSql, Store, http};
use super::{GROUPS, MEMBERS, ask, asking, fails, rows};
use crate::command_line::{PASSWORD, Serving, bond, captured, run};

/// How many logins the servers have. They are more bytes than come through at first.
const LOGINS: u64 = 100_000;
const BYTES: u64 = 1 << 20;

/// What happens when so many bytes have come through.
#[derive(Clone, Copy)]
enum Then {
    Ends,
    IsSilent,
}

/// Stands before a port of this machine.
struct Between {
    port: u16,
    /// The bytes of answers that may still come through.
    left: Arc<AtomicU64>,
    /// How many connections there were.
    asked: Arc<AtomicU64>,
}

impl Between {
    fn before(port: u16, bytes: u64, then: Then) -> Between {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let (left, asked) = (Arc::new(AtomicU64::new(bytes)), Arc::new(AtomicU64::new(0)));
        let (shared, counted) = (Arc::clone(&left), Arc::clone(&asked));
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                counted.fetch_add(1, Ordering::SeqCst);
                let server = TcpStream::connect(("127.0.0.1", port)).expect("connected");
                let (mut from, mut to) = (client.try_clone().expect("cloned"), server.try_clone().expect("cloned"));
                thread::spawn(move || io::copy(&mut from, &mut to));
                let left = Arc::clone(&shared);
                thread::spawn(move || pass(server, client, &left, then));
            }
        });
        Between { port: own, left, asked }
    }

    fn let_all_through(&self) {
        self.left.store(u64::MAX, Ordering::SeqCst);
    }

    fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst) > 0
    }

    fn is_in_the_middle(&self) -> bool {
        self.left.load(Ordering::SeqCst) == 0
    }
}

fn pass(mut server: TcpStream, mut client: TcpStream, left: &AtomicU64, then: Then) {
    let mut piece = [0; 4096];
    while let Ok(read @ 1..) = server.read(&mut piece) {
        let take = |left: u64| Some(if left == u64::MAX { left } else { left.saturating_sub(read as u64) });
        let before = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).expect("always some");
        let passed = before.min(read as u64) as usize;
        if client.write_all(&piece[..passed]).is_err() {
            break;
        }
        if passed < read {
            match then {
                Then::Ends => break,
                Then::IsSilent => loop {
                    thread::park();
                },
            }
        }
    }
    let _ = (server.shutdown(Shutdown::Both), client.shutdown(Shutdown::Both));
}

/// The logins as a file.
fn logins() -> String {
    let mut text = "member_id,logged_in_at\n".to_owned();
    for second in 0..LOGINS {
        let (day, rest) = (1 + second / 86_400, second % 86_400);
        let member = if second % 2 == 0 { "A" } else { "B" };
        text += &format!("{member},2026-03-{day:02} {:02}:{:02}:{:02}\n", rest / 3600, rest / 60 % 60, rest % 60);
    }
    text
}

/// Nothing is loaded when the server goes away, and everything once when it is there again.
fn goes_away(name: &str, port: u16, settings: &str) {
    let between = Between::before(port, BYTES, Then::Ends);
    let app = asking(&settings.replace(&port.to_string(), &between.port.to_string()));
    let error = fails(&app, name);
    let is_plain = !["look at", "https://"].iter().any(|part| error.contains(part));
    assert!(error.contains("nothing was loaded") && is_plain, "{name}: {error}");
    assert!(between.is_in_the_middle() && rows(&app, "logins") == 0, "{name}");
    between.let_all_through();
    let load = ask(&app, name).expect("asked").expect("a load");
    assert_eq!((load.state, rows(&app, "logins")), (State::Published, LOGINS), "{name}: {:?}", load.message);
    if let Some(load) = ask(&app, name).expect("asked") {
        assert_eq!((load.state, rows(&app, "logins")), (State::Published, LOGINS), "{name}: all of it again");
    }
}

const QUERY: &str = "[pull.shop.queries]\nlogins = \"select member as member_id, at as logged_in_at from login\"\n";

#[test]
fn postgresql_that_goes_away_in_the_middle_leaves_nothing_behind() {
    let Some(server) = PostgreSql::start() else { return };
    server.sql(
        "shop",
        &format!(
            "create table login as select case when i % 2 = 0 then 'A' else 'B' end as member, \
             timestamp '2026-03-01' + i * interval '1 second' as at from generate_series(0, {LOGINS} - 1) i; \
             grant select on login to bond"
        ),
    );
    goes_away("shop", server.port, &server.settings(QUERY));
}

#[test]
fn mariadb_that_goes_away_in_the_middle_leaves_nothing_behind() {
    let Some(server) = MariaDb::start() else { return };
    server.sql(&format!(
        "create table shop.login as select if(seq % 2, 'A', 'B') as member, \
         cast('2026-03-01' as datetime) + interval seq second as at from shop.seq_1_to_{LOGINS}"
    ));
    goes_away("shop", server.port, &server.settings(QUERY));
}

#[test]
fn a_server_with_ssh_that_goes_away_in_the_middle_leaves_nothing_behind() {
    let Some(server) = OpenSsh::start() else { return };
    server.write("logins.csv", &logins());
    goes_away("files", server.port, &server.settings(&server.host_key, "key", ""));
}

#[test]
fn a_store_that_goes_away_in_the_middle_leaves_nothing_behind() {
    let Some(store) = Store::start() else { return };
    store.write("bond/logins.csv", &logins());
    goes_away("lake", store.port, &store.settings("exports", "S3RVER", "S3RVER"));
}

pub(super) fn web(port: u16, more: &str) -> String {
    format!(
        "[pull.web]\nkind = \"https\"\n{more}[pull.web.files]\n\"logins.csv\" = \"http://127.0.0.1:{port}/logins\"\n"
    )
}

/// Serves the logins with their length, or in pieces.
fn logins_at_an_address(in_pieces: bool) -> u16 {
    let text = logins();
    http(move |_| {
        let (header, body) = match in_pieces {
            true => ("transfer-encoding: chunked".to_owned(), format!("{:x}\r\n{text}\r\n0\r\n\r\n", text.len())),
            false => (format!("content-length: {}", text.len()), text.clone()),
        };
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{header}\r\n\r\n{body}").into_bytes()
    })
}

#[test]
fn an_address_that_goes_away_in_the_middle_leaves_nothing_behind() {
    for in_pieces in [false, true] {
        let port = logins_at_an_address(in_pieces);
        goes_away("web", port, &web(port, ""));
    }
}

/// What is said of it is that Bond was stopped, not that the database is in trouble.
#[test]
fn a_stop_while_a_database_is_silent_says_that_it_was_a_stop() {
    let Some(server) = PostgreSql::start() else { return };
    let query =
        "[pull.shop.queries]\nlogins = \"select 'A' as member_id, '2026-03-01' as logged_in_at from pg_sleep(60)\"\n";
    let app = asking(&server.settings(query));
    let pull = pull::named(&app.app.config.pulls, "shop").expect("known");
    let wish = Wish { kind: Kind::Import, days: None, new_time_zone: false, actor: None, origin: Origin::Schedule };
    let begun = Instant::now();
    let is_stopping = || begun.elapsed() > Duration::from_secs(2);
    let error = pull::run(app.app.puller(), &app.app.pulls, pull, wish, &is_stopping).expect_err("stopped");
    assert!(matches!(error, PullError::Stopped), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(30), "it does not wait for the database");
}

#[test]
fn a_system_that_is_silent_keeps_no_other_waiting() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let folder = tempfile::tempdir().expect("a directory");
    let other = format!("[pull.share]\nkind = \"folder\"\npath = \"{}\"\nevery = \"24h\"\n", folder.path().display());
    let app = asking(&(web(port, "every = \"24h\"\n") + &other));
    // Nobody answers, and nobody hangs up while this is kept.
    let (asked, _) = silent.accept().expect("asked");
    let runs = |name: &str| app.app.store.pull_runs(name, 1).expect("read");
    crate::wait_until("the other one was asked", || runs("share").first().is_some_and(|run| run.ended_at.is_some()));
    assert!(runs("web")[0].ended_at.is_none() && app.app.pulls.has("web"));
    drop((asked, silent));
    crate::wait_until("it has ended", || !app.app.pulls.has("web"));
}

/// Whoever asked: the schedule, a command, somebody on the page, also one who only tries the connection. Nor is anything left
/// of a server that was killed.
#[test]
fn a_stop_does_not_wait_for_a_system_that_is_silent() {
    for way in ["schedule", "killed", "command", "run", "try"] {
        let folder = tempfile::tempdir().expect("a directory");
        let (data, feed) = (folder.path().join("data"), folder.path().join("feed"));
        fs::create_dir(&feed).expect("made");
        fs::write(feed.join("members.csv"), MEMBERS).expect("written");
        fs::write(feed.join("user_groups.csv"), GROUPS).expect("written");
        let succeeds = |words: &[&str]| {
            let (code, said, error) = captured(&run(&data, words, &format!("{PASSWORD}\n")));
            assert_eq!(code, 0, "{way}: {error}");
            said
        };
        succeeds(&["import", feed.to_str().expect("text")]);
        succeeds(&["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"]);
        let bytes = if way == "try" { 0 } else { BYTES };
        let between = Between::before(logins_at_an_address(false), bytes, Then::IsSilent);
        let every = if ["schedule", "killed"].contains(&way) { "every = \"24h\"\n" } else { "" };
        fs::write(data.join("bond.toml"), web(between.port, every)).expect("written");
        let serving = Serving::start(&data);
        let (base, token) = (serving.base().to_owned(), serving.sign_in("ann", PASSWORD));
        let mut asking = (way == "command").then(|| bond(&data, &["pull", "web"]).spawn().expect("started"));
        let caller = ["run", "try"].contains(&way).then(|| {
            let address = format!("{base}api/v1/admin/pulls/web/{way}");
            let request = ureq::post(address).header("authorization", format!("Bearer {token}"));
            thread::spawn(move || drop(request.send_json(json!({}))))
        });
        crate::wait_until("the server is silent", || between.is_asked() && between.is_in_the_middle());
        let mut serving = serving;
        if way == "killed" {
            serving.kill()
        } else {
            crate::system::ask_to_stop(serving.pid())
        }
        let serving = Mutex::new(serving);
        crate::wait_until(&format!("it has stopped, asked by {way}"), || !serving.lock().expect("whole").is_alive());
        if let Some(asking) = &mut asking {
            assert!(!asking.wait().expect("ended").success(), "nothing was pulled");
        }
        if let Some(caller) = caller {
            caller.join().expect("ended");
        }

        // The next start knows of it, and what was cut off is asked for again.
        between.let_all_through();
        let serving = Serving::start(&data);
        let spool = || fs::read_dir(data.join("spool/incoming")).map_or(0, |entries| entries.count());
        assert_eq!(spool(), 0, "{way}");
        let store = Saved::open(&data).expect("opened");
        if way != "try" {
            let fault = store.pull_runs("web", 1).expect("read").remove(0).fault;
            assert!(fault.expect("cut off").ends_with("before everything had arrived; nothing was loaded"), "{way}");
        }
        let said = succeeds(&["pull", "web"]);
        assert!(said.contains("logins") && said.contains("100,000"), "{way}: {said}");
        drop(serving);
    }
}
