//! Bond: member-engagement analytics as one executable. docs/architecture.md is the map.

pub mod app;
pub mod auth;
pub mod background;
pub mod backup;
pub mod child;
pub mod cli;
pub mod clock;
pub mod config;
pub mod data_dir;
pub mod doctor;
pub mod error;
pub mod generate;
pub mod groupings;
pub mod loads;
pub mod machine;
pub mod maintenance;
pub mod metrics;
pub mod random;
pub mod recovery;
pub mod routes;
pub mod screens;
pub mod server;
pub mod store;
pub mod telemetry;
pub mod ui;
pub mod warehouse;
