//! The settings of signing in.

use clap::Args;
use serde::Serialize;

use super::HEADINGS;

/// Whose password is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RequireSecondFactor {
    /// Who has set up a second factor is asked for it, and nobody else.
    Off,
    /// Who may see the administration must set one up.
    Administrators,
    All,
}

#[derive(Args, Clone, Debug, Serialize)]
pub struct SignInSettings {
    /// Who must set up a second factor when it signs in with a password: off, administrators or all. Who has one is asked
    /// for it in any case.
    #[arg(long, value_name = "off|administrators|all", default_value = "off", value_parser = require_second_factor)]
    #[arg(help_heading = HEADINGS[2])]
    pub require_second_factor: RequireSecondFactor,
    /// Ask "Continue as Ann?" before a single sign-on link signs in: true or false. Whoever opens a link that somebody
    /// else sent then sees whose it is.
    #[arg(long, value_name = "true|false", default_value = "false", value_parser = clap::value_parser!(bool))]
    #[arg(action = clap::ArgAction::Set, help_heading = HEADINGS[2])]
    pub sso_confirm: bool,
}

fn require_second_factor(text: &str) -> Result<RequireSecondFactor, String> {
    match text {
        "off" => Ok(RequireSecondFactor::Off),
        "administrators" => Ok(RequireSecondFactor::Administrators),
        "all" => Ok(RequireSecondFactor::All),
        _ => Err("expected off, administrators or all".to_owned()),
    }
}
