//! Requests of a program on this machine. A handler that takes [`Local`] as an argument answers no others.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};

use crate::auth::csrf;
use crate::error::ApiError;

/// A request that came from this machine itself and did not pass a proxy.
#[derive(Clone, Copy, Debug)]
pub struct Local;

/// The headers in which a proxy says for whom it asks. The requests of a proxy on this machine come from here, too.
const OF_PROXIES: [&str; 6] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

impl FromRequest for Local {
    type Error = ApiError;
    type Future = Ready<Result<Local, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let is_near = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
        let passed_proxy = OF_PROXIES.iter().any(|name| request.headers().contains_key(*name));
        // The name that the client used. It is another name if the request came through a proxy without such headers,
        // or from a page whose own name points to this machine (DNS rebinding).
        let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
        ready(if is_near && !passed_proxy && host.is_none_or(is_this_machine) {
            Ok(Local)
        } else {
            Err(ApiError::forbidden("This is for programs on the same machine, without a proxy in between."))
        })
    }
}

/// Whether the value of a Host header is localhost or a loopback address.
fn is_this_machine(host: &str) -> bool {
    let name = name_of(host);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether the value of a Host header is an IP address or localhost.
pub fn is_address_or_localhost(host: &str) -> bool {
    let name = name_of(host);
    name.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// The value of a Host header without its port and brackets; empty if it has another form.
pub fn name_of(host: &str) -> &str {
    let name = csrf::host_name(host).unwrap_or_default();
    name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn is_accepted(peer: &str, headers: &[(&'static str, &'static str)]) -> bool {
        let mut request = TestRequest::default().peer_addr(peer.parse().expect("an address"));
        for header in headers {
            request = request.insert_header(*header);
        }
        Local::from_request(&request.to_http_request(), &mut Payload::None).into_inner().is_ok()
    }

    #[test]
    fn only_direct_requests_of_this_machine_are_accepted() {
        for peer in ["127.0.0.1:9", "127.1.2.3:9", "[::1]:9", "[::ffff:127.0.0.1]:9"] {
            assert!(is_accepted(peer, &[]), "{peer}");
            assert!(is_accepted(peer, &[("host", "localhost:8080")]), "{peer}");
        }
        for peer in ["10.0.0.7:9", "[fe80::1]:9", "[::ffff:10.0.0.7]:9", "0.0.0.0:9"] {
            assert!(!is_accepted(peer, &[]), "{peer}");
        }
        for name in OF_PROXIES {
            assert!(!is_accepted("127.0.0.1:9", &[(name, "")]), "{name}");
        }
        for host in ["rebound.example:8080", "10.0.0.7", "[fe80::1]:8080", "[::1].evil", "localhost:80.evil", ""] {
            assert!(!is_accepted("127.0.0.1:9", &[("host", host)]), "{host}");
        }
        assert!(is_accepted("127.0.0.1:9", &[("host", "[::1]:8080")]));
    }
}
