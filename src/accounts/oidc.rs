//! Sign-in by OpenID Connect providers.
//!
//! The browser navigates to `start`, to a provider, and back to `callback`, one address for all, which passes what it brings on to the page
//! in the fragment of its address: a fragment is sent to no server. The page posts it to `session` and gets its token
//! as after any other sign-in.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::accounts::letters::mails_links;
use crate::accounts::session::signed_in_answer;
use crate::accounts::session_user::SessionUser;
use crate::app::App;
use crate::auth::oidc::{LONGEST_SIGN_IN, Oidc, OidcFault};
use crate::error::ApiError;
use crate::http::body::{Json, JsonOrForm};
use crate::http::class::Class;
use crate::http::client::browser_of;
use crate::http::route::{Answer, Body, NOT_SIGNED_IN, NOTHING, Reply, Route};
use crate::http::schemas::Schemas;
use crate::store::notes::Note;
use crate::store::oidc::OidcRejection;

/// Holds the sealed state of a sign-in; hidden from the page's scripts. Lax, because the provider's page sends the
/// browser back.
const COOKIE: &str = "bond_oidc";

/// Longest code and longest state that are passed on; those of known providers have far fewer characters.
const LONGEST_PART: usize = 4096;

/// Page addresses, relative to the calls here, so that they hold behind any path of a proxy.
const OIDC_PAGE: &str = "../../../oidc";
const SIGNED_OUT_PAGE: &str = "../../../sign-out";

/// How people may sign in, or be helped, beside a password.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OidcOffer {
    /// Text of the button of the first provider; null if there is no provider.
    pub label: Option<String>,
    /// All providers, in the order of their buttons.
    pub providers: Vec<OfferedProvider>,
    /// Whether to offer to sign out of a provider after signing out here.
    pub sign_out: bool,
    /// Text of the button of that provider, with which this browser signed in; null where none is offered.
    pub sign_out_label: Option<String>,
    /// Whether the field for the password takes more than 30 characters: somebody has chosen such a one.
    pub long_passwords: bool,
    /// Whether a link to choose a new password can be asked for by mail.
    pub forgotten: bool,
}

/// A provider with which people may sign in.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct OfferedProvider {
    /// What to begin the sign-in with (`provider`); null for the one of the settings without a table.
    pub name: Option<String>,
    /// Text of its button.
    pub label: String,
}

/// What the provider gave the browser.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct OidcRequest {
    /// The code, used once.
    pub code: String,
    /// The state with which the sign-in began.
    pub state: String,
    /// Who gave the code (RFC 9207), where the provider says so.
    pub iss: Option<String>,
}

/// What the provider sends when somebody has signed out there.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct BackChannelLogout {
    /// Names the user or the provider's session, signed by the provider.
    pub logout_token: String,
}

/// The answer to the provider, whether or not anybody had a session here.
const SIGNED_OUT: &str = "signed out\n";

/// The answer to a sign-in by the provider.
#[derive(Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OidcAnswer {
    /// As after a sign-in with a password.
    pub token: String,
    /// Who signed in.
    pub user: SessionUser,
    /// The address of the page with which the sign-in began; null if it had none.
    pub return_url: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/auth/oidc", Class::Public, offer)
            .says("How people may sign in, or be helped, beside a password.")
            .answers::<OidcOffer>(),
        Route::get("/api/auth/oidc/start", Class::Public, start)
            .says("Sends a browser to the provider of this name, or to the first; returnUrl is opened later.")
            .replies(Reply::Redirect),
        Route::get("/api/auth/oidc/callback", Class::Public, callback)
            .says("Where each provider sends the browser back.")
            .replies(Reply::Redirect),
        Route::post("/api/auth/oidc/session", Class::Public, session)
            .says("Signs in with what the provider gave the browser. 401 has error_description.")
            .takes::<OidcRequest>()
            .answers::<OidcAnswer>()
            .refuses_first("401", NOT_SIGNED_IN)
            .refuses("404", NOTHING),
        Route::post("/api/auth/oidc/back-channel-logout", Class::Public, back_channel_logout)
            .says("Where each provider tells of a sign-out there. 400 has error_description.")
            .sent(Body::JsonOrForm(Box::new(Schemas::body::<BackChannelLogout>)))
            .replies(Reply::Line(SIGNED_OUT))
            .refuses("404", NOTHING),
        Route::get("/api/auth/oidc/sign-out", Class::Public, sign_out)
            .says("Sends a browser to sign out of the provider with which it signed in.")
            .replies(Reply::Redirect),
    ]
}

async fn offer(app: web::Data<App>, request: HttpRequest) -> Answer {
    let (all, left) = (app.auth.oidc.all(), app.auth.provider_to_leave(&browser_of(&request).id)?);
    let offered =
        |one: &Arc<Oidc>| OfferedProvider { name: one.name().map(str::to_owned), label: one.label().to_owned() };
    Ok(HttpResponse::Ok().json(OidcOffer {
        label: all.first().map(|one| one.label().to_owned()),
        providers: all.iter().map(offered).collect(),
        sign_out: left.is_some(),
        sign_out_label: left.map(|one| one.label().to_owned()),
        forgotten: mails_links(&app.settings()),
        // The longer field is no harm where this cannot be read.
        long_passwords: app.store.noted(Note::LongPasswords).map_or(true, |noted| noted.is_some()),
    }))
}

async fn start(app: web::Data<App>, request: HttpRequest) -> HttpResponse {
    let query = query_of(&request);
    let part = |name: &str| query.get(name).map(String::as_str);
    let browser = browser_of(&request);
    match app.auth.begin_oidc(part("provider"), part("returnUrl"), browser.caller(&app, &request)).await {
        Ok(begun) => {
            let cookie = cookie(begun.scope, begun.cookie, Duration::seconds(LONGEST_SIGN_IN));
            HttpResponse::SeeOther().insert_header((header::LOCATION, begun.location)).cookie(cookie).finish()
        }
        Err(fault) => failed(&fault),
    }
}

async fn callback(app: web::Data<App>, request: HttpRequest) -> HttpResponse {
    let query = query_of(&request);
    let part = |name: &str| query.get(name).map(String::as_str).filter(|text| text.len() <= LONGEST_PART);
    let state = part("state").unwrap_or_default();
    match (part("code"), query.get("error")) {
        (Some(code), None) => {
            let parts = [("code", Some(code)), ("state", Some(state)), ("iss", part("iss"))];
            let parts = parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", escaped((*value)?))));
            to_page(parts.collect::<Vec<_>>().join("&"))
        }
        (_, error) => {
            let (browser, sealed) = (browser_of(&request), request.cookie(COOKIE));
            let error = error.map_or("neither a code nor an error", String::as_str);
            let caller = browser.caller(&app, &request);
            failed(&app.auth.refuse_oidc(sealed.as_ref().map(Cookie::value), error, state, caller).await)
        }
    }
}

async fn session(app: web::Data<App>, request: HttpRequest, Json(body): Json<OidcRequest>) -> Answer {
    let browser = browser_of(&request);
    let sealed = request.cookie(COOKIE);
    let sealed = sealed.as_ref().map(Cookie::value);
    let (issuer, caller) = (body.iss.as_deref(), browser.caller(&app, &request));
    let finished = app.auth.finish_oidc(sealed, &body.code, &body.state, issuer, caller).await;
    let finished = finished.map_err(|fault| refused(&fault))?;
    let mut answer = signed_in_answer(&app, &request, browser.id, &finished.session)?;
    let mut gone = cookie(finished.scope, String::new(), Duration::ZERO);
    gone.make_removal();
    answer.cookie(gone);
    let (token, user) = (finished.session.token, SessionUser::of_new(&app, finished.session.user)?);
    Ok(answer.json(OidcAnswer { token, user, return_url: finished.return_url }))
}

/// No page and no cookie has a part in this: the signature of the token decides.
async fn back_channel_logout(
    app: web::Data<App>,
    request: HttpRequest,
    JsonOrForm(body): JsonOrForm<BackChannelLogout>,
) -> Answer {
    let browser = browser_of(&request);
    match app.auth.end_by_provider(&body.logout_token, browser.caller(&app, &request)).await {
        Ok(()) => Ok(HttpResponse::Ok().content_type(header::ContentType::plaintext()).body(SIGNED_OUT)),
        // The standard has one status for all that goes wrong.
        Err(OidcFault::Unavailable(_)) => Err(ApiError::logout_token("The keys of the provider cannot be fetched.")),
        Err(OidcFault::LogoutToken(_)) => Err(ApiError::logout_token("The logout token is not accepted.")),
        Err(fault) => Err(refused(&fault)),
    }
}

async fn sign_out(app: web::Data<App>, request: HttpRequest) -> Answer {
    let address = match app.auth.provider_to_leave(&browser_of(&request).id)? {
        Some(oidc) => oidc.sign_out_address(app.clock.now()).await,
        None => None,
    };
    let address = address.unwrap_or_else(|| SIGNED_OUT_PAGE.to_owned());
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, address)).finish())
}

fn query_of(request: &HttpRequest) -> HashMap<String, String> {
    web::Query::from_query(request.query_string()).map(web::Query::into_inner).unwrap_or_default()
}

/// A text as a part of a fragment or query.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut escaped, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
        escaped
    })
}

fn to_page(fragment: String) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, format!("{OIDC_PAGE}#{fragment}"))).finish()
}

/// Sends the browser to the page, which says what went wrong.
fn failed(fault: &OidcFault) -> HttpResponse {
    to_page(format!("error={}", description(fault)))
}

fn refused(fault: &OidcFault) -> ApiError {
    match fault {
        OidcFault::NotConfigured => ApiError::not_found("No OpenID Connect provider is configured."),
        OidcFault::Unavailable(_) => ApiError::provider_unavailable(description(fault)),
        OidcFault::Busy => ApiError::busy(5),
        OidcFault::Failed(error) => ApiError::internal(error),
        _ => ApiError::invalid_grant(description(fault), "The sign-in by the provider was not accepted."),
    }
}

/// The word by which the page knows what to say. Whoever comes this far has signed in at the provider, so it may say
/// what is missing here.
fn description(fault: &OidcFault) -> &'static str {
    match fault {
        OidcFault::NotConfigured | OidcFault::Unavailable(_) | OidcFault::Busy | OidcFault::Failed(_) => {
            "oidc_unavailable"
        }
        OidcFault::NotUnderWay | OidcFault::Code(_) => "oidc_again",
        OidcFault::Denied(_) => "oidc_denied",
        OidcFault::Token(_) | OidcFault::LogoutToken(_) | OidcFault::Mixed(_) => "oidc_not_accepted",
        OidcFault::NoRole { .. } => "oidc_no_role",
        OidcFault::Rejected { rejection, .. } => match rejection {
            OidcRejection::Used => "oidc_again",
            OidcRejection::Unknown(_) | OidcRejection::LoginTaken(_) => "oidc_unknown_user",
            OidcRejection::Disabled => "oidc_disabled",
            OidcRejection::NoSuchRole(_) | OidcRejection::LastAdministrator => "oidc_no_role",
        },
    }
}

fn cookie((path, secure): (String, bool), value: String, life: Duration) -> Cookie<'static> {
    Cookie::build(COOKIE, value)
        .path(path)
        .same_site(SameSite::Lax)
        .http_only(true)
        .secure(secure)
        .max_age(life)
        .finish()
}
