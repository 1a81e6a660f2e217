//! Alerts: rules over figures that Bond checks after each load. One fires once when its rule begins to hold, and not again
//! until it has ceased to.
//!
//! - `rule` says whether a rule holds, and what it is in words.
//! - `check` looks at a figure as the alert's owner sees it, writes down how the alert stands, and sends its message.
//! - `message` writes that.
//! - `stored` has its table, and `routes` its calls.

mod check;
mod message;
pub mod routes;
mod rule;
pub mod stored;

pub use check::{Trial, look};
pub use rule::{Fit, fit};
