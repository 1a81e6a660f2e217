//! Requests that no browser makes, written to the socket byte by byte: other forms of the target, and heads and bodies
//! that are refused before a request is one.

use std::io::Write;

use bond::store::roles::USERS;
use serde_json::json;

use super::TestApp;
use super::network::{connected, rest};

/// All that the server answers on a connection of its own.
fn asked(app: &TestApp, bytes: &[u8]) -> String {
    let mut stream = connected(app);
    // Of a request that is refused early the rest may not be read.
    let _ = stream.write_all(bytes);
    rest(&mut stream)
}

/// The answer to a request without a body, which has these further headers.
fn answer(app: &TestApp, line: &str, headers: &[(&str, &str)]) -> String {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    asked(app, format!("{line}\r\n{headers}Connection: close\r\n\r\n").as_bytes())
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_else(|| panic!("{answer:?} is no answer"))
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    let pairs = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    pairs.into_iter().find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
}

#[test]
fn an_address_as_target_must_be_that_of_the_host_header() {
    let app = TestApp::new();
    let authorization = format!("Bearer {}", app.signed_in("ann", USERS));
    let ask = |line: &str, host: Option<&str>| {
        let mut headers = vec![("Authorization", authorization.as_str())];
        headers.extend(host.map(|host| ("Host", host)));
        answer(&app, line, &headers)
    };
    for (line, host) in [
        ("GET http://evil.example/api/v1/program HTTP/1.1", Some("localhost")),
        ("GET http://localhost/api/v1/program HTTP/1.1", Some("evil.example")),
        ("GET http://localhost:81/api/v1/program HTTP/1.1", Some("localhost:80")),
        ("GET http://ann@localhost/api/v1/program HTTP/1.1", Some("localhost")),
        ("GET http://evil.example/api/v1/program HTTP/1.0", None),
        ("GET http://localhost/api/v1/program HTTP/1.0", None),
        ("GET ftp://localhost/api/v1/program HTTP/1.1", Some("localhost")),
        ("GET http://evil.example/metrics HTTP/1.1", Some("localhost")),
        ("GET localhost HTTP/1.1", Some("localhost")),
        ("CONNECT localhost:80 HTTP/1.1", Some("localhost:80")),
        ("OPTIONS * HTTP/1.1", Some("localhost")),
    ] {
        let answer = ask(line, host);
        assert_eq!(status(&answer), "400", "{line} {host:?}: {answer}");
        assert!(answer.contains("\"error\":\"invalid_request\""), "{answer}");
        assert!(header(&answer, "x-request-id").is_some_and(|id| id.len() == 16), "{answer}");
        assert!(header(&answer, "content-security-policy").is_some(), "{answer}");
        assert!(!answer.contains("bond_") && !answer.contains("evil"), "{answer}");
    }
    for (line, host, wanted) in [
        ("GET http://localhost/api/v1/program HTTP/1.1", "localhost", "200"),
        ("GET HTTP://LocalHost:8080/api/v1/program HTTP/1.1", "localhost:8080", "200"),
        ("GET https://127.0.0.1/api/v1/program?x=1 HTTP/1.1", "127.0.0.1", "200"),
        ("GET http://localhost?x=1 HTTP/1.1", "localhost", "200"),
        ("GET http://evil.example/api/v1/program HTTP/1.1", "evil.example", "421"),
        ("GET /api/v1/program HTTP/1.1", "evil.example", "421"),
    ] {
        let answer = ask(line, Some(host));
        assert_eq!(status(&answer), wanted, "{line} {host}: {answer}");
    }
    let answer = answer(&app, "GET http://localhost/%61pi/v1/program HTTP/1.1", &[("Host", "localhost")]);
    assert_eq!((status(&answer), header(&answer, "cache-control")), ("401", Some("no-store")), "{answer}");
    // What is counted and logged is the path, whoever's address it is said to be of.
    let page = app.get("/metrics").send().text;
    for status in ["200", "400", "401", "421"] {
        let series = format!("{{method=\"GET\",route=\"/api/v1/program\",status=\"{status}\"}}");
        assert!(page.contains(&series), "{series}: {page}");
    }
    assert!(!page.contains("evil") && !page.contains("localhost"), "{page}");
}

#[test]
fn an_address_as_target_evades_no_origin_check_and_no_limit() {
    let app = TestApp::new();
    let post = |target: &str, origin: &str, size: usize| {
        let body = json!({"grant_type": "password", "username": "x".repeat(size), "password": "y"}).to_string();
        let head = format!(
            "POST {target} HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        status(&asked(&app, &[head.as_bytes(), body.as_bytes()].concat())).to_owned()
    };
    let own = "http://localhost/api/auth/login";
    assert_eq!(post(own, "http://localhost", 10), "401");
    assert_eq!(post(own, "http://localhost", 8_200), "413");
    assert_eq!(post(own, "http://evil.example", 10), "403");
    for origin in ["http://evil.example", "http://localhost"] {
        assert_eq!(post("http://evil.example/api/auth/login", origin, 10), "400", "{origin}");
    }
}

#[test]
fn an_address_as_target_is_below_the_base_path_too() {
    let app = TestApp::with(|config| config.base_path = "/bond".to_owned());
    let ask = |target: &str| answer(&app, &format!("GET {target} HTTP/1.1"), &[("Host", "localhost")]);
    for target in ["http://localhost/api/v1/program", "http://localhost", "http://localhost/%62onded/api/v1/program"] {
        let answer = ask(target);
        assert_eq!((status(&answer), header(&answer, "location")), ("308", Some("/bond/")), "{target}: {answer}");
    }
    for target in ["http://localhost/bond/api/v1/program", "http://localhost/%62ond/%61pi/v1/program"] {
        let answer = ask(target);
        assert_eq!(
            (status(&answer), header(&answer, "cache-control")),
            ("401", Some("no-store")),
            "{target}: {answer}"
        );
    }
    assert_eq!(status(&ask("http://evil.example/bond/api/v1/program")), "400");
}

/// A word that no answer may repeat.
const MARK: &str = "squeamish";

#[test]
fn what_is_no_request_gets_an_empty_answer_that_tells_nothing() {
    let app = TestApp::new();
    let long = "x".repeat(70_000);
    let many: String = (0..120).map(|number| format!("X-{number}: {MARK}\r\n")).collect();
    let head = format!("GET /{MARK} HTTP/1.1\r\nHost: localhost\r\n");
    let post = format!("POST /{MARK} HTTP/1.1\r\nHost: localhost\r\n");
    for (wanted, request) in [
        ("400", format!("{MARK}\r\n\r\n")),
        ("400", format!("GET /{MARK} HTTP/9.9\r\nHost: localhost\r\n\r\n")),
        ("400", format!("GET /{MARK}\0 HTTP/1.1\r\nHost: localhost\r\n\r\n")),
        ("400", format!("GET {MARK}/x HTTP/1.1\r\nHost: localhost\r\n\r\n")),
        ("400", format!("GET /{MARK}?{long} HTTP/1.1\r\nHost: localhost\r\n\r\n")),
        ("400", format!("GET /{MARK} HTTP/1.1\r\n\r\n")),
        ("400", format!("{head}Host: {MARK}.example\r\n\r\n")),
        ("400", format!("{head} {MARK}: folded\r\n\r\n")),
        ("431", format!("{head}{many}\r\n")),
        ("431", format!("{head}X: {long}{long}\r\n\r\n")),
        ("400", format!("{post}Content-Length: +1\r\n\r\nx")),
        ("400", format!("{post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx")),
        ("400", format!("{post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")),
        ("400", format!("{post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")),
    ] {
        let answer = asked(&app, request.as_bytes());
        assert_eq!(status(&answer), wanted, "{request:.80?}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let mut names: Vec<&str> = head.lines().skip(1).filter_map(|line| line.split(':').next()).collect();
        names.sort_unstable();
        assert_eq!((names.as_slice(), body), (&["connection", "content-length", "date"][..], ""), "{request:.80?}");
        assert!(!answer.contains(MARK), "{answer}");
    }
    assert_eq!(app.get("/healthz").send().status, 200);
}

#[test]
fn a_broken_body_gets_one_answer_of_bond_itself() {
    let app = TestApp::new();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n";
    for body in [format!("{MARK}\r\n"), format!("5\r\n{{\"use\r\n{MARK}\r\n"), "f".repeat(18) + "\r\n"] {
        let answer = asked(&app, format!("{head}{body}").as_bytes());
        assert_eq!((status(&answer), answer.matches("HTTP/1.1 ").count()), ("400", 1), "{body:?}: {answer}");
        for name in ["x-request-id", "content-security-policy", "x-content-type-options"] {
            assert!(header(&answer, name).is_some(), "{name}: {answer}");
        }
        assert_eq!(header(&answer, "cache-control"), Some("no-store"));
        assert!(answer.contains("The body could not be read.") && !answer.contains(MARK), "{answer}");
    }
}
