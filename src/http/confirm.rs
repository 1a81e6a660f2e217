//! Passwords: one that is asked for again, and a new one.

use actix_web::HttpRequest;
use serde::Deserialize;

use super::changes::written;
use super::client::browser_of;
use super::signed_in::SignedIn;
use crate::app::App;
use crate::auth::confirm::ConfirmError;
use crate::auth::password::{Busy, PasswordFault, is_long};
use crate::auth::sign_in::SignInError;
use crate::error::ApiError;
use crate::store::notes::Note;

/// The password of the administrator who asks.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    pub password: String,
}

/// Checks the user's present password, which matters most before changes of roles and passwords. A program has none: whoever
/// made its API token for such calls was asked then.
///
/// # Errors
/// 403 where it is wrong or too many were.
pub async fn confirmed(app: &App, user: &SignedIn, password: &str, request: &HttpRequest) -> Result<(), ApiError> {
    if user.is_by_token() {
        return Ok(());
    }
    let browser = browser_of(request);
    let checked = app.auth.confirm(user.session(), password, browser.caller(app, request)).await;
    checked.map_err(|error| match error {
        ConfirmError::Failed(SignInError::Busy(_)) => ApiError::busy(5),
        ConfirmError::Failed(error) => ApiError::internal(&error),
        error => ApiError::not_confirmed(error.to_string()),
    })
}

/// As [`confirmed`], of a body from which an API token leaves the password out.
///
/// # Errors
/// As there; 400 where a person leaves it out.
pub async fn confirmed_person(
    app: &App,
    user: &SignedIn,
    password: Option<&str>,
    request: &HttpRequest,
) -> Result<(), ApiError> {
    match password {
        None if !user.is_by_token() => Err(ApiError::field("password", "expected your password")),
        password => confirmed(app, user, password.unwrap_or_default(), request).await,
    }
}

/// The hash of a new password of a login.
///
/// # Errors
/// 400 where it breaks a rule; 503 where too many passwords wait for their turn.
pub async fn hashed(app: &App, password: String, login: &str) -> Result<String, ApiError> {
    let settings = app.settings();
    if !login.is_empty() && is_long(&password) {
        let store = app.store.clone();
        written(move || store.note(Note::LongPasswords, 1)).await?;
    }
    let hashed =
        app.auth.passwords.hash(password, &[login, &settings.program_name]).await.map_err(|Busy| ApiError::busy(5))?;
    hashed.map_err(|fault| match fault {
        PasswordFault::Hash(_) => ApiError::internal(&fault),
        fault => ApiError::field("password", fault),
    })
}
