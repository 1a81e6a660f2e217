//! What a data version keeps of a source beside its rows.

use super::model::{Scan, Source};
use super::plan::CheckpointDays;
use super::resident_sums::ResidentSums;
use super::row_sums;
use crate::warehouse::feed;
use crate::warehouse::{Warehouse, WarehouseError};

/// The kept days of a source's profiles and its sums by day or month, with what is in memory of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summaries {
    pub profiles: CheckpointDays,
    pub sums: ResidentSums,
}

impl Summaries {
    /// Reads what there is for a source, with at most so many rows of each table in memory.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(
        warehouse: &Warehouse,
        version: i32,
        source: &Source,
        most_rows: i64,
    ) -> Result<Summaries, WarehouseError> {
        let profiles = match feed::profiles().find(|(derived, _)| derived.source == source.id) {
            Some((derived, profile)) => CheckpointDays::read(warehouse, version, derived, &profile, most_rows).await?,
            None => CheckpointDays::default(),
        };
        let sums = match (source.scan, row_sums::of_source(source).zip(source.table)) {
            (Scan::History, _) => ResidentSums::of_history(warehouse, version, source, most_rows).await?,
            // Profiles take the place of sums.
            (Scan::Profiles, _) | (_, None) => ResidentSums::default(),
            (_, Some((sums, table))) => ResidentSums::read(warehouse, version, table, sums, most_rows).await?,
        };
        Ok(Summaries { profiles, sums })
    }
}
