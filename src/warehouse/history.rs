//! The loads that made a data version.

use super::error::WarehouseError;
use super::open::Warehouse;

/// A load of the warehouse, or another change of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastLoad {
    /// The data version that it made.
    pub version: i32,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// What it was: import, demo, undo, erase, ...
    pub origin: String,
    /// The feed tables that it changed.
    pub tables: Vec<String>,
    /// Of the names and bytes of its files; empty where it had none.
    pub digest: String,
    /// Its number in the ledger; None where the ledger does not have it.
    pub load: Option<i64>,
}

impl Warehouse {
    /// Every load up to a data version, oldest first.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] where `version` is no longer the newest.
    pub async fn history(&self, version: i32) -> Result<Vec<PastLoad>, WarehouseError> {
        let sql = "select batch_id::bigint, epoch_ms(loaded_at)::bigint, origin::varchar, \
                   array_to_string(tables, ',')::varchar, digest::varchar, coalesce(load_id, 0)::bigint \
                   from bond.main.batch order by batch_id";
        let rows = self.query(version, sql.to_owned(), Vec::new()).await?;
        let [versions, times, origins, tables, digests, loads] = rows.columns.as_slice() else { return Ok(Vec::new()) };
        let load = |row: usize| PastLoad {
            version: i32::try_from(versions.ints()[row]).unwrap_or_default(),
            at: times.ints()[row].div_euclid(1000),
            origin: origins.texts()[row].clone(),
            tables: tables.texts()[row].split(',').map(str::to_owned).collect(),
            digest: digests.texts()[row].clone(),
            load: Some(loads.ints()[row]).filter(|load| *load > 0),
        };
        Ok((0..rows.len).map(load).collect())
    }
}
