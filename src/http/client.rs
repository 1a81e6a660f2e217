//! Where a request comes from: what the connection says, and what a proxy in front adds to it if it is trusted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, web};
use ipnet::IpNet;

use super::user_agent::device_of;
use crate::app::App;
use crate::auth::sign_in::Caller;
use crate::error::ApiError;
use crate::random::{is_random_id, random_id};

/// The browser or program that made a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub address: IpAddr,
    /// Whether it used HTTPS; None if a proxy that is not known may be in between.
    pub is_https: Option<bool>,
}

impl Client {
    /// The client of a request.
    pub fn of(request: &HttpRequest) -> Client {
        let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
        let Ok(app) = app_of(request) else { return Client { address: peer, is_https: None } };
        let of_proxy = of_proxy(peer, request.headers(), &app.config.trusted_proxies);
        if app.config.has_tls() { Client { is_https: Some(true), ..of_proxy } } else { of_proxy }
    }

    /// The scheme of its address of the page, if it is known.
    pub fn scheme(self) -> Option<&'static str> {
        self.is_https.map(|is_https| if is_https { "https" } else { "http" })
    }
}

/// The state that handlers work with.
pub fn app_of(request: &HttpRequest) -> Result<&web::Data<App>, ApiError> {
    request.app_data::<web::Data<App>>().ok_or_else(|| ApiError::internal(&"a handler ran without the app's state"))
}

/// Refuses requests that bypass the proxy that has the TLS: passwords and figures would cross the network unencrypted.
/// It lets the checks of this machine's own monitoring pass, which have nothing to hide.
///
/// # Errors
/// 403.
pub fn require_proxy(app: Option<&web::Data<App>>, peer: Option<SocketAddr>, path: &str) -> Result<(), ApiError> {
    const CHECKS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
    let (Some(app), Some(peer)) = (app, peer.map(|peer| peer.ip())) else { return Ok(()) };
    let is_own_check = peer.to_canonical().is_loopback() && CHECKS.contains(&path);
    if is_own_check || app.config.admits(peer) {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "This server takes unencrypted requests only from its proxy (setting trusted_proxies). Use the https address of the proxy.",
    ))
}

/// The right-most address of X-Forwarded-For that is not a trusted proxy's: each proxy adds the address it was called
/// from, and addresses to the left of an unknown one may be invented.
fn of_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Client {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    if trusted.is_empty() {
        return Client { address: peer, is_https: None };
    }
    if !is_trusted(peer) {
        return Client { address: peer, is_https: Some(false) };
    }
    let all: Vec<&str> = headers.get_all("x-forwarded-for").filter_map(|value| value.to_str().ok()).collect();
    let mut address = peer;
    for hop in all.iter().flat_map(|value| value.split(',')).rev() {
        let Some(known) = hop_address(hop.trim()) else { break };
        address = known;
        if !is_trusted(known) {
            break;
        }
    }
    let schemes = headers.get_all("x-forwarded-proto").filter_map(|value| value.to_str().ok()).next_back();
    let scheme = schemes.and_then(|value| value.rsplit(',').next()).map(str::trim);
    Client { address, is_https: scheme.map(|scheme| scheme.eq_ignore_ascii_case("https")) }
}

/// An address, with or without a port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let address = bare.unwrap_or(hop).parse().ok();
    let address = address.or_else(|| hop.parse::<std::net::SocketAddr>().ok().map(|with_port| with_port.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// The address of the client of a request.
pub fn address(request: &HttpRequest) -> IpAddr {
    Client::of(request).address
}

/// Identifies a browser; hidden from the page's scripts and sent to the routes of sessions only.
pub const BROWSER_COOKIE: &str = "bond_browser";

/// Names the logins that have signed in in a browser; hidden from the page's scripts and sent to the routes of sessions
/// only.
pub const KNOWN_COOKIE: &str = "bond_known";

/// What a request says of its browser.
pub struct Browser {
    /// From its cookie, or new.
    pub id: String,
    known: String,
    device: String,
}

/// The browser of a request.
pub fn browser_of(request: &HttpRequest) -> Browser {
    let cookie = |name| request.cookie(name).map(|cookie| cookie.value().to_owned());
    let id = cookie(BROWSER_COOKIE).filter(|value| is_random_id(value)).unwrap_or_else(random_id);
    Browser { id, known: cookie(KNOWN_COOKIE).unwrap_or_default(), device: device_of(request) }
}

impl Browser {
    /// Who signs in from it.
    pub fn caller<'a>(&'a self, app: &App, request: &'a HttpRequest) -> Caller<'a> {
        Caller {
            address: address(request),
            browser: &self.id,
            known: &self.known,
            device: &self.device,
            earlier_token: bearer_token(request.headers()),
            now: app.clock.now(),
        }
    }
}

/// The token of the Authorization header.
pub fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client(peer: &str, headers: &[(&'static str, &'static str)]) -> Client {
        let mut request = TestRequest::default();
        for header in headers {
            request = request.append_header(*header);
        }
        let trusted = ["10.0.0.0/24", "127.0.0.1/32"].map(|net| net.parse().expect("a network"));
        of_proxy(peer.parse().expect("an address"), request.to_http_request().headers(), &trusted)
    }

    fn address(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        client(peer, headers).address.to_string()
    }

    #[test]
    fn only_trusted_proxies_say_for_whom_they_ask() {
        let of = "x-forwarded-for";
        assert_eq!(address("192.0.2.1", &[(of, "203.0.113.9")]), "192.0.2.1", "it is no proxy");
        assert_eq!(address("10.0.0.5", &[(of, "203.0.113.9")]), "203.0.113.9");
        assert_eq!(address("10.0.0.5", &[(of, "1.1.1.1, 203.0.113.9, 10.0.0.7")]), "203.0.113.9");
        assert_eq!(address("10.0.0.5", &[(of, "1.1.1.1"), (of, "203.0.113.9")]), "203.0.113.9");
        assert_eq!(address("127.0.0.1", &[(of, "[2001:db8::1]:443")]), "2001:db8::1");
        assert_eq!(address("127.0.0.1", &[(of, "::ffff:203.0.113.9")]), "203.0.113.9");
        assert_eq!(address("10.0.0.5", &[(of, "203.0.113.9:80, unknown")]), "10.0.0.5", "what is before is not known");
        assert_eq!(address("10.0.0.5", &[(of, "10.0.0.6")]), "10.0.0.6");
        assert_eq!(address("10.0.0.5", &[]), "10.0.0.5");
    }

    #[test]
    fn only_trusted_proxies_say_how_they_were_asked() {
        let by = "x-forwarded-proto";
        assert_eq!(client("10.0.0.5", &[(by, "https")]).is_https, Some(true));
        assert_eq!(client("10.0.0.5", &[(by, "https"), (by, "http")]).is_https, Some(false));
        assert_eq!(client("10.0.0.5", &[]).is_https, None);
        assert_eq!(client("192.0.2.1", &[(by, "https")]).is_https, Some(false));
        assert_eq!(of_proxy(Ipv4Addr::LOCALHOST.into(), &HeaderMap::new(), &[]).is_https, None);
    }
}
