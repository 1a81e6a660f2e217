//! The OpenAPI document, generated from the table of calls and the declarations behind them. `.ci/contract` checks the
//! server's answers against it.

mod accounts;
mod administration;
mod alerts;
mod annotations;
mod answers;
mod call;
mod exports;
mod insights;
mod issued;
mod links;
mod operations;
mod planner;
mod reports;
mod schema;
mod targets;
mod views;

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use serde_json::{Map, Value, json};

use super::signed_in::SignedIn;
use super::table::table;
use answers::Schemas;
use operations::operations;

/// GET api/openapi.json
pub async fn document(_user: SignedIn) -> HttpResponse {
    // It is the same for everybody, and takes longer to build than most figures do.
    static TEXT: LazyLock<String> = LazyLock::new(|| build().to_string());
    HttpResponse::Ok().content_type(ContentType::json()).body(TEXT.as_str())
}

/// The whole document.
pub fn build() -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for route in table() {
        for operation in operations(&route, &mut schemas) {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method.name()] = operation.value;
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bond",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The calls of the Bond dashboards. Percentages, averages and money are rounded half away from zero to 2 decimals.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::routes::table::Endpoint;

    #[test]
    fn every_call_has_an_operation_with_a_unique_id() {
        let document = build();
        for route in table() {
            let ids = match route.endpoint {
                Endpoint::TotalsOfType(totals) => totals.types().map(|(id, _)| id).collect(),
                Endpoint::OneBlock(breakdown) => breakdown.blocks.iter().map(|block| block.id).collect(),
                _ => vec!["{type}"],
            };
            for id in ids {
                let path = route.path.replace("{type}", id);
                assert!(document["paths"][&path][route.method.name()].is_object(), "{path}");
            }
        }
        let mut ids = HashSet::new();
        for operation in document["paths"].as_object().expect("paths").values().flat_map(|path| path.as_object()) {
            for operation in operation.values() {
                assert!(ids.insert(operation["operationId"].to_string()), "{} twice", operation["operationId"]);
            }
        }
    }

    #[test]
    fn every_reference_resolves() {
        let document = build();
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"").skip(1) {
            let pointer = reference.split('"').next().unwrap_or_default().trim_start_matches('#');
            assert!(document.pointer(pointer).is_some(), "{pointer}");
        }
    }

    /// A schema that allows anything would let every answer pass.
    #[test]
    fn answers_have_no_open_schema() {
        fn walk(schema: &Value, path: &str) {
            match schema {
                Value::Object(parts) => {
                    assert!(!parts.is_empty(), "{path} allows anything");
                    if parts.get("type").is_some_and(|kind| kind == "object") {
                        assert_eq!(parts.get("additionalProperties"), Some(&Value::Bool(false)), "{path} is open");
                    }
                    if parts.get("type").is_some_and(|kind| kind == "array") {
                        let items = parts.get("prefixItems").and_then(Value::as_array).map(Vec::len);
                        let is_closed = parts.get("maxItems") == Some(&json!(items.unwrap_or_default()));
                        assert!(parts.contains_key("items") || is_closed, "{path} says nothing of its items");
                    }
                    for (name, part) in parts.iter().filter(|(name, _)| *name != "required" && *name != "enum") {
                        walk(part, &format!("{path}/{name}"));
                    }
                }
                Value::Array(schemas) => schemas.iter().for_each(|schema| walk(schema, path)),
                _ => {}
            }
        }
        let document = build();
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for operation in operations.as_object().expect("operations").values() {
                for (status, response) in operation["responses"].as_object().expect("responses") {
                    let schema = &response["content"]["application/json"]["schema"];
                    if path != "/api/openapi.json" && !schema.is_null() {
                        walk(schema, &format!("{path} {status}"));
                    }
                }
            }
        }
    }
}
