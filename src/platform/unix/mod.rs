//! Unix.

pub mod control;
pub mod files;
pub mod folder;
pub mod machine;
pub mod process;
pub mod signals;
