//! The rows of members on a cluster of ClickHouse servers.
//!
//! Each server has the rows of its own members, those whose key leaves its number when divided by the number of servers
//! ([`Cluster`]). A question is put to every server in the same words ([`statement`]), and the answers add up: they are
//! counts and sums by segment, and no member is on two servers. Servers know nothing of each other.
//!
//! What servers have is compared with what was written whenever rows were read ([`parts`]). Which data directory may write is a
//! matter of a lease ([`lease`]).
//!
//! Rows are never changed: a load writes new ones beside those that it takes the place of ([`editions`]). So an answer is of
//! one data version whatever is loaded meanwhile.

mod claim;
mod cluster;
mod editions;
mod lease;
mod losses;
mod node;
mod parts;
mod publish;
mod refusal;
mod row_binary;
mod silence;
pub(crate) mod statement;
mod tables;
mod trial;

pub use cluster::Cluster;
#[cfg(test)]
use editions::Range;
pub(super) use editions::{Content, PARTS, RANGES};
pub use node::{Account, Node};
pub use publish::Size;
pub(super) use tables::table_of;
