//! Who is close to a threshold, by group and by name, against a count over the raw rows.

use crate::takes_turn;
use bond::figures::filter::iso;
use bond::groupings::ByGrouping;
use bond::store::roles::ADMIN;
use serde_json::json;

use super::plain::{Choices, Count, Counter, Days, Item, Who};
use super::world::{GROUPINGS, Random, group_names};
use super::*;

const CLOSE: &str = "/api/v1/planner/close";

#[test]
fn who_is_close_equals_a_plain_count_over_the_raw_rows() {
    if !takes_turn(4) {
        return;
    }
    let random = &mut Random(20_261_124);
    let Harness { program, world, histories, .. } = Harness::new();
    let app = &program.app;
    // The ids need more than the figures.
    let token = app.signed_in("admin", ADMIN);
    let (mut listed, mut compared) = (0, 0);
    for _ in 0..25 {
        let Window { start, end } = random_window(random);
        let tiers = random_choice(random, &[1, 2, 3]);
        let grouping = random.one_of(&GROUPINGS);
        let as_they_were = random.percent(50);
        let as_of = if as_they_were { "WINDOW" } else { "NOW" };
        let mut body = json!({"startDate": iso(start), "endDate": iso(end), "viewByH1": grouping.info().name, "groupsAsOf": as_of});
        if let Choice::Only(ids) = &tiers {
            (body["userGroupTiers"], body["userGroupsTiersAll"]) = (json!(ids), json!(false));
        }
        let groups = ByGrouping([tiers.clone(), Choice::All, Choice::All]);
        let counter = Counter::new(&world, &histories, Choices { groups, as_they_were, ..Choices::default() });
        let through = histories.iter().filter_map(|history| history.sessions.last()).map(|(day, _)| *day).max();
        let days = Days { start, end: end.min(through.expect("logins")) };
        let answer = program.call(CLOSE, &body).json();
        if days.end < days.start {
            assert_eq!((&answer["asOf"], &answer["rows"]), (&json!(null), &json!([])), "{body}");
            continue;
        }
        let counts =
            [("active", Count::OneFromActive), ("engaged", Count::OneFromEngaged), ("dormant", Count::SoonDormant)];
        for row in answer["rows"].as_array().expect("rows") {
            let everyone = &counter.everyone;
            let members =
                row["id"].as_i64().map_or_else(|| everyone.clone(), |id| everyone.within(grouping, id as i32));
            for (field, count) in counts {
                let expected = counter.number(count, &members, days, &Item::All);
                assert_eq!(row[field], json!(expected), "{field} of {row}, {body}");
                compared += expected;
            }
        }
        let names = group_names(grouping).len();
        assert!(answer["rows"].as_array().is_some_and(|rows| rows.len() <= names + 1), "{answer}");
        for (field, count) in counts {
            let mut body = body.clone();
            body["closeTo"] = json!(field);
            let text = app.post(&format!("{CLOSE}/members")).bearer(&token).json(&body).send().text;
            let found: Vec<&str> = text.trim_start_matches('\u{feff}').lines().skip(1).collect();
            let alone = |at: usize| Who { only: Some(vec![at]), ..Who::default() };
            let is_close = |at: &usize| counter.number(count, &alone(*at), days, &Item::All) == 1;
            let mut expected: Vec<String> =
                (0..world.members.len()).filter(is_close).map(|at| format!("M{at}")).collect();
            expected.sort();
            assert_eq!(found, expected, "{body}");
            listed += found.len();
        }
    }
    assert!(compared > 1000 && listed > 300, "{compared} {listed}");
}
