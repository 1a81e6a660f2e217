//! The permissions of a user: the union of those of the user's roles, without the modules that the program does not use.

use std::collections::BTreeMap;

use crate::modules::Module;
use crate::scope::Scope;
use crate::store::roles::Role;

/// The permissions of all roles of a user, by module, as far as the program uses them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    modules: BTreeMap<Module, Allowed>,
    unused: Vec<Module>,
}

/// What the roles with a permission for a module allow together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Allowed {
    editable: bool,
    scope: Scope,
}

impl Permissions {
    /// The union: what one role allows is allowed. A role shows its members where it has a permission, and nowhere else.
    /// `used` are the modules of the program; the administration is always in use. What is not used is closed as if no role
    /// had a permission for it.
    pub fn of(roles: &[Role], used: &[Module]) -> Permissions {
        let is_unused = |module: &Module| !module.is_administration() && !used.contains(module);
        let mut modules = BTreeMap::new();
        for role in roles {
            for permission in role.permissions.iter().filter(|permission| !is_unused(&permission.module.code)) {
                let nothing = || Allowed { editable: false, scope: Scope::NONE };
                let allowed = modules.entry(permission.module.code).or_insert_with(nothing);
                allowed.editable |= permission.editable;
                allowed.scope.add(&role.limits);
            }
        }
        Permissions { modules, unused: Module::ALL.iter().copied().filter(is_unused).collect() }
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

    /// Whether the program uses the module.
    pub fn is_used(&self, module: Module) -> bool {
        !self.unused.contains(&module)
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
        let reader = Permissions::of(&[role(&[(Module::Admin, false)])], Module::ALL);
        assert!(reader.is_admin() && reader.may_read(Module::Data));
        assert!(!reader.may_write(Module::Data) && !reader.may_read(Module::Members));
        assert!(Permissions::of(&[role(&[(Module::Admin, true)])], Module::ALL).may_write(Module::Data));
        let data = Permissions::of(&[role(&[(Module::Data, true)])], Module::ALL);
        assert!(data.may_write(Module::Data) && !data.is_admin() && !data.may_read(Module::Admin));
        assert!(!Permissions::of(&[], Module::ALL).is_admin());
    }

    #[test]
    fn any_editable_permission_of_any_role_allows_writing() {
        let both = Permissions::of(&[role(&[(Module::Offers, true)]), role(&[(Module::Offers, false)])], Module::ALL);
        assert!(both.may_write(Module::Offers) && both.may_read(Module::Offers));
        assert!(!Permissions::of(&[role(&[(Module::Offers, false)])], Module::ALL).may_write(Module::Offers));
        assert!(!both.may_write(Module::Admin));
    }

    #[test]
    fn a_role_shows_its_members_where_it_has_a_permission() {
        let limited = |module, tier| {
            let groups = vec![GroupLimit { grouping: Grouping::Tier, ids: vec![tier] }];
            Role { limits: Limits { groups, without_members: false }, ..role(&[(module, false)]) }
        };
        let roles = [limited(Module::Members, 1), limited(Module::Offers, 2), role(&[(Module::Admin, true)])];
        let both = Permissions::of(&roles, Module::ALL);
        let Scope::Some { any_of, .. } = both.scope(Module::Members) else { panic!("limited") };
        assert_eq!((any_of.len(), any_of[0][0].ids.as_slice()), (1, &[1][..]));
        let Scope::Some { any_of, .. } = both.widest_scope() else { panic!("an administrator is limited too") };
        assert_eq!(any_of.len(), 2);
        assert_eq!(both.scope(Module::Content), Scope::NONE);
        let all = Permissions::of(&[limited(Module::Members, 1), role(&[(Module::Members, false)])], Module::ALL);
        assert_eq!((all.scope(Module::Members), all.widest_scope()), (Scope::All, Scope::All));
    }

    #[test]
    fn what_the_program_does_not_use_is_closed_to_every_role() {
        let used = [Module::Members, Module::Offers];
        let roles = [role(&[(Module::Admin, true), (Module::Emails, true)]), role(&[(Module::Members, false)])];
        let cut = Permissions::of(&roles, &used);
        assert_eq!(cut.scope(Module::Emails), Scope::NONE);
        assert!(!cut.may_read(Module::Emails) && !cut.may_write(Module::Emails) && !cut.opens(Module::Emails, true));
        assert!(cut.may_read(Module::Members) && cut.may_write(Module::Admin) && cut.may_write(Module::Data));
        let unused: Vec<Module> = Module::ALL.iter().copied().filter(|module| !cut.is_used(*module)).collect();
        assert!(unused.contains(&Module::Emails) && unused.contains(&Module::Monitor), "{unused:?}");
        assert!([Module::Admin, Module::Data, Module::Offers].iter().all(|module| cut.is_used(*module)));
        // A role that shows members only in such a module shows none where no module is asked for either.
        assert_eq!(Permissions::of(&[role(&[(Module::Emails, false)])], &used).widest_scope(), Scope::NONE);
    }
}
