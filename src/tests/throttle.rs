//! Guessing passwords: what reaches the check of a password, who is blocked, and who keeps a way in.

use std::net::{IpAddr, Ipv4Addr};

use bond::auth::sign_in::{Caller, Credentials, SignInError};
use bond::store::roles::{ADMIN, USERS};
use bond::store::users::NewUser;
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

/// Attempts that are made at once are not made one after the other: each of them must be counted before the next is
/// checked.
#[test]
fn of_a_thousand_guesses_at_once_no_more_are_checked_than_may_fail() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let mut checked = 0;
    let mut guess = |login: &dyn Fn(u32) -> String, address: &dyn Fn(u32) -> [u8; 4]| {
        let now = app.app.clock.now();
        let logins: Vec<String> = (0..1000).map(login).collect();
        let mut wrong = 0;
        loop {
            let attempts = logins.iter().zip(0..).map(|(login, number)| {
                let address = IpAddr::V4(Ipv4Addr::from(address(number)));
                let caller = Caller { address, browser: "another", known: "", device: "", earlier_token: None, now };
                app.app.auth.sign_in(Credentials { login, password: WRONG }, caller)
            });
            let ended = runtime.block_on(futures_util::future::join_all(attempts));
            wrong += ended.iter().filter(|ended| matches!(ended, Err(SignInError::WrongCredentials))).count();
            assert!(ended.iter().all(Result::is_err));
            // On a slow machine some may wait for too long, and come again.
            if !ended.iter().any(|ended| matches!(ended, Err(SignInError::Busy(_)))) {
                break;
            }
        }
        let before = std::mem::replace(&mut checked, app.app.auth.passwords.checks());
        assert_eq!(checked - before, wrong as u64);
        wrong
    };
    let host = |number: u32| [10, 1, (number / 250) as u8, (number % 250) as u8];
    assert_eq!(guess(&|_| "ann".to_owned(), &|_| [10, 0, 0, 1]), 5, "of one login from one address");
    assert_eq!(guess(&|_| "bob".to_owned(), &host), 20, "of one login from anywhere");
    assert_eq!(guess(&|number| format!("guess{number}"), &|_| [10, 0, 0, 2]), 50, "of many logins from one address");
    assert!(matches!(sign_in(&app, [10, 0, 0, 1], "ann", password), Err(SignInError::Blocked)));
}

/// An office has one address, and everybody there comes at nine.
#[test]
fn right_passwords_that_come_at_once_are_all_right() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    let password = app.add_user("user0", USERS);
    let hash = app.app.store.user_by_login("user0").expect("read").expect("added").password_hash;
    for number in 1..120 {
        let login = format!("user{number}");
        let user = NewUser { login: &login, first_name: "Ann", password_hash: &hash, roles: &[USERS] };
        app.app.store.add_user(&user, 1).expect("added");
    }
    let all_at_once = |logins: &(dyn Fn(u32) -> String + Sync)| {
        std::thread::scope(|scope| {
            let threads = (0..120).map(|number| {
                let app = &app;
                scope.spawn(move || {
                    loop {
                        let answer = app.login(&logins(number), password);
                        if answer.status != 503 {
                            break answer.status;
                        }
                        // As a browser is told to.
                        let wait = answer.header("retry-after").parse().expect("seconds");
                        std::thread::sleep(std::time::Duration::from_secs(wait));
                    }
                })
            });
            let threads: Vec<_> = threads.collect();
            threads.into_iter().map(|thread| thread.join().expect("ended")).collect::<Vec<u16>>()
        })
    };
    assert_eq!(all_at_once(&|number| format!("user{number}")), [200; 120], "120 people at one address");
    assert_eq!(all_at_once(&|_| "ann".to_owned()), [200; 120], "one login in 120 programs");
    assert!(app.app.store.failures(0).expect("read").is_empty());
}

#[test]
fn an_operator_unblocks_an_address() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    for number in 0..50 {
        assert_eq!(description(&app.login(&format!("guess{number}"), WRONG)), "Bad credentials");
    }
    assert_eq!(description(&app.login("ann", password)), "blocked");
    let unlock =
        |words: &[&str]| captured(&run(app.app.data_dir().path(), &[&["user", "unlock"][..], words].concat(), ""));
    assert_eq!(unlock(&["--address", "10.0.0.9"]).0, 0);
    assert_eq!(description(&app.login("ann", password)), "blocked", "another address");
    let (code, said, error) = unlock(&["--address", "127.0.0.1"]);
    assert_eq!((code, said.contains("may try again")), (0, true), "{said}{error}");
    assert_eq!(app.login("ann", password).status, 200);
    let line = &app.app.store.last_audit_lines(2).expect("read")[1];
    assert_eq!((line.event.as_str(), line.subject.as_deref()), ("address_unlocked", Some("127.0.0.1")));
    for wrong in [&[][..], &["--address", "office"], &["--address", "127.0.0.1", "ann"]] {
        assert_eq!(unlock(wrong).0, 2, "{wrong:?}");
    }
}

/// Neither whoever mistypes the password of a link nor a session that somebody took over is a reason to refuse others at
/// the address.
#[test]
fn wrong_passwords_of_confirmations_do_not_block_the_address() {
    let app = TestApp::new();
    let password = app.add_user("bob", USERS);
    let body = json!({"present": WRONG, "password": "another horse 1"});
    for number in 0..11 {
        let token = app.signed_in(&format!("user{number}"), USERS);
        let confirm = || app.post("/api/v1/account/password").bearer(&token).json(&body).send();
        for _ in 0..5 {
            assert_eq!(confirm().json()["message"], "The password is wrong.", "{number}");
        }
        assert!(confirm().text.contains("Too many wrong passwords"), "{number}");
    }
    assert_eq!(app.login("bob", password).status, 200);
}

/// Whoever has no session guesses at sign-ins only, from everywhere and from the administrator's own address.
#[test]
fn wrong_sign_ins_of_others_block_no_confirmation() {
    let app = TestApp::new();
    let token = app.signed_in("root", ADMIN);
    attack(&app, "root");
    for _ in 0..5 {
        let _ = app.login("root", WRONG);
    }
    assert_eq!(description(&app.login("root", "correct horse 1")), "blocked");
    let new = json!({"login": "eve", "firstName": "Eve", "roles": [USERS], "password": "correct horse 1"});
    let added = app.post("/api/v1/admin/users").bearer(&token).json(&new).send();
    assert_eq!(added.status, 200, "{}", added.text);
}

/// Whoever has taken a session over guesses five times with it, wherever from, and twenty times with all the sessions of its
/// user that begin without the password; one session keeps the user from nothing.
#[test]
fn guesses_with_sessions_are_few_and_block_the_session_alone() {
    let app = TestApp::with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")]);
    let own = app.signed_in("root", ADMIN);
    let password = app.add_user("bob", USERS);
    let bob = app.app.store.user_by_login("bob").expect("read").expect("there").id;
    let taken: Vec<String> =
        (0..4).map(|_| app.login("root", password).json()["token"].as_str().expect("a token").to_owned()).collect();
    let confirm = |token: &str, host: usize, password: &str| {
        let call = app.post(&format!("/api/v1/admin/users/{bob}/password-link")).bearer(token);
        call.header("x-forwarded-for", &format!("10.0.9.{host}")).json(&json!({"password": password})).send()
    };
    let is_blocked = |answer: Answer| answer.text.contains("Too many wrong passwords");
    let guess = |token: &str| {
        for host in 0..5 {
            assert_eq!(confirm(token, host, WRONG).json()["message"], "The password is wrong.");
        }
        assert!(is_blocked(confirm(token, 77, password)), "from another address, too");
    };
    let checks = app.app.auth.passwords.checks();
    taken[..3].iter().for_each(|token| guess(token));
    let lines = app.app.store.last_audit_lines(100).expect("read").into_iter();
    let blocks: Vec<_> = lines.filter(|line| line.event == "sign_in_blocked").filter_map(|line| line.detail).collect();
    assert_eq!(blocks, ["passwords asked for again in this session, for 5 minutes after 5 failures"; 3]);
    assert_eq!(app.login("root", password).status, 200, "signing in is another matter");
    assert_eq!(confirm(&own, 1, password).status, 200, "and so is the user's own session");

    guess(&taken[3]);
    assert!(is_blocked(confirm(&own, 1, password)), "twenty failures of all sessions");
    assert_eq!(app.app.auth.passwords.checks() - checks, 20 + 2, "the guesses, and the two right ones");
    let (code, _, error) = captured(&run(app.app.data_dir().path(), &["user", "unlock", "root"], ""));
    assert_eq!(code, 0, "{error}");
    assert_eq!(confirm(&own, 1, password).status, 200);
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
