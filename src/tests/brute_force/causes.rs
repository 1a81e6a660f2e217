//! What members did who stayed in the chosen groups, moved into or out of them, or are new, from the raw rows of each.

use std::collections::{BTreeMap, BTreeSet};

use bond::figures::filter::Choice;
use serde_json::json;

use super::Harness;
use super::contract::{Denominator, Figure};
use super::plain::{Count, Counter, Item, Who};
use super::screens::{Expected, Filter, figures_of_cards};
use super::world::{GROUPINGS, Random};
use crate::{setting, takes_turn};

/// Whether newcomers are known of everything that a figure counts: when members became eligible is not.
fn knows_newcomers(figure: &Figure) -> bool {
    figure.of != Count::Eligible && !matches!(figure.by, Denominator::Same(Count::Eligible))
}

#[test]
fn figures_of_members_who_moved_equal_a_plain_count_over_the_raw_rows() {
    if !takes_turn(2) {
        return;
    }
    let random = &mut Random(20_261_129);
    let Harness { program, world, histories, .. } = Harness::new();
    let figures = figures_of_cards(|figure| !matches!(figure.by, Denominator::Whole(_)));
    let first_login = |member: usize| histories[member].sessions.first().map(|(day, _)| *day);
    let (mut compared, mut rounds): (BTreeMap<String, usize>, u64) = (BTreeMap::new(), 0);
    while rounds < setting("TEST_ROUNDS", 6).max(6) {
        let filter = Filter::random(random);
        let Some(other) = filter.compared_with().filter(|_| filter.chosen.as_they_were) else { continue };
        let fixed: Vec<_> =
            GROUPINGS.into_iter().filter(|grouping| filter.chosen.groups[*grouping] != Choice::All).collect();
        if fixed.is_empty() {
            continue;
        }
        rounds += 1;
        let expected = Expected { filter: &filter, counter: Counter::new(&world, &histories, filter.chosen.clone()) };
        let counter = &expected.counter;
        let [is, was] = [filter.days, other].map(|days| {
            let members: BTreeSet<usize> = counter.members(&Who::default(), days.end).into_iter().collect();
            members
        });
        // The key of what a member did between the last days of both windows; None for one who is in neither.
        let key_of = |member: usize, knows_newcomers: bool| {
            let (one, last) = (other.end.min(filter.days.end), other.end.max(filter.days.end));
            let is_new = knows_newcomers && first_login(member).is_some_and(|day| one < day && day <= last);
            let of_other = |day| match fixed.as_slice() {
                [grouping] => counter.groups_on(&world.members[member], day)[*grouping as usize].clone(),
                _ => Vec::new(),
            };
            let key = |of: &str, groups: Vec<i32>| {
                let mut ids: Vec<String> = groups.iter().map(i32::to_string).collect();
                ids.insert(0, of.to_owned());
                ids.join(".")
            };
            match (was.contains(&member), is.contains(&member)) {
                (false, false) => None,
                _ if is_new => Some("new".to_owned()),
                (true, true) => Some("stayed".to_owned()),
                (false, true) => Some(key("in", of_other(other.end))),
                (true, false) => Some(key("out", of_other(filter.days.end))),
            }
        };
        let mut body = filter.body().clone();
        body["open"] = json!({"by": "MOVES"});
        for (id, figure) in &figures {
            let call = || program.call(&format!("/api/v1/explain/{id}"), &body);
            let answer = program.app.with_rows(call);
            // Figures about nobody are not divided so.
            if answer.status == 400 {
                continue;
            }
            assert_eq!(answer.status, 200, "{id} {body}: {}", answer.text);
            let answer = answer.json();
            let is_moved = |key: &str| key.starts_with("in") || key.starts_with("out");
            let causes = answer["tree"]["causes"].as_array().filter(|_| answer["tree"]["by"] == "MOVES");
            let causes = causes.filter(|all| all.iter().any(|cause| cause["key"].as_str().is_some_and(is_moved)));
            let Some(causes) = causes else { continue };
            let sum: f64 = causes.iter().filter_map(|cause| cause["effect"].as_f64()).sum();
            let change = answer["change"].as_f64().expect("a change");
            assert!((sum - change).abs() < 1e-6, "{id}: the effects make {sum}, not {change} for {body}");
            let mut of_key: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for member in 0..world.members.len() {
                if let Some(key) = key_of(member, knows_newcomers(figure)) {
                    of_key.entry(key).or_default().push(member);
                }
            }
            for (key, members) in of_key {
                let cause = causes.iter().find(|cause| cause["key"] == key.as_str());
                for (field, days) in [("now", filter.days), ("before", other)] {
                    let members = Who { only: Some(members.clone()), ..Who::default() };
                    let (of, by) = expected.counted(figure, &members, days, &Item::All);
                    let is_sum = matches!(figure.by, Denominator::One);
                    let Some(cause) = cause else {
                        let is_nothing = of == 0 && (is_sum || by == 0);
                        assert!(is_nothing || causes.len() > 11, "{id}: {key} is missing in {causes:?} for {body}");
                        continue;
                    };
                    if by == 0 {
                        continue;
                    }
                    let shown = expected.shown(figure, &members, days, &Item::All);
                    let is_same = match (shown.as_f64(), cause[field].as_f64()) {
                        (Some(shown), Some(found)) => (shown - found).abs() < 1e-6,
                        _ => false,
                    };
                    assert!(is_same, "{id}, {key} {field}: {}, expected {shown} for {body}", cause[field]);
                    let kind = key.split('.').next().unwrap_or_default().to_owned();
                    *compared.entry(kind).or_default() += usize::from(of != 0);
                }
            }
        }
    }
    println!("{compared:?}");
    let is_enough = |kind: &str| compared.get(kind).is_some_and(|count| *count > 10);
    assert!(["stayed", "in", "out", "new"].into_iter().all(is_enough), "{compared:?}");
}
