//! `assets/packaging/bond.toml`: the settings file of an installed Bond, with every setting, its meaning and default.

use std::fmt::Write;

use crate::config;

/// The settings that the packages set; all others are commented out.
const INSTALLED: &[(&str, &str)] = &[("data_dir", "/var/lib/bond")];

const HEAD: &str = "\
# The settings of Bond. A setting that is commented out has the value shown.
# Environment variables (BOND_LISTEN for listen) win over this file, and flags over both.
# Restart Bond after a change. `bond config` lists every setting with its value and where it comes from.
";

pub fn settings_file() -> String {
    let mut text = String::from(HEAD);
    for setting in config::settings() {
        let name = setting.get_id().as_str();
        let meaning = config::meaning(&setting);
        let default = setting.get_default_values().first().map(|value| value.to_string_lossy()).unwrap_or_default();
        let installed = INSTALLED.iter().find(|(installed, _)| *installed == name);
        let value = installed.map_or(&*default, |(_, value)| value);
        let comment = if installed.is_some() { "" } else { "# " };
        let _ = write!(text, "\n# {meaning}.\n{comment}{name} = {}\n", toml_value(value));
    }
    text
}

/// A number or a text, as a person would write it.
fn toml_value(text: &str) -> String {
    let value = text.parse().map_or_else(|_| toml::Value::String(text.to_owned()), toml::Value::Integer);
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Given, Origin, resolve};

    #[test]
    fn the_file_with_all_settings_uncommented_is_valid_and_sets_the_defaults() {
        let uncommented: Vec<String> = settings_file()
            .lines()
            .map(|line| match line.strip_prefix("# ").and_then(|rest| rest.split_once(" = ")) {
                Some((name, value)) if !name.contains(' ') => format!("{name} = {value}"),
                _ => line.to_owned(),
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bond.toml");
        std::fs::write(&file, uncommented.join("\n")).unwrap();

        let resolved = resolve(&Given { file: Some(file), ..Given::default() }).unwrap();
        let defaults = resolve(&Given::default()).unwrap();
        for (name, origin) in &resolved.origins {
            assert!(matches!(origin, Origin::File(..)), "{name} is from {origin}");
            let installed = INSTALLED.iter().find(|(installed, _)| installed == name);
            let expected = installed.map_or_else(|| defaults.shown(name), |(_, value)| (*value).to_owned());
            assert_eq!(resolved.shown(name), expected, "{name}");
        }
    }

    #[test]
    fn only_what_the_packages_set_is_not_commented_out() {
        let text = settings_file();
        let set: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(set, ["data_dir = \"/var/lib/bond\""]);
    }
}
