//! The calls: their paths ([`table`]) and the handlers that answer them.

pub mod account;
pub mod alerts;
pub mod annotations;
pub mod audit;
pub mod backups;
pub mod body;
pub mod class;
pub mod client;
mod csv;
pub mod data;
pub mod destinations;
pub mod device;
pub mod exports;
pub mod figures;
pub mod first;
pub mod first_view;
pub mod form;
mod guard;
pub mod health;
pub mod insights;
pub mod issued;
pub mod links;
pub mod loaded;
pub mod loads;
pub mod local;
pub mod making;
pub mod mappings;
pub mod members;
pub mod oidc;
mod openapi;
mod own;
pub mod planner;
pub mod plans;
pub mod preferences;
pub mod query;
pub mod receipts;
pub mod reports;
pub mod roles;
pub mod route;
mod schemas;
pub mod score_methods;
pub mod session;
pub mod settings;
pub mod signed_in;
pub mod spoken;
pub mod suggest;
pub mod system;
pub mod table;
pub mod targets;
pub mod template;
pub mod users;
pub mod views;
pub mod visit_paths;
pub mod visits;
pub mod webhooks;

pub use spoken::language;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{Resource, web};

use crate::error::ApiError;

use table::table;

/// Registers the table. A known path called with another method answers 405.
pub fn configure(app: &mut web::ServiceConfig) {
    // A part of a path that cannot be parsed names nothing.
    let paths = web::PathConfig::default();
    app.app_data(paths.error_handler(|_, _| ApiError::of_status(StatusCode::NOT_FOUND).into()));
    // In the order of their texts, in which `{` is after all letters: a path is found before one that varies there.
    let mut resources: BTreeMap<String, Resource> = BTreeMap::new();
    for route in table() {
        let resource = resources.remove(&route.path).unwrap_or_else(|| web::resource(route.path.clone()));
        resources.insert(route.path, resource.route(guard::guarded(route.class, route.handler)));
    }
    for (_, resource) in resources {
        app.service(resource);
    }
}
