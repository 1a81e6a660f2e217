//! Guessing passwords: what reaches the check of a password, who is blocked, and who keeps a way in.

use std::net::{IpAddr, Ipv4Addr};

use bond::auth::sign_in::{Caller, Credentials, SignInError};
use bond::store::roles::USERS;
use serde_json::json;

use super::command_line::{captured, run};
use super::{Answer, TestApp};

const WRONG: &str = "a wrong password";

fn description(answer: &Answer) -> String {
    answer.json()["error_description"].as_str().unwrap_or_default().to_owned()
}

/// A sign-in from another address than the tests have.
fn sign_in(app: &TestApp, address: [u8; 4], login: &str, password: &str) -> Result<(), SignInError> {
    let address = IpAddr::V4(Ipv4Addr::from(address));
    let now = app.app.clock.now();
    let caller = Caller { address, browser: "another", known: "", device: "", earlier_token: None, now };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(app.app.auth.sign_in(Credentials { login, password }, caller)).map(|_| ())
}

/// Twenty failures of a login from as many addresses.
fn attack(app: &TestApp, login: &str) {
    for host in 0..20 {
        assert!(matches!(sign_in(app, [10, 0, 1, host], login, WRONG), Err(SignInError::WrongCredentials)), "{host}");
    }
    assert!(matches!(sign_in(app, [10, 0, 2, 1], login, WRONG), Err(SignInError::Blocked)));
}

#[test]
fn of_a_thousand_guesses_from_one_address_fifty_are_checked() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let mut refused = 0;
    for number in 0..1000 {
        let login = if number % 2 == 0 { "ann".to_owned() } else { format!("guess{number}") };
        refused += usize::from(description(&app.login(&login, WRONG)) == "Bad credentials");
    }
    let checks = app.app.auth.passwords.checks();
    assert!(checks <= 50 && checks == refused as u64, "{checks} {refused}");
    let lines = app.app.store.last_audit_lines(2000).expect("read");
    let blocks: Vec<_> = lines.iter().filter(|line| line.event == "sign_in_blocked").collect();
    assert_eq!(blocks.len(), 2, "the login from the address, then the address: {blocks:?}");
    assert_eq!(lines.iter().filter(|line| line.event == "sign_in_failed").count(), refused);
    assert_eq!(description(&app.login("ann", password)), "blocked");
    println!("PASS T18 1,000 guesses: {checks} reached the check of the password");
}

#[test]
fn a_browser_that_signed_in_before_keeps_its_way_in_under_attack() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    app.add_user("bob", USERS);
    let first = app.login("ann", password);
    let known = first.set_cookie("bond_known").expect("a cookie");
    assert!(
        known.contains("HttpOnly") && known.contains("SameSite=Strict") && known.contains("Path=/api/auth"),
        "{known}"
    );
    let cookies = |answer: &Answer| {
        let of = |name| answer.cookie(name).expect("a cookie");
        format!("bond_browser={}; bond_known={}", of("bond_browser"), of("bond_known"))
    };
    let with = |cookies: &str, login: &str, password: &str| {
        let body = json!({"grant_type": "password", "username": login, "password": password});
        app.post("/api/auth/login").header("cookie", cookies).json(&body).send()
    };
    let own = cookies(&first);
    for login in ["ann", "bob"] {
        attack(&app, login);
        assert_eq!(description(&app.login(login, password)), "blocked", "another browser");
    }
    assert_eq!(with(&own, " ANN ", password).status, 200);
    assert_eq!(description(&with(&own, "bob", password)), "blocked", "the browser does not know bob");
    let of_another =
        format!("bond_browser=AAAAAAAAAAAAAAAAAAAAAA; bond_known={}", first.cookie("bond_known").expect("it"));
    assert_eq!(description(&with(&of_another, "ann", password)), "blocked", "the cookie of another browser");

    // A count of its own: a stolen cookie does not open the door to guessing, and blocks nobody else.
    for _ in 0..5 {
        assert_eq!(description(&with(&own, "ann", WRONG)), "Bad credentials");
    }
    assert_eq!(description(&with(&own, "ann", password)), "blocked");
    app.app.clock.advance(15 * 60);
    assert_eq!(app.login("ann", password).status, 200);
}

#[test]
fn the_right_password_of_a_disabled_user_is_a_failure() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    app.app.store.disable_user("ann", 1).expect("disabled");
    for _ in 0..5 {
        assert_eq!(description(&app.login("ann", password)), "Access not available");
    }
    assert_eq!(description(&app.login("ann", password)), "blocked");
    assert_eq!(app.app.auth.passwords.checks(), 5);
}

#[test]
fn blocks_survive_a_restart_and_an_operator_ends_them() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    attack(&app, "ann");
    // As a restarted server has it.
    let restarted = bond::auth::Auth::new(&app.app.store, &app.app.config, &app.app.egress).expect("opened");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let sign_in_there = || {
        let caller = Caller {
            address: IpAddr::V4(Ipv4Addr::new(10, 0, 3, 1)),
            browser: "another",
            known: "",
            device: "",
            earlier_token: None,
            now: app.app.clock.now(),
        };
        runtime.block_on(restarted.sign_in(Credentials { login: "ann", password }, caller)).map(|_| ())
    };
    assert!(matches!(sign_in_there(), Err(SignInError::Blocked)));

    let (code, said, error) = captured(&run(app.app.data_dir().path(), &["user", "unlock", "ANN"], ""));
    assert_eq!((code, said.contains("may try again")), (0, true), "{said}{error}");
    assert!(sign_in_there().is_ok());
    assert_eq!(app.login("ann", password).status, 200, "in the server that ran all the while too");
    let lines = app.app.store.last_audit_lines(10).expect("read");
    assert!(lines.iter().any(|line| line.event == "user_unlocked" && line.subject.as_deref() == Some("ann")));
    let (code, _, error) = captured(&run(app.app.data_dir().path(), &["user", "unlock", "nobody"], ""));
    assert_eq!(code, 2, "{error}");
}

#[test]
fn an_unknown_login_costs_the_same_work_and_gets_the_same_answer() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    let mut work = Vec::new();
    let mut answers = Vec::new();
    for login in ["ann", "nobody"] {
        let (checks, lines) =
            (app.app.auth.passwords.checks(), app.app.store.last_audit_lines(1000).expect("read").len());
        let kept = app.app.store.failures(0).expect("read").len();
        for _ in 0..6 {
            let answer = app.login(login, WRONG);
            answers.push((login, answer.status, answer.text));
        }
        work.push((
            app.app.auth.passwords.checks() - checks,
            app.app.store.last_audit_lines(1000).expect("read").len() - lines,
            app.app.store.failures(0).expect("read").len() - kept + usize::from(login == "nobody"),
        ));
    }
    // The address is counted once for both.
    assert_eq!(work, [(5, 6, 3), (5, 6, 3)], "checks, audit lines, counters");
    let of = |login| {
        answers.iter().filter(|(of, ..)| *of == login).map(|(_, status, text)| (status, text)).collect::<Vec<_>>()
    };
    assert_eq!(of("ann"), of("nobody"));
}
