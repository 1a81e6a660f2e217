//! What a request asks for: the path that routes, limits, headers and log lines go by.

use actix_web::dev::ServiceRequest;
use actix_web::http::{Uri, header};

/// The request with a path as its target, and whether that is what its client asked for. A target may be a whole address
/// (RFC 9112, 3.2.2), as clients send it to a proxy; it has to be of the host in the Host header, because that is the one
/// that is checked. `*` and the target of CONNECT are not a path.
pub(super) fn as_path(request: ServiceRequest) -> (ServiceRequest, bool) {
    let uri = request.uri();
    let Some(authority) = uri.authority() else {
        let is_path = request.path().starts_with('/');
        return (request, is_path);
    };
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let host = request.headers().get(header::HOST).map(header::HeaderValue::as_bytes);
    let is_of_host = host.is_some_and(|host| authority.as_str().as_bytes().eq_ignore_ascii_case(host));
    let path = uri.path().to_owned();
    match with_path(request, &path) {
        Ok(request) => (request, is_web && is_of_host),
        Err(request) => (request, false),
    }
}

/// The request without needless escapes in its path: `/%61pi` is `/api` (RFC 3986, 6.2.2.2). The routes are matched
/// with them decoded, so limits, headers and log lines that go by the path must see it in the same way.
pub(super) fn plain(request: ServiceRequest) -> ServiceRequest {
    if !request.path().contains('%') {
        return request;
    }
    let path = unescaped(request.path());
    if path == request.path() { request } else { with_path(request, &path).unwrap_or_else(|request| request) }
}

/// A path in which letters, digits, `-`, `.`, `_` and `~` stand for themselves.
fn unescaped(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('%') {
        plain.push_str(before);
        let code = after.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).map(char::from);
        match code.filter(|code| code.is_ascii_alphanumeric() || "-._~".contains(*code)) {
            Some(code) => {
                plain.push(code);
                rest = &after[2..];
            }
            None => {
                plain.push('%');
                rest = after;
            }
        }
    }
    plain + rest
}

/// The request with its path below the base path, and whether it is there. What asks Bond itself, on the same machine,
/// may do without.
pub(super) fn below(base: &str, request: ServiceRequest) -> (ServiceRequest, bool) {
    let path = request.path();
    if base.is_empty() || matches!(path, "/healthz" | "/readyz" | "/metrics") {
        return (request, true);
    }
    let Some(rest) = path.strip_prefix(base).filter(|rest| rest.starts_with('/')) else { return (request, false) };
    let rest = rest.to_owned();
    match with_path(request, &rest) {
        Ok(request) => (request, true),
        Err(request) => (request, false),
    }
}

/// The request with another path and the same query; as it was if that is none.
fn with_path(mut request: ServiceRequest, path: &str) -> Result<ServiceRequest, ServiceRequest> {
    let path = match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let Ok(uri) = Uri::try_from(path) else { return Err(request) };
    request.match_info_mut().get_mut().update(&uri);
    request.head_mut().uri = uri;
    Ok(request)
}
