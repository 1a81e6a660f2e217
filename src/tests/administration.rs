//! The calls of the administration: audit log, backups, settings, system.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use bond::config::{self, Given, Origin};
use bond::modules::Module;
use bond::store::audit::{By, Entry};
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::command_line::{Serving, add_user, captured, run};
use crate::{Answer, TestApp};

const AUDIT: &str = "/api/v1/admin/audit";
const BACKUPS: &str = "/api/v1/admin/backups";
const SETTINGS: &str = "/api/v1/admin/settings";

fn get(app: &TestApp, path: &str, token: &str) -> Value {
    let answer = app.get(path).bearer(token).send();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn choose(app: &TestApp, token: &str, settings: &Value) -> Answer {
    let body = json!({ "settings": settings, "password": "correct horse 1" });
    app.call("PUT", SETTINGS).bearer(token).json(&body).send()
}

fn events(app: &TestApp) -> Vec<(String, Option<String>, Option<String>)> {
    let lines = app.app.store.last_audit_lines(20).expect("read");
    lines.into_iter().map(|line| (line.event, line.actor, line.subject)).collect()
}

#[test]
fn the_audit_log_is_paged_filtered_and_verified() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    for number in 0..300 {
        let detail = format!("=cmd {number}");
        let entry = Entry { at: app.app.clock.now(), event: "import", detail: Some(&detail), ..Entry::default() };
        app.app.store.record(&entry).expect("recorded");
    }
    let page = get(&app, &format!("{AUDIT}?what=import&limit=50&offset=250"), &token);
    assert_eq!((page["total"].as_i64(), page["lines"].as_array().map(Vec::len)), (Some(300), Some(50)));
    assert_eq!(page["lines"][49]["detail"], "=cmd 0", "the oldest is last");
    assert!(page["events"].as_array().expect("events").contains(&json!("sign_in")));
    let found = get(&app, &format!("{AUDIT}?text=CMD%2017&from=2020-01-01&to=2099-12-31"), &token);
    assert_eq!(found["total"], 11, "17 and 170 to 179");
    assert_eq!(get(&app, &format!("{AUDIT}?who=ann"), &token)["lines"][0]["event"], "sign_in");
    assert_eq!(get(&app, &format!("{AUDIT}?to=2020-01-01"), &token)["total"], 0);
    for (query, field) in
        [("from=yesterday", "from"), ("limit=0", "limit"), ("offset=x", "offset"), ("other=1", "other")]
    {
        let answer = app.get(&format!("{AUDIT}?{query}")).bearer(&token).send();
        assert_eq!(answer.status, 400, "{query}");
        assert!(answer.json()["errors"][0].as_str().is_some_and(|text| text.contains(field)), "{}", answer.text);
    }
    let file = app.get(&format!("{AUDIT}/file?what=import")).bearer(&token).send();
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(file.text.lines().count(), 301);
    assert!(file.text.lines().nth(1).is_some_and(|line| line.ends_with(",'=cmd 299")), "no formula");
    assert_eq!(events(&app)[0], ("audit_downloaded".to_owned(), Some("ann".to_owned()), None));
    let chain = get(&app, &format!("{AUDIT}/chain"), &token);
    assert_eq!((&chain["fault"], chain["head"].as_str().is_some()), (&json!(null), true));
    assert!(chain["lines"].as_u64().is_some_and(|lines| lines > 300));
}

#[test]
fn a_backup_is_made_and_verified_one_at_a_time() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let ended = || loop {
        let list = get(&app, BACKUPS, &token);
        if !list["task"]["endedAt"].is_null() {
            return list;
        }
        thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(get(&app, BACKUPS, &token)["backups"], json!([]));
    let begun = app.post(BACKUPS).bearer(&token).json(&json!({})).send();
    assert_eq!(begun.status, 202, "{}", begun.text);
    let list = ended();
    assert_eq!((&list["task"]["isGood"], &list["task"]["kind"]), (&json!(true), &json!("backup")), "{list}");
    let file = list["backups"][0]["file"].as_str().expect("a name").to_owned();
    assert_eq!(list["backups"][0]["isOfThisHistory"], true);
    assert_eq!(events(&app)[0].0, "backup");
    assert_eq!(events(&app)[0].1.as_deref(), Some("ann"));

    let verify =
        |file: &str| app.post(&format!("{BACKUPS}/{file}/verify")).bearer(&token).json(&json!({})).send().status;
    assert_eq!(verify(&file), 202);
    let list = ended();
    assert_eq!((&list["task"]["isGood"], &list["task"]["file"]), (&json!(true), &json!(file)), "{list}");
    assert_eq!(events(&app)[0], ("backup_verified".to_owned(), Some("ann".to_owned()), Some(file.clone())));
    // A file that was damaged is found, and the reason shown.
    let path = app.app.backups.join(&file);
    let mut bytes = std::fs::read(&path).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    assert_eq!(verify(&file), 202);
    let list = ended();
    assert_eq!(list["task"]["isGood"], false, "{list}");
    assert!(list["task"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    for other in ["bond-20200101T000000Z-v1.tar.zst", "bond.sqlite", "..%2Fbond.sqlite"] {
        assert_eq!(verify(other), 404, "{other}");
    }
}

#[test]
fn settings_are_chosen_while_the_server_runs() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let user = app.signed_in("bob", USERS);
    let program = || get(&app, "/api/v1/program", &user);
    let changed = choose(
        &app,
        &token,
        &json!({
            "program_name": "Horizon Rewards", "account_manager_mail": "kim@example.com", "expected_by": "logins=1d 08:00",
        }),
    );
    assert_eq!(changed.status, 200, "{}", changed.text);
    assert_eq!(
        (&program()["name"], &program()["accountManager"]["mail"]),
        (&json!("Horizon Rewards"), &json!("kim@example.com"))
    );
    let name = &get(&app, SETTINGS, &token)["settings"][0];
    assert_eq!(
        (&name["value"], &name["default"], &name["fixedBy"], &name["changedBy"]),
        (&json!("Horizon Rewards"), &json!("Member program"), &json!(null), &json!("ann"))
    );
    assert!(events(&app).contains(&(
        "setting_changed".to_owned(),
        Some("ann".to_owned()),
        Some("program_name".to_owned())
    )));
    // All or none, and the field is named.
    for (settings, field) in [
        (json!({ "program_name": "X", "account_manager_mail": "no address" }), "account_manager_mail"),
        (json!({ "program_name": "X", "change_colours": "blue" }), "change_colours"),
        (json!({ "program_name": "X", "listen": "0.0.0.0:80" }), "listen"),
        (json!({ "program_name": " " }), "program_name"),
    ] {
        let refused = choose(&app, &token, &settings);
        assert_eq!(refused.status, 400, "{settings}");
        assert!(refused.json()["errors"][0].as_str().is_some_and(|text| text.starts_with(field)), "{}", refused.text);
    }
    // All faults at once, each at its field.
    let wrong = json!({
        "backup_at": "25:00", "change_colours": "blue", "program_name": "X", "smtp_host": "mail.example.com",
        "smtp_port": "no port", "smtp_tls": "none", "smtp_user": "bond",
    });
    let refused = choose(&app, &token, &wrong).json();
    let fields: Vec<_> = refused["faults"].as_array().expect("faults").iter().map(|fault| &fault["field"]).collect();
    let expected =
        ["backup_at", "change_colours", "smtp_port", "mail_from", "smtp_password", "smtp_tls"].map(|name| json!(name));
    assert_eq!(fields, expected.iter().collect::<Vec<_>>(), "{refused}");
    assert_eq!(program()["name"], "Horizon Rewards");
    assert_eq!(choose(&app, &token, &json!({ "program_name": null })).status, 200);
    assert_eq!(program()["name"], "Member program");
    assert_eq!(choose(&app, &user, &json!({ "program_name": "X" })).status, 403);
}

#[test]
fn the_colour_of_the_program_is_checked_and_served_with_the_page() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let sheet = || app.get("/accent.css").send();
    let page = || app.get("/login").send().text;
    assert_eq!((sheet().status, sheet().text.as_str(), page().contains("accent.css")), (200, "", false));
    for (colour, said) in [("gold", "six hexadecimal digits"), ("#f4b740", "a contrast of 1.6 to 1")] {
        let refused = choose(&app, &token, &json!({ "accent_color": colour })).json();
        assert_eq!(refused["faults"][0]["field"], "accent_color", "{refused}");
        assert!(refused["faults"][0]["text"].as_str().is_some_and(|text| text.contains(said)), "{refused}");
    }
    assert_eq!(choose(&app, &token, &json!({ "accent_color": "#0B6E4F" })).status, 200);
    let colours = sheet().text;
    assert!(colours.starts_with(":root{--accent:#0b6e4f;") && colours.contains("data-theme=\"dark\"]{--accent:#"));
    assert!(page().contains("<link rel=\"stylesheet\" href=\"/accent.css?0b6e4f\" />"), "{}", page());
    assert_eq!(choose(&app, &token, &json!({ "accent_color": null })).status, 200);
    assert!(!page().contains("accent.css"));
}

/// A bearer that somebody took from a browser must not be enough to destroy something or to open it to others.
#[test]
fn what_destroys_something_or_opens_it_asks_for_the_password_of_the_administrator() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    app.add_user("bob", USERS);
    let bob = app.app.store.user_by_login("bob").expect("read").expect("added").id;
    let secret = app.app.store.webhook_secret().expect("made");
    let calls = [
        ("POST", format!("/api/v1/admin/users/{bob}/remove"), json!({})),
        ("POST", "/api/v1/admin/members/erase".to_owned(), json!({"ids": ["M1"]})),
        ("POST", "/api/v1/admin/loads/undo".to_owned(), json!({})),
        ("POST", "/api/v1/admin/webhook-secret/show".to_owned(), json!({})),
        ("POST", "/api/v1/admin/webhook-secret".to_owned(), json!({})),
        ("POST", "/api/v1/links/1/remove".to_owned(), json!({})),
        ("PUT", SETTINGS.to_owned(), json!({"settings": {"allow_links": "true"}})),
        ("PUT", SETTINGS.to_owned(), json!({"settings": {"program_name": "X", "link_days": "30"}})),
        ("PUT", SETTINGS.to_owned(), json!({"settings": {"link_frame_hosts": "https://a.example"}})),
        ("PUT", SETTINGS.to_owned(), json!({"settings": {"modules": "MEMBERS"}})),
    ];
    let ask = |method: &str, path: &str, body: &Value| app.call(method, path).bearer(&token).json(body).send();
    for (method, path, mut body) in calls {
        // Five wrong ones block the login for five minutes.
        app.app.clock.advance(400);
        let without = ask(method, &path, &body);
        assert_eq!((without.status, without.text.contains("password")), (400, true), "{path}: {}", without.text);
        body["password"] = json!("a wrong password");
        let wrong = ask(method, &path, &body);
        assert_eq!((wrong.status, &wrong.json()["error"]), (403, &json!("not_confirmed")), "{path}: {}", wrong.text);
        assert!(!wrong.text.contains(&secret));
    }
    assert!(app.app.store.user_by_id(bob).expect("read").is_some());
    assert_eq!(app.app.store.webhook_secret().expect("read"), secret);
    assert!(app.app.store.chosen_settings().expect("read").is_empty());
    assert_eq!(app.app.store.count_loads().expect("read"), 0);
    let lines = app.app.store.last_audit_lines(10).expect("read");
    assert!(lines.iter().all(|line| line.event == "password_check_failed"), "{lines:?}");
    // What opens nothing needs none.
    let named = ask("PUT", SETTINGS, &json!({"settings": {"program_name": "X"}}));
    assert_eq!(named.status, 200, "{}", named.text);
    let asking =
        named.json()["settings"].as_array().expect("settings").iter().filter(|one| one["asksPassword"] == true).count();
    assert_eq!(asking, 12);
}

#[test]
fn lines_of_commands_say_who_ran_them() {
    let app = TestApp::new();
    app.add_user("ann", USERS);
    let bond = |words: &[&str]| {
        let (code, _, error) = captured(&run(app.app.data_dir().path(), words, ""));
        assert_eq!(code, 0, "{error}");
        let line = app.app.store.last_audit_lines(1).expect("read").remove(0);
        (line.event, line.actor.unwrap_or_default(), line.address)
    };
    let (event, who, address) = bond(&["user", "disable", "ann"]);
    assert!(event == "user_disabled" && who.contains(" (command line") && address.is_none(), "{event} {who}");
    assert!(!who.starts_with("user "), "the user of this test has a name: {who}");
    app.end();

    // By the server, for whoever runs the command.
    let folder = tempfile::tempdir().expect("a directory");
    let data_dir = folder.path().join("data");
    add_user(&data_dir, "ann");
    let serving = Serving::start(&data_dir);
    for words in [&["import", concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/fixture")][..], &["backup"]] {
        let (code, said, error) = captured(&run(&data_dir, words, ""));
        assert_eq!(code, 0, "{said}{error}");
    }
    drop(serving);
    let store = bond::store::Store::open(&data_dir).expect("opened");
    let lines = store.last_audit_lines(50).expect("read");
    for event in ["user_added", "import", "backup"] {
        let line = lines.iter().find(|line| line.event == event).unwrap_or_else(|| panic!("{event}: {lines:?}"));
        assert_eq!(line.actor.as_deref(), Some(&*who), "{event}");
    }
}

#[test]
fn a_setting_of_the_file_wins_and_is_shown_as_fixed() {
    let file = Origin::File("/etc/bond/bond.toml".into(), 3);
    let app = TestApp::with_origins(BTreeMap::from([("program_name".to_owned(), file)]), |config| {
        config.program_name = "From the file".to_owned();
    });
    let token = app.signed_in("ann", ADMIN);
    // Chosen before it was set in the file.
    app.app.store.choose_settings(&[("program_name", Some("Chosen"))], By::from(1)).expect("chosen");
    assert_eq!(get(&app, "/api/v1/program", &token)["name"], "From the file");
    let name = &get(&app, SETTINGS, &token)["settings"][0];
    assert_eq!((&name["value"], &name["fixedBy"]), (&json!("From the file"), &json!("bond.toml:3")));
    let refused = choose(&app, &token, &json!({ "program_name": "Other" }));
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("it is set by bond.toml:3"), "{}", refused.text);
}

#[test]
fn settings_that_cannot_be_chosen_are_shown_without_secrets() {
    let origins = ["inbox_mapping", "oidc_client_secret"].map(|name| (name.to_owned(), Origin::Environment));
    let app = TestApp::with_origins(BTreeMap::from(origins), |config| {
        config.inbox_mapping = Some("ledger".to_owned());
        let flags = BTreeMap::from([("oidc_client_secret".to_owned(), "hush-hush".to_owned())]);
        let given = Given { flags, ..Given::default() };
        config.oidc = config::resolve(&given).expect("valid").config.oidc;
    });
    let token = app.signed_in("ann", ADMIN);
    let list = get(&app, SETTINGS, &token);
    let others = list["others"].as_array().expect("settings");
    let other = |name: &str| others.iter().find(|other| other["name"] == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(
        (&other("inbox_mapping")["value"], &other("inbox_mapping")["origin"]),
        (&json!("ledger"), &json!("the environment"))
    );
    assert_eq!((&other("dormant_days")["value"], &other("dormant_days")["origin"]), (&json!("90"), &json!(null)));
    assert_eq!(other("oidc_client_secret")["value"], "(set)");
    assert!(!list.to_string().contains("hush-hush"));
    assert!(others.iter().all(|other| other["name"] != "program_name" && other["help"] != ""), "{others:?}");
}

#[test]
fn currency_and_backups_take_effect_at_once_and_a_time_zone_says_that_it_waits() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let setting = |name: &str| {
        let list = get(&app, SETTINGS, &token);
        let found = list["settings"].as_array().expect("settings").iter().find(|one| one["name"] == name);
        found.unwrap_or_else(|| panic!("{name}")).clone()
    };
    assert_eq!((&setting("currency")["group"], &setting("smtp_tls")["values"][1]), (&json!("program"), &json!("tls")));
    assert_eq!((&setting("time_zone")["restarts"], &setting("time_zone")["waits"]), (&json!(true), &json!(false)));
    let chosen = json!({ "currency": "EUR", "backup_at": "02:30", "backup_keep": "3", "time_zone": "Asia/Tokyo" });
    assert_eq!(choose(&app, &token, &chosen).status, 200);
    assert_eq!(get(&app, "/api/v1/program", &token)["currency"], "EUR");
    let backups = get(&app, BACKUPS, &token);
    assert_eq!((&backups["dailyAt"], &backups["keep"]), (&json!("02:30"), &json!(3)));
    assert_eq!((&setting("time_zone")["value"], &setting("time_zone")["waits"]), (&json!("Asia/Tokyo"), &json!(true)));
    for (name, value) in
        [("currency", "Euro"), ("backup_at", "25:00"), ("backup_keep", "0"), ("time_zone", "Nowhere/X")]
    {
        let refused = choose(&app, &token, &json!({ name: value }));
        assert_eq!((refused.status, &refused.json()["faults"][0]["field"]), (400, &json!(name)), "{}", refused.text);
    }
    assert_eq!(choose(&app, &token, &json!({ "time_zone": null })).status, 200);
    assert_eq!(setting("time_zone")["waits"], false);
}

/// What was chosen counts from the next start on, unless the file, the environment or a flag says something else.
#[test]
fn a_chosen_time_zone_is_that_of_the_next_start() {
    let folder = tempfile::tempdir().expect("a directory");
    let data_dir = folder.path().join("data");
    add_user(&data_dir, "ann");
    let store = bond::store::Store::open(&data_dir).expect("opened");
    store.choose_settings(&[("time_zone", Some("Asia/Tokyo"))], By::from(1)).expect("chosen");
    drop(store);
    let open = |time_zone: Option<&str>| {
        let time_zone = time_zone.map(str::to_owned);
        let clock = bond::clock::Clock::system(time_zone.as_deref()).expect("a clock");
        let config = config::Config { data_dir: data_dir.clone(), time_zone, ..config::Config::default() };
        bond::app::App::open(config, clock).expect("opened").clock.zone_name()
    };
    assert_eq!(open(None).as_deref(), Some("Asia/Tokyo"));
    assert_eq!(open(Some("Europe/Vienna")).as_deref(), Some("Europe/Vienna"));
}

#[test]
fn the_system_shows_what_doctor_says() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let system = get(&app, "/api/v1/admin/system", &token);
    assert_eq!(system["version"], env!("CARGO_PKG_VERSION"));
    let checks = system["checks"].as_array().expect("checks");
    let check = |name: &str| checks.iter().find(|check| check["check"] == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(check("audit log")["level"], "ok");
    assert_eq!(check("server")["level"], "ok", "it answers itself");
    assert!(check("backups")["todo"].as_str().is_some_and(|todo| todo.contains("bond backup")));
    // Set on the page: no problem until the first was due.
    assert_eq!(choose(&app, &token, &json!({ "backup_at": "02:30" })).status, 200);
    let system = get(&app, "/api/v1/admin/system", &token);
    let checks = system["checks"].as_array().expect("checks");
    let backups = checks.iter().find(|check| check["check"] == "backups").expect("backups");
    assert_eq!(backups["level"], "note", "{backups}");
    assert!(backups["text"].as_str().is_some_and(|text| text.contains("made at 02:30, in ")), "{backups}");
    assert!(system["folders"].as_array().expect("folders").iter().any(|folder| folder["name"] == "bond.sqlite"));
}

/// The statuses of one call of each module, and whether each refusal names the program.
fn of_modules(app: &TestApp, token: &str) -> Vec<(u16, bool)> {
    let paths = [
        "/api/v1/bond/score",
        "/api/v1/dashboard/users/userDashboardInfo",
        "/api/v1/emails/dashboard/info",
        "/api/v1/emails/dashboard/schedules",
        "/api/v1/trends/W_VISITORS",
    ];
    let one = |path: &str| {
        let answer = app.post(path).bearer(token).json(&json!({})).send();
        (answer.status, answer.text.contains("This program does not use the module "))
    };
    paths.map(one).to_vec()
}

const OPEN: (u16, bool) = (200, false);
const UNUSED: (u16, bool) = (403, true);
const FORBIDDEN: (u16, bool) = (403, false);

#[test]
fn a_module_that_the_program_does_not_use_is_closed_to_everybody_from_the_next_request_on() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    let user = app.signed_in("bob", USERS);
    let secret = app.post("/api/v1/account/tokens").bearer(&user).json(&json!({"name": "sheet", "days": 7})).send();
    let api_token = secret.json()["secret"].as_str().expect("a token").to_owned();
    let current = |token: &str| get(&app, "/api/user/current", token);
    let everybody = [&admin, &user, &api_token];
    for token in everybody {
        assert_eq!(of_modules(&app, token), [OPEN; 5]);
    }
    let before = current(&user);

    assert_eq!(choose(&app, &admin, &json!({"modules": "monitor,MEMBERS,website,PEOPLE"})).status, 200);
    for token in everybody {
        assert_eq!(of_modules(&app, token), [OPEN, OPEN, UNUSED, UNUSED, OPEN]);
        assert_eq!(current(token)["schedule"], false);
    }
    assert_eq!(current(&user)["modules"], json!(["MONITOR", "MEMBERS", "WEBSITE"]));
    assert_eq!(current(&admin)["modules"], json!(["ADMIN", "DATA", "MONITOR", "MEMBERS", "WEBSITE", "PEOPLE"]));
    assert_eq!(current(&user)["roleList"], before["roleList"], "the roles keep their permissions");
    assert_eq!(get(&app, "/api/v1/program", &user)["modules"], json!(["MONITOR", "MEMBERS", "WEBSITE", "PEOPLE"]));
    // So does the answer to signing in.
    let again = app.login("bob", app.add_user("eve", USERS)).json();
    assert_eq!(again["user"]["modules"], json!(["MONITOR", "MEMBERS", "WEBSITE"]));
    let changed = ("setting_changed".to_owned(), Some("ann".to_owned()), Some("modules".to_owned()));
    assert!(events(&app).contains(&changed));

    // A permission is still needed where the program uses the module.
    let only = json!({"name": "only", "permissions": [{"module": {"code": "EMAILS"}, "editable": false}],
        "password": "correct horse 1"});
    assert_eq!(app.post("/api/v1/admin/roles").bearer(&admin).json(&only).send().status, 200);
    let mail = app.signed_in("mia", "only");
    assert_eq!(of_modules(&app, &mail), [FORBIDDEN, FORBIDDEN, UNUSED, UNUSED, FORBIDDEN]);
    assert_eq!(choose(&app, &admin, &json!({"modules": null})).status, 200);
    assert_eq!(of_modules(&app, &mail), [FORBIDDEN, FORBIDDEN, OPEN, OPEN, FORBIDDEN]);
    assert_eq!(current(&user), before);
    for token in everybody.into_iter().filter(|token| **token != user) {
        assert_eq!(of_modules(&app, token), [OPEN; 5]);
    }
}

#[test]
fn the_administration_cannot_be_turned_off() {
    let app = TestApp::with(|config| config.modules = vec![Module::Offers]);
    let admin = app.signed_in("ann", ADMIN);
    assert_eq!(get(&app, "/api/user/current", &admin)["modules"], json!(["ADMIN", "DATA", "OFFERS"]));
    for (value, wanted) in [
        ("ADMIN,OFFERS", "modules: ADMIN cannot be turned off"),
        ("DATA", "modules: DATA cannot be turned off"),
        ("", "modules: expected all, or at least one of"),
        ("OFFERS,SALES", "modules: \"SALES\" is not a module"),
    ] {
        let refused = choose(&app, &admin, &json!({ "modules": value }));
        assert_eq!(refused.status, 400, "{value}");
        assert!(refused.json()["errors"][0].as_str().is_some_and(|text| text.starts_with(wanted)), "{}", refused.text);
    }
    assert_eq!(
        choose(&app, &admin, &json!({"modules": "OFFERS,CONTENT"})).status,
        200,
        "only Administration is needed"
    );
}

#[test]
fn the_years_of_the_filter_begin_with_the_chosen_month() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    let user = app.signed_in("bob", USERS);
    // Today is 2026-03-15.
    let window = |filter: &Value| {
        let answer = app.post("/api/v1/trends/U_LOGINS").bearer(&user).json(filter).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        let answer = answer.json();
        ["startDate", "endDate", "startDatePop", "endDatePop", "startDateYoy", "endDateYoy"]
            .map(|field| answer[field].as_str().unwrap_or_default().to_owned())
    };
    let full = json!({"period": "THIS_YEAR", "comparison": "PREVIOUS_FULL_PERIOD"});
    assert_eq!(window(&full), ["2026-01-01", "2026-03-14", "2025-10-01", "2025-12-31", "2025-01-01", "2025-03-14"]);
    assert_eq!(get(&app, "/api/v1/program", &user)["fiscalYearStart"], 1);

    assert_eq!(choose(&app, &admin, &json!({"fiscal_year_start": "4"})).status, 200);
    assert_eq!(get(&app, "/api/v1/program", &user)["fiscalYearStart"], 4);
    let to_date = ["2025-04-01", "2026-03-14", "2024-04-01", "2025-03-31", "2024-04-01", "2025-03-14"];
    assert_eq!(window(&full), to_date);
    assert_eq!(window(&json!({"comparison": "PREVIOUS_FULL_PERIOD"})), to_date, "the default range");
    assert_eq!(
        window(&json!({"period": "PREVIOUS_YEAR"})),
        ["2024-04-01", "2025-03-31", "2023-04-01", "2024-03-31", "2023-04-01", "2024-03-31"]
    );
    // Cards and charts are of the same days.
    let post = |path: &str| app.post(path).bearer(&user).json(&full).send().json();
    assert_eq!(post("/api/v1/dashboard/users/userDashboardInfo")["comparedWith"]["startDate"], "2024-04-01");

    for wrong in ["0", "13", "april", ""] {
        let refused = choose(&app, &admin, &json!({ "fiscal_year_start": wrong }));
        assert_eq!(refused.status, 400, "{wrong}");
        let wanted = "fiscal_year_start: expected the number of a month, from 1 to 12";
        assert!(refused.json()["errors"][0].as_str().is_some_and(|text| text.starts_with(wanted)), "{}", refused.text);
    }
}

#[test]
fn calendars_begin_with_the_chosen_weekday() {
    let app = TestApp::new();
    let admin = app.signed_in("ann", ADMIN);
    let user = app.signed_in("bob", USERS);
    let shown = || get(&app, "/api/v1/program", &user)["firstWeekday"].clone();
    assert_eq!(shown(), "sunday");
    assert_eq!(choose(&app, &admin, &json!({"first_weekday": "monday"})).status, 200);
    assert_eq!(shown(), "monday");
    for wrong in ["tuesday", "Monday", "1", ""] {
        let refused = choose(&app, &admin, &json!({ "first_weekday": wrong }));
        assert_eq!(refused.status, 400, "{wrong}");
        let wanted = "first_weekday: expected sunday or monday";
        assert!(refused.json()["errors"][0].as_str().is_some_and(|text| text.starts_with(wanted)), "{}", refused.text);
    }
    assert_eq!(choose(&app, &user, &json!({"first_weekday": "sunday"})).status, 403);
    assert_eq!(shown(), "monday");
    let changed = ("setting_changed".to_owned(), Some("ann".to_owned()), Some("first_weekday".to_owned()));
    assert!(events(&app).contains(&changed));
    assert_eq!(choose(&app, &admin, &json!({ "first_weekday": null })).status, 200);
    assert_eq!(shown(), "sunday");
}

/// The first and the last day of a period.
fn dates_of(app: &TestApp, token: &str, period: &str) -> (Value, Value) {
    let answer = app.post("/api/v1/trends/U_LOGINS").bearer(token).json(&json!({ "period": period })).send().json();
    (answer["startDate"].clone(), answer["endDate"].clone())
}

#[test]
fn a_year_that_began_yesterday_has_one_day() {
    let app = TestApp::on(date!(2026 - 03 - 02));
    let admin = app.signed_in("ann", ADMIN);
    assert_eq!(choose(&app, &admin, &json!({"fiscal_year_start": "3"})).status, 200);
    let dates = |period: &str| dates_of(&app, &admin, period);
    assert_eq!(dates("THIS_YEAR"), (json!("2026-03-01"), json!("2026-03-01")));
    assert_eq!(dates("PREVIOUS_YEAR"), (json!("2025-03-01"), json!("2026-02-28")));
}

#[test]
fn full_weeks_and_quarters_go_by_the_settings() {
    // A Sunday.
    let app = TestApp::on(date!(2026 - 03 - 15));
    let admin = app.signed_in("ann", ADMIN);
    let dates = |period: &str| dates_of(&app, &admin, period);
    assert_eq!(dates("LAST_FULL_WEEK"), (json!("2026-03-08"), json!("2026-03-14")));
    assert_eq!(dates("LAST_FULL_QUARTER"), (json!("2025-10-01"), json!("2025-12-31")));
    assert_eq!(dates("LAST_FULL_MONTH"), (json!("2026-02-01"), json!("2026-02-28")));
    let chosen = json!({"first_weekday": "monday", "fiscal_year_start": "2"});
    assert_eq!(choose(&app, &admin, &chosen).status, 200);
    assert_eq!(dates("LAST_FULL_WEEK"), (json!("2026-03-02"), json!("2026-03-08")));
    assert_eq!(dates("LAST_FULL_QUARTER"), (json!("2025-11-01"), json!("2026-01-31")));
}
