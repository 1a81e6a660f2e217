//! The calls of whoever operates Bond: loads and their mappings, backups, settings, the audit log, and what monitoring reads.

pub mod audit;
pub mod backups;
pub mod drafts;
pub mod form;
pub mod health;
pub mod held_file;
pub mod loads;
pub mod logo;
pub mod mail;
pub mod mappings;
pub mod members;
pub mod monitoring;
pub mod picture;
pub mod pulls;
pub mod settings;
pub mod suggest;
pub mod system;
pub mod webhooks;

use crate::http::route::Route;

/// The calls of operators.
pub fn routes() -> Vec<Route> {
    let parts: &[fn() -> Vec<Route>] = &[
        health::routes,
        monitoring::routes,
        loads::routes,
        pulls::routes,
        drafts::routes,
        mappings::routes,
        members::routes,
        audit::routes,
        backups::routes,
        settings::routes,
        logo::routes,
        mail::routes,
        system::routes,
        webhooks::routes,
    ];
    parts.iter().flat_map(|part| part()).collect()
}
