//! Every data call over HTTP: what it returns, what it rejects, and how answers relate to each other. The filter
//! lists, the schedule and single polls are in `lists`.

mod lists;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use bond::figures::calendar::Calendar;
use bond::figures::filter::{FilterParams, GroupsAsOf};
use bond::figures::members::{
    AVERAGE_TENURE, DORMANT_MEMBERS, INITIATION_RATE, LOGINS_1_3, LOGINS_4_7, LOGINS_8_10, LOGINS_OVER_10,
    PROGRAM_ACTIVE_RATE, PROGRAM_ENGAGEMENT_RATE, RETENTION_RATE, RETURN_RATE, TOTAL_REGISTERED, UNIQUE_LOGINS,
};
use bond::figures::offers::INTENT_TO_REDEEM_RATE;
use bond::figures::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL};
use bond::figures::{Levels, Metric, Selection};
use bond::http::class::Class;
use bond::http::route::{Method, Route};
use bond::routes::table::table;
use serde_json::{Value, json};
use time::macros::date;

use crate::contract::{Data, contract};
use crate::{Program, Shared, of_today, wait};

const INFO: &str = "/api/v1/program/monitor/info";
const INDICATORS: &str = "/api/v1/program/monitor/getIndicatorList";
const MEMBERS: &str = "/api/v1/dashboard/users/userDashboardInfo";
const LOGINS: &str = "/api/v1/dashboard/users/logins";
const UNSUBSCRIBED: &str = "/api/v1/emails/dashboard/info/getUnsubscribedDto";
const SCORE: &str = "/api/v1/bond/score";
/// Numbers of the program and of its score, not of members; and texts, whatever is loaded (`insights`).
const OTHERS: [&str; 2] = ["/api/v1/planner", "/api/v1/insights"];
const TRENDS_PATH: &str = "/api/v1/trends";
const POLL: &str = "/api/v1/content/dashboard/polls/breakdown/1";
const POLL_BLOCK: &str = "POLL_ANSWERS_BY_AUDIENCE_TABLE";

pub(crate) fn is_data_call(route: &Route) -> bool {
    let is_own = matches!(route.class, Class::Own | Class::InPerson { .. });
    // Files are no JSON, and links and addresses show to others; `exports`, `links` and `addresses` have their tests.
    let is_other = matches!(route.class, Class::Export | Class::Link | Class::Table | Class::Public);
    let is_link = route.path.starts_with("/api/v1/links");
    route.path.starts_with("/api/v1") && !route.path.starts_with("/api/v1/admin") && !is_own && !is_other && !is_link
}

/// The paths of a route, with each of its ids in place of `{type}` and `{metric}`, and poll 1.
pub(crate) fn paths(route: &Route) -> Vec<String> {
    let ids = match route.ids() {
        ids if ids.is_empty() => vec![""],
        ids => ids,
    };
    ids.iter().map(|id| route.path.replace("{type}", id).replace("{metric}", id).replace("{id}", "1")).collect()
}

/// Whether a call answers a receipt, which is another one each time; `receipts` has their tests.
pub(crate) fn is_receipt(route: &Route) -> bool {
    route.path.starts_with("/api/v1/receipts/")
}

/// Whether a call is about issued figures, which are of everybody and of days that a load closed; `issued` has their tests.
pub(crate) fn is_issued(route: &Route) -> bool {
    route.path.starts_with("/api/v1/issued/")
}

/// Every data call that takes a filter, but those of receipts.
pub fn calls() -> Vec<String> {
    let is_data = |route: &Route| route.method == Method::Post && is_data_call(route) && !is_receipt(route);
    let calls: Vec<String> = table().iter().filter(|route| is_data(route)).flat_map(paths).collect();
    assert!(calls.iter().all(|path| !path.contains('{') && !path.ends_with('/')), "{calls:?}");
    calls
}

/// Those of them that neither explain nor say what was issued: an explanation has texts and divisions whatever is loaded
/// (`explain`).
fn calls_of_figures() -> impl Iterator<Item = String> {
    let others = ["/api/v1/explain/", "/api/v1/issued/"];
    calls().into_iter().filter(move |path| !others.iter().any(|other| path.starts_with(other)))
}

/// The keys of an object, but for those that say where figures have no data: the fixture has no rows on most days.
fn keys(value: &Value) -> Vec<&str> {
    let of_coverage = ["hidden", "beforeHidden", "lineGaps", "trendGaps", "notLoaded", "partial"];
    let keys = value.as_object().unwrap_or_else(|| panic!("an object: {value}")).keys().map(String::as_str);
    keys.filter(|key| !of_coverage.contains(key)).collect()
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

#[test]
fn calls_match_the_contract() {
    let contract = contract();
    let table = table();
    let found = |method: Method| -> BTreeSet<String> {
        let routes = table.iter().filter(|route| route.method == method && is_data_call(route));
        routes.filter_map(|route| route.path.strip_prefix("/api/v1/")).map(str::to_owned).collect()
    };
    assert_eq!(found(Method::Get), contract.gets.iter().cloned().collect());
    assert_eq!(found(Method::Post), contract.filtered_calls().collect());
    let cards: BTreeSet<String> = calls().into_iter().filter(|path| path.starts_with(&format!("{MEMBERS}/"))).collect();
    assert_eq!(cards, contract.member_cards.iter().map(|id| format!("{MEMBERS}/{id}")).collect());
}

#[test]
fn program_and_its_groups() {
    let program = Program::shared();
    assert_eq!(
        program.get("/api/v1/program"),
        json!({"name": program.app.app.config.program_name, "logo": null, "today": "2025-03-11", "through": "2025-03-10",
            "firstDay": "2024-01-05", "dataFrom": "2024-01-05", "dataUntil": "2025-03-10", "isEmpty": false, "lateTables": [], "currency": program.app.app.config.currency, "demo": false,
            "changeColours": "meaning", "minimumMembers": 0, "fiscalYearStart": 1, "firstWeekday": "sunday", "compareToDate": "last_year", "groupsAsOf": "WINDOW", "groupsHistorySince": null, "modules": ["MONITOR", "MEMBERS", "EMAILS", "WEBSITE", "OFFERS",
            "CONTENT", "INSIGHTS", "RECOMMENDATIONS", "EXPORT", "PEOPLE"], "accountManager": null})
    );
    let group =
        |place: i64, id: i64, name: &str, kind: &str| json!({"id": id, "name": name, "type": kind, "place": place});
    assert_eq!(
        program.get("/api/v1/dashboard/users/userGroups"),
        json!([
            group(0, 3, "Bronze", "TIER"),
            group(1, 1, "Gold", "TIER"),
            group(2, 2, "Silver", "TIER"),
            group(0, 1, "Auto", "LOB"),
            group(1, 2, "Home", "LOB"),
            group(0, 1, "Families", "AUDIENCE"),
            group(1, 2, "Seniors", "AUDIENCE"),
            group(2, 3, "Students", "AUDIENCE"),
        ])
    );
}

#[test]
fn totals_have_the_contract_fields() {
    let program = Program::shared();
    let post = |call: &str| program.post(&format!("/api/v1/{call}"), &json!({}));
    let assert_cards = |call: &str, answer: &Value| assert_totals(answer, &contract().cards(call));
    let mut members = post("dashboard/users/userDashboardInfo");
    let tenure = taken(&mut members, "averageTenure");
    assert_eq!(keys(&tenure), ["years", "months"]);
    let mut change = taken(&mut members["compare"], "averageTenure");
    let months = taken(&mut change, "now").as_f64().expect("months");
    assert_eq!(
        months.round() as i64,
        tenure["years"].as_i64().expect("years") * 12 + tenure["months"].as_i64().expect("months")
    );
    assert_change(&change, "averageTenure");
    assert_cards("dashboard/users/userDashboardInfo", &members);
    let mut polls = post("content/dashboard/polls/breakdown/info");
    for poll in rows(&taken(&mut polls, "pollList")) {
        assert_eq!(keys(poll), ["id", "name"]);
    }
    assert_cards("content/dashboard/polls/breakdown/info", &polls);
    let mut website = post("website/dashboard/info");
    let platforms = taken(&mut website, "platforms");
    assert_eq!(platforms, post("website/dashboard/platforms/breakdowns"));
    assert_cards("website/dashboard/info", &website);
    for call in ["program/monitor/info", "content/dashboard/info", "emails/dashboard/info", "offer/dashboard/info"] {
        assert_cards(call, &post(call));
    }
    for (path, card, fields) in [
        (UNSUBSCRIBED, "unsubscribedDto", ["percent", "sum"]),
        ("/api/v1/dashboard/users/programActiveRate", "programActiveRate", ["percent", "activeUsers"]),
    ] {
        let alone = program.post(path, &json!({}));
        assert_eq!(keys(&alone), [fields[0], fields[1], "compare", "comparedWith"]);
        assert_eq!(keys(&alone["compare"]), fields.map(|field| format!("{card}.{field}")));
    }
}

/// Removes a field from an object and returns it; the other fields keep their order.
fn taken(object: &mut Value, field: &str) -> Value {
    object.as_object_mut().and_then(|fields| fields.shift_remove(field)).unwrap_or_else(|| panic!("{field}"))
}

fn assert_totals(answer: &Value, cards: &[(String, Vec<String>)]) {
    let mut expected: Vec<&str> = cards.iter().map(|(card, _)| card.as_str()).collect();
    expected.extend(["compare", "comparedWith"]);
    assert_eq!(keys(answer), expected);
    let mut metrics = Vec::new();
    for (card, fields) in cards {
        assert_eq!(keys(&answer[card]), *fields, "{card}");
        for field in fields {
            assert!(answer[card][field].is_number(), "{card}.{field}");
            metrics.push(format!("{card}.{field}"));
        }
    }
    assert_eq!(keys(&answer["compare"]), metrics);
    for metric in metrics {
        assert_change(&answer["compare"][&metric], &metric);
    }
}

fn assert_change(change: &Value, metric: &str) {
    let mut names = keys(change);
    names.retain(|name| !["note", "withinChance"].contains(name));
    assert_eq!(names, ["before", "changePercent", "points", "line"], "{metric}");
    let within_chance = &change["withinChance"];
    assert!(within_chance.is_boolean() || within_chance.is_null(), "{metric}");
    assert!(RATIOS.contains(&metric) || within_chance.is_null(), "{metric} is no rate or mean of members");
    for field in ["before", "changePercent", "points"] {
        assert!(change[field].is_number() || change[field].is_null(), "{metric} {field}");
    }
    assert!(PERCENTAGES.contains(&metric) || change["points"].is_null(), "{metric} is no percentage");
    for point in rows(&change["line"]) {
        assert!(rows(point).len() == 2 && point[0].is_string() && point[1].is_number(), "{metric}: {point}");
    }
}

/// The metrics of cards that are rates or means of what members do.
const RATIOS: [&str; 14] = [
    "groupMoves.stayed",
    "satisfaction.percent",
    "engagementRate.percent",
    "unsubscribedDto.percent",
    "programActiveRate.percent",
    "programRetentionRate.percent",
    "dormantRate.percent",
    "performanceDto.avgOpen",
    "performanceDto.avgClick",
    "enrollDto.percent",
    "uniqueInteractionDto.percent",
    "returnRate.avgLoginUser",
    "averageTenure",
    "partnerDto.savingsPerUser",
];

/// The metrics of cards and trends that are percentages.
const PERCENTAGES: [&str; 12] = [
    "groupMoves.stayed",
    "satisfaction.percent",
    "engagementRate.percent",
    "unsubscribedDto.percent",
    "programActiveRate.percent",
    "programRetentionRate.percent",
    "dormantRate.percent",
    "enrollments.initiationRate",
    "performanceDto.avgOpen",
    "performanceDto.avgClick",
    "enrollDto.percent",
    "uniqueInteractionDto.percent",
];

/// The metrics for which lower is better.
const LOWER_IS_BETTER: [&str; 7] = [
    "groupMoves.movedDown",
    "unsubscribedDto.percent",
    "unsubscribedDto.sum",
    "deliveryStatus.bounced",
    "dormantRate.percent",
    "dormantRate.dormantUsers",
    "offerDto.offBoarded",
];

#[test]
fn trends_have_the_contract_rows_and_fields() {
    let program = Program::shared();
    let trends = contract().trends();
    let expected: BTreeSet<String> = trends.iter().map(|(id, _)| format!("{TRENDS_PATH}/{id}")).collect();
    assert_eq!(calls().into_iter().filter(|path| path.starts_with(TRENDS_PATH)).collect::<BTreeSet<_>>(), expected);
    for (id, metrics) in &trends {
        let answer = program.post(&format!("{TRENDS_PATH}/{id}"), &json!({}));
        assert_eq!(
            keys(&answer),
            ["startDate", "endDate", "startDatePop", "endDatePop", "startDateYoy", "endDateYoy", "pops", "yoys"]
        );
        for side in ["pops", "yoys"] {
            let found: Vec<&str> = rows(&answer[side]).iter().filter_map(|row| row["metric"].as_str()).collect();
            assert_eq!(found, *metrics, "{id} {side}");
            rows(&answer[side]).iter().for_each(assert_trend_row);
        }
    }
    // A comparison period before the start of the calendar has no dates.
    let first =
        program.post(&format!("{TRENDS_PATH}/U_LOGINS"), &json!({"startDate": "1000-01-01", "endDate": "3000-12-31"}));
    assert_eq!(
        (&first["pops"][0]["changePercent"], &first["pops"][0]["note"]),
        (&json!(null), &json!("not enough history"))
    );
}

fn assert_trend_row(row: &Value) {
    let mut names = keys(row);
    names.retain(|name| *name != "note");
    assert_eq!(
        names,
        ["metric", "typeName", "popValue", "filterPeriodValue", "isPercentage", "changePercent", "points", "polarity"]
    );
    let metric = row["metric"].as_str().expect("text");
    assert_eq!(row["isPercentage"], json!(PERCENTAGES.contains(&metric)), "{row}");
    assert!(row["isPercentage"] == json!(true) || row["points"].is_null(), "{row}");
    assert_eq!(row["polarity"] == "lower", LOWER_IS_BETTER.contains(&metric), "{row}");
    assert!(["higher", "lower", "none"].contains(&row["polarity"].as_str().expect("text")), "{row}");
    assert!(row["popValue"].is_number() && row["filterPeriodValue"].is_number(), "{row}");
}

#[test]
fn indicators_have_the_contract_fields() {
    let rows_of = Program::shared().post(INDICATORS, &json!({}));
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
fn blocks_have_the_contract_shapes() {
    let program = Program::shared();
    let all = program.post(&format!("{LOGINS}/breakdowns"), &json!({}));
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
    assert_eq!(keys(&all["LOGINS_BY_PERIOD"]), ["type", "filterParams", "data", "series", "previous", "periods"]);
    assert_eq!(all["UNIQUE_LOGINS_BY_PERIOD"]["series"], json!([{"key": "unique", "name": "Unique Logins"}]));
    for row in rows(&all["LOGINS_TABLE"]["data"]) {
        assert_eq!(keys(row), ["name", "isTotal", "total", "unique", "records"]);
    }
    let own = json!({"timeScale": "BY_YEARS", "viewBy": "TIER", "viewByH1": "TIER", "viewByH2": "AUDIENCE", "recordCount": 6});
    let chosen = program.post(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &own);
    assert_eq!(chosen["filterParams"], own);
    assert_eq!(keys(&chosen["data"][0]), ["name", "records"]);
    // Fields that are null have no effect.
    let odd = json!({"period": null, "userGroupTiers": null, "viewByH1": null});
    assert_eq!(program.post(&format!("{LOGINS}/breakdowns"), &odd), all);
}

#[test]
fn every_contract_block_has_its_shape_and_fields() {
    let program = sample();
    let body = filter(json!({}));
    for (screen, blocks) in &contract().breakdowns() {
        let path = format!("/api/v1/{screen}");
        let all = program.post(&format!("{path}/breakdowns"), &body);
        let ids: BTreeSet<&str> = blocks.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(keys(&all).into_iter().collect::<BTreeSet<_>>(), ids, "{screen}");
        for (id, data) in blocks {
            let post = |more: Value| program.post(&format!("{path}/breakdown/{id}"), &filter(more));
            let block = post(json!({}));
            assert_eq!(block, all[id], "{id} alone and in the full answer");
            assert_eq!(block["type"], *id);
            let h1 = if id == "DORMANT_RATE_TABLE" { "AUDIENCE" } else { "LOB" };
            assert_eq!(
                block["filterParams"],
                json!({"timeScale": "BY_MONTHS", "viewBy": "TOTALS", "viewByH1": h1, "viewByH2": "NONE",
                    "recordCount": null}),
                "{id}"
            );
            // Nobody has moved in the sample.
            if ["GROUP_MOVES_FLOW", "GROUP_MOVES_IN_AND_OUT_TABLE"].contains(&id.as_str()) {
                assert_eq!(block["data"], json!([]), "{id}");
                continue;
            }
            assert_block_shape(id, data, &block);
            assert_capped(id, data, &block, &post);
            match data {
                Data::Table(_) => assert_levels(id, &block, &post),
                Data::Periods(_) => assert_by_group(id, &block, &post),
                _ => assert_eq!(post(json!({"viewBy": "TIER"}))["data"], block["data"], "{id} has no viewBy"),
            }
        }
    }
}

fn assert_block_shape(id: &str, data: &Data, block: &Value) {
    let parts = keys(block);
    let is_by_period = matches!(data, Data::Periods(_) | Data::PeriodsOfTotals(_));
    if is_by_period {
        assert_eq!(parts, ["type", "filterParams", "data", "series", "previous", "periods"], "{id}");
    } else if matches!(data, Data::Lines | Data::Months(_)) {
        assert_eq!(parts, ["type", "filterParams", "data", "periods"], "{id}");
    } else {
        assert_eq!(parts, ["type", "filterParams", "data"], "{id}");
    }
    let assert_rows = |found: &Value, fields: &[String], what: &str| {
        assert!(!rows(found).is_empty(), "{id} {what}: the sample has rows");
        for row in rows(found) {
            assert_eq!(keys(row), fields, "{id} {what}");
        }
    };
    match data {
        Data::Table(fields) => {
            let around = |name: &str| name.to_owned();
            let mut all = vec![around("name"), around("isTotal")];
            all.extend(fields.iter().cloned().chain([around("records")]));
            assert_rows(&block["data"], &all, "");
            let (last, groups) = rows(&block["data"]).split_last().expect("a total");
            assert_eq!((&last["name"], &last["isTotal"]), (&json!("Total"), &json!(true)), "{id}");
            assert!(groups.len() > 1 && groups.iter().all(|row| row["isTotal"] == json!(false)), "{id}");
            assert!(rows(&block["data"]).iter().all(|row| row["records"] == json!([])), "{id}");
        }
        Data::Periods(fields) | Data::PeriodsOfTotals(fields) => {
            let series = rows(&block["series"]);
            assert_eq!(series.iter().filter_map(|one| one["key"].as_str()).collect::<Vec<_>>(), *fields, "{id}");
            assert!(series.iter().all(|one| keys(one) == ["key", "name"]), "{id}");
            for side in ["data", "previous"] {
                assert_eq!(rows(&block[side]).len(), 11, "{id}: February to December");
                for row in rows(&block[side]) {
                    let (label, numbers) = rows(row).split_first().expect("a label");
                    assert!(label.is_string() && numbers.len() == fields.len(), "{id}: {row}");
                    assert!(numbers.iter().all(Value::is_number), "{id}: {row}");
                }
            }
            assert_eq!((&block["data"][0][0], &block["previous"][0][0]), (&json!("Feb 2025"), &json!("Feb 2024")));
        }
        Data::Lines => {
            assert_rows(&block["data"], &["name", "records"].map(str::to_owned), "");
            for line in rows(&block["data"]) {
                assert!(rows(&line["records"]).iter().all(|point| rows(point).len() == 2), "{id}: {line}");
            }
        }
        Data::Bars => assert_rows(&block["data"], &["name", "value"].map(str::to_owned), ""),
        Data::List(fields) | Data::Months(fields) => assert_rows(&block["data"], fields, ""),
        Data::Lists { keys: names, fields } => {
            assert_eq!(keys(&block["data"]), *names, "{id}");
            names.iter().for_each(|name| assert_rows(&block["data"][name], fields, name));
        }
    }
}

/// recordCount limits lists only; a limited list's answer gives the full number of rows.
fn assert_capped(id: &str, data: &Data, whole: &Value, post: &dyn Fn(Value) -> Value) {
    for count in [0, 1, 1_000_000] {
        let capped = post(json!({"recordCount": count}));
        assert_eq!(capped["filterParams"]["recordCount"], json!(count), "{id}");
        let cut = |rows_of: &Value| {
            let all = rows(rows_of);
            Value::from(if count == 0 { all } else { &all[..all.len().min(count)] })
        };
        let (expected, total) = match data {
            Data::List(_) => (cut(&whole["data"]), json!(rows(&whole["data"]).len())),
            Data::Lists { keys: [one, other], .. } => (
                json!({one: cut(&whole["data"][one]), other: cut(&whole["data"][other])}),
                json!(rows(&whole["data"][one]).len().max(rows(&whole["data"][other]).len())),
            ),
            _ => (whole["data"].clone(), json!(null)),
        };
        assert_eq!(capped["data"], expected, "{id} of {count}");
        assert_eq!(capped.get("total").unwrap_or(&json!(null)), &total, "{id} of {count}");
    }
}

/// The first level of a two-level table equals the one-level table, total row included.
fn assert_levels(id: &str, one: &Value, post: &dyn Fn(Value) -> Value) {
    let first = one["filterParams"]["viewByH1"].as_str().expect("a grouping");
    for second in ["TIER", "LOB", "AUDIENCE"].into_iter().filter(|second| *second != first) {
        let two = post(json!({"viewByH2": second}))["data"].clone();
        let mut flat = two.clone();
        for (at, row) in flat.as_array_mut().expect("rows").iter_mut().enumerate() {
            let records = taken(row, "records");
            let is_last = at + 1 == rows(&two).len();
            assert_eq!(rows(&records).is_empty(), is_last, "{id} {second}");
            assert!(rows(&records).iter().all(|inner| inner["isTotal"] == json!(false)), "{id} {second}");
            assert!(rows(&records).iter().all(|inner| keys(inner) == keys(&two[at])), "{id} {second}");
            assert_eq!(row["isTotal"], json!(true), "{id} {second}");
            row["isTotal"] = json!(is_last);
        }
        let mut expected = one["data"].clone();
        expected.as_array_mut().expect("rows").iter_mut().for_each(|row| drop(taken(row, "records")));
        assert_eq!(flat, expected, "{id} {second}");
    }
    assert_ne!(post(json!({"viewByH1": "TIER"}))["data"], one["data"], "{id}");
}

/// A chart by group has one list per group, tiers by their positions and others by name, and no previous year.
fn assert_by_group(id: &str, totals: &Value, post: &dyn Fn(Value) -> Value) {
    for view in ["TIER", "LOB", "AUDIENCE"] {
        let groups = post(json!({"viewBy": view}));
        assert_eq!(keys(&groups), ["type", "filterParams", "data", "series", "periods"], "{id}");
        assert_eq!(groups["periods"], totals["periods"], "{id}");
        assert_eq!(groups["series"], totals["series"], "{id}");
        let names: Vec<&str> = rows(&groups["data"]).iter().filter_map(|group| group["name"].as_str()).collect();
        assert!(names.len() > 1, "{id}: {names:?}");
        match view {
            "TIER" => assert_eq!(names, ["Bronze", "Silver", "Gold"], "{id}"),
            _ => assert!(names.is_sorted(), "{id}: {names:?}"),
        }
        for group in rows(&groups["data"]) {
            assert_eq!(keys(group), ["name", "records"], "{id}");
            assert_eq!(rows(&group["records"]).len(), rows(&totals["data"]).len(), "{id}");
        }
    }
}

#[test]
fn answers_without_blocks_have_the_contract_fields() {
    let program = sample();
    let post = |path: &str| program.post(&format!("/api/v1/{path}"), &filter(json!({})));
    let source = post("website/dashboard/sourceOfTraffic/breakdowns");
    assert_eq!(keys(&source), ["names", "sessions", "pageviews"]);
    let length = rows(&source["names"]).len();
    assert!(length > 1 && rows(&source["names"]).iter().all(Value::is_string));
    for figure in ["sessions", "pageviews"] {
        assert!(rows(&source[figure]).len() == length && rows(&source[figure]).iter().all(Value::is_number));
    }
    let mut platforms = post("website/dashboard/platforms/breakdowns");
    assert_eq!(rows(&taken(&mut platforms, "periods")).len(), 11);
    assert_eq!(keys(&platforms), ["DeviceCategory", "Browser", "OperatingSystem", "ScreenResolution"]);
    for (id, platform) in platforms.as_object().expect("platforms") {
        assert!(rows(platform).len() > 1, "{id}");
        for row in rows(platform) {
            let [label, count, line] = rows(row) else { panic!("{id}: {row}") };
            assert!(label.is_string() && count.is_number(), "{id}: {row}");
            let labels: Vec<&str> = rows(line).iter().filter_map(|point| point[0].as_str()).collect();
            assert_eq!((labels.len(), labels[0], labels[10]), (11, "2025-02", "2025-12"), "{id}");
            let sum: f64 = rows(line).iter().filter_map(|point| point[1].as_f64()).sum();
            assert_eq!(count.as_f64(), Some(sum), "{id}: {row}");
        }
    }
    let searches = post("website/dashboard/onSiteSearches/breakdowns");
    assert_eq!((keys(&searches), keys(&searches["searchDto"])), (vec!["searchDto", "searchTerms"], vec!["count"]));
    assert!(rows(&searches["searchTerms"]).iter().all(|pair| pair[0].is_string() && rows(pair).len() == 2));
    let sum: f64 = rows(&searches["searchTerms"]).iter().filter_map(|pair| pair[1].as_f64()).sum();
    assert_eq!(searches["searchDto"]["count"].as_f64(), Some(sum));

    let poll = program.post(&format!("{POLL}/answerInfos"), &filter(json!({})));
    assert_eq!(keys(&poll), ["pollAnswers", POLL_BLOCK]);
    let options = rows(&poll["pollAnswers"]);
    assert!(options.len() > 1 && options.iter().all(|row| keys(row) == ["index", "name", "answerCount", "percent"]));
    let block = &poll[POLL_BLOCK];
    assert_eq!((keys(block), &block["type"]), (vec!["type", "filterParams", "data"], &json!(POLL_BLOCK)));
    assert_eq!(program.post(&format!("{POLL}/{POLL_BLOCK}"), &filter(json!({}))), *block);
    for row in rows(&block["data"]) {
        assert_eq!(keys(row), ["name", "isTotal", "value", "answers", "records"]);
        assert_eq!(rows(&row["answers"]).len(), options.len());
    }
    let counts: Vec<&Value> = options.iter().map(|option| &option["answerCount"]).collect();
    let total = rows(&block["data"]).last().expect("a total");
    assert_eq!(rows(&total["answers"]).iter().collect::<Vec<_>>(), counts);
}

#[test]
fn score_has_the_contract_fields() {
    let score = Program::shared().post(SCORE, &json!({}));
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
fn invalid_filter_fields_are_named() {
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
        (json!({"timeScale": "BY_HOURS"}), "timeScale"),
        (json!({"comparison": "LAST_YEAR"}), "comparison"),
        (json!({"viewBy": "REGION"}), "viewBy"),
        (json!({"viewByH1": "NONE"}), "viewByH1"),
        (json!({"viewByH2": "TOTALS"}), "viewByH2"),
        (json!({"viewByH2": "LOB"}), "viewByH2"), // the default of viewByH1
        (json!({"viewByH1": "TIER", "viewByH2": "TIER"}), "viewByH2"),
        (json!({"recordCount": -1}), "recordCount"),
        (json!({"recordCount": 1.5}), "recordCount"),
        (json!({"recordCount": "6"}), "recordCount"),
        // A word that is no field does not silently mean the default.
        (json!({"peroid": "LAST_7DAYS"}), "peroid"),
    ];
    for path in of_today(calls()) {
        for (body, field) in &cases {
            let of_table = path.ends_with("/dormantRate/breakdowns") || path.ends_with("/DORMANT_RATE_TABLE");
            if of_table && *body == json!({"viewByH2": "LOB"}) {
                // The table's own default is AUDIENCE.
                assert_eq!(program.call(&path, body).status, 200);
                assert_eq!(program.call(&path, &json!({"viewByH2": "AUDIENCE"})).status, 400);
                continue;
            }
            let answer = program.call(&path, body);
            let said = answer.json();
            assert_eq!((answer.status, &said["error"]), (400, &json!("invalid_request")), "{path} {body}: {said}");
            let errors = rows(&said["errors"]);
            let is_named = errors.iter().any(|error| error.as_str().is_some_and(|text| text.contains(field)));
            assert!(is_named, "{path} {body} does not name {field}: {said}");
        }
    }
    // All invalid dates at once.
    let both = program.call(INFO, &json!({"startDate": "x", "endDate": "y", "viewByH2": "LOB"})).json();
    assert_eq!(rows(&both["errors"]).len(), 3, "{both}");
    // Dates are read only with the custom period.
    let ignored = program.call(INFO, &json!({"period": "LAST_7DAYS", "startDate": "x", "endDate": "y"}));
    assert_eq!(ignored.status, 200);
}

#[test]
fn bodies_that_are_not_a_filter_are_rejected() {
    let program = Program::shared();
    for path in of_today(calls()) {
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
    for size in [256 * 1024 + 1, 3 * 1024 * 1024] {
        let large = format!("{{\"startDate\": \"{}\"}}", "x".repeat(size));
        let answer = program.app.post(INFO).bearer(&program.token).body("application/json", &large).send();
        assert_eq!((answer.status, &answer.json()["error"]), (413, &json!("too_large")));
    }
    let fits = format!("{{\"period\": \"LAST_7DAYS\", \"startDate\": \"{}\"}}", "x".repeat(1024 * 250));
    assert_eq!(program.app.post(INFO).bearer(&program.token).body("application/json", &fits).send().status, 200);
}

/// What a call takes beside a filter is known, and nothing else is.
#[test]
fn bodies_have_the_fields_of_their_call_and_no_others() {
    let program = Program::shared();
    let token = &program.token;
    let csv = json!({"screen": "api/v1/dashboard/users/logins", "block": "LOGINS_TABLE", "separator": "semicolon", "bom": false});
    let wish = json!({"target": {"value": 80}, "changes": null});
    for (path, own) in [
        ("/api/v1/explain/logins.totalLogins", json!({"open": {"by": "TIER", "inside": {}}})),
        ("/api/v1/explain/score", json!({"open": null})),
        ("/api/v1/export/csv", csv),
        ("/api/v1/export/xlsx", json!({"screen": "api/v1/dashboard/users/logins", "whole": false})),
        ("/api/v1/planner", wish),
        ("/api/v1/planner/forecast", json!({})),
        ("/api/v1/targets/fitting", json!({})),
    ] {
        let post = |body: &Value| program.app.post(path).bearer(token).json(body).send();
        let mut body = own;
        body["period"] = json!("PREVIOUS_YEAR");
        let answer = post(&body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        body["peroid"] = json!("PREVIOUS_YEAR");
        let answer = post(&body);
        let said = json!(["peroid: there is no such field"]);
        assert_eq!((answer.status, &answer.json()["errors"]), (400, &said), "{path}");
    }
    // Filters that are saved have the same fields.
    let misspelt = r#"{"peroid":"LAST_7DAYS"}"#;
    let view = json!({"name": "x", "screen": "user-dashboard", "filters": misspelt});
    let answer = program.app.post("/api/v1/views").bearer(token).json(&view).send();
    let text = "expected a filter as JSON text: peroid: there is no such field";
    assert_eq!((answer.status, &answer.json()["errors"]), (400, &json!([format!("filters: {text}")])));
    assert_eq!(answer.json()["faults"], json!([{"field": "filters", "text": text}]));
    // The document says so of each of them.
    let document = program.app.get("/api/openapi.json").bearer(token).send().json();
    for name in ["FilterParams", "ExplainBody", "TableBody", "ScreensBody", "PlannerParams", "MemberListParams"] {
        assert_eq!(document["components"]["schemas"][name]["additionalProperties"], json!(false), "{name}");
    }
    let explain = &document["components"]["schemas"]["ExplainBody"]["properties"];
    assert!(explain["open"].is_object() && explain["period"].is_object(), "{explain}");
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
        "/api/v1/dashboard/users/logins/breakdown/logins_table",
        "/api/v1/dashboard/users/nothing/breakdowns",
        "/api/v1/offer/dashboard/partners/breakdown/OFFERS",
        "/api/v1/emails/dashboard/info/UNSUBSCRIBED",
        "/api/v1/website/dashboard/siteVisitors/breakdown/names",
        // Unwrapped answers have no blocks.
        "/api/v1/website/dashboard/sourceOfTraffic/breakdown/names",
        "/api/v1/website/dashboard/platforms/breakdown/Browser",
        "/api/v1/website/dashboard/onSiteSearches/breakdown/searchTerms",
        "/api/v2/program",
    ] {
        let answer = program.call(path, &json!({}));
        assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")), "{path}: {}", answer.text);
    }
    for path in calls() {
        let answer = program.app.get(&path).bearer(&program.token).send();
        assert_eq!((answer.status, answer.header("allow")), (405, "POST"), "{path}");
    }
    for path in [
        "/api/v1/program",
        "/api/v1/dashboard/users/userGroups",
        "/api/v1/emails/dashboard/getCampaignsTypes",
        "/api/v1/offer/dashboard/getOffersCategories",
        "/api/v1/offer/dashboard/getOffersPartners",
    ] {
        let answer = program.call(path, &json!({}));
        assert_eq!((answer.status, answer.header("allow")), (405, "GET"), "{path}");
    }
}

/// Collects every number in an answer, but for the places of points without data.
fn numbers(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.push(number.as_f64().expect("a number")),
        Value::Array(list) => list.iter().for_each(|value| numbers(value, into)),
        Value::Object(fields) => {
            let is_figure = |name: &str| !["lineGaps", "trendGaps"].contains(&name);
            fields.iter().filter(|(name, _)| is_figure(name)).for_each(|(_, value)| numbers(value, into));
        }
        _ => {}
    }
}

/// Asserts that every list in an answer is empty, except for the structure of charts and the rows of cards.
fn assert_no_rows(value: &Value, what: &str) {
    match value {
        Value::Array(list) => assert!(list.is_empty() || what == INDICATORS, "{what}: {value}"),
        Value::Object(fields) => {
            for (name, value) in fields {
                // Nor are the figures that have no data.
                if !["series", "pops", "yoys", "partial"].contains(&name.as_str()) {
                    assert_no_rows(value, what);
                }
            }
        }
        _ => {}
    }
}

fn assert_zeros(value: &Value, what: &str) {
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
    for path in [
        "/api/v1/dashboard/users/userGroups",
        "/api/v1/emails/dashboard/getCampaignsTypes",
        "/api/v1/offer/dashboard/getOffersCategories",
        "/api/v1/offer/dashboard/getOffersPartners",
    ] {
        assert_eq!(program.get(path), json!([]), "{path}");
    }
    let wide = json!({"startDate": "1000-01-01", "endDate": "3000-12-31", "viewByH2": "TIER"});
    for path in &calls_of_figures()
        .filter(|path| path != SCORE && !OTHERS.iter().any(|other| path.starts_with(other)))
        .collect::<Vec<_>>()
    {
        if path.starts_with(POLL) {
            assert_eq!(program.call(path, &json!({})).status, 404, "{path}");
            continue;
        }
        for body in [json!({}), wide.clone(), json!({"viewBy": "TIER", "recordCount": 0})] {
            let answer = program.post(path, &body);
            assert_zeros(&answer, path);
            // No rows, months or items: blocks, lists, sparklines, the unwrapped website answers.
            assert_no_rows(&answer, path);
        }
    }
    let info = program.post(INFO, &json!({}));
    assert_eq!(
        info["compare"]["logins.totalLogins"],
        json!({"before": 0.0, "beforeHidden": {"notLoaded": "logins"}, "changePercent": null, "points": null,
            "note": "not enough history", "line": []})
    );
    let tenure = json!({"years": 0, "months": 0, "hidden": {"years": {"notLoaded": "logins"}}});
    assert_eq!(program.post(MEMBERS, &json!({}))["averageTenure"], tenure);
    for row in rows(&program.post(INDICATORS, &json!({}))) {
        assert_eq!((&row["trend"], &row["popPercent"]), (&json!([]), &json!(null)));
    }
    let blocks = program.post(&format!("{LOGINS}/breakdowns"), &json!({"viewByH2": "TIER"}));
    assert_eq!(blocks["LOGINS_TABLE"]["data"], json!([]));
    assert_eq!(
        (&blocks["LOGINS_BY_PERIOD"]["data"], &blocks["LOGINS_BY_PERIOD"]["previous"]),
        (&json!([]), &json!([]))
    );
    let by_tier = program.post(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &json!({"viewBy": "TIER"}));
    assert_eq!(by_tier["data"], json!([]));
    let score = program.post(SCORE, &json!({}));
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

/// Data of a few hundred members, so that sums span many segments.
fn sample() -> Arc<Program> {
    static SHARED: Shared = Shared::new();
    SHARED.get(|| Program::of(date!(2026 - 01 - 05), "data/sample"))
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
fn user_groups_partition_the_whole() {
    let program = sample();
    let (tiers, lobs, audiences) = (ids(&program, "TIER"), ids(&program, "LOB"), ids(&program, "AUDIENCE"));
    assert!(tiers.len() > 1 && lobs.len() > 1 && audiences.len() > 1);
    let whole = program.post(INFO, &filter(json!({})));
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
            parts.push(program.post(
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
    // A member can belong to several audiences.
    let per_audience = audiences.iter().map(|audience| {
        program.post(INFO, &filter(json!({"userGroupAudiences": [audience], "userGroupsAudiencesAll": false})))
    });
    let sum: f64 = per_audience.map(|part| at(&part, "/enrollments/totalEnrolled")).sum();
    assert!(sum > at(&whole, "/enrollments/totalEnrolled"), "{sum}");

    let everything = json!({"userGroupTiers": tiers, "userGroupsTiersAll": false, "userGroupLobs": lobs,
        "userGroupsLobsAll": false, "userGroupAudiences": audiences, "userGroupsAudiencesAll": false});
    let more: Vec<i64> = [9999, 1, 1, -5].into_iter().chain(tiers.iter().copied()).collect();
    let unknown_too = json!({"userGroupTiers": more, "userGroupsTiersAll": false});
    // The list is ignored when All is true.
    let all_true =
        json!({"userGroupTiers": [], "userGroupsTiersAll": true, "userGroupLobs": [1], "userGroupsLobsAll": true});
    for path in of_today(calls()) {
        let expected = program.post(&path, &filter(json!({})));
        for body in [&everything, &unknown_too, &all_true] {
            assert_eq!(program.post(&path, &filter(body.clone())), expected, "{path} {body}");
        }
    }
}

/// Calls that user groups do not restrict at all: the website, the filter lists, the schedule, campaign screens and
/// offers themselves.
fn ignores_groups(path: &str) -> bool {
    [
        "/website/dashboard/",
        "/trends/W_",
        "/trends/O_OFFERS",
        "/emails/dashboard/schedules",
        "/emails/dashboard/screens",
        "/emails/dashboard/getCampaigns",
        "/offer/dashboard/getOffers",
        "/offer/dashboard/offers/",
    ]
    .iter()
    .any(|part| path.contains(part))
}

/// The answer without the counts of offers and polls, and without numbers that are not figures.
fn without_counts_of_offers_and_polls(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        for name in ["offerDto", "pollList", "filterParams"] {
            fields.shift_remove(name);
        }
        for name in ["pollDto", "compare"] {
            if let Some(inner) = fields.get_mut(name).and_then(Value::as_object_mut) {
                inner.retain(|metric, _| {
                    metric != "polls" && metric != "pollDto.polls" && !metric.starts_with("offerDto.")
                });
            }
        }
        for name in ["pops", "yoys"] {
            if let Some(trends) = fields.get_mut(name).and_then(Value::as_array_mut) {
                trends.retain(|row| row["metric"] != "pollDto.polls");
            }
        }
        if let Some(options) = fields.get_mut("pollAnswers").and_then(Value::as_array_mut) {
            options.iter_mut().for_each(|option| drop(taken(option, "index")));
        }
    }
    answer
}

#[test]
fn an_empty_choice_of_groups_answers_zeros() {
    let program = sample();
    let choices = [
        ("userGroupTiers", "userGroupsTiersAll", json!([])),
        ("userGroupLobs", "userGroupsLobsAll", json!([])),
        ("userGroupAudiences", "userGroupsAudiencesAll", json!([])),
        // An empty list, and a list of unknown groups.
        ("userGroupTiers", "userGroupsTiersAll", json!(null)),
        ("userGroupAudiences", "userGroupsAudiencesAll", json!([9999])),
    ];
    for (list, all, chosen) in of_today(choices) {
        let body = filter(json!({list: chosen, all: false}));
        for path in &calls_of_figures()
            .filter(|path| path != SCORE && !OTHERS.iter().any(|other| path.starts_with(other)))
            .collect::<Vec<_>>()
        {
            let answer = program.post(path, &body);
            if ignores_groups(path) {
                assert_eq!(answer, program.post(path, &filter(json!({}))), "{path} ignores groups");
            } else {
                assert_zeros(&without_counts_of_offers_and_polls(answer), path);
            }
        }
        let table = program.post(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body);
        assert_eq!(table["data"], json!([]), "groups without members have no row");
        let periods = program.post(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &body);
        assert_eq!(rows(&periods["data"]).len(), 11, "every period has a row, with 0");
        let score = program.post(SCORE, &body);
        assert_eq!(score["score"], json!(null));
        // Activity, offers and polls are not restricted by groups.
        assert!(score["faActivityLevel"].is_number(), "{score}");
        for (path, count) in [
            ("/api/v1/content/dashboard/info", "/pollDto/polls"),
            ("/api/v1/content/dashboard/polls/breakdown/info", "/pollDto/polls"),
            ("/api/v1/offer/dashboard/info", "/offerDto/totalActiveOffers"),
            ("/api/v1/trends/C_POLL", "/pops/0/filterPeriodValue"),
        ] {
            let (answer, whole) = (program.post(path, &body), program.post(path, &filter(json!({}))));
            assert!(answer.pointer(count).and_then(Value::as_f64).is_some_and(|open| open > 0.0), "{path}: {answer}");
            assert_eq!(answer.pointer(count), whole.pointer(count), "{path}");
        }
    }
}

#[test]
fn an_empty_choice_of_offers_or_campaigns_answers_zeros_only_where_it_applies() {
    let program = sample();
    let of_offers = |path: &str| {
        let options = path.contains("/getOffers");
        (path.contains("/offer/dashboard/") || path.contains("/trends/O_")) && !options
    };
    let of_campaigns = |path: &str| {
        let others = path.contains("/getCampaigns") || path.contains("/schedules");
        (path.contains("/emails/dashboard/") || path.contains("/trends/E_")) && !others
    };
    let choices = [
        ("offers", "offersAll", json!([]), &of_offers as &dyn Fn(&str) -> bool),
        ("offers", "offersAll", json!([9999]), &of_offers),
        ("offersCategories", "offersCategoriesAll", json!([]), &of_offers),
        ("campaigns", "campaignsAll", json!([]), &of_campaigns),
        ("campaignsTypes", "campaignsTypesAll", json!([]), &of_campaigns),
        ("campaignsTypes", "campaignsTypesAll", json!(null), &of_campaigns),
    ];
    for (list, all, chosen, counts) in of_today(choices) {
        // Two of the monitor's cards depend on offers and on messages; Insights are of all of them.
        let is_other = |path: &String| path != INFO && !path.starts_with(OTHERS[1]);
        for path in &calls_of_figures().filter(is_other).collect::<Vec<_>>() {
            let mut answer = program.post(path, &filter(json!({list: chosen, all: false})));
            if !counts(path) {
                assert_eq!(answer, program.post(path, &filter(json!({}))), "{path} {list}");
                continue;
            }
            if let Some(fields) = answer.as_object_mut() {
                fields.shift_remove("filterParams");
            }
            assert_zeros(&answer, path);
        }
    }
}

fn figure(program: &Program, metric: &Metric, start: &str, end: &str) -> f64 {
    let params: FilterParams = serde_json::from_value(json!({"startDate": start, "endDate": end})).expect("a filter");
    let today = date!(2026 - 01 - 05);
    let filter = params
        .resolve(today, Calendar::default(), GroupsAsOf::Now, &[bond::groupings::Grouping::Lob])
        .expect("a valid filter");
    wait(async {
        let engine = &program.app.app.engine;
        let catalogue = engine.catalogue().await.expect("a catalogue");
        let selection = Selection::from(&filter);
        let figures = engine.figures(&catalogue, &[metric], &[filter.window], &selection, Levels::default()).await;
        metric.shown(figures.expect("figures").figure(metric, 0, 0).unsuppressed())
    })
}

#[test]
fn figures_are_consistent_with_each_other() {
    let program = sample();
    for (start, end, ninety) in [
        ("2025-02-11", "2025-12-28", "2025-09-30"),
        ("2025-06-01", "2025-06-30", "2025-04-02"),
        ("2025-07-04", "2025-07-04", "2025-04-06"),
        ("2025-01-01", "2025-12-31", "2025-10-03"),
    ] {
        let of = |metric: &Metric| figure(&program, metric, start, end);
        let frequencies = [&LOGINS_1_3, &LOGINS_4_7, &LOGINS_8_10, &LOGINS_OVER_10].map(of);
        assert_eq!(frequencies.iter().sum::<f64>(), of(&UNIQUE_LOGINS), "{start} {end}: {frequencies:?}");
        let awake = figure(&program, &UNIQUE_LOGINS, ninety, end);
        assert_eq!(of(&DORMANT_MEMBERS), of(&TOTAL_REGISTERED) - awake, "{start} {end}");

        let body = |more: Value| {
            let mut body = json!({"startDate": start, "endDate": end});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            body
        };
        let table =
            |more: Value| program.post(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body(more))["data"].clone();
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
            let total = program.post(INFO, &body(json!({})));
            assert_eq!(
                (&last["total"], &last["unique"]),
                (&total["logins"]["totalLogins"], &total["logins"]["uniqueLogins"])
            );
            // Charts by group add up to the total, except for members of two audiences.
            let chart = |view: &str| {
                let body = body(json!({"viewBy": view}));
                program.post(&format!("{LOGINS}/breakdown/LOGINS_BY_PERIOD"), &body)["data"].clone()
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
fn score_is_computed_from_the_figures_of_its_90_days() {
    let program = sample();
    let of = |start: &str, end: &str| program.post(SCORE, &json!({"startDate": start, "endDate": end}));
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
    // The last day of a month compared with the last day of the previous month.
    let (june, may) = (of("2025-06-30", "2025-06-30"), of("2025-05-31", "2025-05-31"));
    assert_eq!(june["scoreLastMonth"], may["score"]);
    let moved = june["score"].as_f64().zip(may["score"].as_f64()).map(|(now, before)| now - before).expect("both");
    assert!((june["explain"]["mom"].as_f64().expect("a move") - moved).abs() < 1e-9, "{june}");
}

#[test]
fn the_same_request_returns_the_same_bytes_until_the_next_load() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    let post = || of_today(calls()).map(|path| program.call(&path, &body).text).collect::<Vec<String>>();
    let first = post();
    assert_eq!(post(), first);
    let logins = || program.post(INFO, &body)["logins"].clone();
    assert_eq!(logins(), json!({"totalLogins": 16, "uniqueLogins": 5}));

    // 10 March again, now with C and D as well as A; and a renamed group.
    let version = program.app.app.warehouse.data_version();
    let day = "member_id,logged_in_at\nA,2025-03-10 08:00:00\nC,2025-03-10 09:00:00\nD,2025-03-10 10:00:00\n";
    let groups = "id,type,name\n1,LOB,Cars\n";
    program.app.import(&[("logins.csv", day), ("user_groups.csv", groups)]).expect("loaded");
    assert_eq!(program.app.app.warehouse.data_version(), version + 1);
    assert_eq!(logins(), json!({"totalLogins": 18, "uniqueLogins": 7}));
    let table = program.post(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body)["data"].clone();
    let names: Vec<&str> = rows(&table).iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["Cars", "Home", "Total"]);
    // C is no longer dormant, G still is.
    assert_eq!(program.post(MEMBERS, &body)["dormantRate"], json!({"percent": 12.5, "dormantUsers": 1}));
    let changed = post();
    assert_ne!(changed, first);
    assert_eq!(post(), changed);

    // A member changes group: membership is as of the last load, for past periods too.
    program
        .app
        .import(&[(
            "members.csv",
            "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,1,2,1,2023-12-01,Email\n",
        )])
        .expect("loaded");
    let table = program.post(&format!("{LOGINS}/breakdown/LOGINS_TABLE"), &body)["data"].clone();
    // Cars: E 1, H 3, C 1; Home: A 3, B 1, D 1, I 8.
    assert_eq!((&table[0]["total"], &table[1]["total"], &table[2]["total"]), (&json!(5), &json!(13), &json!(18)));

    // A rejected load changes nothing.
    let before = post();
    assert!(program.app.import(&[("logins.csv", "member_id,logged_in_at\nNOBODY,2025-03-10 08:00:00\n")]).is_err());
    assert_eq!(post(), before);
}

#[test]
fn concurrent_requests_get_their_own_answers() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let bodies: Vec<Value> =
        (1..=12).map(|month| json!({"startDate": format!("2024-{month:02}-01"), "endDate": "2025-03-10"})).collect();
    let post = |at: usize| {
        let paths = calls();
        program.call(&paths[at % paths.len()], &bodies[at % bodies.len()]).text
    };
    let count = calls().len();
    // Cold and concurrent, each request several times; then one by one.
    let together: Vec<Vec<String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| (0..count).map(post).collect::<Vec<String>>())).collect();
        threads.into_iter().map(|thread| thread.join().expect("answers")).collect()
    });
    let alone: Vec<String> = (0..count).map(post).collect();
    for answers in together {
        assert_eq!(answers, alone);
    }
}

#[test]
fn requests_during_loads_are_answered_from_one_version() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let body = json!({"startDate": "2025-03-01", "endDate": "2025-03-10"});
    thread::scope(|scope| {
        let loads = scope.spawn(|| {
            for count in 2..8 {
                let mut day = String::from("member_id,logged_in_at\n");
                for _ in 0..count {
                    day += "C,2025-03-09 09:00:00\n";
                }
                let mut web = String::from(
                    "date,source,device_category,browser,operating_system,screen_resolution,visitor_type,sessions,\
                     pageviews,duration_seconds\n",
                );
                web += &format!("2025-03-09,Direct,desktop,Chrome,Linux,1920x1080,NEW,{count},1,1\n");
                let option = count % 2 + 1;
                let answers = format!("poll_id,option_index,member_id,answered_at\n4,{option},B,2025-03-09 10:00:00\n");
                let files = [("logins.csv", &day), ("web_sessions.csv", &web), ("poll_answers.csv", &answers)];
                program.app.import(&files.map(|(name, text)| (name, text.as_str()))).expect("loaded");
            }
        });
        while !loads.is_finished() {
            let answer = program.call(&format!("{LOGINS}/breakdowns"), &body);
            if answer.status == 503 {
                // Loads outpaced the answer: the answer asks the client to retry.
                assert_eq!(answer.header("retry-after"), "1");
                continue;
            }
            assert_eq!(answer.status, 200, "{}", answer.text);
            let platforms = program.call("/api/v1/website/dashboard/platforms/breakdowns", &body);
            if platforms.status == 200 {
                for slice in rows(&platforms.json()["Browser"]) {
                    assert_eq!(slice[1], slice[2][0][1], "one answer, one version: {slice}");
                }
            }
            let poll = program.call("/api/v1/content/dashboard/polls/breakdown/4/answerInfos", &body);
            if poll.status == 200 {
                let poll = poll.json();
                let options: Vec<&Value> = rows(&poll["pollAnswers"]).iter().map(|one| &one["answerCount"]).collect();
                let table = rows(&poll[POLL_BLOCK]["data"]).last().expect("a total").clone();
                assert_eq!(rows(&table["answers"]).iter().collect::<Vec<_>>(), options, "one answer, one version");
            }
            let info = program.call(INFO, &body);
            if info.status == 200 {
                let info = info.json();
                let line = rows(&info["compare"]["logins.totalLogins"]["line"]).last().expect("a point").clone();
                assert_eq!(line[1].as_f64(), info["logins"]["totalLogins"].as_f64(), "one answer, one version");
            }
        }
        loads.join().expect("loaded");
    });
    // A 1, B 1, and C's 7.
    assert_eq!(program.post(INFO, &body)["logins"]["totalLogins"], json!(9));
}
