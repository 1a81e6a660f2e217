//! The calls about second factors: the second step of signing in, and what users do with their own.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::accounts::letters::{About, send};
use crate::accounts::session::{LoginAnswer, SECOND_STEP_COOKIE, second_step_cookie, signed_in_answer};
use crate::accounts::session_user::SessionUser;
use crate::app::App;
use crate::auth::second_factor::{FactorError, SetUp};
use crate::auth::sign_in::{SignInError, StartedSession};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, written};
use crate::http::class::Class::{Own, Public};
use crate::http::client::browser_of;
use crate::http::confirm::confirmed;
use crate::http::request_language::language;
use crate::http::route::{Answer, NOT_SIGNED_IN, Route};
use crate::http::signed_in::SignedIn;

/// A code after the password.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondCode {
    /// Six digits from the device, or a recovery code.
    pub code: String,
}

/// A code that confirms that a device is set up.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmedSetUp {
    /// From the call that began.
    pub ticket: String,
    /// Six digits from the device.
    pub code: String,
}

/// The password, and a code where there is a second factor.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginSetUp {
    /// The user's password.
    pub password: String,
    /// Six digits from the present device, or a recovery code; null where there is none.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
}

/// The password and a code.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordAndCode {
    /// The user's password.
    pub password: String,
    /// Six digits from the device, or a recovery code.
    pub code: String,
}

/// Recovery codes. They are shown only now.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct RecoveryCodes {
    /// Each works once in place of a code of the device.
    pub codes: Vec<String>,
}

/// A session, and the recovery codes of the device that was set up.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SetUpAnswer {
    /// As after a sign-in with a password.
    pub token: String,
    /// Who signed in.
    pub user: SessionUser,
    /// Each works once in place of a code of the device. They are shown only now.
    pub codes: Vec<String>,
}

/// The calls after the password, in the browser that gave it.
pub fn sign_in() -> Vec<Route> {
    vec![
        Route::post("/api/auth/second-factor", Public, code)
            .says("Signs in with a code after the password. 401 has error_description.")
            .takes::<SecondCode>()
            .answers::<LoginAnswer>()
            .refuses_first("401", NOT_SIGNED_IN),
        Route::post("/api/auth/second-factor/set-up", Public, begin)
            .says("Begins to set a device up, for whoever must have one.")
            .answers::<SetUp>()
            .refuses_first("401", NOT_SIGNED_IN),
        Route::post("/api/auth/second-factor/confirm", Public, finish)
            .says("Confirms with a code that a device is set up, and signs in.")
            .takes::<ConfirmedSetUp>()
            .answers::<SetUpAnswer>()
            .refuses_first("401", NOT_SIGNED_IN),
    ]
}

/// The calls about one's own.
pub fn routes() -> Vec<Route> {
    const PATH: &str = "/api/v1/account/second-factor";
    const CHANGED: &str = "The second factor has changed meanwhile, or there is none.";
    vec![
        Route::post(PATH, Own, begin_own)
            .says("Begins to set a device up as the user's second factor, in the place of an earlier one.")
            .takes::<BeginSetUp>()
            .answers::<SetUp>()
            .refuses("409", "The user signs in through another system and has no password here."),
        Route::post(format!("{PATH}/confirm"), Own, finish_own)
            .says("Confirms with a code that a device is set up. The user's other sessions end.")
            .takes::<ConfirmedSetUp>()
            .answers::<RecoveryCodes>()
            .refuses("409", CHANGED),
        Route::post(format!("{PATH}/codes"), Own, renew_codes)
            .says("Makes other recovery codes; the earlier ones work no more.")
            .takes::<PasswordAndCode>()
            .answers::<RecoveryCodes>()
            .refuses("409", CHANGED),
        Route::post(format!("{PATH}/off"), Own, remove)
            .says("Removes the user's second factor. The user's other sessions end.")
            .takes::<PasswordAndCode>()
            .refuses("409", CHANGED),
    ]
}

async fn code(app: web::Data<App>, body: Json<SecondCode>, request: HttpRequest) -> Answer {
    let browser = browser_of(&request);
    let caller = browser.caller(&app, &request);
    let started = app.auth.sign_in_by_code(&owed(&request), &body.0.code, caller).await.map_err(not_signed_in)?;
    let mut answer = after_second_step(&app, &request, browser.id, &started)?;
    Ok(answer.json(LoginAnswer::of(&app, started)?))
}

async fn begin(app: web::Data<App>, request: HttpRequest) -> Answer {
    let browser = browser_of(&request);
    let program = app.settings().program_name.clone();
    let begun = app.auth.begin_owed_set_up(&owed(&request), &program, browser.caller(&app, &request));
    Ok(HttpResponse::Ok().json(begun.map_err(not_signed_in)?))
}

async fn finish(app: web::Data<App>, body: Json<ConfirmedSetUp>, request: HttpRequest) -> Answer {
    let browser = browser_of(&request);
    let caller = browser.caller(&app, &request);
    let ConfirmedSetUp { ticket, code } = body.0;
    let finished = app.auth.finish_owed_set_up(&owed(&request), &ticket, &code, caller).await;
    let (started, codes) = finished.map_err(not_signed_in)?;
    send(&app, (started.user.id, &started.user.login), About::FactorOn, language(&request));
    let mut answer = after_second_step(&app, &request, browser.id, &started)?;
    let LoginAnswer { token, user } = LoginAnswer::of(&app, started)?;
    Ok(answer.json(SetUpAnswer { token, user, codes }))
}

async fn begin_own(app: web::Data<App>, user: SignedIn, body: Json<BeginSetUp>, request: HttpRequest) -> Answer {
    let stored = app.store.user_by_id(user.session().user_id)?;
    if stored.is_none_or(|user| user.password_hash.is_empty()) {
        return Err(ApiError::conflict("You sign in through another system and have no password here."));
    }
    confirmed(&app, &user, &body.0.password, &request).await?;
    let browser = browser_of(&request);
    let (program, caller) = (app.settings().program_name.clone(), browser.caller(&app, &request));
    let begun = app.auth.begin_set_up(user.session(), &program, body.0.code.as_deref(), caller).await;
    Ok(HttpResponse::Ok().json(begun.map_err(refused)?))
}

async fn finish_own(app: web::Data<App>, user: SignedIn, body: Json<ConfirmedSetUp>, request: HttpRequest) -> Answer {
    let browser = browser_of(&request);
    let ConfirmedSetUp { ticket, code } = body.0;
    let finished = app.auth.finish_set_up(user.session(), &ticket, &code, browser.caller(&app, &request)).await;
    let codes = finished.map_err(refused)?;
    send(&app, (user.session().user_id, &user.session().login), About::FactorOn, language(&request));
    Ok(HttpResponse::Ok().json(RecoveryCodes { codes }))
}

async fn renew_codes(app: web::Data<App>, user: SignedIn, body: Json<PasswordAndCode>, request: HttpRequest) -> Answer {
    confirmed_with_code(&app, &user, &body.0, &request).await?;
    let browser = browser_of(&request);
    let codes = app.auth.renew_recovery_codes(user.session(), browser.caller(&app, &request)).await;
    Ok(HttpResponse::Ok().json(RecoveryCodes { codes: codes.map_err(refused)? }))
}

async fn remove(app: web::Data<App>, user: SignedIn, body: Json<PasswordAndCode>, request: HttpRequest) -> Answer {
    let stored = app.store.user_by_id(user.session().user_id)?;
    if stored.is_some_and(|user| app.auth.requires_second_factor(&user)) {
        return Err(ApiError::forbidden("A second factor is required here; see the setting require_second_factor."));
    }
    confirmed_with_code(&app, &user, &body.0, &request).await?;
    let actor = Actor::of(&app, &user, &request);
    let (user_id, number) = (user.session().user_id, user.session().number);
    let store = app.store.clone();
    written(move || store.remove_second_factor(user_id, number, actor.by())).await?;
    send(&app, (user_id, &user.session().login), About::FactorOff, language(&request));
    Ok(HttpResponse::NoContent().finish())
}

/// Checks the password and uses up a code: a stolen session must not change the second factor, nor somebody with the
/// password alone.
async fn confirmed_with_code(
    app: &App,
    user: &SignedIn,
    with: &PasswordAndCode,
    request: &HttpRequest,
) -> Result<(), ApiError> {
    confirmed(app, user, &with.password, request).await?;
    let browser = browser_of(request);
    app.auth.confirm_code(user.session(), &with.code, browser.caller(app, request)).await.map_err(refused)
}

/// The cookie of a browser whose user owes a step; empty if there is none.
fn owed(request: &HttpRequest) -> String {
    request.cookie(SECOND_STEP_COOKIE).map(|cookie| cookie.value().to_owned()).unwrap_or_default()
}

/// The answer to whoever has signed in, who owes nothing more.
fn after_second_step(
    app: &App,
    request: &HttpRequest,
    browser: String,
    started: &StartedSession,
) -> Result<actix_web::HttpResponseBuilder, ApiError> {
    let mut answer = signed_in_answer(app, request, browser, started)?;
    let mut gone = second_step_cookie(app, request, String::new());
    gone.make_removal();
    answer.cookie(gone);
    Ok(answer)
}

/// Why nobody is signed in. The page has its own text for each description.
fn not_signed_in(error: FactorError) -> ApiError {
    let text = error.to_string();
    match error {
        FactorError::Wrong => ApiError::invalid_grant("wrong code", &text),
        FactorError::Blocked => ApiError::invalid_grant("blocked", "Access blocked"),
        FactorError::Over => ApiError::invalid_grant("begin again", &text),
        FactorError::Failed(error) => failed(&error),
    }
}

/// Why the user of a session is refused.
fn refused(error: FactorError) -> ApiError {
    match error {
        FactorError::Wrong | FactorError::Blocked => ApiError::not_confirmed(error.to_string()),
        FactorError::Over => ApiError::conflict(error.to_string()),
        FactorError::Failed(error) => failed(&error),
    }
}

fn failed(error: &SignInError) -> ApiError {
    match error {
        SignInError::Busy(_) => ApiError::busy(5),
        error => ApiError::internal(error),
    }
}
