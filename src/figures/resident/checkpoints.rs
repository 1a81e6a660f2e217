//! Checkpoints: the days for which profiles are kept.

use super::rows::ResidentRows;
use crate::warehouse::feed::{Derived, Profile, ProfileKind};
use crate::warehouse::{Warehouse, WarehouseError};

/// The checkpoints of a source's profiles, in order. Except by item, the last one is the last day with rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct CheckpointDays {
    pub by_day: Vec<i32>,
    pub by_month: Vec<i32>,
    pub by_item_month: Vec<i32>,
    /// The checkpoints of [`ProfileKind::LatestDays`].
    pub by_latest_day: Vec<i32>,
    /// The rows in memory of the tables by day and by month.
    pub days: ResidentRows,
    pub months: ResidentRows,
}

impl CheckpointDays {
    /// Reads the checkpoints of a profile, with at most `most_rows` rows of each table in memory.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(
        warehouse: &Warehouse,
        version: i32,
        derived: &Derived,
        profile: &Profile,
        most_rows: i64,
    ) -> Result<CheckpointDays, WarehouseError> {
        let mut kept = CheckpointDays::default();
        for table in profile.tables() {
            let sql = format!(
                "select kept_day::bigint, count(*)::bigint from bond.{} group by kept_day order by kept_day",
                table.of(derived.name)
            );
            let rows = warehouse.query(version, sql, Vec::new()).await?;
            let [days, sizes] = rows.columns.as_slice() else { continue };
            let sized: Vec<(i32, i64)> =
                days.ints().iter().zip(sizes.ints()).map(|(day, size)| (*day as i32, *size)).collect();
            let days = sized.iter().map(|(day, _)| *day).collect();
            let read = async |most_days| {
                ResidentRows::read(warehouse, version, derived.source, &table, &sized, (most_days, most_rows)).await
            };
            match table.kind {
                ProfileKind::Days => {
                    // Most windows that begin within a month end on the last day.
                    kept.days = read(1).await?;
                    kept.by_day = days;
                }
                ProfileKind::Months => {
                    kept.months = read(usize::MAX).await?;
                    kept.by_month = days;
                }
                ProfileKind::LatestDays => kept.by_latest_day = days,
                ProfileKind::ItemMonths => kept.by_item_month = days,
            }
        }
        Ok(kept)
    }

    /// The last day with rows; None if it is not known.
    pub fn through(&self) -> Option<i32> {
        self.by_month.last().copied()
    }
}
