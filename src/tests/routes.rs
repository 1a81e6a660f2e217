//! Checks every entry of the route table against the access class it declares.

use bond::modules::Module;
use bond::routes::alerts::Alerts;
use bond::routes::reports::Reports;
use bond::routes::table::{
    Accounts, Administration, Annotations, Class, Endpoint, Insights, Issued, Links, Method, Planner, Route, Targets,
    Views, table,
};
use bond::scope::Limits;
use bond::screens::{FIGURES, TRENDS};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::json;

use crate::{Answer, TestApp};

/// The name of a saved mapping.
const MAPPING: &str = "ledger";
/// The name of a role that nobody has.
const ROLE: &str = "clerk";

/// The name of a file that looks like a backup.
const BACKUP: &str = "bond-20260301T013000Z-v1.tar.zst";

/// The route's path with existing ids in place of `{type}`, `{metric}`, `{id}`, `{name}`, `{role}`, `{file}` and `{day}`; the
/// poll, the mapping, the role and the backup come from [`with_a_poll`].
pub(crate) fn path(route: &Route) -> String {
    let id = match route.endpoint {
        Endpoint::Trends => TRENDS[0].id,
        Endpoint::TotalsOfType(totals) => totals.types().next().expect("a type").0,
        Endpoint::OneBlock(breakdown) => breakdown.blocks[0].id,
        Endpoint::PollBlock => "POLL_ANSWERS_BY_AUDIENCE_TABLE",
        _ => "",
    };
    let number = match route.endpoint {
        // Nobody's: the session with the number 1 is the caller's own.
        Endpoint::Accounts(Accounts::EndOwnSession) => "999",
        _ => "1",
    };
    let path = route.path.replace("{type}", id).replace("{id}", number).replace("{name}", MAPPING);
    let metric = match route.endpoint {
        Endpoint::Issued(_) => "logins.totalLogins",
        _ => &FIGURES[0].id,
    };
    let path = path.replace("{role}", ROLE).replace("{file}", BACKUP).replace("{metric}", metric);
    let path = path.replace("{day}", "2026-03-14");
    assert!(!path.contains('{') && !path.ends_with('/'), "{}: name an id that exists", route.path);
    path
}

/// A program with a poll, a mapping, a role, a file that looks like a backup, and no other data.
fn with_a_poll() -> TestApp {
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
        } else if !route.class.needs_session() {
            assert_eq!(found, json!(null), "{} is public", route.path);
            assert!([200, 303, 400, 404].contains(&answer.status), "{}: {}", route.path, answer.text);
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

/// What an empty body is answered; the user with the number 1 is there, a token and a session are not.
fn of_account(endpoint: Accounts) -> u16 {
    match endpoint {
        Accounts::Setup
        | Accounts::Own
        | Accounts::OwnSessions
        | Accounts::OwnTokens
        | Accounts::SetPreferences
        | Accounts::Users
        | Accounts::User
        | Accounts::Tokens => 200,
        Accounts::EndOtherSessions
        | Accounts::DisableUser
        | Accounts::EnableUser
        | Accounts::UnlockUser
        | Accounts::EndUserSessions => 204,
        Accounts::SetUp
        | Accounts::CheckLink
        | Accounts::ChoosePassword
        | Accounts::ChangeOwn
        | Accounts::OwnPassword
        | Accounts::MakeToken
        | Accounts::AddUser
        | Accounts::ChangeUser
        | Accounts::SetRoles
        | Accounts::NewPasswordLink
        | Accounts::RemoveUser => 400,
        Accounts::EndOwnSession | Accounts::RevokeOwnToken | Accounts::RevokeToken => 404,
    }
}

/// What an empty body is answered; there is no plan.
fn of_planner(endpoint: Planner) -> u16 {
    match endpoint {
        Planner::Plan | Planner::Forecast | Planner::Close | Planner::Plans => 200,
        Planner::CloseMembers | Planner::AddPlan => 400,
        Planner::RemovePlan => 404,
    }
}

/// What an empty body is answered; there is no view.
fn of_views(endpoint: Views) -> u16 {
    match endpoint {
        Views::List => 200,
        Views::Add | Views::Change => 400,
        Views::Remove | Views::OpenFirst | Views::NotFirst => 404,
    }
}

/// What an empty body is answered; there is no report.
fn of_reports(endpoint: Reports) -> u16 {
    match endpoint {
        Reports::List => 200,
        Reports::Add | Reports::Change => 400,
        Reports::Remove | Reports::Send => 404,
    }
}

/// What an empty body is answered; there is no alert.
fn of_alerts(endpoint: Alerts) -> u16 {
    match endpoint {
        Alerts::List => 200,
        Alerts::Add | Alerts::Change => 400,
        Alerts::Remove | Alerts::Send => 404,
    }
}

/// What an empty body is answered; there is no annotation.
fn of_annotations(endpoint: Annotations) -> u16 {
    match endpoint {
        Annotations::List => 200,
        Annotations::Add => 400,
        Annotations::Remove => 404,
    }
}

/// What an empty body is answered; there is no target.
fn of_targets(endpoint: Targets) -> u16 {
    match endpoint {
        Targets::List | Targets::Fitting => 200,
        Targets::Add | Targets::Change => 400,
        Targets::Remove => 404,
    }
}

/// What an empty body is answered; links are not allowed, and there is none. A session is no visit of a link.
fn of_links(endpoint: Links) -> u16 {
    match endpoint {
        Links::List => 200,
        Links::Open | Links::Add | Links::RemoveAny => 400,
        Links::Remove => 404,
        Links::Answer => 401,
    }
}

#[test]
fn signed_in_users_reach_what_the_access_class_allows() {
    let app = with_a_poll();
    let routes = table();
    for role in [USERS, ADMIN] {
        let token = app.signed_in(role, role);
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
                // Signing in with an empty body.
                Class::Public if matches!(route.endpoint, Endpoint::Login | Endpoint::OidcSession) => 400,
                // Without a provider, the page says so.
                Class::Public
                    if matches!(
                        route.endpoint,
                        Endpoint::OidcStart | Endpoint::OidcCallback | Endpoint::OidcSignOut
                    ) =>
                {
                    303
                }
                Class::Module { module: Module::Admin | Module::Data | Module::People, .. } if role == USERS => 403,
                Class::InPerson { modules }
                    if role == USERS && [Module::People, Module::Admin].iter().any(|of| modules.contains(of)) =>
                {
                    403
                }
                _ if let Endpoint::Accounts(endpoint) = route.endpoint => of_account(endpoint),
                _ if let Endpoint::Planner(endpoint) = route.endpoint => of_planner(endpoint),
                _ if let Endpoint::Links(endpoint) = route.endpoint => of_links(endpoint),
                _ if let Endpoint::Views(endpoint) = route.endpoint => of_views(endpoint),
                _ if let Endpoint::Reports(endpoint) = route.endpoint => of_reports(endpoint),
                _ if let Endpoint::Alerts(endpoint) = route.endpoint => of_alerts(endpoint),
                _ if let Endpoint::Annotations(endpoint) = route.endpoint => of_annotations(endpoint),
                _ if let Endpoint::Targets(endpoint) = route.endpoint => of_targets(endpoint),
                // Nothing was issued.
                _ if matches!(route.endpoint, Endpoint::Issued(Issued::Receipt | Issued::ScoreReceipt)) => 404,
                _ if matches!(route.endpoint, Endpoint::Insights(Insights::SaveNote)) => 400,
                // No screen is named.
                Class::Export if route.method == Method::Post => 400,
                Class::Module { .. } if matches!(route.endpoint, Endpoint::Upload | Endpoint::Suggest) => 415,
                // Empty bodies.
                Class::Module { .. }
                    if matches!(
                        route.endpoint,
                        Endpoint::SaveMapping
                            | Endpoint::MakeDemo
                            | Endpoint::EraseMembers
                            | Endpoint::UndoLoad
                            | Endpoint::Administration(
                                Administration::ChangeSettings
                                    | Administration::WebhookSecret
                                    | Administration::RenewWebhookSecret
                                    | Administration::SaveScoreDraft
                                    | Administration::PublishScoreMethod
                                    | Administration::ApproveScoreMethod
                            )
                            | Endpoint::AddRole
                            | Endpoint::ChangeRole
                            | Endpoint::RemoveRole
                    ) =>
                {
                    400
                }
                _ if matches!(route.endpoint, Endpoint::Administration(Administration::ScoreMethodEffect)) => 400,
                // There is no draft.
                _ if matches!(route.endpoint, Endpoint::Administration(Administration::WithdrawScoreDraft)) => 404,
                Class::Module { .. } if matches!(route.endpoint, Endpoint::RemoveMapping) => 204,
                // No load went through the queue: an undo asks for the password.
                Class::Module { .. } if route.path.ends_with("/admin/loads/{id}") => 404,
                // The poll is loaded.
                Class::Module { .. } if matches!(route.endpoint, Endpoint::LoadSample) => 409,
                Class::Module { .. } if matches!(route.endpoint, Endpoint::CancelLoad) => 404,
                Class::Module { .. }
                    if matches!(
                        route.endpoint,
                        Endpoint::Administration(Administration::MakeBackup | Administration::VerifyBackup)
                    ) =>
                {
                    202
                }
                _ => 200,
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
                Class::Figure => (FIGURES[0].dashboard.module, false),
                // The first that the role has not is named.
                Class::InPerson { modules } => {
                    (modules.iter().copied().find(|of| *of != module).unwrap_or(module), false)
                }
                Class::Public | Class::Local | Class::Link | Class::SignedIn | Class::Own => {
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
