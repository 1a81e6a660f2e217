//! With which rights something is made for its owner: those that the owner has then.

use super::Fault;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::OpenDashboards;

/// The permissions that a user has now.
///
/// # Errors
/// If there is no such user, or it has been disabled.
pub fn owner(app: &App, (user_id, login): (i64, &str), language: Language) -> Result<Permissions, Fault> {
    let owner = app.store.user_by_id(user_id)?.filter(|owner| !owner.disabled);
    let owner = owner.ok_or_else(|| Fault::stopped(language, |texts| (texts.disabled)(login)))?;
    Ok(Permissions::of(&owner.roles, &app.settings().modules))
}

/// The members that what leaves Bond may show somebody of a screen, which is opened by a module and counts members or not.
///
/// # Errors
/// The module that is not open.
pub fn scope_of(permissions: &Permissions, (of_screen, counts_members): (Module, bool)) -> Result<Scope, Module> {
    for (module, has_members) in [(Module::Export, true), (of_screen, counts_members)] {
        if !permissions.opens(module, has_members) {
            return Err(module);
        }
    }
    Ok(permissions.scope(Module::Export).within(&permissions.scope(of_screen)))
}

/// As [`scope_of`], for the owner of something.
///
/// # Errors
/// The module that is not open.
pub fn owned_scope(
    permissions: &Permissions,
    opened_by: (Module, bool),
    (login, language): (&str, Language),
) -> Result<Scope, Fault> {
    scope_of(permissions, opened_by).map_err(|module| not_open(login, module, language))
}

/// That the roles of an owner do not open a module.
pub fn not_open(login: &str, module: Module, language: Language) -> Fault {
    Fault::stopped(language, |texts| (texts.not_open)(login, module.code()))
}

/// The same where Insights is open to somebody, too, and shows the members of the scope.
pub fn insights_of(permissions: &Permissions, scope: &Scope) -> Option<OpenDashboards> {
    let shown = permissions.scope(Module::Insights);
    let is_open = permissions.may_read(Module::Insights) && (shown == Scope::All || shown == *scope);
    is_open.then(|| open_to(permissions, scope))
}

/// The dashboards that are open to somebody and show all members of a scope.
pub fn open_to(permissions: &Permissions, scope: &Scope) -> OpenDashboards {
    OpenDashboards::of(|module, has_members| {
        let shown = permissions.scope(module);
        permissions.opens(module, has_members) && (shown == Scope::All || shown == *scope)
    })
}
