//! The feed: the tables that an operator may load, each declared once ([`registry`]).

pub mod registry;
mod summaries;
mod table;

pub use registry::{TABLES, has_members, member_sets, moved_sums, profiles, row_sums, table};
pub(in crate::warehouse) use summaries::SUMS_OF_LOGINS;
pub use table::{
    Column, Count, Derived, DerivedRows, Each, Kind, LookUp, Macro, MemberSets, MovedSums, OfItems, Profile,
    ProfileKind, ProfileTable, Refers, RowKind, RowSums, Rule, Since, Table, Type,
};

#[cfg(test)]
mod tests;
