//! The table of all calls: each file of handlers says its own ([`Route`]), the calls of the dashboards follow from the
//! declarations in `screens`.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use serde_json::json;

use super::openapi;
use crate::accounts::{account, oidc, roles, session, setup, users};
use crate::features::{
    alerts, annotations, dashboards, exports, insights, issued, links, planner, receipts, reports, score, targets,
    views,
};
use crate::http::class::Class;
use crate::http::route::Route;
use crate::http::signed_in::SignedIn;
use crate::operate::{audit, backups, health, loads, mappings, members, monitoring, settings, system, webhooks};

/// The table, in the order of the document.
pub fn table() -> Vec<Route> {
    let own = || {
        let schema = json!({ "type": "object", "required": ["openapi", "info", "paths", "components"] });
        let route = Route::get("/api/openapi.json", Class::SignedIn, document).says("This document.");
        vec![route.answers_as(move |_| schema.clone())]
    };
    let parts = [
        health::routes,
        monitoring::routes,
        own,
        session::sign_in,
        oidc::routes,
        session::routes,
        dashboards::routes::routes,
        receipts::routes::routes,
        dashboards::routes::of_dashboards,
        loads::routes,
        dashboards::loaded::routes,
        mappings::routes,
        members::routes,
        roles::routes,
        issued::routes::routes,
        planner::routes::routes,
        planner::plans::routes,
        insights::routes::routes,
        exports::routes::routes,
        exports::progress::routes,
        views::routes::routes,
        annotations::routes::routes,
        targets::routes::routes,
        reports::routes::routes,
        links::routes::routes,
        links::visits::routes,
        alerts::routes::routes,
        setup::routes,
        account::routes,
        users::routes,
        audit::routes,
        backups::routes,
        settings::routes,
        system::routes,
        webhooks::routes,
        score::routes::routes,
    ];
    parts.iter().flat_map(|part: &fn() -> Vec<Route>| part()).collect()
}

async fn document(_user: SignedIn) -> HttpResponse {
    // It is the same for everybody, and takes longer to build than most figures do.
    static TEXT: LazyLock<String> = LazyLock::new(|| openapi::build(&table()).to_string());
    HttpResponse::Ok().content_type(ContentType::json()).body(TEXT.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn routes_are_unique_and_say_what_they_do() {
        let mut seen = HashSet::new();
        for route in table() {
            assert!(!route.summary.is_empty() || !route.types.is_empty(), "{}", route.path);
            assert!(seen.insert((route.method as u8, route.path.clone())), "{}", route.path);
        }
    }
}
