//! Signing in and out, and the current user.

use actix_web::cookie::{Cookie, CookieBuilder, SameSite, time::Duration};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, web};
use serde::{Deserialize, Serialize};

use crate::accounts::session_user::SessionUser;
use crate::app::App;
use crate::auth::csrf;
use crate::auth::second_factor::LONGEST_SECOND_STEP;
use crate::auth::sign_in::{Credentials, LinkOutcome, PasswordOutcome, SecondStep, SignInError, StartedSession};
use crate::auth::sso::Link;
use crate::error::{ApiError, FieldFault};
use crate::http::body::{Json, JsonOrForm};
use crate::http::class::Class;
use crate::http::client::{BROWSER_COOKIE, Client, KNOWN_COOKIE, address, browser_of};
use crate::http::route::{Answer, Body, NOT_SIGNED_IN, Route};
use crate::http::schemas::Schemas;
use crate::http::signed_in::{SignedIn, UserId};

/// Who owes a second step, sealed; hidden from the page's scripts.
pub const SECOND_STEP_COOKIE: &str = "bond_second_step";

/// The body of a sign-in, as JSON or as a form.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoginRequest {
    /// Always `password`.
    #[schemars(required, extend("const" = "password"))]
    pub grant_type: Option<String>,
    /// The login.
    #[schemars(required, regex(pattern = r"\S"))]
    pub username: Option<String>,
    /// The password.
    #[schemars(required, regex(pattern = r"\S"))]
    pub password: Option<String>,
}

/// The answer to a sign-in.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoginAnswer {
    /// To be sent as `Authorization: Bearer` with every call.
    pub token: String,
    /// Who signed in.
    pub user: SessionUser,
}

impl LoginAnswer {
    /// Of a session that has just started.
    ///
    /// # Errors
    /// If the store fails.
    pub fn of(app: &App, started: StartedSession) -> Result<LoginAnswer, ApiError> {
        Ok(LoginAnswer { token: started.token, user: SessionUser::of_new(app, started.user)? })
    }
}

/// The answer to a right password: a session, or what is owed first.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(untagged)]
pub enum PasswordAnswer {
    /// Signed in.
    SignedIn(Box<LoginAnswer>),
    /// Not yet: the calls of /api/auth/second-factor go on, in this browser.
    Owes(OwedStep),
}

/// What is owed after the password.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedStep {
    pub second_step: SecondStep,
}

/// The body of a sign-in by a single sign-on link: its parameters.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SsoRequest {
    /// The id of the issuer's key.
    pub aa: Option<String>,
    /// The nonce, used once.
    pub bb: Option<String>,
    /// The sealed claims.
    pub cc: Option<String>,
    /// Whether the user has confirmed to be the one whom the link names.
    #[ts(optional)]
    pub confirmed: Option<bool>,
}

/// The answer to a sign-in by a link.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SsoAnswer {
    /// Whether a session started.
    pub success: bool,
    /// As after a sign-in with a password; null without success.
    pub token: Option<String>,
    /// Who signed in; null without success.
    pub user: Option<SessionUser>,
    /// The message for the user; null on success.
    pub error_message: Option<String>,
    /// Whom to ask about before the link is sent again with `confirmed`; only by the setting `sso_confirm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub confirm: Option<SsoQuestion>,
}

impl SsoAnswer {
    /// Nobody is signed in.
    const NOBODY: SsoAnswer = SsoAnswer { success: false, token: None, user: None, error_message: None, confirm: None };
}

/// The user whom a link names.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SsoQuestion {
    /// The login.
    pub login: String,
    /// The first name.
    pub first_name: String,
}

/// One text for all faults of a link, so that it does not reveal which.
const LINK_REFUSED: &str = "This sign-in link is not valid or has expired.";

/// The calls that sign in without a provider.
pub fn sign_in() -> Vec<Route> {
    vec![
        Route::post("/api/auth/login", Class::Public, login)
            .says("Signs in with a password, or says what is owed first. 401 has error_description.")
            .sent(Body::JsonOrForm(Box::new(Schemas::body::<LoginRequest>)))
            .answers::<PasswordAnswer>()
            .refuses_first("401", NOT_SIGNED_IN),
        Route::post("/api/auth/sso", Class::Public, sso)
            .says("Signs in by a single sign-on link. Any fault of the link answers success false.")
            .takes::<SsoRequest>()
            .answers::<SsoAnswer>(),
    ]
}

/// The calls of whoever is signed in.
pub fn routes() -> Vec<Route> {
    let current = |path: &str| Route::get(path, Class::SignedIn, current_user).says("The current user.");
    vec![
        Route::post("/api/auth/logout", Class::Own, logout).says("Ends the session."),
        current("/api/auth/current/user").answers::<SessionUser>(),
        current("/api/user/current").answers::<SessionUser>(),
    ]
}

async fn login(app: web::Data<App>, request: HttpRequest, JsonOrForm(body): JsonOrForm<LoginRequest>) -> Answer {
    if body.grant_type.as_deref() != Some("password") {
        return Err(ApiError::unsupported_grant_type());
    }
    let (login, password) = (body.username.unwrap_or_default(), body.password.unwrap_or_default());
    let mut missing = Vec::new();
    if login.trim().is_empty() {
        missing.push(FieldFault::about("username", "Login field is required"));
    }
    if password.trim().is_empty() {
        missing.push(FieldFault::about("password", "Password field is required"));
    }
    if !missing.is_empty() {
        return Err(ApiError::faults(missing));
    }

    let browser = browser_of(&request);
    let caller = browser.caller(&app, &request);
    let outcome = app.auth.sign_in(Credentials { login: &login, password: &password }, caller).await;
    let outcome = outcome.map_err(|fault| match fault {
        SignInError::WrongCredentials => ApiError::invalid_grant("Bad credentials", "Invalid email or password."),
        SignInError::Disabled => ApiError::invalid_grant("Access not available", "Access not available"),
        SignInError::Blocked => ApiError::invalid_grant("blocked", "Access blocked"),
        SignInError::Busy(_) => ApiError::busy(5),
        SignInError::Link(_) | SignInError::Store(_) | SignInError::Internal(_) => ApiError::internal(&fault),
    })?;
    match outcome {
        PasswordOutcome::Started(started) => {
            let mut answer = signed_in_answer(&app, &request, browser.id, &started)?;
            Ok(answer.json(PasswordAnswer::SignedIn(Box::new(LoginAnswer::of(&app, *started)?))))
        }
        PasswordOutcome::Owes { step, cookie } => {
            let mut answer = HttpResponse::Ok();
            answer.cookie(own_cookie(&app, &request, BROWSER_COOKIE, browser.id));
            answer.cookie(second_step_cookie(&app, &request, cookie));
            Ok(answer.json(PasswordAnswer::Owes(OwedStep { second_step: step })))
        }
    }
}

/// A link that is not accepted gets 200 with `success` false, as specified.
async fn sso(app: web::Data<App>, request: HttpRequest, Json(body): Json<SsoRequest>) -> Answer {
    let SsoRequest { aa, bb, cc, confirmed } = body;
    let link = Link { aa: aa.unwrap_or_default(), bb: bb.unwrap_or_default(), cc: cc.unwrap_or_default() };
    let browser = browser_of(&request);
    let is_confirmed = confirmed.unwrap_or(false);
    match app.auth.sign_in_by_link(&link, is_confirmed, browser.caller(&app, &request)).await {
        Ok(LinkOutcome::Started(started)) => {
            let mut answer = signed_in_answer(&app, &request, browser.id, &started)?;
            let (token, user) = (Some(started.token), Some(SessionUser::of_new(&app, started.user)?));
            Ok(answer.json(SsoAnswer { success: true, token, user, ..SsoAnswer::NOBODY }))
        }
        Ok(LinkOutcome::Ask { login, first_name }) => {
            let confirm = Some(SsoQuestion { login, first_name });
            Ok(HttpResponse::Ok().json(SsoAnswer { confirm, ..SsoAnswer::NOBODY }))
        }
        Err(SignInError::Link(_)) => {
            let error_message = Some(LINK_REFUSED.to_owned());
            Ok(HttpResponse::Ok().json(SsoAnswer { error_message, ..SsoAnswer::NOBODY }))
        }
        Err(fault) => Err(ApiError::internal(&fault)),
    }
}

async fn logout(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> Answer {
    app.auth
        .sign_out(&user.session().id, address(&request), app.clock.now())
        .await
        .map_err(|fault| ApiError::internal(&fault))?;
    let mut gone = cookie(&app, &request, csrf::COOKIE, String::new(), "/").finish();
    gone.make_removal();
    Ok(HttpResponse::NoContent().cookie(gone).finish())
}

async fn current_user(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> Answer {
    let mut answer = HttpResponse::Ok();
    // The page makes this call when it starts. A browser may drop the cookie before the token expires, and two
    // installs on one host overwrite each other's cookie: without it every changing call would fail.
    let wanted = csrf_cookie(&app, &request, &user.session().id)?;
    if !user.is_by_token() && request.cookie(csrf::COOKIE).is_none_or(|cookie| cookie.value() != wanted.value()) {
        answer.cookie(wanted);
    }
    Ok(answer.json(SessionUser::of_request(&app, &user)?))
}

/// The answer to a successful sign-in, without its body. The log line of the request gets the user.
pub fn signed_in_answer(
    app: &App,
    request: &HttpRequest,
    browser: String,
    started: &StartedSession,
) -> Result<HttpResponseBuilder, ApiError> {
    request.extensions_mut().insert(UserId(started.user.id));
    let mut answer = HttpResponse::Ok();
    let browser = own_cookie(app, request, BROWSER_COOKIE, browser);
    answer.cookie(browser).cookie(csrf_cookie(app, request, &started.session_id)?);
    if let Some(known) = started.known.clone() {
        answer.cookie(own_cookie(app, request, KNOWN_COOKIE, known));
    }
    Ok(answer)
}

/// A cookie for the calls below a path; over HTTPS only, where the page is.
fn cookie(
    app: &App,
    request: &HttpRequest,
    name: &'static str,
    value: String,
    path: &'static str,
) -> CookieBuilder<'static> {
    let base = &app.config.base_path;
    let path = if base.is_empty() { path.to_owned() } else { format!("{base}{}", path.trim_end_matches('/')) };
    let is_secure = Client::of(request).is_https == Some(true);
    Cookie::build(name, value).path(path).same_site(SameSite::Strict).secure(is_secure)
}

fn csrf_cookie(app: &App, request: &HttpRequest, session_id: &str) -> Result<Cookie<'static>, ApiError> {
    let value = app.auth.keyring.ring()?.csrf().cookie_of(session_id);
    let cookie = cookie(app, request, csrf::COOKIE, value, "/")
        .max_age(Duration::seconds(app.auth.sessions.lifetimes().absolute))
        .finish();
    Ok(cookie)
}

/// The cookie of a browser whose user owes a second step. The calls that sign in get it, and no others.
pub fn second_step_cookie(app: &App, request: &HttpRequest, value: String) -> Cookie<'static> {
    let life = Duration::seconds(LONGEST_SECOND_STEP);
    cookie(app, request, SECOND_STEP_COOKIE, value, "/api/auth").http_only(true).max_age(life).finish()
}

/// A cookie for the calls that sign in, for a year.
fn own_cookie(app: &App, request: &HttpRequest, name: &'static str, value: String) -> Cookie<'static> {
    cookie(app, request, name, value, "/api/auth").http_only(true).max_age(Duration::days(365)).finish()
}
