//! What new members did, from the raw rows of those whose first login is in the period.

use serde_json::json;

use super::Harness;
use super::contract::Denominator;
use super::plain::{Counter, Days, Who};
use super::screens::{Expected, Filter, figures_of_cards};
use super::world::Random;
use crate::{setting, takes_turn};

#[test]
fn figures_of_new_members_equal_a_plain_count_over_the_raw_rows() {
    if !takes_turn(0) {
        return;
    }
    let random = &mut Random(20_261_127);
    let Harness { program, world, histories, .. } = Harness::new();
    let figures = figures_of_cards(|figure| !matches!(figure.by, Denominator::Whole(_)));
    let is_new = |member: usize, days: Days| histories[member].sessions.first().is_some_and(|(day, _)| days.has(*day));
    let (mut compared, mut followed) = (0, 0);
    for _ in 0..setting("TEST_ROUNDS", 6) {
        let filter = Filter::random(random);
        let expected = Expected { filter: &filter, counter: Counter::new(&world, &histories, filter.chosen.clone()) };
        let Some(other) = filter.compared_with() else { continue };
        let mut body = filter.body().clone();
        body["open"] = json!({"by": "NEWCOMERS"});
        for (id, figure) in &figures {
            // Figures about registrations, or about nobody, are not divided so.
            let answer = program.call(&format!("/api/v1/explain/{id}"), &body);
            if answer.status == 400 {
                continue;
            }
            assert_eq!(answer.status, 200, "{id} {body}: {}", answer.text);
            let answer = answer.json();
            let causes = answer["tree"]["causes"].as_array().filter(|_| answer["tree"]["by"] == "NEWCOMERS");
            for cause in causes.into_iter().flatten().filter(|cause| cause["key"] != "rest") {
                for (field, days) in [("now", filter.days), ("before", other)] {
                    let wanted = cause["key"] == "new";
                    let only = (0..world.members.len()).filter(|member| is_new(*member, days) == wanted).collect();
                    let members = Who { only: Some(only), ..Who::default() };
                    if expected.counted(figure, &members, days, &super::Item::All).1 == 0 {
                        continue;
                    }
                    let shown = expected.shown(figure, &members, days, &super::Item::All);
                    let is_same = match (shown.as_f64(), cause[field].as_f64()) {
                        (Some(shown), Some(found)) => (shown - found).abs() < 1e-6,
                        _ => false,
                    };
                    assert!(is_same, "{id}, {} {field}: {}, expected {shown} for {body}", cause["key"], cause[field]);
                    compared += 1;
                    let is_later = |(day, _): &(time::Date, bool)| *day > days.end;
                    followed += usize::from(histories.iter().any(|of| of.sessions.first().is_some_and(is_later)));
                }
            }
        }
    }
    assert!(compared > 60 && followed > 30, "{compared} compared, {followed} with later first logins");
}
