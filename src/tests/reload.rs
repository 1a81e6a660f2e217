//! Settings and certificates that a running server reads anew.

use std::fs;
use std::path::Path;

use bond::store::Store;
use bond::store::roles::ADMIN;
use serde_json::Value;

use crate::certificates::Authority;
use crate::command_line::{PASSWORD, Serving, bond, captured, run};
use crate::system::hang_up;
use crate::wait_until;

fn prepared(data: &Path, settings: &str) {
    let words = ["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"];
    let (code, _, error) = captured(&run(data, &words, &format!("{PASSWORD}\n")));
    assert_eq!(code, 0, "{error}");
    fs::write(data.join("bond.toml"), settings).expect("written");
}

fn reload(data: &Path) -> (i32, String, String) {
    captured(&run(data, &["reload"], ""))
}

/// What the audit log has of settings, the latest first. A command would not start with a faulty file.
fn audited(data: &Path) -> Vec<(String, String)> {
    let lines = Store::look(data).expect("opened").last_audit_lines(20).expect("read").into_iter();
    let of_settings = lines.filter(|line| line.event.starts_with("settings_"));
    of_settings.map(|line| (line.event, line.detail.unwrap_or_default())).collect()
}

#[test]
fn a_running_server_uses_what_it_can_of_a_changed_file_and_nothing_of_a_faulty_one() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    prepared(&data, "program_name = \"One\"\nwebhook_hosts = \"a.example\"\n");
    assert!(reload(&data).2.contains("no server answers"));
    let server = Serving::with(&data, "info", &[]);
    let token = server.sign_in("ann", PASSWORD);
    let setting = |name: &str| {
        let (_, list) = server.answer_get(&token, "api/v1/admin/settings");
        let all = ["settings", "others"].into_iter().flat_map(|part| list[part].as_array().expect("settings").clone());
        let found = all.into_iter().find(|one| one["name"] == name).expect("known");
        found["value"].as_str().expect("text").to_owned()
    };
    assert_eq!(setting("program_name"), "One");
    assert!(reload(&data).1.contains("in use now: none; after a restart: none"));

    let folder = parent.path().join("shop");
    fs::create_dir(&folder).expect("made");
    let pull = format!("[pull.shop]\nkind = \"folder\"\npath = '{}'\n", folder.display());
    let changed = format!("program_name = \"Two\"\nwebhook_hosts = \"b.example\"\ndays_ahead = 3\n{pull}");
    fs::write(data.join("bond.toml"), &changed).expect("written");
    let (code, said, error) = reload(&data);
    assert_eq!(code, 0, "{error}");
    let expected = "in use now: program_name, webhook_hosts, pull; after a restart: days_ahead";
    assert!(said.contains(expected), "{said}");
    assert_eq!((setting("program_name"), setting("webhook_hosts")), ("Two".to_owned(), "b.example".to_owned()));
    let (_, pulls) = server.answer_get(&token, "api/v1/admin/pulls");
    assert_eq!(pulls["pulls"][0]["name"], "shop");
    let (event, detail) = audited(&data).remove(0);
    assert!(event == "settings_reread" && detail.contains(expected), "{event} {detail}");

    for (fault, words) in [
        ("program_name = \"Three\"\nno_such_setting = 1\n", "no_such_setting is not a setting"),
        ("program_name = \"Three\"\ncurrency = \"hush-hush\"\n", "currency (from "),
        ("program_name = \"Three\"\nno_egress = true\nwebhook_hosts = \"b.example\"\n", "no_egress forbids"),
    ] {
        fs::write(data.join("bond.toml"), fault).expect("written");
        let (code, _, error) = reload(&data);
        assert!(code == 1 && error.contains("nothing has changed") && error.contains(words), "{code} {error}");
        assert_eq!(setting("program_name"), "Two");
        let (event, detail) = audited(&data).remove(0);
        assert!(event == "settings_refused" && detail.contains(words) && !detail.contains("hush"), "{event} {detail}");
    }
    fs::write(data.join("bond.toml"), changed.replace("Two", "Four")).expect("written");
    if cfg!(unix) {
        hang_up(server.pid());
        wait_until("the signal was followed", || setting("program_name") == "Four");
    }
    let (code, log) = server.stop();
    assert!(
        code == 0 && log.contains("the settings were read anew; in use now: program_name, webhook_hosts, pull"),
        "{log}"
    );
    assert!(log.contains("the settings could not be read anew; those in use stay"), "{log}");
}

#[test]
fn a_certificate_that_ends_soon_is_found_and_another_one_is_read_anew() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    prepared(&data, "");
    let authority = Authority::new("company");
    let soon = time::OffsetDateTime::now_utc() + time::Duration::hours(9 * 24 + 12);
    let [certificate, key] = authority.issue("127.0.0.1", |params| params.not_after = soon).files(parent.path());
    let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0", "--log-level", "info"]);
    command.args(["--tls-cert", &certificate, "--tls-key", &key]);
    let server = Serving::by(command);
    let found = || {
        // Doctor has to know of the TLS, too.
        let words = ["doctor", "--json", "--tls-cert", &certificate, "--tls-key", &key];
        let report: Value = serde_json::from_str(&captured(&run(&data, &words, "")).1).expect("JSON");
        let checks = report["checks"].as_array().expect("checks").clone();
        let check = checks.into_iter().find(|check| check["check"] == "certificate").expect("known");
        (check["level"].as_str().expect("text").to_owned(), check["text"].as_str().expect("text").to_owned())
    };
    let (level, text) = found();
    assert!(level == "problem" && text.starts_with("it ends in 9 days"), "{level} {text}");

    let key_of_another = authority.issue("127.0.0.1", |_| ()).files(parent.path());
    fs::write(&key_of_another[1], "no key").expect("written");
    fs::write(data.join("bond.toml"), "program_name = \"Two\"\n").expect("written");
    let (code, _, error) = reload(&data);
    // The settings are in use now all the same, and nothing says otherwise.
    let said =
        "in use now: program_name; after a restart: none; but the certificate is refused, and the one in use stays";
    assert!(code == 1 && error.contains(said) && !error.contains("nothing has changed"), "{error}");
    let (event, detail) = audited(&data).remove(0);
    assert!(event == "settings_reread" && detail.contains(said), "{event} {detail}");
    assert_eq!(found().0, "problem", "the one in use stays");
    authority.issue("127.0.0.1", |_| ()).files(parent.path());
    let (code, said, error) = reload(&data);
    assert!(code == 0 && said.contains("the certificate was read anew"), "{said}{error}");
    assert_eq!(found().0, "ok");
    let (code, log) = server.stop();
    assert!(code == 0 && log.contains("the settings were read anew; in use now: program_name"), "{log}");
    assert!(log.contains("the new TLS certificate is refused") && !log.contains("those in use stay"), "{log}");
}
