//! The settings that an administrator may choose while the server runs.

use super::{Config, parse, reason};

/// The settings that an administrator may choose on the page while the server runs. Nothing that was set in the file, in
/// the environment or by a flag can be chosen.
pub const CHOOSABLE: [&str; 14] = [
    "program_name",
    "account_manager_name",
    "account_manager_mail",
    "account_manager_phone",
    "change_colours",
    "modules",
    "fiscal_year_start",
    "first_weekday",
    "compare_to_date",
    "groups_as_of",
    "expected_by",
    "allow_links",
    "link_days",
    "link_frame_hosts",
];

/// Those that open something to others: who chooses them confirms it.
pub const OPENING: [&str; 4] = ["modules", "allow_links", "link_days", "link_frame_hosts"];

impl Config {
    /// With another value of one of the [`CHOOSABLE`] settings, as a flag would give it.
    ///
    /// # Errors
    /// What is expected of the value.
    pub fn choose(&mut self, name: &str, text: &str) -> Result<(), String> {
        let chosen = parse(&[(name, text)]).map_err(|error| reason(&error))?;
        match name {
            "program_name" => self.program_name = chosen.program_name,
            "account_manager_name" => self.account_manager_name = chosen.account_manager_name,
            "account_manager_mail" => self.account_manager_mail = chosen.account_manager_mail,
            "account_manager_phone" => self.account_manager_phone = chosen.account_manager_phone,
            "change_colours" => self.change_colours = chosen.change_colours,
            "modules" => self.modules = chosen.modules,
            "fiscal_year_start" => self.fiscal_year_start = chosen.fiscal_year_start,
            "first_weekday" => self.first_weekday = chosen.first_weekday,
            "compare_to_date" => self.compare_to_date = chosen.compare_to_date,
            "groups_as_of" => self.groups_as_of = chosen.groups_as_of,
            "expected_by" => self.expected_by = chosen.expected_by,
            "allow_links" => self.links.allow_links = chosen.links.allow_links,
            "link_days" => self.links.link_days = chosen.links.link_days,
            "link_frame_hosts" => self.links.link_frame_hosts = chosen.links.link_frame_hosts,
            _ => return Err(format!("it is not one of {}", CHOOSABLE.join(", "))),
        }
        Ok(())
    }

    /// The value of a setting as text.
    pub fn text(&self, name: &str) -> String {
        match serde_json::to_value(self).map(|mut config| config[name].take()) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Array(texts)) => {
                texts.iter().filter_map(serde_json::Value::as_str).collect::<Vec<_>>().join(",")
            }
            Ok(serde_json::Value::Number(number)) => number.to_string(),
            Ok(serde_json::Value::Bool(is)) => is.to_string(),
            _ => String::new(),
        }
    }
}
