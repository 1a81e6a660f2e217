//! Finds the value of each setting: flag, then environment, then file, then default.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::backup_to::{self, BackupPlace};
use super::oidc_tables::{self, OidcProvider};
use super::origin::{Origin, reason};
use super::pulls::{self, PullSettings};
use super::tables::Fault;
use super::values::of_file;
use super::{Config, env_name, parse, settings};
use crate::platform::files;

/// What the settings are resolved from.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Values of flags by setting name.
    pub flags: BTreeMap<String, String>,
    /// The process's environment.
    pub environment: BTreeMap<String, String>,
    /// The file named by `--config` or `BOND_CONFIG`; it must exist.
    pub file: Option<PathBuf>,
    /// Defaults of a command that differ from the usual ones, by setting name.
    pub defaults: BTreeMap<String, String>,
}

/// The settings with the origin of each.
#[derive(Debug)]
pub struct Resolved {
    /// The settings.
    pub config: Config,
    /// By setting name.
    pub origins: BTreeMap<String, Origin>,
    /// Harmless mistakes: environment variables that name no setting.
    pub warnings: Vec<String>,
}

/// The settings of a server, with the origin of each.
#[derive(Clone, Debug)]
pub struct ReadSettings {
    pub config: Config,
    /// By setting name.
    pub origins: BTreeMap<String, Origin>,
}

/// Why the settings could not be resolved.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A value is not one the setting can have.
    #[error("{name} = {value:?} (from {origin}): {reason}")]
    Value {
        /// The setting.
        name: String,
        /// The text given.
        value: String,
        /// Where it came from.
        origin: Origin,
        /// What is expected.
        reason: String,
    },
    /// The file could not be read.
    #[error("cannot read the settings file {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not TOML, or names an unknown setting.
    #[error("{}:{line}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

type FileValues = BTreeMap<String, (String, Origin)>;

/// What a settings file has.
#[derive(Default)]
struct FileSettings {
    values: FileValues,
    pulls: Vec<PullSettings>,
    backup_to: Vec<BackupPlace>,
    oidc: Vec<OidcProvider>,
}

/// The data directory that is named, also where other settings are wrong.
pub fn data_dir(given: &Given) -> PathBuf {
    let in_file = || {
        let text = fs::read_to_string(given.file.as_deref()?).ok()?;
        let table = DeTable::parse(&text).ok()?;
        of_file(table.get_ref().get("data_dir")?.get_ref())
    };
    let named = choose("data_dir", given, &FileValues::new()).ok().flatten().map(|(text, _)| text);
    named.or_else(in_file).map_or_else(|| Config::default().data_dir, PathBuf::from)
}

/// Resolves the settings: flag, then environment, then file, then default.
pub fn resolve(given: &Given) -> Result<Resolved, ConfigError> {
    // The data directory comes first because the file may lie in it; such a file cannot move the directory.
    let mut file = given.file.as_deref().map(read_file).transpose()?.unwrap_or_default();
    let data_dir =
        choose("data_dir", given, &file.values)?.map_or(Config::default().data_dir, |(text, _)| PathBuf::from(text));
    let own = data_dir.join("bond.toml");
    if given.file.is_none() && own.is_file() {
        file = read_file(&own)?;
        if let Some((_, Origin::File(path, line))) = file.values.remove("data_dir") {
            let reason = "data_dir cannot be set in the data directory's own file".to_owned();
            return Err(ConfigError::File { path, line, reason });
        }
    }
    let names: Vec<String> = settings().iter().map(|setting| setting.get_id().to_string()).collect();
    let mut texts = Vec::new();
    let mut origins = BTreeMap::new();
    for name in &names {
        let chosen = choose(name, given, &file.values)?;
        origins.insert(name.clone(), chosen.as_ref().map_or(Origin::Default, |(_, origin)| origin.clone()));
        texts.extend(chosen.map(|(text, _)| (name.as_str(), text)));
    }
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let mut config = parse(&texts).expect("each was checked, and none depends on another");
    config.pulls = file.pulls;
    config.backup_to = file.backup_to;
    config.oidc_tables = file.oidc;
    let warnings = given
        .environment
        .keys()
        .filter(|name| name.starts_with("BOND_") && *name != "BOND_CONFIG")
        .filter(|name| !names.iter().any(|setting| env_name(setting) == **name))
        .map(|name| format!("{name} is not a setting (bond config lists them)"))
        .collect();
    Ok(Resolved { config, origins, warnings })
}

/// The text of a setting and its origin, checked; None if it has its default.
fn choose(name: &str, given: &Given, file: &FileValues) -> Result<Option<(String, Origin)>, ConfigError> {
    let flag = || given.flags.get(name).map(|text| (text.clone(), Origin::Flag));
    let environment = || given.environment.get(&env_name(name)).map(|text| (text.clone(), Origin::Environment));
    let default = || given.defaults.get(name).map(|text| (text.clone(), Origin::Default));
    let Some((value, origin)) = flag().or_else(environment).or_else(|| file.get(name).cloned()).or_else(default) else {
        return Ok(None);
    };
    if let Err(error) = parse(&[(name, &value)]) {
        return Err(ConfigError::Value { name: name.to_owned(), value, origin, reason: reason(&error) });
    }
    Ok(Some((value, origin)))
}

impl Config {
    /// The files with secrets that settings name, with the names of these settings.
    fn secret_files(&self) -> Vec<(String, &Path)> {
        let of_settings = [
            ("tls_key", &self.tls_key),
            ("clickhouse_password_file", &self.clickhouse.clickhouse_password_file),
            ("oidc_client_secret_file", &self.oidc.oidc_client_secret_file),
            ("smtp_password_file", &self.mail.smtp_password_file),
        ];
        let of_settings = of_settings.into_iter().filter_map(|(name, file)| Some((name.to_owned(), file.as_deref()?)));
        let of_providers = self.oidc_tables.iter().filter_map(|table| {
            let file = table.settings.oidc_client_secret_file.as_deref()?;
            Some((format!("oidc.{}.client_secret_file", table.name.as_deref()?), file))
        });
        let pulls = self.pulls.iter().flat_map(|pull| {
            pull.secret_files().into_iter().map(|(key, file)| (format!("pull.{}.{key}", pull.name), file))
        });
        let copies = self.backup_to.iter().flat_map(|to| {
            let of_place = to.place.secret_files().into_iter();
            let all = of_place.chain(to.identity_file.as_deref().map(|file| ("identity_file", file)));
            all.map(|(key, file)| (format!("backup_to.{}.{key}", to.name), file))
        });
        of_settings.chain(of_providers).chain(pulls).chain(copies).collect()
    }
}

impl Resolved {
    /// What is wrong with secrets that stand in a file which every user of the machine can read: the settings file, or one
    /// that a setting names.
    pub fn exposed(&self) -> Vec<String> {
        let of = |setting: clap::Arg| {
            let name = setting.get_id().as_str();
            let Some(Origin::File(path, line)) = self.origins.get(name) else { return None };
            let is_exposed = setting.is_hide_set() && files::is_readable_by_all(path);
            is_exposed.then(|| format!("{}:{line}: every user of this machine can read {name}", path.display()))
        };
        let in_table = |table: &OidcProvider| {
            table.settings.oidc_client_secret.reveal()?;
            let Origin::File(path, _) = &table.origin else { return None };
            let name = table.name.as_deref()?;
            let text = format!("{}: every user of this machine can read oidc.{name}.client_secret", table.origin);
            files::is_readable_by_all(path).then_some(text)
        };
        let tables = self.config.oidc_tables.iter().filter_map(in_table);
        let in_its_file = |(name, path): (String, &Path)| {
            let text = format!("{}: every user of this machine can read it ({name})", path.display());
            files::is_readable_by_all(path).then_some(text)
        };
        let files = self.config.secret_files().into_iter().filter_map(in_its_file);
        settings().into_iter().filter_map(of).chain(tables).chain(files).collect()
    }

    /// The value of a setting as text.
    pub fn shown(&self, name: &str) -> String {
        self.config.text(name)
    }
}

/// The keys of tables that only the file has: the systems that Bond asks for data, where backups are copied to, and providers
/// with which people sign in.
pub const TABLES: [&str; 3] = ["pull", "backup_to", "oidc"];

fn read_file(path: &Path) -> Result<FileSettings, ConfigError> {
    let text = fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    let line_at = |offset: usize| 1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count();
    let fault = |line: usize, reason: String| ConfigError::File { path: path.to_owned(), line, reason };
    let table = DeTable::parse(&text).map_err(|error| {
        let line = line_at(error.span().map_or(0, |span| span.start));
        let written = text.lines().nth(line - 1).unwrap_or_default();
        fault(line, format!("{}{}", error.message(), quotes_advice(written)))
    })?;
    let known = settings();
    let mut found = FileSettings::default();
    let is_known = |name: &str| known.iter().any(|setting| setting.get_id() == name);
    let mut rest = Vec::new();
    for (key, value) in table.get_ref() {
        let (name, line) = (key.get_ref().to_string(), line_at(key.span().start));
        let in_file = |of: Fault| fault(line_at(of.at), of.text);
        match name.as_str() {
            "pull" => found.pulls = pulls::read(value).map_err(in_file)?,
            "backup_to" => found.backup_to = backup_to::read(value).map_err(in_file)?,
            "oidc" => {
                let origin = |at| Origin::File(path.to_owned(), line_at(at));
                found.oidc = oidc_tables::read(value, origin).map_err(in_file)?;
            }
            _ => rest.push((name, line, value)),
        }
    }
    for (name, line, value) in rest {
        if !is_known(&name) {
            return Err(fault(line, format!("{name} is not a setting (bond config lists them)")));
        }
        // All that follows the line [oidc_roles] is a part of that table, perhaps a secret that is no role.
        if let DeValue::Table(parts) = value.get_ref()
            && let Some(part) = parts.keys().find(|part| is_known(part.get_ref()))
        {
            let (inner, line) = (part.get_ref(), line_at(part.span().start));
            let reason =
                format!("{inner} is a setting, but here it is a part of {name}: put it before the line [{name}]");
            return Err(fault(line, reason));
        }
        let value = of_file(value.get_ref()).ok_or_else(|| {
            fault(line, format!("{name}: expected text, a number, true or false, or a list or table of texts"))
        })?;
        found.values.insert(name, (value, Origin::File(path.to_owned(), line)));
    }
    Ok(found)
}

/// What to do about a line that is no TOML: most often a text without quotes, as in `listen = 127.0.0.1:8080`.
fn quotes_advice(line: &str) -> String {
    match line.split_once('=') {
        Some((name, value)) if !value.contains(['"', '\'', '[', '{', '#']) && !value.trim().is_empty() => {
            format!("; texts need quotes: {} = \"{}\"", name.trim(), value.trim())
        }
        _ => String::new(),
    }
}
