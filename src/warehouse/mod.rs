//! The warehouse: DuckDB, and the only place that names it.
//!
//! One process holds one [`Warehouse`]. The main database is in memory and the file is attached to it, so that
//! a failed checkpoint can be mended without ending the process. Reads run on blocking threads over a small
//! pool of connections, at most as many at once as there are threads, and are interrupted when the request
//! that asked for them is dropped. Writes go through one [`Writer`] at a time, and every load ends in
//! [`Writer::commit_batch`], which raises the data version.

pub mod day;
pub mod demo;
pub mod derive;
pub mod feed;
pub mod load;
mod pool;
mod read;
mod sources;

pub use pool::{Column, Limits, Rows, Value, Warehouse, WarehouseError, Writer};

/// What a long step tells whoever waits for it. `()` says nothing.
pub trait Progress: Sync {
    /// A step begins; `total` is in the units of [`Progress::advance`], where known.
    fn start(&self, what: &str, total: Option<u64>);
    /// `done` more units (rows, unless the step says otherwise) are through.
    fn advance(&self, done: u64);
    /// The step is over.
    fn finish(&self);
}

impl Progress for () {
    fn start(&self, _what: &str, _total: Option<u64>) {}
    fn advance(&self, _done: u64) {}
    fn finish(&self) {}
}
