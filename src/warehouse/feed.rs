//! The feed: the tables that an operator may load, each declared once ([`registry`]).

pub mod registry;
mod table;

pub use registry::{TABLES, table};
pub use table::{Column, Derived, Kind, Macro, Refers, Rule, Table, Type};

#[cfg(test)]
mod tests;
