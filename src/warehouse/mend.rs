//! Mends a cluster whose servers lost rows while Bond runs.

use super::error::WarehouseError;
use super::open::Warehouse;

impl Warehouse {
    /// Looks whether the servers of the cluster have what was written, if an answer or a load met something that was wrong
    /// with them, and writes all rows again if they do not, as [`Warehouse::use_cluster`] does. Returns to which servers
    /// and why, if it wrote them.
    ///
    /// # Errors
    /// Those of [`Warehouse::use_cluster`]. It looks again when it is called the next time.
    pub fn mend_cluster(&self) -> Result<Option<String>, WarehouseError> {
        let Some(cluster) = self.cluster.get().filter(|cluster| cluster.take_suspicion()) else { return Ok(None) };
        let mend = || {
            // Loads are not to wait for a server that is away.
            cluster.is_there()?;
            let writer = self.writer()?;
            cluster.prepare(&writer)?;
            if self.data_version() == 0 {
                return Ok(None);
            }
            if cluster.lacks(&writer)?.is_some() {
                // A server may still have to carry out a statement that changes rows: it ends with its table.
                cluster.drop_tables()?;
                cluster.prepare(&writer)?;
            }
            writer.write_to_cluster()
        };
        mend().inspect_err(|error| cluster.suspect(error))
    }

    /// Lets another data directory write to the cluster: this one has ended.
    pub fn leave_cluster(&self) {
        if let Some(cluster) = self.cluster.get() {
            cluster.release();
        }
    }
}
