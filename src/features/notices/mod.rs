//! What administrators are told: what `bond doctor` finds while a server runs, of those of its checks that say so
//! (`doctor::CHECKS`).
//!
//! - `look` compares what is found with what was told, and sends what is owed, once when it begins and once when it is over.
//! - `message` has the letter and the JSON of a webhook.
//! - `routes` shows in the page what holds.

mod look;
mod message;
pub mod routes;

pub use look::look;
