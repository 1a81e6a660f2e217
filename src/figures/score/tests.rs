use proptest::prelude::*;
use time::macros::date;

use super::*;

fn ok(value: f64) -> Measured {
    Measured { numerator: value, denominator: 100.0, value: Some(value), state: PartState::Ok }
}

fn gone(state: PartState) -> Measured {
    Measured { numerator: 0.0, denominator: 0.0, value: None, state }
}

/// Values in the order of PARTS, all counting.
fn all(values: [f64; 9]) -> [Measured; 9] {
    values.map(ok)
}

fn of(now: &[Measured; 9], last: Option<&[Measured; 9]>) -> ScoreAnswer {
    by(&BOND_1, now, last)
}

fn by(method: &Method, now: &[Measured; 9], last: Option<&[Measured; 9]>) -> ScoreAnswer {
    let last = last.map(|measured| LastMonth { measured: method.judged(*measured), is_scored: true });
    answer(method, Some(date!(2026 - 11 - 19)), &method.judged(*now), None, last.as_ref())
}

#[test]
fn values_of_last_month_are_shown_without_its_score() {
    let last = LastMonth { measured: all(TARGETS), is_scored: false };
    let answer = answer(&BOND_1, Some(date!(2026 - 11 - 19)), &all(TARGETS), None, Some(&last));
    assert_eq!((answer.score, answer.score_last_month, answer.explain.mom), (Some(100.0), None, None));
    let values: Vec<Option<f64>> = answer.explain.parts.iter().map(|part| part.value_last_month).collect();
    assert_eq!(values, TARGETS.map(Some));
    assert!(answer.explain.parts.iter().all(|part| part.points_moved.is_none()));
}

const TARGETS: [f64; 9] = [60.0, 70.0, 40.0, 97.0, 50.0, 30.0, 100.0, 90.0, 24.0];

#[test]
fn every_target_met_is_100_and_every_floor_is_0() {
    assert_eq!(of(&all(TARGETS), None).score, Some(100.0));
    assert_eq!(of(&all(TARGETS.map(|target| target * 2.0)), None).score, Some(100.0));
    assert_eq!(of(&all([0.0, 0.0, 0.0, 75.0, 0.0, 0.0, 0.0, 40.0, 0.0]), None).score, Some(0.0));
}

#[test]
fn a_score_computed_by_hand() {
    // 30/60·15 + 35/70·15 + 20/40·15 + (86−75)/22·8 + 25/50·15 + 15/30·12 + 50/100·5 + (65−40)/50·10 + 12/24·5
    // = half of everything.
    let half = all([30.0, 35.0, 20.0, 86.0, 25.0, 15.0, 50.0, 65.0, 12.0]);
    let answer = of(&half, None);
    assert_eq!(answer.score, Some(50.0));
    let earned: Vec<f64> = answer.explain.parts.iter().filter_map(|part| part.points_earned).collect();
    assert_eq!(earned.iter().sum::<f64>(), 50.0);
    assert_eq!(answer.explain.parts[0].points_possible, Some(15.0));
    assert_eq!(answer.explain.coverage, 1.0);
}

#[test]
fn a_part_that_does_not_count_is_left_out_with_its_weight() {
    let mut now = all(TARGETS);
    now[7] = gone(PartState::NotApplicable);
    let answer = of(&now, None);
    assert_eq!(answer.score, Some(100.0));
    assert_eq!(answer.csat, None);
    assert_eq!(answer.explain.coverage, 0.9);
    assert_eq!(answer.explain.parts[7].points_possible, None);
    let possible: f64 = answer.explain.parts.iter().filter_map(|part| part.points_possible).sum();
    assert!((possible - 100.0).abs() < 1e-9, "{possible}");
}

#[test]
fn below_70_percent_or_without_habit_there_is_no_score() {
    let mut now = all(TARGETS);
    // 15 + 10 + 5 = 30 gone: 70 % is enough.
    for at in [4, 6, 7] {
        now[at] = gone(PartState::Insufficient);
    }
    assert!(of(&now, None).score.is_some());
    now[8] = gone(PartState::Insufficient);
    let answer = of(&now, None);
    assert_eq!(answer.score, None);
    let missing = answer.explain.missing.expect("a reason");
    assert!(missing.contains("65%") && missing.contains("CSAT"), "{missing}");

    let mut no_habit = all(TARGETS);
    for at in [2, 3, 5] {
        no_habit[at] = gone(PartState::NotApplicable);
    }
    assert_eq!(of(&no_habit, None).score, None);
}

#[test]
fn movements_add_up_even_if_different_parts_count() {
    let before = all([30.0, 35.0, 20.0, 86.0, 25.0, 15.0, 50.0, 65.0, 12.0]);
    let mut now = before;
    now[0] = ok(33.0);
    let answer = of(&now, Some(&before));
    assert_eq!(answer.explain.mom, Some(0.8));
    assert_eq!(answer.explain.parts[0].points_moved, Some(0.8));
    assert_eq!(answer.explain.coverage_effect, Some(0.0));
    now[7] = gone(PartState::Insufficient);
    let answer = of(&now, Some(&before));
    let moved: f64 = answer.explain.parts.iter().filter_map(|part| part.points_moved).sum();
    let explained = moved + answer.explain.coverage_effect.expect("both months have a score");
    assert!((explained - answer.explain.mom.expect("a move")).abs() < 1e-9);
}

#[test]
fn without_a_month_before_nothing_moved() {
    let answer = of(&all(TARGETS), None);
    assert_eq!((answer.score_last_month, answer.explain.mom, answer.explain.coverage_effect), (None, None, None));
    assert!(answer.explain.parts.iter().all(|part| part.points_moved.is_none()));
}

#[test]
fn tenure_is_split_from_whole_months() {
    assert_eq!(Tenure::of(Quantity::new(239, 10)), Tenure { years: 2, months: 0 });
    assert_eq!(Tenure::of(Quantity::new(274, 10)), Tenure { years: 2, months: 3 });
}

#[test]
fn a_score_computed_by_hand_with_another_method() {
    let mut numbers = BOND_1.numbers();
    // Initiation 20 to 40 % with weight 30, Active 0 to 80 % with 60, Return 10 as before; all else is left out.
    for part in &mut numbers.parts {
        (part.floor, part.target, part.weight) = match part.part {
            PartKey::Enrolled2Eligible => (20.0, 40.0, 30),
            PartKey::ProgramActiveRate => (0.0, 80.0, 60),
            PartKey::ReturnRate => (part.floor, part.target, 10),
            _ => (part.floor, part.target, 0),
        };
    }
    let method = numbers.named("ours").expect("valid");
    // 30 · 1/2 + 60 · 1/4 + 10 · 1/2 of 100.
    let answer = by(&method, &all([30.0, 35.0, 20.0, 86.0, 25.0, 15.0, 50.0, 65.0, 12.0]), None);
    assert_eq!((answer.score, answer.explain.method.as_str(), answer.explain.coverage), (Some(35.0), "ours", 1.0));
    let left_out: Vec<bool> = answer.explain.parts.iter().map(|part| part.state == PartState::LeftOut).collect();
    assert_eq!(left_out, [false, true, false, false, true, true, true, true, true]);
    assert_eq!((answer.csat, answer.explain.parts[7].value), (None, Some(65.0)), "it is shown, and does not count");
    let bounds = &answer.explain.parts[0];
    assert_eq!((bounds.floor, bounds.target, bounds.weight, bounds.score), (20.0, 40.0, 30, Some(50.0)));
    // What is left out is not missed.
    let mut now = all([30.0; 9]);
    now[2] = gone(PartState::Insufficient);
    let missing = by(&method, &now, None).explain.missing.expect("40 % counts");
    assert!(missing.contains("Only 40%") && missing.ends_with("Missing: Program Active Rate."), "{missing}");
}

#[test]
fn a_method_says_how_large_a_denominator_must_be_and_how_much_must_count() {
    let mut numbers = BOND_1.numbers();
    numbers.parts[0].least = 101;
    numbers.least_coverage = 90;
    let state = |numbers: &MethodNumbers| by(&numbers.named("x").expect("valid"), &all(TARGETS), None);
    let answer = state(&numbers);
    assert_eq!((answer.explain.parts[0].state, answer.score), (PartState::Insufficient, None), "85 % count");
    numbers.least_coverage = 85;
    assert_eq!(state(&numbers).score, Some(100.0));
    numbers.parts[0].least = 100;
    assert_eq!(state(&numbers).explain.parts[0].state, PartState::Ok);
}

fn values() -> impl Strategy<Value = [f64; 9]> {
    prop::array::uniform9(0.0..120.0f64)
}

/// Valid methods, in which every part may be left out but the Return Rate.
fn methods() -> impl Strategy<Value = Method> {
    let part = (0u32..9_900, 1u32..10_000, 0u32..=100);
    prop::array::uniform9(part).prop_map(|parts| {
        let mut numbers = BOND_1.numbers();
        for (part, (floor, width, weight)) in numbers.parts.iter_mut().zip(parts) {
            part.floor = f64::from(floor) / 100.0;
            part.target = f64::from((floor + width).min(10_000)) / 100.0;
            part.weight = if part.part == PartKey::ReturnRate { weight.max(1) } else { weight };
        }
        numbers.named("any").expect("valid")
    })
}

proptest! {
    #[test]
    fn the_score_lies_between_0_and_100_and_its_parts_add_up(method in methods(), values in values(), gone_at in 0usize..9) {
        let mut now = all(values);
        now[gone_at] = gone(PartState::Insufficient);
        for method in [&*BOND_1, &method] {
            let answer = by(method, &now, None);
            let Some(score) = answer.score else {
                prop_assert!(method != &*BOND_1, "enough counts");
                continue;
            };
            prop_assert!((0.0..=100.0).contains(&score));
            let sum = |of: fn(&ScorePart) -> Option<f64>| {
                answer.explain.parts.iter().filter_map(of).map(|points| (points * 10.0).round() as i64).sum::<i64>()
            };
            prop_assert_eq!(sum(|part| part.points_possible), 1000);
            prop_assert_eq!(sum(|part| part.points_earned), (score * 10.0).round() as i64);
            for part in &answer.explain.parts {
                prop_assert!(part.points_earned <= part.points_possible);
            }
        }
    }

    #[test]
    fn a_part_that_rises_never_lowers_the_score(method in methods(), values in values(), at in 0usize..9, more in 0.0..50.0f64) {
        let mut higher = values;
        higher[at] += more;
        for method in [&*BOND_1, &method] {
            prop_assert!(by(method, &all(higher), None).score >= by(method, &all(values), None).score);
        }
    }

    #[test]
    fn only_the_proportion_of_weights_matters(method in methods(), values in values(), times in 1u32..50) {
        let mut scaled = method.clone();
        scaled.parts.iter_mut().for_each(|part| part.weight *= times);
        let of = |method: &Method| scored(method, &method.judged(all(values))).score.expect("all count");
        prop_assert!((of(&scaled) - of(&method)).abs() < 1e-9);
    }

    #[test]
    fn a_weight_changes_alone(method in methods(), values in values(), at in 0usize..9) {
        let now = all(values);
        let of = |method: &Method| scored(method, &method.judged(now)).score.expect("all count");
        let same = method.with_weight(at, 4, 4);
        prop_assert!((of(&same) - of(&method)).abs() < 1e-9);
        // More weight draws the score towards the part.
        let reached = 100.0 * method.share(at, values[at]);
        let heavier = of(&method.with_weight(at, 5, 4));
        prop_assert!((heavier - reached).abs() <= (of(&method) - reached).abs() + 1e-9);
    }

    #[test]
    fn movements_add_up_to_the_change_of_the_score(method in methods(), now in values(), before in values(), at in 0usize..9) {
        let mut last = all(before);
        last[at] = gone(PartState::NotApplicable);
        for (method, last) in [(&*BOND_1, all(before)), (&*BOND_1, last), (&method, all(before)), (&method, last)] {
            let answer = by(method, &all(now), Some(&last));
            let Some(mom) = answer.explain.mom else { continue };
            let moved: f64 = answer.explain.parts.iter().filter_map(|part| part.points_moved).sum();
            let explained = moved + answer.explain.coverage_effect.expect("both have a score");
            prop_assert!((explained - mom).abs() < 1e-6);
        }
    }
}

#[test]
fn a_part_of_last_month_is_hidden_where_it_would_tell_of_the_few_who_came_since() {
    // 17 of 31 eligible members have registered; a month earlier 16 had.
    let with = |numerator: f64, denominator: f64| {
        let mut all = all([50.0; 9]);
        (all[0].numerator, all[0].denominator) = (numerator, denominator);
        all
    };
    let state = |before: [Measured; 9], minimum: u16| before_few(&with(17.0, 31.0), before, minimum, false)[0].state;
    assert_eq!(state(with(16.0, 31.0), 5), PartState::Hidden);
    assert_eq!(state(with(10.0, 28.0), 5), PartState::Hidden, "three became eligible");
    assert_eq!(state(with(12.0, 26.0), 5), PartState::Ok);
    assert_eq!(state(with(17.0, 31.0), 5), PartState::Ok, "nobody came");
    assert_eq!(state(with(16.0, 31.0), 0), PartState::Ok, "nothing is hidden");
}
