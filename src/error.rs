//! The errors of the HTTP interface.
//!
//! # Guide
//! - A handler returns `Result<_, ApiError>`. There is one constructor for each kind of error. Write the message for
//!   the person who made the call: what is wrong, with the field's name and its value.
//! - Use [`ApiError::internal`] for whatever the client cannot fix. The cause goes to the log under the request's id;
//!   the client gets a text that reveals nothing.
//! - Every answer under /api with a status of 400 or more has the body [`ErrorBody`]. `server.rs` adds it to the
//!   answers that actix makes by itself (405, 408, unknown paths).
//! - 401 always has a `code`, except on signing in. A missing permission or a forged request is 403, never 401,
//!   because the page signs the user out on a 401.
//! - This module uses no other: `routes` converts the errors of the layers below.

use std::fmt;

use actix_web::HttpResponse;
use actix_web::error::ResponseError;
use actix_web::http::{StatusCode, header};
use serde::Serialize;

/// The body of every error answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ErrorBody {
    /// The HTTP status.
    pub status: u16,
    /// The kind, for programs: `invalid_request`, `not_found`, ...
    pub error: &'static str,
    /// For people.
    pub message: String,
    /// One entry per fault of the request, with the name of its field; empty for other errors.
    pub errors: Vec<String>,
    /// The same by field, for forms; left out for other errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FieldFault>>")]
    pub faults: Vec<FieldFault>,
    /// On signing in and opening a link only: an error for which the page has its own text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error_description: Option<&'static str>,
    /// With 401 only: why the token was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<&'static str>,
}

impl ErrorBody {
    /// Sets the faults, and the texts for people that follow from them.
    pub fn set_faults(&mut self, faults: Vec<FieldFault>) {
        self.errors = texts(&faults);
        self.message = self.errors.join(" ");
        self.faults = faults;
    }
}

/// A fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct FieldFault {
    /// The path of the field, such as `name` or `calls[2].path`; null where the whole is at fault.
    pub field: Option<String>,
    /// What is expected.
    pub text: String,
    /// Whether the text names the field itself.
    #[serde(skip)]
    #[ts(skip)]
    is_sentence: bool,
}

impl FieldFault {
    /// What is expected of a field. Messages for people have its name before it.
    pub fn of(field: impl Into<String>, text: impl fmt::Display) -> FieldFault {
        FieldFault { field: Some(field.into()), text: text.to_string(), is_sentence: false }
    }

    /// A sentence about a field.
    pub fn about(field: impl Into<String>, sentence: impl Into<String>) -> FieldFault {
        FieldFault { field: Some(field.into()), text: sentence.into(), is_sentence: true }
    }

    /// A fault of no field alone.
    pub fn whole(text: impl Into<String>) -> FieldFault {
        FieldFault { field: None, text: text.into(), is_sentence: true }
    }

    /// The same of a field below a path, such as `parts[3].`.
    pub fn below(self, path: &str) -> FieldFault {
        FieldFault { field: self.field.map(|field| format!("{path}{field}")), ..self }
    }

    /// The same with another text.
    pub fn with_text(&self, text: String) -> FieldFault {
        FieldFault { text, ..self.clone() }
    }
}

impl fmt::Display for FieldFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) if !self.is_sentence => write!(f, "{field}: {}", self.text),
            _ => f.write_str(&self.text),
        }
    }
}

/// Faults as texts for people.
pub fn texts(faults: &[FieldFault]) -> Vec<String> {
    faults.iter().map(FieldFault::to_string).collect()
}

/// Faults as one text.
pub fn joined(faults: &[FieldFault]) -> String {
    texts(faults).join("; ")
}

/// An error to be answered.
#[derive(Clone, Debug)]
pub struct ApiError {
    // Boxed because every handler returns it in a Result.
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
            faults: Vec::new(),
            error_description: None,
            code: None,
        };
        ApiError { body: Box::new(body), retry_after: None }
    }

    /// 400: the request is not valid.
    pub fn invalid(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "invalid_request", message)
    }

    /// 400: as [`ApiError::invalid`], with one entry per fault.
    pub fn faults(faults: Vec<FieldFault>) -> ApiError {
        let mut error = ApiError::invalid("");
        error.body.set_faults(faults);
        error
    }

    /// 400: a fault of no field alone.
    pub fn fault(text: impl Into<String>) -> ApiError {
        ApiError::faults(vec![FieldFault::whole(text)])
    }

    /// 400: a field with a wrong value, and what is expected of it.
    pub fn field(name: &str, why: impl fmt::Display) -> ApiError {
        ApiError::faults(vec![FieldFault::of(name, why)])
    }

    /// 400: signing in with anything but a password.
    pub fn unsupported_grant_type() -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "unsupported_grant_type", "grant_type must be \"password\".")
    }

    /// 401: signing in failed. The page has its own text for some descriptions.
    pub fn invalid_grant(description: &'static str, message: &str) -> ApiError {
        let mut error = ApiError::new(StatusCode::UNAUTHORIZED, "invalid_grant", message);
        error.body.error_description = Some(description);
        error
    }

    /// 400: a provider's word that somebody signed out there is not accepted, in the form of OAuth.
    pub fn logout_token(description: &'static str) -> ApiError {
        let mut error = ApiError::invalid(description);
        error.body.error_description = Some(description);
        error
    }

    /// 401: there is no live session; `code` says why, for programs.
    pub fn unauthorized(code: &'static str, message: &str) -> ApiError {
        let mut error = ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", message);
        error.body.code = Some(code);
        error
    }

    /// 403: the user's own page did not make this request.
    pub fn forged(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "csrf", message)
    }

    /// 403: signed in, but without the permission.
    pub fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// 403: the present password was asked for and is wrong.
    pub fn not_confirmed(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "not_confirmed", message)
    }

    /// 403: a link asks for its password. The page has its own text for each description.
    pub fn link_password(description: &'static str, message: &str) -> ApiError {
        let mut error = ApiError::new(StatusCode::FORBIDDEN, "link_password", message);
        error.body.error_description = Some(description);
        error
    }

    /// 404: nothing has this path or this id.
    pub fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 409: not in this state of the data.
    pub fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// 415: the body has another content type.
    pub fn unsupported_media_type(message: &str) -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
    }

    /// 429: the user asks for too much; the client may try again after `retry_after` seconds.
    pub fn too_many(message: impl Into<String>, retry_after: u32) -> ApiError {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message);
        ApiError { retry_after: Some(retry_after), ..error }
    }

    /// 503: too many requests at once; the client may try again after `retry_after` seconds.
    pub fn busy(retry_after: u32) -> ApiError {
        let message = "The server is busy. Please try again.";
        ApiError { retry_after: Some(retry_after), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message) }
    }

    /// 503: the provider by which the user signs in does not answer.
    pub fn provider_unavailable(description: &'static str) -> ApiError {
        let message = "The sign-in provider does not answer. Please try again later.";
        let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "provider_unavailable", message);
        error.body.error_description = Some(description);
        error
    }

    /// 503: the data cannot be opened.
    pub fn unavailable() -> ApiError {
        let message = "Bond is being maintained. Please try again later.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "data_unavailable", message)
    }

    /// 503: a server of the warehouse's cluster is away or refuses something.
    pub fn cluster_unavailable() -> ApiError {
        let message = "A server that has a part of the data does not answer. Please try again later; if it goes on, \
                       please contact your administrator.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "data_unavailable", message)
    }

    /// 503: a query ran for longer than it may. To try again would not help.
    pub fn query_stopped(seconds: u64) -> ApiError {
        let message = format!(
            "This took longer than {seconds} s and was stopped. Choose a shorter period, or fewer groups or items."
        );
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", message)
    }

    /// 503: the request took too long and was cancelled.
    pub fn timed_out() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", "The request took too long.")
    }

    /// 507: a load needs more room than the disk has, both in bytes.
    pub fn no_room(needed: u64, free: u64) -> ApiError {
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        let message = format!(
            "The load needs about {} MB of free space, and the server has {} MB. Free some, or move backups elsewhere.",
            megabytes(needed),
            megabytes(free)
        );
        ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "no_room", message)
    }

    /// 507 where what was sent could not be written because the disk is full, else 500.
    pub fn unwritten(error: &std::io::Error) -> ApiError {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        if !matches!(error.kind(), StorageFull | QuotaExceeded) {
            return ApiError::internal(error);
        }
        tracing::error!(%error, "the disk is full");
        let message = "The disk of the server is full. Free some space, and send the files again.";
        ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "no_room", message)
    }

    /// 507: what was asked could not be recorded because the disk is full.
    pub fn unrecorded(cause: &dyn fmt::Display) -> ApiError {
        tracing::error!(%cause, "the disk is full");
        let message = "The disk of the server is full. Free some space, and try again.";
        ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "no_room", message)
    }

    /// 500: the client cannot fix it. The cause is logged, not sent.
    pub fn internal(cause: &dyn fmt::Display) -> ApiError {
        tracing::error!(%cause, "a request failed");
        ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The error for an answer that has a status but no body.
    pub fn of_status(status: StatusCode) -> ApiError {
        let (error, message) = match status {
            StatusCode::BAD_REQUEST => ("invalid_request", "The request is not valid."),
            StatusCode::UNAUTHORIZED => ("unauthorized", "Authentication is required to access this resource."),
            StatusCode::FORBIDDEN => ("forbidden", "This is not allowed."),
            StatusCode::NOT_FOUND => ("not_found", "There is nothing at this path."),
            StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "This path does not allow this method."),
            StatusCode::NOT_ACCEPTABLE => ("not_acceptable", "No answer is available in an accepted encoding."),
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

    /// The body of the answer.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_the_documented_fields_and_no_others() {
        let plain = serde_json::to_string(ApiError::invalid("no").body()).expect("serialised");
        assert_eq!(plain, r#"{"status":400,"error":"invalid_request","message":"no","errors":[]}"#);
        let faults = vec![
            FieldFault::of("name", "expected a name"),
            FieldFault::about("end", "end is too early"),
            FieldFault::whole("no"),
        ];
        let faulty = serde_json::to_value(ApiError::faults(faults).body()).expect("serialised");
        assert_eq!(faulty["errors"], serde_json::json!(["name: expected a name", "end is too early", "no"]));
        assert_eq!(faulty["message"], "name: expected a name end is too early no");
        assert_eq!(faulty["faults"][0], serde_json::json!({"field": "name", "text": "expected a name"}));
        assert_eq!(faulty["faults"][2], serde_json::json!({"field": null, "text": "no"}));
        let refused = ApiError::unauthorized("session_expired", "Your session has expired.");
        let refused = serde_json::to_value(refused.body()).expect("serialised");
        assert_eq!(refused["code"], "session_expired");
        let login = serde_json::to_value(ApiError::invalid_grant("blocked", "Access blocked").body());
        assert_eq!(login.expect("serialised")["error_description"], "blocked");
    }

    #[test]
    fn internal_causes_are_not_revealed() {
        let error = ApiError::internal(&"the disk at /secret is full");
        assert_eq!(error.body().status, 500);
        assert!(!error.to_string().contains("secret"));
    }
}
