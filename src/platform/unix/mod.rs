//! Unix.

pub mod control;
pub mod desktop;
pub mod files;
pub mod folder;
pub mod machine;
pub mod process;
pub mod service;
pub mod signals;
