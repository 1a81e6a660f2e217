//! Bond: member-engagement analytics as one executable. docs/architecture.md is the map.
//!
//! A figure on its way from a request to SQL and back:
//!
//! ```text
//! http::guard → features::dashboards → screens::answers → figures::engine → reader ─┬→ cover → memory ────────────┐
//!                                                              ↑                    └→ cover → query → warehouse ─┤
//!                                                              └── figures::rollup ←──────────────────────────────┘
//!                                                                          ↓
//! JSON ← screens::wire ←┬─ figures::suppress ← figures::table ← screens::answers
//! files ← render       ←┤
//! receipts, sentences  ←┘
//! ```
//!
//! docs/one-figure.md follows one figure along it, file by file. The modules below are by subject. A folder uses those of
//! lower layers; `LAYERS` in `tests/architecture.rs` has their order.

// What everything rests on.
pub mod child;
pub mod clock;
pub mod config;
pub mod data_dir;
pub mod egress;
pub mod error;
pub mod groupings;
pub mod i18n;
pub mod limited;
pub mod mail;
pub mod modules;
pub mod platform;
pub mod random;
pub mod scope;
pub mod shared_folder;
pub mod telemetry;
pub mod trust;

// Figures: the rows and what is computed from them, the declared screens, and files of these.
pub mod figures;
pub mod render;
pub mod screens;
pub mod warehouse;

// Accounts and whatever people save, in SQLite; who may do what.
pub mod auth;
pub mod store;

// The data directory, loads and backups, and what starts and ends with them.
pub mod app;
pub mod backup;
pub mod copies;
pub mod doctor;
pub mod loads;
pub mod pull;
pub mod recovery;

// Calls, and what people do with figures.
pub mod accounts;
pub mod delivery;
pub mod features;
pub mod http;
pub mod operate;
pub mod outbox;
pub mod routes;

// The program.
pub mod background;
pub mod cli;
pub mod connections;
pub mod generate;
pub mod maintenance;
pub mod server;
pub mod ui;

#[cfg(test)]
#[path = "tests/turns.rs"]
mod turns;
