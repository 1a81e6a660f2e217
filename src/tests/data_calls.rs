//! Every data call over HTTP: what it answers, what it refuses, and what holds between answers.

use std::collections::BTreeSet;
use std::thread;

use bond::metrics::filter::FilterParams;
use bond::metrics::members::{
    AVERAGE_TENURE, DORMANT_MEMBERS, INITIATION_RATE, LOGINS_1_3, LOGINS_4_7, LOGINS_8_10, LOGINS_10,
    PROGRAM_ACTIVE_RATE, PROGRAM_ENGAGEMENT_RATE, RETENTION_RATE, RETURN_RATE, TOTAL_REGISTERED, UNIQUE_LOGINS,
};
use bond::metrics::offers::INTENT_TO_REDEEM_RATE;
use bond::metrics::score::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL};
use bond::metrics::{Levels, Metric, Selection};
use bond::routes::{Method, table};
use bond::screens::{BREAKDOWNS, TOTALS, TRENDS};
use serde_json::{Value, json};
use time::macros::date;

use crate::{Program, wait};

const INFO: &str = "/api/v1/program/monitor/info";
const INDICATORS: &str = "/api/v1/program/monitor/getIndicatorList";
const MEMBERS: &str = "/api/v1/dashboard/users/userDashboardInfo";
const LOGINS: &str = "/api/v1/dashboard/users/logins";
const UNSUBSCRIBED: &str = "/api/v1/emails/dashboard/info/getUnsubscribedDto";
const SCORE: &str = "/api/v1/bond/score";

/// Every data call that takes a filter, with the ids that exist in the places of `{type}`.
fn calls() -> Vec<String> {
    let mut calls = Vec::new();
    for route in table().into_iter().filter(|route| route.method == Method::Post && route.path.starts_with("/api/v1")) {
        let ids: Vec<&str> = match route.path.as_str() {
            "/api/v1/trends/{type}" => TRENDS.iter().map(|trend| trend.id).collect(),
            path if path.ends_with("/{type}") => {
                let start = path.trim_end_matches("/{type}").trim_end_matches("/breakdown").trim_start_matches('/');
                let blocks = BREAKDOWNS.iter().filter(|breakdown| breakdown.path == start).flat_map(|b| b.blocks);
                let cards = TOTALS.iter().filter(|totals| totals.path == start).flat_map(|totals| totals.types);
                blocks.map(|block| block.id).chain(cards.map(|(id, _)| *id)).collect()
            }
            _ => vec![""],
        };
        assert!(!ids.is_empty(), "{}", route.path);
        calls.extend(ids.iter().map(|id| route.path.replace("{type}", id)));
    }
    calls
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("an object: {value}")).keys().map(String::as_str).collect()
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

#[test]
fn the_calls_are_those_of_the_contract() {
    let calls: BTreeSet<String> = calls().into_iter().collect();
    for expected in [INFO, INDICATORS, MEMBERS, UNSUBSCRIBED, SCORE] {
        assert!(calls.contains(expected), "{expected}");
    }
    for id in [
        "ENROLLMENTS",
        "PROGRAM_ACTIVE_RATE",
        "ENGAGEMENT_RATE",
        "PROGRAM_RETENTION_RATE",
        "DORMANT_RATE",
        "LOGINS",
        "RETURN_RATE",
        "AVERAGE_TENURE",
    ] {
        assert!(calls.contains(&format!("{MEMBERS}/{id}")), "{id}");
    }
    for id in [
        "U_NEW_ENROLLMENTS",
        "U_ACTIVE_RATE",
        "U_ENGAGEMENT_RATE",
        "U_RETENTION_RATE",
        "U_LOGINS",
        "U_RETURN_LOGINS_AND_FREQUENCY",
        "U_AVERAGE_TENURE",
        "U_DORMANT_RATE",
        "C_ARTICLE",
        "C_POLL",
        "E_UNSUBSCRIBED",
        "O_PARTNERS",
    ] {
        assert!(calls.contains(&format!("/api/v1/trends/{id}")), "{id}");
    }
    for id in ["LOGINS_TABLE", "LOGINS_BY_PERIOD", "UNIQUE_LOGINS_BY_PERIOD"] {
        assert!(calls.contains(&format!("{LOGINS}/breakdown/{id}")), "{id}");
    }
    assert!(calls.contains(&format!("{LOGINS}/breakdowns")));
}

#[test]
fn the_program_and_its_groups() {
    let program = Program::shared();
    assert_eq!(
        program.get("/api/v1/program"),
        json!({"name": program.app.app.config.program_name, "today": "2025-03-11", "through": "2025-03-10",
            "firstDay": "2024-01-05", "currency": program.app.app.config.currency, "demo": false})
    );
    let group = |id: i64, name: &str, kind: &str| json!({"id": id, "name": name, "type": kind});
    assert_eq!(
        program.get("/api/v1/dashboard/users/userGroups"),
        json!([
            group(3, "Bronze", "TIER"),
            group(1, "Gold", "TIER"),
            group(2, "Silver", "TIER"),
            group(1, "Auto", "LOB"),
            group(2, "Home", "LOB"),
            group(1, "Families", "AUDIENCE"),
            group(2, "Seniors", "AUDIENCE"),
            group(3, "Students", "AUDIENCE"),
        ])
    );
}

#[test]
fn totals_have_the_fields_of_the_contract() {
    let program = Program::shared();
    let info = program.ask(INFO, &json!({}));
    let cards = [
        ("partnerDto", &["redemptions", "sales", "savings", "savingsPerUser"][..]),
        ("enrollments", &["totalNewEnrolled", "totalEnrolled"]),
        ("engagementRate", &["percent", "engagedUsers"]),
        ("logins", &["totalLogins", "uniqueLogins"]),
        ("returnRate", &["avgLoginUser", "uniqueReturnLogins", "returnLogins2More"]),
        ("unsubscribedDto", &["percent", "sum"]),
    ];
    hold_totals(&info, &cards);
    let members = program.ask(MEMBERS, &json!({}));
    let cards = [
        ("enrollments", &["totalNewEnrolled", "totalEnrolled"][..]),
        ("programActiveRate", &["percent", "activeUsers"]),
        ("engagementRate", &["percent", "engagedUsers"]),
        ("programRetentionRate", &["percent", "newEnrollments", "uniqueLoginCount", "base"]),
        ("dormantRate", &["percent", "dormantUsers"]),
        ("logins", &["totalLogins", "uniqueLogins"]),
        ("returnRate", &["avgLoginUser", "uniqueReturnLogins", "returnLogins2More"]),
    ];
    let mut without_tenure = members.clone();
    let tenure = without_tenure.as_object_mut().expect("an object").shift_remove("averageTenure").expect("a card");
    assert_eq!(keys(&tenure), ["years", "months"]);
    let compare = without_tenure["compare"].as_object_mut().expect("an object");
    hold_change(&compare.shift_remove("averageTenure").expect("a change"), "averageTenure");
    hold_totals(&without_tenure, &cards);
    let alone = program.ask(UNSUBSCRIBED, &json!({}));
    assert_eq!(keys(&alone), ["percent", "sum", "compare"]);
    assert_eq!(keys(&alone["compare"]), ["unsubscribedDto.percent", "unsubscribedDto.sum"]);
}

fn hold_totals(answer: &Value, cards: &[(&str, &[&str])]) {
    let mut expected: Vec<&str> = cards.iter().map(|(card, _)| *card).collect();
    expected.push("compare");
    assert_eq!(keys(answer), expected);
    let mut metrics = Vec::new();
    for (card, fields) in cards {
        assert_eq!(keys(&answer[*card]), *fields, "{card}");
        for field in *fields {
            assert!(answer[*card][*field].is_number(), "{card}.{field}");
            metrics.push(format!("{card}.{field}"));
        }
    }
    assert_eq!(keys(&answer["compare"]), metrics);
    for metric in metrics {
        hold_change(&answer["compare"][&metric], &metric);
    }
}

fn hold_change(change: &Value, metric: &str) {
    let mut names = keys(change);
    names.retain(|name| *name != "note");
    assert_eq!(names, ["before", "changePercent", "points", "line"], "{metric}");
    for field in ["before", "changePercent", "points"] {
        assert!(change[field].is_number() || change[field].is_null(), "{metric} {field}");
    }
    assert!(metric.ends_with("percent") || change["points"].is_null(), "{metric} is no percentage");
    for point in rows(&change["line"]) {
        assert!(rows(point).len() == 2 && point[0].is_string() && point[1].is_number(), "{metric}: {point}");
    }
}

#[test]
fn trends_have_the_fields_of_the_contract() {
    let program = Program::shared();
    for trend in TRENDS {
        let answer = program.ask(&format!("/api/v1/trends/{}", trend.id), &json!({}));
        assert_eq!(
            keys(&answer),
            ["startDate", "endDate", "startDatePop", "endDatePop", "startDateYoy", "endDateYoy", "pops", "yoys"]
        );
        for row in rows(&answer["pops"]).iter().chain(rows(&answer["yoys"])) {
            let mut names = keys(row);
            names.retain(|name| *name != "note");
            assert_eq!(
                names,
                [
                    "metric",
                    "typeName",
                    "popValue",
                    "filterPeriodValue",
                    "isPercentage",
                    "changePercent",
                    "points",
                    "polarity"
                ]
            );
            assert!(["higher", "lower", "none"].contains(&row["polarity"].as_str().expect("text")), "{row}");
            assert_eq!(
                row["isPercentage"] == json!(true),
                row["metric"].as_str().is_some_and(|id| id.ends_with("ercent") || id.ends_with("Rate")),
                "{row}"
            );
        }
    }
    let dormant = program.ask("/api/v1/trends/U_DORMANT_RATE", &json!({}));
    assert_eq!(dormant["pops"][0]["polarity"], "lower");
    // A period before the calendar begins has no dates.
    let first = program.ask("/api/v1/trends/U_LOGINS", &json!({"startDate": "1000-01-01", "endDate": "3000-12-31"}));
    assert_eq!(
        (&first["pops"][0]["changePercent"], &first["pops"][0]["note"]),
        (&json!(null), &json!("not enough history"))
    );
}

#[test]
fn indicators_have_the_fields_of_the_contract() {
    let rows_of = Program::shared().ask(INDICATORS, &json!({}));
    let ids: Vec<&str> = rows(&rows_of).iter().filter_map(|row| row["type"].as_str()).collect();
    assert_eq!(ids, ["TOTAL_ENROLLED_USERS", "UNIQUE_LOGINS", "TOTAL_ACTIVE_USERS", "TOTAL_ENGAGED_USERS"]);
    for row in rows(&rows_of) {
        assert_eq!(
            keys(row),
            ["type", "typeName", "percent", "sum", "popSum", "popPercent", "trendStart", "trendEnd", "trend"]
        );
        let trend = rows(&row["trend"]);
        assert_eq!((&trend[0][1], &trend[trend.len() - 1][1]), (&row["trendStart"], &row["trendEnd"]));
    }
}

#[test]
fn blocks_have_the_shapes_of_the_contract() {
    let program = Program::shared();
    let all = program.ask(&format!("{LOGINS}/breakdowns"), &json!({}));
    assert_eq!(
        keys(&all).into_iter().collect::<BTreeSet<_>>(),
        BTreeSet::from(["LOGINS_BY_PERIOD", "LOGINS_TABLE", "UNIQUE_LOGINS_BY_PERIOD"])
    );
    for (id, block) in all.as_object().expect("blocks") {
        assert_eq!(block["type"], *id);
        assert_eq!(
            block["filterParams"],
            json!({"timeScale": "BY_MONTHS", "viewBy": "TOTALS", "viewByH1": "LOB", "viewByH2": "NONE", "recordCount": null})
        );
    }
    assert_eq!(keys(&all["LOGINS_TABLE"]), ["type", "filterParams", "data"]);
    assert_eq!(keys(&all["LOGINS_BY_PERIOD"]), ["type", "filterParams", "data", "series", "previous"]);
    assert_eq!(all["UNIQUE_LOGINS_BY_PERIOD"]["series"], json!([{"key": "unique", "name": "Unique Logins"}]));
    for row in rows(&all["LOGINS_TABLE"]["data"]) {
        assert_eq!(keys(row), ["name", "isTotal", "total", "unique", "records"]);
    }
    let own = json!({"timeScale": "BY_YEARS", "viewBy": "TIER", "viewByH1": "TIER", "viewByH2": "AUDIENCE", "recordCount": 6});
    let chosen = program.ask(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &own);
    assert_eq!(chosen["filterParams"], own);
    assert_eq!(keys(&chosen["data"][0]), ["name", "records"]);
    // Fields that are not known and fields that are null change nothing.
    let odd = json!({"somethingElse": {"a": [1]}, "period": null, "userGroupTiers": null, "viewByH1": null});
    assert_eq!(program.ask(&format!("{LOGINS}/breakdowns"), &odd), all);
}

#[test]
fn the_score_has_the_fields_of_the_contract() {
    let score = Program::shared().ask(SCORE, &json!({}));
    assert_eq!(
        keys(&score),
        [
            "score",
            "scoreLastMonth",
            "enrolled2Eligible",
            "clientsRetentionRate",
            "programActiveRate",
            "returnRate",
            "redemptionRate",
            "engagementRate",
            "faActivityLevel",
            "csat",
            "averageTenure",
            "explain"
        ]
    );
    let explain = &score["explain"];
    for field in ["method", "asOf", "windowDays", "coverage", "mom", "coverageEffect", "parts"] {
        assert!(explain.get(field).is_some(), "{field}");
    }
    assert_eq!((&explain["method"], &explain["windowDays"]), (&json!("bond-1"), &json!(90)));
    assert_eq!(rows(&explain["parts"]).len(), 9);
    for part in rows(&explain["parts"]) {
        for field in [
            "key",
            "pillar",
            "numerator",
            "denominator",
            "value",
            "valueLastMonth",
            "floor",
            "target",
            "weight",
            "score",
            "pointsPossible",
            "pointsEarned",
            "pointsMoved",
            "state",
        ] {
            assert!(part.get(field).is_some(), "{field} of {part}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_filter_is_named() {
    let program = Program::shared();
    let cases = [
        (json!({"startDate": "2025-02-30"}), "startDate"),
        (json!({"startDate": "2025-2-3"}), "startDate"),
        (json!({"startDate": "0999-12-31"}), "startDate"),
        (json!({"endDate": "3001-01-01"}), "endDate"),
        (json!({"endDate": ""}), "endDate"),
        (json!({"endDate": "yesterday"}), "endDate"),
        (json!({"endDate": "2025-01-01T00:00:00"}), "endDate"),
        (json!({"startDate": "2025-02-02", "endDate": "2025-02-01"}), "endDate"),
        (json!({"endDate": "2024-12-31"}), "endDate"), // before the default start, 2025-01-01
        (json!({"startDate": 20_250_101}), "startDate"),
        (json!({"period": "LAST_8DAYS"}), "period"),
        (json!({"period": 7}), "period"),
        (json!({"userGroupTiers": "1"}), "userGroupTiers"),
        (json!({"userGroupTiers": ["1"]}), "userGroupTiers"),
        (json!({"userGroupLobs": [1.5]}), "userGroupLobs"),
        (json!({"userGroupAudiences": [99_999_999_999_i64]}), "userGroupAudiences"),
        (json!({"userGroupsTiersAll": "true"}), "userGroupsTiersAll"),
        (json!({"offers": {"id": 1}}), "offers"),
        (json!({"campaigns": [null]}), "campaigns"),
        (json!({"campaignsTypesAll": 1}), "campaignsTypesAll"),
        (json!({"timeScale": "BY_WEEKS"}), "timeScale"),
        (json!({"viewBy": "REGION"}), "viewBy"),
        (json!({"viewByH1": "NONE"}), "viewByH1"),
        (json!({"viewByH2": "TOTALS"}), "viewByH2"),
        (json!({"viewByH2": "LOB"}), "viewByH2"), // the default of viewByH1
        (json!({"viewByH1": "TIER", "viewByH2": "TIER"}), "viewByH2"),
        (json!({"recordCount": -1}), "recordCount"),
        (json!({"recordCount": 1.5}), "recordCount"),
        (json!({"recordCount": "6"}), "recordCount"),
    ];
    for path in calls() {
        for (body, field) in &cases {
            let answer = program.call(&path, body);
            let said = answer.json();
            assert_eq!((answer.status, &said["error"]), (400, &json!("invalid_request")), "{path} {body}: {said}");
            let errors = rows(&said["errors"]);
            let is_named = errors.iter().any(|error| error.as_str().is_some_and(|text| text.contains(field)));
            assert!(is_named, "{path} {body} does not name {field}: {said}");
        }
    }
    // Every date that is wrong, at once.
    let both = program.call(INFO, &json!({"startDate": "x", "endDate": "y", "viewByH2": "LOB"})).json();
    assert_eq!(rows(&both["errors"]).len(), 3, "{both}");
    // Dates are read with the custom period only.
    let ignored = program.call(INFO, &json!({"period": "LAST_7DAYS", "startDate": "x", "endDate": "y"}));
    assert_eq!(ignored.status, 200);
}

#[test]
fn bodies_that_are_no_filter_are_refused() {
    let program = Program::shared();
    for path in calls() {
        let post = |content_type: &str, body: &str| {
            program.app.post(&path).bearer(&program.token).body(content_type, body).send()
        };
        for broken in ["", "{", "[]", "7", "null", "\"{}\"", "{} {}", "{\"period\": }", "\u{feff}{}"] {
            let answer = post("application/json", broken);
            assert_eq!((answer.status, &answer.json()["error"]), (400, &json!("invalid_request")), "{path} {broken:?}");
        }
        for (kind, expected) in [
            ("text/plain", 415),
            ("application/x-www-form-urlencoded", 415),
            ("application/jsonp", 415),
            ("application/json; charset=utf-8", 200),
            ("APPLICATION/JSON", 200),
        ] {
            assert_eq!(post(kind, "{}").status, expected, "{path} {kind}");
        }
        let without = program.app.post(&path).bearer(&program.token).send();
        assert_eq!((without.status, &without.json()["error"]), (415, &json!("unsupported_media_type")), "{path}");
    }
    for size in [1024 * 1024 + 1, 3 * 1024 * 1024] {
        let large = format!("{{\"startDate\": \"{}\"}}", "x".repeat(size));
        let answer = program.app.post(INFO).bearer(&program.token).body("application/json", &large).send();
        assert_eq!((answer.status, &answer.json()["error"]), (413, &json!("too_large")));
    }
    let fits = format!("{{\"unknown\": \"{}\"}}", "x".repeat(1024 * 1000));
    assert_eq!(program.app.post(INFO).bearer(&program.token).body("application/json", &fits).send().status, 200);
}

#[test]
fn unknown_ids_in_a_path_are_not_found() {
    let program = Program::shared();
    for path in [
        "/api/v1/trends/U_NOTHING",
        "/api/v1/trends/u_logins",
        "/api/v1/trends/",
        "/api/v1/trends",
        "/api/v1/trends/U_LOGINS/more",
        "/api/v1/dashboard/users/userDashboardInfo/NOTHING",
        "/api/v1/dashboard/users/logins/breakdown/RETURN_LOGINS_TABLE",
        "/api/v1/dashboard/users/logins/breakdown/%00",
        "/api/v1/dashboard/users/logins/breakdown",
        "/api/v1/dashboard/users/nothing/breakdowns",
        "/api/v2/program",
    ] {
        let answer = program.call(path, &json!({}));
        assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")), "{path}: {}", answer.text);
    }
    for path in calls() {
        let answer = program.app.get(&path).bearer(&program.token).send();
        assert_eq!((answer.status, answer.header("allow")), (405, "POST"), "{path}");
    }
    for path in ["/api/v1/program", "/api/v1/dashboard/users/userGroups"] {
        let answer = program.call(path, &json!({}));
        assert_eq!((answer.status, answer.header("allow")), (405, "GET"), "{path}");
    }
}

/// Every number in an answer that is not null.
fn numbers(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.push(number.as_f64().expect("a number")),
        Value::Array(list) => list.iter().for_each(|value| numbers(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| numbers(value, into)),
        _ => {}
    }
}

fn hold_zeros(value: &Value, what: &str) {
    let mut found = Vec::new();
    numbers(value, &mut found);
    assert!(found.iter().all(|number| *number == 0.0), "{what}: {value}");
}

#[test]
fn an_empty_warehouse_answers_zeros_and_nulls_and_no_rows() {
    let program = Program::empty(date!(2025 - 03 - 11));
    let about = program.get("/api/v1/program");
    assert_eq!(
        (&about["through"], &about["firstDay"], &about["today"]),
        (&json!(null), &json!(null), &json!("2025-03-11"))
    );
    assert_eq!(program.get("/api/v1/dashboard/users/userGroups"), json!([]));
    for path in calls() {
        let answer = program.ask(&path, &json!({}));
        if path != SCORE && !path.contains(LOGINS) {
            hold_zeros(&answer, &path);
        }
    }
    let info = program.ask(INFO, &json!({}));
    assert_eq!(
        info["compare"]["logins.totalLogins"],
        json!({"before": 0.0, "changePercent": null, "points": null, "note": "not enough history", "line": []})
    );
    assert_eq!(program.ask(MEMBERS, &json!({}))["averageTenure"], json!({"years": 0, "months": 0}));
    for row in rows(&program.ask(INDICATORS, &json!({}))) {
        assert_eq!((&row["trend"], &row["popPercent"]), (&json!([]), &json!(null)));
    }
    let blocks = program.ask(&format!("{LOGINS}/breakdowns"), &json!({"viewByH2": "TIER"}));
    assert_eq!(blocks["LOGINS_TABLE"]["data"], json!([]));
    assert_eq!(
        (&blocks["LOGINS_BY_PERIOD"]["data"], &blocks["LOGINS_BY_PERIOD"]["previous"]),
        (&json!([]), &json!([]))
    );
    let by_tier = program.ask(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &json!({"viewBy": "TIER"}));
    assert_eq!(by_tier["data"], json!([]));
    let score = program.ask(SCORE, &json!({}));
    assert_eq!(
        (&score["score"], &score["scoreLastMonth"], &score["averageTenure"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert_eq!((&score["explain"]["asOf"], &score["explain"]["coverage"]), (&json!(null), &json!(0.0)));
    assert!(score["explain"]["missing"].as_str().is_some_and(|reason| reason.contains("No logins")), "{score}");
    for part in rows(&score["explain"]["parts"]) {
        assert_eq!((&part["state"], &part["value"]), (&json!("notApplicable"), &json!(null)), "{part}");
    }
}

/// Data of a few hundred members, so that sums are of many segments.
fn sample() -> Program {
    Program::of(date!(2026 - 01 - 05), "data/sample")
}

const SAMPLE_YEAR: (&str, &str) = ("2025-02-11", "2025-12-28");

fn filter(more: Value) -> Value {
    let mut body = json!({"startDate": SAMPLE_YEAR.0, "endDate": SAMPLE_YEAR.1});
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn ids(program: &Program, kind: &str) -> Vec<i64> {
    let groups = program.get("/api/v1/dashboard/users/userGroups");
    rows(&groups).iter().filter(|group| group["type"] == kind).filter_map(|group| group["id"].as_i64()).collect()
}

#[test]
fn user_groups_split_the_whole_and_all_of_them_are_the_whole() {
    let program = sample();
    let (tiers, lobs, audiences) = (ids(&program, "TIER"), ids(&program, "LOB"), ids(&program, "AUDIENCE"));
    assert!(tiers.len() > 1 && lobs.len() > 1 && audiences.len() > 1);
    let whole = program.ask(INFO, &filter(json!({})));
    let paths = [
        "/partnerDto/redemptions",
        "/partnerDto/sales",
        "/enrollments/totalNewEnrolled",
        "/enrollments/totalEnrolled",
        "/engagementRate/engagedUsers",
        "/logins/totalLogins",
        "/logins/uniqueLogins",
        "/returnRate/uniqueReturnLogins",
        "/returnRate/returnLogins2More",
        "/unsubscribedDto/sum",
    ];
    let at =
        |answer: &Value, path: &str| answer.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path}"));
    for path in paths {
        assert!(at(&whole, path) > 0.0, "{path} says nothing about the sample");
    }
    // Each member is in one tier and one line of business.
    let mut parts = Vec::new();
    for tier in &tiers {
        for lob in &lobs {
            parts.push(program.ask(
                INFO,
                &filter(json!({"userGroupTiers": [tier], "userGroupsTiersAll": false,
                    "userGroupLobs": [lob], "userGroupsLobsAll": false})),
            ));
        }
    }
    for path in paths {
        let sum: f64 = parts.iter().map(|part| at(part, path)).sum();
        assert!((sum - at(&whole, path)).abs() < 0.005, "{path}: {sum} against {}", at(&whole, path));
    }
    // A member may be in several audiences.
    let per_audience = audiences.iter().map(|audience| {
        program.ask(INFO, &filter(json!({"userGroupAudiences": [audience], "userGroupsAudiencesAll": false})))
    });
    let sum: f64 = per_audience.map(|part| at(&part, "/enrollments/totalEnrolled")).sum();
    assert!(sum > at(&whole, "/enrollments/totalEnrolled"), "{sum}");

    let everything = json!({"userGroupTiers": tiers, "userGroupsTiersAll": false, "userGroupLobs": lobs,
        "userGroupsLobsAll": false, "userGroupAudiences": audiences, "userGroupsAudiencesAll": false});
    let more: Vec<i64> = [9999, 1, 1, -5].into_iter().chain(tiers.iter().copied()).collect();
    let unknown_too = json!({"userGroupTiers": more, "userGroupsTiersAll": false});
    // The list is not read where All is true.
    let all_true =
        json!({"userGroupTiers": [], "userGroupsTiersAll": true, "userGroupLobs": [1], "userGroupsLobsAll": true});
    for path in calls() {
        let expected = program.ask(&path, &filter(json!({})));
        for body in [&everything, &unknown_too, &all_true] {
            assert_eq!(program.ask(&path, &filter(body.clone())), expected, "{path} {body}");
        }
    }
}

#[test]
fn an_empty_choice_answers_zeros() {
    let program = sample();
    for list in [
        "userGroupTiers/userGroupsTiersAll",
        "userGroupLobs/userGroupsLobsAll",
        "userGroupAudiences/userGroupsAudiencesAll",
    ] {
        let (list, all) = list.split_once('/').expect("two names");
        // Nothing chosen, and nothing that exists.
        for chosen in [json!([]), json!(null), json!([9999])] {
            let body = filter(json!({list: chosen, all: false}));
            for path in calls().iter().filter(|path| *path != SCORE && !path.contains("C_POLL")) {
                let mut answer = program.ask(path, &body);
                if path.contains(LOGINS) {
                    // The block's own filter may carry numbers; labels are text.
                    if let Some(fields) = answer.as_object_mut() {
                        fields.shift_remove("filterParams");
                    }
                }
                hold_zeros(&answer, path);
            }
            let table = program.ask(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body);
            assert_eq!(table["data"], json!([]), "groups without members have no row");
            let periods = program.ask(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &body);
            assert_eq!(rows(&periods["data"]).len(), 11, "every period has a row, with 0");
            let score = program.ask(SCORE, &body);
            assert_eq!(score["score"], json!(null));
            // Activity knows no groups.
            assert!(score["faActivityLevel"].is_number(), "{score}");
            // Nor do polls.
            let polls = program.ask("/api/v1/trends/C_POLL", &body);
            assert!(polls["pops"][0]["filterPeriodValue"].as_f64().is_some_and(|open| open > 0.0), "{polls}");
            assert_eq!(polls["pops"][1]["filterPeriodValue"], json!(0.0));
        }
    }
}

fn figure(program: &Program, metric: &Metric, start: &str, end: &str) -> f64 {
    let params: FilterParams = serde_json::from_value(json!({"startDate": start, "endDate": end})).expect("a filter");
    let today = date!(2026 - 01 - 05);
    let filter = params.resolve(today, bond::metrics::filter::Grouping::Lob).expect("a valid filter");
    wait(async {
        let engine = &program.app.app.engine;
        let catalogue = engine.catalogue().await.expect("a catalogue");
        let selection = Selection::from(&filter);
        let figures = engine.figures(&catalogue, &[metric], &[filter.window], &selection, Levels::default()).await;
        metric.shown(figures.expect("figures").value(metric, 0, 0))
    })
}

#[test]
fn what_holds_between_figures() {
    let program = sample();
    for (start, end, ninety) in [
        ("2025-02-11", "2025-12-28", "2025-09-30"),
        ("2025-06-01", "2025-06-30", "2025-04-02"),
        ("2025-07-04", "2025-07-04", "2025-04-06"),
        ("2025-01-01", "2025-12-31", "2025-10-03"),
    ] {
        let of = |metric: &Metric| figure(&program, metric, start, end);
        let frequencies = [&LOGINS_1_3, &LOGINS_4_7, &LOGINS_8_10, &LOGINS_10].map(of);
        assert_eq!(frequencies.iter().sum::<f64>(), of(&UNIQUE_LOGINS), "{start} {end}: {frequencies:?}");
        let awake = figure(&program, &UNIQUE_LOGINS, ninety, end);
        assert_eq!(of(&DORMANT_MEMBERS), of(&TOTAL_REGISTERED) - awake, "{start} {end}");

        let body = |more: Value| {
            let mut body = json!({"startDate": start, "endDate": end});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            body
        };
        let table = |more: Value| program.ask(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body(more))["data"].clone();
        let views = ["TIER", "LOB", "AUDIENCE"];
        for first in views {
            let one = table(json!({"viewByH1": first}));
            for second in views.iter().filter(|second| **second != first) {
                let two = table(json!({"viewByH1": first, "viewByH2": second}));
                assert_eq!(rows(&one).len(), rows(&two).len());
                for (one, two) in rows(&one).iter().zip(rows(&two)) {
                    let cut = |row: &Value| (row["name"].clone(), row["total"].clone(), row["unique"].clone());
                    assert_eq!(cut(one), cut(two), "{first} {second}");
                    assert_eq!(two["isTotal"], json!(true));
                    if *second != "AUDIENCE" && two["name"] != "Total" {
                        let sum: f64 = rows(&two["records"]).iter().filter_map(|row| row["total"].as_f64()).sum();
                        assert_eq!(Some(sum), two["total"].as_f64(), "{first} {second}");
                    }
                }
            }
            let last = rows(&one).last().expect("a total").clone();
            let total = program.ask(INFO, &body(json!({})));
            assert_eq!(
                (&last["total"], &last["unique"]),
                (&total["logins"]["totalLogins"], &total["logins"]["uniqueLogins"])
            );
            // Charts by group and by total add up, but for members of two audiences.
            let chart = |view: &str| {
                let body = body(json!({"viewBy": view}));
                program.ask(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &body)["data"].clone()
            };
            if first != "AUDIENCE" {
                let (groups, totals) = (chart(first), chart("TOTALS"));
                for (at, total) in rows(&totals).iter().enumerate() {
                    let sum: f64 = rows(&groups).iter().filter_map(|group| group["records"][at][1].as_f64()).sum();
                    assert_eq!(Some(sum), total[1].as_f64(), "{first} {total}");
                }
            }
        }
    }
}

#[test]
fn the_score_is_made_of_the_figures_of_its_90_days() {
    let program = sample();
    let of = |start: &str, end: &str| program.ask(SCORE, &json!({"startDate": start, "endDate": end}));
    for (end, start) in [("2025-12-15", "2025-09-17"), ("2025-06-30", "2025-04-02"), ("2025-08-31", "2025-06-03")] {
        let score = of(end, end);
        assert_eq!(score["explain"]["asOf"], end);
        let metrics: [(&str, &Metric); 9] = [
            ("enrolled2Eligible", &INITIATION_RATE),
            ("clientsRetentionRate", &RETENTION_RATE),
            ("programActiveRate", &PROGRAM_ACTIVE_RATE),
            ("returnRate", &RETURN_RATE),
            ("redemptionRate", &INTENT_TO_REDEEM_RATE),
            ("engagementRate", &PROGRAM_ENGAGEMENT_RATE),
            ("faActivityLevel", &FA_ACTIVITY_LEVEL),
            ("csat", &CUSTOMER_SATISFACTION),
            ("averageTenure", &AVERAGE_TENURE),
        ];
        let parts = rows(&score["explain"]["parts"]);
        for ((key, metric), part) in metrics.iter().zip(parts) {
            assert_eq!(part["key"], *key);
            assert_eq!(part["value"].as_f64(), Some(figure(&program, metric, start, end)), "{key} as of {end}");
            if *key != "averageTenure" && part["state"] == "ok" {
                assert_eq!(score[*key], part["value"], "{key}");
            }
        }
        let tenths = |field: &str| -> i64 {
            parts.iter().filter_map(|part| part[field].as_f64()).map(|points| (points * 10.0).round() as i64).sum()
        };
        let shown = score["score"].as_f64().expect("a few hundred members are enough");
        assert!((0.0..=100.0).contains(&shown), "{shown}");
        assert_eq!((tenths("pointsPossible"), tenths("pointsEarned")), (1000, (shown * 10.0).round() as i64));
        assert_eq!(of("2025-01-01", end), score, "the window's start has no effect");
    }
    // The last day of a month against the last day of the month before.
    let (june, may) = (of("2025-06-30", "2025-06-30"), of("2025-05-31", "2025-05-31"));
    assert_eq!(june["scoreLastMonth"], may["score"]);
    let moved = june["score"].as_f64().zip(may["score"].as_f64()).map(|(now, before)| now - before).expect("both");
    assert!((june["explain"]["mom"].as_f64().expect("a move") - moved).abs() < 1e-9, "{june}");
}

#[test]
fn the_same_question_gives_the_same_bytes_until_something_is_loaded() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    let ask = || calls().iter().map(|path| program.call(path, &body).text).collect::<Vec<String>>();
    let first = ask();
    assert_eq!(ask(), first);
    let logins = || program.ask(INFO, &body)["logins"].clone();
    assert_eq!(logins(), json!({"totalLogins": 16, "uniqueLogins": 5}));

    // 10 March again, now with C and D beside A; and a group under another name.
    let version = program.app.app.warehouse.data_version();
    let day = "member_id,logged_in_at\nA,2025-03-10 08:00:00\nC,2025-03-10 09:00:00\nD,2025-03-10 10:00:00\n";
    let groups = "id,type,name\n1,LOB,Cars\n";
    program.app.import(&[("logins.csv", day), ("user_groups.csv", groups)]).expect("loaded");
    assert_eq!(program.app.app.warehouse.data_version(), version + 1);
    assert_eq!(logins(), json!({"totalLogins": 18, "uniqueLogins": 7}));
    let table = program.ask(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body)["data"].clone();
    let names: Vec<&str> = rows(&table).iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["Cars", "Home", "Total"]);
    // C is no longer dormant, G still is.
    assert_eq!(program.ask(MEMBERS, &body)["dormantRate"], json!({"percent": 12.5, "dormantUsers": 1}));
    let changed = ask();
    assert_ne!(changed, first);
    assert_eq!(ask(), changed);

    // A member moves: membership is as of the last load, for the past too.
    program
        .app
        .import(&[(
            "members.csv",
            "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,1,2,1,2023-12-01,Email\n",
        )])
        .expect("loaded");
    let table = program.ask(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body)["data"].clone();
    // Cars: E 1, H 3, C 1; Home: A 3, B 1, D 1, I 8.
    assert_eq!((&table[0]["total"], &table[1]["total"], &table[2]["total"]), (&json!(5), &json!(13), &json!(18)));

    // A load that is refused changes nothing.
    let before = ask();
    assert!(program.app.import(&[("logins.csv", "member_id,logged_in_at\nNOBODY,2025-03-10 08:00:00\n")]).is_err());
    assert_eq!(ask(), before);
}

#[test]
fn questions_at_the_same_time_get_their_own_answers() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let bodies: Vec<Value> =
        (1..=12).map(|month| json!({"startDate": format!("2024-{month:02}-01"), "endDate": "2025-03-10"})).collect();
    let ask = |at: usize| {
        let paths = calls();
        program.call(&paths[at % paths.len()], &bodies[at % bodies.len()]).text
    };
    // Cold and at once, each question several times; then one by one.
    let together: Vec<Vec<String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| (0..60).map(ask).collect::<Vec<String>>())).collect();
        threads.into_iter().map(|thread| thread.join().expect("answers")).collect()
    });
    let alone: Vec<String> = (0..60).map(ask).collect();
    for answers in together {
        assert_eq!(answers, alone);
    }
}

#[test]
fn questions_during_loads_are_answered_from_one_version() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let body = json!({"startDate": "2025-03-01", "endDate": "2025-03-10"});
    thread::scope(|scope| {
        let loads = scope.spawn(|| {
            for count in 2..12 {
                let mut day = String::from("member_id,logged_in_at\n");
                for _ in 0..count {
                    day += "C,2025-03-09 09:00:00\n";
                }
                program.app.import(&[("logins.csv", &day)]).expect("loaded");
            }
        });
        while !loads.is_finished() {
            let answer = program.call(&format!("{LOGINS}/breakdowns"), &body);
            if answer.status == 503 {
                // Loads came faster than the answer: the client is asked to come again.
                assert_eq!(answer.header("retry-after"), "1");
                continue;
            }
            assert_eq!(answer.status, 200, "{}", answer.text);
            let info = program.call(INFO, &body);
            if info.status == 200 {
                let info = info.json();
                let line = rows(&info["compare"]["logins.totalLogins"]["line"]).last().expect("a point").clone();
                assert_eq!(line[1].as_f64(), info["logins"]["totalLogins"].as_f64(), "one answer, one version");
            }
        }
        loads.join().expect("loaded");
    });
    // A 1, B 1, and C's 11.
    assert_eq!(program.ask(INFO, &body)["logins"]["totalLogins"], json!(13));
}
