//! The permissions of a user: the union of those of the user's roles.

use std::collections::BTreeMap;

use crate::store::roles::Role;

/// The module whose permission makes an administrator.
pub const ADMIN_MODULE: &str = "ADMIN";

/// The permissions of all roles of a user, by module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    // Module code in upper case -> whether any role may edit it.
    modules: BTreeMap<String, bool>,
}

impl Permissions {
    /// The union: what one role allows is allowed.
    pub fn of(roles: &[Role]) -> Permissions {
        let mut modules = BTreeMap::new();
        for permission in roles.iter().flat_map(|role| &role.permissions) {
            *modules.entry(permission.module.code.to_uppercase()).or_default() |= permission.editable;
        }
        Permissions { modules }
    }

    /// Whether there is any permission on the module ADMIN.
    pub fn is_admin(&self) -> bool {
        self.modules.contains_key(ADMIN_MODULE)
    }

    /// Whether there is an editable permission on the module.
    pub fn may_write(&self, module: &str) -> bool {
        self.modules.get(&module.to_uppercase()).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::roles::{Module, Permission};

    fn role(name: &str, permissions: &[(&str, bool)]) -> Role {
        let permissions = permissions
            .iter()
            .map(|(code, editable)| Permission { module: Module { code: (*code).to_owned() }, editable: *editable })
            .collect();
        Role { name: name.to_owned(), permissions }
    }

    #[test]
    fn any_permission_on_admin_makes_an_administrator() {
        assert!(Permissions::of(&[role("A", &[("Admin", false)])]).is_admin());
        assert!(!Permissions::of(&[role("ROLE_ADMIN", &[("USERS", true)])]).is_admin());
        assert!(!Permissions::of(&[]).is_admin());
    }

    #[test]
    fn any_editable_permission_allows_writing_whatever_the_case() {
        let both = Permissions::of(&[role("A", &[("users", true)]), role("B", &[("USERS", false)])]);
        assert!(both.may_write("Users"));
        assert!(!Permissions::of(&[role("B", &[("USERS", false)])]).may_write("USERS"));
        assert!(!both.may_write("ADMIN"));
    }
}
