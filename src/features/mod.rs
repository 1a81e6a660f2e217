//! The features: what people do with figures. Most are folders:
//!
//! - `mod` has the rules,
//! - `stored` the table if something is saved ([`crate::store::saved`]),
//! - `routes` the calls, which `routes::table` lists.
//!
//! `destinations` and `saved_screen` are files that several of them share.

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
