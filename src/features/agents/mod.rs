//! Agents ask for figures over MCP (Model Context Protocol), read-only.
//!
//! - `protocol` reads messages and says how they are answered, `routes` is the call.
//! - `tools` is the table of what can be asked; `figures`, `causes`, `catalogue` and `proofs` answer it by the calls that
//!   screens and files have.
//! - `asked` reads arguments, `said` is the form of an answer: fields, text, and what of it comes from the data.

mod asked;
mod catalogue;
mod causes;
mod figures;
mod proofs;
pub mod protocol;
pub mod routes;
mod said;
mod tools;

pub use said::MOST_CHARACTERS;

/// The path of the call.
pub const PATH: &str = "/mcp";
