//! The settings as flags, made from their declarations.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::StringValueParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::failure::Failure;
use super::output::start_logging;
use crate::app::Rereads;
use crate::config::{self, Config, ConfigError, Given, HEADINGS, ReadSettings, Resolved, env_name};

/// The flags of a command that takes the settings under the first of the [`HEADINGS`].
pub struct SettingFlags<const COUNT: usize> {
    given: Given,
}

/// For commands that need the account store only.
pub type StoreFlags = SettingFlags<1>;
/// For commands that open the warehouse.
pub type WarehouseFlags = SettingFlags<2>;
/// For commands that serve.
pub type ServerFlags = SettingFlags<3>;

impl<const COUNT: usize> SettingFlags<COUNT> {
    fn settings() -> impl Iterator<Item = Arg> {
        let is_of = |setting: &Arg| setting.get_help_heading().is_some_and(|of| HEADINGS[..COUNT].contains(&of));
        // A secret has no flag: arguments appear in the shell's history and in the list of processes.
        config::settings().into_iter().filter(is_of).filter(|setting| !setting.is_hide_set())
    }

    /// Whether a setting is given by its flag.
    pub fn gives(&self, setting: &str) -> bool {
        self.given.flags.contains_key(setting)
    }

    /// The settings file that is named.
    pub fn file(&self) -> Option<&Path> {
        self.given.file.as_deref()
    }

    /// Gives a setting a default of this command's own.
    pub fn default_to(&mut self, setting: &str, value: String) {
        self.given.defaults.insert(setting.to_owned(), value);
    }

    /// Resolves every setting from flags, environment, file and defaults, and starts logging.
    pub fn resolve(&self) -> Result<Resolved, Failure> {
        let resolved = config::resolve(&self.given)?;
        start_logging(&resolved.config);
        for warning in resolved.warnings.iter().chain(&resolved.exposed()) {
            tracing::warn!("{warning}");
        }
        Ok(resolved)
    }
}

impl<const COUNT: usize> SettingFlags<COUNT> {
    /// What reads the settings anew, as at the start. What is wrong is said without the value, which may be a secret.
    pub fn rereads(&self) -> Arc<Rereads> {
        let given = self.given.clone();
        Arc::new(move || match config::resolve(&given) {
            Ok(Resolved { config, origins, .. }) => Ok(ReadSettings { config, origins }),
            Err(ConfigError::Value { name, origin, reason, .. }) => Err(format!("{name} (from {origin}): {reason}")),
            Err(error) => Err(error.to_string()),
        })
    }

    /// As [`SettingFlags::resolve`], for a command that goes on without the settings and says what is wrong with them.
    pub fn try_resolve(&self) -> Result<Resolved, ConfigError> {
        let resolved = config::resolve(&self.given);
        start_logging(resolved.as_ref().map_or(&Config::default(), |resolved| &resolved.config));
        resolved
    }

    /// The data directory, also where other settings are wrong.
    pub fn data_dir(&self) -> PathBuf {
        config::data_dir(&self.given)
    }
}

impl<const COUNT: usize> Args for SettingFlags<COUNT> {
    fn augment_args(command: Command) -> Command {
        let command = command.arg(
            Arg::new("config")
                .long("config")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Settings file, TOML [default: DIR/bond.toml where there is one] [env: BOND_CONFIG]")
                .help_heading(HEADINGS[0]),
        );
        Self::settings().fold(command, |command, setting| {
            let default = setting.get_default_values().first().map(|default| default.to_string_lossy().into_owned());
            let default = default.filter(|default| !default.is_empty()).unwrap_or_else(|| "none".to_owned());
            let meaning = config::meaning(&setting);
            let env = env_name(setting.get_id().as_str());
            // Any text is accepted here: values are checked together with those of the environment and the file.
            let flag = setting.default_value(None::<&str>).value_parser(StringValueParser::new());
            command.arg(flag.help(format!("{meaning} [default: {default}] [env: {env}]")))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const COUNT: usize> FromArgMatches for SettingFlags<COUNT> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = BTreeMap::new();
        for setting in Self::settings() {
            let name = setting.get_id().as_str();
            if let Some(value) = matches.get_one::<String>(name) {
                flags.insert(name.to_owned(), value.clone());
            }
        }
        let named = matches.get_one::<PathBuf>("config").cloned();
        // No setting has a value that is not Unicode, and other variables are ignored.
        let environment = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("BOND_"))
            .collect();
        let file = named.or_else(|| env::var_os("BOND_CONFIG").map(PathBuf::from));
        Ok(SettingFlags { given: Given { flags, environment, file, ..Given::default() } })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
