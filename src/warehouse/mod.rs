//! The warehouse: DuckDB, which no other module uses, and a cluster of ClickHouse servers where there is one
//! ([`clickhouse`]).
//!
//! A process opens one [`Warehouse`]. The main database is in memory and the file is attached to it, so that a failed
//! checkpoint can be repaired without ending the process. Queries run on blocking threads over a small pool of
//! connections and are interrupted when their request is dropped ([`pool`]). There is one [`Writer`] at a time, and
//! every load ends in [`Writer::commit_batch`], which raises the data version ([`commit`]).

pub mod aggregate;
mod answers;
mod attachment;
pub mod calendar;
pub mod clickhouse;
mod columns;
mod commit;
pub mod copy;
pub mod counted;
pub mod day;
pub mod demo;
mod derive;
pub mod dialect;
pub mod erased;
mod error;
pub mod feed;
pub mod held;
mod history;
mod interrupt;
pub mod load;
pub mod look;
pub mod mapping;
pub mod member_sample;
mod member_set;
mod mend;
mod migrate;
mod open;
mod pair;
mod path;
mod pool;
mod principals;
mod probe;
mod progress;
pub mod query;
pub mod question;
mod queue;
mod read;
mod sources;
pub(crate) mod statement;
pub mod suggest;
mod undo_tables;

pub use columns::{Column, Rows, Value};
pub use commit::Writer;
pub use error::WarehouseError;
pub use history::PastLoad;
pub use member_set::MemberSet;
pub use open::{Attached, Limits, Warehouse};
pub use pair::Pair;
pub use path::file_name;
pub use principals::Principals;
pub use probe::{Batch, Probed, probe};
pub use progress::{Phase, Progress};
pub use queue::QueryLimits;
pub use read::{decode, is_text};
