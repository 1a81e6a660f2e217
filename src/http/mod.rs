//! What calls are made of: routes as values, who may call them, bodies, errors' languages, and the user of a request.
//!
//! - `route` is a call as a value, `class` says who may call it, and `guard` sees to that.
//! - `body` and `query` read what a request says; `client`, `device` and `local` where it comes from.
//! - `signed_in` is the user of a request, `confirm` asks for the password again, and `changes` writes on behalf of it.
//! - `asked` answers calls for figures, `resource` those about things that people save.
//! - `schemas` describes types for the OpenAPI document.

pub mod asked;
pub mod body;
pub mod changes;
pub mod class;
pub mod client;
pub mod confirm;
pub mod csv;
pub mod guard;
pub mod query;
pub mod request_language;
pub mod resource;
pub mod route;
pub mod same_machine;
pub mod schemas;
pub mod signed_in;
pub mod user_agent;
pub mod visit_paths;
