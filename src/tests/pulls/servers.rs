//! Servers for the tests of pulls. Each ends with its test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::certificates::Authority;
use crate::clickhouse::found;
use crate::reports::free_port;

/// A process that is killed when it is no longer wanted.
pub(in crate::pulls) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started(command: &mut Command) -> Running {
    Running(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started"))
}

fn until_it_listens(port: u16) {
    let limit = Instant::now() + Duration::from_secs(60);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < limit, "nobody listens on {port}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// As another user of this machine, where this is root: the server refuses to run as root.
fn as_user(user: &str, program: &Path) -> Command {
    if rustix::process::geteuid().is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", user, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn given_to(user: &str, folder: &Path) {
    if rustix::process::geteuid().is_root() {
        let given = Command::new("chown").args(["-R", user]).arg(folder).status();
        assert!(given.expect("run").success());
    }
}

/// PostgreSQL with TLS, the user bond (password `secret`) and the database shop.
pub(in crate::pulls) struct PostgreSql {
    running: Option<Running>,
    programs: PathBuf,
    pub port: u16,
    pub folder: tempfile::TempDir,
    pub ca_file: String,
}

impl PostgreSql {
    pub fn start() -> Option<PostgreSql> {
        let programs = PathBuf::from(found("servers postgresql")?);
        let folder = tempfile::tempdir().expect("a directory");
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("set");
        let authority = Authority::new("company");
        let ca_file = authority.file(folder.path(), "ca.pem");
        let tls = folder.path().join("tls");
        std::fs::create_dir(&tls).expect("made");
        authority.issue("127.0.0.1", |_| ()).files(&tls);
        std::fs::set_permissions(tls.join("server.key"), std::os::unix::fs::PermissionsExt::from_mode(0o600))
            .expect("set");
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("made");
        given_to("postgres", &tls);
        given_to("postgres", &data);
        let made = as_user("postgres", &programs.join("initdb"))
            .args(["-U", "postgres", "-A", "trust", "--no-sync", "-D"])
            .arg(&data)
            .current_dir("/")
            .output()
            .expect("run");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let only = "host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
        std::fs::write(data.join("pg_hba.conf"), only).expect("written");
        given_to("postgres", &data);
        let mut server = PostgreSql { running: None, programs, port: free_port(), folder, ca_file };
        server.go();
        server.sql("postgres", "create role bond login password 'secret'");
        server.sql("postgres", "create database shop");
        Some(server)
    }

    fn go(&mut self) {
        let port = self.port.to_string();
        let tls = self.folder.path().join("tls");
        let option = |name: &str, path: PathBuf| format!("{name}={}", path.display());
        let mut command = as_user("postgres", &self.programs.join("postgres"));
        command.args([
            "-p",
            &port,
            "-c",
            "unix_socket_directories=",
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "ssl=on",
        ]);
        command.args(["-c", "fsync=off", "-c", &option("ssl_cert_file", tls.join("server.pem"))]);
        command
            .args(["-c", &option("ssl_key_file", tls.join("server.key")), "-D"])
            .arg(self.folder.path().join("data"));
        self.running = Some(started(command.current_dir("/")));
        until_it_listens(self.port);
        let limit = Instant::now() + Duration::from_secs(60);
        while !self.psql("postgres", "select 1").status.success() {
            assert!(Instant::now() < limit, "it does not answer");
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn psql(&self, database: &str, sql: &str) -> std::process::Output {
        let port = self.port.to_string();
        let words =
            ["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1", "-c", sql];
        Command::new(self.programs.join("psql")).args(words).env("PGSSLMODE", "disable").output().expect("run")
    }

    #[track_caller]
    pub fn sql(&self, database: &str, sql: &str) {
        let done = self.psql(database, sql);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Ends the connections of Bond, as an administrator of the server would.
    pub fn cut(&self) {
        self.psql("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bond'");
    }

    pub fn settings(&self, more: &str) -> String {
        let password = crate::certificates::write(self.folder.path(), "password", "secret\n");
        format!(
            "[pull.shop]\nkind = \"postgresql\"\nhost = \"127.0.0.1\"\nport = {}\ndatabase = \"shop\"\nuser = \"bond\"\n\
             password_file = \"{password}\"\nca_file = \"{}\"\n{more}",
            self.port, self.ca_file
        )
    }
}

/// MariaDB with TLS, the user bond (password `secret`) and the database shop.
pub(in crate::pulls) struct MariaDb {
    _running: Running,
    socket: PathBuf,
    pub port: u16,
    pub folder: tempfile::TempDir,
    pub ca_file: String,
}

impl MariaDb {
    pub fn start() -> Option<MariaDb> {
        let programs = PathBuf::from(found("servers mariadb")?);
        let folder = tempfile::tempdir().expect("a directory");
        let authority = Authority::new("company");
        let ca_file = authority.file(folder.path(), "ca.pem");
        let [certificate, key] = authority.issue("127.0.0.1", |_| ()).files(folder.path());
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("made");
        let user = if rustix::process::geteuid().is_root() { "--user=root" } else { "--console" };
        let made = Command::new("mariadb-install-db")
            .args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", user])
            .arg(format!("--datadir={}", data.display()))
            .output()
            .expect("run");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let (port, socket) = (free_port(), folder.path().join("socket"));
        let mut command = Command::new(programs.join("mariadbd"));
        command.args(["--no-defaults", "--bind-address=127.0.0.1", "--skip-name-resolve", user]);
        command.arg(format!("--datadir={}", data.display())).arg(format!("--port={port}"));
        command.arg(format!("--socket={}", socket.display())).arg(format!("--ssl-cert={certificate}"));
        command.arg(format!("--ssl-key={key}")).arg("--max-allowed-packet=16M");
        let running = started(&mut command);
        until_it_listens(port);
        let server = MariaDb { _running: running, socket, port, folder, ca_file };
        server.sql("create database shop");
        server.sql("create user bond@'127.0.0.1' identified by 'secret' require ssl");
        server.sql("grant select on shop.* to bond@'127.0.0.1'");
        Some(server)
    }

    #[track_caller]
    pub fn sql(&self, sql: &str) {
        let done = Command::new("mariadb")
            .args(["--no-defaults", "-u", "root", "-e", sql])
            .arg(format!("--socket={}", self.socket.display()))
            .output()
            .expect("run");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    pub fn settings(&self, more: &str) -> String {
        let password = crate::certificates::write(self.folder.path(), "password", "secret\n");
        format!(
            "[pull.shop]\nkind = \"mysql\"\nhost = \"127.0.0.1\"\nport = {}\ndatabase = \"shop\"\nuser = \"bond\"\n\
             password_file = \"{password}\"\nca_file = \"{}\"\n{more}",
            self.port, self.ca_file
        )
    }
}

/// A user of this machine with a password that nobody else knows, removed with this. The account ends by itself, too.
pub(in crate::pulls) struct User {
    pub name: String,
    pub password: String,
}

impl User {
    /// None where this is not root.
    pub fn make() -> Option<User> {
        if !rustix::process::geteuid().is_root() {
            crate::skipped("the passwords of OpenSSH are those of users, whom only root can make");
            return None;
        }
        let random = std::fs::read_to_string("/proc/sys/kernel/random/uuid").expect("read");
        let name = format!("bond-test-{}", &random[..8]);
        let day = Command::new("date").args(["-d", "2 days", "+%F"]).output().expect("run").stdout;
        let made = Command::new("useradd")
            .args(["--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/sh", "--expiredate"])
            .args([String::from_utf8(day).expect("text").trim(), &name])
            .status();
        assert!(made.expect("run").success());
        let user = User { name, password: format!("password-of-ssh-{}", random.trim()) };
        let mut set = Command::new("chpasswd").stdin(Stdio::piped()).spawn().expect("started");
        let line = format!("{}:{}\n", user.name, user.password);
        set.stdin.take().expect("piped").write_all(line.as_bytes()).expect("written");
        assert!(set.wait().expect("ended").success());
        Some(user)
    }

    /// The settings of a server that lets this user in with the password in a file.
    pub fn settings(&self, server: &OpenSsh, password: &str) -> String {
        let file = crate::certificates::write(server.folder.path(), "password", &format!("{password}\n"));
        let at = server.folder.path().join("out");
        format!(
            "[pull.files]\nkind = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nuser = \"{}\"\nhost_key = \"{}\"\n\
             password_file = \"{file}\"\npath = \"{}\"\n",
            server.port,
            self.name,
            server.host_key,
            at.display()
        )
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let _ = Command::new("userdel").arg(&self.name).stderr(Stdio::null()).status();
    }
}

/// OpenSSH, which lets this user in with a key.
pub(in crate::pulls) struct OpenSsh {
    _running: Running,
    pub port: u16,
    pub folder: tempfile::TempDir,
    /// The fingerprint of its key.
    pub host_key: String,
}

impl OpenSsh {
    pub fn start() -> Option<OpenSsh> {
        OpenSsh::with("UsePAM no\nPasswordAuthentication no\n")
    }

    /// With lines of its configuration.
    pub fn with(lines: &str) -> Option<OpenSsh> {
        let programs = PathBuf::from(found("servers openssh")?);
        let folder = tempfile::tempdir().expect("a directory");
        for (name, kind, passphrase) in [("host", "ed25519", ""), ("key", "ed25519", ""), ("locked", "rsa", "a phrase")]
        {
            keygen(&folder.path().join(name), kind, passphrase);
        }
        let public = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("read");
        std::fs::write(folder.path().join("authorized"), public("key.pub") + &public("locked.pub")).expect("written");
        std::fs::create_dir(folder.path().join("out")).expect("made");
        for folder in [folder.path(), &folder.path().join("out")] {
            for_others(folder, 0o755);
        }
        let port = free_port();
        let at = |name: &str| folder.path().join(name).display().to_string();
        // Without it sshd does not start as root.
        let _ = std::fs::create_dir_all("/run/sshd");
        let config = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nPidFile {}\nStrictModes no\n\
             {lines}PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n",
            at("host"),
            at("authorized"),
            at("pid")
        );
        std::fs::write(folder.path().join("config"), config).expect("written");
        let mut command = Command::new(programs.join("sshd"));
        let running = started(command.args(["-D", "-e", "-f"]).arg(folder.path().join("config")));
        until_it_listens(port);
        let host_key = fingerprint(&folder.path().join("host.pub"));
        Some(OpenSsh { _running: running, port, folder, host_key })
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join("out").join(name);
        std::fs::write(&path, text).expect("written");
        for_others(&path, 0o644);
    }

    pub fn settings(&self, host_key: &str, key: &str, more: &str) -> String {
        let user = String::from_utf8(Command::new("id").arg("-un").output().expect("run").stdout).expect("text");
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        format!(
            "[pull.files]\nkind = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nuser = \"{}\"\nhost_key = \"{host_key}\"\n\
             key_file = \"{}\"\npath = \"{}\"\n{more}",
            self.port,
            user.trim(),
            at(key),
            at("out")
        )
    }
}

/// Other users may read it, whatever the umask is.
fn for_others(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("set");
}

fn keygen(path: &Path, kind: &str, passphrase: &str) {
    let made = Command::new("ssh-keygen").args(["-q", "-t", kind, "-N", passphrase, "-f"]).arg(path).status();
    assert!(made.expect("run").success());
}

pub(in crate::pulls) fn fingerprint(public: &Path) -> String {
    let shown = Command::new("ssh-keygen").arg("-lf").arg(public).output().expect("run");
    let text = String::from_utf8(shown.stdout).expect("text");
    text.split_whitespace().nth(1).expect("a fingerprint").to_owned()
}

/// Answers every request on a port of this machine: what it gets is the first line and the headers, what it gives is sent as
/// it is, and then the connection ends.
pub(in crate::pulls) fn http(answer: impl Fn(&[String]) -> Vec<u8> + Send + Sync + 'static) -> u16 {
    serve(answer, |stream| stream)
}

/// As [`http`], over TLS. It does not say good-bye.
pub(in crate::pulls) fn https(
    tls: Arc<rustls::ServerConfig>,
    answer: impl Fn(&[String]) -> Vec<u8> + Send + Sync + 'static,
) -> u16 {
    let connection = move || rustls::ServerConnection::new(Arc::clone(&tls)).expect("a connection");
    serve(answer, move |stream| rustls::StreamOwned::new(connection(), stream))
}

fn serve<S: Read + Write>(
    answer: impl Fn(&[String]) -> Vec<u8> + Send + Sync + 'static,
    wrap: impl Fn(TcpStream) -> S + Send + Sync + 'static,
) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let shared = Arc::new((answer, wrap));
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                let (answer, wrap) = &*shared;
                let mut stream = wrap(stream);
                let lines = BufReader::new(&mut stream).lines().map_while(Result::ok);
                let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                let _ = stream.write_all(&answer(&lines));
                let _ = stream.flush();
            });
        }
    });
    port
}

/// A store that speaks S3, with the bucket exports and the keys `S3RVER`.
pub(in crate::pulls) struct Store {
    _running: Running,
    pub port: u16,
    pub folder: tempfile::TempDir,
    secret: String,
}

impl Store {
    /// None where its packages cannot be fetched.
    pub fn start() -> Option<Store> {
        Store::with("S3RVER", 0)
    }

    /// With another secret, and with a clock that is ahead by so many seconds.
    pub fn with(secret: &str, ahead: i64) -> Option<Store> {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci");
        let installed =
            Command::new(sources.join("npm-ci")).arg("s3").output().is_ok_and(|output| output.status.success());
        if !installed {
            crate::skipped("the store that speaks S3 cannot be installed");
            return None;
        }
        let folder = tempfile::tempdir().expect("a directory");
        let mut command = Command::new("node");
        command.arg(sources.join("s3/server.mjs")).arg(folder.path().join("objects"));
        command.arg(ahead.to_string()).env("S3_SECRET", secret);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let port = lines.find_map(|line| line.strip_prefix("The store is ready: ")?.parse().ok());
        let secret = secret.to_owned();
        Some(Store { _running: Running(child), port: port.expect("it starts"), folder, secret })
    }

    /// Puts an object there, by an address that is signed.
    pub fn write(&self, key: &str, text: &str) {
        let answer = ureq::put(self.signed(key)).send(text).expect("put");
        assert_eq!(answer.status().as_u16(), 200);
    }

    /// Puts a file there, piece by piece.
    pub fn write_file(&self, key: &str, file: &Path) {
        let file = std::fs::File::open(file).expect("opened");
        let bytes = file.metadata().expect("known").len();
        let answer = ureq::put(self.signed(key)).header("content-length", bytes).send(file).expect("put");
        assert_eq!(answer.status().as_u16(), 200);
    }

    fn signed(&self, key: &str) -> String {
        use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
        let endpoint = format!("http://127.0.0.1:{}", self.port).parse().expect("an address");
        let bucket = Bucket::new(endpoint, UrlStyle::Path, "exports", "us-east-1").expect("a bucket");
        let credentials = Credentials::new("S3RVER", &self.secret);
        bucket.put_object(Some(&credentials), key).sign(Duration::from_secs(60)).to_string()
    }

    pub fn settings(&self, bucket: &str, key: &str, secret: &str) -> String {
        let secret = crate::certificates::write(self.folder.path(), "secret", &format!("{secret}\n"));
        format!(
            "[pull.lake]\nkind = \"s3\"\nendpoint = \"http://127.0.0.1:{}\"\nbucket = \"{bucket}\"\nprefix = \"bond/\"\n\
             key_id = \"{key}\"\nsecret_file = \"{secret}\"\nfiles = \"logins*\"\n",
            self.port
        )
    }
}
