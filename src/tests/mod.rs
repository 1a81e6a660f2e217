//! Tests against a real server over HTTP.

#[cfg(unix)]
mod aborts;
mod accounts;
mod accounts_and_data;
mod addresses;
mod administration;
mod agents;
mod alerts;
mod annotations;
mod architecture;
mod backup;
mod brute_force;
mod certificates;
mod checkpoints;
mod clickers;
mod clickhouse;
mod clusters;
mod command_line;
mod compared_files;
mod contract;
mod damage;
mod data_calls;
#[cfg(unix)]
mod directories;
mod doctor;
mod drafts;
mod egress;
mod engines;
mod erasure;
mod explain;
mod exports;
#[cfg(unix)]
mod faulty_disks;
mod feed_tables;
mod figures;
mod forecast;
#[cfg(unix)]
mod full_servers;
mod fuzz;
mod golden;
mod group_moves;
mod group_order;
mod groups_as_of;
mod held;
mod hostile;
mod insights;
mod invariants;
mod issued;
#[cfg(unix)]
mod kept_numbers;
mod keys;
mod kills;
mod languages;
mod letters;
mod links;
mod loaded_data;
mod loads;
mod logo;
mod machines;
mod mapping_queries;
mod mappings;
mod monitoring;
mod network;
mod notices;
mod opened;
mod openid_connect;
mod overload;
mod past_groups;
mod planner;
#[cfg(unix)]
mod power;
mod processes;
mod pulls;
mod queries;
mod random;
mod raw_requests;
mod readers;
mod receipts;
mod reload;
mod reported;
mod reports;
mod retention;
mod roles;
mod routes;
mod scope;
mod score_method;
mod second_factor;
mod session;
mod signals;
mod single_sign_on;
#[cfg(unix)]
mod small_disks;
mod small_groups;
mod soak;
mod sources;
mod stopping;
mod syslog;
mod system;
mod targets;
mod throttle;
mod tokens;
mod turns;
mod views;

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use bond::app::App;
use bond::clock::Clock;
use bond::config::{Config, Origin};
use bond::server::{self, Spawned};
use bond::store::roles::USERS;
use bond::store::sso::SsoKey;
use bond::store::users::NewUser;
use bond::warehouse::Warehouse;
use bond::warehouse::feed::TABLES;
use bond::warehouse::load::{self, ImportError, ImportOptions, ImportReport};
use serde_json::{Value, json};
use time::Date;
use time::macros::date;
use ureq::http;

use clickhouse::{CLUSTER, Database};
pub(crate) use turns::{is_whole, of_today, of_turn, runs_today, setting, skipped, takes_turn, todays_number};

/// Bond's executable: the one built with the tests, or that of another system behind what runs it here (.ci/wine).
pub(crate) fn executable() -> PathBuf {
    std::env::var_os(EXECUTABLE).map_or_else(|| env!("CARGO_BIN_EXE_bond").into(), PathBuf::from)
}

/// Names another executable than the one built with the tests.
pub(crate) const EXECUTABLE: &str = "TEST_EXECUTABLE";

/// Closes an app whose server has ended: its workers may hold it a little longer, and only the last that lets go of it
/// brings `bond.sqlite` up to its log.
fn close(mut app: Arc<App>) {
    let limit = Instant::now() + Duration::from_secs(60);
    while let Err(held) = Arc::try_unwrap(app) {
        assert!(Instant::now() < limit, "the app is still in use");
        app = held;
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A server on a free port over a new data directory, where today is 2026-03-15.
pub(crate) struct TestApp {
    pub app: Arc<App>,
    server: Spawned,
    agent: ureq::Agent,
    _data_dir: tempfile::TempDir,
    /// What it has on the servers of `TEST_CLUSTER`, where there are any.
    pub database: Option<Database>,
}

impl TestApp {
    pub fn new() -> TestApp {
        TestApp::with(|_| {})
    }

    /// With settings other than the defaults.
    pub fn with(change: impl FnOnce(&mut Config)) -> TestApp {
        TestApp::open(date!(2026 - 03 - 15), change)
    }

    /// As [`TestApp::with`]; these settings came from elsewhere than the defaults.
    pub fn with_origins(origins: BTreeMap<String, Origin>, change: impl FnOnce(&mut Config)) -> TestApp {
        TestApp::open_with(date!(2026 - 03 - 15), origins, change)
    }

    /// With another date as today.
    pub fn on(today: Date) -> TestApp {
        TestApp::open(today, |_| {})
    }

    fn open(today: Date, change: impl FnOnce(&mut Config)) -> TestApp {
        TestApp::open_with(today, BTreeMap::new(), change)
    }

    fn open_with(today: Date, origins: BTreeMap<String, Origin>, change: impl FnOnce(&mut Config)) -> TestApp {
        TestApp::open_over(&[], today, origins, change)
    }

    /// As [`TestApp::with`] on this day, with the feed files from a folder of the repository.
    pub fn loaded(today: Date, folder: &'static str, change: impl FnOnce(&mut Config)) -> TestApp {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let load = |app: &TestApp| {
            app.import_folder(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        };
        TestApp::prepared(today, folder, &load, change)
    }

    /// Ends the server, and waits until nothing of it is in use. Returns the directory that it had.
    pub fn end(self) -> tempfile::TempDir {
        let TestApp { app, server, _data_dir, .. } = self;
        drop(server);
        close(app);
        _data_dir
    }

    /// As [`TestApp::with`] on this day, with what a load of this name loads. It is done once in this process.
    pub fn prepared(today: Date, name: &str, load: &dyn Fn(&TestApp), change: impl FnOnce(&mut Config)) -> TestApp {
        if std::env::var_os(CLUSTER).is_some() {
            let app = TestApp::open(today, change);
            load(&app);
            return app;
        }
        // Copied after the first time: a load takes longer. In memory, so that nothing is left of it on the disk.
        type Files = Arc<[(&'static str, Vec<u8>)]>;
        type Prepared = Arc<OnceLock<Files>>;
        static PREPARED: Mutex<BTreeMap<(Date, String), Prepared>> = Mutex::new(BTreeMap::new());
        // Who asks for another does not wait for this one.
        let prepared = {
            let mut all = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry((today, name.to_owned())).or_default())
        };
        let files = prepared.get_or_init(|| {
            let app = TestApp::open(today, |config| config.days_ahead = 21);
            load(&app);
            let data_dir = app.end();
            let read = |name| (name, std::fs::read(data_dir.path().join("data").join(name)).expect("read"));
            [Warehouse::FILE, "bond.sqlite", "bond.sqlite-seen"].map(read).into()
        });
        TestApp::open_over(files, today, BTreeMap::new(), change)
    }

    /// In a data directory with these files.
    fn open_over(
        files: &[(&str, Vec<u8>)],
        today: Date,
        origins: BTreeMap<String, Origin>,
        change: impl FnOnce(&mut Config),
    ) -> TestApp {
        let data_dir = tempfile::tempdir().expect("a directory");
        let mut config = Config {
            data_dir: data_dir.path().join("data"),
            listen: "127.0.0.1:0".parse().expect("an address"),
            warehouse_memory: "512MB".to_owned(),
            warehouse_threads: 2,
            ..Config::default()
        };
        if std::env::var_os(CLUSTER).is_some() {
            // Two servers and as many tests share the processors.
            config.query_seconds = 60;
        }
        change(&mut config);
        let database = Database::named_in(&mut config, data_dir.path());
        if !files.is_empty() {
            std::fs::create_dir_all(&config.data_dir).expect("made");
        }
        for (name, bytes) in files {
            std::fs::write(config.data_dir.join(name), bytes).expect("written");
        }
        let listener = TcpListener::bind(config.listen).expect("a free port");
        bond::child::use_executable(executable());
        let mut app = App::open(config, Clock::fixed(today)).expect("opened");
        app.origins = origins;
        let app = Arc::new(app);
        let server = server::spawn(Arc::clone(&app), listener).expect("started");
        let agent = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().new_agent();
        TestApp { app, server, agent, _data_dir: data_dir, database }
    }

    pub fn add_user(&self, login: &str, role: &str) -> &'static str {
        const PASSWORD: &str = "correct horse 1";
        // Of little work, for nearly every test signs in: tests of accounts hash passwords as Bond does.
        static HASH: LazyLock<String> = LazyLock::new(|| {
            let little = Params::new(Params::MIN_M_COST, 1, 1, None).expect("valid parameters");
            let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, little);
            hasher.hash_password(PASSWORD.as_bytes()).expect("hashed").to_string()
        });
        let user = NewUser { login, first_name: "Ann", password_hash: &HASH, roles: &[role] };
        self.app.store.add_user(&user, self.app.clock.now()).expect("added");
        PASSWORD
    }

    /// Adds a user, signs in as that user and returns the token.
    pub fn signed_in(&self, login: &str, role: &str) -> String {
        let password = self.add_user(login, role);
        let answer = self.login(login, password);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["token"].as_str().expect("a token").to_owned()
    }

    /// Loads feed files (name and text), as `bond import` does.
    pub fn import(&self, files: &[(&str, &str)]) -> Result<ImportReport, ImportError> {
        let folder = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        self.import_folder(folder.path())
    }

    /// The same for all of some days, whether they have rows or not, as `--days` does.
    pub fn import_on(&self, files: &[(&str, &str)], days: (Date, Date)) -> Result<ImportReport, ImportError> {
        self.import_with(files, ImportOptions { days: Some(days), ..self.import_options() })
    }

    /// The same with other options.
    pub fn import_with(&self, files: &[(&str, &str)], options: ImportOptions) -> Result<ImportReport, ImportError> {
        let folder = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        self.with_rows(|| load::import(&self.app.warehouse, &[folder.path().to_path_buf()], &options, &()))
    }

    /// Loads a folder of feed files, as `bond import` does.
    pub fn import_folder(&self, folder: &Path) -> Result<ImportReport, ImportError> {
        self.with_rows(|| load::import(&self.app.warehouse, &[folder.to_path_buf()], &self.import_options(), &()))
    }

    /// Runs a load. On a cluster the data directory has the rows of members only as long as that takes: afterwards no
    /// figure can be read from it.
    pub fn with_rows<T>(&self, load: impl FnOnce() -> T) -> T {
        if self.database.is_none() {
            return load();
        }
        let moved = |statements: fn(&str) -> String| {
            let writer = self.app.warehouse.writer().expect("a writer");
            for derived in TABLES.iter().filter_map(|table| table.derived) {
                writer.execute_batch(&statements(derived.name)).expect("moved");
            }
        };
        moved(|name| {
            let away = format!("memory.main.away_{name}");
            format!(
                "create table if not exists {away} as from derived.{name} limit 0;
                 insert into derived.{name} from {away}; delete from {away};"
            )
        });
        let loaded = load();
        moved(|name| format!("insert into memory.main.away_{name} from derived.{name}; delete from derived.{name};"));
        loaded
    }

    /// Whether members have been in other groups than now.
    pub fn has_history(&self) -> bool {
        let writer = self.app.warehouse.writer().expect("a writer");
        writer.query_row("select exists (from derived.membership)", [], |row| row.get(0)).expect("an answer")
    }

    /// The options of a load of this program.
    pub fn import_options(&self) -> ImportOptions {
        self.app.load_parts().import_options(i64::MAX).expect("options")
    }

    pub fn login(&self, login: &str, password: &str) -> Answer {
        let body = json!({"grant_type": "password", "username": login, "password": password});
        self.post("/api/auth/login").json(&body).send()
    }

    pub fn get(&self, path: &str) -> Call<'_> {
        self.call("GET", path)
    }

    pub fn post(&self, path: &str) -> Call<'_> {
        self.call("POST", path)
    }

    pub fn call(&self, method: &str, path: &str) -> Call<'_> {
        let port = self.server.address().port();
        let request = http::Request::builder().method(method).uri(format!("http://127.0.0.1:{port}{path}"));
        Call { app: self, request, body: Vec::new() }
    }

    /// The server's own origin, as a browser would send it.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.server.address().port())
    }
}

/// The program in `src/tests/fixture`, with data from 2024-01-05 to 2025-03-10, where today is 2025-03-11, and a
/// signed-in user.
pub(crate) struct Program {
    pub app: TestApp,
    pub token: String,
}

impl Program {
    /// Shared by all tests that run concurrently; none of them modifies it.
    pub fn shared() -> Arc<Program> {
        static SHARED: Shared = Shared::new();
        SHARED.get(|| Program::of(date!(2025 - 03 - 11), "src/tests/fixture"))
    }

    /// A separate program with nothing loaded.
    pub fn empty(today: Date) -> Program {
        let app = TestApp::on(today);
        Program { token: app.signed_in("ann", USERS), app }
    }

    /// A separate program with the feed files from a folder of the repository.
    pub fn of(today: Date, folder: &'static str) -> Program {
        let app = TestApp::loaded(today, folder, |_| {});
        Program { token: app.signed_in("ann", USERS), app }
    }

    /// Makes a data call that may be rejected.
    pub fn call(&self, path: &str, body: &Value) -> Answer {
        let call = || self.app.post(path).bearer(&self.token).json(body).send();
        // Servers do not know in which groups members were: these rows are read from the data directory.
        if body["groupsAsOf"] != "NOW" && self.app.has_history() { self.app.with_rows(call) } else { call() }
    }

    /// Makes a data call that must succeed and returns its answer.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.call(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text);
        answer.json()
    }

    /// Makes a GET request that must succeed.
    pub fn get(&self, path: &str) -> Value {
        let answer = self.app.get(path).bearer(&self.token).send();
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }
}

/// What tests share that run concurrently. None of them modifies it.
pub(crate) struct Common<T>(Mutex<Weak<T>>);

impl<T> Common<T> {
    pub const fn new() -> Common<T> {
        Common(Mutex::new(Weak::new()))
    }

    /// It, made unless there is one.
    pub fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        // Weak, so that the last test removes its folders.
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let made = Arc::new(make());
            *shared = Arc::downgrade(&made);
            made
        })
    }
}

/// A folder that is made once in a process and written anew for each test that asks. In between it is in memory, so that
/// nothing is left of it on the disk.
pub(crate) struct Folder(OnceLock<Vec<(PathBuf, Vec<u8>)>>);

impl Folder {
    pub const fn new() -> Folder {
        Folder(OnceLock::new())
    }

    /// Writes a copy of what is made in the folder that the function gets.
    pub fn write(&self, to: &Path, make: impl FnOnce(&Path)) {
        let files = self.0.get_or_init(|| {
            let made = tempfile::tempdir().expect("a directory");
            make(made.path());
            let (mut files, mut folders) = (Vec::new(), vec![made.path().to_owned()]);
            while let Some(folder) = folders.pop() {
                for entry in std::fs::read_dir(&folder).expect("a folder") {
                    let path = entry.expect("an entry").path();
                    // A server makes its disk reserve again.
                    if path.is_dir() {
                        folders.push(path);
                    } else if path.is_file() && !path.ends_with("reserve.bin") {
                        let name = path.strip_prefix(made.path()).expect("inside").to_owned();
                        files.push((name, std::fs::read(&path).expect("read")));
                    }
                }
            }
            files
        });
        for (name, bytes) in files {
            let path = to.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, bytes).expect("written");
        }
    }
}

/// A program that tests share.
pub(crate) struct Shared(Common<Program>);

impl Shared {
    pub const fn new() -> Shared {
        Shared(Common::new())
    }

    /// The program, made unless there is one.
    pub fn get(&self, make: impl FnOnce() -> Program) -> Arc<Program> {
        // On servers a program takes seconds to load, so that it stays; its folder is of the test that started them
        // (`engines.rs`).
        static KEPT: Mutex<Vec<Arc<Program>>> = Mutex::new(Vec::new());
        let program = self.0.get(make);
        if program.app.database.is_some() {
            KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&program));
        }
        program
    }
}

/// Takes out what an answer says of tables and days without data: it depends on the rows of everybody, and has tests of its
/// own.
pub(crate) fn without_coverage(answer: &mut Value) {
    let says_no_data = |why: &Value| why.get("notLoaded").or(why.get("noDays")).is_some();
    match answer {
        Value::Object(fields) => {
            for name in ["covered", "previousCovered", "lineGaps", "trendGaps", "notLoaded", "partial"] {
                fields.shift_remove(name);
            }
            if fields.get("beforeHidden").is_some_and(says_no_data) {
                fields.shift_remove("beforeHidden");
            }
            if let Some(Value::Object(hidden)) = fields.get_mut("hidden") {
                hidden.retain(|_, why| !says_no_data(&*why));
                if hidden.is_empty() {
                    fields.shift_remove("hidden");
                }
            }
            fields.values_mut().for_each(without_coverage);
        }
        Value::Array(list) => list.iter_mut().for_each(without_coverage),
        _ => {}
    }
}

/// Waits until something is so, for at most a minute.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let limit = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < limit, "waited too long: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a future to completion.
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime").block_on(future)
}

/// A request being built.
pub(crate) struct Call<'a> {
    app: &'a TestApp,
    request: http::request::Builder,
    body: Vec<u8>,
}

impl Call<'_> {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", &body.to_string())
    }

    pub fn body(self, content_type: &str, body: &str) -> Self {
        self.bytes(content_type, body.as_bytes())
    }

    pub fn bytes(mut self, content_type: &str, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self.header("content-type", content_type)
    }

    pub fn send(self) -> Answer {
        let request = self.request.body(self.body).expect("a valid request");
        let mut response = self.app.agent.run(request).expect("an answer");
        // Compressed responses are not text; tests check only their headers.
        let bytes = response.body_mut().read_to_vec().expect("a body");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: response.status().as_u16(), headers: response.headers().clone(), text, bytes }
    }
}

/// A response.
pub(crate) struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// The value that a Set-Cookie header sets for a cookie.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.set_cookie(name)?.split(['=', ';']).nth(1).map(str::to_owned)
    }

    /// The complete Set-Cookie header of a cookie.
    pub fn set_cookie(&self, name: &str) -> Option<&str> {
        let mut cookies = self.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
        cookies.find(|cookie| cookie.starts_with(&format!("{name}=")))
    }
}

/// A key with which the portal may sign in users with the role USERS.
pub(crate) fn portal_key() -> SsoKey {
    SsoKey {
        id: "portal-1".to_owned(),
        issuer: "portal".to_owned(),
        key: [7; 32],
        roles: vec![USERS.to_owned()],
        created_at: 0,
        ends_at: None,
    }
}
