//! The secrets of systems are in their files, and nowhere else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bond::store::roles::ADMIN;
use serde_json::json;

use super::servers::{MariaDb, OpenSsh, PostgreSql, Store, User, http};
use super::{GROUPS, MEMBERS};
use crate::certificates::write;
use crate::command_line::{PASSWORD, Serving, bond, captured};

/// Secrets, each unlike any other text.
#[derive(Default)]
struct Secrets(Vec<String>);

impl Secrets {
    fn another(&mut self, of: &str) -> String {
        let secret = format!("hushed-{of}-q7Zx9");
        self.0.push(secret.clone());
        secret
    }

    /// The one that a text has.
    fn found_in(&self, bytes: &[u8]) -> Option<&String> {
        self.0.iter().find(|secret| bytes.windows(secret.len()).any(|part| part == secret.as_bytes()))
    }

    #[track_caller]
    fn not_in(&self, what: &str, bytes: &[u8]) {
        let found = self.found_in(bytes);
        assert!(found.is_none(), "{what} has {found:?}");
    }

    /// Looks into each file of a folder.
    fn not_below(&self, folder: &Path) -> usize {
        let mut files = 0;
        for entry in fs::read_dir(folder).expect("read") {
            let path = entry.expect("read").path();
            if path.is_dir() {
                files += self.not_below(&path);
            } else if path.is_file() {
                self.not_in(&path.display().to_string(), &fs::read(&path).expect("read"));
                files += 1;
            }
        }
        files
    }
}

/// What other users of the machine see of Bond's processes and their children, while this runs.
fn watch(secrets: &Secrets, is_over: &AtomicBool) -> usize {
    let bond = crate::executable().canonicalize().expect("there");
    let mut seen = BTreeSet::new();
    while !is_over.load(Ordering::SeqCst) {
        let folders = fs::read_dir("/proc").expect("read").flatten().map(|entry| entry.path());
        for folder in folders.filter(|folder| folder.join("exe").exists()) {
            let is_bond = |folder: &Path| fs::read_link(folder.join("exe")).is_ok_and(|exe| exe == bond);
            if is_bond(&folder) || parent(&folder).is_some_and(|parent| is_bond(&parent)) {
                for name in ["cmdline", "environ"] {
                    let text = fs::read(folder.join(name)).unwrap_or_default();
                    secrets.not_in(&folder.join(name).display().to_string(), &text);
                }
                seen.insert(folder);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    seen.len()
}

fn parent(folder: &Path) -> Option<PathBuf> {
    let status = fs::read_to_string(folder.join("status")).ok()?;
    let id = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim();
    Some(Path::new("/proc").join(id))
}

/// Each kind once with the right secrets and once with wrong ones, as far as there are servers; the settings, and what must
/// live while they are asked.
fn systems(secrets: &mut Secrets, folder: &Path) -> (String, Vec<Box<dyn std::any::Any>>) {
    let mut settings = String::new();
    let mut servers: Vec<Box<dyn std::any::Any>> = Vec::new();
    let file = |name: &str, secret: &str| write(folder, name, &format!("{secret}\n"));
    let mut add = |name: &str, from: &str, text: &str| {
        settings += &text.replace(&format!("[pull.{from}"), &format!("[pull.{name}"))
    };
    let query = "[pull.shop.queries]\nlogins = \"select 'A' as member_id, '2026-03-01 09:00:00' as logged_in_at\"\n";

    if let Some(server) = PostgreSql::start() {
        let (right, wrong) = (secrets.another("postgresql"), secrets.another("not-postgresql"));
        server.sql("postgres", &format!("alter role bond password '{right}'"));
        let text = server.settings(query);
        let of = |path: String| text.replace(&server.folder.path().join("password").display().to_string(), &path);
        add("pg", "shop", &of(file("pg", &right)));
        add("pg-wrong", "shop", &of(file("pg-wrong", &wrong)));
        servers.push(Box::new(server));
    }
    if let Some(server) = MariaDb::start() {
        let (right, wrong) = (secrets.another("mariadb"), secrets.another("not-mariadb"));
        server.sql(&format!("alter user bond@'127.0.0.1' identified by '{right}'"));
        let text = server.settings(query);
        let of = |path: String| text.replace(&server.folder.path().join("password").display().to_string(), &path);
        add("my", "shop", &of(file("my", &right)));
        add("my-wrong", "shop", &of(file("my-wrong", &wrong)));
        servers.push(Box::new(server));
    }
    if let Some(server) = OpenSsh::with("UsePAM yes\nPasswordAuthentication yes\n") {
        server.write("logins.csv", "member_id,logged_in_at\nA,2026-03-02 09:00:00\n");
        let (right, wrong) = (secrets.another("passphrase"), secrets.another("not-passphrase"));
        let path = server.folder.path().join("locked");
        let changed = std::process::Command::new("ssh-keygen")
            .args(["-q", "-p", "-P", "a phrase", "-N", &right, "-f"])
            .arg(&path)
            .status();
        assert!(changed.expect("run").success());
        let key = fs::read_to_string(&path).expect("read");
        secrets.0.extend(key.lines().nth(1).map(str::to_owned));
        for (name, secret) in [("key", &right), ("key-wrong", &wrong)] {
            let phrase = format!("passphrase_file = \"{}\"\n", file(name, secret));
            add(name, "files", &server.settings(&server.host_key, "locked", &phrase));
        }
        if let Some(user) = User::make() {
            let wrong = secrets.another("not-ssh");
            secrets.0.push(user.password.clone());
            for (name, secret) in [("ssh", &user.password), ("ssh-wrong", &wrong)] {
                let text = user.settings(&server, secret);
                let written = server.folder.path().join("password").display().to_string();
                add(name, "files", &text.replace(&written, &file(name, secret)));
            }
            servers.push(Box::new(user));
        }
        servers.push(Box::new(server));
    }
    let (right, wrong) = (secrets.another("s3"), secrets.another("not-s3"));
    if let Some(store) = Store::with(&right, 0) {
        store.write("bond/logins.csv", "member_id,logged_in_at\nA,2026-03-03 09:00:00\n");
        for (name, secret) in [("s3", &right), ("s3-wrong", &wrong)] {
            let text = store.settings("exports", "S3RVER", secret);
            let written = store.folder.path().join("secret").display().to_string();
            add(name, "lake", &text.replace(&written, &file(name, secret)));
        }
        servers.push(Box::new(store));
    }
    let (right, wrong) = (secrets.another("header"), secrets.another("not-header"));
    let (token, let_in) = (secrets.another("token"), right.clone());
    let port = http(move |lines| {
        let body = "member_id,logged_in_at\nA,2026-03-04 09:00:00\n";
        let is_let_in = lines.iter().any(|line| line.ends_with(&let_in));
        let status = if is_let_in { "200 OK" } else { "403 Forbidden" };
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    });
    for (name, secret) in [("web", &right), ("web-wrong", &wrong)] {
        let header = file(name, &format!("X-Key: {secret}"));
        settings += &format!(
            "[pull.{name}]\nkind = \"https\"\nheader_file = \"{header}\"\n[pull.{name}.files]\n\
             \"logins.csv\" = \"http://127.0.0.1:{port}/logins?token={token}\"\n"
        );
    }
    // Nobody is there, and a name that nobody knows: what the client says of the address.
    for (name, place) in [("gone", "127.0.0.1:9"), ("nobody", "nobody.invalid")] {
        settings += &format!(
            "[pull.{name}]\nkind = \"https\"\n[pull.{name}.files]\n\"logins.csv\" = \"https://{place}/logins?token={token}\"\n"
        );
    }
    (settings, servers)
}

#[test]
fn the_secrets_of_systems_are_nowhere_but_in_their_files() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = |name: &str| folder.path().join(name);
    let (data, feed, kept) = (path("data"), path("feed"), path("secrets"));
    for folder in [&feed, &kept] {
        fs::create_dir(folder).expect("made");
    }
    fs::write(feed.join("members.csv"), MEMBERS).expect("written");
    fs::write(feed.join("user_groups.csv"), GROUPS).expect("written");
    let mut secrets = Secrets::default();
    let (settings, _servers) = systems(&mut secrets, &kept);
    // Beside the data directory: an address in it may have a secret of its own.
    let settings_file = write(folder.path(), "settings.toml", &settings);
    let names: Vec<&str> = settings.lines().filter_map(|line| line.strip_prefix("[pull.")?.strip_suffix(']')).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.contains('.')).collect();
    let secrets = secrets;

    let command = |words: &[&str]| {
        let mut command = bond(&data, words);
        command.env("BOND_CONFIG", &settings_file);
        command
    };
    let said = Mutex::new(Vec::new());
    let run = |words: &[&str]| {
        let (code, output, errors) = captured(&command(words).output().expect("run"));
        secrets.not_in(&words.join(" "), output.as_bytes());
        secrets.not_in(&words.join(" "), errors.as_bytes());
        said.lock().expect("whole").push(format!("{words:?} {code}: {output}{errors}"));
        code
    };
    assert_eq!(run(&["import", feed.to_str().expect("text")]), 0);
    let words = ["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"];
    let (code, _, error) = captured(&crate::command_line::run(&data, &words, &format!("{PASSWORD}\n")));
    assert_eq!(code, 0, "{error}");

    let is_over = AtomicBool::new(false);
    let log = std::thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&secrets, &is_over));
        let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--log-level", "trace"]);
        let serving = Serving::by({
            serve.env("RUST_LOG", "trace");
            serve
        });
        let token = serving.sign_in("ann", PASSWORD);
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let get = |path: &str| {
            let request = agent.get(format!("{}{path}", serving.base()));
            let mut answer = request.header("authorization", format!("Bearer {token}")).call().expect("an answer");
            let (status, text) = (answer.status().as_u16(), answer.body_mut().read_to_string().expect("text"));
            secrets.not_in(path, text.as_bytes());
            assert_eq!(status, 200, "{path}: {text}");
            text
        };
        for name in &names {
            let (status, tried) = serving.answer(Some(&token), &format!("api/v1/admin/pulls/{name}/try"), &json!({}));
            secrets.not_in(name, tried.to_string().as_bytes());
            let works = !["wrong", "gone", "nobody"].iter().any(|end| name.ends_with(end));
            assert_eq!((status, tried["fault"].is_null()), (200, works), "{name}: {tried}");
            // On the page, or by the command: both say a failure to somebody.
            if !works {
                assert_ne!(run(&["pull", name]), 0, "{name}");
                continue;
            }
            let (status, _) = serving.answer(Some(&token), &format!("api/v1/admin/pulls/{name}/run"), &json!({}));
            assert_eq!(status, 202, "{name}");
            let has_ended = || {
                let list: serde_json::Value = serde_json::from_str(&get("api/v1/admin/pulls")).expect("JSON");
                let pulls = list["pulls"].as_array().expect("a list");
                let pull = pulls.iter().find(|pull| pull["name"] == **name).expect("there");
                pull["runs"][0]["endedAt"].is_i64() && pull["isRunning"] == false
            };
            crate::wait_until(name, has_ended);
        }
        assert_ne!(run(&["pull", "--try", "web-wrong"]), 0);
        for path in ["pulls", "settings", "system", "loads", "audit", "data", "backups"] {
            get(&format!("api/v1/admin/{path}"));
        }
        let (status, metrics) = serving.get("metrics");
        assert_eq!(status, 200);
        secrets.not_in("metrics", metrics.as_bytes());
        for words in [&["pull"][..], &["doctor"], &["config"], &["loads"], &["audit"]] {
            run(words);
        }
        let backups = path("backups");
        assert_eq!(run(&["backup", "--to", backups.to_str().expect("text")]), 0);
        let (code, log) = serving.stop();
        assert_eq!(code, 0);
        is_over.store(true, Ordering::SeqCst);
        assert!(watching.join().expect("none was seen") > 0, "processes were looked at");
        log
    });
    secrets.not_in("the log", log.as_bytes());
    // What is looked for would be found: it is in the files of the secrets, and the log names each system.
    for file in fs::read_dir(&kept).expect("read") {
        let path = file.expect("read").path();
        assert!(secrets.found_in(&fs::read(&path).expect("read")).is_some(), "{}", path.display());
    }
    assert!(
        names.iter().all(|name| log.contains(&format!("pull={name}")) || log.contains(&format!("pull=\"{name}\""))),
        "{log}"
    );
    assert!(secrets.not_below(&data) > 2);
    let backup = fs::read_dir(path("backups")).expect("read").next().expect("one").expect("read").path();
    secrets.not_in("the backup", &fs::read(&backup).expect("read"));
    let restored = path("restored");
    let words = ["restore", backup.to_str().expect("text"), "--data-dir", restored.to_str().expect("text")];
    let (code, _, error) = captured(&command(&words).env_remove("BOND_DATA_DIR").output().expect("run"));
    assert_eq!(code, 0, "{error}");
    assert!(secrets.not_below(&restored) > 1);
}
