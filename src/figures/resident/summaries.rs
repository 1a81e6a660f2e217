//! What a data version keeps of a source besides its rows.

use super::checkpoints::CheckpointDays;
use super::rows::ResidentRows;
use super::sums::{ResidentSums, first_of};
use crate::figures::model::{Scan, Source};
use crate::figures::source_query::row_sums_of;
use crate::warehouse::feed;
use crate::warehouse::{Warehouse, WarehouseError};

/// A login takes two bytes, and a row of a table 100 at most; more than half of the members seldom move.
const LOGINS_FOR_A_ROW: i64 = 128;

/// The checkpoints of a source's profiles and its sums by day or month, with their rows in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Summaries {
    pub profiles: CheckpointDays,
    pub sums: ResidentSums,
    /// What members who moved up to ends of months add and take, by month.
    pub moved: ResidentRows,
    /// Whether the logins of members who moved may be in memory: there are not too many.
    pub has_moved_logins: bool,
}

impl Summaries {
    /// Reads what is kept of a source, with at most `most_rows` rows of each table in memory.
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
        let sums = match (source.scan, row_sums_of(source).zip(source.table)) {
            (Scan::History, _) => ResidentSums::of_history(warehouse, version, source, most_rows).await?,
            // Profiles take the place of sums.
            (Scan::Profiles, _) | (_, None) => ResidentSums::default(),
            (_, Some((sums, table))) => ResidentSums::read(warehouse, version, table, sums, most_rows).await?,
        };
        let moved = match feed::moved_sums().find(|(_, sums)| sums.source == source.id) {
            Some((_, sums)) => ResidentRows::of_moved(warehouse, version, &sums, most_rows).await?,
            None => ResidentRows::default(),
        };
        let has_moved_logins = source.scan == Scan::Profiles && {
            let sql = "select (select count(*) from bond.derived.session)::bigint".to_owned();
            let logins = warehouse.query(version, sql, Vec::new()).await?;
            first_of(&logins).is_some_and(|logins| logins <= most_rows * LOGINS_FOR_A_ROW)
        };
        Ok(Summaries { profiles, sums, moved, has_moved_logins })
    }

    /// The last day with rows: sums by month and sets of members have rows up to it.
    pub fn through(&self) -> i32 {
        self.profiles.through().unwrap_or(self.sums.through)
    }
}
