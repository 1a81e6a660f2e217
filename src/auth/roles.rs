//! The roles that administrators make.

use crate::error::FieldFault;
use crate::scope::{GroupLimit, Limits};
use crate::store::roles::{Permission, Role};

/// The longest name of a role.
pub const LONGEST_NAME: usize = 64;
/// The most groups of one grouping that a role is limited to.
pub const MOST_GROUPS: usize = 1000;

/// Checks a role and puts it in order. Groups need not exist: a role may be made before the data are loaded.
///
/// # Errors
/// A message for every field that is wrong.
pub fn checked(name: &str, permissions: Vec<Permission>, limits: Limits) -> Result<Role, Vec<FieldFault>> {
    let mut faults = Vec::new();
    if !is_name(name) {
        let form = "expected 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit";
        faults.push(FieldFault::of("name", form));
    }
    if permissions.is_empty() {
        faults.push(FieldFault::of("permissions", "expected at least one module"));
    }
    for (at, permission) in permissions.iter().enumerate() {
        let code = permission.module.code;
        if permissions[..at].iter().any(|other| other.module.code == code) {
            faults.push(FieldFault::of(format!("permissions[{at}]"), format!("{} is there twice", code.code())));
        }
        if code.is_administration() && !limits.groups.is_empty() {
            let why = "cannot be limited to groups; make another role for it";
            faults.push(FieldFault::of(format!("permissions[{at}]"), format!("{} {why}", code.code())));
        }
    }
    let Limits { mut groups, without_members } = limits;
    for (at, GroupLimit { grouping, ids }) in groups.iter().enumerate() {
        if !(1..=MOST_GROUPS).contains(&ids.len()) {
            faults.push(FieldFault::of(format!("groups[{at}].ids"), format!("expected 1 to {MOST_GROUPS} ids")));
        }
        if groups[..at].iter().any(|other| other.grouping == *grouping) {
            faults
                .push(FieldFault::of(format!("groups[{at}].type"), format!("{} is there twice", grouping.info().name)));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for limit in &mut groups {
        limit.ids.sort_unstable();
        limit.ids.dedup();
    }
    groups.sort_by_key(|limit| limit.grouping as usize);
    // A role without limits sees it anyway.
    let without_members = without_members && !groups.is_empty();
    Ok(Role { name: name.to_owned(), permissions, limits: Limits { groups, without_members } })
}

/// Whether a text may be the name of a role, or of a method of the score.
pub fn is_name(name: &str) -> bool {
    let may = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    name.len() <= LONGEST_NAME && name.bytes().all(may) && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groupings::Grouping;
    use crate::modules::Module;
    use crate::store::roles::PermissionModule;

    fn permission(code: Module) -> Permission {
        Permission { module: PermissionModule { code }, editable: false }
    }

    fn limit(grouping: Grouping, ids: &[i32]) -> GroupLimit {
        GroupLimit { grouping, ids: ids.to_vec() }
    }

    #[test]
    fn a_role_is_put_in_order() {
        let groups = vec![limit(Grouping::Audience, &[3]), limit(Grouping::Tier, &[2, 1, 2])];
        let limits = Limits { groups, without_members: true };
        let role = checked("gold.only", vec![permission(Module::Offers)], limits).expect("valid");
        assert_eq!(role.limits.groups, [limit(Grouping::Tier, &[1, 2]), limit(Grouping::Audience, &[3])]);
        assert!(role.limits.without_members);
        let all = Limits { groups: Vec::new(), without_members: true };
        let role = checked("a", vec![permission(Module::Admin)], all).expect("valid");
        assert_eq!(role.limits, Limits::default());
    }

    #[test]
    fn every_fault_is_named() {
        for wrong in ["", "-a", "a b", "a/b", "ä", &"a".repeat(65)] {
            let faults = checked(wrong, vec![permission(Module::Offers)], Limits::default()).expect_err(wrong);
            assert!(faults.len() == 1 && faults[0].field.as_deref() == Some("name"), "{faults:?}");
        }
        let groups = vec![limit(Grouping::Tier, &[]), limit(Grouping::Tier, &[1])];
        let twice = vec![permission(Module::Data), permission(Module::Data)];
        let faults = checked("a", twice, Limits { groups, without_members: false }).expect_err("wrong");
        let wanted =
            ["permissions[0]: DATA cannot", "permissions[1]: DATA is there twice", "permissions[1]: DATA cannot"];
        let wanted = wanted.into_iter().chain(["groups[0].ids: expected 1 to", "groups[1].type: TIER is there twice"]);
        assert!(
            faults.iter().zip(wanted.clone()).all(|(fault, wanted)| fault.to_string().starts_with(wanted)),
            "{faults:?}"
        );
        assert_eq!(faults.len(), wanted.count());
        assert_eq!(
            checked("a", vec![], Limits::default()),
            Err(vec![FieldFault::of("permissions", "expected at least one module")])
        );
    }
}
