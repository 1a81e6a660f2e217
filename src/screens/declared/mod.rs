//! The declarations, one file per dashboard.

pub mod content;
pub mod emails;
pub mod members;
pub mod monitor;
pub mod offers;
pub mod polls;
pub mod website;
