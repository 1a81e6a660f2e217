//! Issued and restated figures: a day is issued once when its load closes it, and what is said when the data change.

use std::path::Path;
use std::time::{Duration, Instant};

use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::screens::issued::HEADLINES;
use bond::screens::receipts::{Outcome, verified};
use bond::store::Store;
use bond::store::issued::LONGEST_RECEIPT;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role};
use bond::warehouse::demo::{self, DemoOptions};
use serde_json::{Value, json};
use time::Date;
use time::macros::date;

use crate::command_line::{Serving, add_user, captured, run};
use crate::loads::{ended, undo, upload};
use crate::reported::Failing;
use crate::{TestApp, wait};

/// The last day of the demo.
const MADE_TO: Date = date!(2026 - 03 - 10);
const LOGINS: &str = "logins.totalLogins";
const MEMBER: (&str, &str) =
    ("members.csv", "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nT1,1,1,1,2025-12-01,Email\n");

/// A demo whose last day is issued, and the token of an administrator.
fn program(minimum_members: u16) -> (TestApp, String) {
    let options = DemoOptions { members: 800, seed: 5, years: 2, causes: true };
    let make = |app: &TestApp| demo::make(&app.app.warehouse, &options, MADE_TO, None, &()).map(drop).expect("a demo");
    let app =
        TestApp::prepared(date!(2026 - 03 - 15), "issued", &make, |config| config.minimum_members = minimum_members);
    app.app.loads.data_changed();
    wait_for_issue(&app.app.store, "score", &MADE_TO.to_string());
    let token = app.signed_in("ann", ADMIN);
    (app, token)
}

/// The file of logins of a member on some days.
fn logins(days: &[&str]) -> String {
    days.iter().fold("member_id,logged_in_at\n".to_owned(), |text, day| text + &format!("T1,{day} 10:00:00\n"))
}

/// Loads logins of these days; returns the number of the load.
fn load(app: &TestApp, token: &str, fields: &[(&str, &str)], days: &[&str]) -> i64 {
    let done = ended(app, token, &upload(app, token, fields, &[MEMBER, ("logins.csv", &logins(days))]));
    assert_eq!(done["load"]["state"], "published", "{done}");
    done["load"]["id"].as_i64().expect("a number")
}

/// Waits until a day is issued: that happens after the load has answered.
fn wait_for_issue(store: &Store, metric: &str, day: &str) {
    let limit = Instant::now() + Duration::from_secs(60);
    while !store.is_issued(metric, day).expect("read") {
        assert!(Instant::now() < limit, "{metric} of {day} is not issued");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn load_and_wait(app: &TestApp, token: &str, days: &[&str]) -> i64 {
    let id = load(app, token, &[], days);
    wait_for_issue(&app.app.store, "score", days.last().expect("a day"));
    id
}

fn issued(app: &TestApp, token: &str, metric: &str) -> Value {
    let body = json!({"period": "SELECTED_DATE", "startDate": "2026-03-01", "endDate": "2026-03-14"});
    let answer = app.post(&format!("/api/v1/issued/{metric}")).bearer(token).json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Day, issued value, value now, whether they differ.
fn values(answer: &Value) -> Vec<(String, f64, Option<f64>, bool)> {
    let days = answer["days"].as_array().expect("days").iter();
    let value = |day: &Value| {
        let differs = day["differs"].as_bool().expect("a truth");
        assert_eq!(day["sentence"].is_null(), !differs, "{day}");
        let text = day["day"].as_str().expect("a day").to_owned();
        (text, day["issued"].as_f64().expect("a value"), day["now"].as_f64(), differs)
    };
    days.map(value).collect()
}

#[test]
fn a_day_is_issued_once_and_a_later_correction_is_named() {
    let (app, token) = program(0);
    load_and_wait(&app, &token, &["2026-03-11"]);
    // Two days at once: only the newest is issued, because nobody has seen a figure of the other.
    load_and_wait(&app, &token, &["2026-03-12", "2026-03-13"]);
    let score_then = issued(&app, &token, "score");
    let then = issued(&app, &token, LOGINS);
    assert_eq!(
        (&then["firstDay"], &then["windowDays"], &then["note"]),
        (&json!("2026-03-10"), &json!(90), &json!(null))
    );
    let days = values(&then);
    let names: Vec<&str> = days.iter().map(|day| day.0.as_str()).collect();
    assert_eq!(names, ["2026-03-10", "2026-03-11", "2026-03-13"]);
    assert!(days.iter().all(|(_, issued, now, differs)| *now == Some(*issued) && !differs), "{then}");
    // Each was issued by itself, and all days are computed again at once.
    for subject in HEADLINES.iter() {
        let answer = issued(&app, &token, subject.id());
        let days = values(&answer);
        assert!(days.len() == 3 && days.iter().all(|day| day.2 == Some(day.1) && !day.3), "{answer}");
    }
    // What the card shows of the same days.
    let window = json!({"period": "SELECTED_DATE", "startDate": "2025-12-14", "endDate": "2026-03-13"});
    let card = app.post("/api/v1/program/monitor/info").bearer(&token).json(&window).send().json();
    assert_eq!(card["logins"]["totalLogins"].as_f64(), Some(days[2].1));
    let score = app.post("/api/v1/bond/score").bearer(&token).json(&window).send().json();
    assert_eq!(score["score"].as_f64(), Some(values(&score_then)[2].1));

    // Three days of February almost without logins.
    let fields = [("days", "2026-02-12..2026-02-14"), ("allowShrink", "true")];
    let corrected = load(&app, &token, &fields, &["2026-02-12", "2026-02-14"]);
    let by = format!("load {corrected} of ");
    for (metric, before) in [(LOGINS, &then), ("score", &score_then)] {
        let now = issued(&app, &token, metric);
        for ((day, was, ..), (same_day, issued, now, differs)) in values(before).into_iter().zip(values(&now)) {
            assert_eq!((&day, was), (&same_day, issued), "what was issued stays");
            assert!(differs && now.is_some_and(|now| now < issued), "{metric} {day}: {issued}, now {now:?}");
        }
        for day in now["days"].as_array().expect("days") {
            let sentence = day["sentence"].as_str().expect("a sentence");
            assert!(sentence.starts_with("Issued ") && sentence.contains(&by), "{sentence}");
            assert!(sentence.ends_with(" corrected Feb 12 to 14, 2026."), "{sentence}");
            let first = &day["loads"][0];
            assert_eq!((&first["load"], &first["origin"]), (&json!(corrected), &json!("import")));
            assert_eq!((&first["firstDay"], &first["lastDay"]), (&json!("2026-02-12"), &json!("2026-02-14")));
        }
    }
    // What each day of each figure gives by itself; what did not change is not said to.
    let mut same = 0;
    for subject in HEADLINES.iter() {
        for (day, issued, now, differs) in values(&issued(&app, &token, subject.id())) {
            let end = bond::clock::day(&day).expect("a day");
            let window = json!({"period": "SELECTED_DATE", "startDate": (end - time::Duration::days(89)).to_string(),
                "endDate": day});
            let path = format!("/api/v1/receipts/{}", subject.id());
            let receipt = app.post(&path).bearer(&token).json(&window).send().json();
            let alone = [&receipt["figure"]["value"]["shown"], &receipt["score"]["score"]];
            assert_eq!(alone.into_iter().find_map(Value::as_f64), now, "{} {day}", subject.id());
            assert!(differs || now == Some(issued), "{} {day}", subject.id());
            same += usize::from(!differs);
        }
    }
    assert!(same > 0, "nothing stayed");

    // As it was: taking the load back is a change like another, and issues nothing.
    let undone = ended(&app, &token, &undo(&app, &token));
    assert_eq!(undone["load"]["state"], "published", "{undone}");
    for (metric, before) in [(LOGINS, &then), ("score", &score_then)] {
        assert_eq!(values(&issued(&app, &token, metric)), values(before));
    }
    let lines = app.app.store.last_audit_lines(500).expect("read");
    let lines: Vec<_> = lines.iter().filter(|line| line.event == "figures_issued").collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((lines[0].subject.as_deref(), lines[0].actor.as_deref()), (Some("2026-03-13"), None));
    let detail = lines[0].detail.as_deref().expect("a detail");
    assert!(detail.contains(" figures, data version 3, sha256 "), "{detail}");
}

#[test]
fn a_day_whose_load_is_taken_back_stays_issued() {
    if !crate::runs_today() {
        return;
    }
    let (app, token) = program(0);
    load_and_wait(&app, &token, &["2026-03-11"]);
    load_and_wait(&app, &token, &["2026-03-12"]);
    let before = values(&issued(&app, &token, LOGINS));
    let undone = ended(&app, &token, &undo(&app, &token));
    let by = format!("load {} of ", undone["load"]["id"]);
    for metric in [LOGINS, "score"] {
        let answer = issued(&app, &token, metric);
        let days = values(&answer);
        assert_eq!((days[1].3, days[2].2, days[2].3), (false, None, true), "{answer}");
        let sentence = answer["days"][2]["sentence"].as_str().expect("a sentence");
        assert!(sentence.contains("now nothing: ") && sentence.contains(&by), "{sentence}");
        assert!(sentence.ends_with(" undid an earlier load of Mar 12, 2026."), "{sentence}");
    }
    // Loaded again with more: the day is not issued a second time.
    let again = load(&app, &token, &[], &["2026-03-12", "2026-03-12", "2026-03-12"]);
    let answer = issued(&app, &token, LOGINS);
    let days = values(&answer);
    assert_eq!((days[2].1, days[2].2, days[2].3), (before[2].1, Some(before[2].1 + 2.0), true), "{answer}");
    assert_eq!(answer["days"][2]["loads"][0]["load"], json!(again));
    assert_eq!((days.len(), days[1].3), (3, false));
}

#[test]
fn an_issued_receipt_is_a_receipt() {
    let (app, token) = program(0);
    load_and_wait(&app, &token, &["2026-03-11"]);
    let get = |metric: &str, day: &str| app.get(&format!("/api/v1/issued/{metric}/{day}")).bearer(&token).send();
    let (mut longest, mut all) = (0, 0);
    for subject in HEADLINES.iter() {
        let answer = get(subject.id(), "2026-03-11");
        assert_eq!(answer.status, 200, "{}: {}", subject.id(), answer.text);
        longest = longest.max(answer.text.len());
        all += answer.text.len();
        let receipt = verified(answer.text.as_bytes(), None).expect("signed");
        assert_eq!((receipt.metric.id.as_str(), receipt.window.end.as_str()), (subject.id(), "2026-03-11"));
        assert!(receipt.scope.all && receipt.figure.as_ref().is_none_or(|figure| figure.segments.is_none()));
        let finding = wait(app.app.check_receipt(&receipt)).expect("an answer");
        assert_eq!(finding.outcome, Outcome::Equal, "{}: {finding:?}", subject.id());
    }
    println!("{} figures a day in {all} bytes, the longest receipt has {longest}", HEADLINES.len());
    assert!(longest < LONGEST_RECEIPT, "{longest}");
    let text = get("score", "2026-03-11").text;
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &text).expect("written");
    let path = file.path().to_string_lossy().into_owned();
    let (code, output, error) = captured(&run(Path::new("/nonexistent"), &["verify-receipt", &path], ""));
    assert!(
        code == 0 && output.contains("The signature is right. BOND Score (score), 2025-12-12 to 2026-03-11"),
        "{error}"
    );
    // After a correction it is restated, by the load that verify-receipt names too.
    let fields = [("days", "2026-02-12..2026-02-14"), ("allowShrink", "true")];
    load(&app, &token, &fields, &["2026-02-12"]);
    assert_eq!(get("score", "2026-03-11").text, text, "not a byte changes");
    let receipt = verified(text.as_bytes(), None).expect("signed");
    let finding = wait(app.app.check_receipt(&receipt)).expect("an answer");
    assert_eq!(finding.outcome, Outcome::Restated, "{finding:?}");
    for (metric, day) in
        [("score", "2026-03-09"), ("score", "yesterday"), ("score.csat", "2026-03-11"), ("x", "2026-03-11")]
    {
        assert_eq!(get(metric, day).status, 404, "{metric} {day}");
    }
    let none = app.post("/api/v1/issued/score.csat").bearer(&token).json(&json!({})).send();
    assert_eq!(none.status, 404, "{}", none.text);
}

#[test]
fn only_who_sees_everybody_and_the_dashboard_sees_what_was_issued() {
    let (app, token) = program(0);
    load_and_wait(&app, &token, &["2026-03-11"]);
    let permissions = |modules: &[Module]| -> Vec<Permission> {
        let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
        modules.iter().map(permission).collect()
    };
    let gold = Limits { groups: vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }], without_members: true };
    for (name, modules, limits, of_score, of_logins) in [
        ("gold", &[Module::Monitor, Module::Members][..], gold, 403, 403),
        ("monitor", &[Module::Monitor], Limits::default(), 200, 403),
        ("members", &[Module::Members], Limits::default(), 403, 200),
    ] {
        let role = Role { name: name.to_owned(), permissions: permissions(modules), limits };
        app.app.store.add_role(&role, 1).expect("added");
        let token = app.signed_in(name, name);
        for (metric, expected) in [("score", of_score), (LOGINS, of_logins)] {
            let path = format!("/api/v1/issued/{metric}");
            let asked = app.post(&path).bearer(&token).json(&json!({})).send();
            let receipt = app.get(&format!("{path}/2026-03-11")).bearer(&token).send();
            assert_eq!((asked.status, receipt.status), (expected, expected), "{metric} as {name}: {}", asked.text);
        }
    }
    // At most 400 days are answered, the last ones.
    let body = json!({"period": "SELECTED_DATE", "startDate": "2020-01-01", "endDate": "2026-03-14"});
    let answer = app.post("/api/v1/issued/score").bearer(&token).json(&body).send().json();
    assert_eq!((&answer["startDate"], &answer["endDate"]), (&json!("2025-02-08"), &json!("2026-03-14")));
    assert_eq!(values(&answer).len(), 2);
}

/// Figures of neighbouring days would tell of the few members between them.
#[test]
fn where_small_groups_are_protected_only_the_score_is_issued() {
    let (app, token) = program(5);
    load_and_wait(&app, &token, &["2026-03-11"]);
    assert_eq!(values(&issued(&app, &token, "score")).len(), 2);
    assert!(!app.app.store.is_issued(LOGINS, "2026-03-11").expect("read"));
    let answer = issued(&app, &token, LOGINS);
    assert!(answer["note"].as_str().is_some_and(|note| note.contains("only the BOND Score")), "{answer}");
    assert_eq!((&answer["days"], &answer["firstDay"]), (&json!([]), &json!(null)));
    let receipt = app.get("/api/v1/issued/score/2026-03-11").bearer(&token).send();
    assert_eq!(receipt.status, 409, "{}", receipt.text);
}

/// What was published when a process ended, or without a server, is issued at the next start.
#[test]
fn what_a_process_left_is_issued_at_the_next_start() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let (code, _, error) = captured(&run(&data, &["demo", "--members", "800", "--years", "2", "--no-serve"], ""));
    assert_eq!(code, 0, "{error}");
    let store = Store::open(&data).expect("opened");
    assert_eq!(store.first_issued("score").expect("read"), None, "there was no server");
    let mut server = Serving::start(&data);
    let limit = Instant::now() + Duration::from_secs(60);
    let first = loop {
        if let Some(day) = store.first_issued("score").expect("read") {
            break day;
        }
        assert!(Instant::now() < limit, "{}", server.errors());
        std::thread::sleep(Duration::from_millis(20));
    };
    let before = store.issued("score", &first, &first).expect("read");
    server.kill();
    // A start without a new day issues nothing.
    let server = Serving::start(&data);
    server.sign_in("ann", crate::command_line::PASSWORD);
    assert_eq!(server.stop().0, 0);
    assert_eq!(store.issued("score", "2000-01-01", "2999-12-31").expect("read"), before);
}

/// What follows a load may take long: the next one does not wait for it, and it is done anew after that.
#[test]
fn a_load_does_not_wait_for_what_follows_the_one_before() {
    let (app, token) = program(0);
    // It is tried three times, two seconds apart.
    let failing = Failing::new(app.app.data_dir().path(), "before insert on issued");
    load(&app, &token, &[], &["2026-03-11"]);
    let second = upload(&app, &token, &[], &[MEMBER, ("logins.csv", &logins(&["2026-03-12"]))]);
    let accepted = Instant::now();
    let path = format!("/api/v1/admin/loads/{}", second.json()["id"]);
    while app.get(&path).bearer(&token).send().json()["load"]["startedAt"].is_null() {
        assert!(accepted.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let waited = accepted.elapsed();
    let done = ended(&app, &token, &second);
    assert_eq!(done["load"]["state"], "published", "{done}");
    drop(failing);
    assert!(waited < Duration::from_secs(3), "the second load began after {waited:?}");
    wait_for_issue(&app.app.store, "score", "2026-03-12");
}
