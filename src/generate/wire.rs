//! `wire.ts`: the types of all bodies and answers, from the Rust types that the routes name.

use crate::error::ErrorBody;
use crate::http::route::{Body, Reply};
use crate::http::schemas::Schemas;
use crate::routes::table::table;

/// Types without a Rust counterpart.
const ALIASES: &str = include_str!("aliases.ts");

pub fn wire() -> String {
    let mut schemas = Schemas::default();
    schemas.answer::<ErrorBody>();
    for route in table() {
        if let Some(Body::Json(schema) | Body::JsonOrForm(schema)) = &route.body {
            schema(&mut schemas);
        }
        for reply in route.types.iter().map(|of| &of.reply).chain([&route.reply]) {
            if let Reply::Json(schema) | Reply::Accepted(schema) = reply {
                schema(&mut schemas);
            }
        }
    }
    let types = schemas.types().declarations();
    format!("// Generated from the Rust types by `make generate`. Do not edit.\n\n{types}{ALIASES}")
}
