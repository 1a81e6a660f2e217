//! Letters about accounts, at a real mail server; and whoever tries to learn or take something by a forgotten password.

use std::thread;
use std::time::{Duration, Instant};

use bond::store::audit::By;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::reports::{MailServer, free_port, mail_settings};
use super::{Answer, TestApp};

const PASSWORD: &str = "correct horse 1";
const OTHER: &str = "another password";
const FORGOTTEN: &str = "/api/auth/forgotten-password";
const PUBLIC: &str = "https://bond.example.com/loyalty/";

fn program(port: u16) -> TestApp {
    TestApp::with(|config| {
        config.mail = mail_settings(port, &[]);
        config.oidc.public_url = Some(PUBLIC.to_owned());
        config.program_name = "Tea & Loyalty".to_owned();
    })
}

/// The mail that has come, once there are so many.
fn mail(server: &MailServer, count: usize) -> Vec<Value> {
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let mail = server.mail();
        if mail.len() >= count || Instant::now() > limit {
            assert_eq!(mail.len(), count, "{mail:#?}");
            return mail;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// How many letters are in the audit log, once there are so many.
fn wait_for_letters(app: &TestApp, count: usize) -> String {
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let lines = app.app.store.last_audit_lines(200).expect("read");
        let letters: Vec<_> = lines.iter().filter(|line| line.event == "account_letter").collect();
        if letters.len() >= count {
            assert_eq!(letters.len(), count, "{letters:?}");
            return format!("{letters:?}");
        }
        assert!(Instant::now() < limit, "{letters:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn secret_of(mail: &Value) -> String {
    let text = mail["text"].as_str().expect("text");
    let start = format!("{PUBLIC}choose-password#");
    let line = text.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no link: {text}"));
    line[start.len()..].to_owned()
}

fn send(app: &TestApp, method: &str, path: &str, token: &str, body: &Value) -> Answer {
    app.call(method, path).bearer(token).json(body).send()
}

fn choose(app: &TestApp, secret: &str, password: &str) -> u16 {
    app.post("/api/auth/password-link").json(&json!({"secret": secret, "password": password})).send().status
}

fn forgotten(app: &TestApp, login: &str) -> Answer {
    app.post(FORGOTTEN).json(&json!({ "login": login })).send()
}

#[test]
fn invitations_and_changes_are_mailed_with_the_address_of_the_settings() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = program(server.port);
    let root = app.signed_in("root@example.com", ADMIN);
    let users = "/api/v1/admin/users";
    let new = |login: &str| json!({"login": login, "firstName": "Eva", "roles": [USERS], "password": PASSWORD});
    let add = |login: &str| {
        let call = app.post(users).bearer(&root).header("cookie", "bond_language=de");
        call.header("x-forwarded-host", "evil.example").json(&new(login)).send().json()
    };
    assert_eq!(add("eva@elsewhere.example")["link"]["mailed"], false, "mail_domains does not allow it");
    assert_eq!(add("no address")["link"]["mailed"], false);
    let added = add("eva@example.com");
    assert_eq!(added["link"]["mailed"], true);
    let invitation = &mail(&server, 1)[0];
    assert_eq!(
        (&invitation["to"], &invitation["subject"]),
        (&json!("eva@example.com"), &json!("Ihr Konto für Tea & Loyalty"))
    );
    assert!(!invitation.to_string().contains("evil.example") && invitation["defects"] == json!([]), "{invitation}");
    assert!(invitation["html"].as_str().is_some_and(|html| html.contains("Tea &amp; Loyalty")));
    assert_eq!(choose(&app, &secret_of(invitation), OTHER), 204);

    let id = added["user"]["id"].as_i64().expect("an id");
    let roles = json!({"roles": [ADMIN], "password": PASSWORD});
    assert_eq!(send(&app, "PUT", &format!("{users}/{id}/roles"), &root, &roles).status, 204);
    assert_eq!(send(&app, "PUT", &format!("{users}/{id}/roles"), &root, &roles).status, 204, "no change, no mail");
    let all = mail(&server, 2);
    assert_eq!(all[1]["subject"], "Tea & Loyalty: your roles were changed");
    assert!(all[1]["text"].as_str().is_some_and(|text| text.contains("Roles: ROLE_ADMIN") && !text.contains("http")));

    let eva = app.login("eva@example.com", OTHER).json()["token"].as_str().expect("a token").to_owned();
    send(&app, "PUT", "/api/v1/account/preferences", &eva, &json!({"language": "es"}));
    let change = json!({"present": OTHER, "password": PASSWORD});
    assert_eq!(send(&app, "POST", "/api/v1/account/password", &eva, &change).status, 204);
    assert_eq!(mail(&server, 3)[2]["subject"], "Tea & Loyalty: se ha cambiado su contraseña");
    let log = wait_for_letters(&app, 3);
    assert!(log.contains("invitation: sent") && log.contains("roles changed: sent"), "{log}");
}

#[test]
fn a_forgotten_password_is_helped_by_mail_once_and_for_an_hour() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = program(server.port);
    app.add_user("ann@example.com", USERS);
    assert_eq!(app.get("/api/auth/oidc").send().json()["forgotten"], true);
    let poisoned = |name: &str| {
        app.post(FORGOTTEN).header(name, "evil.example").json(&json!({"login": " Ann@Example.com "})).send()
    };
    assert_eq!(poisoned("host").status, 421, "another host is refused");
    let asked = poisoned("x-forwarded-host");
    assert_eq!((asked.status, asked.text.as_str()), (204, ""));
    let first = mail(&server, 1).remove(0);
    assert_eq!(first["to"], "ann@example.com");
    assert!(!first.to_string().contains("evil.example"), "{first}");
    let first = secret_of(&first);

    // Asked again at once, there is no other mail; later the new link takes the place of the first.
    assert_eq!(forgotten(&app, "ann@example.com").status, 204);
    app.app.clock.advance(5 * 60);
    assert_eq!(forgotten(&app, "ann@example.com").status, 204);
    let second = secret_of(&mail(&server, 2)[1]);
    assert_eq!(choose(&app, &first, OTHER), 404, "there is a later one");
    let live = app.login("ann@example.com", PASSWORD).json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(choose(&app, &second, "password1234"), 400, "too common");
    assert_eq!((choose(&app, &second, OTHER), choose(&app, &second, PASSWORD)), (204, 404), "it works once");
    assert_eq!(app.get("/api/user/current").bearer(&live).send().status, 401, "sessions end");
    assert_eq!(mail(&server, 3)[2]["subject"], "Tea & Loyalty: your password was changed");

    let ask = |count: usize| {
        app.app.clock.advance(20 * 60);
        assert_eq!(forgotten(&app, "ann@example.com").status, 204);
        secret_of(&mail(&server, count)[count - 1])
    };
    let late = ask(4);
    app.app.clock.advance(60 * 60);
    assert_eq!(choose(&app, &late, PASSWORD), 404, "an hour");
    let changed = ask(5);
    app.app
        .store
        .set_password("ann@example.com", &bond::auth::password::hash(PASSWORD).expect("valid"), 1)
        .expect("set");
    assert_eq!(choose(&app, &changed, OTHER), 404, "the password has changed");
    let renamed = ask(6);
    app.app.store.rename_user("ann@example.com", "anna@example.com", 1).expect("renamed");
    assert_eq!(choose(&app, &renamed, OTHER), 404, "it went to the address of before");
}

#[test]
fn the_answer_says_of_nobody_whether_it_exists() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = program(server.port);
    app.add_user("ann@example.com", USERS);
    app.add_user("bob", USERS);
    app.add_user("gone@example.com", USERS);
    app.app.store.disable_user("gone@example.com", 1).expect("disabled");
    let of = |login: &str| {
        let answer = forgotten(&app, login);
        let names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
        (answer.status, answer.text, names)
    };
    let known = of("ann@example.com");
    for other in ["nobody@example.com", "bob", "gone@example.com"] {
        assert_eq!(of(other), known, "{other}");
    }
    assert_eq!(mail(&server, 1)[0]["to"], "ann@example.com");
    // An address that asks for many is refused, whomever it asks for.
    let refused = (0..3).map(|number| forgotten(&app, &format!("x{number}@example.com")).status).collect::<Vec<_>>();
    assert_eq!(refused, [204, 429, 429], "five in five minutes");
    app.app.clock.advance(5 * 60);
    for wanted in [204, 204, 204, 204, 204, 429] {
        assert_eq!(forgotten(&app, "ann@example.com").status, wanted);
    }
    let lines = app.app.store.last_audit_lines(200).expect("read");
    assert!(lines.iter().all(|line| !format!("{line:?}").contains("nobody@")), "what is typed may be a password");
}

/// Whoever is refused at an address says nothing about logins any more, and so takes from nobody the letters of others.
#[test]
fn an_address_that_asked_too_often_counts_for_no_login() {
    let app = TestApp::with(|config| {
        config.mail = mail_settings(free_port(), &[]);
        config.oidc.public_url = Some(PUBLIC.to_owned());
        config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    });
    let ask = |host: usize, login: &str| {
        let call = app.post(FORGOTTEN).header("x-forwarded-for", &format!("10.0.0.{host}"));
        call.json(&json!({ "login": login })).send().status
    };
    for host in 1..=4 {
        for number in 0..5 {
            assert_eq!(ask(host, &format!("guess{number}-{host}@example.com")), 204);
        }
        // A login that is asked for twenty times is refused everywhere.
        for _ in 0..5 {
            assert_eq!(ask(host, "ann@example.com"), 429, "{host}");
        }
    }
    assert_eq!(ask(9, "ann@example.com"), 204);
}

/// Forgotten passwords are anybody's to ask for; a link that an administrator made is not theirs to end.
#[test]
fn a_stranger_ends_no_link_that_an_administrator_made() {
    let app = program(free_port());
    let root = app.signed_in("root@example.com", ADMIN);
    let link = |login: &str| {
        let id = app.app.store.user_by_login(login).expect("read").expect("there").id;
        let body = json!({"password": PASSWORD});
        let made = send(&app, "POST", &format!("/api/v1/admin/users/{id}/password-link"), &root, &body).json();
        made["path"].as_str().and_then(|path| path.split_once('#')).expect("a link").1.to_owned()
    };
    for login in ["ann@example.com", "bob@example.com"] {
        app.add_user(login, USERS);
    }
    let secret = link("ann@example.com");
    assert_eq!(forgotten(&app, "ann@example.com").status, 204);
    // It is done after the answer, so that the store itself is asked, too.
    let by = By::from(app.app.clock.now());
    let of = |login: &str| app.app.store.forgotten_password_link(login, "another", by).expect("asked").is_some();
    assert_eq!((of("ann@example.com"), of("bob@example.com")), (false, true), "bob has no link that waits");
    assert_eq!(choose(&app, &secret, OTHER), 204);
    assert_eq!(app.login("ann@example.com", OTHER).status, 200);
}

#[test]
fn an_invitation_stays_and_nothing_is_offered_without_mail_or_an_address() {
    let Some(server) = MailServer::start(&[]) else { return };
    let app = program(server.port);
    let root = app.signed_in("root@example.com", ADMIN);
    let new = json!({"login": "eva@example.com", "firstName": "Eva", "roles": [USERS], "password": PASSWORD});
    send(&app, "POST", "/api/v1/admin/users", &root, &new);
    let secret = secret_of(&mail(&server, 1)[0]);
    assert_eq!(forgotten(&app, "eva@example.com").status, 204);
    // The next letter shows that there was none in between.
    app.add_user("ann@example.com", USERS);
    assert_eq!(forgotten(&app, "ann@example.com").status, 204);
    assert_eq!(mail(&server, 2)[1]["to"], "ann@example.com");
    assert_eq!(choose(&app, &secret, OTHER), 204);

    let without = TestApp::with(|config| config.mail = mail_settings(server.port, &[]));
    assert_eq!(without.get("/api/auth/oidc").send().json()["forgotten"], false);
    assert_eq!(forgotten(&without, "ann@example.com").status, 404);
    let root = without.signed_in("root@example.com", ADMIN);
    assert_eq!(send(&without, "POST", "/api/v1/admin/users", &root, &new).json()["link"]["mailed"], false);

    // A mail server that does not answer holds up nobody.
    let down = program(free_port());
    let root = down.signed_in("root@example.com", ADMIN);
    assert_eq!(send(&down, "POST", "/api/v1/admin/users", &root, &new).json()["link"]["mailed"], true);
    assert!(wait_for_letters(&down, 1).contains("invitation: not sent"));
}
