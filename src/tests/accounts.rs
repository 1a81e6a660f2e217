//! A user's own account, the administration of users, links to choose a password, and the first administrator.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::command_line::{captured, run};
use super::{Answer, TestApp};

const PASSWORD: &str = "correct horse 1";
const OTHER: &str = "another password";

fn send(app: &TestApp, method: &str, path: &str, token: &str, body: &Value) -> Answer {
    let call = app.call(method, path).bearer(token);
    if body.is_null() { call.send() } else { call.json(body).send() }
}

fn token_of(answer: &Answer) -> String {
    answer.json()["token"].as_str().unwrap_or_else(|| panic!("no token: {}", answer.text)).to_owned()
}

fn is_live(app: &TestApp, token: &str) -> bool {
    app.get("/api/user/current").bearer(token).send().status == 200
}

fn events(app: &TestApp) -> Vec<String> {
    app.app.store.last_audit_lines(100).expect("read").into_iter().map(|line| line.event).collect()
}

#[test]
fn a_user_changes_its_name_and_its_password_which_ends_its_other_sessions() {
    let app = TestApp::new();
    let (here, there) = (app.signed_in("ann", USERS), token_of(&app.login("ann", PASSWORD)));
    let put = |body: Value| send(&app, "PUT", "/api/v1/account", &here, &body).status;
    assert_eq!((put(json!({"firstName": " Anna "})), put(json!({"firstName": " "}))), (204, 400));
    let account = app.get("/api/v1/account").bearer(&here).send().json();
    assert_eq!(
        account,
        json!({"login": "ann", "firstName": "Anna", "hasPassword": true, "issuer": null, "secondFactor": null,
            "requiresSecondFactor": false, "longestTokenDays": 365, "tokenAbilities": ["read", "agents"], "preferences": {}})
    );

    let change = |present: &str, password: &str| {
        send(&app, "POST", "/api/v1/account/password", &here, &json!({"present": present, "password": password}))
    };
    let wrong = change("a wrong password", OTHER);
    assert_eq!((wrong.status, wrong.json()["error"].as_str()), (403, Some("not_confirmed")));
    assert_eq!(change(PASSWORD, "short").status, 400);
    assert!(is_live(&app, &there));
    assert_eq!(change(PASSWORD, OTHER).status, 204);
    assert!(is_live(&app, &here) && !is_live(&app, &there));
    assert_eq!((app.login("ann", PASSWORD).status, app.login("ann", OTHER).status), (401, 200));

    // Guessing by a stolen session ends as guessing on the sign-in page does.
    for _ in 0..5 {
        change("a wrong password", PASSWORD);
    }
    let blocked = change(OTHER, PASSWORD);
    assert_eq!(
        (blocked.status, blocked.json()["message"].as_str().unwrap_or_default().contains("Too many")),
        (403, true)
    );
    assert!(
        ["name_changed", "password_changed", "password_check_failed"]
            .iter()
            .all(|event| events(&app).iter().any(|found| found == event))
    );
}

#[test]
fn a_user_sees_its_sessions_and_ends_them() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    app.signed_in("bob", USERS);
    let body = json!({"grant_type": "password", "username": "ann", "password": PASSWORD});
    let sign_in = |agent: &str| token_of(&app.post("/api/auth/login").header("user-agent", agent).json(&body).send());
    let laptop = sign_in("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    let phone = sign_in("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Version/18.5 Safari/604.1");
    let third = sign_in("<b>odd</b>");
    let list = || app.get("/api/v1/account/sessions").bearer(&laptop).send().json();
    let listed = list();
    let devices: Vec<&str> = listed["sessions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["device"].as_str().expect("text"))
        .collect();
    assert_eq!(devices, ["", "Safari on iPhone", "Firefox on Linux"]);
    let current = &listed["sessions"][2];
    assert_eq!(listed["current"], current["id"]);
    assert!(current["createdAt"].is_i64() && current["lastSeenAt"].is_i64());

    let end =
        |id: &Value| send(&app, "DELETE", &format!("/api/v1/account/sessions/{id}"), &laptop, &Value::Null).status;
    let of_phone = listed["sessions"][1]["id"].clone();
    assert_eq!((end(&of_phone), end(&of_phone), end(&json!(1))), (204, 404, 404), "the first is of bob");
    assert!(!is_live(&app, &phone) && is_live(&app, &third));
    assert_eq!(send(&app, "POST", "/api/v1/account/sessions/end-others", &laptop, &json!({})).status, 204);
    assert!(!is_live(&app, &third) && is_live(&app, &laptop));
    assert_eq!(list()["sessions"].as_array().map(Vec::len), Some(1));
}

#[test]
fn preferences_have_a_shape_and_a_size() {
    let app = TestApp::new();
    let ann = app.signed_in("ann", USERS);
    let put = |body: Value| send(&app, "PUT", "/api/v1/account/preferences", &ann, &body);
    let wanted = json!({"theme": "dark", "countdown": false, "shortcuts": false, "filters": "{\"period\":\"THIS_YEAR\"}", "language": "en", "alertsSeenAt": 1_741_600_000,
        "pinned": ["user-dashboard/logins-breakdown", "website-dashboard/visitors-breakdown"]});
    assert_eq!(put(wanted.clone()).json(), wanted);
    assert_eq!(app.get("/api/v1/account").bearer(&ann).send().json()["preferences"], wanted);
    assert_eq!(app.get("/api/user/current").bearer(&ann).send().json()["preferences"], wanted);
    for wrong in [
        json!({"theme": "pink"}),
        json!({"size": 5}),
        json!({"shortcuts": "off"}),
        json!({"alertsSeenAt": "now"}),
        json!({"filters": "[]"}),
        json!({"filters": "no"}),
        json!({"filters": format!("{{\"a\":\"{}\"}}", "x".repeat(2000))}),
        json!({"language": "xx"}),
        json!({"pinned": "logins"}),
        json!({"pinned": ["x".repeat(101)]}),
        json!({"pinned": vec!["logins"; 61]}),
    ] {
        assert_eq!(put(wrong.clone()).status, 400, "{wrong}");
    }
    assert_eq!(app.get("/api/v1/account").bearer(&ann).send().json()["preferences"], wanted);
    for language in ["de", "es"] {
        assert_eq!(put(json!({"language": language})).json(), json!({"language": language}));
    }
    assert_eq!(put(json!({})).json(), json!({}));
}

#[test]
fn an_administrator_adds_a_user_who_chooses_a_password_by_a_link() {
    let app = TestApp::new();
    let root = app.signed_in("root", ADMIN);
    let users = "/api/v1/admin/users";
    let new = |password: &str| json!({"login": "New@example.com", "firstName": "New", "roles": [USERS], "password": password});
    assert_eq!(send(&app, "POST", users, &root, &new("wrong password")).json()["error"], "not_confirmed");
    let added = send(&app, "POST", users, &root, &new(PASSWORD));
    assert_eq!(added.status, 200, "{}", added.text);
    let added = added.json();
    assert_eq!((&added["user"]["hasPassword"], &added["user"]["roles"]), (&json!(false), &json!([USERS])));
    let path = added["link"]["path"].as_str().expect("a path");
    let secret = path.strip_prefix("/choose-password#").expect("behind the #").to_owned();
    assert_eq!(app.login("new@example.com", "").status, 400);
    assert_eq!(app.login("new@example.com", PASSWORD).status, 401, "no password matches");

    let check = |secret: &str| app.post("/api/auth/password-link/check").json(&json!({"secret": secret})).send();
    let choose = |secret: &str, password: &str| {
        app.post("/api/auth/password-link").json(&json!({"secret": secret, "password": password})).send().status
    };
    let owner = check(&secret).json();
    assert_eq!((owner["login"].as_str(), owner["firstName"].as_str()), (Some("New@example.com"), Some("New")));
    assert_eq!((check("other").status, choose("other", OTHER), choose(&secret, "short")), (404, 404, 400));
    assert_eq!(choose(&secret, OTHER), 204);
    assert_eq!((choose(&secret, OTHER), check(&secret).status), (404, 404), "it works once");
    let session = token_of(&app.login("new@example.com", OTHER));

    // A new link ends no session until it is used; the earlier link is refused then.
    let id = added["user"]["id"].as_i64().expect("an id");
    let link = |password: &str| {
        send(&app, "POST", &format!("{users}/{id}/password-link"), &root, &json!({"password": password}))
    };
    let secret_of =
        |answer: &Answer| answer.json()["path"].as_str().expect("a path").split('#').nth(1).expect("it").to_owned();
    assert_eq!(link("wrong password").status, 403);
    let (first, second) = (secret_of(&link(PASSWORD)), secret_of(&link(PASSWORD)));
    assert!(is_live(&app, &session));
    assert_eq!((choose(&first, PASSWORD), choose(&second, PASSWORD)), (404, 204));
    assert!(!is_live(&app, &session));
    let third = secret_of(&link(PASSWORD));
    app.app.clock.advance(72 * 60 * 60);
    assert_eq!(check(&third).status, 404, "72 hours");
    let log = format!("{:?}", app.app.store.last_audit_lines(100).expect("read"));
    assert!(log.contains("password_chosen") && log.contains("password_link_made"));
    assert!(![&secret, &first, &second, &third].iter().any(|secret| log.contains(secret.as_str())));
}

#[test]
fn an_administrator_manages_users_but_the_last_one_stays() {
    let app = TestApp::new();
    let (root, ann) = (app.signed_in("root", ADMIN), app.signed_in("ann", USERS));
    let users = "/api/v1/admin/users";
    let post = |path: &str, body: Value| send(&app, "POST", &format!("{users}/{path}"), &root, &body).status;
    let roles = |id: i64, roles: Value, password: &str| {
        send(&app, "PUT", &format!("{users}/{id}/roles"), &root, &json!({"roles": roles, "password": password}))
    };
    let found = |search: &str| app.get(&format!("{users}?search={search}")).bearer(&root).send().json();
    assert_eq!((found("")["count"].as_i64(), found("NN")["users"][0]["login"].as_str()), (Some(2), Some("ann")));
    let details = app.get(&format!("{users}/2")).bearer(&root).send().json();
    assert_eq!(details["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(app.get(&format!("{users}/99")).bearer(&root).send().status, 404);
    assert_eq!(app.get(users).bearer(&ann).send().status, 403);

    // Nobody could administer Bond afterwards.
    assert_eq!((post("1/disable", json!({})), roles(1, json!([USERS]), PASSWORD).status), (409, 409));
    assert_eq!(post("1/remove", json!({"password": PASSWORD})), 409);
    assert!(is_live(&app, &root));

    assert_eq!(roles(2, json!([ADMIN]), "wrong password").status, 403);
    assert_eq!((roles(2, json!([]), PASSWORD).status, roles(2, json!(["KING"]), PASSWORD).status), (400, 400));
    assert_eq!(roles(2, json!([ADMIN, USERS]), PASSWORD).status, 204);
    assert_eq!(app.get(users).bearer(&ann).send().status, 200, "from the next request on");
    assert_eq!(roles(2, json!([USERS]), PASSWORD).status, 204);

    let change = |body: Value| send(&app, "PUT", &format!("{users}/2"), &root, &body).status;
    assert_eq!(change(json!({"login": "ROOT", "firstName": "Ann", "password": PASSWORD})), 400, "taken");
    assert_eq!(change(json!({"login": "anna", "firstName": "Anna", "password": "wrong password"})), 403);
    assert_eq!(change(json!({"login": "anna", "firstName": "Anna", "password": PASSWORD})), 204);
    assert_eq!(post("2/end-sessions", json!({})), 204);
    assert!(!is_live(&app, &ann));
    let again = token_of(&app.login("anna", PASSWORD));
    assert_eq!(post("2/disable", json!({})), 204);
    assert!(!is_live(&app, &again));
    for _ in 0..6 {
        app.login("anna", PASSWORD);
    }
    assert_eq!((post("2/enable", json!({})), app.login("anna", PASSWORD).status), (204, 401));
    assert_eq!((post("2/unlock", json!({})), app.login("anna", PASSWORD).status), (204, 200));
    assert_eq!(post("2/remove", json!({"password": PASSWORD})), 204);
    assert_eq!((app.login("anna", PASSWORD).status, found("")["count"].as_i64()), (401, Some(1)));
    for event in [
        "roles_changed",
        "login_changed",
        "name_changed",
        "sessions_ended",
        "user_disabled",
        "user_enabled",
        "user_unlocked",
        "user_deleted",
    ] {
        let lines = app.app.store.last_audit_lines(100).expect("read");
        let line = lines.iter().find(|line| line.event == event).unwrap_or_else(|| panic!("{event}"));
        assert_eq!(line.actor.as_deref(), Some("root"), "{event}");
    }
}

#[test]
fn commands_do_the_same() {
    let app = TestApp::new();
    app.add_user("root", ADMIN);
    let data = app.app.data_dir().path();
    let bond = |words: &[&str]| captured(&run(data, words, ""));
    let words =
        ["user", "add", "--first-name", "Ann", "--role", "USERS", "--link", "--base-url", "https://b.example/", "ann"];
    let (code, said, error) = bond(&words);
    assert_eq!(code, 0, "{error}");
    let link = said.split_whitespace().find(|word| word.starts_with("https://b.example/choose-password#"));
    let secret = link.unwrap_or_else(|| panic!("{said}")).split('#').nth(1).expect("a secret");
    let body = json!({"secret": secret, "password": OTHER});
    assert_eq!(app.post("/api/auth/password-link").json(&body).send().status, 204);
    let session = token_of(&app.login("ann", OTHER));
    assert_eq!(bond(&["user", "set-roles", "--role", "ROLE_ADMIN", "--role", "USERS", "ann"]).0, 0);
    assert_eq!(app.get("/api/v1/admin/users").bearer(&session).send().status, 200);
    assert_eq!(bond(&["user", "end-sessions", "ann"]).0, 0);
    assert!(!is_live(&app, &session));
    assert_eq!(bond(&["user", "delete", "root"]).0, 0);
    let (code, _, error) = bond(&["user", "delete", "ann"]);
    assert_eq!(
        (code, error.contains("nobody") || error.contains("no enabled user could administer")),
        (2, true),
        "{error}"
    );
    let (code, said, _) = bond(&["user", "password-link", "ann"]);
    assert!(code == 0 && said.contains("/choose-password#"), "{said}");
}

#[test]
fn the_first_administrator_is_made_once_with_the_token_of_the_server() {
    let app = TestApp::new();
    let needed = || app.get("/api/auth/setup").send().json();
    assert_eq!(needed(), json!({"needed": true}));
    let set_up = |token: &str, password: &str| {
        let body = json!({"token": token, "login": "ann", "firstName": "Ann", "password": password});
        app.post("/api/auth/setup").json(&body).send().status
    };
    assert_eq!((set_up("", PASSWORD), set_up("guess", PASSWORD)), (403, 403));
    let token = app.app.auth.setup.issue(app.app.clock.now());
    assert_eq!(set_up(&token, "short"), 400);
    app.app.clock.advance(30 * 60);
    assert_eq!(set_up(&token, PASSWORD), 403, "half an hour");
    let token = app.app.auth.setup.issue(app.app.clock.now());
    assert_eq!(set_up(&token, PASSWORD), 204);
    assert_eq!(needed(), json!({"needed": false}));
    assert_eq!(set_up(&token, PASSWORD), 409);
    let session = token_of(&app.login("ann", PASSWORD));
    assert_eq!(app.get("/api/v1/admin/users").bearer(&session).send().status, 200);
}

#[test]
fn the_server_prints_the_token_where_there_is_no_user() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("data");
    let mut command = super::command_line::bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let mut child = command.spawn().expect("started");
    let output = std::io::BufReader::new(child.stdout.take().expect("piped"));
    let mut said = Vec::new();
    for line in std::io::BufRead::lines(output) {
        said.push(line.expect("text"));
        if said.last().is_some_and(|line| line.contains("Bond is ready")) {
            break;
        }
    }
    child.kill().expect("stopped");
    child.wait().expect("ended");
    let token = said.iter().map(|line| line.trim()).find(|line| line.len() == 43 && !line.contains(' '));
    let token = token.unwrap_or_else(|| panic!("no token: {said:?}"));
    // The page fills it in from the link.
    let ready = said.last().and_then(|line| line.split_whitespace().last()).expect("an address");
    let link = format!("{ready}set-up#{token}");
    assert!(said.iter().any(|line| line.trim() == link), "{link}: {said:?}");
    assert!(said.iter().any(|line| line.contains("set-up token")), "{said:?}");
}

/// A call whose body is still to come.
struct Begun {
    stream: TcpStream,
    body: String,
}

fn begin(app: &TestApp, method: &str, path: &str, token: &str, body: &Value) -> Begun {
    let mut stream = TcpStream::connect(app.origin().trim_start_matches("http://")).expect("connected");
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    // The guard looks at the session when it has the head.
    std::thread::sleep(Duration::from_millis(300));
    Begun { stream, body }
}

impl Begun {
    /// The status of the answer, once the body has been sent.
    fn end(mut self) -> u16 {
        self.stream.write_all(self.body.as_bytes()).expect("sent");
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
    }
}

#[test]
fn a_call_goes_on_for_the_user_who_began_it_whoever_has_the_login_by_now() {
    let app = TestApp::new();
    let (root, ann) = (app.signed_in("root", ADMIN), app.signed_in("ann", USERS));
    let id = |login: &str| app.app.store.user_by_login(login).expect("read").expect("there").id;
    let (root_id, ann_id) = (id("root"), id("ann"));
    let exchange_logins = || {
        let login = |user: i64| app.app.store.user_by_id(user).expect("read").expect("there").login;
        let (of_root, of_ann) = (login(root_id), login(ann_id));
        for (user, login) in [(ann_id, "nobody"), (root_id, &of_ann), (ann_id, &of_root)] {
            app.app.store.rename_user(user, login, 1).expect("renamed");
        }
    };
    let made = begin(&app, "POST", "/api/v1/account/tokens", &ann, &json!({"name": "a", "days": 1}));
    exchange_logins();
    assert_eq!(made.end(), 200);
    let tokens = |user: i64| app.app.store.api_tokens(Some(user), app.app.clock.now()).expect("read").len();
    assert_eq!((tokens(ann_id), tokens(root_id)), (1, 0));
    let named = begin(&app, "PUT", "/api/v1/account", &ann, &json!({"firstName": "Mallory"}));
    exchange_logins();
    assert_eq!(named.end(), 204);
    let name = |user: i64| app.app.store.user_by_id(user).expect("read").expect("there").first_name;
    assert_eq!((name(ann_id).as_str(), name(root_id) == "Mallory"), ("Mallory", false));

    // The password that is asked for is that of the administrator who asks.
    let body = json!({"roles": [ADMIN], "password": OTHER});
    app.app.store.set_password(ann_id, &bond::auth::password::hash(OTHER).expect("valid"), 1).expect("set");
    let changed = begin(&app, "PUT", &format!("/api/v1/admin/users/{ann_id}/roles"), &root, &body);
    exchange_logins();
    assert_eq!(changed.end(), 403);
}

#[test]
fn whoever_is_put_out_does_not_finish_what_was_begun() {
    let app = TestApp::new();
    let (_root, eda) = (app.signed_in("root", ADMIN), app.signed_in("eda", ADMIN));
    let own = json!({"firstName": "Eda"});
    let begun = begin(&app, "PUT", "/api/v1/account", &eda, &own);
    app.app.store.set_roles("eda", &[USERS], 1).expect("changed");
    assert_eq!(begun.end(), 204, "an own account stays open");
    app.app.store.set_roles("eda", &[ADMIN], 1).expect("changed");
    let body = json!({"settings": {"program_name": "X"}});
    let begun = begin(&app, "PUT", "/api/v1/admin/settings", &eda, &body);
    app.app.store.set_roles("eda", &[USERS], 1).expect("changed");
    assert_eq!(begun.end(), 403);
    let begun = begin(&app, "PUT", "/api/v1/account", &eda, &own);
    app.app.store.disable_user("eda", 1).expect("disabled");
    assert_eq!(begun.end(), 401);
}
