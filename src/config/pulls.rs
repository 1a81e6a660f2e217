//! The systems that Bond asks for data: the tables `[pull.NAME]` of the settings file. Their keys stand in docs/pull.md.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use time::Date;
use toml::Spanned;
use toml::de::DeValue;
use url::Url;

use super::places::{FilePlace, peer};
use super::tables::{Fault, Keys, is_true, path, port, read_each, text, url};
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
    /// Files that are somewhere, and those of them that are taken.
    Files(FilePlace, Files),
    /// Files at addresses.
    Https(HttpsOrigin),
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
            PullOrigin::Files(place, _) => place.place(),
            PullOrigin::Https(HttpsOrigin { addresses, .. }) => {
                let host = |address: &String| Url::parse(&without_days(address)).ok().map(|url| peer(&url));
                let mut hosts: Vec<String> = addresses.values().filter_map(host).collect();
                hosts.dedup();
                hosts.join(", ")
            }
            PullOrigin::Database(DatabaseOrigin { host, port, .. }) => format!("{host}:{port}"),
        }
    }

    /// Its kind, as the settings have it.
    pub fn kind(&self) -> &'static str {
        match &self.origin {
            PullOrigin::Files(place, _) => place.kind(),
            PullOrigin::Https(_) => "https",
            PullOrigin::Database(DatabaseOrigin { system: System::PostgreSql, .. }) => "postgresql",
            PullOrigin::Database(DatabaseOrigin { system: System::MySql, .. }) => "mysql",
        }
    }

    /// Whether it needs a connection to another program.
    pub fn connects(&self) -> bool {
        !matches!(&self.origin, PullOrigin::Files(place, _) if !place.connects())
    }

    /// The files with its secrets, by their keys.
    pub fn secret_files(&self) -> Vec<(&'static str, &Path)> {
        let (key, file) = match &self.origin {
            PullOrigin::Files(place, _) => return place.secret_files(),
            PullOrigin::Https(origin) => ("header_file", &origin.header_file),
            PullOrigin::Database(origin) => ("password_file", &origin.password_file),
        };
        file.iter().map(|file| (key, file.as_path())).collect()
    }
}

/// A text with days in the place of [`SINCE`] and [`UNTIL`].
pub fn with_days(text: &str, since: Date, until: Date) -> String {
    text.replace(SINCE, &since.to_string()).replace(UNTIL, &until.to_string())
}

fn without_days(text: &str) -> String {
    with_days(text, Date::MIN, Date::MIN)
}

/// Reads the value of the key `pull`.
pub(super) fn read(value: &Spanned<DeValue<'_>>) -> Result<Vec<PullSettings>, Fault> {
    read_each("pull", value, |keys| keys.pull())
}

impl Keys<'_> {
    fn pull(mut self) -> Result<PullSettings, Fault> {
        let kind = self.text("kind")?;
        let origin = match kind.as_str() {
            "https" => PullOrigin::Https(HttpsOrigin {
                addresses: self.texts("files", address)?,
                header_file: self.optional("header_file", path)?,
                ca_file: self.optional("ca_file", path)?,
            }),
            "postgresql" => PullOrigin::Database(self.database(System::PostgreSql, 5432)?),
            "mysql" => PullOrigin::Database(self.database(System::MySql, 3306)?),
            kind => match self.file_place(kind)? {
                Some(place) => PullOrigin::Files(place, self.files()?),
                None => {
                    let kinds = "folder, https, s3, sftp, postgresql and mysql";
                    return Err(self.fault("kind", format!("{kind:?} is no kind of a system; those are {kinds}")));
                }
            },
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
        self.end(&kind)?;
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

    fn files(&mut self) -> Result<Files, Fault> {
        let pattern = self.optional("files", pattern)?.unwrap_or_else(|| "*".to_owned());
        Ok(Files { pattern, all: self.optional("take", is_all)?.unwrap_or(false) })
    }
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

fn address(given: &str) -> Result<String, String> {
    url(&without_days(given)).map(|_| given.trim().to_owned())
}

#[cfg(test)]
mod tests;
