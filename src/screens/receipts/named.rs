//! Groups with their names, so that somebody can read a receipt.

use std::collections::BTreeMap;

use super::wire::{NamedGroups, ReceiptGroup, ReceiptScope};
use crate::figures::Catalogue;
use crate::figures::filter::{Choice, Groups};
use crate::groupings::{ByGrouping, Grouping};
use crate::scope::{GroupLimit, Scope};

fn name_of(catalogue: &Catalogue, grouping: Grouping, id: i32) -> Option<String> {
    catalogue.groups(grouping).iter().find(|group| group.id == id).map(|group| group.name.clone())
}

/// The same ids in the order of the groups.
fn in_order(catalogue: &Catalogue, grouping: Grouping, ids: &[i32]) -> Vec<i32> {
    let mut ids = ids.to_vec();
    ids.sort_by_cached_key(|id| catalogue.place(grouping, *id));
    ids
}

/// Groups of one grouping, in their order.
pub fn groups_of(catalogue: &Catalogue, grouping: Grouping, ids: &[i32]) -> Vec<ReceiptGroup> {
    in_order(catalogue, grouping, ids)
        .iter()
        .map(|id| ReceiptGroup { id: *id, name: name_of(catalogue, grouping, *id) })
        .collect()
}

/// What segments are sorted by: the places of their groups; what belongs to no member comes first.
pub fn places(catalogue: &Catalogue, id: usize) -> Vec<Vec<usize>> {
    let Some(segment) = catalogue.segments.get(id).filter(|_| id != 0) else { return Vec::new() };
    let of = |grouping: Grouping| {
        let mut places: Vec<usize> = segment.groups[grouping].iter().map(|id| catalogue.place(grouping, *id)).collect();
        places.sort_unstable();
        places
    };
    Grouping::all().map(of).collect()
}

/// The names of a segment's groups, by grouping; none for what belongs to no member.
pub fn segment(catalogue: &Catalogue, id: usize) -> BTreeMap<String, Vec<String>> {
    let Some(segment) = catalogue.segments.get(id).filter(|_| id != 0) else { return BTreeMap::new() };
    let names = |grouping: Grouping| {
        let name = |id: &i32| name_of(catalogue, grouping, *id).unwrap_or_else(|| id.to_string());
        let ids = in_order(catalogue, grouping, &segment.groups[grouping]);
        (grouping.info().name.to_owned(), ids.iter().map(name).collect())
    };
    Grouping::all().map(names).collect()
}

/// A scope with the names of its groups.
pub fn scope(catalogue: &Catalogue, scope: &Scope) -> ReceiptScope {
    let Scope::Some { any_of, without_members } = scope else {
        return ReceiptScope { all: true, any_of: Vec::new(), without_members: true };
    };
    let named = |limits: &Vec<GroupLimit>| {
        let of = |limit: &GroupLimit| {
            (limit.grouping.info().name.to_owned(), groups_of(catalogue, limit.grouping, &limit.ids))
        };
        limits.iter().map(of).collect()
    };
    ReceiptScope { all: false, any_of: any_of.iter().map(named).collect(), without_members: *without_members }
}

/// The scope that a receipt names; None if it names a grouping that does not exist.
pub fn read_scope(of: &ReceiptScope) -> Option<Scope> {
    if of.all {
        return Some(Scope::All);
    }
    let limit = |(name, groups): (&String, &Vec<ReceiptGroup>)| {
        Some(GroupLimit { grouping: Grouping::named(name)?, ids: groups.iter().map(|group| group.id).collect() })
    };
    let any_of = of.any_of.iter().map(|limits| limits.iter().map(limit).collect::<Option<Vec<_>>>());
    Some(Scope::Some { any_of: any_of.collect::<Option<_>>()?, without_members: of.without_members })
}

/// The chosen groups that a receipt names; None if it names a grouping that does not exist.
pub fn read_groups(of: &NamedGroups) -> Option<Groups> {
    let mut groups: Groups = ByGrouping::default();
    for (name, chosen) in of {
        groups[Grouping::named(name)?] = only(chosen.iter().map(|group| group.id));
    }
    Some(groups)
}

/// A choice of these ids.
pub fn only(ids: impl Iterator<Item = i32>) -> Choice {
    let mut ids: Vec<i32> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    Choice::Only(ids)
}
