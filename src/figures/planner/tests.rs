use crate::error::texts;
use proptest::prelude::*;

use super::*;
use crate::figures::score::{BOND_1, Explain, PartState, WINDOW_DAYS};

/// Numerators and denominators with which every part has half of its points: the score is 50.
const HALF: [(i64, i64); 9] = [
    (600, 2000),
    (280, 800),
    (200, 1000),
    (430, 500),
    (500, 2000),
    (150, 1000),
    // Points of activity in three months.
    (150, 3),
    (65, 100),
    // 12 months of 30.4375 days for each of 1000.
    (365_250, 1000),
];

const ACTIVE: usize = 2;
const RETURN: usize = 3;
const CSAT: usize = 7;

fn shown(at: usize, (of, by): (i64, i64), state: PartState) -> ScorePart {
    let part = &PARTS[at];
    let applicable = state != PartState::NotApplicable;
    ScorePart {
        key: part.key.name().to_owned(),
        label: part.label.to_owned(),
        pillar: part.pillar,
        numerator: applicable.then_some(of as f64),
        denominator: applicable.then_some(by as f64),
        value: applicable.then_some(0.0),
        value_last_month: None,
        unit: part.metric.unit,
        floor: BOND_1.parts[at].floor,
        target: BOND_1.parts[at].target,
        weight: BOND_1.parts[at].weight,
        score: None,
        points_possible: None,
        points_earned: None,
        points_moved: None,
        state,
        definition: String::new(),
    }
}

/// The answer of the score call as far as the planner reads it.
fn answer(counts: [(i64, i64); 9], states: [PartState; 9]) -> ScoreAnswer {
    let parts: Vec<ScorePart> = (0..9).map(|at| shown(at, counts[at], states[at])).collect();
    let mut answer = ScoreAnswer {
        score: Some(0.0),
        score_last_month: None,
        enrolled2_eligible: None,
        clients_retention_rate: None,
        program_active_rate: None,
        return_rate: None,
        redemption_rate: None,
        engagement_rate: None,
        fa_activity_level: None,
        csat: None,
        average_tenure: None,
        explain: Explain {
            method: BOND_1.name.clone(),
            as_of: None,
            window_days: WINDOW_DAYS,
            coverage: 1.0,
            mom: None,
            within_chance: None,
            coverage_effect: None,
            missing: None,
            why_missing: None,
            parts,
        },
    };
    answer.score = PlanState::of(&answer, &BOND_1).score().map(from_tenths);
    answer
}

fn half() -> ScoreAnswer {
    answer(HALF, [PartState::Ok; 9])
}

fn to_score(score: f64) -> Wish {
    Wish { target: Some(Target { part: None, value: score }), changes: None }
}

fn changes(changes: &[(PartKey, i64)]) -> Wish {
    let changes = changes.iter().map(|(part, more)| PartChange { part: *part, more: *more }).collect();
    Wish { target: None, changes: Some(changes) }
}

#[test]
fn people_needed_of_each_part_alone_by_hand() {
    assert_eq!(half().score, Some(50.0));
    let plan = plan(&half(), &BOND_1, &to_score(51.0)).expect("valid");
    let more: Vec<Option<i64>> = plan.parts.iter().map(|part| part.needed.as_ref().map(|needed| needed.more)).collect();
    // 51.0 is shown from 50.95 on. A member with a second qualifying session is 0.1 points of Active Rate, and these
    // 15 / 40 points of the score: 0.95 / 0.0375 = 25.3. The others in the same way; an answer joins the answers.
    assert_eq!(more[1..6], [Some(36), Some(26), Some(14), Some(64), Some(24)]);
    assert_eq!(more[CSAT], Some(16));
    let active = plan.parts[ACTIVE].needed.clone().expect("possible");
    assert_eq!((active.value, active.by, active.score), (22.6, 2.6, Some(51.0)));
    let cheapest: Vec<usize> = (0..9).filter(|at| plan.parts[*at].is_cheapest).collect();
    assert_eq!(cheapest, [RETURN]);
    let mixture = plan.mixture.expect("possible");
    assert_eq!((mixture.people, mixture.score), (14, Some(51.0)), "the cheapest part brings the most for each");
}

#[test]
fn a_part_alone_brings_no_more_than_its_target() {
    let plan = plan(&half(), &BOND_1, &to_score(57.6)).expect("valid");
    let active = &plan.parts[ACTIVE];
    // 40 % of 1000.
    assert_eq!((active.to_target, active.score_at_target, &active.needed), (Some(200), Some(57.5), &None));
    assert_eq!((active.least, active.most), (Some(-200), Some(800)));
    assert!(plan.parts.iter().all(|part| !part.is_cheapest && part.needed.is_none()));
    let mixture = plan.mixture.expect("together they are enough");
    assert!(mixture.parts.len() > 1 && mixture.score == Some(57.6), "{mixture:?}");
    assert!(mixture.parts.iter().all(|part| PARTS[index_of(part.key)].counted().by_people));
    // Activity and tenure are nobody's to do, and have 2.5 points left each.
    assert_eq!(
        super::plan(&half(), &BOND_1, &to_score(95.0)).expect("valid").mixture.and_then(|mixture| mixture.score),
        Some(95.0)
    );
    assert_eq!(super::plan(&half(), &BOND_1, &to_score(95.1)).expect("valid").mixture, None);
}

#[test]
fn a_target_that_is_reached_takes_nobody() {
    let plan = plan(&half(), &BOND_1, &to_score(50.0)).expect("valid");
    assert!(plan.parts.iter().all(|part| part.needed.as_ref().is_some_and(|needed| needed.more == 0)));
    assert!(plan.parts.iter().all(|part| !part.is_cheapest), "nothing is cheaper than nothing");
    assert_eq!(plan.mixture.map(|mixture| (mixture.people, mixture.parts)), Some((0, Vec::new())));
}

#[test]
fn the_mixture_takes_no_more_people_than_any_other() {
    // Return Rate, CSAT and Engagement Rate bring the most for each person; every combination of them is tried.
    let standing = PlanState::of(&half(), &BOND_1);
    for wanted in [510, 535, 545, 555, 560, 570] {
        let found = mixture::cheapest(&standing, wanted).expect("possible");
        let mut fewest = i128::MAX;
        for returned in 0..=55 {
            for answers in 0..=250 {
                let so_far = standing.with(RETURN, returned).with(CSAT, answers);
                if let Some(engaged) = smallest(150, |engaged| so_far.with(5, engaged).score() >= Some(wanted)) {
                    fewest = fewest.min(returned + answers + engaged);
                }
            }
        }
        assert_eq!(found.values().sum::<i128>(), fewest, "{wanted}: {found:?}");
    }
}

#[test]
fn a_part_below_its_floor_first_takes_people_who_bring_nothing() {
    let mut counts = HALF;
    // 70 % where points begin at 75 %.
    counts[RETURN] = (350, 500);
    let now = answer(counts, [PartState::Ok; 9]);
    assert_eq!(now.score, Some(46.0));
    let plan = plan(&now, &BOND_1, &to_score(46.1)).expect("valid");
    // 25 to the floor; then 8 points for 22 %, of which each is 0.2 %: 0.05 / 0.0727 is one more.
    assert_eq!(plan.parts[RETURN].needed.as_ref().map(|needed| needed.more), Some(26));
}

#[test]
fn a_value_of_one_part_is_planned_alone() {
    let wish = Wish { target: Some(Target { part: Some(PartKey::ProgramActiveRate), value: 45.5 }), changes: None };
    let plan = plan(&half(), &BOND_1, &wish).expect("valid");
    let needed: Vec<usize> = (0..9).filter(|at| plan.parts[*at].needed.is_some()).collect();
    assert_eq!((needed, plan.mixture.is_none()), (vec![ACTIVE], true));
    // Beyond the target, where the score no longer rises.
    assert_eq!(plan.parts[ACTIVE].needed, Some(Needed { more: 255, value: 45.5, by: 25.5, score: Some(57.5) }));
    let tenure = Wish { target: Some(Target { part: Some(PartKey::AverageTenure), value: 13.0 }), changes: None };
    let needed = super::plan(&half(), &BOND_1, &tenure).expect("valid").parts[8].needed.clone().expect("possible");
    // 12.95 months are shown as 13.0: 0.95 · 30.4375 · 1000 days, and one that makes it 12.95 or more.
    assert_eq!((needed.value, needed.more), (13.0, 28_916));
}

#[test]
fn what_if_is_the_score_with_the_changes() {
    let of = |wish: &Wish| plan(&half(), &BOND_1, wish).expect("valid").what_if.expect("asked");
    let both = of(&changes(&[(PartKey::ProgramActiveRate, 26), (PartKey::Csat, -65)]));
    // 35 answers are left, none of them 4 or 5: nothing of 10.
    assert_eq!(both.score, Some(46.0));
    assert_eq!(both.parts.iter().map(|part| part.value).collect::<Vec<_>>(), [22.6, 0.0]);
    assert_eq!(of(&changes(&[(PartKey::ProgramActiveRate, -200)])).score, Some(42.5));
    assert_eq!(of(&changes(&[])).score, Some(50.0));
}

#[test]
fn wrong_wishes_are_named() {
    let faults = |wish: &Wish| texts(&plan(&half(), &BOND_1, wish).expect_err("wrong"));
    assert_eq!(faults(&to_score(100.1)), ["target.value: a score is 0 to 100"]);
    assert_eq!(faults(&to_score(f64::NAN)), ["target.value: a score is 0 to 100"]);
    let part = |part, value| Wish { target: Some(Target { part: Some(part), value }), changes: None };
    assert_eq!(faults(&part(PartKey::Csat, 101.0)), ["target.value: expected a number from 0 to 100"]);
    assert_eq!(faults(&part(PartKey::AverageTenure, -1.0)), ["target.value: expected a number from 0 to 1200"]);
    let wrong = changes(&[(PartKey::ReturnRate, 71), (PartKey::ReturnRate, 1), (PartKey::Csat, -66)]);
    let named = [
        "changes[0]: expected -430 to 70",
        "changes[1]: this part is there twice",
        "changes[2]: expected -65 to 1000000000000",
    ];
    assert_eq!(faults(&wrong), named);
    let mut states = [PartState::Ok; 9];
    states[CSAT] = PartState::Hidden;
    let hidden = plan(&answer(HALF, states), &BOND_1, &changes(&[(PartKey::Csat, 1)])).expect_err("hidden");
    assert_eq!(texts(&hidden), ["changes[0]: this part does not count in the score"]);
}

#[test]
fn parts_that_do_not_count_are_not_planned() {
    let states = [PartState::Hidden, PartState::Insufficient, PartState::NotApplicable];
    for state in states {
        let mut all = [PartState::Ok; 9];
        all[RETURN] = state;
        let plan = plan(&answer(HALF, all), &BOND_1, &to_score(51.0)).expect("valid");
        let of = &plan.parts[RETURN];
        assert_eq!((&of.needed, of.counted, of.to_target, of.score_at_target), (&None, None, None, None));
        assert!(plan.mixture.is_some_and(|mixture| mixture.parts.iter().all(|part| part.key != PartKey::ReturnRate)));
    }
    // Without a score there is nothing to plan.
    let plan = plan(&answer(HALF, [PartState::Insufficient; 9]), &BOND_1, &to_score(51.0)).expect("valid");
    assert!(plan.score.is_none() && plan.mixture.is_none() && plan.parts.iter().all(|part| part.needed.is_none()));
}

fn counts() -> impl Strategy<Value = [(i64, i64); 9]> {
    let of = |by: std::ops::Range<i64>| by.prop_flat_map(|by| (0..=by, Just(by)));
    let rate = || of(30..2_000_000);
    let tenure = (30..100_000i64).prop_flat_map(|by| (0..=by * 800, Just(by)));
    let activity = (1..5i64).prop_flat_map(|by| (0..=by * 100, Just(by)));
    (rate(), rate(), rate(), rate(), rate(), rate(), activity, of(30..5000), tenure)
        .prop_map(|(a, b, c, d, e, f, g, h, i)| [a, b, c, d, e, f, g, h, i])
}

proptest! {
    /// As many people as a plan says give the score that it promises, and one fewer does not.
    #[test]
    fn a_plan_is_kept_and_is_the_least(counts in counts(), more in 0i64..300, gone in 0usize..9) {
        let mut states = [PartState::Ok; 9];
        states[gone] = PartState::Insufficient;
        let now = answer(counts, states);
        let standing = PlanState::of(&now, &BOND_1);
        let before = standing.score().expect("enough counts");
        let wanted = (before + more).min(1000);
        let plan = plan(&now, &BOND_1, &to_score(from_tenths(wanted))).expect("valid");
        for (at, part) in plan.parts.iter().enumerate() {
            match &part.needed {
                Some(needed) => {
                    let with = |more: i64| standing.with(at, more.into()).score();
                    prop_assert_eq!(with(needed.more).map(from_tenths), needed.score);
                    prop_assert!(with(needed.more) >= Some(wanted));
                    prop_assert!(needed.more == 0 || with(needed.more - 1) < Some(wanted));
                }
                None => prop_assert!(part.score_at_target.is_none_or(|score| tenths(score) < wanted)),
            }
        }
        let all = |fewer_of: Option<PartKey>| {
            let parts = plan.mixture.iter().flat_map(|mixture| &mixture.parts);
            parts.fold(standing.clone(), |standing, MixturePart { key, more, .. }| {
                standing.with(index_of(*key), i128::from(*more) - i128::from(fewer_of == Some(*key)))
            }).score()
        };
        if let Some(mixture) = &plan.mixture {
            prop_assert!(all(None) >= Some(wanted));
            prop_assert_eq!(mixture.people, mixture.parts.iter().map(|part| part.more).sum::<i64>());
            for part in &mixture.parts {
                prop_assert!(all(Some(part.key)) < Some(wanted), "one fewer of {:?} is enough, too", part.key);
            }
            let alone = plan.parts.iter().filter(|part| part.by_people).filter_map(|part| part.needed.as_ref());
            prop_assert!(alone.map(|needed| needed.more).all(|alone| mixture.people <= alone));
        } else {
            let at_targets = (0..9).filter(|at| PARTS[*at].counted().by_people).filter_map(|at| Some((at, standing.to_target(at)?)));
            let most = at_targets.fold(standing.clone(), |standing, (at, more)| standing.with(at, more));
            prop_assert!(most.score() < Some(wanted));
        }
    }

    #[test]
    fn changes_give_the_score_of_the_changed_counts(counts in counts(), more in 0i64..1000, at in 0usize..9) {
        let (of, by) = counts[at];
        let more = if PARTS[at].key == PartKey::FaActivityLevel { 0 } else { more.min((by - of).max(0)) };
        let now = answer(counts, [PartState::Ok; 9]);
        let found = plan(&now, &BOND_1, &changes(&[(PARTS[at].key, more)])).expect("valid").what_if.expect("asked");
        let mut changed = counts;
        changed[at] = (of + more, by + if PARTS[at].key == PartKey::Csat { more } else { 0 });
        prop_assert_eq!(found.score, answer(changed, [PartState::Ok; 9]).score);
    }
}
