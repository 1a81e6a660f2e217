//! Alerts: rules over figures that Bond checks after each load. One fires once when its rule begins to hold, and not again
//! until it has ceased to.
//!
//! - `rule` says whether a rule holds, and what it is in words.
//! - `check` looks at a figure as the alert's owner sees it, writes down how the alert stands, and sends its message.
//! - `message` writes that.

mod check;
mod message;
mod rule;

pub use check::{Trial, look};
pub use rule::{Fit, fit};
