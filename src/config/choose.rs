//! The settings that an administrator may choose while the server runs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::origin::{Origin, reason};
use super::{Config, parse};

/// What a setting that can be chosen is about. The page shows those of a group together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingGroup {
    Program,
    Dashboards,
    Periods,
    Data,
    Links,
    Agents,
    Mail,
    Backups,
}

/// What else is to be known of a setting that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It opens something to others, so that who chooses it confirms it.
    Opens,
    /// It takes effect when the server is started again.
    Restarts,
    /// Nobody reads it again.
    Secret,
}

/// A setting that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choosable {
    pub name: &'static str,
    pub group: SettingGroup,
    marks: &'static [Mark],
}

impl Choosable {
    pub fn is(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

/// The table of the settings that can be chosen: by group, in the order of the page. A setting of a part of [`Config`] has
/// that part before it, and its marks behind it.
macro_rules! choosable {
    ($($group:ident { $($([$part:ident])? $name:ident $($mark:ident)*,)* })* ; also { $($([$also_part:ident])? $also:ident,)* } and { $($table:ident $field:ident,)* }) => {
        /// The settings that an administrator may choose on the page while the server runs. Nothing that was set in the
        /// file, in the environment or by a flag can be chosen.
        pub const CHOOSABLE: &[Choosable] = &[$($(
            Choosable {
                name: stringify!($name),
                group: SettingGroup::$group,
                marks: &[$(Mark::$mark),*],
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

            /// Takes over a setting from newer ones, if it is one that takes effect while the server runs. Returns whether
            /// it has changed.
            pub fn take(&mut self, name: &str, newer: &Config) -> bool {
                match name {
                    _ if choosable(name).is_some_and(|one| one.is(Mark::Restarts)) => false,
                    $($(stringify!($name) => replaced(&mut self.$($part.)?$name, &newer.$($part.)?$name),)*)*
                    $(stringify!($table) => replaced(&mut self.$field, &newer.$field),)*
                    $(stringify!($also) => replaced(&mut self.$($also_part.)?$also, &newer.$($also_part.)?$also),)*
                    _ => false,
                }
            }
        }
    };
}

choosable! {
    Program {
        program_name,
        accent_color,
        currency,
        time_zone Restarts,
        account_manager_name,
        account_manager_mail,
        account_manager_phone,
    }
    Dashboards {
        modules Opens,
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
        [links] allow_links Opens,
        [links] link_days Opens,
        [links] link_frame_hosts Opens,
    }
    Agents {
        [agents] allow_agents Opens,
    }
    // Figures leave the machine by mail.
    Mail {
        [mail] smtp_host Opens,
        [mail] smtp_port Opens,
        [mail] smtp_tls Opens,
        [mail] smtp_user Opens,
        [mail] smtp_password Opens Secret,
        [mail] mail_from,
        [mail] mail_domains Opens,
        [mail] tell_mail Opens,
    }
    // Not their folder: Bond looks there also where it cannot read what was chosen.
    Backups {
        backup_at,
        backup_keep,
    }
    // Those that the file alone says, and that are read whenever they are used.
    ;
    also {
        [mail] smtp_password_file,
        [mail] mail_ca_file,
        [mail] reports_dir,
        [mail] webhook_hosts,
        [mail] webhook_ca_file,
        [mail] tell_webhook,
        [syslog] syslog,
        [syslog] syslog_ca_file,
        [oidc] public_url,
        [oidc] oidc_issuer,
        [oidc] oidc_client_id,
        [oidc] oidc_client_secret,
        [oidc] oidc_client_secret_file,
        [oidc] oidc_scopes,
        [oidc] oidc_label,
        [oidc] oidc_login_claim,
        [oidc] oidc_roles_claim,
        [oidc] oidc_roles,
        [oidc] oidc_add_users,
        [oidc] oidc_new_user_role,
        [oidc] oidc_ca_file,
        [oidc] oidc_sign_out,
        [oidc] oidc_check_minutes,
        [oidc] oidc_token_days,
    }
    and {
        pull pulls,
        backup_to backup_to,
        oidc oidc_tables,
    }
}

fn replaced<T: Clone + PartialEq>(old: &mut T, new: &T) -> bool {
    let is_other = old != new;
    old.clone_from(new);
    is_other
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

/// Whether nothing but the page says what a setting is.
pub fn is_free(origins: &BTreeMap<String, Origin>, name: &str) -> bool {
    matches!(origins.get(name), None | Some(Origin::Default))
}

impl Config {
    /// With the names and values that were chosen on the page, where nothing else says what they are. One that is not valid
    /// any more is logged and left out.
    pub fn with_chosen<'a>(
        &self,
        origins: &BTreeMap<String, Origin>,
        chosen: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Config {
        let mut config = self.clone();
        for (name, value) in chosen.filter(|(name, _)| is_free(origins, name)) {
            if let Err(reason) = config.choose(name, value) {
                tracing::warn!(name, reason, "a chosen setting is not valid");
            }
        }
        config
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
