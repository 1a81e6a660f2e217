//! The closed form against a simulation: the score of programs whose members are drawn again from those of one.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::*;
use crate::figures::score::BOND_1;
use crate::figures::score::wire::PartState;
use crate::figures::standard_error::Residuals;

/// A member's numbers for each part, now and before: numerator and denominator.
type Member = Vec<[(f64, f64); 2]>;

/// Random numbers that a seed decides.
struct Random(TestRng);

impl Random {
    fn new(seed: u8) -> Random {
        Random(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// A member of a small program, in the order of PARTS: keen ones do more of everything, most do the same in both months,
/// and some come in the second.
fn member(random: &mut Random) -> Member {
    let is_keen = random.percent(40);
    let (is_new, chance) = (random.percent(10), if is_keen { 75 } else { 20 });
    let does = |random: &mut Random, chance: u64| f64::from(u8::from(random.percent(chance)));
    // A share in both months, which have most days in common.
    let share = |random: &mut Random, chance: u64, of: [bool; 2]| {
        let before = does(random, chance);
        let now = if random.percent(70) { before } else { does(random, chance) };
        [(now, of[0]), (before, of[1])].map(|(y, x)| if x { (y, 1.0) } else { (0.0, 0.0) })
    };
    let there = [true, !is_new];
    let (registered, logged_in) = (random.percent(chance), random.percent(chance));
    let of_registered = there.map(|there| there && registered);
    let of_logged_in = of_registered.map(|of| of && logged_in);
    let mut parts = vec![there.map(|there| (f64::from(u8::from(there && registered)), f64::from(u8::from(there))))];
    parts.push(share(random, chance, of_registered));
    parts.push(share(random, chance / 3, of_registered));
    parts.push(share(random, 85, of_logged_in));
    let pairs = [0, 1].map(|_| {
        let viewed = random.below(if is_keen { 9 } else { 3 });
        let clicked = (0..viewed).filter(|_| random.percent(chance / 2)).count();
        (clicked as f64, viewed as f64)
    });
    parts.push(pairs);
    parts.push(share(random, chance / 5, of_registered));
    parts.push([(0.0, 0.0); 2]);
    let answered = random.below(3);
    let satisfied = if random.percent(60) { answered } else { answered / 2 };
    let answers = (satisfied as f64, answered as f64);
    parts.push([answers, if random.percent(60) { answers } else { (0.0, 0.0) }]);
    let days = random.below(if is_keen { 700 } else { 200 }) as f64;
    parts.push(
        [0, 1].map(|month| if of_registered[month] { (days + 30.0 * (1 - month) as f64, 1.0) } else { (0.0, 0.0) }),
    );
    parts
}

fn measured<'a>(members: impl Iterator<Item = &'a Member>, month: usize) -> [Measured; 9] {
    let mut sums = [(0.0, 0.0); 9];
    for member in members {
        for (sum, part) in sums.iter_mut().zip(member) {
            *sum = (sum.0 + part[month].0, sum.1 + part[month].1);
        }
    }
    std::array::from_fn(|at| {
        let Formula::Ratio { scale, .. } = PARTS[at].metric.formula else { panic!("a ratio") };
        // 60 % in both months.
        let (numerator, denominator) = if at == 6 { (120.0, 2.0) } else { sums[at] };
        let scale = if at == 6 { 1.0 } else { scale.0 as f64 / scale.1 as f64 };
        let value = (denominator > 0.0).then(|| numerator / denominator * scale);
        Measured { numerator, denominator, value, state: PartState::Ok }
    })
}

fn change(members: &[&Member]) -> f64 {
    let [now, before] = [0, 1].map(|month| scored(&BOND_1, &measured(members.iter().copied(), month)).score);
    now.zip(before).map(|(now, before)| now - before).expect("two scores")
}

fn closed_form(members: &[Member]) -> (f64, [[f64; 9]; 2]) {
    let [now, before] = [0, 1].map(|month| measured(members.iter(), month));
    let of = [&now, &before].map(|measured| slopes(&BOND_1, measured));
    let parts: Vec<usize> = (0..9).filter(|at| of.iter().any(|slopes| slopes[*at] != 0.0)).collect();
    let sample =
        Sample::new(members.iter().map(|member| parts.iter().map(|at| member[*at]).collect::<Member>()).collect());
    let found = standard_error(&parts, [(&now, &of[0]), (&before, &of[1])], &sample);
    (found.expect("an error"), of)
}

/// Efron's bootstrap (1979) of members, with fixed seeds: 2,000 programs of as many members, drawn with replacement.
#[test]
fn the_closed_form_is_what_a_simulation_finds() {
    for seed in 1..=4 {
        let random = &mut Random::new(seed);
        let members: Vec<Member> = (0..700).map(|_| member(random)).collect();
        let (found, slopes) = closed_form(&members);
        let counting = slopes.iter().flatten().filter(|slope| **slope != 0.0).count();
        assert!(counting >= 12, "{slopes:?}");
        let changes: Vec<f64> = (0..2_000)
            .map(|_| {
                let drawn: Vec<&Member> =
                    members.iter().map(|_| &members[random.below(members.len() as u64) as usize]).collect();
                change(&drawn)
            })
            .collect();
        let mean = changes.iter().sum::<f64>() / changes.len() as f64;
        let squares = changes.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
        let simulated = (squares / (changes.len() - 1) as f64).sqrt();
        // With 2,000 programs the simulation has an error of 1.6 % itself.
        assert!((found / simulated - 1.0).abs() < 0.06, "seed {seed}: {found} in closed form, {simulated} simulated");
        // If months and parts were independent, the error would be a different one.
        let alone: f64 = [0, 1]
            .iter()
            .flat_map(|month| (0..9).map(move |at| (at, *month)))
            .filter(|(at, month)| slopes[*month][*at] != 0.0)
            .map(|(at, month)| {
                let residuals = Residuals::of(members.iter().map(|member| member[at][month])).expect("enough members");
                let measured = measured(members.iter(), month)[at];
                let Formula::Ratio { scale, .. } = PARTS[at].metric.formula else { panic!("a ratio") };
                let counted = (measured.numerator, measured.denominator);
                let variance = variance(PARTS[at].metric, counted, Some(&residuals.of_window())).expect("known");
                (slopes[month][at] * scale.0 as f64 / scale.1 as f64).powi(2) * variance
            })
            .sum();
        assert!((alone.sqrt() / simulated - 1.0).abs() > 0.1, "seed {seed}: {} {simulated}", alone.sqrt());
    }
}

#[test]
fn a_part_beyond_its_floor_or_target_has_no_error() {
    let random = &mut Random::new(9);
    let members: Vec<Member> = (0..400).map(|_| member(random)).collect();
    let mut now = measured(members.iter(), 0);
    let of = slopes(&BOND_1, &now);
    // 15 of 100 points over 60 %.
    assert!((of[0] - 0.25).abs() < 1e-12 && of[6] == 0.0, "{of:?}");
    now[0].value = Some(60.0);
    assert_eq!(slopes(&BOND_1, &now)[0], 0.0);
    now[0].value = Some(70.0);
    assert_eq!(slopes(&BOND_1, &now)[0], 0.0);
    now[3].value = Some(75.0);
    assert_eq!(slopes(&BOND_1, &now)[3], 0.0, "at its floor");
    now[0].state = PartState::Insufficient;
    now[1].value = Some(35.0);
    // Of the 85 points that are left.
    assert!((slopes(&BOND_1, &now)[1] - 100.0 * 15.0 / 85.0 / 70.0).abs() < 1e-12);
}

#[test]
fn too_few_members_say_nothing() {
    let random = &mut Random::new(11);
    let members: Vec<Member> = (0..400).map(|_| member(random)).collect();
    let [now, before] = [0, 1].map(|month| measured(members.iter(), month));
    let of = [&now, &before].map(|measured| slopes(&BOND_1, measured));
    let few = Sample::new(members[..29].iter().map(|member| vec![member[0]]).collect());
    assert_eq!(standard_error(&[0], [(&now, &of[0]), (&before, &of[1])], &few), None);
    assert_eq!(standard_error(&[], [(&now, &[0.0; 9]), (&before, &[0.0; 9])], &few), Some(0.0), "all are saturated");
}
