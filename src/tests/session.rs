//! Signing in and out, the current user, and properties of every response.

use bond::store::Store;
use bond::store::roles::{ADMIN, USERS};
use serde_json::json;

use crate::{Answer, TestApp};

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn the_right_password_returns_a_token_and_the_user() {
    let app = TestApp::new();
    let password = app.add_user("Ann@example.com", ADMIN);
    let answer = app.login(" ann@EXAMPLE.com", password);
    assert_eq!(answer.status, 200);
    let body = answer.json();
    // By code.
    let modules =
        ["ADMIN", "CONTENT", "DATA", "EMAILS", "EXPORT", "INSIGHTS", "MEMBERS", "MONITOR", "OFFERS", "PEOPLE"];
    let modules = modules.into_iter().chain(["RECOMMENDATIONS", "WEBSITE"]);
    let permissions: Vec<_> = modules.map(|code| json!({"module": {"code": code}, "editable": true})).collect();
    let role = json!({"name": "ROLE_ADMIN", "permissions": permissions});
    let open = ["ADMIN", "DATA", "MONITOR", "MEMBERS", "EMAILS", "WEBSITE", "OFFERS", "CONTENT", "INSIGHTS"];
    let open: Vec<_> = open.into_iter().chain(["RECOMMENDATIONS", "EXPORT", "PEOPLE"]).collect();
    let user =
        json!({"id": 1, "firstName": "Ann", "roleList": [role], "modules": open, "schedule": true, "preferences": {}});
    assert_eq!(body["user"], user);
    let token = body["token"].as_str().expect("a token");
    for path in ["/api/user/current", "/api/auth/current/user"] {
        let current = app.get(path).bearer(token).send();
        assert_eq!(current.status, 200, "{path}");
        assert_eq!(current.json(), body["user"], "{path}");
    }
}

#[test]
fn a_form_works_like_json() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    let form = "grant_type=password&username=ann&password=correct+horse+1";
    let answer = app.post("/api/auth/login").body("application/x-www-form-urlencoded; charset=utf-8", form).send();
    assert_eq!(answer.status, 200);
}

#[test]
fn a_wrong_password_and_an_unknown_login_get_the_same_answer() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    let wrong = app.login("ann", "a wrong password");
    assert_eq!(wrong.status, 401);
    assert_eq!(
        wrong.json(),
        json!({"status": 401, "error": "invalid_grant", "message": "Invalid email or password.", "errors": [],
            "error_description": "Bad credentials"})
    );
    for (login, password) in [("nobody", "correct horse 1"), ("ann", "x"), (&*"a".repeat(1000), &*"b".repeat(1000))] {
        let answer = app.login(login, password);
        assert_eq!((answer.status, answer.json()), (401, wrong.json()));
    }
}

#[test]
fn missing_fields_are_named() {
    let app = TestApp::new();
    let both = app.login("  ", "\t");
    assert_eq!(both.status, 400);
    assert_eq!(both.json()["errors"], json!(["Login field is required", "Password field is required"]));
    let post = |body: &serde_json::Value| app.post("/api/auth/login").json(body).send();
    assert_eq!(
        post(&json!({"grant_type": "password", "username": "a"})).json()["errors"],
        json!(["Password field is required"])
    );
    for grant in
        [json!({"username": "a", "password": "b"}), json!({"grant_type": "x", "username": "a", "password": "b"})]
    {
        let answer = post(&grant);
        assert_eq!((answer.status, answer.json()["error"].as_str()), (400, Some("unsupported_grant_type")));
    }
}

#[test]
fn a_disabled_user_learns_so_only_with_the_right_password() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    app.app.store.disable_user("ann", 1).expect("disabled");
    let right = app.login("ann", password);
    assert_eq!((right.status, right.json()["error_description"].as_str()), (401, Some("Access not available")));
    assert_eq!(app.login("ann", "a wrong password").json()["error_description"], "Bad credentials");
}

#[test]
fn five_failures_block_even_the_right_password_for_known_and_unknown_logins() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    for login in ["ann", "nobody"] {
        for _ in 0..5 {
            assert_eq!(app.login(login, "a wrong password").json()["error_description"], "Bad credentials");
        }
        let blocked = app.login(login, password);
        assert_eq!((blocked.status, blocked.json()["error_description"].as_str()), (401, Some("blocked")), "{login}");
        assert_eq!(blocked.json()["message"], "Access blocked");
    }
    app.app.clock.advance(5 * 60);
    assert_eq!(app.login("ann", password).status, 200);
}

#[test]
fn a_rejected_token_gets_the_reason() {
    let app = TestApp::new();
    let current = || app.get("/api/user/current");
    assert_eq!(code(&current().send()), (401, "no_token".to_owned()));
    assert_eq!(code(&current().header("authorization", "Basic abc").send()), (401, "no_token".to_owned()));
    let invalid = current().bearer("abc.def.ghi").send();
    assert_eq!(code(&invalid), (401, "token_invalid".to_owned()));
    assert_eq!(invalid.header("www-authenticate"), "Bearer");

    let (one, two) = (app.signed_in("one", USERS), app.signed_in("two", USERS));
    assert_eq!(app.post("/api/auth/logout").bearer(&one).send().status, 204);
    assert_eq!(code(&current().bearer(&one).send()), (401, "session_revoked".to_owned()));
    assert_eq!(code(&app.post("/api/auth/logout").bearer(&one).send()), (401, "session_revoked".to_owned()));

    app.app.clock.advance(59 * 60);
    assert_eq!(current().bearer(&two).send().status, 200);
    app.app.clock.advance(60 * 60);
    assert_eq!(code(&current().bearer(&two).send()), (401, "session_expired".to_owned()), "idle");
    let three = app.signed_in("three", USERS);
    for _ in 0..9 {
        app.app.clock.advance(50 * 60);
        assert_eq!(current().bearer(&three).send().status, 200);
    }
    app.app.clock.advance(30 * 60);
    assert_eq!(code(&current().bearer(&three).send()), (401, "session_expired".to_owned()), "eight hours");
}

#[test]
fn a_change_by_another_process_affects_the_next_request() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    app.add_user("root", ADMIN);
    let elsewhere = Store::open(&app.app.config.data_dir).expect("a second store");
    let roles = || app.get("/api/user/current").bearer(&token).send().json()["roleList"][0]["name"].clone();
    assert_eq!(roles(), ADMIN);
    elsewhere.set_roles("ann", &[USERS], 1).expect("changed");
    assert_eq!(roles(), USERS);
    elsewhere.disable_user("ann", 2).expect("disabled");
    assert_eq!(code(&app.get("/api/user/current").bearer(&token).send()), (401, "session_revoked".to_owned()));
}

#[test]
fn signing_in_ends_the_earlier_session_of_that_browser() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let body = json!({"grant_type": "password", "username": "ann", "password": password});
    let login = |cookies: &str, csrf: &str| {
        let call = app.post("/api/auth/login").json(&body);
        if cookies.is_empty() {
            call.send()
        } else {
            call.header("cookie", cookies).header("x-xsrf-token", csrf).send()
        }
    };
    let token = |answer: &Answer| answer.json()["token"].as_str().expect("a token").to_owned();
    let is_live = |token: &str| app.get("/api/user/current").bearer(token).send().status == 200;

    let first = login("", "");
    let browser = first.set_cookie("bond_browser").expect("a cookie");
    assert!(browser.contains("HttpOnly") && browser.contains("SameSite=Strict") && browser.contains("Path=/api/auth"));
    let csrf = first.cookie("XSRF-TOKEN").expect("a cookie");
    let cookies = format!("bond_browser={}; XSRF-TOKEN={csrf}", first.cookie("bond_browser").expect("a cookie"));
    let other_browser = login("", "");
    let second = login(&cookies, &csrf);
    assert_eq!(second.cookie("bond_browser"), first.cookie("bond_browser"));
    assert!(!is_live(&token(&first)));
    assert!(is_live(&token(&second)) && is_live(&token(&other_browser)));

    // Without cookies, the token identifies the browser's session.
    let third = app.post("/api/auth/login").json(&body).bearer(&token(&second)).send();
    assert!(!is_live(&token(&second)) && is_live(&token(&third)));
}

#[test]
fn the_page_must_send_back_the_cookie_of_its_own_session() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let sign_in = || {
        let answer = app.login("ann", password);
        let token = answer.json()["token"].as_str().expect("a token").to_owned();
        let cookie = answer.set_cookie("XSRF-TOKEN").expect("a cookie");
        assert!(cookie.contains("SameSite=Strict") && cookie.contains("Path=/") && !cookie.contains("HttpOnly"));
        (token, answer.cookie("XSRF-TOKEN").expect("a cookie"))
    };
    let ((token, own), (_, others)) = (sign_in(), sign_in());
    let logout = |cookie: Option<&str>, header: Option<&str>, origin: Option<&str>| {
        let mut call = app.post("/api/auth/logout").bearer(&token);
        if let Some(cookie) = cookie {
            call = call.header("cookie", &format!("XSRF-TOKEN={cookie}"));
        }
        if let Some(header) = header {
            call = call.header("x-xsrf-token", header);
        }
        if let Some(origin) = origin {
            call = call.header("origin", origin);
        }
        call.send()
    };
    let origin = app.origin();
    for (cookie, header, from) in [
        (Some(&own), None, Some(&origin)),
        (Some(&own), Some(&others), Some(&origin)),
        (Some(&others), Some(&others), Some(&origin)),
        (None, None, Some(&origin)),
        (Some(&own), Some(&own), Some(&"http://evil.example".to_owned())),
    ] {
        let answer = logout(cookie.map(String::as_str), header.map(String::as_str), from.map(String::as_str));
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (403, Some("csrf")),
            "{cookie:?} {header:?} {from:?}"
        );
    }
    let foreign = app.post("/api/auth/logout").bearer(&token).header("sec-fetch-site", "cross-site").send();
    assert_eq!(foreign.status, 403);
    let left = logout(Some(&own), Some(&own), Some(&origin));
    assert_eq!(left.status, 204);
    assert_eq!(left.cookie("XSRF-TOKEN").as_deref(), Some(""), "the cookie is cleared");
}

#[test]
fn the_cookie_of_an_ended_session_blocks_nobody_and_a_lost_cookie_is_set_again() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let body = json!({"grant_type": "password", "username": "ann", "password": password});
    let dead = app.post("/api/auth/login").json(&body).header("cookie", "XSRF-TOKEN=old").header("x-xsrf-token", "old");
    let answer = dead.header("origin", &app.origin()).send();
    assert_eq!(answer.status, 200);
    let mismatch = app.post("/api/auth/login").json(&body).header("cookie", "XSRF-TOKEN=old").send();
    assert_eq!(mismatch.status, 403);

    let token = answer.json()["token"].as_str().expect("a token").to_owned();
    let cookie = answer.cookie("XSRF-TOKEN").expect("a cookie");
    let current = |cookie: &str| app.get("/api/user/current").bearer(&token).header("cookie", cookie).send();
    assert_eq!(current("a=b").cookie("XSRF-TOKEN"), Some(cookie.clone()));
    assert_eq!(current("XSRF-TOKEN=another").cookie("XSRF-TOKEN"), Some(cookie.clone()));
    assert_eq!(current(&format!("XSRF-TOKEN={cookie}")).cookie("XSRF-TOKEN"), None);
}

#[test]
fn every_error_under_api_has_the_same_body() {
    let app = TestApp::new();
    let login = || app.post("/api/auth/login");
    let large = format!("{{\"username\": \"{}\"}}", "x".repeat(2 * 1024 * 1024));
    for (answer, status, error) in [
        (app.get("/api/nothing").send(), 404, "not_found"),
        (app.get("/api").send(), 404, "not_found"),
        (app.post("/api/nothing").json(&json!({})).send(), 404, "not_found"),
        (app.get("/api/auth/login").send(), 405, "method_not_allowed"),
        (app.call("DELETE", "/api/user/current").send(), 405, "method_not_allowed"),
        (login().body("application/json", "{").send(), 400, "invalid_request"),
        (login().body("application/json", "[1, 2]").send(), 400, "invalid_request"),
        (login().body("application/json", r#"{"username": 5}"#).send(), 400, "invalid_request"),
        (login().body("text/plain", "{}").send(), 415, "unsupported_media_type"),
        (login().send(), 415, "unsupported_media_type"),
        (login().body("application/json", &large).send(), 413, "too_large"),
    ] {
        let body = answer.json();
        assert_eq!((answer.status, body["error"].as_str()), (status, Some(error)));
        assert_eq!(body["status"], status);
        assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
        assert!(body["errors"].is_array(), "{body}");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.header("content-type").starts_with("application/json"));
    }
    assert_eq!(app.get("/api/auth/login").send().header("allow"), "POST");
}

#[test]
fn every_response_has_the_security_headers() {
    let app = TestApp::new();
    for path in ["/", "/executive-summary", "/nothing.js", "/api/user/current", "/api/nothing", "/healthz", "/readyz"] {
        let answer = app.get(path).send();
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(answer.header("x-request-id").len(), 16, "{path}");
        assert_eq!(answer.header("cache-control") == "no-store", path.starts_with("/api"), "{path}");
    }
}

#[test]
fn the_page_is_served_for_its_routes_and_missing_files_return_404() {
    let app = TestApp::new();
    for path in ["/", "/login", "/user-dashboard/logins-breakdown?filters=%7B%7D"] {
        let answer = app.get(path).send();
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-cache"), "{path}");
        assert!(answer.header("content-type").starts_with("text/html"), "{path}");
        let again = app.get(path).header("if-none-match", answer.header("etag")).send();
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
    }
    for path in ["/missing.js", "/assets/missing", "/index.html.br", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert_eq!(app.get(path).send().status, 404, "{path}");
    }
    assert_eq!(app.post("/login").json(&json!({})).send().status, 405);
    assert_eq!(app.get("/healthz").send().text, "ok\n");
    assert_eq!(app.get("/readyz").send().text, "ready\n");
}

#[test]
fn the_page_is_served_in_the_language_of_the_browser() {
    let app = TestApp::new();
    let page = |accepted: &str, cookie: &str| {
        let answer = app.get("/login").header("accept-language", accepted).header("cookie", cookie).send();
        assert_eq!(answer.header("vary"), "Accept-Encoding, Accept-Language, Cookie");
        let (_, rest) = answer.text.split_once("<html lang=\"").expect("a page with a language");
        rest[..2].to_owned()
    };
    for (accepted, cookie, wanted) in [
        ("de-AT,de;q=0.9,en;q=0.5", "", "de"),
        ("xx, es-MX;q=0.8, en;q=0.2", "", "es"),
        ("xx", "", "en"),
        ("*", "", "en"),
        ("en-US", "bond_language=de", "de"),
        ("de", "bond_language=en", "en"),
        ("de", "bond_language=xx", "de"),
    ] {
        assert_eq!(page(accepted, cookie), wanted, "{accepted} {cookie}");
    }
}

#[test]
fn responses_are_compressed_on_request() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    for (accepted, used) in [("br, gzip", "br"), ("gzip, deflate", "gzip"), ("identity", "")] {
        let current = app.get("/api/user/current").bearer(&token).header("accept-encoding", accepted).send();
        assert_eq!((current.status, current.header("content-encoding")), (200, used), "{accepted}");
    }
    assert_eq!(app.get("/").header("accept-encoding", "identity").send().header("content-encoding"), "");
}

#[test]
fn the_host_must_be_known() {
    for listen in ["0.0.0.0:0", "127.0.0.1:0"] {
        let app = TestApp::with(|config| {
            config.listen = listen.parse().expect("an address");
            config.allowed_hosts = vec!["bond.example".to_owned()];
        });
        let status = |host: &str| app.get("/api/nothing").header("host", host).send().status;
        assert_eq!(status("bond.example:8080"), 404, "{listen}");
        assert_eq!(status("192.168.1.5:8080"), 404, "{listen}");
        assert_eq!(status("localhost:8080"), 404, "{listen}");
        assert_eq!(status("evil.example"), 421, "{listen}");
        assert_eq!(app.get("/").header("host", "evil.example").send().status, 421, "{listen}");
    }
}

#[test]
fn a_needless_escape_in_a_path_changes_nothing() {
    let app = TestApp::new();
    let token = app.signed_in("ann", USERS);
    for path in ["/api/user/current", "/%61pi/user/current", "/ap%69/user%2Fcurrent", "/api/user/%63urrent"] {
        let answer = app.get(path).bearer(&token).send();
        let is_other = path.contains("%2F");
        assert_eq!(answer.status, if is_other { 404 } else { 200 }, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
    let large = json!({"grant_type": "password", "username": "x".repeat(9_000), "password": "y"});
    assert_eq!(app.post("/%61pi/auth/login").json(&large).send().status, 413);
    assert_eq!(app.get("/%2e%2e/Cargo.toml").send().status, 404);
}

#[test]
fn the_audit_log_records_sign_ins_and_failures_without_secrets() {
    let app = TestApp::new();
    let token = app.signed_in("ann", USERS);
    app.login("ann", "a wrong password");
    app.login("my secret password", "a wrong password");
    app.post("/api/auth/logout").bearer(&token).send();
    let lines = app.app.store.last_audit_lines(10).expect("read");
    let events: Vec<_> =
        lines.iter().map(|line| (line.event.as_str(), line.actor.as_deref(), line.subject.as_deref())).collect();
    assert_eq!(
        events,
        [
            ("sign_out", Some("ann"), None),
            ("sign_in_failed", None, None),
            ("sign_in_failed", None, Some("ann")),
            ("sign_in", Some("ann"), None),
            ("user_added", None, Some("ann")),
        ]
    );
    let all = format!("{lines:?}");
    assert!(!all.contains("secret") && !all.contains(&token));
}
