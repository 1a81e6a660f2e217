//! What calls share that change something: who does it, and writes off the threads that serve requests.

use actix_web::{HttpRequest, HttpResponse, web};

use crate::app::App;
use crate::auth::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN, is_text};
use crate::error::{ApiError, FieldFault};
use crate::http::client::address;
use crate::http::signed_in::SignedIn;
use crate::store::StoreError;
use crate::store::audit::{By, Entry};

/// Who changes something; it owns its texts, for the threads that write.
#[derive(Clone)]
pub struct Actor {
    /// With the API token, if one acts for the user.
    login: String,
    address: String,
    at: i64,
}

impl Actor {
    /// The user of a request.
    pub fn of(app: &App, user: &SignedIn, request: &HttpRequest) -> Actor {
        Actor { login: user.actor().to_owned(), address: address(request).to_string(), at: app.clock.now() }
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

/// Writes a line of the audit log about something that changes nothing else.
pub async fn recorded(
    app: &App,
    actor: Actor,
    event: &'static str,
    subject: Option<String>,
    detail: Option<String>,
) -> Result<(), ApiError> {
    let store = app.store.clone();
    let line = move || {
        let (subject, detail) = (subject.as_deref(), detail.as_deref());
        store.record(&Entry { subject, detail, ..actor.by().entry(event) })
    };
    written(line).await
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

/// The answer to an error of the store. Errors that the caller can fix are reported to it.
pub fn refused(error: StoreError) -> ApiError {
    let text = error.to_string();
    match error {
        StoreError::LoginTaken(_) => ApiError::faults(vec![FieldFault::about("login", text)]),
        StoreError::NoSuchRole(_) => ApiError::faults(vec![FieldFault::about("roles", text)]),
        StoreError::TooMany { .. } => ApiError::fault(text),
        StoreError::NoSuchUser(_) | StoreError::NoSuchToken(_) | StoreError::NoSuchSession(_) => {
            ApiError::not_found(text)
        }
        StoreError::LastAdministrator
        | StoreError::SignsInElsewhere(_)
        | StoreError::IsService(_)
        | StoreError::NotEmpty => ApiError::conflict(text),
        StoreError::TargetTaken => ApiError::field("starts", text),
        StoreError::MethodTaken(_) => ApiError::field("name", text),
        StoreError::DraftChanged | StoreError::NotProposed | StoreError::OwnProposal => ApiError::conflict(text),
        error if error.is_full() => ApiError::unrecorded(&error),
        error => ApiError::internal(&error),
    }
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
    let expected = format!("expected 1 to {longest} characters without control or invisible characters");
    Err(ApiError::field(field, expected))
}
