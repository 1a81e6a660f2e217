//! The method of the score over HTTP: drafts, what they would change, who approves them, and what a new version leaves
//! as it was.

use bond::modules::Module;
use bond::scope::Limits;
use bond::screens::receipts::{Outcome, verified};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};

use crate::planner::program;
use crate::{Answer, TestApp, wait};

const METHOD: &str = "/api/v1/admin/score-method";
const SCORE: &str = "/api/v1/bond/score";
const PASSWORD: &str = "correct horse 1";

fn list(app: &TestApp, token: &str) -> Value {
    let answer = app.get(METHOD).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn call(app: &TestApp, token: &str, method: &str, rest: &str, body: &Value) -> Answer {
    app.call(method, &format!("{METHOD}/{rest}")).bearer(token).json(body).send()
}

fn post(app: &TestApp, token: &str, path: &str, body: &Value) -> Value {
    let answer = app.post(path).bearer(token).json(body).send();
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text);
    answer.json()
}

/// Active Rate from 0 to 60 % with weight 60, Engagement Rate from 0 to 40 % with weight 40, and nothing else.
fn habits(app: &TestApp, token: &str) -> Value {
    let list = list(app, token);
    let built_in = list["versions"].as_array().expect("versions").last().expect("one");
    assert_eq!((&built_in["name"], &built_in["published"]), (&json!("bond-1"), &json!(null)));
    let mut numbers = built_in["numbers"].clone();
    for part in numbers["parts"].as_array_mut().expect("parts") {
        let (target, weight) = match part["part"].as_str().expect("a part") {
            "programActiveRate" => (60.0, 60),
            "engagementRate" => (40.0, 40),
            _ => (part["target"].as_f64().expect("a target"), 0),
        };
        part["target"] = json!(target);
        part["weight"] = json!(weight);
    }
    numbers
}

fn save(app: &TestApp, token: &str, numbers: &Value) -> i64 {
    let revision = list(app, token)["draft"]["revision"].clone();
    let answer = call(app, token, "PUT", "draft", &json!({"revision": revision, "numbers": numbers}));
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json()["draft"]["numbers"], *numbers);
    answer.json()["draft"]["revision"].as_i64().expect("a revision")
}

/// Where there is one administrator.
fn published(app: &TestApp, token: &str, name: &str, numbers: &Value) -> Value {
    let revision = save(app, token, numbers);
    let body = json!({"revision": revision, "name": name, "reason": "Habits only.", "password": PASSWORD});
    let answer = call(app, token, "POST", "publish", &body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn tier(id: i64) -> Value {
    json!({"userGroupTiers": [id], "userGroupsTiersAll": false})
}

/// Of 200 members 60 have two qualifying sessions or more and 20 have three: 30 % of 60 is half of the points, and 10 %
/// of 40 a quarter. In Gold it is 20 % and nobody, in Silver 40 % and 20 %.
#[test]
fn the_effect_of_a_draft_is_what_the_score_is_once_it_is_published() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", ADMIN);
    let before = post(&app, &token, SCORE, &json!({}));
    assert_eq!((&before["programActiveRate"], &before["engagementRate"]), (&json!(30.0), &json!(10.0)));
    let numbers = habits(&app, &token);
    let effect = post(&app, &token, &format!("{METHOD}/effect"), &numbers);
    assert_eq!((&effect["asOf"], &effect["method"]), (&json!("2026-03-14"), &json!("bond-1")));
    assert_eq!((&effect["published"], &effect["drafted"]), (&before["score"], &json!(40.0)));
    assert_eq!(effect["missing"], json!(null));

    let part = |key: &str| {
        let parts = effect["parts"].as_array().expect("parts");
        parts.iter().find(|part| part["part"] == key).expect("a part").clone()
    };
    let active = part("programActiveRate");
    // (45 · 1/2 + 40 · 1/4) / 85 and (75 · 1/2 + 40 · 1/4) / 115; without it a quarter.
    assert_eq!((&active["less"], &active["more"], &active["without"]), (&json!(38.2), &json!(41.3), &json!(25.0)));
    assert_eq!((&active["draftedPoints"], &active["possiblePoints"]), (&json!(30.0), &json!(60.0)));
    let engaged = part("engagementRate");
    assert_eq!((&engaged["less"], &engaged["more"], &engaged["without"]), (&json!(41.7), &json!(38.6), &json!(50.0)));
    let csat = part("csat");
    assert_eq!(
        (&csat["state"], &csat["without"], &csat["draftedPoints"]),
        (&json!("leftOut"), &json!(null), &json!(null))
    );

    let months = effect["months"].as_array().expect("months");
    assert_eq!(months.len(), 24);
    assert_eq!((&months[0]["day"], &months[23]["day"]), (&json!("2024-03-31"), &json!("2026-02-28")));
    // Logins begin in November: 90 days are there at the end of January.
    let scored: Vec<&Value> = months.iter().filter(|month| !month["drafted"].is_null()).collect();
    assert_eq!(scored.len(), 2, "{months:?}");
    for month in months {
        let then = post(&app, &token, SCORE, &json!({"startDate": "2024-01-01", "endDate": month["day"]}));
        assert_eq!(month["published"], then["score"], "{month}");
    }

    let groups = effect["groups"].as_array().expect("groups");
    assert_eq!(groups.len(), 7, "two tiers, four lines of business, one audience");
    let by = |group: &Value| group["difference"].as_f64().map(f64::abs);
    assert!(groups.windows(2).all(|pair| by(&pair[0]) >= by(&pair[1])), "the biggest movers first: {groups:?}");
    let group = |grouping: &str, id: i64| {
        groups.iter().find(|group| group["grouping"] == grouping && group["id"] == id).expect("a group")
    };
    let (gold, silver) = (group("TIER", 1), group("TIER", 2));
    assert_eq!((&gold["name"], &gold["drafted"]), (&json!("Gold"), &json!(20.0)));
    assert_eq!((&silver["name"], &silver["drafted"]), (&json!("Silver"), &json!(60.0)));
    assert_eq!(gold["published"], post(&app, &token, SCORE, &tier(1))["score"]);
    let difference = silver["drafted"].as_f64().zip(silver["published"].as_f64()).map(|(now, then)| now - then);
    assert!((silver["difference"].as_f64().expect("scores") - difference.expect("scores")).abs() < 1e-9);
    let nobody = group("LOB", 4);
    assert_eq!((&nobody["published"], &nobody["difference"]), (&json!(null), &json!(null)), "nobody there logs in");

    // So far, nothing has changed for anybody.
    assert_eq!(post(&app, &token, SCORE, &json!({})), before);
    published(&app, &token, "habits", &numbers);
    let after = post(&app, &token, SCORE, &json!({}));
    assert_eq!((&after["score"], &after["explain"]["method"]), (&json!(40.0), &json!("habits")));
    assert_eq!((&after["csat"], &after["explain"]["coverage"]), (&json!(null), &json!(1.0)));
    assert_eq!(post(&app, &token, SCORE, &tier(1))["score"], json!(20.0));
    for month in months {
        let then = post(&app, &token, SCORE, &json!({"startDate": "2024-01-01", "endDate": month["day"]}));
        assert_eq!(month["drafted"], then["score"], "{month}");
    }
    // What moved it is by one method on both sides, and adds up.
    let explained = post(&app, &token, "/api/v1/explain/score", &json!({}));
    assert_eq!((&explained["now"], &explained["before"]), (&after["score"], &after["scoreLastMonth"]));
    let causes = explained["tree"]["causes"].as_array().expect("causes");
    let sum: f64 = causes.iter().filter_map(|cause| cause["effect"].as_f64()).sum();
    assert!((sum - after["explain"]["mom"].as_f64().expect("a move")).abs() < 1e-9, "{explained}");
    assert!(
        causes
            .iter()
            .all(|cause| ["programActiveRate", "engagementRate"].contains(&cause["key"].as_str().unwrap_or_default()))
    );
    // The planner plans by it: another 1 % of the Active Rate is two members and one point.
    let plan = post(&app, &token, "/api/v1/planner", &json!({"target": {"value": 41.0}}));
    assert_eq!((&plan["method"], &plan["score"]), (&json!("habits"), &json!(40.0)));
    let parts = plan["parts"].as_array().expect("parts");
    let active = parts.iter().find(|part| part["key"] == "programActiveRate").expect("a part");
    assert_eq!((&active["needed"]["more"], &active["target"]), (&json!(2), &json!(60.0)));
}

#[test]
fn a_second_administrator_approves_what_the_first_proposes() {
    let (app, _) = program(|_| {});
    let (ann, bob) = (app.signed_in("ann", ADMIN), app.signed_in("bob", ADMIN));
    let numbers = habits(&app, &ann);
    assert_eq!(list(&app, &ann)["needsApproval"], json!(true));
    let revision = save(&app, &ann, &numbers);
    let propose = |token: &str, revision: i64, password: &str| {
        let body = json!({"revision": revision, "name": "habits", "reason": "Habits only.", "password": password});
        call(&app, token, "POST", "publish", &body)
    };
    let approve = |token: &str, revision: i64, password: &str| {
        call(&app, token, "POST", "approve", &json!({"revision": revision, "password": password}))
    };
    assert_eq!(propose(&ann, revision, "wrong").status, 403);
    assert_eq!(approve(&bob, revision, PASSWORD).status, 409, "nothing is proposed");
    let proposed = propose(&ann, revision, PASSWORD).json();
    let proposal = &proposed["draft"]["proposal"];
    assert_eq!((&proposal["name"], &proposal["canApprove"]), (&json!("habits"), &json!(false)));
    assert_eq!(list(&app, &bob)["draft"]["proposal"]["canApprove"], json!(true));
    let own = approve(&ann, revision, PASSWORD);
    assert!(own.status == 409 && own.text.contains("another administrator"), "{}", own.text);
    assert_eq!(approve(&bob, revision, "wrong").status, 403);
    assert_eq!(post(&app, &ann, SCORE, &json!({}))["explain"]["method"], json!("bond-1"), "it waits");

    // Whoever changes it takes the proposal back, and nobody approves what has changed since.
    let changed = save(&app, &ann, &numbers);
    assert_eq!(list(&app, &bob)["draft"]["proposal"], json!(null));
    let stale = approve(&bob, revision, PASSWORD);
    assert!(stale.status == 409 && stale.text.contains("meanwhile"), "{}", stale.text);
    let lost = call(&app, &bob, "PUT", "draft", &json!({"revision": revision, "numbers": numbers}));
    assert_eq!(lost.status, 409, "{}", lost.text);
    assert_eq!(propose(&ann, changed, PASSWORD).status, 200);
    let approved = approve(&bob, changed, PASSWORD);
    assert_eq!(approved.status, 200, "{}", approved.text);
    let version = &approved.json()["versions"][0];
    assert_eq!((&version["name"], &version["numbers"]), (&json!("habits"), &numbers));
    let published = &version["published"];
    assert_eq!((&published["draftedBy"], &published["approvedBy"]), (&json!("ann"), &json!("bob")));
    assert_eq!((&published["reason"], &approved.json()["draft"]), (&json!("Habits only."), &json!(null)));
    assert_eq!(post(&app, &ann, SCORE, &json!({}))["explain"]["method"], json!("habits"));

    // The name is taken, in any case.
    let revision = save(&app, &ann, &numbers);
    let body = json!({"revision": revision, "name": "HABITS", "reason": "Again.", "password": PASSWORD});
    let taken = call(&app, &ann, "POST", "publish", &body);
    assert_eq!(taken.status, 400, "{}", taken.text);
    assert!(taken.json()["errors"][0].as_str().is_some_and(|text| text.starts_with("name: ")), "{}", taken.text);
    assert_eq!(call(&app, &bob, "DELETE", "draft", &json!(null)).status, 204);
    assert_eq!(call(&app, &bob, "DELETE", "draft", &json!(null)).status, 404);
    assert_eq!(list(&app, &ann)["draft"], json!(null));

    let lines = app.app.store.last_audit_lines(30).expect("read");
    let of_method: Vec<(&str, Option<&str>, Option<&str>)> = lines
        .iter()
        .filter(|line| line.event.starts_with("score_method"))
        .map(|line| (line.event.as_str(), line.actor.as_deref(), line.subject.as_deref()))
        .collect();
    let (ann, bob, habits) = (Some("ann"), Some("bob"), Some("habits"));
    assert_eq!(
        of_method,
        [
            ("score_method_withdrawn", bob, None),
            ("score_method_drafted", ann, None),
            ("score_method_published", bob, habits),
            ("score_method_proposed", ann, habits),
            ("score_method_drafted", ann, None),
            ("score_method_proposed", ann, habits),
            ("score_method_drafted", ann, None),
        ]
    );
}

#[test]
fn the_only_administrator_publishes_with_a_password() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", ADMIN);
    // Another user is no administrator, and one who is disabled cannot approve.
    app.add_user("una", USERS);
    app.add_user("dan", ADMIN);
    assert_eq!(list(&app, &token)["needsApproval"], json!(true));
    app.app.store.disable_user("dan", app.app.clock.now()).expect("disabled");
    assert_eq!(list(&app, &token)["needsApproval"], json!(false));
    let numbers = habits(&app, &token);
    let revision = save(&app, &token, &numbers);
    let body =
        |password: &str| json!({"revision": revision, "name": "habits", "reason": "Ours.", "password": password});
    assert_eq!(call(&app, &token, "POST", "publish", &body("wrong")).status, 403);
    assert_eq!(list(&app, &token)["versions"].as_array().map(Vec::len), Some(1));
    let answer = call(&app, &token, "POST", "publish", &body(PASSWORD));
    assert_eq!(answer.json()["versions"][0]["name"], json!("habits"), "{}", answer.text);
}

#[test]
fn every_fault_names_its_field() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", ADMIN);
    let numbers = habits(&app, &token);
    let fault = |answer: Answer| {
        assert_eq!(answer.status, 400, "{}", answer.text);
        answer.json()["errors"][0].as_str().expect("an error").to_owned()
    };
    for (path, value, named) in [
        ("/parts/0/floor", json!(60.0), "parts[0].target: expected more than the floor"),
        ("/parts/0/target", json!(101.0), "parts[0].target: expected a number from 0 to 100"),
        ("/parts/2/weight", json!(101), "parts[2].weight: expected a number from 0 to 100"),
        ("/parts/2/least", json!(0), "parts[2].least: expected a number from 1 to 1000000"),
        ("/parts/2/part", json!("csat"), "parts: expected each part once"),
        ("/parts/2/weight", json!(-1), "parts[2].weight"),
        ("/leastCoverage", json!(10), "leastCoverage: expected a number from 50 to 100"),
    ] {
        let mut wrong = numbers.clone();
        *wrong.pointer_mut(path).expect("a field") = value;
        let effect = fault(call(&app, &token, "POST", "effect", &wrong));
        assert!(effect.starts_with(named), "{effect}");
        let saved = fault(call(&app, &token, "PUT", "draft", &json!({"numbers": wrong})));
        assert!(saved.starts_with(&format!("numbers.{named}")), "{saved}");
    }
    let revision = save(&app, &token, &numbers);
    let long = "x".repeat(501);
    for (name, reason, named) in [
        ("two words", "Why.", "name: expected 1 to 64"),
        ("Bond-2", "Why.", "name: names that begin with bond-"),
        ("ours", " ", "reason: expected 1 to 500"),
        ("ours", long.as_str(), "reason: expected 1 to 500"),
    ] {
        let body = json!({"revision": revision, "name": name, "reason": reason, "password": PASSWORD});
        let found = fault(call(&app, &token, "POST", "publish", &body));
        assert!(found.starts_with(named), "{found}");
    }
}

/// A receipt is computed again by the method that it was issued by, whichever is published now.
#[test]
fn receipts_stay_right_when_the_method_changes() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", ADMIN);
    let receipt = || post(&app, &token, "/api/v1/receipts/score", &json!({}));
    let check = |receipt: &Value| {
        let receipt = verified(receipt.to_string().as_bytes(), None).expect("signed");
        wait(app.app.check_receipt(&receipt)).expect("an answer")
    };
    let first = receipt();
    assert_eq!((&first["score"]["method"], check(&first).outcome), (&json!("bond-1"), Outcome::Equal));
    assert_eq!(first["definition"]["formula"].get("leastCoverage"), None);
    let mut numbers = habits(&app, &token);
    published(&app, &token, "habits", &numbers);
    let second = receipt();
    let of = |receipt: &Value| (receipt["score"]["method"].clone(), receipt["score"]["score"].clone());
    assert_eq!(of(&second), (json!("habits"), json!(40.0)));
    assert_ne!(first["definition"]["sha256"], second["definition"]["sha256"]);
    let parts = second["score"]["parts"].as_array().expect("parts");
    let csat = parts.iter().find(|part| part["key"] == "csat").expect("a part");
    assert_eq!((&csat["state"], &csat["weight"]), (&json!("leftOut"), &json!(0)));
    numbers["leastCoverage"] = json!(90);
    published(&app, &token, "more-of-it", &numbers);
    let third = receipt();
    assert_eq!(third["definition"]["formula"]["leastCoverage"], json!(90));
    for receipt in [&first, &second, &third] {
        let finding = check(receipt);
        assert_eq!(finding.outcome, Outcome::Equal, "{:?} {:?}", receipt["score"], finding.lines);
    }
    assert_eq!(list(&app, &token)["versions"].as_array().map(Vec::len), Some(3));
}

#[test]
fn who_may_only_read_the_administration_changes_nothing() {
    let (app, _) = program(|_| {});
    let admin = app.signed_in("ann", ADMIN);
    let role = |name: &str, modules: &[Module]| {
        let permission = |module: &Module| Permission { module: PermissionModule { code: *module }, editable: false };
        Role { name: name.to_owned(), permissions: modules.iter().map(permission).collect(), limits: Limits::default() }
    };
    app.app.store.add_role(&role("reader", &[Module::Admin]), 1).expect("added");
    app.app.store.add_role(&role("both", &[Module::Admin, Module::Monitor]), 1).expect("added");
    let numbers = habits(&app, &admin);
    let (reader, both) = (app.signed_in("rea", "reader"), app.signed_in("bot", "both"));
    for token in [&reader, &both] {
        assert_eq!(list(&app, token)["versions"][0]["name"], json!("bond-1"));
        assert_eq!(call(&app, token, "PUT", "draft", &json!({"numbers": numbers})).status, 403);
        assert_eq!(call(&app, token, "DELETE", "draft", &json!(null)).status, 403);
        let body = json!({"revision": 1, "name": "ours", "reason": "Why.", "password": PASSWORD});
        assert_eq!(call(&app, token, "POST", "publish", &body).status, 403);
        assert_eq!(call(&app, token, "POST", "approve", &json!({"revision": 1, "password": PASSWORD})).status, 403);
    }
    let refused = call(&app, &reader, "POST", "effect", &numbers);
    assert!(refused.status == 403 && refused.text.contains("MONITOR"), "it shows the score: {}", refused.text);
    assert_eq!(call(&app, &both, "POST", "effect", &numbers).status, 200);
    let user = app.signed_in("una", USERS);
    assert_eq!(app.get(METHOD).bearer(&user).send().status, 403);
}
