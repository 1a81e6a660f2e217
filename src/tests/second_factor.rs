//! The second factor: set up, asked for, required, reset; and whoever tries to get in without it.

use std::thread;

use bond::auth::totp::{Secret, code};
use bond::config::RequireSecondFactor;
use bond::routes::table::table;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::command_line::{captured, run};
use super::routes::path;
use super::{Answer, TestApp};

const PASSWORD: &str = "correct horse 1";
const ACCOUNT: &str = "/api/v1/account/second-factor";
const COOKIES: [&str; 3] = ["bond_browser", "bond_known", "bond_second_step"];

/// A device, by the secret that the page shows.
struct Device(Secret);

impl Device {
    fn of(set_up: &Value) -> Device {
        let letters = set_up["secret"].as_str().expect("a secret");
        let bits: String = letters
            .bytes()
            .map(|letter| if letter.is_ascii_digit() { letter - b'2' + 26 } else { letter - b'A' })
            .map(|value| format!("{value:05b}"))
            .collect();
        let bytes = bits
            .as_bytes()
            .chunks_exact(8)
            .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).expect("digits"), 2).expect("a byte"));
        Device(bytes.collect::<Vec<_>>().try_into().expect("20 bytes"))
    }

    /// Its code now, or so many steps of time later.
    fn code(&self, app: &TestApp, later: i64) -> String {
        code(&self.0, app.app.clock.now() / 30 + later)
    }

    /// A code of the next step of time, which comes: one that was not used.
    fn next(&self, app: &TestApp) -> String {
        app.app.clock.advance(30);
        self.code(app, 0)
    }
}

/// A browser that keeps its cookies.
struct Browser<'a> {
    app: &'a TestApp,
    cookies: Vec<(String, String)>,
}

impl<'a> Browser<'a> {
    fn new(app: &'a TestApp) -> Browser<'a> {
        Browser { app, cookies: Vec::new() }
    }

    fn post(&mut self, path: &str, body: &Value) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let answer = self.app.post(path).header("cookie", &cookies.join("; ")).json(body).send();
        for name in COOKIES {
            if let Some(value) = answer.cookie(name) {
                self.cookies.retain(|(kept, _)| kept != name);
                self.cookies.push((name.to_owned(), value));
            }
        }
        answer
    }

    fn password(&mut self, login: &str) -> Answer {
        self.post("/api/auth/login", &json!({"grant_type": "password", "username": login, "password": PASSWORD}))
    }

    fn code(&mut self, code: &str) -> Answer {
        self.post("/api/auth/second-factor", &json!({ "code": code }))
    }

    fn cookie(&self, name: &str) -> &str {
        &self.cookies.iter().find(|(kept, _)| kept == name).expect("a cookie").1
    }
}

fn post(app: &TestApp, path: &str, token: &str, body: &Value) -> Answer {
    app.post(path).bearer(token).json(body).send()
}

fn token_of(answer: &Answer) -> String {
    answer.json()["token"].as_str().unwrap_or_else(|| panic!("no token: {}", answer.text)).to_owned()
}

fn said(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["error_description"].as_str().unwrap_or_default().to_owned())
}

fn is_live(app: &TestApp, token: &str) -> bool {
    app.get("/api/user/current").bearer(token).send().status == 200
}

fn events(app: &TestApp) -> Vec<String> {
    app.app.store.last_audit_lines(200).expect("read").into_iter().map(|line| line.event).collect()
}

/// Sets a device up in the account of a session, and returns the recovery codes, too.
fn set_up(app: &TestApp, token: &str) -> (Device, Vec<String>) {
    let begun = post(app, ACCOUNT, token, &json!({ "password": PASSWORD }));
    assert_eq!(begun.status, 200, "{}", begun.text);
    let begun = begun.json();
    let device = Device::of(&begun);
    let body = json!({"ticket": begun["ticket"], "code": device.code(app, 0)});
    let done = post(app, &format!("{ACCOUNT}/confirm"), token, &body);
    assert_eq!(done.status, 200, "{}", done.text);
    let done = done.json();
    let codes = done["codes"].as_array().expect("codes").iter();
    (device, codes.map(|code| code.as_str().expect("text").to_owned()).collect())
}

#[test]
fn a_device_is_set_up_with_the_password_and_a_code_and_asked_for_from_then_on() {
    let app = TestApp::new();
    let (ann, elsewhere) = (app.signed_in("ann", USERS), token_of(&app.login("ann", PASSWORD)));
    assert_eq!(post(&app, ACCOUNT, &ann, &json!({"password": "a wrong password"})).status, 403);
    let begun = post(&app, ACCOUNT, &ann, &json!({ "password": PASSWORD })).json();
    assert!(
        begun["address"].as_str().is_some_and(|address| address.starts_with("otpauth://totp/Member%20program:ann")),
        "{begun}"
    );
    assert!(begun["qr"]["path"].as_str().is_some_and(|path| path.starts_with('M')));
    let device = Device::of(&begun);
    let confirm = |token: &str, code: &str| {
        post(&app, &format!("{ACCOUNT}/confirm"), token, &json!({"ticket": begun["ticket"], "code": code}))
    };
    assert_eq!(confirm(&ann, "000000").status, 403, "nothing is on yet");
    assert_eq!(confirm(&elsewhere, &device.code(&app, 0)).status, 409, "another session did not begin");
    assert_eq!(app.get("/api/v1/account").bearer(&ann).send().json()["secondFactor"], Value::Null);
    let codes = confirm(&ann, &device.code(&app, 0)).json()["codes"].clone();
    assert_eq!(codes.as_array().map(Vec::len), Some(10));
    assert!(is_live(&app, &ann) && !is_live(&app, &elsewhere), "the others began without it");
    assert_eq!(app.get("/api/v1/account").bearer(&ann).send().json()["secondFactor"]["codesLeft"], 10);
    assert_eq!(confirm(&ann, &device.next(&app)).status, 409, "a set-up is done once");

    let mut browser = Browser::new(&app);
    let owed = browser.password("ann");
    assert_eq!((owed.status, owed.json()), (200, json!({"secondStep": "code"})));
    let cookie = owed.set_cookie("bond_second_step").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/api/auth"));
    assert!(owed.cookie("XSRF-TOKEN").is_none() && owed.cookie("bond_known").is_none(), "no session and no trust");
    assert_eq!(said(&browser.code("123 45")), (401, "wrong code".to_owned()));
    let signed_in = browser.code(&format!(" {} ", device.next(&app)));
    assert_eq!(signed_in.json()["user"]["firstName"], "Ann");
    assert!(is_live(&app, &token_of(&signed_in)));
    for event in ["second_factor_on", "second_factor_failed"] {
        assert!(events(&app).iter().any(|found| found == event), "{event}");
    }
    let log = format!("{:?}", app.app.store.last_audit_lines(200).expect("read"));
    assert!(log.contains("password and code") && !log.contains(begun["secret"].as_str().expect("text")));
}

#[test]
fn a_code_is_taken_once_and_one_step_early_or_late() {
    let app = TestApp::new();
    let (device, _) = set_up(&app, &app.signed_in("ann", USERS));
    let mut browser = Browser::new(&app);
    browser.password("ann");
    let used = device.code(&app, 0);
    assert_eq!(said(&browser.code(&used)), (401, "wrong code".to_owned()), "the set-up took it");
    assert_eq!(said(&browser.code(&device.code(&app, 2))), (401, "wrong code".to_owned()), "a minute early");
    let early = device.code(&app, 1);
    assert_eq!(browser.code(&early).status, 200, "a device that is half a minute ahead");
    for later in 0..3 {
        browser.password("ann");
        assert_eq!(said(&browser.code(&early)), (401, "wrong code".to_owned()), "{later} steps later");
        app.app.clock.advance(30);
    }
    // A device that is behind has the code of a step ago.
    app.app.clock.advance(300);
    browser.password("ann");
    assert_eq!(browser.code(&device.code(&app, -1)).status, 200);

    // Of many that send one code at the same moment, one comes in.
    app.app.clock.advance(300);
    let code = device.code(&app, 0);
    let browsers: Vec<Browser<'_>> = (0..4)
        .map(|_| {
            let mut browser = Browser::new(&app);
            browser.password("ann");
            browser
        })
        .collect();
    let ended: Vec<u16> = thread::scope(|scope| {
        let all: Vec<_> = browsers
            .into_iter()
            .map(|mut browser| {
                scope.spawn({
                    let code = &code;
                    move || browser.code(code).status
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().expect("ended")).collect()
    });
    assert_eq!(ended.iter().filter(|status| **status == 200).count(), 1, "{ended:?}");
}

#[test]
fn a_recovery_code_works_once_in_place_of_the_device() {
    let app = TestApp::new();
    let (device, codes) = set_up(&app, &app.signed_in("ann", USERS));
    let mut browser = Browser::new(&app);
    browser.password("ann");
    // As people copy it.
    let typed = codes[0].to_uppercase().replace('-', " ");
    let token = token_of(&browser.code(&typed));
    browser.password("ann");
    assert_eq!(said(&browser.code(&codes[0])), (401, "wrong code".to_owned()));
    assert_eq!(app.get("/api/v1/account").bearer(&token).send().json()["secondFactor"]["codesLeft"], 9);
    let log = format!("{:?}", app.app.store.last_audit_lines(200).expect("read"));
    assert!(log.contains("recovery_code_used") && log.contains("9 left") && !log.contains(&codes[0].replace('-', "")));

    // New ones end the old ones; both need the password and a code.
    let with = |code: &str| json!({"password": PASSWORD, "code": code});
    let renew = format!("{ACCOUNT}/codes");
    assert_eq!(post(&app, &renew, &token, &with("000000")).status, 403);
    let new = post(&app, &renew, &token, &with(&device.next(&app))).json()["codes"].clone();
    assert_eq!(new.as_array().map(Vec::len), Some(10));
    browser.password("ann");
    assert_eq!(browser.code(&codes[1]).status, 401);
    let token = token_of(&browser.code(new[0].as_str().expect("text")));

    // Another device takes the place of the first, and off it goes.
    assert_eq!(
        post(&app, ACCOUNT, &token, &json!({ "password": PASSWORD })).status,
        403,
        "not with the password alone"
    );
    let begun = post(&app, ACCOUNT, &token, &with(new[1].as_str().expect("text"))).json();
    let other = Device::of(&begun);
    let body = json!({"ticket": begun["ticket"], "code": other.code(&app, 0)});
    assert_eq!(post(&app, &format!("{ACCOUNT}/confirm"), &token, &body).status, 200);
    let off = format!("{ACCOUNT}/off");
    assert_eq!(post(&app, &off, &token, &with(&device.next(&app))).status, 403, "the first device is none any more");
    assert_eq!(post(&app, &off, &token, &with(&other.code(&app, 0))).status, 204);
    assert!(app.login("ann", PASSWORD).json()["token"].is_string());
    assert!(events(&app).iter().any(|event| event == "second_factor_off"));
}

#[test]
fn guessing_codes_is_blocked_and_a_right_password_forgives_nothing() {
    let app = TestApp::new();
    let (device, _) = set_up(&app, &app.signed_in("ann", USERS));
    for _ in 0..5 {
        // As whoever knows the password does: each time from the beginning, in a browser of its own.
        let mut browser = Browser::new(&app);
        assert_eq!(browser.password("ann").status, 200);
        assert_eq!(said(&browser.code("000000")), (401, "wrong code".to_owned()));
    }
    let mut browser = Browser::new(&app);
    browser.password("ann");
    assert_eq!(said(&browser.code(&device.next(&app))), (401, "blocked".to_owned()), "not even the right one");
    assert!(events(&app).iter().any(|event| event == "sign_in_blocked"));
    // An administrator unlocks wrong codes as wrong passwords.
    let root = app.signed_in("root", ADMIN);
    assert_eq!(post(&app, "/api/v1/admin/users/1/unlock", &root, &json!({})).status, 204);
    app.app.clock.advance(1);
    assert_eq!(browser.code(&device.next(&app)).status, 200);
}

#[test]
fn half_a_sign_in_opens_no_call_and_is_of_its_browser_for_five_minutes() {
    let app = TestApp::new();
    let (device, _) = set_up(&app, &app.signed_in("ann", ADMIN));
    let mut browser = Browser::new(&app);
    browser.password("ann");
    let half = browser.cookie("bond_second_step").to_owned();
    let cookies = format!("bond_second_step={half}; bond_browser={}", browser.cookie("bond_browser"));
    for route in table().iter().filter(|route| route.class.needs_session()) {
        for bearer in [None, Some(&half)] {
            let call = app.call(route.method.name().to_uppercase().as_str(), &path(route)).header("cookie", &cookies);
            let call = if let Some(token) = bearer { call.bearer(token) } else { call };
            assert_eq!(call.send().status, 401, "{} {}", route.method.name(), route.path);
        }
    }
    // It sets no device up: there is one.
    let begin = "/api/auth/second-factor/set-up";
    assert_eq!(said(&browser.post(begin, &json!({}))), (401, "begin again".to_owned()));

    let code = device.next(&app);
    let mut thief = Browser::new(&app);
    thief.cookies = vec![("bond_second_step".to_owned(), half.clone())];
    assert_eq!(said(&thief.code(&code)), (401, "begin again".to_owned()), "another browser");
    for other in ["", "x", &half[1..]] {
        thief.cookies = vec![
            ("bond_second_step".to_owned(), other.to_owned()),
            ("bond_browser".to_owned(), browser.cookie("bond_browser").to_owned()),
        ];
        assert_eq!(said(&thief.code(&code)).0, 401);
    }
    // The password has changed meanwhile.
    let mut late = Browser::new(&app);
    late.password("ann");
    app.app.clock.advance(5 * 60);
    assert_eq!(said(&late.code(&device.code(&app, 0))), (401, "begin again".to_owned()), "five minutes");
    late.password("ann");
    app.app.store.set_password("ann", &bond::auth::password::hash(PASSWORD).expect("valid"), 1).expect("set");
    assert_eq!(said(&late.code(&device.code(&app, 0))), (401, "begin again".to_owned()), "another password");
    late.password("ann");
    app.app.store.disable_user("ann", 1).expect_err("the last administrator");
    app.add_user("root", ADMIN);
    app.app.store.disable_user("ann", 1).expect("disabled");
    assert_eq!(said(&late.code(&device.code(&app, 0))), (401, "begin again".to_owned()), "disabled");
}

#[test]
fn who_must_have_one_sets_it_up_before_anything_else() {
    let app = TestApp::with(|config| config.sign_in.require_second_factor = RequireSecondFactor::Administrators);
    app.add_user("ann", ADMIN);
    assert!(app.signed_in("bob", USERS).len() > 20, "users are not asked");
    let mut browser = Browser::new(&app);
    assert_eq!(browser.password("ann").json(), json!({"secondStep": "setUp"}));
    assert_eq!(said(&browser.code("000000")), (401, "begin again".to_owned()));
    let begun = browser.post("/api/auth/second-factor/set-up", &json!({})).json();
    let device = Device::of(&begun);
    let confirm = |browser: &mut Browser<'_>, code: &str| {
        browser.post("/api/auth/second-factor/confirm", &json!({"ticket": begun["ticket"], "code": code}))
    };
    let mut thief = Browser::new(&app);
    thief.password("ann");
    assert_eq!(said(&confirm(&mut thief, &device.code(&app, 0))), (401, "begin again".to_owned()), "not its ticket");
    assert_eq!(said(&confirm(&mut browser, "000000")), (401, "wrong code".to_owned()));
    let done = confirm(&mut browser, &device.code(&app, 0));
    assert_eq!(done.json()["codes"].as_array().map(Vec::len), Some(10), "{}", done.text);
    let ann = token_of(&done);
    assert!(is_live(&app, &ann));
    assert_eq!(said(&confirm(&mut thief, &device.next(&app))), (401, "begin again".to_owned()), "there is one now");
    assert_eq!(browser.password("ann").json(), json!({"secondStep": "code"}));
    let off = json!({"password": PASSWORD, "code": device.next(&app)});
    assert_eq!(post(&app, &format!("{ACCOUNT}/off"), &ann, &off).status, 403, "the setting demands it");
    let account = app.get("/api/v1/account").bearer(&ann).send().json();
    assert_eq!(account["requiresSecondFactor"], true);
}

#[test]
fn an_administrator_or_the_command_resets_it_and_tokens_and_links_are_not_asked() {
    let app = TestApp::new();
    let (root, ann) = (app.signed_in("root", ADMIN), app.signed_in("ann", USERS));
    let token = post(&app, "/api/v1/account/tokens", &ann, &json!({"name": "script", "days": 3})).json();
    set_up(&app, &ann);
    let of_token = token["secret"].as_str().expect("a secret");
    assert_eq!(app.get("/api/user/current").bearer(of_token).send().status, 200, "a token reads as before");
    assert_eq!(
        post(&app, &format!("{ACCOUNT}/off"), of_token, &json!({"password": PASSWORD, "code": "1"})).status,
        403
    );

    let listed = || app.get("/api/v1/admin/users/2").bearer(&root).send().json()["user"]["secondFactor"].clone();
    let reset = |password: &str| {
        post(&app, "/api/v1/admin/users/2/reset-second-factor", &root, &json!({ "password": password })).status
    };
    assert_eq!((listed(), reset("a wrong password")), (json!(true), 403));
    assert_eq!((reset(PASSWORD), reset(PASSWORD), listed()), (204, 409, json!(false)));
    assert!(!is_live(&app, &ann), "its sessions end");
    let again = token_of(&app.login("ann", PASSWORD));
    let (_, codes) = set_up(&app, &again);

    let command = || captured(&run(&app.app.config.data_dir, &["user", "reset-second-factor", "ann"], ""));
    let (first, second) = (command(), command());
    assert!(first.1.contains("was removed") && second.1.contains("has no second factor"), "{first:?} {second:?}");
    assert!(app.login("ann", PASSWORD).json()["token"].is_string());
    assert_eq!(events(&app).iter().filter(|event| *event == "second_factor_reset").count(), 2);
    let mut browser = Browser::new(&app);
    browser.password("ann");
    assert_eq!(browser.code(&codes[0]).status, 401, "its codes are gone, too");
}
