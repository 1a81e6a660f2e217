//! Targets over HTTP: who sets them, which of them fit a filter and what a user sees, and how files show them. The
//! figures are those of `figures.rs`: in March 2024 there were 13 logins, 7 of them of Gold, and 3 and 4 in January and
//! February; in March 2025 there were 2 by the 10th, the last day with data.

use std::collections::BTreeMap;

use bond::figures::target::Course;
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::screens::{DASHBOARDS, figure};
use bond::store::roles::{Permission, PermissionModule, Role};
use serde_json::{Value, json};
use time::macros::date;
use time::{Date, Month};

use crate::{Program, TestApp};

const TARGETS: &str = "/api/v1/targets";
const FITTING: &str = "/api/v1/targets/fitting";

fn user(app: &TestApp, name: &str, permissions: &[(Module, bool)], limits: Limits) -> String {
    let permission = |(code, editable): &(Module, bool)| Permission {
        module: PermissionModule { code: *code },
        editable: *editable,
    };
    let role = Role { name: format!("{name}s"), permissions: permissions.iter().map(permission).collect(), limits };
    app.app.store.add_role(&role, 1).expect("added");
    app.signed_in(name, &role.name)
}

fn of_group(grouping: Grouping, ids: &[i32]) -> Limits {
    Limits { groups: vec![GroupLimit { grouping, ids: ids.to_vec() }], without_members: false }
}

fn fixture() -> TestApp {
    Program::of(date!(2025 - 03 - 11), "src/tests/fixture").app
}

fn with(mut body: Value, more: Value) -> Value {
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn logins(more: Value) -> Value {
    with(json!({"metric": "logins.totalLogins", "grain": "MONTH", "starts": "2024-03", "value": 20}), more)
}

fn set(app: &TestApp, token: &str, body: &Value) -> (u16, Value) {
    let answer = app.post(TARGETS).bearer(token).json(body).send();
    (answer.status, answer.json())
}

fn must_set(app: &TestApp, token: &str, body: &Value) -> Value {
    let (status, answer) = set(app, token, body);
    assert_eq!(status, 200, "{body}: {answer}");
    answer
}

fn fitting(app: &TestApp, token: &str, filter: &Value) -> Value {
    let answer = app.post(FITTING).bearer(token).json(filter).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn listed(app: &TestApp, token: &str) -> Vec<Value> {
    let answer = app.get(TARGETS).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["targets"].as_array().expect("targets").clone()
}

/// The value that a figure is compared with, and how much of its days is counted.
fn compared(found: &Value, metric: &str) -> Option<(f64, Option<f64>)> {
    let target = found["targets"].as_array().expect("targets").iter().find(|one| one["metric"] == metric)?;
    Some((target["value"].as_f64().expect("a value"), target["counted"].as_f64()))
}

/// The points of a figure's line.
fn line(found: &Value, metric: &str, scale: &str) -> Vec<(String, f64)> {
    let lines = found["lines"].as_array().expect("lines").iter();
    let points = lines.filter(|line| line["metric"] == metric && line["timeScale"] == scale);
    let points = points.flat_map(|line| line["points"].as_array().expect("points"));
    points
        .map(|point| (point["start"].as_str().expect("a day").to_owned(), point["value"].as_f64().expect("a value")))
        .collect()
}

fn days(start: &str, end: &str) -> Value {
    json!({"startDate": start, "endDate": end})
}

fn march() -> Value {
    days("2024-03-01", "2024-03-31")
}

fn tier(id: i32) -> Value {
    json!({"userGroupTiers": [id], "userGroupsTiersAll": false})
}

const TOTAL: &str = "logins.totalLogins";

#[test]
fn what_is_wrong_with_a_target_is_said_by_field() {
    let app = fixture();
    let editor = user(&app, "editor", &[(Module::Members, true), (Module::Website, true)], Limits::default());
    for (more, expected) in [
        (json!({"metric": "logins.none"}), "metric: there is no figure"),
        (json!({"metric": "score.csat"}), "metric: there is no figure"),
        (json!({"grain": "QUARTER"}), "grain: "),
        (json!({"starts": "2024-13"}), "starts: expected a month such as 2026-03"),
        (json!({"starts": "2024"}), "starts: expected a month"),
        (json!({"grain": "YEAR"}), "starts: expected a year such as 2026"),
        (json!({"value": 0}), "value: expected a whole number above 0"),
        (json!({"value": 2.5}), "value: expected a whole number"),
        (json!({"value": "20"}), "value: "),
        (json!({"metric": "dormantRate.percent", "value": 1.234}), "value: expected a number with at most 2 decimals"),
        (json!({"group": {"type": "TIER", "id": 9}}), "group: there is no group 9 of the type TIER"),
        (json!({"group": {"type": "REGION", "id": 1}}), "group.type: "),
        (json!({"metric": "visitors.pageViews", "group": {"type": "TIER", "id": 1}}), "group: expected null"),
        (json!({"note": "x".repeat(201)}), "note: expected 1 to 200"),
        (json!({"other": 1}), "other: unknown field"),
    ] {
        let (status, answer) = set(&app, &editor, &logins(more.clone()));
        let message = answer["message"].as_str().expect("text");
        assert_eq!((status, message.starts_with(expected)), (400, true), "{more}: {message}");
    }
    must_set(&app, &editor, &logins(json!({})));
    let (status, again) = set(&app, &editor, &logins(json!({"value": 30})));
    assert_eq!(
        (status, again["message"].as_str().expect("text").starts_with("starts: there is a target")),
        (400, true)
    );
}

#[test]
fn targets_are_set_by_who_may_change_the_module_and_each_change_is_recorded() {
    let app = fixture();
    let editor = user(&app, "editor", &[(Module::Members, true)], Limits::default());
    let reader = user(&app, "reader", &[(Module::Members, false)], Limits::default());
    let other = user(&app, "other", &[(Module::Content, true)], Limits::default());
    let gold = json!({"group": {"type": "TIER", "id": 1}, "note": " Plan ", "repeats": true});
    let saved = must_set(&app, &editor, &logins(gold.clone()));
    let expected = json!({
        "id": saved["id"], "metric": TOTAL, "grain": "MONTH", "starts": "2024-03", "repeats": true, "value": 20.0,
        "group": {"type": "TIER", "id": 1, "name": "Gold"}, "note": "Plan", "setAt": saved["setAt"],
        "setBy": "editor", "mayChange": true,
    });
    assert_eq!(saved, expected);
    let path = format!("{TARGETS}/{}", saved["id"]);
    let call =
        |method: &str, token: &str| app.call(method, &path).bearer(token).json(&logins(gold.clone())).send().status;
    assert_eq!((set(&app, &reader, &logins(json!({}))).0, set(&app, &other, &logins(json!({}))).0), (403, 403));
    assert_eq!((call("PUT", &reader), call("DELETE", &reader)), (403, 403));
    assert_eq!((call("PUT", &other), call("DELETE", &other)), (404, 404), "its figure is not open to it");
    assert_eq!(listed(&app, &reader), [with(expected, json!({"mayChange": false}))]);
    assert_eq!((listed(&app, &other).len(), listed(&app, &editor).len()), (0, 1));
    assert_eq!(fitting(&app, &other, &with(march(), tier(1))), json!({"targets": [], "lines": []}));
    assert_eq!(compared(&fitting(&app, &reader, &with(march(), tier(1))), TOTAL), Some((20.0, None)));
    assert_eq!((call("PUT", &editor), call("DELETE", &editor), call("DELETE", &editor)), (200, 204, 404));
    let lines = app.app.store.audit_lines(&Default::default(), 0, 100).expect("read");
    let details = lines.iter().filter(|line| line.event.starts_with("target_")).rev();
    let details: Vec<(&str, Option<&str>, Option<&str>)> =
        details.map(|line| (line.event.as_str(), line.actor.as_deref(), line.detail.as_deref())).collect();
    let detail = Some("each month from 2024-03, TIER 1: 20");
    let by = Some("editor");
    let expected = [("target_set", by, detail), ("target_changed", by, detail), ("target_removed", by, detail)];
    assert!(details == expected || details.iter().rev().eq(expected.iter()), "{details:?}");
}

#[test]
fn a_target_fits_its_period_and_exactly_its_members() {
    let app = fixture();
    let editor = user(&app, "editor", &[(Module::Members, true), (Module::Offers, true)], Limits::default());
    for (starts, value) in [("2024-01", 5), ("2024-02", 5), ("2024-03", 20)] {
        must_set(&app, &editor, &logins(json!({"starts": starts, "value": value})));
    }
    must_set(&app, &editor, &logins(json!({"value": 8, "group": {"type": "TIER", "id": 1}})));
    must_set(&app, &editor, &logins(json!({"value": 9, "group": {"type": "LOB", "id": 2}})));
    must_set(&app, &editor, &logins(json!({"value": 4, "group": {"type": "AUDIENCE", "id": 3}})));
    must_set(&app, &editor, &logins(json!({"grain": "YEAR", "starts": "2025", "value": 100})));
    let of = |filter: Value| compared(&fitting(&app, &editor, &filter), TOTAL);
    assert_eq!(of(march()), Some((20.0, None)));
    assert_eq!(of(with(march(), tier(1))), Some((8.0, None)));
    assert_eq!(of(with(march(), tier(2))), None);
    assert_eq!(of(with(march(), json!({"userGroupLobs": [2], "userGroupsLobsAll": false}))), Some((9.0, None)));
    assert_eq!(
        of(with(march(), json!({"userGroupAudiences": [3], "userGroupsAudiencesAll": false}))),
        Some((4.0, None))
    );
    assert_eq!(
        of(with(march(), json!({"userGroupTiers": [1, 2, 3], "userGroupsTiersAll": false}))),
        Some((20.0, None))
    );
    let both = with(with(march(), tier(1)), json!({"userGroupLobs": [1], "userGroupsLobsAll": false}));
    assert_eq!(of(both), None, "Gold of one line of business");
    // Offers leave logins as they are, and not what is counted of offers.
    let offer = json!({"offers": [1], "offersAll": false});
    assert_eq!(of(with(march(), offer.clone())), Some((20.0, None)));
    must_set(
        &app,
        &editor,
        &json!({"metric": "partnerDto.sales", "grain": "MONTH", "starts": "2024-03", "value": 99.5}),
    );
    let sales = |filter: Value| compared(&fitting(&app, &editor, &filter), "partnerDto.sales");
    assert_eq!((sales(march()), sales(with(march(), offer))), (Some((99.5, None)), None));
    // Months add up, and the year to date is of the whole year: 69 of 365 days.
    assert_eq!(of(days("2024-01-01", "2024-03-31")), Some((30.0, None)));
    assert_eq!(of(days("2024-01-02", "2024-03-31")), None);
    assert_eq!(of(json!({})), Some((100.0, Some(18.9))));
    // Charts.
    let found = fitting(&app, &editor, &days("2024-01-01", "2024-12-31"));
    // The data begin on 5 January: what is of a part of January is compared with nothing.
    let months = [("2024-02-01".to_owned(), 5.0), ("2024-03-01".to_owned(), 20.0)];
    assert_eq!(line(&found, TOTAL, "BY_MONTHS"), months);
    assert!(line(&found, TOTAL, "BY_QUARTERS").is_empty() && line(&found, TOTAL, "BY_YEARS").is_empty());
    let found = fitting(&app, &editor, &json!({}));
    assert_eq!(line(&found, TOTAL, "BY_YEARS"), [("2025-01-01".to_owned(), 100.0)]);
    // What is of a day has the target of the last month; members do not add up.
    let target = |metric: &str, value: f64| json!({"metric": metric, "grain": "MONTH", "starts": "2024-03", "value": value, "repeats": true});
    for (metric, value) in [("dormantRate.percent", 12.5), ("logins.uniqueLogins", 6.0)] {
        must_set(&app, &editor, &target(metric, value));
    }
    let found = fitting(&app, &editor, &days("2024-02-17", "2024-04-30"));
    assert_eq!(compared(&found, "dormantRate.percent"), Some((12.5, None)));
    assert_eq!(compared(&found, "logins.uniqueLogins"), None);
    assert_eq!(line(&found, "logins.uniqueLogins", "BY_MONTHS").len(), 2);
    // The same figure under another id.
    let found = fitting(&app, &editor, &march());
    assert_eq!(compared(&found, "logins.uniqueLogins"), compared(&found, "programRetentionRate.uniqueLoginCount"));
    // 10 of 31 days have data.
    let month = fitting(&app, &editor, &days("2025-03-01", "2025-03-31"));
    assert_eq!(compared(&month, "logins.uniqueLogins"), Some((6.0, Some(32.3))));
}

#[test]
fn a_role_is_compared_only_with_targets_of_everybody_whom_it_sees() {
    let app = fixture();
    let members = [(Module::Members, true), (Module::Monitor, false)];
    let editor = user(&app, "editor", &members, Limits::default());
    let gold = user(&app, "gold", &members, of_group(Grouping::Tier, &[1]));
    let auto = user(&app, "auto", &members, of_group(Grouping::Lob, &[1]));
    must_set(&app, &editor, &logins(json!({})));
    must_set(&app, &editor, &logins(json!({"value": 8, "group": {"type": "TIER", "id": 1}})));
    must_set(&app, &editor, &logins(json!({"value": 9, "group": {"type": "TIER", "id": 2}})));
    let of = |token: &str, filter: Value| compared(&fitting(&app, token, &filter), TOTAL);
    assert_eq!(of(&gold, march()), Some((8.0, None)), "all that it sees is Gold, and all of Gold");
    assert_eq!(of(&gold, with(march(), tier(1))), Some((8.0, None)));
    assert_eq!(of(&gold, with(march(), tier(2))), None);
    assert_eq!((of(&auto, march()), of(&auto, with(march(), tier(1)))), (None, None), "Gold is in both");
    let values = |token: &str| listed(&app, token).iter().map(|one| one["value"].as_f64()).collect::<Vec<_>>();
    assert_eq!((values(&gold), values(&auto), values(&editor).len()), (vec![Some(8.0)], vec![], 3));
    // Nor does it set others.
    let april = |group: Value| logins(json!({"starts": "2024-04", "group": group}));
    assert_eq!(set(&app, &gold, &april(json!(null))).0, 403);
    assert_eq!(set(&app, &gold, &april(json!({"type": "TIER", "id": 2}))).0, 403);
    assert_eq!(set(&app, &gold, &april(json!({"type": "TIER", "id": 1}))).0, 200);
    assert_eq!(set(&app, &auto, &april(json!({"type": "TIER", "id": 1}))).0, 403);
    // Two dashboards that show other members of the same figure: a target must fit on both.
    let all = Role {
        name: "monitors".to_owned(),
        permissions: vec![Permission { module: PermissionModule { code: Module::Monitor }, editable: false }],
        limits: Limits::default(),
    };
    app.app.store.add_role(&all, 1).expect("added");
    let password = app.add_user("mixed", "golds");
    let signed_in = || app.login("mixed", password).json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(of(&signed_in(), march()), Some((8.0, None)));
    let id = app.app.store.user_by_login("mixed").expect("read").expect("there").id;
    app.app.store.set_roles(id, &["golds", "monitors"], 2).expect("set");
    let mixed = signed_in();
    assert_eq!(of(&mixed, march()), None);
}

#[test]
fn years_are_those_of_the_program() {
    let app = TestApp::with(|config| config.fiscal_year_start = Month::April);
    let editor = user(&app, "editor", &[(Module::Members, true)], Limits::default());
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,A\n1,AUDIENCE,All\n";
    let member = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nT1,1,1,1,2025-01-01,Email\n";
    let logged_in = "member_id,logged_in_at\nT1,2025-01-01 10:00:00\nT1,2026-03-14 10:00:00\n";
    app.import(&[("user_groups.csv", groups), ("members.csv", member), ("logins.csv", logged_in)]).expect("loaded");
    must_set(&app, &editor, &logins(json!({"grain": "YEAR", "starts": "2025", "value": 365})));
    let of = |filter: &Value| compared(&fitting(&app, &editor, filter), TOTAL);
    // From April 2025 to 14 March 2026: 348 of 365 days.
    assert_eq!(of(&json!({"period": "THIS_YEAR"})), Some((365.0, Some(95.3))));
    assert_eq!(of(&days("2025-01-01", "2025-12-31")), None);
    let found = fitting(&app, &editor, &days("2025-01-01", "2026-03-14"));
    assert!(line(&found, TOTAL, "BY_YEARS").is_empty(), "years of charts are those of the calendar");
}

/// Each figure that is said to add up, in the months of a year and in the year.
#[test]
fn figures_whose_targets_are_summed_add_up() {
    let program = Program::shared();
    let mut checked = 0;
    for totals in DASHBOARDS.iter().flat_map(|dashboard| dashboard.totals).filter(|totals| !totals.unwrapped) {
        let of = |start: Date, end: Date| {
            program.post(&format!("/{}", totals.path), &days(&start.to_string(), &end.to_string()))
        };
        let year = of(date!(2024 - 01 - 01), date!(2024 - 12 - 31));
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        for number in 1..=12 {
            let month = Month::try_from(number).expect("a month");
            let first = Date::from_calendar_date(2024, month, 1).expect("a day");
            let answer = of(first, first.replace_day(month.length(2024)).expect("a day"));
            for card in totals.cards {
                for field in card.all_fields().filter(|field| Course::of(field.metric) == Course::Sum) {
                    *sums.entry(card.metric_id(field)).or_default() +=
                        answer[card.key][field.name].as_f64().expect("a figure");
                }
            }
        }
        for (id, sum) in sums {
            assert!(figure(&id).is_some(), "{id}");
            let (card, field) = id.split_once('.').expect("a card and a field");
            let whole = year[card][field].as_f64().expect("a figure");
            assert!((whole - sum).abs() < 0.01, "{id}: {whole} in the year, {sum} in its months");
            checked += usize::from(whole > 0.0);
        }
    }
    assert!(checked > 15, "{checked} are not 0");
}

#[test]
fn files_have_targets_beside_figures_and_in_charts() {
    let app = fixture();
    let permissions = [(Module::Members, true), (Module::Export, true)];
    let editor = user(&app, "editor", &permissions, Limits::default());
    let csv = |more: Value| {
        let body = with(json!({"bom": false}), more);
        let answer = app.post("/api/v1/export/csv").bearer(&editor).json(&body).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let cards = |filter: Value| csv(with(filter, json!({"screen": "api/v1/dashboard/users/userDashboardInfo"})));
    assert!(!cards(march()).contains("Target"), "without targets, files are as they were");
    must_set(&app, &editor, &logins(json!({})));
    must_set(&app, &editor, &logins(json!({"value": 8, "group": {"type": "TIER", "id": 1}})));
    let row = |text: &str| {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let row = lines.iter().find(|line| line.starts_with("Total Logins,")).expect("a row").clone();
        (lines[0].clone(), row)
    };
    let (header, all) = row(&cards(march()));
    assert!(header.starts_with("Figure,Note,Target note,") && header.contains("Target,Of target"), "{header}");
    // 13 of 20 is 65 %.
    assert!(all.contains("\"2024-03: under target, not reached\"") && all.ends_with(",20,65"), "{all}");
    // 7 of 8 is 87.5 %: what is not reached is not rounded up.
    let (_, gold) = row(&cards(with(march(), tier(1))));
    assert!(gold.ends_with(",8,87"), "{gold}");
    let (_, none) =
        row(&cards(with(march(), json!({"userGroupLobs": [2], "userGroupsLobsAll": false})))
            .replace(",Target note", ""));
    assert!(!none.contains("target"), "{none}");
    let chart = json!({"screen": "api/v1/dashboard/users/logins", "block": "LOGINS_BY_PERIOD"});
    let logins_of = |filter: Value| csv(with(filter, chart.clone()));
    let text = logins_of(days("2024-02-01", "2024-04-30"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].to_lowercase().contains("target"), "{text}");
    let march = lines.iter().find(|line| line.starts_with("Mar 2024,")).expect("March");
    assert!(march.starts_with("Mar 2024,13,") && march.ends_with(",20"), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("Apr 2024,") && line.ends_with(',')), "{text}");
    // By group there is no line of all.
    let split = logins_of(with(days("2024-02-01", "2024-04-30"), json!({"viewBy": "TIER"})));
    assert!(!split.to_lowercase().contains("target"), "{split}");
    for (path, begins) in [("xlsx", &b"PK"[..]), ("pdf", b"%PDF"), ("zip", b"PK")] {
        let body =
            with(days("2024-02-01", "2024-04-30"), json!({"screen": "api/v1/dashboard/users/logins", "whole": true}));
        let file = app.post(&format!("/api/v1/export/{path}")).bearer(&editor).json(&body).send();
        assert!(file.status == 200 && file.bytes.starts_with(begins), "{path}: {}", file.status);
    }
    let body = with(self::march(), json!({"screen": "api/v1/dashboard/users/userDashboardInfo", "extent": "screen"}));
    let page = app.post("/api/v1/export/dossier").bearer(&editor).json(&body).send();
    assert!(page.status == 200 && page.text.contains("2024-03: under target, not reached"), "{}", page.status);
}

#[test]
fn a_hidden_figure_has_no_share_of_its_target() {
    let hiding = TestApp::with(|config| config.minimum_members = 5);
    let editor = user(&hiding, "editor", &[(Module::Members, true), (Module::Export, true)], Limits::default());
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,A\n1,AUDIENCE,All\n";
    let member = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nT1,1,1,1,2025-12-01,Email\n";
    let logged_in = "member_id,logged_in_at\nT1,2026-02-12 10:00:00\nT1,2026-03-14 10:00:00\n";
    hiding.import(&[("user_groups.csv", groups), ("members.csv", member), ("logins.csv", logged_in)]).expect("loaded");
    must_set(&hiding, &editor, &logins(json!({"starts": "2026-02"})));
    let body = with(
        days("2026-02-01", "2026-02-28"),
        json!({"screen": "api/v1/dashboard/users/userDashboardInfo", "bom": false}),
    );
    let csv = hiding.post("/api/v1/export/csv").bearer(&editor).json(&body).send();
    let row = csv.text.lines().find(|line| line.starts_with("Total Logins,")).expect("a row").to_owned();
    // The target is no secret; what is reached of it would tell the figure.
    assert!(row.contains(",2026-02,") && row.contains(",20,") && !row.contains("under"), "{row}");
    assert!(!row.ends_with("10") && !row.ends_with("5"), "{row}");
}
