//! API tokens: what they open and what they do not.

use std::process::Command;

use bond::abilities::Ability;
use bond::http::class::Class;
use bond::http::route::Method;
use bond::routes::table::table;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};
use time::macros::date;

use super::command_line::{captured, run};
use super::routes::path;
use super::{Answer, Program, TestApp};

fn made(app: &TestApp, session: &str, body: &Value) -> (i64, String) {
    let answer = app.post("/api/v1/account/tokens").bearer(session).json(body).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.json();
    let secret = body["secret"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("bond_") && secret.len() == 48, "{secret}");
    assert!(!body["token"].to_string().contains(&secret));
    (body["token"]["id"].as_i64().expect("an id"), secret)
}

fn program(app: &TestApp, token: &str) -> Answer {
    app.get("/api/v1/program").bearer(token).send()
}

#[test]
fn a_token_reads_figures_and_opens_nothing_else() {
    let app = TestApp::new();
    let session = app.signed_in("ann", ADMIN);
    let (_, token) = made(&app, &session, &json!({"name": "spreadsheet", "days": 30}));
    let (mut open, mut closed) = (0, 0);
    for route in table() {
        if !route.class.needs_session() {
            continue;
        }
        let method = route.method.name().to_uppercase();
        let call = app.call(&method, &path(&route)).bearer(&token);
        // As a browser would send it: the cookie of a session is not asked for.
        let answer = if route.method == Method::Get { call.send() } else { call.json(&json!({})).send() };
        let opens = match route.class {
            Class::Module { module, editable } => !editable && !module.is_administration(),
            Class::Export | Class::Trend | Class::Figure | Class::WithoutMembers { .. } => true,
            Class::SignedIn => route.method == Method::Get,
            _ => false,
        };
        assert_eq!(opens, route.opened_by.contains(&Ability::Read), "{}", route.path);
        if opens {
            open += 1;
            assert_ne!(answer.status, 401, "{}: {}", route.path, answer.text);
            assert_ne!(answer.status, 403, "{}: {}", route.path, answer.text);
        } else {
            closed += 1;
            assert_eq!(answer.status, 403, "{}: {}", route.path, answer.text);
        }
    }
    assert!(open > 40 && closed > 30, "{open} {closed}");
    assert_eq!(program(&app, &token).status, 200, "it is still there");
}

#[test]
fn a_token_is_limited_to_its_modules_and_to_those_of_its_user() {
    let app = TestApp::new();
    let session = app.signed_in("ann", ADMIN);
    let (_, offers) = made(&app, &session, &json!({"name": "offers", "days": 1, "modules": ["OFFERS"]}));
    let status = |path: &str, token: &str| app.post(path).bearer(token).json(&json!({})).send().status;
    let (score, of_offers) = ("/api/v1/bond/score", "/api/v1/offers/dashboard/totals");
    let of_offers = match table().into_iter().find(|route| {
        matches!(route.class, Class::Module { module: bond::modules::Module::Offers, .. })
            && route.path.contains("otal")
    }) {
        Some(route) => path(&route),
        None => of_offers.to_owned(),
    };
    assert_eq!((status(score, &offers), status(&of_offers, &offers)), (403, 200));
    let user = app.get("/api/user/current").bearer(&offers).send().json();
    let permissions = json!([{"module": {"code": "OFFERS"}, "editable": false}]);
    assert_eq!(user["roleList"][0]["permissions"], permissions);
    for (body, what) in [
        (json!({"name": "x", "days": 366}), "days"),
        (json!({"name": "x", "days": 0}), "days"),
        (json!({"name": " ", "days": 1}), "name"),
        (json!({"name": "x", "days": 1, "modules": []}), "modules"),
        (json!({"name": "x", "days": 1, "modules": ["ADMIN"]}), "ADMIN"),
        (json!({"name": "x", "days": 1, "modules": ["KINGS"]}), "modules"),
    ] {
        let answer = app.post("/api/v1/account/tokens").bearer(&session).json(&body).send();
        assert_eq!((answer.status, answer.text.contains(what)), (400, true), "{body}: {}", answer.text);
    }
}

#[test]
fn a_token_ends_when_it_expires_is_revoked_or_its_user_is_disabled() {
    let app = TestApp::new();
    let (ann, root) = (app.signed_in("ann", USERS), app.signed_in("root", ADMIN));
    let body = json!({"name": "x", "days": 2});
    let (id, token) = made(&app, &ann, &body);
    assert_eq!(program(&app, &token).status, 200);
    let listed = app.get("/api/v1/account/tokens").bearer(&ann).send().json();
    assert_eq!(listed["tokens"][0]["id"], id);
    assert!(listed["tokens"][0]["lastUsedAt"].is_i64() || listed["tokens"][0]["lastUsedAt"].is_null());
    assert!(!listed.to_string().contains(&token));

    // Another user's token is not one's own.
    let theirs = app.call("DELETE", &format!("/api/v1/account/tokens/{id}")).bearer(&root).send();
    assert_eq!(theirs.status, 404);
    assert_eq!(app.call("DELETE", &format!("/api/v1/account/tokens/{id}")).bearer(&ann).send().status, 204);
    assert_eq!(program(&app, &token).status, 401);

    let (id, token) = made(&app, &ann, &body);
    assert_eq!(app.get("/api/v1/admin/tokens").bearer(&root).send().json()["tokens"][0]["login"], "ann");
    assert_eq!(app.call("DELETE", &format!("/api/v1/admin/tokens/{id}")).bearer(&root).send().status, 204);
    assert_eq!(program(&app, &token).status, 401);

    let (_, token) = made(&app, &ann, &body);
    app.app.store.disable_user("ann", app.app.clock.now()).expect("disabled");
    assert_eq!(program(&app, &token).status, 401);
    app.app.store.enable_user("ann", app.app.clock.now()).expect("enabled");
    assert_eq!(program(&app, &token).status, 200);
    app.app.clock.advance(2 * 24 * 60 * 60);
    let expired = program(&app, &token);
    assert_eq!((expired.status, expired.json()["code"].as_str()), (401, Some("session_expired")));

    let events: Vec<_> = app.app.store.last_audit_lines(20).expect("read").into_iter().map(|line| line.event).collect();
    assert_eq!(events.iter().filter(|event| *event == "token_added").count(), 3);
    assert_eq!(events.iter().filter(|event| *event == "token_revoked").count(), 2);
}

#[test]
fn the_store_has_no_token_and_an_install_may_allow_none() {
    let app = TestApp::with(|config| config.api_token_days = 0);
    let session = app.signed_in("ann", ADMIN);
    let body = json!({"name": "x", "days": 1});
    assert_eq!(app.post("/api/v1/account/tokens").bearer(&session).json(&body).send().status, 403);

    let data = app.app.data_dir().path();
    let words = ["token", "add", "--name", "backup script", "--days", "30", "--module", "members", "ANN"];
    let (code, said, error) = captured(&run(data, &words, ""));
    assert_eq!(code, 0, "{error}");
    let token = said.split_whitespace().find(|word| word.starts_with("bond_")).expect("the token").to_owned();
    assert_eq!(program(&app, &token).status, 200);
    for name in ["bond.sqlite", "bond.sqlite-wal"] {
        let bytes = std::fs::read(data.join(name)).unwrap_or_default();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()), "{name}");
    }
    let (_, listed, _) = captured(&run(data, &["token", "list"], ""));
    assert!(listed.contains("backup script") && listed.contains("MEMBERS"), "{listed}");
    assert_eq!(captured(&run(data, &["token", "revoke", "1"], "")).0, 0);
    assert_eq!(program(&app, &token).status, 401);
    assert_eq!(captured(&run(data, &["token", "revoke", "1"], "")).0, 2);
}

/// The code of a Markdown file, with its language.
fn code(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\n```").collect::<Vec<_>>();
    blocks.chunks(2).filter_map(|pair| pair.get(1)?.split_once('\n')).collect()
}

#[test]
fn the_recipes_of_the_manual_work_as_they_are() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let (_, token) = made(&program.app, &program.token, &json!({"name": "recipes", "days": 30}));
    let table = json!({
        "name": "workbook", "title": "Cards", "screen": "api/v1/dashboard/users/userDashboardInfo", "filters": "{}", "days": 30,
    });
    let table = program.app.post("/api/v1/account/tables").bearer(&program.token).json(&table).send().json();
    let number = format!("/table/{}/", table["token"]["id"]);
    let folder = tempfile::tempdir().expect("a directory");
    let manual = include_str!("../../docs/api.md");
    // The shell's recipes need it, too.
    if Command::new("python3").arg("--version").output().is_err() {
        println!("SKIPPED: there is no python3");
        return;
    }
    let mut tried = Vec::new();
    for (language, recipe) in code(manual) {
        if !recipe.contains("$BOND") && !recipe.contains("os.environ") {
            continue;
        }
        // The address, the token and the number are the ones of this test.
        let recipe: String = recipe
            .lines()
            .filter(|line| !line.starts_with("export "))
            .fold(String::new(), |all, line| all + &line.replace("/table/7/", &number) + "\n");
        let (command, arguments) = match language {
            "python" => ("python3", ["-c", &recipe]),
            _ => ("sh", ["-euc", &recipe]),
        };
        let mut run = Command::new(command);
        run.args(arguments).current_dir(folder.path()).env("BOND", program.app.origin()).env("BOND_TOKEN", &token);
        let output = run.output().expect("run");
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && errors.is_empty(), "{recipe}\n{said}\n{errors}");
        tried.push(said.into_owned());
    }
    assert_eq!(tried.len(), 3, "{tried:?}");
    assert!(tried[0].contains("\"score\"") && !tried[0].contains("\"error\""), "{}", tried[0]);
    assert!(tried[1].lines().count() > 3, "{}", tried[1]);
    let file = std::fs::read_to_string(folder.path().join("table.csv")).expect("written");
    assert!(file.lines().count() > 3, "{file}");
}
