//! Bond with the rows of members on two ClickHouse servers, as an operator uses it.

mod commands;
mod lease;
mod losses;
mod tls;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bond::store::roles::USERS;
use bond::warehouse::clickhouse::Node;
use serde_json::json;
use time::macros::date;

use crate::clickhouse::{Servers, WITHOUT_RIGHTS};
use crate::command_line::{PASSWORD, Serving, add_user, bond, captured};
use crate::kills::{MEMBERS, day, logins, write_base, write_day};
use crate::{TestApp, runs_today};

/// A program with three days of logins. The second is no checkpoint: its figures need rows.
struct Program {
    servers: Servers,
    variables: Vec<(String, String)>,
    folder: tempfile::TempDir,
}

const MIDDLE: u64 = 9;

impl Program {
    /// None where ClickHouse cannot be installed, and on other days than that of the test that asks.
    fn new() -> Option<Program> {
        if !runs_today() {
            return None;
        }
        let servers = Servers::start(2)?;
        let folder = tempfile::tempdir().expect("a directory");
        let variables = servers.settings(folder.path());
        Some(Program::of(servers, folder, variables))
    }

    /// With these servers and settings.
    fn of(servers: Servers, folder: tempfile::TempDir, variables: Vec<(String, String)>) -> Program {
        let program = Program { servers, variables, folder };
        add_user(&program.data(), "ann");
        let feed = program.folder.path().join("feed");
        write_base(&feed);
        program.import(&feed);
        for number in [MIDDLE - 1, MIDDLE, MIDDLE + 1] {
            std::fs::remove_dir_all(&feed).expect("removed");
            write_day(&feed, number);
            program.import(&feed);
        }
        program
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn import(&self, feed: &Path) {
        let (code, _, error) = self.run(&["import", &feed.to_string_lossy()], &[]);
        assert_eq!(code, 0, "{error}");
    }

    /// Runs a command with these settings in place of the servers' own.
    fn run(&self, words: &[&str], changed: &[(&str, &str)]) -> (i32, String, String) {
        let mut command = bond(&self.data(), words);
        command.envs(self.variables.iter().map(|(name, value)| (name, value))).envs(changed.iter().copied());
        captured(&command.output().expect("run"))
    }

    fn serve(&self) -> Serving {
        let variables: Vec<(&str, &str)> = self.variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        Serving::with(&self.data(), "info", &variables)
    }

    fn owner(&self, server: usize) -> Node {
        self.servers.running[server].own()
    }

    #[track_caller]
    fn assert_whole(&self, server: &Serving) {
        let token = server.sign_in("ann", PASSWORD);
        assert_eq!(logins(server, &token, MIDDLE), (2 * MEMBERS, MEMBERS));
    }
}

/// Returns once the log has a text: another thread reads it.
#[track_caller]
fn wait_for(server: &Serving, text: &str) {
    let limit = Instant::now() + Duration::from_secs(10);
    while !server.errors().contains(text) {
        assert!(Instant::now() < limit, "{text}: {}", server.errors());
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a command that opens the warehouse says.
#[test]
fn servers_that_cannot_be_used_are_named_with_what_to_do() {
    let Some(mut program) = Program::new() else { return };
    let password = program.folder.path().join("another");
    std::fs::write(&password, "wrong\n").expect("written");
    let page = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let wrong = password.to_string_lossy().into_owned();
    let urls: Vec<String> = program.servers.running.iter().map(|server| server.url()).collect();
    let with_nobody = format!("{},http://{page}", urls[0]);
    let say = |program: &Program, changed: &[(&str, &str)], words: &[&str]| {
        for command in [&["loads", "undo"][..], &["doctor"][..]] {
            let (code, text, error) = program.run(command, changed);
            assert_ne!(code, 0, "{command:?} with {changed:?}: {text}{error}");
            let all = format!("{text}{error}");
            assert!(words.iter().all(|word| all.contains(word)), "{command:?} with {changed:?}: {all}");
            assert!(!all.contains("correct horse"), "{all}");
        }
    };
    say(&program, &[("BOND_CLICKHOUSE_PASSWORD_FILE", &wrong)], &["does not accept the user bond with this password"]);
    say(
        &program,
        &[("BOND_CLICKHOUSE_PASSWORD_FILE", "/no/such/file")],
        &["clickhouse_password_file /no/such/file", "No such file"],
    );
    say(&program, &[("BOND_CLICKHOUSE_DATABASE", "nowhere")], &["has no database nowhere", "create it"]);
    say(&program, &[("BOND_CLICKHOUSE_URL", &with_nobody)], &["does not answer", &page.to_string()]);
    say(&program, &[("BOND_CLICKHOUSE_URL", "")], &["needs clickhouse_url"]);
    let (_, text, _) = program.run(&["doctor"], &[]);
    assert!(urls.iter().all(|url| text.contains(&format!("{url}: 18."))), "{text}");
    program.servers.running[1].kill();
    say(&program, &[], &["does not answer", &urls[1]]);
}

/// Each lacks another right; none can be used.
#[test]
fn a_user_without_rights_is_named() {
    let Some(program) = Program::new() else { return };
    let feed = program.folder.path().join("more");
    write_day(&feed, MIDDLE + 20);
    let feed = feed.to_string_lossy().into_owned();
    for user in WITHOUT_RIGHTS {
        for command in [&["loads", "undo"][..], &["doctor"], &["import", &feed]] {
            let (code, text, error) = program.run(command, &[("BOND_CLICKHOUSE_USER", user)]);
            let said = format!("the user {user} of the ClickHouse server {}", program.servers.running[0].url());
            let all = format!("{text}{error}");
            assert!(code != 0 && all.contains(&said), "{command:?} as {user}: {code} {all}");
            assert!(all.contains("lacks a right; docs/scale.md lists them: Code: "), "{command:?} as {user}: {all}");
        }
    }
    // Beside a server that loads and answers, too, and nothing is left of it.
    let server = program.serve();
    let (_, text, error) = program.run(&["doctor"], &[]);
    assert!(text.lines().any(|line| line.starts_with("ok       cluster")), "{text}{error}");
    program.assert_whole(&server);
    let left = "select throwIf(count() > 0) from system.tables where name like 'bond_doctor%'";
    program.servers.running.iter().for_each(|server| server.own().run(left).expect("no table is left"));
}

/// What a server of an older release would say is said by another program here.
#[test]
fn an_older_release_is_refused() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    add_user(&data, "ann");
    for release in ["18.14.18", "1.1.54388"] {
        let url = telling(release);
        for command in [&["doctor"][..], &["loads", "undo"]] {
            let mut command = bond(&data, command);
            command.env("BOND_WAREHOUSE", "clickhouse").env("BOND_CLICKHOUSE_URL", &url);
            let (code, text, error) = captured(&command.output().expect("run"));
            let said = format!("server {url} is release {release}, and Bond needs 18.16 or later; install a later one");
            assert!(code != 0 && format!("{text}{error}").contains(&said), "{code} {text}{error}");
        }
    }
}

/// The address of a program that answers every statement with a text in the format RowBinary, until the test ends.
fn telling(text: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let (mut asked, mut piece) = (Vec::new(), [0; 4096]);
            while !asked.ends_with(b"\r\n0\r\n\r\n") {
                let length = stream.read(&mut piece).expect("a statement in chunks");
                assert!(length > 0, "it ends too early");
                asked.extend(&piece[..length]);
            }
            let length = u8::try_from(text.len()).expect("a short text");
            let head = format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", length + 1);
            stream.write_all(&[head.as_bytes(), &[length], text.as_bytes()].concat()).expect("written");
        }
    });
    url
}

#[test]
fn rows_that_a_server_lost_are_written_again_at_the_next_start() {
    if !crate::takes_turn(5) {
        return;
    }
    let Some(mut program) = Program::new() else { return };
    let server = program.serve();
    program.assert_whole(&server);
    program.owner(1).run("drop table session").expect("dropped");
    let token = server.sign_in("ann", PASSWORD);
    let body = json!({"period": "SELECTED_DATE", "startDate": day(MIDDLE), "endDate": day(MIDDLE)});
    let path = "api/v1/dashboard/users/logins/breakdowns";
    let (status, answer) = server.answer(Some(&token), path, &body);
    assert_eq!(status, 503, "{answer}");
    assert!(answer.to_string().contains("does not answer"), "{answer}");
    wait_for(&server, "a table is gone");
    assert_eq!(server.stop().0, 0);

    let server = program.serve();
    wait_for(&server, "all rows of members are written to the cluster");
    program.assert_whole(&server);
    assert_eq!(server.stop().0, 0);

    // Other servers than before have all rows after a start, too: in another order, and fewer.
    let urls: Vec<String> = program.servers.running.iter().map(|server| server.url()).collect();
    for urls in [format!("{},{}", urls[1], urls[0]), urls[0].clone()] {
        let all = program.variables.iter_mut().find(|(name, _)| name == "BOND_CLICKHOUSE_URL");
        all.expect("the addresses").1 = urls.clone();
        let server = program.serve();
        program.assert_whole(&server);
        assert_eq!(server.stop().0, 0);
        let (_, lines, error) = program.run(&["audit", "list", "--what", "cluster_filled"], &[]);
        assert!(lines.contains(&format!("to {urls}: they were on http://")), "{lines}{error}");
    }
    let rows = program.owner(0).run("select throwIf(count() <> 24000) from session");
    rows.expect("the rows of all members, once");
}

/// It accepts connections, and says nothing.
#[test]
fn a_frozen_server_is_named_and_nobody_is_told_to_wait() {
    if !crate::takes_turn(6) {
        return;
    }
    let Some(program) = Program::new() else { return };
    let server = program.serve();
    let token = server.sign_in("ann", PASSWORD);
    let figure = |first: u64| {
        let body = json!({"period": "SELECTED_DATE", "startDate": day(first), "endDate": day(MIDDLE)});
        server.answer(Some(&token), "api/v1/dashboard/users/logins/breakdowns", &body)
    };
    program.servers.running[1].freeze(true);
    // More than one user's at the same time, and than there are turns.
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..MIDDLE).map(|first| scope.spawn(move || figure(first))).collect();
        for answer in asked {
            let (status, answer) = answer.join().expect("answered");
            assert_eq!((status, &answer["error"]), (503, &json!("data_unavailable")), "{answer}");
        }
    });
    wait_for(&server, &format!("the ClickHouse server {} does not answer", program.servers.running[1].url()));
    program.servers.running[1].freeze(false);
    let limit = Instant::now() + Duration::from_secs(30);
    while figure(MIDDLE).0 != 200 {
        assert!(Instant::now() < limit, "{}", server.errors());
        std::thread::sleep(Duration::from_millis(100));
    }
    program.assert_whole(&server);
    assert_eq!(server.stop().0, 0);
}

#[test]
fn a_database_serves_one_data_directory() {
    if !crate::runs_today() {
        return;
    }
    let Some(program) = Program::new() else { return };
    let other = program.folder.path().join("other");
    let mut command = bond(&other, &["loads", "undo"]);
    command.envs(program.variables.iter().map(|(name, value)| (name, value)));
    let (code, _, error) = captured(&command.output().expect("run"));
    assert_ne!(code, 0);
    assert!(error.contains("the database loyalty of the ClickHouse server") && error.contains("own"), "{error}");
    program.assert_whole(&program.serve());
}

/// The servers copy their rows where only the groups of members change: nothing is sent to them again.
#[test]
fn rows_of_members_who_move_are_copied_on_the_servers() {
    if !runs_today() {
        return;
    }
    for servers in [Servers::start(2), Servers::present()].into_iter().flatten() {
        let app = TestApp::on(date!(2025 - 03 - 15));
        let warehouse = &app.app.warehouse;
        warehouse.use_cluster(servers.cluster()).expect("a cluster");
        let feed = tempfile::tempdir().expect("a folder");
        write_base(feed.path());
        let groups = "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,Retail\n1,AUDIENCE,All\n";
        std::fs::write(feed.path().join("user_groups.csv"), groups).expect("written");
        for number in [MIDDLE - 1, MIDDLE, MIDDLE + 1] {
            write_day(feed.path(), number);
            app.import_folder(feed.path()).expect("loaded");
        }
        // From here on the warehouse's own rows are too few to be sent again.
        let forget = || warehouse.writer().expect("a writer").execute_batch("delete from derived.session");
        forget().expect("deleted");
        let moves = |members: std::ops::Range<u64>, tier: u64| {
            let head = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
            let row = |member| format!("M{member},{tier},1,1,2024-12-01,Email\n");
            let rows = members.map(row).fold(head.to_owned(), |all, row| all + &row);
            app.import(&[("members.csv", &rows)]).expect("loaded");
        };
        let token = app.signed_in("ann", USERS);
        let unique = |tiers: &[i32]| {
            let body = json!({"period": "SELECTED_DATE", "startDate": day(MIDDLE), "endDate": day(MIDDLE),
                              "userGroupTiers": tiers, "userGroupsTiersAll": false});
            let call = app.post("/api/v1/dashboard/users/userDashboardInfo").bearer(&token).json(&body).send();
            assert_eq!(call.status, 200, "{}", call.text);
            let logins = &call.json()["logins"];
            [&logins["totalLogins"], &logins["uniqueLogins"]].map(|figure| figure.as_u64().expect("a figure"))
        };
        assert_eq!((unique(&[1]), unique(&[2])), ([2 * MEMBERS, MEMBERS], [0, 0]));
        moves(0..1_000, 2);
        assert_eq!((unique(&[1]), unique(&[2])), ([2 * MEMBERS - 2_000, MEMBERS - 1_000], [2_000, 1_000]));
        // Some move back, and others move.
        moves(500..600, 1);
        moves(3_000..3_001, 2);
        assert_eq!((unique(&[1]), unique(&[2])), ([2 * MEMBERS - 1_802, MEMBERS - 901], [1_802, 901]));
    }
}

#[test]
fn a_program_moves_to_a_cluster_and_back() {
    let Some(mut program) = Program::new() else { return };
    let with_cluster = program.variables.clone();
    program.variables.clear();
    let server = program.serve();
    program.assert_whole(&server);
    assert_eq!(server.stop().0, 0);
    // A day that the cluster does not have.
    let feed = program.folder.path().join("more");
    write_day(&feed, MIDDLE + 20);
    program.import(&feed);
    program.variables = with_cluster;
    let server = program.serve();
    program.assert_whole(&server);
    let token = server.sign_in("ann", PASSWORD);
    assert_eq!(logins(&server, &token, MIDDLE + 20), (2 * MEMBERS, MEMBERS));
    assert_eq!(server.stop().0, 0);
}
