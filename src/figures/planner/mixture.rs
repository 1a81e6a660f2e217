//! The mixture of parts that reaches a score with the fewest people.
//!
//! The share of a part's points rises in a straight line from its floor to its target. A part below its floor first
//! takes people who bring nothing, and each answer to the survey brings less than the one before. The hull above what
//! they bring turns both into lines. The steepest line is followed first: the most points for each person (the greedy
//! solution of a fractional knapsack, Dantzig 1957). At the end, people who turned out not to be needed are taken away.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::state::{PlanState, smallest};
use crate::figures::quantity::Quantity;
use crate::figures::score::PARTS;

/// A stretch of a part: a range of numbers of people, with what each of them brings.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    part: usize,
    from: i128,
    to: i128,
    each: Quantity,
}

/// How many of each part it takes, by its index; None if all parts at their targets are not enough.
pub(super) fn cheapest(standing: &PlanState<'_>, wanted: i64) -> Option<BTreeMap<usize, i128>> {
    let score = |more: &BTreeMap<usize, i128>| {
        more.iter().fold(standing.clone(), |standing, (at, more)| standing.with(*at, *more)).score()
    };
    let with = |more: &BTreeMap<usize, i128>, part: usize, number: i128| {
        let mut more = more.clone();
        more.insert(part, number);
        more
    };
    let parts = (0..PARTS.len()).filter(|at| PARTS[*at].counted().by_people);
    let mut stretches: Vec<Stretch> = parts.flat_map(|at| hull(standing, at)).collect();
    // A stable sort: the stretches of a part stay in their order, and parts in that of the score.
    stretches.sort_by_key(|stretch| Reverse(stretch.each));
    let mut more = BTreeMap::new();
    let mut stretches = stretches.into_iter();
    while score(&more) < Some(wanted) {
        let Stretch { part, from, to, .. } = stretches.next()?;
        let number = smallest(to - from, |number| score(&with(&more, part, from + number)) >= Some(wanted));
        more.insert(part, number.map_or(to, |number| from + number));
    }
    // The last person before a target may bring less than the others.
    let taken: Vec<usize> = more.keys().copied().collect();
    for part in taken {
        let fewest = smallest(more[&part], |number| score(&with(&more, part, number)) >= Some(wanted));
        more.insert(part, fewest?);
    }
    more.retain(|_, number| *number > 0);
    Some(more)
}

/// The stretches of a part up to its target, each steeper than the next.
fn hull(standing: &PlanState<'_>, at: usize) -> Vec<Stretch> {
    let Some(most) = standing.to_target(at).filter(|most| *most > 0) else { return Vec::new() };
    let start = standing.share(at, 0);
    let weight = i128::from(standing.method(at).weight);
    let each = |from: i128, to: i128| {
        let gained = minus(standing.share(at, to), standing.share(at, from));
        Quantity::new(gained.numerator() * weight, gained.denominator() * (to - from))
    };
    let mut ends = vec![0];
    for to in ends_of_lines(standing, at, most) {
        // A stretch is compared with the longer one that leaves out its beginning.
        while let [.., before, last] = ends[..] {
            if each(before, last).cmp(&each(last, to)) == Ordering::Greater {
                break;
            }
            ends.pop();
        }
        ends.push(to);
    }
    debug_assert!(standing.share(at, most) > start, "a part below its target gains up to it");
    ends.windows(2).map(|ends| Stretch { part: at, from: ends[0], to: ends[1], each: each(ends[0], ends[1]) }).collect()
}

/// Where the line of a part bends: at every whole percent if its people join the denominator, otherwise at its target.
fn ends_of_lines(standing: &PlanState<'_>, at: usize, most: i128) -> Vec<i128> {
    let own = standing.method(at);
    let mut ends = Vec::new();
    if PARTS[at].counted().joins {
        let first = standing.value(at).unwrap_or_default().max(own.floor).floor() as i64 + 1;
        let percents = (first..).map(|percent| percent as f64).take_while(|percent| *percent < own.target);
        ends.extend(percents.filter_map(|percent| standing.to_value(at, percent)));
    }
    ends.retain(|end| 0 < *end && *end < most);
    ends.dedup();
    ends.push(most);
    ends
}

fn minus(one: Quantity, other: Quantity) -> Quantity {
    Quantity::new(
        one.numerator() * other.denominator() - other.numerator() * one.denominator(),
        one.denominator() * other.denominator(),
    )
}
