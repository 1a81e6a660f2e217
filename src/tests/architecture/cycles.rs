//! Finds dependency cycles between files and between folders.

use std::collections::{BTreeMap, BTreeSet};

type Dependencies<'a> = BTreeSet<(&'a str, &'a str)>;

/// The sets of names that all depend on each other, directly or indirectly.
pub fn cycles<'a>(dependencies: &Dependencies<'a>) -> Vec<Vec<&'a str>> {
    let mut to: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, other) in dependencies {
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
        dependencies.iter().map(|(from, _)| *from).map(|from| (from, reached(from))).collect();
    let mut cycles: Vec<Vec<&str>> = Vec::new();
    for (from, others) in &reach {
        if others.contains(from) && !cycles.iter().flatten().any(|name| name == from) {
            let returns = |other: &&&str| reach.get(*other).is_some_and(|back| back.contains(from));
            cycles.push(others.iter().filter(returns).copied().collect());
        }
    }
    cycles
}

/// The cycles between the entries of each folder, named by their paths without `.rs`. A folder's own mod.rs is not
/// included.
pub fn folder_cycles(dependencies: &Dependencies<'_>) -> Vec<Vec<String>> {
    let mut levels: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for (from, to) in dependencies {
        let (from, to): (Vec<&str>, Vec<&str>) = (parts(from), parts(to));
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        if let (Some(_), Some(_)) = (from.get(shared), to.get(shared)) {
            let path = |parts: &[&str]| parts[..=shared].join("/");
            levels.entry(from[..shared].join("/")).or_default().insert((path(&from), path(&to)));
        }
    }
    let of_level = |dependencies: &BTreeSet<(String, String)>| {
        let dependencies = dependencies.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        cycles(&dependencies)
            .into_iter()
            .map(|cycle| cycle.into_iter().map(str::to_owned).collect())
            .collect::<Vec<_>>()
    };
    levels.values().flat_map(of_level).collect()
}

fn parts(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    parts.pop_if(|last| *last == "mod");
    parts
}
