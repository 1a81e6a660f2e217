//! Signing in and out, and who is signed in.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder, web};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::csrf;
use crate::auth::sessions::{is_random_id, random_id};
use crate::auth::sign_in::{Attempt, Caller, LetIn, NotLetIn};
use crate::auth::sso::Link;
use crate::auth::user::{SessionUser, SignedIn, bearer_token};
use crate::error::ApiError;
use crate::store::users::User;

/// Tells a browser from another; not readable by the page, sent to these routes only.
const BROWSER_COOKIE: &str = "bond_browser";

/// The body of a sign-in, as JSON or as a form.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoginRequest {
    /// Always `password`.
    pub grant_type: Option<String>,
    /// The login.
    pub username: Option<String>,
    /// The password.
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

/// The body of a sign-in by a single sign-on link: what its parameters hold.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SsoRequest {
    /// The id of the issuer's key.
    pub aa: Option<String>,
    /// The nonce, used once.
    pub bb: Option<String>,
    /// Who comes, sealed.
    pub cc: Option<String>,
}

/// The answer to a sign-in by a link.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SsoAnswer {
    /// Was the user let in?
    pub success: bool,
    /// As of a sign-in with a password; null without success.
    pub token: Option<String>,
    /// Who signed in; null without success.
    pub user: Option<SessionUser>,
    /// What to tell the user; null with success.
    pub error_message: Option<String>,
}

/// The one text for every fault of a link, so that nobody learns from it which.
const LINK_REFUSED: &str = "This sign-in link is not valid or has expired.";

/// POST api/auth/login
pub async fn login(app: web::Data<App>, request: HttpRequest, body: web::Payload) -> Result<HttpResponse, ApiError> {
    let body = login_body(&request, body).await?;
    if body.grant_type.as_deref() != Some("password") {
        return Err(ApiError::unsupported_grant_type());
    }
    let (login, password) = (body.username.unwrap_or_default(), body.password.unwrap_or_default());
    let mut missing = Vec::new();
    if login.trim().is_empty() {
        missing.push("Login field is required".to_owned());
    }
    if password.trim().is_empty() {
        missing.push("Password field is required".to_owned());
    }
    if !missing.is_empty() {
        return Err(ApiError::invalid_fields(missing));
    }

    let browser = browser_of(&request);
    let caller = caller(&app, &request, &browser);
    let let_in = app.auth.sign_in(Attempt { login: &login, password: &password, caller });
    let let_in = let_in.await.map_err(|fault| match fault {
        NotLetIn::Wrong => ApiError::invalid_grant("Bad credentials", "Invalid email or password."),
        NotLetIn::Disabled => ApiError::invalid_grant("Access not available", "Access not available"),
        NotLetIn::Blocked => ApiError::invalid_grant("blocked", "Access blocked"),
        NotLetIn::Busy(_) => ApiError::busy(5),
        NotLetIn::Link(_) | NotLetIn::Store(_) | NotLetIn::Internal(_) => ApiError::internal(&fault),
    })?;
    let mut answer = with_cookies(&app, browser, &let_in);
    Ok(answer.json(LoginAnswer { token: let_in.token, user: session_user(let_in.user) }))
}

/// POST api/auth/sso
///
/// A link that is not accepted is answered with 200 and `success` false, as the specification has it.
pub async fn sso(
    app: web::Data<App>,
    request: HttpRequest,
    body: web::Json<SsoRequest>,
) -> Result<HttpResponse, ApiError> {
    let SsoRequest { aa, bb, cc } = body.into_inner();
    let link = Link { aa: aa.unwrap_or_default(), bb: bb.unwrap_or_default(), cc: cc.unwrap_or_default() };
    let browser = browser_of(&request);
    match app.auth.sign_in_by_link(&link, caller(&app, &request, &browser)).await {
        Ok(let_in) => {
            let mut answer = with_cookies(&app, browser, &let_in);
            let (token, user) = (Some(let_in.token), Some(session_user(let_in.user)));
            Ok(answer.json(SsoAnswer { success: true, token, user, error_message: None }))
        }
        Err(NotLetIn::Link(_)) => {
            let error_message = Some(LINK_REFUSED.to_owned());
            Ok(HttpResponse::Ok().json(SsoAnswer { success: false, token: None, user: None, error_message }))
        }
        Err(fault) => Err(ApiError::internal(&fault)),
    }
}

/// POST api/auth/logout
pub async fn logout(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    app.auth
        .sign_out(&user.session().id, address(&request), app.clock.now())
        .await
        .map_err(|fault| ApiError::internal(&fault))?;
    let mut gone = Cookie::build(csrf::COOKIE, "").path("/").same_site(SameSite::Strict).finish();
    gone.make_removal();
    Ok(HttpResponse::NoContent().cookie(gone).finish())
}

/// GET api/user/current and GET api/auth/current/user
pub async fn current_user(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    // The page asks this when it starts. The token outlives the cookie where a browser drops cookies, and two
    // installs on one host overwrite each other's: without this no changing call would pass again.
    let wanted = csrf_cookie(&app, &user.session().id);
    if request.cookie(csrf::COOKIE).is_none_or(|cookie| cookie.value() != wanted.value()) {
        answer.cookie(wanted);
    }
    answer.json(user.user())
}

async fn login_body(request: &HttpRequest, body: web::Payload) -> Result<LoginRequest, ApiError> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|text| text.split(';').next()).unwrap_or_default().trim();
    let mut payload = body.into_inner();
    let told = |error: actix_web::Error| match error.as_error::<ApiError>() {
        Some(told) => told.clone(),
        None => ApiError::internal(&error),
    };
    match essence.to_ascii_lowercase().as_str() {
        "application/json" => {
            let body = web::Json::<LoginRequest>::from_request(request, &mut payload).await;
            Ok(body.map_err(told)?.into_inner())
        }
        "application/x-www-form-urlencoded" => {
            let body = web::Form::<LoginRequest>::from_request(request, &mut payload).await;
            Ok(body.map_err(told)?.into_inner())
        }
        _ => Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    }
}

fn caller<'a>(app: &App, request: &'a HttpRequest, browser: &'a str) -> Caller<'a> {
    Caller { address: address(request), browser, earlier_token: bearer_token(request.headers()), now: app.clock.now() }
}

/// What the browser's cookie says, or a new name for a browser without one.
fn browser_of(request: &HttpRequest) -> String {
    let browser = request.cookie(BROWSER_COOKIE).map(|cookie| cookie.value().to_owned());
    browser.filter(|value| is_random_id(value)).unwrap_or_else(random_id)
}

/// The answer to somebody who was let in, without its body.
fn with_cookies(app: &App, browser: String, let_in: &LetIn) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer.cookie(browser_cookie(browser)).cookie(csrf_cookie(app, &let_in.session_id));
    answer
}

fn session_user(user: User) -> SessionUser {
    SessionUser { id: user.id, first_name: user.first_name, role_list: user.roles }
}

fn address(request: &HttpRequest) -> IpAddr {
    // Forwarded headers are not looked at: anybody can send them.
    request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |address| address.ip())
}

fn csrf_cookie(app: &App, session_id: &str) -> Cookie<'static> {
    Cookie::build(csrf::COOKIE, app.auth.csrf.cookie_of(session_id))
        .path("/")
        .same_site(SameSite::Strict)
        .max_age(Duration::seconds(app.auth.sessions.lifetimes().absolute))
        .finish()
}

fn browser_cookie(value: String) -> Cookie<'static> {
    Cookie::build(BROWSER_COOKIE, value)
        .path("/api/auth")
        .same_site(SameSite::Strict)
        .http_only(true)
        .max_age(Duration::days(365))
        .finish()
}
