//! The keys of sessions: tokens that are forged, aged or made from a copy of the store, keys that change, a clock that is
//! set back, and who may migrate the store.

use std::fs;

use bond::auth::sso::{LinkClaims, seal};
use bond::auth::token::Tokens;
use bond::data_dir::DataDir;
use bond::store::keys::SigningKey;
use bond::store::roles::{ADMIN, USERS};
use bond::store::sso::SsoKey;
use bond::store::{Store, copy};
use serde_json::{Value, json};

use super::command_line::{captured, run};
use super::{Answer, TestApp};

fn current(app: &TestApp, token: &str) -> Answer {
    app.get("/api/user/current").bearer(token).send()
}

fn assert_refused(app: &TestApp, what: &str, token: &str) {
    let answer = current(app, token);
    assert_eq!(answer.status, 401, "{what}: {}", answer.text);
}

/// A copy of the store, such as a stolen backup.
fn copied(app: &TestApp) -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().expect("a directory");
    copy::copy_file(&Store::file(app.app.data_dir().path()), &Store::file(dir.path())).expect("copied");
    let store = Store::open(dir.path()).expect("opened");
    (dir, store)
}

#[test]
fn a_copy_of_the_store_opens_no_session() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let (dir, stolen) = copied(&app);
    let keys = stolen.keys().expect("the thief has the keys");
    let tokens = Tokens::new(&keys.install_id, &keys.signing);
    let now = app.app.clock.now();
    let sid = tokens.read(&token, now).expect("the very keys that signed it").sid;

    // The id of the session is nowhere in the copy.
    let bytes = fs::read(Store::file(dir.path())).expect("read");
    assert!(!bytes.windows(sid.len()).any(|window| window == sid.as_bytes()));
    // Nothing that is there is taken for one, in whatever form.
    let connection = rusqlite::Connection::open(Store::file(dir.path())).expect("opened");
    let mut statement =
        connection.prepare("select hex(digest), lower(hex(digest)), browser, id from session").expect("a query");
    let mut rows = statement.query([]).expect("rows");
    let mut tried = 0;
    while let Some(row) = rows.next().expect("a row") {
        let texts: Vec<String> = (0..3).filter_map(|column| row.get(column).ok()).collect();
        let number: i64 = row.get(3).expect("a number");
        let digest = texts[0]
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).expect("text"), 16).expect("a byte"));
        let digest: Vec<u8> = digest.collect();
        use base64::Engine;
        let encoded = [
            base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&digest),
            base64::engine::general_purpose::STANDARD.encode(&digest),
            String::from_utf8_lossy(&digest).into_owned(),
            number.to_string(),
        ];
        for sid in texts.iter().chain(&encoded) {
            let forged = tokens.sign(sid, 1, now, now + 3600).expect("signed");
            assert_refused(&app, sid, &forged);
            tried += 1;
        }
    }
    assert!(tried >= 7, "{tried}");
    // The session itself is alive all the while.
    assert_eq!(current(&app, &token).status, 200);
}

#[test]
fn forged_and_aged_tokens_are_refused() {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let (keys, now) = (app.app.store.keys().expect("keys"), app.app.clock.now());
    let tokens = Tokens::new(&keys.install_id, &keys.signing);
    let sid = tokens.read(&token, now).expect("valid").sid;
    let of = |install: &str, change: &dyn Fn(&mut SigningKey)| {
        let mut key = keys.signing[0].clone();
        change(&mut key);
        Tokens::new(install, &[key]).sign(&sid, 1, now, now + 3600).expect("signed")
    };
    let own = keys.install_id.as_str();
    assert_eq!(current(&app, &of(own, &|_| {})).status, 200, "the tests forge well");

    let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let kid = &keys.signing[0].id;
    let flipped = |text: &str, at: usize| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).expect("text")
    };
    let mut forged = vec![
        ("another token key", of(own, &|key| key.token[0] ^= 1)),
        ("the CSRF key", of(own, &|key| key.token = key.csrf)),
        ("another install", of("another", &|_| {})),
        ("another kid", of(own, &|key| key.id = "another".to_owned())),
        ("no kid", format!("{}.{claims}.{signature}", encode(&json!({"typ": "JWT", "alg": "HS256"})))),
        ("no algorithm", format!("{}.{claims}.", encode(&json!({"typ": "JWT", "alg": "none", "kid": kid})))),
        ("HS512", format!("{}.{claims}.{signature}", encode(&json!({"typ": "JWT", "alg": "HS512", "kid": kid})))),
        ("RS256", format!("{}.{claims}.{signature}", encode(&json!({"typ": "JWT", "alg": "RS256", "kid": kid})))),
        ("no signature", format!("{header}.{claims}.")),
        ("no signature and no dot", format!("{header}.{claims}")),
        ("a changed header", format!("{}.{claims}.{signature}", flipped(header, 10))),
        ("changed claims", format!("{header}.{}.{signature}", flipped(claims, 20))),
        ("a changed signature", format!("{header}.{claims}.{}", flipped(signature, 5))),
        ("a shorter signature", format!("{header}.{claims}.{}", &signature[..20])),
        ("two tokens", format!("{token}.{token}")),
        ("nothing", ".".to_owned()),
        ("text", "abc".to_owned()),
        ("the id alone", sid.clone()),
        ("another session", tokens.sign("another", 1, now, now + 3600).expect("signed")),
        ("an empty session", tokens.sign("", 1, now, now + 3600).expect("signed")),
        ("another user", tokens.sign(&sid, 2, now, now + 3600).expect("signed")),
        ("expired", tokens.sign(&sid, 1, now - 7200, now - 3600).expect("signed")),
        ("expired now", tokens.sign(&sid, 1, now - 7200, now).expect("signed")),
        ("the session's id in other letters", tokens.sign(&sid.to_uppercase(), 1, now, now + 60).expect("signed")),
    ];
    forged.push(("an API token", format!("bond_{}", "A".repeat(43))));
    assert_eq!(forged.len(), 25);
    for (what, forged) in &forged {
        assert_refused(&app, what, forged);
    }
    assert_eq!(current(&app, &token).status, 200);
    println!("PASS T19 tokens: {} forged or aged ones refused", forged.len());
}

#[test]
fn rotated_keys_let_everybody_stay_and_retire_with_the_last_token() {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let answer = app.login("ann", password);
    let (old, cookie) =
        (answer.json()["token"].as_str().expect("a token").to_owned(), answer.cookie("XSRF-TOKEN").expect("a cookie"));
    let before = app.app.store.signing_keys().expect("read").remove(0);

    // Another process does it, while the server runs.
    let data = app.app.data_dir().path();
    let (code, said, error) = captured(&run(data, &["keys", "rotate"], ""));
    assert_eq!(
        (code, said.starts_with("New keys are in use. The earlier ones are accepted until")),
        (0, true),
        "{said}{error}"
    );
    let now = app.app.store.signing_keys().expect("read");
    assert!(now.len() == 2 && now[0].id != before.id && now[0].token != before.token && now[0].csrf != before.csrf);
    assert_eq!(current(&app, &old).status, 200, "the earlier key is accepted");
    let changing = |token: &str, cookie: &str| {
        let call = app.post("/api/auth/logout").bearer(token).header("origin", &app.origin());
        call.header("cookie", &format!("XSRF-TOKEN={cookie}")).header("x-xsrf-token", cookie).send().status
    };
    let renewed = current(&app, &old).cookie("XSRF-TOKEN").expect("a cookie of the new key");
    assert_ne!(renewed, cookie);
    assert_eq!(changing(&old, "of nobody"), 403);
    let new = app.login("ann", password).json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(changing(&old, &cookie), 204, "so are its cookies");

    // The new token is of the new key, so the earlier one may go.
    let install = app.app.store.keys().expect("keys").install_id;
    let at = app.app.clock.now();
    assert!(Tokens::new(&install, &now[..1]).read(&new, at).is_ok());
    assert!(Tokens::new(&install, std::slice::from_ref(&before)).read(&new, at).is_err());
    app.app.clock.advance(8 * 60 * 60 + 60);
    let forged = Tokens::new(&install, &[before]).sign("x", 1, at, at + 100_000).expect("signed");
    let refused = current(&app, &forged);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (401, Some("token_invalid")), "its time is over");

    let other = app.login("ann", password).json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(current(&app, &other).status, 200);
    assert_eq!(captured(&run(data, &["keys", "rotate", "--end-sessions"], "")).0, 0);
    assert_refused(&app, "all sessions end", &other);
    assert_eq!(app.app.store.signing_keys().expect("read").len(), 1);
    assert_eq!(app.login("ann", password).status, 200);
}

#[test]
fn the_keys_of_partners_have_days_of_grace() {
    let app = TestApp::new();
    let key = super::portal_key();
    app.app.store.add_sso_key(&key).expect("added");
    let install = app.app.store.keys().expect("keys").install_id;
    let follow = |key: &SsoKey, nonce: u8| {
        let iat = app.app.clock.now();
        let claims = LinkClaims {
            iss: key.issuer.clone(),
            aud: install.clone(),
            sub: "17".to_owned(),
            login: "ann".to_owned(),
            first_name: "Ann".to_owned(),
            roles: vec![USERS.to_owned()],
            iat,
            exp: iat + 60,
        };
        let link = seal(&key.key, &key.id, [nonce; 12], &claims).expect("sealed");
        let body = json!({"aa": link.aa, "bb": link.bb, "cc": link.cc});
        app.post("/api/auth/sso").json(&body).send().json()["success"] == true
    };
    assert!(follow(&key, 1));
    let data = app.app.data_dir().path();
    let words = ["keys", "rotate", "--sso-keys", "--grace-days", "14"];
    let (code, said, error) = captured(&run(data, &words, ""));
    assert_eq!(code, 0, "{error}");
    let keys = app.app.store.sso_keys().expect("read");
    let new = keys.iter().find(|other| other.id != key.id).expect("a new key");
    assert!(said.contains(&format!("Key id (aa): {}", new.id)), "{said}");
    assert_eq!((&new.issuer, &new.roles), (&key.issuer, &key.roles));
    assert!(follow(&key, 2) && follow(new, 2), "both, so that the partner has time");
    app.app.clock.advance(14 * 24 * 60 * 60 + 60);
    assert!(!follow(&key, 3), "the time of the earlier one is over");
    assert!(follow(new, 3));
    let last = app.app.store.last_audit_lines(30).expect("read");
    assert!(last.iter().any(|line| line.event == "sso_key_replaced"));
    assert!(
        last.iter().any(|line| line.detail.as_deref().is_some_and(|detail| detail.contains("replaced by another")))
    );
}

#[test]
fn a_clock_set_back_lengthens_no_session_and_reopens_no_link() {
    let app = TestApp::new();
    let token = app.signed_in("ann", USERS);
    app.app.clock.advance(59 * 60);
    assert_eq!(current(&app, &token).status, 200);
    app.app.clock.advance(60 * 60);
    assert_refused(&app, "idle for an hour", &token);
    app.app.clock.advance(-2 * 60 * 60);
    assert_refused(&app, "two hours back", &token);

    // A restart, with the clock still behind: the store knows the latest use.
    let used = app.signed_in("bob", USERS);
    let at = app.app.clock.now();
    let restarted = bond::clock::Clock::system(Some("UTC")).expect("a clock");
    let behind = restarted.not_before(
        app.app.store.noted(bond::store::notes::Note::Clock).expect("read").expect("noted when a session began"),
    );
    assert!(behind > 0, "the session began two hours ahead of the machine");
    assert!((at..at + 60).contains(&restarted.now()));

    // The way out of a clock that was ahead by mistake.
    let data = app.app.data_dir().path();
    assert_eq!(captured(&run(data, &["keys", "reset-clock"], "")).0, 0);
    assert_refused(&app, "reset", &used);
    let noted = app.app.store.noted(bond::store::notes::Note::Clock).expect("read").expect("noted");
    assert!(noted < at, "{noted} {at}");
}

#[test]
fn two_thousand_replays_of_a_link_make_one_session() {
    let app = TestApp::new();
    let key = super::portal_key();
    app.app.store.add_sso_key(&key).expect("added");
    let iat = app.app.clock.now();
    let claims = LinkClaims {
        iss: "portal".to_owned(),
        aud: app.app.store.keys().expect("keys").install_id,
        sub: "17".to_owned(),
        login: "ann".to_owned(),
        first_name: "Ann".to_owned(),
        roles: vec![USERS.to_owned()],
        iat,
        exp: iat + 120,
    };
    let link = seal(&key.key, &key.id, [1; 12], &claims).expect("sealed");
    let body = json!({"aa": link.aa, "bb": link.bb, "cc": link.cc});
    let replay = || (0..250).filter(|_| app.post("/api/auth/sso").json(&body).send().json()["success"] == true).count();
    let sessions: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(replay)).collect();
        threads.into_iter().map(|thread| thread.join().expect("ended")).sum()
    });
    assert_eq!(sessions, 1);
    println!("PASS 2,000 replays of a link: {sessions} session");
}

#[test]
fn only_the_holder_of_the_lock_migrates_the_store() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    super::command_line::add_user(&data, "ann");
    let schema = |schema: u32| {
        let connection = rusqlite::Connection::open(Store::file(&data)).expect("opened");
        connection.pragma_update(None, "user_version", schema).expect("set");
    };
    // As if a server of the release before this one ran.
    schema(Store::SCHEMA - 1);
    let held = DataDir::open(&data).expect("locked");
    let (code, _, error) = captured(&run(&data, &["user", "list"], ""));
    assert_eq!(code, 3, "{error}");
    assert!(error.contains("older version of Bond") && error.contains("stop it and start this one"), "{error}");
    assert_eq!(copy::schema_of(&Store::file(&data)).expect("read"), Store::SCHEMA - 1, "it was not migrated");
    drop(held);
    // As if a newer release had migrated it.
    schema(Store::SCHEMA + 1);
    let (code, _, error) = captured(&run(&data, &["user", "list"], ""));
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("newer version of Bond"), "{error}");
    assert_eq!(copy::schema_of(&Store::file(&data)).expect("read"), Store::SCHEMA + 1);
}
