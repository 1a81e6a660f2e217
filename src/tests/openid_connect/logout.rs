//! Back-channel logout: what a provider may end, and what nobody else may.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::provider::{CLIENT, Provider, SECRET};
use super::{SUBJECT, app_of_ann, begin, claims, finish, last_audit};
use crate::{Answer, TestApp};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// A session of Ann that began with this one of the provider, if it says which.
fn session(app: &TestApp, provider: &Provider, sid: Option<&str>) -> String {
    let begun = begin(app);
    let mut claims = claims(app, provider, &begun);
    claims["sid"] = json!(sid);
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
    let answer = finish(app, &begun, "code");
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["token"].as_str().expect("a token").to_owned()
}

/// The claims of a good token that names all sessions of Ann.
fn logout(app: &TestApp, provider: &Provider, id: &str) -> Value {
    let now = app.app.clock.now();
    json!({
        "iss": provider.issuer(), "aud": CLIENT, "sub": SUBJECT, "jti": id, "iat": now, "exp": now + 120,
        "events": { EVENT: {} },
    })
}

fn send(app: &TestApp, token: &str) -> Answer {
    let call = app.post("/api/auth/oidc/back-channel-logout");
    call.body("application/x-www-form-urlencoded", &format!("logout_token={token}")).send()
}

fn is_live(app: &TestApp, token: &str) -> bool {
    let answer = app.get("/api/user/current").bearer(token).send();
    assert!(answer.status == 200 || answer.json()["code"] == "session_revoked", "{}", answer.text);
    answer.status == 200
}

#[track_caller]
fn assert_refused(app: &TestApp, answer: &Answer, reason: &str) {
    let body = answer.json();
    assert_eq!((answer.status, &body["error"]), (400, &json!("invalid_request")), "{}", answer.text);
    assert_eq!(body["error_description"], "The logout token is not accepted.");
    assert_eq!(answer.header("cache-control"), "no-store");
    let (event, detail) = last_audit(app);
    assert_eq!(event, "provider_sign_out_failed", "{detail}");
    assert!(detail.contains(reason), "{detail}: {reason}");
    assert!(!answer.text.contains(reason), "the caller does not learn it");
}

#[test]
fn the_provider_ends_one_session_or_all_of_a_user_at_once() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let password = app.login("ann", "correct horse 1");
    let by_password = password.json()["token"].as_str().expect("a token").to_owned();
    let [one, two, unknown] = [Some("sid-1"), Some("sid-2"), None].map(|sid| session(&app, &provider, sid));
    assert!([&one, &two, &unknown].iter().all(|token| is_live(&app, token)), "each is cached from now on");

    let mut of_one = logout(&app, &provider, "a");
    of_one["sid"] = json!("sid-1");
    of_one.as_object_mut().expect("an object").remove("sub");
    let answer = send(&app, &provider.sign(&of_one));
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text);
    assert_eq!([&one, &two, &unknown].map(|token| is_live(&app, token)), [false, true, true]);
    let (event, detail) = last_audit(&app);
    assert_eq!(event, "provider_sign_out");
    assert_eq!(detail, format!("OpenID Connect by {}: 1 of the sessions here", provider.issuer()));

    // The session of somebody else, or none: there is nothing to end.
    for (id, subject, sid) in [("b", "another", "sid-2"), ("c", "another", "sid-9")] {
        let mut other = logout(&app, &provider, id);
        (other["sub"], other["sid"]) = (json!(subject), json!(sid));
        assert_eq!(send(&app, &provider.sign(&other)).status, 200);
    }
    assert_eq!([&two, &unknown].map(|token| is_live(&app, token)), [true, true]);

    // A list of one audience; the clock of the provider is fast.
    let mut all = logout(&app, &provider, "d");
    (all["aud"], all["iat"]) = (json!([CLIENT]), json!(app.app.clock.now() + 55));
    assert_eq!(send(&app, &provider.sign(&all)).status, 200);
    assert_eq!([&two, &unknown].map(|token| is_live(&app, token)), [false, false]);
    assert!(is_live(&app, &by_password), "the provider did not begin it");
}

#[test]
fn a_session_whose_number_at_the_provider_is_not_known_ends_with_any_of_its_user() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let [known, unknown] = [Some("sid-1"), None].map(|sid| session(&app, &provider, sid));
    let mut token = logout(&app, &provider, "a");
    token["sid"] = json!("sid-2");
    assert_eq!(send(&app, &provider.sign(&token)).status, 200);
    assert_eq!([&known, &unknown].map(|token| is_live(&app, token)), [true, false]);
}

#[test]
fn a_token_works_once() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let first = session(&app, &provider, None);
    let token = provider.sign(&logout(&app, &provider, "a"));
    assert_eq!(send(&app, &token).status, 200);
    assert!(!is_live(&app, &first));
    let second = session(&app, &provider, None);
    assert_refused(&app, &send(&app, &token), "it was used before");
    assert!(is_live(&app, &second));
    app.app.clock.advance(60);
    assert_refused(&app, &send(&app, &token), "it was used before");
    app.app.clock.advance(120);
    assert_refused(&app, &send(&app, &token), "it has expired");
}

#[test]
fn a_token_with_a_wrong_claim_ends_nothing() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let live = session(&app, &provider, Some("sid-1"));
    let now = app.app.clock.now();
    let none = Value::Null;
    let cases: [(&str, Value, &str); 20] = [
        ("iss", json!("https://evil.example"), "its issuer is another"),
        ("iss", none.clone(), "its issuer is another"),
        ("aud", json!("another"), "it is not for Bond alone"),
        ("aud", json!([CLIENT, "another"]), "it is not for Bond alone"),
        ("aud", none.clone(), "it is not for Bond alone"),
        ("events", none.clone(), "it is not about signing out"),
        ("events", json!({"http://schemas.openid.net/event/other": {}}), "it is not about signing out"),
        ("events", json!([EVENT]), "it is not about signing out"),
        ("events", json!({ EVENT: "x" }), "it is not about signing out"),
        ("nonce", json!("n"), "it has a nonce"),
        ("iat", json!(now + 120), "it was issued later than now"),
        ("iat", none.clone(), "it was issued later than now"),
        ("exp", json!(now - 61), "it has expired"),
        ("exp", none.clone(), "it has expired"),
        ("exp", json!("soon"), "it has expired"),
        ("sub", none.clone(), "it names neither a user nor a session"),
        ("sub", json!(7), "what it names has another form"),
        ("sid", json!(""), "what it names has another form"),
        ("jti", none.clone(), "it has no jti"),
        ("jti", json!("x".repeat(256)), "what it names has another form"),
    ];
    for (name, value, reason) in cases {
        let mut token = logout(&app, &provider, "a");
        if value.is_null() {
            token.as_object_mut().expect("an object").remove(name);
        } else {
            token[name] = value;
        }
        assert_refused(&app, &send(&app, &provider.sign(&token)), reason);
    }
    assert!(is_live(&app, &live));
    assert_eq!(send(&app, &provider.sign(&logout(&app, &provider, "a"))).status, 200, "none of them was used up");
    assert!(!is_live(&app, &live));
}

#[test]
fn a_token_that_the_provider_did_not_sign_ends_nothing() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let live = session(&app, &provider, None);
    let claims = logout(&app, &provider, "a");
    let good = provider.sign(&claims);
    let (signed, signature) = good.rsplit_once('.').expect("three parts");
    let (head, _) = signed.split_once('.').expect("two parts");
    let mut other = claims.clone();
    other["sub"] = json!("another");
    let others = provider.sign(&other);
    let claims_of_others = others.split('.').nth(1).expect("three parts");
    let cases = [
        (provider.unsigned(&claims), "its signature is of another kind"),
        (provider.signed_with_text(&claims, SECRET.as_bytes()), "its signature is of another kind"),
        (provider.signed_with_text(&claims, &provider.public_key()), "its signature is of another kind"),
        (provider.signed_by_another(&claims), "no key of the provider signed it"),
        (format!("{signed}."), "no key of the provider signed it"),
        (format!("{head}.{claims_of_others}.{signature}"), "no key of the provider signed it"),
        (format!("{signed}.*"), "its signature has another form"),
        (provider.typed("at+jwt", &claims), "it is a token of another type"),
        ("no.token".to_owned(), "it is no token"),
        (String::new(), "it is no token"),
    ];
    for (token, reason) in &cases {
        assert_refused(&app, &send(&app, token), reason);
    }
    assert!(is_live(&app, &live));
    // What signs in does not sign out, and the other way round.
    let begun = begin(&app);
    let id_token = provider.sign(&super::claims(&app, &provider, &begun));
    assert_refused(&app, &send(&app, &id_token), "it is not about signing out");
    provider.accept("code", begun.get("code_challenge"), &good);
    assert_eq!(finish(&app, &begun, "code").status, 401);
    assert_eq!(send(&app, &provider.typed("logout+jwt", &claims)).status, 200);
    assert!(!is_live(&app, &live));
}

#[test]
fn new_keys_are_fetched_once_a_minute_at_most() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let live = session(&app, &provider, None);
    let fetched = || provider.key_fetches.load(Ordering::SeqCst);
    assert_eq!(fetched(), 1);
    for id in ["a", "b", "c"] {
        let token = provider.sign_as("unknown", &logout(&app, &provider, id));
        assert_refused(&app, &send(&app, &token), "no key of the provider signed it");
    }
    assert_eq!(fetched(), 2);
    app.app.clock.advance(60);
    provider.change_key("second");
    assert_eq!(send(&app, &provider.sign(&logout(&app, &provider, "d"))).status, 200);
    assert_eq!(fetched(), 3);
    assert!(!is_live(&app, &live));
}

#[test]
fn a_flood_is_recorded_only_in_part_and_a_provider_that_is_away_ends_nothing() {
    let provider = Provider::start();
    let app = app_of_ann(&provider);
    let lines = || app.app.store.last_audit_lines(5000).expect("read").len();
    let before = lines();
    for _ in 0..60 {
        assert_eq!(send(&app, "no.such.token").status, 400);
    }
    assert_eq!(lines(), before + 50);
    assert_eq!(provider.discoveries.load(Ordering::SeqCst), 0, "the provider is not asked for what is no token");
    assert_eq!(send(&app, &"x".repeat(9000)).status, 413);
    assert_eq!(app.post("/api/auth/oidc/back-channel-logout").json(&json!({})).send().status, 400);

    let gone = Provider::unreachable();
    let app = app_of_ann(&gone);
    let answer = send(&app, &gone.sign(&logout(&app, &gone, "a")));
    assert_eq!(answer.json()["error_description"], "The keys of the provider cannot be fetched.");
    assert!(last_audit(&app).1.contains("the provider cannot be used"));
    let without = TestApp::new();
    assert_eq!(send(&without, "a.b.c").status, 404);
}
