//! Annotations over HTTP: private or shared with whoever may see their figure, and the days that loads corrected.

use bond::modules::Module;
use bond::scope::Limits;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role};
use serde_json::{Value, json};

use crate::TestApp;
use crate::exports::{files, text_of_pdf};
use crate::languages::texts_of_workbook;
use crate::loads::{ended, upload};

const ANNOTATIONS: &str = "/api/v1/annotations";

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

fn said(text: &str, more: Value) -> Value {
    let mut body = json!({"starts": "2026-02-12", "text": text});
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn save(app: &TestApp, token: &str, body: &Value) -> (u16, Value) {
    let answer = app.post(ANNOTATIONS).bearer(token).json(body).send();
    (answer.status, answer.json())
}

fn list(app: &TestApp, token: &str) -> Value {
    let answer = app.get(ANNOTATIONS).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn texts(app: &TestApp, token: &str) -> Vec<String> {
    let list = list(app, token);
    let all = list["annotations"].as_array().expect("annotations").iter();
    all.map(|one| one["text"].as_str().expect("a text").to_owned()).collect()
}

fn remove(app: &TestApp, token: &str, id: &Value) -> u16 {
    app.call("DELETE", &format!("{ANNOTATIONS}/{id}")).bearer(token).send().status
}

#[test]
fn what_is_wrong_with_an_annotation_is_said_by_field() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true)]);
    for (body, expected) in [
        (said(" ", json!({})), "text: expected 1 to 200"),
        (said("x", json!({"starts": "soon"})), "starts: "),
        (said("x", json!({"ends": "2026-02-30"})), "ends: "),
        (said("x", json!({"ends": "2026-02-11"})), "ends: expected 2026-02-12 or a later day"),
        (said("x", json!({"metric": "logins.none"})), "metric: there is no figure"),
        (said("x", json!({"other": 1})), "other: unknown field"),
    ] {
        let (status, answer) = save(&app, &editor, &body);
        let message = answer["message"].as_str().expect("text");
        assert_eq!((status, message.starts_with(expected)), (400, true), "{body}: {message}");
    }
    let (status, answer) = save(&app, &editor, &said("x", json!({"metric": "article.views"})));
    assert_eq!((status, answer["message"].as_str().expect("text").contains("CONTENT")), (403, true));
    // What is of all charts is shared by whoever may change the Program Monitor.
    let (status, answer) = save(&app, &editor, &said("x", json!({"shared": true})));
    assert_eq!((status, answer["message"].as_str().expect("text").contains("MONITOR")), (403, true));
    assert!(texts(&app, &editor).is_empty());
}

#[test]
fn annotations_are_saved_shared_and_removed() {
    let app = TestApp::new();
    let editor = signed_in(&app, "editor", &[(Module::Members, true), (Module::Monitor, true)]);
    let reader = signed_in(&app, "reader", &[(Module::Members, false)]);
    let other = signed_in(&app, "other", &[(Module::Offers, true)]);
    let logins = json!({"metric": "logins.totalLogins", "ends": "2026-02-14"});
    let (status, mine) = save(&app, &reader, &said(" A sale ", logins));
    let expected = json!({
        "id": mine["id"], "starts": "2026-02-12", "ends": "2026-02-14", "text": "A sale",
        "metric": "logins.totalLogins", "shared": false, "login": "reader", "isOwn": true,
    });
    assert_eq!((status, &mine), (200, &expected));
    let shared = json!({"metric": "logins.totalLogins", "shared": true});
    let (status, refused) = save(&app, &reader, &said("Ours", shared.clone()));
    assert_eq!((status, refused["message"].as_str().expect("text").contains("MEMBERS")), (403, true));
    let ours = save(&app, &editor, &said("Ours", shared)).1;
    let everywhere = save(&app, &editor, &said("Holidays", json!({"starts": "2025-12-24", "shared": true}))).1;
    assert_eq!((&everywhere["ends"], &everywhere["metric"]), (&json!("2025-12-24"), &json!(null)));
    // In order of days.
    assert_eq!(texts(&app, &reader), ["Holidays", "Ours", "A sale"]);
    assert_eq!(texts(&app, &editor), ["Holidays", "Ours"]);
    assert_eq!(texts(&app, &other), ["Holidays"], "the figure of the other is not open to it");
    assert_eq!(remove(&app, &other, &ours["id"]), 404);
    assert_eq!(remove(&app, &reader, &ours["id"]), 404, "it may not change the module");
    assert_eq!(remove(&app, &editor, &mine["id"]), 404, "it is private");
    let second = signed_in(&app, "second", &[(Module::Members, true)]);
    assert_eq!(remove(&app, &second, &everywhere["id"]), 404, "it may not change the Program Monitor");
    assert_eq!((remove(&app, &second, &ours["id"]), remove(&app, &editor, &everywhere["id"])), (204, 204));
    assert_eq!(remove(&app, &reader, &mine["id"]), 204);
    assert!(texts(&app, &editor).is_empty() && texts(&app, &reader).is_empty());
    let lines = app.app.store.audit_lines(&Default::default(), 0, 100).expect("read");
    let count = |event: &str| lines.iter().filter(|line| line.event == event).count();
    assert_eq!((count("annotation_saved"), count("annotation_removed")), (2, 2), "of shared ones alone");
    assert!(lines.iter().all(|line| line.subject.as_deref() != Some("A sale")));
}

const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,A\n1,AUDIENCE,All\n";
const MEMBER: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nT1,1,1,1,2025-12-01,Email\n";
const LOGINS: &str = "member_id,logged_in_at\nT1,2026-02-12 10:00:00\nT1,2026-02-14 10:00:00\n";
const CORRECTED: &str = "member_id,logged_in_at\nT1,2026-02-12 11:00:00\nT1,2026-02-14 11:00:00\n";

/// Loads files, and returns the number of the load.
fn load(app: &TestApp, admin: &str, files: &[(&str, &str)]) -> Value {
    let done = ended(app, admin, &upload(app, admin, &[], files));
    assert_eq!(done["load"]["state"], "published", "{done}");
    done["load"]["id"].clone()
}

#[test]
fn loads_that_corrected_the_past_are_marked_at_their_figures() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    load(&app, &admin, &[("user_groups.csv", GROUPS), ("members.csv", MEMBER), ("logins.csv", LOGINS)]);
    assert_eq!(list(&app, &admin)["corrections"], json!([]), "nothing was there before");
    let id = load(&app, &admin, &[("logins.csv", CORRECTED)]);
    let corrections = list(&app, &admin)["corrections"].clone();
    let first = &corrections[0];
    assert_eq!(
        (&first["load"], &first["isUndo"], &first["starts"], &first["ends"]),
        (&id, &json!(false), &json!("2026-02-12"), &json!("2026-02-14")),
        "{corrections}"
    );
    let metrics = first["metrics"].as_array().expect("metrics");
    assert!(metrics.contains(&json!("logins.totalLogins")) && !metrics.contains(&json!("article.views")), "{first}");
    // Of figures that are closed nothing is said.
    let other = signed_in(&app, "other", &[(Module::Content, false)]);
    let seen = list(&app, &other)["corrections"].clone();
    assert!(!seen.to_string().contains("logins."), "{seen}");
}

#[test]
fn files_have_what_their_reader_sees_at_their_days_and_figures() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    load(&app, &admin, &[("user_groups.csv", GROUPS), ("members.csv", MEMBER), ("logins.csv", LOGINS)]);
    let correction = load(&app, &admin, &[("logins.csv", CORRECTED)]);
    let editor =
        signed_in(&app, "editor", &[(Module::Members, true), (Module::Monitor, true), (Module::Content, true)]);
    let reader = signed_in(&app, "reader", &[(Module::Members, false), (Module::Export, false)]);
    let sale = json!({"ends": "2026-02-14", "metric": "logins.totalLogins", "shared": true});
    for (token, text, more) in [
        (&editor, "Spring sale", sale),
        (&editor, "Secret", json!({})),
        (&editor, "Long ago", json!({"starts": "2025-12-24", "shared": true})),
        (&editor, "Another figure", json!({"metric": "article.views", "shared": true})),
        (&reader, "My own", json!({"starts": "2026-02-13"})),
    ] {
        assert_eq!(save(&app, token, &said(text, more)).0, 200, "{text}");
    }
    let body = json!({
        "startDate": "2026-02-01", "endDate": "2026-02-28", "screen": "api/v1/dashboard/users/logins",
    });
    let take = |kind: &str, language: &str| {
        let call = app.post(&format!("/api/v1/export/{kind}")).bearer(&reader).header("accept-language", language);
        let mut body = body.clone();
        if kind == "dossier" {
            body["extent"] = json!("screen");
        }
        let answer = call.json(&body).send();
        assert_eq!(answer.status, 200, "{kind}: {}", answer.text);
        answer
    };
    let about = |language: &str| files(&take("zip", language)).swap_remove(0).1;
    let page = take("dossier", "en").text;
    let pdf = text_of_pdf(&take("pdf", "en")).split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [about("en"), texts_of_workbook(&take("xlsx", "en")), page, pdf] {
        for said in [
            "2026-02-12 to 2026-02-14: Spring sale (Total Logins, editor)".to_owned(),
            "2026-02-13: My own (reader)".to_owned(),
            format!("2026-02-12 to 2026-02-14: load {correction} corrected these days"),
        ] {
            assert!(text.contains(&said), "no {said:?} in {text}");
        }
        for hidden in ["Secret", "Long ago", "Another figure"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    }
    let german = about("de");
    assert!(german.contains("Anmerkung") && german.contains("korrigierte diese Tage"), "{german}");
}
