//! The executable as an operator uses it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bond::features::alerts::stored::Alert;
use bond::features::links::stored::Link;
use bond::features::reports::stored::Report;
use bond::platform::machine::Process;
use bond::store::destinations::{AlertState, DeliveryState};
use bond::store::saved::Visible;
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "a long password";

pub(crate) fn bond(data_dir: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(crate::executable());
    command.args(words).env("BOND_DATA_DIR", data_dir).env("BOND_WAREHOUSE_MEMORY", "512MB");
    // The zone of what tests load in their own process, wherever they run.
    command.env("TZ", "UTC");
    command
}

pub(crate) fn run(data_dir: &Path, words: &[&str], input: &str) -> Output {
    let mut command = bond(data_dir, words);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    // A command that does not read its input may exit before it is written.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("ended")
}

/// Exit code, standard output, standard error.
pub(crate) fn captured(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let errors = text(&output.stderr);
    (exit_code(output.status, &errors), text(&output.stdout), errors)
}

/// The exit code of what was not ended by a signal.
fn exit_code(status: ExitStatus, errors: &str) -> i32 {
    status.code().unwrap_or_else(|| panic!("{status}\n{errors}"))
}

pub(crate) fn add_user(data_dir: &Path, login: &str) {
    let words = ["user", "add", "--first-name", "Ann", "--role", "USERS", "--password-stdin", login];
    let (code, _, error) = captured(&run(data_dir, &words, &format!("{PASSWORD}\n")));
    assert_eq!(code, 0, "{error}");
}

/// A running `bond serve`, killed if a test fails before it is stopped.
pub(crate) struct Serving {
    child: Child,
    base: String,
    /// What it wrote to standard error so far. Somebody has to read it: a full pipe would stop the server.
    errors: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Serving {
    pub fn start(data_dir: &Path) -> Serving {
        Serving::with(data_dir, "debug", &[])
    }

    /// With another log level and further environment variables.
    pub fn with(data_dir: &Path, log_level: &str, variables: &[(&str, &str)]) -> Serving {
        let mut command = bond(data_dir, &["serve", "--listen", "127.0.0.1:0", "--log-level", log_level]);
        command.envs(variables.iter().copied());
        Serving::by(command)
    }

    /// What a call answers to somebody who is signed in.
    pub fn answer_get(&self, token: &str, path: &str) -> (u16, Value) {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let call = agent.get(format!("{}{path}", self.base)).header("authorization", format!("Bearer {token}"));
        let mut answer = call.call().expect("answered");
        let body = answer.body_mut().read_to_string().expect("text");
        (answer.status().as_u16(), serde_json::from_str(&body).expect("JSON"))
    }

    /// Started by a command of one's own.
    pub fn by(command: Command) -> Serving {
        Serving::try_by(command).unwrap_or_else(|errors| panic!("it does not serve: {errors}"))
    }

    /// As [`Serving::by`]; the error is what it wrote to standard error before it ended.
    pub fn try_by(mut command: Command) -> Result<Serving, String> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
        let errors = Arc::new(Mutex::new(String::new()));
        let (from, to) = (child.stderr.take().expect("piped"), Arc::clone(&errors));
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                let mut all = to.lock().expect("whole");
                all.push_str(&line);
                all.push('\n');
            }
        });
        let mut lines = BufReader::new(child.stdout.as_mut().expect("piped")).lines();
        let base = lines.find_map(|line| {
            let line = line.expect("text");
            let address = line.strip_prefix("Bond is ready at ").or(line.strip_prefix("Bond is in maintenance at "));
            address.map(str::to_owned)
        });
        match base {
            Some(base) => Ok(Serving { child, base, errors, reader: Some(reader) }),
            None => {
                let _ = reader.join();
                let _ = child.wait();
                let said = errors.lock().expect("whole").clone();
                Err(said)
            }
        }
    }

    /// The address of the page, with a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// What it wrote to standard error so far.
    pub fn errors(&self) -> String {
        self.errors.lock().expect("whole").clone()
    }

    /// Whether the process lives.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }

    /// Signs in and returns status and token.
    pub fn sign_in_status(&self, login: &str, password: &str) -> (u16, Option<String>) {
        let body = json!({"grant_type": "password", "username": login, "password": password});
        let (status, answer) = self.answer(None, "api/auth/login", &body);
        (status, answer["token"].as_str().map(str::to_owned))
    }

    /// Status and body of a call.
    pub fn answer(&self, token: Option<&str>, path: &str, body: &Value) -> (u16, Value) {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut request = agent.post(format!("{}{path}", self.base));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body).expect("an answer");
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap_or(Value::Null))
    }

    pub fn sign_in(&self, login: &str, password: &str) -> String {
        self.try_sign_in(login, password).expect("signed in")
    }

    /// The token; None if the server does not answer so.
    pub fn try_sign_in(&self, login: &str, password: &str) -> Option<String> {
        let body = json!({"grant_type": "password", "username": login, "password": password});
        let mut answer = agent().post(format!("{}api/auth/login", self.base)).send_json(body).ok()?;
        let answer: Value = answer.body_mut().read_json().ok()?;
        Some(answer["token"].as_str()?.to_owned())
    }

    /// As [`Serving::post_as`]; None if it is answered with an error.
    pub fn try_post(&self, token: &str, path: &str, body: &Value) -> Option<Value> {
        let request = agent().post(format!("{}{path}", self.base)).header("authorization", format!("Bearer {token}"));
        let mut answer = request.send_json(body).ok().filter(|answer| answer.status() == 200)?;
        answer.body_mut().read_json().ok()
    }

    /// Status and text.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.try_get(path).expect("an answer")
    }

    /// As [`Serving::get`]; None if the connection breaks.
    pub fn try_get(&self, path: &str) -> Option<(u16, String)> {
        let mut answer = agent().get(format!("{}{path}", self.base)).call().ok()?;
        Some((answer.status().as_u16(), answer.body_mut().read_to_string().ok()?))
    }

    pub fn post_as(&self, token: &str, path: &str, body: &Value) -> Value {
        let request = ureq::post(format!("{}{path}", self.base)).header("authorization", format!("Bearer {token}"));
        request.send_json(body).expect("accepted").body_mut().read_json().expect("JSON")
    }

    /// Ends the process as a power failure would.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = ureq::post(format!("{}{path}", self.base)).send_json(body);
        answer.expect("accepted").body_mut().read_json().expect("JSON")
    }

    fn status_with(&self, token: &str, path: &str) -> u16 {
        let request = agent().get(format!("{}{path}", self.base)).header("authorization", format!("Bearer {token}"));
        request.call().expect("an answer").status().as_u16()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn process(&self) -> Process {
        Process::with_pid(self.pid())
    }

    pub fn stop(mut self) -> (i32, String) {
        crate::system::ask_to_stop(self.pid());
        let status = self.child.wait().expect("ended");
        let _ = self.reader.take().expect("reading").join();
        let errors = self.errors();
        (exit_code(status, &errors), errors)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes errors as answers, and does not wait for ever.
fn agent() -> ureq::Agent {
    let config =
        ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60)));
    config.build().new_agent()
}

#[test]
fn services_are_for_windows() {
    let data = tempfile::tempdir().expect("a directory");
    for word in ["install", "uninstall", "status", "run"] {
        let (code, _, error) = captured(&run(data.path(), &["service", word], ""));
        assert_eq!((code, error.contains("systemctl enable --now bond")), (2, true), "{word}: {error}");
    }
}

#[test]
fn help_and_version_work_and_wrong_usage_exits_with_2() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, help, _) = captured(&run(dir.path(), &["--help"], ""));
    assert_eq!(code, 0);
    for word in [
        "serve",
        "demo",
        "import",
        "backup",
        "verify",
        "restore",
        "upgrade",
        "doctor",
        "loads",
        "user",
        "sso-key",
        "sso-link",
        "config",
        "Exit codes",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert_eq!(captured(&run(dir.path(), &["--version"], "")).1, format!("bond {}\n", env!("VERSION_AND_COMMIT")));
    for words in [&["serve", "--listne", "x"][..], &["serve", "--listen", "here"], &["user", "add", "x"], &["fly"]] {
        let (code, _, error) = captured(&run(dir.path(), words, ""));
        assert_eq!(code, 2, "{words:?}");
        assert!(!error.is_empty(), "{words:?}");
    }
}

#[test]
fn a_demo_lists_its_planted_changes_or_says_that_it_has_none() {
    for (flags, is_planted) in [(&["--no-causes"][..], false), (&[], true)] {
        let dir = tempfile::tempdir().expect("a directory");
        let data = dir.path().join("data");
        let make = [&["demo", "--members", "200", "--years", "1", "--explain"][..], flags].concat();
        // What a demo has follows from its data: the second time without the flag.
        for words in [&make[..], &["demo", "--explain"]] {
            let (code, said, error) = captured(&run(&data, words, ""));
            assert_eq!(code, 0, "{error}");
            assert_eq!(said.contains("This demo was made without planted changes."), !is_planted, "{words:?}: {said}");
            assert_eq!(said.contains("(tier Gold) goes down."), is_planted, "{words:?}: {said}");
        }
        let chosen = bond::store::Store::open(&data).and_then(|store| store.chosen_settings()).expect("read");
        let chosen: Vec<(&str, &str)> = chosen.iter().map(|one| (&*one.name, &*one.value)).collect();
        assert_eq!(chosen, [("program_name", "Harbor Rewards")]);
    }
}

/// What a demo has saved at its first start, and where it can do without.
#[test]
fn a_demo_that_is_served_begins_with_links_a_report_and_an_alert_that_fires() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("data");
    let words = ["demo", "--members", "2000", "--years", "1", "--listen", "127.0.0.1:0"];
    let serving = Serving::by(bond(&data, &words));
    let store = bond::store::Store::open(&data).expect("opened");
    let alerts = || store.saved::<Alert>(Visible::All).expect("read");
    let reports = || store.saved::<Report>(Visible::All).expect("read");
    let until = Instant::now() + Duration::from_secs(60);
    while (alerts()[0].state.state.is_none() || reports()[0].state.last.is_none()) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(100));
    }
    let [alert, report] = [alerts().remove(0).state.text, format!("{:?}", reports().remove(0).state.last)];
    assert_eq!(alerts()[0].state.state, Some(AlertState::Holds), "{alert}");
    assert_eq!(reports()[0].state.last.as_ref().map(|last| last.state), Some(DeliveryState::Sent), "{report}");
    let files = std::fs::read_dir(data.join("reports/harbor-rewards")).expect("a folder").count();
    assert_eq!((files, store.saved::<Link>(Visible::All).expect("read").len()), (1, 2), "{}", serving.errors());
    drop(serving);

    // Nothing is made a second time, nor where the folder cannot be.
    drop(Serving::by(bond(&data, &["demo", "--listen", "127.0.0.1:0"])));
    assert_eq!((store.saved::<Link>(Visible::All).expect("read").len(), alerts().len(), reports().len()), (2, 1, 1));
    let without = dir.path().join("without");
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("written");
    let mut command = bond(&without, &["demo", "--members", "200", "--years", "1", "--listen", "127.0.0.1:0"]);
    command.env("BOND_REPORTS_DIR", file.join("reports"));
    let serving = Serving::by(command);
    let store = bond::store::Store::open(&without).expect("opened");
    assert_eq!(store.saved::<Report>(Visible::All).expect("read").len(), 0, "{}", serving.errors());
    assert_eq!(store.saved::<Link>(Visible::All).expect("read").len(), 2);
}

#[test]
fn settings_are_listed_with_their_origins() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("bond.toml"), "\ncurrency = \"EUR\"\n").expect("written");
    let (code, listing, _) = captured(&run(dir.path(), &["config", "--dormant-days", "30"], ""));
    assert_eq!(code, 0);
    assert!(listing.contains("dormant_days = 30\n    from flag; --dormant-days or BOND_DORMANT_DAYS\n"), "{listing}");
    assert!(listing.contains("currency = EUR\n    from "), "{listing}");
    assert!(listing.contains("bond.toml:2"), "{listing}");
}

#[test]
fn users_are_added_with_a_password_from_standard_input() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    let (code, _, error) = captured(&run(&dir, &["user", "list"], ""));
    assert_eq!((code, error.contains("there is no data directory")), (2, true), "{error}");

    add_user(&dir, "ann@example.com");
    let add = ["user", "add", "--first-name", "B", "--role", "USERS", "--password-stdin", "ANN@example.com"];
    let (code, _, error) = captured(&run(&dir, &add, PASSWORD));
    assert_eq!((code, error.contains("is taken")), (2, true), "{error}");
    let (code, _, error) = captured(&run(&dir, &add, "short"));
    assert_eq!((code, error.contains("12 to 128 characters, this one has 5")), (2, true), "{error}");

    let (code, _, error) = captured(&run(&dir, &["user", "reset-password", "ann@example.com"], PASSWORD));
    assert_eq!((code, error.contains("use --password-stdin or --generate-password")), (2, true), "{error}");
    let (code, made, _) =
        captured(&run(&dir, &["user", "reset-password", "--generate-password", "ann@example.com"], ""));
    assert_eq!((code, made.contains("Password (shown only now): ")), (0, true), "{made}");
    let (_, list, _) = captured(&run(&dir, &["user", "list"], ""));
    assert!(list.contains("ann@example.com  Ann         USERS  enabled  never"), "{list}");
    let (code, renamed, error) = captured(&run(&dir, &["user", "rename", "ann@example.com", "anna"], ""));
    assert_eq!((code, renamed.as_str()), (0, "ann@example.com is now anna.\n"), "{error}");
}

#[test]
fn a_key_id_may_begin_with_a_hyphen() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann@example.com");
    let id = "-qAAAAAAAAAAAAAAAAAAAA";
    let link = ["sso-link", "--key-id", id, "--subject", "1", "--login", "a", "--first-name", "A", "--role", "USERS"];
    for command in [&["sso-key", "remove", id][..], &link] {
        let (code, _, error) = captured(&run(&dir, command, ""));
        assert_eq!((code, error.contains("there is no single sign-on key")), (2, true), "{error}");
    }
}

#[test]
fn a_sign_in_link_works_and_leaves_no_secret_in_the_log() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    let (code, made, error) = captured(&run(&dir, &["sso-key", "add", "--role", "USERS", "portal"], ""));
    assert_eq!((code, made.contains("Key (shown only now): ")), (0, true), "{made}{error}");
    let after = |text: &str| made.lines().find_map(|line| line.strip_prefix(text)).expect(text).to_owned();
    let (key_id, key) = (after("Key id (aa): "), after("Key (shown only now): "));
    assert_eq!(after("Install id (aud): ").len(), 32);
    let (_, list, _) = captured(&run(&dir, &["sso-key", "list"], ""));
    assert!(list.contains(&format!("{key_id}  portal  USERS  ")) && !list.contains(&key), "{list}");

    let server = Serving::start(&dir);
    let words = [
        "sso-link",
        "--key-id",
        &key_id,
        "--subject",
        "17",
        "--login",
        "ann",
        "--first-name",
        "Ann",
        "--role",
        "USERS",
    ];
    let (code, link, error) =
        captured(&run(&dir, &[&words[..], &["--base-url", "https://bond.example/"]].concat(), ""));
    let query = link.trim().strip_prefix("https://bond.example/sso?").unwrap_or_else(|| panic!("{code} {link}{error}"));
    let parts: serde_json::Map<_, _> = query
        .split('&')
        .filter_map(|part| part.split_once('='))
        .map(|(name, text)| (name.into(), text.into()))
        .collect();
    assert_eq!(parts.keys().collect::<Vec<_>>(), ["aa", "bb", "cc"]);
    let sealed = parts["cc"].as_str().expect("text").to_owned();
    let answer = server.post("api/auth/sso", &Value::Object(parts));
    assert_eq!((&answer["success"], &answer["user"]["firstName"]), (&json!(true), &json!("Ann")), "{answer}");
    let token = answer["token"].as_str().expect("a token").to_owned();
    assert_eq!(server.status_with("", &format!("sso?{query}")), 200, "the page");
    let (_, list, _) = captured(&run(&dir, &["user", "list"], ""));
    assert!(list.contains("links of portal"), "{list}");

    let (code, _, error) = captured(&run(&dir, &["sso-key", "remove", &key_id], ""));
    assert_eq!(code, 0, "{error}");
    assert_eq!(server.status_with(&token, "api/user/current"), 401);
    for words in [&["sso-key", "remove", &key_id][..], &words] {
        let (code, _, error) = captured(&run(&dir, words, ""));
        assert_eq!((code, error.contains("there is no single sign-on key")), (2, true), "{error}");
    }
    let (_, log) = server.stop();
    assert!(log.contains("route=\"page\""), "{log}");
    for secret in [&sealed, &key, &token] {
        assert!(!log.contains(secret.as_str()), "{secret} in {log}");
    }
}

#[test]
fn a_running_server_locks_its_directory_sees_changes_stops_cleanly_and_logs_no_secret() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    let server = Serving::start(&dir);
    let login = json!({"grant_type": "password", "username": "ann", "password": PASSWORD});
    let token = server.post("api/auth/login", &login)["token"].as_str().expect("a token").to_owned();
    let current = "api/user/current?aa=key&bb=nonce&cc=sealed-secret";
    assert_eq!(server.status_with(&token, current), 200);

    let (code, _, error) = captured(&run(&dir, &["serve", "--listen", "127.0.0.1:0"], ""));
    assert_eq!((code, error.contains(&format!("PID {}", server.child.id()))), (3, true), "{error}");

    let (code, _, error) = captured(&run(&dir, &["user", "disable", "ann"], ""));
    assert_eq!(code, 0, "{error}");
    assert_eq!(server.status_with(&token, current), 401);

    let (code, log) = server.stop();
    assert_eq!(code, 0, "{log}");
    assert!(log.contains("/api/user/current") && log.contains("stopped"), "{log}");
    for secret in [PASSWORD, token.as_str(), "sealed-secret", "cc="] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    let _ = Serving::start(&dir).stop();
}
