//! The audit log at syslog servers: rsyslog of Debian, and receivers that go away.

use std::fs;
use std::io::Read;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bond::app::App;
use bond::config::{Given, SyslogSettings, resolve};
use bond::store::audit::{AuditFilter, Entry};
use bond::store::notes::Note;
use bond::store::roles::ADMIN;
use rustls::{ServerConnection, StreamOwned};
use serde_json::{Value, json};

use crate::certificates::Authority;
use crate::clickhouse::found;
use crate::command_line::{bond, captured};
use crate::reports::free_port;
use crate::{TestApp, wait_until};

fn settings(flags: &[(&str, &str)]) -> SyslogSettings {
    let flags = flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    resolve(&Given { flags, ..Given::default() }).expect("valid").config.syslog
}

fn sending(address: &str, ca_file: &str) -> TestApp {
    let syslog = settings(&[("syslog", address), ("syslog_ca_file", ca_file)]);
    TestApp::with(|config| config.syslog = syslog)
}

/// The numbers of all lines of the audit log.
fn numbers(app: &App) -> Vec<i64> {
    let all = AuditFilter { since: Some(0), ..AuditFilter::default() };
    app.store.audit_lines(&all, 0, 10_000).expect("read").iter().map(|line| line.line).collect()
}

fn write(app: &App, count: usize) {
    for number in 0..count {
        let detail = format!("number {number}");
        app.store.record(&Entry { at: 7, event: "tried", detail: Some(&detail), ..Entry::default() }).expect("written");
    }
}

/// Cuts a stream at the lengths before its messages.
fn messages(mut bytes: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let space = bytes.iter().position(|byte| *byte == b' ').expect("a length");
        let length: usize = std::str::from_utf8(&bytes[..space]).expect("digits").parse().expect("a number");
        let (message, rest) = bytes[space + 1..].split_at(length);
        all.push(String::from_utf8(message.to_vec()).expect("text"));
        bytes = rest;
    }
    all
}

fn number(message: &str) -> i64 {
    let (_, rest) = message.split_once("[meta sequenceId=\"").expect("a number");
    let (number, json) = rest.split_once("\"] ").expect("its end");
    let line: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(line["line"].to_string(), number);
    number.parse().expect("a number")
}

#[test]
fn lines_wait_for_a_server_that_is_away_and_none_is_lost() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let port = free_port();
    let app = sending(&format!("tls://127.0.0.1:{port}"), &authority.file(folder.path(), "ca.pem"));
    let token = app.signed_in("ann", ADMIN);
    write(&app.app, 600);
    let failures = || {
        let system = app.get("/api/v1/admin/system").bearer(&token).send().json();
        let all = system["connections"].as_array().expect("connections").clone();
        let known = all.into_iter().find(|one| one["purpose"] == "syslog");
        known.map_or(0, |known| known["failures"].as_i64().expect("a number"))
    };
    wait_until("it was tried", || failures() > 0);
    assert_eq!(app.app.store.noted(Note::Syslog).expect("read"), None);
    assert!(app.get("/metrics").send().text.contains("bond_syslog_waiting_lines 6"));

    let listener = TcpListener::bind(("127.0.0.1", port)).expect("free");
    // It goes away in the middle of the first lines.
    let (first, _) = listener.accept().expect("a connection");
    drop(first);
    let mut got = Vec::new();
    let config = authority.good();
    let expected = numbers(&app.app).len();
    while got.len() < expected {
        let (stream, _) = listener.accept().expect("a connection");
        got.extend(messages(&read(stream, Arc::clone(&config))).iter().map(|message| number(message)));
    }
    let all = numbers(&app.app);
    assert_eq!(got, all[..got.len()], "each once, in their order");
    wait_until("that is known", || app.app.store.noted(Note::Syslog).expect("read") >= Some(600));
    assert_eq!(app.get("/api/v1/admin/system").bearer(&token).send().status, 200);
}

fn read(stream: TcpStream, config: Arc<rustls::ServerConfig>) -> Vec<u8> {
    let (bytes, mut stream) = read_and_hold(stream, config);
    stream.conn.send_close_notify();
    let _ = stream.conn.complete_io(&mut stream.sock);
    bytes
}

/// All that is sent, and the stream, which ends without the last word of TLS when it is dropped.
fn read_and_hold(
    stream: TcpStream,
    config: Arc<rustls::ServerConfig>,
) -> (Vec<u8>, StreamOwned<ServerConnection, TcpStream>) {
    let mut stream = StreamOwned::new(ServerConnection::new(config).expect("TLS"), stream);
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("to its end");
    (bytes, stream)
}

type Ends = fn(TcpStream, Arc<rustls::ServerConfig>) -> Vec<u8>;

/// As whoever cuts a connection on the way, or a server that crashes: what it was sent is gone.
#[test]
fn what_a_server_was_sent_whose_connection_is_cut_is_sent_again_or_said_to_be_missing() {
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("tls://{}", listener.local_addr().expect("an address"));
    let app = sending(&address, &authority.file(folder.path(), "ca.pem"));
    let config = authority.good();
    let sent = || app.app.store.noted(Note::Syslog).expect("read").unwrap_or(0);
    let cut = || app.app.store.noted(Note::SyslogCut).expect("read");
    let next = |ends: Ends| -> Vec<i64> {
        let (stream, _) = listener.accept().expect("a connection");
        messages(&ends(stream, Arc::clone(&config))).iter().map(|message| number(message)).collect()
    };
    let cuts: Ends = |stream, config| read_and_hold(stream, config).0;
    let is_sent = |lines: &[i64]| wait_until("that is known", || sent() >= *lines.last().expect("lines"));

    // One that says when it has all.
    write(&app.app, 3);
    is_sent(&next(read));
    write(&app.app, 3);
    let lost = next(cuts);
    // Were it believed, the next lines would be later ones.
    write(&app.app, 1);
    let again = next(read);
    assert_eq!((&again[..lost.len()], cut()), (lost.as_slice(), None), "the same lines");
    is_sent(&again);

    // One that no longer says it does not get the same lines for ever, and doctor knows.
    write(&app.app, 3);
    let lost = next(cuts);
    let again = next(cuts);
    assert_eq!(again[..lost.len()], lost);
    is_sent(&again);
    assert_eq!(cut(), again.last().copied());
    write(&app.app, 1);
    let later = next(read);
    assert!(later[0] > again[again.len() - 1], "{later:?}");
    wait_until("it has all", || sent() == numbers(&app.app).pop().expect("lines"));
    let data = app.end();
    let words = ["doctor", "--json", "--syslog", &address];
    let report = captured(&bond(&data.path().join("data"), &words).output().expect("run")).1;
    let said = format!("some up to line {} may be missing there", again[again.len() - 1]);
    assert!(report.contains(&said), "{report}");
}

#[test]
fn datagrams_have_one_line_each() {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    socket.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    let app = sending(&format!("udp://{}", socket.local_addr().expect("an address")), "");
    write(&app.app, 2);
    let mut bytes = [0; 4096];
    let mut got = Vec::new();
    while got.len() < 2 {
        let length = socket.recv(&mut bytes).expect("a message");
        got.push(number(std::str::from_utf8(&bytes[..length]).expect("text")));
    }
    assert_eq!(got, numbers(&app.app)[..2]);
}

#[test]
fn a_server_without_connections_sends_none() {
    let folder = tempfile::tempdir().expect("a directory");
    let words = ["serve", "--listen", "127.0.0.1:0", "--no-egress", "--syslog", "tls://logs.example.com"];
    let refused = captured(&bond(&folder.path().join("data"), &words).output().expect("run"));
    assert!(
        refused.0 != 0 && refused.2.contains("no_egress forbids every connection") && refused.2.contains("syslog"),
        "{refused:?}"
    );
}

#[test]
fn the_log_is_followed_by_number() {
    let app = TestApp::new();
    let ann = app.signed_in("ann", ADMIN);
    write(&app.app, 30);
    let mut got: Vec<i64> = Vec::new();
    loop {
        let since = got.last().copied().unwrap_or(0);
        let page = app.get(&format!("/api/v1/admin/audit?since={since}&limit=7")).bearer(&ann).send();
        assert_eq!(page.status, 200, "{}", page.text);
        let lines = page.json()["lines"].as_array().expect("lines").clone();
        if lines.is_empty() {
            break;
        }
        got.extend(lines.iter().map(|line| line["line"].as_i64().expect("a number")));
    }
    assert_eq!(got, numbers(&app.app));
    for since in ["x", "-1"] {
        let refused = app.get(&format!("/api/v1/admin/audit?since={since}")).bearer(&ann).send();
        assert_eq!((refused.status, &refused.json()["faults"][0]["field"]), (400, &json!("since")));
    }
    let folder = app.end();
    let words = ["audit", "list", "--json", "--since", &got[got.len() - 3].to_string(), "--limit", "9"];
    let (code, text, error) = captured(&bond(&folder.path().join("data"), &words).output().expect("run"));
    assert_eq!(code, 0, "{error}");
    let line = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["line"].as_i64().expect("a number");
    assert_eq!(text.lines().map(line).collect::<Vec<_>>(), got[got.len() - 2..]);
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// rsyslog with TLS, which writes each message as it came: the number and the text.
fn rsyslog(program: &str, folder: &Path, authority: &Authority, port: u16) -> Running {
    let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder);
    let ca_file = authority.file(folder, "ca.pem");
    let at = |name: &str| folder.join(name).display().to_string();
    let config = format!(
        "global(workDirectory=\"{}\" defaultNetstreamDriver=\"gtls\" defaultNetstreamDriverCAFile=\"{ca_file}\"\n\
           defaultNetstreamDriverCertFile=\"{certificate}\" defaultNetstreamDriverKeyFile=\"{key}\")\n\
         module(load=\"imtcp\" streamDriver.name=\"gtls\" streamDriver.mode=\"1\" streamDriver.authMode=\"anon\")\n\
         input(type=\"imtcp\" port=\"{port}\" address=\"127.0.0.1\")\n\
         template(name=\"parts\" type=\"string\" string=\"%protocol-version% %app-name% %msgid% %pri-text% %structured-data% %msg%\\n\")\n\
         action(type=\"omfile\" file=\"{}\" template=\"parts\" flushOnTXEnd=\"on\")\n",
        folder.display(),
        at("got"),
    );
    fs::write(folder.join("rsyslog.conf"), config).expect("written");
    let mut command = Command::new(program);
    command.args(["-n", "-f", &at("rsyslog.conf"), "-i", &at("pid")]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().expect("started"))
}

#[test]
fn rsyslog_understands_every_message() {
    let Some(programs) = found("servers rsyslog") else { return };
    let folder = tempfile::tempdir().expect("a directory");
    let authority = Authority::new("company");
    let port = free_port();
    let app = sending(&format!("tls://127.0.0.1:{port}"), &authority.file(folder.path(), "ca.pem"));
    let detail = "Zoë\nsecond line <1> \"quoted\" ]";
    let entry = Entry { at: 7, event: "sign_in_failed", actor: Some("ann"), detail: Some(detail), ..Entry::default() };
    app.app.store.record(&entry).expect("written");
    write(&app.app, 700);
    let _running = rsyslog(&format!("{programs}/rsyslogd"), folder.path(), &authority, port);
    let lines = || -> Vec<String> {
        let text = fs::read_to_string(folder.path().join("got")).unwrap_or_default();
        text.lines().filter(|line| line.contains(" bond ")).map(str::to_owned).collect()
    };
    let expected = numbers(&app.app);
    wait_until("all have arrived", || lines().len() >= expected.len());
    let got = lines();
    assert_eq!(got.iter().map(|line| number(line)).collect::<Vec<_>>(), expected);
    assert!(got[0].starts_with("1 bond sign_in_failed ") && got[0].contains(".warn"), "{}", got[0]);
    let (_, text) = got[0].split_once("\"] ").expect("a text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON")["detail"], detail);
    assert!(got[1].starts_with("1 bond tried ") && got[1].contains(".info"), "{}", got[1]);
}
