//! Several providers at once, one of which does what it can to come in as somebody of the other.

use std::fs;
use std::sync::atomic::Ordering;

use bond::auth::oidc::Providers;
use bond::config::{Config, Given, resolve};
use bond::egress::Egress;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::provider::{CLIENT, Provider, SECRET};
use super::standing::ask;
use super::{Begun, SUBJECT, assert_refused, begin_with, claims, finish, finish_as, last_audit, settings};
use crate::command_line::{Serving, captured, run};
use crate::{Answer, TestApp};

/// The table of a provider, with other settings in addition.
fn table(name: &str, provider: &Provider, further: &str) -> String {
    let issuer = provider.issuer();
    format!(
        "[oidc.{name}]\nissuer = \"{issuer}\"\nclient_id = \"{CLIENT}\"\nclient_secret = \"{SECRET}\"\n\
         label = \"Login of {name}\"\n{further}\n"
    )
}

fn read(text: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("bond.toml");
    fs::write(&file, format!("public_url = \"http://127.0.0.1:9\"\n{text}")).expect("written");
    let flags = [("data_dir".to_owned(), "/nowhere".to_owned())].into();
    let resolved = resolve(&Given { flags, file: Some(file), ..Given::default() });
    resolved.map(|resolved| resolved.config).map_err(|error| error.to_string())
}

/// An app with these settings in its file.
pub fn app_of(text: &str) -> TestApp {
    let read = read(text).expect("valid");
    TestApp::with(|config| (config.oidc, config.oidc_tables) = (read.oidc, read.oidc_tables))
}

/// The two providers `a` and `b`, whose keys differ.
fn two() -> (Provider, Provider) {
    let (a, b) = (Provider::start(), Provider::start());
    b.change_key("second");
    (a, b)
}

fn begin(app: &TestApp, name: &str) -> Begun {
    begin_with(app, &format!("?provider={name}"))
}

/// Signs in with the provider of a table, with other claims in addition.
fn sign_in(app: &TestApp, name: &str, provider: &Provider, further: Value) -> Answer {
    let begun = begin(app, name);
    let mut claims = claims(app, provider, &begun);
    claims.as_object_mut().expect("an object").extend(further.as_object().expect("an object").clone());
    provider.accept("code", begun.get("code_challenge"), &provider.sign(&claims));
    finish(app, &begun, "code")
}

fn token(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["token"].as_str().expect("a token").to_owned()
}

fn is_live(app: &TestApp, token: &str) -> bool {
    app.get("/api/user/current").bearer(token).send().status == 200
}

fn roles(app: &TestApp, login: &str) -> Vec<String> {
    let user = app.app.store.user_by_login(login).expect("read").expect("there");
    user.roles.into_iter().map(|role| role.name).collect()
}

/// Ann of `a` and Bob of `b`, who have the same subject.
fn ann_and_bob(app: &TestApp, a: &Provider, b: &Provider) {
    for (login, provider) in [("ann", a), ("bob", b)] {
        app.add_user(login, USERS);
        app.app.store.link_user(login, &provider.issuer(), SUBJECT, 1).expect("linked");
    }
}

#[test]
fn each_has_a_button_in_the_order_of_the_file_and_signs_in_its_own_people() {
    let (plain, (a, b)) = (Provider::start(), two());
    let own = format!(
        "oidc_issuer = \"{}\"\noidc_client_id = \"{CLIENT}\"\noidc_client_secret = \"{SECRET}\"\n",
        plain.issuer()
    );
    // Not in the order of their names.
    let app = app_of(&[own, table("zeta", &a, ""), table("beta", &b, "")].concat());
    ann_and_bob(&app, &a, &b);
    let offer = app.get("/api/auth/oidc").send();
    assert_eq!(offer.json()["label"], "Single sign-on");
    assert_eq!(
        offer.json()["providers"],
        json!([
            {"name": null, "label": "Single sign-on"}, {"name": "zeta", "label": "Login of zeta"},
            {"name": "beta", "label": "Login of beta"},
        ])
    );
    for secret in [SECRET, CLIENT, &a.issuer(), "secret"] {
        assert!(!offer.text.contains(secret), "{}", offer.text);
    }
    // Who names none begins with the first; nobody begins with one that is not there.
    app.get("/api/auth/oidc/start").send();
    assert_eq!([&plain, &a, &b].map(|one| one.discoveries.load(Ordering::SeqCst)), [1, 0, 0]);
    for name in ["gamma", "", "zeta%20"] {
        let answer = app.get(&format!("/api/auth/oidc/start?provider={name}")).send();
        assert_eq!(answer.header("location"), "../../../oidc#error=oidc_unavailable", "{name}");
    }

    for (name, provider, first_name) in [("zeta", &a, "Ann"), ("beta", &b, "Bob")] {
        let answer = sign_in(&app, name, provider, json!({}));
        assert_eq!(
            app.get("/api/v1/account").bearer(&token(&answer)).send().json()["login"],
            first_name.to_lowercase()
        );
        let expected = format!("OpenID Connect by {} as {SUBJECT}", provider.issuer());
        assert_eq!(last_audit(&app), ("sign_in".to_owned(), expected));
    }
}

#[test]
fn a_code_of_one_provider_is_not_shown_to_another() {
    let (a, b) = two();
    let app = app_of(&[table("a", &a, ""), table("b", &b, "")].concat());
    ann_and_bob(&app, &a, &b);
    // Somebody who wanted to sign in at `a` is sent to `b` by it: `b` gives a code and says so.
    let begun = begin(&app, "a");
    let answer =
        |iss: Value| finish_as(&app, &begun.cookie, &json!({"code": "code", "state": begun.get("state"), "iss": iss}));
    for other in [b.issuer(), format!("{}/", a.issuer()), String::new()] {
        assert_refused(&app, &answer(json!(other)), "oidc_not_accepted", "another provider gave it");
    }
    assert_eq!(a.redeemed.load(Ordering::SeqCst), 0);
    // Where the provider announces that it names itself, silence is refused, too.
    b.announce();
    let begun = begin(&app, "b");
    b.accept("code", begun.get("code_challenge"), &b.sign(&claims(&app, &b, &begun)));
    assert_refused(&app, &finish(&app, &begun, "code"), "oidc_not_accepted", "it does not say who gave it");
    assert_eq!(b.redeemed.load(Ordering::SeqCst), 0);
    let body = json!({"code": "code", "state": begun.get("state"), "iss": b.issuer()});
    assert_eq!(finish_as(&app, &begun.cookie, &body).status, 200);
    // There is no other whose code it could be.
    let alone = app_of(&table("b", &b, "add_users = true"));
    token(&sign_in(&alone, "b", &b, json!({})));
    // The callback passes on who gave the code.
    let back = app.get(&format!("/api/auth/oidc/callback?code=c&state=s&iss={}", "http%3A%2F%2Fb.example")).send();
    assert_eq!(back.header("location"), "../../../oidc#code=c&state=s&iss=http%3A%2F%2Fb.example");
}

#[test]
fn what_one_provider_signs_is_nothing_at_another() {
    let (a, b) = two();
    let app = app_of(&[table("a", &a, ""), table("b", &b, "")].concat());
    ann_and_bob(&app, &a, &b);
    let begun = begin(&app, "a");
    let as_of = |provider: &Provider| claims(&app, provider, &begun);
    for (forged, reason) in [
        (b.sign(&as_of(&b)), "its ID token is"),
        (b.sign(&as_of(&a)), "its ID token is"),
        (a.sign(&as_of(&b)), "Invalid issuer"),
    ] {
        a.accept("code", begun.get("code_challenge"), &forged);
        assert_refused(&app, &finish(&app, &begun, "code"), "oidc_not_accepted", reason);
    }
    // The cookie and the state say which provider it is: those of two sign-ins do not go together.
    let other = begin(&app, "b");
    b.accept("code", begun.get("code_challenge"), &b.sign(&claims(&app, &b, &other)));
    for (cookie, state) in [(&begun.cookie, other.get("state")), (&other.cookie, begun.get("state"))] {
        let body = json!({"code": "code", "state": state, "iss": b.issuer()});
        assert_refused(&app, &finish_as(&app, cookie, &body), "oidc_again", "no sign-in with this state");
    }
    assert_eq!(b.redeemed.load(Ordering::SeqCst), 0);
}

#[test]
fn a_provider_that_names_a_login_of_another_gets_nobody_in() {
    let (a, b) = two();
    let app = app_of(&[table("a", &a, ""), table("b", &b, "add_users = true")].concat());
    app.add_user("ann", ADMIN);
    app.app.store.link_user("ann", &a.issuer(), SUBJECT, 1).expect("linked");
    let ann = json!({"preferred_username": "ann", "email": "ann", "email_verified": true});
    let answer = sign_in(&app, "b", &b, ann.clone());
    assert_refused(&app, &answer, "oidc_unknown_user", "its login belongs to another user");
    // Nor by taking the name later.
    let bob = sign_in(&app, "b", &b, json!({"preferred_username": "bob"}));
    assert_eq!(app.get("/api/v1/account").bearer(&token(&bob)).send().json()["login"], "bob");
    let again = sign_in(&app, "b", &b, ann);
    assert_eq!(app.get("/api/v1/account").bearer(&token(&again)).send().json()["login"], "bob");
    assert_eq!((roles(&app, "ann"), roles(&app, "bob")), (vec![ADMIN.to_owned()], vec![USERS.to_owned()]));
}

/// Ann is at both providers, each of which gives roles of its own.
fn ann_at_both(a: &Provider, b: &Provider) -> TestApp {
    let app =
        app_of(&[table("a", a, "roles = \"admins=ROLE_ADMIN\""), table("b", b, "roles = \"staff=USERS\"")].concat());
    app.add_user("root", ADMIN);
    app.add_user("ann", USERS);
    app.app.store.set_password("ann", "", 1).expect("none");
    for (provider, subject) in [(a, SUBJECT), (b, SUBJECT)] {
        app.app.store.link_user("ann", &provider.issuer(), subject, 1).expect("linked");
    }
    app
}

#[test]
fn a_role_ends_with_the_group_of_its_provider_and_another_provider_leaves_it_alone() {
    let (a, b) = two();
    let app = ann_at_both(&a, &b);
    let groups = |groups: &[&str]| json!({"groups": groups});
    token(&sign_in(&app, "a", &a, groups(&["admins"])));
    assert_eq!(roles(&app, "ann"), [ADMIN]);
    for _ in 0..2 {
        token(&sign_in(&app, "b", &b, groups(&["staff"])));
        assert_eq!(roles(&app, "ann"), [ADMIN, USERS]);
    }
    let live = token(&sign_in(&app, "a", &a, groups(&["admins"])));
    assert_eq!(roles(&app, "ann"), [ADMIN, USERS]);
    // What `b` calls a group is none of `a`.
    assert_refused(&app, &sign_in(&app, "b", &b, groups(&["admins"])), "oidc_no_role", "has a role here");
    assert_eq!(roles(&app, "ann"), [ADMIN]);
    assert!(is_live(&app, &live));
    token(&sign_in(&app, "b", &b, groups(&["staff"])));
    assert_refused(&app, &sign_in(&app, "a", &a, groups(&["staff"])), "oidc_no_role", "has a role here");
    assert_eq!(roles(&app, "ann"), [USERS]);
    let line = app.app.store.last_audit_lines(2).expect("read").pop().expect("a line");
    assert_eq!(line.event, "roles_changed");
    assert_eq!(line.detail, Some(format!("USERS; by {}", a.issuer())));
    // The role does not come back by the other way in.
    token(&sign_in(&app, "b", &b, groups(&["staff"])));
    assert_eq!(roles(&app, "ann"), [USERS]);
}

#[test]
fn each_provider_ends_what_it_began_and_is_asked_about_its_own_people() {
    let (a, b) = two();
    let app = ann_at_both(&a, &b);
    a.give("a1");
    token(&sign_in(&app, "a", &a, json!({"groups": ["admins"]})));
    b.give("b1");
    // The role that it adds ends the session before.
    let by_b = token(&sign_in(&app, "b", &b, json!({"groups": ["staff"]})));
    a.give("a2");
    let by_a = token(&sign_in(&app, "a", &a, json!({"groups": ["admins"]})));
    assert!(is_live(&app, &by_a) && is_live(&app, &by_b));

    // `a` says that she is in no group any more.
    app.app.clock.advance(10 * 60);
    let again = |provider: &Provider, groups: &[&str]| {
        let now = app.app.clock.now();
        json!({"iss": provider.issuer(), "aud": CLIENT, "sub": SUBJECT, "iat": now, "exp": now + 300,
               "preferred_username": "ann.lee", "given_name": "Anna", "groups": groups})
    };
    a.renew("a2", "a3", Some(&again(&a, &[])));
    b.renew("b1", "b2", Some(&again(&b, &["staff"])));
    ask(&app);
    assert_eq!([&a, &b].map(|one| one.refreshed.load(Ordering::SeqCst)), [1, 1]);
    assert_eq!(roles(&app, "ann"), [USERS]);
    assert_eq!((is_live(&app, &by_a), is_live(&app, &by_b)), (false, true));
    let ended = app.app.store.last_audit_lines(1).expect("read").remove(0);
    assert_eq!(ended.event, "ended_by_provider");
    assert!(ended.detail.is_some_and(|detail| detail.contains(&format!("by {}: ", a.issuer()))));

    // `b` is away: only its own users are unanswered.
    b.break_down();
    app.app.clock.advance(10 * 60);
    ask(&app);
    let unanswered = |provider: &Provider| app.app.store.unanswered(Some(&provider.issuer())).expect("read").0;
    assert_eq!((unanswered(&a), unanswered(&b)), (0, 1));
    let metrics = app.get("/metrics").send().text;
    for line in [
        "bond_oidc_users_unanswered 1".to_owned(),
        format!("bond_oidc_provider_users_unanswered{{issuer=\"{}\"}} 0", a.issuer()),
        format!("bond_oidc_provider_users_unanswered{{issuer=\"{}\"}} 1", b.issuer()),
    ] {
        assert!(metrics.contains(&line), "{line}: {metrics}");
    }
}

#[test]
fn a_provider_that_is_away_stops_only_its_own_people() {
    let (a, b) = two();
    let app = app_of(&[table("a", &a, ""), table("b", &b, "")].concat());
    ann_and_bob(&app, &a, &b);
    a.break_down();
    let away = app.get("/api/auth/oidc/start?provider=a").send();
    assert_eq!(away.header("location"), "../../../oidc#error=oidc_unavailable");
    let (event, detail) = last_audit(&app);
    assert_eq!(event, "sign_in_failed");
    assert!(detail.starts_with(&format!("OpenID Connect by {}: the provider cannot be used", a.issuer())), "{detail}");
    token(&sign_in(&app, "b", &b, json!({})));
    assert_eq!(app.get("/api/auth/oidc").send().json()["providers"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_logout_token_ends_sessions_of_its_own_provider_only() {
    const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
    let (a, b) = two();
    let app = app_of(&[table("a", &a, ""), table("b", &b, "")].concat());
    ann_and_bob(&app, &a, &b);
    // The same subject, and the same number of the session there.
    let [ann, bob] = [("a", &a), ("b", &b)].map(|(name, one)| token(&sign_in(&app, name, one, json!({"sid": "s"}))));
    let now = app.app.clock.now();
    let claims = |provider: &Provider, id: &str| {
        json!({"iss": provider.issuer(), "aud": CLIENT, "sub": SUBJECT, "sid": "s", "jti": id, "iat": now,
               "exp": now + 120, "events": { EVENT: {} }})
    };
    let send = |token: &str| {
        let call = app.post("/api/auth/oidc/back-channel-logout");
        call.body("application/x-www-form-urlencoded", &format!("logout_token={token}")).send().status
    };
    let mut nobody = claims(&b, "n");
    nobody["iss"] = json!("https://evil.example");
    for forged in [b.sign(&claims(&a, "x")), a.sign(&claims(&b, "x")), b.sign(&nobody)] {
        assert_eq!(send(&forged), 400);
        assert_eq!(last_audit(&app).0, "provider_sign_out_failed");
    }
    assert_eq!([&ann, &bob].map(|token| is_live(&app, token)), [true, true]);
    assert_eq!(send(&b.sign(&claims(&b, "x"))), 200);
    assert_eq!([&ann, &bob].map(|token| is_live(&app, token)), [true, false]);
    assert_eq!(last_audit(&app).1, format!("OpenID Connect by {}: 1 of the sessions here", b.issuer()));
    // What was used at one provider is not used up at the other.
    assert_eq!(send(&a.sign(&claims(&a, "x"))), 200);
    assert!(!is_live(&app, &ann));
}

#[test]
fn signing_out_leads_to_the_provider_of_the_session() {
    let (a, b) = two();
    let app = app_of(&[table("a", &a, "sign_out = true"), table("b", &b, "sign_out = true")].concat());
    ann_and_bob(&app, &a, &b);
    let offered = |cookie: &str| {
        let offer = app.get("/api/auth/oidc").header("cookie", cookie).send().json();
        let out = app.get("/api/auth/oidc/sign-out").header("cookie", cookie).send().header("location").to_owned();
        (offer["signOut"].clone(), offer["signOutLabel"].clone(), out)
    };
    // Nobody knows which one it would be.
    assert_eq!(offered("bond_browser=x"), (json!(false), json!(null), "../../../sign-out".to_owned()));
    for (name, provider) in [("a", &a), ("b", &b)] {
        let answer = sign_in(&app, name, provider, json!({}));
        let cookie = format!("bond_browser={}", answer.cookie("bond_browser").expect("a cookie"));
        app.post("/api/auth/logout").bearer(&token(&answer)).send();
        let (is_offered, label, out) = offered(&cookie);
        assert_eq!((is_offered, label), (json!(true), json!(format!("Login of {name}"))));
        assert!(out.starts_with(&format!("{}/end?", provider.issuer())), "{out}");
    }
}

#[test]
fn faults_of_tables_name_the_table_the_setting_and_the_line() {
    let (a, b) = two();
    let fault = |text: &str| match read(text) {
        Ok(config) => {
            Providers::of(&config, &Egress::default()).err().map_or_else(String::new, |error| error.to_string())
        }
        Err(error) => error,
    };
    let with = |further: &str| fault(&[table("a", &a, ""), table("b", &b, further)].concat());
    assert_eq!(with(""), "");
    // The first line has public_url, each table six lines.
    let first = "[oidc.a]\nissuer = \"https://a.example\"\n";
    let cases = [
        (with("colour = 1"), "bond.toml:13: oidc.b: a provider has no key colour; its keys are issuer, client_id, "),
        (with("check_minutes = -1"), "bond.toml:13: oidc.b.check_minutes: "),
        (with("roles = \"staff\""), "bond.toml:13: oidc.b.roles: expected a value of the claim and a role"),
        (
            with("[oidc.b.roles]\nstaff = \"USERS\"\ntoken_days = \"3\""),
            "bond.toml:15: oidc.b.roles: token_days is a setting",
        ),
        (
            with("client_secret_file = \"/nowhere/x\""),
            "bond.toml:8: oidc.b.client_secret_file and client_secret are both set",
        ),
        (with("ca_file = \"/nowhere/x\""), "bond.toml:8: oidc.b.ca_file /nowhere/x: "),
        (with("public_url = \"https://x.example\""), "bond.toml:13: oidc.b: a provider has no key public_url"),
        (fault(first), "bond.toml:2: oidc.a: client_id is missing"),
        (fault(&format!("{first}client_id = \"\"")), "bond.toml:4: oidc.a.client_id: must not be empty"),
        (fault("[oidc.a]\nissuer = \"http://a.example\""), "bond.toml:3: oidc.a.issuer: expected https"),
        (fault("[oidc]\nissuer = \"https://a.example\""), "bond.toml:3: oidc.issuer: expected a table"),
        (
            fault(&[table("a", &a, ""), table("b", &a, "")].concat()),
            "bond.toml:8: oidc.b.issuer is the same as oidc.a.issuer",
        ),
        (
            fault(&[table("a", &a, ""), table("b", &b, "").replace("of b", "of a")].concat()),
            "bond.toml:8: oidc.b.label is the same",
        ),
        (
            fault(&[table("a", &a, ""), table("b", &b, "").replace("client_secret", "scopes")].concat()),
            "bond.toml:8: oidc.b.client_secret_file is missing: of several providers each needs a secret of its own",
        ),
    ];
    for (fault, expected) in cases {
        assert!(fault.contains(expected), "{fault}: {expected}");
        assert!(!fault.contains(SECRET), "{fault}");
    }
    // Beside the settings without a table.
    let mut config = settings(&a, &[]);
    config.oidc_tables = read(&table("b", &a, "")).expect("valid").oidc_tables;
    let fault = Providers::of(&config, &Egress::default()).err().expect("refused").to_string();
    assert!(fault.ends_with("oidc.b.issuer is the same as oidc_issuer"), "{fault}");
    // A table has the defaults of the settings without one, and its secret is not shown.
    let config = read(&table("a", &a, "[oidc.a.roles]\nstaff = \"USERS\"")).expect("valid");
    let shown = config.oidc_table_settings();
    let of = |key: &str| shown.iter().find(|(name, ..)| name == &format!("oidc.a.{key}")).expect("known").2.clone();
    assert_eq!(
        (of("check_minutes"), of("client_secret"), of("roles")),
        ("10".into(), "(set)".into(), "staff=USERS".into())
    );
    assert!(!format!("{config:?}").contains(SECRET));
}

#[test]
fn api_tokens_last_as_long_as_their_own_provider_says() {
    use super::standing::{API_TOKEN, add_api_token};
    let (a, b) = two();
    let further = "roles = \"staff=USERS\"\nadd_users = true\ntoken_days = ";
    let app = app_of(&[table("a", &a, &format!("{further}0")), table("b", &b, &format!("{further}5"))].concat());
    app.add_user("root", ADMIN);
    token(&sign_in(&app, "b", &b, json!({"groups": ["staff"]})));
    add_api_token(&app);
    app.app.clock.advance(4 * 24 * 60 * 60);
    assert!(is_live(&app, API_TOKEN));
    app.app.clock.advance(24 * 60 * 60);
    assert!(!is_live(&app, API_TOKEN), "the first provider has no limit, but did not vouch");
}

#[test]
fn a_running_server_reads_the_tables_anew() {
    let (a, b) = two();
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    let words = ["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"];
    assert_eq!(captured(&run(&data, &words, "correct horse 1\n")).0, 0);
    let file = data.join("bond.toml");
    let write = |tables: &[String]| {
        fs::write(&file, format!("public_url = \"http://127.0.0.1:9\"\n{}", tables.concat())).expect("written");
    };
    write(&[table("a", &a, "")]);
    let server = Serving::start(&data);
    let labels = || {
        let offer: Value = serde_json::from_str(&server.get("api/auth/oidc").1).expect("JSON");
        let all = offer["providers"].as_array().expect("a list").clone();
        all.iter().map(|one| one["label"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels(), ["Login of a"]);
    write(&[table("b", &b, ""), table("a", &a, "")]);
    let (code, said, error) = captured(&run(&data, &["reload"], ""));
    assert!(code == 0 && said.contains("in use now: oidc; after a restart: none"), "{said}{error}");
    assert_eq!(labels(), ["Login of b", "Login of a"]);
    write(&[table("a", &a, ""), table("b", &a, "")]);
    let (code, _, error) = captured(&run(&data, &["reload"], ""));
    assert!(code == 1 && error.contains("bond.toml:8: oidc.b.issuer is the same as oidc.a.issuer"), "{error}");
    assert_eq!(labels(), ["Login of b", "Login of a"], "a fault changes nothing");
    write(&[table("b", &b, "")]);
    assert_eq!(captured(&run(&data, &["reload"], "")).0, 0);
    assert_eq!(labels(), ["Login of b"]);
    let (_, report, _) = captured(&run(&data, &["doctor"], ""));
    assert!(report.contains(&format!("each role that it gives exists: {}", b.issuer())), "{report}");
    b.break_down();
    let (_, report, _) = captured(&run(&data, &["doctor"], ""));
    assert!(report.contains(&format!("{}: the provider cannot be used: ", b.issuer())), "{report}");
    assert_eq!(server.stop().0, 0);
}

/// By a reload, and by a start: the file may have changed while no server ran.
#[test]
fn the_sessions_of_a_provider_that_the_file_no_longer_has_end_at_once() {
    use bond::store::Store;
    use bond::store::oidc::{NewcomerPolicy, OidcIdentity};
    use bond::store::sessions::NewSession;
    let (a, b) = two();
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    let words = ["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"];
    assert_eq!(captured(&run(&data, &words, "correct horse 1\n")).0, 0);
    let write = |tables: &[String]| {
        let text = format!("public_url = \"http://127.0.0.1:9\"\n{}", tables.concat());
        fs::write(data.join("bond.toml"), text).expect("written");
    };
    let store = Store::open(&data).expect("opened");
    let sessions = [("of a", a.issuer()), ("also of a", a.issuer()), ("of b", b.issuer())];
    let now = bond::clock::Clock::system(None).expect("the zone of this machine").now();
    for (_, issuer) in &sessions[1..] {
        store.link_user("ann", issuer, SUBJECT, now).expect("linked");
    }
    for (id, issuer) in &sessions {
        let identity = OidcIdentity {
            issuer,
            subject: SUBJECT,
            nonce: id,
            nonce_ends_at: now + 60,
            login: "",
            first_name: "",
            roles: None,
            sid: None,
            refresh: None,
        };
        let expires_at = now + 3600;
        let (browser, device, address) = (*id, "", "127.0.0.1");
        let session = NewSession { id, user_id: 0, browser, device, at: now, expires_at, replaces: None, address };
        store.start_oidc_session(&identity, &NewcomerPolicy::Refuse, &session).expect("written").expect("signed in");
    }
    let live = || sessions.each_ref().map(|(id, _)| !store.session(id).expect("read").expect("there").ended);
    let ended = || {
        let lines = store.last_audit_lines(20).expect("read").into_iter();
        let lines = lines.filter(|line| line.event == "ended_by_provider");
        lines.map(|line| (line.subject.unwrap_or_default(), line.detail.unwrap_or_default())).collect::<Vec<_>>()
    };

    write(&[table("a", &a, ""), table("b", &b, "")]);
    let server = Serving::start(&data);
    assert_eq!((live(), ended()), ([true; 3], vec![]));
    write(&[table("b", &b, "")]);
    // The settings of a command may be others than those of the server.
    assert_eq!(captured(&run(&data, &["doctor"], "")).0 % 4, 0);
    assert_eq!(live(), [true; 3]);
    assert_eq!(captured(&run(&data, &["reload"], "")).0, 0);
    let said = |issuer: String, count: usize| {
        let detail = format!("OpenID Connect by {issuer}: the settings no longer have it; {count} sessions ended");
        ("ann".to_owned(), detail)
    };
    assert_eq!((live(), ended()), ([false, false, true], vec![said(a.issuer(), 2)]));
    assert_eq!(server.stop().0, 0);

    write(&[]);
    assert_eq!(captured(&run(&data, &["user", "list"], "")).0, 0);
    assert_eq!(live(), [false, false, true], "a command ends nothing");
    let server = Serving::start(&data);
    assert_eq!((live(), ended().len()), ([false; 3], 2));
    assert_eq!(ended()[0], said(b.issuer(), 1));
    assert_eq!(server.stop().0, 0);
}

#[test]
fn api_tokens_are_refused_while_the_file_has_no_provider() {
    use super::standing::{API_TOKEN, add_api_token};
    let (a, _) = two();
    let app = app_of(&table("a", &a, "roles = \"staff=USERS\"\nadd_users = true\n"));
    app.add_user("root", ADMIN);
    token(&sign_in(&app, "a", &a, json!({"groups": ["staff"]})));
    add_api_token(&app);
    assert!(is_live(&app, API_TOKEN));
    let providers = app.app.auth.oidc.all();
    app.app.auth.oidc.replace(Vec::new());
    assert!(!is_live(&app, API_TOKEN));
    app.app.auth.oidc.replace(providers);
    assert!(is_live(&app, API_TOKEN));
}
