//! Reports: a screen with its figures that Bond sends on a schedule.
//!
//! - `due` says on which days a report is due, and when one that failed is tried again.
//! - `send` makes a report as its owner sees it, sends it, and writes down how that went.
//! - `compose` writes the text of mail, `folder` writes files.

mod compose;
mod due;
pub mod folder;
mod send;

pub use due::{Due, due};
pub use send::{How, look, scope_of, send};
