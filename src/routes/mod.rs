//! The calls: their paths ([`table`]) and the handlers that answer them.

pub mod account;
pub mod audit;
pub mod backups;
pub mod data;
pub mod exports;
pub mod figures;
pub mod first;
pub mod form;
pub mod health;
pub mod issued;
pub mod loaded;
pub mod loads;
pub mod making;
pub mod mappings;
pub mod members;
pub mod oidc;
mod openapi;
pub mod preferences;
pub mod receipts;
pub mod roles;
pub mod score_methods;
pub mod session;
pub mod session_user;
pub mod settings;
pub mod suggest;
pub mod system;
pub mod table;
pub mod template;
pub mod users;
pub mod webhooks;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{Resource, web};

use crate::error::ApiError;
use crate::http::guard;

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
