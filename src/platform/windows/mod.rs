//! Windows, 10 and later. Its calls need unsafe code, which is in these files alone.

pub mod control;
pub mod desktop;
pub mod files;
pub mod folder;
pub mod machine;
pub mod process;
mod security;
pub mod service;
pub mod signals;
mod wide;
