//! Reports: mail at a real mail server (aiosmtpd) with the figures that their owner sees, files in folders, schedules,
//! retries.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Cursor};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bond::app::App;
use bond::clock::Clock;
use bond::config::{Given, MailSettings, Origin, resolve};
use bond::features::reports;
use bond::features::reports::stored::{Progress, Report};
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::outbox::Item;
use bond::scope::{GroupLimit, Limits};
use bond::store::audit::By;
use bond::store::destinations::{Channel, DeliveryState, Destination, Every, ReportFormat};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};
use time::macros::date;

use crate::certificates::Authority;
use crate::clickhouse::found;
use crate::exports::digest_of_digests;
use crate::{Answer, TestApp};

const REPORTS: &str = "/api/v1/reports";
const LOGINS: &str = "api/v1/dashboard/users/logins";
const DASHBOARD: &str = "api/v1/dashboard/users/userDashboardInfo";
const FILTERS: &str = r#"{"period":"SELECTED_DATE","startDate":"2025-01-01","endDate":"2025-03-10"}"#;

/// A mail server, which ends with this.
pub(super) struct MailServer {
    child: Child,
    python: String,
    pub(super) port: u16,
    folder: tempfile::TempDir,
}

impl MailServer {
    /// None where none can be installed.
    pub(super) fn start(options: &[&str]) -> Option<MailServer> {
        let python = found("smtp")?;
        let folder = tempfile::tempdir().expect("a directory");
        let port = free_port();
        let mut command = Command::new(&python);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/smtp.py")).arg(port.to_string());
        command.arg(folder.path().join("mail")).args(options).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("started");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
        assert_eq!(line, "ready\n");
        Some(MailServer { child, python, port, folder })
    }

    /// The mail that arrived, in that order, read by Python's own parser.
    pub(super) fn mail(&self) -> Vec<Value> {
        const READ: &str = "
import base64, email, email.policy, json, pathlib, sys
all = []
for path in sorted(pathlib.Path(sys.argv[1], 'new').glob('*'), key=lambda path: path.stat().st_mtime_ns):
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    files = [{'name': part.get_filename(), 'type': part.get_content_type(),
              'bytes': base64.b64encode(part.get_content()).decode()} for part in mail.iter_attachments()]
    all.append({'from': str(mail['From']), 'to': str(mail['To']), 'subject': str(mail['Subject']),
                'text': mail.get_body(('plain',)).get_content(), 'html': mail.get_body(('html',)).get_content(),
                'id': str(mail['Message-ID']), 'defects': [str(defect) for defect in mail.defects], 'files': files})
print(json.dumps(all))";
        let read = Command::new(&self.python).args(["-c", READ]).arg(self.folder.path().join("mail")).output();
        let read = read.expect("run");
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        serde_json::from_slice(&read.stdout).expect("JSON")
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

/// Settings of mail to a port of this machine, with others in addition.
pub(super) fn mail_settings(port: u16, further: &[(&str, &str)]) -> MailSettings {
    let mut flags: BTreeMap<String, String> = [
        ("smtp_host", "127.0.0.1"),
        ("smtp_port", &port.to_string()),
        ("smtp_tls", "none"),
        ("mail_from", "bond@example.com"),
        ("mail_domains", "example.com"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    flags.extend(further.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    resolve(&Given { flags, ..Given::default() }).expect("valid").config.mail
}

/// The fixture with its data, where today is 2025-03-11 and the data go to the day before.
fn program(mail: MailSettings) -> TestApp {
    TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |config| {
        config.mail = mail;
        config.program_name = "Tea & Loyalty".to_owned();
    })
}

fn body(more: Value) -> Value {
    let mut body = json!({
        "name": "Logins of the quarter", "screen": LOGINS, "filters": FILTERS, "every": "day",
        "recipients": ["ann@example.com", "bob@example.com"],
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
    app.post(REPORTS).bearer(token).json(body).send()
}

fn saved(app: &TestApp, token: &str, body: &Value) -> Value {
    let answer = save(app, token, body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Sends a report out of turn, and returns its last state and text.
fn sent(app: &TestApp, token: &str, report: &Value) -> (String, String) {
    let answer = app.post(&format!("{REPORTS}/{}/send", report["id"])).bearer(token).json(&json!({})).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    let text = |name: &str| answer.json()[name].as_str().unwrap_or_default().to_owned();
    (text("lastState"), text("lastText"))
}

/// The texts and numbers of the sheets of a mailed workbook.
fn sheets(mail: &Value) -> BTreeMap<String, Vec<Vec<String>>> {
    let bytes = STANDARD.decode(mail["files"][0]["bytes"].as_str().expect("a file")).expect("base64");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).expect("a workbook");
    let text = |cell: &Data| match cell {
        Data::Float(number) => number.to_string(),
        Data::Int(number) => number.to_string(),
        other => other.to_string(),
    };
    let names = book.sheet_names();
    let sheet = |name: String| {
        let range = book.worksheet_range(&name).expect("a sheet");
        (name, range.rows().map(|row| row.iter().map(text).collect()).collect())
    };
    names.into_iter().map(sheet).collect()
}

fn audit(app: &TestApp) -> Vec<(String, Option<String>, String)> {
    let lines = app.app.store.last_audit_lines(50).expect("read").into_iter();
    let of_reports = lines.filter(|line| line.event.starts_with("report_"));
    of_reports.map(|line| (line.event, line.actor, line.detail.unwrap_or_default())).collect()
}

#[test]
fn a_report_arrives_over_starttls_with_the_figures_and_a_workbook() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder.path());
    let secret = "a mail password";
    let options = ["--tls", "starttls", &certificate, &key, "--user", "bond", secret];
    let Some(server) = MailServer::start(&options) else { return };
    let ca_file = authority.file(folder.path(), "ca.pem");
    let password = folder.path().join("password");
    fs::write(&password, format!("{secret}\n")).expect("written");
    let app = program(mail_settings(
        server.port,
        &[
            ("smtp_tls", "starttls"),
            ("smtp_user", "bond"),
            ("smtp_password_file", password.to_str().expect("text")),
            ("mail_ca_file", &ca_file),
        ],
    ));
    let token = app.signed_in("ann", USERS);
    let report = saved(&app, &token, &body(json!({})));
    assert_eq!((&report["nextDay"], &report["lastState"]), (&json!("2025-03-12"), &Value::Null));
    let (state, text) = sent(&app, &token, &report);
    assert_eq!((state.as_str(), text.as_str()), ("sent", "Emailed to ann@example.com, bob@example.com."));

    let mail = server.mail();
    let [mail] = &mail[..] else { panic!("one: {mail:?}") };
    assert_eq!(mail["from"], "Tea & Loyalty <bond@example.com>");
    assert_eq!((&mail["to"], &mail["defects"]), (&json!("ann@example.com, bob@example.com"), &json!([])));
    assert_eq!(mail["subject"], "Logins of the quarter – Tea & Loyalty");
    assert!(mail["id"].as_str().is_some_and(|id| id.ends_with("@example.com>")), "{}", mail["id"]);
    // The figures are those of the calls.
    let filter: Value = serde_json::from_str(FILTERS).expect("JSON");
    let call = |path: &str| {
        let answer = app.post(&format!("/{path}")).bearer(&token).json(&filter).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let cards = call(DASHBOARD);
    let logins = cards["logins"]["totalLogins"].as_i64().expect("a number");
    let before = cards["compare"]["logins.totalLogins"]["before"].as_f64().expect("a number");
    assert!(logins > 0 && logins < 1000 && before < 1000.0, "no commas: {logins} {before}");
    let (text, html) = (mail["text"].as_str().expect("text"), mail["html"].as_str().expect("HTML"));
    assert!(text.contains(&format!(": {logins} (Before: {before}, ")), "{text}");
    assert!(html.contains(&format!(">{logins}</td>")) && html.contains(&format!(">{before}</td>")), "{html}");
    assert!(html.contains("Tea &amp; Loyalty") && text.contains("Program: Tea & Loyalty"), "{html}");
    assert!(text.contains("Period: 2025-01-01 to 2025-03-10") && text.contains("for ann"), "{text}");
    assert!(!text.contains("Enrolled"), "only the figures of the breakdown's card: {text}");
    let file = &mail["files"][0];
    assert_eq!(file["name"], "logins-of-the-quarter_2025-03-11.xlsx");
    assert_eq!(file["type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    let sheets = sheets(mail);
    let table = call(&format!("{LOGINS}/breakdown/LOGINS_TABLE"));
    let total = table["data"].as_array().and_then(|rows| rows.last()).expect("a total")["total"].to_string();
    assert!(
        sheets.values().flatten().any(|row| row.contains(&"Total".to_owned()) && row.contains(&total)),
        "{total}: {sheets:?}"
    );
    assert!(sheets["About"].iter().any(|row| row.contains(&"ann".to_owned())), "{sheets:?}");
    // The cover names the receipts of the figures, which the line of the report has, too.
    let is_digest = |cell: &&String| cell.len() == 64 && cell.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digests: Vec<&String> = sheets["About"].iter().flatten().filter(is_digest).collect();
    let lines = audit(&app);
    let receipts = format!("receipts: {}, sha256 of their digests {}", digests.len(), digest_of_digests(&digests));
    assert!(digests.len() > 1 && lines[0].2.ends_with(&receipts), "{receipts}: {lines:?}");
    assert!(app.app.store.audit_events().expect("read").iter().all(|event| event != "receipt_issued"));
    assert_eq!((lines[0].0.as_str(), lines[0].1.as_deref()), ("report_sent", Some("ann")));
    assert!(lines[0].2.contains("for ann: Emailed to ann@example.com"), "{lines:?}");
    assert_eq!(lines[1].0, "report_added");
    let opened = app.app.store.opened().expect("read");
    assert_eq!((opened[0].purpose.as_str(), opened[0].peer.as_str()), ("mail", &*format!("127.0.0.1:{}", server.port)));
    assert!(!format!("{:?}", app.app.config).contains(secret));
}

/// The text and the workbook of one report, as somebody with a role gets them.
#[test]
fn a_report_runs_with_the_roles_that_its_owner_has_then() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = program(mail_settings(server.port, &[]));
    let permission = |code| Permission { module: PermissionModule { code }, editable: false };
    let role = |groups: Vec<GroupLimit>, modules: &[Module]| Role {
        name: "gold".to_owned(),
        permissions: modules.iter().map(|code| permission(*code)).collect(),
        limits: Limits { groups, without_members: false },
    };
    let gold = || vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }];
    let both = [Module::Members, Module::Export];
    app.app.store.add_role(&role(Vec::new(), &both), 1).expect("added");
    let token = app.signed_in("ann", "gold");
    let report = saved(&app, &token, &body(json!({})));
    let logins = |token: &str| {
        let filter: Value = serde_json::from_str(FILTERS).expect("JSON");
        let answer = app.post(&format!("/{DASHBOARD}")).bearer(token).json(&filter).send();
        answer.json()["logins"]["totalLogins"].as_i64().unwrap_or_else(|| panic!("{}", answer.text))
    };
    let all = logins(&token);
    assert_eq!(sent(&app, &token, &report).0, "sent");
    app.app.store.change_role(&role(gold(), &both), 1).expect("changed");
    let of_gold = logins(&token);
    assert!(0 < of_gold && of_gold < all, "{of_gold} of {all}");
    assert_eq!(sent(&app, &token, &report).0, "sent");
    let mail = server.mail();
    let has = |mail: &Value, figure: i64| mail["text"].as_str().expect("text").contains(&format!(": {figure} (Before"));
    assert_eq!((has(&mail[0], all), has(&mail[1], of_gold), has(&mail[1], all)), (true, true, false), "{mail:?}");

    // What the owner may no longer do stops the report, and it says why.
    let id = report["id"].as_i64().expect("a number");
    let stopped = |text: &str| {
        let how = reports::How::OnSchedule(date!(2025 - 03 - 11));
        let made = reports::Outgoing::make(&app.app, id, how, &|| true).expect("asked").expect("there");
        made.send().expect("written down");
        let last = app.app.store.one_saved::<Report>(id).expect("read").expect("there").state.last.expect("tried");
        assert_eq!(last.state, DeliveryState::Stopped, "{last:?}");
        assert!(last.text.contains(text), "{text}: {}", last.text);
    };
    app.app.store.change_role(&role(gold(), &[Module::Members]), 1).expect("changed");
    stopped("give no access to the module EXPORT");
    app.app.store.change_role(&role(gold(), &[Module::Offers, Module::Export]), 1).expect("changed");
    stopped("give no access to the module MEMBERS");
    app.app.store.change_role(&role(Vec::new(), &both), 1).expect("changed");
    app.app.store.disable_user("ann", 1).expect("disabled");
    stopped("Its owner, ann, has been disabled.");
    assert_eq!(server.mail().len(), 2, "nothing else was sent");
    let lines = audit(&app);
    assert_eq!((lines[0].0.as_str(), lines[0].1.as_deref()), ("report_failed", None));
    assert!(lines[0].2.contains("has been disabled"), "{lines:?}");
}

/// The password is written, and never read again.
#[test]
fn mail_is_set_up_and_tried_on_the_page() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder.path());
    let options = ["--tls", "starttls", &certificate, &key, "--user", "bond", "hush-hush"];
    let Some(server) = MailServer::start(&options) else { return };
    let ca_file = PathBuf::from(authority.file(folder.path(), "ca.pem"));
    let app = TestApp::with(|config| config.mail.mail_ca_file = Some(ca_file));
    let (ann, bob) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    let choose = |token: &str, settings: &Value| {
        let body = json!({ "settings": settings, "password": "correct horse 1" });
        app.call("PUT", "/api/v1/admin/settings").bearer(token).json(&body).send()
    };
    let attempt =
        |token: &str, to: &str| app.post("/api/v1/admin/mail/try").bearer(token).json(&json!({ "to": to })).send();
    let fault = |answer: Answer| {
        assert_eq!(answer.status, 400, "{}", answer.text);
        let fault = &answer.json()["faults"][0];
        (fault["field"].as_str().unwrap_or_default().to_owned(), fault["text"].as_str().unwrap_or_default().to_owned())
    };
    assert!(fault(attempt(&ann, "ann@example.com")).1.contains("no mail server is set up"));
    let host = json!({ "smtp_host": "127.0.0.1", "smtp_port": server.port.to_string(), "mail_domains": "example.com" });
    assert_eq!(fault(choose(&ann, &host)).0, "mail_from", "all or nothing");
    let mut all = host;
    all["mail_from"] = json!("bond@example.com");
    all["smtp_user"] = json!("bond");
    assert_eq!(fault(choose(&ann, &all)).0, "smtp_password");
    all["smtp_password"] = json!("wrong");
    assert_eq!(choose(&bob, &all).status, 403);
    assert_eq!(choose(&ann, &all).status, 200);
    let refused = attempt(&ann, "ann@example.com").json()["fault"].as_str().unwrap_or_default().to_owned();
    assert!(refused.contains("535") && refused.contains("correct smtp_user and its password"), "{refused}");

    let right = choose(&ann, &json!({ "smtp_password": "hush-hush" }));
    assert_eq!(right.status, 200);
    let tried = attempt(&ann, "ann@example.com");
    assert_eq!((tried.status, &tried.json()["fault"]), (200, &json!(null)), "{}", tried.text);
    assert_eq!(attempt(&bob, "ann@example.com").status, 403);
    assert_eq!(fault(attempt(&ann, "ann@example.org")).0, "to");
    assert_eq!(fault(attempt(&ann, "ann")).0, "to");
    let mail = server.mail();
    assert_eq!(
        (mail.len(), &mail[0]["to"], &mail[0]["subject"]),
        (1, &json!("ann@example.com"), &json!("Member program"))
    );

    // It does not go to another server, where somebody else could read it.
    for (name, value) in [("smtp_host", "localhost"), ("smtp_port", "25"), ("smtp_tls", "tls")] {
        assert_eq!(fault(choose(&ann, &json!({ name: value }))).0, "smtp_password", "{name}");
    }
    assert_eq!(choose(&ann, &json!({ "smtp_tls": "starttls", "smtp_user": "bond" })).status, 200, "the same server");
    let again = json!({ "smtp_port": "25", "smtp_password": "hush-hush" });
    assert_eq!(choose(&ann, &again).status, 200);

    let list = app.get("/api/v1/admin/settings").bearer(&ann).send();
    let list = list.json();
    let password = list["settings"].as_array().expect("settings").iter().find(|one| one["name"] == "smtp_password");
    let password = password.expect("the password");
    assert_eq!((&password["value"], &password["isSecret"]), (&json!("(set)"), &json!(true)));
    let lines = format!("{:?}", app.app.store.last_audit_lines(50).expect("read"));
    assert!(
        lines.contains("mail_tried") && lines.contains("smtp_password") && lines.contains("now another"),
        "{lines}"
    );
    for text in [lines, list.to_string(), right.text, tried.text] {
        assert!(!text.contains("hush-hush"), "{text}");
    }
    // Nothing is sent without encryption that has a password, and none is left where it is taken back.
    assert_eq!(choose(&ann, &json!({ "smtp_user": null, "smtp_password": null })).status, 200);
}

#[test]
fn a_password_from_the_environment_is_not_sent_to_a_server_that_is_chosen_on_the_page() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("password");
    std::fs::write(&file, "hush-hush").expect("written");
    let origins = BTreeMap::from([("smtp_password_file".to_owned(), Origin::Environment)]);
    let app = TestApp::with_origins(origins, |config| {
        config.mail.smtp_user = "bond".to_owned();
        config.mail.smtp_password_file = Some(file);
    });
    let ann = app.signed_in("ann", ADMIN);
    let settings = json!({ "smtp_host": "mail.example.org", "mail_from": "bond@example.com" });
    let body = json!({ "settings": settings, "password": "correct horse 1" });
    let refused = app.call("PUT", "/api/v1/admin/settings").bearer(&ann).json(&body).send();
    assert_eq!(refused.status, 400, "{}", refused.text);
    let fault = &refused.json()["faults"][0];
    assert_eq!(fault["field"], "smtp_host");
    assert!(fault["text"].as_str().is_some_and(|text| text.contains("is set by the environment")), "{fault}");
}

#[test]
fn what_a_mail_server_refuses_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder.path());
    let options = ["--tls", "tls", &certificate, &key, "--user", "bond", "right", "--refuse", "bob@example.com"];
    let Some(server) = MailServer::start(&options) else { return };
    let Some(plain) = MailServer::start(&[]) else { return };
    let ca_file = authority.file(folder.path(), "ca.pem");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("text").to_owned()
    };
    let (right, wrong) = (file("right", "right\n"), file("wrong", "wrong\n"));
    let with = |further: &[(&str, &str)]| {
        let all = [&[("smtp_tls", "tls"), ("smtp_user", "bond")][..], further].concat();
        mail_settings(server.port, &all)
    };
    let good = with(&[("smtp_password_file", &right), ("mail_ca_file", &ca_file)]);
    let to_ann = body(json!({"recipients": ["ann@example.com"]}));
    for (settings, to, state, words) in [
        (good.clone(), &to_ann, "sent", &["Emailed to ann@example.com"][..]),
        (good, &body(json!({})), "failed", &["no such user here"][..]),
        (
            with(&[("smtp_password_file", &wrong), ("mail_ca_file", &ca_file)]),
            &to_ann,
            "failed",
            &["535", "correct smtp_user and its password"][..],
        ),
        (
            with(&[("smtp_password_file", &right)]),
            &to_ann,
            "failed",
            &["is not trusted: no authority", "set mail_ca_file to a file"][..],
        ),
        (mail_settings(plain.port, &[("smtp_tls", "starttls")]), &to_ann, "failed", &["STARTTLS", "set smtp_tls"][..]),
        (mail_settings(free_port(), &[]), &to_ann, "failed", &["refused"][..]),
    ] {
        let app = program(settings);
        let token = app.signed_in("ann", ADMIN);
        let (found, text) = sent(&app, &token, &saved(&app, &token, to));
        assert_eq!(found, state, "{text}");
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
        assert!(!text.contains("wrong") || !words.contains(&"535"), "no password: {text}");
        // Doctor says the same of the server itself.
        let system = app.get("/api/v1/admin/system").bearer(&token).send().json();
        let checks = system["checks"].as_array().expect("checks");
        let check = checks.iter().find(|check| check["check"] == "mail").expect("a check");
        let is_of_recipient = words.contains(&"no such user here");
        let expected = if state == "sent" || is_of_recipient { "ok" } else { "problem" };
        assert_eq!(check["level"], expected, "{check}");
    }
    assert_eq!(server.mail().len(), 1);
}

/// Sends what is due, and waits until it has gone.
fn look(app: &TestApp) {
    reports::look(&app.app).expect("looked");
    assert!(app.app.outbox.settle(Duration::from_secs(60)), "sent");
}

/// A report as the store has it, done up to a day.
fn board() -> Destination {
    Destination::folder("board".to_owned())
}

fn stored(app: &TestApp, every: Every, on_day: u8, done: &str, to: Destination) -> i64 {
    let user = app.app.store.user_by_login("ann").expect("read").expect("there").id;
    let report = Report {
        name: "Logins".to_owned(),
        screen: LOGINS.to_owned(),
        filters: FILTERS.to_owned(),
        of_view: false,
        view_id: None,
        every,
        on_day,
        to,
        format: ReportFormat::Xlsx,
    };
    app.app.store.add_saved(user, &report, &Progress::from(done.to_owned()), By::from(1)).expect("saved")
}

#[test]
fn reports_that_are_due_are_sent_once_and_the_others_wait() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut mail = mail_settings(9, &[]);
    mail.reports_dir = Some(folder.path().to_owned());
    // Today is a Tuesday.
    let app = program(mail);
    app.signed_in("ann", USERS);
    let due = stored(&app, Every::Day, 0, "2025-03-10", board());
    let weekly = stored(&app, Every::Week, 2, "2025-03-04", board());
    let not_due = stored(&app, Every::Week, 3, "2025-03-05", board());
    let state = |id: i64| {
        let saved = app.app.store.one_saved::<Report>(id).expect("read").expect("there");
        (saved.state.last.map(|last| last.state), saved.state.done_day)
    };
    look(&app);
    for id in [due, weekly] {
        assert_eq!(state(id), (Some(DeliveryState::Sent), "2025-03-11".to_owned()));
    }
    assert_eq!(state(not_due), (None, "2025-03-05".to_owned()));
    let sent = |event: &str| audit(&app).iter().filter(|line| line.0 == event).count();
    assert_eq!(sent("report_sent"), 2);
    look(&app);
    assert_eq!(sent("report_sent"), 2, "once a day");
    let file = folder.path().join("board/logins_2025-03-11.xlsx");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(fs::read(&file).expect("there"))).expect("a workbook");
    assert!(book.worksheet_range("About").expect("a sheet").rows().count() > 3);

    // The second of the same name in the same folder does not replace the first.
    assert!(folder.path().join(format!("board/logins_{weekly}_2025-03-11.xlsx")).is_file());

    // Without the data of yesterday it waits.
    let late = TestApp::open(date!(2025 - 03 - 20), |config| config.mail.reports_dir = Some(folder.path().to_owned()));
    late.import_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture")).expect("loaded");
    let token = late.signed_in("ann", USERS);
    stored(&late, Every::Day, 0, "2025-03-19", board());
    look(&late);
    let list = late.get(REPORTS).bearer(&token).send().json();
    let waiting = &list["reports"][0];
    assert_eq!((&waiting["waitsFor"], &waiting["lastState"]), (&json!("2025-03-19"), &Value::Null), "{list}");
}

#[test]
fn a_report_that_was_done_while_the_clock_was_ahead_is_due_when_it_was_reset() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(MailSettings { reports_dir: Some(folder.path().to_owned()), ..mail_settings(9, &[]) });
    app.signed_in("ann", USERS);
    let id = stored(&app, Every::Day, 0, "2045-01-01", board());
    reports::look(&app.app).expect("looked");
    let done = || app.app.store.one_saved::<Report>(id).expect("read").expect("there").state.done_day;
    assert_eq!(done(), "2045-01-01", "it waits for the year 2045");
    app.app.store.reset_clock(app.app.clock.machine(), "2025-03-11").expect("reset");
    look(&app);
    assert_eq!(done(), "2025-03-11");
    assert!(folder.path().join("board/logins_2025-03-11.xlsx").is_file());
}

#[test]
fn reports_of_two_users_with_one_name_do_not_replace_each_other() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(MailSettings { reports_dir: Some(folder.path().to_owned()), ..mail_settings(9, &[]) });
    let board = body(json!({"recipients": null, "folder": "board"}));
    let tokens = [app.signed_in("ann", USERS), app.signed_in("bob", USERS)];
    let saved: Vec<Value> = tokens.iter().map(|token| saved(&app, token, &board)).collect();
    // The second first: its file has its number all the same.
    for (token, report) in tokens.iter().zip(&saved).rev() {
        assert_eq!(sent(&app, token, report).0, "sent");
    }
    let mut names: Vec<String> = fs::read_dir(folder.path().join("board"))
        .expect("listed")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    let mut wanted =
        ["", &format!("_{}", saved[1]["id"])].map(|id| format!("logins-of-the-quarter{id}_2025-03-11.xlsx"));
    wanted.sort();
    assert_eq!(names, wanted);
}

#[test]
fn a_report_that_is_changed_while_it_is_sent_begins_anew() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(MailSettings { reports_dir: Some(folder.path().to_owned()), ..mail_settings(9, &[]) });
    app.signed_in("ann", USERS);
    let id = stored(&app, Every::Day, 0, "2025-03-10", board());
    let how = reports::How::OnSchedule(date!(2025 - 03 - 11));
    let made = reports::Outgoing::make(&app.app, id, how, &|| true).expect("asked").expect("there");
    let store = &app.app.store;
    let daily = store.one_saved::<Report>(id).expect("read").expect("there").item;
    let weekly = Report { every: Every::Week, on_day: 3, ..daily };
    let next = |before: &_| Progress::in_place_of(before, &weekly, "2025-03-12".to_owned());
    assert!(store.change_saved(id, &weekly, |_| true, next, By::from(2)).expect("changed"));
    made.send().expect("written down");
    let Progress { done_day, last, .. } = store.one_saved::<Report>(id).expect("read").expect("there").state;
    assert_eq!((done_day.as_str(), last.map(|last| last.state)), ("2025-03-12", Some(DeliveryState::Sent)));
}

#[test]
fn a_report_that_failed_is_tried_again_after_growing_pauses() {
    let port = free_port();
    let app = program(mail_settings(port, &[]));
    app.signed_in("ann", USERS);
    let id = stored(&app, Every::Day, 0, "2025-03-10", Destination::mail(vec!["ann@example.com".to_owned()]));
    let tries = || {
        look(&app);
        let saved = app.app.store.one_saved::<Report>(id).expect("read").expect("there");
        (saved.state.tries, saved.state.again_at - app.app.clock.now())
    };
    for (failures, pause) in [(1, 300), (2, 1800), (3, 7200), (4, 86_400), (5, 86_400)] {
        let (found, wait) = tries();
        assert!(found == failures && (pause - 2..=pause).contains(&wait), "{found} {wait}");
        app.app.clock.advance(pause - 60);
        assert_eq!(tries().0, failures, "not before");
        app.app.clock.advance(61);
    }
    let saved = app.app.store.one_saved::<Report>(id).expect("read").expect("there");
    assert_eq!(
        (saved.state.done_day.as_str(), saved.state.last.map(|last| last.state)),
        ("2025-03-10", Some(DeliveryState::Failed))
    );
    // The server is back.
    let Some(python) = found("smtp") else { return };
    let folder = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(python);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/smtp.py")).arg(port.to_string());
    let mut server =
        command.arg(folder.path().join("mail")).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
    look(&app);
    let saved = app.app.store.one_saved::<Report>(id).expect("read").expect("there");
    let _ = server.kill();
    let _ = server.wait();
    let Progress { tries, done_day, last, .. } = saved.state;
    assert_eq!((tries, done_day.as_str()), (0, "2025-03-11"), "{last:?}");
}

#[test]
fn a_report_follows_a_saved_view_until_that_is_gone() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(MailSettings { reports_dir: Some(folder.path().to_owned()), ..mail_settings(9, &[]) });
    let token = app.signed_in("ann", USERS);
    let view = json!({"name": "Q1", "screen": "user-dashboard/logins-breakdown", "filters": FILTERS});
    let view = app.post("/api/v1/views").bearer(&token).json(&view).send().json();
    let offers = json!({"name": "Offers", "screen": "offers-dashboard"});
    let offers = app.post("/api/v1/views").bearer(&token).json(&offers).send().json();
    let with = |view: &Value| body(json!({"recipients": null, "folder": "board", "filters": null, "view": view["id"]}));
    let refused = save(&app, &token, &with(&offers));
    assert!(refused.text.contains("view: expected"), "{}", refused.text);
    let report = saved(&app, &token, &with(&view));
    assert_eq!((&report["ofView"], &report["view"]), (&json!(true), &view["id"]));
    assert_eq!(sent(&app, &token, &report).0, "sent");
    let path = folder.path().join("board/logins-of-the-quarter_2025-03-11.xlsx");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(fs::read(path).expect("there"))).expect("a workbook");
    let about = book.worksheet_range("About").expect("a sheet");
    let has = |text: &str| about.rows().flatten().any(|cell| cell.to_string().contains(text));
    assert!(has("2025-01-01 to 2025-03-10"), "{about:?}");
    assert_eq!(app.call("DELETE", &format!("/api/v1/views/{}", view["id"])).bearer(&token).send().status, 204);
    let (state, text) = sent(&app, &token, &report);
    assert_eq!((state.as_str(), text.contains("saved view was removed")), ("stopped", true), "{text}");
}

#[test]
fn a_report_has_the_compared_figures_of_the_tables_that_compare() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = program(MailSettings { reports_dir: Some(folder.path().to_owned()), ..mail_settings(9, &[]) });
    let token = app.signed_in("ann", USERS);
    let compared = json!(["LOGINS_TABLE"]);
    let own = body(json!({"recipients": null, "folder": "board", "name": "Own", "compared": compared}));
    let view = json!({"name": "Q1", "screen": "user-dashboard/logins-breakdown", "filters": FILTERS});
    let view = app.post("/api/v1/views").bearer(&token).json(&view).send().json();
    let mut of_view = own.clone();
    of_view["name"] = json!("View");
    of_view["view"] = view["id"].clone();
    of_view.as_object_mut().expect("an object").remove("filters");
    for (report, filters) in [(&own, json!(FILTERS)), (&of_view, json!("{}"))] {
        let report = saved(&app, &token, report);
        // Filters are as the page reads them, and tables beside them.
        let of: Value = serde_json::from_str(report["filters"].as_str().expect("a text")).expect("JSON");
        let mut expected: Value = serde_json::from_str(filters.as_str().expect("a text")).expect("JSON");
        if let Some(groups) = of.get("groupsAsOf") {
            expected["groupsAsOf"] = groups.clone();
        }
        assert_eq!((&of, &report["compared"]), (&expected, &compared));
        assert_eq!(sent(&app, &token, &report).0, "sent");
        let name = report["name"].as_str().expect("a name").to_lowercase();
        let path = folder.path().join(format!("board/{name}_2025-03-11.xlsx"));
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(fs::read(path).expect("there"))).expect("a workbook");
        let heads: Vec<String> = (book.worksheets().iter())
            .filter_map(|(_, range)| range.rows().next().map(|row| format!("{row:?}")))
            .filter(|head| head.contains("Total Logins, before"))
            .collect();
        assert_eq!(heads.len(), 1, "{name}");
        let about = book.worksheet_range("About").expect("a sheet");
        assert!(about.rows().any(|row| row[0] == "Tables compared"), "{about:?}");
    }
    let wrong = body(json!({"compared": ["LOGINS_BY_PERIOD"]}));
    assert!(save(&app, &token, &wrong).text.contains("compared: expected some of LOGINS_TABLE"));
}

#[test]
fn what_is_wrong_with_a_report_is_said_by_field_and_others_do_not_touch_it() {
    let app = program(mail_settings(9, &[]));
    let token = app.signed_in("ann", USERS);
    for (more, expected) in [
        (json!({"name": " "}), "name: expected"),
        (json!({"screen": "admin"}), "screen: expected the path"),
        (json!({"filters": "[1]"}), "filters: expected a filter"),
        (json!({"filters": r#"{"period":"SELECTED_DATE","startDate":"x"}"#}), "filters: "),
        (json!({"view": 7}), "filters: expected either"),
        (json!({"filters": null, "view": 7}), "view: expected"),
        (json!({"onDay": 1}), "onDay: expected none"),
        (json!({"every": "week"}), "onDay: expected 1 (Monday)"),
        (json!({"every": "month", "onDay": 32}), "onDay: expected a day of the month"),
        (json!({"every": "hour"}), "every: unknown variant"),
        (json!({"recipients": []}), "recipients: expected 1 to 20"),
        (json!({"recipients": ["ann"]}), "recipients: \"ann\" is not a mail address"),
        (json!({"recipients": ["ann@example.org"]}), "recipients: ann@example.org: expected addresses of example.com"),
        (json!({"recipients": ["a@example.com\nBcc: b@example.org"]}), "recipients: "),
        (json!({"folder": "x"}), "recipients: expected either"),
        (json!({"recipients": null}), "recipients: expected either"),
        (json!({"recipients": null, "folder": "../x"}), "folder: no folder is set up"),
        (json!({"format": "doc"}), "format: unknown variant"),
        (json!({"other": 1}), "other: unknown field"),
    ] {
        let answer = save(&app, &token, &body(more.clone()));
        let said = answer.json()["message"].as_str().expect("text").to_owned();
        assert_eq!((answer.status, said.starts_with(expected)), (400, true), "{more}: {said}");
    }
    let report = saved(&app, &token, &body(json!({"recipients": ["ann@example.com", "Ann@Example.com"]})));
    assert_eq!(report["recipients"], json!(["ann@example.com"]));
    let changed = json!({"name": "Monthly", "every": "month", "onDay": 31});
    let path = format!("{REPORTS}/{}", report["id"]);
    let put = |token: &str| app.call("PUT", &path).bearer(token).json(&body(changed.clone())).send();
    let (other, admin) = (app.signed_in("bob", USERS), app.signed_in("eve", ADMIN));
    for token in [&other, &admin] {
        assert_eq!(put(token).status, 404, "it is another's");
        assert_eq!(app.post(&format!("{path}/send")).bearer(token).json(&json!({})).send().status, 404);
    }
    let answer = put(&token).json();
    assert_eq!(
        (&answer["name"], &answer["nextDay"], &answer["onDay"]),
        (&json!("Monthly"), &json!("2025-03-31"), &json!(31))
    );
    let names = |token: &str| {
        let list = app.get(REPORTS).bearer(token).send().json();
        list["reports"].as_array().expect("reports").len()
    };
    assert_eq!([&token, &other, &admin].map(|token| names(token)), [1, 0, 1]);
    let remove = |token: &str| app.call("DELETE", &path).bearer(token).send().status;
    assert_eq!([remove(&other), remove(&admin), remove(&token)], [404, 204, 404]);

    // Where nothing is set up, nothing can be sent.
    let bare = TestApp::new();
    let token = bare.signed_in("ann", USERS);
    let answer = save(&bare, &token, &body(json!({})));
    assert!(answer.text.contains("setting smtp_host"), "{}", answer.text);
    let list = bare.get(REPORTS).bearer(&token).send().json();
    assert_eq!((&list["destinations"]["canMail"], &list["destinations"]["canWrite"]), (&json!(false), &json!(false)));
}

/// A mail server that accepts connections and says nothing.
struct SilentServer {
    port: u16,
    is_over: Arc<AtomicBool>,
    held: Option<std::thread::JoinHandle<()>>,
}

impl SilentServer {
    fn start() -> SilentServer {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let port = listener.local_addr().expect("an address").port();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let hold = move || {
            let mut held = Vec::new();
            while !over.load(Ordering::Acquire) {
                held.extend(listener.accept());
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        SilentServer { port, is_over, held: Some(std::thread::spawn(hold)) }
    }
}

impl Drop for SilentServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(held) = self.held.take() {
            held.join().expect("ended");
        }
    }
}

/// Calls "Send now" and hangs up when the answer has not come within a time.
fn hang_up(app: &TestApp, token: &str, id: &Value, after: Duration) {
    let origin = app.origin();
    let host = origin.trim_start_matches("http://");
    let mut connection = std::net::TcpStream::connect(host).expect("connected");
    let request = format!(
        "POST {REPORTS}/{id}/send HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    std::io::Write::write_all(&mut connection, request.as_bytes()).expect("sent");
    std::thread::sleep(after);
}

#[test]
fn a_slow_mail_server_holds_nothing_that_others_need() {
    let folder = tempfile::tempdir().expect("a directory");
    let silent = SilentServer::start();
    let mut settings = mail_settings(silent.port, &[]);
    settings.reports_dir = Some(folder.path().to_owned());
    let app = program(settings);
    let token = app.signed_in("ann", USERS);
    let by_mail: Vec<Value> =
        (0..4).map(|at| saved(&app, &token, &body(json!({ "name": format!("Report {at}") })))["id"].clone()).collect();
    let to_folder = saved(&app, &token, &body(json!({"name": "Other", "recipients": null, "folder": "board"})));
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let send = |id: &Value| app.post(&format!("{REPORTS}/{id}/send")).bearer(&token).json(&json!({})).send();
    std::thread::scope(|scope| {
        let waiting: Vec<_> = by_mail[..3].iter().map(|id| scope.spawn(move || send(id).json())).collect();
        until("the letters wait for the server", &|| app.app.outbox.under_way() == 3);
        // Each is under way once, and a user has three at a time.
        let again = send(&by_mail[0]);
        assert_eq!(again.status, 409, "{}", again.text);
        assert!(again.text.contains("It is being sent already."), "{}", again.text);
        let more = send(&by_mail[3]);
        assert_eq!(more.status, 429, "{}", more.text);
        assert!(more.text.contains("3 of your reports and alerts are being sent."), "{}", more.text);
        // Others sign in, save and send meanwhile, and nothing has the data.
        let other = app.signed_in("eve", USERS);
        let others = saved(&app, &other, &body(json!({"name": "Hers", "recipients": null, "folder": "hers"})));
        assert_eq!(sent(&app, &other, &others).0, "sent");
        assert_eq!(app.app.outbox.under_way(), 3, "they still wait");
        drop(silent);
        for waited in waiting {
            assert_eq!(waited.join().expect("answered")["lastState"], "failed");
        }
    });
    assert_eq!(sent(&app, &token, &to_folder).0, "sent", "the user may send again");
}

#[test]
fn a_report_whose_user_leaves_before_its_turn_is_not_sent() {
    let silent = SilentServer::start();
    let app = program(mail_settings(silent.port, &[]));
    let token = app.signed_in("ann", USERS);
    // All turns by mail are taken.
    let turns: Vec<_> = (100..104)
        .map(|id| {
            app.app.outbox.enter(Item::Report(id), None).expect("entered").turn_now(Channel::Mail).expect("a turn")
        })
        .collect();
    let report = saved(&app, &token, &body(json!({})));
    let id = report["id"].as_i64().expect("a number");
    for _ in 0..50 {
        hang_up(&app, &token, &report["id"], Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    drop(turns);
    assert!(app.app.outbox.settle(Duration::from_secs(60)));
    std::thread::sleep(Duration::from_millis(200));
    assert!(app.app.outbox.settle(Duration::from_secs(60)));
    let saved = app.app.store.one_saved::<Report>(id).expect("read").expect("there");
    assert!(saved.state.last.is_none(), "{:?}", saved.state.last);
    let lines = audit(&app);
    assert!(lines.iter().all(|(event, ..)| event != "report_sent" && event != "report_failed"), "{lines:?}");
}

/// As after a failed warehouse: the server ends and opens its data anew, and does not wait for a letter.
#[test]
fn data_are_opened_anew_while_a_letter_waits_for_its_server() {
    let silent = SilentServer::start();
    let app = program(mail_settings(silent.port, &[]));
    app.signed_in("ann", USERS);
    let to = Destination::mail(vec!["ann@example.com".to_owned()]);
    let id = stored(&app, Every::Day, 0, "2025-03-10", to);
    reports::look(&app.app).expect("looked");
    let outbox = app.app.outbox.clone();
    assert_eq!(outbox.under_way(), 1, "it waits for the mail server");
    let TestApp { app, server, _data_dir, .. } = app;
    let (config, clock) = (app.config.clone(), Clock::fixed(date!(2025 - 03 - 11)));
    let begun = Instant::now();
    drop((server, app));
    let mut again = App::open(config, clock).expect("nobody has the data directory");
    assert_eq!(outbox.under_way(), 1, "it still waits, after {:?}", begun.elapsed());
    again.outbox = outbox.clone();
    reports::look(&again).expect("looked");
    drop(silent);
    assert!(outbox.settle(Duration::from_secs(60)));
    let saved = again.store.one_saved::<Report>(id).expect("read").expect("there");
    assert_eq!(saved.state.last.map(|last| last.state), Some(DeliveryState::Failed), "it is written down all the same");
    assert_eq!(saved.state.tries, 1, "and was tried once");
}
