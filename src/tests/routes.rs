//! Checks every entry of the route table against the access class it declares.

use bond::http::class::Class;
use bond::http::route::{Method, Reply, Route};
use bond::modules::Module;
use bond::routes::table::table;
use bond::scope::Limits;
use bond::screens::{TRENDS, figure};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};

use crate::{Answer, TestApp};

/// The name of a saved mapping.
const MAPPING: &str = "ledger";
/// The name of a role that nobody has.
const ROLE: &str = "clerk";

/// The name of a file that looks like a backup.
const BACKUP: &str = "bond-20260301T013000Z-v1.tar.zst";

/// The route's path with existing ids in place of `{type}`, `{metric}`, `{id}`, `{name}`, `{role}`, `{file}`, `{day}` and `{condition}`; the
/// poll, the mapping, the role and the backup come from [`with_a_poll`].
pub(crate) fn path(route: &Route) -> String {
    let id = route.ids().first().copied().unwrap_or_default();
    // Nobody's: the session with the number 1 is the caller's own.
    let number = if route.path == "/api/v1/account/sessions/{id}" { "999" } else { "1" };
    let path = route.path.replace("{type}", id).replace("{metric}", id).replace("{id}", number);
    // Of an address there is none with this number.
    let path = path.replace("{key}", "1").replace("{name}", MAPPING).replace("{role}", ROLE).replace("{file}", BACKUP);
    let path =
        path.replace("{day}", "2026-03-14").replace("{draft}", "0123456789abcdef").replace("{condition}", "space");
    assert!(!path.contains('{') && !path.ends_with('/'), "{}: name an id that exists", route.path);
    path
}

/// A program with a poll, a mapping, a role, a file that looks like a backup, and no other data.
pub(crate) fn with_a_poll() -> TestApp {
    let app = TestApp::new();
    let polls = "id,question,opened_on,closed_on\n1,What next?,2026-01-01,\n";
    app.import(&[("polls.csv", polls)]).expect("loaded");
    let text = "[[file]]\nname = \"x.csv\"\n[[file.table]]\nname = \"polls\"\n";
    std::fs::create_dir_all(&app.app.backups).expect("a folder");
    std::fs::write(app.app.backups.join(BACKUP), "no backup").expect("written");
    bond::loads::mappings::save(&app.app.store, MAPPING, text, None, 1).expect("saved");
    app.app.store.add_role(&role(ROLE, Module::Offers, false), 1).expect("added");
    app
}

/// A role with a permission for one module.
fn role(name: &str, code: Module, editable: bool) -> Role {
    let permissions = vec![Permission { module: PermissionModule { code }, editable }];
    Role { name: name.to_owned(), permissions, limits: Limits::default() }
}

fn call(app: &TestApp, route: &Route, token: Option<&str>) -> Answer {
    let mut call = match route.method {
        Method::Get => app.get(&path(route)),
        Method::Post => app.post(&path(route)).json(&json!({})),
        Method::Put => app.call("PUT", &path(route)).json(&json!({})),
        Method::Delete => app.call("DELETE", &path(route)),
    };
    if let Some(token) = token {
        call = call.bearer(token);
    }
    call.send()
}

fn assert_headers(answer: &Answer, route: &Route) {
    let path = &route.path;
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    assert!(!policy.contains("unsafe"), "{path}: {policy}");
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
    assert_eq!(answer.header("x-request-id").len(), 16, "{path}");
    if path.starts_with("/api") {
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
}

/// Asserts that routes that require a session return 401 and public routes answer as usual.
fn assert_rejected(app: &TestApp, token: Option<&str>, code: &str) {
    for route in table() {
        let answer = call(app, &route, token);
        assert_headers(&answer, &route);
        let found =
            serde_json::from_str(&answer.text).map_or(json!(null), |body: serde_json::Value| body["code"].clone());
        if route.class == Class::Link {
            let code = if token.is_none() { "no_token" } else { "token_invalid" };
            assert_eq!((answer.status, found), (401, json!(code)), "{}: {}", route.path, answer.text);
        } else if !route.class.needs_session() && route.class != Class::Table {
            assert_eq!(found, json!(null), "{} is public", route.path);
            // It goes on after a password.
            let is_second = route.path == "/api/auth/second-factor/set-up";
            let usual = if is_second { &[401][..] } else { &[200, 204, 303, 400, 404] };
            assert!(usual.contains(&answer.status), "{}: {}", route.path, answer.text);
        } else {
            assert_eq!((answer.status, found), (401, json!(code)), "{}: {}", route.path, answer.text);
            assert_eq!(answer.header("www-authenticate"), "Bearer", "{}", route.path);
        }
    }
}

#[test]
fn without_a_token_only_public_routes_answer() {
    assert_rejected(&TestApp::new(), None, "no_token");
}

#[test]
fn with_an_invalid_token_only_public_routes_answer() {
    let app = TestApp::new();
    for garbage in ["x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0."] {
        assert_rejected(&app, Some(garbage), "token_invalid");
    }
}

#[test]
fn with_an_expired_or_ended_session_only_public_routes_answer() {
    let app = TestApp::new();
    let ended = app.signed_in("ann", ADMIN);
    assert_eq!(app.post("/api/auth/logout").bearer(&ended).send().status, 204);
    assert_rejected(&app, Some(&ended), "session_revoked");
    let expired = app.signed_in("bob", ADMIN);
    app.app.clock.advance(9 * 60 * 60);
    assert_rejected(&app, Some(&expired), "session_expired");
}

/// What an empty body is answered where [`usual_status`] is not the answer, by whom the class lets in. The user with the
/// number 1 is there, as are a poll, a mapping and what looks like a backup; there is nothing else, and links are not allowed.
const OTHER_STATUSES: &[(u16, &[&str])] = &[
    // There is no logo.
    (204, &["get /logo.png"]),
    // A session is no visit of a link, and no password that was just given.
    (401, &["post /api/v1/shared/answer", "post /api/auth/second-factor/set-up"]),
    (
        404,
        &[
            "put /api/v1/views/{id}/first",
            "delete /api/v1/views/{id}/first",
            "post /api/v1/reports/{id}/send",
            "post /api/v1/alerts/{id}/send",
            "get /api/v1/issued/score/{day}",
            "get /api/v1/issued/{metric}/{day}",
            "delete /api/v1/admin/score-method/draft",
            // Nor are agents allowed.
            "post /mcp",
            "get /api/v1/table/{key}/table.csv",
            "get /api/v1/table/{key}/table.json",
            // No load went through the queue.
            "get /api/v1/admin/loads/{id}",
            "post /api/v1/admin/loads/{id}/cancel",
            // Nor was a draft sent.
            "post /api/v1/admin/loads/drafts/{draft}/look",
            "delete /api/v1/admin/loads/drafts/{draft}",
            "post /api/v1/admin/loads/drafts/{draft}/files",
            // Nor do the settings name a place for backups or a system to ask.
            "post /api/v1/admin/backups/places/{name}",
            "post /api/v1/admin/pulls/{name}/run",
            "post /api/v1/admin/pulls/{name}/try",
            // Nor is there anything to tell.
            "put /api/v1/admin/notices/{condition}/dismissed",
        ],
    ),
    // The poll is loaded, and nothing that has figures with a receipt.
    (409, &["post /api/v1/admin/loads/sample", "post /api/v1/receipts/{metric}"]),
    (
        415,
        &[
            "post /api/v1/admin/loads",
            "post /api/v1/admin/loads/suggest",
            "post /api/v1/admin/loads/drafts",
            "post /api/v1/admin/logo",
        ],
    ),
];

/// What an empty body is answered: 400 if it must have a field, 404 where one thing of several is removed, and otherwise what
/// the route answers.
fn usual_status(document: &Value, route: &Route) -> u16 {
    let of =
        &document["paths"][&route.path][route.method.name()]["requestBody"]["content"]["application/json"]["schema"];
    let name = of["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let schema = name.map_or(of, |name| &document["components"]["schemas"][name]);
    match &route.reply {
        _ if schema["required"].as_array().is_some_and(|fields| !fields.is_empty()) => 400,
        _ if route.method == Method::Delete && route.path.ends_with("/{id}") => 404,
        // The reply of each type stands beside it.
        _ if !route.types.is_empty() => 200,
        Reply::Accepted(_) => 202,
        Reply::Nothing => 204,
        Reply::Redirect => 303,
        _ => 200,
    }
}

fn name(route: &Route) -> String {
    format!("{} {}", route.method.name(), route.path)
}

#[test]
fn other_statuses_are_of_calls_that_exist() {
    let names: Vec<String> = table().iter().map(name).collect();
    for of in OTHER_STATUSES.iter().flat_map(|(_, of)| *of) {
        assert!(names.iter().any(|name| name == of), "{of}");
    }
}

#[test]
fn signed_in_users_reach_what_the_access_class_allows() {
    let app = with_a_poll();
    let routes = table();
    for role in [USERS, ADMIN] {
        let token = app.signed_in(role, role);
        let document = app.get("/api/openapi.json").bearer(&token).send().json();
        for route in &routes {
            // Signing out has its own test.
            if route.path == "/api/auth/logout" {
                continue;
            }
            // Only one backup is made or verified at a time.
            while app.app.tasks.latest().is_some_and(|task| task.ended().is_none()) {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            let answer = call(&app, route, Some(&token));
            assert_headers(&answer, route);
            let expected = match route.class {
                Class::Module { module: Module::Admin | Module::Data | Module::People, .. } if role == USERS => 403,
                Class::InPerson { modules }
                    if role == USERS
                        && [Module::People, Module::Admin, Module::Data].iter().any(|of| modules.contains(of)) =>
                {
                    403
                }
                _ => {
                    let other = OTHER_STATUSES.iter().find(|(_, of)| of.contains(&&*name(route)));
                    other.map_or_else(|| usual_status(&document, route), |(status, _)| *status)
                }
            };
            assert_eq!(answer.status, expected, "{} as {role}: {}", route.path, answer.text);
        }
        assert_eq!(app.post("/api/auth/logout").bearer(&token).send().status, 204);
    }
}

/// A role with one module opens the routes of that module and of no other; what changes something asks for more.
#[test]
fn a_module_opens_its_own_routes_only() {
    let app = with_a_poll();
    for (module, editable) in Module::ALL.iter().flat_map(|module| [(*module, false), (*module, true)]) {
        let name = format!("{}-{editable}", module.code());
        app.app.store.add_role(&role(&name, module, editable), 1).expect("added");
        let token = app.signed_in(&name, &name);
        for route in table().iter().filter(|route| route.class.needs_permission()) {
            // Without a body, so that nothing is done; what is not refused is wrong in another way.
            let method = route.method.name().to_uppercase();
            let answer = app.call(&method, &path(route)).bearer(&token).send();
            let (of, changes) = match route.class {
                Class::Module { module, editable } => (module, editable),
                Class::WithoutMembers { module } => (module, false),
                Class::Export => (Module::Export, false),
                Class::Trend => (TRENDS[0].dashboard.module, false),
                Class::Figure => (figure(route.ids()[0]).expect("a figure").dashboard.module, false),
                // The first that the role has not is named.
                Class::InPerson { modules } => {
                    (modules.iter().copied().find(|of| *of != module).unwrap_or(module), false)
                }
                Class::Public | Class::Local | Class::Link | Class::Table | Class::SignedIn | Class::Own => {
                    panic!("{} needs a permission", route.path)
                }
            };
            let is_open = (of == module || (of, module) == (Module::Data, Module::Admin)) && (editable || !changes);
            assert_eq!(answer.status == 403, !is_open, "{method} {} with {name}: {}", route.path, answer.text);
            if !is_open {
                let body = answer.json();
                assert_eq!(body["error"], "forbidden");
                assert!(body["message"].as_str().is_some_and(|text| text.contains(of.code())), "{body}");
            }
        }
    }
}

#[test]
fn other_methods_are_rejected_and_the_allowed_one_named() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let routes = table();
    for route in &routes {
        let has = |method| routes.iter().any(|other| other.path == route.path && other.method == method);
        let methods = [("GET", Method::Get), ("POST", Method::Post), ("PUT", Method::Put), ("DELETE", Method::Delete)];
        let right: Vec<&str> = methods.into_iter().filter(|(_, of)| has(*of)).map(|(name, _)| name).collect();
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"].into_iter().filter(|method| !right.contains(method)) {
            let answer = app.call(method, &path(route)).bearer(&token).send();
            assert_eq!(answer.status, 405, "{method} {}", route.path);
            assert_eq!(answer.header("allow"), right.join(", "), "{method} {}", route.path);
            assert_headers(&answer, route);
        }
    }
}

/// Cross-site requests are rejected on every route that requires a session.
#[test]
fn cross_site_posts_are_rejected() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    for route in table() {
        if route.method != Method::Get && route.class.needs_session() {
            let method = route.method.name().to_uppercase();
            let post = || app.call(&method, &path(&route)).json(&json!({})).bearer(&token);
            for foreign in
                [post().header("sec-fetch-site", "cross-site"), post().header("origin", "http://evil.example")]
            {
                let answer = foreign.send();
                assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some("csrf")), "{}", route.path);
            }
        }
    }
}
