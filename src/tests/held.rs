//! What is held about a member: who sees it, that it is what an erasure removes, and that each look is written down.

use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::audit::Entry;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use bond::warehouse::mapping::MemberKey;
use serde_json::{Value, json};
use time::macros::date;

use super::exports::files;
use super::{Answer, TestApp};

const PASSWORD: &str = "correct horse 1";

fn show(app: &TestApp, token: &str, path: &str, id: &str, password: &str) -> Answer {
    app.post(&format!("/api/v1/admin/members/{path}"))
        .bearer(token)
        .json(&json!({"id": id, "password": password}))
        .send()
}

fn tables(held: &Value, member: usize) -> Vec<(String, i64)> {
    let tables = held["members"][member]["tables"].as_array().expect("tables").iter();
    tables
        .map(|table| (table["name"].as_str().expect("a name").to_owned(), table["rows"].as_i64().expect("rows")))
        .collect()
}

#[test]
fn an_administrator_sees_every_table_of_a_member_and_each_look_is_written_down() {
    let app = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |_| {});
    let (root, ann) = (app.signed_in("root", ADMIN), app.signed_in("ann", USERS));
    assert_eq!(show(&app, &ann, "show", "A", PASSWORD).status, 403);
    let wrong = show(&app, &root, "show", "A", "a wrong password");
    assert_eq!((wrong.status, wrong.json()["error"].as_str()), (403, Some("not_confirmed")));
    for id in ["", "a\tb", &"x".repeat(65)] {
        assert_eq!(show(&app, &root, "show", id, PASSWORD).status, 400, "{id:?}");
    }
    let held = show(&app, &root, "show", "A", PASSWORD);
    assert_eq!(held.status, 200, "{}", held.text);
    let held = held.json();
    assert_eq!(
        (held["id"].as_str(), held["erased"].as_bool(), held["mentions"].as_array().map(Vec::len)),
        (Some("A"), Some(false), Some(0))
    );
    // As many logins as the file has.
    let of_file = include_str!("fixture/logins.csv").lines().filter(|line| line.starts_with("A,")).count();
    let tables = tables(&held, 0);
    let rows = |name: &str| tables.iter().find(|(of, _)| of == name).map_or(0, |(_, rows)| *rows);
    assert!(of_file > 0 && rows("feed.logins") == of_file as i64, "{tables:?}");
    assert!(rows("feed.members") == 1 && rows("derived.member") == 1 && rows("feed.member_history") == 1, "{tables:?}");
    let logins =
        held["members"][0]["tables"].as_array().expect("tables").iter().find(|table| table["name"] == "feed.logins");
    let logins = logins.expect("logins");
    assert_eq!(logins["values"].as_array().map(Vec::len), Some(of_file));
    assert!(
        logins["columns"].to_string().contains("logged_in_at")
            && logins["firstDay"].as_str().is_some_and(|day| day.len() == 10)
    );

    // Nobody of that id, and no line that says who was looked for.
    let unknown = show(&app, &root, "show", "nobody-4713", PASSWORD);
    assert_eq!((unknown.status, unknown.text.contains("Nothing is held")), (404, true), "{}", unknown.text);
    assert_eq!(show(&app, &root, "show", "nobody-4713", PASSWORD).status, 404);
    let looks: Vec<_> = app
        .app
        .store
        .last_audit_lines(50)
        .expect("read")
        .into_iter()
        .filter(|line| line.event == "member_shown")
        .collect();
    let said: Vec<_> =
        looks.iter().map(|line| (line.actor.as_deref(), line.subject.as_deref(), line.detail.as_deref())).collect();
    let nobody = (Some("root"), None, Some("nothing found"));
    assert_eq!(said, [nobody, nobody, (Some("root"), Some("A"), None)]);
    // The look itself names the member now.
    let again = show(&app, &root, "show", "A", PASSWORD).json();
    assert_eq!(
        (again["mentions"][0]["place"].as_str(), again["mentions"][0]["rows"].as_i64()),
        (Some("audit"), Some(1))
    );

    // The file for whoever asked.
    let file = files(&show(&app, &root, "show/file", "A", PASSWORD));
    let names: Vec<&str> = file.iter().map(|(name, _)| name.as_str()).collect();
    for name in
        ["about.txt", "tables.csv", "feed.logins.csv", "feed.member_history.csv", "mentions.csv", "not-searched.csv"]
    {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let (_, text) = file.iter().find(|(name, _)| name == "feed.logins.csv").expect("there");
    assert_eq!(text.lines().count(), of_file + 1, "{text}");
}

/// Any word is somewhere in a text, and the audit log is for those who may read it.
#[test]
fn a_word_that_is_no_member_is_not_looked_for_and_the_audit_log_is_shown_to_its_readers_only() {
    let app = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |_| {});
    let root = app.signed_in("root", ADMIN);
    let permissions = vec![Permission { module: PermissionModule { code: Module::Data }, editable: true }];
    app.app
        .store
        .add_role(&Role { name: "data".to_owned(), permissions, limits: Limits::default() }, 1)
        .expect("added");
    let dan = app.signed_in("dan", "data");
    let note = json!({"starts": "2025-03-01", "text": "root asked dan about a secret"});
    assert_eq!(app.post("/api/v1/annotations").bearer(&root).json(&note).send().status, 200);
    for word in ["root", "secret", "dan", "127.0.0.1"] {
        let answer = show(&app, &dan, "show", word, PASSWORD);
        assert_eq!((answer.status, answer.text.contains("a secret")), (404, false), "{word}: {}", answer.text);
        assert_eq!(show(&app, &root, "show/file", word, PASSWORD).status, 404, "{word}");
    }

    // The first look is a line of the log that names the member.
    let detail = Some("because A asked for it");
    let line = Entry { at: 7, event: "tried", actor: Some("root"), subject: Some("A"), detail, ..Entry::default() };
    app.app.store.record(&line).expect("written");
    let of_audit = |token: &str| {
        let held = show(&app, token, "show", "A", PASSWORD).json();
        let mentions = held["mentions"].as_array().expect("mentions").clone();
        mentions.into_iter().find(|mention| mention["place"] == "audit").expect("the log names it")
    };
    let shown = of_audit(&dan);
    assert_eq!((&shown["texts"], shown["rows"].as_i64() > Some(0)), (&json!([]), true), "{shown}");
    assert!(of_audit(&root)["texts"].to_string().contains("because A asked for it"));
    let file = files(&show(&app, &dan, "show/file", "A", PASSWORD));
    assert!(file.iter().all(|(_, text)| !text.contains("because A asked for it")), "nor in the file");
}

#[test]
fn a_hashed_id_is_found_by_what_it_was_and_a_limited_role_sees_its_members_only() {
    let app = TestApp::new();
    let root = app.signed_in("root", ADMIN);
    let key = MemberKey(app.app.store.keys().expect("keys").member);
    let hashed = key.hash("ann@members.example").expect("hashed");
    let groups = "type,id,name\nTIER,1,Gold\nTIER,2,Silver\nLOB,1,One\nAUDIENCE,1,All\n";
    let members = format!(
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n{hashed},1,1,1,2024-01-01,Email\nB,2,1,1,2024-01-01,Email\n"
    );
    app.import(&[("user_groups.csv", groups), ("members.csv", &members)]).expect("loaded");
    let held = show(&app, &root, "show", "ann@members.example", PASSWORD);
    assert_eq!((held.status, held.json()["members"][0]["id"].as_str()), (200, Some(hashed.as_str())), "{}", held.text);

    let limits = Limits {
        groups: vec![GroupLimit { grouping: bond::groupings::Grouping::Tier, ids: vec![1] }],
        without_members: false,
    };
    let permissions = vec![Permission { module: PermissionModule { code: Module::Data }, editable: true }];
    app.app.store.add_role(&Role { name: "gold".to_owned(), permissions, limits }, 1).expect("added");
    let gold = app.signed_in("gold", "gold");
    assert_eq!(show(&app, &gold, "show", "ann@members.example", PASSWORD).status, 200);
    let other = show(&app, &gold, "show", "B", PASSWORD);
    let unknown = show(&app, &gold, "show", "Z", PASSWORD);
    assert_eq!((other.status, &other.json()["message"]), (404, &unknown.json()["message"]), "as if it were not there");
}
