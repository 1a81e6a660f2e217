//! What programs use: API tokens with abilities, and service accounts. What each ability opens, and what nobody gains by
//! one.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use bond::abilities::Ability;
use bond::groupings::Grouping;
use bond::http::route::Method;
use bond::modules::Module;
use bond::routes::table::table;
use bond::scope::{GroupLimit, Limits};
use bond::store::api_tokens::NewApiToken;
use bond::store::audit::{AuditLine, By};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};

use super::command_line::{captured, run};
use super::loads::ended;
use super::routes::{path, with_a_poll};
use super::{Answer, TestApp};

const PASSWORD: &str = "correct horse 1";

/// A role with these modules, limited to these tiers if there are any.
fn role(app: &TestApp, name: &str, modules: &[(Module, bool)], tiers: &[i32]) {
    let permission = |(code, editable): &(Module, bool)| Permission {
        module: PermissionModule { code: *code },
        editable: *editable,
    };
    let limit = (!tiers.is_empty()).then(|| GroupLimit { grouping: Grouping::Tier, ids: tiers.to_vec() });
    let limits = Limits { groups: limit.into_iter().collect(), without_members: false };
    let role = Role { name: name.to_owned(), permissions: modules.iter().map(permission).collect(), limits };
    app.app.store.add_role(&role, 1).expect("added");
}

/// A token of anybody, as the store takes it: without the checks of whoever makes one.
fn token(app: &TestApp, login: &str, abilities: &[Ability], addresses: Option<&[String]>) -> String {
    let secret = bond::auth::api_tokens::new_token();
    let expires_at = app.app.clock.now() + 100_000;
    let new =
        NewApiToken { secret: &secret, name: "nightly", abilities, modules: None, addresses, expires_at, shows: None };
    app.app.store.add_api_token(login, &new, By::from(1)).expect("added");
    secret
}

fn service(app: &TestApp, login: &str, roles: &[&str]) -> i64 {
    app.app.store.add_service(login, "For loads", roles, By::from(1)).expect("added")
}

fn call(app: &TestApp, method: &str, path: &str, token: &str, body: &Value) -> Answer {
    let call = app.call(method, path).bearer(token);
    if method == "GET" { call.send() } else { call.json(body).send() }
}

fn post(app: &TestApp, path: &str, token: &str, body: &Value) -> Answer {
    call(app, "POST", path, token, body)
}

/// A program where bob, the user 1, only reads, so that the ability `users` may change him.
fn with_bob() -> TestApp {
    let app = with_a_poll();
    app.add_user("bob", USERS);
    app
}

/// Calls every route that needs a session with a token of the login, and checks which are refused.
fn assert_opens(app: &TestApp, token: &str, has: &dyn Fn(&[Ability]) -> bool) -> usize {
    let mut open = 0;
    for route in table().into_iter().filter(|route| route.class.needs_session()) {
        while app.app.tasks.latest().is_some_and(|task| task.ended().is_none()) {
            thread::sleep(Duration::from_millis(20));
        }
        let method = route.method.name().to_uppercase();
        let answer = call(app, &method, &path(&route), token, &json!({}));
        let is_open = has(route.opened_by);
        assert_ne!(answer.status, 401, "{method} {}: {}", route.path, answer.text);
        assert_eq!(answer.status != 403, is_open, "{method} {}: {}", route.path, answer.text);
        if !is_open {
            let message = answer.json()["message"].to_string();
            let says = ["No API token opens", "needs the ability", "have no permission"];
            assert!(says.iter().any(|what| message.contains(what)), "{}: {message}", route.path);
        }
        open += usize::from(is_open);
    }
    open
}

#[test]
fn each_ability_opens_the_calls_that_name_it_and_no_other() {
    let app = with_bob();
    service(&app, "robot", &[ADMIN]);
    for ability in Ability::ALL {
        let secret = token(&app, "robot", &[*ability], None);
        let open = assert_opens(&app, &secret, &|opened_by| opened_by.contains(ability));
        let least = match ability {
            Ability::Read => 40,
            // One call, which is all messages.
            Ability::Agents => 1,
            _ => 2,
        };
        assert!(open >= least, "{ability}: {open}");
    }
    // What makes tokens, roles or links, and what else belongs to a person, is opened by none.
    for (method, path) in [
        (Method::Post, "/api/v1/account/tokens"),
        (Method::Post, "/api/v1/admin/machines"),
        (Method::Post, "/api/v1/admin/machines/{id}/tokens"),
        (Method::Delete, "/api/v1/admin/tokens/{id}"),
        (Method::Post, "/api/v1/admin/users/{id}/password-link"),
        (Method::Post, "/api/v1/admin/users/{id}/remove"),
        (Method::Put, "/api/v1/admin/users/{id}"),
        (Method::Post, "/api/v1/admin/roles"),
        (Method::Put, "/api/v1/admin/roles/{role}"),
        (Method::Put, "/api/v1/admin/settings"),
        (Method::Post, "/api/v1/admin/loads/undo"),
        (Method::Post, "/api/v1/links"),
    ] {
        let route = table().into_iter().find(|route| route.method == method && route.path == path);
        assert_eq!(route.expect("it exists").opened_by, &[], "{path}");
    }
}

#[test]
fn all_abilities_together_do_no_more_than_the_roles_of_the_owner() {
    let app = with_bob();
    service(&app, "reader", &[USERS]);
    let secret = token(&app, "reader", Ability::ALL, None);
    let reads = |opened_by: &[Ability]| opened_by.iter().any(|ability| ability.is_of_figures());
    let of_reader = |app: &TestApp| {
        for route in table().into_iter().filter(|route| route.class.needs_session() && !route.opened_by.is_empty()) {
            if reads(route.opened_by) && format!("{:?}", route.class).contains("People") {
                continue;
            }
            let method = route.method.name().to_uppercase();
            let answer = call(app, &method, &path(&route), &secret, &json!({}));
            assert_eq!(answer.status != 403, reads(route.opened_by), "{method} {}: {}", route.path, answer.text);
        }
    };
    of_reader(&app);
    // One that had more and lost it, from the next call on.
    app.app.store.set_roles("reader", &[ADMIN], 2).expect("given");
    assert_eq!(call(&app, "GET", "/api/v1/admin/audit", &secret, &json!({})).status, 200);
    app.app.store.set_roles("reader", &[USERS], 3).expect("taken");
    assert_eq!(call(&app, "GET", "/api/v1/admin/audit", &secret, &json!({})).status, 403);
    of_reader(&app);
}

#[test]
fn nobody_makes_a_token_that_may_more_than_its_maker_and_its_owner() {
    let app = TestApp::new();
    role(&app, "loader", &[(Module::Data, true)], &[]);
    role(&app, "looker", &[(Module::Data, false), (Module::Admin, false)], &[]);
    let robot = service(&app, "robot", &["loader"]);
    let (root, dan, lou) =
        (app.signed_in("root", ADMIN), app.signed_in("dan", "loader"), app.signed_in("lou", "looker"));
    let ann = app.signed_in("ann", USERS);
    let body = |abilities: &[&str], password: &str| json!({"name": "x", "days": 9, "abilities": abilities, "password": password});
    let own = "/api/v1/account/tokens";
    for (session, abilities, status) in [
        (&ann, &["load"][..], 400),
        (&ann, &["audit:read"], 400),
        (&ann, &["read"], 200),
        (&dan, &["load", "members:erase"], 200),
        (&dan, &["load", "users"], 400),
        (&dan, &["backup"], 400),
        (&lou, &["audit:read"], 200),
        (&lou, &["load"], 400),
        (&lou, &["users"], 400),
        (&root, &["read", "load", "members:erase", "users", "backup", "audit:read"], 200),
        (&root, &["everything"], 400),
        (&root, &[], 400),
    ] {
        let answer = post(&app, own, session, &body(abilities, PASSWORD));
        assert_eq!(answer.status, status, "{abilities:?}: {}", answer.text);
    }
    // Whoever has only the session makes no token that changes something.
    let wrong = post(&app, own, &root, &body(&["load"], "a wrong password"));
    assert_eq!((wrong.status, wrong.json()["error"].as_str()), (403, Some("not_confirmed")));
    assert_eq!(post(&app, own, &root, &json!({"name": "x", "days": 9, "abilities": ["load"]})).status, 403);
    assert_eq!(post(&app, own, &root, &json!({"name": "x", "days": 9})).status, 200, "one that reads asks for none");
    // Of a service account: what the administrator and the account may.
    let of_robot = format!("/api/v1/admin/machines/{robot}/tokens");
    assert_eq!(post(&app, &of_robot, &dan, &body(&["load"], PASSWORD)).status, 403);
    assert_eq!(post(&app, &of_robot, &root, &body(&["users"], PASSWORD)).status, 400);
    assert_eq!(post(&app, &of_robot, &root, &body(&["load"], "another")).status, 403);
    let made = post(&app, &of_robot, &root, &body(&["load"], PASSWORD));
    assert_eq!((made.status, made.json()["token"]["madeBy"].as_str()), (200, Some("root")), "{}", made.text);
    // A person's tokens are the person's own business.
    let root_id = app.app.store.user_by_login("root").expect("read").expect("there").id;
    let of_root = format!("/api/v1/admin/machines/{root_id}/tokens");
    assert_eq!(post(&app, &of_root, &root, &body(&["read"], PASSWORD)).status, 409);
    // Nor does the command.
    let data = app.app.data_dir().path();
    let words = ["token", "add", "--name", "x", "--days", "3", "--ability", "users", "robot"];
    let (code, _, error) = captured(&run(data, &words, ""));
    assert_eq!((code, error.contains("permission for the module ADMIN")), (2, true), "{error}");
}

#[test]
fn a_token_gives_and_takes_no_rights_beyond_those_of_its_owner() {
    let app = TestApp::new();
    let all = [(Module::Admin, true), (Module::Members, true), (Module::Offers, false)];
    role(&app, "keeper", &all, &[]);
    role(&app, "gold keeper", &all, &[1]);
    role(&app, "gold", &[(Module::Members, false)], &[1]);
    role(&app, "silver", &[(Module::Members, false)], &[2]);
    role(&app, "editor", &[(Module::Offers, true)], &[]);
    role(&app, "data", &[(Module::Data, false)], &[]);
    service(&app, "robot", &["keeper"]);
    service(&app, "gold robot", &["gold keeper"]);
    app.add_user("root", ADMIN);
    app.add_user("ed", "editor");
    app.add_user("bob", "gold");
    let id = |login: &str| app.app.store.user_by_login(login).expect("read").expect("there").id;
    let (robot, gold) =
        (token(&app, "robot", &[Ability::Users], None), token(&app, "gold robot", &[Ability::Users], None));
    let add = |token: &str, login: &str, roles: &[&str]| {
        let body = json!({"login": login, "firstName": "New", "roles": roles});
        post(&app, "/api/v1/admin/users", token, &body)
    };
    for (token, login, roles, status) in [
        (&robot, "n1", &["gold"][..], 200),
        (&robot, "n2", &["silver", "gold"], 200),
        (&robot, "n3", &["editor"], 403),
        (&robot, "n4", &["gold", ADMIN], 403),
        (&robot, "n5", &["data"], 403),
        (&robot, "n6", &["keeper"], 403),
        (&robot, "n7", &["nothing of that name"], 400),
        (&gold, "n8", &["gold"], 200),
        (&gold, "n9", &["silver"], 403),
    ] {
        let answer = add(token, login, roles);
        assert_eq!(answer.status, status, "{login} {roles:?}: {}", answer.text);
        let is_there = app.app.store.user_by_login(login).expect("read").is_some();
        assert_eq!(is_there, status == 200, "{login}");
    }
    let line = app
        .app
        .store
        .last_audit_lines(20)
        .expect("read")
        .into_iter()
        .find(|line| line.subject.as_deref() == Some("n8"));
    let actor = line.and_then(|line| line.actor).unwrap_or_default();
    assert!(actor.starts_with("gold robot (API token ") && actor.ends_with(": nightly)"), "{actor}");

    // Roles of others: neither up, nor of somebody who has more.
    let roles = |login: &str, roles: &[&str]| {
        call(&app, "PUT", &format!("/api/v1/admin/users/{}/roles", id(login)), &robot, &json!({"roles": roles})).status
    };
    assert_eq!((roles("bob", &["silver"]), roles("bob", &[ADMIN]), roles("robot", &[ADMIN])), (204, 403, 403));
    assert_eq!((roles("root", &["gold"]), roles("ed", &["gold"]), roles("gold robot", &["gold"])), (403, 403, 403));
    for action in ["disable", "enable", "end-sessions"] {
        let act =
            |login: &str| post(&app, &format!("/api/v1/admin/users/{}/{action}", id(login)), &robot, &json!({})).status;
        assert_eq!((act("bob"), act("root"), act("ed"), act("gold robot")), (204, 403, 403, 403), "{action}");
    }
    assert!(!app.app.store.user_by_login("root").expect("read").expect("there").disabled);
}

/// A person whom a token adds is there without the token: with no more than the token could give.
#[test]
fn whom_a_token_adds_stays_after_it_and_has_no_more_than_it_could_give() {
    let app = TestApp::new();
    role(&app, "keeper", &[(Module::Admin, true), (Module::Members, true)], &[]);
    role(&app, "gold", &[(Module::Members, false)], &[1]);
    service(&app, "robot", &["keeper"]);
    let root = app.signed_in("root", ADMIN);
    let secret = token(&app, "robot", &[Ability::Users], None);
    let new = json!({"login": "eve", "firstName": "Eve", "roles": ["gold"]});
    let added = post(&app, "/api/v1/admin/users", &secret, &new);
    assert_eq!(added.status, 200, "{}", added.text);
    let added = added.json();
    let link = added["link"]["path"].as_str().and_then(|path| path.split_once('#')).expect("a link").1.to_owned();
    let chosen = json!({"secret": link, "password": "another horse 1"});
    assert_eq!(app.post("/api/auth/password-link").json(&chosen).send().status, 204);
    // Whoever has a password gets no other by a token.
    let path = format!("/api/v1/admin/users/{}/password-link", added["user"]["id"]);
    assert_eq!(post(&app, &path, &secret, &json!({"password": ""})).status, 403);

    let tokens = app.get("/api/v1/admin/tokens").bearer(&root).send().json();
    let revoke = format!("/api/v1/admin/tokens/{}", tokens["tokens"][0]["id"]);
    assert_eq!(call(&app, "DELETE", &revoke, &root, &json!({})).status, 204);
    assert_eq!(call(&app, "GET", "/api/v1/admin/users", &secret, &json!({})).status, 401);
    let eve = app.login("eve", "another horse 1").json();
    assert_eq!(eve["user"]["roleList"].as_array().map(Vec::len), Some(1), "{eve}");
    let eve = eve["token"].as_str().expect("a token");
    for path in ["/api/v1/admin/users", "/api/v1/admin/audit", "/api/v1/admin/loads", "/api/v1/admin/settings"] {
        assert_eq!(call(&app, "GET", path, eve, &json!({})).status, 403, "{path}");
    }
    // The log says who it was, so that an administrator finds them.
    let lines = app.app.store.last_audit_lines(50).expect("read");
    let line = lines.iter().find(|line| line.event == "user_added" && line.subject.as_deref() == Some("eve"));
    let actor = line.and_then(|line| line.actor.as_deref()).unwrap_or_default();
    assert!(actor.starts_with("robot (API token "), "{actor}");
}

/// Any word can be an id. So whoever erases takes neither from the log who did what from where and to which user, nor from
/// the settings what they say; and a token takes words from texts only where all of them are members.
#[test]
fn an_erasure_leaves_who_did_what_and_one_by_a_token_leaves_texts_unless_all_its_ids_are_members() {
    let app = TestApp::new();
    let root = app.signed_in("root", ADMIN);
    service(&app, "robot", &[ADMIN]);
    let secret = token(&app, "robot", &[Ability::EraseMembers], None);
    let groups = "type,id,name\nTIER,1,Gold\nLOB,1,One\nAUDIENCE,1,All\n";
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    for id in ["Harbor", "Club", "root", "127.0.0.1", "robot"] {
        members += &format!("{id},1,1,1,2024-01-01,Email\n");
    }
    app.import(&[("user_groups.csv", groups), ("members.csv", &members)]).expect("loaded");
    let settings = json!({"settings": {"program_name": "Harbor Club"}});
    assert_eq!(call(&app, "PUT", "/api/v1/admin/settings", &root, &settings).status, 200);
    let note = json!({"starts": "2024-01-01", "text": "Harbor and Club, says root"});
    assert_eq!(post(&app, "/api/v1/annotations", &root, &note).status, 200);
    let text = || {
        let list = app.get("/api/v1/annotations").bearer(&root).send().json();
        list["annotations"][0]["text"].as_str().expect("a text").to_owned()
    };
    let name = || app.get("/api/v1/program").bearer(&root).send().json()["name"].as_str().expect("a name").to_owned();
    let lines = || app.app.store.last_audit_lines(1000).expect("read");
    let erase = |ids: &[&str]| {
        let done = ended(&app, &root, &post(&app, "/api/v1/admin/members/erase", &secret, &json!({ "ids": ids })));
        assert_eq!(done["load"]["state"], "published", "{done}");
        done
    };
    let before = lines();
    let of_root = before.iter().filter(|line| line.subject.as_deref() == Some("root")).count();
    assert!(of_root > 0 && before.iter().any(|line| line.detail.as_deref().is_some_and(|text| text.contains("Club"))));

    let done = erase(&["Harbor", "nobody-4713"]);
    assert_eq!(done["report"]["erased"]["removed"], 1, "{done}");
    assert!(done["report"]["warnings"].to_string().contains("Texts were left as they are"), "{done}");
    assert_eq!((text().as_str(), name().as_str()), ("Harbor and Club, says root", "Harbor Club"));
    let now = lines();
    assert!(before.iter().all(|line| now.contains(line)), "no line is another");

    let done = erase(&["Club", "root", "127.0.0.1", "robot"]);
    assert_eq!(done["report"]["erased"]["removed"], 4, "{done}");
    assert_eq!((text().as_str(), name().as_str()), ("Harbor and [erased], says [erased]", "Harbor Club"));
    let now = lines();
    for line in &before {
        let after = now.iter().find(|after| after.line == line.line).expect("it is there");
        assert_eq!(
            (&after.actor, &after.address, &after.subject),
            (&line.actor, &line.address, &line.subject),
            "who did it to whom stays"
        );
        assert!(after.detail.as_deref().is_none_or(|text| !text.contains("Club")), "{after:?}");
    }
    let by_robot =
        |line: &&AuditLine| line.actor.as_deref().is_some_and(|actor| actor.starts_with("robot (API token "));
    assert_eq!(now.iter().filter(by_robot).filter(|line| line.event == "members_erased").count(), 2);
    let data = app.app.data_dir().path();
    assert_eq!(captured(&run(data, &["audit", "verify"], "")).0, 0);
}

#[test]
fn a_token_is_used_from_its_addresses_only_and_its_last_one_is_shown() {
    let app = TestApp::with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")]);
    let root = app.signed_in("root", ADMIN);
    let body = json!({"name": "x", "days": 9, "addresses": ["10.1.2.3/16", "2001:db8::7"]});
    let made = post(&app, "/api/v1/account/tokens", &root, &body).json();
    assert_eq!(made["token"]["addresses"], json!(["10.1.0.0/16", "2001:db8::7/128"]));
    let secret = made["secret"].as_str().expect("a secret");
    let from = |address: Option<&str>| {
        let call = app.get("/api/v1/program").bearer(secret);
        let call = if let Some(address) = address { call.header("x-forwarded-for", address) } else { call };
        call.send().status
    };
    assert_eq!((from(None), from(Some("10.2.0.1")), from(Some("192.0.2.1"))), (403, 403, 403));
    // What the client itself put in front of the proxy's word counts for nothing.
    assert_eq!((from(Some("10.1.9.9, 192.0.2.1")), from(Some("10.1.9.9")), from(Some("2001:db8::7"))), (403, 200, 200));
    let limit = Instant::now() + Duration::from_secs(10);
    loop {
        let listed = app.get("/api/v1/account/tokens").bearer(&root).send().json();
        if listed["tokens"][0]["lastAddress"] == "2001:db8::7" {
            break;
        }
        assert!(Instant::now() < limit, "{listed}");
        thread::sleep(Duration::from_millis(20));
    }
    for wrong in [json!([]), json!(["10.1.0.0/33"]), json!(["example.com"]), json!(vec!["10.0.0.1"; 21])] {
        let body = json!({"name": "x", "days": 9, "addresses": wrong});
        assert_eq!(post(&app, "/api/v1/account/tokens", &root, &body).status, 400, "{wrong}");
    }
}

#[test]
fn tokens_of_a_service_account_end_with_it_and_it_has_no_other_way_in() {
    let app = TestApp::new();
    let root = app.signed_in("root", ADMIN);
    let body = json!({"login": "Robot", "name": "Loads", "roles": [ADMIN], "password": PASSWORD});
    let made = post(&app, "/api/v1/admin/machines", &root, &body);
    assert_eq!((made.status, made.json()["user"]["service"].as_bool()), (200, Some(true)), "{}", made.text);
    let id = made.json()["user"]["id"].as_i64().expect("an id");
    let refused = post(
        &app,
        "/api/v1/admin/machines",
        &root,
        &json!({"login": "r2", "name": "L", "roles": [ADMIN], "password": "no"}),
    );
    assert_eq!(refused.status, 403);
    let of = |id: i64, what: &str| format!("/api/v1/admin/users/{id}/{what}");
    let new = json!({"name": "nightly", "days": 30, "abilities": ["load"], "password": PASSWORD});
    let tokens = format!("/api/v1/admin/machines/{id}/tokens");
    let secret = |answer: Answer| answer.json()["secret"].as_str().expect("a secret").to_owned();
    let first = secret(post(&app, &tokens, &root, &new));
    let loads = |token: &str| app.get("/api/v1/admin/loads").bearer(token).send();
    assert_eq!(loads(&first).status, 200);

    // Listed apart from persons.
    let persons = app.get("/api/v1/admin/users").bearer(&root).send().json();
    assert_eq!((persons["count"].as_i64(), persons["users"][0]["login"].as_str()), (Some(1), Some("root")));
    let listed = app.get("/api/v1/admin/machines").bearer(&root).send().json();
    assert_eq!(listed["accounts"][0]["user"]["login"], "Robot");
    assert_eq!(listed["accounts"][0]["tokens"][0]["abilities"], json!(["load"]));
    assert_eq!((listed["tokens"].as_array().map(Vec::len), listed.to_string().contains(&first)), (Some(0), false));

    // No password, no link, no provider, whatever the way.
    assert_eq!(app.login("Robot", PASSWORD).status, 401);
    assert_eq!(post(&app, &of(id, "password-link"), &root, &json!({"password": PASSWORD})).status, 409);
    let data = app.app.data_dir().path();
    let reset = ["user", "reset-password", "--generate-password", "robot"];
    for words in [&reset[..], &["user", "password-link", "robot"], &["user", "link", "robot", "https://i", "s"]] {
        let (code, _, error) = captured(&run(data, words, ""));
        assert_eq!((code, error.contains("service account")), (2, true), "{words:?}: {error}");
    }
    // It does not count as somebody who could administer Bond.
    let root_id = app.app.store.user_by_login("root").expect("read").expect("there").id;
    assert_eq!(post(&app, &of(root_id, "disable"), &root, &json!({})).status, 409);

    // Disabled: dead at once, and not alive again.
    assert_eq!(post(&app, &of(id, "disable"), &root, &json!({})).status, 204);
    assert_eq!(loads(&first).status, 401);
    assert_eq!(post(&app, &of(id, "enable"), &root, &json!({})).status, 204);
    assert_eq!(loads(&first).status, 401);
    let second = secret(post(&app, &tokens, &root, &new));
    app.app.clock.advance(30 * 24 * 60 * 60);
    let expired = loads(&second);
    assert_eq!((expired.status, expired.json()["code"].as_str()), (401, Some("session_expired")));
    let root = app.login("root", PASSWORD).json()["token"].as_str().expect("a token").to_owned();
    let third = secret(post(&app, &tokens, &root, &new));
    assert_eq!(loads(&third).status, 200);
    assert_eq!(post(&app, &of(id, "remove"), &root, &json!({"password": PASSWORD})).status, 204);
    assert_eq!(loads(&third).status, 401);
}

#[test]
fn the_command_adds_a_service_account_and_its_token() {
    let app = TestApp::new();
    let data = app.app.data_dir().path();
    role(&app, "loader", &[(Module::Data, true)], &[]);
    let ok = |words: &[&str]| {
        let (code, said, error) = captured(&run(data, words, ""));
        assert_eq!(code, 0, "{words:?}: {error}");
        said
    };
    ok(&["user", "add", "--service", "--first-name", "Daily loads", "--role", "loader", "loads"]);
    assert!(app.app.store.has_no_users().expect("read"), "a person is still to be added");
    let words =
        ["token", "add", "--name", "nightly", "--days", "30", "--ability", "load", "--address", "127.0.0.1", "loads"];
    let said = ok(&words);
    let secret = said.split_whitespace().find(|word| word.starts_with("bond_")).expect("the token");
    assert_eq!(app.get("/api/v1/admin/loads").bearer(secret).send().status, 200);
    let listed = ok(&["token", "list"]);
    assert!(listed.contains("127.0.0.1/32") && listed.contains("load "), "{listed}");
    assert!(ok(&["user", "list"]).contains("a service account"));
}

/// The files of the manual for daily loads, as they are.
#[test]
fn the_script_of_the_manual_loads_what_is_there_and_says_what_is_wrong() {
    if Command::new("curl").arg("--version").output().is_err() {
        println!("SKIPPED: there is no curl");
        return;
    }
    let app = TestApp::new();
    role(&app, "loader", &[(Module::Data, true)], &[]);
    service(&app, "loads", &["loader"]);
    let secret = token(&app, "loads", &[Ability::Load], None);
    let manual = include_str!("../../docs/operations.md");
    let script =
        manual.split("```sh\n#!/bin/sh\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("the script");
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("token", &format!("{secret}\n"));
    let run = |script: &str| {
        let output = Command::new("sh")
            .args(["-c", script])
            .env("BOND", app.origin())
            .env("TOKEN_FILE", folder.path().join("token"))
            .env("FEED", folder.path().join("feed"))
            .output()
            .expect("run");
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text.into_owned())
    };
    let feed = |rows: &str| {
        let _ = std::fs::create_dir(folder.path().join("feed"));
        write("feed/polls.csv", &format!("id,question,opened_on,closed_on\n{rows}"));
    };
    feed("1,What next?,2026-01-01,\n");
    let (code, text) = run(script);
    assert_eq!((code, text.contains("published")), (Some(0), true), "{text}");
    let load = app.app.store.older_loads(0, 1).expect("read").remove(0);
    assert!(load.actor.as_deref().is_some_and(|actor| actor.starts_with("loads (API token ")), "{load:?}");
    feed("1,What next?,yesterday,\n");
    let (code, text) = run(script);
    assert_eq!((code, text.contains("refused")), (Some(1), true), "{text}");
    write("token", "bond_wrong\n");
    let (code, text) = run(script);
    assert_ne!(code, Some(0), "{text}");

    // The unit and its timer, where there is systemd.
    let units: Vec<&str> = manual.split("```ini\n# /etc/systemd/system/").skip(1).collect();
    assert_eq!(units.len(), 2);
    for unit in units {
        let (name, rest) = unit.split_once('\n').expect("a name");
        let text = rest.split("\n```").next().expect("a unit");
        // The program it starts is the script, which is elsewhere here.
        write(name, &text.replace("/usr/local/bin/bond-load", "/bin/true"));
    }
    verify(folder.path());
}

fn verify(folder: &Path) {
    let mut verify = Command::new("systemd-analyze");
    verify.arg("verify").args(["bond-load.service", "bond-load.timer"].map(|name| folder.join(name)));
    match verify.output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && !text.contains("bond-load"), "{text}");
        }
        Err(_) => println!("SKIPPED: there is no systemd-analyze"),
    }
}
