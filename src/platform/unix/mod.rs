pub mod desktop;
pub mod service;
