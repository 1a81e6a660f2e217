//! PostgreSQL and MariaDB: what they give, and each way in which they fail.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bond::platform::machine::Process;
use bond::pull;
use bond::store::loads::{Kind, Origin, State};

use super::servers::{MariaDb, OpenSsh, PostgreSql, Store};
use super::{ask, asking, fails, rows};

const LOGINS: &str = "from = \"2026-03-01\"\nagain = 1\n[pull.shop.queries]\nlogins = \"\"\"\n\
    select member as member_id, at as logged_in_at from login\nwhere at >= '{since}' and at < date '{until}' + interval 1 day;\"\"\"\n";

/// What is wrong, how the settings are changed for it, and what the failure says.
type Case<'a> = (&'a str, &'a dyn Fn(String) -> String, &'a [&'a str]);

fn of_postgresql() -> String {
    LOGINS.replace("interval 1 day", "interval '1 day'")
}

fn attempt(app: &crate::TestApp) -> Result<String, String> {
    let pull = pull::named(&app.app.config.pulls, "shop").expect("known");
    pull::try_connection(app.app.puller(), pull).map_err(|error| error.to_string())
}

#[test]
fn postgresql_gives_the_days_that_are_missing() {
    let Some(server) = PostgreSql::start() else { return };
    server.sql("shop", "create table login (member text, at timestamp); grant select on login to bond");
    server.sql(
        "shop",
        "insert into login values ('A', '2026-03-02 09:30'), ('B', '2026-03-14 23:59'), ('A', '2026-03-15 08:00')",
    );
    let app = asking(&server.settings(&of_postgresql()));
    assert_eq!(attempt(&app).as_deref(), Ok("It lets Bond in, and understands the queries logins."));
    let load = ask(&app, "shop").expect("asked").expect("a load");
    assert_eq!((load.state, load.message.as_deref()), (State::Published, None));
    // Today is 2026-03-15, which is not over.
    assert_eq!(rows(&app, "logins"), 2);
    let run = app.app.store.pull_runs("shop", 1).expect("read").remove(0);
    assert_eq!((run.since.as_deref(), run.until.as_deref()), (Some("2026-03-01"), Some("2026-03-14")));
    // The last day is asked for again, and no other.
    server.sql("shop", "insert into login values ('B', '2026-03-14 10:00'), ('B', '2026-03-02 10:00')");
    ask(&app, "shop").expect("asked").expect("a load");
    assert_eq!(rows(&app, "logins"), 3);
    // A connection is in the list.
    app.app.egress.flush();
    let opened = app.app.store.opened().expect("read");
    assert!(
        opened.iter().any(|one| one.purpose == "pull" && one.peer == format!("127.0.0.1:{}", server.port)),
        "{opened:?}"
    );
}

#[test]
fn each_fault_of_postgresql_says_what_to_do_and_loads_nothing() {
    let Some(server) = PostgreSql::start() else { return };
    server.sql(
        "shop",
        "create table login (member text, at timestamp); create table hidden (a int); create sequence counted; grant usage on counted to bond; grant select on login to bond; insert into login values ('A', '2026-03-02')",
    );
    let of = |change: &dyn Fn(String) -> String| asking(&change(server.settings(&of_postgresql())));
    let password = crate::certificates::write(server.folder.path(), "wrong", "another\n");
    let right = server.folder.path().join("password").display().to_string();
    let cases: [Case<'_>; 9] = [
        ("password", &|text| text.replace(&right, &password), &["does not let bond in", "password_file"]),
        ("database", &|text| text.replace("\"shop\"\nuser", "\"store\"\nuser"), &["has no database store"]),
        (
            "authority",
            &|text| text.replace(&format!("ca_file = \"{}\"\n", server.ca_file), ""),
            &["is not trusted", "set ca_file"],
        ),
        ("port", &|text| text.replace(&server.port.to_string(), "9"), &["127.0.0.1:9 cannot be reached", "firewalls"]),
        ("no password", &|text| text.replace(&right, "/nowhere/password"), &["password_file /nowhere/password"]),
        ("plain", &|text| text.replace("ca_file", "tls = false\nca_file"), &["does not let bond in", "pg_hba.conf"]),
        (
            "query",
            &|text| text.replace("from login", "from logins"),
            &["query logins: relation \"logins\" does not exist", "correct the query"],
        ),
        (
            "right",
            &|text| text.replace("from login", "from hidden, login"),
            &["permission denied", "the right to read it"],
        ),
        (
            "change",
            &|text| text.replace("select member", "select nextval('counted'), member"),
            &["read-only transaction", "may change nothing"],
        ),
    ];
    for (what, change, wanted) in cases {
        let app = of(change);
        let error = fails(&app, "shop");
        assert!(wanted.iter().all(|part| error.contains(part)), "{what}: {error}");
        assert!(!error.contains("secret") && !error.contains("another"), "{error}");
        assert_eq!(rows(&app, "logins"), 0, "{what}");
    }
}

/// A server that ends the connection in the middle, and a column that is another one than before.
#[test]
fn a_database_that_goes_away_in_the_middle_leaves_nothing_behind() {
    let Some(server) = PostgreSql::start() else { return };
    server.sql("shop", "create table login (member text, at timestamp); grant select on login to bond");
    server.sql("shop", "insert into login values ('A', '2026-03-02 09:30')");
    let slow = of_postgresql().replace("from login", "from login, pg_sleep(30)");
    let app = asking(&server.settings(&slow));
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_secs(2));
            server.cut();
        });
        fails(&app, "shop")
    });
    assert!(error.contains("query logins") && error.contains("the connection ended"), "{error}");
    assert_eq!(rows(&app, "logins"), 0);
    let app = asking(&server.settings(&of_postgresql()));
    ask(&app, "shop").expect("asked").expect("a load");
    server.sql(
        "shop",
        "alter table login alter column at type text using 'a morning in March'; update login set at = '2026-03-14x'",
    );
    let changed = server.settings(&of_postgresql().replace("date '{until}' + interval '1 day'", "'{until}z'"));
    let changed = asking(&changed);
    let load = ask(&changed, "shop").expect("asked").expect("a load");
    assert_eq!(load.state, State::Refused);
    let faults = changed.app.store.load_faults(load.id).expect("read");
    assert!(faults[0].file == "logins.csv" && faults[0].text.contains("2026-03-14x"), "{faults:?}");
}

#[test]
fn mariadb_gives_the_days_that_are_missing_and_each_fault_says_what_to_do() {
    let Some(server) = MariaDb::start() else { return };
    server.sql("create table shop.login (member varchar(20), at datetime); create table mysql.hidden (a int)");
    server.sql("insert into shop.login values ('A', '2026-03-02 09:30:00'), ('B', '2026-03-14 23:59:59'), (null, '2026-03-15')");
    let app = asking(&server.settings(LOGINS));
    assert_eq!(attempt(&app).as_deref(), Ok("It lets Bond in, and understands the queries logins."));
    let load = ask(&app, "shop").expect("asked").expect("a load");
    assert_eq!((load.state, load.message.as_deref(), rows(&app, "logins")), (State::Published, None, 2));
    let password = crate::certificates::write(server.folder.path(), "wrong", "another\n");
    let right = server.folder.path().join("password").display().to_string();
    let cases: [Case<'_>; 7] = [
        ("password", &|text| text.replace(&right, &password), &["does not let bond in", "password_file"]),
        ("database", &|text| text.replace("\"shop\"\nuser", "\"store\"\nuser"), &["database store"]),
        (
            "authority",
            &|text| text.replace(&format!("ca_file = \"{}\"\n", server.ca_file), ""),
            &["is not trusted", "set ca_file"],
        ),
        ("port", &|text| text.replace(&server.port.to_string(), "9"), &["127.0.0.1:9 cannot be reached"]),
        ("query", &|text| text.replace("from login", "from logins"), &["query logins", "correct the query"]),
        ("right", &|text| text.replace("from login", "from mysql.hidden, login"), &["denied", "the right to read it"]),
        (
            "change",
            &|text| {
                text.replace(
                    "select member as member_id, at as logged_in_at from login\nwhere",
                    "delete from login where",
                )
            },
            &["query logins"],
        ),
    ];
    for (what, change, wanted) in cases {
        let app = asking(&change(server.settings(LOGINS)));
        let error = fails(&app, "shop");
        assert!(wanted.iter().all(|part| error.contains(part)), "{what}: {error}");
        assert!(!error.contains("secret") && !error.contains("another"), "{error}");
        assert_eq!(rows(&app, "logins"), 0, "{what}");
    }
}

/// What somebody copies from the manual, with host and files of their own.
#[test]
fn the_queries_of_the_manual_are_understood() {
    let loaded = |kind: &str, port: u16, ca_file: &str, folder: &Path| {
        let password = folder.join("password").display().to_string();
        let text = super::example(kind)
            .replace("at = \"05:30\"\n", "")
            .replace("\"db.example.com\"", &format!("\"127.0.0.1\"\nport = {port}\nca_file = \"{ca_file}\""));
        let (_, rest) = text.split_once("password_file = \"").expect("a password");
        let written = rest.split_once('"').expect("its end").0.to_owned();
        let app = asking(&text.replace(&written, &password));
        let name = app.app.config.pulls[0].name.clone();
        let load = ask(&app, &name).expect("asked").expect("a load");
        assert_eq!((load.state, load.message.as_deref(), rows(&app, "logins")), (State::Published, None, 2), "{kind}");
    };
    let values = "('A', '2024-01-01 00:00:00'), ('B', '2026-03-14 23:59:59'), ('A', '2026-03-15 00:00:00')";
    if let Some(server) = PostgreSql::start() {
        server.sql(
            "shop",
            "create table sign_ins (customer_id text, signed_in_at timestamp); grant select on sign_ins to bond",
        );
        server.sql("shop", &format!("insert into sign_ins values {values}"));
        server.settings("");
        loaded("postgresql", server.port, &server.ca_file, server.folder.path());
    }
    if let Some(server) = MariaDb::start() {
        server.sql("create table shop.sign_ins (customer_id varchar(20), signed_in_at datetime)");
        server.sql(&format!("insert into shop.sign_ins values {values}"));
        server.settings("");
        loaded("mysql", server.port, &server.ca_file, server.folder.path());
    }
}

/// Those of tables made with the usual types: with a zone, and with parts of a second.
#[test]
fn times_of_databases_are_those_of_the_feed() {
    let query = "[pull.shop.queries]\nlogins = \"select member as member_id, at as logged_in_at from login -- all\"\n";
    let loaded = |settings: &str| {
        let app = asking(settings);
        let load = ask(&app, "shop").expect("asked").expect("a load");
        assert_eq!((load.state, load.message.as_deref()), (State::Published, None));
        let writer = app.app.warehouse.writer().expect("a writer");
        let sql = "select string_agg(logged_in_at::text, ', ' order by logged_in_at) from feed.logins";
        writer.query_row(sql, [], |row| row.get::<_, String>(0)).expect("read")
    };
    if let Some(server) = PostgreSql::start() {
        server.sql("shop", "create table login (member text, at timestamptz); grant select on login to bond");
        server
            .sql("shop", "insert into login values ('A', '2026-03-02 09:30:00.9+02'), ('B', '2026-03-03 23:59:59.6Z')");
        let times = "2026-03-02 07:30:00, 2026-03-03 23:59:59";
        assert_eq!(loaded(&server.settings(query)), times);
        server.sql("shop", "alter table login alter column at type timestamp using at at time zone 'UTC'");
        assert_eq!(loaded(&server.settings(query)), times);
    }
    if let Some(server) = MariaDb::start() {
        server.sql("create table shop.login (member varchar(20), at datetime(6))");
        server.sql("insert into shop.login values ('A', '2026-03-02 07:30:00.9'), ('B', '2026-03-03 23:59:59.6')");
        assert_eq!(loaded(&server.settings(query)), "2026-03-02 07:30:00, 2026-03-03 23:59:59");
    }
}

/// The rows go to the disk as they come. In a process of its own: the memory of other tests would count.
#[test]
fn a_million_rows_take_no_memory() {
    if !crate::runs_today() {
        return;
    }
    let name = "pulls::databases::a_million_rows_alone";
    let mut alone = Command::new(std::env::current_exe().expect("this executable"));
    let output = alone.args(["--exact", "--ignored", "--nocapture", name]).output().expect("run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said.lines().filter(|line| line.starts_with("PASS")).for_each(|line| println!("{line}"));
}

#[test]
#[ignore = "run by the test above"]
fn a_million_rows_alone() {
    let query = "[pull.shop.queries]\nlogins = \"select * from login\"\n";
    let own = Process::own();
    let asked = |what: &str, name: &str, settings: &str| {
        let app = asking(settings);
        let pull = pull::named(&app.app.config.pulls, name).expect("known");
        let wish =
            pull::Wish { kind: Kind::Check, days: None, new_time_zone: false, actor: None, origin: Origin::Schedule };
        own.forget_peak();
        let (before, begun) = (own.peak_bytes().expect("known"), Instant::now());
        let pulled = pull::run(app.app.puller(), &app.app.pulls, pull, wish, &|| false).expect("asked");
        let grown = own.peak_bytes().expect("known").saturating_sub(before) >> 20;
        let bytes = app.app.store.pull_runs(name, 1).expect("read")[0].bytes.expect("some") >> 20;
        println!("PASS a million rows of {what}, {bytes} MB: {grown} MB of memory, {:?}", begun.elapsed());
        assert!(matches!(pulled, pull::Pulled::Queued(_)));
        assert!(bytes > 200 && grown < 32, "{what}: {grown} MB of memory for {bytes} MB");
    };
    if let Some(server) = PostgreSql::start() {
        let rows =
            "select i as member_id, now() as logged_in_at, repeat('x', 200) as note from generate_series(1, 1000000) i";
        server.sql("shop", &format!("create table login as {rows}; grant select on login to bond"));
        asked("PostgreSQL", "shop", &server.settings(query));
    }
    if let Some(server) = MariaDb::start() {
        let rows =
            "select seq as member_id, now() as logged_in_at, repeat('x', 200) as note from shop.seq_1_to_1000000";
        server.sql(&format!("create table shop.login as {rows}"));
        asked("MariaDB", "shop", &server.settings(query));
    }
    // As a file, which is never whole in the memory of this process.
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("logins.csv");
    let mut writer = BufWriter::new(fs::File::create(&file).expect("made"));
    writeln!(writer, "member_id,logged_in_at,note").expect("written");
    for row in 0..1_000_000 {
        writeln!(writer, "{row},2026-03-01 09:00:00,{:x<200}", "").expect("written");
    }
    drop(writer);
    asked("a folder", "feed", &super::folder_pull(folder.path(), ""));
    asked("an address", "web", &super::interrupted::web(file_at_an_address(&file), ""));
    if let Some(server) = OpenSsh::start() {
        fs::copy(&file, server.folder.path().join("out/logins.csv")).expect("copied");
        asked("OpenSSH", "files", &server.settings(&server.host_key, "key", ""));
    }
    if let Some(store) = Store::start() {
        store.write_file("bond/logins.csv", &file);
        asked("S3", "lake", &store.settings("exports", "S3RVER", "S3RVER"));
    }
}

/// Serves a file once, piece by piece.
fn file_at_an_address(file: &Path) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut file = fs::File::open(file).expect("opened");
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("asked");
        let lines = BufReader::new(&stream).lines().map_while(Result::ok);
        assert!(lines.take_while(|line| !line.is_empty()).count() > 1, "a request");
        let bytes = file.metadata().expect("known").len();
        write!(stream, "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {bytes}\r\n\r\n").expect("sent");
        std::io::copy(&mut file, &mut stream).expect("sent");
    });
    port
}
