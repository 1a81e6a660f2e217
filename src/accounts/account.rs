//! The calls about a user's own account. They need a session: an API token does not open them.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::abilities::Ability;
use crate::accounts::letters::{About, send};
use crate::accounts::preferences::Preferences;
use crate::app::App;
use crate::auth::api_tokens::allowed;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, valid_first_name, written};
use crate::http::class::Class::Own;
use crate::http::confirm::{confirmed, hashed};
use crate::http::request_language::language;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::store::sessions::LiveSession;

/// Longest text of the default filters, in bytes.
const LONGEST_FILTERS: usize = 2000;
/// The most pinned cards, and the longest name of one in bytes.
const MOST_PINS: usize = 60;
const LONGEST_PIN: usize = 100;

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
    /// What the user's API tokens may do.
    pub token_abilities: Vec<Ability>,
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
    let providers = if has_password { Vec::new() } else { app.store.oidc_issuers(session.user_id)? };
    let provider = (!providers.is_empty()).then(|| providers.join(", "));
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
        token_abilities: allowed(user.permissions()),
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
