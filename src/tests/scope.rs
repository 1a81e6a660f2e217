//! Every answer to a user with limited roles equals that of a warehouse that holds the members of the scope only, for
//! random roles and filters, call by call.
//!
//! `TEST_ROUNDS` is the number of random users, `TEST_SEED` decides them. The loaded days are the program's, whoever
//! asks, so the members that any role shows have rows on the first and last day of each table.

use std::collections::BTreeMap;
use std::fmt::Write;

use bond::groupings::Grouping;
use bond::http::class::Class;
use bond::http::route::{Method, Route};
use bond::modules::Module;
use bond::routes::table::table;
use bond::scope::{GroupLimit, Limits};
use bond::screens::{FIGURES, TRENDS};
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use bond::store::users::NewUser;
use serde_json::{Value, json};
use time::macros::date;

use crate::brute_force::screens::Filter;
use crate::brute_force::world::{GROUPINGS, Member, Random, TODAY, World, group_names, import_as_of};
use crate::data_calls::{is_data_call, is_issued, is_receipt, paths};
use crate::{Answer, Program, TestApp, setting, takes_turn, without_coverage};

/// The modules that the random roles give.
const MODULES: [Module; 8] = [
    Module::Monitor,
    Module::Members,
    Module::Emails,
    Module::Website,
    Module::Offers,
    Module::Content,
    Module::Recommendations,
    Module::Insights,
];

/// Calls that answer what the roles open of other modules.
const OF_SEVERAL_MODULES: [&str; 4] =
    ["/api/v1/insights/moves", "/api/v1/insights/unusual", "/api/v1/insights/news", "/api/v1/insights/expiring"];

/// The program with all or some of its members.
fn program(world: &World, seen: impl Fn(&Member) -> bool, of_nobody: bool) -> Program {
    let app = TestApp::open(TODAY, |config| config.days_ahead = 60);
    let mut files = world.files(&seen, of_nobody);
    let mut responses = String::from("member_id,responded_at,score\n");
    for (at, member) in world.members.iter().enumerate().filter(|(_, member)| seen(member)) {
        // As many days as the other tables, where the members are that every scope has.
        let _ = writeln!(responses, "M{at},2025-{:02}-11 10:00:00,{}", at % 12 + 1, at % 5 + 1);
        if member.audiences == [1, 2, 3] && at < 6 {
            let _ = writeln!(responses, "M{at},2024-12-30 10:00:00,5\nM{at},2025-12-30 10:00:00,1");
        }
    }
    files.push(("csat_responses.csv", responses));
    if of_nobody {
        let months = (1..=12)
            .fold(String::from("month,level\n"), |text, month| text + &format!("2025-{month:02}-01,{}\n", 40 + month));
        files.push(("fa_activity.csv", months));
        let schedule = "date,audience,enrollment_status,notes\n2026-02-01,All,Enrolled,Soon\n";
        files.push(("email_schedule.csv", schedule.to_owned()));
    }
    import_as_of(&app, "the program", &files, Some(date!(2023 - 02 - 01)));
    for (day, rows) in world.past(&seen) {
        import_as_of(&app, "members in other groups", &[("members.csv", rows)], Some(day));
    }
    Program { token: app.signed_in("ann", USERS), app }
}

fn random_role(random: &mut Random, name: String) -> Role {
    // Everybody has Insights: with a draw for it, the seed of this test gives other roles.
    let is_given = |module: &Module| *module == Module::Insights || random.percent(60);
    let modules: Vec<Module> = MODULES.into_iter().filter(is_given).collect();
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    let mut groups = Vec::new();
    for grouping in GROUPINGS {
        if random.percent(45) {
            continue;
        }
        let mut ids = random.some_of(&group_names(grouping).iter().map(|(id, _)| *id).collect::<Vec<_>>());
        // One that has members.
        ids.push(random.one_of(&[1, 2]));
        ids.sort_unstable();
        ids.dedup();
        groups.push(GroupLimit { grouping, ids });
    }
    let limits = Limits { groups, without_members: random.percent(30) };
    Role { name, permissions: modules.iter().map(permission).collect(), limits }
}

/// The roles that decide about a module.
fn roles_of(roles: &[Role], module: Module) -> Vec<&Role> {
    roles.iter().filter(|role| role.permissions.iter().any(|one| one.module.code == module)).collect()
}

/// Whether one of the roles shows the member, by the definition.
fn shows(roles: &[&Role], member: &Member) -> bool {
    let is_in = |limit: &GroupLimit| member.groups(limit.grouping).iter().any(|id| limit.ids.contains(id));
    roles.iter().any(|role| role.limits.groups.iter().all(is_in))
}

fn shows_what_has_no_members(roles: &[&Role]) -> bool {
    roles.iter().any(|role| role.limits.groups.is_empty() || role.limits.without_members)
}

/// The module of each path of a route, and whether its figures are of members; None for what belongs to no module.
fn module_of(route: &Route, path: &str) -> Option<(Module, bool)> {
    match route.class {
        Class::Module { module, .. } => Some((module, true)),
        Class::WithoutMembers { module } => Some((module, false)),
        Class::Trend => {
            let trend = TRENDS.iter().find(|trend| path.ends_with(&format!("/{}", trend.id))).expect("a trend");
            Some((trend.dashboard.module, trend.dashboard.has_members))
        }
        Class::Figure => {
            let figure = FIGURES.iter().find(|figure| path.ends_with(&format!("/{}", figure.id))).expect("a figure");
            Some((figure.dashboard.module, figure.dashboard.has_members))
        }
        Class::SignedIn | Class::Own | Class::InPerson { .. } | Class::Export => None,
        // It shows what the maker of a link sees: links.rs tests that.
        Class::Link => None,
        // It shows what the owner of an address sees: addresses.rs tests that.
        Class::Table => None,
        Class::Public | Class::Local => panic!("{path} shows members to anybody"),
    }
}

pub(crate) fn sign_in(app: &TestApp, login: &str, roles: &[Role]) -> String {
    for role in roles {
        app.app.store.add_role(role, app.app.clock.now()).expect("added");
    }
    let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
    let password = "correct horse 1";
    let password_hash = &bond::auth::password::hash(password).expect("hashed");
    let user = NewUser { login, first_name: "Bob", password_hash, roles: &names };
    app.app.store.add_user(&user, app.app.clock.now()).expect("added");
    app.login(login, password).json()["token"].as_str().expect("a token").to_owned()
}

/// An answer, without what it says of missing data; of a receipt the numbers, because it names the scope and is signed.
fn numbers(route: &Route, answer: &Answer) -> String {
    if !is_receipt(route) || answer.status != 200 {
        let Ok(mut value) = serde_json::from_str::<Value>(&answer.text) else { return answer.text.clone() };
        without_coverage(&mut value);
        return value.to_string();
    }
    let receipt = answer.json();
    format!("{} {} {}", receipt["figure"], receipt["score"], receipt["filter"])
}

#[test]
fn every_answer_equals_that_of_a_warehouse_with_the_members_of_the_scope_only() {
    if !takes_turn(1) {
        return;
    }
    let random = &mut Random(setting("TEST_SEED", 20_261_122));
    let world = World::with_the_same_days(random);
    let whole = program(&world, |_| true, true);
    let (mut compared, mut other_than_of_all, mut refused) = (0, 0, 0);
    let rounds = setting("TEST_ROUNDS", 2);
    for round in 0..rounds {
        let roles: Vec<Role> =
            (0..=random.below(2)).map(|at| random_role(random, format!("role-{round}-{at}"))).collect();
        let token = sign_in(&whole.app, &format!("user-{round}"), &roles);
        let as_user = |method: Method, path: &str, body: &Value| match method {
            Method::Get => whole.app.get(path).bearer(&token).send(),
            _ => whole.app.post(path).bearer(&token).json(body).send(),
        };
        // One warehouse for each set of roles that decides about a module.
        let mut scoped: BTreeMap<Vec<&str>, Program> = BTreeMap::new();
        for module in MODULES {
            let deciding = roles_of(&roles, module);
            let names: Vec<&str> = deciding.iter().map(|role| role.name.as_str()).collect();
            if !names.is_empty() {
                scoped.entry(names).or_insert_with(|| {
                    program(&world, |member| shows(&deciding, member), shows_what_has_no_members(&deciding))
                });
            }
        }
        for _ in 0..2 {
            let filter = Filter::random(random);
            for route in table().iter().filter(|route| is_data_call(route) && !is_issued(route)) {
                for path in paths(route) {
                    let Some((module, has_members)) = module_of(route, &path) else { continue };
                    let deciding = roles_of(&roles, module);
                    // Other modules decide about these, too (`insights`).
                    if OF_SEVERAL_MODULES.contains(&path.as_str()) && !deciding.is_empty() {
                        continue;
                    }
                    let answer = as_user(route.method, &path, filter.body());
                    if deciding.is_empty() || !(has_members || shows_what_has_no_members(&deciding)) {
                        assert_eq!(answer.status, 403, "{path} as {roles:?}: {}", answer.text);
                        refused += 1;
                        continue;
                    }
                    let names: Vec<&str> = deciding.iter().map(|role| role.name.as_str()).collect();
                    let expected = match route.method {
                        Method::Get => scoped[&names].app.get(&path).bearer(&scoped[&names].token).send(),
                        _ => scoped[&names].call(&path, filter.body()),
                    };
                    // Groups in which the members of a scope only were are not offered.
                    if path.ends_with("/userGroups") {
                        continue;
                    }
                    let what = || format!("{path} {} as {deciding:?}", filter.body());
                    let answered = [&answer, &expected].map(|answer| (answer.status, numbers(route, answer)));
                    assert_eq!(answered[0], answered[1], "{}", what());
                    compared += 1;
                    let of_all = match route.method {
                        Method::Get => whole.app.get(&path).bearer(&whole.token).send(),
                        _ => whole.call(&path, filter.body()),
                    };
                    other_than_of_all += u32::from(numbers(route, &of_all) != numbers(route, &answer));
                }
            }
        }
        assert_groups(&world, &roles, &as_user(Method::Get, "/api/v1/dashboard/users/userGroups", &json!({})).json());
    }
    // One user alone may have all modules.
    let are_refused = refused > 0 || rounds == 1;
    assert!(
        compared > 200 && other_than_of_all > compared / 4 && are_refused,
        "{compared} {other_than_of_all} {refused}"
    );
}

/// The filter offers the groups of the members that any role shows.
fn assert_groups(world: &World, roles: &[Role], found: &Value) {
    let with_permissions: Vec<&Role> = roles.iter().filter(|role| !role.permissions.is_empty()).collect();
    let is_shown = |grouping: Grouping, id: i64| {
        let of_group = |member: &&Member| member.groups(grouping).iter().any(|group| i64::from(*group) == id);
        let mut members = world.members.iter().filter(of_group);
        members.any(|member| shows(&with_permissions, member))
    };
    let found: Vec<(String, i64)> = found
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| (group["type"].as_str().expect("a type").to_owned(), group["id"].as_i64().expect("an id")))
        .collect();
    for grouping in GROUPINGS {
        for (id, _) in group_names(grouping) {
            let group = (grouping.info().name.to_owned(), i64::from(*id));
            assert_eq!(found.contains(&group), is_shown(grouping, group.1), "{group:?} as {roles:?}");
        }
    }
}

/// A role that is limited to a group without members shows nothing, and not an error.
#[test]
fn a_scope_without_members_shows_nothing() {
    let world = World::with_the_same_days(&mut Random(7));
    let whole = program(&world, |_| true, true);
    let platinum = GroupLimit { grouping: Grouping::Tier, ids: vec![4] };
    let limits = Limits { groups: vec![platinum], without_members: false };
    let permission = |code: Module| Permission { module: PermissionModule { code }, editable: false };
    let role = Role { name: "nobody".to_owned(), permissions: MODULES.map(permission).to_vec(), limits };
    let token = sign_in(&whole.app, "bob", &[role]);
    assert_eq!(whole.app.get("/api/v1/dashboard/users/userGroups").bearer(&token).send().json(), json!([]));
    let body = json!({"startDate": "2023-01-01", "endDate": "2025-12-31"});
    let is_asked = |route: &&Route| is_data_call(route) && !is_issued(route) && route.method == Method::Post;
    for route in table().iter().filter(is_asked) {
        for path in paths(route) {
            let answer = whole.app.post(&path).bearer(&token).json(&body).send();
            let has_members = module_of(route, &path).is_none_or(|(_, has_members)| has_members);
            let expected = match has_members {
                false => 403,
                // A part of the score that belongs to no member.
                true if is_receipt(route) && path.ends_with("/score.faActivityLevel") => 409,
                true => 200,
            };
            assert_eq!(answer.status, expected, "{path}: {}", answer.text);
            if route.path.ends_with("/breakdown/{type}") && path.ends_with("_TABLE") && has_members {
                let data = &answer.json()["data"];
                let rows = data.as_array().map_or(0, Vec::len);
                assert!(rows == 0 || path.contains("offers/"), "{path}: {data}");
            }
        }
    }
    let score = whole.app.post("/api/v1/bond/score").bearer(&token).json(&body).send().json();
    assert_eq!(score["score"], json!(null), "{score}");
}
