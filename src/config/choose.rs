//! The settings that an administrator may choose while the server runs.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::{Config, parse, reason};

/// What a setting that can be chosen is about. The page shows those of a group together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingGroup {
    Program,
    Dashboards,
    Periods,
    Data,
    Links,
}

/// A setting that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choosable {
    pub name: &'static str,
    pub group: SettingGroup,
    /// Whether it opens something to others, so that who chooses it confirms it.
    pub opens: bool,
}

/// The table of the settings that can be chosen: by group, in the order of the page. A setting of a part of [`Config`] has
/// that part before it, and one that opens something to others has `opens` behind it.
macro_rules! choosable {
    ($($group:ident { $($([$part:ident])? $name:ident $($opens:ident)?,)* })*) => {
        /// The settings that an administrator may choose on the page while the server runs. Nothing that was set in the
        /// file, in the environment or by a flag can be chosen.
        pub const CHOOSABLE: &[Choosable] = &[$($(
            Choosable {
                name: stringify!($name),
                group: SettingGroup::$group,
                opens: matches!(stringify!($($opens)?).as_bytes(), b"opens"),
            },
        )*)*];

        impl Config {
            /// With another value of one of the [`CHOOSABLE`] settings, as a flag would give it.
            ///
            /// # Errors
            /// What is expected of the value.
            pub fn choose(&mut self, name: &str, text: &str) -> Result<(), String> {
                let chosen = parse(&[(name, text)]).map_err(|error| reason(&error))?;
                match name {
                    $($(stringify!($name) => self.$($part.)?$name = chosen.$($part.)?$name,)*)*
                    _ => return Err(cannot_be_chosen()),
                }
                Ok(())
            }
        }
    };
}

choosable! {
    Program {
        program_name,
        account_manager_name,
        account_manager_mail,
        account_manager_phone,
    }
    Dashboards {
        modules opens,
        change_colours,
    }
    Periods {
        fiscal_year_start,
        first_weekday,
        compare_to_date,
        groups_as_of,
    }
    Data {
        expected_by,
    }
    Links {
        [links] allow_links opens,
        [links] link_days opens,
        [links] link_frame_hosts opens,
    }
}

/// The setting of a name, if it can be chosen.
pub fn choosable(name: &str) -> Option<&'static Choosable> {
    CHOOSABLE.iter().find(|choosable| choosable.name == name)
}

/// What is said of one that cannot.
pub fn cannot_be_chosen() -> String {
    let names: Vec<_> = CHOOSABLE.iter().map(|choosable| choosable.name).collect();
    format!("it cannot be chosen here; these can: {}", names.join(", "))
}

impl Config {
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
