//! What people do with figures. Each feature is a folder:
//!
//! - `mod` has its rules,
//! - `stored` its table, if people save something ([`crate::store::saved`]),
//! - `routes` its calls, which `routes::table` lists.

pub mod alerts;
pub mod annotations;
pub mod dashboards;
pub mod destinations;
pub mod exports;
pub mod insights;
pub mod issued;
pub mod links;
pub mod planner;
pub mod receipts;
pub mod reports;
pub mod saved_screen;
pub mod score;
pub mod targets;
pub mod views;
