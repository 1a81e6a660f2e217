//! The feed: the tables that an operator may load, each declared once ([`registry`]).

pub mod registry;
mod table;

pub use registry::{TABLES, member_sets, profiles, table};
pub use table::{Column, Count, Derived, Kind, Macro, MemberSets, Profile, Refers, RowKind, Rule, Since, Table, Type};

#[cfg(test)]
mod tests;
