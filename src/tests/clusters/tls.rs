//! The ClickHouse servers over TLS.

use std::cell::RefCell;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use rcgen::{CertificateParams, date_time_ymd};
use rustls::{ServerConfig, ServerConnection};

use super::{MIDDLE, Program};
use crate::certificates::{Authority, write};
use crate::clickhouse::Servers;
use crate::command_line::{PASSWORD, add_user, bond, captured};
use crate::kills::{MEMBERS, logins, write_day};

const CA_FILE: &str = "BOND_CLICKHOUSE_CA_FILE";
const URL: &str = "BOND_CLICKHOUSE_URL";

/// A program whose two servers have certificates of an authority, and their addresses; None where ClickHouse cannot be
/// installed.
fn program(authority: &Authority) -> Option<(Program, Vec<String>)> {
    let urls = RefCell::new(Vec::new());
    if !crate::runs_today() {
        return None;
    }
    let servers = Servers::with(2, |folder| {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port").port();
        urls.borrow_mut().push(format!("https://127.0.0.1:{port}"));
        let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder);
        format!(
            "<https_port>{port}</https_port>
             <openSSL><server>
               <certificateFile>{certificate}</certificateFile><privateKeyFile>{key}</privateKeyFile>
               <verificationMode>none</verificationMode><loadDefaultCAFile>false</loadDefaultCAFile>
             </server></openSSL>"
        )
    })?;
    let (urls, folder) = (urls.into_inner(), tempfile::tempdir().expect("a directory"));
    let mut variables = servers.settings(folder.path());
    variables.iter_mut().find(|(name, _)| name == URL).expect("the addresses").1 = urls.join(",");
    variables.push((CA_FILE.to_owned(), authority.file(folder.path(), "ca.pem")));
    Some((Program::of(servers, folder, variables), urls))
}

#[test]
fn loads_and_figures_travel_over_tls_between_machines_that_trust_each_other() {
    let authority = Authority::new("company");
    let Some((program, urls)) = program(&authority) else { return };
    let server = program.serve();
    program.assert_whole(&server);
    let feed = program.folder.path().join("more");
    write_day(&feed, MIDDLE + 20);
    program.import(&feed);
    let token = server.sign_in("ann", PASSWORD);
    assert_eq!(logins(&server, &token, MIDDLE + 20), (2 * MEMBERS, MEMBERS));
    assert_eq!(server.stop().0, 0);
    for index in 0..2 {
        let rows = program.owner(index).run("select throwIf(count() <> 16000) from session");
        rows.expect("the rows of half of the members");
    }
    let (_, text, _) = program.run(&["doctor"], &[]);
    assert!(urls.iter().all(|url| text.contains(&format!("{url}: 18."))), "{text}");

    // Another authority with the same name, and those of this machine.
    let other = Authority::new("company").file(program.folder.path(), "other.pem");
    let what = format!("the certificate of the ClickHouse server {} is not trusted: no authority that Bond", urls[0]);
    let add = format!("add the certificate (PEM) of its authority to clickhouse_ca_file {other} and restart Bond");
    let set = "set clickhouse_ca_file to a file with the certificate (PEM) of its authority and restart Bond";
    for (file, todo) in [(&*other, &*add), ("", set)] {
        for command in [&["loads", "undo"][..], &["doctor"][..]] {
            let (code, text, error) = program.run(command, &[(CA_FILE, file)]);
            let all = format!("{text}{error}");
            assert_ne!(code, 0, "{all}");
            assert!(all.contains(&what) && all.contains(todo), "{command:?}: {all}");
            assert!(!all.contains("does not answer"), "{command:?}: {all}");
        }
    }
    let plain = program.servers.running[0].url().replace("http:", "https:");
    let (_, text, _) = program.run(&["doctor"], &[(URL, &plain)]);
    // It answers without TLS, or waits for the end of a line, as the bytes happen to be.
    assert!(text.contains(&plain) && text.contains("is it the HTTPS port"), "{text}");
}

/// The address of a server that has this certificate, and answers nothing.
fn presenting(config: Arc<ServerConfig>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("https://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            // The client ends it.
            let _ = connection.complete_io(&mut stream.expect("accepted"));
        }
    });
    url
}

/// What a command says that opens the warehouse, with these settings.
fn said(data: &Path, variables: &[(&str, &str)]) -> String {
    let mut command = bond(data, &["loads", "undo"]);
    command.env("BOND_WAREHOUSE", "clickhouse").envs(variables.iter().copied());
    let (code, text, error) = captured(&command.output().expect("run"));
    assert_ne!(code, 0, "{text}{error}");
    error
}

#[test]
fn a_certificate_with_another_fault_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    add_user(&data, "ann");
    let authority = Authority::new("company");
    let file = authority.file(folder.path(), "ca.pem");
    let expired = |params: &mut CertificateParams| params.not_after = date_time_ymd(2020, 1, 1);
    let early = |params: &mut CertificateParams| params.not_before = date_time_ymd(4000, 1, 1);
    for (issued, fault) in [
        (authority.issue("ch1.example.com", |_| ()), "it is for ch1.example.com; clickhouse_url must have a name of"),
        (authority.issue("127.0.0.1", expired), "it has expired; the server needs a new one"),
        (
            authority.issue("127.0.0.1", early),
            "it is not valid yet; compare the clocks of this machine and of the server",
        ),
    ] {
        let url = presenting(issued.server());
        let error = said(&data, &[(URL, &url), (CA_FILE, &file)]);
        let what = format!("the certificate of the ClickHouse server {url} is not trusted: {fault}");
        assert!(error.contains(&what), "{what}: {error}");
    }
}

#[test]
fn a_server_without_tls_is_named() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    add_user(&data, "ann");
    let file = Authority::new("company").file(folder.path(), "ca.pem");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("https://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            stream.expect("accepted").write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("sent");
        }
    });
    let error = said(&data, &[(URL, &url), (CA_FILE, &file)]);
    assert!(error.contains(&format!("{url} speaks no TLS that Bond accepts (")), "{error}");
    assert!(error.contains("is it the HTTPS port of a ClickHouse server?"), "{error}");
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("https://{}", silent.local_addr().expect("an address"));
    let error = said(&data, &[(URL, &url), (CA_FILE, &file)]);
    assert!(error.contains(&format!("{url} does not answer: timeout: connect; is it the HTTPS port?")), "{error}");
}

#[test]
fn a_file_of_authorities_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    add_user(&data, "ann");
    let empty = write(folder.path(), "empty.pem", "");
    let (tls, plain) = ("https://127.0.0.1:9", "http://127.0.0.1:9");
    let error = said(&data, &[(URL, tls), (CA_FILE, &empty)]);
    assert!(error.contains(&format!("clickhouse_ca_file {empty}: it has no certificate; expected")), "{error}");
    // Whoever sets it believes that the connections are encrypted.
    let error = said(&data, &[(URL, plain), (CA_FILE, &empty)]);
    assert!(error.contains("clickhouse_ca_file is set, but no address of clickhouse_url begins with https"), "{error}");
}
