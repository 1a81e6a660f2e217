//! The user of a session, as the page receives it.

use serde::Serialize;

use crate::accounts::preferences::Preferences;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::features::views::first::FirstView;
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::DASHBOARDS;
use crate::store::StoreError;
use crate::store::roles::Role;
use crate::store::sessions::Session;
use crate::store::users::User;

/// The session user, as the page receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionUser {
    /// The user's id.
    #[ts(type = "number")]
    pub id: i64,
    /// Shown in the greeting.
    pub first_name: String,
    /// What the user may do.
    pub role_list: Vec<Role>,
    /// The modules that are open to the user. A permission alone does not open the website to roles that are limited to
    /// some members.
    pub modules: Vec<Module>,
    /// Whether the schedule of e-mails is open, too. It belongs to no member, as the website.
    pub schedule: bool,
    pub preferences: Preferences,
    /// The saved view that opens after signing in; the Program Monitor does where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_view: Option<FirstView>,
}

impl SessionUser {
    /// Somebody who has just signed in.
    ///
    /// # Errors
    /// If the store fails.
    pub fn of_new(app: &App, user: User) -> Result<SessionUser, StoreError> {
        let permissions = Permissions::of(&user.roles, &app.settings().modules);
        SessionUser::of(app, user.id, user.first_name, user.roles, &permissions)
    }

    /// The user of a request, whose permissions may be narrower than those of the roles.
    ///
    /// # Errors
    /// If the store fails.
    pub fn of_request(app: &App, user: &SignedIn) -> Result<SessionUser, StoreError> {
        let Session { user_id, first_name, roles, .. } = user.session();
        SessionUser::of(app, *user_id, first_name.clone(), roles.clone(), user.permissions())
    }

    fn of(
        app: &App,
        id: i64,
        first_name: String,
        role_list: Vec<Role>,
        permissions: &Permissions,
    ) -> Result<SessionUser, StoreError> {
        let has_members = |module: Module| {
            let dashboard = DASHBOARDS.iter().find(|dashboard| dashboard.module == module);
            dashboard.is_none_or(|dashboard| dashboard.has_members)
        };
        let is_open = |module: &Module| permissions.opens(*module, has_members(*module));
        let modules = Module::ALL.iter().copied().filter(is_open).collect();
        let schedule = permissions.opens(Module::Emails, false);
        let preferences = Preferences::of_user(app, id)?;
        let first_view = FirstView::of_user(app, id, permissions)?;
        Ok(SessionUser { id, first_name, role_list, modules, schedule, preferences, first_view })
    }
}
