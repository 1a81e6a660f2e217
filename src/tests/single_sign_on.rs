//! Signing in with a link from another system.

use bond::auth::sso::{LinkClaims, seal};
use bond::store::roles::{ADMIN, USERS};
use bond::store::sso::SsoKey;
use serde_json::{Value, json};

use crate::{Answer, TestApp};

const KEY_ID: &str = "portal-1";
const KEY: [u8; 32] = [7; 32];

fn with_key(roles: &[&str]) -> TestApp {
    let app = TestApp::new();
    let roles = roles.iter().map(|role| (*role).to_owned()).collect();
    let key =
        SsoKey { id: KEY_ID.to_owned(), issuer: "portal".to_owned(), key: KEY, roles, created_at: 0, ends_at: None };
    app.app.store.add_sso_key(&key).expect("added");
    app
}

fn ann(app: &TestApp) -> LinkClaims {
    let now = app.app.clock.now();
    LinkClaims {
        iss: "portal".to_owned(),
        aud: app.app.store.keys().expect("keys").install_id,
        sub: "17".to_owned(),
        login: "ann@example.com".to_owned(),
        first_name: "Ann".to_owned(),
        roles: vec![USERS.to_owned()],
        iat: now,
        exp: now + 60,
    }
}

fn link(nonce: u8, claims: &LinkClaims) -> Value {
    let link = seal(&KEY, KEY_ID, [nonce; 12], claims).expect("sealed");
    json!({"aa": link.aa, "bb": link.bb, "cc": link.cc})
}

fn follow(app: &TestApp, link: &Value) -> Answer {
    app.post("/api/auth/sso").json(link).send()
}

fn token(answer: &Answer) -> String {
    answer.json()["token"].as_str().unwrap_or_else(|| panic!("no token: {}", answer.text)).to_owned()
}

fn is_live(app: &TestApp, token: &str) -> bool {
    app.get("/api/user/current").bearer(token).send().status == 200
}

fn assert_rejected(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(
        answer.json(),
        json!({"success": false, "token": null, "user": null,
            "errorMessage": "This sign-in link is not valid or has expired."})
    );
    assert_eq!(answer.cookie("XSRF-TOKEN"), None);
}

#[test]
fn a_link_returns_a_token_and_the_user_once() {
    let app = with_key(&[USERS]);
    let sent = link(1, &LinkClaims { roles: vec![ADMIN.to_owned(), USERS.to_owned()], ..ann(&app) });
    let answer = follow(&app, &sent);
    assert_eq!(answer.status, 200);
    let body = answer.json();
    assert_eq!((&body["success"], &body["errorMessage"]), (&json!(true), &json!(null)));
    let user = &body["user"];
    assert_eq!((&user["id"], &user["firstName"]), (&json!(1), &json!("Ann")));
    let roles: Vec<&Value> = user["roleList"].as_array().expect("roles").iter().map(|role| &role["name"]).collect();
    assert_eq!(roles, ["USERS"], "ROLE_ADMIN was requested, but the key does not allow it");
    let token = token(&answer);
    let current = app.get("/api/user/current").bearer(&token).send();
    assert_eq!((current.status, &current.json()), (200, &body["user"]));
    assert!(answer.set_cookie("bond_browser").is_some_and(|cookie| cookie.contains("HttpOnly")));
    let csrf = answer.cookie("XSRF-TOKEN").expect("a cookie");

    assert_rejected(&follow(&app, &sent));
    assert!(is_live(&app, &token), "reusing a link ends no session");
    let logout = app.post("/api/auth/logout").bearer(&token).header("origin", &app.origin());
    let logout = logout.header("cookie", &format!("XSRF-TOKEN={csrf}")).header("x-xsrf-token", &csrf);
    assert_eq!(logout.send().status, 204);
    assert_rejected(&follow(&app, &sent));
}

#[test]
fn a_link_is_valid_for_a_limited_time() {
    let app = with_key(&[USERS]);
    let sent = link(1, &ann(&app));
    app.app.clock.advance(60 + 60);
    assert_rejected(&follow(&app, &sent));
    let early = ann(&app);
    assert_rejected(&follow(&app, &link(2, &LinkClaims { iat: early.iat + 90, exp: early.exp + 90, ..early })));
}

#[test]
fn every_invalid_link_gets_the_same_answer_and_the_audit_log_distinguishes_them() {
    let app = with_key(&[USERS]);
    app.add_user("bob", ADMIN);
    let good = link(1, &ann(&app));
    let with = |name: &str, value: Value| {
        let mut link = good.clone();
        link[name] = value;
        link
    };
    let faults = [
        (json!({}), "its key is not known"),
        (with("aa", json!("another")), "its key is not known"),
        (with("aa", json!("x".repeat(6_000))), "its key is not known"),
        (with("aa", json!(null)), "its key is not known"),
        (with("bb", json!("")), "bb is not 12 bytes in base64url"),
        (with("bb", json!("AAAAAAAAAAAAAAAA")), "cannot be opened"),
        (with("cc", json!("%")), "cc is not base64url"),
        (link(2, &LinkClaims { aud: "another".to_owned(), ..ann(&app) }), "cannot be opened"),
        (link(2, &LinkClaims { iss: "another".to_owned(), ..ann(&app) }), "the claim iss is not accepted"),
        (link(2, &LinkClaims { roles: vec![ADMIN.to_owned()], ..ann(&app) }), "the claim roles is not accepted"),
        (link(2, &LinkClaims { login: " BOB ".to_owned(), ..ann(&app) }), "its login belongs to another user"),
    ];
    for (faulty, reason) in faults {
        assert_rejected(&follow(&app, &faulty));
        let last = app.app.store.last_audit_lines(1).expect("read").remove(0);
        let detail = last.detail.unwrap_or_default();
        assert_eq!(last.event, "sign_in_failed", "{detail}");
        assert!(detail.contains(reason), "{detail}: {reason}");
        assert!(detail.len() < 200, "the sent data is not recorded: {detail}");
    }
    for body in [json!({"aa": 5}), json!([1])] {
        let answer = follow(&app, &body);
        assert_eq!((answer.status, answer.json()["error"].as_str()), (400, Some("invalid_request")), "{body}");
    }
    assert_eq!(app.post("/api/auth/sso").body("text/plain", "{}").send().status, 415);
    assert_eq!(follow(&app, &good).json()["success"], true, "no attempt consumed the valid link");
}

#[test]
fn a_link_sent_from_another_site_is_rejected() {
    let app = with_key(&[USERS]);
    let sent = link(1, &ann(&app));
    let foreign = app.post("/api/auth/sso").json(&sent).header("origin", "http://evil.example").send();
    assert_eq!((foreign.status, foreign.json()["error"].as_str()), (403, Some("csrf")));
    // The cookie of an ended session blocks nobody.
    let dead = app.post("/api/auth/sso").json(&sent).header("cookie", "XSRF-TOKEN=old").header("x-xsrf-token", "old");
    assert_eq!(dead.header("origin", &app.origin()).send().json()["success"], true);
}

#[test]
fn a_link_replaces_the_browsers_session_and_its_user_has_no_password() {
    let app = with_key(&[USERS]);
    let first = follow(&app, &link(1, &ann(&app)));
    let csrf = first.cookie("XSRF-TOKEN").expect("a cookie");
    let cookies = format!("bond_browser={}; XSRF-TOKEN={csrf}", first.cookie("bond_browser").expect("a cookie"));
    let again = app.post("/api/auth/sso").json(&link(2, &ann(&app)));
    let second = again.header("cookie", &cookies).header("x-xsrf-token", &csrf).send();
    assert!(!is_live(&app, &token(&first)) && is_live(&app, &token(&second)));
    assert_eq!(second.json()["user"]["id"], first.json()["user"]["id"]);

    for password in ["x", "correct horse 1"] {
        let answer = app.login("ann@example.com", password);
        assert_eq!((answer.status, answer.json()["error_description"].as_str()), (401, Some("Bad credentials")));
    }
}

#[test]
fn disabling_the_user_and_removing_the_key_take_effect_at_once() {
    let app = with_key(&[USERS]);
    let session = token(&follow(&app, &link(1, &ann(&app))));
    app.app.store.disable_user("ann@example.com", 1).expect("disabled");
    assert!(!is_live(&app, &session));
    assert_rejected(&follow(&app, &link(2, &ann(&app))));
    app.app.store.enable_user("ann@example.com", 2).expect("enabled");
    let session = token(&follow(&app, &link(2, &ann(&app))));
    app.app.store.remove_sso_key(KEY_ID, 3).expect("removed");
    assert!(!is_live(&app, &session));
    assert_rejected(&follow(&app, &link(3, &ann(&app))));
}

#[test]
fn fifty_invalid_links_block_nobody_and_do_not_flood_the_log() {
    let app = with_key(&[USERS]);
    let password = app.add_user("bob", USERS);
    for _ in 0..50 {
        assert_rejected(&follow(&app, &json!({"aa": "guess"})));
    }
    let lines = || app.app.store.last_audit_lines(1000).expect("read").len();
    let before = lines();
    assert_rejected(&follow(&app, &json!({"aa": "guess"})));
    assert_eq!(lines(), before, "one more is not recorded");
    assert_eq!(app.login("bob", password).status, 200);
    assert_eq!(follow(&app, &link(1, &ann(&app))).json()["success"], true);
    app.app.clock.advance(10 * 60);
    let before = lines();
    assert_rejected(&follow(&app, &json!({"aa": "guess"})));
    assert_eq!(lines(), before + 1, "recorded again");
}

#[test]
fn only_one_of_two_concurrent_uses_of_a_link_succeeds() {
    let app = with_key(&[USERS]);
    for nonce in 0..10 {
        let sent = link(nonce, &ann(&app));
        let successes = std::thread::scope(|scope| {
            let both = [(); 2].map(|()| scope.spawn(|| follow(&app, &sent).json()["success"] == true));
            both.into_iter().map(|one| one.join().expect("answered")).filter(|success| *success).count()
        });
        assert_eq!(successes, 1);
    }
}

#[test]
fn the_audit_log_names_the_user_of_a_rejected_link_with_a_valid_key() {
    let app = with_key(&[USERS]);
    app.add_user("bob", USERS);
    assert_rejected(&follow(&app, &link(1, &LinkClaims { login: "bob".to_owned(), ..ann(&app) })));
    let last = app.app.store.last_audit_lines(1).expect("read").remove(0);
    assert_eq!((last.event.as_str(), last.subject.as_deref()), ("sign_in_failed", Some("bob")));
}

#[test]
fn with_the_setting_a_link_asks_first_and_only_the_confirmation_uses_it() {
    let app = TestApp::with(|config| config.sign_in.sso_confirm = true);
    let key = SsoKey {
        id: KEY_ID.to_owned(),
        issuer: "portal".to_owned(),
        key: KEY,
        roles: vec![USERS.to_owned()],
        created_at: 0,
        ends_at: None,
    };
    app.app.store.add_sso_key(&key).expect("added");
    let sent = link(1, &ann(&app));
    let line = || format!("{:?}", app.app.store.last_audit_lines(1).expect("read"));
    let before = line();
    for _ in 0..2 {
        let answer = follow(&app, &sent);
        assert_eq!(
            answer.json(),
            json!({"success": false, "token": null, "user": null, "errorMessage": null,
                "confirm": {"login": "ann@example.com", "firstName": "Ann"}})
        );
        assert_eq!((answer.cookie("XSRF-TOKEN"), answer.cookie("bond_browser")), (None, None));
    }
    assert_eq!(line(), before, "the audit log says nothing of a question");
    let confirmed = |link: &Value| {
        let mut link = link.clone();
        link["confirmed"] = json!(true);
        follow(&app, &link)
    };
    let answer = confirmed(&sent);
    assert_eq!((&answer.json()["success"], &answer.json()["confirm"]), (&json!(true), &json!(null)), "{}", answer.text);
    assert!(is_live(&app, &token(&answer)));
    for used in [follow(&app, &sent), confirmed(&sent)] {
        assert_rejected(&used);
    }
    // No question about somebody who would be refused anyway.
    app.app.store.disable_user("ann@example.com", 1).expect("disabled");
    assert_rejected(&follow(&app, &link(2, &ann(&app))));
    app.app.clock.advance(200);
    assert_rejected(&confirmed(&sent));
}
