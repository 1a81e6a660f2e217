//! The provider of `.ci/oidc-provider`, and a person who uses it with a browser.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::provider::unescaped;
use super::resolved;
use super::standing::ask;
use crate::TestApp;
use crate::network::curl;

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

/// A browser at the provider.
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
        let start = self.app.get("/api/auth/oidc/start").send();
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
        let call = self.app.post("/api/auth/oidc/session").json(&json!({"code": of("code"), "state": of("state")}));
        let cookie = start.cookie("bond_oidc").expect("a cookie");
        let answer = call.header("cookie", &format!("bond_oidc={cookie}")).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["token"].as_str().expect("a token").to_owned()
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
        assert_eq!(app.app.store.unanswered().expect("read"), (0, None));
        assert_eq!([&at_desk, &on_phone, &bob].map(|token| status(token)), [401, 200, 200]);
    }
}
