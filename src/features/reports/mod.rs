//! Reports: a screen with its figures that Bond sends on a schedule.
//!
//! - `due` says on which days a report is due.
//! - `send` makes a report as its owner sees it, sends it, and writes down how that went.
//! - `stored` has its table, and `routes` its calls.

mod due;
pub mod routes;
mod send;
pub mod stored;

pub use due::{Due, due};
pub use send::{How, Outgoing, look};
