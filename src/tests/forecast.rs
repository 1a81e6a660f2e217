//! The forecast of the score over HTTP: it is tried on the past, and knows nothing of what came after.

use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::roles::{Permission, PermissionModule, Role};
use bond::warehouse::demo::{self, DemoOptions};
use serde_json::{Value, json};
use time::macros::date;

use crate::Program;

const FORECAST: &str = "/api/v1/planner/forecast";
const SCORE: &str = "/api/v1/bond/score";

fn a_demo(members: u32) -> Program {
    let program = Program::empty(date!(2026 - 03 - 15));
    let options = DemoOptions { members, seed: 3, years: 2, causes: true };
    demo::make(&program.app.app.warehouse, &options, date!(2026 - 03 - 14), None, &()).expect("a demo");
    program
}

fn up_to(end: &str) -> Value {
    json!({"period": "SELECTED_DATE", "startDate": "2025-01-01", "endDate": end})
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

#[test]
fn a_forecast_is_tried_on_the_past_with_what_was_known_then() {
    if !crate::runs_today() {
        return;
    }
    let program = a_demo(4000);
    let forecast = program.post(FORECAST, &json!({}));
    assert_eq!((&forecast["asOf"], &forecast["oneIn"]), (&json!("2026-03-14"), &json!(1)));
    assert_eq!(forecast["score"], program.post(SCORE, &json!({}))["score"]);
    let points = forecast["points"].as_array().expect("points");
    let days: Vec<&Value> = points.iter().map(|point| &point["days"]).collect();
    assert_eq!(days, [&json!(30), &json!(60), &json!(90)]);
    let tries = forecast["tries"].as_array().expect("tries");
    assert_eq!(tries.len(), 6 + 5 + 4);
    for tried in tries {
        let truth = program.post(SCORE, &up_to(tried["day"].as_str().expect("a day")));
        assert_eq!(tried["score"], truth["score"], "{tried}");
    }
    for point in points {
        let of: Vec<&Value> = tries.iter().filter(|tried| tried["days"] == point["days"]).collect();
        assert_eq!(point["tried"], json!(of.len()));
        let squares: f64 = of.iter().map(|tried| (number(&tried["forecast"]) - number(&tried["score"])).powi(2)).sum();
        let error = (squares / of.len() as f64).sqrt();
        assert!((number(&point["typicalError"]) - error).abs() < 0.006, "{point}");
        assert!(number(&point["low"]) <= number(&point["score"]) && number(&point["score"]) <= number(&point["high"]));
        // It is hardly worse than to say that the score stays as it is.
        let stays = |tried: &&&Value| {
            let then = program.post(SCORE, &up_to(tried["from"].as_str().expect("a day")));
            (number(&then["score"]) - number(&tried["score"])).powi(2)
        };
        let stays = (of.iter().map(|tried| stays(&tried)).sum::<f64>() / of.len() as f64).sqrt();
        println!("{} days: off by {error:.2} points, {stays:.2} if it stays", point["days"]);
        assert!(error < stays + 0.5, "{} days: off by {error} points, {stays} if it stays", point["days"]);
        let believed = number(&point["believed"]);
        assert!((0.0..=1.0).contains(&believed), "{point}");
    }
    let stays: Vec<&Value> = points[0]["parts"].as_array().expect("parts").iter().collect();
    let score = program.post(SCORE, &json!({}));
    for part in stays.iter().filter(|part| part["isForecast"] == false) {
        let now = score["explain"]["parts"].as_array().expect("parts").iter().find(|one| one["key"] == part["key"]);
        assert_eq!(part["value"], now.expect("the part")["value"], "{part}");
    }
}

#[test]
fn a_forecast_is_of_the_members_that_the_user_sees_and_not_of_few() {
    if !crate::runs_today() {
        return;
    }
    let program = a_demo(4000);
    let limited = Role {
        name: "limited".to_owned(),
        permissions: vec![Permission { module: PermissionModule { code: Module::Recommendations }, editable: false }],
        limits: Limits { groups: vec![GroupLimit { grouping: Grouping::Tier, ids: vec![3] }], without_members: false },
    };
    program.app.app.store.add_role(&limited, 1).expect("added");
    let token = program.app.signed_in("limited", "limited");
    let seen = |body: &Value| program.app.post(FORECAST).bearer(&token).json(body).send().json();
    let of_all = seen(&json!({}));
    assert!(!of_all["points"].as_array().expect("points").is_empty(), "{of_all}");
    // Other groups are not there for the role, whatever is chosen.
    assert_eq!(seen(&json!({"userGroupTiers": [1, 2, 3], "userGroupsTiersAll": false})), of_all);
    assert_ne!(program.post(FORECAST, &json!({}))["points"], of_all["points"]);
    // Whoever sees everybody and chooses the group has the same counts. How much is believed differs: what belongs to no
    // member, FA Activity Level, is not in the role's score.
    let chosen = program.post(FORECAST, &json!({"userGroupTiers": [3], "userGroupsTiersAll": false}));
    let values = |answer: &Value| -> Vec<f64> {
        let points = answer["points"].as_array().expect("points").iter();
        let parts = points.flat_map(|point| point["parts"].as_array().expect("parts"));
        parts.filter(|part| part["isForecast"] == true).map(|part| number(&part["value"])).collect()
    };
    let (of_role, of_group) = (values(&of_all), values(&chosen));
    assert_eq!(of_role.len(), of_group.len());
    assert!(of_role.iter().zip(&of_group).all(|(a, b)| (a - b).abs() < 1.0), "{of_role:?} {of_group:?}");

    let few = a_demo(300).post(FORECAST, &json!({}));
    assert_eq!(few["points"], json!([]));
    assert_eq!(few["missing"], "A forecast needs at least 500 registered members.");
}
