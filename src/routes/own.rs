//! What the calls of accounts share: who changes something, and the password that is asked for again.

use actix_web::{HttpRequest, HttpResponse, web};

use super::session::{address, browser_of};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::auth::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN, is_text};
use crate::auth::confirm::ConfirmError;
use crate::auth::password::{Busy, PasswordFault};
use crate::auth::sign_in::SignInError;
use crate::error::ApiError;
use crate::store::StoreError;
use crate::store::audit::By;

/// Who changes something; it owns its texts, for the threads that write.
#[derive(Clone)]
pub struct Actor {
    login: String,
    address: String,
    at: i64,
}

impl Actor {
    /// The user of a request.
    pub fn of(app: &App, user: &SignedIn, request: &HttpRequest) -> Actor {
        Actor { login: user.session().login.clone(), address: address(request).to_string(), at: app.clock.now() }
    }

    /// For the store.
    pub fn by(&self) -> By<'_> {
        By { actor: Some(&self.login), address: Some(&self.address), at: self.at }
    }
}

/// Runs a write, which waits for the disk, off the threads that serve requests.
pub async fn written<T: Send + 'static>(
    write: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    web::block(write).await.map_err(|error| ApiError::internal(&error))?.map_err(refused)
}

/// Runs a read of much of a table off the threads that serve requests: it may wait for the disk, and for another such read.
pub async fn scanned<T: Send + 'static>(
    scan: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    written(scan).await
}

/// Runs a write that removes something and returns whether it was there. Answers 204, or what `none` says.
pub async fn removed(
    remove: impl FnOnce() -> Result<bool, StoreError> + Send + 'static,
    none: impl FnOnce() -> ApiError,
) -> Result<HttpResponse, ApiError> {
    if written(remove).await? { Ok(HttpResponse::NoContent().finish()) } else { Err(none()) }
}

/// What a client can mend is said to it.
pub fn refused(error: StoreError) -> ApiError {
    let text = error.to_string();
    match error {
        StoreError::LoginTaken(_) | StoreError::NoSuchRole(_) | StoreError::TooMany { .. } => {
            ApiError::invalid_fields(vec![text])
        }
        StoreError::NoSuchUser(_) | StoreError::NoSuchToken(_) | StoreError::NoSuchSession(_) => {
            ApiError::not_found(text)
        }
        StoreError::LastAdministrator | StoreError::SignsInElsewhere(_) | StoreError::NotEmpty => {
            ApiError::conflict(text)
        }
        StoreError::TargetTaken => ApiError::invalid_fields(vec![format!("starts: {text}")]),
        StoreError::MethodTaken(_) => ApiError::invalid_fields(vec![format!("name: {text}")]),
        StoreError::DraftChanged | StoreError::NotProposed | StoreError::OwnProposal => ApiError::conflict(text),
        error => ApiError::internal(&error),
    }
}

/// Checks the user's present password, which matters most before changes of roles and passwords.
///
/// # Errors
/// 403 where it is wrong or too many were.
pub async fn confirmed(app: &App, user: &SignedIn, password: &str, request: &HttpRequest) -> Result<(), ApiError> {
    let browser = browser_of(request);
    let checked = app.auth.confirm(user.session(), password, browser.caller(app, request)).await;
    checked.map_err(|error| match error {
        ConfirmError::Failed(SignInError::Busy(_)) => ApiError::busy(5),
        ConfirmError::Failed(error) => ApiError::internal(&error),
        error => ApiError::not_confirmed(error.to_string()),
    })
}

/// The hash of a new password.
///
/// # Errors
/// 400 where it breaks a rule; 503 where too many passwords wait for their turn.
pub async fn hashed(app: &App, password: String) -> Result<String, ApiError> {
    let hashed = app.auth.passwords.hash(password).await.map_err(|Busy| ApiError::busy(5))?;
    hashed.map_err(|fault| match fault {
        PasswordFault::Hash(_) => ApiError::internal(&fault),
        fault => ApiError::invalid_fields(vec![format!("password: {fault}")]),
    })
}

/// A login, without the spaces around it.
pub fn valid_login(text: &str) -> Result<&str, ApiError> {
    valid("login", text, LONGEST_LOGIN)
}

/// A first name, without the spaces around it.
pub fn valid_first_name(text: &str) -> Result<&str, ApiError> {
    valid("firstName", text, LONGEST_FIRST_NAME)
}

/// A text that a person gives.
///
/// # Errors
/// 400 with the name of its field.
pub fn valid<'a>(field: &str, text: &'a str, longest: usize) -> Result<&'a str, ApiError> {
    let text = text.trim();
    if is_text(text, longest) {
        return Ok(text);
    }
    let what = format!("{field}: expected 1 to {longest} characters without control or invisible characters");
    Err(ApiError::invalid_fields(vec![what]))
}

/// Refuses a body.
///
/// # Errors
/// 400 with what is wrong, which begins with the name of the field.
pub fn wrong<T>(what: impl Into<String>) -> Result<T, ApiError> {
    Err(ApiError::invalid_fields(vec![what.into()]))
}
