//! Alerts and webhooks: a real receiver of HTTP on the loopback that checks signatures, refuses, redirects and does not
//! answer; rules that begin and cease to hold; scope and small groups.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bond::config::MailSettings;
use bond::features::alerts;
use bond::features::alerts::stored::{Alert, SavedAlert, Standing};
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::destinations::{AlertState, DeliveryState};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use bond::warehouse::load::{self, ImportOptions};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use time::macros::date;

use super::reports::{MailServer, free_port, mail_settings};
use crate::{Answer, TestApp};

const ALERTS: &str = "/api/v1/alerts";
const SECRET: &str = "/api/v1/admin/webhook-secret";
const DASHBOARD: &str = "/api/v1/dashboard/users/userDashboardInfo";
const FILTERS: &str = r#"{"period":"SELECTED_DATE","startDate":"2025-01-01","endDate":"2025-03-10"}"#;

/// What a receiver got.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub head: String,
    pub body: String,
}

impl Posted {
    fn header(&self, name: &str) -> &str {
        let is_named = |line: &&str| line.split_once(':').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name));
        let line = self.head.lines().find(is_named).unwrap_or_else(|| panic!("no {name} in {}", self.head));
        line.split_once(':').map(|(_, value)| value.trim()).expect("a value")
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// As docs/api.md says to do it.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        let signature = self.header("bond-signature");
        let (time, code) = signature.split_once(",v1=").expect("both");
        let time = time.strip_prefix("t=").expect("a time");
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
        mac.update(format!("{time}.{}", self.body).as_bytes());
        let expected: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        code == expected
    }
}

/// How a receiver answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Status(u16),
    Redirect,
    Silent,
}

/// A receiver of HTTP, for as long as the test runs.
pub(crate) struct Receiver {
    port: u16,
    manner: Arc<Mutex<Manner>>,
    posted: Arc<Mutex<Vec<Posted>>>,
}

impl Receiver {
    pub fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (manner, posted) = (Arc::new(Mutex::new(Manner::Status(204))), Arc::new(Mutex::new(Vec::new())));
        let (how, got) = (Arc::clone(&manner), Arc::clone(&posted));
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let Some(posted) = received(&mut stream) else { continue };
                got.lock().expect("whole").push(posted);
                let answer = match *how.lock().expect("whole") {
                    Manner::Status(status) => format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n"),
                    Manner::Redirect => {
                        format!("HTTP/1.1 302 x\r\nlocation: http://127.0.0.1:{port}/else\r\ncontent-length: 0\r\n\r\n")
                    }
                    Manner::Silent => {
                        silent.push(stream);
                        continue;
                    }
                };
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        Receiver { port, manner, posted }
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/hook?key=secret", self.port)
    }

    pub fn answers(&self, manner: Manner) {
        *self.manner.lock().expect("whole") = manner;
    }

    pub fn posted(&self) -> Vec<Posted> {
        self.posted.lock().expect("whole").clone()
    }
}

fn received(stream: &mut TcpStream) -> Option<Posted> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok()).flatten()
            })?;
            if bytes.len() >= end + 4 + length {
                let body = String::from_utf8_lossy(&bytes[end + 4..end + 4 + length]).into_owned();
                return Some(Posted { head, body });
            }
        }
        match stream.read(&mut buffer).ok()? {
            0 => return None,
            read => bytes.extend_from_slice(&buffer[..read]),
        }
    }
}

fn webhooks() -> MailSettings {
    mail_settings(9, &[("webhook_hosts", "127.0.0.1")])
}

/// The fixture, where today is 2025-03-11 and the data go to the day before.
fn program(mail: MailSettings, minimum_members: u16) -> TestApp {
    TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |config| {
        config.mail = mail;
        config.minimum_members = minimum_members;
        config.program_name = "Tea & Loyalty".to_owned();
    })
}

fn body(to: &Receiver, more: Value) -> Value {
    let mut body = json!({
        "name": "Logins", "metric": "logins.totalLogins", "filters": FILTERS, "rule": "above", "amount": 0,
        "webhook": to.address(),
    });
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    for (name, value) in more {
        if value.is_null() {
            fields.remove(&name)
        } else {
            fields.insert(name, value)
        };
    }
    body
}

fn save(app: &TestApp, token: &str, body: &Value) -> Answer {
    app.post(ALERTS).bearer(token).json(body).send()
}

fn saved(app: &TestApp, token: &str, body: &Value) -> i64 {
    let answer = save(app, token, body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["id"].as_i64().expect("a number")
}

fn look(app: &TestApp, id: i64) -> SavedAlert {
    alerts::look(&app.app).expect("looked");
    assert!(app.app.outbox.settle(std::time::Duration::from_secs(60)), "sent");
    app.app.store.one_saved::<Alert>(id).expect("read").expect("there")
}

fn logins(app: &TestApp, token: &str) -> f64 {
    let filter: Value = serde_json::from_str(FILTERS).expect("JSON");
    let answer = app.post(DASHBOARD).bearer(token).json(&filter).send();
    answer.json()["logins"]["totalLogins"].as_f64().unwrap_or_else(|| panic!("{}", answer.text))
}

fn active(app: &TestApp, token: &str) -> Vec<Value> {
    let answer = app.get("/api/v1/alerts/active").bearer(token).send();
    answer.json()["alerts"].as_array().unwrap_or_else(|| panic!("{}", answer.text)).clone()
}

/// Loads so many logins of the last day in place of those that were loaded.
fn load_last_day(app: &TestApp, count: usize) {
    let rows: String = (0..count).map(|at| format!("A,2025-03-10 08:{at:02}:00\n")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("logins.csv");
    std::fs::write(&file, format!("member_id,logged_in_at\n{rows}")).expect("written");
    let options = ImportOptions { allow_shrink: true, ..app.import_options() };
    load::import(&app.app.warehouse, &[file], &options, &()).expect("loaded");
}

fn events(app: &TestApp) -> Vec<String> {
    let lines = app.app.store.last_audit_lines(50).expect("read").into_iter().rev();
    lines.filter(|line| line.event.starts_with("alert_")).map(|line| line.event).collect()
}

#[test]
fn an_alert_fires_once_when_its_rule_begins_to_hold_and_is_signed() {
    let receiver = Receiver::start();
    let app = program(webhooks(), 0);
    let token = app.signed_in("ann", USERS);
    load_last_day(&app, 5);
    let before = logins(&app, &token);
    let id = saved(&app, &token, &body(&receiver, json!({"amount": before})));
    let ceased = look(&app, id).state;
    assert_eq!((ceased.state, ceased.last, ceased.begun_at), (Some(AlertState::Ceased), None, None));
    assert!(receiver.posted().is_empty());

    load_last_day(&app, 12);
    let now = logins(&app, &token);
    assert_eq!(now, before + 7.0);
    let fired = look(&app, id).state;
    assert_eq!((fired.state, fired.is_begun, fired.is_owed), (Some(AlertState::Holds), true, false));
    let last = fired.last.expect("sent");
    assert_eq!((last.state, last.text), (DeliveryState::Sent, format!("Posted to 127.0.0.1:{}.", receiver.port)));
    // Neither at once nor after a load that changes nothing of it.
    look(&app, id);
    load_last_day(&app, 13);
    look(&app, id);
    let posted = receiver.posted();
    let [posted] = &posted[..] else { panic!("once: {posted:?}") };
    assert!(posted.head.starts_with("POST /hook?key=secret HTTP/1.1"), "{}", posted.head);
    assert_eq!(posted.header("content-type"), "application/json");
    let admin = app.signed_in("eve", ADMIN);
    let confirmed = json!({"password": "correct horse 1"});
    let show = |token: &str| app.post(&format!("{SECRET}/show")).bearer(token).json(&confirmed).send();
    let secret = show(&admin).json()["secret"].as_str().expect("text").to_owned();
    assert!(posted.is_signed_by(&secret) && !posted.is_signed_by("another"));
    let json = posted.json();
    assert_eq!((&json["kind"], &json["event"], &json["holds"]), (&json!("alert"), &json!("began"), &json!(true)));
    assert_eq!((&json["figure"]["now"], &json["figure"]["label"]), (&json!(now), &json!("Total Logins")));
    assert_eq!(json["rule"], json!(format!("Total Logins: above {before}.")));
    assert_eq!(json["sentences"].as_array().map(Vec::len), Some(2), "{json}");
    assert!(json["sentences"][0].as_str().is_some_and(|text| text.starts_with("Total Logins ")), "{json}");
    assert_eq!((&json["program"], &json["link"]), (&json!("Tea & Loyalty"), &Value::Null));

    // It ceases, and begins again.
    load_last_day(&app, 2);
    let ceased = look(&app, id).state;
    assert!(ceased.state == Some(AlertState::Ceased) && ceased.ended_at.is_some() && !ceased.is_begun, "{ceased:?}");
    load_last_day(&app, 12);
    look(&app, id);
    assert_eq!(receiver.posted().len(), 2);
    assert_eq!(events(&app), ["alert_added", "alert_fired", "alert_sent", "alert_ended", "alert_fired", "alert_sent"]);
    let opened = app.app.store.opened().expect("read");
    assert_eq!(
        (opened[0].purpose.as_str(), opened[0].peer.as_str()),
        ("webhook", &*format!("127.0.0.1:{}", receiver.port))
    );
    // The path of the webhook, which may be a secret, is nowhere but with its owner.
    let lines = app.app.store.last_audit_lines(50).expect("read");
    assert!(lines.iter().all(|line| !format!("{line:?}").contains("key=secret")), "{lines:?}");
    let list = app.get(ALERTS).bearer(&admin).send().json();
    assert_eq!(list["alerts"][0]["webhook"], json!(format!("127.0.0.1:{}", receiver.port)));
    assert_eq!((&list["alerts"][0]["found"], &list["alerts"][0]["state"]), (&Value::Null, &Value::Null));

    // Another secret signs from then on.
    let renewed = app.post(SECRET).bearer(&admin).json(&confirmed).send().json()["secret"].clone();
    let trial = app.post(&format!("{ALERTS}/{id}/send")).bearer(&token).json(&json!({})).send().json();
    assert_eq!(trial["lastState"], "sent", "{trial}");
    let posted = receiver.posted().pop().expect("posted");
    assert!(!posted.is_signed_by(&secret) && posted.is_signed_by(renewed.as_str().expect("text")));
    assert_eq!((&posted.json()["event"], &posted.json()["holds"]), (&json!("trial"), &json!(true)));
    assert_eq!(show(&token).status, 403);
}

#[test]
fn an_alert_in_the_page_needs_no_way_out_of_bond_and_is_its_owners_alone() {
    let app = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |config| config.minimum_members = 0);
    let token = app.signed_in("ann", USERS);
    load_last_day(&app, 5);
    let before = logins(&app, &token);
    let alert = json!({
        "name": "Logins rise", "metric": "logins.totalLogins", "filters": FILTERS, "rule": "above", "amount": before,
    });
    let id = saved(&app, &token, &alert);
    let line = app.app.store.last_audit_lines(1).expect("read").pop().expect("a line");
    assert_eq!(line.detail, Some(format!("logins.totalLogins above {before}, in the page")));
    assert_eq!(look(&app, id).state.state, Some(AlertState::Ceased));
    assert!(active(&app, &token).is_empty());

    load_last_day(&app, 12);
    let began = look(&app, id).state;
    assert!(began.is_begun && !began.is_owed && began.last.is_none(), "{began:?}");
    let listed = active(&app, &token);
    let [one] = &listed[..] else { panic!("one: {listed:?}") };
    let found = format!("Total Logins: {}, before ", before + 7.0);
    assert!(one["found"].as_str().is_some_and(|text| text.starts_with(&found)), "{one}");
    // Whoever reads in another language than that of the check reads the same in it.
    for path in ["/api/v1/alerts/active", ALERTS] {
        let german = app.get(path).bearer(&token).header("accept-language", "de").send().json();
        let text = german["alerts"][0]["found"].as_str().unwrap_or_default();
        assert!(text.starts_with(&format!("Logins gesamt: {}, zuvor ", before + 7.0)), "{text}");
    }
    assert_eq!(
        [&one["id"], &one["name"], &one["metric"], &one["label"], &one["begunAt"], &one["day"]],
        [
            &json!(id),
            &json!("Logins rise"),
            &json!("logins.totalLogins"),
            &json!("Total Logins"),
            &json!(began.begun_at),
            &json!("2025-03-10")
        ]
    );
    let (path, query) = one["explanation"].as_str().expect("a path").split_once('?').expect("filters");
    let filters = url::form_urlencoded::parse(query.as_bytes()).next().expect("filters").1.into_owned();
    let mut filter: Value = serde_json::from_str(FILTERS).expect("JSON");
    filter["groupsAsOf"] = json!("WINDOW");
    assert_eq!((path, serde_json::from_str::<Value>(&filters).expect("JSON")), ("explain/logins.totalLogins", filter));
    // Of administrators, too, it is their own alone that the header shows.
    for other in [app.signed_in("bob", USERS), app.signed_in("eve", ADMIN)] {
        assert!(active(&app, &other).is_empty());
    }
    assert!(app.get(ALERTS).bearer(&token).send().json()["alerts"][0]["channel"].is_null());
    let trial = app.post(&format!("{ALERTS}/{id}/send")).bearer(&token).json(&json!({})).send();
    assert_eq!(trial.status, 409, "{}", trial.text);

    // An earlier release kept words. They are read until the next look, which fires nothing again.
    let in_words = |saved: SavedAlert| Some(Standing { text: "It was 5.".to_owned(), ..saved.state });
    app.app.store.note_saved::<Alert>(id, in_words, &[]).expect("written");
    assert_eq!(active(&app, &token)[0]["found"], "It was 5.");
    look(&app, id);
    assert!(active(&app, &token)[0]["found"].as_str().is_some_and(|text| text.starts_with(&found)));

    load_last_day(&app, 2);
    assert_eq!(look(&app, id).state.state, Some(AlertState::Ceased));
    assert!(active(&app, &token).is_empty());
    assert_eq!(events(&app), ["alert_added", "alert_fired", "alert_ended"]);
}

#[test]
fn what_a_webhook_does_not_take_is_said_and_tried_again() {
    if !crate::runs_today() {
        return;
    }
    let receiver = Receiver::start();
    let app = program(webhooks(), 0);
    let token = app.signed_in("ann", USERS);
    receiver.answers(Manner::Status(500));
    let id = saved(&app, &token, &body(&receiver, json!({})));
    let failed = look(&app, id).state;
    let last = failed.last.clone().expect("tried");
    assert!(last.state == DeliveryState::Failed && last.text.contains("answered 500"), "{last:?}");
    assert!(failed.is_owed && failed.tries == 1 && failed.again_at >= last.at + 300, "{failed:?}");
    look(&app, id);
    assert_eq!(receiver.posted().len(), 1, "it waits");
    receiver.answers(Manner::Redirect);
    app.app.clock.advance(301);
    let last = look(&app, id).state.last.expect("tried");
    assert!(last.text.contains("answered 302: redirects are not followed"), "{last:?}");
    assert!(receiver.posted().iter().all(|posted| posted.head.starts_with("POST /hook")), "not followed");
    receiver.answers(Manner::Silent);
    app.app.clock.advance(1801);
    let last = look(&app, id).state.last.expect("tried");
    assert!(last.state == DeliveryState::Failed && last.text.contains("timeout"), "{last:?}");
    receiver.answers(Manner::Status(200));
    app.app.clock.advance(7201);
    let sent = look(&app, id).state;
    assert!(!sent.is_owed && sent.tries == 0 && sent.last.is_some_and(|last| last.state == DeliveryState::Sent));
    assert_eq!(receiver.posted().len(), 4);

    // A port that nobody serves, and a message that is owed no longer once the rule has ceased to hold.
    let nobody = format!("http://127.0.0.1:{}/", free_port());
    // The sessions have expired.
    let token = app.signed_in("bob", USERS);
    let below = logins(&app, &token) + 1.0;
    let id = saved(&app, &token, &body(&receiver, json!({"webhook": nobody, "rule": "below", "amount": below})));
    let refused = look(&app, id).state;
    assert!(refused.is_owed && refused.last.is_some_and(|last| last.text.contains("refused")));
    load_last_day(&app, 40);
    let ceased = look(&app, id).state;
    assert!(!ceased.is_owed && ceased.state == Some(AlertState::Ceased), "{ceased:?}");
}

fn role(groups: Vec<GroupLimit>, modules: &[Module]) -> Role {
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    Role {
        name: "gold".to_owned(),
        permissions: modules.iter().map(permission).collect(),
        limits: Limits { groups, without_members: false },
    }
}

#[test]
fn an_alert_sees_what_its_owner_may_see_then() {
    let receiver = Receiver::start();
    let app = program(webhooks(), 0);
    let both = [Module::Members, Module::Export];
    app.app.store.add_role(&role(Vec::new(), &both), 1).expect("added");
    let token = app.signed_in("ann", "gold");
    let all = logins(&app, &token);
    let id = saved(&app, &token, &body(&receiver, json!({"rule": "below", "amount": all})));
    assert_eq!(look(&app, id).state.state, Some(AlertState::Ceased));
    let refused = save(&app, &token, &body(&receiver, json!({"metric": "score"})));
    assert_eq!((refused.status, refused.text.contains("MONITOR")), (403, true), "{}", refused.text);
    let gold = || vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }];
    app.app.store.change_role(&role(gold(), &both), 1).expect("changed");
    let of_gold = logins(&app, &token);
    assert!(of_gold < all, "{of_gold} of {all}");
    load_last_day(&app, 3);
    look(&app, id);
    let posted = receiver.posted();
    let figure = posted[0].json()["figure"]["now"].as_f64().expect("a number");
    assert_eq!(figure, logins(&app, &token));
    // Without the module nothing is seen or sent.
    app.app.store.change_role(&role(gold(), &[Module::Offers, Module::Export]), 1).expect("changed");
    load_last_day(&app, 4);
    let stopped = look(&app, id).state;
    assert!(stopped.state == Some(AlertState::Unknown) && stopped.text.contains("MEMBERS"), "{stopped:?}");
    assert_eq!(receiver.posted().len(), 1);
}

#[test]
fn nothing_is_said_of_a_figure_that_is_hidden() {
    let receiver = Receiver::start();
    let app = program(webhooks(), 1000);
    let token = app.signed_in("ann", USERS);
    for (rule, amount) in [("above", json!(0)), ("below", json!(1000)), ("points", json!(0)), ("weekday", Value::Null)]
    {
        let id = saved(&app, &token, &body(&receiver, json!({"name": rule, "rule": rule, "amount": amount})));
        let standing = look(&app, id).state;
        assert!(standing.state == Some(AlertState::Unknown) && !standing.is_begun, "{rule}: {standing:?}");
        assert!(!standing.text.chars().any(|letter| letter.is_ascii_digit()), "{rule}: {}", standing.text);
        let trial = app.post(&format!("{ALERTS}/{id}/send")).bearer(&token).json(&json!({})).send().json();
        assert_eq!(trial["lastState"], "stopped", "{trial}");
    }
    assert!(receiver.posted().is_empty());
    assert!(!events(&app).contains(&"alert_fired".to_owned()));
}

#[test]
fn late_data_are_told_when_they_are_late_and_not_again() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = TestApp::open(date!(2025 - 03 - 11), |config| {
        let flags = [("expected_by".to_owned(), "logins=1d 00:00".to_owned())].into();
        let given = bond::config::Given { flags, ..bond::config::Given::default() };
        config.expected_by = bond::config::resolve(&given).expect("valid").config.expected_by;
        config.mail.reports_dir = Some(folder.path().to_owned());
    });
    let token = app.signed_in("ann", USERS);
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture");
    app.import_folder(&fixture).expect("loaded");
    let late = json!({"name": "Late", "rule": "late", "table": "logins", "folder": "late"});
    let id = saved(&app, &token, &late);
    assert_eq!(look(&app, id).state.state, Some(AlertState::Ceased));
    let unknown = save(&app, &token, &json!({"name": "Late", "rule": "late", "table": "polls", "folder": "late"}));
    assert!(unknown.text.contains("table: expected one of logins"), "{}", unknown.text);
    // On a later day nothing of the day before has come.
    let later = TestApp::open(date!(2025 - 03 - 14), |config| {
        config.expected_by = app.app.config.expected_by.clone();
        config.mail.reports_dir = Some(folder.path().to_owned());
    });
    let token = later.signed_in("ann", USERS);
    later.import_folder(&fixture).expect("loaded");
    let id = saved(&later, &token, &late);
    for _ in 0..2 {
        let standing = look(&later, id).state;
        assert_eq!(standing.state, Some(AlertState::Holds));
        assert_eq!(active(&later, &token)[0]["found"], "Late: logins.");
    }
    let files: Vec<_> = fs::read_dir(folder.path().join("late")).expect("there").flatten().collect();
    assert_eq!(files.len(), 1);
    let text = fs::read_to_string(files[0].path()).expect("a text");
    assert!(text.contains("The data of logins are late.") && text.contains("Late: logins."), "{text}");
    assert_eq!(events(&later), ["alert_added", "alert_fired", "alert_sent"]);
}

#[test]
fn an_alert_arrives_by_mail_with_the_figure_the_explanation_and_a_link() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |config| {
        config.mail = mail_settings(server.port, &[]);
        config.oidc.public_url = Some("https://bond.example.com/loyalty/".to_owned());
    });
    let token = app.signed_in("ann", USERS);
    let now = logins(&app, &token);
    let alert = json!({
        "name": "Logins move", "metric": "logins.totalLogins", "filters": FILTERS, "rule": "percent", "amount": 1,
        "recipients": ["ann@example.com"],
    });
    let id = saved(&app, &token, &alert);
    let standing = look(&app, id).state;
    assert_eq!(
        standing.last.map(|last| last.text).as_deref(),
        Some("Emailed to ann@example.com."),
        "{}",
        standing.text
    );
    let mail = server.mail();
    let [mail] = &mail[..] else { panic!("one: {mail:?}") };
    assert_eq!((&mail["files"], &mail["defects"]), (&json!([]), &json!([])));
    let (text, html) = (mail["text"].as_str().expect("text"), mail["html"].as_str().expect("HTML"));
    assert!(text.contains("Rule: Total Logins rose or fell by more than 1% since the period before."), "{text}");
    assert!(
        text.contains(&format!("Total Logins: {now} (Before: ")) && html.contains(&format!(">{now}</td>")),
        "{text}"
    );
    let link = "https://bond.example.com/loyalty/explain/logins.totalLogins?filters=";
    let link = text.lines().find_map(|line| line.strip_prefix(link)).expect("a link");
    let filters =
        url::form_urlencoded::parse(format!("filters={link}").as_bytes()).next().expect("filters").1.into_owned();
    let mut filter: Value = serde_json::from_str(FILTERS).expect("JSON");
    // What is saved names the reading of groups that it has.
    filter["groupsAsOf"] = json!("WINDOW");
    assert_eq!(serde_json::from_str::<Value>(&filters).expect("JSON"), filter);
    let answer = app.post("/api/v1/explain/logins.totalLogins").bearer(&token);
    let sentences = answer.json(&filter).send().json()["sentences"].clone();
    let sentences = sentences.as_array().expect("sentences");
    assert!(sentences.len() == 2 && sentences.iter().all(|one| text.contains(one.as_str().expect("text"))), "{text}");
}

#[test]
fn what_is_wrong_with_an_alert_is_said_by_field_and_others_do_not_touch_it() {
    let receiver = Receiver::start();
    let app = program(webhooks(), 0);
    let token = app.signed_in("ann", USERS);
    let none = r#"{"comparison":"NONE"}"#;
    for (more, expected) in [
        (json!({"name": " "}), "name: expected"),
        (json!({"metric": "logins"}), "metric: expected score"),
        (json!({"metric": "score.csat"}), "metric: expected score"),
        (json!({"metric": null}), "metric: expected score"),
        (json!({"rule": "late"}), "amount: expected none"),
        (json!({"rule": "late", "amount": null}), "metric: expected none"),
        (json!({"rule": "often"}), "rule: unknown variant"),
        (json!({"amount": null}), "amount: expected a number"),
        (json!({"amount": 1e20}), "amount: expected a number of at most"),
        (json!({"rule": "percent", "amount": -1}), "amount: expected a number from 0"),
        (json!({"direction": "up"}), "direction: expected none"),
        (json!({"rule": "chance", "amount": null}), "rule: expected another one"),
        (json!({"metric": "score", "rule": "weekday"}), "rule: expected another one"),
        (json!({"rule": "points", "filters": none}), "filters: expected a comparison"),
        (json!({"filters": "[1]"}), "filters: expected a filter"),
        (json!({"table": "logins"}), "table: expected one only"),
        (json!({"webhook": "https://evil.example/"}), "webhook: expected a host of 127.0.0.1"),
        (json!({"webhook": "http://localhost/"}), "webhook: expected a host of 127.0.0.1"),
        (json!({"webhook": "http://example.com/"}), "webhook: expected an https address"),
        (json!({"folder": "x"}), "recipients: expected either"),
        (json!({"other": 1}), "other: unknown field"),
    ] {
        let answer = save(&app, &token, &body(&receiver, more.clone()));
        let said = answer.json()["message"].as_str().expect("text").to_owned();
        assert_eq!((answer.status, said.starts_with(expected)), (400, true), "{more}: {said}");
    }
    let id = saved(&app, &token, &body(&receiver, json!({})));
    let path = format!("{ALERTS}/{id}");
    let (other, admin) = (app.signed_in("bob", USERS), app.signed_in("eve", ADMIN));
    for token in [&other, &admin] {
        assert_eq!(app.call("PUT", &path).bearer(token).json(&body(&receiver, json!({}))).send().status, 404);
        assert_eq!(app.post(&format!("{path}/send")).bearer(token).json(&json!({})).send().status, 404);
    }
    let changed = app.call("PUT", &path).bearer(&token).json(&body(&receiver, json!({"name": "Other"}))).send().json();
    assert_eq!((&changed["name"], &changed["label"]), (&json!("Other"), &json!("Total Logins")));
    let names = |token: &str| {
        let list = app.get(ALERTS).bearer(token).send().json();
        list["alerts"].as_array().expect("alerts").len()
    };
    assert_eq!([&token, &other, &admin].map(|token| names(token)), [1, 0, 1]);
    let remove = |token: &str| app.call("DELETE", &path).bearer(token).send().status;
    assert_eq!([remove(&other), remove(&admin), remove(&token)], [404, 204, 404]);

    // Off by default.
    let bare = TestApp::new();
    let token = bare.signed_in("ann", USERS);
    let refused = save(&bare, &token, &body(&receiver, json!({})));
    assert!(refused.text.contains("setting webhook_hosts"), "{}", refused.text);
    assert!(receiver.posted().is_empty());
}

#[test]
fn a_report_goes_to_a_webhook_with_its_figures_and_file() {
    let receiver = Receiver::start();
    let app = program(webhooks(), 0);
    let token = app.signed_in("ann", USERS);
    let report = json!({
        "name": "Quarter", "screen": "api/v1/dashboard/users/logins", "filters": FILTERS, "every": "day",
        "webhook": receiver.address(),
    });
    let report = app.post("/api/v1/reports").bearer(&token).json(&report).send().json();
    assert_eq!((&report["channel"], &report["webhook"]), (&json!("webhook"), &json!(receiver.address())), "{report}");
    let sent = app.post(&format!("/api/v1/reports/{}/send", report["id"])).bearer(&token).json(&json!({})).send();
    assert_eq!(sent.json()["lastState"], "sent", "{}", sent.text);
    let posted = receiver.posted();
    let secret = app.app.store.webhook_secret().expect("read");
    assert!(posted.len() == 1 && posted[0].is_signed_by(&secret));
    let json = posted[0].json();
    let now = logins(&app, &token).to_string();
    let figures = json["figures"].as_array().expect("figures");
    assert!(json["kind"] == "report" && figures.iter().any(|figure| figure["now"] == now.as_str()), "{json}");
    assert_eq!(json["file"]["name"], "quarter_2025-03-11.xlsx");
    let file = STANDARD.decode(json["file"]["base64"].as_str().expect("text")).expect("base64");
    assert!(file.starts_with(b"PK"));
}
