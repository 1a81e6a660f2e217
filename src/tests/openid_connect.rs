//! Signing in by an OpenID Connect provider: a small one that also answers wrongly. `ui/e2e/openid-connect.spec.ts` has
//! a real one, and so have `tls`, over https, and `real`.

mod logout;
mod provider;
mod real;
mod several;
mod standing;
mod tls;

use std::sync::atomic::Ordering;

use bond::config::{Config, Given, resolve};
use bond::egress::Egress;
use bond::store::audit::By;
use bond::store::roles::{ADMIN, USERS};
use bond::store::users::NewUser;
use serde_json::{Value, json};

use crate::{Answer, TestApp};
use provider::{CLIENT, Provider, SECRET};

const SUBJECT: &str = "subject-17";

/// The settings of these tests, with others in addition.
fn settings(provider: &Provider, further: &[(&str, &str)]) -> Config {
    let issuer = provider.issuer();
    let own = [
        ("public_url", "http://127.0.0.1:9"),
        ("oidc_issuer", &issuer),
        ("oidc_client_id", CLIENT),
        ("oidc_client_secret", SECRET),
        ("oidc_label", "Company login"),
    ];
    resolved(own.iter().chain(further).copied())
}

fn resolved<'s>(settings: impl IntoIterator<Item = (&'s str, &'s str)>) -> Config {
    let data_dir = ("data_dir", "/nowhere");
    let all = [data_dir].into_iter().chain(settings);
    let flags = all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    resolve(&Given { flags, ..Given::default() }).expect("valid").config
}

fn app_with(provider: &Provider, further: &[(&str, &str)]) -> TestApp {
    let oidc = settings(provider, further).oidc;
    TestApp::with(|config| config.oidc = oidc)
}

/// An app where Ann, whose role is USERS, is linked to [`SUBJECT`].
fn app_of_ann(provider: &Provider) -> TestApp {
    let app = app_with(provider, &[]);
    app.add_user("ann", USERS);
    app.app.store.link_user("ann", &provider.issuer(), SUBJECT, 1).expect("linked");
    app
}

/// A sign-in under way: the browser's cookie and what the provider was sent.
struct Begun {
    cookie: String,
    query: Vec<(String, String)>,
}

impl Begun {
    fn get(&self, name: &str) -> &str {
        let found = self.query.iter().find(|(known, _)| known == name);
        &found.unwrap_or_else(|| panic!("no {name} in {:?}", self.query)).1
    }
}

fn begin_with(app: &TestApp, query: &str) -> Begun {
    let answer = app.get(&format!("/api/auth/oidc/start{query}")).send();
    assert_eq!(answer.status, 303, "{}", answer.text);
    let location = answer.header("location").to_owned();
    let (_, query) = location.split_once('?').unwrap_or_else(|| panic!("no query: {location}"));
    let query = query.split('&').map(|pair| {
        let (name, value) = pair.split_once('=').expect("a pair");
        (name.to_owned(), provider::unescaped(value))
    });
    Begun { cookie: answer.cookie("bond_oidc").expect("a cookie"), query: query.collect() }
}

fn begin(app: &TestApp) -> Begun {
    begin_with(app, "")
}

fn finish(app: &TestApp, begun: &Begun, code: &str) -> Answer {
    finish_with(app, &begun.cookie, code, begun.get("state"))
}

fn finish_with(app: &TestApp, cookie: &str, code: &str, state: &str) -> Answer {
    finish_as(app, cookie, &json!({"code": code, "state": state}))
}

fn finish_as(app: &TestApp, cookie: &str, body: &Value) -> Answer {
    let call = app.post("/api/auth/oidc/session").json(body);
    call.header("cookie", &format!("bond_oidc={cookie}")).send()
}

/// The claims of a good token for this sign-in.
fn claims(app: &TestApp, provider: &Provider, begun: &Begun) -> Value {
    let now = app.app.clock.now();
    json!({
        "iss": provider.issuer(), "aud": CLIENT, "sub": SUBJECT, "nonce": begun.get("nonce"),
        "iat": now, "exp": now + 300, "preferred_username": "ann.lee", "given_name": "Anna",
    })
}

/// Begins a sign-in and has the provider accept the code `code` for it.
fn prepared(app: &TestApp, provider: &Provider) -> Begun {
    let begun = begin(app);
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims(app, provider, &begun)));
    begun
}

fn last_audit(app: &TestApp) -> (String, String) {
    let line = app.app.store.last_audit_lines(1).expect("read").remove(0);
    (line.event, line.detail.unwrap_or_default())
}

/// Asserts that nobody is signed in, with this word for the page and this reason in the audit log.
fn assert_refused(app: &TestApp, answer: &Answer, word: &str, reason: &str) {
    let (event, detail) = last_audit(app);
    assert_eq!(
        (answer.status, answer.json()["error_description"].as_str()),
        (401, Some(word)),
        "{} {detail}",
        answer.text
    );
    assert_eq!((event.as_str(), answer.cookie("XSRF-TOKEN")), ("sign_in_failed", None), "{detail}");
    assert!(detail.contains(reason), "{detail}: {reason}");
    assert!(!answer.text.contains(reason), "the caller does not learn it");
}

#[test]
fn an_administrator_of_the_provider_counts_as_one() {
    let provider = Provider::start();
    let app = app_with(&provider, &[]);
    let password = app.add_user("ada", ADMIN);
    let ada = app.app.store.user_by_login("ada").expect("read").expect("added").id;
    let new = NewUser { login: "ann", first_name: "Ann", password_hash: "", roles: &[ADMIN] };
    app.app.store.add_user(&new, 1).expect("added");
    assert!(!app.app.store.has_other_administrator(ada).expect("read"), "she cannot sign in yet");
    app.app.store.link_user("ann", &provider.issuer(), SUBJECT, 1).expect("linked");
    let begun = prepared(&app, &provider);
    assert_eq!(finish(&app, &begun, "code").status, 200);
    assert!(app.app.store.has_other_administrator(ada).expect("read"));
    // Alone, nobody publishes a method of the score, and the last who can administer stays one.
    app.app.store.disable_user("ada", 2).expect("ann is left");
    assert!(app.app.store.disable_user("ann", 2).is_err());
    assert_ne!(app.login("ada", password).status, 200);
}

#[test]
fn a_linked_user_signs_in_with_pkce_state_and_nonce_and_the_code_and_the_cookie_work_once() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let offer = app.get("/api/auth/oidc").send();
    assert_eq!(
        offer.json(),
        json!({
            "label": "Company login", "providers": [{"name": null, "label": "Company login"}], "signOut": false,
            "signOutLabel": null, "forgotten": false, "longPasswords": false,
        })
    );

    let start = app.get("/api/auth/oidc/start").send();
    let cookie = start.set_cookie("bond_oidc").expect("a cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/api/auth/oidc", "Max-Age=600"] {
        assert!(cookie.contains(part), "{cookie}: {part}");
    }
    let begun = begin(&app);
    assert_eq!(begun.get("redirect_uri"), "http://127.0.0.1:9/api/auth/oidc/callback");
    assert_eq!((begun.get("response_type"), begun.get("code_challenge_method")), ("code", "S256"));
    assert_eq!((begun.get("client_id"), begun.get("scope")), (CLIENT, "openid profile email"));
    for secret in [begun.get("state"), begun.get("nonce")] {
        assert!(!begun.cookie.contains(secret), "the cookie is sealed");
    }

    let begun = prepared(&app, &provider);
    let back = app.get(&format!("/api/auth/oidc/callback?code=code%26x&state={}", begun.get("state"))).send();
    let expected = format!("../../../oidc#code=code%26x&state={}", begun.get("state"));
    assert_eq!((back.status, back.header("location")), (303, expected.as_str()));

    let answer = finish(&app, &begun, "code");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.json();
    assert_eq!((&body["user"]["firstName"], &body["returnUrl"]), (&json!("Ann"), &json!(null)));
    let token = body["token"].as_str().expect("a token");
    assert_eq!(app.get("/api/user/current").bearer(token).send().status, 200);
    assert!(answer.set_cookie("bond_oidc").is_some_and(|cookie| cookie.contains("Max-Age=0")));
    assert!(answer.cookie("XSRF-TOKEN").is_some() && answer.cookie("bond_browser").is_some());
    assert_eq!(
        last_audit(&app),
        ("sign_in".to_owned(), format!("OpenID Connect by {} as {SUBJECT}", provider.issuer()))
    );

    // The provider accepts the code once.
    assert_refused(&app, &finish(&app, &begun, "code"), "oidc_again", "did not accept the code");
    // A provider that accepts it again: the nonce was used.
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims(&app, &provider, &begun)));
    assert_refused(&app, &finish(&app, &begun, "code"), "oidc_again", "it was used before");
    assert_eq!(app.get("/api/user/current").bearer(token).send().status, 200, "a replay ends no session");
}

#[test]
fn only_the_browser_that_began_a_sign_in_finishes_it_in_time() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let begun = prepared(&app, &provider);
    let other = begin(&app);
    let reason = "no sign-in with this state under way";
    let cases = [
        (begun.cookie.as_str(), other.get("state")),
        (other.cookie.as_str(), begun.get("state")),
        ("", begun.get("state")),
        ("AAAA", begun.get("state")),
        (begun.cookie.as_str(), ""),
    ];
    for (cookie, state) in cases {
        assert_refused(&app, &finish_with(&app, cookie, "code", state), "oidc_again", reason);
    }
    let without = app.post("/api/auth/oidc/session").json(&json!({"code": "code", "state": begun.get("state")})).send();
    assert_refused(&app, &without, "oidc_again", reason);
    assert_eq!(provider.redeemed.load(Ordering::SeqCst), 0, "the provider is not even asked");
    let elsewhere = app_of_ann(&provider);
    assert_refused(&elsewhere, &finish(&elsewhere, &begun, "code"), "oidc_again", reason);

    let foreign = app.post("/api/auth/oidc/session").json(&json!({"code": "code", "state": begun.get("state")}));
    let foreign =
        foreign.header("cookie", &format!("bond_oidc={}", begun.cookie)).header("origin", "http://evil.example");
    assert_eq!(foreign.send().status, 403);
    for body in [json!({}), json!({"code": "x"}), json!({"code": 5, "state": "x"})] {
        assert_eq!(app.post("/api/auth/oidc/session").json(&body).send().status, 400, "{body}");
    }

    app.app.clock.advance(10 * 60);
    assert_refused(&app, &finish(&app, &begun, "code"), "oidc_again", reason);
}

#[test]
fn a_code_that_another_browser_asked_for_is_not_redeemed() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let (theirs, mine) = (prepared(&app, &provider), begin(&app));
    // The verifier of this browser does not fit the challenge of the other.
    assert_ne!(theirs.get("code_challenge"), mine.get("code_challenge"));
    assert_refused(&app, &finish(&app, &mine, "code"), "oidc_again", "did not accept the code");
}

#[test]
fn a_token_with_a_wrong_claim_is_refused() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let now = app.app.clock.now();
    let cases: [(&str, Value, &str); 13] = [
        ("iss", json!("https://evil.example"), "Invalid issuer"),
        ("iss", json!(format!("{}/", provider.issuer())), "Invalid issuer"),
        ("aud", json!("another"), "Invalid audiences"),
        ("aud", json!([CLIENT, "another"]), "Invalid audiences"),
        ("nonce", json!("another"), "Invalid nonce"),
        ("nonce", json!(null), "Invalid nonce"),
        ("exp", json!(now - 61), "Expired"),
        ("iat", json!(now + 120), "not issued for this sign-in"),
        ("iat", json!(now - 120), "not issued for this sign-in"),
        ("nbf", json!(now + 120), "not valid yet"),
        ("at_hash", json!("AAAAAAAAAAAAAAAAAAAAAA"), "its access token is another"),
        ("sub", json!(""), "its subject has another form"),
        ("sub", json!("a\nb"), "its subject has another form"),
    ];
    for (name, value, reason) in cases {
        let begun = begin(&app);
        let mut claims = claims(&app, &provider, &begun);
        claims[name] = value.clone();
        provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
        let answer = finish(&app, &begun, "code");
        assert_refused(&app, &answer, "oidc_not_accepted", reason);
    }
    // Within the limit of clocks that differ.
    let begun = begin(&app);
    let mut slow = claims(&app, &provider, &begun);
    (slow["iat"], slow["exp"]) = (json!(now - 55), json!(now - 5));
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&slow));
    assert_eq!(finish(&app, &begun, "code").status, 200);
}

#[test]
fn a_token_that_the_provider_did_not_sign_is_refused() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    type Forge<'a> = &'a dyn Fn(&Value) -> String;
    let cases: [(Forge<'_>, &str); 6] = [
        (&|claims| provider.unsigned(claims), "it is not accepted"),
        (&|claims| provider.signed_with_text(claims, &provider.public_key()), "Disallowed signature algorithm"),
        (&|claims| provider.signed_with_text(claims, SECRET.as_bytes()), "Disallowed signature algorithm"),
        (&|claims| provider.signed_by_another(claims), "Crypto error"),
        (
            &|claims| {
                let token = provider.sign(claims);
                let (rest, _) = token.rsplit_once('.').expect("three parts");
                format!("{rest}.")
            },
            "Crypto error",
        ),
        (&|_| "no token".to_owned(), ""),
    ];
    for (index, (forge, reason)) in cases.iter().enumerate() {
        let begun = begin(&app);
        provider.accept("code", begun.get("code_challenge"), &forge(&claims(&app, &provider, &begun)));
        let answer = finish(&app, &begun, "code");
        let (event, detail) = last_audit(&app);
        assert_eq!((answer.status, event.as_str()), (401, "sign_in_failed"), "{index}: {} {detail}", answer.text);
        assert!(detail.contains("its ID token is not accepted"), "{index}: {detail}");
        assert!(*reason == "it is not accepted" || detail.contains(reason), "{index}: {detail}");
        assert_eq!(answer.cookie("XSRF-TOKEN"), None, "{index}");
    }
}

#[test]
fn new_keys_are_fetched_once_a_minute_at_most() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    assert_eq!(finish(&app, &prepared(&app, &provider), "code").status, 200);
    let fetched = || provider.key_fetches.load(Ordering::SeqCst);
    assert_eq!(fetched(), 1, "with the discovery document");
    provider.change_key("second");
    assert_eq!(finish(&app, &prepared(&app, &provider), "code").status, 200, "the new key is found");
    assert_eq!(fetched(), 2);
    for _ in 0..3 {
        let begun = begin(&app);
        let token = provider.sign_as("unknown", &claims(&app, &provider, &begun));
        provider.accept("code", begun.get("code_challenge"), &token);
        assert_refused(&app, &finish(&app, &begun, "code"), "oidc_not_accepted", "Signature verification failed");
    }
    assert_eq!(fetched(), 2, "unknown keys cause no more requests");
    app.app.clock.advance(60);
    provider.change_key("third");
    assert_eq!(finish(&app, &prepared(&app, &provider), "code").status, 200);
    assert_eq!(fetched(), 3);
}

#[test]
fn a_provider_that_fails_or_is_another_stops_no_local_sign_in() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let password = app.add_user("bob", USERS);
    let begun = prepared(&app, &provider);
    provider.break_down();
    let answer = finish(&app, &begun, "code");
    assert_eq!(
        (answer.status, answer.json()["error"].as_str()),
        (503, Some("provider_unavailable")),
        "{}",
        answer.text
    );
    assert_eq!(answer.json()["error_description"], "oidc_unavailable");
    assert!(last_audit(&app).1.contains("the provider cannot be used"));
    assert_eq!(app.login("bob", password).status, 200);

    // One that cannot be reached at all, and the document of another issuer.
    let gone = Provider::unreachable();
    let other = Provider::start();
    other.claim_to_be("https://login.example.com");
    for provider in [&gone, &other] {
        let app = app_with(provider, &[]);
        let password = app.add_user("bob", USERS);
        let answer = app.get("/api/auth/oidc/start").send();
        assert_eq!((answer.status, answer.header("location")), (303, "../../../oidc#error=oidc_unavailable"));
        assert_eq!(answer.cookie("bond_oidc"), None);
        assert_eq!(app.login("bob", password).status, 200);
    }
    assert_eq!(other.discoveries.load(Ordering::SeqCst), 1);
    let app = app_with(&other, &[]);
    for _ in 0..20 {
        app.get("/api/auth/oidc/start").send();
    }
    assert_eq!(other.discoveries.load(Ordering::SeqCst), 2, "the provider is not called again at once");
}

#[test]
fn a_provider_that_comes_back_is_used_again() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    provider.break_down();
    assert_eq!(app.get("/api/auth/oidc/start").send().header("location"), "../../../oidc#error=oidc_unavailable");
    provider.recover();
    app.app.clock.advance(5);
    assert_eq!(finish(&app, &prepared(&app, &provider), "code").status, 200);
}

#[test]
fn what_the_provider_refuses_is_recorded_for_the_browser_that_asked() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let begun = begin(&app);
    let back = |error: &str, cookie: &str| {
        let path = format!("/api/auth/oidc/callback?error={error}&error_description=x&state={}", begun.get("state"));
        app.get(&path).header("cookie", &format!("bond_oidc={cookie}")).send().header("location").to_owned()
    };
    assert_eq!(back("access_denied", &begun.cookie), "../../../oidc#error=oidc_denied");
    assert!(last_audit(&app).1.ends_with("the provider refused: access_denied"));
    assert_eq!(back("%3Cscript%3E", &begun.cookie), "../../../oidc#error=oidc_denied");
    assert!(last_audit(&app).1.ends_with("an error with another form"));
    assert_eq!(back("access_denied", "AAAA"), "../../../oidc#error=oidc_again");
    let empty = app.get("/api/auth/oidc/callback").send();
    assert_eq!((empty.status, empty.header("location")), (303, "../../../oidc#error=oidc_again"));
}

#[test]
fn a_browser_returns_only_to_an_address_of_this_server() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    for (given, returned) in [
        ("%2Fuser-dashboard%3Fa%3D1", json!("/user-dashboard?a=1")),
        ("https%3A%2F%2Fevil.example", json!(null)),
        ("%2F%2Fevil.example", json!(null)),
        ("%2F%5Cevil.example", json!(null)),
        ("javascript%3Aalert(1)", json!(null)),
    ] {
        let begun = begin_with(&app, &format!("?returnUrl={given}"));
        provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims(&app, &provider, &begun)));
        assert_eq!(finish(&app, &begun, "code").json()["returnUrl"], returned, "{given}");
    }
}

#[test]
fn a_disabled_user_and_one_that_nobody_linked_stay_out() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    app.app.store.disable_user("ann", 1).expect("disabled");
    assert_refused(&app, &finish(&app, &prepared(&app, &provider), "code"), "oidc_disabled", "has been disabled");
    let app = app_with(&provider, &[]);
    // The claim names the login of another user.
    app.add_user("ann.lee", ADMIN);
    let answer = finish(&app, &prepared(&app, &provider), "code");
    assert_refused(&app, &answer, "oidc_unknown_user", &format!("no user is linked to the subject {SUBJECT}"));
    let adding = app_with(&provider, &[("oidc_add_users", "true")]);
    adding.add_user("ann.lee", ADMIN);
    let answer = finish(&adding, &prepared(&adding, &provider), "code");
    assert_refused(&adding, &answer, "oidc_unknown_user", "its login belongs to another user");
}

#[test]
fn roles_come_from_the_claim_at_each_sign_in_or_nobody_comes_in() {
    let provider = Provider::start();
    let mapping = [("oidc_roles", "admins=ROLE_ADMIN,staff=USERS,kings=KING"), ("oidc_add_users", "true")];
    let app = app_with(&provider, &mapping);
    app.add_user("root", ADMIN);
    let given = app.app.config.oidc.given_roles();
    assert_eq!(app.app.store.unknown_roles(&given).expect("read"), ["KING"], "said at the start");
    let sign_in = |groups: Value| {
        let begun = begin(&app);
        let mut claims = claims(&app, &provider, &begun);
        claims["groups"] = groups;
        provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
        finish(&app, &begun, "code")
    };
    let names = |answer: &Answer| -> Vec<String> {
        let roles = answer.json()["user"]["roleList"].as_array().cloned().unwrap_or_default();
        roles.iter().map(|role| role["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_refused(&app, &sign_in(json!([])), "oidc_no_role", "has a role here");
    assert_refused(&app, &sign_in(json!(["others"])), "oidc_no_role", "has a role here");
    assert_refused(&app, &sign_in(json!(["kings"])), "oidc_no_role", "there is no role KING");
    let first = sign_in(json!(["admins", "staff"]));
    assert_eq!(names(&first), [ADMIN, USERS], "{}", first.text);
    let fewer = sign_in(json!(["staff"]));
    assert_eq!(names(&fewer), [USERS]);
    let token = first.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(app.get("/api/user/current").bearer(&token).send().status, 401, "the session with more roles ended");
    assert_refused(&app, &sign_in(json!(["others"])), "oidc_no_role", "has a role here");
}

/// The letter is in the mailbox of the earlier address, which may be somebody else's by now.
#[test]
fn a_login_that_the_provider_changes_ends_the_link_that_was_mailed_to_the_earlier_one() {
    let provider = Provider::start();
    let app = app_with(&provider, &[("oidc_add_users", "true")]);
    let sign_in = |login: &str| {
        let begun = begin(&app);
        let mut claims = claims(&app, &provider, &begun);
        claims["preferred_username"] = json!(login);
        provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
        assert_eq!(finish(&app, &begun, "code").status, 200);
    };
    let (store, by) = (&app.app.store, By::from(app.app.clock.now()));
    let status =
        |secret: &str| app.post("/api/auth/password-link/check").json(&json!({"secret": secret})).send().status;
    sign_in("ann@old.example");
    // Somebody without a password gets no letter.
    store.set_password("ann@old.example", "hash", by).expect("set");
    assert!(store.forgotten_password_link("ann@old.example", "mailed", by).expect("made").is_some());
    sign_in("ann@old.example");
    assert_eq!(status("mailed"), 200, "the login is the same");
    sign_in("ann@new.example");
    assert_eq!(status("mailed"), 404);
    // An administrator gives a link to a person, not to an address.
    store.add_password_link("ann@new.example", "by hand", app.app.clock.now() + 100, by).expect("made");
    sign_in("ann@old.example");
    assert_eq!(status("by hand"), 200);
}

#[test]
fn claims_that_the_token_lacks_are_read_from_the_provider_for_the_same_user_only() {
    let provider = Provider::start();
    let app = app_with(&provider, &[("oidc_roles", "staff=USERS"), ("oidc_add_users", "true")]);
    provider.tell(&json!({"sub": SUBJECT, "groups": ["staff"], "preferred_username": "someone else"}));
    let answer = finish(&app, &prepared(&app, &provider), "code");
    assert_eq!((answer.status, &answer.json()["user"]["firstName"]), (200, &json!("Anna")), "{}", answer.text);
    assert!(app.app.store.user_by_login("ann.lee").expect("read").is_some(), "the ID token's own claims win");
    provider.tell(&json!({"sub": "another", "groups": ["staff"]}));
    let answer = finish(&app, &prepared(&app, &provider), "code");
    assert_refused(&app, &answer, "oidc_not_accepted", "its user cannot be read");
}

#[test]
fn a_thousand_sign_ins_that_begin_leave_nothing_behind() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    begin(&app);
    let (version, lines) =
        (app.app.store.version().expect("read"), app.app.store.last_audit_lines(5000).expect("read").len());
    for _ in 0..1000 {
        begin(&app);
    }
    assert_eq!(app.app.store.version().expect("read"), version, "nothing was written");
    assert_eq!(app.app.store.last_audit_lines(5000).expect("read").len(), lines);
    assert_eq!(provider.discoveries.load(Ordering::SeqCst), 1);
    // Failures are recorded, but not without end.
    for _ in 0..60 {
        assert_eq!(finish_with(&app, "AAAA", "code", "state").status, 401);
    }
    assert_eq!(app.app.store.last_audit_lines(5000).expect("read").len(), lines + 50);
    assert_eq!(finish(&app, &prepared(&app, &provider), "code").status, 200, "they block nobody");
}

#[test]
fn without_a_provider_there_is_no_button_and_no_sign_in() {
    let app = TestApp::new();
    assert_eq!(
        app.get("/api/auth/oidc").send().json(),
        json!({
            "label": null, "providers": [], "signOut": false, "signOutLabel": null, "forgotten": false,
            "longPasswords": false,
        })
    );
    assert_eq!(app.get("/api/auth/oidc/start").send().header("location"), "../../../oidc#error=oidc_unavailable");
    assert_eq!(app.get("/api/auth/oidc/sign-out").send().header("location"), "../../../sign-out");
    assert_eq!(finish_with(&app, "AAAA", "code", "state").status, 404);
}

#[test]
fn signing_out_of_the_provider_is_offered_where_a_setting_says_so() {
    let provider = Provider::start();
    let app = app_with(&provider, &[("oidc_sign_out", "true")]);
    assert_eq!(app.get("/api/auth/oidc").send().json()["signOut"], true);
    let answer = app.get("/api/auth/oidc/sign-out").send();
    let expected = format!(
        "{}/end?client_id={CLIENT}&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fsign-out",
        provider.issuer()
    );
    assert_eq!((answer.status, answer.header("location")), (303, expected.as_str()));
    assert_eq!(app_of_ann(&provider).get("/api/auth/oidc/sign-out").send().header("location"), "../../../sign-out");
}

#[test]
fn behind_a_path_and_tls_of_a_proxy_the_cookie_has_that_path_and_is_secure() {
    let provider = Provider::start();
    let app = app_with(&provider, &[("public_url", "https://example.com/bond/")]);
    let answer = app.get("/api/auth/oidc/start").send();
    let cookie = answer.set_cookie("bond_oidc").expect("a cookie");
    assert!(cookie.contains("Path=/bond/api/auth/oidc") && cookie.contains("Secure"), "{cookie}");
    assert!(
        answer
            .header("location")
            .contains("redirect_uri=https%3A%2F%2Fexample.com%2Fbond%2Fapi%2Fauth%2Foidc%2Fcallback")
    );
}

#[test]
fn settings_that_are_incomplete_stop_the_start_and_the_secret_is_never_shown() {
    let provider = Provider::start();
    let fault = |further: &[(&str, &str)]| {
        bond::auth::oidc::Providers::of(&settings(&provider, further), &Egress::default())
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(fault(&[]), "");
    assert!(fault(&[("oidc_client_id", "")]).contains("oidc_client_id must be set"));
    assert!(fault(&[("public_url", "")]).contains("public_url must be set"));
    assert!(fault(&[("oidc_client_secret_file", "/nowhere/secret")]).contains("both set"));
    let gone = [("oidc_client_secret", ""), ("oidc_client_secret_file", "/nowhere/secret")];
    assert!(fault(&gone).contains("oidc_client_secret_file /nowhere/secret: "));
    assert!(fault(&[("oidc_ca_file", "/nowhere/ca.pem")]).contains("oidc_ca_file /nowhere/ca.pem: "));
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("text");
    std::fs::write(&path, "no certificate").expect("written");
    let path = path.to_str().expect("a path");
    assert!(fault(&[("oidc_ca_file", path)]).contains("it has no certificate; expected "));
    assert_eq!(fault(&[("oidc_client_secret", ""), ("oidc_client_secret_file", path)]), "");

    let config = settings(&provider, &[]);
    let shown = [format!("{config:?}"), serde_json::to_string(&config).expect("JSON")].concat();
    assert!(!shown.contains(SECRET) && shown.contains("(set)"), "{shown}");
    for (name, bad) in [
        ("oidc_issuer", "http://login.example.com"),
        ("oidc_issuer", "login.example.com"),
        ("oidc_issuer", "https://a@login.example.com"),
        ("public_url", "https://example.com/?x"),
        ("oidc_roles", "admins"),
        ("oidc_roles", "a=USERS,a=ROLE_ADMIN"),
        ("oidc_label", " "),
    ] {
        let flags = [(name.to_owned(), bad.to_owned())].into();
        assert!(resolve(&Given { flags, ..Given::default() }).is_err(), "{name} = {bad}");
    }
}
