//! ClickHouse servers for tests, on the loopback, each with a folder of its own: Debian's old release, and the present
//! engine in `.ci/chdb-server.py`, which answers one question at a time.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::warehouse::clickhouse::{Account, Cluster, Node};

const USER: &str = "bond";
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
        Servers::with(count, |_| String::new())
    }

    /// With further settings for each of them, which may name files in its folder.
    pub fn with(count: usize, further: impl Fn(&Path) -> String) -> Option<Servers> {
        let program = found("clickhouse")?;
        let running: Vec<Server> = (0..count).map(|_| Server::new(&program, &further)).collect();
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
        let urls: Vec<String> = self.running.iter().map(Server::url).collect();
        let values = [
            ("WAREHOUSE", "clickhouse".to_owned()),
            ("CLICKHOUSE_URL", urls.join(",")),
            ("CLICKHOUSE_USER", USER.to_owned()),
            ("CLICKHOUSE_PASSWORD_FILE", password.display().to_string()),
            ("CLICKHOUSE_DATABASE", DATABASE.to_owned()),
        ];
        values.map(|(name, value)| (format!("BOND_{name}"), value)).into()
    }

    pub fn cluster(&self) -> Cluster {
        Cluster::new(self.running.iter().map(|server| server.own()).collect())
    }
}

/// What a script of `.ci` finds or installs; None, with a line that says so, where it cannot. In CI that is a failure where
/// Debian's packages are all that it needs.
fn found(script: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci").join(script);
    let found = Command::new(path).output().expect("run");
    if !found.status.success() {
        let reason = String::from_utf8_lossy(&found.stderr);
        assert!(script != "clickhouse" || std::env::var_os("CI").is_none(), "{reason}");
        eprintln!("SKIPPED: {reason}");
        return None;
    }
    Some(String::from_utf8(found.stdout).expect("a path").trim().to_owned())
}

impl Server {
    fn new(program: &str, further: impl Fn(&Path) -> String) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port").local_addr().expect("a port").port();
        let config = folder.path().join("config.xml");
        std::fs::write(&config, configuration(folder.path(), port, &further(folder.path()))).expect("written");
        std::fs::write(folder.path().join("users.xml"), users()).expect("written");
        Server { child: spawn(program, folder.path()), program: program.to_owned(), port, folder }
    }

    /// Returns once it answers and has the database.
    fn wait(&self) {
        let administrator = self.node("default", "", "default");
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
        self.node(USER, PASSWORD, DATABASE)
    }

    /// The server as a user reaches it.
    fn node(&self, user: &str, password: &str, database: &str) -> Node {
        let [user, password, database] = [user, password, database].map(str::to_owned);
        Node::new(&self.url(), Arc::new(Account { user, password, database }), None)
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
    let user = |name: &str, password: &str| {
        format!(
            "<{name}><password>{password}</password><networks><ip>127.0.0.1</ip></networks>
             <profile>default</profile><quota>default</quota></{name}>"
        )
    };
    format!(
        "<yandex>
           <profiles><default><max_threads>2</max_threads></default></profiles>
           <users>{}{}</users><quotas><default></default></quotas>
         </yandex>",
        user("default", ""),
        user(USER, PASSWORD)
    )
}
