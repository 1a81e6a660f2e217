//! Random inputs, made by changing good ones: none ends a thread of the server, is answered with an error of the server,
//! or is accepted where only the good one may be.
//!
//! `TEST_ROUNDS` multiplies the inputs (1 unless given), `TEST_SEED` chooses them. Each test prints how many it tried.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bond::auth::csrf::{Evidence, check_origin, host_name};
use bond::auth::sso::{LinkClaims, seal};
use bond::auth::token::Tokens;
use bond::http::route::{Method, Route};
use bond::loads::{self, LoadOptions, NewRequest};
use bond::routes::table::table;
use bond::store::loads::{Kind, Load, Origin};
use bond::store::roles::{ADMIN, USERS};
use bond::warehouse::load::{self, ImportError, ImportOptions};
use bond::warehouse::mapping::Mapping;
use serde_json::{Value, json};

use super::command_line::{Serving, add_user, captured, run};
use super::random::Random;
use super::{Program, TestApp, routes, setting};

/// The random numbers of a test. Tests run in any order, so each has its own.
fn random(test: u64) -> Random {
    Random(setting("TEST_SEED", 1).wrapping_mul(1_000_003).wrapping_add(test))
}

/// How many inputs a test tries that tries this many in a short round.
fn inputs(short: u64) -> u64 {
    short * setting("TEST_ROUNDS", 1)
}

fn passed(what: &str, count: u64) {
    println!("PASS T24 {what}: {count} inputs, seed {}", setting("TEST_SEED", 1));
}

/// What readers of text most often get wrong.
const TOKENS: [&[u8]; 24] = [
    b"\0",
    b"\r",
    b"\n",
    b"\t",
    b" ",
    b"\"",
    b"'",
    b",",
    b";",
    b"=",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\",
    b"/",
    b"-1",
    b"1e999",
    b"99999999999999999999",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"NaN",
    b"%s%n",
];

/// Changes some bytes, in ways that keep most of the form.
fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = |random: &mut Random, end: usize| random.below(end as u64 + 1) as usize;
        let (from, to) = (at(random, bytes.len()), at(random, bytes.len()));
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 40));
        match random.below(8) {
            0 | 1 if from < bytes.len() => bytes[from] ^= 1 << random.below(8),
            2 => drop(bytes.drain(from..to)),
            3 => {
                let part = bytes[from..to].to_vec();
                let to = at(random, bytes.len());
                bytes.splice(to..to, part);
            }
            4 => bytes.truncate(from),
            5 => {
                let part = vec![random.below(256) as u8; random.below(300) as usize];
                bytes.splice(from..from, part);
            }
            _ => {
                let token = TOKENS[random.below(TOKENS.len() as u64) as usize];
                bytes.splice(from..to, token.iter().copied());
            }
        }
    }
    bytes
}

fn mutated_text(text: &str, random: &mut Random) -> String {
    String::from_utf8_lossy(&mutated(text.as_bytes(), random)).into_owned()
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a folder of the repository, by name.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(repository(folder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("read")))
        .collect();
    found.sort();
    found
}

const MAPPED: [&str; 3] = ["data/mappings/email", "data/mappings/ledger", "data/mappings/web"];

#[test]
fn changed_feed_files_are_loaded_or_refused() {
    let mut random = random(1);
    let app = TestApp::new();
    app.import_folder(&repository("data/sample")).expect("the sample loads");
    let version = app.app.warehouse.data_version();
    let feeds: Vec<_> = ["data/sample"].iter().chain(&MAPPED).map(|folder| files(folder)).collect();
    let dir = tempfile::tempdir().expect("a directory");
    let folder = dir.path().join("feed");
    let (count, mut loaded) = (inputs(60), 0);
    for input in 0..count {
        let feed = &feeds[random.below(feeds.len() as u64) as usize];
        let changed = random.below(feed.len() as u64) as usize;
        let bytes = mutated(&feed[changed].1, &mut random);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("made");
        // Of the sample one file alone; the files of a mapping belong together.
        for (at, (name, good)) in feed.iter().enumerate() {
            if at == changed {
                fs::write(folder.join(name), &bytes).expect("written");
            } else if feed.iter().any(|(name, _)| name == "mapping.toml") {
                fs::write(folder.join(name), good).expect("written");
            }
        }
        let name = &feed[changed].0;
        let options = ImportOptions { check: true, allow_shrink: true, ..app.import_options() };
        match load::import(&app.app.warehouse, std::slice::from_ref(&folder), &options, &()) {
            Ok(_) => loaded += 1,
            Err(ImportError::Faults(faults)) => {
                let lines = 1 + bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
                for fault in faults.listed().iter().filter(|fault| fault.file == *name) {
                    assert!(fault.line.is_none_or(|line| (1..=lines + 1).contains(&line)), "{input}: {fault}");
                    assert!(!fault.what.contains(char::is_control), "{input}: {:?}", fault.what);
                }
            }
            Err(error) => assert!(error.is_input_at_fault(), "{input}: {name}: {error}"),
        }
        assert_eq!(app.app.warehouse.data_version(), version);
    }
    assert!(loaded < count, "no change was a fault");
    passed("feed files", count);
}

#[test]
fn changed_mappings_are_understood_or_have_faults_with_lines() {
    let mut random = random(2);
    let good: Vec<String> = MAPPED
        .iter()
        .map(|folder| fs::read_to_string(repository(folder).join("mapping.toml")).expect("read"))
        .collect();
    for text in &good {
        Mapping::parse("mapping.toml", text).expect("understood");
    }
    let (count, mut refused) = (inputs(3_000), 0);
    for input in 0..count {
        let text = mutated_text(&good[random.below(3) as usize], &mut random);
        let Err(faults) = Mapping::parse("mapping.toml", &text) else { continue };
        refused += 1;
        let lines = 1 + text.matches('\n').count();
        assert!(!faults.is_empty(), "{input}");
        for fault in faults {
            assert!((1..=lines).contains(&fault.line) && !fault.what.is_empty(), "{input}: {fault:?} of {lines}");
        }
    }
    assert!(refused > count / 4, "{refused} of {count}");
    passed("mappings", count);
}

/// A value for a field of a filter, right or wrong.
fn some_value(random: &mut Random, depth: u64) -> Value {
    match random.below(if depth > 3 { 9 } else { 12 }) {
        0 => Value::Null,
        1 => json!(random.percent(50)),
        2 => json!(random.next()),
        3 => json!(-(random.below(1 << 40) as i64)),
        4 => json!(f64::from_bits(random.next())),
        5 => json!(random.one_of(&[
            "SELECTED_DATE",
            "LAST_MONTH",
            "MONTH",
            "QUARTER",
            "YEAR",
            "TIER",
            "LOB",
            "AUDIENCE",
            "NONE",
            "PERIOD",
            "USERS",
        ])),
        6 => {
            json!(random.one_of(&["2024-02-29", "2025-02-29", "0000-01-01", "9999-12-31", "1000-01-01", "3000-12-31"]))
        }
        7 => json!(format!("{:04}-{:02}-{:02}", random.below(3100), random.below(14), random.below(33))),
        8 => json!(mutated_text("2025-03-01 or a text \u{1F511}", random)),
        9 => (0..random.below(40)).map(|_| json!(random.below(20) as i64 - 2)).collect(),
        10 => (0..random.below(4)).map(|_| some_value(random, depth + 1)).collect(),
        _ => some_filter(random, depth + 1),
    }
}

fn some_filter(random: &mut Random, depth: u64) -> Value {
    const FIELDS: [&str; 26] = [
        "period",
        "startDate",
        "endDate",
        "comparison",
        "comparisonStartDate",
        "comparisonEndDate",
        "userGroupTiers",
        "userGroupsTiersAll",
        "userGroupLobs",
        "userGroupsLobsAll",
        "userGroupAudiences",
        "userGroupsAudiencesAll",
        "campaigns",
        "campaignsAll",
        "campaignsTypes",
        "campaignsTypesAll",
        "offers",
        "offersAll",
        "offersCategories",
        "offersCategoriesAll",
        "timeScale",
        "viewBy",
        "viewByH1",
        "viewByH2",
        "recordCount",
        "\u{0}",
    ];
    let mut filter = serde_json::Map::new();
    for _ in 0..random.below(6) {
        filter.insert(random.one_of(&FIELDS).to_owned(), some_value(random, depth));
    }
    // Without a date that is right, nothing behind the checks is reached.
    if random.percent(60) {
        filter.insert("period".to_owned(), json!("SELECTED_DATE"));
        filter
            .insert("startDate".to_owned(), json!(format!("20{:02}-{:02}-01", random.below(30), 1 + random.below(12))));
        filter.insert("endDate".to_owned(), json!(format!("20{:02}-{:02}-28", random.below(31), 1 + random.below(12))));
    }
    Value::Object(filter)
}

/// Whether an answer is one that is documented: never an error of the server, and every error in its form.
fn assert_documented(status: u16, text: &str, context: &str) {
    assert!(status < 500, "{status} {text}: {context}");
    if status >= 400 {
        let body: Value =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {status} {text}: {context}"));
        assert_eq!(body["status"], status, "{body}: {context}");
        assert!(
            body["error"].is_string() && body["message"].is_string() && body["errors"].is_array(),
            "{body}: {context}"
        );
    }
}

#[test]
fn any_body_of_a_data_call_is_answered_or_refused_in_the_documented_form() {
    let mut random = random(3);
    let program = Program::shared();
    let is_data = |route: &Route| {
        route.method == Method::Post && route.path.starts_with("/api/v1/") && !route.path.contains("/admin/")
    };
    let calls: Vec<Route> = table().into_iter().filter(is_data).collect();
    assert!(calls.len() > 50, "{}", calls.len());
    let (count, mut answered) = (inputs(600).max(calls.len() as u64), 0);
    for input in 0..count {
        let path = routes::path(&calls[input as usize % calls.len()]);
        let mut body = some_filter(&mut random, 0).to_string();
        if random.percent(15) {
            body = mutated_text(&body, &mut random);
        }
        let path = if random.percent(5) {
            let end = path.len() - random.below(4) as usize;
            format!("{}{}", &path[..end], random.one_of(&["%00", "%2e%2e", "%ff", "A", "/", "%2f", "99999999999"]))
        } else {
            path
        };
        let answer = program.app.post(&path).bearer(&program.token).body("application/json", &body).send();
        assert_documented(answer.status, &answer.text, &format!("{input}: {path} {body}"));
        answered += u64::from(answer.status == 200);
    }
    // Most bodies have a field that the call does not know.
    assert!(answered > count / 20 && answered < count, "{answered} of {count}");
    assert!(program.get("/api/v1/program").is_object());
    passed("bodies of data calls", count);
}

#[test]
fn no_changed_link_signs_anybody_in() {
    let mut random = random(4);
    let app = TestApp::new();
    let key = super::portal_key();
    app.app.store.add_sso_key(&key).expect("added");
    let now = app.app.clock.now();
    let claims = LinkClaims {
        iss: "portal".to_owned(),
        aud: app.app.store.keys().expect("keys").install_id,
        sub: "17".to_owned(),
        login: "ann@example.com".to_owned(),
        first_name: "Ann".to_owned(),
        roles: vec![USERS.to_owned()],
        iat: now,
        exp: now + 60,
    };
    let link = seal(&key.key, &key.id, *b"bond-nonce-1", &claims).expect("sealed");
    let good = [link.aa, link.bb, link.cc];
    let follow = |[aa, bb, cc]: &[String; 3]| {
        let answer = app.post("/api/auth/sso").json(&json!({"aa": aa, "bb": bb, "cc": cc})).send();
        assert_documented(answer.status, &answer.text, cc);
        answer.json()["success"] == true
    };
    let mut tried = 0;
    let mut refuse = |changed: [String; 3]| {
        if changed != good {
            tried += 1;
            assert!(!follow(&changed), "{changed:?}");
        }
    };
    // Every flip of a byte that leaves a text.
    for part in 0..3 {
        for at in 0..good[part].len() {
            let mut bytes = good[part].clone().into_bytes();
            bytes[at] ^= 1 << random.below(7);
            let mut changed = good.clone();
            changed[part] = String::from_utf8(bytes).expect("ASCII");
            refuse(changed);
        }
    }
    for _ in 0..inputs(300) {
        let mut changed = good.clone();
        let part = random.below(3) as usize;
        changed[part] = mutated_text(&good[part], &mut random);
        if random.percent(20) {
            changed.swap(random.below(3) as usize, random.below(3) as usize);
        }
        refuse(changed);
    }
    assert!(follow(&good) && !follow(&good), "the link itself works once");
    passed("sign-in links", tried);
}

#[test]
fn no_changed_token_is_accepted() {
    let mut random = random(5);
    let app = TestApp::new();
    let good = app.signed_in("ann", USERS);
    let keys = app.app.store.keys().expect("keys");
    let (tokens, now) = (Tokens::new(&keys.install_id, &keys.signing), app.app.clock.now());
    tokens.read(&good, now).expect("the token itself");
    let mut tried = 0;
    let mut refuse = |changed: &[u8]| {
        if changed == good.as_bytes() {
            return;
        }
        tried += 1;
        let text = String::from_utf8_lossy(changed);
        assert!(tokens.read(&text, now).is_err(), "{text:?} of {good}");
        // As a header; one with line breaks or spaces around it cannot be sent, or is another header.
        if tried % 20 == 0 && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let answer = app.get("/api/user/current").bearer(&text).send();
            assert_eq!(answer.status, 401, "{text:?}");
            assert_documented(answer.status, &answer.text, &text);
        }
    };
    for at in 0..good.len() {
        for bit in 0..8 {
            let mut changed = good.clone().into_bytes();
            changed[at] ^= 1 << bit;
            refuse(&changed);
        }
    }
    for _ in 0..inputs(2_000) {
        refuse(&mutated(good.as_bytes(), &mut random));
    }
    assert_eq!(app.get("/api/user/current").bearer(&good).send().status, 200);
    passed("session tokens", tried);
}

/// Whether a browser's Origin is this server's, written as plainly as can be.
fn is_own(origin: &str, host: &str, own: &str) -> bool {
    let Some((scheme, rest)) = origin.split_once("://") else { return false };
    let same = rest.eq_ignore_ascii_case(host);
    let named = rest.get(..own.len()).is_some_and(|start| start.eq_ignore_ascii_case(own)) && {
        let port = &rest[own.len()..];
        port.is_empty() || (port.starts_with(':') && port[1..].chars().all(|c| c.is_ascii_digit()))
    };
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) && (same || named)
}

#[test]
fn no_changed_origin_or_host_passes_for_this_server() {
    let mut random = random(6);
    let (host, own) = ("bond.example:8080", "reports.example");
    let own_hosts = [own.to_owned()];
    let good = ["http://bond.example:8080", "https://reports.example", "https://reports.example:8443"];
    const PARTS: [&str; 14] =
        ["@", ":", "/", "//", "\\", "evil.example", ".evil", "#", "?", "%2f", "[::1]", "http://", "null", "user:pass@"];
    let (count, mut accepted) = (inputs(20_000), 0);
    for input in 0..count {
        let mut origin = random.one_of(&good).to_owned();
        if random.percent(70) {
            let at = random.below(origin.len() as u64 + 1) as usize;
            origin.insert_str(at, random.one_of(&PARTS));
        }
        if random.percent(40) {
            origin = mutated_text(&origin, &mut random);
        }
        if random.percent(20) {
            origin = origin.to_ascii_uppercase();
        }
        let evidence = Evidence { origin: Some(&origin), host: Some(host), ..Evidence::default() };
        let passes = check_origin(&evidence, &own_hosts).is_ok();
        assert_eq!(passes, is_own(&origin, host, own), "{input}: {origin:?}");
        accepted += u64::from(passes);
        // A name that is read from a host is all of it but the port.
        if let Some(name) = host_name(&origin) {
            let port = origin.strip_prefix(name).expect("it begins with the name");
            assert!(
                port.chars().all(|c| c == ':' || c.is_ascii_digit()) && !name.contains(['@', '/', '\\']),
                "{origin:?}"
            );
        }
    }
    assert!(accepted > 0 && accepted < count, "{accepted} of {count}");

    // Over HTTP, with a session, from a page of another site.
    let app = TestApp::new();
    let token = app.signed_in("ann", USERS);
    let sent = inputs(60);
    for input in 0..sent {
        let own = app.origin();
        let at = "http://".len() + random.below((own.len() - 6) as u64) as usize;
        let origin =
            format!("{}{}{}", &own[..at], random.one_of(&["evil", "@evil", ".evil", "#", "%", "0", "_"]), &own[at..]);
        let answer = app.post("/api/auth/logout").bearer(&token).header("origin", &origin).send();
        assert_documented(answer.status, &answer.text, &origin);
        assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some("csrf")), "{input}: {origin}");
    }
    assert_eq!(app.get("/api/user/current").bearer(&token).send().status, 200);
    passed("origins and hosts", count + sent);
}

/// Sends bytes over a connection and returns the status of the answer; None if the server closes it without one.
fn raw(app: &TestApp, bytes: &[u8]) -> Option<(u16, String)> {
    let address = app.origin().trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(address).expect("connected");
    // The server may answer and close before all is sent.
    let _ = stream.write_all(bytes);
    // It may also wait for what does not come. A client that ends its side is taken to have gone, so that is done last.
    let mut answer = vec![0];
    stream.set_read_timeout(Some(Duration::from_millis(500))).expect("set");
    let begun = stream.read(&mut answer).unwrap_or(0);
    answer.truncate(begun);
    if begun == 0 {
        let _ = stream.shutdown(Shutdown::Write);
    }
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
    Some((status, body))
}

/// The paths below a folder, but not what is waiting or loaded.
fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !["spool", "tmp"].iter().any(|name| path.ends_with(name)) {
            found.extend(tree(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

#[test]
fn changed_uploads_are_refused_or_stay_in_their_folder() {
    let mut random = random(7);
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let outside = app.app.data_dir().path().parent().expect("a parent").to_owned();
    let before = tree(&outside);
    const NAMES: [&str; 16] = [
        "logins.csv",
        "../logins.csv",
        "..\\logins.csv",
        "/etc/cron.d/x",
        "a/b.csv",
        "..",
        ".",
        "",
        ".hidden",
        "logins.csv\0.png",
        "%2e%2e%2fx.csv",
        "\u{202e}vsc.x",
        "a.zip",
        "mapping.toml",
        "C:\\x.csv",
        "logins.csv; filename=x",
    ];
    let (count, mut accepted) = (inputs(150), 0);
    for input in 0..count {
        let name = random.one_of(&NAMES);
        let longer = if random.percent(5) { "x".repeat(random.below(9_000) as usize) } else { String::new() };
        let form = format!(
            "--frontier\r\ncontent-disposition: form-data; name=\"check\"\r\n\r\ntrue\r\n--frontier\r\n\
             content-disposition: form-data; name=\"files\"; filename=\"{name}{longer}\"\r\n\r\n\
             member_id,logged_in_at\nM1,2026-03-01 10:00:00\n\r\n--frontier--\r\n"
        );
        let body = if random.percent(60) { mutated(form.as_bytes(), &mut random) } else { form.into_bytes() };
        let boundary =
            random.one_of(&["frontier", "frontier", "frontier", "frontie", "-", "\"", "frontier; boundary=x", ""]);
        let length = match random.below(6) {
            0 => body.len() as u64 + 1 + random.below(1 << 40),
            1 => random.below(body.len() as u64 + 1),
            _ => body.len() as u64,
        };
        let head = format!(
            "POST /api/v1/admin/loads HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
             content-type: multipart/form-data; boundary={boundary}\r\ncontent-length: {length}\r\n\r\n"
        );
        let sent = [head.as_bytes(), &body].concat();
        if let Some((status, text)) = raw(&app, &sent) {
            let context = format!("{input}: {}", String::from_utf8_lossy(&sent));
            assert!(status < 500, "{status} {text}: {context}");
            accepted += u64::from(status == 202);
        }
    }
    assert!(accepted > 0 && accepted < count, "{accepted} of {count}");
    let is_new = |path: &PathBuf| !before.contains(path) && !path.to_string_lossy().contains("bond.sqlite");
    assert_eq!(tree(&outside).into_iter().filter(is_new).collect::<Vec<_>>(), Vec::<PathBuf>::new());
    assert_eq!(app.get("/healthz").send().status, 200);
    passed("uploads", count);
}

#[test]
fn more_files_than_a_feed_has_are_refused() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let mut body = String::new();
    for number in 0..=1_000 {
        body += &format!(
            "--frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{number}.csv\"\r\n\r\n\r\n"
        );
    }
    body += "--frontier--\r\n";
    let call = app.post("/api/v1/admin/loads").bearer(&token);
    let answer = call.body("multipart/form-data; boundary=frontier", &body).send();
    assert_eq!((answer.status, answer.text.contains("more than 1000 files")), (400, true), "{}", answer.text);
}

#[cfg(unix)]
/// Sends bytes to the control socket and returns what it answers, line by line.
fn ask(data: &Path, bytes: &[u8]) -> Vec<String> {
    let mut stream = UnixStream::connect(data.join("control.sock")).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    BufReader::new(stream).lines().map_while(Result::ok).collect()
}

#[cfg(unix)]
#[test]
fn garbage_on_the_control_socket_is_refused_within_bounded_memory() {
    let mut random = random(8);
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let server = Serving::start(&data);
    // The folder of a load that waits, and something beside it.
    let waiting = data.join("spool/incoming/0011223344556677");
    fs::create_dir_all(&waiting).expect("made");
    fs::write(waiting.join("logins.csv"), "x").expect("written");
    let options = json!({"allowShrink": false});
    let good = [
        json!({"do": "load", "kind": "check", "folder": "nowhere", "options": options}),
        json!({"do": "load", "kind": "import", "folder": null, "options": options}),
        json!({"do": "cancel", "load": 1}),
        json!({"do": "cancel", "load": null}),
    ];
    let refused = |answer: &[String]| answer.last().is_some_and(|line| line.starts_with("{\"refused\":"));
    for folder in ["", ".", "..", "/", "0011223344556677/../0011223344556677", "../loads", "00112233445566"] {
        for kind in ["import", "check", "erase"] {
            let request = json!({"do": "load", "kind": kind, "folder": folder, "options": options});
            let answer = ask(&data, format!("{request}\n").as_bytes());
            assert!(refused(&answer), "{request}: {answer:?}");
        }
    }
    let count = inputs(150);
    for input in 0..count {
        let text = format!("{}\n", good[random.below(good.len() as u64) as usize]);
        let bytes = match random.below(4) {
            0 => (0..random.below(5_000)).map(|_| random.below(256) as u8).collect(),
            1 => "[".repeat(random.below(100_000) as usize).into_bytes(),
            _ => mutated(text.as_bytes(), &mut random),
        };
        let answer = ask(&data, &bytes);
        let context = format!("{input}: {:?}: {answer:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(300)]));
        assert!(refused(&answer), "{context}");
    }
    let peak = || server.process().peak_bytes().expect("a peak");
    let before = peak();
    let huge = vec![b'x'; 100 << 20];
    assert!(ask(&data, &huge).iter().all(|line| line.contains("longer than")));
    let grown = peak().saturating_sub(before);
    assert!(grown < 40 << 20, "{grown} bytes for a line of {}", huge.len());
    // Many at once, of which none says anything.
    let silent: Vec<_> = (0..200).filter_map(|_| UnixStream::connect(data.join("control.sock")).ok()).collect();
    assert_eq!(server.get("healthz").0, 200);
    drop(silent);
    assert!(waiting.join("logins.csv").is_file(), "what waits was removed");

    let (code, said, error) = captured(&run(&data, &["backup"], ""));
    assert_eq!((code, said.contains("made and verified")), (0, true), "the socket still answers: {said}{error}");
    assert_eq!(server.stop().0, 0);
    passed("requests on the control socket", count + 22);
}

/// The load of an erasure, in the ledger.
fn erasure(app: &TestApp) -> Load {
    let options = LoadOptions::default();
    let request =
        NewRequest { kind: Kind::Erase, origin: Origin::CommandLine, actor: None, options: &options, folder: None };
    let (id, _) = app.app.loads.enqueue(&request, 1).expect("queued");
    app.app.store.load(id).expect("read").expect("there")
}

#[test]
fn changed_files_of_ids_erase_nobody_or_say_where_they_are_wrong() {
    let mut random = random(9);
    let app = super::hostile::base();
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("ids.txt");
    let ids: String = (0..200).map(|number| format!("nobody-{number}\r\n")).collect();
    let erase = || {
        let load = erasure(&app);
        loads::execute(app.app.load_parts(), &load, Some(std::slice::from_ref(&path)), &(), &|| false)
            .expect("written down")
    };
    let members = || app.app.warehouse.data_version();
    let before = members();
    let count = inputs(60);
    for input in 0..count {
        let mut bytes = mutated(format!("member_id\n{ids}").as_bytes(), &mut random);
        // One line that is wrong for certain, so that nothing is erased.
        let wrong = ["x".repeat(65).into_bytes(), b"a\tb".to_vec(), b"\xff".to_vec()][random.below(3) as usize].clone();
        let ends: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1).collect();
        let at = if ends.is_empty() { 0 } else { random.one_of(&ends) };
        bytes.splice(at..at, [wrong.as_slice(), b"\n"].concat());
        let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
        fs::write(&path, &bytes).expect("written");
        let outcome = erase();
        assert_eq!((outcome.state.text(), outcome.is_input_at_fault), ("refused", true), "{input}: {outcome:?}");
        assert!(outcome.text.contains(&format!("ids.txt:{line}:")), "{input}: line {line}: {}", outcome.text);
        assert!(!outcome.text.contains("nobody-") && !outcome.text.contains("xxx"), "{input}: {}", outcome.text);
        assert_eq!(members(), before);
    }
    // More than any list of ids has, of which no more than that is read.
    fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("made");
    let outcome = erase();
    assert_eq!((outcome.state.text(), outcome.text.contains("more than")), ("refused", true), "{outcome:?}");
    fs::write(&path, "member_id\nnobody-1\n").expect("written");
    assert_eq!(erase().state.text(), "published");
    passed("files of ids", count + 2);
}
