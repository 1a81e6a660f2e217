//! The calls about roles, for administrators. A signed-in user has what a change gives from the next request on.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::abilities::Ability;
use crate::app::App;
use crate::auth::roles::checked;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::Actor;
use crate::http::class::Class;
use crate::http::confirm::confirmed;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::scope::{GroupLimit, Limits, Scope};
use crate::screens::wire::UserGroup;
use crate::store::StoreError;
use crate::store::roles::{Permission, StoredRole};

/// All roles.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct RoleList {
    /// By name.
    pub roles: Vec<RoleDetails>,
    /// Every group that a role can be limited to, whichever of them the administrator sees figures of.
    pub groups: Vec<UserGroup>,
}

/// A role as administrators see it.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleDetails {
    pub name: String,
    /// It cannot be changed or removed.
    pub built_in: bool,
    /// One per module.
    pub permissions: Vec<Permission>,
    /// The groups whose members it shows: those in a group of each grouping here. Everybody without any.
    pub groups: Vec<GroupLimit>,
    /// Whether, limited to groups, it shows what has no members, such as the website's figures.
    pub without_members: bool,
    /// How many users have it.
    pub users: i64,
    /// How many keys of single sign-on may give it.
    pub sso_keys: i64,
}

/// What a role allows.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleRights {
    /// At least one, each module once.
    pub permissions: Vec<Permission>,
    /// Limits it to members in a group of each grouping here. ADMIN and DATA cannot be limited.
    #[serde(default)]
    pub groups: Vec<GroupLimit>,
    /// Whether, limited to groups, it shows what has no members, such as the website's figures.
    #[serde(default)]
    pub without_members: bool,
    /// The password of the administrator who asks.
    pub password: String,
}

/// A role to add.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRole {
    /// 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit. Unique in any case.
    pub name: String,
    /// As in [`RoleRights`].
    pub permissions: Vec<Permission>,
    #[serde(default)]
    pub groups: Vec<GroupLimit>,
    #[serde(default)]
    pub without_members: bool,
    /// The password of the administrator who asks.
    pub password: String,
}

/// The removal of a role.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleRemoval {
    /// Whether to take the role from the users and keys that have it.
    #[serde(default)]
    pub from_users: bool,
    /// The password of the administrator who asks.
    pub password: String,
}

impl From<StoredRole> for RoleDetails {
    fn from(stored: StoredRole) -> RoleDetails {
        let StoredRole { role, built_in, users, keys } = stored;
        let Limits { groups, without_members } = role.limits;
        let (name, permissions) = (role.name, role.permissions);
        RoleDetails { name, built_in, permissions, groups, without_members, users, sso_keys: keys }
    }
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Admin), Class::changes(Module::Admin));
    let role = || json!({ "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" });
    let conflict = "The name is taken, the role is built in or in use, or nobody could administer Bond afterwards.";
    vec![
        Route::get("/api/v1/admin/roles", reads, list)
            .opened_by(&[Ability::Users])
            .says("All roles.")
            .answers::<RoleList>(),
        Route::post("/api/v1/admin/roles", changes, add)
            .says("Adds a role.")
            .takes::<NewRole>()
            .answers::<RoleDetails>()
            .refuses("409", conflict),
        Route::put("/api/v1/admin/roles/{role}", changes, change)
            .says("Gives a role these rights instead of those that it has.")
            .with("role", role())
            .takes::<RoleRights>()
            .answers::<RoleDetails>()
            .refuses("409", conflict),
        Route::post("/api/v1/admin/roles/{role}/remove", changes, remove)
            .says("Removes a role. Where somebody has it, fromUsers must say that it is taken from them.")
            .with("role", role())
            .takes::<RoleRemoval>()
            .refuses("409", conflict),
    ]
}

async fn list(app: web::Data<App>, _user: SignedIn) -> Answer {
    let roles = app.store.roles()?.into_iter().map(RoleDetails::from).collect();
    let groups = app.answers(&Scope::All, Language::En).user_groups().await?;
    Ok(HttpResponse::Ok().json(RoleList { roles, groups }))
}

async fn add(app: web::Data<App>, user: SignedIn, body: Json<NewRole>, request: HttpRequest) -> Answer {
    let NewRole { name, permissions, groups, without_members, password } = body.0;
    let role = checked(&name, permissions, Limits { groups, without_members }).map_err(ApiError::faults)?;
    let actor = confirmed_actor(&app, &user, &password, &request).await?;
    changed(app, name, move |app| app.store.add_role(&role, actor.by())).await
}

async fn change(
    app: web::Data<App>,
    user: SignedIn,
    name: web::Path<String>,
    body: Json<RoleRights>,
    request: HttpRequest,
) -> Answer {
    let RoleRights { permissions, groups, without_members, password } = body.0;
    let name = existing(&app, &name)?;
    let role = checked(&name, permissions, Limits { groups, without_members }).map_err(ApiError::faults)?;
    let actor = confirmed_actor(&app, &user, &password, &request).await?;
    changed(app, name, move |app| app.store.change_role(&role, actor.by())).await
}

/// It is refused with 409 where users or keys have the role, unless fromUsers is true.
async fn remove(
    app: web::Data<App>,
    user: SignedIn,
    name: web::Path<String>,
    body: Json<RoleRemoval>,
    request: HttpRequest,
) -> Answer {
    let RoleRemoval { from_users, password } = body.0;
    let actor = confirmed_actor(&app, &user, &password, &request).await?;
    let removed = web::block(move || app.store.remove_role(&name, from_users, actor.by()));
    removed.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// The administrator who asks, whose password was asked for again.
async fn confirmed_actor(app: &App, user: &SignedIn, password: &str, request: &HttpRequest) -> Result<Actor, ApiError> {
    confirmed(app, user, password, request).await?;
    Ok(Actor::of(app, user, request))
}

/// The name of a role as it is stored.
fn existing(app: &App, name: &str) -> Result<String, ApiError> {
    let found = app.store.role(name)?.ok_or_else(|| no_such_role(name))?;
    Ok(found.role.name)
}

fn no_such_role(name: &str) -> ApiError {
    ApiError::not_found(format!("There is no role {name:?}."))
}

/// Makes a change and answers the role as it is then.
async fn changed(
    app: web::Data<App>,
    name: String,
    change: impl FnOnce(&App) -> Result<(), StoreError> + Send + 'static,
) -> Answer {
    let role = web::block(move || {
        change(&app)?;
        app.store.role(&name)?.ok_or(StoreError::NoSuchRole(name))
    });
    let role = role.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    Ok(HttpResponse::Ok().json(RoleDetails::from(role)))
}

/// A change of a role that the store refuses.
fn refused(error: StoreError) -> ApiError {
    match &error {
        StoreError::NoSuchRole(name) => no_such_role(name),
        StoreError::RoleTaken(_)
        | StoreError::BuiltInRole(_)
        | StoreError::RoleInUse { .. }
        | StoreError::LastAdministrator => ApiError::conflict(sentence(&error.to_string())),
        _ => ApiError::internal(&error),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
