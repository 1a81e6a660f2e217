//! Writing: one writer at a time, and a data version that grows with every committed load.

use std::io;
use std::ops::Deref;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use duckdb::types::Value as DuckValue;
use duckdb::{Connection, params};

use super::attachment::{Attachment, is_invalidation};
use super::clickhouse::Cluster;
use super::derive::rewritten;
use super::error::WarehouseError;

/// The one writer: a connection whose current database is the warehouse, so that tables are named `feed.logins`,
/// `derived.session`, `main.batch`.
pub struct Writer<'a> {
    connection: MutexGuard<'a, Connection>,
    version: &'a AtomicI32,
    attachment: &'a Attachment,
    cluster: Option<&'a Cluster>,
}

impl<'a> Writer<'a> {
    /// The writer that has the lock of the connection.
    pub(super) fn new(
        connection: MutexGuard<'a, Connection>,
        version: &'a AtomicI32,
        attachment: &'a Attachment,
        cluster: Option<&'a Cluster>,
    ) -> Writer<'a> {
        // A writer that failed or panicked may have left its transaction open. `is_autocommit` always answers true,
        // so it cannot tell; a rollback without an open transaction fails, and that error is ignored.
        let _ = connection.execute_batch("rollback");
        Writer { connection, version, attachment, cluster }
    }
}

impl Deref for Writer<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Writer<'_> {
    /// Takes back what the open transaction did.
    pub fn roll_back(&self) {
        // A commit that failed has ended the transaction already.
        if let Err(error) = self.execute_batch("rollback") {
            tracing::debug!(%error, "no transaction to roll back");
        }
    }

    /// Puts another file in place of the warehouse; no transaction may be open.
    pub(super) fn exchange(&self, exchange: impl FnOnce() -> io::Result<()>) -> Result<(), WarehouseError> {
        self.attachment.exchange(exchange)
    }

    /// Attaches the file again if its database is invalid; no transaction may be open.
    pub(super) fn renew(&self) -> Result<(), WarehouseError> {
        self.attachment.renew(self.version.load(Ordering::Acquire))
    }

    /// Ends the open transaction of a load: inserts the batch, commits, publishes the new data version to readers and
    /// checkpoints. `load` is the load's number in the ledger. Returns the new data version.
    ///
    /// # Errors
    /// Nothing is committed, except with [`WarehouseError::Unavailable`], which leaves that open until the warehouse can
    /// be read again. [`WarehouseError::Cluster`] if a server does not take its rows.
    pub fn commit_batch(
        &self,
        origin: &str,
        tables: &[&str],
        digest: &str,
        rows: u64,
        load: Option<i64>,
    ) -> Result<i32, WarehouseError> {
        let batch: i32 =
            self.query_row("select coalesce(max(batch_id), 0) + 1 from main.batch", [], |row| row.get(0))?;
        // The clock is read in Rust: DuckDB's time zones need an extension that is not in the executable.
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        let names = DuckValue::List(tables.iter().map(|name| DuckValue::Text((*name).to_owned())).collect());
        self.execute(
            "insert into main.batch (batch_id, loaded_at, origin, tables, digest, rows, load_id)
             values (?, make_timestamp(?), ?, ?, ?, ?, ?)",
            params![batch, now, origin, names, digest, rows as i64, load],
        )?;
        if let Some(cluster) = self.cluster {
            cluster.publish(self, batch).inspect_err(|error| cluster.suspect(error))?;
        }
        if let Err(error) = self.execute_batch("commit") {
            // A COMMIT that reports an error may still have committed; the batch table says which.
            let found = match data_version(self) {
                Err(invalid) if is_invalidation(&invalid) => {
                    self.renew()?;
                    data_version(self)?
                }
                found => found?,
            };
            if found != batch {
                return Err(error.into());
            }
            tracing::warn!(%error, batch, "the commit of a load reported an error but succeeded");
        }
        self.attachment.sync_folder();
        self.version.store(batch, Ordering::Release);
        // Readers can block a checkpoint. The load is safe in the write-ahead log, and a later checkpoint includes it.
        if let Err(error) = self.execute_batch("checkpoint bond") {
            tracing::warn!(%error, "checkpoint postponed");
            // What goes wrong is logged. The load is committed, and the file is attached later.
            let _ = self.renew();
        }
        if let Some(Err(error)) = self.cluster.map(|cluster| cluster.drop_unread(self)) {
            tracing::warn!(%error, "rows that nobody reads stay on the cluster until the next load");
        }
        Ok(batch)
    }

    /// Writes the rows that the cluster lacks, in a transaction of its own. Returns to which servers and why, where all rows
    /// were written.
    pub(super) fn write_to_cluster(&self) -> Result<Option<String>, WarehouseError> {
        let Some(cluster) = self.cluster else { return Ok(None) };
        let lacks = cluster.lacks(self)?;
        let has_new: bool =
            self.query_row("select exists (from main.rewritten) or exists (from main.moved)", [], |row| row.get(0))?;
        if lacks.is_none() && !has_new {
            return Ok(None);
        }
        self.execute_batch("begin")?;
        let write = || {
            if let Some(reason) = &lacks {
                tracing::info!(reason, "all rows of members are written to the cluster");
                cluster.forget(self)?;
                rewritten::note_all(self)?;
            }
            self.commit_batch("cluster", &[], "rows that the cluster lacked", 0, None)
        };
        let written = write();
        if written.is_err() {
            self.roll_back();
        }
        written.map(|_| lacks.map(|reason| format!("to {}: {reason}", cluster.names())))
    }
}

/// The number of the last committed load; 0 while nothing is loaded.
pub(super) fn data_version(connection: &Connection) -> Result<i32, WarehouseError> {
    let mut statement = connection.prepare_cached("select coalesce(max(batch_id), 0) from main.batch")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}
