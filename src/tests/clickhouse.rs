//! ClickHouse servers for tests, on the loopback, each with a folder of its own: Debian's old release, and the present
//! engine in `.ci/chdb-server.py`.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bond::config::{Config, Engine};
use bond::egress::Egress;
use bond::warehouse::clickhouse::{Account, Cluster, Node};
use rustix::process::{Pid, Signal, kill_process};

/// Addresses of running servers, separated by commas, that have the rows of every [`crate::TestApp`]; see `engines.rs`.
pub(crate) const CLUSTER: &str = "TEST_CLUSTER";

const USER: &str = "bond";
/// Users who lack rights: to write and to change settings, to write, and to use the database. With the same password.
pub(crate) const WITHOUT_RIGHTS: [&str; 3] = ["reader", "watcher", "stranger"];
const PASSWORD: &str = "correct horse 2";
const DATABASE: &str = "loyalty";

/// How long a server may take to start.
const STARTING: Duration = Duration::from_secs(60);

/// Running servers, which end with this.
pub(crate) struct Servers {
    pub running: Vec<Server>,
}

pub(crate) struct Server {
    child: Child,
    program: String,
    port: u16,
    folder: tempfile::TempDir,
}

impl Servers {
    /// So many servers without tables; None where ClickHouse cannot be installed.
    pub fn start(count: usize) -> Option<Servers> {
        Servers::all(&vec![std::env::temp_dir(); count], |_| String::new())
    }

    /// With further settings for each of them, which may name files in its folder.
    pub fn with(count: usize, further: impl Fn(&Path) -> String) -> Option<Servers> {
        Servers::all(&vec![std::env::temp_dir(); count], further)
    }

    /// Whether [`Servers::start`] can start some.
    pub fn are_installed() -> bool {
        found("clickhouse").is_some()
    }

    /// As [`Servers::start`], one in each of these folders.
    pub fn start_in(folders: &[PathBuf]) -> Option<Servers> {
        Servers::all(folders, |_| String::new())
    }

    fn all(folders: &[PathBuf], further: impl Fn(&Path) -> String) -> Option<Servers> {
        let program = found("clickhouse")?;
        let running: Vec<Server> = folders.iter().map(|folder| Server::new(&program, folder, &further)).collect();
        running.iter().for_each(Server::wait);
        Some(Servers { running })
    }

    /// One server with the present engine; None where it cannot be installed, as for [`Servers::start`].
    pub fn present() -> Option<Servers> {
        let python = found("chdb")?;
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(&python);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/chdb-server.py")).arg(folder.path());
        let mut child = command.args([PASSWORD, DATABASE]).stdout(Stdio::piped()).spawn().expect("started");
        let mut lines = BufReader::new(child.stdout.as_mut().expect("piped")).lines();
        let port = lines.next().expect("a port").expect("text").parse().expect("a number");
        Some(Servers { running: vec![Server { child, program: python, port, folder }] })
    }

    /// The settings of a Bond that uses them, as environment variables. The password is written into a folder.
    pub fn settings(&self, folder: &Path) -> Vec<(String, String)> {
        let password = folder.join("clickhouse-password");
        std::fs::write(&password, format!("{PASSWORD}\n")).expect("written");
        let values = [
            ("WAREHOUSE", "clickhouse".to_owned()),
            ("CLICKHOUSE_URL", self.urls()),
            ("CLICKHOUSE_USER", USER.to_owned()),
            ("CLICKHOUSE_PASSWORD_FILE", password.display().to_string()),
            ("CLICKHOUSE_DATABASE", DATABASE.to_owned()),
        ];
        values.map(|(name, value)| (format!("BOND_{name}"), value)).into()
    }

    /// All of them, with their one database.
    pub fn cluster(&self) -> Cluster {
        Cluster::new(self.running.iter().map(|server| node(&server.url(), USER, PASSWORD, DATABASE)).collect())
    }

    /// The addresses, separated by commas.
    pub fn urls(&self) -> String {
        self.running.iter().map(Server::url).collect::<Vec<_>>().join(",")
    }
}

/// A database of a [`crate::TestApp`] on the servers of [`CLUSTER`], dropped with this.
pub(crate) struct Database {
    name: String,
    urls: Vec<String>,
}

impl Database {
    /// A new one, which the settings name from then on; None where no servers are named. The password is written into a
    /// folder.
    pub fn named_in(config: &mut Config, folder: &Path) -> Option<Database> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let urls: Vec<String> = std::env::var(CLUSTER).ok()?.split(',').map(str::to_owned).collect();
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        let database = Database { name: format!("test_{}_{made}", std::process::id()), urls };
        for node in database.nodes_of("default") {
            node.run(&format!("create database {}", database.name)).expect("created");
        }
        let password = folder.join("clickhouse-password");
        std::fs::write(&password, format!("{PASSWORD}\n")).expect("written");
        let settings = &mut config.clickhouse;
        settings.warehouse = Engine::ClickHouse;
        settings.clickhouse_url.clone_from(&database.urls);
        USER.clone_into(&mut settings.clickhouse_user);
        settings.clickhouse_password_file = Some(password);
        settings.clickhouse_database.clone_from(&database.name);
        Some(database)
    }

    /// Its servers.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        self.nodes_of(&self.name)
    }

    fn nodes_of(&self, database: &str) -> impl Iterator<Item = Node> {
        self.urls.iter().map(move |url| node(url, USER, PASSWORD, database))
    }

    /// Every question about a table takes as long as counting so many numbers, until [`Database::quicken`].
    pub fn slow_down(&self, table: &str, numbers: u64) {
        for node in self.nodes() {
            node.run(&format!("rename table {table} to {table}_rows")).expect("renamed");
            let view = format!(
                "create view {table} as
                 select * from (select number from system.numbers limit {numbers}) as n
                 cross join (select * from {table}_rows limit 1) as r
                 where number * 7919 % 1000003 = 1000004"
            );
            node.run(&view).expect("a view");
        }
    }

    /// Questions about a table that was slowed down are quick again.
    pub fn quicken(&self, table: &str) {
        for node in self.nodes() {
            node.run(&format!("drop table {table}")).expect("dropped");
            node.run(&format!("rename table {table}_rows to {table}")).expect("renamed");
        }
    }

    /// Whether no server works on a question about a table.
    pub fn is_idle(&self, table: &str) -> bool {
        let none = format!(
            "select throwIf(count() > 0) from system.processes
             where query like '%from {table} where%' and query not like '%processes%'"
        );
        self.nodes().all(|node| node.run(&none).is_ok())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        for node in self.nodes_of("default") {
            // The servers end with the run, and with them what is left.
            let _ = node.run(&format!("drop database {}", self.name));
        }
    }
}

/// What a script of `.ci` finds or installs; None, with a line that says so, where it cannot. In CI that is a failure where
/// Debian's packages are all that it needs.
pub(crate) fn found(script: &str) -> Option<String> {
    let (script, which) = script.split_once(' ').map_or((script, None), |(script, which)| (script, Some(which)));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci").join(script);
    let found = Command::new(path).args(which).output().expect("run");
    if !found.status.success() {
        let reason = String::from_utf8_lossy(&found.stderr);
        assert!(!["clickhouse", "smtp", "servers"].contains(&script) || std::env::var_os("CI").is_none(), "{reason}");
        eprintln!("SKIPPED: {reason}");
        return None;
    }
    Some(String::from_utf8(found.stdout).expect("a path").trim().to_owned())
}

impl Server {
    fn new(program: &str, parent: &Path, further: impl Fn(&Path) -> String) -> Server {
        let folder = tempfile::tempdir_in(parent).expect("a folder");
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port").local_addr().expect("a port").port();
        let config = folder.path().join("config.xml");
        std::fs::write(&config, configuration(folder.path(), port, &further(folder.path()))).expect("written");
        std::fs::write(folder.path().join("users.xml"), users()).expect("written");
        Server { child: spawn(program, folder.path()), program: program.to_owned(), port, folder }
    }

    /// Returns once it answers and has the database.
    fn wait(&self) {
        let administrator = node(&self.url(), "default", "", "default");
        let begun = Instant::now();
        while let Err(error) = administrator.run(&format!("create database if not exists {DATABASE}")) {
            assert!(begun.elapsed() < STARTING, "{error}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts it again after [`Server::kill`].
    pub fn start(&mut self) {
        self.child = spawn(&self.program, self.folder.path());
        self.wait();
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The server as Bond reaches it.
    pub fn own(&self) -> Node {
        node(&self.url(), USER, PASSWORD, DATABASE)
    }

    /// Stops it, so that it accepts connections and says nothing, or lets it go on.
    pub fn freeze(&self, is_frozen: bool) {
        let signal = if is_frozen { Signal::STOP } else { Signal::CONT };
        kill_process(Pid::from_child(&self.child), signal).expect("the signal is sent");
    }

    /// Removes the parts of a month of a table from the disk of a server that does not run.
    pub fn lose_parts(&self, table: &str, month: u32) {
        let parts = self.folder.path().join(format!("data/data/{DATABASE}/{table}"));
        for part in std::fs::read_dir(&parts).expect("parts").map(|part| part.expect("a part").path()) {
            if part.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&month.to_string())) {
                std::fs::remove_dir_all(part).expect("removed");
            }
        }
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server as a user reaches it.
fn node(url: &str, user: &str, password: &str, database: &str) -> Node {
    let [user, password, database] = [user, password, database].map(str::to_owned);
    Node::new(url, Arc::new(Account { user, password, database }), None, &Egress::default())
}

fn spawn(program: &str, folder: &Path) -> Child {
    let mut command = Command::new(program);
    command.arg(format!("--config-file={}", folder.join("config.xml").display())).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started")
}

fn configuration(folder: &Path, port: u16, further: &str) -> String {
    let folder = folder.display();
    format!(
        "<yandex>
           <logger><level>warning</level><log>{folder}/log</log><errorlog>{folder}/errors</errorlog></logger>
           <listen_host>127.0.0.1</listen_host><http_port>{port}</http_port>
           <path>{folder}/data/</path><tmp_path>{folder}/tmp/</tmp_path>
           <mark_cache_size>67108864</mark_cache_size>
           <timezone>UTC</timezone>
           <users_config>{folder}/users.xml</users_config>
           <default_profile>default</default_profile><default_database>default</default_database>
           {further}
         </yandex>"
    )
}

fn users() -> String {
    let user = |name: &str, password: &str, profile: &str, more: &str| {
        format!(
            "<{name}><password>{password}</password><networks><ip>127.0.0.1</ip></networks>
             <profile>{profile}</profile><quota>default</quota>{more}</{name}>"
        )
    };
    let [reader, watcher, stranger] = WITHOUT_RIGHTS;
    let users = [
        user("default", "", "default", ""),
        user(USER, PASSWORD, "default", ""),
        user(reader, PASSWORD, "reading", ""),
        user(watcher, PASSWORD, "watching", ""),
        user(stranger, PASSWORD, "default", "<allow_databases><database>other</database></allow_databases>"),
    ];
    format!(
        "<yandex>
           <profiles>
             <default><max_threads>2</max_threads></default>
             <reading><readonly>1</readonly></reading><watching><readonly>2</readonly></watching>
           </profiles>
           <users>{}</users><quotas><default></default></quotas>
         </yandex>",
        users.concat()
    )
}
