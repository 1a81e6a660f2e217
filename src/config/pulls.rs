//! The systems that Bond asks for data: the tables `[pull.NAME]` of the settings file. Their keys stand in docs/pull.md.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use time::Date;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use url::Url;

use super::values::{first_day, whole};
use crate::clock::TimeOfDay;

/// A system that Bond asks for data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullSettings {
    /// What it is called on the page and in messages.
    pub name: String,
    /// The saved mapping that makes the feed of what it gives; None where its files are the feed.
    pub mapping: Option<String>,
    pub when: When,
    /// The first day that is asked for.
    pub from: Option<Date>,
    /// How many of the last days that are loaded are asked for again, for rows that arrive late.
    pub again: u16,
    pub origin: PullOrigin,
}

/// When a system is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When somebody wants it.
    Asked,
    /// Each day at this time of the program.
    Daily(TimeOfDay),
    Every(Duration),
}

/// Where the data are, and how they are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullOrigin {
    Folder { path: PathBuf, files: Files },
    Https(HttpsOrigin),
    S3(S3Origin),
    Sftp(SftpOrigin),
    Database(DatabaseOrigin),
}

/// The files that are taken from a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// Names, with `*` for any letters.
    pub pattern: String,
    /// All of them each time, where any is new; else only those that are new or have changed.
    pub all: bool,
}

/// Files at addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpsOrigin {
    /// By the name that the file gets. An address may have `{since}` and `{until}`.
    pub addresses: BTreeMap<String, String>,
    /// The file with a header to send, such as `Authorization: Bearer ...`.
    pub header_file: Option<PathBuf>,
    pub ca_file: Option<PathBuf>,
}

/// Objects of a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Origin {
    pub endpoint: Url,
    pub region: String,
    pub bucket: String,
    /// What the keys of the objects begin with.
    pub prefix: String,
    pub key_id: String,
    pub secret_file: PathBuf,
    pub files: Files,
    pub ca_file: Option<PathBuf>,
}

/// Files of a server with SSH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SftpOrigin {
    pub host: String,
    pub port: u16,
    pub user: String,
    /// The fingerprint of the server's key, as `ssh-keygen -l` writes it: `SHA256:...`.
    pub host_key: String,
    pub secret: SshSecret,
    pub path: String,
    pub files: Files,
}

/// How Bond signs in to a server with SSH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SshSecret {
    Password(PathBuf),
    Key { file: PathBuf, passphrase_file: Option<PathBuf> },
}

/// Queries of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseOrigin {
    pub system: System,
    pub host: String,
    pub port: u16,
    pub database: String,
    pub user: String,
    pub password_file: Option<PathBuf>,
    /// False for a server on this machine or in a network that is trusted.
    pub tls: bool,
    pub ca_file: Option<PathBuf>,
    /// SQL by the name that its file gets. It may have `{since}` and `{until}`.
    pub queries: BTreeMap<String, String>,
}

/// The systems whose databases can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    PostgreSql,
    /// And MariaDB.
    MySql,
}

/// What stands for the first and the last day in a query or an address.
pub const SINCE: &str = "{since}";
pub const UNTIL: &str = "{until}";

impl PullSettings {
    /// Whether it asks for days: those that are missing.
    pub fn asks_for_days(&self) -> bool {
        let has_days = |text: &String| text.contains(SINCE) || text.contains(UNTIL);
        match &self.origin {
            PullOrigin::Https(HttpsOrigin { addresses: texts, .. })
            | PullOrigin::Database(DatabaseOrigin { queries: texts, .. }) => texts.values().any(has_days),
            _ => false,
        }
    }

    /// Host and port, or the folder, for people.
    pub fn place(&self) -> String {
        match &self.origin {
            PullOrigin::Folder { path, .. } => path.display().to_string(),
            PullOrigin::Https(HttpsOrigin { addresses, .. }) => {
                let host = |address: &String| Url::parse(&without_days(address)).ok().map(|url| peer(&url));
                let mut hosts: Vec<String> = addresses.values().filter_map(host).collect();
                hosts.dedup();
                hosts.join(", ")
            }
            PullOrigin::S3(S3Origin { endpoint, bucket, .. }) => format!("{}, {bucket}", peer(endpoint)),
            PullOrigin::Sftp(SftpOrigin { host, port, .. })
            | PullOrigin::Database(DatabaseOrigin { host, port, .. }) => format!("{host}:{port}"),
        }
    }

    /// Its kind, as the settings have it.
    pub fn kind(&self) -> &'static str {
        match &self.origin {
            PullOrigin::Folder { .. } => "folder",
            PullOrigin::Https(_) => "https",
            PullOrigin::S3(_) => "s3",
            PullOrigin::Sftp(_) => "sftp",
            PullOrigin::Database(DatabaseOrigin { system: System::PostgreSql, .. }) => "postgresql",
            PullOrigin::Database(DatabaseOrigin { system: System::MySql, .. }) => "mysql",
        }
    }

    /// Whether it needs a connection to another program.
    pub fn connects(&self) -> bool {
        !matches!(self.origin, PullOrigin::Folder { .. })
    }
}

/// Host and port of an address.
pub fn peer(url: &Url) -> String {
    format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
}

/// A text with days in the place of [`SINCE`] and [`UNTIL`].
pub fn with_days(text: &str, since: Date, until: Date) -> String {
    text.replace(SINCE, &since.to_string()).replace(UNTIL, &until.to_string())
}

fn without_days(text: &str) -> String {
    with_days(text, Date::MIN, Date::MIN)
}

/// A fault of a table, at this byte of the file.
pub(super) struct Fault {
    pub at: usize,
    pub text: String,
}

/// Reads the value of the key `pull`.
pub(super) fn read(value: &Spanned<DeValue<'_>>) -> Result<Vec<PullSettings>, Fault> {
    let at = value.span().start;
    let DeValue::Table(tables) = value.get_ref() else {
        return Err(Fault { at, text: "expected a table for each system, such as [pull.shop]".to_owned() });
    };
    tables
        .iter()
        .map(|(name, table)| {
            let at = name.span().start;
            let name: &str = name.get_ref();
            let fault = |text: String| Fault { at, text: format!("pull.{name}: {text}") };
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
            if name.is_empty() || name.len() > 40 || !name.bytes().all(is_plain) {
                return Err(fault("its name has 1 to 40 small letters, digits, hyphens and underscores".to_owned()));
            }
            match table.get_ref() {
                DeValue::Table(table) => Keys { name, at, table, asked: Vec::new() }.pull(),
                _ => Err(fault(format!("expected a table, such as [pull.{name}]"))),
            }
        })
        .collect()
}

/// The keys of one system. Those that were not asked for do not belong there.
struct Keys<'a> {
    name: &'a str,
    at: usize,
    table: &'a DeTable<'a>,
    asked: Vec<&'static str>,
}

impl Keys<'_> {
    fn pull(mut self) -> Result<PullSettings, Fault> {
        let kind = self.text("kind")?;
        let origin = match kind.as_str() {
            "folder" => PullOrigin::Folder { path: self.path("path")?, files: self.files()? },
            "https" => PullOrigin::Https(HttpsOrigin {
                addresses: self.texts("files", address)?,
                header_file: self.optional("header_file", path)?,
                ca_file: self.optional("ca_file", path)?,
            }),
            "s3" => PullOrigin::S3(S3Origin {
                endpoint: self.value("endpoint", url)?,
                region: self.optional("region", text)?.unwrap_or_else(|| "us-east-1".to_owned()),
                bucket: self.text("bucket")?,
                prefix: self.optional("prefix", text)?.unwrap_or_default(),
                key_id: self.text("key_id")?,
                secret_file: self.path("secret_file")?,
                files: self.files()?,
                ca_file: self.optional("ca_file", path)?,
            }),
            "sftp" => PullOrigin::Sftp(SftpOrigin {
                host: self.text("host")?,
                port: self.optional("port", port)?.unwrap_or(22),
                user: self.text("user")?,
                host_key: self.value("host_key", fingerprint)?,
                secret: self.ssh_secret()?,
                path: self.optional("path", text)?.unwrap_or_else(|| ".".to_owned()),
                files: self.files()?,
            }),
            "postgresql" => PullOrigin::Database(self.database(System::PostgreSql, 5432)?),
            "mysql" => PullOrigin::Database(self.database(System::MySql, 3306)?),
            other => {
                let kinds = "folder, https, s3, sftp, postgresql and mysql";
                return Err(self.fault("kind", format!("{other:?} is no kind of a system; those are {kinds}")));
            }
        };
        let (at, every) = (self.optional("at", time_of_day)?, self.optional("every", duration)?);
        let when = match (at, every) {
            (None, None) => When::Asked,
            (Some(at), None) => When::Daily(at),
            (None, Some(every)) => When::Every(every),
            (Some(_), Some(_)) => return Err(self.fault("every", "set `at` or `every`, not both".to_owned())),
        };
        let pull = PullSettings {
            name: self.name.to_owned(),
            mapping: self.optional("mapping", text)?,
            when,
            from: self.optional("from", first_day)?,
            again: self.optional("again", |text| whole(text, 0..=366))?.unwrap_or(0),
            origin,
        };
        if let Some((key, _)) =
            self.table.iter().find(|(key, _)| !self.asked.iter().any(|asked| asked == key.get_ref()))
        {
            let keys = self.asked.join(", ");
            let text = format!("pull.{}: {kind} has no key {}; its keys are {keys}", self.name, key.get_ref());
            return Err(Fault { at: key.span().start, text });
        }
        if pull.asks_for_days() && pull.from.is_none() {
            let text =
                format!("set the first day to ask for, such as from = \"2024-01-01\": {SINCE} is that day at first");
            return Err(self.fault("from", text));
        }
        Ok(pull)
    }

    fn database(&mut self, system: System, usual_port: u16) -> Result<DatabaseOrigin, Fault> {
        Ok(DatabaseOrigin {
            system,
            host: self.text("host")?,
            port: self.optional("port", port)?.unwrap_or(usual_port),
            database: self.text("database")?,
            user: self.text("user")?,
            password_file: self.optional("password_file", path)?,
            tls: self.optional("tls", is_true)?.unwrap_or(true),
            ca_file: self.optional("ca_file", path)?,
            queries: self.texts("queries", text)?,
        })
    }

    fn ssh_secret(&mut self) -> Result<SshSecret, Fault> {
        let password = self.optional("password_file", path)?;
        let key = self.optional("key_file", path)?;
        let passphrase_file = self.optional("passphrase_file", path)?;
        match (password, key) {
            (Some(file), None) if passphrase_file.is_none() => Ok(SshSecret::Password(file)),
            (None, Some(file)) => Ok(SshSecret::Key { file, passphrase_file }),
            _ => {
                let text = "set key_file (and passphrase_file where the key has one), or password_file".to_owned();
                Err(self.fault("key_file", text))
            }
        }
    }

    fn files(&mut self) -> Result<Files, Fault> {
        let pattern = self.optional("files", pattern)?.unwrap_or_else(|| "*".to_owned());
        Ok(Files { pattern, all: self.optional("take", is_all)?.unwrap_or(false) })
    }

    fn text(&mut self, key: &'static str) -> Result<String, Fault> {
        self.value(key, text)
    }

    fn path(&mut self, key: &'static str) -> Result<PathBuf, Fault> {
        self.value(key, path)
    }

    fn value<T>(&mut self, key: &'static str, read: fn(&str) -> Result<T, String>) -> Result<T, Fault> {
        let found = self.optional(key, read)?;
        found.ok_or_else(|| Fault { at: self.at, text: format!("pull.{}: {key} is missing", self.name) })
    }

    fn optional<T>(&mut self, key: &'static str, read: fn(&str) -> Result<T, String>) -> Result<Option<T>, Fault> {
        self.asked.push(key);
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let given = super::values::of_file(value.get_ref());
        let read =
            given.ok_or_else(|| "expected text, a number, true or false".to_owned()).and_then(|text| read(&text));
        read.map(Some).map_err(|reason| self.fault(key, reason))
    }

    /// A table of texts, by the names of the files that they give.
    fn texts(
        &mut self,
        key: &'static str,
        read: fn(&str) -> Result<String, String>,
    ) -> Result<BTreeMap<String, String>, Fault> {
        self.asked.push(key);
        let wanted = || format!("expected a table of texts [pull.{}.{key}], a name for each", self.name);
        let Some(DeValue::Table(table)) = self.table.get(key).map(Spanned::get_ref) else {
            return Err(self.fault(key, wanted()));
        };
        let mut texts = BTreeMap::new();
        for (name, value) in table {
            let at = name.span().start;
            let fault =
                |text: String| Fault { at, text: format!("pull.{}.{key}.{}: {text}", self.name, name.get_ref()) };
            let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
            if name.get_ref().starts_with('.') || !name.get_ref().chars().all(plain) {
                return Err(fault("the name becomes that of a file: letters, digits, -, _ and . only".to_owned()));
            }
            let given = value.get_ref().as_str().ok_or_else(|| fault("expected a text".to_owned()))?;
            texts.insert(name.get_ref().to_string(), read(given).map_err(fault)?);
        }
        if texts.is_empty() { Err(self.fault(key, wanted())) } else { Ok(texts) }
    }

    fn fault(&self, key: &str, text: String) -> Fault {
        let at = self.table.get_key_value(key).map_or(self.at, |(key, _)| key.span().start);
        Fault { at, text: format!("pull.{}.{key}: {text}", self.name) }
    }
}

fn text(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("must not be empty".to_owned()) } else { Ok(text.trim().to_owned()) }
}

fn path(given: &str) -> Result<PathBuf, String> {
    text(given).map(PathBuf::from)
}

fn port(text: &str) -> Result<u16, String> {
    whole(text, 1..=65_535)
}

fn is_true(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "expected true or false".to_owned())
}

fn is_all(text: &str) -> Result<bool, String> {
    match text {
        "new" => Ok(false),
        "all" => Ok(true),
        _ => Err("expected new, for files that are new or changed, or all".to_owned()),
    }
}

/// A name of files, not a path.
fn pattern(given: &str) -> Result<String, String> {
    let given = text(given)?;
    if given.contains(['/', '\\']) {
        Err("expected names such as orders-*.csv, without folders".to_owned())
    } else {
        Ok(given)
    }
}

fn time_of_day(text: &str) -> Result<TimeOfDay, String> {
    text.parse()
}

/// `15m` or `6h`.
fn duration(text: &str) -> Result<Duration, String> {
    let wanted = "expected minutes or hours from 5m to 168h, such as 15m or 6h";
    let (number, seconds) = match (text.strip_suffix('m'), text.strip_suffix('h')) {
        (Some(number), _) => (number, 60),
        (_, Some(number)) => (number, 3600),
        _ => return Err(wanted.to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| wanted)?;
    let of = Some(number).filter(|number| *number <= 10_080).map(|number| Duration::from_secs(number * seconds));
    let is_sound = |every: &Duration| (300..=604_800).contains(&every.as_secs());
    of.filter(is_sound).ok_or_else(|| wanted.to_owned())
}

fn url(text: &str) -> Result<Url, String> {
    let wanted = "expected an address such as https://files.example.com";
    let url = Url::parse(text).map_err(|_| wanted)?;
    let is_own = super::oidc::is_this_machine(&url);
    let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_own;
    match () {
        () if !url.username().is_empty() || url.password().is_some() => {
            Err("an address has no user and password: they would stand in logs".to_owned())
        }
        () if is_safe && url.host_str().is_some() => Ok(url),
        () => Err(format!("{wanted}; http is for this machine alone")),
    }
}

fn address(given: &str) -> Result<String, String> {
    url(&without_days(given)).map(|_| given.trim().to_owned())
}

fn fingerprint(given: &str) -> Result<String, String> {
    let digits = given.strip_prefix("SHA256:").unwrap_or_default().trim_end_matches('=');
    let is_plain =
        digits.len() == 43 && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte));
    let wanted = "expected the fingerprint of the server's key, SHA256: and 43 letters: ssh-keyscan HOST | ssh-keygen -lf - \
                  shows it; ask whoever runs the server whether it is theirs";
    if is_plain { Ok(format!("SHA256:{digits}")) } else { Err(wanted.to_owned()) }
}

#[cfg(test)]
mod tests;
