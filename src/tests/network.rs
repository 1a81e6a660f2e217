//! The limits of the network against a running server: connections, slow clients, bodies; proxies, base path, TLS.
//! `TEST_ROUNDS` sets how many clients of each kind are slow (8 unless given).

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bond::config::OwnTls;
use bond::store::roles::USERS;
use serde_json::json;

use super::command_line::{PASSWORD, Serving, add_user, bond, captured, run};
use super::{TestApp, setting};

fn address(app: &TestApp) -> SocketAddr {
    app.origin().trim_start_matches("http://").parse().expect("an address")
}

pub(super) fn connected(app: &TestApp) -> TcpStream {
    let stream = TcpStream::connect(address(app)).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    stream
}

/// All that the server sends until it closes the connection. A reset is an end, too.
pub(super) fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(&part[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}; so far {}", String::from_utf8_lossy(&bytes)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_served(stream: &mut TcpStream) -> bool {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let mut part = [0; 1024];
    let read = stream.read(&mut part).unwrap_or(0);
    String::from_utf8_lossy(&part[..read]).starts_with("HTTP/1.1 200")
}

/// Waits for a place: the server notices a closed connection a moment later.
fn until_served(app: &TestApp) {
    let started = Instant::now();
    while !is_served(&mut connected(app)) {
        assert!(started.elapsed() < Duration::from_secs(30), "there is room again");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn connections_beyond_the_limit_are_answered_with_503() {
    let app = TestApp::with(|config| config.connections = 16);
    let mut held: Vec<_> = (0..16).map(|_| connected(&app)).collect();
    assert!(held.iter_mut().all(is_served));
    let mut refused = connected(&app);
    refused.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let answer = rest(&mut refused);
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("Retry-After: 5"), "{answer}");
    drop(held);
    until_served(&app);
    let figures = app.get("/metrics").send().text;
    assert!(figures.lines().any(|line| line == "bond_connections_refused_total 1"), "{figures}");
}

#[test]
fn one_address_has_so_many_connections_and_no_more() {
    let app = TestApp::with(|config| {
        config.address_connections = 4;
        config.unlimited_addresses = Vec::new();
    });
    let mut held: Vec<_> = (0..4).map(|_| connected(&app)).collect();
    assert!(held.iter_mut().all(is_served));
    assert!(rest(&mut connected(&app)).starts_with("HTTP/1.1 503"));
    drop(held);
    until_served(&app);
}

#[test]
fn slow_clients_are_cut_while_others_are_served() {
    let clients = setting("TEST_ROUNDS", 8);
    let app = TestApp::with(|config| {
        config.request_seconds = 1;
        config.stalled_seconds = 1;
        config.connections = 4_000;
    });
    let token = app.signed_in("ann", USERS);
    let (mut heads, mut bodies, mut readers) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..clients {
        let mut head = connected(&app);
        head.write_all(b"GET /healthz HTTP/1.1\r\nHost: loc").expect("sent");
        heads.push(head);
        let mut body = connected(&app);
        body.write_all(
            b"POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"us",
        )
        .expect("sent");
        bodies.push(body);
    }
    // Answers that are larger than what the system buffers, and nobody reads them.
    for _ in 0..clients.div_ceil(3) {
        let mut reader = connected(&app);
        let asked =
            format!("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
        reader.write_all(asked.repeat(40).as_bytes()).expect("sent");
        readers.push(reader);
    }
    let mut longest = Duration::ZERO;
    for _ in 0..20 {
        let started = Instant::now();
        assert_eq!(app.get("/api/v1/program").bearer(&token).send().status, 200);
        longest = longest.max(started.elapsed());
    }
    for stream in &mut heads {
        let answer = rest(stream);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    for stream in &mut bodies {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    let open = |app: &TestApp| {
        let figures = app.get("/metrics").send().text;
        let line = figures.lines().find_map(|line| line.strip_prefix("bond_connections_open "));
        line.expect("there").parse::<u64>().expect("a number")
    };
    let started = Instant::now();
    // The connections of the test itself stay.
    while open(&app) > 3 {
        assert!(started.elapsed() < Duration::from_secs(60), "{} connections stay open", open(&app));
        std::thread::sleep(Duration::from_millis(50));
    }
    println!(
        "PASS slow clients: {clients} slow heads, {clients} slow bodies, {} slow readers cut; slowest call of another {:.0} ms",
        readers.len(),
        longest.as_secs_f64() * 1e3
    );
}

#[test]
fn an_upload_must_keep_a_pace() {
    let app = TestApp::with(|config| config.stalled_seconds = 1);
    let token = app.signed_in("ann", "ROLE_ADMIN");
    let mut upload = connected(&app);
    let head = format!(
        "POST /api/v1/admin/loads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n\
         --b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"logins.csv\"\r\n\r\nmember_id"
    );
    upload.write_all(head.as_bytes()).expect("sent");
    let answer = rest(&mut upload);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn bodies_have_a_limit_that_is_smaller_before_signing_in() {
    let app = TestApp::with(|config| config.body_bytes = 20_000);
    let token = app.signed_in("ann", USERS);
    let login = |size: usize| {
        let body = json!({"grant_type": "password", "username": "x".repeat(size), "password": "y"});
        app.post("/api/auth/login").json(&body).send().status
    };
    assert_eq!((login(8_000), login(8_200)), (401, 413));
    let call = |size: usize| {
        let body = json!({"endDate": "2025-01-01", "startDate": "2025-01-01", "unknown": "x".repeat(size)});
        app.post("/api/v1/bond/score").bearer(&token).json(&body).send().status
    };
    assert_ne!(call(19_000), 413);
    assert_eq!(call(20_000), 413);
}

#[test]
fn behind_a_trusted_proxy_the_client_is_known_and_cookies_are_secure() {
    let app = TestApp::with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")]);
    let password = app.add_user("ann", USERS);
    let body = json!({"grant_type": "password", "username": "ann", "password": password});
    let by = |proto: &str, origin: &str| {
        let call = app.post("/api/auth/login").header("x-forwarded-for", "198.51.100.7, 203.0.113.9");
        call.header("x-forwarded-proto", proto).header("host", "bond.lan").header("origin", origin).json(&body).send()
    };
    let answer = by("https", "https://bond.lan");
    assert_eq!(answer.status, 200, "{}", answer.text);
    for name in ["XSRF-TOKEN", "bond_browser"] {
        assert!(answer.set_cookie(name).expect("set").contains("Secure"), "{name}");
    }
    assert_eq!(by("https", "http://bond.lan").status, 403, "another scheme is another page");
    assert_eq!(by("https", "https://bond.lan:8443").status, 403, "another port, too");
    let plain = by("http", "http://bond.lan");
    assert!(plain.status == 200 && !plain.set_cookie("XSRF-TOKEN").expect("set").contains("Secure"));
    // Whoever guesses is blocked by the address that the proxy names, and nobody else with it.
    let guess = |client: &str| {
        let wrong = json!({"grant_type": "password", "username": "nobody", "password": "wrong password"});
        app.post("/api/auth/login").header("x-forwarded-for", client).json(&wrong).send().json()["error_description"]
            .clone()
    };
    let blocked = (0..200).any(|_| guess("192.0.2.66") == "blocked");
    assert!(blocked && guess("192.0.2.67") != "blocked");
}

/// A proxy has the TLS. Whoever comes past it would send passwords and figures in clear.
#[test]
fn without_tls_of_its_own_only_the_trusted_proxy_is_answered() {
    let behind = |proxy: &str, insecure: bool| {
        TestApp::with(|config| {
            config.trusted_proxies = vec![proxy.parse().expect("a network")];
            config.insecure_http = insecure;
        })
    };
    let app = behind("10.0.0.5/32", false);
    let password = app.add_user("ann", USERS);
    for answer in [app.login("ann", password), app.get("/login").send(), app.get("/api/v1/program").send()] {
        assert_eq!(answer.status, 403, "{}", answer.text);
        assert!(
            answer.text.contains("trusted_proxies") && answer.set_cookie("XSRF-TOKEN").is_none(),
            "{}",
            answer.text
        );
    }
    // A header says nothing: the peer counts.
    let forged = app.get("/api/auth/oidc").header("x-forwarded-for", "10.0.0.5").header("x-forwarded-proto", "https");
    assert_eq!(forged.send().status, 403);
    // What watches the server on its own machine.
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(app.get(path).send().status, 200, "{path}");
    }
    assert_eq!(app.app.auth.passwords.checks(), 0);
    for app in [behind("127.0.0.1/32", false), behind("10.0.0.5/32", true), TestApp::new()] {
        app.add_user("ann", USERS);
        assert_eq!(app.login("ann", password).status, 200);
    }
}

#[test]
fn everything_is_below_the_base_path() {
    let app = TestApp::with(|config| config.base_path = "/bond".to_owned());
    let password = app.add_user("ann", USERS);
    let body = json!({"grant_type": "password", "username": "ann", "password": password});
    let answer = app.post("/bond/api/auth/login").json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.set_cookie("XSRF-TOKEN").expect("set").contains("Path=/bond"), "{:?}", answer.headers);
    assert!(answer.set_cookie("bond_browser").expect("set").contains("Path=/bond/api/auth"));
    let token = answer.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(app.get("/bond/api/v1/program").bearer(&token).send().status, 200);
    assert_eq!(app.get("/bond/api/openapi.json?x=1").bearer(&token).send().status, 200);
    let page = app.get("/bond/user-dashboard").send();
    assert!(page.status == 200 && page.text.contains("content=\"/bond\""), "{}", page.text);
    for path in ["/", "/bond", "/bonded/x", "/api/v1/program"] {
        let answer = app.get(path).send();
        assert_eq!((answer.status, answer.header("location")), (308, "/bond/"), "{path}");
    }
    for path in ["/healthz", "/bond/healthz", "/metrics"] {
        assert_eq!(app.get(path).send().status, 200, "{path}");
    }
}

#[test]
fn beyond_this_machine_it_serves_only_as_the_operator_decides() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    let (code, _, error) = captured(&run(&dir, &["serve", "--listen", "0.0.0.0:0"], ""));
    assert_eq!(code, 2, "{error}");
    for way in ["--tls-cert", "--tls self-signed", "--trusted-proxies", "--insecure-http"] {
        assert!(error.contains(way), "{way}: {error}");
    }
    let (code, _, error) = captured(&run(&dir, &["serve", "--listen", "127.0.0.1:0", "--tls-cert", "cert.pem"], ""));
    assert!(code == 2 && error.contains("belong together"), "{error}");
    let (code, _, error) = captured(&run(
        &dir,
        &["serve", "--listen", "127.0.0.1:0", "--tls-cert", "none.pem", "--tls-key", "none.key"],
        "",
    ));
    assert!(code == 2 && error.contains("none.pem"), "{error}");
    let mut serving = bond(&dir, &["serve", "--listen", "0.0.0.0:0", "--insecure-http"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(serving.stdout.take().expect("piped")), &mut line)
        .expect("a line");
    let _ = serving.kill();
    let _ = serving.wait();
    assert!(line.contains("Bond is ready at http://127.0.0.1:"), "{line}");
}

/// Runs curl, which has to trust the authority. None if there is no curl.
pub(crate) fn curl(words: &[&str], authority: &Path) -> Option<(bool, String)> {
    let output = Command::new("curl")
        .args(["--silent", "--show-error", "--include", "--max-time", "30", "--cacert"])
        .arg(authority)
        .args(words)
        .output()
        .ok()?;
    Some((output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()))
}

#[test]
fn its_own_authority_makes_tls_that_clients_trust() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    let server = Serving::with(&dir, "info", &[("BOND_TLS", "self-signed"), ("BOND_ALLOWED_HOSTS", "bond.lan")]);
    let base = server.base().to_owned();
    assert!(base.starts_with("https://127.0.0.1:"), "{base}");
    let authority = dir.join("tls/authority.pem");
    let url = format!("{base}authority.crt");
    let Some((is_trusted, answer)) = curl(&[&url], &authority) else { return super::skipped("there is no curl") };
    assert!(
        is_trusted && answer.contains("BEGIN CERTIFICATE") && !answer.to_lowercase().contains("strict-transport"),
        "{answer}"
    );
    let port = base.trim_end_matches('/').rsplit(':').next().expect("a port");
    let named = format!("https://bond.lan:{port}/api/auth/login");
    let resolve = format!("bond.lan:{port}:127.0.0.1");
    let body = json!({"grant_type": "password", "username": "ann", "password": PASSWORD}).to_string();
    let words = ["--resolve", &resolve, "--json", &body, &named];
    let (is_trusted, answer) = curl(&words, &authority).expect("curl");
    let lower = answer.to_lowercase();
    assert!(is_trusted && answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(lower.contains("secure") && lower.contains("strict-transport-security: max-age="), "{answer}");
    let forged =
        ["--resolve", &resolve, "--json", &body, "--header", &format!("Origin: http://bond.lan:{port}"), &named];
    assert!(curl(&forged, &authority).expect("curl").1.starts_with("HTTP/1.1 403"));
    assert_eq!(server.stop().0, 0);
}

#[test]
fn a_new_certificate_is_read_on_a_signal_and_a_bad_one_is_not_used() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    let (cert, key) = (parent.path().join("cert.pem"), parent.path().join("key.pem"));
    let write = |name: &str| {
        let pair = rcgen::KeyPair::generate().expect("a key");
        let params = rcgen::CertificateParams::new(vec![name.to_owned(), "127.0.0.1".to_owned()]).expect("names");
        std::fs::write(&cert, params.self_signed(&pair).expect("signed").pem()).expect("written");
        std::fs::write(&key, pair.serialize_pem()).expect("written");
        std::fs::copy(&cert, parent.path().join(name)).expect("copied");
        parent.path().join(name)
    };
    let first = write("first");
    let files = [("BOND_TLS_CERT", cert.to_str().expect("text")), ("BOND_TLS_KEY", key.to_str().expect("text"))];
    let server = Serving::with(&dir, "info", &files);
    let url = format!("{}healthz", server.base());
    let Some((is_trusted, answer)) = curl(&[&url], &first) else { return super::skipped("there is no curl") };
    assert!(is_trusted, "{answer}");
    let second = write("second");
    crate::system::hang_up(server.pid());
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let started = Instant::now();
        while !holds() {
            assert!(started.elapsed() < Duration::from_secs(30), "{what}: {}", server.errors());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until("the second is used", &|| curl(&[&url], &second).expect("curl").0);
    assert!(!curl(&[&url], &first).expect("curl").0);
    // Without a signal, by the change of the file.
    std::fs::write(&key, "nonsense").expect("written");
    until("the refusal is logged", &|| server.errors().contains("is refused; the one in use stays"));
    assert!(curl(&[&url], &second).expect("curl").0);
    assert_eq!(server.stop().0, 0);
}

#[test]
fn own_tls_is_named_as_the_flag_names_it() {
    assert_eq!(serde_json::to_value(OwnTls::SelfSigned).expect("JSON"), "self-signed");
}

#[test]
fn the_limit_of_open_files_is_raised_as_far_as_it_may_be() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let mut command = Command::new("prlimit");
    command.args(["--nofile=300:1500", env!("CARGO_BIN_EXE_bond"), "serve", "--listen", "127.0.0.1:0"]);
    command.env("BOND_DATA_DIR", &data);
    let server = Serving::by(command);
    let address = server.base().trim_start_matches("http://").trim_end_matches('/');
    // More than the limit that it was started with.
    let held: Vec<TcpStream> = (0..600).map(|_| TcpStream::connect(address).expect("connected")).collect();
    assert_eq!(server.get("healthz").0, 200);
    let descriptors = std::fs::read_dir(format!("/proc/{}/fd", server.pid())).expect("read").count();
    assert!(descriptors > held.len(), "{descriptors}");
    assert_eq!(server.stop().0, 0);
}
