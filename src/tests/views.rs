//! Saved views over HTTP: private or shared with whoever may see their screens, and one that opens after signing in.

use bond::modules::Module;
use bond::scope::Limits;
use bond::store::roles::{Permission, PermissionModule, Role};
use serde_json::{Value, json};

use crate::TestApp;

const VIEWS: &str = "/api/v1/views";
/// Filters that choose nothing, as they are saved: with the reading of groups that they have.
const ALL: &str = r#"{"groupsAsOf":"WINDOW"}"#;

fn signed_in(app: &TestApp, name: &str, permissions: &[(Module, bool)]) -> String {
    let permission = |(code, editable): &(Module, bool)| Permission {
        module: PermissionModule { code: *code },
        editable: *editable,
    };
    let permissions = permissions.iter().map(permission).collect();
    let role = Role { name: format!("{name}s"), permissions, limits: Limits::default() };
    app.app.store.add_role(&role, 1).expect("added");
    app.signed_in(name, &role.name)
}

fn view(name: &str, more: Value) -> Value {
    let mut body = json!({"name": name, "screen": "user-dashboard/logins-breakdown"});
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn save(app: &TestApp, token: &str, body: &Value) -> (u16, Value) {
    let answer = app.post(VIEWS).bearer(token).json(body).send();
    (answer.status, answer.json())
}

fn names(app: &TestApp, token: &str) -> Vec<String> {
    let list = app.get(VIEWS).bearer(token).send().json();
    let views = list["views"].as_array().unwrap_or_else(|| panic!("views: {list}"));
    views.iter().map(|view| view["name"].as_str().expect("a name").to_owned()).collect()
}

fn call(app: &TestApp, token: &str, method: &str, id: &Value, rest: &str) -> u16 {
    app.call(method, &format!("{VIEWS}/{id}{rest}")).bearer(token).send().status
}

fn first(app: &TestApp, token: &str) -> Value {
    app.get("/api/user/current").bearer(token).send().json()["firstView"].clone()
}

#[test]
fn what_is_wrong_with_a_view_is_said_by_field() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true)]);
    for (body, expected) in [
        (view(" ", json!({})), "name: expected 1 to 100"),
        (view("x", json!({"screen": "admin"})), "screen: expected the route"),
        (view("x", json!({"screen": "user-dashboard?filters={}"})), "screen: expected the route"),
        (view("x", json!({"filters": "[]"})), "filters: expected a filter as JSON text"),
        (
            view("x", json!({"filters": "{\"period\": \"SOON\"}"})),
            "filters: expected a filter as JSON text: period: unknown variant",
        ),
        (view("x", json!({"filters": format!("{{\"a\": \"{}\"}}", "x".repeat(8000))})), "filters: expected at most"),
        (view("x", json!({"blocks": "x".repeat(4001)})), "blocks: expected at most"),
        (view("x", json!({"blocks": "a\nb"})), "blocks: expected at most"),
        (view("x", json!({"other": 1})), "other: unknown field"),
    ] {
        let (status, answer) = save(&app, &editor, &body);
        let said = answer["message"].as_str().expect("text");
        assert_eq!((status, said.starts_with(expected)), (400, true), "{body}: {said}");
    }
    let (status, answer) = save(&app, &editor, &view("x", json!({"screen": "offers-dashboard"})));
    assert_eq!((status, answer["message"].as_str().expect("text").contains("OFFERS")), (403, true));
    assert!(names(&app, &editor).is_empty());
}

#[test]
fn views_are_saved_changed_shared_and_removed() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true)]);
    let reader = signed_in(&app, "reader", &[(Module::Members, false)]);
    let other = signed_in(&app, "other", &[(Module::Offers, true)]);
    let filters = r#"{"period":"LAST_30DAYS","userGroupTiers":[2],"userGroupsTiersAll":false,"groupsAsOf":"NOW"}"#;
    let (status, mine) = save(&app, &reader, &view(" Gold ", json!({"filters": filters, "blocks": "LOGINS.quarters"})));
    let expected = json!({
        "id": mine["id"], "name": "Gold", "screen": "user-dashboard/logins-breakdown", "filters": filters,
        "blocks": "LOGINS.quarters", "shared": false, "login": "reader", "isOwn": true, "isFirst": false,
    });
    assert_eq!((status, &mine), (200, &expected));
    assert_eq!((names(&app, &reader), names(&app, &editor)), (vec!["Gold".to_owned()], vec![]));
    // Sharing needs a role that may change the module of the screen.
    let (status, refused) = save(&app, &reader, &view("Gold", json!({"shared": true})));
    assert_eq!((status, refused["message"].as_str().expect("text").contains("MEMBERS")), (403, true));
    let ours = save(&app, &editor, &view("Ours", json!({"shared": true}))).1;
    assert_eq!(names(&app, &reader), ["Gold", "Ours"]);
    let seen = app.get(VIEWS).bearer(&reader).send().json()["views"][1].clone();
    assert_eq!((&seen["login"], &seen["isOwn"]), (&json!("editor"), &json!(false)));
    assert!(names(&app, &other).is_empty(), "the screen is not open to it");

    let change = |token: &str, id: &Value, body: &Value| {
        let answer = app.call("PUT", &format!("{VIEWS}/{id}")).bearer(token).json(body).send();
        (answer.status, answer.json())
    };
    assert_eq!(change(&reader, &ours["id"], &view("Mine", json!({}))).0, 404, "it is another's");
    let (status, renamed) = change(&reader, &mine["id"], &view("Silver", json!({"screen": "user-dashboard"})));
    assert_eq!((status, &renamed["name"], &renamed["filters"]), (200, &json!("Silver"), &json!(ALL)));
    assert_eq!(names(&app, &reader), ["Ours", "Silver"]);

    for token in [&reader, &other] {
        assert_eq!(call(&app, token, "DELETE", &ours["id"], ""), 404, "it may not change the module");
    }
    assert_eq!(call(&app, &editor, "DELETE", &mine["id"], ""), 404, "it is private");
    // Whoever may change the module removes what others share.
    let second = signed_in(&app, "second", &[(Module::Members, true)]);
    assert_eq!(
        (call(&app, &second, "DELETE", &ours["id"], ""), call(&app, &reader, "DELETE", &mine["id"], "")),
        (204, 204)
    );
    assert!(names(&app, &editor).is_empty() && names(&app, &reader).is_empty());
    // Only what others see is in the audit log.
    let lines = app.app.store.audit_lines(&Default::default(), 0, 100).expect("read");
    let lines: Vec<_> = lines
        .iter()
        .filter(|line| line.event.starts_with("view_"))
        .map(|line| (line.event.as_str(), line.actor.as_deref(), line.subject.as_deref(), line.detail.as_deref()))
        .collect();
    let (screen, subject) = (Some("user-dashboard/logins-breakdown"), Some("Ours"));
    assert_eq!(
        lines,
        [("view_removed", Some("second"), subject, screen), ("view_saved", Some("editor"), subject, screen)]
    );
}

#[test]
fn one_view_opens_after_signing_in_while_its_screen_is_open() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true), (Module::Offers, true)]);
    let reader = signed_in(&app, "reader", &[(Module::Members, false)]);
    let ours = save(&app, &editor, &view("Ours", json!({"shared": true, "blocks": "LOGINS.quarters"}))).1;
    let offers = save(&app, &editor, &view("Offers", json!({"shared": true, "screen": "offers-dashboard"}))).1;
    assert_eq!(first(&app, &reader), json!(null));
    assert_eq!(call(&app, &reader, "PUT", &offers["id"], "/first"), 404, "its screen is closed");
    assert_eq!(call(&app, &reader, "PUT", &ours["id"], "/first"), 204);
    let opened = json!({
        "id": ours["id"], "screen": "user-dashboard/logins-breakdown", "filters": ALL, "blocks": "LOGINS.quarters",
    });
    assert_eq!((first(&app, &reader), first(&app, &editor)), (opened.clone(), json!(null)));
    assert_eq!(app.get(VIEWS).bearer(&reader).send().json()["views"][0]["isFirst"], json!(true));
    // Signing in says so, too.
    let password = app.add_user("newcomer", "readers");
    let token = app.login("newcomer", password).json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(call(&app, &token, "PUT", &ours["id"], "/first"), 204);
    assert_eq!(app.login("newcomer", password).json()["user"]["firstView"], opened);
    assert_eq!(call(&app, &editor, "DELETE", &ours["id"], "/first"), 404, "it is not the editor's first");
    // Taking it back from others takes it from their start, too.
    let private = view("Ours", json!({"shared": false}));
    assert_eq!(app.call("PUT", &format!("{VIEWS}/{}", ours["id"])).bearer(&editor).json(&private).send().status, 200);
    assert_eq!(first(&app, &reader), json!(null));
    assert_eq!(
        (call(&app, &editor, "PUT", &offers["id"], "/first"), first(&app, &editor)["id"] == offers["id"]),
        (204, true)
    );
    assert_eq!((call(&app, &editor, "DELETE", &offers["id"], "/first"), first(&app, &editor)), (204, json!(null)));
}

#[test]
fn api_tokens_read_no_views() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true)]);
    let made = app.post("/api/v1/account/tokens").bearer(&editor).json(&json!({"name": "x", "days": 1})).send();
    let secret = made.json()["secret"].as_str().expect("a secret").to_owned();
    assert_eq!(app.get(VIEWS).bearer(&secret).send().status, 403);
}
