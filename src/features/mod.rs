//! What people do with figures. Each feature is a folder:
//!
//! - `mod` has its rules,
//! - `stored` its table, if people save something ([`crate::store::saved`]),
//! - `routes` its calls, which `routes::table` lists.

pub mod alerts;
pub mod annotations;
pub mod destinations;
pub mod insights;
pub mod links;
pub mod planner;
pub mod reports;
pub mod targets;
pub mod views;
