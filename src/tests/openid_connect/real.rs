//! The provider of `.ci/oidc-provider`, and a person who uses it with a browser.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::provider::unescaped;
use super::several::app_of;
use super::standing::ask;
use super::{finish_as, last_audit, resolved};
use crate::network::curl;
use crate::{Answer, TestApp};

/// The address of Bond that only browsers use here; nothing listens there.
const PUBLIC: &str = "http://127.0.0.1:9";

/// Ended with the test.
pub struct RealProvider {
    child: Child,
    pub issuer: String,
}

impl Drop for RealProvider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl RealProvider {
    /// With these arguments. None if it cannot be installed here.
    pub fn start(words: &[&str]) -> Option<RealProvider> {
        let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".ci/oidc-provider");
        let installed = Command::new(sources.join("install")).output().is_ok_and(|output| output.status.success());
        if !installed || Command::new("node").arg("--version").output().is_err() {
            return None;
        }
        let mut command = Command::new("node");
        command.arg(sources.join("provider.mjs")).args(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let issuer = lines.find_map(|line| Some(line.strip_prefix("The provider is ready: ")?.to_owned()));
        // It goes on to write there.
        std::thread::spawn(move || lines.for_each(drop));
        Some(RealProvider { child, issuer: issuer.expect("the provider starts") })
    }

    /// Over http, for an app whose settings name it.
    fn on(port: u16, app: &TestApp) -> Option<RealProvider> {
        let port = port.to_string();
        RealProvider::start(&["--bond", PUBLIC, "--port", &port, "--back-channel", &app.origin()])
    }
}

/// A port that nothing uses, and the settings that name a provider there.
fn settings() -> (u16, Vec<(&'static str, String)>) {
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port();
    let all = [
        ("public_url", PUBLIC.to_owned()),
        ("oidc_issuer", format!("http://127.0.0.1:{port}")),
        ("oidc_client_id", "bond".to_owned()),
        ("oidc_client_secret", "a secret for trials".to_owned()),
        ("oidc_roles", "staff=USERS".to_owned()),
        ("oidc_add_users", "true".to_owned()),
    ];
    (port, all.into())
}

/// A browser at a provider.
struct Browser<'a> {
    app: &'a TestApp,
    jar: PathBuf,
}

impl Browser<'_> {
    fn curl(&self, words: &[&str]) -> String {
        let jar = self.jar.to_str().expect("text");
        let all = [&["--cookie", jar, "--cookie-jar", jar][..], words].concat();
        curl(&all, Path::new("/dev/null")).expect("there is curl").1
    }

    /// Signs in as a person, by the provider's forms, and returns the token of the session here.
    fn sign_in(&self, login: &str) -> String {
        self.sign_in_with("", login)
    }

    /// The same with the provider of this query.
    fn sign_in_with(&self, query: &str, login: &str) -> String {
        let (start, body) = self.come_back(query, login);
        let answer = finish_as(self.app, &start.cookie("bond_oidc").expect("a cookie"), &body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["token"].as_str().expect("a token").to_owned()
    }

    /// Signs in at the provider, and returns how that began and what it gave.
    fn come_back(&self, query: &str, login: &str) -> (Answer, Value) {
        let start = self.app.get(&format!("/api/auth/oidc/start{query}")).send();
        let mut page = self.curl(&["--location", start.header("location")]);
        let (login, back) = (format!("login={login}"), format!("{PUBLIC}/api/auth/oidc/callback?"));
        // Who is signed in there is only asked to agree, or not even that.
        for fields in [&["prompt=login", &login, "password=any"][..], &["prompt=consent"]] {
            let Some(form) = part(&page, "action=\"", "\"").filter(|_| !page.contains(&back)) else { continue };
            let data: Vec<&str> = fields.iter().flat_map(|field| ["--data-urlencode", *field]).collect();
            page = self.curl(&[&["--location"][..], &data, &[&form]].concat());
        }
        let back = part(&page, &back, "\r\n").unwrap_or_else(|| panic!("no way back: {page}"));
        let of = |name: &str| {
            let pairs = back.split('&').filter_map(|pair| pair.split_once('='));
            pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| unescaped(value))
        };
        (start, json!({"code": of("code"), "state": of("state"), "iss": of("iss")}))
    }

    /// Signs out at the provider.
    fn sign_out(&self, issuer: &str) {
        let page = self.curl(&[&format!("{issuer}/session/end")]);
        let form = part(&page, "action=\"", "\"").expect("a form");
        let xsrf = part(&page, "name=\"xsrf\" value=\"", "\"").expect("a value");
        let said = self.curl(&["--location", "--data", &format!("xsrf={xsrf}"), "--data", "logout=yes", &form]);
        assert!(said.contains("Sign-out Success"), "{said}");
    }
}

fn part(text: &str, before: &str, after: &str) -> Option<String> {
    Some(text.split_once(before)?.1.split(after).next()?.to_owned())
}

#[test]
fn a_sign_out_at_a_real_provider_ends_the_session_here_and_no_other() {
    let (port, settings) = settings();
    let oidc = resolved(settings.iter().map(|(name, value)| (*name, value.as_str()))).oidc;
    let app = TestApp::with(|config| config.oidc = oidc);
    let Some(provider) = RealProvider::on(port, &app) else {
        return crate::skipped("the provider cannot be installed");
    };
    if Command::new("curl").arg("--version").output().is_err() {
        return crate::skipped("there is no curl");
    }
    let folder = tempfile::tempdir().expect("a directory");
    let browser = |name: &str| Browser { app: &app, jar: folder.path().join(name) };
    let (desk, phone, other) = (browser("desk"), browser("phone"), browser("other"));
    let (at_desk, on_phone) = (desk.sign_in("ann+staff"), phone.sign_in("ann+staff"));
    let bob = other.sign_in("bob+staff");
    let status = |token: &str| app.get("/api/user/current").bearer(token).send().status;
    assert_eq!([&at_desk, &on_phone, &bob].map(|token| status(token)), [200; 3]);
    desk.sign_out(&provider.issuer);
    assert_eq!([&at_desk, &on_phone, &bob].map(|token| status(token)), [401, 200, 200]);
    let line = app.app.store.last_audit_lines(1).expect("read").remove(0);
    assert_eq!((line.event.as_str(), line.subject.as_deref()), ("provider_sign_out", Some("ann")));
    // Asked again by its refresh tokens, which it replaces each time, the provider still vouches for both.
    for _ in 0..2 {
        app.app.clock.advance(10 * 60);
        ask(&app);
        assert_eq!(app.app.store.unanswered(None).expect("read"), (0, None));
        assert_eq!([&at_desk, &on_phone, &bob].map(|token| status(token)), [401, 200, 200]);
    }
}

#[test]
fn two_real_providers_at_once_are_kept_apart() {
    let ports = [(); 2].map(|()| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.local_addr().expect("an address").port()
    });
    let tables = ["one", "two"].iter().zip(ports).map(|(name, port)| {
        format!(
            "[oidc.{name}]\nissuer = \"http://127.0.0.1:{port}\"\nclient_id = \"bond\"\n\
             client_secret = \"a secret for trials\"\nlabel = \"{name}\"\nroles = \"staff=USERS\"\nadd_users = true\n\
             login_claim = \"sub\"\nsign_out = true\n"
        )
    });
    let app = app_of(&tables.collect::<String>());
    let [Some(one), Some(two)] = ports.map(|port| RealProvider::on(port, &app)) else {
        return crate::skipped("the provider cannot be installed");
    };
    if Command::new("curl").arg("--version").output().is_err() {
        return crate::skipped("there is no curl");
    }
    let folder = tempfile::tempdir().expect("a directory");
    let browser = |name: &str| Browser { app: &app, jar: folder.path().join(name) };
    let (desk, phone) = (browser("desk"), browser("phone"));
    let first = desk.sign_in_with("?provider=one", "ann+staff");
    // The same subject and login at the other provider is another person, who is not let in as Ann.
    let (start, body) = phone.come_back("?provider=two", "ann+staff");
    let refused = finish_as(&app, &start.cookie("bond_oidc").expect("a cookie"), &body);
    assert_eq!((refused.status, &refused.json()["error_description"]), (401, &json!("oidc_unknown_user")));
    assert!(last_audit(&app).1.contains("its login belongs to another user"), "{}", last_audit(&app).1);
    app.app.store.link_user("ann+staff", &two.issuer, "ann+staff", 1).expect("linked");
    let second = phone.sign_in_with("?provider=two", "ann+staff");
    let status = |token: &str| app.get("/api/user/current").bearer(token).send().status;
    assert_eq!([&first, &second].map(|token| status(token)), [200; 2]);

    // A code of one provider does not reach the other: both say who gave it.
    let (start, _) = browser("other").come_back("?provider=one", "bob+staff");
    let (_, of_two) = browser("another").come_back("?provider=two", "bob+staff");
    let state =
        start.header("location").split("state=").nth(1).and_then(|rest| rest.split('&').next()).expect("a state");
    let mixed = json!({"code": of_two["code"], "state": unescaped(state), "iss": of_two["iss"]});
    let refused = finish_as(&app, &start.cookie("bond_oidc").expect("a cookie"), &mixed);
    assert_eq!((refused.status, &refused.json()["error_description"]), (401, &json!("oidc_not_accepted")));
    assert!(last_audit(&app).1.ends_with("another provider gave it"), "{}", last_audit(&app).1);

    desk.sign_out(&one.issuer);
    assert_eq!([&first, &second].map(|token| status(token)), [401, 200]);
    // One is away: the other signs people in and is asked about them.
    drop(one);
    browser("third").sign_in_with("?provider=two", "eve+staff");
    app.app.clock.advance(10 * 60);
    ask(&app);
    assert_eq!(app.app.store.unanswered(Some(&two.issuer)).expect("read"), (0, None));
    assert_eq!(status(&second), 200);
}
