//! The order of groups in every answer and file.

use bond::groupings::Grouping;
use std::io::{Cursor, Read};

use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role};
use serde_json::{Value, json};
use time::macros::date;

use crate::data_calls::calls;
use crate::{Program, of_today};

/// The groups of the fixture, with other names: tiers with positions, lines of business with numbers, and audiences of which
/// one has a position.
const GROUPS: &str = "id,type,name,position\n1,TIER,Apex,30\n2,TIER,Base,10\n3,TIER,Core,20\n1,LOB,Line 10,\n\
    2,LOB,line 9,\n1,AUDIENCE,First come,\n2,AUDIENCE,Early,\n3,AUDIENCE,Students,1\n";

/// Their names in their order.
const ORDER: [(&str, &[&str]); 3] = [
    ("TIER", &["Base", "Core", "Apex"]),
    ("LOB", &["line 9", "Line 10"]),
    ("AUDIENCE", &["Students", "Early", "First come"]),
];

const DAYS: [(&str, &str); 2] = [("startDate", "2024-02-01"), ("endDate", "2025-03-10")];

fn program() -> Program {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    program.app.import(&[("user_groups.csv", GROUPS)]).expect("loaded");
    program
}

fn filter(more: Value) -> Value {
    let mut filter = json!(more);
    for (name, day) in DAYS {
        filter[name] = json!(day);
    }
    filter
}

/// The groups that rows of an answer name, list by list.
fn listed(answer: &Value, lists: &mut Vec<Vec<String>>) {
    if let Value::Array(rows) = answer {
        let names = rows.iter().filter_map(|row| row["name"].as_str().map(str::to_owned)).collect::<Vec<_>>();
        lists.push(names);
    }
    match answer {
        Value::Array(values) => values.iter().for_each(|value| listed(value, lists)),
        Value::Object(values) => values.values().for_each(|value| listed(value, lists)),
        _ => {}
    }
}

#[test]
fn every_answer_has_groups_in_their_order() {
    let program = program();
    // What is sorted by size: explanations.
    let is_by_group = |path: &String| !path.starts_with("/api/v1/explain/");
    let mut found = [0; 3];
    for path in of_today(calls().into_iter().filter(is_by_group)) {
        for (first, second) in [("TIER", "LOB"), ("LOB", "AUDIENCE"), ("AUDIENCE", "TIER")] {
            let answer = program.post(&path, &filter(json!({"viewBy": first, "viewByH1": first, "viewByH2": second})));
            let mut lists = Vec::new();
            listed(&answer, &mut lists);
            for names in lists {
                for (at, (kind, order)) in ORDER.iter().enumerate() {
                    let groups: Vec<usize> =
                        names.iter().filter_map(|name| order.iter().position(|known| known == name)).collect();
                    assert!(groups.is_sorted(), "{path}: {kind}: {names:?}");
                    found[at] += usize::from(groups.len() > 1);
                }
            }
        }
    }
    assert!(found.iter().all(|lists| *lists > 1), "{found:?}");
}

#[test]
fn lists_of_groups_and_what_names_chosen_ones_have_their_order() {
    let program = program();
    let groups = |list: &Value| -> Vec<(String, String, i64)> {
        let text = |group: &Value, field: &str| group[field].as_str().expect("a text").to_owned();
        let of = |group: &Value| (text(group, "type"), text(group, "name"), group["place"].as_i64().expect("a place"));
        list.as_array().expect("groups").iter().map(of).collect()
    };
    let expected: Vec<(String, String, i64)> = ORDER
        .iter()
        .flat_map(|(kind, names)| {
            (0..).zip(*names).map(|(place, name)| ((*kind).to_owned(), (*name).to_owned(), place))
        })
        .collect();
    assert_eq!(groups(&program.get("/api/v1/dashboard/users/userGroups")), expected);
    let admin = program.app.signed_in("root", ADMIN);
    let roles = program.app.get("/api/v1/admin/roles").bearer(&admin).send().json();
    assert_eq!(groups(&roles["groups"]), expected);

    // Chosen by ids in another order.
    let chosen = json!({"userGroupTiers": [1, 2, 3], "userGroupsTiersAll": false, "userGroupAudiences": [1, 2],
        "userGroupsAudiencesAll": false});
    let receipt = program.post("/api/v1/receipts/logins.totalLogins", &filter(chosen));
    let named = |kind: &str| -> Vec<&str> {
        let of_kind = receipt["filter"]["groups"][kind].as_array().expect("groups");
        of_kind.iter().filter_map(|group| group["name"].as_str()).collect()
    };
    assert_eq!((named("TIER"), named("AUDIENCE")), (vec!["Base", "Core", "Apex"], vec!["Early", "First come"]));
    let segments = receipt["figure"]["segments"].as_array().expect("segments");
    let tiers: Vec<usize> = segments
        .iter()
        .filter_map(|segment| segment["groups"]["TIER"][0].as_str())
        .filter_map(|name| ORDER[0].1.iter().position(|known| *known == name))
        .collect();
    assert!(tiers.is_sorted() && tiers.len() > 2, "{tiers:?}");
}

/// Members in several audiences are named by all of them, in their order.
#[test]
fn an_explanation_names_combinations_of_groups_in_their_order() {
    let program = program();
    let mut body = filter(json!({"comparison": "SAME_DATES_LAST_YEAR", "open": {"by": "AUDIENCE"}}));
    body["startDate"] = json!("2025-01-10");
    let answer = program.post("/api/v1/explain/logins.totalLogins", &body);
    let causes = answer["tree"]["causes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let names: Vec<&str> = causes.iter().filter_map(|cause| cause["name"].as_str()).collect();
    for name in ["Students + First come", "Early + First come", "Students + Early"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}

#[test]
fn files_have_groups_in_their_order_and_lines_the_colours_of_the_whole_list() {
    let program = program();
    let screen = "api/v1/dashboard/users/logins";
    let of = |path: &str, more: Value| {
        let mut body = filter(more);
        body["screen"] = json!(screen);
        let answer = program.call(path, &body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let places = |text: &str, names: &[&str]| -> Vec<usize> {
        names.iter().map(|name| text.find(name).unwrap_or_else(|| panic!("{name}: {text}"))).collect()
    };
    for (kind, names) in ORDER {
        let csv = of("/api/v1/export/csv", json!({"block": "LOGINS_TABLE", "viewByH1": kind}));
        let rows: Vec<String> = names.iter().map(|name| format!("\n{name},")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert!(places(&csv, &rows).is_sorted(), "{csv}");
    }
    // The colours of the lines of a chart, in their order.
    let colours = |chosen: Value| -> Vec<String> {
        let page = of("/api/v1/export/dossier", chosen);
        let charts: Vec<&str> = page.split("<svg").skip(1).filter_map(|part| part.split("</svg>").next()).collect();
        let chart = charts.iter().find(|chart| chart.contains("Apex")).unwrap_or_else(|| panic!("{page}"));
        let mut found: Vec<(usize, String)> = Vec::new();
        for name in ORDER[0].1.iter().filter(|name| chart.contains(**name)) {
            let at = chart.find(*name).expect("a name");
            // The mark of a name is drawn before it.
            let mark = chart[..at].rfind("<polyline").unwrap_or_else(|| panic!("{chart}"));
            let class = chart[mark..at].split("class=\"").nth(1).and_then(|rest| rest.split('"').next());
            found.push((at, format!("{name} {}", class.unwrap_or_default())));
        }
        assert!(found.is_sorted(), "{found:?}");
        found.into_iter().map(|(_, line)| line).collect()
    };
    let all = colours(json!({"extent": "screen", "viewBy": "TIER"}));
    assert_eq!(all, ["Base s-c1", "Core s-c2", "Apex s-c3"]);
    let some =
        colours(json!({"extent": "screen", "viewBy": "TIER", "userGroupTiers": [1, 3], "userGroupsTiersAll": false}));
    assert_eq!(some, all[1..], "a filter changes no colour");
}

#[test]
fn lines_of_a_workbook_have_the_colours_of_the_whole_list() {
    let program = program();
    let colours = |tiers: Value| -> Vec<String> {
        let body = filter(json!({"screen": "api/v1/dashboard/users/logins", "viewBy": "TIER", "userGroupTiers": tiers,
            "userGroupsTiersAll": false}));
        let workbook = program.call("/api/v1/export/xlsx", &body);
        assert_eq!(workbook.status, 200, "{}", workbook.text);
        let mut zip = zip::ZipArchive::new(Cursor::new(workbook.bytes)).expect("a workbook");
        let mut chart = String::new();
        zip.by_name("xl/charts/chart1.xml").expect("a chart").read_to_string(&mut chart).expect("UTF-8");
        let of_line =
            |line: &str| line.split("srgbClr val=\"").nth(1).and_then(|rest| rest.get(..6)).map(str::to_owned);
        chart.split("<c:ser>").skip(1).filter_map(of_line).collect()
    };
    let all = colours(json!([1, 2, 3]));
    assert_eq!(all, ["4B4ACF", "2B8EA4", "BB8318"]);
    assert_eq!(colours(json!([1, 3])), all[1..]);
}

/// A role that sees some groups has these in their order, from the first place on.
#[test]
fn a_role_with_some_groups_has_them_in_their_order() {
    let program = program();
    let limits = vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1, 3] }];
    let permissions = vec![Permission { module: PermissionModule { code: Module::Members }, editable: false }];
    let limits = Limits { groups: limits, without_members: false };
    program.app.app.store.add_role(&Role { name: "upper".to_owned(), permissions, limits }, 1).expect("added");
    let token = program.app.signed_in("upper", "upper");
    let groups = program.app.get("/api/v1/dashboard/users/userGroups").bearer(&token).send().json();
    let tiers: Vec<(&str, i64)> = groups
        .as_array()
        .expect("groups")
        .iter()
        .filter(|group| group["type"] == "TIER")
        .map(|group| (group["name"].as_str().expect("a name"), group["place"].as_i64().expect("a place")))
        .collect();
    assert_eq!(tiers, [("Core", 0), ("Apex", 1)]);
}
