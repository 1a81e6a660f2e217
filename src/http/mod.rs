//! The parts of calls: routes as values, who may call them, bodies, languages of answers, and the user of a request.
//!
//! - `route` is a call as a value, `class` says who may call it, and `guard` checks that.
//! - `body` and `query` read what a request says; `client`, `user_agent` and `same_machine` say where it comes from.
//! - `request_language` says in which language it is answered.
//! - `signed_in` is the user of a request, `confirm` asks for the password again, and `changes` writes for the user.
//! - `asked` answers calls for figures, `resource` those about things that people save, and `csv` with files of rows.
//! - `schemas` describes types for the OpenAPI document, `visit_paths` has the paths of shared links.

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
pub mod wire_types;
