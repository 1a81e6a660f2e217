pub mod desktop;
pub mod rights;
pub mod service;
