//! The providers of OpenID Connect: that of the settings without a table, and those of the tables `[oidc.NAME]`. Their keys
//! stand in docs/single-sign-on.md.

use clap::Arg;
use toml::Spanned;
use toml::de::DeValue;

use super::oidc::OidcSettings;
use super::origin::{Origin, reason};
use super::tables::{Fault, Keys, read_each};
use super::{Config, parse, settings};

/// A provider with which people may sign in.
#[derive(Clone, Debug)]
pub struct OidcProvider {
    /// The name of its table; None for the provider of the settings without a table.
    pub name: Option<String>,
    /// Where its table begins.
    pub origin: Origin,
    pub settings: OidcSettings,
}

impl PartialEq for OidcProvider {
    /// Lines above a table change nothing about it.
    fn eq(&self, other: &OidcProvider) -> bool {
        self.name == other.name && self.settings == other.settings
    }
}

impl OidcProvider {
    /// What one of its settings is called where something is wrong with it.
    pub fn setting(&self, key: &str) -> String {
        match &self.name {
            None => format!("{PREFIX}{key}"),
            Some(name) => format!("{}: oidc.{name}.{key}", self.origin),
        }
    }
}

/// What the names of the settings without a table begin with; a table has the rest as keys.
const PREFIX: &str = "oidc_";

impl Config {
    /// The providers with which people may sign in: that of the settings without a table, if it is set, and those of the
    /// tables in the order of the file.
    pub fn oidc_providers(&self) -> Vec<OidcProvider> {
        let plain = OidcProvider { name: None, origin: Origin::Default, settings: self.oidc.clone() };
        let plain = Some(plain).filter(|plain| plain.settings.oidc_issuer.is_some());
        let tables = self.oidc_tables.iter().cloned().map(|mut table| {
            table.settings.public_url.clone_from(&self.oidc.public_url);
            table
        });
        plain.into_iter().chain(tables).collect()
    }

    /// The settings of the tables, as they are shown: the name, the setting that says what it means, the value and where
    /// the table begins.
    pub fn oidc_table_settings(&self) -> Vec<(String, Arg, String, Origin)> {
        let of_table = |table: &OidcProvider| {
            let name = table.name.clone().unwrap_or_default();
            let (config, default) = (Config { oidc: table.settings.clone(), ..self.clone() }, Config::default());
            let origin = table.origin.clone();
            settings().into_iter().filter_map(move |setting| {
                let named = setting.get_id().as_str();
                let (key, value) = (named.strip_prefix(PREFIX)?, config.text(named));
                let origin = if value == default.text(named) { Origin::Default } else { origin.clone() };
                Some((format!("oidc.{name}.{key}"), setting.clone(), value, origin))
            })
        };
        self.oidc_tables.iter().flat_map(of_table).collect()
    }
}

/// Reads the value of the key `oidc`. `origin` says where a byte of the file is.
pub(super) fn read(value: &Spanned<DeValue<'_>>, origin: impl Fn(usize) -> Origin) -> Result<Vec<OidcProvider>, Fault> {
    let mut all = read_each("oidc", value, |keys| Ok((keys.at, keys.name.to_owned(), provider(keys)?)))?;
    all.sort_by_key(|(at, ..)| *at);
    let one = |(at, name, settings)| OidcProvider { name: Some(name), origin: origin(at), settings };
    Ok(all.into_iter().map(one).collect())
}

/// Each key has the form and the default of the setting that is named like it.
fn provider(mut keys: Keys<'_>) -> Result<OidcSettings, Fault> {
    let names: Vec<String> = settings().iter().map(|setting| setting.get_id().to_string()).collect();
    keys.has_none_inside("roles", |part| {
        names.iter().any(|name| name == part || name.strip_prefix(PREFIX) == Some(part))
    })?;
    let mut texts = Vec::new();
    for name in &names {
        let Some(key) = name.strip_prefix(PREFIX) else { continue };
        let read = |text: &str| match parse(&[(name, text)]) {
            Ok(_) if text.trim().is_empty() && matches!(key, "issuer" | "client_id") => {
                Err("must not be empty".to_owned())
            }
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(reason(&error)),
        };
        let given = match key {
            "issuer" | "client_id" => Some(keys.value(key, read)?),
            _ => keys.optional(key, read)?,
        };
        texts.extend(given.map(|text| (name.as_str(), text)));
    }
    keys.end("a provider")?;
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Ok(parse(&texts).expect("each was checked, and none depends on another").oidc)
}
