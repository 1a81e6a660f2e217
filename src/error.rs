//! What goes wrong in a request, and what the client is told.
//!
//! # Guide
//! - A handler returns `Result<_, ApiError>`. There is one constructor a kind; take the one whose doc fits and
//!   write the message for the person who made the call: what is wrong, with the field's name and its value.
//! - What the client cannot mend is [`ApiError::internal`]: the cause goes to the log under the request's id,
//!   the client gets a text that gives nothing away.
//! - Every answer under /api with a status of 400 or more has the body [`ErrorBody`]; `server.rs` sees to those
//!   that actix makes by itself (405, 408, unknown paths). Faults of extractors (bad JSON, too large, wrong
//!   content type) come here through [`configure_extractors`].
//! - 401 always has a `code` (auth::sessions::Refusal) except on signing in; lack of permission and forged
//!   requests are 403, never 401, because the page signs the user out on a 401.

use std::fmt;

use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError, ResponseError, UrlencodedError};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::auth::csrf::Forged;
use crate::auth::sessions::Refusal;
use crate::store::StoreError;

/// Most bytes of a request's body.
pub const LARGEST_BODY: usize = 1024 * 1024;

/// The body of every error answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ErrorBody {
    /// The HTTP status again.
    pub status: u16,
    /// The kind, for programs: `invalid_request`, `not_found`, ...
    pub error: &'static str,
    /// For people.
    pub message: String,
    /// One entry a fault, where there are several.
    pub errors: Vec<String>,
    /// On signing in only: which fault the page has a text of its own for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error_description: Option<&'static str>,
    /// With 401 only: why the token opens nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<&'static str>,
}

/// A fault on its way to the client.
#[derive(Clone, Debug)]
pub struct ApiError {
    // Boxed because it travels in every handler's Result.
    body: Box<ErrorBody>,
    retry_after: Option<u32>,
}

impl ApiError {
    fn new(status: StatusCode, error: &'static str, message: impl Into<String>) -> ApiError {
        let body = ErrorBody {
            status: status.as_u16(),
            error,
            message: message.into(),
            errors: Vec::new(),
            error_description: None,
            code: None,
        };
        ApiError { body: Box::new(body), retry_after: None }
    }

    /// 400: the request says something that cannot be.
    pub fn invalid(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "invalid_request", message)
    }

    /// 400: as [`ApiError::invalid`], with every fault found.
    pub fn invalid_fields(errors: Vec<String>) -> ApiError {
        let mut error = ApiError::invalid(errors.join(" "));
        error.body.errors = errors;
        error
    }

    /// 400: signing in with anything but a password.
    pub fn unsupported_grant_type() -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "unsupported_grant_type", "grant_type must be \"password\".")
    }

    /// 401: signing in failed. The page has texts of its own for some descriptions.
    pub fn invalid_grant(description: &'static str, message: &str) -> ApiError {
        let mut error = ApiError::new(StatusCode::UNAUTHORIZED, "invalid_grant", message);
        error.body.error_description = Some(description);
        error
    }

    /// 401: there is no live session.
    pub fn unauthorized(refusal: Refusal) -> ApiError {
        let message = match refusal {
            Refusal::NoToken => "Authentication is required to access this resource.",
            Refusal::TokenInvalid => "The token is not valid.",
            Refusal::SessionExpired => "Your session has expired.",
            Refusal::SessionRevoked => "The session was ended.",
        };
        let mut error = ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", message);
        error.body.code = Some(refusal.code());
        error
    }

    /// 403: signed in, but without the permission.
    pub fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// 404: there is nothing at this path, or nothing with this id.
    pub fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 503: too much at once; worth another try after so many seconds.
    pub fn busy(retry_after: u32) -> ApiError {
        let message = "The server is busy. Please try again.";
        ApiError { retry_after: Some(retry_after), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message) }
    }

    /// 503: the request took too long and was given up.
    pub fn gave_up() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", "The request took too long.")
    }

    /// 500: nothing the client can mend. The cause is logged, not told.
    pub fn internal(cause: &dyn fmt::Display) -> ApiError {
        tracing::error!(%cause, "a request failed");
        ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The body for an answer that came without one.
    pub fn of_status(status: StatusCode) -> ApiError {
        let (error, message) = match status {
            StatusCode::BAD_REQUEST => ("invalid_request", "The request is not valid."),
            StatusCode::UNAUTHORIZED => ("unauthorized", "Authentication is required to access this resource."),
            StatusCode::FORBIDDEN => ("forbidden", "This is not allowed."),
            StatusCode::NOT_FOUND => ("not_found", "There is nothing at this path."),
            StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "This path does not take this method."),
            StatusCode::NOT_ACCEPTABLE => ("not_acceptable", "There is no answer in an encoding that is accepted."),
            StatusCode::REQUEST_TIMEOUT => ("timeout", "The request did not arrive in time."),
            StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "The request is too large."),
            StatusCode::MISDIRECTED_REQUEST => {
                ("unknown_host", "This server is not known under that host name; see the setting allowed_hosts.")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ("unsupported_media_type", "The body must be application/json."),
            status if status.is_client_error() => ("invalid_request", "The request is not valid."),
            _ => (
                "internal",
                "Operation failed. Please try again and if an error occurs again please contact your administrator.",
            ),
        };
        ApiError::new(status, error, message)
    }

    /// What the client receives.
    pub fn body(&self) -> &ErrorBody {
        &self.body
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.body.status, self.body.error, self.body.message)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.body.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        if self.body.code.is_some() {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        response.json(&*self.body)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::internal(&error)
    }
}

impl From<Forged> for ApiError {
    fn from(forged: Forged) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "csrf", forged.to_string())
    }
}

/// Gives the extractors of bodies, paths and queries their limits and the error body of this interface.
pub fn configure_extractors(app: &mut web::ServiceConfig) {
    app.app_data(web::JsonConfig::default().limit(LARGEST_BODY).error_handler(|error, _| json_fault(&error).into()))
        .app_data(web::FormConfig::default().limit(LARGEST_BODY).error_handler(|error, _| form_fault(&error).into()))
        .app_data(
            web::PathConfig::default()
                .error_handler(|_: PathError, _| ApiError::of_status(StatusCode::NOT_FOUND).into()),
        )
        .app_data(web::QueryConfig::default().error_handler(|error: QueryPayloadError, _| {
            ApiError::invalid(format!("The query is not valid: {error}.")).into()
        }))
        .app_data(web::PayloadConfig::new(LARGEST_BODY));
}

/// The body of a POST that is not what it should be.
pub fn json_fault(error: &JsonPayloadError) -> ApiError {
    match error {
        JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
            ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)
        }
        JsonPayloadError::Payload(PayloadError::Overflow) => ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE),
        JsonPayloadError::ContentType => ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        JsonPayloadError::Deserialize(error) => ApiError::invalid(format!("The body is not valid: {error}.")),
        _ => ApiError::invalid("The body could not be read."),
    }
}

fn form_fault(error: &UrlencodedError) -> ApiError {
    match error {
        UrlencodedError::Overflow { .. } => ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE),
        UrlencodedError::ContentType => ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        _ => ApiError::invalid("The form could not be read."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_the_documented_fields_and_no_others() {
        let plain = serde_json::to_string(ApiError::invalid("no").body()).expect("serialised");
        assert_eq!(plain, r#"{"status":400,"error":"invalid_request","message":"no","errors":[]}"#);
        let refused = serde_json::to_value(ApiError::unauthorized(Refusal::SessionExpired).body()).expect("serialised");
        assert_eq!(refused["code"], "session_expired");
        let login = serde_json::to_value(ApiError::invalid_grant("blocked", "Access blocked").body());
        assert_eq!(login.expect("serialised")["error_description"], "blocked");
    }

    #[test]
    fn what_the_client_cannot_mend_is_not_told() {
        let error = ApiError::internal(&"the disk at /secret is full");
        assert_eq!(error.body().status, 500);
        assert!(!error.to_string().contains("secret"));
    }
}
