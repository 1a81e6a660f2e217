//! The public calls of people who have no password yet: the first administrator of an empty install, and users who choose
//! a password by their link.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::accounts::letters::{About, send};
use crate::app::App;
use crate::auth::password::check_rules;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{valid_first_name, valid_login, written};
use crate::http::class::Class;
use crate::http::client::address;
use crate::http::confirm::hashed;
use crate::http::request_language::{language, say};
use crate::http::route::{Answer, Route};
use crate::store::audit::By;
use crate::store::roles;
use crate::store::users::NewUser;

/// Whether the first administrator has to be made.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SetupState {
    pub needed: bool,
}

/// The first administrator.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FirstAdministrator {
    /// The token that the server printed when it started.
    pub token: String,
    /// Such as an e-mail address: 1 to 320 characters.
    pub login: String,
    /// For the greeting, 1 to 100 characters.
    pub first_name: String,
    /// 12 to 128 characters.
    pub password: String,
}

/// The secret of a link to choose a password.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkSecret {
    /// What is behind the `#` of the link.
    pub secret: String,
}

/// A password chosen by a link.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenPassword {
    /// What is behind the `#` of the link.
    pub secret: String,
    /// 12 to 128 characters.
    pub password: String,
}

/// A password that somebody thinks of.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    pub password: String,
    /// Whose it would be; empty if that is not known.
    #[serde(default)]
    pub login: String,
}

/// What is wrong with a new password.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct CheckedPassword {
    /// Null if it may be set.
    pub fault: Option<String>,
}

/// Whom a link to choose a password is for.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkOwner {
    pub login: String,
    pub first_name: String,
    /// When the link expires, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
}

pub fn routes() -> Vec<Route> {
    let gone = "The link is not valid or has expired.";
    vec![
        Route::get("/api/auth/setup", Class::Public, state)
            .says("Whether the first administrator has to be made.")
            .answers::<SetupState>(),
        Route::post("/api/auth/setup", Class::Public, set_up)
            .says("Makes the first administrator, with the token that the server printed when it started.")
            .takes::<FirstAdministrator>()
            .refuses("409", "There are users already."),
        Route::post("/api/auth/new-password", Class::Public, check_password)
            .says("What is wrong with a new password, before it is set.")
            .takes::<NewPassword>()
            .answers::<CheckedPassword>(),
        Route::post("/api/auth/password-link/check", Class::Public, check_link)
            .says("Whom a link to choose a password is for.")
            .takes::<LinkSecret>()
            .answers::<LinkOwner>()
            .refuses("404", gone),
        Route::post("/api/auth/password-link", Class::Public, choose_password)
            .says("Sets the password of the user of a link. The link works once; the user's sessions end.")
            .takes::<ChosenPassword>()
            .refuses("404", gone),
    ]
}

async fn state(app: web::Data<App>) -> Answer {
    Ok(HttpResponse::Ok().json(SetupState { needed: app.store.has_no_users()? }))
}

async fn set_up(app: web::Data<App>, body: Json<FirstAdministrator>, request: HttpRequest) -> Answer {
    let FirstAdministrator { token, login, first_name, password } = body.0;
    let (login, first_name) = (valid_login(&login)?.to_owned(), valid_first_name(&first_name)?.to_owned());
    if !app.store.has_no_users()? {
        return Err(ApiError::conflict("There are users already; sign in, or ask an administrator."));
    }
    if !app.auth.setup.is_valid(&token, app.clock.now()) {
        let message = "This set-up token is not valid or has expired. Restart the server: it prints another.";
        return Err(ApiError::forbidden(message));
    }
    let (hash, address, at) = (hashed(&app, password, &login).await?, address(&request).to_string(), app.clock.now());
    let added = app.clone();
    written(move || {
        let roles = &[roles::ADMIN];
        let user = NewUser { login: &login, first_name: &first_name, password_hash: &hash, roles };
        added.store.add_first_user(&user, By { actor: None, address: Some(&address), at })
    })
    .await?;
    app.auth.setup.used();
    Ok(HttpResponse::NoContent().finish())
}

async fn check_password(app: web::Data<App>, body: Json<NewPassword>, request: HttpRequest) -> Answer {
    let NewPassword { password, login } = body.0;
    let words = [login.as_str(), &app.settings().program_name];
    let mut fault = check_rules(&password, &words).err().map(|fault| fault.to_string());
    say(&request, fault.iter_mut());
    Ok(HttpResponse::Ok().json(CheckedPassword { fault }))
}

async fn check_link(app: web::Data<App>, body: Json<LinkSecret>) -> Answer {
    let found = app.store.user_of_password_link(&body.0.secret, app.clock.now())?;
    let (user, expires_at) = found.ok_or_else(no_link)?;
    Ok(HttpResponse::Ok().json(LinkOwner { login: user.login, first_name: user.first_name, expires_at }))
}

async fn choose_password(app: web::Data<App>, body: Json<ChosenPassword>, request: HttpRequest) -> Answer {
    let ChosenPassword { secret, password } = body.0;
    let now = app.clock.now();
    // Before the password is hashed: whoever has no link must not make the server work.
    let Some((user, _)) = app.store.user_of_password_link(&secret, now)? else { return Err(no_link()) };
    let (hash, address) = (hashed(&app, password, &user.login).await?, address(&request).to_string());
    let store = app.store.clone();
    let is_set = written(move || store.use_password_link(&secret, &hash, &address, now)).await?;
    if is_set && !user.password_hash.is_empty() {
        send(&app, (user.id, &user.login), About::PasswordChanged, language(&request));
    }
    if is_set { Ok(HttpResponse::NoContent().finish()) } else { Err(no_link()) }
}

fn no_link() -> ApiError {
    ApiError::not_found("This link is not valid or has expired. Ask an administrator for another.")
}
