//! Reads rows that are not cached: from memory, or by questions to the warehouse.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::{try_join, try_join_all};
use moka::future::Cache;

use super::cached_rows::CachedRows;
use super::cover::{Read, ReadFrom, cover};
use super::group_moves::GroupMoves;
use super::member_counts::Segments;
use super::member_sets;
use super::membership::{Membership, added_up, of_segments};
use super::memory::in_memory;
use super::model::Scan;
use super::moved_logins::MovedLogins;
use super::query::questions;
use super::resident::Summaries;
use super::source_query::SourceQuery;
use crate::warehouse::{Column, Rows, Warehouse, WarehouseError};

/// Reads rows that are not cached.
#[derive(Clone)]
pub(super) struct Reader {
    pub warehouse: Arc<Warehouse>,
    pub cache: CachedRows,
    pub version: i32,
    pub summaries: Arc<Summaries>,
    pub member_segments: Arc<Segments>,
    pub membership: Arc<Membership>,
    pub group_moves: Arc<GroupMoves>,
    /// Read when they are first needed, by data version.
    pub moved_logins: Cache<i32, Arc<MovedLogins>>,
}

impl Reader {
    pub async fn read(self, query: SourceQuery) -> Result<Rows, WarehouseError> {
        if query.source.scan == Scan::Moves {
            return self.warehouse.compute(move || self.group_moves.rows(&query)).await;
        }
        let reads = cover(&query, &self.summaries);
        let mut rows = match query.member_sets() {
            Some(sets) => {
                let segments = self.segments(&query).await?;
                let Reader { warehouse, cache, version, .. } = self;
                member_sets::read(&warehouse, &cache, version, &query, sets, reads, segments).await?
            }
            None => {
                let Reader { warehouse, version, summaries, membership, .. } = &self;
                let asked = questions(&query, &reads);
                let answers = try_join_all(asked.iter().map(|question| warehouse.answer(*version, question)));
                let mut rows = in_memory(&query, summaries, &reads);
                let (answers, logins) = try_join(answers, self.moved_logins(&query, &reads)).await?;
                let (moved, others): (Vec<_>, Vec<_>) =
                    asked.iter().zip(answers).partition(|(question, _)| question.is_of_moved());
                others.into_iter().for_each(|(_, answer)| rows.append(answer));
                if let Some(were) = &query.were {
                    rows = of_segments(rows, &were.of);
                }
                for answer in moved.into_iter().map(|(_, answer)| answer).chain(logins) {
                    rows.append(membership.paired(answer));
                }
                rows
            }
        };
        // The dimension's values are coded, because every use of these rows looks up the item of each row.
        if query.by.is_some()
            && let Some(column) = rows.columns.get_mut(2)
        {
            *column = std::mem::replace(column, Column::Int(Vec::new())).coded();
        }
        Ok(if query.were.is_some() { added_up(rows) } else { rows })
    }

    /// What logins in memory say of members who moved; None where a query reads none of them.
    async fn moved_logins(&self, query: &SourceQuery, reads: &[Read]) -> Result<Option<Rows>, WarehouseError> {
        let is_read = |read: &&Read| matches!(read.from, ReadFrom::Moved { is_resident: true, .. });
        let reads: Vec<Read> = reads.iter().filter(is_read).copied().collect();
        if reads.is_empty() {
            return Ok(None);
        }
        let members = || self.membership.members().map(|(member, _)| member).collect();
        let read = async { Ok(Arc::new(MovedLogins::read(&self.warehouse, self.version, members()).await?)) };
        let logins = self.moved_logins.try_get_with(self.version, read).await;
        let logins = logins.map_err(|error: Arc<WarehouseError>| (*error).clone())?;
        let (query, membership, now) = (query.clone(), Arc::clone(&self.membership), Arc::clone(&self.member_segments));
        self.warehouse.compute(move || Some(logins.counted(&query, &reads, &membership, &now))).await
    }

    /// The segments of members, by window.
    async fn segments(&self, query: &SourceQuery) -> Result<Vec<Arc<Segments>>, WarehouseError> {
        let now = &self.member_segments;
        let Some(were) = query.were.clone() else { return Ok(vec![Arc::clone(now); query.spans.len()]) };
        let (now, membership) = (Arc::clone(now), Arc::clone(&self.membership));
        let last_days: Vec<i32> = query.spans.iter().map(|span| span.last).collect();
        let of_windows = move || {
            let at = |day: i32| Arc::new(membership.at(&now, day, &were));
            last_days.into_iter().map(at).collect()
        };
        self.warehouse.compute(of_windows).await
    }
}

/// Renumbers periods to begin with `first`. Numbers below 0 are days before a period, counted downwards (cover).
pub(super) fn shift_periods(rows: &mut Rows, first: i64) {
    if let Some(Column::Int(periods)) = rows.columns.get_mut(1) {
        periods.iter_mut().for_each(|period| *period += if *period < 0 { -first } else { first });
    }
}

/// The sums of rows by segment, period and item over all items.
pub(super) fn without_items(rows: &Rows) -> Rows {
    let [segments, periods, _, measures @ ..] = rows.columns.as_slice() else { return Rows::default() };
    let mut index_of = HashMap::new();
    let mut keys = [Vec::new(), Vec::new()];
    let of_row: Vec<usize> = segments
        .ints()
        .iter()
        .zip(periods.ints())
        .map(|(segment, period)| {
            *index_of.entry((*segment, *period)).or_insert_with(|| {
                keys[0].push(*segment);
                keys[1].push(*period);
                keys[0].len() - 1
            })
        })
        .collect();
    let len = keys[0].len();
    let sums = measures.iter().map(|column| {
        let mut sums = vec![0; len];
        of_row.iter().zip(column.ints()).for_each(|(index, number)| sums[*index] += number);
        Column::Int(sums)
    });
    let sums: Vec<Column> = sums.collect();
    Rows { columns: keys.into_iter().map(Column::Int).chain(sums).collect(), len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_by_item_add_up_to_rows_without_items() {
        let by_item = Rows {
            columns: vec![
                Column::Int(vec![1, 2, 1, 1]),
                Column::Int(vec![0, 0, 0, -1]),
                Column::Int(vec![7, 7, 8, 7]).coded(),
                Column::Int(vec![10, 20, 30, 40]),
                Column::Int(vec![1, 2, 3, 4]),
            ],
            len: 4,
        };
        let found = without_items(&by_item);
        let columns = [[1, 2, 1], [0, 0, -1], [40, 20, 40], [4, 2, 4]].map(|column| Column::Int(column.to_vec()));
        assert_eq!((found.len, found.columns), (3, columns.to_vec()));
        assert_eq!(without_items(&Rows::default()).len, 0);
    }
}
