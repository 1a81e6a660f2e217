//! The settings as flags, made from their declarations.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::failure::Failure;
use super::output::start_logging;
use crate::config::{self, Given, Resolved, SETTINGS, Scope, Setting};

/// The flags of a command that takes settings up to a scope.
pub struct SettingFlags<const SCOPE: u8> {
    given: Given,
}

/// For commands that need the account store only.
pub type StoreFlags = SettingFlags<{ Scope::Every as u8 }>;
/// For commands that open the warehouse.
pub type WarehouseFlags = SettingFlags<{ Scope::Warehouse as u8 }>;
/// For commands that serve.
pub type ServerFlags = SettingFlags<{ Scope::Server as u8 }>;

const HEADING: &str = "Settings (also from the environment and a file; see `bond config`)";

impl<const SCOPE: u8> SettingFlags<SCOPE> {
    fn settings() -> impl Iterator<Item = &'static Setting> {
        SETTINGS.iter().filter(|setting| setting.scope as u8 <= SCOPE)
    }

    /// Settles every setting from flags, environment, file and defaults, and starts logging.
    pub fn resolve(&self) -> Result<Resolved, Failure> {
        let resolved = config::resolve(&self.given)?;
        start_logging(&resolved.config);
        for warning in &resolved.warnings {
            tracing::warn!("{warning}");
        }
        Ok(resolved)
    }
}

impl<const SCOPE: u8> Args for SettingFlags<SCOPE> {
    fn augment_args(command: Command) -> Command {
        let command = command.arg(
            Arg::new("config")
                .long("config")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Settings file, TOML [default: DIR/bond.toml where there is one] [env: BOND_CONFIG]")
                .help_heading(HEADING),
        );
        Self::settings().fold(command, |command, setting| {
            let default = if setting.default.is_empty() { "none" } else { setting.default };
            let help =
                format!("{} [default: {default}] [env: {}]", setting.meaning.trim_end_matches('.'), setting.env_name());
            command.arg(
                Arg::new(setting.name)
                    .long(setting.flag())
                    .value_name(setting.value_name)
                    .help(help)
                    .help_heading(HEADING),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SCOPE: u8> FromArgMatches for SettingFlags<SCOPE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = BTreeMap::new();
        for setting in Self::settings() {
            if let Some(value) = matches.get_one::<String>(setting.name) {
                flags.insert(setting.name, value.clone());
            }
        }
        let named = matches.get_one::<PathBuf>("config").cloned();
        // What is not Unicode is no value of a setting's; the others are none of Bond's business.
        let environment = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("BOND_"))
            .collect();
        let file = named.or_else(|| env::var_os("BOND_CONFIG").map(PathBuf::from));
        Ok(SettingFlags { given: Given { flags, environment, file } })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
