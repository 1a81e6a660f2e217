//! The feed: the tables that an operator may load, each declared once ([`registry`]).

pub mod registry;
mod table;

pub use registry::{TABLES, profiles, table};
pub use table::{Column, Count, Derived, Kind, Macro, Profile, Refers, Rule, Since, Table, Type};

#[cfg(test)]
mod tests;
