//! The calls of the declared dashboards, and what was loaded for them.

pub mod loaded;
pub mod routes;
pub mod waiting;
