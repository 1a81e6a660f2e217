//! The calls and the command about roles, and what a change does to those who are signed in.

use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use crate::command_line::{captured, run};
use crate::{Answer, TestApp};

const ROLES: &str = "/api/v1/admin/roles";

fn may(code: &str, editable: bool) -> Value {
    json!({"module": {"code": code}, "editable": editable})
}

/// The password of everyone that [`TestApp::add_user`] adds.
const PASSWORD: &str = "correct horse 1";

/// Sends a body with the password of the user.
fn send(app: &TestApp, token: &str, method: &str, path: &str, body: &Value) -> Answer {
    let mut body = body.clone();
    body["password"] = json!(PASSWORD);
    app.call(method, path).bearer(token).json(&body).send()
}

fn remove(app: &TestApp, token: &str, name: &str, body: &Value) -> Answer {
    send(app, token, "POST", &format!("{ROLES}/{name}/remove"), body)
}

#[test]
fn administrators_make_change_and_remove_roles() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let gold =
        json!({"name": "gold", "permissions": [may("MEMBERS", false)], "groups": [{"type": "TIER", "ids": [2, 1]}]});
    let added = send(&app, &token, "POST", ROLES, &gold);
    assert_eq!(added.status, 200, "{}", added.text);
    let expected = json!({"name": "gold", "builtIn": false, "permissions": [may("MEMBERS", false)],
        "groups": [{"type": "TIER", "ids": [1, 2]}], "withoutMembers": false, "users": 0, "ssoKeys": 0});
    assert_eq!(added.json(), expected);
    let list = app.get(ROLES).bearer(&token).send().json();
    let names: Vec<&str> =
        list["roles"].as_array().expect("roles").iter().filter_map(|role| role["name"].as_str()).collect();
    assert_eq!(names, ["ROLE_ADMIN", "USERS", "gold"]);

    let taken = send(&app, &token, "POST", ROLES, &json!({"name": "GOLD", "permissions": [may("DATA", false)]}));
    assert_eq!((taken.status, &taken.json()["error"]), (409, &json!("conflict")), "{}", taken.text);
    let wrong = send(&app, &token, "POST", ROLES, &json!({"name": "no no", "permissions": []}));
    assert_eq!((wrong.status, wrong.json()["errors"].as_array().map(Vec::len)), (400, Some(2)), "{}", wrong.text);
    for body in [
        json!({"permissions": [may("KINGS", false)]}),
        json!({"permissions": [may("MEMBERS", false)], "groups": [{"type": "REGION", "ids": [1]}]}),
        json!({"permissions": [may("ADMIN", true)], "groups": [{"type": "TIER", "ids": [1]}]}),
    ] {
        let answer = send(&app, &token, "PUT", &format!("{ROLES}/gold"), &body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.text);
    }
    for (name, status) in [("nobody", 404), (USERS, 409), (ADMIN, 409)] {
        let body = json!({"permissions": [may("DATA", false)]});
        let changed = send(&app, &token, "PUT", &format!("{ROLES}/{name}"), &body);
        assert_eq!(changed.status, status, "{name}: {}", changed.text);
        let removed = remove(&app, &token, name, &json!({}));
        assert_eq!(removed.status, status, "{name}: {}", removed.text);
    }

    app.add_user("bob", "gold");
    let in_use = remove(&app, &token, "Gold", &json!({}));
    assert_eq!(in_use.status, 409, "{}", in_use.text);
    assert!(in_use.json()["message"].as_str().is_some_and(|text| text.contains("1 users")), "{}", in_use.text);
    assert_eq!(remove(&app, &token, "Gold", &json!({"fromUsers": "perhaps"})).status, 400);
    assert_eq!(remove(&app, &token, "Gold", &json!({"fromUsers": true})).status, 204);
    let lines = app.app.store.last_audit_lines(20).expect("read").into_iter();
    let lines: Vec<_> = lines.filter(|line| line.subject.as_deref() == Some("gold")).collect();
    let events: Vec<_> =
        lines.iter().map(|line| (line.event.as_str(), line.actor.as_deref(), line.address.as_deref())).collect();
    let (ann, here) = (Some("ann"), Some("127.0.0.1"));
    assert_eq!(events, [("role_removed", ann, here), ("role_added", ann, here)]);
}

/// A page that somebody left open is not enough to give rights away.
#[test]
fn each_change_of_a_role_asks_for_the_password_of_the_administrator() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let rights = json!({"permissions": [may("MEMBERS", false)]});
    let mut gold = rights.clone();
    gold["name"] = json!("gold");
    assert_eq!(send(&app, &token, "POST", ROLES, &gold).status, 200);
    let before = app.get(ROLES).bearer(&token).send().json();
    let mut silver = rights.clone();
    silver["name"] = json!("silver");
    let calls = [
        ("POST", ROLES.to_owned(), silver),
        ("PUT", format!("{ROLES}/gold"), json!({"permissions": [may("OFFERS", false)]})),
        ("POST", format!("{ROLES}/gold/remove"), json!({"fromUsers": true})),
    ];
    for (method, path, mut body) in calls {
        let without = app.call(method, &path).bearer(&token).json(&body).send();
        assert_eq!(without.status, 400, "{method} {path}: {}", without.text);
        assert!(without.text.contains("password"), "{}", without.text);
        body["password"] = json!("a wrong password");
        let wrong = app.call(method, &path).bearer(&token).json(&body).send();
        assert_eq!((wrong.status, &wrong.json()["error"]), (403, &json!("not_confirmed")), "{method} {path}");
    }
    assert_eq!(app.get(ROLES).bearer(&token).send().json(), before);
    let lines = app.app.store.last_audit_lines(3).expect("read");
    assert!(lines.iter().all(|line| line.event == "password_check_failed"), "{lines:?}");
}

#[test]
fn the_next_request_of_a_signed_in_user_has_what_a_change_gives() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    let body = |code: &str| json!({"permissions": [may(code, false)]});
    let mut gold = body("MEMBERS");
    gold["name"] = json!("gold");
    assert_eq!(send(&app, &admin, "POST", ROLES, &gold).status, 200);
    let bob = app.signed_in("bob", "gold");
    let statuses = || {
        let post = |path: &str| app.post(path).bearer(&bob).json(&json!({})).send().status;
        [post("/api/v1/dashboard/users/userDashboardInfo"), post("/api/v1/offer/dashboard/info")]
    };
    assert_eq!(statuses(), [200, 403]);
    assert_eq!(send(&app, &admin, "PUT", &format!("{ROLES}/gold"), &body("OFFERS")).status, 200);
    assert_eq!(statuses(), [403, 200]);
    let user = app.get("/api/user/current").bearer(&bob).send().json();
    assert_eq!(user["roleList"], json!([{"name": "gold", "permissions": [may("OFFERS", false)]}]));
    assert_eq!(user["modules"], json!(["OFFERS"]));
    assert_eq!(remove(&app, &admin, "gold", &json!({"fromUsers": true})).status, 204);
    assert_eq!(statuses(), [403, 403]);
}

/// The website has no members: a role that is limited to some does not open it, unless it says so.
#[test]
fn what_has_no_members_is_closed_to_limited_roles() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    let mut body = json!({"name": "gold", "permissions": [may("WEBSITE", false), may("EMAILS", false)],
        "groups": [{"type": "TIER", "ids": [1]}]});
    assert_eq!(send(&app, &admin, "POST", ROLES, &body).status, 200);
    let bob = app.signed_in("bob", "gold");
    let closed = ["/api/v1/website/dashboard/info", "/api/v1/trends/W_VISITORS", "/api/v1/emails/dashboard/schedules"];
    let statuses = || closed.map(|path| app.post(path).bearer(&bob).json(&json!({})).send().status);
    assert_eq!(statuses(), [403; 3]);
    let modules = || app.get("/api/user/current").bearer(&bob).send().json()["modules"].clone();
    assert_eq!(modules(), json!(["EMAILS"]));
    body.as_object_mut().expect("a role").remove("name");
    body["withoutMembers"] = json!(true);
    assert_eq!(send(&app, &admin, "PUT", &format!("{ROLES}/gold"), &body).status, 200);
    assert_eq!(statuses(), [200; 3]);
    assert_eq!(modules(), json!(["EMAILS", "WEBSITE"]));
}

#[test]
fn the_command_manages_roles_beside_a_running_server() {
    let app = TestApp::new();
    let data_dir = app.app.data_dir().path().to_owned();
    let bond = |words: &[&str]| {
        let (code, out, error) = captured(&run(&data_dir, words, ""));
        (code, out + &error)
    };
    let (code, out) = bond(&["role", "set", "gold", "--read", "MEMBERS,OFFERS", "--edit", "DATA"]);
    assert_eq!((code, out.trim()), (0, "Added the role gold: DATA (editable), MEMBERS, OFFERS."));
    let (code, out) = bond(&["role", "set", "GOLD", "--read", "MEMBERS", "--group", "TIER=2,1"]);
    assert_eq!((code, out.trim()), (0, "Changed the role gold: MEMBERS; TIER 1, 2."));
    let (_, out) = bond(&["role", "list"]);
    assert!(out.contains("ROLE_ADMIN") && out.contains("USERS") && out.contains("MEMBERS; TIER 1, 2"), "{out}");
    let (_, out) = bond(&["role", "show", "gold"]);
    assert!(out.contains("only members in TIER 1, 2") && out.contains("0 users"), "{out}");
    app.add_user("bob", "gold");
    let (code, out) = bond(&["role", "delete", "gold"]);
    assert!(code == 2 && out.contains("--from-users"), "{code} {out}");
    assert_eq!(bond(&["role", "delete", "gold", "--from-users"]).0, 0);
    for words in [&["role", "show", "gold"][..], &["role", "set", USERS, "--read", "DATA"], &["role", "set", "a"]] {
        assert_eq!(bond(words).0, 2, "{words:?}");
    }
}
