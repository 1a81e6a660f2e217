//! The OpenAPI document, generated from the routes and the declarations behind them. `.ci/contract` checks the server's
//! answers against it.

use serde_json::{Map, Value, json};

use crate::error::ErrorBody;
use crate::figures::filter::FilterParams;
use crate::http::class::Class;
use crate::http::route::{Body, Method, NOT_SIGNED_IN, NOTHING, Reply, Route};
use crate::http::schemas::Schemas;

/// The whole document.
pub fn build(routes: &[Route]) -> Value {
    let mut schemas = Schemas::default();
    // Its examples are shown wherever it is the body.
    let filter = schemas.strict_body::<FilterParams>();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let mut add = |path: String, summary: &str, reply: &Reply| {
            let operation = operation(route, (&path, summary, reply), &filter, &mut schemas);
            paths.entry(path).or_insert_with(|| json!({}))[route.method.name()] = operation;
        };
        if route.types.is_empty() {
            add(route.path.clone(), &route.summary, &route.reply);
        }
        for of in &route.types {
            add(route.path.replace("{type}", of.id), &of.summary, &of.reply);
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
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
                "apiToken": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "bond_…",
                    "description": "An API token, which must have one of the abilities that the call lists.",
                },
            },
        },
    })
}

fn operation(
    route: &Route,
    (path, summary, reply): (&str, &str, &Reply),
    filter: &Value,
    schemas: &mut Schemas,
) -> Value {
    let content = route.body.as_ref().map(|body| match body {
        Body::Json(schema) => match schema(schemas) {
            body if body == *filter => json!({ "application/json": { "schema": body, "examples": filters() } }),
            body => json!({ "application/json": { "schema": body } }),
        },
        Body::JsonOrForm(schema) => {
            let body = schema(schemas);
            json!({ "application/json": { "schema": body }, "application/x-www-form-urlencoded": { "schema": body } })
        }
        Body::Multipart(body) => json!({ "multipart/form-data": { "schema": body } }),
    });
    let answer = answered(reply, schemas);
    let mut value = json!({
        "operationId": operation_id(route.method, path),
        "summary": summary,
        "responses": responses(route, answer, schemas),
    });
    let in_path = route.parameters.iter().map(|(name, schema)| {
        let other = if schema["type"] == "string" { json!("ledger") } else { json!(1) };
        let given = schema["enum"].get(0).or_else(|| schema["examples"].get(0));
        let example = given.cloned().unwrap_or(other);
        json!({ "name": name, "in": "path", "required": true, "schema": schema, "example": example })
    });
    let query = route.query.iter().map(|(name, schema)| json!({ "name": name, "in": "query", "schema": schema }));
    let parameters: Vec<Value> = in_path.chain(query).collect();
    if !parameters.is_empty() {
        value["parameters"] = parameters.into();
    }
    if let Some(content) = content {
        value["requestBody"] = json!({ "required": true, "content": content });
    }
    if route.class.needs_session() {
        let by_token = (!route.opened_by.is_empty()).then(|| json!({ "apiToken": route.opened_by }));
        value["security"] = [json!({ "bearer": [] })].into_iter().chain(by_token).collect();
    }
    value
}

/// Examples of a filter.
fn filters() -> Value {
    json!({
        "thisYear": { "value": {} },
        "previousYearByTier": {
            "summary": "Charts by tier, tables by tier and line of business, lists of at most three rows.",
            "value": {
                "period": "PREVIOUS_YEAR",
                "viewBy": "TIER",
                "viewByH1": "TIER",
                "viewByH2": "LOB",
                "recordCount": 3,
            },
        },
        "chosenDates": {
            "summary": "Chosen dates and tiers, charts by quarter.",
            "value": {
                "startDate": "2025-01-15",
                "endDate": "2026-02-28",
                "userGroupTiers": [1, 2],
                "userGroupsTiersAll": false,
                "timeScale": "BY_QUARTERS",
            },
        },
    })
}

/// `post_users_logins_breakdown_LOGINS_TABLE` for that block of api/v1/dashboard.
fn operation_id(method: Method, path: &str) -> String {
    let verb = method.name();
    let parts = path.split('/').map(|part| part.trim_matches(['{', '}']).replace(['.', '-'], "_"));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty() && part != "api" && part != "v1").collect();
    format!("{verb}_{}", parts.join("_"))
}

fn responses(route: &Route, (status, answer): (&str, Value), schemas: &mut Schemas) -> Value {
    let fault = schemas.answer::<ErrorBody>();
    let mut responses = Map::new();
    let mut fault = |status: &str, description: &str| {
        let content = json!({ "application/json": { "schema": fault } });
        responses.insert(status.to_owned(), json!({ "description": description, "content": content }));
    };
    if route.body.is_some() {
        fault("400", "The body is not valid; errors has one entry per fault.");
        fault("413", "The body is too large.");
        fault("415", "The body has another content type.");
    } else if !route.query.is_empty() {
        fault("400", "A parameter is not valid; errors has one entry per fault.");
    }
    route.first_refusals.iter().for_each(|(status, when)| fault(status, when));
    if route.class.needs_session() {
        fault("401", NOT_SIGNED_IN);
    }
    if route.class == Class::Link {
        fault("401", "No visit of a link; code gives the reason.");
        fault("404", "The link is no longer available.");
    }
    if route.class == Class::Table {
        fault("401", "The address has expired or its owner is disabled; or a number without a bearer of its owner.");
        fault("403", "Not from there, or its owner may no longer see the table.");
    }
    if route.class == Class::Local {
        fault("403", "From another machine, or through a proxy.");
    } else if route.class.needs_permission() || route.method != Method::Get {
        fault("403", "Not allowed, or a request that another site made.");
    }
    if !route.parameters.is_empty() {
        fault("404", NOTHING);
    }
    route.refusals.iter().for_each(|(status, when)| fault(status, when));
    fault("503", "Too many requests at once, or the request took too long.");
    responses.insert(status.to_owned(), answer);
    if let Reply::FileIfAny(_) = route.reply {
        responses.insert("204".to_owned(), json!({ "description": "There is none." }));
    }
    responses.into()
}

/// The status of an answer, and what the document says of it.
fn answered(reply: &Reply, schemas: &mut Schemas) -> (&'static str, Value) {
    let (status, description, content_type, schema) = match reply {
        Reply::Json(schema) => ("200", "The answer.", "application/json", schema(schemas)),
        Reply::Accepted(schema) => ("202", "Accepted: it will be done.", "application/json", schema(schemas)),
        Reply::Line(line) => ("200", "A line of text.", "text/plain", json!({ "const": line })),
        Reply::Figures => ("200", "The figures.", "application/openmetrics-text", json!({ "type": "string" })),
        Reply::Csv => ("200", "A file.", "text/csv", json!({ "type": "string" })),
        Reply::File(content_type) | Reply::FileIfAny(content_type) => {
            ("200", "A file.", *content_type, json!({ "type": "string", "format": "binary" }))
        }
        Reply::Nothing => return ("204", json!({ "description": "Done." })),
        Reply::Redirect => return ("303", json!({ "description": "Elsewhere." })),
    };
    (status, json!({ "description": description, "content": { content_type: { "schema": schema } } }))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::features::agents;
    use crate::routes::table::table;

    #[test]
    fn every_call_has_an_operation_with_a_unique_id() {
        let document = build(&table());
        for route in table() {
            let types = route.types.iter().map(|of| of.id).collect::<Vec<_>>();
            let ids = if types.is_empty() { vec!["{type}"] } else { types };
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
        let document = build(&table());
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
        let document = build(&table());
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for operation in operations.as_object().expect("operations").values() {
                for (status, response) in operation["responses"].as_object().expect("responses") {
                    let schema = &response["content"]["application/json"]["schema"];
                    // A message of MCP has what its method says.
                    if !["/api/openapi.json", agents::PATH].contains(&path.as_str()) && !schema.is_null() {
                        walk(schema, &format!("{path} {status}"));
                    }
                }
            }
        }
    }
}
