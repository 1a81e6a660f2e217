//! The call that agents make.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::{Value, json};

use super::PATH;
use super::protocol::{Headers, METHOD_HEADER, NAME_HEADER, Step, ToolCall, VERSION_HEADER, step};
use super::tools::{TOOLS, Tool, list, names};
use crate::abilities::Ability;
use crate::app::App;
use crate::error::ApiError;
use crate::features::questions::asked::Asking;
use crate::features::questions::said::failed;
use crate::features::receipts::tables::{Quotable, keep};
use crate::http::body::Json;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::client::Client;
use crate::http::route::{Answer, Body, Route};
use crate::http::signed_in::SignedIn;
use crate::screens::wire::schema::text;

/// The abilities of tokens that may ask.
const ABILITIES: &[Ability] = &[Ability::Agents];
/// The most characters of a call's arguments in a line of the audit log.
const LONGEST_DETAIL: usize = 300;

pub fn routes() -> Vec<Route> {
    vec![
        Route::post(PATH, Class::SignedIn, asked)
            .says("A message of MCP (Model Context Protocol) from an agent, read-only. API tokens with the ability agents open it, and no session.")
            .opened_by(ABILITIES)
            .sent(Body::Json(Box::new(|_| message())))
            .answers_as(|_| json!({ "type": "object", "required": ["jsonrpc"] }))
            .refuses("404", "The setting allow_agents is off, or there is no such method."),
    ]
}

/// A message of JSON-RPC 2.0; `params` has what its method says.
fn message() -> Value {
    json!({
        "type": "object",
        "required": ["jsonrpc", "method"],
        "properties": { "jsonrpc": { "const": "2.0" }, "id": { "type": ["string", "integer"] }, "method": text() },
    })
}

async fn asked(app: web::Data<App>, user: SignedIn, message: Json<Value>, request: HttpRequest) -> Answer {
    if !app.settings().agents.allow_agents {
        return Err(ApiError::not_found(
            "Agents are not allowed. An administrator can change that (setting allow_agents).",
        ));
    }
    if !user.is_by_token() {
        return Err(ApiError::forbidden("Agents use an API token with the ability agents."));
    }
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let headers = Headers { version: header(VERSION_HEADER), method: header(METHOD_HEADER), name: header(NAME_HEADER) };
    let (status, reply) = match step(&message.0, headers, list) {
        Step::Accepted => return Ok(HttpResponse::Accepted().finish()),
        Step::Reply(status, reply) => (status, reply),
        Step::Call(call) => match TOOLS.iter().find(|tool| tool.name == call.name) {
            None => (200, call.unknown(&names())),
            Some(tool) => (200, answered((&app, &user, &request), tool, call).await?),
        },
    };
    let status = actix_web::http::StatusCode::from_u16(status).map_err(|error| ApiError::internal(&error))?;
    Ok(HttpResponse::build(status).json(reply))
}

/// The address of Bond, as whoever asks has it.
fn base(app: &App, request: &HttpRequest) -> String {
    let settings = app.settings();
    match &settings.oidc.public_url {
        Some(public) => public.trim_end_matches('/').to_owned(),
        None => {
            let scheme = Client::of(request).scheme().unwrap_or("http");
            let host = request.headers().get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
            format!("{scheme}://{host}{}", settings.base_path)
        }
    }
}

/// The reply to a call. What was answered is kept under its number, and a line of the audit log, before it is given away.
async fn answered(
    (app, user, request): (&web::Data<App>, &SignedIn, &HttpRequest),
    tool: &Tool,
    call: ToolCall,
) -> Result<Value, ApiError> {
    let base = base(app, request);
    let asking =
        Asking { app, user: Some(user.id()), permissions: user.permissions(), base, arguments: &call.arguments };
    let mut said = match tool.ask(&asking).await {
        Ok(said) => said,
        Err(error) => return Ok(call.reply(failed(&error.body().message))),
    };
    said.cut(tool.hint);
    if let Some(answer) = Quotable::of_answer(app, tool.name, &said).await? {
        said.receipt = Some(keep(app, answer, user.id()).await?);
    }
    if tool.is_recorded {
        let subject = said.figure.as_ref().map(|figure| figure.id.clone());
        let arguments: String = serde_json::Value::Object(call.arguments.clone()).to_string();
        let arguments: String = arguments.chars().take(LONGEST_DETAIL).collect();
        let receipt = said.receipt.as_ref().map(|number| format!("; receipt {number}"));
        let detail = format!("{} {arguments}{}", tool.name, receipt.unwrap_or_default());
        recorded(app, Actor::of(app, user, request), "agent_asked", subject, Some(detail)).await?;
    }
    Ok(call.reply(said.result()))
}
