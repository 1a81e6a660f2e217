//! A provider over https, whose certificate is issued by an authority that the test makes: the small provider, which can
//! change its certificate, and a real one with the executable.

use std::path::Path;

use bond::store::Store;
use bond::store::roles::USERS;
use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, date_time_ymd};
use serde_json::json;

use super::provider::{Provider, SECRET, unescaped};
use super::real::RealProvider;
use super::{CLIENT, SUBJECT, app_with, assert_refused, claims, finish, last_audit, prepared};
use crate::TestApp;
use crate::certificates::{Authority, write};
use crate::command_line::{Serving, add_user, captured, run};
use crate::network::curl;

/// As `app_of_ann`, trusting the certificates of this file, too.
fn app_trusting(provider: &Provider, ca_file: &str) -> TestApp {
    let app = app_with(provider, &[("oidc_ca_file", ca_file)]);
    app.add_user("ann", USERS);
    app.app.store.link_user("ann", &provider.issuer(), SUBJECT, 1).expect("linked");
    app
}

/// Asserts that a sign-in cannot begin, that the browser learns only that, and that the audit log has these words.
#[track_caller]
fn assert_does_not_begin(app: &TestApp, words: &[&str]) {
    let answer = app.get("/api/auth/oidc/start").send();
    assert_eq!((answer.status, answer.header("location")), (303, "../../../oidc#error=oidc_unavailable"));
    assert_eq!((answer.cookie("bond_oidc"), answer.text.as_str()), (None, ""));
    let (event, detail) = last_audit(app);
    assert_eq!(event, "sign_in_failed", "{detail}");
    for word in words {
        assert!(detail.contains(word), "{word}: {detail}");
    }
}

#[test]
fn a_user_signs_in_where_the_file_has_the_authority_of_the_provider_among_others() {
    let folder = tempfile::tempdir().expect("a directory");
    let (authority, other) = (Authority::new("company"), Authority::new("another"));
    let both = write(folder.path(), "both.pem", &format!("The company's:\n{}{}", other.pem, authority.pem));
    let provider = Provider::start_with(authority.good());
    let app = app_trusting(&provider, &both);
    let answer = finish(&app, &prepared(&app, &provider), "code");
    assert_eq!((answer.status, &answer.json()["user"]["firstName"]), (200, &json!("Ann")), "{}", answer.text);
    assert!(provider.issuer().starts_with("https://"));
    assert_eq!(last_audit(&app).0, "sign_in");
}

#[test]
fn an_authority_that_is_not_trusted_is_recorded_with_what_to_do_and_the_browser_learns_nothing() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let provider = Provider::start_with(authority.good());
    let what = "the certificate of 127.0.0.1 is not trusted: no authority that Bond trusts has issued it";
    let app = app_trusting(&provider, "");
    assert_does_not_begin(&app, &[what, "set oidc_ca_file to a file with the certificate (PEM)", "restart Bond"]);
    // Another authority, and one with the same name and another key.
    for name in ["another", "company"] {
        let file = Authority::new(name).file(folder.path(), name);
        let app = app_trusting(&provider, &file);
        let todo = format!("add the certificate (PEM) of its authority to oidc_ca_file {file} and restart Bond");
        assert_does_not_begin(&app, &[what, &todo]);
    }
    // Failures are recorded, but not without end.
    let lines = || app.app.store.last_audit_lines(5000).expect("read").len();
    let before = lines();
    for _ in 0..60 {
        app.get("/api/auth/oidc/start").send();
    }
    assert_eq!(lines(), before + 49);
}

#[test]
fn a_certificate_with_another_fault_is_recorded_with_that_fault() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let file = authority.file(folder.path(), "ca.pem");
    let expired = |params: &mut CertificateParams| params.not_after = date_time_ymd(2020, 1, 1);
    let early = |params: &mut CertificateParams| params.not_before = date_time_ymd(4000, 1, 1);
    let as_authority = |params: &mut CertificateParams| params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let cases = [
        (authority.issue("login.example.com", |_| ()), "it is for login.example.com; oidc_issuer must have a name"),
        (authority.issue("127.0.0.2", |_| ()), "it is for 127.0.0.2; oidc_issuer"),
        (authority.issue("127.0.0.1", expired), "it has expired; the provider needs a new one"),
        (authority.issue("127.0.0.1", early), "it is not valid yet; compare the clocks"),
        (authority.issue("127.0.0.1", as_authority), "it is one of an authority; the provider needs one of its own"),
    ];
    for (issued, fault) in cases {
        let provider = Provider::start_with(issued.server());
        assert_does_not_begin(&app_trusting(&provider, &file), &["the certificate of 127.0.0.1 is not trusted", fault]);
    }
}

#[test]
fn a_certificate_that_changes_for_a_worse_one_redeems_no_code() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let provider = Provider::start_with(authority.good());
    let app = app_trusting(&provider, &authority.file(folder.path(), "ca.pem"));
    let begun = prepared(&app, &provider);
    provider.present(Authority::new("another").good());
    let answer = finish(&app, &begun, "code");
    let body = answer.json();
    assert_eq!((answer.status, body["error_description"].as_str()), (503, Some("oidc_unavailable")), "{}", answer.text);
    assert_eq!(answer.cookie("XSRF-TOKEN"), None);
    for word in ["certificate", "oidc_ca_file", "127.0.0.1", folder.path().to_str().expect("text")] {
        assert!(!answer.text.contains(word), "{word}: {}", answer.text);
    }
    assert!(last_audit(&app).1.contains("no authority that Bond trusts has issued it; add "), "{:?}", last_audit(&app));
    // The code was not sent, and works once the provider is the right one again.
    provider.present(authority.good());
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims(&app, &provider, &begun)));
    assert_eq!(finish(&app, &begun, "code").status, 200);
    assert_refused(&app, &finish(&app, &begun, "code"), "oidc_again", "did not accept the code");
}

#[test]
fn a_damaged_or_missing_file_stops_the_start_and_is_named() {
    let parent = tempfile::tempdir().expect("a directory");
    let folder = parent.path();
    let pem = Authority::new("company").pem;
    let encoded: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let block = |text: &str| format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n");
    let half = &encoded[..encoded.len() / 8 * 4];
    let missing = folder.join("none.pem").to_str().expect("text").to_owned();
    let secret = KeyPair::generate().expect("a key").serialize_pem();
    let cases = [
        (missing, "No such file or directory"),
        (folder.to_str().expect("text").to_owned(), "Is a directory"),
        (write(folder, "empty.pem", ""), "it has no certificate"),
        (write(folder, "key.pem", &secret), "it has no certificate"),
        (write(folder, "text.pem", &block("no base64 at all!")), "it is damaged"),
        (write(folder, "end.pem", pem.split("-----END").next().expect("a part")), "it is damaged"),
        (write(folder, "half.pem", &block(half)), "its certificate 1 is damaged"),
        (write(folder, "second.pem", &format!("{pem}{}", block(half))), "its certificate 2 is damaged"),
    ];
    let settings = [
        ("public_url", "http://localhost"),
        ("oidc_issuer", "https://127.0.0.1:9"),
        ("oidc_client_id", CLIENT),
        ("oidc_client_secret", SECRET),
    ];
    let lines: Vec<String> = settings.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let data = folder.join("data");
    add_user(&data, "ann");
    std::fs::write(data.join("bond.toml"), lines.concat()).expect("written");
    for (file, fault) in cases {
        let (code, _, error) =
            captured(&run(&data, &["serve", "--listen", "127.0.0.1:0", "--oidc-ca-file", &file], ""));
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(&format!("oidc_ca_file {file}: {fault}")), "{fault}: {error}");
        assert!(error.contains("expected the certificates of authorities in PEM"), "{error}");
        assert!(!error.contains(SECRET) && !error.contains("PRIVATE KEY"), "{error}");
    }
}

/// As a person with a browser: the sign-in page's button, the provider's forms, and back.
#[test]
fn a_real_provider_over_https_signs_in_by_its_authority_and_not_without_it() {
    let parent = tempfile::tempdir().expect("a directory");
    let folder = parent.path();
    let authority = Authority::new("company");
    // Port 80 is only named: curl is told where Bond is.
    let public = "http://localhost";
    let [cert, key] = authority.issue("127.0.0.1", |_| ()).files(folder);
    let Some(provider) = RealProvider::start(&["--bond", public, "--cert", &cert, "--key", &key]) else {
        return crate::skipped("the provider cannot be installed");
    };
    let (issuer, data) = (provider.issuer.as_str(), folder.join("data"));
    assert!(issuer.starts_with("https://127.0.0.1:"), "{issuer}");
    add_user(&data, "bob");
    let serve = |ca_file: &str| {
        let variables = [
            ("BOND_PUBLIC_URL", public),
            ("BOND_OIDC_ISSUER", issuer),
            ("BOND_OIDC_CLIENT_ID", "bond"),
            ("BOND_OIDC_CLIENT_SECRET", "a secret for trials"),
            ("BOND_OIDC_ROLES", "staff=USERS"),
            ("BOND_OIDC_ADD_USERS", "true"),
            ("BOND_OIDC_CA_FILE", ca_file),
        ];
        Serving::with(&data, "info", &variables)
    };
    let (trusted, jar) = (authority.file(folder, "ca.pem"), folder.join("jar"));
    let jar = jar.to_str().expect("text");
    let walk = |server: &Serving, words: &[&str]| {
        let port = server.base().trim_end_matches('/').rsplit(':').next().expect("a port");
        let to = format!("localhost:80:127.0.0.1:{port}");
        let all = [&["--cookie", jar, "--cookie-jar", jar, "--connect-to", &to], words].concat();
        curl(&all, Path::new(&trusted)).map(|(_, answer)| answer)
    };
    let (start, session) = (format!("{public}/api/auth/oidc/start"), format!("{public}/api/auth/oidc/session"));

    for (ca_file, todo) in [
        (String::new(), "set oidc_ca_file to a file"),
        (Authority::new("company").file(folder, "other.pem"), "to oidc_ca_file"),
    ] {
        let server = serve(&ca_file);
        let Some(answer) = walk(&server, &[&start]) else { return crate::skipped("there is no curl") };
        assert!(answer.contains("location: ../../../oidc#error=oidc_unavailable"), "{answer}");
        assert!(!answer.contains("certificate") && !answer.contains(issuer), "{answer}");
        let (_, log) = server.stop();
        let fault = log.lines().find(|line| line.contains("the OpenID Connect provider cannot be used"));
        assert!(fault.is_some_and(|line| line.contains(todo)), "{log}");
        let store = Store::open(&data).expect("opened");
        let line = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!(line.event, "sign_in_failed");
        assert!(line.detail.as_ref().is_some_and(|detail| detail.contains(todo)), "{line:?}");
    }

    let server = serve(&trusted);
    let form = |page: &str| {
        let (_, rest) = page.rsplit_once("action=\"").unwrap_or_else(|| panic!("no form: {page}"));
        rest.split('"').next().expect("an address").to_owned()
    };
    let login = walk(&server, &["--location", &start]).expect("a page");
    let fields = ["--data", "prompt=login", "--data", "login=ann%2Bstaff", "--data", "password=any"];
    let consent = walk(&server, &[&["--location"][..], &fields, &[&form(&login)]].concat()).expect("a page");
    let back = walk(&server, &["--location", "--data", "prompt=consent", &form(&consent)]).expect("an answer");
    let (_, brought) = back.split_once("../../../oidc#").unwrap_or_else(|| panic!("no way back: {back}"));
    let part = |name: &str| {
        let pairs = brought.lines().next().expect("a line").split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| unescaped(value))
    };
    let body = json!({"code": part("code"), "state": part("state"), "iss": part("iss")}).to_string();
    let answer = walk(&server, &["--json", &body, &session]).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"firstName\":\"Ann\""), "{answer}");
    assert_eq!(server.stop().0, 0);
    let line = Store::open(&data).expect("opened").last_audit_lines(1).expect("read").remove(0);
    assert_eq!(line.detail, Some(format!("OpenID Connect by {issuer} as ann+staff")));
}
