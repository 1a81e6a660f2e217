//! What is loaded, and what is late.

use bond::config::{Config, Given, resolve};
use bond::store::roles::{ADMIN, USERS};
use bond::warehouse::load;
use serde_json::{Value, json};
use time::macros::date;

use super::TestApp;
use super::command_line::{Serving, add_user, captured, run};
use super::loads::{ended, folder};

const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-12-01,Email\n";
const LOGINS: &str = "member_id,logged_in_at\nM1,2026-03-01 10:00:00\nM1,2026-03-01 11:00:00\nM1,2026-03-04 10:00:00\n";
const ACTIVITY: &str = "month,level\n2025-12-01,50\n2026-02-01,60\n";
const FILES: &[(&str, &str)] =
    &[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("logins.csv", LOGINS), ("fa_activity.csv", ACTIVITY)];
const PATH: &str = "/api/v1/admin/data";

/// The settings with these expectations.
fn expected_by(text: &str) -> Config {
    let flags = [("expected_by".to_owned(), text.to_owned())].into();
    resolve(&Given { flags, ..Given::default() }).expect("settings").config
}

fn table<'a>(data: &'a Value, name: &str) -> &'a Value {
    let tables = data["tables"].as_array().expect("tables");
    tables.iter().find(|table| table["table"] == name).unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn each_table_has_its_days_rows_and_gaps() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let empty = app.get(PATH).bearer(&token).send().json();
    assert_eq!((&empty["dataVersion"], &table(&empty, "logins")["state"]), (&json!(0), &json!("neverLoaded")));
    app.import(FILES).expect("loaded");
    let data = app.get(PATH).bearer(&token).send().json();
    assert_eq!(
        *table(&data, "logins"),
        json!({
            "table": "logins", "by": "day", "rows": 3, "firstDay": "2026-03-01", "lastDay": "2026-03-04",
            "through": "2026-03-04", "calendar": [2, 0, 0, 1], "gaps": [{ "from": "2026-03-02", "to": "2026-03-03" }],
            "sources": [], "expectedBy": null, "state": "loaded", "lateSince": null,
        })
    );
    let activity = table(&data, "fa_activity");
    assert_eq!((&activity["by"], &activity["calendar"]), (&json!("month"), &json!([1, 0, 1])), "{activity}");
    assert_eq!(activity["gaps"], json!([{ "from": "2026-01-01", "to": "2026-01-31" }]));
    let members = table(&data, "members");
    assert_eq!((&members["by"], &members["rows"], &members["calendar"]), (&json!(null), &json!(1), &json!([])));
    assert_eq!(data["tables"].as_array().map(Vec::len), Some(bond::warehouse::feed::TABLES.len()));
    let user = app.signed_in("bob", USERS);
    assert_eq!(app.get(PATH).bearer(&user).send().status, 403);
}

#[test]
fn each_source_of_a_table_has_its_days() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    app.import(FILES).expect("loaded");
    let mapping = ("mapping.toml", "source = \"till\"\n");
    let logins = "member_id,logged_in_at\nM1,2026-03-01 12:00:00\nM1,2026-03-02 10:00:00\nM1,2026-03-02 11:00:00\n";
    app.import(&[mapping, ("logins.csv", logins)]).expect("loaded");
    let data = app.get(PATH).bearer(&token).send().json();
    let found = table(&data, "logins");
    assert_eq!(
        found["sources"],
        json!([
            { "source": "", "firstDay": "2026-03-01", "lastDay": "2026-03-04", "days": 2, "rows": 3 },
            { "source": "till", "firstDay": "2026-03-01", "lastDay": "2026-03-02", "days": 2, "rows": 3 },
        ])
    );
    assert_eq!((&found["rows"], &found["calendar"]), (&json!(6), &json!([3, 2, 0, 1])), "all sources together");
    assert_eq!(table(&data, "fa_activity")["sources"], json!([]));
    assert_eq!(table(&data, "members")["sources"], json!([]));
}

#[test]
fn late_data_are_said_to_everyone_and_only_where_they_are_expected() {
    // Today is 2026-03-15, whatever the time is: due at 00:00 is due.
    let text = "logins=1d 00:00,fa_activity=14d 00:00,csat_responses=1d 00:00,web_sessions=1d 00:00";
    let app = TestApp::with(|config| config.expected_by = expected_by(text).expected_by);
    let admin = app.signed_in("ann", ADMIN);
    let user = app.signed_in("bob", USERS);
    let late = || app.get("/api/v1/program").bearer(&user).send().json()["lateTables"].clone();
    assert_eq!(late(), json!([]), "nothing is loaded");
    app.import(FILES).expect("loaded");
    assert_eq!(late(), json!(["logins", "web_sessions", "csat_responses"]));
    let data = app.get(PATH).bearer(&admin).send().json();
    let logins = table(&data, "logins");
    assert_eq!(
        (&logins["state"], &logins["lateSince"], &logins["expectedBy"]),
        (&json!("late"), &json!("2026-03-06 00:00"), &json!("1d 00:00"))
    );
    assert_eq!(table(&data, "fa_activity")["state"], "fresh");
    assert_eq!(table(&data, "web_sessions")["state"], "neverLoaded");
    let yesterday = [
        ("logins.csv", "member_id,logged_in_at\nM1,2026-03-14 10:00:00\n"),
        ("csat_responses.csv", "member_id,responded_at,score\nM1,2026-03-14 10:00:00,5\n"),
    ];
    app.import(&yesterday).expect("loaded");
    assert_eq!(late(), json!(["web_sessions"]));
    assert_eq!(table(&app.get(PATH).bearer(&admin).send().json(), "logins")["state"], "fresh");
}

/// Today is not complete, so a row of today makes nothing fresh, and nothing is through today.
#[test]
fn today_alone_is_no_data_through() {
    let app = TestApp::with(|config| config.expected_by = expected_by("logins=1d 00:00").expected_by);
    let token = app.signed_in("ann", ADMIN);
    let today = "member_id,logged_in_at\nM1,2026-03-15 00:00:01\n";
    app.import(&[FILES[0], FILES[1], ("logins.csv", today)]).expect("loaded");
    let program = app.get("/api/v1/program").bearer(&token).send().json();
    assert_eq!((&program["through"], &program["firstDay"]), (&json!(null), &json!(null)));
    let data = app.get(PATH).bearer(&token).send().json();
    let logins = table(&data, "logins");
    assert_eq!((&logins["lastDay"], &logins["through"]), (&json!("2026-03-15"), &json!(null)));
    let yesterday = "member_id,logged_in_at\nM1,2026-03-14 23:59:59\n";
    app.import(&[("logins.csv", yesterday)]).expect("loaded");
    let program = app.get("/api/v1/program").bearer(&token).send().json();
    assert_eq!((&program["through"], &program["lateTables"]), (&json!("2026-03-14"), &json!([])));
}

#[test]
fn the_command_says_the_same_with_and_without_a_server() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    std::fs::write(dir.join("bond.toml"), "expected_by = { logins = \"1d 08:00\", csat_responses = \"2d 12:00\" }\n")
        .expect("written");
    let (code, _, error) = captured(&run(&dir, &["import", &folder(parent.path(), FILES)], ""));
    assert_eq!(code, 0, "{error}");
    let said = || {
        let (code, shown, error) = captured(&run(&dir, &["data"], ""));
        assert_eq!(code, 0, "{error}");
        let (code, json, error) = captured(&run(&dir, &["data", "--json"], ""));
        assert_eq!(code, 0, "{error}");
        let mut json: Value = serde_json::from_str(&json).expect("JSON");
        json["now"].take();
        (shown, json)
    };
    let without = said();
    let server = Serving::start(&dir);
    let with = said();
    assert_eq!(server.stop().0, 0);
    assert_eq!(with, without);
    let (shown, json) = without;
    let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{shown}"));
    assert!(
        line("logins").contains("2026-03-02 to 2026-03-03") && line("logins").contains("late since 2026-03-06 08:00")
    );
    assert!(line("csat_responses").ends_with("never loaded, expected"), "{shown}");
    assert!(!shown.contains("source"), "{shown}");
    assert_eq!(table(&json, "logins")["calendar"], json!([2, 0, 0, 1]));

    let more = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-02 10:00:00\n")]);
    let (code, _, error) = captured(&run(&dir, &["import", "--source", "till", &more], ""));
    assert_eq!(code, 0, "{error}");
    let (_, shown, _) = captured(&run(&dir, &["data"], ""));
    let words = |start: &str| -> Vec<String> {
        let line = shown.lines().find(|line| line.trim_start().starts_with(start)).unwrap_or_else(|| panic!("{shown}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(words("source till").join(" "), "source till 2026-03-02 2026-03-02 1 days with rows: 1");
    assert_eq!(words("without a source").join(" "), "without a source 2026-03-01 2026-03-04 3 days with rows: 2");
    assert!(!shown.contains("loaded to"), "{shown}");

    let none = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\n")]);
    let (code, _, error) = captured(&run(&dir, &["import", "--days", "2026-03-05..2026-03-07", &none], ""));
    assert_eq!(code, 0, "{error}");
    let (_, shown, _) = captured(&run(&dir, &["data"], ""));
    let logins = shown.lines().find(|line| line.starts_with("logins")).unwrap_or_else(|| panic!("{shown}"));
    assert!(logins.contains("2026-03-04") && logins.ends_with("; loaded to 2026-03-07"), "{shown}");
    assert_eq!(shown.matches("loaded to").count(), 1, "{shown}");
}

const INFO: &str = "/api/v1/dashboard/users/userDashboardInfo";

fn march(from: &str, to: &str) -> Value {
    json!({ "period": "SELECTED_DATE", "startDate": format!("2026-03-{from}"), "endDate": format!("2026-03-{to}") })
}

#[test]
fn members_without_logins_have_their_satisfaction_and_other_figures_name_what_they_lack() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    assert_eq!(app.get("/api/v1/program").bearer(&token).send().json()["isEmpty"], true);
    let people = format!("{MEMBERS}M2,1,1,1,2025-12-01,Web\nM3,1,1,1,2025-12-01,Web\n");
    let answers = "member_id,responded_at,score\nM1,2026-03-01 10:00:00,5\nM2,2026-03-01 10:00:00,4\n\
                   M3,2026-03-01 10:00:00,1\n";
    app.import(&[FILES[0], ("members.csv", people.as_str()), ("csat_responses.csv", answers)]).expect("loaded");
    let program = app.get("/api/v1/program").bearer(&token).send().json();
    assert_eq!((&program["isEmpty"], &program["dataUntil"]), (&json!(false), &json!("2026-03-01")));
    let post = |path: &str, body: Value| app.post(path).bearer(&token).json(&body).send().json();
    let cards = post(INFO, march("01", "10"));
    // Two of three answers are 4 or 5.
    assert_eq!((&cards["satisfaction"]["percent"], &cards["satisfaction"]["answers"]), (&json!(66.67), &json!(3)));
    let logins = json!({ "notLoaded": "logins" });
    assert_eq!((&cards["logins"]["totalLogins"], &cards["logins"]["hidden"]["totalLogins"]), (&json!(0), &logins));
    let rows = post("/api/v1/dashboard/users/enrollments/breakdown/ENROLLMENTS_TABLE", march("01", "10"));
    assert_eq!((&rows["data"][0]["value"], &rows["data"][0]["hidden"]["value"]), (&json!(0), &logins), "{rows}");
    let block = post("/api/v1/dashboard/users/logins/breakdown/LOGINS_TABLE", march("01", "10"));
    assert_eq!(block["notLoaded"], "logins", "{block}");
}

#[test]
fn tables_and_lists_name_their_figures_whose_data_begin_after_the_first_day() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    let read = "member_id,article_id,viewed_at\nM1,1,2026-03-02 10:00:00\n";
    let searched = "date,query,searches\n2026-03-03,pizza,2\n";
    let articles = "id,title,category,published_on\n1,Points,Help,2025-12-01\n";
    let more = [("article_views.csv", read), ("site_searches.csv", searched), ("articles.csv", articles)];
    app.import(&[FILES, &more].concat()).expect("loaded");
    let answer = |path: &str, start: &str, end: &str| {
        let body = json!({ "period": "SELECTED_DATE", "startDate": start, "endDate": end });
        app.post(&format!("/api/v1/{path}")).bearer(&token).json(&body).send().json()
    };
    let partial = |path: &str, start: &str| answer(path, start, "2026-03-10")["partial"].clone();
    // The first login is on 1 March, the first article was read on the 2nd, and the first search was on the 3rd.
    let logins = "dashboard/users/logins/breakdown/LOGINS_TABLE";
    assert_eq!(partial(logins, "2026-02-28"), json!(["total", "unique"]));
    assert_eq!(partial(logins, "2026-03-01"), Value::Null);
    let articles = "content/dashboard/articles/breakdown/ARTICLES_VISITED";
    assert_eq!(partial(articles, "2026-03-01"), json!(["visits"]));
    assert_eq!(partial(articles, "2026-03-02"), Value::Null);
    let searches = "website/dashboard/onSiteSearches/breakdowns";
    assert_eq!(partial(searches, "2026-03-02"), json!(["count"]));
    assert_eq!(partial(searches, "2026-03-03"), Value::Null);
    // No row is missing where none can be: the days after the last that was loaded have no data.
    let after = answer(articles, "2026-03-05", "2026-03-10");
    assert_eq!((&after["data"], &after["partial"]), (&json!([]), &json!(["visits"])));
}

#[test]
fn days_loaded_empty_are_zero_and_days_not_loaded_are_a_gap() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    app.import(FILES).expect("loaded");
    let total = || {
        let info = app.post(INFO).bearer(&token).json(&march("02", "03")).send().json();
        (info["logins"]["totalLogins"].clone(), info["logins"]["hidden"]["totalLogins"].clone())
    };
    assert_eq!(total(), (json!(0), json!({ "noDays": "logins" })));
    let empty = [("logins.csv", "member_id,logged_in_at\n")];
    app.import_on(&empty, (date!(2026 - 03 - 02), date!(2026 - 03 - 03))).expect("loaded");
    assert_eq!(total(), (json!(0), json!(null)));
    let gaps = || table(&app.get(PATH).bearer(&token).send().json(), "logins")["gaps"].clone();
    assert_eq!(gaps(), json!([]));
    load::undo(&app.app.warehouse, None, None, &()).expect("undone");
    assert_eq!(total(), (json!(0), json!({ "noDays": "logins" })));
    assert_eq!(gaps(), json!([{ "from": "2026-03-02", "to": "2026-03-03" }]));
}

#[test]
fn a_day_that_loses_its_last_row_to_an_erasure_stays_loaded() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    let people = format!("{MEMBERS}M2,1,1,1,2025-12-01,Web\n");
    let logins = format!("{LOGINS}M2,2026-03-02 10:00:00\nM1,2026-03-03 10:00:00\nM2,2026-03-03 10:00:00\n");
    app.import(&[FILES[0], ("members.csv", people.as_str()), ("logins.csv", logins.as_str())]).expect("loaded");
    let body = json!({ "ids": ["M2"], "password": "correct horse 1" });
    ended(&app, &token, &app.post("/api/v1/admin/members/erase").bearer(&token).json(&body).send());
    let data = app.get(PATH).bearer(&token).send().json();
    let logins = table(&data, "logins");
    assert_eq!((&logins["calendar"], &logins["gaps"]), (&json!([2, 0, 1, 1]), &json!([])), "{logins}");
    let cards = app.post(INFO).bearer(&token).json(&march("02", "02")).send().json();
    assert_eq!((&cards["logins"]["totalLogins"], &cards["logins"]["hidden"]), (&json!(0), &json!(null)), "{cards}");
}

#[test]
fn a_month_that_is_not_loaded_keeps_its_zero_and_is_not_drawn() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    let logins = "member_id,logged_in_at\nM1,2025-12-05 10:00:00\nM1,2026-01-10 10:00:00\nM1,2026-03-01 10:00:00\n";
    app.import(&[FILES[0], FILES[1], ("logins.csv", logins)]).expect("loaded");
    let body = json!({ "period": "SELECTED_DATE", "startDate": "2025-12-01", "endDate": "2026-03-14" });
    let post = |path: &str| app.post(path).bearer(&token).json(&body).send().json();
    let cards = post(INFO);
    let change = &cards["compare"]["logins.totalLogins"];
    let line = json!([["Dec 2025", 1.0], ["Jan 2026", 1.0], ["Feb 2026", 0.0], ["Mar 2026", 1.0]]);
    assert_eq!((&change["line"], &change["lineGaps"]), (&line, &json!([2])), "{change}");
    let block = post("/api/v1/dashboard/users/logins/breakdown/LOGINS_BY_PERIOD");
    let periods = block["periods"].as_array().expect("periods");
    let covered: Vec<bool> = periods.iter().map(|period| period["covered"] == true).collect();
    assert_eq!(covered, [true, true, false, true]);
    assert_eq!(block["data"][2], json!(["Feb 2026", 0]));
}

#[test]
fn figures_of_a_column_that_no_file_fills_have_no_data_and_say_so() {
    let app = TestApp::with(|config| config.minimum_members = 0);
    let token = app.signed_in("ann", ADMIN);
    let mapping = "[[file]]\nname = \"sent.csv\"\n[[file.table]]\nname = \"email_messages\"\n[file.table.columns]\n\
                   campaign_id = { value = \"1\" }\nmember_id = \"who\"\nsent_at = \"at\"\n\
                   outcome = { value = \"DELIVERED\" }\nopened_at = \"read\"\n";
    let campaigns = "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n\
                     1,May,1,Hello,,https://example.com/1,2026-03-02 10:00:00\n";
    let sent = "who,at,read\nM1,2026-03-02 10:00:00,\n";
    let files = [("campaign_types.csv", "id,name\n1,News\n"), ("campaigns.csv", campaigns)];
    let mapped = [("mapping.toml", mapping), ("sent.csv", sent)];
    app.import(&[FILES, &files, &mapped].concat()).expect("loaded");
    let post = |path: &str| app.post(path).bearer(&token).json(&march("01", "03")).send().json();
    let cards = post("/api/v1/emails/dashboard/info");
    // The message was not opened: the file says so. Nobody says whether anybody clicked, or left.
    let of = |dto: &str, name: &str| (cards[dto][name].clone(), cards[dto]["hidden"][name].clone());
    let without = |column: &str| (json!(0), json!({ "notLoaded": format!("email_messages.{column}") }));
    assert_eq!(of("performanceDto", "avgOpen"), (json!(0), Value::Null), "{cards}");
    assert_eq!(of("performanceDto", "avgClick"), without("clicked_at"), "{cards}");
    assert_eq!(of("unsubscribedDto", "sum"), without("unsubscribed_at"), "{cards}");
    assert_eq!(cards["deliveryStatus"]["sent"], 1, "{cards}");
    let left = post("/api/v1/emails/dashboard/unsubscribed/breakdown/UNSUBSCRIBED_TABLE");
    let total = left["data"].as_array().and_then(|rows| rows.last()).expect("a total");
    assert_eq!((&total["delivered"], &total["hidden"]["sum"]), (&json!(1), &without("unsubscribed_at").1), "{left}");
}
