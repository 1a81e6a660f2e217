//! Circles among files and folders that name each other.

use std::collections::{BTreeMap, BTreeSet};

type Arrows<'a> = BTreeSet<(&'a str, &'a str)>;

/// The sets of names of which each reaches every other.
pub fn circles<'a>(arrows: &Arrows<'a>) -> Vec<Vec<&'a str>> {
    let mut to: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, other) in arrows {
        to.entry(from).or_default().push(other);
    }
    let reached = |from: &'a str| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(name) = next.pop() {
            for other in to.get(name).into_iter().flatten() {
                if reached.insert(*other) {
                    next.push(*other);
                }
            }
        }
        reached
    };
    let reach: BTreeMap<&'a str, BTreeSet<&'a str>> =
        arrows.iter().map(|(from, _)| *from).map(|from| (from, reached(from))).collect();
    let mut circles: Vec<Vec<&str>> = Vec::new();
    for (from, others) in &reach {
        if others.contains(from) && !circles.iter().flatten().any(|name| name == from) {
            let returns = |other: &&&str| reach.get(*other).is_some_and(|back| back.contains(from));
            circles.push(others.iter().filter(returns).copied().collect());
        }
    }
    circles
}

/// The same among the folders and files of each folder, named by their paths without `.rs`. A folder's own mod.rs is
/// no part of them.
pub fn folder_circles(arrows: &Arrows<'_>) -> Vec<Vec<String>> {
    let mut levels: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for (from, to) in arrows {
        let (from, to): (Vec<&str>, Vec<&str>) = (parts(from), parts(to));
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        if let (Some(_), Some(_)) = (from.get(shared), to.get(shared)) {
            let path = |parts: &[&str]| parts[..=shared].join("/");
            levels.entry(from[..shared].join("/")).or_default().insert((path(&from), path(&to)));
        }
    }
    let of_level = |arrows: &BTreeSet<(String, String)>| {
        let arrows = arrows.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        circles(&arrows).into_iter().map(|circle| circle.into_iter().map(str::to_owned).collect()).collect::<Vec<_>>()
    };
    levels.values().flat_map(of_level).collect()
}

fn parts(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    parts.pop_if(|last| *last == "mod");
    parts
}
