//! Files of other machines: OpenSSH, HTTP, S3.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bond::store::loads::State;

use super::servers::{OpenSsh, Store, User, http, https};
use super::{ask, asking, fails, rows, waits_for_a_writer};
use crate::certificates::Authority;

const LOGINS: &str = "member_id,logged_in_at\nA,2026-03-01 09:00:00\nB,2026-03-02 10:00:00\n";

#[test]
fn files_of_a_server_with_ssh_are_taken_once_by_either_key() {
    let Some(server) = OpenSsh::start() else { return };
    server.write("logins.csv", LOGINS);
    let app = asking(&server.settings(&server.host_key, "key", ""));
    assert_eq!(ask(&app, "files").expect("asked").expect("a load").state, State::Published);
    assert_eq!(rows(&app, "logins"), 2);
    assert!(ask(&app, "files").expect("asked").is_none());
    let phrase = crate::certificates::write(server.folder.path(), "phrase", "a phrase\n");
    let locked = asking(&server.settings(&server.host_key, "locked", &format!("passphrase_file = \"{phrase}\"\n")));
    assert_eq!(ask(&locked, "files").expect("asked").expect("a load").state, State::Published);
}

#[test]
fn a_file_of_a_server_with_ssh_that_somebody_is_writing_loads_nothing_until_it_is_whole() {
    let Some(server) = OpenSsh::start() else { return };
    server.write("logins.csv", "member_id,logged_in_at\n");
    let app = asking(&server.settings(&server.host_key, "key", ""));
    waits_for_a_writer(&app, "files", &server.folder.path().join("out/logins.csv"));
}

#[test]
fn a_server_with_another_key_gets_nothing_and_each_fault_says_what_to_do() {
    let Some(server) = OpenSsh::start() else { return };
    server.write("logins.csv", LOGINS);
    let other = format!("SHA256:{}", "A".repeat(43));
    let error = fails(&asking(&server.settings(&other, "key", "")), "files");
    assert!(error.contains(&server.host_key) && error.contains("Somebody may be in between"), "{error}");
    let error = fails(&asking(&server.settings(&server.host_key, "host", "")), "files");
    assert!(error.contains("does not let") && error.contains("authorized keys"), "{error}");
    let error = fails(&asking(&server.settings(&server.host_key, "locked", "")), "files");
    assert!(error.contains("key_file") && error.contains("passphrase_file"), "{error}");
    let path = server.folder.path().join("out").display().to_string();
    let error = fails(&asking(&server.settings(&server.host_key, "key", "").replace(&path, "/nowhere")), "files");
    assert!(error.contains("/nowhere") && error.contains("look at path"), "{error}");
    let error =
        fails(&asking(&server.settings(&server.host_key, "key", "").replace(&server.port.to_string(), "9")), "files");
    assert!(error.contains("127.0.0.1:9 cannot be reached"), "{error}");
}

#[test]
fn a_server_with_ssh_takes_a_password_or_asks_for_it() {
    let Some(user) = User::make() else { return };
    let ways = [
        "PasswordAuthentication yes\nKbdInteractiveAuthentication no\n",
        "PasswordAuthentication no\nKbdInteractiveAuthentication yes\n",
    ];
    for way in ways {
        let Some(server) = OpenSsh::with(&format!("UsePAM yes\n{way}")) else { return };
        server.write("logins.csv", LOGINS);
        let app = asking(&user.settings(&server, &user.password));
        assert_eq!(ask(&app, "files").expect("asked").expect("a load").state, State::Published, "{way}");
        assert_eq!(rows(&app, "logins"), 2);
        let error = fails(&asking(&user.settings(&server, "another")), "files");
        let wanted =
            format!("127.0.0.1:{} does not let {} in with the password in password_file", server.port, user.name);
        assert_eq!(error, wanted, "{way}");
    }
}

fn answer(status: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\nconnection: close\r\n{headers}\r\n{body}").into_bytes()
}

#[test]
fn an_address_gives_the_days_that_are_missing_to_whoever_has_the_header() {
    let port = http(|lines| {
        let is_let_in =
            lines.iter().any(|line| line == "authorization: Bearer abc" || line == "Authorization: Bearer abc");
        let is_asked = lines[0].contains("/logins?from=2026-03-01&to=2026-03-14");
        match (is_let_in, is_asked) {
            (true, true) => answer("200 OK", &format!("content-length: {}\r\n", LOGINS.len()), LOGINS),
            (false, _) => answer("401 Unauthorized", "content-length: 0\r\n", ""),
            _ => answer("404 Not Found", "content-length: 0\r\n", ""),
        }
    });
    let folder = tempfile::tempdir().expect("a directory");
    let header = crate::certificates::write(folder.path(), "header", "Authorization: Bearer abc\n");
    let text = format!(
        "[pull.web]\nkind = \"https\"\nfrom = \"2026-03-01\"\nheader_file = \"{header}\"\n[pull.web.files]\n\
         \"logins.csv\" = \"http://127.0.0.1:{port}/logins?from={{since}}&to={{until}}\"\n"
    );
    let app = asking(&text);
    let load = ask(&app, "web").expect("asked").expect("a load");
    assert_eq!((load.state, rows(&app, "logins")), (State::Published, 2));
    let error = fails(&asking(&text.replace(&format!("header_file = \"{header}\"\n"), "")), "web");
    assert!(error.contains("401") && error.contains("header_file"), "{error}");
    let error = fails(&asking(&text.replace("/logins?", "/others?")), "web");
    assert!(error.contains("404"), "{error}");
}

#[test]
fn an_answer_that_is_cut_off_or_leads_elsewhere_loads_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let elsewhere = http(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        answer("200 OK", "", LOGINS)
    });
    let port = http(move |lines| match lines[0].split(' ').nth(1) {
        Some("/cut") => answer("200 OK", &format!("content-length: {}\r\n", LOGINS.len() + 100), LOGINS),
        Some("/away") => {
            answer("302 Found", &format!("location: http://127.0.0.1:{elsewhere}/\r\ncontent-length: 0\r\n"), "")
        }
        Some("/endless") => answer("200 OK", "", LOGINS),
        _ => answer("500 Oops", "content-length: 0\r\n", ""),
    });
    let of = |path: &str| {
        asking(&format!(
            "[pull.web]\nkind = \"https\"\n[pull.web.files]\n\"logins.csv\" = \"http://127.0.0.1:{port}{path}\"\n"
        ))
    };
    let app = of("/cut");
    let error = fails(&app, "web");
    assert!(error.contains("nothing was loaded") && rows(&app, "logins") == 0, "{error}");
    let error = fails(&of("/away"), "web");
    assert!(error.contains("302") && error.contains("give the address itself"), "{error}");
    assert_eq!(asked.load(Ordering::SeqCst), 0, "a redirect is not followed");
    assert!(fails(&of("/else"), "web").contains("500"));
    assert!(fails(&of("/endless"), "web").contains("does not say how long its answer is"));
}

/// Over TLS, too, an answer that does not say how long it is looks whole where the server goes away in the middle.
#[test]
fn an_address_with_tls_needs_an_authority_that_is_trusted_and_an_answer_that_ends() {
    let authority = Authority::new("company");
    let folder = tempfile::tempdir().expect("a directory");
    let ca_file = authority.file(folder.path(), "ca.pem");
    let port = https(authority.good(), |lines| {
        let length = format!("content-length: {}\r\n", LOGINS.len());
        answer("200 OK", if lines[0].contains("/whole") { &length } else { "" }, LOGINS)
    });
    let of = |path: &str, more: &str| {
        asking(&format!(
            "[pull.web]\nkind = \"https\"\n{more}[pull.web.files]\n\"logins.csv\" = \"https://127.0.0.1:{port}{path}\"\n"
        ))
    };
    let trusted = format!("ca_file = \"{ca_file}\"\n");
    let app = of("/whole", &trusted);
    assert_eq!(ask(&app, "web").expect("asked").expect("a load").state, State::Published);
    let error = fails(&of("/whole", ""), "web");
    let todo = "set ca_file to a file with the certificate (PEM) of its authority";
    assert!(error.contains("is not trusted") && error.ends_with(todo), "{error}");
    let app = of("/endless", &trusted);
    assert!(fails(&app, "web").contains("does not say how long its answer is"));
    assert_eq!(rows(&app, "logins"), 0);
}

#[test]
fn objects_of_a_bucket_are_taken_once_and_each_fault_says_what_to_do() {
    let Some(store) = Store::start() else { return };
    store.write("bond/logins-1.csv", LOGINS);
    store.write("bond/logins-2.csv", "member_id,logged_in_at\nA,2026-03-03 09:00:00\n");
    store.write("bond/old/logins-3.csv", "member_id,logged_in_at\nA,2026-03-04 09:00:00\n");
    store.write("other/logins-4.csv", "member_id,logged_in_at\nA,2026-03-05 09:00:00\n");
    let app = asking(&store.settings("exports", "S3RVER", "S3RVER"));
    let pull = bond::pull::named(&app.app.config.pulls, "lake").expect("known");
    let tried = bond::pull::try_connection(app.app.puller(), pull).expect("reached");
    assert_eq!(tried, "It can be reached. It has 2 files like logins*, from logins-1.csv to logins-2.csv.");
    assert_eq!(ask(&app, "lake").expect("asked").expect("a load").state, State::Published);
    assert_eq!(rows(&app, "logins"), 3);
    assert!(ask(&app, "lake").expect("asked").is_none());
    for (bucket, key, secret, wanted) in [
        ("nothing", "S3RVER", "S3RVER", "has no bucket nothing; correct the key bucket"),
        ("exports", "SOMEBODY", "S3RVER", "does not know the key_id; correct it"),
        ("exports", "S3RVER", "another", "refuses the secret: the first line of secret_file is not that of the key_id"),
    ] {
        let error = fails(&asking(&store.settings(bucket, key, secret)), "lake");
        assert!(error.contains(wanted) && !error.contains("another"), "{error}");
    }
    let elsewhere = store.settings("exports", "S3RVER", "S3RVER") + "region = \"eu-central-1\"\n";
    let error = fails(&asking(&elsewhere), "lake");
    assert!(error.contains("has exports in the region us-east-1; correct the key region"), "{error}");
    for ahead in [3600, -3600] {
        let Some(store) = Store::with("S3RVER", ahead) else { return };
        let error = fails(&asking(&store.settings("exports", "S3RVER", "S3RVER")), "lake");
        assert!(error.contains("the clocks of this machine and of 127.0.0.1"), "{ahead}: {error}");
    }
}
