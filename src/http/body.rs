//! The body of a call. Every call reads its body here, so that all of them report the same errors:
//! 408 for one that does not arrive in time, 413 for one that is too large, 415 for another content type, 400 with the field's path for anything else.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::TryStreamExt;
use serde::de::{DeserializeOwned, IgnoredAny};
use tokio::time::timeout;

use crate::error::{ApiError, FieldFault};
use crate::http::client::app_of;
use crate::http::visit_paths::OPEN_PATH;

/// How many bytes beyond the most are read, so that the client reads that its body is too large.
const DROPPED: usize = 4 << 20;

/// Looks again whether a call is admitted, once its body has arrived: whoever was signed out, disabled or given other
/// roles meanwhile does not finish what was begun. The guard attaches it to the request.
#[derive(Clone)]
pub struct StillAdmitted(pub Rc<Admission>);

/// Whether a request is admitted at this moment.
pub type Admission = dyn Fn(&HttpRequest) -> Result<(), ApiError>;

/// Looks again whether a call is admitted; a public one is.
///
/// # Errors
/// 401 or 403, as the guard.
pub fn still_admitted(request: &HttpRequest) -> Result<(), ApiError> {
    let again = request.extensions().get::<StillAdmitted>().cloned();
    again.map_or(Ok(()), |StillAdmitted(again)| again(request))
}

/// A JSON object.
pub struct Json<T>(pub T);

/// A JSON object without other fields than those of its type, at any depth. Unlike `deny_unknown_fields`, that leaves texts
/// in the store readable which an earlier version wrote with a field more.
pub struct Strict<T>(pub T);

/// A JSON object that is read as two types, each of which takes its own fields; it has no others.
pub struct JsonWith<T, U>(pub T, pub U);

/// A JSON object, or a form with the same fields.
pub struct JsonOrForm<T>(pub T);

type BodyFuture<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = BodyFuture<Json<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        json_body(request, payload, |bytes| Ok(Json(json(bytes)?)))
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Strict<T> {
    type Error = ApiError;
    type Future = BodyFuture<Strict<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        json_body(request, payload, |bytes| Ok(Strict(strict(bytes)?)))
    }
}

impl<T: DeserializeOwned + 'static, U: DeserializeOwned + 'static> FromRequest for JsonWith<T, U> {
    type Error = ApiError;
    type Future = BodyFuture<JsonWith<T, U>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        json_body(request, payload, |bytes| both(bytes).map(|(one, other)| JsonWith(one, other)))
    }
}

/// Reads a body of JSON, once it is certain that the call is still admitted.
fn json_body<T: 'static>(
    request: &HttpRequest,
    payload: &mut Payload,
    read: impl FnOnce(&[u8]) -> Result<T, ApiError> + 'static,
) -> BodyFuture<T> {
    let (content_type, limits) = (content_type(request), Limits::of(request));
    let body = web::Payload::from_request(request, payload);
    let request = request.clone();
    Box::pin(async move {
        match content_type.as_str() {
            "application/json" => {
                let body = read(&bytes(body, limits).await?)?;
                still_admitted(&request)?;
                Ok(body)
            }
            _ => Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
        }
    })
}

impl<T: DeserializeOwned + 'static> FromRequest for JsonOrForm<T> {
    type Error = ApiError;
    type Future = BodyFuture<JsonOrForm<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (content_type, limits) = (content_type(request), Limits::of(request));
        let body = web::Payload::from_request(request, payload);
        Box::pin(async move {
            match content_type.as_str() {
                "application/json" => Ok(JsonOrForm(json(&bytes(body, limits).await?)?)),
                "application/x-www-form-urlencoded" => Ok(JsonOrForm(form(&bytes(body, limits).await?)?)),
                _ => Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
            }
        })
    }
}

/// The Content-Type header in lower case, without its parameters.
pub fn content_type(request: &HttpRequest) -> String {
    let value = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.and_then(|text| text.split(';').next()).unwrap_or_default().trim().to_ascii_lowercase()
}

/// The most bytes of a body, and how long it may take to arrive.
#[derive(Clone, Copy)]
struct Limits {
    bytes: usize,
    time: Duration,
}

impl Limits {
    fn of(request: &HttpRequest) -> Result<Limits, ApiError> {
        let config = &app_of(request)?.config;
        // Anybody may send these.
        let is_sign_in = request.path().starts_with("/api/auth/") || request.path() == OPEN_PATH;
        let bytes = if is_sign_in { config.sign_in_body_bytes } else { config.body_bytes };
        let time = Duration::from_secs(u64::from(config.request_seconds));
        Ok(Limits { bytes: usize::try_from(bytes).unwrap_or(usize::MAX), time })
    }
}

async fn bytes(
    body: impl Future<Output = Result<web::Payload, actix_web::Error>>,
    limits: Result<Limits, ApiError>,
) -> Result<web::Bytes, ApiError> {
    let Limits { bytes, time } = limits?;
    let body = body.await.map_err(|_| unreadable())?;
    let late = |_| ApiError::of_status(StatusCode::REQUEST_TIMEOUT);
    timeout(time, collected(body, bytes)).await.map_err(late)?
}

/// The bytes of a body of at most `most`. Of a larger one some more are read and dropped, because a client that is still
/// sending does not read the answer.
async fn collected(mut body: web::Payload, most: usize) -> Result<web::Bytes, ApiError> {
    let (mut kept, mut arrived) = (web::BytesMut::new(), 0_usize);
    while let Some(part) = body.try_next().await.map_err(|_| unreadable())? {
        arrived = arrived.saturating_add(part.len());
        if arrived <= most {
            kept.extend_from_slice(&part);
        } else if arrived > most.saturating_add(DROPPED) {
            break;
        }
    }
    if arrived > most { Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)) } else { Ok(kept.freeze()) }
}

fn unreadable() -> ApiError {
    ApiError::invalid("The body could not be read.")
}

/// Reads an object that has no other fields than those of its type.
///
/// # Errors
/// 400 with the path of each other field.
pub fn strict<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let (value, unknown) = read(bytes)?;
    known(unknown.iter())?;
    Ok(value)
}

/// Reads an object as two types: each of its fields is of one of them.
fn both<T: DeserializeOwned, U: DeserializeOwned>(bytes: &[u8]) -> Result<(T, U), ApiError> {
    let ((one, not_of_one), (other, not_of_other)) = (read(bytes)?, read(bytes)?);
    known(not_of_one.intersection(&not_of_other))?;
    Ok((one, other))
}

fn known<'p>(unknown: impl Iterator<Item = &'p String>) -> Result<(), ApiError> {
    let faults: Vec<FieldFault> = unknown.map(|path| FieldFault::of(path, "there is no such field")).collect();
    if faults.is_empty() { Ok(()) } else { Err(ApiError::faults(faults)) }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    Ok(read(bytes)?.0)
}

/// A value, and the paths of the fields that its type does not have.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, BTreeSet<String>), ApiError> {
    // serde would read a list as the fields in their order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(invalid("The body must be an object."));
    }
    let reader = &mut serde_json::Deserializer::from_slice(bytes);
    let mut unknown = BTreeSet::new();
    // It marks what may be null with a question mark.
    let mut note = |path: serde_ignored::Path<'_>| {
        unknown.insert(path.to_string().replace(".?", "").trim_start_matches("?.").to_owned());
    };
    let noted = serde_ignored::Deserializer::new(&mut *reader, &mut note);
    let value = serde_path_to_error::deserialize(noted).map_err(|fault| {
        // A number for a name is a fault of syntax too, for serde; only a look at all of it tells whether it is JSON.
        if let Err(fault) = serde_json::from_slice::<IgnoredAny>(bytes) {
            return no_json(&fault);
        }
        let (path, fault) = (fault.path().to_string(), fault.into_inner());
        if path == "." { invalid(fault.to_string()) } else { ApiError::field(&path, fault) }
    })?;
    reader.end().map_err(|fault| no_json(&fault))?;
    Ok((value, unknown))
}

fn no_json(fault: &serde_json::Error) -> ApiError {
    if fault.is_eof() {
        return invalid("The body is empty or ends too early: it must be a JSON object.");
    }
    invalid(format!("The body is not valid JSON at line {}, column {}.", fault.line(), fault.column()))
}

fn form<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // A form is written as a query is.
    let text = str::from_utf8(bytes).map_err(|_| invalid("The form is not UTF-8."))?;
    let form =
        web::Query::<T>::from_query(text).map_err(|fault| invalid(format!("The form is not valid: {fault}.")))?;
    Ok(form.into_inner())
}

fn invalid(fault: impl Into<String>) -> ApiError {
    ApiError::fault(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Order {
        customer: String,
        #[serde(default)]
        items: Vec<u8>,
        kind: Option<Kind>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Kind {
        Gift,
    }

    fn fault(read: Result<Order, ApiError>) -> String {
        read.expect_err("refused").body().errors.join("; ")
    }

    #[test]
    fn a_fault_names_the_path_of_its_field() {
        let order = json::<Order>(br#" {"customer": "Ann", "items": [1, 2]} "#).expect("valid");
        assert_eq!(order, Order { customer: "Ann".to_owned(), items: vec![1, 2], kind: None });
        assert!(fault(json(br#"{"customer": "Ann", "items": [1, "two"]}"#)).starts_with("items[1]: invalid type"));
        assert!(fault(json(b"{}")).starts_with("missing field `customer`"));
        assert_eq!(fault(json(br#"{"customer": "Ann"} x"#)), "The body is not valid JSON at line 1, column 21.");
        assert_eq!(fault(json(b"{\n\"customer\": Ann}")), "The body is not valid JSON at line 2, column 13.");
        assert!(fault(json(br#"{"customer": "Ann", "kind": 7}"#)).starts_with("kind: "), "a name is expected");
        let early = "The body is empty or ends too early: it must be a JSON object.";
        assert_eq!([fault(json(b"")), fault(json(br#"{"customer": "#))], [early, early]);
        assert_eq!(fault(json(br#"["Ann"]"#)), "The body must be an object.");
    }

    #[test]
    fn a_strict_body_has_no_other_fields() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Parcel {
            order: Option<Order>,
        }
        let body = br#"{"order": {"customer": "Ann", "itmes": [1]}, "too": null}"#;
        let fault = strict::<Parcel>(body).expect_err("refused").body().errors.join("; ");
        assert_eq!(fault, "order.itmes: there is no such field; too: there is no such field");
        assert_eq!(json::<Parcel>(body).expect("read").order.map(|order| order.customer), Some("Ann".to_owned()));
        assert!(strict::<Order>(br#"{"customer": "Ann", "items": []}"#).is_ok());
    }

    #[test]
    fn a_body_of_two_types_has_the_fields_of_both_and_no_others() {
        #[derive(Debug, Deserialize)]
        struct Gift {
            wrap: bool,
        }
        let read = |text: &str| both::<Order, Gift>(text.as_bytes());
        let (order, gift) = read(r#"{"customer": "Ann", "wrap": true}"#).expect("valid");
        assert_eq!((order.customer.as_str(), gift.wrap), ("Ann", true));
        for (text, said) in [
            (r#"{"customer": "Ann", "wrap": true, "rap": true}"#, "rap: there is no such field"),
            (r#"{"customer": "Ann", "wrap": 1}"#, "wrap: invalid type"),
            (r#"{"wrap": true}"#, "missing field `customer`"),
        ] {
            let errors = read(text).expect_err("refused").body().errors.join("; ");
            assert!(errors.starts_with(said), "{errors}");
        }
    }

    #[test]
    fn a_form_has_the_same_fields() {
        let order = form::<Order>(b"customer=Ann+Lee%21").expect("valid");
        assert_eq!(order.customer, "Ann Lee!");
        assert!(fault(form(b"client=Ann")).contains("customer"));
        assert_eq!(fault(form(b"customer=\xff")), "The form is not UTF-8.");
    }
}
