//! Counts distinct members of chosen items. Whole months come from sets of members, the days before and after them from
//! rows.

use std::sync::Arc;

use super::cached_rows::{CacheKey, CachedRows};
use super::member_counts::{Piece, Segments, Table};
use super::source_query::SourceQuery;
use super::subset::{is_id, of_source};
use super::whole_months::{WholeMonths, days_around};
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed::{MemberSets, RowKind};
use crate::warehouse::question::{MembersQuestion, SetsQuestion, Span};
use crate::warehouse::{Column, MemberSet, Rows, Warehouse, WarehouseError};

/// The sets that answer a query, where there are some.
pub(super) fn of(query: &SourceQuery) -> Option<MemberSets> {
    let sets = query.subset.of_members().then(|| of_source(query.source))??;
    let kept_by = |by: Key| sets.by.iter().any(|column| is_id(by, column));
    let measures = query.source.measures.iter().filter(|measure| query.subset.has(measure, query.by));
    let has_all = measures.clone().all(|measure| sets.kinds.iter().any(|kind| kind.members == measure.id));
    (has_all && query.by.is_none_or(kept_by)).then_some(sets)
}

/// Reads the rows of a query that `sets` answer: by segment and window, as the answer of [`super::query::question`].
/// `through` is the last day with rows.
///
/// # Errors
/// Errors of the warehouse.
pub(super) async fn read(
    warehouse: &Warehouse,
    cache: &CachedRows,
    version: i32,
    query: &SourceQuery,
    sets: MemberSets,
    through: i32,
    segments: Arc<Segments>,
) -> Result<Rows, WarehouseError> {
    let asked = |by| SetsQuestion { source: query.source.id, items: query.chosen(), by };
    let plans: Vec<WholeMonths> = query.spans.iter().map(|span| WholeMonths::of(*span, through)).collect();
    let of_months = async || {
        if !plans.iter().any(|plan| plan.months.is_some()) {
            return Ok(Arc::default());
        }
        // A screen has several queries of the same items with other windows, by item and of all items together. What is
        // read of their months is cached.
        let by = query.by.or(Some(Key::Id(sets.item)));
        let key = CacheKey::Members(version, SourceQuery { spans: Vec::new(), by, ..query.clone() });
        cache.of_sets(version, key, asked(by)).await
    };
    let of_days = async || {
        let windows: Vec<(i64, Span)> = days_around(&plans).collect();
        if windows.is_empty() {
            return Ok(Rows::default());
        }
        let kinds = sets.kinds.iter().map(|kind| kind.rows).collect();
        warehouse
            .members_of_rows(version, MembersQuestion { of: asked(query.by), only: Vec::new(), kinds, windows })
            .await
    };
    let (members, days) = futures_util::try_join!(of_months(), of_days())?;
    let found = Found { query: query.clone(), sets, plans, members, days };
    warehouse.compute(move || found.count(&segments)).await?
}

/// What is read of the windows of a query.
struct Found {
    query: SourceQuery,
    sets: MemberSets,
    plans: Vec<WholeMonths>,
    /// Of all months.
    members: Arc<Rows>,
    days: Rows,
}

impl Found {
    /// The answer: segment, window, key where rows are by one, and the measures in declared order.
    fn count(&self, segments: &Segments) -> Result<Rows, WarehouseError> {
        let measures = self.query.source.measures.iter().filter(|measure| self.query.subset.lists(measure));
        let measures: Vec<_> = measures.collect();
        let index = |kind: &RowKind| measures.iter().position(|measure| kind.members == measure.id);
        let Some(columns_of_kinds) = self.sets.kinds.iter().map(index).collect::<Option<Vec<usize>>>() else {
            return Err(WarehouseError::Worker(format!("{} has no measure of its sets", self.query.source.id)));
        };
        let mut table = Table::new(self.plans.len(), measures.len(), segments);
        let mut parts = self.parts_of_months()?;
        parts.extend(self.parts_of_days());
        parts.sort_by_key(|part| part.key);
        let mut columns = vec![Vec::new(); 2 + usize::from(self.query.by.is_some()) + measures.len()];
        for of_key in parts.chunk_by_mut(|one, other| one.key == other.key) {
            table.count(self.plans.len(), of_key, &columns_of_kinds);
            table.take(of_key[0].key, &mut columns);
        }
        Ok(Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() })
    }

    fn parts_of_months(&self) -> Result<Vec<Piece>, WarehouseError> {
        let [months, keys, measures, sets] = self.members.columns.as_slice() else { return Ok(Vec::new()) };
        let mut parts = Vec::with_capacity(self.members.len);
        for (row, bytes) in sets.bytes_of_rows().iter().enumerate() {
            let is_of = |kind: &RowKind| kind.members == measures.texts()[row];
            let windows: Vec<usize> = with_month(&self.plans, months.ints()[row]).collect();
            let Some(kind) = self.sets.kinds.iter().position(is_of).filter(|_| !windows.is_empty()) else { continue };
            let members = MemberSet::from_bytes(bytes)?;
            parts.push(Piece { key: self.key(keys.ints()[row]), kind, windows, members });
        }
        Ok(parts)
    }

    fn parts_of_days(&self) -> impl Iterator<Item = Piece> {
        of_each_kind(&self.days).map(|OfDays { window, key, kind, members }| Piece {
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
    /// Of each row.
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

/// The windows that have a month whole.
fn with_month(plans: &[WholeMonths], month: i64) -> impl Iterator<Item = usize> {
    plans.iter().enumerate().filter(move |(_, plan)| plan.has(month)).map(|(window, _)| window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::filter::Choice;
    use crate::figures::subset::Subset;
    use crate::figures::{SOURCES, Source};
    use crate::warehouse::feed;

    fn query(source: &'static Source, subset: Subset, by: Option<Key>) -> SourceQuery {
        let items = Choice::All;
        SourceQuery { source, spans: Vec::new(), items, by, subset, newcomers: None }
    }

    #[test]
    fn every_measure_of_a_set_is_declared() {
        for (derived, sets) in feed::member_sets() {
            let source = SOURCES.iter().find(|source| source.id == derived.source).expect("a source");
            for kind in sets.kinds {
                let members = source.measures.iter().find(|measure| measure.id == kind.members).expect("a measure");
                assert_eq!(members.members_with, Some(kind.rows));
            }
        }
    }

    #[test]
    fn sets_answer_for_all_items_and_by_each_of_their_columns() {
        let subset_of = |source: &Source, sets: &MemberSets| {
            let measure =
                source.measures.iter().find(|measure| measure.id == sets.kinds[0].members).expect("a measure");
            if measure.people { Subset::People } else { Subset::Members }
        };
        for (derived, sets) in feed::member_sets() {
            let source = SOURCES.iter().copied().find(|source| source.id == derived.source).expect("a source");
            let subset = subset_of(source, &sets);
            for by in sets.by.iter().map(|column| Some(Key::Id(column))).chain([None]) {
                assert!(of(&query(source, subset, by)).is_some(), "{} by {by:?}", source.id);
            }
            assert!(of(&query(source, subset, Some(Key::Text("link")))).is_none());
            assert!(of(&query(source, Subset::ALL, None)).is_none());
        }
    }
}
