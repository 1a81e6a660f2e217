//! The operations of the document: for each call its parameters, body and answers.

use serde_json::{Map, Value, json};

use super::answers::{Schemas, row};
use super::call::{Answer, Body, Call};
use super::schema::list;
use super::{
    accounts, administration, alerts, annotations, exports, insights, issued, links, planner, reports, targets, views,
};
use crate::error::ErrorBody;
use crate::metrics::filter::FilterParams;
use crate::metrics::score::ScoreAnswer;
use crate::routes::alerts::Alerts;
use crate::routes::loads::{AcceptedLoad, LoadDetails, LoadList, NewDemo};
use crate::routes::mappings::{MappingDetails, MappingList, NewMapping};
use crate::routes::members::EraseMembers;
use crate::routes::oidc::{OidcAnswer, OidcOffer, OidcRequest};
use crate::routes::reports::Reports;
use crate::routes::roles::{NewRole, RoleDetails, RoleList, RoleRemoval, RoleRights};
use crate::routes::session::{LoginAnswer, LoginRequest, SsoAnswer, SsoRequest};
use crate::routes::signed_in::SessionUser;
use crate::routes::suggest::SuggestAnswer;
use crate::routes::table::{Accounts, Administration, Class, Endpoint, Links, Method, Route};
use crate::routes::users::Confirmation;
use crate::screens::declared::{emails, polls};
use crate::screens::explain::{ExplainBody, Explanation};
use crate::screens::loaded::LoadedData;
use crate::screens::receipts::Receipt;
use crate::screens::wire::{IndicatorRow, ProgramInfo, TrendsAnswer, UserGroup};
use crate::screens::{Breakdown, FIGURES, TRENDS, Totals};
use crate::store::mappings::SavedMapping;

/// A path of the document with its operation.
pub struct Operation {
    pub path: String,
    pub method: Method,
    pub value: Value,
}

/// The operations of a route. A route with several shapes of answers has one operation per shape.
pub fn operations(route: &Route, schemas: &mut Schemas) -> Vec<Operation> {
    match route.endpoint {
        Endpoint::TotalsOfType(totals) => of_types(route, totals, schemas),
        Endpoint::OneBlock(breakdown) => of_blocks(route, breakdown, schemas),
        _ => vec![operation(route, route.path.clone(), call(route, schemas), schemas)],
    }
}

fn of_types(route: &Route, totals: &Totals, schemas: &mut Schemas) -> Vec<Operation> {
    let mut operations = Vec::new();
    for (id, card) in totals.types() {
        let answer = schemas.totals(totals, &[card]).schema();
        let summary = format!("{} One card by itself.", totals.summary);
        let call = Call::post(&summary, schemas.strict_body::<FilterParams>(), answer);
        operations.push(operation(route, route.path.replace("{type}", id), call, schemas));
    }
    operations
}

fn of_blocks(route: &Route, breakdown: &Breakdown, schemas: &mut Schemas) -> Vec<Operation> {
    let mut operations = Vec::new();
    for block in breakdown.blocks {
        let answer = schemas.block(block.id, &block.shape);
        let summary = format!("{}: the block {}.", breakdown.summary, block.id);
        let call = Call::post(&summary, schemas.strict_body::<FilterParams>(), answer);
        operations.push(operation(route, route.path.replace("{type}", block.id), call, schemas));
    }
    operations
}

fn call(route: &Route, schemas: &mut Schemas) -> Call {
    let filter = schemas.strict_body::<FilterParams>();
    let number = || json!({ "type": "integer", "minimum": 1 });
    let name = || json!({ "type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$" });
    let role = || json!({ "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" });
    match route.endpoint {
        Endpoint::Healthz => Call::get("The process is alive.", Answer::Line("ok\n")),
        Endpoint::Readyz => Call::get("The process can answer.", Answer::Line("ready\n")),
        Endpoint::Metrics => {
            Call::get("Figures for a monitoring system on the same machine, as OpenMetrics text.", Answer::Figures)
        }
        Endpoint::OpenApi => {
            let document = json!({ "type": "object", "required": ["openapi", "info", "paths", "components"] });
            Call::get("This document.", Answer::Json(document))
        }
        Endpoint::Login => {
            let body = Body::JsonOrForm(schemas.body::<LoginRequest>());
            let answer = schemas.answer::<LoginAnswer>();
            Call {
                body: Some(body),
                ..Call::get("Signs in with a password. 401 has error_description.", Answer::Json(answer))
            }
        }
        Endpoint::Sso => Call::post(
            "Signs in by a single sign-on link. Any fault of the link answers success false.",
            schemas.body::<SsoRequest>(),
            schemas.answer::<SsoAnswer>(),
        ),
        Endpoint::OidcOffer => Call::get(
            "The OpenID Connect provider with which people may sign in.",
            Answer::Json(schemas.answer::<OidcOffer>()),
        ),
        Endpoint::OidcStart => {
            Call::get("Sends a browser to the provider; returnUrl is opened later.", Answer::Redirect)
        }
        Endpoint::OidcCallback => Call::get("Where the provider sends the browser back.", Answer::Redirect),
        Endpoint::OidcSession => Call::post(
            "Signs in with what the provider gave the browser. 401 has error_description.",
            schemas.body::<OidcRequest>(),
            schemas.answer::<OidcAnswer>(),
        ),
        Endpoint::OidcSignOut => Call::get("Sends a browser to sign out of the provider.", Answer::Redirect),
        Endpoint::Logout => Call::get("Ends the session.", Answer::Nothing),
        Endpoint::CurrentUser => Call::get("The current user.", Answer::Json(schemas.answer::<SessionUser>())),
        Endpoint::Program => {
            Call::get("The program and the range of its data.", Answer::Json(schemas.answer::<ProgramInfo>()))
        }
        Endpoint::UserGroups => {
            let groups = list(schemas.answer::<UserGroup>());
            Call::get("Tiers, lines of business and audiences.", Answer::Json(groups))
        }
        Endpoint::Score => Call::post(
            "The BOND Score. Only the end of the period and the user groups matter.",
            filter,
            schemas.answer::<ScoreAnswer>(),
        ),
        Endpoint::Indicators => {
            Call::post("The Program Monitor's table.", filter, list(schemas.answer::<IndicatorRow>()))
        }
        Endpoint::Trends => {
            let ids: Vec<&str> = TRENDS.iter().map(|trend| trend.id).collect();
            let summary = "A card's figures against the period before and the year before.";
            Call::post(summary, filter, schemas.answer::<TrendsAnswer>()).with("type", json!({ "enum": ids }))
        }
        Endpoint::Explain => {
            let ids: Vec<&str> = FIGURES.iter().map(|figure| figure.id.as_str()).collect();
            let body = schemas.strict_body::<ExplainBody>();
            let summary = "Why a figure moved: its change as effects of groups, items or times, which add up.";
            Call::post(summary, body, schemas.answer::<Explanation>()).with("metric", json!({ "enum": ids }))
        }
        Endpoint::ExplainScore => {
            let body = schemas.strict_body::<ExplainBody>();
            let summary = "Why the BOND Score moved since a month earlier: its parts, and what moved them.";
            Call::post(summary, body, schemas.answer::<Explanation>())
        }
        Endpoint::Receipt => {
            let ids: Vec<&str> = FIGURES.iter().map(|figure| figure.id.as_str()).collect();
            let summary = "A receipt of a figure: what it is made of, signed.";
            Call::post(summary, filter, schemas.answer::<Receipt>()).with("metric", json!({ "enum": ids }))
        }
        Endpoint::ScoreReceipt => {
            let summary = "A receipt of the BOND Score with its parts, signed.";
            Call::post(summary, filter, schemas.answer::<Receipt>())
        }
        Endpoint::Issued(endpoint) => issued::call(endpoint, schemas),
        Endpoint::Totals(totals) => Call::post(totals.summary, filter, schemas.totals(totals, totals.cards).schema()),
        Endpoint::Blocks(breakdown) => {
            let summary = format!("{}: all blocks.", breakdown.summary);
            Call::post(&summary, filter, schemas.breakdown(breakdown))
        }
        Endpoint::List(rows) if rows.get => Call::get(rows.summary, Answer::Json(list(row(&rows.list)))),
        Endpoint::List(rows) => Call::post(rows.summary, filter, list(row(&rows.list))),
        Endpoint::Schedules => Call::post(
            "Planned e-mails from today on; with recordCount 0, from the start of the period if that is earlier.",
            filter,
            list(row(&emails::SCHEDULE)),
        ),
        Endpoint::Polls => {
            let card = schemas.totals(&polls::TOTALS, polls::TOTALS.cards);
            Call::post(polls::TOTALS.summary, filter, card.with("pollList", list(row(&polls::POLLS))).schema())
        }
        Endpoint::Poll => {
            let summary = "The options of a poll, and its answers by user group.";
            Call::post(summary, filter, schemas.poll()).with("id", number())
        }
        Endpoint::PollBlock => {
            let call = Call::post("The answers to a poll by user group.", filter, schemas.poll_block());
            call.with("id", number()).with("type", json!({ "enum": [polls::BLOCK] }))
        }
        Endpoint::Loads => Call::get("The latest loads.", Answer::Json(schemas.answer::<LoadList>())).paged(),
        Endpoint::Upload => {
            let file = json!({ "type": "string", "format": "binary" });
            let body = json!({
                "type": "object",
                "required": ["files"],
                "properties": {
                    "files": list(file),
                    "days": { "type": "string", "description": "FROM..TO" },
                    "allowShrink": { "type": "boolean" },
                    "check": { "type": "boolean" },
                    "mapping": { "type": "string", "description": "the name of a saved mapping" },
                },
            });
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            Call {
                body: Some(Body::Multipart(body)),
                ..Call::get("Loads files. They are safe when this answers, and loaded or refused later.", accepted)
            }
        }
        Endpoint::Load => Call::get("A load.", Answer::Json(schemas.answer::<LoadDetails>())).with("id", number()),
        Endpoint::CancelLoad => {
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            Call::get("Cancels a load that has not begun to publish.", accepted).with("id", number())
        }
        Endpoint::UndoLoad => {
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            let body = Some(Body::Json(schemas.body::<Confirmation>()));
            Call { body, ..Call::get("Takes the last load back.", accepted) }
        }
        Endpoint::LoadedData => {
            let summary = "What is loaded of each feed table by day, and what is late.";
            Call::get(summary, Answer::Json(schemas.answer::<LoadedData>()))
        }
        Endpoint::Suggest => {
            let file = json!({ "type": "string", "format": "binary" });
            let mapping = "a mapping to check, as TOML or by the name of a saved one; without it one is proposed";
            let body = json!({
                "type": "object",
                "required": ["files"],
                "properties": { "files": list(file), "mapping": { "type": "string", "description": mapping } },
            });
            let answer = Answer::Json(schemas.answer::<SuggestAnswer>());
            let summary = "Proposes a mapping for files, or shows what a mapping makes of them. Loads nothing.";
            Call { body: Some(Body::Multipart(body)), ..Call::get(summary, answer) }
        }
        Endpoint::LoadSample => {
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            Call::get("Loads the sample feed, where nothing is loaded.", accepted)
        }
        Endpoint::MakeDemo => {
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            let summary = "Makes a demo of three years up to yesterday, where nothing is loaded.";
            Call { body: Some(Body::Json(schemas.body::<NewDemo>())), ..Call::get(summary, accepted) }
        }
        Endpoint::Mappings => Call::get("The saved mappings.", Answer::Json(schemas.answer::<MappingList>())),
        Endpoint::Mapping => {
            Call::get("A saved mapping.", Answer::Json(schemas.answer::<MappingDetails>())).with("name", name())
        }
        Endpoint::SaveMapping => {
            let summary = "Checks a mapping and saves it, in the place of the one with this name.";
            let call = Call::post(summary, schemas.body::<NewMapping>(), schemas.answer::<SavedMapping>());
            call.with("name", name())
        }
        Endpoint::RemoveMapping => {
            Call::get("Removes a saved mapping. Loads that used it keep its text.", Answer::Nothing)
                .with("name", name())
        }
        Endpoint::EraseMembers => {
            let accepted = Answer::Accepted(schemas.answer::<AcceptedLoad>());
            let body = Some(Body::Json(schemas.body::<EraseMembers>()));
            Call { body, ..Call::get("Erases members. It cannot be undone.", accepted) }
        }
        Endpoint::Administration(endpoint) => administration::call(endpoint, schemas),
        Endpoint::Roles => Call::get("All roles.", Answer::Json(schemas.answer::<RoleList>())),
        Endpoint::AddRole => Call::post("Adds a role.", schemas.body::<NewRole>(), schemas.answer::<RoleDetails>()),
        Endpoint::ChangeRole => {
            let summary = "Gives a role these rights instead of those that it has.";
            Call::post(summary, schemas.body::<RoleRights>(), schemas.answer::<RoleDetails>()).with("role", role())
        }
        Endpoint::RemoveRole => {
            let summary = "Removes a role. Where somebody has it, fromUsers must say that it is taken from them.";
            let body = Some(Body::Json(schemas.body::<RoleRemoval>()));
            Call { body, ..Call::get(summary, Answer::Nothing) }.with("role", role())
        }
        Endpoint::Accounts(endpoint) => accounts::call(endpoint, schemas),
        Endpoint::Planner(endpoint) => planner::call(endpoint, schemas),
        Endpoint::Insights(endpoint) => insights::call(endpoint, schemas),
        Endpoint::Export(endpoint) => exports::call(endpoint, schemas),
        Endpoint::Annotations(endpoint) => annotations::call(endpoint, schemas),
        Endpoint::Links(endpoint) => links::call(endpoint, schemas),
        Endpoint::Reports(endpoint) => reports::call(endpoint, schemas),
        Endpoint::Targets(endpoint) => targets::call(endpoint, schemas),
        Endpoint::Alerts(endpoint) => alerts::call(endpoint, schemas),
        Endpoint::Views(endpoint) => views::call(endpoint, schemas),
        Endpoint::TotalsOfType(_) | Endpoint::OneBlock(_) => unreachable!("these have several operations"),
    }
}

fn operation(route: &Route, path: String, call: Call, schemas: &mut Schemas) -> Operation {
    let mut value = json!({
        "operationId": operation_id(route.method, &path),
        "summary": call.summary,
        "responses": responses(route, &call, schemas),
    });
    if !call.parameters.is_empty() {
        let parameter = |(name, schema): (&str, Value)| {
            let other = if schema["type"] == "string" { json!("ledger") } else { json!(1) };
            let given = schema["enum"].get(0).or_else(|| schema["examples"].get(0));
            let example = given.cloned().unwrap_or(other);
            json!({ "name": name, "in": "path", "required": true, "schema": schema, "example": example })
        };
        value["parameters"] = call.parameters.iter().cloned().map(parameter).collect();
    }
    for (name, schema) in &call.query {
        let parameter = json!({ "name": name, "in": "query", "schema": schema });
        value["parameters"].as_array_mut().map(|list| list.push(parameter.clone())).unwrap_or_else(|| {
            value["parameters"] = json!([parameter]);
        });
    }
    let content = match call.body {
        Some(Body::Json(body)) if body == schemas.strict_body::<FilterParams>() => {
            json!({ "application/json": { "schema": body, "examples": filters() } })
        }
        Some(Body::Json(body)) => json!({ "application/json": { "schema": body } }),
        Some(Body::Multipart(body)) => json!({ "multipart/form-data": { "schema": body } }),
        Some(Body::JsonOrForm(body)) => {
            json!({ "application/json": { "schema": body }, "application/x-www-form-urlencoded": { "schema": body } })
        }
        None => Value::Null,
    };
    if !content.is_null() {
        value["requestBody"] = json!({ "required": true, "content": content });
    }
    if route.class.needs_session() {
        value["security"] = json!([{ "bearer": [] }]);
    }
    Operation { path, method: route.method, value }
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

fn responses(route: &Route, call: &Call, schemas: &mut Schemas) -> Value {
    let fault = schemas.answer::<ErrorBody>();
    let mut responses = Map::new();
    let mut fault = |status: &str, description: &str| {
        let content = json!({ "application/json": { "schema": fault } });
        responses.insert(status.to_owned(), json!({ "description": description, "content": content }));
    };
    if call.body.is_none() && !call.query.is_empty() {
        fault("400", "A parameter is not valid; errors has one entry per fault.");
    }
    if call.body.is_some() {
        fault("400", "The body is not valid; errors has one entry per fault.");
        fault("413", "The body is too large.");
        fault("415", "The body has another content type.");
    }
    if let Endpoint::Upload = route.endpoint {
        fault("507", "The disk of the server has no room for the load.");
    }
    if route.class.needs_session() || matches!(route.endpoint, Endpoint::Login | Endpoint::OidcSession) {
        fault("401", "Not signed in; code gives the reason.");
    }
    if route.class == Class::Link {
        fault("401", "No visit of a link; code gives the reason.");
    }
    if let Endpoint::Links(Links::Open | Links::Answer) = route.endpoint {
        fault("404", "The link is no longer available.");
    }
    if route.class == Class::Local {
        fault("403", "From another machine, or through a proxy.");
    } else if route.class.needs_permission() || route.method != Method::Get {
        fault("403", "Not allowed, or a request that another site made.");
    }
    let may_be_gone =
        matches!(route.endpoint, Endpoint::OidcSession | Endpoint::Administration(Administration::WithdrawScoreDraft));
    if !call.parameters.is_empty() || may_be_gone {
        fault("404", "There is nothing of that type or id.");
    }
    if matches!(route.endpoint, Endpoint::AddRole | Endpoint::ChangeRole | Endpoint::RemoveRole) {
        fault("409", "The name is taken, the role is built in or in use, or nobody could administer Bond afterwards.");
    }
    if matches!(route.endpoint, Endpoint::Receipt) {
        fault("409", "The figure is hidden because few members are behind it, or its data are not loaded.");
    }
    if matches!(route.endpoint, Endpoint::LoadSample | Endpoint::MakeDemo) {
        fault("409", "Something is loaded already, or is being loaded.");
    }
    if let Endpoint::Administration(endpoint) = route.endpoint
        && let Some(why) = administration::conflict(endpoint)
    {
        fault("409", why);
    }
    if let Endpoint::Accounts(endpoint) = route.endpoint
        && let Some(why) = accounts::conflict(endpoint)
    {
        fault("409", why);
    }
    if let Endpoint::Planner(endpoint) = route.endpoint
        && let Some(why) = planner::conflict(endpoint)
    {
        fault("409", why);
    }
    if let Endpoint::Issued(endpoint) = route.endpoint
        && let Some(why) = issued::conflict(endpoint)
    {
        fault("409", why);
    }
    if let Endpoint::Reports(Reports::Send) | Endpoint::Alerts(Alerts::Send) = route.endpoint {
        fault("409", "It is being sent already.");
        fault("429", "The user has many sent; Retry-After says when another may be.");
    }
    if let Endpoint::Accounts(Accounts::CheckLink | Accounts::ChoosePassword) = route.endpoint {
        fault("404", "The link is not valid or has expired.");
    }
    fault("503", "Too many requests at once, or the request took too long.");
    let (status, answer) = match &call.answer {
        Answer::Json(schema) => {
            ("200", json!({ "description": "The answer.", "content": { "application/json": { "schema": schema } } }))
        }
        Answer::Accepted(schema) => {
            let content = json!({ "application/json": { "schema": schema } });
            ("202", json!({ "description": "Accepted: it will be done.", "content": content }))
        }
        Answer::Line(line) => {
            let schema = json!({ "const": line });
            ("200", json!({ "description": "A line of text.", "content": { "text/plain": { "schema": schema } } }))
        }
        Answer::Figures => {
            let content = json!({ "application/openmetrics-text": { "schema": { "type": "string" } } });
            ("200", json!({ "description": "The figures.", "content": content }))
        }
        Answer::Csv => {
            let content = json!({ "text/csv": { "schema": { "type": "string" } } });
            ("200", json!({ "description": "A file.", "content": content }))
        }
        Answer::File(content_type) => {
            let content = json!({ *content_type: { "schema": { "type": "string", "format": "binary" } } });
            ("200", json!({ "description": "A file.", "content": content }))
        }
        Answer::Nothing => ("204", json!({ "description": "Done." })),
        Answer::Redirect => ("303", json!({ "description": "Elsewhere." })),
    };
    responses.insert(status.to_owned(), answer);
    responses.into()
}
