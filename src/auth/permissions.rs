//! The permissions of a user: the union of those of the user's roles.

use std::collections::BTreeMap;

use crate::modules::Module;
use crate::scope::Scope;
use crate::store::roles::Role;

/// The permissions of all roles of a user, by module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    modules: BTreeMap<Module, Allowed>,
}

/// What the roles with a permission for a module allow together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Allowed {
    editable: bool,
    scope: Scope,
}

impl Permissions {
    /// The union: what one role allows is allowed. A role shows its members where it has a permission, and nowhere else.
    pub fn of(roles: &[Role]) -> Permissions {
        let mut modules = BTreeMap::new();
        for role in roles {
            for permission in &role.permissions {
                let nothing = || Allowed { editable: false, scope: Scope::NONE };
                let allowed = modules.entry(permission.module.code).or_insert_with(nothing);
                allowed.editable |= permission.editable;
                allowed.scope.add(&role.limits);
            }
        }
        Permissions { modules }
    }

    /// The members that a module shows: those of any role with a permission for it.
    pub fn scope(&self, module: Module) -> Scope {
        self.modules.get(&module).map_or(Scope::NONE, |allowed| allowed.scope.clone())
    }

    /// The members that any module shows, for what belongs to no module.
    pub fn widest_scope(&self) -> Scope {
        let mut widest = Scope::NONE;
        let shown = self.modules.iter().filter(|(module, _)| !module.is_administration());
        shown.for_each(|(_, allowed)| widest.join(&allowed.scope));
        widest
    }

    /// Whether the module is open: a permission to read it and, where it shows nothing that has members, roles that show
    /// such figures.
    pub fn opens(&self, module: Module, has_members: bool) -> bool {
        self.may_read(module) && (has_members || self.scope(module).has_what_has_no_members())
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
        let editable = |module: Module| self.modules.get(&module).is_some_and(|allowed| allowed.editable);
        editable(module) || (module == Module::Data && editable(Module::Admin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groupings::Grouping;
    use crate::scope::{GroupLimit, Limits};
    use crate::store::roles::{Permission, PermissionModule};

    fn role(permissions: &[(Module, bool)]) -> Role {
        let permission = |(code, editable): &(Module, bool)| Permission {
            module: PermissionModule { code: *code },
            editable: *editable,
        };
        Role {
            name: "A".to_owned(),
            permissions: permissions.iter().map(permission).collect(),
            limits: Limits::default(),
        }
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

    #[test]
    fn a_role_shows_its_members_where_it_has_a_permission() {
        let limited = |module, tier| {
            let groups = vec![GroupLimit { grouping: Grouping::Tier, ids: vec![tier] }];
            Role { limits: Limits { groups, without_members: false }, ..role(&[(module, false)]) }
        };
        let roles = [limited(Module::Members, 1), limited(Module::Offers, 2), role(&[(Module::Admin, true)])];
        let both = Permissions::of(&roles);
        let Scope::Some { any_of, .. } = both.scope(Module::Members) else { panic!("limited") };
        assert_eq!((any_of.len(), any_of[0][0].ids.as_slice()), (1, &[1][..]));
        let Scope::Some { any_of, .. } = both.widest_scope() else { panic!("an administrator is limited too") };
        assert_eq!(any_of.len(), 2);
        assert_eq!(both.scope(Module::Content), Scope::NONE);
        let all = Permissions::of(&[limited(Module::Members, 1), role(&[(Module::Members, false)])]);
        assert_eq!((all.scope(Module::Members), all.widest_scope()), (Scope::All, Scope::All));
    }
}
