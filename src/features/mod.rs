//! The features: what people do with figures. Most are folders:
//!
//! - `mod` has the rules,
//! - `stored` the table if something is saved ([`crate::store::saved`]),
//! - `routes` the calls.
//!
//! `destinations` and `saved_screen` are files that several of them share.

pub mod addresses;
pub mod agents;
pub mod alerts;
pub mod annotations;
pub mod dashboards;
pub mod destinations;
pub mod exports;
pub mod insights;
pub mod issued;
pub mod links;
pub mod notices;
pub mod planner;
pub mod questions;
pub mod receipts;
pub mod reports;
pub mod saved_screen;
pub mod score;
pub mod targets;
pub mod views;

use crate::http::route::Route;

/// The calls of all features.
pub fn routes() -> Vec<Route> {
    let parts: &[fn() -> Vec<Route>] = &[
        dashboards::routes::routes,
        dashboards::waiting::routes,
        dashboards::routes::of_dashboards,
        dashboards::loaded::routes,
        receipts::check::routes,
        receipts::routes::routes,
        issued::routes::routes,
        planner::routes::routes,
        planner::plans::routes,
        insights::routes::routes,
        exports::routes::routes,
        exports::progress::routes,
        addresses::routes::routes,
        views::routes::routes,
        annotations::routes::routes,
        targets::routes::routes,
        reports::routes::routes,
        links::routes::routes,
        links::visits::routes,
        alerts::routes::routes,
        notices::routes::routes,
        score::routes::routes,
        agents::routes::routes,
    ];
    parts.iter().flat_map(|part| part()).collect()
}
