//! The setting of agents that ask over MCP.

use clap::Args;
use serde::Serialize;

use super::HEADINGS;

#[derive(Args, Clone, Debug, Serialize)]
pub struct AgentSettings {
    /// Programs with an API token of the ability agents may ask for figures over MCP, at /mcp. While this is off, there is
    /// nothing at that address. Values: true or false.
    #[arg(long, value_name = "true|false", default_value = "false", default_missing_value = "true", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set, require_equals = true)]
    #[arg(help_heading = HEADINGS[2])]
    pub allow_agents: bool,
}
