//! The browser and system of a request, for a user's list of sessions.

use actix_web::HttpRequest;
use actix_web::http::header;

/// The browsers by what tells them from those that name others too, in this order.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "Python"),
];

const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// Such as `Firefox on Linux`; empty if the User-Agent header names no browser that is known. The header itself is not
/// kept: it may hold anything, and tells more of a person than a list of sessions needs.
pub fn device_of(request: &HttpRequest) -> String {
    let agent = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    device(agent.unwrap_or_default())
}

fn device(agent: &str) -> String {
    let named =
        |known: &[(&str, &'static str)]| known.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    match (named(BROWSERS), named(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_browsers_are_named_and_nothing_else_is_kept() {
        let mozilla = |rest: &str| format!("Mozilla/5.0 ({rest}");
        for (agent, expected) in [
            (mozilla("X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), "Firefox on Linux"),
            (
                mozilla(
                    "Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
                ),
                "Chrome on Windows",
            ),
            (mozilla("Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"), "Edge on Windows"),
            (
                mozilla("Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.5 Safari/605.1.15"),
                "Safari on macOS",
            ),
            (
                mozilla("iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile Safari/604"),
                "Safari on iPhone",
            ),
            (mozilla("Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"), "Chrome on Android"),
            ("curl/8.5.0".to_owned(), "curl"),
            ("<script>alert(1)</script>".to_owned(), ""),
            (String::new(), ""),
        ] {
            assert_eq!(device(&agent), expected, "{agent}");
        }
    }
}
