//! All calls in one table, the OpenAPI document that describes them, and the templates of their paths. Their handlers are in
//! `accounts`, `features` and `operate`.

mod openapi;
pub mod path_template;
pub mod table;

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
        resources.insert(route.path, resource.route(guard::guarded(route.class, route.opened_by, route.handler)));
    }
    for (_, resource) in resources {
        app.service(resource);
    }
}
