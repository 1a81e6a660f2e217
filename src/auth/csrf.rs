//! Protection against request forgery: cookie `XSRF-TOKEN`, header `X-XSRF-TOKEN`, bound to the session by an HMAC.
//!
//! Except on GET and HEAD: a foreign Sec-Fetch-Site or Origin is refused; if the cookie is present the header must
//! match it; for a session the cookie must be that session's. A request with neither cookie nor Origin comes from a
//! script that has a token, and passes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::hs256::HmacKey;

/// The cookie's name.
pub const COOKIE: &str = "XSRF-TOKEN";
/// The header's name.
pub const HEADER: &str = "x-xsrf-token";

/// Binds cookies to sessions, and browsers to logins.
pub struct Key(HmacKey);

/// The headers of a request that show its origin; None for a missing header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    /// The Sec-Fetch-Site header.
    pub fetch_site: Option<&'a str>,
    /// The Origin header.
    pub origin: Option<&'a str>,
    /// The Host header.
    pub host: Option<&'a str>,
    /// The scheme of the page's own address; None if a proxy may have changed it.
    pub scheme: Option<&'a str>,
    /// The cookie.
    pub cookie: Option<&'a str>,
    /// The header that repeats the cookie.
    pub header: Option<&'a str>,
}

/// Why a request is taken for a forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forged {
    /// The browser says that another site made it.
    #[error("The request was made by another site.")]
    Foreign,
    /// The header does not repeat the cookie.
    #[error("The X-XSRF-TOKEN header does not match the XSRF-TOKEN cookie.")]
    Mismatch,
    /// The cookie is not this session's.
    #[error("The XSRF-TOKEN cookie is not this session's.")]
    NotThisSession,
}

impl Key {
    /// From the install's random key.
    pub fn new(key: [u8; 32]) -> Key {
        Key(HmacKey::new(&key))
    }

    /// The cookie's value for a session.
    pub fn cookie_of(&self, session_id: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.0.sign(&message(session_id)))
    }

    /// The code with which a browser proves that it has signed in with a login before.
    pub fn code_of_browser(&self, browser: &str, login_key: &str) -> [u8; 32] {
        self.0.sign(&browser_message(browser, login_key))
    }

    /// Whether this is the code of a browser and a login.
    pub fn is_code_of_browser(&self, code: &[u8], browser: &str, login_key: &str) -> bool {
        self.0.verify(&browser_message(browser, login_key), code)
    }

    fn is_cookie_of(&self, cookie: &str, session_id: &str) -> bool {
        URL_SAFE_NO_PAD.decode(cookie).is_ok_and(|code| self.0.verify(&message(session_id), &code))
    }
}

/// Whether a changing request may act for this session, with a cookie of one of these keys. Call it after
/// [`check_origin`].
pub fn check_session<'k>(
    mut keys: impl Iterator<Item = &'k Key>,
    evidence: &Evidence<'_>,
    session_id: &str,
) -> Result<(), Forged> {
    match (evidence.cookie, evidence.origin) {
        (Some(cookie), _) if keys.any(|key| key.is_cookie_of(cookie, session_id)) => Ok(()),
        (None, None) => Ok(()),
        _ => Err(Forged::NotThisSession),
    }
}

fn message(session_id: &str) -> Vec<u8> {
    [b"bond-csrf-v1\0", session_id.as_bytes()].concat()
}

fn browser_message(browser: &str, login_key: &str) -> Vec<u8> {
    [b"bond-browser-v1\0", browser.as_bytes(), b"\0", login_key.as_bytes()].concat()
}

/// The scheme, name and authority (name and port) of the Origin of a web page; None of anything else.
fn origin_parts(origin: &str) -> Option<(&str, &str, &str)> {
    let (scheme, authority) = origin.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let name = host_name(authority).filter(|name| is_web && !name.is_empty())?;
    Some((scheme, name, authority))
}

/// A name and port without the port that a scheme has anyway.
fn without_default_port<'a>(authority: &'a str, scheme: &str) -> &'a str {
    let port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    authority.strip_suffix(port).unwrap_or(authority)
}

/// The name in a host with or without a port; an IPv6 address is in brackets there and here. None if it has another form.
pub fn host_name(host: &str) -> Option<&str> {
    let end = if host.starts_with('[') { host.find(']')? + 1 } else { host.find(':').unwrap_or(host.len()) };
    let (name, port) = host.split_at(end);
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let has_port = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"/\\@?#%".contains(&byte);
    (has_port && name.bytes().all(is_plain)).then_some(name)
}

/// Whether a changing request may come from this origin, whatever its session.
///
/// `own_hosts` are further names of this server, in addition to the one in the Host header.
pub fn check_origin(evidence: &Evidence<'_>, own_hosts: &[String]) -> Result<(), Forged> {
    if evidence.fetch_site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(Forged::Foreign);
    }
    if let Some(origin) = evidence.origin {
        let is_own = origin_parts(origin).is_some_and(|(scheme, name, authority)| {
            let authority = without_default_port(authority, scheme);
            let is_of_scheme = evidence.scheme.is_none_or(|own| own.eq_ignore_ascii_case(scheme));
            let is_host =
                evidence.host.is_some_and(|host| without_default_port(host, scheme).eq_ignore_ascii_case(authority));
            // A proxy may forward another Host than the browser sent. Of one that is not known, the port is not either.
            let is_own_name = own_hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
                && (evidence.scheme.is_none() || authority == name);
            is_of_scheme && (is_host || is_own_name)
        });
        if !is_own {
            return Err(Forged::Foreign);
        }
    }
    match (evidence.cookie, evidence.header) {
        // Both come from the request, so comparing them reveals no secret.
        (Some(cookie), Some(header)) if cookie == header => Ok(()),
        (Some(_), _) => Err(Forged::Mismatch),
        (None, _) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: &Key, evidence: &Evidence<'_>, session_id: &str) -> Result<(), Forged> {
        check_session([key].into_iter(), evidence, session_id)
    }

    const SCRIPT: Evidence<'_> =
        Evidence { fetch_site: None, origin: None, host: Some("bond:8080"), scheme: None, cookie: None, header: None };

    #[test]
    fn a_known_scheme_and_the_port_must_be_the_pages_own() {
        let own = ["bond.example".to_owned()];
        let check = |scheme, host, origin| {
            check_origin(&Evidence { scheme, host: Some(host), origin: Some(origin), ..SCRIPT }, &own)
        };
        let https = Some("https");
        for (scheme, host, origin) in [
            (https, "10.0.0.7:8443", "https://10.0.0.7:8443"),
            (https, "bond.lan:443", "https://bond.lan"),
            (https, "127.0.0.1:8080", "https://bond.example"),
            (https, "127.0.0.1:8080", "https://bond.example:443"),
            (Some("http"), "bond.lan:80", "http://bond.lan"),
            (None, "127.0.0.1:8080", "https://bond.example:8443"),
        ] {
            assert_eq!(check(scheme, host, origin), Ok(()), "{scheme:?} {host} {origin}");
        }
        for (scheme, host, origin) in [
            (https, "bond.lan", "http://bond.lan"),
            (https, "bond.lan", "https://bond.lan:8443"),
            (https, "127.0.0.1:8080", "http://bond.example"),
            (https, "127.0.0.1:8080", "https://bond.example:8443"),
            (Some("http"), "bond.lan", "https://bond.lan"),
        ] {
            assert_eq!(check(scheme, host, origin), Err(Forged::Foreign), "{scheme:?} {host} {origin}");
        }
    }

    #[test]
    fn a_script_without_cookie_and_origin_passes() {
        assert_eq!(check_origin(&SCRIPT, &[]), Ok(()));
        assert_eq!(check(&Key::new([1; 32]), &SCRIPT, "s"), Ok(()));
    }

    #[test]
    fn the_page_passes_with_its_sessions_cookie_repeated() {
        let key = Key::new([1; 32]);
        let cookie = key.cookie_of("s");
        let page = Evidence {
            fetch_site: Some("same-origin"),
            origin: Some("http://bond:8080"),
            cookie: Some(&cookie),
            header: Some(&cookie),
            ..SCRIPT
        };
        assert_eq!(check_origin(&page, &[]), Ok(()));
        assert_eq!(check(&key, &page, "s"), Ok(()));
        assert_eq!(check(&key, &page, "t"), Err(Forged::NotThisSession));
        assert_eq!(check(&Key::new([2; 32]), &page, "s"), Err(Forged::NotThisSession));
        assert_eq!(check_session([&Key::new([2; 32]), &key].into_iter(), &page, "s"), Ok(()), "an earlier key");
    }

    #[test]
    fn another_site_is_refused() {
        for fetch_site in ["cross-site", "same-site", "anything"] {
            let evidence = Evidence { fetch_site: Some(fetch_site), ..SCRIPT };
            assert_eq!(check_origin(&evidence, &[]), Err(Forged::Foreign), "{fetch_site}");
        }
        for origin in [
            "http://evil",
            "http://bond:8081",
            "http://bond",
            "null",
            "",
            "http://bond:8080.evil",
            "ftp://bond:8080",
            "bond:8080",
            "http://bond:8080@evil",
            "http://bond:8080/",
        ] {
            let evidence = Evidence { origin: Some(origin), ..SCRIPT };
            assert_eq!(check_origin(&evidence, &[]), Err(Forged::Foreign), "{origin}");
        }
        let without_host = Evidence { origin: Some("http://"), host: Some(""), ..SCRIPT };
        assert_eq!(check_origin(&without_host, &[]), Err(Forged::Foreign));
    }

    #[test]
    fn an_allowed_host_is_the_same_site() {
        let evidence = Evidence { origin: Some("https://Bond.example"), ..SCRIPT };
        let own = ["bond.example".to_owned()];
        assert_eq!(check_origin(&evidence, &own), Ok(()));
        for origin in [
            "https://bond.example:x@evil",
            "https://bond.example:443.evil",
            "https://bond.example:443:evil",
            "file://bond.example",
        ] {
            let evidence = Evidence { origin: Some(origin), ..SCRIPT };
            assert_eq!(check_origin(&evidence, &own), Err(Forged::Foreign), "{origin}");
        }
    }

    #[test]
    fn a_host_is_a_name_and_a_port() {
        for (host, name) in [
            ("bond", Some("bond")),
            ("bond:8080", Some("bond")),
            ("bond:", Some("bond")),
            ("[::1]:8080", Some("[::1]")),
            ("[::1]", Some("[::1]")),
            ("", Some("")),
            ("[::1", None),
            ("[::1]evil", None),
            ("bond:80:evil", None),
            ("bond@evil", None),
            ("bond evil", None),
            ("::1", None),
        ] {
            assert_eq!(host_name(host), name, "{host}");
        }
    }

    #[test]
    fn a_cookie_must_be_repeated_in_the_header() {
        let alone = Evidence { cookie: Some("a"), ..SCRIPT };
        assert_eq!(check_origin(&alone, &[]), Err(Forged::Mismatch));
        assert_eq!(check_origin(&Evidence { header: Some("b"), ..alone }, &[]), Err(Forged::Mismatch));
        assert_eq!(check_origin(&Evidence { header: Some("a"), ..alone }, &[]), Ok(()));
    }

    #[test]
    fn a_browser_without_the_cookie_cannot_act_for_a_session() {
        let evidence = Evidence { origin: Some("http://bond:8080"), ..SCRIPT };
        assert_eq!(check(&Key::new([1; 32]), &evidence, "s"), Err(Forged::NotThisSession));
    }
}
