//! Insights over HTTP: what is said to have moved has, and seldom where nothing did.

use std::collections::BTreeSet;
use std::fmt::Write;

use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use bond::warehouse::demo::{self, DemoOptions, Direction};
use serde_json::{Value, json};
use time::macros::date;
use time::{Date, Duration};

use crate::exports::text_of_pdf;
use crate::{Program, TestApp, setting, takes_turn};

const MOVES: &str = "/api/v1/insights/moves";
const UNUSUAL: &str = "/api/v1/insights/unusual";
const COHORTS: &str = "/api/v1/insights/cohorts";
const EXPIRING: &str = "/api/v1/insights/expiring";
const NEWS: &str = "/api/v1/insights/news";
const NOTES: &str = "/api/v1/insights/notes";

/// The last day of the demo.
const MADE_TO: Date = date!(2026 - 03 - 14);

fn window(start: Date, end: Date) -> Value {
    json!({"period": "SELECTED_DATE", "startDate": start.to_string(), "endDate": end.to_string()})
}

/// The days that end so many days before the demo's last.
fn days(length: i64, before: i64) -> Value {
    let end = MADE_TO - Duration::days(before);
    window(end - Duration::days(length - 1), end)
}

fn demo(options: &DemoOptions) -> Program {
    let program = Program::empty(MADE_TO + Duration::days(1));
    demo::make(&program.app.app.warehouse, options, MADE_TO, None, &()).expect("a demo");
    program
}

fn moves(answer: &Value) -> &Vec<Value> {
    answer["moves"].as_array().unwrap_or_else(|| panic!("moves: {answer}"))
}

/// Those beyond normal variation.
fn unusual(answer: &Value) -> impl Iterator<Item = &Value> {
    moves(answer).iter().filter(|one| one["unusual"] == true)
}

/// Notes about a program in which nothing happens but chance, seasons, campaigns and growth: at most one in twenty has a
/// move. `TEST_ROUNDS` is the number of programs, `TEST_SEED` the first of their seeds.
#[test]
fn without_causes_hardly_anything_is_said_to_have_moved() {
    if !takes_turn(1) {
        return;
    }
    let (first, rounds) = (setting("TEST_SEED", 1), setting("TEST_ROUNDS", 2));
    let (mut notes, mut wrong, mut tests, mut false_moves) = (0, 0, 0, 0);
    for seed in first..first + rounds {
        let program = demo(&DemoOptions { members: 4_000, seed, years: 3, causes: false });
        for (length, before) in
            [(7, 0), (7, 33), (14, 0), (14, 61), (30, 0), (30, 20), (30, 47), (30, 90), (90, 0), (90, 45)]
        {
            let answer = program.post(MOVES, &days(length, before));
            assert_eq!(answer["note"], json!(null), "{answer}");
            notes += 1;
            tests += answer["tests"].as_u64().expect("a number");
            let found = answer["real"].as_u64().expect("a number");
            false_moves += found;
            wrong += u64::from(found > 0);
            assert!(moves(&answer).len() >= 10, "the largest are listed: {answer}");
            assert_eq!(unusual(&answer).next().is_some(), found > 0, "{answer}");
            for one in unusual(&answer) {
                println!("seed {seed}, {length} days, {before} before: {} {}", one["sentence"], one["errors"]);
            }
        }
    }
    println!("{wrong} of {notes} notes, {false_moves} of {tests} tests");
    assert!(tests > notes * 200, "{tests} tests in {notes} notes");
    assert!(wrong * 20 <= notes, "{wrong} of {notes} notes have a move");
}

/// What `bond demo --explain` lists is beyond normal variation in the period that it names.
#[test]
fn planted_causes_are_among_the_moves() {
    if !takes_turn(2) {
        return;
    }
    let program = demo(&DemoOptions { members: 30_000, ..DemoOptions::default() });
    let (mut listed, mut missing) = (0, Vec::new());
    for cause in demo::explain(MADE_TO).expect("causes") {
        let Some(insight) = &cause.insight else { continue };
        let mut body = window(insight.from, insight.to);
        if insight.as_they_were {
            body["groupsAsOf"] = json!("WINDOW");
        }
        let answer = program.post(MOVES, &body);
        println!("{cause}: {} of {} {}", answer["real"], answer["tests"], answer["earlier"]);
        for one in unusual(&answer) {
            println!(
                "   {} {} {} {}",
                one["sentence"],
                one["errors"],
                one["points"],
                one["also"].as_array().map_or(0, Vec::len)
            );
        }
        assert_eq!(answer["insteadOf"], json!(null), "the period can be judged: {cause}");
        let is_up = cause.direction == Direction::Up;
        let names = |one: &Value| {
            let of_part = one["group"]["name"].as_str().or(one["item"]["name"].as_str()) == insight.part;
            let also =
                one["also"].as_array().is_some_and(|also| also.iter().any(|one| one["metric"] == insight.figure));
            of_part && (one["metric"] == insight.figure || also) && (one["change"].as_f64() > Some(0.0)) == is_up
        };
        listed += 1;
        if !unusual(&answer).any(names) {
            missing.push(cause.key);
        }
    }
    assert_eq!((listed, missing), (12, Vec::new()));
}

/// A role for these modules, limited to a tier where one is given.
fn role(name: &str, modules: &[Module], tier: Option<i32>) -> Role {
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    let groups = tier.map(|id| GroupLimit { grouping: Grouping::Tier, ids: vec![id] }).into_iter().collect();
    let limits = Limits { groups, without_members: false };
    Role { name: name.to_owned(), permissions: modules.iter().map(permission).collect(), limits }
}

fn signed_in_as(app: &TestApp, role: &Role) -> String {
    app.app.store.add_role(role, 1).expect("added");
    app.signed_in(&role.name, &role.name)
}

/// An answer without the keys of its moves or items, which say of whom it is, and without what a sample says of how members
/// vary: that of a limited role has no others.
fn without_keys(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for list in ["moves", "items"] {
        for one in answer[list].as_array_mut().into_iter().flatten() {
            let one = one.as_object_mut().expect("an object");
            for name in ["key", "errors", "probability"] {
                one.remove(name);
            }
        }
    }
    answer
}

#[test]
fn moves_are_of_the_members_and_dashboards_that_the_roles_show() {
    if !crate::runs_today() {
        return;
    }
    let program = demo(&DemoOptions { members: 6_000, ..DemoOptions::default() });
    let modules = [Module::Insights, Module::Members, Module::Offers];
    let all = signed_in_as(&program.app, &role("all", &modules, None));
    let gold = signed_in_as(&program.app, &role("gold", &modules, Some(2)));
    let none = signed_in_as(&program.app, &role("none", &[Module::Insights], None));
    let post = |token: &str, path: &str, body: &Value| program.app.post(path).bearer(token).json(body).send().json();
    // Of these days the tier Gold slides.
    let body = days(60, 20);
    let mut of_gold = body.clone();
    (of_gold["userGroupTiers"], of_gold["userGroupsTiersAll"]) = (json!([2]), json!(false));
    let limited = post(&gold, MOVES, &body);
    assert_eq!(without_keys(&limited), without_keys(&post(&all, MOVES, &of_gold)));
    assert!(limited["tests"].as_u64().is_some_and(|tests| tests > 50), "{limited}");
    assert_ne!(without_keys(&limited), without_keys(&post(&all, MOVES, &body)));
    assert_eq!(without_keys(&post(&gold, UNUSUAL, &body)), without_keys(&post(&all, UNUSUAL, &of_gold)));
    // What is dismissed of some members is not dismissed of others: keys of all are without a digest of who they are.
    let keys = |answer: &Value| -> BTreeSet<String> {
        moves(answer).iter().map(|one| one["key"].as_str().expect("a key").to_owned()).collect()
    };
    let [limited, chosen, whole] =
        [limited, post(&all, MOVES, &of_gold), post(&all, MOVES, &body)].map(|one| keys(&one));
    assert!(!limited.is_empty() && limited.is_disjoint(&chosen) && limited.is_disjoint(&whole), "{limited:?}");
    assert!(whole.iter().all(|key| key.split(' ').count() == 6), "{whole:?}");
    assert!(limited.iter().chain(&chosen).all(|key| key.split(' ').count() == 7), "{limited:?} {chosen:?}");
    // Figures of e-mails are in the answer to whom their dashboard is open.
    let texts = [post(&all, MOVES, &body), program.post(MOVES, &body)];
    let tests = texts.map(|answer| answer["tests"].as_u64().expect("a number"));
    assert!(tests[0] > 100 && tests[0] < tests[1], "{tests:?}");
    let closed = post(&none, MOVES, &body);
    assert_eq!((&closed["tests"], &closed["moves"]), (&json!(0), &json!([])));
    assert!(closed["note"].as_str().is_some_and(|note| note.contains("dashboard")), "{closed}");
    assert_eq!(post(&none, EXPIRING, &body)["offers"], json!(null));
    assert!(post(&all, EXPIRING, &body)["offers"].is_array());
}

/// A PDF tells of the program in the sentences of the page; `links` has the same of what a link shows.
#[test]
fn a_file_of_the_program_monitor_says_what_the_page_says() {
    let program = demo(&DemoOptions { members: 2_000, ..DemoOptions::default() });
    let body = days(30, 0);
    let news = program.post(NEWS, &body);
    let of_score = news["score"]["sentences"].as_array().expect("sentences").iter().filter_map(Value::as_str);
    let of_score = of_score.collect::<Vec<&str>>().join(" ");
    let moves = news["insights"]["moves"]["moves"].as_array().expect("moves").iter();
    let moves: Vec<&str> = moves.filter_map(|one| one["sentence"].as_str()).collect();
    assert!(!of_score.is_empty() && !moves.is_empty(), "{news}");

    let mut of_screen = body.clone();
    of_screen["screen"] = json!("api/v1/program/monitor/info");
    let text = text_of_pdf(&program.call("/api/v1/export/pdf", &of_screen));
    let first = text.split('\u{c}').next().unwrap_or_default();
    let words = |text: &str, most: usize| text.split_whitespace().take(most).collect::<Vec<&str>>().join(" ");
    let first = words(first, usize::MAX);
    // The gauge stands beside them: a line of the text has what stands on both sides.
    // Where nothing is unusual, the file says that alone.
    let nothing = ["No figure changed by more than usual."];
    let of_period = if news["insights"]["moves"]["real"] == json!(0) { &nothing[..] } else { &moves[..] };
    let told = std::iter::once(&*of_score).chain(of_period.iter().copied()).take(3);
    let places: Vec<Option<usize>> = told.map(|one| first.find(&words(one, 5))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {news}\n{first}");
}

/// A period that cannot be judged gives way to the longest that can, and the answer says which and why.
#[test]
fn a_period_that_cannot_be_judged_gives_way_to_the_longest_that_can() {
    let program = demo(&DemoOptions { members: 2_000, ..DemoOptions::default() });
    let ask = |body: &Value| program.post(MOVES, body);
    let of = |answer: &Value| -> [String; 4] {
        ["startDate", "endDate", "startDateBefore", "endDateBefore"]
            .map(|name| answer[name].as_str().unwrap_or_else(|| panic!("{name}: {answer}")).to_owned())
    };
    // Of three years, there are not six others of the length of one.
    let year = ask(&days(365, 0));
    assert_eq!(of(&year), ["2025-12-15", "2026-03-14", "2025-09-16", "2025-12-14"]);
    let instead = &year["insteadOf"];
    assert_eq!(
        (&instead["startDate"], &instead["endDate"], &instead["comparison"]),
        (&json!("2025-03-15"), &json!("2026-03-14"), &json!("PREVIOUS_PERIOD"))
    );
    assert_eq!(
        instead["why"],
        json!(
            "Mar 15, 2025 to Mar 14, 2026 cannot be judged: too few periods of this length are loaded. \
             The longest period that can be judged is used instead: Dec 15, 2025 to Mar 14, 2026 against Sep 16 to Dec 14, 2025."
        )
    );
    assert_eq!(year["note"], json!(null));
    let listed = moves(&year);
    assert!(listed.len() >= 10 && year["tests"].as_u64().is_some_and(|tests| tests > 100), "{year}");
    // What is unusual comes first.
    let is_unusual: Vec<bool> = listed.iter().map(|one| one["unusual"] == true).collect();
    assert!(is_unusual.is_sorted_by(|one, next| one >= next), "{is_unusual:?}");
    // It ends with the filter's, too, and what it is compared with stays where it can.
    let earlier = ask(&days(365, 200));
    assert_eq!(of(&earlier)[1], "2025-08-26");
    let mut last_year = days(365, 0);
    last_year["comparison"] = json!("SAME_DATES_LAST_YEAR");
    let last_year = ask(&last_year);
    assert_eq!(of(&last_year), ["2025-12-15", "2026-03-14", "2024-12-15", "2025-03-14"]);
    assert_eq!(last_year["insteadOf"]["comparison"], json!("SAME_DATES_LAST_YEAR"));
    // Without a comparison, or with one of which too little is loaded, the period is compared with the one before it.
    let alone = ask(&json!({"period": "LAST_30DAYS", "comparison": "NONE"}));
    assert_eq!(of(&alone), ["2026-02-13", "2026-03-14", "2026-01-14", "2026-02-12"]);
    assert!(alone["insteadOf"]["why"].as_str().is_some_and(|why| why.starts_with("The filter has no comparison.")));
    // Nothing is loaded of it: the last days.
    let old = ask(&window(date!(2019 - 01 - 01), date!(2019 - 12 - 31)));
    assert_eq!(of(&old)[1], "2026-03-14");
    assert!(old["insteadOf"]["why"].as_str().is_some_and(|why| why.starts_with("No data are loaded for")), "{old}");
    let judged = ask(&days(90, 0));
    assert_eq!((&judged["insteadOf"], of(&judged)), (&json!(null), of(&year)));
    assert_eq!(judged["moves"], year["moves"]);
}

/// What happened: the score, three changes and two unusual figures, of Insights only where it is open.
#[test]
fn what_happened_is_said_in_a_few_sentences() {
    let program = demo(&DemoOptions { members: 2_000, ..DemoOptions::default() });
    let body = days(365, 0);
    let news = program.post(NEWS, &body);
    let score = program.post("/api/v1/explain/score", &body);
    assert_eq!((&news["score"]["sentences"], &news["score"]["change"]), (&score["sentences"], &score["change"]));
    assert_eq!(news["score"]["sentences"].as_array().map(Vec::len), Some(2), "{news}");
    let all = program.post(MOVES, &body);
    let first = moves(&news["insights"]["moves"]);
    assert!(!first.is_empty() && first.len() <= 3, "{news}");
    assert_eq!(first[..], moves(&all)[..first.len()]);
    assert_eq!(news["insights"]["moves"]["insteadOf"], all["insteadOf"]);
    let unusual = program.post(UNUSUAL, &body);
    assert_eq!(news["insights"]["unusual"]["day"], unusual["day"]);
    assert!(news["insights"]["unusual"]["items"].as_array().is_some_and(|items| items.len() <= 2), "{news}");
    // Without Insights, or with other members in it, the score alone.
    let modules = [Module::Monitor, Module::Members];
    let without = signed_in_as(&program.app, &role("without", &modules, None));
    let ask = |token: &str| program.app.post(NEWS).bearer(token).json(&body).send();
    assert_eq!(ask(&without).json(), json!({"score": news["score"], "insights": null}));
    let name = signed_in_as(&program.app, &role("alone", &[Module::Insights], None));
    assert_eq!(ask(&name).status, 403);
}

/// 40 members begin in January 2026 and 20 in February. Of the former 22 log in in February and 3 in March, of the latter
/// 12 in March. Even members are of tier 1.
fn cohorts(change: impl FnOnce(&mut bond::config::Config)) -> TestApp {
    let app = TestApp::open(date!(2026 - 04 - 01), change);
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    let mut logins = "member_id,logged_in_at\n".to_owned();
    for member in 0..60 {
        let _ = writeln!(members, "M{member},{},1,1,2025-10-01,Email", member % 2 + 1);
        let (first, later): (&str, &[&str]) = match member {
            0..3 => ("2026-01-05", &["2026-02-01", "2026-02-28", "2026-03-31"]),
            3..22 => ("2026-01-31", &["2026-02-14"]),
            22..40 => ("2026-01-31", &["2026-01-31"]),
            40..52 => ("2026-02-10", &["2026-03-01", "2026-03-02"]),
            _ => ("2026-02-10", &[]),
        };
        for day in std::iter::once(&first).chain(later) {
            let _ = writeln!(logins, "M{member},{day} 09:00:00");
        }
    }
    let groups = "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,A\n1,AUDIENCE,All\n";
    app.import(&[("user_groups.csv", groups), ("members.csv", &members), ("logins.csv", &logins)]).expect("loaded");
    app
}

fn shares(answer: &Value) -> Vec<(Value, Vec<Value>)> {
    let rows = answer["cohorts"].as_array().unwrap_or_else(|| panic!("cohorts: {answer}"));
    let ages = |row: &Value| row["ages"].as_array().expect("ages").iter().map(|age| age["percent"].clone()).collect();
    rows.iter().map(|row| (row["registered"].clone(), ages(row))).collect()
}

#[test]
fn cohorts_are_those_worked_out_by_hand() {
    let app = cohorts(|_| {});
    let token = app.signed_in("ann", USERS);
    let post = |token: &str, body: &Value| app.post(COHORTS).bearer(token).json(body).send().json();
    let all = post(&token, &json!({}));
    let expected = vec![(json!(40), vec![json!(55.0), json!(7.5)]), (json!(20), vec![json!(60.0)]), (json!(0), vec![])];
    assert_eq!(shares(&all), expected);
    assert_eq!((&all["cohorts"][0]["month"], &all["hidden"]), (&json!("2026-01"), &json!(null)));
    // Of the even ones, 11 of 20 and 2 of 20, and 6 of 10.
    let of_gold = vec![(json!(20), vec![json!(55.0), json!(10.0)]), (json!(10), vec![json!(60.0)]), (json!(0), vec![])];
    assert_eq!(shares(&post(&token, &json!({"userGroupTiers": [1], "userGroupsTiersAll": false}))), of_gold);
    let gold = signed_in_as(&app, &role("gold", &[Module::Insights], Some(1)));
    assert_eq!(shares(&post(&gold, &json!({}))), of_gold);
}

#[test]
fn small_groups_are_hidden_in_cohorts() {
    let app = cohorts(|config| config.minimum_members = 5);
    let token = app.signed_in("ann", USERS);
    let answer = app.post(COHORTS).bearer(&token).json(&json!({})).send().json();
    let ages = |row: usize| answer["cohorts"][row]["ages"].clone();
    // 3 of January came in March; with all of March's known, those of February would tell how many.
    assert_eq!(ages(0)[1], json!({"percent": null, "hidden": "other"}));
    assert_eq!(ages(1)[0], json!({"percent": null, "hidden": "other"}));
    assert_eq!((&ages(0)[0]["percent"], &answer["hidden"]), (&json!(55.0), &json!(2)));
}

/// 40 members log in once a day for 57 days; on the next, three times each.
#[test]
fn a_day_with_three_times_the_usual_logins_is_unusual() {
    let app = TestApp::on(date!(2026 - 04 - 01));
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    (0..40).for_each(|member| members += &format!("M{member},1,1,1,2025-10-01,Email\n"));
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,A\n1,AUDIENCE,All\n";
    let last = date!(2026 - 03 - 31);
    let logins = |from: i64, to: i64, times: usize| {
        let mut text = "member_id,logged_in_at\n".to_owned();
        for day in (to..=from).rev().map(|back| last - Duration::days(back)) {
            for member in 0..40 {
                (0..times).for_each(|time| text += &format!("M{member},{day} {:02}:00:00\n", 8 + time));
            }
        }
        text
    };
    let (usual, wild) = (logins(57, 1, 1), logins(0, 0, 3));
    app.import(&[("user_groups.csv", groups), ("members.csv", &members), ("logins.csv", &usual)]).expect("loaded");
    let token = app.signed_in("ann", USERS);
    let post = || app.post(UNUSUAL).bearer(&token).json(&json!({})).send().json();
    let before = post();
    assert_eq!((&before["day"], &before["items"]), (&json!("2026-03-30"), &json!([])));
    assert!(before["tests"].as_u64().is_some_and(|tests| tests >= 1), "{before}");
    app.import(&[("logins.csv", &wild)]).expect("loaded");
    let after = post();
    let item = &after["items"][0];
    assert_eq!(
        (&item["metric"], &item["value"], &item["median"]),
        (&json!("logins.totalLogins"), &json!(120.0), &json!(40.0))
    );
    // ln(120.5/40.5) over the square root of 1.19625/40.
    assert_eq!(item["deviations"], json!(6.3));
    assert_eq!(item["sentence"], json!("Total Logins: 120, +200% compared with a usual Tuesday (40)."));
    assert_eq!(after["items"].as_array().map(Vec::len), Some(1), "{after}");
}

/// Logins are loaded to February, and answers about satisfaction to the end of March: of 40 members a day, at last of 10.
#[test]
fn a_period_without_logins_has_the_moves_of_what_is_loaded_in_it() {
    let app = TestApp::on(date!(2026 - 04 - 01));
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    (0..40).for_each(|member| members += &format!("M{member},1,1,1,2025-10-01,Email\n"));
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,A\n1,AUDIENCE,All\n";
    let logins = "member_id,logged_in_at\nM1,2025-12-01 10:00:00\nM1,2026-02-20 10:00:00\n";
    let mut answers = "member_id,responded_at,score\n".to_owned();
    for back in 0..120 {
        let day = date!(2026 - 03 - 31) - Duration::days(back);
        let members = if back < 10 { 10 } else { 40 };
        (0..members).for_each(|member| answers += &format!("M{member},{day} 12:00:00,{}\n", 3 + member % 3));
    }
    let files = [
        ("user_groups.csv", groups),
        ("members.csv", members.as_str()),
        ("logins.csv", logins),
        ("csat_responses.csv", answers.as_str()),
    ];
    app.import(&files).expect("loaded");
    let token = app.signed_in("ann", USERS);
    let body = window(date!(2026 - 03 - 22), date!(2026 - 03 - 31));
    let answer = app.post(MOVES).bearer(&token).json(&body).send().json();
    assert_eq!(answer["note"], json!(null), "{answer}");
    let moved: Vec<&str> = moves(&answer).iter().filter_map(|one| one["metric"].as_str()).collect();
    assert!(!moved.is_empty() && !moved.iter().any(|metric| metric.contains("login")), "{answer}");
}

/// A role that may change the module, and one that may read it.
fn editor_and_reader(app: &TestApp) -> [String; 2] {
    let mut editor = role("editor", &[Module::Insights], None);
    editor.permissions[0].editable = true;
    [signed_in_as(app, &editor), signed_in_as(app, &role("reader", &[Module::Insights], None))]
}

#[test]
fn what_was_looked_at_is_said_with_who_and_when() {
    let app = TestApp::new();
    let [editor, reader] = editor_and_reader(&app);
    let put = |token: &str, body: &Value| app.call("PUT", NOTES).bearer(token).json(body).send();
    let notes = |token: &str| app.get(NOTES).bearer(token).send().json()["notes"].clone();
    let key = "move logins.totalLogins all 2026-01-01 2026-01-31 2025-12-01";
    assert_eq!(put(&editor, &json!({"key": key, "dismissed": true, "note": " A sale. ", "shared": true})).status, 204);
    let mut found = notes(&reader);
    let at = found[0].as_object_mut().and_then(|note| note.remove("at")).and_then(|at| at.as_i64()).expect("a time");
    assert!((0..=30).contains(&(app.app.clock.now() - at)), "{at}");
    let said = json!({"key": key, "shared": true, "login": "editor", "dismissed": true, "note": "A sale."});
    assert_eq!(found, json!([said]));
    let line = app.app.store.last_audit_lines(1).expect("read").remove(0);
    assert_eq!(
        (line.event.as_str(), line.actor.as_deref(), line.subject.as_deref(), line.detail.as_deref()),
        ("insight_dismissed", Some("editor"), Some(key), Some("for everybody"))
    );
    assert_eq!(put(&editor, &json!({"key": key, "dismissed": false, "shared": true})).status, 204);
    assert_eq!(notes(&reader), json!([]));
    for wrong in [
        json!({"key": "", "dismissed": true}),
        json!({"key": "x".repeat(201), "dismissed": true}),
        json!({"key": "x", "dismissed": true, "note": "x".repeat(401)}),
        json!({"key": "x", "dismissed": true, "sentence": "x"}),
        json!({"key": "x", "dismissed": true, "shared": "yes"}),
    ] {
        assert_eq!(put(&editor, &wrong).status, 400, "{wrong}");
    }
    let other = signed_in_as(&app, &role("other", &[Module::Offers], None));
    assert_eq!(put(&other, &json!({"key": key, "dismissed": true})).status, 403);
    let made = app.post("/api/v1/account/tokens").bearer(&editor).json(&json!({"name": "x", "days": 1})).send();
    let secret = made.json()["secret"].as_str().expect("a secret").to_owned();
    assert_eq!(put(&secret, &json!({"key": key, "dismissed": true})).status, 403);
    assert_eq!(app.post(COHORTS).bearer(&secret).json(&json!({})).send().status, 200);
}

/// Who may only read says nothing for others, and takes nothing from them.
#[test]
fn a_reader_dismisses_for_itself_alone() {
    let app = TestApp::new();
    let [editor, reader] = editor_and_reader(&app);
    let put = |token: &str, body: &Value| app.call("PUT", NOTES).bearer(token).json(body).send();
    let notes = |token: &str| -> Vec<(String, bool)> {
        let answer = app.get(NOTES).bearer(token).send().json();
        let notes = answer["notes"].as_array().expect("notes").iter();
        notes.map(|note| (note["login"].as_str().expect("a login").to_owned(), note["shared"] == json!(true))).collect()
    };
    let lines = || app.app.store.last_audit_lines(1).expect("read").remove(0);
    let own = json!({"key": "move a", "dismissed": true, "note": "Mine."});
    assert_eq!(put(&reader, &own).status, 204);
    assert_eq!((notes(&reader), notes(&editor)), (vec![("reader".to_owned(), false)], Vec::new()));
    let line = lines();
    assert_eq!((line.actor.as_deref(), line.detail.as_deref()), (Some("reader"), Some("for its user")));

    let for_all = json!({"key": "move a", "dismissed": true, "shared": true});
    let before = lines().line;
    let refused = put(&reader, &for_all);
    assert!(
        refused.status == 403 && refused.text.contains("INSIGHTS") && refused.text.contains("shared"),
        "{}",
        refused.text
    );
    assert_eq!(lines().line, before, "nothing was said");
    // Nor does it bring back for all what an editor dismissed.
    assert_eq!(put(&editor, &for_all).status, 204);
    assert_eq!(put(&reader, &json!({"key": "move a", "dismissed": false, "shared": true})).status, 403);
    assert_eq!(put(&reader, &json!({"key": "move a", "dismissed": false})).status, 204);
    assert_eq!(
        (notes(&reader), notes(&editor)),
        (vec![("editor".to_owned(), true)], vec![("editor".to_owned(), true)])
    );
    // An editor may say something for itself, too.
    assert_eq!(put(&editor, &own).status, 204);
    assert_eq!((notes(&reader).len(), notes(&editor).len()), (1, 2));
}

#[test]
fn offers_that_end_soon_are_listed_with_their_clicks() {
    let app = cohorts(|_| {});
    let offers = "id,name,partner_id,category_id,active_from,active_to\n\
                  1,Ended,1,1,2025-01-01,2026-03-31\n2,Last,1,1,2025-01-01,2026-04-30\n\
                  3,First,1,1,2025-01-01,2026-04-01\n4,Later,1,1,2025-01-01,2026-05-01\n5,Open,1,1,2025-01-01,\n";
    let clicks = "member_id,offer_id,occurred_at,kind\nM0,2,2026-03-31 09:01:00,REDEEM_CLICK\n\
                  M1,2,2026-03-02 09:01:00,REDEEM_CLICK\nM1,2,2026-03-01 09:01:00,REDEEM_CLICK\n\
                  M1,2,2026-03-31 09:01:00,VIEW\n";
    app.import(&[
        ("partners.csv", "id,name\n1,Coffee\n"),
        ("offer_categories.csv", "id,name\n1,Food\n"),
        ("offers.csv", offers),
        ("offer_interactions.csv", clicks),
    ])
    .expect("loaded");
    let token = app.signed_in("ann", USERS);
    let answer = app.post(EXPIRING).bearer(&token).json(&json!({"viewByH1": "TIER"})).send().json();
    let found: Vec<_> = answer["offers"]
        .as_array()
        .expect("offers")
        .iter()
        .map(|one| (&one["name"], &one["ends"], &one["clicks"]))
        .collect();
    let [first, last] = [("First", "2026-04-01", 0), ("Last", "2026-04-30", 2)]
        .map(|(name, ends, clicks)| (json!(name), json!(ends), json!(clicks)));
    assert_eq!(found, [(&first.0, &first.1, &first.2), (&last.0, &last.1, &last.2)]);
    assert_eq!((&answer["offersTotal"], &answer["asOf"]), (&json!(2), &json!("2026-03-31")));
    // As of 31 March, 90 days go back to 1 January and 76 to 15 January: of those of 5 January, all came back.
    let total = answer["close"]["rows"].as_array().and_then(|rows| rows.last()).expect("a total");
    assert_eq!((&total["name"], &total["dormant"]), (&json!("Total"), &json!(0)));
    // Both are as of the last loaded day, whatever the filter's period.
    let mut past = window(date!(2026 - 01 - 01), date!(2026 - 01 - 31));
    past["viewByH1"] = json!("TIER");
    assert_eq!(app.post(EXPIRING).bearer(&token).json(&past).send().json(), answer);
}
