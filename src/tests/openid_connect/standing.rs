//! Who is gone: what ends without a sign-in when the provider says so, or says nothing.

use std::sync::atomic::Ordering;

use bond::abilities::Ability;
use bond::store::api_tokens::NewApiToken;
use bond::store::audit::By;
use bond::store::roles::ADMIN;
use serde_json::{Value, json};

use super::provider::Provider;
use super::{SUBJECT, app_with, begin, claims, finish, last_audit};
use crate::{Answer, TestApp};

const MINUTES: i64 = 10;
const DAY: i64 = 24 * 60 * 60;
pub const API_TOKEN: &str = "bond_secret";

/// Asks the provider about all of whom it is time.
pub fn ask(app: &TestApp) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(app.app.auth.ask_about_users(|| app.app.clock.now(), &|| false)).expect("asked");
}

fn with_roles(provider: &Provider, further: &[(&str, &str)]) -> TestApp {
    let own = [("oidc_roles", "admins=ROLE_ADMIN,staff=USERS"), ("oidc_add_users", "true")];
    app_with(provider, &[&own[..], further].concat())
}

fn try_sign_in(app: &TestApp, provider: &Provider, groups: &[&str], refresh: Option<&str>) -> Answer {
    let begun = begin(app);
    let mut claims = claims(app, provider, &begun);
    claims["groups"] = json!(groups);
    if let Some(refresh) = refresh {
        provider.give(refresh);
    }
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
    finish(app, &begun, "code")
}

fn sign_in(app: &TestApp, provider: &Provider, groups: &[&str], refresh: Option<&str>) -> String {
    let answer = try_sign_in(app, provider, groups, refresh);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["token"].as_str().expect("a token").to_owned()
}

/// The claims when it is asked again; there is no nonce.
fn again(app: &TestApp, provider: &Provider, groups: &[&str]) -> Value {
    let now = app.app.clock.now();
    json!({
        "iss": provider.issuer(), "aud": super::CLIENT, "sub": SUBJECT, "iat": now, "exp": now + 300,
        "preferred_username": "ann.lee", "given_name": "Anna", "groups": groups,
    })
}

/// Gives Ann an API token.
pub fn add_api_token(app: &TestApp) {
    let expires_at = app.app.clock.now() + 300 * DAY;
    let abilities = &[Ability::Read];
    let new = NewApiToken {
        secret: API_TOKEN,
        name: "script",
        abilities,
        modules: None,
        addresses: None,
        expires_at,
        shows: None,
    };
    app.app.store.add_api_token("ann.lee", &new, By::from(app.app.clock.now())).expect("added");
}

/// 200, or the code of the refusal.
fn state(app: &TestApp, token: &str) -> Value {
    let answer = app.get("/api/user/current").bearer(token).send();
    if answer.status == 200 { json!(200) } else { answer.json()["code"].clone() }
}

fn roles(app: &TestApp) -> Vec<String> {
    let ann = app.app.store.user_by_login("ann.lee").expect("read").expect("there");
    ann.roles.into_iter().map(|role| role.name).collect()
}

#[test]
fn a_group_that_ended_takes_its_role_and_the_last_one_takes_all() {
    let provider = Provider::start();
    let app = with_roles(&provider, &[]);
    app.add_user("root", ADMIN);
    let first = sign_in(&app, &provider, &["admins", "staff"], Some("r1"));
    add_api_token(&app);
    let asked = || provider.refreshed.load(Ordering::SeqCst);
    app.app.clock.advance(MINUTES * 60 - 120);
    ask(&app);
    assert_eq!((asked(), state(&app, &first)), (0, json!(200)), "not yet");

    app.app.clock.advance(120);
    provider.renew("r1", "r2", Some(&again(&app, &provider, &["staff"])));
    ask(&app);
    assert_eq!((asked(), roles(&app)), (1, vec!["USERS".to_owned()]));
    assert_eq!((state(&app, &first), state(&app, API_TOKEN)), (json!("session_revoked"), json!(200)));
    assert_eq!(last_audit(&app).0, "roles_changed");

    // The API token is reason enough to ask; each refresh token takes the place of the one before.
    for (old, new) in [("r2", "r3"), ("r3", "r4")] {
        app.app.clock.advance(MINUTES * 60);
        provider.renew(old, new, Some(&again(&app, &provider, &["staff"])));
        ask(&app);
    }
    let second = sign_in(&app, &provider, &["staff"], Some("s1"));
    assert_eq!((asked(), state(&app, &second), state(&app, API_TOKEN)), (3, json!(200), json!(200)));

    app.app.clock.advance(MINUTES * 60);
    provider.renew("s1", "s2", Some(&again(&app, &provider, &["others"])));
    ask(&app);
    assert_eq!((state(&app, &second), state(&app, API_TOKEN)), (json!("session_revoked"), json!("session_revoked")));
    let (event, detail) = last_audit(&app);
    assert_eq!(event, "ended_by_provider");
    assert!(detail.contains("has a role here; 1 sessions ended; API tokens are refused"), "{detail}");
    assert_eq!(try_sign_in(&app, &provider, &["others"], None).status, 401);
    assert_eq!(state(&app, API_TOKEN), json!("session_revoked"));
    app.app.clock.advance(MINUTES * 60);
    ask(&app);
    assert_eq!(asked(), 4, "there is nothing to ask with");
    sign_in(&app, &provider, &["staff"], None);
    assert_eq!(state(&app, API_TOKEN), json!(200));
}

#[test]
fn who_is_gone_loses_sessions_and_with_offline_access_api_tokens_too() {
    for (scopes, of_token) in [("profile email", json!(200)), ("profile offline_access", json!("session_revoked"))] {
        let provider = Provider::start();
        let app = with_roles(&provider, &[("oidc_scopes", scopes)]);
        app.add_user("root", ADMIN);
        let session = sign_in(&app, &provider, &["staff"], Some("r1"));
        add_api_token(&app);
        app.app.clock.advance(MINUTES * 60);
        ask(&app);
        assert_eq!((state(&app, &session), state(&app, API_TOKEN)), (json!("session_revoked"), of_token), "{scopes}");
        assert!(last_audit(&app).1.contains("it no longer vouches for the user"));
        sign_in(&app, &provider, &["staff"], None);
        assert_eq!(state(&app, API_TOKEN), json!(200));
    }
}

/// What the provider took away does not come back by taking the provider away.
#[test]
fn tokens_that_the_provider_ended_do_not_live_again_without_it() {
    for (what, has_password, is_gone, expected) in [
        ("gone, with a password", true, true, json!("token_invalid")),
        ("gone", false, true, json!("token_invalid")),
        ("vouched for alone", false, false, json!("token_invalid")),
        ("vouched for, with a password", true, false, json!(200)),
    ] {
        let provider = Provider::start();
        let app = with_roles(&provider, &[("oidc_scopes", "profile offline_access")]);
        app.add_user("root", ADMIN);
        sign_in(&app, &provider, &["staff"], Some("r1"));
        add_api_token(&app);
        let now = || app.app.clock.now();
        if has_password {
            app.app.store.set_password("ann.lee", "hash", now()).expect("set");
        }
        if is_gone {
            app.app.clock.advance(MINUTES * 60);
            ask(&app);
            assert_eq!(state(&app, API_TOKEN), json!("session_revoked"), "{what}");
        }
        assert_eq!(app.app.store.unlink_user("ann.lee", now()).expect("unlinked"), 1, "{what}");
        assert_eq!(state(&app, API_TOKEN), expected, "{what}");
        app.app.store.set_password("ann.lee", "hash", now()).expect("set");
        assert_eq!(state(&app, API_TOKEN), expected, "{what}, with a password now");
    }
}

#[test]
fn a_provider_that_does_not_answer_or_answers_for_another_changes_nothing_and_is_known() {
    let provider = Provider::start();
    let app = with_roles(&provider, &[]);
    app.add_user("root", ADMIN);
    let session = sign_in(&app, &provider, &["staff"], Some("r1"));
    let unanswered = || app.app.store.unanswered(None).expect("read");
    type Prepare<'a> = &'a dyn Fn();
    let of_another = || {
        let mut claims = again(&app, &provider, &["staff"]);
        claims["sub"] = json!("another");
        provider.renew("r1", "r2", Some(&claims));
    };
    let forged = || {
        let token = provider.signed_by_another(&again(&app, &provider, &["staff"]));
        provider.renew_with("r2", "r3", Some(&token));
    };
    let cases: [(Prepare<'_>, &str); 3] =
        [(&|| provider.break_down(), "HTTP status 500"), (&of_another, "of another user"), (&forged, "not accepted")];
    for (prepare, reason) in cases {
        app.app.clock.advance(MINUTES * 60);
        provider.recover();
        prepare();
        ask(&app);
        let (count, fault) = unanswered();
        assert_eq!((count, state(&app, &session)), (1, json!(200)), "{reason}");
        assert!(fault.as_ref().is_some_and(|fault| fault.contains(reason)), "{fault:?}: {reason}");
        let metrics = app.get("/metrics").send().text;
        assert!(metrics.contains("bond_oidc_users_unanswered 1"), "{metrics}");
    }
    app.app.clock.advance(MINUTES * 60);
    // The refresh tokens of the answers that were not accepted count all the same.
    provider.renew("r3", "r4", Some(&again(&app, &provider, &["staff"])));
    ask(&app);
    assert_eq!((unanswered(), state(&app, &session)), ((0, None), json!(200)));
}

#[test]
fn the_last_administrator_stays_one_and_it_is_said() {
    let provider = Provider::start();
    let app = with_roles(&provider, &[]);
    let session = sign_in(&app, &provider, &["admins"], Some("r1"));
    app.app.clock.advance(MINUTES * 60);
    provider.renew("r1", "r2", Some(&again(&app, &provider, &["staff"])));
    ask(&app);
    assert_eq!((roles(&app), state(&app, &session)), (vec![ADMIN.to_owned()], json!(200)));
    let (_, fault) = app.app.store.unanswered(None).expect("read");
    assert!(fault.is_some_and(|fault| fault.contains("nobody who can administer")));
    // The refresh token of that answer is the one that counts.
    app.app.clock.advance(MINUTES * 60);
    provider.renew("r2", "r3", Some(&again(&app, &provider, &["admins"])));
    ask(&app);
    assert_eq!(app.app.store.unanswered(None).expect("read"), (0, None));
}

#[test]
fn what_the_id_token_lacks_is_read_from_the_provider_as_at_a_sign_in() {
    let provider = Provider::start();
    let app = with_roles(&provider, &[]);
    app.add_user("root", ADMIN);
    sign_in(&app, &provider, &["admins", "staff"], Some("r1"));
    add_api_token(&app);
    app.app.clock.advance(MINUTES * 60);
    provider.renew("r1", "r2", None);
    provider.tell(&json!({"sub": SUBJECT, "groups": ["staff"], "preferred_username": "ann.lee"}));
    ask(&app);
    assert_eq!(roles(&app), ["USERS"]);
}

#[test]
fn an_api_token_of_somebody_without_a_password_lasts_as_long_as_the_providers_word() {
    let provider = Provider::start();
    let app = with_roles(&provider, &[("oidc_token_days", "30")]);
    app.add_user("root", ADMIN);
    sign_in(&app, &provider, &["staff"], None);
    add_api_token(&app);
    app.app.clock.advance(30 * DAY - 120);
    assert_eq!(state(&app, API_TOKEN), json!(200));
    app.app.clock.advance(120);
    assert_eq!(state(&app, API_TOKEN), json!("session_expired"));
    sign_in(&app, &provider, &["staff"], None);
    assert_eq!(state(&app, API_TOKEN), json!(200));
    app.app.clock.advance(40 * DAY);
    assert_eq!(state(&app, API_TOKEN), json!("session_expired"));
    // Who can sign in with a password is known here.
    app.app.store.set_password("ann.lee", "hash", app.app.clock.now()).expect("set");
    assert_eq!(state(&app, API_TOKEN), json!(200));
    assert_eq!(provider.refreshed.load(Ordering::SeqCst), 0);
}

#[test]
fn a_refresh_token_is_in_no_file_in_clear_and_is_kept_only_to_be_used() {
    const REFRESH: &str = "a refresh token that nobody may read";
    let provider = Provider::start();
    for (minutes, is_kept) in [("10", true), ("0", false)] {
        let app = with_roles(&provider, &[("oidc_check_minutes", minutes)]);
        app.add_user("root", ADMIN);
        sign_in(&app, &provider, &["staff"], Some(REFRESH));
        app.app.clock.advance(DAY);
        sign_in(&app, &provider, &["staff"], None);
        let now = app.app.clock.now();
        let kept = app.app.store.identities_to_ask(&provider.issuer(), now, now, 60).expect("read");
        assert_eq!(kept.len(), usize::from(is_kept));
        let folder = app.app.data_dir().path().to_owned();
        assert_eq!(folder.join("oidc.key").exists(), is_kept);
        for file in std::fs::read_dir(folder).expect("read").flatten().filter(|file| file.path().is_file()) {
            let bytes = std::fs::read(file.path()).expect("read");
            let is_there = bytes.windows(REFRESH.len()).any(|part| part == REFRESH.as_bytes());
            assert!(!is_there, "{}", file.path().display());
        }
    }
}
