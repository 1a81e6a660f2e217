//! Ranges of whole numbers, and the limits that sums of them set.

use std::collections::VecDeque;

/// How often a relation narrows ranges. Two that feed each other may come closer to a limit in ever smaller steps.
const MOST_ROUNDS: usize = 50;

/// The whole numbers that something may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub least: Option<i128>,
    pub most: Option<i128>,
}

impl Range {
    /// One number.
    pub fn exactly(number: i128) -> Range {
        Range { least: Some(number), most: Some(number) }
    }

    /// Leaves out smaller numbers.
    pub fn at_least(&mut self, number: i128) {
        self.least = Some(self.least.map_or(number, |least| least.max(number)));
    }

    /// Leaves out larger numbers.
    pub fn at_most(&mut self, number: i128) {
        self.most = Some(self.most.map_or(number, |most| most.min(number)));
    }

    /// Whether nobody learns more than that few members are behind a figure. A number of members may be any below the
    /// minimum; for a number of what they did, more numbers must be possible than the minimum.
    pub fn is_enough(self, minimum: i128, counts_members: bool) -> bool {
        if counts_members {
            self.least.is_none_or(|least| least <= 1) && self.most.is_none_or(|most| most >= minimum - 1)
        } else {
            self.least.zip(self.most).is_none_or(|(least, most)| most - least >= minimum)
        }
    }
}

/// The range of a sum of figures, each with a factor.
pub struct Limit {
    /// Factors and the indices of ranges.
    pub parts: Vec<(i128, usize)>,
    pub range: Range,
}

/// Narrows ranges until the limits narrow none any more.
pub fn narrow(ranges: &mut [Range], limits: &[Limit]) {
    let mut limits_of = vec![Vec::new(); ranges.len()];
    for (at, limit) in limits.iter().enumerate() {
        limit.parts.iter().for_each(|(_, part)| limits_of[*part].push(at));
    }
    let mut waits = vec![true; limits.len()];
    let mut queue: VecDeque<usize> = (0..limits.len()).collect();
    let mut rounds = MOST_ROUNDS * limits.len();
    while let Some(at) = queue.pop_front() {
        waits[at] = false;
        if rounds == 0 {
            return;
        }
        rounds -= 1;
        for part in narrow_by(ranges, &limits[at]) {
            for other in &limits_of[part] {
                if *other != at && !std::mem::replace(&mut waits[*other], true) {
                    queue.push_back(*other);
                }
            }
        }
    }
}

/// Narrows by one limit, and returns which ranges became narrower.
fn narrow_by(ranges: &mut [Range], limit: &Limit) -> Vec<usize> {
    // The least and most of a part with its factor.
    let ends = |range: Range, times: i128| {
        let [least, most] = [range.least, range.most].map(|end| end.map(|end| end * times));
        if times < 0 { (most, least) } else { (least, most) }
    };
    let (mut sums, mut open) = ([0; 2], [0; 2]);
    for (times, part) in &limit.parts {
        let (least, most) = ends(ranges[*part], *times);
        for (at, end) in [least, most].into_iter().enumerate() {
            match end {
                Some(end) => sums[at] += end,
                None => open[at] += 1,
            }
        }
    }
    let mut narrowed = Vec::new();
    for (times, part) in &limit.parts {
        let range = ranges[*part];
        let (least, most) = ends(range, *times);
        // What the others have at least and at most; None if it may be anything.
        let rest = |at: usize, own: Option<i128>| match (open[at], own) {
            (0, Some(own)) => Some(sums[at] - own),
            (1, None) => Some(sums[at]),
            _ => None,
        };
        let most_of_part = limit.range.most.zip(rest(0, least)).map(|(most, rest)| most - rest);
        let least_of_part = limit.range.least.zip(rest(1, most)).map(|(least, rest)| least - rest);
        let least_of_it = if *times > 0 { least_of_part } else { most_of_part.map(|most| -most) };
        let most_of_it = if *times > 0 { most_of_part } else { least_of_part.map(|least| -least) };
        let mut new = range;
        if let Some(most) = most_of_it {
            new.at_most(most.div_euclid(times.abs()));
        }
        if let Some(least) = least_of_it {
            new.at_least(-(-least).div_euclid(times.abs()));
        }
        let is_possible = new.least.zip(new.most).is_none_or(|(least, most)| least <= most);
        if new != range && is_possible {
            ranges[*part] = new;
            narrowed.push(*part);
        }
    }
    narrowed
}
