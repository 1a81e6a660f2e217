//! Counts distinct members of chosen items. Whole months come from sets of members, the days before and after them from
//! rows.

use std::sync::Arc;

use super::cached_rows::{CacheKey, CachedRows};
use super::cover::{Read, ReadFrom, month_of};
use super::member_counts::{MemberPart, Segments, Table};
use super::source_query::SourceQuery;
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed::{MemberSets, RowKind};
use crate::warehouse::question::{MembersQuestion, SetsQuestion, Span};
use crate::warehouse::{Column, MemberSet, Rows, Warehouse, WarehouseError};

/// Reads the rows of a query that `sets` answer: by segment and window, as the answer of [`super::query::questions`].
/// `segments` are those of the members, by window.
///
/// # Errors
/// Errors of the warehouse.
pub(super) async fn read(
    warehouse: &Warehouse,
    cache: &CachedRows,
    version: i32,
    query: &SourceQuery,
    sets: MemberSets,
    reads: Vec<Read>,
    segments: Vec<Arc<Segments>>,
) -> Result<Rows, WarehouseError> {
    let asked = |by| SetsQuestion { source: query.source.id, items: query.chosen(), by };
    let of_months = async || {
        if !reads.iter().any(|read| read.from == ReadFrom::MemberSets) {
            return Ok(Arc::default());
        }
        // A screen has several queries of the same items with other windows, by item and for all items together. The
        // sets of all months are cached for them.
        let by = query.by.or(Some(Key::Id(sets.item)));
        let key = CacheKey::Members(version, SourceQuery { spans: Vec::new(), by, were: None, ..query.clone() });
        cache.of_sets(version, key, asked(by)).await
    };
    let of_days = async || {
        let of_rows = reads.iter().filter(|read| read.from != ReadFrom::MemberSets);
        let windows: Vec<(i64, Span)> = of_rows.map(|read| (read.window, read.days)).collect();
        if windows.is_empty() {
            return Ok(Rows::default());
        }
        let kinds = sets.kinds.iter().map(|kind| kind.rows).collect();
        warehouse
            .members_of_rows(version, MembersQuestion { of: asked(query.by), only: Vec::new(), kinds, windows })
            .await
    };
    let (members, days) = futures_util::try_join!(of_months(), of_days())?;
    let found = Found { query: query.clone(), sets, reads, members, days };
    warehouse.compute(move || found.count(&segments)).await?
}

/// The sets and rows that were read for the windows of a query.
struct Found {
    query: SourceQuery,
    sets: MemberSets,
    reads: Vec<Read>,
    /// The sets of all months.
    members: Arc<Rows>,
    days: Rows,
}

impl Found {
    /// The answer: segment, window, key if rows are grouped by one, and the measures in declared order.
    fn count(&self, segments: &[Arc<Segments>]) -> Result<Rows, WarehouseError> {
        let measures = self.query.source.measures.iter().filter(|measure| self.query.subset.lists(measure));
        let measures: Vec<_> = measures.collect();
        let index = |kind: &RowKind| measures.iter().position(|measure| kind.members == measure.id);
        let Some(columns_of_kinds) = self.sets.kinds.iter().map(index).collect::<Option<Vec<usize>>>() else {
            return Err(WarehouseError::Worker(format!("{} has no measure of its sets", self.query.source.id)));
        };
        let mut table = Table::new(measures.len(), segments);
        let mut parts = self.parts_of_months()?;
        parts.extend(self.parts_of_days());
        parts.sort_by_key(|part| part.key);
        let mut columns = vec![Vec::new(); 2 + usize::from(self.query.by.is_some()) + measures.len()];
        for of_key in parts.chunk_by_mut(|one, other| one.key == other.key) {
            table.count(of_key, &columns_of_kinds);
            table.take(of_key[0].key, &mut columns);
        }
        Ok(Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() })
    }

    fn parts_of_months(&self) -> Result<Vec<MemberPart>, WarehouseError> {
        let [months, keys, measures, sets] = self.members.columns.as_slice() else { return Ok(Vec::new()) };
        let mut parts = Vec::with_capacity(self.members.len);
        for (row, bytes) in sets.bytes_of_rows().iter().enumerate() {
            let is_of = |kind: &RowKind| kind.members == measures.texts()[row];
            let windows: Vec<usize> = with_month(&self.reads, months.ints()[row]).collect();
            let Some(kind) = self.sets.kinds.iter().position(is_of).filter(|_| !windows.is_empty()) else { continue };
            let members = MemberSet::from_bytes(bytes)?;
            parts.push(MemberPart { key: self.key(keys.ints()[row]), kind, windows, members });
        }
        Ok(parts)
    }

    fn parts_of_days(&self) -> impl Iterator<Item = MemberPart> {
        of_each_kind(&self.days).map(|OfDays { window, key, kind, members }| MemberPart {
            key: self.key(key),
            kind,
            windows: vec![window],
            members: MemberSet::of(members.iter().map(|member| member.unsigned_abs()).collect()),
        })
    }

    fn key(&self, key: i64) -> Option<i64> {
        self.query.by.map(|_| key)
    }
}

/// The rows of one kind in days outside whole months.
struct OfDays<'a> {
    window: usize,
    key: i64,
    kind: usize,
    /// The member of each row.
    members: &'a [i32],
}

fn of_each_kind(days: &Rows) -> impl Iterator<Item = OfDays<'_>> {
    let columns: [&[i64]; 3] = std::array::from_fn(|index| days.columns.get(index).map_or(&[][..], Column::ints));
    let [windows, keys, kinds] = columns;
    let members = days.columns.get(3).map_or(&[][..], Column::lists);
    members.iter().enumerate().flat_map(move |(row, members)| {
        let of_kind = move |kind| OfDays { window: windows[row] as usize, key: keys[row], kind, members };
        let bits = kinds[row];
        (0..i64::BITS as usize)
            .take_while(move |kind| bits >> kind != 0)
            .filter(move |kind| bits >> kind & 1 != 0)
            .map(of_kind)
    })
}

/// The windows that contain a whole month, given by its first day.
fn with_month(reads: &[Read], month: i64) -> impl Iterator<Item = usize> {
    let has_month = move |read: &&Read| {
        let months = i64::from(month_of(read.days.first))..=i64::from(read.days.last);
        read.from == ReadFrom::MemberSets && months.contains(&month)
    };
    reads.iter().filter(has_month).map(|read| read.window as usize)
}
