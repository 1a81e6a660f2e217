//! The modules: the parts of the product that roles give permissions for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

// The variants have comments of two slashes: with more, the schema is not one list of codes.
macro_rules! modules {
    ($($variant:ident $code:literal)*) => {
        /// A part of the product with separate permissions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, JsonSchema)]
        #[ts(rename = "ModuleCode")]
        #[schemars(rename = "ModuleCode")]
        pub enum Module {
            $(#[serde(rename = $code)] $variant,)*
        }

        impl Module {
            /// Every module, in the order of lists.
            pub const ALL: &'static [Module] = &[$(Module::$variant),*];

            /// The name in calls and in the store, in upper case.
            pub fn code(self) -> &'static str {
                match self {
                    $(Module::$variant => $code,)*
                }
            }
        }
    };
}

modules! {
    // Users, roles, the audit log, backups, settings. It includes DATA.
    Admin "ADMIN"
    // Loads, mappings, what is loaded, erasing members.
    Data "DATA"
    // The Program Monitor and the BOND Score.
    Monitor "MONITOR"
    // The Member Dashboard.
    Members "MEMBERS"
    // The Emails Dashboard.
    Emails "EMAILS"
    // The Website Dashboard.
    Website "WEBSITE"
    // The Offers Dashboard.
    Offers "OFFERS"
    // The Content Dashboard.
    Content "CONTENT"
    // Insights.
    Insights "INSIGHTS"
    // Recommendations.
    Recommendations "RECOMMENDATIONS"
    // Files of what is shown.
    Export "EXPORT"
    // Lists of member ids.
    People "PEOPLE"
}

impl Module {
    /// Whether it administers the program rather than shows its members. What it shows is not limited to groups.
    pub fn is_administration(self) -> bool {
        matches!(self, Module::Admin | Module::Data)
    }

    /// The module with a code, in any case.
    pub fn of_code(code: &str) -> Option<Module> {
        Module::ALL.iter().copied().find(|module| module.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_found_by_its_code_whatever_the_case() {
        for module in Module::ALL {
            assert_eq!(Module::of_code(&module.code().to_lowercase()), Some(*module));
            assert_eq!(serde_json::to_value(module).expect("a code"), module.code());
        }
        assert_eq!(Module::of_code("USERS"), None);
    }
}
