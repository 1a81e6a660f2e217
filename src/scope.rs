//! Which members a user sees figures of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::groupings::{ByGrouping, Grouping};

/// The groups of one grouping that a role is limited to: members in any of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupLimit {
    #[serde(rename = "type")]
    pub grouping: Grouping,
    /// At least one. A group need not exist, or no longer.
    #[schemars(length(min = 1))]
    pub ids: Vec<i32>,
}

impl std::fmt::Display for GroupLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<String> = self.ids.iter().map(ToString::to_string).collect();
        write!(f, "{} {}", self.grouping.info().name, ids.join(", "))
    }
}

/// What one role is limited to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// At most one per grouping; without any, the role is not limited. A member must be in a group of each.
    pub groups: Vec<GroupLimit>,
    /// Whether a limited role sees what has no members, such as the website's figures. They are sums over everybody.
    pub without_members: bool,
}

/// The members that some roles show together, and whether they show what has no members.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Everything.
    All,
    /// The members that any of the roles shows.
    Some { any_of: Vec<Vec<GroupLimit>>, without_members: bool },
}

impl Scope {
    /// What nobody sees: the union over no role.
    pub const NONE: Scope = Scope::Some { any_of: Vec::new(), without_members: false };

    /// Adds what another role shows.
    pub fn add(&mut self, limits: &Limits) {
        let Limits { groups, without_members } = limits.clone();
        let of_role =
            if groups.is_empty() { Scope::All } else { Scope::Some { any_of: vec![groups], without_members } };
        self.join(&of_role);
    }

    /// Adds what another scope shows.
    pub fn join(&mut self, other: &Scope) {
        match (&mut *self, other) {
            (_, Scope::All) => *self = Scope::All,
            (Scope::All, _) => {}
            (Scope::Some { any_of, without_members }, Scope::Some { any_of: others, without_members: more }) => {
                *without_members |= more;
                let new: Vec<_> = others.iter().filter(|limits| !any_of.contains(limits)).cloned().collect();
                any_of.extend(new);
            }
        }
    }

    /// The members that both scopes show.
    pub fn within(self, other: &Scope) -> Scope {
        match (self, other) {
            (Scope::All, other) => other.clone(),
            (own, Scope::All) => own,
            (Scope::Some { any_of, without_members }, Scope::Some { any_of: others, without_members: also }) => {
                let both =
                    |one: &Vec<GroupLimit>| others.iter().map(|other| [&one[..], other].concat()).collect::<Vec<_>>();
                Scope::Some {
                    any_of: any_of.iter().flat_map(both).collect(),
                    without_members: without_members && *also,
                }
            }
        }
    }

    /// Whether it shows all that a role with these limits shows; false also where only several roles together do.
    pub fn covers(&self, limits: &Limits) -> bool {
        let Scope::Some { any_of, without_members } = self else { return true };
        let is_within = |own: &GroupLimit| {
            let same = limits.groups.iter().filter(|limit| limit.grouping == own.grouping);
            same.flat_map(|limit| &limit.ids).all(|id| own.ids.contains(id))
                && limits.groups.iter().any(|limit| limit.grouping == own.grouping)
        };
        (*without_members || !limits.without_members)
            && !limits.groups.is_empty()
            && any_of.iter().any(|own| own.iter().all(is_within))
    }

    /// The size of its lists in bytes.
    pub fn bytes(&self) -> usize {
        let Scope::Some { any_of, .. } = self else { return 0 };
        let limits = any_of.iter().flatten().map(|limit| size_of::<GroupLimit>() + limit.ids.len() * size_of::<i32>());
        limits.sum()
    }

    /// Whether members in these groups are seen.
    pub fn has(&self, groups: &ByGrouping<Vec<i32>>) -> bool {
        let is_in = |limit: &GroupLimit| groups[limit.grouping].iter().any(|id| limit.ids.contains(id));
        match self {
            Scope::All => true,
            Scope::Some { any_of, .. } => any_of.iter().any(|limits| limits.iter().all(is_in)),
        }
    }

    /// Whether what has no members is seen.
    pub fn has_what_has_no_members(&self) -> bool {
        matches!(self, Scope::All | Scope::Some { without_members: true, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(groups: &[(Grouping, &[i32])]) -> Limits {
        let limit = |(grouping, ids): &(Grouping, &[i32])| GroupLimit { grouping: *grouping, ids: ids.to_vec() };
        Limits { groups: groups.iter().map(limit).collect(), without_members: false }
    }

    fn scope(roles: &[Limits]) -> Scope {
        let mut scope = Scope::NONE;
        roles.iter().for_each(|role| scope.add(role));
        scope
    }

    fn member(tier: i32, lob: i32, audiences: &[i32]) -> ByGrouping<Vec<i32>> {
        let mut groups = ByGrouping::default();
        groups[Grouping::Tier] = vec![tier];
        groups[Grouping::Lob] = vec![lob];
        groups[Grouping::Audience] = audiences.to_vec();
        groups
    }

    #[test]
    fn a_role_shows_members_in_a_group_of_each_of_its_groupings() {
        let one = scope(&[limits(&[(Grouping::Tier, &[1, 2]), (Grouping::Audience, &[3])])]);
        assert!(one.has(&member(2, 9, &[1, 3])));
        assert!(!one.has(&member(3, 9, &[3])) && !one.has(&member(1, 9, &[1, 2])));
        assert!(!Scope::NONE.has(&member(1, 1, &[1])));
    }

    /// The members of two roles together, not the product of their groups.
    #[test]
    fn roles_add_up_member_by_member() {
        let both =
            scope(&[limits(&[(Grouping::Tier, &[1]), (Grouping::Lob, &[1])]), limits(&[(Grouping::Tier, &[2])])]);
        assert!(both.has(&member(1, 1, &[1])) && both.has(&member(2, 2, &[1])));
        assert!(!both.has(&member(1, 2, &[1])));
        assert_eq!(scope(&[limits(&[(Grouping::Tier, &[1])]), Limits::default()]), Scope::All);
    }

    #[test]
    fn what_two_scopes_show_is_what_each_of_them_shows() {
        let tier = |ids: &[i32]| limits(&[(Grouping::Tier, ids)]);
        let lob = limits(&[(Grouping::Lob, &[1])]);
        let (one, other) = (scope(&[tier(&[1]), lob]), scope(&[tier(&[1, 2])]));
        let both = one.clone().within(&other);
        for member in
            [member(1, 1, &[1]), member(1, 2, &[1]), member(2, 1, &[1]), member(2, 2, &[1]), member(3, 1, &[1])]
        {
            assert_eq!(both.has(&member), one.has(&member) && other.has(&member), "{member:?}");
        }
        assert_eq!((one.clone().within(&Scope::All), Scope::All.within(&one)), (one.clone(), one.clone()));
        assert!(!one.within(&Scope::NONE).has(&member(1, 1, &[1])));
    }

    #[test]
    fn a_scope_covers_roles_that_are_limited_as_much_or_more() {
        let own = scope(&[limits(&[(Grouping::Tier, &[1, 2])])]);
        assert!(own.covers(&limits(&[(Grouping::Tier, &[1])])));
        assert!(own.covers(&limits(&[(Grouping::Tier, &[2]), (Grouping::Lob, &[1])])));
        for wider in [
            Limits::default(),
            limits(&[(Grouping::Tier, &[1, 3])]),
            limits(&[(Grouping::Lob, &[1])]),
            Limits { without_members: true, ..limits(&[(Grouping::Tier, &[1])]) },
        ] {
            assert!(!own.covers(&wider) && Scope::All.covers(&wider) && !Scope::NONE.covers(&wider), "{wider:?}");
        }
    }

    #[test]
    fn what_has_no_members_is_seen_by_roles_without_limits_and_where_one_says_so() {
        let tier = limits(&[(Grouping::Tier, &[1])]);
        assert!(Scope::All.has_what_has_no_members());
        assert!(!scope(std::slice::from_ref(&tier)).has_what_has_no_members());
        assert!(scope(&[tier.clone(), Limits { without_members: true, ..tier }]).has_what_has_no_members());
    }
}
