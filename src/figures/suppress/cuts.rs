//! What the sums of groups tell of those who are in two of them.
//!
//! Groups are the nodes of a graph. An edge has as many members as are in the groups at its ends: in the one then and in the
//! other now. Who knows the figures of all groups knows sums and differences of them, and each is of the members of all edges
//! between some of the nodes and the others, a cut. It is of few if they are few.

use std::collections::{BTreeMap, VecDeque};

/// Members by the two nodes that they are in.
#[derive(Debug, Default)]
pub struct Graph {
    edges: Vec<(usize, usize, i128)>,
}

/// Nodes by index, with the members of the edges to each other.
type Weights = Vec<BTreeMap<usize, i128>>;

impl Graph {
    /// Adds members who are in two nodes. Those of one node are in no cut.
    pub fn add(&mut self, one: usize, other: usize, members: i128) {
        if one != other && members > 0 {
            self.edges.push((one, other, members));
        }
    }

    /// The members of the edges between some nodes and all others.
    pub fn between(&self, side: &[usize]) -> i128 {
        let is_cut = |(one, other, _): &&(usize, usize, i128)| side.contains(one) != side.contains(other);
        self.edges.iter().filter(is_cut).map(|(.., members)| members).sum()
    }

    /// The nodes on one side of a cut that somebody is in, but fewer members than `least`, and that has one of `apart` on
    /// both sides, and those nodes on the other side that edges join with them; None if there is no such cut.
    pub fn cut(&self, least: i128, apart: impl Fn(usize) -> bool) -> Option<[Vec<usize>; 2]> {
        let mut nodes: Vec<usize> = self.edges.iter().flat_map(|(one, other, _)| [*one, *other]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let index = |node: usize| nodes.partition_point(|known| *known < node);
        let edges: Vec<(usize, usize, i128)> =
            self.edges.iter().map(|(one, other, members)| (index(*one), index(*other), *members)).collect();
        let (of, weights) = contracted(nodes.len(), &edges, least);
        let is_apart: Vec<bool> =
            (0..weights.len()).map(|at| (0..nodes.len()).any(|node| of[node] == at && apart(nodes[node]))).collect();
        let components = components(&weights);
        for first in (0..weights.len()).filter(|at| is_apart[*at]) {
            // The first of its component.
            if (0..first).any(|other| is_apart[other] && components[other] == components[first]) {
                continue;
            }
            let mut others =
                (first + 1..weights.len()).filter(|other| is_apart[*other] && components[*other] == components[first]);
            if let Some(side) = others.find_map(|other| smaller_cut(&weights, other, first, least)) {
                let is_there = |node: &usize| components[of[*node]] == components[first];
                let (inside, outside): (Vec<usize>, Vec<usize>) =
                    (0..nodes.len()).filter(is_there).partition(|node| side[of[*node]]);
                return Some([inside, outside].map(|side| side.into_iter().map(|node| nodes[node]).collect()));
            }
        }
        None
    }
}

/// Nodes that no cut of fewer than `least` members divides are one: the new node of each, and the members between these.
fn contracted(count: usize, edges: &[(usize, usize, i128)], least: i128) -> (Vec<usize>, Weights) {
    let mut of: Vec<usize> = (0..count).collect();
    loop {
        let mut weights: BTreeMap<(usize, usize), i128> = BTreeMap::new();
        for (one, other, members) in edges {
            let (one, other) = (of[*one].min(of[*other]), of[*one].max(of[*other]));
            if one != other {
                *weights.entry((one, other)).or_default() += members;
            }
        }
        let joined: Vec<(usize, usize)> =
            weights.iter().filter(|(_, members)| **members >= least).map(|(both, _)| *both).collect();
        if joined.is_empty() {
            let mut kept: Vec<usize> = of.clone();
            kept.sort_unstable();
            kept.dedup();
            let index = |node: usize| kept.partition_point(|known| *known < node);
            let mut around: Weights = vec![BTreeMap::new(); kept.len()];
            for ((one, other), members) in weights {
                let (one, other) = (index(one), index(other));
                around[one].insert(other, members);
                around[other].insert(one, members);
            }
            return (of.into_iter().map(index).collect(), around);
        }
        for (one, other) in joined {
            let (to, from) = (of[one], of[other]);
            of.iter_mut().filter(|node| **node == from).for_each(|node| *node = to);
        }
    }
}

/// The component of each node.
fn components(weights: &Weights) -> Vec<usize> {
    let mut of: Vec<Option<usize>> = vec![None; weights.len()];
    for first in 0..weights.len() {
        let mut waiting = vec![first];
        while let Some(node) = waiting.pop() {
            if of[node].is_none() {
                of[node] = Some(first);
                waiting.extend(weights[node].keys());
            }
        }
    }
    of.into_iter().map(Option::unwrap_or_default).collect()
}

/// Which nodes are on the side of `from` in a smallest cut that divides it from `to`; None if at least `least` members are in
/// each. The cut is as large as what flows from the one to the other at most.
fn smaller_cut(weights: &Weights, from: usize, to: usize, least: i128) -> Option<Vec<bool>> {
    let mut left = weights.clone();
    let mut flow = 0;
    while flow < least {
        let mut before: Vec<Option<usize>> = vec![None; left.len()];
        before[from] = Some(from);
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front().filter(|_| before[to].is_none()) {
            for (next, _) in left[node].iter().filter(|(_, members)| **members > 0) {
                if before[*next].is_none() {
                    before[*next] = Some(node);
                    queue.push_back(*next);
                }
            }
        }
        if before[to].is_none() {
            return Some(before.iter().map(Option::is_some).collect());
        }
        let mut way = vec![to];
        while let Some(last) = way.last().and_then(|node| before[*node]).filter(|last| way.last() != Some(last)) {
            way.push(last);
        }
        let steps: Vec<(usize, usize)> = way.windows(2).map(|step| (step[1], step[0])).collect();
        let most = steps.iter().map(|(one, other)| left[*one][other]).min().unwrap_or_default();
        for (one, other) in steps {
            *left[one].entry(other).or_default() -= most;
            *left[other].entry(one).or_default() += most;
        }
        flow += most;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// The same, by trying all cuts.
    fn smallest(edges: &[(usize, usize, i128)], nodes: usize, apart: usize) -> Option<i128> {
        let sum = |side: usize| -> i128 {
            let is_in = |node: usize| side >> node & 1 == 1;
            edges.iter().filter(|(one, other, _)| is_in(*one) != is_in(*other)).map(|(.., members)| members).sum()
        };
        let connected = |side: usize| -> bool {
            // Who divides two components divides nobody.
            let mut seen = 1usize << side.trailing_zeros();
            for _ in 0..nodes {
                for (one, other, members) in edges {
                    let both = 1 << one | 1 << other;
                    if *members > 0 && seen & both != 0 && side & both == both {
                        seen |= both;
                    }
                }
            }
            seen == side
        };
        let all = (1usize << nodes) - 1;
        let halves = (1..all).filter(|side| side & apart != 0 && !side & all & apart != 0 && connected(*side));
        // Of the same component, the rest must have a node that counts too.
        let of_component = |side: &usize| {
            let mut seen = *side;
            for _ in 0..nodes {
                for (one, other, members) in edges {
                    let both = 1 << one | 1 << other;
                    if *members > 0 && seen & both != 0 {
                        seen |= both;
                    }
                }
            }
            seen & !side & apart != 0
        };
        halves.filter(of_component).map(sum).filter(|members| *members > 0).min()
    }

    proptest! {
        #[test]
        fn a_cut_of_few_members_is_found_if_there_is_one(
            edges in vec((0..6_usize, 0..6_usize, 0..9_i128), 0..12),
            least in 1..12_i128,
            apart in 0..64_usize,
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(one, other, _)| one != other).collect();
            let mut graph = Graph::default();
            edges.iter().for_each(|(one, other, members)| graph.add(*one, *other, *members));
            let found = graph.cut(least, |node| apart >> node & 1 == 1);
            let is_few = smallest(&edges, 6, apart).is_some_and(|members| members < least);
            prop_assert_eq!(found.is_some(), is_few, "{:?}", found);
            if let Some([inside, outside]) = found {
                prop_assert!((1..least).contains(&graph.between(&inside)));
                for side in [inside, outside] {
                    prop_assert!(side.iter().any(|node| apart >> node & 1 == 1));
                }
            }
        }
    }

    #[test]
    fn moves_in_a_circle_are_told_by_no_sum() {
        // Groups 0 to 2 then, 3 to 5 now: 4 members went from each to the next.
        let mut graph = Graph::default();
        for group in 0..3 {
            graph.add(group, 3 + group, 50);
            graph.add(group, 3 + (group + 1) % 3, 4);
        }
        assert_eq!(graph.cut(8, |node| node < 3), None);
        // 4 left each group and 4 came.
        assert!(graph.cut(9, |node| node < 3).is_some());
    }
}
