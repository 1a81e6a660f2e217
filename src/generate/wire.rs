//! `wire.ts`: the types of all bodies and answers, from the Rust types that the routes name, and which call has which.

use std::fmt::Write;

use serde_json::Value;

use crate::error::ErrorBody;
use crate::http::route::{Body, Reply, Route};
use crate::http::schemas::Schemas;
use crate::routes::table::table;

/// Types without a Rust counterpart.
const ALIASES: &str = include_str!("aliases.ts");

pub fn wire() -> String {
    let mut schemas = Schemas::default();
    schemas.answer::<ErrorBody>();
    let mut calls = String::from(
        "/** Each call with a path of its own: method and path, the body, the answer. Those of screens are in `calls.ts`. */\n\
         export type FixedCalls = {\n",
    );
    let mut calls_of_one = String::from(
        "/** As {@link FixedCalls}, for calls about one thing, whose path varies. */\nexport type CallsOfOne =\n",
    );
    for route in table() {
        for of in &route.types {
            type_of_answer(&of.reply, &mut schemas);
        }
        let body = type_of_body(&route, &mut schemas);
        let answer = type_of_answer(&route.reply, &mut schemas);
        // What the declarations of screens answer has no Rust type.
        let Some((body, answer)) = body.zip(answer).filter(|_| route.types.is_empty()) else { continue };
        let call = format!("{} {}", route.method.name().to_uppercase(), route.path.trim_start_matches('/'));
        if call.contains('{') {
            let varying: String =
                call.split('{').enumerate().fold(String::new(), |text, (at, part)| match part.split_once('}') {
                    Some((name, rest)) if at > 0 => text + if name == "id" { "${number}" } else { "${string}" } + rest,
                    _ => text + part,
                });
            let _ = writeln!(calls_of_one, "  | {{ call: `{varying}`; body: {body}; answer: {answer} }}");
        } else {
            let _ = writeln!(calls, "  \"{call}\": {{ body: {body}; answer: {answer} }};");
        }
    }
    calls.push_str("};\n");
    calls_of_one.push_str(";\n");
    let types = schemas.types().declarations();
    format!(
        "// Generated from the Rust types by `make generate`. Do not edit.\n\n{types}{ALIASES}\n{calls}\n{calls_of_one}"
    )
}

/// None of a form.
fn type_of_body(route: &Route, schemas: &mut Schemas) -> Option<String> {
    match &route.body {
        None => Some("undefined".to_owned()),
        Some(Body::Json(schema) | Body::JsonOrForm(schema)) => name_of(&schema(schemas)),
        Some(Body::Multipart(_)) => None,
    }
}

fn type_of_answer(reply: &Reply, schemas: &mut Schemas) -> Option<String> {
    match reply {
        Reply::Json(schema) | Reply::Accepted(schema) => name_of(&schema(schemas)),
        Reply::Nothing => Some("undefined".to_owned()),
        Reply::Csv | Reply::File(_) | Reply::FileIfAny(_) => Some("Blob".to_owned()),
        Reply::Line(_) | Reply::Figures | Reply::Redirect => None,
    }
}

/// The name of the type that a schema refers to, or of a list of it.
fn name_of(schema: &Value) -> Option<String> {
    if schema["type"] == "array" {
        return name_of(&schema["items"]).map(|item| format!("{item}[]"));
    }
    schema["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}
