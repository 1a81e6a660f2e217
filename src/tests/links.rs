//! Links that show a screen without an account, tried as somebody would who wants to see more.

use bond::features::links::stored::Link;
use bond::groupings::Grouping;
use bond::http::class::Class;
use bond::http::route::Method;
use bond::modules::Module;
use bond::routes::table::table;
use bond::scope::{GroupLimit, Limits};
use bond::store::audit::By;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::routes::path;
use crate::{Answer, TestApp};

const LINKS: &str = "/api/v1/links";
const OPEN: &str = "/api/v1/shared/open";
const ANSWER: &str = "/api/v1/shared/answer";
const LOGINS: &str = "api/v1/dashboard/users/logins";
const CARDS: &str = "api/v1/dashboard/users/userDashboardInfo";
const PASSWORD: &str = "a password to share";
const WRONG: &str = "a wrong password";
const DAY: i64 = 24 * 60 * 60;

/// The filter of the links: gold members in the days that the fixture has.
fn filter() -> Value {
    json!({
        "period": "SELECTED_DATE", "startDate": "2025-01-01", "endDate": "2025-03-10",
        "userGroupTiers": [1], "userGroupsTiersAll": false,
    })
}

/// The fixture with its data, where links are allowed and today is 2025-03-11.
fn program(minimum_members: u16) -> TestApp {
    TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |config| {
        config.links.allow_links = true;
        config.minimum_members = minimum_members;
    })
}

fn role(groups: Vec<GroupLimit>, modules: &[Module]) -> Role {
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    Role {
        name: "sharer".to_owned(),
        permissions: modules.iter().map(permission).collect(),
        limits: Limits { groups, without_members: false },
    }
}

const BOTH: [Module; 2] = [Module::Members, Module::Export];

fn body(more: Value) -> Value {
    let mut body = json!({
        "name": "Logins of gold", "route": "user-dashboard/logins-breakdown", "screen": LOGINS,
        "filters": filter().to_string(), "days": 7,
        "calls": [
            { "path": format!("{LOGINS}/breakdowns") },
            { "path": CARDS },
            { "path": format!("{LOGINS}/breakdown/LOGINS_TABLE"), "viewByH1": "TIER" },
        ],
    });
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn make(app: &TestApp, token: &str, more: Value) -> Answer {
    app.post(LINKS).bearer(token).json(&body(more)).send()
}

/// A new link: its number and its secret.
fn made(app: &TestApp, token: &str, more: Value) -> (i64, String) {
    let answer = make(app, token, more);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let made = answer.json();
    let secret = made["path"].as_str().and_then(|path| path.strip_prefix("/shared#")).expect("a path");
    assert!(secret.len() >= 43, "256 bits");
    (made["link"]["id"].as_i64().expect("a number"), secret.to_owned())
}

fn open(app: &TestApp, secret: &str) -> Answer {
    app.post(OPEN).json(&json!({ "secret": secret })).send()
}

/// Anybody may open a link as often as they like; a write waits for the disk, and a line of the audit log stays.
#[test]
fn many_openings_are_one_line_a_minute_and_all_are_counted() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let (id, secret) = made(&app, &token, json!({}));
    for _ in 0..30 {
        assert_eq!(open(&app, &secret).status, 200);
    }
    assert_eq!(listed(&app, &token)["links"][0]["openings"], 30);
    let openings = || audit(&app).iter().filter(|(event, ..)| event == "link_opened").count();
    assert_eq!(openings(), 1);
    // As the server does when a minute has passed, or when it stops.
    app.app.clock.advance(61);
    for _ in 0..600 {
        if openings() == 2 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(openings(), 2);
    let stored = app.app.store.one_saved::<Link>(id).expect("read").expect("there");
    assert_eq!((stored.state.openings, app.app.openings.pending(id)), (30, 0));
    let lines = app.app.store.last_audit_lines(1).expect("read");
    assert_eq!(lines[0].detail.as_deref(), Some("made by ann; 29 openings since the line before"));
    assert_eq!(listed(&app, &token)["links"][0]["openings"], 30);
}

/// The Program Monitor begins with sentences: a visitor reads those that the maker's roles open at that moment.
#[test]
fn a_link_to_the_program_monitor_tells_what_its_maker_reads_there() {
    const NEWS: &str = "api/v1/insights/news";
    let app = program(0);
    let of = |modules: &[Module]| role(Vec::new(), modules);
    let all = [Module::Monitor, Module::Insights, Module::Members, Module::Export];
    app.app.store.add_role(&of(&all), 1).expect("added");
    let token = app.signed_in("ann", "sharer");
    let monitor = json!({
        "route": "executive-summary", "screen": "api/v1/program/monitor/info", "calls": [{ "path": NEWS }],
    });
    let (_, secret) = made(&app, &token, monitor);
    let visit = visit(&app, &secret);
    let told = || ask(&app, &visit, &json!({ "call": 0 })).json();
    assert_eq!(told(), call(&app, &token, NEWS, &json!({})));
    assert!(told()["insights"].is_object(), "{}", told());
    let elsewhere = make(&app, &token, json!({ "calls": [{ "path": NEWS }] }));
    assert_eq!(elsewhere.status, 400, "no other screen tells it: {}", elsewhere.text);
    app.app.store.change_role(&of(&[Module::Monitor, Module::Export]), 1).expect("changed");
    assert_eq!(told()["insights"], json!(null));
}

#[test]
fn a_visitor_is_answered_in_the_visitors_language() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    // There are no data of the period before.
    let filters = json!({"period": "SELECTED_DATE", "startDate": "2024-02-01", "endDate": "2024-05-31"});
    let (_, secret) = made(&app, &token, json!({ "filters": filters.to_string() }));
    let visit = visit(&app, &secret);
    let cards = |language: &str| {
        let answer =
            app.post(ANSWER).bearer(&visit).header("accept-language", language).json(&json!({ "call": 1 })).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let of_user = app.post(&format!("/{CARDS}")).bearer(&token).header("accept-language", "de").json(&filters).send();
    assert_eq!(cards("de"), of_user.text, "as a user is answered");
    assert_ne!(cards("de"), cards("en"), "it has a note");
}

/// The bearer of a visit to a link that works.
fn visit(app: &TestApp, secret: &str) -> String {
    let answer = open(app, secret);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["visit"].as_str().expect("a bearer").to_owned()
}

fn ask(app: &TestApp, visit: &str, question: &Value) -> Answer {
    app.post(ANSWER).bearer(visit).json(question).send()
}

/// What a call of the API answers to somebody with a session.
fn call(app: &TestApp, token: &str, path: &str, more: &Value) -> Value {
    let mut body = filter();
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more.clone()) else { panic!("objects") };
    fields.extend(more);
    let answer = app.post(&format!("/{path}")).bearer(token).json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn audit(app: &TestApp) -> Vec<(String, Option<String>, Option<String>)> {
    let lines = app.app.store.last_audit_lines(50).expect("read").into_iter();
    lines.filter(|line| line.event.starts_with("link_")).map(|line| (line.event, line.actor, line.subject)).collect()
}

fn listed(app: &TestApp, token: &str) -> Value {
    let answer = app.get(LINKS).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn assert_gone(answer: &Answer, why: &str) {
    assert_eq!(answer.status, 404, "{why}: {}", answer.text);
    let gone = json!({
        "status": 404, "error": "not_found", "message": "This link is no longer available.", "errors": [],
    });
    assert_eq!(answer.json(), gone, "{why}");
}

#[test]
fn a_link_shows_its_screen_with_its_filter_and_each_opening_is_recorded() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let (_, secret) = made(&app, &token, json!({ "blocks": "table.by-tier" }));
    let opened = open(&app, &secret);
    assert_eq!(opened.status, 200, "{}", opened.text);
    assert_eq!(opened.header("set-cookie"), "", "nothing is left in the browser");
    assert_eq!(opened.header("cache-control"), "no-store");
    let shown = opened.json();
    assert_eq!((&shown["name"], &shown["blocks"]), (&json!("Logins of gold"), &json!("table.by-tier")));
    assert_eq!(shown["groups"].as_array().map(Vec::len), Some(1), "{shown}");
    assert_eq!(shown["groups"][0]["id"], 1);
    let program = &shown["program"];
    assert_eq!(
        (&program["accountManager"], &program["modules"], &program["lateTables"]),
        (&json!(null), &json!([]), &json!([]))
    );
    assert!(!opened.text.contains("ann\""), "no login: {}", opened.text);
    let visit = shown["visit"].as_str().expect("a bearer");
    for (at, path, more) in [
        (0, format!("{LOGINS}/breakdowns"), json!({})),
        (1, CARDS.to_owned(), json!({})),
        (2, format!("{LOGINS}/breakdown/LOGINS_TABLE"), json!({ "viewByH1": "TIER" })),
    ] {
        let answer = ask(&app, visit, &json!({ "call": at }));
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.json(), call(&app, &token, &path, &more), "{path}");
        assert_eq!(answer.header("set-cookie"), "", "{path}");
    }
    let of_block = ask(&app, visit, &json!({ "call": 0, "allRows": true, "block": "LOGINS_TABLE" }));
    assert_eq!(of_block.json(), call(&app, &token, &format!("{LOGINS}/breakdown/LOGINS_TABLE"), &json!({})));
    open(&app, &secret);
    let link = &listed(&app, &token)["links"][0];
    assert_eq!((&link["openings"], &link["state"], &link["isOwn"]), (&json!(2), &json!("works"), &json!(true)));
    assert!(link["lastOpenedAt"].is_i64() && !link.to_string().contains(&secret), "{link}");
    let name = || Some("Logins of gold".to_owned());
    assert_eq!(
        audit(&app),
        [("link_opened".to_owned(), None, name()), ("link_made".to_owned(), Some("ann".to_owned()), name()),]
    );
    // The store has no secret.
    let stored = std::fs::read(app.app.data_dir().path().join("bond.sqlite")).expect("read");
    assert!(!stored.windows(secret.len()).any(|part| part == secret.as_bytes()));
}

#[test]
fn a_link_shows_one_poll() {
    const POLLS: &str = "api/v1/content/dashboard/polls/breakdown";
    const TABLE: &str = "POLL_ANSWERS_BY_AUDIENCE_TABLE";
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let of_poll = |poll: i32, calls: Value| {
        json!({
            "name": "Tea", "route": "content-dashboard/polls-breakdown", "screen": format!("{POLLS}/{poll}"),
            "calls": calls,
        })
    };
    let own = json!([
        { "path": format!("{POLLS}/4/answerInfos") },
        { "path": format!("{POLLS}/4/{TABLE}"), "viewByH1": "TIER" },
    ]);
    let (_, secret) = made(&app, &token, of_poll(4, own));
    let shown = open(&app, &secret).json();
    assert_eq!(shown["poll"], json!({ "id": 4, "name": "Which day?" }));
    let visit = shown["visit"].as_str().expect("a bearer");
    for (at, path, more) in [(0, "answerInfos", json!({})), (1, TABLE, json!({ "viewByH1": "TIER" }))] {
        let answer = ask(&app, visit, &json!({ "call": at }));
        assert_eq!(answer.json(), call(&app, &token, &format!("{POLLS}/4/{path}"), &more), "{path}");
    }
    // Neither another poll nor the list of all.
    for path in [format!("{POLLS}/5/answerInfos"), format!("{POLLS}/info"), format!("{POLLS}/4")] {
        let refused = make(&app, &token, of_poll(4, json!([{ "path": path }])));
        assert_eq!(refused.status, 400, "{path}: {}", refused.text);
        assert!(refused.text.contains("calls[0].path"), "{path}: {}", refused.text);
    }
    let mut of_all = of_poll(4, json!([{ "path": format!("{POLLS}/info") }]));
    of_all["screen"] = json!(POLLS);
    let refused = make(&app, &token, of_all);
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(refused.text.contains("screen: choose a poll"), "{}", refused.text);
    let none = make(&app, &token, of_poll(99, json!([{ "path": format!("{POLLS}/99/answerInfos") }])));
    assert_eq!(none.status, 404, "there is no such poll: {}", none.text);
    // A screen that is no poll has none.
    let (_, secret) = made(&app, &token, json!({}));
    assert_eq!(open(&app, &secret).json()["poll"], json!(null));
}

/// The schedule belongs to no member: it is for those who see all.
#[test]
fn a_link_shows_the_schedule_of_somebody_who_sees_all_members() {
    const SCHEDULE: &str = "api/v1/emails/dashboard/schedules";
    let app = program(0);
    app.app.store.add_role(&role(Vec::new(), &[Module::Emails, Module::Export]), 1).expect("added");
    let token = app.signed_in("ann", "sharer");
    let of_schedule = json!({
        "name": "Schedule", "route": "emails-dashboard/schedule", "screen": SCHEDULE,
        "calls": [{ "path": SCHEDULE, "recordCount": 1 }],
    });
    let (_, secret) = made(&app, &token, of_schedule.clone());
    let visit = visit(&app, &secret);
    let first = ask(&app, &visit, &json!({ "call": 0 })).json();
    assert_eq!(first, call(&app, &token, SCHEDULE, &json!({ "recordCount": 1 })));
    let all = ask(&app, &visit, &json!({ "call": 0, "allRows": true })).json();
    assert_eq!(all, call(&app, &token, SCHEDULE, &json!({})));
    assert!(all.as_array().is_some_and(|rows| rows.len() > 1), "{all}");
    let gold = GroupLimit { grouping: Grouping::Tier, ids: vec![1] };
    app.app.store.change_role(&role(vec![gold], &[Module::Emails, Module::Export]), 1).expect("changed");
    assert_gone(&ask(&app, &visit, &json!({ "call": 0 })), "its maker no longer sees all members");
    assert_eq!(make(&app, &token, of_schedule).status, 403);
}

/// A visitor names a call by its number. Whatever else is sent is refused, with its name.
#[test]
fn a_visitor_can_change_nothing_of_what_is_shown() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let (_, secret) = made(&app, &token, json!({}));
    let visit = visit(&app, &secret);
    let fields = [
        ("period", json!("LAST_12MONTHS")),
        ("startDate", json!("2020-01-01")),
        ("endDate", json!("2025-03-10")),
        ("comparison", json!("NONE")),
        ("userGroupTiers", json!([2])),
        ("userGroupsTiersAll", json!(true)),
        ("userGroupLobs", json!([1])),
        ("userGroupsLobsAll", json!(true)),
        ("userGroupAudiences", json!([1])),
        ("userGroupsAudiencesAll", json!(true)),
        ("campaigns", json!([1])),
        ("campaignsAll", json!(false)),
        ("campaignsTypes", json!([1])),
        ("campaignsTypesAll", json!(false)),
        ("offers", json!([1])),
        ("offersAll", json!(false)),
        ("offersCategories", json!([1])),
        ("offersCategoriesAll", json!(false)),
        ("timeScale", json!("BY_YEARS")),
        ("viewBy", json!("AUDIENCE")),
        ("viewByH1", json!("AUDIENCE")),
        ("viewByH2", json!("LOB")),
        ("recordCount", json!(0)),
        ("filters", json!("{}")),
        ("filter", json!({})),
        ("path", json!("api/v1/bond/score")),
        ("screen", json!(CARDS)),
        ("link", json!(2)),
        ("scope", json!("all")),
    ];
    let plain = ask(&app, &visit, &json!({ "call": 0 })).json();
    for (field, value) in fields {
        let refused = ask(&app, &visit, &json!({ "call": 0, field: value }));
        assert_eq!(refused.status, 400, "{field}: {}", refused.text);
        assert!(refused.text.contains(field), "{field}: {}", refused.text);
        // Nor in the address.
        let beside = app.post(&format!("{ANSWER}?{field}=1")).bearer(&visit).json(&json!({ "call": 0 })).send();
        assert_eq!(beside.json(), plain, "{field}");
    }
    for (question, field) in [
        (json!({ "call": 3 }), "call"),
        (json!({ "call": -1 }), "call"),
        (json!({ "call": 1e9 }), "call"),
        (json!({ "call": "0" }), "call"),
        (json!({}), "call"),
        (json!({ "call": 0, "block": "LOGINS_TABLE" }), "block"),
        (json!({ "call": 0, "allRows": true, "block": "OFFERS" }), "block"),
        (json!({ "call": 1, "allRows": true, "block": "LOGINS_TABLE" }), "block"),
        (json!({ "call": 2, "allRows": true, "block": "LOGINS_BY_PERIOD" }), "block"),
    ] {
        let refused = ask(&app, &visit, &question);
        assert_eq!(refused.status, 400, "{question}: {}", refused.text);
        assert!(refused.text.contains(field), "{question}: {}", refused.text);
    }
    assert_eq!(app.get(ANSWER).bearer(&visit).send().status, 405);
}

/// Every route of the table, with the bearer of a visit: only the one for visits answers.
#[test]
fn a_visit_opens_one_route_and_nothing_else_opens_that() {
    let app = program(0);
    let token = app.signed_in("ann", ADMIN);
    let (id, secret) = made(&app, &token, json!({}));
    let visit = visit(&app, &secret);
    for route in table() {
        // Ids that exist, also that of the link itself.
        let path = path(&route).replace("/links/1", &format!("/links/{id}"));
        let method = route.method.name().to_uppercase();
        let mut call = app.call(&method, &path).bearer(&visit);
        if route.method != Method::Get && route.method != Method::Delete {
            call = call.json(&json!({ "call": 0 }));
        }
        let answer = call.send();
        match route.class {
            Class::Link => assert_eq!(answer.status, 200, "{path}: {}", answer.text),
            // It goes on after a password.
            Class::Public if path == "/api/auth/second-factor/set-up" => assert_eq!(answer.status, 401, "{path}"),
            Class::Public | Class::Local => {
                assert!([200, 204, 303, 400, 404].contains(&answer.status), "{path}: {}", answer.text);
            }
            _ => {
                assert_eq!(answer.status, 401, "{method} {path}: {}", answer.text);
                assert_eq!(answer.json()["code"], "token_invalid", "{path}");
            }
        }
    }
    assert_eq!(listed(&app, &token)["links"].as_array().map(Vec::len), Some(1), "it is still there");
    // As a cookie, in the address or in a body it opens nothing either.
    let cookie = app.get("/api/v1/program").header("cookie", &format!("token={visit}")).send();
    assert_eq!(cookie.status, 401);
    let api_token = app.post("/api/v1/account/tokens").bearer(&token).json(&json!({"name": "x", "days": 1})).send();
    let api_token = api_token.json()["secret"].as_str().expect("a token").to_owned();
    for other in [&token, &api_token, &secret, &visit[..visit.len() - 1], &format!("{visit}A"), "visit_", "x"] {
        let answer = ask(&app, other, &json!({ "call": 0 }));
        assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("token_invalid")), "{other}");
    }
    let none = app.post(ANSWER).json(&json!({ "call": 0 })).send();
    assert_eq!((none.status, &none.json()["code"]), (401, &json!("no_token")));
}

/// Whatever the reason, a link that does not work says the same, at its opening and during a visit.
#[test]
fn a_link_stops_with_its_maker_its_time_and_the_setting() {
    let app = program(0);
    let admin = app.signed_in("ada", ADMIN);
    app.app.store.add_role(&role(Vec::new(), &BOTH), 1).expect("added");
    let token = app.signed_in("ann", "sharer");
    let (id, secret) = made(&app, &token, json!({}));
    let end = listed(&app, &admin)["links"][0]["expiresAt"].as_i64().expect("a time");
    let works = |visit: &str, why: &str| {
        assert_eq!(ask(&app, visit, &json!({ "call": 0 })).status, 200, "{why}");
        assert_eq!(open(&app, &secret).status, 200, "{why}");
    };
    let stopped = |visit: &str, why: &str| {
        assert_gone(&ask(&app, visit, &json!({ "call": 0 })), why);
        assert_gone(&open(&app, &secret), why);
    };
    let state = || listed(&app, &admin)["links"][0]["state"].clone();
    let choose = |name: &str, value: Option<&str>| {
        app.app.store.choose_settings(&[(name, value)], By::from(1)).expect("chosen");
    };
    assert_gone(&open(&app, ""), "no secret");
    assert_gone(&open(&app, &secret[1..]), "another secret");
    let during = visit(&app, &secret);
    works(&during, "a link that works");

    choose("allow_links", Some("false"));
    stopped(&during, "the setting is off");
    assert_eq!(state(), "stopped");
    choose("allow_links", Some("true"));
    works(&during, "the setting is on again");
    choose("modules", Some("MONITOR,EXPORT"));
    stopped(&during, "the program does not use the module");
    choose("modules", Some("MEMBERS"));
    stopped(&during, "the program has no files");
    choose("modules", None);
    works(&during, "all modules");
    for modules in [&[Module::Members][..], &[Module::Export], &[Module::Offers, Module::Export], &[]] {
        app.app.store.change_role(&role(Vec::new(), modules), 1).expect("changed");
        stopped(&during, &format!("its maker has {modules:?}"));
    }
    app.app.store.change_role(&role(Vec::new(), &BOTH), 1).expect("changed");
    works(&during, "the role is back");
    app.app.store.disable_user("ann", 1).expect("disabled");
    stopped(&during, "its maker has been disabled");
    app.app.store.enable_user("ann", 1).expect("enabled");
    works(&during, "its maker is enabled");

    // A visit ends within the hour, a link with its time.
    app.app.clock.advance(60 * 60);
    let over = ask(&app, &during, &json!({ "call": 0 }));
    assert_eq!((over.status, &over.json()["code"]), (401, &json!("session_expired")));
    let during = visit(&app, &secret);
    choose("link_days", Some("1"));
    works(&during, "within a day");
    app.app.clock.advance(DAY - 60 * 60);
    assert_gone(&open(&app, &secret), "an administrator chose a shorter time");
    choose("link_days", None);
    let during = visit(&app, &secret);
    // A minute before its end: the clock goes on while this runs.
    app.app.clock.advance(end - app.app.clock.now() - 60);
    let last = open(&app, &secret).json();
    assert_eq!(last["visitEndsAt"].as_i64(), Some(end), "no longer than the link");
    app.app.clock.advance(60);
    assert_gone(&open(&app, &secret), "it has expired");
    let of_last = last["visit"].as_str().expect("a bearer");
    assert_eq!(ask(&app, of_last, &json!({ "call": 0 })).status, 401);
    assert_eq!(ask(&app, &during, &json!({ "call": 0 })).status, 401);

    let (admin, token) = (app.signed_in("eve", ADMIN), app.signed_in("kim", "sharer"));
    assert_eq!(listed(&app, &admin)["links"][0]["state"], "expired");
    let (new, secret) = made(&app, &token, json!({}));
    let during = visit(&app, &secret);
    assert_eq!(app.call("DELETE", &format!("{LINKS}/{new}")).bearer(&token).send().status, 204);
    assert_gone(&ask(&app, &during, &json!({ "call": 0 })), "it was removed");
    assert_gone(&open(&app, &secret), "it was removed");
    assert_ne!(id, new);
}

#[test]
fn a_link_ends_with_its_maker() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let (_, secret) = made(&app, &token, json!({}));
    let during = visit(&app, &secret);
    let ann = app.app.store.user_by_login("ann").expect("read").expect("there").id;
    app.app.store.delete_user(ann, By::from(1)).expect("deleted");
    assert_gone(&open(&app, &secret), "its maker is gone");
    assert_gone(&ask(&app, &during, &json!({ "call": 0 })), "its maker is gone");
}

/// The members are those that the maker sees at each moment, and small groups are hidden as for the maker.
#[test]
fn a_link_shows_the_members_that_its_maker_sees_then() {
    for minimum in [0, 5] {
        let app = program(minimum);
        app.app.store.add_role(&role(Vec::new(), &BOTH), 1).expect("added");
        let token = app.signed_in("ann", "sharer");
        let everybody = r#"{"period":"SELECTED_DATE","startDate":"2025-01-01","endDate":"2025-03-10"}"#;
        let (_, secret) = made(&app, &token, json!({ "filters": everybody }));
        let visit = visit(&app, &secret);
        let of_maker = || {
            let filter: Value = serde_json::from_str(everybody).expect("JSON");
            let paths = [format!("/{LOGINS}/breakdowns"), format!("/{CARDS}")];
            paths.map(|path| app.post(&path).bearer(&token).json(&filter).send().json())
        };
        let of_visitor = || [0, 1].map(|at| ask(&app, &visit, &json!({ "call": at })).json());
        let all = of_visitor();
        assert_eq!(all, of_maker());
        let gold = vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }];
        app.app.store.change_role(&role(gold, &BOTH), 1).expect("changed");
        let of_gold = of_visitor();
        assert_eq!(of_gold, of_maker(), "as the maker sees it now");
        assert_ne!(of_gold, all, "and no longer all");
        let has_hidden = of_gold.iter().any(|answer| answer.to_string().contains("\"few\""));
        assert_eq!(has_hidden, minimum > 0, "few members are behind some figures");
    }
}

#[test]
fn a_password_is_asked_for_checked_and_guesses_are_blocked() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    for short in ["short", "", "with\na line break"] {
        let refused = make(&app, &token, json!({ "password": short }));
        assert_eq!(refused.status, 400, "{short}");
        assert!(
            refused.json()["errors"][0].as_str().is_some_and(|text| text.starts_with("password")),
            "{}",
            refused.text
        );
    }
    let (_, secret) = made(&app, &token, json!({ "password": PASSWORD }));
    let (_, other) = made(&app, &token, json!({ "password": PASSWORD }));
    let try_with = |secret: &str, password: Value| {
        let answer = app.post(OPEN).json(&json!({ "secret": secret, "password": password })).send();
        let why = serde_json::from_str::<Value>(&answer.text).expect("JSON")["error_description"].clone();
        (answer.status, why.as_str().unwrap_or_default().to_owned(), answer)
    };
    let (status, why, refused) = try_with(&secret, Value::Null);
    assert_eq!((status, why.as_str()), (403, "missing"));
    assert!(!refused.text.contains("Logins") && !refused.text.contains("visit"), "it says nothing: {}", refused.text);
    let checks = app.app.auth.passwords.checks();
    assert_gone(&app.post(OPEN).json(&json!({ "secret": "none", "password": WRONG })).send(), "nobody's");
    assert_eq!(app.app.auth.passwords.checks(), checks, "whoever has no link makes the server work for nothing");
    for _ in 0..4 {
        assert_eq!(try_with(&secret, json!(WRONG)).1, "wrong");
    }
    assert_eq!(try_with(&secret, json!(PASSWORD)).0, 200);
    for _ in 0..5 {
        assert_eq!(try_with(&secret, json!(WRONG)).1, "wrong");
    }
    assert_eq!(try_with(&secret, json!(PASSWORD)).1, "blocked", "also the right one");
    assert_eq!(try_with(&other, json!(PASSWORD)).0, 200, "other links go on");
    assert_eq!(app.login("ann", WRONG).status, 401, "and so do sign-ins");
    app.app.clock.advance(5 * 60);
    assert_eq!(try_with(&secret, json!(PASSWORD)).0, 200);
    assert_eq!(try_with(&secret, json!(PASSWORD.repeat(50))).1, "wrong", "a long one is no fault of the server");
    let events: Vec<String> = audit(&app).into_iter().map(|(event, ..)| event).collect();
    assert_eq!(events.iter().filter(|event| *event == "link_refused").count(), 10, "{events:?}");
    let lines = app.app.store.last_audit_lines(50).expect("read");
    assert!(
        lines.iter().any(|line| line.event == "sign_in_blocked" && line.subject.as_deref() == Some("Logins of gold"))
    );
    assert!(lines.iter().all(|line| !format!("{line:?}").contains(PASSWORD) && !format!("{line:?}").contains(&secret)));
    let saved = app.app.store.link_of(&secret).expect("read").expect("there");
    assert!(saved.item.password_hash.is_some_and(|hash| hash.starts_with("$argon2id$")));
}

#[test]
fn links_are_made_by_whoever_may_take_files_along_and_bad_input_is_named() {
    let app = program(0);
    let (admin, bob) = (app.signed_in("ada", ADMIN), app.signed_in("bob", USERS));
    app.app.store.add_role(&role(Vec::new(), &[Module::Members]), 1).expect("added");
    let reader = app.signed_in("ann", "sharer");
    assert_eq!(make(&app, &reader, json!({})).status, 403, "without EXPORT");
    app.app.store.change_role(&role(Vec::new(), &[Module::Offers, Module::Export]), 1).expect("changed");
    assert_eq!(make(&app, &reader, json!({})).status, 403, "without the module of the screen");
    for (change, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": "x".repeat(101) }), "name"),
        (json!({ "name": "a\u{202e}b" }), "name"),
        (json!({ "route": "offers-dashboard" }), "route"),
        (json!({ "route": "user-dashboard/../admin?" }), "route"),
        (json!({ "route": "//evil.example" }), "route"),
        (json!({ "screen": "api/v1/bond/score" }), "screen"),
        (json!({ "filters": "[" }), "filters"),
        (json!({ "filters": "{\"period\":\"EVER\"}" }), "filters"),
        (json!({ "filters": "x".repeat(8001) }), "filters"),
        (json!({ "filters": "{\"period\":\"SELECTED_DATE\",\"startDate\":\"2025-02-30\"}" }), "filters"),
        (json!({ "blocks": "a\nb" }), "blocks"),
        (json!({ "blocks": "x".repeat(4001) }), "blocks"),
        (json!({ "calls": [] }), "calls"),
        (json!({ "calls": vec![json!({ "path": CARDS }); 41] }), "calls"),
        (json!({ "calls": [{ "path": CARDS }, { "path": "api/v1/bond/score" }] }), "calls[1].path"),
        (json!({ "calls": [{ "path": "api/v1/export/csv" }] }), "calls[0].path"),
        (json!({ "calls": [{ "path": "api/v1/explain/logins.totalLogins" }] }), "calls[0].path"),
        (json!({ "calls": [{ "path": CARDS, "period": "THIS_YEAR" }] }), "calls[0]"),
        (json!({ "calls": [{ "path": CARDS, "viewBy": "MEMBER" }] }), "calls[0]"),
        (json!({ "days": 0 }), "days"),
        (json!({ "days": 31 }), "days"),
        (json!({ "days": -1 }), "days"),
        (json!({ "secret": "mine" }), "secret"),
    ] {
        let refused = make(&app, &bob, change.clone());
        assert_eq!(refused.status, 400, "{change}: {}", refused.text);
        assert!(refused.json()["errors"][0].as_str().is_some_and(|text| text.contains(field)), "{}", refused.text);
    }
    let tokens = app.post("/api/v1/account/tokens").bearer(&bob).json(&json!({"name": "x", "days": 1})).send();
    let api_token = tokens.json()["secret"].as_str().expect("a token").to_owned();
    for (method, path) in [("POST", LINKS.to_owned()), ("GET", LINKS.to_owned()), ("DELETE", format!("{LINKS}/1"))] {
        let answer = app.call(method, &path).bearer(&api_token).json(&body(json!({}))).send();
        assert_eq!(answer.status, 403, "{method}: API tokens make no links");
    }
    // One's own, and all for administrators.
    let (of_bob, _) = made(&app, &bob, json!({}));
    let (of_ada, _) = made(&app, &admin, json!({ "name": "By Ada" }));
    let names = |token: &str| -> Vec<String> {
        let list = listed(&app, token);
        let links = list["links"].as_array().expect("links").iter();
        links.map(|link| format!("{} {}", link["login"].as_str().unwrap_or_default(), link["isOwn"])).collect()
    };
    assert_eq!(names(&admin), ["ada true", "bob false"]);
    assert_eq!((names(&bob), names(&reader)), (vec!["bob true".to_owned()], Vec::new()));
    let remove = |token: &str, id: i64| app.call("DELETE", &format!("{LINKS}/{id}")).bearer(token).send().status;
    assert_eq!((remove(&bob, of_ada), remove(&reader, of_bob), remove(&bob, 999)), (404, 404, 404));
    assert_eq!(remove(&admin, of_bob), 404, "whoever removes what is another's confirms it");
    let remove_any = |token: &str, id: i64, password: &str| {
        let body = json!({ "password": password });
        app.post(&format!("{LINKS}/{id}/remove")).bearer(token).json(&body).send().status
    };
    assert_eq!(remove_any(&bob, of_ada, "correct horse 1"), 403);
    assert_eq!(remove_any(&admin, of_bob, "a wrong password"), 403);
    let remove_any = |id| remove_any(&admin, id, "correct horse 1");
    assert_eq!((remove_any(of_bob), remove_any(of_bob), remove(&admin, of_ada)), (204, 404, 204));
    let removed = audit(&app);
    assert_eq!((removed[1].0.as_str(), removed[1].1.as_deref()), ("link_removed", Some("ada")));

    let off = TestApp::new();
    let token = off.signed_in("ann", ADMIN);
    assert_eq!(listed(&off, &token)["isAllowed"], false, "unless an administrator allows them");
    let refused = make(&off, &token, json!({}));
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("allow_links"), "{}", refused.text);
}

#[test]
fn other_sites_ask_nothing() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let (_, secret) = made(&app, &token, json!({}));
    let visit = visit(&app, &secret);
    let opening = || app.post(OPEN).json(&json!({ "secret": secret }));
    let asking = || app.post(ANSWER).bearer(&visit).json(&json!({ "call": 0 }));
    for (name, value) in [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        for call in [opening(), asking()] {
            let answer = call.header(name, value).send();
            assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some("csrf")), "{name}: {value}");
        }
    }
    let own = app.origin();
    for call in [opening(), asking()] {
        let answer = call.header("origin", &own).header("sec-fetch-site", "same-origin").send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
    let form = app.post(OPEN).body("text/plain", &json!({ "secret": secret }).to_string()).send();
    assert_eq!(form.status, 415, "no form sends it");
    let long = app.post(OPEN).json(&json!({ "secret": "x".repeat(9000) })).send();
    assert_eq!(long.status, 413, "anybody may send this");
}

#[test]
fn only_the_page_of_links_may_be_framed_and_only_by_whom_the_settings_name() {
    let hosts = ["https://intranet.example.com", "http://wiki.local:8090"];
    let app = TestApp::with(|config| {
        config.links.allow_links = true;
        config.links.link_frame_hosts = hosts.map(str::to_owned).into();
    });
    let policy = |app: &TestApp, path: &str| {
        let answer = app.get(path).send();
        let (policy, frames) = (answer.header("content-security-policy"), answer.header("x-frame-options"));
        let own = policy.rsplit("frame-ancestors ").next().unwrap_or_default().to_owned();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        (own, frames.to_owned(), answer)
    };
    let closed = ("'none'".to_owned(), "DENY".to_owned());
    let (own, frames, answer) = policy(&app, "/shared");
    assert_eq!((own, frames), (hosts.join(" "), String::new()));
    assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
    assert_eq!(answer.header("cache-control"), "no-store");
    for path in [
        "/",
        "/login",
        "/executive-summary",
        "/links",
        "/shared/",
        "/shared/x",
        "/Shared",
        "/shared%2f",
        "/sharedx",
        "/x/../shared/",
        "/healthz",
        "/assets/none.js",
        OPEN,
        ANSWER,
        LINKS,
    ] {
        let (own, frames, _) = policy(&app, path);
        assert_eq!((own, frames), closed, "{path}");
    }
    for route in table() {
        let answer = app.call(&route.method.name().to_uppercase(), &path(&route)).send();
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{}", route.path);
        assert_eq!(answer.header("x-frame-options"), "DENY", "{}", route.path);
    }
    // Without hosts, and while links are not allowed, nobody frames anything.
    for (allowed, hosts) in [(true, &[][..]), (false, &hosts[..])] {
        let app = TestApp::with(|config| {
            config.links.allow_links = allowed;
            config.links.link_frame_hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
        });
        let (own, frames, answer) = policy(&app, "/shared");
        assert_eq!((own, frames), closed, "{allowed} {hosts:?}");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    let app = TestApp::new();
    let admin = app.signed_in("ada", ADMIN);
    for wrong in [
        "*",
        "https://*",
        "https://*.example.com",
        "intranet.example.com",
        "'self'",
        "https://a.example; script-src *",
        "https://a.example b.example",
        "javascript://a",
        "https://a.example/path",
        "https://user@a.example",
        "https://",
        "https://a.example:0",
        "https://a.example:99999",
        "https://a..example",
    ] {
        let body = json!({ "settings": { "link_frame_hosts": wrong } });
        let answer = app.call("PUT", "/api/v1/admin/settings").bearer(&admin).json(&body).send();
        assert_eq!(answer.status, 400, "{wrong}: {}", answer.text);
        assert!(answer.json()["errors"][0].as_str().is_some_and(|text| text.starts_with("link_frame_hosts")));
    }
    let chosen =
        json!({ "allow_links": "true", "link_frame_hosts": "https://Intranet.Example.com , http://10.0.0.7:81" });
    let body = json!({ "settings": chosen, "password": "correct horse 1" });
    assert_eq!(app.call("PUT", "/api/v1/admin/settings").bearer(&admin).json(&body).send().status, 200);
    assert_eq!(policy(&app, "/shared").0, "https://intranet.example.com http://10.0.0.7:81");
}
