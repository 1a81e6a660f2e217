//! The calls about what programs use: API tokens, and the service accounts that are no person.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::abilities::Ability;
use crate::accounts::users::{ListedUser, found, some_roles};
use crate::app::App;
use crate::auth::api_tokens::{LONGEST_NAME, allowed, lacking, network_list, new_token};
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, scanned, valid, valid_first_name, valid_login, written};
use crate::http::class::Class::{self, Own};
use crate::http::confirm::confirmed;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::{Admin, SignedIn};
use crate::modules::Module;
use crate::store::api_tokens::{ApiToken, NewApiToken};
use crate::store::users::User;

const DAY: i64 = 24 * 60 * 60;

/// The API tokens of a user, or of all.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ApiTokenList {
    /// The latest first.
    pub tokens: Vec<ApiToken>,
}

/// An API token to make.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, 1 to 60 characters.
    pub name: String,
    /// Days after which it expires, from 1 to the longest that the settings allow.
    #[schemars(range(min = 1, max = 3650))]
    pub days: u16,
    /// What it may do; null for reading figures.
    #[serde(default)]
    #[ts(optional)]
    pub abilities: Option<Vec<Ability>>,
    /// The modules that it reads, as far as its user may see them; null for all of them.
    #[serde(default)]
    #[ts(optional)]
    pub modules: Option<Vec<Module>>,
    /// The networks that it may be used from, such as 10.1.0.0/16, or addresses; null for any.
    #[serde(default)]
    #[ts(optional)]
    pub addresses: Option<Vec<String>>,
    /// The password of who asks, where the token does more than read figures of their own.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
}

/// An API token with its secret, which is shown only now.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct MadeToken {
    pub token: ApiToken,
    /// To be sent as `Authorization: Bearer`.
    pub secret: String,
}

/// A service account with its API tokens.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ServiceAccount {
    pub user: ListedUser,
    /// What its API tokens may do, and whoever asks may let them.
    pub abilities: Vec<Ability>,
    /// Those that have not expired, the latest first.
    pub tokens: Vec<ApiToken>,
}

/// What programs use.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Machines {
    /// By login.
    pub accounts: Vec<ServiceAccount>,
    /// The API tokens of persons, the latest first.
    pub tokens: Vec<ApiToken>,
    /// Days after which an API token expires at the latest; 0 allows no new ones.
    pub longest_token_days: u16,
}

/// A service account to add.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewServiceAccount {
    /// 1 to 320 characters, unique among all logins without regard to case.
    pub login: String,
    /// What it is for, 1 to 100 characters.
    pub name: String,
    /// Names of roles.
    pub roles: Vec<String>,
    /// The password of the administrator who asks.
    pub password: String,
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Admin), Class::changes(Module::Admin));
    let person = "The user is a person, who makes API tokens on the page of the account.";
    vec![
        Route::get("/api/v1/account/tokens", Own, own_tokens).says("The user's API tokens.").answers::<ApiTokenList>(),
        Route::post("/api/v1/account/tokens", Own, make_own)
            .says("Makes an API token, which does no more than its user may. It is shown only now.")
            .takes::<NewToken>()
            .answers::<MadeToken>(),
        Route::delete("/api/v1/account/tokens/{id}", Own, revoke_own).says("Revokes one of the user's API tokens."),
        Route::get("/api/v1/admin/machines", reads, list)
            .says("The service accounts and the API tokens of all users.")
            .answers::<Machines>(),
        Route::post("/api/v1/admin/machines", changes, add)
            .says("Adds a service account: a user that is no person and cannot sign in.")
            .takes::<NewServiceAccount>()
            .answers::<ServiceAccount>(),
        Route::post("/api/v1/admin/machines/{id}/tokens", changes, make_of_service)
            .says("Makes an API token of a service account. It is shown only now.")
            .takes::<NewToken>()
            .answers::<MadeToken>()
            .refuses("409", person),
        Route::get("/api/v1/admin/tokens", reads, tokens)
            .says("The API tokens of all users.")
            .answers::<ApiTokenList>(),
        Route::delete("/api/v1/admin/tokens/{id}", changes, revoke).says("Revokes an API token of any user."),
    ]
}

async fn own_tokens(app: web::Data<App>, user: SignedIn) -> Answer {
    let tokens = app.store.api_tokens(Some(user.id()), app.clock.now())?;
    Ok(HttpResponse::Ok().json(ApiTokenList { tokens }))
}

async fn make_own(app: web::Data<App>, user: SignedIn, body: Json<NewToken>, request: HttpRequest) -> Answer {
    make(&app, &user, None, body.0, &request).await
}

async fn make_of_service(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<i64>,
    body: Json<NewToken>,
    request: HttpRequest,
) -> Answer {
    let owner = found(&app, *id)?;
    if !owner.service {
        return Err(ApiError::conflict("A person makes API tokens on the page of the account."));
    }
    make(&app, &admin.0, Some(owner), body.0, &request).await
}

/// Makes a token of a service account, or of whoever asks.
async fn make(
    app: &web::Data<App>,
    maker: &SignedIn,
    service: Option<User>,
    body: NewToken,
    request: &HttpRequest,
) -> Answer {
    let NewToken { name, days, abilities, modules, addresses, password } = body;
    let longest = app.config.api_token_days;
    if longest == 0 {
        return Err(ApiError::forbidden("API tokens are not allowed here; see the setting api_token_days."));
    }
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    if !(1..=longest).contains(&days) {
        return Err(ApiError::field("days", format!("expected a number from 1 to {longest}")));
    }
    let mut abilities = abilities.unwrap_or_else(|| vec![Ability::Read]);
    abilities.sort_unstable();
    abilities.dedup();
    if abilities.is_empty() {
        return Err(ApiError::field("abilities", "expected at least one, or null for reading figures"));
    }
    readable_modules(&abilities, modules.as_deref())?;
    let addresses = addresses.map(|addresses| network_list(&addresses)).transpose();
    let addresses = addresses.map_err(|expected| ApiError::field("addresses", expected))?;
    let mut all = vec![maker.permissions().clone()];
    all.extend(service.as_ref().map(|owner| Permissions::of(&owner.roles, &app.settings().modules)));
    if let Some(ability) = all.iter().find_map(|permissions| lacking(&abilities, permissions)) {
        let needed = ability.needs().map_or("", |(module, _)| module.code());
        let expected = match service {
            None => format!("{ability} needs your roles to have a permission for the module {needed}"),
            Some(_) => format!(
                "{ability} needs your roles and those of the account to have a permission for the module {needed}"
            ),
        };
        return Err(ApiError::field("abilities", expected));
    }
    if service.is_some() || abilities != [Ability::Read] {
        confirmed(app, maker, &password.unwrap_or_default(), request).await?;
    }
    let owner = service.map_or(maker.id(), |owner| owner.id);
    let (app, actor) = (app.clone(), Actor::of(app, maker, request));
    let expires_at = app.clock.now() + i64::from(days) * DAY;
    let secret = new_token();
    let kept = secret.clone();
    let token = written(move || {
        let codes: Option<Vec<&str>> = modules.map(|modules| modules.iter().map(|module| module.code()).collect());
        let (modules, addresses) = (codes.as_deref(), addresses.as_deref());
        let new = NewApiToken {
            secret: &kept,
            name: &name,
            abilities: &abilities,
            modules,
            addresses,
            expires_at,
            shows: None,
        };
        app.store.add_api_token(owner, &new, actor.by())
    });
    Ok(HttpResponse::Ok().json(MadeToken { token: token.await?, secret }))
}

fn readable_modules(abilities: &[Ability], modules: Option<&[Module]>) -> Result<(), ApiError> {
    let Some(modules) = modules else { return Ok(()) };
    if modules.is_empty() {
        return Err(ApiError::field("modules", "expected at least one, or null for all"));
    }
    if !abilities.iter().any(|ability| ability.is_of_figures()) {
        return Err(ApiError::field("modules", "only the abilities read and agents are limited to modules"));
    }
    match modules.iter().find(|module| module.is_administration()) {
        Some(module) => Err(ApiError::field("modules", format!("no token opens {}", module.code()))),
        None => Ok(()),
    }
}

async fn revoke_own(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (actor, user_id) = (Actor::of(&app, &user, &request), user.id());
    written(move || app.store.revoke_api_token(*id, Some(user_id), actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn list(app: web::Data<App>, admin: Admin) -> Answer {
    let listed = scanned(move || {
        let own = allowed(admin.0.permissions());
        let (services, all) = (app.store.services()?, app.store.api_tokens(None, app.clock.now())?);
        let is_of = |user: &User, token: &ApiToken| user.login == token.login;
        let tokens = all.iter().filter(|token| !services.iter().any(|user| is_of(user, token))).cloned().collect();
        let account = |user: User| {
            let tokens = all.iter().filter(|token| is_of(&user, token)).cloned().collect();
            let abilities = abilities_of(&app, &user, &own);
            ListedUser::of(&app, user).map(|user| ServiceAccount { user, abilities, tokens })
        };
        let accounts = services.clone().into_iter().map(account).collect::<Result<_, _>>()?;
        Ok(Machines { accounts, tokens, longest_token_days: app.config.api_token_days })
    });
    Ok(HttpResponse::Ok().json(listed.await?))
}

async fn add(app: web::Data<App>, admin: Admin, body: Json<NewServiceAccount>, request: HttpRequest) -> Answer {
    let NewServiceAccount { login, name, roles, password } = body.0;
    let (login, name) = (valid_login(&login)?.to_owned(), valid_first_name(&name)?.to_owned());
    some_roles(&roles)?;
    confirmed(&app, &admin.0, &password, &request).await?;
    let (actor, own) = (Actor::of(&app, &admin.0, &request), allowed(admin.0.permissions()));
    let account = written(move || {
        let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
        let id = app.store.add_service(&login, &name, &roles, actor.by())?;
        let Some(user) = app.store.user_by_id(id)? else { return Ok(None) };
        let abilities = abilities_of(&app, &user, &own);
        Ok(Some(ServiceAccount { user: ListedUser::of(&app, user)?, abilities, tokens: Vec::new() }))
    });
    let account = account.await?.ok_or_else(|| ApiError::internal(&"an account that was just added is gone"))?;
    Ok(HttpResponse::Ok().json(account))
}

/// Those of some abilities that the roles of an account allow.
fn abilities_of(app: &App, user: &User, own: &[Ability]) -> Vec<Ability> {
    let allowed = allowed(&Permissions::of(&user.roles, &app.settings().modules));
    allowed.into_iter().filter(|ability| own.contains(ability)).collect()
}

async fn tokens(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(ApiTokenList { tokens: app.store.api_tokens(None, app.clock.now())? }))
}

async fn revoke(app: web::Data<App>, admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let actor = Actor::of(&app, &admin.0, &request);
    written(move || app.store.revoke_api_token(*id, None, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}
