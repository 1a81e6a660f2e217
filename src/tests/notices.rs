//! What administrators are told: in the page, by mail at a real mail server, by webhook, to a monitoring system, once when it
//! begins and once when it is over.

use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bond::app::App;
use bond::clock::Clock;
use bond::config::Config;
use bond::features::notices;
use bond::modules::Module;
use bond::scope::Limits;
use bond::store::failures::Failures;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::TestApp;
use crate::alerts::{Manner, Receiver};
use crate::loads::{BASE, ended, upload};
use crate::reports::{MailServer, mail_settings};

const NOTICES: &str = "/api/v1/admin/notices";

fn look(app: &App) {
    notices::look(app).expect("looked");
    assert!(app.outbox.settle(Duration::from_secs(60)), "sent");
}

fn events(app: &App) -> Vec<(String, Option<String>)> {
    let lines = app.store.last_audit_lines(200).expect("read").into_iter();
    lines.filter(|line| line.event.starts_with("notice_")).map(|line| (line.event, line.detail)).collect()
}

fn speaks(app: &TestApp, token: &str, language: &str) {
    let saved =
        app.call("PUT", "/api/v1/account/preferences").bearer(token).json(&json!({ "language": language })).send();
    assert!(saved.status < 300, "{}", saved.text);
}

#[test]
fn administrators_are_told_once_when_it_begins_and_once_when_it_is_over() {
    let Some(server) = MailServer::start(&[]) else { return };
    let receiver = Receiver::start();
    let address = receiver.address();
    let mail = mail_settings(server.port, &[("webhook_hosts", "127.0.0.1"), ("tell_webhook", &address)]);
    let change = {
        let mail = mail.clone();
        move |config: &mut Config| {
            config.mail = mail;
            config.oidc.public_url = Some("https://bond.example/".to_owned());
        }
    };
    let app = TestApp::with(change);
    // Of a domain that reports may not go to, without an address, and no administrator.
    let ann = app.signed_in("ann@example.org", ADMIN);
    speaks(&app, &ann, "de");
    app.add_user("carl", ADMIN);
    app.add_user("bob@example.org", USERS);
    look(&app.app);
    assert_eq!((server.mail().len(), receiver.posted().len()), (0, 0), "{:?}", events(&app.app));

    receiver.answers(Manner::Status(500));
    fs::create_dir_all(app.app.data_dir().path().join("quarantine/1")).expect("made");
    look(&app.app);
    look(&app.app);
    let sent = server.mail();
    assert_eq!((sent.len(), &sent[0]["to"]), (1, &json!("ann@example.org")), "{sent:?}");
    let subject = "Eine beschädigte Datei wurde gefunden und ersetzt – Member program";
    assert_eq!(sent[0]["subject"], subject);
    let text = sent[0]["text"].as_str().expect("text");
    assert!(text.contains("Seit 20") && text.contains("https://bond.example\n"), "{text}");
    let dir = app.app.data_dir().path().to_str().expect("text").to_owned();
    for part in ["text", "html"] {
        let text = sent[0][part].as_str().expect("text");
        assert!(!text.contains(&dir) && !text.contains("secret") && !text.contains("quarantine"), "{text}");
    }
    assert_eq!(receiver.posted().len(), 1, "one that failed waits");
    let told: Vec<_> = events(&app.app).into_iter().map(|(event, _)| event).collect();
    assert_eq!(told.iter().filter(|event| *event == "notice_began").count(), 1, "{told:?}");
    assert!(told.contains(&"notice_sent".to_owned()) && told.contains(&"notice_failed".to_owned()), "{told:?}");
    assert!(!format!("{:?}", events(&app.app)).contains("key=secret"));

    // The next start knows what was told, and what is still owed.
    let secret = app.app.store.webhook_secret().expect("read");
    receiver.answers(Manner::Status(204));
    let folder = app.end();
    let config = Config { data_dir: folder.path().join("data"), mail, ..Config::default() };
    let clock = Clock::fixed(date!(2026 - 03 - 15));
    clock.advance(10 * 60);
    let app = App::open(config, clock).expect("opened");
    look(&app);
    look(&app);
    assert_eq!((server.mail().len(), receiver.posted().len()), (1, 2));
    let posted = receiver.posted().remove(1);
    assert!(posted.is_signed_by(&secret));
    let notice = &posted.json()["notices"][0];
    assert_eq!((&notice["condition"], &notice["event"]), (&json!("quarantine"), &json!("began")), "{notice}");

    fs::remove_dir_all(app.data_dir().path().join("quarantine")).expect("removed");
    look(&app);
    look(&app);
    let sent = server.mail();
    assert_eq!((sent.len(), receiver.posted().len()), (2, 3));
    let last = sent.last().expect("a letter");
    assert!(last["subject"].as_str().is_some_and(|subject| subject.starts_with("Vorbei: ")), "{last}");
    assert_eq!(receiver.posted()[2].json()["notices"][0]["event"], "ended");
    assert_eq!(app.store.told().expect("read"), []);
}

fn seen(app: &TestApp, token: &str) -> Vec<Value> {
    let answer = app.get(NOTICES).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["notices"].as_array().expect("notices").clone()
}

#[test]
fn the_page_shows_what_holds_to_whoever_may_mend_it_until_it_is_dismissed() {
    let app = TestApp::new();
    let ann = app.signed_in("ann", ADMIN);
    let bob = app.signed_in("bob", USERS);
    let permission = Permission { module: PermissionModule { code: Module::Data }, editable: true };
    let role = Role { name: "LOADER".to_owned(), permissions: vec![permission], limits: Limits::default() };
    app.app.store.add_role(&role, 1).expect("added");
    let carl = app.signed_in("carl", "LOADER");
    let refused = upload(&app, &ann, &[], &[("logins.csv", "nothing\nof use\n")]);
    assert_eq!(ended(&app, &ann, &refused)["load"]["state"], "refused");
    let at = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).expect("after").as_secs()).expect("a time");
    let failures = Failures { counter: "address 10.0.0.7".to_owned(), times: vec![at; 50] };
    app.app.store.record_failures(&[], &[failures], at).expect("written");
    look(&app.app);

    let of = |token: &str| -> Vec<(String, String)> {
        let text = |notice: &Value, field: &str| notice[field].as_str().expect("text").to_owned();
        let mut all: Vec<_> =
            seen(&app, token).iter().map(|one| (text(one, "condition"), text(one, "route"))).collect();
        all.sort();
        all
    };
    let (loads, sign_ins) = (("loads", "admin/data"), ("sign-ins", "admin/audit"));
    let pairs = |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
    assert_eq!(of(&ann), pairs(&[loads, sign_ins]));
    assert_eq!(of(&carl), pairs(&[loads]), "who may load is told of loads");
    assert_eq!(app.get(NOTICES).bearer(&bob).send().status, 403);
    assert!(seen(&app, &ann)[0]["since"].as_i64().is_some_and(|since| since > 0));
    let spanish = app.get(NOTICES).bearer(&ann).header("accept-language", "es").send();
    assert!(spanish.text.contains("Su informe dice por qué."), "{}", spanish.text);

    let page = app.get("/metrics").send().text;
    for (condition, value) in [("loads", 1), ("sign-ins", 1), ("space", 0), ("backups", 0)] {
        let line = format!("bond_notice{{condition=\"{condition}\"}} {value}");
        assert!(page.lines().any(|found| found.trim_end_matches(".0") == line), "{line}\n{page}");
    }

    let dismiss = |token: &str, condition: &str| {
        app.call("PUT", &format!("{NOTICES}/{condition}/dismissed")).bearer(token).send().status
    };
    assert_eq!((dismiss(&carl, "sign-ins"), dismiss(&bob, "loads")), (404, 403));
    assert_eq!((dismiss(&ann, "space"), dismiss(&ann, "no-such-check")), (404, 404));
    assert_eq!((dismiss(&ann, "loads"), dismiss(&ann, "loads")), (204, 204));
    assert_eq!((of(&ann), of(&carl)), (pairs(&[sign_ins]), pairs(&[loads])), "for oneself");
    let lines = app.app.store.last_audit_lines(50).expect("read");
    let dismissed: Vec<_> = lines.iter().filter(|line| line.event == "notice_dismissed").collect();
    assert_eq!((dismissed.len(), dismissed[0].actor.as_deref()), (1, Some("ann")));

    assert_eq!(ended(&app, &ann, &upload(&app, &ann, &[], BASE))["load"]["state"], "published");
    look(&app.app);
    assert_eq!(of(&carl), pairs(&[]), "the next load is good");
}
