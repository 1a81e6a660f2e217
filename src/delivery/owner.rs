//! With which rights something is made for its owner: those that the owner has then.

use super::{Fault, texts};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::{Dashboard, OpenDashboards};

/// The permissions that a user has now.
///
/// # Errors
/// If there is no such user, or it has been disabled.
pub fn owner(app: &App, (user_id, login): (i64, &str)) -> Result<Permissions, Fault> {
    let owner = app.store.user_by_id(user_id)?.filter(|owner| !owner.disabled);
    let owner = owner.ok_or_else(|| Fault::Stopped(texts::disabled(login)))?;
    Ok(Permissions::of(&owner.roles, &app.settings().modules))
}

/// The members that what leaves Bond may show somebody of a dashboard.
///
/// # Errors
/// The module that is not open.
pub fn scope_of(permissions: &Permissions, dashboard: &Dashboard) -> Result<Scope, Module> {
    for (module, has_members) in [(Module::Export, true), (dashboard.module, dashboard.has_members)] {
        if !permissions.opens(module, has_members) {
            return Err(module);
        }
    }
    Ok(permissions.scope(Module::Export).within(&permissions.scope(dashboard.module)))
}

/// As [`scope_of`], for the owner of something.
///
/// # Errors
/// The module that is not open.
pub fn owned_scope(permissions: &Permissions, dashboard: &Dashboard, login: &str) -> Result<Scope, Fault> {
    scope_of(permissions, dashboard).map_err(|module| not_open(login, module))
}

/// That the roles of an owner do not open a module.
pub fn not_open(login: &str, module: Module) -> Fault {
    Fault::Stopped(texts::not_open(login, module.code()))
}

/// The dashboards that are open to somebody and show all members of a scope.
pub fn open_to(permissions: &Permissions, scope: &Scope) -> OpenDashboards {
    OpenDashboards::of(|module, has_members| {
        let shown = permissions.scope(module);
        permissions.opens(module, has_members) && (shown == Scope::All || shown == *scope)
    })
}
