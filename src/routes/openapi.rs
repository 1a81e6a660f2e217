//! The OpenAPI document, written from the route table and the declarations behind it.

use actix_web::HttpResponse;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::table::{Class, Endpoint, Method, Route, table};
use crate::error::ErrorBody;
use crate::metrics::compare::Change;
use crate::metrics::filter::FilterParams;
use crate::metrics::score::ScoreAnswer;
use crate::routes::session::{LoginAnswer, LoginRequest, SsoAnswer, SsoRequest};
use crate::routes::signed_in::{SessionUser, SignedIn};
use crate::screens::declared::{emails, polls};
use crate::screens::wire::{BlockAnswer, IndicatorRow, ProgramInfo, TableRow, TrendsAnswer, UserGroup};
use crate::screens::{Breakdown, Card, Field, List, Shape, TRENDS, Totals};

/// GET api/openapi.json
pub async fn document(_user: SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(build())
}

/// The whole document.
pub fn build() -> Value {
    let mut schemas = SchemaSettings::openapi3().into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for route in table() {
        let verb = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        let operation = operation(&route, &mut schemas);
        let path = paths.entry(route.path.clone()).or_insert_with(|| json!({}));
        path[verb] = operation;
    }
    let definitions = schemas.take_definitions(true);
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": "Bond",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The calls of the Bond dashboards. Percentages, averages and money are rounded half away from zero to 2 decimals.",
        },
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
        },
    })
}

fn operation(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let (summary, body, answer) = match route.answers {
        Endpoint::Healthz => ("The process is alive.".to_owned(), None, None),
        Endpoint::Readyz => ("What the process needs to answer is at hand.".to_owned(), None, None),
        Endpoint::OpenApi => ("This document.".to_owned(), None, Some(json!({ "type": "object" }))),
        Endpoint::Login => (
            "Signs in with a password. 401 with error_description on failure.".to_owned(),
            Some(of::<LoginRequest>(schemas)),
            Some(of::<LoginAnswer>(schemas)),
        ),
        Endpoint::Sso => (
            "Signs in by a single sign-on link. Any fault of the link answers success false.".to_owned(),
            Some(of::<SsoRequest>(schemas)),
            Some(of::<SsoAnswer>(schemas)),
        ),
        Endpoint::Logout => ("Ends the session.".to_owned(), None, None),
        Endpoint::CurrentUser => ("The session user.".to_owned(), None, Some(of::<SessionUser>(schemas))),
        Endpoint::Program => {
            ("The program and how far its data goes.".to_owned(), None, Some(of::<ProgramInfo>(schemas)))
        }
        Endpoint::UserGroups => {
            ("Tiers, lines of business and audiences.".to_owned(), None, Some(list(of::<UserGroup>(schemas))))
        }
        Endpoint::Score => (
            "The BOND Score. Only the window's end and the user groups matter.".to_owned(),
            Some(filter(schemas)),
            Some(of::<ScoreAnswer>(schemas)),
        ),
        Endpoint::Indicators => {
            ("The Program Monitor's table.".to_owned(), Some(filter(schemas)), Some(list(of::<IndicatorRow>(schemas))))
        }
        Endpoint::Trends => (
            "A card's figures against the period before and the year before.".to_owned(),
            Some(filter(schemas)),
            Some(of::<TrendsAnswer>(schemas)),
        ),
        Endpoint::Totals(totals) => {
            (totals.summary.to_owned(), Some(filter(schemas)), Some(totals_schema(totals, totals.cards, schemas)))
        }
        Endpoint::TotalsOfType(totals) => (
            format!("{} One card by itself.", totals.summary),
            Some(filter(schemas)),
            Some(
                json!({ "oneOf": totals.types().map(|(_, card)| totals_schema(totals, &[card], schemas)).collect::<Vec<_>>() }),
            ),
        ),
        Endpoint::Blocks(breakdown) if breakdown.unwrapped => {
            (format!("{} All data.", breakdown.summary), Some(filter(schemas)), Some(bare_schema(breakdown)))
        }
        Endpoint::Blocks(breakdown) => (
            format!("{} All blocks.", breakdown.summary),
            Some(filter(schemas)),
            Some(blocks_schema(breakdown, schemas)),
        ),
        Endpoint::OneBlock(breakdown) => (
            format!("{} One block.", breakdown.summary),
            Some(filter(schemas)),
            Some(
                json!({ "oneOf": breakdown.blocks.iter().map(|block| block_schema(&block.shape, schemas)).collect::<Vec<_>>() }),
            ),
        ),
        Endpoint::List(rows) => {
            let body = if rows.get { None } else { Some(filter(schemas)) };
            (rows.summary.to_owned(), body, Some(list(row_schema(&rows.list))))
        }
        Endpoint::Schedules => (
            "What the e-mail schedule plans from today on; with recordCount 0 since the period's start too.".to_owned(),
            Some(filter(schemas)),
            Some(list(row_schema(&emails::SCHEDULE))),
        ),
        Endpoint::Polls => (
            polls::TOTALS.summary.to_owned(),
            Some(filter(schemas)),
            Some(json!({ "allOf": [totals_schema(&polls::TOTALS, polls::TOTALS.cards, schemas), {
                "type": "object",
                "properties": { "pollList": list(row_schema(&polls::POLLS)) },
            }] })),
        ),
        Endpoint::Poll => (
            "The options of a poll, and its answers by user group.".to_owned(),
            Some(filter(schemas)),
            Some(json!({ "type": "object", "properties": {
                "pollAnswers": list(json!({ "allOf": [
                    { "type": "object", "properties": { "index": { "type": "integer" }, "name": { "type": "string" } } },
                    figures_schema(polls::OPTION_FIELDS),
                ] })),
                polls::BLOCK: poll_schema(schemas),
            } })),
        ),
        Endpoint::PollBlock => {
            ("The answers to a poll by user group.".to_owned(), Some(filter(schemas)), Some(poll_schema(schemas)))
        }
    };
    let mut operation = json!({ "summary": summary, "responses": responses(route, answer, schemas) });
    if let Some(body) = body {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": body } } });
    }
    if route.class != Class::Public {
        operation["security"] = json!([{ "bearer": [] }]);
    }
    if let Some(values) = path_values(route) {
        operation["parameters"] = json!([
            { "name": "type", "in": "path", "required": true, "schema": { "type": "string", "enum": values } }
        ]);
    }
    if matches!(route.answers, Endpoint::Poll | Endpoint::PollBlock) {
        let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "integer", "minimum": 1 } });
        let mut parameters = vec![id];
        parameters.extend(operation["parameters"].as_array().cloned().unwrap_or_default());
        operation["parameters"] = Value::Array(parameters);
    }
    operation
}

fn path_values(route: &Route) -> Option<Vec<&'static str>> {
    match route.answers {
        Endpoint::Trends => Some(TRENDS.iter().map(|trend| trend.id).collect()),
        Endpoint::TotalsOfType(totals) => Some(totals.types().map(|(name, _)| name).collect()),
        Endpoint::OneBlock(breakdown) => Some(breakdown.blocks.iter().map(|block| block.id).collect()),
        Endpoint::PollBlock => Some(vec![polls::BLOCK]),
        _ => None,
    }
}

fn responses(route: &Route, answer: Option<Value>, schemas: &mut SchemaGenerator) -> Value {
    let fault = of::<ErrorBody>(schemas);
    let fault = |text: &str| json!({ "description": text, "content": { "application/json": { "schema": fault } } });
    let mut responses = match (route.answers, answer) {
        (Endpoint::Logout, _) => json!({ "204": { "description": "Signed out." } }),
        (_, Some(schema)) => {
            json!({ "200": { "description": "The answer.", "content": { "application/json": { "schema": schema } } } })
        }
        (_, None) => json!({ "200": { "description": "A line of text.", "content": { "text/plain": {} } } }),
    };
    if route.method == Method::Post && !matches!(route.answers, Endpoint::Logout) {
        responses["400"] = fault("The body is not valid; errors has an entry a fault.");
    }
    if route.class != Class::Public || matches!(route.answers, Endpoint::Login) {
        responses["401"] = fault("Not signed in; code says why.");
    }
    if route.class == Class::Admin || (route.method == Method::Post && route.class != Class::Public) {
        responses["403"] = fault("Not allowed, or a request the user's page did not make.");
    }
    if path_values(route).is_some() || matches!(route.answers, Endpoint::Poll) {
        responses["404"] = fault("There is nothing of that type.");
    }
    responses
}

fn totals_schema(totals: &Totals, cards: &[&'static Card], schemas: &mut SchemaGenerator) -> Value {
    let mut properties = Map::new();
    for card in cards {
        if totals.unwrapped {
            properties.extend(card_properties(card));
        } else {
            properties.insert(card.key.to_owned(), json!({ "type": "object", "properties": card_properties(card) }));
        }
    }
    if let (Some((key, breakdown)), true) = (totals.extra, cards.len() == totals.cards.len()) {
        properties.insert(key.to_owned(), bare_schema(breakdown));
    }
    let change = of::<Change>(schemas);
    properties.insert("compare".to_owned(), json!({ "type": "object", "additionalProperties": change }));
    json!({ "type": "object", "properties": properties })
}

fn card_properties(card: &Card) -> Map<String, Value> {
    properties(card.all_fields())
}

fn properties<'a>(fields: impl Iterator<Item = &'a Field>) -> Map<String, Value> {
    let mut properties = Map::new();
    for field in fields {
        if field.name.is_empty() {
            for name in ["years", "months"] {
                properties.insert(name.to_owned(), json!({ "type": "integer" }));
            }
        } else {
            properties.insert(field.name.to_owned(), figure_schema(field));
        }
    }
    properties
}

fn figure_schema(field: &Field) -> Value {
    let kind = if field.metric.unit.decimals() == 0 { "integer" } else { "number" };
    json!({ "type": kind, "title": field.label, "description": field.metric.definition })
}

fn blocks_schema(breakdown: &Breakdown, schemas: &mut SchemaGenerator) -> Value {
    let blocks: Map<String, Value> =
        breakdown.blocks.iter().map(|block| (block.id.to_owned(), block_schema(&block.shape, schemas))).collect();
    json!({ "type": "object", "properties": blocks })
}

fn block_schema(shape: &Shape, schemas: &mut SchemaGenerator) -> Value {
    let data = data_schema(shape, schemas);
    json!({ "allOf": [of::<BlockAnswer>(schemas), { "type": "object", "properties": { "data": data } }] })
}

fn data_schema(shape: &Shape, schemas: &mut SchemaGenerator) -> Value {
    match shape {
        Shape::ByPeriod(_) => json!({
            "type": "array",
            "items": {},
            "description": "[label, figures...] a period; with viewBy other than TOTALS {name, records} a group.",
        }),
        Shape::ByPeriodTotals(_) => {
            json!({ "type": "array", "items": {}, "description": "[label, figures...] a period." })
        }
        Shape::Table(fields) => {
            let figures = figures_schema(fields);
            list(json!({ "allOf": [of::<TableRow>(schemas), figures] }))
        }
        _ => bare_data_schema(shape),
    }
}

/// The data of shapes that name no other type.
fn bare_data_schema(shape: &Shape) -> Value {
    let text = || json!({ "type": "string" });
    match shape {
        Shape::Series(_, field) => list(json!({ "type": "object", "properties": {
            "name": text(),
            "records": { "type": "array", "items": {}, "title": field.label, "description": "[label, figure] a period." },
        } })),
        Shape::Groups(_, field) => {
            list(json!({ "type": "object", "properties": { "name": text(), field.name: figure_schema(field) } }))
        }
        Shape::Months(fields) => {
            let mut row = figures_schema(fields);
            row["properties"]["date"] = json!({ "type": "string", "description": "yyyy-mm" });
            list(row)
        }
        Shape::Bars(rows) | Shape::List(rows) => list(row_schema(rows)),
        Shape::Lists(lists) => {
            let lists: Map<String, Value> =
                lists.iter().map(|(key, rows)| ((*key).to_owned(), list(row_schema(rows)))).collect();
            json!({ "type": "object", "properties": lists })
        }
        Shape::Column(rows, name) => list(row_schema(rows)["properties"][*name].take()),
        Shape::Pairs(_) => json!({ "type": "array", "items": {}, "description": "[name, figure] a row." }),
        Shape::Triples(_) => {
            json!({ "type": "array", "items": {}, "description": "[name, figure, [[yyyy-mm, figure], ...]] a row." })
        }
        Shape::Card(fields) => json!({ "type": "object", "properties": properties(fields.iter()) }),
        Shape::ByPeriod(_) | Shape::ByPeriodTotals(_) | Shape::Table(_) => json!({}),
    }
}

fn bare_schema(breakdown: &Breakdown) -> Value {
    let data: Map<String, Value> =
        breakdown.blocks.iter().map(|block| (block.id.to_owned(), bare_data_schema(&block.shape))).collect();
    json!({ "type": "object", "properties": data })
}

fn poll_schema(schemas: &mut SchemaGenerator) -> Value {
    let mut figures = figures_schema(polls::TABLE_FIELDS);
    figures["properties"]["answers"] = json!({
        "type": "array", "items": { "type": "integer" }, "description": "Of each option, in their order.",
    });
    let data = list(json!({ "allOf": [of::<TableRow>(schemas), figures] }));
    json!({ "allOf": [of::<BlockAnswer>(schemas), { "type": "object", "properties": { "data": data } }] })
}

fn row_schema(rows: &List) -> Value {
    let names = rows.texts.iter().map(|(name, attribute)| {
        // Ids are the only numbers among the attributes.
        let kind = if *attribute == "id" || attribute.ends_with("_id") { "integer" } else { "string" };
        ((*name).to_owned(), json!({ "type": kind }))
    });
    let mut row = figures_schema(rows.fields);
    if let Value::Object(properties) = &mut row["properties"] {
        properties.extend(names);
    }
    row
}

fn figures_schema(fields: &[Field]) -> Value {
    let figures: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), figure_schema(field))).collect();
    json!({ "type": "object", "properties": figures })
}

fn filter(schemas: &mut SchemaGenerator) -> Value {
    of::<FilterParams>(schemas)
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    schemas.subschema_for::<T>().to_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_names_every_route_and_every_reference_resolves() {
        let document = build();
        for route in table() {
            assert!(document["paths"].get(&route.path).is_some(), "{}", route.path);
        }
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"").skip(1) {
            let pointer = reference.split('"').next().unwrap_or_default().trim_start_matches('#');
            assert!(document.pointer(pointer).is_some(), "{pointer}");
        }
    }
}
