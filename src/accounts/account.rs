//! The calls about a user's own account. They need a session: an API token does not open them.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::accounts::letters::{About, send};
use crate::accounts::preferences::Preferences;
use crate::app::App;
use crate::auth::api_tokens::new_token;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, valid, valid_first_name, written};
use crate::http::class::Class::Own;
use crate::http::confirm::{confirmed, hashed};
use crate::http::request_language::language;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::store::api_tokens::{ApiToken, NewApiToken};
use crate::store::sessions::LiveSession;

/// Longest name of an API token, in characters.
const LONGEST_TOKEN_NAME: usize = 60;
/// Longest text of the default filters, in bytes.
const LONGEST_FILTERS: usize = 2000;
/// The most pinned cards, and the longest name of one in bytes.
const MOST_PINS: usize = 60;
const LONGEST_PIN: usize = 100;
const DAY: i64 = 24 * 60 * 60;

/// A user's own account.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub login: String,
    pub first_name: String,
    /// Whether the user has a password here; one who signs in through another system has none.
    pub has_password: bool,
    /// The system that the user signs in by; null for a password.
    pub issuer: Option<String>,
    /// The user's second factor; null for none.
    pub second_factor: Option<OwnSecondFactor>,
    /// Whether the settings demand one of the user.
    pub requires_second_factor: bool,
    /// Days after which an API token expires at the latest; 0 allows no tokens.
    pub longest_token_days: u16,
    pub preferences: Preferences,
}

/// A user's second factor.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSecondFactor {
    /// When it was set up, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub since: i64,
    /// Recovery codes that were not used.
    #[ts(type = "number")]
    pub codes_left: i64,
}

/// A change of the account.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountChange {
    /// For the greeting, 1 to 100 characters.
    pub first_name: String,
}

/// A change of the password.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The present password.
    pub present: String,
    /// The new one, 12 to 128 characters.
    pub password: String,
}

/// The live sessions of a user.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct OwnSessions {
    /// The latest used first.
    pub sessions: Vec<LiveSession>,
    /// The id of the session that asks.
    #[ts(type = "number")]
    pub current: i64,
}

/// The API tokens of a user, or of all.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ApiTokenList {
    /// The latest first.
    pub tokens: Vec<ApiToken>,
}

/// An API token to make.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, 1 to 60 characters.
    pub name: String,
    /// Days after which it expires, from 1 to the longest that the settings allow.
    #[schemars(range(min = 1, max = 3650))]
    pub days: u16,
    /// The modules that it opens, as far as its user may see them; null for all of them.
    #[serde(default)]
    #[ts(optional)]
    pub modules: Option<Vec<Module>>,
}

/// An API token with its secret, which is shown only now.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct MadeToken {
    pub token: ApiToken,
    /// To be sent as `Authorization: Bearer`.
    pub secret: String,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/account", Own, account).says("The user's own account.").answers::<Account>(),
        Route::put("/api/v1/account", Own, change).says("Changes the user's first name.").takes::<AccountChange>(),
        Route::post("/api/v1/account/password", Own, password)
            .says("Changes the user's password. The user's other sessions end.")
            .takes::<PasswordChange>()
            .refuses("409", "The user signs in through another system and has no password here."),
        Route::get("/api/v1/account/sessions", Own, sessions)
            .says("The user's live sessions.")
            .answers::<OwnSessions>(),
        Route::post("/api/v1/account/sessions/end-others", Own, end_others)
            .says("Ends all of the user's sessions but the one that asks."),
        Route::delete("/api/v1/account/sessions/{id}", Own, end_session).says("Ends one of the user's sessions."),
        Route::get("/api/v1/account/tokens", Own, tokens).says("The user's API tokens.").answers::<ApiTokenList>(),
        Route::post("/api/v1/account/tokens", Own, make_token)
            .says("Makes an API token, which reads and changes nothing. It is shown only now.")
            .takes::<NewToken>()
            .answers::<MadeToken>(),
        Route::delete("/api/v1/account/tokens/{id}", Own, revoke_token).says("Revokes one of the user's API tokens."),
        Route::put("/api/v1/account/preferences", Own, set_preferences)
            .says("Sets the user's preferences, in the place of the earlier ones.")
            .takes::<Preferences>()
            .answers::<Preferences>(),
    ]
}

async fn account(app: web::Data<App>, user: SignedIn) -> Answer {
    let session = user.session();
    let stored = app.store.user_by_id(session.user_id)?;
    let has_password = stored.as_ref().is_some_and(|user| !user.password_hash.is_empty());
    let provider = if has_password { None } else { app.store.oidc_issuers(session.user_id)?.into_iter().next() };
    let preferences = Preferences::of_user(&app, session.user_id)?;
    let factor = app.store.second_factor(session.user_id)?;
    let requires = stored.as_ref().is_some_and(|user| app.auth.requires_second_factor(user));
    Ok(HttpResponse::Ok().json(Account {
        login: session.login.clone(),
        first_name: session.first_name.clone(),
        has_password,
        issuer: stored.and_then(|user| user.sso_issuer).or(provider),
        second_factor: factor.map(|factor| OwnSecondFactor { since: factor.since, codes_left: factor.codes_left }),
        requires_second_factor: has_password && requires,
        longest_token_days: app.config.api_token_days,
        preferences,
    }))
}

async fn change(app: web::Data<App>, user: SignedIn, body: Json<AccountChange>, request: HttpRequest) -> Answer {
    let name = valid_first_name(&body.0.first_name)?.to_owned();
    let (actor, user_id) = (Actor::of(&app, &user, &request), user.session().user_id);
    written(move || app.store.set_first_name(user_id, &name, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn password(app: web::Data<App>, user: SignedIn, body: Json<PasswordChange>, request: HttpRequest) -> Answer {
    let stored = app.store.user_by_id(user.session().user_id)?;
    if stored.is_none_or(|user| user.password_hash.is_empty()) {
        return Err(ApiError::conflict("You sign in through another system and have no password here."));
    }
    confirmed(&app, &user, &body.0.present, &request).await?;
    let hash = hashed(&app, body.0.password, &user.session().login).await?;
    let actor = Actor::of(&app, &user, &request);
    let (user_id, number) = (user.session().user_id, user.session().number);
    let store = app.store.clone();
    written(move || store.change_own_password(user_id, &hash, number, actor.by())).await?;
    send(&app, (user_id, &user.session().login), About::PasswordChanged, language(&request));
    Ok(HttpResponse::NoContent().finish())
}

async fn sessions(app: web::Data<App>, user: SignedIn) -> Answer {
    let session = user.session();
    let idle = app.auth.sessions.lifetimes().idle;
    let sessions = app.store.sessions_of_user(session.user_id, app.clock.now(), idle)?;
    Ok(HttpResponse::Ok().json(OwnSessions { sessions, current: session.number }))
}

async fn end_session(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (actor, user_id) = (Actor::of(&app, &user, &request), user.session().user_id);
    written(move || app.store.end_session_of_user(user_id, *id, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn end_others(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> Answer {
    let actor = Actor::of(&app, &user, &request);
    let (user_id, number) = (user.session().user_id, user.session().number);
    written(move || app.store.end_other_sessions(user_id, number, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn tokens(app: web::Data<App>, user: SignedIn) -> Answer {
    let tokens = app.store.api_tokens(Some(user.session().user_id), app.clock.now())?;
    Ok(HttpResponse::Ok().json(ApiTokenList { tokens }))
}

async fn make_token(app: web::Data<App>, user: SignedIn, body: Json<NewToken>, request: HttpRequest) -> Answer {
    let NewToken { name, days, modules } = body.0;
    let longest = app.config.api_token_days;
    if longest == 0 {
        return Err(ApiError::forbidden("API tokens are not allowed here; see the setting api_token_days."));
    }
    let name = valid("name", &name, LONGEST_TOKEN_NAME)?.to_owned();
    if !(1..=longest).contains(&days) {
        return Err(ApiError::field("days", format!("expected a number from 1 to {longest}")));
    }
    if modules.as_ref().is_some_and(Vec::is_empty) {
        return Err(ApiError::field("modules", "expected at least one, or null for all"));
    }
    let closed = modules.iter().flatten().find(|module| module.is_administration());
    if let Some(module) = closed {
        return Err(ApiError::field("modules", format!("no token opens {}", module.code())));
    }
    let (actor, user_id) = (Actor::of(&app, &user, &request), user.session().user_id);
    let expires_at = app.clock.now() + i64::from(days) * DAY;
    let secret = new_token();
    let kept = secret.clone();
    let token = written(move || {
        let codes: Option<Vec<&str>> = modules.map(|modules| modules.iter().map(|module| module.code()).collect());
        let new = NewApiToken { secret: &kept, name: &name, modules: codes.as_deref(), expires_at };
        app.store.add_api_token(user_id, &new, actor.by())
    });
    Ok(HttpResponse::Ok().json(MadeToken { token: token.await?, secret }))
}

async fn revoke_token(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (actor, user_id) = (Actor::of(&app, &user, &request), user.session().user_id);
    written(move || app.store.revoke_api_token(*id, Some(user_id), actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn set_preferences(app: web::Data<App>, user: SignedIn, body: Json<Preferences>) -> Answer {
    let preferences = body.0;
    if let Some(filters) = &preferences.filters {
        let is_object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(filters).is_ok();
        if filters.len() > LONGEST_FILTERS || !is_object {
            let expected = format!("expected a JSON object of at most {LONGEST_FILTERS} bytes");
            return Err(ApiError::field("filters", expected));
        }
    }
    if let Some(pinned) = &preferences.pinned {
        let is_long = |name: &String| name.len() > LONGEST_PIN;
        if pinned.len() > MOST_PINS || pinned.iter().any(is_long) {
            let expected = format!("expected at most {MOST_PINS} names of at most {LONGEST_PIN} bytes");
            return Err(ApiError::field("pinned", expected));
        }
    }
    let document = serde_json::to_string(&preferences).map_err(|error| ApiError::internal(&error))?;
    let user_id = user.session().user_id;
    written(move || app.store.set_preferences(user_id, &document)).await?;
    Ok(HttpResponse::Ok().json(preferences))
}
