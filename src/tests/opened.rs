//! The link with which `bond demo --open` signs the person at this machine in.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use bond::auth::once::OPENING_LIFE;
use bond::config::Config;
use bond::store::roles::ADMIN;
use bond::warehouse::demo::{self, DemoOptions};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use time::macros::date;

use crate::{Answer, TestApp};

/// A demo with its user.
fn a_demo(change: impl FnOnce(&mut Config)) -> TestApp {
    let make = |app: &TestApp| {
        let options = DemoOptions { members: 200, years: 1, ..DemoOptions::default() };
        demo::make(&app.app.warehouse, &options, date!(2026 - 03 - 14), None, &()).expect("a demo");
        app.add_user("demo", ADMIN);
    };
    TestApp::prepared(date!(2026 - 03 - 15), "a demo to open", &make, change)
}

/// Its link, or why there is none.
fn link(app: &TestApp) -> Result<String, String> {
    crate::wait(app.app.opening_link())
}

fn secret_of(link: &str) -> &str {
    link.split_once("/opened#").expect("a link").1
}

fn open(app: &TestApp, secret: &str) -> Answer {
    app.post("/api/auth/opened").json(&json!({ "secret": secret })).send()
}

/// The newest lines of the audit log: what happened, who did it, and how.
fn audited(app: &TestApp, count: u32) -> Vec<(String, Option<String>, String)> {
    let lines = app.app.store.last_audit_lines(count).expect("read");
    lines.into_iter().map(|line| (line.event, line.actor, line.detail.unwrap_or_default())).collect()
}

const HOW: &str = "link of bond demo --open";

#[test]
fn a_link_signs_in_once_and_is_recorded() {
    let app = a_demo(|_| {});
    let link = link(&app).expect("a link");
    assert!(link.starts_with(&format!("{}/opened#", app.origin())), "{link}");
    assert_eq!(open(&app, "a guess").status, 404, "which does not end the link");
    let answer = open(&app, secret_of(&link));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let token = answer.json()["token"].as_str().expect("a token").to_owned();
    let user = app.get("/api/user/current").bearer(&token).send();
    assert_eq!((user.status, user.json()), (200, answer.json()["user"].clone()));
    assert_eq!(audited(&app, 1), [("sign_in".to_owned(), Some("demo".to_owned()), HOW.to_owned())]);

    let again = open(&app, secret_of(&link));
    assert_eq!((again.status, again.cookie("XSRF-TOKEN")), (404, None), "{}", again.text);
    assert_eq!(audited(&app, 1), [("sign_in_failed".to_owned(), None, format!("{HOW}: not valid"))]);
    assert_eq!(app.get("/api/user/current").bearer(&token).send().status, 200, "using a link again ends no session");
}

#[test]
fn a_link_is_valid_for_two_minutes_and_until_the_next() {
    let app = a_demo(|_| {});
    let late = link(&app).expect("a link");
    app.app.clock.advance(OPENING_LIFE);
    assert_eq!(open(&app, secret_of(&late)).status, 404);
    let (first, second) = (link(&app).expect("a link"), link(&app).expect("another"));
    assert_eq!((open(&app, secret_of(&first)).status, open(&app, secret_of(&second)).status), (404, 200));
}

#[test]
fn no_link_works_through_a_proxy_or_from_a_page_that_points_here() {
    let app = a_demo(|_| {});
    let link = link(&app).expect("a link");
    for (header, value) in [("x-forwarded-for", "10.0.0.7"), ("via", "1.1 proxy"), ("host", "10.0.0.7")] {
        let call = app.post("/api/auth/opened").json(&json!({ "secret": secret_of(&link) }));
        assert_eq!(call.header(header, value).send().status, 403, "{header}");
    }
    assert_eq!(open(&app, secret_of(&link)).status, 200, "none of these has used it up");
}

#[test]
fn no_link_is_made_or_works_where_other_machines_may_come() {
    let proxied = |config: &mut Config| config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let open_to_all = |config: &mut Config| {
        config.listen = "0.0.0.0:0".parse().expect("an address");
        config.insecure_http = true;
    };
    for app in [a_demo(proxied), a_demo(open_to_all)] {
        let refused = link(&app).expect_err("no link");
        assert!(refused.contains("other machines may reach this server"), "{refused}");
        // However it came about.
        let secret = app.app.auth.opening.issue(app.app.clock.now());
        assert_eq!(open(&app, &secret).status, 404);
    }
}

#[test]
fn no_link_is_made_for_data_that_are_no_demo_or_without_its_user() {
    let app = TestApp::new();
    app.add_user("demo", ADMIN);
    assert!(link(&app).expect_err("no link").contains("not those of a demo"));
    let app = a_demo(|_| {});
    app.add_user("root", ADMIN);
    let made = link(&app).expect("a link");
    let by = bond::store::audit::By::from(app.app.clock.now());
    app.app.store.delete_user("demo", by).expect("deleted");
    assert!(link(&app).expect_err("no link").contains("no user demo"));
    assert_eq!(open(&app, secret_of(&made)).status, 404, "the user is gone since");
}

/// A running `bond demo --open`, killed if a test fails.
struct Opened {
    child: Child,
    said: Vec<String>,
}

impl Opened {
    /// Reads what it says up to the link.
    fn start(home: &Path, browser: &Path) -> Opened {
        let mut child = command(home, browser).stdout(Stdio::piped()).spawn().expect("started");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut said = Vec::new();
        for line in lines.map_while(Result::ok) {
            said.push(line);
            if said.last().is_some_and(|line| line.contains("/opened#")) {
                break;
            }
        }
        Opened { child, said }
    }

    fn stop(mut self) -> Option<i32> {
        let pid = Pid::from_raw(self.child.id() as i32).expect("a process id");
        kill_process(pid, Signal::TERM).expect("sent");
        self.child.wait().expect("ended").code()
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(home: &Path, browser: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bond"));
    command.args(["demo", "--open", "--members", "200", "--years", "1"]);
    command.env("XDG_DATA_HOME", home).env("BROWSER", browser).env("BOND_WAREHOUSE_MEMORY", "512MB");
    command
}

/// Opens the page as the browser did, and returns the status of signing in.
fn follow(link: &str) -> (u16, Value) {
    let (page, secret) = link.split_once("opened#").expect("a link");
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let mut answer = agent.post(format!("{page}api/auth/opened")).send_json(json!({ "secret": secret })).expect("sent");
    (answer.status().as_u16(), answer.body_mut().read_json().unwrap_or(Value::Null))
}

#[test]
fn a_second_start_opens_the_browser_on_the_first() {
    let home = tempfile::tempdir().expect("a directory");
    // A browser that writes down what it is to show.
    let (browser, shown) = (home.path().join("browser"), home.path().join("shown"));
    std::fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >> '{}'\n", shown.display())).expect("written");
    let executable = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(&browser, executable).expect("set");
    let links = |count: usize| {
        let read = || std::fs::read_to_string(&shown).unwrap_or_default();
        crate::wait_until("the browser is told", || read().lines().count() >= count);
        read().lines().map(str::to_owned).collect::<Vec<_>>()
    };

    let first = Opened::start(home.path(), &browser);
    let said = first.said.join("\n");
    assert!(said.contains("Bond is running") && said.contains("Ctrl-C"), "{said}");
    assert!(home.path().join("bond/demo/bond.sqlite").is_file(), "in the user's own folder");
    let opened = links(1);
    assert!(first.said.last().is_some_and(|line| line.trim() == opened[0]), "{said}");
    assert_eq!(follow(&opened[0]).0, 200);

    let second = command(home.path(), &browser).output().expect("ended");
    let said = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(second.status.success() && said.contains("Bond runs already."), "{said}");
    let opened = links(2);
    assert_eq!((follow(&opened[0]).0, follow(&opened[1]).0), (404, 200), "{opened:?}");
    let (of_first, of_second) = (opened[0].split_once('#'), opened[1].split_once('#'));
    assert_eq!(of_first.map(|(page, _)| page), of_second.map(|(page, _)| page));

    assert_eq!(first.stop(), Some(0));
    // The demo is there already: nothing is made, no password is printed.
    let third = Opened::start(home.path(), &browser);
    let said = third.said.join("\n");
    assert!(!said.contains("The demo has") && !said.contains("password"), "{said}");
    assert_eq!(follow(&links(3)[2]).0, 200);
}

#[test]
fn a_browser_is_opened_only_for_this_machine() {
    let home = tempfile::tempdir().expect("a directory");
    let refused =
        command(home.path(), Path::new("/bin/false")).args(["--listen", "0.0.0.0:0"]).output().expect("ended");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), said.contains("listen on 127.0.0.1")), (Some(2), true), "{said}");
    assert!(!home.path().join("bond").exists());
}
