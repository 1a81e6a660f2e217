//! The settings. Each is declared once, in [`SETTINGS`]; flags, environment names, the file's keys, the
//! listing of `bond config` and the defaults all come from there.
//!
//! Precedence: flag, then environment, then file, then default. The file is the one `--config` names, else
//! `bond.toml` in the data directory where there is one.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use crate::clock::Clock;

/// Every setting, resolved and checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where everything is kept.
    pub data_dir: PathBuf,
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Host names, beside IP addresses and `localhost`, under which the page may be asked for.
    pub allowed_hosts: Vec<String>,
    /// The program's name, shown on the page.
    pub program_name: String,
    /// ISO 4217 code of the money in the feed.
    pub currency: String,
    /// IANA name of the zone in which days are counted; None for the machine's.
    pub time_zone: Option<String>,
    /// Days without a login after which a member counts as dormant.
    pub dormant_days: u16,
    /// Memory DuckDB may use, as it writes it ("4GB").
    pub warehouse_memory: String,
    /// Threads DuckDB may use, and queries at once.
    pub warehouse_threads: usize,
    /// Bytes of answers kept in memory.
    pub cache_bytes: u64,
    /// Hours after which a sign-in ends whatever happens.
    pub session_hours: u16,
    /// Minutes without a request after which a sign-in ends.
    pub session_idle_minutes: u16,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// Least severe level that is logged.
    pub log_level: tracing::Level,
}

impl Default for Config {
    /// The defaults alone, whatever the environment says.
    fn default() -> Config {
        let mut config = Config {
            data_dir: PathBuf::new(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            allowed_hosts: Vec::new(),
            program_name: String::new(),
            currency: String::new(),
            time_zone: None,
            dormant_days: 0,
            warehouse_memory: String::new(),
            warehouse_threads: 0,
            cache_bytes: 0,
            session_hours: 0,
            session_idle_minutes: 0,
            log_format: LogFormat::Text,
            log_level: tracing::Level::INFO,
        };
        for setting in SETTINGS {
            (setting.read)(&mut config, setting.default)
                .unwrap_or_else(|reason| panic!("the default of {} is not valid: {reason}", setting.name));
        }
        config
    }
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Which commands take a setting as a flag. The environment and the file may hold any setting at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Every command.
    Every,
    /// Those that open the warehouse.
    Warehouse,
    /// Those that serve.
    Server,
}

/// The declaration of one setting.
pub struct Setting {
    /// The key in the file; the flag is the same with dashes, the environment name `BOND_` and upper case.
    pub name: &'static str,
    /// What stands for the value in help.
    pub value_name: &'static str,
    /// The default, as it would be written in the file.
    pub default: &'static str,
    /// What it is for, in one sentence.
    pub meaning: &'static str,
    /// Which commands take it as a flag.
    pub scope: Scope,
    read: fn(&mut Config, &str) -> Result<(), String>,
    show: fn(&Config) -> String,
}

impl Setting {
    /// The environment variable of this setting.
    pub fn env_name(&self) -> String {
        format!("BOND_{}", self.name.to_uppercase())
    }

    /// The long flag of this setting, without its dashes in front.
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }
}

/// All settings, in the order they are listed.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "data_dir",
        value_name: "DIR",
        default: "bond-data",
        meaning: "Directory that holds everything Bond keeps; one process owns it at a time.",
        scope: Scope::Every,
        read: |config, text| {
            config.data_dir = PathBuf::from(not_empty(text)?);
            Ok(())
        },
        show: |config| config.data_dir.display().to_string(),
    },
    Setting {
        name: "listen",
        value_name: "ADDRESS:PORT",
        default: "127.0.0.1:8080",
        meaning: "Address and port to serve on; port 0 takes any free one.",
        scope: Scope::Server,
        read: |config, text| {
            config.listen = text
                .parse()
                .map_err(|_| "want an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned())?;
            Ok(())
        },
        show: |config| config.listen.to_string(),
    },
    Setting {
        name: "allowed_hosts",
        value_name: "NAMES",
        default: "",
        meaning: "Host names under which the page may be reached when it is served beyond this machine, by comma; \
                  IP addresses and localhost always may.",
        scope: Scope::Server,
        read: |config, text| {
            config.allowed_hosts = host_names(text)?;
            Ok(())
        },
        show: |config| config.allowed_hosts.join(","),
    },
    Setting {
        name: "program_name",
        value_name: "NAME",
        default: "Member program",
        meaning: "Name of the member program, shown on the page.",
        scope: Scope::Server,
        read: |config, text| {
            config.program_name = not_empty(text)?.to_owned();
            Ok(())
        },
        show: |config| config.program_name.clone(),
    },
    Setting {
        name: "currency",
        value_name: "CODE",
        default: "USD",
        meaning: "ISO 4217 code of the money in the feed.",
        scope: Scope::Server,
        read: |config, text| {
            if text.len() != 3 || !text.bytes().all(|letter| letter.is_ascii_uppercase()) {
                return Err("want three capital letters, such as USD".to_owned());
            }
            config.currency = text.to_owned();
            Ok(())
        },
        show: |config| config.currency.clone(),
    },
    Setting {
        name: "time_zone",
        value_name: "ZONE",
        default: "",
        meaning: "IANA name of the time zone in which the program counts its days; empty for this machine's.",
        scope: Scope::Warehouse,
        read: |config, text| {
            let zone = (!text.is_empty()).then(|| text.to_owned());
            Clock::system(zone.as_deref()).map_err(|_| "want an IANA name, such as Europe/Paris".to_owned())?;
            config.time_zone = zone;
            Ok(())
        },
        show: |config| config.time_zone.clone().unwrap_or_default(),
    },
    Setting {
        name: "dormant_days",
        value_name: "DAYS",
        default: "90",
        meaning: "Days without a login after which a registered member counts as dormant (1 to 3650).",
        scope: Scope::Server,
        read: |config, text| {
            config.dormant_days = whole_number(text, 1..=3650)?;
            Ok(())
        },
        show: |config| config.dormant_days.to_string(),
    },
    Setting {
        name: "warehouse_memory",
        value_name: "SIZE",
        default: "auto",
        meaning: "Memory the warehouse may use, such as 4GB; auto is half of what this machine has.",
        scope: Scope::Warehouse,
        read: |config, text| {
            config.warehouse_memory = match text {
                "auto" => format!("{}MB", half_of_memory_in_megabytes()),
                text => {
                    if bytes(text)? < 256_000_000 {
                        return Err("want at least 256MB".to_owned());
                    }
                    text.to_owned()
                }
            };
            Ok(())
        },
        show: |config| config.warehouse_memory.clone(),
    },
    Setting {
        name: "warehouse_threads",
        value_name: "N",
        default: "auto",
        meaning: "Threads the warehouse may use, and queries it runs at once; auto is one a core.",
        scope: Scope::Warehouse,
        read: |config, text| {
            config.warehouse_threads = match text {
                "auto" => std::thread::available_parallelism().map_or(2, usize::from),
                text => usize::from(whole_number(text, 1..=512)?),
            };
            Ok(())
        },
        show: |config| config.warehouse_threads.to_string(),
    },
    Setting {
        name: "cache_bytes",
        value_name: "SIZE",
        default: "256MB",
        meaning: "Memory for answers that are kept to be given again; 0 keeps none.",
        scope: Scope::Server,
        read: |config, text| {
            config.cache_bytes = bytes(text)?;
            Ok(())
        },
        show: |config| config.cache_bytes.to_string(),
    },
    Setting {
        name: "session_hours",
        value_name: "HOURS",
        default: "8",
        meaning: "Hours after which a sign-in ends, used or not (1 to 168).",
        scope: Scope::Server,
        read: |config, text| {
            config.session_hours = whole_number(text, 1..=168)?;
            Ok(())
        },
        show: |config| config.session_hours.to_string(),
    },
    Setting {
        name: "session_idle_minutes",
        value_name: "MINUTES",
        default: "60",
        meaning: "Minutes without a request after which a sign-in ends (1 to 1440).",
        scope: Scope::Server,
        read: |config, text| {
            config.session_idle_minutes = whole_number(text, 1..=1440)?;
            Ok(())
        },
        show: |config| config.session_idle_minutes.to_string(),
    },
    Setting {
        name: "log_format",
        value_name: "text|json",
        default: "text",
        meaning: "How log lines are written, to standard error.",
        scope: Scope::Every,
        read: |config, text| {
            config.log_format = match text {
                "text" => LogFormat::Text,
                "json" => LogFormat::Json,
                _ => return Err("want text or json".to_owned()),
            };
            Ok(())
        },
        show: |config| match config.log_format {
            LogFormat::Text => "text".to_owned(),
            LogFormat::Json => "json".to_owned(),
        },
    },
    Setting {
        name: "log_level",
        value_name: "LEVEL",
        default: "info",
        meaning: "Least severe level that is logged: error, warn, info, debug or trace.",
        scope: Scope::Every,
        read: |config, text| {
            config.log_level = match text {
                "error" => tracing::Level::ERROR,
                "warn" => tracing::Level::WARN,
                "info" => tracing::Level::INFO,
                "debug" => tracing::Level::DEBUG,
                "trace" => tracing::Level::TRACE,
                _ => return Err("want error, warn, info, debug or trace".to_owned()),
            };
            Ok(())
        },
        show: |config| config.log_level.as_str().to_lowercase(),
    },
];

/// Where a setting's value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Its flag on the command line.
    Flag,
    /// Its environment variable.
    Environment,
    /// The file, at this line (from 1).
    File(PathBuf, usize),
    /// Nobody said anything.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag => f.write_str("flag"),
            Origin::Environment => f.write_str("environment"),
            Origin::File(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// What the settings were resolved from; gathered by the command line, chosen freely in tests.
#[derive(Debug, Default)]
pub struct Given {
    /// Values of flags by setting name.
    pub flags: BTreeMap<&'static str, String>,
    /// The process's environment.
    pub environment: BTreeMap<String, String>,
    /// The file named by `--config` or `BOND_CONFIG`; it must exist.
    pub file: Option<PathBuf>,
}

/// The settings with where each came from.
#[derive(Debug)]
pub struct Resolved {
    /// The settings.
    pub config: Config,
    /// By setting name.
    pub origins: BTreeMap<&'static str, Origin>,
    /// What looks like a mistake and does no harm: environment names that are no setting's.
    pub warnings: Vec<String>,
}

/// One line of `bond config`.
pub struct Listed {
    /// The setting.
    pub setting: &'static Setting,
    /// Its value.
    pub value: String,
    /// Where that came from.
    pub origin: Origin,
}

/// Why the settings could not be resolved.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A value is not one the setting can have.
    #[error("{name} = {value:?} (from {origin}): {reason}")]
    Value {
        /// The setting.
        name: &'static str,
        /// The text given.
        value: String,
        /// Who gave it.
        origin: Origin,
        /// What is wanted.
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
    /// The file is not TOML, or says something that is no setting.
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

/// Resolves the settings: flag, then environment, then file, then default.
pub fn resolve(given: &Given) -> Result<Resolved, ConfigError> {
    let mut config = Config::default();
    let mut origins = BTreeMap::new();

    // The data directory comes first because the file may lie in it; such a file cannot move the directory.
    let named = match &given.file {
        Some(path) => read_file(path)?,
        None => BTreeMap::new(),
    };
    settle(setting("data_dir"), given, &named, &mut config, &mut origins)?;
    let own = config.data_dir.join("bond.toml");
    let file = match &given.file {
        Some(_) => named,
        None if own.is_file() => {
            let values = read_file(&own)?;
            if let Some((_, Origin::File(path, line))) = values.get("data_dir") {
                return Err(ConfigError::File {
                    path: path.clone(),
                    line: *line,
                    reason: "data_dir cannot be set in the data directory's own file".to_owned(),
                });
            }
            values
        }
        None => named,
    };
    for setting in SETTINGS {
        settle(setting, given, &file, &mut config, &mut origins)?;
    }

    let known: Vec<String> = SETTINGS.iter().map(Setting::env_name).collect();
    let warnings = given
        .environment
        .keys()
        .filter(|name| name.starts_with("BOND_") && *name != "BOND_CONFIG" && !known.contains(name))
        .map(|name| format!("{name} is no setting of Bond's (bond config lists them)"))
        .collect();
    Ok(Resolved { config, origins, warnings })
}

impl Resolved {
    /// Every setting with its value and where that came from, in the order of [`SETTINGS`].
    pub fn list(&self) -> impl Iterator<Item = Listed> {
        SETTINGS.iter().map(|setting| Listed {
            setting,
            value: (setting.show)(&self.config),
            origin: self.origins.get(setting.name).cloned().unwrap_or(Origin::Default),
        })
    }
}

type FileValues = BTreeMap<&'static str, (String, Origin)>;

fn setting(name: &str) -> &'static Setting {
    SETTINGS.iter().find(|setting| setting.name == name).expect("a declared setting")
}

fn settle(
    setting: &'static Setting,
    given: &Given,
    file: &FileValues,
    config: &mut Config,
    origins: &mut BTreeMap<&'static str, Origin>,
) -> Result<(), ConfigError> {
    let (value, origin) = if let Some(value) = given.flags.get(setting.name) {
        (value.clone(), Origin::Flag)
    } else if let Some(value) = given.environment.get(&setting.env_name()) {
        (value.clone(), Origin::Environment)
    } else if let Some(found) = file.get(setting.name) {
        found.clone()
    } else {
        (setting.default.to_owned(), Origin::Default)
    };
    (setting.read)(config, &value).map_err(|reason| ConfigError::Value {
        name: setting.name,
        value,
        origin: origin.clone(),
        reason,
    })?;
    origins.insert(setting.name, origin);
    Ok(())
}

fn read_file(path: &Path) -> Result<FileValues, ConfigError> {
    let text = fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    let line_at = |offset: usize| 1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count();
    let fault = |line: usize, reason: String| ConfigError::File { path: path.to_owned(), line, reason };

    let table = DeTable::parse(&text)
        .map_err(|error| fault(line_at(error.span().map_or(0, |span| span.start)), error.message().to_owned()))?;
    let mut values = FileValues::new();
    for (key, value) in table.get_ref() {
        let line = line_at(key.span().start);
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == key.get_ref().as_ref()) else {
            return Err(fault(line, format!("{} is no setting of Bond's (bond config lists them)", key.get_ref())));
        };
        let value = file_value(value.get_ref())
            .ok_or_else(|| fault(line, format!("{}: want text, a number or a list of texts", setting.name)))?;
        values.insert(setting.name, (value, Origin::File(path.to_owned(), line)));
    }
    Ok(values)
}

/// A value of the file as a flag would give it; a list as its items by comma.
fn file_value(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Array(items) => items
            .iter()
            .map(|item| item.get_ref().as_str().map(str::to_owned))
            .collect::<Option<Vec<_>>>()
            .map(|items| items.join(",")),
        _ => None,
    }
}

fn not_empty(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() { Err("must not be empty".to_owned()) } else { Ok(text) }
}

fn whole_number(text: &str, range: std::ops::RangeInclusive<u16>) -> Result<u16, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("want a whole number from {} to {}", range.start(), range.end()))
}

fn host_names(text: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
        if !plain {
            return Err(format!("{name:?} is not a host name; want names without port or scheme, by comma"));
        }
        names.push(name.to_ascii_lowercase());
    }
    Ok(names)
}

/// A size such as `256MB`, `1.5 GB` or a plain number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let wanted = || "want a size such as 512MB or 4GB".to_owned();
    let text = text.trim();
    let split = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor: f64 = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        "KIB" => 1024.0,
        "MIB" => 1024.0 * 1024.0,
        "GIB" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wanted()),
    };
    let number: f64 = number.trim().parse().map_err(|_| wanted())?;
    let size = number * factor;
    if !(0.0..1e15).contains(&size) {
        return Err(wanted());
    }
    Ok(size as u64)
}

/// Half of the memory this process may use, 512 MB to 64 GB; 2 GB where the system does not say.
fn half_of_memory_in_megabytes() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    });
    // A container's limit is what counts where it is lower than the machine's memory.
    let container =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse::<u64>().ok());
    let memory = match (machine, container) {
        (Some(machine), Some(container)) => machine.min(container),
        (Some(memory), None) | (None, Some(memory)) => memory,
        (None, None) => 4_000_000_000,
    };
    (memory / 2 / 1_000_000).clamp(512, 64_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(flags: &[(&'static str, &str)], environment: &[(&str, &str)], data_dir: &Path) -> Given {
        let mut flags: BTreeMap<_, _> = flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        flags.insert("data_dir", data_dir.display().to_string());
        Given {
            flags,
            environment: environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
            file: None,
        }
    }

    #[test]
    fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("bond.toml");
        fs::write(&file, "# settings\ndormant_days = 30\nsession_hours = 4\ncurrency = \"EUR\"\n").expect("written");
        let resolved = resolve(&given(
            &[("dormant_days", "10")],
            &[("BOND_DORMANT_DAYS", "20"), ("BOND_SESSION_HOURS", "5")],
            dir.path(),
        ))
        .expect("valid");
        assert_eq!(resolved.config.dormant_days, 10);
        assert_eq!(resolved.config.session_hours, 5);
        assert_eq!(resolved.config.currency, "EUR");
        assert_eq!(resolved.config.session_idle_minutes, 60);
        assert_eq!(resolved.origins["dormant_days"], Origin::Flag);
        assert_eq!(resolved.origins["session_hours"], Origin::Environment);
        assert_eq!(resolved.origins["currency"], Origin::File(file, 4));
        assert_eq!(resolved.origins["session_idle_minutes"], Origin::Default);
    }

    #[test]
    fn a_fault_names_the_setting_its_value_and_where_it_stands() {
        let dir = tempfile::tempdir().expect("a directory");
        let fails = |text: &str| {
            fs::write(dir.path().join("bond.toml"), text).expect("written");
            resolve(&given(&[], &[], dir.path())).expect_err("refused").to_string()
        };
        assert!(fails("\nlisten = \"here\"\n").contains("bond.toml:2"));
        assert!(fails("listne = 1\n").contains("bond.toml:1: listne is no setting"));
        assert!(fails("data_dir = \"x\"\n").contains("bond.toml:1: data_dir cannot be set"));
        assert!(fails("currency = 1.5\n").contains("bond.toml:1: currency: want text"));
        assert!(fails("a = \n").contains("bond.toml:1"));
        let error = resolve(&given(&[("session_hours", "0")], &[], &dir.path().join("none"))).expect_err("refused");
        assert_eq!(error.to_string(), "session_hours = \"0\" (from flag): want a whole number from 1 to 168");
    }

    #[test]
    fn a_named_file_must_exist_and_may_move_the_data_directory() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("settings.toml");
        let given = Given { file: Some(file.clone()), ..Given::default() };
        assert!(matches!(resolve(&given), Err(ConfigError::Unreadable { .. })));
        fs::write(&file, "data_dir = \"elsewhere\"\nallowed_hosts = [\"Bond.example\", \"b\"]\n").expect("written");
        let resolved = resolve(&given).expect("valid");
        assert_eq!(resolved.config.data_dir, PathBuf::from("elsewhere"));
        assert_eq!(resolved.config.allowed_hosts, ["bond.example", "b"]);
    }

    #[test]
    fn a_misspelt_environment_name_is_pointed_out() {
        let dir = tempfile::tempdir().expect("a directory");
        let resolved = resolve(&given(&[], &[("BOND_LISTNE", "x"), ("HOME", "/")], dir.path())).expect("valid");
        assert_eq!(resolved.warnings.len(), 1);
        assert!(resolved.warnings[0].contains("BOND_LISTNE"));
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(bytes("0"), Ok(0));
        assert_eq!(bytes("1.5GB"), Ok(1_500_000_000));
        assert_eq!(bytes("2 MiB"), Ok(2 * 1024 * 1024));
        assert!(bytes("lots").is_err());
        assert!(bytes("-1MB").is_err());
    }

    #[test]
    fn every_setting_is_listed_with_a_value_that_reads_back_the_same() {
        let mut config = Config::default();
        for setting in SETTINGS {
            let shown = (setting.show)(&config);
            (setting.read)(&mut config, &shown).expect("what is shown can be given");
            assert_eq!((setting.show)(&config), shown, "{}", setting.name);
            assert!(setting.meaning.ends_with('.'), "{}", setting.name);
        }
    }
}
