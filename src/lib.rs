//! Bond: member-engagement analytics as one executable. docs/architecture.md is the map.

pub mod metrics;
pub mod warehouse;
