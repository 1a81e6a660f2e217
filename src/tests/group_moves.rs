//! Members who moved from group to group: the calls, what they tell and whom.

use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::TestApp;
use crate::groups_as_of::moved;
use crate::scope::sign_in;

const MOVES: &str = "/api/v1/dashboard/users/groupMoves";
const CARD: &str = "/api/v1/dashboard/users/userDashboardInfo/GROUP_MOVES";
const REGISTERED: &str = "/api/v1/dashboard/users/enrollments/breakdown/ENROLLMENTS_TABLE";

fn post(app: &TestApp, token: &str, path: &str, [start, end]: [&str; 2], more: Value) -> Value {
    let mut body = json!({"period": "SELECTED_DATE", "startDate": start, "endDate": end, "viewByH1": "TIER"});
    more.as_object().expect("an object").iter().for_each(|(name, value)| body[name] = value.clone());
    let answer = app.post(path).bearer(token).json(&body).send();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// Member A moves from Gold to Silver on the first day of it.
const FEBRUARY: [&str; 2] = ["2025-02-01", "2025-02-28"];

fn rows(answer: &Value) -> Vec<Value> {
    answer["data"].as_array().unwrap_or_else(|| panic!("rows: {answer}")).clone()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// What a table has of each group in a field.
fn by_group(answer: &Value, field: &str) -> Vec<(String, i64)> {
    let of = |row: &Value| (row["name"].as_str().expect("a name").to_owned(), number(&row[field]));
    rows(answer).iter().map(of).collect()
}

#[test]
fn moves_add_up_to_both_ends() {
    let app = moved(|_| ());
    let user = app.signed_in("ann", USERS);
    for grouping in ["TIER", "LOB", "AUDIENCE"] {
        let more = json!({"groupsAsOf": "WINDOW", "viewByH1": grouping});
        let table =
            post(&app, &user, &format!("{MOVES}/breakdown/GROUP_MOVES_IN_AND_OUT_TABLE"), FEBRUARY, more.clone());
        let registered = |days| by_group(&post(&app, &user, REGISTERED, days, more.clone()), "value2");
        assert_eq!(by_group(&table, "before"), registered(["2025-01-01", "2025-01-31"]), "{grouping}");
        assert_eq!(by_group(&table, "after"), registered(FEBRUARY), "{grouping}");
        for row in rows(&table) {
            let [before, joined, moved_in, moved_out, after] =
                ["before", "joined", "movedIn", "movedOut", "after"].map(|field| number(&row[field]));
            assert_eq!(before + joined + moved_in - moved_out, after, "{row}");
        }
        let flow = post(&app, &user, &format!("{MOVES}/breakdown/GROUP_MOVES_FLOW"), FEBRUARY, more.clone());
        let total = by_group(&table, "after").last().expect("a total").1;
        let of_flow: i64 = rows(&flow).iter().map(|row| number(&row["value"])).sum();
        assert_eq!(of_flow, if grouping == "AUDIENCE" { 0 } else { total }, "{flow}");
    }
}

#[test]
fn a_member_who_moved_is_counted_in_the_flow_and_on_the_card() {
    let app = moved(|_| ());
    let user = app.signed_in("ann", USERS);
    let flow_of = |more: Value| {
        let flow = post(&app, &user, &format!("{MOVES}/breakdown/GROUP_MOVES_FLOW"), FEBRUARY, more);
        rows(&flow).into_iter().filter(|row| row["way"] != "stayed" && row["way"] != "joined").collect::<Vec<_>>()
    };
    // Groups without a position are in the order of their names: Bronze, Gold, Silver.
    let up = json!({"from": "Gold", "to": "Silver", "way": "up", "value": 1});
    assert_eq!(flow_of(json!({"groupsAsOf": "WINDOW"})), vec![up.clone()]);
    assert_eq!(flow_of(json!({"groupsAsOf": "NOW"})), vec![up.clone()]);
    let chosen =
        |tier: i32, groups: &str| json!({"userGroupTiers": [tier], "userGroupsTiersAll": false, "groupsAsOf": groups});
    assert_eq!(flow_of(chosen(1, "WINDOW")), vec![up.clone()], "it left Gold");
    assert_eq!(flow_of(chosen(2, "WINDOW")), vec![up.clone()], "it came to Silver");
    assert_eq!(flow_of(chosen(3, "WINDOW")), [] as [Value; 0]);
    assert_eq!((flow_of(chosen(1, "NOW")), flow_of(chosen(2, "NOW"))), (vec![], vec![up]), "it is in Silver now");

    let card = |more: Value| post(&app, &user, CARD, FEBRUARY, more)["groupMoves"]["movedUp"].clone();
    assert_eq!((card(chosen(1, "WINDOW")), card(chosen(2, "WINDOW"))), (json!(1), json!(0)), "it was in Gold before");
    assert_eq!((card(chosen(1, "NOW")), card(chosen(2, "NOW"))), (json!(0), json!(1)));
    assert_eq!(card(json!({})), 1);
    // Groups are known from 2024-02-01 on.
    let early = post(&app, &user, CARD, ["2024-01-01", "2024-01-31"], json!({}));
    assert_eq!(early["groupMoves"]["hidden"]["movedUp"], json!({"noDays": "memberships"}), "{early}");
}

/// A scope is by the groups of now: whoever sees Silver sees that a member came from Gold, and whoever sees Gold sees nobody go.
#[test]
fn only_members_of_the_scope_are_told_of() {
    let app = moved(|_| ());
    let of_tier = |login: &str, tier: i32| {
        let permission = Permission { module: PermissionModule { code: Module::Members }, editable: false };
        let limits =
            Limits { groups: vec![GroupLimit { grouping: Grouping::Tier, ids: vec![tier] }], without_members: false };
        let role = Role { name: format!("OF_{tier}"), permissions: vec![permission], limits };
        sign_in(&app, login, &[role])
    };
    let [gold, silver] = [of_tier("gold", 1), of_tier("silver", 2)];
    for reading in ["NOW", "WINDOW"] {
        let moved = |token: &str| {
            let flow = post(
                &app,
                token,
                &format!("{MOVES}/breakdown/GROUP_MOVES_FLOW"),
                FEBRUARY,
                json!({"groupsAsOf": reading}),
            );
            rows(&flow).iter().filter(|row| row["way"] == "up").map(|row| number(&row["value"])).sum::<i64>()
        };
        let card = |token: &str| {
            post(&app, token, CARD, FEBRUARY, json!({"groupsAsOf": reading}))["groupMoves"]["movedUp"].clone()
        };
        assert_eq!((moved(&gold), moved(&silver)), (0, 1), "{reading}");
        assert_eq!((card(&gold), card(&silver)), (json!(0), json!(1)), "{reading}");
    }
}

/// A program without history has no moves, and one whose small groups are protected tells none.
#[test]
fn moves_that_may_not_be_told_have_no_data() {
    let unmoved = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |_| ());
    let protected = moved(|config| config.minimum_members = 1);
    for app in [unmoved, protected] {
        let user = app.signed_in("ann", USERS);
        let why = json!({"notLoaded": "memberships"});
        let card = post(&app, &user, CARD, FEBRUARY, json!({}));
        let hidden = json!({"movedUp": why, "movedDown": why, "stayed": why});
        let none = json!({"movedUp": 0, "movedDown": 0, "stayed": 0, "hidden": hidden});
        assert_eq!(card["groupMoves"], none);
        let blocks = post(&app, &user, &format!("{MOVES}/breakdowns"), FEBRUARY, json!({}));
        for id in ["GROUP_MOVES_FLOW", "GROUP_MOVES_IN_AND_OUT_TABLE"] {
            assert_eq!((&blocks[id]["data"], &blocks[id]["notLoaded"]), (&json!([]), &json!("memberships")), "{id}");
        }
        for row in rows(&blocks["GROUP_MOVES_TABLE"]) {
            assert_eq!((&row["before"], &row["movedUp"]), (&json!(0), &json!(0)), "{row}");
        }
    }
}
