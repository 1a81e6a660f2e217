//! The calls that administer users, for the module ADMIN.

use std::collections::BTreeSet;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::abilities::Ability;
use crate::accounts::letters::{About, send};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::auth::second_factor::counters_of;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, scanned, valid_first_name, valid_login, written};
use crate::http::class::Class;
use crate::http::confirm::{Confirmation, confirmed, confirmed_person};
use crate::http::query::{Paging, Query};
use crate::http::request_language::language;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::{Admin, SignedIn};
use crate::modules::Module;
use crate::random::random_secret;
use crate::store::StoreError;
use crate::store::api_tokens::ApiToken;
use crate::store::invitations::{LINK_LIFE, PASSWORD_PAGE};
use crate::store::roles::{Permission, Role};
use crate::store::sessions::LiveSession;
use crate::store::users::{NewUser, User};

/// A user, as an administrator sees it.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedUser {
    /// Never given to another user.
    #[ts(type = "number")]
    pub id: i64,
    pub login: String,
    pub first_name: String,
    /// Names of roles, in alphabetical order.
    pub roles: Vec<String>,
    pub disabled: bool,
    /// Whether it is a service account: no person, so that nothing but its API tokens acts for it.
    pub service: bool,
    /// Whether it has a password here. One without a password, issuer and provider has not followed its link yet.
    pub has_password: bool,
    /// Whether it has a second factor.
    pub second_factor: bool,
    /// The portal by whose links it signs in; null for none.
    pub issuer: Option<String>,
    /// The OpenID Connect providers that it may sign in by.
    pub providers: Vec<String>,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub created_at: i64,
    /// The last sign-in, in seconds since 1970-01-01 UTC; null if there was none.
    #[ts(type = "number | null")]
    pub signed_in_at: Option<i64>,
}

/// The users that a search finds.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct UserList {
    /// By login.
    pub users: Vec<ListedUser>,
    /// How many there are in all.
    #[ts(type = "number")]
    pub count: i64,
}

/// A user with its sessions and API tokens.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct UserDetails {
    pub user: ListedUser,
    /// The live ones, the latest used first.
    pub sessions: Vec<LiveSession>,
    /// Those that have not expired, the latest first.
    pub tokens: Vec<ApiToken>,
}

/// A user to add.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserToAdd {
    /// Such as an e-mail address: 1 to 320 characters, unique without regard to case.
    pub login: String,
    /// For the greeting, 1 to 100 characters.
    pub first_name: String,
    /// Names of roles.
    pub roles: Vec<String>,
    /// The password of the administrator who asks; an API token needs none.
    #[serde(default)]
    #[ts(type = "string")]
    pub password: Option<String>,
}

/// A change of a user's login and name.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserChange {
    pub login: String,
    pub first_name: String,
    /// The password of the administrator who asks.
    pub password: String,
}

/// A change of a user's roles.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RolesChange {
    /// Names of roles, in the place of the earlier ones.
    pub roles: Vec<String>,
    /// The password of the administrator who asks; an API token needs none.
    #[serde(default)]
    #[ts(type = "string")]
    pub password: Option<String>,
}

/// A link to choose a password. It works once and is shown only now.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLink {
    /// Below the address of the page: `/choose-password#…`.
    pub path: String,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
    /// Whether it is on its way to the user by mail, too.
    pub mailed: bool,
}

/// A user that was added, with the link to choose a password.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AddedUser {
    pub user: ListedUser,
    pub link: PasswordLink,
}

/// The parameters of a search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// A part of the login or first name.
    pub search: Option<String>,
    pub offset: Option<String>,
    pub limit: Option<String>,
}

impl ListedUser {
    pub fn of(app: &App, user: User) -> Result<ListedUser, StoreError> {
        Ok(ListedUser {
            id: user.id,
            login: user.login,
            first_name: user.first_name,
            roles: user.roles.into_iter().map(|role| role.name).collect(),
            disabled: user.disabled,
            service: user.service,
            has_password: !user.password_hash.is_empty(),
            second_factor: app.store.second_factor(user.id)?.is_some(),
            issuer: user.sso_issuer,
            providers: app.store.oidc_issuers(user.id)?,
            created_at: user.created_at,
            signed_in_at: user.signed_in_at,
        })
    }
}

const NO_SECOND_FACTOR: &str = "The user has no second factor.";

/// API tokens open what gives and takes rights within those of their user ([`within_token`]). They make no links to choose a
/// password of somebody who has one, and delete and rename nobody.
const USERS: &[Ability] = &[Ability::Users];

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Admin), Class::changes(Module::Admin));
    let elsewhere = "The user signs in through another system.";
    let last = "Nobody could administer Bond afterwards.";
    vec![
        Route::get("/api/v1/admin/users", reads, list)
            .opened_by(USERS)
            .says("Persons, by login.")
            .asking("search", json!({ "type": "string", "description": "a part of the login or first name" }))
            .paged()
            .answers::<UserList>(),
        Route::post("/api/v1/admin/users", changes, add)
            .opened_by(USERS)
            .says("Adds a user, with a link to choose a password within 72 hours.")
            .takes::<UserToAdd>()
            .answers::<AddedUser>(),
        Route::get("/api/v1/admin/users/{id}", reads, one)
            .opened_by(USERS)
            .says("A user with its sessions and API tokens.")
            .answers::<UserDetails>(),
        Route::put("/api/v1/admin/users/{id}", changes, change)
            .says("Changes a user's login and first name.")
            .takes::<UserChange>()
            .refuses("409", elsewhere),
        Route::put("/api/v1/admin/users/{id}/roles", changes, set_roles)
            .opened_by(USERS)
            .says("Replaces a user's roles.")
            .takes::<RolesChange>()
            .refuses("409", last),
        Route::post("/api/v1/admin/users/{id}/disable", changes, disable)
            .opened_by(USERS)
            .says("Disables a user; its sessions end, and the API tokens of a service account.")
            .refuses("409", last),
        Route::post("/api/v1/admin/users/{id}/enable", changes, enable)
            .opened_by(USERS)
            .says("Enables a disabled user."),
        Route::post("/api/v1/admin/users/{id}/unlock", changes, unlock)
            .says("Lets a user try again to sign in, after too many wrong passwords."),
        Route::post("/api/v1/admin/users/{id}/end-sessions", changes, end_sessions)
            .opened_by(USERS)
            .says("Ends all sessions of a user."),
        Route::post("/api/v1/admin/users/{id}/password-link", changes, password_link)
            .says("Makes a link with which a user chooses a password within 72 hours.")
            .takes::<Confirmation>()
            .answers::<PasswordLink>()
            .refuses("409", "The user signs in through another system, or is a service account."),
        Route::post("/api/v1/admin/users/{id}/reset-second-factor", changes, reset_second_factor)
            .says("Removes a user's second factor, because its device is lost. Its sessions end.")
            .takes::<Confirmation>()
            .refuses("409", NO_SECOND_FACTOR),
        Route::post("/api/v1/admin/users/{id}/remove", changes, remove)
            .says("Deletes a user with its sessions and API tokens. Its lines in the audit log stay.")
            .takes::<Confirmation>()
            .refuses("409", last),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, query: Query<Search>) -> Answer {
    let Search { search, offset, limit } = query.0;
    let window = Paging { offset, limit }.window()?;
    let found = scanned(move || {
        let (users, count) = app.store.search_users(&search.unwrap_or_default(), window.limit, window.offset)?;
        let users = users.into_iter().map(|user| ListedUser::of(&app, user)).collect::<Result<_, _>>()?;
        Ok(UserList { users, count })
    });
    Ok(HttpResponse::Ok().json(found.await?))
}

async fn one(app: web::Data<App>, _admin: Admin, id: web::Path<i64>) -> Answer {
    let user = found(&app, *id)?;
    let (now, idle) = (app.clock.now(), app.auth.sessions.lifetimes().idle);
    let sessions = app.store.sessions_of_user(*id, now, idle)?;
    let tokens = app.store.api_tokens(Some(*id), now)?;
    Ok(HttpResponse::Ok().json(UserDetails { user: ListedUser::of(&app, user)?, sessions, tokens }))
}

async fn add(app: web::Data<App>, admin: Admin, body: Json<UserToAdd>, request: HttpRequest) -> Answer {
    let UserToAdd { login, first_name, roles, password } = body.0;
    let (login, first_name) = (valid_login(&login)?.to_owned(), valid_first_name(&first_name)?.to_owned());
    some_roles(&roles)?;
    gives(&app, &admin.0, &roles)?;
    confirmed_person(&app, &admin.0, password.as_deref(), &request).await?;
    let (actor, (secret, mut link)) = (Actor::of(&app, &admin.0, &request), new_link(&app));
    let (adding, expires_at, kept) = (app.clone(), link.expires_at, secret.clone());
    let user = written(move || {
        let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
        let user = NewUser { login: &login, first_name: &first_name, password_hash: "", roles: &roles };
        let id = adding.store.invite_user(&user, &kept, expires_at, actor.by())?;
        adding.store.user_by_id(id)?.map(|user| ListedUser::of(&adding, user)).transpose()
    });
    let user = user.await?.ok_or_else(|| ApiError::internal(&"a user that was just added is gone"))?;
    link.mailed = send(&app, (user.id, &user.login), About::Invitation(secret, expires_at), language(&request));
    Ok(HttpResponse::Ok().json(AddedUser { user, link }))
}

async fn change(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<UserChange>,
    request: HttpRequest,
) -> Answer {
    let (login, first_name) =
        (valid_login(&body.0.login)?.to_owned(), valid_first_name(&body.0.first_name)?.to_owned());
    let (user, actor) = (found(&app, *id)?, Actor::of(&app, &admin.0, &request));
    if user.sso_issuer.is_some() {
        return Err(ApiError::conflict("The login and name of this user come from the system with which it signs in."));
    }
    confirmed(&app, &admin.0, &body.0.password, &request).await?;
    written(move || {
        if user.login != login {
            app.store.rename_user(user.id, &login, actor.by())?;
        }
        if user.first_name != first_name {
            app.store.set_first_name(user.id, &first_name, actor.by())?;
        }
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn set_roles(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<RolesChange>,
    request: HttpRequest,
) -> Answer {
    let RolesChange { roles, password } = body.0;
    some_roles(&roles)?;
    let user = touched(&app, &admin, *id)?;
    gives(&app, &admin.0, &roles)?;
    confirmed_person(&app, &admin.0, password.as_deref(), &request).await?;
    let (actor, store, id) = (Actor::of(&app, &admin.0, &request), app.store.clone(), user.id);
    let roles = written(move || {
        let names: Vec<&str> = roles.iter().map(String::as_str).collect();
        store.set_roles(id, &names, actor.by()).map(|()| roles)
    })
    .await?;
    let had: BTreeSet<&str> = user.roles.iter().map(|role| role.name.as_str()).collect();
    if roles.iter().map(String::as_str).collect::<BTreeSet<_>>() != had {
        send(&app, (user.id, &user.login), About::RolesChanged(roles), language(&request));
    }
    Ok(HttpResponse::NoContent().finish())
}

async fn disable(app: web::Data<App>, admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (user, actor) = (touched(&app, &admin, *id)?, Actor::of(&app, &admin.0, &request));
    written(move || app.store.disable_user(user.id, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn enable(app: web::Data<App>, admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (user, actor) = (touched(&app, &admin, *id)?, Actor::of(&app, &admin.0, &request));
    written(move || app.store.enable_user(user.id, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn unlock(app: web::Data<App>, admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (user, actor) = (found(&app, *id)?, Actor::of(&app, &admin.0, &request));
    let keys = counters_of(&user.login);
    written(move || app.store.unlock_user(user.id, &keys, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn end_sessions(app: web::Data<App>, admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (user, actor) = (touched(&app, &admin, *id)?, Actor::of(&app, &admin.0, &request));
    written(move || app.store.end_sessions_of_user(user.id, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn password_link(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<Confirmation>,
    request: HttpRequest,
) -> Answer {
    let user = found(&app, *id)?;
    confirmed(&app, &admin.0, &body.0.password, &request).await?;
    let (actor, (secret, mut link)) = (Actor::of(&app, &admin.0, &request), new_link(&app));
    let (expires_at, store, kept, id) = (link.expires_at, app.store.clone(), secret.clone(), user.id);
    written(move || store.add_password_link(id, &kept, expires_at, actor.by())).await?;
    let about = if user.password_hash.is_empty() { About::Invitation } else { About::NewPassword };
    link.mailed = send(&app, (user.id, &user.login), about(secret, expires_at), language(&request));
    Ok(HttpResponse::Ok().json(link))
}

async fn reset_second_factor(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<Confirmation>,
    request: HttpRequest,
) -> Answer {
    let (user, actor) = (found(&app, *id)?, Actor::of(&app, &admin.0, &request));
    confirmed(&app, &admin.0, &body.0.password, &request).await?;
    let store = app.store.clone();
    let is_reset = written(move || store.reset_second_factor(user.id, actor.by())).await?;
    if is_reset {
        send(&app, (user.id, &user.login), About::FactorReset, language(&request));
    }
    if is_reset { Ok(HttpResponse::NoContent().finish()) } else { Err(ApiError::conflict(NO_SECOND_FACTOR)) }
}

async fn remove(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<Confirmation>,
    request: HttpRequest,
) -> Answer {
    let (user, actor) = (found(&app, *id)?, Actor::of(&app, &admin.0, &request));
    confirmed(&app, &admin.0, &body.0.password, &request).await?;
    written(move || app.store.delete_user(user.id, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub fn found(app: &App, id: i64) -> Result<User, ApiError> {
    app.store.user_by_id(id)?.ok_or_else(|| ApiError::not_found(format!("There is no user {id}.")))
}

pub fn some_roles(roles: &[String]) -> Result<(), ApiError> {
    if roles.is_empty() {
        return Err(ApiError::field("roles", "expected at least one"));
    }
    Ok(())
}

/// The user whom a call changes.
///
/// # Errors
/// 403 where a token acts, and the user may do more than it may give.
fn touched(app: &App, admin: &Admin, id: i64) -> Result<User, ApiError> {
    let user = found(app, id)?;
    within_token(app, &admin.0, &user.roles)?;
    Ok(user)
}

/// Refuses roles that a token may not give. Those that do not exist are the store's business.
fn gives(app: &App, by: &SignedIn, roles: &[String]) -> Result<(), ApiError> {
    if !by.is_by_token() {
        return Ok(());
    }
    let found = roles.iter().filter_map(|name| app.store.role(name).transpose());
    let roles = found.map(|found| found.map(|found| found.role)).collect::<Result<Vec<_>, _>>()?;
    within_token(app, by, &roles)
}

/// Refuses, for a token, what concerns roles with a permission that its user has not, or that administers: a token makes
/// nobody who could make tokens, and shuts nobody out who could revoke it.
fn within_token(app: &App, by: &SignedIn, roles: &[Role]) -> Result<(), ApiError> {
    if !by.is_by_token() {
        return Ok(());
    }
    // The request itself has no more of them than the call needs.
    let own = Permissions::of(&found(app, by.id())?.roles, Module::ALL);
    let is_within = |role: &Role| {
        role.permissions.iter().all(|Permission { module, editable }| {
            let module = module.code;
            let may = if *editable { own.may_write(module) } else { own.may_read(module) };
            !module.is_administration() && may && own.scope(module).covers(&role.limits)
        })
    };
    match roles.iter().find(|role| !is_within(role)) {
        Some(role) => {
            let name = &role.name;
            Err(ApiError::forbidden(format!("The role {name} has more than this API token may give. Sign in for it.")))
        }
        None => Ok(()),
    }
}

fn new_link(app: &App) -> (String, PasswordLink) {
    let secret = random_secret();
    let (path, expires_at) = (format!("{PASSWORD_PAGE}#{secret}"), app.clock.now() + LINK_LIFE);
    let link = PasswordLink { path, expires_at, mailed: false };
    (secret, link)
}
