//! Agents ask for figures over MCP (Model Context Protocol), read-only.
//!
//! - `protocol` reads messages and says how they are answered, `routes` is the call.
//! - `tools` is the table of what can be asked; `catalogue`, `proofs` and the questions of features/questions answer it.

mod catalogue;
mod proofs;
pub mod protocol;
pub mod routes;
mod tools;

pub use super::questions::said::MOST_CHARACTERS;

/// The path of the call.
pub const PATH: &str = "/mcp";
