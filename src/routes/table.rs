//! The table of all calls: each file of handlers says its own ([`Route`]), the calls of the dashboards follow from the
//! declarations in `screens`.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use serde_json::json;

use super::openapi;
use crate::accounts;
use crate::features;
use crate::http::class::Class;
use crate::http::route::Route;
use crate::http::signed_in::SignedIn;
use crate::operate;

/// The table, in the order of the document.
pub fn table() -> Vec<Route> {
    let mut table = operate::routes();
    table.push(
        Route::get("/api/openapi.json", Class::SignedIn, document)
            .says("This document.")
            .answers_as(|_| json!({ "type": "object", "required": ["openapi", "info", "paths", "components"] })),
    );
    table.extend(accounts::routes());
    table.extend(features::routes());
    table
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
