//! The permissions of a user: the union of those of the user's roles.

use std::collections::BTreeMap;

use crate::modules::Module;
use crate::store::roles::Role;

/// The permissions of all roles of a user, by module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    // Whether any role may change it.
    modules: BTreeMap<Module, bool>,
}

impl Permissions {
    /// The union: what one role allows is allowed.
    pub fn of(roles: &[Role]) -> Permissions {
        let mut modules = BTreeMap::new();
        for permission in roles.iter().flat_map(|role| &role.permissions) {
            *modules.entry(permission.module.code).or_default() |= permission.editable;
        }
        Permissions { modules }
    }

    /// Whether there is any permission on the module ADMIN.
    pub fn is_admin(&self) -> bool {
        self.modules.contains_key(&Module::Admin)
    }

    /// Whether there is a permission on the module; one on ADMIN includes DATA.
    pub fn may_read(&self, module: Module) -> bool {
        self.modules.contains_key(&module) || (module == Module::Data && self.is_admin())
    }

    /// Whether there is an editable permission on the module; one on ADMIN includes DATA.
    pub fn may_write(&self, module: Module) -> bool {
        let editable = |module: Module| self.modules.get(&module).copied().unwrap_or(false);
        editable(module) || (module == Module::Data && editable(Module::Admin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::roles::{Permission, PermissionModule};

    fn role(permissions: &[(Module, bool)]) -> Role {
        let permission = |(code, editable): &(Module, bool)| Permission {
            module: PermissionModule { code: *code },
            editable: *editable,
        };
        Role { name: "A".to_owned(), permissions: permissions.iter().map(permission).collect() }
    }

    #[test]
    fn any_permission_on_admin_makes_an_administrator_and_includes_data() {
        let reader = Permissions::of(&[role(&[(Module::Admin, false)])]);
        assert!(reader.is_admin() && reader.may_read(Module::Data));
        assert!(!reader.may_write(Module::Data) && !reader.may_read(Module::Members));
        assert!(Permissions::of(&[role(&[(Module::Admin, true)])]).may_write(Module::Data));
        let data = Permissions::of(&[role(&[(Module::Data, true)])]);
        assert!(data.may_write(Module::Data) && !data.is_admin() && !data.may_read(Module::Admin));
        assert!(!Permissions::of(&[]).is_admin());
    }

    #[test]
    fn any_editable_permission_of_any_role_allows_writing() {
        let both = Permissions::of(&[role(&[(Module::Offers, true)]), role(&[(Module::Offers, false)])]);
        assert!(both.may_write(Module::Offers) && both.may_read(Module::Offers));
        assert!(!Permissions::of(&[role(&[(Module::Offers, false)])]).may_write(Module::Offers));
        assert!(!both.may_write(Module::Admin));
    }
}
