//! What an API token may do. Each ability opens the calls whose declaration names it ([`crate::http::route::Route`]), as
//! far as the roles of the token's user do: this table says what they need.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::modules::Module;

// The variants have comments of two slashes: with more, the schema is not one list of names.
macro_rules! abilities {
    ($($variant:ident $name:literal $needs:expr;)*) => {
        /// Something that an API token may do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
        pub enum Ability {
            $(#[serde(rename = $name)] $variant,)*
        }

        impl Ability {
            /// Every ability, in the order of lists.
            pub const ALL: &'static [Ability] = &[$(Ability::$variant),*];

            /// The name in calls, commands and the store.
            pub fn name(self) -> &'static str {
                match self {
                    $(Ability::$variant => $name,)*
                }
            }

            /// The module that its calls belong to, and whether they change it. None for figures, which are of many
            /// modules.
            pub fn needs(self) -> Option<(Module, bool)> {
                match self {
                    $(Ability::$variant => $needs,)*
                }
            }
        }
    };
}

abilities! {
    // Figures and files of them.
    Read "read" None;
    // Loading files, asking systems for data, and looking at loads.
    Load "load" Some((Module::Data, true));
    // Erasing members.
    EraseMembers "members:erase" Some((Module::Data, true));
    // Adding users, giving them roles, disabling them.
    Users "users" Some((Module::Admin, true));
    // Making and verifying backups.
    Backup "backup" Some((Module::Admin, true));
    // Reading the audit log.
    ReadAudit "audit:read" Some((Module::Admin, false));
    // Asking over MCP, as agents do: figures, and no call that another ability opens.
    Agents "agents" None;
}

impl Ability {
    /// Whether it is of figures, which a token may limit to modules.
    pub fn is_of_figures(self) -> bool {
        self.needs().is_none()
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Ability {
    type Err = String;

    fn from_str(text: &str) -> Result<Ability, String> {
        let found = Ability::ALL.iter().copied().find(|ability| ability.name() == text);
        found.ok_or_else(|| format!("expected one of {}", listed(Ability::ALL)))
    }
}

/// Names of abilities, separated by commas.
pub fn listed(abilities: &[Ability]) -> String {
    abilities.iter().map(|ability| ability.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_is_found_by_its_name() {
        for ability in Ability::ALL {
            assert_eq!(ability.name().parse(), Ok(*ability));
            assert_eq!(serde_json::to_value(ability).expect("a name"), ability.name());
        }
        let error = "root".parse::<Ability>().expect_err("none");
        assert_eq!(error, "expected one of read, load, members:erase, users, backup, audit:read, agents");
    }
}
